//! What a card says of itself, as bulk files have it.

use crate::cards::def::Color;

/// A card with the text of each of its faces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardText {
    /// Its name; of several faces those of both, with ` // ` between.
    pub name: String,
    /// How the faces go together, in the words of Scryfall: `normal`, `transform`, `modal_dfc`, `split`, `adventure`, `flip` ...
    pub layout: String,
    /// The faces, front or left first.
    pub faces: Vec<FaceText>,
}

/// One face of a card. What a face doesn't have is empty or `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FaceText {
    /// The face's own name.
    pub name: String,
    /// The mana cost in braces; empty if it has none (CR 202.1b).
    pub mana_cost: String,
    /// The whole type line, with a dash before the subtypes.
    pub type_line: String,
    /// The rules text, one ability a line, with reminder text.
    pub text: String,
    /// The power as printed, `*` included.
    pub power: Option<String>,
    /// The toughness as printed.
    pub toughness: Option<String>,
    /// The starting loyalty.
    pub loyalty: Option<String>,
    /// The defense of a battle.
    pub defense: Option<String>,
    /// The colour indicator (CR 204).
    pub color_indicator: Vec<Color>,
}
