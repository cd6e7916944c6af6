//! What a replacement or prevention effect does to an event (CR 614.6, 615.6).

mod prevent;
pub(super) mod spells;

pub(super) use prevent::shield_shares;

use super::applicable::{self, COMMANDER, DAYBOUND, FINALITY, PROTECTION, REGENERATION, SHIELD, STUN};
use super::entering::add_counters;
use super::replaced::happens_to_components;
use super::run::BatchFlow;
use super::{asks, day_night, possible};
use crate::cards::def::{CounterKind, Destination, Duration, Entry, Quantity, ReplaceWith, ReplacedEvent, Who};
use crate::cards::{CardTable, Op};
use crate::model::bindings::Bindings;
use crate::model::dirt::StateClass;
use crate::model::event::{
    Batch, BatchPhase, Enter, EntersAs, Event, Place, Proposed, ReplacementChoice, ReplacementKey, ReplacementProgram,
};
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, Referent, Seat, SeatSet, StaticHandle};
use crate::model::object::{CopiableSource, ThisTurn};
use crate::model::player::Players;
use crate::model::zone::{Arranged, Move, OtherCard, Zone};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::others;
use crate::rules::{layers, slots};
use prevent::{counter_instead, divert_next, prevent, shield};

/// Applies an effect to the event at a place. `Some` is a step for the batch to wait for.
pub(super) fn apply(
    world: &mut impl EditGame,
    batch: &mut Batch,
    i: usize,
    choice: ReplacementChoice,
) -> Option<BatchFlow> {
    batch.events[i].applied.push(choice.key);
    match choice.key {
        REGENERATION => {
            regenerate(world, batch, i, true);
            return None;
        }
        PROTECTION => {
            prevent(world, batch, i, None);
            return None;
        }
        SHIELD | STUN => {
            counter_instead(world, batch, i);
            return None;
        }
        FINALITY => {
            if let Some(Event::Move(Move { to, .. })) = &mut batch.events[i].event {
                *to = Zone::Exile;
            }
            return None;
        }
        spells::FLASHED_BACK | spells::PERMITTED | spells::BOUGHT_BACK | spells::INSET => {
            spells::apply(world, batch, i, choice.key);
            return None;
        }
        DAYBOUND => {
            day_night::enter_turned(world, batch, i);
            return None;
        }
        COMMANDER => {
            // CR 903.9b: it may apply again.
            batch.events[i].applied.pop();
            if let Some(Event::Move(one)) = &mut batch.events[i].event {
                // CR 903.9c: components that aren't commanders go where the permanent would go.
                if !others(world, one.object).is_empty() {
                    one.other = OtherCard::To(one.to);
                }
                (one.to, one.reveal) = (Zone::Command, true);
            }
            return None;
        }
        _ => {}
    }
    let table = world.part::<CardTable>().clone();
    let rep = applicable::replacement(&table, choice.handle)?;
    let ReplacementChoice { key, handle, bindings } = choice;
    let mut step = None;
    let applied = batch.events[i].applied.clone();
    let program = |bindings| ReplacementProgram { handle, bindings, applied: applied.clone(), entering: None };
    match &rep.with {
        ReplaceWith::Nothing => possible::drop_event(world, &mut batch.events[i]),
        ReplaceWith::Prevent(limit) => {
            return shield(world, batch, i, key, limit.as_ref(), &bindings);
        }
        ReplaceWith::ReducesLifeTo(least) => keep_life(world, batch, i, *least),
        ReplaceWith::PreventAndThen(_) => {
            let dealt = bindings.event.map_or(0, |event| event.amount);
            let prevented = prevent(world, batch, i, None);
            let same = |p: &&mut ReplacementProgram| p.handle == handle && p.bindings.this == bindings.this;
            match batch.after.iter_mut().find(same) {
                Some(program) => {
                    if let Some(event) = &mut program.bindings.event {
                        event.amount = event.amount.saturating_add(dealt);
                        event.prevented = event.prevented.saturating_add(prevented);
                    }
                }
                None => {
                    let mut bindings = bindings;
                    if let Some(event) = &mut bindings.event {
                        event.prevented = prevented;
                    }
                    batch.after.insert(0, program(bindings));
                }
            }
            // CR 615.12: damage that can't be prevented uses no shield up; what else it does takes place.
            if prevented == 0 {
                return None;
            }
        }
        ReplaceWith::Amount(quantity) => amount(world, batch, i, quantity, &bindings, &rep.event),
        ReplaceWith::MoveTo(destination) => {
            let before = batch.events[i].event.clone();
            let parts = before.as_ref().is_some_and(|event| happens_to_components(world, &bindings, &rep.event, event));
            move_to(world, batch, i, destination, &bindings);
            if parts && let (Some(Event::Move(token)), Some(Event::Move(cards))) = (before, &mut batch.events[i].event)
            {
                *cards = Move { other: OtherCard::Cards(cards.to), ..token };
            }
        }
        ReplaceWith::MoveToAndThen(destination, _) => {
            let moved = move_to(world, batch, i, destination, &bindings);
            // CR 400.7j: these instructions find what it becomes.
            let mut bindings = bindings;
            if let Some(event) = &mut bindings.event {
                event.moved_to = moved;
            }
            batch.after.insert(0, program(bindings));
        }
        ReplaceWith::Tapped => change_enter(batch, i, |enter| enter.tapped = true),
        ReplaceWith::Untapped => change_enter(batch, i, |enter| enter.tapped = false),
        ReplaceWith::Designated(designation) => {
            change_enter(batch, i, |enter| enter.designations |= designation.bit());
        }
        ReplaceWith::Counters(kind, quantity) => {
            let n = reading::value(&Live::new(world), &bindings, quantity).max(0) as u32;
            if let Some(Event::TurnFaceUp { object, .. }) = batch.events[i].event {
                let target = Referent::Object(object);
                let event =
                    Some(Event::PutCounters { target, kind: *kind, count: n, by: possible::controller(world, object) });
                batch.events.push(Proposed { event, applied: Vec::new(), place: Proposed::WITHIN });
            }
            change_enter(batch, i, |enter| add_counters(enter, *kind, n));
        }
        ReplaceWith::UnderControl(who) => {
            if let Some(seat) = reading::seat(&Live::new(world), &bindings, *who) {
                change_enter(batch, i, |enter| enter.controller = seat);
            }
        }
        ReplaceWith::Copy(of, _)
        | ReplaceWith::CopyTapped(of, _)
        | ReplaceWith::CopyAndThen(of, ..)
        | ReplaceWith::CopyWith(of, ..) => {
            let options = reading::objects(&Live::new(world), &bindings, of);
            step = asks::copy_what(world, batch, i, options, ReplacementChoice { key, handle, bindings });
        }
        ReplaceWith::AsEnters(_) => {
            batch.phase = BatchPhase::Running;
            step = Some(BatchFlow::Program(Box::new(program(bindings))));
        }
        ReplaceWith::Redirect(to) => {
            let to = reading::recipients(&Live::new(world), &bindings, to).into_iter().next();
            redirect(world, batch, i, to);
        }
        ReplaceWith::RedirectUpTo(limit, to) => {
            let to = reading::recipients(&Live::new(world), &bindings, to).into_iter().next();
            divert_next(world, batch, i, key, (limit, to), &bindings);
            return None;
        }
        ReplaceWith::Regenerate => regenerate(world, batch, i, false),
        ReplaceWith::Heal => {
            if let Some(Event::Damage { target: Referent::Object(object), .. }) = batch.events[i].event {
                // That a source with deathtouch dealt some of it remains true (CR 704.5h).
                world.row_mut::<ThisTurn>(object.id).damage = 0;
                mark_dirty(world, StateClass::BATTLEFIELD);
            }
        }
        ReplaceWith::Instead(_) => {
            let draws = matches!(batch.events[i].event, Some(Event::Draw { .. }));
            let entering = match &batch.events[i].event {
                Some(Event::Move(Move { object, enter: Some(enter), .. })) => {
                    Some(Box::new((*object, (**enter).clone())))
                }
                _ => None,
            };
            let begins_turn = matches!(batch.events[i].event, Some(Event::BeginTurn { .. }));
            possible::drop_event(world, &mut batch.events[i]);
            if begins_turn {
                batch.result.later.push(program(bindings));
            } else if draws {
                // CR 614.11a: before the next draw of the sequence.
                batch.phase = BatchPhase::Running;
                step = Some(BatchFlow::Program(Box::new(program(bindings))));
            } else {
                batch.after.insert(0, ReplacementProgram { entering, ..program(bindings) });
            }
        }
        ReplaceWith::TokensToo(_) => {
            let again = batch.events.iter().enumerate().any(|(at, row)| at != i && row.applied.contains(&key));
            more_tokens(world, batch, i, (handle, again), &bindings);
        }
        ReplaceWith::TokensInstead(_) => {
            more_tokens(world, batch, i, (handle, false), &bindings);
            possible::drop_event(world, &mut batch.events[i]);
        }
        ReplaceWith::AndThen(_) => batch.after.insert(0, program(bindings)),
    }
    use_up(world, key);
    step
}

