"""What goes wrong in a backward pass by hand, each as a change of the reference.

The softmax is the hard part: its Jacobian is more than its diagonal.  The scale that
divides on the way back is forgotten as well, and which factor is transposed.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "diagonal-only",
        "You multiply by the weights and stop there. A score also lowers the weights "
        "of all other keys, by way of the sum they share: subtract each row's weighted "
        "mean, (weights * grad_weights).sum(-1, keepdim=True), before you multiply.",
        change("weights * (grad_weights - mean)", "weights * grad_weights"),
    ),
    Misconception(
        "softmax-as-sigmoid",
        "weights * (1 - weights) is how a weight changes with its own score. Every "
        "score moves the other weights of its row as well, by -w_i w_j: the whole "
        "Jacobian is needed, not its diagonal.",
        change("weights * (grad_weights - mean)", "weights * (1 - weights) * grad_weights"),
    ),
    Misconception(
        "plain-mean",
        "You subtract the plain mean of each row. The mean has to be weighted by the "
        "weights: (weights * grad_weights).sum(-1, keepdim=True).",
        change("(weights * grad_weights).sum(", "grad_weights.mean("),
    ),
    Misconception(
        "summed-down-columns",
        "You sum over the queries. The softmax worked along each row, over the keys, "
        "so its backward pass sums over the keys too: dim=-1.",
        change(".sum(dim=-1", ".sum(dim=-2"),
    ),
    Misconception(
        "softmax-skipped",
        "You use the gradient of the weights as that of the scores. The softmax lies "
        "between the two: the gradient has to pass back through it.",
        change("weights * (grad_weights - mean)", "grad_weights"),
    ),
    Misconception(
        "unscaled-forward",
        "Your weights are the softmax of the unscaled scores. Compute them exactly as "
        "the forward pass does, divided by sqrt(d_k).",
        change("q @ k.mT * scale", "q @ k.mT"),
    ),
    Misconception(
        "scale-forgotten",
        "The division by sqrt(d_k) is a step of the forward pass like any other: on "
        "the way back it divides grad_q and grad_k. Both of yours are sqrt(d_k) "
        "times too large.",
        change("grad_scores @ k * scale", "grad_scores @ k")
        + change("grad_scores.mT @ q * scale", "grad_scores.mT @ q"),
    ),
    Misconception(
        "scale-on-queries-only",
        "You divide grad_q by sqrt(d_k) but not grad_k. The division lies above the "
        "product, so it reaches both.",
        change("grad_scores.mT @ q * scale", "grad_scores.mT @ q"),
    ),
    Misconception(
        "grad-v-not-turned",
        "grad_v needs the transposed weights: value j collects from every query i what "
        "that query gave it, weights[i, j] * grad_output[i]. With as many queries as "
        "keys the untransposed product runs, and is wrong.",
        change("weights.mT @ grad_output", "weights @ grad_output"),
    ),
    Misconception(
        "grad-k-not-turned",
        "grad_k needs the transposed grad_scores: key j is met by every query i, in "
        "column j of the scores. With as many queries as keys the untransposed product "
        "runs, and is wrong.",
        change("grad_scores.mT @ q", "grad_scores @ q"),
    ),
    Misconception(
        "swapped-qk",
        "grad_q and grad_k are swapped. Return the gradients in the order of the "
        "arguments: q, k, v.",
        change("return grad_q, grad_k, grad_v", "return grad_k, grad_q, grad_v"),
    ),
    Misconception(
        "order-vqk",
        "Your gradients come in the order in which the backward pass finds them, v "
        "first. Return them in the order of the arguments: q, k, v.",
        change("return grad_q, grad_k, grad_v", "return grad_v, grad_q, grad_k"),
    ),
    Misconception(
        "unstable",
        "Your gradients are nan where scores are large: exp() overflows to inf. "
        "Compute the weights with torch.softmax, which subtracts each row's largest "
        "score first.",
        change(
            "weights = torch.softmax(q @ k.mT * scale, dim=-1)",
            "powers = torch.exp(q @ k.mT * scale)\n"
            "    weights = powers / powers.sum(dim=-1, keepdim=True)",
        ),
    ),
    Misconception(
        "sign",
        "grad_q and grad_k have the sign turned: you subtract the gradient of "
        "each weight from the row's mean. The mean is what is taken away.",
        change("(grad_weights - mean)", "(mean - grad_weights)"),
    ),
    Misconception(
        "grad-output-left-out",
        "You go back as if the loss were the plain sum of the output, with ones "
        "from above. What comes from above is grad_output.",
        change(
            "    scale =", "    grad_output = torch.ones_like(grad_output)\n    scale ="
        ),
    ),
    Misconception(
        "keepdim-lost",
        "The row's mean has lost its axis, so it lines up with the keys of all "
        "rows, or with none. Pass keepdim=True to the sum.",
        change(".sum(dim=-1, keepdim=True)", ".sum(dim=-1)"),
    ),
    Misconception(
        "scale-on-keys-only",
        "You divide grad_k by sqrt(d_k) but not grad_q. The division lies above "
        "the product, so it reaches both.",
        change("grad_scores @ k * scale", "grad_scores @ k"),
    ),
    Misconception(
        "scale-on-values-too",
        "You divide grad_v by sqrt(d_k) as well. The scores were divided; the "
        "values are met after the softmax, and never by the scale.",
        change("weights.mT @ grad_output", "weights.mT @ grad_output * scale"),
    ),
    Misconception(
        "scale-twice",
        "You divide by sqrt(d_k) twice on the way back, once for the scores and "
        "once for their factors. The forward pass divides once.",
        change("grad_scores @ k * scale", "grad_scores @ k * scale**2")
        + change("grad_scores.mT @ q * scale", "grad_scores.mT @ q * scale**2"),
    ),
)
