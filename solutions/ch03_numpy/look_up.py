"""A design: the matrices of an attention that looks names up."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.designs import SHARP, tokens
from solutions.draws import thrice


def look_up() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices with which every token finds the one whose name it asks for.

    A token has 8 features: its name (three, a 1 at its place), the name it
    asks for (three, the same way), and its message (two whole numbers).
    Returns (W_q, W_k, W_v): (8, d_k), (8, d_k), (8, 2), d_k as you like.
    The token that is asked for gets a weight of at least 0.95, and the
    context is its message.
    """
    W_q, W_k, W_v = np.zeros((8, 3)), np.zeros((8, 3)), np.zeros((8, 2))
    W_q[3:6] = 20 * np.eye(3)  # the query: whom I ask for
    W_k[:3] = np.eye(3)  # the key: who I am
    W_v[6:] = np.eye(2)  # the value: what I have to say
    return W_q, W_k, W_v


def _company(n: int, high: int = 10, *, popular: bool = False):
    def draw(rng: np.random.Generator) -> np.ndarray:
        names = rng.permutation(3)[:n]
        # Nobody asks for itself where others are there.
        asked = np.roll(names, 1) if n > 1 else names
        if popular:  # two ask for the first, which asks for the second
            asked = names[[1, 0, 0]]
        messages = rng.integers(-high, high, size=(n, 2))
        return np.column_stack([np.eye(3)[names], np.eye(3)[asked], messages])

    return tokens(draw)


def _chosen(q=slice(3, 6), k=slice(0, 3), v=slice(6, 8), scale=20.0):
    """Matrices that pick these features, as they are."""

    def matrices():
        picks = np.eye(8)
        return scale * picks[:, q], picks[:, k], picks[:, v]

    return matrices


def _whole():
    return 20 * np.eye(8), np.eye(8), np.eye(8)[:, 6:]


def _wide():
    """Eight features, of which three meet."""
    W_q, W_k = np.zeros((8, 8)), np.eye(8)
    W_q[3:6, 0:3] = 60 * np.eye(3)
    return W_q, W_k, np.eye(8)[:, 6:]


def _large_keys():
    return _chosen(scale=1.0)()[0], 50 * np.eye(8, 3), np.eye(8)[:, 6:]


EXERCISE = Exercise(
    id="numpy.look_up",
    title="Design: look a name up",
    kind="trial",
    reference=look_up,
    points=2,
    minutes=8,
    difficulty=2,
    section="03-numpy#self-attention-in-five-lines",
    order=65,
    cases=(
        thrice("three tokens", _company(3)),
        thrice("two ask for one", _company(3, popular=True)),
        thrice("two tokens", _company(2)),
        Case("a token alone", _company(1), calls=1, weight=0.25),
        thrice("large messages", _company(3, 500)),
    ),
    properties=(SHARP,),
    misconceptions=(
        Misconception(
            "roles-swapped",
            "Your tokens attend to whoever asks for *them*. The query is made from what a "
            "token asks for, and the key from its own name.",
            _chosen(slice(0, 3), slice(3, 6)),
        ),
        Misconception(
            "each-finds-itself",
            "Queries and keys are both made from the name, so each token finds itself. "
            "What it asks for stands in the next three features.",
            _chosen(slice(0, 3), slice(0, 3)),
        ),
        Misconception(
            "same-question",
            "Queries and keys are both made from what is asked for. A token then finds "
            "those who ask for the same.",
            _chosen(slice(3, 6), slice(3, 6)),
        ),
        Misconception(
            "whole-tokens",
            "You compare whole tokens, feature with feature: names meet names, and "
            "messages messages. A question has to meet a name.",
            _whole,
        ),
        Misconception(
            "too-soft",
            "The right token gets the largest score, and not by much: 1 against 0. The "
            "softmax shares its weights out nearly evenly. Multiply the scores.",
            _chosen(scale=1.0),
        ),
        Misconception(
            "name-passed-on",
            "Each token finds the right one and takes over part of its name. The value "
            "should be the message: the last two features.",
            _chosen(v=slice(0, 2)),
        ),
    ),
    same=(
        Same("W_q[3:6] = 21", "Any large factor will do."),
        Same("W_q[3:6] = 19", "Any large factor will do."),
        Same("(np.ones((8, 3)), np.zeros((8, 3))", "The same for all keys."),
    ),
    alternatives=(_wide, _large_keys),
    hints=(
        "Take the three roles one by one. What does a token want to know, what can it be "
        "found by, and what does it hand over?",
        "A matrix with a single 1 in each column picks features. Which three should become "
        "the query, and which three should they meet?",
        "Picked like this, a score is 1 for the right token and 0 for the others. Work out "
        "the softmax of 1, 0, 0 over the root of 3, and by what to multiply W_q.",
    ),
)
