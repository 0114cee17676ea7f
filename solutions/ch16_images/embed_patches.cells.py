# %% mistake: class-token-last
# Your class token comes after the patches. The class token should be token 0, however many
# patches an image has.
# [first, tokens] => [tokens, first]
# %% mistake: no-positions
# You do not add the positions. Without them the model cannot tell a patch at the top from
# one at the bottom.
# axis=-2) + positions => axis=-2)
# %% mistake: positions-one-off
# Your positions begin at the first patch, and the class token has none. Row 0 belongs to
# the class token, row 1 to the first patch.
# - first =
# + tokens = tokens + positions[:-1]
# +     first =
# axis=-2) + positions => axis=-2)
# %% mistake: no-bias
# You do not add b. Every patch should get b, the class token should not.
# patches @ W + b => patches @ W
# %% mistake: no-class-token
# You leave out the class token: n patches must become n + 1 tokens.
# np.concatenate([first, tokens], axis=-2) + positions => tokens + positions[1:]
# %% mistake: class-token-without-a-position
# Your class token has no position. The first of the n + 1 rows of positions belongs to the
# class token.
# - first =
# + tokens = tokens + positions[1:]
# +     first =
# axis=-2) + positions => axis=-2)
# %% mistake: zeros-for-the-class-token
# Your first token has no class_token in it. Put class_token there.
# broadcast_to(class_token => broadcast_to(0 * class_token
# %% mistake: bias-for-the-class-token
# Your first token has the projection's bias in it. Add b to the patches alone.
# broadcast_to(class_token => broadcast_to(class_token + b
# %% mistake: positions-twice
# Your patches get their positions twice. Add the positions once, after the class token
# stands in front.
# -     first = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
# +     tokens = tokens + positions[1:]
# +     first = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
# %% mistake: mean-for-class-token
# You put the mean of the projected patches in front. Put class_token there, the same for
# every image.
# - np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
# + tokens.mean(axis=-2, keepdims=True)
# %% mistake: positions-multiplied
# You multiply by the positions. They are added, as in chapter 09.
# axis=-2) + positions => axis=-2) * positions
# %% mistake: whole-number-array
# Your projected patches have the dtype of the pixels, so with whole numbers they lose what
# stands after the point.
# - return np.concatenate([first, tokens], axis=-2) + positions
# + return np.concatenate([first, tokens.astype(patches.dtype)], axis=-2) + positions
# %% mistake: class-token-added
# You add the class token to each patch. The class token should stand in front, as a token
# of its own.
# np.concatenate([first, tokens], axis=-2) + positions => tokens + first + positions[1:]
# %% mistake: positions-backwards
# Your positions are in reverse order. Row 0 belongs to the class token.
# axis=-2) + positions => axis=-2) + positions[::-1]
# %% mistake: class-position-last
# Your class token has the last position, and each patch that of the token before it. The
# class token comes first, so position 0 is its own.
# axis=-2) + positions => axis=-2) + np.roll(positions, 1, axis=0)
# %% mistake: all-in-whole-numbers
# Your result has the dtype of the patches, so with whole numbers what stands after the
# point is lost.
# - np.concatenate([first, tokens], axis=-2) + positions
# + (np.concatenate([first, tokens], axis=-2) + positions).astype(patches.dtype)
# %% mistake: exactly-three-axes
# Your code stops unless patches has exactly three axes. There may be one image alone or
# more axes in front: patches.shape[:-2] holds them all.
# - first =
# + batch, n, pixels = patches.shape
# +     first =
# %% mistake: exactly-one-axis-in-front
# Your class token goes in front only with exactly one axis before the patches. There may be
# none, or more: give it the axes patches.shape[:-2], and join along axis=-2.
# - np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
# + np.tile(class_token, (len(tokens), 1, 1))

# %% right: broadcast and join
# three steps
def embed_patches(patches, W, b, class_token, positions):
    tokens = patches @ W + b
    front = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, len(class_token)))
    tokens = np.concatenate([front, tokens], axis=-2)
    return tokens + positions
