//! A game becomes a fixture: its position as a set-up, and what a set-up can't say.
//!
//! | file | what |
//! | --- | --- |
//! | `called` | what the fixture calls each permanent |
//! | `left` | what a set-up can't say |
//! | `compare` | the position that the fixture gives, beside that of the game |

mod called;
mod compare;
mod left;

use super::build::{Case, position};
use super::def::{FORMAT, PlayerSetup, Scenario, StatusSetup, TurnSetup};
use super::names::{Labels, get};
use super::status::{half_name, is_told};
use super::text;
use super::write::to_ron;
use crate::cards::def::{CardDef, CardTypes, CounterKind, Designation, StepName};
use crate::cards::{CardDb, CardTable};
use crate::game::Game;
use crate::model::combat::Combat;
use crate::model::decision::Settings;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, Counters, Linked, Object, ObjectKind, Status, ThisTurn};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::legal::special::companion;
use crate::rules::reading::Live;
use crate::rules::state::ReadGame;
use crate::tools::scenario::Unfit;
use bevy_ecs::prelude::*;
use called::{Called, Calls};
use std::fmt::Write;
use thiserror::Error;

/// A position as a fixture.
#[derive(Clone, Debug)]
pub struct Export {
    /// The set-up, without a script.
    pub scenario: Scenario,
    /// What it can't say, a line each; what is otherwise for that reason, too.
    pub left_out: Vec<String>,
}

/// Why a game can't become a fixture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It is over.
    #[error("the game is over")]
    Over,
    /// The set-up isn't accepted.
    #[error("the position can't be set up: {0}")]
    Unbuilt(Unfit),
    /// A term can't be written.
    #[error("the position can't be written: {0}")]
    Unwritable(String),
}

impl Export {
    /// The text of the file; what the set-up can't say stands at its beginning.
    ///
    /// # Errors
    /// If a term can't be written.
    pub fn text(&self) -> Result<String, ExportError> {
        let mut text = String::new();
        if !self.left_out.is_empty() {
            text.push_str("// A set-up can't say:\n");
        }
        for line in &self.left_out {
            let _ = writeln!(text, "// - {line}");
        }
        let ron = to_ron(&self.scenario).map_err(|e| ExportError::Unwritable(e.to_string()))?;
        Ok(text + &ron + "\n")
    }
}

/// The position of a game as a fixture. Cards that `db` doesn't have as the game has them are defined in it.
///
/// # Errors
/// If the game is over, or its position can't be set up.
pub fn export(game: &Game, title: &str, db: &CardDb) -> Result<Export, ExportError> {
    if game.decision().is_none() {
        return Err(ExportError::Over);
    }
    let world = game.world();
    let calls = Calls::of(world);
    let (turn, mut left_out) = turn(game);
    left_out.extend(left::out(game, &calls));
    let settings = world.part::<Settings>();
    let [attackers, blockers] = combat(world, &calls);
    let seats = world.part::<Players>().seats();
    let mut scenario = Scenario {
        format: FORMAT,
        title: title.to_owned(),
        edition: settings.edition,
        pay_by_hand: !settings.auto_pay,
        offer_unproven: settings.offer_unproven,
        order_graveyards: settings.order_graveyards,
        cards: cards(world, &calls, db),
        tokens: calls.tokens.clone(),
        players: (0..seats).map(|seat| player(world, &calls, Seat(seat))).collect(),
        turn,
        attackers,
        blockers,
        timestamps: calls.timestamps(),
        ..Scenario::default()
    };
    let (fixture, labels) = match built(&scenario, db) {
        Err(why) if !scenario.attackers.is_empty() => {
            // A creature may attack by an effect that the fixture doesn't have.
            left_out.push(format!("the combat: {why}"));
            (scenario.attackers, scenario.blockers) = (Vec::new(), Vec::new());
            built(&scenario, db).map_err(ExportError::Unbuilt)?
        }
        built => built.map_err(ExportError::Unbuilt)?,
    };
    left_out.extend(compare::differences(game, &calls, &fixture, &labels));
    Ok(Export { scenario, left_out })
}

/// The position that a fixture gives.
fn built(scenario: &Scenario, db: &CardDb) -> Result<(Game, Labels), Unfit> {
    let timestamps = scenario.timestamps.iter().map(String::as_str).collect();
    position(scenario, &Case { timestamps, without: &[] }, db)
}

