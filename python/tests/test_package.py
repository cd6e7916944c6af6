"""The package as such: stubs, documentation, memory, imports."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
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


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_many_games_hold_no_memory() -> None:
    """DRACONES_LEAK_GAMES sets how many."""
    games = int(os.environ.get("DRACONES_LEAK_GAMES", "1500"))
    rng = np.random.default_rng(1)
    env = VectorEnv("vanilla", envs=16, seed=1)

    def clicks(count: int) -> None:
        done = 0
        seen = env.reset()
        while done < count:
            seen, _, terminated, truncated = env.step(random_actions(seen["action_mask"], rng))
            done += int((terminated | truncated).sum())

    def all_ways(count: int) -> None:
        dracones.simulate("vanilla", agents="random", games=count, seed=2)
        clicks(max(count // 10, 1))
        for number in range(max(count // 50, 1)):
            game = dracones.Game("vanilla", seed=number)
            fork = game.fork()
            fork.play(["random"], decisions=20)
            game.fork_into(fork)
            dracones.Game.restore(game.snapshot())
            env.cards()

    all_ways(games // 4)
    before = resident()
    all_ways(games)
    grown = resident() - before
    assert grown < 24 * 1024 * 1024, f"{grown / 1024**2:.1f} MiB more after {games} games"
