//! From a set-up to a position.

use super::def::{PlayerSetup, Scenario, StatusSetup};
use super::names::Labels;
use crate::cards::def::{CounterKind, ManaCost, ManaSymbol, ManaType, StepName};
use crate::cards::{CardDb, Definition};
use crate::decision::{Agenda, Settings, Task};
use crate::game::{Game, GameSetup};
use crate::ids::{Referent, Seat};
use crate::object::{Characteristics, Counters, Object, Slots, Status};
use crate::player::Players;
use crate::turn::{self, PriorityTask, SetupTask, Turn, TurnTask};
use crate::zones::{self, Zone, Zones};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The card that fills libraries up, and how many of it.
const FILLER: (&str, u32) = ("Forest", 10);

/// A card of a set-up: how many, its label, its name.
fn entry(text: &str) -> (u32, Option<&str>, &str) {
    let (label, rest) = text.split_once(" = ").map_or((None, text), |(label, name)| (Some(label.trim()), name));
    let rest = rest.trim();
    match rest.split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name))) {
        Some((count, name)) => (count, label, name.trim()),
        None => (1, label, rest),
    }
}

/// The cards of a player with their zones, in the order in which they get there.
fn cards(seat: Seat, player: &PlayerSetup) -> Result<Vec<(Zone, Option<String>, String)>, String> {
    let mut all = Vec::new();
    all.extend((0..FILLER.1).map(|_| (Zone::Library(seat), None, FILLER.0.to_owned())));
    // The top of a library is last.
    let library = player.library.iter().rev().map(|text| (Zone::Library(seat), text));
    let rest = [
        (Zone::Hand(seat), &player.hand),
        (Zone::Graveyard(seat), &player.graveyard),
        (Zone::Exile, &player.exile),
        (Zone::Battlefield, &player.battlefield),
    ];
    let rest = rest.into_iter().flat_map(|(zone, list)| list.iter().map(move |text| (zone, text)));
    for (zone, text) in library.chain(rest) {
        let (count, label, name) = entry(text);
        if !(1..=100).contains(&count) || (count > 1 && label.is_some()) {
            return Err(format!("`{text}`: a label stands for one card, and a count is 1 to 100"));
        }
        all.extend((0..count).map(|_| (zone, label.map(str::to_owned), name.to_owned())));
    }
    Ok(all)
}

/// What is special about one run of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Case<'a> {
    /// The permanents that have their timestamps in this order among themselves.
    pub timestamps: Vec<String>,
    /// The cards of the set-up that aren't there.
    pub without: &'a [String],
}

/// A game in the position of a scenario, up to its first decision, and the labels of its objects.
///
/// # Errors
/// Unknown cards, labels that are used twice, and the like: what is wrong, in words.
pub fn position(scenario: &Scenario, case: &Case<'_>, db: &CardDb) -> Result<(Game, Labels), String> {
    let db = db.with_cards(&scenario.cards).map_err(|e| e.to_string())?;
    let seats = scenario.players.len();
    let mut all = Vec::new();
    for (i, player) in scenario.players.iter().enumerate() {
        let mut cards = cards(Seat(i as u8), player)?;
        cards.retain(|(_, label, name)| !case.without.contains(label.as_ref().unwrap_or(name)));
        all.push(cards);
    }
    let mut lists: Vec<Vec<Arc<Definition>>> = Vec::new();
    for list in &all {
        let find = |name: &String| db.get(name).cloned().ok_or_else(|| format!("there is no card `{name}`"));
        lists.push(list.iter().map(|(_, _, name)| find(name)).collect::<Result<_, _>>()?);
    }
    let mut setup = GameSetup::new(&db, &lists).map_err(|e| e.to_string())?;
    setup.settings = Settings {
        skip_forced: false,
        auto_pay: !scenario.pay_by_hand,
        edition: scenario.edition,
        ..Settings::default()
    };
    let active = seat(scenario.turn.active, seats)?;
    if matches!(scenario.turn.step, StepName::Untap | StepName::Cleanup | StepName::FirstStrikeDamage) {
        return Err("a scenario begins in a step in which players get priority".to_owned());
    }
    let mut game = Game::empty(&setup);
    let world = game.world_mut();
    let mut labels = Labels(BTreeMap::new());
    for (i, list) in all.iter().enumerate() {
        for ((zone, label, _), def) in list.iter().zip(&setup.decks[i]) {
            let id = zones::start_card(world, *def, Seat(i as u8), *zone).id;
            if let Some(label) = label
                && labels.0.insert(label.clone(), id).is_some()
            {
                return Err(format!("the label `{label}` stands for two cards"));
            }
        }
    }
    start(world, scenario, active, seats);
    for (i, player) in scenario.players.iter().enumerate() {
        let own = world.resource_mut::<Players>();
        let row = &mut own.into_inner().0[i];
        row.life = player.life;
        row.counters.add(CounterKind::Energy, player.energy, crate::ids::Timestamp(0));
        for mana in mana(&player.mana)? {
            row.pool.add(mana, 1);
        }
    }
    for status in scenario.players.iter().flat_map(|p| &p.status) {
        if !case.without.iter().any(|word| word == subject(status)) {
            set(world, &labels, status, scenario.turn.number, seats)?;
        }
    }
    order(world, &labels, &case.timestamps)?;
    crate::snapshot::invalidate(world);
    crate::decision::advance(world);
    Ok((game, labels))
}

/// The seat of a player's number.
pub(super) fn seat(number: u8, seats: usize) -> Result<Seat, String> {
    match number.checked_sub(1) {
        Some(seat) if usize::from(seat) < seats => Ok(Seat(seat)),
        _ => Err(format!("there is no player {number}: the players are 1 to {seats}")),
    }
}

