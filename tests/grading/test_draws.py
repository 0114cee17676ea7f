"""Which hidden inputs a hand-in meets: fresh ones for what is handed in again."""

import json
from pathlib import Path

import numpy as np
import pytest
from making import OFFSET_AFTER, hand_in, solved

from autograder.exercise.questions import questions
from autograder.gradebook.database import Gradebook
from autograder.grading.dependencies import Dependencies, Draws, FileHashes
from autograder.grading.settings import seed_of

FILES = FileHashes("whole", "contents")
OTHER = FileHashes("other", "contents")


def seeds(folder: Path) -> dict[str, str]:
    found = [json.loads(path.read_text()) for path in (folder / "out/results").iterdir()]
    return {record["student"]: record["seed"] for record in found}


def test_what_is_handed_in_again_or_later_meets_fresh_inputs(tmp_path, grade):
    hand_in(tmp_path / "class", ana=solved(), ben=solved(to_celsius=OFFSET_AFTER))
    assert grade(tmp_path, "--seed", 5).returncode == 0
    assert seeds(tmp_path) == {"ana": "5", "ben": "5"}
    hand_in(tmp_path / "class", ben=solved(), cleo=solved())
    assert grade(tmp_path).returncode == 0
    second = seeds(tmp_path)
    assert second == {"ana": "5", "ben": second["cleo"], "cleo": str(seed_of(5, 1))}
    hand_in(tmp_path / "class", ben=solved(predict='predict = "a"'))
    grade(tmp_path, "--only", "ben", "--only", "ana")
    # What was not changed keeps its inputs, also where it is asked for again.
    assert seeds(tmp_path) == {**second, "ben": str(seed_of(5, 2))}


@pytest.mark.parametrize("id_", ["temperature.to_celsius", "temperature.mean_celsius"])
def test_no_input_of_one_draw_comes_in_another(toy, id_):
    drawn = [
        {
            a.tobytes()
            for q in questions(toy.exercise(id_), seed_of(5, draw))
            for a in given(q)
        }
        for draw in range(4)
    ]
    assert len(set.union(*drawn)) == sum(map(len, drawn))


def given(question) -> list[np.ndarray]:
    return [np.asarray(argument) for argument in question.arguments]


def stored(files: str, draw: int) -> str:
    return Dependencies(files, "", {}, draw).to_text()


def test_a_run_that_was_stopped_goes_on_with_its_inputs(tmp_path):
    """Nobody has seen what it found; the next one that comes has others."""
    book = Gradebook(tmp_path)
    assert Draws(book, {}).of("ana", FILES) == 0
    assert Draws(book, {"ana": stored("whole", 0)}).of("ben", FILES) == 0
    Draws.told(book)
    assert Draws(book, {"ana": stored("whole", 0)}).of("ben", FILES) == 1
    book.close()


def test_inputs_that_were_met_by_who_is_no_longer_there_are_not_met_again(tmp_path):
    book = Gradebook(tmp_path)
    Draws(book, {}).of("ana", FILES)
    Draws.told(book)
    assert Draws(book, {"ana": "damaged"}).of("ana", FILES) == 1
    Draws.told(book)
    assert Draws(book, {"ana": stored("whole", 1)}).of("ana", OTHER) == 2
    book.close()


def test_results_of_an_earlier_version_had_the_first_draw():
    known = '{"files":"whole","conditions":"","chapters":{}}'
    assert Dependencies.from_text(known) == Dependencies("whole", "", {}, 0)
