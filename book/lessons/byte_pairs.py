"""SmolLM2's tokenizer: text to ids and back, with what the model's file holds.

Byte-level byte-pair encoding (Radford et al. 2019, "Language Models are Unsupervised
Multitask Learners", section 2.2): the text is cut into words, each word into the bytes
of its UTF-8, and the learnt pairs are joined, the earliest learnt first.  Nothing is
ever unknown: any text is bytes.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

_CONTROL = 3  # the kind of token that is no text: <|im_start|> and others
_CONTRACTION = re.compile("'(?:s|t|re|ve|m|ll|d)")
# On kinds of characters (see _kind): a space belongs to the word behind it.
_WORD = re.compile(" ?L+| ?O+|[ w]+(?![LO])|[ w]+")


class Tokenizer:
    """Text to ids and back."""

    def __init__(self, pieces: list[str], merges: list[str], kinds: list[int]) -> None:
        """Take the three lists of the file.

        pieces: every token, its bytes written as printable characters.
        merges: the joined pairs, "left right", in the order learnt.
        kinds: what each token is; 3 stands for a control token.
        """
        self.pieces = pieces
        self.ids = {piece: i for i, piece in enumerate(pieces)}
        self.merges = [tuple(merge.split(" ")) for merge in merges]
        self.ranks = {pair: rank for rank, pair in enumerate(self.merges)}
        self.control = {
            piece for piece, kind in zip(pieces, kinds, strict=True) if kind == _CONTROL
        }
        longest_first = sorted(self.control, key=len, reverse=True)
        self._control = re.compile("(" + "|".join(map(re.escape, longest_first)) + ")")
        self._join = functools.lru_cache(maxsize=20_000)(self._join_pairs)

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> Tokenizer:
        """Make it from a GGUF file's metadata."""
        names = ("tokens", "merges", "token_type")
        return cls(*(metadata[f"tokenizer.ggml.{name}"] for name in names))

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text.

        A control token that stands in the text, such as <|im_end|>, becomes its one id:
        so do not put text that you do not trust between them.
        """
        found = []
        for part in self._control.split(text):
            if part in self.control:
                found.append(self.ids[part])
                continue
            for word in split_words(part):
                found += [self.ids[piece] for piece in self._join(as_characters(word))]
        return found

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of ids; bytes that are no UTF-8 become a replacement mark."""
        return b"".join(map(self.bytes_of, ids)).decode("utf-8", errors="replace")

    def bytes_of(self, i: int) -> bytes:
        """Return the bytes that one token stands for."""
        piece = self.pieces[i]
        if piece in self.control:
            return piece.encode()
        return bytes(_BYTES[character] for character in piece)

    def _join_pairs(self, word: str) -> tuple[str, ...]:
        pieces = list(word)
        while len(pieces) > 1:
            pairs = list(itertools.pairwise(pieces))
            best = min(pairs, key=lambda pair: self.ranks.get(pair, len(self.ranks)))
            if best not in self.ranks:
                break
            pieces = _joined(pieces, best)
        return tuple(pieces)


def split_words(text: str) -> Iterator[str]:
    """Cut a text into words, as SmolLM2 was trained: no token reaches across two.

    Every digit stands alone; a space belongs to the word behind it; 's, 't and their
    like stand alone; signs stand together.  Joined, the words are the text again.
    """
    kinds = "".join(map(_kind, text))
    # Digits first: what is between two of them is cut as if it were a text.
    for stretch in re.finditer("N|[^N]+", kinds):
        part, part_kinds = text[slice(*stretch.span())], stretch.group()
        at = 0
        while at < len(part):
            match = _CONTRACTION.match(part, at) or _WORD.match(part_kinds, at)
            end = match.end() if match else at + 1
            yield part[at:end]
            at = end


def as_characters(word: str) -> str:
    """Write a word's bytes as printable characters, the way the file does.

    A space is written Ġ, a line's end Ċ; letters and signs of ASCII are themselves.
    """
    return "".join(_CHARACTERS[byte] for byte in word.encode())


def _kind(character: str) -> str:
    """Return what a character is: L letter, N number, space, w other white, O other."""
    if character == " ":
        return " "
    if character.isspace() and character not in "\x1c\x1d\x1e\x1f":
        return "w"
    category = unicodedata.category(character)[0]
    return category if category in "LN" else "O"


def _joined(pieces: list[str], pair: tuple[str, str]) -> list[str]:
    """Join every occurrence of the pair, from left to right."""
    found: list[str] = []
    at = 0
    while at < len(pieces):
        width = 2 if tuple(pieces[at : at + 2]) == pair else 1
        found.append("".join(pieces[at : at + width]))
        at += width
    return found


def _printable_bytes() -> dict[int, str]:
    """Give every byte a printable character: itself, or one from 256 upwards."""
    themselves = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = (byte for byte in range(256) if byte not in themselves)
    shifted = {byte: chr(256 + i) for i, byte in enumerate(others)}
    return {byte: chr(byte) for byte in themselves} | shifted


_CHARACTERS = _printable_bytes()
_BYTES = {character: byte for byte, character in _CHARACTERS.items()}
