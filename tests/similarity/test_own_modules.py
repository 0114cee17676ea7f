"""A copy whose code lies in a module beside the notebook is seen as one in a cell is."""

from __future__ import annotations

import pytest
from making import notebook, solved

from autograder.exercise.key import load_key
from autograder.handin.submission import Submission
from autograder.similarity.answers import Reader, Written
from autograder.similarity.run import compare_class

KEY = load_key("toy_key")
STEPS = "".join(f"    part_{i} = (f * {i} - {32 * i}) / 1.8 / {i}\n" for i in range(1, 9))
ODD = f"def to_celsius(f):\n{STEPS}    return part_8"
HELPER = f"import math as m\ndef scaled(f):\n{STEPS}    return part_8"
CALLS = "def to_celsius(f):\n    return scaled(f)"
ONE = {"scales": ODD}
INSIDE = "def to_celsius(f):\n    import scales\n    return scales.to_celsius(f)"
# What the notebook has, and the modules.
WAYS = {
    "its name": ("from scales import to_celsius", ONE),
    "everything": ("from scales import *", ONE),
    "the module": ("import scales as s\nto_celsius = s.to_celsius", ONE),
    "another name": (
        "from scales import t as to_celsius",
        {"scales": ODD.replace("to_celsius", "t")},
    ),
    "in the answer": (INSIDE, ONE),
    "a module of that module": (
        "from more import to_celsius",
        {"more": "from scales import to_celsius", **ONE},
    ),
}
OF_HELPERS = {
    "a helper": (f"from scales import scaled\n{CALLS}", {"scales": HELPER}),
    "a helper of everything": (f"from scales import *\n{CALLS}", {"scales": HELPER}),
    "another module": (
        "from more import to_celsius",
        {"more": f"from scales import scaled\n{CALLS}", "scales": HELPER},
    ),
}


def submission(student: str, answer: str, **modules: str) -> Submission:
    files = tuple((f"{name}.py", source.encode()) for name, source in modules.items())
    return Submission(student, (("a.ipynb", solved(to_celsius=answer)),), modules=files)


def written(handed: Submission) -> dict[str, Written]:
    return {a.exercise_id: a for a in Reader(KEY).read(handed).answers}


@pytest.mark.parametrize("way", [*WAYS, *OF_HELPERS])
def test_a_copy_in_a_module_is_found(way: str) -> None:
    answer, modules = {**WAYS, **OF_HELPERS}[way]
    cells = ODD if way in WAYS else f"{HELPER}\n{CALLS}".replace("scaled", "mine")
    handed = [submission("ada", answer, **modules), submission("bob", cells)]
    handed += [submission(f"s{i}", "def to_celsius(f): return f") for i in range(5)]
    found, page = compare_class(handed, KEY)
    assert [(pair.left, pair.right) for pair in found.pairs] == [(0, 1)]
    assert found.pairs[0].shared[0].part > 0.8
    assert "part_7" in page


def test_a_module_that_everybody_was_given_is_not():
    handed = [
        submission(f"s{i}", "from scales import to_celsius", scales=ODD) for i in range(4)
    ]
    assert compare_class(handed, KEY)[0].pairs == ()


def test_a_module_s_other_answers_are_compared_by_themselves() -> None:
    both = f"{ODD}\ndef mean_celsius(f):\n    return to_celsius(f).mean(-1)"
    found = written(submission("ada", "from scales import *", scales=both))
    assert "mean(" not in found["temperature.to_celsius"].source
    assert "part_7" not in found["temperature.mean_celsius"].source


@pytest.mark.parametrize(
    "module", ["def (", "\0", "from scales import *", "x = " + "-" * 50_000 + "1", ""]
)
def test_a_module_that_cannot_be_read_has_no_code(module: str) -> None:
    handed = submission("ada", "from scales import *", scales=module)
    read = Reader(KEY).read(handed)
    assert read.problem == ""
    assert "temperature.fixed_points" not in {a.exercise_id for a in read.answers}


def test_a_module_that_cannot_be_parsed_is_parsed_by_its_reader_alone() -> None:
    """Where three hand in the same, the process that compares them parses it, too."""
    for module, is_kept in (("def (", False), ("x = 1", True)):
        handed = submission("ada", "from scales import *", scales=module)
        assert Reader(KEY).read(handed).cells
        for _, texts in Reader(KEY).read(handed).cells:
            assert (module in texts) is is_kept


def test_without_modules_an_answer_is_as_before() -> None:
    cells = notebook("import scales", ODD, 'check("temperature.to_celsius", to_celsius)')
    found = written(Submission("ada", (("a.ipynb", cells),)))
    assert found["temperature.to_celsius"].source == ODD