/// Where the game is, and what of it can't be said.
fn turn(game: &Game) -> (TurnSetup, Vec<String>) {
    use crate::model::decision::Prompt as P;
    let turn = game.world().part::<Turn>();
    let mut left_out = Vec::new();
    let decision = game.decision();
    let prompt = decision.map(|d| &d.prompt);
    let (step, instead) = match (turn.step, prompt) {
        (StepName::DeclareAttackers, Some(P::DeclareAttackers | P::DeclareBands(_))) => {
            (StepName::BeginCombat, Some("attackers are being declared"))
        }
        (StepName::DeclareBlockers, Some(P::DeclareBlockers)) => {
            (StepName::DeclareAttackers, Some("blockers are being declared"))
        }
        (StepName::CombatDamage, Some(P::CombatDamage(_))) => {
            (StepName::DeclareBlockers, Some("combat damage is being assigned"))
        }
        (StepName::Untap, _) if turn.number == 0 => (StepName::Upkeep, Some("the first turn hasn't begun")),
        (StepName::Untap, _) => (StepName::Upkeep, Some("it is the untap step")),
        (StepName::Cleanup, _) => (StepName::End, Some("it is the cleanup step")),
        (StepName::FirstStrikeDamage, _) => (StepName::DeclareBlockers, Some("it is the first combat damage step")),
        (step, _) => (step, None),
    };
    left_out.extend(instead.map(|why| format!("{why}; the fixture is in {step:?}")));
    let other = decision.filter(|d| d.prompt == P::Priority && d.player != turn.active && instead.is_none());
    let priority = other.map(|d| d.player.0 + 1);
    (
        TurnSetup { number: turn.number.max(1), active: turn.active.0 + 1, step, priority, day_night: turn.day_night },
        left_out,
    )
}

/// A combat: who attacks what, and who blocks whom.
fn combat(world: &World, calls: &Calls) -> [Vec<(String, String)>; 2] {
    let combat = world.part::<Combat>();
    let word = |o: ObjectRef| calls.word(o.id).map(str::to_owned);
    let target = |to| match to {
        Referent::Player(seat) => Some(text::seat(seat)),
        Referent::Object(o) => word(o),
    };
    let attacks = combat.attackers.iter().filter(|a| !a.attacks_nothing);
    let attackers = attacks.filter_map(|a| Some((word(a.object)?, target(a.target)?))).collect();
    let blocks = combat.blockers.iter().flat_map(|b| b.blocks.iter().map(move |a| (b.object, *a)));
    let attacking = |a: &ObjectRef| combat.attacker(*a).is_some_and(|a| !a.attacks_nothing);
    let blocks = blocks.filter(|(_, a)| attacking(a));
    let blockers = blocks.filter_map(|(b, a)| Some((word(b)?, word(a)?))).collect();
    [attackers, blockers]
}

/// The definitions of cards of the game that `db` has otherwise or not at all.
fn cards(world: &World, calls: &Calls, db: &CardDb) -> Vec<CardDef> {
    let table = world.part::<CardTable>();
    let sources = table.0.defs[..table.0.cards].iter().map(|d| &d.source);
    let unknown = sources.filter(|s| db.get(&s.name).is_none_or(|known| known.source != **s));
    // A game that began with a fixture has its tokens among the cards.
    unknown.filter(|s| !calls.tokens.values().any(|token| token.card() == **s)).cloned().collect()
}

fn player(world: &World, calls: &Calls, seat: Seat) -> PlayerSetup {
    let (zones, player) = (world.part::<Zones>(), world.part::<Players>().get(seat));
    let own = &zones.own[seat.index()];
    let mut library = own.library.clone();
    library.reverse();
    let owned = |zone: Zone| -> Vec<ObjectId> {
        let cards = zones.list(zone).iter().copied();
        cards.filter(|id| get::<Object>(world, *id).owner == seat).collect()
    };
    let is_dungeon = |id: ObjectId| get::<Characteristics>(world, id).is(CardTypes::DUNGEON);
    let is_card = |id: &ObjectId| get::<Object>(world, *id).kind == ObjectKind::Card && !is_dungeon(*id);
    let is_commander = |id: &ObjectId| crate::model::commander::is_commander(world.part(), *id, seat);
    let (commanders, command): (Vec<_>, Vec<_>) =
        owned(Zone::Command).into_iter().filter(is_card).partition(is_commander);
    let companion = companion(&Live::new(world), seat);
    let others: Vec<ObjectId> = own.sideboard.iter().copied().filter(|id| Some(*id) != companion).collect();
    let permanents: Vec<&Called> = calls.permanents.iter().filter(|c| c.owner == seat).collect();
    let counters = player.counters.0.iter().filter(|(kind, ..)| *kind != CounterKind::Energy);
    PlayerSetup {
        life: Some(player.life),
        hand: calls.runs(world, &own.hand),
        library: calls.runs(world, &library),
        forests: 0,
        graveyard: calls.runs(world, &own.graveyard),
        // Copies of prepare spells come back with their permanents (CR 722.3c).
        exile: calls.runs(world, &owned(Zone::Exile).into_iter().filter(is_card).collect::<Vec<_>>()),
        command: calls.runs(world, &command),
        commanders: calls.runs(world, &commanders),
        sideboard: calls.runs(world, &others),
        companion: companion.and_then(|id| calls.runs(world, &[id]).pop()),
        battlefield: permanents.iter().map(|c| c.entry.clone()).collect(),
        status: permanents.iter().flat_map(|c| status(world, calls, c)).collect(),
        mana: text::pool(&player.pool),
        energy: player.counters.get(CounterKind::Energy),
        counters: counters.map(|(kind, count, _)| (*kind, *count)).collect(),
        lands_played: player.lands_played,
        monarch: player.monarch,
        blessing: player.blessing,
        speed: player.speed,
    }
}

