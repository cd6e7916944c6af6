"""Bulk games and runs of matches."""

from __future__ import annotations

import json
import pickle

import dracones
import pytest
from dracones.errors import DeckError, MatchError, SetupError


def test_games_depend_on_seed_and_number_alone() -> None:
    one = dracones.simulate(["red", "green"], agents="random", games=24, seed=5, threads=1)
    two = dracones.simulate(["red", "green"], agents="random", games=24, seed=5, threads=2)
    other = dracones.simulate(["red", "green"], agents="random", games=24, seed=6)
    assert one.batch_hash == two.batch_hash != other.batch_hash
    assert one.games.to_pydict() == two.games.to_pydict()
    assert sum(one.summary["wins"]) + one.summary["draws"] + one.summary["inconclusive"] == 24


def test_parts_make_the_whole() -> None:
    whole = dracones.simulate("vanilla", agents="random", games=21, seed=3)
    parts = [dracones.simulate("vanilla", agents="random", games=n, seed=3, start=at).games for at, n in ((11, 10), (0, 11))]
    assert dracones.simulate_merged(parts) == whole.batch_hash
    with pytest.raises(MatchError, match="game 11 follows game 9"):
        dracones.simulate_merged([dracones.simulate("vanilla", agents="random", games=10, seed=3).games, parts[0]])


def test_tables_are_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    games = dracones.simulate("vanilla", agents="random", games=5, seed=1).games
    table = pa.table(games)
    assert table.num_rows == len(games) == 5
    assert table.column_names == games.columns
    assert table.to_pydict() == games.to_pydict()
    assert table.schema.field("winner").nullable and not table.schema.field("index").nullable
    assert games.to_arrow().equals(table)
    with pytest.raises(KeyError, match="no column `winer`: there are index"):
        games["winer"]
    assert "<td>" in games._repr_html_() and "5 rows" in games._repr_html_()


def test_tables_outlive_what_made_them() -> None:
    pa = pytest.importorskip("pyarrow")
    tables = [pa.table(dracones.simulate("vanilla", agents="random", games=2, seed=s).games) for s in range(5)]
    assert [len(table.column("hash")[0].as_py()) for table in tables] == [16] * 5


def test_decks_in_all_forms(tmp_path) -> None:
    lines = [("Forest", 24), ("Grizzly Bears", 36)]
    path = tmp_path / "bears.txt"
    path.write_text("24 Forest\n36 Grizzly Bears\n")
    forms = [lines, dracones.Deck(lines), dracones.Deck.load(str(path)), path, str(path)]
    hashes = {dracones.simulate([deck, deck], agents="random", games=2, seed=1).batch_hash for deck in forms}
    assert len(hashes) == 1
    assert dracones.simulate(lines, agents="random", games=2, seed=1).batch_hash in hashes
    deck = dracones.Deck(lines, name="Bears", sideboard=[("Naturalize", 3)])
    assert pickle.loads(pickle.dumps(deck)) == deck and len(deck) == 60
    assert "Grizzly Bears" in deck._repr_html_() and "Bears" in repr(deck)


@pytest.mark.parametrize(
    ("arguments", "error", "place", "words"),
    [
        ({"decks": "rad"}, DeckError, None, "did you mean red"),
        ({"decks": [[("Grizly Bears", 60)]]}, DeckError, None, "Grizzly Bears"),
        ({"decks": [[("Forest", 0)]]}, DeckError, "main[0]", "from 1 to 1000"),
        ({"decks": [[("Forest", 30)]]}, DeckError, None, "40"),
        ({"decks": "red", "agents": "greedi"}, SetupError, None, "unknown agent"),
        ({"decks": "red", "agents": ["random"] * 3}, SetupError, None, "3 agents for 2 seats"),
        ({"decks": "red", "games": 0}, SetupError, None, "0 games"),
        ({"decks": "red", "threads": 0}, SetupError, None, "0 threads"),
        ({"decks": "red", "max_turns": 0}, SetupError, None, "0 turns"),
        ({"decks": "red", "first": "C"}, SetupError, "first", "no seat C"),
        ({"decks": "red", "start": 2**64 - 1, "games": 2}, SetupError, None, "64 bits"),
        ({"decks": ["red"] * 17}, SetupError, None, "2 to 16"),
    ],
)
def test_mistakes_have_reasons_and_places(arguments, error, place, words) -> None:
    with pytest.raises(error, match=words) as raised:
        dracones.simulate(**{"games": 1, **arguments})
    assert raised.value.place == place
    assert isinstance(raised.value, dracones.DraconesError)
    assert pickle.loads(pickle.dumps(raised.value)).reason == raised.value.reason


