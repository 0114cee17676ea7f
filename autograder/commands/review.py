"""``autograder review``: read one answer, and say it to all who wrote the same."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from autograder.commands.common import say, user_name
from autograder.commands.stopping import serving

UNNAMED = "a teacher"


@click.command("review")
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "--by",
    multiple=True,
    metavar="NAME",
    help="Who reviews: each gets a link of their own; repeatable. Default: your user name.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Default: a free one."
)
def review_command(results: Path, by: tuple[str, ...], port: int) -> None:
    """Open a page on this machine where answers that do the same are read once.

    Largest groups that no misconception names come first.  One comment, with points
    where you give any, goes to everybody of the group.  Feedback and grades are written
    a moment later.  It ends when one reader has read all that waited, else with Ctrl-C.
    Only this machine can open the page, and only with a link that is printed here.
    """
    names = tuple(dict.fromkeys(name.strip() for name in by if name.strip()))
    serve_review(results, names, port)
    say(f"All answers are read. Next: autograder export {results}")


def serve_review(
    results: Path,
    names: Sequence[str] = (),
    port: int = 0,
    then: Callable[[], Sequence[str]] = lambda: ["Go on in the terminal."],
) -> None:
    """Serve the page, until all that waited is read; ``Stop`` where it cannot be.

    ``then`` is called when all is read, and gives what the last page says.
    """
    with serving("review page", "What was said is kept, and feedback is written."):
        from autograder.review.server import serve

        serve(results, names or (user_name() or UNNAMED,), port, say, then)
