//! Spells from hand to the end of their resolution.

use super::*;
use crate::cards::def::CardTypes;
use crate::model::agenda::Agenda;
use crate::model::cast::CastTask;
use crate::model::decision::{Answer, Shape};
use crate::model::fact::Fact;
use crate::model::object::{Characteristics, StackEntry};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::rules::events::tests::{answer, life, zone_of};
use crate::rules::log::EventLog;
use crate::rules::state::{EditGame, ReadGame};

#[test]
fn a_creature_is_cast_with_the_least_useful_lands_and_becomes_a_permanent() {
    let mut world = board(&[MOUNTAIN, FOREST, BEAR]);
    let [m1, m2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [f1] = puts(&mut world, 1, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), [cast(bear)]);
    assert_eq!(actions(&mut world, B), []);
    done(&mut world, A, &cast(bear));
    assert!(tapped(&world, f1));
    assert!(tapped(&world, m1) != tapped(&world, m2));
    assert_eq!(zone_of(&world, bear), Zone::Stack);
    let spell = top(&world);
    assert_eq!(world.part::<Players>().get(A).spells_this_turn, 1);
    assert_eq!(get::<StackEntry>(&world, spell.id).cast.mana, [0, 0, 0, 1, 1, 0]);
    let facts = &world.part::<EventLog>().facts;
    assert!(facts.contains(&Fact::Cast { spell, by: A, from: Zone::Hand(A) }), "{facts:?}");
    assert!(world.part::<Players>().get(A).pool.is_empty());
    resolve(&mut world);
    assert_eq!(zone_of(&world, bear), Zone::Battlefield);
    assert_eq!(get::<Characteristics>(&world, bear.id).controller, A);
    assert!(stack(&world).is_empty());
    // CR 400.7d.
    assert_eq!(get::<StackEntry>(&world, bear.id).cast.mana, [0, 0, 0, 1, 1, 0]);
}

#[test]
fn sorcery_speed_wants_a_main_phase_of_ones_own_and_an_empty_stack() {
    let mut world = board(&[MOUNTAIN, BOLT, r#"name: "Test Ogre", cost: "{R}", types: "Creature - Ogre", pt: (2, 2)"#]);
    let _: [_; 3] = puts(&mut world, 0, A, Zone::Battlefield);
    let [ogre] = puts(&mut world, 2, A, Zone::Hand(A));
    let [bolt] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), [cast(ogre), cast(bolt)]);
    world.part_mut::<Turn>().active = B;
    crate::rules::schedule::mark_dirty(&mut world, crate::model::dirt::StateClass::TURN);
    assert_eq!(actions(&mut world, A), [cast(bolt)]);
    world.part_mut::<Turn>().active = A;
    let decision = start(&mut world, A, &cast(bolt)).expect("targets");
    answer(&mut world, &decision, Answer::One(1));
    // The bolt is on the stack.
    assert_eq!(actions(&mut world, A), []);
}

#[test]
fn targets_are_chosen_announced_and_rechecked() {
    let mut world = board(&[MOUNTAIN, BOLT, BEAR]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, B, Zone::Battlefield);
    let [one, two] = puts(&mut world, 1, A, Zone::Hand(A));
    for bolt in [one, two] {
        let decision = start(&mut world, A, &cast(bolt)).expect("targets");
        assert!(matches!(decision.prompt, Prompt::Targets { instance: 0, .. }));
        let at = decision.options().iter().position(|c| *c == Choice::Object(bear)).expect("the bear");
        assert_eq!(decision.options().len(), 3);
        assert_eq!(answer(&mut world, &decision, Answer::One(at as u16)), None);
        let by = top(&world);
        assert!(
            world
                .part::<EventLog>()
                .facts
                .contains(&Fact::Targeted { target: crate::model::ids::Referent::Object(bear), by })
        );
    }
    resolve(&mut world);
    assert_eq!(get::<ThisTurn>(&world, bear.id).damage, 3);
    // CR 608.2b: the second one has no legal target any more.
    crate::rules::events::tests::happen(&mut world, [crate::rules::events::tests::moves(bear, Zone::Exile)]);
    resolve(&mut world);
    assert_eq!([zone_of(&world, one), zone_of(&world, two)], [Zone::Graveyard(A); 2]);
    assert_eq!((life(&world, A), life(&world, B)), (20, 20));
}

