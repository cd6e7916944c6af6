//! Special actions with cards of the hand, and with a companion.

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
