//! Payments, divisions, piles: what goes where.

use super::choices::{by_object, top};
use super::combat::Fighter;
use super::evaluator::Evaluator;
use super::style::Style;
use super::value::keep;
use crate::cards::AbilityKind;
use crate::cards::def::ZoneKind;
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Shape};
use crate::model::ids::Referent;
use crate::model::zone::Zone;
use crate::rules::legal;

/// Payments take what is needed least; cards that help to pay for a spell are all used.
pub(super) fn pay_with(evaluator: &Evaluator<'_, '_>, decision: &Decision) -> Answer {
    if let Shape::ChooseSome { min, max, .. } = &decision.shape
        && min < max
    {
        return Answer::Some((0..*max).collect());
    }
    if let Some(worths) = sacrificed_for(evaluator, decision) {
        return top(decision, &worths);
    }
    by_object(evaluator.view, decision, |s| match s.object.zone {
        Zone::Hand(_) => -keep(evaluator.view, s, evaluator.lands()),
        Zone::Battlefield if evaluator.is_doomed(s) => 0,
        Zone::Battlefield => -evaluator.style.permanent(s) + i32::from(s.status.tapped) * 3,
        _ => -5 - 10 * s.chars.abilities.len() as i32,
    })
}

/// What sacrificing each permanent for the ability that is being activated, or the spell that is being cast, is worth, if that
/// depends on what it is.
fn sacrificed_for(evaluator: &Evaluator<'_, '_>, decision: &Decision) -> Option<Vec<i32>> {
    let announced = evaluator.view.announced()?;
    let [text] = announced.texts else { return None };
    let body = match &evaluator.view.table().ability(*text).kind {
        AbilityKind::Activated { body, .. } => body,
        AbilityKind::Spell(body) if evaluator.style.paid > 0 => body,
        _ => return None,
    };
    let [row] = body.modes.as_slice() else { return None };
    let program = legal::program(*text, row);
    let mut bound = announced.bindings.clone();
    bound.targets.iter_mut().for_each(|t| t.legal = true);
    let mut does = Vec::new();
    let mut costs = Vec::new();
    for option in decision.options() {
        let Choice::Object(object) = option else { return None };
        let seen = evaluator.view.object(*object).filter(|s| s.object.zone == Zone::Battlefield)?;
        bound.cast.paid_with = smallvec::smallvec![*object];
        does.push(evaluator.program(program, 0, &mut bound.clone()));
        costs.push(evaluator.parting(&seen));
    }
    let differs = does.iter().any(|worth| Some(worth) != does.first());
    differs.then(|| does.iter().zip(costs).map(|(worth, cost)| worth.saturating_sub(cost)).collect())
}

/// The scores of targets among which `total` is divided, each judged as if it got all: what the total isn't enough for, once
/// those before it have what kills them, counts nothing.
pub(super) fn worth_a_share(
    view: &SeatView<'_>,
    style: &Style,
    decision: &Decision,
    total: i32,
    mut scores: Vec<i32>,
) -> Vec<i32> {
    let options = decision.options();
    let mut order: Vec<usize> = (0..scores.len()).filter(|i| scores[*i] > 0).collect();
    order.sort_by_key(|i| std::cmp::Reverse(scores[*i]));
    let mut left = total;
    for place in order {
        let creature = options[place].referent().and_then(Referent::object).and_then(|o| view.object(o));
        // A player takes what is left.
        let needed = creature.map_or(left, |s| Fighter::of(view, style, &s).left()).max(1);
        if needed <= left || left == total {
            left -= needed.min(left);
        } else {
            scores[place] = 0;
        }
    }
    scores
}

/// Divides damage (or counters): what it kills that is worth most, then the player, the rest wherever it may go.
pub(super) fn divide(view: &SeatView<'_>, style: &Style, decision: &Decision, deathtouch: bool) -> Answer {
    let Shape::Distribute { options, total, min_each, before_last, .. } = &decision.shape else {
        return Answer::One(0);
    };
    let Some(last) = options.len().checked_sub(1) else { return Answer::Distribute(Vec::new()) };
    let mut shares = vec![*min_each; options.len()];
    let mut left = total - min_each * options.len() as i32;
    // Others that trample help.
    if let Some(shares) = decision.most_over() {
        return Answer::Distribute(shares);
    }
    // An attacker that tramples: lethal damage to all, then the player.
    let lethal: i32 = before_last.iter().sum();
    if !before_last.is_empty() && lethal <= *total {
        shares[..last].copy_from_slice(&before_last[..last]);
        shares[last] = total - shares[..last].iter().sum::<i32>();
        return Answer::Distribute(shares);
    }
    let fighter =
        |i: usize| options[i].referent()?.object().and_then(|o| view.object(o)).map(|s| Fighter::of(view, style, &s));
    let mut order: Vec<(i32, usize)> = (0..options.len())
        .filter(|i| before_last.is_empty() || *i != last)
        .map(|i| match (fighter(i), &options[i]) {
            (Some(f), _) if f.controller != view.seat() => (f.worth, i),
            (None, Choice::Player(seat)) if *seat != view.seat() => (60, i),
            _ => (-1, i),
        })
        .collect();
    order.sort_by_key(|(worth, i)| (std::cmp::Reverse(*worth), *i));
    for (worth, i) in &order {
        if let Some(f) = fighter(*i).filter(|_| *worth >= 0) {
            let needed = if deathtouch { 1 } else { f.left().max(1) } - shares[*i];
            if (0..=left).contains(&needed) {
                shares[*i] += needed;
                left -= needed;
            }
        }
    }
    let rest = order.iter().find(|(_, i)| matches!(options[*i], Choice::Player(s) if s != view.seat()));
    if let Some((_, i)) = rest.or(order.first()) {
        shares[*i] += left;
    }
    Answer::Distribute(shares)
}

/// Two piles of about the same worth, so that no choice between them is good.
pub(super) fn piles(view: &SeatView<'_>, style: &Style, decision: &Decision) -> Answer {
    let worth = |choice: &Choice| match choice {
        Choice::Object(object) => view.object(*object).map_or(0, |s| 60 + style.in_zone(&s, ZoneKind::Stack)),
        _ => 0,
    };
    let mut cards: Vec<(i32, u16)> = decision.options().iter().zip(0..).map(|(c, i)| (worth(c), i)).collect();
    cards.sort_by_key(|(worth, i)| (std::cmp::Reverse(*worth), *i));
    let (mut first, mut balance) = (Vec::new(), 0);
    for (worth, place) in cards {
        if balance <= 0 {
            first.push(place);
            balance += worth;
        } else {
            balance -= worth;
        }
    }
    first.sort_unstable();
    Answer::Some(first)
}
