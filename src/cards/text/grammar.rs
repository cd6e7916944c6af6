//! English: articles, plurals, verbs, lists, numbers.

use crate::cards::def::ZoneKind;

/// A number in words up to ten.
pub(super) fn number(n: i32) -> String {
    const WORDS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match usize::try_from(n).ok().and_then(|n| WORDS.get(n)) {
        Some(word) => (*word).to_owned(),
        None => n.to_string(),
    }
}

/// The place in an order: "first".
pub(super) fn ordinal(n: usize) -> String {
    const WORDS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    WORDS.get(n).map_or_else(|| format!("{}th", n + 1), |word| (*word).to_owned())
}

/// A number with its sign: "+2".
pub(super) fn signed(n: i32) -> String {
    format!("{n:+}")
}

/// With a small first letter.
pub(super) fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// With "a" or "an" before it.
pub(super) fn a(noun: &str) -> String {
    let first = noun.split([' ', '-']).next().unwrap_or_default();
    let lower = first.to_lowercase();
    // Some vowels sound like consonants; a lone letter is spoken by its name, a number by its word.
    let like_you = lower.starts_with("uni") && !lower.starts_with("unin") || lower == "one";
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !like_you;
    let spoken = first == "X" || first == "X/X" || lower == "8" || lower.starts_with("8/") || lower.starts_with("11");
    format!("{} {noun}", if vowel || spoken { "an" } else { "a" })
}

/// The plural of a noun or of a subtype.
pub(in crate::cards) fn plural(noun: &str) -> String {
    const IRREGULAR: [(&str, &str); 32] = [
        ("Plains", "Plains"),
        ("Urza's", "Urza's"),
        ("Equipment", "Equipment"),
        ("Spacecraft", "Spacecraft"),
        ("Aetherborn", "Aetherborn"),
        ("Nephilim", "Nephilim"),
        ("Vedalken", "Vedalken"),
        ("Merfolk", "Merfolk"),
        ("Myr", "Myr"),
        ("Treefolk", "Treefolk"),
        ("Moonfolk", "Moonfolk"),
        ("Samurai", "Samurai"),
        ("Eldrazi", "Eldrazi"),
        ("Kithkin", "Kithkin"),
        ("Kor", "Kor"),
        ("Fish", "Fish"),
        ("Sheep", "Sheep"),
        ("Djinn", "Djinn"),
        ("Kavu", "Kavu"),
        ("Aurochs", "Aurochs"),
        ("Mouse", "Mice"),
        ("Ox", "Oxen"),
        ("Hero", "Heroes"),
        ("Human", "Humans"),
        ("Shaman", "Shamans"),
        ("Pegasus", "Pegasi"),
        ("Octopus", "Octopuses"),
        ("Cyclops", "Cyclopes"),
        ("Locus", "Loci"),
        ("Fungus", "Fungi"),
        ("Homunculus", "Homunculi"),
        ("Werewolf", "Werewolves"),
    ];
    let (front, last) = noun.rsplit_once(' ').map_or(("", noun), |(front, last)| (front, last));
    let many = if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == last) {
        (*many).to_owned()
    } else if let Some(stem) =
        last.strip_suffix("man").filter(|stem| stem.chars().next().is_some_and(char::is_uppercase))
    {
        format!("{stem}men")
    } else if let Some(stem) = last.strip_suffix("olf").filter(|_| last != "Golf") {
        format!("{stem}olves")
    } else if let Some(stem) = last.strip_suffix("Elf") {
        format!("{stem}Elves")
    } else if let Some(stem) = last.strip_suffix("arf") {
        format!("{stem}arves")
    } else if let Some(stem) = last.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        format!("{stem}ies")
    } else if last.ends_with(['s', 'x', 'z']) || last.ends_with("ch") || last.ends_with("sh") {
        format!("{last}es")
    } else {
        format!("{last}s")
    };
    if front.is_empty() { many } else { format!("{front} {many}") }
}

/// A phrase that begins with a verb, for "he", "she" or "it": "draw a card" becomes "draws a card".
pub(super) fn third_person(phrase: &str) -> String {
    let (verb, rest) = phrase.split_once(' ').map_or((phrase, ""), |(verb, rest)| (verb, rest));
    let verb = match verb {
        "have" => "has".to_owned(),
        "are" | "be" => "is".to_owned(),
        "aren't" => "isn't".to_owned(),
        "do" => "does".to_owned(),
        "don't" => "doesn't".to_owned(),
        "were" => "was".to_owned(),
        "weren't" => "wasn't".to_owned(),
        "can" | "can't" | "may" | "must" | "would" | "didn't" | "had" | "was" | "entered" | "attacked" | "came" => {
            verb.to_owned()
        }
        _ => plural(verb),
    };
    if rest.is_empty() { verb } else { format!("{verb} {rest}") }
}

/// "a, b, and c".
pub(super) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {word} {two}"),
        [front @ .., last] => format!("{}, {word} {last}", front.join(", ")),
    }
}

