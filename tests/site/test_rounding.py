"""No chapter is stored that prints what depends on the processor."""

import base64
import io
from pathlib import Path

import make_notebooks
import nbformat
import numpy as np
import pytest
import rounding
from PIL import Image

from autograder.notebooks.convert import ChapterProblem

ROOT = Path(__file__).resolve().parents[2]


def printed(value: object, spec: str | None = None) -> rounding.Printed:
    return rounding.Printed(1, "x", spec, np.get_printoptions(), False, np.asarray(value))


def looks(one: object, other: object, spec: str | None = None) -> int:
    """In how many ways the number may look, by two runs that gave it."""
    return len(rounding.shown_within(printed(one, spec), printed(other, spec)))


@pytest.mark.parametrize(
    ("one", "other", "spec"),
    [
        (72.3331, 72.3332, ".4f"),
        (np.float32(72.33315), np.float32(72.33315), ".4f"),  # float32 knows no more
        (float(np.float32(72.33315)), float(np.float32(72.33315)), ".4f"),
        (3.1949, 3.1943, ".2f"),  # a few of such steps from the next rounding
        (0.285, 0.285 + 2**-54, ".2f"),  # a tie, all but the last bit
        (np.float32([1.0, 2.5]), np.float32([1.0, 2.50004]), None),
    ],
)
def test_a_digit_that_may_tip_over_is_found(one, other, spec):
    assert looks(one, other, spec) > 1


@pytest.mark.parametrize(
    ("one", "other", "spec"),
    [
        (72.3331, 72.3331, ".4f"),
        (np.float32(72.33315), np.float32(72.33315), ".2f"),
        (3.1949, 3.1943, ".1f"),
        (0.125, 0.125, ".2f"),  # exact, and every processor rounds it to even
        (0.131, 0.131, ""),  # rounded before, and shown whole
        (np.float32([1.0, 2.5]), np.float32([1.0, 2.5]), None),
    ],
)
def test_a_digit_that_is_sure_is_let_through(one, other, spec):
    assert looks(one, other, spec) == 1


def test_a_clip_path_is_the_same_by_another_made_up_name():
    drawn = '<clipPath id="{0}"/><g clip-path="url(#{0})"/>'
    assert rounding.same_figure(drawn.format("pb375c74eab"), drawn.format("p5e607afecb"))
    two = '<clipPath id="pb375c74eab"/><g clip-path="url(#p5e607afecb)"/>'
    assert not rounding.same_figure(drawn.format("pb375c74eab"), two)


CELLS = {
    "a float32 with all its digits": "x = np.float32(72.33315)\nprint(f'{x:.4f}')",
    "fewer digits": "print(f'{x:.2f}')",
    "what only this machine has": "import os\nprint('OPENBLAS_CORETYPE' in os.environ)",
    "an array at the end of a cell": "np.float32([0.7, 72.33315])",
    "a round number": "print(round(x, 4), np.round(x, 2))",
}


def test_a_chapter_with_doubtful_digits_is_refused_and_each_cell_named(monkeypatch):
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)  # some machines set it for all
    sources = ["import numpy as np\nnp.set_printoptions(precision=4)", *CELLS.values()]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    with pytest.raises(ChapterProblem) as refused:
        make_notebooks.run(nbformat.v4.new_notebook(cells=cells), "toy")
    said = str(refused.value).splitlines()[1:]
    assert [line.split()[1].rstrip(",") for line in said] == ["2", "4", "5", "6"]


def figure_with(shade: int) -> str:
    """A figure that holds an image of one pixel."""
    made = io.BytesIO()
    Image.new("RGB", (1, 1), (shade, 0, 0)).save(made, "png")
    data = base64.b64encode(made.getvalue()).decode()
    return f'<svg><image xlink:href="data:image/png;base64,{data}"/></svg>'


def test_an_image_in_a_figure_may_differ_by_what_nobody_can_see():
    assert rounding.same_figure(figure_with(100), figure_with(102))
    assert not rounding.same_figure(figure_with(100), figure_with(120))