/// An effect that works once has worked.
fn use_up(world: &mut impl EditGame, key: ReplacementKey) {
    if let ReplacementKey::Effect(effect) = key
        && slots::effect(world, effect).duration == Duration::OnceThisTurn
    {
        layers::end_effect(world, effect);
    }
}

/// Damage reduces a life total to N instead of to less. What is dealt at the same time and counted before it has reduced it
/// already, and life gained by that damage counts (CR 120.4c-d).
fn keep_life(world: &impl ReadGame, batch: &mut Batch, i: usize, least: i32) {
    let Some(Event::LoseLife { seat: whose, .. }) = batch.events[i].event else { return };
    let changes = batch.events.iter().enumerate().map(|(at, row)| match row.event {
        Some(Event::LoseLife { seat, amount, .. }) if seat == whose && at < i => amount.saturating_neg(),
        Some(Event::GainLife { seat, amount }) if seat == whose => amount,
        _ => 0,
    });
    let life = changes.fold(world.part::<Players>().get(whose).life, i32::saturating_add);
    if let Some(Event::LoseLife { amount, .. }) = &mut batch.events[i].event {
        *amount = (*amount).min(life.saturating_sub(least).max(0));
    }
}

fn change_enter(batch: &mut Batch, i: usize, change: impl FnOnce(&mut Enter)) {
    if let Some(Event::Move(Move { enter: Some(enter), .. })) = &mut batch.events[i].event {
        change(enter);
    }
}

