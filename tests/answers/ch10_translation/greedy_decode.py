"""Answers to translate.greedy_decode: right ones."""

from answers.corpus import right

EXERCISE = "translate.greedy_decode"

BASE = """
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len):
        best = int(np.argmax(step_logits(np.array(ids))))
        ids.append(best)
        if best == eos_id:
            break
    return np.array(ids[1:], dtype=int)
"""

ANSWERS = (
    right(
        "a list and append",
        BASE,
        "the commonest way",
    ),
    right(
        "filled in place",
        """
        def greedy_decode(step_logits, bos_id, eos_id, max_len):
            ids = np.zeros(max_len + 1, dtype=np.int64)
            ids[0] = bos_id
            n = 1
            while n <= max_len and (n == 1 or ids[n - 1] != eos_id):
                logits = step_logits(ids[:n])
                ids[n] = logits.argmax()
                n += 1
            return ids[1:n]
        """,
        "an array with room for all",
    ),
    right(
        "recursion",
        """
        def greedy_decode(step_logits, bos_id, eos_id, max_len):
            def write(ids):
                if len(ids) > max_len:
                    return ids
                longer = np.append(ids, np.argmax(step_logits(ids)))
                return longer if longer[-1] == eos_id else write(longer)

            return write(np.array([bos_id]))[1:]
        """,
        "one id, then the rest",
    ),
    right(
        "a generator",
        """
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
        """,
        "np.fromiter over a generator",
    ),
    right(
        "a class",
        """
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
        """,
        "an object that keeps what was written",
    ),
)
