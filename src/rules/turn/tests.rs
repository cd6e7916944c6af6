//! Whole turns on hand-built boards.

use super::*;
use crate::cards::def::StepName;
use crate::model::agenda::{Agenda, Returned};
use crate::model::decision::{Answer, Decision, Pending, Prompt, Settings, Shape};
use crate::model::fact::Fact;
use crate::model::ids::Seat;
use crate::model::object::{LastKnownTable, Status, ThisTurn};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::{LossReason, Player, Players};
use crate::model::turn::Turn;
use crate::model::zone::{OwnZones, Zone, Zones};
use crate::rules::driver::{advance, push};
use crate::rules::events::tests::{A, B, BEAR, get, life, put, world, zone_of};
use crate::rules::log::EventLog;
use crate::rules::state::{EditGame, ReadGame};
use bevy_ecs::prelude::*;

/// A card that can't be played: it has no mana cost and isn't a land.
const BLANK: &str = r#"name: "Test Blank", types: "Artifact""#;

/// Plays on to the next decision; `None` when the game is over.
pub(crate) fn go(world: &mut World) -> Option<Box<Decision>> {
    advance(world);
    world.part_mut::<Pending>().0.take()
}

/// Answers a decision legally and plays on.
pub(crate) fn reply(world: &mut World, decision: &Decision, answer: Answer) -> Option<Box<Decision>> {
    assert_eq!(decision.check(&answer), Ok(()), "{decision:?}");
    Returned::give_answer(world, answer);
    go(world)
}

/// A world with the blank card as definition 0 and `deck` of them in each of `seats` libraries.
fn table(seats: usize, deck: usize, cards: &[&str]) -> World {
    let mut all = vec![BLANK];
    all.extend(cards);
    let mut world = world(&all);
    world.part_mut::<Players>().0 = (0..seats).map(|_| Player::new(20)).collect();
    world.part_mut::<Zones>().lists_mut().own = vec![OwnZones::default(); seats];
    for seat in (0..seats).map(|s| Seat(s as u8)) {
        (0..deck).for_each(|_| _ = put(&mut world, 0, seat, Zone::Library(seat)));
    }
    *world.part_mut::<Turn>() = Turn { begun: vec![0; seats], last: vec![0; seats], ..Turn::default() };
    world
}

/// Begins with the first turn of seat 0, without opening hands, and stops before turn `last` ends.
fn play(world: &mut World, last: u32) -> Option<Box<Decision>> {
    world.part_mut::<Settings>().max_turns = last;
    world.part_mut::<EventLog>().on = true;
    push(world, Task::Turn(TurnTask::Begin));
    go(world)
}

fn began(world: &World) -> Vec<(Seat, StepName)> {
    let facts = &world.part::<EventLog>().facts;
    let began = facts.iter().filter_map(|fact| match fact {
        Fact::Began { step, active } => Some((*active, *step)),
        _ => None,
    });
    began.collect()
}

fn hand(world: &World, seat: Seat) -> usize {
    world.part::<Zones>().own[seat.index()].hand.len()
}

#[test]
fn steps_come_in_order_and_what_has_nothing_to_do_is_skipped() {
    use StepName::*;
    let mut world = table(2, 10, &[]);
    assert_eq!(play(&mut world, 2), None);
    assert_eq!(*world.part::<Outcome>(), Outcome::Inconclusive(Inconclusive::Turns));
    // CR 103.8a: no draw step in the first turn. CR 508.8: no blockers, no damage.
    let rest = [PrecombatMain, BeginCombat, DeclareAttackers, EndCombat, PostcombatMain, End, Cleanup];
    let first = [Untap, Upkeep].into_iter().chain(rest).map(|step| (A, step));
    let second = [Untap, Upkeep, Draw].into_iter().chain(rest).map(|step| (B, step));
    assert_eq!(began(&world), first.chain(second).collect::<Vec<_>>());
    assert_eq!((hand(&world, A), hand(&world, B)), (0, 1));
}

#[test]
fn with_three_players_everyone_draws_and_turns_go_round() {
    let mut world = table(3, 10, &[]);
    assert_eq!(play(&mut world, 4), None);
    assert_eq!((0..3).map(|s| hand(&world, Seat(s))).collect::<Vec<_>>(), [2, 1, 1]);
    assert_eq!(world.part::<Turn>().begun, [2, 1, 1]);
    assert_eq!(world.part::<Turn>().last, [4, 2, 3]);
}

#[test]
fn extra_turns_come_first_and_who_has_lost_has_none() {
    let mut world = table(3, 10, &[]);
    world.part_mut::<Players>().get_mut(B).lost = Some(LossReason::Conceded);
    world.part_mut::<Turn>().extra = vec![Seat(2), B];
    assert_eq!(play(&mut world, 3), None);
    let turns: Vec<Seat> = began(&world).iter().filter(|(_, step)| *step == StepName::Untap).map(|(s, _)| *s).collect();
    assert_eq!(turns, [Seat(2), A, Seat(2)]);
}

