//! What players start with.

use crate::cards::def::{Color, CounterKind, StepName, Subtype};
use serde::{Deserialize, Serialize};

/// What a player starts with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSetup {
    /// The life total.
    pub life: i32,
    /// Cards in hand.
    pub hand: Vec<String>,
    /// The top of the library, the top card first. Ten Forests lie below.
    pub library: Vec<String>,
    /// The graveyard, the top card last.
    pub graveyard: Vec<String>,
    /// Cards in exile, face up.
    pub exile: Vec<String>,
    /// Permanents, the oldest first. They have been there since before the turn, and nothing triggered.
    pub battlefield: Vec<String>,
    /// What is special about some of the permanents.
    pub status: Vec<StatusSetup>,
    /// Mana in the pool: `"{R}{R}"`.
    pub mana: String,
    /// Energy counters.
    pub energy: u32,
}

impl Default for PlayerSetup {
    fn default() -> Self {
        Self {
            life: 20,
            hand: Vec::new(),
            library: Vec::new(),
            graveyard: Vec::new(),
            exile: Vec::new(),
            battlefield: Vec::new(),
            status: Vec::new(),
            mana: String::new(),
            energy: 0,
        }
    }
}

/// What is special about a permanent: its label or name first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum StatusSetup {
    /// It is tapped.
    Tapped(String),
    /// It came under its controller's control this turn.
    Sick(String),
    /// It has so many counters of a kind.
    Counters(String, CounterKind, u32),
    /// It has so much damage marked on it.
    Damage(String, i32),
    /// It is attached to something.
    Attached(String, String),
    /// A creature type was chosen for it.
    ChosenType(String, Subtype),
    /// A colour was chosen for it.
    ChosenColor(String, Color),
    /// A card name was chosen for it.
    ChosenName(String, String),
    /// It is under another player's control.
    ControlledBy(String, u8),
}

/// Where the game begins.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnSetup {
    /// The number of the turn.
    pub number: u32,
    /// Whose turn it is.
    pub active: u8,
    /// The step; its turn-based actions are done, and the active player gets priority.
    pub step: StepName,
}

impl Default for TurnSetup {
    fn default() -> Self {
        Self { number: 3, active: 1, step: StepName::PrecombatMain }
    }
}
