//! Answers, their check, and random legal ones.

use super::set_rule::any;
use super::{Decision, SetRule, Shape, division};
use crate::model::ids::NameId;
use crate::model::rng::Stream;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An answer to a decision, of the same shape. Options are named by their places.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The place of the chosen option, for [`Shape::ChooseOne`](super::Shape::ChooseOne).
    One(u16),
    /// The places of the chosen options in ascending order, for [`Shape::ChooseSome`](super::Shape::ChooseSome).
    Some(Vec<u16>),
    /// The places of all options in the chosen order, for [`Shape::Order`](super::Shape::Order).
    Order(Vec<u16>),
    /// An amount for each option, for [`Shape::Distribute`](super::Shape::Distribute).
    Distribute(Vec<i32>),
    /// The chosen number, for [`Shape::Number`](super::Shape::Number).
    Number(i32),
    /// Yes or no, for [`Shape::Confirm`](super::Shape::Confirm).
    Confirm(bool),
    /// The number of the chosen name, for [`Shape::Name`](super::Shape::Name).
    Name(NameId),
    /// Takes back what is being proposed, for any decision that is [cancellable](super::Decision::cancellable).
    Cancel,
}

/// Why an answer is illegal. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The answer has another shape than the decision.
    #[error("the answer has another shape than the decision: expected {expected}")]
    Shape {
        /// The name of the shape of the decision.
        expected: &'static str,
    },
    /// An option out of range.
    #[error("there is no option {index}: there are {count}")]
    NoSuchOption {
        /// The place in the answer.
        index: u16,
        /// How many there are.
        count: usize,
    },
    /// Places aren't ascending, or one comes twice.
    #[error("the chosen places must ascend and differ")]
    NotAscending,
    /// The wrong number of options.
    #[error("{chosen} options chosen: expected {min} to {max}")]
    Count {
        /// How many were chosen.
        chosen: usize,
        /// The fewest that must be chosen.
        min: u16,
        /// The most that can be chosen.
        max: u16,
    },
    /// A group's rule is broken.
    #[error("{chosen} of group {group} chosen: expected {min} to {max}{}", if *.or_none { ", or none" } else { "" })]
    Group {
        /// The place of the group, from 0.
        group: usize,
        /// How many were chosen.
        chosen: u16,
        /// The fewest of the group that must be chosen.
        min: u16,
        /// The most of the group that can be chosen.
        max: u16,
        /// Whether none is allowed.
        or_none: bool,
    },
    /// Fewer requirements are met than could be (CR 508.1d, 509.1c).
    #[error("requirements met: {met}, and {possible} can be (CR 508.1d, 509.1c)")]
    Requirements {
        /// How many are met.
        met: i32,
        /// How many can be.
        possible: i32,
    },
    /// What can't attack or block alone would (CR 508.1c, 509.1b).
    #[error("something would attack or block alone that can't (CR 508.1c, 509.1b)")]
    Alone,
    /// The options count more together than they may.
    #[error("the options count {total} together: at most {most} is allowed")]
    Total {
        /// What they count.
        total: i32,
        /// The most that they may count.
        most: i32,
    },
    /// An order must name every option once.
    #[error("an order must name each of the {0} options once")]
    NotAPermutation(usize),
    /// A division doesn't add up, or gives an option too little.
    #[error("the division must give {total} in all and at least {min_each} each")]
    Division {
        /// What all parts must add up to.
        total: i32,
        /// What each option must get at least.
        min_each: i32,
    },
    /// The last option gets something while another lacks lethal damage (CR 702.19b).
    #[error("option {option} needs {needed} before the last one gets anything (CR 702.19b)")]
    NotLethal {
        /// The place of the option that lacks lethal damage, from 0.
        option: usize,
        /// How much it needs.
        needed: i32,
    },
    /// Creatures lack more damage than others can still assign to them (CR 510.1e, 702.19b).
    #[error("options lack {lacking} in all: others can make up for {most} (CR 510.1e, 702.19b)")]
    Lacking {
        /// How much they lack.
        lacking: i32,
        /// How much they may lack.
        most: i32,
    },
    /// A number out of range.
    #[error("{number} is out of range: expected {min} to {max}")]
    Range {
        /// The number that was answered.
        number: i32,
        /// The least number that can be chosen.
        min: i32,
        /// The greatest number that can be chosen.
        max: i32,
    },
    /// Not a card name that can be chosen here.
    #[error("not the name of a card that can be chosen here (CR 201.4)")]
    Name,
    /// This decision can't be taken back.
    #[error("this decision can't be cancelled")]
    NotCancellable,
    /// Another player is asked.
    #[error("another player is asked")]
    NotAsked,
    /// No decision is open.
    #[error("no decision is open: the game is over")]
    Over,
}

