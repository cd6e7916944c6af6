//! What must hold of a position.

use crate::cards::def::Rule;
use crate::game::Game;
use crate::game::view::SeatView;
use crate::model::agenda::Agenda;
use crate::model::decision::{Choice, Prompt};
use crate::model::ids::{ObjectId, Referent, Seat};
use crate::model::object::{Object, ObjectKind};
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::trigger::PendingTriggers;
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::{Board, Live, concerns, damage_sources};
use crate::rules::slots::Slots;
use crate::rules::state::ReadGame;

fn object(game: &Game, id: ObjectId) -> &Object {
    let world = game.world();
    world.get::<Object>(world.part::<Slots>().entity(id)).expect("every slot is an object")
}

/// Checks what must hold at every decision: each object in use is in exactly one zone, the one that it names; incarnations
/// never fall below `incarnations`, those of the position before, unless the game may go back (733.1); who has left the game has left nothing behind
/// (800.4); while a player has priority there is no state-based action to perform (704.3).
///
/// # Errors
/// What doesn't hold, in words.
pub fn position(game: &Game, incarnations: &mut Vec<u32>) -> Result<(), String> {
    let world = game.world();
    let (zones, slots) = (world.part::<Zones>(), world.part::<Slots>());
    let mut seen = vec![0u8; slots.len()];
    let mut lists = vec![Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command];
    for seat in (0..world.part::<Players>().seats()).map(Seat) {
        lists.extend([Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)]);
    }
    for zone in lists {
        for id in zones.list(zone) {
            seen[id.index()] = seen[id.index()].saturating_add(1);
            let o = object(game, *id);
            if o.zone != zone {
                return Err(format!("{id:?} is listed in {zone:?} but says {:?}", o.zone));
            }
        }
    }
    for (i, times) in seen.iter().enumerate() {
        let o = object(game, ObjectId(i as u32));
        let expected = u8::from(o.kind != ObjectKind::Unused && o.zone != Zone::Outside);
        if *times != expected {
            return Err(format!("{o:?} is listed {times} times"));
        }
        if incarnations.len() <= i {
            incarnations.push(0);
        }
        if o.incarnation < incarnations[i] {
            return Err(format!("the incarnation of {o:?} fell from {}", incarnations[i]));
        }
        incarnations[i] = o.incarnation;
    }
    // From here the game may go back to what was kept, with the objects as they were (CR 733.1).
    if world.part::<Agenda>().may_go_back() {
        incarnations.clear();
    }
    if game.outcome() == Outcome::Running && world.part::<Players>().anyone_left() {
        nothing_is_left(game)?;
    }
    if game.decision().is_some_and(|d| d.prompt == Prompt::Priority) {
        settled(game)?;
    }
    Ok(())
}

/// CR 800.4: who has left the game isn't asked or offered, owns and controls nothing, and has nothing to do any more.
fn nothing_is_left(game: &Game) -> Result<(), String> {
    let world = game.world();
    let (zones, players) = (world.part::<Zones>(), world.part::<Players>());
    let board = Live::new(world);
    let own = zones.own.iter().flat_map(|own| own.library.iter().chain(&own.hand).chain(&own.graveyard));
    for id in own.chain(&zones.battlefield).chain(&zones.stack).chain(&zones.exile).chain(&zones.command) {
        let o = object(game, *id);
        let Some(seen) = board.view(o.reference()) else { continue };
        let there = matches!(o.zone, Zone::Battlefield | Zone::Stack);
        if !players.is_alive(o.owner) || (there && !players.is_alive(seen.chars.controller)) {
            return Err(format!("{o:?} is left of a player who has left the game"));
        }
    }
    if let Some(trigger) = world.part::<PendingTriggers>().0.iter().find(|t| !players.is_alive(t.bindings.you)) {
        return Err(format!("{trigger:?} waits for a player who has left the game"));
    }
    let Some(decision) = game.decision() else { return Ok(()) };
    if !players.is_alive(decision.player) || !players.is_alive(decision.decider) {
        return Err(format!("a player is asked who has left the game: {decision:?}"));
    }
    // CR 115.7d: a target may be left unchanged even if it is illegal now.
    let unchanged = |choice: &Choice| match decision.prompt {
        Prompt::NewTargets(spell) => {
            let targets = board.stack_entry(spell.id).bindings.iter().flat_map(|bindings| &bindings.targets);
            targets.into_iter().any(|target| Choice::from(target.target) == *choice)
        }
        _ => false,
    };
    let gone = |choice: &&Choice| match choice {
        choice if unchanged(choice) => false,
        Choice::Player(seat) | Choice::Attack { target: Referent::Player(seat), .. } => !players.is_alive(*seat),
        Choice::Object(o) | Choice::Attack { target: Referent::Object(o), .. } => {
            let has_left = board.view(*o).is_some_and(|seen| !seen.current && !players.is_alive(seen.object.owner));
            // CR 609.7a: what the stack refers to can be chosen as a source of damage, wherever it went.
            has_left && !damage_sources(&board).contains(o)
        }
        _ => false,
    };
    match decision.options().iter().find(gone) {
        Some(choice) => Err(format!("{choice:?} has left the game and is offered: {decision:?}")),
        None => Ok(()),
    }
}

/// CR 704.3: a position without state-based actions to perform.
fn settled(game: &Game) -> Result<(), String> {
    let world = game.world();
    let cant_lose = |rule: &Rule| match rule {
        Rule::CantLose(who) => Some(*who),
        _ => None,
    };
    for (seat, player) in (0..).map(Seat).zip(&world.part::<Players>().0) {
        if player.lost.is_none() && player.life <= 0 && !concerns(world, seat, cant_lose) {
            return Err(format!("a player with {} life is still in the game", player.life));
        }
    }
    let view = SeatView::new(game.world(), Seat(0));
    for id in &world.part::<Zones>().battlefield {
        let o = object(game, *id);
        // CR 702.26b: a permanent that is phased out is treated as though it didn't exist.
        if let Some(seen) = view.object(o.reference())
            && !seen.status.phased_out
            && seen.chars.is_creature()
            && seen.chars.toughness <= 0
        {
            return Err(format!("{o:?} has toughness {}", seen.chars.toughness));
        }
    }
    Ok(())
}
