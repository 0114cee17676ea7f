"""Count where the finger points, in right answers with one place changed."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from measure import ROOT
from parts import Plan
from tables import Table

KINDS = ("function", "layer", "object")
SIDES = ("on", "after", "before", "silent")


def point(plan: Plan) -> Iterator[Table]:
    """Which share of changed answers is marked on the change, below it, above it."""
    most = 2 if plan.repeats == 1 else 8
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        counted = pool.map(_counted, _ids(), [most] * len(_ids()))
        groups: dict[tuple[str, str], dict[str, int]] = defaultdict(
            lambda: dict.fromkeys(SIDES, 0)
        )
        for group, sides in counted:
            for side in sides:
                groups[group][side] += 1
    rows = [(f"{kind}, {library}", sides) for (kind, library), sides in groups.items()]
    whole = {side: sum(sides[side] for _, sides in rows) for side in SIDES}
    yield Table(
        "The line of a wrong answer: where the mark stands",
        ("kind of exercise", "answers", "on it", "after it", "before it", "silent"),
        [_row(name, sides) for name, sides in [*sorted(rows), ("all", whole)]],
        "Right answers by other routes than the reference, changed in one place so that "
        f"they return something wrong; at most {most} changes of each, drawn by chance.",
    )


def _row(name: str, sides: dict[str, int]) -> tuple[object, ...]:
    total = sum(sides.values())
    return (name, total, *(f"{sides[side] / max(total, 1):.0%}" for side in SIDES))


def _ids() -> list[str]:
    from autograder.exercise.key import load_key

    return [e.id for e in load_key("solutions").all_exercises() if e.kind in KINDS]


def _counted(exercise_id: str, most: int) -> tuple[tuple[str, str], list[str]]:
    """An exercise's kind and library, and where each of its answers was marked."""
    sys.path.insert(0, str(ROOT / "tests"))
    from first_wrong_sample import pointed_at

    from autograder.exercise.key import load_key

    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    found = [each.where for each in pointed_at(key, exercise, most)]
    return (exercise.kind, exercise.framework), found
