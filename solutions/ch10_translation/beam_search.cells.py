# %% mistake: raw-logits
# You add up logits. They are log-probabilities only up to a constant, and the constant
# differs from beginning to beginning, so one with large logits looks likely. Take off the
# logarithm of the sum of their exponentials.
# logits - np.logaddexp.reduce(logits) => logits
# %% mistake: probabilities-added
# You add up probabilities. The probability of a sequence is their product: add the
# logarithms.
# logits - np.logaddexp.reduce(logits) => np.exp(logits - np.logaddexp.reduce(logits))
# %% mistake: each-on-its-own
# You go on with the best id of each beginning. The longer ones should compete all together:
# two of them may come from one beginning, and another one has none.
# longer += [ => ways = [
# - ]
# -         best
# + ]
# +             kept = width if len(beam) == 1 else 1
# +             longer += sorted(ways, reverse=True)[:kept]
# +         best
# %% mistake: ended-beside
# In yours the endings of a round take no places. An ending should take one of the width
# places of its round.
# -         best = sorted(longer, reverse=True)[:width]
# +         best = []
# +         for way in sorted(longer, reverse=True):
# +             if sum(ids[-1] != eos_id for _, ids in best) == width:
# +                 break
# +             best.append(way)
# %% mistake: unfinished-too
# You also return what has not ended after max_len rounds. Only what ends with eos_id is
# finished.
# -     return sorted(finished, reverse=True)
# +     finished += [(total, ids[1:]) for total, ids in beam]
# +     return sorted(finished, reverse=True)
# %% mistake: worst-first
# You return the least probable ending first. Logarithms of probabilities are negative: the
# best is the largest, nearest to 0.
# sorted(finished, reverse=True) => sorted(finished, reverse=False)
# %% mistake: least-probable-kept
# You keep the least probable ones in each round. Keep the width most probable.
# sorted(longer, reverse=True)[:width] => sorted(longer)[:width]
# %% mistake: finished-grow-on
# In yours what has ended is made longer again. It is finished and should leave the beam.
# - [(total, ids) for total, ids in best if ids[-1] != eos_id]
# + best
# %% mistake: mean-a-token
# Your endings are sorted by a mean per token, bos_id counted. That is a later idea; asked
# for is the logarithm of the whole probability.
# - sorted(finished, reverse
# + sorted(finished, key=lambda way: way[0] / (1 + len(way[1])), reverse
# %% mistake: bos-kept
# Your ids begin with bos_id, which the model is shown and did not write.
# (total, ids[1:]) => (total, ids)
# %% mistake: stops-at-the-first
# You stop as soon as one sequence has ended. The others in the beam may end better: go on
# until the beam is empty, or max_len rounds are over.
# if not beam: => if finished or not beam:
# %% mistake: one-round-more
# You go one round too far: max_len counts the ids that are written, and bos_id is not one
# of them.
# range(max_len) => range(max_len + 1)
# %% mistake: width-for-each
# You keep the width best of each beginning, so the beam may grow. Of all longer ones,
# only width should be kept.
# longer += [ => ways = [
# - ]
# -         best
# + ]
# +             longer += sorted(ways)[-width:]
# +         best
# (longer, reverse=True)[:width] => (longer, reverse=True)
# %% mistake: endings-go-on
# An ending stays in your beam, and can be pushed out by what comes later. An ending should
# leave the beam, and nothing takes it back.
# -         longer = []
# +         longer = [(total, [bos_id, *ids]) for total, ids in finished]
# +         finished = []
# %% mistake: in-the-order-found
# In your result the shorter endings come first, as they are found round by round. The most
# probable should come first, however long it is.
# sorted(finished, reverse=True) => finished
# %% mistake: probabilities-returned
# You return probabilities. Asked for are their logarithms, and with long sequences a
# product of probabilities underflows.
# - sorted(finished, reverse=True)
# + [(np.exp(p), ids) for p, ids in sorted(finished, reverse=True)]
# %% mistake: mean-returned
# Your logarithms are divided by the number of ids. Asked for is the logarithm of the whole
# sequence's probability.
# [(total, ids[1:]) for => [(total / (len(ids) - 1), ids[1:]) for
# %% mistake: places-kept-for-endings
# Your beam gets narrower with every ending. In each round width of the longer ones should
# be kept, however many have ended before.
# [:width] => [: max(width - len(finished), 0)]
# %% mistake: stops-at-width
# You stop as soon as width sequences have ended. What is left in the beam may end better:
# go on until the beam is empty, or max_len rounds are over.
# if not beam: => if not beam or len(finished) >= width:
# %% mistake: the-best-alone
# You return the most probable ending alone. All that the beam found are asked for.
# return sorted(finished, reverse=True) => return sorted(finished, reverse=True)[:1]
# %% mistake: width-best-alone
# You return no more than width endings. All that the beam found are asked for: a beam may
# find more than width.
# return sorted(finished, reverse=True) => return sorted(finished, reverse=True)[:width]
# %% mistake: eos-dropped
# Your ids lack eos_id at their end. It was written as well: keep it.
# ids[1:] => ids[1:-1]
# %% mistake: last-id-alone
# Your totals are those of the last id alone. A sequence's probability is the product of its
# ids': add each logarithm to the beginning's total.
# total + p => p
# %% mistake: beam-filled-up
# After endings your beam is filled up again. Of all longer ones only width should be kept,
# so those of them that end leave the beam smaller.
# - in best if ids[-1] != eos_id]
# + in sorted(longer, reverse=True) if ids[-1] != eos_id][:width]
# %% mistake: finished-beside-the-beam
# You keep every ending, however improbable, besides width others. In each round only the
# width most probable should be kept, finished or not.
# - for total, ids in best if ids[-1] == eos_id]
# + for total, ids in longer if ids[-1] == eos_id]
# - beam = [(total, ids) for total, ids in best if ids[-1] != eos_id]
# + beam = [(t, ids) for t, ids in sorted(longer, reverse=True) if ids[-1] != eos_id]
# +         beam = beam[:width]
# %% mistake: less-the-largest
# You take the largest logit off and nothing more. Log-probabilities are the logits less the
# logarithm of the sum of their exponentials.
# logits - np.logaddexp.reduce(logits) => logits - logits.max()
# %% mistake: mean-an-id
# Your endings are sorted by the mean per id. Sort them by the logarithm of the whole
# probability, the largest first.
# - sorted(finished, reverse
# + sorted(finished, key=lambda way: way[0] / len(way[1]), reverse
# %% mistake: one-round-less
# You go one round too few: max_len counts the ids that are written, and bos_id is not one
# of them.
# range(max_len) => range(max_len - 1)

