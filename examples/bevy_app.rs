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
//! * `arrivals` puts a [`Tile`] on the entity of each permanent as it enters the battlefield, and takes it off as it
//!   leaves: here a place in a row, in a client a sprite. The components of the rules are on the same entity.
//! * `life` watches the two entities of players and nothing else, and keeps their [`LifeBar`].
//! * `draw` prints what bevy's change detection says has changed.
//! * `count` reads the same facts as messages, like any system of bevy.

use bevy_app::ScheduleRunnerPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::game;
use dracones::model::decision::Pending;
use dracones::model::fact::Fact;
use dracones::model::object::{Characteristics, Status};
use dracones::model::zone::Zone;
use dracones::prelude::*;
use dracones::rules::driver::advance;
use dracones::rules::facts::{FactsPlugin, Happened, announce, player_entity};
use dracones::rules::state::{GameParts, ReadGame};

/// Together with the number of the game it determines the game.
const SEED: u64 = 7;

/// Who answers, seat by seat: an agent with its own randomness.
#[derive(Resource)]
struct Seats([(Greedy, Stream); 2]);

/// What the board shows of a permanent.
#[derive(Component)]
struct Tile {
    /// Permanents stand in the order in which they came.
    place: u32,
}

/// What the board shows of a player.
#[derive(Component)]
struct LifeBar(i32);

/// How many permanents have come, and how much damage has been dealt.
#[derive(Resource, Default)]
struct Counted {
    permanents: u32,
    damage: i32,
}

fn main() {
    let exit = App::new()
        .add_plugins((ScheduleRunnerPlugin::default(), RulesPlugins, FactsPlugin))
        .insert_resource(Seats([0, 1].map(|seat| (Greedy::default(), stream(SEED, 0, Seat(seat))))))
        .init_resource::<Counted>()
        .add_observer(arrivals)
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
    for seat in [Seat(0), Seat(1)] {
        let player = player_entity(world, seat);
        world.entity_mut(player).insert(LifeBar(setup.settings.life)).observe(life);
    }
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

/// An observer of everything: permanents come and go.
fn arrivals(happened: On<'_, '_, Happened>, mut counted: ResMut<'_, Counted>, mut commands: Commands<'_, '_>) {
    let Fact::Moved { from, to, .. } = happened.fact else { return };
    let mut card = commands.entity(happened.entity);
    if to == Zone::Battlefield {
        card.insert(Tile { place: counted.permanents });
        counted.permanents += 1;
    } else if from == Zone::Battlefield {
        card.remove::<Tile>();
    }
}

/// An observer of the two players: what they gain and lose.
fn life(happened: On<'_, '_, Happened>, mut bars: Query<'_, '_, &mut LifeBar>) {
    let change = match happened.fact {
        Fact::GainedLife { amount, .. } => amount,
        Fact::LostLife { amount, .. } => -amount,
        _ => return,
    };
    if let Ok(mut bar) = bars.get_mut(happened.entity) {
        bar.0 += change;
    }
}

/// Prints life totals that have changed, and the rows of the board when a tile has come.
fn draw(
    bars: Query<'_, '_, (&Seat, &LifeBar), Changed<LifeBar>>,
    came: Query<'_, '_, (), Added<Tile>>,
    tiles: Query<'_, '_, (&Tile, &Characteristics, &Status)>,
) {
    for (seat, bar) in &bars {
        println!("player {seat} has {} life", bar.0);
    }
    if came.is_empty() {
        return;
    }
    for seat in [Seat(0), Seat(1)] {
        let mut row: Vec<_> = tiles.iter().filter(|(_, chars, _)| chars.controller == seat).collect();
        row.sort_by_key(|(tile, ..)| tile.place);
        let signs = row.iter().map(|(_, chars, status)| match (chars.is_creature(), status.tapped) {
            (true, false) => format!("{}/{}", chars.power, chars.toughness),
            (true, true) => format!("({}/{})", chars.power, chars.toughness),
            (false, false) => "#".to_owned(),
            (false, true) => "(#)".to_owned(),
        });
        println!("  {seat}  {}", signs.collect::<Vec<_>>().join(" "));
    }
}

/// Adds up damage. Facts are messages, too.
fn count(mut facts: MessageReader<'_, '_, Fact>, mut counted: ResMut<'_, Counted>) {
    for fact in facts.read() {
        if let Fact::Damaged { amount, .. } = fact {
            counted.damage += amount;
        }
    }
}

/// Ends the app with the game.
fn leave(
    game: Single<'_, '_, &GameParts>,
    counted: Res<'_, Counted>,
    bars: Query<'_, '_, (&Seat, &LifeBar)>,
    mut exit: MessageWriter<'_, AppExit>,
) {
    if game.outcome.is_over() {
        // The board has followed without looking, and shows what is so.
        assert!(bars.iter().all(|(seat, bar)| game.players.0[seat.index()].life == bar.0));
        println!("{:?} after {} damage and {} permanents", game.outcome, counted.damage, counted.permanents);
        exit.write(AppExit::Success);
    }
}
