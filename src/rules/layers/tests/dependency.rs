//! Dependencies (CR 613.8).

use super::world::*;
use crate::cards::def::{ColorSet, Keyword};
use crate::model::ids::ObjectRef;

const LIVING: &str = r#"(name: "Living", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Land"), Subtype("Forest")])), [AddTypes("Creature", []), SetPT(N(1), N(1))]))])"#;
const CONSPIRACY: &str = r#"(name: "Goblins", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [SetCreatureTypes(["Goblin"])]))])"#;
const CRUSADE: &str = r#"(name: "Crusade", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Goblin")), [ModifyPT(N(1), N(1)), SetColors([Black]),
        AddTypes("", ["Zombie"])]))])"#;
const TO_ISLAND: &str = r#"(name: "To Island", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Mountain")), [SetBasicLandTypes(["Island"])]))])"#;
const TO_MOUNTAIN: &str = r#"(name: "To Mountain", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Island")), [SetBasicLandTypes(["Mountain"])]))])"#;
const MOUNTAIN: &str = r#"(name: "Mountain", types: "Basic Land - Mountain")"#;
const ISLAND: &str = r#"(name: "Island", types: "Basic Land - Island")"#;
const REVOLT: &str = r#"(name: "Revolt", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Type("Land")), [AddTypes("Creature", []), SetPT(N(2), N(2)), Gain([FirstStrike])]))])"#;
const MARK: &str = r#"(name: "Mark", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature")))),
    Static(effect: Affect(The(Host), [AddTypes("", ["Vampire"])]))])"#;
const SKY: &str = r#"(name: "Sky", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Has(Flying)), [Gain([Vigilance])]))])"#;
const GOYF: &str = r#"(name: "Lurker", types: "Creature", pt: (None, None), abilities: [
    Static(effect: Affect(The(This), [SetPT(N(4), N(5))]))])"#;
const GHOUL: &str = r#"(name: "Ghoul", types: "Creature", pt: (None, None), abilities: [
    Static(effect: Affect(The(This), [SetPT(TotalPower(All(And([Type("Creature"), Not(Is(This))]))), N(1))]))])"#;
const PACER: &str = r#"(name: "Pacer", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Power(Ge, N(4))), [ModifyPT(N(0), N(7))]))])"#;

const FORGE: &str = r#"(name: "Forge", types: "Artifact", abilities: [
    Static(effect: Affect(All(Type("Creature")), [AddTypes("Artifact", [])]))])"#;
const DYE: &str = r#"(name: "Dye", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Type("Creature")), [SetColors([Red])]))])"#;
const DUTY: &str = r#"(name: "Duty", types: "Creature - Soldier", pt: (1, 1), abilities: [
    Static(effect: Affect(All(Type("Creature")), [Gain([Vigilance])]))])"#;

fn table() -> Table {
    Table::new(&[
        BEAR,
        FOREST,
        ANTHEM,
        HUMILITY,
        OPALESCENCE,
        FLIGHT,
        LIVING,
        CONSPIRACY,
        CRUSADE,
        TO_ISLAND,
        TO_MOUNTAIN,
        MOUNTAIN,
        ISLAND,
        REVOLT,
        MARK,
        SKY,
        GOYF,
        GHOUL,
        PACER,
        FORGE,
        DYE,
        DUTY,
    ])
}

/// All orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[test]
fn a_chain_of_dependencies_in_every_order() {
    // Living lands become creatures, those become Goblins, those Zombies and black, with a creature there already.
    let names = ["Living", "Goblins", "Crusade"];
    for order in ORDERS {
        let mut t = table();
        let forest = t.put("Forest", A);
        t.put("Bear", A);
        order.iter().for_each(|i| {
            t.put(names[*i], A);
        });
        assert_eq!(t.subtypes(forest), "Forest Goblin Zombie", "{order:?}");
        assert_eq!(t.chars(forest).colors, ColorSet::BLACK);
        assert_eq!(t.pt(forest), (2, 2));
    }
}

#[test]
fn dependency_is_judged_on_the_current_state() {
    // 613.8c: without the bear, Crusade depends on Goblins only once the land is a creature.
    let names = ["Living", "Goblins", "Crusade"];
    for order in ORDERS {
        let mut t = table();
        let forest = t.put("Forest", A);
        order.iter().for_each(|i| {
            t.put(names[*i], A);
        });
        let crusade_before_living = order.iter().position(|i| *i == 2) < order.iter().position(|i| *i == 0);
        if crusade_before_living {
            assert_eq!(t.subtypes(forest), "Forest Goblin", "{order:?}");
            assert_eq!((t.chars(forest).colors, t.pt(forest)), (ColorSet::empty(), (1, 1)));
        } else {
            assert_eq!(t.subtypes(forest), "Forest Goblin Zombie", "{order:?}");
        }
    }
}

#[test]
fn loops_go_by_timestamp() {
    // 613.8b
    for island_first in [true, false] {
        let mut t = table();
        let (mountain, island) = (t.put("Mountain", A), t.put("Island", A));
        let (first, second) = if island_first { ("To Island", "To Mountain") } else { ("To Mountain", "To Island") };
        t.put(first, A);
        t.put(second, A);
        let all = if island_first { "Mountain" } else { "Island" };
        assert_eq!((t.subtypes(mountain), t.subtypes(island)), (all.to_owned(), all.to_owned()));
    }
}

