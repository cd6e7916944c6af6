//! Words of a class: they are read and written by functions, and there are too many of them for rules.

use super::super::lex::Token;
use super::super::syntax::{Leaf, Several, Val, Value};
use super::help::n;
use crate::cards::def::*;
use crate::cards::text::plural;
use bevy_platform::collections::{HashMap, HashSet};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use std::sync::{LazyLock, OnceLock};

fn text(tokens: &[Token]) -> Option<&str> {
    tokens.first().map(|t| &*t.text)
}

fn get<T: Value>(val: &Val) -> Option<T> {
    T::unwrap(val.clone())
}

/// Subtypes: "Goblin", "Goblins".
pub(super) const SUBTYPE: Leaf = Leaf {
    read: |tokens, many| {
        static ALL: OnceLock<[HashMap<String, Subtype>; 2]> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let one = |s: Subtype| (s.name().to_owned(), s);
            [Subtype::all().map(one).collect(), Subtype::all().map(|s| (plural(s.name()), s)).collect()]
        });
        let subtype = all[usize::from(many)].get(text(tokens)?)?;
        Some((subtype.wrap(), 1))
    },
    write: |val, many| {
        let name = get::<Subtype>(val)?.name();
        Some(vec![if many { plural(name) } else { name.to_owned() }])
    },
    several: None,
};

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Numbers in words from two: "one" is a matter of the singular.
pub(super) const WORDS: Leaf = Leaf {
    read: |tokens, _| {
        let at = NUMBERS.iter().skip(2).position(|word| Some(*word) == text(tokens))?;
        Some(((at as i32 + 2).wrap(), 1))
    },
    write: |val, _| {
        let number = usize::try_from(get::<i32>(val)?).ok().filter(|n| *n >= 2)?;
        Some(vec![(*NUMBERS.get(number)?).to_owned()])
    },
    several: None,
};

/// Numbers in digits.
pub(super) const DIGITS: Leaf = Leaf {
    read: |tokens, _| {
        let word = text(tokens)?;
        let plain =
            word.len() <= 6 && word.bytes().all(|b| b.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
        Some((plain.then(|| word.parse::<i32>().ok())??.wrap(), 1))
    },
    write: |val, _| get::<i32>(val).filter(|n| *n >= 0).map(|n| vec![n.to_string()]),
    several: None,
};

fn minus_x() -> Quantity {
    Quantity::Minus(Box::new(n(0)), Box::new(Quantity::X))
}

fn signed(word: &str) -> Option<Quantity> {
    match word {
        "+X" => Some(Quantity::X),
        "-X" => Some(minus_x()),
        _ => word.starts_with(['+', '-']).then(|| word.parse().ok().map(Quantity::N))?,
    }
}

fn write_signed(quantity: &Quantity, other: &Quantity) -> Option<String> {
    let negative = |q: &Quantity| matches!(q, Quantity::N(n) if *n < 0) || *q == minus_x();
    Some(match quantity {
        Quantity::X => "+X".to_owned(),
        q if *q == minus_x() => "-X".to_owned(),
        // A zero has the sign of the other number.
        Quantity::N(0) if negative(other) => "-0".to_owned(),
        Quantity::N(n) => format!("{n:+}"),
        _ => return None,
    })
}

/// Changes of power and toughness: "+2/+2", "-X/-0".
pub(super) const CHANGE: Leaf = Leaf {
    read: |tokens, _| {
        let (power, toughness) = text(tokens)?.split_once('/')?;
        Some(((signed(power)?, signed(toughness)?).wrap(), 1))
    },
    write: |val, _| {
        let (power, toughness) = get::<(Quantity, Quantity)>(val)?;
        Some(vec![format!("{}/{}", write_signed(&power, &toughness)?, write_signed(&toughness, &power)?)])
    },
    several: None,
};

fn plain(word: &str) -> Option<Quantity> {
    match word {
        "X" => Some(Quantity::X),
        _ => word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok().map(Quantity::N))?,
    }
}

