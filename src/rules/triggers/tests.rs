//! Triggered abilities on hand-built boards.

use super::*;
use crate::cards::def::{Duration, StepName};
use crate::model::decision::{Answer, Choice, Prompt, Shape};
use crate::model::event::Event;
use crate::model::fact::Fact;
use crate::model::ids::{DefId, Referent};
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::{Zone, Zones};
use crate::rules::events::record;
use crate::rules::events::tests::{A, B, BEAR, answer, destroy, happen, moves, put, run, world};
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;

const WATCHER: &str = r#"name: "Test Artist", types: "Creature - Vampire", pt: (1, 1), abilities: [
    Triggered(when: Dies(Type("Creature")), effects: [GainLife(You, N(1))])]"#;

fn waiting(world: &World) -> Vec<(Seat, ObjectRef)> {
    world.part::<PendingTriggers>().0.iter().map(|t| (t.bindings.you, t.key.object)).collect()
}

fn handle(def: u16, index: u16) -> AbilityHandle {
    AbilityHandle { def: DefId(def), index }
}

#[test]
fn what_dies_together_sees_each_other() {
    let mut world = world(&[WATCHER, BEAR]);
    let [one, two] = [0, 1].map(|_| put(&mut world, 0, A, Zone::Battlefield));
    let bear = put(&mut world, 1, B, Zone::Battlefield);
    happen(&mut world, [destroy(one), destroy(two), destroy(bear)]);
    // Three deaths, two watchers, each of which was there right before (CR 603.10a).
    assert_eq!(waiting(&world), [(A, one), (A, two), (A, one), (A, two), (A, one), (A, two)]);
    let event = world.part::<PendingTriggers>().0[4].bindings.event.expect("an event");
    assert_eq!(event.subject, Some(Referent::Object(bear)));
    assert_eq!(event.moved_to.map(|o| o.id), Some(bear.id));
    assert_eq!(event.player, Some(B));
}

#[test]
fn what_enters_sees_itself_and_what_enters_with_it() {
    let herald = r#"name: "Test Herald", types: "Creature - Human", pt: (1, 1), abilities: [
        Triggered(when: Enters(And([Type("Creature"), Controlled(You)])), effects: [GainLife(You, N(1))])]"#;
    let mut world = world(&[herald, BEAR]);
    let herald = put(&mut world, 0, A, Zone::Hand(A));
    let bear = put(&mut world, 1, A, Zone::Hand(A));
    let other = put(&mut world, 1, B, Zone::Hand(B));
    happen(&mut world, [herald, bear, other].map(|o| moves(o, Zone::Battlefield)));
    assert_eq!(waiting(&world).len(), 2);
}

#[test]
fn an_intervening_if_is_read_as_it_triggers_and_a_limit_counts() {
    let keeper = r#"name: "Test Keeper", types: "Enchantment", abilities: [
        Triggered(when: GainsLife(You), only_if: Compare(Life(You), Gt, N(20)), effects: [], per_turn: Some(1))]"#;
    let mut world = world(&[keeper]);
    put(&mut world, 0, A, Zone::Battlefield);
    happen(&mut world, [Event::LoseLife { seat: A, amount: 5, paid: false }]);
    happen(&mut world, [Event::GainLife { seat: A, amount: 2 }]);
    assert!(waiting(&world).is_empty());
    happen(&mut world, [Event::GainLife { seat: A, amount: 9 }]);
    happen(&mut world, [Event::GainLife { seat: B, amount: 9 }]);
    happen(&mut world, [Event::GainLife { seat: A, amount: 1 }]);
    assert_eq!(waiting(&world).len(), 1);
    assert_eq!(world.part::<PendingTriggers>().0[0].bindings.event.map(|e| e.amount), Some(9));
}

#[test]
fn steps_begin_for_their_players_only() {
    let clock = r#"name: "Test Clock", types: "Artifact", abilities: [
        Triggered(when: Beginning(Upkeep, You), effects: [])]"#;
    let mut world = world(&[clock]);
    let clock = put(&mut world, 0, B, Zone::Battlefield);
    record(&mut world, &[Fact::Began { step: StepName::Upkeep, active: A }]);
    crate::rules::driver::settle(&mut world);
    record(&mut world, &[Fact::Began { step: StepName::End, active: B }]);
    crate::rules::driver::settle(&mut world);
    assert!(waiting(&world).is_empty());
    record(&mut world, &[Fact::Began { step: StepName::Upkeep, active: B }]);
    crate::rules::driver::settle(&mut world);
    assert_eq!(waiting(&world), [(B, clock)]);
}