# %% right: the usual
# an empty beam makes nothing longer
def beam_search(step_logits, bos_id, eos_id, width, max_len):
    beam, finished = [(0.0, [bos_id])], []
    for _ in range(max_len):
        longer = []
        for total, ids in beam:
            logits = step_logits(np.array(ids))
            log_p = logits - np.logaddexp.reduce(logits)
            for i in range(len(log_p)):
                longer.append((total + log_p[i], ids + [i]))
        longer.sort(key=lambda way: way[0], reverse=True)
        beam = []
        for total, ids in longer[:width]:
            if ids[-1] == eos_id:
                finished.append((total, ids[1:]))
            else:
                beam.append((total, ids))
    return sorted(finished, key=lambda way: way[0], reverse=True)
# wrong, raw-logits: logits - np.logaddexp.reduce(logits) => logits
# wrong, unfinished-too: sorted(finished => sorted(finished + [(t, i[1:]) for t, i in beam]
# wrong, bos-kept: ids[1:] => ids
# wrong, one-round-more: range(max_len) => range(max_len + 1)
# %% right: a stable softmax and its logarithm
# the largest taken off first
# -             log_p = logits - np.logaddexp.reduce(logits)
# +             shifted = logits - logits.max()
# +             log_p = shifted - np.log(np.exp(shifted).sum())
# %% right: the width best of each are enough
# no beginning has more than width among the width best
# range(len(log_p)) => np.argsort(-log_p)[:width]
# %% right: bos_id left out from the start
# put in front for the model alone
# (0.0, [bos_id]) => (0.0, [])
# np.array(ids) => np.array([bos_id] + ids)
# ids[1:] => ids
# %% right: lists of results
# a pair is a pair
# finished.append((total, ids[1:])) => finished.append([float(total), np.array(ids[1:])])
# %% wrong, less-the-largest: shifted by the largest
# a constant, and not the right one
# np.logaddexp.reduce(logits) => logits.max()
# %% wrong, probabilities-added: probabilities
# logits - np.logaddexp.reduce(logits) => np.exp(logits - np.logaddexp.reduce(logits))
# %% wrong, ended-beside: an ending takes no place
# -         for total, ids in longer[:width]:
# +         for total, ids in longer:
# +             if len(beam) == width:
# +                 break
# %% wrong, worst-first: ascending
# - sorted(finished, key=lambda way: way[0], reverse=True)
# + sorted(finished, key=lambda way: way[0])
# %% wrong, stops-at-the-first: the first ending
# -     return sorted(finished, key=lambda way: way[0], reverse=True)
# +         if finished:
# +             break
# +     return sorted(finished, key=lambda way: way[0], reverse=True)
# %% wrong: only the last id is shown
# the model needs all of them
# np.array(ids) => np.array(ids[-1:])

