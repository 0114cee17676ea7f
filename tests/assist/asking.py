"""An assistant: the SDK's own client, which starts the command and speaks with it."""

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

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


def server(root: Path, path: Path | None = None) -> StdioServerParameters:
    """The command for a folder; with ``path`` the engine and key that lie there."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "autograder", "assist", "--root", str(root), "--key", "solutions"],
        env={"OMP_NUM_THREADS": "1", "PYTHONPATH": str(path or ROOT)},
        cwd=path or ROOT,
    )


def asked(root: Path, calls: Sequence[Call], path: Path | None = None) -> list[Any]:
    """The results of some calls of tools in one session."""

    async def session() -> list[Any]:
        with open(os.devnull, "w") as errors:
            async with Client(server(root, path)) as client:
                del errors
                return [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(session())


def texts(root: Path, calls: Sequence[Call], path: Path | None = None) -> list[str]:
    """The texts of the results, which have nothing else."""
    return [the_text(result) for result in asked(root, calls, path)]


def the_text(result: Any) -> str:
    (content,) = result.content
    assert content.type == "text"
    assert result.structured_content is None
    return content.text
