"""In a student's copy, which has no reference, every wrong answer gets its card."""

import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids

from autograder.checking.card import make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.check import evaluate
from autograder.exercise.key import load_key
from autograder.exercise.status import Status
from autograder.handout.recorded import read_exercises
from autograder.handout.recording import ChapterFile

KEY = load_key()
OF_A_KIND = ("numpy.softmax", "block.feed_forward", "scores.find_largest")
OTHERS = [i for i in exercise_ids(lacking=WITHOUT_CODE) if i not in OF_A_KIND]


@pytest.mark.parametrize(
    "exercise_id",
    [*OF_A_KIND, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)],
)
def test_a_mistake_has_a_card(exercise_id, tmp_path):
    exercise = KEY.exercise(exercise_id)
    file = ChapterFile()
    file.add(exercise, exercise.points)
    path = tmp_path / "chapter"
    path.write_bytes(file.to_bytes())
    (copied,) = read_exercises(path)
    if copied.source.checked_later:
        pytest.skip("It is looked at when it is handed in.")
    for mistake in exercise.misconceptions[:2]:
        verdict = evaluate(copied, exercise.wrong_answer(mistake))
        card = make_card(verdict)
        assert verdict.status != Status.PASSED
        assert as_text(card)
        assert as_html(card)
        assert card.lessons == (mistake.says,)
