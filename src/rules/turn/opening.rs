//! Actions with cards of opening hands (CR 103.6).

use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::decision::{Choice, Decision, Prompt, Shape, chosen};
use crate::model::ids::{AbilityKey, ProgramHandle, Seat, SeatSet};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::{SetupTask, Turn, TurnTask};
use crate::model::zone::Zone;
use crate::rules::driver::{self, Flow, push};
use crate::rules::layers;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 103.6: mulligans are over, and players may act with cards of the hands that they have now. Then the first turn
/// begins (103.8).
pub(super) fn begin(world: &mut impl EditGame) -> Flow {
    let offered = world.part::<CardTable>().0.traits.opens;
    let rest = if offered { actions(world, false) } else { Vec::new() };
    offer(world, rest, None)
}

/// CR 103.5b: before a player declares whether to mulligan, they may do what cards of their hand offer for that time.
pub(super) fn before_mulligan(
    world: &mut impl EditGame,
    seat: Seat,
    undecided: SeatSet,
    again: SeatSet,
) -> Option<Flow> {
    if !world.part::<CardTable>().0.traits.opens {
        return None;
    }
    let own = of(world, &actions(world, true), seat);
    if own.is_empty() {
        return None;
    }
    let shape = Shape::ChooseOne(options(&own));
    push(world, Task::Setup(SetupTask::BeforeMulligan { undecided, again, seat, offered: own }));
    Some(Flow::Ask(Box::new(Decision::new(seat, Prompt::OpeningHand, shape))))
}

/// What was chosen is done, and more is offered. Whether nothing was.
pub(super) fn done_before_mulligan(
    world: &mut impl EditGame,
    seat: Seat,
    (undecided, again): (SeatSet, SeatSet),
    offered: &[AbilityKey],
) -> bool {
    let answer = Returned::answer(world);
    let Choice::Activate { key } = chosen(&options(offered), &answer) else { return true };
    push(world, Task::Setup(SetupTask::Mulligan { undecided, again, asked: None }));
    carry_out(world, seat, key);
    false
}

/// All that cards in hands offer: from opening hands, or any time their owners could mulligan.
fn actions(world: &impl ReadGame, mulligans: bool) -> Vec<AbilityKey> {
    layers::expect_fresh(world);
    let live = Live::new(world);
    let mut all = Vec::new();
    for id in live.zones().own.iter().flat_map(|own| &own.hand) {
        let card = live.object(*id).reference();
        let opens = live.chars(*id).abilities.iter().filter(|a| {
            let kind = &live.table().ability(a.handle).kind;
            matches!(kind, AbilityKind::OpeningHand(.., mulligan) if *mulligan == mulligans)
        });
        all.extend(opens.map(|a| a.key(card)));
    }
    all
}

/// Carries out what was chosen, if someone was asked; then asks the next player in turn order who can do something.
/// Who takes no further action is done.
pub(super) fn offer(world: &mut impl EditGame, mut rest: Vec<AbilityKey>, asked: Option<Seat>) -> Flow {
    if let Some(seat) = asked {
        let answer = Returned::answer(world);
        let own = of(world, &rest, seat);
        let Choice::Activate { key } = chosen(&options(&own), &answer) else {
            rest.retain(|key| !own.contains(key));
            return offer(world, rest, None);
        };
        rest.retain(|other| *other != key);
        push(world, Task::Setup(SetupTask::Opening { rest, asked: None }));
        carry_out(world, seat, key);
        return Flow::Continue;
    }
    let first = world.part::<Turn>().first;
    let seats: Vec<Seat> = world.part::<Players>().in_turn_order(first).collect();
    for seat in seats {
        let own = of(world, &rest, seat);
        if !own.is_empty() {
            push(world, Task::Setup(SetupTask::Opening { rest, asked: Some(seat) }));
            let shape = Shape::ChooseOne(options(&own));
            return Flow::Ask(Box::new(Decision::new(seat, Prompt::OpeningHand, shape)));
        }
    }
    push(world, Task::Turn(TurnTask::Begin));
    Flow::Continue
}

fn options(own: &[AbilityKey]) -> Vec<Choice> {
    let actions = own.iter().map(|key| Choice::Activate { key: *key });
    [Choice::Pass].into_iter().chain(actions).collect()
}

/// The actions of the cards that are still in a player's hand, as far as they can be taken.
fn of(world: &impl ReadGame, rest: &[AbilityKey], seat: Seat) -> Vec<AbilityKey> {
    let live = Live::new(world);
    let held = |key: &&AbilityKey| live.is_current(key.object) && live.object(key.object.id).zone == Zone::Hand(seat);
    let able = |key: &&AbilityKey| match &live.table().ability(key.handle).kind {
        AbilityKind::OpeningHand(_, only_if, _) => {
            let bindings = Bindings { key: Some(**key), ..Bindings::new(seat, key.object) };
            reading::holds(&live, &bindings, only_if)
        }
        _ => false,
    };
    rest.iter().filter(held).filter(able).copied().collect()
}

/// The instructions are followed at once: there is no stack yet.
fn carry_out(world: &mut impl EditGame, seat: Seat, key: AbilityKey) {
    let AbilityKind::OpeningHand(program, ..) = world.part::<CardTable>().ability(key.handle).kind else { return };
    let bindings = Bindings { key: Some(key), ..Bindings::new(seat, key.object) };
    driver::start(world, ProgramHandle { def: key.handle.def, index: program }, bindings, 0);
}
