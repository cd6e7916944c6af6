//! Frames and bindings: the state of one resolution.

use crate::cards::def::{CardTypes, Color, Subtype, Var};
use crate::model::by_field::clone_by_field;
use crate::model::decision::CastMethod;
use crate::model::event::{Enter, ReplacementKey};
use crate::model::ids::{AbilityKey, NameId, ObjectRef, ProgramHandle, Referent, Seat, SeatSet};
use crate::model::mana::PlannedMana;
use crate::model::object::{CastRecord, CopiableSource};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The variable that holds all objects that a trigger event happened to, if it is one of one or more things.
pub(crate) static EVENTS: LazyLock<Var> = LazyLock::new(|| Var::new("of the event").expect("it is short"));

/// The variable that holds all players that a trigger event happened to, or who did it, if it is one of one or more things.
pub(crate) static EVENT_PLAYERS: LazyLock<Var> = LazyLock::new(|| Var::new("event players").expect("it is short"));

/// The variables that hold who voted for a choice that the controller of the ability voted for too, and who for another one, if
/// a vote triggered it.
pub(crate) static VOTED_ALIKE: LazyLock<Var> = LazyLock::new(|| Var::new("voted alike").expect("it is short"));
pub(crate) static VOTED_OTHERWISE: LazyLock<Var> = LazyLock::new(|| Var::new("voted otherwise").expect("it is short"));

/// What a variable holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Value {
    /// A number.
    Number(i32),
    /// Objects.
    Objects(Vec<ObjectRef>),
    /// Players.
    Seats(SeatSet),
    /// Votes: who voted, or got votes, each player as often as they did (CR 701.38).
    Votes(Vec<Seat>),
    /// A colour.
    Color(Color),
    /// A card type.
    CardType(CardTypes),
    /// A subtype.
    Subtype(Subtype),
    /// A card name.
    Name(NameId),
    /// Something was done.
    Done,
    /// A way to cast a card.
    #[serde(rename = "Way")]
    CastMethod(CastMethod),
    /// A rules text: abilities and keywords of values that were made in play (CR 612.5).
    Text(CopiableSource),
}

/// One chosen target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChosenTarget {
    /// The instance of "target" that it was chosen for, counted from 0 over the chosen modes.
    pub instance: u8,
    /// The object or player that was chosen.
    pub target: Referent,
    /// Its share of what is divided (CR 601.2d); 0 if nothing is.
    pub share: i32,
    /// Whether it is still legal; found on resolution (CR 608.2b).
    pub legal: bool,
}

/// The trigger event (or the replaced event) as instructions see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct EventData {
    /// What it happened to.
    pub subject: Option<Referent>,
    /// The new object, if the subject changed zones: what "it" means afterwards when it can be found (CR 603.6).
    pub moved_to: Option<ObjectRef>,
    /// Its source or cause.
    pub source: Option<ObjectRef>,
    /// The player whom the event is about, if it is about one.
    pub player: Option<Seat>,
    /// The amount of the event: of damage, of life, of counters. 0 if it has none.
    pub amount: i32,
    /// How much of that was prevented (CR 615.12).
    pub prevented: i32,
    /// The types of mana that were produced as the subject was tapped for mana, a mask of
    /// [`ManaType::bit`](crate::cards::def::ManaType::bit).
    pub mana: u8,
}

/// What the words of a spell, an ability or a continuous effect refer to.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bindings {
    /// Its controller.
    pub you: Seat,
    /// The object that the ability is on, or the spell.
    pub this: ObjectRef,
    /// The object that granted the ability, if another one did.
    pub granter: Option<ObjectRef>,
    /// The spell or ability on the stack, if it is or was there.
    pub stack: Option<ObjectRef>,
    /// The ability that this belongs to, if it is one.
    pub key: Option<AbilityKey>,
    /// What X is; 0 if there is no X, or none has been chosen yet.
    pub x: i32,
    /// The chosen modes, by their places, from 0.
    pub modes: SmallVec<[u8; 2]>,
    /// All targets, by instance.
    pub targets: SmallVec<[ChosenTarget; 1]>,
    /// The trigger event, if something triggered it.
    pub event: Option<EventData>,
    /// What was announced and paid.
    pub cast: CastRecord,
    /// The variables that instructions have set, with what they hold.
    pub vars: Vec<(Var, Value)>,
    /// The current object or player: of a loop, or the one that a filter is asked of.
    pub it: Option<Referent>,
}

