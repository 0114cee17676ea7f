"""Moments with a time zone: read from settings, refused without one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST = timedelta(days=365 * 50)  # that may be added to a moment: an extension


class DateProblem(ValueError):
    """A moment that cannot be used; the text says what to write instead."""


def zone(name: str) -> ZoneInfo:
    """The time zone of that name, such as ``Europe/Paris``.

    Raises
    ------
    DateProblem
        When there is none.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DateProblem(
            f"There is no time zone {name!r}. Write one such as Europe/Paris or UTC."
        ) from None


def moment(value: object, what: str, timezone: str = "") -> datetime:
    """Read a point in time.

    Parameters
    ----------
    value
        A date and time, as TOML or ISO 8601 has it.
    what
        What it is the time of, for the sentence when it cannot be used.
    timezone
        The zone of a time that has none of its own.

    Returns
    -------
    The moment; of an hour that comes twice, when clocks go back, the second one.

    Raises
    ------
    DateProblem
        When it is no date and time, has no zone, or falls into an hour that clocks
        skip.
    """
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
    """How long after another one a moment is.

    Parameters
    ----------
    earlier
        The other moment.
    later
        An ISO moment with a zone; without one, or empty, it is not known.

    Returns
    -------
    Seconds, or None when the later moment is not known.
    """
    try:
        found = datetime.fromisoformat(later)
    except ValueError:
        return None
    return (found - earlier).total_seconds() if found.tzinfo else None
