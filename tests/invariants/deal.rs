//! Games that are dealt again from what a seat knows.

use super::support::{change_places, pairs, play_checked, setup_of};
use dracones::agents::{self, Agent, AgentMaker, Greedy};
use dracones::cards::check::parse_card;
use dracones::cards::{CardDb, CardTable};
use dracones::game::Deck;
use dracones::game::snapshot::Snapshot;
use dracones::game::view::{InformationSet, NotAsked, Opening, Pool, SeatView, Seen, determinize};
use dracones::model::decision::{Decision, Prompt};
use dracones::model::ids::{DefId, ObjectId, Seat};
use dracones::model::object::{CopiableSource, Object, ObjectKind, Status};
use dracones::model::player::Players;
use dracones::model::rng::{GameRng, Stream};
use dracones::model::zone::{Zone, Zones};
use dracones::rules::slots::Slots;
use dracones::rules::state::{EditGame, ReadGame};
use dracones::tools::{scenario, soak};
use dracones::{Game, GameSetup};
use std::sync::Arc;

fn object(game: &Game, id: ObjectId) -> Object {
    let world = game.world();
    *world.get::<Object>(world.part::<Slots>().entity(id)).unwrap()
}

/// The cards of a seat in hands and libraries that another one doesn't see.
fn unseen(game: &Game, by: Seat, owner: Seat) -> Vec<ObjectId> {
    let (view, zones) = (game.seat_view(by).unwrap(), game.world().part::<Zones>());
    let own = &zones.own[owner.index()];
    let all = own.hand.iter().chain(&own.library).copied();
    all.filter(|id| view.object(object(game, *id).reference()).is_none()).collect()
}

/// Exchanges two cards of one owner: each takes the other's place in its zone.
fn exchange(game: &mut Game, a: ObjectId, b: ObjectId) {
    let (one, two) = (object(game, a), object(game, b));
    let world = game.world_mut();
    for (id, there) in [(a, two), (b, one)] {
        let entity = world.part::<Slots>().entity(id);
        let mut object = world.get_mut::<Object>(entity).unwrap();
        let (incarnation, base) = (object.incarnation, object.base);
        *object = Object { id, incarnation, base, ..there };
    }
    change_places(world.part_mut::<Zones>(), a, b);
}

/// Changes at random what a seat may not know: which cards lie where, how often they have moved, what chance brings.
fn disturb(game: &mut Game, by: Seat, rng: &mut Stream) {
    *game.world_mut().part_mut::<GameRng>() = GameRng::new(rng.bits(), 1);
    let snapshot = game.snapshot();
    let mut state = serde_json::to_value(&snapshot.resources).unwrap();
    state.as_object_mut().unwrap().remove("zones");
    let objects: Vec<_> = snapshot.objects.iter().map(|row| (&row.stack, &row.status)).collect();
    let referred = state.to_string() + &serde_json::to_string(&(objects, &snapshot.effects)).unwrap();
    for owner in [Seat(0), Seat(1)] {
        let cards = unseen(game, by, owner);
        // What state refers to has a part in the game, and so has where it lies.
        let idle = |id: &ObjectId| !referred.contains(&format!("\"id\":{},\"incarnation\"", id.0));
        let cards: Vec<ObjectId> = cards.into_iter().filter(idle).collect();
        for i in (1..cards.len()).rev() {
            let j = rng.below(i as u32 + 1) as usize;
            if i != j {
                exchange(game, cards[i], cards[j]);
            }
        }
    }
}

/// What a seat sees, as text.
fn seen(view: &SeatView<'_>) -> String {
    let mut text = String::new();
    let mut zones = vec![Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command];
    for seat in view.seats() {
        zones.extend([Zone::Hand(seat), Zone::Library(seat), Zone::Graveyard(seat)]);
        text += &format!("{:?}\n", view.player(seat));
    }
    for zone in zones {
        text += &format!("{zone:?} {}\n", view.count(zone));
        for s in view.zone(zone) {
            // What a spell or ability refers to may be hidden, and has another number then.
            let Seen { reference, object, known, chars, status, this_turn, cast_as, linked, counters, stack } = s;
            let stack = (&stack.ability, &stack.text, &stack.cast, stack.caster);
            let remembered = (status, this_turn, cast_as, linked, counters, stack);
            text += &format!("{reference:?} {object:?} {known} {chars:?} {remembered:?}\n");
        }
    }
    text += &format!("{:?}\n{:?}\n", view.turn(), view.combat());
    text
}