/// Power and toughness: "2/2", "X/X".
pub(super) const BODY: Leaf = Leaf {
    read: |tokens, _| {
        let (power, toughness) = text(tokens)?.split_once('/')?;
        Some(((plain(power)?, plain(toughness)?).wrap(), 1))
    },
    write: |val, _| {
        let word = |q: &Quantity| match q {
            Quantity::X => Some("X".to_owned()),
            Quantity::N(n) if *n >= 0 => Some(n.to_string()),
            _ => None,
        };
        let (power, toughness) = get::<(Quantity, Quantity)>(val)?;
        Some(vec![format!("{}/{}", word(&power)?, word(&toughness)?)])
    },
    several: None,
};

/// Mana symbols in a row.
pub(super) const MANA: Leaf = Leaf {
    read: |tokens, _| {
        let word = text(tokens).filter(|w| w.starts_with('{'))?;
        Some((ManaCost::parse(word).ok()?.wrap(), 1))
    },
    write: |val, _| get::<ManaCost>(val).filter(|m| !m.0.is_empty()).map(|m| vec![m.to_string()]),
    several: None,
};

/// Energy symbols in a row.
pub(super) const ENERGY: Leaf = Leaf {
    read: |tokens, _| {
        let word = text(tokens).filter(|w| w.starts_with("{E}"))?;
        let count = word.len() / 3;
        (word == "{E}".repeat(count)).then(|| ((count as i32).wrap(), 1))
    },
    write: |val, _| Some(vec!["{E}".repeat(usize::try_from(get::<i32>(val)?).ok().filter(|n| *n > 0)?)]),
    several: None,
};

/// Loyalty costs in brackets.
pub(super) const LOYALTY: Leaf = Leaf {
    read: |tokens, _| {
        let word = text(tokens)?.strip_prefix('[')?.strip_suffix(']')?;
        if word != "0" && !word.starts_with(['+', '-']) {
            return None;
        }
        Some((word.parse::<i32>().ok()?.wrap(), 1))
    },
    write: |val, _| match get::<i32>(val)? {
        0 => Some(vec!["[0]".to_owned()]),
        n => Some(vec![format!("[{n:+}]")]),
    },
    several: None,
};

/// The numbers of chapters (CR 714.2a).
const CHAPTERS: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/// Numbers of chapters.
pub(super) const CHAPTER: Leaf = Leaf {
    read: |tokens, _| {
        let at = CHAPTERS.iter().position(|number| Some(*number) == text(tokens))?;
        Some(((at as i32 + 1).wrap(), 1))
    },
    write: |val, _| {
        let at = usize::try_from(get::<i32>(val)?).ok()?.checked_sub(1)?;
        Some(vec![(*CHAPTERS.get(at)?).to_owned()])
    },
    several: None,
};

/// Words before "counter" that say which one, and no kind.
const NO_KIND: [&str; 34] = [
    "a",
    "an",
    "the",
    "that",
    "those",
    "these",
    "this",
    "any",
    "all",
    "each",
    "every",
    "no",
    "another",
    "other",
    "more",
    "fewer",
    "of",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "many",
    "additional",
    "chosen",
    "to",
    "can't",
    "or",
    "and",
];

/// Whether a word before "counter" may be its kind, or the end of it.
fn is_kind(word: &str) -> bool {
    let named = word.bytes().all(|b| b.is_ascii_lowercase()) || word.contains('/');
    named && !NO_KIND.contains(&word)
}

