"""Answers to contexts.latent_attention that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    *route(
        "head by head",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            n = x.shape[0]
            where = np.arange(n)
            c = x @ W_down
            kr = apply_rope(x @ W_kr, where)
            out = []
            for h in range(len(W_q)):
                q, k, v = x @ W_q[h], c @ W_k[h], c @ W_v[h]
                qr = apply_rope(x @ W_qr[h], where)
                s = (q @ k.T + qr @ kr.T) / np.sqrt(q.shape[1] + qr.shape[1])
                s[where[:, None] < where] = -np.inf
                out.append(softmax(s) @ v)
            return np.stack(out), c, kr
        ---
        s[where[:, None] < where] = -np.inf => pass | no-mask
        where[:, None] < where => where[:, None] > where | mask-transposed
        np.sqrt(q.shape[1] + qr.shape[1]) => np.sqrt(q.shape[1]) | divided-by-one-part
        / np.sqrt(q.shape[1] + qr.shape[1]) => | unscaled
        (q @ k.T + qr @ kr.T) => (q @ k.T) | rotary-part-missing
        qr = apply_rope(x @ W_qr[h], where) => qr = x @ W_qr[h] | query-not-turned
        return np.stack(out), c, kr => return np.stack(out), c, x @ W_kr | kept-unturned
        softmax(s) @ v => softmax(s) @ c | latents-returned
        softmax(s) @ v => softmax(s) | weights-returned
        softmax(s) @ v => softmax(s, axis=0) @ v | softmax-over-queries
        W_kr, where) => W_kr, where + 1)
        """,
    ),
    *route(
        "long queries and keys",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            n, h = len(x), len(W_q)
            latents = x @ W_down
            turned = apply_rope(x @ W_kr, np.arange(n))
            rotary = np.broadcast_to(turned, (h, *turned.shape))
            q = np.concatenate([x @ W_q, apply_rope(x @ W_qr, np.arange(n))], axis=-1)
            k = np.concatenate([latents @ W_k, rotary], axis=-1)
            context = np.empty((h, n, W_v.shape[-1]), dtype=x.dtype)
            for i in range(n):
                s = np.einsum("hd,hjd->hj", q[:, i], k[:, : i + 1]) / q.shape[-1] ** 0.5
                p = np.exp(s - s.max(axis=-1, keepdims=True))
                p /= p.sum(axis=-1, keepdims=True)
                context[:, i] = np.einsum("hj,hjv->hv", p, (latents @ W_v)[:, : i + 1])
            return context, latents, turned
        ---
        / q.shape[-1] ** 0.5 => | unscaled
        / q.shape[-1] ** 0.5 => / q.shape[-1]
        """,
    ),
    right(
        "absorbed",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            places = np.arange(len(x))
            c = x @ W_down
            kr = apply_rope(x @ W_kr, places)
            folded = x @ (W_q @ W_k.transpose(0, 2, 1))
            scores = folded @ c.T + apply_rope(x @ W_qr, places) @ kr.T
            scores /= np.sqrt(W_k.shape[2] + W_kr.shape[1])
            scores = np.where(places <= places[:, None], scores, -np.inf)
            return softmax(scores) @ c @ W_v, c, kr
        """,
        "the way of the next exercise",
    ),
    right(
        "einsum",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            places = np.arange(len(x))
            c = np.einsum("nd,dr->nr", x, W_down)
            kr = apply_rope(np.einsum("nd,dr->nr", x, W_kr), places)
            qr = apply_rope(np.einsum("nd,hdr->hnr", x, W_qr), places)
            q = np.einsum("nd,hdk->hnk", x, W_q)
            k = np.einsum("nr,hrk->hnk", c, W_k)
            v = np.einsum("nr,hrv->hnv", c, W_v)
            s = np.einsum("hik,hjk->hij", q, k) + np.einsum("hir,jr->hij", qr, kr)
            s = s * (W_k.shape[-1] + W_kr.shape[-1]) ** -0.5
            s = s + np.triu(np.full((len(x), len(x)), -np.inf), 1)
            p = np.exp(s - s.max(axis=-1)[..., None])
            return np.einsum("hij,hjv->hiv", p / p.sum(-1)[..., None], v), c, kr
        """,
        "a sum for each product",
    ),
    wrong(
        "everything turned",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            places = np.arange(len(x))
            c = x @ W_down
            q, k, v = x @ W_q, c @ W_k, c @ W_v
            d = q.shape[-1] - q.shape[-1] % 2
            q[..., :d] = apply_rope(q[..., :d], places)
            k[..., :d] = apply_rope(k[..., :d], places)
            kr = apply_rope(x @ W_kr, places)
            s = q @ k.swapaxes(1, 2) + apply_rope(x @ W_qr, places) @ kr.T
            s = s / np.sqrt(q.shape[-1] + kr.shape[-1])
            return softmax(np.where(np.tri(len(x)) > 0, s, -np.inf)) @ v, c, kr
        """,
        "in place, pairs side by side",
        "all-turned",
    ),
    wrong(
        "strictly before",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            t = np.arange(len(x))
            c = x @ W_down
            kr = apply_rope(x @ W_kr, t)
            s = (x @ W_q) @ (c @ W_k).swapaxes(1, 2) + apply_rope(x @ W_qr, t) @ kr.T
            s = s / np.sqrt(W_q.shape[-1] + kr.shape[-1])
            seen = t < t[:, None]
            seen[:, 0] = True
            return softmax(np.where(seen, s, -np.inf)) @ (c @ W_v), c, kr
        """,
        "a token sees those before it, and the first one",
        "itself-masked",
    ),
    wrong(
        "not causal, sqrt of d_k alone",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            n = len(x)
            latents = x @ W_down
            k, v, q = latents @ W_k, latents @ W_v, x @ W_q
            turned = apply_rope(x @ W_kr, np.arange(n))
            qr = apply_rope(x @ W_qr, np.arange(n))
            s = (q @ k.swapaxes(-1, -2) + qr @ turned.T) / np.sqrt(q.shape[-1])
            return softmax(s) @ v, latents, turned
        """,
        "written from the text alone",
        "divided-by-one-part + no-mask",
    ),
    wrong(
        "rotary parts of one head",
        """
        def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
            n, at = len(x), np.arange(len(x))
            c = x @ W_down
            kr = apply_rope(x @ W_kr, at)
            qr = apply_rope(x @ W_qr[0], at)
            s = (x @ W_q) @ np.swapaxes(c @ W_k, 1, 2) + qr @ kr.T
            s = s / np.sqrt(W_q.shape[2] + W_kr.shape[1])
            return softmax(np.where(np.tri(n) > 0, s, -np.inf)) @ (c @ W_v), c, kr
        """,
        "each head has its own",
    ),
)
