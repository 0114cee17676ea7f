"""``autograder grade``: a class, into a results folder."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

import click
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from autograder.commands.common import (
    SOME_NOT_GRADED,
    Stop,
    choose_tier,
    key_of,
    key_option,
    near,
    refuse_course_in,
    say,
    settings_of,
    unsafe_option,
)
from autograder.commands.export import column_of, write_uploads
from autograder.commands.options import (
    chapters_option,
    column_option,
    course_option,
    group_option,
    out_option,
    roster_option,
)
from autograder.commands.proof import prove_first
from autograder.commands.stopping import NOTHING_IS_LOST, stopped
from autograder.exercise.key import Key, load_key
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.private_files import open_mode
from autograder.grading.class_input import (
    EarlierRun,
    notes_on,
    only_these,
    read_class,
    read_course,
    refuse_inside,
    with_attempt_policy,
)
from autograder.grading.executors import Executor, Processes
from autograder.grading.run import Class, RunOptions, run
from autograder.grading.settings import Settings
from autograder.grading.summary import RunSummary
from autograder.handin.chapters import chapter_of_most, chapters_needed
from autograder.handin.collect import collect
from autograder.handin.layouts import NAMES
from autograder.pages.render import count, few
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits

PROBLEMS_SHOWN = 20


@click.command("grade")
@click.argument("submissions", type=click.Path(path_type=Path))
@out_option("Results; default: what the course file says, or results/CHAPTERS.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; default: one a core.")
@course_option("Settings (TOML): due dates, points; default: course.toml of the course.")
@click.option(
    "--assignment",
    default="",
    metavar="NAME",
    help="One that the course file names: its chapters, due date and results.",
)
@roster_option
@click.option(
    "--layout",
    default="",
    help=f"How files are named; found by itself. {', '.join(NAMES)}.",
)
@click.option("--dask", metavar="ADDRESS", help="Grade on a Dask cluster: tcp://host:port.")
@click.option("--seed", type=click.IntRange(1), help="Inputs' seed; default: a secret one.")
@chapters_option("What was to be handed in: 03-numpy, or 2,3,7; default: that of most.")
@click.option("--timeout", default=10.0, show_default=True, help="Seconds a notebook.")
@click.option("--call-timeout", default=2.0, show_default=True, help="Seconds a call.")
@click.option(
    "--memory",
    type=click.IntRange(64),
    default=1024,
    show_default=True,
    help="MiB a submission.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="STUDENT",
    help="Grade this student again, and leave all others as they are; repeatable.",
)
@click.option(
    "--add",
    is_flag=True,
    help="SUBMISSIONS are further chapters: earlier ones stay, and nothing is said of it.",
)
@click.option(
    "--replace",
    is_flag=True,
    help="SUBMISSIONS is all there is: whoever and whatever else was graded before goes.",
)
@column_option
@click.option("--names", is_flag=True, help="Names beside the report's examples.")
@group_option
@unsafe_option
@key_option
def grade_command(
    submissions: Path,
    out: Path | None,
    jobs: int | None,
    course_file: Path | None,
    assignment: str,
    roster_file: Path | None,
    layout: str,
    dask: str | None,
    seed: int | None,
    chapters: tuple[str, ...],
    timeout: float,
    call_timeout: float,
    memory: int,
    only: tuple[str, ...],
    add: bool,
    replace: bool,
    column: str | None,
    names: bool,
    group: str,
    unsafe: bool,
    key_name: str,
) -> None:
    """Grade a class, which is a folder or zip of notebooks.

    Writes gradebook.sqlite, grades.csv, report.html, results/ and feedback/
    into --out.  The same command again goes on where it was stopped.  Who was graded
    into --out before and is not in SUBMISSIONS keeps everything, and is named.
    """
    if replace and (only or add):
        raise Stop("--replace takes all others out: leave out --only and --add.")
    refuse_course_in(submissions)
    _say_if_open(out)
    key = load_key(key_of(out, key_name))
    if not (out or assignment or chapters):
        chapters, assignment = _asked_for(key, submissions, course_file)
    out = out or _results_of(key, assignment, chapters)
    limits = Limits(_positive(timeout), _positive(call_timeout), memory)
    executor, tier = _executor(dask, jobs), _tier(dask, unsafe)
    out, course, column = _course_of(key, out, course_file, assignment, chapters, column)
    try:
        refuse_inside(out, submissions)
        earlier = EarlierRun.of(out, seed)
        chapters = earlier.chapters_of(chapters, course, key)
        settings = Settings(key.name, limits=limits, chapters=chapters, tier=tier)
        collected = read_class(submissions, earlier, course, roster_file, layout)
        collected = collected if replace else earlier.without_graded(collected)
        say(*(line.replace("\n", " ") for line in notes_on(collected, course)))
        handed = tuple(item.student for item in collected.handed)
        collected = only_these(collected, only)
        to_grade = with_attempt_policy(collected, course, key)
        prove_first(key, chapters_needed(key, to_grade))
        with _progress(len(to_grade)) as advance:
            of = (to_grade, course, collected.roster, layout)
            class_ = Class(*of, replace=replace, anew=bool(only), add=add, waiting=handed)
            how = RunOptions(seed, executor, advance, names, group)
            summary = run(class_, out, settings, how)
    except (OSError, sqlite3.Error) as error:
        sentence = f"Results can no longer be written to {out} ({error}). What was graded "
        raise Stop(sentence + "is kept: make room, and the same command goes on.") from None
    except KeyboardInterrupt as how:
        raise stopped(how, NOTHING_IS_LOST) from None
    _say(summary, some=bool(only), exported=column is not None)
    if column is not None:
        write_uploads(out, None, key.name, column, group)
    raise SystemExit(SOME_NOT_GRADED if summary.problems else 0)


def _course_of(
    key: Key,
    out: Path | None,
    course_file: Path | None,
    assignment: str,
    chapters: Sequence[str],
    column: str | None,
) -> tuple[Path, Course, str | None]:
    """Settings of this run, where it goes, and the roster's column to fill."""
    course_file = settings_of(key.name, course_file, out)
    out, course = read_course(out, key, course_file, assignment)
    if changed := "" if course_file else course.changed():
        say(changed, err=True)
    if column is not None:
        chapters = EarlierRun.of(out).chapters_of(chapters, course, key)
        column = column_of(course, out, [*map(key.chapter, chapters)], column)
    return out, course, column


