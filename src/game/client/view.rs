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
    /// How many decisions have been answered in this game, by all players together.
    pub decisions: u32,
    /// Whether the game is over, and how it ended.
    pub outcome: Outcome,
    /// The turn.
    pub turn: TurnView,
    /// The players, by seat: those who have left, too.
    pub players: Vec<PlayerView>,
    /// The battlefield, oldest first.
    pub battlefield: Vec<ObjectView>,
    /// The stack; its top is last.
    pub stack: Vec<ObjectView>,
    /// Exile.
    pub exile: Vec<ObjectView>,
    /// The command zone.
    pub command: Vec<ObjectView>,
    /// Combat; `None` while nothing attacks or blocks.
    pub combat: Option<CombatView>,
    /// The player who decides next; `None` if no decision is open, as when the game is over.
    pub waiting_for: Option<Seat>,
    /// What the viewer is asked; `None` for all viewers but the player whom the game waits for.
    pub question: Option<Question>,
    /// The last lines of the log, 100 at most, the newest last. Empty unless the game is followed for this viewer
    /// ([`crate::Game::follow`]).
    pub log: Vec<String>,
}

/// Where the game is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TurnView {
    /// Turns that have begun in this game, of all players; 0 while the game is set up.
    pub number: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The current step or phase.
    pub step: StepName,
    /// The steps of the turn that are still to come, the next one first.
    pub to_come: Vec<StepName>,
    /// Who takes the extra turns after this one, the next one first.
    pub extra: Vec<Seat>,
    /// The player who has priority; `None` while nobody has it.
    pub priority: Option<Seat>,
    /// Whether it is day or night; `None` as long as it has been neither (CR 731.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_night: Option<DayNight>,
}

/// Unspent mana with terms (CR 106.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BoundManaView {
    /// How much of each type, in the order W, U, B, R, G, C.
    pub amount: [u16; 6],
    /// The instruction that added it, in words.
    pub text: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat of the player.
    pub seat: Seat,
    /// The life total.
    pub life: i32,
    /// All unspent mana, by type in the order W, U, B, R, G, C.
    pub pool: [u16; 6],
    /// How much of the pool comes from snow sources, in the same order.
    pub snow: [u16; 6],
    /// The part of the pool that can't be spent on everything, or that does something as it is spent (CR 106.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<BoundManaView>,
    /// Counters on the player: each kind as definitions write it, `poison` or `energy`, with how many there are.
    pub counters: Vec<(String, u32)>,
    /// Whether the player is the monarch (CR 725).
    #[serde(default)]
    pub monarch: bool,
    /// Whether the player has the city's blessing (CR 702.131c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blessing: bool,
    /// The speed of the player (CR 702.179); 0 if the player has none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub speed: u8,
    /// Whether the player has the initiative (CR 726).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub initiative: bool,
    /// The room in which the player is, with the name of its dungeon; `None` outside of dungeons (CR 309).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Why the player is out of the game; `None` while they play.
    pub lost: Option<LossReason>,
    /// How many lands the player has played this turn.
    pub lands_played: u8,
    /// How many spells the player has cast this turn.
    pub spells_cast: u32,
    /// How many cards the player has drawn this turn.
    pub cards_drawn: u32,
    /// How many mulligans the player has taken.
    pub mulligans: u8,
    /// The library.
    pub library: HiddenView,
    /// The hand.
    pub hand: HiddenView,
    /// The graveyard; its top card is last.
    pub graveyard: Vec<ObjectView>,
    /// Cards outside the game that the viewer may look at.
    pub outside: Vec<ObjectView>,
    /// The name of the companion that the player can still put into their hand; `None` without one (CR 702.139a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub companion: Option<String>,
    /// The names of the player's commanders, and how many times each was cast from the command zone.
    pub commanders: Vec<(String, u32)>,
    /// Combat damage that commanders have dealt to the player in this game, by their names.
    pub commander_damage: Vec<(String, i32)>,
}

/// A hidden zone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HiddenView {
    /// How many cards there are.
    pub count: u32,
    /// Those that the viewer knows: of a library the top one first.
    pub known: Vec<KnownCard>,
}

