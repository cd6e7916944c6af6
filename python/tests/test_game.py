"""One game, and scenarios."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading

import dracones
import pytest
from dracones.errors import AnswerError, EngineError, EnvError, ReplayError, ScenarioError, SnapshotError


def played(decisions: int, *decks: str, seed: int = 7) -> dracones.Game:
    game = dracones.Game(*(decks or ("red", "green")), seed=seed)
    game.play(["random"], seed=1, decisions=decisions)
    return game


def test_a_whole_game() -> None:
    game = dracones.Game("premodern-black", "premodern-green-white", seed=7)
    forms = set()
    while not game.over:
        decision = game.decision
        forms.add(decision.form)
        answer = game.sample(3)
        game.check(answer)
        before = game.decisions
        game.submit(answer)
        assert game.decisions > before
    assert {"one", "confirm", "some"} <= forms
    assert game.decision is None and game.decider is None
    assert game.outcome in ("win", "draw", "inconclusive")
    assert (game.winner is not None) == (game.outcome == "win") and game.why
    with pytest.raises(AnswerError, match="the game is over"):
        game.submit(0)


def test_options_are_in_the_order_of_answers() -> None:
    game = played(30)
    for _ in range(200):
        if game.over:
            break
        decision = game.decision
        if decision.kind == "Priority":
            answers = game.answers()
            assert len(answers) == len(decision.options)
            lands = [place for place, text in enumerate(decision.options) if text.startswith("Play ")]
            for place in lands[:1]:
                fork = game.fork()
                fork.submit(place)
                own = fork.view(decision.decider)
                assert own["players"][decision.decider]["lands_played"] == 1
        game.submit(game.sample(1))


def test_illegal_answers_change_nothing() -> None:
    game = played(40)
    before = game.sync_hash
    decision = game.decision
    with pytest.raises(AnswerError):
        game.submit({"one": 60_000, "some": [60_000], "order": [9], "distribute": [], "number": -99_999}.get(decision.form, None))
    for wrong in ("x", 2.5, object(), {}):
        with pytest.raises((TypeError, AnswerError)):
            game.submit(wrong)
    assert game.sync_hash == before


def test_forks_go_their_own_way() -> None:
    game = played(40)
    before = game.sync_hash
    fork, again, used = game.fork(), copy.deepcopy(game), played(5, "vanilla", "vanilla")
    game.fork_into(used)
    assert fork.sync_hash == again.sync_hash == used.sync_hash == before
    fork.play(["greedy"], decisions=10)
    assert game.sync_hash == before != fork.sync_hash
    with pytest.raises(RuntimeError):
        game.fork_into(game)


def test_dealing_anew_keeps_what_the_seat_sees() -> None:
    game = played(60, "premodern-black", "premodern-green-white")
    seat = game.decider
    dealt = [game.determinize(seat, seed=n) for n in range(4)]
    assert len({other.sync_hash for other in dealt}) == 4
    for other in dealt:
        assert other.view(seat)["players"][seat] == game.view(seat)["players"][seat]
        assert other.decision.options == game.decision.options
    with pytest.raises(EnvError, match="no decision"):
        game.determinize(1 - seat)
    with pytest.raises(EnvError, match="no seat 5"):
        game.view(5)


def test_snapshots() -> None:
    game = played(50)
    text = game.snapshot()
    again = dracones.Game.restore(text)
    for one in (game, again):
        one.play(["greedy"], seed=4, decisions=30)
    assert again.sync_hash == game.sync_hash
    with pytest.raises(SnapshotError):
        dracones.Game.restore(text[: len(text) // 2])
    with pytest.raises(SnapshotError, match="damaged"):
        dracones.Game.restore(text.replace("life:20", "life:21").replace("life:19", "life:21"))


def test_pickling() -> None:
    game = played(30)
    again = pickle.loads(pickle.dumps(game))
    assert again.sync_hash == game.sync_hash


def _finish(game: dracones.Game) -> int:
    game.play(["greedy"], seed=2)
    return game.sync_hash


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    game = played(20, "vanilla", "vanilla")
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(_finish, [game, game])
    assert found == [_finish(game)] * 2


def test_threads_play_at_once() -> None:
    expected = dracones.simulate("vanilla", agents="random", games=10, seed=4).batch_hash
    found: list[str] = []

    def work() -> None:
        found.append(dracones.simulate("vanilla", agents="random", games=10, seed=4, threads=1).batch_hash)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_a_panic_is_an_exception_and_breaks_one_game_only() -> None:
    game, other = played(20), played(20)
    before = other.sync_hash
    with pytest.raises(EngineError, match="a panic on purpose"):
        game._panic()
    with pytest.raises(EngineError, match="broken"):
        game.submit(0)
    with pytest.raises(EngineError, match="broken"):
        game.fork()
    assert "broken" in repr(game)
    assert other.sync_hash == before
    other.play(["random"])
    assert other.over
    del game


def test_replays() -> None:
    game = played(45)
    text = game.replay()
    again = dracones.Game.replayed(text)
    assert again.sync_hash == game.sync_hash
    again.play(["greedy"], decisions=3)
    assert dracones.Game.replayed(again.replay()).sync_hash == again.sync_hash
    with pytest.raises(ReplayError):
        dracones.Game.replayed(text.replace('"seed":7', '"seed":8'))
    with pytest.raises(ReplayError) as raised:
        dracones.Game.replayed("{}\n")
    assert raised.value.place == "line 1"
    with pytest.raises(ReplayError, match="recorded"):
        game.fork().replay()


def test_views_and_events() -> None:
    game = dracones.Game("red", "green", seed=3)
    game.follow(0)
    game.play(["greedy"], decisions=60)
    view = game.view(0)
    assert view["schema"] == 1 and len(view["players"]) == 2
    assert game.spectator_view()["players"][0]["hand"]["known"] == []
    events = game.take_events(0)
    assert any(event.get("text") for event in events) and game.take_events(0) == []
    assert "life" in game._repr_html_() and "turn" in repr(game)


HUMILITY = """Scenario(
    format: 1,
    title: "Humility",
    rules: ["613.4b"],
    why: "It sets power and toughness in layer 7b.",
    players: [(battlefield: ["Humility", "Kalonian Tusker"]), ()],
    script: [Expect([PT("Kalonian Tusker", 1, 1)])],
)"""


def test_scenarios_and_explanations() -> None:
    (scenario,) = dracones.Scenario.parse(HUMILITY)
    scenario.run()
    assert scenario.title == "Humility" and scenario.rules == ["613.4b"] and scenario.trace()
    game = scenario.game()
    (tusker,) = [seen for seen in game.spectator_view()["battlefield"] if seen["name"] == "Kalonian Tusker"]
    changes = game.explain(tusker["handle"])
    assert "7b" in [change["layer"] for change in changes]
    assert game.explain(999_999) is None

    (wrong,) = dracones.Scenario.parse(HUMILITY.replace("1, 1)]", "3, 3)]"))
    with pytest.raises(ScenarioError, match="expected") as raised:
        wrong.run()
    assert raised.value.place.startswith("scenario.ron:7:")
    with pytest.raises(ScenarioError) as raised:
        dracones.Scenario.parse("Scenario(format: 1, titel: 3)")
    assert raised.value.place.startswith("scenario.ron:1:")


def test_conceding() -> None:
    game = played(10)
    game.concede(1)
    assert game.over and game.winner == 0 and "conceded" in game.why
