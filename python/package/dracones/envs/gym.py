"""One seat against an opponent, for Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np

from .._runs import DeckLike
from .vector import Observation, VectorEnv

Policy = Callable[[Observation], int]


def spaces(env: VectorEnv) -> gymnasium.spaces.Dict:
    """The space of one observation, with the range of each column."""
    from . import schema

    fields = schema().fields
    found: dict[str, gymnasium.spaces.Space[Any]] = {}
    for name, shape in env.shapes.items():
        if name.endswith("_mask"):
            found[name] = gymnasium.spaces.Box(0, 1, shape, np.int8)
            continue
        # Rows that aren't used are 0.
        low = np.minimum(np.array([field.low for field in fields[name]], np.int16), 0)
        high = np.maximum(np.array([field.high for field in fields[name]], np.int16), 0)
        found[name] = gymnasium.spaces.Box(np.broadcast_to(low, shape), np.broadcast_to(high, shape), shape, np.int16)
    return gymnasium.spaces.Dict(found)


def copied(observation: Observation) -> Observation:
    """An observation of its own, with masks as Gymnasium wants them."""
    return {
        name: array.astype(np.int8) if name.endswith("_mask") else array.copy() for name, array in observation.items()
    }


class GymEnv(gymnasium.Env[Observation, Any]):
    """One seat against an opponent: ``reset`` and ``step`` as Gymnasium has them.

    ``info["action_mask"]`` is the mask, int8 (actions,), as in the observation. The reward is 1, -1 or 0 at the end.

    Args:
        decks: a deck a seat.
        opponent: the name of an agent, or a function that gets an observation and returns an id.
        learner: the seat that is played; by default each in turn.
        options: as for :class:`VectorEnv`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dracones_v1"}

    def __init__(
        self,
        decks: DeckLike | Sequence[DeckLike],
        *,
        opponent: str | Policy = "greedy",
        learner: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._policy = None if isinstance(opponent, str) else opponent
        built_in = opponent if isinstance(opponent, str) else None
        own_learner = learner if built_in is not None else None
        self._env = VectorEnv(decks, envs=1, autoreset=False, opponent=built_in, learner=own_learner, **options)
        self._learner = learner
        self.render_mode = render_mode
        self.observation_space: gymnasium.Space[Any] = spaces(self._env)
        self.action_space = gymnasium.spaces.Discrete(self._env.num_actions)
        self._number = -1
        self._seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        # Without a seed the next game of the same seed is played.
        self._number = 0 if seed is not None else self._number + 1
        self._number = int((options or {}).get("number", self._number))
        self._env.reset(seed=seed, start=self._number)
        seats = self._env.seats
        self._seat = self._number // seats % seats if self._learner is None else self._learner
        self._answer_for_others()
        return self._result()

    def _answer_for_others(self) -> None:
        """The opponent plays until the learner is asked."""
        if self._policy is None:
            return
        env = self._env
        while env.seat[0] not in (self._seat, -1):
            env.step([int(self._policy({name: array[0] for name, array in env.observations.items()}))])

    def _result(self) -> tuple[Observation, dict[str, Any]]:
        if self._env.seat[0] == -1:
            self._env.observe(0, self._seat)
        seen = copied({name: array[0] for name, array in self._env.observations.items()})
        return seen, {"action_mask": seen["action_mask"], "game": int(self._env.game[0]), "seat": self._seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        env = self._env
        env.step([int(action)])
        self._answer_for_others()
        seen, info = self._result()
        return seen, float(env.rewards[0, self._seat]), bool(env.terminated[0]), bool(env.truncated[0]), info

    def action_masks(self) -> np.ndarray[Any, Any]:
        """The mask as booleans, as some libraries of policies ask for it."""
        return self._env.observations["action_mask"][0].astype(bool)

    def render(self) -> str | None:
        return repr(self._env.fork(0)) if self.render_mode == "ansi" else None
