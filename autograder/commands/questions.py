"""``autograder questions``: ask students about the code that they handed in."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zlib import crc32

import click

from autograder.commands.common import (
    choose_tier,
    key_of,
    key_option,
    refuse_course_in,
    say,
    unsafe_option,
)
from autograder.commands.options import out_option, roster_option
from autograder.commands.proof import with_progress
from autograder.commands.stopping import serving
from autograder.exercise.key import Key, load_key
from autograder.exercise.status import Status
from autograder.gradebook.database import Gradebook
from autograder.gradebook.roster import Roster
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.term_books import MARKS
from autograder.handin.collect import Collected, collect_class
from autograder.pages.render import count as counted
from autograder.quiz import papers
from autograder.quiz.make import quiz_of
from autograder.sandbox.pool import WarmProcesses, hidden_folders


@click.command("questions")
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("submissions", type=click.Path(path_type=Path))
@out_option("The folder of the quiz.", default="quiz", show_default=True)
@click.option("--count", "-n", default=3, show_default=True, type=click.IntRange(1, 20))
@click.option("--seed", default="", help="Any words: others give other questions.")
@click.option("--from", "letters", type=click.Path(path_type=Path), help="What was ticked.")
@click.option("--serve", is_flag=True, help="Serve the quiz of --out to a classroom.")
@click.option("--minutes", default=10.0, show_default=True, help="Time for each, served.")
@click.option("--address", default="127.0.0.1", show_default=True, help="Served where.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(1, 65535))
@roster_option
@unsafe_option
@key_option
def questions_command(
    results: Path,
    submissions: Path,
    out: Path,
    count: int,
    seed: str,
    letters: Path | None,
    serve: bool,
    minutes: float,
    address: str,
    port: int,
    roster_file: Path | None,
    unsafe: bool,
    key_name: str,
) -> None:
    """Ask each student about the code that they handed in and that passed.

    RESULTS is a folder that `autograder grade` has written, SUBMISSIONS what it graded.
    Writes sheets to print, answers for who marks, and quizzes for Moodle and Canvas.
    --from takes a table of ticked letters back, in the form of letters.csv.
    """
    title = results.resolve().name
    if letters:
        marks = papers.read_letters(letters, papers.read_quiz(out))
        papers.write_marks(out, title, marks)
        talks = sum(mark.worth_a_talk for mark in marks)
        say(f"Marks of {counted(len(marks), 'student')}: {out / MARKS}")
        say(f"{talks} may be worth a talk: {out / papers.REPORT}")
    elif serve:
        with serving("classroom page", f"What was sent is in {out / papers.TICKED}."):
            from autograder.quiz import server

            room = server.Room(out, papers.read_quiz(out), minutes)
            asyncio.run(server.serve(room, address, port, say))
    else:
        refuse_course_in(submissions)
        roster = read_roster(roster_file) if roster_file else Roster()
        collected = collect_class(submissions, roster)
        key = load_key(key_of(results, key_name))
        with closing(WarmProcesses(choose_tier(unsafe), hidden_folders(key.name))) as warm:
            drawn = key, warm, crc32(seed.encode()), count
            quizzes = [*_made(collected, results, *drawn)]
        papers.write_quiz(out, title, quizzes)
        asked = [len(quiz.questions) for quiz in quizzes]
        say(f"{counted(sum(asked), 'question')} to {counted(len(asked), 'student')}.")
        if few := sum(n < count for n in asked):
            say(f"{counted(few, 'student')} passed too little code for {count}.")
        say(f"Sheets:   {out / 'sheets.html'}", f"Answers:  {out / 'answers.html'}")


def _made(
    collected: Collected, folder: Path, key: Key, warm: WarmProcesses, seed: int, count: int
) -> Iterator[papers.Quiz]:
    """Everybody's questions, in the order of the hand-ins."""
    with Gradebook(folder, create=False) as book:
        results = {result.student: result for result in book.results()}
    names = {s.key: s.name for s in collected.roster.students}
    handed = [item for item in collected.handed if item.student in results]
    for item in with_progress(handed, "Asking", len(handed)):
        result = results[item.student]
        code = [e.status for e in result.exercises if key.exercise(e.id).is_code]
        passed, name = code.count(Status.PASSED), names.get(item.student, "")
        asked = quiz_of(item, result, key, warm, seed, count)
        yield papers.Quiz(item.student, name, asked, passed, len(code))
