//! Activated and triggered abilities on the stack.

use super::*;
use crate::cards::def::CounterKind;
use crate::model::decision::Answer;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, Origin, Timestamp};
use crate::model::object::{Characteristics, Counters, ObjectKind, StackEntry};
use crate::model::turn::Turn;
use crate::rules::casting::choose_targets_for;
use crate::rules::events::tests::{answer, life, zone_of};
use crate::rules::log::EventLog;
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};

#[test]
fn tapping_wants_a_creature_without_summoning_sickness() {
    let pinger = r#"name: "Test Pinger", types: "Creature - Wizard", pt: (1, 1), abilities: [
        Activated(cost: [Tap], targets: [(what: AnyTarget)], effects: [Damage(amount: N(1), to: Targets(0))])]"#;
    let mut world = board(&[pinger]);
    let [pinger] = puts(&mut world, 0, A, Zone::Battlefield);
    let entity = world.part::<Slots>().entity(pinger.id);
    world.get_mut::<Status>(entity).expect("a slot").controlled_since = 5;
    assert_eq!(activations(&mut world, A), []);
    world.get_mut::<Status>(entity).expect("a slot").controlled_since = 4;
    mark_dirty(&mut world, StateClass::BATTLEFIELD);
    let all = activations(&mut world, A);
    assert_eq!(all.len(), 1);
    assert_eq!(activations(&mut world, B), []);
    let decision = start(&mut world, A, &all[0]).expect("targets");
    let at = decision.options().iter().position(|c| *c == Choice::Player(B)).expect("B");
    assert_eq!(answer(&mut world, &decision, Answer::One(at as u16)), None);
    assert!(tapped(&world, pinger));
    let ability = top(&world);
    assert_eq!(get::<Object>(&world, ability.id).kind, ObjectKind::Ability);
    assert_eq!(get::<Characteristics>(&world, ability.id).controller, A);
    assert_eq!(activations(&mut world, A), []);
    resolve(&mut world);
    assert_eq!(life(&world, B), 19);
    assert!(stack(&world).is_empty());
    assert!(!world.part::<Slots>().is_used(ability.id));
}

#[test]
fn its_controllers_turn_before_last_does_not_matter_for_summoning_sickness() {
    // CR 302.6: what came during its controller's last turn is still sick in the opponent's turn.
    let pinger = r#"name: "Test Pinger", types: "Creature - Wizard", pt: (1, 1), abilities: [
        Activated(cost: [Tap], effects: [GainLife(You, N(1))])]"#;
    let mut world = board(&[pinger]);
    let [pinger] = puts(&mut world, 0, B, Zone::Battlefield);
    let entity = world.part::<Slots>().entity(pinger.id);
    for (since, can) in [(3, true), (4, false), (5, false)] {
        world.get_mut::<Status>(entity).expect("a slot").controlled_since = since;
        mark_dirty(&mut world, StateClass::BATTLEFIELD);
        assert_eq!(!activations(&mut world, B).is_empty(), can, "since {since}");
    }
}

#[test]
fn limits_and_conditions_are_kept() {
    let shade = r#"name: "Test Shade", types: "Creature - Shade", pt: (1, 1), abilities: [
        Activated(cost: [], effects: [GainLife(You, N(1))], per_turn: 2),
        Activated(cost: [], effects: [GainLife(You, N(5))], only_if: Compare(Life(You), Lt, N(10))),
        Activated(cost: [], effects: [LoseLife(You, N(11))], sorcery_speed: true)]"#;
    let mut world = board(&[shade]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let all = activations(&mut world, A);
    assert_eq!(all.len(), 2);
    for _ in 0..2 {
        done(&mut world, A, &all[0]);
    }
    assert_eq!(activations(&mut world, A), []);
    resolve(&mut world);
    resolve(&mut world);
    assert_eq!(life(&world, A), 22);
    assert_eq!(activations(&mut world, A), [all[1]]);
    done(&mut world, A, &all[1]);
    resolve(&mut world);
    done(&mut world, A, &all[1]);
    resolve(&mut world);
    assert_eq!(life(&world, A), 0);
    assert_eq!(activations(&mut world, A).len(), 2);
}

#[test]
fn one_loyalty_ability_of_a_planeswalker_each_turn() {
    let walker = r#"name: "Test Walker", types: "Legendary Planeswalker - Jace", loyalty: 3, abilities: [
        Activated(cost: [Loyalty(1)], effects: [GainLife(You, N(1))]),
        Activated(cost: [Loyalty(-4)], effects: [GainLife(You, N(9))])]"#;
    let mut world = board(&[walker]);
    let [walker] = puts(&mut world, 0, A, Zone::Battlefield);
    let entity = world.part::<Slots>().entity(walker.id);
    world.get_mut::<Counters>(entity).expect("a slot").add(CounterKind::Loyalty, 3, Timestamp(1));
    mark_dirty(&mut world, StateClass::COUNTERS);
    let all = activations(&mut world, A);
    assert_eq!(all.len(), 1);
    done(&mut world, A, &all[0]);
    assert_eq!(get::<Counters>(&world, walker.id).get(CounterKind::Loyalty), 4);
    resolve(&mut world);
    assert_eq!(activations(&mut world, A), []);
    world.get_mut::<ThisTurn>(entity).expect("a slot").loyalty_used = false;
    mark_dirty(&mut world, StateClass::BATTLEFIELD);
    assert_eq!(activations(&mut world, A).len(), 2);
    world.part_mut::<Turn>().active = B;
    mark_dirty(&mut world, StateClass::TURN);
    assert_eq!(activations(&mut world, A), []);
}

