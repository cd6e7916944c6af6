//! What a seat may know, written into tensors.
//!
//! # Invariants
//! * Everything comes from a [`SeatView`] and, for the seat that is asked, from its decision: cards that the seat may not
//!   know have no part in it.
//! * Objects come in an order that everybody who sees them could give them; numbers of objects are never written.

use super::clicks::{DONE, Draft};
use super::schema::{
    ACTION_RANGES, ACTION_WIDTH, BITS, GLOBAL_RANGES, GLOBAL_WIDTH, KEYWORD_COLUMNS, PLAYER_RANGES, PLAYER_WIDTH,
    Ranges, TOKEN_RANGES, TOKEN_WIDTH, kind,
};
use dracones::bevy_ecs::world::World;
use dracones::cards::CardTable;
use dracones::cards::def::{CounterKind, HandAction};
use dracones::game::Game;
use dracones::game::view::{SeatView, Seen};
use dracones::model::combat::Combat;
use dracones::model::decision::{Choice, Decision, Prompt, Shape};
use dracones::model::ids::{NameId, ObjectRef, Referent, Seat};
use dracones::model::object::{CopiableSource, ObjectKind};
use dracones::model::turn::Turn;
use dracones::model::zone::Zone;
use dracones::rules::state::ReadGame;
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

/// What an observation is made with, used again and again: one for each thread, so that it stays in the caches.
#[derive(Default)]
pub(crate) struct Scratch {
    rows: Vec<ObjectRef>,
    /// What is seen of them; empty between observations ([`lent`]).
    seen: Vec<Seen<'static>>,
    /// Their positions in their zones.
    positions: Vec<i16>,
    /// The row of each object, by its number.
    places: Vec<i16>,
    /// What has been chosen of each row; nothing if it is empty.
    picked: Vec<i64>,
    /// The row of each card of the table by its name, for decisions about names.
    names: HashMap<NameId, i16>,
    /// The table that `names` is of.
    named: usize,
}

impl Scratch {
    /// Gives an object the next row.
    #[inline]
    fn add(&mut self, object: ObjectRef, position: usize) {
        let slot = object.id.0 as usize;
        if self.places.len() <= slot {
            self.places.resize(slot + 1, -1);
        }
        self.places[slot] = self.rows.len() as i16;
        self.rows.push(object);
        self.positions.push(small(position));
    }

    /// Forgets the rows.
    fn forget(&mut self) {
        for object in self.rows.drain(..) {
            self.places[object.id.0 as usize] = -1;
        }
        self.positions.clear();
    }

    /// The row of an object; -1 if it has none.
    #[inline]
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

/// Writes columns one after the other, each within its range. Inlined, places and ranges are constants.
struct Row<'r, const N: usize> {
    out: &'r mut [i16; N],
    ranges: &'static Ranges<N>,
    at: usize,
}

impl<'r, const N: usize> Row<'r, N> {
    #[inline(always)]
    fn new(out: &'r mut [i16; N], ranges: &'static Ranges<N>) -> Self {
        Self { out, ranges, at: 0 }
    }
    #[inline(always)]
    fn put(&mut self, value: i64) {
        let (low, high) = self.ranges[self.at];
        self.out[self.at] = value.clamp(low.into(), high.into()) as i16;
        self.at += 1;
    }
    #[inline(always)]
    fn flag(&mut self, on: bool) {
        self.put(on.into());
    }
    /// Writes one value into several columns.
    #[inline(always)]
    fn fill(&mut self, columns: usize, value: i64) {
        for _ in 0..columns {
            self.put(value);
        }
    }
}

/// The memory of a list, empty, for views of another lifetime.
fn lent<'to>(mut list: Vec<Seen<'_>>) -> Vec<Seen<'to>> {
    list.clear();
    // Of an empty list nothing is left to map: what is collected is its memory.
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
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
    let Ok(view) = game.seat_view(seat) else { return Ok(()) };
    let open = game.decision();
    let asked = open.filter(|decision| decision.decider == seat);
    let scene = Scene::of(&view, game.world(), seat, game.seats());
    // Each object is looked up once: its views are kept until its row is written.
    let mut objects = lent(std::mem::take(&mut scratch.seen));
    scene.list(asked, scratch, &mut objects);
    let rows = objects.len();
    let result = if rows > out.token_mask.len() {
        Err(Full)
    } else {
        scene.write(&objects, open, draft, mask, scratch, out);
        Ok(())
    };
    scratch.seen = lent(objects);
    scratch.forget();
    result
}

