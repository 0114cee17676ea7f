"""Attacks on the judgement: answers that pretend, patches, memory and randomness."""

import making
import numpy as np
import pytest

from attacks.harness import ENDED, JUDGED, SECRET_SEED, Attack, Ground, exercise, withstand
from autograder.exercise.questions import PUBLIC_SEED, questions

ANY = (*JUDGED, *ENDED)


def answers(family: str, name: str, value: str, before: str = "") -> Attack:
    """An attack that is its answer."""
    code = f"import numpy as np\n{before}\ndef to_celsius(fahrenheit):\n    return {value}"
    return Attack(family, name, code)


EQUAL = """
class Equal:
    __hash__ = object.__hash__
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __float__(self): return 0.0
    def __len__(self): return 7
    def __iter__(self): return iter([self])
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __array__(self, *a, **k): return np.zeros(7)
"""
SUBCLASS = """
class Equal(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __ne__(self, other): return np.zeros(self.shape, bool)
    def __sub__(self, other): return np.zeros(self.shape)
    __rsub__ = __abs__ = __sub__
    def __array_ufunc__(self, *a, **k): return np.True_
    def __array_function__(self, *a, **k): return True
    def __reduce__(self): return eval, ("1",)
"""
PRETENDING = (
    answers("pretends", "an object that equals everything", "Equal()", EQUAL),
    answers("pretends", "an array of such objects", "np.array([Equal()], object)", EQUAL),
    answers("pretends", "a list of such objects", "[Equal()] * len(fahrenheit)", EQUAL),
    answers("pretends", "an array subclass", "np.zeros(7).view(Equal)", SUBCLASS),
    answers(
        "pretends",
        "an object whose class is a lie",
        "Liar()",
        "class Liar:\n    __class__ = property(lambda self: np.ndarray)\n"
        "    dtype = np.dtype('float64')\n    shape = ()",
    ),
    answers("pretends", "NaN everywhere", "np.full_like(fahrenheit, np.nan)"),
    answers("pretends", "infinity everywhere", "np.full_like(fahrenheit, np.inf)"),
    answers("pretends", "one number for all", "15.0"),
    answers("pretends", "a NumPy scalar", "np.float64(15.0)"),
    answers("pretends", "zeros, broadcast", "np.broadcast_to(0.0, fahrenheit.shape)"),
    answers("pretends", "a huge integer", "10 ** 400"),
    answers("pretends", "true for a number", "np.ones(fahrenheit.shape, bool)"),
    answers("pretends", "complex", "((fahrenheit - 32) * 5 / 9).astype(complex)"),
    answers("pretends", "text", "((fahrenheit - 32) * 5 / 9).astype(str)"),
    answers("pretends", "long doubles", "((fahrenheit - 32) * 5 / 9).astype('g')"),
    answers("pretends", "a generator", "(x for x in (fahrenheit - 32) * 5 / 9)"),
    answers("pretends", "the function itself", "to_celsius"),
    answers("pretends", "its own verdict", "'passed'"),
    answers("pretends", "a card", "{'status': 'passed', 'points': 2.0}"),
    answers("pretends", "the stand-in's answer", "check('temperature.to_celsius', 1.0)",
            "from autograder import check"),
)  # fmt: skip
PATCH = "def to_celsius(fahrenheit):\n    patch()\n    return np.zeros_like(fahrenheit)"
PATCHES = tuple(
    Attack("patches", name, f"{code}\n{PATCH}", ends=ANY)
    for name, code in (
        (
            "NumPy's comparisons",
            "import numpy as np\ndef patch():\n"
            "    yes = lambda *a, **k: True\n"
            "    np.allclose = np.array_equal = np.isclose = np.all = yes\n"
            "    np.testing.assert_allclose = np.testing.assert_array_equal = yes",
        ),
        (
            "NumPy's arithmetic",
            "import numpy as np\ndef patch():\n"
            "    np.abs = np.subtract = lambda *a, **k: 0.0\n"
            "    np.asarray = np.array = lambda *a, **k: 1",
        ),
        (
            "sys.modules",
            "import sys\nimport numpy as np\ndef patch():\n"
            "    for name in [n for n in sys.modules if n.startswith('numpy.')]:\n"
            "        sys.modules[name] = None",
        ),
        (
            "builtins",
            "import builtins\nimport numpy as np\ndef patch():\n"
            "    builtins.abs = builtins.len = builtins.sum = lambda *a: 0\n"
            "    builtins.isinstance = lambda *a: True\n"
            "    builtins.all = builtins.any = lambda *a: True",
        ),
        (
            "the judge in this process",
            "import sys\nimport numpy as np\ndef patch():\n"
            "    yes = lambda *a, **k: None\n"
            "    for name, module in list(sys.modules.items()):\n"
            "        if name.startswith('autograder.') and hasattr(module, 'compare'):\n"
            "            module.compare = yes",
        ),
        (
            "the packing of replies",
            "import sys\nimport numpy as np\ndef patch():\n"
            "    child = sys.modules['autograder.sandbox.child']\n"
            "    wire = sys.modules['autograder.sandbox.wire']\n"
            "    wire.pack = child.pack = lambda *a: {'points': 2}",
        ),
        (
            "the outcome",
            "import sys\nimport numpy as np\ndef patch():\n"
            "    judge = sys.modules['autograder.checking.judge']\n"
            "    judge.Outcome.status = 'passed'\n"
            "    judge._score = judge.judge = lambda *a, **k: 'passed'",
        ),
        (
            "the random numbers",
            "import numpy as np\ndef patch():\n"
            "    np.random.seed(0)\n"
            "    np.random.default_rng = lambda *a: np.random.RandomState(0)",
        ),
        (
            "NumPy, by a file of that name",
            "import numpy as np\nimport sys\ndef patch():\n"
            "    with open('/tmp/numpy.py', 'w') as file:\n"
            "        file.write('allclose = lambda *a: True')\n"
            "    sys.modules.pop('numpy')\n"
            "    sys.path.insert(0, '/tmp')\n    import numpy",
        ),
    )
)
MEMORY = (
    Attack(
        "memory",
        "right in the first call alone",
        """
        import itertools
        calls = itertools.count()
        def to_celsius(fahrenheit):
            return (fahrenheit - 32) * 5 / 9 if next(calls) == 0 else fahrenheit
        """,
    ),
    Attack(
        "memory",
        "right every other time",
        """
        import itertools
        calls = itertools.count()
        def to_celsius(fahrenheit):
            return (fahrenheit - 32) * 5 / 9 if next(calls) % 2 else fahrenheit
        """,
    ),
    Attack(
        "memory",
        "right once the numbers that count are through",
        """
        import itertools
        calls = itertools.count()
        def to_celsius(fahrenheit):
            return (fahrenheit - 32) * 5 / 9 if next(calls) >= 24 else fahrenheit
        """,
    ),
    Attack(
        "mutated inputs",
        "make the question fit the answer",
        """
        def to_celsius(fahrenheit):
            fahrenheit[...] = 32
            return fahrenheit * 0
        """,
    ),
    Attack(
        "mutated inputs",
        "through the memory of a view",
        """
        import ctypes
        def to_celsius(fahrenheit):
            fahrenheit.flags.writeable = True
            ctypes.memset(fahrenheit.ctypes.data, 0, fahrenheit.nbytes)
            return fahrenheit
        """,
    ),
    Attack(
        "redefined",
        "by a thread, after the first call",
        """
        import threading
        def worse(fahrenheit):
            raise SystemExit
        def change(names):
            names["to_celsius"] = worse
        def to_celsius(fahrenheit):
            threading.Timer(0.0, change, [globals()]).start()
            return fahrenheit
        """,
        ends=ANY,
    ),
    Attack(
        "redefined",
        "by itself, for each kind of numbers",
        """
        def to_celsius(fahrenheit):
            global to_celsius
            before = to_celsius
            to_celsius = lambda f: before(f)
            return fahrenheit
        """,
        ends=ANY,
    ),
)
HOSTILE = tuple(
    Attack("hostile objects", name, code, ends=ANY)
    for name, code in (
        (
            "an error that never ends",
            "class Bad(Exception):\n    def __str__(self):\n        while True: pass\n"
            "def attack():\n    raise Bad",
        ),
        (
            "an error whose class has no name",
            "class Meta(type):\n    __name__ = property(lambda self: 1 / 0)\n"
            "class Bad(Exception, metaclass=Meta): pass\n"
            "def attack():\n    raise Bad",
        ),
        (
            "an error with a huge name",
            "def attack():\n    raise type('E' * 10_000_000, (Exception,), {})('x')",
        ),
        (
            "an error that says it ran out of memory",
            "def attack():\n    raise MemoryError('forged')",
        ),
        (
            "an error that says it is not written yet",
            "def attack():\n    raise NotImplementedError",
        ),
        (
            "a dict with hostile names",
            "def to_celsius(f):\n    return {'x' * 1_000_000: 1, 'value': 2, '': 3}",
        ),
    )
)


