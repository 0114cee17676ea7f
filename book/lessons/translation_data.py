"""Two translation tasks made offline (chapter 10): written dates, spoken digits.

Both give pairs of texts, read and written one character at a time.  Nothing
is downloaded: every pair is drawn from a generator, and which pairs a model
must never see in training is decided by the text of the answer alone.
"""

from __future__ import annotations

import contextlib
import datetime
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

Pair = tuple[str, str]

PAD, BOS, EOS = 0, 1, 2
SPECIAL = ("<pad>", "<bos>", "<eos>")

# --- characters and ids ------------------------------------------------------


@dataclass(frozen=True)
class Vocabulary:
    """The characters of one side; their ids follow those of the special tokens."""

    characters: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """All characters that occur in these texts, in alphabetical order."""
        return cls("".join(sorted(set().union(*texts))))

    def __len__(self) -> int:
        return len(SPECIAL) + len(self.characters)

    def encode(self, text: str) -> list[int]:
        """The ids of a text's characters, and EOS."""
        return [len(SPECIAL) + self.characters.index(letter) for letter in text] + [EOS]

    def decode(self, ids: Iterable[int]) -> str:
        """The text before the first EOS."""
        letters = []
        for i in ids:
            if i == EOS:
                break
            letters.append(self.characters[i - len(SPECIAL)] if i >= len(SPECIAL) else "?")
        return "".join(letters)


def pad(sequences: Sequence[Sequence[int]]) -> np.ndarray:
    """Ids of several lengths as one array, PAD behind: (batch, longest), int64."""
    ids = np.full((len(sequences), max(map(len, sequences))), PAD, dtype=np.int64)
    for row, sequence in zip(ids, sequences, strict=True):
        row[: len(sequence)] = sequence
    return ids


# --- dates in 18 styles and 4 languages -------------------------------------

MONTHS = {
    "en": "January February March April May June July August September October "
    "November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre "
    "novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober "
    "November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre "
    "noviembre diciembre",
}
WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
FIRST_DAY = datetime.date(1900, 1, 1)
DAYS = (datetime.date(2100, 1, 1) - FIRST_DAY).days


def _month(day: datetime.date, language: str) -> str:
    return MONTHS[language].split()[day.month - 1]


def _weekday(day: datetime.date, language: str) -> str:
    return WEEKDAYS[language].split()[day.weekday()]


def _ordinal(n: int) -> str:
    ending = "th" if 10 < n < 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


STYLES: dict[str, Callable[[datetime.date], str]] = {
    "en 1": lambda d: f"{d.day} {_month(d, 'en')} {d.year}",
    "en 2": lambda d: f"{_month(d, 'en')} {d.day}, {d.year}",
    "en 3": lambda d: f"{_weekday(d, 'en')}, {d.day} {_month(d, 'en')} {d.year}",
    "en 4": lambda d: f"the {_ordinal(d.day)} of {_month(d, 'en')}, {d.year}",
    "en 5": lambda d: f"{_month(d, 'en')[:3]} {d.day} {d.year}",
    "fr 1": lambda d: f"{'1er' if d.day == 1 else d.day} {_month(d, 'fr')} {d.year}",
    "fr 2": lambda d: f"{_weekday(d, 'fr')} {d.day} {_month(d, 'fr')} {d.year}",
    "fr 3": lambda d: f"{d.day:02}/{d.month:02}/{d.year}",
    "de 1": lambda d: f"{d.day}. {_month(d, 'de')} {d.year}",
    "de 2": lambda d: f"{_weekday(d, 'de')}, den {d.day}. {_month(d, 'de')} {d.year}",
    "de 3": lambda d: f"{d.day:02}.{d.month:02}.{d.year}",
    "de 4": lambda d: f"{_weekday(d, 'de')[:2]}, {d.day:02}.{d.month:02}.{d.year}",
    "es 1": lambda d: f"{d.day} de {_month(d, 'es')} de {d.year}",
    "es 2": lambda d: f"{_weekday(d, 'es')}, {d.day} de {_month(d, 'es')} de {d.year}",
    "es 3": lambda d: f"{d.day}-{_month(d, 'es')[:3]}-{d.year}",
    # As they are written in Britain, in the United States and in Japan:
    "short 1": lambda d: f"{d:%d/%m/%y}",
    "short 2": lambda d: f"{d:%m/%d/%y}",
    "short 3": lambda d: f"{d:%y/%m/%d}",
}
# Two figures say the year only within a hundred years.  These are POSIX's, and
# so those of Python's strptime.
SHORT_YEARS = range(1969, 2069)


