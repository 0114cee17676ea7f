"""What goes wrong where query heads share keys and values.

Shared heads are dealt out like cards where neighbours should share.  What becomes of k
and v stands before h_kv is read, which then fits.  Who repeats them along another axis
goes another way than the reference: those two are whole answers.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "dealt-out",
        "You give head i the shared head i % h_kv, as when dealing cards (np.tile does "
        "it). Neighbours share: head i belongs to i // (h / h_kv), which is "
        "np.repeat. With the wrong order a trained model's weights give nonsense, "
        "and no error.",
        change(
            "    h_kv, d_v =",
            "    copies = h // k.shape[-3]\n"
            "    k = np.concatenate([k] * copies, axis=-3)\n"
            "    v = np.concatenate([v] * copies, axis=-3)\n"
            "    h_kv, d_v =",
        ),
    ),
    Misconception(
        "first-head-for-all",
        "All your query heads use the first head of k and v. That is right when there "
        "is only one; with h_kv of them, each serves h / h_kv query heads.",
        change(
            "    h_kv, d_v =",
            "    k, v = k[..., :1, :, :], v[..., :1, :, :]\n    h_kv, d_v =",
        ),
    ),
    Misconception(
        "shared-heads-averaged",
        "You average the heads of k and v and give the mean to all. Each of them "
        "stays itself, and serves its own group of query heads.",
        change(
            "    h_kv, d_v =",
            "    k, v = k.mean(axis=-3, keepdims=True), v.mean(axis=-3, keepdims=True)\n"
            "    h_kv, d_v =",
        ),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d_k). Sharing heads changes nothing "
        "about the formula inside a head.",
        change(" / d_k**0.5", ""),
    ),
    Misconception(
        "divided-by-d-k",
        "You divide the scores by d_k; the formula divides by its square root.",
        change("d_k**0.5", "d_k"),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the queries. Each row is one query's weights: take it "
        "over the keys, the last axis.",
        change("scores.max(axis=-1", "scores.max(axis=-2")
        + change("powers.sum(axis=-1", "powers.sum(axis=-2"),
    ),
    Misconception(
        "mask-ignored",
        "You take the mask and do not use it: every query still sees every key.",
        change(
            "    scores = scores if mask is None else np.where(mask, scores, -np.inf)\n", ""
        ),
    ),
    Misconception(
        "mask-turned-round",
        "Your mask is turned round. True means that a query may attend.",
        change("np.where(mask, scores, -np.inf)", "np.where(mask, -np.inf, scores)"),
    ),
    Misconception(
        "blocked-scores-zero",
        "You set blocked scores to 0, and a score of 0 still gets a weight. Set them "
        "to minus infinity before the softmax.",
        change("np.where(mask, scores, -np.inf)", "scores * mask"),
    ),
    Misconception(
        "queries-averaged",
        "You average the query heads of a group, so they all give the same context. "
        "They share keys and values; each keeps its own queries.",
        change(
            "    turned =",
            "    mean = grouped.mean(axis=-3, keepdims=True)\n"
            "    grouped = np.broadcast_to(mean, grouped.shape)\n"
            "    turned =",
        ),
    ),
    Misconception(
        "group-queries-averaged",
        "You average the query heads of a group and return one context per group. They "
        "share keys and values; each keeps its own queries, so h contexts come out.",
        change(
            "    turned =",
            "    grouped = grouped.mean(axis=-3, keepdims=True)\n"
            "    h = h_kv\n"
            "    turned =",
        ),
    ),
    Misconception(
        "values-dealt-out",
        "Your keys are shared by neighbours, and your values are dealt out like "
        "cards. A head's keys and values belong together: use np.repeat for both.",
        change(
            "    h_kv, d_v =",
            "    copies = h // k.shape[-3]\n"
            "    k = np.repeat(k, copies, axis=-3)\n"
            "    v = np.concatenate([v] * copies, axis=-3)\n"
            "    h_kv, d_v =",
        ),
    ),
    Misconception(
        "keys-dealt-out",
        "Your values are shared by neighbours, and your keys are dealt out like "
        "cards. A head's keys and values belong together: use np.repeat for both.",
        change(
            "    h_kv, d_v =",
            "    copies = h // k.shape[-3]\n"
            "    k = np.concatenate([k] * copies, axis=-3)\n"
            "    v = np.repeat(v, copies, axis=-3)\n"
            "    h_kv, d_v =",
        ),
    ),
    Misconception(
        "not-repeated",
        "You multiply h heads of queries by h_kv heads of keys as they are. That works "
        "only where the two are equal or h_kv is 1. Give every query head its keys and "
        "values first.",
        change("q.reshape(*batch, h_kv, h // h_kv, n_q, d_k)", "q")
        + change("np.swapaxes(k, -1, -2)[..., None, :, :]", "np.swapaxes(k, -1, -2)")
        + change("weights @ v[..., None, :, :]", "weights @ v"),
    ),
    Misconception(
        "repeated-tokens",
        "You repeat k and v along the tokens, so there are more keys and as few heads "
        "as before. The heads stand on axis -3.",
        """
        def grouped_query_attention(q, k, v, mask=None):
            copies = q.shape[-3] // k.shape[-3]
            k, v = np.repeat(k, copies, axis=-2), np.repeat(v, copies, axis=-2)
            scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
            scores = scores if mask is None else np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True) @ v
        """,
    ),
    Misconception(
        "repeated-on-the-first-axis",
        "You repeat k and v along axis 0. With a batch in front, that repeats "
        "sequences. The heads stand on axis -3, however many axes come before.",
        """
        def grouped_query_attention(q, k, v, mask=None):
            copies = q.shape[-3] // k.shape[-3]
            k, v = np.repeat(k, copies, axis=0), np.repeat(v, copies, axis=0)
            scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
            scores = scores if mask is None else np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True) @ v
        """,
    ),
    Misconception(
        "root-of-d-v",
        "You divide the scores by the root of the values' width. It is the width of "
        "queries and keys that a score adds up over: q.shape[-1].",
        change("d_k**0.5", "d_v**0.5"),
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract one number from all scores, the largest of the whole array. In a "
        "row far below it every exponential underflows to 0. Each row has a largest of "
        "its own: axis=-1, keepdims=True.",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Subtract each row's largest score first: "
        "the weights do not change.",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax twice; the second draws the weights together. One "
        "softmax turns scores into weights.",
        change(
            "    context =",
            "    powers = np.exp(weights)\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)\n"
            "    context =",
        ),
    ),
    Misconception(
        "causal",
        "Your queries never see the keys behind their own place, whatever the mask. "
        "Which keys are open is for the caller to say: without a mask, all of them.",
        change(
            "    powers =",
            "    past = np.tri(n_q, k.shape[-2])\n"
            "    scores = np.where(past, scores, -np.inf)\n"
            "    powers =",
        ),
    ),
    Misconception(
        "minus-1e9",
        "You put a large negative number where -inf belongs. Where open scores are "
        "lower still, the blocked keys get the weight. Only -inf is below every score.",
        change("np.where(mask, scores, -np.inf)", "np.where(mask, scores, -1e9)"),
    ),
    Misconception(
        "minus-1e9-added",
        "You add a large negative number to blocked scores. A blocked score that is "
        "larger still stays the largest of its row, and its key gets the weight. "
        "Whatever the score, -inf in its place is lower.",
        change("np.where(mask, scores, -np.inf)", "scores + np.where(mask, 0, -1e9)"),
    ),
)
