"""What SmolLM2 says thirty capitals are: book/data/capitals.json (chapter 14).

    python book/make_capitals.py

asks with the chapter's own function; a quarter of a minute on one core.
"""

import json
from pathlib import Path

from chapter_cells import code_of

from attention_lessons.real_model_study import CAPITALS
from attention_lessons.smollm2 import as_chat, load_smollm2
from solutions.ch03_numpy.softmax import softmax

OUT = Path(__file__).parent / "data" / "capitals.json"


def answers(count: int | None = None) -> dict[str, list]:
    """By country: the answer, its mean log-probability and minus its length."""
    model = load_smollm2()
    given = {"model": model, "as_chat": as_chat, "softmax": softmax}
    given["end"] = model.metadata["tokenizer.ggml.eos_token_id"]
    asked = code_of("chapters/14-real-model.md", "asked", **given)["asked"]
    return {
        country: [text, round(float(nats), 4), length]
        for country, _ in CAPITALS[:count]
        for text, nats, length in [asked(country)]
    }


if __name__ == "__main__":
    lines = json.dumps(answers(), indent=1, ensure_ascii=False)
    OUT.write_text(lines + "\n", encoding="utf-8")
