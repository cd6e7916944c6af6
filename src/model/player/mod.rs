//! Players (CR 102, 119, 122): life, mana, counters, and what the game keeps for each seat.

mod venture;

pub use venture::Venture;

use crate::cards::def::TurnPart;
use crate::model::by_field::clone_by_field;
use crate::model::commander::Commander;
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::mana::ManaPool;
use crate::model::object::Counters;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why a player is out of the game (CR 104.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum LossReason {
    /// The player conceded (CR 104.3a).
    Conceded,
    /// The player had 0 or less life (CR 104.3b).
    NoLife,
    /// The player drew from an empty library (CR 104.3c).
    DrewFromEmptyLibrary,
    /// The player had ten or more poison counters (CR 104.3d).
    Poison,
    /// The player was dealt 21 combat damage by one commander (CR 903.10a).
    CommanderDamage,
    /// An effect says so, or another player wins (CR 104.3e, f).
    Effect,
}

impl std::fmt::Display for LossReason {
    /// What goes after the player's name.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Conceded => "conceded",
            Self::NoLife => "had no life left",
            Self::DrewFromEmptyLibrary => "drew from an empty library",
            Self::Poison => "had ten poison counters",
            Self::CommanderDamage => "was dealt 21 combat damage by a commander",
            Self::Effect => "lost by an effect",
        })
    }
}

/// Last known information about a player who has left the game, beside what the player keeps anyway (CR 800.4i).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Left(pub Option<LastZones>);

/// How many cards the zones of a player held as they left the game, and in which turn of their own they did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LastZones {
    /// The number of cards in their hand.
    pub hand: u32,
    /// The number of cards in their library.
    pub library: u32,
    /// The number of cards in their graveyard.
    pub graveyard: u32,
    /// The number of the turn, if it was theirs; 0 otherwise.
    #[serde(default)]
    pub own_turn: u32,
}

/// One player.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The life total.
    pub life: i32,
    /// The life total with which the player began the game (CR 103.4).
    #[serde(default = "usual_life")]
    pub starting_life: i32,
    /// Unspent mana.
    pub pool: ManaPool,
    /// Counters on the player: poison, energy, and the like.
    pub counters: Counters,
    /// Why the player has lost; `None` while they play.
    pub lost: Option<LossReason>,
    /// What was known of a player who has left as they left the game (CR 800.4i).
    pub left: Left,
    /// Whether the player has tried to draw from an empty library since the last check of state-based actions (CR 704.5b).
    pub drew_from_empty: bool,
    /// Lands played this turn.
    pub lands_played: u8,
    /// How often the planar die was rolled as a special action this turn (CR 901.9).
    pub planar_rolls: u32,
    /// Cards drawn this turn.
    pub drawn_this_turn: u32,
    /// Cards drawn since the step or phase began.
    #[serde(default)]
    pub drawn_this_step: u32,
    /// Spells cast this turn.
    pub spells_this_turn: u32,
    /// How many spells they have cast this game.
    #[serde(default)]
    pub spells_this_game: u32,
    /// Spells cast in the turn before, if cards of the game ask for it.
    #[serde(default)]
    pub spells_last_turn: u32,
    /// Life gained this turn.
    pub gained_life: i32,
    /// Life lost this turn.
    pub lost_life: i32,
    /// Damage received this turn.
    pub damaged: i32,
    /// Damage other than combat damage received this turn.
    #[serde(default)]
    pub noncombat_damage: i32,
    /// Whether the player has attacked with a creature this turn.
    pub attacked: bool,
    /// Whether the player has committed a crime this turn (CR 700.13), if cards of the game ask for it.
    #[serde(default)]
    pub committed_crime: bool,
    /// Whether they have played a land or cast a spell this turn from anywhere but their own hand.
    #[serde(default)]
    pub played_elsewhere: bool,
    /// Whether they have turned a permanent face up this turn (CR 708.8).
    #[serde(default)]
    pub turned_face_up: bool,
    /// Whether they have searched their library this turn (CR 701.23).
    #[serde(default)]
    pub searched: bool,
    /// Whether the player is the monarch (CR 725).
    #[serde(default)]
    pub monarch: bool,
    /// Whether the player has the city's blessing (CR 702.131c), for the rest of the game.
    #[serde(default)]
    pub blessing: bool,
    /// The speed of the player (CR 702.179); 0 if the player has no speed.
    #[serde(default)]
    pub speed: u8,
    /// How often a part of a turn is to be skipped the next time, by part (CR 614.10a).
    #[serde(default)]
    pub skips: [u8; TurnPart::COUNT],
    /// How many extra turns they take after the next turn that they begin (CR 500.7).
    #[serde(default)]
    pub turns_after_next: u8,
    /// Whether they are searching their library now, if somebody controls players who do (CR 723.2).
    #[serde(default)]
    pub searching: bool,
    /// The turns in which the last two upkeeps of the player began, the last one first; 0 if there was none.
    pub upkeeps: [u32; 2],
    /// How many mulligans were taken.
    pub mulligans: u8,
    /// The initiative, and dungeons (CR 309, 726).
    #[serde(default)]
    pub venture: Venture,
    /// Cards that are the player's commanders (CR 903.3).
    pub commanders: SmallVec<[Commander; 1]>,
    /// The companion that the player has revealed, outside the game, as long as it can be put into the hand (CR 702.139a);
    /// [`ObjectRef::NONE`] without one.
    #[serde(default = "no_companion")]
    pub companion: ObjectRef,
    /// Combat damage received from commanders in this game, by their cards (CR 903.10a).
    pub commander_damage: SmallVec<[(ObjectId, i32); 1]>,
}

