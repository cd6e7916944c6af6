"""The rules of Magic: The Gathering, exact and fast: bulk games, environments for learning, search.

>>> import dracones
>>> result = dracones.simulate(["premodern-red", "premodern-black"], games=200, seed=7)
>>> result.summary["wins"]  # doctest: +SKIP
[112, 88]

The first page is ``python/README.md``. What needs NumPy, Gymnasium, PettingZoo, Arrow or Ray imports it when it is used.
"""

from __future__ import annotations

import importlib

from . import errors
from ._core import ENGINE, Card, Cards, Deck, Decision, Game, Scenario, Table, __version__
from .errors import DraconesError

# `typing` takes longer to import than the engine does; checkers of types take this for theirs.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import envs, ray, search
    from ._runs import MatchResult, Simulation, make_manifest, match, matrix, merge, play, simulate, simulate_merged

__all__ = [
    "ENGINE",
    "Card",
    "Cards",
    "Deck",
    "Decision",
    "DraconesError",
    "Game",
    "MatchResult",
    "Scenario",
    "Simulation",
    "Table",
    "__version__",
    "envs",
    "errors",
    "make_manifest",
    "match",
    "matrix",
    "merge",
    "play",
    "ray",
    "search",
    "simulate",
    "simulate_merged",
]

_LAZY = {"envs", "ray", "search"}
_RUNS = {
    "MatchResult",
    "Simulation",
    "make_manifest",
    "match",
    "matrix",
    "merge",
    "play",
    "simulate",
    "simulate_merged",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _RUNS:
        found = getattr(importlib.import_module(f"{__name__}._runs"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | _LAZY | _RUNS)


def _restore(snapshot: str, cards: Cards | None) -> Game:
    return Game.restore(snapshot, cards=cards)
