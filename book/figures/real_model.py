"""The figures of chapter 14, a real language model."""

from collections.abc import Mapping, Sequence

from attention_figures.svg import Canvas, Figure


def block() -> Figure:
    """Twenty bytes: a scale, a minimum, and sixteen bytes of two numbers each."""
    c = Canvas(520, 268)
    c.text(8, 20, "one block: 20 bytes", anchor="start", bold=True)
    c.box(8, 38, 68, 44, role="query", label="scale d")
    c.box(80, 38, 98, 44, role="key", label="minimum m")
    for i, x in enumerate((184, 242, 300)):
        c.box(x, 38, 54, 44, role="value", label=f"byte {i}")
    c.text(386, 62, ". . .")
    c.box(420, 38, 66, 44, role="value", label="byte 15")
    c.text(42, 100, "float16", faint=True)
    c.text(129, 100, "float16", faint=True)
    c.text(330, 100, "16 bytes", faint=True)
    c.text(8, 146, "byte 1, opened", anchor="start", bold=True)
    c.arrow((269, 84), (250, 126), role="value")
    c.box(148, 130, 104, 44, role="value", label="high 4 bits")
    c.box(252, 130, 104, 44, role="value", label="low 4 bits")
    c.arrow((200, 176), (150, 212), role="weight")
    c.arrow((304, 176), (354, 212), role="weight")
    c.text(124, 232, "q of weight 17", role="weight", bold=True)
    c.text(380, 232, "q of weight 1", role="weight", bold=True)
    c.text(252, 258, "weight = d × q + m", bold=True)
    return c.figure(
        "A block of 20 bytes: a scale d and a minimum m, both float16, then 16 bytes, 0 to "
        "15. Byte 1 opened: its low four bits are the number q of weight 1, its high four "
        "bits that of weight 17. A weight is d times q plus m."
    )


def layers() -> Figure:
    """A decoder layer of 2017 beside one of today."""
    c = Canvas(520, 452)
    columns = (
        (
            "2017",
            (
                ("feed-forward, ReLU", "value"),
                ("add, then LayerNorm", "input"),
                ("attention", "query"),
                ("add, then LayerNorm", "input"),
            ),
            (2, 3, 0, 1),
            "positions added to x, once",
        ),
        (
            "SmolLM2",
            (
                ("RMSNorm", "input"),
                ("attention, then add", "query"),
                ("RMSNorm", "input"),
                ("SwiGLU, then add", "value"),
            ),
            (0, 1, 2, 3),
            "positions turn q and k",
        ),
    )
    for x, (title, parts, order, below) in zip((14, 276), columns, strict=True):
        c.text(x + 115, 18, title, bold=True)
        for place, i in enumerate(order):
            label, role = parts[i]
            y = 352 - 84 * place
            c.box(x, y, 230, 46, role=role, label=label)
            if place < 3:
                c.arrow((x + 115, y - 2), (x + 115, y - 36))
        c.arrow((x + 115, 98), (x + 115, 50))
        c.arrow((x + 115, 424), (x + 115, 400))
        c.text(x + 115, 440, below, faint=True)
    return c.figure(
        "Two layers, read from below. 2017: positions are added to x once; attention; add, "
        "then LayerNorm; feed-forward with ReLU; add, then LayerNorm. SmolLM2: positions "
        "turn queries and keys; RMSNorm; attention, then add; RMSNorm; SwiGLU, then add."
    )


def bars(
    rows: Mapping[str, float | Sequence[float]], what: str, chance: float | None = None
) -> Figure:
    """One bar a row; of several numbers their mean, and a dot for each of them."""
    c = Canvas(520, 40 + 40 * len(rows) + 24)
    numbers = {k: [v] if isinstance(v, (int, float)) else list(v) for k, v in rows.items()}
    means = {name: sum(v) / len(v) for name, v in numbers.items()}
    largest = max([*(max(v) for v in numbers.values()), chance or 0])
    left, width = 208, 230
    for i, (name, values) in enumerate(numbers.items()):
        y = 16 + 40 * i
        c.text(left - 10, y + 13, name, anchor="end")
        role = "query" if i == 0 else "weight"
        c.box(left, y, width * means[name] / largest, 26, role=role)
        if len(values) > 1:
            for value in values:
                c.text(left + width * value / largest, y + 13, "•", role="warning")
        c.text(left + width + 14, y + 13, f"{means[name]:.2f}", anchor="start", bold=True)
    y = 16 + 40 * len(rows)
    if chance:
        x = left + width * chance / largest
        c.arrow((x, y + 4), (x, 8), role="warning", width=1.2)
    c.text(500, y + 20, what, anchor="end", faint=True)
    said = ", ".join(f"{name} {mean:.2f}" for name, mean in means.items())
    dots = "; dots: single trainings" if any(len(v) > 1 for v in numbers.values()) else ""
    return c.figure(f"Bars, {what}{dots}: {said}.")
