//! What objects become: other types, colours, power and toughness.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type Size = (Quantity, Quantity);

/// What something becomes that stays what it was besides (CR 205.1b): creature types that it had are replaced if there are new ones.
fn form(
    body: Size,
    colors: Option<Vec<Color>>,
    subtypes: Vec<Subtype>,
    types: CardTypes,
    keywords: Vec<Keyword>,
) -> Vec<Modification> {
    let mut all = Vec::new();
    if !subtypes.is_empty() {
        all.push(Modification::RemoveCreatureTypes);
    }
    all.push(Modification::AddTypes(types, subtypes));
    all.extend(colors.map(Modification::SetColors));
    all.push(Modification::SetPT(body.0, body.1));
    if !keywords.is_empty() {
        all.push(Modification::Gain(keywords));
    }
    all
}

type Parts = (Size, Option<Vec<Color>>, Vec<Subtype>, CardTypes, Vec<Keyword>);

fn parts(mods: &[Modification]) -> Option<Parts> {
    let (mut body, mut colors, mut subtypes, mut types, mut keywords) = (None, None, Vec::new(), None, Vec::new());
    for m in mods {
        match m {
            Modification::RemoveCreatureTypes => {}
            Modification::AddTypes(t, s) => (types, subtypes) = (Some(*t), s.clone()),
            Modification::SetColors(c) => colors = Some(c.clone()),
            Modification::SetPT(p, t) => body = Some((p.clone(), t.clone())),
            Modification::Gain(k) => keywords = k.clone(),
            _ => return None,
        }
    }
    let found = (body?, colors, subtypes, types?, keywords);
    let (body, colors, subtypes, types, keywords) = found.clone();
    (form(body, colors, subtypes, types, keywords) == mods).then_some(found)
}

/// What is a creature now can be called one.
fn made(context: &mut Context, form: Vec<Modification>) -> Option<Vec<Modification>> {
    if let Some(subject) = context.subject.clone() {
        let what = Referent::Objects(Objects::clone(&subject));
        context.change(|m| m.what == what, |m| m.kind |= Sort::CREATURE);
    }
    Some(form)
}

/// What it becomes, and an ability that it has then.
fn quoted(mods: &[Modification]) -> Option<(&[Modification], &AbilityDef)> {
    match mods.split_last() {
        Some((Modification::GainAbilities(list), form)) => match list.as_slice() {
            [only] if help::quoted(only) => Some((form, only)),
            _ => None,
        },
        _ => None,
    }
}

/// What it becomes without that ability.
fn bare(mods: &[Modification]) -> &[Modification] {
    quoted(mods).map_or(mods, |(form, _)| form)
}

fn with_quote(mut form: Vec<Modification>, quote: AbilityDef) -> Option<Vec<Modification>> {
    form.push(Modification::GainAbilities(vec![quote]));
    quoted(&form).is_some().then_some(form)
}

/// What something becomes that is still what it was: also the creature types that it had stay (CR 205.1b).
pub(in crate::cards::oracle::grammar) fn still(mut form: Vec<Modification>) -> Vec<Modification> {
    form.retain(|m| *m != Modification::RemoveCreatureTypes);
    form
}

/// What is said of something that becomes this, and is still what it was.
pub(in crate::cards::oracle::grammar) fn unstill(mods: &[Modification]) -> Option<Vec<Modification>> {
    let tribal = mods.iter().any(|m| matches!(m, Modification::AddTypes(_, subtypes) if !subtypes.is_empty()));
    let removed = tribal.then_some(Modification::RemoveCreatureTypes);
    let form: Vec<Modification> = removed.into_iter().chain(mods.iter().cloned()).collect();
    (still(form.clone()) == mods && parts(bare(&form)).is_some()).then_some(form)
}

const CREATURE: CardTypes = CardTypes::CREATURE;

fn artifact() -> CardTypes {
    CardTypes::ARTIFACT | CardTypes::CREATURE
}

fn of(
    mods: Vec<Modification>,
    types: CardTypes,
    colored: bool,
    tribal: bool,
) -> Option<(Size, Vec<Color>, Vec<Subtype>)> {
    let (body, colors, subtypes, found, keywords) = parts(&mods)?;
    (found == types && colors.is_some() == colored && subtypes.is_empty() != tribal && keywords.is_empty())
        .then(|| (body, colors.unwrap_or_default(), subtypes))
}

