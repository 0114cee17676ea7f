"""Attacks that use something up: processes, memory, disk, output."""

import pytest

from attacks.harness import ENDED, JUDGED, MARK, Attack, Ground, withstand

ANY = (*JUDGED, *ENDED)

FORKS = (
    Attack(
        "fork bomb",
        "os.fork",
        """
        import os
        def attack():
            made = [os.fork() for _ in range(20)]
            return made
        """,
    ),
    Attack(
        "fork bomb",
        "vfork, clone and clone3 by number",
        """
        import ctypes
        def attack():
            libc, space = ctypes.CDLL(None), ctypes.create_string_buffer(88)
            calls = [(57,), (58,), (56, 17, 0, 0, 0, 0), (56, 0x8000, 0), (435, space, 88)]
            return any(libc.syscall(*call) > 0 for call in calls)
        """,
    ),
    Attack(
        "thread bomb",
        "threads that stay",
        """
        import threading, time
        def attack():
            threading.stack_size(1 << 16)
            made = 0
            try:
                for made in range(1_500):
                    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            except (RuntimeError, MemoryError):
                pass
            return made > 1_400
        """,
        ends=ANY,
        tiers=("namespaces",),  # the other tier promises no count: memory and time bound it
    ),
)

MEMORY = tuple(
    Attack("memory bomb", name, code, ends=ANY)
    for name, code in (
        (
            "touched",
            "def attack():\n    return len(bytearray(b'x') * (1 << 30))",
        ),
        (
            "many arrays",
            """
            import numpy as np
            def attack():
                return len([np.ones(1 << 20) for _ in range(64)])
            """,
        ),
        (
            "mapped",
            """
            import mmap
            def attack():
                return mmap.mmap(-1, 1 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            """,
        ),
        (
            "shared",
            "import mmap\ndef attack():\n    return mmap.mmap(-1, 1 << 30)",
        ),
        (
            "memfd",
            """
            import os
            def attack():
                hidden = os.memfd_create("bomb")
                os.ftruncate(hidden, 1 << 30)
                return True
            """,
        ),
        (
            "growing list",
            """
            def attack():
                grown = [0]
                while len(grown) < 1 << 27:
                    grown += grown
                return True
            """,
        ),
        (
            "huge integer",
            "def attack():\n    return (1 << (1 << 33)) > 0",
        ),
    )
)

DISK = (
    Attack(
        "disk bomb",
        "one file",
        f"""
        def attack():
            with open("/tmp/{MARK}", "wb") as file:
                for _ in range(64):
                    file.write(bytes(1 << 20))
            return True
        """,
        ends=(*JUDGED, "crashed"),
    ),
    Attack(
        "disk bomb",
        "where shared memory is",
        f"""
        def attack():
            with open("/dev/shm/{MARK}", "wb") as file:
                file.write(bytes(1 << 20))
            return True
        """,
    ),
    Attack(
        "inode bomb",
        "empty files",
        f"""
        def attack():
            for i in range(1_000):
                open(f"/tmp/{MARK}-{{i}}", "w").close()
            return True
        """,
    ),
    Attack(
        "inode bomb",
        "a deep tree",
        f"""
        import os
        def attack():
            for i in range(1_000):
                os.mkdir("/tmp/{MARK}" if i == 0 else "{MARK}")
                os.chdir("/tmp/{MARK}" if i == 0 else "{MARK}")
            return True
        """,
    ),
    Attack(
        "open files bomb",
        "until there are no more",
        "def attack():\n    return len([open('/dev/null') for _ in range(500)])",
    ),
)

OUTPUT = (
    Attack(
        "output bomb",
        "print",
        """
        def attack():
            for _ in range(2_000):
                print("x" * 100_000)
        """,
        ends=ANY,
    ),
    Attack(
        "output bomb",
        "straight to the file descriptors",
        """
        import os
        def attack():
            for _ in range(500):
                os.write(1, b"x" * 100_000)
                os.write(2, b"x" * 100_000)
        """,
    ),
    Attack(
        "output bomb",
        "an answer of 160 MB",
        "import numpy as np\ndef attack():\n    pass\n"
        "def to_celsius(fahrenheit):\n    return np.ones(20_000_000)",
        ends=ANY,
    ),
    Attack(
        "output bomb",
        "an answer that NumPy prints in full",
        "import numpy as np\ndef to_celsius(fahrenheit):\n    return np.ones((6,) * 8)",
    ),
    Attack(
        "output bomb",
        "a list of lists of such answers",
        "import numpy as np\ndef to_celsius(fahrenheit):\n"
        "    return [[np.ones((6,) * 6)] * 8] * 8",
        ends=ANY,
    ),
    Attack(
        "output bomb",
        "an error of 100 MB",
        "def attack():\n    raise ValueError('x' * 100_000_000)",
        ends=ANY,
    ),
    Attack(
        "broadcast bomb",
        "shapes that make gigabytes of each other in a property",
        """
        import numpy as np
        calls = []
        def to_celsius(fahrenheit):
            calls.append(1)
            return np.ones((1, 40_000) if len(calls) % 2 else (40_000, 1))
        """,
    ),
    Attack(
        "recursion bomb",
        "Python",
        "def attack():\n    return attack()",
    ),
    Attack(
        "recursion bomb",
        "without a limit",
        """
        import sys
        def attack():
            sys.setrecursionlimit(1 << 30)
            def deeper(n):
                return [deeper(n + 1) for _ in (0,)]
            return deeper(0)
        """,
        ends=ANY,
    ),
    Attack(
        "recursion bomb",
        "an answer nested 100,000 deep",
        """
        def to_celsius(fahrenheit):
            deep = []
            for _ in range(100_000):
                deep = [deep]
            return deep
        """,
    ),
)


@pytest.mark.parametrize("attack", [*FORKS, *MEMORY, *DISK, *OUTPUT], ids=str)
def test_nothing_is_used_up(attack: Attack, ground: Ground) -> None:
    if ground.tier not in attack.tiers:
        pytest.skip(f"not promised in {ground.tier}")
    withstand(attack, ground)
