"""What environments cost beside the engine: pairs of measurements in turn, medians of their ratios.

    python python/benches/envs.py [--games 8 64] [--pairs 7] [--threads 1] [--decks vanilla]

The bare engine is `dracones.simulate` with random agents. Environments are stepped by random ids, which are chosen outside of what is
timed. Time is processor time of all threads; with `--wall` it is that of the clock, for a machine that has nothing else to do.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import dracones
import numpy as np
from dracones.envs import VectorEnv, random_actions, raw_env


def engine(decks: str, threads: int, games: int, seed: int, clock: Callable[[], float]) -> float:
    """Decisions a second of the bare engine."""
    begin = clock()
    found = dracones.simulate(decks, agents="random", games=games, seed=seed, threads=threads)
    return sum(found.games.to_pydict()["decisions"]) / (clock() - begin)


def vector(env: VectorEnv, steps: int, rng: np.random.Generator, clock: Callable[[], float]) -> float:
    """Clicks a second of an environment."""
    taken = 0.0
    for _ in range(steps):
        ids = random_actions(env.observations["action_mask"], rng)
        begin = clock()
        env.step(ids)
        taken += clock() - begin
    return steps * env.num_envs / taken


def single(env: raw_env, steps: int, rng: np.random.Generator, clock: Callable[[], float]) -> float:
    """Seconds of a step of PettingZoo with `last()`."""
    taken = 0.0
    env.reset()
    seen = env.last()[0]
    for _ in range(steps):
        ids = np.flatnonzero(seen["action_mask"])
        action = int(ids[rng.integers(len(ids))])
        begin = clock()
        env.step(action)
        seen, _, over, cut, _ = env.last()
        taken += clock() - begin
        if over or cut:
            env.reset()
            seen = env.last()[0]
    return taken / steps


def decisions_a_click(decks: str, rng: np.random.Generator) -> float:
    """How many decisions are answered a click: those with a single answer are answered without one, others take several."""
    env = VectorEnv(decks, envs=32, seed=5, autoreset=False)
    env.reset()
    clicks = 0
    while (env.seat >= 0).all():
        env.step(random_actions(env.observations["action_mask"], rng))
        clicks += 32
    return sum(env.fork(place).decisions for place in range(32)) / clicks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs="*", default=[8, 64], help="sizes of environments")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--decks", default="vanilla")
    parser.add_argument("--clicks", type=int, default=40_000, help="of each measurement")
    parser.add_argument("--wall", action="store_true", help="by the clock")
    arguments = parser.parse_args()
    clock = time.perf_counter if arguments.wall else time.process_time
    rng = np.random.default_rng(1)
    share = decisions_a_click(arguments.decks, rng)
    print(f"{arguments.decks}, {arguments.threads} threads: {share:.2f} decisions a click")

    def bare(pair: int) -> float:
        return engine(arguments.decks, arguments.threads, 600, pair, clock)

    for games in arguments.games:
        env = VectorEnv(arguments.decks, envs=games, seed=3, threads=arguments.threads)
        env.reset()
        vector(env, 20_000 // games, rng, clock)
        pairs = [(bare(pair), vector(env, arguments.clicks // games, rng, clock)) for pair in range(arguments.pairs)]
        ratios = sorted(clicks / decisions for decisions, clicks in pairs)
        engines, clicks = (statistics.median(column) for column in zip(*pairs))
        print(
            f"{games:4} games: {clicks:8,.0f} clicks a second, bare engine {engines:8,.0f} decisions: "
            f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f}); "
            f"by decisions {statistics.median(ratios) * share:.3f}"
        )
    zoo = raw_env(arguments.decks, seed=3)
    single(zoo, 4_000, rng, clock)
    pairs = [(1 / bare(pair), single(zoo, arguments.clicks // 2, rng, clock)) for pair in range(arguments.pairs)]
    beyond = sorted(1e6 * (step - decision) for decision, step in pairs)
    print(
        f"step of PettingZoo with last(): {1e6 * statistics.median(step for _, step in pairs):.1f} us, "
        f"{statistics.median(beyond):.1f} beyond the engine ({beyond[0]:.1f} to {beyond[-1]:.1f})"
    )


if __name__ == "__main__":
    main()
