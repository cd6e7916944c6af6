//! The position that a fixture gives, beside that of the game.

use super::called::{Called, Calls};
use crate::cards::printable::many;
use crate::game::Game;
use crate::model::ids::{ObjectId, Referent};
use crate::model::object::{Characteristics, Counters, Object, ObjectKind, Status, ThisTurn};
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::state::ReadGame;
use crate::tools::scenario::explain::ValuesData;
use crate::tools::scenario::names::{self, Labels, get};
use crate::tools::scenario::text;
use bevy_ecs::prelude::*;

/// What is otherwise, a line each.
pub(super) fn differences(game: &Game, calls: &Calls, fixture: &Game, labels: &Labels) -> Vec<String> {
    let (world, other) = (game.world(), fixture.world());
    let mut lines = Vec::new();
    for called in &calls.permanents {
        match labels.permanent(other, &called.word) {
            Ok(id) => permanent(world, other, called, id, &mut |what, was, is| {
                lines.push(format!("{}: {what} {was}; in the fixture {is}", called.word));
            }),
            Err(_) => lines.push(format!("{}: in the fixture it doesn't stay on the battlefield", called.word)),
        }
    }
    for (i, (was, is)) in world.part::<Players>().0.iter().zip(&other.part::<Players>().0).enumerate() {
        let seat = crate::model::ids::Seat(i as u8);
        let mut note = |what: &str, was: String, is: String| {
            if was != is {
                lines.push(format!("{}: {what} {was}; in the fixture {is}", text::seat(seat)));
            }
        };
        note("life", was.life.to_string(), is.life.to_string());
        note("mana", text::pool(&was.pool), text::pool(&is.pool));
        for zone in [Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)] {
            note(&format!("{:?}", zone.kind()), cards(world, zone), cards(other, zone));
        }
    }
    let is_card = |w: &World, id: &ObjectId| get::<Object>(w, *id).kind == ObjectKind::Card;
    let counts = [world, other].map(|w| w.part::<Zones>().exile.iter().filter(|id| is_card(w, id)).count());
    if counts[0] != counts[1] {
        lines.push(format!("{} in exile; in the fixture {}", many(counts[0], "card"), counts[1]));
    }
    lines
}

fn cards(world: &World, zone: Zone) -> String {
    let names: Vec<String> = world.part::<Zones>().list(zone).iter().map(|id| names::card(world, *id)).collect();
    text::list(&names)
}

fn permanent(world: &World, other: &World, called: &Called, id: ObjectId, note: &mut dyn FnMut(&str, String, String)) {
    let values = |world, id| {
        let values = ValuesData::of(world, get::<Characteristics>(world, id));
        serde_json::to_value(values).unwrap_or_default()
    };
    let (was, is) = (values(world, called.id), values(other, id));
    for (field, value) in was.as_object().into_iter().flatten() {
        if is[field] != *value {
            note(field, value.to_string(), is[field].to_string());
        }
    }
    let statuses = [get::<Status>(world, called.id), get::<Status>(other, id)];
    let mut same = |what: &str, [was, is]: [String; 2]| {
        if was != is {
            note(what, was, is);
        }
    };
    same("tapped", statuses.map(|s| s.tapped.to_string()));
    same("damage", [(world, called.id), (other, id)].map(|(world, id)| get::<ThisTurn>(world, id).damage.to_string()));
    let counters = [get::<Counters>(world, called.id), get::<Counters>(other, id)];
    same("counters", counters.map(|c| c.0.iter().map(|(kind, n, _)| format!("{n} {kind}, ")).collect()));
    let host = |world, status: &Status| match status.attached_to {
        None => "nothing".to_owned(),
        Some(Referent::Player(seat)) => text::seat(seat),
        Some(Referent::Object(host)) => {
            let there = get::<Object>(world, host.id).reference() == host;
            if there { names::name(world, host.id) } else { "what is gone".to_owned() }
        }
    };
    same("attached to", [host(world, statuses[0]), host(other, statuses[1])]);
}
