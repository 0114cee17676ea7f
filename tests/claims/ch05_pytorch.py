"""What the claims of chapter 05 stand on."""

import numpy as np
import torch
from torch import nn

from tests.claims.register import Control, code_of, control

PAGE = "chapters/05-pytorch.md"


def turned(x: torch.Tensor) -> torch.Tensor:
    """Pairs of features turned by their position: (n, d), d even."""
    angle = torch.arange(len(x), dtype=x.dtype)[:, None]
    a, b = x[:, 0::2], x[:, 1::2]
    return torch.cat(
        [a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], 1
    )


@control(
    "The key bias cannot be learnt, because the output does not depend on it.",
    "is no longer the same for all keys, and does count",
    "This proves that the key bias has no gradient.",
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


@control("Its first call is right, in every number and every gradient.")
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


@control(
    "PyTorch looks at attributes that are modules or an `nn.Parameter`, and not into "
    "lists.",
)
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


@control("when you leave the scaling out of both passes, the two agree")
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


@control("other queries may still change it through the matrices that they share")
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
