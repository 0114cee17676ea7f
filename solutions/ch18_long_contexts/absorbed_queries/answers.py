"""Answers to contexts.absorbed_queries that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "head by head",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            rows = []
            for h in range(len(q)):
                for_latents = W_k[h] @ q[h]
                s = latents @ for_latents + turned @ q_turned[h]
                s = s / np.sqrt(q.shape[1] + q_turned.shape[1])
                p = np.exp(s - s.max())
                rows.append(p / p.sum() @ latents @ W_v[h])
            return np.array(rows)
        ---
        np.sqrt(q.shape[1] + q_turned.shape[1]) => np.sqrt(q.shape[1]) | divided-by-one-part
        s = s / np.sqrt(q.shape[1] + q_turned.shape[1]) => pass | unscaled
        + turned @ q_turned[h] => | rotary-part-missing
        @ latents @ W_v[h] => @ latents | latents-returned
        return np.array(rows) => return np.sum(rows, axis=0) | heads-summed
        p = np.exp(s - s.max()) => p = np.ones(len(s)) | plain-mean
        p / p.sum() @ latents @ W_v[h] => p @ latents @ W_v[h]
        np.exp(s - s.max()) => np.exp(s)
        """,
    ),
    wrong(
        "divided-by-latents, in head by head",
        change(
            "np.sqrt(q.shape[1] + q_turned.shape[1])",
            "np.sqrt(latents.shape[1] + q_turned.shape[1])",
        ),
        "a slip in one place",
        "divided-by-latents",
        of="head by head",
    ),
    right(
        "batched products",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            folded = (W_k @ q[:, :, None])[:, :, 0]
            s = np.concatenate([folded, q_turned], axis=1)
            s = s @ np.concatenate([latents, turned], axis=1).T
            w = softmax(s / np.sqrt(W_k.shape[2] + turned.shape[1]))
            return ((w @ latents)[:, None] @ W_v)[:, 0]
        """,
        "one long query for latent and rotary key",
    ),
    right(
        "token by token",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            folded = np.einsum("hrk,hk->hr", W_k, q)
            d = q.shape[-1] + q_turned.shape[-1]
            top = np.full(len(q), -np.inf)
            total, mixed = np.zeros(len(q)), np.zeros_like(folded)
            for c, key in zip(latents, turned):
                s = (folded @ c + q_turned @ key) / d**0.5
                new = np.maximum(top, s)
                old, p = np.exp(top - new), np.exp(s - new)
                total, mixed = old * total + p, old[:, None] * mixed + p[:, None] * c
                top = new
            return np.einsum("hr,hrv->hv", mixed / total[:, None], W_v)
        """,
        "the online softmax",
    ),
    right(
        "einsum throughout",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            a = np.einsum("hk,hrk->hr", q, W_k)
            s = np.einsum("hr,nr->hn", a, latents)
            s += np.einsum("hr,nr->hn", q_turned, turned)
            s /= (q.shape[1] + q_turned.shape[1]) ** 0.5
            s -= s.max(axis=1)[:, None]
            p = np.exp(s)
            z = np.einsum("hn,nr->hr", p, latents) / p.sum(axis=1)[:, None]
            return np.einsum("hr,hrv->hv", z, W_v)
        """,
        "divided at the end",
    ),
    wrong(
        "expanded, head by head",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            keys = np.stack([latents @ W for W in W_k])
            values = np.stack([latents @ W for W in W_v])
            rows = []
            for h in range(len(q)):
                s = keys[h] @ q[h] + turned @ q_turned[h]
                s = s / np.sqrt(q.shape[1] + q_turned.shape[1])
                p = np.exp(s - s.max())
                rows.append(p @ values[h] / p.sum())
            return np.array(rows)
        """,
        "keys and values of all tokens: right, and it does not fit",
    ),
    wrong(
        "the first head's matrices",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            s = q @ W_k[0].T @ latents.T + q_turned @ turned.T
            w = softmax(s / np.sqrt(q.shape[1] + q_turned.shape[1]))
            return w @ latents @ W_v[0]
        """,
        "heads share",
        "one-head-for-all",
    ),
    wrong(
        "the other axis",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            a = np.einsum("hk,hrk->hr", q, W_k)
            s = a @ latents.T + q_turned @ turned.T
            w = softmax((s / np.sqrt(q.shape[1] + q_turned.shape[1])).T).T
            return np.einsum("hr,hrv->hv", w @ latents, W_v)
        """,
        "transposed twice around a softmax",
        "softmax-over-heads",
    ),
    wrong(
        "scale of the latent width",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            ql = np.einsum("hd,hrd->hr", q, W_k)
            s = (ql @ latents.T + q_turned @ turned.T) / np.sqrt(latents.shape[1]
                + turned.shape[1])
            w = np.exp(s) / np.exp(s).sum(-1, keepdims=True)
            return np.einsum("hr,hrv->hv", w @ latents, W_v)
        """,
        "written from the text alone",
        "divided-by-latents",
    ),
    wrong(
        "rotary part divided alone",
        """
        def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
            f = np.einsum("hk,hrk->hr", q, W_k)
            s = f @ latents.T / np.sqrt(q.shape[1])
            s = s + q_turned @ turned.T / np.sqrt(q_turned.shape[1])
            w = np.exp(s - s.max(1, keepdims=True))
            w = w / w.sum(1, keepdims=True)
            return np.einsum("hr,hrv->hv", w @ latents, W_v)
        """,
        "two roots for one of the sum",
    ),
)
