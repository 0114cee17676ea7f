"""How the tests of sessions ask a student's process, and within which limits."""

from autograder.sandbox.pool import Limits
from autograder.sandbox.session import Session, SessionEnded

LIMITS = Limits(submission_seconds=30.0, call_seconds=20.0, memory_mb=200)
HASTY = Limits(submission_seconds=1.5, call_seconds=0.5, memory_mb=200)
HONEST = "def f(x):\n    return x + 1"


def run(session: Session, *sources: str, **more) -> str:
    """Run cells; what was raised."""
    cells = [(f"<code cell {n}>", source) for n, source in enumerate(sources, 1)]
    return session.run(cells, **more)


def asked(session: Session, source: str, *arguments, **more):
    """The outcome of running a cell and calling its ``f``."""
    try:
        run(session, source, **more)
    except SessionEnded as ended:
        return ended.outcome
    return session.asker("f")(arguments)