/// Another number instead (CR 614.16 for counters with which something enters, and for tokens).
fn amount(
    world: &mut impl EditGame,
    batch: &mut Batch,
    i: usize,
    quantity: &Quantity,
    bindings: &Bindings,
    replaced: &ReplacedEvent,
) {
    let value = |bindings: &Bindings| reading::value(&Live::new(world), bindings, quantity).max(0);
    let with = |n: u32| {
        let mut bindings = bindings.clone();
        if let Some(event) = &mut bindings.event {
            event.amount = i32::try_from(n).unwrap_or(i32::MAX);
        }
        value(&bindings) as u32
    };
    let mut more_draws = 0;
    match &mut batch.events[i].event {
        Some(Event::Damage { amount, .. } | Event::GainLife { amount, .. } | Event::LoseLife { amount, .. }) => {
            *amount = value(bindings);
        }
        Some(
            Event::PutCounters { count, .. }
            | Event::RemoveCounters { count, .. }
            | Event::DrawCards { count, .. }
            | Event::CreateTokens { count, .. },
        ) => *count = value(bindings) as u32,
        Some(Event::Move(Move { enter: Some(enter), .. })) => {
            let only = match replaced {
                ReplacedEvent::PutCounters(only, _) => *only,
                _ => None,
            };
            let wanted = |kind: CounterKind| only.is_none_or(|only| only == kind);
            for (kind, n) in &mut enter.counters {
                if wanted(*kind) {
                    *n = with(*n);
                }
            }
        }
        Some(Event::Draw { .. }) => more_draws = value(bindings),
        _ => {}
    }
    if let Some(Event::Draw { seat }) = batch.events[i].event {
        // The draws that replace one are a sequence of their own in its place (CR 121.2).
        let row = Proposed { event: Some(Event::Draw { seat }), ..batch.events[i].clone() };
        batch.events.remove(i);
        batch.events.insert_many(i, std::iter::repeat_n(row, more_draws.clamp(0, MOST_DRAWS) as usize));
    }
}

