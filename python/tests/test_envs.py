"""Environments: clicks, observations, many games at once."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import dracones
import numpy as np
import pytest
from conftest import DECKS
from dracones.envs import VectorEnv, random_actions, schema
from dracones.errors import EnvError

TENSORS = ["global", "players", "tokens", "token_mask", "actions", "action_mask"]


def ranges(tensor: str) -> tuple[np.ndarray, np.ndarray]:
    fields = schema().fields[tensor]
    return np.array([f.low for f in fields]), np.array([f.high for f in fields])


def test_the_schema_documents_each_column() -> None:
    found = schema()
    assert len(found.hash) == 16 and found.version == 1
    for tensor, fields in found.fields.items():
        assert len({field.name for field in fields}) == len(fields), tensor
        for field in fields:
            assert field.doc and field.low <= field.high, field
    assert found.column("players", "life") == 0
    with pytest.raises(KeyError):
        found.column("players", "lif")


@pytest.mark.parametrize("decks", [[DECKS[0], DECKS[1]], [DECKS[2], DECKS[3]], ["green"] * 3], ids=["names", "combo", "three"])
def test_random_clicks_are_legal_and_observations_in_range(decks, rng) -> None:
    env = VectorEnv(decks, envs=6, seed=3, actions=24, max_turns=30)
    seen = env.reset()
    limits = {tensor: ranges(tensor) for tensor in ("global", "players", "tokens", "actions")}
    forms, clicks, ends = set(), set(), 0
    for _ in range(500):
        assert (env.seat >= 0).all() and (seen["action_mask"].sum(axis=1) >= 2).all()
        for tensor, (low, high) in limits.items():
            used = seen[tensor]
            if tensor == "tokens":
                used = used[seen["token_mask"] != 0]
            if tensor == "actions":
                assert ((used[..., 0] != 0) == (seen["action_mask"] != 0)).all()
                used = used[seen["action_mask"] != 0]
            assert (used >= low).all() and (used <= high).all(), tensor
        assert not seen["tokens"][seen["token_mask"] == 0].any()
        assert (seen["global"][:, schema().column("global", "objects")] == seen["token_mask"].sum(axis=1)).all()
        forms.update(seen["global"][:, schema().column("global", "form")].tolist())
        clicks.update(seen["global"][:, schema().column("global", "clicks")].tolist())
        seen, rewards, terminated, truncated = env.step(random_actions(seen["action_mask"], rng))
        over = terminated | truncated
        assert not rewards[~over].any() and not rewards[truncated].any() and not (terminated & truncated).any()
        assert np.isin(rewards, (-1, 0, 1)).all()
        ends += int(over.sum())
    assert ends and {0, 1, 5} <= forms and max(clicks) >= 1


def run(threads: int, steps: int = 120) -> list[bytes]:
    env = VectorEnv([DECKS[0], DECKS[1]], envs=5, seed=8, threads=threads)
    env.reset()
    found = []
    for step in range(steps):
        # Each click follows from its own game.
        mask = env.observations["action_mask"]
        offered = [np.flatnonzero(row) for row in mask]
        ids = np.array([own[(step * 7 + int(game)) % len(own)] for own, game in zip(offered, env.game)], np.int64)
        env.step(ids)
        found.append(b"".join(env.observations[name].tobytes() for name in TENSORS) + env.rewards.tobytes() + env.game.tobytes())
    return found


def test_threads_change_nothing() -> None:
    assert run(1) == run(2) == run(3)


def clicks_of_first_ids(env: VectorEnv, steps: int) -> bytes:
    for _ in range(steps):
        env.step(np.argmax(env.observations["action_mask"], axis=1))
    return b"".join(array.tobytes() for array in env.observations.values())


def child(env: VectorEnv, steps: int, answers) -> None:
    answers.send_bytes(clicks_of_first_ids(env, steps))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_is_forked_off_steps_on() -> None:
    """It has none of the threads: the caller does all of the work."""
    env = VectorEnv("green", envs=9, seed=2, threads=3)
    env.reset()
    clicks_of_first_ids(env, 5)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=child, args=(env, 30, there), daemon=True)
    process.start()
    assert here.poll(60), "the forked process hangs"
    assert here.recv_bytes() == clicks_of_first_ids(env, 30)
    process.join(60)
    assert process.exitcode == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_threads_end_with_their_environment() -> None:
    """In a process of its own, which has no other environments."""
    script = """
