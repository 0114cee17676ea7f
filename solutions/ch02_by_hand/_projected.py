"""Answers that the keys, queries and values of chapter 02 have in common."""

from autograder import right, wrong
from autograder.exercise.answers import Answer


def projected(
    name: str, matrix: str, rows: list[list[int]], others: dict[str, str]
) -> tuple[Answer, ...]:
    """Ways to write ``X @ matrix``.

    ``rows`` is the result, ``others`` maps the other matrices to the name for a mix-up.
    """
    return (
        *_typed(name, rows),
        *_in_loops(name, matrix, rows),
        *_by_products(name, matrix),
        *_slips(name, matrix, rows),
        *(
            wrong(f"with {other}", f"{name} = X @ {other}", "another matrix", mixed)
            for other, mixed in others.items()
        ),
    )


def _typed(name: str, rows: list[list[int]]) -> tuple[Answer, ...]:
    return (
        right("typed", f"{name} = np.array({rows})", "worked out by hand"),
        right("lists", f"{name} = {rows}", "lists where an array is meant"),
        right("floats", f"{name} = np.array({rows}, float)", "another dtype"),
    )


def _in_loops(name: str, matrix: str, rows: list[list[int]]) -> tuple[Answer, ...]:
    return (
        right(
            "row by row into zeros",
            f"""
            {name} = np.zeros((3, 3))
            for i in range(3):
                {name}[i] = X[i] @ {matrix}
            """,
            "a loop fills the array in place",
        ),
        right(
            "entry by entry",
            f"""
            {name} = np.zeros((3, 3), dtype=int)
            for i in range(3):
                for j in range(3):
                    for m in range(4):
                        {name}[i, j] += X[i, m] * {matrix}[m, j]
            """,
            "three loops, added up in place",
        ),
        right(
            "append in nested loops",
            f"""
            {name} = []
            for token in X:
                row = []
                for column in {matrix}.T:
                    row.append(sum(token * column))
                {name}.append(row)
            """,
            "a list of lists that loops fill; the chapter has no name row yet",
        ),
        right(
            "row after row, each a statement",
            f"""
            {name} = np.empty((3, 3))
            {name}[0] = {rows[0]}
            {name}[1] = {rows[1]}
            {name}[2, :] = {rows[2]}
            """,
            "filled by assignments",
        ),
    )


def _by_products(name: str, matrix: str) -> tuple[Answer, ...]:
    return (
        right(
            "np.dot into out",
            f"""
            {name} = np.zeros((3, 3), dtype=X.dtype)
            np.dot(X, {matrix}, out={name})
            """,
            "out= writes into it",
        ),
        right(
            "a dict, then stacked",
            f"""
            found = {{}}
            for i, token in enumerate(X, 1):
                found[i] = token @ {matrix}
            {name} = np.stack([found[i] for i in (1, 2, 3)])
            """,
            "a dict that a loop fills",
        ),
        right(
            "a while loop",
            f"""
            i, {name} = 0, []
            while i < len(X):
                {name} += [X[i] @ {matrix}]
                i += 1
            """,
            "augmented assignment in a while loop",
        ),
    )


def _slips(name: str, matrix: str, rows: list[list[int]]) -> tuple[Answer, ...]:
    wrong_row = [rows[0], rows[1], [rows[2][0], rows[2][2], rows[2][1]]]
    return (
        wrong(
            "transposed",
            f"{name} = (X @ {matrix}).T",
            "one a column, not one a row",
            "transposed",
        ),
        wrong(
            "two entries swapped",
            f"{name} = np.array({wrong_row})",
            "a slip in the last row",
        ),
        wrong(
            "one row only",
            f"{name} = np.array({rows[0]})",
            "all three tokens are asked for",
            "first-only",
            "failed",
        ),
        wrong(
            "the stub's dots left in",
            f"{name} = np.array([{rows[0]}, [...], [...]], dtype=object)",
            "not finished",
            verdict="failed",
        ),
        wrong("the tokens", f"{name} = X", "not projected", "tokens-themselves"),
        wrong("the matrix", f"{name} = {matrix}", "not used", "matrix-itself"),
        wrong(
            "from 1s for 2s",
            f"{name} = (X > 0).astype(int) @ {matrix}",
            "token 2 has 2s",
            "binary-inputs",
        ),
        wrong("a sum", f"{name} = (X @ {matrix}).sum(axis=0)", "one row for all"),
        wrong("element by element", f"{name} = X * {matrix}", "a star", verdict="error"),
        wrong(
            "first token three times",
            f"{name} = np.array([X[0] @ {matrix}] * 3)",
            "a loop that forgot its index",
            "one-token-thrice",
        ),
    )