/// The cards that a seat has, wherever they are.
fn cards_of(game: &Game, seat: Seat) -> Vec<DefId> {
    let world = game.world();
    let slots = world.part::<Slots>();
    let mut cards = Vec::new();
    for id in (0..slots.len() as u32).map(ObjectId) {
        let object = object(game, id);
        let status = world.get::<Status>(slots.entity(id)).unwrap();
        if object.kind == ObjectKind::Card
            && object.owner == seat
            && let CopiableSource::Def(def, _) = status.own_face.unwrap_or(object.base)
        {
            cards.push(world.part::<CardTable>().original(def));
        }
    }
    cards.sort_unstable();
    cards
}

fn asks_itself(decision: &Decision) -> bool {
    decision.player == decision.decider
}

/// Plays two games; at some decisions looks at them through `see`.
fn visit(setup: &GameSetup, mut see: impl FnMut(&Game, &Pool, &mut Stream)) {
    let mut game = Game::new(setup, 31, 0);
    for number in 0..2 {
        game.reset(setup, 31, number, None).unwrap();
        let pool = Opening::new(&game).pool();
        let mut rng = Stream::new(41, number);
        let mut greedy = [Greedy::default(), Greedy::default()];
        while let Some(decision) = game.decision() {
            if asks_itself(decision) && (is_opening(decision) || rng.below(12) == 0) {
                see(&game, &pool, &mut rng);
            }
            // Half of the games are played with some sense.
            let answer = match number % 2 {
                0 => decision.sample(&mut rng),
                _ => {
                    let seat = decision.decider;
                    greedy[seat.index()].answer(&game.seat_view(seat).unwrap(), decision, &mut rng)
                }
            };
            game.submit(answer).unwrap();
        }
    }
}

/// Setups of pairs of decks, and how many games are looked at with each; with `DRACONES_SLOW=1` more of them.
fn setups() -> Vec<(String, GameSetup)> {
    let step = if std::env::var_os("DRACONES_SLOW").is_some() { 1 } else { 11 };
    let pairs = pairs().into_iter().step_by(step);
    pairs.map(|(a, b)| (format!("{a} against {b}"), setup_of(&a, &b))).collect()
}

#[test]
fn what_a_seat_may_not_know_changes_nothing_about_its_deals() {
    for (decks, setup) in setups() {
        visit(&setup, |game, pool, rng| {
            let decision = game.decision().unwrap();
            let seat = decision.decider;
            let about = format!("{decks}, decision {}: {decision:?}", game.decisions());
            let mut other = game.fork();
            disturb(&mut other, seat, rng);
            let (one, two) = (rng.bits(), rng.bits());
            let deal = |game: &Game| {
                let mut stream = Stream::new(one, two);
                determinize(&game.seat_view(seat).unwrap(), pool, &mut stream).unwrap().snapshot()
            };
            let (here, there) = (deal(game), deal(&other));
            let data = |deal: &Snapshot| serde_json::to_value(&deal.resources).unwrap();
            let (x, y) = (data(&here), data(&there));
            for (name, x) in x.as_object().unwrap() {
                assert_eq!(x.to_string(), y[name].to_string(), "{name}: {about}");
            }
            assert_eq!(here.effects, there.effects, "{about}");
            for (x, y) in here.objects.iter().zip(&there.objects) {
                assert_eq!(x, y, "{about}");
            }
        });
    }
}

/// Agents with budgets that are small enough to ask them often.
const AGENTS: [&str; 5] = ["random", "baseline", "greedy", "planner:12", "mcts:12"];
/// The searching agent with a budget that is enough to try hands to begin with.
const TRIES_HANDS: &str = "mcts:48";

