//! What a plugin adds to layers, to changes of zones and to state-based actions, seen in games; the plugin is that of
//! `examples/house_rules`. The same answers are given to a game without it.

use crate::house_rules::{DESPERATE, EXALTED, HouseRules};
use crate::setup;
use dracones::bevy_app::App;
use dracones::game::Rules;
use dracones::model::dirt::StateClass;
use dracones::model::fact::Fact;
use dracones::model::ids::ObjectId;
use dracones::model::object::{Characteristics, Object};
use dracones::model::player::Players;
use dracones::model::zone::{Zone, Zones};
use dracones::prelude::*;
use dracones::rules::layers::{check, refresh};
use dracones::rules::plugins::CorePlugin;
use dracones::rules::sba::StateBasedActionApp;
use dracones::rules::schedule::mark_dirty;
use dracones::rules::state::{EditGame, ReadGame};

fn rules() -> Rules {
    Rules::new(|app: &mut App| {
        app.add_plugins((RulesPlugins, HouseRules));
    })
}

fn life(game: &Game) -> [i32; 2] {
    [0, 1].map(|seat| game.world().part::<Players>().get(Seat(seat)).life)
}

fn set_life(game: &mut Game, seat: Seat, life: i32) {
    let world = game.world_mut();
    world.part_mut::<Players>().get_mut(seat).life = life;
    mark_dirty(world, StateClass::LIFE);
    refresh(world);
}

/// The creatures on the battlefield with their controllers and power.
fn creatures(game: &Game) -> Vec<(ObjectId, Seat, i32)> {
    let world = game.world();
    let field = &world.part::<Zones>().battlefield;
    let chars = field.iter().map(|id| (*id, world.row::<Characteristics>(*id)));
    chars.filter(|(_, chars)| chars.is_creature()).map(|(id, chars)| (id, chars.controller, chars.power)).collect()
}

/// Answers both games alike as long as `on` wants.
fn together(plain: &mut Game, house: &mut Game, mut on: impl FnMut(&mut Game, &mut Game) -> bool) {
    let mut random = Stream::new(2, 3);
    while on(plain, house) {
        let decision = plain.decision().expect("it isn't over");
        assert_eq!(house.decision(), Some(decision));
        let answer = decision.sample(&mut random);
        house.submit(answer.clone()).expect("it is legal");
        plain.submit(answer).expect("it is legal");
    }
}

fn both() -> (Game, Game) {
    let setup = setup();
    (Game::new(&setup, 5, 2), rules().game(&setup, 5, 2).expect("nothing is left out"))
}

#[test]
fn a_step_of_a_change_of_zones_sees_each_creature_that_leaves() {
    let (mut plain, mut house) = both();
    plain.watch(true);
    let mut left = [0; 2];
    together(&mut plain, &mut house, |plain, house| {
        for fact in plain.events() {
            if let Fact::Moved { old, from: Zone::Battlefield, .. } = fact {
                let object = plain.world().row::<Object>(old.id);
                left[object.owner.index()] += 1;
            }
        }
        let gained: Vec<i32> = life(house).iter().zip(life(plain)).map(|(house, plain)| house - plain).collect();
        assert_eq!(gained, left, "nothing but creatures leaves in these games");
        left.iter().sum::<i32>() < 2
    });
}

#[test]
fn a_system_in_a_layer_changes_what_the_condition_says() {
    let (mut plain, mut house) = both();
    together(&mut plain, &mut house, |plain, _| creatures(plain).is_empty());
    let (_, controller, power) = creatures(&plain)[0];
    assert_eq!(creatures(&house), creatures(&plain), "both have much life");
    set_life(&mut house, controller, DESPERATE - 1);
    assert_eq!(creatures(&house)[0].2, power + 1);
    check(house.world_mut()).expect("a pass over everything says the same");
    assert_eq!(creatures(&house.fork())[0].2, power + 1);
    set_life(&mut house, controller, DESPERATE);
    assert_eq!(creatures(&house)[0].2, power);
}

#[test]
fn a_state_based_action_waits_for_its_condition() {
    let (mut plain, mut house) = both();
    together(&mut plain, &mut house, |plain, _| creatures(plain).is_empty());
    for (life, outcome) in [(EXALTED - 1, Outcome::Running), (EXALTED, Outcome::Win(Seat(1)))] {
        let mut game = house.fork();
        set_life(&mut game, Seat(1), life);
        let mut random = Stream::new(4, 4);
        // The next time that somebody would get priority.
        for _ in 0..3 {
            let Some(decision) = game.decision() else { break };
            let answer = decision.sample(&mut random);
            game.submit(answer).expect("it is legal");
        }
        assert_eq!(game.outcome(), outcome, "with {life} life");
    }
}

#[test]
fn state_based_actions_need_the_rules_first() {
    let add = |app: &mut App| {
        app.add_state_based_action(|_| StateClass::LIFE, |_| true, || {});
    };
    // The state of a game is there, what looks at state-based actions isn't.
    let early = std::panic::catch_unwind(|| {
        let mut app = App::empty();
        app.add_plugins(CorePlugin);
        add(&mut app);
    });
    let error = early.expect_err("it would be lost silently");
    let message = error.downcast_ref::<&str>().copied().unwrap_or_default();
    assert!(message.contains("state-based actions need the rules"), "{message}");
    let mut app = App::empty();
    app.add_plugins(RulesPlugins);
    add(&mut app);
}
