"""Archives that are not opened, or not whole: nobody is lost, and each is told why."""

import bz2
import lzma
import resource
import zipfile
from pathlib import Path

import making
import pytest
from quickly import quickly

from autograder.handin.collect import collect, collect_class
from handin.downloads import packed
from handin.test_bounded import GOOD, graces

PACKED = [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.parametrize("how", quickly(PACKED, PACKED[:1]))
def test_a_bomb_packed_otherwise_is_not_unpacked(tmp_path: Path, how: int) -> None:
    making.hand_in(tmp_path / "class", grace=GOOD)
    many = b" " * (100 << 20)
    bomb = packed(("03.ipynb", many), how=how)
    (tmp_path / "class" / "ada.zip").write_bytes(bomb)
    bomb = packed(("ada.ipynb", many), ("grace.ipynb", GOOD), how=how)
    (tmp_path / "whole.zip").write_bytes(bomb)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for source in ("class", "whole.zip"):
        for item in collect(tmp_path / source):
            said = [str(data) for _, data in item.contents() if not isinstance(data, bytes)]
            if item.student == "ada":
                assert "packed in a way that is not opened" in said[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60 << 10, "KiB"


@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress])
def test_other_archives_are_no_notebooks(tmp_path: Path, pack: object) -> None:
    making.hand_in(tmp_path / "class", grace=GOOD)
    (tmp_path / "class" / "ada").mkdir()
    (tmp_path / "class" / "ada" / "03.tar.xz").write_bytes(pack(b"\0" * 10_240))  # type: ignore[operator]
    found = {item.student: item for item in collect(tmp_path / "class")}
    assert graces([*found.values()])
    assert found["ada"].problem == "03.tar.xz was handed in, and is no notebook."


@pytest.mark.parametrize("end", [".7z", ".rar", ".tar", ".tar.gz", ".tgz", ".tar.zst"])
def test_who_hands_in_another_archive_alone_is_in_the_class(
    tmp_path: Path, end: str
) -> None:
    """In a folder of files, too, where a syllabus is nobody's and is named."""
    making.hand_in(tmp_path / "class", grace=GOOD)
    (tmp_path / "class" / f"ada{end}").write_bytes(b"")
    for number in range(9):
        (tmp_path / "class" / f"week-{number}.pdf").write_bytes(b"")
    found = collect_class(tmp_path / "class")
    ada, _ = found.handed
    assert (ada.student, ada.problem) == (
        "ada",
        f"ada{end} was handed in, and is no notebook.",
    )
    assert all(f"week-{number}.pdf" in " ".join(found.said) for number in range(9))


def linked(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


@pytest.mark.parametrize(
    ("member", "why"),
    [
        ("/".join("abcdefgh") + "/03.ipynb", "is deeper than 6 folders."),
        ("../03.ipynb", "is outside of the zip."),
        (linked("03.ipynb"), "is a link."),
    ],
    ids=["deep", "outside", "link"],
)
def test_a_notebook_in_a_zip_that_is_not_read_is_said(
    tmp_path: Path, member: str | zipfile.ZipInfo, why: str
) -> None:
    making.hand_in(tmp_path / "class", grace=GOOD)
    with zipfile.ZipFile(tmp_path / "class" / "ada.zip", "w") as archive:
        archive.writestr(member, GOOD)
    ada, _ = collect(tmp_path / "class")
    assert ada.problem.startswith("ada.zip holds no notebook that is read: ")
    assert ada.problem.endswith(f"03.ipynb {why}")


def test_a_zip_with_a_password_says_so(tmp_path: Path) -> None:
    making.hand_in(tmp_path / "class", grace=GOOD)
    data = bytearray(packed(("03.ipynb", GOOD)))
    for place, flags in ((0, 6), (data.index(b"PK\1\2"), 8)):
        data[place + flags] |= 1
    (tmp_path / "class" / "ada.zip").write_bytes(data)
    ada, _ = collect(tmp_path / "class")
    ((_, said),) = ada.contents()
    assert str(said).endswith("it is encrypted; hand it in without a password.")
