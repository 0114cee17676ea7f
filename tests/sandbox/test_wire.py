"""The language between grader and student: what gets through, and what never does."""

import json
import random
import socket
import time
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.exercise.values import DTYPES, MAX_DEPTH, Opaque, Tensor, plain
from autograder.sandbox.wire import (
    LENGTHS,
    MAX_HEADER,
    MAX_PAYLOAD,
    Incoming,
    WireError,
    WireTimeout,
    frame,
    pack,
    parse_header,
    send,
    send_frames,
    unpack,
)

ARRAYS = hnp.arrays(
    st.sampled_from(sorted(DTYPES)), hnp.array_shapes(min_dims=0, max_dims=5, min_side=0)
)
LEAVES = st.one_of(
    *(st.none(), st.booleans(), st.floats(), st.text(max_size=20)),
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.builds(Opaque, st.text(max_size=20)),
    st.builds(Tensor, st.sampled_from(["torch", "tensorflow"]), ARRAYS),
    ARRAYS,
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=8), inner, max_size=3),
    ),
    max_leaves=8,
)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a channel: ours and theirs."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def through(value):
    """What arrives when ``value`` is sent as an answer."""
    payload = bytearray()
    described = pack(value, payload)
    header = parse_header(json.dumps({"value": described}).encode())
    return unpack(header["value"], bytes(payload))


def identical(left, right) -> bool:
    """Equal in type, dtype, shape and every bit."""
    if isinstance(left, np.ndarray):
        same = (left.dtype, left.shape) == (right.dtype, right.shape)
        return same and left.tobytes() == right.tobytes()
    if type(left) is not type(right):
        return False
    if isinstance(left, Tensor):
        return left.framework == right.framework and identical(left.array, right.array)
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(identical, left, right))
    if isinstance(left, dict):
        return list(left) == list(right) and all(identical(left[k], right[k]) for k in left)
    if isinstance(left, float):
        return left.hex() == right.hex()
    return left == right


# --- what gets through -------------------------------------------------------


@given(VALUES)
def test_every_plain_value_arrives_as_it_was(value):
    assert identical(through(value), value)


@settings(max_examples=50)
@given(VALUES, st.integers(0, MAX_DEPTH + 1))
def test_what_is_made_plain_can_be_sent(value, depth):
    wrapped = value
    for _ in range(depth):
        wrapped = [wrapped]
    made = plain(wrapped)
    assert identical(through(made), made)


def test_a_frame_arrives_as_it_was_sent(ends):
    ours, theirs = ends
    send(ours, {"op": "call", "name": "f"}, b"bytes")
    assert Incoming(theirs).receive() == ({"op": "call", "name": "f"}, b"bytes")


def test_frames_sent_together_are_received_one_by_one(ends):
    ours, theirs = ends
    send_frames(ours, frame({"n": 1}, b"one") + frame({"n": 2}) + frame({"n": 3}, b"3"))
    incoming = Incoming(theirs)
    received = [incoming.receive() for _ in range(3)]
    assert received == [({"n": 1}, b"one"), ({"n": 2}, b""), ({"n": 3}, b"3")]


def test_an_array_that_arrives_can_be_written_to():
    array = through(np.zeros(3))
    array += 1
    assert array.tolist() == [1, 1, 1]


def test_any_byte_of_a_bool_array_becomes_true_or_false():
    array = unpack({"array": ["|b1", [3]]}, b"\x00\x01\xff")
    assert array.view("uint8").tolist() == [0, 1, 1]


def test_what_is_too_large_is_not_sent():
    with pytest.raises(WireError, match="too large"):
        frame({}, bytearray(MAX_PAYLOAD + 1))


def test_a_peer_that_does_not_read_is_given_up(ends):
    ours, _ = ends
    ours.settimeout(0.05)
    with pytest.raises(WireTimeout):
        send(ours, {}, bytearray(8 << 20))


def test_a_peer_that_dribbles_is_given_up_at_the_deadline(ends):
    ours, theirs = ends
    theirs.sendall(LENGTHS.pack(100, 0) + b"{")
    with pytest.raises(WireTimeout):
        Incoming(ours).receive(time.monotonic() + 0.05)


# --- what never does ---------------------------------------------------------


def array(code: object = "<f8", shape: object = (2,)) -> dict:
    return {"array": [code, list(shape) if isinstance(shape, tuple) else shape]}


