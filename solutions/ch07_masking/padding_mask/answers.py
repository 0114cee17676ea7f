"""Answers to masks.padding_mask that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "a column against a row",
        """
        def padding_mask(lengths, n):
            return np.arange(n) < np.asarray(lengths)[..., None]
        """,
        "broadcasting, the short way",
    ),
    right(
        "filled in place over all shapes",
        """
        def padding_mask(lengths, n):
            mask = np.zeros((*np.shape(lengths), n), dtype=bool)
            for place in np.ndindex(*np.shape(lengths)):
                mask[place][:lengths[place]] = True
            return mask
        """,
        "np.ndindex and slices assigned to",
    ),
    right(
        "a table of rows, looked up",
        """
        TABLE = np.zeros((1025, 1024), dtype=bool)
        for length in range(1025):
            TABLE[length, :length] = True


        def padding_mask(lengths, n):
            return TABLE[np.minimum(lengths, n)][..., :n]
        """,
        "a helper table filled by a loop outside of the function",
    ),
    right(
        "np.less with out",
        """
        def padding_mask(lengths, n):
            mask = np.empty(np.shape(lengths) + (n,), dtype=bool)
            np.less(np.arange(n), np.expand_dims(lengths, -1), out=mask)
            return mask
        """,
        "a ufunc that writes into out=",
    ),
    right(
        "recursion over the axes",
        """
        def padding_mask(lengths, n):
            if np.ndim(lengths) == 0:
                return np.array([j < lengths for j in range(n)], dtype=bool)
            if len(lengths) == 0:
                return np.zeros(np.shape(lengths) + (n,), dtype=bool)
            return np.stack([padding_mask(part, n) for part in lengths])
        """,
        "one axis of the lengths at a time",
    ),
    right(
        "cumulated ones",
        """
        def padding_mask(lengths, n):
            count = np.cumsum(np.ones((*np.shape(lengths), n), dtype=int), axis=-1)
            return count <= np.reshape(lengths, (*np.shape(lengths), 1))
        """,
        "np.cumsum over a row of ones",
    ),
    right(
        "helper called words",
        """
        def words(length, n):
            return [position < length for position in range(n)]


        def padding_mask(lengths, n):
            flat = [words(length, n) for length in np.ravel(lengths)]
            return np.array(flat, dtype=bool).reshape(*np.shape(lengths), n)
        """,
        "a helper with a name that the chapter binds again below",
    ),
    wrong(
        "one too many",
        change("np.arange(n) <", "np.arange(n) <="),
        "<= counts the first filler as real",
        "one-too-many",
        of="a column against a row",
    ),
    wrong(
        "positions from 1",
        change("np.arange(n)", "np.arange(1, n + 1)"),
        "arange(1, n + 1) < lengths: the last real token is lost",
        "one-too-few",
        of="a column against a row",
    ),
    wrong(
        "True marks the padding",
        change("np.arange(n) <", "np.arange(n) >="),
        "the other convention: True = padding, as key_padding_mask of PyTorch",
        "inverted",
        of="a column against a row",
    ),
    wrong(
        "ones and zeros",
        """
        def padding_mask(lengths, n):
            return (np.arange(n) < np.asarray(lengths)[..., None]).astype(int)
        """,
        "a mask of whole numbers, which & and ~ and indexing treat otherwise",
        "numbers",
    ),
    wrong(
        "floats",
        """
        def padding_mask(lengths, n):
            return (np.arange(n) < np.asarray(lengths)[..., None]).astype(np.float32)
        """,
        "1.0 and 0.0, as in Hugging Face's attention_mask",
        "numbers",
    ),
    wrong(
        "padding in front",
        """
        def padding_mask(lengths, n):
            return np.arange(n) >= n - np.asarray(lengths)[..., None]
        """,
        "True at the last positions",
        "padded-in-front",
    ),
    wrong(
        "transposed",
        """
        def padding_mask(lengths, n):
            return np.arange(n)[:, None] < np.asarray(lengths)
        """,
        "(n, batch): the lengths were left in a row",
        "positions-first",
    ),
    wrong(
        "a row of lengths",
        """
        def padding_mask(lengths, n):
            return np.arange(n) < lengths
        """,
        "no axis added: an error of broadcasting, or one row for all",
        "lengths-in-a-row",
    ),
    wrong(
        "one axis alone",
        """
        def padding_mask(lengths, n):
            mask = np.zeros((len(lengths), n), dtype=bool)
            for i, length in enumerate(lengths):
                mask[i, :length] = True
            return mask
        """,
        "a loop over the first axis alone: fails for lengths of two axes",
    ),
    wrong(
        "width of the longest",
        """
        def padding_mask(lengths, n):
            lengths = np.asarray(lengths)
            return np.arange(lengths.max()) < lengths[..., None]
        """,
        "n is never looked at",
        "as-wide-as-the-longest",
    ),
    wrong(
        "minus infinity instead",
        """
        def padding_mask(lengths, n):
            real = np.arange(n) < np.asarray(lengths)[..., None]
            return np.where(real, 0.0, -np.inf)
        """,
        "the additive mask, 0 and -inf",
        "to-be-added",
    ),
    wrong(
        "only the last place",
        """
        def padding_mask(lengths, n):
            return np.arange(n) == np.asarray(lengths)[..., None]
        """,
        "the position that equals the length",
    ),
    *route(
        "by subtraction",
        """
        def padding_mask(lengths, n):
            return np.subtract.outer(np.asarray(lengths, dtype=int), np.arange(n)) > 0
        ---
        > => >= | one-too-many
        > => <= | inverted
        arange(n => arange(1, n + 1 | one-too-few
        (n) => (n)[::-1] | padded-in-front
        > 0 => .clip(0, 1) | numbers
        """,
    ),
    wrong(
        "one too many, as numbers",
        """
        def padding_mask(lengths, n):
            return (np.arange(n) <= np.expand_dims(lengths, -1)).astype(int)
        """,
        "written from the text alone",
        "numbers + one-too-many",
    ),
    wrong(
        "the second axis put in",
        """
        def padding_mask(lengths, n):
            return np.arange(n) < lengths[:, None]
        """,
        "right for one axis of lengths alone",
    ),
)
