"""Answers to translate.shift_right that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "slices assigned to",
        """
        def shift_right(targets, bos_id):
            shifted = np.empty_like(targets)
            shifted[..., 0] = bos_id
            shifted[..., 1:] = targets[..., :-1]
            return shifted
        """,
        "into a new array of the same kind",
    ),
    right(
        "concatenate",
        """
        def shift_right(targets, bos_id):
            first = np.full(targets.shape[:-1] + (1,), bos_id, dtype=targets.dtype)
            return np.concatenate([first, targets[..., :-1]], axis=-1)
        """,
        "a column in front, the last one cut",
    ),
    right(
        "np.roll",
        """
        def shift_right(targets, bos_id):
            turned = np.roll(targets, 1, axis=-1)
            turned[..., 0] = bos_id
            return turned
        """,
        "turned round, then the first put right",
    ),
    right(
        "lists and insert",
        """
        def shift_right(targets, bos_id):
            if targets.ndim > 1:
                rows = []
                for row in targets:
                    rows.append(shift_right(row, bos_id))
                return np.array(rows, dtype=targets.dtype).reshape(targets.shape)
            ids = list(targets)
            ids.insert(0, bos_id)
            ids.pop()
            return np.array(ids, dtype=targets.dtype)
        """,
        "recursion down to the rows, insert and pop",
    ),
    right(
        "np.pad and a helper called inputs",
        """
        def inputs(targets):
            return targets[..., :-1]


        def shift_right(targets, bos_id):
            widths = [(0, 0)] * (targets.ndim - 1) + [(1, 0)]
            return np.pad(inputs(targets), widths, constant_values=bos_id)
        """,
        "a name that the chapter binds again further down",
    ),
    right(
        "always int64",
        """
        def shift_right(targets, bos_id):
            out = np.full(targets.shape, bos_id, dtype=np.int64)
            np.copyto(out[..., 1:], targets[..., :-1])
            return out
        """,
        "whole numbers, another width",
    ),
    wrong(
        "shifted to the left",
        change("shifted[..., 0]", "shifted[..., -1]")
        + change(
            "shifted[..., 1:] = targets[..., :-1]", "shifted[..., :-1] = targets[..., 1:]"
        ),
        "the decoder is shown what comes after the answer",
        "shifted-left",
        of="slices assigned to",
    ),
    wrong(
        "only rolled",
        """
        def shift_right(targets, bos_id):
            return np.roll(targets, 1, axis=-1)
        """,
        "the last id comes to the front",
        "rolled",
    ),
    wrong(
        "rolled over all rows",
        """
        def shift_right(targets, bos_id):
            return np.roll(targets, 1)
        """,
        "np.roll without an axis: the last of a row goes to the next",
        "rolled-over-rows",
    ),
    wrong(
        "the rows rolled, then bos",
        change("axis=-1)", "axis=0)"),
        "sequences are exchanged, not shifted",
        "rows-rolled",
        of="np.roll",
    ),
    wrong(
        "one too long",
        """
        def shift_right(targets, bos_id):
            first = np.full(targets.shape[:-1] + (1,), bos_id, dtype=targets.dtype)
            return np.concatenate([first, targets], axis=-1)
        """,
        "bos in front and nothing cut",
        "one-longer",
    ),
    wrong(
        "along the first axis",
        change("shifted[..., 0]", "shifted[0]")
        + change("shifted[..., 1:] = targets[..., :-1]", "shifted[1:] = targets[:-1]"),
        "the rows are shifted, not what is in them",
        "wrong-axis",
        of="slices assigned to",
    ),
    wrong(
        "two axes only",
        change("shifted[..., 0]", "shifted[:, 0]")
        + change(
            "shifted[..., 1:] = targets[..., :-1]", "shifted[:, 1:] = targets[:, :-1]"
        ),
        "a row alone is an error",
        of="slices assigned to",
    ),
    wrong(
        "floats",
        change("np.empty_like(targets)", "np.zeros(targets.shape)"),
        "np.zeros makes ids floats",
        of="slices assigned to",
    ),
    wrong(
        "in place",
        """
        def shift_right(targets, bos_id):
            targets[..., 1:] = targets[..., :-1].copy()
            targets[..., 0] = bos_id
            return targets
        """,
        "the caller's targets are overwritten",
    ),
    *route(
        "by roll",
        """
        def shift_right(targets, bos_id):
            out = np.roll(targets, 1, axis=-1)
            out[..., 0] = bos_id
            return out
        ---
        -1 => 0 | rows-rolled
        np.roll(targets, 1 => np.roll(targets, -1
        out[..., 0] = bos_id => | rolled
        0 => -1
        roll(targets, 1, axis=-1 => array(targets | not-shifted
        """,
    ),
    *slips(
        "slices assigned to",
        """
        targets[..., :-1] => targets[..., 1:] | not-shifted
        = bos_id => = 1 | bos-is-1
        = bos_id => = 0 | bos-is-0
        """,
    ),
    wrong(
        "rolled as one long row",
        """
        def shift_right(targets, bos_id):
            out = np.roll(targets, 1)
            out[0] = bos_id
            return out
        """,
        "the last of a row goes to the next",
    ),
)
