//! What it costs to attack (CR 508.1d, 508.1g-j), by who is attacked, and to block (CR 509.1c-f), by what is blocked.

use super::{afford, attack, block, enlist};
use crate::cards::CardTable;
use crate::cards::def::{Cost, CostPart, ManaCost, ManaSymbol, Quantity, Rule, StaticEffect};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, TotalCost, UndoTask};
use crate::model::combat::{CombatTask, Declared, DeclaredBlock};
use crate::model::decision::{Choice, Settings};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::Status;
use crate::model::snapshot::Snapshot;
use crate::model::task::{Return, Task};
use crate::model::turn::Turn;
use crate::rules::casting;
use crate::rules::driver::{Flow, push};
use crate::rules::legal::payable::{Chosen, payable_with};
use crate::rules::mana::Means;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// What the rules in force ask for one creature, in plain numbers: `asks` says which cost one of them asks for it, if any.
fn of_creature<'a>(
    world: &'a impl ReadGame,
    creature: ObjectRef,
    asks: impl Fn(&Live<'_>, &Bindings, &'a Rule) -> Option<&'a Cost>,
) -> Vec<CostPart> {
    let board = Live::new(world);
    let table = world.part::<CardTable>();
    let mut parts = Vec::new();
    for row in &board.rules().rules {
        let StaticEffect::Rule(rule) = &table.static_row(row.handle).effect else { continue };
        let mut bindings = board.bindings_of(row).clone();
        if let Some(cost) = asks(&board, &bindings, rule) {
            bindings.it = Some(Referent::Object(creature));
            let before = parts.len();
            plain(&board, &bindings, cost, &mut parts);
            // Nobody has to pay nothing either.
            if parts.len() == before {
                parts.push(CostPart::Mana(ManaCost([ManaSymbol::Generic(0)].into_iter().collect())));
            }
        }
    }
    parts
}

/// CR 508.1d: what has to be paid for one creature to attack that player or permanent.
pub(super) fn of_attack(world: &impl ReadGame, attacker: ObjectRef, target: Referent) -> Vec<CostPart> {
    of_creature(world, attacker, |board, bindings, rule| {
        let Rule::AttackTax { creatures, who, planeswalkers, battles, cost } = rule else { return None };
        let attacked = *battles && attack::battle_of(board, target).is_some()
            || attack::attacked(board, target, *planeswalkers)
                .is_some_and(|seat| reading::player_matches(board, bindings, *who, seat));
        (attacked && reading::matches(board, bindings, creatures, attacker)).then_some(cost)
    })
}

/// CR 509.1c: what has to be paid for one creature to block these attackers.
fn of_block(world: &impl ReadGame, blocker: ObjectRef, blocked: &[ObjectRef]) -> Vec<CostPart> {
    of_creature(world, blocker, |board, bindings, rule| {
        let Rule::BlockTax { blockers, attackers, cost } = rule else { return None };
        let blocks = || blocked.iter().any(|attacker| reading::matches(board, bindings, attackers, *attacker));
        (reading::matches(board, bindings, blockers, blocker) && blocks()).then_some(cost)
    })
}

/// The parts of a cost with their numbers read.
fn plain(board: &Live<'_>, bindings: &Bindings, cost: &Cost, parts: &mut Vec<CostPart>) {
    for part in &cost.0 {
        match part {
            CostPart::Times(n, cost) => {
                for _ in 0..reading::value(board, bindings, n).clamp(0, 1000) {
                    plain(board, bindings, cost, parts);
                }
            }
            part => {
                let mut part = part.clone();
                if let Some(n) = part.number_mut() {
                    *n = Quantity::N(reading::value(board, bindings, n).max(0));
                }
                parts.push(part);
            }
        }
    }
}

