"""Sequences of ids brought to one length.

Ids are whole numbers: dtypes of numbers and large scores are left to
``masked_softmax``.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def pad_and_truncate(
    sequences: list[list[int]], max_len: int, pad_id: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Bring sequences of ids to one length.

    sequences: one list of ids per sequence, at least one; a list may be
    empty.  Longer ones lose their end; shorter ones get pad_id after their
    end.
    Returns (ids, lengths), whole numbers: (batch, max_len) and (batch,).
    lengths says how many entries of each row are real.
    Changes no argument.
    """
    padded = np.full((len(sequences), max_len), pad_id)
    lengths = np.zeros(len(sequences), dtype=int)
    for i, ids in enumerate(sequences):
        kept = ids[:max_len]
        padded[i, : len(kept)] = kept
        lengths[i] = len(kept)
    return padded, lengths


def _sequences(*lengths: int, max_len: int, pad_id: int | None = 0, high: int = 90) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        drawn = [rng.integers(1, high, size=length).tolist() for length in lengths]
        return (drawn, max_len) if pad_id is None else (drawn, max_len, pad_id)

    return draw


def _zeros_in_the_text(rng: np.random.Generator) -> tuple:
    """0 is an id like any other: here at the start, in the middle, at the end."""
    first, second = rng.integers(1, 90, size=(2, 3)).tolist()
    return [[0, *first], [*second, 0, 0, 7], [3, 0]], 5, 9


def _pad_id_in_the_text(rng: np.random.Generator) -> tuple:
    """Some models pad with an id that real tokens have as well."""
    pad_id = int(rng.integers(1, 5))
    lengths = (4, 2, 7)
    drawn = [[*rng.integers(1, 5, size=n - 1).tolist(), pad_id] for n in lengths]
    return drawn, 6, pad_id


def _equal(rng: np.random.Generator) -> tuple:
    one, other = rng.integers(1, 90, size=(2, 3)).tolist()
    return [one, other, list(one), one[:2]], 4, 0


EXERCISE = Exercise(
    id="masks.pad_and_truncate",
    title="Pad and truncate",
    reference=pad_and_truncate,
    points=2,
    minutes=10,
    difficulty=2,
    section="07-masking#from-words-to-rows-of-one-length",
    order=10,
    cases=(
        # First, since a property that held is not asked again: np.array([]) is a float.
        thrice("an empty sequence", _sequences(3, 0, 5, max_len=4, pad_id=7)),
        thrice("the first one empty", _sequences(0, 3, max_len=4)),
        thrice("all empty", _sequences(0, 0, max_len=3), easy=True),
        thrice("one, and that empty", _sequences(0, max_len=3), easy=True),
        thrice("equal sequences", _equal),
        thrice("a pad id below zero", _sequences(2, 5, 1, max_len=3, pad_id=-1)),
        thrice("some too long, some too short", _sequences(2, 7, 4, max_len=5)),
        thrice("nothing to cut", _sequences(3, 1, 2, 3, max_len=4)),
        thrice("nothing to pad", _sequences(6, 3, max_len=3)),
        thrice("another pad id", _sequences(2, 5, 1, max_len=3, pad_id=99)),
        thrice("the default pad id", _sequences(2, 5, max_len=4, pad_id=None)),
        thrice("one sequence", _sequences(2, max_len=6)),
        thrice("one place", _sequences(1, 3, max_len=1)),
        thrice("the pad id occurs in the text", _pad_id_in_the_text),
        thrice("real ids of 0", _zeros_in_the_text),
        thrice("a large vocabulary", _sequences(3, 6, max_len=5, high=250_000)),
    ),
    properties=(
        Property(
            "ids and lengths have an integer dtype",
            "Some of your ids or lengths are no integers by their dtype. Ids pick rows of "
            "an embedding table, and NumPy takes no float as an index: give both arrays an "
            "integer dtype.",
            lambda answer, output, *given: all(part.dtype.kind in "iu" for part in output),
        ),
        Property(
            "row i begins with lengths[i] ids of sequence i",
            "Take lengths[i] entries from the start of row i: they should be the start of "
            "sequence i. Not all of yours are.",
            lambda answer, output, sequences, *rest: all(
                row[:length].tolist() == ids[:length]
                for row, length, ids in zip(*output, sequences, strict=True)
            ),
        ),
    ),
    **cells_beside(__file__),
)
