//! The normal form of a line, and the way back: the card's own names, reminder text, ability words, signs.

use super::print::is_chapter;
use super::{SELF, SHORT, print};
use memchr::memchr2;

/// The names by which a face calls itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cards::oracle) struct FaceNames {
    /// The whole name.
    pub full: String,
    /// What a legend is called for short; empty if it has no short name.
    pub short: String,
}

impl FaceNames {
    /// The names of a face.
    pub(in crate::cards::oracle) fn of(name: &str, legendary: bool) -> Self {
        let mut short = String::new();
        if legendary {
            let cut = [", ", " of ", " the ", " from "].iter().filter_map(|cut| name.find(cut)).min();
            short = match (name.split_once(", "), cut) {
                (Some((front, _)), _) => front.to_owned(),
                (None, Some(at)) => name[..at].to_owned(),
                (None, None) => name.split(' ').next().unwrap_or_default().to_owned(),
            };
            // A first word that is a creature type is the type, and an article is nobody's name.
            if matches!(short.as_str(), "The" | "A" | "An")
                || short == name
                || super::is_tribe(&short) && !name.contains(", ")
            {
                short.clear();
            }
        }
        Self { full: name.to_owned(), short }
    }
}

/// A line without what isn't rules text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cards::oracle) struct Normal {
    /// The text that is parsed.
    pub text: String,
    /// The ability word before it, with its dash.
    pub label: String,
    /// What was left out, each with its place in `text`.
    pub left_out: Vec<(usize, String)>,
    /// The places of signs that were mapped to ASCII, with the sign.
    signs: Vec<(usize, char)>,
}

