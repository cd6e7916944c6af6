//! Events within events (CR 616.1g): what an event turns into once nothing more applies to it as a whole.
//!
//! To destroy is to move; to discard is to move; tokens that are created enter one by one; damage has results (120.3).

use super::applicable::{DEFENSE, ENCHANTING, INSTEAD, LOYALTY, SAGA};
use super::entering::{LookAhead, add_counters, intrinsic, remove_counters};
use super::run::BatchFlow;
use super::{asks, possible, sagas};
use crate::cards::def::{CardTypes, CounterKind, Keyword, ReplacedEvent, StaticEffect, Subtype, SubtypeSet};
use crate::cards::{AbilityKind, CardTable};
use crate::model::continuous::{ActiveRules, RuleRow};
use crate::model::decision::Settings;
use crate::model::entering::LookedAhead;
use crate::model::event::{Batch, Cause, Enter, Event, Proposed};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, CopiableSource, Object, ObjectKind};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::Preparation;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::ending;
use crate::rules::reading::{self, Board, Live, battles};
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{self, entering_base};
use crate::rules::{layers, legal};

/// What an event was expanded into.
pub(super) enum Expanded {
    /// Another event, to be looked at again.
    Again,
    /// Someone must choose first.
    Ask(BatchFlow),
    /// The event itself: nothing more is contained in it.
    Nothing,
}

/// The most cards that are drawn at one instruction.
const MOST_DRAWS: u32 = 1024;

/// The events by which players draw cards: a draw each, or one for all of them if an effect asks how many they are.
pub fn draws(world: &impl ReadGame, seat: Seat, count: u32) -> Vec<Event> {
    let table = world.part::<CardTable>();
    let counts = |row: &RuleRow| {
        let StaticEffect::Replace(replacement) = &table.static_row(row.handle).effect else { return false };
        matches!(replacement.event, ReplacedEvent::DrawCards(..))
    };
    let counted = world.part::<ActiveRules>().replacements.iter().any(counts);
    if counted { vec![Event::DrawCards { seat, count }] } else { vec![Event::Draw { seat }; count as usize] }
}

/// CR 614.12: fills in how something would enter the battlefield: under whose control, with which face up.
pub(super) fn fill_in_entering(world: &impl ReadGame, row: &mut Proposed) {
    let Some(Event::Move(Move { object, to: Zone::Battlefield, enter, .. })) = &mut row.event else { return };
    let controller = || default_controller(world, *object);
    let enter = enter.get_or_insert_with(|| Box::new(Enter { controller: controller(), ..Enter::default() }));
    if let CopiableSource::Def(_, face) = entering_base(Live::new(world).object(object.id), enter) {
        enter.face = face;
    }
}

/// CR 616.1g: expands the event at a place into what it consists of, by one step.
pub(super) fn expand(world: &mut impl EditGame, batch: &mut Batch, i: usize) -> Expanded {
    let row = &mut batch.events[i];
    match &row.event {
        // CR 701.8a.
        Some(Event::Destroy { object, .. }) => {
            row.event = Some(to_graveyard(world, *object, Cause::Destroy));
            Expanded::Again
        }
        // CR 121.2, 121.2a.
        Some(Event::DrawCards { seat, count }) => {
            let count = (*count).min(MOST_DRAWS) as usize;
            let row = Proposed { event: Some(Event::Draw { seat: *seat }), ..row.clone() };
            batch.events.remove(i);
            batch.events.insert_many(i, std::iter::repeat_n(row, count));
            Expanded::Again
        }
        // CR 701.9a.
        Some(Event::Discard { object, .. }) => {
            row.event = Some(to_graveyard(world, *object, Cause::Discard));
            Expanded::Again
        }
        Some(Event::CreateTokens { count, .. }) if world.part::<Slots>().left() < room(world, *count) => {
            Expanded::Ask(BatchFlow::Prepare(Preparation::Slots(room(world, *count))))
        }
        Some(Event::CreateTokens { seat, base, count, enter, attackable, .. }) => {
            let (enter, attackable) = (Enter::clone(enter), attackable.clone());
            let tokens = Tokens { seat: *seat, base: *base, count: *count, enter, attackable };
            create_tokens(world, batch, i, tokens);
            Expanded::Again
        }
        Some(Event::Move(Move { to: Zone::Battlefield, .. })) => enters(world, batch, i),
        _ => Expanded::Nothing,
    }
}

