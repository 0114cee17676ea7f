"""What the students of the sample class wrote in chapter 16."""

RIGHT = {
    # Which row and which column every pixel of every patch comes from.
    "patchify": """\
height, width = images.shape[-2:]
top, left = np.meshgrid(
    np.arange(0, height, patch), np.arange(0, width, patch), indexing="ij"
)
down, across = np.divmod(np.arange(patch * patch), patch)
return images[..., top.reshape(-1, 1) + down, left.reshape(-1, 1) + across]
""",
    "unpatchify": """\
side = round(patches.shape[-1] ** 0.5)
squares = patches.reshape(*patches.shape[:-1], side, side)
squares = list(np.moveaxis(squares, -3, 0))
starts = range(0, len(squares), width // side)
bands = [np.concatenate(squares[i:i + width // side], axis=-1) for i in starts]
return np.concatenate(bands, axis=-2)
""",
    "predict_smaller_patches": 'prediction = "d"',
    "embed_patches": """\
return np.insert(patches @ W + b, 0, class_token, axis=-2) + positions
""",
    "predict_shuffle": 'prediction = "b"',
    # A row sums to one, so the patches have what the class token does not keep.
    "class_attention": """\
row = weights[..., 0, :].mean(axis=-2)
shares = row[..., 1:] / (1 - row[..., :1])
return shares.reshape(*row.shape[:-1], rows, columns)
""",
}

STUDENTS = {
    "dilan-aydin": {
        **RIGHT,
        "patchify": """\
*lead, height, width = images.shape
n = (height // patch) * (width // patch)
return images.reshape(*lead, n, patch * patch)
""",
        "unpatchify": "return patches.reshape(*patches.shape[:-2], height, width)",
        "predict_smaller_patches": 'prediction = "a"',
        "embed_patches": """\
tokens = patches @ W + b
last = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
return np.concatenate([tokens, last], axis=-2) + positions
""",
        "predict_shuffle": 'prediction = "c"',
        "class_attention": """\
row = weights.mean(axis=-3)[..., 0, 1:]
return row.reshape(*row.shape[:-1], rows, columns)
""",
    },
    "freya-lindqvist": {
        **RIGHT,
        "patchify": """\
height, width = images.shape[-2:]
patches = [
    images[..., i:i + patch, j:j + patch].reshape(*images.shape[:-2], -1)
    for j in range(0, width, patch)
    for i in range(0, height, patch)
]
return np.stack(patches, axis=-2)
""",
        "unpatchify": """\
*lead, n, pixels = patches.shape
side = int(pixels**0.5)
squares = patches.reshape(*lead, width // side, height // side, side, side)
return squares.swapaxes(-3, -2).reshape(*lead, height, width)
""",
        "predict_smaller_patches": 'prediction = "b"',
        "embed_patches": """\
tokens = patches @ W
first = np.zeros_like(tokens[..., :1, :]) + class_token
return np.concatenate([first, tokens], axis=-2) + positions
""",
        "predict_shuffle": 'prediction = "a"',
        "class_attention": """\
given = weights.mean(axis=-3)[..., 1:, 0]
given = given / given.sum(axis=-1, keepdims=True)
return given.reshape(*given.shape[:-1], rows, columns)
""",
    },
    "hassan-qureshi": {
        "patchify": """\
*lead, height, width = images.shape
cut = images.reshape(*lead, height // patch, patch, width // patch, patch)
cut = np.einsum("...rpcq->...rcqp", cut)
return cut.reshape(*lead, -1, patch * patch)
""",
        "unpatchify": RIGHT["unpatchify"],
        "predict_smaller_patches": 'prediction = "c"',
        "embed_patches": "return patches @ W + b + positions[1:]",
        "class_attention": """\
given = weights[..., 0, 1:]
shares = (given / given.sum(axis=-1, keepdims=True)).mean(axis=-2)
return shares.reshape(*shares.shape[:-1], rows, columns)
""",
    },
}
