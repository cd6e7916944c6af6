//! Level symbols (CR 711.2), class level bars (716.2) and station symbols (721.2): the striations of a text box.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::face::{Part, abilities, shifted};
use super::speed;
use super::syntax::FaceInfo;
use super::words::words;
use super::{anchors, cases, cleave};
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

/// The abilities of a face with class level bars (CR 716.2-716.3).
pub(super) fn bars(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let bars: Vec<(usize, Bar)> = lines.iter().enumerate().filter_map(|(at, line)| Some((at, bar(line)?))).collect();
    let first = bars.first().map_or(lines.len(), |(at, _)| *at);
    let (mut all, mut parts) = abilities(&between(text, &lines, 0, first), info)?;
    for (n, (at, (cost, level))) in bars.iter().enumerate() {
        // Each level follows the one before it.
        if *level != n + 2 {
            let what = format!("class level {level} after level {}", n + 1);
            return Err(Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what)) });
        }
        let end = bars.get(n + 1).map_or(lines.len(), |(next, _)| *next);
        let (given, read) = abilities(&between(text, &lines, at + 1, end), info)?;
        parts.extend(read);
        all.push(gaining(cost, n));
        for ability in given {
            match of_level(ability, LEVELS[n]) {
                Some(ability) => all.push(ability),
                None => {
                    let what = format!("an ability of that sort at level {level}");
                    return Err(Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what)) });
                }
            }
        }
    }
    Ok((all, parts))
}

/// The cost of a level, and which level it is.
type Bar = (ManaCost, usize);

/// "{1}{R}: Level 2".
fn bar(line: &str) -> Option<Bar> {
    let (cost, level) = line.split_once(": Level ")?;
    let level = level.parse().ok().filter(|level| (2..LEVELS.len() + 2).contains(level))?;
    Some((ManaCost::parse(cost).ok()?, level))
}

/// The levels above the first, which everything has that has no other (CR 716.2d).
const LEVELS: [Designation; 2] = [Designation::Level2, Designation::Level3];

fn has_level(level: Designation) -> Condition {
    Condition::Is(Obj::This, Filter::Designated(level))
}

/// CR 716.2a: the activated ability of a bar.
fn gaining(cost: &ManaCost, nth: usize) -> AbilityDef {
    let not_yet = Condition::Not(Box::new(has_level(LEVELS[nth])));
    let only_if = match nth.checked_sub(1) {
        Some(before) => Condition::And(vec![has_level(LEVELS[before]), not_yet]),
        None => not_yet,
    };
    let cost = Cost(vec![CostPart::Mana(cost.clone())]);
    let gain = Instruction::Designate(Objects::The(Obj::This), LEVELS[nth]);
    AbilityDef::Activated(ActivatedDef { sorcery_speed: true, only_if, ..ActivatedDef::new(cost, vec![gain]) })
}

/// CR 716.2a, 702.169: an ability that a Class has as long as it is of a level, a Case as long as it is solved: it is so as it triggers, as it is activated, or all the time.
pub(super) fn of_level(ability: AbilityDef, level: Designation) -> Option<AbilityDef> {
    let and = |condition: Condition| match condition {
        Condition::Always => has_level(level),
        other => Condition::And(vec![has_level(level), other]),
    };
    match ability {
        // It happens at that level only.
        AbilityDef::Triggered(def) if def.when == TriggerEvent::Becomes(level, Filter::Is(Obj::This)) => {
            Some(AbilityDef::Triggered(def))
        }
        AbilityDef::Triggered(def) if def.from == ZoneKind::Battlefield => {
            Some(AbilityDef::Triggered(TriggeredDef { provided: and(def.provided.clone()), ..def }))
        }
        AbilityDef::Activated(def) if def.from == ZoneKind::Battlefield => {
            Some(AbilityDef::Activated(ActivatedDef { only_if: and(def.only_if.clone()), ..def }))
        }
        AbilityDef::Static(def) if def.from == ZoneKind::Battlefield => {
            Some(AbilityDef::Static(StaticDef { only_if: and(def.only_if.clone()), ..def }))
        }
        _ => None,
    }
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

/// CR 711.2a-b: one static ability, for as long as the number of level counters is in this range.
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

/// "7+ | Flying": from how many charge counters on, and what stands beside the symbol (CR 721.2).
fn station(line: &str) -> Option<(i32, &str)> {
    let (least, beside) = line.split_once("+ | ")?;
    Some((least.parse().ok().filter(|least| *least > 0)?, beside))
}

/// Whether a face has station symbols: beside the keyword, for a table of results has such lines, too (CR 706.3a).
pub(super) fn has_stations(text: &FaceText) -> bool {
    let keyword = text.text.split('\n').any(|line| line.starts_with("Station"));
    keyword && text.text.split('\n').any(|line| station(line).is_some())
}

/// The abilities of a face with station symbols (CR 721.2-721.4). `body` is what stands in its box for power and toughness, which
/// belongs to the last symbol.
pub(super) fn stations(
    text: &FaceText,
    info: &Rc<FaceInfo>,
    body: Option<(i32, i32)>,
) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let mut lines: Vec<&str> = text.text.split('\n').collect();
    let mut symbols: Vec<(usize, i32)> = Vec::new();
    for (at, line) in lines.iter_mut().enumerate() {
        if let Some((least, beside)) = station(line) {
            symbols.push((at, least));
            *line = beside;
        }
    }
    let first = symbols.first().map_or(lines.len(), |(at, _)| *at);
    let (mut all, mut parts) = abilities(&between(text, &lines, 0, first), info)?;
    for (n, (at, least)) in symbols.iter().enumerate() {
        let next = symbols.get(n + 1);
        if next.is_some_and(|(_, more)| more <= least) {
            let what = "a station symbol with a smaller number after one with a larger one".to_owned();
            return Err(Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what)) });
        }
        let end = next.map_or(lines.len(), |(next, _)| *next);
        let shift = format!("{least}+ | ").chars().count();
        let (given, read) = abilities(&between(text, &lines, *at, end), info)
            .map_err(|declined| if declined.line == at + 1 { shifted(declined, shift) } else { declined })?;
        parts.extend(read);
        all.push(stationed(*least, body.filter(|_| next.is_none()), given));
    }
    Ok((all, parts))
}

