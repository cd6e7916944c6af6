//! Searching libraries (CR 701.23), scry (701.22), surveil (701.25), exiling cards until one matches a filter.

use super::choices;
use super::poll::{POLLED, poll};
use super::step::{InstructionFlow, amount, amount_for, board, is_in, is_playing, named, object_choices, seat, seats};
use super::zones::{reveal, top_cards, zone_matching};
use crate::cards::def::{Filter, KeywordAction, Measure, Quantity, ReplacedEvent, Rule, Together, Var, Who, ZoneKind};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Prompt, SetRule, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Event, Place};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::player::Players;
use crate::model::zone::{Move, Zone};
use crate::rules::events::{is_replaced, record};
use crate::rules::legal::enough;
use crate::rules::log::EventLog;
use crate::rules::reading::{self, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::learn;

/// CR 701.23: a player finds cards. Cards with a stated quality needn't be found in a hidden zone (701.23b), others must (701.23d).
pub(super) fn search<G: EditGame>(
    world: &mut G,
    frame: &mut Frame,
    (who, of): (Who, Who),
    (filter, zones, together): (&Filter, &[ZoneKind], &[Together]),
    max: &Quantity,
    into: Var,
) -> InstructionFlow {
    let searcher = seat(world, frame, who).filter(|s| is_playing(world, *s));
    let Some(searcher) = searcher else { return frame.nothing(Some(into)) };
    let offer = |world: &mut G, frame: &mut Frame, searcher: Seat| {
        let mut options = Vec::new();
        let before = found_before(frame, searcher).map(<[ObjectRef]>::to_vec);
        for owner in seats(world, frame, of) {
            // CR 701.23a: who searches looks at all cards.
            if in_libraries(zones) && may_search(world, frame, searcher, owner) {
                let most = most_searched(world, searcher);
                let looked = top_cards(world, owner, most.unwrap_or(i32::MAX));
                if before.is_none() || owner != searcher {
                    EventLog::aside(world, || Fact::Searches { by: searcher, library: owner });
                }
                learn(world, &looked, SeatSet::only(searcher));
                let mut found = zone_matching(world, frame, Zone::Library(owner), filter);
                if most.is_some() {
                    found.retain(|card| looked.contains(card));
                }
                options.extend(found);
            }
            if zones.contains(&ZoneKind::Hand) {
                let looked = zone_matching(world, frame, Zone::Hand(owner), &Filter::Any);
                learn(world, &looked, SeatSet::only(searcher));
                options.extend(zone_matching(world, frame, Zone::Hand(owner), filter));
            }
            if zones.contains(&ZoneKind::Graveyard) {
                options.extend(zone_matching(world, frame, Zone::Graveyard(owner), filter));
            }
        }
        options.retain(|card| !before.iter().flatten().any(|found| found == card));
        let max = amount(world, frame, max);
        let hidden = in_libraries(zones) || zones.contains(&ZoneKind::Hand);
        let stated = !matches!(filter, Filter::Any);
        let min = if together.is_empty() && !(hidden && stated) { max } else { 0 };
        choices::together(world, frame, together, (options, min, max))
    };
    if frame.phase == FOUND {
        return found(world, frame, searcher, into);
    }
    let watched = frame.phase < POLLED && reading::are_controlled(world);
    if watched {
        let own = in_libraries(zones) && seats(world, frame, of).contains(&searcher);
        world.part_mut::<Players>().get_mut(searcher).searching = own && may_search(world, frame, searcher, searcher);
    }
    match poll(world, frame, &[searcher], Prompt::Search, offer) {
        Ok(chosen) => {
            let own = in_libraries(zones) && seats(world, frame, of).contains(&searcher);
            if own && may_search(world, frame, searcher, searcher) {
                world.part_mut::<Players>().get_mut(searcher).searched = true;
                mark_dirty(world, StateClass::HISTORY);
                let cards: Vec<ObjectRef> = chosen.iter().flat_map(|(_, objects)| objects).copied().collect();
                if found_before(frame, searcher).is_none() {
                    performed(world, searcher, KeywordAction::Search, 0);
                }
                match frame.searched.iter_mut().find(|(seat, _)| *seat == searcher) {
                    Some((_, found)) => found.extend(&cards),
                    None => frame.searched.push((searcher, cards.clone())),
                }
                let replaced = |event: &ReplacedEvent| matches!(event, ReplacedEvent::Finds(_));
                if !cards.is_empty() && is_replaced(world, replaced) {
                    let find = |object: &ObjectRef| Event::Find { seat: searcher, object: *object };
                    let events = cards.iter().map(find).collect();
                    return frame.propose_for(FOUND, cards, events);
                }
            }
            world.part_mut::<Players>().get_mut(searcher).searching = false;
            let found = chosen.into_iter().flat_map(|(_, objects)| objects).collect();
            frame.store(Some(into), found);
            InstructionFlow::Next
        }
        Err(step) => step,
    }
}

/// CR 701.23h: what a player has found in their library in these instructions since it was shuffled, if they have searched it:
/// to search it again is the same search.
fn found_before(frame: &Frame, searcher: Seat) -> Option<&[ObjectRef]> {
    frame.searched.iter().find(|(seat, _)| *seat == searcher).map(|(_, found)| found.as_slice())
}

/// The phase of a search in which effects have replaced that cards are found.
const FOUND: u8 = POLLED;

/// CR 614.6: what is found are the cards of which no effect has replaced that.
fn found(world: &mut impl EditGame, frame: &mut Frame, searcher: Seat, into: Var) -> InstructionFlow {
    let happened = Returned::happened(world).happened.clone();
    let cards = frame.kept(0).iter().enumerate().filter(|(place, _)| happened.contains(&(*place as u16)));
    let found = cards.map(|(_, card)| *card).collect();
    world.part_mut::<Players>().get_mut(searcher).searching = false;
    frame.store(Some(into), found);
    InstructionFlow::Next
}

/// Whether a search is of libraries, among other zones or not.
pub(super) fn in_libraries(zones: &[ZoneKind]) -> bool {
    zones.is_empty() || zones.contains(&ZoneKind::Library)
}

/// CR 101.2: whether no effect says that a player can't search a library because of the spell or ability that resolves.
pub(super) fn may_search(world: &impl ReadGame, frame: &Frame, searcher: Seat, library: Seat) -> bool {
    let own = searcher == library && searcher == frame.bindings.you;
    !reading::concerns(world, searcher, |rule| match rule {
        Rule::CantSearch { who, own: only_own } => (own || !only_own).then_some(*who),
        _ => None,
    })
}

/// CR 701.23f: how many cards from the top a player searches of a library, if not all of them.
fn most_searched(world: &impl ReadGame, searcher: Seat) -> Option<i32> {
    let board = Live::new(world);
    let of = |rule: &Rule| match rule {
        Rule::SearchesTop(who, _) => Some(*who),
        _ => None,
    };
    let rules = reading::rules_for(&board, searcher, of);
    let most = rules.filter_map(|(rule, _)| if let Rule::SearchesTop(_, n) = rule { Some(*n) } else { None });
    most.min()
}

/// Tells that a player has performed a keyword action.
pub(super) fn performed(world: &mut impl EditGame, seat: Seat, action: KeywordAction, looked: i32) {
    record(world, &[Fact::Performed { seat, action, looked }]);
}

// Places in the scratch of `exile_until` besides the card that moves: what has been exiled so far.
const EXILED: usize = 1;

/// Exiles card after card of a library's top until one matches the filter. A card that goes elsewhere instead isn't looked at; one
/// that can't leave the library ends it.
pub(super) fn exile_until(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    (filter, total): (&Filter, Option<&(Measure, Quantity)>),
    (into, exiled): (Option<Var>, Option<Var>),
) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who) else {
        frame.store(exiled, Vec::new());
        return frame.nothing(into);
    };
    let (mut all, mut found, mut stuck) = (Vec::new(), None, None);
    if frame.phase > 0 {
        let before = frame.kept(0)[0];
        all = frame.kept(EXILED).to_vec();
        let mut new = frame.after_moves(world, None);
        new.retain(|o| is_in(world, *o, Zone::Exile));
        found = new.iter().copied().find(|o| reading::matches(&board(world), &frame.bindings, filter, *o));
        stuck = Some(before.id).filter(|_| new.is_empty());
        all.append(&mut new);
        if let Some((measure, least)) = total {
            let board = board(world);
            let sum = all.iter().map(|card| enough::measured(&board, *measure, *card)).fold(0, i32::saturating_add);
            let least = reading::value(&board, &frame.bindings, least);
            found = found.filter(|_| sum >= least);
        }
    }
    let top = top_cards(world, seat, 1).first().copied().filter(|card| Some(card.id) != stuck);
    if let (None, Some(card)) = (found, top) {
        let event = Move::plain(card, Zone::Exile, Cause::Effect).into();
        let step = frame.propose_for(1, vec![card], vec![event]);
        frame.scratch.push(Value::Objects(all));
        return step;
    }
    frame.store(into, found.into_iter().collect());
    frame.store(exiled, all);
    InstructionFlow::Next
}

