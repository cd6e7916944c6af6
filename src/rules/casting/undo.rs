//! Which mana abilities are reversed when what they were activated for is taken back (CR 733.1).
//!
//! Each of them is a segment, and their player chooses which are reversed. One that only tapped its source and added mana
//! is reversed by itself. One with other costs or effects, or by which a continuous effect ended, keeps the state from right
//! before it, to which the game goes back: with it everything that came after it is reversed. It stays as it is, with its mana and with what it triggered,
//! if it or something after it changed a library or showed cards of one. So does one whose mana is no longer there
//! because it paid for one that stays.

use super::modes::ask;
use super::{CastFlow, complete, kept};
use crate::cards::def::{CostPart, Instruction};
use crate::cards::{AbilityKind, CardTable, Op};
use crate::model::agenda::{Agenda, Returned};
use crate::model::cast::{CastStep, CastTask, InstructionPayment, Proposal, Segment, Transaction, Undo, UndoTask};
use crate::model::decision::{Answer, Choice, Prompt, SetRule, Settings, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::fact::FactMask;
use crate::model::ids::{AbilityKey, ObjectRef, ProgramHandle, Seat, SeatSet};
use crate::model::mana::ManaPool;
use crate::model::object::{Object, Status};
use crate::model::player::Players;
use crate::model::task::{Return, Task};
use crate::model::trigger::PendingTriggers;
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, GameState, PlannedMove, ReadGame};
use crate::rules::triggers;
use crate::rules::zones::{self, learn};
use smallvec::SmallVec;

impl Undo {
    /// What is needed to take back what begins now.
    pub(super) fn from_here(world: &impl ReadGame) -> Self {
        Self { triggers: waiting(world), ..Self::default() }
    }

    /// A mana ability begins, with a task that is run.
    pub(super) fn begin(
        &mut self,
        world: &impl ReadGame,
        seat: Seat,
        key: AbilityKey,
        activation: CastTask,
    ) -> CastFlow {
        let from = waiting(world);
        let pool = world.part::<Players>().get(seat).pool.clone();
        // Effects may end as its source becomes tapped (CR 611.2b).
        let reversible = is_plain(world, key) && !layers::any_conditional(world);
        // A player who leaves the payment to the payer isn't asked what is reversed.
        let keeps = !reversible && !world.part::<Settings>().auto_pay;
        self.segments.push(Segment {
            key,
            pool,
            spent: [0; 6],
            triggers: (from, from),
            open: true,
            reversible,
            reversed: false,
            before: None,
        });
        let activation = Box::new(activation);
        CastFlow::call(if keeps { Task::Undo(UndoTask::Keep(activation)) } else { Task::Cast(activation) })
    }

    /// Those that have begun are over.
    pub(super) fn close(&mut self, world: &impl ReadGame, seat: Seat) {
        let (to, now) = (waiting(world), &world.part::<Players>().get(seat).pool);
        for segment in self.segments.iter_mut().filter(|s| s.open) {
            segment.open = false;
            segment.triggers.1 = to;
            let mut made = now.clone();
            for (amount, spent) in made.amount.iter_mut().zip(segment.spent) {
                *amount = amount.saturating_add(u16::from(spent));
            }
            segment.pool = made.since(&segment.pool);
            if let Some(before) = &segment.before {
                segment.reversible = kept::left_libraries_alone(world, before);
                if is_plain(world, segment.key) && !layers::any_ended_since(world, before) {
                    (segment.before, segment.reversible) = (None, true);
                }
            }
        }
    }

    /// The payer has tapped a source. `pool` is what the pool was before the source added its mana.
    pub(super) fn tapped(&mut self, world: &impl ReadGame, key: AbilityKey, pool: ManaPool) {
        let from = waiting(world);
        self.segments.push(Segment {
            key,
            pool,
            spent: [0; 6],
            triggers: (from, from),
            open: true,
            reversible: !is_tapping_noted(world) && !layers::any_conditional(world),
            reversed: false,
            before: None,
        });
    }

    /// A mana ability that was activated for this is taken back whole: it isn't part of it.
    pub(super) fn learn(&mut self, returned: Option<Return>) {
        if let Some(Return::TakenBack(Proposal::Mana(key, _))) = returned
            && self.segments.last().is_some_and(|s| s.open && s.key == key)
        {
            self.segments.pop();
        }
    }

    /// The places of the segments to whose beginning the game can go back, the first one first.
    pub(super) fn ways_back(&self) -> SmallVec<[usize; 4]> {
        let first = self.segments.iter().rposition(|s| !s.reversible).map_or(0, |i| i + 1);
        (first..self.segments.len()).filter(|i| self.segments[*i].before.is_some()).collect()
    }

    /// Forgets the states to which the game could go back: they say what not everybody knows.
    pub(super) fn forget_states(&mut self) {
        for segment in self.segments.iter_mut().filter(|s| s.before.is_some()) {
            (segment.before, segment.reversible) = (None, false);
        }
    }
}

