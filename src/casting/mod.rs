//! Casting spells (CR 601), activating abilities (602), playing lands (305, 116.2a), mana abilities (605), paying
//! costs (118), resolving (608), taking back what can't be completed (733).
//!
//! A cast or activation is a [`Transaction`]: a task that goes through the steps of CR 601.2, one file a step, and asks
//! in between. Triggered abilities and copies go through the same steps for their modes and targets (603.3c-d, 115.7).
//!
//! | file | what |
//! | --- | --- |
//! | `begin` | what a choice starts; lands (305); putting spells and abilities on the stack (601.2a, 602.2a, 603.3) |
//! | `steps` | the runner of a transaction |
//! | `modes`, `optional`, `variable`, `targets`, `divide` | 601.2b-d |
//! | `legality` | whether it may be cast as proposed (601.2e, 601.3) |
//! | `total` | the total cost (601.2f) |
//! | `payment`, `choose_parts`, `pay_mana`, `pay_parts` | paying (601.2g-h) |
//! | `complete` | the spell becomes cast, the ability activated (601.2i); mana abilities resolve at once (605.3b) |
//! | `reverse`, `undo` | taking a proposal back (733) |
//! | `retarget` | new targets (115.7) |
//! | `turn_up` | turning face-down permanents face up (116.2b) |
//! | `resolve` | resolving (608) |
//! | `ways`, `permitted`, `castable`, `as_spell`, `payable`, `instances`, `parts`, `proposed` | what could be done, without doing it |
//!
//! Data enters by [`begin()`], [`cast_during_resolution`], [`pay`], [`put_ability_on_stack`] and [`resolve_top`]; it
//! leaves as batches of events, facts, [`StackEntry`](crate::object::StackEntry), [`Paid`] and [`CastResult`].
//!
//! # Invariants
//! * Everything that a player chooses for a cost is asked before mana is paid.
//! * A proposal that [`legal::actions`](crate::legal::actions) offers can be completed. Choices that can't be paid for
//!   aren't offered; those that make it illegal are (601.2e), and it is taken back.

mod as_spell;
mod begin;
pub(crate) mod bestow;
mod castable;
mod choose_parts;
mod complete;
mod divide;
mod instances;
mod legality;
mod modes;
mod optional;
mod parts;
mod pay_mana;
mod pay_manually;
mod pay_parts;
mod payable;
mod payment;
mod permitted;
mod plot;
mod proposed;
mod resolve;
mod retarget;
mod reverse;
mod steps;
mod targets;
#[cfg(test)]
mod tests;
mod total;
mod turn_up;
mod undo;
mod variable;
mod ways;

pub use begin::{begin, cast_during_resolution, put_ability_on_stack};
pub(crate) use castable::ways_now;
pub use castable::{parts_use_x, ways_during_resolution, would_match};
pub(crate) use complete::note_produced;
pub use instances::{Instance, Texts, body, choices_exist, instances, mode, mode_of_instance, program, spell_texts};
pub(crate) use legality::any_rule;
pub(crate) use parts::choice as part_options;
pub use parts::{Bill, part_payable};
pub use payable::{Help, payable};
pub use payment::{can_pay, pay};
pub(crate) use permitted::permitted_ways;
pub(crate) use plot::can_plot;
pub use proposed::Proposed;
pub use resolve::resolve_top;
pub use retarget::{choose_new_targets, choose_targets_for};
pub use reverse::Refused;
pub(crate) use steps::give_up;
pub use total::{BaseCost, total_cost};
pub(crate) use turn_up::{can_turn_up, cost_up};
pub use undo::{Segment, Undo};
pub(crate) use undo::{forget_states, keep_unseen};
pub(crate) use ways::faces;
pub use ways::{FUSED, Permit, face_chars, permit_of};

use crate::cards::def::{Cost, Filter};
use crate::decision::{Agenda, CastWay, Choice, Decision, Flow, Task, TaskKind, TaskTable};
use crate::effects::Bindings;
use crate::events::Batch;
use crate::ids::{AbilityKey, ObjectId, ObjectRef, Seat};
use crate::mana::{Activation, SymbolWay};
use crate::object::Object;
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Registers what runs casting, activating, paying and resolving.
#[derive(Default)]
pub struct CastingPlugin;

