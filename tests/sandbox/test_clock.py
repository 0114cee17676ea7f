"""What a student's code has to answer for, by a clock that excuses what it waited."""

from autograder.sandbox.clock import Clock, TimeSpent


def test_what_a_process_waited_before_its_first_question_excuses_nothing():
    clock = Clock(10.0, TimeSpent(), lambda: 5.0)
    clock.start(1.0)
    assert clock.is_over()


def test_each_wait_moves_the_deadline_once():
    waited = iter((5.0, 7.0, 7.0))
    clock = Clock(10.0, TimeSpent(), lambda: next(waited))
    clock.start(1.0)
    before = clock.deadline
    assert not clock.is_over()
    assert clock.deadline == before + 2.0
    assert clock.is_over()


def test_what_was_waited_before_an_end_is_taken_off_all_that_was_spent():
    waited, spent = iter((0.0, 3.0)), TimeSpent(4.0)
    clock = Clock(10.0, spent, lambda: next(waited))
    clock.start(1.0)
    clock.end()
    assert spent.seconds == 1.0
