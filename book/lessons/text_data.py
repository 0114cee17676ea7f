"""English to train on, with code and numbers: the docstrings of NumPy (chapter 13)."""

import base64
import json
import lzma
import re

from attention_data import stored

WORD = re.compile(r"\n *| ?[A-Za-z]+| ?[0-9]+| ?[^A-Za-z0-9\s]+| +")


def numpy_docstrings() -> tuple[list[str], list[str]]:
    """All docstrings of one version's files: for training, and held out.

    Held out is what NumPy says of linear algebra and of Fourier transforms.  Stored by
    ``book/make_docstrings.py``, so that every reader has the same text.
    """
    packed = base64.b85decode(stored("numpy_docstrings.json")["xz"])
    training, held_out = json.loads(lzma.decompress(packed))
    return training, held_out


def split_words(text: str) -> list[str]:
    """Cut a text into words that byte-pair encoding never joins.

    A word takes the space before it along, a line break the indentation after it.
    Joined again the words give the text, but for tabs.
    """
    return WORD.findall(text)
