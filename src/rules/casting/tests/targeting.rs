//! Numbers of targets, division, new targets.

use super::*;
use crate::model::cast::NewTargets;
use crate::model::decision::{Answer, Shape};
use crate::model::object::StackEntry;
use crate::rules::casting::choose_new_targets;
use crate::rules::events::tests::{answer, life, zone_of};

#[test]
fn damage_is_divided_among_the_targets_at_least_one_each() {
    // S2-13.
    let flames = r#"name: "Test Flames", cost: "{R}", types: "Sorcery", abilities: [
        Spell(targets: [(what: AnyTarget, min: N(1), max: N(3), divide: N(3))], effects: [
            Damage(amount: Divided, to: Targets(0))])]"#;
    let mut world = board(&[MOUNTAIN, flames, BEAR]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, B, Zone::Battlefield);
    let [flames] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(flames)).expect("targets");
    assert!(matches!(decision.shape, Shape::ChooseSome { min: 1, max: 3, .. }), "{:?}", decision.shape);
    let chosen: Vec<u16> = decision
        .options()
        .iter()
        .enumerate()
        .filter(|(_, c)| **c == Choice::Object(bear) || **c == Choice::Player(B))
        .map(|(i, _)| i as u16)
        .collect();
    let decision = answer(&mut world, &decision, Answer::Some(chosen)).expect("a division");
    assert!(matches!(decision.shape, Shape::Distribute { total: 3, min_each: 1, .. }));
    let shares = decision.options().iter().map(|c| if *c == Choice::Player(B) { 2 } else { 1 }).collect();
    assert_eq!(answer(&mut world, &decision, Answer::Distribute(shares)), None);
    resolve(&mut world);
    assert_eq!((life(&world, B), get::<ThisTurn>(&world, bear.id).damage), (18, 1));
}

#[test]
fn another_target_is_another_one_and_the_first_choice_leaves_it_possible() {
    // The second instance wants an artifact: the only artifact can't be taken by the first one.
    let swap = r#"name: "Test Swap", cost: "{R}", types: "Instant", abilities: [Spell(targets: [
        (what: Permanent(Type("Artifact Creature"))), (what: Permanent(Type("Artifact")), other_than: [0])],
        effects: [Destroy(what: Targets(0)), Tap(Targets(1))])]"#;
    let mut world = board(&[MOUNTAIN, swap, BEAR, r#"name: "Test Stone", types: "Artifact""#]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [swap] = puts(&mut world, 1, A, Zone::Hand(A));
    let [stone] = puts(&mut world, 3, B, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let [bear] = puts(&mut world, 2, B, Zone::Battlefield);
    let decision = start(&mut world, A, &cast(swap)).expect("targets");
    assert_eq!(objects(&decision), [bear]);
    let decision = answer(&mut world, &decision, Answer::One(0)).expect("the other target");
    assert_eq!(objects(&decision), [stone]);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    resolve(&mut world);
    assert_eq!((zone_of(&world, bear), tapped(&world, stone)), (Zone::Graveyard(B), true));
}

#[test]
fn an_illegal_target_among_others_is_left_alone() {
    // CR 608.2b.
    let both = r#"name: "Test Both", cost: "{R}", types: "Instant", abilities: [Spell(targets: [
        (what: Permanent(Type("Creature"))), (what: Player(EachPlayer))],
        effects: [Destroy(what: Targets(0)), LoseLife(Target(1), N(2))])]"#;
    let mut world = board(&[MOUNTAIN, both, BEAR]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [both] = puts(&mut world, 1, A, Zone::Hand(A));
    let [bear] = puts(&mut world, 2, B, Zone::Battlefield);
    let decision = start(&mut world, A, &cast(both)).expect("a creature");
    let decision = answer(&mut world, &decision, Answer::One(0)).expect("a player");
    let at = decision.options().iter().position(|c| *c == Choice::Player(B)).expect("B") as u16;
    assert_eq!(answer(&mut world, &decision, Answer::One(at)), None);
    crate::rules::events::tests::happen(&mut world, [crate::rules::events::tests::moves(bear, Zone::Hand(B))]);
    resolve(&mut world);
    assert_eq!((life(&world, B), zone_of(&world, bear)), (18, Zone::Hand(B)));
}

#[test]
fn new_targets_may_be_chosen_or_left() {
    let mut world = board(&[MOUNTAIN, BOLT]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(bolt)).expect("targets");
    let at = decision.options().iter().position(|c| *c == Choice::Player(B)).expect("B") as u16;
    assert_eq!(answer(&mut world, &decision, Answer::One(at)), None);
    let spell = top(&world);
    for (place, expected) in [(0, B), (1, A)] {
        choose_new_targets(&mut world, spell, B, NewTargets::Any);
        let decision = run(&mut world).expect("a new target");
        assert_eq!((decision.player, &decision.prompt), (B, &Prompt::NewTargets(spell)));
        assert_eq!(decision.options(), [Choice::Player(B), Choice::Player(A)]);
        assert_eq!(answer(&mut world, &decision, Answer::One(place)), None);
        let bindings: &Bindings = get::<StackEntry>(&world, spell.id).bindings.as_ref().expect("bindings");
        assert_eq!(bindings.targets[0].target, crate::model::ids::Referent::Player(expected));
    }
    assert_eq!(get::<StackEntry>(&world, spell.id).caster, A);
    resolve(&mut world);
    assert_eq!((life(&world, A), life(&world, B)), (17, 20));
}
