"""What goes wrong where patches are put together again."""

from autograder import Misconception, change

OTHER_AXES = (
    "You swap two axes that patchify did not swap. Name all four: rows of patches, columns "
    "of patches, rows within a patch, columns within a patch. The middle two change places."
)

MISTAKES = (
    Misconception(
        "rows-of-patches-swapped",
        OTHER_AXES,
        change("swapaxes(-3, -2)", "swapaxes(-4, -2)"),
    ),
    Misconception(
        "columns-swapped", OTHER_AXES, change("swapaxes(-3, -2)", "swapaxes(-3, -1)")
    ),
    Misconception(
        "just-reshaped",
        "The shape is right, but a reshape alone lays each patch out as a strip "
        "along the rows. The two axes that patchify swapped must be swapped back.",
        change("blocks.swapaxes(-3, -2).reshape", "blocks.reshape"),
        alone=True,
    ),
    Misconception(
        "down-the-columns",
        "You fill the image with patches column by column. They were cut along the "
        "rows, so the second patch belongs to the right of the first.",
        change("*grid, patch, patch)", "*grid[::-1], patch, patch).swapaxes(-4, -3)"),
    ),
    Misconception(
        "patches-transposed",
        "Every patch is in its place, but mirrored: its pixels were laid out along "
        "its rows, and you take them as columns.",
        change("blocks.swapaxes(-3, -2)", "blocks.swapaxes(-2, -1).swapaxes(-3, -2)"),
    ),
    Misconception(
        "sides-swapped",
        "Height and width have changed places. An image's shape is (height, width): "
        "rows come first.",
        change("    patch =", "    height, width = width, height\n    patch ="),
    ),
    Misconception(
        "grid-turned-round",
        "You lay the patches out in a grid of width // patch rows. There are height // "
        "patch of them, and the image is as high as its rows of patches.",
        change("*grid, patch, patch)", "*grid[::-1], patch, patch)"),
    ),
    Misconception(
        "images-run-together",
        "Your images stand below one another in a single one. Keep the leading axes: "
        "(..., height, width).",
        change(".reshape(*lead, height, width)", ".reshape(-1, width)"),
    ),
    Misconception(
        "cut-again",
        "You cut the patches again and get patches. Go the way of patchify backwards: "
        "what it did last comes first.",
        """
        def unpatchify(patches, height, width):
            images = patches.reshape(*patches.shape[:-2], height, width)
            return patchify(images, round(patches.shape[-1] ** 0.5))
        """,
    ),
)