# %% right: one table, argsort
# the totals of all in one array, (beginnings, vocabulary)
def beam_search(step_logits, bos_id, eos_id, width, max_len):
    ids, totals, finished = np.array([[bos_id]]), np.zeros(1), []
    for _ in range(max_len):
        logits = np.array([step_logits(row) for row in ids], dtype=float)
        log_p = logits - np.logaddexp.reduce(logits, axis=1)[:, None]
        table = totals[:, None] + log_p
        best = np.argsort(table, axis=None)[::-1][:width]
        rows, new = np.unravel_index(best, table.shape)
        ids, totals = np.column_stack([ids[rows], new]), table.ravel()[best]
        ended = new == eos_id
        finished += zip(totals[ended].tolist(), ids[ended, 1:].tolist())
        ids, totals = ids[~ended], totals[~ended]
        if not len(ids):
            break
    return sorted(finished, key=lambda way: -way[0])

# %% wrong, not_attempted: left open
# stub
def beam_search(*a):
    raise NotImplementedError

# %% right: the largest of a heap
import heapq

def beam_search(step_logits, bos_id, eos_id, width, max_len):
    beam, done = [(0.0, ())], []
    for _ in range(max_len):
        longer = []
        for p, ids in beam:
            z = np.asarray(step_logits(np.array((bos_id,) + ids)))
            log_p = z - np.logaddexp.reduce(z)
            longer.extend((p + log_p[i], ids + (i,)) for i in range(z.size))
        best = heapq.nlargest(width, longer)
        done += [(p, list(ids)) for p, ids in best if ids[-1] == eos_id]
        beam = [way for way in best if way[1][-1] != eos_id]
    return sorted(done, reverse=True)
# wrong, in-the-order-found: sorted(done, reverse=True) => done
# wrong, probabilities-returned: (p, list(ids)) for => (np.exp(p), list(ids)) for
# wrong, mean-returned: (p, list(ids)) for => (p / len(ids), list(ids)) for
# wrong, bos-kept: (p, list(ids)) for => (p, [bos_id, *ids]) for
# wrong, one-round-more: range(max_len) => range(max_len + 1)
# wrong, least-probable-kept: nlargest => nsmallest
# %% wrong, raw-logits: the largest of a heap: nothing for - np.logaddexp.reduce(z)
# - - np.logaddexp.reduce(z)

# %% wrong: finished ones stay and take room; bos kept
# written from the text alone
def beam_search(step_logits, bos_id, eos_id, width, max_len):
    beam = [(0.0, [bos_id])]
    for _ in range(max_len):
        candidates = []
        for score, ids in beam:
            if ids[-1] == eos_id:
                candidates.append((score, ids))
                continue
            logits = step_logits(np.array(ids))
            logp = logits - np.log(np.exp(logits).sum())
            for i, lp in enumerate(logp):
                candidates.append((score + lp, ids + [i]))
        beam = sorted(candidates, reverse=True)[:width]
    return [(s, ids) for s, ids in beam if ids[-1] == eos_id]

# %% wrong, beam-filled-up: finished refill the beam
def beam_search(step_logits, bos_id, eos_id, width, max_len):
    beam, done = [(0.0, [])], []
    for _ in range(max_len):
        longer = []
        for score, ids in beam:
            logits = step_logits(np.array([bos_id, *ids]))
            top = logits.max()
            logp = logits - top - np.log(np.exp(logits - top).sum())
            longer += [(score + float(one), [*ids, i]) for i,
                one in enumerate(logp)]
        longer = sorted(longer)[::-1]
        best = longer[:width]
        done += [each for each in best if each[1][-1] == eos_id]
        beam = [each for each in longer if each[1][-1] != eos_id][:width]
        if not beam:
            break
    return sorted(done, reverse=True)

# %% same
# The ids as a list; the models here take both.
# np.array(ids) => ids
# %% same
# An empty beam makes nothing longer.
# -         if not beam:
# -             break
# +         pass
# break => pass

# %% hint: one beginning; two beginnings
# Keep two lists, of pairs (total, ids): the beam, which begins with (0.0, [bos_id]), and
# what is finished. What happens to them in a round?
# %% hint: one beginning; two beginnings
# log p of all next ids is logits - np.logaddexp.reduce(logits). One list takes the longer
# ways of *all* beginnings. Sort it, the most probable first, and cut it at width.
# %% hint
# for total, ids in beam: longer += [(total + p, [*ids, i]) for i, p in enumerate(log_p)].
# Of the width best, part those whose last id is eos_id from the rest.
