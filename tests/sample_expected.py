"""What each student of the sample class should get, exercise by exercise.

Worked out by hand, from what the answer does in each case group; the answers
are in ``tests/sample_class/answers_*.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

# The exercises of chapter 03, which two dozen students hand in alone.
POINTS = {
    "project_qkv": 1,
    "predict_shift": 1,
    "softmax": 2,
    "attention_weights": 2,
    "weighted_values": 2,
    "self_attention": 3,
}


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right."""

    status: str
    passed: int = 0  # case groups, "inputs left as they were" included
    groups: int = 0
    misconceptions: tuple[str, ...] = ()

    def points(self, most: float) -> float:
        return round(most * self.passed / self.groups, 4) if self.groups else 0.0


def wrong(*misconceptions: str, groups: int) -> Got:
    return Got("failed", 0, groups, misconceptions)


def partly(passed: int, groups: int, *misconceptions: str) -> Got:
    return Got("partial", passed, groups, misconceptions)


IDLE = Got("not_attempted")
UNREADABLE = "unreadable"

# What is not named is right.
EXPECTED: dict[str, dict[str, Got] | str] = {
    "amara-okafor": {},
    "bjorn-dahl": {},
    "chloe-martin": {},
    "dmitri-volkov": {},
    # Over the first axis: right for a single row only, of which there are two groups.
    "elif-kaya": {
        "predict_shift": wrong("c", groups=1),
        "softmax": partly(3, 12, "wrong-axis"),
    },
    # Without sqrt(d_k): right where d_k is 1 and where the softmax saturates.
    # self_attention calls it, and is graded with the reference: no mistake costs twice.
    "farid-haddad": {"attention_weights": partly(2, 8, "unscaled")},
    # nan in the four groups of large or distant scores.
    "grace-liu": {"softmax": partly(8, 12, "unstable")},
    # A single token attends to itself, whoever asks.
    "hugo-silva": {
        "project_qkv": wrong("swapped-qk", groups=7),
        "self_attention": partly(2, 8, "swapped-qk"),
    },
    "ines-costa": {
        "attention_weights": wrong("unscaled", "wrong-axis", groups=8),
        "self_attention": partly(2, 8, "unscaled"),
    },
    # One maximum for all: only rows that lie far apart underflow.
    "jonas-weber": {
        "predict_shift": wrong("d", groups=1),
        "softmax": partly(11, 12, "global-max"),
        "attention_weights": IDLE,
        "weighted_values": IDLE,
        "self_attention": IDLE,
    },
    "kofi-mensah": dict.fromkeys(POINTS, IDLE),
    "lena-novak": {"attention_weights": Got("error")},
    "mateo-garcia": {"softmax": Got("timeout", 0, 12)},
    "nadia-rahman": {"weighted_values": Got("crashed", 0, 8)},
    # Ends Python at the first batch; the four groups before it are right.
    "olu-adeyemi": {"self_attention": Got("crashed", 5, 8)},
    "petra-horvat": UNREADABLE,
    "priya-sharma": UNREADABLE,
    "quentin-moreau": {"weighted_values": wrong("queries-first", groups=8)},
    "rosa-ferrari": {},
    "sven-lund": {},
    # Lists are no arrays; a name that is not there; unpacks the shape of a matrix.
    "tara-nguyen": {
        "softmax": wrong(groups=12),
        "attention_weights": Got("error", 0, 8),
        "self_attention": partly(6, 8),
    },
    "umar-farouk": {"softmax": partly(11, 12)},  # all right, but in the caller's array
    # The sizes never fit, so the star always raises; d_v is never d_model.
    "vera-ivanova": {
        "weighted_values": Got("error", 0, 8, ("element-by-element",)),
        "self_attention": wrong("raw-values", groups=8),
    },
    "wei-zhang": {"softmax": wrong(groups=12)},
}
