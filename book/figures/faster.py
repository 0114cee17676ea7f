"""Chapter 19's drawings: a draft that is checked, what two distributions share, loads."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Canvas, Figure
from attention_figures.writing import BOX, seen


def checked(last: str, draft: Sequence[str], likeliest: Sequence[str]) -> Figure:
    """A pass over the last token and a draft: what each row says, and what stands.

    last: the text's last token.  draft: the drafted tokens.  likeliest: one more.
    """
    read = [last, *draft]
    step = 500 / len(read)
    stands = 0
    while stands < len(draft) and draft[stands] == likeliest[stands]:
        stands += 1
    canvas = Canvas(520, 190)
    canvas.text(10, 16, "the likeliest behind each", anchor="start", role="value")
    canvas.text(10, 176, "read in one pass: the last token, the draft", anchor="start")
    for i, (below, above) in enumerate(zip(read, likeliest, strict=True)):
        x, kept = 10 + i * step, i <= stands
        role = "value" if kept else "input"
        low = canvas.box(x, 124, step - 8, BOX, role="query", label=seen(below), size=15)
        label = seen(above) if kept else "–"
        high = canvas.box(x, 34, step - 8, BOX, role=role, label=label, size=15)
        canvas.arrow(low.top, high.bottom)
        if 0 < i <= stands:
            canvas.text(x + step / 2 + 4, 96, "accepted", anchor="start", role="value")
        elif i == stands + 1:
            canvas.text(x + step / 2 + 4, 96, "rejected", anchor="start", role="warning")
    written = " ".join(map(seen, likeliest[: stands + 1]))
    return canvas.figure(
        f"One pass reads {seen(last)} and the draft {' '.join(map(seen, draft))}. "
        f"{stands} of its {len(draft)} tokens are accepted; the pass writes {written}."
    )


def shared(p: np.ndarray, q: np.ndarray) -> Figure:
    """Two distributions over some tokens; what they share is filled."""
    plot, axes = subplots(figsize=(5.2, 3.0), layout="constrained")
    places, least = np.arange(len(p)), np.minimum(p, q)
    axes.bar(places, least, 0.62, color=COLOURS["value"], alpha=0.35, label="min(p, q)")
    for heights, role, style, name in (
        (p, "query", "-", "p, the model"),
        (q, "key", "--", "q, the draft"),
    ):
        for place, height in zip(places, heights, strict=True):
            line = axes.plot(
                [place - 0.4, place + 0.4],
                [height, height],
                style,
                color=COLOURS[role],
                lw=2.2,
            )
        line[0].set_label(name)
    axes.set_xticks(places)
    axes.set(xlabel="token", ylabel="probability")
    axes.legend(fontsize=13, frameon=False)
    said = "; ".join(
        f"token {i}: p {a:.2f}, q {b:.2f}"
        for i, (a, b) in enumerate(zip(p, q, strict=True))
    )
    return from_matplotlib(plot, f"Probabilities of the model and of the draft. {said}.")


def loads(ways: Mapping[str, Sequence[Sequence[float]]]) -> Figure:
    """Each expert's share of the choices, largest first: one row a training."""
    experts = len(next(iter(ways.values()))[0])
    rows = [(name, each) for name, trainings in ways.items() for each in trainings]
    canvas = Canvas(520, 40 + 34 * len(rows))
    canvas.text(
        180, 14, "share of each expert, one row a training", anchor="start", faint=True
    )
    width, said, before = 330.0, [], ""
    for i, (name, shares) in enumerate(rows):
        y, x = 30 + 34 * i, 180.0
        if name != before:
            canvas.text(170, y + 12, name, anchor="end")
        before = name
        for place, share in enumerate(shares):
            role = "query" if place % 2 == 0 else "key"
            canvas.box(x, y, max(width * share - 1, 1), 24, role=role)
            x += width * share
        said.append(f"{name}: {' '.join(f'{share:.2f}' for share in shares)}")
    return canvas.figure(
        f"The shares of {experts} experts, the most loaded first; even would be "
        f"{1 / experts:.3f} each. {'; '.join(said)}."
    )
