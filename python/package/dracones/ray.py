"""Runs on many machines, by Ray: ranges of game numbers are tasks, and what a worker that dies has begun is played again.

Game i of a run depends on the run and i alone, so that the result has the hash of the same run on one machine. Without Ray, shards of
a manifest do the same as an array of jobs: ``dracones match manifest.json --shard auto/8``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from ._runs import DeckLike, MatchResult, hash_of, merge
from ._runs import play as _play
from ._runs import simulate as _simulate

__all__ = ["EnvActor", "Rollouts", "RunResult", "play", "rollouts", "simulate"]


def _ranges(games: int, parts: int) -> list[tuple[int, int]]:
    """Ranges of about the same length: their first numbers and lengths."""
    if games < 1 or parts < 1:
        raise ValueError(f"{games} games in {parts} parts: at least 1 of each is needed")
    parts = min(parts, games)
    ends = [games * part // parts for part in range(parts + 1)]
    return [(start, end - start) for start, end in zip(ends, ends[1:])]


@dataclass(frozen=True)
class RunResult:
    """What a batch of games came to on several machines.

    Attributes:
        batch_hash: that of the same run on one machine.
        games: the columns of the rows, in the order of their numbers, as of :class:`dracones.Simulation`.
    """

    batch_hash: str
    games: dict[str, list[Any]] = field(repr=False)

    def wins(self, seat: str) -> int:
        """How many games the seat of a letter won."""
        return self.games["winner"].count(seat)


def _simulate_part(arguments: dict[str, Any], start: int, games: int) -> dict[str, list[Any]]:
    return _simulate(**arguments, start=start, games=games, threads=1).games.to_pydict()


def simulate(
    decks: DeckLike | Sequence[DeckLike], *, games: int = 1000, parts: int = 16, retries: int = 3, **options: Any
) -> RunResult:
    """:func:`dracones.simulate` in parts, each a task of one thread.

    Args:
        decks, games, options: as for :func:`dracones.simulate`.
        parts: into how many ranges the games are divided.
        retries: how often a part is begun again whose worker died.
    """
    task = ray.remote(_simulate_part).options(max_retries=retries, name="dracones_simulate")
    arguments = {"decks": decks, **options}
    columns = ray.get([task.remote(arguments, start, count) for start, count in _ranges(games, parts)])
    whole = {name: [cell for part in columns for cell in part[name]] for name in columns[0]}
    return RunResult(hash_of(zip(whole["index"], whole["hash"])), whole)


def _play_shard(manifest: str, shard: str, cards: Any) -> list[str]:
    return _play(manifest, shard=shard, threads=1, cards=cards).rows


def play(manifest: str, *, shards: int = 16, retries: int = 3, cards: Any = None) -> MatchResult:
    """:func:`dracones.play` in shards, each a task of one thread. The result has the hash of the run on one machine.

    Args:
        manifest: of :func:`dracones.make_manifest`.
        shards: how many.
        retries: how often a shard is begun again whose worker died.
        cards: further cards, as for :func:`dracones.play`.
    """
    task = ray.remote(_play_shard).options(max_retries=retries, name="dracones_play")
    rows = ray.get([task.remote(manifest, f"{shard + 1}/{shards}", cards) for shard in range(shards)])
    return merge(manifest, rows)


#: Gets observations (N, ...), the numbers of the games (N,) and how many clicks each of them has had (N,); returns ids (N,). For results
#: that don't depend on the parts, an id should follow from its own row alone.
Policy = Callable[[dict[str, NDArray[Any]], NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]


@dataclass(frozen=True)
class Rollouts:
    """Games that a policy has played, in the order of their numbers.

    Attributes:
        games: int64 (n,): their numbers.
        rewards: float32 (n, seats).
        clicks: int64 (n,).
        truncated: bool (n,).
        hashes: uint64 (n,): over the clicks of each game.
    """

    games: NDArray[np.int64]
    rewards: NDArray[np.float32]
    clicks: NDArray[np.int64]
    truncated: NDArray[np.bool_]
    hashes: NDArray[np.uint64]


class _Env:
    """An environment that plays ranges of game numbers; :data:`EnvActor` is its actor."""

    def __init__(self, decks: Any, options: dict[str, Any]) -> None:
        from .envs import VectorEnv

        self._env = VectorEnv(decks, **options)

    def play(self, policy: Policy, start: int, count: int) -> list[tuple[int, list[float], int, bool, int]]:
        """Plays the games from ``start`` on: number, rewards, clicks, truncated, hash of each."""
        env = self._env
        seen = env.reset(start=start)
        clicks = np.zeros(env.num_envs, np.int64)
        hashes = np.full(env.num_envs, 1469598103934665603, np.uint64)
        done: dict[int, tuple[int, list[float], int, bool, int]] = {}
        while len(done) < count:
            ids = np.asarray(policy(seen, env.game, clicks), np.int64)
            before = env.game.copy()
            clicks += 1
            hashes = (hashes ^ ids.astype(np.uint64)) * np.uint64(1099511628211)
            seen, rewards, terminated, truncated = env.step(ids)
            for place in np.flatnonzero(terminated | truncated):
                number = int(before[place])
                if number < start + count:
                    result = rewards[place].tolist()
                    done[number] = (number, result, int(clicks[place]), bool(truncated[place]), int(hashes[place]))
                clicks[place] = 0
                hashes[place] = 1469598103934665603
        return [done[number] for number in sorted(done)]


#: The actor that holds an environment: ``EnvActor.remote(decks, options)``, and then ``actor.play.remote(policy, start, count)``.
EnvActor = ray.remote(_Env)


def rollouts(
    policy: Policy,
    decks: DeckLike | Sequence[DeckLike],
    *,
    games: int,
    actors: int = 2,
    parts: int = 16,
    retries: int = 3,
    **options: Any,
) -> Rollouts:
    """Plays games of a policy in environments that actors hold.

    Args:
        policy: the :data:`Policy`; it is sent to the actors.
        games: how many, from number 0.
        actors: how many environments.
        parts: into how many ranges the games are divided.
        retries: how often an actor is begun again, and a range with it.
        decks, options: as for :class:`dracones.envs.VectorEnv`.
    """
    kind = EnvActor.options(max_restarts=retries, max_task_retries=retries)
    held: list[Any] = [kind.remote(decks, options) for _ in range(actors)]
    shared = ray.put(policy)
    asked = [
        held[place % actors].play.remote(shared, start, count)
        for place, (start, count) in enumerate(_ranges(games, parts))
    ]
    rows = [row for part in ray.get(asked) for row in part]
    for actor in held:
        ray.kill(actor)
    numbers, rewards, clicks, truncated, hashes = zip(*rows)
    return Rollouts(
        np.array(numbers, np.int64),
        np.array(rewards, np.float32),
        np.array(clicks, np.int64),
        np.array(truncated, bool),
        np.array(hashes, np.uint64),
    )
