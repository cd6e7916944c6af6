"""A policy in NumPy that learns to play `vanilla`: first from the greedy agent's clicks, then by playing against it.

    python python/examples/learn.py [--minutes 16] [--games 400] [--out curve.csv]

The policy scores each id that is offered by a small network over features of the id, of the objects that it names, and of the
table; so it has no idea of particular cards. First it imitates the greedy agent in games that it plays itself, then it is improved by its
results against that agent (PPO). Seeds are fixed; how many updates fit into the minutes depends on the machine.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from dracones.envs import VectorEnv, schema

SCHEMA = schema()
T = {field.name: place for place, field in enumerate(SCHEMA.fields["tokens"])}
P = {field.name: place for place, field in enumerate(SCHEMA.fields["players"])}
G = {field.name: place for place, field in enumerate(SCHEMA.fields["global"])}
KINDS = len(SCHEMA.kinds)
FORMS, STEPS = 7, 13
HAND, BATTLEFIELD = 1, 2
CREATURE, LAND = 4, 64


def features(seen: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Features of each id that is offered (M, F) with its place (rows, ids), and features of each table (N, S)."""
    used = int(seen["token_mask"].sum(axis=1).max())
    tokens = seen["tokens"][:, :used].astype(np.float32)
    there = seen["token_mask"][:, :used] != 0
    count = len(tokens)

    def column(name: str) -> np.ndarray:
        return tokens[:, :, T[name]]

    types = seen["tokens"][:, :used, T["types"]]
    own = column("controller") == 0
    field = there & (column("zone") == BATTLEFIELD)
    creature, land = field & (types & CREATURE != 0), field & (types & LAND != 0)
    hand = there & (column("zone") == HAND) & own
    ready = creature & (column("tapped") == 0)
    power, toughness = column("power"), column("toughness") - column("damage")
    attacking = creature & (column("attacks_player") >= 0)
    unblocked = attacking & (column("picked") == 0)

    def total(mask: np.ndarray, values: np.ndarray | float = 1.0) -> np.ndarray:
        return (mask * values).sum(axis=1)

    def most(mask: np.ndarray, values: np.ndarray) -> np.ndarray:
        return np.where(mask, values, 0).max(axis=1, initial=0)

    players = seen["players"].astype(np.float32)
    life = players[:, :2, P["life"]]
    mine, other = creature & own, creature & ~own
    table = np.stack(
        [
            life[:, 0] / 10,
            life[:, 1] / 10,
            players[:, 0, P["hand"]] / 4,
            players[:, 1, P["hand"]] / 4,
            players[:, 0, P["library"]] / 30,
            players[:, 0, P["mulligans"]],
            players[:, 0, P["lands_played"]],
            total(land & own) / 4,
            total(land & ~own) / 4,
            total(land & own & (column("tapped") == 0)) / 4,
            total(hand & (types & LAND != 0)) / 3,
            total(hand & (types & CREATURE != 0)) / 3,
            total(mine) / 3,
            total(other) / 3,
            total(mine, power) / 8,
            total(other, power) / 8,
            total(mine, toughness) / 8,
            total(other, toughness) / 8,
            total(ready & own) / 3,
            total(ready & ~own) / 3,
            total(ready & own, power) / 8,
            total(ready & ~own, power) / 8,
            most(ready & ~own, power) / 4,
            most(ready & ~own, toughness) / 4,
            most(ready & own, power) / 4,
            most(ready & own, toughness) / 4,
            total(attacking, power) / 8,
            (total(attacking & ~own, power) - life[:, 0]) / 10,
            (total(ready & own & (column("sick") == 0), power) - life[:, 1]) / 10,
            (total(ready & ~own, power) - life[:, 0]) / 10,
            total(attacking) / 3,
            total(there & (column("picked") > 0)) / 2,
            seen["global"][:, G["active"]] == 0,
            np.minimum(seen["global"][:, G["turn"]], 30) / 15,
        ],
        axis=1,
    ).astype(np.float32)
    form = np.eye(FORMS + 1, dtype=np.float32)[seen["global"][:, G["form"]] + 1]
    step = np.eye(STEPS, dtype=np.float32)[seen["global"][:, G["step"]]]
    state = np.concatenate([table, form, step], axis=1)

    rows, ids = np.nonzero(seen["action_mask"])
    actions = seen["actions"][rows, ids]
    kind = np.eye(KINDS, dtype=np.float32)[actions[:, 0]]

    def named(places: np.ndarray) -> np.ndarray:
        """Features of the objects that ids name."""
        known = places >= 0
        at = tokens[rows, np.where(known, places, 0)]
        size, health = at[:, T["power"]], at[:, T["toughness"]] - at[:, T["damage"]]
        # Who of the others could fight with it.
        foes = np.where((at[:, T["controller"]] == 0)[:, None], (ready & ~own)[rows], (ready & own)[rows])
        kills = foes & (power[rows] >= health[:, None])
        dies = foes & (toughness[rows] <= size[:, None])
        found = np.stack(
            [
                np.ones(len(rows)),
                size / 4,
                health / 4,
                at[:, T["mana_value"]] / 4,
                at[:, T["controller"]] == 0,
                at[:, T["tapped"]],
                at[:, T["picked"]],
                (at[:, T["types"]].astype(int) & LAND) != 0,
                foes.sum(axis=1) / 3,
                kills.sum(axis=1) / 3,
                (kills & ~dies).sum(axis=1) / 3,
                dies.sum(axis=1) / 3,
                (dies & ~kills).sum(axis=1) / 3,
                kills.any(axis=1),
                (kills & ~dies).any(axis=1),
                dies.any(axis=1),
            ],
            axis=1,
        ).astype(np.float32)
        return found * known[:, None]

    one, two = actions[:, 1].astype(int), actions[:, 2].astype(int)
    first, second = named(one), named(two)
    both = (one >= 0) & (two >= 0)
    a, b = tokens[rows, np.maximum(one, 0)], tokens[rows, np.maximum(two, 0)]
    a_dies = b[:, T["power"]] >= a[:, T["toughness"]] - a[:, T["damage"]]
    b_dies = a[:, T["power"]] >= b[:, T["toughness"]] - b[:, T["damage"]]
    pair = np.stack([a_dies & b_dies, a_dies & ~b_dies, ~a_dies & b_dies, ~a_dies & ~b_dies], axis=1) * both[:, None]
    same = ((two[:, None] == column("blocks")[rows].astype(int)) & field[rows]).sum(axis=1) * (two >= 0)
    value = np.clip(actions[:, 4:5], -5, 20) / 5
    lethal = (total(unblocked & ~own, power) >= life[:, 0])[rows]
    found = np.concatenate(
        [kind, first, second, pair, same[:, None], lethal[:, None], value], axis=1, dtype=np.float32
    )
    return np.concatenate([found, state[rows]], axis=1), rows, ids, state


