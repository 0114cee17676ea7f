"""Answers to translate.whole_loss that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "sums and counts",
        """
        def whole_loss(batches, pad_id):
            total, count = 0.0, 0
            for losses, targets in batches:
                real = targets != pad_id
                total += losses[real].sum()
                count += real.sum()
            return total / count
        """,
        "divided once",
    ),
    right(
        "all losses in one list",
        """
        def whole_loss(batches, pad_id):
            means = []
            for losses, targets in batches:
                real = targets != pad_id
                if real.any():
                    means.extend(losses[real].tolist())
            return np.mean(means)
        """,
        "one mean of all",
    ),
    right(
        "weighted by the targets",
        """
        def whole_loss(batches, pad_id):
            counts = np.array([(ids != pad_id).sum() for _, ids in batches])
            sums = np.array([own[ids != pad_id].sum() for own, ids in batches])
            return float((sums / counts.sum()).sum())
        """,
        "each batch brings its share",
    ),
    right(
        "replaced by zero",
        change("losses[real].sum()", "np.where(targets == pad_id, 0, losses).sum()"),
        "np.where, no product",
        of="sums and counts",
    ),
    wrong(
        "untouched",
        change("extend(losses[real].tolist())", "append(losses[real].mean())"),
        "as given",
        verdict="not_attempted",
        of="all losses in one list",
    ),
    wrong(
        "nanmean of means",
        """
        def whole_loss(batches, pad_id):
            return np.nanmean([
                np.nan if (ids == pad_id).all() else own[ids != pad_id].mean()
                for own, ids in batches
            ])
        """,
        "the same in other words",
        verdict="not_attempted",
    ),
    wrong(
        "weighted by sequences",
        """
        def whole_loss(batches, pad_id):
            total, count = 0, 0
            for losses, targets in batches:
                real = targets != pad_id
                if real.any():
                    total += losses[real].mean() * len(losses)
                    count += len(losses)
            return total / count
        """,
        "sequences are not of one length",
        "by-sequences",
    ),
    wrong(
        "sequence by sequence",
        """
        def whole_loss(batches, pad_id):
            means = []
            for losses, targets in batches:
                for row, ids in zip(losses, targets):
                    if (ids != pad_id).any():
                        means.append(row[ids != pad_id].mean())
            return sum(means) / len(means)
        """,
        "a mean of means once more",
        "each-sentence-alike",
    ),
    wrong(
        "a sum",
        change("total / count", "total"),
        "not divided at all",
        of="sums and counts",
    ),
    *route(
        "joined",
        """
        def whole_loss(batches, pad_id):
            losses = np.concatenate([losses.ravel() for losses, _ in batches])
            real = np.concatenate([targets.ravel() for _, targets in batches]) != pad_id
            return losses[real].mean()
        ---
        [real] => | padding-counted
        mean => sum
        losses[real].mean => (losses * real).sum() / real.sum | nan-times-zero
        ! => =
        losses[real] => np.where(real, losses, 0) | by-places
        [real => [real & (losses != 0)
        """,
    ),
    *slips(
        "sums and counts",
        """
        real.sum() => real.size | by-places
        total / count => total / len(batches) | sum-by-batches
        losses[real] => (losses * real) | nan-times-zero
        losses[real].sum() => losses.sum() | padding-summed
        targets != pad_id => targets != 0 | padding-is-0
        """,
    ),
)
