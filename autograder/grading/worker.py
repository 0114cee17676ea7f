"""What a worker does: grade one submission after another.

A worker is a process of its own.  Warm processes, from which students' code
runs in isolation, are its children and are started when they are needed.
"""

from dataclasses import dataclass, field

from autograder.exercise.key import load_key
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.records import SubmissionResult
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment, Settings
from autograder.handin.submission import Submission
from autograder.sandbox import isolation
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import WarmProcesses, WarmProcessFailed, hidden_folders

MAX_WHY = 2_000  # characters


@dataclass
class Worker:
    """Grades with one key and one set of warm processes."""

    settings: Settings
    tier: Tier = field(init=False)
    _assignment: Assignment = field(init=False)
    _warm: WarmProcesses | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        settings = self.settings
        tier = settings.tier
        self.tier = isolation.choose() if tier == "strongest" else tier
        key = load_key(settings.key)
        self._assignment = Assignment(
            key, settings.seed, settings.limits, settings.chapters
        )

    def grade(self, submission: Submission) -> SubmissionResult:
        """Grade a submission; what the grader itself cannot do is a result too."""
        if self._warm is None:
            hidden = hidden_folders(self.settings.key)
            self._warm = WarmProcesses(self.tier, hidden)
        try:
            return grade(submission, self._assignment, self._warm)
        except WarmProcessFailed as error:
            why = str(error)
        except Exception as error:
            why = f"The grader failed: {type(error).__name__}: {error}"
        self.close()  # let the next submission have a new start
        return not_graded(submission, why)

    def close(self) -> None:
        """End the warm processes; the next submission starts new ones."""
        if self._warm is not None:
            self._warm.close()
            self._warm = None


def not_graded(submission: Submission, why: str) -> SubmissionResult:
    """The result of a submission that the grader could not grade."""
    status = SubmissionStatus.INFRASTRUCTURE_ERROR
    return SubmissionResult.without_score(submission.student, status, why[:MAX_WHY])