fn with(mods: Vec<Modification>, keywords: Vec<Keyword>) -> Option<Vec<Modification>> {
    let (body, colors, subtypes, types, _) = parts(&mods)?;
    Some(form(body, colors, subtypes, types, keywords))
}

fn keyworded(mods: Vec<Modification>) -> Vec<(Vec<Modification>, Vec<Keyword>)> {
    match parts(&mods) {
        Some((body, colors, subtypes, types, keywords)) if !keywords.is_empty() => {
            vec![(form(body, colors, subtypes, types, Vec::new()), keywords)]
        }
        _ => Vec::new(),
    }
}

fn plain(mods: Vec<Modification>) -> Vec<(Vec<Modification>,)> {
    if parts(&mods).is_some_and(|(.., k)| k.is_empty()) { vec![(mods,)] } else { Vec::new() }
}

pub(in crate::cards::oracle::grammar) fn has_artifact(mods: &[Modification]) -> bool {
    parts(bare(mods)).is_some_and(|p| p.3.contains(CardTypes::ARTIFACT))
}

/// Whether it has to be said that something is still what it was: an artifact creature is it anyhow, but for creature types
/// (CR 205.1b).
fn is_of_its_own(form: &[Modification]) -> bool {
    !has_artifact(form) || form.contains(&Modification::RemoveCreatureTypes)
}

pub(in crate::cards::oracle::grammar) fn affect(
    what: Objects,
    mods: Vec<Modification>,
    duration: Duration,
) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Affect(what, mods), duration)]
}

fn affected(effects: &[Instruction]) -> Option<(Objects, Vec<Modification>, Duration)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Affect(what, mods), duration)] => {
            Some((what.clone(), mods.clone(), duration.clone()))
        }
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn basic(subtype: Subtype) -> bool {
    Subtype::BASIC_LANDS.contains(&subtype)
}

