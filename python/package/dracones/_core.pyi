"""The extension module: what the package is made of. Use it by the names of ``dracones``."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Self, final

from numpy.typing import NDArray

from ._runs import DeckLike

ENGINE: str
__version__: str

Answer = int | bool | str | Sequence[int] | None

@final
class Table:
    """A table of results. Polars, pandas, DuckDB and pyarrow read it without copies, by the Arrow PyCapsule interface."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def __getitem__(self, name: str) -> list[Any]: ...
    def to_pydict(self) -> dict[str, list[Any]]:
        """All columns as lists; what is missing is None."""
    def to_arrow(self) -> Any:
        """The table as a pyarrow.Table; needs pyarrow."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def _repr_html_(self) -> str: ...

@final
class Card:
    """One card, by its definition."""

    @property
    def name(self) -> str:
        """The name; of split cards both, with // between."""
    @property
    def cost(self) -> str | None:
        """The mana cost of the first face, as in {1}{R}; None without one."""
    @property
    def mana_value(self) -> int:
        """The mana value of the first face."""
    @property
    def colors(self) -> list[str]:
        """The colours of the first face."""
    @property
    def types(self) -> str:
        """The type line of the first face."""
    @property
    def power_toughness(self) -> tuple[int, int] | None:
        """Printed power and toughness of the first face; None without."""
    @property
    def faces(self) -> list[str]:
        """The names of the faces."""
    @property
    def text(self) -> list[str]:
        """What the abilities do, a line each, rendered from the definition."""

@final
class Cards:
    """The cards that games can use: those of the package, and those of card files.

    Args:
        files: files or folders of definitions (docs/cards.md).

    Raises:
        CardError: a file that can't be used, with its place.
    """

    def __new__(cls, *files: str | PathLike[str]) -> Self: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> Card: ...
    def names(self) -> list[str]:
        """All names, sorted."""
    def formats(self, name: str) -> list[str] | None:
        """The formats in which a card is legal, if that is known.

        Raises:
            CardError: an unknown card.
        """