/// The most draws that an effect makes of one.
const MOST_DRAWS: i32 = 1024;

/// CR 614.16: the tokens of an effect are created together with those of the event, and enter as those do. What has applied to
/// the event has applied to them (CR 614.5). A fixed number of them is created once, whatever is created at the same time.
fn more_tokens(
    world: &impl ReadGame,
    batch: &mut Batch,
    i: usize,
    (handle, again): (StaticHandle, bool),
    bindings: &Bindings,
) {
    let row = batch.events[i].clone();
    let Some(Event::CreateTokens { seat, enter, attackable, .. }) = row.event else { return };
    let table = world.part::<CardTable>();
    let Some(index) = table.static_row(handle).program else { return };
    let program = ProgramHandle { def: handle.def, index };
    let Some(Op::CreateToken { count, tokens, .. }) = table.program(program).first() else { return };
    if again && matches!(count, Quantity::N(_)) {
        return;
    }
    let count = reading::value(&Live::new(world), bindings, count).max(0) as u32;
    for (at, token) in tokens.iter().enumerate() {
        let def = table.token(handle.def, *token);
        let (base, enter, attackable) = (CopiableSource::Def(def, 0), enter.clone(), attackable.clone());
        let enter = Box::new(Enter { copy: None, ..*enter });
        let event = Event::CreateTokens { seat, base, def: Some(def), count, enter, attackable };
        let applied = row.applied.clone();
        batch.events.insert(i + 1 + at, Proposed { event: Some(event), applied, place: row.place });
    }
}

/// CR 614.9: the damage is dealt to something else instead, if that can be dealt damage.
fn redirect(world: &impl ReadGame, batch: &mut Batch, i: usize, to: Option<Referent>) {
    if let Some(to) = to.filter(|to| possible::can_be_damaged(world, *to))
        && let Some(Event::Damage { target, .. }) = &mut batch.events[i].event
    {
        *target = to;
    }
}

/// CR 614.8, 701.19: instead of being destroyed.
fn regenerate(world: &mut impl EditGame, batch: &mut Batch, i: usize, uses_shield: bool) {
    let Some(Event::Destroy { object, .. }) = batch.events[i].event else { return };
    batch.events[i].event = Some(Event::Regenerate { object });
    if uses_shield {
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        this_turn.regeneration = this_turn.regeneration.saturating_sub(1);
    }
}

/// The object goes somewhere else instead. A card that would be discarded is still discarded (CR 702.35a). Answers what the
/// object becomes, unless it stays.
fn move_to(
    world: &mut impl EditGame,
    batch: &mut Batch,
    i: usize,
    destination: &Destination,
    bindings: &Bindings,
) -> Option<ObjectRef> {
    let (object, cause, reveal) = match &batch.events[i].event {
        Some(Event::Move(Move { object, cause, reveal, .. })) => (*object, *cause, *reveal),
        Some(Event::Destroy { object, .. }) => (*object, crate::model::event::Cause::Effect, false),
        Some(Event::Discard { object, .. }) => (*object, crate::model::event::Cause::Discard, false),
        _ => return None,
    };
    let owner = Live::new(world).object(object.id).owner;
    let viewers = |who: Option<Who>| {
        who.map_or(SeatSet::NONE, |who| reading::seats(&Live::new(world), bindings, who).into_iter().collect())
    };
    let mut enter = None;
    let (to, place, face_down) = match destination {
        Destination::Hand => (Zone::Hand(owner), Place::Top, None),
        Destination::Graveyard => (Zone::Graveyard(owner), Place::Top, None),
        Destination::LibraryTop | Destination::LibraryTopBy(_) | Destination::LibraryTopRandom => {
            (Zone::Library(owner), Place::Top, None)
        }
        Destination::LibraryBottom | Destination::LibraryBottomRandom => (Zone::Library(owner), Place::Bottom, None),
        Destination::LibraryAt(n) => (Zone::Library(owner), Place::At(*n), None),
        Destination::LibraryUnder(n) => {
            let above = reading::value(&Live::new(world), bindings, n).max(0) as u32;
            (Zone::Library(owner), Place::At(above), None)
        }
        Destination::Exile => (Zone::Exile, Place::Top, None),
        Destination::ExileFaceDown(who) => (Zone::Exile, Place::Top, Some(viewers(*who))),
        Destination::Battlefield(entry) => {
            let controller = match entry.under {
                Some(who) => reading::seat(&Live::new(world), bindings, who),
                None => Some(owner),
            };
            // CR 800.4b: under the control of nobody it stays where it is.
            let Some(controller) = controller else {
                batch.events[i].event = None;
                return None;
            };
            enter = Some(Box::new(entered(world, bindings, controller, entry)));
            (Zone::Battlefield, Place::Top, None)
        }
        Destination::Command => (Zone::Command, Place::Top, None),
    };
    let arranged = match destination {
        Destination::LibraryTop
        | Destination::LibraryBottom
        | Destination::LibraryAt(_)
        | Destination::LibraryUnder(_) => Arranged::Open,
        _ => Arranged::ByOwner,
    };
    let plain = Move::plain(object, to, cause).with_place(place).with_arranged(arranged);
    batch.events[i].event = Some(Event::Move(Move { face_down, reveal, enter, ..plain }));
    Some(ObjectRef { incarnation: object.incarnation + 1, ..object })
}