/// Whether a decision is about a hand to begin with.
fn is_opening(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::Mulligan { .. } | Prompt::MulliganBottom)
}

/// These agents, and at decisions about a hand to begin with the one that tries them.
fn agents_for<'a>(agents: &'a [&'a str], decision: &Decision) -> impl Iterator<Item = &'a str> + use<'a> {
    agents.iter().copied().chain(is_opening(decision).then_some(TRIES_HANDS))
}

#[test]
fn what_a_seat_may_not_know_changes_no_answer() {
    for name in agents::NAMES {
        assert!(AGENTS.iter().any(|agent| agent.split(':').next() == Some(name)), "{name} isn't asked");
    }
    let mut asked = 0;
    for (decks, setup) in setups() {
        let start = Game::new(&setup, 31, 0);
        visit(&setup, |game, _, rng| {
            let decision = game.decision().unwrap();
            let seat = decision.decider;
            let mut other = game.fork();
            disturb(&mut other, seat, rng);
            let (one, two) = (rng.bits(), rng.bits());
            for name in agents_for(&AGENTS, decision) {
                let answer = |game: &Game| {
                    let mut agent = name.parse::<AgentMaker>().unwrap().make();
                    agent.begin(&Opening::new(&start));
                    agent.answer(&game.seat_view(seat).unwrap(), decision, &mut Stream::new(one, two))
                };
                assert_eq!(answer(game), answer(&other), "{name}, {decks}, decision {}", game.decisions());
                asked += 1;
            }
        });
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn a_deal_is_the_same_game_to_the_seat_and_can_be_played_out() {
    for (decks, setup) in setups() {
        let mut dealt = Game::new(&setup, 1, 1);
        visit(&setup, |game, pool, rng| {
            let decision = game.decision().unwrap();
            let seat = decision.decider;
            let about = format!("{decks}, decision {}: {decision:?}", game.decisions());
            let view = game.seat_view(seat).unwrap();
            let set = InformationSet::new(&view, pool).unwrap();
            set.deal_into(&mut dealt, rng);
            assert_eq!(dealt.decision(), Some(decision), "{about}");
            assert_eq!(seen(&dealt.seat_view(seat).unwrap()), seen(&view), "{about}");
            for owner in [Seat(0), Seat(1)] {
                assert_eq!(cards_of(&dealt, owner), cards_of(game, owner), "{about}");
            }
            soak::position(&dealt, &mut Vec::new()).unwrap();
            play_checked(&mut dealt, rng, &about);
        });
    }
}

#[test]
fn deals_differ_and_stay_within_the_pool() {
    let setup = setup_of("premodern-red", "premodern-black");
    let hand = |game: &Game| {
        let hand = &game.world().part::<Zones>().own[1].hand;
        hand.iter().map(|id| object(game, *id).base).collect::<Vec<_>>()
    };
    let game = Game::new(&setup, 3, 1);
    let seat = game.decision().unwrap().decider;
    let pool = Pool::of_setup(&setup);
    let mut rng = Stream::new(1, 1);
    let set = InformationSet::new(&game.seat_view(seat).unwrap(), &pool).unwrap();
    let hands: Vec<_> = (0..4).map(|_| hand(&set.deal(&mut rng))).collect();
    assert!(seat == Seat(1) || hands.windows(2).any(|w| w[0] != w[1]));
    // A pool of cards: any number of each, but not where play has proven that there is none.
    let (first, second) = (setup.decks[0][0], *setup.decks[0].last().unwrap());
    let other = Seat(1 - seat.0);
    let pool = pool.with_any(other, &[first, second]).without(Zone::Hand(other), second);
    let dealt = determinize(&game.seat_view(seat).unwrap(), &pool, &mut rng).unwrap();
    let zones = dealt.world().part::<Zones>();
    let of = |list: &[ObjectId]| list.iter().map(|id| object(&dealt, *id).base).collect::<Vec<_>>();
    let own = &zones.own[other.index()];
    assert!(of(&own.hand).iter().all(|base| *base == CopiableSource::Def(first, 0)));
    assert!(of(&own.library).contains(&CopiableSource::Def(second, 0)));
    assert!(
        of(&own.library)
            .iter()
            .all(|base| [CopiableSource::Def(first, 0), CopiableSource::Def(second, 0)].contains(base))
    );
}

/// CR 103.2b, 702.139a: a companion is revealed, so that it is the same card in every deal; a deck that isn't as it asks is
/// refused.
#[test]
fn a_companion_is_the_same_in_every_deal() {
    let text = r#"Card(format: 1, name: "Test Friend", cost: "{1}", types: "Legendary Creature - Cat", pt: (2, 2),
        abilities: [Keyword(Companion(Each(Type("Creature"), ManaValue(Le, N(2)))))])"#;
    let card = parse_card("friend.ron", text).unwrap_or_else(|e| panic!("{e}"));
    let db = CardDb::embedded().with_cards(&[card]).unwrap();
    let get = |name: &str| Arc::clone(db.get(name).unwrap());
    let deck = |creature: &str| Deck {
        main: (0..40).map(|i| get(if i % 2 == 0 { "Forest" } else { creature })).collect(),
        sideboard: vec![get("Shock"), get("Test Friend"), get("Grizzly Bears")],
        companion: Some(get("Test Friend")),
        ..Deck::default()
    };
    let refused = GameSetup::new(&db, &[deck("Grizzly Bears"), deck("Hill Giant")]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "Test Friend can't be the companion of player 2: the starting deck doesn't fulfil its condition"
    );
    let setup = GameSetup::new(&db, &[deck("Grizzly Bears"), deck("Llanowar Elves")]).unwrap();
    let game = Game::new(&setup, 1, 1);
    let companions = |game: &Game| game.world().part::<Players>().0.iter().map(|p| p.companion).collect::<Vec<_>>();
    let seat = game.decision().unwrap().decider;
    let view = game.seat_view(seat).unwrap();
    let names: Vec<_> =
        companions(&game).into_iter().map(|card| view.object(card).map(|seen| seen.chars.name)).collect();
    assert!(names.iter().all(|name| name.is_some() && *name == names[0]), "{names:?}");
    let hidden = game.world().part::<Zones>().own[usize::from(1 - seat.0)].sideboard[0];
    assert!(view.object(object(&game, hidden).reference()).is_none());
    let set = InformationSet::new(&view, &Pool::of_setup(&setup)).unwrap();
    let mut rng = Stream::new(4, 4);
    for _ in 0..8 {
        let mut dealt = set.deal(&mut rng);
        assert_eq!(companions(&dealt), companions(&game));
        for card in companions(&game) {
            assert_eq!(object(&dealt, card.id).base, object(&game, card.id).base);
        }
        play_checked(&mut dealt, &mut rng, "companions");
    }
}

#[test]
fn a_card_that_was_cast_face_down_has_morph() {
    let text = r#"Scenario(
        format: 1,
        title: "Face down",
        covers: ["Exalted Angel"],
        rules: ["702.37a"],
        why: "The opponent sees a 2/2 without a name.",
        players: [
            (hand: ["angel = Exalted Angel", "Grizzly Bears", "Kalonian Tusker"], library: ["4 Plains"], battlefield: ["3 Plains"]),
            (hand: ["Grizzly Bears"], library: ["4 Plains"]),
        ],
        script: [CastFaceDown(by: 1, card: "angel"), Resolve, NextTurn(PrecombatMain)],
    )"#;
    let file = scenario::parse("down.ron", text.to_owned()).unwrap();
    let game = scenario::after(&file, 0, None, &CardDb::embedded()).unwrap().game;
    let (asked, down) = (game.decision().unwrap().decider, game.world().part::<Zones>().battlefield.clone());
    assert_eq!(asked, Seat(1));
    let down = *down
        .iter()
        .find(|id| game.seat_view(asked).unwrap().object(object(&game, **id).reference()).unwrap().status.face_down)
        .unwrap();
    let angel = object(&game, down).base;
    // Of its owner's cards the only one that it can be; of other cards any with morph, if there is one.
    let lists = Opening::new(&game).pool();
    let cards: Vec<DefId> = (0..game.world().part::<CardTable>().0.cards as u16).map(DefId).collect();
    let mut rng = Stream::new(8, 8);
    for pool in [lists, Pool::any(2, &cards)] {
        let set = InformationSet::new(&game.seat_view(asked).unwrap(), &pool).unwrap();
        for _ in 0..20 {
            let dealt = set.deal(&mut rng);
            assert_eq!(object(&dealt, down).base, angel);
            assert_eq!(seen(&dealt.seat_view(asked).unwrap()), seen(&game.seat_view(asked).unwrap()));
        }
    }
    // Its owner knows it, and isn't asked.
    assert_eq!(
        InformationSet::new(&game.seat_view(Seat(0)).unwrap(), &Pool::default()).unwrap_err(),
        NotAsked(Seat(0))
    );
}

