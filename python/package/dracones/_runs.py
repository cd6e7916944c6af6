"""Bulk games and runs of matches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

from . import _core
from .errors import MatchError

if TYPE_CHECKING:
    from ._core import Cards, Deck, Table

DeckLike = Union["Deck", str, "PathLike[str]", Sequence[tuple[str, int]]]


def _agents(agents: str | Sequence[str]) -> list[str]:
    return [agents] if isinstance(agents, str) else list(agents)


def _decks(decks: DeckLike | Sequence[DeckLike]) -> list[DeckLike]:
    """One deck alone, or several: a list of pairs is one deck, other lists are of decks."""
    if isinstance(decks, (str, _core.Deck)) or hasattr(decks, "__fspath__"):
        return [decks]  # type: ignore[list-item]
    several: list[Any] = list(decks)  # type: ignore[arg-type]
    is_lines = bool(several) and all(
        isinstance(line, tuple) and len(line) == 2 and isinstance(line[1], int) for line in several
    )
    return [several] if is_lines else several


@dataclass(frozen=True)
class Simulation:
    """What a batch of games came to.

    Attributes:
        summary: counts, rates with 95 % intervals, reasons, quantiles: what ``dracones simulate --summary json`` prints.
        games: a row a game, in the order of their numbers: ``index``, ``first`` (who began), ``winner``, ``end``, ``why``,
            ``turns``, ``decisions``, ``life_a`` and so on, ``mulligans_a`` and so on, ``hash``.
    """

    summary: dict[str, Any]
    games: Table = field(repr=False)

    @property
    def batch_hash(self) -> str:
        """Covers every answer of every game: equal runs have equal hashes, on any number of threads."""
        return self.summary["batch_hash"]

    def __repr__(self) -> str:
        s = self.summary
        wins = ", ".join(f"{seat['seat']} {seat['deck']} ({seat['agent']}) {n}" for seat, n in zip(s["seats"], s["wins"]))
        return f"Simulation({s['games']} games, seed {s['seed']}: {wins}, draws {s['draws']}, hash {s['batch_hash']})"


def simulate(
    decks: DeckLike | Sequence[DeckLike],
    *,
    agents: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    first: str = "alternate",
    start: int = 0,
    max_turns: int | None = None,
    format: str | None = None,
    allow_small: bool = False,
    cards: Cards | None = None,
) -> Simulation:
    """Plays many games between the same decks, on all cores, without the interpreter.

    Game i depends on the seed and i alone: neither on the threads nor on which other games are played.

    Args:
        decks: a deck a seat; one alone plays against itself. A deck is a :class:`Deck`, the path of a file, the name of an
            embedded deck, or pairs of names and counts.
        agents: ``random``, ``greedy`` or ``mcts[:ITERATIONS]``, one for all seats or one a seat.
        games: how many.
        seed: 64 bits.
        threads: all cores without a number.
        first: who begins: ``alternate``, ``random`` or the letter of a seat.
        start: the number of the first game, for parts of a run.
        max_turns: games are stopped as inconclusive after this many turns.
        format: the rules that decks must keep, such as ``pauper``.
        allow_small: accept decks of fewer than 40 cards.
        cards: further cards; those of the package without.

    Raises:
        DeckError: a deck that can't be read or played with.
        SetupError: an unknown agent, a number that is out of range.
    """
    summary, table = _core.simulate_games(
        _decks(decks),
        agents=_agents(agents),
        games=games,
        seed=seed,
        threads=threads,
        first=first,
        start=start,
        max_turns=max_turns,
        format=format,
        allow_small=allow_small,
        cards=cards,
    )
    return Simulation(json.loads(summary), table)


def hash_of(games: Iterable[tuple[int, str]]) -> str:
    """The batch hash of games by their numbers and hashes, each game once.

    Raises:
        MatchError: a game that is missing or comes twice.
    """
    rows = sorted(games)
    for (before, _), (after, _) in zip(rows, rows[1:]):
        if after != before + 1:
            raise MatchError(f"game {after} follows game {before}", "index")
    return _core.hash_games(rows)


def simulate_merged(parts: Iterable[Table]) -> str:
    """The batch hash of a run from the tables of its parts, which together have each game once.

    Raises:
        MatchError: a game that is missing or comes twice.
    """
    return hash_of(row for part in parts for row in zip(part["index"], part["hash"]))


@dataclass(frozen=True)
class MatchResult:
    """What a run of pairs of games came to.

    Attributes:
        report: scores with intervals over pairs, Elo, tests, win rates by card: what ``dracones match --summary json`` prints.
        games: a row a game, with the columns of ``docs/matches.md``.
        cards: a row a card of a player; empty without ``detail``.
        manifest: the run, whole, as JSON.
        rows: the rows as lines of JSON, for :func:`merge`.
    """

    report: dict[str, Any]
    games: Table = field(repr=False)
    cards: Table = field(repr=False)
    manifest: str = field(repr=False)
    rows: list[str] = field(repr=False)

    @property
    def hash(self) -> str:
        """Covers the run and every row."""
        return self.report["hash"]

    @property
    def score(self) -> float:
        """The mean score of the first player against the second, from 0 to 1."""
        return self.report["pairings"][0]["score"]["rate"]

    def __repr__(self) -> str:
        lines = []
        for pairing in self.report["pairings"]:
            score = pairing["score"]
            lines.append(
                f"{pairing['a']} - {pairing['b']} {score['rate']:.3f} [{score['low']:.3f}, {score['high']:.3f}]"
            )
        return f"MatchResult({self.report['games']} games: {'; '.join(lines)}; hash {self.hash})"

    def _repr_html_(self) -> str:
        from ._html import table

        rows = [
            (p["a"], p["b"], f"{p['score']['rate']:.3f}", f"{p['score']['low']:.3f}", f"{p['score']['high']:.3f}", p["pairs"])
            for p in self.report["pairings"]
        ]
        return table(["a", "b", "score of a", "low", "high", "pairs"], rows, len(rows))


Player = Union[DeckLike, Mapping[str, Any]]


def _player(player: Player) -> dict[str, Any]:
    if not isinstance(player, Mapping):
        player = {"deck": player}
    unknown = set(player) - {"deck", "agent", "name", "weight"}
    if unknown or "deck" not in player:
        reason = f"unknown: {', '.join(sorted(unknown))}" if unknown else "a player has a deck"
        raise MatchError(f"{reason} (a player has a deck, and may have an agent, a name and a weight)", "players")
    return {key: player.get(key) for key in ("deck", "agent", "name", "weight")}


def make_manifest(
    players: Sequence[Player],
    *,
    schedule: str = "match",
    pairs: int = 100,
    seed: int = 1,
    best_of: int = 1,
    deal: str = "by-place",
    format: str | None = None,
    allow_small: bool = False,
    max_turns: int | None = None,
    max_decisions: int | None = None,
    sprt: str | None = None,
    detail: bool = False,
    cards: Cards | None = None,
) -> str:
    """A run, whole, as JSON: decks, agents, seed, and hashes of the definitions of all cards and of the engine.

    The same manifest gives the same rows and the same hash on every machine: ``dracones match manifest.json`` plays it,
    too, and so does :func:`play`. The arguments are those of :func:`match`.
    """
    return _core.make_manifest(
        [_player(player) for player in players],
        schedule=schedule,
        pairs=pairs,
        seed=seed,
        best_of=best_of,
        deal=deal,
        format=format,
        allow_small=allow_small,
        max_turns=max_turns,
        max_decisions=max_decisions,
        sprt=sprt,
        detail=detail,
        cards=cards,
    )


def play(
    manifest: str,
    *,
    shard: str | None = None,
    threads: int | None = None,
    confidence: float = 0.95,
    cards: Cards | None = None,
) -> MatchResult:
    """Plays a manifest, or a part of it: ``shard="2/8"`` is the second of eight.

    Raises:
        MatchError: a manifest that was changed, or is of another engine or of other definitions.
    """
    report, rows, games, by_card = _core.play_manifest(
        manifest, shard=shard, threads=threads, confidence=confidence, cards=cards
    )
    return MatchResult(json.loads(report), games, by_card, manifest, rows)


def merge(manifest: str, parts: Iterable[MatchResult | Sequence[str]], *, confidence: float = 0.95) -> MatchResult:
    """Puts all parts of a run together: the result is that of the run in one go.

    Raises:
        MatchError: parts that are missing, come twice, or are of another run.
    """
    lines: list[str] = []
    for part in parts:
        lines.extend(part.rows if isinstance(part, MatchResult) else part)
    report, rows, games, by_card = _core.merge_rows(manifest, lines, confidence=confidence)
    return MatchResult(json.loads(report), games, by_card, manifest, rows)


def match(a: Player, b: Player, *, threads: int | None = None, confidence: float = 0.95, **options: Any) -> MatchResult:
    """Plays pairs of games between two players.

    Args:
        a, b: a deck, or a dictionary with ``deck`` and perhaps ``agent`` (``greedy`` by default), ``name`` and ``weight``.
        threads: all cores without a number.
        confidence: how sure intervals are.
        options: ``pairs`` (100), ``seed`` (1), ``best_of`` (1 or 3), ``deal`` (``by-place`` or ``by-player``), ``format``,
            ``allow_small``, ``max_turns``, ``max_decisions``, ``sprt`` (``p0=0.50,p1=0.53,alpha=0.05,beta=0.05``), ``detail``
            (tell cards), ``cards``.

    Raises:
        MatchError, DeckError: what is wrong with the players or the options.
    """
    manifest = make_manifest([a, b], schedule="match", **options)
    return play(manifest, threads=threads, confidence=confidence, cards=options.get("cards"))


def matrix(players: Sequence[Player], *, threads: int | None = None, confidence: float = 0.95, **options: Any) -> MatchResult:
    """Plays all players against each other; ``schedule="gauntlet"`` the first against each of the others, ``swiss:4`` four
    rounds of a tournament. The options are those of :func:`match`.
    """
    options.setdefault("schedule", "matrix")
    manifest = make_manifest(players, **options)
    return play(manifest, threads=threads, confidence=confidence, cards=options.get("cards"))
