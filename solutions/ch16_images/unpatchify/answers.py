"""Answers to image.unpatchify that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "reshape and swap",
        """
        def unpatchify(patches, height, width):
            patch = int(np.sqrt(patches.shape[-1]))
            lead = patches.shape[:-2]
            x = patches.reshape(*lead, height // patch, width // patch, patch, patch)
            x = x.swapaxes(-2, -3)
            return x.reshape(*lead, height, width)
        """,
        "backwards",
    ),
    right(
        "filled in place",
        """
        def unpatchify(patches, height, width):
            side = int(patches.shape[-1] ** 0.5)
            images = np.zeros((*patches.shape[:-2], height, width))
            n = 0
            for top in range(0, height, side):
                for left in range(0, width, side):
                    square = patches[..., n, :].reshape(*patches.shape[:-2], side, side)
                    images[..., top:top + side, left:left + side] = square
                    n += 1
            return images
        """,
        "float64, square by square",
    ),
    right(
        "joined",
        """
        def unpatchify(patches, height, width):
            side = round(patches.shape[-1] ** 0.5)
            squares = patches.reshape(*patches.shape[:-1], side, side)
            across = width // side
            rows = []
            for start in range(0, patches.shape[-2], across):
                parts = [squares[..., start + i, :, :] for i in range(across)]
                rows.append(np.concatenate(parts, axis=-1))
            return np.concatenate(rows, axis=-2)
        """,
        "rows of squares, then rows of rows",
    ),
    right(
        "helper place, pixel by pixel",
        """
        def place(y, x, side, width):
            return y // side * (width // side) + x // side, y % side * side + x % side


        def unpatchify(patches, height, width):
            side = int(round(np.sqrt(patches.shape[-1])))
            rows = [[patches[(..., *place(y, x, side, width))] for x in range(width)]
                    for y in range(height)]
            return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
        """,
        "where each pixel comes from",
    ),
    right(
        "through patchify",
        """
        def unpatchify(patches, height, width):
            side = int(np.sqrt(patches.shape[-1]))
            numbers = patchify(np.arange(height * width).reshape(height, width), side)
            flat = patches.reshape(*patches.shape[:-2], -1)
            flat = flat[..., np.argsort(numbers, axis=None)]
            return flat.reshape(*flat.shape[:-1], height, width)
        """,
        "numbered pixels, sorted back",
    ),
    wrong(
        "reshape",
        """
        def unpatchify(patches, height, width):
            return patches.reshape(*patches.shape[:-2], height, width)
        """,
        "strips",
        "just-reshaped",
    ),
    wrong(
        "sides swapped",
        change("height // patch, width // patch", "width // patch, height // patch")
        + change("(*lead, height, width)", "(*lead, width, height)"),
        "width first",
        "sides-swapped",
        of="reshape and swap",
    ),
    wrong(
        "grid turned round",
        change("height // patch, width // patch", "width // patch, height // patch"),
        "the grid's sides",
        "grid-turned-round",
        of="reshape and swap",
    ),
    wrong(
        "columns first",
        change("for top in range(0, height, side)", "for left in range(0, width, side)")
        + change("for left in range(0, width, side)", "for top in range(0, height, side)"),
        "column by column",
        "down-the-columns",
        of="filled in place",
    ),
    wrong(
        "patches transposed",
        change("side, side)\n", "side, side).swapaxes(-1, -2)\n"),
        "mirrored patches",
        "patches-transposed",
        of="filled in place",
    ),
    wrong(
        "batch lost",
        change("reshape(*lead, height, width)", "reshape(-1, width)"),
        "one below the other",
        "images-run-together",
        of="reshape and swap",
    ),
    wrong(
        "the side guessed",
        change("int(np.sqrt(patches.shape[-1]))", "2"),
        "patches of 2 x 2 only",
        of="reshape and swap",
    ),
    wrong(
        "the side from n",
        change("patches.shape[-1]", "patches.shape[-2]"),
        "the root of the number of patches",
        of="reshape and swap",
    ),
    wrong(
        "patchify again",
        """
        def unpatchify(patches, height, width):
            side = int(np.sqrt(patches.shape[-1]))
            return patchify(patches.reshape(*patches.shape[:-2], height, width), side)
        """,
        "cut again",
        "cut-again",
    ),
    wrong(
        "square images only",
        change("(*lead, height, width)", "(*lead, height, height)"),
        "the height for the width",
        of="reshape and swap",
    ),
    wrong(
        "last patch lost",
        change("range(0, width, side)", "range(0, width - side, side)"),
        "the last column stays empty",
        of="filled in place",
    ),
    wrong(
        "the first and the third swapped",
        """
        def unpatchify(patches, height, width):
            *lead, n, size = patches.shape
            p = int(size ** 0.5)
            x = patches.reshape(*lead, height // p, width // p, p, p)
            x = np.swapaxes(x, -4, -2)
            return x.reshape(*lead, height, width)
        """,
        "axes that patchify left",
        "rows-of-patches-swapped",
    ),
    wrong(
        "the second and the fourth swapped",
        """
        def unpatchify(patches, height, width):
            *lead, n, size = patches.shape
            p = int(size ** 0.5)
            x = patches.reshape(*lead, height // p, width // p, p, p)
            x = np.swapaxes(x, -3, -1)
            return x.reshape(*lead, height, width)
        """,
        "axes that patchify left",
        "columns-swapped",
    ),
)
