//! Plans for sideboards: what leaves and what enters a deck after the first game of a match (CR 100.4), by opponent.
//!
//! They stand in comments of the deck's file, or without the `//` in a file beside it that ends with `.plans`:
//!
//! ```text
//! // Sideboard vs Elves
//! // -2 Lava Spike
//! // +2 Pyroclasm
//! ```
//!
//! `*` is every opponent without a plan of their own. As many cards enter as leave.

use super::error::{MatchError, PlacedError};
use crate::cards::{CardDb, files, printable};
use crate::tools::decks::{DeckEntry, DeckList, MAX_BYTES, MAX_COUNT};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Cards by name, with their numbers.
pub type Counted = Vec<(String, u32)>;

/// What leaves and what enters against an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePlan {
    /// The name of a player or of a deck; `*` is everybody else.
    pub versus: String,
    /// What leaves the deck.
    pub out: Counted,
    /// What enters the deck.
    pub into: Counted,
}

impl SidePlan {
    /// Whether it is for one of these names.
    pub fn is_against(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.versus.eq_ignore_ascii_case(name))
    }

    /// The deck after it.
    pub fn apply(&self, main: &Counted) -> Counted {
        let mut deck = main.clone();
        for (name, count) in &self.out {
            let mut left = *count;
            for (_, has) in deck.iter_mut().filter(|(card, _)| card == name) {
                let leaves = left.min(*has);
                (*has, left) = (*has - leaves, left - leaves);
            }
        }
        deck.retain(|(_, count)| *count > 0);
        deck.extend(self.into.iter().cloned());
        deck
    }
}

/// The plan of a player against an opponent, if there is one.
pub(super) fn against<'p>(plans: &'p [SidePlan], names: &[&str]) -> Option<&'p SidePlan> {
    plans.iter().find(|plan| plan.is_against(names)).or_else(|| plans.iter().find(|plan| plan.versus == "*"))
}

/// The plans of a deck: those of its file, and of the file beside it.
///
/// # Errors
/// A file that can't be read; a line that isn't understood, a card that the deck doesn't have as often, with its place.
pub(super) fn read(path: &Path, list: &DeckList, db: &CardDb) -> Result<Vec<SidePlan>, MatchError> {
    let mut all = Vec::new();
    for (file, in_comments) in [(path.to_owned(), true), (path.with_extension("plans"), false)] {
        // Nobody has named the file beside the deck.
        let there = match in_comments {
            true => file.is_file(),
            false if file == path => false,
            false => files::beside(&file).map_err(std::io::Error::other).map_err(MatchError::io(&file))?,
        };
        if !there {
            continue;
        }
        let text = printable::read(&file, MAX_BYTES as u64).map_err(MatchError::io(&file))?;
        let text = text.map_err(|_| MatchError::Range {
            what: "the size of a file of plans in bytes, more than",
            found: MAX_BYTES as u64,
            expected: format!("at most {MAX_BYTES}"),
        })?;
        all.extend(parse(&printable::shown(&file), &text, in_comments, list, db).map_err(MatchError::Placed)?);
    }
    Ok(all)
}

/// Reads plans; of the file of a deck only its comments count.
fn parse(
    file: &str,
    text: &str,
    in_comments: bool,
    list: &DeckList,
    db: &CardDb,
) -> Result<Vec<SidePlan>, Box<PlacedError>> {
    let mut plans: Vec<(SidePlan, usize)> = Vec::new();
    let mut open = false;
    for (number, whole) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let comment = whole.trim_start().strip_prefix("//").or_else(|| whole.trim_start().strip_prefix('#'));
        let line = comment.unwrap_or(if in_comments { "" } else { whole }).trim();
        let column = |part: &str| whole[..part.as_ptr() as usize - whole.as_ptr() as usize].chars().count() + 1;
        let wrong = |part: &str, message: String| PlacedError::at(file, text, number, column(part), &message);
        if !line.is_empty()
            && let Some((_, c)) = printable::first_unsafe(line)
        {
            return Err(wrong(whole, printable::unsafe_message(c)));
        }
        let head = line.get(.."sideboard vs ".len()).filter(|head| head.eq_ignore_ascii_case("sideboard vs "));
        if head.is_some() {
            let versus = line["sideboard vs ".len()..].trim().trim_end_matches(':').to_owned();
            if plans.iter().any(|(plan, _)| plan.is_against(&[&versus])) {
                return Err(wrong(line, format!("there is another plan against `{versus}`")));
            }
            plans.push((SidePlan { versus, ..SidePlan::default() }, number));
            open = true;
            continue;
        }
        let signed = line.strip_prefix('-').or_else(|| line.strip_prefix('+')).map(str::trim_start);
        match (signed, plans.last_mut()) {
            (Some(rest), Some((plan, _))) if open => {
                let side = if line.starts_with('-') { &mut plan.out } else { &mut plan.into };
                side.push(entry(rest, db).map_err(|(part, message)| wrong(part, message))?);
                let from = if line.starts_with('-') { &list.main } else { &list.sideboard };
                let (name, _) = &side[side.len() - 1];
                let wanted: u32 = side.iter().filter(|(card, _)| card == name).map(|(_, n)| n).sum();
                let there = copies(from, name, db);
                if wanted > there {
                    let whence = if line.starts_with('-') { "the deck" } else { "its sideboard" };
                    return Err(wrong(
                        rest,
                        format!("{} of {name}: {whence} has {there}", printable::many(wanted, "copy")),
                    ));
                }
            }
            _ if in_comments => open = false,
            _ if line.is_empty() || comment.is_some() => {}
            _ => {
                let expected = "expected `Sideboard vs NAME`, and below it `-2 Card` and `+2 Card`";
                return Err(wrong(line, expected.to_owned()));
            }
        }
    }
    for (plan, number) in &plans {
        let count = |cards: &Counted| cards.iter().map(|(_, n)| n).sum::<u32>();
        let (out, into) = (count(&plan.out), count(&plan.into));
        if out != into {
            let message =
                format!("the plan against `{}` takes {} out and {into} in", plan.versus, printable::many(out, "card"));
            return Err(PlacedError::at(file, text, *number, 1, &message));
        }
    }
    Ok(plans.into_iter().map(|(plan, _)| plan).collect())
}

