//! How many blocking requirements can be obeyed at once without disobeying a restriction (CR 509.1c).
//!
//! The restrictions that tie blockers together are that some attackers (those with menace) are blocked by a number of
//! creatures or by none, and that some can't be blocked by more than a number. Without the latter, a creature that must block and can block another attacker always obeys, and may just as
//! well help against one with menace. So only those that can block nothing else are searched for.

/// A creature that can be declared as a blocker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The attackers that it can block, by place.
    pub(super) blocks: Vec<usize>,
    /// How many of them at once.
    pub(super) most: usize,
    /// How many effects require that it blocks if able.
    pub(super) required: i32,
    /// How many effects require that it blocks each of them, as they stand in `blocks`.
    pub(super) toward: Vec<i32>,
    /// It can't block unless another creature blocks, too.
    pub(super) not_alone: bool,
}

impl Candidate {
    /// Whether any effect requires something of it.
    pub(super) fn is_required(&self) -> bool {
        self.required > 0 || self.toward.iter().any(|n| *n > 0)
    }
    /// It can't block that attacker after all.
    pub(super) fn forget(&mut self, attacker: usize) {
        if let Some(at) = self.blocks.iter().position(|a| *a == attacker) {
            self.blocks.remove(at);
            self.toward.remove(at);
        }
    }
    /// The most that it could obey alone.
    fn bound(&self) -> i32 {
        let mut toward = self.toward.clone();
        toward.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
        self.required + toward.iter().take(self.most).sum::<i32>()
    }
}

/// An effect by which one of some creatures blocks an attacker if able.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    /// The attacker, by place.
    pub(super) attacker: usize,
    /// The creatures of which one is enough, by their places among the candidates: those that can block it.
    pub(super) by: Vec<usize>,
}

/// More steps than any real board takes; if it takes more, the best found so far is asked for, which is never too much.
const BUDGET: u32 = 100_000;

/// The largest number of requirements that can be obeyed, those of the candidates and the demands. `fewest` says how many blockers
/// each attacker needs, `most` how many it may have.
pub(super) fn most_obeyed(candidates: &[Candidate], demands: &[Demand], fewest: &[u16], most: &[u16]) -> i32 {
    let crowded = |a: usize| candidates.iter().filter(|c| c.blocks.contains(&a)).count() > usize::from(most[a]);
    let tied = candidates.iter().any(|c| c.not_alone || c.toward.iter().any(|n| *n > 0)) || !demands.is_empty();
    if tied || (0..most.len()).any(crowded) {
        return most_of_all(candidates, demands, fewest, most);
    }
    let hard = |c: &&Candidate| c.required > 0 && c.blocks.iter().all(|a| fewest[*a] > 1);
    let required: i32 = candidates.iter().map(|c| c.required).sum();
    let mut hard_ones: Vec<&Candidate> = candidates.iter().filter(hard).collect();
    if hard_ones.is_empty() {
        return required;
    }
    // Those that count most first: the best is found sooner.
    hard_ones.sort_by_key(|c| std::cmp::Reverse(c.required));
    let helpers = candidates.iter().filter(|c| !hard(c) && c.blocks.iter().any(|a| fewest[*a] > 1));
    let order: Vec<&Candidate> = hard_ones.iter().copied().chain(helpers).collect();
    let all: i32 = hard_ones.iter().map(|c| c.required).sum();
    let mut search = Search {
        order: &order,
        fewest,
        hard: hard_ones.len(),
        all,
        blockers: vec![0; fewest.len()],
        best: 0,
        budget: BUDGET,
    };
    search.search_from(0, 0, all);
    required - all + search.best
}

/// Like [`most_obeyed`], where effects require that certain attackers are blocked: each creature that has to block, or helps against menace,
/// is tried with each set of attackers.
fn most_of_all(candidates: &[Candidate], demands: &[Demand], fewest: &[u16], most: &[u16]) -> i32 {
    let meant = |i: usize| demands.iter().any(|demand| demand.by.contains(&i));
    // Any creature is company for what can't block alone.
    let company = candidates.iter().any(|c| c.not_alone);
    let helps = |i: &usize| {
        let c = &candidates[*i];
        company || c.is_required() || meant(*i) || c.blocks.iter().any(|a| fewest[*a] > 1)
    };
    let mut order: Vec<usize> = (0..candidates.len()).filter(helps).collect();
    // Among those that count as much, those that may answer a demand come first.
    order.sort_by_key(|i| std::cmp::Reverse((candidates[*i].bound(), meant(*i))));
    let all = order.iter().map(|i| candidates[*i].bound()).sum();
    let mut trial = Trial {
        candidates,
        demands,
        order: &order,
        fewest,
        most,
        blockers: vec![0; fewest.len()],
        answered: vec![0; demands.len()],
        blocking: Vec::new(),
        best: 0,
        budget: BUDGET,
    };
    trial.search_from(0, 0, all);
    trial.best
}