/// The mana of symbols like `{R}{C}`.
pub(super) fn mana(text: &str) -> Result<Vec<ManaType>, String> {
    let symbols = ManaCost::parse(text)?.0;
    let mut all = Vec::new();
    for symbol in symbols {
        match symbol {
            ManaSymbol::Typed(mana) => all.push(mana),
            other => return Err(format!("`{text}`: {other:?} is no mana; a pool has {{W}}{{U}}{{B}}{{R}}{{G}}{{C}}")),
        }
    }
    Ok(all)
}

/// The turn, and what comes next: priority, then the end of the step; or what is done with opening hands.
fn start(world: &mut World, scenario: &Scenario, active: Seat, seats: usize) {
    if scenario.opening {
        let none = vec![0; seats];
        *world.resource_mut::<Turn>() =
            Turn { begun: none.clone(), last: none, active, next: active, first: active, ..Turn::default() };
        *world.resource_mut::<Agenda>() = Agenda(vec![Task::Setup(SetupTask::OpeningHands)]);
        return;
    }
    let number = scenario.turn.number.max(1);
    // The players have taken turns so far.
    let last = (0..seats as u32).map(|i| {
        let back = (u32::from(active.0) + seats as u32 - i) % seats as u32;
        number.saturating_sub(back)
    });
    let last: Vec<u32> = last.collect();
    let begun = last.iter().map(|n| n.div_ceil(seats as u32)).collect();
    let step = scenario.turn.step;
    let next = Seat((active.0 + 1) % seats as u8);
    let steps = turn::steps_after(step);
    *world.resource_mut::<Turn>() =
        Turn { number, begun, last, active, step, steps, next, first: Seat(0), ..Turn::default() };
    let tasks = vec![Task::Turn(TurnTask::EndStep), Task::Priority(PriorityTask::Give(active))];
    *world.resource_mut::<Agenda>() = Agenda(tasks);
}

/// Deals the timestamps of some permanents out among them anew, the oldest first.
fn order(world: &mut World, labels: &Labels, words: &[String]) -> Result<(), String> {
    let mut entities = Vec::new();
    for word in words {
        let id = labels.permanent(world, word)?;
        entities.push(world.resource::<Slots>().entity(id));
    }
    let object = |world: &World, entity| *world.get::<Object>(entity).expect("slots hold objects");
    let mut timestamps: Vec<_> = entities.iter().map(|e| object(world, *e).timestamp).collect();
    timestamps.sort_unstable();
    for (entity, timestamp) in entities.into_iter().zip(timestamps) {
        world.get_mut::<Object>(entity).expect("slots hold objects").timestamp = timestamp;
    }
    Ok(())
}

/// The permanent that is special.
fn subject(status: &StatusSetup) -> &str {
    match status {
        StatusSetup::Tapped(word)
        | StatusSetup::Sick(word)
        | StatusSetup::Counters(word, ..)
        | StatusSetup::Damage(word, _)
        | StatusSetup::Attached(word, _)
        | StatusSetup::ChosenType(word, _)
        | StatusSetup::ChosenColor(word, _)
        | StatusSetup::ChosenName(word, _)
        | StatusSetup::ControlledBy(word, _) => word,
    }
}

/// Makes something special about a permanent.
fn set(world: &mut World, labels: &Labels, status: &StatusSetup, turn: u32, seats: usize) -> Result<(), String> {
    let id = |world: &World, word: &String| labels.permanent(world, word);
    let now = world.resource_mut::<Zones>().tick();
    let slot = |world: &mut World, word: &String| {
        let id = labels.permanent(world, word)?;
        Ok::<Entity, String>(world.resource::<Slots>().entity(id))
    };
    fn row(world: &mut World, entity: Entity) -> Mut<'_, Status> {
        world.get_mut::<Status>(entity).expect("slots hold objects")
    }
    match status {
        StatusSetup::Tapped(word) => {
            let entity = slot(world, word)?;
            row(world, entity).tapped = true;
        }
        StatusSetup::Sick(word) => {
            let entity = slot(world, word)?;
            row(world, entity).controlled_since = turn;
        }
        StatusSetup::Damage(word, amount) => {
            let entity = slot(world, word)?;
            row(world, entity).damage = *amount;
        }
        StatusSetup::Counters(word, kind, count) => {
            let entity = slot(world, word)?;
            world.get_mut::<Counters>(entity).expect("slots hold objects").add(*kind, *count, now);
        }
        StatusSetup::Attached(word, to) => {
            let (host, entity) = (id(world, to)?, slot(world, word)?);
            let host = world.get::<Object>(world.resource::<Slots>().entity(host)).expect("slots hold objects");
            let host = host.reference();
            row(world, entity).attached_to = Some(Referent::Object(host));
        }
        StatusSetup::ChosenType(word, subtype) => {
            let entity = slot(world, word)?;
            row(world, entity).chosen.subtype = Some(*subtype);
        }
        StatusSetup::ChosenColor(word, color) => {
            let entity = slot(world, word)?;
            row(world, entity).chosen.color = Some(*color);
        }
        StatusSetup::ChosenName(word, name) => {
            let entity = slot(world, word)?;
            let names = &world.resource::<crate::cards::CardTable>().0.names;
            let found = names.iter().find(|(known, ..)| known == name).map(|(_, id, _)| *id);
            row(world, entity).chosen.name = Some(found.ok_or_else(|| format!("there is no card `{name}`"))?);
        }
        StatusSetup::ControlledBy(word, player) => {
            let (entity, seat) = (slot(world, word)?, seat(*player, seats)?);
            row(world, entity).base_controller = seat;
            world.get_mut::<Characteristics>(entity).expect("slots hold objects").controller = seat;
        }
    }
    Ok(())
}