/// Whose: "your", "its", "that player's", "those creatures'".
pub(super) fn possessive(whose: &str) -> String {
    match whose {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        "they" | "them" => "their".to_owned(),
        _ if whose.ends_with('s') && !whose.ends_with("ss") => format!("{whose}'"),
        _ => format!("{whose}'s"),
    }
}

/// As the beginning of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A whole sentence: a capital letter, and a period unless it ends with one.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    let ends = text.ends_with('.') || text.ends_with(".\"") || text.ends_with(".'\"") || text.ends_with(".)");
    if ends || text.is_empty() { text } else { format!("{text}.") }
}

/// Something that a sentence speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NounPhrase {
    /// As a subject or an object.
    pub(super) text: String,
    /// Whether it takes the verb of several.
    pub(super) many: bool,
}

impl NounPhrase {
    pub(super) fn one(text: impl Into<String>) -> Self {
        Self { text: text.into(), many: false }
    }
    pub(super) fn many(text: impl Into<String>) -> Self {
        Self { text: text.into(), many: true }
    }
    pub(super) fn is_you(&self) -> bool {
        self.text == "you"
    }
    /// With what it does: "you draw a card", "each player draws a card".
    pub(super) fn does(&self, phrase: &str) -> String {
        format!("{} {}", self.text, self.verb(phrase))
    }
    /// What it does, in the form of the verb for it.
    pub(super) fn verb(&self, phrase: &str) -> String {
        if self.many || self.is_you() { phrase.to_owned() } else { third_person(phrase) }
    }
    /// The possessive: "its", "your", "that player's".
    pub(super) fn s(&self) -> String {
        possessive(&self.text)
    }
    /// How it is called again.
    pub(super) const fn it(&self) -> &'static str {
        if self.many { "them" } else { "it" }
    }
}

/// Kinds of zones, of anybody.
pub(super) fn zones(kinds: &[ZoneKind]) -> String {
    let word = |zone: &ZoneKind| match zone {
        ZoneKind::Library => "libraries",
        ZoneKind::Hand => "hands",
        ZoneKind::Graveyard => "graveyards",
        ZoneKind::Battlefield => "the battlefield",
        ZoneKind::Stack => "the stack",
        ZoneKind::Exile => "exile",
        ZoneKind::Command => "the command zone",
        ZoneKind::Outside => "outside the game",
    };
    let words: Vec<String> = kinds.iter().map(|zone| word(zone).to_owned()).collect();
    list(&words, "or")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles() {
        for (noun, with) in [
            ("creature", "a creature"),
            ("artifact", "an artifact"),
            ("untapped land", "an untapped land"),
            ("Unicorn", "a Unicorn"),
            ("Urza's land", "an Urza's land"),
            ("8/8 Octopus", "an 8/8 Octopus"),
            ("1/1 Elf", "a 1/1 Elf"),
        ] {
            assert_eq!(a(noun), with);
        }
    }

    #[test]
    fn plurals() {
        for (one, many) in [
            ("card", "cards"),
            ("sorcery", "sorceries"),
            ("Elf", "Elves"),
            ("Dwarf", "Dwarves"),
            ("Wolf", "Wolves"),
            ("Plains", "Plains"),
            ("Human", "Humans"),
            ("Mercenary", "Mercenaries"),
            ("Ox", "Oxen"),
            ("Hero", "Heroes"),
            ("Sphinx", "Sphinxes"),
            ("Monkey", "Monkeys"),
            ("creature card", "creature cards"),
        ] {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn verbs() {
        for (base, third) in [
            ("draw a card", "draws a card"),
            ("have flying", "has flying"),
            ("can't block", "can't block"),
            ("search", "searches"),
            ("copy it", "copies it"),
            ("are red", "is red"),
        ] {
            assert_eq!(third_person(base), third);
        }
        assert_eq!(NounPhrase::one("you").does("draw a card"), "you draw a card");
        assert_eq!(NounPhrase::many("creatures").does("gain flying"), "creatures gain flying");
        assert_eq!(NounPhrase::one("each player").does("lose 1 life"), "each player loses 1 life");
    }

    #[test]
    fn lists_and_owners() {
        let words = |n: usize| ["a", "b", "c"][..n].iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        assert_eq!(list(&words(1), "and"), "a");
        assert_eq!(list(&words(2), "or"), "a or b");
        assert_eq!(list(&words(3), "and"), "a, b, and c");
        assert_eq!(possessive("you"), "your");
        assert_eq!(possessive("that player"), "that player's");
        assert_eq!(possessive("those creatures"), "those creatures'");
        assert_eq!(sentence("draw a card"), "Draw a card.");
        assert_eq!(number(7), "seven");
        assert_eq!(number(12), "12");
        assert_eq!(signed(0), "+0");
        assert_eq!(ordinal(1), "second");
    }
}
