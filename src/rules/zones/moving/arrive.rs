//! The new object that a card becomes in its new zone (CR 400.7, 110.5, 614.12).

use super::{NewIdentity, depart};
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Enter};
use crate::model::ids::{ObjectRef, Seat, Timestamp};
use crate::model::object::{
    CastAs, Characteristics, Chosen, CopiableSource, Counters, Linked, Object, ObjectKind, StackEntry, Status,
};
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::reading::values;
use crate::rules::state::{EditGame, PlannedMove, ReadGame};

/// Makes the object what it is on arrival.
pub(super) fn arrive(world: &mut impl EditGame, step: &PlannedMove<'_>, identity: NewIdentity) -> StateClass {
    let enter = step.request.enter.as_deref();
    let own = depart::own_base(world, step);
    let (base, card) = base(step, own, enter);
    let controller = match step.to {
        Zone::Battlefield | Zone::Stack => enter.map_or_else(|| present_controller(world, step), |e| e.controller),
        _ => step.old.owner,
    };
    // CR 110.2b: a permanent spell that another player took is by default its caster's as a permanent.
    let default = match (step.old.zone, step.to) {
        (Zone::Stack, Zone::Battlefield) if controller == present_controller(world, step) => {
            world.row::<StackEntry>(step.old.id).caster
        }
        _ => controller,
    };
    let turn = |wanted: bool| if wanted { world.part::<Turn>().number } else { 0 };
    let entered_turn = turn(step.to == Zone::Battlefield);
    let drawn_turn = turn(step.request.cause == Cause::Draw);
    let face_down = match step.to {
        Zone::Exile | Zone::Command => step.request.face_down.is_some(),
        Zone::Stack => enter.is_some_and(|e| e.face_down),
        _ => false,
    };
    // What it was like still says what it forgets.
    depart::forget(world, step);
    if !keeps_values(step, base) {
        let fresh = fresh_values(world, step, base, controller, face_down);
        *world.row_mut::<Characteristics>(step.old.id) = fresh;
    }
    let object = world.row_mut::<Object>(step.old.id);
    *object = Object {
        id: step.old.id,
        incarnation: step.successor().incarnation,
        kind: match (step.kind, step.to) {
            // CR 608.3f, 111.13: a resolving copy of a permanent spell becomes a token.
            (ObjectKind::Copy, Zone::Battlefield) => ObjectKind::Token,
            (ObjectKind::Copy, _) if step.joins() => ObjectKind::Token,
            (kind, _) => kind,
        },
        owner: step.old.owner,
        base,
        zone: step.to,
        known_to: step.known_to,
        timestamp: identity.timestamp,
        entered_turn,
        drawn_turn,
        handle: identity.handle,
    };
    if step.to == Zone::Stack {
        world.row_mut::<StackEntry>(step.old.id).caster = controller;
    }
    if step.to == Zone::Battlefield {
        return enter_battlefield(world, step, default, card, (entered_turn, identity.counters));
    }
    if needs_status(step) {
        let face_down_kind = enter.map(|e| e.down).unwrap_or_default();
        let base_controller = controller;
        *world.row_mut(step.old.id) = Status { face_down, face_down_kind, base_controller, ..Status::default() };
        let adventurer = enter.and_then(|e| e.adventurer).filter(|_| step.to == Zone::Exile);
        let cast_as = world.row_mut::<CastAs>(step.old.id);
        // What lets a card be cast from exile is kept on the stack: the cast may be taken back (CR 733.1).
        if step.to == Zone::Stack && step.old.zone == Zone::Exile {
            cast_as.bestowed = None;
        } else {
            *cast_as = CastAs { adventurer, ..CastAs::NEW };
        }
        *world.row_mut(step.old.id) = Linked::default();
    }
    super::inputs_of(step.to)
}

/// What the object shows until the layers have looked at it.
#[inline(never)]
fn fresh_values(
    world: &impl ReadGame,
    step: &PlannedMove<'_>,
    base: CopiableSource,
    controller: Seat,
    face_down: bool,
) -> Characteristics {
    let enter = step.request.enter.as_deref();
    match step.old.kind {
        // CR 602.2a, 603.3, 406.3a: an ability on the stack has no characteristics of its own, nor has a face-down card in
        // exile.
        _ if face_down && matches!(step.to, Zone::Exile | Zone::Command) => {
            Characteristics { controller, ..Characteristics::default() }
        }
        ObjectKind::Ability => Characteristics { controller, ..Characteristics::default() },
        // CR 708.3, 708.4: it is turned face down before.
        _ if enter.is_some_and(|e| e.face_down) => {
            let down = enter.map(|e| e.down).unwrap_or_default();
            values::face_down(world.part(), down, controller)
        }
        _ => {
            let status = Status { unlocked: enter.map(|e| e.unlocked).unwrap_or_default(), ..Status::default() };
            let shown = values::shown(world.part(), world.part(), base, (step.to, &status));
            Characteristics { controller, ..values::base_values(world, shown) }
        }
    }
}

