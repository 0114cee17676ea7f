"""The drawings of chapter 09: blocks, what flows through them, who asks whom."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.svg import Canvas, Figure

STREAM = 74  # where the residual stream runs down


def encoder_block() -> Figure:
    """A pre-norm encoder block: two branches off one straight stream."""
    c = Canvas(520, 392)
    c.text(STREAM, 18, "tokens in", bold=True)
    c.text(STREAM + 60, 40, "(batch, n, d_model)", anchor="start", mono=True)
    _stream(c, 34, 138)
    _branch(c, 90, "norm1", "attention", "gather from others", "weight")
    _stream(c, 166, 272)
    _branch(c, 224, "norm2", "`feed_forward`", "each on its own", None)
    _stream(c, 300, 344)
    c.text(STREAM, 362, "tokens out", bold=True)
    c.text(STREAM + 60, 340, "(batch, n, d_model)", anchor="start", mono=True)
    c.text(376, 376, "+ adds to the stream", faint=True)
    return c.figure(
        "A pre-norm encoder block. The tokens run straight down as one stream. First they "
        "are read through norm1 into the attention, whose result is added to the stream; "
        "then through norm2 into the feed-forward layer, whose result is added as well. "
        "What comes out has the shape of what went in: batch, n, d_model."
    )


def two_orders() -> Figure:
    """Pre-norm beside post-norm: what the stream passes through."""
    c = Canvas(520, 450)
    for left, title, post in ((8, "pre-norm", False), (270, "post-norm", True)):
        stream = left + 52
        c.text(left + 118, 16, title, bold=True)
        top = 36
        for part, role in (("attention", "weight"), ("feed forward", None)):
            y = top + 30
            c.arrow((stream, top), (stream, top + 84), head=False, width=4)
            if post:
                c.arrow((stream, y), (left + 112, y))
                c.box(left + 112, y - 20, 126, 40, role=role, label=part)
            else:
                c.arrow((stream, y), (left + 72, y))
                c.box(left + 72, y - 17, 48, 34, role="input", label="norm")
                c.arrow((left + 120, y), (left + 134, y))
                c.box(left + 134, y - 20, 108, 40, role=role, label=part)
            back = left + 190
            c.arrow((back, y + 20), (back, top + 98), head=False)
            c.arrow((back, top + 98), (stream + 15, top + 98))
            _plus(c, stream, top + 98)
            if post:
                c.arrow((stream, top + 112), (stream, top + 136), head=False, width=4)
                c.box(stream - 44, top + 136, 88, 34, role="warning", label="norm")
            else:
                c.arrow((stream, top + 112), (stream, top + 170), head=False, width=4)
            top += 170
        c.arrow((stream, top), (stream, top + 34), width=4)
        words = ("no norm on the way", "two norms on the way")[post]
        c.text(left + 118, 432, words, role="warning" if post else None)
    return c.figure(
        "Pre-norm and post-norm blocks side by side. In the pre-norm block the norms stand "
        "in the branches, before attention and feed-forward, and the stream runs through "
        "untouched, with two additions. In the post-norm block the branches have no norm; "
        "the stream itself passes through a norm after each addition."
    )


def norm_axes(x: np.ndarray, normed: np.ndarray) -> Figure:
    """Three tokens before and after LayerNorm, means and spreads beside them.

    x, normed: (3, 4).
    """
    c = Canvas(520, 378)
    said = []
    for top, table, name, role in (
        (58, x, "before", "input"),
        (238, normed, "after", "weight"),
    ):
        names = [f"token {i + 1}" for i in range(len(table))]
        area = c.matrix(
            76,
            top,
            table,
            role=role,
            cell=(70, 34),
            row_labels=names,
            highlight={(1, j) for j in range(table.shape[1])},
        )
        c.text(area.top[0], top - 18, f"features, {name}", bold=True)
        c.text(402, top - 18, "mean", faint=True)
        c.text(474, top - 18, "spread", faint=True)
        for i, row in enumerate(table):
            middle = area.cell(i, 0).left[1]
            mean, spread = row.mean() + 0.0, row.std()
            c.text(402, middle, f"{mean:.2f}".replace("-0.00", "0.00"), mono=True)
            c.text(474, middle, f"{spread:.2f}", mono=True)
            said.append(f"{spread:.2f}")
    c.arrow((210, 166), (210, 200))
    c.text(228, 182, "each row on its own", anchor="start")
    c.text(260, 362, "Dark: one token. Its numbers come from its row alone.", faint=True)
    return c.figure(
        "Three tokens of four features. Before LayerNorm their spreads are "
        f"{', '.join(said[:3])}; after it every row has mean 0 and spread "
        f"{', '.join(said[3:])}. Each row is normalised on its own."
    )


def cross_attention(source: Sequence[str], target: Sequence[str]) -> Figure:
    """Who asks and who answers: a decoder's tokens and an encoder's."""
    n, m = len(target), len(source)
    c = Canvas(520, 412)
    side = 46
    c.text(8, 18, "memory, from the encoder", anchor="start", bold=True)
    left = 150
    for j, word in enumerate(source):
        x = left + 72 * j
        c.box(x, 36, 64, 34, role="input", label=word)
    middle = left + 36 * m - 4
    c.box(left, 106, 36 * m - 12, 32, role="key", label="keys")
    c.box(left + 36 * m + 4, 106, 36 * m - 12, 32, role="value", label="values")
    c.arrow((left + 16 * m, 74), (left + 16 * m, 104), role="key")
    c.arrow((left + 56 * m, 74), (left + 56 * m, 104), role="value")

    top = 212
    grid = c.matrix(
        196,
        top,
        np.full((n, m), ""),
        role="weight",
        cell=(side, 38),
        highlight={(n - 1, j) for j in range(m)},
    )
    c.text(grid.top[0], top - 16, f"weights ({n}, {m})", role="weight", bold=True)
    c.arrow((left + 16 * m, 140), (grid.top[0] - 20, top - 30), role="key")
    c.text(8, top - 58, "tokens of", anchor="start", bold=True)
    c.text(8, top - 38, "the decoder", anchor="start", bold=True)
    for i, word in enumerate(target):
        y = top + 38 * i
        c.box(8, y + 3, 72, 32, role="input", label=word)
        c.arrow((82, y + 19), (192, y + 19), role="query")
    c.text(137, top - 8, "queries", role="query", bold=True)
    context = c.matrix(
        440,
        top,
        np.full((n, 1), ""),
        role="value",
        cell=(58, 38),
        highlight={(n - 1, 0)},
    )
    c.text(context.top[0], top + 38 * n + 16, "context", role="value", bold=True)
    c.arrow((grid.x + grid.width + 6, grid.left[1]), (context.x - 6, context.left[1]))
    c.arrow((left + 58 * m, 140), (context.top[0], top - 8), role="value")
    y = top + 38 * n + 30
    c.text(middle - 30, y + 14, "One row for each token that asks,", faint=True)
    c.text(middle - 30, y + 36, "one column for each that can answer.", faint=True)
    return c.figure(
        f"Cross-attention. {m} tokens of memory from the encoder, {' '.join(source)}, give "
        f"keys and values. {n} tokens of the decoder, {' '.join(target)}, give queries. "
        f"The weights have {n} rows and {m} columns, and there are {n} contexts, one for "
        "each token that asks."
    )


def encoder_decoder() -> Figure:
    """The whole Transformer: a stack that reads and a stack that writes."""
    c = Canvas(520, 620)
    for x, words, what in ((8, "encoder", "reads"), (270, "decoder", "writes")):
        c.text(x + 116, 16, words, bold=True)
        c.text(x + 116, 38, what, faint=True)
    c.box(28, 56, 192, 36, role="input", label="ids of the source")
    c.box(290, 56, 192, 36, role="input", label="ids written so far")
    for x in (124, 386):
        c.arrow((x, 92), (x, 112))
        c.box(x - 96, 112, 192, 36, label="embed, add positions")
        c.arrow((x, 148), (x, 188))
    c.box(8, 170, 232, 158, fill=0.04)
    c.box(270, 170, 232, 248, fill=0.04)
    c.box(28, 190, 192, 44, role="weight", label="self-attention")
    c.arrow((124, 234), (124, 262))
    c.box(28, 262, 192, 44, label="feed forward")
    c.text(230, 342, "× N", bold=True, anchor="end")
    c.box(290, 190, 192, 44, role="weight", label=["self-attention,", "causal"], size=15)
    c.arrow((386, 234), (386, 270))
    c.box(290, 270, 192, 44, role="weight", label="cross-attention", bold=True)
    c.arrow((386, 314), (386, 350))
    c.box(290, 350, 192, 44, label="feed forward")
    c.text(494, 432, "× N", bold=True, anchor="end")
    c.arrow((124, 306), (124, 376))
    c.box(28, 376, 192, 36, role="input", label="norm")
    c.arrow((124, 412), (124, 452))
    c.box(28, 452, 192, 40, label="memory", bold=True)
    c.arrow((220, 464), (254, 464), role="key", head=False)
    c.arrow((254, 464), (254, 284), role="key", head=False)
    c.arrow((254, 284), (288, 284), role="key")
    c.arrow((220, 480), (263, 480), role="value", head=False)
    c.arrow((263, 480), (263, 302), role="value", head=False)
    c.arrow((263, 302), (288, 302), role="value")
    c.text(124, 514, "keys and values", faint=True)
    c.text(124, 534, "for every decoder block", faint=True)
    c.arrow((386, 394), (386, 452))
    c.box(290, 452, 192, 40, role="input", label="norm")
    c.arrow((386, 492), (386, 522))
    c.box(290, 522, 192, 40, label="linear")
    c.arrow((386, 562), (386, 586))
    c.text(386, 602, "a score for each next id", bold=True)
    return c.figure(
        "The encoder-decoder Transformer. Left, the encoder: ids of the source are "
        "embedded, positions added; N blocks of self-attention and feed-forward; a norm; "
        "the result is called memory. Right, the decoder: the ids written so far are "
        "embedded with positions; N blocks of causal self-attention, cross-attention and "
        "feed-forward; a norm; a linear layer gives a score for each next id. Memory gives "
        "keys and values to the cross-attention of every decoder block."
    )


def parameters(parts: Mapping[str, int]) -> Figure:
    """How the parameters of a block are shared out, as bars."""
    total = sum(parts.values())
    roles = dict(zip(parts, (None, "weight", "input"), strict=False))
    c = Canvas(520, 44 + 62 * len(parts))
    said = []
    for i, (name, count) in enumerate(parts.items()):
        y = 14 + 62 * i
        share = count / total
        c.text(8, y + 6, name, anchor="start", bold=True)
        c.text(512, y + 6, f"{count:,}", anchor="end", mono=True)
        c.box(8, y + 20, max(420 * share, 3), 24, role=roles[name], fill=0.45)
        percent = f"{100 * share:.1f} %"
        c.text(20 + 420 * share, y + 32, percent, anchor="start", mono=True)
        said.append(f"{name} {count:,}, {percent}")
    c.text(260, 26 + 62 * len(parts), f"together {total:,}", faint=True)
    return c.figure(f"The parameters of one encoder block as bars: {'; '.join(said)}.")


def _stream(c: Canvas, start: float, end: float) -> None:
    c.arrow((STREAM, start), (STREAM, end), width=4)


def _branch(c: Canvas, y: float, norm: str, part: str, does: str, role: str | None) -> None:
    """Off the stream, through a norm and a part, and back by an addition."""
    c.arrow((STREAM, y), (136, y))
    c.box(136, y - 19, 84, 38, role="input", label=norm)
    c.arrow((220, y), (262, y))
    c.box(262, y - 28, 240, 56, role=role, label=[part, does])
    c.arrow((382, y + 28), (382, y + 62), head=False)
    c.arrow((382, y + 62), (STREAM + 16, y + 62), role=role)
    _plus(c, STREAM, y + 62)


def _plus(c: Canvas, x: float, y: float) -> None:
    c.box(x - 14, y - 14, 28, 28, label="+", bold=True, size=20, fill=0.0)
