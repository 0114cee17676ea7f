# %% mistake: new-ones-alone
# You return what was written without the prompt. All ids are asked for: the prompt's, then
# the new ones.
# return written => return written[len(ids) :]
# %% mistake: cache-forgotten
# You give step no cache after the first call, so step sees one token and nothing before.
# Pass on the cache that the last call returned.
# logits, cache = step => logits, _ = step
# %% mistake: all-again
# You give step the whole text each time, and the cache as well, so the model reads the
# text again and again. After the first call, give it the one new token.
# step(new, cache) => step(written, cache)
# %% mistake: prompt-not-read
# Your first call gives step the last token of the prompt alone. Give step all of the
# prompt: nothing is in the cache yet.
# new, cache = list(written) => new, cache = written[-1:]
# %% mistake: end-left-out
# You leave out the id that ends the text. The model wrote it, too: add it, and stop then.
# -         written += new
# -
# +
# - break
# + break
# +         written += new
# %% mistake: goes-on-after-the-end
# You go on writing after eos_id. Stop once eos_id is written.
# -         if new == [eos_id]:
# -             break
# -
# %% mistake: least-likely
# You take the smallest logit. The most likely token has the largest one.
# np.argmax => np.argmin
# %% mistake: no-cache-at-all
# You give step the whole text each time and no cache. A real model would answer the same,
# but read everything again for each token: after the first call, give it the one new token
# and the cache.
# step(new, cache) => step(list(written), None)
# %% mistake: cache-of-the-first-call
# You keep the cache that the first call returned. Each call returns a longer one: pass on
# the last.
# -         logits, cache = step(new, cache)
# +         logits, grown = step(new, cache)
# +         cache = cache or grown
# %% mistake: prompt-in-pieces
# You read the prompt token by token. One call should read all of it.
# -     for _ in range(max_new):
# +     for i in new[:-1]:
# +         _, cache = step([i], cache)
# +     new = new[-1:]
# +     for _ in range(max_new):
# %% mistake: end-of-the-prompt
# You stop because eos_id stands in the prompt. Only a token that you wrote ends the text.
# new == [eos_id] => eos_id in written
# %% mistake: one-too-many
# You write one token too many: max_new is how many may come.
# range(max_new) => range(max_new + 1)
# %% mistake: prompt-counted
# You count the prompt's tokens in max_new, which says how many new ones may come.
# range(max_new) => range(max_new - len(ids))
# %% mistake: of-equals-the-last
# Of equally likely tokens you take the last. Take the first.
# new = [int(np.argmax(logits))] => new = [len(logits) - 1 - int(np.argmax(logits[::-1]))]
# %% mistake: one-at-least
# You write a token where max_new is 0.
# range(max_new) => range(max(max_new, 1))
# %% mistake: ended-by-the-prompt
# An eos_id in the prompt, at least as its last token, keeps you from writing. Only an
# eos_id that you wrote ends the text.
# - logits, cache = step(new, cache)
# + if written[-1] == eos_id:
# +             break
# +         logits, cache = step(new, cache)

# %% right: a loop
# the prompt, then one at a time
def generate(step, ids, max_new, eos_id):
    written = list(ids)
    new, cache = written, None
    for _ in range(max_new):
        logits, cache = step(new, cache)
        best = int(np.argmax(logits))
        written = written + [best]
        if best == eos_id:
            break
        new = [best]
    return written
# wrong, new-ones-alone: return written => return written[len(ids):]
# wrong, cache-forgotten: logits, cache = step(new, cache) => logits, _ = step(new, None)
# wrong, all-again: new = [best] => new = written
# wrong, prompt-not-read: new, cache = written, None => new, cache = written[-1:], None
# wrong, least-likely: np.argmax => np.argmin
# wrong, prompt-counted: range(max_new) => range(max_new - len(ids))
# wrong, one-too-many: range(max_new) => range(max_new + 1)
# wrong, end-of-the-prompt: best == eos_id => eos_id in written
# %% wrong, no-cache-at-all: all again without a cache
# logits, cache = step(new, cache) => logits, _ = step(written, None)
# %% wrong, end-left-out: end left out
# -         written = written + [best]
# -
# +
# - new =
# + written = written + [best]
# +         new =
# %% wrong, goes-on-after-the-end: never ends
# -         if best == eos_id:
# -             break
# -         new = [best]
# +         new = [best]
# %% wrong: the ids changed
# the caller's list grows
# written = list(ids) => written = ids
# new, cache = written, None => new, cache = list(written), None
# written = written + [best] => written += [best]
# %% wrong: a number for a list
# step wants a list
# new = [best] => new = best
# %% wrong, cache-of-the-first-call: cache of the first call
# -         logits, cache = step(new, cache)
# +         logits, grown = step(new, cache)
# +         cache = cache or grown

