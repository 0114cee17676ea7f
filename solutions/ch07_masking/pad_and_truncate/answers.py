"""Answers to masks.pad_and_truncate that its checks must tell apart."""

from autograder import change, right, route, wrong

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
        "helpers whose names the chapter binds again further down",
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
    right(
        "one id at a time",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.zeros((len(sequences), max_len), dtype=np.int32) + pad_id
            lengths = np.zeros(len(sequences), dtype=np.int32)
            for i, sequence in enumerate(sequences):
                for j, token in enumerate(sequence):
                    if j < max_len:
                        ids[i, j] = token
                        lengths[i] += 1
            return ids, lengths
        """,
        "two loops, and the lengths counted on the way",
    ),
    right(
        "padded first, then cut",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids in sequences]
            return np.array(rows), np.minimum([len(ids) for ids in sequences], max_len)
        """,
        "enough filler behind every list, and all cut alike",
    ),
    wrong(
        "keeps the end",
        change("sequence[:max_len]", "sequence[-max_len:]"),
        "s[-max_len:], as Keras' pad_sequences does by default",
        "kept-the-end",
        of="row by row into np.full",
    ),
    wrong(
        "pads in front",
        change("ids[i, :len(kept)]", "ids[i, max_len - len(kept):]"),
        "filler before the sentence, Keras' other default",
        "padded-in-front",
        of="row by row into np.full",
    ),
    wrong(
        "ids of 0 are dropped",
        change("sequence[:max_len]", "[token for token in sequence if token][:max_len]"),
        "a truth test throws away a real id 0",
        "zeros-dropped",
        of="row by row into np.full",
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
        change(
            "np.full((batch, max_len), pad_id)", "np.zeros((batch, max_len), dtype=int)"
        ),
        "np.zeros, and pad_id is never looked at",
        "pad-id-ignored",
        of="row by row into np.full",
    ),
    wrong(
        "lengths counted from the ids",
        change("return ids, lengths", "return ids, (ids != pad_id).sum(axis=1)"),
        "what equals pad_id counts as filler, a real id of that number too",
        "counted-from-ids",
        of="row by row into np.full",
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
        change("np.zeros(batch, dtype=int)", "np.zeros(batch)"),
        "np.zeros without a dtype makes the lengths floats",
        of="row by row into np.full",
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
        change("return ids, lengths", "return lengths, ids"),
        "(lengths, ids)",
        "swapped-results",
        of="row by row into np.full",
    ),
    *route(
        "by columns",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            lengths = np.array([min(max_len, len(s)) for s in sequences], dtype=int)
            ids = np.full((len(sequences), max_len), pad_id)
            for row, sequence, n in zip(ids, sequences, lengths):
                row[:n] = sequence[:n]
            return ids, lengths
        ---
        sequence[:n => sequence[-n:] if n else [ | kept-the-end
        row[:n => row[max_len - n : | padded-in-front
        min(max_len, len(s) => len(s | not-cut
        ), pad_id => ), 0 | pad-id-ignored
        ), pad_id => ), float(pad_id)
        min(max_len, len(s) => max_len - len(s
        """,
    ),
    wrong(
        "keeps the end, lengths uncut",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id)
            lengths = []
            for i, s in enumerate(sequences):
                kept = s[-max_len:]
                ids[i, :len(kept)] = kept
                lengths.append(len(s))
            return ids, lengths
        """,
        "written from the text alone",
    ),
    wrong(
        "a list of lengths",
        """
        def pad_and_truncate(sequences, max_len, pad_id=0):
            ids = np.full((len(sequences), max_len), pad_id)
            lengths = []
            for i, s in enumerate(sequences):
                kept = s[:max_len]
                ids[i, :len(kept)] = kept
                lengths.append(len(kept))
            return ids, lengths
        """,
        "written from the text alone",
    ),
)
