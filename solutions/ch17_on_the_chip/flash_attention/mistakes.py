"""What goes wrong in a kernel, as changes of the plain reference."""

from autograder import Misconception, change

SCORES = "    scores = q @ k.mT"

MISTAKES = (
    Misconception(
        "zeros-at-the-edge",
        "Keys beyond the text are loaded as zeros, and your softmax counts them: a score "
        "of 0 is a weight like others. Set the scores of columns beyond n_k to -inf.",
        change(
            SCORES,
            "    pad = (0, 0, 0, -n_k % columns)\n"
            "    k, v = (torch.nn.functional.pad(x, pad) for x in (k, v))\n" + SCORES,
        ),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d).",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "queries-from-the-start",
        "You count the queries from token 0. They are the last n_q of n_k tokens: row r is "
        "token r + n_k - n_q.",
        change("torch.arange(n_k - n_q, n_k)", "torch.arange(n_q)"),
    ),
    Misconception(
        "causal-ignored",
        "You do nothing where causal is True: your queries see tokens that come later.",
        change("if causal:", "if False:"),
    ),
    Misconception(
        "always-causal",
        "You apply the causal mask where causal is False.",
        change("if causal:", "if n_q <= n_k:"),
    ),
    Misconception(
        "never-divided",
        "You store the mixture. Divide it by the total first.",
        change("powers / powers.sum(dim=-1, keepdim=True) @ v", "powers @ v"),
    ),
    Misconception(
        "every-head-the-first",
        "You give each head the first one's context. tl.program_id(1) says which head it "
        "is: it moves every pointer by head * n * d.",
        change(
            "    n_q, n_k =",
            "    q, k, v = (x[:1].expand_as(x) for x in (q, k, v))\n    n_q, n_k =",
        ),
    ),
    Misconception(
        "the-first-keys-again",
        "You go through the loop and load the first tile of keys each time. The columns of "
        "a tile are start + tl.arange(0, COLUMNS).",
        change(SCORES, "    k, v = k[:, :columns], v[:, :columns]\n" + SCORES),
    ),
    Misconception(
        "last-tile-dropped",
        "The keys of the last tile are missing where it is cut short.",
        change(
            SCORES,
            "    whole = n_k - n_k % columns\n"
            "    k, v = k[:, :whole], v[:, :whole]\n"
            "    if not whole:\n"
            "        return torch.full_like(q, torch.nan)\n" + SCORES,
        ),
    ),
    Misconception(
        "not-rescaled",
        "When a tile brings a larger score, total and mixture have to be multiplied by "
        "exp(old - new).",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            n_q, n_k = q.shape[-2], k.shape[-2]
            largest, total, mixture = -torch.inf, 0.0, 0.0
            for start in range(0, n_k, columns):
                tile = slice(start, start + columns)
                scores = q @ k[:, tile].mT / q.shape[-1] ** 0.5
                if causal:
                    token = torch.arange(n_k - n_q, n_k)[:, None]
                    ahead = torch.arange(n_k)[tile] > token
                    scores = scores.masked_fill(ahead, -torch.inf)
                new = scores.amax(dim=-1, keepdim=True).clamp(min=largest)
                largest = new
                powers = torch.exp(scores - new)
                total = total + powers.sum(dim=-1, keepdim=True)
                mixture = mixture + powers @ v[:, tile]
            return mixture / total
        """,
    ),
)
