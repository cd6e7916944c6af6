//! Keyword actions on zones: destroy, sacrifice, discard, mill, reveal, look, shuffle (CR 701), and drawing (121).

use super::choices::at_random;
use super::moving;
use super::poll::{Offer, POLLED, poll};
use super::step::{InstructionFlow, acting, acting_permanents, amount_for, board, owner_of, seats, zone_of};
use crate::cards::def::{Destination, Filter, Objects, Quantity, Var, Who, ZoneKind};
use crate::model::agenda::Returned;
use crate::model::bindings::Frame;
use crate::model::decision::Prompt;
use crate::model::event::{Cause, Event};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{ObjectKind, Restrictions};
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::log::EventLog;
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots::by_handle;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::learn;

/// More cards than this are never drawn or milled by one instruction.
const MOST: i32 = 4096;

/// CR 701.8.
pub(super) fn destroy(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    no_regeneration: bool,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == 0 {
        let objects = acting_permanents(world, frame, what);
        if objects.is_empty() {
            return frame.nothing(into);
        }
        let events = objects.iter().map(|o| Event::Destroy { object: *o, no_regeneration, by_effect: true }).collect();
        return frame.propose_for(1, objects, events);
    }
    frame.after_moves(world, into);
    InstructionFlow::Next
}

/// CR 701.21a: whether one of these players can sacrifice a permanent.
pub(super) fn can_be_sacrificed(world: &impl ReadGame, object: ObjectRef, by: &[Seat]) -> bool {
    let board = Live::new(world);
    let chars = board.chars(object.id);
    by.contains(&chars.controller) && !chars.restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
}

fn sacrifice_event(world: &impl ReadGame, object: ObjectRef) -> Event {
    Move::plain(object, Zone::Graveyard(owner_of(world, object)), Cause::Sacrifice).into()
}

/// CR 701.21a: those of these permanents that the players control.
pub(super) fn sacrifice(world: &mut impl EditGame, frame: &mut Frame, who: Who, what: &Objects) -> InstructionFlow {
    if frame.phase == 0 {
        let players = seats(world, frame, who);
        let mut objects = acting_permanents(world, frame, what);
        objects.retain(|o| can_be_sacrificed(world, *o, &players));
        if objects.is_empty() {
            return InstructionFlow::Next;
        }
        let events = objects.iter().map(|o| sacrifice_event(world, *o)).collect();
        return frame.propose_for(1, objects, events);
    }
    frame.after_moves(world, None);
    InstructionFlow::Next
}

/// CR 609.3: permanents are sacrificed and objects are moved as one event, as far as they can be.
pub(super) fn sacrifice_and_move(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (who, sacrificed): (Who, &Objects),
    (what, to): (&Objects, &Destination),
) -> InstructionFlow {
    if frame.phase == 0 {
        let players = seats(world, frame, who);
        let mut objects = acting_permanents(world, frame, sacrificed);
        objects.retain(|o| can_be_sacrificed(world, *o, &players));
        let mut events: Vec<Event> = objects.iter().map(|o| sacrifice_event(world, *o)).collect();
        for object in acting(world, frame, what) {
            let moves = moving::can_move(world, object, to) && moving::has_controller(world, frame, object, to);
            if moves && !objects.contains(&object) {
                events.push(moving::event(world, frame, object, to, Cause::Effect, None));
                objects.push(object);
            }
        }
        if events.is_empty() {
            return InstructionFlow::Next;
        }
        return frame.propose_for(1, objects, events);
    }
    frame.after_moves(world, None);
    InstructionFlow::Next
}

/// CR 701.21, 101.4: players sacrifice permanents of their choice, all at once; without a count any number of them (107.1c).
pub(super) fn sacrifice_choice<G: EditGame>(
    world: &mut G,
    frame: &mut Frame,
    who: Who,
    filter: &Filter,
    count: Option<&Quantity>,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase < POLLED {
        let players = seats(world, frame, who);
        let offer = |world: &mut G, frame: &mut Frame, seat: Seat| {
            let count = count.map(|count| amount_for(world, frame, count, Referent::Player(seat)));
            let options = sacrificeable(world, frame, filter, seat);
            Offer::between(options, count.unwrap_or(0), count.unwrap_or(i32::MAX))
        };
        let chosen = match poll(world, frame, &players, Prompt::Sacrifice, offer) {
            Ok(chosen) => chosen,
            Err(step) => return step,
        };
        let objects: Vec<ObjectRef> = chosen.into_iter().flat_map(|(_, objects)| objects).collect();
        if objects.is_empty() {
            return frame.nothing(into);
        }
        let events = objects.iter().map(|o| sacrifice_event(world, *o)).collect();
        return frame.propose_for(POLLED, objects, events);
    }
    frame.after_moves(world, into);
    InstructionFlow::Next
}

/// The permanents that match a filter and that a player could sacrifice.
pub(super) fn sacrificeable(world: &mut impl EditGame, frame: &Frame, filter: &Filter, seat: Seat) -> Vec<ObjectRef> {
    let board = board(world);
    let all = board.zones().battlefield.iter().map(|id| board.object(*id).reference());
    let own = all.filter(|o| {
        let chars = board.chars(o.id);
        let able = !chars.restrictions.contains(Restrictions::CANT_BE_SACRIFICED);
        chars.controller == seat && able && !board.status(o.id).phased_out
    });
    own.filter(|o| reading::matches(&board, &frame.bindings, filter, *o)).collect()
}

