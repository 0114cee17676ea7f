"""What goes wrong in looking up a draft, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "the-first-place",
        "Of several places you take an earlier one. Take the latest, which says how the "
        "text went on last time.",
        change("range(n - size - 1, -1, -1)", "range(n - size)"),
    ),
    Misconception(
        "the-shortest-run",
        "You begin with a single token, which is found wherever a longer run is. Look for "
        "the longest run first, because as many of the last tokens as possible should "
        "match.",
        change("range(min(longest, n - 1), 0, -1)", "range(1, min(longest, n - 1) + 1)"),
    ),
    Misconception(
        "only-the-longest",
        "You give up where the longest run does not stand earlier. A shorter one may.",
        change("range(min(longest, n - 1), 0, -1)", "range(longest, longest - 1, -1)"),
    ),
    Misconception(
        "found-again",
        "Your draft begins with the tokens that were looked for. They are already "
        "written, so the draft begins behind them.",
        change(
            "return ids[start + size : start + size + count]",
            "return ids[start : start + count]",
        ),
    ),
    Misconception(
        "the-end-finds-itself",
        "Your draft is empty where the last tokens do stand earlier. Perhaps you find them "
        "at the end of the text, where they stand anyway and nothing comes behind: look "
        "earlier.",
        change("range(n - size - 1, -1, -1)", "range(n - size, -1, -1)"),
    ),
    Misconception(
        "no-overlap",
        "The earlier place may overlap with the last tokens: in a text that goes round in "
        "circles it does.",
        change("range(n - size - 1, -1, -1)", "range(n - 2 * size, -1, -1)"),
    ),
    Misconception(
        "all-that-follows",
        "You return all that follows. The draft has count tokens at most.",
        change("start + size : start + size + count", "start + size :"),
    ),
)