/// What each of the options costs; empty if none costs anything.
pub(super) fn of_options(world: &impl ReadGame, options: &[Choice]) -> Vec<Vec<CostPart>> {
    let table = world.part::<CardTable>();
    let taxing =
        |effect: &StaticEffect| matches!(effect, StaticEffect::Rule(Rule::AttackTax { .. } | Rule::BlockTax { .. }));
    if !Live::new(world).rules().rules.iter().any(|row| taxing(&table.static_row(row.handle).effect)) {
        return Vec::new();
    }
    let cost = |option: &Choice| match option {
        Choice::Attack { attacker, target } => of_attack(world, *attacker, *target),
        Choice::Block { blocker, attacker } => of_block(world, *blocker, &[*attacker]),
        _ => Vec::new(),
    };
    options.iter().map(cost).collect()
}

/// CR 508.1f, i: leaves out attacks for which the player couldn't pay even if nothing else attacked: a creature that is tapped
/// as it attacks makes no mana for that.
pub(super) fn drop_unpayable(world: &impl ReadGame, payer: Seat, options: &mut Vec<Choice>) {
    let taxes = of_options(world, options);
    if taxes.iter().all(Vec::is_empty) {
        return;
    }
    let mut taxes = taxes.into_iter();
    options.retain(|option| {
        let tax = taxes.next().unwrap_or_default();
        tax.is_empty() || can_pay(world, payer, &tax, &tapped_for(world, option))
    });
}

/// The creature that is tapped for an attack, if it is.
fn tapped_for(world: &impl ReadGame, option: &Choice) -> SmallVec<[ObjectRef; 1]> {
    match option {
        Choice::Attack { attacker, .. } if attack::taps(world, *attacker) => SmallVec::from_slice(&[*attacker]),
        _ => SmallVec::new(),
    }
}

/// Whether a player could pay that once these creatures are tapped, whatever has been found out before.
pub(super) fn can_pay(world: &impl ReadGame, payer: Seat, parts: &[CostPart], attackers: &[ObjectRef]) -> bool {
    let live = Live::new(world);
    let bindings = Bindings::new(payer, ObjectRef::NONE);
    let mut means = Means::default();
    means.rebuild(&live, payer);
    let mut total = TotalCost::default();
    total.add(&live, &bindings, parts);
    let tapped: SmallVec<[ObjectId; 8]> = attackers.iter().map(|object| object.id).collect();
    let chosen = Chosen { tapped: &tapped, ..Chosen::default() };
    payable_with(&live, &means, &bindings, &total, AlternatePayment::default(), chosen)
}

fn total(world: &impl ReadGame, attacks: &[Declared]) -> Vec<CostPart> {
    attacks.iter().flat_map(|a| of_attack(world, a.object, a.target)).collect()
}

/// CR 508.1h-j: whether what these attacks cost can be paid once the attackers are tapped, and these creatures besides.
pub(super) fn can_be_paid(world: &impl ReadGame, attacks: &[Declared], besides: &[ObjectRef]) -> bool {
    let mut tapped = attack::tapped_by(world, attacks);
    tapped.extend(besides.iter().copied());
    can_pay(world, world.part::<Turn>().active, &total(world, attacks), &tapped)
}

/// CR 508.1h: the attackers are declared. If they cost more than can be paid once they are tapped, the declaration is illegal and
/// another one is made.
pub(super) fn settle(world: &mut impl EditGame, attacks: Vec<Declared>) -> Flow {
    let parts = total(world, &attacks);
    if parts.is_empty() {
        return attack::tap(world, attacks, false);
    }
    if can_be_paid(world, &attacks, &[]) {
        push(world, Task::Combat(CombatTask::Declaration { attacks, begun: false, before: None }));
        // A player who leaves the payment to the payer doesn't refuse it.
        if !world.part::<Settings>().auto_pay {
            push(world, Task::Undo(UndoTask::KeepDeclaration));
        }
        return Flow::Continue;
    }
    afford::refuse(world, &attacks);
    attack::declare_attackers(world)
}

/// CR 508.1h-j: the attackers are tapped; the player pays for them, and they attack.
pub(super) fn pay(world: &mut impl EditGame, attacks: Vec<Declared>, asked: bool) -> Flow {
    if !asked {
        let parts = total(world, &attacks);
        let active = world.part::<Turn>().active;
        push(world, Task::Combat(CombatTask::Taxed { attacks, asked: true }));
        let bindings = Bindings::new(active, ObjectRef::NONE);
        casting::pay(world, active, ObjectRef::NONE, &Cost(parts), &bindings);
        return Flow::Continue;
    }
    if Returned::to_me(world) == Some(Return::Paid(true)) {
        return attack::attack(world, &attacks);
    }
    Flow::Return(Return::Paid(false))
}

