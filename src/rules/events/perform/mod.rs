//! Performing a batch: all its events at once, then what they are reported as.

mod counters;
mod damage;
mod melded;
mod moves;
mod permanents;
mod shelved;

pub(super) use moves::draw;

use super::run::BatchFlow;
use super::{outcome, record, transform};
use crate::cards::CardTable;
use crate::model::decision::{Choice, Decision, Prompt, Settings, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, BatchOption, BatchPhase, BatchResult, Cause, Enter, Event, Proposed};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::CopiableSource;
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::{Arranged, Move, Zone};
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::work::{self, Work};
use crate::rules::zones::entering_base;
use smallvec::SmallVec;

/// What the batch has done so far: facts, classes of state that changed, and its result.
struct Performed<'a> {
    facts: &'a mut SmallVec<[Fact; 8]>,
    inputs: StateClass,
    result: &'a mut BatchResult,
    /// Damage that permanents are dealt, if cards of the game ask for excess damage.
    dealt: SmallVec<[damage::DealtTo; 2]>,
}

impl Performed<'_> {
    fn happened(&mut self, place: u16) {
        if place != crate::model::event::Proposed::WITHIN {
            self.result.happened.push(place);
        }
    }
    fn amount(&mut self, place: u16, amount: i32) {
        if place != crate::model::event::Proposed::WITHIN {
            self.result.happened.push(place);
            self.result.amounts.push((place, amount));
        }
    }
}

/// Performs all events of a batch but the draws.
pub(super) fn all(world: &mut impl EditGame, batch: &mut Batch) -> BatchFlow {
    if let Some(step) = arrange(world, batch) {
        return step;
    }
    work::note(Work::Batch);
    batch.phase = BatchPhase::After;
    let (moves, places) = moves::collect(batch);
    let before = moves::look_back(world, &moves);
    let Batch { events, result, .. } = batch;
    let mut facts = SmallVec::new();
    let mut performed = Performed { facts: &mut facts, inputs: StateClass::empty(), result, dealt: SmallVec::new() };
    let mut losers: SmallVec<[(Seat, crate::model::player::LossReason); 2]> = SmallVec::new();
    for row in &*events {
        let Some(event) = &row.event else { continue };
        let place = row.place;
        match event {
            Event::Damage { source, target, amount, combat } => {
                damage::deal(world, &mut performed, place, (*source, *target, *amount, *combat));
            }
            Event::GainLife { seat, amount } => life(world, &mut performed, place, *seat, *amount, true),
            Event::LoseLife { seat, amount, .. } => life(world, &mut performed, place, *seat, *amount, false),
            Event::Tap { object, for_mana } => permanents::tap(world, &mut performed, place, *object, *for_mana),
            Event::Untap { object } => permanents::untap(world, &mut performed, place, *object),
            Event::PutCounters { target, kind, count, by } => {
                counters::put(world, &mut performed, place, (*target, *kind, *count), *by);
            }
            // CR 704.8: what leaves by a state-based action is remembered as it was before all of them.
            Event::RemoveCounters { target, .. } if leaves(events, *target) => {}
            Event::RemoveCounters { target, kind, count } => {
                counters::remove(world, &mut performed, place, (*target, *kind, *count));
            }
            Event::Attach { object, to } => permanents::attach(world, &mut performed, place, *object, *to),
            Event::Unattach { object } => permanents::unattach(world, &mut performed, place, *object),
            Event::Regenerate { object } => permanents::regenerate(world, &mut performed, *object),
            Event::TurnFaceUp { object, by } => {
                permanents::turn_face(world, &mut performed, place, *object, Some(*by));
            }
            Event::TurnFaceDown { object } => permanents::turn_face(world, &mut performed, place, *object, None),
            Event::Transform { object, over } => {
                performed.inputs |= StateClass::BATTLEFIELD | StateClass::EFFECTS;
                performed.facts.push(transform::turn(world, *object, *over));
                performed.happened(place);
            }
            Event::Lose { seat, reason } => {
                losers.push((*seat, *reason));
                performed.happened(place);
            }
            // CR 500.1, 701.23: the task that has proposed it continues.
            Event::BeginTurn { .. } | Event::Find { .. } => performed.happened(place),
            // Moves follow together; draws come last; other events have become moves by now.
            Event::Move(_)
            | Event::Draw { .. }
            | Event::DrawCards { .. }
            | Event::Destroy { .. }
            | Event::Discard { .. }
            | Event::CreateTokens { .. } => {}
        }
    }
    performed.facts.extend(damage::excess(&performed.dealt));
    moves::make(world, &mut performed, &moves, &places);
    let inputs = performed.inputs;
    if !inputs.is_empty() {
        mark_dirty(world, inputs);
    }
    if !facts.is_empty() {
        record::note(world, &facts, before);
    }
    outcome::lose(world, &losers).map_or(BatchFlow::Go, BatchFlow::Leave)
}

/// Whether a permanent goes to a graveyard in this batch by a state-based action or destruction.
fn leaves(events: &[Proposed], target: Referent) -> bool {
    events.iter().any(|row| match &row.event {
        Some(Event::Move(Move { object, cause: Cause::StateBased | Cause::Destroy, .. })) => {
            target == Referent::Object(*object)
        }
        _ => false,
    })
}

