"""What the claims of chapter 15 stand on.

The controls read what ``book/make_inside_sets.py`` stored, the rivals with it;
``tests/slow/test_inside_sets.py`` runs a part of that again.
"""

from attention_lessons import inside_sets as sets
from tests.claims.decoder_reading import longer_without_the_head, quiet_heads_do_it
from tests.claims.encoder_reading import (
    heads_tell_endings_apart,
    likeness_of_what_enters,
    own_article,
    some_avoid_likeness,
    unrelated_over_all_heads,
)
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/15-inside-a-model.md"


def without_the_note() -> Control:
    """Rival: any heads that look one back are needed to find the place."""
    scores = [text["score"] for text in sets.stored()["repetition"]["texts"]]
    case, rival = ([s[n] for s in scores] for n in ("(16, 0) alone", "the other four"))
    return Control(case, rival, "below", by=0.3)


def notes_are_read_at_the_keys() -> Control:
    """Rival: (16, 0) does something for the queries, in the second copy."""
    scores = [text["score"] for text in sets.stored()["repetition"]["texts"]]
    copies = ("(16, 0), first copy", "(16, 0), second copy")
    case, rival = ([s[name] for s in scores] for name in copies)
    return Control(case, rival, "below", by=0.3)


def means_of_the_same_kind() -> Control:
    """Rival: the head matters by what it says, and any way to remove it shows that."""
    losses = [text["loss"] for text in sets.stored()["repetition"]["texts"]]
    case = [loss["(1, 3), mean of random text"] for loss in losses]
    return Control(case, [loss["nothing"] for loss in losses], "alike", by=0.25)


def lost_shares(family: str, which: str) -> list[float]:
    """Which share of each prompt's difference is lost without a head."""
    rows = sets.stored()["families"][family]
    return [row["heads"][which]["lost"] / row["whole"] for row in rows]


def countries_need_the_head() -> Control:
    """Rival: any head of the last ten layers does as much."""
    families = ("capitals", "languages")
    case, rival = (
        [share for family in families for share in lost_shares(family, which)]
        for which in ("carrier", "drawn")
    )
    return Control(case, rival, "above", by=0.15, share=0.9)


def opposites_do_not() -> Control:
    """Rival: the head carries whatever decides."""
    case, rival = (lost_shares("opposites", which) for which in ("carrier", "drawn"))
    return Control(case, rival, "alike", by=0.15, share=0.9)


def costs_more_than_it_adds() -> Control:
    """Rival: what is lost without a head is what it adds."""
    rows = [row["heads"]["carrier"] for row in sets.stored()["families"]["capitals"]]
    case, rival = ([row[what] for row in rows] for what in ("lost", "adds"))
    return Control(case, rival, "above", by=0.0, share=26 / 28)


def one_step_for_countries() -> Control:
    """Rival: every layer brings a little."""
    families = sets.stored()["families"]
    rows = [row["moved"]["last"] for n in ("capitals", "languages") for row in families[n]]
    return Control([r["23"] for r in rows], [r["22"] for r in rows], "above", by=0.5)


