//! The untap step (CR 502).

use crate::model::agenda::Returned;
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::event::{Batch, Event};
use crate::model::ids::ObjectRef;
use crate::model::object::Restrictions;
use crate::model::task::Task;
use crate::model::turn::{Turn, TurnTask};
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, layers};

/// CR 502.3: the active player determines which of their permanents untap.
pub(super) fn untap(world: &mut impl EditGame) -> Flow {
    layers::expect_fresh(world);
    let (all, optional) = tapped(world);
    if optional.is_empty() {
        return untap_these(world, all);
    }
    push(world, Task::Turn(TurnTask::Untap));
    let active = world.part::<Turn>().active;
    let max = optional.len() as u16;
    let options = optional.into_iter().map(Choice::Object).collect();
    let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
    Flow::Ask(Box::new(Decision::new(active, Prompt::StayTapped, shape)))
}

/// What was chosen stays tapped, the rest untaps.
pub(super) fn chosen(world: &mut impl EditGame) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(stay) = answer else { panic!("expected what stays tapped, got {answer:?}") };
    let (mut all, optional) = tapped(world);
    all.retain(|o| !stay.iter().any(|i| optional[*i as usize] == *o));
    untap_these(world, all)
}

/// CR 502.3: all at once.
fn untap_these(world: &mut impl EditGame, objects: Vec<ObjectRef>) -> Flow {
    if !objects.is_empty() {
        events::propose(world, Batch::of(objects.into_iter().map(|object| Event::Untap { object })));
    }
    layers::untapped(world);
    Flow::Continue
}

/// The active player's permanents that would untap, and those of them that may stay tapped.
fn tapped(world: &impl ReadGame) -> (Vec<ObjectRef>, Vec<ObjectRef>) {
    let board = Live::with_columns(world);
    let active = board.turn().active;
    let (mut all, mut optional) = (Vec::new(), Vec::new());
    for id in &board.zones().battlefield {
        let status = board.status(*id);
        if !status.tapped || status.phased_out {
            continue;
        }
        let chars = board.chars(*id);
        if chars.controller != active || chars.restrictions.contains(Restrictions::DOESNT_UNTAP) {
            continue;
        }
        let object = board.object(*id).reference();
        all.push(object);
        if chars.restrictions.contains(Restrictions::MAY_STAY_TAPPED) {
            optional.push(object);
        }
    }
    (all, optional)
}
