//! Decisions (a small, closed algebra), and their answers.
//!
//! A [`Decision`] has one of seven [`Shape`]s over a list of [`Choice`]s, and a [`Prompt`] that says why it is asked.
//! Mechanics add prompts, never shapes. [`Decision::check`] is public and pure; [`Decision::sample`] always answers
//! legally.
//!
//! # Invariants
//! * An answer that `check` refuses changes nothing.
//! * While a decision is open, its continuation is on top of the [`Agenda`](crate::model::agenda::Agenda).

mod all;
mod answer;
mod cast_method;
mod division;
mod kind;
mod questions;
mod referent;
mod set_rule;

pub use answer::{Answer, AnswerError};
pub use cast_method::CastMethod;
pub(crate) use division::least;
pub use kind::{PromptKind, UnknownPromptKind};
pub use questions::Questions;
pub use set_rule::{Company, Group, Limit, Requirement, SetRule};

use crate::cards::def::{CardTypes, Color, Cost, CounterKind, Filter, HandAction, Subtype};
use crate::model::by_field::clone_by_field;
use crate::model::ids::{AbilityKey, ContinuousEffectId, DefId, NameId, ObjectRef, Referent, Seat};
use crate::model::object::Door;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One thing that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Choice {
    /// Do nothing: pass priority (CR 117.3d), take no further action.
    Pass,
    /// Play a land (CR 116.2a).
    PlayLand {
        /// The card.
        object: ObjectRef,
        /// The place of the face that is played, from 0.
        face: u8,
        /// The effect that permits it, if that matters: it permits only one card each turn, or what is played gains something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        permit: Option<ContinuousEffectId>,
    },
    /// Cast a spell (CR 601).
    Cast {
        /// The card.
        object: ObjectRef,
        /// The face, and the permission or alternative cost.
        way: CastMethod,
    },
    /// Roll the planar die (CR 116.2i, 901.9).
    RollPlanarDie,
    /// Exile a card of the hand, or put the companion into it, by a special action (CR 116.2f-h, k).
    HandAction {
        /// The card.
        object: ObjectRef,
        /// Which of the special actions it is.
        action: HandAction,
        /// By which of its abilities.
        by: u8,
    },
    /// Turn a face-down permanent face up (CR 116.2b).
    TurnFaceUp {
        /// The permanent.
        object: ObjectRef,
        /// By which ability of what it will be, by its place among those; without one for its mana cost, as it is
        /// manifested.
        by: Option<u8>,
    },
    /// A half of a permanent: with priority to unlock it (CR 116.2m), otherwise the one to lock or unlock (709.5f-g).
    Door {
        /// The permanent.
        object: ObjectRef,
        /// The half.
        door: Door,
    },
    /// Activate an ability (CR 602), or do what a card offers from an opening hand (103.6).
    Activate {
        /// The ability to activate.
        key: AbilityKey,
    },
    /// An object that is chosen as such: a target, a card to discard.
    Object(ObjectRef),
    /// A player who is chosen as such.
    Player(Seat),
    /// An attack (CR 508.1b).
    Attack {
        /// The attacker.
        attacker: ObjectRef,
        /// The player or permanent that it attacks.
        target: Referent,
    },
    /// A block (CR 509.1a).
    Block {
        /// The blocker.
        blocker: ObjectRef,
        /// The attacker.
        attacker: ObjectRef,
    },
    /// A mode, by its place among those of the ability, from 0.
    Mode(u8),
    /// A colour.
    Color(Color),
    /// A card type, as a set of one.
    CardType(CardTypes),
    /// A subtype.
    Subtype(Subtype),
    /// A counter that is removed or moved, one of those of its kind.
    Counter {
        /// What it is on.
        of: Referent,
        /// Its kind.
        kind: CounterKind,
    },
    /// A number.
    Number(i32),
    /// A triggered ability that waits, by its place among those that wait, from 0 (CR 603.3b).
    Trigger(u16),
    /// An applicable replacement or prevention effect, by its place among these, from 0 (CR 616.1).
    Replacement(u16),
    /// One of several ways to cast or to pay, by its place, from 0: the mana cost, an alternative cost and the like.
    Way(u8),
    /// Mana of a type to add or to spend.
    Mana(crate::cards::def::ManaType),
    /// One of two piles, one of several courses of action that an instruction offers (CR 608.2d), or one of the words that players
    /// vote for (701.38b): by its place, from 0.
    Course(u8),
    /// A room of a dungeon to venture into, counted from the topmost one (CR 701.49).
    Room {
        /// The dungeon.
        dungeon: DefId,
        /// The place of the room among those of the dungeon, from 0.
        room: u8,
    },
}

