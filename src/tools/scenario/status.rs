//! What is special about permanents of a set-up.

use super::build::seat;
use super::def::StatusSetup;
use super::names::{Labels, player};
use crate::cards::CardTable;
use crate::cards::def::Designation;
use crate::model::ids::{NameId, ObjectId, Referent, SeatSet};
use crate::model::object::{Characteristics, CopiableSource, Counters, Door, Linked, Object, Status, ThisTurn};
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones;
use bevy_ecs::prelude::*;

/// The permanent that is special.
pub(super) fn subject(status: &StatusSetup) -> &str {
    match status {
        StatusSetup::Tapped(word)
        | StatusSetup::Sick(word)
        | StatusSetup::Counters(word, ..)
        | StatusSetup::Damage(word, _)
        | StatusSetup::Attached(word, _)
        | StatusSetup::ChosenType(word, _)
        | StatusSetup::ChosenCardType(word, _)
        | StatusSetup::ChosenColor(word, _)
        | StatusSetup::ChosenName(word, _)
        | StatusSetup::ChosenPlayer(word, _)
        | StatusSetup::ChosenNumber(word, _)
        | StatusSetup::ControlledBy(word, _)
        | StatusSetup::FaceDown(word)
        | StatusSetup::CopyOf(word, _)
        | StatusSetup::Paired(word, _)
        | StatusSetup::Protected(word, _)
        | StatusSetup::Designated(word, _)
        | StatusSetup::Unlocked(word, _)
        | StatusSetup::Exiled(word, _) => word,
    }
}

/// The card that a permanent is a copy of.
pub(super) fn copied(status: &StatusSetup) -> Option<&String> {
    match status {
        StatusSetup::CopyOf(_, name) => Some(name),
        _ => None,
    }
}

