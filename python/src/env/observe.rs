//! What a seat may know, written into tensors.
//!
//! # Invariants
//! * Everything comes from a [`SeatView`] and, for the seat that is asked, from its decision: cards that the seat may not
//!   know have no part in it.
//! * Objects come in an order that everybody who sees them could give them; numbers of objects are never written.

use super::clicks::{DONE, Draft};
use super::schema::{BITS, Field, Schema, keyword_columns, kind};
use dracones::cards::CardTable;
use dracones::cards::def::CounterKind;
use dracones::game::Game;
use dracones::game::view::{SeatView, Seen};
use dracones::model::decision::{Choice, Decision, Prompt, Shape};
use dracones::model::ids::{NameId, ObjectRef, Referent, Seat};
use dracones::model::object::{Base, ObjectKind};
use dracones::model::zone::Zone;
use std::collections::HashMap;

/// The buffers of one observation.
pub(crate) struct Buffers<'b> {
    pub(crate) global: &'b mut [i16],
    pub(crate) players: &'b mut [i16],
    pub(crate) tokens: &'b mut [i16],
    pub(crate) token_mask: &'b mut [u8],
    pub(crate) actions: &'b mut [i16],
    pub(crate) action_mask: &'b mut [u8],
}

impl Buffers<'_> {
    /// These buffers, lent for a shorter time.
    pub(crate) fn again(&mut self) -> Buffers<'_> {
        Buffers {
            global: self.global,
            players: self.players,
            tokens: self.tokens,
            token_mask: self.token_mask,
            actions: self.actions,
            action_mask: self.action_mask,
        }
    }

    /// Writes an observation of nothing.
    pub(crate) fn clear(&mut self) {
        for numbers in [&mut *self.global, &mut *self.players, &mut *self.tokens, &mut *self.actions] {
            numbers.fill(0);
        }
        self.token_mask.fill(0);
        self.action_mask.fill(0);
    }
}

/// What an observation is made with, used again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    rows: Vec<ObjectRef>,
    places: Vec<i16>,
    /// The row of each card of the table by its name, for decisions about names.
    names: HashMap<NameId, i16>,
    /// The table that `names` is of.
    named: usize,
}

impl Scratch {
    /// Gives an object the next row.
    fn add(&mut self, object: ObjectRef) {
        let slot = object.id.0 as usize;
        if self.places.len() <= slot {
            self.places.resize(slot + 1, -1);
        }
        self.places[slot] = self.rows.len() as i16;
        self.rows.push(object);
    }

    /// Forgets the rows.
    fn forget(&mut self) {
        for object in self.rows.drain(..) {
            self.places[object.id.0 as usize] = -1;
        }
    }

    /// The row of an object; -1 if it has none.
    fn row(&self, object: ObjectRef) -> i16 {
        let place = self.places.get(object.id.0 as usize).copied().unwrap_or(-1);
        if place >= 0 && self.rows[place as usize] == object { place } else { -1 }
    }

    fn name(&mut self, table: &CardTable, name: NameId) -> i16 {
        let cards = table.0.defs.len();
        if self.named != cards {
            self.names.clear();
            for (row, card) in table.0.defs.iter().enumerate() {
                for face in &card.faces {
                    self.names.entry(face.chars.name).or_insert(row as i16);
                }
            }
            self.named = cards;
        }
        self.names.get(&name).copied().unwrap_or(-1)
    }
}

fn small(number: impl TryInto<i16>) -> i16 {
    number.try_into().unwrap_or(i16::MAX)
}

/// Writes columns one after the other, each within its range.
struct Row<'r> {
    out: &'r mut [i16],
    fields: &'r [Field],
    at: usize,
}

