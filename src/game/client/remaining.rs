//! What is left of a player's deck, as far as they may know.

use super::visibility::{Viewer, Visibility};
use crate::Game;
use crate::model::ids::{ObjectId, Seat};
use crate::model::object::ObjectKind;
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::Board;
use crate::rules::slots::Slots;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many cards of a name a player may still have in their library.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Remaining {
    /// The name.
    pub name: String,
    /// Whether it is a land.
    pub land: bool,
    /// How many of them the player hasn't seen elsewhere.
    pub left: u32,
    /// How many of them they own in this game.
    pub of: u32,
}

/// The cards that a player owns, less those that they know to be elsewhere than in their library; by name, lands last.
/// It tells no more than their deck and what they see: a card that was exiled face down unseen still counts as left.
pub(super) fn remaining(visibility: &Visibility<'_>, seat: Seat) -> Vec<Remaining> {
    let mut all: BTreeMap<(bool, String), (u32, u32)> = BTreeMap::new();
    let slots = visibility.board.part::<Slots>().len() as u32;
    for id in (0..slots).map(ObjectId) {
        let object = visibility.board.object(id);
        // In no zone there may also be a component of a permanent (CR 701.42a, 730.2).
        let own = || &visibility.board.part::<Zones>().own[seat.index()];
        let is_outside = || object.zone == Zone::Outside && own().sideboard.contains(&id);
        if object.kind != ObjectKind::Card || object.owner != seat || is_outside() {
            continue;
        }
        let base = crate::rules::layers::base_values(&visibility.board, object.base);
        let Some(name) = visibility.card_name(object.base) else { continue };
        let elsewhere = object.zone != Zone::Library(seat) && visibility.see_slot(id).is_some_and(|(_, known)| known);
        let (left, of) = all.entry((base.is_land(), name)).or_default();
        *left += u32::from(!elsewhere);
        *of += 1;
    }
    let line = |((land, name), (left, of))| Remaining { name, land, left, of };
    all.into_iter().map(line).collect()
}

impl Game {
    /// What a seat may still have in its library, by name: what is known of its own deck, less what it has seen of it
    /// elsewhere. Empty for a seat that the game doesn't have.
    pub fn remaining(&self, seat: Seat) -> Vec<Remaining> {
        remaining(&Visibility::new(self.world(), Viewer::Seat(seat)), seat)
    }
}
