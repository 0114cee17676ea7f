# %% mistake: strips
# Your patches are stretches of the image's numbers in their order, and not squares, as from
# a reshape alone. Reshape to (..., rows, patch, columns, patch), swap the two axes in the
# middle, then reshape once more.
# -     blocks = blocks.swapaxes(-3, -2)  # (..., rows, columns, patch, patch)
# -
# %% mistake: down-the-columns
# Your patches come down the columns of the image. Take them along its rows: the patch right
# of the first one should be the second.
# blocks.swapaxes(-3, -2) => blocks.swapaxes(-4, -2).swapaxes(-3, -2)
# %% mistake: patches-transposed
# Your patches come in the right order, but the pixels of each come down its columns. Take
# the pixels along its rows.
# blocks.swapaxes(-3, -2) => blocks.swapaxes(-3, -2).swapaxes(-2, -1)
# %% mistake: overlapping
# You cut a patch at every pixel, so that they overlap. Move on by a whole patch: there are
# (height // patch) * (width // patch) of them.
def patchify(images, patch):
    windows = np.lib.stride_tricks.sliding_window_view(
        images, (patch, patch), axis=(-2, -1)
    )
    return windows.reshape(*images.shape[:-2], -1, patch * patch)
# %% mistake: not-flattened
# The patches are right but still square. Each is one token, so its pixels belong on one
# axis of length patch * patch.
# rows * columns, patch * patch) => rows * columns, patch, patch)
# %% mistake: pixels-first
# Your last two axes have changed places. A token should be a row: (..., n, patch * patch).
# rows * columns, patch * patch) => rows * columns, patch * patch).swapaxes(-1, -2)
# %% mistake: images-run-together
# The patches of all your images are on one axis. Keep the leading axes: every image has n
# patches of its own, (..., n, patch * patch).
# *lead, rows * columns, => -1,
# %% mistake: rows-and-columns-swapped
# Your patches are cut as if height and width had changed places. There are height // patch
# rows of patches and width // patch columns.
# rows, columns = height // patch => columns, rows = height // patch
# %% mistake: patches-per-side
# You cut each side into `patch` parts. A patch is `patch` pixels wide and high.
# rows, columns = height // patch, width // patch => rows = columns = patch
# - *lead, rows, patch, columns, patch)
# + *lead, rows, height // rows, columns, width // columns)
# rows * columns, patch * patch) => rows * columns, -1)
# %% mistake: patches-in-front
# Your patches stand on the first axis, before the images. The images come first: (..., n,
# patch * patch).
# - return blocks.reshape(*lead, rows * columns, patch * patch)
# + flat = blocks.reshape(*lead, rows * columns, patch * patch)
# +     return np.moveaxis(flat, -2, 0)
# %% mistake: one-image-alone
# Your code works for one image alone and stops with a batch of them. Take the last two of
# images.shape, and leave the axes in front as they are.
# *lead, height, width = images.shape => lead, (height, width) = (), images.shape
# %% mistake: as-many-columns-as-rows
# Your code works for square images alone, and stops with others. There are height // patch
# patches down and width // patch across.
# height // patch, width // patch => height // patch, height // patch
# %% mistake: as-many-across-as-down
# You take as many patches across as down. An image need not be square: count those across
# along the width.
def patchify(images, patch):
    n = images.shape[-2] // patch
    side = [slice(i * patch, (i + 1) * patch) for i in range(n)]
    squares = [images[..., rows, columns] for rows in side for columns in side]
    return np.stack([s.reshape(*images.shape[:-2], -1) for s in squares], axis=-2)
# %% mistake: whole-number-array
# Your pixels are cut off to whole numbers, for instance by dtype=int. Give the array the
# dtype of the images.
# rows * columns, patch * patch) => rows * columns, patch * patch).astype(int)
# %% mistake: exactly-three-axes
# Your code stops unless images has exactly three axes. There may be one image alone or more
# axes in front: *lead, height, width = images.shape.
# *lead, height, width = images.shape => count, height, width = images.shape; lead = [count]