/// Why a decision is asked, with the objects concerned: where nothing else is said, the spell, the ability or the permanent
/// that it is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Prompt {
    /// What a player with priority does (CR 117).
    Priority,
    /// Whether to keep a hand (CR 103.5); `Confirm(true)` keeps.
    Mulligan {
        /// How many have been taken.
        taken: u8,
    },
    /// Which cards go to the bottom of the library after mulligans (CR 103.5).
    MulliganBottom,
    /// What to do with a card of an opening hand, if anything (CR 103.6).
    OpeningHand,
    /// Which player takes the first turn (CR 103.1).
    StartingPlayer,
    /// Which creatures attack, and what (CR 508.1).
    DeclareAttackers,
    /// Which of the creatures that attack this form a band, or none if there are no more bands (CR 508.1e, 702.22c).
    DeclareBands(Referent),
    /// Which creature is tapped for an enlist ability of this attacker, if any (CR 508.1g, 702.154a).
    Enlist(ObjectRef),
    /// Which creatures block, and which attackers (CR 509.1).
    DeclareBlockers,
    /// How an attacker or blocker divides its combat damage (CR 510.1c, d).
    CombatDamage(ObjectRef),
    /// Whether a blocked attacker assigns its combat damage as though it weren't blocked (CR 510.1b-c).
    AsUnblocked(ObjectRef),
    /// Which cards to discard at cleanup (CR 514.1).
    CleanupDiscard,
    /// Which of the permanents that may stay tapped do so (CR 502.3).
    StayTapped,
    /// Which modes a spell or ability has (CR 601.2b).
    Modes(ObjectRef),
    /// How often an optional cost is paid (CR 601.2b): its place among those of the spell, from 0.
    OptionalCost(ObjectRef, u8),
    /// Which card of the hand to splice onto a spell, if any (CR 702.47).
    Splice(ObjectRef),
    /// What number X is (CR 601.2b).
    ChooseX(ObjectRef),
    /// What the targets for one instance of the word "target" are (CR 601.2c).
    Targets {
        /// The spell or ability.
        of: ObjectRef,
        /// The place of the instance of the word "target", from 0.
        instance: u8,
    },
    /// How damage or counters are divided among targets (CR 601.2d).
    Divide(ObjectRef),
    /// What a part of a cost is paid with: what to sacrifice, discard, exile, tap or reveal (CR 601.2h).
    PayWith(ObjectRef),
    /// How a hybrid or Phyrexian symbol is paid (CR 601.2b).
    PaySymbol(ObjectRef),
    /// Which mana ability to activate or whether to pay from the pool (CR 601.2g).
    PayMana(ObjectRef),
    /// Which mana abilities are reversed with what is taken back (CR 733.1).
    TakeBack(ObjectRef),
    /// Which type of mana an ability adds.
    ManaColor(ObjectRef),
    /// Whether to do something optional (CR 608.2d).
    May(ObjectRef),
    /// Whether to pay this cost, which an instruction asks for (CR 118.12).
    MayPay(ObjectRef, Cost),
    /// Which objects a player chooses for an instruction.
    ChooseObjects(ObjectRef),
    /// Which cards to discard, for this object.
    Discard(ObjectRef),
    /// Which permanents to sacrifice, for this object.
    Sacrifice(ObjectRef),
    /// Which cards to find in a search (CR 701.23).
    Search(ObjectRef),
    /// Which cards go to the bottom, or to the graveyard (CR 701.22, 701.25).
    Arrange(ObjectRef),
    /// In which order cards are put somewhere. No object stands for the cards that go to the bottom after mulligans.
    OrderCards(ObjectRef),
    /// The order of objects and players that an instruction acts on one after the other (CR 608.2f), or which is next (701.44d).
    OrderRounds(ObjectRef),
    /// Which cards are in the first of two piles.
    Piles(ObjectRef),
    /// One of several courses of action that an instruction offers (CR 608.2d), or which half to lock or unlock (709.5f-g).
    Course(ObjectRef),
    /// What to vote for: an object, or a word by its place among those of the instruction (CR 701.38).
    Vote(ObjectRef),
    /// Whether a mutating spell is put on top of the creature that it merges with, or under it (CR 702.140c).
    MergeOver(ObjectRef),
    /// Into which room of which dungeon to venture (CR 701.49).
    Venture,
    /// Which colour to choose.
    ChooseColor(ObjectRef),
    /// Which card name to choose, of cards that match the filter; the answer is `Answer::Name`.
    ChooseName(ObjectRef, Filter),
    /// Which card type to choose.
    ChooseCardType(ObjectRef),
    /// Which subtype to choose.
    ChooseSubtype(ObjectRef),
    /// Which player to choose.
    ChoosePlayer(ObjectRef),
    /// Which number to choose.
    ChooseNumber(ObjectRef),
    /// What this permanent enters as a copy of, if anything (CR 707.5).
    EnterAsCopy(ObjectRef),
    /// What this Aura enchants, which enters without being cast (CR 303.4f).
    EnchantWhat(ObjectRef),
    /// Which of several replacement effects applies to this (CR 616.1), or which damage to it a shield prevents (615.7).
    Replacement(Referent),
    /// Whether an optional replacement effect applies.
    ApplyReplacement(ObjectRef),
    /// Whether a card is revealed as it is drawn, by the ability with this place among those that permit it (CR 702.94a).
    RevealDrawn(ObjectRef, u16),
    /// In which order triggered abilities are put on the stack (CR 603.3b).
    OrderTriggers,
    /// For which of several events at once a delayed ability triggered (CR 603.7b).
    TriggerEvent(ObjectRef),
    /// In which order cards go to a graveyard together (CR 404.3).
    OrderGraveyard,
    /// In which order permanents that enter together get their timestamps, the oldest first (CR 613.7m).
    OrderTimestamps,
    /// Whether a commander goes to the command zone (CR 903.9).
    CommandZone(ObjectRef),
    /// Which legendary permanent stays (CR 704.5j).
    LegendRule,
    /// Which spell to cast now, if any.
    CastNow(ObjectRef),
    /// What one target of a spell or ability becomes; it may stay what it is, unless it has to change (CR 115.7, 707.10c).
    NewTargets(ObjectRef),
}