impl Plugin for CastingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Paid>()
            .init_resource::<CastResult>()
            .init_resource::<Refused>()
            .init_resource::<crate::legal::LegalCache>();
        let mut table = app.world_mut().resource_mut::<TaskTable>();
        table.register(TaskKind::Cast, steps::run);
        table.register_again(TaskKind::Cast, steps::again);
    }
}

/// What is being proposed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Proposal {
    /// A spell.
    Spell {
        /// How it is cast.
        way: CastWay,
        /// From where.
        from: crate::zones::Zone,
        /// At which place it stood there.
        index: u32,
    },
    /// An activated ability.
    Ability(AbilityKey),
    /// A mana ability (CR 605), and what it is to make if the payer has planned it.
    Mana(AbilityKey, Option<[u8; 6]>),
    /// Turning a permanent face up, by one of the abilities that it will have (CR 116.2b).
    TurnFaceUp(Option<u8>),
    /// Plotting a card, by one of its abilities (CR 116.2k).
    Plot(u8),
    /// A triggered ability or a copy that is on the stack already (CR 603.3c-d).
    Placed,
    /// New targets for what is on the stack (CR 115.7d).
    Retarget,
}

/// Tasks of casting and resolving.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastTask {
    /// Play a land (special action).
    PlayLand {
        /// Who.
        seat: Seat,
        /// The card.
        object: ObjectRef,
        /// The face.
        face: u8,
    },
    /// The land has been put onto the battlefield.
    LandPlayed {
        /// By whom.
        seat: Seat,
    },
    /// Begin to cast a spell.
    Cast {
        /// Who.
        seat: Seat,
        /// The card.
        object: ObjectRef,
        /// How.
        way: CastWay,
        /// During a resolution, if it is.
        nested: Option<Nested>,
    },
    /// Begin to turn a permanent face up (special action).
    TurnFaceUp {
        /// Who.
        seat: Seat,
        /// The permanent.
        object: ObjectRef,
        /// By which ability.
        by: Option<u8>,
    },
    /// Roll the planar die (special action, CR 901.9).
    PlanarDie {
        /// Who.
        seat: Seat,
        /// Its cost has been asked for.
        paid: bool,
    },
    /// Begin to activate an ability.
    Activate {
        /// Who.
        seat: Seat,
        /// Which.
        key: AbilityKey,
    },
    /// In progress.
    Go(Transaction),
    /// Pay a cost outside of casting; leaves whether it was paid in [`Paid`].
    Pay(Separate),
    /// Resolve the top of the stack (CR 608).
    Resolve,
    /// The rest of a resolution: where the card goes, when its instructions are done (CR 608.2n, 608.3).
    FinishResolving(ObjectRef),
    /// What a permanent spell does that can't become a permanent (CR 608.3e).
    LeaveStack(ObjectRef),
    /// The library of a player into which a spell has gone is shuffled (CR 720.3d).
    ShuffledIn(Seat),
    /// Mana abilities of these have resolved and produced mana (CR 106.12a).
    TappedForMana(SmallVec<[ObjectRef; 2]>),
    /// Begin to plot a card (special action, CR 702.170).
    Plot {
        /// Who.
        seat: Seat,
        /// The card.
        object: ObjectRef,
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

/// The state of a cast or activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Transaction {
    /// Who.
    pub seat: Seat,
    /// The object on the stack (spell, or ability object); for mana abilities the source.
    pub object: ObjectRef,
    /// What.
    pub what: Proposal,
    /// How far it has come.
    pub step: CastStep,
    /// All that has been chosen.
    pub bindings: Bindings,
    /// What is paid before additions, if not the spell's own mana cost.
    pub base: Option<Cost>,
    /// Mana of any type can be spent.
    pub spend_as: crate::mana::SpendAs,
    /// During a resolution: whether it was cast is answered in [`CastResult`].
    pub nested: bool,
    /// What the spell must be like, whatever is chosen for it.
    pub must_be: Option<Box<Requirement>>,
    /// The card as it was before it was put on the stack.
    pub was: Option<Object>,
    /// The static effect by which the spell is changed as it is cast so (CR 702.103b).
    pub becomes: Option<crate::cards::StaticHandle>,
    /// It began at a time at which it may be cast whatever is chosen for it (CR 601.3b).
    pub timely: bool,
    /// The spell ability or ability; of several (fuse, splice) in order.
    pub texts: Texts,
    /// How many of these, the last ones, the spell gains by splicing (CR 702.47c).
    pub gained: u8,
    /// Of a mana ability that resolves: it has produced mana.
    pub produced: bool,
    /// Cards that are spliced onto the spell (CR 702.47), with the place of their splice ability.
    pub spliced: SmallVec<[(ObjectRef, u8); 1]>,
    /// The payment of its cost.
    pub payment: Payment,
    /// The text, optional cost or instance of "target" that is being asked for.
    pub at: u8,
    /// A question has been asked.
    pub asked: bool,
    /// The options of the question.
    pub offered: Vec<Choice>,
    /// What is needed to take it back.
    pub undo: Undo,
}