impl Normal {
    /// The line as it was.
    pub(in crate::cards::oracle) fn original(&self, names: &FaceNames) -> String {
        let mut text = self.text.clone();
        // From behind, so that places stay what they are.
        let mut all: Vec<(usize, &str)> = self.left_out.iter().map(|(at, words)| (*at, words.as_str())).collect();
        all.sort_by_key(|(at, _)| *at);
        for (at, sign) in self.signs.iter().rev() {
            let width = text[*at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(*at..at + width, &sign.to_string());
            let more = sign.len_utf8() - width;
            all.iter_mut().filter(|(place, _)| place > at).for_each(|(place, _)| *place += more);
        }
        for (at, words) in all.iter().rev() {
            text.insert_str(*at, words);
        }
        format!("{}{}", self.label, print::with_names(&text, &names.full, &names.short))
    }
}

impl Normal {
    /// The place in the line as it was of a place in `text`: of what begins there, or of what ends there.
    pub(in crate::cards::oracle) fn place(&self, at: usize, ends: bool, names: &FaceNames) -> usize {
        let mut place = self.label.len();
        for (i, c) in self.text.char_indices().take_while(|(i, _)| *i < at) {
            place += match c {
                SELF => names.full.len(),
                SHORT => names.short.len(),
                c => self.signs.iter().find(|(sign, _)| *sign == i).map_or(c, |(_, sign)| *sign).len_utf8(),
            };
        }
        let before = |(left, _): &&(usize, String)| if ends { *left < at } else { *left <= at };
        place + self.left_out.iter().filter(before).map(|(_, words)| words.len()).sum::<usize>()
    }
}

/// The words before a dash that mean nothing (CR 207.2c), and the one that is read apart from what follows it (702.169).
const ABILITY_WORDS: [&str; 63] = [
    "Adamant",
    "Addendum",
    "Alliance",
    "Battalion",
    "Bloodrush",
    "Celebration",
    "Channel",
    "Chroma",
    "Cohort",
    "Constellation",
    "Converge",
    "Corrupted",
    "Council's dilemma",
    "Coven",
    "Delirium",
    "Descend 4",
    "Descend 8",
    "Disappear",
    "Domain",
    "Eerie",
    "Eminence",
    "Enrage",
    "Fateful hour",
    "Fathomless descent",
    "Ferocious",
    "Flurry",
    "Formidable",
    "Grandeur",
    "Hellbent",
    "Heroic",
    "Imprint",
    "Infusion",
    "Inspired",
    "Join forces",
    "Kinship",
    "Landfall",
    "Lieutenant",
    "Magecraft",
    "Metalcraft",
    "Morbid",
    "Opus",
    "Pack tactics",
    "Paradox",
    "Parley",
    "Radiance",
    "Raid",
    "Rally",
    "Renew",
    "Repartee",
    "Revolt",
    "Secret council",
    "Solved",
    "Spell mastery",
    "Strive",
    "Survival",
    "Sweep",
    "Tempting offer",
    "Threshold",
    "Undergrowth",
    "Valiant",
    "Vivid",
    "Void",
    "Will of the council",
];

/// Words before a dash that look like flavor words and aren't: what follows holds only sometimes.
const NO_FLAVOR: [&str; 3] = ["Max speed", "To solve", "Will of the Planeswalkers"];

/// Single words before a dash with a meaning: keywords, and what stands on cards that aren't played by the usual rules.
const NO_FLAVOR_ALONE: [&str; 20] = [
    "Boast",
    "Companion",
    "Exhaust",
    "Fall",
    "Forecast",
    "Legacy",
    "Power-up",
    "Prize",
    "Prototype",
    "Ransom",
    "Requirement",
    "Reward",
    "Rulebreaker",
    "Split",
    "Spring",
    "Summer",
    "Underdog",
    "Visit",
    "Winter",
    "X",
];

/// CR 207.2d: a flavor word. One of a single word looks like a keyword, but before a triggered ability there is none, no keyword
/// has a second capital, and the others are known.
fn is_flavor(words: &str, ability: &str) -> bool {
    let triggered = || ["When ", "Whenever ", "At "].iter().any(|word| ability.starts_with(word));
    let known = || NO_FLAVOR_ALONE.contains(&words);
    let chapters = words.split(", ").all(is_chapter);
    !chapters && is_title(words) && (words.contains(' ') || triggered() || !known())
}

/// Whether words are written like a title: the first and the last with a capital, or a number first.
fn is_title(words: &str) -> bool {
    let number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == ',')
    };
    let several = words.contains(' ');
    // With other signs in it each word has a capital.
    let capitals = || words.split(' ').all(|word| word.starts_with(char::is_uppercase));
    let marks = if several && capitals() { "'-!,.?" } else { "'-!" };
    let plain = |word: &str| word.chars().all(|c| c.is_alphabetic() || marks.contains(c)) || several && number(word);
    let capital = words.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && words.split(' ').next_back().is_some_and(|w| w.starts_with(char::is_uppercase));
    let head = words.starts_with("Choose ");
    capital && !head && words.split(' ').all(plain) && !NO_FLAVOR.contains(&words)
}

/// How long the sign of a mode or the numbers of a chapter are, after which there may be a flavor word.
fn head(line: &str) -> usize {
    if line.starts_with("\u{2022} ") {
        return "\u{2022} ".len();
    }
    match line.split_once(" \u{2014} ") {
        Some((numbers, _)) if numbers.split(", ").all(is_chapter) => numbers.len() + " \u{2014} ".len(),
        _ => 0,
    }
}

