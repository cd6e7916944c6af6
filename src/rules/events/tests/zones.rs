//! The one writer of zones, draws, and who knows what.

use super::*;
use crate::model::event::{Cause, Enter, Place};
use crate::model::object::LastKnownTable;
use crate::model::zone::Move;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{move_objects, shuffle};

fn known(world: &World, object: ObjectRef) -> SeatSet {
    get::<Object>(world, object.id).known_to
}

#[test]
fn a_moved_object_is_a_new_object() {
    let mut world = world(&[BEAR]);
    let bear = put(&mut world, 0, A, Zone::Battlefield);
    world.part_mut::<Slots>();
    let entity = world.part::<Slots>().entity(bear.id);
    world.get_mut::<Status>(entity).unwrap().tapped = true;
    let moved = move_objects(&mut world, &[Move::plain(bear, Zone::Graveyard(B), Cause::Effect)]);
    // CR 400.3: its owner's graveyard.
    assert_eq!(zone_of(&world, bear), Zone::Graveyard(A));
    assert_eq!(moved[0].new.incarnation, bear.incarnation + 1);
    assert!(!get::<Status>(&world, bear.id).tapped);
    let table = world.part::<LastKnownTable>();
    assert!(table.get(bear).unwrap().status().tapped);
    assert_eq!(table.get(bear).unwrap().successor, Some(moved[0].new));
    // The old reference is dead.
    assert!(move_objects(&mut world, &[Move::plain(bear, Zone::Exile, Cause::Effect)]).is_empty());
}

#[test]
fn simultaneous_objects_get_timestamps_in_turn_order() {
    let mut world = world(&[BEAR]);
    let b = put(&mut world, 0, B, Zone::Hand(B));
    let a = put(&mut world, 0, A, Zone::Hand(A));
    let enters = |object, controller| Move {
        enter: Some(Box::new(Enter { controller, ..Enter::default() })),
        ..Move::plain(object, Zone::Battlefield, Cause::Effect)
    };
    let moved = move_objects(&mut world, &[enters(b, B), enters(a, A)]);
    assert_eq!((moved[0].old, moved[1].old), (b, a));
    let time = |o: ObjectRef| get::<Object>(&world, o.id).timestamp;
    assert!(time(a) < time(b));
    assert_eq!(world.part::<Zones>().battlefield, [a.id, b.id]);
}

#[test]
fn draws_are_made_one_at_a_time_and_an_empty_library_is_remembered() {
    let mut world = world(&[BEAR]);
    let bottom = put(&mut world, 0, A, Zone::Library(A));
    let top = put(&mut world, 0, A, Zone::Library(A));
    let result = happen(&mut world, [Event::Draw { seat: A }, Event::Draw { seat: A }, Event::Draw { seat: A }]);
    assert_eq!(
        result.objects.iter().map(|(place, o)| (*place, o.id)).collect::<Vec<_>>(),
        [(0, top.id), (1, bottom.id)]
    );
    let player = world.part::<Players>().get(A);
    assert!(player.drew_from_empty);
    assert_eq!(player.drawn_this_turn, 2);
    assert_eq!(known(&world, top), SeatSet::only(A));
}

#[test]
fn what_leaves_a_hand_unseen_blurs_the_hand() {
    let mut world = world(&[BEAR]);
    let [one, two] = [0, 1].map(|_| put(&mut world, 0, A, Zone::Hand(A)));
    for card in [one, two] {
        let entity = world.part::<Slots>().entity(card.id);
        world.get_mut::<Object>(entity).unwrap().known_to = SeatSet::ALL;
    }
    move_objects(&mut world, &[Move::plain(one, Zone::Library(A), Cause::Effect)]);
    // The other player saw both and can't tell which is left.
    assert!(!known(&world, one).contains(B) && !known(&world, two).contains(B));
    assert!(known(&world, one).contains(A) && known(&world, two).contains(A));
    shuffle(&mut world, A);
    assert_eq!(known(&world, one), SeatSet::NONE);
}

#[test]
fn what_goes_from_a_public_zone_to_a_library_alone_stays_known() {
    let mut world = world(&[BEAR]);
    put(&mut world, 0, A, Zone::Library(A));
    let [one, two, three] = [0, 1, 2].map(|_| put(&mut world, 0, A, Zone::Graveyard(A)));
    let place = |object, place| Move { place, ..Move::plain(object, Zone::Library(A), Cause::Effect) };
    move_objects(&mut world, &[place(one, Place::Bottom)]);
    assert!(known(&world, one).contains(B));
    assert_eq!(world.part::<Zones>().own[0].library[0], one.id);
    // CR 401.4: two at once are arranged unseen.
    move_objects(&mut world, &[place(two, Place::Top), place(three, Place::Top)]);
    assert!(!known(&world, two).contains(B) && known(&world, two).contains(A));
    assert_eq!(world.part::<Zones>().own[0].library.last(), Some(&three.id));
}

#[test]
fn a_whole_hand_is_seen_leaving() {
    let mut world = world(&[BEAR]);
    let card = put(&mut world, 0, A, Zone::Hand(A));
    let entity = world.part::<Slots>().entity(card.id);
    world.get_mut::<Object>(entity).unwrap().known_to = SeatSet::ALL;
    move_objects(&mut world, &[Move::plain(card, Zone::Library(A), Cause::Effect)]);
    assert!(known(&world, card).contains(B));
}

#[test]
fn a_token_that_left_stays_where_it_is_until_it_ceases_to_exist() {
    let mut world = world(&[BEAR]);
    let enter = Box::new(Enter { controller: A, ..Enter::default() });
    let create = Event::CreateTokens {
        seat: A,
        base: CopiableSource::Def(DefId(0), 0),
        def: Some(DefId(0)),
        count: 2,
        enter,
        attackable: Vec::new(),
    };
    let result = happen(&mut world, [create]);
    let token = result.objects[0].1;
    assert_eq!(result.objects.len(), 2);
    assert_eq!(result.objects.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(get::<Object>(&world, token.id).kind, ObjectKind::Token);
    let moved = move_objects(&mut world, &[Move::plain(token, Zone::Hand(A), Cause::Effect)]);
    let in_hand = moved[0].new;
    assert!(move_objects(&mut world, &[Move::plain(in_hand, Zone::Battlefield, Cause::Effect)]).is_empty());
    move_objects(&mut world, &[Move::plain(in_hand, Zone::Outside, Cause::StateBased)]);
    assert!(!world.part::<Slots>().is_used(token.id));
    assert!(world.part::<Zones>().own[0].hand.is_empty());
}
