"""Answers to contexts.delta_chunk that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    *route(
        "an inverse",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            n = len(k)
            g = np.cumprod(keep)
            D = np.tril(np.exp(np.log(g)[:, None] - np.log(g)[None]))
            B = np.diag(write)
            T = np.linalg.inv(np.eye(n) + B @ np.tril(D * (k @ k.T), -1))
            U = T @ B @ (v - np.diag(g) @ k @ memory)
            out = np.diag(g) @ q @ memory + (D * (q @ k.T)) @ U
            memory = g[-1] * memory + k.T @ np.diag(D[-1]) @ U
            return out, memory
        ---
        np.tril(D * (k @ k.T), -1) => np.tril(D * (k @ k.T)) | itself-corrected
        np.tril(D * (k @ k.T), -1) => np.zeros((n, n)) | chunk-not-corrected
        (v - np.diag(g) @ k @ memory) => v | memory-not-corrected
        g = np.cumprod(keep) => g = np.ones(n) | nothing-fades
        k.T @ np.diag(D[-1]) @ U => k.T @ U | written-into-the-unfaded
        memory = g[-1] * memory + => memory = memory + | memory-returned-unfaded
        np.diag(g) @ q @ memory + (D => (D | memory-unread
        B = np.diag(write) => B = np.eye(n) | written-whole
        (D * (q @ k.T)) @ U => np.tril(D * (q @ k.T), -1) @ U | itself-unread
        (v - np.diag(g) @ k @ memory) => (v - k @ memory)
        """,
    ),
    right(
        "scaled keys and queries",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            g = np.cumprod(keep)[:, None]
            grown, faded = k / g, k * g
            L = np.tril(write[:, None] * (faded @ grown.T), -1)
            U = np.linalg.solve(np.eye(len(k)) + L, write[:, None] * (v - faded @ memory))
            out = (q * g) @ memory + np.tril((q * g) @ grown.T) @ U
            return out, g[-1] * (memory + grown.T @ U)
        """,
        "what fades is put into the vectors",
    ),
    right(
        "a series",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            n = len(k)
            g = np.cumprod(keep)
            D = np.tril(g[:, None] / g)
            L = -write[:, None] * np.tril(D * (k @ k.T), -1)
            powers = np.linalg.matrix_power(np.block([[L, np.eye(n)],
                                                      [np.zeros((n, n)), np.eye(n)]]), n)
            T = powers[:n, n:]
            U = T @ (write[:, None] * (v - g[:, None] * (k @ memory)))
            out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
            return out, g[-1] * memory + np.einsum("nk,n,nv->kv", k, D[-1], U)
        """,
        "the inverse as a sum of n powers",
    ),
    right(
        "all at once with the memory as values",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            n = len(k)
            i = np.arange(n)
            g = np.cumprod(keep)
            D = np.where(i[:, None] >= i, g[:, None] / g[None, :], 0)
            A = np.where(i[:, None] > i, write[:, None] * D * (k @ k.T), 0) + np.eye(n)
            both = np.concatenate([v, g[:, None] * k], axis=1) * write[:, None]
            solved = np.linalg.solve(A, both)
            U = solved[:, : v.shape[1]] - solved[:, v.shape[1] :] @ memory
            reads = np.einsum("ik,jk->ij", q, k) * D
            return reads @ U + g[:, None] * (q @ memory), (
                memory * g[-1] + k.T @ (D[-1][:, None] * U))
        """,
        "values and keys solved for together, as the papers do",
    ),
    wrong(
        "linear attention",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            g = np.cumprod(keep)
            D = np.tril(g[:, None] / g)
            U = write[:, None] * v
            out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
            return out, g[-1] * memory + (D[-1][:, None] * k).T @ U
        """,
        "gated, and nothing is corrected",
        "added-not-corrected",
    ),
    wrong(
        "no mask",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            g = np.cumprod(keep)
            D = g[:, None] / g
            L = write[:, None] * np.tril(D * (k @ k.T), -1)
            U = np.linalg.solve(np.eye(len(k)) + L,
                                write[:, None] * (v - g[:, None] * (k @ memory)))
            out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
            return out, g[-1] * memory + (k * D[-1][:, None]).T @ U
        """,
        "every query reads every token",
        "the-future-read",
    ),
    wrong(
        "fades by half",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            g = np.cumprod(keep)
            D = np.tril(np.ones((len(k), len(k))))
            L = write[:, None] * np.tril(k @ k.T, -1)
            U = np.linalg.solve(np.eye(len(k)) + L,
                                write[:, None] * (v - g[:, None] * (k @ memory)))
            out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
            return out, g[-1] * memory + k.T @ U
        """,
        "the chunk's own tokens stay as they are",
        "chunk-does-not-fade",
    ),
    right(
        "an inverse, afresh",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            n = len(q)
            logs = np.cumsum(np.log(keep))
            ratio = np.exp(np.tril(logs[:, None] - logs[None, :])) * np.tri(n)
            g = np.exp(logs)[:, None]
            system = np.eye(n) + np.tril(write[:, None] * (k @ k.T) * ratio, -1)
            u = np.linalg.inv(system) @ (write[:, None] * (v - g * (k @ memory)))
            out = g * (q @ memory) + (np.tril(q @ k.T) * ratio) @ u
            last = ratio[-1][:, None] * k
            return out, g[-1] * memory + last.T @ u
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "a linear attention without correction",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            decay = np.cumprod(keep)
            ratio = decay[:, None] / decay[None, :]
            scores = np.tril(q @ k.T * ratio)
            out = scores @ (write[:, None] * v) + decay[:, None] * (q @ memory)
            end = (decay[-1] / decay)[:, None] * k
            return out, end.T @ (write[:, None] * v) + decay[-1] * memory
        """,
        "written from the text alone",
        "added-not-corrected",
    ),
    wrong(
        "by the rule itself",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            return delta_rule(q, k, v, write, keep, memory)
        """,
        "the task says not by delta_rule",
        verdict="failed",
    ),
    wrong(
        "token by token",
        """
        def delta_chunk(q, k, v, write, keep, memory):
            out = []
            for q_i, k_i, v_i, b, a in zip(q, k, v, write, keep):
                memory = a * memory
                memory = memory + b * np.outer(k_i, v_i - k_i @ memory)
                out.append(q_i @ memory)
            return np.array(out), memory
        """,
        "the task says without a loop",
        verdict="failed",
    ),
)
