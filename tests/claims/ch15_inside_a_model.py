"""What the claims of chapter 15 stand on.

The controls read what ``book/make_inside_sets.py`` stored, the rivals with it;
``tests/slow/test_inside_sets.py`` runs a part of that again.
"""

from functools import cache

import numpy as np
import pytest

from attention_lessons import inside, minilm
from attention_lessons import inside_sets as sets
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import Model, load_smollm2
from attention_lessons.words import TEN
from solutions.ch15_inside_a_model.mean_ablate import mean_ablate
from tests.claims.register import Control, code_of, control

PAGE = "chapters/15-inside-a-model.md"

LOUD = ((23, 2), (23, 7))  # the induction heads whose own vector names the next piece


def opened() -> Model:
    """SmolLM2, or the test is skipped."""
    try:
        return load_smollm2()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))


@control(
    "Without the head the vector is larger, and the norm divides by its size",
    slow=True,
)
def longer_without_the_head() -> Control:
    """Rival: the norm divides by the same size. Sizes without (29, 0) and with it."""
    decoder = opened()
    prompts = sets.prompts(decoder, "capitals", 6)
    traces = [decoder.trace(prompt.clean) for prompt in prompts]
    case, rival = [], []
    for prompt, trace, means in zip(
        prompts, traces, sets.means_of_others(traces), strict=True
    ):
        edit = sets.heads_off([sets.AGAINST], means, mean_ablate)
        changed = decoder.trace(prompt.clean, edit_heads=edit)
        for side, read in ((case, changed), (rival, trace)):
            side.append(float(np.sqrt((read.hidden[-1, -1] ** 2).mean())))
    return Control(case, rival, "above", by=0.1)


@control(
    "Two of the eight heads name the piece, and little is lost without them. The other "
    "six hardly name it, but without those six nearly all is lost, and (23, 2) no longer "
    "names it either.",
    slow=True,
)
def quiet_heads_do_it() -> Control:
    """Rival: the heads that name the next piece are those that the copying needs."""
    decoder = opened()
    best = [tuple(head) for head in sets.stored()["repetition"]["best"]]
    quiet = [head for head in best if head not in LOUD]
    others = [decoder.trace(sets.repeated(decoder, seed)) for seed in (100, 101)]
    means = np.mean([t.z[:, 1:].mean(axis=1) for t in others], axis=0)

    def loss_without(heads: list[sets.Head], seed: int) -> float:
        ids = sets.repeated(decoder, seed)
        edit = sets.heads_off(heads, means, mean_ablate)
        return sets.second_copy(decoder.trace(ids, edit_heads=edit), ids)

    case, rival = ([loss_without(hs, seed) for seed in range(3)] for hs in (quiet, LOUD))
    return Control(case, rival, "above", by=4)


ONE_ARTICLE, NO_ARTICLE = (1, 6), (0, 5)  # what looks for an article, what counts places


@cache
def encoder() -> minilm.MiniLM:
    """MiniLM, or the test is skipped."""
    try:
        return minilm.load()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))


def found(frame: str, article: str) -> np.ndarray:
    """For how many nouns their article, the last of that name, gets the most, by head."""
    words = code_of(PAGE, "NOUNS", "ADJECTIVES")
    count = np.zeros((minilm.N_LAYERS, minilm.N_HEADS), dtype=int)
    for i, noun in enumerate(words["NOUNS"]):
        some = " ".join(words["ADJECTIVES"][(i + 5 * j) % 16] for j in range(2))
        text = minilm.read(encoder(), frame.format(some=some, noun=noun))
        row = text.weights[:, :, text.places(noun)[0], 1:-1]
        place = max(j for j, token in enumerate(text.tokens) if token == article)
        count += row.argmax(axis=-1) + 1 == place
    return count


@control("With a second adjective (0, 5) loses them, and (1, 6) keeps most.")
def own_article() -> Control:
    """Rival: it looks for *the*, or for whatever stands three places back."""
    frames = {
        "the dog saw the {some} {noun}.": "the",
        "a dog saw the {some} {noun}.": "the",
        "the dog saw a {some} {noun}.": "a",
    }
    counts = [found(frame, article) for frame, article in frames.items()]
    case, rival = ([c[head] for c in counts] for head in (ONE_ARTICLE, NO_ARTICLE))
    return Control(case, rival, "above", by=6)


@cache
def with_first_ending() -> list[minilm.Reading]:
    """The chapter's sentences about *it*, read with the first of their endings."""
    beginnings = ((beginning, ending) for beginning, _, _, ending, _ in inside.PRONOUNS)
    return [minilm.read(encoder(), " ".join(parts)) for parts in beginnings]


