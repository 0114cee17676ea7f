"""Attacks on the machine: its network, its files, its processes."""

from __future__ import annotations

import pytest

from attacks.harness import LIMITS, MARK, Attack, Ground, withstand
from autograder.sandbox.isolation import package_folder
from autograder.sandbox.pool import WarmProcess
from autograder.sandbox.session import Session

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
        """
        import os, socket
        def attack():
            for fd in range(3, 64):
                try:
                    end = socket.socket(fileno=os.dup(fd))
                except OSError:
                    continue
                end.connect("/run/docker.sock")
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
                            found += os.listdir(place)
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
    *(
        Attack("exec", name, f"import ctypes, os, subprocess\ndef attack():\n    {code}")
        for name, code in (
            ("os.execv", "os.execv('/bin/true', ['true'])"),
            ("subprocess", "return subprocess.run(['/bin/true']).returncode == 0"),
            ("os.system", "return os.system('true') == 0"),
            ("os.posix_spawn", "return os.posix_spawn('/bin/true', ['true'], {}) > 0"),
            ("os.popen", "return os.popen('echo yes').read() == 'yes\\n'"),
        )
    ),
    Attack(
        "exec",
        "execveat on an open file",
        """
        import ctypes, os
        def attack():
            fd = os.open("/bin/true", os.O_RDONLY)
            libc = ctypes.CDLL(None)
            none = ctypes.c_void_p()
            return libc.syscall(322, fd, b"", none, none, 0x1000) == 0
        """,
    ),
    *(
        Attack("kill", name, f"import ctypes, os, signal\ndef attack():\n    {code}")
        for name, code in (
            ("the group", "os.kill(0, 0); return True"),
            ("everybody", "os.kill(-1, 0); return True"),
            ("the parent", "os.kill(os.getppid() or 2, 0); return True"),
            ("the group, by killpg", "os.killpg(os.getpgrp(), 0); return True"),
            ("tgkill", "return ctypes.CDLL(None).syscall(234, 2, 2, 0) == 0"),
            ("tkill", "return ctypes.CDLL(None).syscall(200, 2, 0) == 0"),
            (
                "a queued signal",
                "return ctypes.CDLL(None).syscall(129, 2, 0, b'0'*128) == 0",
            ),
            ("a process handle", "return os.pidfd_open(os.getppid() or 2) >= 0"),
        )
    ),
    Attack(
        "kill",
        "everybody, in earnest",
        "import os\ndef attack():\n    os.kill(-1, 9)\n    return True",
    ),
    Attack(
        "kill",
        "make a file's owner signal somebody",
        """
        import fcntl, os
        def attack():
            for fd in range(3, 64):
                try:
                    os.fstat(fd)
                except OSError:
                    continue
                fcntl.fcntl(fd, fcntl.F_SETOWN, os.getppid() or 2)
                return True
        """,
    ),
    Attack(
        "kill",
        "outlive the grader",
        """
        import ctypes
        def attack():
            libc = ctypes.CDLL(None)
            long = (1 << 32) + 1  # the kernel looks at the lower half alone
            return libc.prctl(1, 0) == 0 or libc.syscall(157, long, 0, 0, 0, 0) == 0
        """,
    ),
    Attack(
        "kill",
        "slow others down",
        """
        import os
        def attack():
            os.sched_setaffinity(os.getppid() or 2, os.sched_getaffinity(0))
            return True
        """,
    ),
    *(
        Attack(
            "ptrace",
            name,
            f"""
            import ctypes, os
            def attack():
                other = os.getppid() or 2
                space = ctypes.create_string_buffer(64)
                return ctypes.CDLL(None).syscall({call}) >= 0
            """,
        )
        for name, call in (
            ("attach", "101, 16, other, 0, 0"),
            ("seize", "101, 0x4206, other, 0, 0"),
            ("process_vm_readv", "310, other, space, 1, space, 1, 0"),
            ("process_vm_writev", "311, other, space, 1, space, 1, 0"),
        )
    ),
    *(
        Attack(
            "namespaces and the kernel",
            name,
            f"""
            import ctypes
            def attack():
                none = ctypes.c_void_p()
                return ctypes.CDLL(None).syscall({call}) >= 0
            """,
        )
        for name, call in (
            ("unshare", "272, 0x10000000"),
            ("mount", "165, b'none', b'/tmp', b'tmpfs', 0, none"),
            ("chroot", "161, b'/tmp'"),
            ("bpf", "321, 0, none, 0"),
            ("userfaultfd", "323, 0"),
            ("perf_event_open", "298, none, 0, -1, -1, 0"),
            ("keyring", "250, 0, -3"),
            ("shared memory", "29, 4711, 4096, 0o1666"),
            ("message queue", "68, 4711, 0o1666"),
            ("setrlimit", "302, 0, 7, b'\\xff' * 16, none"),
        )
    ),
    Attack(
        "namespaces and the kernel",
        "fork by the 32-bit door, which has numbers of its own",
        """
        import ctypes, mmap
        def attack():
            page = mmap.mmap(-1, 4096, prot=7)
            page.write(bytes.fromhex("b802000000cd80c3"))  # mov eax, 2; int 0x80; ret
            at = ctypes.addressof(ctypes.c_char.from_buffer(page))
            return ctypes.CFUNCTYPE(ctypes.c_int)(at)() >= 0
        """,
        ends=("crashed", "timeout", "failed"),
    ),
    Attack(
        "namespaces and the kernel",
        "fork by the x32 door",
        "import ctypes\ndef attack():\n"
        "    return ctypes.CDLL(None).syscall((1 << 30) + 57) >= 0",
        ends=("crashed", "timeout", "failed"),
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
