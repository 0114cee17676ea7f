"""What students get: everything to work with, and nothing of the solutions."""

import ast
import inspect
import json
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import numpy as np
import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids

from autograder.authoring.solve import solve_notebook
from autograder.exercise.key import load_key
from autograder.handout.reasons import INSTEAD, take_reasons
from handout.releasing import in_copy, released

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
CHAPTERS = "02-by-hand,03-numpy,14-real-model"  # 14 builds on others, without PyTorch


@pytest.fixture(scope="module")
def everything(tmp_path_factory) -> Path:
    """A copy with every chapter."""
    out = tmp_path_factory.mktemp("release") / "course"
    result = released(out)
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A copy of a few chapters, with due date and points of its own."""
    folder = tmp_path_factory.mktemp("release")
    points = folder / "points.toml"
    points.write_text('[points]\n"numpy.softmax" = 7\n')
    out = folder / "course"
    due = "2026-12-01T18:00+01:00"
    result = released(out, "--chapters", CHAPTERS, "--due", due, "--points", str(points))
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture(params=["copy", pytest.param("everything", marks=pytest.mark.slow)])
def given(request) -> Path:
    """A copy of a few chapters; with the slow tests that of all, which takes minutes."""
    return request.getfixturevalue(request.param)


# --- nothing of the solutions -------------------------------------------------


def sources(folder: Path) -> list[str]:
    """Every piece of Python in a folder, the cells of notebooks among them."""
    found = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    for path in folder.rglob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        found += ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    return found


def bodies(source: str) -> set[str]:
    """What each function does: without its name, its docstring and its layout.

    Constructors are left out: a chapter may show which layers there are.
    """
    try:
        tree = ast.parse(textwrap.dedent(source))
    except SyntaxError:
        return set()
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            found.add("\n".join(map(ast.unparse, body)))
    return found


@pytest.fixture(scope="module")
def bodies_in_copy(everything) -> set[str]:
    return {body for source in sources(everything) for body in bodies(source)}


def test_the_search_for_solutions_would_find_one():
    reference = inspect.getsource(KEY.exercise("numpy.softmax").reference)
    renamed = reference.replace("def softmax", "def other").replace("    ", "  ")
    assert bodies(reference) & bodies(renamed)


@pytest.mark.slow
@pytest.mark.parametrize("exercise_id", exercise_ids(lacking=WITHOUT_CODE))
def test_no_reference_solution_is_in_the_copy(exercise_id, bodies_in_copy):
    exercise = KEY.exercise(exercise_id)
    assert not bodies(inspect.getsource(exercise.reference)) & bodies_in_copy


def test_no_module_of_the_key_that_checks_or_solves_is_in_the_copy(given):
    folders = [given.joinpath(*c.module.split(".")) for c in KEY.chapters]
    doors = [path for folder in folders for path in folder.rglob("*.py")]
    for path in doors:
        source = path.read_text(encoding="utf-8")
        assert "answers_by_name(" in source or (
            path.name == "__init__.py" and "def" not in source
        )
    assert {path.stem for path in doors} >= {"softmax", "decoder_layer"}
    assert [path for path in given.rglob("*") if ".cells" in path.name] == []
    assert not [path for path in (given / "solutions").glob("ch[0-9]*") if path.is_file()]


@pytest.mark.slow
def test_what_chapters_import_beside_the_key_is_in_the_copy(everything):
    assert (everything / "book" / "lessons" / "translation_model.py").is_file()
    settings = (everything / "pyproject.toml").read_text(encoding="utf-8")
    assert 'attention_lessons = "book/lessons"' in settings
    assert '"solutions.ch09_transformer_block"' in settings


def test_no_output_of_a_notebook_is_in_the_copy(given):
    for path in (given / "notebooks").glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs")


def test_no_reason_of_a_prediction_is_in_the_copys_notebooks(given):
    for path in (given / "notebooks").glob("*.ipynb"):
        chapter = next(each for each in KEY.chapters if each.name == path.stem)
        choices = {e.id for e in KEY.exercises(chapter) if e.kind == "choice"}
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert take_reasons(cells, choices) == {}
        said = "".join("".join(cell["source"]) for cell in cells)
        assert said.count(INSTEAD) >= len(choices)


def test_what_is_worked_out_by_hand_is_not_written_down(given):
    kept = (given / "solutions" / "examples" / "byhand.bin").read_bytes()
    for exercise in KEY.exercises(KEY.chapter_of("byhand.keys")):
        right = exercise.reference()
        for form in (np.float64, np.float32, np.int64):
            if not isinstance(right, str) and np.asarray(right).size > 1:
                assert np.asarray(right, form).tobytes() not in kept


# --- everything to work with --------------------------------------------------


def test_a_right_answer_is_right_and_a_known_mistake_is_named(copy):
    said = in_copy(
        copy,
        """
        import numpy as np
        from autograder import check

        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis, keepdims=True))
            return e / e.sum(axis, keepdims=True)

        assert check("numpy.softmax", softmax) is softmax

        def softmax(scores, axis=-1):
            e = np.exp(scores)
            return e / e.sum(axis, keepdims=True)

        check("numpy.softmax", softmax)
        """,
    )
    assert "numpy.softmax: right (7 of 7 points)" in said
    assert "Subtract each row's largest score first" in said


def test_every_solved_numpy_exercise_is_right_in_the_copy(copy):
    """The references, put into the student's notebooks, pass on the copy's examples."""
    path = ROOT / "notebooks" / "03-numpy.ipynb"
    cells = solve_notebook(path, KEY)["cells"]
    marked = [c for c in cells if "exercise" in c["metadata"]]
    code = ["import numpy as np", "from autograder import check"]
    code += ["".join(cell["source"]) for cell in marked]
    said = in_copy(copy, "\n".join(code))
    assert said.count(": right (") == len(KEY.exercises(KEY.chapter_of("numpy.softmax")))


def test_answers_worked_out_by_hand_are_checked_entry_by_entry(copy):
    said = in_copy(
        copy,
        """
        from autograder import check
        check("byhand.keys", [[0, 1, 1], [4, 4, 0], [2, 3, 1]])
        check("byhand.keys", [[0, 1, 1], [4, 4, 0], [2, 3, 2]])
        check("byhand.predict_self", "b")
        """,
    )
    assert "byhand.keys: right" in said
    assert "Entry [2, 2] is not right, and perhaps others" in said
    assert "Entry [2, 2] is X[2] times column 2 of W_K" in said
    assert "byhand.predict_self: right" in said


def test_a_cell_that_needs_an_unsolved_exercise_says_which_in_one_line(copy):
    """The real notebook in a real kernel, with nothing solved."""
    said = in_copy(
        copy,
        """
        import nbformat
        from nbclient import NotebookClient
        notebook = nbformat.read("03-numpy.ipynb", 4)
        NotebookClient(notebook, allow_errors=True, kernel_name="python3").execute()
        errors = [
            output for cell in notebook.cells if cell.cell_type == "code"
            for output in cell.outputs if output.output_type == "error"
        ]
        for error in errors:
            print(error.ename, len(error.traceback), "|", error.traceback[0])
        """,
    )
    lines = said.splitlines()
    assert lines
    for line in lines:
        assert line.startswith("NotYet 1 | This cell needs the exercise"), line


@pytest.mark.slow
def test_a_chapter_that_builds_on_another_says_what_comes_first(everything):
    said = in_copy(
        everything,
        """
        from autograder.handout.missing import NotYet
        from attention_lessons.translation_model import Transformer
        try:
            Transformer(5, 6, d_model=8, num_heads=2, d_ff=16, num_layers=1)
        except NotYet as problem:
            print(problem)
        """,
    )
    assert said.startswith("This chapter builds on “")
    assert "09-transformer-block.ipynb" in said


IMPORTS = """
import ast, json, re, sys
from autograder.handout.missing import NotYet
cells = json.load(open(sys.argv[1], encoding="utf-8"))["cells"]
for source in ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]:
    for node in ast.parse(re.sub("(?m)^( *)%.*", r"\\1pass", source)).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            try:
                exec(compile(ast.Module([node], []), "cell", "exec"))
            except NotYet as problem:
                print(problem)