fn to_graveyard(world: &impl ReadGame, object: ObjectRef, cause: Cause) -> Event {
    let owner = Live::new(world).object(object.id).owner;
    Move::plain(object, Zone::Graveyard(owner), cause).into()
}

fn default_controller(world: &impl ReadGame, object: ObjectRef) -> Seat {
    let board = Live::new(world);
    match board.object(object.id).zone {
        Zone::Stack => board.chars(object.id).controller,
        _ => board.object(object.id).owner,
    }
}

struct Tokens {
    seat: Seat,
    base: CopiableSource,
    count: u32,
    enter: Enter,
    attackable: Vec<Vec<Referent>>,
}

/// How many of a number of tokens there is room for.
fn room(world: &impl ReadGame, count: u32) -> u32 {
    let most = world.part::<Settings>().max_objects;
    count.min(most.saturating_sub(world.part::<Slots>().in_use() as u32))
}

/// CR 701.7: each token is an object that enters; from here on each entering is an event of its own.
fn create_tokens(world: &mut impl EditGame, batch: &mut Batch, i: usize, tokens: Tokens) {
    let room = room(world, tokens.count);
    if tokens.count > room {
        ending::end(world, Outcome::Inconclusive(Inconclusive::Objects));
    }
    let chars = layers::base_values(world, tokens.base);
    let (applied, place) = (batch.events[i].applied.clone(), batch.events[i].place);
    let rows = (0..room as usize).map(|nth| {
        let id = Slots::take(world, ObjectKind::Token);
        let object = world.row_mut::<Object>(id);
        // CR 111.2.
        object.owner = tokens.seat;
        object.base = tokens.base;
        let object = object.reference();
        zones::show(world, id);
        let row = world.row_mut::<Characteristics>(id);
        *row = Characteristics { controller: tokens.enter.controller, ..chars.clone() };
        let attackable = nth.checked_rem(tokens.attackable.len()).map(|nth| tokens.attackable[nth].clone());
        let enter = Enter { attackable: attackable.unwrap_or_default(), ..tokens.enter.clone() };
        let request = Move::plain(object, Zone::Battlefield, Cause::Effect).with_enter(enter);
        Proposed { event: Some(request.into()), applied: applied.clone(), place }
    });
    let rows: Vec<Proposed> = rows.collect();
    batch.events.remove(i);
    batch.events.insert_many(i, rows);
}

/// What the rules do to how a permanent enters, after all replacement effects.
fn enters(world: &mut impl EditGame, batch: &mut Batch, i: usize) -> Expanded {
    if let Err(what) = drop_forbidden(world, batch, i) {
        return Expanded::Ask(BatchFlow::Prepare(what));
    }
    if let Some(step) = attacks(world, batch, i) {
        return Expanded::Ask(step);
    }
    let row = &mut batch.events[i];
    let Some(Event::Move(Move { object, cause, enter: Some(enter), .. })) = &mut row.event else {
        return Expanded::Nothing;
    };
    if enter.face_down {
        return Expanded::Nothing;
    }
    let (object, cause) = (*object, *cause);
    let board = Live::new(world);
    let base = enter.copy.unwrap_or_else(|| entering_base(board.object(object.id), enter));
    let Line { types, subtypes, loyalty, defense, is_aura, is_saga } = line(world, base);
    // CR 400.4a.
    if !types.intersects(CardTypes::PERMANENT) {
        possible::drop_event(world, row);
        return Expanded::Again;
    }
    // CR 306.5b, 310.4b, 714.3a.
    let loyal = types.intersects(CardTypes::PLANESWALKER) && !row.applied.contains(&LOYALTY);
    let read = is_saga && !row.applied.contains(&SAGA);
    let defended = types.intersects(CardTypes::BATTLE) && !row.applied.contains(&DEFENSE);
    if loyal || defended || read {
        let intrinsic = match intrinsic(world, row.event.as_ref(), (object, loyal, read)) {
            Ok(intrinsic) => intrinsic,
            Err(what) => return Expanded::Ask(BatchFlow::Prepare(what)),
        };
        let Some(Event::Move(Move { enter: Some(enter), .. })) = &mut row.event else { return Expanded::Nothing };
        let (key, kind, count) = if loyal {
            (LOYALTY, CounterKind::Loyalty, loyalty.max(0) as u32)
        } else if defended {
            (DEFENSE, CounterKind::Defense, defense.max(0) as u32)
        } else {
            (SAGA, *sagas::LORE, 1)
        };
        row.applied.push(key);
        // CR 702.155b, 714.3b.
        if let (SAGA, Some(last)) = (key, intrinsic.chapters) {
            if last > 1 {
                let controller = enter.controller;
                return Expanded::Ask(asks::which_chapter(batch, object, controller, last));
            }
            add_counters(enter, kind, u32::from(last));
            return Expanded::Again;
        }
        if !intrinsic.none {
            add_counters(enter, kind, count);
        }
        // CR 702.150a.
        if key == LOYALTY {
            remove_counters(enter, kind, intrinsic.fewer);
        }
        if key == DEFENSE {
            return protected(world, batch, i, subtypes);
        }
        return Expanded::Again;
    }
    let resolves = cause == Cause::Resolve && enter.attach_to.is_some();
    if resolves || row.applied.contains(&ENCHANTING) || (!is_aura && enter.attach_to.is_none()) {
        return Expanded::Nothing;
    }
    row.applied.push(ENCHANTING);
    attached(world, batch, i, is_aura)
}

