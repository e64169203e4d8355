"""Who plays the games of a run: this process, all cores of this machine, or a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from kessel.engine import KesselError
from kessel.engine.extras import extra
from kessel.studies.duel import Duel, Played, play

Games = Generator[Played, None, None]
Crew = Callable[[Sequence[Duel]], Games]
"""Plays games and hands them over in the order in which they end."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crew(workers: int = 0, ray: str = "") -> Crew:
    """The crew of a run: ``workers`` processes (0: one for each core), or the Ray cluster at an address."""
    if ray:
        return lambda duels: on_ray(duels, ray)
    return lambda duels: on_cores(duels, workers or cores())


def on_cores(duels: Sequence[Duel], workers: int) -> Games:
    """Play on this machine; one worker plays in this very process."""
    if workers == 1 or len(duels) == 1:
        yield from map(play, duels)
        return
    # Processes that start afresh: a fork would copy the progress bar's thread in any state.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(duels)), context, _begin)
    try:
        for job in as_completed([pool.submit(play, duel) for duel in duels]):
            yield job.result()
    except BrokenProcessPool:
        raise KesselError("a worker was killed; there may be too little memory for so many at once") from None
    except BaseException:
        # Whoever stops a run does not want to wait for the games under way.
        for process in list(pool._processes.values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """A worker does not outlive a killed run."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def on_ray(duels: Sequence[Duel], address: str) -> Games:
    """Play on a Ray cluster; ``local`` starts one on this machine for the time of the run."""
    with extra("ray", "--ray"):
        import ray  # noqa: PLC0415 - heavy, and only here
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError) as error:
        raise KesselError(f"--ray {address}: {str(error).splitlines()[0]}") from None
    try:
        task = ray.remote(play)
        waiting = [task.remote(duel) for duel in duels]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself would go on trying for many minutes."""
    found = re.fullmatch(r"(?:ray://)?([^/]+):(\d+)", address)
    if found:
        try:
            socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=5).close()
        except (OSError, OverflowError) as error:
            raise KesselError(f"--ray {address}: there is no Ray cluster: {error}") from None
    elif address not in ("local", "auto"):
        raise KesselError(f"--ray {address}: write HOST:PORT, ray://HOST:PORT, auto or local")
