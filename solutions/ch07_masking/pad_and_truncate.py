"""Sequences of ids brought to one length.

The filler goes in front, the end is kept where the start is wanted, or the lengths
are those from before the cut.

Ids are whole numbers: dtypes of numbers and large scores are left to
``masked_softmax``.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property, Same
from solutions.draws import Draw, thrice


def pad_and_truncate(
    sequences: list[list[int]], max_len: int, pad_id: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Bring sequences of ids to one length.

    sequences: one list of ids a sequence, of any lengths, 0 among them.
    Longer ones lose their end; shorter ones get pad_id after their end.
    Returns (ids, lengths), whole numbers: (batch, max_len) and (batch,).
    lengths says how many entries of each row are real.
    """
    lengths = np.array([min(len(ids), max_len) for ids in sequences], dtype=int)
    padded = np.full((len(sequences), max_len), pad_id)
    for row, ids, length in zip(padded, sequences, lengths, strict=True):
        row[:length] = ids[:length]
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


def _pad_and_truncate(
    sequences,
    max_len,
    pad_id=0,
    *,
    pads="behind",
    keeps="the start",
    filler="asked",
    lengths="what is left",
    width="max_len",
):
    if width == "longest":
        max_len = max(len(ids) for ids in sequences)
    fill = pad_id if filler == "asked" else 0
    rows, counts = [], []
    for ids in sequences:
        kept = ids[:max_len] if keeps == "the start" else ids[max(len(ids) - max_len, 0) :]
        gap = [fill] * (max_len - len(kept))
        row = kept + gap if pads == "behind" else gap + kept
        rows.append(row)
        unpadded = sum(entry != fill for entry in row)
        counts.append(
            {"what is left": len(kept), "before": len(ids), "not pad": unpadded}[lengths]
        )
    return np.array(rows, dtype=int), np.array(counts, dtype=int)


def _not_cut(sequences, max_len, pad_id=0):
    padded = np.full((len(sequences), max_len), pad_id)
    for row, ids in zip(padded, sequences, strict=True):
        row[: len(ids)] = ids
    return padded, np.array([len(ids) for ids in sequences], dtype=int)


def _one_id_at_a_time(sequences, max_len, pad_id=0):
    ids = np.zeros((len(sequences), max_len), dtype=np.int32) + pad_id
    lengths = np.zeros(len(sequences), dtype=np.int32)
    for i, sequence in enumerate(sequences):
        for j, token in enumerate(sequence):
            if j < max_len:
                ids[i, j] = token
                lengths[i] += 1
    return ids, lengths


def _stacked_lists(sequences, max_len, pad_id=0):
    rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids in sequences]
    lengths = np.minimum([len(ids) for ids in sequences], max_len)
    return np.array(rows), lengths


