//! Which triggered abilities function now (CR 603.2, 113.6): the index, and its copy from before an event.

use super::additional;
use crate::cards::def::{Duration, ZoneKind};
use crate::cards::{AbilityKind, CardTable, Traits, is_own_discard};
use crate::model::dirt::LayerWatch;
use crate::model::fact::{Fact, FactMask};
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::object::{AbilityInstance, Characteristics, CopiableSource, Object, ObjectKind, Status};
use crate::model::trigger::{Before, DelayedTriggers, TriggerIndex};
use crate::model::zone::Zones;
use crate::rules::layers;
use crate::rules::state::{EditGame, ReadGame};

/// Makes the index from what objects have now, in rules order.
pub fn rebuild_index(world: &mut impl EditGame) {
    let mut index = std::mem::take(&mut *world.part_mut::<TriggerIndex>());
    collect(world, &mut index);
    *world.part_mut::<TriggerIndex>() = index;
}

/// Fills an index. Zones where no card of the game has a triggered ability that functions there are not looked at; what
/// effects grant functions on the battlefield.
fn collect(world: &impl ReadGame, index: &mut TriggerIndex) {
    index.rows.clear();
    index.mask = FactMask::empty();
    index.stale = false;
    let table = world.part::<CardTable>();
    let zones = world.part::<Zones>();
    let there = table.0.traits.triggered_from;
    index.zones = there | Traits::bit(ZoneKind::Battlefield);
    let has = |zone: ZoneKind| there & Traits::bit(zone) != 0;
    add(world, table, &zones.battlefield, ZoneKind::Battlefield, index);
    add(world, table, &zones.command, ZoneKind::Command, index);
    for (zone, list) in [(ZoneKind::Stack, &zones.stack), (ZoneKind::Exile, &zones.exile)] {
        if has(zone) {
            add(world, table, list, zone, index);
        }
    }
    for own in &zones.own {
        let lists =
            [(ZoneKind::Graveyard, &own.graveyard), (ZoneKind::Hand, &own.hand), (ZoneKind::Library, &own.library)];
        for (zone, list) in lists {
            if has(zone) {
                add(world, table, list, zone, index);
            }
        }
    }
    // Cards that are discarded are looked at as they are.
    if table.0.traits.discards_itself {
        index.mask |= FactMask::DISCARDED;
    }
    for delayed in &world.part::<DelayedTriggers>().0 {
        if let AbilityKind::Triggered { watch, .. } = table.ability(delayed.handle).kind {
            index.mask |= watch;
        }
        // What ends it counts, too.
        index.mask |= match &delayed.until {
            None => FactMask::empty(),
            Some(Duration::While(_)) => FactMask::all(),
            Some(_) => FactMask::BEGAN,
        };
    }
}

fn add(world: &impl ReadGame, table: &CardTable, list: &[ObjectId], zone: ZoneKind, index: &mut TriggerIndex) {
    for id in list {
        if zone != ZoneKind::Battlefield && triggers_nothing(world, table, *id, zone) {
            continue;
        }
        let chars = world.row::<Characteristics>(*id);
        for instance in &chars.abilities {
            let ability = table.ability(instance.handle);
            let AbilityKind::Triggered { watch, .. } = ability.kind else { continue };
            if ability.zones & Traits::bit(zone) == 0 || is_out_of_sight(world, *id, zone) {
                continue;
            }
            index.rows.push((*id, *instance, watch));
            index.mask |= watch;
        }
    }
}

/// Whether a card certainly has no triggered ability that functions in a zone other than the battlefield: its text has none, and
/// no effect has given it one.
fn triggers_nothing(world: &impl ReadGame, table: &CardTable, id: ObjectId, zone: ZoneKind) -> bool {
    let object = world.row::<Object>(id);
    let (ObjectKind::Card, CopiableSource::Def(def, _)) = (object.kind, object.base) else { return false };
    let of_text = table.def(def).faces.iter().any(|face| face.traits.triggered_from & Traits::bit(zone) != 0);
    !of_text && zone != ZoneKind::Stack && world.part::<LayerWatch>().shows_its_own(object.reference())
}

