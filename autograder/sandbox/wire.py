"""The protocol between the grader and the student's process.

A frame is a header length and a payload length, a JSON header, and the raw
bytes of the arrays the header speaks of, in order.  Nothing is ever unpickled.
The student's process owns its end of the channel and may send anything, so
every number in a frame is checked before it is believed.
"""

import json
import math
import socket
import struct
import time
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.values import (
    DTYPES,
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_NODES,
    Code,
    Opaque,
    Tensor,
    Trial,
    is_name,
)

LENGTHS = struct.Struct("<II")
MAX_HEADER = 4 << 20  # bytes
MAX_PAYLOAD = 64 << 20  # bytes
MAX_AXES = 16
MAX_TEXT = 1 << 20  # characters
MAX_NAME = 100  # characters
PARTS = 4  # of a description that speak of one value: {"array": [dtype, [axis]]}
LEAST_WAIT = 0.001  # seconds: what is here already is read
READ_AT_ONCE = 1 << 16  # bytes; an answer that calls references is watched while it reads


class WireError(Exception):
    """A malformed frame, or a peer that has gone."""


class WireTimeout(WireError):
    """The deadline passed before a whole frame had come."""


def pack(value: Any, payload: bytearray, depth: int = 0) -> Any:
    """Describe a plain value as JSON.

    ``payload``: the bytes of its arrays are added to it.
    """
    if value is None or isinstance(value, (bool, str)):
        return value if not isinstance(value, str) else value[:MAX_TEXT]
    if isinstance(value, int):
        return value if abs(value) < MAX_INTEGER else {"opaque": "int"}
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, np.ndarray) and value.dtype.str in DTYPES:
        payload += np.ascontiguousarray(value).tobytes()
        return {"array": [value.dtype.str, list(value.shape)]}
    if isinstance(value, Tensor):
        return {"tensor": [value.framework, pack(value.array, payload, depth + 1)]}
    if isinstance(value, Code):
        return {"code": [value.expression, pack(value.data, payload, depth + 1)]}
    if isinstance(value, Trial):
        return {"trial": [value.source, pack(value.data, payload, depth + 1)]}
    if isinstance(value, dict) and depth < MAX_DEPTH:
        items = list(value.items())[:MAX_ITEMS]
        return {"dict": [[k[:MAX_NAME], pack(v, payload, depth + 1)] for k, v in items]}
    if isinstance(value, (tuple, list)) and depth < MAX_DEPTH:
        word = "tuple" if isinstance(value, tuple) else "list"
        return {word: [pack(item, payload, depth + 1) for item in value[:MAX_ITEMS]]}
    name = value.type_name if isinstance(value, Opaque) else type(value).__name__
    return {"opaque": str(name)[:MAX_NAME]}


def unpack(described: Any, payload: bytes, *, trusted: bool = False) -> Any:
    """Make the value that ``pack`` described.

    ``payload``: the bytes of its arrays; all of them must be used. ``trusted``: whether it
    comes from the grader: only then may it hold ``Code`` and ``Trial``, which are run where
    they arrive. Raises ``WireError`` when the description or the byte
    count is not exactly right.
    """
    if not trusted and too_many(described):
        raise WireError("The value has too many parts.")
    value, used = _unpack(described, payload, 0, 0, trusted)
    if used != len(payload):
        raise WireError("The frame has bytes that no array claims.")
    return value


def too_many(described: Any) -> bool:
    """Whether a value as ``pack`` describes it has more parts than are looked at."""
    if isinstance(described, dict) and list(described) == ["array"]:
        return False  # of which no more than its few axes is ever read
    pending, count = [described], 0
    while pending and count <= PARTS * MAX_NODES:
        part = pending.pop()
        count += 1
        if isinstance(part, dict):
            pending += part.values()
        elif isinstance(part, list):
            pending += part
    return bool(pending)


def _unpack(
    described: Any, payload: bytes, at: int, depth: int, trusted: bool
) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise WireError("The value is nested too deeply.")
    if described is None or isinstance(described, (bool, str, int)):
        if isinstance(described, int) and abs(described) >= MAX_INTEGER:
            raise WireError("The integer is too large.")
        return described, at
    if not isinstance(described, dict) or len(described) != 1:
        raise WireError("The value has an unknown form.")
    ((word, content),) = described.items()
    if word == "array":
        return _array(content, payload, at)
    if word == "float" and isinstance(content, str) and len(content) <= 40:
        return _float(content), at
    if word == "opaque" and isinstance(content, str):
        return Opaque(content[:MAX_NAME]), at
    if word == "tensor":
        return _tensor(content, payload, at)
    if word in ("code", "trial") and trusted:
        data, at = _unpack(content[1], payload, at, depth + 1, trusted)
        return (Code if word == "code" else Trial)(str(content[0]), data), at
    if word == "dict":
        return _dict(content, payload, at, depth, trusted)
    if word in ("tuple", "list") and isinstance(content, list):
        items, at = _items(content, payload, at, depth, trusted)
        return (tuple(items) if word == "tuple" else items), at
    raise WireError("The value has an unknown form.")


def _float(content: str) -> float:
    try:
        return float.fromhex(content)
    except (ValueError, OverflowError):
        raise WireError("The float cannot be read.") from None


def _items(
    content: list[Any], payload: bytes, at: int, depth: int, trusted: bool
) -> tuple[list[Any], int]:
    if len(content) > MAX_ITEMS:
        raise WireError("The sequence is too long.")
    items = []
    for item in content:
        value, at = _unpack(item, payload, at, depth + 1, trusted)
        items.append(value)
    return items, at


