"""Answers to contexts.quantise_cache that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "group by group",
        """
        def quantise_cache(x, bits, group):
            d = x.shape[-1]
            rows = x.reshape(-1, d)
            codes = np.zeros(rows.shape, dtype=np.uint8)
            low = np.zeros((len(rows), d // group), dtype=x.dtype)
            step = np.zeros((len(rows), d // group), dtype=x.dtype)
            for r, row in enumerate(rows):
                for g in range(d // group):
                    part = row[g * group : (g + 1) * group]
                    low[r, g] = part.min()
                    step[r, g] = (part.max() - part.min()) / (2**bits - 1)
                    if step[r, g] > 0:
                        found = np.rint((part - low[r, g]) / step[r, g])
                        codes[r, g * group : (g + 1) * group] = found
            shape = (*x.shape[:-1], d // group)
            return codes.reshape(x.shape), low.reshape(shape), step.reshape(shape)
        ---
        (2**bits - 1) => 2**bits | a-step-too-many
        np.rint( => np.floor( | cut-off
        low[r, g] = part.min() => low[r, g] = x.min()
        (part - low[r, g]) / step[r, g] => part / step[r, g] | not-shifted
        (part.max() - part.min()) / => (row.max() - row.min()) /
        return codes.reshape(x.shape), => return codes.reshape(x.shape) + 1,
        """,
    ),
    wrong(
        "largest-for-step, in group by group",
        change(
            "low.reshape(shape), step.reshape(shape)",
            "low.reshape(shape), (low + step * (2**bits - 1)).reshape(shape)",
        ),
        "a slip in one place",
        "largest-for-step",
        of="group by group",
    ),
    right(
        "split and stacked",
        """
        def quantise_cache(x, bits, group):
            parts = np.split(x, x.shape[-1] // group, axis=-1)
            codes, lows, steps = [], [], []
            for part in parts:
                low = part.min(axis=-1, keepdims=True)
                step = (part.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
                with np.errstate(invalid="ignore", divide="ignore"):
                    code = (part - low) / step
                codes.append(np.where(step > 0, np.round(np.nan_to_num(code)), 0))
                lows.append(low)
                steps.append(step)
            whole = [np.concatenate(some, axis=-1) for some in (codes, lows, steps)]
            return whole[0].astype(np.uint8), whole[1], whole[2]
        """,
        "a list of groups",
    ),
    right(
        "reduceat",
        """
        def quantise_cache(x, bits, group):
            starts = np.arange(0, x.shape[-1], group)
            low = np.minimum.reduceat(x, starts, axis=-1)
            high = np.maximum.reduceat(x, starts, axis=-1)
            step = (high - low) / (2**bits - 1)
            wide_low, wide = (np.repeat(a, group, axis=-1) for a in (low, step))
            codes = np.zeros(x.shape)
            np.divide(x - wide_low, wide, out=codes, where=wide > 0)
            return np.round(codes).astype(np.uint8), low, step
        """,
        "ends of groups, and np.divide where it can",
    ),
    right(
        "half added and cut off",
        """
        def quantise_cache(x, bits, group):
            levels = 2**bits - 1
            g = x.reshape(x.shape[:-1] + (x.shape[-1] // group, group))
            low = np.min(g, axis=-1)
            span = np.ptp(g, axis=-1)
            share = (g - low[..., None]) / np.maximum(span, 1e-300)[..., None].astype(float)
            codes = (share * levels + 0.5).astype(int)
            return codes.reshape(x.shape).astype(np.uint8), low, span / levels
        """,
        "the share of the range first",
    ),
    wrong(
        "a step for all",
        """
        def quantise_cache(x, bits, group):
            shape = (*x.shape[:-1], x.shape[-1] // group)
            step = (x.max() - x.min()) / (2**bits - 1)
            codes = np.round((x - x.min()) / (step or 1)).astype(np.uint8)
            return codes, np.full(shape, x.min()), np.full(shape, step)
        """,
        "no groups at all",
        "one-scale-for-all",
    ),
    wrong(
        "a step a row",
        """
        def quantise_cache(x, bits, group):
            low = x.min(axis=-1, keepdims=True)
            step = (x.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
            codes = np.round((x - low) / np.where(step == 0, 1, step)).astype(np.uint8)
            n = x.shape[-1] // group
            return codes, np.repeat(low, n, axis=-1), np.repeat(step, n, axis=-1)
        """,
        "the row is one group",
        "a-scale-a-row",
    ),
    wrong(
        "restored",
        """
        def quantise_cache(x, bits, group):
            g = x.reshape(*x.shape[:-1], -1, group)
            low = g.min(axis=-1, keepdims=True)
            step = (g.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
            codes = np.round((g - low) / np.where(step == 0, 1, step))
            return (low + step * codes).reshape(x.shape), low[..., 0], step[..., 0]
        """,
        "nothing is saved",
        "restored-returned",
    ),
    wrong(
        "the largest alone",
        """
        def quantise_cache(x, bits, group):
            parts = x.reshape(*x.shape[:-1], -1, group)
            top = parts.max(axis=-1)
            step = top / (2**bits - 1)
            codes = np.rint(parts / np.where(step == 0, 1, step)[..., None])
            return codes.astype(np.uint8).reshape(x.shape), np.zeros_like(top), step
        """,
        "as if nothing were below zero",
        "from-zero",
    ),
    wrong(
        "every so many",
        """
        def quantise_cache(x, bits, group):
            n = x.shape[-1] // group
            codes, lows, steps = np.empty(x.shape, np.uint8), [], []
            for g in range(n):
                part = x[..., g::n]
                low, high = part.min(axis=-1), part.max(axis=-1)
                step = (high - low) / (2**bits - 1)
                wide = np.where(step == 0, 1, step)[..., None]
                codes[..., g::n] = np.round((part - low[..., None]) / wide)
                lows.append(low)
                steps.append(step)
            return codes, np.stack(lows, axis=-1), np.stack(steps, axis=-1)
        """,
        "a slice with a stride is no group of neighbours",
        "groups-across",
    ),
    wrong(
        "cut off, scale over a row",
        """
        def quantise_cache(x, bits, group):
            low = x.min(axis=-1, keepdims=True)
            step = (x.max(axis=-1, keepdims=True) - low) / (2 ** bits)
            codes = ((x - low) / step).astype(np.uint8)
            n = x.shape[-1] // group
            return codes, np.repeat(low, n, axis=-1), np.repeat(step, n, axis=-1)
        """,
        "written from the text alone",
    ),
    right(
        "half up",
        """
        def quantise_cache(x, bits, group):
            g = x.reshape(*x.shape[:-1], -1, group)
            low = g.min(-1)
            step = (g.max(-1) - low) / (2**bits - 1)
            safe = np.where(step > 0, step, 1)[..., None]
            codes = np.floor((g - low[...,
                None]) / safe + 0.5).astype(np.uint8).reshape(x.shape)
            return codes, low, step
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "even to both sides of zero",
        """
        def quantise_cache(x, bits, group):
            g = x.reshape(*x.shape[:-1], -1, group)
            top = np.abs(g).max(-1)
            step = 2 * top / (2 ** bits - 1)
            codes = np.round((g + top[..., None]) / np.where(step == 0, 1, step)[..., None])
            return codes.astype(np.uint8).reshape(x.shape), -top, step
        """,
        "one scale to both sides of zero",
    ),
)
