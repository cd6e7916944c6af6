//! From a set-up to a position.

use super::def::Scenario;
use super::entries::{Begins, Definitions, entries};
use super::names::Labels;
use super::problem::Unfit;
use super::{fight, status};
use crate::cards::def::{CounterKind, ManaCost, ManaSymbol, ManaType, StepName};
use crate::cards::{CardDb, check};
use crate::game::{Deck, Game, GameSetup};
use crate::model::agenda::Agenda;
use crate::model::decision::{Answer, Prompt, Settings};
use crate::model::ids::Seat;
use crate::model::object::{Object, ObjectKind};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::{PriorityTask, SetupTask, Turn, TurnTask};
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::variants::commander;
use crate::rules::{layers, turn, zones};
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;

/// What is special about one run of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Case<'a> {
    /// The permanents that have their timestamps in this order among themselves.
    pub timestamps: Vec<&'a str>,
    /// The cards of the set-up that aren't there.
    pub without: &'a [String],
}

/// A game in the position of a scenario, up to its first decision, and the labels of its objects.
///
/// # Errors
/// Unknown cards, labels that are used twice, and the like: all that can be found.
pub fn position(scenario: &Scenario, case: &Case<'_>, db: &CardDb) -> Result<(Game, Labels), Unfit> {
    let definitions = Definitions::new(scenario, db)?;
    let seats = scenario.players.len();
    let (mut all, mut lists) = (Vec::new(), Vec::new());
    let mut wrong = Wrong::default();
    for (i, player) in scenario.players.iter().enumerate() {
        let mut entries = entries(Seat(i as u8), player, &mut wrong);
        entries.retain(|e| !case.without.contains(e.label.as_ref().unwrap_or(&e.name)));
        lists.push(entries.iter().filter_map(|e| definitions.of(e, &mut wrong)).collect::<Vec<_>>());
        all.push(entries);
    }
    let statuses = || scenario.players.iter().flat_map(|p| &p.status);
    let copied = statuses().filter_map(status::copied);
    let copied: Vec<_> = copied.filter_map(|name| definitions.card(name, name, &mut wrong)).collect();
    // What isn't about cards is checked on the board, which needs all of them.
    wrong.end()?;
    let decks: Vec<Deck> = lists.into_iter().map(Deck::from).collect();
    let mut setup =
        GameSetup::with(&definitions.db, &decks, &copied).map_err(|e| Unfit::at("players")(e.to_string()))?;
    setup.settings = Settings {
        skip_forced: false,
        auto_pay: !scenario.pay_by_hand,
        offer_unproven: scenario.offer_unproven,
        order_graveyards: scenario.order_graveyards,
        edition: scenario.edition,
        ..Settings::default()
    };
    let active = seat(scenario.turn.active, seats).map_err(Unfit::at("turn"))?;
    if matches!(scenario.turn.step, StepName::Untap | StepName::Cleanup | StepName::FirstStrikeDamage) {
        return Err(Unfit::at("step")("a scenario begins in a step in which players get priority".to_owned()));
    }
    let mut game = Game::empty(&setup);
    let world = game.world_mut();
    let mut labels = Labels::default();
    for (i, list) in all.iter().enumerate() {
        for (entry, def) in list.iter().zip(&setup.decks[i]) {
            let card = zones::start_card(world, *def, Seat(i as u8), entry.zone);
            let id = card.id;
            match entry.begins {
                Begins::Plain => {}
                Begins::Commander => commander::designate(world, id),
                Begins::Companion => zones::reveal_companion(world, card),
            }
            if entry.is_token {
                let entity = world.part::<Slots>().entity(id);
                world.get_mut::<Object>(entity).expect("slots hold objects").kind = ObjectKind::Token;
            }
            if let Some(label) = &entry.label {
                wrong.unless(labels.insert(world, label, id).map_err(Unfit::at(&entry.text)));
            }
        }
    }
    start(world, scenario, active, seats);
    let life = if crate::model::commander::is_used(world.part()) { commander::LIFE } else { 20 };
    for (i, player) in scenario.players.iter().enumerate() {
        let own = world.part_mut::<Players>();
        let row = &mut own.0[i];
        (row.life, row.starting_life) = (player.life.unwrap_or(life), life);
        row.lands_played = player.lands_played;
        row.monarch = player.monarch;
        row.blessing = player.blessing;
        row.speed = player.speed;
        let energy = [(CounterKind::Energy, player.energy)];
        for (kind, count) in energy.iter().chain(&player.counters) {
            row.counters.add(*kind, *count, crate::model::ids::Timestamp(0));
        }
        for mana in wrong.unless(mana(&player.mana).map_err(Unfit::at(&player.mana))).unwrap_or_default() {
            row.pool.add(mana, 1);
        }
    }
    for status in statuses() {
        if !case.without.iter().any(|word| word == status::subject(status)) {
            let subject = status::subject(status);
            wrong.unless(status::set(world, &labels, status, scenario.turn.number).map_err(Unfit::at(subject)));
        }
    }
    for word in &case.timestamps {
        wrong.unless(labels.permanent(world, word).map_err(Unfit::at(word)));
    }
    // A combat is set up on a board that is as it should be.
    wrong.end()?;
    order(world, &labels, &case.timestamps)?;
    crate::game::snapshot::invalidate(world);
    // Who controls what attacks and blocks may depend on effects.
    layers::refresh(world);
    fight::set(world, &labels, scenario, case.without).map_err(Unfit::at("attackers"))?;
    crate::rules::driver::advance(world);
    if let Some(player) = scenario.turn.priority {
        pass_to(&mut game, seat(player, seats).map_err(Unfit::at("priority"))?)?;
    }
    Ok((game, labels))
}

