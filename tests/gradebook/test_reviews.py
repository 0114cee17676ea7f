"""Answers in words, as people read them."""

from __future__ import annotations

import pytest

from autograder.gradebook.reviews import words_of


@pytest.mark.parametrize(
    "source",
    [
        "why = {[]: 1}",
        "why = " + "(" * 5_000,
        "",
        "why: str",
        "why = -'a'",
        "why = {*[[]]}",
    ],
)
def test_words_that_are_no_plain_text_are_shown_as_they_were_written(source):
    assert words_of(source) == source