impl Decision {
    /// Checks whether an answer is legal.
    ///
    /// # Errors
    /// Says which rule of the shape is broken.
    pub fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        if *answer == Answer::Cancel {
            return if self.cancellable { Ok(()) } else { Err(AnswerError::NotCancellable) };
        }
        let in_range = |index: u16, count: usize| {
            if (index as usize) < count { Ok(()) } else { Err(AnswerError::NoSuchOption { index, count }) }
        };
        match (&self.shape, answer) {
            (Shape::ChooseOne(options), Answer::One(i)) => in_range(*i, options.len()),
            (Shape::ChooseSome { options, min, max, rule }, Answer::Some(chosen)) => {
                chosen.iter().try_for_each(|i| in_range(*i, options.len()))?;
                if chosen.windows(2).any(|w| w[0] >= w[1]) {
                    return Err(AnswerError::NotAscending);
                }
                if chosen.len() < *min as usize || chosen.len() > *max as usize {
                    return Err(AnswerError::Count { chosen: chosen.len(), min: *min, max: *max });
                }
                rule.check(chosen)
            }
            (Shape::Order(options), Answer::Order(order)) => {
                let mut seen = vec![false; options.len()];
                order.iter().try_for_each(|i| in_range(*i, options.len()))?;
                order.iter().for_each(|i| seen[*i as usize] = true);
                if order.len() != options.len() || seen.contains(&false) {
                    return Err(AnswerError::NotAPermutation(options.len()));
                }
                Ok(())
            }
            (Shape::Distribute { options, total, min_each, most, before_last, lacks }, Answer::Distribute(shares)) => {
                let sum = shares.iter().try_fold(0i32, |sum, s| sum.checked_add(*s));
                let too_much = shares.iter().zip(most).any(|(share, most)| share > most);
                let wrong = shares.iter().any(|s| s < min_each) || too_much;
                if shares.len() != options.len() || sum != Some(*total) || wrong {
                    return Err(AnswerError::Division { total: *total, min_each: *min_each });
                }
                if !lacks.is_empty() {
                    return division::check(before_last, lacks, shares);
                }
                if shares.last().is_some_and(|last| *last > 0) {
                    let lacking = before_last.iter().zip(shares).position(|(needed, share)| share < needed);
                    if let Some(option) = lacking {
                        return Err(AnswerError::NotLethal { option, needed: before_last[option] });
                    }
                }
                Ok(())
            }
            (Shape::Number { min, max }, Answer::Number(n)) => {
                if (min..=max).contains(&n) {
                    Ok(())
                } else {
                    Err(AnswerError::Range { number: *n, min: *min, max: *max })
                }
            }
            (Shape::Confirm, Answer::Confirm(_)) => Ok(()),
            (Shape::Name(names), Answer::Name(name)) => {
                // There may be tens of thousands: without a branch for each, some are compared at once.
                let is_among = |some: &[NameId]| some.iter().fold(false, |found, one| found | (one == name));
                if names.chunks(64).any(is_among) { Ok(()) } else { Err(AnswerError::Name) }
            }
            (shape, _) => Err(AnswerError::Shape {
                expected: match shape {
                    Shape::ChooseOne(_) => "one option",
                    Shape::ChooseSome { .. } => "a set of options",
                    Shape::Order(_) => "an order",
                    Shape::Distribute { .. } => "a division",
                    Shape::Number { .. } => "a number",
                    Shape::Confirm => "yes or no",
                    Shape::Name(_) => "a card name",
                },
            }),
        }
    }

    /// A random legal answer: one option uniformly; of a set each option with an even chance, repaired to the rule;
    /// orders and divisions uniform (but where others help to assign enough); one name uniformly. Never cancels.
    pub fn sample(&self, rng: &mut Stream) -> Answer {
        match &self.shape {
            Shape::ChooseOne(options) => Answer::One(rng.below(options.len() as u32) as u16),
            Shape::ChooseSome { options, min, max, rule } => {
                Answer::Some(sample_set(options.len(), *min, *max, rule, rng))
            }
            Shape::Order(options) => {
                let mut order: Vec<u16> = (0..options.len() as u16).collect();
                rng.shuffle(&mut order);
                Answer::Order(order)
            }
            Shape::Distribute { options, total, before_last, lacks, .. } if !lacks.is_empty() => {
                Answer::Distribute(division::sample(options.len(), *total, before_last, lacks, rng))
            }
            Shape::Distribute { options, total, min_each, most, before_last, .. } => {
                let mut shares = sample_division(options.len(), *total, *min_each, before_last, rng);
                within(&mut shares, most);
                Answer::Distribute(shares)
            }
            Shape::Number { min, max } => {
                // The range may be wider than half of all numbers; it's never all of them.
                let count = (i64::from(*max) - i64::from(*min) + 1).clamp(1, i64::from(u32::MAX)) as u32;
                Answer::Number((i64::from(*min) + i64::from(rng.below(count))) as i32)
            }
            Shape::Confirm => Answer::Confirm(rng.coin()),
            Shape::Name(names) => Answer::Name(names[rng.below(names.len() as u32) as usize]),
        }
    }
}