#[test]
fn everything_is_lost_with_an_empty_library() {
    let mut world = table(2, 0, &[]);
    assert_eq!(play(&mut world, 9), None);
    assert_eq!(*world.part::<Outcome>(), Outcome::Win(A));
    assert_eq!(world.part::<Players>().get(B).lost, Some(LossReason::DrewFromEmptyLibrary));
}

#[test]
fn a_mulligan_is_declared_in_turn_order_and_taken_together() {
    let mut world = table(2, 20, &[]);
    start_game(&mut world, B);
    let ask = go(&mut world).expect("a decision");
    assert_eq!((ask.player, &ask.prompt), (B, &Prompt::Mulligan { taken: 0 }));
    let ask = reply(&mut world, &ask, Answer::Confirm(false)).expect("a decision");
    // Nothing is taken before everyone has declared.
    assert_eq!((ask.player, world.part::<Players>().get(B).mulligans), (A, 0));
    let ask = reply(&mut world, &ask, Answer::Confirm(true)).expect("a decision");
    // CR 103.5: to take a mulligan ends with cards on the bottom.
    assert_eq!((ask.player, &ask.prompt), (B, &Prompt::MulliganBottom));
    assert_eq!(hand(&world, B), 7);
    let ask = reply(&mut world, &ask, Answer::Some(vec![3])).expect("a decision");
    assert_eq!((ask.player, &ask.prompt, hand(&world, B)), (B, &Prompt::Mulligan { taken: 1 }, 6));
    let ask = reply(&mut world, &ask, Answer::Confirm(false)).expect("a decision");
    let chosen = world.part::<Zones>().own[1].hand[2..4].to_vec();
    let order = reply(&mut world, &ask, Answer::Some(vec![2, 3])).expect("an order");
    assert!(matches!(order.shape, Shape::Order(_)));
    let ask = reply(&mut world, &order, Answer::Order(vec![1, 0])).expect("a decision");
    // The first in the order is nearest the top.
    assert_eq!(world.part::<Zones>().own[1].library[..2], [chosen[0], chosen[1]]);
    assert_eq!((ask.player, hand(&world, B)), (B, 5));
    reply(&mut world, &ask, Answer::Confirm(true));
    // Nothing can be done in the first turn, so the game has gone on to where something can.
    assert_eq!(world.part::<Turn>().first, B);
    assert_eq!((world.part::<Players>().get(A).mulligans, world.part::<Players>().get(B).mulligans), (0, 2));
}

#[test]
fn nobody_takes_a_mulligan_from_an_empty_hand() {
    for (seats, most) in [(2, 7), (3, 8)] {
        let mut world = table(seats, 20, &[]);
        start_game(&mut world, A);
        let mut ask = go(&mut world).expect("a decision");
        let mut taken = 0;
        while let Prompt::Mulligan { .. } | Prompt::MulliganBottom | Prompt::OrderCards(_) = ask.prompt {
            let answer = match &ask.shape {
                Shape::Confirm => Answer::Confirm(ask.player != A),
                Shape::Order(options) => Answer::Order((0..options.len() as u16).collect()),
                _ => Answer::Some((0..if let Shape::ChooseSome { min, .. } = ask.shape { min } else { 0 }).collect()),
            };
            taken += u32::from(answer == Answer::Confirm(false));
            world.part_mut::<Settings>().max_turns = 1;
            match reply(&mut world, &ask, answer) {
                Some(next) => ask = next,
                None => break,
            }
        }
        // CR 103.5c: with three players the first one doesn't count.
        assert_eq!((taken, hand(&world, A) % 7), (most, if seats == 3 { 1 } else { 0 }));
    }
}

#[test]
fn cleanup_discards_down_and_damage_wears_off() {
    let mut world = table(2, 10, &[BEAR]);
    let bear = put(&mut world, 1, A, Zone::Battlefield);
    (0..9).for_each(|_| _ = put(&mut world, 0, A, Zone::Hand(A)));
    let entity = world.part::<crate::rules::slots::Slots>().entity(bear.id);
    world.get_mut::<ThisTurn>(entity).expect("a slot").damage = 1;
    let attack = play(&mut world, 1).expect("attackers");
    assert_eq!(attack.prompt, Prompt::DeclareAttackers);
    assert_eq!(get::<ThisTurn>(&world, bear.id).damage, 1);
    let ask = reply(&mut world, &attack, Answer::Some(vec![])).expect("a discard");
    assert_eq!(ask.prompt, Prompt::CleanupDiscard);
    assert!(matches!(ask.shape, Shape::ChooseSome { min: 2, max: 2, .. }), "{ask:?}");
    assert_eq!(reply(&mut world, &ask, Answer::Some(vec![0, 8])), None);
    assert_eq!((hand(&world, A), get::<ThisTurn>(&world, bear.id).damage), (7, 0));
    assert_eq!(world.part::<LastKnownTable>().0.len(), 0);
}

