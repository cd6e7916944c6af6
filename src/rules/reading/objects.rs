//! Groups of objects.

use super::filter::{is_so, matches_in, was_so};
use super::quantity::value_in;
use super::who::{object_in, object_to_act_on, other_successors, seats_in};
use super::{Board, Scope};
use crate::cards::def::{Deed, Filter, Objects, Recipients, Who, ZoneOf};
use crate::model::bindings::{Bindings, EVENTS, Value};
use crate::model::ids::{DefId, ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::ObjectKind;
use crate::model::zone::Zone;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// For what a group is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Something is done with its objects: only those that still exist are meant (CR 400.7).
    Act,
    /// Something is asked about them: what is gone is meant as it last was (CR 608.2h).
    Read,
}

/// The objects of a group that an instruction acts on, in rules order, each once: what is gone is left out.
pub fn objects(board: &impl Board, bindings: &Bindings, group: &Objects) -> Vec<ObjectRef> {
    list(board, bindings, group, Purpose::Act)
}

/// The objects of a group that something is asked about, in rules order, each once: what is gone is read as it last was
/// (CR 608.2h-i).
pub fn read_objects(board: &impl Board, bindings: &Bindings, group: &Objects) -> Vec<ObjectRef> {
    list(board, bindings, group, Purpose::Read)
}

fn list(board: &impl Board, bindings: &Bindings, group: &Objects, purpose: Purpose) -> Vec<ObjectRef> {
    let mut list = Vec::new();
    // All permanents are visited once each.
    let once = matches!(group, Objects::All(_));
    let _ = visit_for(board, Scope::of(bindings), purpose, group, &mut |object| {
        if once || !list.contains(&object) {
            list.push(object);
        }
        ControlFlow::Continue(())
    });
    list
}

/// Visits the objects of a group that an instruction acts on in rules order until told to stop.
pub fn for_each_object(
    board: &impl Board,
    bindings: &Bindings,
    group: &Objects,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_for(board, Scope::of(bindings), Purpose::Act, group, visit)
}

/// Visits the objects of a group that something is asked about.
pub(super) fn visit_in(
    board: &impl Board,
    scope: Scope<'_>,
    group: &Objects,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_for(board, scope, Purpose::Read, group, visit)
}

