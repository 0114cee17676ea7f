"""What the claims of chapter 01 stand on."""

from __future__ import annotations

from functools import cache

import numpy as np

from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)
from tests.claims.word_training import (
    eight_words_hardly_move,
    leans_to_the_sense_met_more,
)

PAGE = "chapters/01-why-attention.md"

LETTERS, WIDTH, READ = 8, 32, 12


@cache
def rnn() -> tuple[np.ndarray, np.ndarray]:
    """The W and the letters of the chapter's RNN: (32, 32), (8, 32)."""
    rng = np.random.default_rng(1)
    turn = np.linalg.qr(rng.normal(size=(WIDTH, WIDTH)))[0]
    return turn, 0.01 * rng.normal(size=(LETTERS, WIDTH))


def last_state(tokens: np.ndarray, times: float = 1, squash=np.tanh) -> np.ndarray:
    """The RNN's state after the tokens (count, n), written so strongly: (count, 32)."""
    turn, letters = rnn()
    state = np.zeros((len(tokens), WIDTH))
    for token in tokens.T:
        state = squash(state @ turn + times * letters[token])
    return state


def the_tanh_wears_down() -> Control:
    """Rival: letters written fifty times as strongly cover the first without it, too."""
    shares: list[list[float]] = [[], []]
    for seed in range(3):
        tokens = np.random.default_rng(seed).integers(LETTERS, size=(2000, WIDTH))
        wanted = np.eye(LETTERS)[tokens[:1000, 0]]
        for squash, found in zip((np.tanh, np.positive), shares, strict=True):
            states = np.column_stack([last_state(tokens, 50, squash), np.ones(2000)])
            read = states[1000:] @ np.linalg.lstsq(states[:1000], wanted, rcond=None)[0]
            found.append(float((read.argmax(axis=1) == tokens[1000:, 0]).mean()))
    return Control(*shares, "below", by=0.15)


def neighbours(tokens: np.ndarray) -> np.ndarray:
    """The sequences that differ from (n,) at one place or two."""
    found = [tokens]
    for i in range(len(tokens)):
        for a in range(LETTERS):
            one = tokens.copy()
            one[i] = a
            found.append(one)
            for j in range(i):
                two = np.tile(one, (LETTERS, 1))
                two[:, j] = range(LETTERS)
                found.extend(two)
    return np.unique(found, axis=0)


def searched(state: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The sequence whose state is nearest, found by changing two letters at a time."""
    best, its_error = np.zeros(READ, dtype=int), np.inf
    for _ in range(30):
        tokens, error = rng.integers(LETTERS, size=READ), np.inf
        while True:
            tried = neighbours(tokens)
            errors = np.square(last_state(tried) - state).sum(axis=1)
            if errors.min() >= error:
                break
            tokens, error = tried[errors.argmin()], errors.min()
        if error < its_error:
            best, its_error = tokens, error
        if its_error < 1e-12:
            break
    return best


def search_against_linear_map() -> Control:
    """Rival: what a linear map cannot read is no longer in the state."""
    rng = np.random.default_rng(5)
    found, read = [], []
    known = rng.integers(LETTERS, size=(2000, READ))
    features = np.column_stack([last_state(known), np.ones(2000)])
    maps = [
        np.linalg.lstsq(features[:1000], np.eye(LETTERS)[known[:1000, i]], rcond=None)[0]
        for i in range(READ)
    ]
    guessed = np.stack([(features[1000:] @ m).argmax(axis=1) for m in maps], axis=1)
    all_right = (guessed == known[1000:]).all(axis=1).mean()
    for trial in range(6):
        tokens = rng.integers(LETTERS, size=(1, READ))
        answer = searched(last_state(tokens), np.random.default_rng(trial))
        found.append(float((answer == tokens[0]).all()))
        read.append(all_right)
    return Control(found, read, "above", by=0.8)


CLAIMS = [
    Claim(
        "the grammar gives every sentence about a king a twin about a queen",
        Measured('assert answered(vectors) == "queen" and answered(train(few)) == "king"'),
    ),
    Claim(
        "*Apple* is as much a fruit as a company: .80 and .78",
        Measured('assert abs(points["apple"][0] - points["apple"][1]) < 0.1'),
    ),
    Claim(
        "a search that knows the weights finds all twelve tokens of a sequence from its 32 "
        "numbers",
        Controlled(search_against_linear_map, slow=True),
    ),
    Claim(
        "It does not always come out so: in *he ate a sweet apple",
        Measured("assert min(alike[:2]) > max(alike[2:])"),
    ),
    Claim(
        "the linear map names token 1 three times in four",
        Measured("assert 0.7 < curves[32][11] < 0.8"),
    ),
    Claim(
        "at .5 the newest is clear, and the $\\tanh$ wears the older ones down.",
        Controlled(the_tanh_wears_down),
    ),
    Claim(
        "[nearly always](#a-sentence-through-one-vector), each from its own state",
        Measured(
            "min(readable(states[t], tokens[:, t]) for t in range(64))",
            prints="each token from its own: 0.999",
        ),
    ),
    Claim(
        "Its own plural, and then mostly the company",
        Measured(
            'print(", ".join(real.nearest("apple", 8)))',
            prints="apple, apples, iphone, itunes, macintosh, mac, ios, cocoa",
        ),
    ),
    Claim(
        "In the grammar *apple* met both equally often. (Leave out two in three of its "
        "sentences about fruit, and it leans to the company there, too.)",
        Controlled(leans_to_the_sense_met_more),
    ),
    Claim(
        "The two fruits .93, the two companies .75, and across never more than .67.",
        Measured("by_look_up.min() > 0.93 and by_model[:2, 2:].max() < 0.675"),
    ),
    Claim(
        "With *wide* that falls to .27, *street* rises from .05 to .13, and the most goes",
        Measured("assert np.allclose(found, [0.64, 0.05, 0.27, 0.13], atol=0.006)"),
    ),
    Claim(
        "in 65 of 72 the mark [CLS] gets the most.",
        Measured(
            "highest = by_head.reshape(72, -1).argmax(axis=1)",
            prints="[CLS] highest in 65 heads",
        ),
    ),
    Claim(
        "From one state of fixed size a linear map reads less and less",
        Measured("assert min(curves[32][:6]) > 0.99 and 0.2 < curves[32][63] < 0.3"),
    ),
    Claim(
        "from 128 numbers, too, token 1 was read half of the time after 64 tokens.",
        Measured("0.42 < curves[128][63] < 0.55"),
    ),
    Claim(
        "the vectors have hardly moved from the random ones that they began with",
        Controlled(eight_words_hardly_move),
    ),
    Claim(
        "The mean hears *he* and *a* as loudly as *ripe*.",
        Measured(
            "assert np.allclose([fewer[1, 0], fewer[1, 2]], [0.58, 0.47], atol=0.006)"
        ),
    ),
    Claim(
        "*apple* finds itself, with .56 to .61 of the weight",
        Measured("assert 0.555 < min(own) and max(own) < 0.615"),
    ),
    Claim(
        "and *queen* right behind it",
        Measured('assert real.nearest("king - man + woman", 2) == ["king", "queen"]'),
    ),
    Claim(
        "a softmax of numbers that differ so little is nearly flat: .91 becomes .33",
        Measured("round(twice[1].max(), 2) == 0.33"),
    ),
    Claim(
        "with learnt queries, keys and values, those of one meaning come together.",
        Measured("assert by_look_up.min() > 0.93 and by_model[:2, 2:].max() < 0.675"),
    ),
]
