//! Removes from a copy of a game what a seat may not know.
//!
//! Objects that the seat doesn't see are renumbered, place by place, so that neither their numbers nor how often they
//! have moved say anything. Objects that it sees without knowing which card they are keep their numbers.

use super::gaps::{Gap, Gaps, Nature};
use super::pool::{Pool, card_of, card_with};
use super::rename::{Names, mention, mentioned};
use super::{InformationSet, NotAsked, SeatView};
use crate::game::Game;
use crate::game::snapshot::{invalidate, visit_state_mut};
use crate::model::agenda::Agenda;
use crate::model::cast::Refused;
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::Pending;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{
    Characteristics, CopiableSource, LastKnownTable, Linked, Object, ObjectKind, StackEntry, Status,
};
use crate::model::player::Players;
use crate::model::rng::GameRng;
use crate::model::trigger::{DelayedTriggers, PendingTriggers};
use crate::model::zone::{Zone, Zones};
use crate::rules::casting::forget_states;
use crate::rules::layers::{self, forget_statics};
use crate::rules::resolving::forget_secret;
use crate::rules::slots::{Slots, effect};
use crate::rules::state::{EditGame, ReadGame, Rows, registered};
use crate::rules::zones;
use bevy_ecs::component::Component;
use bevy_ecs::world::World;

/// A place that holds a card which the seat doesn't see.
#[derive(Clone, Copy, Debug)]
struct Place {
    owner: Seat,
    zone: Zone,
    index: usize,
}

/// What isn't known of a game.
#[derive(Default)]
struct Unknown {
    /// Cards that the seat doesn't see, place by place.
    unseen: Vec<(Place, Object)>,
    /// Objects that it sees, but not which cards they are.
    seen: Vec<(Seat, Gap)>,
    /// The cards that it knows.
    known: Vec<(Seat, crate::model::ids::DefId)>,
    /// Known cards, nobody knows where in their zone.
    wandering: Vec<(ObjectId, Zone)>,
}

/// `used` is a game that isn't needed any more.
pub(super) fn scrub(view: &SeatView<'_>, pool: &Pool, used: Option<Game>) -> Result<InformationSet, NotAsked> {
    let (world, seat) = (view.world, view.seat());
    let asked = world.part::<Pending>().0.as_deref();
    if !asked.is_some_and(|d| d.decider == seat && d.player == seat) {
        return Err(NotAsked(seat));
    }
    let mut unknown = Unknown::of(view);
    let changed = layers::changed_elsewhere(world);
    let mut game = Game::fork_in_place_of(used, world);
    let copy = game.world_mut();
    forget_secret(copy, seat);
    // What is known of it may tell what the seat doesn't know.
    invalidate(copy);
    *copy.part_mut::<GameRng>() = GameRng::new(0, 0);
    copy.part_mut::<Refused>().keep_only(seat);
    forget_states(copy);
    unknown.put_mentioned_first(copy);
    let names = unknown.renumber(copy);
    // What a plugin has put on a card that isn't seen could say which one it is.
    registered::forget(copy, unknown.unseen.iter().map(|(_, object)| object.id));
    for (_, gap) in &unknown.seen {
        blank(copy, gap);
    }
    if !names.are_old() {
        visit_state_mut(copy, &mut |reference| names.rename(reference));
    }
    let mut gaps = unknown.seen.clone();
    for (place, object) in &unknown.unseen {
        if unknown.wandering.iter().any(|(id, _)| *id == object.id) {
            continue;
        }
        let new = names.get(object.reference()).unwrap_or(object.reference());
        let nature = match place.zone {
            Zone::Command => Nature::Command,
            Zone::Outside => Nature::Outside,
            _ => Nature::Hidden,
        };
        gaps.push((place.owner, Gap { id: new.id, nature, zone: place.zone }));
    }
    let remembered = remembered(copy, seat, &gaps);
    let changed = changed.map(|changed| still_changed(copy, changed, &gaps, &unknown.wandering));
    let table = copy.part::<crate::cards::CardTable>().clone();
    let gaps = Gaps::new(&table, pool, gaps, &unknown.known, unknown.wandering);
    Ok(InformationSet { known: game, gaps, remembered, changed })
}

/// The objects elsewhere than on the battlefield and the stack that may show something else than is printed on them once cards have
/// been dealt: those that the seat sees and that did before, what is face down, and what is moved within its zone.
fn still_changed(
    world: &World,
    mut changed: Vec<ObjectRef>,
    gaps: &[(Seat, Gap)],
    wandering: &[(ObjectId, Zone)],
) -> Vec<ObjectRef> {
    // What isn't seen is called something else by now.
    changed.retain(|object| get::<Object>(world, object.id).reference() == *object);
    let hidden = gaps.iter().filter(|(_, gap)| !gap.shows_itself()).map(|(_, gap)| gap.id);
    let others = hidden.chain(wandering.iter().map(|(id, _)| *id));
    changed.extend(others.map(|id| get::<Object>(world, id).reference()));
    changed
}

