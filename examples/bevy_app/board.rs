//! A board that follows a game by observers. It is made once, and then changes by what observers are told and nothing else.
//!
//! What a fact doesn't say is read from the entity that the fact is about, when it is told: whether a permanent has come
//! tapped, whose it is. Facts say nothing of control and of characteristics that change later. A client for cards that
//! do that shows them from a view (see `docs/clients.md`).

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::model::fact::Fact;
use dracones::model::object::{Characteristics, Status};
use dracones::model::zone::Zone;
use dracones::prelude::*;
use dracones::rules::facts::{Happened, player_entity};

/// What the board shows of a permanent.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    /// Permanents stand in the order in which they came.
    pub(crate) place: u32,
    /// In whose row it stands.
    pub(crate) row: Seat,
    /// Whether it is drawn as a creature.
    pub(crate) creature: bool,
    /// Whether it is drawn as tapped.
    pub(crate) tapped: bool,
}

/// What the board shows of a player.
#[derive(Component)]
pub(crate) struct LifeBar(pub(crate) i32);

/// How many permanents have come.
#[derive(Resource, Default)]
pub(crate) struct Arrivals(pub(crate) u32);

/// The observers of the board. [`make`] puts the players on it.
pub(crate) struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Arrivals>().add_observer(come_and_go).add_observer(turn);
    }
}

/// Makes the board before a game begins: nothing but the players.
pub(crate) fn make(world: &mut World, life: i32) {
    for seat in [Seat(0), Seat(1)] {
        let player = player_entity(world, seat);
        world.entity_mut(player).insert(LifeBar(life)).observe(gain_and_lose);
    }
}

/// An observer of everything: permanents come and go.
fn come_and_go(
    happened: On<'_, '_, Happened>,
    cards: Query<'_, '_, (&Characteristics, &Status)>,
    mut arrivals: ResMut<'_, Arrivals>,
    mut commands: Commands<'_, '_>,
) {
    let Fact::Moved { from, to, .. } = happened.fact else { return };
    let mut card = commands.entity(happened.entity);
    if from == Zone::Battlefield {
        card.remove::<Tile>();
    }
    if to == Zone::Battlefield
        && let Ok((chars, status)) = cards.get(happened.entity)
    {
        let (row, creature, tapped) = (chars.controller, chars.is_creature(), status.tapped);
        card.insert(Tile { place: arrivals.0, row, creature, tapped });
        arrivals.0 += 1;
    }
}

/// An observer of everything: permanents tap and untap.
fn turn(happened: On<'_, '_, Happened>, mut tiles: Query<'_, '_, &mut Tile>) {
    let tapped = match happened.fact {
        Fact::Tapped { .. } => true,
        Fact::Untapped { .. } => false,
        _ => return,
    };
    if let Ok(mut tile) = tiles.get_mut(happened.entity) {
        tile.tapped = tapped;
    }
}

/// An observer of the two players and nothing else: what they gain and lose.
fn gain_and_lose(happened: On<'_, '_, Happened>, mut bars: Query<'_, '_, &mut LifeBar>) {
    let change = match happened.fact {
        Fact::GainedLife { amount, .. } => amount,
        Fact::LostLife { amount, .. } => -amount,
        _ => return,
    };
    if let Ok(mut bar) = bars.get_mut(happened.entity) {
        bar.0 += change;
    }
}