import time
from pathlib import Path
from dracones.envs import VectorEnv

def threads():
    return sum(path.read_text() == "dracones games\\n" for path in Path("/proc/self/task").glob("*/comm"))

def expect(number):
    # A thread names itself as it begins, and is gone a moment after it was told to end.
    for _ in range(200):
        if threads() == number:
            return
        time.sleep(0.05)
    raise AssertionError(threads())

env = VectorEnv("green", envs=8, threads=4)
assert threads() == 0
env.reset()
expect(3)
del env
expect(0)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_known_cards_of_libraries_are_seen(rng) -> None:
    """Libraries are passed over if nothing is known of them: never otherwise."""
    env = VectorEnv(["pauper-faeries", "premodern-replenish"], envs=4, seed=1)
    env.reset()
    zone, seen, unseen = schema().column("tokens", "zone"), 0, 0
    for _ in range(150):
        env.step(random_actions(env.observations["action_mask"], rng))
        rows = env.observations["tokens"][:, :, zone]
        lying = ((env.observations["token_mask"] != 0) & (rows == 0)).sum(axis=1)
        for place, seat in enumerate(env.seat):
            players = env.fork(place).view(int(seat))["players"]
            assert lying[place] == sum(len(player["library"]["known"]) for player in players)
            seen, unseen = seen + bool(lying[place]), unseen + (not lying[place])
    assert seen > 20 and unseen > 20


def test_games_depend_on_their_numbers_alone() -> None:
    """The same game in another place, beside others."""
    one, two = VectorEnv("green", envs=1, seed=4, autoreset=False), VectorEnv("green", envs=4, seed=4, autoreset=False)
    one.reset(start=6)
    two.reset(start=4)
    for _ in range(40):
        for name in TENSORS:
            assert (one.observations[name][0] == two.observations[name][2]).all(), name
        mask = two.observations["action_mask"]
        if (two.seat < 0).any():
            break
        ids = np.array([np.flatnonzero(row)[-1] for row in mask], np.int64)
        one.step(ids[2:3])
        two.step(ids)


def test_hidden_cards_have_no_part_in_observations(rng) -> None:
    """Dealing again what the seat can't know changes no byte of what it sees."""
    env, other = (VectorEnv([DECKS[0], DECKS[1]], envs=1, seed=11, autoreset=False) for _ in range(2))
    compared, clicks = 0, schema().column("global", "clicks")
    for number in range(3):
        env.reset(start=number)
        other.reset(start=number)
        while env.seat[0] >= 0:
            seat = int(env.seat[0])
            # A position between two clicks can't be handed over.
            if env.observations["global"][0, clicks] == 0 and rng.random() < 0.3:
                game = env.fork(0)
                dealt = game.determinize(seat, seed=int(rng.integers(2**32)))
                assert dealt.sync_hash != game.sync_hash
                other.put(0, dealt)
                there = other.observe(0, seat)
                for name in TENSORS:
                    assert env.observations[name][0].tobytes() == there[name].tobytes(), name
                compared += 1
            env.step(random_actions(env.observations["action_mask"], rng))
    assert compared > 40


def test_who_isnt_asked_sees_no_mask(rng) -> None:
    env = VectorEnv("green", envs=1, autoreset=False)
    env.reset()
    for _ in range(30):
        env.step(random_actions(env.observations["action_mask"], rng))
    asked = int(env.seat[0])
    own = {name: array.copy() for name, array in env.observe(0, asked).items()}
    there = env.observe(0, 1 - asked)
    assert not there["action_mask"].any() and there["global"][schema().column("global", "prompt")] == -1
    assert own["action_mask"].any()
    life, hand = schema().column("players", "life"), schema().column("players", "hand")
    assert (own["players"][::-1][:, [life, hand]] == there["players"][:, [life, hand]]).all()
    zone, known = schema().column("tokens", "zone"), schema().column("tokens", "owner")
    hands = there["tokens"][(there["token_mask"] != 0) & (there["tokens"][:, zone] == 1)]
    assert (hands[:, known] == 0).all(), "only the own hand is seen"


