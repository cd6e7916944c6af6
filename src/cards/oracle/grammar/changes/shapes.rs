//! What creatures become for a while: a colour, creature types and a size in the place of those that they have.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

type Size = (Quantity, Quantity);

/// New creature types and colours, and a size (CR 205.1a, 105.3).
fn shape(colors: Option<Vec<Color>>, subtypes: Vec<Subtype>, (power, toughness): Size) -> Option<Vec<Modification>> {
    let creatures = subtypes.iter().all(|s| s.kind() == SubtypeKind::Creature);
    let mut all = vec![Modification::SetCreatureTypes(subtypes)];
    all.extend(colors.map(Modification::SetColors));
    all.push(Modification::SetPT(power, toughness));
    creatures.then_some(all)
}

fn is_shape(mods: &[Modification]) -> Vec<(Vec<Color>, Vec<Subtype>, Size)> {
    match mods {
        [Modification::SetCreatureTypes(subtypes), Modification::SetColors(colors), Modification::SetPT(p, t)] => {
            vec![(colors.clone(), subtypes.clone(), (p.clone(), t.clone()))]
        }
        _ => Vec::new(),
    }
}

fn is_plain(mods: &[Modification]) -> Vec<(Vec<Subtype>, Size)> {
    match mods {
        [Modification::SetCreatureTypes(subtypes), Modification::SetPT(p, t)] => {
            vec![(subtypes.clone(), (p.clone(), t.clone()))]
        }
        _ => Vec::new(),
    }
}

/// Something becomes what it is from then on, and has keywords besides (CR 611.2a).
fn for_good(what: Objects, mut form: Vec<Modification>, keywords: Vec<Keyword>) -> Option<Vec<Instruction>> {
    let types = |m: &Modification| {
        matches!(m, Modification::SetTypes(..) | Modification::AddTypes(..) | Modification::SetCreatureTypes(_))
    };
    let becomes = form.iter().any(types);
    form.push(Modification::Gain(keywords));
    becomes.then(|| vec![help::lasting(what, form, Duration::Forever)])
}

fn is_for_good(effects: &[Instruction]) -> Vec<(Objects, Vec<Modification>, Vec<Keyword>)> {
    let [Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::Forever)] = effects else {
        return Vec::new();
    };
    match mods.split_last() {
        Some((Modification::Gain(keywords), form)) => vec![(what.clone(), form.to_vec(), keywords.clone())],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Mod: "1: becomes a {hues} {subs} with base power and toughness {body}" (hues: Hues, subs: Subs, body: Body) => |_, hues, subs, body| shape(Some(hues), subs, body),
        |_, m: &_| is_shape(m); "becomes a blue Frog with base power and toughness 1/1"),
    rule!(Mod: "1: becomes a {subs} with base power and toughness {body}" (subs: Subs, body: Body) => |_, subs, body| shape(None, subs, body),
        |_, m: &_| is_plain(m); "becomes a Frog with base power and toughness 1/1"),
    rule!(Said: "{what#} {form#} and gains|gain {k}" (what: SubjObjs, form: Mod, k: KwList) => |_, what, form, k| for_good(what, form, k), |_, e: &_| is_for_good(e);
        "target creature becomes a Goblin in addition to its other types and gains haste"),
    rule!(Said: "{what.s} becomes a {subs} with base power and toughness {body} , {a} , and {b}" (what: SubjObjs, subs: Subs, body: Body, a: Kw, b: Kw)
        => |_, what, subs, body, a, b| for_good(what, shape(None, subs, body)?, vec![a, b]),
        |_, e: &_| is_for_good(e).into_iter().filter_map(|(what, form, k)| match (is_plain(&form).pop(), k.as_slice()) { (Some((subs, body)), [a, b]) => Some((what, subs, body, *a, *b)), _ => None }).collect();
        "target creature becomes a Frog with base power and toughness 1/1, flying, and haste"),
    rule!(Said: "{what.s} becomes a {subs} with base power and toughness {body} and {a}" (what: SubjObjs, subs: Subs, body: Body, a: Kw)
        => |_, what, subs, body, a| for_good(what, shape(None, subs, body)?, vec![a]),
        |_, e: &_| is_for_good(e).into_iter().filter_map(|(what, form, k)| match (is_plain(&form).pop(), k.as_slice()) { (Some((subs, body)), [a]) => Some((what, subs, body, *a)), _ => None }).collect();
        "target creature becomes a Frog with base power and toughness 1/1 and flying"),
];
