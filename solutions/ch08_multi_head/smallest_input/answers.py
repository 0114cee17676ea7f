"""Answers to heads.smallest_input that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("counted", "smallest_input = np.arange(4).reshape(1, 1, 4)", "0, 1, 2, 3"),
    right(
        "one that is not like the others",
        "smallest_input = np.eye(4)[None, 1:2]",
        "a single 1",
    ),
    right("lists", "smallest_input = [[[1.0, 2.0, 3.0, 4.0]]]", "no array"),
    right(
        "drawn",
        "smallest_input = np.random.default_rng(0).normal(size=(1, 1, 4))",
        "any numbers",
    ),
    right(
        "below zero", "smallest_input = -np.arange(4.0)[None, None]", "new axes in front"
    ),
    right("two alike", "smallest_input = np.array([[[5, 0, 7, 7]]])", "5, 0 and 7 differ"),
    wrong("not begun", "smallest_input = ...", "the stub", verdict="not_attempted"),
    wrong(
        "two features",
        "smallest_input = np.arange(2).reshape(1, 1, 2)",
        "",
        "one-feature-a-head",
    ),
    wrong(
        "two tokens of two",
        "smallest_input = np.arange(4).reshape(1, 2, 2)",
        "",
        "one-feature-a-head",
    ),
    wrong(
        "two tokens of four",
        "smallest_input = np.arange(8).reshape(1, 2, 4)",
        "",
        "too-large",
    ),
    wrong(
        "six features", "smallest_input = np.arange(6).reshape(1, 1, 6)", "", "too-large"
    ),
    wrong(
        "two sequences", "smallest_input = np.arange(8).reshape(2, 1, 4)", "", "too-large"
    ),
    wrong("ones", "smallest_input = np.ones((1, 1, 4))", "", "numbers-alike"),
    wrong(
        "the outer two differ",
        "smallest_input = [[[0, 1, 1, 2]]]",
        "1 and 1 change places",
        "numbers-alike",
    ),
    wrong("one axis", "smallest_input = np.arange(4)", "", "another-form"),
    wrong(
        "an odd width", "smallest_input = np.arange(3).reshape(1, 1, 3)", "", "another-form"
    ),
    wrong("nan", "smallest_input = np.full((1, 1, 4), np.nan)", "nan differs from itself"),
    wrong("empty", "smallest_input = np.zeros((0, 1, 4))", "both splits take it"),
)
