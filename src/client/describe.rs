//! Abilities and their parts in words: in those of card files, a line each.

use crate::cards::def::{Cost, CostPart};
use crate::cards::{AbilityKind, Body, CardTable, ProgramHandle, StaticHandle, check};
use crate::effects::Op;
use crate::ids::{AbilityHandle, DefId};
use crate::object::Characteristics;
use serde::Serialize;

/// A term of a card file, in a line.
pub(super) fn terms(value: &impl Serialize) -> String {
    let config = ron::ser::PrettyConfig::new().depth_limit(0).new_line("");
    check::options().to_string_pretty(value, config).unwrap_or_else(|error| format!("({error})"))
}

/// A cost: `{1}{R}, {T}, SacrificeThis`.
pub fn cost(cost: &Cost) -> String {
    let part = |part: &CostPart| match part {
        CostPart::Mana(mana) => mana.to_string(),
        CostPart::Tap => "{T}".to_owned(),
        CostPart::Untap => "{Q}".to_owned(),
        CostPart::Loyalty(n) => format!("[{n:+}]"),
        other => terms(other),
    };
    let parts: Vec<String> = cost.0.iter().map(part).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// An ability.
pub fn ability(table: &CardTable, handle: AbilityHandle) -> String {
    let of = |index: u16| StaticHandle { def: handle.def, index };
    match &table.ability(handle).kind {
        AbilityKind::Spell(body) => self::body(table, handle.def, body),
        AbilityKind::Activated { cost, body, .. } => {
            format!("{}: {}", self::cost(cost), self::body(table, handle.def, body))
        }
        AbilityKind::Triggered { when, body, .. } => {
            format!("When {}: {}", terms(when), self::body(table, handle.def, body))
        }
        AbilityKind::Static { index, .. } => terms(&table.static_row(of(*index)).effect),
        AbilityKind::Protection { from, .. } => format!("Protection({})", terms(from)),
        AbilityKind::Landwalk(lands) => format!("Landwalk({})", terms(lands)),
        AbilityKind::Enchant(kind) => format!("Enchant({})", terms(kind)),
        AbilityKind::AdditionalCost(cost) => format!("additional cost: {}", self::cost(cost)),
        AbilityKind::OptionalCost { cost, multiple, .. } => {
            let often = if *multiple { ", any number of times" } else { "" };
            format!("optional cost{often}: {}", self::cost(cost))
        }
        AbilityKind::AlternativeCost { cost, from, .. } => {
            format!("alternative cost from {}: {}", terms(from), self::cost(cost))
        }
        AbilityKind::Plot(cost) => format!("Plot: {}", self::cost(cost)),
        AbilityKind::Splice { onto, cost } => format!("Splice onto {}: {}", terms(onto), self::cost(cost)),
        AbilityKind::Morph { cost, .. } => format!("Morph: {}", self::cost(cost)),
        AbilityKind::OpeningHand(index) => {
            format!("from an opening hand: {}", program(table, ProgramHandle { def: handle.def, index: *index }))
        }
    }
}

/// The abilities of something, in order.
pub fn abilities(table: &CardTable, chars: &Characteristics) -> Vec<String> {
    chars.abilities.iter().map(|instance| ability(table, instance.handle)).collect()
}

fn body(table: &CardTable, def: DefId, body: &Body) -> String {
    let mode = |index: u16| program(table, ProgramHandle { def, index });
    let modes: Vec<String> = body.modes.iter().map(|row| mode(row.program)).collect();
    match modes.as_slice() {
        [only] => only.clone(),
        _ => format!("{} to {} of: {}", body.min, body.max, modes.join(" | ")),
    }
}

/// What instructions do, one after the other.
pub fn program(table: &CardTable, handle: ProgramHandle) -> String {
    let ops = table.program(handle).iter().filter_map(|op| self::op(table, handle.def, op));
    let all: Vec<String> = ops.collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join("; ") }
}

/// An instruction; `None` for what only says where to go on.
pub(super) fn op(table: &CardTable, def: DefId, op: &Op) -> Option<String> {
    let nested = |index: u16| ability(table, AbilityHandle { def, index });
    let token = |nth: u16| table.def(table.token(def, nth)).name.clone();
    Some(match op {
        Op::Do(effect) => terms(effect),
        Op::JumpUnless(condition, _) => format!("if {}", terms(condition)),
        Op::AskMay(who, _) => format!("{} may", terms(who)),
        Op::AskPay(who, cost, _) => format!("{} may pay {}", terms(who), self::cost(cost)),
        Op::ChooseOne(who, _) => format!("{} chooses one", terms(who)),
        Op::EachObject(group, _) => format!("for each of {}", terms(group)),
        Op::EachPlayer(who) => format!("for each player of {}", terms(who)),
        Op::Times(count) => format!("{} times", terms(count)),
        Op::Continuous(index, duration) => {
            let effect = terms(&table.static_row(StaticHandle { def, index: *index }).effect);
            format!("{effect} ({})", terms(duration))
        }
        Op::Delayed(index, _) => format!("later: {}", nested(*index)),
        Op::Reflexive(index) => nested(*index),
        Op::CreateToken { who, count, token: nth, .. } => {
            format!("{} creates {} of {}", terms(who), terms(count), token(*nth))
        }
        Op::Emblem(who, nth) => format!("{} gets {}", terms(who), token(*nth)),
        Op::UnlessDone(_) => "once each turn".to_owned(),
        Op::Jump(_) | Op::Next(_) | Op::UnlessOver(..) | Op::Return(..) => return None,
    })
}
