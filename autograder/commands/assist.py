"""``autograder assist``: what a student's assistant may ask of the course."""

import contextlib
from pathlib import Path

import click

from autograder.commands.common import (
    Stop,
    choose_tier,
    key_option,
    root_option,
    unsafe_option,
)
from autograder.exercise.course_folder import OFF, course_folder
from autograder.exercise.key import load_key
from autograder.gradebook.private_files import private_file
from autograder.sandbox.pool import WarmProcesses, hidden_folders

LOG = "assistant-log.jsonl"


@click.command("assist")
@root_option
@unsafe_option
@key_option
def assist_command(root: Path | None, unsafe: bool, key_name: str) -> None:
    """Serve a student's assistant over the Model Context Protocol.

    An assistant starts this itself, and speaks with it on standard input and output.  It
    may have code checked and get one hint at a time; it gets no solutions.  Nothing is sent
    anywhere; what was asked is kept in assistant-log.jsonl in the course's folder.
    """
    try:
        from autograder.assist.desk import Desk
        from autograder.assist.server import Server

        key = load_key(key_name)
        folder = course_folder(key.name, root)
        if folder.assist == OFF:
            raise Stop("The instructor of this course has turned the assistant off.")
        private_file(log := folder.root / LOG)
    except ImportError as error:
        raise Stop(f"{error}. Install it with the extra [assist].") from None
    except OSError as error:
        raise Stop(f"{LOG} cannot be written: {error.strerror}.") from None
    warm = WarmProcesses(choose_tier(unsafe), hidden_folders(key.name))
    with contextlib.closing(warm):
        Server(Desk(key, folder, warm), log).run()
