//! `FactsPlugin`: what happens in a game as messages and as events on the entities of objects and players.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::game;
use dracones::model::decision::Pending;
use dracones::model::fact::Fact;
use dracones::model::object::Object;
use dracones::prelude::*;
use dracones::rules::driver::advance;
use dracones::rules::facts::{FactsPlugin, Happened, player_entity};
use dracones::rules::state::ReadGame;

/// What observers and readers of messages have been told.
#[derive(Resource, Default)]
struct Told {
    messages: usize,
    observed: usize,
    lost: [i32; 2],
}

/// A component of the client on the entity of a player.
#[derive(Component)]
struct Bar;

fn setup() -> GameSetup {
    let deck = vec![("Mountain", 24), ("Goblin Guide", 24), ("Lightning Bolt", 12)];
    GameSetup::from_names(&CardDb::embedded(), &[deck.clone(), deck]).expect("these cards are shipped")
}

fn read(mut facts: MessageReader<'_, '_, Fact>, mut told: ResMut<'_, Told>) {
    told.messages += facts.read().count();
}

#[test]
fn facts_arrive_as_messages_and_as_events_on_entities_and_change_nothing() {
    let setup = setup();
    let mut game = Game::new(&setup, 7, 0);
    game.reset(&setup, 7, 0, Some(Seat(0))).expect("nothing is left out");

    let mut app = App::new();
    app.add_plugins((RulesPlugins, FactsPlugin)).init_resource::<Told>().add_systems(Last, read);
    app.add_observer(|happened: On<'_, '_, Happened>, objects: Query<'_, '_, &Object>, mut told: ResMut<'_, Told>| {
        told.observed += 1;
        if let Fact::Moved { new, .. } = &happened.fact {
            assert_eq!(objects.get(happened.entity).expect("a move is about an object").id, new.id);
        }
    });
    for seat in [Seat(0), Seat(1)] {
        let player = player_entity(app.world_mut(), seat);
        app.world_mut().entity_mut(player).insert(Bar).observe(
            |happened: On<'_, '_, Happened>, players: Query<'_, '_, &Seat, With<Bar>>, mut told: ResMut<'_, Told>| {
                if let Fact::LostLife { seat, amount } = happened.fact {
                    assert_eq!(players.get(happened.entity).ok(), Some(&seat));
                    told.lost[seat.index()] += amount;
                }
            },
        );
    }
    game::setup(app.world_mut(), &setup, 7, 0, Seat(0)).expect("nothing is left out");
    advance(app.world_mut());
    let mut random = Stream::new(1, 1);
    while let Some(decision) = app.world().part::<Pending>().0.clone() {
        assert_eq!(Some(&*decision), game.decision());
        let answer = decision.sample(&mut random);
        game.submit(answer.clone()).expect("it is legal");
        game::submit(app.world_mut(), answer).expect("it is legal");
        app.update();
    }
    assert_eq!(*app.world().part::<Outcome>(), game.outcome());
    assert_eq!(dracones::game::snapshot::sync_hash(app.world()), game.sync_hash());
    let told = app.world().resource::<Told>();
    assert!(told.observed > 100 && told.messages >= told.observed, "{} of {}", told.observed, told.messages);
    assert!(told.lost.iter().any(|lost| *lost >= 20));
}

#[test]
fn nothing_is_announced_where_nobody_observes_and_later_observers_hear_of_later_facts_only() {
    let mut app = App::new();
    app.add_plugins((RulesPlugins, FactsPlugin)).init_resource::<Told>();
    game::setup(app.world_mut(), &setup(), 7, 0, Seat(0)).expect("nothing is left out");
    advance(app.world_mut());
    app.update();
    app.add_observer(|_: On<'_, '_, Happened>, mut told: ResMut<'_, Told>| told.observed += 1);
    app.update();
    assert_eq!(app.world().resource::<Told>().observed, 0);
}
