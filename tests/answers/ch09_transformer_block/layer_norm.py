"""Answers to block.layer_norm: right ones."""

from answers.corpus import right

EXERCISE = "block.layer_norm"

BASE = """
def layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
"""

ANSWERS = (
    right(
        "mean and var",
        BASE,
        "the short way",
    ),
    right(
        "token by token",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            x = np.asarray(x)
            out = np.zeros(x.shape)
            for place in np.ndindex(*x.shape[:-1]):
                token = x[place]
                centred = token - token.sum() / token.size
                power = (centred * centred).sum() / token.size
                out[place] = centred / (power + eps) ** 0.5
                out[place] *= gamma
                out[place] += beta
            return out
        """,
        "a loop that fills an array",
    ),
    right(
        "einsum and out=",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            d = x.shape[-1]
            centred = x - np.einsum("...d->...", x)[..., None] / d
            variance = np.einsum("...d,...d->...", centred, centred)[..., None] / d
            np.divide(centred, np.sqrt(variance + eps), out=centred)
            np.multiply(centred, gamma, out=centred)
            np.add(centred, beta, out=centred)
            return centred
        """,
        "the variance by einsum, the rest in place on an array of its own",
    ),
    right(
        "a class",
        """
        class Norm:
            def __init__(self, gamma, beta, eps):
                self.gamma, self.beta, self.eps = gamma, beta, eps

            def __call__(self, x):
                x = np.array(x, dtype=np.float64)
                x -= x.mean(-1, keepdims=True)
                x /= np.sqrt((x**2).mean(-1, keepdims=True) + self.eps)
                return self.gamma * x + self.beta


        def layer_norm(x, gamma, beta, eps=1e-5):
            return Norm(gamma, beta, eps)(x)
        """,
        "an object keeps gamma and beta",
    ),
    right(
        "by torch in float64",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            arrays = [np.array(a, dtype=float) for a in (x, gamma, beta)]
            x, gamma, beta = map(torch.from_numpy, arrays)
            return F.layer_norm(x, x.shape[-1:], gamma, beta, eps).numpy()
        """,
        "F.layer_norm inside of a NumPy answer",
    ),
    right(
        "helpers called loud and alike",
        """
        def loud(centred, eps):
            return np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


        def alike(x):
            return np.mean(x, axis=-1, keepdims=True)


        def layer_norm(x, gamma, beta, eps=1e-5):
            centred = x - alike(x)
            return centred / loud(centred, eps) * gamma + beta
        """,
        "names that the chapter binds again further down",
    ),
)
