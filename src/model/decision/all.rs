//! All legal answers to a decision.

use super::{Answer, Decision, SetRule, Shape};

/// How many steps the search for sets takes for each answer that is wanted, at most.
const STEPS: usize = 64;

impl Decision {
    /// All legal answers but to cancel, each once, in a fixed order; `None` if there are more than `most`, if finding them
    /// takes too long.
    pub fn answers(&self, most: usize) -> Option<Vec<Answer>> {
        match &self.shape {
            Shape::ChooseOne(options) => within(options.len(), most).map(|n| (0..n as u16).map(Answer::One).collect()),
            Shape::ChooseSome { options, min, max, rule } => {
                let steps = most.saturating_mul(STEPS).saturating_add(10_000);
                let (min, max) = (usize::from(*min), usize::from(*max));
                let mut sets = Sets { count: options.len(), min, max, rule, most, steps, found: Vec::new() };
                sets.extend(0, &mut Vec::new())?;
                Some(sets.found)
            }
            Shape::Order(options) => {
                let n = options.len();
                let all = (1..=n).try_fold(1usize, usize::checked_mul).filter(|all| *all <= most)?;
                let mut found = Vec::with_capacity(all);
                orders(&mut Vec::with_capacity(n), n, &mut found);
                Some(found)
            }
            Shape::Distribute { options, total, min_each, most: caps, .. } => {
                let mut found = Vec::new();
                let mut shares =
                    Shares { decision: self, count: options.len(), min: *min_each, caps, most, found: &mut found };
                shares.deal(i64::from(*total), &mut Vec::new())?;
                Some(found)
            }
            Shape::Number { min, max } => {
                let count = usize::try_from(i64::from(*max) - i64::from(*min) + 1).unwrap_or(0);
                within(count, most).map(|_| (*min..=*max).map(Answer::Number).collect())
            }
            Shape::Confirm => Some(vec![Answer::Confirm(false), Answer::Confirm(true)]),
            Shape::Name(names) => {
                within(names.len(), most).map(|_| names.iter().map(|name| Answer::Name(*name)).collect())
            }
        }
    }
}

fn within(count: usize, most: usize) -> Option<usize> {
    (count <= most).then_some(count)
}

/// Sets in lexicographic order.
struct Sets<'a> {
    count: usize,
    min: usize,
    max: usize,
    rule: &'a SetRule,
    most: usize,
    steps: usize,
    found: Vec<Answer>,
}

impl Sets<'_> {
    fn extend(&mut self, from: usize, chosen: &mut Vec<u16>) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if chosen.len() >= self.min && chosen.len() <= self.max && self.rule.check(chosen).is_ok() {
            within(self.found.len() + 1, self.most)?;
            self.found.push(Answer::Some(chosen.clone()));
        }
        if chosen.len() >= self.max {
            return Some(());
        }
        for i in from..self.count {
            chosen.push(i as u16);
            if self.rule.may_begin_with(chosen) {
                self.extend(i + 1, chosen)?;
            }
            chosen.pop();
        }
        Some(())
    }
}

/// Permutations in lexicographic order.
fn orders(order: &mut Vec<u16>, n: usize, found: &mut Vec<Answer>) {
    if order.len() == n {
        found.push(Answer::Order(order.clone()));
    }
    for i in 0..n as u16 {
        if !order.contains(&i) {
            order.push(i);
            orders(order, n, found);
            order.pop();
        }
    }
}

/// Divisions in lexicographic order.
struct Shares<'a> {
    decision: &'a Decision,
    count: usize,
    min: i32,
    caps: &'a [i32],
    most: usize,
    found: &'a mut Vec<Answer>,
}

impl Shares<'_> {
    fn deal(&mut self, left: i64, shares: &mut Vec<i32>) -> Option<()> {
        let rest = self.count - shares.len();
        if rest == 0 {
            let answer = Answer::Distribute(shares.clone());
            if left == 0 && self.decision.check(&answer).is_ok() {
                within(self.found.len() + 1, self.most)?;
                self.found.push(answer);
            }
            return Some(());
        }
        // What the others need stays; the last one takes all that is left.
        let least = if rest == 1 { left } else { i64::from(self.min) };
        let limit = left - i64::from(self.min) * (rest as i64 - 1);
        let cap = self.caps.get(shares.len()).map_or(limit, |cap| limit.min(i64::from(*cap)));
        // Each share of the first but one gives at least one division, unless caps or rules stand in the way.
        within(usize::try_from(cap - least).unwrap_or(0), self.most.saturating_mul(STEPS))?;
        for share in least..=cap {
            shares.push(i32::try_from(share).ok()?);
            self.deal(left - share, shares)?;
            shares.pop();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::decision::{Choice, Group, Prompt};
    use crate::model::ids::Seat;

    fn of(shape: Shape) -> Decision {
        Decision::new(Seat(0), Prompt::Priority, shape)
    }

    fn numbers(n: i32) -> Vec<Choice> {
        (0..n).map(Choice::Number).collect()
    }

    #[test]
    fn each_legal_answer_comes_once() {
        let group = |members: &[u16], min, max, or_none| Group { members: members.to_vec(), min, max, or_none };
        let rule =
            SetRule { groups: vec![group(&[0, 1, 2], 2, 3, true), group(&[3, 4], 0, 1, false)], ..SetRule::default() };
        let shapes = [
            (Shape::ChooseOne(numbers(4)), 4),
            (Shape::ChooseSome { options: numbers(4), min: 1, max: 2, rule: SetRule::default() }, 10),
            (Shape::ChooseSome { options: numbers(5), min: 0, max: 5, rule }, 15),
            (Shape::Order(numbers(4)), 24),
            (Shape::Number { min: -1, max: 3 }, 5),
            (Shape::Confirm, 2),
            (
                Shape::Distribute {
                    options: numbers(3),
                    total: 4,
                    min_each: 1,
                    most: vec![],
                    before_last: vec![],
                    lacks: vec![],
                },
                3,
            ),
            (
                Shape::Distribute {
                    options: numbers(3),
                    total: 4,
                    min_each: 0,
                    most: vec![2, 9, 9],
                    before_last: vec![2, 1],
                    lacks: vec![],
                },
                // 0+4+0, 1+3+0, 2+2+0, 2+1+1: the last gets something only after 2 and 1.
                4,
            ),
        ];
        for (shape, expected) in shapes {
            let decision = of(shape);
            let mut all = decision.answers(100).unwrap_or_else(|| panic!("{decision:?}"));
            assert!(all.iter().all(|a| decision.check(a).is_ok()), "{decision:?}: {all:?}");
            all.dedup();
            assert_eq!(all.len(), expected, "{decision:?}: {all:?}");
        }
    }

    #[test]
    fn too_many_answers_are_none_and_take_no_time() {
        let free = SetRule::default();
        let huge = [
            Shape::ChooseSome { options: numbers(60), min: 0, max: 60, rule: free.clone() },
            Shape::ChooseSome { options: numbers(60), min: 30, max: 30, rule: free },
            Shape::Order(numbers(30)),
            Shape::Number { min: 0, max: i32::MAX },
            Shape::Number { min: i32::MIN, max: i32::MAX },
            Shape::Distribute {
                options: numbers(9),
                total: 1_000_000,
                min_each: 0,
                most: vec![],
                before_last: vec![],
                lacks: vec![],
            },
            Shape::Name((0..1001).map(crate::model::ids::NameId).collect()),
        ];
        for shape in huge {
            assert_eq!(of(shape).answers(1000), None);
        }
    }
}