CLAIMS = [
    Claim(
        "Without (16, 0) the eight heads no longer look at the right place, and without "
        "the other four they look where they did.",
        Controlled(without_the_note),
    ),
    Claim(
        "The induction heads need (16, 0) in the first copy alone, at the keys. This is "
        "the first half of chapter 11's circuit",
        Controlled(notes_are_read_at_the_keys),
    ),
    Claim(
        "Two name it, and little is lost without them. Six hardly name it, and without "
        "them nearly all is lost, and (23, 2) no longer names it either.",
        Controlled(quiet_heads_do_it, slow=True),
    ),
    Claim(
        "What the six bring cannot be read by the output table yet, because other heads "
        "read it first. So this is not the circuit of chapter 11",
        Measured("assert left < 0.4 < 0.7 < says[23, 2]"),
    ),
    Claim(
        "and within a sink the weight varies by about .2.",
        Measured("assert 0.15 < np.median(within) < 0.25"),
    ),
    Claim(
        "For most sentences the senses come apart after one layer already",
        Measured("assert own_sense[0] <= 6 and 8 <= own_sense[1] <= 10"),
    ),
    Claim(
        "Taken over all heads, weight and the table's similarity are almost unrelated.",
        Controlled(unrelated_over_all_heads),
    ),
    Claim(
        "With the likeness of *these* vectors the weight goes a little, in all layers but "
        "the last, where it goes against it.",
        Controlled(likeness_of_what_enters),
    ),
    Claim(
        "Some heads do look for like words, and some avoid them.",
        Controlled(some_avoid_likeness),
    ),
    Claim(
        "With a second adjective (0, 5) loses them, and (1, 6) keeps most.",
        Controlled(own_article),
    ),
    Claim(
        "With such means, the head hardly matters on any of the eight.",
        Controlled(means_of_the_same_kind),
    ),
    Claim(
        "For all 28 capitals and all 26 languages, layer 23 carries more than "
        "half of the way in one step.",
        Controlled(one_step_for_countries),
    ),
    Claim(
        "in these two frames about countries, (23, 4) carries a good part of what "
        "decides from the country to the end.",
        Controlled(countries_need_the_head),
    ),
    Claim(
        "For capitals the median loss is half of the difference, for languages four "
        "fifths, and for opposites and plurals nothing.",
        Controlled(opposites_do_not),
    ),
    Claim(
        "(23, 4) costs more than it adds for 26 capitals of 28, about twice as much.",
        Controlled(costs_more_than_it_adds),
    ),
    Claim(
        "of 72 coins not one would, on average. Head (4, 0), which pictures do not show, "
        "has all sixteen. So the encoder does tell the endings apart, but (3, 1) is not "
        "*the* head that does it.",
        Controlled(heads_tell_endings_apart, slow=True),
    ),
    Claim(
        "A coin does as well on the other fifteen in one case of 57.",
        Measured("assert round(2**15 / len(as_often)) == 57"),
    ),
    Claim(
        "Most of the gap is there without the clause. So what the two endings "
        "changed is mostly which words go together.",
        Measured(
            "assert 0.6 < gaps[1] / gaps[0] < 1",
        ),
    ),
    Claim(
        "The mean of the library costs little on most texts and three nats on one.",
        Measured(
            'assert np.median(lost_in("(1, 3), mean of the library")) < 0.5',
        ),
    ),
    Claim(
        "Without the induction heads, most of what the repetition was good for "
        "is gone, and without the heads that look one back nearly as much.",
        Measured(
            'assert 0.7 < share_gone["8 induction heads"] < 0.8',
        ),
    ),
    Claim(
        "The decoder says *animal* every time it is asked.",
        Measured(
            "assert 0 < max(answers[word] for word in OF_STREETS)",
        ),
    ),
    Claim(
        "Now the other two heads of the list, (29, 1), which adds the most for "
        "France, and (29, 0), which speaks against Paris.",
        Measured(
            "assert parts.argmax() == 29 * 9 + 1",
        ),
    ),
    Claim(
        "Without the head the vector is larger, and the norm divides by its size",
        Controlled(longer_without_the_head, slow=True),
    ),
    Claim(
        "Neither holds for the 28.",
        Measured(
            "assert 0.35 < lost[29, 1] / parts[29, 1] < 0.6 and abs(lost[29, 0]) < 0.5",
        ),
    ),
    Claim(
        "The heads of chapter 11 are in a real model: a handful look one back",
        Measured(
            "assert {(18, 6), (17, 3), (17, 4)} <= set(best) and induction[18, 6] > 0.8"
        ),
    ),
    Claim(
        "So neither head goes by the position alone, nor by the article alone",
        Measured("assert none_between[0, 5] >= 14 and none_between[1, 6] <= 10"),
    ),
    Claim(
        "In the median sink head the norm of the first token's value is a fifth",
        Measured("assert np.median(relative) < 0.25"),
    ),
    Claim(
        "A third of the heads give most of their weight to the first token.",
        Measured("80 < (first > 0.5).sum() < 110"),
    ),
    Claim(
        "without it you may break something",
        Measured('assert lost_in("(1, 3) at zero").min() > 1 and len(over) == 8'),
    ),
    Claim(
        "With *tired*, most of the head's weight is on the animal.",
        Measured('assert seen(tired, "animal", (3, 1)) > 0.6'),
    ),
    Claim(
        "The head moves the right way in most sentences",
        Measured("assert 12 <= sum(moves) <= 14 and 3 <= sum(picks) <= 6"),
    ),
    Claim(
        "In a decoder, *it* cannot see what comes after it.",
        Measured("assert np.allclose(rows[0], rows[1], atol=1e-6)"),
    ),
    Claim(
        "After layer 23 the country's vector no longer matters",
        Measured("assert abs(shares[3:, country]).max() < 0.05"),
    ),
    Claim(
        "the lens never says *Paris* but commas. Over a thousand pieces",
        Measured("assert (at_country > at_country[:, [paris]]).sum(axis=1).min() > 1000"),
    ),
    Claim(
        "not in a form that the output table reads",
        Measured("assert (at_country > at_country[:, [france]]).sum(axis=1).min() > 4000"),
    ),
    Claim(
        "The networks come out at almost nothing, but not because they do nothing.",
        Measured("assert abs(networks.sum()) < 0.5 and np.abs(networks).sum() > 8"),
    ),
    Claim(
        "it gives most of its weight to the country",
        Measured("assert trace.weights[23, 4, -1].argmax() == country"),
    ),
    Claim(
        "The same place is not always the same word.",
        Measured("assert len(longer) == len(clean) + 1"),
    ),
    Claim(
        "Without the one kind or the other, most of what repetition is good for is gone.",
        Measured('assert 0.65 < share_gone["5 one-back heads"] < 0.75'),
    ),
    Claim(
        "Nine of its 72 heads move the right way in 13 sentences of 16 or more, where "
        "coins give one head. The head with the fine picture is not the best of them.",
        Controlled(heads_tell_endings_apart, slow=True),
    ),
    Claim(
        "On the second copy the loss falls",
        Measured("assert costs[PERIOD:].mean() < 4"),
    ),
    Claim(
        "The mean shows what heads have in common, which is mostly the sink.",
        Measured("assert all(row.argmax() == 0 for row in flat)"),
    ),
    Claim(
        "When another word came first, the weight went to that word.",
        Measured("assert moved[..., 0].mean() > 0.3 and moved[..., 2].mean() < 0.03"),
    ),
    Claim(
        "Replace by the mean over text of the same kind",
        Controlled(means_of_the_same_kind),
    ),
    Claim(
        "The four can disagree, and all be right.",
        Measured("assert list(said[27:, -1]) == [paris] * 3"),
    ),
]
