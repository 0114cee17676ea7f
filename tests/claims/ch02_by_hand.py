"""What the claims of chapter 02 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/02-by-hand.md"


def turned_bias() -> Control:
    """Rival: a bias that is turned with its key still adds one number to a whole row."""

    def moved(seed: int, radians: int) -> float:
        parts = np.random.default_rng(seed).normal(size=(11, 2)) @ [1, 1j]  # pairs
        q, k, bias = parts[:5], parts[5:10], parts[10]
        turn = np.exp(1j * radians * np.arange(5))  # one radian a place, or none
        powers = [
            np.exp(np.real(np.outer(q * turn, np.conj((k + b) * turn)))) for b in (0, bias)
        ]
        before, after = (p / p.sum(axis=-1, keepdims=True) for p in powers)
        return np.abs(after - before).max()

    seeds = range(5)
    return Control(
        [moved(s, 1) for s in seeds], [moved(s, 0) for s in seeds], "above", by=0.05
    )


CLAIMS = [
    Claim(
        "They do not always agree.",
        Measured('print(f"largest difference: {np.abs(outputs - published).max():.2f}")'),
    ),
    Claim(
        "so wide layers give large outputs unless the weights are smaller",
        Measured(
            'recipes = {"Gaussian": 1, "Xavier": 1 / width, "Kaiming": 2 / width}',
            prints="Gaussian outputs 22.6",
        ),
    ),
    Claim(
        "Keras, for one, starts its attention layers with Xavier",
        Measured(
            "assert abs(fresh.std() / (2 / 500) ** 0.5 - 1) < 0.02",
            at="chapters/04-tensorflow.md",
        ),
    ),
    Claim(
        "Nothing says that a token must like itself best.",
        Measured("assert weights[0].argmin() == 0"),
    ),
    Claim(
        "Its outputs go on with the replacement.",
        Measured("assert np.allclose(published_1, [2, 7, 1.5])"),
    ),
    Claim(
        "From 512 to 64 they become 1.33 times as wide; from 4 to 3, as here, 1.07 times.",
        Measured("assert round(np.sqrt(n_in * 2 / (n_in + n_out)), 2) == told"),
    ),
    Claim("Where keys are turned by their place", Controlled(turned_bias)),
    Claim(
        "0.2 beside 0.1 only 1.1 times", Measured("round(np.exp(0.2 - 0.1), 3) == 1.105")
    ),
    Claim(
        "the small weight that was dropped belongs to value 1",
        Measured("assert values[:, 1].argmin() == 0"),
    ),
    Claim(
        "Two of the three tokens give most of their attention to somebody else.",
        Measured("assert np.allclose(np.diag(weights), [0.063, 0.982, 0.119], atol=5e-4)"),
    ),
    Claim(
        "Over ten sentences, 72 to 86 % of the rows give their highest weight to one of "
        "the marks at the two ends.",
        Measured("assert round(min(marked), 2) == 0.72 and round(max(marked), 2) == 0.86"),
    ),
    Claim(
        "about twice as often as chance would have it",
        Measured("1.4 < min(ratios) and max(ratios) < 2.4"),
    ),
    Claim(
        "they are the same 36 for every sentence, of any length",
        Measured("learnt = W_Q.size + W_K.size + W_V.size"),
    ),
    Claim("A token need not attend to itself most.", Measured("real.on_itself(text)")),
    Claim(
        "and the *worst* matches have the most",
        Measured("for row in (scores_1, -scores_1)"),
    ),
    Claim(
        "Because a row's weights add up to 1, a larger second weight",
        Measured("assert (softmax(Q @ louder.T)[:, [0, 2]] < weights[:, [0, 2]]).all()"),
    ),
    Claim(
        "*a test with equal sizes tests little*",
        Measured("assert starred(Q, K, V).shape == (3, 3)"),
    ),
    Claim("In one row of twelve.", Measured("assert 11 < count / own < 13")),
    Claim(
        "The softmax sees *differences*.",
        Measured("assert np.isclose(np.exp(104 - 102), np.exp(4 - 2))"),
    ),
    Claim(
        "the same inputs give softer weights",
        Measured("assert (scaled_weights.max(axis=1) < weights.max(axis=1)).all()"),
    ),
    Claim(
        "This example is good for reading and bad for testing.",
        Measured("assert np.allclose(roles_swapped(Q, K, V), attend(Q, K, V))"),
    ),
    Claim(
        "For all tokens at once: `softmax(Q @ K.T) @ V`.",
        Measured("assert np.allclose(by_hand, outputs, atol=0.01)"),
    ),
]
