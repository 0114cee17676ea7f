"""Write notebooks/ from book/chapters/: convert, run, store the outputs.

    python book/make_notebooks.py               every chapter
    python book/make_notebooks.py 03-numpy      one of them
    python book/make_notebooks.py --keep-outputs   without running: only metadata changed

The same text gives the same bytes: no times, no machine names, stable ids.  Each chapter
runs twice, the second time as on an old processor, and is not stored where its digits
depend on that: see ``rounding.py``.  What the site must know of exercises that need
TensorFlow or PyTorch is stored in ``book/data``.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import rounding

from attention_figures.stored import store_png
from attention_site import exercise_index
from autograder.exercise.key import KeyProblem, load_key
from autograder.notebooks.convert import (
    METADATA,
    SET_UP,
    ChapterProblem,
    notebook_from_text,
)

if TYPE_CHECKING:
    from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent

CHAPTERS = ROOT / "book" / "chapters"
NOTEBOOKS = ROOT / "notebooks"
SECONDS_PER_CELL = 300
COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # in tracebacks
KERNEL_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # TensorFlow: no start-up log, and sums in one order on every CPU.
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    "CUDA_VISIBLE_DEVICES": "",  # the same bytes everywhere; a GPU's figures are stored
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write notebooks/ from book/chapters/.")
    parser.add_argument("chapters", nargs="*", help="names such as 03-numpy; none: all")
    parser.add_argument(
        "--keep-outputs",
        action="store_true",
        help="run nothing: keep the stored outputs where the code is the same",
    )
    options = parser.parse_args(arguments)
    chosen = options.chapters
    known = {path.stem: path for path in sorted(CHAPTERS.glob("*.md"))}
    names = [Path(name).stem for name in chosen] or list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"No chapter {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    os.environ.update(KERNEL_ENVIRONMENT)
    NOTEBOOKS.mkdir(exist_ok=True)
    for name in names:
        started = time.perf_counter()
        target = NOTEBOOKS / f"{name}.ipynb"
        try:
            made = notebook_from_text(known[name], load_key())
            if options.keep_outputs:
                text = as_file(with_outputs_of(made, target))
            else:
                print(f"{name}: running ...", flush=True)
                text = as_file(run(made, name))
        except (ChapterProblem, KeyProblem) as problem:
            print(problem, file=sys.stderr)
            return 1
        same = target.exists() and target.read_text(encoding="utf-8") == text
        if not same:
            target.write_text(text, encoding="utf-8", newline="\n")
        what = "unchanged" if same else "written"
        print(f"{name}: {what}, {time.perf_counter() - started:.1f} s")
    if exercise_index.store():
        print(f"{exercise_index.STORED.name}: written")
    return 0


def with_outputs_of(notebook: NotebookNode, stored_path: Path) -> NotebookNode:
    """A chapter's notebook with the outputs that the stored one has.

    ChapterProblem where a code cell was added, changed or moved: outputs below may be old.
    """
    import nbformat

    name = stored_path.stem
    if not stored_path.exists():
        raise ChapterProblem(f"{name} has no notebook yet. Run: make notebooks")
    old = [c for c in nbformat.read(stored_path, 4).cells if c.cell_type == "code"]
    new = [c for c in notebook.cells if c.cell_type == "code"]
    if _code(new) != _code(old):
        raise ChapterProblem(
            f"{name} has other code than its stored notebook, so its outputs cannot be "
            f"kept. Run: make notebooks CHAPTERS={name}"
        )
    for cell, run_before in zip(new, old, strict=True):
        cell.outputs = run_before.outputs
        cell.execution_count = run_before.execution_count
    return notebook


def _code(cells: list[NotebookNode]) -> list[str]:
    """What decides the outputs: no docstring, and not the set-up cell, which has none."""
    tags = (cell.metadata.get("tags", ()) for cell in cells)
    pairs = zip(cells, tags, strict=True)
    return ["" if SET_UP in each else _without_docstrings(c.source) for c, each in pairs]


def _without_docstrings(source: str) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a line for IPython
        return source
    for node in ast.walk(tree):
        is_one = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if is_one and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.dump(tree)


def run(notebook: NotebookNode, name: str) -> NotebookNode:
    """Execute a chapter's notebook twice and return it with its outputs.

    ChapterProblem where a cell does not run, writes to stderr, or prints what another
    processor may print in another way.
    """
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for setting in ({}, rounding.LOWEST):
            record = Path(folder, str(len(runs)))
            executed = _execute(copy.deepcopy(notebook), name, record, setting)
            runs.append(rounding.Run(executed, rounding.recorded(record)))
    doubts = list(rounding.doubts(*runs))
    if doubts:
        raise ChapterProblem(
            f"Chapter {name} prints what depends on the processor. Print fewer digits, or "
            "take rounder inputs; what is trained or measured is stored once.\n"
            + "\n".join(doubts)
        )
    return runs[0].notebook


def _execute(
    notebook: NotebookNode, name: str, record: Path, setting: dict[str, str]
) -> NotebookNode:
    """Run all cells in a fresh kernel that records what it prints."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from nbformat import from_dict

    reached = [0]
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name=METADATA["kernelspec"]["name"],
        resources={"metadata": {"path": str(NOTEBOOKS)}},
        record_timing=False,
        coalesce_streams=True,
        on_cell_start=lambda **now: reached.append(now["cell_index"] + 1),
        extra_arguments=[
            "--IPKernelApp.log_level=40",
            f"--IPKernelApp.extra_extensions={rounding.__name__}",
        ],
    )
    recording = {rounding.RECORD: str(record), "PYTHONPATH": str(ROOT / "book")}
    try:
        client.execute(env={**os.environ, **recording, **setting})
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        what = COLOUR.sub("", str(error))
        raise ChapterProblem(
            f"Chapter {name}: cell {reached[-1]} does not run.\n{what}"
        ) from error
    for number, cell in enumerate(notebook.cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                raise ChapterProblem(
                    f"Chapter {name}: cell {number} writes to stderr, and a log line "
                    "or warning differs from one machine to the next. Catch it and print "
                    f"what it says.\n{output.text}"
                )
    notebook.metadata = from_dict(METADATA)
    return notebook


def as_file(notebook: NotebookNode) -> str:
    """The notebook's bytes: sorted keys, one-space indent, a newline at the end."""
    import nbformat

    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            store_png(output)
    return nbformat.writes(notebook, version=4, indent=1).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
