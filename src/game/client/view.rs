//! The schema of views: what a client is told of a game, as serialisable data.
//!
//! [`View::schema`] is raised whenever a field changes its meaning or goes away; fields that come in addition don't
//! raise it. Readers ignore fields that they don't know.

use super::{Question, Viewer, VisibleObject, VisibleReferent};
use crate::cards::def::{Color, DayNight, StepName};
use crate::model::ids::{Handle, Seat};
use crate::model::object::ObjectKind;
use crate::model::outcome::Outcome;
use crate::model::player::LossReason;
use crate::model::zone::Zone;
use serde::{Deserialize, Serialize};

/// The version of the schema of views, questions and events.
pub const VIEW_SCHEMA: u16 = 1;

/// What a viewer may know of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    /// [`VIEW_SCHEMA`].
    pub schema: u16,
    /// Whose view it is.
    pub viewer: Viewer,
    /// How many decisions have been answered.
    pub decisions: u32,
    /// Whether and how the game is over.
    pub outcome: Outcome,
    /// The turn.
    pub turn: TurnView,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The battlefield, oldest first.
    pub battlefield: Vec<ObjectView>,
    /// The stack; its top is last.
    pub stack: Vec<ObjectView>,
    /// Exile.
    pub exile: Vec<ObjectView>,
    /// The command zone.
    pub command: Vec<ObjectView>,
    /// Combat, while there is one.
    pub combat: Option<CombatView>,
    /// Whom the game waits for.
    pub waiting_for: Option<Seat>,
    /// What the viewer is asked, if it is they whom the game waits for.
    pub question: Option<Question>,
    /// The last lines of the log, if the game is followed for this viewer ([`crate::Game::follow`]).
    pub log: Vec<String>,
}

/// Where the game is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TurnView {
    /// Turns begun so far.
    pub number: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The current step or phase.
    pub step: StepName,
    /// The steps of the turn that are still to come, the next one first.
    pub to_come: Vec<StepName>,
    /// Who takes the extra turns after this one, the next one first.
    pub extra: Vec<Seat>,
    /// The player who has priority, if anybody has it.
    pub priority: Option<Seat>,
    /// Whether it is day or night, once it has become either (CR 731.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_night: Option<DayNight>,
}

/// Unspent mana with terms (CR 106.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BoundManaView {
    /// How much of each type, in the order W, U, B, R, G, C.
    pub amount: [u16; 6],
    /// What the instruction says that added it.
    pub text: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat of the player.
    pub seat: Seat,
    /// The life total.
    pub life: i32,
    /// Unspent mana, by type in the order W, U, B, R, G, C.
    pub pool: [u16; 6],
    /// How much of it is snow mana.
    pub snow: [u16; 6],
    /// Which of it can't be spent on everything, or does something as it is spent (CR 106.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<BoundManaView>,
    /// Counters, by kind.
    pub counters: Vec<(String, u32)>,
    /// Is the monarch.
    #[serde(default)]
    pub monarch: bool,
    /// Has the city's blessing (CR 702.131c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blessing: bool,
    /// Has the initiative (CR 726).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub initiative: bool,
    /// The room of a dungeon in which the player is (CR 309).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Why the player is out of the game.
    pub lost: Option<LossReason>,
    /// Lands played this turn.
    pub lands_played: u8,
    /// Spells cast this turn.
    pub spells_cast: u32,
    /// Cards drawn this turn.
    pub cards_drawn: u32,
    /// Mulligans taken.
    pub mulligans: u8,
    /// The library.
    pub library: HiddenView,
    /// The hand.
    pub hand: HiddenView,
    /// The graveyard; its top card is last.
    pub graveyard: Vec<ObjectView>,
    /// Cards outside the game that the viewer may look at.
    pub outside: Vec<ObjectView>,
    /// The companion that the player can still put into their hand (CR 702.139a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub companion: Option<String>,
    /// Commanders: their names, how often each was cast from the command zone.
    pub commanders: Vec<(String, u32)>,
    /// Combat damage received from commanders, by their names.
    pub commander_damage: Vec<(String, i32)>,
}

/// A hidden zone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HiddenView {
    /// How many cards there are.
    pub count: u32,
    /// Those that the viewer knows.
    pub known: Vec<KnownCard>,
}

