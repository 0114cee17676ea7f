"""The ``autograder`` command."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from autograder import __version__
from autograder.card_forms import as_text
from autograder.chapters import ChapterProblem
from autograder.doctor import examine
from autograder.grade import Assignment, Handed, grade
from autograder.gradebook import GradebookProblem
from autograder.judge import PUBLIC_SEED
from autograder.key import DEFAULT_KEY, Key, KeyProblem, load_key
from autograder.run import RunSummary, Settings, run
from autograder.sandbox import isolation
from autograder.sandbox.pool import (
    Limits,
    WarmProcesses,
    WarmProcessFailed,
    hidden_folders,
)
from autograder.show import visible
from autograder.solve import solve_notebook
from autograder.soundness import chapters_needed, remember, unsound
from autograder.submissions import SubmissionsProblem, collect
from autograder.verify import Problem, verify_chapter, verify_exercise

SOME_NOT_GRADED, WRONG_COMMAND = 1, 2
PROBLEMS_SHOWN = 20

key_option = click.option(
    "--key", "key_name", default=DEFAULT_KEY, show_default=True, help="The answer key."
)


unsafe_option = click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run students' code without isolation: only files you trust as your own.",
)


class Stop(click.ClickException):
    """End with one sentence and exit status 2."""

    exit_code = WRONG_COMMAND

    def show(self, file=None) -> None:
        click.echo(visible(self.format_message()), err=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Check and grade notebooks against an answer key."""
    # Small products: a second thread costs more than it brings.
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def _key(name: str) -> Key:
    try:
        return load_key(name)
    except KeyProblem as problem:
        raise Stop(str(problem)) from None


