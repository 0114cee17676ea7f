"""Chapters and their notebooks: in step, portable, and the same anywhere."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
import yaml

from autograder.exercise.key import load_key
from autograder.notebooks.convert import in_step

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "book" / "chapters").glob("*.md"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LONGEST_LINE = 78
each_chapter = pytest.mark.parametrize("text", CHAPTERS, ids=lambda path: path.stem)
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

DIRECTIVE = re.compile(r"^\s*(`{3,}|~{3,}|:{3,})\{(?!code-cell\})")
ROLE = re.compile(r"\{[a-z][\w:-]*\}`")
LABEL = re.compile(r"^\([\w-]+\)=\s*$")
OF_ONE_MACHINE = {
    "a home folder": re.compile(r"/home/\w|/root/|/Users/\w|[A-Z]:\\+Users"),
    "a temporary folder": re.compile(r"/tmp/\w"),
    "this repository's place": re.compile(re.escape(str(ROOT))),
    "a memory address": re.compile(r"\bat 0x[0-9a-f]{6,}"),
}


@cache
def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def tags(cell: nbformat.NotebookNode) -> list[str]:
    return cell.metadata.get("tags", [])


def outputs_of(path: Path) -> Iterator[tuple[int, str]]:
    for number, cell in enumerate(read(path).cells, start=1):
        for output in cell.get("outputs", []):
            yield number, json.dumps(output)


def test_every_chapter_has_a_notebook_and_a_place_in_the_book():
    names = [path.stem for path in CHAPTERS]
    assert names == [path.stem for path in NOTEBOOKS]
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text())
    pages = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    assert [p for p in pages if p.startswith("notebooks/")] == [
        f"notebooks/{name}" for name in names
    ]


def in_words(notebook: str) -> bool:
    """Whether a chapter asks something that is answered in words."""
    marked = (cell.metadata.get("exercise", {}) for cell in read(ROOT / notebook).cells)
    ids = [mark["id"] for mark in marked if mark.get("role") == "stub"]
    return any(load_key().exercise(one).is_read for one in ids)


def test_every_part_of_the_book_has_a_question_in_words():
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text())
    parts = {
        part["caption"]: [f"{c['file']}.ipynb" for c in part["chapters"]]
        for part in toc["parts"]
        if part["caption"].startswith("Part ")
    }
    pages = [page for pages in parts.values() for page in pages]
    assert pages == [f"notebooks/{path.name}" for path in NOTEBOOKS]
    assert [part for part, pages in parts.items() if not any(map(in_words, pages))] == []


@each_chapter
def test_notebook_is_in_step_with_its_text(text: Path):
    assert in_step(text, ROOT / "notebooks" / f"{text.stem}.ipynb", load_key()) == ""


@each_chapter
def test_chapter_is_portable_markdown(text: Path):
    """No Sphinx directive, role or label: Jupyter and Colab show none of them."""
    found = [
        f"line {number}: {line}"
        for number, line in enumerate(text.read_text().splitlines(), start=1)
        if DIRECTIVE.search(line) or ROLE.search(line) or LABEL.match(line)
    ]
    assert not found


@each_notebook
def test_code_lines_are_short(path: Path):
    long = [
        line
        for cell in read(path).cells
        if cell.cell_type == "code"
        for line in cell.source.splitlines()
        if len(line) > LONGEST_LINE
    ]
    assert not long


@each_chapter
def test_links_to_other_chapters_lead_somewhere(text: Path):
    prose = re.sub(r"```.*?```", "", text.read_text(), flags=re.S)
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose)
    local = [t for t in targets if "://" not in t]
    assert [t for t in local if not (ROOT / "notebooks" / t).exists()] == []


@each_notebook
def test_notebook_was_run_from_top_to_bottom(path: Path):
    counts = [c.execution_count for c in read(path).cells if c.cell_type == "code"]
    ran = [count for count in counts if count is not None]
    assert ran == list(range(1, len(ran) + 1))
    empty = [c for c in read(path).cells if c.cell_type == "code" and not c.source.strip()]
    assert len(counts) - len(ran) == len(empty), "a cell was not run: make notebooks"


@each_notebook
def test_an_output_goes_uncompared_only_where_it_is_a_machines_own(path: Path):
    """Its times, its GPU, what is not installed on it, and a figure that is redrawn."""
    own = re.compile(
        r"\btime\.|\btimeit\b|seconds|gpu|cuda|has_triton|open_words|LiveTraining", re.I
    )
    ignored = [c for c in read(path).cells if "nbval-ignore-output" in tags(c)]
    assert [c.source for c in ignored if not own.search(c.source)] == []


@each_notebook
def test_times_are_of_a_clock_with_small_steps(path: Path):
    """On Windows and in some sandboxes the other clocks stand still for 16 ms."""
    coarse = re.compile(r"\btime\.(?:process_time|thread_time|monotonic|time)\b")
    assert [c.source for c in read(path).cells if coarse.search(c.source)] == []


@each_notebook
def test_outputs_name_no_machine(path: Path):
    found = [
        f"cell {number} holds {what}: {match.group()}"
        for number, output in outputs_of(path)
        for what, pattern in OF_ONE_MACHINE.items()
        if (match := pattern.search(output))
    ]
    assert not found


@each_notebook
def test_outputs_hold_no_errors_and_no_log_lines(path: Path):
    found = [
        number
        for number, output in outputs_of(path)
        if (o := json.loads(output))["output_type"] == "error" or o.get("name") == "stderr"
    ]
    assert not found


@each_notebook
def test_stored_form_is_stable(path: Path):
    """Nothing that changes from run to run, and unique ids."""
    notebook = read(path)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert not any("execution" in cell.metadata for cell in notebook.cells)
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    assert path.read_text(encoding="utf-8").endswith("}\n")


@each_notebook
def test_figures_are_described(path: Path):
    """Every picture says in words what it shows."""
    for number, output in outputs_of(path):
        data = json.loads(output).get("data", {})
        if "image/png" in data:
            assert "image/svg+xml" in data, f"cell {number}: draw it as SVG with alt text"
        if "image/svg+xml" in data:
            assert re.search(r'aria-label="[^"]{20,}"', "".join(data["image/svg+xml"]))


def test_a_notebook_must_print_what_it_holds_and_a_solved_one_must_run(tmp_path):
    """As ``make test`` runs them: other outputs are the failure of the first alone."""
    form = nbformat.v4
    held = form.new_output("stream", name="stdout", text="2\n")
    cell = form.new_code_cell("print(1)", execution_count=1, outputs=[held])
    notebook = form.new_notebook(cells=[cell], metadata=read(NOTEBOOKS[0]).metadata)
    for folder in ("notebooks", "solved"):
        (tmp_path / folder).mkdir()
        nbformat.write(notebook, tmp_path / folder / "one.ipynb")
    words = ["pytest", "--nbval", "-p", "tests.site.nbval_rules", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", *words, "--rootdir", tmp_path, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert "1 failed, 1 passed" in done.stdout
    assert re.search("FAILED .*notebooks/one.ipynb::Cell 0", done.stdout)