fn charged(least: i32) -> Condition {
    let kind = CounterKind::Named(Word::new("charge").expect("a word"));
    Condition::Compare(Quantity::Counters(kind, Obj::This), Cmp::Ge, Quantity::N(least))
}

/// CR 721.2a-b: one static ability, for as long as there are at least `least` charge counters.
fn stationed(least: i32, body: Option<(i32, i32)>, given: Vec<AbilityDef>) -> AbilityDef {
    let AbilityDef::Static(mut def) = striation((least, None), body, given) else {
        unreachable!("a striation is a static ability")
    };
    def.only_if = charged(least);
    if let (StaticEffect::Affect(_, changes), Some(_)) = (&mut def.effect, body) {
        changes.insert(0, Modification::AddTypes(CardTypes::CREATURE, Vec::new()));
    }
    AbilityDef::Static(def)
}

/// A striation of a station card: its number, power and toughness if it has any, and abilities.
type Station = (i32, Option<(i32, i32)>, Vec<AbilityDef>);

/// What [`stationed`] made an ability of.
fn as_station(ability: &AbilityDef) -> Option<Station> {
    let AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Affect(_, changes), .. }) = ability else {
        return None;
    };
    let Condition::Compare(Quantity::Counters(..), Cmp::Ge, Quantity::N(least)) = only_if else { return None };
    let is_type = |change: &Modification| matches!(change, Modification::AddTypes(..));
    let changes = if changes.first().is_some_and(is_type) { &changes[1..] } else { changes.as_slice() };
    let (body, given) = changed(changes)?;
    (stationed(*least, body, given.clone()) == *ability).then_some((*least, body, given))
}

/// The power and toughness of a face with station symbols, by its abilities.
pub(super) fn station_body(abilities: &[AbilityDef]) -> Option<(i32, i32)> {
    abilities.iter().filter(|_| is_stationed(abilities)).find_map(|ability| as_station(ability)?.1)
}

fn is_stationed(abilities: &[AbilityDef]) -> bool {
    abilities.contains(&AbilityDef::Keyword(KeywordAbility::Station))
}

/// The lines of a face with station symbols.
fn station_lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for ability in abilities {
        match as_station(ability) {
            Some((least, _, given)) => {
                let own = words(name, types, &given)?;
                let (first, rest) = own.split_first()?;
                lines.push(format!("{least}+ | {first}"));
                lines.extend(rest.iter().cloned());
            }
            None => lines.extend(words(name, types, std::slice::from_ref(ability))?),
        }
    }
    Some(lines)
}

/// The layout of a card with such striations, by its definition.
pub(super) fn layout(abilities: &[AbilityDef]) -> Option<&'static str> {
    let levels_up = |ability: &AbilityDef| matches!(ability, AbilityDef::Keyword(KeywordAbility::LevelUp(_)));
    if abilities.iter().any(levels_up) {
        Some("leveler")
    } else if abilities.iter().any(|ability| as_bar(ability).is_some()) {
        Some("class")
    } else if abilities.iter().any(|ability| cases::solves(ability).is_some()) {
        Some("case")
    } else {
        None
    }
}