/// What the first player gains in games that the second one deals, who is asked for a secret vote after the first one's.
fn gained_after_a_secret_vote(vote: &str) -> Vec<i32> {
    let text = r#"Scenario(
        format: 1,
        title: "A secret vote",
        rules: ["701.38a"],
        cards: [Card(format: 1, name: "Test Poll", cost: "{0}", types: "Instant", abilities: [Spell(effects: [
            Vote(secret: true, among: Words(["red", "blue"])),
            ForEach(Votes("red"), [GainLife(It, N(10))]),
        ])])],
        players: [(hand: ["poll = Test Poll"]), ()],
        script: [
            Cast(by: 1, card: "poll"),
            Answer(1, Pick([])),
            Answer(2, Pick([])),
            Answer(1, Pick(["VOTE"])),
        ],
    )"#;
    let file = scenario::parse("vote.ron", text.replace("VOTE", vote)).unwrap();
    let game = scenario::after(&file, 0, None, &CardDb::embedded()).unwrap().game;
    let decision = game.decision().unwrap();
    assert!(decision.decider == Seat(1) && matches!(decision.prompt, Prompt::Vote(_)), "{decision:?}");
    let set = InformationSet::new(&game.seat_view(Seat(1)).unwrap(), &Opening::new(&game).pool()).unwrap();
    let mut rng = Stream::new(9, 9);
    let mut gained = Vec::new();
    for _ in 0..20 {
        let mut dealt = set.deal(&mut rng);
        let answer = dealt.decision().unwrap().sample(&mut rng);
        dealt.submit(answer).unwrap();
        gained.push(dealt.world().part::<Players>().get(Seat(0)).life - 20);
    }
    gained
}