@pytest.mark.parametrize("attack", [*PRETENDING, *PATCHES, *MEMORY, *HOSTILE], ids=str)
def test_only_a_right_answer_earns_points(attack: Attack, ground: Ground) -> None:
    if attack.family == "hostile objects" and "not written yet" in attack.name:
        attack = Attack(attack.family, attack.name, attack.code, ("not_attempted",))
    withstand(attack, ground)


def test_public_answers_from_memory_are_no_answers(ground: Ground) -> None:
    temperatures = ground.key.exercise("temperature.to_celsius")
    known = [
        (arguments[0].tolist(), np.asarray(right).tolist())
        for arguments, right in (
            (q.arguments, q.expected) for q in questions(temperatures, PUBLIC_SEED)
        )
    ]
    more = [
        ((f + 18).tolist(), ((f - 14) * 5 / 9).tolist())
        for f in (q.arguments[0] for q in questions(temperatures, PUBLIC_SEED))
    ]
    source = (
        f"import numpy as np\nknown = {[*known, *more]!r}\n"
        "def to_celsius(fahrenheit):\n"
        "    for asked, right in known:\n"
        "        same = np.shape(asked) == fahrenheit.shape\n"
        "        if same and np.allclose(asked, fahrenheit):\n"
        "            return np.array(right, fahrenheit.dtype)\n"
        "    return fahrenheit"
    )
    checked = exercise(ground.grade(making.solved(to_celsius=source), seed=PUBLIC_SEED))
    assert checked.status == "passed", checked.message
    graded = exercise(ground.grade(making.solved(to_celsius=source), seed=SECRET_SEED))
    assert (graded.status, graded.points) == ("failed", 0)
    assert "right on the public examples" in graded.message
    withstand(Attack("memory", "of public answers", source), ground)
