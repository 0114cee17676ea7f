"""Cells of a key: what is written is read, and what cannot be read is one sentence."""

from pathlib import Path

import pytest

from autograder.exercise.answers import WRONG, cell_source
from autograder.exercise.cell_lines import CellProblem
from autograder.exercise.changes import Change
from autograder.exercise.hints import about
from autograder.exercise.key_cells import Cells, read_cells, without_answers

FILE = """
# What comes back, in cells.

# %% mistake: no-root
# You do not divide. The scores grow
# with the width.
# scores / root => scores
# %% mistake: both-turned
# These are other arrays.
# a.T => a && b => b.T
# - c =>
# -     x = 1
# +     y = 2
# +
# +     x = y
# %% mistake: by-hand
# A loop.

# mine
def f(a):
    return a

# %% right: by einsum
# one line
def f(a):
    return np.einsum("ij->ji", a)
# wrong, no-root + by-hand, partial: "ij->ji" => "ij"
# wrong: , a =>
# %% wrong, failed: a label that is so long that its heading goes on
#    in the next line
# a) => b)
# %% right: two cells
g = 1
# %%
def f(a):
    return a.T * g

# %% same
# They are as wide.
# a.T => a.mT
# b => c
# %% hint: a few rows; one row
# Look at `a`.
# %% hint
# Turn it.
"""
MISTAKE = "# %% mistake: {}\n# Says.\n# a => b\n"
ANSWER = "# %% right: plain\nx = 1\n"


def read(folder: Path, text: str) -> Cells:
    path = folder / "f.cells.py"
    path.write_text(text, encoding="utf-8")
    return read_cells(path)


def test_a_file_is_read_cell_by_cell(tmp_path: Path):
    cells = read(tmp_path, FILE)
    no_root, both, by_hand = cells.mistakes
    assert (no_root.id, both.id) == ("no-root", "both-turned")
    assert no_root.says == "You do not divide. The scores grow with the width."
    assert no_root.wrong == Change((("scores / root", "scores"),))
    block = ("    x = 1", "    y = 2\n\n    x = y")
    assert both.wrong == Change((("a.T", "a"), ("b", "b.T"), ("- c", ""), block))
    assert by_hand.wrong == "# mine\ndef f(a):\n    return a"
    einsum, slip, other, long, two = cells.answers
    assert (einsum.is_right, einsum.why) == (True, "one line")
    assert (slip.name, slip.verdict, slip.of) == (
        "no-root + by-hand",
        "partial",
        "by einsum",
    )
    assert (other.name, other.verdict) == ("", WRONG)
    assert cell_source(other, cells.answers).endswith('np.einsum("ij->ji")')
    assert long.label == "a label that is so long that its heading goes on in the next line"
    assert (long.of, long.verdict) == ("by einsum", "failed")
    assert two.above == "g = 1"
    assert two.source == "def f(a):\n    return a.T * g"
    assert [mark.change.edits for mark in cells.same] == [(("a.T", "a.mT"),), (("b", "c"),)]
    assert {mark.why for mark in cells.same} == {"They are as wide."}
    assert [about(hint) for hint in cells.hints] == [("a few rows", "one row"), ()]


def test_a_change_knows_its_file_and_line(tmp_path: Path):
    wrong = read(tmp_path, FILE).mistakes[0].wrong
    assert isinstance(wrong, Change)
    assert wrong.where == f"{tmp_path / 'f.cells.py'}:7"


def test_what_may_be_shipped_has_the_mistakes_and_hints_alone(tmp_path: Path):
    cells = read(tmp_path, without_answers(FILE))
    assert len(cells.mistakes) == 3
    assert len(cells.hints) == 2
    assert (cells.answers, cells.same) == ((), ())


