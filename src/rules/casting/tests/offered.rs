//! Permissions, prohibitions, and casting while something resolves.

use super::*;
use crate::model::agenda::Returned;
use crate::model::cast::Nested;
use crate::model::decision::Answer;
use crate::model::object::{Characteristics, StackEntry};
use crate::model::task::Return;
use crate::rules::casting::cast_during_resolution;
use crate::rules::events::tests::{answer, zone_of};
use crate::rules::state::{EditGame, ReadGame};

const OGRE: &str = r#"name: "Test Ogre", cost: "{R}", types: "Creature - Ogre", pt: (2, 2)"#;

#[test]
fn effects_permit_and_prohibit() {
    let permit = r#"name: "Test Library", types: "Enchantment", abilities: [
        Static(effect: Rule(Permit(who: You, what: In(Graveyard(You), Any))))]"#;
    let mage = r#"name: "Test Mage", types: "Enchantment", abilities: [
        Static(effect: Rule(CantCast(EachPlayer, Type("Creature"))))]"#;
    let flash = r#"name: "Test Flash", types: "Enchantment", abilities: [
        Static(effect: Rule(Flash(You, Type("Creature"))))]"#;
    let mut world = board(&[MOUNTAIN, OGRE, BOLT, permit, mage, flash]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [ogre] = puts(&mut world, 1, A, Zone::Graveyard(A));
    let [bolt] = puts(&mut world, 2, A, Zone::Graveyard(A));
    let [land] = puts(&mut world, 0, A, Zone::Graveyard(A));
    let _: [_; 1] = puts(&mut world, 1, B, Zone::Graveyard(B));
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 3, A, Zone::Battlefield);
    let all = actions(&mut world, A);
    let cards: Vec<_> = all
        .iter()
        .map(|c| match c {
            Choice::Cast { object, .. } | Choice::PlayLand { object, .. } => *object,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(cards, [ogre, bolt, land]);
    let [prohibited] = puts(&mut world, 4, B, Zone::Battlefield);
    assert_eq!(actions(&mut world, A).len(), 2);
    crate::rules::events::tests::happen(&mut world, [crate::rules::events::tests::moves(prohibited, Zone::Exile)]);
    world.part_mut::<crate::model::turn::Turn>().active = B;
    crate::rules::schedule::mark_dirty(&mut world, crate::model::dirt::StateClass::TURN);
    assert_eq!(actions(&mut world, A).len(), 1);
    let _: [_; 1] = puts(&mut world, 5, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A).len(), 2);
    done(&mut world, A, &all[0]);
    assert_eq!(zone_of(&world, ogre), Zone::Stack);
    resolve(&mut world);
    assert_eq!(zone_of(&world, ogre), Zone::Battlefield);
}

#[test]
fn another_players_card_is_cast_with_mana_of_any_type_under_the_casters_control() {
    let thief = r#"name: "Test Thief", types: "Enchantment", abilities: [
        Static(effect: Rule(Permit(who: You, what: In(Graveyard(EachOpponent), Any), cast_only: true, any_mana: true, then_exile: true)))]"#;
    let growth =
        r#"name: "Test Growth", cost: "{G}", types: "Sorcery", abilities: [Spell(effects: [GainLife(You, N(4))])]"#;
    let mut world = board(&[MOUNTAIN, growth, thief, FOREST]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 2, A, Zone::Battlefield);
    let [growth] = puts(&mut world, 1, B, Zone::Graveyard(B));
    let _: [_; 1] = puts(&mut world, 3, B, Zone::Graveyard(B));
    let all = actions(&mut world, A);
    assert_eq!(all.len(), 1, "{all:?}");
    done(&mut world, A, &all[0]);
    assert_eq!(get::<Characteristics>(&world, growth.id).controller, A);
    assert_eq!(get::<StackEntry>(&world, growth.id).cast.mana, [0, 0, 0, 1, 0, 0]);
    resolve(&mut world);
    assert_eq!((crate::rules::events::tests::life(&world, A), zone_of(&world, growth)), (24, Zone::Exile));
}

#[test]
fn a_card_is_cast_during_a_resolution_for_another_cost() {
    // CR 118.9d: increases apply to "without paying its mana cost".
    let tax = r#"name: "Test Tax", types: "Enchantment", abilities: [
        Static(effect: Rule(CostsMore(EachPlayer, Any, [Mana("{1}")])))]"#;
    let mut world = board(&[MOUNTAIN, BOLT, tax]);
    let [bolt] = puts(&mut world, 1, A, Zone::Exile);
    world.part_mut::<crate::model::turn::Turn>().active = B;
    let free = Cost::default();
    let ways = ways_during_resolution(&mut world, A, bolt, Some(&free));
    assert_eq!(ways.len(), 1);
    let _: [_; 1] = puts(&mut world, 2, B, Zone::Battlefield);
    assert_eq!(ways_during_resolution(&mut world, A, bolt, Some(&free)), []);
    let [mountain] = puts(&mut world, 0, A, Zone::Battlefield);
    assert_eq!(ways_during_resolution(&mut world, A, bolt, Some(&free)), ways);
    cast_during_resolution(&mut world, A, bolt, ways[0], Nested { cost: Some(free), must_be: None });
    let decision = run(&mut world).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(world.part::<Returned>().last(), Some(Return::Cast(Some(top(&world)))));
    assert!(tapped(&world, mountain));
}

#[test]
fn what_does_not_change_anything_is_not_looked_at_again() {
    let mut world = board(&[MOUNTAIN, OGRE]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 1, A, Zone::Hand(A));
    assert!(can_act(&mut world, A));
    assert!(!can_act(&mut world, B));
    // Steps pass: the summary still says that there is nothing at instant speed.
    for step in [crate::cards::def::StepName::BeginCombat, crate::cards::def::StepName::End] {
        world.part_mut::<crate::model::turn::Turn>().step = step;
        crate::rules::schedule::mark_dirty(&mut world, crate::model::dirt::StateClass::TURN);
        assert!(!can_act(&mut world, A));
    }
    world.part_mut::<crate::model::turn::Turn>().step = crate::cards::def::StepName::PostcombatMain;
    crate::rules::schedule::mark_dirty(&mut world, crate::model::dirt::StateClass::TURN);
    assert!(can_act(&mut world, A));
}
