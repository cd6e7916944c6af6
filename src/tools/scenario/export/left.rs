//! What a set-up can't say about a position.

use super::called::Calls;
use crate::cards::def::{CardTypes, CounterKind, Designation, HandAction};
use crate::cards::printable::many;
use crate::game::Game;
use crate::game::client::Words;
use crate::model::combat::Combat;
use crate::model::continuous::{ContinuousEffects, EffectOrigin};
use crate::model::decision::Prompt;
use crate::model::fact::{Fact, History};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{
    CastAs, Characteristics, Counters, Linked, Object, ObjectKind, StackEntry, Status, ThisTurn,
};
use crate::model::player::Players;
use crate::model::trigger::{DelayedTriggers, PendingTriggers};
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::state::ReadGame;
use crate::rules::{slots, turn};
use crate::tools::scenario::names::{self, Labels, get};
use crate::tools::scenario::status::is_told;
use crate::tools::scenario::{reply, text};
use bevy_ecs::prelude::*;

/// A line for each thing that is left out.
pub(super) fn out(game: &Game, calls: &Calls) -> Vec<String> {
    let world = game.world();
    let mut lines = asked(game);
    lines.extend(on_the_stack(world));
    lines.extend(effects(world, calls));
    lines.extend(combat(world, calls));
    lines.extend(calls.missing.iter().map(|(id, why)| format!("{}: {why}", called(world, *id))));
    lines.extend(permanents(world, calls));
    lines.extend(elsewhere(world));
    lines.extend(course(world));
    lines
}

/// What a permanent is called in words, also without a name.
fn called(world: &World, id: ObjectId) -> String {
    match names::name(world, id) {
        name if name.is_empty() => "a nameless permanent".to_owned(),
        name => name,
    }
}

fn source(world: &World, object: ObjectRef) -> String {
    names::name_as_it_was(world, object)
}

/// Who is asked what.
fn asked(game: &Game) -> Vec<String> {
    let world = game.world();
    let active = world.part::<Turn>().active;
    match game.decision() {
        Some(decision) if decision.prompt != Prompt::Priority => {
            let asked = reply::describe(world, &Labels::default(), decision);
            vec![format!("{asked}; in the fixture {} has priority", text::seat(active))]
        }
        _ => Vec::new(),
    }
}

fn on_the_stack(world: &World) -> Vec<String> {
    let words = Words::numbered(world);
    let one = |id: &ObjectId| {
        let (entry, object) = (get::<StackEntry>(world, *id), get::<Object>(world, *id).reference());
        let targets = entry.bindings.iter().flat_map(|b| &b.targets).map(|t| words.referent(t.target));
        let targets: Vec<String> = targets.collect();
        let at = if targets.is_empty() { String::new() } else { format!(", target {}", targets.join(", ")) };
        format!("on the stack: {} of {}{at}", words.object(object), text::seat(entry.caster))
    };
    world.part::<Zones>().stack.iter().rev().map(one).collect()
}

/// Effects of resolutions, and abilities that wait.
fn effects(world: &World, calls: &Calls) -> Vec<String> {
    let mut lines = Vec::new();
    for id in &world.part::<ContinuousEffects>().order {
        let effect = slots::effect(world, *id);
        if effect.origin != EffectOrigin::Resolved {
            continue;
        }
        let on: Vec<&str> = effect.locked.iter().filter_map(|o| calls.word(o.id)).collect();
        let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(", ")) };
        lines.push(format!(
            "an effect of {}{on} ({})",
            source(world, effect.bindings.this),
            text::terms(&effect.duration)
        ));
    }
    let delayed = world.part::<DelayedTriggers>().0.iter().map(|d| ("a delayed triggered ability", d.bindings.this));
    let waiting = world.part::<PendingTriggers>().0.iter().map(|p| ("a triggered ability that waits", p.key.object));
    lines.extend(delayed.chain(waiting).map(|(what, of)| format!("{what} of {}", source(world, of))));
    lines
}

