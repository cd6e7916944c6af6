//! Instructions for planes and schemes (CR 701.31-701.33).

use super::step::{InstructionFlow, acting, is_playing, seat, seats};
use crate::cards::def::{CardTypes, Objects, Who};
use crate::model::bindings::{Frame, Value};
use crate::model::event::Event;
use crate::model::fact::Fact;
use crate::model::ids::ObjectRef;
use crate::rules::events::record;
use crate::rules::reading::Live;
use crate::rules::state::EditGame;
use crate::rules::variants::{archenemy, planechase};

/// CR 701.31b: every plane goes to the bottom of its owner's planar deck; then the top card of the player's deck is turned
/// face up.
pub(super) fn planeswalk(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who) else { return InstructionFlow::Next };
    if frame.phase == 0 {
        // CR 800.4a: one who has left goes nowhere.
        if !is_playing(world, seat) {
            return InstructionFlow::Next;
        }
        frame.phase = 1;
        let planes = planechase::face_up(&Live::new(world), CardTypes::PLANE);
        if !planes.is_empty() {
            return frame.propose(1, planes.into_iter().map(planechase::away).collect());
        }
    }
    let top = planechase::top(&Live::new(world), CardTypes::PLANE, seat);
    if frame.phase == 1
        && let Some(object) = top
    {
        frame.scratch = vec![Value::Objects(vec![object])];
        return frame.propose(2, vec![Event::TurnFaceUp { object }]);
    }
    let to = frame.kept(0).first().copied().unwrap_or(ObjectRef::NONE);
    record(world, &[Fact::Planeswalked { seat, to }]);
    InstructionFlow::Next
}

/// CR 311.7.
pub(super) fn chaos(world: &mut impl EditGame, frame: &Frame) -> InstructionFlow {
    record(world, &[Fact::ChaosEnsued { seat: frame.bindings.you }]);
    InstructionFlow::Next
}

/// CR 901.9a-c.
pub(super) fn roll(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        planechase::roll(world, seat);
    }
    InstructionFlow::Next
}

/// CR 701.32b.
pub(super) fn set_in_motion(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let seats = seats(world, frame, who);
    let board = Live::new(world);
    let events: Vec<Event> = seats.into_iter().filter_map(|seat| archenemy::motion(&board, seat)).collect();
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}

/// CR 701.33: the schemes among them go to the bottom of their decks.
pub(super) fn abandon(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let face_up = planechase::face_up(&Live::new(world), CardTypes::SCHEME);
    let schemes = acting(world, frame, what).into_iter().filter(|o| face_up.contains(o));
    let events: Vec<Event> = schemes.map(planechase::away).collect();
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}
