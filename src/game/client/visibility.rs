//! What a viewer sees of a game.

use super::describe;
use crate::cards::CardTable;
use crate::model::ids::{AbilityKey, Handle, ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{CopiableSource, Object, ObjectKind};
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::log::Numbers;
use crate::rules::reading::{Live, View};
use crate::rules::slots::Slots;
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody at the table without cards: what all players know.
    Spectator,
    /// A tool, to which nothing is hidden.
    Everything,
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// An object as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct VisibleObject {
    /// What it is called.
    pub handle: Handle,
    /// Its name; `None` if it has none, or if the viewer doesn't know it.
    pub name: Option<String>,
}

/// An object or a player, as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum VisibleReferent {
    /// An object.
    Object(VisibleObject),
    /// A player.
    Player(Seat),
    /// No object: what an inherent ability is called, which has no source (CR 725.2).
    Inherent(String),
    /// An object that the viewer can't see, or that is gone and forgotten.
    Unseen,
}

/// What a viewer sees of a world: which objects, and what the viewer may know of each.
#[derive(Clone, Copy)]
pub struct Visibility<'w> {
    pub(super) board: Live<'w>,
    viewer: Viewer,
}

impl fmt::Debug for Visibility<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Visibility").field(&self.viewer).finish()
    }
}

