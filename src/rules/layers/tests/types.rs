//! Layers 4 and 5: type lines and colours (CR 205, 305.7, 613.1d-e).

use super::world::*;
use crate::cards::def::{CardTypes, ColorSet, Duration, Subtype, ZoneKind};
use crate::model::dirt::{LayerWatch, StateClass};
use crate::model::ids::Origin;
use crate::rules::layers::{check, refresh};
use crate::rules::state::ReadGame;

const MOON: &str = r#"(name: "Moon", cost: "{2}{R}", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Land"), Not(Supertype("Basic"))])), [SetBasicLandTypes(["Mountain"])]))])"#;
const URBORG: &str = r#"(name: "Tar Pits", types: "Legendary Land", abilities: [
    Static(effect: Affect(All(Type("Land")), [AddBasicLandTypes(["Swamp"])]))])"#;
const MANLAND: &str = r#"(name: "Treetop", types: "Land", abilities: [Keywords([Hexproof]),
    Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{G}"))]),
    Activated(cost: [Mana("{1}{G}")], effects: [Continuous(Affect(The(This),
        [AddTypes("Creature", ["Ape"]), SetPT(N(3), N(3)), Gain([Trample])]), EndOfTurn)])])"#;
const NEST: &str = r#"(name: "Nest", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Land")))),
    Static(effect: Affect(The(Host), [GainAbilities([Activated(cost: [Tap], effects: [GainLife(You, N(1))])])]))])"#;
const CHANGELING: &str = r#"(name: "Everyone", cost: "{G}", types: "Creature - Shapeshifter", pt: (1, 1), abilities: [
    Keywords([Changeling])])"#;
const DEVOID: &str = r#"(name: "Pale", cost: "{R}", types: "Creature - Eldrazi", pt: (1, 1), abilities: [
    Keywords([Devoid])])"#;
const WOLVES: &str = r#"(name: "Wolves", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Type("Creature")), [SetCreatureTypes(["Wolf"]), SetColors([Blue])]))])"#;
const STONE: &str = r#"(name: "Stone", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Any))], effects: [
        Continuous(Affect(Targets(0), [SetTypes("Artifact", ["Treasure"])]), Forever),
        Continuous(Affect(Targets(0), [RemoveTypes("Creature")]), Forever),
        Continuous(Affect(Targets(0), [AddTypes("", ["Zombie"])]), Forever),
        Continuous(Affect(Targets(0), [AddSupertypes("Legendary"), RemoveSupertypes("Basic")]), Forever)])])"#;
const GOLEM: &str = r#"(name: "Golem", cost: "{3}", types: "Artifact Creature - Equipment Golem", pt: (3, 3))"#;
const CHOOSER: &str = r#"(name: "Chooser", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [AddChosenSubtype]))])"#;
const CONVERT: &str = r#"(name: "Convert", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Mountain")), [SetBasicLandTypes(["Plains"])]))])"#;

fn table() -> Table {
    Table::new(&[
        BEAR, FOREST, HUMILITY, MOON, URBORG, MANLAND, NEST, CHANGELING, DEVOID, WOLVES, STONE, GOLEM, CHOOSER, CONVERT,
    ])
}

fn mana(t: &mut Table, object: crate::model::ids::ObjectRef) -> Vec<u16> {
    let abilities = t.chars(object).abilities;
    abilities.iter().filter(|a| a.origin == Origin::BasicLandType).map(|a| a.handle.index).collect()
}

#[test]
fn a_basic_land_type_brings_its_ability() {
    let mut t = table();
    let forest = t.put("Forest", A);
    assert_eq!(mana(&mut t, forest), [4]);
    t.put("Tar Pits", A);
    assert_eq!(t.subtypes(forest), "Swamp Forest");
    assert_eq!(mana(&mut t, forest), [4, 2]);
}

#[test]
fn setting_basic_land_types_removes_the_text() {
    // 305.7
    let mut t = table();
    let land = t.put("Treetop", A);
    t.put_on("Nest", A, land);
    assert_eq!(t.chars(land).abilities.len(), 3);
    t.put("Moon", B);
    let chars = t.chars(land);
    assert!(chars.keywords.is_empty());
    assert_eq!(t.subtypes(land), "Mountain");
    assert_eq!(mana(&mut t, land), [3]);
    // What another effect grants comes in layer 6.
    assert_eq!(chars.abilities.len(), 2);
    assert!(chars.abilities.iter().any(|a| matches!(a.origin, Origin::Effect(_))));
}

#[test]
fn a_land_that_lost_its_text_in_layer_4_has_no_effect_in_it() {
    // The land's own effect depends on the Moon, whatever the timestamps (613.8a).
    for moon_first in [false, true] {
        let mut t = table();
        let forest = t.put("Forest", A);
        if moon_first {
            t.put("Moon", B);
        }
        let pits = t.put("Tar Pits", A);
        if !moon_first {
            t.put("Moon", B);
        }
        assert_eq!(t.subtypes(forest), "Forest");
        assert_eq!(t.subtypes(pits), "Mountain");
    }
}

