//! What objects are or become: types besides others and alone, numbers that follow from what they are.

use crate::cards::oracle::grammar::changes::becoming::{self, basic};
use crate::cards::oracle::grammar::quantities::sums::itself;
use crate::cards::oracle::grammar::statics::{ability, affect, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const CREATURE: CardTypes = CardTypes::CREATURE;

fn is_creature(subtype: Subtype) -> bool {
    subtype.kind() == SubtypeKind::Creature
}

/// One subtype besides others, with a card type or without.
fn added(mods: &[Modification]) -> Option<(CardTypes, Subtype)> {
    match mods {
        [Modification::AddTypes(types, subtypes)] => match subtypes.as_slice() {
            [one] => Some((*types, *one)),
            _ => None,
        },
        _ => None,
    }
}

/// A basic land besides what it is (CR 305.7).
fn also_land(subtype: Subtype) -> Option<Vec<Modification>> {
    let all = vec![Modification::AddTypes(CardTypes::LAND, Vec::new()), Modification::AddBasicLandTypes(vec![subtype])];
    basic(subtype).then_some(all)
}

fn is_also_land(mods: &[Modification]) -> Vec<(Subtype,)> {
    match mods {
        [_, Modification::AddBasicLandTypes(list)] => match list.as_slice() {
            [one] if also_land(*one).as_deref() == Some(mods) => vec![(*one,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

type Size = (Quantity, Quantity);

/// A creature besides what it is.
fn also_creature((power, toughness): Size, subtypes: Vec<Subtype>) -> Vec<Modification> {
    vec![Modification::AddTypes(CREATURE, subtypes), Modification::SetPT(power, toughness)]
}

fn is_also_creature(mods: &[Modification]) -> Option<(Size, Vec<Subtype>)> {
    match mods {
        [Modification::AddTypes(CREATURE, subtypes), Modification::SetPT(power, toughness)] => {
            Some(((power.clone(), toughness.clone()), subtypes.clone()))
        }
        _ => None,
    }
}

/// A basic land and nothing else but what the colours say.
fn only_land(colors: Vec<Color>, subtype: Subtype) -> Option<Vec<Modification>> {
    let land = Modification::SetTypes(CardTypes::LAND, Vec::new());
    basic(subtype).then(|| vec![land, Modification::SetBasicLandTypes(vec![subtype]), Modification::SetColors(colors)])
}

fn is_only_land(mods: &[Modification]) -> Vec<(Vec<Color>, Subtype)> {
    match mods {
        [_, Modification::SetBasicLandTypes(list), Modification::SetColors(colors)] => match list.as_slice() {
            [one] if only_land(colors.clone(), *one).as_deref() == Some(mods) => vec![(colors.clone(), *one)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn size(obj: Obj) -> Modification {
    Modification::SetPT(Quantity::ManaValue(obj), Quantity::ManaValue(obj))
}

fn sized(context: &Context) -> Option<Vec<Modification>> {
    Some(vec![size(itself(context)?)])
}

/// An artifact creature of that size.
fn animated(context: &Context) -> Option<Vec<Modification>> {
    let types = CardTypes::ARTIFACT | CREATURE;
    Some(vec![Modification::AddTypes(types, Vec::new()), size(itself(context)?)])
}

fn is(found: Option<Vec<Modification>>, mods: &[Modification]) -> Vec<()> {
    if found.as_deref() == Some(mods) { vec![()] } else { Vec::new() }
}

/// Another creature type, a size, and no abilities.
fn grown_over(subtypes: Vec<Subtype>, (power, toughness): Size) -> Option<Vec<Modification>> {
    let creatures = subtypes.iter().all(|s| is_creature(*s));
    let types = Modification::SetCreatureTypes(subtypes);
    creatures.then(|| vec![types, Modification::LoseAllAbilities, Modification::SetPT(power, toughness)])
}

fn every_type((power, toughness): Size) -> Vec<Modification> {
    let types = Modification::AddTypes(CREATURE, Vec::new());
    vec![types, Modification::AllCreatureTypes, Modification::SetPT(power, toughness)]
}

macro_rules! fixed {
    ($cat:ident: $words:literal, $mods:expr; $example:literal) => {
        rule!($cat: $words () => |_| Some($mods), |_, m: &_| if *m == $mods { vec![()] } else { Vec::new() }; $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- besides what they are
    rule!(Addition: "2: {sub.p}" (sub: Sub) => |_, sub| (is_creature(sub) || sub.kind() == SubtypeKind::Artifact).then(|| vec![Modification::AddTypes(CardTypes::empty(), vec![sub])]),
        |_, m: &_| added(m).filter(|(t, _)| t.is_empty()).map(|(_, s)| (s,)).into_iter().collect(); "Zombies"),
    rule!(Addition: "1: a {sub.s} {kind.s}" (sub: Sub, kind: Type) => |_, sub, kind| (!basic(sub)).then(|| vec![Modification::AddTypes(kind, vec![sub])]),
        |_, m: &_| added(m).filter(|(t, _)| !t.is_empty()).map(|(t, s)| (s, t)).into_iter().collect(); "a Food artifact"),
    rule!(Addition: "2: {sub.s} {kind.p}" (sub: Sub, kind: Type) => |_, sub, kind| (!basic(sub)).then(|| vec![Modification::AddTypes(kind, vec![sub])]),
        |_, m: &_| added(m).filter(|(t, _)| !t.is_empty()).map(|(t, s)| (s, t)).into_iter().collect(); "Food artifacts"),
    rule!(StaticMod: "1: is a {sub.s} land in addition to its other types" (sub: Sub) => |_, sub| also_land(sub), |_, m: &_| is_also_land(m); "is a Forest land in addition to its other types"),
    rule!(StaticMod: "2: are {sub.s} lands in addition to their other types" (sub: Sub) => |_, sub| also_land(sub), |_, m: &_| is_also_land(m); "are Forest lands in addition to their other types"),
    fixed!(StaticMod: "is|are every basic land type in addition to its|their other types", vec![Modification::AddEveryBasicLandType]; "is every basic land type in addition to its other types"),
    fixed!(StaticMod: "is|are the chosen color in addition to its|their other colors", vec![Modification::AddChosenColor]; "is the chosen color in addition to its other colors"),
    fixed!(StaticMod: "is|are the chosen type in addition to its|their other types", vec![Modification::AddChosenSubtype]; "is the chosen type in addition to its other types"),
    alternate!(StaticMod: "is|are the chosen type in addition to its|their other creature types" () => |_| Some(vec![Modification::AddChosenSubtype]); ""),
    rule!(Mod: "1: becomes a {body} {subs} creature in addition to its other types" (body: Body, subs: Subs) => |_, body, subs| Some(also_creature(body, subs)),
        |_, m: &_| is_also_creature(m).filter(|(_, s)| !s.is_empty()).into_iter().collect(); "becomes a 4/4 Elemental creature in addition to its other types"),
    rule!(Mod: "1: becomes a {body} creature in addition to its other types" (body: Body) => |_, body| Some(also_creature(body, Vec::new())),
        |_, m: &_| is_also_creature(m).filter(|(_, s)| s.is_empty()).map(|(b, _)| (b,)).into_iter().collect(); "becomes a 4/4 creature in addition to its other types"),
    rule!(StaticMod: "1: is a {body} {subs} creature in addition to its other types" (body: Body, subs: Subs) => |_, body, subs| Some(also_creature(body, subs)),
        |_, m: &_| is_also_creature(m).filter(|(_, s)| !s.is_empty()).into_iter().collect(); "is a 4/4 Elemental creature in addition to its other types"),
    // ---- what they are and nothing else
    rule!(StaticMod: "1: is a {hues} {sub.s} land" (hues: Hues, sub: Sub) => |_, hues, sub| only_land(hues, sub), |_, m: &_| is_only_land(m); "is a colorless Forest land"),
    rule!(StaticMods: "1: is a {subs} with base power and toughness {body} and loses all abilities" (subs: Subs, body: Body) => |_, subs, body| grown_over(subs, body),
        |_, m: &_| match m.as_slice() {
            [Modification::SetCreatureTypes(subs), _, Modification::SetPT(p, t)] if grown_over(subs.clone(), (p.clone(), t.clone())).as_ref() == Some(m) => vec![(subs.clone(), (p.clone(), t.clone()))],
            _ => Vec::new(),
        }; "is a Treefolk with base power and toughness 0/4 and loses all abilities"),
    // ---- what they aren't
    rule!(StaticMod: "1: isn't a {kind.s}" (kind: Type) => |_, kind| Some(vec![Modification::RemoveTypes(kind)]),
        |_, m: &_| match m.as_slice() { [Modification::RemoveTypes(kind)] => vec![(*kind,)], _ => Vec::new() }; "isn't a creature"),
    rule!(StaticMod: "is|are {super_}" (super_: Super) => |_, super_| Some(vec![Modification::AddSupertypes(super_)]),
        |_, m: &_| match m.as_slice() { [Modification::AddSupertypes(super_)] => vec![(*super_,)], _ => Vec::new() }; "is legendary"),
    fixed!(StaticMod: "loses|lose all creature types", vec![Modification::RemoveCreatureTypes]; "loses all creature types"),
    fixed!(Mod: "loses|lose all creature types", vec![Modification::RemoveCreatureTypes]; "loses all creature types"),
    rule!(StaticMods: "loses|lose {k} and can't have or gain {again}" (k: KwList, again: KwList) => |_, k, again| (k == again).then(|| vec![Modification::Lose(k.clone()), Modification::CantHave(k)]),
        |_, m: &_| match m.as_slice() { [Modification::Lose(k), Modification::CantHave(c)] if k == c => vec![(k.clone(), k.clone())], _ => Vec::new() }; "loses flying and can't have or gain flying"),
    // ---- sizes that follow from what they are
    rule!(StaticMod: "1: is a artifact creature with power and toughness each equal to its mana value" () => |c| animated(c), |c, m: &_| is(animated(c), m); ""),
    rule!(Mod: "1: becomes a artifact creature with power and toughness each equal to its mana value" () => |c| animated(c), |c, m: &_| is(animated(c), m); ""),
    rule!(StaticMod: "1: has base power and base toughness each equal to its mana value" () => |c| sized(c), |c, m: &_| is(sized(c), m); ""),
    // ---- sentences
    alternate!(Static: "{what.p} are {form.p} . they're still lands ." (what: SubjObjs, form: Form) => |c, what, form| still(c, &what).then(|| ability(affect(what, becoming::still(form)), Condition::Always)); "lands you control are 2/2 creatures. They're still lands."),
    rule!(Sentence: "{what.s} becomes a {body} creature with all creature types {dur} . it's still a land ." (what: SubjObjs, body: Body, dur: Dur) => |_, what, body, dur| Some(becoming::affect(what, every_type(body), dur)),
        |_, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Affect(what, mods), dur)] => match mods.last() {
                Some(Modification::SetPT(p, t)) if *mods == every_type((p.clone(), t.clone())) => vec![(what.clone(), (p.clone(), t.clone()), dur.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "target land becomes a 2/2 creature with all creature types until end of turn. It's still a land."),
];
