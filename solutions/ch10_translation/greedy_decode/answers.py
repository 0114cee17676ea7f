"""Answers to translate.greedy_decode that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "a list and append",
        """
        def greedy_decode(step_logits, bos_id, eos_id, max_len):
            ids = [bos_id]
            for _ in range(max_len):
                best = int(np.argmax(step_logits(np.array(ids))))
                ids.append(best)
                if best == eos_id:
                    break
            return np.array(ids[1:], dtype=int)
        """,
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
    wrong(
        "eos left out",
        change(
            "        ids.append(best)\n        if best == eos_id:\n            break\n",
            "        if best == eos_id:\n            break\n        ids.append(best)\n",
        ),
        "the loop breaks before eos is written down",
        "eos-dropped",
        of="a list and append",
    ),
    wrong(
        "never stops",
        change("        if best == eos_id:\n            break\n", ""),
        "max_len ids, whatever they are",
        "does-not-stop",
        of="a list and append",
    ),
    wrong(
        "without bos",
        change("np.array(ids)", "np.array(ids[1:])"),
        "the model never sees bos",
        of="a list and append",
    ),
    wrong(
        "stops at a repetition",
        change("best == eos_id", "best == eos_id or best == ids[-2]"),
        "the same id twice is taken for an end",
        of="a list and append",
    ),
    wrong(
        "sampled",
        change(
            "best = int(np.argmax(step_logits(np.array(ids))))",
            "logits = step_logits(np.array(ids))\n"
            "        p = np.exp(logits - logits.max())\n"
            "        best = int(np.random.choice(len(logits), p=p / p.sum()))",
        ),
        "drawn instead of the likeliest",
        of="a list and append",
    ),
    wrong(
        "logits gathered",
        change("append(best)", "append(float(np.max(step_logits(np.array(ids)))))"),
        "what is returned are logits",
        of="a list and append",
    ),
    wrong(
        "fills up with eos",
        change(
            "    return np", "    ids += [eos_id] * (max_len + 1 - len(ids))\n    return np"
        ),
        "always max_len long",
        "padded",
        of="a list and append",
    ),
    wrong(
        "floats",
        change("dtype=int", "dtype=float"),
        "ids as floats",
        of="a list and append",
    ),
    *route(
        "recursion, again",
        """
        def greedy_decode(step_logits, bos_id, eos_id, max_len):
            def go(ids):
                if len(ids) > max_len or (len(ids) > 1 and ids[-1] == eos_id):
                    return ids[1:]
                return go(np.append(ids, np.argmax(step_logits(ids))))
            return go(np.array([bos_id]))
        ---
        > max_len => >= max_len | one-short
        [1:] => | starts-with-bos
        1: => 1:-1 | eos-dropped + one-short
        (len(ids) > 1 and ids[-1] == eos_id) => ids[-1] == eos_id
        step_logits(ids) => step_logits(ids[1:] if len(ids) > 1 else ids)
        step_logits(ids => step_logits(ids[-1:] | only-the-last
        argmax => argmin | least-likely
        """,
    ),
    *slips(
        "a list and append",
        """
        ids[1:], dtype => ids, dtype | starts-with-bos
        range(max_len) => range(max_len + 1) | one-too-many
        range(max_len) => range(max_len - 1) | one-short
        np.array(ids) => np.array(ids[-1:]) | only-the-last
        np.argmax => np.argmin | least-likely
        best == eos_id => best in (bos_id, eos_id) | stops-at-bos
        best == eos_id => best == eos_id or not best | stops-at-0
        np.array(ids) => np.array([bos_id]) | not-grown
        """,
    ),
    wrong(
        "stops before eos, starts list with bos",
        """
        def greedy_decode(step_logits, bos_id, eos_id, max_len):
            ids = [bos_id]
            while len(ids) < max_len:
                nxt = int(np.argmax(step_logits(np.array(ids))))
                if nxt == eos_id:
                    break
                ids.append(nxt)
            return ids[1:]
        """,
        "written from the text alone",
        "eos-dropped + one-short",
    ),
)
