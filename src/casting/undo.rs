//! What a proposal that is taken back leaves of the mana abilities that were activated for it (CR 733.1).
//!
//! Each of them is a segment. Those that only tapped their source and added mana can be reversed, which their player
//! chooses; one that did anything else stays as it is, with its mana and with what it triggered. So does one whose mana
//! is no longer there because it paid for one that stays.

use super::modes::ask;
use super::{CastTask, Proposal, Step, Transaction};
use crate::cards::def::{CostPart, Effect};
use crate::cards::{AbilityKind, CardTable, ProgramHandle};
use crate::decision::{Agenda, Answer, Choice, Inbox, Prompt, SetRule, Settings, Shape, Task};
use crate::effects::Op;
use crate::ids::{AbilityKey, Seat};
use crate::mana::ManaPool;
use crate::object::{Slots, Status};
use crate::player::Players;
use crate::reading::{Board, Live};
use crate::schedule::{Inputs, touch};
use crate::triggers::PendingTriggers;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What is needed to take a proposal back (CR 733).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Undo {
    /// How many triggered abilities were waiting.
    pub triggers: u32,
    /// The mana abilities that were activated since.
    pub segments: SmallVec<[Segment; 4]>,
    /// What has begun was impossible, not taken back by its player's choice.
    pub failed: bool,
}

/// A mana ability that was activated for something.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Segment {
    /// Which.
    pub key: AbilityKey,
    /// The pool before it; then, what it added.
    pool: ManaPool,
    /// The mana that was spent on it, by type.
    spent: [u8; 6],
    /// The triggered abilities that have waited since: from which on, up to which.
    triggers: (u32, u32),
    /// It isn't over.
    open: bool,
    /// It can be reversed.
    reversible: bool,
    /// It is reversed.
    reversed: bool,
}

impl Undo {
    /// What is needed to take back what begins now.
    pub(super) fn from_here(world: &World) -> Self {
        Self { triggers: waiting(world), ..Self::default() }
    }

    /// A mana ability begins.
    pub(super) fn begin(&mut self, world: &World, seat: Seat, key: AbilityKey) {
        let from = waiting(world);
        let pool = world.resource::<Players>().get(seat).pool.clone();
        let reversible = only_taps(world, key);
        let segment =
            Segment { key, pool, spent: [0; 6], triggers: (from, from), open: true, reversible, reversed: false };
        self.segments.push(segment);
    }

    /// Those that have begun are over.
    pub(super) fn close(&mut self, world: &World, seat: Seat) {
        let (to, now) = (waiting(world), &world.resource::<Players>().get(seat).pool);
        for segment in self.segments.iter_mut().filter(|s| s.open) {
            segment.open = false;
            segment.triggers.1 = to;
            let mut made = now.clone();
            for (amount, spent) in made.amount.iter_mut().zip(segment.spent) {
                *amount = amount.saturating_add(u16::from(spent));
            }
            segment.pool = made.since(&segment.pool);
        }
    }

    /// The payer has tapped a source, which made this.
    pub(super) fn tapped(&mut self, key: AbilityKey, pool: ManaPool) {
        let (open, reversible) = (false, true);
        self.segments.push(Segment { key, pool, spent: [0; 6], triggers: (0, 0), open, reversible, reversed: false });
    }
}

/// CR 733.1: mana was spent on a mana ability that is activated for something else.
pub(super) fn note_spent(world: &mut World, spend: [u8; 6]) {
    let mut agenda = world.resource_mut::<Agenda>();
    let outer = agenda.0.iter_mut().rev().find_map(|task| match task {
        Task::Cast(cast) => match &mut **cast {
            CastTask::Go(transaction) => Some(&mut transaction.undo),
            CastTask::Pay(separate) => Some(&mut separate.undo),
            _ => None,
        },
        _ => None,
    });
    let Some(segment) = outer.and_then(|undo| undo.segments.iter_mut().rev().find(|s| s.open)) else { return };
    for (total, n) in segment.spent.iter_mut().zip(spend) {
        *total = total.saturating_add(n);
    }
}

/// The mana of mana abilities that stay in any case, by type.
fn kept(undo: &Undo) -> [u16; 6] {
    let mut sum = [0u16; 6];
    for segment in undo.segments.iter().filter(|s| !s.reversible) {
        for (total, n) in sum.iter_mut().zip(segment.pool.amount) {
            *total = total.saturating_add(n);
        }
    }
    sum
}

fn waiting(world: &World) -> u32 {
    world.resource::<PendingTriggers>().0.len() as u32
}