impl<'r> Row<'r> {
    fn new(out: &'r mut [i16], fields: &'r [Field]) -> Self {
        Self { out, fields, at: 0 }
    }
    fn put(&mut self, value: i64) {
        let field = &self.fields[self.at];
        self.out[self.at] = value.clamp(field.low.into(), field.high.into()) as i16;
        self.at += 1;
    }
    fn flag(&mut self, on: bool) {
        self.put(on.into());
    }
}

/// An observation doesn't fit: there are more objects than rows.
#[derive(Debug)]
pub(crate) struct Full;

/// Writes what a seat may know. `draft` is what it has clicked so far, if it is the one that is asked; `mask` which ids it
/// may click.
///
/// # Errors
/// If there are more objects than rows.
pub(crate) fn observe(
    game: &Game,
    seat: Seat,
    draft: &Draft,
    mask: &[u8],
    scratch: &mut Scratch,
    out: Buffers<'_>,
) -> Result<(), Full> {
    let schema = Schema::get();
    let seats = game.seats();
    let from = |other: Seat| ((other.index() + seats - seat.index()) % seats) as i64;
    let Ok(view) = game.seat_view(seat) else { return Ok(()) };
    let asked = game.decision().filter(|decision| decision.decider == seat);
    let objects = list(&view, seat, seats, asked, scratch);
    let (width, rows) = (schema.tokens.len(), scratch.rows.len());
    if rows > out.token_mask.len() {
        scratch.forget();
        return Err(Full);
    }
    global(&view, asked, game.decision(), draft, scratch, (seats, &from), Row::new(out.global, &schema.global));
    for (row, columns) in out.players.chunks_mut(schema.players.len()).enumerate() {
        if row < seats {
            player(&view, Seat(((seat.index() + row) % seats) as u8), Row::new(columns, &schema.players));
        } else {
            columns.fill(0);
        }
    }
    let used = out.token_mask.iter().rposition(|on| *on != 0).map_or(0, |last| last + 1);
    if used > rows {
        out.tokens[rows * width..used * width].fill(0);
        out.token_mask[rows..used].fill(0);
    }
    let picked = picked(asked, draft, scratch);
    for (row, (seen, position)) in objects.iter().enumerate() {
        let columns = &mut out.tokens[row * width..(row + 1) * width];
        let picked = picked.get(row).copied().unwrap_or(0);
        token(&view, seen, *position, picked, scratch, &from, Row::new(columns, &schema.tokens));
        out.token_mask[row] = 1;
    }
    actions(asked, draft, mask, scratch, view.table(), &from, out.actions, out.action_mask);
    scratch.forget();
    Ok(())
}

