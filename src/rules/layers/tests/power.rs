//! Layers 6 and 7: abilities, power and toughness (CR 613.1f, 613.4), counters (122.1), and what starts where (613.6).

use super::world::*;
use crate::cards::def::{Duration, Keyword, ZoneKind};
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::{RulesEdition, Settings};
use crate::rules::state::{EditGame, ReadGame};

const GOYF: &str = r#"(name: "Lurker", cost: "{1}{G}", types: "Creature - Lhurgoyf", pt: (None, None), abilities: [
    Static(effect: Affect(The(This), [SetPT(Count(In(Graveyard(EachPlayer), Any)),
        Sum([N(1), Count(In(Graveyard(EachPlayer), Any))]))]))])"#;
const SWITCH: &str = r#"(name: "Switch", cost: "{U}", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Type("Creature")))], effects: [
        Continuous(Affect(Targets(0), [SwitchPT]), EndOfTurn)])])"#;
const SETTER: &str = r#"(name: "Shrink", cost: "{U}", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Type("Creature")))], effects: [
        Continuous(Affect(Targets(0), [SetPT(N(0), N(1))]), EndOfTurn)])])"#;
const GROUNDED: &str = r#"(name: "Grounded", cost: "{G}", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Type("Creature")), [Lose([Flying])]))])"#;
const ARCHETYPE: &str = r#"(name: "Archetype", types: "Enchantment Creature - Human", pt: (3, 2), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [Gain([Flying])])),
    Static(effect: Affect(All(And([Type("Creature"), Controlled(EachOpponent)])), [CantHave([Flying])]))])"#;
const TEACHER: &str = r#"(name: "Teacher", types: "Creature - Human", pt: (1, 1), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You), Not(Is(This))])), [GainAbilities([
        Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [ModifyPT(N(0), N(1))]))])]))])"#;
const ANIMATE: &str = r#"(name: "Animator", cost: "{G}", types: "Sorcery", abilities: [
    Spell(targets: [(what: Permanent(Type("Land")))], effects: [
        Continuous(Affect(Targets(0), [AddTypes("Creature", []), SetPT(N(3), N(3))]), EndOfTurn)])])"#;
const TOMB: &str = r#"(name: "Tomb", types: "Land", abilities: [
    Activated(cost: [Tap], effects: [Continuous(Affect(The(This), [AddTypes("Creature", ["Plant", "Zombie"]),
        SetColors([Black, Green]), GainAbilities([Static(effect: Affect(The(This),
        [SetPT(Count(In(Graveyard(You), Type("Creature"))), Count(In(Graveyard(You), Type("Creature"))))]))])]),
        EndOfTurn)])])"#;
const FANGS: &str =
    r#"(name: "Fangs", types: "Creature - Snake", pt: (1, 1), abilities: [Keywords([Deathtouch, Haste])])"#;
const COLOR_SHIELD: &str = r#"(name: "Ward", cost: "{W}", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Type("Creature")))], effects: [ChooseColor(into: "c"),
        Continuous(Affect(Targets(0), [ProtectionFromColorVar("c")]), EndOfTurn)])])"#;

fn table() -> Table {
    Table::new(&[
        BEAR,
        FOREST,
        ANTHEM,
        HUMILITY,
        FLIGHT,
        GROWTH,
        GOYF,
        SWITCH,
        SETTER,
        GROUNDED,
        ARCHETYPE,
        TEACHER,
        ANIMATE,
        TOMB,
        FANGS,
        COLOR_SHIELD,
    ])
}

#[test]
fn sublayers_come_before_timestamps() {
    // 613.4: modified first, then set: still set, then modified, then switched.
    let mut t = table();
    let bear = t.put("Bear", A);
    t.start("Switch", 0, &[bear], Duration::EndOfTurn);
    t.start("Growth", 0, &[bear], Duration::EndOfTurn);
    t.start("Shrink", 0, &[bear], Duration::EndOfTurn);
    assert_eq!(t.pt(bear), (4, 3));
    t.start("Switch", 0, &[bear], Duration::EndOfTurn);
    assert_eq!(t.pt(bear), (3, 4));
}

#[test]
fn a_defining_ability_works_everywhere() {
    let mut t = table();
    let on_board = t.put("Lurker", A);
    let in_hand = t.put_in("Lurker", A, ZoneKind::Hand);
    let in_library = t.put_in("Lurker", B, ZoneKind::Library);
    assert_eq!(t.pt(on_board), (0, 1));
    t.put_in("Bear", A, ZoneKind::Graveyard);
    let dead = t.put_in("Lurker", B, ZoneKind::Graveyard);
    for object in [on_board, in_hand, in_library, dead] {
        assert_eq!(t.pt(object), (2, 3));
    }
    // CR 122.2, 400.7: what moves is a new object, and is defined again.
    let drawn = t.move_to(in_library, ZoneKind::Hand);
    assert_eq!(t.pt(drawn), (2, 3));
    t.put("Humble All", A);
    assert_eq!(t.pt(on_board), (1, 1));
    assert_eq!(t.pt(in_hand), (2, 3));
}

