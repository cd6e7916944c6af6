//! A board that is told what happens, compared with what a seat sees: the board is that of `examples/bevy_app`.

use crate::bevy_board::{self, Arrivals, BoardPlugin, LifeBar, Tile};
use crate::setup;
use dracones::bevy_app::App;
use dracones::bevy_ecs::prelude::*;
use dracones::game;
use dracones::model::decision::Pending;
use dracones::model::object::Object;
use dracones::prelude::*;
use dracones::rules::driver::advance;
use dracones::rules::facts::FactsPlugin;
use dracones::rules::state::{GameWorld, ReadGame};

/// What the board shows, in its order: of each tile the object, its row, whether it is a creature and whether it is tapped.
type Shown = Vec<(ObjectRef, Seat, bool, bool)>;

/// What the tiles and bars of the board show.
fn shown(world: &mut World) -> (Shown, [i32; 2]) {
    let mut tiles: Vec<(Object, Tile)> =
        world.query::<(&Object, &Tile)>().iter(world).map(|(object, tile)| (*object, *tile)).collect();
    tiles.sort_by_key(|(_, tile)| tile.place);
    let tiles = tiles.iter().map(|(object, tile)| (object.reference(), tile.row, tile.creature, tile.tapped)).collect();
    let mut life = [0; 2];
    for (seat, bar) in world.query::<(&Seat, &LifeBar)>().iter(world) {
        life[seat.index()] = bar.0;
    }
    (tiles, life)
}

/// What a seat sees of the same.
fn seen(world: &World, seat: Seat) -> (Shown, [i32; 2]) {
    let view = SeatView::new(world, seat);
    let field = view.battlefield();
    let tiles = field.map(|o| (o.reference, o.chars.controller, o.chars.is_creature(), o.status.tapped)).collect();
    (tiles, [0, 1].map(|seat| view.player(Seat(seat)).life))
}

#[test]
fn a_board_that_is_only_told_what_happens_shows_what_a_seat_sees() {
    let setup = setup();
    let mut app = App::new();
    app.add_plugins((RulesPlugins, FactsPlugin, BoardPlugin));
    bevy_board::make(app.world_mut(), setup.settings.life);
    game::setup(app.world_mut(), &setup, 7, 0, Seat(0)).expect("nothing is left out");
    advance(app.world_mut());
    let mut agents = [0, 1].map(|seat| (Greedy::default(), stream(7, 0, Seat(seat))));
    let (mut tapped, mut most) = (false, 0);
    loop {
        app.update();
        let board = shown(app.world_mut());
        assert_eq!(board, seen(app.world(), Seat(0)));
        tapped |= board.0.iter().any(|(.., creature, tapped)| *creature && *tapped);
        most = most.max(board.0.len());
        let Some(decision) = app.world().part::<Pending>().0.clone() else { break };
        let (agent, random) = &mut agents[decision.decider.index()];
        let answer = agent.answer(&SeatView::new(app.world(), decision.decider), &decision, random);
        game::submit(app.world_mut(), answer).expect("agents answer legally");
    }
    let (_, life) = shown(app.world_mut());
    assert!(app.world().parts().outcome.is_over() && life.iter().any(|life| *life <= 0), "{life:?}");
    let came = app.world().resource::<Arrivals>().0 as usize;
    assert!(
        tapped && most > 4 && came > most,
        "creatures attacked, and permanents left: {came} came, at most {most} stood"
    );
}
