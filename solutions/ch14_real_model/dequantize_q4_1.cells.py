# %% mistake: in-turn
# In yours the two halves of byte j are weights 2j and 2j + 1 of a block, not j and 16 + j.
# All low halves should come first.
# np.concatenate => np.stack && axis=-1) => axis=-1).reshape(*packed.shape[:-1], 32)
# %% mistake: high-halves-first
# Your high halves come first. Weight j of a block should be the low half of byte j (byte &
# 15), and weight 16 + j its high half (byte >> 4).
# [packed & 15, packed >> 4] => [packed >> 4, packed & 15]
# %% mistake: low-half-twice
# Where the high halves belong you take the low halves again. The high half is byte >> 4.
# packed >> 4 => packed & 15
# %% mistake: minimum-subtracted
# You subtract the minimum. A minimum is stored with its sign and should be added: d * q +
# m.
# (d * q + m) => (d * q - m)
# %% mistake: minimum-scaled
# Your weights are d * (q + m), so the minimum is scaled, too. A weight should be d * q + m.
# (d * q + m) => (d * (q + m))
# %% mistake: minimum-unused
# Your weights are d * (q - 8), as in the format Q4_0, which stores no minimum. Here: d *
# q + m.
# (d * q + m) => (d * (q - np.float32(8)))
# %% mistake: minimum-left-out
# Your weights are d * q, without the minimum. A weight should be d * q + m.
# (d * q + m) => (d * q)
# %% mistake: not-shifted-down
# Your high halves are 16 times too large: 0x30 gives 48, not 3. Shift the byte down by four
# bits, >> 4.
# packed >> 4 => packed & 0xF0
# %% mistake: whole-bytes
# You take whole bytes for the first 16 numbers. Their low four bits alone count: & 15.
# packed & 15 => packed
# %% mistake: scale-and-minimum-swapped
# You take the minimum for the scale and the scale for the minimum. The first two bytes are
# the scale d, the next two the minimum m.
# d, m = scale => m, d = scale
# %% mistake: in-float16
# Your weights are rounded as in float16, to 11 bits. Turn d and m into float32 before you
# multiply, and stay there.
# np.float16).astype(np.float32) => np.float16)
# - (d * q + m).reshape(len(blocks), -1)
# + (d * q + m).reshape(len(blocks), -1).astype(np.float32)
# %% mistake: one-block-for-a-row
# You use the scale and the minimum of a row's first block for all its blocks. Each block of
# 20 bytes has its own.
# scale_and_minimum[..., :1], => scale_and_minimum[:, :1, :1],
# scale_and_minimum[..., 1:] => scale_and_minimum[:, :1, 1:]
# %% mistake: big-end-first
# You read the two bytes of a float16 the wrong way round. The low byte comes first, as
# NumPy reads them on most machines.
# .view(np.float16) => .view(">f2")
# %% mistake: rows-mixed
# With several rows and blocks, your weights of one row stand in another. Put the blocks of
# one row side by side.
# (d * q + m) => (d * q + m).swapaxes(0, 1)
# %% mistake: low-halves-of-a-row-first
# Your low halves of all blocks of a row come before all the high ones. Each block should
# stay whole: its 16 low halves, then its 16 high ones.
# - (d * q + m).reshape(len(blocks), -1)
# + np.concatenate(np.split(d * q + m, 2, axis=-1), axis=1).reshape(len(blocks), -1)

# %% right: all blocks at once
# (blocks, 20)
def dequantize_q4_1(blocks):
    rows = blocks.shape[0]
    b = np.ascontiguousarray(blocks).reshape(-1, 20)
    d = b[:, 0:2].copy().view(np.float16).astype(np.float32)
    m = b[:, 2:4].copy().view(np.float16).astype(np.float32)
    low, high = b[:, 4:] & 0x0F, b[:, 4:] >> 4
    q = np.concatenate([low, high], axis=1).astype(np.float32)
    return (d * q + m).reshape(rows, -1)
# wrong, high-halves-first: [low, high] => [high, low]
# wrong, low-half-twice: [low, high] => [low, low]
# wrong, minimum-subtracted: (d * q + m) => (d * q - m)
# wrong, minimum-scaled: (d * q + m) => (d * (q + m))
# wrong, minimum-unused: (d * q + m) => (d * (q - 8))
# wrong, minimum-left-out: (d * q + m) => (d * q)
# wrong, not-shifted-down: b[:, 4:] >> 4 => b[:, 4:] & 0xF0
# wrong, whole-bytes: b[:, 4:] & 0x0F => b[:, 4:]
# %% wrong, in-turn: in turn
# np.concatenate([low, high], axis=1) => np.stack([low, high], axis=2).reshape(len(b), 32)
# %% wrong, scale-and-minimum-swapped: swapped
# d = b[:, 0:2] => d = b[:, 2:4] && m = b[:, 2:4] => m = b[:, 0:2]
# %% wrong: in float16
# computed and returned in half precision
# b[:, 0:2].copy().view(np.float16).astype(np.float32) => b[:, 0:2].copy().view(np.float16)
# b[:, 2:4].copy().view(np.float16).astype(np.float32) => b[:, 2:4].copy().view(np.float16)
# axis=1).astype(np.float32) => axis=1)
# %% wrong: bfloat
# the scale read as bfloat16
# - b[:, 0:2].copy().view(np.float16).astype(np.float32)
# + (b[:, 0:2].copy().view(np.uint16).astype(np.uint32) << 16).view(np.float32)
# %% wrong, big-end-first: big end first
# the bytes of a number the other way round
# b[:, 0:2].copy().view(np.float16) => b[:, 0:2].copy().view('>f2')
# b[:, 2:4].copy().view(np.float16) => b[:, 2:4].copy().view('>f2')
# %% wrong: one block a row
# the other blocks are lost
# reshape(-1, 20) => reshape(rows, -1)[:, :20]

