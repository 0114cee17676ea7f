"""All of part V composes: SmolLM2 from the functions of solved notebooks, and what is
stored for chapter 14 made again."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import make_since_2017 as since
import numpy as np
import pytest

from attention_lessons import real_model_study as study
from attention_lessons.model_files import SMOLLM2, is_installed, model_path
from attention_lessons.smollm2 import Parts, load_smollm2
from autograder.authoring.solve import solve_notebook
from autograder.exercise.key import load_key
from autograder.notebooks.finding import find
from autograder.notebooks.read import read_notebook
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not is_installed(SMOLLM2), reason="SmolLM2 is not installed: make models"
    ),
]
ROOT = Path(__file__).resolve().parents[2]
FROM = {
    "07-masking": ("masks.masked_softmax",),
    "12-efficient-attention": (
        "efficient.apply_rope",
        "efficient.grouped_query_attention",
    ),
    "14-real-model": (
        "real.dequantize_q4_1",
        "real.rms_norm",
        "real.swiglu",
        "real.cached_causal_mask",
        "real.decoder_layer",
        "real.generate",
    ),
}


def _students_functions() -> dict:
    """What a student has written who solved the notebooks: nothing of the key's."""
    key = load_key("solutions")
    functions: dict = {}
    for chapter, ids in FROM.items():
        solved = solve_notebook(ROOT / "notebooks" / f"{chapter}.ipynb", key)
        notebook = read_notebook(json.dumps(solved).encode(), chapter)
        for exercise_id in ids:
            exercise = key.exercise(exercise_id)
            known = statements(notebook)
            found = find(notebook, known, exercise.id, exercise.name)
            module = ModuleType(exercise.name)
            # Earlier chapters' functions, as the import in chapter 14 gives them.
            module.__dict__.update(functions)
            earlier = dict.fromkeys(functions, False)
            for label, source in slice_for(found, known, earlier).cells:
                exec(compile(source, label, "exec"), module.__dict__)
            functions[exercise.name] = getattr(module, exercise.name)
    return functions


def test_students_functions_are_the_model():
    functions = _students_functions()
    model = load_smollm2(Parts(**functions))
    reference = study.reference_logits()
    assert len(reference["prompts"]) == 20
    for row in reference["prompts"]:
        assert model.tokenizer.encode(row["prompt"]) == row["ids"]
        logits = model.logits(row["ids"])
        assert np.abs(logits[-1, :: reference["every"]] - row["logits"]).max() < 1e-3
        nats = study.loss_of(logits, row["ids"]) * (len(row["ids"]) - 1)
        assert nats == pytest.approx(row["nats"], abs=1e-3)
        assert model.write_ids(row["ids"], len(row["written"])) == row["written"]


def test_the_reference_says_the_same_again(tmp_path: Path):
    python = ROOT / ".build" / "reference" / "bin" / "python"
    if not python.exists():
        pytest.skip("no .build/reference: see book/make_smollm2_logits.py")
    out = tmp_path / "logits.json"
    script = ROOT / "book" / "make_smollm2_logits.py"
    subprocess.run(
        [python, script, model_path(SMOLLM2), "--out", out], check=True, timeout=1800
    )
    stored = study.reference_logits()["prompts"]
    for row, other in zip(stored, json.loads(out.read_text())["prompts"], strict=True):
        assert (row["ids"], row["written"]) == (other["ids"], other["written"])
        assert np.allclose(row["logits"], other["logits"], atol=1e-3)


def test_the_adapter_is_learnt_again(tmp_path: Path):
    out = tmp_path / "lora.json"
    script = ROOT / "book" / "make_lora_dates.py"
    subprocess.run([sys.executable, script, "--out", out], check=True, timeout=3600)
    measured = json.loads(out.read_text())
    # Processors add in different orders, and training magnifies it.
    assert measured["before"] == 0
    assert measured["after"] > 0.5
    assert np.mean(measured["losses"][-10:]) < 0.2


@pytest.mark.usefixtures("one_thread")
def test_what_the_small_decoder_tells_comes_out_again():
    texts = tuple(map(since.letters, since.numpy_docstrings()))
    stored = study.since_2017()
    again = {}
    for name in ("as in 2017", "rotary positions", "norm before each part", "SwiGLU"):
        again[name] = since.trained(since.SINCE[name], 0, stored["steps"], texts)
        kept = stored["variants"][name]["losses"][0]
        assert again[name] == pytest.approx(kept, abs=0.1)
    base = again["as in 2017"]
    assert again["rotary positions"] + 0.15 < base
    assert again["norm before each part"] - 0.05 > base
    assert abs(again["SwiGLU"] - base) < 0.1
