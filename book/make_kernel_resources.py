"""Store what chapter 17's kernel takes of an H100, in ``book/data/kernel_resources.json``.

    python book/make_kernel_resources.py

Needs Triton and no GPU.  A test compiles again and compares.
"""

import json
from importlib import metadata
from pathlib import Path

from attention_lessons import kernel_gpu

KERNEL = Path(__file__).parent.parent / "solutions" / "ch17_on_the_chip" / "_kernel.py"


def main() -> None:
    """Compile for every tile of the list, and store the table."""
    rows = kernel_gpu.compiled(KERNEL.read_text(encoding="utf-8"), 90)
    found = {"triton": metadata.version("triton"), "rows": rows}
    kernel_gpu.COMPILED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"Written: {kernel_gpu.COMPILED.name}")


if __name__ == "__main__":
    main()
