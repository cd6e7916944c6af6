//! Greedy play: the best-looking move now, without looking ahead.
//!
//! It plays a land each turn, spends its mana on what is worth most, removes the best creatures, burns players out when
//! that wins now or soon, attacks when the defender's best blocks leave it worth it, and blocks to win fights or to
//! survive. Damage to opponents counts more in an attack than otherwise, for an attacker does it again.
//! Whether something is good or bad for whom is read from the instructions of the card, never from its name.
//!
//! | file | what |
//! | --- | --- |
//! | `value` | what things are worth |
//! | `evaluator`, `instructions`, `moving`, `lasting` | what instructions would be worth: a dry run over their program |
//! | `exchanges` | what exchanges are worth |
//! | `terms`, `proliferate`, `venture`, `votes` | what rules, designations and other faces are worth; counters of all kinds, rooms of dungeons, votes |
//! | `assumptions` | what is noted meanwhile |
//! | `unseen` | cards of libraries and hands, known or not |
//! | `attached` | Auras, Equipment, what permanents do for others |
//! | `danger` | what is about to happen to permanents, and what saves them |
//! | `lethal` | winning now: attacks made lethal, abilities used again and again |
//! | `from_hand` | special actions with cards of the hand |
//! | `mutate` | spells that merge with a creature |
//! | `future` | what leaves by itself at the end of the turn, and what triggers each turn |
//! | `costs`, `budget` | what costs cost, and what mana that hurts does |
//! | `counted` | numbers, those of the board counted once |
//! | `style` | the numbers by which it plays, those of the baseline among them |
//! | `holdings` | what the viewer's permanents have to do with mana |
//! | `guess` | names and colours |
//! | `hands` | hands to begin with |
//! | `spells` | priority: spells, abilities |
//! | `plan` | what to spend the mana on |
//! | `lands` | which land to play |
//! | `colors` | which costs can be paid together, by the colours of mana |
//! | `waiting` | what is better done later |
//! | `stakes` | what fights are about besides bodies |
//! | `combat`, `block_search`, `attack`, `block`, `pumps` | fights, attacks, blocks, and what creatures make of themselves |
//! | `choices`, `shares` | everything else; payments, divisions, piles |
//!
//! # Invariants
//! * It sees a [`SeatView`] and, for hands to begin with, the deck lists; nothing is forked.
//! * Every answer is legal: one that isn't is replaced by a random one.

mod assumptions;
mod attached;
mod attack;
mod block;
mod block_search;
mod budget;
mod choices;
mod colors;
mod combat;
mod costs;
mod counted;
mod danger;
mod evaluator;
mod exchanges;
mod from_hand;
mod future;
mod guess;
mod hands;
mod holdings;
mod instructions;
mod lands;
mod lasting;
mod lethal;
mod moving;
mod mutate;
mod plan;
mod proliferate;
mod pumps;
mod shares;
mod spells;
mod stakes;
mod style;
mod terms;
mod unseen;
mod value;
mod venture;
mod votes;
mod waiting;

use super::Agent;
use crate::game::view::{Opening, Pool, SeatView};
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use crate::model::rng::Stream;
pub(super) use lands::{enters_tapped, makes};
use spells::Memory;
use std::sync::Arc;
pub use style::BadNumber;
pub(super) use style::Style;

/// The greedy agent.
#[derive(Clone, Debug)]
pub struct Greedy {
    style: Style,
    memory: Memory,
    /// The cards of the decks, if it was told of them.
    pool: Option<Arc<Pool>>,
}

impl Default for Greedy {
    fn default() -> Self {
        Self { style: Style::MENDED, memory: Memory::default(), pool: None }
    }
}

impl Greedy {
    /// The agent that others are measured against: greedy play as it was in version 1, which never changes.
    pub fn baseline() -> Self {
        Self { style: Style::BASELINE, ..Self::default() }
    }

    /// One with some numbers of its own: `pressure=30/card=80`.
    pub(super) fn with(numbers: &str) -> Result<Self, BadNumber> {
        Ok(Self { style: Style::MENDED.with(numbers)?, ..Self::default() })
    }

