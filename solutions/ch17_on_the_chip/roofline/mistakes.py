"""What goes wrong under the roofline, each as a change of the reference."""

from autograder import Misconception, change

RETURNED = "return np.maximum(arithmetic, traffic), traffic > arithmetic"

MISTAKES = (
    Misconception(
        "one-after-another",
        "You add the two times. Arithmetic and traffic run side by side: the longer one "
        "hides the other.",
        change("np.maximum(arithmetic, traffic)", "arithmetic + traffic"),
    ),
    Misconception(
        "the-shorter-time",
        "You take the shorter of the two times. A program is done when both are.",
        change("np.maximum", "np.minimum"),
    ),
    Misconception(
        "waits-turned-round",
        "You say True where the arithmetic takes longer. Asked is whether memory is what "
        "the program waits for.",
        change("traffic > arithmetic", "traffic < arithmetic"),
    ),
    Misconception(
        "peak-and-bandwidth-swapped",
        "You divide operations by bytes a second. Operations go with peak, bytes with "
        "bandwidth.",
        change("np.asarray(operations) / peak", "np.asarray(operations) / bandwidth")
        + change("np.asarray(moved) / bandwidth", "np.asarray(moved) / peak"),
    ),
    Misconception(
        "upside-down",
        "You divide the rate by the amount. Seconds are an amount divided by what is done "
        "in a second.",
        change("np.asarray(operations) / peak", "peak / np.asarray(operations)")
        + change("np.asarray(moved) / bandwidth", "bandwidth / np.asarray(moved)"),
    ),
    Misconception(
        "speed-for-time",
        "You return operations a second. Asked is how long it takes.",
        change(
            RETURNED,
            "return operations / np.maximum(arithmetic, traffic), traffic > arithmetic",
        ),
    ),
    Misconception(
        "four-bytes-each",
        "You multiply by four, as if numbers of float32 were counted. What moves is given "
        "in bytes already.",
        change("np.asarray(moved) / bandwidth", "4 * np.asarray(moved) / bandwidth"),
    ),
    Misconception(
        "one-for-all",
        "You return a single time, the longest of all. Each program has its own.",
        change("np.maximum(arithmetic, traffic)", "np.maximum(arithmetic, traffic).max()"),
    ),
    Misconception(
        "equal-waits",
        "Your programs wait where both times are equal. They wait where the traffic takes "
        "longer.",
        change("traffic > arithmetic", "traffic >= arithmetic"),
    ),
)