struct Trial<'a> {
    candidates: &'a [Candidate],
    demands: &'a [Demand],
    order: &'a [usize],
    fewest: &'a [u16],
    most: &'a [u16],
    blockers: Vec<u32>,
    /// By how many creatures each demand is answered so far.
    answered: Vec<u32>,
    /// The creatures that block so far, by their places.
    blocking: Vec<usize>,
    best: i32,
    budget: u32,
}

impl Trial<'_> {
    /// How many demands nothing has answered so far.
    fn open(&self) -> i32 {
        self.answered.iter().filter(|n| **n == 0).count() as i32
    }

    /// The creature blocks an attacker, or does so no longer.
    fn set(&mut self, candidate: usize, attacker: usize, blocks: bool) {
        let change = |n: &mut u32| if blocks { *n += 1 } else { *n -= 1 };
        change(&mut self.blockers[attacker]);
        for (demand, n) in self.demands.iter().zip(&mut self.answered) {
            if demand.attacker == attacker && demand.by.contains(&candidate) {
                change(n);
            }
        }
    }

    /// `still` is the most that the creatures from `at` on could obey, demands aside.
    fn search_from(&mut self, at: usize, obeyed: i32, still: i32) {
        let (demands, open) = (self.demands.len() as i32, self.open());
        // Only what blocks from here on answers another demand.
        let hoped = if at < self.order.len() { demands } else { demands - open };
        if self.budget == 0 || obeyed + still + hoped <= self.best {
            return;
        }
        self.budget -= 1;
        let Some(index) = self.order.get(at).copied() else {
            let enough = |(n, fewest): (&u32, &u16)| *n == 0 || *n >= u32::from(*fewest);
            let lonely = matches!(self.blocking.as_slice(), [only] if self.candidates[*only].not_alone);
            if !lonely && self.blockers.iter().zip(self.fewest).all(enough) {
                self.best = obeyed + demands - open;
            }
            return;
        };
        let candidate = &self.candidates[index];
        // What counts most is tried first.
        let asked = |a: usize| self.demands.iter().filter(|d| d.attacker == a && d.by.contains(&index)).count() as i32;
        let mut places: Vec<usize> = (0..candidate.blocks.len()).collect();
        places.sort_by_key(|i| std::cmp::Reverse(candidate.toward[*i] + asked(candidate.blocks[*i])));
        self.choose((index, &places), (0, 0, 0), at, obeyed, still - candidate.bound());
    }

    /// The creature at `at` blocks `taken` attackers so far, which obeys `met`; it continues with its `from`-th place.
    fn choose(
        &mut self,
        (index, places): (usize, &[usize]),
        (from, taken, met): (usize, usize, i32),
        at: usize,
        obeyed: i32,
        still: i32,
    ) {
        let candidates = self.candidates;
        let candidate = &candidates[index];
        if taken < candidate.most {
            for i in from..places.len() {
                let place = places[i];
                if self.blockers[candidate.blocks[place]] >= u32::from(self.most[candidate.blocks[place]]) {
                    continue;
                }
                self.set(index, candidate.blocks[place], true);
                let met = met + candidate.toward[place];
                self.choose((index, places), (i + 1, taken + 1, met), at, obeyed, still);
                self.set(index, candidate.blocks[place], false);
            }
        }
        let own = if taken > 0 { candidate.required } else { 0 };
        if taken > 0 {
            self.blocking.push(index);
        }
        self.search_from(at + 1, obeyed + met + own, still);
        if taken > 0 {
            self.blocking.pop();
        }
    }
}

/// Depth first: each creature in turn blocks some of what it can, those that have to before those that help.
struct Search<'a> {
    order: &'a [&'a Candidate],
    fewest: &'a [u16],
    hard: usize,
    /// How many requirements there are for them.
    all: i32,
    /// How many creatures block each attacker with menace so far.
    blockers: Vec<u32>,
    best: i32,
    budget: u32,
}

