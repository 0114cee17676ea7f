"""Answers to contexts.stretch_rope that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "pair by pair",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            found = []
            for i in range(d // 2):
                speed = base ** (-2 * i / d)
                slow = speed / factor
                if way == "ntk":
                    speed = (base * factor ** (d / (d - 2))) ** (-2 * i / d)
                elif way == "interpolation":
                    speed = slow
                else:
                    turns = trained * speed / (2 * np.pi)
                    w = min(max((turns - 1) / 31, 0), 1)
                    speed = w * speed + (1 - w) * slow
                found.append(speed)
            return np.array(found)
        ---
        speed = slow => speed = speed * factor | faster
        (base * factor ** (d / (d - 2))) => (base * factor) | base-times-factor
        ** (d / (d - 2)) => ** ((d - 2) / d) | root-instead-of-power
        (base * factor => (base / factor | base-divided
        w * speed + (1 - w) * slow => w * slow + (1 - w) * speed | fast-pairs-slowed
        trained * speed / (2 * np.pi) => trained * speed | positions-for-turns
        min(max((turns - 1) / 31, 0), 1) => float(turns > 32) | a-step-for-a-ramp
        min(max((turns - 1) / 31, 0), 1) => (turns - 1) / 31 | not-clipped
        turns = trained * => turns = factor * trained * | turns-of-the-longer-text
        speed = base ** (-2 * i / d) => speed = base ** (-i / d) | speeds-too-close
        min(max((turns - 1) / 31, 0), 1) => min(max(turns / 32, 0), 1)
        """,
    ),
    *route(
        "three functions",
        """
        def by_base(d, base):
            return 1 / base ** (2 * np.arange(d // 2) / d)

        def by_turns(old, trained, factor):
            wavelengths = 2 * np.pi / old
            rounds = trained / wavelengths
            ramp = (rounds - 1) / (32 - 1)
            ramp[ramp < 0] = 0
            ramp[ramp > 1] = 1
            return old / factor + ramp * (old - old / factor)

        def stretch_rope(d, trained, factor, way, base=10000.0):
            old = by_base(d, base)
            if way == "yarn":
                return by_turns(old, trained, factor)
            if way == "ntk":
                return by_base(d, base * factor ** (d / (d - 2)))
            return old / factor
        ---
        by_base(d, base * factor ** => by_base(d, 1e4 * factor **
        ramp[ramp > 1] = 1 => pass
        """,
    ),
    wrong(
        "base-times-factor, in three functions",
        change("by_base(d, base * factor ** (d / (d - 2)))", "by_base(d, base * factor)"),
        "a slip in one place",
        "base-times-factor",
        of="three functions",
    ),
    wrong(
        "base-times-factor + ntk-divided-too, in three functions",
        change("d, base * factor ** (d / (d - 2)))", "d, base * factor) / factor"),
        "a slip in one place",
        "base-times-factor + ntk-divided-too",
        of="three functions",
    ),
    right(
        "where, and the slowest pair solved for",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            old = np.exp(-np.log(base) * np.arange(0, d, 2) / d)
            ways = {
                "interpolation": old / factor,
                "ntk": old * factor ** (-np.arange(0, d, 2) / (d - 2)),
                "yarn": None,
            }
            if way != "yarn":
                return ways[way]
            turns = old * trained / 2 / np.pi
            between = ((turns - 1) * old + (32 - turns) * old / factor) / 31
            return np.where(turns < 1, old / factor, np.where(turns > 32, old, between))
        """,
        "the new speeds are the old ones times a power of the factor",
    ),
    right(
        "interpolated by NumPy",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            old = base ** -np.linspace(0, 1, d // 2, endpoint=False)
            if way == "interpolation":
                share = np.ones(d // 2)
            elif way == "ntk":
                steps = np.arange(d // 2) / (d // 2 - 1)
                share = (1 - factor**-steps) / (1 - 1 / factor)
            else:
                share = np.interp(trained * old / (2 * np.pi), [1, 32], [1, 0])
            return old * (1 - share * (1 - 1 / factor))
        """,
        "how much of the division each pair takes part in",
    ),
    wrong(
        "divided after the other base",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            old = base ** (-np.arange(0, d, 2) / d)
            if way == "interpolation":
                return old / factor
            if way == "ntk":
                new = base * factor ** (d / (d - 2))
                return new ** (-np.arange(0, d, 2) / d) / factor
            w = np.clip((trained * old / (2 * np.pi) - 1) / 31, 0, 1)
            return w * old + (1 - w) * old / factor
        """,
        "both ways at once",
        "ntk-divided-too",
    ),
    wrong(
        "always 10000",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            old = 1e4 ** (-np.arange(0, d, 2) / d)
            if way == "interpolation":
                return old / factor
            if way == "ntk":
                return (1e4 * factor ** (d / (d - 2))) ** (-np.arange(0, d, 2) / d)
            w = np.clip((trained * old / (2 * np.pi) - 1) / 31, 0, 1)
            return w * old + (1 - w) * old / factor
        """,
        "the argument is not used",
        "base-ignored",
    ),
    wrong(
        "half the exponent",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            i = np.arange(d // 2)
            old = base ** (-i / d)
            if way == "interpolation":
                return old / factor
            if way == "ntk":
                return (base * factor ** (d / (d - 2))) ** (-i / d)
            w = np.clip((trained * old / (2 * np.pi) - 1) / 31, 0, 1)
            return w * old + (1 - w) * old / factor
        """,
        "the 2 is missing",
        "speeds-too-close",
    ),
    right(
        "np.interp",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            i = np.linspace(0, 1, d // 2, endpoint=False)
            old = np.power(base, -i)
            if way == "interpolation":
                return old / factor
            if way == "ntk":
                return old * factor ** -(np.arange(d // 2) / (d // 2 - 1))
            share = np.interp(trained * old / (2 * np.pi), [1, 32], [0, 1])
            return old * (share + (1 - share) / factor)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "ntk base times factor, yarn ramp turned",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            i = np.arange(d // 2)
            speed = base ** (-2 * i / d)
            if way == "interpolation":
                return speed / factor
            if way == "ntk":
                return (base * factor) ** (-2 * i / d)
            turns = trained * speed / (2 * np.pi)
            old = np.clip((turns - 1) / 31, 0, 1)
            return (1 - old) * speed + old * speed / factor
        """,
        "written from the text alone",
        "base-times-factor + fast-pairs-slowed",
    ),
    wrong(
        "the exponent of ntk upside down in part",
        """
        def stretch_rope(d, trained, factor, way, base=10000.0):
            s = base ** (-np.arange(0, d, 2) / d)
            if way == "interpolation":
                return s / factor
            if way == "ntk":
                return (base * factor ** (d / (d + 2))) ** (-np.arange(0, d, 2) / d)
            w = np.clip((trained * s / (2 * np.pi) - 1) / 31, 0, 1)
            return s * w + s / factor * (1 - w)
        """,
        "a slip in the exponent",
    ),
)