def test_opponents_play_the_other_seats(rng) -> None:
    env = VectorEnv("vanilla", envs=4, opponent="random", seed=2)
    env.reset()
    for _ in range(100):
        assert (env.seat == env.game // 2 % 2).all()
        env.step(random_actions(env.observations["action_mask"], rng))
    fixed = VectorEnv("vanilla", envs=4, opponent="greedy", learner=1)
    fixed.reset()
    assert (fixed.seat == 1).all()


def test_agents_advise_clicks() -> None:
    """Who clicks what an agent advises plays as the agent does, and beats random clicks."""
    env = VectorEnv([DECKS[1], DECKS[1]], envs=8, opponent="random", seed=3, autoreset=False)
    env.reset()
    while (env.seat >= 0).any():
        ids = env.advise("greedy")
        over = env.seat < 0
        assert (ids[over] == -1).all() and (ids[~over] >= 0).all()
        if over.any():
            break
        assert env.observations["action_mask"][np.arange(8), ids].all()
        env.step(ids)
    wins = 0
    for number in range(8):
        single = VectorEnv("vanilla", envs=1, opponent="random", seed=3, autoreset=False)
        single.reset(start=number)
        own = int(single.seat[0])
        while single.seat[0] >= 0:
            single.step(single.advise("greedy"))
        wins += single.rewards[0, own] == 1
    assert wins >= 6


def test_numbers_and_names_are_clicked_digit_by_digit() -> None:
    """A decision with thousands of names fits into 16 ids."""
    env = VectorEnv([[("Swamp", 24), ("Cabal Therapy", 36)]] * 2, envs=1, actions=16, seed=1, autoreset=False)
    columns = schema()
    prompt, clicks = columns.column("global", "prompt"), columns.column("global", "clicks")
    name = columns.prompts.index("ChooseName")
    narrow = columns.kinds.index("narrow")
    seen_options, deepest, pick = 0, 0, np.random.default_rng(3)
    for number in range(4):
        env.reset(start=number)
        while env.seat[0] >= 0:
            seen = env.observations
            if seen["global"][0, prompt] == name:
                seen_options = max(seen_options, int(seen["global"][0, columns.column("global", "options")]))
                deepest = max(deepest, int(seen["global"][0, clicks]))
                if seen["global"][0, clicks] == 0:
                    assert (seen["actions"][0][seen["action_mask"][0] != 0][:, 0] == narrow).all()
            env.step(random_actions(seen["action_mask"], pick))
        if deepest >= 2:
            break
    assert seen_options > 1000 and deepest >= 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"actions": 15}, "at least 16"),
        ({"tokens": 100}, "at least 152 tokens"),
        ({"tokens": 20_000}, "at most 9999"),
        ({"envs": 0}, "envs"),
        ({"opponent": "random", "learner": 4}, "no seat 4"),
        ({"max_turns": 0}, "0 turns"),
        ({"opponent": "nobody"}, "unknown agent"),
    ],
)
def test_what_doesnt_fit_is_refused_at_set_up(options, words) -> None:
    with pytest.raises(dracones.DraconesError, match=words):
        VectorEnv("green", **options)


