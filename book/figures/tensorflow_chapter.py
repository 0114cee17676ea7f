"""The figures of chapter 04, attention in TensorFlow."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Area, Canvas, Figure


def transpose_b() -> Figure:
    """``tf.matmul(q, k, transpose_b=True)`` on a batch, and ``tf.transpose``."""
    n_q, n_k, d_k, batch = 2, 4, 3, 2
    asks, answers = {(1, j) for j in range(d_k)}, {(2, j) for j in range(d_k)}
    c = Canvas(520, 452)
    c.text(260, 16, "tf.matmul(q, k, transpose_b=True)", mono=True, bold=True)
    q = _stack(c, 40, 98, (n_q, d_k), "query", asks)
    k = _stack(c, 200, 78, (n_k, d_k), "key", answers)
    scores = _stack(c, 376, 98, (n_q, n_k), None, {(1, 2)})
    for area, name, role, shape in (
        (q, "q", "query", f"({batch}, {n_q}, {d_k})"),
        (k, "k", "key", f"({batch}, {n_k}, {d_k})"),
        (scores, "scores", None, f"({batch}, {n_q}, {n_k})"),
    ):
        c.text(area.top[0], 46, name, role=role, bold=True)
        c.text(area.top[0], 184, shape, mono=True)
    c.arrow((q.right[0] + 4, 128), (k.x - 4, 128), role="query", width=2.4)
    c.arrow((k.right[0] + 4, 128), (scores.x - 4, 128), role="key", width=2.4)
    c.text(260, 216, "A dark row of q meets a dark row of k: one score.")
    c.text(260, 238, "The pale sheet behind is the other sequence.", faint=True)

    c.text(260, 290, "tf.transpose(k)", mono=True, bold=True, role="warning")
    old = _stack(c, 66, 326, (n_k, d_k), "key", answers)
    c.text(old.top[0], 432, f"({batch}, {n_k}, {d_k})", mono=True)
    for sheet in range(d_k):
        new = _sheet(c, 240 + 62 * sheet, 326, (n_k, batch), "warning", {(2, 0)})
    c.text(322, 432, f"({d_k}, {n_k}, {batch})", mono=True, role="warning")
    c.arrow((old.right[0] + 22, 366), (232, 366), role="warning", width=2.4)
    c.text(new.right[0] + 16, 342, "one key,", anchor="start")
    c.text(new.right[0] + 16, 364, "torn over", anchor="start")
    c.text(new.right[0] + 16, 386, f"{d_k} sheets", anchor="start")
    return c.figure(
        f"Queries of shape ({batch}, {n_q}, {d_k}) and keys of shape ({batch}, {n_k}, "
        f"{d_k}), two sheets each. With transpose_b, one row of q and one row of k in the "
        f"same sheet give one score; the scores are ({batch}, {n_q}, {n_k}). "
        f"tf.transpose(k) reverses all axes and gives ({d_k}, {n_k}, {batch}): the "
        f"{d_k} entries of one key end up in {d_k} different sheets."
    )


def layer_life(d_model: int, d_k: int, d_v: int) -> Figure:
    """What a Keras layer has after each of its three methods."""
    c = Canvas(520, 456)
    stages = (
        (30, "`__init__`", "when you construct it", "knows $d_k$ and $d_v$"),
        (170, "build", "once, when it meets its first x", r"now knows $d_{\text{model}}$"),
        (330, "call", "for every x", "x in, output out"),
    )
    for y, name, when, what in stages:
        c.box(8, y - 20, 100, 40, label=name, bold=True, size=16)
        c.text(124, y - 11, when, anchor="start")
        c.text(124, y + 11, what, anchor="start", faint=True)
    c.arrow((58, 50), (58, 148))
    c.arrow((58, 190), (58, 308))
    c.arrow((42, 350), (74, 350), bend=34)
    c.text(124, 82, "weights: none yet", anchor="start")
    c.text(124, 104, f"SelfAttention({d_k}, {d_v})", anchor="start", mono=True)
    x = 124
    for name, role, width in (
        ("W_q", "query", d_k),
        ("W_k", "key", d_k),
        ("W_v", "value", d_v),
    ):
        area = _sheet(c, x, 216, (d_model, width), role)
        c.text(area.right[0] + 10, 228, f"`{name}`", role=role, bold=True, anchor="start")
        shape = f"({d_model}, {width})"
        c.text(area.right[0] + 10, 252, shape, mono=True, anchor="start")
        x += 132
    c.text(124, 376, "weights: the same three, used again", anchor="start")
    c.text(124, 398, "and changed by training only", anchor="start")
    words = f"The last size of x, {d_model}, is the first size of every W."
    c.text(260, 436, words, faint=True)
    return c.figure(
        "The life of a Keras layer in three stages. __init__ runs when you construct it: "
        "it knows d_k and d_v and has no weights. build runs once, when the layer meets "
        f"its first x: it knows d_model and makes W_q and W_k, {d_model} by {d_k}, and "
        f"W_v, {d_model} by {d_v}. call runs for every x and uses the same three weights."
    )


def gradient_paths(gradients: Mapping[str, object]) -> Figure:
    """The way to the loss, and how far the gradients come back.

    gradients: of W_q, W_k and W_v, as a tape gave them; ``None`` for none.
    """
    cut = gradients["W_q"] is None
    down = 78 if cut else 0
    c = Canvas(520, 436 + down)
    columns = {"q": (76, "query"), "k": (216, "key"), "v": (420, "value")}
    boxes: dict[str, Area] = {}
    for letter, (x, role) in columns.items():
        name = f"W_{letter}"
        found = gradients[name]
        words = "None" if found is None else f"gradient {_shape(found)}"
        c.text(x, 16, words, bold=found is None, role="warning" if found is None else None)
        boxes[name] = c.box(x - 36, 32, 72, 34, role=role, label=f"`{name}`", bold=True)
        boxes[letter] = c.box(x - 36, 106, 72, 34, role=role, label=letter)
    boxes["scores"] = c.box(102, 180, 88, 34, label="scores")
    boxes["weights"] = c.box(102, 250, 88, 34, role="weight", label="weights")
    if cut:
        boxes["copy"] = c.box(56, 314, 180, 50, role="warning", bold=True)
        c.text(146, 329, "tf.Variable(rounded)", bold=True)
        c.text(146, 350, "begins here, no past")
    boxes["output"] = c.box(250, 320 + down, 88, 34, label="output")
    boxes["loss"] = c.box(250, 390 + down, 88, 34, label="loss", bold=True)

    steps = [("W_q", "q"), ("W_k", "k"), ("W_v", "v"), ("q", "scores"), ("k", "scores")]
    steps += [("scores", "weights"), ("output", "loss"), ("v", "output")]
    last = "copy" if cut else "weights"
    steps += [("weights", "copy"), (last, "output")] if cut else [(last, "output")]
    reached = {"loss", "output", "v", "W_v"} if cut else set(boxes)
    for start, end in steps:
        a, b = boxes[start].bottom, boxes[end].top
        c.arrow((a[0] - 9, a[1]), (b[0] - 9, b[1]), width=1.3)
        if start in reached:
            c.arrow((b[0] + 9, b[1]), (a[0] + 9, a[1]), role="weight", width=3.2)
    foot = 408 + down
    c.text(10, foot - 26, "thin: forwards", anchor="start")
    c.text(10, foot - 2, "thick: gradients,", anchor="start", role="weight", bold=True)
    c.text(10, foot + 20, "on the way back", anchor="start", role="weight", bold=True)
    if cut:
        return c.figure(
            "The same graph with a Variable put between the weights and the output. "
            "Gradients go from the loss to the output, to the values and to W_v. They "
            "stop at the Variable: W_q and W_k get None."
        )
    return c.figure(
        "Forwards, W_q and W_k make queries and keys, these make scores and weights, W_v "
        "makes values, and weights and values make the output and the loss. Gradients go "
        "back along every one of these steps and reach all three matrices."
    )


def staircase() -> Figure:
    """A softmax weight beside the same weight rounded to one decimal."""
    difference = np.linspace(-4, 4, 1601)
    weight = 1 / (1 + np.exp(-difference))
    rounded = np.round(weight, 1)
    plot, axes = subplots(figsize=(5.2, 3.8))
    axes.plot(difference, weight, color=COLOURS["weight"], lw=5, alpha=0.5)
    for level in np.unique(rounded):
        on = difference[rounded == level]
        axes.plot(on[[0, -1]], [level] * 2, color="#000000", lw=2.2)
    words = {"fontsize": 13}
    axes.text(-3.9, 0.62, "wide curve: softmax,\nslope everywhere", **words)
    axes.text(0.9, 0.26, "steps: rounded,\nslope 0, then a jump", **words)
    axes.set(
        xlim=(-4, 4),
        ylim=(-0.03, 1.03),
        xlabel="score of key 1 minus score of key 2",
        ylabel="weight of key 1",
    )
    return from_matplotlib(
        plot,
        "The weight of the first of two keys as its score moves from 4 below to 4 above "
        "the other's. The softmax is a smooth S-shaped curve from 0 to 1. Rounded to one "
        "decimal it is a staircase of eleven flat steps.",
    )


def losses(history: Mapping[str, Sequence[float]]) -> Figure:
    """The loss of two layers, epoch by epoch; the second has its gradient cut."""
    plot, axes = subplots(figsize=(5.2, 3.6))
    styles = ((COLOURS["weight"], "-", "o"), (COLOURS["warning"], (0, (5, 2)), "s"))
    said = []
    for (name, values), (colour, dashes, mark) in zip(history.items(), styles, strict=True):
        epochs = np.arange(1, len(values) + 1)
        axes.plot(epochs, values, color=colour, ls=dashes, marker=mark, lw=2.4)
        middle = len(values) // 2
        axes.text(middle + 1, values[middle] + 0.05, name, fontsize=14)
        said.append(f"{name}: from {values[0]:.2f} to {values[-1]:.2f}")
    axes.set(
        ylim=(-0.05, 1.1),
        xlim=(0.5, len(epochs) + 0.5),
        xlabel="epoch",
        ylabel="mean squared error",
    )
    return from_matplotlib(
        plot, f"Loss over {len(epochs)} epochs. " + "; ".join(said) + "."
    )


def traces(calls: Sequence[tuple[str, bool]]) -> Figure:
    """Calls of a ``tf.function``: which of them ran the Python body.

    calls: (what was passed, whether it was traced), in order.
    """
    c = Canvas(520, 84 + 52 * len(calls))
    for x, words in ((78, "the call"), (270, "Python, line by line"), (448, "the graph")):
        c.text(x, 16, words, bold=True)
    for i, (passed, traced) in enumerate(calls):
        y = 38 + 52 * i
        call = c.box(6, y, 144, 36, label=passed, role="input")
        graph = c.box(396, y, 104, 36, label="runs", role="value")
        if traced:
            body = c.box(194, y, 152, 36, label="traced: prints", role="warning", bold=True)
            c.arrow(call.right, body.left)
            c.arrow(body.right, graph.left)
        else:
            c.arrow(call.right, graph.left)
    y = 56 + 52 * len(calls)
    c.text(260, y, "Python runs only to draw a graph that is not there yet.", faint=True)
    told = "; ".join(
        f"{passed}: {'traced, then run' if traced else 'the stored graph runs'}"
        for passed, traced in calls
    )
    return c.figure(f"Calls of a tf.function from top to bottom. {told}.")


def _stack(c: Canvas, x, y, shape, role, marked) -> Area:
    """Two sheets, one behind the other."""
    _sheet(c, x + 12, y - 12, shape, role)
    return _sheet(c, x, y, shape, role, marked)


def _sheet(c: Canvas, x, y, shape, role, marked=()) -> Area:
    empty = np.full(shape, "")
    fill = 0.1 if marked else 0.04
    return c.matrix(x, y, empty, role=role, cell=(20, 20), highlight=marked, fill=fill)


def _shape(tensor: object) -> str:
    return str(tuple(int(size) for size in tensor.shape))  # type: ignore[attr-defined]
