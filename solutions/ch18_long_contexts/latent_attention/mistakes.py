"""What goes wrong in latent attention, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "no-mask",
        "Your tokens see those that come after them. Mask before the softmax: key j for "
        "query i only where j <= i.",
        change("np.where(np.tri(n) == 1, scores, -np.inf)", "scores"),
    ),
    Misconception(
        "mask-transposed",
        "Your mask lies the other way: tokens see what comes after them and not what came "
        "before.",
        change("np.tri(n) == 1", "np.tri(n).T == 1"),
    ),
    Misconception(
        "itself-masked",
        "Your tokens do not see themselves. The causal mask has the diagonal in it.",
        change(
            "np.where(np.tri(n) == 1, scores, -np.inf)",
            "np.where((np.tri(n, n, -1) == 1) | (places == 0), scores, -np.inf)",
        ),
    ),
    Misconception(
        "divided-by-one-part",
        "You divide by the root of d_k alone. Query and key have d_k + d_r features: the "
        "rotary part counts.",
        change("(q.shape[-1] + turned.shape[-1])", "q.shape[-1]"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores. Divide by the root of d_k + d_r.",
        change("scores / (q.shape[-1] + turned.shape[-1]) ** 0.5", "scores * 1.0"),
    ),
    Misconception(
        "rotary-part-missing",
        "Your scores have no rotary part, so the model does not know the order of the "
        "tokens it looks back at. Add its dot products.",
        change("scores + apply_rope(x @ W_qr, places) @ turned.T", "scores + 0.0"),
    ),
    Misconception(
        "query-not-turned",
        "You turn the rotary keys and not their queries. Then a score depends on where the "
        "key stands, and not on the distance.",
        change("apply_rope(x @ W_qr, places) @", "(x @ W_qr) @"),
    ),
    Misconception(
        "kept-unturned",
        "You keep the rotary keys as they were before they were turned. They are kept "
        "turned: a key's place in the text does not change.",
        change(
            "return weights @ v, latents, turned", "return weights @ v, latents, x @ W_kr"
        ),
    ),
    Misconception(
        "all-turned",
        "You turn the keys that come from the latents, too. Only the rotary part is "
        "turned: the matrices of the others are to be folded into the queries.",
        change(
            "scores = q @ np.swapaxes(k, -1, -2)  # (heads, n, n)\n",
            "even = q.shape[-1] // 2 * 2\n"
            "    q = np.concatenate(\n"
            "        [apply_rope(q[..., :even], places), q[..., even:]], axis=-1)\n"
            "    k = np.concatenate(\n"
            "        [apply_rope(k[..., :even], places), k[..., even:]], axis=-1)\n"
            "    scores = q @ np.swapaxes(k, -1, -2)\n",
        ),
    ),
    Misconception(
        "latents-returned",
        "Your context mixes latents. Values are made from them, by W_v of each head.",
        change("return weights @ v,", "return weights @ latents,"),
    ),
    Misconception(
        "weights-returned",
        "The first of what you return are the weights. The context is the weights times "
        "the values.",
        change("return weights @ v,", "return weights,"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs over the queries. Each query's weights sum to one, over the "
        "keys.",
        change("scores, -np.inf))", "scores, -np.inf), axis=-2)"),
    ),
)