/// CR 508.1, 733.1: the attackers are tapped and paid for. If they aren't paid for, the whole declaration is reversed, with all that
/// happened and triggered because of it, and is made again. Where that can't be, because cards of a library were seen or moved
/// meanwhile, the creatures that were tapped for it are untapped.
pub(super) fn declare(
    world: &mut impl EditGame,
    attacks: Vec<Declared>,
    begun: bool,
    before: Option<Box<Snapshot>>,
) -> Flow {
    if !begun {
        push(world, Task::Combat(CombatTask::Declaration { attacks: attacks.clone(), begun: true, before }));
        return attack::tap(world, attacks, true);
    }
    if Returned::to_me(world) != Some(Return::Paid(false)) {
        return Flow::Continue;
    }
    if before.as_ref().is_some_and(|before| casting::left_libraries_alone(world, before)) {
        push(world, Task::Combat(CombatTask::Declaration { attacks, begun, before }));
        push(world, Task::Undo(UndoTask::DeclareAgain));
        return Flow::Continue;
    }
    for object in attack::tapped_by(world, &attacks) {
        world.row_mut::<Status>(object.id).tapped = false;
    }
    enlist::take_back(world);
    crate::rules::schedule::mark_dirty(world, crate::model::dirt::StateClass::TAPPED);
    push(world, Task::Combat(CombatTask::DeclareAttackers));
    Flow::Continue
}

/// What has to be paid for blocks: for each creature once, whatever it blocks.
fn total_of_blocks(world: &impl ReadGame, blocks: &[DeclaredBlock]) -> Vec<CostPart> {
    let mut parts = Vec::new();
    let mut seen: SmallVec<[ObjectRef; 8]> = SmallVec::new();
    for DeclaredBlock { blocker, .. } in blocks {
        if seen.contains(blocker) {
            continue;
        }
        seen.push(*blocker);
        let own = blocks.iter().filter(|block| block.blocker == *blocker);
        let blocked: SmallVec<[ObjectRef; 4]> = own.map(|block| block.attacker).collect();
        parts.extend(of_block(world, *blocker, &blocked));
    }
    parts
}

/// CR 509.1d: the blockers are declared. If they cost more than can be paid, the declaration is illegal and is made again.
pub(super) fn settle_blocks(world: &mut impl EditGame, done: SeatSet, of: Seat, blocks: Vec<DeclaredBlock>) -> Flow {
    let parts = total_of_blocks(world, &blocks);
    if parts.is_empty() {
        return block::block(world, done, of, &blocks);
    }
    if can_pay(world, of, &parts, &[]) {
        push(world, Task::Combat(CombatTask::TaxedBlocks { done, of, blocks, asked: false }));
        return Flow::Continue;
    }
    let taxed = blocks.iter().filter(|b| !of_block(world, b.blocker, &[b.attacker]).is_empty()).count();
    block::declare(world, done, of, Some(taxed.saturating_sub(1) as u16))
}

/// CR 509.1d-f: the player pays for the blocks, and they are made.
pub(super) fn pay_for_blocks(
    world: &mut impl EditGame,
    (mut done, of): (SeatSet, Seat),
    blocks: Vec<DeclaredBlock>,
    asked: bool,
) -> Flow {
    if !asked {
        let parts = total_of_blocks(world, &blocks);
        push(world, Task::Combat(CombatTask::TaxedBlocks { done, of, blocks, asked: true }));
        let bindings = Bindings::new(of, ObjectRef::NONE);
        casting::pay(world, of, ObjectRef::NONE, &Cost(parts), &bindings);
        return Flow::Continue;
    }
    if Returned::to_me(world) == Some(Return::Paid(true)) {
        return block::block(world, done, of, &blocks);
    }
    // CR 733.1: nothing has been declared.
    done.remove(of);
    push(world, Task::Combat(CombatTask::DeclareBlockers { done }));
    Flow::Continue
}