fn land_types(mods: Vec<Modification>, add: bool) -> Vec<(Subtype,)> {
    match mods.as_slice() {
        [Modification::SetBasicLandTypes(list)] if !add => match list.as_slice() {
            [one] => vec![(*one,)],
            _ => Vec::new(),
        },
        [Modification::AddBasicLandTypes(list)] if add => match list.as_slice() {
            [one] => vec![(*one,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn creature_type(mods: &[Modification]) -> Vec<(Subtype,)> {
    match mods {
        [Modification::SetCreatureTypes(list)] if list.len() == 1 => vec![(list[0],)],
        _ => Vec::new(),
    }
}

fn added(mods: Vec<Modification>) -> Option<(CardTypes, Vec<Subtype>)> {
    match mods.as_slice() {
        [Modification::AddTypes(types, subtypes)] => Some((*types, subtypes.clone())),
        _ => None,
    }
}

macro_rules! forms {
    ($words:literal ($($slot:ident: $ty:ident),*) $types:expr, $colored:literal, $tribal:literal, $build:expr, $take:expr) => {
        rule!(FormCore: $words ($($slot: $ty),*) => $build, |_, m| of(m, $types, $colored, $tribal).map($take).into_iter().collect(); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    forms!("{body} creature|creatures" (body: Body) CREATURE, false, false, |c, body| made(c, form(body, None, Vec::new(), CREATURE, Vec::new())), |(b, _, _)| (b,)),
    forms!("{body} {hues} creature|creatures" (body: Body, hues: Hues) CREATURE, true, false, |c, body, hues| made(c, form(body, Some(hues), Vec::new(), CREATURE, Vec::new())), |(b, h, _)| (b, h)),
    forms!("{body} {subs} creature|creatures" (body: Body, subs: Subs) CREATURE, false, true, |c, body, subs| made(c, form(body, None, subs, CREATURE, Vec::new())), |(b, _, s)| (b, s)),
    forms!("{body} {hues} {subs} creature|creatures" (body: Body, hues: Hues, subs: Subs) CREATURE, true, true, |c, body, hues, subs| made(c, form(body, Some(hues), subs, CREATURE, Vec::new())), |(b, h, s)| (b, h, s)),
    forms!("{body} artifact creature|creatures" (body: Body) artifact(), false, false, |c, body| made(c, form(body, None, Vec::new(), artifact(), Vec::new())), |(b, _, _)| (b,)),
    forms!("{body} {subs} artifact creature|creatures" (body: Body, subs: Subs) artifact(), false, true, |c, body, subs| made(c, form(body, None, subs, artifact(), Vec::new())), |(b, _, s)| (b, s)),
    forms!("{body} {hues} {subs} artifact creature|creatures" (body: Body, hues: Hues, subs: Subs) artifact(), true, true, |c, body, hues, subs| made(c, form(body, Some(hues), subs, artifact(), Vec::new())), |(b, h, s)| (b, h, s)),
    alternate!(FormCore: "artifact creature|creatures with base power and toughness {body}" (body: Body) => |_, body| Some(form(body, None, Vec::new(), artifact(), Vec::new())); "artifact creature with base power and toughness 4/4"),
    alternate!(FormCore: "{subs} artifact creature|creatures with base power and toughness {body}" (subs: Subs, body: Body) => |c, subs, body| made(c, form(body, None, subs, artifact(), Vec::new())); "Golem artifact creature with base power and toughness 4/4"),
    alternate!(FormCore: "{subs} creature|creatures with base power and toughness {body}" (subs: Subs, body: Body) => |c, subs, body| made(c, form(body, None, subs, CREATURE, Vec::new())); "Golem creature with base power and toughness 4/4"),
    alternate!(FormCore: "{hues} {subs} creature|creatures with base power and toughness {body}" (hues: Hues, subs: Subs, body: Body) => |c, hues, subs, body| made(c, form(body, Some(hues), subs, CREATURE, Vec::new())); "green Bear creature with base power and toughness 4/4"),
    rule!(Form: "{core#}" (core: FormCore) => |_, core| Some(core), |_, m| plain(m); ""),
    rule!(Form: "{core#} with {k}" (core: FormCore, k: KwList) => |_, core, k| with(core, k), |_, m| keyworded(m); ""),
    rule!(Form: "{core#} with \" {quote} \"" (core: FormCore, quote: Quote) => |_, core, quote| with_quote(core, quote),
        |_, m: &_| quoted(m).into_iter().flat_map(|(form, quote)| plain(form.to_vec()).into_iter().map(move |(form,)| (form, quote.clone()))).collect(); ""),
    rule!(Form: "{core#} with {k} and \" {quote} \"" (core: FormCore, k: KwList, quote: Quote) => |_, core, k, quote| with_quote(with(core, k)?, quote),
        |_, m: &_| quoted(m).into_iter().flat_map(|(form, quote)| keyworded(form.to_vec()).into_iter().map(move |(form, k)| (form, k, quote.clone()))).collect(); ""),
    // ---- as sentences, with what it still is
    rule!(Plain: "{what.s} becomes a {form.s} {dur} . it's still a land ." (what: SubjObjs, form: Form, dur: Dur) => |_, what, form, dur| Some(affect(what, still(form), dur)),
        |_, e: &_| affected(e).and_then(|(o, m, d)| Some((o, unstill(&m)?, d))).filter(|(_, form, _)| is_of_its_own(form)).into_iter().collect(); "target land becomes a 3/3 creature until end of turn. It's still a land."),
    alternate!(Plain: "{dur} , {what.s} becomes a {form.s} . it's still a land ." (dur: Dur, what: SubjObjs, form: Form) => |_, dur, what, form| Some(affect(what, still(form), dur)); ""),
    alternate!(Plain: "{what.p} become {form.p} {dur} . they're still lands ." (what: SubjObjs, form: Form, dur: Dur) => |_, what, form, dur| Some(affect(what, still(form), dur)); ""),
    alternate!(Said: "{dur} , {what.s} becomes a {form.s} that's still a land" (dur: Dur, what: SubjObjs, form: Form) => |_, dur, what, form| Some(affect(what, still(form), dur)); ""),
    rule!(Mod: "2: become {form.p}" (form: Form) => |_, form| has_artifact(&form).then_some(form), |_, m: &_| if has_artifact(m) { vec![(m.clone(),)] } else { Vec::new() }; "become 3/3 Golem artifact creatures"),
    rule!(Mod: "1: becomes a {form.s}" (form: Form) => |_, form| has_artifact(&form).then_some(form), |_, m: &_| if has_artifact(m) { vec![(m.clone(),)] } else { Vec::new() }; "becomes a 3/3 Golem artifact creature"),
    rule!(Said: "{what.s} becomes a {form.s}" (what: SubjObjs, form: Form) => |_, what, form| has_artifact(&form).then(|| affect(what, form, Duration::Forever)),
        |_, e: &_| affected(e).filter(|(_, m, d)| *d == Duration::Forever && has_artifact(m)).map(|(o, m, _)| (o, m)).into_iter().collect(); "target artifact becomes a 3/3 Golem artifact creature"),
    rule!(Said: "{what.s} becomes a {body} {subs} creature" (what: SubjObjs, body: Body, subs: Subs) => |c, what, (p, t), subs| enchantment(c, &what).then(|| affect(what, only_creature(p, t, subs), Duration::Forever)),
        |c, e: &_| affected(e).filter(|(o, _, d)| *d == Duration::Forever && enchantment(c, o)).and_then(|(o, m, _)| match m.as_slice() {
            [Modification::SetTypes(CardTypes::CREATURE, subs), Modification::SetPT(p, t)] => Some((o, (p.clone(), t.clone()), subs.clone())),
            _ => None,
        }).into_iter().collect(); ""),
    rule!(StaticMod: "1: is a {form.s}" (form: Form) => |_, form| has_artifact(&form).then_some(form), |_, m: &_| if has_artifact(m) { vec![(m.clone(),)] } else { Vec::new() }; "is a 5/5 Golem artifact creature"),
    rule!(StaticMod: "2: are {form.p} that are still lands" (form: Form) => |_, form| Some(still(form)), |_, m: &_| unstill(m).map(|form| (form,)).into_iter().collect(); "are 2/2 creatures that are still lands"),
    // ---- types alone
    rule!(StaticMod: "1: is a {sub.s}" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::SetBasicLandTypes(vec![sub])]), |_, m| land_types(m, false); "is an Island"),
    rule!(StaticMod: "2: are {sub.p}" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::SetBasicLandTypes(vec![sub])]), |_, m| land_types(m, false); "are Mountains"),
    rule!(StaticMod: "1: is a {sub.s} in addition to its other land types" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::AddBasicLandTypes(vec![sub])]), |_, m| land_types(m, true); "is a Swamp in addition to its other land types"),
    rule!(StaticMod: "2: are {sub.p} in addition to their other land types" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::AddBasicLandTypes(vec![sub])]), |_, m| land_types(m, true); "are Swamps in addition to their other land types"),
    rule!(Mod: "1: becomes a {sub.s}" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::SetBasicLandTypes(vec![sub])]), |_, m| land_types(m, false); "becomes an Island"),
    // Creature types that something is said to become replace those that it has (CR 205.1a).
    rule!(Mod: "1: becomes a {sub.s}" (sub: Sub) => |_, sub| creatures(&[sub]).then(|| vec![Modification::SetCreatureTypes(vec![sub])]), |_, m: &_| creature_type(m); "becomes a Goblin"),
    rule!(StaticMod: "1: is a {sub.s}" (sub: Sub) => |_, sub| creatures(&[sub]).then(|| vec![Modification::SetCreatureTypes(vec![sub])]), |_, m: &_| creature_type(m); "is a Goblin"),
    rule!(Mod: "1: becomes a {sub.s} in addition to its other types" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::AddBasicLandTypes(vec![sub])]), |_, m| land_types(m, true); "becomes an Island in addition to its other types"),
    alternate!(StaticMod: "2: are {sub.p} in addition to their other types" (sub: Sub) => |_, sub| basic(sub).then(|| vec![Modification::AddBasicLandTypes(vec![sub])]); ""),
    rule!(Addition: "1: a {subs}" (subs: Subs) => |_, subs| creatures(&subs).then(|| vec![Modification::AddTypes(CardTypes::empty(), subs)]),
        |_, m| added(m).filter(|(t, s)| t.is_empty() && !s.is_empty()).map(|(_, s)| (s,)).into_iter().collect(); ""),
    rule!(Addition: "1: a {kind.s}" (kind: Type) => |_, kind| Some(vec![Modification::AddTypes(kind, Vec::new())]),
        |_, m| added(m).filter(|(t, s)| !t.is_empty() && s.is_empty()).map(|(t, _)| (t,)).into_iter().collect(); ""),
    rule!(Addition: "2: {kind.p}" (kind: Type) => |_, kind| Some(vec![Modification::AddTypes(kind, Vec::new())]),
        |_, m| added(m).filter(|(t, s)| !t.is_empty() && s.is_empty()).map(|(t, _)| (t,)).into_iter().collect(); ""),
    rule!(StaticMod: "is|are {add#} in addition to its|their other types" (add: Addition) => |_, add| Some(add), |_, m: &_| if added(m.clone()).is_some() { vec![(m.clone(),)] } else { Vec::new() }; "is an artifact in addition to its other types"),
    rule!(Mod: "becomes|become {add#} in addition to its|their other types" (add: Addition) => |_, add| Some(add), |_, m: &_| if added(m.clone()).is_some() { vec![(m.clone(),)] } else { Vec::new() }; "becomes an artifact in addition to its other types"),
    rule!(StaticMod: "1: is a {hue} {subs} in addition to its other colors and types" (hue: Hue, subs: Subs) => |_, hue, subs| also_of_color(hue, subs), |_, m: &_| is_also_of_color(m); "is a black Zombie in addition to its other colors and types"),
    rule!(Mod: "1: becomes a {hue} {subs} in addition to its other colors and types" (hue: Hue, subs: Subs) => |_, hue, subs| also_of_color(hue, subs), |_, m: &_| is_also_of_color(m); "becomes a black Zombie in addition to its other colors and types"),
    rule!(StaticMod: "2: are {hue} {sub.p} in addition to their other colors and types" (hue: Hue, sub: Sub) => |_, hue, sub| also_of_color(hue, vec![sub]),
        |_, m: &_| is_also_of_color(m).into_iter().filter_map(|(hue, subs)| match subs.as_slice() { [one] => Some((hue, *one)), _ => None }).collect(); "are black Zombies in addition to their other colors and types"),
    alternate!(StaticMod: "is|are {add#} in addition to its|their other creature types" (add: Addition) => |_, add| Some(add); ""),
    alternate!(Mod: "becomes|become {add#} in addition to its|their other creature types" (add: Addition) => |_, add| Some(add); ""),
];