/// CR 119.3: changes a life total.
fn life(world: &mut impl EditGame, performed: &mut Performed<'_>, place: u16, seat: Seat, amount: i32, gain: bool) {
    let players = world.part_mut::<Players>();
    let player = players.get_mut(seat);
    player.life = if gain { player.life.saturating_add(amount) } else { player.life.saturating_sub(amount) };
    performed.facts.push(if gain { Fact::GainedLife { seat, amount } } else { Fact::LostLife { seat, amount } });
    performed.inputs |= StateClass::LIFE;
    performed.amount(place, amount);
}

/// The orders of moves that players decide on, in APNAP order, before anything happens.
fn arrange<G: ReadGame>(world: &G, batch: &mut Batch) -> Option<BatchFlow> {
    if world.part::<CardTable>().0.traits.components
        && let Some(step) = melded::order(world, batch)
    {
        return Some(step);
    }
    if batch.events.len() < 2 {
        return None;
    }
    if !have_an_order(&batch.events) {
        let alive: SeatSet = world.part::<Players>().alive().collect();
        (batch.buried.0, batch.stamped.0) = (batch.buried.0 | alive.0, batch.stamped.0 | alive.0);
        return None;
    }
    for seat in world.part::<Players>().in_turn_order(world.part::<Turn>().active) {
        if let Some(step) = shelved::order(batch, seat) {
            return Some(step);
        }
        for (prompt, ordered, cards) in [
            (Prompt::OrderGraveyard, &mut batch.buried, buried as fn(&G, &[Proposed], Seat) -> Vec<ObjectRef>),
            (Prompt::OrderTimestamps, &mut batch.stamped, stamped),
        ] {
            if ordered.contains(seat) {
                continue;
            }
            ordered.insert(seat);
            let cards = cards(world, &batch.events, seat);
            if cards.len() > 1 {
                let choices = cards.iter().map(|o| Choice::Object(*o)).collect();
                batch.options = cards.into_iter().map(|o| BatchOption::To(Referent::Object(o))).collect();
                batch.phase = BatchPhase::Ordering;
                return Some(BatchFlow::ask(Decision::new(seat, prompt, Shape::Order(choices))));
            }
        }
    }
    None
}

/// Whether events may have an order that players decide on. A gate: only moves have one, to a graveyard, to the battlefield or, by a
/// replacement effect, to a library, and one alone has none.
fn have_an_order(events: &[Proposed]) -> bool {
    let is_ordered = |row: &&Proposed| match row.event {
        Some(Event::Move(Move { to: Zone::Graveyard(_) | Zone::Battlefield, .. })) => true,
        Some(Event::Move(Move { arranged, .. })) => arranged == Arranged::Open,
        _ => false,
    };
    events.iter().filter(is_ordered).nth(1).is_some()
}

/// CR 404.3: owners order cards that go to their graveyards together. They are asked only if the
/// settings of the game say so, because the order hardly ever matters.
fn buried(world: &impl ReadGame, events: &[Proposed], seat: Seat) -> Vec<ObjectRef> {
    if !world.part::<Settings>().order_graveyards {
        return Vec::new();
    }
    let owned = events.iter().filter_map(|row| match &row.event {
        Some(Event::Move(Move { object, to: Zone::Graveyard(_), .. })) => Some(*object),
        _ => None,
    });
    owned.filter(|o| Live::new(world).object(o.id).owner == seat).collect()
}

/// CR 613.7m: controllers order the timestamps of what enters together. Only those are asked about whose static
/// abilities do something in the order of timestamps, and only if they differ.
fn stamped(world: &impl ReadGame, events: &[Proposed], seat: Seat) -> Vec<ObjectRef> {
    let entering = events.iter().filter_map(|row| match &row.event {
        Some(Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. })) => Some((*object, enter)),
        _ => None,
    });
    let own: SmallVec<[(ObjectRef, CopiableSource, &Enter); 4]> = entering
        .filter(|(_, enter)| enter.controller == seat)
        .map(|(object, enter)| {
            let base = enter.copy.unwrap_or_else(|| entering_base(Live::new(world).object(object.id), enter));
            (object, base, &**enter)
        })
        .filter(|(_, base, _)| layers::is_timed(world, *base))
        .collect();
    let alike = own.iter().all(|(_, base, enter)| *base == own[0].1 && *enter == own[0].2);
    if alike { Vec::new() } else { own.into_iter().map(|(object, ..)| object).collect() }
}

/// Takes a player's order: the moves keep their places as a whole, and swap among themselves.
pub(super) fn ordered(batch: &mut Batch, options: &[BatchOption], order: &[u16]) {
    if melded::ordered(batch, options, order) {
        return;
    }
    let cards: Vec<ObjectRef> = options
        .iter()
        .filter_map(|option| match option {
            BatchOption::To(Referent::Object(object)) => Some(*object),
            _ => None,
        })
        .collect();
    let order = shelved::answered(batch, &cards, order);
    let is = |batch: &Batch, j: usize, card: ObjectRef| matches!(&batch.events[j].event, Some(Event::Move(Move { object, .. })) if *object == card);
    let places: Vec<usize> =
        (0..batch.events.len()).filter(|j| cards.iter().any(|card| is(batch, *j, *card))).collect();
    for (place, wanted) in places.iter().zip(&order) {
        let card = cards[*wanted as usize];
        if let Some(now) = (*place..batch.events.len()).find(|j| is(batch, *j, card)) {
            batch.events.swap(*place, now);
        }
    }
}
