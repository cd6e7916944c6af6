//! What players began with.

use crate::cards::CardTable;
use crate::game::{Game, GameSetup};
use crate::model::ids::{DefId, Seat};
use crate::model::object::{CopiableSource, Object, ObjectKind, Status};
use crate::model::zone::Zone;
use crate::rules::slots::Slots;
use crate::rules::state::ReadGame;
use bevy_ecs::world::World;

/// The cards that the players of a game began with, as far as that is known: deck lists, or just cards that there may
/// be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pool {
    pub(super) seats: Vec<Cards>,
    /// Cards that a zone doesn't have.
    pub(super) without: Vec<(Zone, DefId)>,
}

/// The cards of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cards {
    /// Exactly these.
    List {
        /// The cards that the player has in the game.
        main: Vec<DefId>,
        /// Outside the game.
        side: Vec<DefId>,
    },
    /// Any number of each; what is named more often is likelier.
    Any(Vec<DefId>),
}

impl Pool {
    /// The decks of a setup: everybody knows them.
    pub fn of_setup(setup: &GameSetup) -> Self {
        let list = |lists: &[Vec<DefId>], seat: usize| lists.get(seat).cloned().unwrap_or_default();
        let seats = (0..setup.decks.len())
            .map(|seat| {
                let mut main = list(&setup.decks, seat);
                main.extend(list(&setup.commanders, seat));
                Cards::List { main, side: list(&setup.sideboards, seat) }
            })
            .collect();
        Self { seats, without: Vec::new() }
    }

    /// A pool of which nothing is known but that every card is one of these; what is named more often is likelier.
    pub fn any(seats: usize, cards: &[DefId]) -> Self {
        Self { seats: vec![Cards::Any(cards.to_vec()); seats], without: Vec::new() }
    }

    /// This pool, with less known of one seat: only that each of its cards is one of these.
    #[must_use]
    pub fn with_any(mut self, seat: Seat, cards: &[DefId]) -> Self {
        self.grow(seat);
        self.seats[seat.index()] = Cards::Any(cards.to_vec());
        self
    }

    /// This pool, with a list for a seat: the cards that it has in the game, and those outside.
    #[must_use]
    pub fn with_list(mut self, seat: Seat, main: &[DefId], side: &[DefId]) -> Self {
        self.grow(seat);
        self.seats[seat.index()] = Cards::List { main: main.to_vec(), side: side.to_vec() };
        self
    }

    /// This pool, with something that play has proven: none of the unknown cards of this zone is that card.
    #[must_use]
    pub fn without(mut self, zone: Zone, card: DefId) -> Self {
        self.without.push((zone, card));
        self
    }

    /// The cards that a seat has in the game, if exactly those are known.
    pub fn list(&self, seat: Seat) -> Option<&[DefId]> {
        match self.seats.get(seat.index())? {
            Cards::List { main, .. } => Some(main),
            Cards::Any(_) => None,
        }
    }

    fn grow(&mut self, seat: Seat) {
        while self.seats.len() <= seat.index() {
            self.seats.push(Cards::Any(Vec::new()));
        }
    }

    /// The cards that there are in a world, by their owners.
    fn of_world(world: &World) -> Self {
        let seats = usize::from(world.part::<crate::model::player::Players>().seats());
        let slots = world.part::<Slots>();
        let mut lists = vec![(Vec::new(), Vec::new()); seats];
        for id in (0..slots.len() as u32).map(crate::model::ids::ObjectId) {
            let object = world.get::<Object>(slots.entity(id)).expect("every slot is an object");
            let Some(def) = card_of(world, object).filter(|_| object.kind == ObjectKind::Card) else { continue };
            let (main, side) = &mut lists[object.owner.index()];
            if object.zone == Zone::Outside { side.push(def) } else { main.push(def) }
        }
        let seats = lists.into_iter().map(|(main, side)| Cards::List { main, side }).collect();
        Self { seats, without: Vec::new() }
    }
}

/// Which card of the deck lists an object is, whatever it looks like.
pub(super) fn card_of(world: &World, object: &Object) -> Option<DefId> {
    let status = world.get::<Status>(world.part::<Slots>().entity(object.id));
    card_with(world, object, status.expect("every slot has every component of an object"))
}

/// Like [`card_of`], for an object with this status.
pub(super) fn card_with(world: &World, object: &Object, status: &Status) -> Option<DefId> {
    match status.own_face.unwrap_or(object.base) {
        CopiableSource::Def(def, _) => Some(world.part::<CardTable>().original(def)),
        CopiableSource::Interned(_) => None,
    }
}

/// What agents are told as a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'g>(&'g Game);

impl<'g> Opening<'g> {
    /// What agents are told of this game, which begins.
    pub const fn new(game: &'g Game) -> Self {
        Self(game)
    }
    /// The deck lists: which cards each player has, though not where.
    pub fn pool(&self) -> Pool {
        Pool::of_world(self.0.world())
    }
}
