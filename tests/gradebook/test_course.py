"""A course's settings: what may be written, and what is refused in one sentence."""

import contextlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from autograder.gradebook import course_lines
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.course_lines import CourseProblem
from autograder.gradebook.dates import DateProblem, iso, moment, seconds_between
from autograder.gradebook.late import DAY, Late, LateProblem

EVERYTHING = """
title = "Weather, spring"
book_url = "https://book.example/weather/"
timezone = "Europe/Paris"
roster = "class/roster.csv"

[due]
"01-temperatures" = 2026-03-01T23:59:00
all = "2026-06-30T23:59:00+02:00"

[points]
temperature.to_celsius = 4
"temperature.mean_celsius" = 0.5

[late]
policy = "per_day"
rate = 0.25
cap = 0.5
grace_minutes = 15

[[extensions]]
student = "ada"
chapter = "01-temperatures"
days = 3

[[extensions]]
student = "ben@uni.example"
until = 2026-12-01T12:00:00Z
reason = "ill"
"""
PARIS = ZoneInfo("Europe/Paris")


def course(folder: Path, text: str, toy) -> Course:
    path = folder / "course.toml"
    path.write_text(text, encoding="utf-8")
    return load_course(path, toy)


def test_everything_that_can_be_set(tmp_path, toy):
    found = course(tmp_path, EVERYTHING, toy)
    assert (found.title, found.book_url) == (
        "Weather, spring",
        "https://book.example/weather",
    )
    assert found.due == {
        "temperature": "2026-03-01T23:59:00+01:00",
        "": "2026-06-30T23:59:00+02:00",
    }
    assert found.points == {"temperature.to_celsius": 4, "temperature.mean_celsius": 0.5}
    assert found.late == Late("per_day", rate=0.25, cap=0.5, grace_minutes=15)
    assert found.roster == str(tmp_path / "class" / "roster.csv")


def test_nothing_has_to_be_set(tmp_path, toy):
    assert replace(course(tmp_path, "", toy), file="", sha256="") == Course()


def test_an_assignment_a_policy_and_aliases(tmp_path, toy):
    text = (
        'chapters = ["1", "statistics"]\nattempts = "last on time"\n'
        'unfinished = "counts"\nfile_dates = true\n'
        '[aliases]\n"xX_ada" = "s1"\nteam = ["s1", "s2"]\n'
    )
    found = course(tmp_path, text, toy)
    assert found.chapters == ("01-temperatures", "02-statistics")
    assert (found.attempts, found.unfinished) == ("last on time", "counts")
    assert found.aliases == {"xX_ada": ("s1",), "team": ("s1", "s2")}
    assert found.file_dates


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('chapters = "1"', "chapters must be a list"),
        ('chapters = ["01-temp"]', "no chapter '01-temp'. Did you mean '01-temperatures'"),
        ('attempts = "first"', 'attempts must be "best" or "last" or "last on time"'),
        ('unfinished = "zero"', 'unfinished must be "counts" or "open"'),
        ("[aliases]\nx = 1", "aliases must be a table"),
    ],
)
def test_a_slip_in_these_is_one_sentence(tmp_path, toy, text, said):
    with pytest.raises(CourseProblem, match=said):
        course(tmp_path, text, toy)


def test_a_file_that_changed_since_is_noticed(tmp_path, toy):
    found = course(tmp_path, 'title = "A"', toy)
    assert found.changed() == ""
    Path(found.file).write_text('title = "B"')
    assert "has changed since it was read" in found.changed()
    Path(found.file).unlink()
    assert "is no longer there" in found.changed()


def test_settings_come_back_from_the_gradebook(tmp_path, toy):
    found = course(tmp_path, EVERYTHING, toy)
    assert Course.from_json(found.to_json()) == found
    assert Course.from_json(None) == Course()


