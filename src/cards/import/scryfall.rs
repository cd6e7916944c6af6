//! Records of Scryfall's bulk data (`oracle_cards` and its like), and single cards of its API.

use super::record::{Entry, Letter, Marks, judge};
use crate::cards::oracle::{CardText, FaceText};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Card {
    name: String,
    layout: Option<String>,
    mana_cost: Option<String>,
    type_line: Option<String>,
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    color_indicator: Option<Vec<Letter>>,
    card_faces: Option<Vec<Face>>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    games: Option<Vec<String>>,
    #[serde(default)]
    digital: bool,
    set_type: Option<String>,
    border_color: Option<String>,
    security_stamp: Option<String>,
    released_at: Option<String>,
}

#[derive(Deserialize)]
struct Face {
    name: String,
    mana_cost: Option<String>,
    type_line: Option<String>,
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    color_indicator: Option<Vec<Letter>>,
}

impl Face {
    fn text(self) -> FaceText {
        FaceText {
            name: self.name,
            mana_cost: self.mana_cost.unwrap_or_default(),
            type_line: self.type_line.unwrap_or_default(),
            text: self.oracle_text.unwrap_or_default(),
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            color_indicator: self.color_indicator.unwrap_or_default().into_iter().map(Into::into).collect(),
        }
    }
}

/// A record, and the date that it has.
pub(super) fn read(json: &str, line: u64) -> Result<(Entry, Option<String>), serde_json::Error> {
    let card: Card = serde_json::from_str(json)?;
    let is = |field: &Option<String>, value: &str| field.as_deref() == Some(value);
    let marks = Marks {
        token: is(&card.set_type, "token"),
        funny: is(&card.set_type, "funny") || is(&card.border_color, "silver") || is(&card.security_stamp, "acorn"),
        digital: card.digital || card.games.as_ref().is_some_and(|games| !games.iter().any(|game| game == "paper")),
        legalities: card.legalities,
        ..Marks::default()
    };
    let faces = match card.card_faces {
        Some(faces) if !faces.is_empty() => faces.into_iter().map(Face::text).collect(),
        _ => {
            let face = Face {
                name: card.name.clone(),
                mana_cost: card.mana_cost,
                type_line: card.type_line,
                oracle_text: card.oracle_text,
                power: card.power,
                toughness: card.toughness,
                loyalty: card.loyalty,
                defense: card.defense,
                color_indicator: card.color_indicator,
            };
            vec![face.text()]
        }
    };
    let layout = card.layout.unwrap_or_else(|| "normal".to_owned());
    Ok((judge(CardText { name: card.name, layout, faces }, marks, line), card.released_at))
}
