//! Layer 1: copies and face-down permanents (CR 613.2, 707, 708), full texts (612.6), and looking ahead (614.12).

use super::world::*;
use crate::cards::def::{ColorSet, Duration, Keyword, Modification, Quantity, Supertypes, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::continuous::ContinuousEffects;
use crate::model::event::Enter;
use crate::model::object::Object;
use crate::rules::layers::{copiable, entering, make_values, with_exceptions};
use crate::rules::slots::effect;
use crate::rules::state::ReadGame;

const SHIFT: &str = r#"(name: "Shift", cost: "{U}", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Any)), (what: Permanent(Any))], effects: [
        Continuous(Affect(Targets(0), [CopyOf(Target(1), [RemoveSupertypes("Legendary"), Gain([Haste]),
            GainAbilities([Triggered(when: Dies(Is(This)), effects: [GainLife(You, N(1))])])])]), EndOfTurn)])])"#;
const LEGEND: &str = r#"(name: "Legend", cost: "{W}{W}", types: "Legendary Creature - Angel", pt: (4, 4), abilities: [
    Keywords([Flying]),
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You), Not(Is(This))])), [ModifyPT(N(1), N(1))]))])"#;
const AVATAR: &str = r#"(name: "Avatar", types: "Creature - Avatar", pt: (None, None), abilities: [
    Keywords([Changeling, Devoid]),
    Static(effect: Affect(The(This), [SetPT(Life(You), Life(You))]))])"#;
const MASK: &str = r#"(name: "Mask", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature")))),
    Static(effect: Affect(The(Host), [CopyOf(This, [])])),
    Static(effect: Affect(The(Host), [SetPT(N(9), N(9))]))])"#;
const SHAPE: &str = r#"(name: "Shape", cost: "{1}{U}{U}", types: "Creature - Shapeshifter", pt: (0, 1), abilities: [
    Static(only_if: Exists(Only(TopOf(N(1), Graveyard(You)), Type("Creature"))), effect: Affect(The(This), [
        FullText(TopOf(N(1), Graveyard(You)), [Activated(cost: [Mana("{2}")], effects: [GainLife(You, N(1))])])]))])"#;

fn table() -> Table {
    Table::new(&[BEAR, FOREST, ANTHEM, GROWTH, SHIFT, LEGEND, AVATAR, MASK, SHAPE, HUMILITY])
}

#[test]
fn a_copy_takes_copiable_values_and_exceptions() {
    let mut t = table();
    let bear = t.put("Bear", A);
    let other = t.put("Bear", A);
    let legend = t.put("Legend", B);
    t.start("Growth", 0, &[legend], Duration::EndOfTurn);
    t.start("Shift", 0, &[bear, legend], Duration::EndOfTurn).unwrap();
    let chars = t.chars(bear);
    // 707.2: not what the growth made of it; the copy's own ability works for its controller.
    assert_eq!((chars.power, chars.toughness, chars.controller), (4, 4, A));
    assert!(chars.has(Keyword::Flying) && chars.has(Keyword::Haste));
    assert_eq!(chars.supertypes, Supertypes::empty());
    assert_eq!(chars.colors, ColorSet::WHITE);
    assert_eq!(chars.abilities.len(), 2);
    assert_eq!(t.pt(other), (3, 3));
    // 707.3: a copy of the copy has the exceptions, too.
    let again = copiable(&t.world, bear).unwrap().chars;
    assert!(again.has(Keyword::Haste) && again.abilities.len() == 2);
    // 707.2b: what happens to the original doesn't matter.
    t.move_to(legend, ZoneKind::Graveyard);
    assert_eq!(t.pt(bear), (4, 4));
    crate::rules::layers::end_effects(&mut t.world, crate::rules::layers::Ending::Turn);
    assert_eq!((t.pt(bear), t.pt(other)), ((2, 2), (2, 2)));
    assert!(t.world.part::<ContinuousEffects>().order.is_empty());
}

