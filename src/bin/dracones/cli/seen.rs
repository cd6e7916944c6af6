//! A recorded game as one seat saw it: the log and the table, without what was hidden from that seat.

use super::fail::CliError;
use dracones::cards::printable::many;
use dracones::game::Game;
use dracones::game::client::{Detail, GameEvent, ObjectView, PlayerView, View, Viewer, VisibleReferent};
use dracones::model::ids::Seat;
use dracones::model::object::ObjectKind;
use dracones::model::outcome::Outcome;
use dracones::tools::replay::{Given, Recording};
use std::io::{self, Write};

/// Plays a recorded game again and prints what a seat is told of it, then the table as that seat sees it. Neither the seed
/// nor a hash is printed: hidden cards follow from them.
///
/// # Errors
/// The errors of `out`, and if the game has no such seat.
pub(super) fn tell(recording: &Recording, seat: Seat, out: &mut impl Write) -> Result<(), CliError> {
    let game = follow(recording, Viewer::Seat(seat), &mut |event| match event.text {
        Some(text) => Ok(writeln!(out, "{text}")?),
        None => Ok(()),
    })?;
    table(&game.view_as(seat, Detail { no_texts: true, changes: false }), seat, out)
}

/// Plays a recorded game again and prints the events that a viewer is told of, a line of JSON each, and how it ended.
///
/// # Errors
/// The errors of `out`, and if the game has no such seat.
pub(super) fn events(recording: &Recording, viewer: Viewer, out: &mut impl Write) -> Result<(), CliError> {
    let game = follow(recording, viewer, &mut |event| {
        serde_json::to_writer(&mut *out, &event).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    })?;
    let view = game.view_as(viewer, Detail { no_texts: true, changes: false });
    let end = serde_json::json!({ "outcome": view.outcome, "turn": view.turn.number, "decisions": view.decisions });
    Ok(writeln!(out, "{end}")?)
}

/// Plays a recorded game again and shows what a viewer is told of it.
fn follow(
    recording: &Recording,
    viewer: Viewer,
    see: &mut dyn FnMut(GameEvent) -> Result<(), CliError>,
) -> Result<Game, CliError> {
    let (mut game, mut again) = Recording::begin(recording.plan(), recording.index());
    game.follow(viewer).map_err(|e| CliError::input(format!("--seat: {e}")))?;
    game.take_events(viewer).into_iter().try_for_each(&mut *see)?;
    for given in recording.given() {
        match given {
            Given::Answer(answer) => again.submit(&mut game, answer.clone()).map_err(CliError::input)?,
            Given::Concede(who) => again.concede(&mut game, *who).map_err(CliError::input)?,
        }
        game.take_events(viewer).into_iter().try_for_each(&mut *see)?;
    }
    Ok(game)
}

/// The table as a seat sees it.
fn table(view: &View, seat: Seat, out: &mut impl Write) -> Result<(), CliError> {
    let turn = &view.turn;
    let step = match turn.number {
        0 => "before the first turn".to_owned(),
        n => format!("turn {n} of player {}, {}", turn.active, turn.step.in_words()),
    };
    writeln!(out, "== what {seat} sees after {}: {step}", many(view.decisions, "decision"))?;
    for player in &view.players {
        of_player(view, player, out)?;
    }
    for (name, objects) in [("stack", &view.stack), ("exile", &view.exile), ("command zone", &view.command)] {
        list(view, name, objects.iter(), out)?;
    }
    if view.outcome == Outcome::Running {
        let waits = view.waiting_for.map(|who| format!("{who} is asked")).unwrap_or_default();
        writeln!(out, "{waits}")?;
    }
    Ok(())
}

fn of_player(view: &View, player: &PlayerView, out: &mut impl Write) -> Result<(), CliError> {
    let PlayerView { seat, life, hand, library, graveyard, .. } = player;
    let cards = many(hand.count, "card");
    writeln!(out, "{seat}: {life} life, {cards} in hand, {} in the library", library.count)?;
    list(view, "  hand", hand.known.iter().map(|known| &known.card), out)?;
    list(view, "  known in the library", library.known.iter().map(|known| &known.card), out)?;
    let permanents = view.battlefield.iter().filter(|object| object.controller == *seat);
    list(view, "  battlefield", permanents, out)?;
    list(view, "  graveyard", graveyard.iter(), out)
}

/// Objects in a line, unless there are none.
fn list<'o>(
    view: &View,
    name: &str,
    objects: impl Iterator<Item = &'o ObjectView>,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let names: Vec<String> = objects.map(|object| called(view, object)).collect();
    if !names.is_empty() {
        writeln!(out, "{name}: {}", names.join(", "))?;
    }
    Ok(())
}

fn called(view: &View, object: &ObjectView) -> String {
    let source = object.announced.as_ref().and_then(|announced| announced.source.as_ref());
    let name = object.name.clone().or_else(|| object.card.clone());
    let mut text = match (object.kind, source, name) {
        (ObjectKind::Ability, Some(VisibleReferent::Object(thing)), _) => {
            format!("an ability of {}", thing.name.as_deref().unwrap_or("something"))
        }
        (ObjectKind::Ability, Some(VisibleReferent::Inherent(ability)), _) => format!("the {ability}"),
        (ObjectKind::Ability, ..) => "an ability".to_owned(),
        (ObjectKind::Emblem, _, None) => "an emblem".to_owned(),
        (_, _, Some(name)) => name,
        (_, _, None) if object.face_down => "a face-down card".to_owned(),
        (_, _, None) => "something nameless".to_owned(),
    };
    if let Some((power, toughness)) = object.pt {
        text += &format!(" {power}/{toughness}");
    }
    let mut marks = Vec::new();
    marks.extend(object.tapped.then(|| "tapped".to_owned()));
    marks.extend((object.damage > 0).then(|| format!("{} damage", object.damage)));
    marks.extend(object.counters.iter().map(|(kind, n)| format!("{n} {kind}")));
    let host = object.attached_to.as_ref().and_then(|host| match host {
        VisibleReferent::Object(thing) => thing.name.clone().or_else(|| {
            let face_down = view.battlefield.iter().any(|o| o.handle == thing.handle && o.face_down);
            face_down.then(|| "a face-down card".to_owned())
        }),
        VisibleReferent::Player(seat) => Some(format!("player {seat}")),
        VisibleReferent::Inherent(_) | VisibleReferent::Unseen => None,
    });
    marks.extend(host.map(|host| format!("on {host}")));
    marks.extend(object.protector.map(|seat| format!("protected by player {seat}")));
    if marks.is_empty() { text } else { format!("{text} ({})", marks.join(", ")) }
}
