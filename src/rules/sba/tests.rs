//! Families that others add.

use super::{Look, Proposals, StateBasedActionApp};
use crate::cards::CardDb;
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::model::player::LossReason;
use crate::model::task::SbaChoices;
use crate::rules::driver;
use crate::rules::reading::{Board, Reading};
use crate::rules::state::{EditGame, ReadGame};
use crate::{GameSetup, RulesPlugins, game};
use bevy_app::App;
use bevy_ecs::prelude::*;

/// Who is at 19 life or less loses.
fn frail(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let weak = |seat: &Seat| board.players().get(*seat).life < 20;
    let events = (0..board.players().seats()).map(Seat).filter(weak);
    proposals.events.extend(events.map(|seat| Event::Lose { seat, reason: LossReason::Effect }));
}

fn is_frail(look: &Look<'_>) -> bool {
    look.live.players().0.iter().any(|player| player.life < 20 && player.lost.is_none())
}

/// Runs in the same set: nothing orders the two but their arrival.
fn also(mut proposals: ResMut<Proposals>) {
    proposals.events.dedup();
}

/// The first decision of a game in an app of a stranger, with what they add to the rules.
fn app(add: impl FnOnce(&mut App)) -> App {
    let mut app = App::empty();
    app.add_plugins(RulesPlugins);
    add(&mut app);
    let db = CardDb::embedded();
    let deck = vec![("Forest", 24), ("Grizzly Bears", 36)];
    let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap();
    game::setup(app.world_mut(), &setup, 1, 0, Seat(0)).unwrap();
    driver::advance(app.world_mut());
    app
}

/// A player loses life, and state-based actions are checked. What they perform.
fn lose_life(app: &mut App) -> Option<SbaChoices> {
    let world = app.world_mut();
    world.part_mut::<crate::model::player::Players>().get_mut(Seat(1)).life -= 1;
    crate::rules::schedule::mark_dirty(world, StateClass::LIFE);
    assert!(super::is_due(world));
    super::check(world, None)
}

#[test]
fn a_family_of_others_is_looked_at_and_performed() {
    let loses = |choices: SbaChoices| matches!(choices.events[..], [Event::Lose { seat: Seat(1), .. }]);
    let mut plain = app(|_| {});
    assert_eq!(lose_life(&mut plain), None);
    let mut other = app(|app| {
        app.add_state_based_action(|_| StateClass::LIFE, is_frail, frail);
        app.add_state_based_action(|_| StateClass::LIFE, is_frail, also);
    });
    assert!(lose_life(&mut other).is_some_and(loses));
    assert_eq!(*other.world().part::<Outcome>(), Outcome::Running);
}