def _can_be_written(day: datetime.date, style: str) -> bool:
    return not style.startswith("short") or day.year in SHORT_YEARS


def readings(text: str) -> Counter[str]:
    """The days that somebody may have meant by a text, in the form 2021-03-04.

    Each with the number of styles that write it so: whoever reads a short text
    can do no better than to take the most frequent.
    """
    found: Counter[str] = Counter()
    for form in ("%d/%m/%y", "%m/%d/%y", "%y/%m/%d"):
        with contextlib.suppress(ValueError):
            found[datetime.datetime.strptime(text, form).date().isoformat()] += 1
    return found


def held_out(answer: str) -> bool:
    """Whether training must never show this answer: one in ten, by its checksum."""
    return zlib.crc32(answer.encode()) % 10 == 0


def date_pairs(
    rng: np.random.Generator, count: int, *, unseen: bool = False, style: str = ""
) -> list[Pair]:
    """Dates from 1900 to 2099 as somebody writes them, and in the form 2021-03-04.

    ``unseen`` gives only dates that training never shows in any style, else
    there are none of these.
    """
    names = list(STYLES)
    pairs: list[Pair] = []
    while len(pairs) < count:
        day = FIRST_DAY + datetime.timedelta(days=int(rng.integers(DAYS)))
        name = style or names[rng.integers(len(names))]
        if held_out(day.isoformat()) == unseen and _can_be_written(day, name):
            pairs.append((STYLES[name](day), day.isoformat()))
    return pairs


# --- spoken digits -----------------------------------------------------------

DIGITS = {
    "en": "zero one two three four five six seven eight nine",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
}
MOST_WORDS = 12
FREE_WORDS = 3  # strings this short are too few to hold any out


def digit_pairs(
    rng: np.random.Generator, count: int, *, unseen: bool = False, n_words: int = 0
) -> list[Pair]:
    """Digits spoken in one of four languages, and in figures: "vier drei", "43".

    ``n_words`` fixes how many; 0 draws 1 to 12.  ``unseen`` as for dates, but
    strings of up to three words are never held out.
    """
    languages = [words.split() for words in DIGITS.values()]
    pairs: list[Pair] = []
    while len(pairs) < count:
        length = n_words or int(rng.integers(1, MOST_WORDS + 1))
        figures = "".join(map(str, rng.integers(10, size=length)))
        if length <= FREE_WORDS or held_out(figures) == unseen:
            words = languages[rng.integers(len(languages))]
            pairs.append((" ".join(words[int(f)] for f in figures), figures))
    return pairs


# --- batches -----------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """Where pairs come from, and the characters of both sides."""

    draw: Callable[..., list[Pair]]
    source: Vocabulary
    target: Vocabulary

    def arrays(self, pairs: Iterable[Pair]) -> tuple[np.ndarray, np.ndarray]:
        """The pairs as padded ids: (batch, m) and (batch, n), both ending in EOS."""
        sources, targets = zip(*pairs, strict=True)
        return (
            pad([self.source.encode(text) for text in sources]),
            pad([self.target.encode(text) for text in targets]),
        )

    def batches(
        self, rng: np.random.Generator, size: int = 64, pool: int = 20
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Fresh training pairs without end, ``size`` at a time.

        Sources of like length go together, so that little of a batch is
        padding: ``pool`` batches are drawn at once, sorted and cut.
        """
        while True:
            pairs = sorted(self.draw(rng, size * pool), key=lambda pair: len(pair[0]))
            for start in rng.permutation(pool) * size:
                yield self.arrays(pairs[start : start + size])


DATES = Task(
    date_pairs,
    Vocabulary.of(
        (" ,./-0123456789 the 1st 2nd 3rd of den er", *MONTHS.values(), *WEEKDAYS.values())
    ),
    Vocabulary("-0123456789"),
)
SPOKEN_DIGITS = Task(digit_pairs, Vocabulary.of(DIGITS.values()), Vocabulary("0123456789"))
