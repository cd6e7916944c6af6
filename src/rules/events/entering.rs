//! A permanent as it would be on the battlefield (CR 614.12), and what changes how it enters from within
//! instructions (614.12a).

use super::{possible, sagas};
use crate::cards::def::{CounterKind, Filter, Keyword, Obj, Rule, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::agenda::Agenda;
use crate::model::bindings::{Bindings, Value};
use crate::model::continuous::ContinuousEffects;
use crate::model::dirt::StateClass;
use crate::model::entering::LookedAhead;
use crate::model::event::{BatchPhase, Enter, EntersAs, Event};
use crate::model::ids::{AbilityKey, DefId, ObjectId, ObjectRef, Referent, StaticHandle, Timestamp};
use crate::model::object::{
    CastAs, Characteristics, Chosen, CopiableSource, Counters, Linked, LinkedRecord, Object, ObjectKind, Restrictions,
    Status, ThisTurn,
};
use crate::model::task::{Preparation, Task};
use crate::model::zone::{Move, Zone};
use crate::rules::driver::Flow;
use crate::rules::layers;
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{self, Slots};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::entering_base;
use bevy_ecs::prelude::*;

/// Prepares what a task needs and only the world can give.
///
/// # Panics
/// If it is another kind of task.
pub(super) fn prepare_exclusive(world: &mut World, task: Task) -> Flow {
    let Task::Prepare(what) = task else { panic!("only preparations are made here, not {:?}", task.kind()) };
    match what {
        Preparation::Slots(count) => Slots::reserve(world, count),
        Preparation::LookAhead { object, enter } => {
            let chars = layers::entering(world, object, &enter);
            world.part_mut::<LookedAhead>().known.push((object, enter, chars));
        }
    }
    Flow::Continue
}

/// An object as it would be on the battlefield if it entered as the event stands.
pub(super) struct LookAhead {
    object: Object,
    chars: Characteristics,
    status: Status,
    linked: Linked,
    counters: Counters,
}

impl LookAhead {
    /// The look-ahead of a move to the battlefield; `None` for other events, if the object is gone, and if it hasn't been
    /// looked ahead yet ([`LookedAhead::wanted`]).
    pub(super) fn of(world: &mut impl EditGame, event: &Event) -> Option<Self> {
        let Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. }) = event else { return None };
        let mut row = *Live::new(world).object(object.id);
        if row.reference() != *object {
            return None;
        }
        let mut chars = world.part_mut::<LookedAhead>().of(*object, enter)?;
        chars.controller = enter.controller;
        row.zone = Zone::Battlefield;
        // CR 608.3f.
        if row.kind == ObjectKind::Copy {
            row.kind = ObjectKind::Token;
        }
        let status = Status {
            tapped: enter.tapped,
            face_down: enter.face_down,
            base_controller: enter.controller,
            attached_to: enter.attach_to,
            protector: enter.protector,
            own_face: enter.copy.map(|_| row.base),
            ..Status::default()
        };
        let linked = LinkedRecord { chosen: enter.chosen, cards: enter.linked.clone(), ..LinkedRecord::default() };
        let mut counters = Counters::default();
        enter.counters.iter().for_each(|(kind, n)| counters.add(*kind, *n, Timestamp(0)));
        Some(Self { object: row, chars, status, linked: linked.into(), counters })
    }

    /// The abilities of the permanent itself that would replace how it enters: static ones that affect only it.
    pub(super) fn own<'a>(&'a self, table: &'a CardTable) -> impl Iterator<Item = (AbilityKey, u16)> + 'a {
        self.chars.abilities.iter().filter_map(move |instance| {
            let ability = table.ability(instance.handle);
            let functions = ability.zones & Traits::bit(ZoneKind::Battlefield) != 0;
            match ability.kind {
                AbilityKind::Static { index, .. } if functions => Some((instance.key(self.object.reference()), index)),
                _ => None,
            }
        })
    }

    /// Whether an effect would take all abilities from it.
    fn lost_abilities(&self) -> bool {
        self.chars.restrictions.contains(Restrictions::LOST_ABILITIES)
    }

    /// CR 614.17: whether counters of a kind could be put on it, as effects in force and its own ones that affect only it say.
    pub(super) fn takes_counters(&self, world: &impl ReadGame, kind: CounterKind) -> bool {
        let (board, object) = (self.board(world), self.object.reference());
        let table = world.part::<CardTable>();
        let own = |key: AbilityKey, index: u16| {
            let effect = &table.static_row(StaticHandle { def: key.handle.def, index }).effect;
            let is_own = matches!(effect, StaticEffect::Rule(Rule::CantPutCounters(_, on)) if is_itself_only(on));
            let bindings = Bindings::new(self.chars.controller, object);
            is_own && reading::forbids_counters(&board, effect, &bindings, object, kind)
        };
        reading::takes_counters(&board, Referent::Object(object), kind)
            && !self.own(table).any(|(key, index)| own(key, index))
    }

    /// Whether it would have a keyword.
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.chars.keywords.contains(keyword.set())
    }

    /// Whether it enters as a copy of something.
    pub(super) fn is_copy(&self) -> bool {
        self.status.own_face.is_some()
    }

    /// Its controller.
    pub(super) fn controller(&self) -> crate::model::ids::Seat {
        self.chars.controller
    }

    /// The game with this object on the battlefield.
    pub(super) fn board<'w>(&'w self, world: &'w impl ReadGame) -> Ahead<'w> {
        Ahead { live: Live::new(world), ahead: self }
    }
}

