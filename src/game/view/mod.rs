//! What a seat may know (CR 400.2, 402.3, 708.5): a borrowed filter over the world.
//!
//! Agents get a [`SeatView`] and a decision, nothing more. It answers about public objects and about hidden cards
//! that the seat knows; of all others only how many there are.

mod deal;
mod reading;

pub use deal::{InformationSet, NotAsked, Opening, Pool, determinize};
pub use reading::{Announced, Followed};

use crate::cards::CardTable;
use crate::cards::def::{Cost, Filter};
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::ids::{ContinuousEffectId, NameId, ObjectId, ObjectRef, Seat};
use crate::model::object::{
    CastAs, Characteristics, CopiableSource, Counters, Door, Linked, Object, StackEntry, Status, ThisTurn,
};
use crate::model::player::{Player, Players};
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::legal;
use crate::rules::reading::{Board, Live, View, matches_known, name_fits};
use crate::rules::state::{GameParts, GameWorld};
use bevy_ecs::prelude::*;
use std::cell::OnceCell;
use std::sync::Arc;

/// A seat's view of a game.
#[derive(Clone)]
pub struct SeatView<'w> {
    world: &'w World,
    /// Looked up when it is first read, like the board: some ask for the turn and the stack alone.
    parts: OnceCell<&'w GameParts>,
    /// Looked up when it is first read: an agent may answer without a look at the game.
    board: OnceCell<Live<'w>>,
    seat: Seat,
}

