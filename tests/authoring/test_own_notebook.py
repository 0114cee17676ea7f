"""From an empty folder to grades: an author's own notebook, nbgrader's and Otter's."""

import csv
import json
from pathlib import Path

import pytest
from making import code, content, typed
from quickly import quickly

KEY = ("--key", "demo")
MEAN = '''\
def mean(x):
    """The mean of each row.  x: (n, k)."""
    {begin}
    return total(x) / x.shape[-1]
    {end}
'''
TOTAL = '''\
def total(x):
    """The sum of each row.  x: (n, k)."""
    {begin}
    return x.sum(axis=-1)
    {end}
'''
SEEN = "x = np.array([[1.0, 2.0], [3.0, 5.0]])\nassert np.allclose({0}(x), {0}(x))"
HIDDEN = (
    "y = np.arange(12.0).reshape(3, 4) ** 2\nnp.testing.assert_allclose({0}(y), {0}(y))"
)
LOOP = "for n in range(2):\n    assert {0}(np.ones((n, 2))).shape == (n,)"
TASK = {"cell_type": "markdown", "metadata": {}, "source": "# Means\n\nWrite the sums."}
NUMPY = "import numpy as np"
DRAWN = "{begin}\nbars = total(np.ones((2, 3)))\nprint(bars)\n{end}"
WHY = "Because the order of a sum does not matter."
MISTAKE = """\
# %% mistake: sum
# You give the sum: divide it by how many there are.
# / x.shape[-1] => * 1
"""


def marked(source: str, *, mark: str) -> str:
    return source.format(begin=f"{mark} BEGIN SOLUTION", end=f"{mark} END SOLUTION")


def text(source: str, kind: str = "markdown", **metadata: object) -> dict:
    return {"cell_type": kind, "metadata": metadata, "source": source}


def own() -> dict:
    cells = [TASK, NUMPY]
    for name, source in (("total", TOTAL), ("mean", MEAN)):
        cells.append("# points: 2\n" + marked(source, mark="#"))
        cells.append("\n".join(t.format(name) for t in (SEEN, HIDDEN, LOOP)))
    cells.append(MISTAKE)
    cells.append("best = 0\n# BEGIN SOLUTION\nbest = 3\n# END SOLUTION")
    cells.append(text("## Why it is the same"))
    cells.append(text(f"<!-- BEGIN SOLUTION -->\n{WHY}\n<!-- END SOLUTION -->"))
    cells.append(text("## Draw them"))
    cells.append("# manual: true\n" + marked(DRAWN, mark="#"))
    return content(*cells)


def nbgraders() -> dict:
    def mark(**more: object) -> dict:
        return {"nbgrader": {"grade": False, "solution": False, **more}}

    cells = [TASK, NUMPY]
    for name, source in (("total", TOTAL), ("mean", MEAN)):
        cells.append(code(marked(source, mark="###"), **mark(solution=True, grade_id=name)))
        hidden = f"### BEGIN HIDDEN TESTS\n{HIDDEN.format(name)}\n### END HIDDEN TESTS"
        tests = f"{SEEN.format(name)}\n### AUTOTEST {name}(2 * x)\n{hidden}"
        cells.append(code(tests, **mark(grade=True, points=2, grade_id=f"test-{name}")))
    cells.append(MISTAKE)
    manual = mark(grade=True, solution=True, points=3, grade_id="why")
    return content(*cells, text(WHY, **manual))


def otters() -> dict:
    cells = [TASK, NUMPY]
    for name, source in (("total", TOTAL), ("mean", MEAN)):
        cells += [
            text(f"# BEGIN QUESTION\nname: {name}\npoints: 2", "raw"),
            text("# BEGIN SOLUTION", "raw"),
            marked(source, mark="#"),
            "spare = 12345",
            text("# END SOLUTION", "raw"),
            text("# BEGIN TESTS", "raw"),
            SEEN.format(name),
            f"# HIDDEN\n{HIDDEN.format(name)}",
            text("# END TESTS", "raw"),
            text("# END QUESTION", "raw"),
        ]
    cells.append(MISTAKE)
    cells += [
        text("# BEGIN QUESTION\nname: why\npoints: 3\nmanual: true", "raw"),
        text("# BEGIN SOLUTION", "raw"),
        text(WHY),
        text("# END SOLUTION", "raw"),
        text("# END QUESTION", "raw"),
        text("# BEGIN QUESTION\nname: free\nmanual: true", "raw"),
        text("Draw what you like."),
        text("# END QUESTION", "raw"),
    ]
    return content(*cells)


SYSTEMS = {"own": own, "nbgrader": nbgraders, "otter": otters}


class Author:
    """A course in a folder, and what was said when the notebook was taken over."""

    def __init__(self, folder: Path, system: str) -> None:
        self.outside = folder
        assert typed(folder, "new-course", "demo").returncode == 0
        self.folder = folder / "demo"
        source = self.folder / "sources" / "02-means.ipynb"
        source.parent.mkdir()
        source.write_text(json.dumps(SYSTEMS[system]()), encoding="utf-8")
        done = self.types("from-notebook", source, "--prefix", "means", *KEY)
        assert done.returncode == 0, done.stdout + done.stderr[-1500:]
        self.said = done.stdout

    def types(self, *words: object):
        return typed(self.folder, *words)

    def handed_out(self) -> list[dict]:
        path = self.folder / "notebooks" / "02-means.ipynb"
        return json.loads(path.read_text(encoding="utf-8"))["cells"]