#[test]
fn counters_of_both_kinds() {
    let mut t = table();
    let bear = t.put("Bear", A);
    assert_eq!(t.passes_of(|t| t.counters(bear, "fade", 3)), 0);
    t.counters(bear, "+1/+1", 2);
    assert_eq!(t.pt(bear), (4, 4));
    t.counters(bear, "-0/-2", 1);
    assert_eq!(t.pt(bear), (4, 2));
    // 613.7c: a keyword counter has a timestamp like an effect.
    t.counters(bear, "flying", 1);
    assert!(t.chars(bear).has(Keyword::Flying));
    t.put("Grounded", B);
    assert!(!t.chars(bear).has(Keyword::Flying));
    t.counters(bear, "flying", 1);
    assert!(t.chars(bear).has(Keyword::Flying));
}

#[test]
fn counters_are_7c_today_and_7d_in_the_classic_edition() {
    // A creature whose 7c effect reads its own power sees counters only where they come before it by dependency.
    const MIRROR: &str = r#"(name: "Mirror", types: "Creature - Shapeshifter", pt: (1, 1), abilities: [
        Static(effect: Affect(The(This), [ModifyPT(Power(This), N(0))]))])"#;
    for (edition, power) in [(RulesEdition::Current, 6), (RulesEdition::Classic, 4)] {
        let mut t = Table::new(&[MIRROR]);
        t.world.part_mut::<Settings>().edition = edition;
        let mirror = t.put("Mirror", A);
        t.counters(mirror, "+1/+1", 2);
        assert_eq!(t.pt(mirror).0, power);
    }
}

#[test]
fn later_abilities_win() {
    // 613.9
    let mut t = table();
    let bear = t.put("Bear", A);
    let flight = t.put_on("Flight", A, bear);
    assert!(t.chars(bear).has(Keyword::Flying));
    t.put("Grounded", B);
    assert!(!t.chars(bear).has(Keyword::Flying));
    // 613.7e: attached again, it is the later one again.
    t.attach(flight, bear);
    assert!(t.chars(bear).has(Keyword::Flying));
}

#[test]
fn what_cannot_have_an_ability_never_gets_it() {
    // 113.11
    let mut t = table();
    let theirs = t.put("Bear", B);
    let archetype = t.put("Archetype", A);
    t.put_on("Flight", B, theirs);
    t.counters(theirs, "flying", 1);
    assert!(!t.chars(theirs).has(Keyword::Flying));
    assert!(t.chars(archetype).has(Keyword::Flying));
    let late = t.start_by("Flight", 0, B, &[theirs], Duration::EndOfTurn);
    assert!(late.is_none(), "an Aura that is nowhere has no host");
    t.move_to(archetype, ZoneKind::Graveyard);
    assert!(t.chars(theirs).has(Keyword::Flying));
}

#[test]
fn what_began_meanwhile_is_never_created_for_it() {
    const GIVE: &str = r#"(name: "Give", cost: "{U}", types: "Instant", abilities: [
        Spell(targets: [(what: Permanent(Type("Creature")))], effects: [
            Continuous(Affect(Targets(0), [Gain([Flying, Trample])]), EndOfTurn)])])"#;
    let mut t = Table::new(&[BEAR, ARCHETYPE, GIVE]);
    let theirs = t.put("Bear", B);
    let archetype = t.put("Archetype", A);
    t.start_by("Give", 0, B, &[theirs], Duration::EndOfTurn).unwrap();
    assert!(t.chars(theirs).has(Keyword::Trample) && !t.chars(theirs).has(Keyword::Flying));
    t.move_to(archetype, ZoneKind::Graveyard);
    assert!(t.chars(theirs).has(Keyword::Trample) && !t.chars(theirs).has(Keyword::Flying));
}

#[test]
fn abilities_from_layer_6_have_effects_in_layer_7() {
    let mut t = table();
    let one = t.put("Bear", A);
    let two = t.put("Bear", A);
    let teacher = t.put("Teacher", A);
    // Each of two bears raises all three.
    assert_eq!(t.pt(one), (2, 4));
    assert_eq!(t.pt(two), (2, 4));
    assert_eq!(t.pt(teacher), (1, 3));
    assert_eq!(t.world.part::<ContinuousEffects>().order.len(), 3);
    t.move_to(two, ZoneKind::Hand);
    assert_eq!(t.pt(teacher), (1, 2));
    t.move_to(teacher, ZoneKind::Hand);
    assert_eq!(t.pt(one), (2, 2));
    assert!(t.world.part::<ContinuousEffects>().order.is_empty());
}

#[test]
fn what_started_goes_on_without_its_ability() {
    // 613.6: the land becomes a creature in layer 4, loses all abilities in layer 6, and is set in 7b all the same.
    let mut t = table();
    let land = t.put("Forest", A);
    t.start("Animator", 0, &[land], Duration::EndOfTurn);
    assert_eq!(t.pt(land), (3, 3));
    t.put("Humble All", A);
    let chars = t.chars(land);
    assert!(chars.is_creature() && chars.is_land() && chars.abilities.is_empty());
    assert_eq!(t.pt(land), (1, 1));
}

