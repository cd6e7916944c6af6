"""Search for researchers: playouts by the thousand, and a tree search that asks a value function in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._runs import _agents
from .errors import EnvError

if TYPE_CHECKING:
    from ._core import Game
    from .envs.vector import Observation, VectorEnv

#: In :attr:`Playouts.winners`: a draw by the rules.
DRAW = -1
#: In :attr:`Playouts.winners`: a game without a result.
NOBODY = -2


@dataclass(frozen=True)
class Playouts:
    """What playouts came to.

    Attributes:
        winners: int8 (count,): the seat that won, :data:`DRAW` or :data:`NOBODY`, by number of the playout.
        decisions: how many decisions were answered in all.
    """

    winners: NDArray[np.int8]
    decisions: int

    def rate(self, seat: int) -> float:
        """How often a seat won, draws as one half, among playouts with a result; 0.5 if there are none."""
        result = self.winners[self.winners != NOBODY]
        if len(result) == 0:
            return 0.5
        return float(((result == seat) + 0.5 * (result == DRAW)).mean())


def playouts(
    game: Game,
    count: int = 1000,
    *,
    agents: str | Sequence[str] = "random",
    seat: int | None = None,
    answer: Any = ...,
    seed: int = 0,
    threads: int | None = None,
    decisions: int | None = None,
) -> Playouts:
    """Plays a position to its end many times, in forks, on threads and without the interpreter.

    Playout i depends on the position, the seed and i alone.

    Args:
        game: the position. It is not changed.
        count: how many playouts.
        agents: who plays, one for all seats or one a seat.
        seat: deal the cards that this seat doesn't know again for each playout; it has to be the one that is asked.
        answer: what the open decision is answered by first, as for ``Game.submit``; without, agents answer it.
        seed: 64 bits.
        threads: all cores without a number.
        decisions: stop a playout without a result after this many.
    """
    game_answer = None if answer is ... else answer
    winners, answered = _core.play_out(
        game,
        count,
        agents=_agents(agents),
        seat=seat,
        answer=game_answer,
        seed=seed,
        threads=threads,
        decisions=decisions,
    )
    return Playouts(np.asarray(winners, np.int8), answered)


#: Gets observations (n, ...) of those who are asked there. Returns values from -1 to 1 (n,), and perhaps how likely each id is
#: (n, actions); without, all are as likely.
ValueFunction = Callable[["Observation"], "NDArray[np.float32] | tuple[NDArray[np.float32], NDArray[np.float32]]"]


@dataclass(frozen=True)
class SearchResult:
    """What a search came to: for each id that differs from the others in meaning, how often it was tried, and its mean value.

    Attributes:
        ids, visits, values: int64, int64 and float32 (n,).
    """

    ids: NDArray[np.int64]
    visits: NDArray[np.int64]
    values: NDArray[np.float32]

    @property
    def best(self) -> int:
        """The id that was tried most, of equal ones the first."""
        return int(self.ids[np.argmax(self.visits)])


class Mcts:
    """A Monte Carlo tree search over what the player who is asked may know, with priors (PUCT).

    Each simulation deals the unknown cards again, so that nothing rests on a card that the player can't know. Positions that
    need a value are collected into a batch, and the value function is asked once for all of them.

    Args:
        value: the :data:`ValueFunction`.
        simulations: how many positions are looked at for a click.
        batch: how many values are asked for at once. With larger ones, simulations know less of each other.
        explore: how much clicks are favoured that were tried less.
        depth: how many clicks deep the tree becomes, at most.
        seed: of the deals.
    """

    def __init__(
        self,
        value: ValueFunction,
        *,
        simulations: int = 256,
        batch: int = 32,
        explore: float = 1.5,
        depth: int = 64,
        seed: int = 0,
    ) -> None:
        self.value = value
        self.simulations = simulations
        self.batch = batch
        self.explore = explore
        self.depth = depth
        self.seed = seed

    def search(self, env: VectorEnv, index: int = 0) -> SearchResult:
        """Searches for the next click in a game of an environment, which isn't changed."""
        return self.search_many(env, [index])[0]

    def search_many(self, env: VectorEnv, indices: Sequence[int]) -> list[SearchResult]:
        """Searches for the next clicks in several games at once, each by itself: positions of all of them, a batch a game, are
        shown to the value function in one call. What is found is what :meth:`search` finds if a position's value doesn't depend on those
        beside it."""
        from .envs.vector import allocate

        arrays = allocate(env.shapes, self.batch * len(indices))
        trees = []
        for place, index in enumerate(indices):
            tree = env._core.tree(index, batch=self.batch, seed=self.seed, explore=self.explore, depth=self.depth)
            own = slice(place * self.batch, (place + 1) * self.batch)
            tree.attach({name: array[own] for name, array in arrays.items()})
            trees.append(tree)
        while any(tree.simulations < self.simulations for tree in trees):
            counts = [
                tree.select(self.simulations - tree.simulations) if tree.simulations < self.simulations else 0 for tree in trees
            ]
            waiting = [(place, tree) for place, tree in enumerate(trees) if counts[place]]
            if not waiting:
                continue
            rows = np.concatenate([place * self.batch + np.arange(counts[place]) for place, _ in waiting])
            asked = self.value({name: array[rows] for name, array in arrays.items()})
            values, priors = asked if isinstance(asked, tuple) else (asked, None)
            if priors is None:
                priors = np.ones((len(rows), env.num_actions), np.float32)
            values, priors = np.ascontiguousarray(values, np.float32), np.ascontiguousarray(priors, np.float32)
            if len(waiting) == 1:
                # What is wrong with the values is told with their whole number.
                waiting[0][1].update(values, priors)
                continue
            if len(values) != len(rows) or len(priors) != len(rows):
                raise EnvError(f"{len(values)} values and {len(priors)} priors for {len(rows)} positions")
            begin = 0
            for place, tree in waiting:
                end = begin + counts[place]
                tree.update(values[begin:end], priors[begin:end])
                begin = end
        found = []
        for tree in trees:
            ids, visits, means = zip(*tree.visits())
            found.append(SearchResult(np.array(ids, np.int64), np.array(visits, np.int64), np.array(means, np.float32)))
        return found

    def __repr__(self) -> str:
        return f"Mcts({self.simulations} simulations, batches of {self.batch})"


class OnnxValue:
    """A value function in a file of ONNX; needs onnxruntime.

    The model's inputs are called as the tensors of an observation, which are given as float32, (n, ...); its first output is the value
    (n,) or (n, 1), its second one, if there is one, the priors (n, actions).
    """

    def __init__(self, model: str | PathLike[str], **options: Any) -> None:
        import onnxruntime

        self._session = onnxruntime.InferenceSession(str(model), **options)
        self._inputs = [taken.name for taken in self._session.get_inputs()]

    def __call__(self, seen: Observation) -> NDArray[np.float32] | tuple[NDArray[np.float32], NDArray[np.float32]]:
        found = self._session.run(None, {name: seen[name].astype(np.float32) for name in self._inputs})
        values = np.clip(np.asarray(found[0], np.float32).reshape(-1), -1, 1)
        return values if len(found) == 1 else (values, np.asarray(found[1], np.float32))
