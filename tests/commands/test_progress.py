"""What takes long says how far it is."""

from pathlib import Path

import pytest
from making import autograder, hand_in, solved

KEY = ("--key", "toy_key")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("says", "arguments"),
    [
        ("Grading", ("grade", "class", "--out", "out", "--jobs", "1", *KEY)),
        ("Proving the key", ("verify", "temperature.to_celsius", *KEY)),
        ("Reading", ("similarity", "class", *KEY)),
        pytest.param(
            *("Recording chapters", ("release", "--out", "copy", "--chapters", "2")),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_command_that_takes_long_shows_how_far_it_is(
    tmp_path, tier, monkeypatch, says, arguments
):
    """On a terminal alone."""
    hand_in(tmp_path / "class", ada=solved())
    unsafe = ("--unsafe-no-sandbox",) if (tier, says) == ("none", "Grading") else ()
    given = ("--root", str(ROOT)) if says == "Recording chapters" else unsafe
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = autograder(tmp_path, *arguments, *given, status=0)
    assert says in done.stderr