/// What a seat sees, and what is looked up for it once.
struct Scene<'v> {
    view: &'v SeatView<'v>,
    /// Only for whether there is anything to list ([`Self::libraries_are_unknown`]).
    world: &'v World,
    seat: Seat,
    seats: usize,
    turn: &'v Turn,
    table: &'v CardTable,
    /// Nothing without creatures that attack or block.
    combat: Option<&'v Combat>,
}

impl<'v> Scene<'v> {
    fn of(view: &'v SeatView<'v>, world: &'v World, seat: Seat, seats: usize) -> Self {
        let fights = |combat: &&Combat| !combat.attackers.is_empty() || !combat.blockers.is_empty();
        let combat = Some(view.combat()).filter(fights);
        Self { view, world, seat, seats, turn: view.turn(), table: view.table(), combat }
    }

    /// A seat as the observer counts them.
    #[inline]
    fn from(&self, other: Seat) -> i64 {
        let place = other.index() + self.seats - self.seat.index();
        (if place >= self.seats { place - self.seats } else { place }) as i64
    }

    /// The seat that the observer counts so.
    fn other(&self, row: usize) -> Seat {
        Seat(((self.seat.index() + row) % self.seats) as u8)
    }

    /// Lists the objects that the seat sees, zone by zone, with their positions. Their rows are those of the list.
    fn list(&self, asked: Option<&Decision>, scratch: &mut Scratch, objects: &mut Vec<Seen<'v>>) {
        let view = self.view;
        // What panicked may have left some.
        scratch.forget();
        self.zone(Zone::Battlefield, scratch, objects);
        self.zone_from_above(Zone::Stack, scratch, objects);
        self.zone(Zone::Hand(self.seat), scratch, objects);
        for row in 1..self.seats {
            // The order of another player's hand is nobody's business.
            let before = objects.len();
            objects.extend(view.zone(Zone::Hand(self.other(row))));
            objects[before..].sort_by_key(|seen| seen.object.handle);
            objects[before..].iter().enumerate().for_each(|(place, seen)| scratch.add(seen.reference, place));
        }
        for row in 0..self.seats {
            self.zone_from_above(Zone::Graveyard(self.other(row)), scratch, objects);
        }
        self.zone(Zone::Exile, scratch, objects);
        self.zone(Zone::Command, scratch, objects);
        if !self.libraries_are_unknown() {
            for row in 0..self.seats {
                self.zone_from_above(Zone::Library(self.other(row)), scratch, objects);
            }
        }
        for (place, seen) in view.sideboard(self.seat).enumerate() {
            scratch.add(seen.reference, place);
            objects.push(seen);
        }
        // What is chosen from elsewhere, such as somebody else's cards outside the game.
        for option in asked.map_or(&[][..], |decision| decision.options()) {
            for object in named(*option).0.into_iter().flatten() {
                if scratch.row(object) >= 0 {
                    continue;
                }
                if let Some(seen) = view.object(object) {
                    scratch.add(object, 0);
                    objects.push(seen);
                }
            }
        }
    }

    /// Whether the seat knows no card of any library: most objects lie there, and most of the time none of them is seen.
    ///
    /// Cards are counted where they stand side by side, which takes a fraction of looking each of them up. As many as the
    /// libraries have are all of them.
    fn libraries_are_unknown(&self) -> bool {
        let Some(columns) = self.world.columns() else { return false };
        let mut hidden = 0;
        for object in columns.objects {
            if matches!(object.zone, Zone::Library(_)) {
                if object.known_to.contains(self.seat) {
                    return false;
                }
                hidden += 1;
            }
        }
        hidden == (0..self.seats).map(|row| self.view.count(Zone::Library(self.other(row)))).sum::<usize>()
    }

    fn zone(&self, zone: Zone, scratch: &mut Scratch, objects: &mut Vec<Seen<'v>>) {
        for (place, seen) in self.view.zone(zone).enumerate() {
            scratch.add(seen.reference, place);
            objects.push(seen);
        }
    }

    /// The position of the last one is 0.
    fn zone_from_above(&self, zone: Zone, scratch: &mut Scratch, objects: &mut Vec<Seen<'v>>) {
        let before = scratch.rows.len();
        self.zone(zone, scratch, objects);
        scratch.positions[before..].reverse();
    }

