//! Planechase (CR 311, 901): the special action of rolling the planar die.
//!
//! Planes lie in the command zone all the time (311.2). A player's planar deck are their face-down planes there, in the
//! order of that zone: its top is last. Face up, a plane is controlled by whose turn it is (311.5).
//!
//! | rule | where it applies |
//! | --- | --- |
//! | 113.6p, 901.7: abilities function in the command zone | `cards::compile` |
//! | 311.2: it stays there | `events::possible` |
//! | 311.5: whose it is | `reading::values` |
//! | 701.31, 901.11: planeswalking; 901.9a-c: what the die shows | `resolving::variants` |
//! | 901.8, 901.9: the die as a special action | `offer`, `run` |

use crate::cards::def::{CardTypes, Cost, CostPart, ManaCost, ManaSymbol};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, TotalCost};
use crate::model::decision::Choice;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::player::Players;
use crate::model::task::{Return, Task};
use crate::rules::casting;
use crate::rules::driver::{Flow, push};
use crate::rules::legal::payable;
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use crate::rules::resolving::{face_up, roll_planar_die};
use crate::rules::state::{EditGame, GameState};

/// CR 901.9: the cost of rolling the die once more this turn.
fn cost(board: &impl Board, seat: Seat) -> Cost {
    let rolls = board.players().get(seat).planar_rolls.min(u32::from(u8::MAX)) as u8;
    Cost(vec![CostPart::Mana(ManaCost([ManaSymbol::Generic(rolls)].into_iter().collect()))])
}

/// CR 901.9: the choice to roll the planar die, if a player can pay for it. It is asked at the time of a sorcery.
pub(super) fn offer(live: &Live<'_>, means: &Means, seat: Seat) -> Option<Choice> {
    if face_up(live, CardTypes::PLANE).is_empty() {
        return None;
    }
    let bindings = Bindings::new(seat, ObjectRef::NONE);
    let mut total = TotalCost::default();
    total.add(live, &bindings, &cost(live, seat).0);
    payable(live, means, &bindings, &total, AlternatePayment::default()).then_some(Choice::RollPlanarDie)
}

/// CR 901.9: the cost is paid, then the die is rolled.
///
/// # Panics
/// If it is another kind of task.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::PlanarDie { seat, paid } = task else { panic!("only the planar die is rolled here, not {task:?}") };
    if !paid {
        let cost = cost(&Live::new(world), seat);
        push(world, Task::PlanarDie { seat, paid: true });
        casting::pay(world, seat, ObjectRef::NONE, &cost, &Bindings::new(seat, ObjectRef::NONE));
    } else if Returned::to_me(world) == Some(Return::Paid(true)) {
        let player = world.part_mut::<Players>().get_mut(seat);
        player.planar_rolls = player.planar_rolls.saturating_add(1);
        roll_planar_die(world, seat);
    }
    Flow::Continue
}
