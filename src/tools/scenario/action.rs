//! What a player with priority may be able to do, in words.

use serde::{Deserialize, Serialize};

/// Something that a player with priority may be able to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Action {
    /// Play a land.
    Play(String),
    /// Cast a card.
    Cast(String),
    /// Cast one of the faces or halves of a card, by its name.
    CastHalf(String, String),
    /// Play one of the faces of a card, by its name.
    PlayHalf(String, String),
    /// Cast a card face down.
    CastFaceDown(String),
    /// Plot a card.
    Plot(String),
    /// Foretell a card.
    Foretell(String),
    /// Suspend a card.
    Suspend(String),
    /// Put the companion into the hand.
    Companion(String),
    /// Unlock a half of a permanent, by its name.
    Unlock(String, String),
    /// Turn a permanent face up.
    TurnFaceUp(String),
    /// Roll the planar die.
    RollPlanarDie,
    /// Activate some ability of an object.
    Activate(String),
    /// Activate this one of the activated abilities that an object has and that aren't mana abilities, from 0.
    ActivateAbility(String, u8),
}