/// What abilities of a permanent say of the counters with which it enters by the rules (CR 306.5b, 310.4b, 714.3).
pub(super) struct Intrinsic {
    /// It enters without abilities, those by which it would enter with counters among them.
    pub(super) none: bool,
    /// How many loyalty counters fewer it enters with (CR 702.150a).
    pub(super) fewer: u32,
    /// Of a Saga with read ahead: its final chapter number.
    pub(super) chapters: Option<u8>,
}

/// CR 614.12: what abilities say of the counters of a planeswalker that enters (`loyal`), of a Saga (`read`) or of a battle. `Err` is
/// what has to be prepared first.
pub(super) fn intrinsic(
    world: &mut impl EditGame,
    event: Option<&Event>,
    (object, loyal, read): (ObjectRef, bool, bool),
) -> Result<Intrinsic, Preparation> {
    let mut found = Intrinsic { none: false, fewer: 0, chapters: None };
    let symbols = Live::new(world).stack_entry(object.id).cast.life_symbols;
    let (compleated, read) = (loyal && symbols > 0, read && !loyal);
    let takes_abilities = world.part::<CardTable>().0.traits.takes_abilities;
    let Some(event) = event.filter(|_| takes_abilities || compleated || read) else { return Ok(found) };
    let ahead = LookAhead::of(world, event);
    if let Some(what) = world.part_mut::<LookedAhead>().wanted() {
        return Err(what);
    }
    let Some(ahead) = ahead else { return Ok(found) };
    found.none = takes_abilities && ahead.lost_abilities();
    if compleated && ahead.has(Keyword::Compleated) {
        found.fewer = 2 * u32::from(symbols);
    }
    if read && ahead.has(Keyword::ReadAhead) {
        found.chapters = Some(sagas::final_chapter(&ahead.board(world), object.id));
    }
    Ok(found)
}

/// CR 614.12: an effect of the permanent itself applies to its own entering only if it affects that permanent alone.
pub(super) fn is_itself_only(filter: &Filter) -> bool {
    match filter {
        Filter::Is(Obj::This) => true,
        Filter::And(all) => all.iter().any(is_itself_only),
        _ => false,
    }
}

