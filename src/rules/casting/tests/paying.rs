//! Paying with real mana abilities, by the engine and by hand; paying outside of casting.

use super::*;
use crate::cards::def::CardTypes;
use crate::game::view::SeatView;
use crate::model::agenda::Returned;
use crate::model::decision::{Answer, Settings};
use crate::model::object::Characteristics;
use crate::model::player::Players;
use crate::model::task::Return;
use crate::model::trigger::PendingTriggers;
use crate::rules::casting::pay;
use crate::rules::events::tests::{answer, life, zone_of};
use crate::rules::state::{EditGame, ReadGame};

const COAST: &str = r#"name: "Test Coast", types: "Land", abilities: [
    Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{C}"))]),
    Activated(cost: [Tap], effects: [AddMana(mana: OneOf([Red, Blue])), Damage(amount: N(1), to: Players(You))])]"#;

#[test]
fn a_painful_land_hurts_only_for_its_colors() {
    let mut world = board(&[COAST, BOLT, r#"name: "Test Stone", cost: "{1}", types: "Artifact""#]);
    let [one, two] = puts(&mut world, 0, A, Zone::Battlefield);
    let [stone] = puts(&mut world, 2, A, Zone::Hand(A));
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    done(&mut world, A, &cast(stone));
    assert_eq!(life(&world, A), 20);
    assert!(tapped(&world, one) != tapped(&world, two));
    let decision = start(&mut world, A, &cast(bolt)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(life(&world, A), 19);
    assert!(tapped(&world, one) && tapped(&world, two));
    assert!(world.part::<Players>().get(A).pool.is_empty());
}

#[test]
fn what_triggers_on_tapping_waits_until_the_spell_is_cast() {
    let brass = r#"name: "Test Brass", types: "Land", abilities: [
        Triggered(when: BecomesTapped(Is(This)), effects: [Damage(amount: N(1), to: Players(You))]),
        Activated(cost: [Tap], effects: [AddMana(mana: AnyColor(N(1)))])]"#;
    let mut world = board(&[brass, BOLT, MOUNTAIN]);
    let [brass] = puts(&mut world, 0, A, Zone::Battlefield);
    let [mountain] = puts(&mut world, 2, A, Zone::Battlefield);
    let [one, two] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(one)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert!(tapped(&world, mountain) && !tapped(&world, brass));
    let decision = start(&mut world, A, &cast(two)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert!(tapped(&world, brass));
    assert_eq!((life(&world, A), world.part::<PendingTriggers>().0.len()), (20, 1));
}

#[test]
fn a_filter_turns_one_mana_into_others() {
    let signet = r#"name: "Test Signet", types: "Artifact", abilities: [
        Activated(cost: [Mana("{1}"), Tap], effects: [AddMana(mana: Fixed("{U}{B}"))])]"#;
    let mage = r#"name: "Test Mage", cost: "{U}{B}", types: "Creature - Wizard", pt: (1, 1)"#;
    let mut world = board(&[MOUNTAIN, signet, mage]);
    let [m] = puts(&mut world, 0, A, Zone::Battlefield);
    let [mage] = puts(&mut world, 2, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let [signet] = puts(&mut world, 1, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [cast(mage)]);
    done(&mut world, A, &cast(mage));
    assert!(tapped(&world, m) && tapped(&world, signet));
    assert!(world.part::<Players>().get(A).pool.is_empty());
    assert_eq!(zone_of(&world, mage), Zone::Stack);
}

#[test]
fn treasures_are_kept_while_lands_will_do() {
    let treasure = r#"name: "Test Treasure", types: "Artifact", abilities: [
        Activated(cost: [Tap, SacrificeThis], effects: [AddMana(mana: AnyColor(N(1)))])]"#;
    let mut world = board(&[MOUNTAIN, treasure, BOLT]);
    let [t] = puts(&mut world, 1, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [one, two] = puts(&mut world, 2, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(one)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(zone_of(&world, t), Zone::Battlefield);
    let decision = start(&mut world, A, &cast(two)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(zone_of(&world, t), Zone::Graveyard(A));
}

#[test]
fn triggered_mana_abilities_add_their_mana_at_once() {
    // CR 605.1b, 605.4a.
    let flare = r#"name: "Test Flare", types: "Enchantment", abilities: [
        Triggered(when: TappedForMana(And([Type("Land"), Controlled(You)])), effects: [AddMana(mana: Fixed("{R}"))])]"#;
    let mut world = board(&[MOUNTAIN, flare, BOLT]);
    let [m] = puts(&mut world, 0, A, Zone::Battlefield);
    let _: [_; 1] = puts(&mut world, 1, A, Zone::Battlefield);
    let [bolt] = puts(&mut world, 2, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(bolt)).expect("targets");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert!(tapped(&world, m));
    assert_eq!(world.part::<Players>().get(A).pool.amount, [0, 0, 0, 1, 0, 0]);
    assert!(world.part::<PendingTriggers>().0.is_empty());
}

#[test]
fn mana_abilities_are_not_offered_but_work_on_request() {
    let mut world = board(&[COAST, MOUNTAIN]);
    let [coast] = puts(&mut world, 0, A, Zone::Battlefield);
    let [mountain] = puts(&mut world, 1, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let mana = mana_abilities(&mut world, A);
    assert_eq!(mana.len(), 3);
    let of = |mana: &[Choice], object| {
        let is = |c: &&Choice| matches!(c, Choice::Activate { key } if key.object == object);
        mana.iter().filter(is).cloned().collect::<Vec<_>>()
    };
    done(&mut world, A, &of(&mana, mountain)[0]);
    assert_eq!(world.part::<Players>().get(A).pool.amount, [0, 0, 0, 1, 0, 0]);
    let decision = start(&mut world, A, &of(&mana, coast)[1]).expect("a colour");
    assert!(matches!(decision.prompt, Prompt::ManaColor(_)));
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!((world.part::<Players>().get(A).pool.total(), life(&world, A)), (2, 19));
    assert!(stack(&world).is_empty());
}

#[test]
fn a_card_that_is_drawn_meanwhile_lies_face_down_until_the_spell_is_cast() {
    // CR 121.8.
    let stone = r#"name: "Test Stone", types: "Artifact", abilities: [
        Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{G}")), Draw()])]"#;
    let mut world = board(&[stone, FOREST, BEAR, BOLT]);
    world.part_mut::<Settings>().auto_pay = false;
    let [stone] = puts(&mut world, 0, A, Zone::Battlefield);
    let [forest] = puts(&mut world, 1, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, A, Zone::Hand(A));
    let [bolt] = puts(&mut world, 3, A, Zone::Library(A));
    let of = |d: &Decision, object: ObjectRef| {
        let is = |c: &Choice| matches!(c, Choice::Activate { key } if key.object == object);
        Answer::One(d.options().iter().position(is).expect("its mana ability") as u16)
    };
    let decision = start(&mut world, A, &cast(bear)).expect("which mana ability");
    let first = of(&decision, stone);
    let decision = answer(&mut world, &decision, first).expect("which mana ability");
    let seen = |world: &World, seat| SeatView::new(world, seat).zone(Zone::Hand(A)).count();
    assert_eq!(world.part::<Zones>().own[0].hand, [bolt.id]);
    assert_eq!((seen(&world, A), seen(&world, B)), (0, 0));
    let blank = Characteristics { controller: A, ..Characteristics::default() };
    assert_eq!(*get::<Characteristics>(&world, bolt.id), blank);
    layers::check(&mut world).expect("nothing else is published");
    let second = of(&decision, forest);
    let decision = answer(&mut world, &decision, second).expect("pay");
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!((seen(&world, A), seen(&world, B)), (1, 0));
    assert_eq!(get::<Characteristics>(&world, bolt.id).types, CardTypes::INSTANT);
    layers::check(&mut world).expect("nothing else is published");
}

#[test]
fn players_can_pay_by_hand_and_take_the_spell_back() {
    let mut world = board(&[MOUNTAIN, FOREST, BEAR]);
    world.part_mut::<Settings>().auto_pay = false;
    let [m1, m2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [f] = puts(&mut world, 1, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(bear)).expect("which mana ability");
    assert!(matches!(decision.prompt, Prompt::PayMana(_)));
    assert_eq!(decision.options().len(), 3);
    let decision = answer(&mut world, &decision, Answer::One(1)).expect("which mana ability");
    assert!(tapped(&world, m2) && !tapped(&world, m1));
    // With the other mountain the cost couldn't be paid, but the forest is still there, so both are offered.
    let of = |d: &Decision, object: ObjectRef| {
        d.options().iter().position(|c| matches!(c, Choice::Activate { key } if key.object == object))
    };
    let decision =
        answer(&mut world, &decision, Answer::One(of(&decision, f).expect("the forest") as u16)).expect("pay");
    assert_eq!(decision.options()[0], Choice::Pass);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(zone_of(&world, bear), Zone::Stack);
    assert!(!tapped(&world, m1));
    let [second] = puts(&mut world, 2, A, Zone::Hand(A));
    let _: [_; 2] = puts(&mut world, 1, A, Zone::Battlefield);
    resolve(&mut world);
    let decision = start(&mut world, A, &cast(second)).expect("which mana ability");
    assert_eq!(answer(&mut world, &decision, Answer::Cancel), None);
    assert_eq!(zone_of(&world, second), Zone::Hand(A));
    assert!(stack(&world).is_empty());
}

fn cost(text: &str) -> Cost {
    ron::Options::default().from_str(text).expect("a cost")
}

#[test]
fn a_cost_outside_of_casting_is_paid_or_not() {
    let mut world = board(&[MOUNTAIN, BEAR]);
    let [m] = puts(&mut world, 0, A, Zone::Battlefield);
    let bindings = Bindings::new(B, m);
    let one = cost(r#"[Mana("{1}"), PayLife(N(2))]"#);
    assert!(can_pay(&mut world, A, m, &one, &bindings));
    assert!(!can_pay(&mut world, B, m, &one, &bindings));
    pay(&mut world, A, m, &one, &bindings);
    assert_eq!(run(&mut world), None);
    assert_eq!(world.part::<Returned>().last(), Some(Return::Paid(true)));
    assert_eq!((life(&world, A), tapped(&world, m)), (18, true));
    pay(&mut world, A, m, &one, &bindings);
    assert_eq!(run(&mut world), None);
    assert_eq!(world.part::<Returned>().last(), Some(Return::Paid(false)));
    assert_eq!(life(&world, A), 18);
    let [bear, _other] = puts(&mut world, 1, B, Zone::Battlefield);
    let sacrifice = cost(r#"[Sacrifice(N(1), Type("Creature"))]"#);
    assert!(!can_pay(&mut world, A, m, &sacrifice, &bindings));
    assert!(can_pay(&mut world, B, m, &sacrifice, &bindings));
    pay(&mut world, B, m, &sacrifice, &bindings);
    let decision = run(&mut world).expect("what to sacrifice");
    assert_eq!(decision.player, B);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    assert_eq!(world.part::<Returned>().last(), Some(Return::Paid(true)));
    assert_eq!(zone_of(&world, bear), Zone::Graveyard(B));
}

#[test]
fn energy_and_counters_pay() {
    use crate::cards::def::{CounterKind, Word};
    use crate::model::ids::Timestamp;
    let mut world = board(&[BEAR]);
    let [bear] = puts(&mut world, 0, A, Zone::Battlefield);
    let bindings = Bindings::new(A, bear);
    let price = cost(r#"[Energy(N(2)), RemoveCounters("fade", N(1), The(This))]"#);
    assert!(!can_pay(&mut world, A, bear, &price, &bindings));
    world.part_mut::<Players>().get_mut(A).counters.add(CounterKind::Energy, 3, Timestamp(1));
    let fade = CounterKind::Named(Word::new("fade").expect("a word"));
    let entity = world.part::<crate::rules::slots::Slots>().entity(bear.id);
    world.get_mut::<crate::model::object::Counters>(entity).expect("a slot").add(fade, 1, Timestamp(1));
    crate::rules::schedule::mark_dirty(
        &mut world,
        crate::model::dirt::StateClass::COUNTERS | crate::model::dirt::StateClass::PLAYERS,
    );
    assert!(can_pay(&mut world, A, bear, &price, &bindings));
    pay(&mut world, A, bear, &price, &bindings);
    assert_eq!(run(&mut world), None);
    assert_eq!(world.part::<Returned>().last(), Some(Return::Paid(true)));
    assert_eq!(world.part::<Players>().get(A).counters.get(CounterKind::Energy), 1);
    assert!(!can_pay(&mut world, A, bear, &price, &bindings));
}
