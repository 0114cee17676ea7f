"""What the kernel counts for a user or for the machine: nothing moves it or reads it.

Students who are graded at the same moment share a user, or a machine.  Each attack
succeeds where the call gets as far as the kernel, whatever that answers: a filter refuses
it with ``ENOSYS`` or, of a futex, ``EAGAIN``.
"""

import os
import platform

import pytest

from attacks.harness import Attack, Ground, withstand
from autograder.sandbox import isolation

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="calls are given by the numbers of x86-64"
)

LIBC = """
import ctypes, errno, glob, mmap, os, select, signal, socket, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def reached(number, *given, refused=errno.ENOSYS):
    "Whether a system call got beyond the filter."
    ctypes.set_errno(0)
    given = [ctypes.c_void_p(g) if isinstance(g, int) else g for g in given]
    return libc.syscall(number, *given) >= 0 or ctypes.get_errno() != refused
def channel():
    "The one socket that is there."
    for fd in range(3, 64):
        try:
            if os.readlink(f"/proc/self/fd/{fd}").startswith("socket:"):
                return fd
        except OSError:
            pass
    return next(fd for fd in range(3, 64) if not os.get_inheritable(fd))
"""


def counter(name: str, code: str) -> Attack:
    """An attack that is one call."""
    body = "\n    ".join(code.strip().splitlines())
    return Attack("counter", name, f"{LIBC}def attack():\n    {body}")


# A page of a library is the same for all who map it, and so is a futex in it.
IN_A_LIBRARY = "at = ctypes.cast(libc.getpid, ctypes.c_void_p).value & ~4095\n"
FUTEXES = {
    "a futex in a library woken": 1,
    "a futex in a library woken by bits": 10,
    "a futex in a library moved": 3,
    "a futex in a library compared and moved": 4,
    "a futex in a library waited for": 0,
    "a futex in a library waited for by bits": 9,
    "a futex in a library locked": 6,
}
CALLS = (
    counter(
        "pending signals",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN + 1])\n"
        "sent = [libc.syscall(234, os.getpid(), threading.get_native_id(),\n"
        "    int(signal.SIGRTMIN) + 1) for _ in range(3)]\n"
        "return 0 in sent or bool(signal.sigpending())",
    ),
    *(
        counter(
            name,
            f"{IN_A_LIBRARY}wait = (ctypes.c_long * 2)(0, 1000)\n"
            f"value = ctypes.c_int.from_address(at).value if {operation} in (0, 9) else 1\n"
            f"return reached(202, at, {operation}, value, wait, at, -1, "
            "refused=errno.EAGAIN)",
        )
        for name, operation in FUTEXES.items()
    ),
    counter("several futexes", "return reached(449, 0, 0, 0, 0, 0)"),
    counter(
        "what a process used", "return reached(98, 0, ctypes.create_string_buffer(144))"
    ),
    counter(
        "what a thread used", "return reached(98, 1, ctypes.create_string_buffer(144))"
    ),
    counter("what its children used", "return reached(98, -1, ctypes.c_void_p())"),
    counter("handles under way", "return reached(46, channel(), 0, 0)"),
    counter("handles that came", "return reached(47, channel(), 0, 0)"),
    counter("a socket's number", "return reached(55, channel(), 1, 57, 0, 0)"),
    counter("a socket's options", "return reached(54, channel(), 1, 1, 0, 0)"),
    counter("watched files", "return reached(291, 0) or reached(213, 1)"),
    counter("files that change", "return reached(294, 0) or reached(253)"),
    counter("huge pages", "return reached(9, 0, 4096, 0, 0x40022, -1, 0)"),
    counter("numbers of shared memory", "return reached(9, 0, 4096, 0, 0x21, -1, 0)"),
    counter(
        "numbers of validated shared memory", "return reached(9, 0, 4096, 0, 0x23, -1, 0)"
    ),
    counter("numbers of processes", "return reached(56, 0x11000, 0, 0, 0, 0)"),
    counter("namespaces of a thread", "return reached(56, 0x40010000, 0, 0, 0, 0)"),
    counter("numbers of mounts", "return reached(332, -100, b'/', 0, 0x1000, 0)"),
    counter("where memory lies", f"{IN_A_LIBRARY}return reached(239, 0, 0, 0, at, 3)"),
    counter("asynchronous reads", "return reached(206, 1, 0)"),
    counter("timers with signals", "return reached(222, 0, 0, 0)"),
    counter("keys", "return reached(248, 0, 0, 0, 0, 0) or reached(250, 0, 0)"),
    counter("queues of messages", "return reached(240, 0, 0, 0, 0) or reached(68, 0, 512)"),
    counter(
        "segments of memory", "return reached(29, 0, 4096, 512) or reached(64, 0, 1, 512)"
    ),
    counter("locked memory", "return reached(149, 0, 4096) or reached(325, 0, 4096, 0)"),
    counter("events of the processor", "return reached(298, 0, 0, -1, -1, 0)"),
    counter("shared memory of a device", "return os.open('/dev/zero', os.O_RDONLY) >= 0"),
    counter("a core dump of a crash", "return libc.prctl(3) != 0"),
    counter("open by handle", "return reached(303, -100, b'/', 0, 0, 0)"),
)


