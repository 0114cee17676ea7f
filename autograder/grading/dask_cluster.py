"""Grade a class on a Dask cluster: ``tcp://host:port`` is its scheduler.

A worker is examined before it gets work: the same key, the same grader, and an
isolation of its own.  Submissions travel as bytes, so nobody needs a shared
file system, and come back as bytes.  A worker that dies takes nothing with it:
Dask gives what it held to another.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.records import SubmissionResult
from autograder.grading import dask_worker
from autograder.grading.executors import TRIES, NoWorkers, given_up
from autograder.grading.settings import Settings
from autograder.grading.worker import not_graded
from autograder.grading.worker_process import decode_result, encode_submission, order_for
from autograder.handin.reader import look
from autograder.handin.submission import Submission
from autograder.notebooks.read import UnreadableNotebook

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 4.0
LOOK_SECONDS = 1.0  # how often workers that come and go are noticed
FETCH_SECONDS = 10.0  # for a result that is done; its worker may just have died
AHEAD = 2  # submissions on their way for each thread: none waits for the network
KEPT = "What was graded is kept: the same command goes on from there."


@dataclass(frozen=True)
class DaskCluster:
    """The executor for ``--dask ADDRESS``."""

    address: str
    say: Callable[[str], None] = print  # which workers get no work, and why
    patience: float = 60.0  # seconds without any worker

    def reach(self) -> None:
        """Make sure that there is a scheduler."""
        with _connected(self.address):
            pass

    def grade_all(
        self, submissions: Iterable[Submission], settings: Settings
    ) -> Iterator[SubmissionResult]:
        """Grade every submission on the cluster; results come as they finish."""
        items = list(submissions)
        if not items:
            return
        with _connected(self.address) as client:
            run = _Run(client, order_for(settings), self)
            try:
                yield from run.grade(items)
            finally:
                run.leave()


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise NoWorkers(
            "--dask needs the package distributed. Install it: pip install distributed"
        ) from None
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)  # workers that die are our news to tell
    try:
        asyncio.run(_find_scheduler(address))
        with (
            dask.config.set({"distributed.comm.timeouts.connect": CONNECT_SECONDS}),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")  # we compare versions ourselves
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
            try:
                yield client
            finally:
                with contextlib.suppress(Exception):
                    client.close(timeout=CONNECT_SECONDS)
    finally:
        logger.setLevel(level)


async def _find_scheduler(address: str) -> None:
    """Ask who is there, before a client is made that would go on trying."""
    from distributed.comm.core import connect
    from distributed.core import send_recv

    try:
        comm = await connect(address, timeout=CONNECT_SECONDS)
        async with asyncio.timeout(CONNECT_SECONDS):
            who = await send_recv(comm, op="identity", reply=True)
        comm.abort()
    except (OSError, ValueError, TypeError) as error:
        why = "" if isinstance(error, OSError) else f" ({error})"
        raise NoWorkers(
            f"There is no Dask scheduler at {address or 'an empty address'}{why}. Start "
            "one with: dask scheduler. Its first lines name the address."
        ) from None
    if who.get("type") != "Scheduler":
        raise NoWorkers(f"{address} is a Dask {who.get('type')}, not a scheduler.")


@dataclass
class _Sent:
    """A submission that is on the cluster, and the workers that may grade it."""

    item: Submission
    tries: int
    workers: frozenset[str]


@dataclass
class _Run:
    client: Client
    order: str
    cluster: DaskCluster
    accepted: dict[str, int] = field(default_factory=dict)  # threads of each worker
    refused: dict[str, str] = field(default_factory=dict)
    running: dict[Future[bytes], _Sent] = field(default_factory=dict)
    done: queue.SimpleQueue[Future[bytes]] = field(default_factory=queue.SimpleQueue)
    looked: float = float("-inf")
    had_workers: float = field(default_factory=time.monotonic)

    def grade(self, items: Iterable[Submission]) -> Iterator[SubmissionResult]:
        waiting = deque((item, 0) for item in items)
        suspects: deque[tuple[Submission, int]] = deque()
        while waiting or suspects or self.running:
            self._look(waiting)
            room = AHEAD * sum(self.accepted.values())
            while waiting and len(self.running) < room:
                yield from self._send(*waiting.popleft())
            if suspects and not waiting and not self.running and room:
                yield from self._send(*suspects.popleft())  # alone: it can harm nobody else
            with contextlib.suppress(queue.Empty):
                future = self.done.get(timeout=LOOK_SECONDS)
                sent = self.running.pop(future, None)
                if sent is None:  # given to somebody else meanwhile
                    continue
                answer = self._answer(future, sent)
                if isinstance(answer, SubmissionResult):
                    yield answer
                elif answer > sent.tries:
                    suspects.append((sent.item, answer))
                else:
                    waiting.appendleft((sent.item, answer))

    def leave(self) -> None:
        """Leave nothing behind on the workers."""
        with contextlib.suppress(Exception):
            self.client.cancel(list(self.running), force=True)
            self.running.clear()
            workers = list(self.accepted)
            self.client.run(dask_worker.leave, workers=workers, on_error="ignore")

    def _send(self, item: Submission, tries: int) -> Iterator[SubmissionResult]:
        """Send a submission; one that cannot be read, or not be sent, has its result."""
        try:
            message = look(f"What {item.student} handed in", encode_submission, item)
        except UnreadableNotebook as problem:
            unreadable = SubmissionStatus.UNREADABLE
            yield SubmissionResult.without_score(item.student, unreadable, str(problem))
            return
        workers = frozenset(self.accepted)
        future = self.client.submit(
            dask_worker.grade_message,
            self.order,
            message,
            workers=list(workers),
            allow_other_workers=False,
            pure=False,
        )
        self.running[future] = _Sent(item, tries, workers)
        future.add_done_callback(self.done.put)

    def _answer(self, future: Future[bytes], sent: _Sent) -> SubmissionResult | int:
        """The result, or how often this submission has lost its worker by now."""
        try:
            message = future.result(timeout=FETCH_SECONDS)
        except Exception as error:
            if future.status != "error":  # lost between being done and being fetched
                return sent.tries
            return self._again(sent, error)
        finally:
            future.release()
        if "refused" in json.loads(message):  # since they were examined
            self.accepted.clear()
            self.looked = float("-inf")
            return sent.tries
        return decode_result(message)

    def _again(self, sent: _Sent, error: Exception) -> SubmissionResult | int:
        tries = sent.tries + 1
        if tries < TRIES:
            return tries
        if type(error).__name__ == "KilledWorker":  # each time one after another
            return not_graded(sent.item, given_up(tries))
        sentence = f"The worker failed: {type(error).__name__}: {error}"
        return not_graded(sent.item, sentence)

    # --- who is there ---------------------------------------------------------

    def _look(self, waiting: deque[tuple[Submission, int]]) -> None:
        """Examine workers that are new, and take work back from those that have gone."""
        if time.monotonic() - self.looked < LOOK_SECONDS:
            return
        there = self._threads()
        new = [w for w in there if w not in self.accepted and w not in self.refused]
        self.accepted = {w: there[w] for w in self.accepted if w in there}
        self.refused = {w: why for w, why in self.refused.items() if w in there}
        if new:
            self._examine(new, there)
        for future, sent in list(self.running.items()):
            if not sent.workers & self.accepted.keys():
                del self.running[future]
                future.cancel()
                waiting.appendleft((sent.item, sent.tries))
        self.looked = time.monotonic()
        if self.accepted:
            self.had_workers = self.looked
        elif self.refused or self.looked - self.had_workers > self.cluster.patience:
            raise NoWorkers(self._nobody())

    def _threads(self) -> dict[str, int]:
        try:
            threads: dict[str, int] = self.client.nthreads()
        except Exception:
            raise NoWorkers(
                f"The Dask scheduler at {self.cluster.address} has gone. {KEPT}"
            ) from None
        return threads

    def _examine(self, new: list[str], there: dict[str, int]) -> None:
        answers = self.client.run(
            dask_worker.examine, self.order, workers=new, on_error="return"
        )
        for worker, why in answers.items():
            if isinstance(why, Exception):
                why = f"It has no grader, or another version of it ({why})."
            if why:
                self.refused[worker] = why
                self.cluster.say(f"The worker {worker} gets no work. {why}")
            else:
                self.accepted[worker] = there[worker]

    def _nobody(self) -> str:
        if not self.refused:
            return (
                f"The scheduler at {self.cluster.address} has had no worker for "
                f"{self.cluster.patience:g} seconds. {KEPT}"
            )
        return f"No worker of {self.cluster.address} can grade. {KEPT}"