#[test]
fn rules_change_the_maximum_hand_size() {
    let book = r#"name: "Test Book", types: "Artifact", abilities: [Static(effect: Rule(NoMaximumHandSize(You)))]"#;
    let curse = r#"name: "Test Curse", types: "Artifact", abilities: [Static(effect: Rule(MaximumHandSize(EachOpponent, -2)))]"#;
    let mut world = table(2, 10, &[book, curse]);
    put(&mut world, 1, A, Zone::Battlefield);
    put(&mut world, 2, A, Zone::Battlefield);
    (0..9).for_each(|_| _ = put(&mut world, 0, A, Zone::Hand(A)));
    (0..6).for_each(|_| _ = put(&mut world, 0, B, Zone::Hand(B)));
    let ask = play(&mut world, 2).expect("a discard");
    assert_eq!((ask.player, hand(&world, B)), (B, 7));
    assert!(matches!(ask.shape, Shape::ChooseSome { min: 2, max: 2, .. }), "{ask:?}");
}

#[test]
fn what_untaps() {
    let stuck =
        r#"name: "Test Frost", types: "Artifact", abilities: [Static(effect: Affect(The(This), [Rule(DoesntUntap)]))]"#;
    let lazy = r#"name: "Test Vault", types: "Artifact", abilities: [Static(effect: Affect(The(This), [Rule(MayStayTapped)]))]"#;
    let mut world = table(2, 10, &[stuck, lazy]);
    let objects = [0, 1, 2, 2].map(|def| put(&mut world, def, A, Zone::Battlefield));
    let theirs = put(&mut world, 0, B, Zone::Battlefield);
    let tapped = |world: &World, id| get::<Status>(world, id).tapped;
    for object in objects.iter().chain([&theirs]) {
        let entity = world.part::<crate::rules::slots::Slots>().entity(object.id);
        world.get_mut::<Status>(entity).expect("a slot").tapped = true;
    }
    let ask = play(&mut world, 1).expect("what stays tapped");
    assert_eq!((&ask.prompt, ask.options().len()), (&Prompt::StayTapped, 2));
    assert_eq!(reply(&mut world, &ask, Answer::Some(vec![1])), None);
    assert_eq!(objects.map(|o| tapped(&world, o.id)), [false, true, false, true]);
    assert!(tapped(&world, theirs.id));
}

#[test]
fn unspent_mana_empties_unless_a_rule_says_otherwise() {
    use crate::cards::def::ManaType;
    let upwelling = r#"name: "Test Well", types: "Artifact", abilities: [Static(effect: Rule(ManaStays(You)))]"#;
    let mut world = table(2, 10, &[upwelling]);
    put(&mut world, 1, B, Zone::Battlefield);
    for seat in [A, B] {
        world.part_mut::<Players>().get_mut(seat).pool.add(ManaType::G, 3);
    }
    assert_eq!(play(&mut world, 1), None);
    assert_eq!([A, B].map(|s| world.part::<Players>().get(s).pool.total()), [0, 3]);
}

#[test]
fn a_trigger_in_the_cleanup_step_brings_another_one() {
    let late = r#"name: "Test Owl", types: "Artifact", abilities: [
        Triggered(when: Beginning(Cleanup, You), effects: [GainLife(You, N(1))], per_turn: Some(1))]"#;
    let mut world = table(2, 10, &[late]);
    put(&mut world, 1, A, Zone::Battlefield);
    assert_eq!(play(&mut world, 1), None);
    // CR 514.3a.
    let cleanups = began(&world).iter().filter(|(_, step)| *step == StepName::Cleanup).count();
    assert_eq!((cleanups, life(&world, A)), (2, 21));
    assert!(world.part::<Agenda>().is_empty());
}

#[test]
fn a_skipped_step_does_not_happen() {
    let island =
        r#"name: "Test Orb", types: "Artifact", abilities: [Static(effect: Rule(SkipStep(EachPlayer, Draw)))]"#;
    let mut world = table(2, 10, &[island]);
    let orb = put(&mut world, 1, A, Zone::Battlefield);
    assert_eq!(play(&mut world, 2), None);
    assert!(began(&world).iter().all(|(_, step)| *step != StepName::Draw));
    assert_eq!((hand(&world, B), zone_of(&world, orb)), (0, Zone::Battlefield));
}
