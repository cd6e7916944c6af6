//! Colours, mana symbols and mana costs (CR 105, 107.4, 202).

use super::types::serde_as_text;
use crate::model::by_field::clone_by_field;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// One of the five colours (CR 105.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Color {
    /// White.
    White,
    /// Blue.
    Blue,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Green.
    Green,
}

impl Color {
    /// The five, in the order of CR 105.1.
    pub const ALL: [Self; 5] = [Self::White, Self::Blue, Self::Black, Self::Red, Self::Green];
    /// The letter of its mana symbol.
    pub const fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G'][self as usize]
    }
    /// The English word, in small letters: also what clients get.
    pub const fn word(self) -> &'static str {
        ["white", "blue", "black", "red", "green"][self as usize]
    }
    fn from_letter(c: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == c)
    }
}

bitflags! {
    /// A set of colours; empty is colourless.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct ColorSet: u8 {
        /// White.
        const WHITE = 1;
        /// Blue.
        const BLUE = 2;
        /// Black.
        const BLACK = 4;
        /// Red.
        const RED = 8;
        /// Green.
        const GREEN = 16;
    }
}

impl ColorSet {
    /// Only `color`.
    pub const fn only(color: Color) -> Self {
        Self::from_bits_truncate(1 << color as u8)
    }
    /// Its colours in the order of CR 105.1.
    pub fn colors(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |c| self.contains(Self::only(*c)))
    }
}

impl FromIterator<Color> for ColorSet {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        colors.into_iter().fold(Self::empty(), |set, c| set | Self::only(c))
    }
}

/// A type of mana (CR 106.1b): a colour or colourless. Its number is also its place in a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ManaType {
    /// White mana.
    W,
    /// Blue mana.
    U,
    /// Black mana.
    B,
    /// Red mana.
    R,
    /// Green mana.
    G,
    /// Colourless mana.
    C,
}

impl ManaType {
    /// The six types.
    pub const ALL: [Self; 6] = [Self::W, Self::U, Self::B, Self::R, Self::G, Self::C];
    /// The five that are colours.
    pub const COLORED: [Self; 5] = [Self::W, Self::U, Self::B, Self::R, Self::G];
    /// The type as one bit of a mask.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
    /// The mana of a colour.
    pub const fn of(color: Color) -> Self {
        Self::ALL[color as usize]
    }
    /// Its letter.
    pub const fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G', 'C'][self as usize]
    }
}

/// One symbol of a mana cost (CR 107.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ManaSymbol {
    /// A number: that much mana of any type.
    Generic(u8),
    /// `{X}`.
    X,
    /// One mana of one type, colourless included.
    Typed(ManaType),
    /// Either of two types, as a mask of [`ManaType::bit`] (CR 107.4e).
    Hybrid(u8),
    /// Two generic or one of a type.
    TwoOr(ManaType),
    /// One of a type (or of several: a mask) or 2 life (CR 107.4f).
    Phyrexian(u8),
    /// One mana from a snow source (CR 107.4h).
    Snow,
}

/// A mana cost: its symbols in the order in which they are written.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct ManaCost(pub SmallVec<[ManaSymbol; 6]>);

clone_by_field! {
    ManaCost[list]
}