/// Whether tapping is all of a mana ability's cost, and mana all that it makes.
fn only_taps(world: &World, key: AbilityKey) -> bool {
    let table = world.resource::<CardTable>();
    let AbilityKind::Activated { cost, body, .. } = &table.ability(key.handle).kind else { return false };
    let taps = cost.0.iter().all(|part| matches!(part, CostPart::Tap));
    let plain = |op: &Op| match op {
        Op::Do(effect) => matches!(**effect, Effect::AddMana { .. } | Effect::ChooseColor { .. }),
        Op::Jump(_) | Op::JumpUnless(..) => true,
        _ => false,
    };
    let programs = body.modes.iter().map(|mode| ProgramHandle { def: key.handle.def, index: mode.program });
    taps && programs.flat_map(|program| table.program(program)).all(plain)
}

/// CR 733.1: which mana abilities are reversed with the rest, as their player chooses; all that can be, if mana is paid
/// without asking.
pub(super) fn choose(world: &mut World, cast: &mut Transaction) -> Step {
    let proposed = matches!(cast.what, Proposal::Spell { .. } | Proposal::Ability(_) | Proposal::TurnFaceUp(_));
    cast.undo.close(world, cast.seat);
    let (kept, pool) = (kept(&cast.undo), &world.resource::<Players>().get(cast.seat).pool);
    let is_open = |segment: &Segment| segment.reversible && is_there(pool, &segment.pool, kept);
    let open: SmallVec<[usize; 4]> =
        (0..cast.undo.segments.len()).filter(|i| is_open(&cast.undo.segments[*i])).collect();
    if cast.asked {
        cast.asked = false;
        let Answer::Some(places) = Inbox::take(world) else { panic!("expected a set of mana abilities") };
        places.iter().for_each(|p| cast.undo.segments[open[*p as usize]].reversed = true);
    } else if proposed && !open.is_empty() && !world.resource::<Settings>().auto_pay {
        let options: Vec<Choice> = open.iter().map(|i| Choice::Object(cast.undo.segments[*i].key.object)).collect();
        let max = options.len() as u16;
        let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
        let mut decision = ask(world, cast, Prompt::TakeBack(cast.object), shape);
        decision.cancellable = false;
        return Step::Ask(decision);
    } else {
        open.iter().for_each(|i| cast.undo.segments[*i].reversed = true);
    }
    Step::Illegal
}

/// Reverses all mana abilities that can be (CR 733.1), for a payment that isn't made.
pub(super) fn all(world: &mut World, seat: Seat, undo: &mut Undo) {
    undo.close(world, seat);
    undo.segments.iter_mut().for_each(|s| s.reversed = s.reversible);
    carry_out(world, seat, undo);
}

/// Reverses what was chosen, the last first. What is reversed hasn't triggered anything, nor has the rest of what is
/// taken back. Answers whether nothing stays.
pub(super) fn carry_out(world: &mut World, seat: Seat, undo: &mut Undo) -> bool {
    let kept = kept(undo);
    for segment in undo.segments.iter_mut().rev() {
        segment.reversed = segment.reversed && take_out(world, seat, &segment.pool, kept);
        if segment.reversed {
            untap(world, segment.key);
        }
    }
    let stays = |i: u32| undo.segments.iter().any(|s| !s.reversed && (s.triggers.0..s.triggers.1).contains(&i));
    let mut at = 0;
    world.resource_mut::<PendingTriggers>().0.retain(|_| {
        at += 1;
        at <= undo.triggers || stays(at - 1)
    });
    let nothing_stays = undo.segments.iter().all(|s| s.reversed);
    undo.segments.clear();
    nothing_stays
}

/// Whether the mana that a mana ability has added is in the pool still, beside what others made that stay.
fn is_there(pool: &ManaPool, made: &ManaPool, kept: [u16; 6]) -> bool {
    (0..6).all(|i| pool.amount[i] >= made.amount[i].saturating_add(kept[i]) && pool.snow[i] >= made.snow[i])
}

/// Takes the mana that a mana ability has added out of the pool; `false` if it isn't there any more.
fn take_out(world: &mut World, seat: Seat, made: &ManaPool, kept: [u16; 6]) -> bool {
    let mut players = world.resource_mut::<Players>();
    let pool = &mut players.get_mut(seat).pool;
    let there = is_there(pool, made, kept);
    if there {
        for i in 0..6 {
            pool.amount[i] -= made.amount[i];
            pool.snow[i] -= made.snow[i];
        }
        touch(world, Inputs::PLAYERS);
    }
    there
}

fn untap(world: &mut World, key: AbilityKey) {
    if Live::new(world).is_current(key.object) {
        let entity = world.resource::<Slots>().entity(key.object.id);
        world.get_mut::<Status>(entity).expect("slots have a status").tapped = false;
        touch(world, Inputs::TAPPED);
    }
    let mut history = world.resource_mut::<crate::events::History>();
    if let Some((_, n)) = history.uses.iter_mut().find(|(k, _)| *k == key) {
        *n = n.saturating_sub(1);
    }
}