def test_clicks_that_arent_offered_change_nothing() -> None:
    env = VectorEnv("green", envs=2, autoreset=False)
    with pytest.raises(EnvError, match="2 actions for 0 games"):
        env.step([0, 0])
    env.reset()
    before = [array.tobytes() for array in env.observations.values()]
    offered = int(np.flatnonzero(env.observations["action_mask"][0])[0])
    for wrong in ([offered, 63], [offered, -1], [offered], [offered, 9999]):
        with pytest.raises((EnvError, OverflowError)):
            env.step(np.array(wrong, np.int64))
        with pytest.raises((EnvError, OverflowError)):
            env.step(wrong)
    for wrong in ("xy", None, [1.5, 2.5]):
        with pytest.raises((EnvError, TypeError)):
            env.step(wrong)
    with pytest.raises(EnvError):
        env.observe(5, 0)
    with pytest.raises(EnvError):
        env.observe(0, 9)
    assert before == [array.tobytes() for array in env.observations.values()]


def test_arrays_are_checked() -> None:
    env = VectorEnv("green", envs=2)
    arrays = dict(env.observations)
    for name, wrong in [
        ("tokens", np.zeros((2, 3), np.int16)),
        ("tokens", np.zeros(env.observations["tokens"].shape, np.float32)),
        ("global", np.zeros((env.observations["global"].shape[1], 2), np.int16).T),
    ]:
        with pytest.raises(EnvError) as raised:
            env._core.attach({**arrays, name: wrong})
        assert raised.value.place == name
    frozen = np.zeros_like(env.observations["global"])
    frozen.flags.writeable = False
    with pytest.raises(dracones.DraconesError):
        env._core.attach({**arrays, "global": frozen})


def test_games_end_and_stay_over_without_autoreset(rng) -> None:
    env = VectorEnv("vanilla", envs=1, autoreset=False)
    env.reset()
    while env.seat[0] >= 0:
        _, rewards, terminated, truncated = env.step(random_actions(env.observations["action_mask"], rng))
    assert terminated[0] and sorted(rewards[0]) == [-1, 1]
    with pytest.raises(EnvError, match="the game is over"):
        env.step([0])
    env.reset(start=1)
    assert env.game[0] == 1 and env.seat[0] >= 0


def test_a_cap_is_truncation(rng) -> None:
    env = VectorEnv("vanilla", envs=2, max_turns=2)
    env.reset()
    flags = set()
    for _ in range(60):
        _, rewards, terminated, truncated = env.step(random_actions(env.observations["action_mask"], rng))
        flags.update(zip(terminated.tolist(), truncated.tolist()))
        assert not rewards.any()
    assert flags == {(False, False), (False, True)}


def test_cards_are_described_by_their_definitions() -> None:
    env = VectorEnv(["red", "premodern-black"], envs=1)
    table = env.cards()
    assert table.features.dtype == np.float32
    assert table.features.shape == (len(table.names), len(table.columns))
    column = {name: place for place, (name, _) in enumerate(table.columns)}
    bolt = table.features[table.names.index("Lightning Bolt")]
    assert bolt[column["mana_value"]] == bolt[column["red"]] == bolt[column["is_instant"]] == 1
    assert bolt[column["Effect.DealDamage"]] >= 1 if "Effect.DealDamage" in column else bolt[column["AbilityDef.Spell"]] == 1
    assert len({row.tobytes() for row in table.features}) > len(table.names) // 2
    assert len(column) == len(table.columns) and all(doc for _, doc in table.columns)


def test_episodes_as_parquet(tmp_path, rng) -> None:
    pytest.importorskip("pyarrow")
    from dracones.envs import episodes

    env = VectorEnv("vanilla", envs=3, seed=5)
    path = tmp_path / "games.parquet"
    rows = episodes.write(path, env, lambda seen: random_actions(seen["action_mask"], rng), games=5)
    table = episodes.read(path)
    assert table.num_rows == rows
    games = table.column("game").to_pylist()
    assert games == sorted(games) and set(games) == set(range(5))
    last = [row for row in table.select(["game", "seat", "reward", "last"]).to_pylist() if row["last"]]
    assert len(last) == 10 and sum(row["reward"] for row in last) == 0
    width = env.shapes["tokens"][1]
    assert all(len(row.as_py()) % width == 0 for row in table.column("tokens")[:20])
    pl = pytest.importorskip("polars")
    assert pl.read_parquet(path).height == rows