/// CR 701.20a: reveals card after card of a library's top until one matches the filter.
pub(super) fn reveal_until(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    filter: &Filter,
    (into, revealed): (Option<Var>, Option<Var>),
) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who) else {
        frame.store(revealed, Vec::new());
        return frame.nothing(into);
    };
    let mut all = top_cards(world, seat, i32::MAX);
    let board = board(world);
    let found = all.iter().position(|o| reading::matches(&board, &frame.bindings, filter, *o));
    all.truncate(found.map_or(all.len(), |at| at + 1));
    reveal(world, &all);
    frame.revealed.extend(all.iter().copied());
    frame.store(into, found.map(|at| all[at]).into_iter().collect());
    frame.store(revealed, all);
    InstructionFlow::Next
}

/// Where the cards go that don't stay on top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Away {
    Bottom,
    Graveyard,
}

/// CR 701.22.
pub(super) fn scry(world: &mut impl EditGame, frame: &mut Frame, who: Who, count: &Quantity) -> InstructionFlow {
    arrange(world, frame, who, count, Away::Bottom)
}

/// CR 701.25.
pub(super) fn surveil(world: &mut impl EditGame, frame: &mut Frame, who: Who, count: &Quantity) -> InstructionFlow {
    arrange(world, frame, who, count, Away::Graveyard)
}