#[test]
fn enchantments_that_animate_each_other_under_humility() {
    // Two Opalescences and Humility, in every order: 7b goes by timestamps.
    let names = ["Opal", "Opal", "Humble All"];
    for order in ORDERS {
        let mut t = table();
        let mut objects: [Option<ObjectRef>; 3] = [None; 3];
        order.iter().for_each(|i| objects[*i] = Some(t.put(names[*i], A)));
        let [a, b, h] = objects.map(Option::unwrap);
        let place = |i: usize| order.iter().position(|o| *o == i).unwrap();
        // The latest setter of each wins: Humility sets all, each Opal the other one and Humility.
        let of = |setters: &[(usize, i32)]| setters.iter().max_by_key(|(i, _)| place(*i)).unwrap().1;
        assert_eq!(t.pt(a).0, of(&[(1, 4), (2, 1)]), "{order:?}");
        assert_eq!(t.pt(b).0, of(&[(0, 4), (2, 1)]), "{order:?}");
        assert_eq!(t.pt(h).0, of(&[(0, 4), (1, 4), (2, 1)]), "{order:?}");
    }
}

#[test]
fn parts_in_several_layers_start_once() {
    // Opalescence, Nature's Revolt, Humility: 613.6 in every order.
    let names = ["Opal", "Revolt", "Humble All"];
    for order in ORDERS {
        let mut t = table();
        let forest = t.put("Forest", A);
        let mut objects: [Option<ObjectRef>; 3] = [None; 3];
        order.iter().for_each(|i| objects[*i] = Some(t.put(names[*i], A)));
        let [_, revolt, humility] = objects.map(Option::unwrap);
        let before = |a: usize, b: usize| order.iter().position(|o| *o == a) < order.iter().position(|o| *o == b);
        // Lands gain first strike after Humility, or lose it.
        assert_eq!(t.chars(forest).has(Keyword::FirstStrike), before(2, 1), "{order:?}");
        assert_eq!(t.pt(forest), if before(2, 1) { (2, 2) } else { (1, 1) });
        let enchantments = if before(2, 0) { (4, 4) } else { (1, 1) };
        // Revolt costs nothing here, so that only Humility shows its mana value.
        assert_eq!(t.pt(humility), enchantments);
        assert!(t.chars(revolt).is_creature());
    }
}

#[test]
fn what_it_does_can_depend_too() {
    // A mark that can only be a Vampire once the land is a creature waits for that.
    let mut t = table();
    let forest = t.put("Forest", A);
    t.put_on("Mark", A, forest);
    assert_eq!(t.subtypes(forest), "Forest");
    t.put("Revolt", A);
    assert_eq!(t.subtypes(forest), "Forest Vampire");
}

#[test]
fn keywords_depend_on_keywords() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.put("Sky", A);
    t.put_on("Flight", A, bear);
    assert!(t.chars(bear).has(Keyword::Vigilance));
}

#[test]
fn defining_abilities_depend_on_each_other_only() {
    // 613.8a (c)
    for ghoul_first in [true, false] {
        let mut t = table();
        let ghoul = if ghoul_first { Some(t.put("Ghoul", A)) } else { None };
        t.put("Lurker", A);
        let ghoul = ghoul.unwrap_or_else(|| t.put("Ghoul", A));
        assert_eq!(t.pt(ghoul), (4, 1));
    }
}

#[test]
fn power_counts_before_what_reads_it() {
    // Of one counter and the Anthem neither alone changes what the Pacer applies to, so that it waits for neither;
    // with two counters it waits for them, and is looked at again after each (613.8c).
    for (counters, expected) in [(1, (4, 4)), (2, (5, 12))] {
        let mut t = table();
        let bear = t.put("Bear", A);
        t.put("Pacer", A);
        t.counters(bear, "+1/+1", counters);
        t.put("Anthem", A);
        assert_eq!(t.pt(bear), expected);
    }
}

#[test]
fn nothing_is_tried_where_nothing_interacts() {
    // Twenty effects on all creatures, several in each layer, Auras, counters, two players.
    let mut t = table();
    for seat in [A, B] {
        let bear = t.put("Bear", seat);
        t.counters(bear, "+1/+1", 2);
        t.counters(bear, "trample", 1);
        t.put_on("Flight", seat, bear);
        for name in ["Forge", "Dye", "Duty", "Anthem", "Goblins", "Forge", "Dye", "Duty", "Anthem", "Goblins"] {
            t.put(name, seat);
        }
        assert_eq!(t.subtypes(bear), "Goblin");
        assert_eq!(t.pt(bear), (6, 6));
    }
    assert_eq!(t.trials(), 0);
}

#[test]
fn what_could_interact_is_tried() {
    let mut t = table();
    t.put("Duty", A);
    t.put("Duty", A);
    assert_eq!(t.trials(), 0);
    let bear = t.put("Bear", A);
    t.put("Humble All", A);
    assert!(!t.chars(bear).has(Keyword::Vigilance));
    // Whether both have their ability depends on the one that takes it away, which is tried once for both.
    assert_eq!(t.trials(), 1);
}
