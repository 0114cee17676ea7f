"""An assistant: the SDK's own client, which starts the command and speaks with it."""

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Call = tuple[str, dict[str, Any]]


def own_course(folder: Path, *chapters: str, assist: str = "full") -> Path:
    """A student's folder with the notebooks of some chapters, as they are handed out."""
    (folder / "notebooks").mkdir(parents=True)
    for chapter in chapters:
        name = f"notebooks/{chapter}.ipynb"
        shutil.copyfile(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "book/glossary.md", folder / "glossary.md")
    lines = f'[tool.autograder]\nglossary = "glossary.md"\nassist = "{assist}"\n'
    (folder / "pyproject.toml").write_text(lines)
    return folder


def client(root: Path, path: Path | None = None) -> Any:
    """The SDK's client of the command for a folder; with ``path`` of what lies there."""
    from mcp import Client, StdioServerParameters  # takes a second

    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "autograder", "assist", "--root", str(root), "--key", "solutions"],
        env={"OMP_NUM_THREADS": "1", "PYTHONPATH": str(path or ROOT)},
        cwd=path or ROOT,
    )
    return Client(command)


def asked(root: Path, calls: Sequence[Call], path: Path | None = None) -> list[Any]:
    """The results of some calls of tools in one session."""

    async def session() -> list[Any]:
        with open(os.devnull, "w") as errors:
            async with client(root, path) as assistant:
                del errors
                return [await assistant.call_tool(name, given) for name, given in calls]

    return asyncio.run(session())


def texts(root: Path, calls: Sequence[Call], path: Path | None = None) -> list[str]:
    """The texts of the results, which have nothing else."""
    return [the_text(result) for result in asked(root, calls, path)]


def the_text(result: Any) -> str:
    (content,) = result.content
    assert content.type == "text"
    assert result.structured_content is None
    return content.text
