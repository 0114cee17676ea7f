"""``autograder override``: what is typed at it."""

from pathlib import Path

import made_results as made
import pytest
from click.testing import CliRunner

from autograder.cli import main
from autograder.gradebook.database import Gradebook


@pytest.fixture
def results(tmp_path: Path) -> Path:
    with Gradebook(tmp_path / "results") as book:
        book.store(made.submission("ada"), "")
    return tmp_path / "results"


@pytest.mark.parametrize(("typed", "given"), [("0.5", 0.5), ("0,5", 0.5), ("1", 1.0)])
def test_points_have_a_decimal_point_or_comma(results, typed, given):
    said = ("numpy.softmax", "--points", typed, "--reason", "On paper.")
    done = CliRunner().invoke(main, ["override", str(results), "ada", *said])
    assert done.exit_code == 0, done.stderr
    with Gradebook(results) as book:
        assert [override.points for override in book.overrides()] == [given]


def test_what_is_no_number_is_one_sentence(results):
    said = ("numpy.softmax", "--points", "half", "--reason", "On paper.")
    done = CliRunner().invoke(main, ["override", str(results), "ada", *said])
    assert (done.exit_code, "'half' is no number of points" in done.stderr) == (2, True)