/// CR 702.26b, 603.2f: what is phased out is treated as though it didn't exist; cards exiled face down have no
/// abilities.
fn is_out_of_sight(world: &impl ReadGame, id: ObjectId, zone: ZoneKind) -> bool {
    match zone {
        ZoneKind::Battlefield => world.row::<Status>(id).phased_out,
        ZoneKind::Exile => world.row::<Status>(id).face_down,
        _ => false,
    }
}

/// Brings the index up to date; the layers must be.
pub(super) fn refresh(world: &mut impl EditGame) {
    layers::expect_fresh(world);
    if world.part::<TriggerIndex>().stale {
        rebuild_index(world);
    }
}

/// Whether anything could watch facts of these kinds: the one test that the unwatched case costs. An index that must be
/// rebuilt answers for every ability of the game's cards.
#[inline]
pub(crate) fn could_watch(world: &impl ReadGame, mask: FactMask) -> bool {
    let index = world.part::<TriggerIndex>();
    // What has happened may have given objects abilities that watch it, such as the half that a player unlocks (CR 709.5h).
    if !index.stale && layers::is_fresh(world) {
        return index.mask.intersects(mask);
    }
    may_ever_watch(world, mask)
}

/// Whether an ability of any card of the game, or any that waits, could watch facts of these kinds.
fn may_ever_watch(world: &impl ReadGame, mask: FactMask) -> bool {
    world.part::<CardTable>().0.watched.intersects(mask) || !world.part::<DelayedTriggers>().0.is_empty()
}

/// Whether an ability that functions now watches facts of these kinds. What is kept asks this and not [`could_watch`]: a
/// restored game has no index yet, and must answer as the game did that was saved.
pub(crate) fn watches(world: &impl ReadGame, mask: FactMask) -> bool {
    may_ever_watch(world, mask) && {
        let mut now = TriggerIndex::default();
        collect(world, &mut now);
        now.mask.intersects(mask)
    }
}

/// CR 603.10a: the abilities that function right before something leaves. `None` if no ability of the game's cards could watch
/// that; without rows if only abilities could that objects gain by it.
pub(crate) fn look_back(world: &mut impl EditGame, mask: FactMask) -> Option<Before> {
    if could_watch(world, mask) {
        refresh(world);
        if world.part::<TriggerIndex>().mask.intersects(mask) {
            return Some(Before { rows: rows_now(world, mask), more: additional::rules(world) });
        }
    }
    may_ever_watch(world, mask).then(Before::default)
}

/// CR 113.6k, 702.29c: the abilities of a card that has been discarded which trigger on that wherever it is now, but for those that
/// function there anyway.
pub(super) fn of_discarded(world: &impl ReadGame, fact: &Fact) -> Vec<(ObjectRef, AbilityInstance, FactMask)> {
    let table = world.part::<CardTable>();
    let Fact::Discarded { card, .. } = *fact else { return Vec::new() };
    let object = world.row::<Object>(card.id);
    let zone = object.zone.kind();
    if !table.0.traits.discards_itself || object.reference() != card || is_out_of_sight(world, card.id, zone) {
        return Vec::new();
    }
    let own = world.row::<Characteristics>(card.id).abilities.iter().filter_map(|instance| {
        let ability = table.ability(instance.handle);
        let AbilityKind::Triggered { watch, when, .. } = &ability.kind else { return None };
        let only_here = is_own_discard(when) && ability.zones & Traits::bit(zone) == 0;
        only_here.then_some((card, *instance, *watch))
    });
    own.collect()
}

/// The abilities that function now and watch facts of these kinds.
pub(super) fn rows_now(world: &impl ReadGame, mask: FactMask) -> Vec<(ObjectRef, AbilityInstance, FactMask)> {
    let index = world.part::<TriggerIndex>();
    let watching = index.rows.iter().filter(|(.., watch)| watch.intersects(mask));
    let row = |(id, instance, watch): &(ObjectId, AbilityInstance, FactMask)| {
        (world.row::<Object>(*id).reference(), *instance, *watch)
    };
    watching.map(row).collect()
}
