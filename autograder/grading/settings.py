"""How to grade a class, in a form that crosses to workers on any machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from autograder.exercise.key import Key
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits


def seed_of(seed: int, draw: int) -> int:
    """The seed of the hidden inputs that a hand-in meets.

    0 is the first run's draw; the inputs of one draw say nothing of another's.
    """
    digest = hashlib.sha256(f"{seed} {draw}".encode()).digest()
    return int.from_bytes(digest[:8], "big") if draw else seed


@dataclass(frozen=True)
class Assignment:
    """What submissions are graded with."""

    key: Key
    seed: int
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()  # names; none: those that a submission answers


@dataclass(frozen=True)
class Settings:
    """The same for workers, which load the key by its name."""

    key: str
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()
    tier: Tier | Literal["strongest"] = "none"  # strongest: each machine's best

    def to_json(self) -> str:
        """Everything, as text."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The settings again from ``to_json``'s text."""
        return msgspec.json.decode(text, type=cls)
