//! Divisions of which something may be missing because others make up for it (CR 510.1e, 702.19b).

use super::{AnswerError, Decision, Lack, Shape};
use crate::model::rng::Stream;

/// How many options are tried in all combinations, at most.
const FEW: usize = 12;

/// Whether the last option may have what it gets.
pub(super) fn check(needs: &[i32], lacks: &[Lack], shares: &[i32]) -> Result<(), AnswerError> {
    let over = needs.len() < shares.len() && shares.last().is_some_and(|last| *last > 0);
    for lack in lacks.iter().filter(|lack| lack.always || over) {
        let lacking = lacking(needs, lack, shares);
        if lacking > lack.most {
            return Err(AnswerError::Lacking { lacking, most: lack.most });
        }
    }
    Ok(())
}

fn lacking(needs: &[i32], lack: &Lack, shares: &[i32]) -> i32 {
    lack.members.iter().map(|m| (needs[usize::from(*m)] - shares[usize::from(*m)]).max(0)).sum()
}

/// A random division.
pub(super) fn sample(count: usize, total: i32, needs: &[i32], lacks: &[Lack], rng: &mut Stream) -> Vec<i32> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    rng.shuffle(&mut order);
    let with_last = needs.len() < count && rng.coin();
    let over = with_last.then(|| least(total, needs, lacks, true, &order)).flatten();
    let among = if over.is_some() { count } else { needs.len() };
    let mut shares = over.or_else(|| least(total, needs, lacks, false, &order)).unwrap_or_else(|| vec![0; needs.len()]);
    shares.resize(count, 0);
    let mut left = total - shares.iter().sum::<i32>();
    while left > 0 {
        let chunk = (left / 64).max(1);
        shares[rng.below(among as u32) as usize] += chunk;
        left -= chunk;
    }
    shares
}

/// What the options at least need, within the total; `over` if the last one gets something as well. Options that come
/// first in the order get less.
pub(crate) fn least(total: i32, needs: &[i32], lacks: &[Lack], over: bool, order: &[usize]) -> Option<Vec<i32>> {
    let in_force: Vec<&Lack> = lacks.iter().filter(|lack| over || lack.always).collect();
    let most = total - i32::from(over);
    let mut shares = needs.to_vec();
    for option in order {
        let room = |lack: &&&Lack| lack.members.contains(&(*option as u16));
        let rooms = in_force.iter().filter(room).map(|lack| lack.most - lacking(needs, lack, &shares));
        shares[*option] -= rooms.min().unwrap_or(i32::MAX).clamp(0, shares[*option]);
    }
    if shares.iter().sum::<i32>() <= most {
        return Some(shares);
    }
    // Where any damage is enough (deathtouch) another choice of options may need less.
    let open: Vec<usize> = (0..needs.len()).filter(|i| needs[*i] == 1).collect();
    if open.len() > FEW {
        return None;
    }
    let mut sets: Vec<u32> = (0..1u32 << open.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets.into_iter().find_map(|set| {
        let mut shares = needs.to_vec();
        open.iter().enumerate().for_each(|(bit, option)| shares[*option] = (set >> bit & 1) as i32);
        let enough = in_force.iter().all(|lack| lacking(needs, lack, &shares) <= lack.most);
        (enough && shares.iter().sum::<i32>() <= most).then_some(shares)
    })
}

impl Decision {
    /// Of a division of damage that others help with: one that gives what is attacked as much as possible; `None` if it
    /// isn't such a decision.
    pub fn most_over(&self) -> Option<Vec<i32>> {
        let Shape::Distribute { options, total, before_last: needs, lacks, .. } = &self.shape else { return None };
        if lacks.is_empty() {
            return None;
        }
        let order: Vec<usize> = (0..needs.len()).collect();
        let can = needs.len() < options.len();
        let over = can.then(|| least(*total, needs, lacks, true, &order)).flatten();
        let mut shares = over.or_else(|| least(*total, needs, lacks, false, &order))?;
        shares.resize(options.len(), 0);
        let left = total - shares.iter().sum::<i32>();
        *shares.last_mut()? += left;
        self.check(&super::Answer::Distribute(shares.clone())).is_ok().then_some(shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::decision::{Answer, Choice, Prompt};
    use crate::model::ids::Seat;

    fn decision(total: i32, needs: &[i32], options: usize, lacks: Vec<Lack>) -> Decision {
        let options = (0..options as i32).map(Choice::Number).collect();
        let before_last = needs.to_vec();
        let shape = Shape::Distribute { options, total, min_each: 0, most: Vec::new(), before_last, lacks };
        Decision::new(Seat(0), Prompt::Priority, shape)
    }

    fn lack(members: &[u16], most: i32, always: bool) -> Lack {
        Lack { members: members.to_vec(), most, always }
    }

    #[test]
    fn what_others_make_up_for_may_be_missing_in_all() {
        let of_two = decision(6, &[3, 3], 3, vec![lack(&[0, 1], 3, false), lack(&[1], 1, false)]);
        let check = |shares: &[i32]| of_two.check(&Answer::Distribute(shares.to_vec())).is_ok();
        assert!(check(&[0, 3, 3]) && check(&[1, 2, 3]) && check(&[6, 0, 0]));
        assert!(!check(&[1, 1, 4]) && !check(&[3, 1, 2]));
        assert_eq!(of_two.most_over(), Some(vec![0, 3, 3]));
    }

    #[test]
    fn samples_and_all_answers_are_legal() {
        let decisions = [
            decision(6, &[3, 3], 3, vec![lack(&[0, 1], 3, false)]),
            decision(2, &[1, 1, 1], 4, vec![lack(&[0, 1], 1, false), lack(&[1, 2], 1, false)]),
            decision(5, &[4, 2], 2, vec![lack(&[0], 1, true), lack(&[0, 1], 2, true)]),
            decision(3, &[2], 2, vec![lack(&[0], 0, true), lack(&[0], 0, false)]),
        ];
        let mut rng = Stream::new(1, 0);
        for decision in decisions {
            let all = decision.answers(1000).expect("there are few");
            assert!(!all.is_empty() && decision.most_over().is_some(), "{decision:?}");
            for _ in 0..200 {
                let answer = decision.sample(&mut rng);
                assert!(all.contains(&answer), "{decision:?}: {answer:?}");
            }
        }
    }
}