# %% right: reshape and move
# five axes
def patchify(images, patch):
    *batch, height, width = images.shape
    cut = images.reshape(*batch, height // patch, patch, width // patch, patch)
    cut = np.moveaxis(cut, -2, -3)
    return cut.reshape(*batch, -1, patch * patch)
# wrong, not-flattened: -1, patch * patch) => -1, patch, patch)
# wrong, images-run-together: reshape(*batch, -1, => reshape(-1,
# wrong, pixels-first: -1, patch * patch) => -1, patch * patch).swapaxes(-1, -2)
# %% wrong, as-many-columns-as-rows: square images only
# the height for the width
# width // patch => height // patch
# %% wrong: pixels and patches swapped
# the wrong axes
# np.moveaxis(cut, -2, -3) => np.swapaxes(cut, -1, -4)

# %% right: squares in a loop
# each square cut out
def patchify(images, patch):
    height, width = images.shape[-2:]
    found = []
    for top in range(0, height, patch):
        for left in range(0, width, patch):
            square = images[..., top:top + patch, left:left + patch]
            found.append(square.reshape(*images.shape[:-2], patch * patch))
    return np.stack(found, axis=-2)
# wrong, patches-transposed: square.reshape( => square.swapaxes(-1, -2).reshape(
# %% wrong, down-the-columns: columns first
# for top in range(0, height, patch) => for left in range(0, width, patch)
# for left in range(0, width, patch) => for top in range(0, height, patch)
# %% wrong, overlapping: overlapping
# range(0, height, patch) => range(height - patch + 1)
# range(0, width, patch) => range(width - patch + 1)
# %% wrong: the mean
# one number a patch
# square.reshape(*images.shape[:-2], patch * patch) => square.mean(axis=(-1, -2))[..., None]

# %% right: every patch-th window
# windows at every pixel, of which most are left out
def patchify(images, patch):
    shape, view = (patch, patch), np.lib.stride_tricks.sliding_window_view
    windows = view(images, shape, axis=(-2, -1))[..., ::patch, ::patch, :, :]
    return windows.reshape(*images.shape[:-2], -1, patch * patch)

# %% right: filled in place
# pixel by pixel
def patchify(images, patch):
    *batch, height, width = images.shape
    across = width // patch
    out = np.empty((*batch, height // patch * across, patch ** 2), images.dtype)
    for y in range(height):
        for x in range(width):
            n = (y // patch) * across + x // patch
            out[..., n, (y % patch) * patch + x % patch] = images[..., y, x]
    return out

# %% right: float64
# the same numbers as decimals: any numbers are allowed, none is promised
def patchify(images, patch):
    *batch, height, width = images.shape
    out = np.zeros((*batch, height * width // patch ** 2, patch * patch))
    place = 0
    for rows in np.split(images, height // patch, axis=-2):
        for square in np.split(rows, width // patch, axis=-1):
            out[..., place, :] = square.reshape(*batch, -1)
            place += 1
    return out

# %% right: recursion, helper strips
# axis by axis; the helper is bound by the chapter below
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

# %% right: a cutter, by einsum
# leading axes joined and taken apart
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

# %% wrong, exactly-three-axes: batch of one axis
# three axes only
def patchify(images, patch):
    b, h, w = images.shape
    x = images.reshape(b, h // patch, patch, w // patch, patch)
    return x.transpose(0, 1, 3, 2, 4).reshape(b, -1, patch * patch)

# %% wrong, patches-per-side: patch counted, not sized
# patch * patch patches, of any size
def patchify(images, patch):
    *b, h, w = images.shape
    x = images.reshape(*b, patch, h // patch, patch, w // patch)
    return x.swapaxes(-3, -2).reshape(*b, patch * patch, -1)

# %% right: slices
def patchify(images, patch):
    height, width = images.shape[-2:]
    cut = [
        images[..., top : top + patch, left : left + patch]
        for top in range(0, height, patch)
        for left in range(0, width, patch)
    ]
    return np.stack([c.reshape(*c.shape[:-2], -1) for c in cut], axis=-2)
# wrong, patches-transposed: reshape => swapaxes(-1, -2).reshape
# wrong, patches-in-front: =-2 => =0
# wrong, pixels-first: =-2 => =-1
# wrong: , height => , height - patch

# %% right: sliding windows
# written from the text alone: another route
def patchify(images, patch):
    windows = np.lib.stride_tricks.sliding_window_view(images, (patch, patch),
        axis=(-2, -1))
    cut = windows[..., ::patch, ::patch, :, :]
    return cut.reshape(*images.shape[:-2], -1, patch * patch)

# %% wrong, strips: one reshape
def patchify(images, patch):
    *batch, h, w = images.shape
    return images.reshape(*batch, (h // patch) * (w // patch), patch * patch)

# %% same
# The last reshape gives the axes in front their lengths again; no number moves before it.
# - images.reshape(*lead, rows, patch, columns, patch)
# + images.reshape(rows, *lead, patch, columns, patch)

# %% hint: one image; a wide image
# Cut both sides of the image in two axes each: which patch, and which pixel in it. One
# reshape does that without moving a pixel.
# %% hint: one image; a wide image
# After that reshape the axes are patch row, pixel row, patch column, pixel column. Which
# two of them are in the wrong order?
# %% hint
# For a single image: images.reshape(rows, patch, columns, patch), then swap the two axes in
# the middle. Then think of leading axes.
