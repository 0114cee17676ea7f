"""What chapter 14 measures on SmolLM2: losses, mistakes, stored results."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from attention_data import stored
from attention_lessons.readers_parts import apply_rope, grouped_query_attention
from attention_lessons.smollm2 import Model

# One of our own sentences, so that nobody can say it was in the training text.
TEXT = (
    "A grader that compares every answer with a hundred known mistakes can say which one "
    "was made. Yesterday it told Nadia that her heads were mixed up, and she found the "
    "missing line in a minute."
)

# More plain English, on different things, for what one text cannot show.
ORDINARY = (
    TEXT,
    "Water boils at one hundred degrees at the level of the sea. On a high mountain the "
    "air is thinner, so it boils sooner, and an egg takes longer to cook.",
    "The Roman Empire reached its greatest extent in the second century. Its roads joined "
    "cities from Britain to Syria, and letters could travel across it in a few weeks.",
    "To make bread, mix flour, water, salt and yeast. Let the dough rest until it has "
    "doubled in size, then shape it and bake it in a hot oven for half an hour.",
    "My sister called last night to say that she had found a new job. She sounded happy, "
    "and we talked for more than an hour about where she would live.",
)
# Thirty countries, written down before the model was asked.
_COUNTRIES = (
    "France: Paris, Italy: Rome, Germany: Berlin, Spain: Madrid, Egypt: Cairo, "
    "Japan: Tokyo, Greece: Athens, Russia: Moscow, China: Beijing, Austria: Vienna, "
    "Poland: Warsaw, Portugal: Lisbon, Ireland: Dublin, Cuba: Havana, Peru: Lima, "
    "Kenya: Nairobi, Norway: Oslo, Sweden: Stockholm, Finland: Helsinki, "
    "Denmark: Copenhagen, Hungary: Budapest, Iran: Tehran, Canada: Ottawa, "
    "India: New Delhi, Turkey: Ankara, Thailand: Bangkok, Australia: Canberra, "
    "Brazil: Bras, Nigeria: Abuja, Switzerland: Bern"
)
CAPITALS = [pair.split(": ") for pair in _COUNTRIES.split(", ")]


def reference_logits() -> dict[str, Any]:
    """What an independent implementation gave (book/make_smollm2_logits.py)."""
    return stored("smollm2_logits.json")


def capitals() -> dict[str, list]:
    """Its answer for each country, mean log-probability and minus its length.

    By ``book/make_capitals.py``.
    """
    return stored("capitals.json")


def since_2017() -> dict[str, Any]:
    """Losses of small decoders, one change each (book/make_since_2017.py)."""
    return stored("since_2017.json")


def loss(model: Model, ids: Sequence[int]) -> float:
    """The mean loss of the model on a text, in nats a token."""
    return loss_of(model.logits(ids), ids)


def loss_of(logits: np.ndarray, ids: Sequence[int]) -> float:
    """The mean of what each token but the first costs; logits (n, vocab), ids (n,)."""
    return float(losses(logits, ids).mean())


def losses(logits: np.ndarray, ids: Sequence[int]) -> np.ndarray:
    """What each token but the first costs, in nats: minus the log of its probability.

    logits: (n, vocab), behind each token.  ids: (n,).  Returns (n - 1,).
    """
    rows = logits[:-1]
    highest = rows.max(axis=-1)  # (n - 1,)
    totals = np.exp(rows - highest[:, None]).sum(axis=-1, dtype=float)
    chosen = rows[np.arange(len(rows)), np.asarray(ids)[1:]]
    return np.log(totals) + (highest.astype(float) - chosen)


def halves_turned(x: np.ndarray, positions: np.ndarray, base: float) -> np.ndarray:
    """Rotary positions with feature i and feature i + d/2 for a pair."""
    d = x.shape[-1]
    order = np.arange(d).reshape(2, d // 2).T.ravel()  # partners become neighbours
    return apply_rope(x[..., order], positions, base)[..., np.argsort(order)]


def counted_from_zero(x: np.ndarray, positions: np.ndarray, base: float) -> np.ndarray:
    """Rotary positions that forget how many tokens stand in the cache."""
    return apply_rope(x, positions - positions[0], base)


def groups_dealt_out(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray
) -> np.ndarray:
    """Grouped attention in which head i takes the shared head i % h_kv (np.tile)."""
    times = q.shape[-3] // k.shape[-3]
    k, v = np.concatenate([k] * times, axis=-3), np.concatenate([v] * times, axis=-3)
    return grouped_query_attention(q, k, v, mask)


def mistakes(model: Model) -> dict[str, Model]:
    """The same weights with one function wrong."""
    return {
        "right": model,
        "no rotary": model.with_parts(apply_rope=lambda x, positions, base: x),
        "halves paired": model.with_parts(apply_rope=halves_turned),
        "groups dealt out": model.with_parts(grouped_query_attention=groups_dealt_out),
        "no causal mask": model.with_parts(
            cached_causal_mask=lambda n_new, n_cached: np.ones(
                (n_new, n_cached + n_new), dtype=bool
            )
        ),
        "counted from 0": model.with_parts(apply_rope=counted_from_zero),
    }