def _executor(dask: str | None, jobs: int | None) -> Executor:
    """Processes here, or a cluster that is there; ``Stop`` when it is not."""
    if dask is None:
        return Processes(jobs or 0)
    if jobs:
        raise Stop("--jobs counts processes of this machine: leave it out with --dask.")
    from autograder.grading.dask_cluster import DaskCluster  # only who asks waits for it

    cluster = DaskCluster(dask, say=partial(say, err=True))
    cluster.reach()
    return cluster


def _tier(dask: str | None, unsafe: bool) -> Tier | Literal["strongest"]:
    """The isolation to ask for: this machine's, or on a cluster each worker's."""
    return "strongest" if dask and not unsafe else choose_tier(unsafe)


def _say_if_open(out: Path | None) -> None:
    """Say that results, which others could read so far, are closed by this run."""
    if out and (out / "gradebook.sqlite").is_file() and (mode := open_mode(out)):
        sentence = (
            f"{out} was open to others on this machine (mode {mode:o}), and is closed"
        )
        click.echo(f"{sentence} now. For a group: --group NAME.", err=True)


def _asked_for(
    key: Key, submissions: Path, course_file: Path | None
) -> tuple[tuple[str, ...], str]:
    """The chapter that was handed in, and the assignment that asks for it."""
    chapter = chapter_of_most(key, collect(submissions))
    if chapter is None:
        raise Stop(
            f"{submissions} is not of one chapter alone. Say what was to be handed in, "
            "with --chapters, or --assignment of the course file."
        )
    file = settings_of(key.name, course_file)
    course = load_course(file, key) if file else Course()
    return (chapter.name,), course.asking_for([chapter.name])


def _results_of(key: Key, assignment: str, chapters: Sequence[str]) -> Path | None:
    """Where results go that were given no place; ``None``: where the course file says."""
    names = "+".join(key.chapter(name).name for name in chapters)
    return None if assignment else Path("results", names)


def _positive(seconds: float) -> float:
    if not 0 < seconds < float("inf"):
        raise Stop("A time limit must be more than 0 seconds.")
    return seconds


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int, int], None]]:
    console = Console(stderr=True)
    bar = Progress(
        *Progress.get_default_columns(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("Grading", total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _say(summary: RunSummary, *, some: bool, exported: bool) -> None:
    """Print what came of it; where it is ``exported``, not what that makes unneeded."""
    earlier = summary.total - summary.graded_now
    kept = f" ({earlier} kept from an earlier run)" if earlier else ""
    click.echo(f"{summary.graded} of {summary.total} submissions graded{kept}.")
    problems = summary.problems
    if problems:
        are = "are not zeros" if problems[1:] else "is no zero"
        things = count(len(problems), "thing")
        click.echo(f"{things} could not be graded, and {are}:")
        causes: dict[str, list[str]] = {}
        for student, sentence in problems:
            causes.setdefault(sentence, []).append(student)
        by_size = sorted(causes.items(), key=lambda cause: -len(cause[1]))
        for sentence, students in by_size[:PROBLEMS_SHOWN]:
            say(f"  {few(students)}: {sentence}".replace("\n", " "))
        if len(causes) > PROBLEMS_SHOWN:
            click.echo(f"  and {len(causes) - PROBLEMS_SHOWN} more, in the report.")
    say(*(replace(summary, to_read=0) if exported else summary).lines(some=some))
    written = {"Report": "report.html"}
    if not exported:
        written = {"Grades": "grades.csv", "Feedback": "feedback", **written}
    for title, name in written.items():
        click.echo(f"{title}: {near(summary.folder / name)}")