/// CR 508.4: what a permanent attacks that enters attacking, as its controller chooses; nothing, unless that is the attacking player
/// (506.3b). `Some` is a step to wait for.
fn attacks(world: &impl ReadGame, batch: &mut Batch, i: usize) -> Option<BatchFlow> {
    let Some(Event::Move(Move { object, enter: Some(enter), .. })) = &mut batch.events[i].event else { return None };
    if enter.attackable.is_empty() {
        return None;
    }
    let (object, controller) = (*object, enter.controller);
    let mut options = enter.attackable.clone();
    let live = Live::new(world);
    let plays = |seat| live.players().is_alive(seat);
    options.retain(|to| match to {
        Referent::Player(seat) => plays(*seat),
        Referent::Object(o) => live.is_current(*o) && reading::defends(&live, o.id).is_some_and(plays),
    });
    if world.part::<Turn>().active == controller && options.len() > 1 {
        return Some(asks::attack_what(batch, object, controller, options));
    }
    enter.attackable.clear();
    enter.attacking = options.first().copied().filter(|_| world.part::<Turn>().active == controller);
    None
}

/// CR 614.12, 614.17: a permanent enters without the counters that can't be put on it. `Err` is what has to be prepared first.
fn drop_forbidden(world: &mut impl EditGame, batch: &mut Batch, i: usize) -> Result<(), Preparation> {
    if !world.part::<CardTable>().0.traits.forbids_counters {
        return Ok(());
    }
    let Some(event @ Event::Move(Move { enter: Some(enter), .. })) = &batch.events[i].event else { return Ok(()) };
    if enter.counters.is_empty() {
        return Ok(());
    }
    let event = event.clone();
    let ahead = LookAhead::of(world, &event);
    if let Some(what) = world.part_mut::<LookedAhead>().wanted() {
        return Err(what);
    }
    let Some(ahead) = ahead else { return Ok(()) };
    let Some(Event::Move(Move { enter: Some(enter), .. })) = &mut batch.events[i].event else { return Ok(()) };
    enter.counters.retain(|(kind, _)| ahead.takes_counters(world, *kind));
    Ok(())
}

/// What a permanent is that enters.
struct Line {
    types: CardTypes,
    subtypes: SubtypeSet,
    loyalty: i32,
    defense: i32,
    is_aura: bool,
    is_saga: bool,
}

/// What a permanent is that enters, as it is copiable.
fn line(world: &impl ReadGame, base: CopiableSource) -> Line {
    let aura = |c: &Characteristics| {
        c.is(CardTypes::ENCHANTMENT) && Subtype::named("Aura").is_some_and(|aura| c.subtypes.contains(aura))
    };
    let of = |c: &Characteristics| Line {
        types: c.types,
        subtypes: c.subtypes,
        loyalty: c.loyalty,
        defense: c.defense,
        is_aura: aura(c),
        is_saga: c.is(CardTypes::ENCHANTMENT) && sagas::is_saga(c),
    };
    match base {
        CopiableSource::Def(def, face) => {
            let faces = &world.part::<CardTable>().def(def).faces;
            of(&faces[usize::from(face).min(faces.len() - 1)].chars)
        }
        CopiableSource::Interned(_) => of(&layers::base_values(world, base)),
    }
}

