//! Level symbols (CR 711.2): the striations of a text box.

use super::card::FaceText;
use super::decline::Decline;
use super::face::{Part, abilities};
use super::syntax::FaceInfo;
use crate::cards::def::*;
use std::rc::Rc;

/// A level symbol: from how many level counters on, and up to how many.
type Levels = (i32, Option<i32>);

/// The abilities of a face with level symbols (CR 711.2-711.4): what stands before the first symbol is read as on any other card.
pub(super) fn striations(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let symbols: Vec<(usize, Levels)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, symbol(line)?))).collect();
    let first = symbols.first().map_or(lines.len(), |(at, _)| *at);
    let (mut all, mut parts) = abilities(&between(text, &lines, 0, first), info)?;
    for (n, (at, levels)) in symbols.iter().enumerate() {
        let end = symbols.get(n + 1).map_or(lines.len(), |(next, _)| *next);
        let body = lines.get(at + 1).and_then(|line| body(line)).filter(|_| at + 1 < end);
        let begin = at + 1 + usize::from(body.is_some());
        let (given, read) = abilities(&between(text, &lines, begin, end), info)?;
        parts.extend(read);
        all.push(striation(*levels, body, given));
    }
    Ok((all, parts))
}

/// The lines of a part of a text, each where it stands in the whole.
fn between(text: &FaceText, lines: &[&str], begin: usize, end: usize) -> FaceText {
    let blank = std::iter::repeat_n("", begin);
    let part: Vec<&str> = blank.chain(lines[begin..end].iter().copied()).collect();
    FaceText { text: part.join("\n"), ..text.clone() }
}

/// "LEVEL 1-3" or "LEVEL 4+".
fn symbol(line: &str) -> Option<Levels> {
    let range = line.strip_prefix("LEVEL ")?;
    match range.strip_suffix('+') {
        Some(least) => Some((least.parse().ok()?, None)),
        None => {
            let (least, most) = range.split_once('-')?;
            Some((least.parse().ok()?, Some(most.parse().ok()?)))
        }
    }
}

/// Power and toughness of a striation.
fn body(line: &str) -> Option<(i32, i32)> {
    let (power, toughness) = line.split_once('/')?;
    Some((power.parse().ok()?, toughness.parse().ok()?))
}

/// CR 711.2a-b: one static ability, for as long as there are so many level counters.
fn striation((least, most): Levels, body: Option<(i32, i32)>, given: Vec<AbilityDef>) -> AbilityDef {
    let kind = CounterKind::Named(Word::new("level").expect("a word"));
    let counted = |cmp, n| Condition::Compare(Quantity::Counters(kind, Obj::This), cmp, Quantity::N(n));
    let only_if = match most {
        Some(most) => Condition::And(vec![counted(Cmp::Ge, least), counted(Cmp::Le, most)]),
        None => counted(Cmp::Ge, least),
    };
    let mut changes: Vec<Modification> = Vec::new();
    if let Some((power, toughness)) = body {
        changes.push(Modification::SetPT(Quantity::N(power), Quantity::N(toughness)));
    }
    let mut others = Vec::new();
    for ability in given {
        match ability {
            AbilityDef::Keywords(keywords) => changes.push(Modification::Gain(keywords)),
            other => others.push(other),
        }
    }
    if !others.is_empty() {
        changes.push(Modification::GainAbilities(others));
    }
    let effect = StaticEffect::Affect(Objects::The(Obj::This), changes);
    AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_bodies_are_read_as_they_are_printed_and_nothing_else_is() {
        assert_eq!(symbol("LEVEL 1-3"), Some((1, Some(3))));
        assert_eq!(symbol("LEVEL 12+"), Some((12, None)));
        assert_eq!(symbol("Level 2"), None);
        assert_eq!(symbol("LEVEL up"), None);
        assert_eq!(body("3/10"), Some((3, 10)));
        assert_eq!(body("Flying"), None);
    }
}
