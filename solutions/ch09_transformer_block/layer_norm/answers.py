"""Answers to block.layer_norm that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "mean and var",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            mean = x.mean(axis=-1, keepdims=True)
            variance = x.var(axis=-1, keepdims=True)
            return gamma * (x - mean) / np.sqrt(variance + eps) + beta
        """,
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
    wrong(
        "RMSNorm",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            power = (np.asarray(x) ** 2).mean(axis=-1, keepdims=True)
            return gamma * x / np.sqrt(power + eps) + beta
        """,
        "the mean is not taken off",
        "rms-norm",
    ),
    wrong(
        "d_model - 1",
        change("var(axis=-1, keepdims=True)", "var(axis=-1, keepdims=True, ddof=1)"),
        "the variance of torch.var and pandas",
        "unbiased",
        of="mean and var",
    ),
    wrong(
        "over the whole array",
        change("mean(axis=-1, keepdims=True)", "mean()")
        + change("var(axis=-1, keepdims=True)", "var()"),
        "one mean and one variance for all tokens",
        "over-the-batch",
        of="mean and var",
    ),
    wrong(
        "batch norm",
        change("mean(axis=-1, keepdims=True)", "mean(axis=0, keepdims=True)")
        + change("var(axis=-1, keepdims=True)", "var(axis=0, keepdims=True)"),
        "features over the tokens: axis 0",
        "over-tokens",
        of="mean and var",
    ),
    wrong(
        "divided by the variance",
        change("np.sqrt(variance + eps)", "(variance + eps)"),
        "the root is forgotten",
        "by-variance",
        of="mean and var",
    ),
    wrong(
        "eps beside the root",
        change("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)"),
        "added to the standard deviation",
        "eps-outside",
        of="mean and var",
    ),
    wrong(
        "no eps",
        change("np.sqrt(variance + eps)", "np.sqrt(variance)"),
        "equal features divide 0 by 0",
        "no-eps",
        of="mean and var",
    ),
    wrong(
        "gamma and beta left out",
        change("gamma * (x - mean)", "(x - mean)") + change(" + beta", ""),
        "only normed",
        "no-gamma-beta",
        of="mean and var",
    ),
    wrong(
        "beta inside",
        change("(x - mean)", "((x - mean)") + change("+ beta", "+ beta)"),
        "gamma times the sum",
        "shift-before-scale",
        of="mean and var",
    ),
    wrong(
        "gamma and beta swapped",
        change("gamma * (x", "beta * (x") + change("+ beta", "+ gamma"),
        "beta scales and gamma shifts",
        "gamma-beta-swapped",
        of="mean and var",
    ),
    wrong(
        "keepdims lost",
        change("mean(axis=-1, keepdims=True)", "mean(axis=-1)")
        + change("var(axis=-1, keepdims=True)", "var(axis=-1)"),
        "an error, or the wrong rows where sizes agree",
        "keepdims-lost",
        of="mean and var",
    ),
    wrong(
        "mean of squares less square of mean",
        change(
            "x.var(axis=-1, keepdims=True)", "(x**2).mean(axis=-1, keepdims=True) - mean**2"
        ),
        "x far from 0 leaves nothing of the variance",
        "difference-of-squares",
        of="mean and var",
    ),
    wrong(
        "eps ignored",
        change("variance + eps", "variance + 1e-5"),
        "always 1e-5",
        "eps-fixed",
        of="mean and var",
    ),
    wrong(
        "in the caller's array",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            x -= x.mean(axis=-1, keepdims=True)
            return gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + beta
        """,
        "x -= mean changes the argument",
    ),
    wrong(
        "RMSNorm in float16",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            power = (np.asarray(x) ** 2).mean(axis=-1, keepdims=True)
            return (gamma * x / np.sqrt(power + eps) + beta).astype(np.float16)
        """,
        "a coarse dtype must not make it pass",
        "rms-norm",
    ),
    wrong(
        "whole numbers stay whole",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            out = np.empty_like(x)
            mean = x.mean(axis=-1, keepdims=True)
            spread = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
            out[...] = gamma * (x - mean) / spread + beta
            return out
        """,
        "a result like x cuts off the decimals of whole-number x",
        "truncated",
    ),
    *route(
        "by std",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            centred = x - x.mean(axis=-1, keepdims=True)
            std = centred.std(axis=-1, keepdims=True)
            return centred * gamma / np.sqrt(std**2 + eps) + beta
        ---
        std(axis=-1, keepdims=True => std(axis=-1, keepdims=True, ddof=1 | unbiased
        mean(axis=-1 => mean(axis=-2
        + beta => | beta-left-out
        centred * => centred /
        centred * => x * | not-centred
        np.sqrt => | by-variance
        std**2 => (x**2).mean(axis=-1, keepdims=True)
        np.sqrt(std**2 + eps) => (std + eps) | eps-outside
        """,
    ),
    right(
        "features first",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            y = np.moveaxis(np.asarray(x, float), -1, 0)
            y = y - y.mean(0)
            y = y / np.sqrt((y * y).mean(0) + eps)
            return np.moveaxis(y, 0, -1) * gamma + beta
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "ddof=1 and eps beside the deviation",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            mean = x.mean(axis=-1, keepdims=True)
            std = x.std(axis=-1, ddof=1, keepdims=True)
            return gamma * (x - mean) / (std + eps) + beta
        """,
        "written from the text alone",
        "eps-outside + unbiased",
    ),
)
