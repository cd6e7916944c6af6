"""Environments for learning.

* :class:`VectorEnv` steps N games in one call; it needs NumPy alone.
* :class:`GymEnv` is one seat against an opponent, for Gymnasium.
* :class:`ZooEnv` is all seats, for PettingZoo (AEC).
* :mod:`dracones.envs.episodes` writes and reads episodes as Parquet.

**Actions** are ids from 0 to N-1, with a mask. Every decision is a sequence of clicks on ids: a set of attackers is one
attacker after the other and then id 0, a division one share after the other, a name or a large number its digits. Each id
of the mask leads to a legal answer; no decision is cut short, however many options it has. What is being cast can't be
taken back.

**Observations** are what the seat may know, as tensors of 16-bit integers: ``global`` (F), ``players`` (seats, F), ``tokens``
(T, F) with ``token_mask`` (T), one row an object, ``actions`` (N, F) with ``action_mask`` (N), one row an id. ``schema()`` has name,
range and meaning of each column, a version and a hash. Rows of tokens name a row of the table of cards
(:meth:`VectorEnv.cards`), which describes cards by their definitions.

**Rewards** come with the end of a game: 1 for a win, -1 for a loss, 0 for a draw. A game without a result (a cap was
reached) is truncated, not terminated.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _core
from .vector import CardTable, VectorEnv, random_actions

if TYPE_CHECKING:
    from . import episodes
    from .gym import GymEnv
    from .zoo import ZooEnv, raw_env

__all__ = [
    "CardTable",
    "Field",
    "GymEnv",
    "Schema",
    "VectorEnv",
    "ZooEnv",
    "episodes",
    "random_actions",
    "raw_env",
    "schema",
]

_LAZY = {"GymEnv": "gym", "ZooEnv": "zoo", "raw_env": "zoo", "episodes": "episodes"}


def __getattr__(name: str) -> Any:
    module = _LAZY.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = importlib.import_module(f"{__name__}.{module}")
    return found if name == "episodes" else getattr(found, name)


@dataclass(frozen=True)
class Field:
    """A column of an observation: its name, the least and the largest value, and what it means."""

    name: str
    low: int
    high: int
    doc: str


@dataclass(frozen=True)
class Schema:
    """The columns of all tensors.

    Attributes:
        version: raised when a column changes its meaning.
        hash: of everything in it, 16 hexadecimal digits: a policy fits the observations of one hash.
        fields: by tensor, the columns in their order.
        prompts: the names of sorts of decisions, by their numbers.
        kinds: the names of sorts of actions, by their numbers.
    """

    version: int
    hash: str
    fields: dict[str, list[Field]]
    prompts: list[str]
    kinds: list[str]

    def column(self, tensor: str, name: str) -> int:
        """The place of a column in a tensor."""
        for place, field in enumerate(self.fields[tensor]):
            if field.name == name:
                return place
        raise KeyError(f"{tensor} has no column {name}")


def schema() -> Schema:
    """The schema of observations of this build."""
    data, digest = _core.env_schema()
    tensors = ("global", "players", "tokens", "actions")
    fields = {tensor: [Field(**field) for field in data[tensor]] for tensor in tensors}
    return Schema(data["version"], digest, fields, data["prompts"], data["kinds"])