impl<'w> Visibility<'w> {
    /// What `viewer` sees of a game.
    pub fn new(game: &'w impl ReadGame, viewer: impl Into<Viewer>) -> Self {
        Self { board: Live::new(game), viewer: viewer.into() }
    }

    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The world that it is seen in, if it is seen in a world.
    pub(super) fn world(&self) -> Option<&'w World> {
        self.board.world()
    }

    pub(super) fn table(&self) -> &'w CardTable {
        self.board.part()
    }

    /// Whether the viewer knows which card it is; somebody without cards, what all players know.
    pub fn knows(&self, View { object, status, chars, .. }: &View<'_>) -> bool {
        let knows = |seat: Seat| object.is_known_to(seat, status, chars.controller);
        match self.viewer {
            Viewer::Seat(seat) => knows(seat),
            // Those who have left, too: what the others know doesn't become public as somebody leaves.
            Viewer::Spectator => (0..self.board.part::<Players>().0.len()).all(|seat| knows(Seat(seat as u8))),
            Viewer::Everything => true,
        }
    }

    /// An object that the viewer sees, as it is or last was, and whether they know which card it is. What lies face down
    /// in a public zone is seen by all.
    pub fn see(&self, object: ObjectRef) -> Option<(View<'w>, bool)> {
        let view = self.view(object)?;
        let known = self.knows(&view);
        let there = matches!(view.object.zone, Zone::Battlefield | Zone::Stack | Zone::Exile | Zone::Command);
        (known || there).then_some((view, known))
    }

    /// Like [`Visibility::see`], for the object that is in a slot now.
    pub(super) fn see_slot(&self, id: ObjectId) -> Option<(View<'w>, bool)> {
        self.see(self.row(id).reference())
    }

    fn row(&self, id: ObjectId) -> &'w Object {
        self.board.world_object(id)
    }

    /// [`Board::view`] with the lifetime of the world.
    fn view(&self, object: ObjectRef) -> Option<View<'w>> {
        if object == ObjectRef::NONE || object.id.index() >= self.board.world_slots().len() {
            return None;
        }
        self.board.world_view(object)
    }

    /// What the viewer calls an object, if they see it.
    pub fn handle(&self, object: ObjectRef) -> Option<Handle> {
        self.see(object).map(|(view, _)| view.object.handle)
    }

    /// An object as the viewer sees it.
    pub fn visible_object(&self, object: ObjectRef) -> Option<VisibleObject> {
        self.see(object).map(|(view, known)| self.visible_object_of(&view, known))
    }

    pub(super) fn visible_object_of(&self, view: &View<'_>, known: bool) -> VisibleObject {
        VisibleObject { handle: view.object.handle, name: self.name_of(view, known) }
    }

    /// An object or player as the viewer sees it.
    pub fn visible_referent(&self, what: Referent) -> VisibleReferent {
        match what {
            Referent::Player(seat) => VisibleReferent::Player(seat),
            Referent::Object(object) => {
                self.visible_object(object).map_or(VisibleReferent::Unseen, VisibleReferent::Object)
            }
        }
    }

    /// What an ability on the stack is of: its source, or what an inherent ability is called. `None` for everything else.
    pub(super) fn source(&self, view: &View<'_>) -> Option<VisibleReferent> {
        let key = view.stack.ability.filter(|key| key.object != view.object.reference())?;
        Some(self.source_of(key))
    }

    /// What an ability is of.
    pub(super) fn source_of(&self, key: AbilityKey) -> VisibleReferent {
        match self.table().inherent(key) {
            Some(name) => VisibleReferent::Inherent(name.to_owned()),
            None => self.visible_referent(Referent::Object(key.object)),
        }
    }

    /// The name that something goes by: of what is face down and known the card's own.
    fn name_of(&self, view: &View<'_>, known: bool) -> Option<String> {
        // CR 113.1c, 114.3: neither has a name.
        if !known || matches!(view.object.kind, ObjectKind::Ability | ObjectKind::Emblem) {
            return None;
        }
        let face_up = || if view.status.face_down { self.card_name(view.object.base) } else { None };
        self.table().called(view.chars).map(Into::into).or_else(face_up)
    }

    /// The name of a card by what its values come from.
    pub(super) fn card_name(&self, base: CopiableSource) -> Option<String> {
        let chars = crate::rules::layers::base_values(&self.board, base);
        self.table().called(&chars).map(Into::into)
    }

    /// The object that a viewer calls so, if there is one that they see.
    pub fn find(&self, handle: Handle) -> Option<ObjectRef> {
        let slots = self.board.part::<Slots>().len() as u32;
        let there = (0..slots).map(|i| self.row(ObjectId(i)));
        let mut named = there.filter(|row| row.kind != ObjectKind::Unused && row.handle == handle);
        named.next().map(Object::reference).filter(|object| self.see(*object).is_some())
    }

    /// What people call an object.
    pub fn called(&self, object: ObjectRef) -> String {
        let Some((view, known)) = self.see(object) else { return "a card".to_owned() };
        if view.object.kind == ObjectKind::Ability {
            return describe::ability_of(self.table(), &view, |source| self.called(source));
        }
        let name = match self.name_of(&view, known) {
            Some(name) if view.status.face_down => format!("{name} (face down)"),
            Some(name) => name,
            None if view.object.kind == ObjectKind::Emblem => "an emblem".to_owned(),
            None if view.status.face_down => "a face-down card".to_owned(),
            None => "a nameless object".to_owned(),
        };
        match Numbers::of(&self.board, &view) {
            Some(number) => format!("{name} ({number})"),
            None => name,
        }
    }

    /// What tells a permanent from others of its name, as it is or last was ([`super::ObjectView::number`]).
    pub fn number(&self, object: ObjectRef) -> Option<u32> {
        Numbers::of(&self.board, &self.view(object)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::game::view::SeatView;
    use crate::model::object::{Characteristics, Status};
    use crate::tools::scenario;

    /// One function says who knows an object: views of agents and of clients agree with it, before and after control of
    /// face-down permanents has changed.
    #[test]
    fn all_views_agree_on_who_knows_an_object() {
        let text = include_str!("../../../tests/scenarios/zones/cr_708_5_who_may_look.ron");
        let file = scenario::parse("who_may_look.ron", text.to_owned()).unwrap();
        let (mut known, mut unknown) = (0, 0);
        for (number, variant) in [(0, None), (0, Some(0)), (0, Some(1)), (1, None)] {
            let after = scenario::after(&file, number, variant, &CardDb::embedded()).unwrap();
            let world = after.game.world();
            let slots = world.part::<Slots>();
            let seats: Vec<Seat> = world.part::<Players>().alive().collect();
            for id in (0..slots.len() as u32).map(ObjectId).filter(|id| slots.is_used(*id)) {
                let entity = world.entity(slots.entity(id));
                let object = entity.get::<Object>().unwrap();
                let (status, chars) = (entity.get::<Status>().unwrap(), entity.get::<Characteristics>().unwrap());
                let told = |seat: &Seat| object.is_known_to(*seat, status, chars.controller);
                for seat in &seats {
                    let as_agent =
                        SeatView::new(world, *seat).object(object.reference()).is_some_and(|seen| seen.known);
                    let as_client =
                        Visibility::new(world, *seat).see(object.reference()).is_some_and(|(_, known)| known);
                    assert_eq!((as_agent, as_client), (told(seat), told(seat)), "{object:?} for {seat:?}");
                    *(if as_agent { &mut known } else { &mut unknown }) += 1;
                }
                let by_all =
                    Visibility::new(world, Viewer::Spectator).see(object.reference()).is_some_and(|(_, known)| known);
                assert_eq!(by_all, seats.iter().all(told), "{object:?}");
            }
        }
        assert!(known > 20 && unknown > 20, "{known} known, {unknown} unknown");
    }
}