// Phases of `arrange`.
const NEXT_PLAYER: u8 = 0;
const CHOSEN: u8 = 1;
const AWAY_ORDERED: u8 = 2;
const KEPT_ORDERED: u8 = 3;
const MOVED: u8 = 4;

// Places in its scratch: who has decided, the cards of who is deciding, and then by player who, what goes away and what
// stays, each the topmost first.
const DONE: usize = 0;
const LOOKED: usize = 1;
const FIRST: usize = 2;

/// CR 701.22c: players decide in APNAP order, then all cards move at once.
fn arrange(world: &mut impl EditGame, frame: &mut Frame, who: Who, count: &Quantity, away: Away) -> InstructionFlow {
    if frame.phase == MOVED {
        return arranged(world, frame, away);
    }
    let players = seats(world, frame, who);
    if frame.scratch.is_empty() {
        frame.scratch = vec![Value::Seats(SeatSet::NONE), Value::Objects(Vec::new())];
    }
    for seat in players.iter().copied() {
        if frame.kept_seats(DONE).contains(seat) {
            continue;
        }
        if let Some(step) = decide(world, frame, seat, count, away) {
            return step;
        }
        frame.keep_seat(DONE, seat);
    }
    propose(world, frame, &players, count, away)
}

/// One player decides; `Some` is a step to wait for.
fn decide(
    world: &mut impl EditGame,
    frame: &mut Frame,
    seat: Seat,
    count: &Quantity,
    away: Away,
) -> Option<InstructionFlow> {
    let subject = frame.subject();
    let last = frame.scratch.len().saturating_sub(1);
    match frame.phase {
        NEXT_PLAYER => {
            let count = amount_for(world, frame, count, Referent::Player(seat));
            let looked = top_cards(world, seat, count);
            learn(world, &looked, SeatSet::only(seat));
            if looked.is_empty() {
                keep(frame, seat, Vec::new(), Vec::new());
                return None;
            }
            EventLog::aside(world, || Fact::LooksAt { by: SeatSet::only(seat), objects: looked.clone() });
            let options = object_choices(&looked);
            let max = options.len() as u16;
            frame.scratch[LOOKED] = Value::Objects(looked);
            let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
            return Some(frame.ask(CHOSEN, seat, Prompt::Arrange(subject), shape));
        }
        CHOSEN => {
            let looked = frame.kept(LOOKED);
            let gone = named(looked, &Returned::answer(world));
            let kept: Vec<ObjectRef> = looked.iter().copied().filter(|o| !gone.contains(o)).collect();
            let options = object_choices(&gone);
            keep(frame, seat, gone, kept);
            // The order in a graveyard is for its owner to choose as cards come there (CR 404.3).
            if away == Away::Bottom && options.len() > 1 {
                return Some(frame.ask(AWAY_ORDERED, seat, Prompt::OrderCards(subject), Shape::Order(options)));
            }
        }
        AWAY_ORDERED => {
            let ordered = named(frame.kept(last - 1), &Returned::answer(world));
            frame.scratch[last - 1] = Value::Objects(ordered);
        }
        _ => {
            let ordered = named(frame.kept(last), &Returned::answer(world));
            frame.scratch[last] = Value::Objects(ordered);
            frame.phase = NEXT_PLAYER;
            return None;
        }
    }
    let options = object_choices(frame.kept(frame.scratch.len() - 1));
    if options.len() > 1 {
        return Some(frame.ask(KEPT_ORDERED, seat, Prompt::OrderCards(subject), Shape::Order(options)));
    }
    frame.phase = NEXT_PLAYER;
    None
}

