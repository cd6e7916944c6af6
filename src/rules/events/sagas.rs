//! Sagas (CR 714): chapter abilities, and the lore counters that lead to them.

use crate::cards::AbilityKind;
use crate::cards::def::{CounterKind, Keyword, Subtype, TriggerEvent, Word};
use crate::model::event::Event;
use crate::model::fact::{Fact, FactMask};
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, Restrictions};
use crate::model::trigger::PendingTriggers;
use crate::rules::reading::{Board, Live};
use std::sync::LazyLock;

static SAGA: LazyLock<Subtype> = LazyLock::new(|| Subtype::named("Saga").expect("a subtype of CR 205.3h"));

/// CR 714.3: what counts the chapters.
pub(crate) static LORE: LazyLock<CounterKind> =
    LazyLock::new(|| CounterKind::Named(Word::new("lore").expect("a word")));

/// Whether it is a Saga.
pub(crate) fn is_saga(chars: &Characteristics) -> bool {
    chars.subtypes.contains(*SAGA)
}

/// The numbers of a chapter ability; none if it is another one.
fn chapters(board: &impl Board, handle: AbilityHandle) -> &[u8] {
    match &board.table().ability(handle).kind {
        AbilityKind::Triggered { when: TriggerEvent::Chapters(numbers), .. } => numbers,
        _ => &[],
    }
}

/// CR 714.2d: the greatest chapter number of a Saga; 0 without chapter abilities.
pub(super) fn final_chapter(board: &impl Board, id: ObjectId) -> u8 {
    let abilities = &board.chars(id).abilities;
    abilities.iter().flat_map(|ability| chapters(board, ability.handle)).copied().max().unwrap_or(0)
}

/// The Sagas with chapter abilities, each with its final chapter number.
fn all<'a>(live: &'a Live<'_>) -> impl Iterator<Item = (ObjectId, u8)> + 'a {
    // Chapter abilities watch counters: without any ability that does there is no Saga to look for.
    let any = live.table().0.watched.intersects(FactMask::COUNTERS);
    let battlefield = if any { live.zones().battlefield.as_slice() } else { &[] };
    let sagas = battlefield.iter().filter(move |id| is_saga(live.chars(**id)) && !live.status(**id).phased_out);
    sagas.map(move |id| (*id, final_chapter(live, *id))).filter(|(_, chapter)| *chapter > 0)
}

/// CR 714.3c: a lore counter is put on each Saga of the player whose precombat main phase begins.
pub(crate) fn advance(live: &Live<'_>, seat: Seat) -> Vec<Event> {
    let own = all(live).filter(|(id, _)| live.chars(*id).controller == seat);
    let target = |id| Referent::Object(live.object(id).reference());
    let put = |id| Event::PutCounters { target: target(id), kind: *LORE, count: 1, by: seat };
    own.map(|(id, _)| put(id)).collect()
}

/// CR 714.2b-c: how many chapters of an ability are reached by counters that are put on its Saga, each of which triggers by itself.
/// CR 702.155a: in the turn in which a Saga with read ahead entered, only the chapter that it has counters for.
pub(crate) fn reached(board: &impl Board, numbers: &[u8], saga: ObjectRef, fact: &Fact) -> usize {
    let Fact::PutCounters { target: Referent::Object(target), kind, count, .. } = fact else { return 0 };
    if *target != saga || *kind != *LORE {
        return 0;
    }
    let Some(view) = board.view(saga) else { return 0 };
    let now = view.counters.get(*LORE);
    let before = now.saturating_sub(*count);
    let skips = view.chars.has(Keyword::ReadAhead) && view.object.entered_turn == board.turn().number;
    let is_reached = |number: u32| before < number && number <= now && (!skips || number == now);
    numbers.iter().filter(|number| is_reached(u32::from(**number))).count()
}

/// The Sagas with as many lore counters as they have chapters (CR 714.4), whatever is on the stack.
pub(crate) fn finished<'a>(live: &'a Live<'_>) -> impl Iterator<Item = ObjectRef> + 'a {
    let done = all(live).filter(move |(id, last)| live.counters(*id).get(*LORE) >= u32::from(*last));
    done.map(move |(id, _)| live.object(id).reference())
}

/// CR 714.4: those of which no chapter ability has still to leave the stack, and that can be sacrificed.
pub(crate) fn over<'a>(live: &'a Live<'_>) -> impl Iterator<Item = ObjectRef> + 'a {
    finished(live).filter(move |saga| {
        let is_chapter = |key: AbilityKey| key.object == *saga && !chapters(live, key.handle).is_empty();
        !live.chars(saga.id).restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
            && !live.part::<PendingTriggers>().0.iter().any(|pending| is_chapter(pending.key))
            && !live.zones().stack.iter().any(|id| live.stack_entry(*id).ability.is_some_and(is_chapter))
    })
}