#[test]
fn without_a_legal_target_or_the_mana_nothing_is_offered() {
    let terror = r#"name: "Test Terror", cost: "{1}{B}", types: "Instant", abilities: [
        Spell(targets: [(what: Permanent(And([Type("Creature"), Not(Color(Black))])))], effects: [Destroy(what: Targets(0))])]"#;
    let swamp = r#"name: "Test Swamp", types: "Basic Land - Swamp""#;
    let mut world = board(&[swamp, terror, BEAR]);
    let [terror] = puts(&mut world, 1, A, Zone::Hand(A));
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 2, B, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [cast(terror)]);
}

#[test]
fn what_cannot_be_completed_is_taken_back() {
    // CR 733.1: begun on request, with targets but without the mana.
    let mut world = board(&[MOUNTAIN, BEAR, FOREST]);
    let [m] = puts(&mut world, 0, A, Zone::Battlefield);
    let [one, two, three] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    done(&mut world, A, &cast(two));
    assert!(stack(&world).is_empty());
    assert!(!tapped(&world, m));
    assert_eq!(world.part::<Zones>().own[0].hand, [one.id, two.id, three.id]);
    assert!(world.part::<Agenda>().is_empty());
    assert_eq!(world.part::<Players>().get(A).spells_this_turn, 0);
}

#[test]
fn an_aura_enters_attached_to_its_target() {
    let aura = r#"name: "Test Wings", cost: "{R}", types: "Enchantment - Aura", abilities: [
        Keyword(Enchant(Permanent(Type("Creature")))), Static(effect: Affect(The(Host), [Gain([Flying])]))]"#;
    let mut world = board(&[MOUNTAIN, aura, BEAR]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [aura] = puts(&mut world, 1, A, Zone::Hand(A));
    assert_eq!(actions(&mut world, A), []);
    let [bear, _other] = puts(&mut world, 2, B, Zone::Battlefield);
    let decision = start(&mut world, A, &cast(aura)).expect("targets");
    assert_eq!(objects(&decision).len(), 2);
    answer(&mut world, &decision, Answer::One(0));
    resolve(&mut world);
    let now = now(&world, aura.id);
    assert_eq!(get::<Status>(&world, now.id).attached_to, Some(crate::model::ids::Referent::Object(bear)));
    refresh(&mut world);
    assert!(get::<Characteristics>(&world, bear.id).has(crate::cards::def::Keyword::Flying));
}

#[test]
fn modes_without_targets_for_them_cannot_be_chosen() {
    let charm = r#"name: "Test Charm", cost: "{R}", types: "Instant", abilities: [Spell(modes: (min: 1, max: 1, list: [
        (targets: [(what: Permanent(Type("Artifact")))], effects: [Destroy(what: Targets(0))]),
        (effects: [GainLife(You, N(3))]),
        (targets: [(what: Player(EachOpponent))], effects: [LoseLife(Target(0), N(2))])]))]"#;
    let mut world = board(&[MOUNTAIN, charm]);
    let _: [_; 2] = puts(&mut world, 0, A, Zone::Battlefield);
    let [one, two] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(one)).expect("modes");
    assert_eq!(decision.options(), [Choice::Mode(1), Choice::Mode(2)]);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    resolve(&mut world);
    assert_eq!(life(&world, A), 23);
    let decision = start(&mut world, A, &cast(two)).expect("modes");
    let decision = answer(&mut world, &decision, Answer::One(1)).expect("targets");
    assert_eq!(decision.options(), [Choice::Player(B)]);
    answer(&mut world, &decision, Answer::One(0));
    resolve(&mut world);
    assert_eq!(life(&world, B), 18);
}

