"""When something came: by whose word, and the same for all who handed in one file."""

import pytest

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import collect_class
from handin.downloads import folder, zipped

CAME = "2026-03-01T20:00:00+01:00"


def times(found) -> dict[str, str]:
    return {item.student: item.handed_in for item in found.handed}


@pytest.mark.parametrize("make", [folder, zipped])
def test_the_date_of_a_file_is_said_and_not_used(make, tmp_path):
    made = make(tmp_path / "class.zip", "ada/3.ipynb", "bo/3.ipynb")
    found = collect_class(made)
    assert set(times(found).values()) == {""}
    assert "are those of whatever copied them last, and are not used" in found.times
    assert all(times(collect_class(made, file_dates=True)).values())


def test_a_commits_date_is_what_the_students_machine_says(tmp_path):
    made = folder(tmp_path, *(f"week-3-{who}/3.ipynb" for who in ("ada", "bo")))
    for clone in made.iterdir():
        (clone / ".git").mkdir()
    found = collect_class(made, file_dates=True)
    assert times(found) == {"ada": "", "bo": ""}
    assert "what the student's machine says" in found.times


HUBS = {
    "ours": "{}/2026-03-01T190000.000000Z/3.ipynb",
    "nbgrader's exchange": "{}+week-1+2026-03-01 19:00:00.123456 UTC/3.ipynb",
    "and its random letters": "{}+week-1+2026-03-01 19:00:00.123456 UTC+aB3/3.ipynb",
}


@pytest.mark.parametrize("hub", HUBS)
def test_the_time_in_a_hubs_folder_counts(hub, tmp_path):
    made = folder(tmp_path, *(HUBS[hub].format(who) for who in ("ada", "bo")))
    found = collect_class(made)
    assert times(found) == dict.fromkeys(["ada", "bo"], "2026-03-01T19:00:00+00:00")
    assert "download's own" in found.times


def test_a_folder_that_one_student_has_called_so_says_nothing(tmp_path):
    made = folder(tmp_path, "ada/2020-01-01T000000.000000Z/3.ipynb", "bo/3.ipynb")
    assert times(collect_class(made)) == {"ada": "", "bo": ""}


@pytest.mark.parametrize("who", [0, 1])
def test_one_file_of_a_team_came_at_one_time(who, tmp_path):
    came = [CAME if i == who else "" for i in range(2)]
    people = [Student(f"s{i}", group="Team 1", handed_in=came[i]) for i in range(2)]
    found = collect_class(folder(tmp_path, "Team 1/3.ipynb"), Roster(tuple(people), True))
    assert times(found) == {"s0": CAME, "s1": CAME}
