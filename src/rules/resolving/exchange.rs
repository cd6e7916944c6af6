//! Exchanges (CR 701.12).

use super::step::{InstructionFlow, acting, acting_one, is_in, seat, seats};
use crate::cards::def::{Duration, Measure, Obj, Objects, Var, Who, ZoneKind};
use crate::cards::{CardTable, Op, exchanged};
use crate::model::bindings::{Frame, Value};
use crate::model::event::{Cause, EntersAs, Event};
use crate::model::ids::{ObjectRef, Seat, SeatSet, StaticHandle};
use crate::model::object::Object;
use crate::model::player::Players;
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::events;
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 701.12a-b: two permanents or spells that different players control change sides; if they can't, nothing happens. What lasts of
/// it are the next two instructions.
pub(super) fn control(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    into: Option<Var>,
) -> InstructionFlow {
    let objects = exchangeable(world, frame, what);
    let Some(pair) = can_exchange(world, &objects) else {
        frame.store(into, Vec::new());
        return InstructionFlow::Jump(frame.pc + 1 + exchanged().len() as u16);
    };
    for ((object, new_controller), (object_var, player_var)) in pair.into_iter().zip(exchanged()) {
        frame.bindings.set(object_var, Value::Objects(vec![object]));
        frame.bindings.set(player_var, Value::Seats(SeatSet::only(new_controller)));
    }
    frame.store(into, objects);
    InstructionFlow::Next
}