/// The normal form of a line; `None` if something in it can't be taken apart.
pub(in crate::cards::oracle) fn normalise(line: &str, names: &FaceNames) -> Option<Normal> {
    let mut normal = Normal::default();
    let mut rest = line;
    if let Some((word, ability)) = line.split_once(" \u{2014} ")
        && (ABILITY_WORDS.contains(&word) || is_flavor(word, ability))
    {
        let width = word.len() + " \u{2014} ".len();
        normal.label = line[..width].to_owned();
        rest = &line[width..];
    }
    if memchr2(SELF as u8, SHORT as u8, line.as_bytes()).is_some() {
        return None;
    }
    let mut text = String::with_capacity(rest.len());
    let (head, mode) = rest.split_at(head(rest));
    // After the number of a chapter or the sign of a mode there is no keyword.
    if !head.is_empty()
        && let Some((word, _)) = mode.split_once(" \u{2014} ")
        && is_title(word)
    {
        text.push_str(head);
        let width = word.len() + " \u{2014} ".len();
        normal.left_out.push((text.len(), mode[..width].to_owned()));
        rest = &mode[width..];
    }
    while !rest.is_empty() {
        let word = text.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let ends = |width: usize| !rest[width..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        if !word && rest.starts_with(names.full.as_str()) && !names.full.is_empty() && ends(names.full.len()) {
            text.push(SELF);
            rest = &rest[names.full.len()..];
            continue;
        }
        if !word && !names.short.is_empty() && rest.starts_with(names.short.as_str()) && ends(names.short.len()) {
            text.push(SHORT);
            rest = &rest[names.short.len()..];
            continue;
        }
        // An ability in quotes may have its ability word, too.
        if text.ends_with('"')
            && let Some((word, _)) = rest.split_once(" \u{2014} ")
            && ABILITY_WORDS.contains(&word)
        {
            let width = word.len() + " \u{2014} ".len();
            normal.left_out.push((text.len(), rest[..width].to_owned()));
            rest = &rest[width..];
            continue;
        }
        let c = rest.chars().next()?;
        match c {
            '(' => {
                // Reminder text is at the end of a sentence or of a line of keywords, and begins like a sentence, but for
                // how many energy symbols there are.
                let end = rest.find(')')? + 1;
                let inner = rest[1..].chars().next()?;
                let told = rest[1..end].trim_end_matches(['s', ')']);
                let energy = told.ends_with(" energy counter") || told == "energy counter";
                if rest[1..end].contains('(')
                    || inner.is_lowercase() && !energy
                    || !(energy || rest[end..].is_empty() || rest[end..].starts_with(' '))
                {
                    return None;
                }
                let space =
                    if text.ends_with(' ') { text.pop().map(String::from).unwrap_or_default() } else { String::new() };
                if !(energy || text.is_empty() || rest[end..].is_empty() || text.ends_with(['.', '"'])) {
                    return None;
                }
                normal.left_out.push((text.len(), format!("{space}{}", &rest[..end])));
                rest = &rest[end..];
            }
            '\u{2212}' => {
                normal.signs.push((text.len(), c));
                text.push('-');
                rest = &rest[c.len_utf8()..];
            }
            '\u{2019}' | '\u{2018}' => {
                normal.signs.push((text.len(), c));
                text.push('\'');
                rest = &rest[c.len_utf8()..];
            }
            // With a letter the rest of its word: no name begins within it.
            c => {
                let letters = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
                let (plain, more) = rest.split_at(letters.max(c.len_utf8()));
                text.push_str(plain);
                rest = more;
            }
        }
    }
    normal.text = text;
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(line: &str, name: &str, legendary: bool) -> String {
        let names = FaceNames::of(name, legendary);
        let normal = normalise(line, &names).unwrap();
        assert_eq!(normal.original(&names), line);
        normal.text
    }

    #[test]
    fn a_line_comes_back_as_it_was() {
        assert_eq!(back("Oak Bear deals 1 damage. (It hurts.)", "Oak Bear", false), "\u{1} deals 1 damage.");
        assert_eq!(
            back("Landfall \u{2014} Whenever Ada attacks, win.", "Ada, the Oak", true),
            "Whenever \u{2} attacks, win."
        );
        assert_eq!(back("[\u{2212}2]: Draw. (Now.) Then (Oh.)", "Oak", false), "[-2]: Draw. Then");
        assert_eq!(back("(Nothing.)", "Oak", false), "");
        assert_eq!(normalise("This (even now) is.", &FaceNames::default()), None);
    }
}
