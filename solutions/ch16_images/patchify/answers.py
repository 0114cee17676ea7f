"""Answers to image.patchify that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "reshape and move",
        """
        def patchify(images, patch):
            *batch, height, width = images.shape
            cut = images.reshape(*batch, height // patch, patch, width // patch, patch)
            cut = np.moveaxis(cut, -2, -3)
            return cut.reshape(*batch, -1, patch * patch)
        """,
        "five axes",
    ),
    right(
        "squares in a loop",
        """
        def patchify(images, patch):
            height, width = images.shape[-2:]
            found = []
            for top in range(0, height, patch):
                for left in range(0, width, patch):
                    square = images[..., top:top + patch, left:left + patch]
                    found.append(square.reshape(*images.shape[:-2], patch * patch))
            return np.stack(found, axis=-2)
        """,
        "each square cut out",
    ),
    right(
        "every patch-th window",
        """
        def patchify(images, patch):
            shape, view = (patch, patch), np.lib.stride_tricks.sliding_window_view
            windows = view(images, shape, axis=(-2, -1))[..., ::patch, ::patch, :, :]
            return windows.reshape(*images.shape[:-2], -1, patch * patch)
        """,
        "windows at every pixel, of which most are left out",
    ),
    right(
        "filled in place",
        """
        def patchify(images, patch):
            *batch, height, width = images.shape
            across = width // patch
            out = np.empty((*batch, height // patch * across, patch ** 2), images.dtype)
            for y in range(height):
                for x in range(width):
                    n = (y // patch) * across + x // patch
                    out[..., n, (y % patch) * patch + x % patch] = images[..., y, x]
            return out
        """,
        "pixel by pixel",
    ),
    right(
        "float64",
        """
        def patchify(images, patch):
            *batch, height, width = images.shape
            out = np.zeros((*batch, height * width // patch ** 2, patch * patch))
            place = 0
            for rows in np.split(images, height // patch, axis=-2):
                for square in np.split(rows, width // patch, axis=-1):
                    out[..., place, :] = square.reshape(*batch, -1)
                    place += 1
            return out
        """,
        "the same numbers as decimals: any numbers are allowed, none is promised",
    ),
    right(
        "recursion, helper strips",
        """
        def strips(image, patch):
            if image.shape[0] == 0:
                return []
            top, starts = image[:patch], range(0, image.shape[1], patch)
            row = [top[:, i:i + patch].ravel() for i in starts]
            return row + strips(image[patch:], patch)


        def patchify(images, patch):
            if images.ndim > 2:
                return np.array([patchify(image, patch) for image in images])
            return np.array(strips(images, patch))
        """,
        "axis by axis; the helper is bound by the chapter below",
    ),
    right(
        "a cutter, by einsum",
        """
        class Cutter:
            def __init__(self, patch):
                self.patch = patch

            def __call__(self, images):
                p, (h, w) = self.patch, images.shape[-2:]
                x = images.reshape(-1, h // p, p, w // p, p)
                x = np.einsum("brpcq->brcpq", x)
                return x.reshape(*images.shape[:-2], (h // p) * (w // p), p * p)


        def patchify(images, patch):
            return Cutter(patch)(images)
        """,
        "leading axes joined and taken apart",
    ),
    wrong(
        "reshape",
        """
        def patchify(images, patch):
            return images.reshape(*images.shape[:-2], -1, patch * patch)
        """,
        "strips",
        "strips",
    ),
    wrong(
        "columns first",
        change("for top in range(0, height, patch)", "for left in range(0, width, patch)")
        + change(
            "for left in range(0, width, patch)", "for top in range(0, height, patch)"
        ),
        "down the image's columns",
        "down-the-columns",
        of="squares in a loop",
    ),
    wrong(
        "transposed pixels",
        change("square.reshape(", "square.swapaxes(-1, -2).reshape("),
        "down the patch's columns",
        "patches-transposed",
        of="squares in a loop",
    ),
    wrong(
        "overlapping",
        change("range(0, height, patch)", "range(height - patch + 1)")
        + change("range(0, width, patch)", "range(width - patch + 1)"),
        "a patch at every pixel",
        "overlapping",
        of="squares in a loop",
    ),
    wrong(
        "squares kept",
        change("-1, patch * patch)", "-1, patch, patch)"),
        "not flat",
        "not-flattened",
        of="reshape and move",
    ),
    wrong(
        "one long row",
        change("reshape(*batch, -1,", "reshape(-1,"),
        "images run together",
        "images-run-together",
        of="reshape and move",
    ),
    wrong(
        "batch of one axis",
        """
        def patchify(images, patch):
            b, h, w = images.shape
            x = images.reshape(b, h // patch, patch, w // patch, patch)
            return x.transpose(0, 1, 3, 2, 4).reshape(b, -1, patch * patch)
        """,
        "three axes only",
    ),
    wrong(
        "square images only",
        change("width // patch", "height // patch"),
        "the height for the width",
        of="reshape and move",
    ),
    wrong(
        "pixels and patches swapped",
        change("np.moveaxis(cut, -2, -3)", "np.swapaxes(cut, -1, -4)"),
        "the wrong axes",
        of="reshape and move",
    ),
    wrong(
        "patch counted, not sized",
        """
        def patchify(images, patch):
            *b, h, w = images.shape
            x = images.reshape(*b, patch, h // patch, patch, w // patch)
            return x.swapaxes(-3, -2).reshape(*b, patch * patch, -1)
        """,
        "patch * patch patches, of any size",
    ),
    wrong(
        "features first",
        change("-1, patch * patch)", "-1, patch * patch).swapaxes(-1, -2)"),
        "(..., pixels, n)",
        "pixels-first",
        of="reshape and move",
    ),
    wrong(
        "the mean",
        change(
            "square.reshape(*images.shape[:-2], patch * patch)",
            "square.mean(axis=(-1, -2))[..., None]",
        ),
        "one number a patch",
        of="squares in a loop",
    ),
    *route(
        "slices",
        """
        def patchify(images, patch):
            height, width = images.shape[-2:]
            cut = [
                images[..., top : top + patch, left : left + patch]
                for top in range(0, height, patch)
                for left in range(0, width, patch)
            ]
            return np.stack([c.reshape(*c.shape[:-2], -1) for c in cut], axis=-2)
        ---
        reshape => swapaxes(-1, -2).reshape | patches-transposed
        =-2 => =0
        =-2 => =-1 | pixels-first
        , height => , height - patch
        """,
    ),
    right(
        "sliding windows",
        """
        def patchify(images, patch):
            windows = np.lib.stride_tricks.sliding_window_view(images, (patch, patch),
                axis=(-2, -1))
            cut = windows[..., ::patch, ::patch, :, :]
            return cut.reshape(*images.shape[:-2], -1, patch * patch)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "one reshape",
        """
        def patchify(images, patch):
            *batch, h, w = images.shape
            return images.reshape(*batch, (h // patch) * (w // patch), patch * patch)
        """,
        "written from the text alone",
        "strips",
    ),
)
