"""Answers to heads.torch_mha_weights that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "padded, stacked, doubled",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "the factor 2 in the queries, the identity as the output",
    ),
    right(
        "filled in place",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            in_proj = torch.zeros(12, 4, dtype=W_q.dtype)
            in_proj[0:3] = W_q.T
            in_proj[4:7] = 2 * W_k.T
            in_proj[8:11] = W_v.T
            out = torch.zeros(4, 4, dtype=W_q.dtype)
            for i in range(3):
                out[i, i] = 1
            return in_proj, out
        """,
        "slices of zeros assigned to, the factor in the keys",
    ),
    right(
        "the root of 2 in both",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            root = 2**0.5
            column = torch.zeros(4, 1, dtype=W_q.dtype)
            rows = []
            for W, factor in ((W_q, root), (W_k, root), (W_v, 1.0)):
                rows.append(torch.hstack((factor * W, column)).T)
            return torch.vstack(rows), torch.eye(4).to(W_q.dtype)
        """,
        "sqrt 2 in queries and keys",
    ),
    right(
        "values scaled up, output scaled down",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            in_proj = W_q.new_zeros((3, 4, 4))
            in_proj[0, :3] = 2.0 * W_q.t()
            in_proj[1, :3] = W_k.t()
            in_proj[2, :3] = 4.0 * W_v.t()
            quarter = W_q.new_tensor([0.25, 0.25, 0.25, 0.0])
            return in_proj.flatten(0, 1), torch.diag(quarter)
        """,
        "the values four times as large, a quarter in the output",
    ),
    right(
        "a namedtuple, helper wide",
        """
        from collections import namedtuple

        Both = namedtuple("Both", ["in_proj", "out_proj"])


        def W(matrix):
            return torch.nn.functional.pad(matrix, (0, 1)).mT


        def torch_mha_weights(W_q, W_k, W_v):
            stacked = torch.concat([W(2 * W_q), W(W_k), W(W_v)], dim=0)
            return Both(stacked, torch.eye(4, dtype=W_q.dtype))
        """,
        "a namedtuple is a tuple; the helper has a name of its own",
    ),
    right(
        "the values' columns in reverse",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (W_q, 2 * W_k, W_v)]
            turn = torch.eye(4, dtype=W_v.dtype).flip(0)
            return torch.cat([*wide[:2], turn @ wide[2]]), turn
        """,
        "the output projection turns them back",
    ),
    wrong(
        "through NumPy",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [np.hstack([W.numpy(), np.zeros((4, 1))]) for W in (2 * W_q, W_k, W_v)]
            return torch.tensor(np.hstack(wide).T, dtype=W_q.dtype), torch.eye(4)
        """,
        "the output projection is float32, whatever came in",
    ),
    wrong(
        "the scale is not undone",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (W_q, W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "the module divides by 2",
        "scale-left-in",
    ),
    wrong(
        "sqrt 3",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (3**0.5 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "the head is 4 wide, not 3",
        "scale-sqrt-3",
    ),
    wrong(
        "doubled in both",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, 2 * W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "2 in the queries and 2 in the keys",
        "scale-4",
    ),
    wrong(
        "not transposed",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "padded and stacked as they are: nn.Linear computes x W^T",
        "not-transposed",
    ),
    wrong(
        "key, query, value",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (W_k, 2 * W_q, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "stacked in the order of chapter 02",
        "order-kqv",
    ),
    wrong(
        "out_proj of zeros",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.zeros(4, 4, dtype=W_v.dtype)
        """,
        "an output projection of zeros says nothing",
        "output-zeros",
    ),
    wrong(
        "out_proj of ones",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.ones(4, 4, dtype=W_v.dtype)
        """,
        "ones add all the features up",
        "output-ones",
    ),
    wrong(
        "padded in front",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (1, 0)).T for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
        """,
        "the column of zeros stands first: the outputs are in columns 1 to 3",
        "padded-in-front",
    ),
    wrong(
        "nothing padded",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            return torch.cat([2 * W_q.T, W_k.T, W_v.T]), torch.eye(3, dtype=W_v.dtype)
        """,
        "(9, 4) and (3, 3): the module does not take them",
        "not-padded-at-all",
    ),
    wrong(
        "stacked side by side",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)]
            return torch.cat(wide, dim=1), torch.eye(4, dtype=W_v.dtype)
        """,
        "(4, 12)",
        "side-by-side",
    ),
    wrong(
        "NumPy arrays",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [np.pad(W.numpy(), ((0, 0), (0, 1))).T for W in (2 * W_q, W_k, W_v)]
            return np.concatenate(wide), np.eye(4)
        """,
        "tensors are asked",
        "arrays",
    ),
    wrong(
        "one by one",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
            return (*wide, torch.eye(4, dtype=W_v.dtype))
        """,
        "a tuple of four, unstacked",
    ),
    wrong(
        "not undone scale, transposed",
        """
        def torch_mha_weights(W_q, W_k, W_v):
            pad = lambda W: torch.nn.functional.pad(W, (0, 1))
            return torch.cat([pad(W_q), pad(W_k), pad(W_v)]), torch.eye(4)
        """,
        "written from the text alone",
    ),
)
