//! Determining and paying total costs (CR 601.2e-h, 118): for what is cast or activated, and outside of it (118.12).

use super::{CastFlow, affordable, choose_parts, optional, pay_mana, pay_manually, pay_parts};
use crate::cards::AbilityKind;
use crate::cards::def::Cost;
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{
    AlternatePayment, CastStep, CastTask, InstructionPayment, PayStep, Payment, Proposal, TotalCost, Transaction, Undo,
};
use crate::model::decision::Settings;
use crate::model::dirt::StateClass;
use crate::model::ids::{AbilityKey, ObjectRef, Seat};
use crate::model::mana::Purpose;
use crate::model::object::StackEntry;
use crate::model::task::Task;
use crate::rules::driver::push;
use crate::rules::layers;
use crate::rules::legal::legality::{can_pay_for_flash, is_legal};
use crate::rules::legal::payable::{Chosen, payable_with};
use crate::rules::legal::proposed::{Proposed, Suppose};
use crate::rules::legal::total::{add_to_action, add_to_activation};
use crate::rules::legal::{BaseCost, payable, total_cost, with_means};
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// The total cost of what is being cast or activated, with the choices made so far.
fn total_of(board: &impl Board, cast: &Transaction) -> TotalCost {
    let mut total = match &cast.what {
        Proposal::Spell { .. } => {
            let chars = board.chars(cast.object.id);
            let base = match &cast.base {
                Some(cost) => BaseCost::Parts(&cost.0),
                None => BaseCost::Mana(chars.cost.as_ref()),
            };
            let table = board.table();
            let spliced = cast.spliced.iter().filter_map(|(card, place)| {
                let ability = board.chars(card.id).abilities.get(*place as usize)?;
                match &table.ability(ability.handle).kind {
                    AbilityKind::Splice { cost, .. } => Some(cost),
                    _ => None,
                }
            });
            let extra: SmallVec<[&Cost; 2]> = spliced.chain(&cast.more).collect();
            total_cost(board, &cast.bindings, chars, base, &extra)
        }
        Proposal::Ability(_)
        | Proposal::Mana(..)
        | Proposal::TurnFaceUp(_)
        | Proposal::Unlock(_)
        | Proposal::HandAction(..) => {
            let mut total = TotalCost::default();
            let activated = match cast.what {
                Proposal::Ability(_) => true,
                Proposal::Mana(key, _) => !is_special(board, key),
                _ => false,
            };
            total.paid_for.what = match cast.what {
                Proposal::Ability(_) | Proposal::Mana(..) if activated => Purpose::Ability,
                Proposal::TurnFaceUp(_) => Purpose::TurnFaceUp,
                Proposal::Unlock(_) => Purpose::Unlock,
                _ => Purpose::Other,
            };
            if let Some(cost) = &cast.base {
                total.add(board, &cast.bindings, &cost.0);
            }
            if activated {
                add_to_activation(board, &cast.bindings, &mut total);
            }
            if let Proposal::HandAction(action, _) = cast.what {
                add_to_action(board, &cast.bindings, action, &mut total);
            }
            total
        }
        Proposal::Placed | Proposal::Retarget { .. } => TotalCost::default(),
    };
    total.spend_as = total.spend_as.max(cast.spend_as);
    total
}

/// CR 116.2d: whether what is activated is a special action.
fn is_special(board: &impl Board, key: AbilityKey) -> bool {
    matches!(board.table().ability(key.handle).kind, AbilityKind::Activated { special: true, .. })
}

/// Whether to go on as far as the cost goes, as things are chosen so far.
pub(super) fn could_pay(world: &mut impl EditGame, cast: &mut Transaction) -> bool {
    world.part::<Settings>().offer_unproven || is_proven(world, cast)
}

/// Whether the cost can be paid with what there is, as things are chosen so far: with some choice of the targets it depends on, and
/// with what has to be paid besides (CR 601.2b-c).
pub(super) fn is_proven(world: &mut impl EditGame, cast: &mut Transaction) -> bool {
    let open = optional::still_to_pay(world, cast);
    if open.is_empty() {
        return affordable::with_some_targets(world, cast);
    }
    let paid = cast.bindings.cast.paid.clone();
    let works = open.into_iter().any(|supposed| {
        cast.bindings.cast.paid = supposed;
        affordable::with_some_targets(world, cast)
    });
    cast.bindings.cast.paid = paid;
    works
}

