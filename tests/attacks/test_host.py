"""Attacks on the machine: its network, its files, what is in its memory."""

import sys
from pathlib import Path

import pytest
from forging import CHANNEL

from attacks.harness import LIMITS, MARK, Attack, Ground, withstand
from autograder.sandbox import privileges
from autograder.sandbox.isolation import package_folder
from autograder.sandbox.pool import WarmProcess
from autograder.sandbox.session import Session

# Python's folders are where the course is installed, /opt or a home: they, and those above.
OWN = (sys.prefix, sys.base_prefix, package_folder("autograder"))
ON_THE_WAY = sorted({f"{part}/" for own in OWN for part in (own, *Path(own).parents)})
ALL = (
    *(
        Attack(
            "network",
            family,
            f"""
            import socket
            def attack():
                return socket.socket({number}, {kind}) is not None
            """,
        )
        for family, number, kind in (
            ("internet", "socket.AF_INET", "socket.SOCK_STREAM"),
            ("internet 6", "socket.AF_INET6", "socket.SOCK_DGRAM"),
            ("unix", "socket.AF_UNIX", "socket.SOCK_STREAM"),
            ("netlink", "socket.AF_NETLINK", "socket.SOCK_RAW"),
            ("packet", "socket.AF_PACKET", "socket.SOCK_RAW"),
            ("vsock", "40", "socket.SOCK_STREAM"),
            ("bluetooth", "31", "socket.SOCK_RAW"),
        )
    ),
    Attack(
        "network",
        "connect the channel somewhere else",
        CHANNEL
        + """
def attack():
    channel().connect("/run/docker.sock")
    return True
""",
    ),
    Attack(
        "network",
        "io_uring, which opens sockets without socket()",
        """
        import ctypes
        def attack():
            return ctypes.CDLL(None).syscall(425, 8, ctypes.create_string_buffer(120)) >= 0
        """,
    ),
    *(
        Attack(
            "reading the host",
            name,
            f"""
            import glob, os
            def attack():
                found = []
                for path in {paths!r}:
                    for place in glob.glob(path) or [path]:
                        try:
                            inside = [f"{{place}}/{{name}}" for name in os.listdir(place)]
                            found += [p for p in inside if f"{{p}}/" not in {ON_THE_WAY!r}]
                        except NotADirectoryError:
                            found.append(open(place, "rb").read())
                        except OSError:
                            pass
                return any(found)
            """,
        )
        for name, paths in (
            ("accounts", ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/ssh"]),
            ("homes", ["/home", "/home/*", "/root/.ssh", "/root/.bash_history"]),
            (
                "variable data",
                ["/var", "/var/log", "/run", "/mnt", "/opt", "/srv", "/boot"],
            ),
            ("memory", ["/dev/mem", "/dev/kmem", "/proc/kcore", "/dev/vda", "/dev/sda"]),
        )
    ),
    Attack(
        "reading the host",
        "through the root and working folder of /proc",
        """
        import glob
        def attack():
            found = []
            for root in glob.glob("/proc/*/root") + glob.glob("/proc/*/cwd"):
                try:
                    found.append(open(root + "/etc/passwd").read())
                except OSError:
                    pass
            return any(found)
        """,
    ),
    Attack(
        "reading the host",
        "other processes' environment and memory",
        """
        import glob, os
        def attack():
            for place in glob.glob("/proc/[0-9]*"):
                if place != f"/proc/{os.readlink('/proc/self')}":
                    for name in ("environ", "mem", "maps", "fd/0", "map_files"):
                        try:
                            open(f"{place}/{name}", "rb").read(1)
                            return True
                        except OSError:
                            pass
        """,
    ),
    Attack(
        "reading the host",
        "a secret in the environment",
        """
        import os
        def attack():
            said = " ".join(os.environ) + open("/proc/self/environ").read()
            secrets = ("TOKEN", "SECRET", "_KEY", "SSH", "USER")
            return any(word in said.upper() for word in secrets)
        """,
    ),
    Attack(
        "reading the key",
        "import it",
        """
        def attack():
            import toy_key.temperatures as key
            return key.TO_CELSIUS
        """,
    ),
    Attack(
        "reading the key",
        "find its files",
        """
        import os, sys
        def attack():
            found = []
            for top in {*sys.path, "/work", "/", "/tmp", *sys.path[0].split(":")}:
                for folder, folders, names in os.walk(top):
                    if folder.count("/") > 6:
                        folders.clear()
                    found += [n for n in (*names, *folders) if "temperatures" in n]
            return any(found)
        """,
        ends=("failed", "timeout"),
    ),
    Attack(
        "reading the key",
        "hunt for the reference among objects, frames and modules",
        """
        import gc, linecache, sys
        def attack():
            names = [n for n in sys.modules if "toy_key" in n or "solutions" in n]
            sources = [s for s in linecache.cache if "temperatures" in s]
            frame, seen = sys._getframe(), []
            while frame:
                seen += {"expected", "reference", "seed"} & set(frame.f_locals)
                frame = frame.f_back
            kinds = [type(o).__name__ for o in gc.get_objects()]
            found = [k for k in kinds if k in ("Exercise", "Key", "Assignment", "Case")]
            return names or sources or seen or found
        """,
    ),
    Attack(
        "reading other submissions",
        "look around the folders above",
        """
        import glob, os
        def attack():
            found = []
            for up in (".", "..", "../..", "/proc/self/cwd/.."):
                found += glob.glob(up + "/*.ipynb") + glob.glob(up + "/*/*.ipynb")
            return any(found)
        """,
    ),
    *(
        Attack(
            "writing to libraries",
            name,
            f"""
            import os, site, sys, numpy
            def attack():
                places = {places}
                for place in places:
                    try:
                        with open(place, "a") as file:
                            file.write("#")
                        os.unlink(place)
                        return True
                    except OSError:
                        pass
            """,
        )
        for name, places in (
            ("a module", f"[os.path.dirname(numpy.__file__) + '/{MARK}.py']"),
            (
                "sitecustomize",
                "[p + '/sitecustomize.py' for p in sys.path if p not in ('', '/scratch')]",
            ),
            ("a .pth", f"[p + '/{MARK}.pth' for p in site.getsitepackages()]"),
            ("a cache", f"[os.path.dirname(os.__file__) + '/__pycache__/{MARK}.pyc']"),
            ("shared places", f"[p + '/{MARK}' for p in ('/dev/shm', '/var/tmp', '/run')]"),
            ("the machine", f"['/{MARK}', '/usr/{MARK}', '/etc/{MARK}', '/proc/{MARK}']"),
        )
    ),
    Attack(
        "writing to libraries",
        "replace, rename, link or remove",
        f"""
        import os, numpy
        def attack():
            one = numpy.__file__
            for change in (
                lambda: os.rename(one, one + "{MARK}"),
                lambda: os.link(one, one + "{MARK}"),
                lambda: os.symlink(one, one + "{MARK}"),
                lambda: os.mkdir(one + "{MARK}"),
                lambda: os.chmod(one, 0o644),
                lambda: os.chown(one, os.getuid(), -1),
                lambda: os.setxattr(one, "user.left", b"1"),
            ):
                try:
                    change()
                    return True
                except OSError:
                    pass
        """,
    ),
    Attack(
        "writing to libraries",
        "times, which another student could read",
        """
        import os, numpy
        def attack():
            now = os.stat(numpy.__file__)
            os.utime(numpy.__file__, ns=(now.st_atime_ns, now.st_mtime_ns))
            return True
        """,
    ),
    Attack(
        "writing to libraries",
        "file flags, through ioctl on a file open for reading",
        """
        import fcntl, numpy, struct
        def attack():
            with open(numpy.__file__) as file:
                now = fcntl.ioctl(file, 0x80086601, struct.pack("l", 0))
                fcntl.ioctl(file, 0x40086602, now)
            return True
        """,
    ),
    Attack(
        "writing to libraries",
        "truncate through a file open for reading",
        """
        import ctypes, errno, os, numpy
        def attack():
            place = os.path.dirname(numpy.__file__) + "/py.typed"
            if not os.path.exists(place) or os.path.getsize(place):
                return False  # nothing that could be lost is risked
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.truncate(place.encode(), 0) == 0:
                return True
            return os.open(place, os.O_RDONLY | os.O_TRUNC) >= 0
        """,
    ),
)


@pytest.mark.parametrize("attack", ALL, ids=str)
def test_the_machine_is_out_of_reach(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)


KEY_AMONG_LIBRARIES = f"""
import os
def f(folder):
    found = []
    try:
        found += os.listdir(folder)
        open(folder + "/{MARK}", "w").close()
        found.append("written")
    except OSError:
        pass
    return ",".join(found)
"""


def test_a_key_installed_among_the_libraries_is_out_of_reach(ground: Ground) -> None:
    """What covers it must not be a place where students leave word for each other."""
    folder = str(package_folder("psutil"))
    warm = WarmProcess("numpy", ground.tier, (folder,))
    try:
        for _ in range(2):
            session = Session(warm, LIMITS)
            assert not session.run([("<code cell 1>", KEY_AMONG_LIBRARIES)])
            assert session.asker("f")((folder,)).value == ""
            session.close()
    finally:
        warm.close()


def test_capabilities_are_dropped(ground: Ground) -> None:
    status = _of_a_student(ground, "status")
    held = int(status.partition("CapEff:")[2].split()[0], 16)
    assert held & ~(1 << privileges.CAP_DAC_READ_SEARCH) == 0


@pytest.mark.skipif(not privileges.is_root(), reason="root alone may look")
def test_no_memory_is_shared_with_the_next_child(ground: Ground) -> None:
    """A word could be left there."""
    kinds = [line.split()[1] for line in _of_a_student(ground, "maps").splitlines()]
    assert kinds
    assert not [kind for kind in kinds if "w" in kind and kind.endswith("s")]


def _of_a_student(ground: Ground, page: str) -> str:
    """A page of the kernel on a student's process, from outside."""
    ground.warm.get("numpy")
    before = ground.processes()
    session = Session(ground.warm.get("numpy"), LIMITS)
    (pid,) = ground.processes() - before
    try:
        return Path(f"/proc/{pid}/{page}").read_text()
    finally:
        session.close()
