"""What goes wrong where an image is cut into patches."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "strips",
        "You reshape without moving an axis. A reshape only cuts the pixels into "
        "runs as they lie in memory, along the image's rows: these are strips, not "
        "squares. Bring the axis of patch columns before the pixel rows first.",
        change(
            "    blocks = blocks.swapaxes(-3, -2)  # (..., rows, columns, patch, patch)\n",
            "",
        ),
    ),
    Misconception(
        "down-the-columns",
        "Your patches come down the columns of the image. Take them along its rows: the "
        "patch right of the first one is the second.",
        change("blocks.swapaxes(-3, -2)", "blocks.swapaxes(-4, -2).swapaxes(-3, -2)"),
    ),
    Misconception(
        "patches-transposed",
        "Your patches come in the right order, but each is laid out down its "
        "columns. Its pixel rows come first, then the pixels in a row.",
        change("blocks.swapaxes(-3, -2)", "blocks.swapaxes(-3, -2).swapaxes(-2, -1)"),
    ),
    Misconception(
        "overlapping",
        "You cut a patch at every pixel, so that they overlap. Move on by a whole "
        "patch: there are (height // patch) * (width // patch) of them.",
        """
        def patchify(images, patch):
            windows = np.lib.stride_tricks.sliding_window_view(
                images, (patch, patch), axis=(-2, -1)
            )
            return windows.reshape(*images.shape[:-2], -1, patch * patch)
        """,
    ),
    Misconception(
        "not-flattened",
        "The patches are right but still square. Each is one token, so its pixels "
        "belong on one axis of length patch * patch.",
        change("rows * columns, patch * patch)", "rows * columns, patch, patch)"),
        alone=True,
    ),
    Misconception(
        "pixels-first",
        "Your axes are the other way round. A token is a row: (..., n, patch * patch).",
        change(
            "rows * columns, patch * patch)",
            "rows * columns, patch * patch).swapaxes(-1, -2)",
        ),
    ),
    Misconception(
        "images-run-together",
        "The patches of all images are in one long row. Keep the leading axes: "
        "every image has n patches of its own, (..., n, patch * patch).",
        change("*lead, rows * columns,", "-1,"),
    ),
)