"""


@pytest.mark.slow
@pytest.mark.parametrize("chapter", [c.name for c in KEY.chapters if c.name[:2] > "12"])
def test_an_import_of_what_is_not_solved_says_which_exercise(everything, chapter):
    """Every import of every chapter that lessons build on answers for, nothing solved."""
    program = f"import sys; sys.argv[1:] = ['{chapter}.ipynb']\n{IMPORTS}"
    for line in in_copy(everything, program).splitlines():
        assert line.startswith("This chapter builds on “"), line
        assert ".ipynb: solve that one first." in line


@pytest.mark.slow
def test_a_later_chapter_uses_the_student_s_own_block(everything, tmp_path):
    whole = tmp_path / "course"
    subprocess.run(["cp", "-r", everything, whole], check=True)
    path = ROOT / "notebooks" / "09-transformer-block.ipynb"
    solved = json.dumps(solve_notebook(path, KEY))
    (whole / "notebooks" / path.name).write_text(solved, encoding="utf-8")
    said = in_copy(
        whole,
        """
        import torch
        from attention_lessons.translation_model import Transformer, EncoderBlock
        model = Transformer(5, 6, d_model=8, num_heads=2, d_ff=16, num_layers=1)
        ids = torch.ones(2, 4).long()
        print(EncoderBlock.__module__, model(ids[:, :3], ids).shape)
        """,
    )
    assert said.split(" ", 1)[1].strip() == "torch.Size([2, 4, 6])"


@pytest.mark.slow
def test_what_only_the_grader_can_tell_is_said(everything):
    said = in_copy(
        everything,
        """
        from autograder import check
        check("efficient.kv_cache", object)
        """,
    )
    assert "It is looked at when you have handed it in." in said


def test_the_first_page_has_the_notebooks_their_points_and_the_due_date(copy):
    page = (copy / "START-HERE.md").read_text()
    exercises = KEY.exercises(KEY.chapter_of("numpy.softmax"))
    points = sum(e.points for e in exercises) + 5
    due = "Tuesday 01 December 2026, 18:00 (UTC+01:00)"
    assert f"| `03-numpy.ipynb` | {len(exercises)} | {points:g} | {due} |" in page
    assert len(page.splitlines()) < 60


def test_points_of_ones_own_reach_nbgrader_s_marks_too(copy):
    notebook = json.loads((copy / "notebooks" / "03-numpy.ipynb").read_text())
    marks = [c["metadata"].get("nbgrader", {}) for c in notebook["cells"]]
    worth = {m["grade_id"]: m["points"] for m in marks if m.get("grade")}
    assert worth["numpy-softmax-check"] == 7


@pytest.mark.slow
def test_the_copy_is_a_package_that_can_be_installed(copy, tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path]
    subprocess.run([*command, copy], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"autograder/checking/check.py", "attention_figures/svg.py"} <= set(names)


def test_a_copy_cannot_grade_and_says_what_to_use(copy):
    said = in_copy(
        copy,
        """
        from autograder.exercise.key import load_key
        from autograder.handout.recorded import CopyProblem
        exercise = load_key().exercise("numpy.softmax")
        print(len(exercise.source.asked) > 5)
        try:
            exercise.cases[0].draw(None)
        except CopyProblem as problem:
            print(problem)
        """,
    )
    assert said.splitlines() == [
        "True",
        "This copy has public examples only. Grade with the whole course.",
    ]


def test_a_damaged_copy_says_what_to_do(copy, tmp_path):
    whole = tmp_path / "course"
    subprocess.run(["cp", "-r", copy, whole], check=True)
    examples = whole / "solutions" / "examples" / "numpy.bin"
    examples.write_bytes(examples.read_bytes()[:-100])
    said = in_copy(whole, 'from autograder import check\ncheck("numpy.softmax", None)')
    assert "Unpack the course again; your notebooks can stay." in said
