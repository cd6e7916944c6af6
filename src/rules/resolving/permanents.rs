//! Tapping (CR 701.26), counters (122), attaching (701.3), regeneration (701.19), leaving combat (506.4).

use super::damage::total;
use super::step::{
    InstructionFlow, acting, acting_one, acting_permanents, acting_recipients, amount_for, board, is_in, place,
    read_objects, seat,
};
use super::zones;
use crate::cards::def::{
    CardTypes, CounterKind, Designation, Obj, Objects, PermanentAction, Quantity, Recipients, Var, Who,
};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::{CopiableSource, Status, ThisTurn};
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::events::{day_night, doors, record};
use crate::rules::prepared;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{combat, events, layers, legal};

/// CR 701.26a: only untapped permanents.
pub(super) fn tap(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    turn_sideways(world, frame, what, true)
}

/// CR 701.26b: only tapped permanents.
pub(super) fn untap(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    turn_sideways(world, frame, what, false)
}

fn turn_sideways(world: &mut impl EditGame, frame: &mut Frame, what: &Objects, tap: bool) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    if tap && let Some(entering) = events::entering_now(world) {
        // "As it enters": what is about to enter will enter tapped.
        if acting(world, frame, what).contains(&entering) {
            events::enter_tapped(world, entering);
        }
    }
    let mut objects = acting(world, frame, what);
    objects.retain(|o| {
        // CR 614.12a: what is about to enter will enter tapped.
        let there = is_in(world, *o, Zone::Battlefield);
        if !there && tap {
            events::enter_tapped(world, *o);
        }
        there && Live::new(world).status(o.id).tapped != tap
    });
    let event = |object| if tap { Event::Tap { object, for_mana: false } } else { Event::Untap { object } };
    if objects.is_empty() { InstructionFlow::Next } else { frame.propose(1, objects.into_iter().map(event).collect()) }
}

/// CR 122.6: puts counters on objects or players.
pub(super) fn put_counters(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (kind, count): (CounterKind, &Quantity),
    and: &[(CounterKind, Quantity)],
    on: &Recipients,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let (mut all, by) = (Vec::new(), frame.bindings.you);
    for (kind, count) in std::iter::once((kind, count)).chain(and.iter().map(|(kind, count)| (*kind, count))) {
        let put = |target, count| Event::PutCounters { target, kind, count, by };
        all.extend(counter_events(world, frame, count, on, put));
    }
    all.retain(|event| match event {
        // CR 614.12a: what is about to enter will enter with them.
        Event::PutCounters { target: Referent::Object(o), kind, count, .. } => {
            is_in(world, *o, Zone::Battlefield) || !events::enter_with_counters(world, *o, *kind, *count)
        }
        _ => true,
    });
    if all.is_empty() { InstructionFlow::Next } else { frame.propose(1, all) }
}

/// Removes counters from objects or players.
pub(super) fn remove_counters(
    world: &mut impl EditGame,
    frame: &mut Frame,
    kind: CounterKind,
    count: &Quantity,
    from: &Recipients,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase > 0 {
        frame.store_number(into, total(world));
        return InstructionFlow::Next;
    }
    let remove = |target, count| Event::RemoveCounters { target, kind, count };
    let mut events = counter_events(world, frame, count, from, remove);
    events.retain(|e| matches!(e, Event::RemoveCounters { target, .. } if has_counter(world, *target, kind)));
    if events.is_empty() { frame.nothing(into) } else { frame.propose(1, events) }
}

fn has_counter(world: &impl ReadGame, target: Referent, kind: CounterKind) -> bool {
    match target {
        Referent::Object(o) => Live::new(world).counters(o.id).get(kind) > 0,
        Referent::Player(seat) => world.part::<Players>().get(seat).counters.get(kind) > 0,
    }
}

fn counter_events(
    world: &mut impl EditGame,
    frame: &mut Frame,
    count: &Quantity,
    on: &Recipients,
    event: impl Fn(Referent, u32) -> Event,
) -> Vec<Event> {
    let mut events = Vec::new();
    for target in acting_recipients(world, frame, on) {
        let count = amount_for(world, frame, count, target);
        if count > 0 {
            events.push(event(target, count as u32));
        }
    }
    events
}

