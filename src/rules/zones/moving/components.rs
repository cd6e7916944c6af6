//! Permanents that several objects represent (CR 701.42, 712.21, 730).
//!
//! A melded or merged permanent has the slot of one of its components. The others are objects in no zone and in no list, to which the
//! permanent refers ([`LinkedRecord::components`](crate::model::object::LinkedRecord)). As the permanent leaves the battlefield all of
//! them move.

use crate::cards::CardTable;
use crate::model::commander::is_commander;
use crate::model::dirt::StateClass;
use crate::model::ids::ObjectRef;
use crate::model::object::{CopiableSource, FaceDown, Linked, Object, ObjectKind, Status};
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::{Move, OtherCard, Zone};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::{SmallVec, smallvec};

/// The moves with those of the other components of permanents that meld or leave; `None` if there are no others.
pub(super) fn of_all(world: &impl ReadGame, moves: &[Move]) -> Option<Vec<Move>> {
    if !world.part::<CardTable>().0.traits.components || moves.iter().all(|one| along(world, one).is_empty()) {
        return None;
    }
    let mut all = Vec::with_capacity(moves.len() + 1);
    let mut placed: Vec<(u16, Move)> = Vec::new();
    for one in moves {
        let along = along(world, one);
        let to = if along.is_empty() { one.to } else { place(world, one, one.object) };
        let mut set: SmallVec<[Move; 3]> = smallvec![Move { to, ..one.clone() }];
        set.extend(along.into_iter().map(|(object, to)| {
            let other = OtherCard::Of(one.object);
            Move { object, to, enter: None, other, ..one.clone() }
        }));
        match &one.other {
            OtherCard::InOrder(order) if order.len() == set.len() => {
                all.extend(order.iter().filter_map(|i| set.get(usize::from(*i)).cloned()));
            }
            OtherCard::At(places) if places.len() + 1 == set.len() => {
                let mut set = set.into_iter();
                all.extend(set.next());
                placed.extend(places.iter().copied().zip(set));
            }
            _ => all.extend(set),
        }
    }
    placed.sort_by_key(|(place, _)| *place);
    for (place, other) in placed {
        let mut there = all.iter().enumerate().filter(|(_, one)| one.to == other.to).map(|(at, _)| at);
        let at = there.nth(usize::from(place)).unwrap_or(all.len());
        all.insert(at, other);
    }
    Some(all)
}

/// The other components that move with an object, and where they go.
fn along(world: &impl ReadGame, one: &Move) -> SmallVec<[(ObjectRef, Zone); 2]> {
    match (&one.enter, one.to) {
        (Some(enter), Zone::Battlefield) => enter.melds.map(|card| (card, Zone::Outside)).into_iter().collect(),
        (_, Zone::Battlefield) => SmallVec::new(),
        // CR 712.21, 730.3.
        _ => others(world, one.object).iter().map(|other| (*other, place(world, one, *other))).collect(),
    }
}

/// CR 730.3e, 903.9c: where a component goes: those that are cards, or aren't commanders, perhaps elsewhere.
fn place(world: &impl ReadGame, one: &Move, component: ObjectRef) -> Zone {
    let row = world.row::<Object>(component.id);
    match one.other {
        OtherCard::To(zone) if !is_commander(world.part::<Players>(), component.id, row.owner) => zone,
        OtherCard::Cards(zone) if own_kind(world, row) == ObjectKind::Card => zone,
        _ => one.to,
    }
}

/// The components of a permanent but the one that has its slot.
pub(crate) fn others(world: &impl ReadGame, permanent: ObjectRef) -> &[ObjectRef] {
    if !world.part::<CardTable>().0.traits.components || permanent == ObjectRef::NONE {
        return &[];
    }
    let row = world.row::<Object>(permanent.id);
    let there = row.reference() == permanent && row.zone == Zone::Battlefield;
    if there { world.row::<Linked>(permanent.id).components.as_slice() } else { &[] }
}

/// CR 730.3e: whether it is a token of which a component is a card.
pub(crate) fn is_token_with_cards(world: &impl ReadGame, permanent: ObjectRef) -> bool {
    let others = others(world, permanent);
    let is_card = |object: ObjectRef| own_kind(world, world.row::<Object>(object.id)) == ObjectKind::Card;
    !others.is_empty()
        && world.row::<Object>(permanent.id).kind == ObjectKind::Token
        && (is_card(permanent) || others.iter().any(|other| is_card(*other)))
}

/// What sort of object it is by itself: a merged permanent is a token or not as its topmost component is (CR 730.2d).
pub(super) fn own_kind(world: &impl ReadGame, object: &Object) -> ObjectKind {
    if !world.part::<CardTable>().0.traits.components || object.zone != Zone::Battlefield {
        return object.kind;
    }
    match world.row::<Linked>(object.id).merged.kind {
        ObjectKind::Unused => object.kind,
        own => own,
    }
}

/// CR 730.2: an object that is in no zone now becomes a component of a permanent, on top of it or under it. The permanent stays the same
/// object. `copied` is what an effect for good has made it a copy of.
pub(crate) fn join(
    world: &mut impl EditGame,
    (component, permanent): (ObjectRef, ObjectRef),
    over: bool,
    copied: Option<CopiableSource>,
) {
    let kind = world.row::<Object>(component.id).kind;
    let own = world.row::<Object>(permanent.id).kind;
    let face_down = world.row::<Status>(permanent.id).face_down;
    let linked = world.row_mut::<Linked>(permanent.id);
    if linked.merged.kind == ObjectKind::Unused {
        let melded = !linked.components.is_empty();
        (linked.merged.kind, linked.merged.own, linked.merged.melded) = (own, copied, melded);
        if face_down {
            linked.down.push(permanent);
        }
    }
    linked.merged.times = linked.merged.times.saturating_add(1);
    if over {
        linked.components.insert(0, component);
        linked.merged.above = linked.merged.above.saturating_add(1);
        // CR 730.2d-e.
        world.row_mut::<Object>(permanent.id).kind = kind;
        let status = world.row_mut::<Status>(permanent.id);
        (status.face_down, status.face_down_kind) = (false, FaceDown::default());
        if face_down {
            super::knowledge::show(world, permanent.id);
        }
    } else {
        let at = linked.components.len() - usize::from(linked.merged.melded);
        linked.components.insert(at, component);
    }
    world.part_mut::<TriggerIndex>().stale = true;
    mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
}

/// CR 730.2f: a merged permanent is turned face up or face down, and each of its components with it.
pub(crate) fn turn_components(world: &mut impl EditGame, permanent: ObjectRef, up: bool) {
    let linked = world.row::<Linked>(permanent.id);
    if linked.merged.kind == ObjectKind::Unused {
        return;
    }
    let down = linked.components.iter().copied().chain([permanent]).filter(|_| !up).collect();
    world.row_mut::<Linked>(permanent.id).down = down;
}
