"""A cache in blocks, with a table of blocks for each request, and shared prefixes.

Kwon et al. 2023, "Efficient Memory Management for Large Language Model Serving with
PagedAttention", sections 4.1 to 4.4.
"""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, normal


class PagedCache:
    """Keys and values of several requests, in blocks that requests may share.

    Changes no argument.
    """

    def __init__(self, block_size: int) -> None:
        """Start with no block in use; each has room for block_size tokens."""
        super().__init__()
        self.size, self.tables, self.next = block_size, {}, 0
        self.rows, self.users = {}, {}  # by the block's number

    def append(self, request: str, k: np.ndarray, v: np.ndarray) -> None:
        """Keep new tokens of a request, which may be a new one.

        k: (n_new, d_k).  v: (n_new, d_v).  n_new is at least 1.
        A block is taken when the request's last one is full.  A block that
        others use too is copied before a token is written into it; one that
        no other uses any more is written into as it is.  Nobody writes into
        k or v afterwards.
        """
        table = self.tables.setdefault(request, [])
        for row in zip(k.copy(), v.copy(), strict=True):
            last = table[-1] if table else None
            if last is None or len(self.rows[last]) == self.size:
                self.next += 1
                table.append(self.next)
                self.rows[self.next], self.users[self.next] = [], 1
            elif self.users[last] > 1:
                self.next += 1
                table[-1] = self.next
                self.rows[self.next], self.users[self.next] = list(self.rows[last]), 1
                self.users[last] -= 1
            self.rows[table[-1]].append(row)

    def fork(self, request: str, new: str) -> None:
        """Begin a request with all tokens of another, in the same blocks.

        new: a name that no request has yet.
        """
        self.tables[new] = list(self.tables[request])
        for block in self.tables[new]:
            self.users[block] += 1

    def free(self, request: str) -> None:
        """Forget a request; blocks that no other uses are free again."""
        for block in self.tables.pop(request):
            self.users[block] -= 1
            if self.users[block] == 0:
                del self.users[block], self.rows[block]

    def blocks(self) -> int:
        """How many blocks are in use."""
        return len(self.users)

    def attend(self, request: str, q: np.ndarray) -> np.ndarray:
        """Scaled dot-product attention over a request's tokens.

        q: (n_q, d_k).  Returns (n_q, d_v).
        """
        rows = [row for block in self.tables[request] for row in self.rows[block]]
        k, v = (np.stack(part) for part in zip(*rows, strict=True))
        scores = q @ k.T / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ v


def _story(size: int, *steps: tuple, **options) -> Draw:
    """Steps: ("a", 5) five new tokens of a; ("a", "b") fork; ("a",) free; ("a", None) a
    look; then looks at all that are there.
    """

    def draw(rng: np.random.Generator) -> tuple:
        d_k, d_v = options.get("shape", (3, 4))
        dtype = options.get("dtype", "float64")
        calls, there = [], []
        for step in steps:
            match step:
                case (name, int(n)):
                    k = options.get("scale", 1.0) * normal(rng, n, d_k)
                    tokens = k.astype(dtype), normal(rng, n, d_v, dtype=dtype)
                    calls.append(("append", (name, *tokens)))
                    there = [*dict.fromkeys([*there, name])]
                case (name, str(new)):
                    calls.append(("fork", (name, new)))
                    there.append(new)
                case (name, None):
                    calls.append(("attend", (name, normal(rng, 2, d_k, dtype=dtype))))
                case (name,):
                    calls.append(("free", (name,)))
                    there.remove(name)
            calls.append(("blocks", ()))
        for name in there:
            q = normal(rng, options.get("queries", 2), d_k, dtype=dtype)
            if "scale" in options:
                q[0] *= 1e-6  # its scores are far below the other's
            calls.append(("attend", (name, q)))
        return (size,), tuple(calls)

    return draw


def _looks(results, _init, calls):
    """The counts after each step as one list, then what each request reads at the end."""
    named = [(name, result) for result, (name, _) in zip(results, calls, strict=True)]
    counts = np.array([result for name, result in named if name == "blocks"])
    return [counts, *(result for name, result in named if name == "attend")]


SHARED = (("a", 5), ("a", "b"), ("b", 1), ("a", 2), ("b", 4))

EXERCISE = Exercise(
    id="contexts.paged_cache",
    title="A cache in pages",
    kind="object",
    name="PagedCache",
    reference=PagedCache,
    observe=_looks,
    points=5,
    minutes=25,
    difficulty=3,
    order=80,
    section="18-long-contexts#pages",
    cases=(
        Case("one request, token by token", _story(3, *[("a", 1)] * 7)),
        Case(
            "a look after each token",
            _story(3, *(s for _ in range(5) for s in (("a", 1), ("a", None)))),
        ),
        Case(
            "a name looked at, freed and used again",
            _story(3, ("a", 4), ("a", None), ("a",), ("a", 4), ("a", None)),
        ),
        Case("one request, several at a time", _story(4, ("a", 6), ("a", 3), ("a", 3))),
        Case(
            "two requests, taking turns", _story(3, ("a", 4), ("b", 2), ("a", 3), ("b", 5))
        ),
        Case(
            "a prompt that fills its blocks",
            _story(3, ("a", 6), ("a", "b"), ("b", 1), ("a", 1)),
        ),
        Case("a shared block is written into", _story(4, *SHARED)),
        Case(
            "three that share",
            _story(4, ("a", 6), ("a", "b"), ("b", "c"), ("c", 1), ("b", 1), ("a", 1)),
        ),
        Case(
            "the original writes first",
            _story(4, ("a", 5), ("a", "b"), ("a", 2), ("b", None)),
        ),
        Case(
            "a name comes again while its blocks are in use",
            _story(4, ("a", 5), ("a", "b"), ("a",), ("a", 2), ("b", None)),
        ),
        Case(
            "a name freed and forked onto",
            _story(3, ("a", 4), ("b", 2), ("b", None), ("b",), ("a", "b")),
        ),
        Case(
            "a token each, large scores",
            _story(3, ("a", 1), ("b", 1), ("c", 1), scale=1e4),
            calls=3,
        ),
        Case("one is freed", _story(3, ("a", 4), ("b", 5), ("a",), ("b", 2))),
        Case(
            "freed while shared",
            _story(3, ("a", 5), ("a", "b"), ("a",), ("b", 2), ("c", 4), ("b",)),
        ),
        Case("a name that comes again", _story(3, ("a", 4), ("a",), ("a", 2), ("a", 2))),
        Case("blocks of one token", _story(1, ("a", 3), ("a", "b"), ("b", 2), ("a",))),
        Case("one feature", _story(3, *SHARED, shape=(1, 1))),
        Case(
            "a long prefix, copied and freed",
            _story(2, ("a", 5), ("a", "b"), ("b", 1), ("b",), ("a", 1), ("a",)),
        ),
        Case("large scores", _story(4, *SHARED, scale=1e4)),
        Case("float32", _story(4, *SHARED, dtype="float32")),
    ),
    **cells_beside(__file__),
)
