"""Answers to real.dequantize_q4_1 that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "all blocks at once",
        """
        def dequantize_q4_1(blocks):
            rows = blocks.shape[0]
            b = np.ascontiguousarray(blocks).reshape(-1, 20)
            d = b[:, 0:2].copy().view(np.float16).astype(np.float32)
            m = b[:, 2:4].copy().view(np.float16).astype(np.float32)
            low, high = b[:, 4:] & 0x0F, b[:, 4:] >> 4
            q = np.concatenate([low, high], axis=1).astype(np.float32)
            return (d * q + m).reshape(rows, -1)
        """,
        "(blocks, 20)",
    ),
    right(
        "in place, by loops",
        """
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
        """,
        "struct knows half precision",
    ),
    right(
        "a structured dtype",
        """
        Block = np.dtype([("d", "<f2"), ("m", "<f2"), ("q", "u1", 16)])


        def dequantize_q4_1(blocks):
            b = np.ascontiguousarray(blocks).view(Block)
            q = np.stack([b["q"] & 15, b["q"] >> 4], axis=-2).reshape(*b.shape, 32)
            d, m = (b[name].astype("f4")[..., None] for name in "dm")
            return (q * d + m).reshape(len(blocks), -1)
        """,
        "NumPy's own records",
    ),
    right(
        "helper d",
        """
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
        """,
        "the helper's name is bound by the chapter below",
    ),
    right(
        "a table of sixteen",
        """
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
        """,
        "each block can say sixteen things",
    ),
    wrong(
        "in turn",
        change(
            "np.concatenate([low, high], axis=1)",
            "np.stack([low, high], axis=2).reshape(len(b), 32)",
        ),
        "low and high halves of each byte side by side",
        "in-turn",
        of="all blocks at once",
    ),
    wrong(
        "high first",
        change("[low, high]", "[high, low]"),
        "the high halves first",
        "high-halves-first",
        of="all blocks at once",
    ),
    wrong(
        "low twice",
        change("[low, high]", "[low, low]"),
        "the high halves are not used",
        "low-half-twice",
        of="all blocks at once",
    ),
    wrong(
        "minus m",
        change("(d * q + m)", "(d * q - m)"),
        "the minimum is taken away",
        "minimum-subtracted",
        of="all blocks at once",
    ),
    wrong(
        "d (q + m)",
        change("(d * q + m)", "(d * (q + m))"),
        "the minimum is scaled",
        "minimum-scaled",
        of="all blocks at once",
    ),
    wrong(
        "Q4_0",
        change("(d * q + m)", "(d * (q - 8))"),
        "as the format Q4_0 has it",
        "minimum-unused",
        of="all blocks at once",
    ),
    wrong(
        "no minimum",
        change("(d * q + m)", "(d * q)"),
        "the minimum is left out",
        "minimum-left-out",
        of="all blocks at once",
    ),
    wrong(
        "swapped",
        change("d = b[:, 0:2]", "d = b[:, 2:4]") + change("m = b[:, 2:4]", "m = b[:, 0:2]"),
        "m stands first",
        "scale-and-minimum-swapped",
        of="all blocks at once",
    ),
    wrong(
        "not shifted",
        change("b[:, 4:] >> 4", "b[:, 4:] & 0xF0"),
        "the high half is 16 times as large",
        "not-shifted-down",
        of="all blocks at once",
    ),
    wrong(
        "eight bits",
        change("b[:, 4:] & 0x0F", "b[:, 4:]"),
        "the whole byte for its low half",
        "whole-bytes",
        of="all blocks at once",
    ),
    wrong(
        "in float16",
        change(
            "b[:, 0:2].copy().view(np.float16).astype(np.float32)",
            "b[:, 0:2].copy().view(np.float16)",
        )
        + change(
            "b[:, 2:4].copy().view(np.float16).astype(np.float32)",
            "b[:, 2:4].copy().view(np.float16)",
        )
        + change("axis=1).astype(np.float32)", "axis=1)"),
        "computed and returned in half precision",
        of="all blocks at once",
    ),
    wrong(
        "bfloat",
        change(
            "b[:, 0:2].copy().view(np.float16).astype(np.float32)",
            "(b[:, 0:2].copy().view(np.uint16).astype(np.uint32) << 16).view(np.float32)",
        ),
        "the scale read as bfloat16",
        of="all blocks at once",
    ),
    wrong(
        "big end first",
        change("b[:, 0:2].copy().view(np.float16)", "b[:, 0:2].copy().view('>f2')")
        + change("b[:, 2:4].copy().view(np.float16)", "b[:, 2:4].copy().view('>f2')"),
        "the bytes of a number the other way round",
        of="all blocks at once",
    ),
    wrong(
        "one block a row",
        change("reshape(-1, 20)", "reshape(rows, -1)[:, :20]"),
        "the other blocks are lost",
        of="all blocks at once",
    ),
    *route(
        "views",
        """
        def dequantize_q4_1(blocks):
            parts = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)
            halves = parts[..., :4].copy().view(np.float16)
            d, m = np.moveaxis(halves, -1, 0).astype(np.float32)
            q = np.concatenate([parts[..., 4:] % 16, parts[..., 4:] // 16], axis=-1)
            q = q.astype(np.float32)
            return (d[..., None] * q + m[..., None]).reshape(len(blocks), -1)
        ---
        % 16, parts[..., 4:] // => // 16, parts[..., 4:] % | high-halves-first
        (d => (m
        + => - | minimum-subtracted
        q + m[..., None] => (q - 8) | minimum-unused
        + m[..., None] => | minimum-left-out
        q.astype(np.float32 => q.astype(np.float64
        d, m => m, d | scale-and-minimum-swapped
        """,
    ),
    wrong(
        "neighbours in a byte, uint8 overflow",
        """
        def dequantize_q4_1(blocks):
            b = blocks.reshape(len(blocks), -1, 20)
            d = b[..., :2].copy().view(np.float16)
            m = b[..., 2:4].copy().view(np.float16)
            q = np.stack([b[..., 4:] & 15, b[..., 4:] >> 4],
                axis=-1).reshape(*b.shape[:2], 32)
            return (d * q + m).reshape(len(blocks), -1)
        """,
        "written from the text alone",
        "in-turn",
    ),
    wrong(
        "eight taken off",
        """
        def dequantize_q4_1(blocks):
            b = blocks.reshape(len(blocks), -1, 20)
            dm = b[..., :4].copy().view(np.float16).astype(np.float32)
            q = np.concatenate([b[..., 4:] & 15, b[..., 4:] >> 4], -1)
            q = q.astype(np.float32) - 8
            return (dm[..., :1] * q + dm[..., 1:]).reshape(len(blocks), -1)
        """,
        "as in formats without a minimum",
    ),
    wrong(
        "computed in float16",
        """
        def dequantize_q4_1(blocks):
            b = blocks.reshape(blocks.shape[0], -1, 20)
            d = b[:, :, 0:2].copy().view(np.float16)
            m = b[:, :, 2:4].copy().view(np.float16)
            low, high = b[:, :, 4:] & 15, b[:, :, 4:] >> 4
            q = np.concatenate([low, high], axis=-1)
            w = d * q + m
            return w.reshape(blocks.shape[0], -1).astype(np.float32)
        """,
        "float16 holds 11 bits",
        "in-float16",
    ),
)