/// Whether the permanent's own abilities could replace how it enters, so that a look-ahead is worth making.
pub(super) fn may_replace_itself(world: &impl ReadGame, object: ObjectRef, enter: &Enter) -> bool {
    let row = world.row::<Object>(object.id);
    let table = world.part::<CardTable>();
    let own = match enter.copy.unwrap_or_else(|| entering_base(row, enter)) {
        CopiableSource::Def(def, face) => table.def(def).faces.get(face as usize).is_some_and(|f| f.traits.replaces),
        CopiableSource::Interned(_) => true,
    };
    let grants = |id| !table.static_row(slots::effect(world, id).handle).granted.is_empty();
    // What it says instead of its own text may, too (CR 612.5).
    own || !enter.is.is_empty() || world.part::<ContinuousEffects>().order.iter().any(|id| grants(*id))
}

/// The game with one more object on the battlefield.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'w> {
    live: Live<'w>,
    ahead: &'w LookAhead,
}

impl Ahead<'_> {
    fn is_it(&self, id: ObjectId) -> bool {
        self.ahead.object.id == id
    }
}

impl Board for Ahead<'_> {
    #[inline]
    fn live(&self) -> &Live<'_> {
        &self.live
    }
    fn object(&self, id: ObjectId) -> &Object {
        if self.is_it(id) { &self.ahead.object } else { self.live.object(id) }
    }
    fn chars(&self, id: ObjectId) -> &Characteristics {
        if self.is_it(id) { &self.ahead.chars } else { self.live.chars(id) }
    }
    fn status(&self, id: ObjectId) -> &Status {
        if self.is_it(id) { &self.ahead.status } else { self.live.status(id) }
    }
    fn this_turn(&self, id: ObjectId) -> &ThisTurn {
        if self.is_it(id) { &ThisTurn::NEW } else { self.live.this_turn(id) }
    }
    fn cast_as(&self, id: ObjectId) -> &CastAs {
        if self.is_it(id) { &CastAs::NEW } else { self.live.cast_as(id) }
    }
    fn linked(&self, id: ObjectId) -> &Linked {
        if self.is_it(id) { &self.ahead.linked } else { self.live.linked(id) }
    }
    fn counters(&self, id: ObjectId) -> &Counters {
        if self.is_it(id) { &self.ahead.counters } else { self.live.counters(id) }
    }
}

/// The entering of an object that waits while instructions of a replacement effect run, innermost first.
fn waiting(world: &mut impl EditGame) -> impl Iterator<Item = (ObjectRef, &mut Enter)> {
    let batches = world.part_mut::<Agenda>().batches_mut().filter(|batch| batch.phase == BatchPhase::Running);
    batches.filter_map(|batch| match &mut batch.events.get_mut(batch.at as usize)?.event {
        Some(Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. })) => {
            Some((*object, &mut **enter))
        }
        _ => None,
    })
}

fn change_enter(world: &mut impl EditGame, object: ObjectRef, change: impl FnOnce(&mut Enter)) -> bool {
    let found = waiting(world).find(|(entering, _)| *entering == object);
    found.map(|(_, enter)| change(enter)).is_some()
}

/// Whether an object is among those whose entering waits for the instructions that run now.
pub fn is_entering(world: &impl ReadGame, object: ObjectRef) -> bool {
    let enters = |event: &Event| matches!(event, Event::Move(Move { object: o, to: Zone::Battlefield, enter: Some(_), .. }) if *o == object);
    let mut batches = world.part::<Agenda>().batches().filter(|batch| batch.phase == BatchPhase::Running);
    batches.any(|batch| batch.events.iter().filter_map(|row| row.event.as_ref()).any(enters))
}

/// The object whose entering waits for the instructions that run now.
pub fn entering_now(world: &mut impl EditGame) -> Option<ObjectRef> {
    waiting(world).next().map(|(object, _)| object)
}