# %% right: while
# reads first; ids of NumPy's integer type
def generate(step, ids, max_new, eos_id):
    out = [*ids]
    logits, cache = (None, None) if max_new == 0 else step(out[:], None)
    while len(out) - len(ids) < max_new:
        out.append(np.asarray(logits).argmax())
        if out[-1] == eos_id or len(out) - len(ids) == max_new:
            break
        logits, cache = step(out[-1:], cache)
    return out

# %% right: recursion
# a function that calls itself with what is left
def generate(step, ids, max_new, eos_id):
    def go(new, cache, left):
        if left == 0:
            return []
        logits, cache = step(new, cache)
        i = int(np.argmax(logits))
        return [i] if i == eos_id else [i] + go([i], cache, left - 1)

    return list(ids) + go(list(ids), None, max_new)

# %% right: a writer
# an object keeps the cache
class Writer:
    def __init__(self, step):
        self.step, self.cache = step, None

    def __call__(self, new):
        logits, self.cache = self.step(new, self.cache)
        return max(range(len(logits)), key=lambda i: logits[i])


def generate(step, ids, max_new, eos_id):
    written, writer = [int(i) for i in ids], Writer(step)
    new = written.copy()
    for _ in range(max_new):
        new = [writer(new)]
        written.extend(new)
        if new[0] == eos_id:
            return written
    return written

# %% right: a generator, helper drawn
# a generator, named as a function of the chapter below
def drawn(step, new, cache, left, eos_id):
    for _ in range(left):
        logits, cache = step(new, cache)
        new = [int(logits.argmax())]
        yield new[0]
        if new[0] == eos_id:
            return


def generate(step, ids, max_new, eos_id):
    return [*ids, *drawn(step, list(ids), None, max_new, eos_id)]

# %% wrong, prompt-in-pieces: prompt token by token
def generate(step, ids, max_new, eos_id):
    cache = None
    for i in ids:
        logits, cache = step([i], cache)
    written = list(ids)
    for _ in range(max_new):
        written.append(int(np.argmax(logits)))
        if written[-1] == eos_id:
            break
        logits, cache = step(written[-1:], cache)
    return written

# %% wrong: whole text each time, argmax of the last index, eos
#    left out
def generate(step, ids, max_new, eos_id):
    cache = None
    for _ in range(max_new):
        logits, cache = step(ids, cache)
        nxt = int(np.argmax(logits))
        if nxt == eos_id:
            break
        ids = ids + [nxt]
    return ids

# %% wrong: numpy ids
# written from the text alone
def generate(step, ids, max_new, eos_id):
    out = np.array(ids)
    logits, cache = None, None
    new = list(ids)
    for _ in range(max_new):
        logits, cache = step(new, cache)
        new = [int(np.argmax(logits))]
        out = np.append(out, new)
        if new[0] == eos_id:
            break
    return out

# %% wrong: stops before max_new
# one token short
def generate(step, ids, max_new, eos_id):
    logits, cache = step(list(ids), None)
    out = list(ids)
    for _ in range(max_new - 1):
        t = int(np.argmax(logits))
        out.append(t)
        if t == eos_id:
            return out
        logits, cache = step([t], cache)
    return out

# %% same
# Ids of NumPy are as good as Python's.
# int(i) for i in ids => i for i in ids
# int(np.argmax(logits)) => np.argmax(logits)
# %% same
# The list is only read before another takes its name.
# list(written) => written

# %% hint: a few tokens
# What has to be read in the first call, and what in the second? The cache holds everything
# that was read before.
# %% hint: a few tokens
# Keep three things: all ids so far, the ids that the next call reads (first the prompt,
# then one), and the cache, which is None at first.
# %% hint
# After each call the next one reads a single new id, as a list. Add it to all ids before
# you ask whether it is eos_id.
