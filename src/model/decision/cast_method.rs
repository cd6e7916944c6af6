//! Ways in which a spell is cast.

use crate::model::ids::ContinuousEffectId;
use serde::{Deserialize, Serialize};

/// How a spell is cast: with which face, and by which permission or alternative cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CastMethod {
    /// The place of the face or half that is cast, from 0.
    pub face: u8,
    /// The ability of the card that offers another cost or zone, by its place from 0; `None` if it is cast by none.
    pub alternative: Option<u8>,
    /// The effect that permits it (playing from exile and the like); `None` if the rules do.
    pub permit: Option<ContinuousEffectId>,
    /// The effect that lets another cost be paid for it than its mana cost (CR 118.9), if that is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<ContinuousEffectId>,
    /// Whether it is cast face down (CR 708.4).
    pub face_down: bool,
    /// Whether it is cast from exile because it is plotted (CR 702.170d).
    pub plotted: bool,
}
