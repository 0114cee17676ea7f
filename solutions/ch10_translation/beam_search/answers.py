"""Answers to translate.beam_search that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "the usual",
        """
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
        """,
        "an empty beam makes nothing longer",
    ),
    right(
        "a stable softmax and its logarithm",
        change(
            "log_p = logits - np.logaddexp.reduce(logits)",
            "shifted = logits - logits.max()\n"
            "            log_p = shifted - np.log(np.exp(shifted).sum())",
        ),
        "the largest taken off first",
        of="the usual",
    ),
    right(
        "the width best of each are enough",
        change("range(len(log_p))", "np.argsort(-log_p)[:width]"),
        "no beginning has more than width among the width best",
        of="the usual",
    ),
    right(
        "bos_id left out from the start",
        change("(0.0, [bos_id])", "(0.0, [])")
        + change("np.array(ids)", "np.array([bos_id] + ids)")
        + change("ids[1:]", "ids"),
        "put in front for the model alone",
        of="the usual",
    ),
    right(
        "one table, argsort",
        """
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
        """,
        "the totals of all in one array, (beginnings, vocabulary)",
    ),
    right(
        "lists of results",
        change(
            "finished.append((total, ids[1:]))",
            "finished.append([float(total), np.array(ids[1:])])",
        ),
        "a pair is a pair",
        of="the usual",
    ),
    wrong(
        "left open",
        """
        def beam_search(*a):
            raise NotImplementedError
        """,
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "logits",
        change(" - np.logaddexp.reduce(logits)", ""),
        "no logarithms of probabilities",
        "raw-logits",
        of="the usual",
    ),
    wrong(
        "shifted by the largest",
        change("np.logaddexp.reduce(logits)", "logits.max()"),
        "a constant, and not the right one",
        of="the usual",
    ),
    wrong(
        "probabilities",
        change(
            "logits - np.logaddexp.reduce(logits)",
            "np.exp(logits - np.logaddexp.reduce(logits))",
        ),
        "added, not multiplied",
        "probabilities-added",
        of="the usual",
    ),
    wrong(
        "an ending takes no place",
        change(
            "longer[:width]:",
            "longer:\n            if len(beam) == width:\n                break",
        ),
        "the beam is filled up beside the endings",
        "ended-beside",
        of="the usual",
    ),
    wrong(
        "ascending",
        change(
            "sorted(finished, key=lambda way: way[0], reverse=True)",
            "sorted(finished, key=lambda way: way[0])",
        ),
        "the worst comes first",
        "worst-first",
        of="the usual",
    ),
    wrong(
        "the first ending",
        change(
            "    return sorted",
            "        if finished:\n            break\n    return sorted",
        ),
        "others may end better",
        "stops-at-the-first",
        of="the usual",
    ),
    wrong(
        "only the last id is shown",
        change("np.array(ids)", "np.array(ids[-1:])"),
        "the model needs all of them",
        of="the usual",
    ),
    *slips(
        "the usual",
        """
        sorted(finished => sorted(finished + [(t, i[1:]) for t, i in beam] | unfinished-too
        ids[1:] => ids | bos-kept
        range(max_len) => range(max_len + 1) | one-round-more
        """,
    ),
    *route(
        "the largest of a heap",
        """
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
        ---
        sorted(done, reverse=True) => done | in-the-order-found
        (p, list(ids)) for => (np.exp(p), list(ids)) for | probabilities-returned
        (p, list(ids)) for => (p / len(ids), list(ids)) for | mean-returned
        (p, list(ids)) for => (p, [bos_id, *ids]) for | bos-kept
        - np.logaddexp.reduce(z) => | raw-logits
        range(max_len) => range(max_len + 1) | one-round-more
        nlargest => nsmallest
        """,
    ),
    wrong(
        "fewer places with every ending",
        """
        def beam_search(step_logits, bos_id, eos_id, width, max_len):
            beam = [(0.0, [bos_id])]; done = []
            for _ in range(max_len):
                new = []
                for t, ids in beam:
                    z = step_logits(np.array(ids)); lp = z - np.logaddexp.reduce(z)
                    new += [(t + p, ids + [i]) for i, p in enumerate(lp)]
                new = sorted(new, reverse=True)[:width - len(done)]
                done += [(t, ids[1:]) for t, ids in new if ids[-1] == eos_id]
                beam = [(t, ids) for t, ids in new if ids[-1] != eos_id]
                if not beam:
                    break
            return sorted(done, reverse=True)
        """,
        "an ending keeps its place",
        "places-kept-for-endings",
    ),
    wrong(
        "until width have ended",
        """
        def beam_search(step_logits, bos_id, eos_id, width, max_len):
            beam = [(0.0, [bos_id])]; done = []
            for _ in range(max_len):
                new = []
                for t, ids in beam:
                    z = step_logits(np.array(ids)); lp = z - np.logaddexp.reduce(z)
                    new += [(t + p, ids + [i]) for i, p in enumerate(lp)]
                new = sorted(new, reverse=True)[:width]
                done += [(t, ids[1:]) for t, ids in new if ids[-1] == eos_id]
                beam = [(t, ids) for t, ids in new if ids[-1] != eos_id]
                if len(done) >= width or not beam:
                    break
            return sorted(done, reverse=True)
        """,
        "what is in the beam might end better",
        "stops-at-width",
    ),
    wrong(
        "one is enough",
        """
        def beam_search(step_logits, bos_id, eos_id, width, max_len):
            beam = [(0.0, [bos_id])]; done = []
            for _ in range(max_len):
                new = []
                for t, ids in beam:
                    z = step_logits(np.array(ids)); lp = z - np.logaddexp.reduce(z)
                    new += [(t + p, ids + [i]) for i, p in enumerate(lp)]
                new = sorted(new, reverse=True)[:width]
                done += [(t, ids[1:]) for t, ids in new if ids[-1] == eos_id]
                beam = [(t, ids) for t, ids in new if ids[-1] != eos_id]
            return sorted(done, reverse=True)[:1]
        """,
        "all are asked for",
        "the-best-alone",
    ),
    wrong(
        "both ends cut off",
        """
        def beam_search(step_logits, bos_id, eos_id, width, max_len):
            beam = [(0.0, [bos_id])]; done = []
            for _ in range(max_len):
                new = []
                for t, ids in beam:
                    z = step_logits(np.array(ids)); lp = z - np.logaddexp.reduce(z)
                    new += [(t + p, ids + [i]) for i, p in enumerate(lp)]
                new = sorted(new, reverse=True)[:width]
                done += [(t, ids[1:-1]) for t, ids in new if ids[-1] == eos_id]
                beam = [(t, ids) for t, ids in new if ids[-1] != eos_id]
            return sorted(done, reverse=True)
        """,
        "eos_id is cut off",
        "eos-dropped",
    ),
    wrong(
        "the last step's logarithm",
        """
        def beam_search(step_logits, bos_id, eos_id, width, max_len):
            beam = [(0.0, [bos_id])]; done = []
            for _ in range(max_len):
                new = []
                for t, ids in beam:
                    z = step_logits(np.array(ids)); lp = z - np.logaddexp.reduce(z)
                    new += [(p, ids + [i]) for i, p in enumerate(lp)]
                new = sorted(new, reverse=True)[:width]
                done += [(t, ids[1:]) for t, ids in new if ids[-1] == eos_id]
                beam = [(t, ids) for t, ids in new if ids[-1] != eos_id]
            return sorted(done, reverse=True)
        """,
        "the total before is lost",
        "last-id-alone",
    ),
    wrong(
        "finished ones stay and take room; bos kept",
        """
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
        """,
        "written from the text alone",
    ),
    wrong(
        "finished refill the beam",
        """
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
                longer.sort(reverse=True)
                best = longer[:width]
                done += [each for each in best if each[1][-1] == eos_id]
                beam = [each for each in longer if each[1][-1] != eos_id][:width]
                if not beam:
                    break
            return sorted(done, reverse=True)
        """,
        "written from the text alone",
        "beam-filled-up",
    ),
)
