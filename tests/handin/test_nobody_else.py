"""Nothing that one student hands in changes whose another's work is, or when it came.

Eve hands in, as each system lets her, files that systems lay beside hand-ins and that
name others; everybody else's hand-in is then what it was without hers.
"""

import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import notebook

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import Collected, collect_class
from autograder.handin.submission import SubmissionsProblem

# Login, name, and the number by which each system knows them; Dora hands in nothing.
PEOPLE = {
    "ada": ("Ada Lovelace", 71),
    "ben": ("Ben Okri", 72),
    "cleo": ("Cleo Marsh", 73),
    "dora": ("Dora Vale", 74),
    "eve": ("Eve Mallory", 75),
}
HONEST = ("ada", "ben", "cleo")
ROSTER = Roster(
    tuple(
        Student(
            login,
            name,
            f"{login}@uni.example",
            ids={
                **{"id": login, "login": login, "github": login},
                **dict.fromkeys(("canvas_id", "moodle_id", "brightspace_id"), str(number)),
            },
        )
        for login, (name, number) in PEOPLE.items()
    ),
    complete=True,
)
WHEN = 1_772_366_400.0  # of every file
AT = "2026-03-01-15-22-11"


def run_together(login: str) -> str:
    return "".join(reversed(PEOPLE[login][0].lower().split()))


def flat(name: str) -> str:
    """A system that knows no folders puts all into one name."""
    return name.replace("/", "-")


# Where each system puts a file that somebody calls so.
SYSTEMS: dict[str, Callable[[str, str], str]] = {
    "canvas": lambda who, name: (
        f"{run_together(who)}_{PEOPLE[who][1]}_9{PEOPLE[who][1]}_{flat(name)}"
    ),
    "moodle": lambda who, name: (
        f"{PEOPLE[who][0]}_{PEOPLE[who][1]}_assignsubmission_file_/{name}"
    ),
    "moodle, flat": lambda who, name: (
        f"{PEOPLE[who][0]}_{PEOPLE[who][1]}_assignsubmission_file_{flat(name)}"
    ),
    "blackboard": lambda who, name: f"Lab_3_{who}_attempt_{AT}_{flat(name)}",
    "brightspace": lambda who, name: (
        f"{PEOPLE[who][1]}-9 - {PEOPLE[who][0]} - Mar 1, 2026 322 PM/{name}"
    ),
    "gradescope": lambda who, name: f"submission_{PEOPLE[who][1]}/{name}",
    "github": lambda who, name: f"week-3-{who}/{name}",
    "nbgrader": lambda who, name: f"{who}/ps1/{name}",
    "folders": lambda who, name: f"{who}/{name}",
    "files": lambda who, name: name if who == "eve" else f"{who}.ipynb",
}


def metadata(*whose: tuple[int, str]) -> str:
    """Gradescope's file, in which these submissions are these people's."""
    lines = ["---"]
    for number, who in whose:
        lines += [
            f"submission_{number}:",
            "  :submitters:",
            f"  - :name: {PEOPLE[who][0]}",
            f"    :sid: {who}",
            f"    :email: {who}@uni.example",
            "  :created_at: 2026-03-01 20:10:00 -08:00",
        ]
    return "\n".join([*lines, ""])


OWN = metadata(*((number, who) for who, (_, number) in PEOPLE.items() if who != "dora"))
SWAPPED = metadata((71, "ben"), (72, "ada"), (73, "eve"), (75, "dora"), (1, "ada"))


def beside(system: str, who: str) -> dict[str, str]:
    """What the system itself lays beside a hand-in."""
    if system == "blackboard":
        text = f"Name: {PEOPLE[who][0]} ({who})\nAssignment: Lab 3\n"
        return {f"Lab_3_{who}_attempt_{AT}.txt": text}
    if system == "github":
        return {f"week-3-{who}/.git/HEAD": "ref: refs/heads/main"}
    if system == "nbgrader":
        return {f"{who}/ps1/timestamp.txt": "2026-03-01 12:00:00.000000 UTC"}
    return {"submission_metadata.yml": OWN} if system == "gradescope" else {}


