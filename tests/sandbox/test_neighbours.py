"""What happens in one student's process reaches no other."""

from sandbox.asking import HONEST, asked, run


def test_sessions_side_by_side_do_not_see_each_other(start):
    one, other = start(), start()
    run(one, "import builtins\nbuiltins.leak = 1")
    assert asked(other, "def f(x):\n    return leak", 1).raised.startswith("NameError")


def test_the_end_of_one_session_is_not_the_end_of_another(start):
    one, other = start(), start()
    asked(one, "def f(x):\n    import os; os._exit(0)", 1)
    assert asked(other, HONEST, 1.0).value == 2.0
