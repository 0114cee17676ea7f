"""Attacks on the language between the processes: a forged reply is only an answer."""

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


# Malformed ones are in tests/sandbox: test_wire, test_forged_frames.
FRAMES = (
    forge("a verdict", 'send({"op": "verdict", "status": "passed", "points": 2.0})'),
    forge("points beside the answer", "answer(1.0, points=2, score=2, right=True)"),
    forge(
        "code for the grader to run",
        f"""
        run = "__import__('os').system('touch /tmp/{MARK}')"
        answer({{"code": [run, {{"dict": []}}]}})
        answer({{"list": [{{"code": [run, {{"dict": []}}]}}]}})
        """,
        ("crashed",),
    ),
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
    forge("arguments changed that are not there", "answer(1.0, mutated=[0, 1, -1, 99])"),
    forge("text that is no text", 'answer("\\ud800", printed="\\udfff", raised="\\x00")'),
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
            socket.send_fds(channel(), [b"\\0"], [channel().fileno()] * 50)
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
)


@pytest.mark.parametrize("attack", FRAMES, ids=str)
def test_a_forged_reply_is_only_an_answer(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)
