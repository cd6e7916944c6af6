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
    color_indicator: Option<Vec<Letter>>,
}

/// A record, and the date that it has.
pub(super) fn read(json: &str, line: u64) -> Result<(Entry, Option<String>), serde_json::Error> {
    let card: Card = serde_json::from_str(json)?;
    let face = |face: Face| FaceText {
        name: face.name,
        mana_cost: face.mana_cost.unwrap_or_default(),
        type_line: face.type_line,
        text: face.text.unwrap_or_default(),
        power: face.power,
        toughness: face.toughness,
        loyalty: face.loyalty,
        defense: face.defense,
        color_indicator: face.color_indicator.unwrap_or_default().into_iter().map(Into::into).collect(),
    };
    let Card { name, legalities, funny, digital, incomplete, .. } = card;
    let marks = Marks { funny, digital, incomplete, legalities, ..Marks::default() };
    let layout = card.layout.unwrap_or_else(|| "normal".to_owned());
    let faces = card.faces.into_iter().map(face).collect();
    Ok((judge(CardText { name, layout, faces }, marks, line), card.legalities_as_of))
}
