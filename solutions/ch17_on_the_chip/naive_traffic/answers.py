"""Answers to chip.naive_traffic that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "program by program",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            loads = stores = 0
            for _ in range(heads):
                loads += n_q * d_k + n_k * d_k
                stores += n_q * n_k
                loads += n_q * n_k
                stores += n_q * n_k
                loads += n_q * n_k + n_k * d_v
                stores += n_q * d_v
            return loads, stores
        """,
        "as it happens",
    ),
    right(
        "a list of shapes",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            q, k, v, out = (n_q, d_k), (n_k, d_k), (n_k, d_v), (n_q, d_v)
            table = (n_q, n_k)
            programs = [([q, k], table), ([table], table), ([table, v], out)]
            loads = sum(a * b for coming, _ in programs for a, b in coming)
            stores = sum(a * b for _, (a, b) in programs)
            return heads * loads, heads * stores
        """,
        "inputs and outputs of three programs",
    ),
    right(
        "one sum",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            out = np.array([2 * n_k * n_q + d_k * (n_q + n_k) + d_v * n_k,
                            2 * n_k * n_q + d_v * n_q])
            return tuple(heads * out)
        """,
        "NumPy's whole numbers",
    ),
    right(
        "one head first",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            if heads > 1:
                loads, stores = naive_traffic(n_q, n_k, d_k, d_v)
                return heads * loads, heads * stores
            scores = n_q * n_k
            into = n_q * d_k + n_k * d_k, scores, scores + n_k * d_v
            out = scores, scores, n_q * d_v
            return sum(into), sum(out)
        """,
        "it calls itself for a single head",
    ),
    wrong(
        "no heads",
        change("range(heads)", "range(1)"),
        "the loop runs once",
        "heads-forgotten",
        of="program by program",
    ),
    wrong(
        "the softmax stays",
        change("([table], table), ", ""),
        "two programs",
        "softmax-in-place",
        of="a list of shapes",
    ),
    wrong(
        "weights are not read",
        change("([table, v], out)", "([v], out)"),
        "values alone",
        "weights-never-read",
        of="a list of shapes",
    ),
    wrong(
        "no context",
        change("        stores += n_q * d_v\n", ""),
        "nothing goes out at the end",
        "context-not-stored",
        of="program by program",
    ),
    wrong(
        "turned round",
        change("return loads, stores", "return stores, loads"),
        "stores first",
        "loads-and-stores-swapped",
        of="program by program",
    ),
    wrong(
        "values of d_k",
        change("(n_k, d_v), (n_q, d_v)", "(n_k, d_k), (n_q, d_k)"),
        "one width for all",
        "values-as-wide-as-keys",
        of="a list of shapes",
    ),
    wrong(
        "for every pair",
        change("d_k * (n_q + n_k)", "2 * d_k * n_q * n_k"),
        "no number is used twice",
        "loaded-for-every-pair",
        of="one sum",
    ),
    wrong(
        "bytes of float32",
        change("tuple(heads * out)", "tuple(4 * heads * out)"),
        "four a number",
        "bytes",
        of="one sum",
    ),
    wrong(
        "weights are not stored",
        change("2 * n_k * n_q + d_v * n_q", "n_k * n_q + d_v * n_q"),
        "one table goes out",
        "weights-never-stored",
        of="one sum",
    ),
    wrong(
        "the table alone",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            return 2 * heads * n_q * n_k, 2 * heads * n_q * n_k
        """,
        "what grows fastest, and nothing else",
    ),
    wrong(
        "scores counted once",
        """
        def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
            loads = n_q * d_k + n_k * d_k + n_q * n_k + n_k * d_v
            stores = n_q * n_k + n_q * d_v
            return loads * heads, stores * heads
        """,
        "written from the text alone",
        "softmax-in-place",
    ),
)
