"""What chapter 06's answers to sentences that are often told stand on."""

from tests.claims.register import Claim, Controlled, Derived, Measured, NoClaim, Sourced
from tests.claims.score_training import first_gradient_is_larger, most_comes_from_the_loud

CLAIMS = [
    Claim(
        "For most you have now run what you need", NoClaim("a pointer to the cells above")
    ),
    Claim(
        "values never meet a score; the *context* adds up values",
        Measured("np.array_equal(weights_before, weights_after)"),
    ),
    Claim(
        "two queries in three get next to none, at $d_k = 512$",
        Measured("assert 0.6 < (lengths < 0.01).mean() < 0.7"),
    ),
    Claim(
        "the gradient of $W_Q$ as a whole is larger",
        Controlled(first_gradient_is_larger),
    ),
    Claim("as a whole is larger, most of it", Controlled(most_comes_from_the_loud)),
    Claim(
        "a long vector has large scores, high or low: it can beat a nearer, shorter one",
        Measured("assert (two_keys @ -a_query).argmin() == 1"),
    ),
    Claim(
        "64 beside 768 in a head of GPT-2 small",
        Sourced(
            "https://huggingface.co/openai-community/gpt2/blob/main/config.json",
            "n_embd, n_head",
        ),
    ),
    Claim(
        "the third value receives the most attention",
        NoClaim("a sentence to mistrust; chapter 05 reads the right table"),
    ),
    Claim(
        "word embeddings cannot hold long-range dependencies",
        NoClaim("a sentence to mistrust"),
    ),
    Claim(
        "of RNNs, yes: their steps wait for one another in both",
        Derived("h_t needs h_{t-1}, in training as in use."),
    ),
]
