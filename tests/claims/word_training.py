"""Chapter 01's word vectors, trained on other sentences than the chapter's."""

from __future__ import annotations

import zlib

import numpy as np
from gensim.models import Word2Vec

from attention_figures import corpus
from tests.claims.register import Control


def word2vec(seed: int, sentences: list[list[str]] | None = None) -> Word2Vec:
    """The chapter's model, trained where there are sentences."""
    return Word2Vec(
        sentences, vector_size=24, window=4, min_count=1, sg=1, epochs=15, negative=5,
        sample=0, seed=seed, workers=1, hashfxn=lambda word: zlib.crc32(word.encode()),
    )  # fmt: skip


def eight_words_hardly_move() -> Control:
    """Rival: fifteen rounds through two sentences teach the vectors something."""
    turned = []
    for seed in (1, 2, 3):
        model = word2vec(seed)
        eight = [["king", "queen", "man", "woman"], ["apple", "banana", "orange", "fruit"]]
        model.build_vocab(eight)
        before = model.wv.vectors.copy()
        model.train(eight, total_examples=2, epochs=15)
        both = (before, model.wv.vectors)
        lengths = np.prod([np.linalg.norm(one, axis=1) for one in both], axis=0)
        turned.append(((both[0] * both[1]).sum(axis=1) / lengths).min())
    return Control(turned, [1.0] * len(turned), "alike", by=0.05)


def company_before_fruit(seed: int, fewer: str) -> float:
    """By how much apple is nearer to companies, with a third of one sense's sentences."""
    of_fruit = {"sweet", "peeled", "ripe", "picked", "juice", "baked", "tasted"}
    kept, met = [], 0
    for sentence in corpus.sentences(times=30):
        sense = "fruit" if of_fruit & set(sentence) else "company"
        if "apple" in sentence and sense == fewer:
            met += 1
            if met % 3:
                continue
        kept.append(sentence)
    wv = word2vec(seed, kept).wv

    def likeness(group: str) -> float:
        others = [other for other in corpus.GROUPS[group] if other != "apple"]
        mean = sum(wv.get_vector(other, norm=True) for other in others)
        return float(wv.get_vector("apple", norm=True) @ mean / np.linalg.norm(mean))

    return likeness("company") - likeness("fruit")


def leans_to_the_sense_met_more() -> Control:
    """Rival: fewer sentences make it lean to the company, whatever they are about."""
    case = [company_before_fruit(seed, "fruit") for seed in (1, 2, 3)]
    rival = [company_before_fruit(seed, "company") for seed in (1, 2, 3)]
    return Control(case, rival, "above", by=0.2)
