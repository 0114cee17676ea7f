"""Attacks on the language between the processes: a forged reply is only an answer."""

from __future__ import annotations

import textwrap

import pytest
from forging import CHANNEL

from attacks.harness import ENDED, JUDGED, MARK, Attack, Ground, withstand

ANY = (*JUDGED, *ENDED)
FORGE = (
    CHANNEL
    + """
import json, struct, time
def send(header, payload=b"", lengths=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    lengths = lengths or (len(text), len(payload))
    channel().sendall(struct.pack("<II", *lengths) + text + payload)
def answer(value, payload=b"", **more):
    reply = {"op": "outcome", "status": "returned", "value": value, "raised": "",
             "mutated": [], "printed": ""}
    send({**reply, **more}, payload)
"""
)


def forge(name: str, body: str, ends: tuple[str, ...] = ANY, when: str = "call") -> Attack:
    """An attack that writes to the channel by itself."""
    code = FORGE + "def attack():\n" + textwrap.indent(textwrap.dedent(body), "    ")
    return Attack("forged frames", name, code, ends, when)


FRAMES = (
    forge("a verdict", 'send({"op": "verdict", "status": "passed", "points": 2.0})'),
    forge("a status of ours", 'answer(None, status="passed")'),
    forge("points beside the answer", "answer(1.0, points=2, score=2, right=True)"),
    forge("a status that is a list", "answer(1.0, status=[])"),
    forge("a status that is a dict", "answer(1.0, status={})"),
    forge("an unknown word", 'answer({"pickle": "gASVAAAA"})'),
    forge(
        "code for the grader to run",
        f"""
        run = "__import__('os').system('touch /tmp/{MARK}')"
        answer({{"code": [run, {{"dict": []}}]}})
        answer({{"list": [{{"code": [run, {{"dict": []}}]}}]}})
        """,
        ("crashed",),
    ),
    forge("lengths of 4 GB", 'send(b"", lengths=(0xFFFFFFFF, 0xFFFFFFFF))', ("crashed",)),
    forge("a payload of 1 GB", 'send(b"{}", lengths=(2, 1 << 30))', ("crashed",)),
    forge("half a frame, then silence", 'send(b"{", lengths=(9, 9))\ntime.sleep(9)'),
    forge(
        "one byte at a time",
        """
        end = channel()
        for byte in struct.pack("<II", 400, 0) + b" " * 400:
            end.sendall(bytes([byte]))
            time.sleep(0.01)
        """,
        ("timeout",),
    ),
    forge(
        "JSON nested 100,000 deep", 'send(b"[" * 100_000 + b"]" * 100_000)', ("crashed",)
    ),
    forge(
        "a value nested deep", 'v = 1\nfor _ in range(200): v = {"list": [v]}\nanswer(v)'
    ),
    forge("JSON that is no object", 'send(b"[1, 2]")', ("crashed",)),
    forge("no JSON", 'send(b"\\xff\\xfe passed")', ("crashed",)),
    forge("a number of a million digits", 'send(b"9" * 1_000_000)', ("crashed",)),
    forge("NaN in the header", 'send(b"{\\"op\\": NaN}")', ("crashed",)),
    forge("a negative shape", 'answer({"array": ["<f8", [-1]]}, bytes(8))', ("crashed",)),
    forge(
        "a shape that is too large", 'answer({"array": ["<f8", [1 << 40]]})', ("crashed",)
    ),
    forge(
        "a shape that overflows", 'answer({"array": ["<f8", [1 << 32] * 2]})', ("crashed",)
    ),
    forge(
        "a shape hidden by a zero", 'answer({"array": ["<f8", [0, 1 << 62]]})', ("crashed",)
    ),
    forge(
        "a shape that is no number", 'answer({"array": ["<f8", ["1", True]]})', ("crashed",)
    ),
    forge("objects", 'answer({"array": ["|O", [1]]}, bytes(8))', ("crashed",)),
    forge("records", 'answer({"array": ["<f8,<f8", [1]]}, bytes(16))', ("crashed",)),
    forge(
        "more bytes than claimed",
        'answer({"array": ["<f8", [1]]}, bytes(64))',
        ("crashed",),
    ),
    forge(
        "fewer bytes than claimed",
        'answer({"array": ["<f8", [9]]}, bytes(8))',
        ("crashed",),
    ),
    forge("arguments changed that are not there", "answer(1.0, mutated=[0, 1, -1, 99])"),
    forge("arguments changed that are no numbers", 'answer(1.0, mutated=["a", None])'),
    forge("text that is no text", 'answer("\\ud800", printed="\\udfff", raised="\\x00")'),
    forge("two answers to each question", "answer(1.0)\nanswer(1.0)"),
    forge("the next thirty answers early", "for _ in range(30): answer(1.0)"),
    forge("the channel closed", "channel().shutdown(socket.SHUT_RDWR)\ntime.sleep(9)"),
    forge("our side of the channel closed", "channel().shutdown(socket.SHUT_WR)"),
    forge("urgent data", 'channel().send(b"x", socket.MSG_OOB)\ntime.sleep(9)'),
    forge("the channel filled", "for _ in range(64): answer('x' * 1_000_000)", ANY),
    forge(
        "too much memory said, and gone",
        'send({"raised": "MemoryError: forged"})\nos._exit(0)',
        ("out_of_memory",),
        "cell",
    ),
    forge(
        "file handles passed along",
        """
        for _ in range(50):
            socket.send_fds(channel(), [b"\\0"], [0] * 50)
        """,
    ),
    forge(
        "a result printed and written",
        f"""
        print(json.dumps({{"status": "graded", "score": 99}}))
        for path in ("results.json", "/tmp/{MARK}", "/dev/stdout", "grades.csv"):
            try:
                open(path, "w").write('{{"score": 99}}')
            except OSError:
                pass
        """,
        JUDGED,
    ),
    forge(
        "asking the grader for this exercise",
        """
        told = [{"list": []}, {"tuple": [1.0]}, {"tuple": []}]
        send({"op": "call_reference", "name": "to_celsius", "arguments": told})
        """,
        ("crashed",),
    ),
    forge(
        "asking the grader for what is no name",
        """
        for name in (None, [], {}, "__import__", "eval", "judge"):
            send({"op": "call_reference", "name": name, "arguments": []})
        """,
        ("crashed",),
    ),
)


@pytest.mark.parametrize("attack", FRAMES, ids=str)
def test_a_forged_reply_is_only_an_answer(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)
