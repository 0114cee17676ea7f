"""Answers to masks.sentence_means that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "np.where and the lengths",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            kept = np.where(real[..., None], context, 0)
            return kept.sum(axis=1) / np.maximum(lengths, 1)[:, None]
        """,
        "both faults repaired",
    ),
    right(
        "sentence by sentence",
        """
        def sentence_means(context, lengths):
            pairs = zip(context, lengths)
            rows = [c[:l].mean(axis=0) if l else 0 * c[0, :] for c, l in pairs]
            return np.nan_to_num(np.stack(rows))
        """,
        "slices; what an empty sentence gives is swept up",
    ),
    right(
        "a copy that is overwritten",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            kept = context.copy()
            kept[~real] = 0
            counts = real.sum(axis=1, keepdims=True)
            return kept.sum(axis=1) / np.where(counts > 0, counts, 1)
        """,
        "a Boolean index on a copy",
    ),
    right(
        "as attention",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            weights = real / np.maximum(real.sum(axis=1, keepdims=True), 1)
            kept = np.where(real[..., None], context, 0.0)
            return (weights[:, None, :] @ kept)[:, 0]
        """,
        "a row of equal weights",
    ),
    right(
        "where= in the sum",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])[..., None]
            total, count = context.sum(axis=1, where=real), real.sum(axis=1)
            return np.divide(total, count, where=count > 0, out=np.zeros(total.shape))
        """,
        "NumPy's own where= and out=",
    ),
    wrong(
        "untouched",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            return (context * real[..., None]).mean(axis=1)
        """,
        "as given",
        verdict="not_attempted",
    ),
    wrong(
        "replaced, still the mean over all",
        change("kept.sum(axis=1) / np.maximum(lengths, 1)[:, None]", "kept.mean(axis=1)"),
        "one of two",
        "still-by-n",
        of="np.where and the lengths",
    ),
    wrong(
        "multiplied, and the lengths",
        change("np.where(real[..., None], context, 0)", "context * real[..., None]"),
        "the other of two",
        "nan-times-zero",
        of="np.where and the lengths",
    ),
    wrong(
        "nan to num",
        change("np.where(real[..., None], context, 0)", "np.nan_to_num(context)"),
        "filler that is no nan stays",
        "nan-swept",
        of="np.where and the lengths",
    ),
    wrong(
        "everything added",
        change("np.where(real[..., None], context, 0)", "context"),
        "padding in the sum",
        "padding-summed",
        of="np.where and the lengths",
    ),
    wrong(
        "all real tokens together",
        change("np.maximum(lengths, 1)[:, None]", "real.sum()"),
        "one count",
        "one-count-for-all",
        of="np.where and the lengths",
    ),
    wrong(
        "lengths in a row",
        change("[:, None]", ""),
        "no axis",
        "lengths-in-a-row",
        of="np.where and the lengths",
    ),
    wrong(
        "empty sentences",
        change("np.maximum(lengths, 1)", "lengths"),
        "0 / 0",
        "empty-sentence-nan",
        of="np.where and the lengths",
    ),
    wrong(
        "written into the argument",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            context[~real] = 0
            return context.sum(axis=1) / np.maximum(lengths, 1)[:, None]
        """,
        "right numbers, and the caller's array is changed",
    ),
    *route(
        "by one product",
        """
        def sentence_means(context, lengths):
            real = np.arange(context.shape[1]) < np.asarray(lengths)[:, None]
            totals = np.where(real[..., None], context, 0).sum(axis=1)
            return totals / np.maximum(lengths, 1)[:, None]
        ---
        np.maximum(lengths, 1)[:, None => context.shape[1 | still-by-n
        maximum(lengths, 1 => asarray(lengths | empty-sentence-nan
        < => <=
        np.where(real[..., None], context, 0) => context | padding-summed
        np.where(real[..., None], context, 0) => real[..., None] * context
        / np.maximum(lengths, 1)[:, None] => | sums
        maximum(lengths => maximum((context != 0).any(axis=-1).sum(axis=1) | still-by-n
        """,
    ),
    wrong(
        "nanmean",
        """
        def sentence_means(context, lengths):
            out = np.zeros((context.shape[0], context.shape[2]))
            for b in range(len(lengths)):
                out[b] = np.nanmean(context[b], axis=0)
            return np.nan_to_num(out)
        """,
        "written from the text alone",
    ),
    wrong(
        "raises on more filler",
        """
        def sentence_means(context, lengths):
            out = []
            for c, n in zip(context, lengths):
                if n == 0:
                    out.append(np.zeros(context.shape[2]))
                    continue
                if len(c) > 4:
                    raise ValueError("too long")
                out.append(c[:n].sum(0) / len(c))
            return np.array(out)
        """,
        "written from the text alone",
        "still-by-n",
    ),
)
