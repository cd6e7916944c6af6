//! When passes run, what they publish, and that a skipped one would have changed nothing.

use super::world::*;
use crate::cards::def::{Duration, Keyword, ZoneKind};
use crate::model::continuous::{ActiveRules, ContinuousEffects};
use crate::model::dirt::{Dirt, StateClass};
use crate::model::object::{Characteristics, Restrictions};
use crate::model::trigger::TriggerIndex;
use crate::rules::layers::{check, invalidate, refresh};
use crate::rules::schedule::Layers;
use crate::rules::slots::{ContinuousEffectSlots, Slots, effect};
use crate::rules::state::{EditGame, ReadGame};
use bevy_ecs::prelude::*;

const TAPLAND: &str = r#"(name: "Tapland", types: "Land", abilities: [
    Static(effect: Replace(event: Enters(Is(This)), with: Tapped))])"#;
const LIFELORD: &str = r#"(name: "Life Lord", types: "Creature - Cleric", pt: (1, 1), abilities: [
    Static(only_if: Compare(Life(You), Ge, N(25)), effect: Affect(The(This), [ModifyPT(N(4), N(4)), Gain([Flying])]))])"#;
const PACIFISM: &str = r#"(name: "Pacifism", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature")))),
    Static(effect: Affect(The(Host), [Rule(CantAttack), Rule(CantBlock)])),
    Static(effect: Affect(The(Host), [Rule(CantBeBlockedBy(Type("Artifact")))]))])"#;
const MORELANDS: &str = r#"(name: "More Lands", types: "Enchantment", abilities: [
    Static(effect: Rule(ExtraLands(You, 1))),
    Static(effect: Replace(event: GainLife(EachPlayer), with: Nothing))])"#;
const SHIELD: &str = r#"(name: "Guarded", types: "Creature - Bear", pt: (2, 2), abilities: [
    Keyword(Protection(Color(Red)))])"#;

const SIESTA: &str = r#"(name: "Siesta", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Tapped])), [ModifyPT(N(0), N(2))]))])"#;

const BANNER: &str = r#"(name: "Banner", types: "Artifact - Equipment", abilities: [
    Static(effect: Rule(ExtraLands(You, 1))),
    Static(effect: Replace(event: GainLife(EachPlayer), with: Nothing)),
    Keyword(Equip([Mana("{1}")], Any))])"#;

fn table() -> Table {
    Table::new(&[BEAR, FOREST, ANTHEM, TAPLAND, LIFELORD, PACIFISM, MORELANDS, SHIELD, GROWTH, FLIGHT, SIESTA, BANNER])
}

#[test]
fn what_becomes_attached_gives_its_effects_a_new_timestamp() {
    // 613.7a, 613.7e: whether they change characteristics, make rules or replace events.
    let mut t = table();
    let (one, other) = (t.put("Bear", A), t.put("Bear", A));
    for name in ["Banner", "Flight"] {
        let attached = t.put_on(name, A, one);
        let times = |t: &mut Table| -> Vec<_> {
            refresh(&mut t.world);
            let order = t.world.part::<ContinuousEffects>().order.clone();
            let all = order.into_iter().map(|id| effect(&t.world, id));
            all.filter(|e| e.key().is_some_and(|key| key.object == attached)).map(|e| e.timestamp).collect()
        };
        let before = times(&mut t);
        t.attach(attached, other);
        let now = t.object(attached).timestamp;
        let after = times(&mut t);
        assert!(!before.is_empty() && before.iter().all(|time| *time < now), "{name}: {before:?}");
        assert_eq!(after, vec![now; before.len()], "{name}");
    }
}

#[test]
fn what_becomes_attached_matters_where_something_attaches() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.put("Anthem", A);
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::ATTACHMENT)), 0);
    t.put_on("Banner", A, bear);
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::ATTACHMENT)), 1);
}

#[test]
fn the_schedule_runs_its_sets_in_one_chain() {
    let mut t = table();
    refresh(&mut t.world);
    let schedules = t.world.resource::<Schedules>();
    let names: Vec<_> = schedules.get(Layers).unwrap().systems().unwrap().collect();
    assert_eq!(names.len(), 19);
}

#[test]
fn a_plain_newcomer_needs_no_pass() {
    let mut t = table();
    assert_eq!(t.passes_of(|t| t.put("Bear", A)), 0);
    assert_eq!(t.passes_of(|t| t.put("Forest", A)), 0);
    assert_eq!(t.passes_of(|t| t.put("Tapland", A)), 0);
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::LIFE | StateClass::TAPPED | StateClass::TURN)), 0);
}

#[test]
fn tapping_leads_to_a_pass_only_where_it_is_read() {
    let mut t = table();
    let bears: Vec<_> = (0..100).map(|_| t.put("Bear", A)).collect();
    t.put("Anthem", A);
    assert_eq!(t.passes_of(|t| bears[..50].iter().for_each(|bear| t.tap(*bear))), 0);
    t.put("Siesta", B);
    assert_eq!(t.passes_of(|t| t.tap(bears[50])), 1);
    assert_eq!((t.pt(bears[50]), t.pt(bears[51])), ((3, 5), (3, 3)));
}

