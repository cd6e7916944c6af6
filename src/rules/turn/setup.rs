//! Starting the game (CR 103): shuffling, opening hands, mulligans.

use super::opening;
use crate::model::agenda::Returned;
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Place};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::object::Object;
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::{SetupTask, Turn};
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::driver::{Flow, push};
use crate::rules::log::EventLog;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, GameState, ReadGame};
use crate::rules::zones;

/// CR 103.5: the starting hand size.
const HAND: usize = 7;

/// Begins a game in which `first` takes the first turn. Decks are in the libraries already, in any order.
pub fn start_game(world: &mut impl EditGame, first: Seat) {
    let seats = usize::from(world.part::<Players>().seats());
    *world.part_mut::<Turn>() =
        Turn { begun: vec![0; seats], last: vec![0; seats], active: first, next: first, first, ..Turn::default() };
    push(world, Task::Setup(SetupTask::Begin));
}

/// Runs a task of setting up.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Setup(task) = task else { panic!("setting up runs its own tasks only, not {task:?}") };
    match task {
        SetupTask::Begin => begin(world),
        SetupTask::Mulligan { undecided, again, asked } => declare(world, undecided, again, asked),
        SetupTask::BeforeMulligan { undecided, again, seat, offered } => {
            if opening::done_before_mulligan(world, seat, (undecided, again), &offered) {
                ask_to_mulligan(world, seat, undecided, again)
            } else {
                Flow::Continue
            }
        }
        SetupTask::Bottom { asked, cards, left, again } => bottom(world, asked, cards, left, again),
        SetupTask::OpeningHands => opening::begin(world),
        SetupTask::Opening { rest, asked } => opening::offer(world, rest, asked),
    }
}

/// A player has left the game: who was asked is asked again, or the next one is.
pub(super) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let task = match task {
        Task::Setup(
            SetupTask::Mulligan { undecided, again, .. } | SetupTask::BeforeMulligan { undecided, again, .. },
        ) => mulligan(undecided, again, None),
        Task::Setup(SetupTask::Bottom { left, again, .. }) => {
            Task::Setup(SetupTask::Bottom { asked: None, cards: Vec::new(), left, again })
        }
        Task::Setup(SetupTask::Opening { rest, .. }) => Task::Setup(SetupTask::Opening { rest, asked: None }),
        other => other,
    };
    push(world, task);
    Flow::Continue
}

/// CR 103.3, 103.5: libraries are shuffled, opening hands drawn.
fn begin(world: &mut impl EditGame) -> Flow {
    let everyone = alive(world);
    let first = world.part::<Turn>().first;
    EventLog::aside(world, || Fact::TakesFirstTurn { seat: first });
    for seat in everyone.iter() {
        shuffle(world, seat);
    }
    draw_hands(world, everyone);
    push(world, mulligan(everyone, SeatSet::NONE, None));
    Flow::Continue
}

fn mulligan(undecided: SeatSet, again: SeatSet, asked: Option<Seat>) -> Task {
    Task::Setup(SetupTask::Mulligan { undecided, again, asked })
}

/// CR 103.5: each player in turn order declares whether to take a mulligan; then all who do take it at once.
fn declare(world: &mut impl EditGame, mut undecided: SeatSet, mut again: SeatSet, asked: Option<Seat>) -> Flow {
    if let Some(seat) = asked {
        undecided.remove(seat);
        let cards = hand(world, seat).len() as u16;
        let again_too = Returned::answer(world) == Answer::Confirm(false);
        if again_too {
            again.insert(seat);
        }
        EventLog::aside(world, || match again_too {
            true => Fact::TookMulligan { seat },
            false => Fact::KeptHand { seat, cards },
        });
    }
    if let Some(seat) = next_of(world, undecided) {
        if usize::from(counted(world, seat)) >= HAND || hand(world, seat).is_empty() {
            // CR 103.5: not any more once the hand would be empty.
            undecided.remove(seat);
            push(world, mulligan(undecided, again, None));
            return Flow::Continue;
        }
        let before = opening::before_mulligan(world, seat, undecided, again);
        return before.unwrap_or_else(|| ask_to_mulligan(world, seat, undecided, again));
    }
    if again.is_empty() {
        push(world, Task::Setup(SetupTask::OpeningHands));
        return Flow::Continue;
    }
    let mut back = Vec::new();
    for seat in in_order(world, again) {
        let cards = hand(world, seat);
        back.extend(cards.into_iter().map(|object| setup_move(object, Zone::Library(seat), Place::Top)));
        let player = &mut world.part_mut::<Players>().0[seat.index()];
        player.mulligans = player.mulligans.saturating_add(1);
    }
    let moved = zones::move_objects(world, &back);
    EventLog::moved(world, &moved);
    for seat in in_order(world, again) {
        shuffle(world, seat);
    }
    draw_hands(world, again);
    push(world, Task::Setup(SetupTask::Bottom { asked: None, cards: Vec::new(), left: again, again }));
    Flow::Continue
}

