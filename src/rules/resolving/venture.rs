//! Players venture into dungeons (CR 701.49) and take the initiative (726).

use super::step::{InstructionFlow, is_playing, place, seat, seats};
use super::tokens::put_new;
use crate::cards::def::{Subtype, Who};
use crate::cards::dungeons as rooms;
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::ids::DefId;
use crate::model::object::{CopiableSource, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::events::dungeons;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use crate::rules::triggers;

/// CR 726.1.
pub(super) fn take_initiative(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    let first = seats(world, frame, who).into_iter().next();
    if let Some(seat) = first.filter(|seat| is_playing(world, *seat)) {
        triggers::initiative::take(world, seat);
    }
    InstructionFlow::Next
}

/// CR 701.49: the next room, or the topmost one of a dungeon that the player chooses.
pub(super) fn venture(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    into: Option<Subtype>,
) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who).filter(|seat| is_playing(world, *seat)) else {
        return InstructionFlow::Next;
    };
    if frame.phase == 0 {
        let now = dungeons::of(&Live::new(world), seat);
        // CR 701.49c.
        let now = match now {
            Some(dungeon) if dungeons::is_at_the_bottom(&Live::new(world), dungeon) => {
                dungeons::complete(world, seat);
                None
            }
            now => now,
        };
        let board = Live::new(world);
        let options: Vec<(DefId, u8)> = match now {
            // CR 701.49b.
            Some(dungeon) => {
                let next = rooms::next_rooms(board.table(), dungeon.def, dungeon.room);
                next.into_iter().map(|room| (dungeon.def, room)).collect()
            }
            // CR 701.49a, d.
            None => rooms::enterable(board.table(), into).into_iter().map(|def| (def, 0)).collect(),
        };
        if options.is_empty() {
            return InstructionFlow::Next;
        }
        frame.scratch =
            options.iter().map(|(def, room)| Value::Number(i32::from(def.0) << 8 | i32::from(*room))).collect();
        let choices = options.into_iter().map(|(dungeon, room)| Choice::Room { dungeon, room }).collect();
        return frame.ask(1, seat, Prompt::Venture, Shape::ChooseOne(choices));
    }
    let chosen = frame.kept_number(place(&Returned::answer(world)));
    let (def, room) = (DefId((chosen >> 8) as u16), (chosen & 0xff) as u8);
    let dungeon = match dungeons::of(&Live::new(world), seat) {
        Some(dungeon) => dungeon.object,
        None => put_new(world, ObjectKind::Card, seat, CopiableSource::Def(def, 0), Zone::Command),
    };
    dungeons::enter(world, seat, dungeon, room);
    InstructionFlow::Next
}
