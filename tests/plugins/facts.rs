//! A plugin that follows facts, and keeps what it has heard as state of the game.

use crate::setup;
use dracones::bevy_app::App;
use dracones::bevy_ecs::prelude::*;
use dracones::game::Rules;
use dracones::model::dirt::StateClass;
use dracones::model::fact::Fact;
use dracones::model::player::Players;
use dracones::model::references::references;
use dracones::prelude::*;
use dracones::rules::driver::TaskApp;
use dracones::rules::schedule::mark_dirty;
use dracones::rules::state::{AsResource, Changing, PluginState, StateApp};
use serde::{Deserialize, Serialize};

/// How much life each player has lost, and how many cards were drawn.
#[derive(Resource, Clone, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
struct Told {
    lost: [i32; 2],
    drawn: u32,
}

references! {
    struct Told { lost, drawn }
}

impl PluginState for Told {
    const NAME: &'static str = "test/told";
    type Kept = AsResource;
}

fn follow(In(fact): In<Fact>, mut told: ResMut<'_, Told>) {
    match fact {
        Fact::LostLife { seat, amount } => told.lost[seat.index()] += amount,
        Fact::Drew { .. } => told.drawn += 1,
        _ => {}
    }
}

#[test]
fn followers_are_told_every_fact_once_in_forks_and_restored_games_too() {
    let rules = Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).register_state::<Told>().add_fact_follower(follow);
    });
    let (setup, db) = (setup(), CardDb::embedded());
    let (mut drawn, mut all_lost) = (0, 0);
    let mut used = Game::new(&setup, 1, 1);
    for number in 0..3 {
        let mut game = rules.game(&setup, 3, number).expect("nothing is left out");
        game.watch(true);
        let mut heard = game.world().resource::<Told>().clone();
        let mut random = Stream::new(1, number);
        for step in 0.. {
            let Some(decision) = game.decision() else { break };
            let answer = decision.sample(&mut random);
            if step % 9 == 0 {
                let mut resumed = rules.restore(&game.snapshot(), &db).expect("it is whole");
                game.fork_into(&mut used);
                resumed.submit(answer.clone()).expect("it is legal");
                used.submit(answer.clone()).expect("it is legal");
                game.submit(answer).expect("it is legal");
                assert_eq!((resumed.sync_hash(), used.sync_hash()), (game.sync_hash(), game.sync_hash()));
            } else {
                game.submit(answer).expect("it is legal");
            }
            for fact in game.events() {
                match fact {
                    Fact::LostLife { seat, amount } => heard.lost[seat.index()] += amount,
                    Fact::Drew { .. } => heard.drawn += 1,
                    _ => {}
                }
            }
            assert_eq!(game.world().resource::<Told>(), &heard, "game {number}, decision {step}");
        }
        drawn += heard.drawn;
        all_lost += heard.lost.iter().sum::<i32>();
    }
    assert!(drawn > 30 && all_lost > 40, "{drawn}, {all_lost}");
}

/// Who draws a card gains a life.
fn reward(In(fact): In<Fact>, mut changing: Changing<'_, '_>) {
    if let Fact::Drew { seat, .. } = fact {
        let game = &mut changing.state();
        game.part_mut::<Players>().get_mut(seat).life += 1;
        mark_dirty(game, StateClass::LIFE);
    }
}

#[test]
fn followers_may_change_the_game() {
    let rules = Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).register_state::<Told>().add_fact_follower(follow).add_fact_follower(reward);
    });
    let mut game = rules.game(&setup(), 3, 0).expect("nothing is left out");
    let mut random = Stream::new(1, 1);
    for _ in 0..150 {
        let Some(decision) = game.decision() else { break };
        let answer = decision.sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    let lives: i32 = game.world().part::<Players>().0.iter().map(|player| player.life).sum();
    let told = game.world().resource::<Told>();
    assert!(told.drawn > 4, "{told:?}");
    assert_eq!(lives, 40 + told.drawn as i32 - told.lost.iter().sum::<i32>());
}