    /// The numbers that it plays by, each with its name, but for those that only switch something on.
    pub fn numbers() -> impl Iterator<Item = (&'static str, i32)> {
        Style::graded()
    }

    /// The version of how it plays: measurements name it.
    pub const fn version(&self) -> u32 {
        self.style.version
    }

    /// What each of the options of a decision with priority is worth to it, by itself; nothing for one that isn't worth doing.
    pub(super) fn worths(&self, view: &SeatView<'_>, options: &[Choice]) -> Vec<i32> {
        spells::worths(&self.memory, &self.style, view, options)
    }

    /// Whether it lets a moment with priority pass without a look at what could be done: nothing is gained by doing
    /// something now rather than later.
    pub fn waits(view: &SeatView<'_>) -> bool {
        spells::timing(view, view.turn()) == spells::Timing::Wait
    }
}

impl Agent for Greedy {
    fn name(&self) -> &str {
        self.style.name
    }

    fn begin(&mut self, opening: &Opening<'_>) {
        if self.style.hands > 0 {
            self.pool = Some(Arc::new(opening.pool()));
        }
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        // CR 723.5: a player whom this one controls passes, and does the rest by chance.
        if decision.player != view.seat() {
            return if decision.prompt == Prompt::Priority { Answer::One(0) } else { decision.sample(rng) };
        }
        let answer = match (&decision.prompt, &decision.shape) {
            (Prompt::Priority, Shape::ChooseOne(options)) => {
                Answer::One(spells::priority(&mut self.memory, &self.style, view, options))
            }
            (Prompt::DeclareAttackers, _) => {
                with_required(decision, attack::declare(view, decision, &self.style, self.memory.reach))
            }
            (Prompt::DeclareBands(_), _) => Answer::Some(attack::band(view, decision, &self.style)),
            (Prompt::DeclareBlockers, _) => with_required(decision, block::declare(view, decision, &self.style)),
            _ => choices::answer((&self.memory, self.pool.as_deref()), &self.style, view, decision, rng),
        };
        if is_looked_up(&answer) || decision.check(&answer).is_ok() { answer } else { decision.sample(rng) }
    }
}

/// Whether an answer needs no check here: a name that is guessed has been looked up and fits what is asked for, and the names that can
/// be chosen are all that do. To find it among tens of thousands takes long, and who takes the answer does it anyway.
fn is_looked_up(answer: &Answer) -> bool {
    matches!(answer, Answer::Name(_))
}

/// A set of attacks or blocks that also meets what is required (CR 508.1d, 509.1c): if the wanted one doesn't, what is
/// required comes first, and of the wanted what goes with it.
fn with_required(decision: &Decision, wanted: Vec<u16>) -> Answer {
    let legal = |places: &[u16]| decision.check(&Answer::Some(places.to_vec())).is_ok();
    let Shape::ChooseSome { options, rule, .. } = &decision.shape else { return Answer::Some(wanted) };
    if legal(&wanted) {
        return Answer::Some(wanted);
    }
    let weight = |i: &u16| rule.worth(*i);
    let mut order: Vec<u16> = (0..options.len() as u16).filter(|i| weight(i) > 0).collect();
    order.sort_by_key(|i| (std::cmp::Reverse(weight(i)), !wanted.contains(i), *i));
    order.extend(wanted.iter().filter(|i| weight(i) <= 0));
    let mut chosen: Vec<u16> = Vec::new();
    for place in order {
        chosen.push(place);
        if !rule.may_begin_with(&chosen) {
            chosen.pop();
        }
    }
    // Groups that need more than they got (menace) are given up, the last first.
    for group in &rule.groups {
        let here = chosen.iter().filter(|i| group.members.contains(i)).count();
        if here > 0 && here < group.min as usize && group.or_none {
            chosen.retain(|i| !group.members.contains(i));
        }
    }
    // What can't attack or block alone stays at home without company.
    for company in &rule.company {
        if !chosen.iter().any(|i| company.with.contains(i)) {
            chosen.retain(|i| !company.members.contains(i));
        }
    }
    chosen.sort_unstable();
    Answer::Some(chosen)
}