#[test]
fn a_static_ability_makes_its_effect_and_takes_it_along() {
    let mut t = table();
    let bear = t.put("Bear", A);
    assert_eq!(t.pt(bear), (2, 2));
    let anthem = t.put("Anthem", A);
    assert_eq!(t.pt(bear), (3, 3));
    assert_eq!(t.world.part::<ContinuousEffects>().order.len(), 1);
    let newcomer = t.put("Bear", A);
    assert_eq!(t.pt(newcomer), (3, 3));
    let other = t.put("Bear", B);
    assert_eq!(t.pt(other), (2, 2));
    let anthem = t.move_to(anthem, ZoneKind::Graveyard);
    assert_eq!(t.pt(bear), (2, 2));
    assert!(t.world.part::<ContinuousEffects>().order.is_empty());
    assert!(t.world.part::<ContinuousEffects>().used.is_empty());
    t.move_to(anthem, ZoneKind::Battlefield);
    assert_eq!(t.pt(bear), (3, 3));
    assert_eq!(t.world.part::<ContinuousEffectSlots>().len(), 1, "slots are reused");
}

#[test]
fn only_inputs_that_are_read_lead_to_a_pass() {
    let mut t = table();
    let lord = t.put("Life Lord", A);
    assert_eq!(t.pt(lord), (1, 1));
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::TAPPED | StateClass::HANDS)), 0);
    t.world.part_mut::<crate::model::player::Players>().get_mut(A).life = 25;
    assert_eq!(t.passes_of(|t| t.mark_dirty(StateClass::LIFE)), 1);
    assert_eq!(t.pt(lord), (5, 5));
    assert!(t.chars(lord).has(Keyword::Flying));
}

#[test]
fn what_affects_only_itself_does_not_mind_newcomers() {
    let mut t = table();
    let lord = t.put("Life Lord", A);
    assert_eq!(t.pt(lord), (1, 1));
    assert_eq!(t.passes_of(|t| t.put("Bear", B)), 0);
    assert_eq!(t.passes_of(|t| t.move_to(lord, ZoneKind::Graveyard)), 1);
}

#[test]
fn a_locked_effect_does_not_mind_newcomers() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.start("Growth", 0, &[bear], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(bear), (5, 5));
    assert_eq!(t.passes_of(|t| t.put("Bear", B)), 0);
}

#[test]
fn publishing_tells_the_others() {
    let mut t = table();
    let bear = t.put("Bear", A);
    refresh(&mut t.world);
    *t.world.part_mut::<Dirt>() =
        Dirt { layers: StateClass::empty(), sba: StateClass::empty(), legal: StateClass::empty(), ..Dirt::default() };
    t.world.part_mut::<TriggerIndex>().stale = false;
    t.put("Anthem", A);
    refresh(&mut t.world);
    let dirt = *t.world.part::<Dirt>();
    assert!(dirt.sba.contains(StateClass::CHARACTERISTICS) && dirt.legal.contains(StateClass::CHARACTERISTICS));
    assert!(dirt.layers.is_empty());
    let _ = bear;
}

#[test]
fn rules_come_after_the_layers() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.put_on("Pacifism", B, bear);
    let chars = t.chars(bear);
    assert!(chars.restrictions.contains(Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK | Restrictions::OTHER));
    assert_eq!(t.world.part::<ActiveRules>().objects.len(), 1);
    let more = t.put("More Lands", A);
    refresh(&mut t.world);
    assert_eq!(t.world.part::<ActiveRules>().rules.len(), 1);
    assert_eq!(t.world.part::<ActiveRules>().replacements.len(), 1);
    assert_eq!(t.world.part::<ActiveRules>().rules[0].this, more);
    assert_eq!(t.passes_of(|t| t.put("Bear", B)), 1, "the restriction is an effect on objects");
    t.move_to(more, ZoneKind::Hand);
    refresh(&mut t.world);
    assert!(t.world.part::<ActiveRules>().rules.is_empty());
}

#[test]
fn protection_is_marked() {
    let mut t = table();
    let guarded = t.put("Guarded", A);
    assert!(t.chars(guarded).restrictions.contains(Restrictions::PROTECTION));
}

#[test]
fn a_forgotten_watch_finds_the_same() {
    let mut t = table();
    let bear = t.put("Bear", A);
    t.put("Anthem", A);
    t.put("Life Lord", A);
    t.start("Growth", 0, &[bear], Duration::EndOfTurn);
    refresh(&mut t.world);
    let effects: Vec<_> =
        t.world.part::<ContinuousEffects>().order.iter().map(|id| effect(&t.world, *id).clone()).collect();
    let rules = t.world.part::<ActiveRules>().clone();
    *t.world.part_mut::<ActiveRules>() = ActiveRules::default();
    invalidate(&mut t.world);
    refresh(&mut t.world);
    assert_eq!(*t.world.part::<ActiveRules>(), rules);
    let again: Vec<_> =
        t.world.part::<ContinuousEffects>().order.iter().map(|id| effect(&t.world, *id).clone()).collect();
    assert_eq!(effects, again);
    assert_eq!(check(&mut t.world), Ok(()));
}

#[test]
fn check_finds_what_is_stale() {
    let mut t = table();
    let bear = t.put("Bear", A);
    refresh(&mut t.world);
    let entity = t.world.part::<Slots>().entity(bear.id);
    t.world.get_mut::<Characteristics>(entity).unwrap().power = 7;
    assert!(check(&mut t.world).is_err());
}

#[test]
fn a_reset_world_numbers_like_a_fresh_one() {
    let mut t = table();
    t.put("Anthem", A);
    t.put("Anthem", A);
    refresh(&mut t.world);
    ContinuousEffectSlots::reset(&mut t.world);
    assert!(t.world.part::<ContinuousEffects>().order.is_empty());
    refresh(&mut t.world);
    assert_eq!(t.world.part::<ContinuousEffects>().used, [true, true]);
    assert_eq!(t.world.part::<ContinuousEffectSlots>().len(), 2);
}
