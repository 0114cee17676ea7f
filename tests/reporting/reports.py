"""Classes of made results, and the reports of them."""

from dataclasses import replace

import numpy as np

from autograder.reporting.class_tally import ClassTally
from autograder.reporting.report import render_report
from tests.made_results import (
    TWO,
    ended,
    everything,
    holding,
    judged,
    submission,
    unanswered,
    unreadable,
)

TITLE = "Chapter 03: Attention in NumPy"


def tanh(scores, *_):
    """Wrong, and no misconception of the key."""
    return np.tanh(scores)


def summarise(results, sentences):
    tally = ClassTally(sentences)
    for result in results:
        tally.add(result)
    return tally.summary()


def class_report(results, sentences, title, book_url=""):
    return render_report(summarise(results, sentences), title, book_url)


def a_class():
    unstable = holding("softmax", "unstable")
    return [
        submission("Ada"),
        submission("Bo", softmax=unstable),
        submission(
            "Cy",
            softmax=unstable,
            attention_weights=holding("attention_weights", "unscaled"),
        ),
        submission("Di", softmax=replace(holding("softmax", *TWO), misconceptions=TWO)),
        submission("Eli", softmax=judged("softmax", tanh)),
        submission("Flo", softmax=ended("softmax", "timeout", "Still running after 2 s.")),
        everything("Gus", unanswered),
        unreadable("Hal", "03-numpy.ipynb is empty."),
    ]


def of(summary, name):
    return next(e for e in summary.exercises if e.id == f"numpy.{name}")


TANH = (
    'def softmax(scores, axis=-1):\n    """Mine."""\n'
    "    weights = np.tanh(scores * 1.0)\n    return weights"
)
SAME = "def softmax(s, axis=-1):  # Eli was here\n    return 1 - 2 / (np.exp(2 * s) + 1)"


def same_as_tanh(scores, *_):
    with np.errstate(all="ignore"):
        return 1 - 2 / (np.exp(2 * scores) + 1)


def unnamed():
    return [
        submission("Eli", softmax=judged("softmax", tanh, TANH)),
        submission("Fay", softmax=judged("softmax", same_as_tanh, SAME)),
        submission("Gil", softmax=judged("softmax", lambda s, *_: s, "softmax = None")),
    ]
