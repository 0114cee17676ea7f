"""CPU of failing cards, and of the part that the line which first goes wrong takes of it.

    python cards.py OUT

Writes a line for each exercise: id, then for its first card and for later ones the CPU
milliseconds of the whole and of that part.  Both are of one card: other work on the machine
makes both slower.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from autograder.checking import card, card_forms, check
from autograder.checking.check import CardDisplay
from autograder.exercise.key import Key, load_key

if TYPE_CHECKING:
    from parts import Plan
    from tables import Table

IDS = (
    *("numpy.softmax", "numpy.attention_weights", "numpy.weighted_values"),
    *("numpy.project_qkv", "numpy.self_attention", "masks.causal_mask"),
    *("masks.masked_softmax", "masks.padding_mask", "masks.sentence_means"),
    *("heads.split_heads", "heads.merge_heads", "scores.cosine_scores"),
    *("scores.additive_scores", "why.soft_lookup", "why.context_vector"),
)
BEFORE = "scores.entropy"  # is checked first: nothing is imported for the others
LATER = 3
PART = (
    *((check, "look_at"), (card, "seen")),
    *((card_forms, "_step_html"), (card_forms, "_step_text")),
)
spent = {"part": 0.0}


def cards(plan: Plan) -> Iterator[Table]:
    """What the line with its mark adds to a failing card, in CPU."""
    from measure import ROOT, measure
    from tables import Table

    out, runs = plan.folder / "cards.tsv", []
    for _ in range(plan.repeats):
        measure([sys.executable, Path(__file__), out], cwd=ROOT)
        lines = [line.split("\t")[1:] for line in out.read_text().splitlines()]
        runs.append([[float(each) for each in line] for line in lines])
    rows = []
    for place, name in ((0, "the first of an exercise"), (2, "later ones")):
        pairs = [
            min(line[place : place + 2] for line in of) for of in zip(*runs, strict=True)
        ]
        ratios = sorted(whole / (whole - part) for whole, part in pairs)
        with_it = median(whole for whole, _ in pairs)
        without = median(whole - part for whole, part in pairs)
        times = f"{median(ratios):.2f}", f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        rows.append((name, f"{without:.1f}", f"{with_it:.1f}", *times))
    yield Table(
        "A failing card: what the line with its mark costs",
        ("card", "CPU ms without", "with", "times", "lowest to highest"),
        rows,
        f"Medians of {len(IDS)} NumPy exercises and of their ratios, each of the quickest "
        f"of {plan.repeats} processes. Goal: 1.5 times.",
    )


def timed(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function; what it takes is counted as the part."""

    def wrapped(*arguments: Any) -> Any:
        began = time.process_time()
        try:
            return function(*arguments)
        finally:
            spent["part"] += time.process_time() - began

    return wrapped


def milliseconds(key: Key, exercise_id: str) -> tuple[float, float]:
    """Of a check of an answer with a known mistake: the whole, and the part."""
    exercise = key.exercise(exercise_id)
    answer = exercise.wrong_answer(exercise.misconceptions[0])
    began, spent["part"] = time.process_time(), 0.0
    check.check(exercise_id, answer)
    return 1000 * (time.process_time() - began), 1000 * spent["part"]


def main(out: Path) -> None:
    """Time the cards of ``IDS``."""
    for module, name in PART:
        setattr(module, name, timed(getattr(module, name)))
    check._display = lambda made: CardDisplay(made)._repr_mimebundle_()
    key = load_key()
    for exercise_id in (BEFORE, *IDS):
        key.exercise(exercise_id)
        key.answers(exercise_id)
    milliseconds(key, BEFORE)
    lines = []
    for exercise_id in IDS:
        first, *later = (milliseconds(key, exercise_id) for _ in range(1 + LATER))
        times = *first, *sorted(later)[LATER // 2]
        lines.append("\t".join([exercise_id, *(f"{each:.2f}" for each in times)]))
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