/// CR 121.8: cards that are drawn while a spell is being cast or an ability activated lie face down until that is over.
pub(super) fn keep_draws_unseen(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.request().cause == Cause::Draw) {
        keep_unseen(world, one.new_object(), one.old().known_to);
    }
}

/// The card has no characteristics, and a player who didn't know it before doesn't know it.
fn keep_unseen(world: &mut impl EditGame, card: ObjectRef, known_to: SeatSet) {
    // Until the outermost of what is being cast is over.
    let begun = world.part_mut::<Agenda>().transactions_mut().rev().find(|cast| is_under_way(cast));
    let Some(outermost) = begun else { return };
    outermost.undo.unseen.push(card);
    world.row_mut::<Status>(card.id).face_down = true;
    zones::keep_unseen(world, card.id, known_to);
    layers::invalidate(world);
}

/// Whether a spell is being cast or an ability activated: it is not yet resolving.
fn is_under_way(cast: &Transaction) -> bool {
    match cast.what {
        Proposal::Spell { .. } | Proposal::Ability(_) => true,
        Proposal::Mana(..) => cast.step < CastStep::Done,
        Proposal::TurnFaceUp(_)
        | Proposal::Unlock(_)
        | Proposal::HandAction(..)
        | Proposal::Placed
        | Proposal::Retarget { .. } => false,
    }
}

/// CR 121.8: what was drawn meanwhile is turned up. Whether there was any.
pub(super) fn show_unseen(world: &mut impl EditGame, undo: &mut Undo) -> bool {
    if undo.unseen.is_empty() {
        return false;
    }
    for card in std::mem::take(&mut undo.unseen) {
        let object = *world.row::<Object>(card.id);
        if matches!(object.zone, Zone::Hand(_) | Zone::Library(_)) {
            world.row_mut::<Status>(card.id).face_down = false;
        }
        if let (Zone::Hand(owner), true) = (object.zone, object.reference() == card) {
            learn(world, &[card], SeatSet::only(owner));
        }
    }
    layers::invalidate(world);
    true
}

/// CR 733.1: mana was spent on a mana ability that is activated for something else.
pub(super) fn note_spent(world: &mut impl EditGame, spend: [u8; 6]) {
    let outer = world.part_mut::<Agenda>().undos_mut().next();
    let Some(segment) = outer.and_then(|undo| undo.segments.iter_mut().rev().find(|s| s.open)) else { return };
    for (total, n) in segment.spent.iter_mut().zip(spend) {
        *total = total.saturating_add(n);
    }
}

/// The mana of mana abilities that stay in any case, by type.
fn kept(undo: &Undo) -> [u16; 6] {
    let mut sum = [0u16; 6];
    for segment in undo.segments.iter().filter(|s| !s.reversible || s.before.is_some()) {
        for (total, n) in sum.iter_mut().zip(segment.pool.amount) {
            *total = total.saturating_add(n);
        }
    }
    sum
}

fn waiting(world: &impl ReadGame) -> u32 {
    world.part::<PendingTriggers>().0.len() as u32
}

/// Whether a mana ability does nothing but to tap its source and add mana. Abilities that trigger on it may do more.
fn is_plain(world: &impl ReadGame, key: AbilityKey) -> bool {
    only_taps(world, key) && !is_tapping_noted(world)
}

/// Whether something may come of it that permanents are tapped for mana, as far as what is saved of a game tells.
fn is_tapping_noted(world: &impl ReadGame) -> bool {
    complete::asks_tapping(world) || triggers::watches(world, FactMask::FOR_MANA)
}

/// Whether tapping is all of a mana ability's cost, and mana all that it makes.
fn only_taps(world: &impl ReadGame, key: AbilityKey) -> bool {
    let table = world.part::<CardTable>();
    let AbilityKind::Activated { cost, body, .. } = &table.ability(key.handle).kind else { return false };
    let taps = cost.0.iter().all(|part| matches!(part, CostPart::Tap));
    let plain = |op: &Op| match op {
        Op::Do(effect) => matches!(**effect, Instruction::AddMana { .. } | Instruction::ChooseColor { .. }),
        Op::Jump(_) | Op::JumpUnless(..) | Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) => true,
        _ => false,
    };
    let programs = body.modes.iter().map(|mode| ProgramHandle { def: key.handle.def, index: mode.program });
    taps && programs.flat_map(|program| table.program(program)).all(plain)
}