fn entered(world: &impl ReadGame, bindings: &Bindings, controller: Seat, entry: &Entry) -> Enter {
    let board = Live::new(world);
    let mut enter = Enter {
        controller,
        tapped: entry.tapped,
        face_down: entry.is_face_down(),
        down: entry.into(),
        face: u8::from(entry.transformed),
        attach_to: attached_to(&board, bindings, entry),
        ..Enter::default()
    };
    for (kind, quantity) in &entry.counters {
        add_counters(&mut enter, *kind, reading::value(&board, bindings, quantity).max(0) as u32);
    }
    enter
}

fn attached_to(board: &Live<'_>, bindings: &Bindings, entry: &Entry) -> Option<Referent> {
    let object = entry.attached_to.and_then(|to| reading::object(board, bindings, to)).map(Referent::Object);
    object.or_else(|| reading::seat(board, bindings, entry.attached_to_player?).map(Referent::Player))
}

/// CR 707.5: it enters as a copy of an object, with exceptions; or as itself.
pub(super) fn copy(world: &mut impl EditGame, batch: &mut Batch, choice: &ReplacementChoice, of: Option<ObjectRef>) {
    let table = world.part::<CardTable>().clone();
    let Some(rep) = applicable::replacement(&table, choice.handle) else { return };
    let (tapped, exceptions) = match &rep.with {
        ReplaceWith::Copy(_, exceptions)
        | ReplaceWith::CopyAndThen(_, exceptions, _)
        | ReplaceWith::CopyWith(_, exceptions, _) => (false, exceptions),
        ReplaceWith::CopyTapped(_, exceptions) => (true, exceptions),
        _ => return,
    };
    let Some(values) = of.and_then(|of| layers::copiable(world, of)) else { return };
    let quoted = &table.static_row(choice.handle).granted;
    let quoted: Vec<AbilityHandle> =
        quoted.iter().map(|index| AbilityHandle { def: choice.handle.def, index: *index }).collect();
    // CR 707.8: it doesn't become double-faced because the copied object is.
    let values = values.single_faced();
    let values = values.map(|chars| layers::with_granted(world, chars, exceptions, &quoted, &choice.bindings));
    let base = layers::make_copy(world, values);
    let along = |index: &u16| EntersAs {
        handle: StaticHandle { def: choice.handle.def, index: *index },
        bindings: choice.bindings.clone(),
    };
    let with: Vec<EntersAs> = table.static_row(choice.handle).also.iter().map(along).collect();
    change_enter(batch, batch.at as usize, |enter| {
        enter.copy = Some(base);
        // CR 707.9e: what another copy effect brought along doesn't happen.
        enter.with = with;
        enter.tapped |= tapped;
    });
    if matches!(rep.with, ReplaceWith::CopyAndThen(..)) {
        let ReplacementChoice { handle, mut bindings, .. } = choice.clone();
        if let Some(event) = &mut bindings.event {
            event.source = of;
        }
        let applied = batch.events[batch.at as usize].applied.clone();
        batch.after.push(ReplacementProgram { handle, bindings, applied, entering: None });
    }
}