/// Lists the objects that a seat sees, zone by zone, with their positions. Their rows are those of the list.
fn list<'v>(
    view: &'v SeatView<'_>,
    seat: Seat,
    seats: usize,
    asked: Option<&Decision>,
    scratch: &mut Scratch,
) -> Vec<(Seen<'v>, i16)> {
    scratch.rows.clear();
    let mut found: Vec<(Seen<'v>, i16)> = Vec::with_capacity(96);
    let others = |row: usize| Seat(((seat.index() + row) % seats) as u8);
    let mut zone = |zone: Zone, above: bool, by_handle: bool| {
        let before = found.len();
        for seen in view.zone(zone) {
            let position = found.len() - before;
            found.push((seen, small(position)));
        }
        let own = &mut found[before..];
        let last = own.len().saturating_sub(1);
        if by_handle {
            own.sort_by_key(|(seen, _)| seen.object.handle);
            own.iter_mut().enumerate().for_each(|(place, (_, position))| *position = small(place));
        }
        if above {
            own.iter_mut().enumerate().for_each(|(place, (_, position))| *position = small(last - place));
        }
    };
    zone(Zone::Battlefield, false, false);
    zone(Zone::Stack, true, false);
    for row in 0..seats {
        // The order of another player's hand is nobody's business.
        zone(Zone::Hand(others(row)), false, row > 0);
    }
    for row in 0..seats {
        zone(Zone::Graveyard(others(row)), true, false);
    }
    zone(Zone::Exile, false, false);
    zone(Zone::Command, false, false);
    for row in 0..seats {
        zone(Zone::Library(others(row)), true, false);
    }
    for (place, seen) in view.sideboard(seat).enumerate() {
        found.push((seen, small(place)));
    }
    for (seen, _) in &found {
        scratch.add(seen.reference);
    }
    // What is chosen from elsewhere, such as somebody else's cards outside the game.
    let options = asked.iter().flat_map(|decision| decision.options());
    for object in options.flat_map(|option| named(*option).0).flatten() {
        if scratch.row(object) < 0
            && let Some(seen) = view.object(object)
        {
            scratch.add(object);
            found.push((seen, 0));
        }
    }
    found
}

type From<'f> = &'f dyn Fn(Seat) -> i64;

fn global(
    view: &SeatView<'_>,
    asked: Option<&Decision>,
    open: Option<&Decision>,
    draft: &Draft,
    scratch: &Scratch,
    (seats, from): (usize, From<'_>),
    mut row: Row<'_>,
) {
    let turn = view.turn();
    row.put(turn.number.into());
    row.put(turn.step as i64);
    row.put(from(turn.active));
    row.put(turn.priority.map_or(-1, from));
    row.put(open.map_or(-1, |decision| from(decision.decider)));
    row.put(asked.map_or(-1, |decision| from(decision.player)));
    row.put(asked.map_or(-1, |decision| decision.prompt.kind() as i64));
    let (form, options, min, max, total) = match asked.map(|decision| &decision.shape) {
        None => (-1, 0, 0, 0, 0),
        Some(Shape::ChooseOne(options)) => (0, options.len() as i64, 1, 1, 0),
        Some(Shape::ChooseSome { options, min, max, .. }) => {
            (1, options.len() as i64, i64::from(*min), i64::from(*max), 0)
        }
        Some(Shape::Order(options)) => (2, options.len() as i64, 0, 0, 0),
        Some(Shape::Distribute { options, total, .. }) => (3, options.len() as i64, 0, 0, i64::from(*total)),
        Some(Shape::Number { min, max }) => (4, 0, i64::from(*min), i64::from(*max), 0),
        Some(Shape::Confirm) => (5, 2, 0, 0, 0),
        Some(Shape::Name(names)) => (6, names.len() as i64, 0, 0, 0),
    };
    row.put(form);
    row.put(asked.map_or(0, |_| draft.clicks.into()));
    for value in [options, min, max, total] {
        row.put(value);
    }
    let about = asked.and_then(|decision| about(&decision.prompt));
    row.put(about.map_or(-1, |object| scratch.row(object).into()));
    row.put(view.count(Zone::Stack) as i64);
    row.put(seats as i64);
    row.put(scratch.rows.len() as i64);
}

/// The object that a decision is about.
fn about(prompt: &Prompt) -> Option<ObjectRef> {
    match prompt {
        Prompt::CombatDamage(object)
        | Prompt::Modes(object)
        | Prompt::OptionalCost(object, _)
        | Prompt::Splice(object)
        | Prompt::ChooseX(object)
        | Prompt::Targets { of: object, .. }
        | Prompt::Divide(object)
        | Prompt::PayWith(object)
        | Prompt::PaySymbol(object)
        | Prompt::PayMana(object)
        | Prompt::TakeBack(object)
        | Prompt::ManaColor(object)
        | Prompt::May(object)
        | Prompt::MayPay(object, _)
        | Prompt::ChooseObjects(object)
        | Prompt::Discard(object)
        | Prompt::Sacrifice(object)
        | Prompt::Search(object)
        | Prompt::Arrange(object)
        | Prompt::OrderCards(object)
        | Prompt::OrderRounds(object)
        | Prompt::Piles(object)
        | Prompt::Course(object)
        | Prompt::ChooseColor(object)
        | Prompt::ChooseName(object, _)
        | Prompt::ChooseSubtype(object)
        | Prompt::ChoosePlayer(object)
        | Prompt::ChooseNumber(object)
        | Prompt::EnterAsCopy(object)
        | Prompt::EnchantWhat(object)
        | Prompt::ApplyReplacement(object)
        | Prompt::TriggerEvent(object)
        | Prompt::CommandZone(object)
        | Prompt::CastNow(object)
        | Prompt::NewTargets(object) => Some(*object),
        Prompt::DeclareBands(referent) | Prompt::Replacement(referent) => referent.object(),
        _ => None,
    }
}

fn player(view: &SeatView<'_>, seat: Seat, mut row: Row<'_>) {
    let player = view.player(seat);
    let counters = &player.counters;
    let (poison, energy) = (counters.get(CounterKind::Poison), counters.get(CounterKind::Energy));
    let all: u32 = counters.0.iter().fold(0, |sum, (_, n, _)| sum.saturating_add(*n));
    row.put(player.life.into());
    row.put(poison.into());
    row.put(energy.into());
    row.put(all.saturating_sub(poison).saturating_sub(energy).into());
    for zone in [Zone::Hand(seat), Zone::Library(seat), Zone::Graveyard(seat)] {
        row.put(view.count(zone) as i64);
    }
    for amount in player.pool.amount {
        row.put(amount.into());
    }
    row.put(player.lands_played.into());
    row.put(player.spells_this_turn.into());
    row.put(player.drawn_this_turn.into());
    row.put(player.mulligans.into());
    row.flag(player.monarch);
    row.flag(player.lost.is_some());
    row.flag(view.turn().active == seat);
    row.put(player.commanders.iter().map(|commander| i64::from(commander.casts)).sum());
    row.put(player.commander_damage.iter().map(|(_, damage)| i64::from(*damage)).max().unwrap_or(0));
}

fn token(
    view: &SeatView<'_>,
    seen: &Seen<'_>,
    position: i16,
    picked: i64,
    scratch: &Scratch,
    from: From<'_>,
    mut row: Row<'_>,
) {
    let Seen { object, chars, status, counters, stack, .. } = seen;
    let (table, turn) = (view.table(), view.turn());
    let there = object.zone == Zone::Battlefield;
    let is_ability = object.kind == ObjectKind::Ability;
    let (card, face) = match status.own_face.filter(|_| seen.known).unwrap_or(object.base) {
        Base::Def(def, face) if seen.known && !is_ability => (i64::from(table.original(def).0), face),
        _ => (-1, 0),
    };
    row.put(card);
    row.put(face.into());
    row.put(object.zone.kind() as i64);
    row.put(position.into());
    row.put(from(object.owner));
    row.put(from(chars.controller));
    row.put(object.kind as i64);
    row.flag(seen.known);
    row.put(chars.types.bits().into());
    row.put(chars.supertypes.bits().into());
    row.put(chars.colors.bits().into());
    row.put(chars.mana_value(stack.cast.x).into());
    row.flag(chars.has_pt);
    row.put(chars.power.into());
    row.put(chars.toughness.into());
    for column in 0..keyword_columns() {
        row.put((chars.keywords.bits() >> (column * BITS) & 0x7FFF) as i64);
    }
    row.put((chars.restrictions.bits() & 0x7FFF).into());
    row.flag(status.tapped);
    row.flag(status.face_down);
    row.flag(there && view.is_summoning_sick(seen.reference));
    row.flag(status.attacked);
    row.put(status.damage.into());
    let (mut plus, mut loyalty, mut other) = (0i64, 0i64, 0i64);
    for (kind, count, _) in &counters.0 {
        match kind {
            CounterKind::PowerToughness(power, _) if *power != 0 => plus += i64::from(*power) * i64::from(*count),
            CounterKind::Loyalty => loyalty += i64::from(*count),
            _ => other += i64::from(*count),
        }
    }
    row.put(plus);
    row.put(loyalty);
    row.put(other);
    let host = status.attached_to.filter(|_| there);
    row.put(host.and_then(Referent::object).map_or(-1, |host| scratch.row(host).into()));
    row.put(host.and_then(Referent::player).map_or(-1, from));
    let combat = view.combat();
    let attacks = combat.attacker(seen.reference).filter(|attack| !attack.attacks_nothing);
    row.put(attacks.map_or(-1, |attack| from(attack.defender)));
    row.put(attacks.and_then(|attack| attack.target.object()).map_or(-1, |target| scratch.row(target).into()));
    row.flag(combat.attacker(seen.reference).is_some_and(|attack| attack.blocked == Some(true)));
    let blocks = combat.blocker(seen.reference).and_then(|blocker| blocker.blocks.first());
    row.put(blocks.map_or(-1, |attacker| scratch.row(*attacker).into()));
    let on_stack = object.zone == Zone::Stack;
    let ability = stack.ability.filter(|_| on_stack);
    row.put(ability.map_or(-1, |key| scratch.row(key.object).into()));
    row.put(ability.map_or(-1, |key| key.handle.index.into()));
    let bindings = stack.bindings.as_deref().filter(|_| on_stack);
    row.put(bindings.map_or(0, |bindings| bindings.x.into()));
    let targets = bindings.map_or(&[][..], |bindings| &bindings.targets);
    row.put(targets.len() as i64);
    let target = targets.first().map(|chosen| chosen.target);
    row.put(target.and_then(Referent::object).map_or(-1, |target| scratch.row(target).into()));
    row.put(target.and_then(Referent::player).map_or(-1, from));
    row.flag(there && object.entered_turn == turn.number);
    row.put(picked);
}

/// What has been chosen of each object in the answer so far.
fn picked(asked: Option<&Decision>, draft: &Draft, scratch: &Scratch) -> Vec<i64> {
    let Some(decision) = asked.filter(|_| !draft.parts.is_empty()) else { return Vec::new() };
    let mut picked = vec![0; scratch.rows.len()];
    let divided = matches!(decision.shape, Shape::Distribute { .. });
    for (nth, part) in draft.parts.iter().enumerate() {
        let place = if divided { nth } else { *part as usize };
        let Some(option) = decision.options().get(place) else { continue };
        let row = named(*option).0[0].map_or(-1, |object| scratch.row(object));
        if let Ok(row) = usize::try_from(row) {
            picked[row] += if divided { *part } else { 1 };
        }
    }
    picked
}

/// The objects and the player that an option names.
fn named(option: Choice) -> ([Option<ObjectRef>; 2], Option<Seat>) {
    match option {
        Choice::PlayLand { object, .. }
        | Choice::Cast { object, .. }
        | Choice::Plot { object, .. }
        | Choice::TurnFaceUp { object, .. }
        | Choice::Object(object) => ([Some(object), None], None),
        Choice::Activate { key } => ([Some(key.object), None], None),
        Choice::Player(seat) => ([None, None], Some(seat)),
        Choice::Attack { attacker, target } => ([Some(attacker), target.object()], target.player()),
        Choice::Block { blocker, attacker } => ([Some(blocker), Some(attacker)], None),
        _ => ([None, None], None),
    }
}

/// The sort of an option, its number, and in which way.
fn sort(option: Choice) -> (i64, i64, i64) {
    match option {
        Choice::Pass => (kind::PASS, 0, 0),
        Choice::PlayLand { face, .. } => (kind::PLAY_LAND, face.into(), 0),
        Choice::Cast { way, .. } => {
            let alternative = if way.face_down { 255 } else { way.alternative.map_or(-1, i64::from) };
            (kind::CAST, way.face.into(), alternative)
        }
        Choice::RollPlanarDie => (kind::PLANAR_DIE, 0, 0),
        Choice::Plot { by, .. } => (kind::PLOT, by.into(), 0),
        Choice::TurnFaceUp { by, .. } => (kind::TURN_FACE_UP, by.map_or(-1, i64::from), 0),
        Choice::Activate { key } => (kind::ACTIVATE, key.handle.index.into(), key.nth.into()),
        Choice::Object(_) => (kind::OBJECT, 0, 0),
        Choice::Player(_) => (kind::PLAYER, 0, 0),
        Choice::Attack { .. } => (kind::ATTACK, 0, 0),
        Choice::Block { .. } => (kind::BLOCK, 0, 0),
        Choice::Mode(mode) => (kind::MODE, mode.into(), 0),
        Choice::Color(color) => (kind::COLOR, color as i64, 0),
        Choice::Subtype(subtype) => (kind::SUBTYPE, subtype.0.into(), 0),
        Choice::Number(number) => (kind::NUMBER, number.into(), 0),
        Choice::Trigger(place) => (kind::TRIGGER, place.into(), 0),
        Choice::Replacement(place) => (kind::REPLACEMENT, place.into(), 0),
        Choice::Way(way) => (kind::WAY, way.into(), 0),
        Choice::Mana(mana) => (kind::MANA, mana as i64, 0),
        Choice::Course(course) => (kind::COURSE, course.into(), 0),
        _ => (kind::NONE, 0, 0),
    }
}

#[expect(clippy::too_many_arguments, reason = "parts of one observation")]
fn actions(
    asked: Option<&Decision>,
    draft: &Draft,
    mask: &[u8],
    scratch: &mut Scratch,
    table: &CardTable,
    from: From<'_>,
    out: &mut [i16],
    out_mask: &mut [u8],
) {
    let schema = Schema::get();
    let width = schema.actions.len();
    let Some(decision) = asked else {
        out.fill(0);
        out_mask.fill(0);
        return;
    };
    out_mask.copy_from_slice(mask);
    let slots = mask.len() - 1;
    for (id, columns) in out.chunks_mut(width).enumerate() {
        columns.fill(0);
        if mask[id] == 0 {
            continue;
        }
        let mut row = Row::new(columns, &schema.actions);
        let mut put = |values: [i64; 6]| values.into_iter().for_each(|value| row.put(value));
        if id == DONE {
            put([kind::DONE, -1, -1, -1, 0, 0]);
            continue;
        }
        let Some(place) = draft.place(decision, id, slots) else {
            put([kind::NARROW, -1, -1, -1, id as i64 - 1, draft.left(decision, slots) as i64]);
            continue;
        };
        put(match &decision.shape {
            Shape::Confirm => [kind::YES_OR_NO, -1, -1, -1, place as i64, 0],
            Shape::Number { min, .. } => [kind::NUMBER, -1, -1, -1, i64::from(*min) + place as i64, 0],
            Shape::Name(names) => [kind::NAME, -1, -1, -1, scratch.name(table, names[place as usize]).into(), 0],
            Shape::Distribute { min_each, options, .. } => {
                let (objects, player) = options.get(draft.parts.len()).map_or(([None; 2], None), |o| named(*o));
                let row = |object: Option<ObjectRef>| object.map_or(-1, |object| scratch.row(object).into());
                let share = i64::from(*min_each) + place as i64;
                [kind::SHARE, row(objects[0]), row(objects[1]), player.map_or(-1, from), share, 0]
            }
            Shape::ChooseOne(options) | Shape::ChooseSome { options, .. } | Shape::Order(options) => {
                let option = options[place as usize];
                let (objects, player) = named(option);
                let row = |object: Option<ObjectRef>| object.map_or(-1, |object| scratch.row(object).into());
                let (sort, value, way) = sort(option);
                [sort, row(objects[0]), row(objects[1]), player.map_or(-1, from), value, way]
            }
        });
    }
}
