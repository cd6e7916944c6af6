//! It becomes day or night (CR 731); players become the monarch (725), get the city's blessing (702.131) and lose unspent mana (106.4).

use super::step::{InstructionFlow, seats};
use crate::cards::def::{DayNight, Who};
use crate::model::bindings::Frame;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::player::Players;
use crate::rules::events::{blessing, day_night, record, speed};
use crate::rules::mana;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;

/// CR 731.1: nothing happens if it is that already.
pub(super) fn it_becomes(world: &mut impl EditGame, one: DayNight) -> InstructionFlow {
    day_night::begin(world, one);
    InstructionFlow::Next
}

/// CR 725.1, 725.3: the player becomes the monarch, and who was it until now no longer is.
pub(super) fn become_monarch(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    let Some(seat) = seats(world, frame, who).into_iter().next() else { return InstructionFlow::Next };
    if world.part::<Players>().monarch() == Some(seat) {
        return InstructionFlow::Next;
    }
    world.part_mut::<Players>().crown(seat);
    mark_dirty(world, StateClass::PLAYERS);
    record(world, &[Fact::BecameMonarch { seat: Some(seat) }]);
    InstructionFlow::Next
}

/// CR 702.131c: who has the blessing already keeps it.
pub(super) fn get_blessing(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        blessing::get(world, seat);
    }
    InstructionFlow::Next
}

/// CR 702.179c: a player without speed gets speed 1.
pub(super) fn raise_speed(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        speed::raise(world, seat);
    }
    InstructionFlow::Next
}

/// CR 106.4: it is lost at once.
pub(super) fn lose_mana(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        mana::lose(world, seat);
    }
    mark_dirty(world, StateClass::PLAYERS);
    InstructionFlow::Next
}
