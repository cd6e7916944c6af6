//! Exerting creatures as they attack (CR 508.1g, 701.43d).

use super::enlist;
use crate::model::agenda::Returned;
use crate::model::combat::{CombatTask, Declared};
use crate::model::decision::{Answer, Decision, Prompt, Shape};
use crate::model::object::Restrictions;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// Whether one of the attackers may be exerted.
pub(super) fn is_offered(world: &impl ReadGame, attacks: &[Declared]) -> bool {
    attacks.iter().any(|attack| may_be_exerted(world, attack))
}

fn may_be_exerted(world: &impl ReadGame, attack: &Declared) -> bool {
    let board = Live::new(world);
    board.is_current(attack.object) && board.chars(attack.object.id).restrictions.contains(Restrictions::MAY_BE_EXERTED)
}

/// CR 508.1g: asks of the next attacker, from that place on, whether it is exerted. After the last one creatures
/// are enlisted.
pub(super) fn choose(world: &mut impl EditGame, attacks: Vec<Declared>, from: u16, taxed: bool) -> Flow {
    let next = (usize::from(from)..attacks.len()).find(|at| may_be_exerted(world, &attacks[*at]));
    let Some(at) = next else {
        return enlist::choose(world, attacks, 0, taxed);
    };
    let prompt = Prompt::OptionalCost(attacks[at].object, 0);
    push(world, Task::Combat(CombatTask::Exert { attacks, asked: Some(at as u16), taxed }));
    let active = world.part::<Turn>().active;
    Flow::Ask(Box::new(Decision::new(active, prompt, Shape::Confirm)))
}

/// The player has chosen whether the attacker at that place is exerted.
pub(super) fn chosen(world: &mut impl EditGame, mut attacks: Vec<Declared>, at: u16, taxed: bool) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Confirm(exerts) = answer else { panic!("expected whether it is exerted, got {answer:?}") };
    if let Some(attack) = attacks.get_mut(usize::from(at)) {
        attack.exerts = exerts;
    }
    choose(world, attacks, at + 1, taxed)
}