/// How much some options together may lack of what they need in a division, because others can still make up for it
/// (CR 510.1e, 702.19b).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lack {
    /// The options, by their places.
    pub members: Vec<u16>,
    /// The most that they may lack.
    pub most: i32,
    /// Whether that limit also holds if the last option gets nothing: another creature has assigned damage to what it attacks.
    pub always: bool,
}

/// The shape of a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// Exactly one option.
    ChooseOne(Vec<Choice>),
    /// A set of options.
    ChooseSome {
        /// The options.
        options: Vec<Choice>,
        /// The fewest that must be chosen.
        min: u16,
        /// The most that can be chosen.
        max: u16,
        /// What else the set must fulfil.
        rule: SetRule,
    },
    /// All options in some order; the first is done first, put on the stack first, or nearest the top.
    Order(Vec<Choice>),
    /// A total divided among the options.
    Distribute {
        /// The options.
        options: Vec<Choice>,
        /// How much in all.
        total: i32,
        /// The least that each gets.
        min_each: i32,
        /// The most that each gets, option by option; empty if there is no limit.
        most: Vec<i32>,
        /// In order: an option may get something only if all before it have at least this much (CR 510.1c has no such
        /// order today; trample has: the last option is the player, the others need lethal damage first).
        before_last: Vec<i32>,
        /// Where other creatures assign damage to the same ones in the same step (CR 510.1e): how much of `before_last`
        /// may be missing. Without any, nothing may. If `before_last` has a number for every option, none of them is
        /// what is attacked.
        #[serde(default)]
        lacks: Vec<Lack>,
    },
    /// A number in a range.
    Number {
        /// The least number that can be chosen.
        min: i32,
        /// The greatest number that can be chosen.
        max: i32,
    },
    /// Yes or no.
    Confirm,
    /// A card name (CR 201.4), one of these, in the order of their texts.
    Name(Arc<[NameId]>),
}

/// A decision that a player has to make.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Whose decision it is by the rules.
    pub player: Seat,
    /// Who makes it (another player, if they control the first, CR 723).
    pub decider: Seat,
    /// Why the decision is asked.
    pub prompt: Prompt,
    /// What can be answered.
    pub shape: Shape,
    /// Whether `Answer::Cancel` takes back what is being proposed (CR 733).
    pub cancellable: bool,
}

