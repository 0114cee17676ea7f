"""What the command says where it cannot serve: one sentence, and what to do."""

import pytest
from making import autograder

pytest.importorskip("jupyterhub", reason="There is no JupyterHub: make hub installs it.")
COURSE = '[[assignments]]\nname = "week-1"\nchapters = ["01-temperatures"]\n'


@pytest.mark.parametrize(
    ("course", "mode", "words"),
    [
        (COURSE, 0o700, "JupyterHub starts this page"),
        (COURSE, 0o750, "chmod 700 kept"),
        ("", 0o700, "course.toml has no [[assignments]]"),
        ("title = 3", 0o700, "title"),
    ],
)
def test_where_it_cannot_serve_it_says_why(tmp_path, course, mode, words):
    (tmp_path / "course.toml").write_text(course)
    (tmp_path / "kept").mkdir(mode=mode)
    wanted = ("--hand-ins", "kept", "--feedback", "back", "--notebooks", "notebooks")
    done = autograder(
        tmp_path, "hub", "course.toml", *wanted, "--key", "term_key", status=2
    )
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
