"""The GGUF reader, on a file of a few bytes made here."""

import struct
from pathlib import Path

import numpy as np
import pytest

from attention_lessons.gguf_file import dequantize_q8_0, read_gguf


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _file(path: Path, tensors: list[tuple[str, tuple[int, ...], int, bytes]]) -> Path:
    values = [
        _string("a.size") + struct.pack("<II", 4, 576),
        _string("a.words") + struct.pack("<IIQ", 9, 8, 2) + _string("Ġt") + _string("in"),
        _string("a.flag") + struct.pack("<I?", 7, True),
        _string("a.base") + struct.pack("<If", 6, 0.5),
    ]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values)) + b"".join(values)
    body = b""
    for name, shape, kind, data in tensors:
        sizes = struct.pack(f"<{len(shape)}Q", *reversed(shape))
        head += _string(name) + struct.pack("<I", len(shape)) + sizes
        head += struct.pack("<IQ", kind, len(body))
        body += data + b"\0" * (-len(data) % 32)
    path.write_bytes(head + b"\0" * (-len(head) % 32) + body)
    return path


def test_metadata_and_tensors_are_what_was_written(tmp_path: Path):
    numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
    packed = bytes(range(40))
    tensors = [
        ("norm", (2, 3), 0, numbers.tobytes()),
        ("matrix", (2, 32), 3, packed),
    ]
    file = read_gguf(_file(tmp_path / "small.gguf", tensors))
    assert file.metadata == {
        "a.size": 576,
        "a.words": ["Ġt", "in"],
        "a.flag": True,
        "a.base": 0.5,
    }
    assert np.array_equal(file.tensors["norm"].data, numbers)
    matrix = file.tensors["matrix"]
    assert (matrix.shape, matrix.stored, matrix.data.shape) == ((2, 32), "Q4_1", (2, 20))
    assert bytes(matrix.data.ravel()) == packed


def test_what_is_no_gguf_file_or_stored_in_another_way_is_refused(tmp_path: Path):
    (tmp_path / "other").write_bytes(b"PK\3\4 and more")
    with pytest.raises(ValueError, match="not a GGUF file"):
        read_gguf(tmp_path / "other")
    strange = _file(tmp_path / "strange", [("matrix", (1, 32), 2, bytes(18))])
    with pytest.raises(ValueError, match="not known here"):
        read_gguf(strange)


def test_q8_0_is_scale_times_signed_byte():
    rng = np.random.default_rng(0)
    scales = rng.uniform(0.1, 1, size=(3, 2)).astype("<f2")
    signed = rng.integers(-128, 128, size=(3, 2, 32), dtype=np.int8)
    blocks = np.concatenate(
        [scales[..., None].view(np.uint8), signed.view(np.uint8)], axis=-1
    ).reshape(3, 68)
    expected = scales.astype(np.float32)[..., None] * signed
    assert np.array_equal(dequantize_q8_0(blocks), expected.reshape(3, 64))
