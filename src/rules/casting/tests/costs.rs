//! Total costs and the choices that change them.

use super::*;
use crate::model::decision::{Answer, Shape};
use crate::model::object::StackEntry;
use crate::model::player::Players;
use crate::rules::events::tests::{answer, life, zone_of};
use crate::rules::state::{EditGame, ReadGame};

#[test]
fn kicker_is_asked_when_it_can_be_paid_and_remembered() {
    let cub = r#"name: "Test Cub", cost: "{R}", types: "Creature - Bear", pt: (1, 1), abilities: [
        Keyword(Kicker([Mana("{1}{R}")]))]"#;
    let mut world = board(&[MOUNTAIN, cub]);
    let _: [_; 5] = puts(&mut world, 0, A, Zone::Battlefield);
    let [one, two, three] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(one)).expect("kicker");
    assert!(matches!(decision.prompt, Prompt::OptionalCost(_, 0)));
    assert_eq!(answer(&mut world, &decision, Answer::Confirm(true)), None);
    let entry = get::<StackEntry>(&world, one.id);
    assert_eq!((entry.cast.paid.as_slice(), entry.cast.mana), (&[1u8][..], [0, 0, 0, 3, 0, 0]));
    resolve(&mut world);
    assert_eq!(get::<StackEntry>(&world, one.id).cast.paid.as_slice(), [1]);
    // Two lands are left: not enough for the kicker.
    done(&mut world, A, &cast(two));
    resolve(&mut world);
    assert_eq!(actions(&mut world, A), [cast(three)]);
}

#[test]
fn multikicker_is_paid_as_often_as_there_is_mana() {
    let cub = r#"name: "Test Swarm", cost: "{R}", types: "Creature - Bear", pt: (1, 1), abilities: [
        Keyword(Multikicker([Mana("{2}")]))]"#;
    let mut world = board(&[MOUNTAIN, cub]);
    let _: [_; 6] = puts(&mut world, 0, A, Zone::Battlefield);
    let [cub] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(cub)).expect("multikicker");
    assert_eq!(decision.shape, Shape::Number { min: 0, max: 2 });
    assert_eq!(answer(&mut world, &decision, Answer::Number(2)), None);
    assert_eq!(get::<StackEntry>(&world, cub.id).cast.paid.as_slice(), [2]);
}

#[test]
fn x_is_bounded_by_what_can_be_paid() {
    let blaze = r#"name: "Test Blaze", cost: "{X}{R}", types: "Sorcery", abilities: [
        Spell(targets: [(what: AnyTarget)], effects: [Damage(amount: X, to: Targets(0))])]"#;
    let mut world = board(&[MOUNTAIN, blaze]);
    let _: [_; 5] = puts(&mut world, 0, A, Zone::Battlefield);
    let [blaze] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(blaze)).expect("X");
    assert!(matches!(decision.prompt, Prompt::ChooseX(_)));
    assert_eq!(decision.shape, Shape::Number { min: 0, max: 4 });
    let decision = answer(&mut world, &decision, Answer::Number(3)).expect("targets");
    let at = decision.options().iter().position(|c| *c == Choice::Player(B)).expect("B");
    assert_eq!(answer(&mut world, &decision, Answer::One(at as u16)), None);
    resolve(&mut world);
    assert_eq!(life(&world, B), 17);
}

