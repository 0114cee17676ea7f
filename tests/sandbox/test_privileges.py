"""Root that is not quite root, as in a container."""

import ctypes
import os
import struct
import subprocess
from pathlib import Path

import pytest
from making import command, environment, hand_in, solved

from autograder.sandbox import isolation, privileges

# What container engines leave their root: bits of CapEff in a container of buildah's.
OF_A_CONTAINER = 0x800405FB

as_root = pytest.mark.skipif(
    not privileges.is_root() or not any(t.works for t in isolation.tier_checks()),
    reason="only root, isolated, can give rights up",
)


def like_a_containers_root() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        if not OF_A_CONTAINER >> capability & 1:
            libc.prctl(privileges.PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = struct.pack("=Ii", privileges.CAPABILITY_VERSION, 0)
    wanted = struct.pack("=6I", OF_A_CONTAINER, OF_A_CONTAINER, 0, 0, 0, 0)
    number = privileges.CAPSET_NUMBERS[os.uname().machine]
    assert not libc.syscall(number, header, wanted)


@as_root
def test_a_class_is_graded_by_a_containers_root(tmp_path: Path) -> None:
    hand_in(tmp_path / "class", ada=solved())
    words = ("grade", "class", "--out", "out", "--key", "toy_key")
    done = subprocess.run(
        command(*words),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        preexec_fn=like_a_containers_root,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "1 of 1 submissions graded." in done.stdout


def test_what_a_process_has_under_proc_is_closed_to_nobody() -> None:
    assert not privileges.closed(["/proc/self/fd", "/usr"])
