//! Special actions with cards of the hand and a companion, and unlocking halves of permanents.

use super::colors::Demand;
use super::evaluator::Evaluator;
use super::plan::Idea;
use super::spells::spell;
use super::value::keep;
use crate::cards::AbilityKind;
use crate::cards::def::HandAction;
use crate::game::view::Seen;
use crate::model::bindings::Bindings;
use crate::model::decision::CastMethod;
use crate::model::ids::ObjectRef;
use crate::model::object::Door;

/// Foretelling or suspending a card that can't be cast yet: a part of what casting it will be worth.
pub(super) fn for_later(
    evaluator: &mut Evaluator<'_, '_>,
    place: u16,
    object: ObjectRef,
    (action, by): (HandAction, u8),
    mana: i32,
) -> Option<Idea> {
    let seen = evaluator.view.object(object)?;
    if action == HandAction::Companion {
        return Some(companion(evaluator, &seen, place));
    }
    let ability = seen.chars.abilities.get(usize::from(by))?;
    let (cost, turns) = match &evaluator.view.table().ability(ability.handle).kind {
        AbilityKind::Suspend { cost, counters } => {
            let price = evaluator.price(&cost.0, object, &Bindings::new(evaluator.me, object));
            (price.mana, i32::try_from(*counters).unwrap_or(i32::MAX / 2))
        }
        _ if action == HandAction::Foretell => (2, 1),
        _ => return None,
    };
    if seen.chars.cost.is_some() && seen.chars.mana_value(0) <= mana {
        return None;
    }
    let worth = spell(evaluator, place, object, CastMethod::default(), mana)?.score;
    let score = worth / (1 + turns);
    let group = (object, None);
    (score > 0).then_some(Idea {
        place,
        group,
        score,
        mana: cost,
        burn: 0,
        times: 1,
        colors: Demand::of(None),
        later: false,
    })
}

/// CR 702.139a: a companion is a card more in hand, for three mana.
fn companion(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, place: u16) -> Idea {
    let score = keep(evaluator.view, seen, evaluator.lands());
    let group = (seen.reference, None);
    Idea { place, group, score, mana: 3, burn: 0, times: 1, colors: Demand::of(None), later: false }
}

/// CR 116.2m: a half of a permanent is as much as a permanent of its own.
pub(super) fn unlock(evaluator: &Evaluator<'_, '_>, place: u16, object: ObjectRef, door: Door) -> Option<Idea> {
    let half = evaluator.view.half(object, door)?;
    let seen = evaluator.view.object(object)?;
    let score = worth_of_half(evaluator, &seen, door) - evaluator.style.spend;
    let group = (object, half.abilities.first().map(|ability| ability.handle));
    (score > 0).then_some(Idea {
        place,
        group,
        score,
        mana: half.mana_value(0),
        burn: 0,
        times: 1,
        colors: Demand::of(half.cost.as_ref()),
        later: false,
    })
}

/// What it is worth to its controller that a half of a permanent is unlocked: what it is like then, and what happens as it is.
pub(super) fn worth_of_half(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, door: Door) -> i32 {
    let Some(half) = evaluator.view.half(seen.reference, door) else { return 0 };
    evaluator.style.as_permanent(&half).saturating_add(evaluator.unlocking(seen, &half.abilities))
}

/// What it is worth to the viewer that a half of a permanent is unlocked, or locked: the best half for its controller, or the worst.
pub(super) fn turning_lock(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, unlock: bool) -> i32 {
    let doors = Door::BOTH.into_iter().filter(|door| seen.status.unlocked.contains(*door) != unlock);
    let all = doors.map(|door| worth_of_half(evaluator, seen, door));
    let worth = if unlock { all.max().unwrap_or(0) } else { -all.min().unwrap_or(0) };
    evaluator.controller_sign(seen) * worth
}