/// The mistakes found in a set-up so far.
#[derive(Default)]
pub(super) struct Wrong {
    all: Vec<Unfit>,
    /// The places in the set-up.
    at: BTreeSet<String>,
}

impl Wrong {
    /// Notes what is wrong: one mistake a word.
    pub(super) fn note(&mut self, unfit: Unfit) {
        if unfit.at.as_ref().is_none_or(|at| self.at.insert(at.clone())) {
            self.all.push(unfit);
        }
    }

    /// Whether something is wrong with a word.
    pub(super) fn is_noted(&self, word: &str) -> bool {
        self.at.contains(word)
    }

    /// Whether the next mistake will be told.
    pub(super) fn is_told(&self) -> bool {
        self.all.len() < check::MOST_TOLD
    }

    /// What is there, unless something is wrong.
    fn unless<T>(&mut self, result: Result<T, Unfit>) -> Option<T> {
        result.map_err(|unfit| self.note(unfit)).ok()
    }

    /// # Errors
    /// If anything is wrong.
    fn end(&mut self) -> Result<(), Unfit> {
        Unfit::of_all(std::mem::take(&mut self.all)).map_or(Ok(()), Err)
    }
}

/// Players pass until another one has priority.
fn pass_to(game: &mut Game, seat: Seat) -> Result<(), Unfit> {
    let (step, seats) = (game.world().part::<Turn>().step, game.world().part::<Players>().seats());
    for _ in 0..seats {
        match game.decision() {
            Some(d) if d.prompt == Prompt::Priority && d.player == seat => return Ok(()),
            Some(d) if d.prompt == Prompt::Priority && game.world().part::<Turn>().step == step => {}
            _ => break,
        }
        game.submit(Answer::One(0)).map_err(|e| Unfit::at("priority")(e.to_string()))?;
    }
    Err(Unfit::at("priority")(format!("P{} doesn't get priority in this step", seat.0 + 1)))
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
            other => return Err(format!("`{other}` isn't mana; a pool has {{W}}{{U}}{{B}}{{R}}{{G}}{{C}}")),
        }
    }
    Ok(all)
}

/// The turn, and what comes next: priority, then the end of the step; or what is done with opening hands.
fn start(world: &mut impl EditGame, scenario: &Scenario, active: Seat, seats: usize) {
    if scenario.start {
        turn::start_game(world, active);
        return;
    }
    if scenario.opening {
        let none = vec![0; seats];
        *world.part_mut::<Turn>() =
            Turn { begun: none.clone(), last: none, active, next: active, first: active, ..Turn::default() };
        *world.part_mut::<Agenda>() = Agenda::of([Task::Setup(SetupTask::OpeningHands)]);
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
    let (step, day_night) = (scenario.turn.step, scenario.turn.day_night);
    for (i, (player, last)) in world.part_mut::<Players>().0.iter_mut().zip(&last).enumerate() {
        let before = last.saturating_sub(seats as u32);
        let begun = i != active.index() || step != StepName::Untap;
        player.upkeeps = if begun { [*last, before] } else { [before, before.saturating_sub(seats as u32)] };
    }
    let next = Seat((active.0 + 1) % seats as u8);
    let steps = turn::steps_after(step);
    *world.part_mut::<Turn>() =
        Turn { number, begun, last, active, step, steps, next, first: Seat(0), day_night, ..Turn::default() };
    let tasks = [Task::Turn(TurnTask::EndStep), Task::Priority(PriorityTask::Give(active))];
    *world.part_mut::<Agenda>() = Agenda::of(tasks);
}

/// Redistributes the timestamps of some permanents among them, the oldest first.
fn order(world: &mut impl EditGame, labels: &Labels, words: &[&str]) -> Result<(), String> {
    let ids = words.iter().map(|word| labels.permanent(world, word)).collect::<Result<Vec<_>, _>>()?;
    let mut timestamps: Vec<_> = ids.iter().map(|id| world.row::<Object>(*id).timestamp).collect();
    timestamps.sort_unstable();
    for (id, timestamp) in ids.into_iter().zip(timestamps) {
        world.row_mut::<Object>(id).timestamp = timestamp;
    }
    Ok(())
}
