"""GPU figures: how they are measured, what one failure costs, how they are stored."""

import inspect
import re
import time
from contextlib import contextmanager
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from attention_lessons import digits, digits_study, efficient_gpu, gpu_device, gpu_figures
from attention_lessons.efficient_gpu import BF16, F32, Way
from attention_lessons.gpu_device import PROCESSOR
from attention_lessons.writing_training import Recipe
from tests.claims.register import code_of
from tests.lessons import stand_in_gpu
from tests.lessons.stand_in_gpu import NAME, STAND_IN

FILE = "gpu_05.json"


@pytest.fixture(autouse=True)
def _empty_log():
    stand_in_gpu.log.clear()


class NotingCleared(TorchDispatchMode):
    """Notes when a tensor is overwritten with zeros."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.zero_.default:
            stand_in_gpu.log.append("cache emptied")
        return func(*args, **(kwargs or {}))


def call(times) -> None:
    """A program on the device that takes the next of some times."""
    stand_in_gpu.log.append("call")
    stand_in_gpu.spend(next(times))


# --- the clock ---------------------------------------------------------------


def test_every_measured_call_finds_an_empty_cache_and_runs_between_two_events():
    with NotingCleared():
        STAND_IN.timed(partial(call, repeat(0.0)))  # so 20 ms each
    log = stand_in_gpu.log
    assert log[:2] == ["call", "wait"], "what compiles is over before anything is timed"
    one = ["cache emptied", "event", "call", "event"]
    assert log[2:23] == one * 5 + ["wait"], "a guess of how long it takes"
    assert log[23:24] == ["call"], "warm-ups of 25 ms"
    assert log[24:] == one * 5 + ["wait"], "100 ms of calls"


def test_a_time_is_the_median_with_the_ends_of_the_lowest_and_the_highest_fifth():
    before = repeat(0.0, 1 + 5 + 1)  # to compile, to guess, to warm up
    found = STAND_IN.timed(partial(call, chain(before, [90.0, 10.0, 30.0, 20.0, 40.0])))
    expected = {"ms": 30.0, "low": 18.0, "high": 50.0}
    assert {k: t - stand_in_gpu.BETWEEN for k, t in found.items()} == pytest.approx(
        expected
    )


def test_a_back_end_is_chosen_before_the_clock_starts():
    @contextmanager
    def chosen():
        stand_in_gpu.log.append("chosen")
        yield

    way = Way("explicit", F32, efficient_gpu.explicit, chosen)
    efficient_gpu.measure(STAND_IN, [way], (8,), 1, 4)
    assert stand_in_gpu.log.count("chosen") == 1
    assert stand_in_gpu.log.index("chosen") < stand_in_gpu.log.index("event")


def test_what_measuring_asks_of_torch_cuda_it_has():
    """So that what runs with the stand-in runs with a GPU."""
    asked = set(re.findall(r"self\.api\.(\w+)\(", inspect.getsource(gpu_device.Device)))
    assert asked >= {"Event", "synchronize", "get_device_name", "max_memory_allocated"}
    for name in asked:
        theirs = inspect.signature(getattr(torch.cuda, name)).parameters
        ours = inspect.signature(getattr(stand_in_gpu, name)).parameters
        assert len(ours) <= len(theirs), name
    stubs = Path(torch.__file__).parent / "_C" / "__init__.pyi"  # of every build
    assert "L2_cache_size: " in stubs.read_text(encoding="utf-8")


def test_memory_is_what_a_call_holds_on_top_of_its_inputs():
    assert STAND_IN.held(lambda: None) == 3.0
    assert PROCESSOR.held(lambda: None) is None


def test_chapter_05_waits_for_its_warm_up_before_it_starts_the_clock(monkeypatch, capsys):
    """Its cell, on a machine that says it has a GPU."""
    log: list[str] = []

    def note(what, result=None):
        return lambda *_, **__: log.append(what) or result

    monkeypatch.setattr(time, "perf_counter", note("clock", 0.0))
    module = note("call")
    cuda = SimpleNamespace(synchronize=note("wait"))
    code_of(
        "chapters/05-pytorch.md",
        "asked",
        device="cuda",
        torch=SimpleNamespace(cuda=cuda, randn=note("")),
        SelfAttention=lambda _: SimpleNamespace(to=lambda _: module),
    )
    assert log == ["", "call", "wait", "clock", "call", "clock", "wait", "clock"]
    assert "cuda" in capsys.readouterr().out


# --- what is compared ----------------------------------------------------------


def test_ways_are_compared_in_one_dtype():
    ways = {(way.name, way.dtype) for way in efficient_gpu.ways()}
    assert {name for name, dtype in ways if dtype == F32} == {
        "explicit", "SDPA, math", "SDPA, efficient",
    }  # fmt: skip
    assert {name for name, dtype in ways if dtype == BF16} == {
        "explicit", "compiled", *efficient_gpu.BACK_ENDS,
    }  # fmt: skip


@pytest.mark.slow  # only another PyTorch could change it
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # PyTorch's own
def test_the_compiled_way_never_becomes_sdpa():
    """Asked of the graph that is compiled, before any code is made of it."""

    class Seen(Exception):
        pass

    def look(graph):
        raise Seen([str(node.target) for node in graph.nodes])

    q, k, v = torch.randn(3, 1, 2, 16, 8)
    config = torch._inductor.config.patch(post_grad_custom_post_pass=look)
    seen = []
    for attend in (efficient_gpu.compiled(), torch.compile(efficient_gpu.explicit)):
        torch.compiler.reset()
        with config, torch.no_grad(), pytest.raises(Exception, match="Seen") as stopped:
            attend(q, k, v)
        seen.append("scaled_dot_product" in str(stopped.value))
    torch.compiler.reset()
    assert seen == [False, True], "only where it is left to itself"


class OutOfResources(Exception):
    """No RuntimeError, as Triton's is none."""


