"""No tool's text has a line of a reference or collected answer that was not sent to it."""

from __future__ import annotations

import asyncio
import inspect
import random
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from exercise_ids import exercise_ids

from assist.asking import ROOT, own_course
from autograder.assist.desk import Desk
from autograder.assist.judging import Refused
from autograder.assist.reading import FOLDED, cells_of
from autograder.exercise.answers import cell_source
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import own_lines
from autograder.exercise.key import load_key
from autograder.exercise.stubs import stub
from autograder.sandbox import isolation
from autograder.sandbox.pool import WarmProcesses, hidden_folders

KEY = load_key("solutions")
DRAWN = random.Random(53).sample(exercise_ids(), 6)


def kept_secret(exercise: Exercise) -> set[str]:
    """Lines of the reference and of all collected answers that no student is handed.

    A chapter shows code, and the sentence to a mistake may name the call that is missing.
    """
    answers = KEY.answers(exercise.id)
    sources = [cell_source(answer, answers) for answer in answers]
    if exercise.is_code:
        sources.append(inspect.getsource(exercise.reference))
    lines = {line for s in sources for line in own_lines(textwrap.dedent(s))}
    cells = cells_of(ROOT / f"notebooks/{KEY.chapter_of(exercise.id).name}.ipynb")
    texts = [FOLDED.sub("", cell["source"]) for cell in cells]
    texts += [stub(exercise), *(mistake.says for mistake in exercise.misconceptions)]
    public = "".join("".join(texts).split())
    return {line for line in lines if line not in public}


def told(text: str, secret: set[str], sent: str = "") -> set[str]:
    """Lines that a text has, whatever stands before and after them, and nobody sent."""
    said, own = re.sub(r"\s+", "", text), re.sub(r"\s+", "", sent)
    return {line for line in secret if line in said and line not in own}


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmProcesses]:
    try:
        tier = isolation.choose()
    except isolation.NoIsolation:
        tier = "none"
    made = WarmProcesses(tier, hidden_folders("solutions"))
    yield made
    made.close()


def wrong_sources(exercise: Exercise) -> list[str]:
    answers = KEY.answers(exercise.id)
    return [
        f"{answer.above}\n\n{cell_source(answer, answers)}".lstrip("\n")
        for answer in answers
        if not answer.is_right
    ]


def what_is_told(exercise: Exercise, desk: Desk, most: int | None) -> set[str]:
    """The secret lines in all that the tools say, once answers of the key are sent."""

    async def say(tool: object, *given: str) -> str:
        try:
            return await tool(*given)
        except Refused as problem:
            return str(problem)

    async def ask() -> set[str]:
        secret = kept_secret(exercise)
        leaked = told(await say(desk.show_exercise, exercise.id), secret)
        for code in wrong_sources(exercise)[:most]:
            for tool, more in (
                (desk.check, [code]),
                (desk.next_hint, []),
                (desk.what_to_read, []),
            ):
                leaked |= told(await say(tool, exercise.id, *more), secret, code)
        return leaked

    return asyncio.run(ask())


def desk_of(exercise: Exercise, warm: WarmProcesses, folder: Path) -> Desk:
    chapter = KEY.chapter_of(exercise.id)
    root = own_course(folder / "course", chapter.name)
    return Desk(KEY, course_folder("solutions", root), warm)


@pytest.mark.parametrize("exercise_id", DRAWN)
def test_nothing_of_a_drawn_exercise_is_told(
    exercise_id: str, warm: WarmProcesses, tmp_path: Path
):
    exercise = KEY.exercise(exercise_id)
    assert not what_is_told(exercise, desk_of(exercise, warm, tmp_path), 3)


@pytest.mark.slow
@pytest.mark.parametrize("exercise_id", exercise_ids())
def test_nothing_of_any_exercise_is_told(
    exercise_id: str, warm: WarmProcesses, tmp_path: Path
):
    exercise = KEY.exercise(exercise_id)
    assert not what_is_told(exercise, desk_of(exercise, warm, tmp_path), None)


def test_a_line_that_is_told_would_be_found():
    exercise = KEY.exercise("numpy.softmax")
    secret = kept_secret(exercise)
    line = next(own_lines(inspect.getsource(exercise.reference)))
    assert line in told(f"Try {line} there.", secret)
    assert not told(f"Try {line} there.", secret, f"    {line}")
