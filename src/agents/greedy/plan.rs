//! What to spend the mana on: the best choice of what could be done.

use crate::model::ids::{AbilityHandle, ObjectRef};

/// The most mana that a plan spends.
const MOST_MANA: usize = 24;

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
}

/// The largest sum within the mana.
pub(super) fn most(ideas: &[Idea], mana: i32, worth: impl Fn(&Idea) -> i32) -> i32 {
    plan(ideas, mana, worth).0
}

/// The first thing to do of the best that all mana can buy.
pub(super) fn best_plan(ideas: &[Idea], mana: i32) -> Option<u16> {
    let chosen = plan(ideas, mana, |idea| idea.score).1;
    let part = ideas.iter().enumerate().filter(|(i, _)| chosen & (1 << i) != 0);
    part.max_by_key(|(_, idea)| (idea.score, std::cmp::Reverse(idea.place))).map(|(_, idea)| idea.place)
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