fn get<C: Component>(world: &World, id: ObjectId) -> &C {
    world.get::<C>(world.part::<Slots>().entity(id)).expect("every slot has every component of an object")
}

/// What a seat can know of a face-down permanent or spell.
fn nature_of(status: &Status) -> Nature {
    if status.face_down_kind.manifested { Nature::Down } else { Nature::Morph { ward: status.face_down_kind.ward } }
}

impl Unknown {
    fn of(view: &SeatView<'_>) -> Self {
        let (world, board) = (view.world, view.board());
        let (zones, players) = (world.part::<Zones>(), world.part::<Players>());
        let commander = |id: ObjectId| players.0.iter().any(|p| p.commanders.iter().any(|c| c.card == id));
        // Most of them lie in libraries.
        let hidden = zones.own.iter().map(|own| own.library.len() + own.hand.len() + own.sideboard.len()).sum();
        let mut unknown = Self { unseen: Vec::with_capacity(hidden), ..Self::default() };
        let mut look = |zone: Zone, index: usize, id: ObjectId| {
            let object = board.world_object(id);
            if object.kind != ObjectKind::Card {
                return;
            }
            let owner = object.owner;
            match view.by_id(board, id) {
                Some(seen) if !seen.known => {
                    unknown.seen.push((owner, Gap { id, nature: nature_of(seen.status), zone }));
                }
                None if zone == Zone::Exile => {
                    unknown.seen.push((owner, Gap { id, nature: Nature::Hidden, zone }));
                }
                None => {
                    unknown.unseen.push((Place { owner, zone, index }, *object));
                    if commander(id) {
                        unknown.known.extend(card_of(world, object).map(|def| (owner, def)));
                        unknown.wandering.push((id, zone));
                    }
                }
                Some(seen) => unknown.known.extend(card_with(world, object, seen.status).map(|def| (owner, def))),
            }
        };
        for zone in [Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command] {
            zones.list(zone).iter().enumerate().for_each(|(i, id)| look(zone, i, *id));
        }
        for (seat, own) in zones.own.iter().enumerate() {
            let seat = Seat(seat as u8);
            own.hand.iter().enumerate().for_each(|(i, id)| look(Zone::Hand(seat), i, *id));
            own.library.iter().enumerate().for_each(|(i, id)| look(Zone::Library(seat), i, *id));
            own.graveyard.iter().enumerate().for_each(|(i, id)| look(Zone::Graveyard(seat), i, *id));
            own.sideboard.iter().enumerate().for_each(|(i, id)| look(Zone::Outside, i, *id));
        }
        // CR 701.42a, 730.2: the other components of permanents, which are in no zone.
        let others = zones.battlefield.iter().flat_map(|id| &get::<Linked>(world, *id).components);
        let others = others.map(|other| board.world_object(other.id));
        unknown.known.extend(others.filter_map(|other| Some((other.owner, card_of(world, other)?))));
        unknown
    }

    /// Which of the unseen cards of a hand something refers to isn't known either, only that there is one: they come first,
    /// and so do known cards in unknown places.
    fn put_mentioned_first(&mut self, world: &World) {
        let in_hand = |(place, _): &&(Place, Object)| matches!(place.zone, Zone::Hand(_));
        let hands: Vec<ObjectRef> = self.unseen.iter().filter(in_hand).map(|(_, o)| o.reference()).collect();
        let mut first: Vec<ObjectRef> = Vec::new();
        if !hands.is_empty() {
            mentioned(world.part::<Agenda>(), &hands, &mut first);
            for id in &world.part::<Zones>().stack {
                mentioned(get::<StackEntry>(world, *id), &hands, &mut first);
            }
            mentioned(world.part::<PendingTriggers>(), &hands, &mut first);
            mentioned(world.part::<DelayedTriggers>(), &hands, &mut first);
            for id in &world.part::<ContinuousEffects>().order {
                mentioned(effect(world, *id), &hands, &mut first);
            }
            registered::visit(world, &mut |reference| mention(reference, &hands, &mut first));
        }
        if first.is_empty() && self.wandering.is_empty() {
            return;
        }
        let wandering: Vec<ObjectId> = self.wandering.iter().map(|(id, _)| *id).collect();
        let rank = |object: &Object| match first.iter().position(|f| *f == object.reference()) {
            _ if wandering.contains(&object.id) => 0,
            Some(n) => 1 + n,
            None => usize::MAX,
        };
        // Places stay where they are; only who is in which one changes.
        let mut zones: Vec<(Zone, Seat)> = self.unseen.iter().map(|(p, _)| (p.zone, p.owner)).collect();
        zones.dedup();
        for (zone, owner) in zones {
            let there = |place: &Place| place.zone == zone && place.owner == owner;
            let mut objects: Vec<Object> = self.unseen.iter().filter(|(p, _)| there(p)).map(|(_, o)| *o).collect();
            objects.sort_by_key(rank);
            for ((_, object), next) in self.unseen.iter_mut().filter(|(p, _)| there(p)).zip(objects) {
                *object = next;
            }
        }
    }

