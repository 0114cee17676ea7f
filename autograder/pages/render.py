"""What the pages for people share: the template engine and a few phrases.

Every page is one file: its styles are inside it, nothing is fetched and
nothing runs.  Whatever a student made is escaped by the engine.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.checking.card_forms import SYMBOLS, marked_up

NO_HEADINGS: Mapping[str, str] = {}

# What these give is read as text; everything else is a page.
NO_HTML = (".md.j2", ".py.j2", ".toml.j2", "makefile.j2")
# Should an escape ever be missed, the browser still runs and fetches nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'"


@lru_cache(maxsize=1)
def _engine() -> Environment:
    engine = Environment(
        loader=PackageLoader("autograder", ""),
        autoescape=lambda name: not str(name).endswith(NO_HTML),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    engine.filters.update(points=points, worth=worth, count=count, about_it=about_it)
    engine.filters["marked_up"] = lambda words: Markup(marked_up(words))
    engine.globals.update(policy=POLICY, symbols=SYMBOLS)
    return engine


def render(template: str, **values: Any) -> str:
    """Fill ``room/template``; the result can always be written as UTF-8."""
    room, _, name = template.partition("/")
    page = _engine().get_template(f"{room}/templates/{name}").render(**values)
    # A student may print half a surrogate pair, which no file can hold.
    return page.encode("utf-8", "replace").decode("utf-8")


def points(value: float) -> str:
    """Points as people write and round them: ``2``, ``1.5``, ``1.13`` for 1.125."""
    return f"{math.floor(100 * value + 0.5 + 1e-6) / 100:.2f}".rstrip("0").rstrip(".")


def worth(value: float) -> str:
    """``2 points``, ``1 point``, ``1.5 points``."""
    return f"{points(value)} {'point' if value == 1 else 'points'}"


def percent(part: float, whole: float) -> str:
    """A share as ``38%``; 100% and 0% are kept for all and none, a dash for no whole."""
    if not whole:
        return "–"
    share = 100 * part / whole
    if 0 < share < 1:
        return "<1%"
    if 99 < share < 100:
        return ">99%"
    return f"{share:.0f}%"


def count(number: int, one: str, many: str = "") -> str:
    """``1 exercise``, ``12,000 students``; a plural that takes an s may be left out."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def few(names: Iterable[str], most: int = 10, between: str = ", ") -> str:
    """The first names of a list, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def about_it(sentence: str) -> str:
    """A sentence to the student, for the instructor: not your code, the code."""
    start = "Your code "
    return "The code " + sentence[len(start) :] if sentence.startswith(start) else sentence


def section_name(section: str, headings: Mapping[str, str] = NO_HEADINGS) -> str:
    """Put ``03-numpy#a-stable-softmax`` into words: chapter and heading."""
    chapter, _, anchor = section.partition("#")
    if not anchor:
        return f"chapter {chapter}" if chapter else ""
    # Without the book at hand, the anchor's words are the best that is known.
    words = headings.get(section) or anchor.replace("-", " ").strip().capitalize()
    return f"chapter {chapter}, “{words}”"


def section_link(section: str, book_url: str) -> str:
    """The address of a section of the book; ``""`` when nobody said where the book is."""
    chapter, _, anchor = section.partition("#")
    if not chapter or not book_url:
        return ""
    page = f"{book_url.rstrip('/')}/{chapter}.html"
    return f"{page}#{anchor}" if anchor else page