clone_by_field! {
    Decision { player, decider, prompt, shape, cancellable }
}

impl Decision {
    /// A decision of a player who makes their own.
    pub fn new(player: Seat, prompt: Prompt, shape: Shape) -> Self {
        Self { player, decider: player, prompt, shape, cancellable: false }
    }
    /// The options, if it has any.
    pub fn options(&self) -> &[Choice] {
        match &self.shape {
            Shape::ChooseOne(options)
            | Shape::ChooseSome { options, .. }
            | Shape::Order(options)
            | Shape::Distribute { options, .. } => options,
            Shape::Number { .. } | Shape::Confirm | Shape::Name(_) => &[],
        }
    }
}

/// The open decision.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pending(pub Option<Box<Decision>>);

clone_by_field! {
    Pending(0)
}

/// How a game is run; part of its state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Whether the engine answers decisions that have one possible answer. True by default.
    pub skip_forced: bool,
    /// Whether the engine pays mana; otherwise players choose mana abilities and mana. True by default.
    pub auto_pay: bool,
    /// Whether spells and abilities are offered without a proof that they can be paid for (CR 601.2): what is missing may
    /// be got on the way by mana abilities, and what can't be finished is taken back. For players who pay by hand; false by
    /// default.
    pub offer_unproven: bool,
    /// The number of turns, of all players together, after which the game ends as inconclusive; 400 by default.
    pub max_turns: u32,
    /// The number of decisions after which the game ends as inconclusive; 20,000 by default.
    pub max_decisions: u32,
    /// The number of objects beyond which the game ends as inconclusive; 4,000 by default.
    pub max_objects: u32,
    /// The number of objects on the stack beyond which the game ends as inconclusive; 500 by default.
    pub max_stack: u32,
    /// The starting life total (CR 103.4); 20 by default.
    pub life: i32,
    /// Which edition of the rules the order of sublayers is taken from.
    pub edition: RulesEdition,
    /// Whether owners are asked for the order of cards that go to a graveyard together (CR 404.3). False by default.
    pub order_graveyards: bool,
    /// When players with priority are asked.
    #[serde(default, skip_serializing_if = "Questions::is_all")]
    pub questions: Questions,
}

/// Which edition orders the sublayers of layer 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum RulesEdition {
    /// The pinned edition: counters belong to 7c, switching is 7d.
    #[default]
    Current,
    /// Counters are 7d, switching 7e.
    Classic,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            skip_forced: true,
            auto_pay: true,
            offer_unproven: false,
            max_turns: 400,
            max_decisions: 20_000,
            max_objects: 4_000,
            max_stack: 500,
            life: 20,
            edition: RulesEdition::Current,
            order_graveyards: false,
            questions: Questions::All,
        }
    }
}

/// The one possible answer, if there is only one.
pub(crate) fn forced(decision: &Decision) -> Option<Answer> {
    if decision.cancellable {
        return None;
    }
    match &decision.shape {
        Shape::ChooseOne(options) => (options.len() == 1).then_some(Answer::One(0)),
        Shape::ChooseSome { options, min, max, rule } => {
            if options.is_empty() || *max == 0 {
                Some(Answer::Some(Vec::new()))
            } else if *min as usize == options.len() && rule.groups.is_empty() {
                Some(Answer::Some((0..options.len() as u16).collect()))
            } else {
                None
            }
        }
        Shape::Order(options) => (options.len() < 2).then(|| Answer::Order((0..options.len() as u16).collect())),
        Shape::Distribute { options, total, min_each, .. } => match options.len() {
            0 => Some(Answer::Distribute(Vec::new())),
            1 => Some(Answer::Distribute(vec![*total])),
            n if min_each * n as i32 == *total => Some(Answer::Distribute(vec![*min_each; n])),
            _ => None,
        },
        Shape::Number { min, max } => (min == max).then_some(Answer::Number(*min)),
        Shape::Confirm => None,
        Shape::Name(names) => (names.len() == 1).then(|| Answer::Name(names[0])),
    }
}

/// The option that an answer to `ChooseOne` names.
///
/// # Panics
/// If the answer has another shape: answers are checked before they reach a task.
pub fn chosen(options: &[Choice], answer: &Answer) -> Choice {
    match answer {
        Answer::One(i) => options[*i as usize],
        other => panic!("expected one option, got {other:?}"),
    }
}

/// How many decisions have been answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct DecisionCount(pub u32);
