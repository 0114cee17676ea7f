"""Let SmolLM2 write, token by token: ``make write PROMPT="..."``.

Every number goes through the answer key's functions; no framework is imported.
"""

import argparse
import codecs
import sys
from collections.abc import Callable
from typing import Any

from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import Model, as_chat, load_smollm2


def write_aloud(
    model: Model, prompt: str, max_new: int, tell: Callable[[str], Any]
) -> list[int]:
    """Write behind a prompt, and tell each piece of text as soon as it is there.

    Returns the ids written.
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def told(ids: list[int]) -> None:
        pieces = [model.tokenizer.bytes_of(i) for i in ids]
        tell(decoder.decode(b"".join(pieces).removesuffix(b"<|im_end|>")))

    def step(new: list[int], cache: Any) -> Any:
        if cache is not None:  # the first call brings the prompt
            told(new)
        return model.step(new, cache)

    written = model.write_ids(model.tokenizer.encode(prompt), max_new, step)
    told(written[-1:])  # the last one went into no step
    return written


def main() -> int:
    """Read the command line, load the model, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prompt")
    parser.add_argument("--max-new", type=int, default=64, help="tokens to write")
    parser.add_argument("--chat", action="store_true", help="ask it as a chat")
    options = parser.parse_args()
    try:
        model = load_smollm2()
    except ModelFileProblem as problem:
        print(problem, file=sys.stderr)
        return 1

    def tell(text: str) -> None:
        print(text, end="", flush=True)

    prompt = as_chat(options.prompt) if options.chat else options.prompt
    if not options.chat:
        tell(options.prompt)
    write_aloud(model, prompt, options.max_new, tell)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
