//! Spells and abilities that are being cast, activated and paid for (CR 601, 602, 605, 733).

mod reversal;

pub(crate) use reversal::Try;
pub use reversal::{Refused, Segment, Undo, UndoTask};

use crate::cards::def::{Cost, CostPart, CounterKind, Filter, HandAction, Keyword};
use crate::model::bindings::Bindings;
use crate::model::decision::{CastMethod, Choice};
use crate::model::ids::{AbilityHandle, AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Seat, StaticHandle};
use crate::model::mana::{Activation, ManaTotal, PaidFor, PlannedMana, SymbolPayment};
use crate::model::object::{Characteristics, Door, Object};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What is being proposed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Proposal {
    /// A spell.
    Spell {
        /// How it is cast.
        way: CastMethod,
        /// The zone that it is cast from.
        from: crate::model::zone::Zone,
        /// At which place it stood there.
        index: u32,
    },
    /// An activated ability.
    Ability(AbilityKey),
    /// A mana ability (CR 605), and what it is to make if the payer has planned it.
    Mana(AbilityKey, Option<[u8; 6]>),
    /// Turning a permanent face up, by one of the abilities that it will have (CR 116.2b).
    TurnFaceUp(Option<u8>),
    /// Unlocking a half of a permanent (CR 116.2m).
    Unlock(Door),
    /// Exiling a card of the hand, or putting the companion into it, by one of its abilities (CR 116.2f-h, k).
    HandAction(HandAction, u8),
    /// A triggered ability or a copy that is on the stack already (CR 603.3c-d).
    Placed,
    /// New targets for what is on the stack (CR 115.7d).
    Retarget {
        /// Which of them become what.
        new: NewTargets,
    },
}

/// How the targets of what is on the stack are changed (CR 115.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum NewTargets {
    /// Any of them, each to another legal one (CR 115.7d).
    Any,
    /// Each to another legal one, or none of them (CR 115.7a).
    All,
    /// One of them to that object, if it is legal in its place (CR 115.7b).
    One(ObjectRef),
}

/// Tasks of casting and resolving.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CastTask {
    /// Play a land (special action).
    PlayLand {
        /// The player who plays it.
        seat: Seat,
        /// The card.
        object: ObjectRef,
        /// The face.
        face: u8,
        /// The effect that permits it, if that matters.
        #[serde(default)]
        permit: Option<ContinuousEffectId>,
    },
    /// The land has been put onto the battlefield.
    LandPlayed {
        /// The player who has played it.
        seat: Seat,
        /// Where it was before.
        from: crate::model::zone::Zone,
        /// What it gains by the effect that permitted it.
        #[serde(default)]
        grant: Option<Grant>,
    },
    /// Begin to cast a spell.
    Cast {
        /// The player who casts it.
        seat: Seat,
        /// The card.
        object: ObjectRef,
        /// The face, and the permission or alternative cost.
        way: CastMethod,
        /// During a resolution, if it is.
        nested: Option<Nested>,
    },
    /// Begin to turn a permanent face up (special action).
    TurnFaceUp {
        /// The player who turns it face up.
        seat: Seat,
        /// The permanent.
        object: ObjectRef,
        /// The ability that permits it, by its place among those it will have; `None`: for its mana cost (manifested).
        by: Option<u8>,
    },
    /// Begin to unlock a half of a permanent (special action, CR 116.2m).
    Unlock {
        /// The player who unlocks it.
        seat: Seat,
        /// The permanent.
        object: ObjectRef,
        /// The half.
        door: Door,
    },
    /// Begin to activate an ability.
    Activate {
        /// The player who activates it.
        seat: Seat,
        /// The ability to activate.
        key: AbilityKey,
    },
    /// The next step of what is in progress.
    Go(Box<Transaction>),
    /// Begin to pay a cost outside of casting (CR 118.12).
    BeginPayment {
        /// The player who pays.
        seat: Seat,
        /// The object whose instruction asks for the payment.
        object: ObjectRef,
        /// The cost to pay.
        cost: Cost,
        /// What its words refer to.
        bindings: Box<Bindings>,
    },
    /// Pay a cost outside of casting; returns whether it was paid ([`Return::Paid`](crate::model::task::Return)).
    Pay(Box<InstructionPayment>),
    /// A cost outside of casting isn't paid: what was done for it is taken back (CR 733.1).
    Unpay(Box<InstructionPayment>),
    /// Resolve the top of the stack (CR 608).
    Resolve,
    /// The rest of a resolution: where the card goes, when its instructions are done (CR 608.2n, 608.3).
    FinishResolving(ObjectRef),
    /// What a permanent spell does that can't become a permanent (CR 608.3e).
    LeaveStack(ObjectRef),
    /// A mutating spell merges with its target, over or under it (CR 702.140c).
    Merge {
        /// The spell.
        spell: ObjectRef,
        /// Its controller has been asked.
        asked: bool,
    },
    /// The library of a player into which a spell has gone is shuffled (CR 720.3d).
    ShuffledIn(Seat),
    /// Mana abilities of these have resolved and produced mana (CR 106.12a), each of these types, a mask of
    /// [`ManaType::bit`](crate::cards::def::ManaType::bit).
    TappedForMana(SmallVec<[(ObjectRef, u8); 2]>),
    /// Begin to exile a card of the hand, or to put the companion into it (special action, CR 116.2f-h, k).
    HandAction {
        /// The player who does it.
        seat: Seat,
        /// The card.
        object: ObjectRef,
        /// Which of the special actions it is.
        action: HandAction,
        /// By which of its abilities.
        by: u8,
    },
}

