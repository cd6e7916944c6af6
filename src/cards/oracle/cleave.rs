//! Cleave (CR 702.148): a text with words in square brackets is two texts, with these words and without them.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::face::{Part, abilities};
use super::syntax::FaceInfo;
use super::words::words;
use crate::cards::def::*;
use std::rc::Rc;

/// What the line with the cost begins with.
const CLEAVE: &str = "Cleave ";

/// Whether a face has cleave.
pub(super) fn has_cleave(text: &FaceText) -> bool {
    text.text.split('\n').any(|line| line.starts_with(CLEAVE))
}

/// The abilities of a face with cleave: those with the words in brackets, and what the spell says without them.
pub(super) fn cleave(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let wrong = |what: &str| Decline::face(&text.name, Reason::Unsupported(what.to_owned()));
    let lines: Vec<&str> = text.text.split('\n').collect();
    let cost = lines.first().and_then(|line| line.strip_prefix(CLEAVE)).and_then(|cost| cost.split(" (").next());
    let cost = cost.and_then(|cost| ManaCost::parse(cost.trim()).ok()).ok_or_else(|| wrong("a cost of cleave"))?;
    let (mut with, mut without) = (vec![String::new()], vec![String::new()]);
    for line in &lines[1..] {
        let (all, rest) = halves(line).ok_or_else(|| wrong("square brackets without a pair"))?;
        with.push(all);
        without.push(rest);
    }
    let whole = FaceText { text: with.join("\n"), ..text.clone() };
    let cut = FaceText { text: without.join("\n"), ..text.clone() };
    let (mut all, mut parts) = abilities(&whole, info)?;
    let (rest, read) = abilities(&cut, info)?;
    parts.extend(read);
    let spell = |list: &[AbilityDef]| match list {
        [AbilityDef::Spell(spell)] => Some(spell.clone()),
        _ => None,
    };
    let (Some(said), Some(left)) = (spell(&all), spell(&rest)) else { return Err(wrong("cleave of such a text")) };
    if said == left {
        return Err(wrong("brackets that change nothing"));
    }
    let cost = Cost(vec![CostPart::Mana(cost)]);
    all.insert(0, AbilityDef::Keyword(KeywordAbility::Cleave(cost, left)));
    Ok((all, parts))
}

/// A line with the words in brackets, and without them.
fn halves(line: &str) -> Option<(String, String)> {
    let (mut with, mut without, mut inside) = (String::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '[' | ']' if (letter == '[') == inside => return None,
            '[' | ']' => inside = !inside,
            _ => {
                with.push(letter);
                if !inside {
                    without.push(letter);
                }
            }
        }
    }
    (!inside).then(|| (with, tidy(&without)))
}

/// No more than one space between words, and none before a sign.
fn tidy(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    [" .", " ,", " ;"].iter().fold(line, |line, sign| line.replace(sign, &sign[1..]))
}

/// The lines of a face with cleave; `None` if it has none, or they can't be said.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let [AbilityDef::Keyword(KeywordAbility::Cleave(cost, left)), all @ ..] = abilities else { return None };
    let [CostPart::Mana(cost)] = cost.0.as_slice() else { return None };
    let whole = text(words(name, types, all)?);
    let cut = text(words(name, types, &[AbilityDef::Spell(left.clone())])?);
    let line = bracketed(&whole, &cut);
    (halves(&line)? == (whole, cut)).then(|| vec![format!("{CLEAVE}{cost}"), line])
}

fn text(lines: Vec<String>) -> String {
    lines.join(" ")
}

/// Whether an ability is cleave.
pub(super) fn is_cleave(ability: &AbilityDef) -> bool {
    matches!(ability, AbilityDef::Keyword(KeywordAbility::Cleave(..)))
}

/// The first text, with brackets around what isn't in the second one.
fn bracketed(whole: &str, cut: &str) -> String {
    let (a, b) = (pieces(whole), pieces(cut));
    // How many pieces they have in common from these places on.
    let mut common = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let skip = common[i + 1][j].max(common[i][j + 1]);
            common[i][j] = if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { skip };
        }
    }
    let (mut line, mut j, mut inside) = (String::new(), 0, false);
    for (i, piece) in a.iter().enumerate() {
        let kept = j < b.len() && *piece == b[j] && common[i][j] == common[i + 1][j + 1] + 1;
        if kept && inside {
            line.push(']');
        }
        if !line.is_empty() && !is_sign(piece) {
            line.push(' ');
        }
        if !kept && !inside {
            line.push('[');
        }
        line.push_str(piece);
        inside = !kept;
        j += usize::from(kept);
    }
    if inside {
        line.push(']');
    }
    line
}

fn is_sign(piece: &str) -> bool {
    matches!(piece, "." | "," | ";" | ":")
}

/// Words and signs.
fn pieces(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches(['.', ',', ';', ':']);
        let signs = &word[bare.len()..];
        all.extend((!bare.is_empty()).then_some(bare));
        all.extend((0..signs.len()).map(|at| &signs[at..=at]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_come_back_from_both_texts() {
        let lines = [
            "Return target artifact [you control] to its owner's hand.",
            "Destroy all creatures [with power 2 or less].",
            "Search your library for a [basic land] card, [reveal it,] put it into your hand, then shuffle.",
            "Tap target [attacking] creature.",
        ];
        for line in lines {
            let (with, without) = halves(line).unwrap();
            let again = bracketed(&with, &without);
            assert_eq!(halves(&again), Some((with, without)), "{again}");
        }
        assert_eq!(halves("Tap target [attacking creature."), None);
        assert_eq!(halves("Tap target ]attacking[ creature."), None);
        assert_eq!(halves("Draw [two] cards [now].").unwrap().1, "Draw cards.");
    }
}
