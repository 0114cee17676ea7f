# %% mistake: rows-of-patches-swapped
# Rows of patches and rows within a patch have changed places in yours. Of the four axes
# (rows of patches, columns of patches, rows within a patch, columns within a patch) the
# middle two should.
# swapaxes(-3, -2) => swapaxes(-4, -2)
# %% mistake: columns-swapped
# Columns of patches and columns within a patch have changed places in yours. Of the four
# axes (rows of patches, columns of patches, rows within a patch, columns within a patch)
# the middle two should.
# swapaxes(-3, -2) => swapaxes(-3, -1)
# %% mistake: just-reshaped
# Each of your patches lies flat along the rows, as after a reshape alone. Reshape to (...,
# rows of patches, patches in a row, patch, patch), swap the two axes in the middle, and
# only then reshape to the image.
# blocks.swapaxes(-3, -2).reshape => blocks.reshape
# %% mistake: down-the-columns
# You fill the image with patches column by column. Go along the rows: the second patch
# belongs to the right of the first.
# *grid, patch, patch) => *grid[::-1], patch, patch).swapaxes(-4, -3)
# %% mistake: patches-transposed
# Every patch is in its place, but transposed: its pixels should go along its rows.
# blocks.swapaxes(-3, -2) => blocks.swapaxes(-2, -1).swapaxes(-3, -2)
# %% mistake: axes-from-the-front
# You count axes from the front, which is right for a single image. With a batch in front
# they move: count from the back, swapaxes(-3, -2).
# swapaxes(-3, -2) => swapaxes(1, 2)
# %% mistake: sides-swapped
# Height and width have changed places in yours. An image's shape is (height, width): rows
# come first.
# -     patch = round(pixels**0.5)
# +     height, width = width, height
# +     patch = round(pixels**0.5)
# %% mistake: result-turned-round
# Your result has the shape (width, height), not (height, width): rows come first.
# .reshape(*lead, height, width) => .reshape(*lead, width, height)
# %% mistake: grid-turned-round
# Your pixels lie as if the image had width // patch rows of patches, not height // patch.
# *grid, patch, patch) => *grid[::-1], patch, patch)
# %% mistake: half-for-the-root
# Your side of a patch is right for 4 pixels and wrong for 9. It is the square root of the
# number of pixels: a square of 9 pixels has the side 3.
# round(pixels**0.5) => max(pixels // 2, 1)
# %% mistake: images-run-together
# Your images stand below one another in a single one. Keep the leading axes: (..., height,
# width).
# .reshape(*lead, height, width) => .reshape(-1, width)
# %% mistake: cut-again
# You return patches again. Go the way of patchify backwards: what came last there should
# come first.
def unpatchify(patches, height, width):
    images = patches.reshape(*patches.shape[:-2], height, width)
    return patchify(images, round(patches.shape[-1] ** 0.5))
# %% mistake: counted-by-rows
# In yours row i of patches begins at patch i * (height // patch), not at i * (width //
# patch).
def unpatchify(patches, height, width):
    *lead, _, pixels = patches.shape
    patch = round(pixels**0.5)
    down, across = height // patch, width // patch
    image = np.zeros((*lead, height, width), dtype=patches.dtype)
    for i in range(down):
        for j in range(across):
            block = patches[..., i * down + j, :].reshape(*lead, patch, patch)
            rows = slice(i * patch, (i + 1) * patch)
            image[..., rows, j * patch : (j + 1) * patch] = block
    return image
# %% mistake: one-image-alone
# Your code works for one image alone and stops with a batch of them. Leave the axes in
# front as they are: *lead, n, pixels = patches.shape.
# *lead, _, pixels = patches.shape => lead, (_, pixels) = (), patches.shape
# %% mistake: side-from-the-number
# You take the side of a patch from how many patches there are. It is the root of how many
# pixels each has.
# *lead, _, pixels = patches.shape => *lead, pixels, _ = patches.shape

# %% right: reshape and swap
# backwards
def unpatchify(patches, height, width):
    patch = int(np.sqrt(patches.shape[-1]))
    lead = patches.shape[:-2]
    x = patches.reshape(*lead, height // patch, width // patch, patch, patch)
    x = x.swapaxes(-2, -3)
    return x.reshape(*lead, height, width)
# wrong, images-run-together: reshape(*lead, height, width) => reshape(-1, width)
# %% wrong, sides-swapped: sides swapped
# height // patch, width // patch => width // patch, height // patch
# (*lead, height, width) => (*lead, width, height)
# %% wrong, grid-turned-round: grid turned round
# height // patch, width // patch => width // patch, height // patch
# %% wrong: the side guessed
# patches of 2 x 2 only
# int(np.sqrt(patches.shape[-1])) => 2
# %% wrong: the side from n
# the root of the number of patches
# patches.shape[-1] => patches.shape[-2]
# %% wrong: square images only
# the height for the width
# (*lead, height, width) => (*lead, height, height)

# %% right: filled in place
# float64, square by square
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
# wrong, patches-transposed: side, side) => side, side).swapaxes(-1, -2)
# %% wrong, down-the-columns: columns first
# for top in range(0, height, side) => for left in range(0, width, side)
# for left in range(0, width, side) => for top in range(0, height, side)
# %% wrong: last patch lost
# the last column stays empty
# range(0, width, side) => range(0, width - side, side)

# %% right: joined
# rows of squares, then rows of rows
def unpatchify(patches, height, width):
    side = round(patches.shape[-1] ** 0.5)
    squares = patches.reshape(*patches.shape[:-1], side, side)
    across = width // side
    rows = []
    for start in range(0, patches.shape[-2], across):
        parts = [squares[..., start + i, :, :] for i in range(across)]
        rows.append(np.concatenate(parts, axis=-1))
    return np.concatenate(rows, axis=-2)

# %% right: helper place, pixel by pixel
# where each pixel comes from
def place(y, x, side, width):
    return y // side * (width // side) + x // side, y % side * side + x % side


def unpatchify(patches, height, width):
    side = int(round(np.sqrt(patches.shape[-1])))
    rows = [[patches[(..., *place(y, x, side, width))] for x in range(width)]
            for y in range(height)]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))

# %% right: through patchify
# numbered pixels, sorted back
def unpatchify(patches, height, width):
    side = int(np.sqrt(patches.shape[-1]))
    numbers = patchify(np.arange(height * width).reshape(height, width), side)
    flat = patches.reshape(*patches.shape[:-2], -1)
    flat = flat[..., np.argsort(numbers, axis=None)]
    return flat.reshape(*flat.shape[:-1], height, width)

# %% wrong, just-reshaped: reshape
def unpatchify(patches, height, width):
    return patches.reshape(*patches.shape[:-2], height, width)

# %% hint: one image; a tall image
# Write the steps of patchify in a list and undo them from the last to the first.
# %% hint: one image; a tall image
# You need the side of a patch, and how many patches there are across and down. All three
# follow from the arguments.
# %% hint
# First reshape to (..., rows, columns, patch, patch). A swap of two axes is its own
# inverse.
