"""Chapter 15's encoder, asked more sentences than stand on the page."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from attention_lessons import inside, minilm
from attention_lessons.model_files import ModelFileProblem
from tests.claims.register import Control, code_of, control

PAGE = "chapters/15-inside-a-model.md"

PAGE = "chapters/15-inside-a-model.md"
ONE_ARTICLE, NO_ARTICLE = (1, 6), (0, 5)  # what looks for an article, what counts places


@cache
def encoder() -> minilm.MiniLM:
    """MiniLM, or the test is skipped."""
    try:
        return minilm.load()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))


def found(frame: str, article: str) -> np.ndarray:
    """For how many nouns their article, the last of that name, gets the most, by head."""
    words = code_of(PAGE, "NOUNS", "ADJECTIVES")
    count = np.zeros((minilm.N_LAYERS, minilm.N_HEADS), dtype=int)
    for i, noun in enumerate(words["NOUNS"]):
        some = " ".join(words["ADJECTIVES"][(i + 5 * j) % 16] for j in range(2))
        text = minilm.read(encoder(), frame.format(some=some, noun=noun))
        row = text.weights[:, :, text.places(noun)[0], 1:-1]
        place = max(j for j, token in enumerate(text.tokens) if token == article)
        count += row.argmax(axis=-1) + 1 == place
    return count


@control("With a second adjective (0, 5) loses them, and (1, 6) keeps most.")
def own_article() -> Control:
    """Rival: it looks for *the*, or for whatever stands three places back."""
    frames = {
        "the dog saw the {some} {noun}.": "the",
        "a dog saw the {some} {noun}.": "the",
        "the dog saw a {some} {noun}.": "a",
    }
    counts = [found(frame, article) for frame, article in frames.items()]
    case, rival = ([c[head] for c in counts] for head in (ONE_ARTICLE, NO_ARTICLE))
    return Control(case, rival, "above", by=6)


@cache
def with_first_ending() -> list[minilm.Reading]:
    """The chapter's sentences about *it*, read with the first of their endings."""
    beginnings = ((beginning, ending) for beginning, _, _, ending, _ in inside.PRONOUNS)
    return [minilm.read(encoder(), " ".join(parts)) for parts in beginnings]


@control(
    "of 72 coins not one would, on average. Head (4, 0), which pictures do not show, "
    "has all sixteen. So the encoder does tell the endings apart, but (3, 1) is not "
    "*the* head that does it.",
    "Nine of its 72 heads move the right way in 13 sentences of 16 or more, where "
    "coins give one head. The head with the fine picture is not the best of them.",
    slow=True,
)
def heads_tell_endings_apart() -> Control:
    """Rival: so many heads do it by chance, the more as all read the same sentences.

    As many as (3, 1) or more, and as many again where a coin a sentence, the same for
    all heads, says which ending speaks for which word.
    """
    right = []
    for first, row in zip(with_first_ending(), inside.PRONOUNS, strict=True):
        beginning, one, other, _, ending = row
        shares = []
        for text in (first, minilm.read(encoder(), f"{beginning} {ending}")):
            seen = text.weights[:, :, text.places("it")[-1]]  # (layers, heads, n)
            a, b = (seen[..., text.places(word)].sum(axis=-1) for word in (one, other))
            shares.append(a / (a + b))
        right.append(shares[0] > shares[1])
    rng, moved = np.random.default_rng(0), np.array(right)
    found = moved.sum(axis=0)
    dealt = rng.integers(0, 2, (1000, len(moved), 1, 1), dtype=bool)
    by_chance = ((moved ^ dealt).sum(axis=1) >= found[3, 1]).sum(axis=(1, 2))
    heads = [float((found >= found[3, 1]).sum())] * len(by_chance)
    assert found[4, 0] == found.max() >= 15
    return Control(heads, by_chance.astype(float), "above", by=1, share=0.95)


@control(
    "With the likeness of *these* vectors the weight goes a little, in all layers but "
    "the last, where it goes against it.",
)
def likeness_of_what_enters() -> Control:
    """Rival: weight goes with likeness in no layer, or in the last as in the others.

    The least correlation of the first five layers and that of the last, by sentence.
    """
    case, rival = [], []
    for text in with_first_ending():
        entering, inner = (
            text.hidden[:-1, 1:-1],
            text.weights[:, :, 1:-1, 1:-1].mean(axis=1),
        )
        pairs = ~np.eye(entering.shape[1], dtype=bool)
        alike = minilm.cosine(entering[:, :, None], entering[:, None])
        each = [
            np.corrcoef(a[pairs], w[pairs])[0, 1] for a, w in zip(alike, inner, strict=True)
        ]
        case.append(min(each[:-1]))
        rival.append(each[-1])
    assert min(case) > 0 > max(rival)
    return Control(case, rival, "above", by=0.1)


@cache
def similarity() -> np.ndarray:
    """Correlation of weight and likeness in the table: (sentences, 1 + heads).

    First that of the mean over all heads, then head by head.
    """
    rows = []
    for text in with_first_ending():
        vectors = encoder().table[[encoder().vocabulary[t] for t in text.tokens[1:-1]]]
        alike = minilm.cosine(vectors[:, None], vectors[None])
        pairs = ~np.eye(len(vectors), dtype=bool)
        inner = text.weights[:, :, 1:-1, 1:-1].reshape(72, len(vectors), len(vectors))
        each = [inner.mean(axis=0), *inner]
        rows.append([np.corrcoef(alike[pairs], w[pairs])[0, 1] for w in each])
    return np.array(rows)


@control("Taken over all heads, weight and the table's similarity are almost unrelated.")
def unrelated_over_all_heads() -> Control:
    """Rival: one sentence was lucky."""
    overall = similarity()[:, 0]
    return Control(overall, np.zeros(len(overall)), "alike", by=0.15)


@control("Some heads do look for like words, and some avoid them.")
def some_avoid_likeness() -> Control:
    """Rival: the lowest of 72 heads are so by chance; other sentences do not agree."""
    first, second = similarity()[::2, 1:], similarity()[1::2, 1:]
    lowest = first.mean(axis=0).argsort()[:8]
    return Control(second.mean(axis=0)[lowest], [0.0] * 8, "below", by=0.05)
