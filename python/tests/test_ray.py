"""Many machines: here two local workers, one of which is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import dracones
import numpy as np
import pytest

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def two_workers():
    package = str(Path(dracones.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100 * 1024 * 1024,
        runtime_env={"env_vars": {"PYTHONPATH": path}},
    )
    yield
    ray.shutdown()


def workers(title: bytes) -> list[int]:
    """The processes of our workers that run a task of this name. Ray calls a process by its task."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if line.startswith(b"ray::") and title in line:
                found.append(int(folder.name))
    return found


class Killer(threading.Thread):
    """Kills one worker as soon as it runs a task."""

    def __init__(self, title: bytes) -> None:
        super().__init__(daemon=True)
        self.title, self.killed, self.stop = title, 0, False

    def run(self) -> None:
        while not self.killed and not self.stop:
            for process in workers(self.title)[:1]:
                try:
                    os.kill(process, signal.SIGKILL)
                    self.killed = process
                except ProcessLookupError:
                    continue
            time.sleep(0.005)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop = True
        self.join()


needs_proc = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")


@needs_proc
def test_a_manifest_whose_worker_is_killed() -> None:
    players = [{"deck": "vanilla", "agent": "random", "name": name} for name in ("one", "two")]
    manifest = dracones.make_manifest(players, pairs=64, seed=5)
    whole = dracones.play(manifest)
    with Killer(b"dracones_play") as killer:
        parts = dracones.ray.play(manifest, shards=4)
    assert killer.killed, "no worker was killed"
    assert parts.hash == whole.hash and parts.games.to_pydict() == whole.games.to_pydict()


@needs_proc
def test_a_batch_whose_worker_is_killed() -> None:
    whole = dracones.simulate("vanilla", agents="random", games=160, seed=3)
    with Killer(b"dracones_simulate") as killer:
        parts = dracones.ray.simulate("vanilla", agents="random", games=160, seed=3, parts=4)
    assert killer.killed, "no worker was killed"
    assert parts.batch_hash == whole.batch_hash and parts.wins("A") == whole.summary["wins"][0]


@needs_proc
def test_environments_in_actors() -> None:
    from dracones.ray import rollouts

    # Functions of a function are sent to workers whole; those of a module by its name, which workers would have to find.
    def click(seen, games, clicks):
        """A click that follows from its own game."""
        offered = seen["action_mask"] != 0
        nth = (games * 31 + clicks * 17) % offered.sum(axis=1)
        return np.array([np.flatnonzero(row)[place] for row, place in zip(offered, nth)], np.int64)

    one = rollouts(click, "vanilla", games=48, actors=1, parts=1, envs=4, seed=2)
    with Killer(b"_Env.play") as killer:
        two = rollouts(click, "vanilla", games=48, actors=2, parts=4, envs=2, seed=2)
    assert killer.killed, "no actor was killed"
    for name in ("games", "rewards", "clicks", "hashes"):
        assert (getattr(one, name) == getattr(two, name)).all(), name
