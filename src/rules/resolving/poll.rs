//! Choices of several players (CR 101.4): all are made before anything happens.

use super::step::{InstructionFlow, named, object_choices};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Prompt, SetRule, Shape};
use crate::model::ids::{ObjectRef, Seat, SeatSet};
use crate::rules::state::EditGame;
use bevy_ecs::prelude::*;

/// What one player may choose from.
pub(super) struct Offer {
    /// The objects that can be chosen.
    pub options: Vec<ObjectRef>,
    /// The fewest that must be chosen.
    pub min: usize,
    /// The most that can be chosen.
    pub max: usize,
    /// Which of them can be chosen together.
    pub rule: SetRule,
}

impl Offer {
    /// Exactly `count`, or all if there are fewer (CR 609.3).
    pub(super) fn exactly(options: Vec<ObjectRef>, count: i32) -> Self {
        Self::between(options, count, count)
    }
    /// Between `min` and `max`, or as many as there are (CR 609.3).
    pub(super) fn between(options: Vec<ObjectRef>, min: i32, max: i32) -> Self {
        Self::by_rule(options, (min, max), SetRule::default())
    }
    /// As [`Offer::between`] with a rule for what can be chosen together: fewer where no `min` can be (CR 609.3).
    pub(super) fn by_rule(options: Vec<ObjectRef>, (min, max): (i32, i32), rule: SetRule) -> Self {
        let max = (max.max(0) as usize).min(options.len());
        let min = (min.max(0) as usize).min(max);
        let min = (0..=min).rev().find(|n| rule.has_set_of(*n, options.len())).unwrap_or(0);
        Self { min, max, options, rule }
    }
    /// These, by chance or because nobody has a choice.
    pub(super) fn settled(options: Vec<ObjectRef>) -> Self {
        Self { min: options.len(), max: options.len(), options, rule: SetRule::default() }
    }
}

/// The phase in which [`poll`] turns to the next player, and the one in which it takes an answer. What follows it
/// has higher phases.
const POLL_NEXT: u8 = 0;
const POLL_ANSWER: u8 = 1;
// Places in the scratch: who has chosen, from what the player chooses who is asked, and then by player who and what.
const DONE: usize = 0;
const OFFERED: usize = 1;
const FIRST: usize = 2;

/// The first phase after a poll.
pub(super) const POLLED: u8 = 2;

/// CR 101.4, 608.2e: each of several players chooses from objects of their own, in APNAP order; nothing happens
/// before all have chosen. The choices stay in the scratch, so that hidden ones stay hidden (101.4a).
///
/// `Err` is a step to wait for; `Ok` gives the choices by player. Who has left the game meanwhile made none.
pub(super) fn poll<G: EditGame>(
    world: &mut G,
    frame: &mut Frame,
    seats: &[Seat],
    prompt: fn(ObjectRef) -> Prompt,
    offer: impl Fn(&mut G, &mut Frame, Seat) -> Offer,
) -> Result<Vec<(Seat, Vec<ObjectRef>)>, InstructionFlow> {
    if frame.phase == POLL_NEXT && frame.scratch.is_empty() {
        frame.scratch = vec![Value::Seats(SeatSet::NONE), Value::Objects(Vec::new())];
    }
    let done = frame.kept_seats(DONE);
    for seat in seats.iter().copied().filter(|s| !done.contains(*s)) {
        let chosen = if frame.phase == POLL_ANSWER {
            frame.phase = POLL_NEXT;
            named(frame.kept(OFFERED), &Returned::answer(world))
        } else {
            let Offer { options, min, max, rule } = offer(world, frame, seat);
            if max == 0 {
                Vec::new()
            } else if min >= options.len() {
                options
            } else {
                let choices = object_choices(&options);
                frame.scratch[OFFERED] = Value::Objects(options);
                let shape = match (min, max) {
                    (1, 1) if rule.is_plain() => Shape::ChooseOne(choices),
                    _ => Shape::ChooseSome { options: choices, min: min as u16, max: max as u16, rule },
                };
                return Err(frame.ask(POLL_ANSWER, seat, prompt(frame.subject()), shape));
            }
        };
        frame.keep_seat(DONE, seat);
        frame.scratch.push(Value::Seats(SeatSet::only(seat)));
        frame.scratch.push(Value::Objects(chosen));
    }
    let mut all = Vec::with_capacity(seats.len());
    let mut kept = frame.scratch.drain(FIRST..);
    while let (Some(whose), Some(chosen)) = (kept.next(), kept.next()) {
        let (Value::Seats(whose), Value::Objects(chosen)) = (whose, chosen) else {
            panic!("a poll keeps players and their objects")
        };
        all.extend(whose.iter().filter(|seat| seats.contains(seat)).map(|seat| (seat, chosen.clone())));
    }
    Ok(all)
}

/// The player who was asked is asked again or, if they have left the game, the next one is.
pub(super) fn again(frame: &mut Frame) {
    frame.phase = POLL_NEXT;
}
