"""Answers to masks.pad_and_truncate: right ones."""

from answers.corpus import right

EXERCISE = "masks.pad_and_truncate"

ANSWERS = (
    right(
        "row by row into np.full",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            batch = len(sequences)
            ids = np.full((batch, max_len), pad_id)
            lengths = np.zeros(batch, dtype=int)
            for i, sequence in enumerate(sequences):
                kept = sequence[:max_len]
                ids[i, :len(kept)] = kept
                lengths[i] = len(kept)
            return ids, lengths
        """,
        "the commonest route: an array of filler, filled in place by a loop",
    ),
    right(
        "lists and append",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            rows = []
            lengths = []
            for sequence in sequences:
                row = []
                for token in sequence:
                    if len(row) < max_len:
                        row.append(token)
                lengths.append(len(row))
                while len(row) < max_len:
                    row.append(pad_id)
                rows.append(row)
            ids = np.array(rows, dtype=int).reshape(len(sequences), max_len)
            return ids, np.array(lengths, dtype=int)
        """,
        "rows grown by append in a nested loop, made arrays at the end",
    ),
    right(
        "a namedtuple of int32",
        """
        from collections import namedtuple

        Padded = namedtuple("Padded", "ids lengths")


        def pad_and_truncate(sequences, max_len, pad_id=0):
            cut = [list(sequence[:max_len]) for sequence in sequences]
            filled = [row + [pad_id] * (max_len - len(row)) for row in cut]
            ids = np.asarray(filled, dtype=np.int32).reshape(len(cut), max_len)
            return Padded(ids, np.array([len(row) for row in cut], dtype=np.int32))
        """,
        "a namedtuple is a tuple, and int32 are whole numbers",
    ),
    right(
        "helpers called row and kept",
        """
        def row(sequence, width, filler):
            return list(sequence[:width]) + [filler] * (width - len(sequence))


        def kept(sequence, width):
            return min(len(sequence), width)


        def pad_and_truncate(sequences, max_len, pad_id=0):
            table = [row(s, max_len, pad_id) for s in sequences]
            ids = np.array(table, dtype=np.int64).reshape(len(sequences), max_len)
            return ids, np.array([kept(s, max_len) for s in sequences], dtype=np.int64)
        """,
        (
            "helpers whose names the chapter binds again further down must be the "
            "student's own"
        ),
    ),
    right(
        "a mask and one assignment",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            lengths = np.minimum([len(s) for s in sequences], max_len).astype(int)
            ids = np.full((len(sequences), max_len), pad_id, dtype=int)
            real = np.arange(max_len) < lengths[:, None]
            ids[real] = [token for s in sequences for token in s[:max_len]]
            return ids, lengths
        """,
        "all real places at once, by a Boolean mask",
    ),
    right(
        "torch's pad_sequence",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            import torch
            from torch.nn.utils.rnn import pad_sequence

            lengths = [min(len(s), max_len) for s in sequences]
            wide = [torch.full((max_len,), pad_id)]  # so that no batch is too narrow
            wide += [torch.tensor(s[:max_len], dtype=torch.int64) for s in sequences]
            ids = pad_sequence(wide, batch_first=True, padding_value=pad_id)[1:]
            return ids.numpy(), np.array(lengths)
        """,
        "a torch import inside of a NumPy answer",
    ),
)