/// CR 733.1: which mana abilities are reversed with the rest, as their player chooses; all that can be, if mana is paid
/// without asking. First to which of those that did more than to tap and add mana the game goes back; then which of the
/// others.
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    let proposed = matches!(
        cast.what,
        Proposal::Spell { .. }
            | Proposal::Ability(_)
            | Proposal::TurnFaceUp(_)
            | Proposal::Unlock(_)
            | Proposal::HandAction(..)
    );
    let asks = proposed && !world.part::<Settings>().auto_pay;
    cast.undo.close(world, cast.seat);
    if cast.at == 0 {
        let ways = cast.undo.ways_back();
        let place = if cast.asked {
            cast.asked = false;
            match Returned::answer(world) {
                Answer::One(place) => ways.get(usize::from(place)).copied(),
                _ => None,
            }
        } else if asks && !ways.is_empty() {
            let here = |i: &usize| {
                let source = cast.undo.segments[*i].key.object.id;
                Choice::Object(Live::new(world).object(source).reference())
            };
            let options: Vec<Choice> = ways.iter().map(here).chain([Choice::Pass]).collect();
            let mut decision = ask(world, cast, Prompt::TakeBack(cast.object), Shape::ChooseOne(options));
            decision.cancellable = false;
            return CastFlow::Ask(decision);
        } else {
            ways.first().copied()
        };
        cast.at = 1;
        if let Some(place) = place {
            return kept::go_back(place);
        }
    }
    if cast.at > 1 {
        return CastFlow::Illegal;
    }
    let (kept, pool) = (kept(&cast.undo), &world.part::<Players>().get(cast.seat).pool);
    let is_open = |segment: &Segment| segment.reversible && segment.before.is_none() && pool.has(&segment.pool, &kept);
    let open: SmallVec<[usize; 4]> =
        (0..cast.undo.segments.len()).filter(|i| is_open(&cast.undo.segments[*i])).collect();
    if cast.asked {
        cast.asked = false;
        let Answer::Some(places) = Returned::answer(world) else { panic!("expected a set of mana abilities") };
        places.iter().for_each(|p| cast.undo.segments[open[*p as usize]].reversed = true);
    } else if asks && !open.is_empty() {
        let options: Vec<Choice> = open.iter().map(|i| Choice::Object(cast.undo.segments[*i].key.object)).collect();
        let max = options.len() as u16;
        let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
        let mut decision = ask(world, cast, Prompt::TakeBack(cast.object), shape);
        decision.cancellable = false;
        return CastFlow::Ask(decision);
    } else {
        open.iter().for_each(|i| cast.undo.segments[*i].reversed = true);
    }
    cast.at = 2;
    if show_unseen(world, &mut cast.undo) { CastFlow::Refresh } else { CastFlow::Illegal }
}

/// Reverses all mana abilities that can be (CR 733.1), for a payment that isn't made.
pub(super) fn unpay(world: &mut impl EditGame, separate: &mut InstructionPayment) -> CastFlow {
    let InstructionPayment { bindings, undo, .. } = separate;
    let seat = bindings.you;
    undo.close(world, seat);
    if let Some(first) = undo.ways_back().first() {
        // Then nothing is left to which it could go back.
        return kept::go_back(*first);
    }
    undo.segments.iter_mut().for_each(|s| s.reversed = s.reversible && s.before.is_none());
    carry_out(world, seat, undo);
    CastFlow::Next
}

/// Reverses what was chosen, the last first. What is reversed hasn't triggered anything, nor has the rest of what is
/// taken back. Answers whether nothing stays.
pub(super) fn carry_out(world: &mut impl EditGame, seat: Seat, undo: &mut Undo) -> bool {
    let kept = kept(undo);
    for segment in undo.segments.iter_mut().rev() {
        segment.reversed = segment.reversed && take_out(world, seat, &segment.pool, kept);
        if segment.reversed {
            untap(world, segment.key);
        }
    }
    let stays = |i: u32| undo.segments.iter().any(|s| !s.reversed && (s.triggers.0..s.triggers.1).contains(&i));
    let mut at = 0;
    world.part_mut::<PendingTriggers>().0.retain(|_| {
        at += 1;
        at <= undo.triggers || stays(at - 1)
    });
    let nothing_stays = undo.segments.iter().all(|s| s.reversed);
    undo.segments.clear();
    nothing_stays
}

/// Takes the mana that a mana ability has added out of the pool; `false` if it isn't there any more.
fn take_out(world: &mut impl EditGame, seat: Seat, made: &ManaPool, kept: [u16; 6]) -> bool {
    let players = world.part_mut::<Players>();
    let pool = &mut players.get_mut(seat).pool;
    let there = pool.has(made, &kept);
    if there {
        pool.remove(made);
        mark_dirty(world, StateClass::POOLS);
    }
    there
}

fn untap(world: &mut impl EditGame, key: AbilityKey) {
    if Live::new(world).is_current(key.object) {
        world.row_mut::<Status>(key.object.id).tapped = false;
        mark_dirty(world, StateClass::TAPPED);
    }
    let history = world.part_mut::<crate::model::fact::History>();
    if let Some((_, n)) = history.uses.iter_mut().find(|(k, _)| *k == key) {
        *n = n.saturating_sub(1);
    }
}
