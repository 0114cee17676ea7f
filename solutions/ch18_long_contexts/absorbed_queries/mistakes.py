"""What goes wrong in absorbed queries, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "divided-by-latents",
        "You divide by the root of r + d_r. The scores are those of keys with d_k "
        "features: absorbing a matrix changes no score.",
        change("(q.shape[-1] + q_turned", "(latents.shape[-1] + q_turned"),
    ),
    Misconception(
        "divided-by-one-part",
        "You divide by the root of d_k alone. The rotary part has features, too.",
        change("(q.shape[-1] + q_turned.shape[-1])", "q.shape[-1]"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores. Divide by the root of d_k + d_r.",
        change("scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5", "scores"),
    ),
    Misconception(
        "rotary-part-missing",
        "Your scores have no rotary part.",
        change(" + q_turned @ turned.T", ""),
    ),
    Misconception(
        "latents-returned",
        "You return mixed latents. W_v of each head makes the context of them.",
        change(
            'return np.einsum("hr,hrv->hv", mixed, W_v)',
            "return mixed",
        ),
    ),
    Misconception(
        "one-head-for-all",
        "All your heads use the matrices of the first. Each has its own W_k and W_v.",
        change('"hk,hrk->hr", q, W_k)', '"hk,rk->hr", q, W_k[0])')
        + change('"hr,hrv->hv", mixed, W_v)', '"hr,rv->hv", mixed, W_v[0])'),
    ),
    Misconception(
        "heads-summed",
        "Your context is summed over the heads. Each head has a row of its own.",
        change('"hr,hrv->hv", mixed, W_v)', '"hr,hrv->v", mixed, W_v)'),
    ),
    Misconception(
        "softmax-over-heads",
        "Your softmax runs over the heads. The weights of a head sum to one over the "
        "tokens.",
        change("** 0.5)", "** 0.5, axis=0)"),
    ),
    Misconception(
        "plain-mean",
        "Every token has the same weight in your context. Score the latents first.",
        change("weights @ latents", "np.ones_like(weights) / len(latents) @ latents"),
    ),
)