/// Kinds of counters: "+1/+1", "charge", "first strike".
pub(super) const COUNTER: Leaf = Leaf {
    read: |tokens, _| {
        let of = |word: &str| {
            let read: StrDeserializer<'_, Error> = word.into_deserializer();
            CounterKind::deserialize(read).ok()
        };
        // A list of kinds ends with one that the word follows.
        let listed = |at: usize| {
            let rest = tokens.get(at..).unwrap_or_default().iter().map(|t| &*t.text);
            let mut list = rest.skip_while(|word| is_kind(word) || matches!(*word, "," | "or"));
            list.next() == Some("counter")
        };
        let ends = |at: usize| match tokens.get(at).map(|t| &*t.text) {
            Some("counter" | "counters") => true,
            Some("," | "or") => listed(at),
            _ => false,
        };
        let first = text(tokens)?;
        if ends(2) && matches!(first, "first" | "double") {
            return Some((of(&format!("{first} {}", tokens[1].text))?.wrap(), 2));
        }
        if !ends(1) || !is_kind(first) {
            return None;
        }
        Some((of(first)?.wrap(), 1))
    },
    write: |val, _| Some(get::<CounterKind>(val)?.to_string().split(' ').map(str::to_owned).collect()),
    several: Some(Several {
        opens: |word| is_kind(word),
        closes: |word| is_kind(word),
        joins: |before, _| matches!(before, "first" | "double"),
    }),
};

/// Whether two words stand side by side in one of several names.
fn side_by_side<'a>(names: impl Iterator<Item = &'a str>, before: &str, after: &str) -> bool {
    let mut several = names.filter(|name| name.contains(' '));
    several.any(|name| name.split(' ').zip(name.split(' ').skip(1)).any(|pair| pair == (before, after)))
}

/// The words of all keywords without parameters.
#[derive(Default)]
struct KeywordWords {
    /// By first word: each keyword with all of its words.
    by_first: HashMap<&'static str, Vec<(Keyword, Vec<&'static str>)>>,
    lasts: HashSet<&'static str>,
    /// Words that stand side by side.
    pairs: HashSet<(&'static str, &'static str)>,
}

static KEYWORD_WORDS: LazyLock<KeywordWords> = LazyLock::new(|| {
    let mut all = KeywordWords::default();
    for keyword in Keyword::ALL.iter().copied() {
        let words: Vec<&str> = keyword.text().split(' ').collect();
        all.lasts.extend(words.last());
        all.pairs.extend(words.windows(2).map(|pair| (pair[0], pair[1])));
        all.by_first.entry(words[0]).or_default().push((keyword, words));
    }
    all
});

/// Keywords without parameters.
pub(super) const KEYWORD: Leaf = Leaf {
    read: |tokens, _| {
        let all = KEYWORD_WORDS.by_first.get(text(tokens)?)?;
        let fits = |words: &[&str]| {
            words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| **word == token.text)
        };
        let (keyword, words) = all.iter().filter(|(_, words)| fits(words)).max_by_key(|(k, _)| k.text().len())?;
        Some((keyword.wrap(), words.len()))
    },
    write: |val, _| Some(get::<Keyword>(val)?.text().split(' ').map(str::to_owned).collect()),
    several: Some(Several {
        opens: |word| KEYWORD_WORDS.by_first.contains_key(word),
        closes: |word| KEYWORD_WORDS.lasts.contains(word),
        joins: |before, after| KEYWORD_WORDS.pairs.contains(&(before, after)),
    }),
};

/// Small words that may stand within a name.
const WITHIN_NAMES: [&str; 9] = ["of", "the", "a", "to", "in", "from", "for", "with", "and"];

/// Whether a word may stand between the words with capitals of a name.
fn is_within_name(word: &str) -> bool {
    WITHIN_NAMES.contains(&word) || matches!(word, "," | "'s")
}