/// What of a combat can't be said: attackers and blockers are.
fn combat(world: &World, calls: &Calls) -> Vec<String> {
    let combat = world.part::<Combat>();
    let mut lines = Vec::new();
    for attacker in &combat.attackers {
        let Some(word) = calls.word(attacker.object.id) else { continue };
        let mut note = |so: bool, what: &str| {
            if so {
                lines.push(format!("{word} {what}"));
            }
        };
        note(attacker.attacks_nothing, "attacks nothing any more");
        note(attacker.band.is_some(), "attacks in a band");
        let alone = combat.blockers_of(attacker.object).next().is_none();
        note(attacker.blocked == Some(true) && alone, "is blocked, but by nothing any more");
    }
    if !combat.struck_first.is_empty() {
        lines.push("first strike damage has been dealt".to_owned());
    }
    lines
}

/// What permanents remember beyond their status in a set-up.
fn permanents(world: &World, calls: &Calls) -> Vec<String> {
    let mut lines = Vec::new();
    for called in &calls.permanents {
        let (status, cast) = (get::<Status>(world, called.id), &get::<StackEntry>(world, called.id).cast);
        let this_turn = get::<ThisTurn>(world, called.id);
        let counters = &get::<Counters>(world, called.id).0;
        let mut note = |so: bool, what: &str| {
            if so {
                lines.push(format!("{}: {what}", called.word));
            }
        };
        let its_own = Referent::Object(get::<Object>(world, called.id).reference());
        let grew = |fact: &Fact| matches!(fact, Fact::PutCounters { target, .. } if *target == its_own);
        note(world.part::<History>().facts.iter().any(grew), "that counters were put on it this turn");
        note(this_turn.regeneration > 0, "it will regenerate");
        note(status.phased_out, "it is phased out");
        note(this_turn.exerted || !status.exerted.is_empty(), "it was exerted");
        note(this_turn.loyalty_used, "a loyalty ability was activated this turn");
        note(this_turn.deathtouched, "it was dealt damage by a source with deathtouch");
        let announced = cast.x != 0 || cast.alternative.is_some() || cast.paid.iter().any(|n| *n > 0);
        note(announced, "what was announced as it was cast");
        let keywords = counters.iter().any(|(kind, ..)| matches!(kind, CounterKind::Keyword(_)));
        note(keywords, "when its keyword counters were put on it");
        note(get::<CastAs>(world, called.id).bestowed.is_some(), "it is bestowed");
        for designation in Designation::ALL.into_iter().filter(|d| !is_told(*d)) {
            note(status.designations & designation.bit() != 0, designation.text());
        }
        let gone = get::<Linked>(world, called.id).cards.len() - calls.exiled(world, called.id).len();
        note(gone > 0, "what it refers to that isn't in exile any more");
    }
    lines
}

