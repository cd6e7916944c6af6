//! Why an object is what it is at the end of a script.

use super::after::After;
use super::{names, text};
use crate::cards::def::TypeLine;
use crate::cards::{AbilityKind, CardTable};
use crate::model::ids::{ObjectId, Origin};
use crate::model::object::{AbilityInstance, Characteristics};
use crate::rules::layers::{self, Explanation, Named, NamedKind, Why};
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;
use serde::Serialize;
use thiserror::Error;

/// Why an object can't be explained.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// No object has that name, or several have.
    #[error("{message} (labels: {labels})")]
    Object {
        /// What is wrong with the name.
        message: String,
        /// What could be called.
        labels: String,
    },
    /// It has no characteristics that layers change.
    #[error("layers don't change `{0}`: it is an ability, or it has ceased to exist")]
    Unlayered(String),
}

/// An object with the explanation of what it is.
#[derive(Clone, Debug)]
pub struct Explained {
    /// What it was called.
    pub word: String,
    /// The explanation.
    pub explanation: Explanation,
    object: ObjectId,
}

impl After {
    /// Why an object is what it is. It is called by its label, or by its name outside of libraries.
    ///
    /// # Errors
    /// If no object has that name, or layers don't change it.
    pub fn explain(&self, word: &str) -> Result<Explained, ExplainError> {
        let object = self.labels.object(self.game.world(), word).map_err(|message| {
            let labels: Vec<String> = self.labels.0.keys().map(|label| format!("`{label}`")).collect();
            ExplainError::Object { message, labels: text::list(&labels) }
        })?;
        let explanation = self.game.explain(object).ok_or_else(|| ExplainError::Unlayered(word.to_owned()))?;
        Ok(Explained { word: word.to_owned(), explanation, object })
    }

    /// An explanation in words, layer by layer.
    pub fn words(&self, explained: &Explained) -> String {
        let world = self.game.world();
        let name = names::name(world, explained.object);
        let title = if name == explained.word { name } else { format!("{} ({name})", explained.word) };
        let text = layers::text_of(&explained.explanation, world.part::<CardTable>());
        format!("{title}, at the end of: {}\n{text}", self.title)
    }

    /// An explanation as data, with names instead of numbers.
    pub fn data(&self, explained: &Explained) -> ExplanationData {
        let world = self.game.world();
        let Explanation { start, layers, end, .. } = &explained.explanation;
        let applied = |a: &layers::Applied| AppliedData {
            effect: EffectData::of(&a.effect),
            does: a.does.clone(),
            why: a.why.iter().map(WhyData::of).collect(),
            after: ValuesData::of(world, &a.after),
        };
        let layer = |step: &layers::LayerStep| LayerData {
            layer: step.layer,
            applied: step.applied.iter().map(applied).collect(),
            after: ValuesData::of(world, &step.after),
        };
        ExplanationData {
            scenario: self.title.clone(),
            object: explained.word.clone(),
            start: ValuesData::of(world, start),
            layers: layers.iter().map(layer).collect(),
            end: ValuesData::of(world, end),
        }
    }
}

/// An explanation as data.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationData {
    /// The title of what was played.
    pub scenario: String,
    /// What the object was called.
    pub object: String,
    /// The values that it starts with.
    pub start: ValuesData,
    /// The layers in which something happened to it.
    pub layers: Vec<LayerData>,
    /// What it is like in the end.
    pub end: ValuesData,
}

/// What one layer did.
#[derive(Clone, Debug, Serialize)]
pub struct LayerData {
    /// `"6"`, `"7b"`.
    pub layer: &'static str,
    /// The effects that applied, in order.
    pub applied: Vec<AppliedData>,
    /// What the object was like afterwards.
    pub after: ValuesData,
}

/// One effect that applied.
#[derive(Clone, Debug, Serialize)]
pub struct AppliedData {
    /// The effect that applied.
    pub effect: EffectData,
    /// What it does in this layer.
    pub does: Vec<String>,
    /// Why it applied at this place.
    pub why: Vec<WhyData>,
    /// What the object was like afterwards.
    pub after: ValuesData,
}

/// An effect.
#[derive(Clone, Debug, Serialize)]
pub struct EffectData {
    /// The name of its source.
    pub source: String,
    /// The number in the order of timestamps.
    pub timestamp: u32,
    /// `static ability`, `resolution` or `counters`.
    pub from: &'static str,
}

impl EffectData {
    fn of(named: &Named) -> Self {
        let from = match named.kind {
            NamedKind::Static => "static ability",
            NamedKind::Resolved => "resolution",
            NamedKind::Counters => "counters",
        };
        Self { source: named.source.clone(), timestamp: named.timestamp.0, from }
    }
}

