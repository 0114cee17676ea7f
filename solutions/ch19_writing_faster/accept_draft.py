"""Speculative sampling: a draft is accepted so that no probability changes.

Leviathan, Kalman and Matias 2022, algorithm 1; Chen et al. 2023, algorithm 2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch19_writing_faster.residual import probabilities, residual
from solutions.draws import Draw


def accept_draft(
    p: np.ndarray, q: np.ndarray, draft: list[int], uniforms: np.ndarray
) -> list[int]:
    """Keep of a draft what leaves the model's probabilities as they are.

    p: (len(draft) + 1, vocab), the model's probabilities; row i stands behind
    the first i tokens of the draft.
    q: (len(draft), vocab), those that the draft was drawn from, row by row.
    draft: the drafted tokens, perhaps none; none has probability 0 in q.
    uniforms: (len(draft) + 1,), drawn from [0, 1), one for each decision.
    Token i is accepted when uniforms[i] is below p / q of that token in row
    i; the first that is not ends it.  Then one token is drawn, always with
    uniforms[-1]: behind a rejected token from the residual of its row,
    behind an accepted draft from the last row of p.  To draw is to take the
    first token at which the probabilities, added up from token 0 on, exceed
    the uniform; no uniform is so near 1 that rounding decides.
    Returns what was accepted and the drawn token, whole numbers.
    Changes no argument.
    """
    new: list[int] = []
    left = p[len(draft)]
    for row, token in enumerate(draft):
        wanted, offered = p[row], q[row]  # (vocab,) each
        if uniforms[row] >= wanted[token] / offered[token]:
            left = residual(wanted, offered)
            break
        new.append(int(token))
    sums = np.cumsum(left)
    return [*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))]


def _drafts(count: int, *, vocab: int = 6, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        p = probabilities(rng, count + 1, vocab, scale=1.5)
        other = probabilities(rng, count, vocab, scale=1.5)
        near = options.get("near", 0.5)
        q = near * p[:count] + (1 - near) * other
        if options.get("impossible"):  # p is 0 for some, as after top-k
            p[p < np.median(p, axis=-1, keepdims=True)] = 0
            p /= p.sum(axis=-1, keepdims=True)
        if options.get("top"):  # q is 0 for all but so many, as after top-k
            q[q < np.sort(q, axis=-1)[:, -options["top"], None]] = 0
            q /= q.sum(axis=-1, keepdims=True)
        draft = [int(rng.choice(vocab, p=row / row.sum())) for row in q]
        dtype = options.get("dtype", "float64")
        uniforms = rng.uniform(*options.get("between", (0, 1)), count + 1)
        uniforms[-1] = rng.uniform()
        return p.astype(dtype), q.astype(dtype), draft, uniforms

    return draw


def _on_the_edge(rng: np.random.Generator) -> tuple:
    """Eighths or 0: uniforms are mostly exactly the quotient or the sum that they meet."""
    of_model, of_draft = [0.0, 0.25, 0.25, 0.5], [0.125, 0.125, 0.25, 0.5]
    p = rng.permuted(np.tile(of_model, (3, 1)), axis=1)
    q = rng.permuted(np.tile(of_draft, (2, 1)), axis=1)
    draft = [int(token) for token in rng.integers(4, size=2)]
    uniforms = np.append(rng.integers(8, size=2) / 8, rng.integers(4) / 4)
    for row, token in enumerate(draft):
        if p[row, token] < q[row, token]:
            uniforms[row] = p[row, token] / q[row, token]
    new = accept_draft(p, q, draft, uniforms)
    drawn_from = p[2] if len(new) == 3 else residual(p[len(new) - 1], q[len(new) - 1])
    uniforms[-1] = rng.choice([0.0, *np.cumsum(drawn_from)[:-1]])
    return p, q, draft, np.where(uniforms < 1, uniforms, 0.0)


def _rare(rng: np.random.Generator) -> tuple:
    """A rejected token that model and draft hold next to impossible."""
    t, first = 1e-10, float(rng.choice([0.05, 0.8]))
    p = np.array([[0.3, 0.7 - t, t], [0.3, 0.4, 0.3]])
    q = np.array([[0.3, 0.7 - 10 * t, 10 * t]])
    return p, q, [2], np.array([rng.uniform(0.4, 0.9), first])


def _is_accepted(
    p: np.ndarray, q: np.ndarray, draft: list[int], uniforms: np.ndarray, row: int
) -> bool:
    return bool(uniforms[row] * q[row, draft[row]] < p[row, draft[row]])


EXERCISE = Exercise(
    id="faster.accept_draft",
    title="Accept a draft by the right rule",
    reference=accept_draft,
    dtype="input",
    points=4,
    minutes=20,
    difficulty=3,
    order=60,
    section="19-writing-faster#when-tokens-are-drawn",
    cases=(
        Case("a draft of five", _drafts(5), calls=12),
        Case("a good draft", _drafts(4, near=0.95), calls=6),
        Case("a bad draft", _drafts(3, near=0.0), calls=8),
        Case("uniforms above 0.9", _drafts(3, near=0.0, between=(0.9, 1)), calls=6),
        Case(
            "uniforms below 0.3", _drafts(3, vocab=4, near=0, between=(0.05, 0.3)), calls=12
        ),
        Case("uniforms below 0.02", _drafts(3, between=(0, 0.02)), calls=4),
        Case("a draft of one", _drafts(1, vocab=5, near=0, between=(0.05, 0.5)), calls=10),
        Case("no draft", _drafts(0), calls=4),
        Case("impossible for the model", _drafts(4, impossible=True), calls=6),
        Case(
            "a draft of the best two",
            _drafts(3, near=0.0, top=2, between=(0.5, 1)),
            calls=8,
        ),
        Case(
            "a draft of the best one",
            _drafts(3, near=0.0, top=1, between=(0.5, 1)),
            calls=8,
        ),
        Case("a rare token rejected", _rare, calls=4, easy=True),
        Case("many tokens to choose from", _drafts(6, vocab=300, near=0.8), calls=4),
        Case("exactly on the edge", _on_the_edge, calls=12),
        Case("float32", _drafts(4, dtype="float32"), calls=4),
    ),
    properties=(
        Property(
            "the last token is none that is rejected there",
            "Your result ends in the token that the rule rejects there. The draft offers "
            "it more often than the model wants it, so its residual is 0.",
            lambda answer, output, p, q, draft, uniforms: (
                not 0 < len(output) <= len(draft)
                or output[-1] != draft[len(output) - 1]
                or _is_accepted(p, q, draft, uniforms, len(output) - 1)
            ),
        ),
    ),
    **cells_beside(__file__),
)