#[test]
fn a_copy_overwrites_the_abilities_of_the_text() {
    let mut t = table();
    let (bear, legend) = (t.put("Bear", A), t.put("Legend", A));
    assert_eq!(t.pt(bear), (3, 3));
    let plain = t.put("Bear", B);
    t.start("Shift", 0, &[legend, plain], Duration::EndOfTurn).unwrap();
    assert_eq!(t.pt(bear), (2, 2));
    // Its own static ability has no effect any more.
    let ids = t.world.part::<ContinuousEffects>().order.clone();
    assert!(ids.iter().all(|id| effect(&t.world, *id).key().is_none()));
}

#[test]
fn a_face_down_permanent_is_a_2_2_and_no_more() {
    let mut t = table();
    let (bear, legend) = (t.put("Bear", A), t.put("Legend", A));
    assert_eq!(t.pt(bear), (3, 3));
    t.status_mut(legend).face_down = true;
    t.mark_dirty(crate::model::dirt::StateClass::CHARACTERISTICS);
    let chars = t.chars(legend);
    assert_eq!((chars.power, chars.toughness, chars.name), (2, 2, crate::model::ids::NameId::NONE));
    assert!(chars.cost.is_none() && chars.keywords.is_empty() && chars.subtypes.is_empty());
    assert_eq!(t.pt(bear), (2, 2));
    // 708.2, 707.2: that is what a copy copies.
    t.start("Shift", 0, &[bear, legend], Duration::EndOfTurn).unwrap();
    assert_eq!(t.chars(bear).name, crate::model::ids::NameId::NONE);
    t.put("Anthem", A);
    assert_eq!(t.pt(legend), (3, 3));
}

#[test]
fn a_static_copy_effect_takes_its_values_once() {
    // 707.2c
    let mut t = table();
    let bear = t.put("Bear", A);
    let mask = t.put_on("Mask", A, bear);
    let chars = t.chars(bear);
    assert!(chars.is(crate::cards::def::CardTypes::ENCHANTMENT) && !chars.is_creature());
    let ids = &t.world.part::<ContinuousEffects>().order;
    let taken: Vec<_> = ids.iter().map(|id| effect(&t.world, *id)).filter(|e| e.copied.is_some()).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].bindings.this, mask);
    t.move_to(mask, ZoneKind::Graveyard);
    assert!(t.chars(bear).is_creature());
}

#[test]
fn exceptions_replace_defining_abilities() {
    // 707.9d
    let mut t = table();
    let avatar = t.put("Avatar", A);
    assert_eq!(t.pt(avatar), (20, 20));
    let copied = copiable(&t.world, avatar).unwrap().chars;
    assert_eq!(copied.abilities.len(), 3);
    let words = Bindings::new(A, avatar);
    let set = [Modification::SetPT(Quantity::N(1), Quantity::N(1))];
    let chars = with_exceptions(&t.world, copied.clone(), &set, &words);
    assert_eq!((chars.abilities.len(), chars.power), (2, 1));
    let set = [Modification::SetColors(vec![crate::cards::def::Color::Red])];
    let chars = with_exceptions(&t.world, copied.clone(), &set, &words);
    assert_eq!((chars.abilities.len(), chars.colors), (2, ColorSet::RED));
    assert!(!chars.has(Keyword::Devoid));
    let added = [Modification::AddTypes(crate::cards::def::CardTypes::ARTIFACT, Vec::new())];
    assert_eq!(with_exceptions(&t.world, copied, &added, &words).abilities.len(), 3);
}

#[test]
fn equal_values_share_a_row() {
    let mut t = table();
    let bear = t.put("Bear", B);
    let chars = copiable(&t.world, bear).unwrap().chars;
    let one = make_values(&mut t.world, chars.clone());
    let two = make_values(&mut t.world, chars);
    assert_eq!(one, two);
}

