//! What abilities are on: how they speak of themselves.

use super::grammar::NounPhrase;
use crate::cards::def::{AbilityDef, CardTypes, KeywordAbility, Objects, Subtype, TargetKind, TypeLine, Var, ZoneKind};

/// How abilities speak of what they are on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Speaker {
    /// Itself, on the battlefield or the stack: "this creature".
    pub(super) this: String,
    /// What it is attached to: "enchanted creature".
    pub(super) host: String,
    /// What was done if the n-th optional cost was paid: "kicked".
    pub(super) optional: Vec<&'static str>,
    /// It lies in the command zone, where its abilities function without saying so.
    pub(super) commands: bool,
    /// It is an instant or a sorcery.
    pub(super) spell: bool,
    /// What an additional cost was paid with.
    pub(super) paid: Option<String>,
    /// What granted the ability, if another object did.
    pub(super) granter: String,
}

impl Default for Speaker {
    fn default() -> Self {
        Self {
            this: "this permanent".to_owned(),
            host: "the permanent that this is attached to".to_owned(),
            optional: Vec::new(),
            commands: false,
            spell: false,
            paid: None,
            granter: "the permanent that grants this ability".to_owned(),
        }
    }
}

impl Speaker {
    /// Something of that type line with those abilities.
    pub fn of(line: &TypeLine, abilities: &[AbilityDef]) -> Self {
        if line.types.is_empty() {
            return Self::emblem();
        }
        let has = |name| Subtype::named(name).is_some_and(|s| line.subtypes.contains(s));
        let plain = Self::default();
        let enchants = abilities.iter().find_map(|ability| match ability {
            AbilityDef::Keyword(KeywordAbility::Enchant(kind)) => Some(super::Renderer::new(&plain).enchants(kind)),
            _ => None,
        });
        let optional = abilities.iter().filter_map(|ability| match ability {
            AbilityDef::Keyword(KeywordAbility::Kicker(_) | KeywordAbility::Multikicker(_)) => Some("kicked"),
            AbilityDef::Keyword(KeywordAbility::Buyback(_)) => Some("bought back"),
            AbilityDef::Keyword(KeywordAbility::Bargain) => Some("bargained"),
            AbilityDef::Keyword(KeywordAbility::Teamwork(_)) => Some("cast using teamwork"),
            AbilityDef::Keyword(KeywordAbility::Entwine(_)) => Some("entwined"),
            AbilityDef::OptionalCost(_) => Some("paid for"),
            AbilityDef::OwnFlash { .. } => Some("cast as though it had flash"),
            other if crate::cards::keywords::offers_a_cost(other) => Some("paid for"),
            _ => None,
        });
        let bestows = abilities.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Bestow(_))));
        let mut says = super::Renderer::new(&plain);
        let paid = abilities.iter().find_map(|ability| match ability {
            AbilityDef::AdditionalCost(cost) => says.paid_with(cost),
            _ => None,
        });
        let host = match enchants {
            Some(what) => format!("enchanted {what}"),
            None if bestows => "enchanted creature".to_owned(),
            None if has("Equipment") => "equipped creature".to_owned(),
            None if has("Fortification") => "fortified land".to_owned(),
            None => Self::default().host,
        };
        Self {
            this: format!("this {}", called(line)),
            host,
            optional: optional.collect(),
            paid,
            commands: line.types.intersects(CardTypes::PLANE | CardTypes::SCHEME | CardTypes::DUNGEON),
            spell: line.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY),
            ..Self::default()
        }
    }

    /// An emblem.
    pub fn emblem() -> Self {
        Self { this: "this emblem".to_owned(), commands: true, ..Self::default() }
    }

    /// What gets quoted abilities from this.
    pub fn quoting(&self, group: &Objects) -> Self {
        let this = super::Renderer::new(self).called_in_quotes(group);
        Self::granted(this, self.this.clone())
    }

    /// What gets a quoted ability from something.
    pub(super) fn granted(this: String, granter: String) -> Self {
        Self { this, granter, ..Self::default() }
    }
}

/// What a card is called by what it is.
fn called(line: &TypeLine) -> &'static str {
    let has = |name| Subtype::named(name).is_some_and(|s| line.subtypes.contains(s));
    let is = |types: CardTypes| line.types.intersects(types);
    if is(CardTypes::INSTANT | CardTypes::SORCERY) {
        "spell"
    } else if is(CardTypes::CREATURE) {
        "creature"
    } else if has("Aura") {
        "Aura"
    } else if has("Equipment") {
        "Equipment"
    } else if has("Fortification") {
        "Fortification"
    } else if is(CardTypes::LAND) {
        "land"
    } else if is(CardTypes::PLANESWALKER) {
        "planeswalker"
    } else if has("Siege") {
        "Siege"
    } else if is(CardTypes::BATTLE) {
        "battle"
    } else if is(CardTypes::ARTIFACT) {
        "artifact"
    } else if is(CardTypes::ENCHANTMENT) {
        "enchantment"
    } else if is(CardTypes::PLANE) {
        "plane"
    } else if is(CardTypes::SCHEME) {
        "scheme"
    } else {
        "permanent"
    }
}

/// What the trigger event was about.
#[derive(Clone, Debug)]
pub(super) struct Events {
    /// The object that it happened to.
    pub(super) object: String,
    /// Its source or cause.
    pub(super) source: String,
    /// The player that it happened to, or who did it.
    pub(super) player: String,
}

impl Default for Events {
    fn default() -> Self {
        Self { object: "that object".to_owned(), source: "that source".to_owned(), player: "that player".to_owned() }
    }
}

/// What a variable holds.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Its name.
    pub(super) var: Var,
    /// What it is called: "the chosen card".
    pub(super) np: NounPhrase,
    /// One of what it holds: "card".
    pub(super) head: String,
    /// How it came about: "chosen".
    pub(super) how: String,
    /// As a number: "the life lost this way".
    pub(super) number: String,
    /// All of it belongs to you.
    pub(super) yours: bool,
    /// It comes from the battlefield or a graveyard.
    pub(super) back: bool,
    /// What it is called after it has been mentioned, if that is shorter.
    pub(super) again: Option<NounPhrase>,
}

impl super::Renderer<'_> {
    /// What an Aura enchants, as one of it.
    fn enchants(&mut self, kind: &TargetKind) -> String {
        self.target_head(kind)
    }

    /// How the object is called in a zone.
    pub(super) fn this_in(&self, zone: ZoneKind) -> String {
        match zone {
            ZoneKind::Battlefield => self.speaker.this.clone(),
            ZoneKind::Command if self.speaker.commands => self.speaker.this.clone(),
            ZoneKind::Stack => "this spell".to_owned(),
            ZoneKind::Library
            | ZoneKind::Hand
            | ZoneKind::Graveyard
            | ZoneKind::Exile
            | ZoneKind::Command
            | ZoneKind::Outside => "this card".to_owned(),
        }
    }
}
