"""What the claims of chapter 01 stand on."""

import zlib

import numpy as np
from gensim.models import Word2Vec

from attention_lessons import inside, minilm
from attention_lessons.words import HEAD, TEN
from tests.claims.ch15_inside_a_model import encoder
from tests.claims.register import Control, control

PAGE = "chapters/01-why-attention.md"


@control("because the vectors have hardly moved from the random ones", slow=True)
def eight_words_hardly_move() -> Control:
    """Rival: fifteen rounds through two sentences teach the vectors something."""
    turned = []
    for seed in (1, 2, 3):
        model = Word2Vec(
            vector_size=24, window=4, min_count=1, sg=1, epochs=15, negative=5,
            sample=0, seed=seed, workers=1,
            hashfxn=lambda word: zlib.crc32(word.encode()),
        )  # fmt: skip
        eight = [["king", "queen", "man", "woman"], ["apple", "banana", "orange", "fruit"]]
        model.build_vocab(eight)
        before = model.wv.vectors.copy()
        model.train(eight, total_examples=2, epochs=15)
        turned.append(minilm.cosine(before, model.wv.vectors).min())
    return Control(turned, [1.0] * len(turned), "alike", by=0.05)


# Two sentences for each meaning, in other words than the chapter's.
FRAMES = (
    "the {} fell from the tree", "they baked the {} in a pie", "a worm lived in the {}",
    "she peeled the {} with a knife", "{} hired many engineers", "the shares of {} fell",
    "she works for {} in california", "{} opened a new store",
)  # fmt: skip


@control("In other sentences, too, *apple* changes more than *banana*.", slow=True)
def meanings_and_not_sentences() -> Control:
    """Rival: other sentences move any word as far, so *banana* moves like *apple*."""
    alike = []
    for word in ("apple", "banana"):
        texts = (minilm.read(encoder(), frame.format(word)) for frame in FRAMES)
        vectors = np.array([text.vector(word) for text in texts])
        across = minilm.cosine(vectors[:4, None], vectors[None, 4:])
        alike.append(across.ravel())
    return Control(*alike, "below", by=0.02)


@control("In eight other sentences it fails")
def likeness_without_itself() -> Control:
    """Rival: only that *apple* finds itself is in the way; likeness would do without."""
    model = encoder()
    query = minilm.static_vector(model, "apple")
    contexts = []
    for frame in FRAMES:
        words = [word for word in frame.split() if word != "{}"]
        rows = np.array([minilm.static_vector(model, word) for word in words])
        powers = np.exp(rows @ query / 0.2)
        contexts.append(powers @ rows / powers.sum())
    table = minilm.cosine(np.array(contexts)[:, None], np.array(contexts)[None])
    pairs = np.triu_indices(4, k=1)
    within = np.concatenate([table[:4, :4][pairs], table[4:, 4:][pairs]])
    worst, across = np.sort(within)[:4], np.sort(table[:4, 4:].ravel())[-4:]
    return Control(worst, across, "below", by=0.1)


@control("in ten sentences a third of all pairs of words have a head")
def some_head_for_a_third() -> Control:
    """Rival: a drawing of one word on another needs a good pair, or a good sentence."""
    shares = []
    for sentences in (TEN[:5], TEN[5:], TEN):
        strongest = []
        for text in sentences:
            weights = minilm.read(encoder(), text).weights[:, :, 1:-1, 1:-1]
            pairs = ~np.eye(weights.shape[-1], dtype=bool)
            strongest += [*weights.max(axis=(0, 1))[pairs]]
        shares.append(float(np.mean(np.array(strongest) > 0.5)))
    return Control(shares, [1 / 3] * 3, "alike", by=0.06)


@control("the head goes over to the other word in three")
def sixteen_pairs() -> Control:
    """Rival: the head goes over to the other word in most of the pairs, or in none.

    How many of the sixteen go over, three times, beside 3.
    """
    over = 0
    for beginning, one, other, *endings in inside.PRONOUNS:
        rows = []
        for ending in endings:
            text = minilm.read(encoder(), f"{beginning} {ending}")
            row = text.weights[(*HEAD, text.places("it")[-1])]
            rows.append([row[text.places(word)].sum() for word in (one, other)])
        (a, b), (c, d) = rows
        over += a > b and d > c
    return Control([float(over)] * 3, [3.0] * 3, "alike", by=0)
