//! What a text says that a permanent is as it is put onto the battlefield (CR 611.2e).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// How it enters what became of which is stored there.
fn entry_of(effects: &mut [Instruction], var: Var) -> Option<&mut Entry> {
    effects.iter_mut().find_map(|effect| match effect {
        Instruction::Move { to: Destination::Battlefield(entry), into: Some(into), .. } if *into == var => Some(entry),
        Instruction::May { then, .. } => entry_of(then, var),
        _ => None,
    })
}

/// The one that is more than it would be, with what it is.
fn changed(effects: &mut [Instruction]) -> Option<(Var, &mut Entry)> {
    effects.iter_mut().find_map(|effect| match effect {
        Instruction::Move { to: Destination::Battlefield(entry), into: Some(into), .. } if !entry.is.is_empty() => {
            Some((*into, entry))
        }
        Instruction::May { then, .. } => changed(then),
        _ => None,
    })
}

/// What has just been put onto the battlefield is that.
fn entering(mut effects: Vec<Instruction>, what: &Objects, nature: Vec<Modification>) -> Option<Vec<Instruction>> {
    let Objects::Var(var) = what else { return None };
    let entry = entry_of(&mut effects, *var)?;
    if !entry.is.is_empty() || entry.is_face_down() {
        return None;
    }
    entry.is = nature;
    Some(effects)
}

/// The instructions without it, what it is about, and what that is.
fn is_entering(effects: &[Instruction]) -> Option<(Vec<Instruction>, Objects, Vec<Modification>)> {
    let mut effects = effects.to_vec();
    let (var, entry) = changed(&mut effects)?;
    let nature = std::mem::take(&mut entry.is);
    Some((effects, Objects::Var(var), nature))
}

/// What "it" is after the clause.
fn it(context: &Context, many: bool) -> Option<Objects> {
    let found = if many { context.them()? } else { context.it(true)? };
    context.now(found)
}

fn without(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Modification>)> {
    is_entering(effects).map(|(clause, _, nature)| (clause, nature)).into_iter().collect()
}

/// Also of a colour and a type.
fn tinged(color: Color, subtype: Subtype) -> Option<Vec<Modification>> {
    let creature = subtype.kind() == SubtypeKind::Creature;
    let types = Modification::AddTypes(CardTypes::empty(), vec![subtype]);
    creature.then(|| vec![Modification::AddColors(vec![color]), types])
}

fn is_tinged(nature: &[Modification]) -> Vec<(Color, Subtype)> {
    match nature {
        [Modification::AddColors(colors), Modification::AddTypes(types, subtypes)] if types.is_empty() => {
            match (colors.as_slice(), subtypes.as_slice()) {
                ([color], [subtype]) => vec![(*color, *subtype)],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn is_also(nature: &[Modification]) -> Vec<(Vec<Modification>,)> {
    match nature {
        [Modification::AddTypes(..)] => vec![(nature.to_vec(),)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{clause} . it's {nature.s} ." (clause: Clause, nature: Nature) => |c, clause, nature| entering(clause, &it(c, false)?, nature),
        |_, e: &_| without(e); "put target creature card from a graveyard onto the battlefield under your control. It's a Zombie in addition to its other types."),
    rule!(Plain: "{clause} . they're {nature.p} ." (clause: Clause, nature: Nature) => |c, clause, nature| entering(clause, &it(c, true)?, nature),
        |_, e: &_| without(e); ""),
    rule!(Plain: "{clause} . {what.s} is {nature.s} ." (clause: Clause, what: SubjObjs, nature: Nature) => |_, clause, what, nature| entering(clause, &what, nature),
        |_, e: &_| is_entering(e).into_iter().collect(); "put target creature card from a graveyard onto the battlefield under your control. That creature is a Zombie in addition to its other types."),
    rule!(Nature: "1: {add.s} in addition to its other types" (add: Addition) => |_, add| Some(add), |_, m: &_| is_also(m); "a Zombie in addition to its other types"),
    rule!(Nature: "2: {add.p} in addition to their other types" (add: Addition) => |_, add| Some(add), |_, m: &_| is_also(m); "artifacts in addition to their other types"),
    alternate!(Nature: "1: {add.s} in addition to its other creature types" (add: Addition) => |_, add| Some(add); ""),
    rule!(Nature: "1: a {hue} {sub.s} in addition to its other colors and types" (hue: Hue, sub: Sub) => |_, hue, sub| tinged(hue, sub), |_, m: &_| is_tinged(m); "a black Zombie in addition to its other colors and types"),
    rule!(Nature: "2: {hue} {sub.p} in addition to their other colors and types" (hue: Hue, sub: Sub) => |_, hue, sub| tinged(hue, sub), |_, m: &_| is_tinged(m); "black Zombies in addition to their other colors and types"),
    rule!(Nature: "1: a {kind.s}" (kind: Type) => |_, kind| Some(vec![Modification::SetTypes(kind, Vec::new())]),
        |_, m: &_| match m.as_slice() { [Modification::SetTypes(kind, subtypes)] if subtypes.is_empty() => vec![(*kind,)], _ => Vec::new() }; "an enchantment"),
];
