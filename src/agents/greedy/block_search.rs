//! Attackers against blockers: the defender's best blocks, for those who block and for those who attack.

use super::combat::{Fighter, fight};
use super::style::Style;
use super::value::DECIDED;
use crate::cards::def::Keyword;
use crate::model::ids::ObjectRef;
use smallvec::SmallVec;

/// How many blockers are considered for blocking together.
const MOST_DOUBLE_BLOCKERS: usize = 7;
/// How many steps blocks are improved by, at most.
const MOST_STEPS: usize = 12;

/// An attack against one player, before blocks.
pub(super) struct BlockSearch<'a> {
    pub(super) attackers: Vec<Fighter>,
    pub(super) blockers: Vec<Fighter>,
    /// The life total of the defender.
    pub(super) life: i32,
    style: &'a Style,
    /// By attacker, then blocker.
    duels: Vec<Option<Duel>>,
    /// By attacker: the pairs of blockers that could block it together.
    double_blocks: Vec<SmallVec<[DoubleBlock; 2]>>,
}

/// One attacker against one blocker.
#[derive(Clone, Copy)]
struct Duel {
    /// What it is worth to the defender, the damage that is stopped apart.
    gain: i32,
    /// How much damage is stopped.
    stopped: i32,
    attacker_dies: bool,
}

/// One attacker against two blockers.
#[derive(Clone, Copy)]
struct DoubleBlock {
    pair: [usize; 2],
    gain: i32,
    stopped: i32,
}

/// Which attacker each blocker blocks.
pub(super) type Blocks = SmallVec<[Option<u8>; 16]>;

/// The result of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockOutcome {
    /// Damage to the defender.
    pub(super) damage: i32,
    /// What the fights are worth to the defender.
    pub(super) gain: i32,
}

impl<'a> BlockSearch<'a> {
    /// An attack; `can` tells which attacker can be blocked by which blocker.
    pub(super) fn new(
        attackers: Vec<Fighter>,
        blockers: Vec<Fighter>,
        life: i32,
        style: &'a Style,
        can: impl Fn(&Fighter, &Fighter) -> bool,
    ) -> Self {
        let mut duels = Vec::with_capacity(attackers.len() * blockers.len());
        for attacker in &attackers {
            for blocker in &blockers {
                duels.push(can(attacker, blocker).then(|| {
                    let outcome = fight(attacker, &[*blocker]);
                    let won = if outcome.attacker_dies { attacker.worth } else { 0 };
                    let stopped = attacker.total_strength() - outcome.through;
                    Duel {
                        gain: won - outcome.blockers_lost + outcome.backlash,
                        stopped,
                        attacker_dies: outcome.attacker_dies,
                    }
                }));
            }
        }
        let mut search = Self { attackers, blockers, life, style, duels, double_blocks: Vec::new() };
        search.double_blocks = (0..search.attackers.len()).map(|a| search.double_blocks_against(a)).collect();
        search
    }

    fn duel(&self, a: usize, b: usize) -> Option<&Duel> {
        self.duels[a * self.blockers.len() + b].as_ref()
    }

    /// What the damage is worth that a block stops: less if it only loses the blocker, for that can be done later.
    fn saved(&self, duel: &Duel, point: i32) -> i32 {
        let weight = if duel.gain < 0 { self.style.chump } else { self.style.guard };
        duel.stopped * point * weight / 100
    }

    fn needs_two(&self, a: usize) -> bool {
        self.attackers[a].body.has(Keyword::Menace)
    }

    /// The best pairs of blockers against an attacker that no single one beats.
    fn double_blocks_against(&self, a: usize) -> SmallVec<[DoubleBlock; 2]> {
        let able: SmallVec<[usize; MOST_DOUBLE_BLOCKERS]> =
            (0..self.blockers.len()).filter(|b| self.duel(a, *b).is_some()).take(MOST_DOUBLE_BLOCKERS).collect();
        let beaten = able.iter().filter_map(|b| self.duel(a, *b)).any(|d| d.attacker_dies && d.gain > 0);
        let mut double_blocks: SmallVec<[DoubleBlock; 2]> = SmallVec::new();
        let attacker = &self.attackers[a];
        // What tramples is stopped the more by two, beaten or not.
        let tramples = attacker.body.has(Keyword::Trample);
        if beaten && !self.needs_two(a) && !tramples {
            return double_blocks;
        }
        for (i, first) in able.iter().enumerate() {
            for second in &able[i + 1..] {
                let outcome = fight(attacker, &[self.blockers[*first], self.blockers[*second]]);
                let won = if outcome.attacker_dies { attacker.worth } else { 0 };
                let stopped = attacker.total_strength() - outcome.through;
                let gang = DoubleBlock {
                    pair: [*first, *second],
                    gain: won - outcome.blockers_lost + outcome.backlash,
                    stopped,
                };
                if gang.gain > 0 || self.needs_two(a) || tramples {
                    double_blocks.push(gang);
                }
            }
        }
        double_blocks.sort_by_key(|g| std::cmp::Reverse((g.gain, g.stopped)));
        // One of the best is that which stops most.
        if let Some(most) = double_blocks.iter().enumerate().skip(4).max_by_key(|(_, g)| g.stopped).map(|(i, _)| i)
            && double_blocks[..4].iter().all(|g| g.stopped < double_blocks[most].stopped)
        {
            double_blocks.swap(3, most);
        }
        double_blocks.truncate(4);
        double_blocks
    }

