"""What the claims of chapter 13 stand on."""

from tests.claims.register import CODE, TASK, Claim, Measured

PAGE = "chapters/13-writing-text.md"
AT_MOST = 33  # sentences that no entry quotes
CLAIMS = [
    Claim(
        "A table of what followed two pieces, made in a second and without a "
        "gradient, is better than your Transformer.",
        Measured(
            "assert min(tables[2:4]) < 0.9 * yours < yours < tables[1]",
        ),
    ),
    Claim(
        "The mean of the two is far better than either, so each knows something "
        "that the other does not.",
        Measured(
            "assert min(map(perplexity_of, both)) < 0.75 * min(tables[2], yours)",
        ),
    ),
    Claim(
        "Where the last three pieces stood in the training text, counts win. "
        "Where they did not, your model wins.",
        Measured(
            "assert at[0][1] < 0.95 * at[0][0] and at[1][0] < 0.95 * at[1][1]",
        ),
    ),
    Claim(
        "Shown three pieces, it does worse than the counts on contexts that are "
        "new to both. So it is the reading further back that makes it better "
        "there",
        Measured(
            "assert shown[3] > counted > shown[8] > shown[32]",
        ),
    ),
    Claim(
        "Two reasons are possible, and this run cannot tell them apart: it has "
        "learnt some training text by heart, and the held-out topics are new to "
        "it.",
        Measured(
            "assert np.exp(np.mean(losses[-100:])) < yours",
        ),
    ),
    Claim(
        "Is the margin the network's, or does it only come from looking back "
        "further than one piece?",
        TASK,
    ),
    Claim(
        "Test it: ask at such places again, and show it only the last pieces.",
        TASK,
    ),
    Claim(
        "Which change hurts most?",
        TASK,
    ),
    Claim(
        "Most long contexts are rare, so each table borrows from the one that "
        "looks back one piece less.",
        CODE,
    ),
    Claim(
        "It takes a dict from words (tuples of pieces) to counts and returns "
        "the pair of neighbours, (left, right), that comes most often in the "
        "text.",
        TASK,
    ),
    Claim(
        "It takes one word, a tuple of pieces, and a pair, and returns the word "
        "with every occurrence of the pair joined, looking from left to right.",
        TASK,
    ),
    Claim(
        "**GELU** was ahead by half a unit of perplexity both times.",
        Measured(
            'assert (0.4 < base - test["GELU for ReLU"]).all()',
        ),
    ),
]
