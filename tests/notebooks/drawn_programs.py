"""Small programs drawn by chance, that bind, change and use five names in every way."""

import random

NAMES = "abcde"
DEEPEST = 2
START = (
    "import contextlib\nfilled = []\ndef f0(a): return a\ndef f1(a): return a + 1\n"
    "a = 3\nb = 1\nc = 4\nd = 1\ne = 5"
)


def cells(seed: int) -> list[str]:
    """The cells of a notebook, a statement each behind the first."""
    draw = _Draw(seed)
    count = draw.number(2, 9)
    return [START, *("\n".join(draw.statement(0)) for _ in range(count))]


class _Draw:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, low: int, high: int) -> int:
        return self.random.randrange(low, high)

    def name(self) -> str:
        return self.random.choice(NAMES)

    def value(self, depth: int = 0) -> str:
        kinds = ["{n}", "{n}", "{i}"]
        if depth <= DEEPEST:
            kinds += ["({v} + {v})"] * 2 + ["({n} := {v})"] * (not depth)
            kinds += ["sum([{v} for {n} in range({i}) if {v} % 2])"]
            kinds += ["(lambda {n}: {v})({v})", "f{j}({v})"]
        return self.filled(self.random.choice(kinds), depth)

    def filled(self, pattern: str, depth: int) -> str:
        """A pattern with everything drawn: a name, numbers, values."""
        draws = {
            "{n}": self.name,
            "{i}": lambda: str(self.number(0, 5)),
            "{j}": lambda: str(self.number(0, 2)),
            "{v}": lambda: self.value(depth + 1),
        }
        for sign, draw in draws.items():
            while sign in pattern:
                pattern = pattern.replace(sign, draw(), 1)
        return pattern

    def statement(self, depth: int) -> list[str]:
        simple = ["{n} = {v}"] * 5 + ["{n} += {v}", "{n}, {n} = {v}, {v}", "print({v})"]
        simple += ["del {n}", "filled.append({v})", "{n} = filled[-1] if filled else {v}"]
        if depth > DEEPEST or self.random.random() < 0.55:
            return [self.filled(self.random.choice(simple), depth)]
        heads = [
            ["for {n} in range({v} % 4):", "else:"],
            ["for {n} in range({v} % 4):"],
            ["if {v} % 2:", "else:"],
            ["if {v} % 2:"],
            ["try:", "except Exception as {n}:", "else:", "finally:"],
            ["try:", "except Exception as {n}:"],
            ["with contextlib.suppress(Exception):"],
        ]
        if not depth:
            return self.random.choice([self.function, self.loop, self.of_class])()
        return self.blocks(self.random.choice(heads), depth)

    def blocks(self, heads: list[str], depth: int) -> list[str]:
        lines = []
        for head in heads:
            body = [s for _ in range(self.number(1, 4)) for s in self.statement(depth + 1)]
            lines += [self.filled(head, depth), *("    " + line for line in body)]
        return lines

    def function(self) -> list[str]:
        own, given = self.random.sample(NAMES, 2)
        said = [f"global {own}"] * self.number(0, 2) + [f"{own} = {self.value()}"]
        body = [*said[: self.number(0, 3)], f"return {self.name()} + {given}"]
        return [f"def f{self.number(0, 2)}({given}):", *("    " + line for line in body)]

    def loop(self) -> list[str]:
        lines = self.blocks(["while turns:"], 0)
        return [f"turns = {self.number(0, 4)}", lines[0], "    turns -= 1", *lines[1:]]

    def of_class(self) -> list[str]:
        return self.filled("class C:\n    {n} = {v}\n    {n} += {v}", 1).split("\n")
