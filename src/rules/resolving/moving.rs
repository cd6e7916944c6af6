//! Moving objects between zones (CR 400, 608.2, 610), and what is chosen before they arrive: the order in a library
//! (401.4). What an Aura enchants (303.4f) and a creature attacks (508.4) belongs to the event.

use super::meld;
use super::step::{
    InstructionFlow, acting, acting_one, amount_for, apnap, board, is_in, is_playing, named, object_choices, objects,
    owner_of, seat, seats, zone_of,
};
use crate::cards::def::{CardTypes, Destination, Entry, Instruction, Layout, Objects, Subtype, Var, ZoneKind};
use crate::cards::{CardTable, Op};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::combat::Combat;
use crate::model::decision::{Prompt, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Enter, EntersAs, Event, Place};
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet, StaticHandle};
use crate::model::object::{Characteristics, CopiableSource, LastKnownTable, Linked, ObjectKind};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::{Arranged, Move, OtherCard, Zone};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{learn, others, shuffle_objects};
use crate::rules::{events, layers, legal};
use smallvec::SmallVec;

// Phases.
const START: u8 = 0;
const ORDER: u8 = 1;
const ORDERED: u8 = 2;
const MOVED: u8 = 3;

// Places in the scratch: what moves; whose cards have been ordered; then of each that enters what is said about it: what it
// is attached to or attacks (a referent), `Done` for nothing, or a number if it stays where it is.
const LIST: usize = 0;
const PROGRESS: usize = 1;
const DECIDED: usize = 2;
const STAYS: Value = Value::Number(0);

/// Moves objects at once, as many as can be.
pub(super) fn perform(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    to: &Destination,
    into: Option<Var>,
    linked: bool,
) -> InstructionFlow {
    if frame.phase == START {
        let mut list = acting(world, frame, what);
        list.retain(|o| can_move(world, *o, to));
        if let Destination::Battlefield(Entry { melded: Some(name), .. }) = to {
            list = meld::begin(world, frame, &list, name);
        }
        if list.is_empty() {
            return frame.nothing(into);
        }
        let (phase, progress) = match to {
            to if to.is_ordered() => (ORDER, Value::Seats(SeatSet::NONE)),
            Destination::LibraryBottomRandom | Destination::LibraryTopRandom => {
                shuffle_objects(world, &mut list);
                if *to == Destination::LibraryTopRandom {
                    // Each is put on top of those before.
                    list.reverse();
                }
                (MOVED, Value::Done)
            }
            _ => (MOVED, Value::Done),
        };
        frame.scratch = vec![Value::Objects(list), progress];
        if let Destination::Battlefield(entry) = to {
            decide(world, frame, entry);
        }
        if phase == MOVED {
            return propose(world, frame, to, into);
        }
        frame.phase = phase;
    }
    match frame.phase {
        ORDER | ORDERED => order(world, frame, to).unwrap_or_else(|| propose(world, frame, to, into)),
        _ => {
            let new = frame.after_moves(world, into);
            if matches!(to, Destination::Battlefield(Entry { melded: Some(_), .. })) {
                frame.entering = None;
            }
            if linked {
                link(world, frame, frame.bindings.this, &new);
            }
            InstructionFlow::Next
        }
    }
}

/// Whether an object can be moved there at all; if not it stays where it is (CR 609.3).
pub(super) fn can_move(world: &impl ReadGame, object: ObjectRef, to: &Destination) -> bool {
    let board = Live::new(world);
    let row = board.object(object.id);
    let zone = row.zone.kind();
    match row.kind {
        // CR 111.8, 707.10a.
        ObjectKind::Token if zone != ZoneKind::Battlefield => return false,
        ObjectKind::Copy if !matches!(zone, ZoneKind::Battlefield | ZoneKind::Stack) => return false,
        ObjectKind::Emblem | ObjectKind::Unused => return false,
        _ => {}
    }
    match to {
        Destination::Hand => zone != ZoneKind::Hand,
        Destination::Graveyard => zone != ZoneKind::Graveyard,
        Destination::Command => zone != ZoneKind::Command,
        Destination::Battlefield(entry) => {
            if zone == ZoneKind::Battlefield || row.kind == ObjectKind::Ability {
                return false;
            }
            if entry.transformed {
                // CR 712.14a.
                return back_face(&board, row.base);
            }
            // CR 400.4a, 110.4.
            entry.is_face_down() || layers::own_values(&board, object.id).is(CardTypes::PERMANENT)
        }
        _ => true,
    }
}

