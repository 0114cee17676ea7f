"""Attacks that never run: names, links, and text for who reads the results."""

import csv
import html
import html.parser
import io
import json
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path

import making
import pytest

from attacks.command import TESTS, command
from autograder.sandbox import isolation

pytestmark = pytest.mark.skipif(
    not any(trial.works for trial in isolation.tier_checks()), reason="no isolation here"
)

SCRIPT = "<script>alert(1)</script>"

IMAGE = "<img src=x onerror=alert(1)>"

TERMINAL = "\x1b[2J\x1b]0;owned\x07\x9b31m"

BIDI = "\u202egnp.exe\u202c"

SAYS = f"'{SCRIPT}{IMAGE}</pre></style>' + {TERMINAL!r} + {BIDI!r}"

# Whose names attack who reads them.
NAMES = (
    SCRIPT.replace("/", "\u2215"),
    '"><b onmouseover=alert(1)>',
    "=cmd|' \u2215C calc'!A1",
    "+1+1",
    "@SUM(1;1)",
    "-2+3",
    "a;=1+1;b",
    "  =1+1",
    "a\nb,c\r\nd",
    TERMINAL,
    BIDI,
    "..",
    "...ipynb",
    "CON",
    "a" * 240,
    "学" * 80,
    "\u0430da",  # a Cyrillic letter first
    "Ada",
    "ada",
    "ad\u0061\u0301",
    "ad\u00e1",
    "a%2e%2e%2fb",
    "$(touch left)`touch left`",
    "{{ 7 * 7 }}{% raise %}",
)

# What is said by code that fails: everywhere it is shown, it must be shown as text.
SPEAKERS = {
    "raises": f"def to_celsius(f):\n    raise ValueError({SAYS})",
    "prints": f"def to_celsius(f):\n    print({SAYS})\n    return f",
    "returns": f"def to_celsius(f):\n    return {SAYS}",
    "names": f"def to_celsius(f):\n    return {{{SAYS}: 1}}",
    "types": f"def to_celsius(f):\n    return type({SAYS}, (), {{}})()",
    "chooses": making.TO_CELSIUS + f"\npredict = {SAYS}",
    "surrogates": "def to_celsius(f):\n    print('\\ud800')\n    raise OSError('\\udfff')",
}
EXTREME = {
    "wild": "-np.where(np.arange(f.size) % 2, 1.7e308, 5e-324).reshape(f.shape)",
    "integers": "np.full(f.shape, np.iinfo('i8').min)",
}

SECRET = "root:x:0:0"


