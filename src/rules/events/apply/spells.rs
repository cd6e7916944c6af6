//! Where a spell goes from the stack instead of to a graveyard, or instead of anywhere else: what was paid for it, how it could be cast
//! and the frame that it was cast by say so (CR 614.1a, 702.27a, 702.34a, 715.3d, 720.3d).

use crate::cards::AbilityKind;
use crate::cards::def::Layout;
use crate::model::cast::CastTask;
use crate::model::event::{Batch, Cause, Enter, Event, Place, ReplacementKey};
use crate::model::ids::ObjectRef;
use crate::model::object::CopiableSource;
use crate::model::task::Task;
use crate::model::zone::{Move, Zone};
use crate::rules::driver::push;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// CR 702.34a: a spell for which so was paid is exiled instead of going anywhere else.
pub(in crate::rules::events) const FLASHED_BACK: ReplacementKey = ReplacementKey::Rule(12);
/// CR 614.1a: a spell is exiled instead of going to a graveyard, as the permission says by which it was cast.
pub(in crate::rules::events) const PERMITTED: ReplacementKey = ReplacementKey::Rule(13);
/// CR 702.27a: a spell that was bought back goes to its owner's hand as it resolves.
pub(in crate::rules::events) const BOUGHT_BACK: ReplacementKey = ReplacementKey::Rule(14);
/// CR 715.3d, 720.3d: an Adventure is exiled as it resolves, an Omen is shuffled into its owner's library.
pub(in crate::rules::events) const INSET: ReplacementKey = ReplacementKey::Rule(15);

/// Such an effect in words, for those who choose among several.
pub(crate) const fn in_words(key: ReplacementKey) -> Option<&'static str> {
    match key {
        FLASHED_BACK => Some("it is exiled, because of the cost for which it was cast"),
        PERMITTED => Some("it is exiled, because of what allowed it to be cast"),
        BOUGHT_BACK => Some("it is returned to its owner's hand, because it was bought back"),
        INSET => Some("it goes where such a spell goes as it resolves"),
        _ => None,
    }
}

/// What applies to a move because of the spell that it takes from the stack.
pub(in crate::rules::events) fn of(world: &impl ReadGame, one: &Move) -> SmallVec<[ReplacementKey; 2]> {
    let mut keys = SmallVec::new();
    let live = Live::new(world);
    let row = live.object(one.object.id);
    let leaves = !matches!(one.to, Zone::Battlefield | Zone::Stack | Zone::Outside);
    if row.zone != Zone::Stack || row.reference() != one.object || !leaves {
        return keys;
    }
    let cast = &live.stack_entry(one.object.id).cast;
    let buried = matches!(one.to, Zone::Graveyard(_));
    let resolves = buried && one.cause == Cause::Resolve;
    // What players mostly prefer comes first.
    if resolves && bought_back(&live, one.object) {
        keys.push(BOUGHT_BACK);
    }
    if resolves && matches!(inset_of(&live, row.base), Some(Layout::Adventure | Layout::Omen)) {
        keys.push(INSET);
    }
    if buried && cast.exile_instead {
        keys.push(PERMITTED);
    }
    if cast.exile_after && one.to != Zone::Exile {
        keys.push(FLASHED_BACK);
    }
    keys
}

/// One of these applies to the event at a place.
pub(super) fn apply(world: &mut impl EditGame, batch: &mut Batch, i: usize, key: ReplacementKey) {
    let Some(Event::Move(one)) = &mut batch.events[i].event else { return };
    let live = Live::new(world);
    let row = *live.object(one.object.id);
    let controller = live.chars(one.object.id).controller;
    let omen = key == INSET && inset_of(&live, row.base) == Some(Layout::Omen);
    one.place = Place::Top;
    one.to = match key {
        BOUGHT_BACK => Zone::Hand(row.owner),
        INSET if omen => Zone::Library(row.owner),
        _ => Zone::Exile,
    };
    if omen {
        // After the batch.
        push(world, Task::Cast(Box::new(CastTask::ShuffledIn(row.owner))));
    } else if key == INSET {
        // It can be cast from there as the other face.
        let enter = Enter { controller: row.owner, adventurer: Some(controller), ..Enter::default() };
        one.enter = Some(Box::new(enter));
    }
}

/// The layout of a card that is a spell with the characteristics of its inset frame (CR 715.2, 720.2).
fn inset_of(live: &Live<'_>, base: CopiableSource) -> Option<Layout> {
    match base {
        CopiableSource::Def(def, 1) => live.table().def(def).layout,
        _ => None,
    }
}

/// CR 702.27a.
fn bought_back(live: &Live<'_>, object: ObjectRef) -> bool {
    let table = live.table();
    let paid = &live.stack_entry(object.id).cast.paid;
    let optional = live.chars(object.id).abilities.iter().filter_map(|a| match table.ability(a.handle).kind {
        AbilityKind::OptionalCost { buyback, .. } => Some(buyback),
        _ => None,
    });
    optional.zip(paid).any(|(buyback, times)| buyback && *times > 0)
}