impl ManaCost {
    /// Reads `{2}{G/U}{R}`.
    ///
    /// # Errors
    /// Says which symbol is unknown.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut symbols = SmallVec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let inner = rest.strip_prefix('{').and_then(|r| r.split_once('}'));
            let Some((symbol, tail)) = inner else { return Err(format!("`{rest}` is not a symbol in braces")) };
            symbols
                .push(parse_symbol(symbol).ok_or_else(|| format!("`{{{symbol}}}` is not a mana symbol of CR 107.4"))?);
            rest = tail;
        }
        Ok(Self(symbols))
    }

    /// CR 202.3: the mana value, with `x` for each `{X}` (0 except on the stack).
    pub fn mana_value(&self, x: i32) -> i32 {
        self.0
            .iter()
            .map(|s| match s {
                ManaSymbol::Generic(n) => i32::from(*n),
                ManaSymbol::X => x,
                ManaSymbol::TwoOr(_) => 2,
                ManaSymbol::Typed(_) | ManaSymbol::Hybrid(_) | ManaSymbol::Phyrexian(_) | ManaSymbol::Snow => 1,
            })
            .sum()
    }

    /// CR 202.2: the colours of the symbols in the cost.
    pub fn colors(&self) -> ColorSet {
        self.0.iter().fold(ColorSet::empty(), |set, s| {
            set | match s {
                ManaSymbol::Typed(t) | ManaSymbol::TwoOr(t) => ColorSet::from_bits_truncate(t.bit()),
                ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => ColorSet::from_bits_truncate(*mask),
                ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => ColorSet::empty(),
            }
        })
    }

    /// CR 709.4b: the symbols of both, the generic mana as one symbol.
    pub fn combined(&self, other: &Self) -> Self {
        let all = || self.0.iter().chain(&other.0);
        let generic =
            all().fold(0u8, |sum, s| if let ManaSymbol::Generic(n) = s { sum.saturating_add(*n) } else { sum });
        let is_x = |s: &&ManaSymbol| matches!(s, ManaSymbol::X);
        let rest = all().filter(|s| !matches!(s, ManaSymbol::X | ManaSymbol::Generic(_)));
        let generic = (generic > 0).then_some(ManaSymbol::Generic(generic));
        Self(all().filter(is_x).copied().chain(generic).chain(rest.copied()).collect())
    }

    /// The least mana with which it could be paid: X is 0, and what life can pay for it does.
    pub fn least_mana(&self) -> u32 {
        let least = |symbol: &ManaSymbol| match symbol {
            ManaSymbol::Generic(n) => u32::from(*n),
            ManaSymbol::X | ManaSymbol::Phyrexian(_) => 0,
            ManaSymbol::Typed(_) | ManaSymbol::Hybrid(_) | ManaSymbol::Snow | ManaSymbol::TwoOr(_) => 1,
        };
        self.0.iter().map(least).sum()
    }

    /// How many `{X}` it has.
    pub fn x_count(&self) -> u32 {
        self.0.iter().filter(|s| matches!(s, ManaSymbol::X)).count() as u32
    }
}

fn parse_type(letter: &str) -> Option<ManaType> {
    match letter {
        "C" => Some(ManaType::C),
        _ => {
            let mut letters = letter.chars();
            let color = Color::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(ManaType::of(color))
        }
    }
}

fn parse_symbol(symbol: &str) -> Option<ManaSymbol> {
    if let Ok(n) = symbol.parse::<u8>() {
        return Some(ManaSymbol::Generic(n));
    }
    let parts: SmallVec<[&str; 3]> = symbol.split('/').collect();
    Some(match parts.as_slice() {
        ["X"] => ManaSymbol::X,
        ["S"] => ManaSymbol::Snow,
        [one] => ManaSymbol::Typed(parse_type(one)?),
        ["2", t] => ManaSymbol::TwoOr(parse_type(t)?),
        [t, "P"] => ManaSymbol::Phyrexian(parse_type(t)?.bit()),
        [a, b] => ManaSymbol::Hybrid(parse_type(a)?.bit() | parse_type(b)?.bit()),
        [a, b, "P"] => ManaSymbol::Phyrexian(parse_type(a)?.bit() | parse_type(b)?.bit()),
        _ => return None,
    })
}

pub(crate) fn letters(mask: u8) -> String {
    let of = ManaType::ALL.into_iter().filter(|t| mask & t.bit() != 0).map(|t| t.letter().to_string());
    of.collect::<Vec<_>>().join("/")
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generic(n) => write!(f, "{{{n}}}"),
            Self::X => f.write_str("{X}"),
            Self::Typed(t) => write!(f, "{{{}}}", t.letter()),
            Self::Hybrid(mask) => write!(f, "{{{}}}", letters(*mask)),
            Self::TwoOr(t) => write!(f, "{{2/{}}}", t.letter()),
            Self::Phyrexian(mask) => write!(f, "{{{}/P}}", letters(*mask)),
            Self::Snow => f.write_str("{S}"),
        }
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|s| write!(f, "{s}"))
    }
}

serde_as_text!(ManaCost, ManaCost::parse, "a mana cost such as \"{1}{R}\"");