@dataclass(frozen=True)
class Run:
    """A run of the command over a hostile class."""

    submissions: Path
    out: Path
    status: int
    said: str

    def pages(self) -> dict[str, str]:
        """Every page that a person opens, by name."""
        paths = [*(self.out / "feedback").iterdir(), self.out / "report.html"]
        return {path.name: path.read_text(encoding="utf-8") for path in paths}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Everything at once, and one honest student."""
    place = tmp_path_factory.mktemp("hostile")
    folder = place / "submissions"
    folder.mkdir()
    right = making.solved()
    for name in NAMES:
        (folder / f"{name}.ipynb").write_bytes(right)
    (folder / os.fsdecode(b"\xff\xfe.ipynb")).write_bytes(right)
    (folder / os.fsdecode(b"\xff\xfd.ipynb")).write_bytes(right)
    for name, source in SPEAKERS.items():
        (folder / f"{name}.ipynb").write_bytes(making.solved(to_celsius=source))
    for name, value in EXTREME.items():
        source = f"import numpy as np\ndef to_celsius(f):\n    return {value}"
        (folder / f"{name}.ipynb").write_bytes(making.solved(to_celsius=source))
    (folder / "honest.ipynb").write_bytes(right)
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.ipynb", b" " * (51 << 20))
    for name, target in {
        "passwd": "/etc/passwd",
        "key": TESTS / "toy_key" / "temperatures.py",
        "another": folder / "honest.ipynb",
        "itself": folder / "itself.ipynb",
        "endless": "/dev/zero",
    }.items():
        (folder / f"link-{name}.ipynb").symlink_to(target)
    (folder / "link-folder").symlink_to("/etc")
    (folder / "link-key-folder").symlink_to(TESTS / "toy_key")
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "a folder.ipynb").mkdir()
    with (folder / "sparse.ipynb").open("wb") as file:
        file.truncate(100 << 20)
    (folder / "deep.ipynb").write_bytes(b"[" * 500_000 + b"]" * 500_000)
    (folder / "deeper.ipynb").write_bytes(b'{"cells":' * 100_000)
    deep = "x = " + "-" * 5_000 + "1\n" + "(" * 500 + ")" * 500
    (folder / "deep-code.ipynb").write_bytes(making.notebook(deep, making.TO_CELSIUS))
    sums = "def to_celsius(f):\n    " + "1" + "+1" * 900 + "\n    return (f - 32) * 5 / 9"
    (folder / "long-sum.ipynb").write_bytes(making.solved(to_celsius=sums))
    blank = "\n" * 200_000 + "x = )"
    (folder / "blank-lines.ipynb").write_bytes(making.notebook(blank, making.TO_CELSIUS))
    asks = "x = )\n" + " " * 20_000 + "a" + "? " * 20_000 + "x"
    (folder / "questions.ipynb").write_bytes(making.notebook(asks, making.TO_CELSIUS))
    many = ";".join(f"a{i}=1" for i in range(9_000))
    used = (
        "def to_celsius(f):\n    return [" + ",".join(f"n{i}" for i in range(50_000)) + "]"
    )
    (folder / "many-names.ipynb").write_bytes(making.notebook(many, used))
    flags = ("--key", "toy_key", "--jobs", 2, "--timeout", 2, "--call-timeout", 0.5)
    status, said = command("grade", folder, "--out", place / "out", *flags)
    assert (place / "out" / "report.html").exists(), said
    return Run(folder, place / "out", status, said)


def test_nothing_with_a_hand_ins_name_is_left_unsaid(hostile: Run) -> None:
    """A pipe, a folder and a link, too: whoever looks for a name finds it."""
    found = results(hostile)
    there = {
        path.name.removesuffix(".ipynb") for path in hostile.submissions.glob("*.ipynb")
    }
    names = {os.fsencode(name).decode(errors="backslashreplace") for name in there}
    # A folder keeps the end of its name.
    assert [name for name in names if not {name, f"{name}.ipynb"} & {*found}] == []
    assert "no file that can be opened" in found["pipe"]["message"]


def results(run: Run) -> dict[str, dict]:
    found = [json.loads(p.read_text()) for p in (run.out / "results").iterdir()]
    return {record["student"]: record for record in found}


def test_every_student_is_in_the_results_once(hostile: Run) -> None:
    students = results(hostile)
    assert hostile.status == 1, hostile.said  # some could not be read
    for name in NAMES:
        assert students[name]["status"] == "graded", name
        assert students[name]["score"] == students[name]["max_score"], name
    assert sum("xff" in name for name in students) == 2
    assert students["honest"]["score"] == students["honest"]["max_score"]
    assert len(students) == len(list((hostile.out / "feedback").iterdir()))


def test_no_link_is_followed(hostile: Run) -> None:
    students = results(hostile)
    linked = {name: r for name, r in students.items() if name.startswith("link-")}
    assert len(linked) == 7
    for name, record in linked.items():
        assert record["status"] == "unreadable", name
        assert record["score"] is None, name
        assert "link" in record["message"], name
    everything = json.dumps(students) + "".join(hostile.pages().values()) + hostile.said
    assert SECRET not in everything
    assert "TO_CELSIUS" not in everything


def test_what_cannot_be_read_is_said_and_is_no_zero(hostile: Run) -> None:
    students = results(hostile)
    for name in ("sparse", "deep", "deeper", "bomb"):
        assert students[name]["status"] == "unreadable", name
        assert students[name]["score"] is None, name
        assert f"{name}.ipynb" in students[name]["message"]


def test_code_that_is_slow_to_read_is_read(hostile: Run) -> None:
    """Quadratic patterns and searches hang a grader before anything is run."""
    students = results(hostile)
    for name in ("deep-code", "long-sum", "blank-lines", "questions", "many-names"):
        assert students[name]["status"] in ("graded", "unreadable"), students[name]
    assert students["long-sum"]["score"] == students["long-sum"]["max_score"]


def test_nothing_is_written_outside(hostile: Run) -> None:
    place = hostile.out.parent
    assert {path.name for path in place.iterdir()} == {"submissions", "out"}
    for path in hostile.out.rglob("*"):
        assert path.resolve().is_relative_to(hostile.out.resolve())
        assert len(os.fsencode(path.name)) <= 255
        assert path.name.isprintable(), repr(path.name)


class Tags(html.parser.HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.found.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.handlers += [v for _, v in attrs if v and "javascript:" in v.lower()]


def test_pages_show_names_and_outputs_as_text(hostile: Run) -> None:
    seen = ""
    for name, page in hostile.pages().items():
        tags = Tags()
        tags.feed(page)
        assert not tags.found & {"script", "img", "iframe", "object", "b", "base"}, name
        assert not tags.handlers, name
        assert "default-src 'none'" in html.unescape(page), name
        seen += page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in seen  # it was there to be escaped
    assert "{{ 7 * 7 }}" in seen
    assert "49{" not in seen


def test_no_cell_of_a_spreadsheet_is_a_formula(hostile: Run) -> None:
    text = (hostile.out / "grades.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len({len(row) for row in rows}) == 1
    names = [row[0] for row in rows[1:]]
    assert not [n for n in names if n.lstrip().startswith(tuple("=+-@"))]
    assert "'=cmd|' \u2215C calc'!A1" in names
    # Where a semicolon parts cells, one in a name must not: it stands in quotes.
    european = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    cells = [cell for row in european for cell in row]
    assert not [c for c in cells if c.lstrip().startswith(tuple("=+@"))]


def test_extreme_numbers_say_nothing_on_the_graders_terminal(hostile: Run) -> None:
    assert {results(hostile)[name]["status"] for name in EXTREME} == {"graded"}
    assert "Warning" not in hostile.said, hostile.said


def test_the_terminal_is_told_nothing_but_text(hostile: Run) -> None:
    assert "\x1b" not in hostile.said
    assert "\x9b" not in hostile.said
    assert "\u202e" not in hostile.said


@pytest.mark.parametrize("name", ["raises", "returns", "surrogates"])
def test_check_prints_what_was_said_as_text(name: str, hostile: Run) -> None:
    path = hostile.submissions / f"{name}.ipynb"
    status, said = command("check", path, "--key", "toy_key")
    assert status == 0, said
    assert "Traceback" not in said
    assert not {c for c in said if not c.isprintable()} - {"\n"}, said
    assert not any("\ud800" <= c <= "\udfff" for c in said)
