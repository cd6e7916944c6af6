"""Playouts and tree search."""

from __future__ import annotations

import dracones
import numpy as np
import pytest
from dracones.envs import VectorEnv, schema
from dracones.errors import AnswerError, EnvError, SetupError
from dracones.search import Mcts, playouts


def test_playouts_depend_on_position_and_seed_alone() -> None:
    game = dracones.Game("vanilla", seed=2)
    game.play(["random"], decisions=12)
    before = game.sync_hash
    one, two = playouts(game, 40, seed=1, threads=1), playouts(game, 40, seed=1, threads=2)
    assert (one.winners == two.winners).all() and one.decisions == two.decisions
    assert (one.winners != playouts(game, 40, seed=2).winners).any()
    assert game.sync_hash == before and 0 <= one.rate(0) <= 1
    assert abs(one.rate(0) + one.rate(1) - 1) < 1e-9


def test_playouts_of_an_answer_and_of_what_a_seat_knows() -> None:
    game = dracones.Game("vanilla", seed=2)
    found = playouts(game, 20, seat=game.decider, answer=True, seed=3)
    assert len(found.winners) == 20
    short = playouts(game, 5, decisions=3)
    assert (short.winners == dracones.search.NOBODY).all() and short.rate(0) == 0.5
    with pytest.raises(EnvError):
        playouts(game, 5, seat=1 - game.decider)
    with pytest.raises(EnvError, match="no seat 7"):
        playouts(game, 5, seat=7)
    with pytest.raises((TypeError, AnswerError)):
        playouts(game, 5, answer=3)
    with pytest.raises(SetupError, match="0 playouts"):
        playouts(game, 0)


def worth(seen: dict[str, np.ndarray]) -> np.ndarray:
    """What the observer has on the battlefield and in hand, and its life, less what the opponent has."""
    columns = schema()

    def tokens(name: str) -> np.ndarray:
        return seen["tokens"][:, :, columns.column("tokens", name)].astype(np.float32)

    def players(name: str) -> np.ndarray:
        both = seen["players"][:, :, columns.column("players", name)].astype(np.float32)
        return both[:, 0] - both[:, 1]

    there = (tokens("zone") == 2) * (seen["token_mask"] != 0) * np.where(tokens("controller") == 0, 1.0, -1.0)
    board = (there * (1 + tokens("power"))).sum(axis=1)
    return np.tanh(0.05 * players("life") + 0.08 * board + 0.05 * players("hand")).astype(np.float32)


def test_search_asks_in_batches_and_is_reproducible() -> None:
    env = VectorEnv("vanilla", envs=2, seed=6, autoreset=False)
    env.reset()
    for _ in range(24):
        env.step([int(np.flatnonzero(row)[-1]) for row in env.observations["action_mask"]])
    before = env.fork(1).sync_hash
    sizes: list[int] = []

    def value(seen):
        sizes.append(len(seen["global"]))
        return worth(seen)

    search = Mcts(value, simulations=96, batch=16, seed=3)
    one, two = search.search(env, 1), search.search(env, 1)
    assert (one.visits == two.visits).all() and one.best == two.best
    assert max(sizes) == 16 and sizes[0] == 1
    offered = np.flatnonzero(env.observations["action_mask"][1])
    assert set(one.ids) <= set(offered) and one.best in offered
    assert one.visits.sum() >= 80 and (np.abs(one.values) <= 1).all()
    assert env.fork(1).sync_hash == before


def test_searches_side_by_side_find_what_each_finds_alone() -> None:
    env = VectorEnv("vanilla", envs=3, seed=6, autoreset=False)
    env.reset()
    for _ in range(24):
        env.step([int(np.flatnonzero(row)[-1]) for row in env.observations["action_mask"]])
    search = Mcts(worth, simulations=40, batch=8, seed=3)
    together = search.search_many(env, [2, 0, 1])
    for index, found in zip([2, 0, 1], together):
        alone = search.search(env, index)
        assert (found.ids == alone.ids).all() and (found.visits == alone.visits).all()
    with pytest.raises(EnvError, match="0 values"):
        Mcts(lambda seen: np.zeros(0, np.float32)).search_many(env, [0, 1])


def test_search_wins_against_random_clicks(rng) -> None:
    env = VectorEnv("vanilla", envs=1, seed=1, autoreset=False, max_turns=60)
    search = Mcts(worth, simulations=32, batch=8)
    total = 0.0
    for number in range(4):
        env.reset(start=number)
        own = number % 2
        while env.seat[0] >= 0:
            mask = env.observations["action_mask"][0]
            if env.seat[0] == own:
                env.step([search.search(env).best])
            else:
                env.step([int(rng.choice(np.flatnonzero(mask)))])
        total += float(env.rewards[0, own])
    assert total > 0


def test_values_are_checked() -> None:
    env = VectorEnv("vanilla", envs=1)
    with pytest.raises(EnvError, match="no environment"):
        Mcts(worth).search(env)
    env.reset()
    with pytest.raises(EnvError, match="expected -1 to 1"):
        Mcts(lambda seen: np.full(len(seen["global"]), 2.0, np.float32)).search(env)
    with pytest.raises(EnvError, match="1 values|0 values|values and"):
        Mcts(lambda seen: np.zeros(0, np.float32)).search(env)
    with pytest.raises(EnvError, match="batch"):
        Mcts(worth, batch=0).search(env)


def test_values_of_onnx(tmp_path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from dracones.search import OnnxValue
    from onnx import TensorProto, helper

    env = VectorEnv("vanilla", envs=1, seed=1)
    env.reset()
    width = env.shapes["global"][0]
    graph = helper.make_graph(
        [
            helper.make_node("ReduceMean", ["global"], ["mean"], axes=[1], keepdims=0),
            helper.make_node("Tanh", ["mean"], ["value"]),
        ],
        "value",
        [helper.make_tensor_value_info("global", TensorProto.FLOAT, ["n", width])],
        [helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, tmp_path / "value.onnx")
    found = Mcts(OnnxValue(tmp_path / "value.onnx"), simulations=20, batch=4).search(env)
    assert found.visits.sum() > 0
