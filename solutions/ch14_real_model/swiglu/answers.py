"""Answers to real.swiglu that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "the formula",
        """
        def swiglu(x, W_gate, W_up, W_down):
            gate = x @ W_gate
            with np.errstate(over="ignore"):
                silu = gate / (1 + np.exp(-gate))
            return (silu * (x @ W_up)) @ W_down
        """,
        "t / infinity is 0",
    ),
    right(
        "with a warning",
        """
        def swiglu(x, W_gate, W_up, W_down):
            gate = x @ W_gate
            silu = gate / (1 + np.exp(-gate))
            return (silu * (x @ W_up)) @ W_down
        """,
        "NumPy warns, and the result is right",
    ),
    right(
        "tanh",
        """
        def swiglu(x, W_gate, W_up, W_down):
            half = np.matmul(x, W_gate) / 2
            return np.matmul((half + half * np.tanh(half)) * np.matmul(x, W_up), W_down)
        """,
        "sigmoid(t) is (1 + tanh(t / 2)) / 2",
    ),
    right(
        "in place",
        """
        def sample(t):
            return 0.0 if t < -700 else t / (1 + np.exp(-t))


        def swiglu(x, W_gate, W_up, W_down):
            hidden = np.array(x @ W_gate, dtype=np.float64)
            up = x @ W_up
            for place in np.ndindex(hidden.shape):
                hidden[place] = sample(hidden[place]) * up[place]
            return hidden @ W_down
        """,
        "number by number",
    ),
    right(
        "two branches",
        """
        def silu(t):
            t = np.asarray(t, dtype=float)
            out = np.empty(t.shape)
            high = t >= 0
            out[high] = t[high] / (1 + np.exp(-t[high]))
            small = np.exp(t[~high])
            out[~high] = t[~high] * small / (1 + small)
            return out


        class FeedForward:
            def __init__(self, *matrices):
                self.gate, self.up, self.down = matrices

            def __call__(self, x):
                hidden = silu(x @ self.gate) * (x @ self.up)
                return np.einsum("...f,fd->...d", hidden, self.down)


        def swiglu(x, W_gate, W_up, W_down):
            return FeedForward(W_gate, W_up, W_down)(x)
        """,
        "a mask for each sign",
    ),
    wrong(
        "sigmoid",
        change("silu = gate / (", "silu = 1 / ("),
        "GLU: the sigmoid",
        "sigmoid-for-silu",
        of="the formula",
    ),
    wrong(
        "relu",
        change("gate / (1 + np.exp(-gate))", "np.maximum(gate, 0)"),
        "ReGLU",
        "relu-for-silu",
        of="the formula",
    ),
    wrong(
        "gelu",
        change(
            "gate / (1 + np.exp(-gate))",
            "0.5 * gate * (1 + np.tanh(0.7978845608 * (gate + 0.044715 * gate**3)))",
        ),
        "GeGLU",
        "gelu-for-silu",
        of="the formula",
    ),
    wrong(
        "none",
        change("gate / (1 + np.exp(-gate))", "gate"),
        "bilinear",
        "no-silu",
        of="the formula",
    ),
    wrong(
        "swapped",
        change("x @ W_gate", "x @ W_up") + change("(x @ W_up)", "(x @ W_gate)"),
        "silu on the wrong half",
        "gate-and-up-swapped",
        of="the formula",
    ),
    wrong("added", change("silu * (x", "silu + (x"), "added", "added", of="the formula"),
    wrong(
        "overflow",
        change("gate / (1 + np.exp(-gate))", "gate * np.exp(gate) / (1 + np.exp(gate))"),
        "inf / inf",
        "overflows",
        of="the formula",
    ),
    wrong(
        "the sign",
        change("np.exp(-gate)", "np.exp(gate)"),
        "t / (1 + exp(t))",
        "sign-in-the-exponent",
        of="the formula",
    ),
    wrong(
        "silu after",
        """
        def swiglu(x, W_gate, W_up, W_down):
            product = (x @ W_gate) * (x @ W_up)
            return (product / (1 + np.exp(-product))) @ W_down
        """,
        "silu of the product",
        "silu-of-the-product",
    ),
    wrong(
        "no up",
        change("(silu * (x @ W_up))", "silu"),
        "one half is not used",
        "up-unused",
        of="the formula",
    ),
    wrong(
        "softmax",
        change(
            "gate / (1 + np.exp(-gate))",
            "np.exp(gate - gate.max(-1, keepdims=True))\n"
            "        silu = silu / silu.sum(-1, keepdims=True)",
        ),
        "a softmax gate",
        of="the formula",
    ),
    wrong(
        "joined by @",
        change("(silu * (x @ W_up))", "silu @ (x @ W_up).T"),
        "a matrix product for number by number",
        of="the formula",
    ),
    wrong(
        "clipped",
        change("x @ W_gate", "np.clip(x @ W_gate, -50, 50)"),
        "large gates lose their size",
        of="the formula",
    ),
    *route(
        "by tanh",
        """
        def swiglu(x, W_gate, W_up, W_down):
            gate = x @ W_gate
            return (gate * (1 + np.tanh(gate / 2)) / 2 * (x @ W_up)) @ W_down
        ---
        gate / 2 => gate
        gate * (1 + => (1 + | sigmoid-for-silu
        2 * => 2 + | added
        gate * (1 + np.tanh(gate / 2)) / 2 => np.maximum(gate, 0) | relu-for-silu
        @ W_gate => @ W_up
        / 2 * (x @ W_up) => / 2 | up-unused
        + => - | sign-in-the-exponent
        """,
    ),
    wrong(
        "tanh for the sigmoid",
        """
        def swiglu(x, W_gate, W_up, W_down):
            g = x @ W_gate
            return (g * np.tanh(g) * (x @ W_up)) @ W_down
        """,
        "tanh goes from -1 to 1",
    ),
)