/// Makes something special about a permanent.
///
/// # Errors
/// If there is no such permanent, player or card.
pub(super) fn set(world: &mut impl EditGame, labels: &Labels, status: &StatusSetup, turn: u32) -> Result<(), String> {
    let seats = usize::from(world.part::<Players>().seats());
    let id = match status {
        // A card in the command zone can lie face down, too.
        StatusSetup::FaceDown(word) => labels.object(world, word)?,
        _ => labels.permanent(world, subject(status))?,
    };
    let table = world.part::<CardTable>().clone();
    let name = |name: &String| table.0.names.find(name).ok_or_else(|| format!("there is no card `{name}`"));
    match status {
        StatusSetup::Tapped(_) => world.row_mut::<Status>(id).tapped = true,
        StatusSetup::Sick(_) => world.row_mut::<Status>(id).controlled_since = turn,
        StatusSetup::Damage(_, amount) => world.row_mut::<ThisTurn>(id).damage = *amount,
        StatusSetup::Counters(_, kind, count) => {
            let now = world.part_mut::<Zones>().tick();
            world.row_mut::<Counters>(id).add(*kind, *count, now);
        }
        StatusSetup::Attached(_, to) => {
            let host = match player(world, to) {
                Some(seat) => Referent::Player(seat),
                None => {
                    let host = labels.permanent(world, to)?;
                    Referent::Object(world.row_mut::<Object>(host).reference())
                }
            };
            world.row_mut::<Status>(id).attached_to = Some(host);
        }
        StatusSetup::ChosenType(_, subtype) => world.row_mut::<Linked>(id).chosen.subtype = Some(*subtype),
        StatusSetup::ChosenCardType(_, kind) => world.row_mut::<Linked>(id).chosen.card_type = Some(*kind),
        StatusSetup::ChosenColor(_, color) => world.row_mut::<Linked>(id).chosen.color = Some(*color),
        StatusSetup::ChosenNumber(_, number) => world.row_mut::<Linked>(id).chosen.number = Some(*number),
        StatusSetup::ChosenPlayer(_, who) => world.row_mut::<Linked>(id).chosen.player = Some(seat(*who, seats)?),
        StatusSetup::ChosenName(_, word) => {
            let found = name(word)?;
            world.row_mut::<Linked>(id).chosen.name = Some(found);
        }
        StatusSetup::ControlledBy(_, who) => {
            let seat = seat(*who, seats)?;
            world.row_mut::<Status>(id).base_controller = seat;
            world.row_mut::<Characteristics>(id).controller = seat;
        }
        StatusSetup::FaceDown(_) => {
            world.row_mut::<Status>(id).face_down = true;
            let controller = world.row_mut::<Characteristics>(id).controller;
            let known = match world.row_mut::<Object>(id).zone {
                Zone::Battlefield => SeatSet::only(controller),
                _ => SeatSet::NONE,
            };
            world.row_mut::<Object>(id).known_to = known;
        }
        StatusSetup::CopyOf(_, word) => {
            let found = name(word)?;
            copy(world, id, found).ok_or_else(|| format!("`{word}` can't be copied"))?;
        }
        StatusSetup::Protected(_, who) => world.row_mut::<Status>(id).protector = Some(seat(*who, seats)?),
        StatusSetup::Paired(_, with) => {
            let other = labels.permanent(world, with)?;
            let [a, b] = [id, other].map(|id| world.row_mut::<Object>(id).reference());
            for one in [id, other] {
                if world.row_mut::<Status>(one).pair.is_some_and(|pair| ![a, b].contains(&pair)) {
                    return Err("it is paired with another creature".to_owned());
                }
            }
            if a == b {
                return Err("a creature isn't paired with itself".to_owned());
            }
            zones::pair(world, a, b);
        }
        StatusSetup::Designated(_, designation) => {
            if !is_told(*designation) {
                return Err(format!("a set-up can't say what goes along with being {}", designation.text()));
            }
            world.row_mut::<Status>(id).designations |= designation.bit();
        }
        StatusSetup::Unlocked(_, half) => {
            let named = name(half)?;
            let found = Door::BOTH.into_iter().find(|door| half_name(world, id, *door) == Some(named));
            let door = found.ok_or_else(|| format!("it has no half `{half}`"))?;
            let status = world.row_mut::<Status>(id);
            status.unlocked = status.unlocked.with(door, true);
        }
        StatusSetup::Exiled(_, words) => {
            let mut cards = Vec::new();
            for word in words {
                let card = labels.object(world, word)?;
                cards.push(world.row_mut::<Object>(card).reference());
            }
            world.row_mut::<Linked>(id).cards.extend(cards);
        }
    }
    Ok(())
}

/// Whether a set-up says all about a designation: some go along with effects (CR 701.60c) or an emblem (701.54c).
pub(super) const fn is_told(designation: Designation) -> bool {
    !matches!(designation, Designation::Suspected | Designation::RingBearer)
}

/// The name of a half of a card with a shared type line (CR 709.5).
pub(super) fn half_name(world: &impl ReadGame, id: ObjectId, door: Door) -> Option<NameId> {
    let object = world.row::<Object>(id).reference();
    layers::half(world, object, door).map(|half| half.name)
}

/// CR 707.5: a permanent has entered as a copy of the card of that name.
fn copy(world: &mut impl EditGame, id: ObjectId, name: NameId) -> Option<()> {
    let table = world.part::<CardTable>();
    let def = table.0.defs.iter().position(|d| d.faces[0].chars.name == name)?;
    let values = table.face(crate::model::ids::DefId(def as u16), 0);
    let controller = world.row_mut::<Status>(id).base_controller;
    let copied = layers::Copiable::of_base(world, CopiableSource::Def(crate::model::ids::DefId(def as u16), 0));
    let base = layers::make_copy(world, copied);
    let card = std::mem::replace(&mut world.row_mut::<Object>(id).base, base);
    world.row_mut::<Status>(id).own_face = Some(card);
    *world.row_mut::<Characteristics>(id) = Characteristics { controller, ..values };
    Some(())
}