class Net:
    """Two hidden layers and a score, learned by Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        sizes = [inputs, hidden, hidden, 1]
        self.weights: list[np.ndarray] = []
        for place, (above, below) in enumerate(zip(sizes, sizes[1:])):
            scale = 0.1 if place == 2 else np.sqrt(2 / above)
            self.weights += [rng.normal(0, scale, (above, below)).astype(np.float32), np.zeros(below, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, x: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray]]:
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(x @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return (two @ w3 + b3)[:, 0], (x, one, two)

    def learn(self, kept: tuple[np.ndarray, np.ndarray, np.ndarray], slope: np.ndarray, rate: float) -> None:
        """Follows the gradient of a loss by the scores."""
        x, one, two = kept
        _, _, w2, _, w3, _ = self.weights
        slope = slope[:, None].astype(np.float32)
        below = (slope @ w3.T) * (two > 0)
        above = (below @ w2.T) * (one > 0)
        slopes = [x.T @ above, above.sum(0), one.T @ below, below.sum(0), two.T @ slope, slope.sum(0)]
        norm = np.sqrt(sum(float((s * s).sum()) for s in slopes))
        scale = min(1.0, 1.0 / (norm + 1e-8))
        self.updates += 1
        for weight, (first, second), s in zip(self.weights, self.moments, slopes):
            s = s * scale
            first += 0.1 * (s - first)
            second += 0.001 * (s * s - second)
            corrected = first / (1 - 0.9**self.updates), second / (1 - 0.999**self.updates)
            weight -= rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)


def softmax(scores: np.ndarray, rows: np.ndarray, count: int) -> np.ndarray:
    """Probabilities among the scores of each row. Rows ascend and each has some."""
    starts = np.searchsorted(rows, np.arange(count))
    high = np.maximum.reduceat(scores, starts)
    e = np.exp(scores - high[rows])
    return e / np.add.reduceat(e, starts)[rows]


def choose(chances: np.ndarray, rows: np.ndarray, count: int, rng: np.random.Generator | None) -> np.ndarray:
    """The place of one score of each row: at random by its chance, or the likeliest."""
    noise = 0.0 if rng is None else rng.gumbel(size=len(chances))
    keys = np.log(chances + 1e-12) + noise
    best = np.lexsort((-keys, rows))
    return best[np.searchsorted(rows, np.arange(count))]


def evaluate(net: Net, opponent: str, games: int, threads: int) -> float:
    """The share of games that the likeliest clicks win; each seat begins in half of them. Draws count one half."""
    count = min(games, 100)
    env = VectorEnv("vanilla", envs=count, seed=10_007, opponent=opponent, threads=threads)
    seen, points, done = env.reset(), 0.0, 0
    while done < games:
        x, rows, ids, _ = features(seen)
        place = choose(softmax(net.forward(x)[0], rows, count), rows, count, None)
        before, seat = env.game.copy(), env.seat.copy()
        seen, rewards, terminated, truncated = env.step(ids[place])
        for over in np.flatnonzero((terminated | truncated) & (before < games)):
            points += 0.5 + 0.5 * float(rewards[over, seat[over]])
            done += 1
    return points / games


def imitate(net: Net, until: float, threads: int, rng: np.random.Generator) -> None:
    """Learns the greedy agent's clicks, in games that are played partly by the policy itself."""
    count = 128
    env = VectorEnv("vanilla", envs=count, seed=1, opponent="greedy", threads=threads)
    seen = env.reset()
    begin = time.time()
    while time.time() < until:
        part = min((time.time() - begin) / max(until - begin, 1), 1.0)
        batch = []
        for _ in range(8):
            advice = env.advise("greedy")
            x, rows, ids, _ = features(seen)
            chances = softmax(net.forward(x)[0], rows, count)
            own = ids[choose(chances, rows, count, rng)]
            batch.append((x, rows, ids == advice[rows], advice))
            seen, *_ = env.step(np.where((rng.random(count) < part) | (advice < 0), own, advice))
        x = np.concatenate([b[0] for b in batch])
        rows = np.concatenate([b[1] + count * n for n, b in enumerate(batch)])
        wanted = np.concatenate([b[2] for b in batch])
        known = np.concatenate([b[3] for b in batch]) >= 0
        for _ in range(2):
            scores, kept = net.forward(x)
            slope = (softmax(scores, rows, count * 8) - wanted) * known[rows] / known.sum()
            net.learn(kept, slope, 2e-3 * (1 - 0.8 * part))


