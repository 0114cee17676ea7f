"""Attacks on what the grader computes for a student: an exercise not yet solved."""

from collections.abc import Iterator

import making
import psutil
import pytest

import autograder.grading.work_bounds
from attacks.harness import (
    ENDED,
    JUDGED,
    LIMITS,
    Ground,
    exercise,
    neighbour_is_well,
    nothing_is_left,
)
from autograder.exercise.key import load_key
from autograder.sandbox.pool import Limits

ANY = (*JUDGED, *ENDED)
# The first exercise is wrong, so the second is given the reference of it.
ABUSES = (
    ("text", "to_celsius('x' * 2_000_000)", JUDGED),
    ("nothing", "to_celsius()", JUDGED),
    ("an object", "to_celsius(object())", JUDGED),
    ("names it does not take", "to_celsius(fahrenheit, **{'__class__': 1, '': 2})", JUDGED),
    ("a list nested deep", "to_celsius([[[[[[[[[[[[1]]]]]]]]]]]])", ANY),
    ("a number too large to send", "to_celsius(10 ** 5_000)", JUDGED),
    ("an array of 60 MB", "to_celsius(np.ones(60 << 17))", ANY),
    ("an array of 160 MB", "to_celsius(np.ones(20_000_000))", ANY),
    ("an array of many axes", "to_celsius(np.ones((1,) * 32))", ANY),
    ("itself", "to_celsius(mean_celsius)", JUDGED),
    ("too often", "[to_celsius(fahrenheit) for _ in range(5_000)]", ANY),
    ("from many threads", "[t.start() for t in threads(to_celsius, fahrenheit)]", ANY),
    ("by its globals", "to_celsius.__globals__['solutions']", JUDGED),
    ("by its source", "inspect.getsource(to_celsius.__wrapped__)", JUDGED),
    (
        "by its closure",
        "[c.cell_contents.TO_CELSIUS for c in to_celsius.__closure__]",
        JUDGED,
    ),
)
HELPERS = """
import inspect, threading
import numpy as np
def threads(function, *arguments):
    return [threading.Thread(target=function, args=arguments) for _ in range(20)]
"""


@pytest.mark.parametrize("call", ABUSES, ids=lambda call: call[0].replace(" ", "-"))
def test_what_is_lent_is_no_way_in(call, ground: Ground) -> None:
    _, code, ends = call
    before, handles = ground.processes(), psutil.Process().num_fds()
    source = f"{HELPERS}\ndef mean_celsius(fahrenheit):\n    {code}\n    return None"
    data = making.solved(to_celsius=making.OFFSET_AFTER, mean_celsius=source)
    result = ground.grade(data)
    attacked = exercise(result, "mean_celsius")
    assert (result.status, attacked.points) == ("graded", 0)
    assert attacked.status in ends, attacked.message
    assert exercise(result).points == 0
    nothing_is_left(ground, before, handles)
    neighbour_is_well(ground)


def test_what_is_lent_is_never_the_exercise_itself(ground: Ground) -> None:
    """Nor a later one, by whatever name the student asks for it."""
    sources = {
        "to_celsius": "def to_celsius(f):\n    return mean_celsius(f)",
        "mean_celsius": "def mean_celsius(f):\n    return mean_celsius_(f)",
        "fixed_points": "fixed_points = fixed_points_ = to_celsius",
        "predict": "predict = predict_",
    }
    result = ground.grade(making.solved(**sources))
    assert result.score == 0
    neighbour_is_well(ground)


@pytest.mark.parametrize("in_a_box", [False, True])
def test_what_a_rule_forbids_is_not_lent(
    in_a_box: bool, ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule for all tokens at once is the rule itself, token by token."""
    monkeypatch.setattr(ground, "key", load_key())
    called = "box[0]" if in_a_box else "delta_rule"
    asks = f"def delta_chunk(*given):\n    return {called}(*given)"
    result = ground.grade(
        making.notebook(
            "import numpy as np\ndef delta_rule(*given):\n    raise NotImplementedError",
            making.check("delta_rule", "contexts"),
            f"box = [delta_rule]\n{asks}" if in_a_box else asks,
            making.check("delta_chunk", "contexts"),
        )
    )
    assert exercise(result, "delta_rule").points == 0
    assert exercise(result, "delta_chunk").points == 0


@pytest.fixture
def greedy(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    """The same processes, another key, and little patience."""
    monkeypatch.setattr(autograder.grading.work_bounds, "GRADER_SECONDS", 1.0)
    monkeypatch.setattr(autograder.grading.work_bounds, "GRADER_MIB", 512)
    toy, ground.key = ground.key, load_key("attacks.greedy_key")
    yield ground
    ground.key = toy


GREEDY = (
    ("40 GB", "outer(np.ones(70_000), np.ones(70_000))"),
    ("40 GB, caught and again", "[quietly(outer, np.ones(70_000)) for _ in range(50)]"),
    ("a loop of years", "triangle(10 ** 15)"),
)


@pytest.mark.parametrize("call", GREEDY, ids=lambda call: call[0].replace(" ", "-"))
def test_the_grader_does_not_pay_without_end(call, greedy: Ground) -> None:
    source = (
        "import numpy as np\n"
        "def quietly(function, x):\n"
        "    try:\n        return function(x, x)\n    except ValueError:\n        pass\n"
        f"def answer(x):\n    {call[1]}\n    return None"
    )
    checks = [making.check(n, "tables") for n in ("outer", "triangle", "answer")]
    wrong = "def outer(a, b):\n    return a\ndef triangle(n):\n    return 0"
    result = greedy.grade(
        making.notebook(wrong, *checks[:2], source, checks[2]),
        limits=Limits(LIMITS.submission_seconds, LIMITS.call_seconds, LIMITS.memory_mb),
    )
    assert exercise(result, "answer").points == 0
    assert exercise(result, "answer").status in ANY
    assert psutil.Process().memory_info().rss < 2 << 30
    right = "import numpy as np\ndef answer(x):\n    return 2 * x"
    well = greedy.grade(making.notebook(right, checks[2]))
    assert exercise(well, "answer").status == "passed"
