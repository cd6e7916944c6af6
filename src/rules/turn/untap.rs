//! The untap step (CR 502).

use crate::cards::def::Rule;
use crate::model::agenda::Returned;
use crate::model::decision::{Answer, Choice, Decision, Group, Prompt, SetRule, Shape};
use crate::model::event::{Batch, Cause, Event};
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::Restrictions;
use crate::model::task::Task;
use crate::model::turn::{Turn, TurnTask};
use crate::model::zone::{Move, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{self, Board, Live, rules_for};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, layers};

/// CR 502.2, 703.4b: whether day becomes night or night becomes day.
pub(super) fn check_day_night(world: &mut impl EditGame) -> Flow {
    if events::day_night::check(world) && !layers::is_fresh(world) {
        push(world, Task::Turn(TurnTask::DayNightChecked));
        return Flow::Continue;
    }
    untap(world)
}

/// CR 502.3: the active player determines which of their permanents untap.
pub(super) fn untap(world: &mut impl EditGame) -> Flow {
    layers::expect_fresh(world);
    let Tapped { all, optional, forced, limits } = tapped(world);
    if optional.is_empty() {
        return untap_these(world, all);
    }
    push(world, Task::Turn(TurnTask::Untap));
    let active = world.part::<Turn>().active;
    let max = optional.len() as u16;
    let options = optional.into_iter().map(Choice::Object).collect();
    let most = fewest(&limits);
    let groups = limits.into_iter().map(|(members, min)| {
        let max = members.len() as u16;
        Group { members, min, max, or_none: false }
    });
    let mut groups: Vec<Group> = groups.collect();
    if !forced.is_empty() {
        groups.push(Group { members: forced, min: 0, max: most, or_none: true });
    }
    let rule = SetRule { groups, ..SetRule::default() };
    let shape = Shape::ChooseSome { options, min: 0, max, rule };
    Flow::Ask(Box::new(Decision::new(active, Prompt::StayTapped, shape)))
}

/// What was chosen stays tapped, the rest untaps.
pub(super) fn chosen(world: &mut impl EditGame) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(stay) = answer else { panic!("expected what stays tapped, got {answer:?}") };
    let Tapped { mut all, optional, .. } = tapped(world);
    all.retain(|o| !stay.iter().any(|i| optional[*i as usize] == *o));
    untap_these(world, all)
}

/// CR 502.3: all at once.
fn untap_these(world: &mut impl EditGame, objects: Vec<ObjectRef>) -> Flow {
    let returning = returning(world);
    if !(objects.is_empty() && returning.is_empty()) {
        let untaps = objects.into_iter().map(|object| Event::Untap { object });
        events::propose(world, Batch::of(untaps.chain(returning)));
    }
    layers::untapped(world);
    let active = world.part::<Turn>().active;
    events::exert::untap_step_over(world, active);
    Flow::Continue
}

/// The active player's permanents that are returned to their owners' hands as they untap, tapped or not.
fn returning(world: &impl ReadGame) -> Vec<Event> {
    let board = Live::with_columns(world);
    let active = board.turn().active;
    let returns = |id: &&ObjectId| {
        let chars = board.chars(**id);
        let bound = chars.restrictions.contains(Restrictions::RETURNS_AS_UNTAPS);
        bound && chars.controller == active && !board.status(**id).phased_out
    };
    let event = |id: &ObjectId| {
        let object = board.object(*id);
        Move::plain(object.reference(), Zone::Hand(object.owner), Cause::Effect).with_reveal(true).into()
    };
    board.zones().battlefield.iter().filter(returns).map(event).collect()
}

/// How many have to stay tapped so that all limits are kept: what counts for the most of them first.
fn fewest(limits: &[(Vec<u16>, u16)]) -> u16 {
    let mut left: Vec<u16> = limits.iter().map(|(_, min)| *min).collect();
    let mut places: Vec<u16> = limits.iter().flat_map(|(members, _)| members.iter().copied()).collect();
    places.sort_unstable();
    places.dedup();
    let mut taken = 0;
    while left.iter().any(|n| *n > 0) {
        let open = |place: u16| limits.iter().zip(&left).filter(|((m, _), n)| **n > 0 && m.contains(&place)).count();
        let Some(at) = (0..places.len()).max_by_key(|at| open(places[*at])) else { break };
        let place = places.swap_remove(at);
        for ((members, _), n) in limits.iter().zip(&mut left) {
            *n -= u16::from(*n > 0 && members.contains(&place));
        }
        taken += 1;
    }
    taken
}

/// What is tapped and would untap.
struct Tapped {
    /// All tapped permanents that would untap.
    all: Vec<ObjectRef>,
    /// What may or must be chosen to stay tapped.
    optional: Vec<ObjectRef>,
    /// Which of these, by place, untap unless a limit keeps them from it.
    forced: Vec<u16>,
    /// Of which of them, by place, how many have to stay tapped.
    limits: Vec<(Vec<u16>, u16)>,
}

/// The active player's permanents that would untap, and those of others that untap with them.
fn tapped(world: &impl ReadGame) -> Tapped {
    let board = Live::with_columns(world);
    let active = board.turn().active;
    let (mut all, mut optional) = (Vec::new(), Vec::new());
    for id in &board.zones().battlefield {
        let status = board.status(*id);
        if !status.tapped || status.phased_out {
            continue;
        }
        let chars = board.chars(*id);
        let own = chars.controller == active;
        let stays = if own { Restrictions::DOESNT_UNTAP } else { Restrictions::UNTAPS_WITH_OTHERS };
        // CR 701.43a: what the player has exerted stays tapped, too.
        if chars.restrictions.contains(stays) == own || own && status.exerted.contains(active) {
            continue;
        }
        let object = board.object(*id).reference();
        all.push(object);
        if own && chars.restrictions.contains(Restrictions::MAY_STAY_TAPPED) {
            optional.push(object);
        }
    }
    let free = optional.len();
    let limits = limits(&board, active, &all, &mut optional);
    let forced = (free as u16..optional.len() as u16).collect();
    Tapped { all, optional, forced, limits }
}

/// What limits keep from untapping: of which, among those that can be chosen to stay tapped, how many have to.
fn limits(board: &Live<'_>, active: Seat, all: &[ObjectRef], optional: &mut Vec<ObjectRef>) -> Vec<(Vec<u16>, u16)> {
    let limit = |rule: &Rule| match rule {
        Rule::UntapLimit(who, ..) => Some(*who),
        _ => None,
    };
    let mut limits = Vec::new();
    for (rule, bindings) in rules_for(board, active, limit) {
        let Rule::UntapLimit(_, filter, most) = rule else { continue };
        let own = all.iter().copied().filter(|o| board.chars(o.id).controller == active);
        let such: Vec<ObjectRef> = own.filter(|o| reading::matches(board, bindings, filter, *o)).collect();
        let most = usize::try_from(*most).unwrap_or(0);
        if such.len() <= most {
            continue;
        }
        let places = such.iter().map(|o| match optional.iter().position(|p| p == o) {
            Some(at) => at as u16,
            None => {
                optional.push(*o);
                optional.len() as u16 - 1
            }
        });
        limits.push((places.collect(), (such.len() - most) as u16));
    }
    limits
}
