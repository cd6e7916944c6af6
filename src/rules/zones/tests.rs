//! What others add to changes of zones.

use super::{move_object, move_objects};
use crate::cards::def::CounterKind;
use crate::model::event::{Cause, Event};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::LastKnownTable;
use crate::model::player::Players;
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::events::tests::{A, B, BEAR, happen, put, world_with};
use crate::rules::slots::Slots;
use crate::rules::state::{Changing, EditGame, GameParts, GameState, PlannedMove, ReadGame, ZoneMoveApp, ZoneMoveSet};
use bevy_app::App;
use bevy_ecs::prelude::*;

fn to_graveyard(object: ObjectRef, owner: Seat) -> Move {
    Move::plain(object, Zone::Graveyard(owner), Cause::Effect)
}

/// What each set finds of the objects, as a digit of a life total: 1 if they are known as they last were, 2 if they are in the
/// list of their old zone, 4 if they are new objects.
fn look(game: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    let mut digits = moves.iter().map(|one| {
        let old = one.old().reference();
        let remembered = game.part::<LastKnownTable>().get(old).is_some();
        let listed = game.part::<Zones>().list(one.old().zone).contains(&old.id);
        let now = game.row::<crate::model::object::Object>(old.id).reference();
        assert!(now == old || now == one.new_object());
        i32::from(remembered) + 2 * i32::from(listed) + 4 * i32::from(now != old)
    });
    let first = digits.next().unwrap();
    assert!(digits.all(|digit| digit == first), "all at once");
    let life = &mut game.part_mut::<Players>().get_mut(A).life;
    *life = *life * 10 + first;
}

#[test]
fn a_step_finds_what_its_set_says() {
    let all = [
        ZoneMoveSet::Admit,
        ZoneMoveSet::Remember,
        ZoneMoveSet::Leave,
        ZoneMoveSet::Relist,
        ZoneMoveSet::Arrive,
        ZoneMoveSet::Know,
    ];
    // One object, and the same for two at once.
    for count in [1, 2] {
        let mut world = world_with(&[BEAR], |app| {
            all.into_iter().for_each(|set| {
                app.add_zone_move_step(set, look);
            });
        });
        let bears: Vec<ObjectRef> = (0..count).map(|_| put(&mut world, 0, A, Zone::Battlefield)).collect();
        crate::rules::driver::settle(&mut world);
        world.part_mut::<Players>().get_mut(A).life = 0;
        let moves: Vec<Move> = bears.iter().map(|bear| to_graveyard(*bear, A)).collect();
        assert_eq!(move_objects(&mut world, &moves).len(), count);
        assert_eq!(world.part::<Players>().get(A).life, 233_155, "{count}");
    }
}

/// What player 1 owns stays where it is.
fn refuse(_: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    moves.iter_mut().filter(|one| one.old().owner == B).for_each(PlannedMove::refuse);
}

#[test]
fn a_step_refuses_moves() {
    let mut world = world_with(&[BEAR], |app| {
        app.add_zone_move_step(ZoneMoveSet::Admit, refuse);
    });
    let (mine, theirs) = (put(&mut world, 0, A, Zone::Battlefield), put(&mut world, 0, B, Zone::Battlefield));
    crate::rules::driver::settle(&mut world);
    let moved = move_objects(&mut world, &[to_graveyard(theirs, B), to_graveyard(mine, A)]);
    assert_eq!(moved.iter().map(|m| m.old).collect::<Vec<_>>(), [mine]);
    assert_eq!(move_object(&mut world, &to_graveyard(theirs, B)), None);
    assert_eq!(world.part::<Zones>().battlefield, [theirs.id]);
    assert!(world.part::<LastKnownTable>().get(theirs).is_none(), "what stays isn't remembered");
}

/// Where cards lie, for a client.
#[derive(Component, PartialEq, Eq, Debug)]
struct Pile(Zone);

/// Each object that has moved is told where it lies; the first player gains 1 life for it.
fn lay(mut game: Changing, mut commands: Commands) {
    let mut state = game.state();
    for moved in state.zone_moves.made().to_vec() {
        commands.entity(state.slots.entity(moved.old.id)).insert(Pile(moved.to));
        state.part_mut::<Players>().get_mut(A).life += 1;
    }
}

/// Runs after [`lay`], which came first: the second player has as much life as the first.
fn level(mut game: Single<&mut GameParts>) {
    let life = game.players.get(A).life;
    game.players.get_mut(B).life = life;
}

#[test]
fn systems_follow_the_task_that_moves() {
    let mut world = world_with(&[BEAR], |app: &mut App| {
        app.add_zone_move_system(lay).add_zone_move_system(level);
    });
    let bears: Vec<ObjectRef> = (0..2).map(|_| put(&mut world, 0, A, Zone::Battlefield)).collect();
    happen(&mut world, bears.iter().map(|bear| Event::from(to_graveyard(*bear, A))));
    assert_eq!([A, B].map(|seat| world.part::<Players>().get(seat).life), [22, 22]);
    let pile = |world: &World, id: ObjectId| world.get::<Pile>(world.part::<Slots>().entity(id)).map(|pile| pile.0);
    assert_eq!(pile(&world, bears[1].id), Some(Zone::Graveyard(A)));
    // Nothing else calls them, and nothing is told twice.
    let land = put(&mut world, 0, B, Zone::Battlefield);
    let counters = Event::PutCounters {
        target: Referent::Object(land),
        kind: CounterKind::PowerToughness(1, 1),
        count: 1,
        by: Seat(0),
    };
    happen(&mut world, [counters]);
    assert_eq!(world.part::<Players>().get(A).life, 22);
    assert_eq!(pile(&world, land.id), None);
}