/// CR 608.2d: whether moving an object there is possible as a choice. An Aura needs something to enchant (303.4g, 303.4i).
pub(super) fn can_be_moved(world: &mut impl EditGame, frame: &mut Frame, object: ObjectRef, to: &Destination) -> bool {
    if !can_move(world, object, to) {
        return false;
    }
    let Destination::Battlefield(entry) = to else { return true };
    if legal::kept_out(world, object, legal::EntersLike::by(entry)) {
        return false;
    }
    let host = host_of(world, frame, entry);
    if (entry.attached_to.is_some() || entry.attached_to_player.is_some()) && host.is_none() {
        return entry.is_face_down() || !is_aura(&layers::own_values(&board(world), object.id));
    }
    let event = event(world, frame, object, to, Cause::Effect, host);
    !events::lacks_host(world, &event)
}

/// Whether a card is double-faced with a back face that can be on the battlefield.
fn back_face(board: &impl Board, base: CopiableSource) -> bool {
    let CopiableSource::Def(def, _) = base else { return false };
    let def = board.table().def(def);
    matches!(def.layout, Some(Layout::Transform | Layout::ModalDoubleFaced))
        && def.faces.get(1).is_some_and(|face| face.chars.is(CardTypes::PERMANENT))
}

/// CR 401.4: the owner of several cards that go to one place of a library arranges them, unless the instruction says who does.
/// Cards that come from that library itself are put back as the player says who follows the instruction. `Some` is a step to
/// wait for.
fn order(world: &mut impl EditGame, frame: &mut Frame, to: &Destination) -> Option<InstructionFlow> {
    let owners: SeatSet = frame.kept(LIST).iter().map(|o| owner_of(world, *o)).collect();
    for owner in apnap(world, owners) {
        if frame.kept_seats(PROGRESS).contains(owner) {
            continue;
        }
        let own: Vec<ObjectRef> = frame.kept(LIST).iter().copied().filter(|o| owner_of(world, *o) == owner).collect();
        if own.len() > 1 {
            // CR 712.21a, 730.3a: all components of a melded or merged permanent.
            let of_one = |o: &ObjectRef| std::iter::once(*o).chain(others(world, *o).iter().copied());
            let cards: Vec<ObjectRef> = own.iter().flat_map(of_one).collect();
            if frame.phase == ORDER {
                let put_back = own.iter().all(|o| zone_of(world, *o) == Zone::Library(owner));
                let player = match named_to_arrange(world, frame, to) {
                    Some(player) => player,
                    None if put_back => frame.bindings.you,
                    None => owner,
                };
                let prompt = Prompt::OrderCards(frame.subject());
                return Some(frame.ask(ORDERED, player, prompt, Shape::Order(object_choices(&cards))));
            }
            frame.phase = ORDER;
            let mut list = frame.kept(LIST).to_vec();
            list.retain(|o| !own.contains(o));
            list.extend(named(&cards, &Returned::answer(world)));
            frame.scratch[LIST] = Value::Objects(list);
        }
        frame.keep_seat(PROGRESS, owner);
    }
    None
}

/// Who puts cards into an order, if the instruction says it.
fn named_to_arrange(world: &mut impl EditGame, frame: &Frame, to: &Destination) -> Option<Seat> {
    match to {
        Destination::LibraryTopBy(who) => seat(world, frame, *who).filter(|seat| is_playing(world, *seat)),
        _ => None,
    }
}

/// Object by object what is said about it as it enters.
fn decide(world: &mut impl EditGame, frame: &mut Frame, entry: &Entry) {
    for object in frame.kept(LIST).to_vec() {
        let player = controller_for(world, frame, object, entry).filter(|seat| is_playing(world, *seat));
        // CR 800.4b: nothing enters under the control of nobody.
        let decided = if player.is_some() { said(world, frame, object, entry) } else { STAYS };
        frame.scratch.push(decided);
    }
}

