"""Checks of chapter 07's pad_and_truncate and padding_mask.

Sizes and ids are whole numbers and masks Boolean, so the cases of float dtypes
and large scores are those of masked_softmax, in ``masked_softmax_checks``.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw
from solutions.masks import pad_and_truncate, padding_mask

# --- pad_and_truncate --------------------------------------------------------


def _sequences(*lengths: int, max_len: int, pad_id: int | None = 0, high: int = 90) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        drawn = [rng.integers(1, high, size=length).tolist() for length in lengths]
        return (drawn, max_len) if pad_id is None else (drawn, max_len, pad_id)

    return draw


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


PAD_AND_TRUNCATE = Exercise(
    id="masks.pad_and_truncate",
    title="Pad and truncate",
    reference=pad_and_truncate,
    decisions=_pad_and_truncate,
    points=2,
    minutes=10,
    difficulty=2,
    section="07-masking#from-words-to-rows-of-one-length",
    cases=(
        Case("some too long, some too short", _sequences(2, 7, 4, max_len=5)),
        Case("nothing to cut", _sequences(3, 1, 2, 3, max_len=4)),
        Case("nothing to pad", _sequences(6, 3, max_len=3)),
        Case("another pad id", _sequences(2, 5, 1, max_len=3, pad_id=99)),
        Case("the default pad id", _sequences(2, 5, max_len=4, pad_id=None)),
        Case("an empty sequence", _sequences(3, 0, 5, max_len=4, pad_id=7)),
        Case("one sequence", _sequences(2, max_len=6)),
        Case("one place", _sequences(1, 3, max_len=1)),
        Case("the pad id occurs in the text", _pad_id_in_the_text),
        Case("a large vocabulary", _sequences(3, 6, max_len=5, high=250_000)),
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
            "as-wide-as-the-longest",
            "Your rows are as long as the longest sequence of the batch. The number of "
            "columns is max_len, whatever came in.",
            choices={"width": "longest"},
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
    hints=(
        "Start from an array that is all filler: np.full((batch, max_len), pad_id). Then "
        "write the real ids over it, row by row.",
        "sequence[:max_len] cuts what is too long and leaves alone what is not. How many "
        "ids it has left is the length of that row.",
        "For each row i: kept = sequences[i][:max_len], then ids[i, :len(kept)] = kept "
        "and lengths[i] = len(kept).",
    ),
)

# --- padding_mask ------------------------------------------------------------


def _lengths(*shape: int, n: int, dtype: str = "int64", ends: bool = False) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        lengths = rng.integers(1, max(n, 2), size=shape)
        if ends:  # an empty sequence and a full one among them
            lengths.ravel()[:2] = rng.permutation([0, n])
        return lengths.astype(dtype), n

    return draw


def _padding_mask(lengths, n, *, last="excluded", side="behind", true="attend", form=bool):
    position = np.arange(n) if side == "behind" else np.arange(n)[::-1]
    limit = lengths[..., None]
    mask = position < limit if last == "excluded" else position <= limit
    return (mask if true == "attend" else ~mask).astype(form)


def _padding_mask_by_loops(lengths, n):
    mask = np.zeros((*lengths.shape, n), dtype=bool)
    for place in np.ndindex(*lengths.shape):
        mask[place][: lengths[place]] = True
    return mask


def _rows_of_a_triangle(lengths, n):
    return np.tri(n + 1, n, -1, dtype=bool)[lengths]  # row l has l times True


NUMBERS_FOR_TRUE = (
    "Your mask is made of numbers. A mask of this course is Boolean: with numbers, ~ and & "
    "do something else, and some libraries would add it to the scores. A comparison such "
    "as j < length gives True and False."
)

PADDING_MASK = Exercise(
    id="masks.padding_mask",
    title="A padding mask",
    reference=padding_mask,
    decisions=_padding_mask,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-padding-mask",
    cases=(
        Case("a few lengths", _lengths(3, n=7)),
        Case("an empty and a full sequence", _lengths(4, n=5, ends=True)),
        Case("one sequence", _lengths(1, n=6)),
        Case("one position", _lengths(2, n=1, ends=True)),
        Case("a batch of batches", _lengths(2, 3, n=5)),
        Case("short integers", _lengths(5, n=9, dtype="int32")),
        Case("long sequences", _lengths(3, n=300)),
    ),
    properties=(
        Property(
            "row sums are the lengths",
            "Count the True of each row: there should be as many as the sequence has real "
            "tokens.",
            lambda answer, output, lengths, n: np.array_equal(output.sum(-1), lengths),
        ),
    ),
    misconceptions=(
        Misconception(
            "inverted",
            "Your mask is True at the padding. In this course True means may attend, so "
            "real tokens are True. Used as it is, every query would read filler only.",
            choices={"true": "blocked"},
        ),
        Misconception(
            "one-too-many",
            "Each row of yours has one True too many. Positions count from 0, so a "
            "sequence of length 3 has real tokens at 0, 1 and 2: position < length.",
            choices={"last": "included"},
        ),
        Misconception(
            "padded-in-front",
            "Your mask expects the filler in front. Here pad_and_truncate puts it "
            "behind, so the True come first.",
            choices={"side": "in front"},
        ),
        Misconception("numbers", NUMBERS_FOR_TRUE, choices={"form": int}),
        Misconception(
            "positions-first",
            "Your mask has a column for each sequence. It should have a row for each: "
            "(batch, n). Compare lengths[..., None] with np.arange(n).",
            lambda lengths, n: np.moveaxis(padding_mask(lengths, n), -1, 0),
        ),
        Misconception(
            "pairs",
            "You made a mask of pairs, (batch, n, n). Which *keys* are filler does not "
            "depend on the query: one row a sequence will do, and broadcasting repeats "
            "it for every query.",
            lambda lengths, n: (
                padding_mask(lengths, n)[..., :, None]
                & padding_mask(lengths, n)[..., None, :]
            ),
        ),
    ),
    alternatives=(_padding_mask_by_loops, _rows_of_a_triangle),
    hints=(
        "Position j of a sequence of length l is real when j < l. All that is left is to "
        "ask this for every position and every sequence at once.",
        "np.arange(n) holds the positions, (n,). For a table of comparisons the lengths "
        "have to stand in a column: lengths[..., None].",
        "Compare the two with <. Broadcasting makes (..., 1) and (n,) into (..., n).",
    ),
)
