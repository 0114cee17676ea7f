"""What the claims of the glossary stand on: nearly all of it says what words mean."""

from __future__ import annotations

from tests.claims.register import MEANING, Claim, Derived, Measured, NoClaim, Sourced

PAGE = "glossary.md"
AT_MOST = 0  # sentences that no entry quotes

MEANINGS = """
    it is compared with every key
    learnt and the same for every sentence
    Asking a store whose every entry answers
    The learnt table that gives every token
    Such a vector, a *word embedding*, is *static*
    A *schedule* says the rate of every step
    so that there is little padding
    A task's *ceiling* is the most that anybody can expect
    Always taking the likeliest next token
    A softmax taken block by block, never seeing the whole row
    A softmax that never sees the whole row
    Exact attention computed in tiles, which never holds
    each score loses something for every step
    A token attends to the last $w$ tokens only
    A score for every input word
    join the pair of neighbours that is counted most often
    that a model is tested on and never trained on
    *Exact match* counts an answer as right
    *Top-k* keeps the k most likely tokens
    kept so that each new token costs one query
"""
CLAIMS = [Claim(line.strip(), MEANING) for line in MEANINGS.strip().splitlines()]
CLAIMS += [
    Claim(
        "so that their spread does not grow with the length of the vectors",
        Derived("Var(q . k) = d_k for independent entries: chapter 06, The argument."),
    ),
    Claim(
        "choose their spread so that signals neither die out nor explode",
        Sourced("https://proceedings.mlr.press/v9/glorot10a.html", "section 4.2.1"),
    ),
    Claim(
        "queries and keys turn with their position, so that scores depend on the distance",
        Sourced(
            "https://arxiv.org/abs/2104.09864",
            "abstract: explicit relative position dependency",
        ),
    ),
    Claim(
        "so that the order of the products can be changed and the work grows with $n$",
        Derived("(f(Q) f(K)^T) V = f(Q) (f(K)^T V)."),
    ),
    Claim(
        "such as BERT and MiniLM, look both ways and do not write",
        Sourced("https://arxiv.org/abs/1810.04805", "section 3; appendix A, figure 3"),
    ),
    Claim(
        "so that nothing can rest on a single one",
        Sourced("https://jmlr.org/papers/v15/srivastava14a.html", "abstract: co-adapting"),
    ),
    Claim(
        "trained by guessing hidden words or by learning from such a model",
        Sourced("https://arxiv.org/abs/2002.10957", "abstract: distillation"),
    ),
    Claim(
        "Attention without a mask has it.",
        Measured("assert agree == 120", at="chapters/06-scaling-and-scores.md"),
    ),
    Claim("multiplied into the query once, so that keys are never made.", MEANING),
    Claim("[Never make the keys]", NoClaim("a section's title")),
    Claim("[Only the blocks that matter]", NoClaim("a section's title")),
]
