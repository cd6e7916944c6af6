//! Facts for a bevy client: as messages, and as events on the entities of objects and players.
//!
//! [`FactsPlugin`] is not part of [`RulesPlugins`](crate::RulesPlugins): a client adds it to its own `App`. From then on every
//! [`Fact`] is written to [`Messages<Fact>`](Messages), in order, as soon as the rules stand still. Once a frame, in `PostUpdate`, [`announce`] triggers
//! [`Happened`] for the facts since the last frame, each on the entity of the object or player that it is about. The rules
//! stand still at a decision then, so observers see the position that the player who is asked sees.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use dracones::game;
//! use dracones::model::fact::Fact;
//! use dracones::model::zone::Zone;
//! use dracones::prelude::*;
//! use dracones::rules::driver::advance;
//! use dracones::rules::facts::{FactsPlugin, Happened};
//!
//! #[derive(Resource, Default)]
//! struct Cards(usize);
//!
//! let mut app = App::new();
//! app.add_plugins((RulesPlugins, FactsPlugin)).init_resource::<Cards>();
//! app.add_observer(|happened: On<'_, '_, Happened>, mut cards: ResMut<'_, Cards>| {
//!     if let Fact::Moved { to: Zone::Hand(_), .. } = happened.fact {
//!         cards.0 += 1;
//!     }
//! });
//!
//! let db = CardDb::embedded();
//! let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
//! game::setup(app.world_mut(), &setup, 7, 0, Seat(0)).unwrap();
//! advance(app.world_mut());
//! app.update();
//! assert_eq!(app.world().resource::<Cards>().0, 14);
//! ```
//!
//! # Traps
//! * The facts are those of the whole game, hidden cards included. What a client at another machine may know comes from
//!   [`client::follow`](crate::game::client::follow).
//! * Entities of objects stand for slots: a card keeps its entity for the whole game, and the entity of a token that has
//!   ceased to exist is used again. Despawning one breaks the game. `world.entity_mut(card).observe(..)` returns the
//!   entity of the card, not that of the observer.
//! * An observer may change components and resources of the client. Those of the rules are the rules' own.
//! * `App::empty()` has no schedules: call [`announce`] and `Messages::<Fact>::update` yourself, or messages pile up.
//! * A new game in the same world begins without facts about the end of the old one.

use crate::model::fact::Fact;
use crate::model::ids::{Referent, Seat};
use crate::model::player::Players;
use crate::rules::log::EventLog;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use bevy_app::prelude::*;
use bevy_ecs::event::EventKey;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;

/// Sends facts to a client as messages and entity events; see the [module](self).
///
/// Has to be added after [`RulesPlugins`](crate::RulesPlugins).
#[derive(Default, Debug)]
pub struct FactsPlugin;

impl Plugin for FactsPlugin {
    fn build(&self, app: &mut App) {
        let key = app.world_mut().register_event_key::<Happened>();
        app.add_message::<Fact>()
            .insert_resource(Announcer { key, cursor: MessageCursor::default() })
            .init_resource::<PlayerEntities>()
            .add_systems(PostUpdate, announce);
        let log = app.world_mut().get_part_mut::<EventLog>().expect("RulesPlugins comes before FactsPlugin");
        log.messages = true;
    }
}

/// A fact about the object or player of this entity.
///
/// A fact that names several objects is announced once: on the one that it is about ([`Fact::about`]).
#[derive(EntityEvent, Clone, PartialEq, Debug)]
pub struct Happened {
    /// The entity of the object, or of the player: the one with the [`Seat`].
    pub entity: Entity,
    /// The fact that is announced.
    pub fact: Fact,
}

/// The entities of players, by seat. Each has the component [`Seat`]; whatever else is on it is the client's.
#[derive(Resource, Default, Debug)]
pub struct PlayerEntities(Vec<Entity>);

impl PlayerEntities {
    /// The entity of a player, if the game has such a seat and [`announce`] or [`player_entity`] has made it.
    pub fn get(&self, seat: Seat) -> Option<Entity> {
        self.0.get(seat.index()).copied()
    }
}

/// How far facts have been announced.
#[derive(Resource, Debug)]
struct Announcer {
    key: EventKey,
    cursor: MessageCursor<Fact>,
}

/// The entity of a player: made if there is none yet, kept from one game to the next.
///
/// # Panics
/// If [`FactsPlugin`] isn't there.
pub fn player_entity(world: &mut World, seat: Seat) -> Entity {
    while world.resource::<PlayerEntities>().0.len() <= seat.index() {
        let next = Seat(world.resource::<PlayerEntities>().0.len() as u8);
        let entity = world.spawn(next).id();
        world.resource_mut::<PlayerEntities>().0.push(entity);
    }
    world.resource::<PlayerEntities>().0[seat.index()]
}

/// Triggers [`Happened`] for the facts since the last call, in order. Without observers the facts are skipped.
///
/// A system of `PostUpdate`. May be called more often: right after an answer, for example.
pub fn announce(world: &mut World) {
    send(world);
    let seats = world.part::<Players>().0.len();
    if let Some(last) = seats.checked_sub(1) {
        player_entity(world, Seat(last as u8));
    }
    let key = world.resource::<Announcer>().key;
    let observed = world.observers().try_get_observers(key).is_some_and(|observers| {
        !observers.global_observers().is_empty()
            || !observers.entity_observers().is_empty()
            || !observers.component_observers().is_empty()
    });
    let facts: Vec<Fact> = world.resource_scope(|world, mut announcer: Mut<'_, Announcer>| {
        let messages = world.resource::<Messages<Fact>>();
        if observed {
            announcer.cursor.read(messages).cloned().collect()
        } else {
            announcer.cursor.clear(messages);
            Vec::new()
        }
    });
    for fact in facts {
        if let Some(entity) = entity_of(world, &fact) {
            world.trigger(Happened { entity, fact });
        }
    }
}

/// The entity of what a fact is about.
fn entity_of(world: &World, fact: &Fact) -> Option<Entity> {
    match fact.about()? {
        Referent::Object(object) => {
            let slots = world.part::<Slots>();
            (object.id.index() < slots.len()).then(|| slots.entity(object.id))
        }
        Referent::Player(seat) => world.resource::<PlayerEntities>().get(seat),
    }
}

/// Writes the facts that the rules have noted as messages.
pub(crate) fn send(world: &mut World) {
    if world.part::<EventLog>().unsent.is_empty() {
        return;
    }
    let facts = std::mem::take(&mut world.part_mut::<EventLog>().unsent);
    if let Some(mut messages) = world.get_resource_mut::<Messages<Fact>>() {
        messages.write_batch(facts);
    }
}