# %% right: in place, by loops
# struct knows half precision
import struct


def dequantize_q4_1(blocks):
    rows, length = blocks.shape
    weights = np.zeros((rows, length // 20 * 32), dtype=np.float32)
    for r in range(rows):
        for b in range(length // 20):
            block = bytes(blocks[r, 20 * b : 20 * b + 20])
            d, m = map(np.float32, struct.unpack("<ee", block[:4]))
            for j, byte in enumerate(block[4:]):
                weights[r, 32 * b + j] = d * (byte % 16) + m
                weights[r, 32 * b + 16 + j] = d * (byte // 16) + m
    return weights

# %% right: a structured dtype
# NumPy's own records
Block = np.dtype([("d", "<f2"), ("m", "<f2"), ("q", "u1", 16)])


def dequantize_q4_1(blocks):
    b = np.ascontiguousarray(blocks).view(Block)
    q = np.stack([b["q"] & 15, b["q"] >> 4], axis=-2).reshape(*b.shape, 32)
    d, m = (b[name].astype("f4")[..., None] for name in "dm")
    return (q * d + m).reshape(len(blocks), -1)

# %% right: helper d
# the helper's name is bound by the chapter below
def d(pair):
    return np.frombuffer(bytes(pair), np.float16)[0].astype(np.float32)


def dequantize_q4_1(blocks):
    rows = []
    for row in blocks:
        found = []
        for block in np.split(row, len(row) // 20):
            nibbles = [int(x) % 16 for x in block[4:]]
            nibbles += [int(x) // 16 for x in block[4:]]
            found += [d(block[:2]) * q + d(block[2:4]) for q in nibbles]
        rows.append(found)
    return np.array(rows, dtype=np.float32)

# %% right: a table of sixteen
# each block can say sixteen things
class Levels:
    def __init__(self, block):
        d, m = block[:4].copy().view(np.float16).astype(np.float32)
        self.table = d * np.arange(16, dtype=np.float32) + m

    def __getitem__(self, q):
        return self.table[q]


def dequantize_q4_1(blocks):
    def one(block):
        return Levels(block)[np.r_[block[4:] & 15, block[4:] >> 4]]

    rows = [[one(b) for b in row.reshape(-1, 20)] for row in blocks]
    return np.stack([np.concatenate(row) for row in rows])

# %% right: views
def dequantize_q4_1(blocks):
    parts = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)
    halves = parts[..., :4].copy().view(np.float16)
    d, m = np.moveaxis(halves, -1, 0).astype(np.float32)
    q = np.concatenate([parts[..., 4:] % 16, parts[..., 4:] // 16], axis=-1)
    q = q.astype(np.float32)
    return (d[..., None] * q + m[..., None]).reshape(len(blocks), -1)
# wrong, high-halves-first: % 16, parts[..., 4:] // => // 16, parts[..., 4:] %
# wrong: (d => (m
# wrong, minimum-subtracted: q + => q -
# wrong, minimum-unused: q + m[..., None] => (q - 8)
# wrong, minimum-left-out: q + m[..., None]) => q )
# wrong: q.astype(np.float32 => q.astype(np.float64
# wrong, scale-and-minimum-swapped: d, m => m, d

# %% wrong: eight taken off
# as in formats without a minimum
def dequantize_q4_1(blocks):
    b = blocks.reshape(len(blocks), -1, 20)
    dm = b[..., :4].copy().view(np.float16).astype(np.float32)
    q = np.concatenate([b[..., 4:] & 15, b[..., 4:] >> 4], -1)
    q = q.astype(np.float32) - 8
    return (dm[..., :1] * q + dm[..., 1:]).reshape(len(blocks), -1)

# %% wrong, in-float16: computed in float16
def dequantize_q4_1(blocks):
    b = blocks.reshape(blocks.shape[0], -1, 20)
    d = b[:, :, 0:2].copy().view(np.float16)
    m = b[:, :, 2:4].copy().view(np.float16)
    low, high = b[:, :, 4:] & 15, b[:, :, 4:] >> 4
    q = np.concatenate([low, high], axis=-1)
    w = d * q + m
    return w.reshape(blocks.shape[0], -1).astype(np.float32)

# %% same
# reshape copies what does not lie in one piece.
# np.ascontiguousarray(blocks) => blocks
# %% same
# NumPy takes any negative length for what is left.
# len(blocks), -1, 20 => len(blocks), -2, 20
# reshape(len(blocks), -1) => reshape(len(blocks), -2)
# %% same
# The copy keeps the four bytes together; they are already.
# blocks[..., :4].copy() => blocks[..., :4]

# %% hint: one block; one row of several blocks
# Reshape to (rows, b, 20) first: then every step is for all blocks at once. What are bytes
# 0 to 1, 2 to 3, and 4 to 19 of a block?
# %% hint
# Four bytes become two float16 numbers by .copy().view(np.float16). The low half of a byte
# is byte & 15, the high half byte >> 4.
# %% hint
# q is (rows, b, 32): of each block first the 16 low halves, then the 16 high ones. Make d
# and m float32, (rows, b, 1) each, so that they broadcast, and reshape to (rows, 32 b) at
# the end.
