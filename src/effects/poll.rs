//! Choices of several players (CR 101.4): all are made before anything happens.

use super::frame::{Frame, Value};
use super::step::{Step, named, object_choices};
use crate::decision::{Inbox, Prompt, SetRule, Shape};
use crate::ids::{ObjectRef, Seat, SeatSet};
use bevy_ecs::prelude::*;

/// What one player may choose from.
pub(super) struct Offer {
    /// The objects.
    pub options: Vec<ObjectRef>,
    /// The fewest.
    pub min: usize,
    /// The most.
    pub max: usize,
}

impl Offer {
    /// Exactly `count`, or all if there are fewer (CR 609.3).
    pub(super) fn exactly(options: Vec<ObjectRef>, count: i32) -> Self {
        Self::between(options, count, count)
    }
    /// Between `min` and `max`, or as many as there are (CR 609.3).
    pub(super) fn between(options: Vec<ObjectRef>, min: i32, max: i32) -> Self {
        let max = (max.max(0) as usize).min(options.len());
        Self { min: (min.max(0) as usize).min(max), max, options }
    }
    /// These, by chance or because nobody has a choice.
    pub(super) fn settled(options: Vec<ObjectRef>) -> Self {
        Self { min: options.len(), max: options.len(), options }
    }
}

/// The phase in which [`poll`] turns to the next player, and the one in which it takes an answer. What follows it
/// has higher phases.
const POLL_NEXT: u8 = 0;
const POLL_ANSWER: u8 = 1;
/// The first phase after a poll.
pub(super) const POLLED: u8 = 2;

/// CR 101.4, 608.2e: each of several players chooses from objects of their own, in APNAP order; nothing happens
/// before all have chosen. The choices stay in the scratch, so that hidden ones stay hidden (101.4a).
///
/// `Err` is a step to wait for; `Ok` gives the choices by player.
pub(super) fn poll(
    world: &mut World,
    frame: &mut Frame,
    seats: &[Seat],
    prompt: fn(ObjectRef) -> Prompt,
    offer: impl Fn(&mut World, &mut Frame, Seat) -> Offer,
) -> Result<Vec<(Seat, Vec<ObjectRef>)>, Step> {
    if frame.phase == POLL_NEXT && frame.scratch.is_empty() {
        frame.scratch = vec![Value::Seats(SeatSet::NONE), Value::Objects(Vec::new())];
    }
    let done = frame.kept_seats(0);
    for seat in seats.iter().copied().filter(|s| !done.contains(*s)) {
        let chosen = if frame.phase == POLL_ANSWER {
            frame.phase = POLL_NEXT;
            named(frame.kept(1), &Inbox::take(world))
        } else {
            let Offer { options, min, max } = offer(world, frame, seat);
            if max == 0 {
                Vec::new()
            } else if min >= options.len() {
                options
            } else {
                let choices = object_choices(&options);
                frame.scratch[1] = Value::Objects(options);
                let shape = match (min, max) {
                    (1, 1) => Shape::ChooseOne(choices),
                    _ => Shape::ChooseSome {
                        options: choices,
                        min: min as u16,
                        max: max as u16,
                        rule: SetRule::default(),
                    },
                };
                return Err(frame.ask(POLL_ANSWER, seat, prompt(frame.subject()), shape));
            }
        };
        frame.keep_seat(0, seat);
        frame.scratch.push(Value::Objects(chosen));
    }
    let chosen = frame.scratch.drain(2..).map(|value| match value {
        Value::Objects(objects) => objects,
        other => panic!("a poll keeps objects, not {other:?}"),
    });
    Ok(seats.iter().copied().zip(chosen).collect())
}