def improve(
    net: Net, critic: Net, until: float, threads: int, rng: np.random.Generator, tell: Callable[[int], None]
) -> None:
    """Proximal policy optimisation against the greedy agent."""
    count, length, discount, trace = 128, 48, 0.998, 0.95
    env = VectorEnv("vanilla", envs=count, seed=2, opponent="greedy", threads=threads)
    seen, begin, update = env.reset(), time.time(), 0
    while time.time() < until:
        left = max(1 - (time.time() - begin) / max(until - begin, 1), 0.05)
        steps = []
        for _ in range(length):
            x, rows, ids, state = features(seen)
            chances = softmax(net.forward(x)[0], rows, count)
            place = choose(chances, rows, count, rng)
            value = critic.forward(state)[0]
            seat = env.seat.copy()
            seen, rewards, terminated, truncated = env.step(ids[place])
            steps.append((x, rows, place, chances[place], state, value, rewards[np.arange(count), seat], terminated | truncated))
        last = critic.forward(features(seen)[3])[0]
        gains, gain = np.zeros((length, count), np.float32), np.zeros(count, np.float32)
        for n in reversed(range(length)):
            *_, value, reward, over = steps[n]
            on = 1.0 - over
            gain = reward + discount * last * on - value + discount * trace * on * gain
            gains[n], last = gain, value
        values = np.stack([step[5] for step in steps])
        returns = gains + values
        scaled = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(2):
            order = rng.permutation(length)
            for part in np.array_split(order, 4):
                x = np.concatenate([steps[n][0] for n in part])
                rows = np.concatenate([steps[n][1] + count * k for k, n in enumerate(part)])
                starts = np.cumsum([0, *(len(steps[n][0]) for n in part[:-1])])
                place = np.concatenate([steps[n][2] + start for n, start in zip(part, starts)])
                old = np.concatenate([steps[n][3] for n in part])
                better = scaled[part].reshape(-1)
                scores, kept = net.forward(x)
                chances = softmax(scores, rows, count * len(part))
                ratio = chances[place] / (old + 1e-8)
                inside = np.where(better > 0, ratio < 1.2, ratio > 0.8)
                push = better * ratio * inside / len(old)
                slope = chances * push[rows]
                slope[place] -= push
                # A little for keeping other clicks possible.
                logs = np.log(chances + 1e-8)
                entropy = np.add.reduceat(-chances * logs, np.searchsorted(rows, np.arange(count * len(part))))
                slope += 0.003 * chances * (logs + entropy[rows]) / len(old)
                net.learn(kept, slope, 6e-4 * left)
                state = np.concatenate([steps[n][4] for n in part])
                value, kept = critic.forward(state)
                critic.learn(kept, (value - returns[part].reshape(-1)) / len(value), 1e-3 * left)
        update += 1
        tell(update)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=16.0, help="how long to learn")
    parser.add_argument("--games", type=int, default=400, help="of the evaluation against each opponent")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write the curve to this CSV file")
    arguments = parser.parse_args()
    rng = np.random.default_rng(7)
    probe = VectorEnv("vanilla", envs=2, seed=0)
    x, _, _, state = features(probe.reset())
    net, critic = Net(x.shape[1], 96, rng), Net(state.shape[1], 64, rng)
    begin, curve = time.time(), []

    def tell(stage: str) -> None:
        score = evaluate(net, "greedy", min(arguments.games, 200), arguments.threads)
        curve.append(((time.time() - begin) / 60, stage, score))
        print(f"{curve[-1][0]:5.1f} min  {stage:12}  {100 * score:5.1f} % against greedy", flush=True)

    tell("nothing")
    imitate(net, begin + 60 * arguments.minutes * 0.25, arguments.threads, rng)
    tell("imitation")
    improve(
        net,
        critic,
        begin + 60 * arguments.minutes,
        arguments.threads,
        rng,
        lambda update: tell(f"update {update}") if update % 60 == 0 else None,
    )
    for opponent in ("random", "greedy"):
        score = evaluate(net, opponent, arguments.games, arguments.threads)
        print(f"{arguments.games} games against {opponent}: {100 * score:.1f} %", flush=True)
        curve.append(((time.time() - begin) / 60, f"final, {opponent}", score))
    if arguments.out:
        with arguments.out.open("w", newline="") as file:
            csv.writer(file).writerows([("minutes", "stage", "score"), *curve])


if __name__ == "__main__":
    main()