#[test]
fn cycling_is_activated_from_hand() {
    let cycler = r#"name: "Test Cycler", cost: "{9}", types: "Creature - Bird", pt: (1, 1), abilities: [
        Keyword(Cycling([Mana("{R}")]))]"#;
    let mut world = board(&[MOUNTAIN, cycler]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Library(A));
    let [cycler] = puts(&mut world, 1, A, Zone::Hand(A));
    let all = actions(&mut world, A);
    assert!(matches!(all.as_slice(), [Choice::Activate { key }] if key.object == cycler), "{all:?}");
    done(&mut world, A, &all[0]);
    assert_eq!(zone_of(&world, cycler), Zone::Graveyard(A));
    let facts = &world.part::<EventLog>().facts;
    assert!(facts.iter().any(|f| matches!(f, Fact::Discarded { seat: A, cycling: true, .. })), "{facts:?}");
    resolve(&mut world);
    assert_eq!(world.part::<Zones>().own[0].hand.len(), 1);
}

#[test]
fn the_source_pays_for_its_ability_only_once() {
    // It can't be tapped for mana and for the ability.
    let dork = r#"name: "Test Dork", types: "Artifact", abilities: [
        Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{R}"))]),
        Activated(cost: [Mana("{R}"), Tap], effects: [GainLife(You, N(1))]),
        Activated(cost: [Mana("{R}"), SacrificeThis], effects: [GainLife(You, N(2))])]"#;
    let mut world = board(&[dork]);
    let [dork] = puts(&mut world, 0, A, Zone::Battlefield);
    let all = activations(&mut world, A);
    assert_eq!(all.len(), 1);
    done(&mut world, A, &all[0]);
    assert_eq!(zone_of(&world, dork), Zone::Graveyard(A));
    resolve(&mut world);
    assert_eq!(life(&world, A), 22);
}

#[test]
fn split_second_stops_everything_but_mana_abilities() {
    let krosan = r#"name: "Test Grip", cost: "{R}", types: "Instant", abilities: [
        Keywords([SplitSecond]), Spell(effects: [])]"#;
    let shade = r#"name: "Test Shade", types: "Creature - Shade", pt: (1, 1), abilities: [
        Activated(cost: [], effects: [GainLife(You, N(1))])]"#;
    let mut world = board(&[MOUNTAIN, krosan, shade, BOLT]);
    let _: [_; 3] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 2, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 3, A, Zone::Hand(A));
    let [grip] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A).len(), 3);
    done(&mut world, A, &cast(grip));
    assert_eq!(actions(&mut world, A), []);
    let mana = mana_abilities(&mut world, A);
    assert_eq!(mana.len(), 2);
    resolve(&mut world);
    assert_eq!(actions(&mut world, A).len(), 2);
}

/// The key of an ability of an object, by its place.
fn key(world: &World, object: ObjectRef, place: usize) -> AbilityKey {
    let ability = get::<Characteristics>(world, object.id).abilities[place];
    assert_eq!(ability.origin, Origin::Text);
    ability.key(object)
}

#[test]
fn a_trigger_without_a_legal_target_is_removed() {
    let herald = r#"name: "Test Herald", types: "Creature - Human", pt: (1, 1), abilities: [
        Triggered(when: Enters(Is(This)), targets: [(what: Permanent(Type("Artifact")))], effects: [Destroy(what: Targets(0))])]"#;
    let mut world = board(&[herald, r#"name: "Test Stone", types: "Artifact""#]);
    let [herald] = puts(&mut world, 0, A, Zone::Battlefield);
    for stones in 0..3u16 {
        let ability = key(&world, herald, 0);
        let object = crate::rules::casting::put_ability_on_stack(&mut world, ability, Bindings::new(A, herald));
        choose_targets_for(&mut world, object);
        let decision = run(&mut world);
        match stones {
            0 => {
                assert_eq!(decision, None);
                assert!(stack(&world).is_empty());
            }
            _ => {
                // One option is asked for here; the driver answers it by itself.
                let decision = decision.expect("targets");
                assert_eq!(decision.options().len(), stones as usize);
                assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
                assert_eq!(get::<StackEntry>(&world, object.id).bindings.as_ref().expect("bindings").targets.len(), 1);
                resolve(&mut world);
            }
        }
        let _: [_; 2] = puts(&mut world, 1, B, Zone::Battlefield);
        if stones == 0 {
            let spare = *world.part::<Zones>().battlefield.last().expect("a stone");
            let spare = now(&world, spare);
            crate::rules::events::tests::happen(&mut world, [crate::rules::events::tests::moves(spare, Zone::Exile)]);
        } else {
            break;
        }
    }
}

#[test]
fn an_intervening_if_is_read_again_on_resolution() {
    let keeper = r#"name: "Test Keeper", types: "Enchantment", abilities: [
        Triggered(when: Beginning(Upkeep, You), only_if: Compare(Life(You), Ge, N(20)), effects: [GainLife(You, N(1))])]"#;
    let mut world = board(&[keeper]);
    let [keeper] = puts(&mut world, 0, A, Zone::Battlefield);
    let ability = key(&world, keeper, 0);
    for expected in [21, 15] {
        crate::rules::casting::put_ability_on_stack(&mut world, ability, Bindings::new(A, keeper));
        let object = top(&world);
        choose_targets_for(&mut world, object);
        assert_eq!(run(&mut world), None);
        if expected == 15 {
            crate::rules::events::tests::happen(
                &mut world,
                [crate::model::event::Event::LoseLife { seat: A, amount: 6, paid: false }],
            );
        }
        resolve(&mut world);
        assert_eq!(life(&world, A), expected);
        assert!(stack(&world).is_empty());
    }
}