/// A creature and nothing else (CR 205.1a).
fn only_creature(power: Quantity, toughness: Quantity, subtypes: Vec<Subtype>) -> Vec<Modification> {
    vec![Modification::SetTypes(CREATURE, subtypes), Modification::SetPT(power, toughness)]
}

/// Whether it is the card itself, an enchantment that is nothing else.
pub(in crate::cards::oracle::grammar) fn enchantment(context: &Context, what: &Objects) -> bool {
    *what == Objects::The(Obj::This) && context.face.types == CardTypes::ENCHANTMENT
}

/// Creature types and a colour besides what it is (CR 205.1b, 105.3).
fn also_of_color(color: Color, subtypes: Vec<Subtype>) -> Option<Vec<Modification>> {
    let all =
        |subtypes| vec![Modification::AddTypes(CardTypes::empty(), subtypes), Modification::AddColors(vec![color])];
    creatures(&subtypes).then(|| all(subtypes))
}

fn is_also_of_color(mods: &[Modification]) -> Vec<(Color, Vec<Subtype>)> {
    match mods {
        [Modification::AddTypes(types, subtypes), Modification::AddColors(colors)] => match colors.as_slice() {
            [color] if types.is_empty() && creatures(subtypes) => vec![(*color, subtypes.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(in crate::cards::oracle::grammar) fn creatures(subtypes: &[Subtype]) -> bool {
    subtypes.iter().all(|s| s.kind() == SubtypeKind::Creature)
}