fn said(world: &mut impl EditGame, frame: &Frame, object: ObjectRef, entry: &Entry) -> Value {
    if entry.is_face_down() {
        return Value::Done;
    }
    if let Some(group) = &entry.attacks_as {
        let before = reading::read_objects(&board(world), &frame.bindings, group).into_iter().next();
        return before.and_then(|o| attacked_by(world, o)).map_or(Value::Done, value_of);
    }
    if entry.attached_to.is_some() || entry.attached_to_player.is_some() {
        // An Aura stays without it (CR 303.4i); anything else enters unattached (301.5e, 303.4h). Whether it can be
        // attached is for the event to find out.
        return match host_of(world, frame, entry) {
            Some(host) => value_of(host),
            None if is_aura(&layers::own_values(&board(world), object.id)) => STAYS,
            None => Value::Done,
        };
    }
    Value::Done
}

/// What something is to enter attached to, if that is there.
fn host_of(world: &mut impl EditGame, frame: &Frame, entry: &Entry) -> Option<Referent> {
    if let Some(host) = entry.attached_to {
        let host = acting_one(world, frame, host).filter(|host| is_in(world, *host, Zone::Battlefield));
        return host.map(Referent::Object);
    }
    seat(world, frame, entry.attached_to_player?).map(Referent::Player)
}

fn is_aura(chars: &Characteristics) -> bool {
    chars.is(CardTypes::ENCHANTMENT) && Subtype::named("Aura").is_some_and(|aura| chars.subtypes.contains(aura))
}

/// CR 702.49c: what a creature attacks or, if it has left combat by leaving the battlefield, attacked.
pub(crate) fn attacked_by(world: &impl ReadGame, object: ObjectRef) -> Option<Referent> {
    let attacks = world.part::<Combat>().attacker(object).map(|a| a.target);
    attacks.or_else(|| Some(world.part::<LastKnownTable>().get(object)?.attack()?.target))
}

/// CR 508.4: what a creature that enters attacking can attack, as its controller chooses then; nothing unless that is the
/// attacking player.
pub(super) fn attackable(world: &mut impl EditGame, player: Seat) -> Vec<Referent> {
    let turn = world.part::<Turn>();
    if !turn.step.is_combat() || turn.active != player {
        return Vec::new();
    }
    let opponents = world.part::<Players>().opponents(player);
    let board = board(world);
    let permanents = board.zones().battlefield.iter().map(|id| board.object(*id).reference());
    let permanents = permanents.filter(|o| reading::defends(&board, o.id).is_some_and(|seat| opponents.contains(seat)));
    opponents.iter().map(Referent::Player).chain(permanents.map(Referent::Object)).collect()
}

/// A player has left the game while somebody was asked: what is still open is asked again.
pub(super) fn again(world: &impl ReadGame, frame: &mut Frame) {
    if frame.phase == ORDERED {
        let list = frame.kept(LIST).iter().copied().filter(|o| Live::new(world).is_current(*o)).collect();
        frame.scratch[LIST] = Value::Objects(list);
        frame.phase = ORDER;
    }
}

pub(super) fn value_of(referent: Referent) -> Value {
    match referent {
        Referent::Object(o) => Value::Objects(vec![o]),
        Referent::Player(s) => Value::Seats(SeatSet::only(s)),
    }
}

/// The referent that a value stands for.
pub(super) fn referent_of(value: &Value) -> Option<Referent> {
    match value {
        Value::Objects(objects) => objects.first().copied().map(Referent::Object),
        Value::Seats(seats) => seats.iter().next().map(Referent::Player),
        _ => None,
    }
}

/// All is decided: proposes the moves. On top of a library the first in the order is put last.
fn propose(world: &mut impl EditGame, frame: &mut Frame, to: &Destination, into: Option<Var>) -> InstructionFlow {
    let mut decided = frame.scratch.split_off(DECIDED.min(frame.scratch.len()));
    decided.resize(frame.kept(LIST).len(), Value::Done);
    let list = frame.kept(LIST).to_vec();
    let mut moves: Vec<(ObjectRef, Value)> = list.into_iter().zip(decided).filter(|(_, d)| *d != STAYS).collect();
    if to.is_ordered() && *to != Destination::LibraryBottom {
        moves.reverse();
    }
    if moves.is_empty() {
        return frame.nothing(into);
    }
    let cards: Vec<ObjectRef> = moves.iter().map(|(object, _)| *object).collect();
    moves.retain(|(object, _)| !cards.iter().any(|card| others(world, *card).contains(object)));
    if to.is_ordered() {
        moves.iter().for_each(|(object, _)| recognise(world, frame, *object));
    }
    let mut events: Vec<Event> = Vec::with_capacity(moves.len());
    for (object, decided) in &moves {
        let mut event = event(world, frame, *object, to, Cause::Effect, referent_of(decided));
        if let Event::Move(one) = &mut event
            && matches!(one.to, Zone::Library(_))
        {
            one.arranged = arranged(world, frame, *object, to);
            if let Some(places) = places_among(world, &cards, *object) {
                one.other = OtherCard::At(places);
            }
        }
        events.push(event);
    }
    frame.propose_for(MOVED, moves.into_iter().map(|(o, _)| o).collect(), events)
}

