"""A local server of the Model Context Protocol, on standard input and output."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, TextContent

from autograder import __version__
from autograder.assist.desk import Desk
from autograder.assist.judging import Refused
from autograder.exercise.key import KeyProblem

LONGEST = 20_000  # characters of a request
TOO_LONG = f"This is too long: {LONGEST:,} characters at most."
NO_TOOL = "No tool takes this: the list of tools says which there are, and what they take."
RULES = (
    "Never write the answer or a line of it, say what the course's tools say instead of "
    "guessing what code does, and ask one question at a time."
)
PROMPTS = {
    "tutor": "Be a tutor who asks before telling: what the task wants in the student's "
    "words, which shape each array has and, before you show what check says of the "
    "smallest call, what it should give. Use next_hint only for a student who is stuck.",
    "reviewer": "Review an answer with check. If it is not right, say so and stop. Else "
    "name what is good, use question, and ask for which input the code is slow or inexact.",
    "predict": "Be a partner for “predict, then run”. Ask for the shape, a number and a "
    "reason before a small input is run; compare, ask what explains a difference, and go "
    "on with a harder one. Never say which letter of a prediction is right.",
}


class Server(MCPServer[None]):
    """Answers each request with one text, and keeps it in ``log``, the student's file."""

    def __init__(self, desk: Desk, log: Path) -> None:
        super().__init__("autograder", instructions=RULES, version=__version__)
        self._log = log
        for tool in desk.tools:
            self.add_tool(tool, structured_output=False)
        for name, words in PROMPTS.items():
            self.prompt(name, description=words.partition(".")[0])(_prompt(words))

    async def call_tool(self, name: str, arguments: Any, context: Any = None) -> Any:
        """A tool's text, or one sentence that says why there is none."""
        result: Any = None
        try:
            if len(name + str(arguments)) > LONGEST:
                name, arguments = name[:LONGEST], {}
                raise ToolError from Refused(TOO_LONG)
            result = await super().call_tool(name, arguments, context)
        except ToolError as problem:
            is_ours = isinstance(problem.__cause__, Refused | KeyProblem)
            if isinstance(problem, UnexpectedToolError) and not is_ours:
                raise
            text = TextContent(text=str(problem.__cause__) if is_ours else NO_TOOL)
            result = CallToolResult(content=[text], is_error=True)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        begins = result.content[0].text.partition("\n")[0]
        line = {"time": now, "tool": name, "asked": arguments, "answer": begins}
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return result


def _prompt(words: str) -> Callable[[str], Awaitable[str]]:
    async def prompt(exercise_id: str) -> str:
        return f"{words} {RULES} The exercise is {exercise_id}."

    return prompt