def _tensor(content: Any, payload: bytes, at: int) -> tuple[Tensor, int]:
    if not isinstance(content, list) or len(content) != 2:
        raise WireError("The tensor has an unknown form.")
    if content[0] not in [each.name for each in frameworks.known() if each.roots]:
        raise WireError("The tensor is of no library we know.")
    if not isinstance(content[1], dict) or list(content[1]) != ["array"]:
        raise WireError("The tensor holds no array.")
    array, at = _array(content[1]["array"], payload, at)
    return Tensor(content[0], array), at


def _dict(
    content: Any, payload: bytes, at: int, depth: int, trusted: bool
) -> tuple[dict[Any, Any], int]:
    if not isinstance(content, list) or len(content) > MAX_ITEMS:
        raise WireError("The mapping has an unknown form.")
    items = {}
    for item in content:
        if not isinstance(item, list) or len(item) != 2:
            raise WireError("The mapping has an unknown form.")
        # JSON knows no tuples: a tuple of strings comes as a list of them.
        name = tuple(item[0][:MAX_NAME]) if isinstance(item[0], list) else item[0]
        if not is_name(name):
            raise WireError("The mapping has an unknown form.")
        items[name[:MAX_NAME]], at = _unpack(item[1], payload, at, depth + 1, trusted)
    return items, at


def _array(content: Any, payload: bytes, at: int) -> tuple[np.ndarray, int]:
    if not isinstance(content, list) or len(content) != 2:
        raise WireError("The array has an unknown form.")
    code, shape = content
    if not isinstance(code, str) or code not in DTYPES:
        raise WireError("The array has a dtype that is not allowed.")
    if not isinstance(shape, list) or len(shape) > MAX_AXES:
        raise WireError("The array has an impossible shape.")
    if not all(type(n) is int and 0 <= n <= MAX_PAYLOAD for n in shape):
        raise WireError("The array has an impossible shape.")
    if math.prod(max(n, 1) for n in shape) > MAX_PAYLOAD:  # a zero hides the others
        raise WireError("The array has an impossible shape.")
    dtype = np.dtype(code)
    count = math.prod(shape)
    end = at + count * dtype.itemsize
    if end > len(payload):
        raise WireError("The array claims more bytes than were sent.")
    array = np.frombuffer(payload, dtype, count, at).reshape(shape).copy()
    if dtype.kind == "b":  # any byte may have been sent; True is one value
        array = np.asarray(array.view(np.uint8) != 0)
    return array, end


def _refuse(word: str) -> None:
    raise WireError(f"The header holds {word}.")


# Made once: json.dumps and json.loads with options make one for every call.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_DECODER = json.JSONDecoder(parse_constant=_refuse)


def frame(header: dict[str, Any], payload: bytes | bytearray = b"") -> bytes:
    """The bytes of one frame: a header as JSON, and the bytes of arrays."""
    text = _ENCODER.encode(header).encode()
    if len(text) > MAX_HEADER or len(payload) > MAX_PAYLOAD:
        raise WireError("The value is too large to send.")
    return LENGTHS.pack(len(text), len(payload)) + text + payload


def parse_header(text: bytes | bytearray) -> dict[str, Any]:
    """The header of a frame; deep nesting and NaN are refused."""
    try:
        header = _DECODER.decode(text.decode())
    except (ValueError, RecursionError):
        raise WireError("The header is not JSON.") from None
    if not isinstance(header, dict):
        raise WireError("The header is not an object.")
    return header


def send(
    channel: socket.socket, header: dict[str, Any], payload: bytes | bytearray = b""
) -> None:
    """Send one frame; errors as ``send_frames`` has them, or it is too large."""
    send_frames(channel, frame(header, payload))


def send_frames(channel: socket.socket, frames: bytes) -> None:
    """Send frames that are made already.

    Raises ``WireError`` when the peer has gone or is not reading.
    """
    try:
        channel.sendall(frames)
    except TimeoutError:
        raise WireTimeout("The other side has stopped reading.") from None
    except OSError:
        raise WireError("The other side has gone.") from None


class Incoming:
    """Frames from a channel, in order; what came too early is kept for later.

    One read takes whatever is there: a hundred small answers cost one or two.
    """

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._kept = bytearray()

    def receive(self, deadline: float | None = None) -> tuple[dict[str, Any], bytes]:
        """The next frame, before ``deadline`` (of ``time.monotonic``).

        Raises ``WireError`` when the peer has gone, or what came is no frame. Raises
        ``WireTimeout`` when the deadline passed first; what is here already is never too
        late.
        """
        self._fill(LENGTHS.size, deadline)
        header_size, payload_size = LENGTHS.unpack_from(self._kept)
        if header_size > MAX_HEADER or payload_size > MAX_PAYLOAD:
            raise WireError("The frame is larger than is allowed.")
        middle = LENGTHS.size + header_size
        end = middle + payload_size
        self._fill(end, deadline)
        header = parse_header(self._kept[LENGTHS.size : middle])
        payload = bytes(self._kept[middle:end])
        del self._kept[:end]
        return header, payload

    def _fill(self, count: int, deadline: float | None) -> None:
        """Read until ``count`` bytes are here."""
        while len(self._kept) < count:
            if deadline is not None:
                self._channel.settimeout(max(deadline - time.monotonic(), LEAST_WAIT))
            try:
                part = self._channel.recv(READ_AT_ONCE)
            except TimeoutError:
                raise WireTimeout("No answer came in time.") from None
            except OSError:
                raise WireError("The other side has gone.") from None
            if not part:
                raise WireError("The other side has gone.")
            self._kept += part
