"""CPU of a failing card, with and without the line that first goes wrong.

    python cards.py OUT REPEATS

Writes a line for each exercise: id, then for its first card and for later ones the CPU
milliseconds without the look at the answer's run and with it.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from autograder.checking import check
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.point import Looked
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


def cards(plan: Plan) -> Iterator[Table]:
    """What the line with its mark adds to a failing card, in CPU."""
    from measure import ROOT, measure
    from tables import Table

    out = plan.folder / "cards.tsv"
    measure([sys.executable, Path(__file__), out, plan.repeats + 1], cwd=ROOT)
    lines = [line.split("\t")[1:] for line in out.read_text().splitlines()]
    found = [[float(each) for each in line] for line in lines]
    rows = []
    for place, name in enumerate(("the first of an exercise", "later ones")):
        pairs = [line[2 * place : 2 * place + 2] for line in found]
        ratios = sorted(after / before for before, after in pairs)
        before, after = (median(column) for column in zip(*pairs, strict=True))
        times = f"{median(ratios):.2f}", f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        rows.append((name, f"{before:.1f}", f"{after:.1f}", *times))
    yield Table(
        "A failing card: what the line with its mark costs",
        ("card", "CPU ms without", "with", "times", "lowest to highest"),
        rows,
        f"Medians of {len(found)} NumPy exercises and of their ratios, each the least of "
        f"{plan.repeats + 1} processes. Goal: 1.5 times.",
    )


def milliseconds(key: Key, exercise_id: str, is_looked_at: bool) -> tuple[float, float]:
    """The first card of an exercise and the median of later ones, in its own process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        if not is_looked_at:
            check.look_at = lambda *_: Looked()
        card(key, BEFORE)
        spent = [card(key, exercise_id) for _ in range(1 + LATER)]
        os.write(write, struct.pack("dd", spent[0], median(spent[1:])))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        first, later = struct.unpack("dd", pipe.read())
    os.waitpid(child, 0)
    return first, later


def card(key: Key, exercise_id: str) -> float:
    """The CPU milliseconds of a check of an answer with a known mistake."""
    exercise = key.exercise(exercise_id)
    answer = exercise.wrong_answer(exercise.misconceptions[0])
    began = time.process_time()
    check.check(exercise_id, answer)
    return 1000 * (time.process_time() - began)


def main(out: Path, repeats: int) -> None:
    """Time the cards of ``IDS``."""
    key = load_key()

    def display(made: Any) -> None:  # as a notebook does
        as_html(made), as_text(made)

    check._display = display
    lines = []
    for exercise_id in (BEFORE, *IDS):  # read before a process forks
        key.exercise(exercise_id)
        key.answers(exercise_id)
    for exercise_id in IDS:
        spent: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
        for _ in range(repeats):
            for looked_at, found in spent.items():
                found.append(milliseconds(key, exercise_id, looked_at))
        times = [
            min(each[place] for each in spent[looked_at])
            for place in (0, 1)
            for looked_at in (False, True)
        ]
        lines.append("\t".join([exercise_id, *(f"{each:.2f}" for each in times)]))
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
