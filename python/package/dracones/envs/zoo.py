"""All seats, for PettingZoo: one agent is asked after the other (AEC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._runs import DeckLike
from .gym import spaces
from .vector import VectorEnv


class raw_env(AECEnv):  # type: ignore[misc]
    """All seats of one game. Agents are ``player_0`` and so on; observations are dictionaries of ``observation`` (the tensors) and
    ``action_mask`` (int8).

    Args:
        decks: a deck a seat.
        options: as for :class:`VectorEnv`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dracones_v1", "is_parallelizable": False}

    def __init__(
        self, decks: DeckLike | Sequence[DeckLike], *, render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self._env = VectorEnv(decks, envs=1, autoreset=False, **options)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._env.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = dict(spaces(self._env).spaces)
        mask = seen.pop("action_mask")
        space = gymnasium.spaces.Dict({"observation": gymnasium.spaces.Dict(seen), "action_mask": mask})
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self._env.num_actions) for agent in self.possible_agents
        }
        self._action = np.zeros(1, np.int64)
        # Views of the one game's rows, made once.
        self._rows = {name: array[0] for name, array in self._env.observations.items()}
        for name in ("token_mask", "action_mask"):
            self._rows[name] = self._rows[name].view(np.int8)
        self._mask, self._tokens = self._rows.pop("action_mask"), self._rows.pop("tokens")
        self._number = -1
        self._shown = -1

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._number = 0 if seed is not None else self._number + 1
        self._number = int((options or {}).get("number", self._number))
        self._env.reset(seed=seed, start=self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self._env.seat[0])
        self._shown = seat
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat_of[agent]
        if seat != self._shown:
            self._env.observe(0, seat)
            self._shown = seat
        seen = {name: row.copy() for name, row in self._rows.items()}
        # The largest by far: `copy` goes through it number by number.
        tokens = self._tokens
        seen["tokens"] = np.ndarray(tokens.shape, tokens.dtype, bytearray(tokens))  # type: ignore[call-overload]
        return {"observation": seen, "action_mask": self._mask.copy()}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        env = self._env
        self._cumulative_rewards[agent] = 0.0
        self._action[0] = action
        env.step(self._action)
        self._select()
        if self._shown >= 0:
            # Rewards come with the end alone: all are 0, as they have been since `reset`.
            return
        for name in self.agents:
            self.rewards[name] = float(env.rewards[0, self._seat_of[name]])
            self.terminations[name] = bool(env.terminated[0])
            self.truncations[name] = bool(env.truncated[0])
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        return repr(self._env.fork(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def ZooEnv(decks: DeckLike | Sequence[DeckLike], **options: Any) -> AECEnv:  # noqa: N802
    """:class:`raw_env` with the checks of PettingZoo around it: clicks out of range, and steps before ``reset``."""
    env: Any = raw_env(decks, **options)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