/// CR 310.8a: who protects a battle that enters: its controller chooses, if there is a choice. Without anybody to choose, nobody does
/// (704.5w).
fn protected(world: &impl ReadGame, batch: &mut Batch, i: usize, subtypes: SubtypeSet) -> Expanded {
    let Some(Event::Move(Move { object, enter: Some(enter), .. })) = &mut batch.events[i].event else {
        return Expanded::Nothing;
    };
    let (object, controller) = (*object, enter.controller);
    let protectors = battles::protectors(world.part::<Players>(), subtypes, controller);
    if protectors.len() < 2 {
        enter.protector = protectors.first().copied();
        return Expanded::Again;
    }
    Expanded::Ask(asks::who_protects(batch, object, controller, protectors))
}

/// What a permanent enters attached to: as the event says, if it can be (CR 303.4h-i); otherwise the controller of an
/// Aura chooses (303.4f). An Aura without a host stays where it is, or goes to the graveyard from the stack (303.4g).
fn attached(world: &mut impl EditGame, batch: &mut Batch, i: usize, is_aura: bool) -> Expanded {
    let Some(event) = batch.events[i].event.clone() else { return Expanded::Nothing };
    let ahead = LookAhead::of(world, &event);
    if let Some(what) = world.part_mut::<LookedAhead>().wanted() {
        // It is looked at again.
        batch.events[i].applied.pop();
        return Expanded::Ask(BatchFlow::Prepare(what));
    }
    let Some(ahead) = ahead else { return Expanded::Nothing };
    let Event::Move(Move { object, enter: Some(enter), .. }) = event else { return Expanded::Nothing };
    let board = ahead.board(world);
    let can = |to: &Referent| legal::can_be_attached(&board, object, *to);
    let hosts: Vec<Referent> = match enter.attach_to {
        Some(host) => Some(host).filter(can).into_iter().collect(),
        None => {
            let open = enter.hosts.clone().unwrap_or_else(|| hosts(&board));
            open.into_iter().filter(|to| *to != Referent::Object(object) && can(to)).collect()
        }
    };
    match hosts.as_slice() {
        [] if !is_aura => set_host(batch, i, None),
        [] => return nowhere(world, batch, i, object),
        [one] => set_host(batch, i, Some(*one)),
        _ => return Expanded::Ask(asks::enchant_what(batch, object, enter.controller, hosts)),
    }
    Expanded::Again
}

/// CR 303.4g, 303.4i: whether the event is about an Aura that stays where it is, because there is nothing that it can
/// enchant as it enters. The result counts only if no look ahead is still needed ([`LookedAhead::wanted`]).
pub(crate) fn lacks_host(world: &mut impl EditGame, event: &Event) -> bool {
    let Event::Move(Move { object, enter: Some(enter), .. }) = event else { return false };
    let base = enter.copy.unwrap_or_else(|| entering_base(Live::new(world).object(object.id), enter));
    if enter.face_down || !line(world, base).is_aura {
        return false;
    }
    let Some(ahead) = LookAhead::of(world, event) else { return false };
    let board = ahead.board(world);
    let can = |to: &Referent| *to != Referent::Object(*object) && legal::can_be_attached(&board, *object, *to);
    match enter.attach_to {
        Some(host) => !can(&host),
        None => !enter.hosts.clone().unwrap_or_else(|| hosts(&board)).iter().any(can),
    }
}

/// Everything that an Aura could be attached to: permanents, players, cards in graveyards.
fn hosts(board: &impl Board) -> Vec<Referent> {
    let zones = board.zones();
    let active = board.turn().active;
    let graveyards = zones.own.iter().flat_map(|own| own.graveyard.iter());
    let objects = zones.battlefield.iter().chain(graveyards).map(|id| Referent::Object(board.object(*id).reference()));
    let players = board.players().in_turn_order(active).map(Referent::Player);
    objects.chain(players).collect()
}

fn nowhere(world: &mut impl EditGame, batch: &mut Batch, i: usize, object: ObjectRef) -> Expanded {
    let row = &mut batch.events[i];
    if Live::new(world).object(object.id).zone == Zone::Stack {
        row.event = Some(to_graveyard(world, object, Cause::StateBased));
    } else {
        possible::drop_event(world, row);
    }
    Expanded::Again
}