impl Search<'_> {
    /// `still` requirements are those of the creatures from `at` on.
    fn search_from(&mut self, at: usize, obeyed: i32, still: i32) {
        if self.budget == 0 || self.best == self.all || obeyed + still <= self.best {
            return;
        }
        self.budget -= 1;
        let Some(candidate) = self.order.get(at) else {
            let enough = |(n, fewest): (&u32, &u16)| *n == 0 || *n >= u32::from(*fewest);
            if self.blockers.iter().zip(self.fewest).all(enough) {
                self.best = obeyed;
            }
            return;
        };
        // An attacker that too few creatures block must still find the others.
        let lonely = |a: usize, n: u32| {
            let more = || self.order[at..].iter().filter(|c| c.blocks.contains(&a)).count();
            n > 0 && n < u32::from(self.fewest[a]) && n as usize + more() < usize::from(self.fewest[a])
        };
        if self.blockers.iter().enumerate().any(|(a, n)| lonely(a, *n)) {
            return;
        }
        let candidate = *candidate;
        self.choose(candidate, (0, 0), at, obeyed, still);
    }

    /// The creature at `at` blocks `taken` attackers so far; it continues with its `from`-th possible block.
    fn choose(&mut self, candidate: &Candidate, (from, taken): (usize, usize), at: usize, obeyed: i32, still: i32) {
        if taken < candidate.most {
            for i in from..candidate.blocks.len() {
                let attacker = candidate.blocks[i];
                if self.fewest[attacker] > 1 {
                    self.blockers[attacker] += 1;
                    self.choose(candidate, (i + 1, taken + 1), at, obeyed, still);
                    self.blockers[attacker] -= 1;
                }
            }
        }
        let own = if at < self.hard { candidate.required } else { 0 };
        let met = if taken > 0 { own } else { 0 };
        self.search_from(at + 1, obeyed + met, still - own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where any number may block each attacker.
    fn most_obeyed(candidates: &[Candidate], fewest: &[u16]) -> i32 {
        super::most_obeyed(candidates, &[], fewest, &vec![u16::MAX; fewest.len()])
    }

    fn candidate(blocks: &[usize], required: bool) -> Candidate {
        Candidate {
            blocks: blocks.to_vec(),
            most: 1,
            required: i32::from(required),
            toward: vec![0; blocks.len()],
            not_alone: false,
        }
    }

    #[test]
    fn without_menace_all_can_obey() {
        assert_eq!(most_obeyed(&[candidate(&[0, 1], true), candidate(&[1], true)], &[1, 1]), 2);
    }

    #[test]
    fn alone_nobody_blocks_menace() {
        assert_eq!(most_obeyed(&[candidate(&[0], true)], &[2]), 0);
        assert_eq!(most_obeyed(&[candidate(&[0], true), candidate(&[0], true)], &[2]), 2);
    }

    #[test]
    fn one_helper_serves_one_of_two() {
        let blockers = [candidate(&[0], true), candidate(&[1], true), candidate(&[0, 1], false)];
        assert_eq!(most_obeyed(&blockers, &[2, 2]), 1);
    }

    #[test]
    fn a_creature_that_obeys_elsewhere_helps_too() {
        // The second one could block attacker 1, which has no menace, or help the first one.
        let blockers = [candidate(&[0], true), candidate(&[0, 1], true)];
        assert_eq!(most_obeyed(&blockers, &[2, 1]), 2);
    }

    #[test]
    fn a_helper_that_blocks_two_serves_both() {
        let helper = Candidate { blocks: vec![0, 1], most: 2, required: 0, toward: vec![0; 2], not_alone: false };
        let blockers = [candidate(&[0], true), candidate(&[1], true), helper];
        assert_eq!(most_obeyed(&blockers, &[2, 2]), 2);
    }

    #[test]
    fn the_creature_that_two_effects_require_is_helped_first() {
        let twice = Candidate { blocks: vec![1], most: 1, required: 2, toward: vec![0], not_alone: false };
        let blockers = [candidate(&[0], true), twice, candidate(&[0, 1], false)];
        assert_eq!(most_obeyed(&blockers, &[2, 2]), 2);
    }

    #[test]
    fn who_has_to_block_one_attacker_with_menace_is_helped() {
        let lured = |toward: i32| Candidate { toward: vec![toward, 0], ..candidate(&[0, 1], false) };
        assert_eq!(most_obeyed(&[lured(1)], &[2, 1]), 0);
        assert_eq!(most_obeyed(&[lured(1), lured(0)], &[2, 1]), 1);
        assert_eq!(most_obeyed(&[lured(1), lured(1)], &[2, 1]), 2);
    }

    #[test]
    fn of_those_who_have_to_block_one_attacker_as_many_do_as_may() {
        let blockers = [candidate(&[0], true), candidate(&[0], true), candidate(&[0, 1], true)];
        assert_eq!(super::most_obeyed(&blockers, &[], &[1, 1], &[1, u16::MAX]), 2);
        assert_eq!(super::most_obeyed(&blockers, &[], &[1, 1], &[2, u16::MAX]), 3);
    }

    #[test]
    fn one_creature_answers_one_of_two_demands() {
        let demand = |attacker: usize, by: &[usize]| Demand { attacker, by: by.to_vec() };
        let all = [u16::MAX; 2];
        let one = [candidate(&[0, 1], false)];
        assert_eq!(super::most_obeyed(&one, &[demand(0, &[0]), demand(1, &[0])], &[1, 1], &all), 1);
        // Two effects that demand the same count twice, and one block obeys both.
        assert_eq!(super::most_obeyed(&one, &[demand(0, &[0]), demand(0, &[0]), demand(1, &[0])], &[1, 1], &all), 2);
        let two = [candidate(&[0, 1], false), candidate(&[0], false)];
        assert_eq!(super::most_obeyed(&two, &[demand(0, &[0, 1]), demand(1, &[0])], &[1, 1], &all), 2);
        // It takes two to block the attacker with menace.
        assert_eq!(super::most_obeyed(&two, &[demand(0, &[0, 1]), demand(1, &[0])], &[2, 1], &all), 1);
        // What has to block something else counts as much.
        let lured = [Candidate { toward: vec![0, 1], ..candidate(&[0, 1], false) }];
        assert_eq!(super::most_obeyed(&lured, &[demand(0, &[0])], &[1, 1], &all), 1);
    }
}
