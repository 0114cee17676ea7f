"""What the claims of chapter 02 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    NoClaim,
    Sourced,
)

PAGE = "chapters/02-by-hand.md"
AT_MOST = 0  # sentences that no entry quotes

DIFFERENCES = "e^(s + c) / sum e^(s + c) = e^s / sum e^s: the factor e^c cancels."


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
        "Two things of a trained model are left out", NoClaim("both are named, and come")
    ),
    Claim(
        "They do not always agree.",
        Measured('print(f"largest difference: {np.abs(outputs - published).max():.2f}")'),
    ),
    Claim("which are computed afresh for every sentence", TASK),
    Claim("You do not have to understand every arrow yet", TASK),
    Claim("Only *one* query is at work", MEANING),
    Claim(
        "would be a word embedding with hundreds of entries",
        Sourced(
            "https://huggingface.co/openai-community/gpt2/blob/main/config.json",
            "n_embd 768",
        ),
    ),
    Claim(
        "They are chosen so that you can do everything in your head.",
        NoClaim("why the numbers are small"),
    ),
    Claim(
        "A real model starts from small random numbers.",
        Sourced("https://proceedings.mlr.press/v9/glorot10a.html", "section 4.2"),
    ),
    Claim(
        "so wide layers give large outputs unless the weights are smaller",
        Measured(
            'recipes = {"Gaussian": 1, "Xavier": 1 / width, "Kaiming": 2 / width}',
            prints="Gaussian outputs 22.6",
        ),
    ),
    Claim(
        "followed by a ReLU, which sets every negative number to zero",
        Sourced("https://arxiv.org/abs/1502.01852", "section 2.2"),
    ),
    Claim(
        "Keras, for one, starts its attention layers with Xavier",
        Measured(
            "assert abs(fresh.std() / (2 / 500) ** 0.5 - 1) < 0.02",
            at="chapters/04-tensorflow.md",
        ),
    ),
    Claim("Work out the key of every token", TASK),
    Claim(
        "Nothing says that a token must like itself best.",
        Measured("assert weights[0].argmin() == 0"),
    ),
    Claim(
        "A power of $e$ is never 0, so no share of the total is exactly 0.",
        Derived("e^s > 0 for every real s."),
    ),
    Claim(
        "Its outputs go on with the replacement.",
        Measured("assert np.allclose(published_1, [2, 7, 1.5])"),
    ),
    Claim(
        "Xavier keeps them as they are, whichever way one draws, where a layer is as wide "
        "behind as in front.",
        Derived("n_in 2 / (n_in + n_out) is 1 where n_out = n_in."),
    ),
    Claim(
        "From 512 to 64 they become 1.33 times as wide; from 4 to 3, as here, 1.07 times.",
        Measured("assert round(np.sqrt(n_in * 2 / (n_in + n_out)), 2) == told"),
    ),
    Claim("Where keys are turned by their place", Controlled(turned_bias)),
    Claim(
        "0.2 beside 0.1 only 1.1 times", Measured("round(np.exp(0.2 - 0.1), 3) == 1.105")
    ),
    Claim("stands the weights up as a column, so that the first weight", CODE),
    Claim("Which token does token 3 attend to most?", TASK),
    Claim(
        "the small weight that was dropped belongs to value 1",
        Measured("assert values[:, 1].argmin() == 0"),
    ),
    Claim("mixes the values for every token together", CODE),
    Claim(
        "so that you can tell the sides of the matrices apart",
        NoClaim("why it is drawn so"),
    ),
    Claim(
        "`np.exp` always returns floats",
        Sourced(
            "https://numpy.org/doc/stable/reference/generated/numpy.exp.html",
            "types: floating and complex loops only",
        ),
    ),
    Claim("Give every key the same bias, any bias", TASK),
    Claim("a softmax sees only differences within the row", Derived(DIFFERENCES)),
    Claim("A bias on the keys has no effect at all on the weights.", Derived(DIFFERENCES)),
    Claim(
        "because the weights of a row add up to 1",
        Derived("sum_j w_j (v_j + b) = sum_j w_j v_j + b."),
    ),
    Claim(
        "Two of the three tokens give most of their attention to somebody else.",
        Measured("assert np.allclose(np.diag(weights), [0.063, 0.982, 0.119], atol=5e-4)"),
    ),
    Claim(
        "nothing in the formula makes them match",
        Derived("W_Q and W_K are free of each other in softmax(X W_Q W_K^T X^T)."),
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
    Claim("are computed from them, afresh, for every input", MEANING),
    Claim(
        "they are the same 36 for every sentence, of any length",
        Measured("learnt = W_Q.size + W_K.size + W_V.size"),
    ),
    Claim("Three weight matrices give every token", MEANING),
    Claim("on paper never exactly 0", Derived("e^s > 0 for every real s.")),
    Claim("- Only the `W` matrices are learnt.", MEANING),
    Claim("A token need not attend to itself most.", Measured("real.on_itself(text)")),
    Claim("Keep every decimal until the end", TASK),
    Claim(
        "and the *worst* matches have the most",
        Measured("for row in (scores_1, -scores_1)"),
    ),
    Claim("Every query meets key 2", MEANING),
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
]