def test_one_date_for_all_chapters(tmp_path, toy):
    found = course(tmp_path, "due = 2026-03-01T12:00:00Z", toy)
    assert found.due_for("temperature") == datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_extension_moves_the_date_of_one_student(tmp_path, toy):
    found = course(tmp_path, EVERYTHING, toy)
    assert found.due_for("temperature") == datetime(2026, 3, 1, 23, 59, tzinfo=PARIS)
    assert found.due_for("temperature", ["S7", "Ada"]) == datetime(
        2026, 3, 4, 23, 59, tzinfo=PARIS
    )
    assert found.due_for("statistics", ["ada"]) == found.due_for("statistics")
    assert found.due_for("statistics", ["ben@uni.example"]).month == 12
    assert Course().due_for("temperature", ["ada"]) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("due = 2026-03-01T23:59:00", r"due has no time zone .*Write 2026-03-01T23"),
        ('due = "2026-03-01 23:59"', "due has no time zone"),
        ("due = 2026-03-01", "is a day without a time"),
        ('due = "next week"', "due is no date and time: 'next week'"),
        ("due = 7", "due is no date and time: 7"),
        ('timezone = "Europe/Pariss"', "no time zone 'Europe/Pariss'"),
        (
            'timezone = "Europe/Paris"\ndue = 2026-03-29T02:30:00',
            "does not exist: clocks in Europe/Paris skip",
        ),
        ('[due]\n"01-temprature" = 2026-03-01T23:59:00Z', "Did you mean '01-temperatures'"),
        ("[points]\ntemperature.to_celsus = 2", "Did you mean 'temperature.to_celsius'"),
        ('[points]\n"temprature.to_celsius" = 2', "Did you mean 'temperature'"),
        ("[points]\ntemperature.to_celsius = -1", "must be a number from 0"),
        ("[points]\ntemperature.to_celsius = true", "must be a number from 0"),
        ("[points]\ntemperature.to_celsius = nan", "must be a number from 0"),
        ('[late]\npolicy = "weekly"', "'weekly' is not known. Write none, per_day"),
        ('[late]\npolicy = "late.py:late"', "late.py cannot be read: No such file"),
        ("[late]\nrate = 10", "late.rate must be a number from 0 to 1, not 10"),
        ("[late]\ngrace = 10", "no line 'grace'. Did you mean 'grace_minutes'"),
        ("dew = 7", "no line 'dew'. Did you mean 'due'"),
        ("extensions = 7", r"must be written as \[\[extensions\]\]"),
        ("[[extensions]]\ndays = 2", "names no student"),
        ('[[extensions]]\nstudent = "ada"', "needs either until = a date, or days"),
        ("title = 7", "title must be a text in quotes, not 7"),
        ("points = 7", r"points must be a table: write \[points\]"),
        ("title = ", "is not written as TOML"),
    ],
)
def test_a_slip_is_refused_in_one_sentence(tmp_path, toy, text, said):
    with pytest.raises(CourseProblem, match=said) as caught:
        course(tmp_path, text, toy)
    assert "\n" not in str(caught.value)


NAMES = (
    *("title", "timezone", "due", "due.all", "points.temperature.to_celsius", "roster"),
    *("late.policy", "late.rate", "late.grace_minutes", "chapters", "attempts"),
    *("aliases", "aliases.a", "unfinished", "file_dates", "words", "excused", "term"),
    *("term.drop_lowest", "extensions", "assignments", "points." + ".".join("a" * 3_000)),
)
ODD = (
    *('""', '"\\u0000"', '"a\\u0000.py:late"', "true", "nan", "-inf", "1e400", "9" * 400),
    *(
        "9" * 5_000,
        "[" * 5_000,
        "[]",
        "[[1]]",
        "{}",
        "[{}]",
        '[{student = "a", days = 9e3}]',
    ),
    *("9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "2026-03-01", "12:00:00"),
)


@pytest.mark.parametrize("value", ODD, ids=lambda value: value[:20])
def test_whatever_is_written_are_settings_or_one_sentence(tmp_path, toy, value):
    for name in NAMES:
        with contextlib.suppress(CourseProblem):
            found = course(tmp_path, f"{name} = {value}", toy)
            found.due_for("temperature", ["a"])
            assert Course.from_json(found.to_json()) == found


def test_an_extension_of_the_last_date_there_is_is_refused(tmp_path, toy):
    text = 'due = 9999-12-01T00:00:00Z\n[[extensions]]\nstudent = "a"\ndays = 400'
    with pytest.raises(CourseProblem, match="due is out of range"):
        course(tmp_path, text, toy)


def test_settings_that_are_not_there_are_said(tmp_path, toy):
    with pytest.raises(CourseProblem, match="cannot be read: No such file"):
        load_course(tmp_path / "course.toml", toy)


# --- dates -------------------------------------------------------------------

ZONES = st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kathmandu", "UTC"])
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1))


@given(MOMENTS, ZONES)
def test_a_local_time_is_refused_or_is_that_time_there(value, zone):
    try:
        found = moment(value, "due", zone)
    except DateProblem:
        there = value.replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
        assert zone != "UTC"
        assert there.dst() is not None
        return
    back = found.astimezone(UTC).astimezone(ZoneInfo(zone))
    assert back.replace(tzinfo=None) == value


def test_an_hour_that_comes_twice_is_the_second_one():
    found = moment(datetime(2026, 10, 25, 2, 30), "due", "Europe/Paris")
    assert found.utcoffset() == timedelta(hours=1)


@given(MOMENTS, ZONES, st.floats(-1e7, 1e7))
def test_lateness_is_the_same_in_every_zone(value, zone, seconds):
    due = value.replace(tzinfo=UTC)
    came = (due + timedelta(seconds=seconds)).astimezone(ZoneInfo(zone)).isoformat()
    assert seconds_between(due, came) == pytest.approx(seconds, abs=1e-5)