@control(
    "of 72 coins not one would, on average. Head (4, 0), which pictures do not show, "
    "has all sixteen. So the encoder does tell the endings apart, but (3, 1) is not "
    "*the* head that does it.",
    "Nine of its 72 heads move the right way in 13 sentences of 16 or more, where "
    "coins give one head. The head with the fine picture is not the best of them.",
    slow=True,
)
def heads_tell_endings_apart() -> Control:
    """Rival: so many heads do it by chance, the more as all read the same sentences.

    As many as (3, 1) or more, and as many again where a coin a sentence, the same for
    all heads, says which ending speaks for which word.
    """
    right = []
    for first, row in zip(with_first_ending(), inside.PRONOUNS, strict=True):
        beginning, one, other, _, ending = row
        shares = []
        for text in (first, minilm.read(encoder(), f"{beginning} {ending}")):
            seen = text.weights[:, :, text.places("it")[-1]]  # (layers, heads, n)
            a, b = (seen[..., text.places(word)].sum(axis=-1) for word in (one, other))
            shares.append(a / (a + b))
        right.append(shares[0] > shares[1])
    rng, moved = np.random.default_rng(0), np.array(right)
    found = moved.sum(axis=0)
    dealt = rng.integers(0, 2, (1000, len(moved), 1, 1), dtype=bool)
    by_chance = ((moved ^ dealt).sum(axis=1) >= found[3, 1]).sum(axis=(1, 2))
    heads = [float((found >= found[3, 1]).sum())] * len(by_chance)
    assert found[4, 0] == found.max() >= 15
    return Control(heads, by_chance.astype(float), "above", by=1, share=0.95)


def likeness_by_layer(text: minilm.Reading) -> list[float]:
    """Correlation of the weights of each layer with the likeness of what enters it."""
    entering = text.hidden[:-1, 1:-1]
    inner = text.weights[:, :, 1:-1, 1:-1].mean(axis=1)
    pairs = ~np.eye(entering.shape[1], dtype=bool)
    alike = minilm.cosine(entering[:, :, None], entering[:, None])
    return [
        np.corrcoef(a[pairs], w[pairs])[0, 1] for a, w in zip(alike, inner, strict=True)
    ]


@control(
    "the similarity of *these* vectors has a small positive correlation with the weight "
    "in all layers but the last, where it is negative.",
)
def likeness_of_what_enters() -> Control:
    """Rival: weight goes with likeness in no layer, or in the last as in the others.

    The least correlation of the first five layers and that of the last, by sentence.
    """
    found = [likeness_by_layer(text) for text in with_first_ending()]
    case, rival = [min(each[:-1]) for each in found], [each[-1] for each in found]
    assert min(case) > 0 > max(rival)
    return Control(case, rival, "above", by=0.1)


@control("In ten other sentences the mean over the first five layers is positive too")
def likeness_in_ten_sentences() -> Control:
    """Rival: in other sentences the two have nothing to do with one another.

    The mean correlation over the first five layers, beside 0.
    """
    found = np.array([likeness_by_layer(minilm.read(encoder(), text)) for text in TEN])
    assert (found[:, 5] < 0).sum() == 6
    return Control(found[:, :5].mean(axis=1), np.zeros(10), "above", by=0.05)


@cache
def similarity() -> np.ndarray:
    """Correlation of weight and likeness in the table: (sentences, 1 + heads).

    First that of the mean over all heads, then head by head.
    """
    rows = []
    for text in with_first_ending():
        vectors = encoder().table[[encoder().vocabulary[t] for t in text.tokens[1:-1]]]
        alike = minilm.cosine(vectors[:, None], vectors[None])
        pairs = ~np.eye(len(vectors), dtype=bool)
        inner = text.weights[:, :, 1:-1, 1:-1].reshape(72, len(vectors), len(vectors))
        each = [inner.mean(axis=0), *inner]
        rows.append([np.corrcoef(alike[pairs], w[pairs])[0, 1] for w in each])
    return np.array(rows)


@control("Taken over all heads, weight and the table's similarity are almost unrelated.")
def unrelated_over_all_heads() -> Control:
    """Rival: one sentence was lucky."""
    overall = similarity()[:, 0]
    return Control(overall, np.zeros(len(overall)), "alike", by=0.15)


@control("Some heads do look for similar words, and some avoid them.")
def some_avoid_likeness() -> Control:
    """Rival: the lowest of 72 heads are so by chance; other sentences do not agree."""
    first, second = similarity()[::2, 1:], similarity()[1::2, 1:]
    lowest = first.mean(axis=0).argsort()[:8]
    return Control(second.mean(axis=0)[lowest], [0.0] * 8, "below", by=0.05)


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
