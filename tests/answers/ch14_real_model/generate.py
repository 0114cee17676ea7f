"""Answers to real.generate."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "real.generate"

BASE = """
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
"""

ANSWERS = (
    right("a loop", BASE, "the prompt, then one at a time"),
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
        edited(BASE, ("return written", "return written[len(ids):]")),
        "no prompt",
        "new-ones-alone",
    ),
    wrong(
        "no cache",
        edited(BASE, ("logits, cache = step(new, cache)", "logits, _ = step(new, None)")),
        "each call sees one token",
        "cache-forgotten",
    ),
    wrong(
        "all again",
        edited(BASE, ("new = [best]", "new = written")),
        "the prompt is read again behind itself",
        "all-again",
    ),
    wrong(
        "all again without a cache",
        edited(
            BASE, ("logits, cache = step(new, cache)", "logits, _ = step(written, None)")
        ),
        "right ids for a right model, but step does not get one token a call",
        "no-cache-at-all",
    ),
    wrong(
        "last token only",
        edited(BASE, ("new, cache = written, None", "new, cache = written[-1:], None")),
        "the prompt is not read",
        "prompt-not-read",
    ),
    wrong(
        "end left out",
        edited(
            BASE,
            (
                (
                    "        written = written + [best]\n"
                    "        if best == eos_id:\n"
                    "            break\n"
                ),
                (
                    "        if best == eos_id:\n"
                    "            break\n"
                    "        written = written + [best]\n"
                ),
            ),
        ),
        "the end is not kept",
        "end-left-out",
    ),
    wrong(
        "never ends",
        edited(BASE, ("        if best == eos_id:\n            break\n", "")),
        "goes on behind the end",
        "goes-on-after-the-end",
    ),
    wrong("argmin", edited(BASE, ("argmax", "argmin")), "the least likely", "least-likely"),
    wrong(
        "prompt counted",
        edited(BASE, ("range(max_new)", "range(max_new - len(ids))")),
        "max_new in all",
        "prompt-counted",
    ),
    wrong(
        "one too many",
        edited(BASE, ("range(max_new)", "range(max_new + 1)")),
        "one more than there may be",
        "one-too-many",
    ),
    wrong(
        "ends in the prompt",
        edited(BASE, ("        if best == eos_id:", "        if eos_id in written:")),
        "the end in the prompt ends it",
        "end-of-the-prompt",
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
        edited(
            BASE,
            ("written = list(ids)", "written = ids"),
            ("written = written + [best]", "written += [best]"),
            ("new, cache = written, None", "new, cache = list(written), None"),
        ),
        "the caller's list grows",
    ),
    wrong(
        "a number for a list",
        edited(BASE, ("new = [best]", "new = best")),
        "step wants a list",
    ),
    wrong(
        "cache of the first call",
        edited(
            BASE,
            (
                "logits, cache = step(new, cache)",
                "logits, grown = step(new, cache)\n        cache = cache or grown",
            ),
        ),
        "later calls' caches are dropped",
        "cache-of-the-first-call",
    ),
)
