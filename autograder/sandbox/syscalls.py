"""The system calls a student's process may make, as a seccomp filter.

A list of what is allowed; the rest is answered with an error, so that a
library that asks for something new goes on without it.  Nothing here starts a
process, opens a socket, traces, mounts or loads code into the kernel; nor does
anything here lock files, or ask what of them is in memory, which other processes
could tell.  What the kernel counts for a user or for the machine (pipes, signals under
way, handles under way, memory, blocks, page faults, the time that others took) is neither
moved nor asked, where it can be refused: ``tests/attacks/test_counters.py`` has the list.
"""

import errno
import os
from typing import Any

MEMORY = "brk munmap mprotect mremap msync membarrier"
FILES = (
    "read write readv writev pread64 pwrite64 preadv pwritev "
    "close close_range lseek stat fstat lstat newfstatat "
    "access faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd chdir "
    "fchdir dup dup2 dup3 fsync fdatasync ftruncate "
    "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 umask fallocate "
    "copy_file_range sendfile"
)
WAITING = (
    "poll ppoll select pselect6 nanosleep restart_syscall "
    "timerfd_create timerfd_settime timerfd_gettime"
)
TALKING = "recvfrom sendto"  # no handles, and no questions about the socket
SIGNALS = (
    "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend "
    "rt_sigtimedwait sigaltstack alarm setitimer getitimer pause"
)
ITSELF = (
    "getpid gettid getppid getpgrp getuid geteuid getgid getegid getgroups "
    "getresuid getresgid getrlimit times uname getcpu getrandom "
    "gettimeofday time sched_yield sched_get_priority_max "
    "sched_get_priority_min arch_prctl set_tid_address "
    "set_robust_list rseq exit exit_group"
)
ALLOWED = " ".join((MEMORY, FILES, WAITING, TALKING, SIGNALS, ITSELF)).split()
CLONE_THREAD, CLONE_PIDFD, CLONE_NEW = 0x10000, 0x1000, 0x7E020000
MAP_SHARED, MAP_ANONYMOUS, MAP_HUGETLB = 0x1, 0x20, 0x40000
FUTEX_PRIVATE = 128
# Allowed with these values of one argument alone.  What is left out reaches
# other processes (an owner to signal, a processor to run on, outliving the
# grader, the time it took) or files that are open for reading only (their flags).
CLOCKS = 0, tuple(range(12))  # CLOCK_REALTIME to CLOCK_TAI; other numbers are processes
ITS_OWN = 0, (0,)
CHOSEN: dict[str, tuple[int, tuple[int, ...]]] = {
    "ioctl": (1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),  # TCGETS to FIOCLEX
    "fcntl": (1, (*range(5), 1030)),  # duplicate, flags; no locks
    "madvise": (2, (0, 4, 8, 14, 15, 16, 17)),  # give back, huge pages, no dump
    "prctl": (0, (3, 21, 23, 39, 0x53564D41)),  # questions; the name stays
    **dict.fromkeys(("clock_gettime", "clock_getres", "clock_nanosleep"), CLOCKS),
    **dict.fromkeys(("sched_setaffinity", "sched_getaffinity"), ITS_OWN),
    **dict.fromkeys(("sched_getparam", "sched_getscheduler"), ITS_OWN),
    **dict.fromkeys(("getpgid", "getsid", "get_robust_list"), ITS_OWN),
    "get_mempolicy": (4, (0,)),  # of the thread, not where a page lies
}
FLAGS = {"open": 1, "openat": 2}  # which argument they are
# Allowed where these bits of one argument have this value: a call, which argument, the
# bits, the value.
MASKED = (
    # To truncate is to write, which the flags for reading do not say.
    *(
        (name, position, *flags)
        for name, position in FLAGS.items()
        for flags in (
            (os.O_TRUNC, 0),
            (os.O_ACCMODE, os.O_WRONLY),
            (os.O_ACCMODE, os.O_RDWR),
        )
    ),
    # Threads, not processes, without a handle that is numbered for the whole machine.
    # clone3 hides its flags; glibc falls back to clone.
    ("clone", 0, CLONE_THREAD | CLONE_PIDFD | CLONE_NEW, CLONE_THREAD),
    # Memory that is shared without a file has a number of the whole machine.
    ("mmap", 3, MAP_HUGETLB | MAP_ANONYMOUS, 0),
    ("mmap", 3, MAP_HUGETLB | MAP_SHARED, 0),
    # Any other is the same for all who map the page that it lies in.
    ("futex", 1, FUTEX_PRIVATE, FUTEX_PRIVATE),
)


def build() -> Any:
    """The filter without the rules that need the process id."""
    import pyseccomp as seccomp

    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    for name in ALLOWED:
        _allow(seccomp, rules, name)
    itself = seccomp.Arg(0, seccomp.EQ, 0)
    rules.add_rule(seccomp.ALLOW, "prlimit64", itself, seccomp.Arg(2, seccomp.EQ, 0))
    for name, (position, values) in CHOSEN.items():
        for value in values:
            _allow(seccomp, rules, name, seccomp.Arg(position, seccomp.EQ, value))
    for name, position, mask, value in MASKED:
        asked = seccomp.Arg(position, seccomp.MASKED_EQ, mask, value)
        _allow(seccomp, rules, name, asked)
    # glibc waits with such a one for a thread's end: told "again", it looks again.
    shared = seccomp.Arg(1, seccomp.MASKED_EQ, FUTEX_PRIVATE, 0)
    rules.add_rule(seccomp.ERRNO(errno.EAGAIN), "futex", shared)
    for name in ("fork", "vfork", "execve", "execveat", "socket", "ptrace", "kill"):
        _deny(seccomp, rules, name)
    return rules


def apply(rules: Any) -> None:
    """Add that this process may signal itself alone, and load the filter."""
    import pyseccomp as seccomp

    myself = seccomp.Arg(0, seccomp.EQ, os.getpid())
    rules.add_rule(seccomp.ALLOW, "tgkill", myself)
    rules.load()


def _allow(seccomp: Any, rules: Any, name: str, *arguments: Any) -> None:
    try:
        rules.add_rule(seccomp.ALLOW, name, *arguments)
    except (ValueError, OSError, RuntimeError):
        return  # this CPU has no such call


def _deny(seccomp: Any, rules: Any, name: str) -> None:
    try:
        rules.add_rule(seccomp.ERRNO(errno.EPERM), name)
    except (ValueError, OSError, RuntimeError):
        return