/// How an instruction lets a card be cast as it is followed (CR 608.2g).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Nested {
    /// For this cost instead of its own; an empty one is free.
    pub cost: Option<Cost>,
    /// What the spell must be like.
    pub must_be: Option<Box<Requirement>>,
}

/// What a spell must be like, with what the words refer to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Requirement {
    /// The quality.
    pub filter: Filter,
    /// What its words refer to.
    pub bindings: Bindings,
}

/// What a card that is played or cast by a permission gains: it doesn't matter what becomes of the permission meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// The static effect that begins for it.
    pub effect: StaticHandle,
    /// Who controls the permission.
    pub you: Seat,
    /// What has the permission.
    pub this: ObjectRef,
}

/// The state of a cast or activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Transaction {
    /// The player who casts or activates.
    pub seat: Seat,
    /// The object on the stack (spell, or ability object); for mana abilities the source.
    pub object: ObjectRef,
    /// What is cast or activated.
    pub what: Proposal,
    /// How far it has come.
    pub step: CastStep,
    /// All that has been chosen.
    pub bindings: Bindings,
    /// What is paid before additions, if not the spell's own mana cost.
    pub base: Option<Cost>,
    /// What is paid in addition because of the permission by which it is cast (CR 118.8).
    #[serde(default)]
    pub more: Option<Cost>,
    /// What the spell gains by the permission by which it is cast.
    #[serde(default)]
    pub grant: Option<Grant>,
    /// Mana of any type can be spent.
    pub spend_as: crate::model::mana::SpendAs,
    /// During a resolution: whether it was cast is returned ([`Return::Cast`](crate::model::task::Return)).
    pub nested: bool,
    /// What the spell must be like, whatever is chosen for it.
    pub must_be: Option<Box<Requirement>>,
    /// The card as it was before it was put on the stack.
    pub was: Option<Object>,
    /// It lay face down then (CR 406.3).
    #[serde(default)]
    pub was_face_down: bool,
    /// The static effect by which the spell is changed if it is cast in this way (CR 702.103b).
    pub becomes: Option<StaticHandle>,
    /// It began at a time at which it may be cast whatever is chosen for it (CR 601.3b).
    pub timely: bool,
    /// The spell ability or ability; of several (fuse, splice) in order.
    pub texts: Texts,
    /// How many of these, the last ones, the spell gains by splicing (CR 702.47c).
    pub gained: u8,
    /// Of a mana ability that resolves: the types of mana that it has produced, a mask of
    /// [`ManaType::bit`](crate::cards::def::ManaType::bit).
    pub produced: u8,
    /// Cards that are spliced onto the spell (CR 702.47), with the place of their splice ability.
    pub spliced: SmallVec<[(ObjectRef, u8); 1]>,
    /// The payment of its cost.
    pub payment: Box<Payment>,
    /// The text, optional cost or instance of "target" that is being asked for.
    pub at: u8,
    /// A question has been asked.
    pub asked: bool,
    /// The options of the question.
    pub offered: Vec<Choice>,
    /// What is needed to take it back.
    pub undo: Undo,
}

impl Transaction {
    /// CR 733.1: whether it may still be taken back: nothing but mana has been paid, and nothing has been done.
    pub(crate) fn can_be_taken_back(&self) -> bool {
        match self.what {
            Proposal::Placed | Proposal::Retarget { .. } => false,
            _ => match self.step {
                CastStep::Done => false,
                CastStep::Pay => self.payment.step <= PayStep::Mana,
                _ => true,
            },
        }
    }
}

/// The steps of CR 601.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CastStep {
    /// 601.2a: it has been put on the stack.
    Announce,
    /// 601.2b: splicing.
    Splice,
    /// Modes are chosen (CR 601.2b).
    Modes,
    /// 601.2b: kicker and the like.
    OptionalCosts,
    /// X is chosen (CR 601.2b).
    ChooseX,
    /// 601.2b: how symbols with several ways are paid.
    Symbols,
    /// Targets are chosen (CR 601.2c).
    Targets,
    /// What is divided among targets is (CR 601.2d).
    Divide,
    /// It is checked whether it is legal, and what it costs (CR 601.2e-f).
    TotalCost,
    /// Mana abilities are activated, and costs are paid (CR 601.2g-h).
    Pay,
    /// It has been cast or activated (CR 601.2i).
    Done,
    /// It is taken back (CR 733).
    TakeBack,
}