/// Gives what is too much for one option to the next ones that can take it.
fn within(shares: &mut [i32], most: &[i32]) {
    let over = |share: &i32, most: &i32| (share - most).max(0);
    let mut left: i32 = shares.iter().zip(most).map(|(share, most)| over(share, most)).sum();
    for (share, most) in shares.iter_mut().zip(most) {
        *share = (*share).min(*most);
        let more = left.min(most - *share);
        *share += more;
        left -= more;
    }
}

/// A set with each option at an even chance, then repaired: drawn again a few times, then mended group by group.
fn sample_set(count: usize, min: u16, max: u16, rule: &SetRule, rng: &mut Stream) -> Vec<u16> {
    let plain = rule.is_plain();
    let mut chosen: Vec<u16> = (0..count as u16).filter(|_| rng.coin()).collect();
    if !plain {
        for group in &rule.groups {
            trim_to(&mut chosen, &group.members, group.max as usize, rng);
        }
        let meets = |chosen: &[u16]| rule.check(chosen).is_ok();
        if !meets(&chosen) {
            chosen = super::answer::mend(count, rule, chosen, rng);
        }
        if chosen.len() >= min as usize && chosen.len() <= max as usize && meets(&chosen) {
            return chosen;
        }
    }
    while chosen.len() > max as usize {
        let i = rng.below(chosen.len() as u32) as usize;
        chosen.remove(i);
    }
    let mut rest: Vec<u16> = (0..count as u16).filter(|i| !chosen.contains(i)).collect();
    rng.shuffle(&mut rest);
    while chosen.len() < min as usize {
        chosen.push(rest.pop().expect("a decision has at least `min` options"));
    }
    chosen.sort_unstable();
    if !plain && rule.check(&chosen).is_err() {
        // The rule and the count interact: search for any legal set, in a random order of options.
        return search(count, min, max, rule, rng);
    }
    chosen
}

/// Leaves at most `max` of `members` in `chosen`.
fn trim_to(chosen: &mut Vec<u16>, members: &[u16], max: usize, rng: &mut Stream) {
    loop {
        let here: Vec<usize> = (0..chosen.len()).filter(|i| members.contains(&chosen[*i])).collect();
        if here.len() <= max {
            return;
        }
        chosen.remove(here[rng.below(here.len() as u32) as usize]);
    }
}