fn visit_for(
    board: &impl Board,
    scope: Scope<'_>,
    purpose: Purpose,
    group: &Objects,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let meant = |o: &ObjectRef| purpose == Purpose::Read || board.is_current(*o);
    match group {
        Objects::The(obj) => {
            let found = if purpose == Purpose::Act && scope.it == scope.bindings.it {
                object_to_act_on(board, scope.bindings, *obj)
            } else {
                object_in(board, scope, *obj).filter(meant)
            };
            found.map_or(ControlFlow::Continue(()), visit)
        }
        Objects::All(filter) => visit_battlefield(board, scope, filter, visit),
        Objects::In(zone, filter) => visit_zones(board, scope, *zone, filter, visit),
        Objects::Top(count, who) => {
            let count = value_in(board, scope, count).max(0) as usize;
            for seat in seats_in(board, scope, *who) {
                let library = board.zones().list(Zone::Library(seat));
                for id in library.iter().rev().take(count) {
                    visit(board.object(*id).reference())?;
                }
            }
            ControlFlow::Continue(())
        }
        Objects::TopOf(count, zone, filter) => {
            let count = value_in(board, scope, count).max(0) as usize;
            let mut all = Vec::new();
            let _ = visit_zones(board, scope, *zone, filter, &mut |o| {
                all.push(o);
                ControlFlow::Continue(())
            });
            all.into_iter().rev().take(count).try_for_each(visit)
        }
        // What was put there first.
        Objects::BottomOf(count, zone) => {
            let mut count = value_in(board, scope, count).max(0);
            visit_zones(board, scope, *zone, &Filter::Any, &mut |o| {
                count -= 1;
                if count < 0 { ControlFlow::Continue(()) } else { visit(o) }
            })
        }
        Objects::Only(group, filter) => visit_for(board, scope, purpose, group, &mut |object| {
            if matches_in(board, scope, filter, object) { visit(object) } else { ControlFlow::Continue(()) }
        }),
        Objects::Targets(n) => {
            scope.bindings.targets_of(*n).filter_map(Referent::object).filter(meant).try_for_each(visit)
        }
        Objects::Var(var) => match scope.bindings.var(*var) {
            Some(Value::Objects(list)) => list.iter().copied().filter(meant).try_for_each(visit),
            _ => ControlFlow::Continue(()),
        },
        Objects::Events => {
            let objects: SmallVec<[ObjectRef; 4]> = events(scope.bindings);
            objects.into_iter().filter(meant).try_for_each(visit)
        }
        Objects::Sources(filter) => {
            let mut all = damage_sources(board);
            all.retain(|o| matches_in(board, scope, filter, *o));
            all.into_iter().try_for_each(visit)
        }
        Objects::Linked => {
            let Some(view) = board.view(scope.bindings.this) else { return ControlFlow::Continue(()) };
            let def = super::definition(board, scope.bindings);
            // CR 607.5: exiled by an ability that this one is linked to.
            let by = |o: &ObjectRef| view.linked.by.iter().find(|(card, _)| card == o).map(|(_, by)| *by);
            // A token asks for what has made it, if that was linked to it.
            let meant = |by: DefId, def: DefId| by == def || board.table().makes(by, def);
            let is_linked = |o: &ObjectRef| by(o).zip(def).is_none_or(|(by, def)| meant(by, def));
            let linked = view.linked.cards.clone();
            linked.into_iter().filter(|o| board.is_current(*o) && is_linked(o)).try_for_each(visit)
        }
        Objects::PaidWith => {
            // CR 702.26b.
            let there = |o: &ObjectRef| !board.is_current(*o) || !board.status(o.id).phased_out;
            scope.bindings.cast.paid_with.iter().copied().filter(there).try_for_each(visit)
        }
        Objects::SourcesOf(group) => visit_for(board, scope, Purpose::Read, group, &mut |object| match board
            .view(object)
            .and_then(|view| view.stack.ability)
        {
            Some(key) => visit(key.object),
            None => ControlFlow::Continue(()),
        }),
        Objects::Were(group) => visit_for(board, scope, Purpose::Read, group, &mut |object| {
            let before = object.incarnation.checked_sub(1).map(|incarnation| ObjectRef { incarnation, ..object });
            match before.filter(|o| meant(o) && board.last_known().get(*o).is_some()) {
                Some(before) => visit(before),
                None => ControlFlow::Continue(()),
            }
        }),
        Objects::Became(group) => visit_for(board, scope, Purpose::Read, group, &mut |object| {
            let now = match board.last_known().get(object) {
                _ if board.is_current(object) => Some(object),
                gone => gone.and_then(|gone| gone.successor),
            };
            if let Some(now) = now.filter(meant) {
                visit(now)?;
            }
            // CR 712.21c.
            if now == Some(object) {
                return ControlFlow::Continue(());
            }
            other_successors(board, object).filter(|other| meant(other)).try_for_each(&mut *visit)
        }),
        Objects::ThisTurn(deed, filter) => {
            let done = board.history().deeds.iter().filter(|done| done.deed == *deed && meant(&done.object));
            let mut such = done.filter(|done| match &done.then {
                Some(then) => was_so(board, scope, filter, then),
                None => matches_in(board, scope, filter, done.object),
            });
            such.try_for_each(|done| visit(done.object))
        }
        Objects::Union(groups) => groups.iter().try_for_each(|g| visit_for(board, scope, purpose, g, visit)),
    }
}

/// All objects that the trigger event happened to.
pub(crate) fn events(bindings: &Bindings) -> SmallVec<[ObjectRef; 4]> {
    match bindings.var(*EVENTS) {
        Some(Value::Objects(list)) => list.iter().copied().collect(),
        _ => bindings.event.and_then(|event| event.subject?.object()).into_iter().collect(),
    }
}

