//! What is special about permanents of a set-up.

use super::build::seat;
use super::def::StatusSetup;
use super::names::{Labels, player};
use crate::cards::CardTable;
use crate::model::ids::{ObjectId, Referent, SeatSet};
use crate::model::object::{Base, Characteristics, Counters, Object, Status};
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
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
        | StatusSetup::ChosenColor(word, _)
        | StatusSetup::ChosenName(word, _)
        | StatusSetup::ChosenPlayer(word, _)
        | StatusSetup::ChosenNumber(word, _)
        | StatusSetup::ControlledBy(word, _)
        | StatusSetup::FaceDown(word)
        | StatusSetup::CopyOf(word, _)
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

fn component<C: Component<Mutability = bevy_ecs::component::Mutable>>(world: &mut World, id: ObjectId) -> Mut<'_, C> {
    let entity = world.part::<Slots>().entity(id);
    world.get_mut::<C>(entity).expect("every slot has every component of an object")
}

/// Makes something special about a permanent.
///
/// # Errors
/// If there is no such permanent, player or card.
pub(super) fn set(world: &mut World, labels: &Labels, status: &StatusSetup, turn: u32) -> Result<(), String> {
    let seats = usize::from(world.part::<Players>().seats());
    let id = match status {
        // A card in the command zone can lie face down, too.
        StatusSetup::FaceDown(word) => labels.object(world, word)?,
        _ => labels.permanent(world, subject(status))?,
    };
    // What needs a look at the world comes before the row that is written to.
    let name = |world: &World, name: &String| {
        let found = world.part::<CardTable>().0.names.find(name);
        found.ok_or_else(|| format!("there is no card `{name}`"))
    };
    match status {
        StatusSetup::Tapped(_) => component::<Status>(world, id).tapped = true,
        StatusSetup::Sick(_) => component::<Status>(world, id).controlled_since = turn,
        StatusSetup::Damage(_, amount) => component::<Status>(world, id).damage = *amount,
        StatusSetup::Counters(_, kind, count) => {
            let now = world.part_mut::<Zones>().tick();
            component::<Counters>(world, id).add(*kind, *count, now);
        }
        StatusSetup::Attached(_, to) => {
            let host = match player(world, to) {
                Some(seat) => Referent::Player(seat),
                None => {
                    let host = labels.permanent(world, to)?;
                    Referent::Object(component::<Object>(world, host).reference())
                }
            };
            component::<Status>(world, id).attached_to = Some(host);
        }
        StatusSetup::ChosenType(_, subtype) => component::<Status>(world, id).chosen.subtype = Some(*subtype),
        StatusSetup::ChosenColor(_, color) => component::<Status>(world, id).chosen.color = Some(*color),
        StatusSetup::ChosenNumber(_, number) => component::<Status>(world, id).chosen.number = Some(*number),
        StatusSetup::ChosenPlayer(_, who) => component::<Status>(world, id).chosen.player = Some(seat(*who, seats)?),
        StatusSetup::ChosenName(_, word) => {
            let found = name(world, word)?;
            component::<Status>(world, id).chosen.name = Some(found);
        }
        StatusSetup::ControlledBy(_, who) => {
            let seat = seat(*who, seats)?;
            component::<Status>(world, id).base_controller = seat;
            component::<Characteristics>(world, id).controller = seat;
        }
        StatusSetup::FaceDown(_) => {
            component::<Status>(world, id).face_down = true;
            let controller = component::<Characteristics>(world, id).controller;
            let known = match component::<Object>(world, id).zone {
                Zone::Battlefield => SeatSet::only(controller),
                _ => SeatSet::NONE,
            };
            component::<Object>(world, id).known_to = known;
        }
        StatusSetup::CopyOf(_, word) => {
            let found = name(world, word)?;
            copy(world, id, found).ok_or_else(|| format!("`{word}` can't be copied"))?;
        }
        StatusSetup::Exiled(_, words) => {
            let mut cards = Vec::new();
            for word in words {
                let card = labels.object(world, word)?;
                cards.push(component::<Object>(world, card).reference());
            }
            component::<Status>(world, id).linked.extend(cards);
        }
    }
    Ok(())
}

/// CR 707.5: a permanent has entered as a copy of the card of that name.
fn copy(world: &mut World, id: ObjectId, name: crate::model::ids::NameId) -> Option<()> {
    let table = world.part::<CardTable>();
    let def = table.0.defs.iter().position(|d| d.faces[0].chars.name == name)?;
    let values = table.face(crate::model::ids::DefId(def as u16), 0);
    let controller = component::<Status>(world, id).base_controller;
    let copied = layers::Copiable::of_base(world, Base::Def(crate::model::ids::DefId(def as u16), 0));
    let base = layers::make_copy(world, copied);
    let mut object = component::<Object>(world, id);
    let card = std::mem::replace(&mut object.base, base);
    component::<Status>(world, id).own_face = Some(card);
    *component::<Characteristics>(world, id) = Characteristics { controller, ..values };
    Some(())
}