/// CR 701.24b: a card that was found isn't shuffled with the rest: who has found it knows which it is.
fn recognise(world: &mut impl EditGame, frame: &Frame, object: ObjectRef) {
    let is_in = |var| matches!(frame.bindings.var(var), Some(Value::Objects(found)) if found.contains(&object));
    let searches = |op: &Op| match op {
        Op::Do(effect) => match **effect {
            Instruction::Search { who, into, .. } if is_in(into) => Some(who),
            _ => None,
        },
        _ => None,
    };
    let found = world.part::<CardTable>().program(frame.program).iter().find_map(searches);
    let Some(finder) = found.and_then(|who| seat(world, frame, who)) else { return };
    let live = Live::new(world);
    let row = live.object(object.id);
    let knows = row.is_known_to(finder, live.status(object.id), live.chars(object.id).controller);
    if row.reference() == object && matches!(row.zone, Zone::Library(_)) && !knows {
        learn(world, &[object], SeatSet::only(finder));
    }
}

/// After how many of its owner's cards, as they were put into an order, each of the other components of a permanent goes to a library
/// (CR 712.21a, 730.3a); nothing if it has none, or they weren't ordered with the others.
fn places_among(world: &impl ReadGame, cards: &[ObjectRef], permanent: ObjectRef) -> Option<SmallVec<[u16; 2]>> {
    let owner = owner_of(world, permanent);
    let place = |component: &ObjectRef| {
        let at = cards.iter().position(|card| card == component)?;
        let before = cards[..at].iter().filter(|card| owner_of(world, **card) == owner);
        u16::try_from(before.count()).ok()
    };
    let places: Option<SmallVec<[u16; 2]>> = others(world, permanent).iter().map(place).collect();
    places.filter(|places| !places.is_empty())
}

/// Who knows in which order the cards of a library's owner go there, as far as they have seen them.
fn arranged(world: &mut impl EditGame, frame: &Frame, object: ObjectRef, to: &Destination) -> Arranged {
    if let Some(player) = named_to_arrange(world, frame, to) {
        return Arranged::By(player);
    }
    let owner = owner_of(world, object);
    let own = || frame.kept(LIST).iter().copied().filter(|o| owner_of(world, *o) == owner);
    match to {
        Destination::LibraryBottomRandom | Destination::LibraryTopRandom if own().count() > 1 => Arranged::ByChance,
        _ if own().all(|o| zone_of(world, o) == Zone::Library(owner)) => Arranged::By(frame.bindings.you),
        _ => Arranged::ByOwner,
    }
}

/// The event that moves an object to a destination; `host` is what it will be attached to or attack.
pub(super) fn event(
    world: &mut impl EditGame,
    frame: &mut Frame,
    object: ObjectRef,
    to: &Destination,
    cause: Cause,
    host: Option<Referent>,
) -> Event {
    let owner = owner_of(world, object);
    let mut face_down = None;
    let mut enter = None;
    let (zone, place) = match to {
        // CR 113.1c: an ability exists only on the stack.
        _ if Live::new(world).object(object.id).kind == ObjectKind::Ability => (Zone::Outside, Place::Top),
        Destination::Hand => (Zone::Hand(owner), Place::Top),
        Destination::Graveyard => (Zone::Graveyard(owner), Place::Top),
        Destination::LibraryTop | Destination::LibraryTopBy(_) | Destination::LibraryTopRandom => {
            (Zone::Library(owner), Place::Top)
        }
        Destination::LibraryBottom | Destination::LibraryBottomRandom => (Zone::Library(owner), Place::Bottom),
        Destination::LibraryAt(n) => (Zone::Library(owner), Place::At(*n)),
        Destination::LibraryUnder(n) => {
            let above = reading::value(&Live::new(world), &frame.bindings, n).max(0) as u32;
            (Zone::Library(owner), Place::At(above))
        }
        Destination::Exile => (Zone::Exile, Place::Top),
        Destination::ExileFaceDown(who) => {
            let lookers = who.map(|who| seats(world, frame, who).into_iter().collect());
            face_down = Some(lookers.unwrap_or(SeatSet::NONE));
            (Zone::Exile, Place::Top)
        }
        Destination::Command => (Zone::Command, Place::Top),
        Destination::Battlefield(entry) => {
            enter = Some(Box::new(entering(world, frame, object, entry, host)));
            (Zone::Battlefield, Place::Top)
        }
    };
    let reveal = frame.revealed.contains(&object) && face_down.is_none();
    let plain = Move::plain(object, zone, cause).with_place(place);
    Event::Move(Move { face_down, reveal, enter, ..plain })
}

