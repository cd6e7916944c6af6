//! Max speed abilities (CR 702.178): what an object has as long as its controller's speed is 4.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::face::{Part, abilities};
use super::syntax::FaceInfo;
use super::words::words;
use crate::cards::def::*;
use std::rc::Rc;

/// What stands before an ability that something has at max speed.
const MAX_SPEED: &str = "Max speed \u{2014} ";

/// Whether a face has such an ability.
pub(super) fn has_max_speed(text: &FaceText) -> bool {
    text.text.split('\n').any(|line| line.starts_with(MAX_SPEED))
}

/// The abilities of a face with max speed abilities. Each of these lines is read by itself, since what follows the dash is an
/// ability of its own.
pub(super) fn at_max_speed(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let first = lines.iter().position(|line| line.starts_with(MAX_SPEED)).unwrap_or(lines.len());
    let plain = FaceText { text: lines[..first].join("\n"), ..text.clone() };
    let (mut all, mut parts) = abilities(&plain, info)?;
    for (at, line) in lines.iter().enumerate().skip(first) {
        let unsupported =
            |what: &str| Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what.to_owned())) };
        let Some(own) = line.strip_prefix(MAX_SPEED) else {
            return Err(unsupported("a line after a max speed ability"));
        };
        // It stands where it stands in the whole text.
        let place = format!("{}{own}", "\n".repeat(at));
        let (given, read) = abilities(&FaceText { text: place, ..text.clone() }, info).map_err(|declined| {
            let shift = if declined.columns.is_empty() { 0 } else { MAX_SPEED.chars().count() };
            Decline { columns: declined.columns.start + shift..declined.columns.end + shift, ..declined }
        })?;
        parts.extend(read);
        let [ability] =
            <[AbilityDef; 1]>::try_from(given).map_err(|_| unsupported("several max speed abilities in one line"))?;
        all.push(granted(ability));
    }
    Ok((all, parts))
}

/// CR 702.178b: the zone from which an ability functions.
fn zone(ability: &AbilityDef) -> ZoneKind {
    match ability {
        AbilityDef::Activated(def) => def.from,
        AbilityDef::Triggered(def) => def.from,
        AbilityDef::Static(def) => def.from,
        _ => ZoneKind::Battlefield,
    }
}

/// CR 702.178a: the static ability by which an object has an ability at max speed.
fn granted(ability: AbilityDef) -> AbilityDef {
    let from = zone(&ability);
    let change = match ability {
        AbilityDef::Keywords(keywords) => Modification::Gain(keywords),
        other => Modification::GainAbilities(vec![other]),
    };
    let effect = StaticEffect::Affect(Objects::The(Obj::This), vec![change]);
    let only_if = Condition::Compare(Quantity::Speed(Who::You), Cmp::Ge, Quantity::N(4));
    AbilityDef::Static(StaticDef { only_if, effect, from })
}

/// What [`granted`] made an ability of.
fn as_granted(ability: &AbilityDef) -> Option<AbilityDef> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, changes), .. }) = ability else { return None };
    let own = match changes.as_slice() {
        [Modification::Gain(keywords)] => AbilityDef::Keywords(keywords.clone()),
        [Modification::GainAbilities(given)] => given.first()?.clone(),
        _ => return None,
    };
    (granted(own.clone()) == *ability).then_some(own)
}

/// The lines of a face with max speed abilities; `None` if it has none, or no words for one.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for ability in abilities {
        match as_granted(ability) {
            Some(own) => lines.extend(words(name, types, &[own])?.into_iter().map(|line| format!("{MAX_SPEED}{line}"))),
            None => lines.extend(words(name, types, std::slice::from_ref(ability))?),
        }
    }
    Some(lines)
}

/// Whether one of the abilities is a max speed ability.
pub(super) fn is_at_max_speed(abilities: &[AbilityDef]) -> bool {
    abilities.iter().any(|ability| as_granted(ability).is_some())
}