/// CR 702.55b: whether a card in exile is linked to an object, which may be gone.
pub(crate) fn is_linked(board: &impl Board, card: ObjectRef, to: ObjectRef) -> bool {
    let view = board.view(card).filter(|view| view.object.zone == Zone::Exile);
    view.is_some_and(|view| view.linked.cards.contains(&to))
}

/// CR 609.7a: what can be chosen as a source of damage. An ability on the stack is none, but what it is on is.
pub(crate) fn damage_sources(board: &impl Board) -> Vec<ObjectRef> {
    let zones = board.zones();
    let there = zones.battlefield.iter().filter(|id| !board.status(**id).phased_out);
    let mut all: Vec<ObjectRef> = there.map(|id| board.object(*id).reference()).collect();
    let mut add = |object: ObjectRef| {
        if !all.contains(&object) && board.view(object).is_some_and(|v| v.object.kind != ObjectKind::Ability) {
            all.push(object);
        }
    };
    for id in &zones.stack {
        add(board.object(*id).reference());
        let entry = board.stack_entry(*id);
        if let Some(key) = entry.ability {
            add(key.object);
        }
        if let Some(bindings) = &entry.bindings {
            named_by(bindings, &mut add);
        }
    }
    board.rules().replacements.iter().for_each(|row| add(row.this));
    board.delayed().0.iter().for_each(|delayed| named_by(&delayed.bindings, &mut add));
    let face_up = zones.command.iter().filter(|id| !board.status(**id).face_down);
    face_up.for_each(|id| add(board.object(*id).reference()));
    all
}

/// The objects that words of a spell, an ability or a delayed trigger refer to.
fn named_by(bindings: &Bindings, add: &mut impl FnMut(ObjectRef)) {
    add(bindings.this);
    bindings.targets.iter().filter_map(|t| t.target.object()).for_each(&mut *add);
    if let Some(event) = bindings.event {
        event.subject.and_then(Referent::object).into_iter().chain(event.source).for_each(&mut *add);
    }
    for (_, value) in &bindings.vars {
        if let Value::Objects(list) = value {
            list.iter().copied().for_each(&mut *add);
        }
    }
}

/// How many spells a player has cast this turn that matched as they were cast. The game keeps them if a card asks.
pub(crate) fn cast_this_turn(board: &impl Board, bindings: &Bindings, filter: &Filter, by: Seat) -> usize {
    let scope = Scope::of(bindings);
    let cast = board.history().deeds.iter().filter(|done| done.deed == Deed::Cast);
    let such = cast
        .filter_map(|done| done.then.as_deref())
        .filter(|then| then.chars(board.table()).controller == by && was_so(board, scope, filter, then));
    such.count()
}

fn visit_list(
    board: &impl Board,
    scope: Scope<'_>,
    list: &[ObjectId],
    filter: &Filter,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for id in list {
        let object = board.object(*id);
        if is_so(board, scope, filter, object, board.chars(*id)) {
            visit(object.reference())?;
        }
    }
    ControlFlow::Continue(())
}

/// CR 702.26b: what is phased out isn't there.
fn visit_battlefield(
    board: &impl Board,
    scope: Scope<'_>,
    filter: &Filter,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_list(board, scope, &board.zones().battlefield, filter, &mut |object| {
        if board.status(object.id).phased_out { ControlFlow::Continue(()) } else { visit(object) }
    })
}