/// Mends a set that breaks a rule: fills or empties groups that have too few, then adds what requirements want.
fn mend(count: usize, rule: &SetRule, mut chosen: Vec<u16>, rng: &mut Stream) -> Vec<u16> {
    let weight = |i: u16| rule.worth(i);
    if rule.min_weight > 0 {
        // Options that fulfil requirements first; what stands in their way leaves.
        let mut wanted: Vec<u16> = (0..count as u16).filter(|i| weight(*i) > 0 && !chosen.contains(i)).collect();
        rng.shuffle(&mut wanted);
        for i in wanted {
            if rule.weight(&chosen) >= rule.min_weight {
                break;
            }
            for group in rule.groups.iter().filter(|g| g.members.contains(&i)) {
                while chosen.iter().filter(|c| group.members.contains(c)).count() >= group.max as usize {
                    let Some(out) = chosen.iter().position(|c| group.members.contains(c) && weight(*c) < weight(i))
                    else {
                        break;
                    };
                    chosen.remove(out);
                }
            }
            chosen.push(i);
            for group in rule.groups.iter().filter(|g| g.members.contains(&i)) {
                if chosen.iter().filter(|c| group.members.contains(c)).count() > group.max as usize {
                    chosen.pop();
                    break;
                }
            }
        }
    }
    for group in &rule.groups {
        let here = chosen.iter().filter(|c| group.members.contains(c)).count();
        if group.or_none && here > 0 && here < group.min as usize {
            chosen.retain(|c| !group.members.contains(c) || weight(*c) > 0);
        }
    }
    for company in
        rule.company.iter().filter(|c| any(&c.members, &chosen) && !any(&c.with, &chosen)).collect::<Vec<_>>()
    {
        chosen.retain(|c| !company.members.contains(c) || weight(*c) > 0);
    }
    for limit in &rule.limits {
        while limit.total(&chosen) > limit.most {
            let counts = |place: &u16| limit.each.get(usize::from(*place)).is_some_and(|n| *n > 0);
            let heavy: Vec<usize> = (0..chosen.len()).filter(|i| counts(&chosen[*i])).collect();
            if heavy.is_empty() {
                break;
            }
            chosen.remove(heavy[rng.below(heavy.len() as u32) as usize]);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Any legal set, by depth-first search over options in a random order. Only reached when mending failed.
fn search(count: usize, min: u16, max: u16, rule: &SetRule, rng: &mut Stream) -> Vec<u16> {
    let mut order: Vec<u16> = (0..count as u16).collect();
    rng.shuffle(&mut order);
    let mut budget = 200_000u32;
    let mut chosen = Vec::new();
    fn extend(order: &[u16], min: u16, max: u16, rule: &SetRule, chosen: &mut Vec<u16>, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return false;
        }
        if chosen.len() >= min as usize {
            let mut sorted = chosen.clone();
            sorted.sort_unstable();
            if rule.check(&sorted).is_ok() {
                return true;
            }
        }
        for (n, i) in order.iter().enumerate() {
            if chosen.len() < max as usize {
                chosen.push(*i);
                if rule.may_begin_with(chosen) && extend(&order[n + 1..], min, max, rule, chosen, budget) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }
    extend(&order, min, max, rule, &mut chosen, &mut budget);
    chosen.sort_unstable();
    chosen
}

/// A division: a uniform one, with lethal damage moved to the earlier options before the last gets anything.
fn sample_division(count: usize, total: i32, min_each: i32, before_last: &[i32], rng: &mut Stream) -> Vec<i32> {
    let mut shares = vec![min_each; count];
    let mut left = total - min_each * count as i32;
    if count == 0 {
        return shares;
    }
    // Uniform over compositions by stars and bars for small totals; large ones are spread by even chunks.
    while left > 0 {
        let chunk = (left / 64).max(1);
        shares[rng.below(count as u32) as usize] += chunk;
        left -= chunk;
    }
    if before_last.iter().zip(&shares).any(|(needed, share)| share < needed) && shares[count - 1] > 0 {
        // Take from the last what the others lack; if that isn't enough, the last gets nothing.
        for i in 0..count - 1 {
            let lack = (before_last.get(i).copied().unwrap_or(0) - shares[i]).max(0).min(shares[count - 1]);
            shares[i] += lack;
            shares[count - 1] -= lack;
        }
    }
    shares
}
