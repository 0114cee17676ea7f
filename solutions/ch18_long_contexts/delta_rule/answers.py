"""Answers to contexts.delta_rule that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "matrices",
        """
        def delta_rule(q, k, v, write, keep, memory):
            S = memory.copy()
            out = np.zeros((len(q), v.shape[1]), dtype=v.dtype)
            for t, (key, value, b, a) in enumerate(zip(k, v, write, keep)):
                S = a * S
                S = S - b * np.outer(key, key) @ S
                S = S + b * np.outer(key, value)
                out[t] = S.T @ q[t]
            return out, S
        ---
        S = S - b * np.outer(key, key) @ S => pass | added-not-corrected
        S = S - b * => S = S + b * | plus-for-minus
        S = a * S => pass | nothing-forgotten
        S = a * S => S = (1 - a) * S | forgets-the-rest
        S = memory.copy() => S = np.zeros(memory.shape, v.dtype) | starts-empty
        S + b * np.outer(key, value) => S + b * np.outer(q[t], value)
        out[t] = S.T @ q[t] => out[t] = S.T @ key
        S + b * np.outer(key, value) => S + np.outer(key, value)
        """,
    ),
    wrong(
        "keep-for-write, in matrices",
        change("enumerate(zip(k, v, write, keep))", "enumerate(zip(k, v, keep, write))"),
        "a slip in one place",
        "keep-for-write",
        of="matrices",
    ),
    *route(
        "in place",
        """
        def delta_rule(q, k, v, write, keep, memory):
            memory, out = np.array(memory), []
            for i, key in enumerate(k):
                memory *= keep[i]
                there = key @ memory
                wanted = write[i] * v[i] + (1 - write[i]) * there
                memory += key[:, None] * (wanted - there)
                out.append(q[i] @ memory)
            return np.stack(out), memory
        ---
        write[i] * v[i] + (1 - write[i]) * there => v[i] | written-whole
        memory *= keep[i] => pass | nothing-forgotten
        memory += key[:, None] * => memory += q[i][:, None] * | written-at-the-query
        (1 - write[i]) * there => write[i] * there
        """,
    ),
    right(
        "one matrix a token",
        """
        def delta_rule(q, k, v, write, keep, memory):
            out = np.empty((len(q), v.shape[1]))
            for i in range(len(q)):
                turn = keep[i] * (np.eye(k.shape[1]) - write[i] * np.outer(k[i], k[i]))
                memory = turn @ memory + write[i] * np.outer(k[i], v[i])
                out[i] = q[i] @ memory
            return out, memory
        """,
        "as in the paper",
    ),
    right(
        "recursion",
        """
        def delta_rule(q, k, v, write, keep, memory):
            if len(q) == 0:
                return np.zeros((0, v.shape[1])), memory
            before, old = delta_rule(q[:-1], k[:-1], v[:-1], write[:-1], keep[:-1], memory)
            old = keep[-1] * old
            new = old + write[-1] * np.einsum("k,v->kv", k[-1], v[-1] - old.T @ k[-1])
            return np.vstack([before, q[-1] @ new]), new
        """,
        "the last token after all others",
    ),
    wrong(
        "reads too early",
        """
        def delta_rule(q, k, v, write, keep, memory):
            out = []
            for i in range(len(q)):
                there = k[i] @ memory
                memory = keep[i] * memory + write[i] * np.outer(k[i], v[i] - there)
                out.append(q[i] @ memory)
            return np.array(out), memory
        """,
        "what is there is read before it fades",
        "read-before-forgetting",
    ),
    wrong(
        "the query first",
        """
        def delta_rule(q, k, v, write, keep, memory):
            out = []
            for i in range(len(q)):
                S = memory * keep[i]
                out.append(q[i] @ S)
                memory = S + write[i] * np.outer(k[i], v[i] - k[i] @ S)
            return np.array(out), memory
        """,
        "the token itself is not seen",
        "query-before-writing",
    ),
    right(
        "matrices of rank one",
        """
        def delta_rule(q, k, v, write, keep, memory):
            if not len(q):
                return np.zeros((0, v.shape[-1])), memory.copy()
            kk = k[0][:, None]
            step = np.eye(len(kk)) - write[0] * kk @ kk.T
            memory = keep[0] * step @ memory + write[0] * kk @ v[:1]
            first = q[:1] @ memory
            rest, memory = delta_rule(q[1:], k[1:], v[1:], write[1:], keep[1:], memory)
            return np.vstack([first, rest]), memory
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "reads before it writes, forgets after",
        """
        def delta_rule(q, k, v, write, keep, memory):
            out = []
            for t in range(len(q)):
                out.append(q[t] @ memory)
                memory = memory + write[t] * np.outer(k[t], v[t] - k[t] @ memory)
                memory = keep[t] * memory
            return np.array(out), memory
        """,
        "written from the text alone",
    ),
    wrong(
        "forgets after writing",
        """
        def delta_rule(q, k, v, write, keep, memory):
            out = []
            for i in range(len(q)):
                memory = memory + write[i] * np.outer(k[i], v[i] - k[i] @ memory)
                memory = keep[i] * memory
                out.append(q[i] @ memory)
            return np.array(out), memory
        """,
        "forgotten after it was written",
    ),
)