PROBLEMS = {
    "code above the first cell": ("x = 1\n", 1, "Code stands in a cell"),
    "another kind": (
        "# %% rigth: a\nx = 1",
        1,
        "'rigth' is no kind of cell. There are mistake",
    ),
    "a kind that is nearly one": ("# %% rigth: a\nx = 1", 1, "Did you mean 'right'?"),
    "another mark": (
        "# %% mistake, allone: a\n# S.\n# a => b",
        1,
        "no marks, such as 'allone'",
    ),
    "a mark where none is": ("# %% hint, alone\n# Look.", 1, "no marks, such as 'alone'"),
    "no id": ("# %% mistake: Wrong Axis\n# S.\n# a => b", 1, "'Wrong Axis' is no id"),
    "an id twice": (
        MISTAKE.format("m") * 2,
        4,
        "The mistake 'm' stands in line 1 already.",
    ),
    "a label twice": (ANSWER * 2, 3, "The answer 'plain' stands in line 1 already."),
    "a slip twice": (
        ANSWER + "# wrong: 1 => 2\n# wrong: 1 => 2",
        4,
        "The answer 'plain: 2 for 1' stands in line 3 already.",
    ),
    "no sentence": ("# %% mistake: m\n# a => b", 1, "needs the sentence for the student"),
    "no mistake": (
        "# %% mistake: m\n# Says.",
        1,
        "needs code, or a change of the reference",
    ),
    "code and a change": (MISTAKE.format("m") + "x = 1", 1, "a change, not both"),
    "no label": ("# %% right\nx = 1", 1, "needs a label: # %% right: by a loop"),
    "nothing to change": (
        "# %% wrong: w\n# a => b",
        1,
        "needs code, or an answer with code",
    ),
    "a sentence below": (MISTAKE.format("m") + "# More.", 4, "stands above the changes"),
    "new lines for none": (
        "# %% mistake: m\n# S.\n# + b",
        3,
        "below the lines # - that it",
    ),
    "a change of nothing": (
        "# %% mistake: m\n# S.\n#  => b",
        3,
        "is no change. Write: what",
    ),
    "half of a change": (MISTAKE.format("m") + "# a && b => c", 4, "'a' is no change"),
    "a slip of nothing": (ANSWER + "# wrong: 2", 3, "'2' is no change. Write: what stands"),
    "no such mistake": (
        MISTAKE.format("no-root") + "# %% wrong, no-rot: w\nx = 1",
        4,
        "No mistake of this file is called 'no-rot'. Did you mean 'no-root'?",
    ),
    "a slip's mistake": (
        ANSWER + "# wrong, m: 1 => 2",
        3,
        "No mistake of this file is called",
    ),
    "another verdict": (
        "# %% wrong, Partly: w\nx = 1",
        1,
        "'Partly' is neither a mistake's id",
    ),
    "marks without a reason": ("# %% same\n# a => b", 1, "needs a sentence, in comments"),
    "a reason without marks": ("# %% same\n# Alike.", 1, "needs a change of the reference"),
    "marks with code": ("# %% same\n# Alike.\n# a => b\nx = 1", 1, "needs no code"),
    "a hint with a change": ("# %% hint\n# Look.\n# a => b", 1, "needs no change"),
    "going on with nothing": ("# %%\nx = 1", 1, "goes on with an answer's code"),
    "going on with a hint": (
        "# %% hint\n# Look.\n# %%\nx = 1",
        3,
        "goes on with an answer's",
    ),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_is_not_well_formed_is_said_with_its_file_and_line(name: str, tmp_path: Path):
    text, line, said = PROBLEMS[name]
    with pytest.raises(CellProblem) as problem:
        read(tmp_path, text)
    where, _, sentence = str(problem.value).partition(": ")
    assert where == f"{tmp_path / 'f.cells.py'}:{line}"
    assert said in sentence
    assert "\n" not in sentence


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path):
    with pytest.raises(CellProblem, match="cannot be read: No such file or directory"):
        read_cells(tmp_path / "f.cells.py")