    /// Renumbers each owner's unseen cards in the order of their places.
    fn renumber(&self, world: &mut impl EditGame) -> Names {
        // No object has moved this often.
        let incarnation = world.part::<Zones>().clock.0 + 2;
        let stays = |object: &Object| self.wandering.iter().any(|(id, _)| *id == object.id);
        let zones = world.part::<Zones>();
        let there = |(place, _): &(Place, Object)| match place.zone {
            Zone::Outside => zones.own[place.owner.index()].sideboard[place.index],
            zone => zones.list(zone)[place.index],
        };
        // Who lies in each place, and who will; the free numbers by owner, the lowest one last.
        let before: Vec<ObjectId> = self.unseen.iter().map(there).collect();
        let mut free: Vec<Vec<ObjectId>> = vec![Vec::new(); zones.own.len()];
        for (place, object) in self.unseen.iter().filter(|(_, object)| !stays(object)) {
            free[place.owner.index()].push(object.id);
        }
        free.iter_mut().for_each(|ids| ids.sort_unstable_by(|a, b| b.cmp(a)));
        let mut new = |(place, object): &(Place, Object)| {
            let number = if stays(object) { None } else { free[place.owner.index()].pop() };
            number.unwrap_or(object.id)
        };
        let after: Vec<ObjectId> = self.unseen.iter().map(&mut new).collect();
        world.with_state(|state| {
            carry(&mut state.objects, &before, &after);
            carry(&mut state.status, &before, &after);
            carry(&mut state.this_turn, &before, &after);
            carry(&mut state.cast_as, &before, &after);
            carry(&mut state.linked, &before, &after);
            carry(&mut state.counters, &before, &after);
            for ((place, object), id) in self.unseen.iter().zip(after.iter().copied()) {
                zones::replace(state, (place.zone, place.owner), place.index, id);
                let row = state.objects.get_mut(id);
                (row.id, row.incarnation) = (id, incarnation);
                if stays(object) {
                    row.base = object.base;
                } else {
                    row.base = CopiableSource::default();
                    *state.chars.get_mut(id) =
                        Characteristics { controller: place.owner, ..Characteristics::default() };
                }
                *state.stack.get_mut(id) = StackEntry::default();
            }
        });
        let remembered = world.part::<LastKnownTable>().0.iter().map(|row| row.object.reference());
        let mut names = Names::keeping(remembered.collect());
        let gone: Vec<ObjectRef> = self.unseen.iter().map(|(_, object)| object.reference()).collect();
        for (old, id) in gone.iter().zip(after) {
            names.insert(*old, ObjectRef { id, incarnation });
        }
        forget_statics(world, &gone);
        names
    }
}

/// Moves a component of objects to others, all at once.
fn carry<C: Clone>(rows: &mut Rows<'_, C>, before: &[ObjectId], after: &[ObjectId]) {
    let there: Vec<C> = before.iter().map(|id| rows.get(*id).clone()).collect();
    after.iter().zip(there).for_each(|(id, row)| *rows.get_mut(*id) = row);
}

/// What is seen says nothing of the card any more.
fn blank(world: &mut impl EditGame, gap: &Gap) {
    world.row_mut::<Object>(gap.id).base = CopiableSource::default();
    world.row_mut::<Status>(gap.id).own_face = None;
    if gap.zone == Zone::Stack {
        world.row_mut::<StackEntry>(gap.id).text.clear();
    }
}

/// Rows of last known information that say which card an unknown one is: by their places, with the card that they follow
/// from, and whether their characteristics do.
fn remembered(world: &World, seat: Seat, gaps: &[(Seat, Gap)]) -> Vec<(usize, ObjectId, bool)> {
    let unknown = |id: ObjectId| gaps.iter().any(|(_, gap)| gap.id == id);
    let is_now = |o: &ObjectRef| unknown(o.id) && get::<Object>(world, o.id).reference() == *o;
    let rows = world.part::<LastKnownTable>().0.iter().enumerate();
    rows.filter_map(|(place, row)| {
        let face_down = row.status().face_down;
        let from_hidden = matches!(row.object.zone, Zone::Hand(_) | Zone::Library(_));
        if !face_down && !(from_hidden && !row.object.known_to.contains(seat)) {
            return None;
        }
        let now = row.successor.filter(is_now)?;
        Some((place, now.id, !face_down))
    })
    .collect()
}
