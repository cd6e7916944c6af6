//! Keyword abilities without parameters, and kinds of counters (CR 702, 122).

use super::types::serde_as_text;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! keywords {
    ($($(#[$doc:meta])* $variant:ident = $bit:ident, $text:literal;)*) => {
        /// A keyword ability that takes no parameter and is either there or not.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Keyword { $($(#[$doc])* $variant,)* }

        impl Keyword {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// Its name in the rules.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        bitflags! {
            /// A set of keywords.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct KeywordSet: u64 {
                $(#[doc = $text] const $bit = 1 << Keyword::$variant as u64;)*
            }
        }
    };
}

keywords! {
    /// CR 702.2.
    Deathtouch = DEATHTOUCH, "deathtouch";
    /// CR 702.3.
    Defender = DEFENDER, "defender";
    /// CR 702.4.
    DoubleStrike = DOUBLE_STRIKE, "double strike";
    /// CR 702.7.
    FirstStrike = FIRST_STRIKE, "first strike";
    /// CR 702.8.
    Flash = FLASH, "flash";
    /// CR 702.9.
    Flying = FLYING, "flying";
    /// CR 702.10.
    Haste = HASTE, "haste";
    /// CR 702.11.
    Hexproof = HEXPROOF, "hexproof";
    /// CR 702.12.
    Indestructible = INDESTRUCTIBLE, "indestructible";
    /// CR 702.13.
    Intimidate = INTIMIDATE, "intimidate";
    /// CR 702.15.
    Lifelink = LIFELINK, "lifelink";
    /// CR 702.17.
    Reach = REACH, "reach";
    /// CR 702.18.
    Shroud = SHROUD, "shroud";
    /// CR 702.19.
    Trample = TRAMPLE, "trample";
    /// CR 702.20.
    Vigilance = VIGILANCE, "vigilance";
    /// CR 702.22.
    Banding = BANDING, "banding";
    /// CR 702.28.
    Shadow = SHADOW, "shadow";
    /// CR 702.31.
    Horsemanship = HORSEMANSHIP, "horsemanship";
    /// CR 702.36.
    Fear = FEAR, "fear";
    /// CR 702.51.
    Convoke = CONVOKE, "convoke";
    /// CR 702.61.
    SplitSecond = SPLIT_SECOND, "split second";
    /// CR 702.66.
    Delve = DELVE, "delve";
    /// CR 702.73.
    Changeling = CHANGELING, "changeling";
    /// CR 702.80.
    Wither = WITHER, "wither";
    /// CR 702.90.
    Infect = INFECT, "infect";
    /// CR 702.102.
    Fuse = FUSE, "fuse";
    /// CR 702.111.
    Menace = MENACE, "menace";
    /// CR 702.114.
    Devoid = DEVOID, "devoid";
    /// CR 702.118.
    Skulk = SKULK, "skulk";
    /// CR 702.126.
    Improvise = IMPROVISE, "improvise";
    /// CR 702.26.
    Phasing = PHASING, "phasing";
    /// CR 702.145b.
    Daybound = DAYBOUND, "daybound";
    /// CR 702.145e.
    Nightbound = NIGHTBOUND, "nightbound";
}

impl Keyword {
    /// The keyword as a set.
    pub const fn set(self) -> KeywordSet {
        KeywordSet::from_bits_truncate(1 << self as u64)
    }
}

/// A kind of counter (CR 122.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CounterKind {
    /// Changes power and toughness by these amounts (CR 122.1a).
    PowerToughness(i8, i8),
    /// Gives a keyword (CR 122.1b).
    Keyword(Keyword),
    /// CR 122.1e.
    Loyalty,
    /// Protects a permanent from damage and from being destroyed by effects (CR 122.1c).
    Shield,
    /// Is removed instead of untapping (CR 122.1d).
    Stun,
    /// Exiles a permanent instead of its going to a graveyard (CR 122.1h).
    Finality,
    /// On players (CR 122.1f).
    Poison,
    /// On players (CR 107.14).
    Energy,
    /// On players (CR 122.1i, 728).
    Rad,
    /// Any other kind, which only the abilities that name it care about.
    Named(Word),
}

/// A short word in ASCII, held in place: the name of a kind of counter or of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word([u8; 16]);

impl Word {
    /// The word of that text: 1 to 16 of `a-z`, `0-9`, space, `_` and `-`.
    pub fn new(text: &str) -> Option<Self> {
        let ok = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_- ".contains(b);
        let mut bytes = [0; 16];
        (!text.is_empty() && text.len() <= 16 && text.as_bytes().iter().all(ok)).then(|| {
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            Self(bytes)
        })
    }
    /// Its text.
    pub fn text(&self) -> &str {
        let end = self.0.iter().position(|b| *b == 0).unwrap_or(16);
        // Only ASCII gets in, by the constructor.
        std::str::from_utf8(&self.0[..end]).unwrap_or("")
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
fn parse_word(text: &str) -> Result<Word, String> {
    Word::new(text).ok_or_else(|| format!("`{}` is not 1 to 16 of a-z, 0-9, space, _ and -", text.escape_debug()))
}
serde_as_text!(Word, parse_word, "a short word");

/// CR 122.1b: the keywords that counters give, of those that there are here.
const COUNTED: [Keyword; 13] = [
    Keyword::Flying,
    Keyword::FirstStrike,
    Keyword::DoubleStrike,
    Keyword::Deathtouch,
    Keyword::Haste,
    Keyword::Hexproof,
    Keyword::Indestructible,
    Keyword::Lifelink,
    Keyword::Menace,
    Keyword::Reach,
    Keyword::Shadow,
    Keyword::Trample,
    Keyword::Vigilance,
];

/// Kinds of counters with rules of their own that can't be used yet, and where these rules stand.
const LACKING: [(&str, &str); 4] =
    [("decayed", "122.1b"), ("exalted", "122.1b"), ("defense", "122.1g, 310"), ("ticket", "107.17")];

fn parse_counter(text: &str) -> Result<CounterKind, String> {
    // Hexproof from something is a variant of a keyword (CR 122.1b).
    let lacking = LACKING.iter().find(|(kind, _)| *kind == text).map(|(_, rule)| *rule);
    if let Some(rule) = lacking.or(text.starts_with("hexproof from").then_some("122.1b")) {
        return Err(format!("`{}` counters have rules (CR {rule}) that can't be used yet", text.escape_debug()));
    }
    Ok(match text {
        "loyalty" => CounterKind::Loyalty,
        "shield" => CounterKind::Shield,
        "stun" => CounterKind::Stun,
        "finality" => CounterKind::Finality,
        "poison" => CounterKind::Poison,
        "energy" => CounterKind::Energy,
        "rad" => CounterKind::Rad,
        _ => {
            if let Some(keyword) = COUNTED.iter().find(|k| k.text() == text) {
                return Ok(CounterKind::Keyword(*keyword));
            }
            if let Some((Ok(power), Ok(toughness))) = text.split_once('/').map(|(p, t)| (p.parse(), t.parse())) {
                return Ok(CounterKind::PowerToughness(power, toughness));
            }
            CounterKind::Named(parse_word(text)?)
        }
    })
}
impl fmt::Display for CounterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // CR 122.1a: a zero has the sign of the other number.
            Self::PowerToughness(0, t) if *t < 0 => write!(f, "-0/{t}"),
            Self::PowerToughness(p, 0) if *p < 0 => write!(f, "{p}/-0"),
            Self::PowerToughness(p, t) => write!(f, "{p:+}/{t:+}"),
            Self::Keyword(k) => f.write_str(k.text()),
            Self::Loyalty => f.write_str("loyalty"),
            Self::Shield => f.write_str("shield"),
            Self::Stun => f.write_str("stun"),
            Self::Finality => f.write_str("finality"),
            Self::Poison => f.write_str("poison"),
            Self::Energy => f.write_str("energy"),
            Self::Rad => f.write_str("rad"),
            Self::Named(word) => write!(f, "{word}"),
        }
    }
}
serde_as_text!(CounterKind, parse_counter, "a kind of counter such as \"+1/+1\" or \"fade\"");
