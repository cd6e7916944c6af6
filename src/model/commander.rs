//! Commanders (CR 903): the designation, the tax, the damage.

use crate::cards::def::ColorSet;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::player::{Player, Players};
use serde::{Deserialize, Serialize};

/// CR 903.8: generic mana for each time that it was cast from the command zone before.
const TAX: u32 = 2;

/// CR 903.10a: the combat damage by one commander that loses the game.
const LETHAL: i32 = 21;

/// A player's commander.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Commander {
    /// The card.
    pub card: ObjectId,
    /// How often it was cast from the command zone (CR 903.8).
    pub casts: u32,
    /// Its owner has left this object where it is (CR 903.9a).
    pub declined: ObjectRef,
    /// Its colour identity, as the game began (CR 903.4a).
    #[serde(default, skip_serializing_if = "ColorSet::is_empty")]
    pub identity: ColorSet,
}

/// CR 903.4, 702.124c: the colours in the identities of a player's commanders together; none without a commander (903.4f).
pub(crate) fn identity(players: &Players, seat: Seat) -> ColorSet {
    players.get(seat).commanders.iter().fold(ColorSet::empty(), |all, commander| all | commander.identity)
}

/// Whether anyone has a commander.
#[inline]
pub(crate) fn is_used(players: &Players) -> bool {
    players.0.iter().any(|p| !p.commanders.is_empty())
}

/// CR 903.9a: its owner leaves a commander where it is.
pub(crate) fn leave(players: &mut Players, seat: Seat, object: ObjectRef) {
    if let Some(commander) = players.get_mut(seat).commanders.iter_mut().find(|c| c.card == object.id) {
        commander.declined = object;
    }
}

/// Whether a card is the commander of a player.
pub(crate) fn is_commander(players: &Players, card: ObjectId, owner: Seat) -> bool {
    players.get(owner).commanders.iter().any(|c| c.card == card)
}

/// CR 903.8: the additional cost, in generic mana, of casting a card from the command zone.
pub(crate) fn tax(players: &Players, card: ObjectId, seat: Seat) -> u32 {
    let commander = players.get(seat).commanders.iter().find(|c| c.card == card);
    commander.map_or(0, |c| c.casts.saturating_mul(TAX))
}

/// CR 704.6c, 903.10a: whether a player has been dealt enough combat damage by one commander.
pub(crate) fn is_beaten(player: &Player) -> bool {
    player.commander_damage.iter().any(|(_, amount)| *amount >= LETHAL)
}