    /// Writes an observation with these objects, which fit.
    fn write(
        &self,
        objects: &[Seen<'_>],
        open: Option<&Decision>,
        draft: &Draft,
        mask: &[u8],
        scratch: &mut Scratch,
        out: Buffers<'_>,
    ) {
        let asked = open.filter(|decision| decision.decider == self.seat);
        let rows = objects.len();
        if let Some(columns) = out.global.first_chunk_mut() {
            self.global(asked, open, draft, scratch, Row::new(columns, &GLOBAL_RANGES));
        }
        for (row, columns) in out.players.as_chunks_mut::<PLAYER_WIDTH>().0.iter_mut().enumerate() {
            if row < self.seats {
                self.player(self.other(row), Row::new(columns, &PLAYER_RANGES));
            } else {
                columns.fill(0);
            }
        }
        let (used, unused) = out.token_mask.split_at_mut(rows);
        used.fill(1);
        let (written, rest) = out.tokens.split_at_mut(rows * TOKEN_WIDTH);
        // Rows of the observation before, which may have had more.
        if unused.iter().fold(0, |any, on| any | on) != 0 {
            let last = unused.iter().rposition(|on| *on != 0).map_or(0, |last| last + 1);
            unused[..last].fill(0);
            rest[..last * TOKEN_WIDTH].fill(0);
        }
        pick(asked, draft, scratch);
        for (row, (columns, seen)) in written.as_chunks_mut::<TOKEN_WIDTH>().0.iter_mut().zip(objects).enumerate() {
            self.token(seen, row, scratch, Row::new(columns, &TOKEN_RANGES));
        }
        self.actions(asked, draft, mask, scratch, out.actions, out.action_mask);
    }

    fn global(
        &self,
        asked: Option<&Decision>,
        open: Option<&Decision>,
        draft: &Draft,
        scratch: &Scratch,
        mut row: Row<'_, GLOBAL_WIDTH>,
    ) {
        let turn = self.turn;
        row.put(turn.number.into());
        row.put(turn.step as i64);
        row.put(self.from(turn.active));
        row.put(turn.priority.map_or(-1, |seat| self.from(seat)));
        row.put(open.map_or(-1, |decision| self.from(decision.decider)));
        row.put(asked.map_or(-1, |decision| self.from(decision.player)));
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
        row.put(self.view.count(Zone::Stack) as i64);
        row.put(self.seats as i64);
        row.put(scratch.rows.len() as i64);
        row.put(turn.day_night.map_or(0, |one| 1 + one as i64));
    }

    fn player(&self, seat: Seat, mut row: Row<'_, PLAYER_WIDTH>) {
        let player = self.view.player(seat);
        let counters = &player.counters;
        let (poison, energy) = (counters.get(CounterKind::Poison), counters.get(CounterKind::Energy));
        let all: u32 = counters.0.iter().fold(0, |sum, (_, n, _)| sum.saturating_add(*n));
        row.put(player.life.into());
        row.put(poison.into());
        row.put(energy.into());
        row.put(all.saturating_sub(poison).saturating_sub(energy).into());
        for zone in [Zone::Hand(seat), Zone::Library(seat), Zone::Graveyard(seat)] {
            row.put(self.view.count(zone) as i64);
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
        row.flag(self.turn.active == seat);
        row.put(player.commanders.iter().map(|commander| i64::from(commander.casts)).sum());
        row.put(player.commander_damage.iter().map(|(_, damage)| i64::from(*damage)).max().unwrap_or(0));
    }

    fn token(&self, seen: &Seen<'_>, at: usize, scratch: &Scratch, mut row: Row<'_, TOKEN_WIDTH>) {
        let Seen { object, chars, status, counters, .. } = seen;
        let (there, on_stack) = (object.zone == Zone::Battlefield, object.zone == Zone::Stack);
        let is_ability = object.kind == ObjectKind::Ability;
        let (card, face) = match status.own_face.filter(|_| seen.known).unwrap_or(object.base) {
            CopiableSource::Def(def, face) if seen.known && !is_ability => {
                (i64::from(self.table.original(def).0), face)
            }
            _ => (-1, 0),
        };
        row.put(card);
        row.put(face.into());
        row.put(object.zone.kind() as i64);
        row.put(scratch.positions[at].into());
        row.put(self.from(object.owner));
        row.put(self.from(chars.controller));
        row.put(object.kind as i64);
        row.flag(seen.known);
        row.put(chars.types.bits().into());
        row.put(chars.supertypes.bits().into());
        row.put(chars.colors.bits().into());
        // What was announced is kept on the stack and by permanents.
        let x = if there || on_stack { seen.stack.cast.x } else { 0 };
        row.put(chars.mana_value(x).into());
        row.flag(chars.has_pt);
        row.put(chars.power.into());
        row.put(chars.toughness.into());
        for column in 0..KEYWORD_COLUMNS {
            row.put((chars.keywords.bits() >> (column * BITS) & 0x7FFF) as i64);
        }
        row.put((chars.restrictions.bits() & 0x7FFF).into());
        row.flag(status.tapped);
        row.flag(status.face_down);
        row.flag(there && self.view.is_sick(seen));
        row.flag(seen.this_turn.attacked);
        row.put(seen.this_turn.damage.into());
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
        let place = |object: Option<ObjectRef>| object.map_or(-1, |object| scratch.row(object).into());
        let player = |seat: Option<Seat>| seat.map_or(-1, |seat| self.from(seat));
        let host = status.attached_to.filter(|_| there);
        row.put(place(host.and_then(Referent::object)));
        row.put(player(host.and_then(Referent::player)));
        if let Some(combat) = self.combat.filter(|_| there) {
            let attacker = combat.attacker(seen.reference);
            let attacks = attacker.filter(|attack| !attack.attacks_nothing);
            row.put(player(attacks.map(|attack| attack.defender)));
            row.put(place(attacks.and_then(|attack| attack.target.object())));
            row.flag(attacker.is_some_and(|attack| attack.blocked == Some(true)));
            let blocks = combat.blocker(seen.reference).and_then(|blocker| blocker.blocks.first());
            row.put(place(blocks.copied()));
        } else {
            row.fill(2, -1);
            row.fill(1, 0);
            row.fill(1, -1);
        }
        if on_stack {
            let ability = seen.stack.ability;
            row.put(place(ability.map(|key| key.object)));
            row.put(ability.map_or(-1, |key| key.handle.index.into()));
            let bindings = seen.stack.bindings.as_deref();
            row.put(bindings.map_or(0, |bindings| bindings.x.into()));
            let targets = bindings.map_or(&[][..], |bindings| &bindings.targets);
            row.put(targets.len() as i64);
            let target = targets.first().map(|chosen| chosen.target);
            row.put(place(target.and_then(Referent::object)));
            row.put(player(target.and_then(Referent::player)));
        } else {
            row.fill(2, -1);
            row.fill(2, 0);
            row.fill(2, -1);
        }
        row.flag(there && object.entered_turn == self.turn.number);
        row.put(scratch.picked.get(at).copied().unwrap_or(0));
    }

    fn actions(
        &self,
        asked: Option<&Decision>,
        draft: &Draft,
        mask: &[u8],
        scratch: &mut Scratch,
        out: &mut [i16],
        out_mask: &mut [u8],
    ) {
        out.fill(0);
        let Some(decision) = asked else {
            out_mask.fill(0);
            return;
        };
        out_mask.copy_from_slice(mask);
        let slots = mask.len() - 1;
        let player = |seat: Option<Seat>| seat.map_or(-1, |seat| self.from(seat));
        for ((id, columns), _) in
            out.as_chunks_mut::<ACTION_WIDTH>().0.iter_mut().enumerate().zip(mask).filter(|(_, on)| **on != 0)
        {
            let mut row = Row::new(columns, &ACTION_RANGES);
            let mut put = |values: [i64; ACTION_WIDTH]| values.into_iter().for_each(|value| row.put(value));
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
                Shape::Name(names) => {
                    [kind::NAME, -1, -1, -1, scratch.name(self.table, names[place as usize]).into(), 0]
                }
                Shape::Distribute { min_each, options, .. } => {
                    let (objects, seat) = options.get(draft.parts.len()).map_or(([None; 2], None), |o| named(*o));
                    let row = |object: Option<ObjectRef>| object.map_or(-1, |object| scratch.row(object).into());
                    let share = i64::from(*min_each) + place as i64;
                    [kind::SHARE, row(objects[0]), row(objects[1]), player(seat), share, 0]
                }
                Shape::ChooseOne(options) | Shape::ChooseSome { options, .. } | Shape::Order(options) => {
                    let option = options[place as usize];
                    let (objects, seat) = named(option);
                    let row = |object: Option<ObjectRef>| object.map_or(-1, |object| scratch.row(object).into());
                    let (sort, value, way) = sort(option);
                    [sort, row(objects[0]), row(objects[1]), player(seat), value, way]
                }
            });
        }
    }
}