OTHERS = json.loads(notebook("# Name: Ada Lovelace, Dora Vale\nto_celsius = 1"))
OTHERS["metadata"]["authors"] = [{"name": "Ben Okri"}]
TEXTS = st.sampled_from(
    [
        *(SWAPPED, "Name: Ada Lovelace (ada)\n", "Name: Eve (3_eve)\n"),
        *("id,name\neve,Ada\n", "2000-01-01 12:00:00 UTC", "ref: refs/heads/main"),
        *('{"ada": "eve"}', json.dumps(OTHERS)),
    ]
)
# What lies about in downloads, and how systems name a hand-in of somebody else.
NAMES = (
    *("submission_metadata.yml", "timestamp.txt", "ps1/timestamp.txt", ".git/HEAD"),
    *("manifest.json", "roster.csv", "grades.csv", "helper.py", "x.zip", "x.ipynb"),
    *(f"Lab_3_ada_attempt_{AT}.txt", f"Lab_3_ada_attempt_{AT}_x.ipynb"),
    *("submission_71/x.ipynb", "submission_1/x.ipynb", "submission_1/timestamp.txt"),
    *("lovelaceada_71_999_x.ipynb", "valedora_LATE_74_1_x.ipynb", "okriben_72_text.html"),
    "Ada Lovelace_71_assignsubmission_file_/x.ipynb",
    "Dora Vale_74_assignsubmission_file_x.ipynb",
    *("71-9 - Ada Lovelace - Mar 2, 2026 322 PM/x.ipynb", "Ben Okri - x.ipynb"),
    *("week-3-ada/x.ipynb", "week-3-ada/.git/HEAD", "week-3-/.git/HEAD", "a/.git/HEAD"),
    *(
        "submitted/dora/ps1/x.ipynb",
        "source/ps1/x.ipynb",
        "submitted/ada/ps1/timestamp.txt",
    ),
    *("ada/ps1/x.ipynb", "ada/ps1/timestamp.txt", "dora/x.ipynb", "ada.zip", "ben.ipynb"),
)
# Of a folder of files whoever collected them gave the names, and nobody else can say.
BY_NAME = ("ada", "ben", "cleo", "dora")


@st.composite
def contents(draw: st.DrawFn, name: str) -> bytes:
    """What is in a file: text that says who somebody is, or a zip with more such files."""
    if not name.endswith(".zip"):
        return draw(TEXTS).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for inside in draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4)):
            archive.writestr(inside, draw(TEXTS))
    return made.getvalue()


HERS = st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=8).flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(name), contents(name)) for name in names))
)


def written(files: dict[str, bytes], folder: Path, as_zip: bool) -> Path:
    """The class as it is downloaded: a zip, or what was in one."""
    if as_zip:
        with zipfile.ZipFile(folder / "download.zip", "w") as archive:
            for name, data in files.items():
                archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data)
        return folder / "download.zip"
    for name, data in files.items():
        path = folder / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (WHEN, WHEN))
    return folder / "class"


def about(found: Collected) -> dict[str, Any]:
    """Of everybody who handed in: what is graded, when it came, and what is known."""
    people = {s.key: s for s in (*found.roster.students, *found.roster.others)}
    return {
        item.student: (
            [(name, stored.read()) for name, stored in (*item.files, *item.modules)],
            (item.times, item.ranks, item.handed_in, item.problem),
            (people[item.student].ids, people[item.student].times),
            people[item.student].notes,
        )
        for item in found.handed
    }


def collected(source: Path, roster: Roster | None, system: str) -> Collected:
    """The class; where names are people's own, the instructor may have to say so."""
    if system != "files":  # elsewhere Eve cannot even stop it
        return collect_class(source, roster, timezone="UTC")
    try:
        return collect_class(source, roster, timezone="UTC")
    except SubmissionsProblem:
        return collect_class(source, roster, "students", timezone="UTC")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("known", [True, False], ids=["a roster", "no roster"])
@settings(max_examples=25)
@given(given_in=HERS, as_zip=st.booleans())
def test_what_eve_hands_in_changes_nobody_elses_work(system, known, given_in, as_zip):
    roster, place = ROSTER if known else None, SYSTEMS[system]
    files: dict[str, bytes] = {}
    for who in HONEST:
        files[place(who, "03-numpy.ipynb")] = notebook(f"to_celsius = '{who}'")
        files |= {name: text.encode() for name, text in beside(system, who).items()}
    own = {place("eve", name): data for name, data in given_in if may_hand_in(system, name)}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "without").mkdir()
        without = written(files, Path(folder) / "without", as_zip)
        before = collected(without, roster, system)
        with_hers = own | {n: t.encode() for n, t in beside(system, "eve").items()} | files
        after = collected(written(with_hers, Path(folder), as_zip), roster, system)
        now, then = about(after), about(before)
        assert {student: now[student] for student in then} == then
        hers = {*now} - {*then}
        assert hers.isdisjoint({*BY_NAME, *(PEOPLE[who][0] for who in BY_NAME)})
        assert {*before.missing} - {*after.missing} <= {"eve"}
        assert system == "files" or len(hers) < 2


def may_hand_in(system: str, name: str) -> bool:
    """Whose a folder's files are is what they are called, where no system names them."""
    return system != "files" or name.partition("/")[0].partition(".")[0] not in BY_NAME