@pytest.fixture(scope="module", params=quickly(SYSTEMS, ["own", "nbgrader"]))
def author(request, tmp_path_factory) -> Author:
    made = Author(tmp_path_factory.mktemp("course"), request.param)
    made.system = request.param
    return made


def test_what_is_handed_out_has_stubs_and_no_solution(author):
    sources = ["".join(cell["source"]) for cell in author.handed_out()]
    whole = "\n".join(sources)
    assert whole.count("raise NotImplementedError") == 2
    for never in (
        "SOLUTION",
        "HIDDEN",
        "QUESTION",
        "TESTS",
        "# %%",
        "12345",
        "x.sum(",
        WHY,
    ):
        assert never not in whole
    assert 'total = check("means.total", total)' in sources
    assert "*Write your answer here" in whole


def test_what_cannot_be_taken_over_is_listed(author):
    assert ("Hidden tests of mean are cases" in author.said) == (author.system != "own")
    assert ("stands in a loop" in author.said) == (author.system == "own")


@pytest.mark.parametrize("author", ["nbgrader"], indirect=True)
def test_an_automatic_test_of_nbgrader_is_a_case(author):
    module = author.folder / "demo" / "ch02_means" / "mean.py"
    assert "(2 * x,)" in module.read_text(encoding="utf-8")


@pytest.mark.parametrize("author", ["otter"], indirect=True)
def test_a_question_of_otter_without_a_solution_is_read_by_a_person(author):
    sources = ["".join(cell["source"]) for cell in author.handed_out()]
    assert 'check("means.free")' in sources


def test_the_key_verifies_with_the_mistakes_of_the_notebook(author):
    done = author.types("verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 mistake, each named as itself" in done.stdout


@pytest.mark.parametrize("author", ["own"], indirect=True)
def test_figures_and_words_are_called_as_their_headings(author):
    sources = ["".join(cell["source"]) for cell in author.handed_out()]
    assert sources.count('check("means.why_it_is_the_same")') == 1
    assert sources.count('check("means.draw_them")') == 1
    assert not any("bars" in source for source in sources)


def test_a_copy_is_solved_and_graded(author):
    released = author.outside / "copy"
    done = author.types("release", "--out", released, *KEY)
    assert done.returncode == 0, done.stderr
    blank = released / "notebooks" / "02-means.ipynb"
    (author.folder / "class").mkdir()
    done = author.types("solve", blank, "-o", author.folder / "class" / "ada.ipynb", *KEY)
    assert done.returncode == 0, done.stderr
    (author.folder / "class" / "bo.ipynb").write_bytes(blank.read_bytes())
    done = author.types("grade", "class", "--out", "results", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    with (author.folder / "results" / "grades.csv").open(encoding="utf-8-sig") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    for name in ("means.total", "means.mean"):
        assert (rows["ada"][name], rows["bo"][name]) == ("2.0", "0.0")
    read = {n for n in rows["ada"] if n.startswith("means.")}
    read -= {"means.total", "means.mean", "means.best"}
    assert read
    assert {(rows["ada"][n], rows["bo"][n]) for n in read} == {("", "0.0")}


def test_a_notebook_without_marks_says_what_to_write(tmp_path):
    assert typed(tmp_path, "new-course", "demo").returncode == 0
    path = tmp_path / "02-x.ipynb"
    path.write_text(json.dumps(content("x = 1")))
    done = typed(tmp_path / "demo", "from-notebook", path, "--prefix", "x", *KEY, status=2)
    assert (
        "Put # BEGIN SOLUTION above what students are to write, or say --mark"
        in done.stderr
    )


def test_a_second_chapter_begins_with_an_exercise(tmp_path):
    assert typed(tmp_path, "new-course", "demo").returncode == 0
    course = tmp_path / "demo"
    done = typed(course, "new-exercise", "second.thing", *KEY, status=2)
    assert "--new-chapter 02-means" in done.stderr
    chapter = ("--new-chapter", "02-second", "--kind", "value")
    typed(course, "new-exercise", "second.thing", *chapter, *KEY, status=0)
    typed(course, "new-exercise", "second.other", *KEY, status=0)
    told = typed(course, "verify", *KEY).stderr
    assert "second.thing: A hint still says TODO" in told
    assert "02-second" in told


def test_a_chapter_that_only_the_key_lists_begins_with_an_exercise(tmp_path):
    assert typed(tmp_path, "new-course", "demo").returncode == 0
    package = tmp_path / "demo" / "demo" / "__init__.py"
    listed = 'Chapter("02-second", "Second", "second", "demo.ch02_second")'
    text = package.read_text().replace(
        '"demo.ch01_first"),', f'"demo.ch01_first"), {listed},'
    )
    package.write_text(text)
    typed(tmp_path / "demo", "new-exercise", "second.thing", *KEY, status=0)
    assert (tmp_path / "demo" / "notebooks" / "02-second.ipynb").is_file()
