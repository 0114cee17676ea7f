"""Answers to why.additive_score that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "key by key",
        """
        def additive_score(query, keys, W_q, W_k, v):
            scores = []
            for j in range(keys.shape[-2]):
                hidden = np.tanh(query @ W_q + keys[..., j, :] @ W_k)
                scores.append(hidden @ v)
            return np.stack(scores, axis=-1)
        """,
        "a list filled by append",
    ),
    right(
        "side by side",
        """
        def additive_score(query, keys, W_q, W_k, v):
            n = keys.shape[-2]
            copies = np.repeat(query[..., None, :], n, axis=-2)
            both = np.concatenate([copies, keys], axis=-1)
            return np.tanh(both @ np.concatenate([W_q, W_k])) @ v
        """,
        "one layer on the two concatenated, as in many programs",
    ),
    right(
        "einsum",
        """
        def additive_score(query, keys, W_q, W_k, v):
            hidden = np.einsum("...nd,dh->...nh", keys, W_k)
            hidden = hidden + np.einsum("...d,dh->...h", query, W_q)[..., np.newaxis, :]
            return np.einsum("...nh,h->...n", np.tanh(hidden), v)
        """,
        "three contractions",
    ),
    right(
        "in place",
        """
        def additive_score(query, keys, W_q, W_k, v):
            hidden = np.array(keys @ W_k, dtype=np.result_type(keys, W_k, np.float32))
            hidden += np.expand_dims(query @ W_q, -2)
            np.tanh(hidden, out=hidden)
            return (hidden * v).sum(axis=-1)
        """,
        "adds and squashes in an array of its own",
    ),
    right(
        "tanh by its exponentials",
        """
        squash = {}
        for name in ["tanh"]:
            squash[name] = lambda z: 1 - 2 / (np.exp(2 * np.clip(z, -30, 30)) + 1)

        def additive_score(query, keys, W_q, W_k, v):
            hidden = (query @ W_q)[..., None, :] + keys @ W_k
            return squash["tanh"](hidden) @ v
        """,
        "a dict that a loop fills",
    ),
    right(
        "a class",
        """
        class Alignment:
            def __init__(self, W_q, W_k, v):
                self.W_q, self.W_k, self.v = W_q, W_k, v

            def __call__(self, query, keys):
                if query.ndim > 1:
                    return np.array([self(q, k) for q, k in zip(query, keys)])
                return np.tanh(query @ self.W_q + keys @ self.W_k) @ self.v

        def additive_score(query, keys, W_q, W_k, v):
            return Alignment(W_q, W_k, v)(query, keys)
        """,
        "a class and recursion over the batch",
    ),
    wrong(
        "no tanh",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return ((query @ W_q)[..., None, :] + keys @ W_k) @ v
        """,
        "a linear score",
        "no-tanh",
    ),
    wrong(
        "tanh too late",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh(((query @ W_q)[..., None, :] + keys @ W_k) @ v)
        """,
        "outside of the product with v",
        "tanh-last",
    ),
    wrong(
        "tanh of each part",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return (np.tanh(query @ W_q)[..., None, :] + np.tanh(keys @ W_k)) @ v
        """,
        "squashed before they are added",
        "tanh-of-each-part",
    ),
    wrong(
        "softmaxed",
        """
        def additive_score(query, keys, W_q, W_k, v):
            e = np.tanh((query @ W_q)[..., None, :] + keys @ W_k) @ v
            e = np.exp(e - e.max(-1, keepdims=True))
            return e / e.sum(-1, keepdims=True)
        """,
        "weights, where scores are asked for",
        "softmax-included",
    ),
    wrong(
        "multiplied, not added",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh((query @ W_q)[..., None, :] * (keys @ W_k)) @ v
        """,
        "* in place of +",
        "multiplied",
    ),
    wrong(
        "no new axis",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh(query @ W_q + keys @ W_k) @ v
        """,
        "right for one query, not for a batch",
        "one-query-only",
        "partial",
    ),
    wrong(
        "relu",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.maximum((query @ W_q)[..., None, :] + keys @ W_k, 0) @ v
        """,
        "another nonlinearity",
        "relu",
    ),
    wrong(
        "v left out",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh((query @ W_q)[..., None, :] + keys @ W_k).sum(axis=-1)
        """,
        "all hidden units count alike",
        "v-forgotten",
    ),
    wrong(
        "scaled",
        """
        def additive_score(query, keys, W_q, W_k, v):
            hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
            return hidden @ v / np.sqrt(len(v))
        """,
        "additive attention is not divided by a root",
        "scaled",
    ),
    wrong(
        "sigmoid",
        """
        def additive_score(query, keys, W_q, W_k, v):
            hidden = (query @ W_q)[..., None, :] + keys @ W_k
            return (1 / (1 + np.exp(-hidden))) @ v
        """,
        "another nonlinearity",
        "sigmoid",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def additive_score(query, keys, W_q, W_k, v):
            out = np.zeros(keys.shape[:-1], dtype=keys.dtype)
            for j in range(keys.shape[-2]):
                out[..., j] = np.tanh(query @ W_q + keys[..., j, :] @ W_k) @ v
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "divided by the root of d_k",
        """
        def additive_score(query, keys, W_q, W_k, v):
            d_k = keys.shape[-1]
            return np.tanh((query @ W_q)[..., None, :] + keys @ W_k) @ v / np.sqrt(d_k)
        """,
        "scaled like a dot product",
        "scaled-by-d-k",
    ),
    wrong(
        "matrices turned",
        """
        def additive_score(query, keys, W_q, W_k, v):
            asked = query @ W_q.T
            return np.tanh(asked[..., None, :] + keys @ W_k.T) @ v
        """,
        "as nn.Linear keeps them",
        "matrices-transposed",
        "error",
    ),
    wrong(
        "an axis in front",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh((query @ W_q)[np.newaxis, :] + keys @ W_k) @ v
        """,
        "right for one query",
        "axis-in-front",
    ),
    wrong(
        "values out of tanh twice",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh(np.tanh((query @ W_q)[..., None, :] + keys @ W_k)) @ v
        """,
        "bent twice",
    ),
    wrong(
        "a star before v",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return np.tanh((query @ W_q)[..., None, :] + keys @ W_k) * v
        """,
        "not added up",
        "not-summed",
    ),
    *route(
        "by einsum",
        """
        def additive_score(query, keys, W_q, W_k, v):
            hidden = np.einsum("...nd,dh->...nh", keys, W_k)
            hidden = np.tanh(hidden + np.expand_dims(query @ W_q, -2))
            return np.einsum("...nh,h->...n", hidden, v)
        ---
        np.tanh => | no-tanh
        + => * | multiplied
        np.tanh( => np.maximum(0, | relu
        -2 => 0
        np.einsum("...nh,h->...n", hidden, v => hidden.sum(axis=-1 | v-forgotten
        ,h->...n => ,h->...h
        tanh => sinh
        """,
    ),
    wrong(
        "tanh of each, then added",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return (np.tanh(query @ W_q)[..., None, :] + np.tanh(keys @ W_k)) @ v
        """,
        "written from the text alone",
        "tanh-of-each-part",
    ),
)
