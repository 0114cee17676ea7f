"""Objects that an answer may come to, drawn as source code: whatever Python lets be made.

A class of any base whose methods raise, lie, never end or give something else, under
any name and of any module; values that NumPy makes; containers of these, and of
themselves.
"""

from random import Random

BASES = (
    *("object", "object", "int", "float", "complex", "str", "bytes", "tuple", "list"),
    *("dict", "set", "Exception", "type", "np.ndarray", "np.ndarray", "np.float64"),
    *("np.ma.MaskedArray", "np.matrix", "fractions.Fraction", "decimal.Decimal", "np.str_"),
)
METHODS = (
    *("__eq__", "__ne__", "__lt__", "__bool__", "__hash__", "__len__", "__iter__"),
    *("__contains__", "__getitem__", "__repr__", "__str__", "__format__", "__float__"),
    *("__int__", "__index__", "__complex__", "__abs__", "__sub__", "__rsub__", "__call__"),
    *("__array__", "__array_finalize__", "__array_wrap__", "__array_ufunc__"),
    *("__array_function__", "__torch_function__", "__dlpack__", "__buffer__", "__reduce__"),
    *("__getattr__", "__getattribute__", "__dir__", "__sizeof__", "__copy__", "__del__"),
    *("__deepcopy__", "__instancecheck__", "__subclasscheck__", "__next__", "__enter__"),
    *("detach", "cpu", "numpy", "float", "tobytes", "astype", "item", "items", "keys"),
)
PROPERTIES = (
    *("__class__", "__class__", "__dict__", "__module__", "__name__", "__qualname__"),
    *("__array_interface__", "__array_struct__", "__array_priority__", "__doc__"),
    *("shape", "dtype", "ndim", "size", "strides", "T", "array", "framework", "data"),
    *("type_name", "expression", "source", "is_sparse", "requires_grad", "grad"),
)
BODIES = (
    *("raise KeyError(self)", "raise SystemExit", "raise KeyboardInterrupt", "1 / 0"),
    *("raise RecursionError", "raise MemoryError", "raise GeneratorExit", "raise OSError"),
    *("raise NotImplementedError", "raise StopIteration", "raise BaseException('\\ud800')"),
    *("return self", "return type(self)", "return None", "return NotImplemented"),
    *("return -1", "return 10 ** 30", "return 7", "return True", "return float('nan')"),
    *("return 'x' * 9", "return '\\ud800'", "return b''", "return [self]", "return {}"),
    *("return (1, self)", "return {'data': (0, False)}", "return lambda *a: self"),
    *("return np.zeros(3)", "return np.zeros(3, 'O')", "return np.dtype('f8')"),
    *("return np.ndarray", "return tuple", "return dict", "return str", "return int"),
    *("return itertools.count()", "while True: yield self", "return type(self)()"),
    *("return getattr(self, 'x')", "return repr(self)", "return hash(self)"),
)
MODULES = ("torch", "tensorflow.x", "keras", "numpy", "builtins", "decimal", "fractions")
LIES = (
    *MODULES,
    "__main__",
    "autograder.exercise.values",
    "",
    5,
    None,
    "\ud800",
    "a" * 999,
)
NAMES = ("Tensor", "ndarray", "Opaque", "Code", "Trial", "", "\ud800", "x" * 999, "None")
VALUES = (
    *("np.broadcast_to(0.0, (10 ** 6, 10 ** 6))", "np.broadcast_to(0, (1,) * 64)"),
    *("np.zeros((0, 1 << 40))", "np.zeros((0, 10 ** 9, 10 ** 9))", "np.zeros((0,) * 40)"),
    *("np.lib.stride_tricks.as_strided(np.zeros(9), (9,), (-8,))", "np.zeros(10 ** 7)"),
    *("np.zeros(7, 'O')", "np.array([[], {}], 'O')", "np.array(None)", "np.array('x')"),
    *("np.zeros(7, 'V9')", "np.zeros(7, [('a', 'f8', 9)])", "np.zeros(7, 'g')"),
    *("np.zeros(7, '>f8')", "np.zeros(7, '<u2')[::-2]", "np.zeros(7, 'F')", "np.void(b'')"),
    *("np.array(['x' * 999])", "np.array([b''])", "np.datetime64('NaT')"),
    "np.zeros(7, 'm8')",
    *("np.float16(1e9)", "np.longdouble(1)", "np.ma.masked", "np.ma.masked_all(7)"),
    *("np.matrix([[1.0]])", "np.recarray(3, [('a', float)])", "np.memmap"),
    "np.nditer([1])",
    *("np.random.default_rng(0)", "np.poly1d([1, 2])", "np.vectorize(abs)", "np.newaxis"),
    *("itertools.count()", "itertools.cycle([1])", "iter(int, 1)"),
    "(x for x in iter(int, 1))",
    *("range(10 ** 12)", "bytes(9)", "bytearray(9)", "memoryview(b'')", "slice(9)", "..."),
    *("10 ** 5000", "-(1 << 63)", "1 << 63", "1e999", "-0.0", "1j", "'\\ud800' * 9"),
    *("'x' * 3_000_000", "'\\0'", "''", "frozenset({1})", "{1: 2, None: 3}", "{(): 1}"),
    *("{('a', 'b'): 1.0}", "{'': {}}", "{'x' * 999: 1}", "[None] * 20_000", "[[]] * 9_999"),
    *("fractions.Fraction(10 ** 400, 3)", "decimal.Decimal('sNaN')"),
    "decimal.Decimal('1e9999')",
    *("NotImplemented", "Exception", "ValueError('x')", "print", "type", "object", "abs"),
    *("np", "itertools", "sys.modules", "globals()", "sys._getframe()"),
    "open('/dev/null')",
    *("lambda: 1", "(lambda: (yield))()", "classmethod(abs)", "property()"),
    "super(int, 5)",
    *("types.SimpleNamespace(shape=(7,), dtype='f8')", "types.MappingProxyType({})"),
    *("types.ModuleType('torch')", "types.new_class('Tensor')", "weakref.proxy(sys)"),
    *("collections.namedtuple('T', 'a b')(1, 2)", "collections.OrderedDict(a=1)"),
    *("collections.Counter('aab')", "collections.defaultdict(list)"),
    "collections.deque([1])",
    *("array.array('d', [1.0])", "ctypes.c_double(1)", "ctypes.py_object()"),
    "enum.Enum('E', 'a').a",
)  # fmt: skip
KNOTS = (
    *("made = []\nmade.append(made)", "made = {}\nmade['a'] = made"),
    *("made = []\nmade += [made] * 9", "made = ([],)\nmade[0].append(made)"),
    "made = np.zeros(2, 'O')\nmade[0] = made",
    "made = 1\nfor _ in range(5_000): made = [made]",
    "made = 1\nfor _ in range(6): made = (made,) * 40",
    "made = {}\nfor _ in range(99): made = {'a': made, 'b': made}",
    "made = types.SimpleNamespace()\nmade.made = made",
)
AROUND = (
    *("{}", "{}", "{}", "[{}]", "({}, 1.0)", "{{'output': {}}}", "{{'a': [({},)]}}"),
    *("np.array([{}, None], 'O')", "[{}] * 99", "iter([{}])", "lambda: {}", "[[[[{}]]]]"),
    "[[[[[[[[[[{}]]]]]]]]]]",
)
IMPORTS = (
    "import array, collections, ctypes, decimal, enum, fractions, itertools, sys, types\n"
    "import weakref\nimport numpy as np\n"
)
# An object is made in whatever way its base allows.
MAKER = """
def maker():
    for make in (
        lambda: np.zeros((2, 3)).view(Odd) if issubclass(Odd, np.ndarray) else 1 / 0,
        lambda: Odd("Odd", (), {}) if issubclass(Odd, type) else Odd((1, 2)),
        lambda: Odd(1),
        lambda: Odd(),
        lambda: Odd("x"),
        lambda: object.__new__(Odd),
    ):
        try:
            return make()
        except Exception:
            pass
    return Odd
made = maker()
"""


