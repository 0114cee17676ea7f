"""Answers to reading.attention_rollout."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.attention_rollout"

BASE = """
def attention_rollout(weights):
    n = weights.shape[-1]
    rolled = np.eye(n)
    for layer in range(weights.shape[-3]):
        mixed = 0.5 * weights[..., layer, :, :] + 0.5 * np.eye(n)
        rolled = mixed @ rolled
    return rolled
"""

ANSWERS = (
    right(
        "a loop over layers",
        BASE,
        "multiplied from the left",
    ),
    right(
        "from the last layer down",
        """
        def attention_rollout(weights):
            n = weights.shape[-1]
            mixed = (weights + np.identity(n)) / 2
            result = mixed[..., -1, :, :]
            for layer in reversed(range(weights.shape[-3] - 1)):
                result = result @ mixed[..., layer, :, :]
            return result
        """,
        "multiplied from the right, starting at the end",
    ),
    right(
        "recursion",
        """
        def attention_rollout(weights):
            n = weights.shape[-1]
            if weights.shape[-3] == 0:
                return np.broadcast_to(np.eye(n), weights.shape[:-3] + (n, n)).copy()
            last = 0.5 * (weights[..., -1, :, :] + np.eye(n))
            before = attention_rollout(weights[..., :-1, :, :])
            return np.einsum("...ij,...jk->...ik", last, before)
        """,
        "the last layer times the rollout of those before",
    ),
    right(
        "functools.reduce",
        """
        from functools import reduce


        def attention_rollout(weights):
            layers = np.moveaxis(weights, -3, 0)
            half = [0.5 * a + 0.5 * np.eye(a.shape[-1]) for a in layers]
            return reduce(lambda done, more: more @ done, half)
        """,
        "matrices turned round, axes moved to the front",
    ),
    right(
        "in place, helpers rolled and then",
        """
        def then(table, weights):
            out = table.copy()
            out += weights @ table
            out *= 0.5
            return out


        def rolled(weights, table):
            for layer in range(weights.shape[-3]):
                table = then(table, weights[..., layer, :, :])
            return table


        def attention_rollout(weights):
            n = weights.shape[-1]
            start = np.zeros(weights.shape[:-3] + (n, n))
            for i in range(n):
                start[..., i, i] = 1
            return rolled(weights, start)
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "the layers in the other order",
        edited(
            BASE,
            (
                "mixed @ rolled",
                "rolled @ mixed",
            ),
        ),
        "the first layer is multiplied last",
        "wrong-order",
    ),
    wrong(
        "no residual",
        edited(
            BASE,
            (
                "0.5 * weights[..., layer, :, :] + 0.5 * np.eye(n)",
                "weights[..., layer, :, :]",
            ),
        ),
        "the weights alone are multiplied",
        "no-residual",
    ),
    wrong(
        "not halved",
        edited(
            BASE,
            (
                "0.5 * weights[..., layer, :, :] + 0.5 * np.eye(n)",
                "weights[..., layer, :, :] + np.eye(n)",
            ),
        ),
        "rows sum to two in every layer",
        "not-halved",
    ),
    wrong(
        "element by element",
        edited(
            BASE,
            (
                "mixed @ rolled",
                "mixed * rolled",
            ),
        ),
        "* in place of @",
        "entry-by-entry-from-the-identity",
    ),
    wrong(
        "the mean over layers",
        """
        def attention_rollout(weights):
            return 0.5 * weights.mean(axis=-3) + 0.5 * np.eye(weights.shape[-1])
        """,
        "averaged instead of multiplied",
        "mean-of-layers",
    ),
    wrong(
        "the residual once, at the end",
        """
        def attention_rollout(weights):
            n = weights.shape[-1]
            rolled = np.eye(n)
            for layer in range(weights.shape[-3]):
                rolled = weights[..., layer, :, :] @ rolled
            return 0.5 * rolled + 0.5 * np.eye(n)
        """,
        "halved after all layers",
        "residual-once",
    ),
    wrong(
        "the last layer alone",
        """
        def attention_rollout(weights):
            return 0.5 * weights[..., -1, :, :] + 0.5 * np.eye(weights.shape[-1])
        """,
        "the layers before it are not looked at",
        "last-layer",
    ),
    wrong(
        "transposed",
        edited(
            BASE,
            (
                "return rolled",
                "return np.swapaxes(rolled, -1, -2)",
            ),
        ),
        "columns are outputs",
        "transposed",
    ),
    wrong(
        "a layer missed",
        edited(
            BASE,
            (
                "range(weights.shape[-3])",
                "range(1, weights.shape[-3])",
            ),
        ),
        "the first layer is left out",
        "first-layer-missing",
    ),
    wrong(
        "layers on the first axis",
        edited(
            BASE,
            (
                "range(weights.shape[-3])",
                "range(len(weights))",
            ),
            (
                "weights[..., layer, :, :]",
                "weights[layer]",
            ),
        ),
        "a batch in front is taken for layers",
        "batch-as-layers",
    ),
    wrong(
        "half written as ones",
        edited(
            BASE,
            (
                "0.5 * np.eye(n)",
                "0.5 * np.ones((n, n)) / n",
            ),
        ),
        "ones add to every token",
    ),
    wrong(
        "every layer's result",
        edited(
            BASE,
            (
                "    rolled = np.eye(n)",
                "    rolled, steps = np.eye(n), []",
            ),
            (
                "        rolled = mixed @ rolled",
                "        rolled = mixed @ rolled\n        steps.append(rolled)",
            ),
            (
                "return rolled",
                "return np.array(steps)",
            ),
        ),
        "a list of all steps",
    ),
)
