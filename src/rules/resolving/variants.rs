//! Instructions for planes and schemes (CR 701.31-701.33).

use super::step::{InstructionFlow, acting, is_playing, seat, seats};
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, KeywordAction, Objects, Who};
use crate::model::bindings::{Frame, Value};
use crate::model::event::{Cause, Event, Place};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::object::CopiableSource;
use crate::model::rng::{FixedOutcomes, GameRng, PlanarFace};
use crate::model::zone::{Move, Zone};
use crate::rules::events::record;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use crate::rules::triggers;

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
        let planes = face_up(&Live::new(world), CardTypes::PLANE);
        if !planes.is_empty() {
            return frame.propose(1, planes.into_iter().map(to_bottom_of_deck).collect());
        }
    }
    let top = top(&Live::new(world), CardTypes::PLANE, seat);
    if frame.phase == 1
        && let Some(object) = top
    {
        frame.scratch = vec![Value::Objects(vec![object])];
        return frame.propose(2, vec![Event::TurnFaceUp { object, by: seat }]);
    }
    // Without a planar deck nobody goes anywhere.
    if frame.phase == 2 {
        let to = frame.kept(0).first().copied().unwrap_or(ObjectRef::NONE);
        record(world, &[Fact::Planeswalked { seat, to }]);
    }
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
        roll_planar_die(world, seat);
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
    let events: Vec<Event> = seats.into_iter().filter_map(|seat| motion(&board, seat)).collect();
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}

/// CR 701.33: the schemes among them go to the bottom of their decks.
pub(super) fn abandon(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let face_up = face_up(&Live::new(world), CardTypes::SCHEME);
    let schemes = acting(world, frame, what).into_iter().filter(|o| face_up.contains(o));
    let events: Vec<Event> = schemes.map(to_bottom_of_deck).collect();
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}

/// The cards of a type in the command zone, oldest first, with whether they lie face down.
fn cards<'a>(board: &'a impl Board, kind: CardTypes) -> impl Iterator<Item = (ObjectId, bool)> + 'a {
    let is = move |id: &ObjectId| match board.object(*id).base {
        CopiableSource::Def(def, face) => {
            board.table().def(def).faces.get(usize::from(face)).is_some_and(|f| f.chars.is(kind))
        }
        CopiableSource::Interned(_) => false,
    };
    let list = board.zones().command.iter().copied().filter(is);
    list.map(|id| (id, board.status(id).face_down))
}

/// Whether there are cards of a type in the command zone.
pub(crate) fn has_cards_of(board: &impl Board, kind: CardTypes) -> bool {
    cards(board, kind).next().is_some()
}

/// The top card of a player's deck of that type.
fn top(board: &impl Board, kind: CardTypes, seat: Seat) -> Option<ObjectRef> {
    let own = cards(board, kind).filter(|(id, down)| *down && board.object(*id).owner == seat);
    own.last().map(|(id, _)| board.object(id).reference())
}

/// The face-up cards of a type.
pub(crate) fn face_up(board: &impl Board, kind: CardTypes) -> Vec<ObjectRef> {
    cards(board, kind).filter(|(_, down)| !down).map(|(id, _)| board.object(id).reference()).collect()
}

/// CR 701.31b, 314.6: the event that turns a card face down and puts it on the bottom of its owner's deck.
pub(crate) fn to_bottom_of_deck(object: ObjectRef) -> Event {
    let request = Move::plain(object, Zone::Command, Cause::Effect);
    request.with_place(Place::Bottom).with_face_down(SeatSet::NONE).into()
}

/// CR 701.32b: the event that sets the top scheme of a player's scheme deck in motion. As their precombat main phase begins
/// it is a turn-based action (CR 703.4g, 904.9).
pub(crate) fn motion(board: &Live<'_>, seat: Seat) -> Option<Event> {
    top(board, CardTypes::SCHEME, seat).map(|object| Event::TurnFaceUp { object, by: seat })
}

/// CR 901.9a-c: rolls the planar die.
pub(crate) fn roll_planar_die(world: &mut impl EditGame, seat: Seat) {
    let by_chance = world.part_mut::<GameRng>().below(6);
    let fixed = world.part_mut::<FixedOutcomes>().faces.pop_front();
    let face = fixed.unwrap_or(match by_chance {
        0 => PlanarFace::Planeswalk,
        1 => PlanarFace::Chaos,
        _ => PlanarFace::Blank,
    });
    // CR 706.7: it has no numerical result.
    record(world, &[Fact::Performed { seat, action: KeywordAction::Roll, looked: 0 }]);
    match face {
        PlanarFace::Blank => {}
        PlanarFace::Chaos => record(world, &[Fact::ChaosEnsued { seat }]),
        PlanarFace::Planeswalk => {
            // CR 901.8.
            let handle = world.part::<CardTable>().0.planeswalking;
            triggers::without_source(world, seat, handle);
        }
    }
}