/// The lines of a face: its abilities, with symbols and bars where it has striations.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    match layout(abilities) {
        None if speed::is_at_max_speed(abilities) => speed::lines(name, types, abilities),
        None if anchors::is_anchored(abilities) => anchors::lines(name, types, abilities),
        None if abilities.iter().any(cleave::is_cleave) => cleave::lines(name, types, abilities),
        None if is_stationed(abilities) => station_lines(name, types, abilities),
        None => words(name, types, abilities),
        Some("leveler") => {
            let first = abilities.iter().position(|ability| as_striation(ability).is_some());
            let (plain, rest) = abilities.split_at(first.unwrap_or(abilities.len()));
            let mut lines = words(name, types, plain)?;
            for ability in rest {
                let ((least, most), body, given) = as_striation(ability)?;
                lines.push(match most {
                    Some(most) => format!("LEVEL {least}-{most}"),
                    None => format!("LEVEL {least}+"),
                });
                lines.extend(body.map(|(power, toughness)| format!("{power}/{toughness}")));
                lines.extend(words(name, types, &given)?);
            }
            Some(lines)
        }
        Some("case") => cases::lines(name, types, abilities),
        Some(_) => {
            let (mut lines, mut level) = (Vec::new(), None);
            for ability in abilities {
                if let Some((cost, nth)) = as_bar(ability) {
                    lines.push(format!("{cost}: Level {}", nth + 2));
                    level = Some(LEVELS[nth]);
                    continue;
                }
                let own = match level {
                    Some(level) => at_level(ability, level)?,
                    None => ability.clone(),
                };
                lines.extend(words(name, types, &[own])?);
            }
            Some(lines)
        }
    }
}

/// A striation of a leveler: its level symbol, power and toughness if it has any, and abilities.
type Striation = (Levels, Option<(i32, i32)>, Vec<AbilityDef>);

/// What [`striation`] made an ability of.
fn as_striation(ability: &AbilityDef) -> Option<Striation> {
    let AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Affect(_, changes), .. }) = ability else {
        return None;
    };
    let number = |condition: &Condition| match condition {
        Condition::Compare(Quantity::Counters(..), _, Quantity::N(n)) => Some(*n),
        _ => None,
    };
    let levels = match only_if {
        Condition::And(both) => match both.as_slice() {
            [least, most] => (number(least)?, Some(number(most)?)),
            _ => return None,
        },
        least => (number(least)?, None),
    };
    let (body, given) = changed(changes)?;
    (striation(levels, body, given.clone()) == *ability).then_some((levels, body, given))
}

/// Power and toughness, if there are any, and abilities.
type Changed = (Option<(i32, i32)>, Vec<AbilityDef>);

/// Power and toughness, and abilities, of the changes of a striation.
fn changed(changes: &[Modification]) -> Option<Changed> {
    let (mut body, mut given) = (None, Vec::new());
    for change in changes {
        match change {
            Modification::SetPT(Quantity::N(power), Quantity::N(toughness)) => body = Some((*power, *toughness)),
            Modification::Gain(keywords) => given.push(AbilityDef::Keywords(keywords.clone())),
            Modification::GainAbilities(others) => given.extend(others.iter().cloned()),
            _ => return None,
        }
    }
    Some((body, given))
}

/// The cost and the place among [`LEVELS`] of what [`gaining`] makes.
fn as_bar(ability: &AbilityDef) -> Option<(&ManaCost, usize)> {
    let AbilityDef::Activated(def) = ability else { return None };
    let ([CostPart::Mana(cost)], [Instruction::Designate(_, level)]) = (def.cost.0.as_slice(), def.effects.as_slice())
    else {
        return None;
    };
    let nth = LEVELS.iter().position(|known| known == level)?;
    (gaining(cost, nth) == *ability).then_some((cost, nth))
}

/// What [`of_level`] made an ability of a level of.
pub(super) fn at_level(ability: &AbilityDef, level: Designation) -> Option<AbilityDef> {
    let without = |condition: &Condition| match condition {
        Condition::And(both) => match both.as_slice() {
            [first, other] if *first == has_level(level) => Some(other.clone()),
            _ => None,
        },
        only => (*only == has_level(level)).then_some(Condition::Always),
    };
    let plain = match ability.clone() {
        AbilityDef::Triggered(def) if def.when == TriggerEvent::Becomes(level, Filter::Is(Obj::This)) => {
            AbilityDef::Triggered(def)
        }
        AbilityDef::Triggered(def) => AbilityDef::Triggered(TriggeredDef { provided: without(&def.provided)?, ..def }),
        AbilityDef::Activated(def) => AbilityDef::Activated(ActivatedDef { only_if: without(&def.only_if)?, ..def }),
        AbilityDef::Static(def) => AbilityDef::Static(StaticDef { only_if: without(&def.only_if)?, ..def }),
        _ => return None,
    };
    (of_level(plain.clone(), level).as_ref() == Some(ability)).then_some(plain)
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
        assert_eq!(bar("{1}{R}: Level 3"), Some((ManaCost::parse("{1}{R}").unwrap(), 3)));
        assert_eq!(bar("{1}{R}: Level 4"), None);
        assert_eq!(bar("{1}{R}: Draw a card."), None);
        assert_eq!(station("12+ | Flying, trample"), Some((12, "Flying, trample")));
        assert_eq!(station("0+ | Flying"), None);
        assert_eq!(station("Flying"), None);
        assert_eq!(body("3/10"), Some((3, 10)));
        assert_eq!(body("Flying"), None);
    }
}
