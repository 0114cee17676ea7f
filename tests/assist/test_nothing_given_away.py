"""No tool's text has a line of a reference or collected answer that was not sent to it."""

import asyncio
import inspect
import json
import random
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from exercise_ids import exercise_ids
from quickly import quickly

from assist.asking import ROOT, own_course
from autograder.assist.desk import Desk
from autograder.assist.judging import Refused
from autograder.assist.reading import FOLDED
from autograder.exercise.answers import cell_source
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import own_lines
from autograder.exercise.key import load_key
from autograder.exercise.stubs import stub
from autograder.sandbox import isolation
from autograder.sandbox.pool import WarmProcesses, hidden_folders

KEY = load_key("solutions")
CODE = "<the code>"  # in a tool's arguments
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
    notebook = ROOT / f"notebooks/{KEY.chapter_of(exercise.id).name}.ipynb"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    texts = [FOLDED.sub("", "".join(cell["source"])) for cell in cells]
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


def sources(exercise: Exercise) -> tuple[list[str], list[str]]:
    """The collected answers that are wrong, and those that are right, as cells."""
    answers = KEY.answers(exercise.id)
    cells: tuple[list[str], list[str]] = [], []
    for answer in answers:
        code = f"{answer.above}\n\n{cell_source(answer, answers)}".lstrip("\n")
        cells[answer.is_right].append(code)
    return cells


def what_is_told(exercise: Exercise, desk: Desk, most: int | None = None) -> set[str]:
    """The secret lines in all that the tools say, once answers of the key are sent.

    Each wrong one, at most so many, is checked; one that is right is asked about, too.
    """
    wrong, right = sources(exercise)
    secret = kept_secret(exercise)
    check, asked = ("check", CODE), ("question", "")
    tries = [(c, (check, ("next_hint",), ("what_to_read",))) for c in wrong[:most]]
    tries += [(c, (check, asked, ("question", "a"), asked)) for c in right[:1]]

    async def say(tool: str, *given: str) -> str:
        try:
            return await getattr(desk, tool)(exercise.id, *given)
        except Refused as problem:
            return str(problem)

    async def ask() -> set[str]:
        leaked = told(await say("show_exercise"), secret)
        for code, tools in tries:
            for tool, *more in tools:
                text = await say(tool, *(each.replace(CODE, code) for each in more))
                leaked |= told(text, secret, code)
        return leaked

    return asyncio.run(ask())


def desk_of(exercise: Exercise, warm: WarmProcesses, folder: Path) -> Desk:
    chapter = KEY.chapter_of(exercise.id)
    root = own_course(folder / "course", chapter.name)
    return Desk(KEY, course_folder("solutions", root), warm)


@pytest.mark.parametrize("exercise_id", quickly(DRAWN, DRAWN[:3]))
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
    assert not what_is_told(exercise, desk_of(exercise, warm, tmp_path))


def test_a_line_that_is_told_would_be_found():
    exercise = KEY.exercise("numpy.softmax")
    secret = kept_secret(exercise)
    line = next(own_lines(inspect.getsource(exercise.reference)))
    assert line in told(f"Try {line} there.", secret)
    assert not told(f"Try {line} there.", secret, f"    {line}")