/// A reason for the place of an effect.
#[derive(Clone, Debug, Serialize)]
pub struct WhyData {
    /// `timestamp`, `depends`, `loop`, `defining` or `started`.
    pub reason: &'static str,
    /// On what it depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<EffectData>,
    /// What of it the other one would change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// The explanation as text.
    pub text: String,
}

impl WhyData {
    fn of(why: &Why) -> Self {
        let (reason, other) = match why {
            Why::Defining => ("defining", None),
            Why::DependsOn(other, through) => ("depends", Some((other, through))),
            Why::Loop(other, through) => ("loop", Some((other, through))),
            Why::Started => ("started", None),
            Why::Timestamp => ("timestamp", None),
        };
        Self {
            reason,
            on: other.map(|(named, _)| EffectData::of(named)),
            through: other.map(|(_, through)| through.to_string()),
            text: why.to_string(),
        }
    }
}

/// What an object is like.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ValuesData {
    /// Its name.
    pub name: String,
    /// Its mana cost.
    pub cost: Option<String>,
    /// Its colours.
    pub colors: Vec<String>,
    /// Its type line.
    pub types: String,
    /// Its power.
    pub power: Option<i32>,
    /// Its toughness.
    pub toughness: Option<i32>,
    /// Keywords without parameters.
    pub keywords: Vec<String>,
    /// All other abilities.
    pub abilities: Vec<AbilityData>,
    /// Rules without parameters that hold for it.
    pub rules: Vec<String>,
    /// The player who controls it.
    pub controller: String,
}

impl ValuesData {
    /// The characteristics of an object.
    pub fn of(world: &World, chars: &Characteristics) -> Self {
        let table = world.part::<CardTable>();
        let line = TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes };
        let rules = chars.restrictions.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " "));
        Self {
            name: table.called(chars).unwrap_or_default().into_owned(),
            cost: chars.cost.as_ref().map(ToString::to_string),
            colors: text::colors(chars.colors),
            types: line.to_string(),
            power: chars.has_pt.then_some(chars.power),
            toughness: chars.has_pt.then_some(chars.toughness),
            keywords: text::keywords(chars.keywords),
            abilities: chars.abilities.iter().map(|a| AbilityData::of(table, a)).collect(),
            rules: rules.collect(),
            controller: text::seat(chars.controller),
        }
    }
}

/// An ability: where its definition stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AbilityData {
    /// The card or token whose text has it.
    pub of: String,
    /// Its number there, from 1; keywords that are spelt out and quoted abilities count, too.
    pub number: u16,
    /// `static`, `activated`, `triggered` and the like.
    pub kind: &'static str,
    /// From where the object has it: `text`, `effect` or `basic land type`.
    pub from: &'static str,
}

impl AbilityData {
    fn of(table: &CardTable, ability: &AbilityInstance) -> Self {
        let kind = match &table.ability(ability.handle).kind {
            AbilityKind::Spell(_) => "spell",
            AbilityKind::Activated { is_mana: true, .. } => "mana",
            AbilityKind::Activated { .. } => "activated",
            AbilityKind::Triggered { .. } => "triggered",
            AbilityKind::Static { is_cda: true, .. } => "characteristic-defining",
            AbilityKind::Static { .. } => "static",
            AbilityKind::Protection { .. } => "protection",
            AbilityKind::HexproofFrom(_) => "hexproof from something",
            AbilityKind::Enchant(_) => "enchant",
            AbilityKind::AdditionalCost(_) => "additional cost",
            AbilityKind::CastOnlyIf(_) => "cast only if",
            AbilityKind::OptionalCost { .. } => "optional cost",
            AbilityKind::AlternativeCost { .. } => "alternative cost",
            AbilityKind::Splice { .. } => "splice",
            AbilityKind::Plot(_) => "plot",
            AbilityKind::Suspend { .. } => "suspend",
            AbilityKind::Prototype => "prototype",
            AbilityKind::Toxic(_) => "toxic",
            AbilityKind::Reconfigure(_) => "reconfigure",
            AbilityKind::Morph { .. } => "morph",
            AbilityKind::Landwalk(_) => "landwalk",
            AbilityKind::Companion => "companion",
            AbilityKind::DeckConstruction => "deck construction",
            AbilityKind::OpeningHand(..) => "opening hand",
        };
        let from = match ability.origin {
            Origin::Text => "text",
            Origin::Effect(_) => "effect",
            Origin::BasicLandType => "basic land type",
        };
        Self { of: table.def(ability.handle.def).name.clone(), number: ability.handle.index + 1, kind, from }
    }
}