/// A card of a hidden zone that the viewer knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct KnownCard {
    /// How many cards of the library lie above it, 0 for the top card; `None` in hands, which have no order.
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
    /// Tells a permanent from others of its name: the 2 of `Grizzly Bears (2)`, counted from 1. All viewers see the same
    /// number. While the game is followed, a permanent keeps its number as long as it has this name, also when it is the
    /// last one. `None` for lands, and if nothing else has the name.
    #[serde(default)]
    pub number: Option<u32>,
    /// The name of the card or token that it is, for pictures; `None` if the viewer doesn't know it, and for abilities and
    /// emblems.
    pub card: Option<String>,
    /// Whether it is face down.
    pub face_down: bool,
    /// The mana cost, as in `{1}{R}`; `None` if it has none, as lands.
    pub cost: Option<String>,
    /// The mana value, in which X counts as what was chosen for it, and as 0 elsewhere than on the stack (CR 202.3e).
    pub mana_value: i32,
    /// The colours; empty if it is colourless.
    pub colors: Vec<Color>,
    /// Supertypes, types and subtypes as a line, as in `Artifact Creature - Golem`; empty for abilities on the stack.
    pub types: String,
    /// Power and toughness; `None` if it has none, as each permanent that isn't a creature, Vehicles too (CR 208.3).
    pub pt: Option<(i32, i32)>,
    /// Keywords without parameters.
    pub keywords: Vec<String>,
    /// All other abilities, in words; empty if they weren't asked for ([`super::Detail::no_texts`]).
    pub abilities: Vec<String>,
    /// Whether it is tapped.
    pub tapped: bool,
    /// A creature that has come under its controller's control since their last turn began, without haste (CR 302.6).
    pub sick: bool,
    /// How much damage is marked on it.
    pub damage: i32,
    /// Counters on it: each kind as definitions write it, `+1/+1`, `loyalty` or `flying`, with how many there are.
    pub counters: Vec<(String, u32)>,
    /// The object or player that it is attached to.
    pub attached_to: Option<VisibleReferent>,
    /// The player who protects it, if it is a battle (CR 310.8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protector: Option<Seat>,
    /// What was chosen for it, one text each: a colour, a card type, a subtype, a card name, `player A`, a number.
    pub chosen: Vec<String>,
    /// The names of its locked halves (CR 709.5c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<String>,
    /// The cards that it has exiled, of those that the viewer sees.
    pub linked: Vec<Handle>,
    /// What was announced for it; `None` elsewhere than on the stack.
    pub announced: Option<AnnouncedView>,
    /// The effects that made it what it is, in the order in which they apply; `None` unless they were asked for
    /// ([`super::Detail::changes`]) and it is a known permanent.
    pub changes: Option<Vec<Change>>,
}

/// What was announced for a spell or ability on the stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AnnouncedView {
    /// For an ability its source, or what it is called if it is inherent and has none (CR 725.2); `None` for a spell.
    pub source: Option<VisibleReferent>,
    /// What it does, in words: one text for each chosen mode.
    pub text: Vec<String>,
    /// What X is; 0 if there is no X, or none has been chosen yet.
    pub x: i32,
    /// The targets that were chosen so far, in order.
    pub targets: Vec<TargetView>,
}

/// A chosen target.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TargetView {
    /// For which instance of "target" it was chosen, counted from 0 over the chosen modes.
    pub instance: u8,
    /// The object or player that was chosen.
    pub target: VisibleReferent,
    /// Its share of damage or counters that are divided (CR 601.2d); 0 if nothing is.
    pub share: i32,
}

/// An effect that made an object what it is (CR 613).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The layer or sublayer, as the rules number them: `"6"`, `"7c"`.
    pub layer: String,
    /// The source of the effect; `None` for counters, and for a source that the viewer can't see.
    pub source: Option<VisibleObject>,
    /// The name of the source; of counters their kind.
    pub by: String,
    /// What the effect does, in words.
    pub does: Vec<String>,
    /// The reasons why it stands at this place in the order, joined by semicolons.
    pub why: String,
}

/// Combat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CombatView {
    /// Attacking creatures.
    pub attackers: Vec<AttackerView>,
    /// Blocking creatures, each with the attackers that it blocks.
    pub blockers: Vec<(Handle, Vec<Handle>)>,
}

/// An attacking creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AttackerView {
    /// The attacking creature.
    pub attacker: Handle,
    /// What it attacks; `Unseen` if that has left combat.
    pub target: VisibleReferent,
    /// Whether it was blocked; `None` before blockers are declared.
    pub blocked: Option<bool>,
    /// The number of its band, from 0; `None` if it attacks alone.
    pub band: Option<u16>,
}

/// Whether a player has no speed.
fn is_none(speed: &u8) -> bool {
    *speed == 0
}