/// CR 701.3: attaches objects to an object; those that can't be, or already are, stay as they are (701.3b).
pub(super) fn attach(world: &mut impl EditGame, frame: &mut Frame, what: &Objects, to: Obj) -> InstructionFlow {
    const CHOSEN: u8 = 1;
    const ATTACHED: u8 = 2;
    let host = match frame.phase {
        0 => {
            let hosts = hosts(world, frame, what, to);
            if hosts.len() > 1 {
                let choices = hosts.iter().map(|o| Choice::Object(*o)).collect();
                frame.scratch = hosts.into_iter().map(|o| Value::Objects(vec![o])).collect();
                let prompt = Prompt::ChooseObjects(frame.subject());
                return frame.ask(CHOSEN, frame.bindings.you, prompt, Shape::ChooseOne(choices));
            }
            hosts.first().copied()
        }
        CHOSEN => match frame.scratch.get(place(&Returned::answer(world))) {
            Some(Value::Objects(one)) => one.first().copied(),
            _ => None,
        },
        _ => return InstructionFlow::Next,
    };
    let Some(to) = host.map(Referent::Object) else { return InstructionFlow::Next };
    let mut objects = acting_permanents(world, frame, what);
    let board = board(world);
    objects.retain(|o| board.status(o.id).attached_to != Some(to) && legal::can_be_attached(&board, *o, to));
    let event = |object| Event::Attach { object, to };
    if objects.is_empty() {
        InstructionFlow::Next
    } else {
        frame.propose(ATTACHED, objects.into_iter().map(event).collect())
    }
}

/// CR 701.3a-b: attaches objects to a player, those that can be.
pub(super) fn attach_to_player(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    who: Who,
) -> InstructionFlow {
    const ATTACHED: u8 = 1;
    if frame.phase == ATTACHED {
        return InstructionFlow::Next;
    }
    let Some(to) = seat(world, frame, who).map(Referent::Player) else { return InstructionFlow::Next };
    let mut objects = acting_permanents(world, frame, what);
    let board = board(world);
    objects.retain(|o| board.status(o.id).attached_to != Some(to) && legal::can_be_attached(&board, *o, to));
    if objects.is_empty() {
        return InstructionFlow::Next;
    }
    frame.propose(ATTACHED, objects.into_iter().map(|object| Event::Attach { object, to }).collect())
}

/// What something could be attached to: one of several objects is chosen if a word that means one stands for them, as it does where
/// more tokens have been created than the text says.
fn hosts(world: &mut impl EditGame, frame: &mut Frame, what: &Objects, to: Obj) -> Vec<ObjectRef> {
    let mut hosts = match to {
        Obj::Var(var) => acting_permanents(world, frame, &Objects::Var(var)),
        one => acting_one(world, frame, one).into_iter().collect(),
    };
    hosts.retain(|host| is_in(world, *host, Zone::Battlefield));
    if hosts.len() > 1 {
        let objects = acting_permanents(world, frame, what);
        let board = board(world);
        let can = |host: &ObjectRef, o: &ObjectRef| legal::can_be_attached(&board, *o, Referent::Object(*host));
        hosts.retain(|host| objects.iter().any(|o| can(host, o)));
    }
    hosts
}

/// CR 701.3d: what isn't attached stays as it is.
pub(super) fn unattach(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let mut objects = acting_permanents(world, frame, what);
    let board = board(world);
    objects.retain(|o| board.status(o.id).attached_to.is_some());
    let event = |object| Event::Unattach { object };
    if objects.is_empty() { InstructionFlow::Next } else { frame.propose(1, objects.into_iter().map(event).collect()) }
}

