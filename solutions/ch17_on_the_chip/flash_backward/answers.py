"""Answers to chip.flash_backward that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "keys in the outer loop",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            n, m, d = len(q), len(k), q.shape[1]
            D = np.einsum("ij,ij->i", by_context, context)
            dq, dk, dv = np.zeros(q.shape), np.zeros(k.shape), np.zeros(v.shape)
            for b in range(0, m, size):
                key, value = k[b : b + size] / np.sqrt(d), v[b : b + size]
                for a in range(0, n, size):
                    query, dO = q[a : a + size], by_context[a : a + size]
                    S = query @ key.T
                    if causal:
                        i = np.arange(a, a + len(query))[:, None] + m - n
                        S[np.arange(b, b + len(key)) > i] = -np.inf
                    P = np.exp(S - log_totals[a : a + size, None])
                    dP = dO @ value.T
                    dS = P * (dP - D[a : a + size, None])
                    dv[b : b + size] += P.T @ dO
                    dk[b : b + size] += dS.T @ query / np.sqrt(d)
                    dq[a : a + size] += dS @ key
            return tuple(x.astype(q.dtype) for x in (dq, dk, dv))
        ---
        P * (dP - D[a : a + size, None]) => P * dP | mean-not-subtracted
        P * (dP - D[a : a + size, None]) => P * dP - D[a : a + size, None] | mean-outside
        dP - D[a : a + size, None] => dP - (P * dP).sum(1)[:, None] | mean-of-the-tile
        [:, None] + m - n => [:, None] | queries-from-the-start
        if causal: => if causal and n > m: | causal-ignored
        dq[a : a + size] += => dq[a : a + size] = | queries-overwritten
        range(0, m, size) => range(0, m - m % size, size) | last-tile-dropped
        q[a : a + size], by_context[ => q[a : a + size], context[
        P.T @ dO => dS.T @ dO
        dS.T @ query => P.T @ query
        """,
    ),
    *route(
        "a query at a time",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            root = k.shape[1] ** 0.5
            gradients = [np.zeros_like(a) for a in (q, k, v)]
            for i in range(len(q)):
                seen = len(k) - len(q) + i + 1 if causal else len(k)
                keys, values = k[:seen], v[:seen]
                p = np.exp(keys @ q[i] / root - log_totals[i])
                back = values @ by_context[i]
                s = p * (back - context[i] @ by_context[i])
                gradients[0][i] = s @ keys / root
                gradients[1][:seen] += np.outer(s, q[i]) / root
                gradients[2][:seen] += np.outer(p, by_context[i])
            return tuple(gradients)
        ---
        keys @ q[i] / root - => keys @ q[i] - | scores-unscaled
        gradients[1][:seen] += => gradients[1][:seen] =
        """,
    ),
    right(
        "products of transposed tiles",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            dq, dk, dv = (0 * a for a in (q, k, v))
            for a in range(0, len(q), size):
                row = slice(a, min(a + size, len(q)))
                mean = (by_context[row] * context[row]).sum(1)
                for b in range(0, len(k), size):
                    col = slice(b, min(b + size, len(k)))
                    turned = k[col] @ q[row].T / np.sqrt(k.shape[-1])  # (keys, queries)
                    weights = np.exp(turned - log_totals[row])
                    if causal:
                        weights = np.triu(weights, b - a - len(k) + len(q))
                    scores = weights * (v[col] @ by_context[row].T - mean)
                    scores = scores / np.sqrt(k.shape[-1])
                    dv[col] += weights @ by_context[row]
                    dk[col] += scores @ q[row]
                    dq[row] += scores.T @ k[col]
            return dq, dk, dv
        """,
        "keys down the side",
    ),
    wrong(
        "no root on the way back",
        change("            scores = scores / np.sqrt(k.shape[-1])\n", ""),
        "the scores have it, the gradients have not",
        "gradients-unscaled",
        of="products of transposed tiles",
    ),
    wrong(
        "a softmax of its own",
        change(
            "weights = np.exp(turned - log_totals[row])",
            "weights = np.exp(turned) / np.exp(turned).sum(0)",
        ),
        "totals of the tile",
        "softmax-of-the-tile",
        of="products of transposed tiles",
    ),
    wrong(
        "values set, not added",
        change("dv[col] +=", "dv[col] ="),
        "what other queries gave is lost",
        "values-overwritten",
        of="products of transposed tiles",
    ),
    wrong(
        "keys set, not added",
        change("dk[col] +=", "dk[col] ="),
        "what other queries gave is lost",
        "keys-overwritten",
        of="products of transposed tiles",
    ),
    wrong(
        "the table after all",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            scores = q @ k.T / np.sqrt(q.shape[1])
            if causal:
                later = np.triu(np.ones(scores.shape), len(k) - len(q) + 1) > 0
                scores = np.where(later, -np.inf, scores)
            p = np.exp(scores - log_totals[:, None])
            s = p * (by_context @ v.T - (by_context * context).sum(1)[:, None])
            s = s / np.sqrt(q.shape[1])
            return s @ k, s.T @ q, p.T @ by_context
        """,
        "right numbers, and it holds (n_q, n_k)",
    ),
    right(
        "tile by tile, summed by name",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            root, behind = 1 / np.sqrt(k.shape[-1]), len(k) - len(q)
            by_q, by_k, by_v = (np.zeros(part.shape) for part in (q, k, v))
            own = np.einsum("id,id->i", by_context, context)
            for a in range(0, len(q), size):
                i = np.arange(a, min(a + size, len(q)))
                for b in range(0, len(k), size):
                    j = np.arange(b, min(b + size, len(k)))
                    s = np.einsum("id,jd->ij", q[i], k[j]) * root
                    if causal:
                        s = np.where(j <= i[:, None] + behind, s, -np.inf)
                    p = np.exp(s - log_totals[i][:, None])
                    up = np.einsum("id,jd->ij", by_context[i], v[j]) - own[i][:, None]
                    by_v[j] += np.einsum("ij,id->jd", p, by_context[i])
                    by_q[i] += np.einsum("ij,jd->id", p * up, k[j]) * root
                    by_k[j] += np.einsum("ij,id->jd", p * up, q[i]) * root
            return by_q, by_k, by_v
        """,
        "sums that name their axes",
    ),
    wrong(
        "scaled once more",
        """
        def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
            s = q.shape[1] ** -0.5
            dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
            D = (by_context * context).sum(1)
            for i in range(0, len(q), size):
                for j in range(0, len(k), size):
                    a, b = slice(i, i + size), slice(j, j + size)
                    z = q[a] @ k[b].T * s
                    if causal:
                        at = np.arange(len(q))[a, None] + len(k) - len(q)
                        z = np.where(np.arange(len(k))[b] <= at, z, -np.inf)
                    p = np.exp(z - log_totals[a, None])
                    dz = p * (by_context[a] @ v[b].T - D[a, None]) * s
                    dq[a] += dz @ k[b] * s
                    dk[b] += dz.T @ q[a] * s
                    dv[b] += p.T @ by_context[a]
            return dq, dk, dv
        """,
        "two factors for one",
    ),
)
