//! Damage (CR 120), life (119), fighting (701.14).

use super::illegal::is_unknown;
use super::step::{
    InstructionFlow, acting_one, acting_permanents, acting_recipients, amount_for, board, is_in, seats, with_current,
};
use crate::cards::def::{CardTypes, Obj, Objects, Quantity, Recipients, Var, Who, dealt};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::event::Event;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 120.1: what can be dealt damage.
pub(super) fn can_be_damaged(world: &impl ReadGame, target: Referent) -> bool {
    const TYPES: CardTypes = CardTypes::CREATURE.union(CardTypes::PLANESWALKER).union(CardTypes::BATTLE);
    match target {
        Referent::Player(seat) => world.part::<Players>().is_alive(seat),
        Referent::Object(o) => is_in(world, o, Zone::Battlefield) && Live::new(world).chars(o.id).is(TYPES),
    }
}

/// CR 120.2b: an object deals damage, to all recipients at once. A gone source deals it as it last was (608.2h).
pub(super) fn deal(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (amount, to): (&Quantity, &Recipients),
    and: &[(Quantity, Recipients)],
    source: Obj,
    (into, dealt_to): (Option<Var>, Option<Var>),
) -> InstructionFlow {
    if frame.phase == 0 {
        let source = reading::object(&board(world), &frame.bindings, source);
        let mut events = Vec::new();
        if let Some(source) = source {
            for (amount, to) in dealt(amount, to, and) {
                // CR 608.2b: what is to be known of an illegal target isn't dealt, the rest is.
                if is_unknown(frame, amount) {
                    continue;
                }
                for target in damaged(world, frame, to) {
                    let amount = amount_for(world, frame, amount, target);
                    // CR 120.8.
                    if amount > 0 && can_be_damaged(world, target) {
                        frame.scratch.push(match target {
                            Referent::Object(o) => Value::Objects(vec![o]),
                            Referent::Player(s) => Value::Seats(SeatSet::only(s)),
                        });
                        events.push(Event::Damage { source, target, amount, combat: false });
                    }
                }
            }
        }
        if events.is_empty() {
            frame.nothing(dealt_to);
            return frame.nothing(into);
        }
        return frame.propose(1, events);
    }
    let amounts = &Returned::happened(world).amounts;
    let mut objects: Vec<ObjectRef> = Vec::new();
    let mut players = SeatSet::NONE;
    for (place, _) in amounts.iter().filter(|(_, n)| *n > 0) {
        match frame.scratch.get(*place as usize) {
            Some(Value::Objects(o)) => objects.extend(o),
            Some(Value::Seats(s)) => players.0 |= s.0,
            _ => {}
        }
    }
    frame.store_number(into, total(world));
    match dealt_to {
        // One variable holds either: objects if there are any.
        Some(var) if objects.is_empty() && !players.is_empty() => frame.bindings.set(var, Value::Seats(players)),
        _ => frame.store(dealt_to, objects),
    }
    InstructionFlow::Next
}

/// CR 120.2b, 608.2f: several objects deal damage at once, each to what the words mean where `It` is that object.
pub(super) fn deal_each(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    amount: &Quantity,
    to: &Recipients,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let outer = frame.bindings.it;
    let mut events = Vec::new();
    for source in acting_permanents(world, frame, what) {
        frame.bindings.it = Some(Referent::Object(source));
        let amount = reading::value(&board(world), &frame.bindings, amount);
        for target in damaged(world, frame, to) {
            // CR 120.8.
            if amount > 0 && can_be_damaged(world, target) {
                events.push(Event::Damage { source, target, amount, combat: false });
            }
        }
    }
    frame.bindings.it = outer;
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}

/// What an instruction deals damage to. What two phrases of its words stand for is dealt damage for each of them; what belongs to
/// several groups is dealt it once.
fn damaged(world: &mut impl EditGame, frame: &Frame, to: &Recipients) -> Vec<Referent> {
    let parts = match to {
        Recipients::Union(parts) => parts.as_slice(),
        one if is_unknown(frame, one) => return Vec::new(),
        one => return acting_recipients(world, frame, one),
    };
    let mut all: Vec<Referent> = Vec::new();
    for part in parts.iter().filter(|part| !is_unknown(frame, *part)) {
        let group = matches!(part, Recipients::Objects(Objects::All(_) | Objects::In(..)));
        for one in acting_recipients(world, frame, part) {
            if !group || !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

/// All amounts of the last batch's proposed events together.
pub(super) fn total(world: &impl ReadGame) -> i32 {
    Returned::happened(world).amounts.iter().fold(0i32, |sum, (_, n)| sum.saturating_add(*n))
}

/// CR 119.3.
pub(super) fn gain_life(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    into: Option<Var>,
) -> InstructionFlow {
    life(world, frame, who, count, into, |seat, amount| Event::GainLife { seat, amount })
}

/// CR 119.3.
pub(super) fn lose_life(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    into: Option<Var>,
) -> InstructionFlow {
    life(world, frame, who, count, into, |seat, amount| Event::LoseLife { seat, amount, paid: false })
}

fn life(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    into: Option<Var>,
    event: fn(Seat, i32) -> Event,
) -> InstructionFlow {
    if frame.phase > 0 {
        frame.store_number(into, total(world));
        return InstructionFlow::Next;
    }
    let mut events = Vec::new();
    for seat in seats(world, frame, who) {
        let amount = amount_for(world, frame, count, Referent::Player(seat));
        if amount > 0 {
            events.push(event(seat, amount));
        }
    }
    if events.is_empty() { frame.nothing(into) } else { frame.propose(1, events) }
}

/// CR 119.5: players gain or lose what is missing. A total may be set below zero (107.1b).
pub(super) fn set_life(world: &mut impl EditGame, frame: &mut Frame, who: Who, total: &Quantity) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let mut events = Vec::new();
    for seat in seats(world, frame, who) {
        let total =
            with_current(frame, Referent::Player(seat), |frame| reading::value(&board(world), &frame.bindings, total));
        let more = total.saturating_sub(world.part::<Players>().get(seat).life);
        match more {
            0 => {}
            1.. => events.push(Event::GainLife { seat, amount: more }),
            _ => events.push(Event::LoseLife { seat, amount: more.saturating_neg(), paid: false }),
        }
    }
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}

/// CR 701.14: two creatures deal damage equal to their power to each other; neither if one can't (701.14b).
pub(super) fn fight(world: &mut impl EditGame, frame: &mut Frame, a: Obj, b: Obj) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let fighters = [acting_one(world, frame, a), acting_one(world, frame, b)];
    let [Some(a), Some(b)] = fighters else { return InstructionFlow::Next };
    let board = board(world);
    let fits = |o: ObjectRef| board.object(o.id).zone == Zone::Battlefield && board.chars(o.id).is_creature();
    if !fits(a) || !fits(b) {
        return InstructionFlow::Next;
    }
    let power = |o: ObjectRef| board.chars(o.id).power;
    let damage =
        |source, target, amount| Event::Damage { source, target: Referent::Object(target), amount, combat: false };
    let mut events = if a == b {
        // CR 701.14c.
        vec![damage(a, a, power(a).saturating_mul(2))]
    } else {
        vec![damage(a, b, power(a)), damage(b, a, power(b))]
    };
    events.retain(|e| matches!(e, Event::Damage { amount, .. } if *amount > 0));
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}