/// What is special about a permanent.
fn status(world: &World, calls: &Calls, permanent: &Called) -> Vec<StatusSetup> {
    use StatusSetup as S;
    let (id, word) = (permanent.id, || permanent.word.clone());
    let status = get::<Status>(world, id);
    let mut all = Vec::new();
    // What is a copy is called by its label from here on.
    all.extend(permanent.copy_of.clone().map(|name| S::CopyOf(word(), name)));
    if status.base_controller != permanent.owner {
        all.push(S::ControlledBy(word(), status.base_controller.0 + 1));
    }
    if status.tapped {
        all.push(S::Tapped(word()));
    }
    if is_new(world, id) {
        all.push(S::Sick(word()));
    }
    all.extend(get::<Counters>(world, id).0.iter().map(|(kind, count, _)| S::Counters(word(), *kind, *count)));
    let damage = get::<ThisTurn>(world, id).damage;
    if damage != 0 {
        all.push(S::Damage(word(), damage));
    }
    all.extend(status.attached_to.and_then(|to| match to {
        Referent::Player(seat) => Some(S::Attached(word(), text::seat(seat))),
        Referent::Object(host) => calls.word(host.id).map(|host| S::Attached(word(), host.to_owned())),
    }));
    let chosen = get::<Linked>(world, id).chosen;
    all.extend(chosen.subtype.map(|subtype| S::ChosenType(word(), subtype)));
    all.extend(chosen.card_type.map(|kind| S::ChosenCardType(word(), kind)));
    all.extend(chosen.color.map(|color| S::ChosenColor(word(), color)));
    all.extend(chosen.player.map(|seat| S::ChosenPlayer(word(), seat.0 + 1)));
    all.extend(chosen.number.map(|number| S::ChosenNumber(word(), number)));
    let name = chosen.name.and_then(|name| world.part::<CardTable>().name(name));
    all.extend(name.map(|name| S::ChosenName(word(), name.to_owned())));
    all.extend(status.protector.map(|seat| S::Protected(word(), seat.0 + 1)));
    let words = |pair: ObjectRef| Some((calls.word(id)?, calls.word(pair.id)?));
    let pair = status.pair.and_then(words).filter(|(own, other)| own < other);
    all.extend(pair.map(|(own, other)| S::Paired(own.to_owned(), other.to_owned())));
    let designated = Designation::ALL.iter().filter(|d| is_told(**d) && status.designations & d.bit() != 0);
    all.extend(designated.map(|d| S::Designated(word(), *d)));
    let halves = status.unlocked.iter().filter_map(|door| half_name(world, id, door));
    let halves = halves.filter_map(|half| world.part::<CardTable>().name(half));
    all.extend(halves.map(|half| S::Unlocked(word(), half.to_owned())));
    let exiled: Vec<String> = calls.exiled(world, id).into_iter().map(|(_, word)| word).collect();
    if !exiled.is_empty() {
        all.push(S::Exiled(word(), exiled));
    }
    all
}

/// CR 302.6: whether its controller hasn't controlled it since their most recent turn began.
fn is_new(world: &World, id: ObjectId) -> bool {
    let turn = world.part::<Turn>();
    let controller = get::<Characteristics>(world, id).controller;
    let began = match turn.last.get(controller.index()) {
        _ if turn.active == controller => turn.number,
        Some(last) => *last,
        None => turn.number.saturating_sub(1),
    };
    get::<Status>(world, id).controlled_since >= began.max(1)
}