clone_by_field! {
    Bindings { you, this, granter, stack, key, x, event, cast, vars, it; lists: modes, targets }
}

impl Bindings {
    /// Bindings of an ability of `this`, controlled by `you`, with nothing chosen.
    pub fn new(you: Seat, this: ObjectRef) -> Self {
        Self {
            you,
            this,
            granter: None,
            stack: None,
            key: None,
            x: 0,
            modes: SmallVec::new(),
            targets: SmallVec::new(),
            event: None,
            cast: CastRecord::default(),
            vars: Vec::new(),
            it: None,
        }
    }
    /// What a variable holds.
    pub fn var(&self, var: Var) -> Option<&Value> {
        self.vars.iter().find(|(v, _)| *v == var).map(|(_, value)| value)
    }
    /// Sets a variable.
    pub fn set(&mut self, var: Var, value: Value) {
        match self.vars.iter_mut().find(|(v, _)| *v == var) {
            Some((_, old)) => *old = value,
            None => self.vars.push((var, value)),
        }
    }
    /// Makes a variable unset: the instruction that would set it did nothing.
    pub fn clear(&mut self, var: Var) {
        self.vars.retain(|(v, _)| *v != var);
    }
    /// Counts instances of "target" from `first` on as from 0, and forgets those before: what the instructions of a
    /// mode refer to (CR 700.2c).
    pub fn rebase_targets(&mut self, first: u8) {
        if first > 0 {
            self.targets.retain(|t| t.instance >= first);
            self.targets.iter_mut().for_each(|t| t.instance -= first);
        }
    }
    /// The chosen targets of one instance that are still legal.
    pub fn targets_of(&self, instance: u8) -> impl Iterator<Item = Referent> + '_ {
        self.targets.iter().filter(move |t| t.instance == instance && t.legal).map(|t| t.target)
    }
}

/// A loop that a frame is in: what is left to do. The second field is what `It` was before, and is again afterwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Loop {
    /// `It` goes through these, the last one first.
    Each(Vec<Referent>, Option<Referent>),
    /// `It` goes through these: before each round the first player in APNAP order who controls some of them, or last controlled them,
    /// chooses one of those (CR 701.44d, 701.50d).
    Chosen(Vec<Referent>, Option<Referent>),
    /// The number of rounds left.
    Times(i32),
}

/// The state of one program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The program that is followed.
    pub program: ProgramHandle,
    /// The place of the instruction that comes next, from 0.
    pub pc: u16,
    /// How far it has come within that instruction.
    pub phase: u8,
    /// What its words refer to.
    pub bindings: Bindings,
    /// How many instances of "target" come before those of this program; the bindings already count from here.
    pub first_target: u8,
    /// The loops that it is in, innermost last.
    pub loops: Vec<Loop>,
    /// What an instruction in several phases keeps meanwhile.
    pub scratch: Vec<Value>,
    /// What this program has moved: the object before and after (CR 400.7j).
    pub moved: Vec<(ObjectRef, ObjectRef)>,
    /// Who has searched their own library without shuffling it since, and what they have found there: they are still searching it
    /// (CR 701.23h).
    #[serde(default)]
    pub searched: Vec<(Seat, Vec<ObjectRef>)>,
    /// What this program has revealed: everyone can follow it where it goes.
    pub revealed: Vec<ObjectRef>,
    /// Of a replacement effect: what has applied to the event that it modifies. None of that applies to what these
    /// instructions do (CR 614.5).
    pub applied: Vec<ReplacementKey>,
    /// In the instructions of a replacement effect: what would have entered the battlefield, and how.
    pub entering: Option<Box<(ObjectRef, Enter)>>,
    /// Of a mana ability: what the payer has planned to make with it, if anything.
    pub planned: PlannedMana,
}

impl Frame {
    /// A frame at the beginning of a program.
    pub fn new(program: ProgramHandle, bindings: Bindings) -> Self {
        Self {
            program,
            pc: 0,
            phase: 0,
            bindings,
            first_target: 0,
            loops: Vec::new(),
            scratch: Vec::new(),
            moved: Vec::new(),
            searched: Vec::new(),
            revealed: Vec::new(),
            applied: Vec::new(),
            entering: None,
            planned: PlannedMana::default(),
        }
    }
}
