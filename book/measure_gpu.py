"""Run every GPU-enabled cell on this machine's GPU, and keep what they measure.

    make gpu                                            every chapter that has such cells
    python book/measure_gpu.py 12-efficient-attention   one of them

Each chapter's notebook runs from top to bottom in a process of its own, with the course's
kernel where chapter 17 asks for one.  Its table goes into ``book/data`` with the device,
its driver, the date and versions.  Without a GPU nothing runs, and the exit status is 1; it
is 2 where a cell failed or the time ran out.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from attention_data import FOLDER
from attention_lessons import gpu_device, gpu_figures
from attention_lessons.gpu_device import Device
from autograder.sandbox import processes

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
KERNEL = ROOT / "solutions" / "ch17_on_the_chip" / "_kernel.py"
TAG, STUB = "gpu", {"id": "chip.flash_attention", "role": "stub"}
# They train, and store no times: side by side, behind those that do.
TRAIN = ("10-translation", "13-writing-text", "16-images")
SECONDS = 600.0  # for all
NO_GPU = "There is no GPU here that PyTorch can use, so nothing was measured or written."


def main(
    arguments: Sequence[str] | None = None,
    device: Device | None = None,
    kept_in: Path = FOLDER,
    notebooks: Path = NOTEBOOKS,
) -> int:
    """Measure; ``device`` takes the place of this machine's GPU."""
    parser = argparse.ArgumentParser(description="Measure on this machine's GPU.")
    parser.add_argument("chapters", nargs="*", help="names such as 05-pytorch; none: all")
    chosen = parser.parse_args(arguments).chapters
    device = device or gpu_device.current()
    if device is None:
        print(NO_GPU)
        return 1
    known = [path.stem for path in sorted(notebooks.glob("*.ipynb")) if gpu_cells(path)]
    if unknown := [name for name in chosen if name not in known]:
        print(f"No GPU cell in {', '.join(unknown)}. There are some in {', '.join(known)}.")
        return 2
    names = chosen or known
    ends = time.monotonic() + SECONDS
    timed = [name for name in names if name not in TRAIN]
    trained = [name for name in names if name in TRAIN]
    done = []
    for group, beside in ((timed, 1), (trained, len(TRAIN))):
        with ThreadPoolExecutor(beside) as pool:
            each = [pool.submit(_run, device, kept_in, notebooks / f"{name}.ipynb", ends)
                    for name in group]  # fmt: skip
            done += [one.result() for one in each]
    print("What was measured is in book/data. The pages show it after: make notebooks book")
    return 0 if all(done) else 2


def gpu_cells(path: Path) -> list[int]:
    """Which of a notebook's code cells are tagged for a GPU, counted from 1."""
    return [
        number
        for number, cell in enumerate(code_cells(path), 1)
        if TAG in cell["metadata"].get("tags", ())
    ]


def code_cells(path: Path) -> list[dict[str, Any]]:
    """A notebook's code cells."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def _run(device: Device, kept_in: Path, path: Path, ends: float) -> bool:
    """Run a chapter in a process of its own; print how its cells went: whether all did."""
    command = [sys.executable, __file__, "--cells", device.name, device.module]
    child = processes.start(
        [*command, str(kept_in), str(path)],
        stdout=processes.PIPE,
        stderr=processes.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said, errors = child.communicate(timeout=max(ends - time.monotonic(), 0.1))
    except processes.Unfinished:
        os.killpg(child.pid, signal.SIGKILL)  # with what it has started
        child.communicate()
        print(f"{path.stem}: not done when {SECONDS:.0f} seconds were over")
        return False
    marked = (line for line in said.splitlines() if line.startswith("{"))
    cells = {found["cell"]: found["error"] for found in map(json.loads, marked)}
    never = errors.strip().rpartition("\n")[2] or "never reached"
    failed = {n: cells.get(n, never) for n in gpu_cells(path) if cells.get(n, never)}
    for number, error in failed.items():
        print(f"{path.stem}, code cell {number}: {error}", flush=True)
    if not failed:
        print(f"{path.stem}: all its GPU cells ran", flush=True)
    return not failed


def run_cells(path: Path, device: Device, kept_in: Path) -> Iterator[dict[str, Any]]:
    """Run a notebook's cells in this process: of those for a GPU number and error.

    A cell that fails stops no other.
    """
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    gpu_device.given, gpu_figures.kept_in = device, kept_in
    shell = InteractiveShell.instance()
    for number, cell in enumerate(code_cells(path), 1):
        is_stub = STUB.items() <= cell["metadata"].get("exercise", {}).items()
        source = KERNEL.read_text(encoding="utf-8") if is_stub else "".join(cell["source"])
        with capture_output():
            result = shell.run_cell(source, store_history=True)
        if TAG in cell["metadata"].get("tags", ()):
            raised = result.error_before_exec or result.error_in_exec
            error = f"{type(raised).__name__}: {raised}" if raised else ""
            yield {"cell": number, "error": error.partition("\n")[0]}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cells"]:
        name, module, kept, notebook = sys.argv[2:]
        for found in run_cells(Path(notebook), Device(name, module), Path(kept)):
            print("\n" + json.dumps(found), flush=True)
        raise SystemExit(0)
    raise SystemExit(main())