#[test]
fn a_fixed_bill_goes_increases_reductions_minimum() {
    // CR 601.2f with a tax on noncreature spells, a discount on creature spells and a minimum.
    let tax = r#"name: "Test Tax", types: "Enchantment", abilities: [
        Static(effect: Rule(CostsMore(EachPlayer, Not(Type("Creature")), [Mana("{1}")])))]"#;
    let discount = r#"name: "Test Discount", types: "Enchantment", abilities: [
        Static(effect: Rule(CostsLess(You, Type("Creature"), N(2))))]"#;
    let sphere = r#"name: "Test Sphere", types: "Artifact", abilities: [
        Static(effect: Rule(CostsAtLeast(EachPlayer, Any, 3)))]"#;
    let mut world = board(&[MOUNTAIN, BOLT, FOREST, BEAR, tax, discount, sphere]);
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    let [bear] = puts(&mut world, 3, A, Zone::Hand(A));
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [cast(bolt)]);
    let _: [_; 1] = puts(&mut world, 4, B, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 2, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [cast(bolt), cast(bear)]);
    let _: [_; 1] = puts(&mut world, 5, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 6, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    // Three mana each: the tax isn't added to the minimum.
    assert_eq!(actions(&mut world, A), [cast(bolt), cast(bear)]);
    done(&mut world, A, &cast(bear));
    assert_eq!(get::<StackEntry>(&world, bear.id).cast.mana, [0, 0, 0, 2, 1, 0]);
}

#[test]
fn an_additional_cost_is_chosen_before_mana_is_paid() {
    let reap = r#"name: "Test Reap", cost: "{R}", types: "Instant", abilities: [
        AdditionalCost([Sacrifice(N(1), Type("Creature"))]), Spell(effects: [GainLife(You, N(2))])]"#;
    let mut world = board(&[MOUNTAIN, reap, BEAR]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [reap] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let [bear, other] = puts(&mut world, 2, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 2, B, Zone::Battlefield);
    let decision = start(&mut world, A, &cast(reap)).expect("what to sacrifice");
    assert!(is_pay_with(&decision));
    assert_eq!(objects(&decision), [bear, other]);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(zone_of(&world, bear), Zone::Graveyard(A));
    assert_eq!(get::<StackEntry>(&world, reap.id).cast.paid_with.as_slice(), [bear]);
    resolve(&mut world);
    assert_eq!(life(&world, A), 22);
}

#[test]
fn what_is_needed_for_mana_cannot_be_sacrificed_as_well() {
    // The altar makes the only red mana, by its own sacrifice.
    let spirit = r#"name: "Test Spirit", types: "Creature - Spirit", pt: (1, 1), abilities: [
        Activated(cost: [SacrificeThis], effects: [AddMana(mana: Fixed("{R}"))])]"#;
    let reap = r#"name: "Test Reap", cost: "{R}", types: "Instant", abilities: [
        AdditionalCost([Sacrifice(N(1), Type("Creature"))]), Spell(effects: [])]"#;
    let mut world = board(&[spirit, reap, BEAR]);
    let [spirit] = puts(&mut world, 0, A, Zone::Battlefield);
    let [reap] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let [b1, b2] = puts(&mut world, 2, A, Zone::Battlefield);
    let decision = start(&mut world, A, &cast(reap)).expect("what to sacrifice");
    assert_eq!(objects(&decision), [b1, b2]);
    assert_eq!(answer(&mut world, &decision, Answer::One(1)), None);
    assert_eq!(zone_of(&world, spirit), Zone::Graveyard(A));
    assert_eq!(zone_of(&world, b2), Zone::Graveyard(A));
    assert_eq!(zone_of(&world, reap), Zone::Stack);
}

#[test]
fn an_alternative_cost_cannot_be_paid_with_the_card_itself() {
    // S2-04: exile a red card from hand rather than pay the mana cost.
    let force = r#"name: "Test Force", cost: "{3}{R}{R}", types: "Instant", abilities: [
        AlternativeCost(cost: [PayLife(N(1)), Exile(N(1), Hand, Color(Red))]), Spell(effects: [GainLife(You, N(4))])]"#;
    let mut world = board(&[force, BOLT, BEAR]);
    let [force] = puts(&mut world, 0, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 2, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    let way = CastMethod { alternative: Some(0), ..CastMethod::default() };
    let pitch = Choice::Cast { object: force, way };
    assert_eq!(actions(&mut world, A), std::slice::from_ref(&pitch));
    done(&mut world, A, &pitch);
    assert_eq!((life(&world, A), zone_of(&world, bolt)), (19, Zone::Exile));
    assert_eq!(get::<StackEntry>(&world, force.id).cast.alternative, Some(0));
    resolve(&mut world);
    assert_eq!(life(&world, A), 23);
}

