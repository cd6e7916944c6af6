//! What players start with.

use crate::cards::def::{CardTypes, Color, CounterKind, DayNight, Designation, StepName, Subtype};
use serde::{Deserialize, Serialize};

/// Whether a value is the one that a field has when nothing is written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How many Forests lie below a library, unless it says otherwise.
pub(super) const FORESTS: u32 = 10;

/// The most Forests that a set-up may ask for.
pub(super) const MOST_FORESTS: u32 = 1000;

fn is_usual(forests: &u32) -> bool {
    *forests == FORESTS
}

/// What a player starts with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSetup {
    /// The life total: 20 unless it says otherwise, or 40 if any player has a commander (CR 903.7).
    #[serde(skip_serializing_if = "is_default")]
    pub life: Option<i32>,
    /// Cards in hand.
    #[serde(skip_serializing_if = "is_default")]
    pub hand: Vec<String>,
    /// The top of the library, the top card first; below it are `forests`.
    #[serde(skip_serializing_if = "is_default")]
    pub library: Vec<String>,
    /// The number of Forests below those cards; ten by default.
    #[serde(skip_serializing_if = "is_usual")]
    pub forests: u32,
    /// The graveyard, the top card last.
    #[serde(skip_serializing_if = "is_default")]
    pub graveyard: Vec<String>,
    /// Cards in exile, face up.
    #[serde(skip_serializing_if = "is_default")]
    pub exile: Vec<String>,
    /// Cards in the command zone, face up.
    #[serde(skip_serializing_if = "is_default")]
    pub command: Vec<String>,
    /// The player's commanders (CR 903.3), in the command zone.
    #[serde(skip_serializing_if = "is_default")]
    pub commanders: Vec<String>,
    /// Cards outside the game.
    #[serde(skip_serializing_if = "is_default")]
    pub sideboard: Vec<String>,
    /// The companion that the player has revealed, outside the game (CR 103.2b).
    #[serde(skip_serializing_if = "is_default")]
    pub companion: Option<String>,
    /// Permanents, the oldest first. They have been there since before the turn, and nothing triggered.
    #[serde(skip_serializing_if = "is_default")]
    pub battlefield: Vec<String>,
    /// What is special about some of the permanents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<StatusSetup>,
    /// Mana in the pool: `"{R}{R}"`.
    #[serde(skip_serializing_if = "is_default")]
    pub mana: String,
    /// How many energy counters the player has.
    #[serde(skip_serializing_if = "is_default")]
    pub energy: u32,
    /// Counters of other kinds: `("poison", 3)`.
    #[serde(skip_serializing_if = "is_default")]
    pub counters: Vec<(CounterKind, u32)>,
    /// How many lands the player has played this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub lands_played: u8,
    /// Whether the player is the monarch.
    #[serde(skip_serializing_if = "is_default")]
    pub monarch: bool,
    /// Whether the player has the city's blessing.
    #[serde(skip_serializing_if = "is_default")]
    pub blessing: bool,
    /// The speed of the player; 0 is none.
    #[serde(skip_serializing_if = "is_default")]
    pub speed: u8,
}

impl Default for PlayerSetup {
    fn default() -> Self {
        Self {
            life: None,
            hand: Vec::new(),
            library: Vec::new(),
            forests: FORESTS,
            graveyard: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            commanders: Vec::new(),
            sideboard: Vec::new(),
            companion: None,
            battlefield: Vec::new(),
            status: Vec::new(),
            mana: String::new(),
            energy: 0,
            counters: Vec::new(),
            lands_played: 0,
            monarch: false,
            blessing: false,
            speed: 0,
        }
    }
}

/// What is special about a permanent: its label or name first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum StatusSetup {
    /// It is tapped.
    Tapped(String),
    /// It came under its controller's control this turn.
    Sick(String),
    /// It has N counters of a kind.
    Counters(String, CounterKind, u32),
    /// The damage marked on it.
    Damage(String, i32),
    /// It is attached to something, or to a player: `"P2"`.
    Attached(String, String),
    /// A creature type was chosen for it.
    ChosenType(String, Subtype),
    /// A card type was chosen for it.
    ChosenCardType(String, CardTypes),
    /// A colour was chosen for it.
    ChosenColor(String, Color),
    /// A card name was chosen for it.
    ChosenName(String, String),
    /// A player was chosen for it.
    ChosenPlayer(String, u8),
    /// A number was chosen for it.
    ChosenNumber(String, i32),
    /// It is under another player's control.
    ControlledBy(String, u8),
    /// It is face down (CR 708.2a).
    FaceDown(String),
    /// It entered as a copy of this card.
    CopyOf(String, String),
    /// It is paired with another creature (CR 702.95b).
    Paired(String, String),
    /// This player protects it (CR 310.8); without it, it is chosen who does as the game begins (CR 704.5w).
    Protected(String, u8),
    /// It has a designation, such as monstrous.
    Designated(String, Designation),
    /// The half of that name is unlocked (CR 709.5c).
    Unlocked(String, String),
    /// It has exiled these cards by an ability that is linked to another one.
    Exiled(String, Vec<String>),
}

/// Where the game begins.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnSetup {
    /// The number of the turn, counted over all players; 3 by default.
    pub number: u32,
    /// The player whose turn it is, from 1; 1 by default.
    pub active: u8,
    /// The step, the precombat main phase by default. Its turn-based actions are done, and the active player gets priority.
    pub step: StepName,
    /// The player who has priority, if it isn't the active player: those before have passed.
    #[serde(skip_serializing_if = "is_default")]
    pub priority: Option<u8>,
    /// Whether it is day or night; `None` if it is neither.
    #[serde(skip_serializing_if = "is_default")]
    pub day_night: Option<DayNight>,
}

impl Default for TurnSetup {
    fn default() -> Self {
        Self { number: 3, active: 1, step: StepName::PrecombatMain, priority: None, day_night: None }
    }
}
