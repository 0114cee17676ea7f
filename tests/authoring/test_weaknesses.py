"""``verify`` finds what makes an exercise's checks weaker than they look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from toy_key.temperatures import TO_CELSIUS

from autograder import Case
from autograder.authoring.idle import idle_faults
from autograder.authoring.weaknesses import weaknesses
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.outcome import EARNS_NOTHING
from autograder.exercise.status import Status

PLAIN = replace(TO_CELSIUS, properties=())
FREEZING = Case("where water freezes", lambda rng: (np.array([32.0]),))


def test_a_sound_key_has_no_weaknesses(toy):
    found = [w for one in toy.all_exercises() for w in weaknesses(toy, one)]
    assert found == []


def test_a_case_that_an_answer_of_zeros_passes_is_found():
    weak = replace(PLAIN, cases=(*PLAIN.cases, FREEZING))
    words = " ".join(idle_faults(weak))
    assert "An answer that returns zeros of the right shape earns" in words
    assert "'where water freezes'" in words


def test_a_mark_that_nothing_idle_passes_is_found():
    first, *others = TO_CELSIUS.cases
    marked = replace(TO_CELSIUS, cases=(replace(first, easy=True), *others))
    assert f"The case {first.name!r} is marked easy; nothing idle passes it." in list(
        idle_faults(marked)
    )


def test_an_easy_case_earns_nothing_alone_and_its_share_beside_another():
    easy = replace(FREEZING, easy=True)
    exercise = replace(PLAIN, cases=(*PLAIN.cases, easy))
    nothing = evaluate(exercise, lambda f: f * 0)
    assert (nothing.status, nothing.points) == (Status.FAILED, 0)
    assert EARNS_NOTHING in make_card(nothing).lessons
    partly = evaluate(exercise, lambda f: PLAIN.reference(f.astype(np.float16)))
    assert evaluate(exercise, PLAIN.reference).points == PLAIN.points
    assert EARNS_NOTHING not in make_card(partly).lessons