#[test]
fn values_with_another_side_have_rows_of_their_own() {
    // 707.8a, 710.2
    use crate::model::continuous::{InternedValues, Side};
    use crate::rules::layers::{Copiable, make_copy, other_side};
    let mut t = table();
    let (bear, legend) = (t.put("Bear", B), t.put("Legend", A));
    let chars = copiable(&t.world, bear).unwrap().chars;
    let other = copiable(&t.world, legend).unwrap().chars;
    let plain = make_values(&mut t.world, chars.clone());
    let of = |side| Copiable { chars: chars.clone(), others: vec![(side, other.clone())] };
    let (turned, flipped) = (make_copy(&mut t.world, of(Side::Turned)), make_copy(&mut t.world, of(Side::Flipped)));
    assert!(plain != turned && plain != flipped && turned != flipped);
    assert_eq!(make_copy(&mut t.world, of(Side::Turned)), turned);
    assert_eq!(make_values(&mut t.world, chars.clone()), plain);
    let side = |base, side| other_side(t.world.part(), t.world.part::<InternedValues>(), base, side);
    let over = side(turned, Side::Turned).unwrap();
    assert_eq!(side(over, Side::Turned), Some(turned), "it turns over and back");
    assert_eq!(side(turned, Side::Flipped), None);
    let half = side(flipped, Side::Flipped).unwrap();
    assert_eq!(side(half, Side::Flipped), None, "what is flipped stays so");
    assert_eq!(side(plain, Side::Turned), None);
}

#[test]
fn a_made_base_has_working_abilities() {
    let mut t = table();
    let legend = t.put("Legend", A);
    let bear = t.put("Bear", A);
    let chars = copiable(&t.world, legend).unwrap().chars;
    let base = make_values(&mut t.world, chars);
    let card = t.card("Bear", A);
    let enter = Enter { controller: A, copy: Some(base), ..Enter::default() };
    let copy = t.move_with(card, ZoneKind::Battlefield, Some(Box::new(enter)));
    assert_eq!(t.pt(copy), (5, 5));
    assert_eq!(t.pt(bear), (4, 4));
}

#[test]
fn a_full_text_replaces_the_text() {
    // 612.6
    let mut t = table();
    let shape = t.put("Shape", A);
    assert_eq!(t.pt(shape), (0, 1));
    let other = t.put("Bear", A);
    t.put_in("Legend", A, ZoneKind::Graveyard);
    let chars = t.chars(shape);
    assert_eq!((chars.power, chars.name), (4, crate::model::ids::NameId::of("Legend")));
    assert!(chars.has(Keyword::Flying));
    assert_eq!(chars.abilities.len(), 2);
    assert_eq!(t.pt(other), (3, 3));
    // Not copiable (707.2).
    assert_eq!(copiable(&t.world, shape).unwrap().chars.name, crate::model::ids::NameId::of("Shape"));
    t.put_in("Forest", A, ZoneKind::Graveyard);
    assert_eq!((t.pt(shape), t.pt(other)), ((0, 1), (2, 2)));
}

#[test]
fn a_look_ahead_changes_nothing() {
    // 614.12
    let mut t = table();
    t.put("Anthem", A);
    let bear = t.put_in("Bear", A, ZoneKind::Hand);
    let legend = t.put_in("Legend", A, ZoneKind::Graveyard);
    crate::rules::layers::refresh(&mut t.world);
    let before = (t.world.part::<ContinuousEffects>().clone(), t.world.part::<crate::model::zone::Zones>().clone());
    let mine = Enter { controller: A, ..Enter::default() };
    let theirs = Enter { controller: B, ..Enter::default() };
    let mut with = mine.clone();
    with.counters.push((ron::from_str("\"+1/+1\"").unwrap(), 2));
    assert_eq!(entering(&mut t.world, bear, &mine).power, 3);
    assert_eq!(entering(&mut t.world, bear, &theirs).power, 2);
    assert_eq!(entering(&mut t.world, bear, &with).power, 5);
    let ahead = entering(&mut t.world, legend, &mine);
    assert_eq!((ahead.power, ahead.controller), (5, A));
    let down = Enter { face_down: true, ..mine };
    assert_eq!(entering(&mut t.world, legend, &down).toughness, 3);
    let after = (t.world.part::<ContinuousEffects>().clone(), t.world.part::<crate::model::zone::Zones>().clone());
    assert_eq!(before, after);
    let object: &Object = t.object(bear);
    assert_eq!(object.reference(), bear);
    assert_eq!(t.pt(bear), (2, 2));
}
