"""How to grade a class, in a form that crosses to workers on any machine."""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from autograder.authoring.soundness import sources
from autograder.exercise.key import load_key
from autograder.exercise.sources import engine_digest, libraries_of
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits

# What a verdict can hang on; of the frameworks, those that the key imports.
PACKAGES = ("numpy", "torch", "tensorflow", "keras")


@dataclass(frozen=True)
class Settings:
    """How to grade a class; everything here crosses to the workers as it is.

    ``tier`` is the isolation of students' code; ``strongest`` is what each
    worker's own machine has, and none is not among it.
    """

    key: str
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()
    tier: Tier | Literal["strongest"] = "none"

    def to_json(self) -> str:
        """Everything, as text."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The settings again from ``to_json``'s text."""
        data: dict[str, Any] = json.loads(text)
        made = {"limits": Limits(**data["limits"]), "chapters": tuple(data["chapters"])}
        return cls(**{**data, **made})


def identity(key_name: str) -> dict[str, str]:
    """What a verdict hangs on beside submission and settings, part by part.

    Two machines with the same parts grade alike.

    Raises
    ------
    KeyProblem
        When there is no such key.
    """
    key = load_key(key_name)
    used = {name for chapter in key.chapters for name in libraries_of(key, chapter)}
    texts = repr(sources(key_name)).encode()
    found = {
        f"the key {key_name!r}": hashlib.sha256(texts).hexdigest(),
        "the grader": engine_digest(),
        "Python": platform.python_version(),
    }
    return found | {name: _version(name) for name in PACKAGES if name in used}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