/// What a player has decided.
fn keep(frame: &mut Frame, seat: Seat, gone: Vec<ObjectRef>, kept: Vec<ObjectRef>) {
    frame.scratch.extend([Value::Seats(SeatSet::only(seat)), Value::Objects(gone), Value::Objects(kept)]);
}

/// Who hasn't decided everything begins again; if they have left the game it is the next one's turn.
pub(super) fn again(world: &impl ReadGame, frame: &mut Frame) {
    if frame.scratch.len() > FIRST {
        let decided = frame.kept_seats(DONE);
        let whose = |frame: &Frame, at: usize| frame.kept_seats(at).iter().next();
        let mut at = FIRST;
        while at < frame.scratch.len() {
            let stays = whose(frame, at).is_some_and(|seat| decided.contains(seat) && is_playing(world, seat));
            if stays {
                at += 3;
            } else {
                frame.scratch.drain(at..at + 3);
            }
        }
    }
    frame.phase = NEXT_PLAYER;
}

/// All have decided: what changes places moves.
fn propose(
    world: &mut impl EditGame,
    frame: &mut Frame,
    players: &[Seat],
    count: &Quantity,
    away: Away,
) -> InstructionFlow {
    let mut objects: Vec<ObjectRef> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    let mut looks: Vec<(Seat, i32)> = Vec::new();
    for at in (FIRST..frame.scratch.len()).step_by(3) {
        let Some(seat) = frame.kept_seats(at).iter().next().filter(|s| players.contains(s)) else { continue };
        // CR 701.22b, 701.25c: of no cards it isn't done at all; in an empty library it is.
        let done = amount_for(world, frame, count, Referent::Player(seat)) > 0;
        let (gone, kept) = (frame.kept(at + 1), frame.kept(at + 2));
        if done {
            looks.push((seat, (gone.len() + kept.len()) as i32));
        }
        for object in gone {
            let (to, place) = match away {
                Away::Bottom => (Zone::Library(seat), Place::Bottom),
                Away::Graveyard => (Zone::Graveyard(seat), Place::Top),
            };
            objects.push(*object);
            events.push(Move::plain(*object, to, Cause::Effect).with_place(place).into());
        }
        let looked = top_cards(world, seat, (gone.len() + kept.len()) as i32);
        let unchanged = looked.iter().filter(|o| kept.contains(o)).eq(kept);
        if !unchanged {
            // The last one put on top is the topmost.
            for object in kept.iter().rev() {
                objects.push(*object);
                events.push(Move::plain(*object, Zone::Library(seat), Cause::Effect).into());
            }
        }
    }
    if events.is_empty() {
        tell(world, &looks, away);
        return InstructionFlow::Next;
    }
    let step = frame.propose_for(MOVED, objects, events);
    // Behind what the moves keep.
    for (seat, count) in looks {
        frame.scratch.extend([Value::Seats(SeatSet::only(seat)), Value::Number(count)]);
    }
    step
}

/// CR 701.22d, 701.25d: these players have scried or surveilled, and looked at N cards.
fn tell(world: &mut impl EditGame, looks: &[(Seat, i32)], away: Away) {
    let action = match away {
        Away::Bottom => KeywordAction::Scry,
        Away::Graveyard => KeywordAction::Surveil,
    };
    for (seat, looked) in looks {
        performed(world, *seat, action, *looked);
    }
}

/// Who put cards somewhere in their library knows them there.
fn arranged(world: &mut impl EditGame, frame: &mut Frame, away: Away) -> InstructionFlow {
    let whose = (1..frame.scratch.len()).step_by(2);
    let looks = whose.filter_map(|at| Some((frame.kept_seats(at).iter().next()?, frame.kept_number(at + 1))));
    let looks: Vec<(Seat, i32)> = looks.collect();
    let new = frame.after_moves(world, None);
    for object in new {
        if let Zone::Library(seat) = super::step::zone_of(world, object) {
            learn(world, &[object], SeatSet::only(seat));
        }
    }
    tell(world, &looks, away);
    InstructionFlow::Next
}