#[test]
fn two_modes_have_targets_of_their_own() {
    let order = r#"name: "Test Order", cost: "{R}", types: "Instant", abilities: [Spell(modes: (min: 2, max: 2, list: [
        (targets: [(what: Player(EachPlayer))], effects: [GainLife(Target(0), N(3))]),
        (effects: [GainLife(You, N(1))]),
        (targets: [(what: Permanent(Type("Creature")))], effects: [Destroy(what: Targets(0))])]))]"#;
    let mut world = board(&[MOUNTAIN, order, BEAR]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [bear] = puts(&mut world, 2, B, Zone::Battlefield);
    let [order] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(order)).expect("modes");
    assert!(matches!(decision.shape, Shape::ChooseSome { min: 2, max: 2, .. }));
    let decision = answer(&mut world, &decision, Answer::Some(vec![0, 2])).expect("targets");
    let at = decision.options().iter().position(|c| *c == Choice::Player(B)).expect("B");
    let decision = answer(&mut world, &decision, Answer::One(at as u16)).expect("targets of the other mode");
    assert_eq!(objects(&decision), [bear]);
    assert_eq!(answer(&mut world, &decision, Answer::One(0)), None);
    resolve(&mut world);
    assert_eq!((life(&world, A), life(&world, B)), (20, 23));
    assert_eq!(zone_of(&world, bear), Zone::Graveyard(B));
}

#[test]
fn a_mode_can_be_chosen_again_where_the_text_says_so() {
    let verse = r#"name: "Test Verse", cost: "{R}", types: "Sorcery", abilities: [Spell(modes: (min: 1, max: 3, repeat: true, list: [
        (effects: [GainLife(You, N(1))]), (effects: [LoseLife(EachOpponent, N(2))])]))]"#;
    let mut world = board(&[MOUNTAIN, verse]);
    let _: [_; 1] = puts(&mut world, 0, A, Zone::Battlefield);
    let [verse] = puts(&mut world, 1, A, Zone::Hand(A));
    let decision = start(&mut world, A, &cast(verse)).expect("modes");
    let decision = answer(&mut world, &decision, Answer::One(1)).expect("another mode");
    assert_eq!(decision.options(), [Choice::Mode(0), Choice::Mode(1), Choice::Pass]);
    let decision = answer(&mut world, &decision, Answer::One(1)).expect("a third mode");
    assert_eq!(answer(&mut world, &decision, Answer::One(2)), None);
    resolve(&mut world);
    assert_eq!((life(&world, A), life(&world, B)), (20, 16));
}

#[test]
fn a_land_is_played_once_a_turn_unless_an_effect_allows_more() {
    let explorer =
        r#"name: "Test Explorer", types: "Enchantment", abilities: [Static(effect: Rule(ExtraLands(You, 1)))]"#;
    let mut world = board(&[MOUNTAIN, explorer]);
    let [one, two, three] = puts(&mut world, 0, A, Zone::Hand(A));
    let play = |object| Choice::PlayLand { object, face: 0, permit: None };
    assert_eq!(actions(&mut world, A), [play(one), play(two), play(three)]);
    done(&mut world, A, &play(one));
    assert_eq!(zone_of(&world, one), Zone::Battlefield);
    let land = now(&world, one.id);
    assert!(world.part::<EventLog>().facts.contains(&Fact::PlayedLand { land, by: A, from: Zone::Hand(A) }));
    assert_eq!(actions(&mut world, A), []);
    let _: [_; 1] = puts(&mut world, 1, A, Zone::Battlefield);
    assert_eq!(actions(&mut world, A), [play(two), play(three)]);
    assert!(get::<Characteristics>(&world, one.id).is(CardTypes::LAND));
}

#[test]
fn a_task_of_casting_is_plain_data() {
    let task = CastTask::PlayLand { seat: A, object: ObjectRef::NONE, face: 0, permit: None };
    let text = ron::to_string(&task).expect("serialises");
    assert_eq!(ron::from_str::<CastTask>(&text).expect("deserialises"), task);
}
