"""What is asked again after some days: kept on the learner's own device, ready to ask."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from autograder.questions.draft import CodeQuestion

DAYS = (0, 1, 4, 15)  # after a pass
EACH_TIME = 3
FILE = ".autograder-practice.json"  # in the home folder
Ask = Callable[[int], tuple[CodeQuestion, ...]]  # by seed


@dataclass(frozen=True)
class Round:
    """Some questions about one answer, and the first day on which they are asked."""

    title: str
    due: str
    questions: tuple[CodeQuestion, ...]


@dataclass(frozen=True)
class Practice:
    """What is to be asked, and how many questions were answered, and rightly."""

    rounds: tuple[Round, ...] = ()
    asked: int = 0
    right: int = 0

    def due(self, today: date) -> list[Round]:
        """The rounds of today and of days that passed."""
        return [each for each in self.rounds if each.due <= str(today)]

    def planned(self, rounds: Sequence[Round]) -> Practice:
        """With the rounds of an answer, in the place of those it had."""
        new = {q.exercise for each in rounds for q in each.questions}
        old = [r for r in self.rounds if new.isdisjoint(q.exercise for q in r.questions)]
        return replace(self, rounds=(*old, *rounds))

    def answered(self, done: Round, choices: Sequence[int], today: date) -> Practice:
        """After a round: what was answered wrongly is asked again tomorrow."""
        pairs = [*zip(done.questions, choices, strict=True)]
        wrong = tuple(asked for asked, choice in pairs if choice != asked.right)
        again = replace(done, due=str(today + timedelta(1)), questions=wrong)
        rounds = (*(r for r in self.rounds if r != done), *[again] * bool(wrong))
        right = self.right + len(pairs) - len(wrong)
        return Practice(rounds, self.asked + len(pairs), right)


def rounds_of(title: str, code: str, ask: Ask, today: date) -> tuple[Round, ...]:
    """The rounds about one answer, each with other questions; the first is of today."""
    seed = zlib.crc32(code.encode()) + today.toordinal()
    drawn = ((str(today + timedelta(days)), ask(seed + days)) for days in DAYS)
    return tuple(Round(title, due, asked) for due, asked in drawn if asked)


def read() -> Practice:
    """What is kept on this device; nothing where there is no file, or a damaged one."""
    try:
        kept = json.loads((Path.home() / FILE).read_text(encoding="utf-8"))
        rounds = tuple(
            Round(r["title"], r["due"], tuple(map(_question, r["questions"])))
            for r in kept["rounds"]
        )
        return Practice(rounds, int(kept["asked"]), int(kept["right"]))
    except (OSError, ValueError, TypeError, LookupError):
        return Practice()


def write(practice: Practice) -> None:
    """Keep it on this device, or raise ``OSError``."""
    draft = Path.home() / f"{FILE}.new"
    draft.write_text(json.dumps(asdict(practice)), encoding="utf-8")
    draft.replace(Path.home() / FILE)


def _question(kept: dict[str, Any]) -> CodeQuestion:
    parts: dict[str, Any] = {n: tuple(v) if type(v) is list else v for n, v in kept.items()}
    return CodeQuestion(**parts)
