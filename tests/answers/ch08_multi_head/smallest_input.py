"""Answers to heads.smallest_input."""

from answers.corpus import right, wrong

EXERCISE = "heads.smallest_input"


def value(source):
    return f"smallest_input = {source}"


ANSWERS = (
    right("counted", value("np.arange(4).reshape(1, 1, 4)"), "0, 1, 2, 3"),
    right("one that is not like the others", value("np.eye(4)[None, 1:2]"), "a single 1"),
    right("lists", value("[[[1.0, 2.0, 3.0, 4.0]]]"), "no array"),
    right("drawn", value("np.random.default_rng(0).normal(size=(1, 1, 4))"), "any numbers"),
    right("below zero", value("-np.arange(4.0)[None, None]"), "new axes in front"),
    wrong("not begun", value("..."), "the stub", verdict="not_attempted"),
    wrong("two features", value("np.arange(2).reshape(1, 1, 2)"), "", "one-feature-a-head"),
    wrong(
        "two tokens of two",
        value("np.arange(4).reshape(1, 2, 2)"),
        "",
        "one-feature-a-head",
    ),
    wrong("two tokens of four", value("np.arange(8).reshape(1, 2, 4)"), "", "too-large"),
    wrong("six features", value("np.arange(6).reshape(1, 1, 6)"), "", "too-large"),
    wrong("two sequences", value("np.arange(8).reshape(2, 1, 4)"), "", "too-large"),
    wrong("ones", value("np.ones((1, 1, 4))"), "", "numbers-alike"),
    wrong(
        "the outer two differ",
        value("[[[0, 1, 1, 2]]]"),
        "1 and 1 change places",
        "numbers-alike",
    ),
    wrong("one axis", value("np.arange(4)"), "", "another-form"),
    wrong("an odd width", value("np.arange(3).reshape(1, 1, 3)"), "", "another-form"),
)
