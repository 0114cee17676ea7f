# %% mistake: padded-in-front
# You put the padding in front of the tokens, not behind them. The first token of every
# sequence should stand at position 0.
# padded[i, : len(kept)] => padded[i, max_len - len(kept) :]
# %% mistake: kept-the-end
# You keep the end of a sequence that is too long. Keep its start, the first max_len ids.
# ids[:max_len] => ids[-max_len:]
# %% mistake: pad-id-ignored
# You always fill up with 0. Another vocabulary may have a real word at 0: fill with pad_id.
# max_len), pad_id) => max_len), 0)
# %% mistake: lengths-before-cutting
# Your lengths are those of the sequences as they came. After cutting, a row has at most
# max_len real tokens: count what is left.
# lengths[i] = len(kept) => lengths[i] = len(ids)
# %% mistake: counted-from-ids
# Your lengths count the entries that differ from pad_id. A real token may have that id as
# well, for example in models that pad with their end-of-text token. A length should be that
# of the list after it was cut.
# lengths[i] = len(kept) => lengths[i] = (padded[i] != pad_id).sum()
# %% mistake: zeros-dropped
# You leave out ids that are 0. In Python 0 counts as false, but it is a token like any
# other: only what lies beyond max_len is cut.
# ids[:max_len] => [token for token in ids if token][:max_len]
# %% mistake: swapped-results
# Your two results stand in the other order. The caller takes them apart as ids, lengths:
# return (ids, lengths).
# return padded, lengths => return lengths, padded
# %% mistake: not-cut
# You pad, but you do not cut: a sequence longer than max_len does not fit into its row.
# Take its first max_len ids.
# ids[:max_len] => ids
# %% mistake: as-wide-as-the-longest
# Your rows are as long as the longest sequence of the batch. The number of columns is
# max_len, whatever came in.
# -     padded = np.full((len(sequences), max_len), pad_id)
# +     max_len = max(len(ids) for ids in sequences)
# +     padded = np.full((len(sequences), max_len), pad_id)
# %% mistake: no-wider-than-the-longest
# You take max_len for a limit: where all sequences are shorter, your rows are as long as
# the longest of them. The number of columns is max_len, always.
# -     padded = np.full((len(sequences), max_len), pad_id)
# +     max_len = min(max_len, max(len(ids) for ids in sequences))
# +     padded = np.full((len(sequences), max_len), pad_id)
# %% mistake: ids-alone
# You return the ids alone. Once the rows are filled up they do not show where a sequence
# ended: return (ids, lengths).
# return padded, lengths => return padded

# %% right: row by row into np.full
# the commonest route: an array of padding, filled in place by a loop
def pad_and_truncate(sequences, max_len, pad_id=0):
    batch = len(sequences)
    ids = np.full((batch, max_len), pad_id)
    lengths = np.zeros(batch, dtype=int)
    for i, sequence in enumerate(sequences):
        kept = sequence[:max_len]
        ids[i, :len(kept)] = kept
        lengths[i] = len(kept)
    return ids, lengths
# wrong, kept-the-end: sequence[:max_len] => sequence[-max_len:]
# wrong, padded-in-front: ids[i, :len(kept)] => ids[i, max_len - len(kept):]
# wrong, counted-from-ids: return ids, lengths => return ids, (ids != pad_id).sum(axis=1)
# wrong, swapped-results: return ids, lengths => return lengths, ids
# %% wrong, zeros-dropped: ids of 0 are dropped
# sequence[:max_len] => [token for token in sequence if token][:max_len]
# %% wrong, pad-id-ignored: filler is always 0
# np.full((batch, max_len), pad_id) => np.zeros((batch, max_len), dtype=int)
# %% wrong: float lengths of empty lists
# np.zeros without a dtype makes the lengths floats
# np.zeros(batch, dtype=int) => np.zeros(batch)

# %% right: lists and append
# rows grown by append in a nested loop, made arrays at the end
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

# %% right: a namedtuple of int32
# a namedtuple is a tuple, and int32 are whole numbers
from collections import namedtuple

Padded = namedtuple("Padded", "ids lengths")


def pad_and_truncate(sequences, max_len, pad_id=0):
    cut = [list(sequence[:max_len]) for sequence in sequences]
    filled = [row + [pad_id] * (max_len - len(row)) for row in cut]
    ids = np.asarray(filled, dtype=np.int32).reshape(len(cut), max_len)
    return Padded(ids, np.array([len(row) for row in cut], dtype=np.int32))

# %% right: helpers called row and kept
# helpers whose names the chapter binds again further down
def row(sequence, width, filler):
    return list(sequence[:width]) + [filler] * (width - len(sequence))


def kept(sequence, width):
    return min(len(sequence), width)


def pad_and_truncate(sequences, max_len, pad_id=0):
    table = [row(s, max_len, pad_id) for s in sequences]
    ids = np.array(table, dtype=np.int64).reshape(len(sequences), max_len)
    return ids, np.array([kept(s, max_len) for s in sequences], dtype=np.int64)

# %% right: a mask and one assignment
# all real places at once, by a Boolean mask
def pad_and_truncate(sequences, max_len, pad_id=0):
    lengths = np.minimum([len(s) for s in sequences], max_len).astype(int)
    ids = np.full((len(sequences), max_len), pad_id, dtype=int)
    real = np.arange(max_len) < lengths[:, None]
    ids[real] = [token for s in sequences for token in s[:max_len]]
    return ids, lengths

