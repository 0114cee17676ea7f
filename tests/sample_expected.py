"""What each student of the sample class should get who hands in chapter 03 alone.

Worked out by hand, from what the answer does in each case group; the answers are in
``tests/sample_class/class.toml``.  What the others should get says the key.
"""

from dataclasses import dataclass

INPUTS = "inputs left as they were"


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right.

    ``right`` or ``wrong_in`` names its case groups, with "; " between them: those
    that are right alone, or those that alone are wrong. Neither: all are wrong.
    Inputs stay as they were unless ``wrong_in`` says otherwise.
    ``keeps`` is the share of the points that a broken rule leaves.
    """

    status: str
    misconceptions: tuple[str, ...] = ()
    right: str | None = None
    wrong_in: str | None = None
    keeps: float = 1.0

    def is_right(self, group: str) -> bool:
        """Whether the cases of this group pass."""
        if self.wrong_in is not None:
            return group not in self.wrong_in.split("; ")
        return self.right is not None and group in (INPUTS, *self.right.split("; "))


def wrong(*misconceptions: str) -> Got:
    """Wrong in every group."""
    return Got("failed", misconceptions)


def partly(*misconceptions: str, right: str | None = None, wrong_in: str | None = None):
    """Right in some groups only."""
    return Got("partial", misconceptions, right, wrong_in)


# All right, but written as a loop where the task asks for none.
LOOP = Got("partial", wrong_in="", keeps=0.5)
IDLE = Got("not_attempted")
UNREADABLE = "unreadable"

# The exercises of chapter 03, which two dozen students hand in alone.
POINTS = {
    "project_qkv": 1,
    "predict_shift": 1,
    "softmax": 2,
    "attention_weights": 2,
    "weighted_values": 2,
    "self_attention": 3,
    "look_up": 2,
    "attention_in_chunks": 2,
}

# What is not named is right.
EXPECTED: dict[str, dict[str, Got] | str] = {
    "amara-okafor": {},
    "bjorn-dahl": {"weighted_values": LOOP},
    "chloe-martin": {},
    "dmitri-volkov": {},
    # Over the first axis: right for a single row only, of which there are two groups.
    "elif-kaya": {
        "predict_shift": wrong("c"),
        "softmax": partly("wrong-axis", right="one row; one row of large scores"),
    },
    # Without sqrt(d_k): right where d_k is 1 and where the softmax saturates.
    # self_attention calls it, and is graded with the reference: no mistake costs twice.
    "farid-haddad": {"attention_weights": partly("unscaled", right="one feature")},
    # nan in the four groups of large or distant scores.
    "grace-liu": {
        "softmax": partly(
            "unstable",
            wrong_in=(
                "very large scores; very negative scores; one row of large scores; "
                "rows far apart; scores far apart in each row"
            ),
        )
    },
    # A single token attends to itself, whoever asks.
    "hugo-silva": {
        "project_qkv": wrong("swapped-qk"),
        "self_attention": partly("swapped-qk", right="one token"),
    },
    "ines-costa": {
        "attention_weights": wrong("unscaled", "wrong-axis"),
        "self_attention": partly("unscaled", right="one token"),
    },
    # One maximum for all: only rows that lie far apart underflow.
    "jonas-weber": {
        "predict_shift": wrong("d"),
        "softmax": partly(
            "global-max", wrong_in="rows far apart; scores far apart in each row"
        ),
        "attention_weights": IDLE,
        "weighted_values": IDLE,
        "self_attention": IDLE,
        "look_up": IDLE,
        "attention_in_chunks": IDLE,
    },
    "kofi-mensah": dict.fromkeys(POINTS, IDLE),
    "lena-novak": {"attention_weights": Got("error")},
    "mateo-garcia": {"softmax": Got("timeout")},
    "nadia-rahman": {"weighted_values": Got("crashed")},
    # Ends Python at the first batch; the four groups before it are right.
    "olu-adeyemi": {
        "self_attention": Got(
            "crashed", right="a few tokens; whole numbers; one token; wide values"
        )
    },
    "petra-horvat": UNREADABLE,
    "priya-sharma": UNREADABLE,
    "quentin-moreau": {"weighted_values": wrong("queries-first")},
    "rosa-ferrari": {},
    "sven-lund": {},
    # Lists are no arrays; a name that is not there; unpacks the shape of a matrix.
    "tara-nguyen": {
        "softmax": wrong(),
        "attention_weights": Got("error"),
        "self_attention": partly(wrong_in="a batch; a batch of batches, float32"),
    },
    # All right, but in the caller's array.
    "umar-farouk": {"softmax": partly(wrong_in=INPUTS)},
    # The sizes never fit, so the star always raises; d_v is never d_model.
    "vera-ivanova": {
        "weighted_values": Got("error", ("element-by-element",)),
        "self_attention": wrong("raw-values"),
        "look_up": partly("roles-swapped", right="two tokens; a token alone"),
    },
    "wei-zhang": {
        "softmax": wrong("sigmoid"),
        "attention_in_chunks": partly(
            "chunks-summed", right="one chunk holds everything; one key"
        ),
    },
}