    /// What a point of damage is worth to the defender, if all attackers of a set come through.
    fn point(&self, set: u64) -> i32 {
        let total = self.members(set).map(|a| self.attackers[a].total_strength()).sum::<i32>().max(1);
        let counted = total.min((self.life - 1).max(1));
        self.style.life_lost(self.life.max(2), counted) / counted
    }

    pub(super) fn members(&self, set: u64) -> impl Iterator<Item = usize> + '_ {
        (0..self.attackers.len().min(64)).filter(move |a| set & (1 << a) != 0)
    }

    /// All attackers.
    pub(super) fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.attackers.len().min(64) as u32).unwrap_or(0)
    }

    /// The defender's best blocks against a set of attackers, and their result.
    pub(super) fn best_blocks(&self, set: u64) -> (Blocks, BlockOutcome) {
        let mut blocks: Blocks = SmallVec::from_elem(None, self.blockers.len());
        let mut blocked = 0u64;
        let point = self.point(set);
        // Good blocks, the best first.
        let mut good: SmallVec<[(i32, u8, usize); 32]> = SmallVec::new();
        for a in self.members(set).filter(|a| !self.needs_two(*a)) {
            for b in 0..self.blockers.len() {
                let Some(duel) = self.duel(a, b) else { continue };
                let gain = duel.gain + self.saved(duel, point) + self.attackers[a].hit;
                if gain > 0 {
                    good.push((gain, a as u8, b));
                }
            }
        }
        loop {
            let free = good.iter().filter(|(_, a, b)| blocked & (1 << *a) == 0 && blocks[*b].is_none());
            // Of equal ones the first.
            let best = free.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some(&(_, a, b)) = best else { break };
            blocks[b] = Some(a);
            blocked |= 1 << a;
        }
        // Two against one.
        for a in self.members(set & !blocked) {
            let free = |g: &&DoubleBlock| g.pair.iter().all(|b| blocks[*b].is_none());
            let worth = |g: &&DoubleBlock| g.gain > 0 || self.needs_two(a);
            let gang = self.double_blocks[a].iter().filter(worth).find(free).filter(|g| g.gain + g.stopped * point > 0);
            if let Some(gang) = gang {
                gang.pair.iter().for_each(|b| blocks[*b] = Some(a as u8));
            }
        }
        let mut result = self.result(set, &blocks);
        if result.damage >= self.life {
            self.survive(set, &mut blocks);
            result = self.result(set, &blocks);
        }
        (blocks, result)
    }

    /// Facing lethal damage: blocks whatever stops most, with what is worth least; first with those that are free, then
    /// with everybody.
    fn survive(&self, set: u64, blocks: &mut Blocks) {
        for again in [false, true] {
            if again {
                blocks.iter_mut().for_each(|b| *b = None);
            }
            while self.result(set, blocks).damage >= self.life {
                let blocked = blocks.iter().flatten().fold(0u64, |m, a| m | 1 << a);
                let mut best: Option<(i32, i32, usize, SmallVec<[usize; 2]>)> = None;
                for a in self.members(set & !blocked) {
                    let mut consider = |stopped: i32, gain: i32, with: &[usize]| {
                        if stopped > 0 && best.as_ref().is_none_or(|(s, g, ..)| (stopped, gain) > (*s, *g)) {
                            best = Some((stopped, gain, a, SmallVec::from_slice(with)));
                        }
                    };
                    for gang in self.double_blocks[a].iter().filter(|g| g.pair.iter().all(|b| blocks[*b].is_none())) {
                        consider(gang.stopped, gang.gain, &gang.pair);
                    }
                    if self.needs_two(a) {
                        continue;
                    }
                    for b in (0..self.blockers.len()).filter(|b| blocks[*b].is_none()) {
                        if let Some(duel) = self.duel(a, b) {
                            consider(duel.stopped, duel.gain, &[b]);
                        }
                    }
                }
                let Some((_, _, a, with)) = best else { break };
                with.iter().for_each(|b| blocks[*b] = Some(a as u8));
            }
            if self.result(set, blocks).damage < self.life {
                return;
            }
        }
    }

    /// The attackers that die, by their places, and the blockers.
    pub(super) fn casualties(
        &self,
        set: u64,
        blocks: &[Option<u8>],
    ) -> (SmallVec<[usize; 8]>, SmallVec<[ObjectRef; 8]>) {
        let (mut attackers, mut dead) = (SmallVec::new(), SmallVec::new());
        for a in self.members(set) {
            let by: SmallVec<[Fighter; 4]> =
                (0..blocks.len()).filter(|b| blocks[*b] == Some(a as u8)).map(|b| self.blockers[b]).collect();
            if by.is_empty() {
                continue;
            }
            let outcome = fight(&self.attackers[a], &by);
            if outcome.attacker_dies {
                attackers.push(a);
            }
            dead.extend(outcome.dead);
        }
        (attackers, dead)
    }

    /// Exchanges blocks one or two blockers at a time as long as that makes them better.
    pub(super) fn improve(&self, set: u64, blocks: &mut Blocks) {
        let mut best = self.balance(set, blocks);
        for _ in 0..MOST_STEPS {
            let mut step: Option<(i32, Blocks)> = None;
            let mut consider = |with: Blocks| {
                let balance = self.balance(set, &with);
                if balance > step.as_ref().map_or(best, |(b, _)| *b) {
                    step = Some((balance, with));
                }
            };
            for b in 0..blocks.len() {
                let able = self.members(set).filter(|a| self.duel(*a, b).is_some()).map(|a| Some(a as u8));
                for to in able.chain([None]).filter(|to| *to != blocks[b]) {
                    let mut with = blocks.clone();
                    with[b] = to;
                    consider(with);
                    // In exchange for what blocks it.
                    if let Some(other) =
                        (0..blocks.len()).find(|other| *other != b && to.is_some() && blocks[*other] == to)
                    {
                        let mut with = blocks.clone();
                        (with[b], with[other]) = (to, None);
                        consider(with);
                        let mut with = blocks.clone();
                        with.swap(b, other);
                        consider(with);
                    }
                }
            }
            for a in self.members(set) {
                for pair in self.double_blocks[a].iter().map(|g| g.pair) {
                    let mut with = blocks.clone();
                    with.iter_mut().filter(|to| **to == Some(a as u8)).for_each(|to| *to = None);
                    pair.iter().for_each(|b| with[*b] = Some(a as u8));
                    consider(with);
                }
            }
            let Some((balance, with)) = step else { return };
            (best, *blocks) = (balance, with);
        }
    }

    /// What blocks are worth to the defender; nothing is worse than what can't be.
    fn balance(&self, set: u64, blocks: &[Option<u8>]) -> i32 {
        for a in self.members(set) {
            let mut by = (0..blocks.len()).filter(|b| blocks[*b] == Some(a as u8));
            let legal = match (by.next(), by.next(), by.next()) {
                (None, ..) => true,
                (Some(b), None, _) => !self.needs_two(a) && self.duel(a, b).is_some(),
                (Some(first), Some(second), None) => self.double_blocks[a].iter().any(|g| g.pair == [first, second]),
                _ => false,
            };
            if !legal {
                return i32::MIN;
            }
        }
        let result = self.result(set, blocks);
        let lost = self.style.life_lost(self.life, result.damage);
        let lost = if lost >= DECIDED { DECIDED + 100 * result.damage } else { lost * self.style.guard / 100 };
        result.gain - lost
    }

    /// The result of blocks against a set of attackers.
    pub(super) fn result(&self, set: u64, blocks: &[Option<u8>]) -> BlockOutcome {
        let mut result = BlockOutcome::default();
        // The first two blockers of each attacker.
        let mut by: SmallVec<[[Option<usize>; 2]; 16]> = SmallVec::from_elem([None; 2], self.attackers.len());
        for (b, block) in blocks.iter().enumerate() {
            let Some(a) = block else { continue };
            let [first, second] = &mut by[usize::from(*a)];
            let place = if first.is_none() { first } else { second };
            *place = place.or(Some(b));
        }
        for a in self.members(set) {
            let strength = self.attackers[a].total_strength();
            match (by[a][0], by[a][1]) {
                (None, _) => {
                    result.damage += strength;
                    result.gain -= self.attackers[a].hit;
                }
                (Some(b), None) => {
                    let duel = self.duel(a, b).copied();
                    result.damage += strength - duel.map_or(strength, |d| d.stopped);
                    result.gain += duel.map_or(0, |d| d.gain);
                }
                (Some(first), Some(second)) => {
                    let gang = self.double_blocks[a].iter().find(|g| g.pair == [first, second]);
                    result.damage += strength - gang.map_or(strength, |g| g.stopped);
                    result.gain += gang.map_or(0, |g| g.gain);
                }
            }
        }
        result
    }
}
