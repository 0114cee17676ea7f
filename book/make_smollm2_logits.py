"""Make book/data/smollm2_logits.json: what an independent implementation computes.

Chapter 14 compares its own model with these numbers.  They come from Hugging Face's
transformers, which shares no code with ours; it needs an environment of its own:

    python3 -m venv .build/reference
    .build/reference/bin/pip install -r book/make_smollm2_logits.txt
    .build/reference/bin/python book/make_smollm2_logits.py THE-FILE.gguf [--out FILE]

About a minute, and 3 GB of memory.  ``tests/slow`` runs it again.
"""

import argparse
import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # everything is in the file

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

PROMPTS = (
    "The capital of France is",
    "1, 2, 3, 4, 5, 6,",
    "Monday, Tuesday, Wednesday,",
    "Once upon a time, there was a little",
    "The animal didn't cross the street because it was too tired",
    "def add(a, b):\n    return",
    "Water boils at 100 degrees",
    "Q: What is 7 times 8?\nA:",
    "The quick brown fox jumps over the lazy",
    "In 1905, Albert Einstein published",
    "apple, banana, cherry, apple, banana,",
    "English: dog. French: chien. English: cat. French:",
    "To be, or not to be, that is the",
    "import numpy as np\nx = np.zeros((3, 4))\nprint(x.",
    "My grandmother's soup — naïve, but crème brûlée follows:",
    "The opposite of hot is",
    "  Two  spaces,\n\n\tand a tab",
    "日本の首都は",
    "Attention is all you",
    "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging "
    "Face<|im_end|>\n<|im_start|>user\nWhat is the capital of Italy?<|im_end|>\n"
    "<|im_start|>assistant\n",
)
EVERY = 384  # of the 49,152 logits every 384th is kept: 128 of them
NEW = 16
OUT = Path(__file__).parent / "data" / "smollm2_logits.json"


def main() -> None:
    """Run every prompt, and write down what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    torch.set_num_threads(1)
    where = {"gguf_file": options.file.name}
    tokenizer = AutoTokenizer.from_pretrained(options.file.parent, **where)
    model = AutoModelForCausalLM.from_pretrained(
        options.file.parent, dtype=torch.float32, **where
    )
    rows = [row(tokenizer, model.eval(), prompt) for prompt in PROMPTS]
    lines = ",\n".join(json.dumps(each, ensure_ascii=True) for each in rows)
    options.out.write_text(
        f'{{"every": {EVERY}, "prompts": [\n{lines}\n]}}\n', encoding="utf-8"
    )


@torch.no_grad()
def row(tokenizer: AutoTokenizer, model: AutoModelForCausalLM, prompt: str) -> dict:
    """Return a prompt's ids, what is written behind it, and some of the numbers.

    logits: behind the last token, every EVERY-th.  nats: minus the log of the
    probability of each token of the prompt but the first, summed: all positions count.
    """
    ids = tokenizer(prompt, return_tensors="pt").input_ids
    logits = model(ids).logits[0]  # (n, vocab)
    surprises = -torch.log_softmax(logits[:-1].double(), dim=-1)
    nats = surprises.gather(1, ids[0, 1:, None]).sum()
    written = model.generate(
        ids, max_new_tokens=NEW, do_sample=False, pad_token_id=tokenizer.eos_token_id
    )
    return {
        "prompt": prompt,
        "ids": ids[0].tolist(),
        "written": written[0, ids.shape[1] :].tolist(),
        "logits": [round(x, 4) for x in logits[-1, ::EVERY].tolist()],
        "largest": round(logits[-1].max().item(), 4),
        "nats": round(nats.item(), 4),
    }


if __name__ == "__main__":
    main()