const fn usual_life() -> i32 {
    20
}
fn no_companion() -> ObjectRef {
    ObjectRef::NONE
}

clone_by_field! {
    Player {
        life, starting_life, pool, counters, lost, left, drew_from_empty, lands_played, planar_rolls, drawn_this_turn, drawn_this_step,
        spells_this_turn, spells_this_game, spells_last_turn, gained_life, lost_life, damaged, noncombat_damage, attacked, committed_crime, played_elsewhere, turned_face_up, searched, monarch, blessing, speed, skips, turns_after_next, searching, upkeeps, mulligans, venture,
        companion;
        lists: commanders, commander_damage
    }
}

impl Player {
    /// A player at the start of a game.
    pub fn new(life: i32) -> Self {
        Self {
            life,
            starting_life: life,
            pool: ManaPool::default(),
            counters: Counters::default(),
            lost: None,
            left: Left::default(),
            drew_from_empty: false,
            lands_played: 0,
            planar_rolls: 0,
            drawn_this_turn: 0,
            drawn_this_step: 0,
            spells_this_turn: 0,
            spells_this_game: 0,
            spells_last_turn: 0,
            gained_life: 0,
            lost_life: 0,
            damaged: 0,
            noncombat_damage: 0,
            attacked: false,
            committed_crime: false,
            played_elsewhere: false,
            turned_face_up: false,
            searched: false,
            monarch: false,
            blessing: false,
            speed: 0,
            skips: [0; TurnPart::COUNT],
            turns_after_next: 0,
            searching: false,
            upkeeps: [0, 0],
            mulligans: 0,
            venture: Venture::default(),
            commanders: SmallVec::new(),
            companion: ObjectRef::NONE,
            commander_damage: SmallVec::new(),
        }
    }
}

/// All players, by seat. Seats are in turn order; who has left keeps the seat.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Players(pub Vec<Player>);

clone_by_field! {
    Players(0)
}

impl Players {
    /// Makes one player the monarch, and nobody else (CR 725.3).
    pub fn crown(&mut self, seat: Seat) {
        for (i, player) in self.0.iter_mut().enumerate() {
            player.monarch = i == seat.index();
        }
    }
    /// The monarch, if there is one.
    pub fn monarch(&self) -> Option<Seat> {
        self.0.iter().position(|player| player.monarch).map(|i| Seat(i as u8))
    }
    /// Gives the initiative to one player, and nobody else (CR 726.3).
    pub fn give_initiative(&mut self, seat: Seat) {
        for (i, player) in self.0.iter_mut().enumerate() {
            player.venture.initiative = i == seat.index();
        }
    }
    /// Who has the initiative, if anybody does.
    pub fn initiative(&self) -> Option<Seat> {
        self.0.iter().position(|player| player.venture.initiative).map(|i| Seat(i as u8))
    }
    /// One player.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    pub fn get(&self, seat: Seat) -> &Player {
        &self.0[seat.index()]
    }
    /// One player, to write to.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    pub fn get_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.0[seat.index()]
    }
    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }
    /// The seats still in the game, lowest first.
    pub fn alive(&self) -> impl Iterator<Item = Seat> + '_ {
        self.0.iter().enumerate().filter(|(_, p)| p.lost.is_none()).map(|(i, _)| Seat(i as u8))
    }
    /// Whether the player of a seat is still in the game.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.0[seat.index()].lost.is_none()
    }
    /// Whether anybody has left the game.
    #[inline]
    pub fn anyone_left(&self) -> bool {
        self.0.iter().any(|p| p.lost.is_some())
    }
    /// CR 101.4: the seats still in the game in turn order, from `first` on.
    pub fn in_turn_order(&self, first: Seat) -> impl Iterator<Item = Seat> + '_ {
        let n = self.seats();
        (0..n).map(move |i| Seat((first.0 + i) % n)).filter(|s| self.is_alive(*s))
    }
    /// The next seat after `seat` that is still in the game; `seat` itself if all others have left.
    pub fn next(&self, seat: Seat) -> Seat {
        let n = self.seats();
        (1..=n).map(|i| Seat((seat.0 + i) % n)).find(|s| self.is_alive(*s)).unwrap_or(seat)
    }
    /// CR 102.2-3: the opponents of a seat still in the game.
    pub fn opponents(&self, seat: Seat) -> SeatSet {
        self.alive().filter(|s| *s != seat).collect()
    }
}
