"""Where a function changes what it was given, the statement that does so is marked."""

import pytest
from first_wrong_sample import pointed

from autograder.exercise.key import load_key
from autograder.tracing.mark import about

REST = """
    e = np.exp({name})
    return e / e.sum(axis=axis, keepdims=True)
"""
IN_PLACE = "scores -= scores.max(axis=axis, keepdims=True)"
OF_A_VIEW = "s = np.asarray(scores)\n    s[...] -= s.max(axis=axis, keepdims=True)"
AS_OUT = "s = scores\n    np.subtract(s, s.max(axis=axis, keepdims=True), out=s)"


@pytest.mark.parametrize(
    ("lines", "name"), [(IN_PLACE, "scores"), (OF_A_VIEW, "s"), (AS_OUT, "s")]
)
def test_the_statement_that_changes_an_argument_is_marked(lines, name):
    softmax = load_key("solutions").exercise("numpy.softmax")
    source = f"def softmax(scores, axis=-1):\n    {lines}{REST.format(name=name)}"
    mark = pointed(softmax, source)[1]
    assert mark.source.strip() == lines.splitlines()[-1].strip()
    assert about(mark) == ""