/// The steps of CR 601.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CastStep {
    /// 601.2a: it has been put on the stack.
    Announce,
    /// 601.2b: splicing.
    Splice,
    /// 601.2b.
    Modes,
    /// 601.2b: kicker and the like.
    OptionalCosts,
    /// 601.2b.
    ChooseX,
    /// 601.2b: how symbols with several ways are paid.
    Symbols,
    /// 601.2c.
    Targets,
    /// 601.2d.
    Divide,
    /// 601.2e-f.
    TotalCost,
    /// 601.2g-h.
    Pay,
    /// 601.2i.
    Done,
    /// It is taken back (CR 733).
    TakeBack,
}

/// A cost being paid (CR 601.2g-h, 118).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Payment {
    /// All of it.
    pub bill: Bill,
    /// How creatures and cards may help.
    pub help: Help,
    /// How far it has come.
    pub step: PayStep,
    /// How symbols with several ways are paid (CR 118.13).
    pub ways: SmallVec<[SymbolWay; 4]>,
    /// What has been chosen for the parts: which part, what.
    pub picked: SmallVec<[(u8, ObjectRef); 2]>,
    /// Cards that are delved.
    pub delved: Vec<ObjectRef>,
    /// Creatures that convoke, and what each pays for; `None` is generic mana.
    pub convoked: SmallVec<[(ObjectRef, Option<u8>); 1]>,
    /// Mana abilities whose sources are being tapped.
    pub tapping: SmallVec<[Activation; 2]>,
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
pub enum PayStep {
    /// CR 601.2g: mana abilities that may get what is missing.
    #[default]
    Window,
    /// CR 118.13: how symbols are paid.
    Symbols,
    /// What pays for each part.
    Choose,
    /// CR 702.66.
    Delve,
    /// Mana.
    Mana,
    /// All parts but those that are random or move cards of a library.
    Parts,
    /// The others (CR 601.2h).
    Last,
    /// Paid.
    Done,
}

/// A payment outside of casting (CR 118.12).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Separate {
    /// For what.
    pub object: ObjectRef,
    /// What its words refer to; `you` pays.
    pub bindings: Bindings,
    /// The payment.
    pub payment: Payment,
    /// What is needed to take it back.
    pub undo: Undo,
}

/// Whether the last payment outside of casting was made; read by the task below it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Paid(pub bool);

/// The spell that was last cast during a resolution, if it was; read by the task below it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CastResult(pub Option<ObjectRef>);

/// What is being cast or activated now, the innermost of it.
pub(crate) fn innermost(world: &World) -> Option<&Transaction> {
    world.resource::<Agenda>().0.iter().rev().find_map(|task| match task {
        Task::Cast(cast) => match &**cast {
            CastTask::Go(transaction) => Some(transaction),
            _ => None,
        },
        _ => None,
    })
}

/// What a step leads to.
enum Step {
    /// The next one.
    Next,
    /// Waits for an answer.
    Ask(Box<Decision>),
    /// Waits for a batch.
    Propose(Batch),
    /// Waits for tasks, the first of which runs first.
    Call(SmallVec<[Task; 1]>),
    /// It can't be completed.
    Illegal,
}

impl Step {
    /// Waits for one task.
    fn call(task: Task) -> Self {
        Self::Call(SmallVec::from_iter([task]))
    }
}

/// Pushes a task and what it waits for.
fn wait(world: &mut World, waiting: Task, step: Step) -> Flow {
    crate::decision::push(world, waiting);
    match step {
        Step::Ask(decision) => return Flow::Ask(decision),
        Step::Propose(batch) => crate::events::propose(world, batch),
        Step::Call(tasks) => {
            for task in tasks.into_iter().rev() {
                crate::decision::push(world, task);
            }
        }
        Step::Next | Step::Illegal => panic!("only questions, batches and tasks are waited for"),
    }
    Flow::Continue
}
