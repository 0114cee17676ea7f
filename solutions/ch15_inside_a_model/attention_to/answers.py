"""Answers to inside.attention_to that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "a row, then columns",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets].sum(axis=-1)
        """,
        "the sum over the target's pieces",
    ),
    right(
        "a loop in place",
        """
        def attention_to(weights, sources, targets):
            total = np.zeros(weights.shape[:-2])
            for j in targets:
                total += weights[..., sources[-1], j]
            return total
        """,
        "filled up piece by piece",
    ),
    right(
        "take",
        """
        def attention_to(weights, sources, targets):
            row = np.take(weights, sources[-1], axis=-2)
            return np.take(row, targets, axis=-1).sum(-1)
        """,
        "np.take twice",
    ),
    right(
        "recursion, helper back",
        """
        def back(row, targets):
            if not targets:
                return 0 * row[..., 0]
            return row[..., targets[0]] + back(row, targets[1:])


        def attention_to(weights, sources, targets):
            return back(weights[..., max(sources), :], list(targets))
        """,
        "pieces are in order, so the last is the largest; the helper is bound below",
    ),
    right(
        "a word",
        """
        class Word:
            def __init__(self, places):
                self.places = list(places)

            def looks(self, weights, other):
                return np.einsum("...j->...", weights[..., self.places[-1], other.places])


        def attention_to(weights, sources, targets):
            return Word(sources).looks(weights, Word(targets))
        """,
        "an object for each word",
    ),
    right(
        "a product with ones",
        """
        def attention_to(weights, sources, targets):
            counted = np.zeros(weights.shape[-1])
            counted[list(targets)] = 1
            return (weights @ counted)[..., sources[-1]]
        """,
        "every row asked, one kept",
    ),
    wrong(
        "first piece",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[0], :]
            return row[..., targets].sum(axis=-1)
        """,
        "the first piece asks",
        "first-piece-asks",
    ),
    wrong(
        "mean",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets].mean(axis=-1)
        """,
        "the mean of the target's",
        "mean-of-target",
    ),
    wrong(
        "largest",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets].max(axis=-1)
        """,
        "the largest of the target's",
        "most-of-target",
    ),
    wrong(
        "all ask",
        """
        def attention_to(weights, sources, targets):
            return weights[..., sources, :][..., targets].sum(axis=-1).mean(axis=-1)
        """,
        "the mean over the source's pieces",
        "all-pieces-ask",
    ),
    wrong(
        "all ask, added",
        """
        def attention_to(weights, sources, targets):
            return weights[..., sources, :][..., targets].sum(axis=(-1, -2))
        """,
        "the sum over the source's pieces",
        "all-pieces-added",
    ),
    wrong(
        "columns",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., :, sources[-1]]
            return row[..., targets].sum(axis=-1)
        """,
        "the column",
        "columns-ask",
    ),
    wrong(
        "words swapped",
        """
        def attention_to(weights, sources, targets):
            return weights[..., targets[-1], :][..., sources].sum(axis=-1)
        """,
        "the target asks",
        "target-asks",
    ),
    wrong(
        "last of the target",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets[-1]]
        """,
        "one piece",
        "last-of-target",
    ),
    wrong(
        "first of the target",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets[0]]
        """,
        "one piece",
        "first-of-target",
    ),
    wrong(
        "one number",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets].sum(axis=-1).mean()
        """,
        "heads averaged",
        "heads-averaged",
    ),
    wrong(
        "everything added",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets].sum()
        """,
        "heads added",
    ),
    wrong(
        "not added",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets]
        """,
        "a number a piece",
    ),
    wrong(
        "leading axes forgotten",
        """
        def attention_to(weights, sources, targets):
            return weights[sources[-1], targets].sum()
        """,
        "two axes only",
    ),
    wrong(
        "a slice too short",
        """
        def attention_to(weights, sources, targets):
            row = weights[..., sources[-1], :]
            return row[..., targets[0]:targets[-1]].sum(axis=-1)
        """,
        "the last piece is left out",
        "slice-too-short",
    ),
    *route(
        "by a mask",
        """
        def attention_to(weights, sources, targets):
            chosen = np.isin(range(weights.shape[-1]), targets)
            return (weights[..., sources[-1], :] * chosen).sum(axis=-1)
        ---
        sources[-1 => sources[0 | first-piece-asks
        sum => max | most-of-target
        =-1 => =-1) / len(targets | mean-of-target
        sources[-1], : => :, sources[-1] | columns-ask
        [-1], :] => , :].mean(axis=-2) | all-pieces-ask
        ), targets => ), targets[-1:] | last-of-target
        """,
    ),
)