/// A card of a hidden zone that the viewer knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct KnownCard {
    /// How many cards of the library are above it; `None` in hands, which have no order.
    pub above: Option<u32>,
    /// The card.
    pub card: ObjectView,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectView {
    /// What it is called: until it changes zones, and in a hidden zone until somebody else gets to see it.
    pub handle: Handle,
    /// What sort of object.
    pub kind: ObjectKind,
    /// The zone that it is in.
    pub zone: Zone,
    /// Its owner.
    pub owner: Seat,
    /// Its controller; elsewhere than on the battlefield and the stack its owner.
    pub controller: Seat,
    /// Whether the viewer knows which card it is.
    pub known: bool,
    /// Its name after all effects; `None` if it has none.
    pub name: Option<String>,
    /// Tells a permanent from others of its name: `Grizzly Bears (2)`. While the game is followed, it keeps the number as
    /// long as it has this name. All viewers see the same number; `None` where nothing else has the name, and for lands.
    #[serde(default)]
    pub number: Option<u32>,
    /// The name of the card or token that it is, for pictures; `None` if the viewer doesn't know it.
    pub card: Option<String>,
    /// Face down.
    pub face_down: bool,
    /// The mana cost, as in `{1}{R}`.
    pub cost: Option<String>,
    /// The mana value.
    pub mana_value: i32,
    /// The colours.
    pub colors: Vec<Color>,
    /// Supertypes, types and subtypes as a line.
    pub types: String,
    /// Power and toughness.
    pub pt: Option<(i32, i32)>,
    /// Keywords without parameters.
    pub keywords: Vec<String>,
    /// All other abilities, in words.
    pub abilities: Vec<String>,
    /// Whether it is tapped.
    pub tapped: bool,
    /// A creature that has come under its controller's control since their last turn began, without haste (CR 302.6).
    pub sick: bool,
    /// Marked damage.
    pub damage: i32,
    /// Counters, by kind.
    pub counters: Vec<(String, u32)>,
    /// What it is attached to.
    pub attached_to: Option<VisibleReferent>,
    /// What was chosen for it: a colour, a card name, and so on.
    pub chosen: Vec<String>,
    /// The names of its locked halves (CR 709.5c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<String>,
    /// Cards that it has exiled.
    pub linked: Vec<Handle>,
    /// What was announced for it, if it is on the stack.
    pub announced: Option<AnnouncedView>,
    /// The effects that made it what it is, if they were asked for ([`super::Detail::changes`]).
    pub changes: Option<Vec<Change>>,
}

/// What was announced for a spell or ability on the stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AnnouncedView {
    /// For an ability: its source, or what it is called if it is inherent and has none (CR 725.2).
    pub source: Option<VisibleReferent>,
    /// What it does, mode by mode, in words.
    pub text: Vec<String>,
    /// X.
    pub x: i32,
    /// Targets, in order.
    pub targets: Vec<TargetView>,
}

/// A chosen target.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TargetView {
    /// Which instance of "target".
    pub instance: u8,
    /// The object or player that was chosen.
    pub target: VisibleReferent,
    /// Its share of what is divided.
    pub share: i32,
}

/// An effect that made an object what it is (CR 613).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The layer or sublayer: `"6"`, `"7c"`.
    pub layer: String,
    /// The source of the effect; counters have none.
    pub source: Option<VisibleObject>,
    /// What the source is called, or which counters they are.
    pub by: String,
    /// What the effect does, in words.
    pub does: Vec<String>,
    /// Why it stands at this place in the order.
    pub why: String,
}

/// Combat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CombatView {
    /// Attacking creatures.
    pub attackers: Vec<AttackerView>,
    /// Blocking creatures, and what each blocks.
    pub blockers: Vec<(Handle, Vec<Handle>)>,
}

/// An attacking creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AttackerView {
    /// The attacking creature.
    pub attacker: Handle,
    /// What it attacks; `Unseen` if that has left combat.
    pub target: VisibleReferent,
    /// Blocked or not; `None` before blockers are declared.
    pub blocked: Option<bool>,
    /// The band that it is in, by number.
    pub band: Option<u16>,
}
