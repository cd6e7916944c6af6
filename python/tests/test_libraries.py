"""PettingZoo and Gymnasium."""

from __future__ import annotations

import contextlib
import io
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


def test_pettingzoo_api() -> None:
    from dracones.envs import ZooEnv
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ZooEnv("vanilla"), num_cycles=400, verbose_progress=False)
        api_test(ZooEnv(["green"] * 3, max_turns=9), num_cycles=100, verbose_progress=False)


def test_pettingzoo_seeds() -> None:
    from dracones.envs import ZooEnv
    from pettingzoo.test import seed_test

    seed_test(lambda: ZooEnv(["premodern-black", "premodern-green-white"]), num_cycles=120)


def test_pettingzoo_benchmark() -> None:
    from dracones.envs import ZooEnv
    from pettingzoo.test import performance_benchmark

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        performance_benchmark(ZooEnv("vanilla"))
    assert "turns per second" in out.getvalue()


def play(env, pick) -> tuple[float, int]:
    seen, info = env.reset(seed=4)
    clicks = 0
    while True:
        assert env.observation_space.contains(seen)
        assert (info["action_mask"] == seen["action_mask"]).all()
        action = pick(seen)
        assert env.action_space.contains(action)
        seen, reward, terminated, truncated, info = env.step(action)
        clicks += 1
        if terminated or truncated:
            return reward, clicks


def test_gymnasium_against_agents_and_functions() -> None:
    from dracones.envs import GymEnv

    def first(seen) -> int:
        return int(np.flatnonzero(seen["action_mask"])[0])

    for opponent in ("random", "greedy", first):
        env = GymEnv("vanilla", opponent=opponent, learner=1)
        one, two = play(env, first), play(env, first)
        assert one == two and one[0] in (-1.0, 0.0, 1.0)
    assert env.action_masks().dtype == bool


def test_gymnasium_checker() -> None:
    from dracones.envs import GymEnv
    from gymnasium.utils.env_checker import check_env

    class Masked(GymEnv):
        """The checker clicks at random: an id that isn't offered stands for the first one that is."""

        def step(self, action):
            mask = self.action_masks()
            return super().step(action if mask[action] else int(np.flatnonzero(mask)[0]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Masked("vanilla", opponent="random"), skip_render_check=True)
