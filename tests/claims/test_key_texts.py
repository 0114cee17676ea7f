"""Hints and cards that say why or always stand on something: see ``key_texts.py``."""

from __future__ import annotations

from autograder.exercise.key import load_key
from tests.claims import key_texts
from tests.claims.register import Derived, NoClaim, one_line

ALL_TEXTS = {
    one_line(text)
    for exercise in load_key().all_exercises()
    for text in key_texts.texts_of(exercise)
}


def test_what_is_quoted_stands_in_the_key():
    missing = [
        claim.says
        for claim in key_texts.CLAIMS
        if not any(claim.says in text for text in ALL_TEXTS)
    ]
    assert missing == []


def test_what_it_stands_on_is_said():
    for claim in key_texts.CLAIMS:
        match claim.evidence:
            case Derived(how=words) | NoClaim(why=words):
                assert len(words.split()) >= 2, claim.says
            case other:
                raise AssertionError(f"{claim.says}: nobody looks at {other}")


def test_something_stands_behind_every_sentence():
    left = key_texts.not_quoted()
    assert [f"{chapter}: {one}" for chapter, said in left.items() for one in said] == []


def test_the_scan_reads_hints_cards_and_properties():
    exercise = load_key().exercise("numpy.softmax")
    texts = key_texts.texts_of(exercise)
    kept = (*exercise.misconceptions, *exercise.properties)
    assert {*exercise.hints, *(one.says for one in kept)} <= {*texts}


def test_the_scan_sees_a_sentence_that_nothing_stands_behind(monkeypatch):
    said = "It is so because it never ends."
    assert said not in ALL_TEXTS
    monkeypatch.setattr(key_texts, "texts_of", lambda exercise: (said, "You never stop."))
    assert all(left == [said] for left in key_texts.not_quoted().values())
