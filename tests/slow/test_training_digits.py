"""Chapter 16's stored comparison, made again from one starting point."""

import pytest

from attention_lessons import digits, digits_study, vision

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]
RUNS = [*((way, vision.PASSES) for way in digits_study.WAYS), ("Transformer, moved", 300)]


@pytest.mark.parametrize(("way", "passes"), RUNS)
def test_a_stored_accuracy_comes_out_again(way: str, passes: int):
    train, test = digits.split(digits.load())
    model = digits_study.fit(way, 0, train, passes=passes)
    still, moved = digits_study.tested(way, model, test)
    study = digits_study.stored()
    stored = (study if passes == study["passes"] else study["longer"])["ways"][way]
    # Another processor adds in another order, and training magnifies that.
    assert still == pytest.approx(stored["accuracy"][0], abs=0.03)
    assert moved == pytest.approx(stored["moved_by_one"][0], abs=0.06)