impl<'w> SeatView<'w> {
    /// The view of a seat.
    pub fn new(world: &'w World, seat: Seat) -> Self {
        Self { world, parts: OnceCell::new(), board: OnceCell::new(), seat }
    }
    fn parts(&self) -> &'w GameParts {
        self.parts.get_or_init(|| self.world.parts())
    }
    #[inline]
    fn board(&self) -> &Live<'w> {
        self.board.get_or_init(|| Live::with_columns(self.world))
    }
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }
    /// All seats still in the game, in seat order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players().alive()
    }
    /// The opponents of the viewer.
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players().opponents(self.seat).iter()
    }
    fn players(&self) -> &'w Players {
        self.board().world_players()
    }
    /// What everyone knows of a player: life, mana, counters, and the like.
    ///
    /// # Panics
    /// If the game has no such seat.
    #[inline]
    pub fn player(&self, seat: Seat) -> &'w Player {
        self.board().world_players().get(seat)
    }
    /// The turn.
    #[inline]
    pub fn turn(&self) -> &'w Turn {
        self.board.get().map_or_else(|| &self.parts().turn, |board| board.world_turn())
    }
    /// Combat.
    #[inline]
    pub fn combat(&self) -> &'w Combat {
        self.board().part()
    }
    /// What an effect lets the seat pay for a spell instead of its mana cost (CR 118.9).
    pub fn offered_cost(&self, effect: ContinuousEffectId) -> Option<&'w Cost> {
        legal::cost_offer(self.board(), effect).map(|offer| offer.cost)
    }
    /// The definitions of the cards in use.
    #[inline]
    pub fn table(&self) -> &'w CardTable {
        self.board().world_table()
    }
    /// How many objects a zone has; 0 for [`Zone::Outside`].
    ///
    /// # Panics
    /// If the zone belongs to a seat that the game doesn't have.
    #[inline]
    pub fn count(&self, zone: Zone) -> usize {
        self.board().zones().list(zone).len()
    }
    /// Whether a zone has no objects.
    ///
    /// # Panics
    /// If the zone belongs to a seat that the game doesn't have.
    pub fn is_empty(&self, zone: Zone) -> bool {
        let zones = self.board.get().map_or_else(|| &self.parts().zones, |board| board.world_zones());
        zones.list(zone).is_empty()
    }
    /// The objects of a zone that the seat sees, in the order of the zone: of libraries, graveyards and the stack the top
    /// one is last.
    ///
    /// # Panics
    /// If the zone belongs to a seat that the game doesn't have.
    #[inline]
    pub fn zone(&self, zone: Zone) -> impl Iterator<Item = Seen<'_>> + '_ {
        let board = self.board();
        board.zones().list(zone).iter().filter_map(|id| self.by_id(board, *id))
    }
    /// The seat's own hand.
    ///
    /// # Panics
    /// If the game doesn't have the seat of this view.
    pub fn hand(&self) -> impl Iterator<Item = Seen<'_>> + '_ {
        self.zone(Zone::Hand(self.seat))
    }
    /// All permanents that are phased in, oldest first.
    pub fn battlefield(&self) -> impl Iterator<Item = Seen<'_>> + '_ {
        self.zone(Zone::Battlefield).filter(|seen| !seen.status.phased_out)
    }
    /// The permanents that a player controls, oldest first.
    pub fn controlled(&self, player: Seat) -> impl Iterator<Item = Seen<'_>> + '_ {
        let board = self.board();
        let own = move |id: &&ObjectId| board.chars(**id).controller == player && !board.status(**id).phased_out;
        board.zones().battlefield.iter().filter(own).filter_map(|id| self.see(board.world_view_of(*id)))
    }
    /// Those of [`SeatView::controlled`] that match a filter.
    pub(crate) fn controlled_that<'s>(
        &'s self,
        player: Seat,
        bindings: &'s Bindings,
        filter: &'s Filter,
    ) -> impl Iterator<Item = Seen<'s>> + 's {
        let board = self.board();
        let such = move |id: &&ObjectId| {
            let chars = board.chars(**id);
            chars.controller == player
                && !board.status(**id).phased_out
                && matches_known(board, bindings, filter, board.object(**id), chars)
        };
        board.zones().battlefield.iter().filter(such).filter_map(|id| self.see(board.world_view_of(*id)))
    }
    /// What the permanents are like that a player controls, oldest first, for who asks for nothing else.
    pub(crate) fn looks_of_controlled(&self, player: Seat) -> impl Iterator<Item = (&'w Characteristics, &'w Status)> {
        let board = self.board();
        let looks = move |id: &ObjectId| (board.world_chars(*id), board.world_status(*id));
        let battlefield = board.world_zones().battlefield.iter().map(looks);
        battlefield.filter(move |(chars, status)| chars.controller == player && !status.phased_out)
    }
    /// An object, if the seat sees it: what lies face down on the battlefield or the stack, too ([`Seen::known`]). As it
    /// last was, if it is gone.
    pub fn object(&self, object: ObjectRef) -> Option<Seen<'_>> {
        self.see(self.board().view(object)?)
    }
    /// What an object is like, if the seat sees it ([`SeatView::object`]), for who asks for nothing else.
    pub(crate) fn chars(&self, object: ObjectRef) -> Option<&'w Characteristics> {
        let board = self.board();
        if board.is_same(object) {
            return self.sees(object).then(|| board.world_chars(object.id));
        }
        self.see(board.world_view(object)?).map(|seen| seen.chars)
    }
    /// Whether the seat sees an object ([`SeatView::object`]).
    fn sees(&self, object: ObjectRef) -> bool {
        let board = self.board();
        if !board.is_same(object) {
            return self.object(object).is_some();
        }
        let (row, status) = (board.world_object(object.id), board.world_status(object.id));
        // CR 708.5, as in `see`.
        matches!(row.zone, Zone::Battlefield | Zone::Stack)
            || row.is_known_to(self.seat, status, board.world_chars(object.id).controller)
    }
    /// What is seen of an object.
    #[inline]
    fn see<'a>(&self, view: View<'a>) -> Option<Seen<'a>> {
        let known = self.knows(&view);
        // CR 708.5: what is face down on the battlefield or the stack is seen by all, but not which card it is.
        let there = matches!(view.object.zone, Zone::Battlefield | Zone::Stack);
        (known || there).then(|| seen(view, known))
    }
    /// What a face-down permanent or spell would be face up; `None` if the seat may not look at it (CR 708.5).
    pub fn face_up(&self, object: ObjectRef) -> Option<Characteristics> {
        self.object(object)?.known.then(|| crate::rules::layers::face_up(self.board(), object))?
    }
    /// What a half of a permanent with a shared type line is like while it is unlocked (CR 709.5a).
    pub fn half(&self, object: ObjectRef, door: Door) -> Option<Characteristics> {
        crate::rules::layers::half(self.board(), object, door)
    }
    /// What the viewer pays to turn a permanent face up; `None` if it can't be turned up in this way. `by` is the place of
    /// an ability among those that it will have; `None` stands for its mana cost, if it was manifested (CR 701.40b).
    pub fn cost_up(&self, object: ObjectRef, by: Option<u8>) -> Option<Cost> {
        crate::rules::legal::special::cost_up(self.board(), object.id, &self.face_up(object)?, by)
    }
    /// All names that can be chosen where a card name is asked for, with the characteristics of the card.
    pub fn names(&self) -> impl Iterator<Item = (&'w str, NameId, &'w Characteristics)> {
        self.board().world_table().0.names.iter()
    }
    /// The characteristics of the card with this name; `None` if no card of the table has it.
    pub fn named(&self, name: NameId) -> Option<Arc<Characteristics>> {
        self.board().world_table().named(name)
    }
    /// The names that can be chosen of cards that fit a filter, in the order of [`SeatView::names`].
    pub(crate) fn names_fitting(&self, filter: &Filter) -> Arc<[NameId]> {
        self.board().world_table().0.names.fitting(filter, |chars| name_fits(filter, chars))
    }
    #[inline]
    fn by_id(&self, board: &Live<'w>, id: ObjectId) -> Option<Seen<'_>> {
        // Most cards are in libraries: of those no more is read than where they are.
        if board.world_object(id).is_hidden_from(self.seat) {
            return None;
        }
        self.see(board.world_view_of(id))
    }
    #[inline]
    fn knows(&self, View { object, status, chars, .. }: &View<'_>) -> bool {
        object.is_known_to(self.seat, status, chars.controller)
    }
}

/// An object that a seat sees.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What it is called in decisions and answers.
    pub reference: ObjectRef,
    /// What and where it is; of what is face down and not known, only where.
    pub object: Object,
    /// Whether the seat knows which card it is.
    pub known: bool,
    /// What it is like.
    pub chars: &'a Characteristics,
    /// Its status.
    pub status: &'a Status,
    /// What has happened to it this turn.
    pub this_turn: &'a ThisTurn,
    /// How it may be cast, or was cast.
    pub cast_as: &'a CastAs,
    /// What its linked abilities remember.
    pub linked: &'a Linked,
    /// Its counters.
    pub counters: &'a Counters,
    /// What was announced for it, if it is on the stack.
    pub stack: &'a StackEntry,
}

#[inline]
fn seen(view: View<'_>, known: bool) -> Seen<'_> {
    let base = if known { view.object.base } else { CopiableSource::default() };
    Seen {
        reference: view.object.reference(),
        object: Object { base, ..*view.object },
        known,
        chars: view.chars,
        status: view.status,
        this_turn: view.this_turn,
        cast_as: view.cast_as,
        linked: view.linked,
        counters: view.counters,
        stack: view.stack,
    }
}
