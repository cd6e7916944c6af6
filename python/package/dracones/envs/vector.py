"""Many games, stepped by one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._runs import DeckLike, _decks

if TYPE_CHECKING:
    from .._core import Cards, Game

#: The tensors of an observation, with their types.
TENSORS: dict[str, type] = {
    "global": np.int16,
    "players": np.int16,
    "tokens": np.int16,
    "token_mask": np.uint8,
    "actions": np.int16,
    "action_mask": np.uint8,
}

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class CardTable:
    """The cards of an environment as numbers.

    Attributes:
        names: by row; the column ``card`` of tokens names rows.
        columns: the name of each feature, and what it means.
        features: float32, (cards, features).
    """

    names: list[str]
    columns: list[tuple[str, str]]
    features: NDArray[np.float32]


def allocate(shapes: dict[str, tuple[int, ...]], rows: int) -> dict[str, NDArray[Any]]:
    """Arrays for this many observations."""
    return {name: np.zeros((rows, *shapes[name]), dtype) for name, dtype in TENSORS.items()}


class VectorEnv:
    """N games that are played by clicks, stepped in Rust by one call, into the same NumPy arrays every time.

    Place i plays the games with the numbers ``start`` + i, ``start`` + i + N, and so on; game g depends on the seed, on g and on the
    clicks alone, so that results don't depend on the threads. With ``autoreset``, the next game of a place begins in the
    step that ends one: rewards and flags are of the old game, the observation is of the new one. The decks are known to all.

    Args:
        decks: a deck a seat, as for :func:`dracones.simulate`.
        envs: N.
        seed: 64 bits.
        actions: how many ids actions have, at least 16. Lists that are longer are chosen from in several clicks.
        tokens: how many rows object tokens have; by default the cards of all decks and 136. Fewer than the cards and 32 are
            refused; a game that would have more objects is truncated.
        threads: 1 by default; all cores with ``None``.
        opponent: an agent (``random``, ``greedy``, ``mcts:50``) that plays all other seats; without, all seats are played by clicks.
        learner: with an opponent, the seat that clicks; by default each in turn (each both begins and doesn't).
        first: who begins: ``alternate``, ``random`` or the letter of a seat.
        autoreset: whether games follow each other. Without, no game is stepped any more once one is over.
        format, allow_small, max_turns, cards: as for :func:`dracones.simulate`.

    Attributes:
        observations: the arrays of the last step, by name, (N, ...). They are written again by each step: copy what you keep.
        seat: int8 (N,): who is asked; -1 if the game is over.
        game: int64 (N,): the number of the game.
        rewards: float32 (N, seats): of the last step.
        terminated, truncated: bool (N,): of the last step.

    Raises:
        EnvError: what doesn't fit.
    """

    def __init__(
        self,
        decks: DeckLike | Sequence[DeckLike],
        *,
        envs: int = 64,
        seed: int = 0,
        actions: int = 64,
        tokens: int | None = None,
        threads: int | None = 1,
        opponent: str | None = None,
        learner: int | None = None,
        first: str = "alternate",
        autoreset: bool = True,
        format: str | None = None,
        allow_small: bool = False,
        max_turns: int | None = None,
        cards: Cards | None = None,
    ) -> None:
        self._core = _core.Vector(
            _decks(decks),
            envs=envs,
            seed=seed,
            actions=actions,
            tokens=tokens,
            threads=threads,
            opponent=opponent,
            learner=learner,
            first=first,
            autoreset=autoreset,
            format=format,
            allow_small=allow_small,
            max_turns=max_turns,
            cards=cards,
        )
        self.num_envs = envs
        self.num_actions = actions
        self.shapes: dict[str, tuple[int, ...]] = self._core.shapes
        self.seats: int = self._core.seats
        self.observations: Observation = allocate(self.shapes, envs)
        self.seat = np.zeros(envs, np.int8)
        self.game = np.zeros(envs, np.int64)
        self.rewards = np.zeros((envs, self.seats), np.float32)
        terminated, truncated = np.zeros(envs, np.uint8), np.zeros(envs, np.uint8)
        self._core.attach(
            {
                **self.observations,
                "seat": self.seat,
                "game": self.game,
                "rewards": self.rewards,
                "terminated": terminated,
                "truncated": truncated,
            }
        )
        self.terminated, self.truncated = terminated.view(np.bool_), truncated.view(np.bool_)

    def reset(self, *, seed: int | None = None, start: int = 0) -> Observation:
        """Begins a game in each place. Returns the observations of those who are asked, which are :attr:`observations`."""
        self._core.reset(self._core.seed if seed is None else seed, start)
        return self.observations

    def step(
        self, actions: NDArray[np.int64] | Sequence[int]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Clicks an id in each game: an int64 array (N,), without copies, or any sequence.

        Returns observations, rewards (N, seats), terminated (N,), truncated (N,): the attributes of these names.

        Raises:
            EnvError: an id that isn't offered. No game is changed.
            EngineError: a game broke. All others are stepped; the place of that one has a new game.
        """
        self._core.step(actions)
        return self.observations, self.rewards, self.terminated, self.truncated

    def observe(self, env: int, seat: int) -> Observation:
        """What a seat may know of one game, written to its rows of :attr:`observations`; its mask is empty if somebody else is
        asked. Returns views of the rows."""
        self._core.observe(env, seat)
        return {name: array[env] for name, array in self.observations.items()}

    def advise(self, agent: str = "greedy") -> NDArray[np.int64]:
        """The ids that an agent would click, int64 (N,): examples to learn from. -1 where the game is over, or its answer doesn't begin
        with the clicks that were made already."""
        return np.asarray(self._core.advise(agent), np.int64)

    def fork(self, env: int) -> Game:
        """A copy of a game as it stands, before the clicks of an answer that isn't whole."""
        return self._core.game(env)

    def put(self, env: int, game: Game) -> None:
        """Puts a position into the place of a game. It has to be of the same decks."""
        self._core.put(env, game)

    def cards(self) -> CardTable:
        """The cards of the decks, and the tokens that they make, as numbers."""
        names, columns, rows = self._core.cards()
        return CardTable(names, [(c["name"], c["doc"]) for c in columns], np.asarray(rows, np.float32))

    def __repr__(self) -> str:
        return f"VectorEnv({self.num_envs} games, {self.seats} seats, {self.num_actions} actions, {self.shapes['tokens'][0]} tokens)"


def random_actions(mask: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random id of each row of a mask (N, actions); 0 where there is none."""
    return np.argmax(rng.random(mask.shape, np.float32) * mask, axis=1).astype(np.int64)