#[test]
fn flashback_is_cast_from_the_graveyard_and_exiled() {
    let bolt = r#"name: "Test Rebound", cost: "{R}", types: "Sorcery", abilities: [
        Spell(effects: [LoseLife(EachOpponent, N(2))]), Keyword(Flashback([Mana("{1}{R}")]))]"#;
    let mut world = board(&[MOUNTAIN, bolt]);
    let _: [_; 3] = puts(&mut world, 0, A, Zone::Battlefield);
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    done(&mut world, A, &cast(bolt));
    resolve(&mut world);
    let card = now(&world, bolt.id);
    let all = actions(&mut world, A);
    let [Choice::Cast { object, way }] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((*object, way.alternative.is_some()), (card, true));
    done(&mut world, A, &all[0]);
    resolve(&mut world);
    assert_eq!((life(&world, B), zone_of(&world, bolt)), (16, Zone::Exile));
    assert_eq!(actions(&mut world, A), []);
}

#[test]
fn buyback_returns_the_spell_to_hand_as_it_resolves() {
    let caps = r#"name: "Test Caps", cost: "{R}", types: "Instant", abilities: [
        Keyword(Buyback([Mana("{1}")])), Spell(effects: [GainLife(You, N(1))])]"#;
    let mut world = board(&[MOUNTAIN, caps]);
    let _: [_; 3] = puts(&mut world, 0, A, Zone::Battlefield);
    let [caps] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(caps)).expect("buyback");
    assert_eq!(answer(&mut world, &decision, Answer::Confirm(true)), None);
    resolve(&mut world);
    assert_eq!((life(&world, A), zone_of(&world, caps)), (21, Zone::Hand(A)));
    let again = now(&world, caps.id);
    done(&mut world, A, &cast(again));
    resolve(&mut world);
    assert_eq!((life(&world, A), zone_of(&world, caps)), (22, Zone::Graveyard(A)));
}

#[test]
fn splice_adds_a_text_and_its_cost() {
    let ray = r#"name: "Test Ray", cost: "{R}", types: "Instant - Arcane", abilities: [
        Spell(targets: [(what: Player(EachPlayer))], effects: [LoseLife(Target(0), N(2))])]"#;
    let mind = r#"name: "Test Mind", color_indicator: [Blue], types: "Instant - Arcane", abilities: [
        Spell(targets: [(what: Player(EachPlayer))], effects: [GainLife(Target(0), N(1))]),
        Keyword(Splice(Subtype("Arcane"), [Mana("{1}")]))]"#;
    let mut world = board(&[MOUNTAIN, ray, mind]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [ray] = puts(&mut world, 1, A, Zone::Hand(A));
    let [mind] = puts(&mut world, 2, A, Zone::Hand(A));
    // CR 118.6: a spell without a mana cost can't be cast for it.
    assert_eq!(actions(&mut world, A), [cast(ray)]);
    let decision = start(&mut world, A, &cast(ray)).expect("splice");
    assert_eq!(decision.options(), [Choice::Object(mind), Choice::Pass]);
    let decision = answer(&mut world, &decision, Answer::One(0)).expect("targets");
    let at = |d: &Decision, seat| d.options().iter().position(|c| *c == Choice::Player(seat)).expect("a player") as u16;
    let first = at(&decision, B);
    let decision = answer(&mut world, &decision, Answer::One(first)).expect("targets of the other text");
    let second = at(&decision, A);
    assert_eq!(answer(&mut world, &decision, Answer::One(second)), None);
    assert_eq!(get::<StackEntry>(&world, ray.id).cast.mana, [0, 0, 0, 2, 0, 0]);
    resolve(&mut world);
    assert_eq!((life(&world, A), life(&world, B)), (21, 18));
    assert_eq!((zone_of(&world, ray), zone_of(&world, mind)), (Zone::Graveyard(A), Zone::Hand(A)));
}