/// Under whose control an object enters: its owner's if no words say so, nobody's if they mean nobody.
fn controller_for(world: &mut impl EditGame, frame: &Frame, object: ObjectRef, entry: &Entry) -> Option<Seat> {
    match entry.under {
        Some(who) => seat(world, frame, who),
        None => Some(owner_of(world, object)),
    }
}

/// CR 800.4b: whether somebody in the game will control an object there; if not it stays where it is.
pub(super) fn has_controller(world: &mut impl EditGame, frame: &Frame, object: ObjectRef, to: &Destination) -> bool {
    let Destination::Battlefield(entry) = to else { return true };
    controller_for(world, frame, object, entry).is_some_and(|seat| is_playing(world, seat))
}

fn entering(
    world: &mut impl EditGame,
    frame: &mut Frame,
    object: ObjectRef,
    entry: &Entry,
    host: Option<Referent>,
) -> Enter {
    let controller = controller_for(world, frame, object, entry).unwrap_or_else(|| owner_of(world, object));
    let mut counters = smallvec::SmallVec::new();
    for (kind, count) in &entry.counters {
        let count = amount_for(world, frame, count, Referent::Object(object));
        if count > 0 {
            counters.push((*kind, count as u32));
        }
    }
    let before = frame.entering.as_ref().filter(|e| e.0 == object).map(|e| e.1.clone());
    let controller = before.as_ref().filter(|_| entry.under.is_none()).map_or(controller, |e| e.controller);
    let before = before.unwrap_or_default();
    let tapped = entry.tapped || before.tapped;
    for (kind, count) in &before.counters {
        counters.push((*kind, *count));
    }
    let hosts = entry.attached_among.as_ref().map(|group| {
        let among = objects(world, frame, group);
        among.into_iter().map(Referent::Object).collect()
    });
    Enter {
        controller,
        tapped,
        hosts,
        face_down: entry.is_face_down(),
        down: entry.into(),
        face: entry.face(),
        attacking: host.filter(|_| entry.is_attacking()),
        attackable: if entry.attacking { attackable(world, controller) } else { Vec::new() },
        attach_to: host.filter(|_| !entry.is_attacking()),
        counters,
        is: enters_as(frame, entry).into_iter().collect(),
        ..before
    }
}

/// CR 611.2e: what the effect says that the permanent is.
fn enters_as(frame: &Frame, entry: &Entry) -> Option<EntersAs> {
    let handle = StaticHandle { def: frame.program.def, index: entry.row? };
    Some(EntersAs { handle, bindings: frame.bindings.clone() })
}

/// CR 607.2a, 607.2c: remembers cards as exiled or put onto the battlefield by an ability of `this`, or of what it last was;
/// and by those of which definition (607.5).
pub(super) fn link(world: &mut impl EditGame, frame: &Frame, this: ObjectRef, new: &[ObjectRef]) {
    let there = |o: &ObjectRef| is_in(world, *o, Zone::Exile) || is_in(world, *o, Zone::Battlefield);
    let exiled: Vec<ObjectRef> = new.iter().copied().filter(there).collect();
    if exiled.is_empty() || this == ObjectRef::NONE {
        return;
    }
    let def = reading::definition(&Live::new(world), &frame.bindings);
    let add = |linked: &mut Linked| {
        linked.by.extend(exiled.iter().filter_map(|o| Some((*o, def?))));
        linked.cards.extend(exiled.iter().copied());
    };
    if Live::new(world).is_current(this) {
        add(world.row_mut::<Linked>(this.id));
    } else if let Some(last) = world.part_mut::<LastKnownTable>().get_mut(this) {
        add(&mut last.memory.get_or_insert_default().linked);
    }
    mark_dirty(world, StateClass::CHOSEN);
}