@main.command("grade")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Results.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; default: one a core.")
@click.option("--seed", type=click.IntRange(0), help="Inputs' seed; default: a secret one.")
@click.option("--chapter", "chapters", multiple=True, help="Grade these chapters only.")
@click.option("--timeout", default=10.0, show_default=True, help="Seconds a notebook.")
@click.option("--call-timeout", default=2.0, show_default=True, help="Seconds a call.")
@click.option(
    "--memory",
    type=click.IntRange(64),
    default=1024,
    show_default=True,
    help="MiB a submission.",
)
@unsafe_option
@key_option
def grade_command(
    submissions: Path,
    out: Path,
    jobs: int | None,
    seed: int | None,
    chapters: tuple[str, ...],
    timeout: float,
    call_timeout: float,
    memory: int,
    unsafe: bool,
    key_name: str,
) -> None:
    """Grade a class: a folder or zip of notebooks.

    Writes gradebook.sqlite, grades.csv, report.html, results/ and feedback/
    into --out.  The same command again goes on where it was stopped.
    """
    key = _key(key_name)
    limits = Limits(_positive(timeout), _positive(call_timeout), memory)
    names = [chapter.name for chapter in key.chapters]
    for name in chapters:
        if name not in names:
            raise Stop(f"The key has no chapter {name!r}. It has: {', '.join(names)}.")
    settings = Settings(key.name, limits=limits, chapters=chapters, tier=_tier(unsafe))
    console = Console(stderr=True)
    try:
        handed = collect(submissions)
        if problem := unsound(key, chapters_needed(key, handed)):
            raise Stop(f"{problem} Mend it first: autograder verify --key {key.name}")
        with _progress(console) as bar:
            task = bar.add_task("Grading", total=len(handed))

            def advance(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            summary = run(handed, out, settings, jobs=jobs, seed=seed, progress=advance)
    except (SubmissionsProblem, GradebookProblem, KeyProblem) as problem:
        raise Stop(str(problem)) from None
    except (OSError, sqlite3.Error) as error:
        words = f"Results can no longer be written to {out} ({error}). What was graded "
        raise Stop(words + "is kept: make room, and the same command goes on.") from None
    except KeyboardInterrupt:
        words = "Stopped. Nothing is lost: the same command goes on from here."
        raise Stop(words) from None
    _say(summary)
    raise SystemExit(SOME_NOT_GRADED if summary.problems else 0)


def _tier(unsafe: bool) -> isolation.Tier:
    if unsafe:
        return "none"
    try:
        return isolation.choose()
    except isolation.NoIsolation as problem:
        raise Stop(str(problem)) from None


def _positive(seconds: float) -> float:
    if not 0 < seconds < float("inf"):
        raise Stop("A time limit must be more than 0 seconds.")
    return seconds


class _Rate(ProgressColumn):
    """Submissions a second, once there is something to go by."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _say(summary: RunSummary) -> None:
    earlier = summary.total - summary.graded_now
    kept = f" ({earlier} kept from an earlier run)" if earlier else ""
    click.echo(f"{summary.graded} of {summary.total} submissions graded{kept}.")
    problems = summary.problems
    if problems:
        click.echo(f"{len(problems)} things could not be graded, and are not zeros:")
        for student, sentence in problems[:PROBLEMS_SHOWN]:
            click.echo(visible(f"  {student}: {sentence}".replace("\n", " ")))
        if len(problems) > PROBLEMS_SHOWN:
            click.echo(f"  and {len(problems) - PROBLEMS_SHOWN} more, in the report.")
    click.echo(f"Grades:   {summary.folder / 'grades.csv'}")
    click.echo(f"Feedback: {summary.folder / 'feedback'}")
    click.echo(f"Report:   {summary.folder / 'report.html'}")


@main.command("check")
@click.argument("notebook", type=click.Path(path_type=Path))
@unsafe_option
@key_option
def check_command(notebook: Path, unsafe: bool, key_name: str) -> None:
    """Check one notebook and print its feedback, on the public inputs."""
    try:
        data = notebook.read_bytes()
    except OSError as error:
        raise Stop(f"{notebook} cannot be read: {error.strerror}.") from None
    assignment = Assignment(_key(key_name), PUBLIC_SEED)
    warm = WarmProcesses(_tier(unsafe), hidden_folders(key_name))
    try:
        handed = Handed(notebook.stem, ((notebook.name, data),))
        result = grade(handed, assignment, warm)
    except (WarmProcessFailed, KeyProblem) as problem:
        raise Stop(str(problem)) from None
    finally:
        warm.close()
    if result.status != "graded":
        raise Stop(result.message)
    for exercise in result.exercises:
        if exercise.card:
            click.echo(as_text(exercise.card) + "\n")
        for note in exercise.notes:
            click.echo(f"  Note: {note}\n")
    click.echo(f"{result.score:g} of {result.max_score:g} points.")


@main.command("solve")
@click.argument("notebook", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path))
@key_option
def solve_command(notebook: Path, output: Path, key_name: str) -> None:
    """Write a notebook again with the reference solutions filled in."""
    try:
        solved = solve_notebook(notebook, _key(key_name))
    except KeyProblem as problem:
        raise Stop(str(problem)) from None
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(solved, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Stop(f"{output} cannot be written: {error.strerror}.") from None
    click.echo(f"Wrote {output}")


@main.command("doctor")
@key_option
def doctor_command(key_name: str) -> None:
    """Say what isolation this machine gives, and prove it."""
    findings = []
    for finding in examine(_key(key_name)):
        findings.append(finding)
        click.echo(f"{'✓' if finding.good else '✗'} {finding.words}")
    try:
        isolation.choose()
    except isolation.NoIsolation:
        raise SystemExit(WRONG_COMMAND) from None
    escaped = [f for f in findings if not f.good and " CAN " in f.words]
    raise SystemExit(SOME_NOT_GRADED if escaped else 0)


@main.command("verify")
@click.option(
    "--root",
    default=".",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that holds book/chapters and notebooks.",
)
@key_option
def verify_command(root: Path, key_name: str) -> None:
    """Prove the key: right answers pass, wrong ones fail and are named."""
    key = _key(key_name)
    problems: list[Problem] = []
    counted = 0
    try:
        for chapter in key.chapters:
            found: list[Problem] = []
            for exercise in key.exercises(chapter):
                found += verify_exercise(exercise)
                counted += len(exercise.misconceptions)
            problems += found
            if not found:
                remember(key, chapter)  # grade need not prove it again
        with_book = (root / "book" / "chapters").is_dir()
        for chapter in key.chapters if with_book else ():
            problems += verify_chapter(key, chapter, root)
    except (KeyProblem, ChapterProblem) as problem:
        raise Stop(str(problem)) from None
    for problem in problems:
        click.echo(f"{problem.where}: {problem.sentence}", err=True)
    if problems:
        raise SystemExit(SOME_NOT_GRADED)
    exercises = len(key.all_exercises())
    book = "chapters and notebooks agree" if with_book else "no book here to compare"
    click.echo(
        f"The key {key.name!r} holds: {exercises} exercises, {counted} misconceptions, "
        f"each named as itself; {book}."
    )
