"""Chapter 19: drafts and experts, held against other ways to the same numbers."""

import inspect
from itertools import product

import numpy as np
import pytest
import torch

from attention_lessons import mixture_model, speculation
from solutions.ch19_writing_faster.accept_draft import accept_draft
from solutions.ch19_writing_faster.balance_loss import balance_loss
from solutions.ch19_writing_faster.draft_from_text import draft_from_text
from solutions.ch19_writing_faster.expected_tokens import expected_tokens
from solutions.ch19_writing_faster.mixture_of_experts import mixture_of_experts
from solutions.ch19_writing_faster.route_top2 import route_top2
from solutions.ch19_writing_faster.verify_draft import verify_draft
from tests.claims.register import cells_of, one_line

PAGE = "chapters/19-writing-faster.md"
VOCABULARY = 3


@pytest.mark.parametrize("name", ["cut", "written_by_drafts"])
def test_the_script_counts_with_the_loop_that_the_chapter_shows(name: str):
    assert one_line(inspect.getsource(getattr(speculation, name))) in cells_of(PAGE)


class TableModel:
    """The next token's logits from the last two; a cache that holds the tokens."""

    def __init__(self, seed: int) -> None:
        self.table = np.random.default_rng(seed).normal(size=(5, 5, 5))

    def read(self, new, cache=None):
        """The interface of SmolLM2's ``read``, with ids in the place of keys."""
        before = cache[0][0][0].tolist() if cache else []
        ids = np.array([*before, *new])
        logits = [
            self.table[ids[i - 1] if i else 0, ids[i]] for i in range(len(before), len(ids))
        ]
        return np.array(logits), [(ids[None], ids[None])]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_draft_greedy_decoding_writes_the_same(seed: int):
    model, rng = TableModel(seed), np.random.default_rng(seed)
    drafts = {
        "none": lambda ids: [],
        "from the text": lambda ids: draft_from_text(ids, 3, 4),
        "at random": lambda ids: rng.integers(5, size=4).tolist(),
    }
    texts = {
        name: speculation.written_by_drafts(model, [1, 2], 30, draft, verify_draft)
        for name, draft in drafts.items()
    }
    assert texts["from the text"][0] == texts["at random"][0] == texts["none"][0]
    passes = {name: len(brought) for name, (_, brought) in texts.items()}
    assert passes["none"] == 30 > passes["from the text"]


def rows(rng: np.random.Generator, *shape: int) -> np.ndarray:
    powers = np.exp(1.2 * rng.normal(size=shape))
    return powers / powers.sum(axis=-1, keepdims=True)


def pair_written(rule, rng, first, then, draft_first, draft_then) -> tuple[int, int]:
    """The first two tokens that a rule writes; what comes second depends on the first."""
    a = rng.choice(VOCABULARY, p=draft_first)
    b = rng.choice(VOCABULARY, p=draft_then[a])
    p = np.array([first, then[a], then[b]])
    new = rule(p, np.array([draft_first, draft_then[a]]), [a, b], rng.random(3))
    if len(new) == 1:  # the next pass
        new = [new[0], rng.choice(VOCABULARY, p=then[new[0]])]
    return new[0], new[1]


def from_p_again(p, q, draft, uniforms):
    """Wrong: behind a refusal the model's own probabilities."""
    for i, token in enumerate(draft):
        if uniforms[i] >= p[i, token] / q[i, token]:
            break
    else:
        i = len(draft)
    drawn = np.searchsorted(np.cumsum(p[i]), uniforms[-1])
    return [*draft[:i], min(int(drawn), VOCABULARY - 1)]


@pytest.mark.parametrize(("rule", "right"), [(accept_draft, True), (from_p_again, False)])
def test_pairs_of_tokens_come_as_often_as_the_model_wants(rule, right: bool):
    from scipy import stats  # takes a second

    rng = np.random.default_rng(5)
    first, then, *draft = (rows(rng, *s) for s in ((3,), (3, 3), (3,), (3, 3)))
    counts = dict.fromkeys(product(range(VOCABULARY), repeat=2), 0)
    for _ in range(9000):
        counts[pair_written(rule, rng, first, then, *draft)] += 1
    expected = 9000 * (first[:, None] * then).ravel()
    chance = stats.chisquare(list(counts.values()), expected).pvalue
    assert chance > 0.01 if right else chance < 1e-6


def test_the_expected_tokens_are_those_that_come_on_average():
    rng = np.random.default_rng(0)
    for a, count in ((0.3, 2), (0.8, 5)):
        stands = rng.random((200_000, count)) < a
        brought = 1 + np.cumprod(stands, axis=1).sum(axis=1)
        assert abs(brought.mean() - expected_tokens(np.array(a), count)) < 0.02


def test_the_trained_layer_is_the_exercise_s_layer():
    torch.manual_seed(0)
    layer = mixture_model.Mixture(6, 8, experts=5)
    for expert in layer.experts:
        torch.nn.init.zeros_(expert[0].bias)
        torch.nn.init.zeros_(expert[2].bias)
    x = torch.randn(3, 7, 6)
    with torch.no_grad():
        trained = layer(x).flatten(0, 1).numpy()
    W_in, W_out = (
        np.stack([e[place].weight.detach().numpy().T for e in layer.experts])
        for place in (0, 2)
    )
    W_router = layer.router.weight.detach().numpy().T
    own = mixture_of_experts(x.flatten(0, 1).numpy(), W_router, W_in, W_out)
    np.testing.assert_allclose(trained, own, atol=1e-5)


def test_the_trained_balance_loss_is_the_exercise_s_and_moves_the_router():
    logits = torch.randn(30, 6, generator=torch.manual_seed(1), requires_grad=True)
    loss = mixture_model.balance_loss(logits)
    assert loss.item() == pytest.approx(balance_loss(logits.detach().numpy()), rel=1e-5)
    loss.backward()
    chosen, _ = route_top2(logits.detach().numpy())
    share = np.bincount(chosen.ravel(), minlength=6)
    pushed = logits.grad.numpy().sum(axis=0)  # a step goes against it
    assert pushed[share.argmax()] > 0 > pushed[share.argmin()]


def test_a_token_meets_as_many_weights_as_in_the_layer_it_replaces():
    model = mixture_model.new_model(mixture_model.Recipe(), 40, 0)
    old = sum(p.numel() for p in model.blocks[-1].feed_forward.parameters())
    mixture = mixture_model.with_mixture(model)
    two = sum(p.numel() for e in mixture.experts[:2] for p in e.parameters())
    assert two - old == 96  # one bias more
