"""What the bench takes for the first use of what a changed line makes."""

import pytest
from first_use import first_uses

LOOP = """\
def f(x):
    total = 0
    for i in range(3):
        total += x[i]
    return total
"""
HELPER = """\
def scaled(scores, size):
    root = size ** 0.5
    return scores / root

def f(q, k):
    return scaled(q @ k.T, k.shape[0])
"""
FILLED = """\
def f(x):
    out = np.zeros(len(x))
    np.copyto(out[1:], x[:-1])
    return out
"""
FILLED_TWICE = """\
def f(x):
    out = np.empty(len(x))
    out[0] = x[1]
    out[1:] = x[1:]
    return out / 2
"""


@pytest.mark.parametrize(
    ("source", "line", "uses"),
    [
        (LOOP, 2, {4}),
        (LOOP, 3, {4, 5}),
        (FILLED, 3, {4}),
        (FILLED_TWICE, 3, {4, 5}),
        (HELPER, 6, {2, 3}),
        (HELPER, 2, {3}),
        (HELPER, 3, {6}),
    ],
    ids=[
        "a name",
        "a loop that may not run",
        "a filled array",
        "one that is filled further",
        "an argument",
        "within",
        "a result",
    ],
)
def test_a_first_use_is_the_next_line_that_reads_what_was_made(source, line, uses):
    assert first_uses(source, line) == uses
