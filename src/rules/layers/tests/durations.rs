//! Effects of resolutions: what is locked in, and when they end (CR 611.2).

use super::world::*;
use crate::cards::def::{Condition, Duration, Filter, Keyword, Obj, Who, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::continuous::ContinuousEffects;
use crate::model::object::Restrictions;
use crate::model::turn::Turn;
use crate::rules::layers::durations::rebind;
use crate::rules::layers::{Ending, end_effect, end_effects};
use crate::rules::state::{EditGame, ReadGame};

const RALLY: &str = r#"(name: "Rally", types: "Instant", abilities: [Spell(effects: [
    Continuous(Affect(All(And([Type("Creature"), Controlled(You)])),
        [ModifyPT(Count(All(Type("Creature"))), N(0))]), EndOfTurn)])])"#;
const FALTER: &str = r#"(name: "Falter", types: "Instant", abilities: [Spell(effects: [
    Continuous(Affect(All(Type("Creature")), [Rule(CantBlock)]), EndOfTurn)])])"#;
const SWELL: &str = r#"(name: "Swell", types: "Instant", abilities: [Spell(targets: [(what: Permanent(Any))],
    effects: [Continuous(Affect(Targets(0), [ModifyPT(Power(It), Toughness(It))]), EndOfTurn)])])"#;

fn table() -> Table {
    Table::new(&[BEAR, RALLY, FALTER, SWELL, GROWTH, FLIGHT, ANTHEM])
}

fn count(t: &Table) -> usize {
    t.world.part::<ContinuousEffects>().order.len()
}

#[test]
fn objects_and_numbers_are_locked_in() {
    // 611.2c-d
    let mut t = table();
    let one = t.put("Bear", A);
    t.put("Bear", B);
    t.start("Rally", 0, &[], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(one), (4, 2));
    let late = t.put("Bear", A);
    assert_eq!((t.pt(one), t.pt(late)), ((4, 2), (2, 2)));
}

#[test]
fn numbers_may_be_about_each_object() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.put("Anthem", A);
    t.start("Swell", 0, &[bear], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(bear), (6, 6));
    t.start("Growth", 0, &[bear], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(bear), (9, 9));
}

#[test]
fn rules_are_not_locked_in() {
    let mut t = table();
    t.start("Falter", 0, &[], Duration::EndOfTurn).unwrap();
    let late = t.put("Bear", A);
    assert!(t.chars(late).restrictions.contains(Restrictions::CANT_BLOCK));
    end_effects(&mut t.world, Ending::Turn);
    assert!(t.chars(late).restrictions.is_empty());
}

#[test]
fn nothing_to_do_is_no_effect() {
    let mut t = table();
    assert_eq!(t.start("Rally", 0, &[], Duration::EndOfTurn), None);
    assert_eq!(count(&t), 0);
}

#[test]
fn each_duration_ends_when_it_should() {
    let mut t = table();
    t.world.part_mut::<Turn>().active = A;
    let bear = t.put("Bear", A);
    let durations = [
        Duration::EndOfTurn,
        Duration::EndOfCombat,
        Duration::UntilTurnOf(Who::EachOpponent),
        Duration::UntilTurnOf(Who::You),
        Duration::UntilEndOfNextTurnOf(Who::You),
        Duration::Forever,
    ];
    for duration in durations {
        t.start("Growth", 0, &[bear], duration).unwrap();
    }
    assert_eq!(t.pt(bear), (20, 20));
    end_effects(&mut t.world, Ending::Combat);
    assert_eq!(t.pt(bear), (17, 17));
    end_effects(&mut t.world, Ending::Turn);
    assert_eq!(t.pt(bear), (14, 14));
    end_effects(&mut t.world, Ending::TurnOf(B));
    assert_eq!(t.pt(bear), (11, 11));
    end_effects(&mut t.world, Ending::TurnOf(A));
    assert_eq!(t.pt(bear), (8, 8));
    let turn = t.world.part_mut::<Turn>();
    turn.number = 3;
    turn.begun = vec![2, 1];
    end_effects(&mut t.world, Ending::Turn);
    assert_eq!(t.pt(bear), (5, 5));
    assert_eq!(count(&t), 1);
}

#[test]
fn as_long_as_ends_for_good() {
    // 611.2b
    let mut t = table();
    let (bear, other) = (t.put("Bear", A), t.put("Bear", A));
    let tapped = Duration::While(Condition::Is(Obj::This, Filter::Tapped));
    let mut words = Bindings::new(A, other);
    words.targets.push(crate::model::bindings::ChosenTarget {
        instance: 0,
        target: crate::model::ids::Referent::Object(bear),
        share: 0,
        legal: true,
    });
    assert_eq!(t.start_with("Growth", 0, words.clone(), tapped.clone()), None);
    t.status_mut(other).tapped = true;
    t.start_with("Growth", 0, words, tapped).unwrap();
    assert_eq!(t.pt(bear), (5, 5));
    t.status_mut(other).tapped = false;
    t.mark_dirty(crate::model::dirt::StateClass::TAPPED);
    assert_eq!(t.pt(bear), (2, 2));
    t.status_mut(other).tapped = true;
    t.mark_dirty(crate::model::dirt::StateClass::TAPPED);
    assert_eq!(t.pt(bear), (2, 2));
    assert_eq!(count(&t), 0);
}

#[test]
fn an_effect_on_what_is_gone_is_forgotten() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.start("Growth", 0, &[bear], Duration::Forever).unwrap();
    let bear = t.move_to(bear, ZoneKind::Hand);
    let bear = t.move_to(bear, ZoneKind::Battlefield);
    assert_eq!(t.pt(bear), (2, 2));
    end_effects(&mut t.world, Ending::Turn);
    assert_eq!(count(&t), 0);
}

#[test]
fn an_effect_on_a_spell_goes_on_for_the_permanent() {
    // 400.7a
    let mut t = table();
    let spell = t.put_in("Bear", A, ZoneKind::Stack);
    t.start("Swell", 0, &[spell], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(spell), (4, 4));
    let bear = t.move_to(spell, ZoneKind::Battlefield);
    assert_eq!(t.pt(bear), (4, 4));
    rebind(&mut t.world, spell, bear);
}

#[test]
fn one_effect_can_be_ended_alone() {
    let mut t = table();
    let bear = t.put("Bear", A);
    let one = t.start("Growth", 0, &[bear], Duration::Forever).unwrap();
    let two = t.start("Growth", 0, &[bear], Duration::Forever).unwrap();
    end_effect(&mut t.world, one);
    assert_eq!(t.pt(bear), (5, 5));
    let three = t.start("Growth", 0, &[bear], Duration::Forever).unwrap();
    assert_eq!(one, three, "the lowest free slot is taken");
    assert_ne!(two, three);
    assert!(!t.chars(bear).has(Keyword::Flying));
}
