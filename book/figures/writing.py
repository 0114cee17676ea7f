"""Chapter 13's drawings: words in pieces, and what a model reads and should say."""

from collections.abc import Sequence

from attention_figures.svg import Canvas, Figure

BOX, GAP = 30, 6


def seen(piece: str) -> str:
    """A piece with its spaces and line breaks made visible."""
    return piece.replace(" ", "␣").replace("\n", "⏎")


def merged_words(rows: Sequence[tuple[str, Sequence[Sequence[str]]]]) -> Figure:
    """Words in pieces, one row a merge.

    rows: what happened (the merge), and the words after it, each its pieces.
    """
    height = 46
    canvas = Canvas(520, 16 + height * len(rows))
    said = []
    for number, (name, words) in enumerate(rows):
        y = 10 + number * height
        canvas.text(6, y + BOX / 2, name, anchor="start", mono=True, size=15)
        x = 74.0
        for word in words:
            for piece in word:
                width = 8 + 8.8 * len(seen(piece))
                whole = len(piece) > 1
                canvas.box(
                    x,
                    y,
                    width,
                    BOX,
                    role="value" if whole else None,
                    label=seen(piece),
                    fill=0.16 if whole else 0.03,
                )
                x += width + 2
            x += 2.4 * GAP
        said.append(f"{name}: " + ", ".join(" ".join(map(seen, w)) for w in words))
    return canvas.figure(
        "Words cut into pieces, one row after each merge; what is joined is green. "
        + ". ".join(said)
        + "."
    )


def next_pieces(pieces: Sequence[str]) -> Figure:
    """What the model reads at each place, and what it should say there."""
    n = len(pieces) - 1
    step = 500 / n
    canvas = Canvas(520, 176)
    canvas.text(10, 14, "it should say: ids[:, 1:]", anchor="start", role="value")
    canvas.text(10, 162, "it reads: ids[:, :-1]", anchor="start", role="query")
    for i in range(n):
        x = 10 + i * step
        label = seen(pieces[i]), seen(pieces[i + 1])
        below = canvas.box(x, 112, step - 8, BOX, role="query", label=label[0], size=15)
        above = canvas.box(x, 32, step - 8, BOX, role="value", label=label[1], size=15)
        for j in range(i + 1):  # the mask: what this place may read
            start = 10 + j * step + (step - 8) / 2, 112
            canvas.arrow(start, above.bottom, width=1.0 if j < i else 2.0, head=j == i)
        assert below.width == above.width
    return canvas.figure(
        "Below, the pieces that the model reads: "
        + ", ".join(map(seen, pieces[:-1]))
        + ". Above each, the piece that comes next, which it should say: "
        + ", ".join(map(seen, pieces[1:]))
        + ". Lines lead to each from its own place and from all places before it."
    )
