"""The figures of chapter 10 that explain the parts of a translator."""

from collections.abc import Mapping, Sequence

from attention_figures.svg import Canvas, Figure

ENDS = {"<bos>": "BOS", "<eos>": "EOS"}


def encoder_decoder(layers: int, source: str, answer: str) -> Figure:
    """The whole model: an encoder reads once, a decoder writes id by id."""
    c = Canvas(520, 396)
    c.text(120, 16, "reads once", bold=True)
    c.text(405, 16, "writes one id at a time", bold=True)
    source_ids = c.box(20, 344, 200, 40, role="input", label=source)
    so_far = c.box(310, 344, 190, 40, role="input", label=f"BOS {' '.join(answer[:4])}")
    embed_left = c.box(20, 276, 200, 36, label="embed + position")
    embed_right = c.box(310, 276, 190, 36, label="embed + position")
    parts = "feed-forward", "self-attention", f"× {layers}"
    encoder = c.box(20, 136, 200, 100, label=parts)
    decoder = c.box(310, 92, 190, 144)
    c.text(405, 108, "feed-forward")
    cross = c.box(320, 124, 170, 30, role="query", label="cross-attention", fill=0.14)
    c.arrow((390, 188), (390, 155), role="query")
    c.text(398, 172, "queries", role="query", anchor="start")
    c.text(405, 198, "causal self-attention")
    c.text(405, 221, f"× {layers}")
    memory = c.box(20, 60, 200, 36, role="key", label="memory")
    logits = c.box(310, 36, 190, 36, label=f"logits: “{answer[4]}” comes next")
    for start, end in (
        (source_ids, embed_left),
        (embed_left, encoder),
        (encoder, memory),
        (so_far, embed_right),
        (embed_right, decoder),
        (decoder, logits),
    ):
        c.arrow(start.top, end.bottom)
    c.arrow((220, 70), (cross.x, 132), role="key")
    c.arrow((220, 86), (cross.x, 148), role="value")
    c.text(260, 74, "keys", role="key", anchor="start")
    c.text(222, 128, "values", role="value", anchor="start")
    return c.figure(
        f"On the left the encoder: the source {source!r} is embedded, given positions, and "
        f"goes through {layers} blocks of self-attention and feed-forward; what comes out "
        f"is called memory. On the right the decoder: BOS and what is written so far, "
        f"{answer[:4]!r}, go through {layers} blocks of causal self-attention, "
        "cross-attention, with queries from there and keys and values from memory, and "
        f"feed-forward. The logits say that the next character is {answer[4]!r}."
    )


def teacher_forcing(inputs: Sequence[str], targets: Sequence[str]) -> Figure:
    """The targets above, the decoder's inputs below: one place apart."""
    n = len(targets)
    c = Canvas(520, 232)
    wide = 424 / n
    c.text(8, 48, "targets", anchor="start", bold=True)
    c.text(8, 176, "inputs", anchor="start", bold=True)
    for j in range(n):
        x = 92 + wide * j
        middle = x + wide / 2 - 2
        above, below = (ENDS.get(word, word) for word in (targets[j], inputs[j]))
        if j + 1 < n:  # each target becomes the next input
            c.arrow((middle, 66), (middle + wide, 158), role="input", width=1.1)
        c.box(x, 30, wide - 4, 36, role="weight", label=above, size=15)
        first = below in ENDS.values()
        c.box(x, 158, wide - 4, 36, role="warning" if first else "input", label=below)
        c.arrow((middle, 158), (middle, 68), width=1.6)
    c.text(300, 216, "each input also sees those to its left", faint=True)
    pairs = ", ".join(f"{i} gives {t}" for i, t in zip(inputs, targets, strict=True))
    return c.figure(
        f"Two rows of {n} characters. Below the decoder's inputs, above its targets: "
        f"{pairs}. Each target is the next place's input."
    )


def beam_tree(
    first: Mapping[str, float], second: Mapping[str, Mapping[str, float]], kept: int
) -> Figure:
    """Two steps of choice: what greedy takes, and what a beam finds.

    first: probability of each first token.  second: for each, of its successors.
    """
    c = Canvas(520, 322)
    c.text(40, 160, "BOS", bold=True)
    c.text(166, 16, "first", bold=True)
    c.text(318, 16, "second", bold=True)
    c.text(462, 16, "product", bold=True)
    greedy_first = max(first, key=first.__getitem__)
    beam = sorted(first, key=first.__getitem__, reverse=True)[:kept]
    products = {
        (a, b): first[a] * p
        for a, following in second.items()
        for b, p in following.items()
    }
    best = max(products, key=products.__getitem__)
    greedy_second = max(second[greedy_first], key=second[greedy_first].__getitem__)
    y, place = 36.0, {}
    for a, following in second.items():
        place[a] = y + 36 * (len(following) - 1) / 2 + 15
        for b, p in following.items():
            row = y + 15
            is_greedy, is_best = (a, b) == (greedy_first, greedy_second), (a, b) == best
            role = "weight" if is_best else "warning" if is_greedy else "input"
            c.arrow((206, place[a]), (276, row), role=role, width=2.6 if is_best else 1.2)
            box = c.box(
                278, y, 96, 30, role=role, label=f"{b} {p:.2f}", bold=is_best or is_greedy
            )
            words = f"{products[a, b]:.2f}" + (
                " best" if is_best else " greedy" if is_greedy else ""
            )
            c.text(box.x + 116, row, words, anchor="start", role=role, bold=is_best)
            y += 36
        y += 12
    for a, p in first.items():
        role = "weight" if a == best[0] else "warning" if a == greedy_first else "input"
        c.arrow((64, 160), (124, place[a]), role=role, width=2.6 if a == best[0] else 1.2)
        c.box(126, place[a] - 15, 80, 30, role=role, label=f"{a} {p:.2f}", bold=a in beam)
    told = "; ".join(
        f"{a} {first[a]:.2f}, then "
        + ", ".join(f"{b} {p:.2f} (product {products[a, b]:.2f})" for b, p in f.items())
        for a, f in second.items()
    )
    return c.figure(
        f"A tree of two steps. {told}. Greedy takes {greedy_first} and then "
        f"{greedy_second}, product {products[greedy_first, greedy_second]:.2f}. The best "
        f"pair is {best[0]} {best[1]}, product {products[best]:.2f}; a beam of {kept} "
        "keeps both first steps and finds it."
    )
