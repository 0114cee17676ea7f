"""Answers to masks.pad_and_truncate: wrong ones."""

from answers.corpus import wrong

EXERCISE = "masks.pad_and_truncate"

ANSWERS = (
    wrong(
        "keeps the end",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            lengths = np.zeros(len(sequences), dtype=int)
            for i, s in enumerate(sequences):
                kept = s[-max_len:]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "s[-max_len:], as Keras' pad_sequences does by default",
        "kept-the-end",
    ),
    wrong(
        "pads in front",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            lengths = np.zeros(len(sequences), dtype=int)
            for i, s in enumerate(sequences):
                kept = s[:max_len]
                ids[i, max_len - len(kept):] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "filler before the sentence, Keras' other default",
        "padded-in-front",
    ),
    wrong(
        "ids of 0 are dropped",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            lengths = np.zeros(len(sequences), dtype=int)
            for i, s in enumerate(sequences):
                kept = [token for token in s if token][:max_len]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "a truth test throws away a real id 0",
        "zeros-dropped",
    ),
    wrong(
        "lengths before the cut",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            for i, s in enumerate(sequences):
                ids[i, :len(s[:max_len])] = s[:max_len]
            return ids, np.array([len(s) for s in sequences], dtype=int)
        """,
        "len(s) of the whole sentence",
        "lengths-before-cutting",
    ),
    wrong(
        "filler is always 0",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.zeros((len(sequences), max_len), dtype=int)
            lengths = np.zeros(len(sequences), dtype=int)
            for i, s in enumerate(sequences):
                kept = s[:max_len]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "np.zeros, and pad_id is never looked at",
        "pad-id-ignored",
    ),
    wrong(
        "lengths counted from the ids",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            for i, s in enumerate(sequences):
                ids[i, :len(s[:max_len])] = s[:max_len]
            return ids, (ids != pad_id).sum(axis=1)
        """,
        "what equals pad_id counts as filler, a real id of that number too",
        "counted-from-ids",
    ),
    wrong(
        "as wide as the longest",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
            ids = np.full((len(sequences), max(lengths)), pad_id, dtype=int)
            for i, s in enumerate(sequences):
                ids[i, :lengths[i]] = s[:max_len]
            return ids, lengths
        """,
        "max_len is taken for a limit, not for the width",
        "no-wider-than-the-longest",
    ),
    wrong(
        "floats",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.zeros((len(sequences), max_len)) + pad_id
            lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
            for i, s in enumerate(sequences):
                ids[i, :lengths[i]] = s[:max_len]
            return ids, lengths
        """,
        "np.zeros without a dtype makes ids floats",
    ),
    wrong(
        "float lengths of empty lists",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            lengths = np.zeros(len(sequences))
            for i, s in enumerate(sequences):
                kept = s[:max_len]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "np.array of lengths divided: floats for the lengths alone",
    ),
    wrong(
        "the argument is padded",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
            for s in sequences:
                while len(s) < max_len:
                    s.append(pad_id)
            ids = np.array([s[:max_len] for s in sequences], dtype=int)
            return ids.reshape(len(sequences), max_len), lengths
        """,
        "sequence.append grows the caller's own lists",
    ),
    wrong(
        "only the ids",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            cut = [s[:max_len] + [pad_id] * (max_len - len(s)) for s in sequences]
            return np.array(cut, dtype=int).reshape(len(sequences), max_len)
        """,
        "one result where two are asked",
        "ids-alone",
    ),
    wrong(
        "lists handed back",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = [s[:max_len] + [pad_id] * (max_len - len(s)) for s in sequences]
            return ids, [min(len(s), max_len) for s in sequences]
        """,
        "lists of lists, where arrays are asked: nothing can be sliced by it",
    ),
    wrong(
        "the two results swapped",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            lengths = np.zeros(len(sequences), dtype=int)
            for i, s in enumerate(sequences):
                kept = s[:max_len]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return lengths, ids
        """,
        "(lengths, ids)",
        "swapped-results",
    ),
)
