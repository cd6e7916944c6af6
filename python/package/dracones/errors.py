"""Exceptions. Each has a ``reason``, and a ``place`` if there is one: a file with line and column, or an argument."""

from __future__ import annotations

__all__ = [
    "AnswerError",
    "CardError",
    "DeckError",
    "DraconesError",
    "EngineError",
    "EnvError",
    "MatchError",
    "ReplayError",
    "ScenarioError",
    "SetupError",
    "SnapshotError",
]


class DraconesError(Exception):
    """What all exceptions of this package are.

    Attributes:
        reason: what is wrong, and what was expected.
        place: where, such as ``deck.txt:3:1``; ``None`` if there is no place.
    """

    reason: str
    place: str | None

    def __init__(self, reason: str, place: str | None = None) -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return self.reason if self.place is None else f"{self.place}: {self.reason}"


class AnswerError(DraconesError, ValueError):
    """An answer is illegal. The game is unchanged."""


class CardError(DraconesError, LookupError):
    """A card is unknown, or its file can't be used."""


class DeckError(DraconesError, ValueError):
    """A deck can't be read, or not be played with."""


class EnvError(DraconesError, ValueError):
    """An environment can't be set up so, or a click isn't offered."""


class EngineError(DraconesError, RuntimeError):
    """The engine has made a mistake. The game in which it happened is of no more use; others aren't concerned."""


class MatchError(DraconesError, ValueError):
    """A run can't be played or merged."""


class ReplayError(DraconesError, ValueError):
    """A replay can't be read, or is of another game."""


class ScenarioError(DraconesError, ValueError):
    """A scenario can't be read, or doesn't happen as it says."""


class SetupError(DraconesError, ValueError):
    """Games can't be set up so."""


class SnapshotError(DraconesError, ValueError):
    """A snapshot can't be restored."""
