//! Records of MTGJSON's `AtomicCards`: the faces of all cards with a name.

use super::record::{Entry, Letter, Marks, judge};
use crate::cards::oracle::{CardText, FaceText};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Face {
    name: String,
    face_name: Option<String>,
    side: Option<String>,
    layout: Option<String>,
    mana_cost: Option<String>,
    #[serde(rename = "type")]
    type_line: Option<String>,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    color_indicator: Option<Vec<Letter>>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    #[serde(default)]
    is_funny: bool,
    #[serde(default)]
    is_online_only: bool,
}

/// The cards of a name: usually one.
pub(super) fn read(json: &str, line: u64) -> Result<Vec<Entry>, serde_json::Error> {
    let faces: Vec<Face> = serde_json::from_str(json)?;
    let mut cards: Vec<(CardText, Marks)> = Vec::new();
    for face in faces {
        let layout = face.layout.unwrap_or_else(|| "normal".to_owned());
        // Further faces are sides b, c ...; whatever else has the same name is another card.
        let is_further = face.side.as_deref().is_some_and(|side| side != "a");
        let text = FaceText {
            name: face.face_name.unwrap_or_else(|| face.name.clone()),
            mana_cost: face.mana_cost.unwrap_or_default(),
            type_line: face.type_line.unwrap_or_default(),
            text: face.text.unwrap_or_default(),
            power: face.power,
            toughness: face.toughness,
            loyalty: face.loyalty,
            defense: face.defense,
            color_indicator: face.color_indicator.unwrap_or_default().into_iter().map(Into::into).collect(),
        };
        match cards.last_mut().filter(|_| is_further) {
            Some((card, _)) => card.faces.push(text),
            None => {
                let marks = Marks {
                    funny: face.is_funny,
                    digital: face.is_online_only,
                    incomplete: is_further,
                    legalities: face.legalities,
                    ..Marks::default()
                };
                cards.push((CardText { name: face.name, layout, faces: vec![text] }, marks));
            }
        }
    }
    Ok(cards.into_iter().map(|(text, marks)| judge(text, marks, line)).collect())
}
