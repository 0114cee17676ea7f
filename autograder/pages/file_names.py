"""Names of students as names of files."""

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator

NAME_BYTES = 100  # of a student's name
# A login that can be a file's name on every system, and hides nothing.
LOGIN = re.compile(r"\w[\w.@+-]{0,99}", re.ASCII)
# What Windows takes for a device, whatever ending it has.
DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)\d) *(?:\..*)?")


def file_names(students: Iterable[str]) -> dict[str, str]:
    """A safe file name for each student, unique on every file system.

    Some take small letters for capitals, and forms of the same letter for one another.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in students:
        safe = re.sub(r"[^\w.@ -]+", "_", unicodedata.normalize("NFC", student))
        # By bytes: that is how file systems count.
        safe = safe.encode(errors="replace")[:NAME_BYTES].decode(errors="ignore")
        safe = safe.strip(". ") or "student"
        safe = f"_{safe}" if DEVICE.fullmatch(_same(safe)) else safe
        name = next(each for each in _candidates(safe, student) if _same(each) not in taken)
        taken.add(_same(name))
        names[student] = name
    return names


def _candidates(safe: str, student: str) -> Iterator[str]:
    """The name, and then with a hash behind it, which may be somebody's name, too."""
    yield safe
    for number in itertools.count():
        whole = student.encode(errors="backslashreplace") + b"\0" * number
        yield f"{safe}-{hashlib.sha256(whole).hexdigest()[:8]}"


def _same(name: str) -> str:
    """Equal for two names that some file system takes for one."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).casefold()