/// Reads `2 Lava Spike`; an error is told with the part that is wrong.
fn entry<'t>(text: &'t str, db: &CardDb) -> Result<(String, u32), (&'t str, String)> {
    let (count, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let number = count.parse().ok().filter(|n| (1..=MAX_COUNT).contains(n));
    let number =
        number.ok_or_else(|| (text, format!("expected a number from 1 to {MAX_COUNT} and the name of a card")))?;
    match db.get(name.trim()) {
        Some(card) => Ok((card.name.clone(), number)),
        None => Err((name, format!("unknown card `{}`", name.trim()))),
    }
}

/// How many copies of a card a list has, however they are spelt.
fn copies(entries: &[DeckEntry], name: &str, db: &CardDb) -> u32 {
    let same = |entry: &&DeckEntry| db.get(&entry.name).is_some_and(|card| card.name == name);
    entries.iter().filter(same).map(|entry| entry.count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::decks;

    const DECK: &str = "// Name: Mine\n20 Mountain\n4 Lava Spike\n36 Shock\n\n3 Searing Spear\n";

    fn parsed(text: &str, in_comments: bool) -> Result<Vec<SidePlan>, String> {
        let (list, db) = (decks::parse("mine.txt", DECK).unwrap(), CardDb::embedded());
        parse("mine.txt", text, in_comments, &list, &db).map_err(|e| e.to_string())
    }

    #[test]
    fn plans_stand_in_comments_or_in_a_file_of_their_own() {
        let lines = ["Sideboard vs red", "-2 Lava Spike", "-1 Shock", "+3 Searing Spear", "", "Sideboard vs *:"];
        let plain = lines.join("\n");
        let comments = format!("{DECK}\n// {}\n", lines.join("\n// "));
        let plans = parsed(&plain, false).unwrap();
        assert_eq!(plans, parsed(&comments, true).unwrap());
        let plan = against(&plans, &["somebody", "Red"]).unwrap();
        let main = vec![("Mountain".to_owned(), 20), ("Lava Spike".to_owned(), 4), ("Shock".to_owned(), 36)];
        let after = [("Mountain", 20), ("Lava Spike", 2), ("Shock", 35), ("Searing Spear", 3)];
        assert_eq!(plan.apply(&main), after.map(|(name, n)| (name.to_owned(), n)));
        assert_eq!(against(&plans, &["green"]).unwrap().apply(&main), main);
        // The deck is still read as it was.
        assert_eq!(decks::parse("mine.txt", &comments).unwrap().main, decks::parse("mine.txt", DECK).unwrap().main);
    }

    #[test]
    fn mistakes_have_their_place() {
        let cases = [
            ("Sideboard vs red\n-2 Lava Spice\n+2 Searing Spear", "mine.txt:2:4: unknown card `Lava Spice`"),
            ("Sideboard vs red\n-5 Lava Spike", "mine.txt:2:2: 5 copies of Lava Spike: the deck has 4"),
            (
                "Sideboard vs red\n-1 Shock\n+4 Searing Spear",
                "mine.txt:3:2: 4 copies of Searing Spear: its sideboard has 3",
            ),
            ("Sideboard vs red\n-2 Lava Spike\n+1 Searing Spear", "mine.txt:1:1: the plan against `red` takes 2"),
            ("Sideboard vs red\nLava Spike", "mine.txt:2:1: expected `Sideboard vs NAME`"),
            ("-1 Shock", "mine.txt:1:1: expected `Sideboard vs NAME`"),
            ("Sideboard vs red\n- Shock", "mine.txt:2:3: expected a number"),
            ("Sideboard vs red\nSideboard vs RED", "mine.txt:2:1: there is another plan"),
        ];
        for (text, message) in cases {
            let error = parsed(text, false).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        assert_eq!(parsed("// -5 Zzyzzx\n// 3 Lava Spikes", true), Ok(Vec::new()));
    }
}
