//! What to spend the mana on: the best choice of what could be done.

use super::colors::{Demand, Sources};
use crate::model::ids::{AbilityHandle, ObjectRef};

/// The most mana that a plan spends.
const MOST_MANA: usize = 24;
/// How many sets of ideas are looked at whose colours can be paid, at most.
const MOST_SETS: u32 = 2000;

/// Something that could be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idea {
    /// Its place among the options.
    pub(super) place: u16,
    /// What it uses up besides mana: ideas with the same can't both be carried out.
    pub(super) group: (ObjectRef, Option<AbilityHandle>),
    /// What it is worth.
    pub(super) score: i32,
    /// How much mana it costs.
    pub(super) mana: i32,
    /// Damage to the main opponent, were it aimed there.
    pub(super) burn: i32,
    /// How often it can be done in a row.
    pub(super) times: i32,
    /// The coloured mana of its cost.
    pub(super) colors: Demand,
    /// It is as good later, before the viewer's next turn: its mana is kept for it.
    pub(super) later: bool,
}

/// The largest sum within the mana.
pub(super) fn most(ideas: &[Idea], mana: i32, worth: impl Fn(&Idea) -> i32) -> i32 {
    plan(ideas, mana, worth).0
}

/// The first thing to do of the best that all mana can buy, in the colours of `sources` if they are told. What costs less comes
/// first, each mana counting `cheap`: what it does may save the rest.
pub(super) fn best_plan(ideas: &[Idea], mana: i32, (sources, cheap): (Option<&Sources>, i32)) -> Option<u16> {
    let ideas = &ideas[..ideas.len().min(64)];
    let mut chosen = plan(ideas, mana, |idea| idea.score).1;
    let demands =
        |set: u64| ideas.iter().enumerate().filter(move |(i, _)| set & (1 << i) != 0).map(|(_, idea)| idea.colors);
    if let Some(sources) = sources.filter(|s| chosen.count_ones() > 1 && !s.pay(demands(chosen))) {
        let mut search = Colored { ideas, sources, best: (0, 0), left: MOST_SETS };
        search.extend(0, 0, 0, mana.max(0));
        chosen = search.best.1;
    }
    let part = ideas.iter().enumerate().filter(|(i, idea)| chosen & (1 << i) != 0 && !idea.later);
    part.max_by_key(|(_, idea)| (idea.score.saturating_sub(cheap * idea.mana), std::cmp::Reverse(idea.place)))
        .map(|(_, idea)| idea.place)
}

/// A search for the best set of ideas whose colours can be paid.
struct Colored<'a> {
    ideas: &'a [Idea],
    sources: &'a Sources,
    best: (i32, u64),
    left: u32,
}

impl Colored<'_> {
    /// Looks at what can be added to a set, from an idea on.
    fn extend(&mut self, from: usize, set: u64, sum: i32, mana: i32) {
        if sum > self.best.0 {
            self.best = (sum, set);
        }
        for (i, idea) in self.ideas.iter().enumerate().skip(from) {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            let has = |j: usize| set & (1 << j) != 0;
            let taken = (0..i).any(|j| has(j) && self.ideas[j].group == idea.group);
            // What is offered can be paid by itself.
            let alone = set == 0;
            if taken || (idea.mana > mana && !alone) {
                continue;
            }
            let more = set | 1 << i;
            let demands =
                self.ideas.iter().enumerate().filter(|(j, _)| more & (1 << j) != 0).map(|(_, idea)| idea.colors);
            if alone || self.sources.pay(demands) {
                self.extend(i + 1, more, sum.saturating_add(idea.score), (mana - idea.mana.max(0)).max(0));
            }
        }
    }
}

/// The best choice of ideas within the mana, one a group: its sum, and which of them, a bit each.
fn plan(ideas: &[Idea], mana: i32, worth: impl Fn(&Idea) -> i32) -> (i32, u64) {
    let ideas = &ideas[..ideas.len().min(64)];
    let mana = (mana.max(0) as usize).min(MOST_MANA);
    let mut best = [(0i32, 0u64); MOST_MANA + 1];
    for (i, idea) in ideas.iter().enumerate() {
        // A group is dealt with when its first idea comes up.
        if ideas[..i].iter().any(|other| other.group == idea.group) {
            continue;
        }
        let before = best;
        for (j, member) in ideas.iter().enumerate().skip(i).filter(|(_, other)| other.group == idea.group) {
            // What is offered can be paid, even if our count of mana says otherwise.
            let cost = (member.mana.max(0) as usize).min(mana);
            for have in cost..=mana {
                let (sum, set) = before[have - cost];
                let sum = sum.saturating_add(worth(member));
                if sum > best[have].0 {
                    best[have] = (sum, set | 1 << j);
                }
            }
        }
    }
    best[mana]
}
