//! Tokens (CR 111, 701.7) and emblems (114).

use super::step::{Step, amount_for, read_objects, seats};
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, Modification, Objects, Quantity, Var, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::Frame;
use crate::model::dirt::Inputs;
use crate::model::event::{Cause, Enter, Event};
use crate::model::ids::{DefId, ObjectRef, Referent, Seat};
use crate::model::object::{Base, Object, ObjectKind};
use crate::model::zone::{Move, Zone};
use crate::rules::schedule::touch;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, zones};

/// More tokens than this are never created by one instruction.
const MOST: i32 = 4096;

/// A token that the definition describes.
pub(super) struct Printed {
    /// The token, by its place in the definition.
    pub index: u16,
    /// Tapped.
    pub tapped: bool,
    /// Where they are stored.
    pub into: Option<Var>,
}

/// CR 701.7: players create tokens that the definition describes.
pub(super) fn create_printed(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    token: Printed,
) -> Step {
    if frame.phase > 0 {
        return created(world, frame, token.into);
    }
    let def = world.part::<CardTable>().token(frame.program.def, token.index);
    let template = Template { base: Base::Def(def, 0), def: Some(def), tapped: token.tapped };
    let events = create_events(world, frame, who, count, &template);
    if events.is_empty() { frame.nothing(token.into) } else { frame.propose(1, events) }
}

/// A token that is a copy.
pub(super) struct Copied<'a> {
    /// Of what: of each one.
    pub of: &'a Objects,
    /// Except for these changes, which are copied too (CR 707.9).
    pub exceptions: &'a [Modification],
    /// Tapped.
    pub tapped: bool,
    /// Where they are stored.
    pub into: Option<Var>,
}

/// CR 707.2: players create tokens that are copies of objects, each as it is or last was (111.12).
pub(super) fn create_copies(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    token: Copied<'_>,
) -> Step {
    if frame.phase > 0 {
        return created(world, frame, token.into);
    }
    let originals = read_objects(world, frame, token.of);
    let mut events = Vec::new();
    for of in originals {
        let Some(values) = layers::copiable(world, of) else { continue };
        // CR 707.8a: of something double-faced both faces.
        let values = values.map(|chars| layers::with_exceptions(world, chars, token.exceptions, &frame.bindings));
        // CR 111.5.
        if !values.chars.is(CardTypes::PERMANENT) {
            continue;
        }
        let base = layers::make_copy(world, values);
        let template = Template { base, def: None, tapped: token.tapped };
        events.extend(create_events(world, frame, who, count, &template));
    }
    if events.is_empty() { frame.nothing(token.into) } else { frame.propose(1, events) }
}

/// What all tokens of an instruction have in common.
struct Template {
    base: Base,
    def: Option<DefId>,
    tapped: bool,
}

fn create_events(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    template: &Template,
) -> Vec<Event> {
    let mut events = Vec::new();
    for seat in seats(world, frame, who) {
        let count = amount_for(world, frame, count, Referent::Player(seat)).min(MOST);
        if count > 0 {
            let enter = Enter { controller: seat, tapped: template.tapped, ..Enter::default() };
            events.push(Event::CreateTokens {
                seat,
                base: template.base,
                def: template.def,
                count: count as u32,
                enter: Box::new(enter),
            });
        }
    }
    events
}

fn created(world: &impl ReadGame, frame: &mut Frame, into: Option<Var>) -> Step {
    let tokens: Vec<ObjectRef> = Returned::happened(world).objects.iter().map(|(_, o)| *o).collect();
    frame.store(into, tokens);
    Step::Next
}

/// CR 114.2: players get an emblem, owned and controlled by them.
pub(super) fn emblem(world: &mut impl EditGame, frame: &Frame, who: Who, token: u16) -> Step {
    let def = world.part::<CardTable>().token(frame.program.def, token);
    for seat in seats(world, frame, who) {
        let _ = put_new(world, ObjectKind::Emblem, seat, Base::Def(def, 0), Zone::Command);
    }
    Step::Next
}

/// Makes an object that wasn't there and puts it into a zone, known to all.
pub(super) fn put_new(world: &mut impl EditGame, kind: ObjectKind, owner: Seat, base: Base, zone: Zone) -> ObjectRef {
    let id = Slots::take(world, kind);
    let object = world.row_mut::<Object>(id);
    object.owner = owner;
    object.base = base;
    let object = object.reference();
    let new = Move::plain(object, zone, Cause::Effect).with_reveal(true);
    let moved = zones::move_objects(world, &[new]);
    crate::rules::log::EventLog::moved(world, &moved);
    touch(world, Inputs::CHARACTERISTICS);
    moved.first().expect("a new object moves").new
}