def odd_object(draw: Random) -> str:
    """Statements after which ``made`` is some object; they may raise themselves."""
    kind = draw.random()
    if kind < 0.25:
        made = f"made = {draw.choice(VALUES)}\n"
    elif kind < 0.3:
        made = f"{draw.choice(KNOTS)}\n"
    else:
        made = _class(draw)
    return f"{IMPORTS}{made}made = {draw.choice(AROUND).format('made')}\n"


def _class(draw: Random) -> str:
    """A class that lies, and one of it."""
    lines = []
    if meta := draw.random() < 0.2:
        lines += ["class Meta(type):", *_methods(draw, draw.randint(1, 3))]
    base = draw.choice(BASES)
    head = f"class Odd({base}, metaclass=Meta):" if meta else f"class Odd({base}):"
    lines += [head, *_methods(draw, draw.randint(0, 5))]
    for attribute, lies in (("__module__", LIES), ("__name__", NAMES)):
        if draw.random() < 0.6:
            lines += [
                f"try: Odd.{attribute} = {draw.choice(lies)!r}",
                "except Exception: pass",
            ]
    return "\n".join(lines) + MAKER


def _methods(draw: Random, count: int) -> list[str]:
    lines = ["    pass"]
    for _ in range(count):
        is_property = draw.random() < 0.35
        name = draw.choice(PROPERTIES if is_property else METHODS)
        lines += ["    @property"] * is_property
        lines += [f"    def {name}(self, *a, **k):", f"        {draw.choice(BODIES)}"]
    return lines
