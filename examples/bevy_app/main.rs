//! The rules inside a bevy `App` of your own: [`RulesPlugins`], a system that answers, and a board that follows the game
//! by observers.
//!
//! ```text
//! cargo run --release --example bevy_app
//! ```
//!
//! The rules add nothing to `Update`: a game stands still at its open decision ([`Pending`]) until somebody answers.
//! Here `play` gives one answer a frame. A client has its input there (see `docs/clients.md`: views, questions, clicks).
//!
//! [`FactsPlugin`] announces what has happened since the last frame. The board is made of that alone; nothing looks through
//! the game in each frame:
//!
//! * `board.rs` has the observers. They put a [`Tile`] on the entity of each permanent as it enters the battlefield, turn it
//!   as the permanent taps and untaps, and take it off as it leaves: here a place in a row, in a client a sprite. They keep a
//!   [`LifeBar`] on the entity of each player.
//! * `draw` prints what bevy's change detection says has changed.
//! * `count` reads the same facts as messages, like any system of bevy.

mod board;

use bevy_app::ScheduleRunnerPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use board::{Arrivals, BoardPlugin, LifeBar, Tile};
use dracones::game;
use dracones::model::decision::Pending;
use dracones::model::fact::Fact;
use dracones::prelude::*;
use dracones::rules::driver::advance;
use dracones::rules::facts::{FactsPlugin, announce};
use dracones::rules::state::{GameParts, ReadGame};

/// Together with the number of the game it determines the game.
const SEED: u64 = 7;

/// Who answers, seat by seat: an agent with its own randomness.
#[derive(Resource)]
struct Seats([(Greedy, Stream); 2]);

/// How much damage has been dealt.
#[derive(Resource, Default)]
struct Damage(i32);

fn main() {
    let exit = App::new()
        .add_plugins((ScheduleRunnerPlugin::default(), RulesPlugins, FactsPlugin, BoardPlugin))
        .insert_resource(Seats([0, 1].map(|seat| (Greedy::default(), stream(SEED, 0, Seat(seat))))))
        .init_resource::<Damage>()
        .add_systems(Startup, deal)
        .add_systems(Update, play)
        .add_systems(PostUpdate, (draw, count, leave).chain().after(announce))
        .run();
    assert!(exit.is_success());
}

/// Puts a game into the world and plays up to its first decision. The players get something to look at.
fn deal(world: &mut World) {
    let green = vec![("Forest", 24), ("Grizzly Bears", 12), ("Leatherback Baloth", 12), ("Giant Growth", 12)];
    let red = vec![("Mountain", 24), ("Goblin Guide", 12), ("Ash Zealot", 12), ("Lightning Bolt", 12)];
    let setup = GameSetup::from_names(&CardDb::embedded(), &[green, red]).expect("these cards are shipped");
    board::make(world, setup.settings.life);
    game::setup(world, &setup, SEED, 0, Seat(0)).expect("nothing is left out");
    advance(world);
}

/// Answers the open decision and lets the rules go on to the next one.
fn play(world: &mut World) {
    let Some(decision) = world.part::<Pending>().0.clone() else { return };
    let answer: Answer = world.resource_scope(|world, mut seats: Mut<'_, Seats>| {
        let (agent, random) = &mut seats.0[decision.decider.index()];
        agent.answer(&SeatView::new(world, decision.decider), &decision, random)
    });
    game::submit(world, answer).expect("agents answer legally");
}

/// Prints life totals that have changed, and the rows of the board when a tile has come: `#` is a land, `@` a creature.
fn draw(
    bars: Query<'_, '_, (&Seat, &LifeBar), Changed<LifeBar>>,
    came: Query<'_, '_, (), Added<Tile>>,
    tiles: Query<'_, '_, &Tile>,
) {
    for (seat, bar) in &bars {
        println!("player {seat} has {} life", bar.0);
    }
    if came.is_empty() {
        return;
    }
    for seat in [Seat(0), Seat(1)] {
        let mut row: Vec<_> = tiles.iter().filter(|tile| tile.row == seat).collect();
        row.sort_by_key(|tile| tile.place);
        let signs = row.iter().map(|tile| match (tile.creature, tile.tapped) {
            (true, false) => "@",
            (true, true) => "(@)",
            (false, false) => "#",
            (false, true) => "(#)",
        });
        println!("  {seat}  {}", signs.collect::<Vec<_>>().join(" "));
    }
}

/// Adds up damage. Facts are messages, too.
fn count(mut facts: MessageReader<'_, '_, Fact>, mut damage: ResMut<'_, Damage>) {
    for fact in facts.read() {
        if let Fact::Damaged { amount, .. } = fact {
            damage.0 += amount;
        }
    }
}

/// Ends the app with the game.
fn leave(
    game: Single<'_, '_, &GameParts>,
    (damage, arrivals): (Res<'_, Damage>, Res<'_, Arrivals>),
    bars: Query<'_, '_, (&Seat, &LifeBar)>,
    mut exit: MessageWriter<'_, AppExit>,
) {
    if game.outcome.is_over() {
        // The board has followed without looking at the game, and shows the same life totals.
        assert!(bars.iter().all(|(seat, bar)| game.players.0[seat.index()].life == bar.0));
        println!("{:?} after {} damage and {} permanents", game.outcome, damage.0, arrivals.0);
        exit.write(AppExit::Success);
    }
}