/// CR 701.19a: each gets a shield for the next time it would be destroyed this turn. Destruction uses it up; cleanup
/// takes it away.
pub(super) fn regenerate(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> InstructionFlow {
    for object in acting_permanents(world, frame, what) {
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        this_turn.regeneration = this_turn.regeneration.saturating_add(1);
    }
    InstructionFlow::Next
}

/// CR 701.37b, 702.112b, 702.171b.
pub(super) fn designate(
    world: &mut impl EditGame,
    frame: &Frame,
    what: &Objects,
    designation: Designation,
) -> InstructionFlow {
    let mut facts = Vec::new();
    for object in acting_permanents(world, frame, what) {
        // CR 722.3a.
        if designation == Designation::Prepared && prepared::prepare_spell(world, object).is_none() {
            continue;
        }
        let designations = &mut world.row_mut::<Status>(object.id).designations;
        if *designations & designation.bit() == 0 {
            *designations |= designation.bit();
            facts.push(Fact::Designated { object, designation });
        }
    }
    mark_dirty(world, StateClass::COUNTERS);
    if !facts.is_empty() {
        record(world, &facts);
    }
    InstructionFlow::Next
}

/// CR 701.60a: permanents are so designated no longer.
pub(super) fn end_designation(
    world: &mut impl EditGame,
    frame: &Frame,
    what: &Objects,
    designation: Designation,
) -> InstructionFlow {
    for object in acting_permanents(world, frame, what) {
        world.row_mut::<Status>(object.id).designations &= !designation.bit();
    }
    mark_dirty(world, StateClass::COUNTERS);
    InstructionFlow::Next
}

/// CR 702.95c-d: two creatures become paired if the player still controls both and neither is paired.
pub(super) fn pair(world: &mut impl EditGame, frame: &Frame, a: Obj, b: Obj) -> InstructionFlow {
    let (Some(a), Some(b)) = (acting_one(world, frame, a), acting_one(world, frame, b)) else {
        return InstructionFlow::Next;
    };
    let board = board(world);
    let fits = |o: ObjectRef| {
        let chars = board.chars(o.id);
        let there = board.object(o.id).zone == Zone::Battlefield && !board.status(o.id).phased_out;
        let unpaired = board.status(o.id).pair.is_none_or(|with| !board.is_current(with));
        there && unpaired && chars.is_creature() && chars.controller == frame.bindings.you
    };
    if a != b && fits(a) && fits(b) {
        crate::rules::zones::pair(world, a, b);
        mark_dirty(world, StateClass::COUNTERS);
    }
    InstructionFlow::Next
}

/// CR 701.44b-c, 701.50b-c: permanents have explored or connived, also if they have left meanwhile.
pub(super) fn has_done(
    world: &mut impl EditGame,
    frame: &Frame,
    action: PermanentAction,
    what: &Objects,
) -> InstructionFlow {
    let mut facts = Vec::new();
    for object in read_objects(world, frame, what) {
        if let Some(view) = board(world).view(object) {
            // CR 702.24a: who doesn't pay is who would have.
            let unpaid = action == PermanentAction::GoUnpaid;
            let by = if unpaid { frame.bindings.you } else { view.chars.controller };
            facts.push(Fact::Did { object, by, action });
        }
    }
    if !facts.is_empty() {
        record(world, &facts);
    }
    InstructionFlow::Next
}

/// CR 120.6: damage that is marked on permanents is removed.
pub(super) fn remove_damage(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> InstructionFlow {
    for object in acting_permanents(world, frame, what) {
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        (this_turn.damage, this_turn.deathtouched) = (0, false);
    }
    mark_dirty(world, StateClass::BATTLEFIELD);
    InstructionFlow::Next
}

/// CR 506.4.
pub(super) fn remove_from_combat(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> InstructionFlow {
    for object in acting_permanents(world, frame, what) {
        combat::remove_from_combat(world, object);
    }
    InstructionFlow::Next
}

/// CR 509.1h: attacking creatures become blocked, though no creature blocks them.
pub(super) fn become_blocked(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> InstructionFlow {
    let objects = acting_permanents(world, frame, what);
    combat::become_blocked(world, &objects);
    InstructionFlow::Next
}

/// CR 708.2a, 708.8: permanents are turned face up or face down, those that can be. What can't because it is represented by an
/// instant or sorcery card is revealed (701.40g, 701.58g).
pub(super) fn turn_face(world: &mut impl EditGame, frame: &mut Frame, what: &Objects, up: bool) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let mut objects = acting(world, frame, what);
    objects.retain(|o| is_in(world, *o, Zone::Battlefield) || is_in(world, *o, Zone::Command));
    if up {
        let stays = |o: &ObjectRef| {
            let face_down = is_in(world, *o, Zone::Battlefield) && world.row::<Status>(o.id).face_down;
            face_down && layers::face_up(world, *o).is_some_and(|c| !c.is(CardTypes::PERMANENT))
        };
        let shown: Vec<ObjectRef> = objects.iter().copied().filter(stays).collect();
        zones::reveal(world, &shown);
    }
    let by = frame.bindings.you;
    let event = |object| if up { Event::TurnFaceUp { object, by } } else { Event::TurnFaceDown { object } };
    if objects.is_empty() { InstructionFlow::Next } else { frame.propose(1, objects.into_iter().map(event).collect()) }
}

/// CR 110.5c, 710.2, 710.4: permanents are flipped, for good. It shows while what they are has another half.
pub(super) fn flip(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    for object in acting_permanents(world, frame, what) {
        let status = world.row_mut::<Status>(object.id);
        if !std::mem::replace(&mut status.flipped, true) {
            mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
        }
    }
    InstructionFlow::Next
}

/// Whether flipping a permanent changes anything.
pub(super) fn can_flip(world: &impl ReadGame, object: ObjectRef) -> bool {
    let board = Live::new(world);
    let status = board.status(object.id);
    is_in(world, object, Zone::Battlefield) && !status.face_down && !status.flipped
}

/// CR 709.5f-g: the player chooses a locked half of a permanent to unlock, or an unlocked one to lock.
pub(super) fn turn_lock(world: &mut impl EditGame, frame: &mut Frame, what: Obj, unlock: bool) -> InstructionFlow {
    let Some(object) = acting_one(world, frame, what) else { return InstructionFlow::Next };
    let doors = doors::among(world, object, !unlock);
    let you = frame.bindings.you;
    let door = match doors.as_slice() {
        [] => return InstructionFlow::Next,
        [only] => *only,
        both if frame.phase == 0 => {
            let options = both.iter().map(|door| Choice::Door { object, door: *door }).collect();
            return frame.ask(1, you, Prompt::Course(frame.subject()), Shape::ChooseOne(options));
        }
        both => both[place(&Returned::answer(world)).min(both.len() - 1)],
    };
    doors::set(world, you, object, (door, unlock));
    InstructionFlow::Next
}

/// CR 701.27a: double-faced permanents are turned over.
pub(super) fn transform(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let objects = acting_permanents(world, frame, what).into_iter();
    let turned = |object| Some(Event::Transform { object, over: turned_over(world, frame, object)? });
    let turning: Vec<Event> = objects.filter_map(turned).collect();
    if turning.is_empty() { InstructionFlow::Next } else { frame.propose(1, turning) }
}

/// What a permanent is once an instruction has turned it over. Nothing happens to one that shows a single face, or whose other
/// face isn't a permanent (CR 701.27c-d), nor to one that only day and night turn over (702.145b, e).
pub(super) fn turned_over(world: &impl ReadGame, frame: &Frame, object: ObjectRef) -> Option<CopiableSource> {
    let board = board(world);
    if board.object(object.id).zone != Zone::Battlefield {
        return None;
    }
    // CR 701.27f: an ability of the permanent itself turns it over only if nothing has since it was put on the stack.
    let since = frame.bindings.stack.and_then(|ability| Some(board.view(ability)?.object.timestamp));
    let turned = board.status(object.id).turned;
    if object == frame.bindings.this && since.is_some_and(|since| turned > since) || day_night::binds(&board, object.id)
    {
        return None;
    }
    events::transform::other_face(world, object)
}
