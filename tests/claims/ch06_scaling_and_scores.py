"""What the claims of chapter 06 stand on."""

from functools import cache
from typing import Any

import numpy as np

from tests.claims.register import Control, code_of, control

PAGE = "chapters/06-scaling-and-scores.md"

SEEDS, D_K = range(5), 32


@cache
def training() -> dict[str, Any]:
    """The chapter's own task and training."""
    return code_of(
        "chapters/06-scaling-and-scores.md",
        *("softmax", "draw_batch", "loss_and_gradients", "adam", "first_matrices", "train"),
        *("small_steps_of_W_Q", "plain_descent", "to_the_softmax"),
        check=lambda _, answer: answer,
    )


@cache
def right(kind: str, seed: int, own: bool = True) -> float:
    """How often the right token wins at the end; ``own``: a token may look at itself."""
    space = training()
    softmax = space["softmax"]

    def without_own(scores: np.ndarray) -> np.ndarray:
        return softmax(np.where(np.eye(scores.shape[-1], dtype=bool), -np.inf, scores))

    space["softmax"] = softmax if own else without_own
    try:
        with np.errstate(invalid="ignore"):
            return float(space["train"](D_K**-0.5, D_K, seed, kind=kind)[1])
    finally:
        space["softmax"] = softmax


@control("most of the damage comes from the *diagonal*")
def signs_against_one() -> Control:
    """Rival: the symmetry is what hurts. Then signs, as symmetric, would not help."""
    case = [right("signs", seed) for seed in SEEDS]
    return Control(case, [right("one", seed) for seed in SEEDS], "above", by=0.5)


@control("because no other token of the same norm can beat a squared norm")
def one_without_its_diagonal() -> Control:
    """Rival: one matrix is too few. Then forbidding the diagonal would not help."""
    case = [right("one", seed, own=False) for seed in SEEDS]
    return Control(case, [right("one", seed) for seed in SEEDS], "above", by=0.5)


@control("Symmetry costs the last quarter")
def two_against_signs() -> Control:
    """Rival: the diagonal is all. Then signs would do as well as two matrices."""
    case = [right("two", seed) for seed in SEEDS]
    return Control(case, [right("signs", seed) for seed in SEEDS], "above", by=0.2)


@cache
def wide(**options: Any) -> tuple[np.ndarray, list[np.ndarray]]:
    """512 features, three seeds: how often the right token wins, and the matrices."""
    space = training()
    runs = [space["train"](d_k=512, seed=seed, **options) for seed in range(3)]
    return np.array([run[1] for run in runs]), [run[2] for run in runs]


RATES = (0.0003, 0.001, 0.003, 0.005, 0.02, 0.03, 0.1)  # the chapter's own is .01


@control("No other learning rate from 0.0003 to 0.1 replaces it in 200 steps.", slow=True)
def no_rate_replaces_it() -> Control:
    """Rival: the chapter's learning rate is wrong for scores that are not divided."""
    best = np.max([wide(scale=1.0, rate=rate)[0] for rate in RATES], axis=0)
    return Control(best, wide(scale=512**-0.5)[0], "below", by=0.1)


@control(
    "More steps do, because at a tenth of the rate three runs of three find every token",
    "So what is lost without the division is time.",
    slow=True,
)
def more_steps_replace_it() -> Control:
    """Rival: without the division this task is never learnt, however long it takes."""
    longer, _ = wide(scale=1.0, rate=0.001, steps=3000)
    assert min(longer) > 0.98
    return Control(longer, wide(scale=1.0, rate=0.001)[0], "above", by=0.5)


@control("With a small start alone the scores are right at the first step", slow=True)
def small_steps_bring_it_back() -> Control:
    """Rival: it is the size of the scores at the start. Then a small start would do."""
    steps = training()["small_steps_of_W_Q"]
    case, _ = wide(scale=1.0, start=512**-0.5, step_by=steps)
    return Control(case, wide(scale=1.0, start=512**-0.5)[0], "above", by=0.1)


@control(
    "With small steps alone the model starts saturated, and after 200 steps it still",
    slow=True,
)
def small_steps_are_not_enough() -> Control:
    """Rival: it is the size of the steps. Then small steps from any start would do."""
    steps = training()["small_steps_of_W_Q"]
    both, _ = wide(scale=1.0, start=512**-0.5, step_by=steps)
    return Control(wide(scale=1.0, step_by=steps)[0], both, "below", by=0.1)


@control(
    "a model that was trained with one division and is run with two is nearly useless",
    slow=True,
)
def trained_with_two() -> Control:
    """Rival: two divisions make the attention even for good, trained so or not."""
    space = training()
    batch = space["draw_batch"](np.random.default_rng(9), 50)

    def losses(scale: float) -> list[float]:
        return [
            space["loss_and_gradients"](batch, matrices, 1 / 512)[0]
            for matrices in wide(scale=scale)[1]
        ]

    return Control(losses(1 / 512), losses(512**-0.5), "below", by=0.5)


