"""Answers to image.embed_patches that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "broadcast and join",
        """
        def embed_patches(patches, W, b, class_token, positions):
            tokens = patches @ W + b
            front = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, len(class_token)))
            tokens = np.concatenate([front, tokens], axis=-2)
            return tokens + positions
        """,
        "three steps",
    ),
    right(
        "filled in place",
        """
        def embed_patches(patches, W, b, class_token, positions):
            *lead, n, _ = patches.shape
            x = np.empty((*lead, n + 1, W.shape[1]), dtype=np.float64)
            x[..., 0, :] = class_token
            x[..., 1:, :] = patches @ W
            x[..., 1:, :] += b
            x += positions
            return x
        """,
        "float64, changed where it stands",
    ),
    right(
        "padded",
        """
        def embed_patches(patches, W, b, class_token, positions):
            axes = [(0, 0)] * (patches.ndim - 2) + [(1, 0), (0, 0)]
            tokens = np.pad(np.matmul(patches, W) + b, axes)
            tokens[..., 0, :] = class_token
            return np.add(tokens, positions)
        """,
        "a row of zeros in front, then the class token",
    ),
    right(
        "recursion, helper x",
        """
        def x(patch, W, b):
            return sum(value * row for value, row in zip(patch, W)) + b


        def embed_patches(patches, W, b, class_token, positions):
            if patches.ndim > 2:
                return np.stack([embed_patches(image, W, b, class_token, positions)
                                 for image in patches])
            rows = [class_token] + [x(patch, W, b) for patch in patches]
            return np.array([row + place for row, place in zip(rows, positions)])
        """,
        "image by image, patch by patch",
    ),
    right(
        "a layer",
        """
        class Embedding:
            def __init__(self, W, b, first, positions):
                self.W, self.b = W, b
                self.first, self.rest = first + positions[0], positions[1:]

            def __call__(self, patches):
                tokens = np.einsum("...p,pd->...d", patches, self.W) + self.b + self.rest
                first = np.tile(self.first, (*patches.shape[:-2], 1, 1))
                return np.concatenate((first, tokens), -2)


        def embed_patches(patches, W, b, class_token, positions):
            return Embedding(W, b, class_token, positions)(patches)
        """,
        "positions added before the join",
    ),
    wrong(
        "at the end",
        change("[front, tokens]", "[tokens, front]"),
        "the class token last",
        "class-token-last",
        of="broadcast and join",
    ),
    wrong(
        "no positions",
        change("return tokens + positions", "return tokens"),
        "no positions",
        "no-positions",
        of="broadcast and join",
    ),
    wrong(
        "positions for the patches",
        change("W + b", "W + b + positions[:-1]")
        + change("return tokens + positions", "return tokens"),
        "one off, and none for the class token",
        "positions-one-off",
        of="broadcast and join",
    ),
    wrong(
        "class token without a position",
        change("W + b", "W + b + positions[1:]")
        + change("return tokens + positions", "return tokens"),
        "the class token's position is left out",
        "class-token-without-a-position",
        of="broadcast and join",
    ),
    wrong(
        "no bias",
        change("patches @ W + b", "patches @ W"),
        "no bias",
        "no-bias",
        of="broadcast and join",
    ),
    wrong(
        "bias for the class token",
        change("patches @ W + b", "patches @ W")
        + change("tokens + positions", "tokens + b + positions"),
        "the class token is not projected",
        "bias-for-the-class-token",
        of="broadcast and join",
    ),
    wrong(
        "no class token",
        """
        def embed_patches(patches, W, b, class_token, positions):
            return patches @ W + b + positions[1:]
        """,
        "n tokens",
        "no-class-token",
    ),
    wrong(
        "the mean",
        change(
            "np.broadcast_to(class_token, (*tokens.shape[:-2], 1, len(class_token)))",
            "tokens.mean(axis=-2, keepdims=True)",
        ),
        "the patches' mean",
        "mean-for-class-token",
        of="broadcast and join",
    ),
    wrong(
        "times",
        change("tokens + positions", "tokens * positions"),
        "multiplied",
        "positions-multiplied",
        of="broadcast and join",
    ),
    wrong(
        "zeros",
        change("broadcast_to(class_token", "broadcast_to(0 * class_token"),
        "a row of zeros",
        "zeros-for-the-class-token",
        of="broadcast and join",
    ),
    wrong(
        "one image",
        """
        def embed_patches(patches, W, b, class_token, positions):
            return np.vstack([class_token, patches @ W + b]) + positions
        """,
        "no leading axes",
    ),
    wrong(
        "W transposed",
        change("patches @ W", "patches @ W.T"),
        "an error of shapes, or another product",
        of="broadcast and join",
    ),
    wrong(
        "class token added",
        """
        def embed_patches(patches, W, b, class_token, positions):
            return patches @ W + b + class_token + positions[1:]
        """,
        "added to each patch, not put in front",
    ),
    wrong(
        "joined on the wrong axis",
        change("axis=-2)", "axis=-1)"),
        "features for tokens",
        of="broadcast and join",
    ),
    wrong(
        "twice",
        change("W + b", "W + b + positions[1:]"),
        "patches get their positions twice",
        "positions-twice",
        of="broadcast and join",
    ),
    *route(
        "filled in",
        """
        def embed_patches(patches, W, b, class_token, positions):
            kind = np.result_type(patches, W)
            tokens = np.zeros((*patches.shape[:-2], len(positions), len(b)), kind)
            tokens[..., 0, :] = class_token
            tokens[..., 1:, :] = patches @ W + b
            return tokens + positions
        ---
        = class_token => = class_token + b | bias-for-the-class-token
        patches @ W + b => patches @ W | no-bias
        + positions => | no-positions
        + positions => + positions[::-1]
        tokens[..., 0, :] = class_token => | zeros-for-the-class-token
        tokens + => tokens * | positions-multiplied
        """,
    ),
)