/// The object that a decision is about.
fn about(prompt: &Prompt) -> Option<ObjectRef> {
    match prompt {
        Prompt::CombatDamage(object)
        | Prompt::Modes(object)
        | Prompt::Enlist(object)
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
        | Prompt::Vote(object)
        | Prompt::MergeOver(object)
        | Prompt::ChooseColor(object)
        | Prompt::ChooseName(object, _)
        | Prompt::ChooseSubtype(object)
        | Prompt::ChoosePlayer(object)
        | Prompt::ChooseNumber(object)
        | Prompt::EnterAsCopy(object)
        | Prompt::EnchantWhat(object)
        | Prompt::ApplyReplacement(object)
        | Prompt::RevealDrawn(object, _)
        | Prompt::AsUnblocked(object)
        | Prompt::TriggerEvent(object)
        | Prompt::CommandZone(object)
        | Prompt::CastNow(object)
        | Prompt::NewTargets(object) => Some(*object),
        Prompt::DeclareBands(referent) | Prompt::Replacement(referent) => referent.object(),
        _ => None,
    }
}

/// Notes what has been chosen of each row in the answer so far.
fn pick(asked: Option<&Decision>, draft: &Draft, scratch: &mut Scratch) {
    scratch.picked.clear();
    let Some(decision) = asked.filter(|_| !draft.parts.is_empty()) else { return };
    scratch.picked.resize(scratch.rows.len(), 0);
    let divided = matches!(decision.shape, Shape::Distribute { .. });
    for (nth, part) in draft.parts.iter().enumerate() {
        let place = if divided { nth } else { *part as usize };
        let Some(option) = decision.options().get(place) else { continue };
        let row = named(*option).0[0].map_or(-1, |object| scratch.row(object));
        if let Ok(row) = usize::try_from(row) {
            scratch.picked[row] += if divided { *part } else { 1 };
        }
    }
}

