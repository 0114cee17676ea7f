"""What chapter 15 needs beside the two models: texts, places of words, small measures.

The interventions themselves are the chapter's exercises.
"""

from collections.abc import Callable, Sequence

import numpy as np

from attention_lessons.real_model_study import losses as loss
from attention_lessons.smollm2 import Edit, Model, Trace
from solutions.ch11_reading_attention.induction_score import induction_score
from solutions.ch11_reading_attention.previous_token_score import (
    previous_token_score,
)

__all__ = [
    "APPLES",
    "LIBRARY",
    "PRONOUNS",
    "added_lengths",
    "heads_in_order",
    "induction_score",
    "loss",
    "piece_texts",
    "places_of",
    "previous_token_score",
    "remembering",
    "twice",
]

# Some English in which nothing is said twice.
LIBRARY = (
    "The old library stood at the corner of the square. Every morning, before the shops "
    "opened, a woman came with a basket of books, and every evening she carried them home "
    "again. Nobody knew her name. The children said that she had read every page in the "
    "building twice, and that she was now reading them all backwards."
)

# "Apple" in two senses, in front and further back in either.
APPLES = [
    "Apple trees grow in a new garden.",
    "Apple pie is her favourite dessert.",
    "He bought an apple at the market.",
    "The worm lived in a rotten apple.",
    "Apple juice was sold to the children.",
    "She peeled the apple with a knife.",
    "We bought shares of Apple yesterday.",
    "The lawyers of Apple went to court.",
    "Apple hired a thousand engineers.",
    "He works for Apple in California.",
    "The new computer was made by Apple.",
    "Apple raised its prices again.",
]

# The beginning of a sentence, the two things that "it" may be, an ending for each.  After
# the schemas of Levesque, Davis and Morgenstern 2012.  Written down before the model had
# read them, the first one excepted, and none left out since.
PRONOUNS = [
    [part.strip() for part in line.split("|")]
    for line in """
The animal didn't cross the street because it was too | animal | street | tired | wide
The trophy didn't fit in the suitcase because it was too | trophy | suitcase | big | small
The ball broke the table because it was made of | ball | table | steel | glass
The truck passed the bus because it was going so | truck | bus | fast | slowly
The sculpture fell off the shelf because it was so | sculpture | shelf | heavy | crooked
The dog chased the cat because it was so | dog | cat | angry | scared
The man put the cake in the oven because it was | cake | oven | raw | hot
The child left the bed because it was | child | bed | hungry | hard
The horse left the field because it was | horse | field | hungry | muddy
The cat left the chair because it was too | cat | chair | hungry | hard
The bird left the tree because it was too | bird | tree | hungry | dry
The boat didn't cross the river because it was too | boat | river | damaged | shallow
The dog didn't jump the fence because it was too | dog | fence | old | high
The horse didn't enter the barn because it was too | horse | barn | nervous | dark
The snail didn't cross the road because it was too | snail | road | slow | busy
The child didn't eat the soup because it was too | child | soup | ill | salty
""".strip().splitlines()
]


def piece_texts(model: Model, text: str) -> list[str]:
    """The pieces that the model reads, as text: " street", "'t", " Zor"."""
    return [model.tokenizer.decode([piece]) for piece in model.tokenizer.encode(text)]


def places_of(pieces: Sequence[str], word: str) -> list[int]:
    """Where the pieces stand that spell the word, at its first occurrence.

    Raises ValueError where no run of pieces spells it.
    """
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            spelt = "".join(pieces[start:end]).strip()
            if spelt == word:
                return list(range(start, end))
            if len(spelt) > len(word):
                break
    raise ValueError(f"{word!r} is not in {''.join(pieces)!r}")


def twice(rng: np.random.Generator, length: int, vocabulary: int) -> np.ndarray:
    """Id 1, then random ids, then the same again: (1 + 2 * length,)."""
    ids = rng.integers(100, vocabulary, size=length)  # below 17 stand special tokens
    return np.concatenate([[1], ids, ids])


def heads_in_order(scores: np.ndarray, count: int) -> list[tuple[int, int]]:
    """The (layer, head) of the largest scores, largest first; scores (layers, heads)."""
    order = np.argsort(-scores, axis=None)[:count]
    n_heads = scores.shape[1]
    return [divmod(int(place), n_heads) for place in order]


def added_lengths(model: Model, ids: Sequence[int], trace: Trace) -> np.ndarray:
    """How long v W_O is for every head and token: (layers, heads, n).

    With it, weight times length is what a token adds (chapter 11, ``contributions``).
    """
    c = model.config
    before = np.concatenate([model.embed(ids)[None], trace.hidden[:-1]])
    lengths = np.empty((c.n_layers, c.n_heads, len(ids)))
    for layer, x in enumerate(before):
        own = model.layers[layer]
        normed = model.parts.rms_norm(x, own["attn_norm.weight"])
        v = (normed @ own["attn_v.weight"]).reshape(len(ids), c.n_kv_heads, c.head_dim)
        shared = np.repeat(v, c.n_heads // c.n_kv_heads, axis=1)  # (n, heads, head_dim)
        moved = np.einsum("nhv,hvd->hnd", shared, model.output_heads(layer), optimize=True)
        lengths[layer] = np.sqrt((moved**2).sum(axis=-1))
    return lengths


def remembering(
    run: Callable[..., tuple[np.ndarray, np.ndarray]],
) -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """The same ``run(ids, edit=None)``, which reads a text without edits once only.

    Where it has, a run with edits begins at the first layer that they change.
    """
    known: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}

    def remembered(ids: Sequence[int], edit: Edit | None = None):
        key = tuple(int(i) for i in ids)
        if edit is not None:
            return run(ids, edit, known.get(key))
        if key not in known:
            known[key] = run(ids)
        return known[key]

    return remembered
