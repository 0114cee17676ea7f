"""A design: the matrices of a head that looks at the token before.

Positions are points on a circle, so that one step back is a turn, whatever the position.
Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits".
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.designs import SHARP, tokens

STEP = 2 * np.pi / 16


def previous_head() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices of a head with which every token attends to the one before it.

    A token at position p, from 0 to at most 15, has 6 features: its word
    (4 whole numbers), cos(p * step) and sin(p * step), with step = 2 pi / 16.
    Returns (W_q, W_k, W_v): (6, d_k), (6, d_k), (6, 4), d_k as you like.
    From the second token on, the weight of the token before is at least 0.95,
    and the context is its word.
    """
    step = 2 * np.pi / 16
    cos, sin = np.cos(step), np.sin(step)
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
    W_q[4:] = 200 * np.array([[cos, -sin], [sin, cos]])  # the query asks one step back
    W_k[4:] = np.eye(2)  # the key says where it stands
    W_v[:4] = np.eye(4)  # the value says what it is
    return W_q, W_k, W_v


def _sentence(low: int, high: int, *, alike: bool = False):
    def draw(rng: np.random.Generator) -> np.ndarray:
        n = int(rng.integers(low, high + 1))
        words = rng.integers(0, 4, size=(n, 4))
        if alike:  # two words, again and again
            words = words[np.arange(n) % 2]
        angles = STEP * np.arange(n)
        return np.column_stack([words, np.cos(angles), np.sin(angles)])

    return tokens(draw, rows=1)


def _head(*, steps=1, scale=200.0, words="left out", value="the word"):
    """The matrices, with one thing otherwise."""

    def matrices():
        W_q, W_k, W_v = previous_head()
        cos, sin = np.cos(steps * STEP), np.sin(steps * STEP)
        W_q[4:] = scale * np.array([[cos, -sin], [sin, cos]])
        if words == "matched":
            W_q, W_k = np.zeros((6, 6)), np.eye(6)
            W_q[:4, :4] = scale * np.eye(4)
            W_q[4:, 4:] = scale * np.array([[cos, -sin], [sin, cos]])
        if value == "everything":
            W_v = np.eye(6)
        return W_q, W_k, W_v

    return matrices


def _turned_keys():
    """The keys turn a step forwards; the queries say where they stand."""
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.eye(6, 4)
    W_q[4:] = 300 * np.eye(2)
    W_k[4:] = [[np.cos(STEP), np.sin(STEP)], [-np.sin(STEP), np.cos(STEP)]]
    return W_q, W_k, W_v


def _from_a_table():
    """A feature for each of the 16 positions, as large as a token is near to it."""
    angles = STEP * np.arange(16)
    here = np.stack([np.cos(angles), np.sin(angles)])  # (2, 16)
    W_q, W_k = np.zeros((6, 16)), np.zeros((6, 16))
    W_q[4:], W_k[4:] = 200 * here, np.roll(here, 1, axis=1)
    return W_q, W_k, np.eye(6, 4)


EXERCISE = Exercise(
    id="reading.previous_head",
    title="Design: a head that looks one back",
    kind="trial",
    reference=previous_head,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#a-head-that-completes-the-pattern",
    order=25,
    cases=(
        Case("a few words", _sentence(4, 8)),
        Case("two words", _sentence(2, 2)),
        Case("the whole circle", _sentence(16, 16)),
        Case("the same two words again and again", _sentence(6, 12, alike=True)),
    ),
    properties=(SHARP,),
    misconceptions=(
        Misconception(
            "itself",
            "Your tokens attend to themselves: query and key name the same position. One "
            "of the two has to be turned by a step before they meet.",
            _head(steps=0),
        ),
        Misconception(
            "the-next",
            "Your head looks at the token after. It is turned by a step, the other way "
            "round: the key that should answer stands at p - 1.",
            _head(steps=-1),
        ),
        Misconception(
            "two-back",
            "Your head looks two tokens back. Both query and key are turned, and away from "
            "each other: turn one of them.",
            _head(steps=2),
        ),
        Misconception(
            "too-soft",
            "Your head prefers the token before, and hardly. Neighbours on the circle have "
            "nearly the same cosine, so the scores need a large factor to part them.",
            _head(scale=1.0),
        ),
        Misconception(
            "words-matched",
            "The words have a say in your scores. A head that looks at a place must not "
            "see what stands there: let the rows of the word in W_q or W_k be zero.",
            _head(words="matched"),
        ),
        Misconception(
            "positions-gathered",
            "Your context holds the whole token, its position too. The value should say "
            "what the token is and never where: W_v is (6, 4).",
            _head(value="everything"),
        ),
    ),
    same=(
        Same("step = 2 * np.pi / 17", "The token before is still the nearest by far."),
        Same("step = 2 * np.pi / 15", "The token before is still the nearest by far."),
        Same("=> cos, sin = (np.cos(step), step)", "The sine of so small an angle."),
        Same("np.ones((6, 2)), np.zeros((6, 2))", "The words' rows of W_k are zero."),
        Same("W_q[4:] = 201", "Any large factor will do."),
        Same("W_q[4:] = 199", "Any large factor will do."),
    ),
    alternatives=(_turned_keys, _from_a_table),
    hints=(
        "Forget the words. Two tokens stand on a circle at angles a and b. Which sum of "
        "products of their cosines and sines is largest where a equals b?",
        "cos(a - b) = cos a cos b + sin a sin b. You want the largest where the key stands "
        "one step before the query: which angle should the query name in place of its own?",
        "cos(a - s) = cos a cos s + sin a sin s is one column of a 2 x 2 block in W_q; "
        "write sin(a - s) the same way for the other. Then ask how far cos(s) lies below "
        "1, and by how much you must multiply it.",
    ),
)