#[test]
fn a_delayed_ability_triggers_once_or_while_it_lasts() {
    let source = r#"name: "Test Lens", types: "Sorcery", abilities: [
        Triggered(when: Draws(You), effects: [])]"#;
    let mut world = world(&[source, BEAR]);
    let this = put(&mut world, 0, A, Zone::Graveyard(A));
    for _ in 0..4 {
        put(&mut world, 1, A, Zone::Library(A));
    }
    let draw = || [Event::Draw { seat: A }];
    add_delayed(&mut world, handle(0, 0), Bindings::new(A, this), None);
    add_delayed(&mut world, handle(0, 0), Bindings::new(A, this), Some(Duration::EndOfTurn));
    happen(&mut world, draw());
    happen(&mut world, draw());
    assert_eq!(waiting(&world).len(), 3);
    end_of_turn(&mut world);
    happen(&mut world, draw());
    assert_eq!(waiting(&world).len(), 3);
    reflexive(&mut world, handle(0, 0), Bindings::new(A, this));
    assert_eq!(waiting(&world).len(), 4);
}

#[test]
fn a_state_trigger_waits_until_it_has_left_the_stack() {
    let beast = r#"name: "Test Beast", types: "Creature - Beast", pt: (3, 3), abilities: [
        Triggered(when: State(Compare(HandSize(You), Eq, N(0))), effects: [])]"#;
    let mut world = world(&[beast]);
    let beast = put(&mut world, 0, A, Zone::Battlefield);
    happen(&mut world, [Event::GainLife { seat: A, amount: 1 }]);
    assert_eq!(waiting(&world), [(A, beast)]);
    happen(&mut world, [Event::GainLife { seat: A, amount: 1 }]);
    assert_eq!(waiting(&world).len(), 1);
}

#[test]
fn being_put_into_a_graveyard_from_anywhere_does_not_look_back() {
    let titan = r#"name: "Test Titan", types: "Creature - Eldrazi", pt: (9, 9), abilities: [
        Triggered(when: Moves(what: Is(This), to: Some(Graveyard)), effects: [], from: Graveyard)]"#;
    let mut world = world(&[titan]);
    let titan = put(&mut world, 0, A, Zone::Library(A));
    happen(&mut world, [moves(titan, Zone::Graveyard(A))]);
    let there = ObjectRef { incarnation: titan.incarnation + 1, ..titan };
    assert_eq!(waiting(&world), [(A, there)]);
}

#[test]
fn players_place_theirs_in_turn_order_and_in_the_order_they_like() {
    let mut world = world(&[WATCHER, BEAR]);
    let b = put(&mut world, 0, B, Zone::Battlefield);
    let [one, two] = [0, 1].map(|_| put(&mut world, 0, A, Zone::Battlefield));
    let bear = put(&mut world, 1, A, Zone::Battlefield);
    happen(&mut world, [destroy(bear)]);
    assert_eq!(waiting(&world), [(B, b), (A, one), (A, two)]);
    let task = placing(&mut world).expect("three abilities wait");
    crate::rules::driver::push(&mut world, task);
    let decision = run(&mut world).expect("an order");
    assert_eq!((decision.player, &decision.prompt), (A, &Prompt::OrderTriggers));
    assert_eq!(decision.shape, Shape::Order(vec![Choice::Trigger(1), Choice::Trigger(2)]));
    assert_eq!(answer(&mut world, &decision, Answer::Order(vec![1, 0])), None);
    let stack = world.part::<Zones>().stack.clone();
    let sources = stack.iter().map(|id| {
        let entity = world.part::<crate::rules::slots::Slots>().entity(*id);
        let entry = world.get::<crate::model::object::StackEntry>(entity).expect("a slot");
        entry.ability.expect("an ability").object
    });
    assert_eq!(sources.collect::<Vec<_>>(), [two, one, b]);
    assert!(waiting(&world).is_empty() && placing(&mut world).is_none());
    assert_eq!(world.part::<Players>().get(A).life, 20);
}

#[test]
fn what_nobody_watches_costs_one_test() {
    let mut world = world(&[BEAR]);
    put(&mut world, 0, A, Zone::Battlefield);
    happen(&mut world, [Event::GainLife { seat: A, amount: 1 }]);
    // The index wasn't even made.
    assert!(world.part::<TriggerIndex>().stale);
}
