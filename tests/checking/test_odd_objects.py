"""Odd objects in a student's own notebook: ``check`` shows a card, and raises nothing."""

import subprocess
import sys

from making import SOURCES, environment

COUNT = 300
# In a process of its own: an object may change what is imported.
PROGRAM = f"""
import contextlib, io
from attacks.test_odd_objects import drawn, exercise_of
from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.check import check

checked = 0
for number in range({COUNT}):
    place, source = drawn(number)
    names = {{"__name__": "__main__"}}
    try:
        with time_limit(2):
            exec(compile(source, "<cell>", "exec"), names)
    except BaseException:
        continue  # the cell itself says so
    try:
        with contextlib.redirect_stdout(io.StringIO()), time_limit(60):
            check(exercise_of(place).id, names["answer"], key="toy_key")
    except KeyboardInterrupt:
        pass  # the reader's own
    except BaseException as error:
        print(number, place, repr(error))
        raise
    checked += 1
print(checked)
"""


def test_check_shows_a_card_of_whatever_an_answer_comes_to(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        cwd=SOURCES,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > COUNT / 2
