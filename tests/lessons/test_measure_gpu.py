"""``make gpu``, its whole path: with a stand-in for the GPU, and where there is none."""

from pathlib import Path

import measure_gpu
import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook

from attention_lessons import gpu_figures
from tests.lessons.kernels import ROOT, with_triton
from tests.lessons.stand_in_gpu import NAME, STAND_IN

ALL = [path.stem for path in sorted(measure_gpu.NOTEBOOKS.glob("*.ipynb"))]
WITH_CELLS = [
    name for name in ALL if measure_gpu.gpu_cells(measure_gpu.NOTEBOOKS / f"{name}.ipynb")
]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chapter's process finds the stand-in's module."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def written(folder: Path, **chapters: list[str]) -> Path:
    """Notebooks by name; a cell that begins with ``# gpu`` is tagged so."""
    for name, sources in chapters.items():
        cells = [new_code_cell(source) for source in sources]
        for cell in cells:
            cell.metadata["tags"] = ["gpu"] if cell.source.startswith("# gpu") else []
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    return folder


def test_without_a_gpu_it_says_so_in_a_sentence_and_writes_nothing(
    tmp_path: Path, monkeypatch, capsys
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert measure_gpu.main([], kept_in=tmp_path) == 1
    assert capsys.readouterr().out == (
        "There is no GPU here that PyTorch can use, so nothing was measured or written.\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("stand_in")
def test_a_cell_that_fails_costs_neither_its_chapter_nor_another(tmp_path: Path, capsys):
    shows = """# gpu
from attention_lessons import gpu_device, gpu_figures
row = gpu_device.current().timed(lambda: None)
gpu_figures.show(f"gpu_{name}.json", [row])
"""
    notebooks = written(
        tmp_path,
        first=["name = 'first'", "# gpu\nint('no number')", shows],
        second=["name = 'second'", "print('{}')", shows],
        third=["nothing = 'for a GPU'"],
    )
    assert measure_gpu.main([], STAND_IN, tmp_path, notebooks) == 2
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("first, code cell 2: ValueError: invalid literal")
    assert said[1] == "second: all its GPU cells ran"
    assert len(said) == 3
    for name in ("first", "second"):
        found = gpu_figures.stored(f"gpu_{name}.json", tmp_path)
        assert found["device"] == NAME
        assert found["rows"][0].keys() == {"ms", "low", "high"}


@pytest.mark.usefixtures("stand_in")
def test_a_chapter_that_takes_too_long_is_ended_and_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(measure_gpu, "SECONDS", 1.0)
    notebooks = written(tmp_path, slow=["# gpu\nimport time\ntime.sleep(600)"])
    assert measure_gpu.main([], STAND_IN, tmp_path, notebooks) == 2
    assert "slow: not done when 1 seconds were over" in capsys.readouterr().out


def test_a_chapter_without_gpu_cells_is_said(tmp_path: Path, capsys):
    notebooks = written(tmp_path, one=["# gpu"], other=["1"])
    assert measure_gpu.main(["other"], STAND_IN, tmp_path, notebooks) == 2
    assert capsys.readouterr().out == "No GPU cell in other. There are some in one.\n"


def of_chapter(name: str, folder: Path) -> dict:
    """What a chapter's own cells store, with the stand-in."""
    assert measure_gpu.main([name], STAND_IN, folder) == 0
    found = gpu_figures.stored(f"gpu_{name[:2]}.json", folder)
    assert found["device"] == NAME
    return found


@with_triton
@pytest.mark.usefixtures("stand_in")
def test_chapter_17_times_the_kernel_that_stands_in_the_readers_cell(tmp_path: Path):
    rows = of_chapter("17-on-the-chip", tmp_path)["rows"]
    own = [row for row in rows if row["way"] == "yours"]
    assert {row["dtype"] for row in own if "ms" in row} == {"float32", "bfloat16"}
    # On a processor some of PyTorch's back ends do not exist: their rows say so.
    assert [row for row in rows if row["way"] == "SDPA, efficient" and "why" in row]


@pytest.mark.slow
@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    "name", [name for name in WITH_CELLS if name[:2] not in ("04", "17")]
)
def test_the_gpu_cells_of_a_chapter_store_its_figures(name: str, tmp_path: Path):
    for row in of_chapter(name, tmp_path)["rows"]:
        assert "why" in row or any(isinstance(value, float) for value in row.values()), row


@pytest.mark.slow
@pytest.mark.usefixtures("stand_in")
def test_chapter_04_measures_nothing_and_its_cell_runs(tmp_path: Path):
    assert measure_gpu.main(["04-tensorflow"], STAND_IN, tmp_path) == 0
    assert list(tmp_path.iterdir()) == []