/// Whether the cost can be paid with what there is, if nothing more is chosen.
pub(super) fn pays_as_chosen(world: &mut impl EditGame, cast: &Transaction) -> bool {
    with_means(world, cast.seat, |world, means| {
        let live = Live::new(world);
        if are_shown(&live, cast) {
            return is_payable(&live, means, cast);
        }
        is_payable(&with_choices_of(live, cast), means, cast)
    })
}

/// CR 601.2e-f: whether it may be cast with the targets that are chosen now, and paid for with these means, if nothing more is chosen.
pub(super) fn works_with(live: &Live<'_>, means: &Means, cast: &Transaction) -> bool {
    if are_shown(live, cast) {
        return may_be_cast(live, cast) && is_payable(live, means, cast);
    }
    let supposed = with_choices_of(*live, cast);
    may_be_cast(&supposed, cast) && is_payable(&supposed, means, cast)
}

/// CR 601.2e, 601.3: whether the rules allow what is being cast with what is chosen. Where a cost that would allow it can still be paid
/// (601.3c), that is open.
fn may_be_cast(board: &impl Board, cast: &Transaction) -> bool {
    let is_spell = matches!(cast.what, Proposal::Spell { .. });
    let open = || cast.step <= CastStep::OptionalCosts && can_pay_for_flash(board, board.chars(cast.object.id));
    !is_spell || open() || is_legal(board, cast)
}

/// The spell on the stack as it will be with what is chosen.
fn with_choices_of<'w>(live: Live<'w>, cast: &Transaction) -> Proposed<'w> {
    let mut supposed = Proposed::on_the_stack(live, cast.object.id);
    supposed.suppose(&cast.bindings);
    supposed
}

fn is_payable(board: &impl Board, means: &Means, cast: &Transaction) -> bool {
    let total = total_of(board, cast);
    let chosen = Chosen { ways: &cast.payment.ways, ..Chosen::default() };
    payable_with(board, means, &cast.bindings, &total, help_of(board, cast), chosen)
}

/// Whether the spell on the stack has the targets that are chosen now.
fn are_shown(live: &Live<'_>, cast: &Transaction) -> bool {
    let shown = || live.stack_entry(cast.object.id).bindings.as_ref().map_or(&[][..], |bindings| &bindings.targets);
    !matches!(cast.what, Proposal::Spell { .. }) || *shown() == *cast.bindings.targets
}

/// CR 601.2c: what looks at the spell's targets sees them from now on (601.2e-f).
fn show_targets(world: &mut impl EditGame, cast: &Transaction) {
    if are_shown(&Live::new(world), cast) {
        return;
    }
    let entry = world.row_mut::<StackEntry>(cast.object.id);
    match &mut entry.bindings {
        Some(bindings) => bindings.targets.clone_from(&cast.bindings.targets),
        empty => *empty = Some(Box::new(cast.bindings.clone())),
    }
    mark_dirty(world, StateClass::STACK);
}

/// CR 601.2b: the cost as far as it is known before targets are chosen.
pub(super) fn draft(world: &mut impl EditGame, cast: &mut Transaction) {
    let live = Live::new(world);
    cast.payment.total = total_of(&live, cast);
    cast.payment.help = help_of(&live, cast);
}

/// Like [`draft`], with targets that haven't been shown yet.
pub(super) fn draft_with_targets(world: &impl ReadGame, cast: &mut Transaction) {
    let mut supposed = Proposed::on_the_stack(Live::new(world), cast.object.id);
    supposed.suppose(&cast.bindings);
    cast.payment.total = total_of(&supposed, cast);
}

fn help_of(board: &impl Board, cast: &Transaction) -> AlternatePayment {
    match cast.what {
        Proposal::Spell { .. } => AlternatePayment::of(board.chars(cast.object.id)),
        _ => AlternatePayment::default(),
    }
}

/// CR 601.2e-f: whether it may be cast at all; the total cost, locked in.
pub(super) fn determine(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    show_targets(world, cast);
    if !may_be_cast(&Live::new(world), cast) {
        return CastFlow::Illegal;
    }
    draft(world, cast);
    if cast.payment.total.unpayable {
        return CastFlow::Illegal;
    }
    CastFlow::Next
}