/// Determines what the permanent of an event enters attached to.
pub(super) fn set_host(batch: &mut Batch, i: usize, host: Option<Referent>) {
    if let Some(Event::Move(Move { enter: Some(enter), .. })) = &mut batch.events[i].event {
        enter.attach_to = host;
    }
}

/// CR 120.3, 120.4c: proposes the results of the damage in the batch. Answers whether it proposed anything.
pub(super) fn results_of_damage(world: &impl ReadGame, batch: &mut Batch) -> bool {
    let damages = |row: &Proposed| matches!(row.event, Some(Event::Damage { .. }));
    let results = |row: &Proposed| row.place == Proposed::WITHIN && row.applied != [INSTEAD];
    if !batch.events.iter().any(damages) || batch.events.iter().any(results) {
        return false;
    }
    let board = Live::new(world);
    let mut results: Vec<Event> = Vec::new();
    // CR 702.15e: each source with lifelink causes one gain of life, to however many objects and players it deals damage.
    let mut linked: Vec<(ObjectRef, Seat, i32)> = Vec::new();
    for row in &batch.events {
        let Some(Event::Damage { source, target, amount, combat, .. }) = &row.event else { continue };
        let view = board.view(*source);
        // CR 120.3b, 120.3d: the controller of the source puts counters.
        let by = possible::controller(world, *source);
        if let (true, Referent::Player(_), Some(source)) = (*combat, *target, &view) {
            let count = toxic(board.table(), source.chars);
            put(&mut results, *target, CounterKind::Poison, count, by);
        }
        let has = |keyword: Keyword| view.as_ref().is_some_and(|v| v.chars.has(keyword));
        let counters = (has(Keyword::Wither), has(Keyword::Infect), by);
        results_of_one(&board, *target, *amount, counters, &mut results);
        if has(Keyword::Lifelink) {
            match linked.iter_mut().find(|(by, ..)| by == source) {
                Some((.., total)) => *total = total.saturating_add(*amount),
                None => linked.push((*source, possible::controller(world, *source), *amount)),
            }
        }
    }
    results.extend(linked.into_iter().map(|(_, seat, amount)| Event::GainLife { seat, amount }));
    let any = !results.is_empty();
    let within = |event| Proposed { event: Some(event), applied: Vec::new(), place: Proposed::WITHIN };
    batch.events.extend(results.into_iter().map(within));
    any
}

/// CR 702.164b: the total toxic value of a creature.
fn toxic(table: &CardTable, chars: &Characteristics) -> u32 {
    let values = chars.abilities.iter().map(|a| match table.ability(a.handle).kind {
        AbilityKind::Toxic(n) => n,
        _ => 0,
    });
    if chars.is_creature() { values.fold(0, u32::saturating_add) } else { 0 }
}

/// CR 120.3b, 120.3d: counters of one kind that a player puts on something because of damage by several sources are one event.
fn put(results: &mut Vec<Event>, on: Referent, put: CounterKind, more: u32, seat: Seat) {
    let known = results.iter_mut().find_map(|event| match event {
        Event::PutCounters { target, kind, count, by } if (*target, *kind, *by) == (on, put, seat) => Some(count),
        _ => None,
    });
    match known {
        Some(count) => *count = count.saturating_add(more),
        None if more > 0 => results.push(Event::PutCounters { target: on, kind: put, count: more, by: seat }),
        None => {}
    }
}

fn results_of_one(
    board: &impl Board,
    target: Referent,
    amount: i32,
    (wither, infect, by): (bool, bool, Seat),
    results: &mut Vec<Event>,
) {
    let count = amount.max(0) as u32;
    match target {
        Referent::Player(_) if infect => put(results, target, CounterKind::Poison, count, by),
        Referent::Player(seat) => results.push(Event::LoseLife { seat, amount, paid: false }),
        Referent::Object(object) => {
            let chars = board.chars(object.id);
            if chars.is(CardTypes::PLANESWALKER) {
                results.push(Event::RemoveCounters { target, kind: CounterKind::Loyalty, count });
            }
            // CR 120.3h.
            if chars.is(CardTypes::BATTLE) {
                results.push(Event::RemoveCounters { target, kind: CounterKind::Defense, count });
            }
            if chars.is_creature() && (wither || infect) {
                put(results, target, CounterKind::PowerToughness(-1, -1), count, by);
            }
        }
    }
}
