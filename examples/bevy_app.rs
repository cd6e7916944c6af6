//! The rules inside a bevy `App` of your own: [`RulesPlugins`], a system that answers, systems that watch.
//!
//! ```text
//! cargo run --release --example bevy_app
//! ```
//!
//! The rules add nothing to `Update`: a game stands still at its open decision ([`Pending`]) until somebody answers.
//! Here `play` gives one answer a frame, `narrate` prints the events that came of it, and `scoreboard` looks at a resource
//! of the rules like at any other. A client has its input where `play` is (see `docs/clients.md`: views, questions, clicks)
//! and its animations where `narrate` is.

use bevy_app::ScheduleRunnerPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::agents::{Agent, Greedy, stream};
use dracones::cards::CardDb;
use dracones::game;
use dracones::game::client::{self, Viewer};
use dracones::game::view::SeatView;
use dracones::model::decision::{Answer, Pending};
use dracones::model::ids::Seat;
use dracones::model::object::{Characteristics, Object};
use dracones::model::outcome::Outcome;
use dracones::model::player::Players;
use dracones::model::rng::Stream;
use dracones::model::zone::Zone;
use dracones::rules::driver::advance;
use dracones::{GameSetup, RulesPlugins};

/// Together with the number of the game it determines the game.
const SEED: u64 = 7;

/// Who answers, seat by seat: an agent with its own randomness.
#[derive(Resource)]
struct Seats([(Greedy, Stream); 2]);

fn main() {
    let exit = App::new()
        .add_plugins((ScheduleRunnerPlugin::default(), RulesPlugins))
        .insert_resource(Seats([0, 1].map(|seat| (Greedy::default(), stream(SEED, 0, Seat(seat))))))
        .add_systems(Startup, deal)
        .add_systems(Update, (play, narrate, scoreboard, leave).chain())
        .run();
    assert!(exit.is_success());
}

/// Puts a game into the world and plays up to its first decision.
fn deal(world: &mut World) {
    let green = vec![("Forest", 24), ("Grizzly Bears", 12), ("Leatherback Baloth", 12), ("Giant Growth", 12)];
    let red = vec![("Mountain", 24), ("Goblin Guide", 12), ("Ash Zealot", 12), ("Lightning Bolt", 12)];
    let setup = GameSetup::from_names(&CardDb::embedded(), &[green, red]).expect("these cards are shipped");
    client::follow(world, Viewer::Spectator);
    game::setup(world, &setup, SEED, 0, Seat(0));
    advance(world);
}

/// Answers the open decision and lets the rules go on to the next one.
fn play(world: &mut World) {
    let Some(decision) = world.resource::<Pending>().0.clone() else { return };
    let answer: Answer = world.resource_scope(|world, mut seats: Mut<'_, Seats>| {
        let (agent, random) = &mut seats.0[decision.decider.index()];
        agent.answer(&SeatView::new(world, decision.decider), &decision, random)
    });
    game::submit(world, answer).expect("agents answer legally");
}

/// Prints what has happened since the last frame, as somebody sees it who sees no hands. A client animates the events
/// of its own seat instead.
fn narrate(world: &mut World) {
    for event in client::take_events(world, Viewer::Spectator) {
        if let Some(line) = event.text {
            println!("{line}");
        }
    }
}

/// Prints the life totals whenever they have changed.
fn scoreboard(players: Res<'_, Players>, mut shown: Local<'_, Vec<i32>>) {
    let now: Vec<i32> = players.0.iter().map(|player| player.life).collect();
    if *shown != now {
        println!("                                        life: {now:?}");
        *shown = now;
    }
}

/// Ends the app with the game.
fn leave(
    outcome: Res<'_, Outcome>,
    objects: Query<'_, '_, (&Object, &Characteristics)>,
    mut exit: MessageWriter<'_, AppExit>,
) {
    if outcome.is_over() {
        let creatures = objects.iter().filter(|(o, chars)| o.zone == Zone::Battlefield && chars.is_creature()).count();
        println!("{:?}, with {creatures} creatures on the battlefield", *outcome);
        exit.write(AppExit::Success);
    }
}
