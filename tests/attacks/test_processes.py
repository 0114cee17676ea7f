"""Attacks on other programs and processes, and on the kernel below them."""

import pytest

from attacks.harness import Attack, Ground, withstand

ALL = (
    *(
        Attack("exec", name, f"import ctypes, os\ndef attack():\n    {code}")
        for name, code in (
            ("os.execv", "os.execv('/bin/true', ['true'])"),
            ("os.system", "return os.system('true') == 0"),
            ("os.posix_spawn", "return os.posix_spawn('/bin/true', ['true'], {}) > 0"),
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
            ("setrlimit", "302, 0, 7, b'\\xff' * 16, none"),
        )
    ),
    Attack(
        "namespaces and the kernel",
        "fork by the 32-bit door, which has numbers of its own",
        """
        import ctypes, mmap
        def attack():
            page = mmap.mmap(-1, 4096, 0x22, 7)  # private, of its own
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