#[test]
fn a_granted_ability_has_the_later_timestamp() {
    // 613.6, 613.7a: the example of Svogthos.
    let mut t = table();
    let tomb = t.put("Tomb", A);
    t.start("Animator", 0, &[tomb], Duration::EndOfTurn);
    t.start("Growth", 0, &[tomb], Duration::EndOfTurn);
    assert_eq!(t.pt(tomb), (6, 6));
    for _ in 0..10 {
        t.put_in("Bear", A, ZoneKind::Graveyard);
    }
    // The granted ability is static 0, the effect that grants it static 1.
    t.start("Tomb", 1, &[tomb], Duration::EndOfTurn);
    assert_eq!(t.pt(tomb), (13, 13));
    assert_eq!(t.subtypes(tomb), "Plant Zombie");
    t.put_in("Bear", A, ZoneKind::Graveyard);
    assert_eq!(t.pt(tomb), (14, 14));
    t.start("Animator", 0, &[tomb], Duration::EndOfTurn);
    assert_eq!(t.pt(tomb), (6, 6));
}

#[test]
fn an_ability_lost_before_it_starts_does_nothing() {
    // Humility after the activation: the granted ability is gone in layer 6 before its effect of 7b begins.
    let mut t = table();
    let tomb = t.put("Tomb", A);
    for _ in 0..10 {
        t.put_in("Bear", A, ZoneKind::Graveyard);
    }
    t.start("Tomb", 1, &[tomb], Duration::EndOfTurn);
    assert_eq!(t.pt(tomb), (10, 10));
    t.put("Humble All", A);
    t.put("Anthem", A);
    assert_eq!(t.pt(tomb), (2, 2));
}

#[test]
fn humility_before_the_grant() {
    let mut t = table();
    let tomb = t.put("Tomb", A);
    for _ in 0..10 {
        t.put_in("Bear", A, ZoneKind::Graveyard);
    }
    t.put("Humble All", A);
    t.put("Anthem", A);
    t.start("Tomb", 1, &[tomb], Duration::EndOfTurn);
    assert_eq!(t.pt(tomb), (11, 11));
}

#[test]
fn all_abilities_are_all() {
    let mut t = table();
    let snake = t.put("Fangs", A);
    assert!(t.chars(snake).has(Keyword::Deathtouch));
    let humility = t.put("Humble All", B);
    let chars = t.chars(snake);
    assert!(chars.keywords.is_empty() && chars.abilities.is_empty());
    t.move_to(humility, ZoneKind::Hand);
    assert!(t.chars(snake).has(Keyword::Haste));
}

#[test]
fn protection_from_a_chosen_colour() {
    use crate::cards::AbilityKind;
    use crate::cards::def::{Color, Filter, Word};
    use crate::model::bindings::{Bindings, ChosenTarget, Value};
    use crate::model::ids::Referent;
    let mut t = table();
    let bear = t.put("Bear", A);
    let mut words = Bindings::new(A, bear);
    let target = ChosenTarget { instance: 0, target: Referent::Object(bear), share: 0, legal: true };
    words.targets.push(target);
    words.set(Word::new("c").unwrap(), Value::Color(Color::Red));
    t.start_with("Ward", 0, words, Duration::EndOfTurn).unwrap();
    let chars = t.chars(bear);
    assert_eq!(chars.abilities.len(), 1);
    assert!(chars.restrictions.contains(crate::model::object::Restrictions::PROTECTION));
    let table = t.world.part::<crate::cards::CardTable>();
    let kind = &table.ability(chars.abilities[0].handle).kind;
    assert!(matches!(kind, AbilityKind::Protection { from: Filter::Color(Color::Red), .. }));
}

#[test]
fn a_permanent_that_is_no_creature_has_no_power() {
    // 208.3
    const WAGON: &str = r#"(name: "Wagon", cost: "{2}", types: "Artifact - Vehicle", pt: (3, 3), abilities: [
        Activated(cost: [Tap], effects: [Continuous(Affect(The(This), [AddTypes("Creature", [])]), EndOfTurn)])])"#;
    let mut t = Table::new(&[WAGON]);
    let in_hand = t.put_in("Wagon", A, ZoneKind::Hand);
    assert_eq!((t.pt(in_hand), t.chars(in_hand).has_pt), ((3, 3), true));
    let wagon = t.put("Wagon", A);
    assert_eq!((t.pt(wagon), t.chars(wagon).has_pt), ((0, 0), false));
    t.start("Wagon", 0, &[wagon], Duration::EndOfTurn);
    assert_eq!((t.pt(wagon), t.chars(wagon).has_pt), ((3, 3), true));
}

#[test]
fn phased_out_permanents_do_nothing() {
    let mut t = table();
    let bear = t.put("Bear", A);
    let anthem = t.put("Anthem", A);
    assert_eq!(t.pt(bear), (3, 3));
    t.status_mut(anthem).phased_out = true;
    t.mark_dirty(crate::model::dirt::StateClass::BATTLEFIELD);
    assert_eq!(t.pt(bear), (2, 2));
}
