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
    /// Any damage that it deals to a creature is enough to destroy that (CR 702.2b).
    Deathtouch = DEATHTOUCH, "deathtouch";
    /// It isn't able to attack (CR 702.3b).
    Defender = DEFENDER, "defender";
    /// It deals combat damage twice: with first strike, and again with all others (CR 702.4b).
    DoubleStrike = DOUBLE_STRIKE, "double strike";
    /// It deals combat damage before creatures that have neither this nor double strike (CR 702.7b).
    FirstStrike = FIRST_STRIKE, "first strike";
    /// It can be cast whenever its player could cast an instant (CR 702.8a).
    Flash = FLASH, "flash";
    /// Only creatures with flying or reach can block it (CR 702.9b).
    Flying = FLYING, "flying";
    /// It can attack and pay {T} and {Q} as soon as it has come under its controller's control (CR 702.10b, c).
    Haste = HASTE, "haste";
    /// Spells and abilities of opponents can't target it (CR 702.11b, c).
    Hexproof = HEXPROOF, "hexproof";
    /// Neither effects nor lethal damage destroy it (CR 702.12b).
    Indestructible = INDESTRUCTIBLE, "indestructible";
    /// Only artifact creatures and creatures that share a colour with it can block it (CR 702.13b).
    Intimidate = INTIMIDATE, "intimidate";
    /// Its controller gains as much life as it deals damage (CR 702.15b).
    Lifelink = LIFELINK, "lifelink";
    /// It can block creatures with flying (CR 702.17b).
    Reach = REACH, "reach";
    /// No spell or ability can target it (CR 702.18a).
    Shroud = SHROUD, "shroud";
    /// Combat damage that is more than lethal for its blockers may go to what it attacks (CR 702.19b).
    Trample = TRAMPLE, "trample";
    /// It doesn't tap as it attacks (CR 702.20b).
    Vigilance = VIGILANCE, "vigilance";
    /// It attacks in a band with others; its controller divides combat damage among the band, or among those that block
    /// together with it (CR 702.22c, j, k).
    Banding = BANDING, "banding";
    /// It can only block creatures with shadow, and only these can block it (CR 702.28b).
    Shadow = SHADOW, "shadow";
    /// Only creatures with horsemanship can block it (CR 702.31b).
    Horsemanship = HORSEMANSHIP, "horsemanship";
    /// Only artifact creatures and black creatures can block it (CR 702.36b).
    Fear = FEAR, "fear";
    /// Creatures may be tapped to pay for the spell: each for {1}, or for one mana of a colour that it has (CR 702.51a).
    Convoke = CONVOKE, "convoke";
    /// While the spell is on the stack, nobody can cast spells or activate abilities other than mana abilities (CR
    /// 702.61a).
    SplitSecond = SPLIT_SECOND, "split second";
    /// Cards may be exiled from the graveyard to pay for the spell, each for {1} (CR 702.66a).
    Delve = DELVE, "delve";
    /// It has all creature types (CR 702.73a).
    Changeling = CHANGELING, "changeling";
    /// Its damage to creatures takes the form of -1/-1 counters (CR 702.80a).
    Wither = WITHER, "wither";
    /// Its damage takes the form of -1/-1 counters on creatures and of poison counters on players (CR 702.90b, c).
    Infect = INFECT, "infect";
    /// Both halves of the split card can be cast as one spell, from the hand (CR 702.102a).
    Fuse = FUSE, "fuse";
    /// It can't be blocked by one creature alone (CR 702.111b).
    Menace = MENACE, "menace";
    /// It has no colour, whatever its mana cost (CR 702.114a).
    Devoid = DEVOID, "devoid";
    /// Creatures with more power than it has can't block it (CR 702.118b).
    Skulk = SKULK, "skulk";
    /// Artifacts may be tapped to pay for the spell, each for {1} (CR 702.126a).
    Improvise = IMPROVISE, "improvise";
    /// It phases out as its controller's untap step begins, and in again in the next one (CR 702.26a).
    Phasing = PHASING, "phasing";
    /// On a front face: as it becomes night, it transforms (CR 702.145b).
    Daybound = DAYBOUND, "daybound";
    /// On a back face: as it becomes day, it transforms (CR 702.145e).
    Nightbound = NIGHTBOUND, "nightbound";
    /// It enters with two loyalty counters fewer for each Phyrexian symbol of its cost that was paid with life (CR 702.150a).
    Compleated = COMPLEATED, "compleated";
    /// On a Saga: it enters with as many lore counters as is chosen, and the chapters before that are left out (CR 702.155a-b).
    ReadAhead = READ_AHEAD, "read ahead";
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
    /// How much loyalty a planeswalker has; with none it goes to the graveyard (CR 122.1e).
    Loyalty,
    /// How much defense a battle has; with none it goes to the graveyard (CR 122.1g).
    Defense,
    /// Protects a permanent from damage and from being destroyed by effects (CR 122.1c).
    Shield,
    /// Is removed instead of untapping (CR 122.1d).
    Stun,
    /// Exiles a permanent instead of its going to a graveyard (CR 122.1h).
    Finality,
    /// On players; one with ten or more loses the game (CR 122.1f).
    Poison,
    /// On players, who pay costs with them (CR 107.14).
    Energy,
    /// On players, who mill cards for them in their precombat main phase, and lose life for nonland cards (CR 122.1i,
    /// 728.1).
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
const LACKING: [(&str, &str); 3] = [("decayed", "122.1b"), ("exalted", "122.1b"), ("ticket", "107.17")];

fn parse_counter(text: &str) -> Result<CounterKind, String> {
    // Hexproof from something is a variant of a keyword (CR 122.1b).
    let lacking = LACKING.iter().find(|(kind, _)| *kind == text).map(|(_, rule)| *rule);
    if let Some(rule) = lacking.or(text.starts_with("hexproof from").then_some("122.1b")) {
        return Err(format!("`{}` counters have rules (CR {rule}) that can't be used yet", text.escape_debug()));
    }
    Ok(match text {
        "loyalty" => CounterKind::Loyalty,
        "defense" => CounterKind::Defense,
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
            Self::Defense => f.write_str("defense"),
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