/// An object that is about to enter will enter tapped. False if it isn't about to enter.
pub fn enter_tapped(world: &mut impl EditGame, object: ObjectRef) -> bool {
    change_enter(world, object, |enter| enter.tapped = true)
}

/// An object that is about to enter will enter with counters. False if it isn't about to enter.
pub fn enter_with_counters(world: &mut impl EditGame, object: ObjectRef, kind: CounterKind, count: u32) -> bool {
    change_enter(world, object, |enter| add_counters(enter, kind, count))
}

/// How an object is about to enter; `None` if it isn't about to.
pub fn enters_as(world: &mut impl EditGame, object: ObjectRef) -> Option<Enter> {
    waiting(world).find(|(entering, _)| *entering == object).map(|(_, enter)| enter.clone())
}

/// A continuous effect will begin as the object enters (CR 611.2e). False if it isn't about to enter.
pub fn enter_with_effect(world: &mut impl EditGame, object: ObjectRef, effect: EntersAs) -> bool {
    change_enter(world, object, |enter| enter.is.push(effect))
}

/// Instructions that would tap an object that is about to enter, or put counters on it, change how it enters instead
/// (CR 614.12a). Answers whether the event was one of these.
pub(super) fn takes_in(world: &mut impl EditGame, event: &Event) -> bool {
    let (object, counters) = match event {
        Event::Tap { object, .. } => (*object, None),
        Event::PutCounters { target: Referent::Object(object), kind, count, .. } => (*object, Some((*kind, *count))),
        _ => return false,
    };
    if possible::on_battlefield(world, object) {
        return false;
    }
    match counters {
        Some((kind, count)) => enter_with_counters(world, object, kind, count),
        None => enter_tapped(world, object),
    }
}

/// Adds to the counters that something enters with.
pub(super) fn add_counters(enter: &mut Enter, kind: CounterKind, count: u32) {
    match enter.counters.iter_mut().find(|(k, _)| *k == kind) {
        Some((_, n)) => *n = n.saturating_add(count),
        None if count > 0 => enter.counters.push((kind, count)),
        None => {}
    }
}

/// Takes from the counters that something enters with.
pub(super) fn remove_counters(enter: &mut Enter, kind: CounterKind, count: u32) {
    enter.counters.iter_mut().filter(|(k, _)| *k == kind).for_each(|(_, n)| *n = n.saturating_sub(count));
    enter.counters.retain(|(_, n)| *n > 0);
}

/// CR 607.2d, 614.12a: remembers a choice for `this`: in the event by which it is about to enter, otherwise in its
/// status. `by` is the definition whose abilities it was made for.
pub fn remember_choice(world: &mut impl EditGame, this: ObjectRef, value: Value, by: Option<DefId>) {
    if change_enter(world, this, |enter| remember(&mut enter.chosen, &value, by)) || this == ObjectRef::NONE {
        return;
    }
    let row = world.row::<Object>(this.id);
    if row.reference() == this && row.kind != ObjectKind::Unused {
        remember(&mut world.row_mut::<Linked>(this.id).chosen, &value, by);
        mark_dirty(world, StateClass::CHOSEN);
    }
}

fn remember(chosen: &mut Chosen, value: &Value, by: Option<DefId>) {
    let kind = match value {
        Value::Color(color) => {
            chosen.color = Some(*color);
            0
        }
        Value::Subtype(subtype) => {
            chosen.subtype = Some(*subtype);
            1
        }
        Value::Name(name) => {
            chosen.name = Some(*name);
            2
        }
        Value::Seats(seats) => {
            chosen.player = seats.iter().next();
            3
        }
        Value::Number(number) => {
            chosen.number = Some(*number);
            4
        }
        Value::CardType(kind) => {
            chosen.card_type = Some(*kind);
            5
        }
        Value::Objects(_) | Value::Votes(_) | Value::Done | Value::CastMethod(_) | Value::Text(_) => return,
    };
    chosen.by[kind] = by;
}