/// CR 121.2: cards are drawn one at a time; of several players in APNAP order (121.2c).
pub(super) fn draw(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == 0 {
        let mut events = Vec::new();
        for seat in seats(world, frame, who) {
            let n = amount_for(world, frame, count, Referent::Player(seat)).min(MOST);
            events.extend(crate::rules::events::draws(world, seat, n.max(0) as u32));
        }
        if events.is_empty() {
            return frame.nothing(into);
        }
        return frame.propose(1, events);
    }
    let drawn = Returned::happened(world).objects.iter().map(|(_, card)| *card).collect();
    frame.store(into, drawn);
    InstructionFlow::Next
}

/// How players discard because of an instruction.
pub(super) struct Discarded<'a> {
    /// How many cards each.
    pub count: &'a Quantity,
    /// What the discarded cards must be like.
    pub filter: &'a Filter,
    /// Whether chance chooses instead of the player.
    pub random: bool,
}

/// CR 701.9b: players discard cards of their choice or by chance; all at once, after all have chosen (101.4).
pub(super) fn discard<G: EditGame>(
    world: &mut G,
    frame: &mut Frame,
    who: Who,
    what: Discarded<'_>,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase < POLLED {
        let players = seats(world, frame, who);
        let offer = |world: &mut G, frame: &mut Frame, seat: Seat| {
            let count = amount_for(world, frame, what.count, Referent::Player(seat));
            // CR 108.2b, 701.9a: a token that was put into a hand isn't a card.
            let mut hand = zone_matching(world, frame, Zone::Hand(seat), what.filter);
            hand.retain(|o| is_card(world, *o));
            if what.random { Offer::settled(at_random(world, hand, count)) } else { Offer::exactly(hand, count) }
        };
        let chosen = match poll(world, frame, &players, Prompt::Discard, offer) {
            Ok(chosen) => chosen,
            Err(step) => return step,
        };
        let objects: Vec<ObjectRef> = chosen.into_iter().flat_map(|(_, objects)| objects).collect();
        return propose_discards(world, frame, objects, into);
    }
    frame.after_moves(world, into);
    InstructionFlow::Next
}

/// CR 701.9a: these cards, each by its owner.
pub(super) fn discard_these(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    if frame.phase == 0 {
        let mut objects = acting(world, frame, what);
        objects.retain(|o| zone_of(world, *o).kind() == ZoneKind::Hand && is_card(world, *o));
        return propose_discards(world, frame, objects, None);
    }
    frame.after_moves(world, None);
    InstructionFlow::Next
}

/// Whether it is a card (CR 108.2).
fn is_card(world: &impl ReadGame, object: ObjectRef) -> bool {
    Live::new(world).object(object.id).kind == ObjectKind::Card
}

fn propose_discards(
    world: &impl ReadGame,
    frame: &mut Frame,
    objects: Vec<ObjectRef>,
    into: Option<Var>,
) -> InstructionFlow {
    if objects.is_empty() {
        return frame.nothing(into);
    }
    let event = |o: &ObjectRef| Event::Discard { seat: owner_of(world, *o), object: *o, cost: false };
    let events = objects.iter().map(event).collect();
    frame.propose_for(POLLED, objects, events)
}

/// The objects of a zone that match a filter.
pub(super) fn zone_matching(world: &mut impl EditGame, frame: &Frame, zone: Zone, filter: &Filter) -> Vec<ObjectRef> {
    let board = board(world);
    let all = board.zones().list(zone).iter().map(|id| board.object(*id).reference());
    all.filter(|o| reading::matches(&board, &frame.bindings, filter, *o)).collect()
}

/// The top cards of a library, the top one first.
pub(super) fn top_cards(world: &impl ReadGame, seat: Seat, count: i32) -> Vec<ObjectRef> {
    let board = Live::new(world);
    let library = &world.part::<Zones>().own[seat.index()].library;
    library.iter().rev().take(count.max(0) as usize).map(|id| board.object(*id).reference()).collect()
}

/// CR 701.17: as many as there are.
pub(super) fn mill(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == 0 {
        let mut objects = Vec::new();
        let mut events = Vec::new();
        for seat in seats(world, frame, who) {
            let n = amount_for(world, frame, count, Referent::Player(seat)).min(MOST);
            for object in top_cards(world, seat, n) {
                objects.push(object);
                events.push(Move::plain(object, Zone::Graveyard(seat), Cause::Mill).into());
            }
        }
        if objects.is_empty() {
            return frame.nothing(into);
        }
        return frame.propose_for(1, objects, events);
    }
    frame.after_moves(world, into);
    InstructionFlow::Next
}

/// CR 701.20: shows objects to all players.
pub fn reveal(world: &mut impl EditGame, objects: &[ObjectRef]) {
    learn(world, objects, SeatSet::ALL);
    let facts: Vec<Fact> = by_handle(world, objects).into_iter().map(|object| Fact::Revealed { object }).collect();
    crate::rules::events::record(world, &facts);
}

/// CR 701.20.
pub(super) fn reveal_objects(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    let objects = acting(world, frame, what);
    reveal(world, &objects);
    frame.revealed.extend(objects);
    InstructionFlow::Next
}

/// CR 701.20e: shows objects to players.
pub(super) fn look(world: &mut impl EditGame, frame: &Frame, who: Who, what: &Objects) -> InstructionFlow {
    let objects = acting(world, frame, what);
    let players = seats(world, frame, who).into_iter().collect();
    learn(world, &objects, players);
    if !objects.is_empty() {
        EventLog::aside(world, || Fact::LooksAt { by: players, objects });
    }
    InstructionFlow::Next
}

/// CR 701.24.
pub(super) fn shuffle(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        frame.searched.retain(|(searcher, _)| *searcher != seat);
        crate::rules::zones::shuffle(world, seat);
        crate::rules::events::record(world, &[Fact::Shuffled { seat }]);
    }
    InstructionFlow::Next
}
