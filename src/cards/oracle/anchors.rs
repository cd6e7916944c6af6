//! Abilities with anchor words, one of which is chosen as the permanent enters (CR 614.12c).

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::face::{Part, abilities, shifted};
use super::syntax::FaceInfo;
use super::words::words;
use crate::cards::def::*;
use std::rc::Rc;

/// What a text can call the permanent.
const SORTS: [(&str, CardTypes); 4] = [
    ("enchantment", CardTypes::ENCHANTMENT),
    ("artifact", CardTypes::ARTIFACT),
    ("creature", CardTypes::CREATURE),
    ("land", CardTypes::LAND),
];

/// Anchor words say nothing: in a text that is made from a definition they are these.
const WORDS: [&str; 2] = ["First", "Second"];

fn mark(word: &str) -> String {
    format!("\u{2022} {word} \u{2014} ")
}

/// The anchor words that a line lets a player choose from, as the permanent of such a type enters.
fn choice<'a>(line: &'a str, types: &TypeLine) -> Option<[&'a str; 2]> {
    let (sort, rest) = line.strip_prefix("As this ")?.split_once(" enters, choose ")?;
    SORTS.iter().any(|(name, kind)| *name == sort && types.types.contains(*kind)).then_some(())?;
    let (a, b) = rest.strip_suffix('.')?.split_once(" or ")?;
    (a != b).then_some([a, b])
}

/// The last three lines of a text: the choice, and an ability for each of its words.
fn found<'a>(lines: &[&'a str], types: &TypeLine) -> Option<(usize, [&'a str; 2])> {
    let at = lines.len().checked_sub(3)?;
    let words = choice(lines[at], types)?;
    let marked = words.iter().zip(&lines[at + 1..]).all(|(word, line)| line.starts_with(&mark(word)));
    marked.then_some((at, words))
}

/// Whether a face has such abilities.
pub(super) fn has_anchors(text: &FaceText, types: &TypeLine) -> bool {
    found(&text.text.split('\n').collect::<Vec<_>>(), types).is_some()
}

/// The abilities of a face with anchor words: each ability behind such a word is read by itself.
pub(super) fn anchored(
    text: &FaceText,
    info: &Rc<FaceInfo>,
    types: &TypeLine,
) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let Some((at, words)) = found(&lines, types) else { return abilities(text, info) };
    let plain = FaceText { text: lines[..at].join("\n"), ..text.clone() };
    let (mut all, mut parts) = abilities(&plain, info)?;
    all.extend(choosing());
    for (nth, word) in (1..).zip(words) {
        let place = at + nth;
        let mark = mark(word);
        let own = lines[place].strip_prefix(&mark).unwrap_or_default();
        // It stands where it stands in the whole text.
        let read = abilities(&FaceText { text: format!("{}{own}", "\n".repeat(place)), ..text.clone() }, info);
        let (given, read) = read.map_err(|declined| shifted(declined, mark.chars().count()))?;
        parts.extend(read);
        let ability = <[AbilityDef; 1]>::try_from(given).ok().and_then(|[ability]| granted(ability, nth as i32));
        all.push(ability.ok_or_else(|| {
            let reason = Reason::Unsupported("what stands behind an anchor word".to_owned());
            Decline { line: place + 1, ..Decline::face(&text.name, reason) }
        })?);
    }
    Ok((all, parts))
}

/// As it enters, one of the words is chosen: the first or the second.
fn choosing() -> Option<AbilityDef> {
    let into = Word::new("v1")?;
    let number = Quantity::N;
    let choose = Instruction::ChooseNumber { who: Who::You, min: number(1), max: number(2), random: false, into };
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
        only_if: Condition::Always,
        with: ReplaceWith::AsEnters(vec![choose, Instruction::RememberChoice(into)]),
        optional: None,
    };
    let (only_if, effect) = (Condition::Always, StaticEffect::Replace(replacement));
    Some(AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield }))
}

/// Whether an ability functions on the battlefield alone.
fn is_here(ability: &AbilityDef) -> bool {
    match ability {
        AbilityDef::Activated(def) => def.from == ZoneKind::Battlefield,
        AbilityDef::Triggered(def) => def.from == ZoneKind::Battlefield,
        AbilityDef::Static(def) => def.from == ZoneKind::Battlefield,
        AbilityDef::Keywords(_) => true,
        _ => false,
    }
}

/// What the permanent has as long as the n-th word was chosen.
fn granted(ability: AbilityDef, nth: i32) -> Option<AbilityDef> {
    is_here(&ability).then_some(())?;
    let change = match ability {
        AbilityDef::Keywords(keywords) => Modification::Gain(keywords),
        other => Modification::GainAbilities(vec![other]),
    };
    let effect = StaticEffect::Affect(Objects::The(Obj::This), vec![change]);
    let only_if = Condition::Compare(Quantity::ChosenNumber, Cmp::Eq, Quantity::N(nth));
    Some(AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield }))
}

/// What [`granted`] made an ability of.
fn as_granted(ability: &AbilityDef, nth: i32) -> Option<AbilityDef> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, changes), .. }) = ability else { return None };
    let own = match changes.as_slice() {
        [Modification::Gain(keywords)] => AbilityDef::Keywords(keywords.clone()),
        [Modification::GainAbilities(given)] => given.first()?.clone(),
        _ => return None,
    };
    (granted(own.clone(), nth).as_ref() == Some(ability)).then_some(own)
}

/// The abilities before, and those behind the two words.
fn parts(abilities: &[AbilityDef]) -> Option<(&[AbilityDef], [AbilityDef; 2])> {
    let (before, [choose, first, second]) = abilities.split_last_chunk::<3>()?;
    (Some(choose) == choosing().as_ref()).then_some(())?;
    Some((before, [as_granted(first, 1)?, as_granted(second, 2)?]))
}

/// Whether these are abilities with anchor words.
pub(super) fn is_anchored(abilities: &[AbilityDef]) -> bool {
    parts(abilities).is_some()
}

/// The lines of a face with anchor words; `None` if it has none, or no words for an ability.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let (before, given) = parts(abilities)?;
    let (sort, _) = SORTS.iter().find(|(_, kind)| types.types.contains(*kind))?;
    let mut lines = words(name, types, before)?;
    let [a, b] = WORDS;
    lines.push(format!("As this {sort} enters, choose {a} or {b}."));
    for (word, ability) in WORDS.iter().zip(given) {
        lines.extend(words(name, types, &[ability])?.into_iter().map(|line| format!("{}{line}", mark(word))));
    }
    Some(lines)
}