@pytest.mark.parametrize("arguments", [{"games": -1}, {"games": "x"}, {"seed": 2**64}, {"agents": 3}, {"decks": 4}])
def test_wrong_types_raise(arguments) -> None:
    with pytest.raises((TypeError, OverflowError, ValueError)):
        dracones.simulate(**{"decks": "red", "games": 1, **arguments})


def test_a_deck_file_with_a_mistake(tmp_path) -> None:
    path = tmp_path / "bad.dck"
    path.write_text("[Main]\n24 Forest\nx Bears\n")
    with pytest.raises(DeckError) as raised:
        dracones.Deck.load(str(path))
    assert raised.value.place.endswith("bad.dck:3:1")


def test_matches_and_their_parts() -> None:
    players = ["red", {"deck": "green", "agent": "random", "name": "beginner"}]
    whole = dracones.match(*players, pairs=4, seed=9, threads=2, detail=True)
    assert whole.report["games"] == 8 and len(whole.games) == 8 and len(whole.cards) > 5
    assert 0 <= whole.score <= 1 and "beginner" in repr(whole) and "beginner" in whole._repr_html_()
    shards = [dracones.play(whole.manifest, shard=f"{n}/3") for n in (3, 1, 2)]
    merged = dracones.merge(whole.manifest, shards)
    assert merged.hash == whole.hash and merged.games.to_pydict() == whole.games.to_pydict()
    with pytest.raises(MatchError, match="expected|comes|follow|missing"):
        dracones.merge(whole.manifest, shards[:2])


def test_a_matrix_of_lists() -> None:
    bears = dracones.Deck([("Forest", 24), ("Grizzly Bears", 36)], name="Bears")
    result = dracones.matrix([bears, "red", {"deck": "green", "weight": 2}], pairs=1, seed=2)
    assert [p["a"] for p in result.report["pairings"]] == ["Bears", "Bears", "red"]


def test_manifests_are_checked() -> None:
    manifest = dracones.make_manifest(["red", "green"], pairs=2)
    changed = {**json.loads(manifest), "seed": 7}
    with pytest.raises(MatchError, match="was changed"):
        dracones.play(json.dumps(changed))
    with pytest.raises(MatchError) as raised:
        dracones.play(manifest[:40])
    assert raised.value.place.startswith("manifest:")
    with pytest.raises(MatchError, match="clock"):
        dracones.match({"deck": "red", "agent": "mcts:5ms"}, "green")
    with pytest.raises(MatchError, match="unknown: color"):
        dracones.match({"deck": "red", "color": "x"}, "green")
    with pytest.raises(MatchError, match="confidence"):
        dracones.play(manifest, confidence=2.0)


def test_cards() -> None:
    cards = dracones.Cards()
    assert "lightning bolt" in cards and "Lightnin Bolt" not in cards and len(cards) > 1000
    bolt = cards["Lightning Bolt"]
    assert (bolt.name, bolt.cost, bolt.mana_value, bolt.colors, bolt.types) == (
        "Lightning Bolt",
        "{R}",
        1,
        ["red"],
        "Instant",
    )
    assert bolt.power_toughness is None and any("3" in line for line in bolt.text)
    assert "pauper" in [name.lower() for name in cards.formats("Lightning Bolt") or ["pauper"]]
    with pytest.raises(dracones.errors.CardError, match="did you mean Lightning Bolt"):
        cards["Lightnin Bolt"]
    assert isinstance(pickle.loads(pickle.dumps(cards)), dracones.Cards)


def test_card_files_with_mistakes(tmp_path) -> None:
    (tmp_path / "bear.ron").write_text('Card(format: 1, name: "Bear", types: "Creature", pt: (2, 2), colour: 3)\n')
    with pytest.raises(dracones.errors.CardError) as raised:
        dracones.Cards(tmp_path)
    assert "bear.ron:1:" in raised.value.place