fn visit_zones(
    board: &impl Board,
    scope: Scope<'_>,
    zone: ZoneOf,
    filter: &Filter,
    visit: &mut dyn FnMut(ObjectRef) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let zones = board.zones();
    // CR 108.2b: tokens and copies that are about to cease to exist are no cards.
    let proposed = board.proposed();
    let mut cards = |list: &[ObjectId]| {
        let is_card = |id: &ObjectId| {
            !matches!(board.object(*id).kind, ObjectKind::Token | ObjectKind::Copy) && Some(*id) != proposed
        };
        if list.iter().all(is_card) {
            return visit_list(board, scope, list, filter, visit);
        }
        let cards: Vec<ObjectId> = list.iter().copied().filter(is_card).collect();
        visit_list(board, scope, &cards, filter, visit)
    };
    let mut own = |who: Who, zone: fn(Seat) -> Zone| {
        let mut seats = seats_in(board, scope, who).into_iter();
        seats.try_for_each(|seat| cards(zones.list(zone(seat))))
    };
    match zone {
        ZoneOf::Hand(who) => own(who, Zone::Hand),
        ZoneOf::Graveyard(who) => own(who, Zone::Graveyard),
        ZoneOf::Library(who) => own(who, Zone::Library),
        ZoneOf::Outside(who) => {
            let mut seats = seats_in(board, scope, who).into_iter();
            seats.try_for_each(|s| visit_list(board, scope, &zones.own[s.index()].sideboard, filter, visit))
        }
        ZoneOf::Battlefield => visit_battlefield(board, scope, filter, visit),
        ZoneOf::Stack => {
            visit_list(board, scope, &zones.stack, filter, visit)?;
            proposed.map_or(ControlFlow::Continue(()), |id| visit_list(board, scope, &[id], filter, visit))
        }
        ZoneOf::Exile => cards(&zones.exile),
        ZoneOf::Command => visit_list(board, scope, &zones.command, filter, visit),
    }
}

/// Objects and players that something happens to, in the order of the words, each once: what is gone is left out.
pub fn recipients(board: &impl Board, bindings: &Bindings, recipients: &Recipients) -> SmallVec<[Referent; 2]> {
    let mut list = SmallVec::new();
    collect(board, bindings, Purpose::Act, recipients, &mut list);
    list
}

/// Objects and players that something is asked about, in the order of the words, each once: what is gone is read as it
/// last was (CR 608.2h).
pub fn read_recipients(board: &impl Board, bindings: &Bindings, recipients: &Recipients) -> SmallVec<[Referent; 2]> {
    let mut list = SmallVec::new();
    collect(board, bindings, Purpose::Read, recipients, &mut list);
    list
}

fn collect(
    board: &impl Board,
    bindings: &Bindings,
    purpose: Purpose,
    recipients: &Recipients,
    all: &mut SmallVec<[Referent; 2]>,
) {
    let mut add = |r: Referent| {
        if !all.contains(&r) {
            all.push(r);
        }
    };
    match recipients {
        Recipients::Targets(n) => bindings.targets_of(*n).for_each(|target| {
            let meant = match target {
                Referent::Object(object) => purpose == Purpose::Read || board.is_current(object),
                Referent::Player(seat) => board.players().is_alive(seat),
            };
            if meant {
                add(target);
            }
        }),
        Recipients::Objects(group) => {
            list(board, bindings, group, purpose).into_iter().for_each(|o| add(Referent::Object(o)));
        }
        Recipients::Players(who) => {
            super::seats(board, bindings, *who).into_iter().for_each(|s| add(Referent::Player(s)));
        }
        Recipients::It => bindings.it.into_iter().for_each(add),
        // Each vote counts (CR 701.38d).
        Recipients::Votes(var) => {
            if let Some(Value::Votes(voters)) = bindings.var(*var) {
                let playing = voters.iter().filter(|seat| board.players().is_alive(**seat));
                all.extend(playing.map(|seat| Referent::Player(*seat)));
            }
        }
        Recipients::AttackedBy(obj) => {
            let attacker = super::object(board, bindings, *obj);
            attacker.and_then(|attacker| super::combat::attacked(board, attacker)).into_iter().for_each(add);
        }
        Recipients::Union(parts) => parts.iter().for_each(|r| collect(board, bindings, purpose, r, all)),
    }
}
