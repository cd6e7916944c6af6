//! What has happened this turn, as far as rules ask about it.

use crate::cards::def::{Deed, ZoneKind};
use crate::model::by_field::clone_by_field;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, NameId, ObjectRef, Seat};
use crate::model::object::LastKnown;
use serde::{Deserialize, Serialize};

/// Something that an object did this turn, or that was done to it.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Done {
    /// What the object did, or what was done to it.
    pub deed: Deed,
    /// The object.
    pub object: ObjectRef,
    /// What it was like then, unless that is its last known information.
    pub then: Option<Box<LastKnown>>,
}

clone_by_field! {
    Done { deed, object, then }
}

/// What this turn's conditions need to know of what happened in it.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// How many creatures died this turn.
    pub creatures_died: u32,
    /// What objects did or what was done to them, in order: what cards of the game ask about (CR 608.2i).
    pub deeds: Vec<Done>,
    /// What happened, of the kinds of which an ability of the game asks whether it is the first time in the turn, or by what something
    /// was dealt damage: each fact once.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// How often each ability with a limit was used this turn, or ever if it can be activated only once.
    pub uses: Vec<(AbilityKey, u8)>,
    /// How often each ability has resolved this turn. It is kept only if an ability of the game asks.
    #[serde(default)]
    pub resolved: Vec<(AbilityKey, u32)>,
    /// Which modes were chosen for each ability that asks for modes that haven't been chosen, this turn or ever, a bit each.
    #[serde(default)]
    pub modes: Vec<(AbilityKey, u32)>,
    /// Of which players a spell of which name has resolved in this game, each once. It is kept only if an ability of the game asks.
    #[serde(default)]
    pub resolved_spells: Vec<(Seat, NameId)>,
    /// Which players have cast spells of which names in this game, and how often, at most twice. It is kept only if an ability of the game
    /// asks.
    #[serde(default)]
    pub cast_spells: Vec<(Seat, NameId, u8)>,
    /// How much mana players have spent to cast spells this turn (CR 700.14). It is kept only if an ability of the game asks.
    #[serde(default)]
    pub spent_on_spells: Vec<(Seat, u32)>,
    /// From where permanents have entered this turn. It is kept only if an ability of the game asks.
    #[serde(default)]
    pub entered_from: Vec<(ObjectRef, ZoneKind)>,
    /// How much damage objects have dealt to players this turn. It is kept only if an ability of the game asks.
    #[serde(default)]
    pub dealt: Vec<(ObjectRef, Seat, i32)>,
    /// How many combat phases of this turn have begun. It is counted only if a card of the game asks.
    #[serde(default)]
    pub combats: u32,
}

impl History {
    /// How often an ability with a limit was used, as far as that is kept.
    pub(crate) fn uses_of(&self, key: AbilityKey) -> u8 {
        self.uses.iter().find(|(of, _)| *of == key).map_or(0, |(_, times)| *times)
    }

    /// An ability with a limit was used once more.
    pub(crate) fn note_use(&mut self, key: AbilityKey) {
        match self.uses.iter_mut().find(|(of, _)| *of == key) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => self.uses.push((key, 1)),
        }
    }

    /// Which modes have been chosen for an ability, a bit each, as far as that is kept.
    pub(crate) fn modes_of(&self, key: AbilityKey) -> u32 {
        self.modes.iter().find(|(of, _)| *of == key).map_or(0, |(_, modes)| *modes)
    }

    /// A mode has been chosen for an ability.
    pub(crate) fn note_mode(&mut self, key: AbilityKey, mode: u8) {
        let bit = 1u32.checked_shl(u32::from(mode)).unwrap_or(0);
        match self.modes.iter_mut().find(|(of, _)| *of == key) {
            Some((_, modes)) => *modes |= bit,
            None => self.modes.push((key, bit)),
        }
    }

    /// A spell of that name has resolved.
    pub(crate) fn note_resolved_spell(&mut self, of: Seat, name: NameId) {
        if !self.resolved_spells.contains(&(of, name)) {
            self.resolved_spells.push((of, name));
        }
    }

    /// A spell of that name has been cast.
    pub(crate) fn note_cast_spell(&mut self, by: Seat, name: NameId) {
        match self.cast_spells.iter_mut().find(|(seat, of, _)| (*seat, *of) == (by, name)) {
            Some((.., times)) => *times = 2,
            None => self.cast_spells.push((by, name, 1)),
        }
    }

    /// A player has spent mana to cast a spell. Answers how much it was this turn before, and how much it is now.
    pub(crate) fn note_spent(&mut self, by: Seat, mana: u32) -> (u32, u32) {
        let at = self.spent_on_spells.iter().position(|(seat, _)| *seat == by).unwrap_or_else(|| {
            self.spent_on_spells.push((by, 0));
            self.spent_on_spells.len() - 1
        });
        let sum = &mut self.spent_on_spells[at].1;
        let before = std::mem::replace(sum, sum.saturating_add(mana));
        (before, *sum)
    }

    /// An object has dealt damage to a player.
    pub(crate) fn note_dealt(&mut self, source: ObjectRef, to: Seat, amount: i32) {
        match self.dealt.iter_mut().find(|(by, seat, _)| (*by, *seat) == (source, to)) {
            Some((.., sum)) => *sum = sum.saturating_add(amount),
            None => self.dealt.push((source, to, amount)),
        }
    }

    /// How often an ability has resolved this turn, as far as that is kept.
    pub(crate) fn times_resolved(&self, key: AbilityKey) -> i32 {
        let times = self.resolved.iter().find(|(of, _)| *of == key).map_or(0, |(_, times)| *times);
        i32::try_from(times).unwrap_or(i32::MAX)
    }

    /// One more time an ability has resolved.
    pub(crate) fn note_resolved(&mut self, key: AbilityKey) {
        match self.resolved.iter_mut().find(|(of, _)| *of == key) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => self.resolved.push((key, 1)),
        }
    }
}

clone_by_field! {
    History { creatures_died, deeds, facts, uses, resolved, modes, resolved_spells, cast_spells, spent_on_spells, entered_from, dealt, combats }
}