def pushed(batch: tuple, matrices: list, scale: float) -> tuple[np.ndarray, ...]:
    """Queries, keys, what comes back to the scores, and the norms of the Jacobians."""
    q, k, w, *_, to_scaled = training()["to_the_softmax"](batch, matrices, scale)
    squares, cubes = (w**2).sum(-1), (w**3).sum(-1)
    norms = np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0))
    return q, k, scale * to_scaled, norms


def right_by_descent(loud: bool) -> list[float]:
    """Plain descent, undivided, on the queries alone that a push moves, or does not."""
    space = training()
    every = space["loss_and_gradients"]

    def some(batch: tuple, matrices: list, scale: float) -> tuple:
        tokens = batch[0]
        q, k, to_scores, norms = pushed(batch, matrices, scale)
        to_scores *= ((norms > 0.1) == loud)[..., None]
        loss, gradients, hits = every(batch, matrices, scale)
        for i, part in enumerate((to_scores @ k, to_scores.mT @ q)):
            gradients[i] = (tokens.mT @ part).sum(axis=0)
        return loss, gradients, hits

    space["loss_and_gradients"] = some
    try:
        step = space["plain_descent"]
        return list(wide.__wrapped__(scale=1.0, rate=1.0, step_by=step)[0])
    finally:
        space["loss_and_gradients"] = every


@control("the few queries that are not stuck are enough", slow=True)
def loud_few_are_enough() -> Control:
    """Rival: plain descent learns from all queries, the stuck ones too."""
    return Control(right_by_descent(True), right_by_descent(False), "above", by=0.4)


def first_step(seed: int) -> tuple[tuple, list[np.ndarray]]:
    """The batch and the matrices of the first step, with 512 features."""
    rng = np.random.default_rng(seed)
    matrices = training()["first_matrices"](rng, 512, "two")
    return training()["draw_batch"](rng), matrices


def first_gradient(seed: int, loud: bool) -> float:
    """The norm of the undivided gradient at the softmax's input, from some queries."""
    _, _, to_scores, norms = pushed(*first_step(seed), 1.0)
    return float(np.linalg.norm(to_scores[(norms > 0.1) == loud]))


@control("because the few queries with two competing keys carry nearly all of it")
def most_comes_from_the_loud() -> Control:
    """Rival: the many quiet queries add up to as much."""
    case = [first_gradient(seed, loud=True) for seed in SEEDS]
    rival = [first_gradient(seed, loud=False) for seed in SEEDS]
    return Control(case, [2 * one for one in rival], "above", by=0)


@control("At the start $W_V$ is random, so each single value is wrong.")
def right_value_is_as_wrong() -> Control:
    """Rival: a saturated softmax does badly because it bets on the wrong token."""
    case, rival = [], []
    for seed in SEEDS:
        batch, matrices = first_step(seed)
        tokens, wanted, holders = batch
        right_one = np.take_along_axis(tokens @ matrices[2], holders[..., None], axis=1)
        case.append(np.mean((right_one - wanted) ** 2))
        rival.append(training()["loss_and_gradients"](batch, matrices, 512**-0.5)[0])
    return Control(case, rival, "above", by=0.5)


@control("while an even one mixes many, which mostly cancel")
def mixed_values_cancel() -> Control:
    """Rival: what is mixed is as large as one value."""

    def size(seed: int, scale: float) -> float:
        (tokens, *_), matrices = first_step(seed)
        q, k, v = (tokens @ W for W in matrices)
        return float(np.mean((training()["softmax"](scale * (q @ k.mT)) @ v) ** 2))

    case = [size(seed, 512**-0.5) for seed in SEEDS]
    return Control(case, [size(seed, 1.0) for seed in SEEDS], "below", by=0.5)


@control(
    "Nothing has been learnt that could justify such certainty",
    "The winner won by chance, before anything was learnt.",
)
def largest_weights() -> Control:
    """Rival: random vectors of any length leave the weights even."""
    case, rival = [], []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for d_k, side in ((512, case), (3, rival)):
            q = rng.normal(size=(500, 1, d_k))
            scores = (q @ rng.normal(size=(500, 16, d_k)).mT)[:, 0]
            side.append(training()["softmax"](scores).max(axis=-1).mean())
    return Control(case, rival, "above", by=0.5)


@control("So two queries in three get next to no gradient")
def silent_queries() -> Control:
    """Rival: without scaling, the gradients of all queries vanish."""
    shares = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        q = rng.normal(size=(1000, 1, 512))
        scores = (q @ rng.normal(size=(1000, 16, 512)).mT)[:, 0]
        w = training()["softmax"](scores)
        table = w[..., None] * (np.eye(16) - w[:, None])
        shares.append((np.linalg.norm(table, axis=(-1, -2)) < 0.01).mean())
    return Control(shares, [2 / 3] * len(shares), "alike", by=0.05)
