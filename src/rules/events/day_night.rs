//! Day and night (CR 731), and the permanents that they turn over: daybound and nightbound (702.145).

use super::entering::LookAhead;
use super::{record, transform};
use crate::cards::CardTable;
use crate::cards::def::{DayNight, Keyword};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Event};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{CopiableSource, Object, ObjectKind};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::entering_base;
use smallvec::SmallVec;

/// CR 731.2b: how many spells the active player of the turn before must have cast for night to become day.
const MANY: u32 = 2;

/// Whether the game has something to do with day and night.
#[inline]
pub(crate) fn is_watched(world: &impl ReadGame) -> bool {
    world.part::<CardTable>().0.traits.day_night
}

/// CR 702.145b, e: whether a permanent can't transform but by daybound or nightbound.
pub(crate) fn binds(board: &impl Board, id: ObjectId) -> bool {
    board.chars(id).keywords.intersects(Keyword::Daybound.set() | Keyword::Nightbound.set())
}

/// CR 731.1: it becomes day or night, unless it is that already.
pub(crate) fn begin(world: &mut impl EditGame, now: DayNight) {
    let before = world.part_mut::<Turn>().day_night.replace(now);
    if before == Some(now) {
        return;
    }
    mark_dirty(world, StateClass::TURN);
    record(world, &[Fact::DayNightChanged { now, before }]);
}

/// CR 731.2: whether day became night or night became day because of how many spells were cast in the turn before, or something
/// was turned over that had just phased in. The layers must be up to date.
pub(crate) fn check(world: &mut impl EditGame) -> bool {
    let changed = catch_up(world);
    let Some(now) = world.part::<Turn>().day_night else { return changed };
    let spells = world.part::<Players>().get(active_before(world.part())).spells_last_turn;
    let turns = match now {
        DayNight::Day => spells == 0,
        DayNight::Night => spells >= MANY,
    };
    if turns {
        begin(world, now.other());
    }
    changed || turns
}

/// The active player of the turn before: the one who is active now if nobody else's last turn was that one.
fn active_before(turn: &Turn) -> Seat {
    let place = turn.last.iter().position(|last| *last + 1 == turn.number);
    place.map_or(turn.active, |place| Seat(place as u8))
}

/// Whether [`catch_up`] has something to do. The layers must be up to date.
#[inline]
pub(crate) fn is_due(world: &impl ReadGame) -> bool {
    is_watched(world) && finds_some(world)
}

/// Whether it becomes day or night, or something is turned over now.
#[cold]
fn finds_some(world: &impl ReadGame) -> bool {
    first(world).is_some() || !due(world).is_empty()
}

/// CR 702.145c-d, f-g: makes it day or night and turns permanents over, as daybound and nightbound say. Answers whether anything
/// changed. The layers must be up to date.
#[inline]
pub(crate) fn catch_up(world: &mut impl EditGame) -> bool {
    is_watched(world) && turn_over_due(world)
}

/// What [`catch_up`] does in a game with day and night.
#[cold]
fn turn_over_due(world: &mut impl EditGame) -> bool {
    let first = first(world);
    if let Some(now) = first {
        begin(world, now);
    }
    if !layers::is_fresh(world) {
        return true;
    }
    let due = due(world);
    transform::turn_over(world, &due);
    first.is_some() || !due.is_empty()
}

/// CR 702.145d, g: what it becomes if it is neither day nor night.
fn first(world: &impl ReadGame) -> Option<DayNight> {
    if world.part::<Turn>().day_night.is_some() {
        return None;
    }
    let board = Live::new(world);
    if permanents_with(&board, Keyword::Daybound).next().is_some() {
        return Some(DayNight::Day);
    }
    permanents_with(&board, Keyword::Nightbound).next().map(|_| DayNight::Night)
}

/// The permanents with a keyword.
fn permanents_with<'a>(board: &'a Live<'a>, keyword: Keyword) -> impl Iterator<Item = ObjectRef> + 'a {
    let has =
        move |id: &&ObjectId| board.chars(**id).keywords.contains(keyword.set()) && !board.status(**id).phased_out;
    board.zones().battlefield.iter().filter(has).map(|id| board.object(*id).reference())
}

/// CR 702.145c, f: the permanents that are turned over now: those that show the wrong face.
fn due(world: &impl ReadGame) -> SmallVec<[(ObjectRef, CopiableSource); 4]> {
    let (keyword, front) = match world.part::<Turn>().day_night {
        Some(DayNight::Night) => (Keyword::Daybound, true),
        Some(DayNight::Day) => (Keyword::Nightbound, false),
        None => return SmallVec::new(),
    };
    let board = Live::new(world);
    let wrong = |object: &ObjectRef| match transform::represented_by(&board, *object) {
        CopiableSource::Def(_, face) => (face == 0) == front,
        // Of a token that is a copy of a double-faced permanent the other face has the other keyword.
        own @ CopiableSource::Interned(_) => transform::other_face_of(world, own).is_some_and(|over| {
            let other = if front { Keyword::Nightbound } else { Keyword::Daybound };
            layers::base_values(world, over).keywords.contains(other.set())
        }),
    };
    let objects = permanents_with(&board, keyword).filter(wrong);
    objects.filter_map(|object| Some((object, transform::other_face(world, object)?))).collect()
}

/// CR 702.145b: whether a permanent would enter with its back face up, since it has daybound and it is night. What would enter is
/// looked at as it would be on the battlefield (614.12).
#[inline]
pub(super) fn enters_turned(world: &mut impl EditGame, event: &Event) -> bool {
    world.part::<Turn>().day_night == Some(DayNight::Night) && enters_turned_at_night(world, event)
}

/// What [`enters_turned`] answers at night.
#[cold]
fn enters_turned_at_night(world: &mut impl EditGame, event: &Event) -> bool {
    let Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. }) = event else { return false };
    let own = entering_base(world.row::<Object>(object.id), enter);
    let shown = layers::base_values(world, enter.copy.unwrap_or(own));
    let may = enter.face == 0 && !enter.face_down && shown.keywords.contains(Keyword::Daybound.set());
    if !may || transform::other_face_of(world, own).is_none() {
        return false;
    }
    // A look ahead that is still to be made is asked for.
    let ahead = LookAhead::of(world, event);
    ahead.is_some_and(|ahead| ahead.has(Keyword::Daybound))
}

/// The permanent that the event at a place has enter does so with its back face up.
pub(super) fn enter_turned(world: &mut impl EditGame, batch: &mut Batch, i: usize) {
    let Some(Event::Move(Move { object, enter: Some(enter), .. })) = &mut batch.events[i].event else { return };
    let row = world.row::<Object>(object.id);
    match entering_base(row, enter) {
        CopiableSource::Def(..) => enter.face = 1,
        own @ CopiableSource::Interned(_) if row.kind == ObjectKind::Token => {
            if let Some(over) = transform::other_face_of(world, own) {
                world.row_mut::<Object>(object.id).base = over;
            }
        }
        CopiableSource::Interned(_) => {}
    }
}
