//! Keywords and keyword actions that definitions can't say yet: a decline of a card that has one names it.

use super::card::CardText;

/// Their words, in small letters, and what they are called. A verb stands here as it does after "you" and after "that player".
const UNSPOKEN: &[(&str, &str)] = &[
    ("assemble a contraption", "assemble"),
    ("assemble two contraptions", "assemble"),
    ("assist", "assist"),
    ("aura swap", "aura swap"),
    ("double agenda", "double agenda"),
    ("fateseal", "fateseal"),
    ("harness", "harness"),
    ("hidden agenda", "hidden agenda"),
    ("open an attraction", "open an Attraction"),
    ("opens an attraction", "open an Attraction"),
    ("roll to visit your attractions", "roll to visit Attractions"),
    ("space sculptor", "space sculptor"),
    ("visit", "visit"),
];

/// The first keyword of a card that no term says.
pub(super) fn unspoken(card: &CardText) -> Option<String> {
    let found = |text: &str| {
        let words = words(text);
        UNSPOKEN.iter().find(|(keyword, _)| words.contains(&format!(" {keyword} "))).map(|(_, name)| *name)
    };
    card.faces.iter().find_map(|face| face.text.lines().find_map(found)).map(|name| format!("the keyword `{name}`"))
}

/// A line in small letters without reminder text, a space before and after each word.
fn words(line: &str) -> String {
    let mut open = 0_usize;
    let mut plain = String::from(" ");
    for c in line.to_lowercase().chars() {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ if open > 0 => {}
            c if c.is_alphanumeric() || c == '\'' => plain.push(c),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    plain + " "
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_not_those_of_reminders() {
        assert_eq!(words("Cipher (Then vote.)"), " cipher  ");
        assert!(words("Starting with you, each player votes for fame.").contains(" votes "));
        assert!(!words("Devoted to haunting").contains(" haunt "));
    }
}
