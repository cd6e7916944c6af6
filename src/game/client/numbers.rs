//! Numbers for permanents of the same name, so that people can tell them apart: `Grizzly Bears (2)`.
//!
//! They rest on nothing but what everybody sees, so they are the same for all viewers. While somebody follows a game, a
//! number stays as long as its permanent has this name; in other games permanents are counted as they lie there.

use crate::cards::CardTable;
use crate::cards::def::CardTypes;
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::object::{Characteristics, Object, Status};
use crate::model::zone::Zone;
use crate::rules::log::{EventLog, NumberGiven, Numbers};
use crate::rules::reading::{Live, View};
use std::borrow::Cow;

/// By what others may be taken for it: the name, empty for what lies face down. Lands, of which there are many that nobody
/// confuses with anything, have no numbers.
fn name<'t>(
    table: &'t CardTable,
    object: &Object,
    status: &Status,
    chars: &'t Characteristics,
) -> Option<Cow<'t, str>> {
    let land = chars.types.contains(CardTypes::LAND) && !chars.types.contains(CardTypes::CREATURE);
    match object.zone {
        Zone::Battlefield if status.face_down => Some(Cow::Borrowed("")),
        Zone::Battlefield if !land => table.called(chars),
        _ => None,
    }
}

/// The permanents that can have numbers, with their names.
fn permanents<'w>(game: &Live<'w>) -> impl Iterator<Item = (ObjectRef, Cow<'w, str>)> {
    let game = *game;
    let named = move |id: &ObjectId| {
        let object = game.world_object(*id);
        let (status, chars) = (game.world_status(*id), game.world_chars(*id));
        Some((object.reference(), name(game.world_table(), object, status, chars)?))
    };
    game.world_zones().list(Zone::Battlefield).iter().filter_map(named)
}

impl Numbers {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Gives numbers to what has none yet.
    pub(super) fn note(&mut self, game: &Live<'_>) {
        self.kept = true;
        let fits = |given: &NumberGiven, object: ObjectRef, name: &Cow<'_, str>| {
            given.incarnation == object.incarnation && given.name == **name
        };
        let is_new = |(object, name): &(ObjectRef, Cow<'_, str>)| {
            !self.given.get(&object.id).is_some_and(|given| fits(given, *object, name))
        };
        let new: Vec<(ObjectRef, Cow<'_, str>)> = permanents(game).filter(is_new).collect();
        for (object, name) in new {
            let mut highest = 0;
            for (other, its) in permanents(game).filter(|(other, its)| *its == name && *other != object) {
                if let Some(given) = self.given.get_mut(&other.id).filter(|given| fits(given, other, &its)) {
                    highest = highest.max(given.number);
                    given.shared = true;
                }
            }
            let (incarnation, name) = (object.incarnation, name.into_owned());
            let given = NumberGiven { incarnation, name, number: highest + 1, shared: highest > 0 };
            self.given.insert(object.id, given);
        }
    }

    /// The number of a permanent, as it is or last was; `None` if nothing else has its name.
    pub(super) fn of(game: &Live<'_>, view: &View<'_>) -> Option<u32> {
        let table = game.world_table();
        let name = name(table, view.object, view.status, view.chars)?;
        let object = view.object.reference();
        let numbers = &game.part::<EventLog>().numbers;
        if numbers.kept {
            let given = numbers.given.get(&object.id).filter(|g| g.incarnation == object.incarnation)?;
            return Some(given.number).filter(|_| given.shared && given.name == name);
        }
        let alike: Vec<ObjectRef> = permanents(game).filter(|(_, its)| *its == name).map(|(o, _)| o).collect();
        let place = alike.iter().position(|other| *other == object)?;
        (alike.len() > 1).then_some(place as u32 + 1)
    }
}
