"""Answers to real.generate that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a loop",
        """
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
        """,
        "the prompt, then one at a time",
    ),
    right(
        "while",
        """
        def generate(step, ids, max_new, eos_id):
            out = [*ids]
            logits, cache = (None, None) if max_new == 0 else step(out[:], None)
            while len(out) - len(ids) < max_new:
                out.append(np.asarray(logits).argmax())
                if out[-1] == eos_id or len(out) - len(ids) == max_new:
                    break
                logits, cache = step(out[-1:], cache)
            return out
        """,
        "reads first; ids of NumPy's integer type",
    ),
    right(
        "recursion",
        """
        def generate(step, ids, max_new, eos_id):
            def go(new, cache, left):
                if left == 0:
                    return []
                logits, cache = step(new, cache)
                i = int(np.argmax(logits))
                return [i] if i == eos_id else [i] + go([i], cache, left - 1)

            return list(ids) + go(list(ids), None, max_new)
        """,
        "a function that calls itself with what is left",
    ),
    right(
        "a writer",
        """
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
        """,
        "an object keeps the cache",
    ),
    right(
        "a generator, helper drawn",
        """
        def drawn(step, new, cache, left, eos_id):
            for _ in range(left):
                logits, cache = step(new, cache)
                new = [int(logits.argmax())]
                yield new[0]
                if new[0] == eos_id:
                    return


        def generate(step, ids, max_new, eos_id):
            return [*ids, *drawn(step, list(ids), None, max_new, eos_id)]
        """,
        "a generator, named as a function of the chapter below",
    ),
    wrong(
        "new ones alone",
        change("return written", "return written[len(ids):]"),
        "no prompt",
        "new-ones-alone",
        of="a loop",
    ),
    wrong(
        "no cache",
        change("logits, cache = step(new, cache)", "logits, _ = step(new, None)"),
        "each call sees one token",
        "cache-forgotten",
        of="a loop",
    ),
    wrong(
        "all again",
        change("new = [best]", "new = written"),
        "the prompt is read again behind itself",
        "all-again",
        of="a loop",
    ),
    wrong(
        "all again without a cache",
        change("logits, cache = step(new, cache)", "logits, _ = step(written, None)"),
        "right ids for a right model, but step does not get one token a call",
        "no-cache-at-all",
        of="a loop",
    ),
    wrong(
        "last token only",
        change("new, cache = written, None", "new, cache = written[-1:], None"),
        "the prompt is not read",
        "prompt-not-read",
        of="a loop",
    ),
    wrong(
        "end left out",
        change("        written = written + [best]\n", "")
        + change(
            "        new = [best]",
            "        written = written + [best]\n        new = [best]",
        ),
        "the end is not kept",
        "end-left-out",
        of="a loop",
    ),
    wrong(
        "never ends",
        change("        if best == eos_id:\n            break\n", ""),
        "goes on behind the end",
        "goes-on-after-the-end",
        of="a loop",
    ),
    wrong(
        "argmin",
        change("np.argmax", "np.argmin"),
        "the least likely",
        "least-likely",
        of="a loop",
    ),
    wrong(
        "prompt counted",
        change("range(max_new)", "range(max_new - len(ids))"),
        "max_new in all",
        "prompt-counted",
        of="a loop",
    ),
    wrong(
        "one too many",
        change("range(max_new)", "range(max_new + 1)"),
        "one more than there may be",
        "one-too-many",
        of="a loop",
    ),
    wrong(
        "ends in the prompt",
        change("best == eos_id", "eos_id in written"),
        "the end in the prompt ends it",
        "end-of-the-prompt",
        of="a loop",
    ),
    wrong(
        "prompt token by token",
        """
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
        """,
        "the prompt is to be read in one call",
        "prompt-in-pieces",
    ),
    wrong(
        "the ids changed",
        change("written = list(ids)", "written = ids")
        + change("new, cache = written, None", "new, cache = list(written), None")
        + change("written = written + [best]", "written += [best]"),
        "the caller's list grows",
        of="a loop",
    ),
    wrong(
        "a number for a list",
        change("new = [best]", "new = best"),
        "step wants a list",
        of="a loop",
    ),
    wrong(
        "cache of the first call",
        change(
            "logits, cache = step(new, cache)",
            "logits, grown = step(new, cache)\n        cache = cache or grown",
        ),
        "later calls' caches are dropped",
        "cache-of-the-first-call",
        of="a loop",
    ),
    wrong(
        "whole text each time, argmax of the last index, eos left out",
        """
        def generate(step, ids, max_new, eos_id):
            cache = None
            for _ in range(max_new):
                logits, cache = step(ids, cache)
                nxt = int(np.argmax(logits))
                if nxt == eos_id:
                    break
                ids = ids + [nxt]
            return ids
        """,
        "written from the text alone",
        "all-again + end-left-out",
    ),
    wrong(
        "numpy ids",
        """
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
        """,
        "written from the text alone",
    ),
    wrong(
        "stops before max_new",
        """
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
        """,
        "one token short",
    ),
)
