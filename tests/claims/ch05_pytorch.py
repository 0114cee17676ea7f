"""What the claims of chapter 05 stand on."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
    code_of,
)

PAGE = "chapters/05-pytorch.md"


def turned(x: torch.Tensor) -> torch.Tensor:
    """Pairs of features turned by their position: (n, d), d even."""
    angle = torch.arange(len(x), dtype=x.dtype)[:, None]
    a, b = x[:, 0::2], x[:, 1::2]
    return torch.cat(
        [a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], 1
    )


def key_bias_gradients() -> Control:
    """Rival: no bias on keys is ever learnt. Keys that are turned by position refute it."""
    case, rival = [], []
    for seed in range(5):
        torch.manual_seed(seed)
        q, k, v, above = torch.randn(4, 6, 4, dtype=torch.float64)
        for side, place in ((case, lambda x: x), (rival, turned)):
            bias = torch.zeros(4, dtype=torch.float64, requires_grad=True)
            weights = torch.softmax(place(q) @ place(k + bias).T / 2, dim=-1)
            (weights @ v * above).sum().backward()
            side.append(float(bias.grad.abs().max()))
    assert np.max(case) < 1e-12
    return Control(case, rival, "below", by=0.01)


def one_call_and_the_next() -> Control:
    """Rival: it is wrong from its first call on. Off by, first and after a look."""
    from solutions.ch05_pytorch.distance_attention import (
        DistanceAttention as Whole,
    )

    Kept = code_of(
        PAGE, "DistanceAttention", torch=torch, nn=nn, check=lambda name, given: given
    )["DistanceAttention"]
    case, rival = [], []
    for seed in range(5):
        for side, looked in ((case, False), (rival, True)):
            torch.manual_seed(seed)
            kept, whole = Kept(8), Whole(8)
            whole.load_state_dict(kept.state_dict())
            x = torch.randn(2, 5, 8)
            if looked:
                with torch.no_grad():
                    kept(x)
            outputs = [module(x) for module in (kept, whole)]
            for output in outputs:
                (output**2).mean().backward()
            pairs = list(zip(kept.parameters(), whole.parameters(), strict=True))
            got = [(torch.zeros_like(a) if a.grad is None else a.grad) for a, _ in pairs]
            off = [(a - b.grad).abs().max() for a, (_, b) in zip(got, pairs, strict=True)]
            off.append((outputs[0] - outputs[1]).abs().max())
            side.append(float(max(off).detach()))
    assert max(case) == 0
    return Control(case, rival, "below", by=1e-4)


def where_parameters_are_found() -> Control:
    """Rival: only modules are looked at. Found of one in an attribute, and in a list."""
    case, rival = [], []
    for one in (nn.Parameter(torch.ones(3)), nn.Linear(3, 3, bias=False), nn.PReLU()):
        holder = nn.Module()
        holder.kept = [one]
        rival.append(len(list(holder.parameters())))
        holder.kept = one
        case.append(len(list(holder.parameters())))
    return Control(case, rival, "above", by=1)


def scaling_left_out() -> Control:
    """Rival: differences see every mistake. Left out of both passes, and of one."""
    case, rival = [], []
    for seed in range(5):
        torch.manual_seed(seed)
        q, k, v, above = torch.randn(4, 5, 4, dtype=torch.float64)
        p = torch.softmax(q @ k.T, dim=-1)
        from_above = above @ v.T
        by_hand = (p * (from_above - (p * from_above).sum(-1, keepdim=True))) @ k
        for side, scale in ((case, 1.0), (rival, 0.5)):
            by_differences = torch.zeros_like(q)
            for place in np.ndindex(*q.shape):
                moved = torch.zeros_like(q)
                moved[place] = 1e-5
                up, down = (
                    (torch.softmax(scale * a @ k.T, -1) @ v * above).sum()
                    for a in (q + moved, q - moved)
                )
                by_differences[place] = (up - down) / 2e-5
            side.append(float((by_hand - by_differences).abs().max()))
    assert max(case) < 1e-8
    return Control(case, rival, "below", by=0.01)


def moved_by_others() -> Control:
    """Rival: a query that is sure is never moved. Alone, and with others beside it."""
    case, rival = [], []
    for seed in range(5):
        torch.manual_seed(seed)
        x, w_k, v, above = torch.randn(4, 5, 5, dtype=torch.float64)
        for side, rows in ((case, 1), (rival, 5)):
            asking = x.clone()[:rows]
            asking[0] *= 1000
            w_q = torch.eye(5, dtype=torch.float64, requires_grad=True)
            weights = torch.softmax(asking @ w_q @ (x @ w_k).T, dim=-1)
            assert weights[0].max() == 1
            (weights @ v * above[:rows]).sum().backward()
            side.append(float((asking[0] @ w_q.grad).abs().max()))
    assert max(case) < 1e-9
    return Control(case, rival, "below", by=0.01)


CLAIMS = [
    Claim(
        "Only the last one runs, because PyTorch does not mix whole and decimal numbers",
        Measured('print("softmax       stops:", str(error).split(",")[0])'),
    ),
    Claim(
        "the weights come from the seed and from the way in which the words are coded",
        Measured("assert row[2] >= max(row[0], row[1])", at="chapters/03-numpy.md"),
    ),
    Claim(
        "the third value receives the most attention",
        Measured("word_weights[0].argmax() == 3"),
    ),
    Claim("Word 1 attends most to word *4*", Measured("word_weights[0].argmax() == 3")),
    Claim(
        "The third number of the context is large for another reason.",
        Measured("assert (v.max(dim=-1).values == v[:, 2]).all()"),
    ),
    Claim(
        "is there because `backward()` *adds*",
        Measured(
            'print("twice the gradient:", torch.allclose(learnt[2].grad, 2 * once))',
            prints="twice the gradient: True",
        ),
    ),
    Claim(
        "The key bias cannot be learnt, because the output does not depend on it.",
        Controlled(key_bias_gradients),
    ),
    Claim(
        "In chapter 02 you added the same bias to every key, and no weight changed.",
        Measured("scores_with_bias = Q @ (K + b_K).T", at="chapters/02-by-hand.md"),
    ),
    Claim(
        "is no longer the same for all keys, and does count", Controlled(key_bias_gradients)
    ),
    Claim(
        "Together they have a gradient of 0.93 per unit, which is more than 0.2.",
        Measured("(w * g)[others].sum() / w[others].sum()).item(), 2) == 0.93"),
    ),
    Claim(
        "when you leave the scaling out of both passes, the two agree",
        Controlled(scaling_left_out),
    ),
    Claim(
        "A `view` that would join the transposed axes then stops",
        Measured("k.mT.view(2, 6)", prints="view size is not compatible"),
    ),
    Claim(
        "No `float32` test of this kind can tell a small mistake from rounding.",
        Measured("assert 1e-6 < single[1e-2] < 1e-4 and single[1e-4] > 1e-3"),
    ),
    Claim(
        "TensorFlow records operations only inside a `GradientTape`",
        Measured(
            "print(tape.gradient(loss, [W_Q, W_K, W_V]))", at="chapters/04-tensorflow.md"
        ),
    ),
    Claim(
        "For a single sequence in a table of two axes it is right",
        Measured("assert torch.allclose(alone, torch.softmax(batch_scores, dim=-1)[0])"),
    ),
    Claim(
        "Its first call is right, in every number and every gradient.",
        Controlled(one_call_and_the_next),
    ),
    Claim(
        "This proves that the key bias has no gradient.",
        Controlled(key_bias_gradients),
    ),
    Claim(
        "Such a query cannot learn from its own output to attend elsewhere",
        Measured("torch.allclose(sure[0], 0 * q, atol=1e-6)"),
    ),
    Claim(
        "other queries may still change it through the matrices that they share",
        Controlled(moved_by_others),
    ),
    Claim(
        "PyTorch looks at attributes that are modules or an `nn.Parameter`, and not into "
        "lists.",
        Controlled(where_parameters_are_found),
    ),
    Claim(
        "that is $\\bar P = \\bar O V^\\top = [20, 60]$",
        Measured(
            'print("of the weights", grad_O @ V.T, "of the values", P.T @ grad_O)',
            prints="of the weights tensor([[20., 60.]])",
        ),
    ),
    Claim(
        "The weight is stored as (d_out, d_in), which is the transpose of the book's $W$",
        Measured("assert torch.allclose(to_keys(x), x @ to_keys.weight.T)"),
    ),
    Claim(
        "a batch must give what its sequences give alone",
        Measured(
            'print("alone as with .mT:", torch.allclose(alone, (a @ b.mT)[0]))',
            prints="alone as with .mT: True alone as with .T: False",
        ),
    ),
    Claim(
        "`W_V` still learns and the loss may even fall",
        Measured(
            'print(name, "no gradient" if W.grad is None else "has a gradient")',
            prints="W_Q no gradient W_K no gradient W_V has a gradient",
        ),
    ),
    Claim(
        "Decimal numbers are `float32`, and whole numbers have no gradient.",
        Measured("assert x.dtype == torch.float32"),
    ),
    Claim(
        "gives the same, scaled, and does not return the weights",
        Measured("assert torch.allclose(theirs(queries, keys, values), output)"),
    ),
    Claim(
        "No size in attention's parameters depends on the batch",
        Measured("assert attention(torch.randn(1, 50, 64)).shape == (1, 50, 64)"),
    ),
]
