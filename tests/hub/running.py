"""A course on a hub that runs: its teacher, its repository, its students in browsers."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat

from tests.hub.machine import ROOT, Machine, free_ports, proxy
from tests.site.view import View

COURSE = """
title = "Attention"
timezone = "UTC"
roster = "roster.csv"

[[assignments]]
name = "week-1"
title = "By hand"
chapters = ["02-by-hand"]
due = 2099-03-01T23:59:00
"""
ROSTER = "id,login,name\n4711,ada,Ada Lovelace\n4712,ben,Ben Okri\n"
NOTEBOOK = "course/notebooks/02-by-hand.ipynb"
LONG = 240_000  # milliseconds: a machine may be busy
GIT = ("git", "-c", "user.name=Teacher", "-c", "user.email=teacher@uni.example")


class Hub:
    """A hub that runs, with a teacher and two students."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.repository = machine.folder / "course"
        self.teacher = machine.home("teacher") / "course"
        self.kept = machine.home("teacher") / "hub"
        self._hand_out()
        self.teacher.mkdir()
        (self.teacher / "course.toml").write_text(COURSE)
        (self.teacher / "roster.csv").write_text(ROSTER)
        machine.give("teacher", self.teacher)
        port, service, api, own = free_ports(4)
        self.address = f"http://127.0.0.1:{port}"
        folder = machine.folder / "hub"
        folder.mkdir(mode=0o700)
        self.log = folder / "log"
        trusted = machine.folder / "gitconfig"
        trusted.write_text(f"[safe]\n\tdirectory = {self.repository}/.git\n")
        settings = {
            "COURSE_FOLDER": self.teacher,
            "COURSE_KEPT": self.kept,
            "COURSE_PYTHON": sys.executable,
            "COURSE_REPOSITORY": f"file://{self.repository}",
            "COURSE_SINGLE_USER": Path(sys.executable).with_name("jupyterhub-singleuser"),
            "COURSE_PROXY": proxy(),
            "COURSE_PORT": port,
            "COURSE_SERVICE_PORT": service,
            "HUB_PORT": own,
            "PROXY_API_PORT": api,
            "HUB_CONFIG": ROOT / "book" / "hub" / "jupyterhub_config.py",
            "GIT_CONFIG_SYSTEM": trusted,
        }
        config = ROOT / "tests" / "hub" / "config.py"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                machine.command(sys.executable, "-m", "jupyterhub", "-f", config),
                cwd=folder,
                env={**os.environ, **{name: str(said) for name, said in settings.items()}},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Until hub, proxy and page answer; where the hub ends before, its last words."""
        for address in ("hub/login", "services/hand-in/"):
            while not _answers(f"{self.address}/{address}"):
                assert self._process.poll() is None, self.log.read_text()[-3000:]
                time.sleep(0.2)

    def _hand_out(self) -> None:
        """Make the repository that students' servers pull."""
        released = (sys.executable, "-m", "autograder", "release", "--chapters", "2")
        subprocess.run([*released, "--out", self.repository], cwd=ROOT, check=True)
        subprocess.run([*GIT, "init", "-q", "-b", "main"], cwd=self.repository, check=True)
        self.commit("The first week")

    def commit(self, why: str) -> None:
        """Commit all that the repository's folder has."""
        subprocess.run([*GIT, "add", "-A"], cwd=self.repository, check=True)
        subprocess.run([*GIT, "commit", "-qm", why], cwd=self.repository, check=True)

    def as_teacher(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Run an ``autograder`` command as the teacher, in the course's folder."""
        program = (sys.executable, "-m", "autograder")
        done = self.machine.run(*program, *words, user="teacher", cwd=self.teacher)
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def stop(self) -> None:
        """End it, with all that it started."""
        self._process.kill()  # its namespace ends with it
        self._process.wait()


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address).close()
    except OSError:  # not yet, or not by all of them
        return False
    return True


class Student(View):
    """A student in a browser of their own, signed in."""

    def __init__(self, browser, hub: Hub, name: str) -> None:
        super().__init__(browser, hub.address, 1280, "light")
        self.name, self.hub = name, hub
        self.page.set_default_timeout(LONG)

    def sign_in(self) -> None:
        self.page.goto(self.address)
        self.page.fill("#username_input", self.name)
        self.page.fill("#password_input", "any: see tests/hub/config.py")
        self.page.click("#login_submit")
        self.page.wait_for_url("**/lab/tree/course/notebooks")

    def pull(self) -> None:
        """Follow the link that takes the course as it is now."""
        self.page.goto(f"{self.address}/user/{self.name}")
        self.page.wait_for_url("**/lab/tree/course/notebooks")

    def notebook(self) -> nbformat.NotebookNode:
        """The notebook as the student's server has it."""
        return nbformat.read(self.hub.machine.home(self.name) / NOTEBOOK, 4)

    def save(self, notebook: nbformat.NotebookNode) -> None:
        """Save it over the server, as JupyterLab does."""
        token = next(c for c in self.context.cookies() if c["name"] == "_xsrf")["value"]
        answer = self.page.request.put(
            f"{self.address}/user/{self.name}/api/contents/{NOTEBOOK}",
            headers={"X-XSRFToken": token},
            data={"type": "notebook", "content": json.loads(nbformat.writes(notebook))},
        )
        assert answer.ok, answer.text()

    def hand_in(self) -> str:
        """Press the button; what the page says then."""
        self.page.goto(f"{self.address}/services/hand-in/")
        self.page.click("button:has-text('Hand in')")
        self.page.wait_for_selector("[role=status]")
        return self.page.inner_text("main")