@final
class Deck:
    """A deck: pairs of names and counts.

    Args:
        main: the main deck.
        name: what it is called.
        sideboard: the sideboard.
        commanders: cards that begin in the command zone.
        companion: the card of the sideboard that is revealed as a companion.

    Raises:
        DeckError: a count or a name that isn't one, with its place in the list.
    """

    def __new__(
        cls,
        main: Sequence[tuple[str, int]],
        *,
        name: str | None = None,
        sideboard: Sequence[tuple[str, int]] | None = None,
        commanders: Sequence[tuple[str, int]] | None = None,
        companion: str | None = None,
    ) -> Self: ...
    @staticmethod
    def load(deck: str) -> Deck:
        """A deck by the path of its file, in any of ten formats, or the name of an embedded deck.

        Raises:
            DeckError: with file, line and column.
        """
    @staticmethod
    def parse(text: str, *, file: str = "deck.txt") -> Deck:
        """A deck from a text; the extension of the file name tells the format.

        Raises:
            DeckError: with line and column.
        """
    @staticmethod
    def embedded() -> list[str]:
        """The names of the embedded decks."""
    def check(self, *, cards: Cards | None = None, format: str | None = None, allow_small: bool = False) -> None:
        """Checks that all cards are known and the deck keeps the rules of a format.

        Raises:
            DeckError: what is wrong with it.
        """
    @property
    def name(self) -> str:
        """What it is called."""
    @property
    def main(self) -> list[tuple[str, int]]:
        """The main deck: names and counts."""
    @property
    def sideboard(self) -> list[tuple[str, int]]:
        """The sideboard: names and counts."""
    @property
    def commanders(self) -> list[tuple[str, int]]:
        """The commanders: names and counts."""
    @property
    def companion(self) -> str | None:
        """The companion, a card of the sideboard."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Decision:
    """The open decision of a game. Answers count its options from 0."""

    @property
    def player(self) -> int:
        """The seat whose decision it is by the rules."""
    @property
    def decider(self) -> int:
        """The seat that makes it."""
    @property
    def kind(self) -> str:
        """The sort of decision, such as DeclareAttackers."""
    @property
    def sentence(self) -> str:
        """What is asked."""
    @property
    def form(self) -> str:
        """How it is answered: one (an int), some (a list of ints), order (a list of all places), distribute (an amount for each
        option), number (an int), confirm (a bool), name (a str)."""
    @property
    def options(self) -> list[str]:
        """The options in words; of a name those that can be chosen."""
    @property
    def limits(self) -> tuple[int, int] | None:
        """The fewest and the most options of a set, or the least and the largest number."""
    @property
    def total(self) -> int | None:
        """What is divided."""
    @property
    def cancellable(self) -> bool:
        """Whether None takes back what is being cast or activated."""
    def to_dict(self) -> dict[str, Any]:
        """All of it."""

@final
class Game:
    """One game. It stands still at a decision until that is answered.

    Args:
        decks: a deck a seat; one alone plays against itself.
        seed: 64 bits.
        number: with the seed, the randomness of the game.
        first: who begins: random, alternate (by the number), or the letter of a seat.
        cards: further cards.
        format: the rules that decks must keep.
        allow_small: accept decks of fewer than 40 cards.
        max_turns: the game ends as inconclusive after this many turns.

    Raises:
        DeckError, SetupError: what is wrong with the decks or the arguments.
    """

    def __new__(
        cls,
        *decks: DeckLike,
        seed: int = 0,
        number: int = 0,
        first: str = "random",
        cards: Cards | None = None,
        format: str | None = None,
        allow_small: bool = False,
        max_turns: int | None = None,
    ) -> Self: ...
    @property
    def seats(self) -> int:
        """How many players began. Seats are numbered from 0."""
    @property
    def decisions(self) -> int:
        """How many decisions have been answered."""
    @property
    def turn(self) -> int:
        """How many turns have begun."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> str:
        """running, win, draw or inconclusive."""
    @property
    def winner(self) -> int | None:
        """The seat that has won."""
    @property
    def why(self) -> str | None:
        """How the losers lost, or which cap was reached."""
    @property
    def decider(self) -> int | None:
        """The seat that is asked; None if the game is over."""
    @property
    def decision(self) -> Decision | None:
        """The open decision; None if the game is over."""
    def view(self, seat: int) -> dict[str, Any]:
        """All that a seat may know (docs/clients.md)."""
    def spectator_view(self) -> dict[str, Any]:
        """All that everybody knows."""
    def submit(self, answer: Answer) -> None:
        """Answers the open decision and plays on to the next one.

        Raises:
            AnswerError: an illegal answer. The game is unchanged.
            TypeError: another type than the form of the decision wants.
            EngineError: the engine panicked. This game is broken; others aren't concerned.
        """
    def check(self, answer: Answer) -> None:
        """Whether an answer is legal.

        Raises:
            AnswerError: which rule it breaks.
        """
    def sample(self, seed: int = 0) -> Answer:
        """A random legal answer. It follows from the position, the seed and the number of decisions."""
    def answers(self, most: int = 1000) -> list[Answer] | None:
        """All legal answers but to cancel, in a fixed order; None if there are more than most."""
    def advise(self, agent: str = "greedy", seed: int = 0) -> Answer:
        """What an agent would answer."""
    def play(self, agents: Sequence[str], *, seed: int = 0, decisions: int | None = None) -> int:
        """Has agents play on, one for all seats or one a seat, to the end or for `decisions` decisions. Returns how many were answered."""
    def concede(self, seat: int) -> None:
        """A player concedes (CR 104.3a)."""
    def follow(self, seat: int) -> None:
        """Keeps the events that a seat sees from now on."""
    def take_events(self, seat: int) -> list[dict[str, Any]]:
        """The events since they were last taken, as the seat sees them."""
    def fork(self) -> Game:
        """A copy that goes its own way."""
    def fork_into(self, other: Game) -> None:
        """Makes another game a copy of this one; much cheaper than a new one."""
    def determinize(self, seat: int, *, seed: int = 0) -> Game:
        """A game that the seat, which has to be the one that is asked, may be in: what it doesn't know is dealt again."""
    def snapshot(self) -> str:
        """The whole state as text, with a checksum."""
    @staticmethod
    def restore(snapshot: str, *, cards: Cards | None = None) -> Game:
        """A game from a snapshot: it continues exactly as the one that was saved.

        Raises:
            SnapshotError: damage, another format, other cards.
        """
    def replay(self) -> str:
        """The game as a replay file of two lines: header and answers. Forks and restored games have none.

        Raises:
            ReplayError: the game isn't recorded.
        """
    @staticmethod
    def replayed(replay: str, *, number: int | None = None, cards: Cards | None = None) -> Game:
        """Plays a replay file, answer by answer; of several games the one with a number.

        Raises:
            ReplayError: where it differs.
        """
    def explain(self, handle: int, seat: int | None = None) -> list[dict[str, Any]] | None:
        """Which effects made an object what it is, layer by layer (CR 613); None for what the seat doesn't see. Handles are in views."""
    @property
    def sync_hash(self) -> int:
        """A hash of everything: equal for equal runs."""
    @property
    def position_hash(self) -> int:
        """A hash of the position: equal for positions that differ only in history."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def _repr_html_(self) -> str: ...

@final
class Scenario:
    """A position with a script and expectations (docs/scenarios.md)."""

    @staticmethod
    def load(path: str | PathLike[str], *, root: str | PathLike[str] | None = None) -> list[Scenario]:
        """The scenarios of a file; it may include set-ups below the root.

        Raises:
            ScenarioError: with file, line and column.
        """
    @staticmethod
    def parse(text: str, *, file: str = "scenario.ron") -> list[Scenario]:
        """The scenarios of a text; the file name only serves messages.

        Raises:
            ScenarioError: with line and column.
        """
    @property
    def title(self) -> str:
        """The title."""
    @property
    def rules(self) -> list[str]:
        """The rules that it cites."""
    def run(self, *, cards: Cards | None = None) -> None:
        """Runs it with all of its variants.

        Raises:
            ScenarioError: the first thing that doesn't happen as it says, with its place.
        """
    def trace(self, *, cards: Cards | None = None) -> list[str]:
        """Runs it, and tells everything that is asked, answered or happens."""
    def game(self, *, variant: int | None = None, cards: Cards | None = None) -> Game:
        """The position at the end of the script."""

@final
class Vector:
    """What :class:`dracones.envs.VectorEnv` is made of."""

    def __new__(
        cls,
        decks: Sequence[DeckLike],
        *,
        envs: int,
        seed: int,
        actions: int,
        tokens: int | None,
        threads: int | None,
        opponent: str | None,
        learner: int | None,
        first: str,
        autoreset: bool,
        format: str | None,
        allow_small: bool,
        max_turns: int | None,
        cards: Cards | None,
    ) -> Self: ...
    @property
    def shapes(self) -> dict[str, tuple[int, ...]]: ...
    @property
    def seats(self) -> int: ...
    @property
    def seed(self) -> int: ...
    def attach(self, arrays: dict[str, NDArray[Any]]) -> None: ...
    def reset(self, seed: int, start: int) -> None: ...
    def step(self, actions: NDArray[Any] | Sequence[int]) -> None: ...
    def observe(self, env: int, seat: int) -> None: ...
    def advise(self, agent: str) -> list[int]: ...
    def game(self, env: int) -> Game: ...
    def put(self, env: int, game: Game) -> None: ...
    def cards(self) -> tuple[list[str], list[dict[str, str]], list[list[float]]]: ...
    def tree(self, env: int, *, batch: int, seed: int, explore: float, depth: int) -> Tree: ...

@final
class Tree:
    """What :class:`dracones.search.Mcts` searches with."""

    @property
    def seat(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    def attach(self, arrays: dict[str, NDArray[Any]]) -> None: ...
    def select(self, most: int) -> int: ...
    def update(self, values: NDArray[Any], priors: NDArray[Any]) -> None: ...
    def visits(self) -> list[tuple[int, int, float]]: ...

def env_schema() -> tuple[dict[str, Any], str]: ...
def hash_games(games: Sequence[tuple[int, str]]) -> str: ...
def simulate_games(
    decks: Sequence[DeckLike],
    *,
    agents: Sequence[str],
    games: int,
    seed: int,
    threads: int | None,
    first: str,
    start: int,
    max_turns: int | None,
    format: str | None,
    allow_small: bool,
    cards: Cards | None,
) -> tuple[str, Table]: ...
def make_manifest(
    players: Sequence[dict[str, Any]],
    *,
    schedule: str,
    pairs: int,
    seed: int,
    best_of: int,
    deal: str,
    format: str | None,
    allow_small: bool,
    max_turns: int | None,
    max_decisions: int | None,
    sprt: str | None,
    detail: bool,
    cards: Cards | None,
) -> str: ...
def play_manifest(
    manifest: str, *, shard: str | None, threads: int | None, confidence: float, cards: Cards | None
) -> tuple[str, list[str], Table, Table]: ...
def merge_rows(
    manifest: str, rows: Sequence[str], *, confidence: float
) -> tuple[str, list[str], Table, Table]: ...
def play_out(
    game: Game,
    count: int,
    *,
    agents: Sequence[str],
    seat: int | None,
    answer: Answer,
    seed: int,
    threads: int | None,
    decisions: int | None,
) -> tuple[list[int], int]: ...
