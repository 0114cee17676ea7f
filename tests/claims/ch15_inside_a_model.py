"""What the claims of chapter 15 stand on.

The controls read what ``book/make_inside_sets.py`` stored, the rivals with it;
``tests/slow/test_inside_sets.py`` runs a part of that again.
"""

from attention_lessons import inside_sets as sets
from tests.claims.register import Control, control

PAGE = "chapters/15-inside-a-model.md"


@control(
    "Without (16, 0) the eight heads no longer look at the right place, and without "
    "the other four they look where they did.",
)
def without_the_note() -> Control:
    """Rival: any heads that look one back are needed to find the place."""
    scores = [text["score"] for text in sets.stored()["repetition"]["texts"]]
    case, rival = ([s[n] for s in scores] for n in ("(16, 0) alone", "the other four"))
    return Control(case, rival, "below", by=0.3)


@control(
    "The induction heads need (16, 0) in the first copy alone, at the keys. This is "
    "the first half of chapter 11's circuit",
)
def notes_are_read_at_the_keys() -> Control:
    """Rival: (16, 0) does something for the queries, in the second copy."""
    scores = [text["score"] for text in sets.stored()["repetition"]["texts"]]
    copies = ("(16, 0), first copy", "(16, 0), second copy")
    case, rival = ([s[name] for s in scores] for name in copies)
    return Control(case, rival, "below", by=0.3)


@control(
    "With such means, the head hardly matters on any of the eight.",
    "Replace by the mean over text of the same kind",
)
def means_of_the_same_kind() -> Control:
    """Rival: the head matters by what it says, and any way to remove it shows that."""
    losses = [text["loss"] for text in sets.stored()["repetition"]["texts"]]
    case = [loss["(1, 3), mean of random text"] for loss in losses]
    return Control(case, [loss["nothing"] for loss in losses], "alike", by=0.25)


def lost_shares(family: str, which: str) -> list[float]:
    """Which share of each prompt's difference is lost without a head."""
    rows = sets.stored()["families"][family]
    return [row["heads"][which]["lost"] / row["whole"] for row in rows]


@control(
    "in these two frames about countries, (23, 4) carries a good part of what decides "
    "from the country to the end.",
)
def countries_need_the_head() -> Control:
    """Rival: any head of the last ten layers does as much."""
    families = ("capitals", "languages")
    case, rival = (
        [share for family in families for share in lost_shares(family, which)]
        for which in ("carrier", "drawn")
    )
    return Control(case, rival, "above", by=0.15, share=0.9)


@control(
    "For capitals the median loss is half of the difference, for languages four "
    "fifths, and for opposites and plurals nothing.",
)
def opposites_do_not() -> Control:
    """Rival: the head carries whatever decides."""
    case, rival = (lost_shares("opposites", which) for which in ("carrier", "drawn"))
    return Control(case, rival, "alike", by=0.15, share=0.9)


@control("(23, 4) costs more than it adds for 26 capitals of 28, about twice as much.")
def costs_more_than_it_adds() -> Control:
    """Rival: what is lost without a head is what it adds."""
    rows = [row["heads"]["carrier"] for row in sets.stored()["families"]["capitals"]]
    case, rival = ([row[what] for row in rows] for what in ("lost", "adds"))
    return Control(case, rival, "above", by=0.0, share=26 / 28)


@control(
    "For all 28 capitals and all 26 languages, layer 23 carries more than half of the "
    "way in one step.",
)
def one_step_for_countries() -> Control:
    """Rival: every layer brings a little."""
    families = sets.stored()["families"]
    rows = [row["moved"]["last"] for n in ("capitals", "languages") for row in families[n]]
    return Control([r["23"] for r in rows], [r["22"] for r in rows], "above", by=0.5)
