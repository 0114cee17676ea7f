"""What goes wrong in a cache that drops tokens, each as a change of the reference."""

from autograder import Misconception, change

STAY = "(places < self.first) | (places >= self.n - self.newest)"

MISTAKES = (
    Misconception(
        "window-alone",
        "Your cache drops the first tokens too. They stay, however long the text gets.",
        change(STAY, "places >= self.n - self.newest"),
    ),
    Misconception(
        "first-count-as-newest",
        "Your cache keeps `newest` tokens in all, the first among them. It is first + "
        "newest.",
        change("self.n - self.newest)", "self.n - self.newest + self.first)"),
        alone=True,
    ),
    Misconception(
        "one-too-many",
        "Your window has one token more than `newest`.",
        change("places >= self.n", "places >= self.n - 1"),
    ),
    Misconception(
        "one-too-few",
        "Your window has one token less than `newest`. The token that came last counts.",
        change("places >= self.n - self.newest", "places > self.n - self.newest"),
    ),
    Misconception(
        "oldest-kept",
        "Your cache keeps the tokens that came first, and new ones find no room. After the "
        "first few, it is the old ones that go.",
        change(STAY, "places < self.first + self.newest"),
    ),
    Misconception(
        "never-dropped",
        "Your cache keeps everything. Once the text has more than first + newest tokens, "
        "those between go.",
        change(STAY, "places >= 0"),
    ),
    Misconception(
        "places-counted-anew",
        "`kept` counts the places in the cache. Asked is where the tokens stand in the "
        "text.",
        change("return self.places", "return np.arange(len(self.places))"),
    ),
    Misconception(
        "places-from-one",
        "You count places from 1. The first token stands at 0.",
        change("return self.places", "return self.places + 1"),
    ),
    Misconception(
        "values-not-dropped",
        "You drop keys and not their values, or join them in another order: each weight "
        "then meets another token's value.",
        change(
            "k[..., stay, :], v[..., stay, :]", "k[..., stay, :], v[..., : sum(stay), :]"
        ),
    ),
    Misconception(
        "newest-in-front",
        "You put new tokens in front of the old ones. They come behind.",
        change("[self.places, places]", "[places, self.places]")
        + change("[self.k, k]", "[k, self.k]")
        + change("[self.v, v]", "[v, self.v]"),
    ),
    Misconception(
        "unscaled",
        "attend() does not divide the scores by sqrt(d_k).",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Subtract each row's largest score first.",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
    ),
    Misconception(
        "plain-mean",
        "Every kept token gets the same weight, whatever the query is.",
        change(
            "np.exp(scores - scores.max(axis=-1, keepdims=True))", "np.ones_like(scores)"
        ),
    ),
)