/// CR 103.5: a player declares whether to take a mulligan.
fn ask_to_mulligan(world: &mut impl EditGame, seat: Seat, undecided: SeatSet, again: SeatSet) -> Flow {
    let taken = world.part::<Players>().get(seat).mulligans;
    push(world, mulligan(undecided, again, Some(seat)));
    Flow::Ask(Box::new(Decision::new(seat, Prompt::Mulligan { taken }, Shape::Confirm)))
}

/// CR 103.5: of the new hand as many cards go to the bottom, in any order, as mulligans count. This belongs to taking
/// a mulligan; whether to take another is declared afterwards.
fn bottom(
    world: &mut impl EditGame,
    asked: Option<Seat>,
    cards: Vec<ObjectRef>,
    mut left: SeatSet,
    again: SeatSet,
) -> Flow {
    if let Some(seat) = asked {
        let chosen: Vec<ObjectRef> = match Returned::answer(world) {
            Answer::Some(places) => {
                let hand = hand(world, seat);
                places.iter().filter_map(|i| hand.get(usize::from(*i)).copied()).collect()
            }
            Answer::Order(order) => order.iter().map(|i| cards[*i as usize]).collect(),
            other => panic!("expected cards or their order, got {other:?}"),
        };
        if cards.is_empty() && chosen.len() > 1 {
            let options = chosen.iter().map(|c| Choice::Object(*c)).collect();
            push(world, Task::Setup(SetupTask::Bottom { asked, cards: chosen, left, again }));
            let prompt = Prompt::OrderCards(ObjectRef::NONE);
            return Flow::Ask(Box::new(Decision::new(seat, prompt, Shape::Order(options))));
        }
        let down = |object| setup_move(object, Zone::Library(seat), Place::Bottom);
        let count = chosen.len() as u16;
        let moved = zones::move_objects(world, &chosen.into_iter().map(down).collect::<Vec<_>>());
        EventLog::moved(world, &moved);
        let in_hand = hand(world, seat).len() as u16;
        EventLog::aside(world, || Fact::PutBack { seat, count, left: in_hand });
        left.remove(seat);
    }
    while let Some(seat) = next_of(world, left) {
        let hand = hand(world, seat);
        let count = usize::from(counted(world, seat)).min(hand.len()) as u16;
        if count > 0 {
            let options = hand.into_iter().map(Choice::Object).collect();
            push(world, Task::Setup(SetupTask::Bottom { asked: Some(seat), cards: Vec::new(), left, again }));
            let shape = Shape::ChooseSome { options, min: count, max: count, rule: SetRule::default() };
            return Flow::Ask(Box::new(Decision::new(seat, Prompt::MulliganBottom, shape)));
        }
        left.remove(seat);
    }
    push(world, mulligan(again, SeatSet::NONE, None));
    Flow::Continue
}

/// CR 103.5c: how many mulligans count; with more than two players the first one doesn't.
fn counted(world: &impl ReadGame, seat: Seat) -> u8 {
    let players = world.part::<Players>();
    let free = u8::from(players.seats() > 2);
    players.get(seat).mulligans.saturating_sub(free)
}

/// Each of these players draws a starting hand.
fn draw_hands(world: &mut impl EditGame, seats: SeatSet) {
    let mut moves = Vec::new();
    for seat in in_order(world, seats) {
        let library = &world.part::<Zones>().own[seat.index()].library;
        let missing = library.len() < HAND;
        let top: Vec<ObjectId> = library.iter().rev().take(HAND).copied().collect();
        moves.extend(top.into_iter().map(|id| setup_move(reference(world, id), Zone::Hand(seat), Place::Top)));
        if missing {
            // CR 104.3c: who can't draw them all loses when state-based actions are first checked.
            world.part_mut::<Players>().get_mut(seat).drew_from_empty = true;
            mark_dirty(world, StateClass::PLAYERS);
        }
    }
    let moved = zones::move_objects(world, &moves);
    EventLog::moved(world, &moved);
}

fn shuffle(world: &mut impl EditGame, seat: Seat) {
    zones::shuffle(world, seat);
    EventLog::aside(world, || Fact::Shuffled { seat });
}

fn setup_move(object: ObjectRef, to: Zone, place: Place) -> Move {
    Move::plain(object, to, Cause::Setup).with_place(place)
}

fn alive(world: &impl ReadGame) -> SeatSet {
    world.part::<Players>().alive().collect()
}

fn in_order(world: &impl ReadGame, seats: SeatSet) -> Vec<Seat> {
    let first = world.part::<Turn>().first;
    world.part::<Players>().in_turn_order(first).filter(|s| seats.contains(*s)).collect()
}

fn next_of(world: &impl ReadGame, seats: SeatSet) -> Option<Seat> {
    let first = world.part::<Turn>().first;
    world.part::<Players>().in_turn_order(first).find(|s| seats.contains(*s))
}

fn hand(world: &impl ReadGame, seat: Seat) -> Vec<ObjectRef> {
    world.part::<Zones>().own[seat.index()].hand.iter().map(|id| reference(world, *id)).collect()
}

fn reference(world: &impl ReadGame, id: ObjectId) -> ObjectRef {
    world.row::<Object>(id).reference()
}
