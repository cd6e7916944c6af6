"""A policy in NumPy that learns to play `vanilla`: first from the greedy agent's clicks, then by playing against it.

    python python/examples/learn.py [--updates 300] [--games 400] [--out curve.csv]

The policy scores each id that is offered by a small network over features of the table, of the id, and of the objects that it names;
so it has no idea of particular cards. First it imitates the greedy agent in games that it plays partly itself, then it is improved by its
results against that agent (PPO). Two processes play and average their gradients. Seeds and the number of updates are fixed, so that a
second run learns the same.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Each process computes on a core of its own.
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np  # noqa: E402
from dracones.envs import VectorEnv, schema  # noqa: E402

SCHEMA = schema()
T, P, G = ({field.name: place for place, field in enumerate(SCHEMA.fields[name])} for name in ("tokens", "players", "global"))
KINDS = len(SCHEMA.kinds)
BLOCK, ATTACK = SCHEMA.kinds.index("block"), SCHEMA.kinds.index("attack")
FORMS, STEPS = 8, 13
HAND, BATTLEFIELD, CREATURE, LAND = 1, 2, 4, 64
READY, SICK, TAPPED, ATTACKS, BLOCKED, BLOCKS = range(6)
SIZES = 6
"""Powers and mana values are told apart from 0 to 5 and more."""
COLUMNS = ("zone", "controller", "types", "power", "toughness", "damage", "tapped", "sick", "picked", "attacks_player")
COLUMNS += ("blocked", "blocks", "mana_value")


@dataclass
class Seen:
    """What the policy sees: ids that are offered, and tables.

    Attributes:
        table: float32 (N, S): features of the tables.
        offered: float32 (M, A): features of the ids that are offered.
        rows, ids: int64 (M,): whose they are, ascending, and which.
    """

    table: np.ndarray
    offered: np.ndarray
    rows: np.ndarray
    ids: np.ndarray


class Eyes:
    """Makes features of observations, and remembers which blocks have been clicked of an answer that isn't whole."""

    def __init__(self, count: int, tokens: int) -> None:
        self.clicked = np.full((count, tokens), -1, np.int64)

    def note(self, seen: dict[str, np.ndarray], ids: np.ndarray) -> None:
        """Call it before a step."""
        at = np.arange(len(ids))
        action = seen["actions"][at, ids]
        blocks = np.flatnonzero(action[:, 0] == BLOCK)
        self.clicked[blocks, action[blocks, 1]] = action[blocks, 2]

    def see(self, seen: dict[str, np.ndarray]) -> Seen:
        glob, players, every = seen["global"], seen["players"].astype(np.float32), seen["tokens"]
        count = len(glob)
        self.clicked[glob[:, G["clicks"]] == 0] = -1
        # Battlefield, stack and hand come first.
        zone = every[:, :, T["zone"]]
        there = (seen["token_mask"] != 0) & ((zone == BATTLEFIELD) | (zone == HAND))
        used = int(np.flatnonzero(there.any(axis=0)).max(initial=0)) + 1
        there = there[:, :used]
        c = {name: every[:, :used, T[name]].astype(np.int32) for name in COLUMNS}
        own = c["controller"] == 0
        field = there & (c["zone"] == BATTLEFIELD)
        creature, land = field & (c["types"] & CREATURE != 0), c["types"] & LAND != 0
        power, health = c["power"], c["toughness"] - c["damage"]
        size = np.clip(power, 0, SIZES - 1)
        base = np.arange(count)[:, None] * used

        # Who blocks whom, in declared blocks and in those that were clicked.
        blocks = np.where(c["blocks"] >= 0, c["blocks"], np.where(c["picked"] > 0, self.clicked[:, :used], -1))
        blocking = creature & (blocks >= 0) & (blocks < used)
        target = (base + blocks)[blocking]
        on_count = np.bincount(target, minlength=count * used).reshape(count, used)
        on_power = np.bincount(target, power[blocking], count * used).reshape(count, used)
        on_health = np.bincount(target, health[blocking], count * used).reshape(count, used)

        attacks = creature & ((c["attacks_player"] >= 0) | ((c["picked"] > 0) & own & (glob[:, G["active"]] == 0)[:, None]))
        stopped = attacks & ((c["blocked"] != 0) | (on_count > 0))
        status = np.select(
            [stopped, attacks, blocking, c["tapped"] != 0, c["sick"] != 0], [BLOCKED, ATTACKS, BLOCKS, TAPPED, SICK], READY
        )
        # How many there are of each sort: creatures by side, status and size; lands; cards in hand.
        kinds = 2 * 6 * SIZES + 4 + 1 + SIZES
        sort = np.where(own, 0, 6 * SIZES) + status * SIZES + size
        sort = np.where(creature, sort, 2 * 6 * SIZES + 2 * ~own + (c["tapped"] != 0))
        in_hand = there & (c["zone"] == HAND)
        cost = np.clip(c["mana_value"], 0, SIZES - 1)
        sort = np.where(in_hand, 2 * 6 * SIZES + 4 + np.where(land, 0, 1 + cost), sort)
        counted = (creature | (field & land) | (in_hand & own)).ravel()
        sorts = (np.arange(count)[:, None] * kinds + sort).ravel()[counted]
        counts = np.bincount(sorts, minlength=count * kinds).reshape(count, kinds).astype(np.float32)

        sides = counts[:, : 2 * 6 * SIZES].reshape(count, 2, 6, SIZES)
        weights = np.arange(SIZES, dtype=np.float32)
        force = sides @ weights
        numbers = sides.sum(axis=3)
        life = players[:, :2, P["life"]]
        coming = force[:, 1, ATTACKS]
        going = force[:, 0, ATTACKS]
        defenders = numbers[:, :, READY] + numbers[:, :, SICK]
        summary = [
            life / 8,
            np.minimum(life, 6) / 3,
            players[:, :2, P["hand"]] / 3,
            players[:, :2, P["library"]] / 20,
            np.minimum(players[:, :2, P["library"]], 5) / 3,
            players[:, 0, [P["mulligans"], P["lands_played"]]],
            defenders / 3,
            (defenders[:, 0] - numbers[:, 1, READY] - numbers[:, 1, TAPPED] - numbers[:, 1, SICK])[:, None] / 3,
            (defenders[:, 1] - numbers[:, 0, READY])[:, None] / 3,
            (force[:, :, READY] + force[:, :, SICK]) / 8,
            (force[:, :, READY] + force[:, :, SICK] + force[:, :, TAPPED]) / 8,
            (force[:, 0, READY] - life[:, 1])[:, None] / 8,
            (force[:, 1, READY] + force[:, 1, TAPPED] + force[:, 1, SICK] - life[:, 0])[:, None] / 8,
            (coming - life[:, 0])[:, None] / 8,
            (going - life[:, 1])[:, None] / 8,
            (coming >= life[:, 0])[:, None],
            (going >= life[:, 1])[:, None],
            np.minimum(glob[:, [G["turn"]]], 30) / 15,
            (glob[:, G["active"]] == 0)[:, None],
            np.eye(FORMS)[glob[:, G["form"]] + 1],
            np.eye(STEPS)[glob[:, G["step"]]],
        ]
        table = np.concatenate([counts / 2, np.minimum(counts, 1), *summary], axis=1, dtype=np.float32)

        rows, ids = np.nonzero(seen["action_mask"])
        action = seen["actions"][rows, ids].astype(np.int32)
        starts = np.searchsorted(rows, np.arange(count + 1))
        skipped, left = np.arange(len(rows)) - starts[rows], starts[rows + 1] - np.arange(len(rows)) - 1
        # How many of those who could fight have at least a power, or at most a health.
        limits = 10
        foes = creature & (status <= SICK)
        strong, weak = (
            np.bincount(
                ((np.arange(count)[:, None] * 2 + own) * limits + np.clip(values, 0, limits - 1))[foes],
                minlength=count * 2 * limits,
            ).reshape(count, 2, limits)
            for values in (power, health)
        )
        strong = strong[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
        weak = weak.cumsum(axis=2)

        def named(place: np.ndarray) -> list[np.ndarray]:
            """Features of objects that ids name."""
            known = (place >= 0) & (place < used)
            at = rows, np.where(known, place, 0)
            side = own[at].astype(np.int32)
            foe = rows, 1 - side
            kills = strong[(*foe, np.clip(health[at], 0, limits - 1))]
            dies = weak[(*foe, np.clip(power[at], 0, limits - 1))]
            looks = [
                np.eye(SIZES)[size[at]] * creature[at][:, None],
                np.eye(SIZES)[cost[at]] * in_hand[at][:, None],
                np.stack(
                    [
                        np.ones(len(rows)), side, land[at], power[at] / 4, health[at] / 4, c["tapped"][at], status[at] == ATTACKS,
                        stopped[at], c["picked"][at], kills / 3, kills > 0, dies / 3, dies > 0, on_count[at] / 2,
                        on_power[at] / 4, on_power[at] >= health[at], on_health[at] <= power[at],
                    ],
                    axis=1,
                ),
            ]  # fmt: skip
            return [look * known[:, None] for look in looks]

        one, two = action[:, 1], action[:, 2]
        a, b = (rows, np.clip(one, 0, used - 1)), (rows, np.clip(two, 0, used - 1))
        both = (one >= 0) & (two >= 0)
        saved = np.where(on_count[b] == 0, power[b], 0) * (action[:, 0] == BLOCK)
        added = power[a] * (action[:, 0] == ATTACK)
        value = action[:, 4]
        pair = np.stack(
            [
                both & (power[a] >= health[b]),
                both & (power[b] >= health[a]),
                both & (power[a] >= health[b]) & (power[b] < health[a]),
                both & (power[a] + on_power[b] >= health[b]),
                both & (on_power[b] < health[b]) & (power[a] + on_power[b] >= health[b]),
                both & (on_power[b] >= health[b]),
                both & (power[b] >= health[a] + on_health[b]),
                (coming[rows] - saved - life[rows, 0]) / 8,
                coming[rows] - saved >= life[rows, 0],
                (saved > 0) & (coming[rows] >= life[rows, 0]) & (coming[rows] - saved < life[rows, 0]),
                (going[rows] + added - life[rows, 1]) / 8,
                going[rows] + added >= life[rows, 1],
                skipped / 4,
                left / 4,
                (skipped > 0) & (one >= 0),
                np.clip(value, -5, 20) / 5,
                value == 0,
                (one >= 0) & (value >= health[a]),
            ],
            axis=1,
        )
        kind = np.eye(KINDS)[action[:, 0]]
        offered = np.concatenate([kind, *named(one), *named(two), pair], axis=1, dtype=np.float32)
        return Seen(table, offered, rows, ids)


class Weights:
    """Weights of a network in one vector, learned by Adam."""

    def __init__(self, shapes: list[tuple[int, ...]], rng: np.random.Generator) -> None:
        sizes = [int(np.prod(shape)) for shape in shapes]
        self.all, self.slopes = np.zeros(sum(sizes), np.float32), np.zeros(sum(sizes), np.float32)
        self.first, self.second, self.updates = np.zeros_like(self.all), np.zeros_like(self.all), 0
        ends = np.cumsum(sizes)
        self.parts, self.slope = ([v[end - n : end].reshape(s) for end, n, s in zip(ends, sizes, shapes)] for v in (self.all, self.slopes))
        for part in self.parts:
            if part.ndim == 2:
                scale = 0.1 if part.shape[1] == 1 else np.sqrt(2 / part.shape[0])
                part[:] = rng.normal(0, scale, part.shape)

    def step(self, slopes: np.ndarray, rate: float, limit: float = 0.5) -> None:
        """Follows slopes, shortened to a length of `limit`."""
        slopes = slopes * min(1.0, limit / (float(np.sqrt(slopes @ slopes)) + 1e-8))
        self.updates += 1
        self.first += 0.1 * (slopes - self.first)
        self.second += 0.001 * (slopes * slopes - self.second)
        first, second = self.first / (1 - 0.9**self.updates), self.second / (1 - 0.999**self.updates)
        self.all -= rate * first / (np.sqrt(second) + 1e-8)


class Policy(Weights):
    """Scores ids: a layer over the table, one over it and the id, another one, and the score."""

    def __init__(self, table: int, offered: int, rng: np.random.Generator, hidden: int = 128, last: int = 64) -> None:
        shapes = [(table, hidden), (hidden,), (hidden, hidden), (offered, hidden), (hidden,), (hidden, last), (last,), (last, 1)]
        super().__init__(shapes, rng)

    def scores(self, seen: Seen) -> tuple[np.ndarray, Any]:
        w0, b0, wt, wa, b1, w2, b2, w3 = self.parts
        base = np.maximum(seen.table @ w0 + b0, 0)
        one = np.maximum(seen.offered @ wa + (base @ wt + b1)[seen.rows], 0)
        two = np.maximum(one @ w2 + b2, 0)
        return (two @ w3)[:, 0], (seen, base, one, two)

    def backward(self, kept: Any, slope: np.ndarray) -> None:
        """Sets the slopes of the weights by those of the scores."""
        seen, base, one, two = kept
        w0, b0, wt, wa, b1, w2, b2, w3 = self.parts
        slope = slope[:, None].astype(np.float32)
        d2 = (slope @ w3.T) * (two > 0)
        d1 = (d2 @ w2.T) * (one > 0)
        each = np.add.reduceat(d1, np.searchsorted(seen.rows, np.arange(len(base))))
        d0 = (each @ wt.T) * (base > 0)
        found = seen.table.T @ d0, d0.sum(0), base.T @ each, seen.offered.T @ d1, d1.sum(0), one.T @ d2, d2.sum(0), two.T @ slope
        for place, part in zip(self.slope, found):
            place[:] = part


class Critic(Weights):
    """What a table is worth for the one who looks at it, from -1 to 1."""

    def __init__(self, table: int, rng: np.random.Generator, hidden: int = 128, last: int = 64) -> None:
        super().__init__([(table, hidden), (hidden,), (hidden, last), (last,), (last, 1), (1,)], rng)

    def values(self, table: np.ndarray) -> tuple[np.ndarray, Any]:
        w1, b1, w2, b2, w3, b3 = self.parts
        one = np.maximum(table @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return np.tanh((two @ w3 + b3)[:, 0]), (table, one, two)

    def backward(self, kept: Any, values: np.ndarray, slope: np.ndarray) -> None:
        table, one, two = kept
        _, _, w2, _, w3, _ = self.parts
        slope = (slope * (1 - values * values))[:, None].astype(np.float32)
        d2 = (slope @ w3.T) * (two > 0)
        d1 = (d2 @ w2.T) * (one > 0)
        found = table.T @ d1, d1.sum(0), one.T @ d2, d2.sum(0), two.T @ slope, slope.sum(0)
        for place, part in zip(self.slope, found):
            place[:] = part


class Crew:
    """Processes that average their gradients."""

    def __init__(self, members: int, size: int) -> None:
        context = multiprocessing.get_context("fork")
        self.members, self.rank = members, 0
        self.barrier = context.Barrier(members)
        self.board = np.frombuffer(context.RawArray("f", members * size), np.float32).reshape(members, size)

    def mean(self, own: np.ndarray) -> np.ndarray:
        """The mean of what all members give: all of them get the same."""
        if self.members == 1:
            return own
        self.board[self.rank, : len(own)] = own
        self.barrier.wait()
        found = self.board[:, : len(own)].mean(axis=0)
        self.barrier.wait()
        return found


def softmax(scores: np.ndarray, rows: np.ndarray, count: int) -> np.ndarray:
    """Probabilities among the scores of each row. Rows ascend and each has some."""
    starts = np.searchsorted(rows, np.arange(count))
    e = np.exp(scores - np.maximum.reduceat(scores, starts)[rows])
    return e / np.add.reduceat(e, starts)[rows]


def choose(scores: np.ndarray, rows: np.ndarray, count: int, rng: np.random.Generator | None) -> np.ndarray:
    """The place of one score of each row: at random by its chance, or the likeliest."""
    keys = scores if rng is None else scores + rng.gumbel(size=len(scores))
    best = np.lexsort((-keys, rows))
    return best[np.searchsorted(rows, np.arange(count))]


def joined(parts: list[Seen]) -> Seen:
    """Several batches as one."""
    begins = np.cumsum([0, *(len(part.table) for part in parts)])
    rows = np.concatenate([part.rows + begin for part, begin in zip(parts, begins)])
    tables, offered, ids = (np.concatenate([getattr(part, name) for part in parts]) for name in ("table", "offered", "ids"))
    return Seen(tables, offered, rows, ids)


def evaluate(policy: Policy, opponent: str, games: int, threads: int) -> float:
    """The share of games that the likeliest clicks win; each seat begins in half of them. Draws count one half."""
    count = min(games, 100)
    env = VectorEnv("vanilla", envs=count, seed=10_007, opponent=opponent, threads=threads)
    seen, points, done = env.reset(), 0.0, 0
    eyes = Eyes(count, env.shapes["tokens"][0])
    while done < games:
        now = eyes.see(seen)
        ids = now.ids[choose(policy.scores(now)[0], now.rows, count, None)]
        eyes.note(seen, ids)
        before, seat = env.game.copy(), env.seat.copy()
        seen, rewards, terminated, truncated = env.step(ids)
        for over in np.flatnonzero((terminated | truncated) & (before < games)):
            points += 0.5 + 0.5 * float(rewards[over, seat[over]])
            done += 1
    return points / games


def imitate(policy: Policy, crew: Crew, updates: int, count: int, rng: np.random.Generator) -> None:
    """Learns the greedy agent's clicks, in games that are played partly by the policy itself."""
    env = VectorEnv("vanilla", envs=count, seed=1 + 100 * crew.rank, opponent="greedy")
    seen = env.reset()
    eyes = Eyes(count, env.shapes["tokens"][0])
    for update in range(updates):
        part = update / max(updates, 1)
        batch, wanted, known = [], [], []
        for _ in range(4):
            advice = env.advise("greedy")
            now = eyes.see(seen)
            own = now.ids[choose(policy.scores(now)[0], now.rows, count, rng)]
            batch.append(now)
            wanted.append(now.ids == advice[now.rows])
            known.append(advice >= 0)
            ids = np.where((rng.random(count) < part) | (advice < 0), own, advice)
            eyes.note(seen, ids)
            seen, *_ = env.step(ids)
        all_seen, right, known_rows = joined(batch), np.concatenate(wanted), np.concatenate(known)
        for _ in range(2):
            scores, kept = policy.scores(all_seen)
            slope = (softmax(scores, all_seen.rows, count * 4) - right) * known_rows[all_seen.rows] / max(known_rows.sum(), 1)
            policy.backward(kept, slope)
            policy.step(crew.mean(policy.slopes), 2e-3 * (1 - 0.8 * part))


@dataclass
class Step:
    """One click in each game of a process."""

    seen: Seen
    place: np.ndarray
    chance: np.ndarray
    value: np.ndarray
    reward: np.ndarray
    over: np.ndarray


def improve(
    policy: Policy, critic: Critic, crew: Crew, updates: int, count: int, rng: np.random.Generator
) -> Iterator[int]:
    """Proximal policy optimisation against the greedy agent. Yields the number of each update, once it is done."""
    length, trace, passes, parts = 32, 0.95, 2, 4
    env = VectorEnv("vanilla", envs=count, seed=2 + 100 * crew.rank, opponent="greedy")
    seen = env.reset()
    eyes = Eyes(count, env.shapes["tokens"][0])
    now = eyes.see(seen)
    for update in range(updates):
        left = max(1 - update / updates, 0.03)
        # The critic has to know something first.
        steady = update < min(8, updates // 4)
        steps = []
        for _ in range(length):
            scores = policy.scores(now)[0]
            place = choose(scores, now.rows, count, rng)
            chance = softmax(scores, now.rows, count)[place]
            value = critic.values(now.table)[0]
            seat, ids = env.seat.copy(), now.ids[place]
            eyes.note(seen, ids)
            seen, rewards, terminated, truncated = env.step(ids)
            steps.append(Step(now, place, chance, value, rewards[np.arange(count), seat], terminated | truncated))
            now = eyes.see(seen)
        last, gain = critic.values(now.table)[0], np.zeros(count, np.float32)
        gains = np.zeros((length, count), np.float32)
        for n in reversed(range(length)):
            step, on = steps[n], 1.0 - steps[n].over
            gain = step.reward + last * on - step.value + trace * on * gain
            gains[n], last = gain, step.value
        returns = gains + np.stack([step.value for step in steps])
        scaled = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(passes):
            for part in np.array_split(rng.permutation(length), parts):
                all_seen = joined([steps[n].seen for n in part])
                size = count * len(part)
                begins = np.cumsum([0, *(len(steps[n].seen.rows) for n in part[:-1])])
                place = np.concatenate([steps[n].place + begin for n, begin in zip(part, begins)])
                better = scaled[part].reshape(-1)
                scores, kept = policy.scores(all_seen)
                chances = softmax(scores, all_seen.rows, size)
                ratio = chances[place] / (np.concatenate([steps[n].chance for n in part]) + 1e-8)
                push = better * ratio * np.where(better > 0, ratio < 1.2, ratio > 0.8) / size
                slope = chances * push[all_seen.rows]
                slope[place] -= push
                # A little for keeping other clicks possible.
                logs = np.log(chances + 1e-8)
                entropy = np.add.reduceat(-chances * logs, np.searchsorted(all_seen.rows, np.arange(size)))
                slope += 0.005 * left * chances * (logs + entropy[all_seen.rows]) / size
                policy.backward(kept, slope)
                values, kept = critic.values(all_seen.table)
                critic.backward(kept, values, (values - returns[part].reshape(-1)) / size)
                both = crew.mean(np.concatenate([policy.slopes, critic.slopes]))
                if not steady:
                    policy.step(both[: len(policy.all)], 1e-3 * left)
                critic.step(both[len(policy.all) :], 1e-3 * left)
        yield update + 1


def learn(crew: Crew, policy: Policy, critic: Critic, arguments: argparse.Namespace) -> None:
    """What each process does; the first one tells how it goes."""
    rng = np.random.default_rng(7 + crew.rank)
    count, begin, curve = arguments.envs, time.time(), []

    def tell(stage: str, opponent: str, games: int) -> None:
        if crew.rank:
            return
        score = evaluate(policy, opponent, games, arguments.processes)
        used = resource.getrusage(resource.RUSAGE_SELF)
        cpu = (used.ru_utime + used.ru_stime) / 60
        curve.append(((time.time() - begin) / 60, stage, opponent, games, score))
        print(f"{curve[-1][0]:5.1f} min ({cpu:.1f} of a processor)  {stage:12} {100 * score:5.1f} % of {games} against {opponent}", flush=True)

    tell("nothing", "greedy", min(arguments.games, 200))
    imitate(policy, crew, arguments.updates, count, rng)
    tell("imitation", "greedy", min(arguments.games, 200))
    for update in improve(policy, critic, crew, arguments.updates, count, rng):
        if update % 50 == 0 and update < arguments.updates:
            tell(f"update {update}", "greedy", min(arguments.games, 200))
    for opponent in ("random", "greedy"):
        tell("end", opponent, arguments.games)
    if arguments.out and not crew.rank:
        with arguments.out.open("w", newline="") as file:
            csv.writer(file).writerows([("minutes", "stage", "opponent", "games", "score"), *curve])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=300, help="of the policy by imitation, and as many by its results")
    parser.add_argument("--games", type=int, default=400, help="of the evaluation against each opponent")
    parser.add_argument("--envs", type=int, default=256, help="games of each process at once")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write the curve to this CSV file")
    arguments = parser.parse_args()
    rng = np.random.default_rng(7)
    probe = VectorEnv("vanilla", envs=2, seed=0)
    seen = Eyes(2, probe.shapes["tokens"][0]).see(probe.reset())
    policy, critic = Policy(seen.table.shape[1], seen.offered.shape[1], rng), Critic(seen.table.shape[1], rng)
    crew = Crew(arguments.processes, len(policy.all) + len(critic.all))
    others = []
    for rank in range(1, arguments.processes):
        crew.rank = rank
        others.append(multiprocessing.get_context("fork").Process(target=learn, args=(crew, policy, critic, arguments)))
        others[-1].start()
    crew.rank = 0
    learn(crew, policy, critic, arguments)
    for other in others:
        other.join()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"{sum(one.ru_utime + one.ru_stime for one in used) / 60:.1f} minutes of processors in all")


if __name__ == "__main__":
    main()