class CompilationError(Exception):
    """As Triton's: its text begins with source code, its sentence is apart."""

    error_message = "operands of two types"


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OutOfResources("shared memory, 402 of 227 KB"), "OutOfResources: shared memory"),
        (CompilationError("at 7:4:\n  tl.dot(a, b)"), "CompilationError: operands of two"),
        (
            torch.OutOfMemoryError("out of memory\nand more"),
            "OutOfMemoryError: out of memo",
        ),
    ],
)
def test_a_row_that_fails_says_why_and_costs_no_other(error: Exception, why: str):
    def fail(*_):
        raise error

    ways = [Way("fails", F32, fail), Way("explicit", F32, efficient_gpu.explicit)]
    failed, done = efficient_gpu.measure(STAND_IN, ways, (8,), 1, 4)
    assert failed["why"].startswith(why)
    assert "ms" not in failed
    assert "\n" not in failed["why"]
    assert done.keys() >= {"ms", "low", "high", "mib", "difference"}
    assert "memory given back" in stand_in_gpu.log


def test_chapter_16_changes_one_thing_at_a_time():
    trials = list(digits_study.TRIALS.values())

    def apart(one: dict, other: dict) -> int:
        return sum(one.get(name) != other.get(name) for name in {*one, *other})

    assert trials[0] == {}
    for place, trial in enumerate(trials[1:], 1):
        assert min(apart(trial, before) for before in trials[:place]) == 1


def test_chapter_16_gives_every_trial_a_row():
    train, test = digits.split(digits.load())
    few = digits.Digits(train.images[:50], train.labels[:50])
    rows = digits_study.one_at_a_time(few, test, 1, (0, 1))
    assert [row["what is changed"] for row in rows] == list(digits_study.TRIALS)
    assert [row["passes"] for row in rows] == [1, 10, 1, 1, 10]
    sizes = [row["parameters"] for row in rows]
    assert sizes[2] > max(sizes[:2]) == sizes[0] == sizes[1] == sizes[3] == sizes[4]


# --- models that a GPU's cells move ---------------------------------------------


def test_models_make_no_tensor_beside_the_device_that_they_are_on():
    """PyTorch's device "meta" computes shapes and takes no tensor from the processor."""
    from attention_lessons.translation_data import DATES
    from attention_lessons.translation_model import Transformer
    from attention_lessons.vision import VisionTransformer

    ids = torch.zeros(2, 8, dtype=torch.long, device="meta")
    translator = Transformer(len(DATES.source), len(DATES.target)).to("meta")
    writer = Recipe().model(64, context=16).to("meta")
    reader = VisionTransformer().to("meta")
    assert translator(ids, ids).is_meta
    assert writer(ids).is_meta
    assert reader(torch.zeros(2, 16, 4, device="meta")).is_meta


# --- what is stored ----------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where figures go; the stand-in takes this machine's GPU's place."""
    monkeypatch.setattr(gpu_device, "given", STAND_IN)
    monkeypatch.setattr(gpu_figures, "kept_in", tmp_path)
    return tmp_path


ROWS = [{"way": "explicit", "n": 8, "ms": 1.25}, {"way": "flash", "n": 8, "why": "E: no"}]


def test_figures_are_stored_with_device_driver_date_and_versions(kept: Path):
    gpu_figures.show(FILE, ROWS)
    found = gpu_figures.stored(FILE, kept)
    facts = {"device", "driver", "date", "torch", "cuda", "triton"}
    assert found.keys() == facts | {"rows"}
    assert (found["device"], found["rows"]) == (NAME, ROWS)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])
    assert found["torch"] == torch.__version__


@pytest.mark.usefixtures("kept")
def test_without_a_gpu_a_cell_shows_what_is_stored(monkeypatch, capsys):
    gpu_figures.show(FILE, ROWS)
    measured = capsys.readouterr().out
    monkeypatch.setattr(gpu_device, "given", None)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    gpu_figures.show(FILE, [{"way": "explicit", "n": 8, "ms": 400.0}])
    assert capsys.readouterr().out == measured
    assert NAME in measured
    assert measured.splitlines()[2:] == [
        "way       n  ms", "explicit  8  1.25", "flash     8  E: no",
    ]  # fmt: skip


def test_where_nothing_is_stored_a_cell_says_so(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setattr(gpu_figures, "kept_in", tmp_path)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    gpu_figures.show(FILE)
    assert capsys.readouterr().out == "not measured yet\n"


def test_a_reader_with_a_gpu_stores_nothing(kept: Path, monkeypatch, capsys):
    monkeypatch.setattr(gpu_figures, "kept_in", None)
    gpu_figures.show(FILE, ROWS)
    assert NAME in capsys.readouterr().out
    assert list(kept.iterdir()) == []


def test_the_spread_of_one_value_is_that_value():
    assert gpu_device.spread([2.0], "s") == {"s": 2.0, "low": 2.0, "high": 2.0}
    ordered = gpu_device.spread(list(np.arange(11.0)), "s")
    assert ordered == {"s": 5.0, "low": 2.0, "high": 8.0}