#[test]
fn a_secret_vote_is_dealt_again() {
    let gained = gained_after_a_secret_vote("course 1");
    assert_eq!(gained, gained_after_a_secret_vote("course 2"));
    assert!(gained.contains(&0) && gained.contains(&10), "{gained:?}");
}

#[test]
fn what_was_searched_before_changes_no_answer() {
    let mut asked = 0;
    for (decks, setup) in setups() {
        let start = Game::new(&setup, 32, 0);
        visit(&setup, |game, _, rng| {
            let decision = game.decision().unwrap();
            let chance = (rng.bits(), rng.bits());
            for name in agents_for(&["planner:12", "mcts:12"], decision) {
                let answer = || {
                    let mut agent = name.parse::<AgentMaker>().unwrap().make();
                    agent.begin(&Opening::new(&start));
                    let view = game.seat_view(decision.decider).unwrap();
                    agent.answer(&view, decision, &mut Stream::new(chance.0, chance.1))
                };
                // A new thread has no games in which something was searched.
                let fresh = std::thread::scope(|scope| scope.spawn(answer).join().expect("it answers"));
                assert_eq!(answer(), fresh, "{name}, {decks}, decision {}", game.decisions());
                asked += 1;
            }
        });
    }
    assert!(asked > 200, "{asked}");
}