#[test]
fn phyrexian_symbols_are_paid_with_mana_or_life() {
    let member = r#"name: "Test Member", cost: "{1}{R/P}{R/P}", types: "Instant", abilities: [Spell(effects: [])]"#;
    let mut world = board(&[MOUNTAIN, member]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [member] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(member)).expect("how to pay");
    assert!(matches!(decision.prompt, Prompt::PaySymbol(_)));
    // With mana for the first one the second one is paid with life.
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(life(&world, A), 18);
    assert_eq!(get::<StackEntry>(&world, member.id).cast.mana, [0, 0, 0, 2, 0, 0]);
    world.part_mut::<Players>().get_mut(A).life = 1;
    crate::rules::schedule::mark_dirty(&mut world, crate::model::dirt::StateClass::LIFE);
    let _: [_; 1] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
}

#[test]
fn the_number_of_targets_may_cost_more() {
    // S2-13: {1} more for each target beyond the first.
    let fire = r#"name: "Test Fire", cost: "{R}", types: "Sorcery", abilities: [
        AdditionalCost([Times(Max([N(0), Minus(TargetCount, N(1))]), [Mana("{1}")])]),
        Spell(targets: [(what: Permanent(Type("Creature")), min: N(0), max: N(9))], effects: [Destroy(what: Targets(0))])]"#;
    let mut world = board(&[MOUNTAIN, fire, BEAR]);
    let _: [_; 3] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 5] = puts(&mut world, 2, B, Zone::Battlefield);
    let [fire] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(fire)).expect("targets");
    assert!(matches!(decision.shape, Shape::ChooseSome { min: 0, max: 3, .. }), "{:?}", decision.shape);
    assert_eq!(answer(&mut world, &decision, Answer::Some(vec![0, 2])), None);
    assert_eq!(get::<StackEntry>(&world, fire.id).cast.mana, [0, 0, 0, 2, 0, 0]);
}

#[test]
fn delved_cards_pay_for_generic_mana() {
    let cruise = r#"name: "Test Cruise", cost: "{4}{R}", types: "Sorcery", abilities: [
        Keywords([Delve]), Spell(effects: [GainLife(You, N(1))])]"#;
    let mut world = board(&[MOUNTAIN, cruise]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [cruise] = puts(&mut world, 1, A, Zone::Hand(A));
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Graveyard(A));
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 4] = puts(&mut world, 0, A, Zone::Graveyard(A));
    let decision = start(&mut world, A, &cast(cruise)).expect("what to delve");
    assert!(matches!(decision.shape, Shape::ChooseSome { min: 3, max: 4, .. }), "{:?}", decision.shape);
    assert_eq!(answer(&mut world, &decision, Answer::Some(vec![0, 1, 4])), None);
    assert_eq!(world.part::<Zones>().exile.len(), 3);
    assert_eq!(get::<StackEntry>(&world, cruise.id).cast.mana, [0, 0, 0, 2, 0, 0]);
}

#[test]
fn creatures_convoke() {
    let chord = r#"name: "Test Chord", cost: "{2}{G}", types: "Instant", abilities: [
        Keywords([Convoke]), Spell(effects: [])]"#;
    let mut world = board(&[FOREST, chord, BEAR]);
    let [f] = puts(&mut world, 0, A, Zone::Battlefield);
    let [chord] = puts(&mut world, 1, A, Zone::Hand(A));
    let [b1] = puts(&mut world, 2, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let [b2] = puts(&mut world, 2, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [cast(chord)]);
    done(&mut world, A, &cast(chord));
    assert!(tapped(&world, f) && tapped(&world, b1) && tapped(&world, b2));
    assert_eq!(get::<StackEntry>(&world, chord.id).cast.mana, [0, 0, 0, 0, 1, 0]);
}