/// CR 601.2g-h.
pub(super) fn of_transaction(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    let subject = cast.object;
    pay_total(world, &mut cast.payment, &mut cast.bindings, &mut cast.undo, subject)
}

/// Goes through the steps of a payment. `bindings.cast` records what was paid.
fn pay_total(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &mut Bindings,
    undo: &mut Undo,
    subject: ObjectRef,
) -> CastFlow {
    loop {
        let step = match payment.step {
            PayStep::Window => pay_manually::window(world, payment, bindings, undo, subject),
            PayStep::Symbols => choose_parts::symbols(world, payment, bindings, subject),
            PayStep::Choose => choose_parts::choose(world, payment, bindings, subject),
            PayStep::Delve => choose_parts::delve(world, payment, bindings, subject),
            PayStep::Mana => pay_mana::pay(world, payment, bindings, undo, subject),
            PayStep::Parts => pay_parts::pay(world, payment, bindings),
            PayStep::Last => pay_parts::pay_last(world, payment, bindings),
            PayStep::Done => return CastFlow::Next,
        };
        match step {
            CastFlow::Next => {
                payment.at = 0;
                payment.step = match payment.step {
                    PayStep::Window => PayStep::Symbols,
                    PayStep::Symbols => PayStep::Choose,
                    PayStep::Choose => PayStep::Delve,
                    PayStep::Delve => PayStep::Mana,
                    PayStep::Mana => PayStep::Parts,
                    PayStep::Parts => PayStep::Last,
                    PayStep::Last | PayStep::Done => PayStep::Done,
                };
            }
            other => return other,
        }
        if !layers::is_fresh(world) {
            return CastFlow::Refresh;
        }
    }
}

/// CR 118.12: pushes that `seat` pays a cost of an instruction. Whether it was paid is returned to the task
/// that pushes this ([`Return::Paid`](crate::model::task::Return)).
pub fn pay(world: &mut impl EditGame, seat: Seat, object: ObjectRef, cost: &Cost, bindings: &Bindings) {
    let (cost, bindings) = (cost.clone(), Box::new(bindings.clone()));
    push(world, Task::Cast(Box::new(CastTask::BeginPayment { seat, object, cost, bindings })));
}

/// Begins a payment outside of casting: what it costs is settled.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, cost: &Cost, bindings: &Bindings) {
    let (bindings, total) = separate_total(&Live::new(world), seat, object, cost, bindings);
    let payment = Box::new(Payment { total, ..Payment::default() });
    let undo = Undo::from_here(world);
    let separate = InstructionPayment { object, bindings, payment, undo };
    push(world, Task::Cast(Box::new(CastTask::Pay(Box::new(separate)))));
}

/// Whether `seat` could pay a cost of an instruction (CR 118.3). The layers must be up to date.
pub fn can_pay(world: &mut impl EditGame, seat: Seat, object: ObjectRef, cost: &Cost, bindings: &Bindings) -> bool {
    with_means(world, seat, |world, means| {
        let live = Live::new(world);
        let (bindings, total) = separate_total(&live, seat, object, cost, bindings);
        payable(&live, means, &bindings, &total, AlternatePayment::default())
    })
}

/// The words of the cost refer to what the instruction refers to, but its "you" pays: what is sacrificed, discarded
/// and so on is the payer's. Quantities are read for the controller of the instruction.
fn separate_total(
    live: &Live<'_>,
    seat: Seat,
    object: ObjectRef,
    cost: &Cost,
    bindings: &Bindings,
) -> (Bindings, TotalCost) {
    let mut own = bindings.clone();
    own.you = seat;
    own.this = object;
    own.stack = None;
    own.cast.unpay();
    let mut total = TotalCost::default();
    total.add(live, bindings, &cost.0);
    (own, total)
}

/// Runs a payment outside of casting. If it can't be completed, what was done for it is still to be taken back.
pub(super) fn separately(world: &mut impl EditGame, separate: &mut InstructionPayment) -> CastFlow {
    let InstructionPayment { object, bindings, payment, undo } = separate;
    undo.learn(Returned::to_me(world));
    if payment.asked && Returned::is_cancelled(world) {
        return CastFlow::Illegal;
    }
    pay_total(world, payment, bindings, undo, *object)
}