EXERCISE = Exercise(
    id="masks.pad_and_truncate",
    title="Pad and truncate",
    reference=pad_and_truncate,
    decisions=_pad_and_truncate,
    points=2,
    minutes=10,
    difficulty=2,
    section="07-masking#from-words-to-rows-of-one-length",
    order=10,
    cases=(
        thrice("some too long, some too short", _sequences(2, 7, 4, max_len=5)),
        thrice("nothing to cut", _sequences(3, 1, 2, 3, max_len=4)),
        thrice("nothing to pad", _sequences(6, 3, max_len=3)),
        thrice("another pad id", _sequences(2, 5, 1, max_len=3, pad_id=99)),
        thrice("the default pad id", _sequences(2, 5, max_len=4, pad_id=None)),
        thrice("an empty sequence", _sequences(3, 0, 5, max_len=4, pad_id=7)),
        thrice("one sequence", _sequences(2, max_len=6)),
        thrice("one place", _sequences(1, 3, max_len=1)),
        thrice("the pad id occurs in the text", _pad_id_in_the_text),
        thrice("real ids of 0", _zeros_in_the_text),
        thrice("a large vocabulary", _sequences(3, 6, max_len=5, high=250_000)),
    ),
    properties=(
        Property(
            "ids are whole numbers",
            "Your ids are floats. Ids pick rows of an embedding table, and NumPy takes "
            "no float as an index: give the array an integer dtype.",
            lambda answer, output, *given: all(part.dtype.kind in "iu" for part in output),
        ),
        Property(
            "real tokens come first",
            "Take lengths[i] entries from the start of row i: they should be the start of "
            "sequence i. Yours are not.",
            lambda answer, output, sequences, *rest: all(
                row[:length].tolist() == ids[:length]
                for row, length, ids in zip(*output, sequences, strict=True)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "padded-in-front",
            "You put the filler in front of the tokens. Here it goes behind them, so "
            "that the first token of every sequence stands at position 0.",
            choices={"pads": "in front"},
        ),
        Misconception(
            "kept-the-end",
            "You keep the end of a sequence that is too long. Here its start is kept: "
            "sequence[:max_len].",
            choices={"keeps": "the end"},
        ),
        Misconception(
            "pad-id-ignored",
            "You always fill up with 0. Another vocabulary may have a real word at 0: "
            "fill with pad_id.",
            choices={"filler": "zero"},
        ),
        Misconception(
            "lengths-before-cutting",
            "Your lengths are those of the sequences as they came. After cutting, a row "
            "has at most max_len real tokens: count what is left.",
            choices={"lengths": "before"},
        ),
        Misconception(
            "counted-from-ids",
            "You count the entries that differ from pad_id. A real token may have that "
            "id as well, in models that pad with their end-of-text token for one. The "
            "lists know their lengths: use len().",
            choices={"lengths": "not pad"},
        ),
        Misconception(
            "zeros-dropped",
            "You leave out ids that are 0. In Python 0 counts as false, but it is a token "
            "like any other: only what lies beyond max_len is cut.",
            lambda sequences, max_len, pad_id=0: pad_and_truncate(
                [[token for token in ids if token] for ids in sequences], max_len, pad_id
            ),
        ),
        Misconception(
            "swapped-results",
            "Your two results stand in the other order. The caller takes them apart as "
            "ids, lengths: return (ids, lengths).",
            lambda sequences, max_len, pad_id=0: pad_and_truncate(
                sequences, max_len, pad_id
            )[::-1],
        ),
        Misconception(
            "not-cut",
            "You pad, but you do not cut: a sequence longer than max_len does not fit into "
            "its row. Take sequence[:max_len] first.",
            _not_cut,
        ),
        Misconception(
            "as-wide-as-the-longest",
            "Your rows are as long as the longest sequence of the batch. The number of "
            "columns is max_len, whatever came in.",
            choices={"width": "longest"},
        ),
        Misconception(
            "no-wider-than-the-longest",
            "You take max_len for a limit: where all sequences are shorter, your rows are "
            "as long as the longest of them. The number of columns is max_len, always.",
            lambda sequences, max_len, *more: _pad_and_truncate(
                sequences, min(max_len, max(map(len, sequences))), *more
            ),
        ),
        Misconception(
            "ids-alone",
            "You return the ids alone. Once the rows are filled up nobody can tell from "
            "them where a sequence ended: return (ids, lengths).",
            lambda sequences, max_len, pad_id=0: pad_and_truncate(
                sequences, max_len, pad_id
            )[0],
        ),
    ),
    alternatives=(_one_id_at_a_time, _stacked_lists),
    same=(
        Same(
            "=> lengths = np.array([min(len(ids), max_len) for ids in sequences])",
            "Lengths are whole numbers anyway, but where there is no sequence at all.",
        ),
        Same(
            "for row, ids, length in zip(padded, sequences, lengths",
            "All three have as many: strict= only guards the reference itself.",
        ),
    ),
    hints=(
        "Start from an array that is all filler, `np.full((batch, max_len), pad_id)`. "
        "Then write the real ids over it, row by row.",
        "`sequence[:max_len]` cuts what is too long and leaves alone what is not. How "
        "many ids it has left is the length of that row.",
        "The length of what is kept says which places of row i you write: the first so "
        "many. The others stay filler.",
    ),
)