# wrong, class-token-last: [front, tokens] => [tokens, front]
# wrong, no-positions: return tokens + positions => return tokens
# wrong, no-bias: patches @ W + b => patches @ W
# wrong, positions-multiplied: tokens + positions => tokens * positions
# wrong, zeros-for-the-class-token: broadcast_to(class_token => broadcast_to(0 * class_token
# wrong, positions-twice: W + b => W + b + positions[1:]
# %% wrong, positions-one-off: positions for the patches
# W + b => W + b + positions[:-1] && return tokens + positions => return tokens
# %% wrong, class-token-without-a-position: class token without a position
# W + b => W + b + positions[1:] && return tokens + positions => return tokens
# %% wrong, bias-for-the-class-token: bias for the class token
# patches @ W + b => patches @ W && tokens + positions => tokens + b + positions
# %% wrong, mean-for-class-token: the mean
# - np.broadcast_to(class_token, (*tokens.shape[:-2], 1, len(class_token)))
# + tokens.mean(axis=-2, keepdims=True)
# %% wrong: W transposed
# an error of shapes, or another product
# patches @ W => patches @ W.T
# %% wrong: joined on the wrong axis
# features for tokens
# axis=-2) => axis=-1)

# %% right: filled in place
# float64, changed where it stands
def embed_patches(patches, W, b, class_token, positions):
    *lead, n, _ = patches.shape
    x = np.empty((*lead, n + 1, W.shape[1]), dtype=np.float64)
    x[..., 0, :] = class_token
    x[..., 1:, :] = patches @ W
    x[..., 1:, :] += b
    x += positions
    return x

# %% right: padded
# a row of zeros in front, then the class token
def embed_patches(patches, W, b, class_token, positions):
    axes = [(0, 0)] * (patches.ndim - 2) + [(1, 0), (0, 0)]
    tokens = np.pad(np.matmul(patches, W) + b + 0 * class_token, axes)
    tokens[..., 0, :] = class_token
    return np.add(tokens, positions)

# %% right: recursion, helper x
# image by image, patch by patch
def x(patch, W, b):
    return sum(value * row for value, row in zip(patch, W)) + b


def embed_patches(patches, W, b, class_token, positions):
    if patches.ndim > 2:
        return np.stack([embed_patches(image, W, b, class_token, positions)
                         for image in patches])
    rows = [class_token] + [x(patch, W, b) for patch in patches]
    return np.array([row + place for row, place in zip(rows, positions)])

# %% right: a layer
# positions added before the join
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

# %% wrong, no-class-token: no class token
def embed_patches(patches, W, b, class_token, positions):
    return patches @ W + b + positions[1:]

# %% wrong: one image
# no leading axes
def embed_patches(patches, W, b, class_token, positions):
    return np.vstack([class_token, patches @ W + b]) + positions

# %% wrong, class-token-added: class token added
# added to each patch, not put in front
def embed_patches(patches, W, b, class_token, positions):
    return patches @ W + b + class_token + positions[1:]

# %% right: filled in
def embed_patches(patches, W, b, class_token, positions):
    kind = np.result_type(patches, W, b, class_token)
    tokens = np.zeros((*patches.shape[:-2], len(positions), len(b)), kind)
    tokens[..., 0, :] = class_token
    tokens[..., 1:, :] = patches @ W + b
    return tokens + positions
# wrong, bias-for-the-class-token: = class_token => = class_token + b
# wrong, no-bias: patches @ W + b => patches @ W
# wrong, zeros-for-the-class-token: tokens[..., 0, :] = class_token =>
# wrong, positions-multiplied: tokens + => tokens *
# %% wrong, no-positions: filled in: nothing for + positions
# - + positions
# %% wrong, positions-backwards: filled in: + positions[::-1] for + positions
# tokens + positions => tokens + positions[::-1]

# %% hint: one image
# Three things, one after another: project the patches, join the class token to them, add
# the positions to all.
# %% hint: one image; several images
# np.concatenate joins along the axis of the tokens, and wants both parts to have the same
# leading axes.
# %% hint
# np.broadcast_to(class_token, (..., 1, d_model)) repeats it for every image without
# copying; the leading axes are those of the projected patches.