/// What an instruction names whose control can change: permanents and what is on the stack.
pub(super) fn exchangeable(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> Vec<ObjectRef> {
    let mut objects = acting(world, frame, what);
    objects.retain(|o| is_in(world, *o, Zone::Battlefield) || is_in(world, *o, Zone::Stack));
    objects
}

/// Each of two objects with the player who gets it; `None` if control of them can't be exchanged.
pub(super) fn can_exchange(world: &impl ReadGame, objects: &[ObjectRef]) -> Option<[(ObjectRef, Seat); 2]> {
    let [a, b] = objects else { return None };
    let board = Live::new(world);
    let (one, other) = (board.chars(a.id).controller, board.chars(b.id).controller);
    (one != other).then_some([(*a, other), (*b, one)])
}

/// CR 701.12h: the rules text of each of two objects becomes what that of the other was. The effects are the next two instructions,
/// or begin as one of the two enters.
pub(super) fn texts(world: &mut impl EditGame, frame: &mut Frame, what: &Objects, until: &Duration) -> InstructionFlow {
    let Some([a, b]) = whose_texts(world, frame, what, until) else {
        return InstructionFlow::Jump(frame.pc + 1 + exchanged().len() as u16);
    };
    let of = |world: &mut _, object| {
        let entering = events::enters_as(world, object);
        layers::rules_text(world, object, entering.as_ref()).unwrap_or_default()
    };
    let (of_a, of_b) = (of(world, a), of(world, b));
    let texts = [of_b, of_a].map(|text| layers::make_values(world, text));
    let program = world.part::<CardTable>().program(frame.program);
    let rows = [1, 2].map(|next| match program.get(usize::from(frame.pc) + next) {
        Some(Op::Continuous(index, _)) => StaticHandle { def: frame.program.def, index: *index },
        other => panic!("an exchange of texts is followed by its effects, not by {other:?}"),
    });
    // CR 614.12a: if one is about to enter, both begin as it does, and neither if it doesn't enter after all.
    let entering = [a, b].into_iter().find(|o| events::is_entering(world, *o));
    for (n, (object_var, text_var)) in exchanged().into_iter().enumerate() {
        frame.bindings.set(object_var, Value::Objects(vec![[a, b][n]]));
        frame.bindings.set(text_var, Value::Text(texts[n]));
        let effect = EntersAs { handle: rows[n], bindings: frame.bindings.clone() };
        if entering.is_some_and(|with| events::enter_with_effect(world, with, effect)) {
            frame.bindings.clear(object_var);
        }
    }
    InstructionFlow::Next
}

/// CR 701.12a, 608.2d: whether texts can be exchanged.
pub(super) fn can_texts(world: &mut impl EditGame, frame: &Frame, what: &Objects, until: &Duration) -> bool {
    whose_texts(world, frame, what, until).is_some()
}

/// The two objects whose texts can be exchanged: permanents, or what is about to enter.
pub(super) fn whose_texts(
    world: &mut impl EditGame,
    frame: &Frame,
    what: &Objects,
    until: &Duration,
) -> Option<[ObjectRef; 2]> {
    let mut objects = acting(world, frame, what);
    let enters = |world: &mut _, object| *until == Duration::Forever && events::is_entering(world, object);
    objects.retain(|o| is_in(world, *o, Zone::Battlefield) || enters(world, *o));
    <[ObjectRef; 2]>::try_from(objects).ok()
}

/// CR 701.12c: what two players gain and lose to exchange life totals; `None` if they can't, and nothing if they have the same.
fn life_events(world: &impl ReadGame, a: Seat, b: Seat) -> Option<Vec<Event>> {
    let life = |seat| world.part::<Players>().get(seat).life;
    let (more, less) = if life(a) < life(b) { (b, a) } else { (a, b) };
    let amount = life(more).saturating_sub(life(less));
    if amount == 0 {
        return Some(Vec::new());
    }
    let gain = Event::GainLife { seat: less, amount };
    let lose = Event::LoseLife { seat: more, amount, paid: false };
    (events::can_happen(world, &gain) && events::can_happen(world, &lose)).then(|| vec![gain, lose])
}

/// The life that is gained and lost as the players that are meant exchange life totals; `None` if they can't (CR 701.12a).
fn exchange_of(world: &mut impl EditGame, frame: &Frame, a: Who, b: Who) -> Option<Vec<Event>> {
    let mut both = seats(world, frame, a);
    for seat in seats(world, frame, b) {
        if !both.contains(&seat) {
            both.push(seat);
        }
    }
    match both.as_slice() {
        [a, b] => life_events(world, *a, *b),
        _ => None,
    }
}

/// CR 701.12a, 608.2d: whether two players can exchange life totals.
pub(super) fn can_exchange_life(world: &mut impl EditGame, frame: &Frame, a: Who, b: Who) -> bool {
    exchange_of(world, frame, a, b).is_some()
}

/// What a player gains or loses so that their life total becomes the power or toughness of a creature, that creature and the life
/// total of now; `None` if the exchange can't be made (CR 701.12a, g).
fn exchange_with(
    world: &mut impl EditGame,
    frame: &Frame,
    who: Who,
    (of, measure): (Obj, Measure),
) -> Option<(Option<Event>, ObjectRef, i32)> {
    let seat = seat(world, frame, who)?;
    let object = acting_one(world, frame, of).filter(|object| is_in(world, *object, Zone::Battlefield))?;
    let board = Live::new(world);
    let chars = board.chars(object.id);
    let new = match measure {
        Measure::Power if chars.has_pt => chars.power,
        Measure::Toughness if chars.has_pt => chars.toughness,
        _ => return None,
    };
    let old = world.part::<Players>().get(seat).life;
    let amount = new.saturating_sub(old);
    let event = match amount.signum() {
        1 => Some(Event::GainLife { seat, amount }),
        -1 => Some(Event::LoseLife { seat, amount: amount.saturating_neg(), paid: false }),
        _ => None,
    };
    event.as_ref().is_none_or(|event| events::can_happen(world, event)).then_some((event, object, old))
}

/// CR 701.12a, 608.2d: whether a life total can be exchanged with a power or toughness.
pub(super) fn can_exchange_with(world: &mut impl EditGame, frame: &Frame, who: Who, of: Obj, measure: Measure) -> bool {
    exchange_with(world, frame, who, (of, measure)).is_some()
}

/// CR 701.12g: the player gains or loses life; what the creature gets is the next instruction.
pub(super) fn life_with(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    of: Obj,
    measure: Measure,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let Some((event, object, life)) = exchange_with(world, frame, who, (of, measure)) else {
        return InstructionFlow::Jump(frame.pc + 2);
    };
    let [(object_var, life_var), _] = exchanged();
    frame.bindings.set(object_var, Value::Objects(vec![object]));
    frame.bindings.set(life_var, Value::Number(life));
    match event {
        Some(event) => frame.propose(1, vec![event]),
        None => InstructionFlow::Next,
    }
}

/// CR 701.12d, f: the cards of both zones move at once; either may be empty.
pub(super) fn zones(world: &mut impl EditGame, frame: &mut Frame, who: Who, between: [ZoneKind; 2]) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let Some(seat) = seat(world, frame, who) else { return InstructionFlow::Next };
    let [Some(one), Some(other)] = between.map(|kind| own_zone(kind, seat)) else { return InstructionFlow::Next };
    let moves = |from: Zone, to: Zone| {
        let cards = world.part::<Zones>().list(from).iter().map(|id| world.row::<Object>(*id).reference());
        cards.map(|card| Move::plain(card, to, Cause::Effect).into()).collect::<Vec<Event>>()
    };
    let both = [moves(one, other), moves(other, one)].concat();
    if both.is_empty() { InstructionFlow::Next } else { frame.propose(1, both) }
}

/// A player's own zone of a kind.
fn own_zone(kind: ZoneKind, seat: Seat) -> Option<Zone> {
    match kind {
        ZoneKind::Hand => Some(Zone::Hand(seat)),
        ZoneKind::Library => Some(Zone::Library(seat)),
        ZoneKind::Graveyard => Some(Zone::Graveyard(seat)),
        _ => None,
    }
}

/// CR 701.12a, c: they gain and lose what makes the difference, at the same time.
pub(super) fn life(world: &mut impl EditGame, frame: &mut Frame, a: Who, b: Who) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    match exchange_of(world, frame, a, b) {
        Some(events) if !events.is_empty() => frame.propose(1, events),
        _ => InstructionFlow::Next,
    }
}