MALFORMED_VALUES = {
    "bytes nobody claims": (None, b"x"),
    "more bytes than were sent": (array(shape=(3,)), bytes(16)),
    "fewer bytes than were sent": (array(shape=(1,)), bytes(16)),
    "a negative size": (array(shape=(-2, -1)), bytes(16)),
    "a size that is a float": (array(shape=(2.0,)), bytes(16)),
    "a size that is true": (array(shape=(True, 2)), bytes(16)),
    "a shape that is a number": (array(shape=2), bytes(16)),
    "a shape that is text": (array(shape="2"), bytes(16)),
    "a size beyond the limit": (array(shape=(1 << 40,)), b""),
    "sizes whose product overflows": (array(shape=(1 << 26,) * 8), b""),
    "sizes whose product is hidden by a zero": (array(shape=(0, *(1 << 26,) * 8)), b""),
    "too many axes": (array(shape=(1,) * 17), bytes(8)),
    "objects": (array("|O", (2,)), bytes(16)),
    "text as array": (array("<U1", (4,)), bytes(16)),
    "complex numbers": (array("<c16", (1,)), bytes(16)),
    "dates": (array("<M8[s]", (2,)), bytes(16)),
    "a record": (array("i4,i4", (2,)), bytes(16)),
    "a dtype that is a list": (array([["a", "<f8"]], (2,)), bytes(16)),
    "the other byte order": (array(">f8"), bytes(16)),
    "an array of one part": ({"array": ["<f8"]}, b""),
    "an array of three parts": ({"array": ["<f8", [0], 1]}, b""),
    "an array that is an object": ({"array": {"0": "<f8", "1": [0]}}, b""),
    "a bare list": ([1, 2], b""),
    "a bare float": (1.5, b""),
    "no word": ({}, b""),
    "two words": ({"float": "0x1p0", "opaque": "x"}, b""),
    "an unknown word": ({"pickle": "gASVBQAAAAAAAABLAS4="}, b""),
    "a float that is none": ({"float": "one"}, b""),
    "a float that is a number": ({"float": 1.5}, b""),
    "a float with an endless exponent": ({"float": "0x1p" + "9" * 30}, b""),
    "a very long float": ({"float": "0" * 10_000}, b""),
    "an opaque number": ({"opaque": 1}, b""),
    "a tuple that is an object": ({"tuple": {"0": 1}}, b""),
    "a list that is text": ({"list": "abc"}, b""),
    "a list beyond the limit": ({"list": [None] * 10_001}, b""),
    "an integer beyond the limit": (1 << 63, b""),
    "a dict that is a dict": ({"dict": {"a": 1}}, b""),
    "a dict of single items": ({"dict": [["a"]]}, b""),
    "a dict with a number as name": ({"dict": [[1, 2]]}, b""),
    "a tensor of no library": ({"tensor": ["os", array(shape=(0,))]}, b""),
    "a tensor of a list as library": ({"tensor": [["torch"], array(shape=(0,))]}, b""),
    "a tensor that holds no array": ({"tensor": ["torch", 1]}, b""),
    "a tensor of one part": ({"tensor": ["torch"]}, b""),
}


@pytest.mark.parametrize("case", MALFORMED_VALUES)
def test_a_malformed_value_is_refused(case):
    described, payload = MALFORMED_VALUES[case]
    with pytest.raises(WireError):
        unpack(described, payload)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda value: {"list": [value]},
        lambda value: {"tuple": [value]},
        lambda value: {"dict": [["a", value]]},
        lambda value: {"tensor": ["torch", value]},
    ],
    ids=["list", "tuple", "dict", "tensor"],
)
def test_a_value_nested_without_end_is_refused(wrap):
    value = None
    for _ in range(10_000):
        value = wrap(value)
    with pytest.raises(WireError):
        unpack(value, b"")


MALFORMED_HEADERS = {
    "not JSON": b"{'op': 1}",
    "nothing": b"",
    "not UTF-8": b'{"op": "\xff"}',
    "a list": b"[]",
    "a number": b"1",
    "NaN": b'{"a": NaN}',
    "infinity": b'{"a": -Infinity}',
    "nested without end": b'{"a":' * 200_000 + b"1" + b"}" * 200_000,
    "an endless integer": b'{"a": ' + b"9" * 100_000 + b"}",
}


@pytest.mark.parametrize("case", MALFORMED_HEADERS)
def test_a_malformed_header_is_refused(case):
    with pytest.raises(WireError):
        parse_header(MALFORMED_HEADERS[case])


@pytest.mark.parametrize(
    "lengths", [(MAX_HEADER + 1, 0), (2, MAX_PAYLOAD + 1), (0xFFFFFFFF, 0xFFFFFFFF)]
)
def test_a_frame_that_claims_too_much_is_refused_before_it_is_read(ends, lengths):
    ours, theirs = ends
    theirs.sendall(LENGTHS.pack(*lengths))
    with pytest.raises(WireError, match="larger than is allowed"):
        Incoming(ours).receive(time.monotonic() + 60)


@pytest.mark.parametrize("sent", [b"", b"\x02", LENGTHS.pack(10, 0) + b"{}"])
def test_a_peer_that_hangs_up_early_is_an_error_and_no_timeout(ends, sent):
    ours, theirs = ends
    theirs.sendall(sent)
    theirs.close()
    with pytest.raises(WireError) as caught:
        Incoming(ours).receive(time.monotonic() + 60)
    assert not isinstance(caught.value, WireTimeout)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """``data`` after a few things that go wrong on purpose or by accident."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(changed) + 1)
        what = rng.randrange(6)
        if what == 0 and place < len(changed):
            changed[place] ^= 1 << rng.randrange(8)
        elif what == 1:
            del changed[place:]
        elif what == 2:
            changed[place:place] = rng.randbytes(rng.randint(1, 8))
        elif what == 3:
            changed[place : place + rng.randint(1, 16)] = b""
        elif what == 4:
            changed[place:place] = rng.choice([b"[", b"{", b"-1", b"9" * 30, b"null", b'"'])
        else:
            digits = [i for i, byte in enumerate(changed) if 48 <= byte <= 57]
            if digits:
                changed[rng.choice(digits)] = rng.randrange(48, 58)
    return bytes(changed)


def test_ten_thousand_mutated_frames_end_in_a_value_or_a_wire_error():
    rng = random.Random(0)
    value = ([np.arange(6.0).reshape(2, 3), True], {"a": Tensor("torch", np.ones(2))}, 1.5)
    payload = bytearray()
    honest = frame({"op": "outcome", "value": pack(value, payload)}, payload)
    refused = 0
    for _ in range(10_000):
        forged = mutated(honest, rng)
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(forged)
            theirs.shutdown(socket.SHUT_WR)
            try:
                header, content = Incoming(ours).receive(time.monotonic() + 60)
                unpack(header.get("value"), content)
            except WireTimeout:
                pytest.fail("a mutated frame made the grader wait")
            except WireError:
                refused += 1
    assert refused > 5_000
