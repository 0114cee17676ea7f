"""Answers to reading.attention_rollout that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "a loop over layers",
        """
        def attention_rollout(weights):
            n = weights.shape[-1]
            rolled = np.eye(n)
            for layer in range(weights.shape[-3]):
                mixed = 0.5 * weights[..., layer, :, :] + 0.5 * np.eye(n)
                rolled = mixed @ rolled
            return rolled
        """,
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
        change("mixed @ rolled", "rolled @ mixed"),
        "the first layer is multiplied last",
        "wrong-order",
        of="a loop over layers",
    ),
    wrong(
        "no residual",
        change("0.5 * weights[", "weights[") + change(" + 0.5 * np.eye(n)", ""),
        "the weights alone are multiplied",
        "no-residual",
        of="a loop over layers",
    ),
    wrong(
        "not halved",
        change("0.5 * weights[", "weights[") + change("0.5 * np.eye(n)", "np.eye(n)"),
        "rows sum to two in every layer",
        "not-halved",
        of="a loop over layers",
    ),
    wrong(
        "element by element",
        change("mixed @ rolled", "mixed * rolled"),
        "* in place of @",
        "entry-by-entry-from-the-identity",
        of="a loop over layers",
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
        change("return rolled", "return np.swapaxes(rolled, -1, -2)"),
        "columns are outputs",
        "transposed",
        of="a loop over layers",
    ),
    wrong(
        "a layer missed",
        change("range(weights.shape[-3])", "range(1, weights.shape[-3])"),
        "the first layer is left out",
        "first-layer-missing",
        of="a loop over layers",
    ),
    wrong(
        "layers on the first axis",
        change("weights.shape[-3]", "len(weights)")
        + change("weights[..., layer, :, :]", "weights[layer]"),
        "a batch in front is taken for layers",
        "batch-as-layers",
        of="a loop over layers",
    ),
    wrong(
        "half written as ones",
        change("0.5 * np.eye(n)", "0.5 * np.ones((n, n)) / n"),
        "ones add to every token",
        of="a loop over layers",
    ),
    wrong(
        "every layer's result",
        change("rolled = np.eye(n)", "rolled, steps = np.eye(n), []")
        + change(
            "    return rolled", "        steps.append(rolled)\n    return np.array(steps)"
        ),
        "a list of all steps",
        of="a loop over layers",
    ),
    *route(
        "reduced",
        """
        def attention_rollout(weights):
            out = np.eye(weights.shape[-1])
            for layer in np.moveaxis(weights, -3, 0):
                out = (layer @ out + out) / 2
            return out
        ---
        layer @ out => out @ layer | wrong-order
        (layer @ out + out) / 2 => layer @ out | no-residual
        (layer @ out + out) / 2 => layer @ out + out | not-halved
        0) => 0)[::-1] | wrong-order
        + out => + np.eye(len(out))
        (layer => (layer.swapaxes(-1, -2) | layers-turned
        """,
    ),
    wrong(
        "not halved, multiplied from the other side",
        """
        def attention_rollout(weights):
            n = weights.shape[-1]
            out = np.eye(n)
            for layer in range(weights.shape[-3]):
                out = out @ (weights[..., layer, :, :] + np.eye(n))
            return out
        """,
        "written from the text alone",
        "not-halved + wrong-order",
    ),
)
