"""NumPy's docstrings as text to train on: the same on every machine, cut without loss."""

import json

import numpy as np
import pytest
from make_docstrings import OUT, docstrings, installed

from attention_lessons.text_data import numpy_docstrings, split_words

MODULE = '''"""A module.  {}"""
def documented():
    """What it does.

    Indented. {}
    """
def short():
    """Too short."""
class Foreign:
    """Not plain: \u00e9. {}"""
'''.format(*["word " * 30] * 3)


def test_docstrings_are_found_in_order_and_without_their_indentation():
    first, second = docstrings(MODULE)
    assert first.startswith("A module.")
    assert second.startswith("What it does.\n\nIndented.")


@pytest.mark.slow  # reads all of NumPy's source
def test_what_is_stored_is_what_that_version_of_numpy_says():
    version = json.loads(OUT.read_text(encoding="utf-8"))["from"]
    if f"NumPy {np.__version__}," not in version:
        pytest.skip(f"needs {version.partition(',')[0]}")
    assert installed() == numpy_docstrings()


def test_whole_topics_are_held_out_and_nothing_stands_in_both():
    training, held_out = numpy_docstrings()
    assert not set(training) & set(held_out)
    assert len(set(training)) == len(training)
    assert any("eigenvalues" in text for text in held_out)
    assert sum(map(len, training)) > 1_000_000 > sum(map(len, held_out)) > 100_000
    assert all(text.isascii() for text in training + held_out)


def test_words_put_together_give_the_text():
    text = "Return the k-th `value_2`.\n\n    >>> a = [1, 22]\n    See   also"
    assert "".join(split_words(text)) == text
    assert split_words("\n    >>> the array2") == ["\n    ", ">>>", " the", " array", "2"]
