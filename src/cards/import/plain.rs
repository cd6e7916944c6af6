//! Records of a plain shape: a JSON object for each card, with a list of its faces.

use super::record::{Entry, Letter, Marks, judge};
use crate::cards::oracle::{CardText, FaceText};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Card {
    name: String,
    layout: Option<String>,
    faces: Vec<Face>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    legalities_as_of: Option<String>,
    #[serde(default)]
    funny: bool,
    #[serde(default)]
    digital: bool,
    #[serde(default)]
    incomplete: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Face {
    name: String,
    mana_cost: Option<String>,
    #[serde(rename = "type")]
    type_line: String,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    colors: Option<Vec<Letter>>,
    color_indicator: Option<Vec<Letter>>,
    /// The colours come from the mana cost.
    #[serde(default)]
    colors_derived: bool,
}

impl Face {
    /// Whether its colours aren't known: the back of a card without a mana cost has those of an indicator (CR 202.2, 204), which
    /// can't be told from a cost. Lands have none, but for those that are the backs of battles with colours, nor have artifacts that are
    /// the backs of something colourless.
    fn has_unknown_colors(&self, layout: &str, front: &Self) -> bool {
        let colored = front.colors.as_ref().is_some_and(|c| !c.is_empty());
        let land = self.type_line.contains("Land") && !(colored && front.type_line.contains("Battle"));
        let artifact = self.type_line.contains("Artifact") && !colored;
        let colorless = layout != "meld" && (land || artifact);
        let none = self.colors.as_ref().is_none_or(Vec::is_empty) && self.color_indicator.is_none();
        has_back(layout) && self.mana_cost.is_none() && self.colors_derived && none && !colorless
    }

    /// The colours of the colour indicator (CR 204). Where a file leaves it out of the back of a card, its colours tell: they come
    /// from nothing else there but words of its own.
    fn indicator(&mut self, layout: &str) -> Vec<Letter> {
        if let Some(colors) = self.color_indicator.take() {
            return colors;
        }
        let of_words = || self.text.as_ref().is_some_and(|text| text.contains("is all colors"));
        let told = !has_back(layout) || self.mana_cost.is_some() || of_words();
        if told { Vec::new() } else { self.colors.take().unwrap_or_default() }
    }
}

/// Whether the second face of a card is a back without a mana cost (CR 712.2, 712.4).
fn has_back(layout: &str) -> bool {
    matches!(layout, "transform" | "meld")
}

/// A record, and the date that it has.
pub(super) fn read(json: &str, line: u64) -> Result<(Entry, Option<String>), serde_json::Error> {
    let card: Card = serde_json::from_str(json)?;
    let layout = card.layout.clone().unwrap_or_else(|| "normal".to_owned());
    let face = |mut face: Face| FaceText {
        color_indicator: face.indicator(&layout).into_iter().map(Into::into).collect(),
        name: face.name,
        mana_cost: face.mana_cost.unwrap_or_default(),
        type_line: face.type_line,
        text: face.text.unwrap_or_default(),
        power: face.power,
        toughness: face.toughness,
        loyalty: face.loyalty,
        defense: face.defense,
    };
    let backs = || card.faces.iter().skip(1).any(|back| back.has_unknown_colors(&layout, &card.faces[0]));
    let incomplete = card.incomplete || backs();
    let Card { name, legalities, funny, digital, .. } = card;
    let marks = Marks { funny, digital, incomplete, legalities, ..Marks::default() };
    let faces = card.faces.into_iter().map(face).collect();
    Ok((judge(CardText { name, layout, faces }, marks, line), card.legalities_as_of))
}
