//! Colours, types and sizes that permanents have (CR 205.1, 208.4b).

use crate::cards::oracle::grammar::changes::becoming;
use crate::cards::oracle::grammar::changes::becoming::creatures;
use crate::cards::oracle::grammar::statics::{ability, affect, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

const CREATURE: CardTypes = CardTypes::CREATURE;

type Size = (Quantity, Quantity);

fn all_colors() -> Vec<Modification> {
    vec![Modification::SetColors(vec![Color::White, Color::Blue, Color::Black, Color::Red, Color::Green])]
}

/// A creature besides what it is, of that size.
fn also((power, toughness): Size, types: CardTypes, subtypes: Vec<Subtype>) -> Option<Vec<Modification>> {
    let size = Modification::SetPT(power, toughness);
    creatures(&subtypes).then(|| vec![Modification::AddTypes(types, subtypes), size])
}

fn is_also(mods: &[Modification]) -> Vec<(Size,)> {
    match mods {
        [Modification::AddTypes(CREATURE, subtypes), Modification::SetPT(power, toughness)] if subtypes.is_empty() => {
            vec![((power.clone(), toughness.clone()),)]
        }
        _ => Vec::new(),
    }
}

/// What it is and nothing else, with a size: its card types too, if some are named (CR 205.1a).
fn only(
    types: Option<CardTypes>,
    colors: Option<Vec<Color>>,
    subtypes: Vec<Subtype>,
    (power, toughness): Size,
) -> Option<Vec<Modification>> {
    if !creatures(&subtypes) {
        return None;
    }
    let kinds = match types {
        Some(types) => Modification::SetTypes(types, subtypes),
        None => Modification::SetCreatureTypes(subtypes),
    };
    let colors = colors.map(Modification::SetColors);
    Some([kinds].into_iter().chain(colors).chain([Modification::SetPT(power, toughness)]).collect())
}

type Parts = (Option<CardTypes>, Option<Vec<Color>>, Vec<Subtype>, Size);

fn is_only(mods: &[Modification]) -> Option<Parts> {
    let (kinds, colors, size) = match mods {
        [kinds, Modification::SetPT(p, t)] => (kinds, None, (p.clone(), t.clone())),
        [kinds, Modification::SetColors(colors), Modification::SetPT(p, t)] => {
            (kinds, Some(colors.clone()), (p.clone(), t.clone()))
        }
        _ => return None,
    };
    match kinds {
        Modification::SetTypes(types, subtypes) => Some((Some(*types), colors, subtypes.clone(), size)),
        Modification::SetCreatureTypes(subtypes) => Some((None, colors, subtypes.clone(), size)),
        _ => None,
    }
}

/// As long as a condition holds, "it" has more types.
fn while_so(cond: Condition, it: Obj, mods: Vec<Modification>) -> AbilityDef {
    ability(affect(help::as_objects(it), mods), cond)
}

fn every_type() -> Vec<Modification> {
    vec![Modification::AllCreatureTypes]
}

/// Your creatures, and with them your creature spells and cards in other zones. A card of yours that somebody else casts is a card that
/// you own, too (CR 112.1).
fn everywhere(what: &Objects) -> Option<Objects> {
    let Objects::All(noun) = what else { return None };
    let mut left = help::parts(noun.clone());
    left.retain(|part| *part != help::other());
    let card = Filter::Type(CardTypes::CREATURE);
    let of = |whose: Filter| Filter::And(vec![card.clone(), whose]);
    let (yours, owned) = (Filter::Controlled(Who::You), Filter::Owned(Who::You));
    let your = left == [card.clone(), yours.clone()];
    let zones = [ZoneOf::Hand(Who::You), ZoneOf::Library(Who::You), ZoneOf::Graveyard(Who::You)];
    let mut all = vec![what.clone(), Objects::In(ZoneOf::Stack, of(Filter::Or(vec![yours, owned.clone()])))];
    all.extend(zones.map(|zone| Objects::In(zone, card.clone())));
    all.extend([ZoneOf::Exile, ZoneOf::Command].map(|zone| Objects::In(zone, of(owned.clone()))));
    your.then_some(Objects::Union(all))
}

fn is_everywhere(def: &AbilityDef) -> Vec<(Objects, Vec<Modification>)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::Union(all), mods), .. }) = def else {
        return Vec::new();
    };
    let Some(what) = all.first() else { return Vec::new() };
    let same = everywhere(what).is_some_and(|all| *def == ability(affect(all, mods.clone()), Condition::Always));
    if same { vec![(what.clone(), mods.clone())] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "{what.p} {mods.p} . the same is true for creature spells you control and creature cards you own that aren't on the battlefield ." (what: SubjObjs, mods: StaticMods)
        => |c, what, mods| still(c, &what).then(|| Some(ability(affect(everywhere(&what)?, mods), Condition::Always)))?, |_, d: &_| is_everywhere(d);
        "creatures you control are artifacts in addition to their other types. The same is true for creature spells you control and creature cards you own that aren't on the battlefield."),
    // ---- colours
    rule!(StaticMod: "is|are all colors" () => |_| Some(all_colors()), |_, m: &_| if *m == all_colors() { vec![()] } else { Vec::new() }; "is all colors"),
    // ---- every type
    rule!(StaticMod: "is|are every creature type" () => |_| Some(every_type()), |_, m: &_| if *m == every_type() { vec![()] } else { Vec::new() }; "is every creature type"),
    alternate!(StaticMod: "is|are all creature types" () => |_| Some(every_type()); "is all creature types"),
    // ---- besides what it is
    alternate!(Static: "{what.s} is a {form.s} . it's still a land ." (what: SubjObjs, form: Form)
        => |c, what, form| still(c, &what).then(|| ability(affect(what, becoming::still(form)), Condition::Always)); ""),
    rule!(StaticMod: "1: is a creature with base power and toughness {body} in addition to its other types" (body: Body) => |_, body| also(body, CREATURE, Vec::new()),
        |_, m: &_| is_also(m); "is a creature with base power and toughness 4/4 in addition to its other types"),
    alternate!(StaticMod: "1: is a {subs} creature with base power and toughness {body} in addition to its other types" (subs: Subs, body: Body) => |_, subs, body| also(body, CREATURE, subs);
        "is a Golem creature with base power and toughness 4/4 in addition to its other types"),
    alternate!(StaticMod: "is|are the chosen creature type in addition to its|their other types" () => |_| Some(vec![Modification::AddChosenSubtype]); "is the chosen creature type in addition to its other types"),
    // ---- what it is and nothing else
    rule!(StaticMod: "1: is a {subs} creature with base power and toughness {body}" (subs: Subs, body: Body) => |_, subs, body| only(Some(CREATURE), None, subs, body),
        |_, m: &_| match is_only(m) { Some((Some(CREATURE), None, subs, body)) => vec![(subs, body)], _ => Vec::new() }; "is a Goblin creature with base power and toughness 0/1"),
    rule!(StaticMod: "1: is a {hues} {subs} creature with base power and toughness {body}" (hues: Hues, subs: Subs, body: Body) => |_, hues, subs, body| only(Some(CREATURE), Some(hues), subs, body),
        |_, m: &_| match is_only(m) { Some((Some(CREATURE), Some(hues), subs, body)) => vec![(hues, subs, body)], _ => Vec::new() }; "is a green Goblin creature with base power and toughness 0/1"),
    rule!(StaticMod: "1: is a {hues} {subs} with base power and toughness {body}" (hues: Hues, subs: Subs, body: Body) => |_, hues, subs, body| only(None, Some(hues), subs, body),
        |_, m: &_| match is_only(m) { Some((None, Some(hues), subs, body)) => vec![(hues, subs, body)], _ => Vec::new() }; "is a green Goblin with base power and toughness 0/1"),
    rule!(StaticMod: "1: is a {subs}" (subs: Subs) => |_, subs| creatures(&subs).then(|| vec![Modification::SetCreatureTypes(subs)]),
        |_, m: &_| match m.as_slice() { [Modification::SetCreatureTypes(subs)] => vec![(subs.clone(),)], _ => Vec::new() }; "is a Demon Spirit"),
    rule!(StaticMod: "1: is a {hues} {subs}" (hues: Hues, subs: Subs) => |_, hues, subs| creatures(&subs).then(|| vec![Modification::SetCreatureTypes(subs), Modification::SetColors(hues)]),
        |_, m: &_| match m.as_slice() { [Modification::SetCreatureTypes(subs), Modification::SetColors(hues)] => vec![(hues.clone(), subs.clone())], _ => Vec::new() }; "is a black Zombie"),
    // ---- "it", as long as a condition holds
    alternate!(Static: "as long as {cond} , it's a {add.s} in addition to its other types ." (cond: Conds, add: Addition)
        => |c, cond, add| { let it = help::it(c)?; still(c, &help::as_objects(it)).then(|| while_so(cond, it, add)) }; ""),
    alternate!(Static: "as long as {cond} , it's a {form.s} ." (cond: Conds, form: Form)
        => |c, cond, form| { let it = help::it(c)?; (becoming::has_artifact(&form) && still(c, &help::as_objects(it))).then(|| while_so(cond, it, form)) }; ""),
    alternate!(Static: "as long as {cond} , it's a artifact creature ." (cond: Conds)
        => |c, cond| { let it = help::it(c)?; still(c, &help::as_objects(it)).then(|| while_so(cond, it, vec![Modification::AddTypes(CardTypes::ARTIFACT | CREATURE, Vec::new())])) }; ""),
];