/// The objects and the player that an option names.
fn named(option: Choice) -> ([Option<ObjectRef>; 2], Option<Seat>) {
    match option {
        Choice::PlayLand { object, .. }
        | Choice::Cast { object, .. }
        | Choice::HandAction { object, .. }
        | Choice::TurnFaceUp { object, .. }
        | Choice::Door { object, .. }
        | Choice::Object(object) => ([Some(object), None], None),
        Choice::Activate { key } => ([Some(key.object), None], None),
        Choice::Player(seat) => ([None, None], Some(seat)),
        Choice::Counter { of, .. } => ([of.object(), None], of.player()),
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
        Choice::HandAction { action, by, .. } => {
            let kind = match action {
                HandAction::Plot => kind::PLOT,
                HandAction::Foretell => kind::FORETELL,
                HandAction::Suspend => kind::SUSPEND,
                HandAction::Companion => kind::COMPANION,
            };
            (kind, by.into(), 0)
        }
        Choice::Door { door, .. } => (kind::UNLOCK, door.face().into(), 0),
        Choice::TurnFaceUp { by, .. } => (kind::TURN_FACE_UP, by.map_or(-1, i64::from), 0),
        Choice::Activate { key } => (kind::ACTIVATE, key.handle.index.into(), key.nth.into()),
        Choice::Object(_) => (kind::OBJECT, 0, 0),
        Choice::Player(_) => (kind::PLAYER, 0, 0),
        Choice::Attack { .. } => (kind::ATTACK, 0, 0),
        Choice::Block { .. } => (kind::BLOCK, 0, 0),
        Choice::Mode(mode) => (kind::MODE, mode.into(), 0),
        Choice::Color(color) => (kind::COLOR, color as i64, 0),
        Choice::CardType(kind) => (kind::CARD_TYPE, kind.bits().into(), 0),
        Choice::Counter { kind: CounterKind::PowerToughness(power, _), .. } => (kind::COUNTER, power.into(), 0),
        Choice::Counter { .. } => (kind::COUNTER, 0, 0),
        Choice::Subtype(subtype) => (kind::SUBTYPE, subtype.0.into(), 0),
        Choice::Number(number) => (kind::NUMBER, number.into(), 0),
        Choice::Trigger(place) => (kind::TRIGGER, place.into(), 0),
        Choice::Replacement(place) => (kind::REPLACEMENT, place.into(), 0),
        Choice::Way(way) => (kind::WAY, way.into(), 0),
        Choice::Mana(mana) => (kind::MANA, mana as i64, 0),
        Choice::Course(course) => (kind::COURSE, course.into(), 0),
        Choice::Room { room, .. } => (kind::ROOM, room.into(), 0),
        _ => (kind::NONE, 0, 0),
    }
}
