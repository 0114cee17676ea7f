"""Moments with a time zone: read from settings, refused without one."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from autograder.exercise.problem import Problem
from autograder.gradebook.matching import simplified

LONGEST = timedelta(days=365 * 50)  # that may be added to a moment: an extension


class DateProblem(Problem):
    """A moment that cannot be used; the text says what to write instead."""


def zone(name: str) -> ZoneInfo:
    """The time zone of that name, such as ``Europe/Paris``."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DateProblem(
            f"There is no time zone {name!r}. Write one such as Europe/Paris or UTC."
        ) from None


def moment(value: object, what: str, timezone: str = "") -> datetime:
    """Read a point in time; of an hour that comes twice it is the second one."""
    if isinstance(value, str):
        value = _parsed(value.strip(), what)
    if isinstance(value, date) and not isinstance(value, datetime):
        raise DateProblem(
            f"{what} is a day without a time ({value}). Write the time too, such as "
            f"{value}T23:59:00+01:00."
        )
    if not isinstance(value, datetime):
        raise DateProblem(f"{what} is no date and time: {value!r}. Write {_EXAMPLE}.")
    if value.tzinfo is not None:
        return _representable(value, what)
    if not timezone:
        raise DateProblem(
            f"{what} has no time zone ({value.isoformat()}). Write "
            f'{value.isoformat()}+01:00, or set timezone = "Europe/Paris" for all dates.'
        )
    local = value.replace(tzinfo=zone(timezone), fold=1)
    there = _representable(local, what).astimezone(UTC).astimezone(local.tzinfo)
    if there.replace(tzinfo=None) != value:
        raise DateProblem(
            f"{what} does not exist: clocks in {timezone} skip {value.isoformat()}. "
            "Write an hour earlier or later."
        )
    return local


# Of a month in the languages of ``system_words``; not of this machine's language.
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("jan ene gen", "feb fev", "mar mrz maa", "apr avr abr", "may mai mei mag"),
            *("jun juin giu", "jul juil lug", "aug aou ago", "sep set", "oct okt ott out"),
            *("nov", "dec dez dic des"),
        ),
        1,
    )
    for name in names.split()
}
_DAY_FIRST = re.compile(r"(\d{1,2})\.? (?:de )?([a-z]{3,})[.,]* (?:de )?(\d{4})\b")
_MONTH_FIRST = re.compile(r"\b([a-z]{3,})\.? (\d{1,2}),? (\d{4})\b")
_CLOCK = re.compile(r"(\d{1,2})(?: ?[:.h] ?| |(?=\d\d\b))(\d\d)(?::(\d\d))? ?([ap]\.?m)?")
NONE = ("-", "–", "never", "nie", "jamais", "nunca", "mai", "nooit")


def in_any_order(text: str) -> str:
    """``Monday, 2 March 2026, 8:10 PM``, ``lundi 2 mars 2026, 20:10`` as ISO 8601.

    "" where the month is no word that is known: 1.3. may be March or January.
    """
    plain = " ".join(simplified(text).split())
    if match := re.match(r"(\d{4})-(\d\d)-(\d\d)\b", plain):
        year, month, day = map(int, match.groups())
    elif match := _DAY_FIRST.search(plain):
        day, month, year = int(match[1]), _month(match[2]), int(match[3])
    elif match := _MONTH_FIRST.search(plain):
        month, day, year = _month(match[1]), int(match[2]), int(match[3])
    else:
        return ""
    clock = _CLOCK.search(plain, match.end())
    if not (month and clock):
        return ""
    hour, half = int(clock[1]), (clock[4] or "")[:1]
    hour = hour % 12 + 12 * (half == "p") if half else hour
    seconds = int(clock[3] or 0)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{clock[2]}:{seconds:02}"


def _month(name: str) -> int:
    return MONTHS.get(name[:4]) or MONTHS.get(name[:3]) or 0


def system_moment(text: str, what: str, timezone: str = "") -> str:
    """When something was handed in, as a learning system writes it; "" where it was not."""
    text = text.strip()
    if simplified(text) in ("", *NONE):
        return ""
    plain = re.sub(r"\s+(?=(?:[+-]\d\d:?\d\d|Z)$)", "", re.sub(r"\s+UTC$", "+00:00", text))
    try:
        return moment(plain, what, timezone).isoformat()
    except DateProblem as problem:
        if not (there := in_any_order(text)):
            raise problem
    return moment(there, what, timezone).isoformat()


_EXAMPLE = "2026-03-01T23:59:00+01:00"


def _parsed(text: str, what: str) -> datetime | date:
    try:
        if len(text) == len("2026-03-01"):
            return date.fromisoformat(text)
        return datetime.fromisoformat(text)
    except ValueError:
        raise DateProblem(
            f"{what} is no date and time: {text!r}. Write {_EXAMPLE}."
        ) from None


def _representable(value: datetime, what: str) -> datetime:
    try:
        value.astimezone(UTC) + LONGEST
    except OverflowError:
        raise DateProblem(f"{what} is out of range: {value.isoformat()}.") from None
    return value


def iso(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC; empty when they are no date."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


def seconds_between(earlier: datetime, later: str) -> float | None:
    """How long after another one a moment is; None where that is not known."""
    try:
        moment = datetime.fromisoformat(later)
    except ValueError:
        return None
    return (moment - earlier).total_seconds() if moment.tzinfo else None
