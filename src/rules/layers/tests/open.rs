//! Continuous effects that systems of others add.

use super::world::*;
use crate::cards::def::{CardTypes, Color, ColorSet, ZoneKind};
use crate::model::dirt::StateClass;
use crate::model::event::Enter;
use crate::model::ids::{ObjectRef, Origin};
use crate::model::object::{AbilityInstance, Object};
use crate::model::player::Players;
use crate::rules::layers::{ContinuousEffectApp, LayerTable, check, entering, explain};
use crate::rules::schedule::{LayerSystems, Layers};
use crate::rules::state::{EditGame, GameParts};
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

const OGRE: &str = r#"(name: "Ogre", cost: "{R}", types: "Creature - Ogre", pt: (3, 3))"#;
const MARKED: &str = r#"(name: "Marked", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Color(Blue)])), [ModifyPT(N(5), N(0))]))])"#;
const LEADER: &str = r#"(name: "Leader", types: "Creature - Bear", pt: (1, 1), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Not(Is(This))])), [ModifyPT(N(1), N(1))]))])"#;

fn creatures(table: &LayerTable) -> Vec<ObjectRef> {
    let rows = table.rows().filter(|(_, chars)| chars.is_creature());
    rows.map(|(object, _): (&Object, _)| object.reference()).collect()
}

/// While the first player has less than 10 life, creatures have no colour.
fn devoid(mut table: ResMut<LayerTable>, game: Single<&GameParts>) {
    if game.players.get(A).life < 10 {
        for creature in creatures(&table) {
            table.chars_mut(creature).unwrap().colors = ColorSet::default();
        }
    }
}

/// Creatures are blue besides; nothing orders this and the system above but their arrival.
fn dye(mut table: ResMut<LayerTable>) {
    for creature in creatures(&table) {
        table.chars_mut(creature).unwrap().colors |= ColorSet::only(Color::Blue);
    }
}

fn plugins(app: &mut App) {
    app.add_continuous_effect(LayerSystems::L5Color, StateClass::LIFE, devoid);
    app.add_continuous_effect(LayerSystems::L5Color, StateClass::empty(), dye);
}

fn table() -> Table {
    Table::with(&[OGRE, MARKED, LEADER], plugins)
}

fn set_life(t: &mut Table, life: i32) {
    t.world.part_mut::<Players>().get_mut(A).life = life;
    t.mark_dirty(StateClass::LIFE);
}

#[test]
fn two_strangers_take_part_in_the_order_in_which_they_came() {
    let mut t = table();
    let ogre = t.put("Ogre", A);
    assert_eq!(t.chars(ogre).colors.colors().count(), 2);
    assert_eq!(t.passes_of(|t| set_life(t, 5)), 1);
    assert_eq!(t.chars(ogre).colors, ColorSet::only(Color::Blue));
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::TAPPED)), 0, "nobody reads that");
    assert_eq!(t.passes_of(|t| set_life(t, 15)), 1);
    assert_eq!(t.chars(ogre).colors.colors().count(), 2);
    check(&mut t.world).unwrap();
}

#[test]
fn later_layers_looking_ahead_and_explanations_see_what_strangers_do() {
    let mut t = table();
    t.put("Marked", A);
    let ogre = t.put("Ogre", A);
    assert_eq!(t.pt(ogre), (8, 3));
    let hand = t.put_in("Ogre", B, ZoneKind::Hand);
    let ahead = entering(&mut t.world, hand, &Enter { controller: B, ..Enter::default() });
    assert_eq!((ahead.colors.colors().count(), ahead.power), (2, 8));
    check(&mut t.world).unwrap();
    let explained = explain(&mut t.world, ogre.id).unwrap();
    let layers: Vec<_> = explained.layers.iter().map(|step| step.layer).collect();
    assert_eq!(layers, ["5", "7c"], "the change is noted in its layer");
    assert_eq!(explained.end, t.chars(ogre));
    check(&mut t.world).unwrap();
}

/// Creatures have the first ability of the first creature that has any.
fn rally(mut table: ResMut<LayerTable>) {
    let leader = |(object, chars): (&Object, &crate::model::object::Characteristics)| {
        chars.abilities.first().filter(|_| chars.is_creature()).map(|a| (object.reference(), a.handle))
    };
    let Some((leader, handle)) = table.rows().find_map(leader) else { return };
    for other in creatures(&table).into_iter().filter(|other| *other != leader) {
        let ability = AbilityInstance { handle, origin: Origin::Text, nth: 0 };
        table.chars_mut(other).unwrap().abilities.push(ability);
    }
}

#[test]
fn abilities_that_strangers_give_have_effects_in_later_layers() {
    let add = |app: &mut App| {
        app.add_continuous_effect(LayerSystems::L6Ability, StateClass::empty(), rally);
    };
    let mut t = Table::with(&[OGRE, LEADER], add);
    let leader = t.put("Leader", A);
    let ogre = t.put("Ogre", A);
    assert_eq!((t.pt(leader), t.pt(ogre)), ((2, 2), (4, 4)));
    check(&mut t.world).unwrap();
    t.move_to(leader, ZoneKind::Graveyard);
    assert_eq!(t.pt(ogre), (3, 3));
    check(&mut t.world).unwrap();
}

/// Enchantments are creatures, too.
fn animate(mut table: ResMut<LayerTable>) {
    let enchantments: Vec<_> = table.rows().filter(|(_, c)| c.is(CardTypes::ENCHANTMENT)).map(|(o, _)| *o).collect();
    for object in enchantments {
        let chars = table.chars_mut(object.reference()).unwrap();
        chars.types |= CardTypes::CREATURE;
        (chars.power, chars.toughness) = (1, 1);
    }
}

#[test]
fn what_strangers_animate_has_power_and_toughness() {
    let add = |app: &mut App| {
        app.add_continuous_effect(LayerSystems::L4Type, StateClass::empty(), animate);
    };
    let mut t = Table::with(&[MARKED], add);
    let marked = t.put("Marked", A);
    assert_eq!((t.pt(marked), t.chars(marked).has_pt), ((1, 1), true));
    check(&mut t.world).unwrap();
}

fn fail() {
    panic!("as it should");
}

#[test]
fn a_panic_leaves_the_schedule_in_the_world() {
    let add = |app: &mut App| {
        app.add_systems(Layers, fail.in_set(LayerSystems::L1aCopy));
    };
    let mut t = Table::with(&[OGRE], add);
    let run = |t: &mut Table| catch_unwind(AssertUnwindSafe(|| crate::rules::layers::refresh(&mut t.world)));
    assert!(run(&mut t).is_err());
    assert!(t.world.resource::<Schedules>().contains(Layers));
    assert!(run(&mut t).is_err());
}
