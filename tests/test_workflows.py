"""The repository's own workflows: rights per job, and actions that cannot be exchanged."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ARM = "ubuntu-24.04-arm"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_each_job_names_its_rights_and_the_workflow_grants_none(path: Path):
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    assert [n for n, job in workflow["jobs"].items() if "permissions" not in job] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_job_that_runs_the_projects_code_may_write_to_the_repository(path: Path):
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        runs = [step["run"] for step in job["steps"] if "run" in step]
        builds = any(re.search(r"\bmake\b|\.ci/run|pip", run) for run in runs)
        assert not (builds and job["permissions"].get("contents") == "write")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_an_action_is_named_by_the_hash_of_its_commit(path: Path):
    used = re.findall(r"uses: *(\S+)", path.read_text(encoding="utf-8"))
    assert [name for name in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name)] == []


@pytest.mark.parametrize(
    ("name", "when", "command", "processors"),
    [
        ("tests", "push", "bash .ci/run", {"ubuntu-24.04"}),
        # Among the slow tests are the notebooks under two more sets of instructions.
        ("nightly", "schedule", "bash .ci/run test-all", {"ubuntu-24.04", ARM}),
    ],
)
def test_the_oldest_and_the_newest_python_are_tested(
    name: str, when: str, command: str, processors: set[str]
):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = tomllib.loads(text)["project"]["requires-python"]
    oldest, later = map(int, re.findall(r"3\.(\d+)", versions))
    (path,) = (path for path in WORKFLOWS if path.stem == name)
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert when in workflow[True]  # YAML's word for "on"
    (job,) = workflow["jobs"].values()
    matrix = job["strategy"]["matrix"]
    assert {f"3.{oldest}", f"3.{later - 1}"} <= {*matrix["python"]}
    assert {*matrix.get("runner", [job["runs-on"]])} == processors
    assert command in [step.get("run") for step in job["steps"]]


def test_the_containers_base_is_named_by_its_digest():
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^ARG BASE=\S+@sha256:[0-9a-f]{64}$", text, re.M)


def test_what_a_release_is_built_with_is_pinned_by_hash():
    lines = (ROOT / "requirements-build.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith(("#", " "))]
    hashes = [line for line in lines if re.match(r" +--hash=sha256:[0-9a-f]{64}", line)]
    assert pins
    assert len(hashes) >= len(pins)
    assert all("==" in pin for pin in pins)
