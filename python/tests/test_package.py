"""The package as such: stubs, documentation, memory, imports."""

from __future__ import annotations

import ast
import ctypes
import gc
import inspect
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import dracones
import numpy as np
import pytest
from dracones import _core
from dracones.envs import VectorEnv, random_actions

PACKAGE = Path(dracones.__file__).parent


def stubs() -> list[ast.ClassDef]:
    tree = ast.parse((PACKAGE / "_core.pyi").read_text())
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def test_stubs_are_what_there_is() -> None:
    assert (PACKAGE / "py.typed").exists()
    for node in stubs():
        real = getattr(_core, node.name)
        listed = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        public = {name for name in vars(real) if not name.startswith("_")}
        assert public == {name for name in listed if not name.startswith("_")}, node.name
        for name in listed - {"__new__"}:
            assert hasattr(real, name), f"{node.name}.{name}"


def test_documentation_is_that_of_the_stubs() -> None:
    for node in stubs():
        real = getattr(_core, node.name)
        assert inspect.getdoc(real) == ast.get_docstring(node), node.name
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and (doc := ast.get_docstring(part)):
                assert inspect.getdoc(getattr(real, part.name)) == doc, f"{node.name}.{part.name}"


@pytest.mark.parametrize("name", [name for name in dracones.__all__ if name not in ("ENGINE", "__version__", "ray")])
def test_public_names_have_documentation(name: str) -> None:
    assert inspect.getdoc(getattr(dracones, name))


def test_importing_loads_nothing_else() -> None:
    code = "import sys, dracones; print([m for m in ('numpy', 'pyarrow', 'gymnasium', 'ray') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def resident() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def trimmed() -> int:
    """Bytes of memory in use, once the allocator has given back what is free."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):
        pass
    return resident()


def peak_memory() -> int:
    """The most bytes of memory that have been in use so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


#: How many games the test of memory plays in each way. All of them: DRACONES_LEAK_GAMES=100000 (python/README.md).
LEAK_GAMES = int(os.environ.get("DRACONES_LEAK_GAMES", "2000"))


def bulk(games: int) -> None:
    dracones.simulate("vanilla", agents="random", games=games, seed=2)


def vectorised() -> Callable[[int], None]:
    rng = np.random.default_rng(1)
    env = VectorEnv("vanilla", envs=16, seed=1, threads=2)
    env.reset()

    def play(games: int) -> None:
        done = 0
        while done < games:
            _, _, terminated, truncated = env.step(random_actions(env.observations["action_mask"], rng))
            done += int((terminated | truncated).sum())

    return play


def singly(games: int) -> None:
    env = VectorEnv("vanilla", envs=1, seed=1)
    env.reset()
    # A game of its own with all that can be made of one takes as long as dozens of others.
    for number in range(max(games // 40, 1)):
        game = dracones.Game("vanilla", seed=number)
        fork = game.fork()
        fork.play(["random"], decisions=20)
        game.fork_into(fork)
        game.determinize(game.decider)
        dracones.Game.restore(game.snapshot())
        pickle.loads(pickle.dumps(game))
        game.view(0)
        repr(game.decision)
        env.put(0, env.fork(0))
        env.cards()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.parametrize("way", ["bulk", "vectorised", "singly"])
def test_many_games_hold_no_memory(way: str) -> None:
    """What grows with the games is found by playing many: the first fifth of them fills what is kept for the next ones."""
    play = {"bulk": bulk, "vectorised": vectorised(), "singly": singly}[way]
    play(max(LEAK_GAMES // 5, 200))
    before, peak = trimmed(), peak_memory()
    play(LEAK_GAMES)
    grown = trimmed() - before
    # Seen with `-s`.
    mib = [f"{size / 1024**2:.1f}" for size in (before, before + grown, peak, peak_memory())]
    print(f"{way}, {LEAK_GAMES} games: held {mib[0]} MiB before and {mib[1]} after, peak {mib[2]} before and {mib[3]} after")
    assert grown < 12 * 1024 * 1024, f"{grown / 1024**2:.1f} MiB more after {LEAK_GAMES} games"