/// A cost being paid (CR 601.2g-h, 118).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Payment {
    /// All of it.
    #[serde(rename = "bill")]
    pub total: TotalCost,
    /// How creatures and cards may help.
    pub help: AlternatePayment,
    /// How far it has come.
    pub step: PayStep,
    /// How symbols with several ways are paid (CR 118.13).
    pub ways: SmallVec<[SymbolPayment; 4]>,
    /// What has been chosen for the parts: which part, what.
    pub picked: SmallVec<[(u8, ObjectRef); 2]>,
    /// The kinds of the counters that were chosen for parts that take counters of any kind, in the order of `picked`.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub kinds: SmallVec<[(u8, CounterKind); 1]>,
    /// The opponents who were chosen for parts.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub opponents: SmallVec<[(u8, Seat); 1]>,
    /// Cards that are delved.
    pub delved: Vec<ObjectRef>,
    /// Creatures that convoke, and what each pays for; `None` is generic mana.
    pub convoked: SmallVec<[(ObjectRef, Option<u8>); 1]>,
    /// Mana abilities whose sources are being tapped.
    pub tapping: SmallVec<[Activation; 2]>,
    /// What triggered mana abilities are to add to what is being made for it.
    #[serde(default)]
    pub added: PlannedMana,
    /// What of the pool pays for it, if the payer has planned that.
    pub exactly: Option<[u8; 6]>,
    /// The mana spent, by type.
    pub spent: [u8; 6],
    /// It is the cost of a mana ability: tapping is tapping for mana (CR 106.12).
    pub for_mana: bool,
    /// What pays for the cost that the mana is for, and can't be chosen here.
    pub held: SmallVec<[ObjectId; 2]>,
    /// The part that is being chosen for.
    pub at: u8,
    /// How often mana abilities were activated for it.
    pub tries: u8,
    /// A question has been asked.
    pub asked: bool,
    /// The options of the question.
    pub offered: Vec<Choice>,
}

/// The steps of a payment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PayStep {
    /// CR 601.2g: mana abilities that may get what is missing.
    #[default]
    Window,
    /// CR 118.13: how symbols are paid.
    Symbols,
    /// What pays for each part.
    Choose,
    /// Cards of the graveyard are chosen that pay for generic mana, by delve (CR 702.66a).
    Delve,
    /// Mana.
    Mana,
    /// All parts but those that are random or move cards of a library.
    Parts,
    /// Those parts: costs that are random or move cards of a library are paid last (CR 601.2h).
    Last,
    /// Paid.
    Done,
}

/// A payment outside of casting (CR 118.12).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InstructionPayment {
    /// The object whose instruction asks for the payment.
    pub object: ObjectRef,
    /// What its words refer to; `you` pays.
    pub bindings: Bindings,
    /// How far the payment has come.
    pub payment: Box<Payment>,
    /// What is needed to take it back.
    pub undo: Undo,
}

/// The abilities that do something as an object resolves.
pub type Texts = SmallVec<[AbilityHandle; 1]>;

/// A total cost (CR 601.2f): its mana, and everything else part by part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct TotalCost {
    /// The part that is paid with mana.
    pub mana: ManaTotal,
    /// All other parts.
    pub parts: Vec<CostPart>,
    /// CR 701.67a: for how much of the generic mana an artifact or a creature may be tapped instead.
    #[serde(default)]
    pub bend: u32,
    /// CR 118.6: it includes a nonexistent mana cost.
    pub unpayable: bool,
    /// CR 118.14: mana of any type can be spent.
    pub spend_as: crate::model::mana::SpendAs,
    /// No mana can be spent (CR 101.2): only what else pays for mana does.
    #[serde(default)]
    pub no_mana: bool,
    /// CR 106.6: for what it is paid.
    #[serde(default)]
    pub paid_for: PaidFor,
}

/// How permanents and cards help to pay for a spell (CR 702.51, 702.66, 702.126).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct AlternatePayment {
    /// Convoke.
    pub convoke: bool,
    /// Delve.
    pub delve: bool,
    /// Improvise.
    #[serde(default)]
    pub improvise: bool,
}

impl AlternatePayment {
    /// What a spell with these characteristics has.
    pub fn of(chars: &Characteristics) -> Self {
        Self {
            convoke: chars.has(Keyword::Convoke),
            delve: chars.has(Keyword::Delve),
            improvise: chars.has(Keyword::Improvise),
        }
    }
    /// Whether there is none.
    pub const fn is_none(self) -> bool {
        !self.convoke && !self.delve && !self.improvise
    }
    /// Whether permanents are tapped for it.
    pub const fn taps(self) -> bool {
        self.convoke || self.improvise
    }
}