#[test]
fn an_animated_land_keeps_its_types() {
    let mut t = table();
    let land = t.put("Treetop", A);
    t.start("Treetop", 0, &[land], Duration::EndOfTurn);
    let chars = t.chars(land);
    assert_eq!(chars.types, CardTypes::LAND | CardTypes::CREATURE);
    assert_eq!((chars.power, chars.toughness, chars.has_pt), (3, 3, true));
    t.put("Moon", B);
    assert_eq!(t.subtypes(land), "Mountain Ape");
    assert_eq!(t.pt(land), (3, 3));
}

#[test]
fn changelings_are_everything_first() {
    let mut t = table();
    let everyone = t.put("Everyone", A);
    assert!(t.has_subtype(everyone, "Goblin") && t.has_subtype(everyone, "Time Lord"));
    assert!(!t.has_subtype(everyone, "Equipment"));
    let in_hand = t.put_in("Everyone", A, ZoneKind::Hand);
    assert!(t.has_subtype(in_hand, "Elf"));
    // Layer 6 is too late to take the types away.
    t.put("Humble All", A);
    assert!(t.has_subtype(everyone, "Goblin"));
    // 613.3: an effect without a defining ability comes later.
    t.put("Wolves", A);
    assert_eq!(t.subtypes(everyone), "Wolf");
}

#[test]
fn what_a_card_elsewhere_defines_itself_needs_no_row() {
    let mut t = table();
    let card = t.put_in("Everyone", A, ZoneKind::Hand);
    let settled = |t: &mut Table| {
        for _ in 0..3 {
            t.mark_dirty(StateClass::EFFECTS);
            refresh(&mut t.world);
        }
        check(&mut t.world).unwrap();
        t.world.part::<LayerWatch>().settled.clone()
    };
    assert_eq!(settled(&mut t), [card]);
    assert!(t.has_subtype(card, "Elf"));
    // 400.7: what moves is another object.
    let dead = t.move_to(card, ZoneKind::Graveyard);
    assert!(t.has_subtype(dead, "Elf"));
    assert_eq!(settled(&mut t), [dead]);
}

#[test]
fn colours() {
    let mut t = table();
    let pale = t.put("Pale", A);
    assert_eq!(t.chars(pale).colors, ColorSet::empty());
    t.put("Wolves", A);
    assert_eq!(t.chars(pale).colors, ColorSet::BLUE);
}

#[test]
fn subtypes_go_with_their_card_types() {
    // 205.1a
    let mut t = table();
    let golem = t.put("Golem", A);
    t.start("Stone", 1, &[golem], Duration::Forever);
    assert_eq!(t.subtypes(golem), "Equipment");
    assert_eq!(t.pt(golem), (0, 0));
    // 205.3d: it can't become a Zombie now.
    t.start("Stone", 2, &[golem], Duration::Forever);
    assert_eq!(t.subtypes(golem), "Equipment");
    let other = t.put("Golem", A);
    t.start("Stone", 2, &[other], Duration::Forever);
    assert!(t.has_subtype(other, "Zombie") && t.has_subtype(other, "Golem"));
    t.start("Stone", 0, &[other], Duration::Forever);
    assert_eq!(t.subtypes(other), "Treasure");
    assert_eq!(t.chars(other).types, CardTypes::ARTIFACT);
    let forest = t.put("Forest", A);
    t.start("Stone", 0, &[forest], Duration::Forever);
    assert_eq!(t.subtypes(forest), "Treasure");
    assert!(mana(&mut t, forest).is_empty());
    t.start("Stone", 3, &[forest], Duration::Forever);
    assert_eq!(t.chars(forest).supertypes, crate::cards::def::Supertypes::LEGENDARY);
}

#[test]
fn chosen_types() {
    let mut t = table();
    let bear = t.put("Bear", A);
    let chooser = t.put("Chooser", A);
    assert_eq!(t.subtypes(bear), "Bear");
    t.linked_mut(chooser).chosen.subtype = Subtype::named("Elf");
    t.mark_dirty(crate::model::dirt::StateClass::CHOSEN);
    assert!(t.has_subtype(bear, "Elf") && t.has_subtype(bear, "Bear"));
}

#[test]
fn a_change_of_what_it_applies_to_is_a_dependency() {
    // Conversion and Moon: Conversion waits (613.8a).
    for moon_first in [false, true] {
        let mut t = table();
        let land = t.put("Treetop", A);
        for name in if moon_first { ["Moon", "Convert"] } else { ["Convert", "Moon"] } {
            t.put(name, A);
        }
        assert_eq!(t.subtypes(land), "Plains");
    }
}
