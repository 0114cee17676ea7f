"""What a student's process may send in place of an answer."""

import numpy as np
import pytest
from forging import CHANNEL

from autograder.sandbox.session import SessionEnded
from sandbox.asking import asked, run

SEND = f"""{CHANNEL}
import json, struct

def send(header, lengths=None, payload=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    lengths = lengths or (len(text), len(payload))
    channel().sendall(struct.pack("<II", *lengths) + text + payload)
"""
ANSWER = {
    "op": "outcome",
    "status": "returned",
    "value": 1,
    "raised": "",
    "mutated": [],
    "printed": "",
}
HUGE = [1 << 26] * 8
CALL = {"op": "call_reference", "name": "g"}
REFUSED = {
    "garbage": b"not a frame at all",
    "an HTTP request": b"GET / HTTP/1.1\r\n\r\n",
    "a frame that claims 4 GB": (b"{}", (0xFFFFFFFF, 0xFFFFFFFF)),
    "a list": (b"[]", None),
    "deep nesting": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, None),
    "another operation": {**ANSWER, "op": "verdict"},
    "no operation": {"score": 100},
    "a status of its own": {**ANSWER, "status": "passed"},
    "a status that is a list": {**ANSWER, "status": ["returned"]},
    "a status that is an object": {**ANSWER, "status": {}},
    "an ending of its own": {**ANSWER, "status": "infrastructure_error"},
    "bytes nobody claims": ({**ANSWER}, None, b"left over"),
    "a negative shape": {**ANSWER, "value": {"array": ["<f8", [-1]]}},
    "a shape hidden by a zero": {**ANSWER, "value": {"array": ["<f8", [0, *HUGE]]}},
    "an object array": {**ANSWER, "value": {"array": ["|O", [1]]}},
    "a value of no form": {**ANSWER, "value": [1]},
    "changes that are no list": {**ANSWER, "mutated": {"0": 1}},
    "more changes than arguments": {**ANSWER, "mutated": [0, 0]},
    "a function that is no reference": {**CALL, "name": "eval", "arguments": [{}, {}, {}]},
    "a call without a name": {**CALL, "name": ["g"], "arguments": []},
    "a call without arguments": CALL,
    "a call with odd arguments": {**CALL, "arguments": [1, 2]},
    "a call with arguments of no form": {**CALL, "arguments": [{}, {}, {}]},
}


def forging(frame) -> str:
    """A cell whose ``f`` writes this to the channel and then waits."""
    if isinstance(frame, bytes):
        send = f"found = channel(); found.sendall({frame!r}); found.shutdown(1)"
    else:
        frame = frame if isinstance(frame, tuple) else (frame,)
        send = f"send{frame!r}".replace(",)", ")")
    return f"{SEND}\ndef f(x):\n    {send}\n    import time; time.sleep(60)"


@pytest.mark.parametrize("name", REFUSED)
def test_a_forged_frame_ends_its_own_session_only(session, name):
    outcome = asked(session, forging(REFUSED[name]), 1, references={"g": abs})
    assert outcome.status == "crashed"
    assert session.over


ACCEPTED = {
    "an answer written by hand": ({}, 1),
    "an opaque without a name": ({"value": {"opaque": ""}}, None),
    "text where none belongs": ({"raised": ["x"], "printed": {"y": 1}}, 1),
    "a change that is no place": ({"mutated": ["0"]}, 1),
    "a very long print": ({"printed": "x" * 10**6}, 1),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_forged_answer_is_only_an_answer(session, name):
    changes, value = ACCEPTED[name]
    outcome = asked(session, forging({**ANSWER, **changes}), 1)
    assert outcome.status == "returned"
    assert value is None or outcome.value == value
    assert len(outcome.raised) + len(outcome.printed) < 5_000


def test_answers_sent_ahead_are_answers_to_other_questions(session):
    """Whoever answers twice has answered the next call before hearing it."""
    cell = f"{SEND}\ndef f(x):\n    send({ANSWER!r})\n    return x"
    run(session, cell)
    assert [session.asker("f")((n,)).value for n in (5, 6, 7)] == [1, 5, 1]


def test_half_a_frame_is_waited_for_no_longer_than_the_limit(hasty):
    outcome = asked(hasty, forging((b"{", (1000, 0))), 1)
    assert outcome.status == "timeout"


def test_a_student_cannot_make_the_grader_compute_something_huge(session):
    """The outer product of two thin matrices would take 12 GB here, not there."""
    cell = (
        "import numpy as np\ndef f(x):\n"
        "    return g(np.ones((40_000, 1)), np.ones((1, 40_000))).shape"
    )
    outcome = asked(session, cell, 1, references={"g": np.matmul})
    assert "too large" in outcome.raised


def test_a_question_that_is_not_read_is_given_up(hasty):
    cell = f"{SEND}\nimport time\nfound = channel()\ntime.sleep(60)"
    with pytest.raises(SessionEnded):
        run(hasty, cell, given={"big": np.ones(10**6)})