/// A name as words of a text.
fn name_words(name: &str) -> Vec<String> {
    name.replace(',', " ,").replace("'s ", " 's ").split(' ').map(str::to_owned).collect()
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Names of cards and tokens: words with capitals, and small ones between them. After a comma a name continues with a capital.
pub(super) const NAME: Leaf = Leaf {
    read: |tokens, _| {
        let mut length = 0;
        for (at, token) in tokens.iter().enumerate() {
            let goes_on = || tokens.get(at + 1).is_some_and(|next| is_capital(&next.text));
            if is_capital(&token.text) {
                length = at + 1;
            } else if at == 0 || !is_within_name(&token.text) || (&*token.text == "," && !goes_on()) {
                break;
            }
        }
        let words: Vec<&str> = tokens[..length].iter().map(|t| &*t.text).collect();
        (length > 0).then(|| (joined(&words).wrap(), length))
    },
    write: |val, _| Some(name_words(&get::<String>(val)?)),
    several: Some(Several {
        opens: is_capital,
        closes: is_capital,
        joins: |before, after| [before, after].iter().all(|word| is_capital(word) || is_within_name(word)),
    }),
};

/// A name to the end of the line, with commas. Its words begin with capitals, but for small ones.
pub(super) const WHOLE_NAME: Leaf = Leaf {
    read: |tokens, _| {
        let words = tokens.iter().all(|t| is_in_name(&t.text));
        let capital = |t: &Token| t.start == tokens[0].start || !WITHIN_NAMES.contains(&&*t.text);
        let word = |t: &Token| if capital(t) { capitalised(&t.text) } else { t.text.to_string() };
        let texts: Vec<String> = tokens.iter().map(word).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        (words && !tokens.is_empty()).then(|| (joined(&texts).wrap(), tokens.len()))
    },
    write: |val, _| Some(name_words(&get::<String>(val)?)),
    several: Some(Several {
        opens: is_in_name,
        closes: is_in_name,
        joins: |before, after| is_in_name(before) && is_in_name(after),
    }),
};

/// Whether a word may stand in a name with commas.
fn is_in_name(word: &str) -> bool {
    word.starts_with(char::is_alphanumeric) || matches!(word, "," | "'s" | "&")
}

fn capitalised(word: &str) -> String {
    let first = word.chars().next().map_or(0, char::len_utf8);
    word[..first].to_uppercase() + &word[first..]
}

/// Words as they stand in a name.
fn joined(words: &[&str]) -> String {
    let mut name = String::new();
    for word in words {
        let tight = matches!(*word, "," | "'s");
        let space = if name.is_empty() || tight { "" } else { " " };
        name.push_str(space);
        name.push_str(word);
    }
    name
}

/// Tokens that the rules define (CR 111.10) and that can be made, but for Roles.
#[rustfmt::skip]
const PREDEFINED_TOKENS: [&str; 13] = [
    "Treasure", "Clue", "Food", "Blood", "Gold", "Lander", "Map", "Mutagen", "Junk", "Powerstone", "Shard", "Vibranium", "Walker",
];

/// Roles that the rules define (CR 111.10j-r).
const ROLES: [&str; 7] = ["Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero"];

fn one_of(names: &[&str], tokens: &[Token]) -> Option<(Val, usize)> {
    names.iter().find_map(|name| {
        let length = name.split(' ').count();
        let words = tokens.get(..length)?;
        let same = words.iter().zip(name.split(' ')).all(|(token, word)| &*token.text == word);
        same.then(|| ((*name).to_owned().wrap(), length))
    })
}

fn as_named(names: &[&str], val: &Val) -> Option<Vec<String>> {
    let name = get::<String>(val)?;
    names.contains(&name.as_str()).then(|| name.split(' ').map(str::to_owned).collect())
}

/// The names of predefined tokens.
pub(super) const PREDEFINED: Leaf = Leaf {
    read: |tokens, _| one_of(&PREDEFINED_TOKENS, tokens),
    write: |val, _| as_named(&PREDEFINED_TOKENS, val),
    several: None,
};

/// The names of predefined Roles.
pub(super) const ROLE: Leaf = Leaf {
    read: |tokens, _| one_of(&ROLES, tokens),
    write: |val, _| as_named(&ROLES, val),
    several: Some(Several {
        opens: |word| ROLES.iter().any(|name| name.split(' ').next() == Some(word)),
        closes: |word| ROLES.iter().any(|name| name.split(' ').next_back() == Some(word)),
        joins: |before, after| side_by_side(ROLES.into_iter(), before, after),
    }),
};

/// The words that begin with a capital only where a sentence begins, of all classes.
pub(in crate::cards::oracle) fn words() -> Vec<&'static str> {
    let keywords = Keyword::ALL.iter().flat_map(|k| k.text().split(' '));
    keywords.chain(NUMBERS).collect()
}
