"""Count where the finger points, in right answers with one place changed."""

import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from measure import ROOT
from parts import Plan
from tables import Table

KINDS = ("function", "layer", "object")
SIDES = ("on", "use", "later", "before", "silent")
HEADS = ("of these on it", "on its first use", "later", "before it")
STRANGERS = ("strangers.txt", "own_code_answers.txt")
OF_STRANGER = 3  # changes of each of their answers
GOALS = {"marked": 0.8, "on it or its first use": 0.9, "before it": 0.02}


def point(plan: Plan) -> Iterator[Table]:
    """Which share of changed answers is marked on the change, on its use, elsewhere."""
    most = 2 if plan.repeats == 1 else 4
    counted = _kept(plan.counted)
    waiting = [each for each in _ids() if each not in counted]
    random.Random(0).shuffle(waiting)  # so that a part of them is no chapter alone
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for done in pool.map(_counted, waiting, [most] * len(waiting)):
            _keep(plan.counted, *done)
            counted[done[0]] = done[1:]
    yield table(counted, most, "Right answers of the key")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = enumerate(pool.map(_of_stranger, *zip(*strangers(), strict=True)))
        yield table(
            {f"{n}": each[1:] for n, each in found},
            OF_STRANGER,
            "Right answers of strangers",
        )


def worth(_: Plan) -> Iterator[Table]:
    """Marks that each rule brings to the change or its use, takes from there, prevents."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for made in pool.map(_with_and_without, *zip(*strangers(), strict=True)):
            for name, signs in made.items():
                counted[name] += Counter(signs)
    heads = ("gained", "lost", "spared")
    rows = [(name, *(f"{s[head]}" for head in heads)) for name, s in counted.items()]
    answers = sum(next(iter(counted.values())).values())
    note = (
        f"{answers} changes of strangers' answers: marks on the change or its first use "
        "that there are with the rule alone, or without it alone, and marks elsewhere "
        "that there are without it alone."
    )
    yield Table("What the rules are worth", ("rule", *heads), rows, note)


def strangers(files: Sequence[str] = STRANGERS) -> list[tuple[str, str]]:
    """Right answers by routes that are not in the key, each with its exercise."""
    folder = Path(__file__).parent
    text = "".join((folder / name).read_text(encoding="utf-8") for name in files)
    parts = re.split(r"^# %% (.+)$", text, flags=re.M)[1:]
    return [(n, code.lstrip()) for n, code in zip(parts[::2], parts[1::2], strict=True)]


def _of_stranger(exercise_id: str, source: str) -> tuple[str, tuple[str, str], list[str]]:
    return _counted(exercise_id, OF_STRANGER, (source,))


def _with_and_without(exercise_id: str, source: str) -> dict[str, list[str]]:
    """What each rule does to the marks in a stranger's answer."""
    sys.path.insert(0, str(ROOT / "tests"))
    from first_wrong_sample import changed_answers

    from autograder.exercise.key import load_key
    from autograder.tracing import neutral

    key, signs = load_key("solutions"), defaultdict(list)
    near, elsewhere = ("on", "use"), ("later", "before")
    whole = neutral.NEUTRAL
    for each in changed_answers(key, key.exercise(exercise_id), OF_STRANGER, 0, (source,)):
        with_it = each.side()[0]
        for rule in whole:
            neutral.NEUTRAL = tuple(r for r in whole if r is not rule)
            without = each.side()[0]
            sign = "spared" if without in elsewhere and without != with_it else ""
            sign = "lost" if without in near and with_it not in near else sign
            sign = "gained" if with_it in near and without not in near else sign
            signs[rule.name].append(sign)
        neutral.NEUTRAL = whole
    return dict(signs)


def table(
    counted: dict[str, tuple[tuple[str, str], list[str]]], most: int, whose: str
) -> Table:
    """What was counted of each exercise, by kind and library."""
    groups: dict[tuple[str, str], dict[str, int]] = defaultdict(
        lambda: dict.fromkeys(SIDES, 0)
    )
    for group, sides in counted.values():
        for side in sides:
            groups[group][side] += 1
    rows = [(f"{kind}, {library}", sides) for (kind, library), sides in groups.items()]
    whole = {side: sum(sides[side] for _, sides in rows) for side in SIDES}
    return Table(
        f"The line of a wrong answer: where the mark stands. {whose}",
        ("kind of exercise", "answers", "silent", "marked", *HEADS),
        [_row(name, sides) for name, sides in [*sorted(rows), ("all", whole)]],
        f"{whose}, by other routes than the reference, changed in one place so that "
        f"they return something wrong; at most {most} changes of each, drawn by chance. A "
        "first use goes through sizes, slices and what else is no array; after a loop the "
        "first line that reads what it made is one, too, and so is, in a function, the "
        "first that reads what it is handed, and of what more lines fill the first that "
        "reads it. " + _against_goals(whole),
    )


def _against_goals(sides: dict[str, int]) -> str:
    """What was reached, and what was missed."""
    total, marks = sum(sides.values()), sum(sides.values()) - sides["silent"]
    near = sides["on"] + sides["use"]
    found = (marks / total, near / marks, sides["before"] / marks)
    reached = dict(zip(GOALS, found, strict=True))
    said = []
    for name, goal in GOALS.items():
        is_met = reached[name] <= goal if name == "before it" else reached[name] >= goal
        words = "at most" if name == "before it" else "at least"
        met = "reached" if is_met else "missed"
        said.append(f"{name} {words} {goal:.0%} ({met}: {reached[name]:.1%})")
    return "Goals, the last two of the marks: " + ", ".join(said) + "."


def _row(name: str, sides: dict[str, int]) -> tuple[object, ...]:
    total, silent = sum(sides.values()), sides["silent"]
    marks = max(total - silent, 1)
    return (
        name,
        f"{total:,}",
        f"{silent / max(total, 1):.0%}",
        f"{1 - silent / max(total, 1):.0%}",
        *(f"{sides[side] / marks:.0%}" for side in SIDES if side != "silent"),
    )


def _ids() -> list[str]:
    from autograder.exercise.key import load_key

    return [e.id for e in load_key("solutions").all_exercises() if e.kind in KINDS]


def _counted(
    exercise_id: str, most: int, others: tuple[str, ...] = ()
) -> tuple[str, tuple[str, str], list[str]]:
    """An exercise, its kind and library, and where each of its answers was marked."""
    sys.path.insert(0, str(ROOT / "tests"))
    from first_wrong_sample import pointed_at

    from autograder.exercise.key import load_key

    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    found = [each.where for each in pointed_at(key, exercise, most, 0, others)]
    kind = "repair" if exercise.broken else exercise.kind
    return exercise_id, (kind, exercise.framework), found


def _keep(path: Path | None, exercise_id: str, group: tuple[str, str], sides: list[str]):
    if path:
        with path.open("a") as lines:
            lines.write(json.dumps([exercise_id, group, sides]) + "\n")


def _kept(path: Path | None) -> dict[str, tuple[tuple[str, str], list[str]]]:
    """What was counted before, by exercise."""
    lines = path.read_text().splitlines() if path and path.exists() else []
    return {each: (tuple(group), sides) for each, group, sides in map(json.loads, lines)}
