//! What damage results in (CR 120.3), and other events as they are performed.

use super::*;
use crate::cards::def::CounterKind;
use crate::model::fact::History;
use crate::model::outcome::Outcome;
use crate::model::player::LossReason;
use crate::rules::state::{EditGame, ReadGame};

const KEEN: &str = r#"name: "Test Leech", types: "Creature - Leech", pt: (1, 1),
    abilities: [Keywords([Lifelink, Deathtouch])]"#;
const SICK: &str = r#"name: "Test Infector", types: "Creature - Phyrexian", pt: (1, 1),
    abilities: [Keywords([Infect])]"#;
const STEEL: &str = r#"name: "Test Golem", types: "Artifact Creature - Golem", pt: (1, 1),
    abilities: [Keywords([Indestructible])]"#;

#[test]
fn damage_is_marked_or_becomes_counters_poison_and_life() {
    let mut world = world(&[BEAR, KEEN, SICK]);
    let bear = put(&mut world, 0, B, Zone::Battlefield);
    let leech = put(&mut world, 1, A, Zone::Battlefield);
    let sick = put(&mut world, 2, A, Zone::Battlefield);
    let (b, it) = (Referent::Player(B), Referent::Object(bear));
    // One source with lifelink gains once, however much it deals damage to (CR 702.15e).
    let result =
        happen(&mut world, [damage(leech, b, 2), damage(leech, it, 1), damage(sick, b, 3), damage(sick, it, 1)]);
    assert_eq!(result.amounts, [(0, 2), (1, 1), (2, 3), (3, 1)]);
    assert_eq!((life(&world, A), life(&world, B)), (23, 18));
    let player = world.part::<Players>().get(B);
    assert_eq!(player.counters.get(CounterKind::Poison), 3);
    assert_eq!((player.damaged, player.lost_life), (5, 2));
    let this_turn = get::<ThisTurn>(&world, bear.id);
    assert_eq!((this_turn.damage, this_turn.deathtouched, this_turn.damaged), (1, true, true));
    assert_eq!(counters(&world, bear, CounterKind::PowerToughness(-1, -1)), 1);
}

#[test]
fn no_damage_is_not_dealt() {
    let mut world = world(&[BEAR]);
    let bear = put(&mut world, 0, B, Zone::Battlefield);
    let result = happen(&mut world, [damage(bear, Referent::Player(A), 0)]);
    assert_eq!(result, BatchResult::default());
}

#[test]
fn a_gone_source_deals_damage_as_it_last_was() {
    let mut world = world(&[BEAR, KEEN]);
    let leech = put(&mut world, 1, A, Zone::Battlefield);
    happen(&mut world, [destroy(leech)]);
    happen(&mut world, [damage(leech, Referent::Player(B), 2)]);
    assert_eq!(life(&world, A), 22);
}

#[test]
fn indestructible_cant_be_destroyed_and_regeneration_replaces_it() {
    let mut world = world(&[BEAR, STEEL]);
    let bear = put(&mut world, 0, A, Zone::Battlefield);
    let golem = put(&mut world, 1, A, Zone::Battlefield);
    let entity = world.part::<Slots>().entity(bear.id);
    let mut this_turn = world.get_mut::<ThisTurn>(entity).unwrap();
    (this_turn.regeneration, this_turn.damage) = (1, 2);
    let result = happen(&mut world, [destroy(golem), destroy(bear)]);
    assert!(result.happened.is_empty() && result.objects.is_empty());
    let (status, this_turn) = (get::<Status>(&world, bear.id), get::<ThisTurn>(&world, bear.id));
    assert_eq!((status.tapped, this_turn.damage, this_turn.regeneration), (true, 0, 0));
    // Without a shield, or with one that may not be used, it goes.
    world.get_mut::<ThisTurn>(entity).unwrap().regeneration = 1;
    happen(&mut world, [Event::Destroy { object: bear, no_regeneration: true, by_effect: true }]);
    assert_eq!(zone_of(&world, bear), Zone::Graveyard(A));
    assert_eq!(world.part::<History>().creatures_died, 1);
}

#[test]
fn only_untapped_permanents_become_tapped() {
    let mut world = world(&[BEAR]);
    let bear = put(&mut world, 0, A, Zone::Battlefield);
    let tap = Event::Tap { object: bear, for_mana: false };
    assert_eq!(happen(&mut world, [tap.clone()]).happened, [0]);
    assert_eq!(happen(&mut world, [tap]).happened, [0u16; 0]);
    assert_eq!(happen(&mut world, [Event::Untap { object: bear }]).happened, [0]);
}

#[test]
fn counters_are_removed_as_far_as_there_are() {
    let mut world = world(&[BEAR]);
    let bear = put(&mut world, 0, A, Zone::Battlefield);
    let (target, kind) = (Referent::Object(bear), CounterKind::PowerToughness(1, 1));
    happen(&mut world, [Event::PutCounters { target, kind, count: 2, by: Seat(0) }]);
    let result = happen(&mut world, [Event::RemoveCounters { target, kind, count: 5 }]);
    assert_eq!(result.amounts, [(0, 2)]);
}

#[test]
fn the_last_player_wins_and_losing_together_is_a_draw() {
    let lose = |seat| Event::Lose { seat, reason: LossReason::NoLife };
    let mut one = world(&[BEAR]);
    happen(&mut one, [lose(B)]);
    assert_eq!(*one.part::<Outcome>(), Outcome::Win(A));
    let mut both = world(&[BEAR]);
    happen(&mut both, [lose(A), lose(B)]);
    assert_eq!(*both.part::<Outcome>(), Outcome::Draw);
}

#[test]
fn what_a_player_owns_leaves_with_them() {
    let mut world = world(&[BEAR]);
    world.part_mut::<Players>().0.push(Player::new(20));
    world.part_mut::<Zones>().lists_mut().own.push(OwnZones::default());
    let own = put(&mut world, 0, B, Zone::Battlefield);
    let card = put(&mut world, 0, B, Zone::Library(B));
    let borrowed = put(&mut world, 0, A, Zone::Battlefield);
    let entity = world.part::<Slots>().entity(borrowed.id);
    world.get_mut::<Status>(entity).unwrap().base_controller = B;
    world.get_mut::<Characteristics>(entity).unwrap().controller = B;
    happen(&mut world, [Event::Lose { seat: B, reason: LossReason::NoLife }]);
    assert_eq!(*world.part::<Outcome>(), Outcome::Running);
    assert!(!world.part::<Slots>().is_used(own.id) && !world.part::<Slots>().is_used(card.id));
    assert_eq!(zone_of(&world, borrowed), Zone::Exile);
}
