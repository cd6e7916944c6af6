//! Whole definitions: cards and tokens.

use super::ability::AbilityDef;
use super::mana::{Color, ManaCost};
use super::types::{Subtype, TypeLine};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// The version of the card format that this build reads.
pub const FORMAT: u16 = 1;

/// A card as its file writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, rename = "Card")]
pub struct CardDef {
    /// The version of the format; a file of another version is refused.
    pub format: u16,
    /// The card's name (CR 201).
    pub name: String,
    /// The mana cost; without one the card has no mana cost and it can't be paid (CR 118.6, 202.1b).
    #[serde(default)]
    pub cost: Option<ManaCost>,
    /// The colour indicator (CR 204).
    #[serde(default)]
    pub color_indicator: Vec<Color>,
    /// The type line.
    pub types: TypeLine,
    /// Power and toughness; `None` for a value that an ability defines (`*`).
    #[serde(default)]
    pub pt: Option<(Option<i32>, Option<i32>)>,
    /// Starting loyalty.
    #[serde(default)]
    pub loyalty: Option<i32>,
    /// The defense of a battle (CR 210).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defense: Option<i32>,
    /// The abilities in the order of the text.
    #[serde(default)]
    pub abilities: Vec<AbilityDef>,
    /// The other half or face, and how it goes with this one.
    #[serde(default)]
    pub other: Option<(Layout, Box<FaceDef>)>,
}

/// How two faces of a card go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum Layout {
    /// Two halves on the front: each can be cast, and outside the stack the card is both together (CR 709).
    Split,
    /// A front and a back; it is played with its front face up, and turned over on the battlefield (CR 712).
    Transform,
    /// A front and a back, either of which can be played (CR 712).
    ModalDoubleFaced,
    /// A permanent card that can also be cast as an instant or sorcery, its Adventure, and afterwards from exile as the
    /// permanent (CR 715).
    Adventure,
    /// A permanent card that can also be cast as an instant or sorcery, its Omen, and is then shuffled into the library (CR
    /// 720).
    Omen,
    /// A permanent card with a prepare spell, an instant or sorcery: while the permanent is prepared, a copy of that is in exile and
    /// can be cast (CR 722).
    Prepare,
    /// A meld card (CR 712.4): a front, and the combined back of the permanent that it and the other card of its pair meld into.
    /// Both cards of a pair write the same back.
    Meld,
    /// Two halves, the second upside down: on the battlefield it can be flipped to that, for good (CR 710).
    Flip,
    /// A card with another mana cost, power and toughness (CR 718): no file says this, the keyword stands for it.
    #[serde(skip_deserializing)]
    Prototype,
    /// Split cards that are permanents, with one type line for both halves (CR 709.5): a file says `Split`.
    #[serde(skip_deserializing)]
    SharedTypeLine,
}

/// A further face.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, rename = "Face")]
pub struct FaceDef {
    /// Its name.
    pub name: String,
    /// Its mana cost.
    #[serde(default)]
    pub cost: Option<ManaCost>,
    /// Its colour indicator.
    #[serde(default)]
    pub color_indicator: Vec<Color>,
    /// Its type line.
    pub types: TypeLine,
    /// Its power and toughness.
    #[serde(default)]
    pub pt: Option<(Option<i32>, Option<i32>)>,
    /// Its starting loyalty.
    #[serde(default)]
    pub loyalty: Option<i32>,
    /// Its defense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defense: Option<i32>,
    /// Its abilities.
    #[serde(default)]
    pub abilities: Vec<AbilityDef>,
}

/// A token (CR 111.3). Without a name it is called by its subtypes and the word "Token" (111.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, rename = "Token")]
pub struct TokenDef {
    /// Its name, if the effect gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its colours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<Color>,
    /// Its type line.
    pub types: TypeLine,
    /// Its power and toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pt: Option<(Option<i32>, Option<i32>)>,
    /// Its abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<AbilityDef>,
    /// Its back face, if it is double-faced (CR 111.10i); that has none of its own.
    #[serde(default, deserialize_with = "back_face", skip_serializing_if = "Option::is_none")]
    pub back: Option<Box<TokenDef>>,
}

/// A back face, which has no further one.
fn back_face<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Box<TokenDef>>, D::Error> {
    match Option::<Box<TokenDef>>::deserialize(deserializer)? {
        Some(back) if back.back.is_some() => {
            Err(serde::de::Error::custom("the back face of a token has a back face of its own"))
        }
        back => Ok(back),
    }
}

impl TokenDef {
    /// The token as a card: it has no mana cost, and its colours are given (CR 111.3, 114.3).
    pub fn card(&self) -> CardDef {
        let FaceDef { name, cost, color_indicator, types, pt, loyalty, defense, abilities } = self.face();
        let other = self.back.as_ref().map(|back| (Layout::Transform, Box::new(back.face())));
        CardDef { format: FORMAT, name, cost, color_indicator, types, pt, loyalty, defense, abilities, other }
    }

    /// The token as a face of a card.
    fn face(&self) -> FaceDef {
        FaceDef {
            name: self.name.clone().unwrap_or_else(|| usual_name(&self.types)),
            cost: None,
            color_indicator: self.colors.clone(),
            types: self.types,
            pt: self.pt,
            loyalty: None,
            defense: None,
            abilities: self.abilities.clone(),
        }
    }

    /// The token that [`TokenDef::card`] has made a card of.
    pub fn of(card: &CardDef) -> Self {
        Self {
            name: (card.name != usual_name(&card.types)).then(|| card.name.clone()),
            colors: card.color_indicator.clone(),
            types: card.types,
            pt: card.pt,
            abilities: card.abilities.clone(),
            back: card.other.as_ref().map(|(_, face)| Box::new(Self::of_face(face))),
        }
    }

    fn of_face(face: &FaceDef) -> Self {
        Self {
            name: (face.name != usual_name(&face.types)).then(|| face.name.clone()),
            colors: face.color_indicator.clone(),
            types: face.types,
            pt: face.pt,
            abilities: face.abilities.clone(),
            back: None,
        }
    }
}

/// CR 111.4: a token without a name is called by its subtypes and "Token".
fn usual_name(types: &TypeLine) -> String {
    let words: Vec<_> = types.subtypes.iter().map(Subtype::name).chain(std::iter::once("Token")).collect();
    words.join(" ")
}