@pytest.mark.parametrize("attack", CALLS, ids=str)
def test_no_call_counts_for_others(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)


# --- pages of the kernel ---------------------------------------------------------------

MAY_BE_READ = {"/proc/self/cmdline", *isolation.PROCESSORS}
READS = """
import glob, os
names = {names!r}
def f():
    tried = set(names)
    for top in ("/proc", "/sys"):
        for folder, _, files in os.walk(top):
            tried |= {{os.path.join(folder, name) for name in files}}
    found = []
    for name in tried:
        try:
            os.close(os.open(name, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            continue
        if os.path.realpath(name).startswith(("/proc", "/sys")):
            found.append(name)
    return ",".join(sorted(found))
"""


def _pages() -> list[str]:
    """The pages of the kernel on this machine, by the names that a process has for them."""
    found = [f"/proc/{name}" for name in os.listdir("/proc") if not name.isdigit()]
    for own in ("self", "thread-self"):
        found += [f"/proc/{own}/{name}" for name in os.listdir("/proc/self")]
        found += [f"/proc/{own}/fdinfo/{fd}" for fd in range(8)]
    for top in ("/proc/pressure", "/proc/net", "/sys/devices/system", "/sys/kernel/mm"):
        for folder, _, files in os.walk(top):
            found += [os.path.join(folder, name) for name in files]
    return found


def test_pages_of_the_kernel_say_nothing_that_moves(ground: Ground) -> None:
    outcome = ground.ask(READS.format(names=_pages()))
    files = {name for name in outcome.value.split(",") if name and not os.path.isdir(name)}
    assert files <= MAY_BE_READ


def test_pages_of_the_kernel_that_libraries_ask_for_are_there(ground: Ground) -> None:
    outcome = ground.ask(
        "import os, sys\ndef f():\n"
        "    command = open('/proc/self/cmdline').read()\n"
        "    return bool(command), os.readlink('/proc/self/exe'), os.cpu_count()"
    )
    command, program, processors = outcome.value
    assert command
    assert os.path.basename(program).startswith("python")
    assert processors == os.cpu_count()


def test_threads_wait_for_one_another_all_the_same(ground: Ground) -> None:
    """glibc asks to be woken by the kernel at a thread's end, which is refused."""
    outcome = ground.ask(
        "import threading\nfrom concurrent.futures import ThreadPoolExecutor\n"
        "def f():\n    found = []\n"
        "    thread = threading.Thread(target=found.append, args=(1,))\n"
        "    thread.start()\n    thread.join()\n"
        "    with ThreadPoolExecutor(2) as pool:\n"
        "        return found + list(pool.map(abs, range(-3, 0)))"
    )
    assert outcome.value == [1, 3, 2, 1]