/// Objects in zones that a set-up doesn't have, and who knows what.
fn elsewhere(world: &World) -> Vec<String> {
    let zones = world.part::<Zones>();
    let mut lines: Vec<String> = Vec::new();
    for id in &zones.exile {
        let Some(since) = get::<CastAs>(world, *id).since_action else { continue };
        let what = match since.action {
            HandAction::Plot => "plotted",
            HandAction::Foretell => "foretold",
            HandAction::Suspend => "suspended",
            HandAction::Companion => "a companion",
        };
        lines.push(format!("{} is {what}", names::name(world, *id)));
    }
    for id in zones.exile.iter().filter(|id| !get::<Linked>(world, **id).cards.is_empty()) {
        lines.push(format!("{}: what it is linked to", names::name(world, *id)));
    }
    for id in &zones.command {
        if get::<Object>(world, *id).kind == ObjectKind::Emblem {
            lines.push(format!("an emblem in the command zone: {}", names::name(world, *id)));
        } else if get::<Characteristics>(world, *id).is(CardTypes::DUNGEON) {
            lines.push(format!("a dungeon in the command zone: {}", names::name(world, *id)));
        } else if get::<Status>(world, *id).face_down {
            lines.push("a card in the command zone is face down".to_owned());
        } else {
            // In a fixture it is older than every permanent.
            let since = |id: ObjectId| get::<Object>(world, id).timestamp;
            if zones.battlefield.iter().any(|permanent| since(*permanent) < since(*id)) {
                lines.push(format!("{} came to the command zone after permanents", names::card(world, *id)));
            }
        }
    }
    for (seat, player) in world.part::<Players>().0.iter().enumerate() {
        let of = text::seat(Seat(seat as u8));
        if player.venture.initiative {
            lines.push(format!("{of} has the initiative"));
        }
        if !player.venture.completed.is_empty() {
            lines.push(format!("{of} has completed {}", many(player.venture.completed.len() as u32, "dungeon")));
        }
        for commander in &player.commanders {
            let name = names::card(world, commander.card);
            if get::<Object>(world, commander.card).zone != Zone::Command {
                lines.push(format!("{name} is a commander of {of}"));
            }
            if commander.casts > 0 {
                lines.push(format!("{name} was cast {} from the command zone", many(commander.casts, "time")));
            }
        }
        for (card, amount) in &player.commander_damage {
            lines.push(format!("{of} was dealt {amount} combat damage by {}", names::card(world, *card)));
        }
    }
    let face_down = zones.exile.iter().filter(|id| get::<Status>(world, **id).face_down).count();
    if face_down > 0 {
        lines.push(format!("{} face down in exile", many(face_down, "card")));
    }
    let hidden = zones.own.iter().flat_map(|own| [&own.library, &own.hand, &own.graveyard]);
    for id in hidden.chain([&zones.exile]).flatten().filter(|id| !get::<Counters>(world, **id).is_empty()) {
        let zone = Words::numbered(world).zone(get::<Object>(world, *id).zone);
        lines.push(format!("counters on {} in {zone}", names::card(world, *id)));
    }
    for seat in (0..zones.own.len() as u8).map(Seat) {
        for zone in (0..zones.own.len() as u8).map(Seat).flat_map(|of| [Zone::Library(of), Zone::Hand(of)]) {
            let known = |id: &&ObjectId| zone != Zone::Hand(seat) && !get::<Object>(world, **id).is_hidden_from(seat);
            let names: Vec<String> = zones.list(zone).iter().filter(known).map(|id| names::card(world, *id)).collect();
            if !names.is_empty() {
                let of = Words::numbered(world).zone(zone);
                lines.push(format!("{} knows, in {of}: {}", text::seat(seat), names.join(", ")));
            }
        }
    }
    lines
}

/// The course of the game so far, and of the rest of the turn.
fn course(world: &World) -> Vec<String> {
    let (turn, players) = (world.part::<Turn>(), world.part::<Players>());
    let mut lines = Vec::new();
    let seats = (0..players.seats()).map(Seat);
    lines.extend(seats.filter(|s| !players.is_alive(*s)).map(|s| format!("{} has left the game", text::seat(s))));
    lines.extend(turn.extra.iter().rev().map(|seat| format!("an extra turn of {}", text::seat(*seat))));
    if !turn.extra_with.is_empty() {
        lines.push("some extra turns have something of their own".to_owned());
    }
    if turn.number > 0 && turn.steps != turn::steps_after(turn.step) {
        lines.push("this turn has other steps to come than usual".to_owned());
    }
    if players.0.iter().any(|p| p.pool.snow != [0; 6]) {
        lines.push("some of the mana is from snow sources".to_owned());
    }
    if players.0.iter().any(|p| !p.pool.bound.is_empty()) {
        lines.push("some of the mana can't be spent on everything".to_owned());
    }
    let busy = players.0.iter().any(|p| {
        let numbers = [p.gained_life, p.lost_life, p.damaged];
        p.attacked
            || p.committed_crime
            || p.played_elsewhere
            || p.turned_face_up
            || p.searched
            || p.drawn_this_turn > 0
            || p.spells_this_turn > 0
            || numbers != [0; 3]
    });
    let field = &world.part::<Zones>().battlefield;
    let busy = busy || field.iter().map(|id| get::<ThisTurn>(world, *id)).any(|s| s.attacked || s.damaged);
    if busy || *world.part::<History>() != History::default() {
        lines.push(
            "what has happened this turn: cards drawn, spells cast, life gained and lost, damage, attacks".to_owned(),
        );
    }
    lines
}
