//! Kinds of facts, as a set.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Kinds of facts, for the one test that the unwatched case costs.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct FactMask: u32 {
        /// Something entered the battlefield.
        const ENTERED = 1;
        /// Something left the battlefield.
        const LEFT = 2;
        /// Any other change of zones.
        const MOVED = 4;
        /// A spell was cast.
        const CAST = 8;
        /// An ability was activated.
        const ACTIVATED = 16;
        /// A land was played.
        const LAND = 32;
        /// Attackers or blockers were declared.
        const COMBAT = 64;
        /// Damage was dealt.
        const DAMAGED = 128;
        /// Life was gained.
        const GAINED = 256;
        /// Life was lost.
        const LOST_LIFE = 512;
        /// A card was drawn.
        const DREW = 1024;
        /// A card was discarded.
        const DISCARDED = 2048;
        /// A permanent was sacrificed.
        const SACRIFICED = 4096;
        /// Something became tapped or untapped.
        const TAPPED = 8192;
        /// Something became a target.
        const TARGETED = 1 << 14;
        /// Counters were put.
        const COUNTERS = 1 << 15;
        /// A step began.
        const BEGAN = 1 << 16;
        /// Anything else.
        const OTHER = 1 << 17;
        /// Not an event: a state trigger, looked at after each pass.
        const STATE = 1 << 18;
        /// A permanent was turned face up or face down.
        const TURNED = 1 << 19;
        /// A permanent was tapped for mana.
        const FOR_MANA = 1 << 20;
    }
}
