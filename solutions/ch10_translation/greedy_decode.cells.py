# %% mistake: starts-with-bos
# Your result begins with bos_id, which the model is shown and did not write. Return the ids
# after it.
# ids[1:] => ids
# %% mistake: eos-dropped
# Your result stops before eos_id. Keep it: from the ids alone one should see that a
# sequence ended and was not cut off.
# -         ids.append(best)
# -
# +
# - break
# + break
# +         ids.append(best)
# %% mistake: does-not-stop
# You go on after eos_id until max_len. What a model writes after the end means nothing.
# Stop when eos_id comes.
# -         if best == eos_id:
# -             break
# -
# %% mistake: only-the-last
# You show step_logits only the last id. The next id depends on all that has been written:
# pass the whole sequence, from bos_id on.
# np.array(ids) => np.array(ids[-1:])
# %% mistake: one-short
# You stop one id early, as if bos_id took a place. max_len counts the ids that you return,
# and bos_id is not one of them.
# range(max_len) => range(max_len - 1)
# %% mistake: one-too-many
# You write one id more than max_len allows. Check the length before you add an id.
# range(max_len) => range(max_len + 1)
# %% mistake: stops-at-bos
# You also stop when bos_id is written. It is an id like any other once the sequence has
# begun: only eos_id, or the limit, ends it.
# best == eos_id => best in (bos_id, eos_id)
# %% mistake: stops-at-0
# You stop at id 0. In Python 0 counts as false, but it is an id like any other: compare
# with eos_id.
# best == eos_id => best in (0, eos_id)
# %% mistake: not-grown
# All your ids are chosen from the logits for the same ids. Ask step_logits anew for each
# id, and show it what has been written as well: bos_id and all ids so far.
# np.array(ids) => np.array([bos_id])
# %% mistake: padded
# Your result goes on with eos_id to max_len. Return what was written: up to and with the
# first eos_id, however many ids that is.
# -     return np.array(ids[1:], dtype=int)
# +     ids += [eos_id] * (max_len + 1 - len(ids))
# +     return np.array(ids[1:], dtype=int)
# %% mistake: least-likely
# You take the id with the smallest logit. The largest is the likeliest: np.argmax.
# np.argmax => np.argmin
# %% mistake: of-equals-the-last
# Of equally likely ids you take the last. Take the first.
# - best = int(np.argmax(step_logits(np.array(ids))))
# + logits = step_logits(np.array(ids))
# +         best = len(logits) - 1 - int(np.argmax(logits[::-1]))
# %% mistake: without-bos
# You give step_logits the ids without bos_id. Give it bos_id first, then the ids so far.
# step_logits(np.array(ids)) => step_logits(np.array(ids[1:]))
# %% mistake: zeros-as-well
# You show step_logits zeros as well, in the places that are not written yet. Show it bos_id
# and the ids so far, and no more.
# - np.array(ids)
# + np.array(ids + [0] * (max_len + 1 - len(ids)))

# %% right: a list and append
# the commonest way
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len):
        best = int(np.argmax(step_logits(np.array(ids))))
        ids.append(best)
        if best == eos_id:
            break
    return np.array(ids[1:], dtype=int)
# wrong, stops-at-0: best == eos_id => best == eos_id or not best
# %% right: a list for step_logits
# which takes one as well
# step_logits(np.array(ids)) => step_logits(ids)
# %% wrong: stops at a repetition
# the same id twice is taken for an end
# best == eos_id => best == eos_id or best == ids[-2]
# %% wrong: sampled
# drawn instead of the likeliest
# -         best = int(np.argmax(step_logits(np.array(ids))))
# +         logits = step_logits(np.array(ids))
# +         p = np.exp(logits - logits.max())
# +         best = int(np.random.choice(len(logits), p=p / p.sum()))
# %% wrong: logits gathered
# what is returned are logits
# append(best) => append(float(np.max(step_logits(np.array(ids)))))
# %% wrong: floats
# ids as floats
# dtype=int => dtype=float

# %% right: a list of NumPy's numbers
# - return np.array(ids[1:], dtype=int)
# + return list(np.array(ids[1:], dtype=int))
# %% right: filled in place
# an array with room for all
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = np.zeros(max_len + 1, dtype=np.int64)
    ids[0] = bos_id
    n = 1
    while n <= max_len and (n == 1 or ids[n - 1] != eos_id):
        logits = step_logits(ids[:n])
        ids[n] = logits.argmax()
        n += 1
    return ids[1:n]

# %% right: recursion
# one id, then the rest
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    def write(ids):
        if len(ids) > max_len:
            return ids
        longer = np.append(ids, np.argmax(step_logits(ids)))
        return longer if longer[-1] == eos_id else write(longer)

    return write(np.array([bos_id]))[1:]

# %% right: a generator
# np.fromiter over a generator
def writer(step_logits, bos_id, eos_id):
    ids = np.array([bos_id])
    while True:
        ids = np.concatenate([ids, [np.argmax(step_logits(ids))]])
        yield ids[-1]
        if ids[-1] == eos_id:
            return


def greedy_decode(step_logits, bos_id, eos_id, max_len):
    from itertools import islice

    tokens = islice(writer(step_logits, bos_id, eos_id), max_len)
    return np.fromiter(tokens, dtype=int)

# %% right: a class
# an object that keeps what was written
class Writer:
    def __init__(self, step_logits, bos_id):
        self.step_logits, self.ids = step_logits, [bos_id]

    def write_one(self):
        logits = list(self.step_logits(np.asarray(self.ids)))
        self.ids += [logits.index(max(logits))]
        return self.ids[-1]


def greedy_decode(step_logits, bos_id, eos_id, max_len):
    pen = Writer(step_logits, bos_id)
    while len(pen.ids) <= max_len:
        if pen.write_one() == eos_id:
            break
    return np.array(pen.ids, dtype=np.int32)[1:]

# %% right: recursion, again
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    def go(ids):
        if len(ids) > max_len or (len(ids) > 1 and ids[-1] == eos_id):
            return ids[1:]
        return go(np.append(ids, np.argmax(step_logits(ids))))
    return go(np.array([bos_id]))
# wrong, one-short: > max_len => >= max_len
# wrong, starts-with-bos: [1:] =>
# wrong: (len(ids) > 1 and ids[-1] == eos_id) => ids[-1] == eos_id
# wrong: step_logits(ids) => step_logits(ids[1:] if len(ids) > 1 else ids)
# wrong, only-the-last: step_logits(ids => step_logits(ids[-1:]
# wrong, least-likely: argmax => argmin

# %% same
# np.argmax gives a whole number already, of NumPy.
# int(np.argmax(step_logits(np.array(ids)))) => np.argmax(step_logits(np.array(ids)))
# %% same
# The ids so far as a list hold the same ids; the models here take both.
# np.array(ids) => ids
# %% same
# Whole numbers make an array of whole numbers, and max_len is 1 at least.
# np.array(ids[1:], dtype=int) => np.array(ids[1:])
# %% same
# A list of the ids is taken for the array, as from anybody who writes one.
# np.array(ids[1:], dtype=int) => ids[1:]

# %% hint: three ids and the end; of any length
# Keep a list of ids that starts with `bos_id`. Each round asks for the logits after all of
# them and adds one id.
# %% hint: three ids and the end; ends at once; never ends
# `np.argmax(logits)` is the likeliest id. There are two reasons to stop: it is `eos_id`, or
# there are `max_len` ids besides `bos_id`.
# %% hint
# Append first, then see whether it was `eos_id`: the end belongs to the answer. What does
# not belong to it is the `bos_id` in front.
