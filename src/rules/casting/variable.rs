//! Choosing X (CR 601.2b, 107.3).

use super::modes::ask;
use super::targets::aura_chars;
use super::{CastFlow, payment};
use crate::cards::{AbilityKind, CardTable, parts_filter_by_x, parts_use_x};
use crate::model::agenda::Returned;
use crate::model::cast::{Proposal, Transaction};
use crate::model::decision::{Answer, Choice, Prompt, Settings, Shape, chosen};
use crate::model::object::{Characteristics, StackEntry};
use crate::rules::legal::BaseCost;
use crate::rules::legal::castable::{filters_by_x, uses_x};
use crate::rules::legal::instances::choices_left;
use crate::rules::legal::payable::{MOST_X, largest_x};
use crate::rules::legal::permitted::covers;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use std::ops::RangeInclusive;

/// Asks for X if what is paid contains one. It is bounded by what can be paid, and by what has targets.
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if cast.asked {
        cast.asked = false;
        let x = match Returned::answer(world) {
            Answer::Number(x) => x,
            answer => match chosen(&cast.offered, &answer) {
                Choice::Number(x) => x,
                other => panic!("{other:?} isn't a value for X"),
            },
        };
        set(world, cast, x);
        return CastFlow::Next;
    }
    if !has_x(world, cast) {
        return CastFlow::Next;
    }
    let filters = filters(world, cast);
    let Some(largest) = largest(world, cast, filters) else { return CastFlow::Illegal };
    let mut values = Vec::with_capacity(largest as usize + 1);
    for x in least(world, cast)..=largest {
        // CR 202.3e: its mana value may make targets illegal.
        set(world, cast, x);
        if filters && x != largest && !payment::is_proven(world, cast) {
            continue;
        }
        let live = Live::new(world);
        let chars = aura_chars(&live, cast.object);
        if !covers(&live, cast) {
            continue;
        }
        if matches!(
            cast.what,
            Proposal::Mana(..) | Proposal::TurnFaceUp(_) | Proposal::Unlock(_) | Proposal::HandAction(..)
        ) || choices_left(&live, &mut cast.bindings, (&cast.texts, cast.gained), chars)
        {
            values.push(x);
        }
    }
    set(world, cast, 0);
    let (Some(first), Some(last)) = (values.first().copied(), values.last().copied()) else { return CastFlow::Illegal };
    let shape = if (last - first) as usize + 1 == values.len() {
        Shape::Number { min: first, max: last }
    } else {
        cast.offered = values.into_iter().map(Choice::Number).collect();
        Shape::ChooseOne(cast.offered.clone())
    };
    let prompt = Prompt::ChooseX(cast.object);
    CastFlow::Ask(ask(world, cast, prompt, shape))
}

/// The largest X that can be paid, as things are chosen so far; 0 where that isn't asked.
fn largest(world: &mut impl EditGame, cast: &mut Transaction, filters: bool) -> Option<i32> {
    let x = cast.bindings.x;
    let largest = largest_x(filters, |x| {
        set(world, cast, x);
        payment::is_proven(world, cast)
    });
    set(world, cast, x);
    largest.or(world.part::<Settings>().offer_unproven.then_some(0))
}

/// The least that X can be, as the ability says.
fn least(world: &impl ReadGame, cast: &Transaction) -> i32 {
    let (Proposal::Ability(key) | Proposal::Mana(key, _)) = cast.what else { return 0 };
    match world.part::<CardTable>().ability(key.handle).kind {
        AbilityKind::Activated { least_x, .. } => i32::from(least_x),
        _ => 0,
    }
}

/// Whether what is paid depends on X otherwise than by its amount.
fn filters(world: &impl ReadGame, cast: &Transaction) -> bool {
    let live = Live::new(world);
    match (&cast.what, &cast.base) {
        (Proposal::Spell { .. }, base) => {
            let chars = live.chars(cast.object.id);
            let base = base.as_ref().map_or(BaseCost::Mana(chars.cost.as_ref()), |cost| BaseCost::Parts(&cost.0));
            filters_by_x(&live, base, chars)
        }
        (_, base) => base.as_ref().is_some_and(|cost| parts_filter_by_x(&cost.0)),
    }
}

/// The values that X could have as far as the cost goes, while modes are chosen, which comes first (CR 601.2b): 0 alone
/// where there is no X.
pub(super) fn possible(world: &mut impl EditGame, cast: &mut Transaction) -> RangeInclusive<i32> {
    if !has_x(world, cast) {
        return 0..=0;
    }
    let filters = filters(world, cast);
    least(world, cast)..=largest(world, cast, filters).unwrap_or(0).min(MOST_X)
}

/// CR 107.3b: whether the spell's own cost doesn't make X 0.
fn cost_allows_x(base: BaseCost<'_>, chars: &Characteristics) -> bool {
    matches!(base, BaseCost::Mana(_)) || chars.cost.as_ref().is_none_or(|cost| cost.x_count() == 0)
}

/// CR 107.3b: paying neither the mana cost nor another cost with X makes X 0.
fn has_x(world: &impl ReadGame, cast: &Transaction) -> bool {
    let live = Live::new(world);
    match &cast.what {
        Proposal::Spell { .. } => {
            let chars = live.chars(cast.object.id);
            let base = match &cast.base {
                Some(cost) => BaseCost::Parts(&cost.0),
                None => BaseCost::Mana(chars.cost.as_ref()),
            };
            let table = live.table();
            let spliced = cast.spliced.iter().any(|(card, place)| {
                let ability = live.chars(card.id).abilities.get(usize::from(*place));
                ability.is_some_and(|a| match &table.ability(a.handle).kind {
                    AbilityKind::Splice { cost, .. } => parts_use_x(&cost.0),
                    _ => false,
                })
            });
            uses_x(&live, base, chars, &cast.bindings.cast.paid) || spliced && cost_allows_x(base, chars)
        }
        Proposal::Ability(_)
        | Proposal::Mana(..)
        | Proposal::TurnFaceUp(_)
        | Proposal::Unlock(_)
        | Proposal::HandAction(..) => cast.base.as_ref().is_some_and(|cost| parts_use_x(&cost.0)),
        Proposal::Placed | Proposal::Retarget { .. } => false,
    }
}

/// The value counts from now on (CR 107.3a): effects that look at the spell's mana value see it.
fn set(world: &mut impl EditGame, cast: &mut Transaction, x: i32) {
    cast.bindings.x = x;
    cast.bindings.cast.x = x;
    if matches!(cast.what, Proposal::Spell { .. }) {
        world.row_mut::<StackEntry>(cast.object.id).cast.x = x;
    }
}
