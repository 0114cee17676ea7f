"""What chapters show and no chapter computes: the files beside this one.

Imported as ``attention_data``; in the clone and in the wheel the files lie here.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


def stored(name: str) -> dict[str, Any]:
    """What the file of this name holds: weights, or what was measured."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))
