"""Answers to heads.split_heads that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "reshape and swapaxes",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return np.swapaxes(x.reshape(batch, n, n_heads, d // n_heads), 1, 2)
        """,
        "the short way",
    ),
    right(
        "slices, filled in place",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            width = d // n_heads
            parts = np.empty((batch, n_heads, n, width), dtype=x.dtype)
            for h in range(n_heads):
                parts[:, h] = x[:, :, h * width:(h + 1) * width]
            return parts
        """,
        "head by head into an empty array",
    ),
    right(
        "np.split and np.stack",
        """
        def split_heads(x, n_heads):
            return np.stack(np.split(x, n_heads, axis=-1), axis=1)
        """,
        "a list of parts, stacked on a new axis",
    ),
    right(
        "four loops and append",
        """
        def split_heads(x, n_heads):
            width = x.shape[2] // n_heads
            batch = []
            for sequence in x:
                heads = []
                for h in range(n_heads):
                    tokens = []
                    for token in sequence:
                        tokens.append([token[h * width + i] for i in range(width)])
                    heads.append(tokens)
                batch.append(heads)
            return np.array(batch, dtype=x.dtype)
        """,
        "nested lists, number by number",
    ),
    right(
        "einsum with a reshaped array",
        """
        def split_heads(x, n_heads):
            parts = x.reshape(*x.shape[:2], n_heads, -1)
            return np.einsum("bnhd->bhnd", parts)
        """,
        "einsum only moves the axes",
    ),
    right(
        "helper called parts",
        """
        def parts(d, n_heads):
            width = d // n_heads
            return [slice(h * width, (h + 1) * width) for h in range(n_heads)]


        def split_heads(x, n_heads):
            cut = [x[..., own] for own in parts(x.shape[-1], n_heads)]
            return np.array(cut).swapaxes(0, 1)
        """,
        "a helper whose name the chapter binds again below",
    ),
    right(
        "by torch",
        """
        def split_heads(x, n_heads):
            t = torch.from_numpy(np.ascontiguousarray(x))
            return t.unflatten(-1, (n_heads, -1)).transpose(1, 2).numpy()
        """,
        "torch inside of a NumPy answer",
    ),
    wrong(
        "reshape alone",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n_heads, n, d // n_heads)
        """,
        "heads get other tokens' numbers, the shape is right",
        "heads-mixed",
    ),
    wrong(
        "not swapped",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n, n_heads, d // n_heads)
        """,
        "(batch, n, heads, width): tokens would attend over heads",
        "tokens-first",
    ),
    wrong(
        "strided",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n, d // n_heads, n_heads).transpose(0, 3, 1, 2)
        """,
        "head 0 gets features 0, h, 2h: the reshape is the wrong way round",
        "features-dealt-out",
    ),
    wrong(
        "heads in front of the batch",
        """
        def split_heads(x, n_heads):
            return np.stack(np.split(x, n_heads, axis=-1), axis=0)
        """,
        "np.stack on axis 0",
        "heads-before-batch",
    ),
    wrong(
        "width and heads mixed up",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return np.swapaxes(x.reshape(batch, n, d // n_heads, n_heads), 1, 2)
        """,
        "n_heads taken for the width of a head",
        "number-for-width",
    ),
    wrong(
        "tokens are cut",
        """
        def split_heads(x, n_heads):
            return np.stack(np.array_split(x, n_heads, axis=1), axis=1)
        """,
        "np.split over axis 1",
        "tokens-dealt-out",
    ),
    wrong(
        "keys for scores",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n, n_heads, d // n_heads).transpose(0, 2, 3, 1)
        """,
        "transpose(0, 2, 3, 1): tokens last, as the keys are wanted later",
        "features-before-tokens",
    ),
    wrong(
        "every head gets everything",
        """
        def split_heads(x, n_heads):
            return np.repeat(x[:, None], n_heads, axis=1)
        """,
        "repeated instead of cut",
        "copies",
    ),
    wrong(
        "a list of heads",
        """
        def split_heads(x, n_heads):
            return np.split(x, n_heads, axis=-1)
        """,
        "np.split, and nothing is stacked",
        "a-list",
    ),
    wrong(
        "a true division",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n, n_heads, d / n_heads).swapaxes(1, 2)
        """,
        "d / n_heads is a float, and reshape refuses it",
    ),
    wrong(
        "heads in reverse",
        """
        def split_heads(x, n_heads):
            return np.stack(np.split(x, n_heads, axis=-1)[::-1], axis=1)
        """,
        "the last features go to head 0",
    ),
    *route(
        "a list of slices",
        """
        def split_heads(x, n_heads):
            return np.stack(np.split(x, n_heads, axis=-1), axis=1)
        ---
        =1 => =2 | tokens-first
        =1 => =0 | heads-before-batch
        -1) => -1)[::-1]
        """,
    ),
    right(
        "split and stack",
        """
        def split_heads(x, n_heads):
            return np.stack(np.split(x, n_heads, axis=-1), axis=1)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "features dealt out like cards",
        """
        def split_heads(x, n_heads):
            b, n, d = x.shape
            return x.reshape(b, n, d // n_heads, n_heads).transpose(0, 3, 1, 2)
        """,
        "written from the text alone",
        "features-dealt-out",
    ),
)
