"""A function on tensors must let gradients flow: a case can ask for them."""

import pytest

from autograder import Case, Exercise
from autograder.checking.card import make_card
from autograder.checking.check import evaluate


def exercise(framework: str) -> Exercise:
    def draw(rng):
        return rng.normal(size=(2, 3)), rng.normal(size=3)

    return Exercise(
        id="toy.pair",
        title="Pair",
        reference=lambda a, b: (a * b, a + a),
        points=2,
        minutes=1,
        difficulty=1,
        framework=framework,
        cases=(Case("some", draw), Case("gradients flow", draw, 1, gradients=True)),
    )


def passing(verdict):
    return [case.passed for case in verdict.cases[:2]]


@pytest.mark.parametrize("framework", ["torch", "tensorflow"])
def test_results_through_which_gradients_flow_pass(framework):
    pytest.importorskip(framework)
    answer = evaluate(exercise(framework), lambda a, b: (b * a, 2 * a))
    assert answer.status == "passed"


@pytest.mark.parametrize(
    ("framework", "cut"),
    [("torch", lambda t: t.detach()), ("tensorflow", lambda t: t + 0 * t.numpy().sum())],
)
def test_a_result_that_is_cut_off_fails_that_case_alone(framework, cut):
    library = pytest.importorskip(framework)
    cut = library.stop_gradient if framework == "tensorflow" else cut
    verdict = evaluate(exercise(framework), lambda a, b: (cut(a * b), 2 * a))
    assert passing(verdict) == [True, False]
    card = make_card(verdict)
    assert card.call == "toy(a, b)" or card.call == "pair(a, b)"
    assert [name for name, _ in card.arguments] == ["a", "b"]


def test_the_card_says_which_gradient_is_missing():
    pytest.importorskip("torch")
    verdict = evaluate(exercise("torch"), lambda a, b: (a * b.detach(), 2 * a))
    assert "There is no gradient of b" in make_card(verdict).problem