# %% right: torch's pad_sequence
# a torch import inside of a NumPy answer
def pad_and_truncate(sequences, max_len, pad_id=0):
    import torch
    from torch.nn.utils.rnn import pad_sequence

    lengths = [min(len(s), max_len) for s in sequences]
    wide = [torch.full((max_len,), pad_id)]  # so that no batch is too narrow
    wide += [torch.tensor(s[:max_len], dtype=torch.int64) for s in sequences]
    ids = pad_sequence(wide, batch_first=True, padding_value=pad_id)[1:]
    return ids.numpy(), np.array(lengths)

# %% right: one id at a time
# two loops, and the lengths counted on the way
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = np.zeros((len(sequences), max_len), dtype=np.int32) + pad_id
    lengths = np.zeros(len(sequences), dtype=np.int32)
    for i, sequence in enumerate(sequences):
        for j, token in enumerate(sequence):
            if j < max_len:
                ids[i, j] = token
                lengths[i] += 1
    return ids, lengths

# %% right: padded first, then cut
# enough padding behind every list, and all cut alike
def pad_and_truncate(sequences, max_len, pad_id=0):
    rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids in sequences]
    return np.array(rows), np.minimum([len(ids) for ids in sequences], max_len)
# %% wrong, ids-alone: only the ids
# - rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids
# + cut = [s[:max_len] + [pad_id] * (max_len - len(s)) for s
# - rows), np.minimum([len(ids) for ids in sequences]
# + cut, dtype=int).reshape(len(sequences)
# %% wrong: lists handed back
# lists of lists, where arrays are asked: nothing can be sliced by it
# - rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids
# + ids = [s[:max_len] + [pad_id] * (max_len - len(s)) for s
# - np.array(rows), np.minimum([len(ids) for ids in sequences], max_len)
# + ids, [min(len(s), max_len) for s in sequences]

# %% wrong, lengths-before-cutting: lengths before the cut
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = np.full((len(sequences), max_len), pad_id, dtype=int)
    for i, s in enumerate(sequences):
        ids[i, :len(s[:max_len])] = s[:max_len]
    return ids, np.array([len(s) for s in sequences], dtype=int)

# %% wrong, no-wider-than-the-longest: as wide as the longest
def pad_and_truncate(sequences, max_len, pad_id=0):
    lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
    ids = np.full((len(sequences), max(lengths)), pad_id, dtype=int)
    for i, s in enumerate(sequences):
        ids[i, :lengths[i]] = s[:max_len]
    return ids, lengths

# %% wrong: floats
# np.zeros without a dtype makes ids floats
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = np.zeros((len(sequences), max_len)) + pad_id
    lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
    for i, s in enumerate(sequences):
        ids[i, :lengths[i]] = s[:max_len]
    return ids, lengths

# %% wrong: floats by an empty sequence
# np.array([]) is an array of floats, and makes all ids floats
def pad_and_truncate(sequences, max_len, pad_id=0):
    cut = [np.array(s)[:max_len] for s in sequences]
    ids = [np.pad(s, (0, max_len - len(s)), constant_values=pad_id) for s in cut]
    return np.stack(ids), np.array([len(s) for s in cut])

# %% wrong: the argument is padded
# sequence.append grows the caller's own lists
def pad_and_truncate(sequences, max_len, pad_id=0):
    lengths = np.array([min(len(s), max_len) for s in sequences], dtype=int)
    for s in sequences:
        while len(s) < max_len:
            s.append(pad_id)
    ids = np.array([s[:max_len] for s in sequences], dtype=int)
    return ids.reshape(len(sequences), max_len), lengths

# %% right: by columns
def pad_and_truncate(sequences, max_len, pad_id=0):
    lengths = np.array([min(max_len, len(s)) for s in sequences], dtype=int)
    ids = np.full((len(sequences), max_len), pad_id)
    for row, sequence, n in zip(ids, sequences, lengths):
        row[:n] = sequence[:n]
    return ids, lengths
# wrong, kept-the-end: sequence[:n => sequence[-n:] if n else [
# wrong, padded-in-front: row[:n => row[max_len - n :
# wrong, not-cut: min(max_len, len(s) => len(s
# wrong, pad-id-ignored: ), pad_id => ), 0
# wrong: ), pad_id => ), float(pad_id)
# wrong: min(max_len, len(s) => max_len - len(s

# %% wrong: keeps the end, lengths uncut
# written from the text alone
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = np.full((len(sequences), max_len), pad_id)
    lengths = []
    for i, s in enumerate(sequences):
        kept = s[-max_len:]
        ids[i, :len(kept)] = kept
        lengths.append(len(s))
    return ids, lengths

# %% wrong: a list of lengths
# written from the text alone
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = np.full((len(sequences), max_len), pad_id)
    lengths = []
    for i, s in enumerate(sequences):
        kept = s[:max_len]
        ids[i, :len(kept)] = kept
        lengths.append(len(kept))
    return ids, lengths

# %% same
# Every length is written over.
# np.zeros => np.ones

# %% hint: some too long, some too short
# Start from an array that is all padding, `np.full((batch, max_len), pad_id)`. Then write
# the real ids over it, row by row.
# %% hint: some too long, some too short; nothing to pad
# `sequence[:max_len]` cuts what is too long and leaves alone what is not. How many ids it
# has left is the length of that row.
# %% hint
# The length of what is kept says which places of row i you write: the first so many. The
# others stay padding.