/// Whether the values that the object shows are its base values already and stay so: it was and is where nothing happens
/// to it, and nothing has changed it there.
fn keeps_values(step: &PlannedMove<'_>, base: CopiableSource) -> bool {
    step.as_printed && is_idle(step.to) && base == step.old.base
}

/// Whether cards are in a zone as they are printed, unless effects reach them there.
pub(super) const fn is_idle(zone: Zone) -> bool {
    matches!(zone, Zone::Library(_) | Zone::Hand(_) | Zone::Graveyard(_))
}

/// Whether the status has to be written: cards that go from one hidden zone to another have none.
fn needs_status(step: &PlannedMove<'_>) -> bool {
    let blank = |zone| is_idle(zone) || zone == Zone::Outside;
    !blank(step.old.zone) || !blank(step.to)
}

/// Who controls a spell that becomes a permanent when nobody says otherwise; a card's owner.
fn present_controller(world: &impl ReadGame, step: &PlannedMove<'_>) -> Seat {
    match step.old.zone {
        Zone::Stack => world.row::<Characteristics>(step.old.id).controller,
        _ => step.old.owner,
    }
}

/// What a card's copiable values come from on the battlefield or as a spell, unless it enters as a copy: the face that
/// the event names; a spell that resolves keeps its face, and so do objects that aren't cards. Other cards show their
/// front face (CR 712.8).
pub(super) fn face_up(
    kind: ObjectKind,
    from: Zone,
    own: CopiableSource,
    to: Zone,
    enter: Option<&Enter>,
) -> CopiableSource {
    let CopiableSource::Def(def, up) = own else { return own };
    let face = enter.map_or(0, |e| e.face);
    let keeps = kind != ObjectKind::Card || (from == Zone::Stack && to == Zone::Battlefield);
    match to {
        Zone::Battlefield | Zone::Stack if face != 0 => CopiableSource::Def(def, face),
        Zone::Battlefield | Zone::Stack if keeps => CopiableSource::Def(def, up),
        // CR 722.3c: a copy is what it is a copy of wherever it is.
        _ if kind == ObjectKind::Copy => own,
        _ => CopiableSource::Def(def, 0),
    }
}

/// Where copiable values come from, and what the card is without the copy as which it enters.
fn base(
    step: &PlannedMove<'_>,
    own: CopiableSource,
    enter: Option<&Enter>,
) -> (CopiableSource, Option<CopiableSource>) {
    let own = face_up(step.kind, step.old.zone, own, step.to, enter);
    match enter.and_then(|e| e.copy) {
        Some(copy) if step.to == Zone::Battlefield => (copy, Some(own)),
        _ => (own, None),
    }
}

fn enter_battlefield(
    world: &mut impl EditGame,
    step: &PlannedMove<'_>,
    base_controller: Seat,
    card: Option<CopiableSource>,
    (turn, now): (u32, Timestamp),
) -> StateClass {
    let mut inputs = StateClass::BATTLEFIELD;
    // CR 702.103b: the permanent that a bestowed spell becomes is bestowed.
    let cast_as = world.row_mut::<CastAs>(step.old.id);
    let bestowed = cast_as.bestowed.filter(|_| step.old.zone == Zone::Stack);
    *cast_as = CastAs { bestowed, ..CastAs::NEW };
    let (controlled_since, own_face) = (turn, card);
    // What instructions linked to it while it was about to enter stays.
    *world.row_mut(step.old.id) = Status { base_controller, controlled_since, own_face, ..Status::default() };
    let linked = world.row_mut::<Linked>(step.old.id);
    let enter = step.request.enter.as_deref();
    let (chosen, cards) = enter.map_or((Chosen::default(), &[][..]), |enter| (enter.chosen, &enter.linked[..]));
    if linked.chosen != chosen || !cards.is_empty() {
        linked.chosen = chosen;
        linked.cards.extend(cards.iter().copied());
    }
    let Some(enter) = enter else { return inputs };
    if let Some(other) = enter.melds {
        // It moves at the same time.
        linked.components.push(ObjectRef { incarnation: other.incarnation + 1, ..other });
    }
    let status = world.row_mut::<Status>(step.old.id);
    status.tapped = enter.tapped;
    status.unlocked = enter.unlocked;
    status.designations = enter.designations;
    if enter.designations != 0 {
        inputs |= StateClass::COUNTERS;
    }
    let status = world.row_mut::<Status>(step.old.id);
    (status.face_down, status.face_down_kind) = (enter.face_down, enter.down);
    (status.attached_to, status.protector) = (enter.attach_to, enter.protector);
    if enter.attach_to.is_some() {
        inputs |= StateClass::ATTACHMENT;
    }
    if !enter.counters.is_empty() {
        inputs |= StateClass::COUNTERS;
        let counters = world.row_mut::<Counters>(step.old.id);
        enter.counters.iter().for_each(|(kind, n)| counters.add(*kind, *n, now));
    }
    inputs
}
