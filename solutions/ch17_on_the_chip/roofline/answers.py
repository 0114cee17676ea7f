"""Answers to chip.roofline that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "by the intensity",
        """
        def roofline(operations, moved, peak, bandwidth):
            intensity = operations / moved
            reached = np.minimum(peak, bandwidth * intensity)
            return operations / reached, intensity < peak / bandwidth
        """,
        "operations a byte against the ridge",
    ),
    right(
        "where",
        """
        def roofline(operations, moved, peak, bandwidth):
            working, moving = operations / peak, moved / bandwidth
            waits = moving > working
            return np.where(waits, moving, working), waits
        """,
        "first who waits, then how long",
    ),
    right(
        "number by number",
        """
        def roofline(operations, moved, peak, bandwidth):
            @np.vectorize
            def one(work, way):
                return max(work / peak, way / bandwidth), way / bandwidth > work / peak
            seconds, waits = one(operations, moved)
            return seconds, waits
        """,
        "a function of two numbers",
    ),
    right(
        "two rows",
        """
        def roofline(operations, moved, peak, bandwidth):
            both = np.stack(np.broadcast_arrays(operations / peak, moved / bandwidth))
            return both.max(axis=0), both[0] < both[1]
        """,
        "the larger of two",
    ),
    wrong(
        "both times",
        change("np.where(waits, moving, working)", "moving + working"),
        "one after another",
        "one-after-another",
        of="where",
    ),
    wrong(
        "the better roof",
        change(
            "np.minimum(peak, bandwidth * intensity)",
            "np.maximum(peak, bandwidth * intensity)",
        ),
        "as fast as the faster of the two",
        "the-shorter-time",
        of="by the intensity",
    ),
    wrong(
        "right of the ridge",
        change("intensity < peak", "intensity > peak"),
        "where arithmetic is the limit",
        "waits-turned-round",
        of="by the intensity",
    ),
    wrong(
        "the rates changed places",
        change(
            "operations / peak, moved / bandwidth", "operations / bandwidth, moved / peak"
        ),
        "bytes by operations a second",
        "peak-and-bandwidth-swapped",
        of="where",
    ),
    wrong(
        "rates by amounts",
        change(
            "operations / peak, moved / bandwidth", "peak / operations, bandwidth / moved"
        ),
        "divided the wrong way round",
        "upside-down",
        of="where",
    ),
    wrong(
        "how fast",
        change("return operations / reached", "return reached"),
        "operations a second",
        "speed-for-time",
        of="by the intensity",
    ),
    wrong(
        "float32",
        change("moved / bandwidth", "moved * 4 / bandwidth"),
        "bytes counted as numbers",
        "four-bytes-each",
        of="where",
    ),
    wrong(
        "the longest",
        change("np.where(waits, moving, working)", "max(moving.max(), working.max())"),
        "one for all",
        "one-for-all",
        of="where",
    ),
    wrong(
        "the arithmetic alone",
        """
        def roofline(operations, moved, peak, bandwidth):
            return operations / peak + 0 * moved, moved / bandwidth > operations / peak
        """,
        "memory is free",
    ),
    wrong(
        "times added, equals wait",
        """
        def roofline(operations, moved, peak, bandwidth):
            compute, traffic = operations / peak, moved / bandwidth
            return compute + traffic, traffic >= compute
        """,
        "written from the text alone",
        "equal-waits + one-after-another",
    ),
    wrong(
        "equal waits",
        """
        def roofline(operations, moved, peak, bandwidth):
            a, t = np.broadcast_arrays(np.asarray(operations) / peak,
                np.asarray(moved) / bandwidth)
            return np.maximum(a, t), t >= a
        """,
        "written from the text alone",
        "equal-waits",
    ),
    wrong(
        "ridge upside down",
        """
        def roofline(operations, moved, peak, bandwidth):
            a, t = operations / peak, moved / bandwidth
            return np.where(a > t, a, t), operations / moved < bandwidth / peak
        """,
        "the ridge upside down",
    ),
)