@given(st.floats())
def test_seconds_are_a_moment_or_nothing(seconds):
    found = iso(seconds) if seconds == seconds and abs(seconds) != float("inf") else ""
    assert found == "" or seconds_between(datetime.fromtimestamp(0, UTC), found) is not None


# --- late policies -----------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "left"),
    [(0, 10), (600, 10), (601, 9), (DAY, 9), (DAY + 1, 8), (9 * DAY, 5), (1e9, 5)],
)
def test_a_rate_for_every_day_begun(seconds, left):
    rule = Late("per_day", rate=0.1, cap=0.5, grace_minutes=10)
    assert rule.counts(10, seconds) == left


@given(st.floats(0, 1e3), st.floats(0, 1e9), st.floats(0, 1), st.floats(0, 1))
def test_a_penalty_takes_neither_more_than_there_is_nor_gives(points, seconds, rate, cap):
    left = Late("per_day", rate, cap).counts(points, seconds)
    assert 0 <= left <= points + 1e-4


def late(folder: Path, body: str, toy) -> Late:
    (folder / "late.py").write_text(f"def late(points, seconds_late):\n    {body}\n")
    return course(folder, '[late]\npolicy = "late.py:late"', toy).late


def test_a_function_of_ones_own(tmp_path, toy):
    rule = late(tmp_path, "return points / 2 if seconds_late < 3600 else 0", toy)
    assert (rule.counts(8, 60), rule.counts(8, 7200), rule.counts(8, 0)) == (4, 0, 8)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return points + 1", "gave 9 for 8 points"),
        ("return -1", "It must return the points that still count"),
        ("return None", "gave None"),
        ("return float('nan')", "gave nan"),
        ("return 1 / 0", "failed for 8 points, 60 seconds late: ZeroDivisionError"),
    ],
)
def test_a_function_that_gives_no_points_is_refused(tmp_path, toy, body, said):
    rule = late(tmp_path, body, toy)
    with pytest.raises(LateProblem, match=said):
        rule.counts(8, 60)


def test_a_file_without_the_function_is_refused(tmp_path, toy):
    (tmp_path / "late.py").write_text("def other(): ...")
    with pytest.raises(CourseProblem, match=r"has no function late\. Write in it"):
        course(tmp_path, '[late]\npolicy = "late.py:late"', toy)


def test_a_function_that_has_changed_since_is_not_used_unasked(tmp_path, toy):
    kept = structs.replace(late(tmp_path, "return points", toy))
    late(tmp_path, "return 0", toy)
    with pytest.raises(LateProblem, match=r"has changed since .* again with --course"):
        kept.check()


def test_a_copy_says_when_the_first_assignment_on_a_chapter_is_due(tmp_path, toy):
    each = '[[assignments]]\nname = "hw{0}"\nchapters = ["01-temperatures"]\n'
    each += "due = 2030-03-0{0}T12:00:00\n"
    text = 'timezone = "UTC"\ndue = 2030-06-01T12:00:00\n'
    text += each.format(8) + each.format(1)
    found = course(tmp_path, text, toy)
    assert found.first_due("temperature") == datetime(2030, 3, 1, 12, tzinfo=UTC)
    assert found.first_due("statistics") == datetime(2030, 6, 1, 12, tzinfo=UTC)


def test_a_section_has_more_time_and_a_table_says_who(tmp_path, toy):
    (tmp_path / "ext.csv").write_text(
        "student;section;days;until\nada;;2;\n;B;;2026-03-09T12:00:00Z\n"
    )
    found = course(tmp_path, 'due = 2026-03-01T12:00:00Z\nextensions = "ext.csv"', toy)
    assert found.due_for("temperature", ["Ada"]).day == 3
    assert found.due_for("temperature", ["bo"], "B").day == 9
    assert found.due_for("temperature", ["bo"], "A").day == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("student,dayz\nada,2\n", "no line 'dayz'. Did you mean 'days'"),
        ("student,days\nada,soon\n", "days must be a number from 0 to 10000, not 'soon'"),
        ("student,days\n,2\n", "names no student"),
    ],
)
def test_a_slip_in_a_table_of_extensions_is_one_sentence(tmp_path, toy, rows, said):
    (tmp_path / "ext.csv").write_text(rows)
    with pytest.raises(CourseProblem, match=said):
        course(tmp_path, 'extensions = "ext.csv"', toy)


def test_the_page_of_settings_is_made_of_the_types():
    page = Path(__file__).parents[2] / "book" / "how-to-settings.md"
    made_by = "python -m autograder.gradebook.course_lines > book/how-to-settings.md"
    assert page.read_text(encoding="utf-8") == course_lines.page(), made_by
