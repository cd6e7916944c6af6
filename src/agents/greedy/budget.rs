//! What mana costs besides tapping: the life that painful sources take.

use super::instructions::mana_amount;
use super::style::Style;
use super::value::DECIDED;
use crate::cards::def::{Cost, CostPart, Instruction, ManaCost, ManaSymbol, ManaType, Quantity, Recipients, Who};
use crate::cards::{AbilityKind, Body, Definition, Op};
use crate::game::view::SeatView;
use crate::model::object::AbilityInstance;
use smallvec::SmallVec;

/// A way in which a source makes mana.
#[derive(Clone, Copy, Debug)]
struct ManaOption {
    amount: i32,
    /// The life that it takes.
    pain: i32,
    /// The types that it can be, a bit each.
    types: u8,
}

/// A source of mana: what it makes without pain, and what with.
#[derive(Clone, Copy, Debug)]
struct Source {
    free: Option<ManaOption>,
    painful: Option<ManaOption>,
}

/// The viewer's untapped sources of mana, if some of them hurt.
#[derive(Clone, Debug, Default)]
pub(super) struct ManaBudget {
    sources: SmallVec<[Source; 8]>,
    pool: i32,
    life: i32,
}

impl ManaBudget {
    /// `special` says whether one of the sources costs or does something besides.
    pub(super) fn of(view: &SeatView<'_>, special: bool) -> Self {
        let (me, turn) = (view.seat(), view.turn());
        let (pool, life) = (view.player(me).pool.total() as i32, view.player(me).life);
        let mut sources: SmallVec<[Source; 8]> = SmallVec::new();
        if !special {
            return Self { sources, pool, life };
        }
        for (chars, status) in view.looks_of_controlled(me).filter(|(_, status)| !status.tapped) {
            if chars.is_creature() && turn.active == me && status.controlled_since >= turn.number {
                continue;
            }
            let ways = ways(view, &chars.abilities);
            let free = ways.iter().filter(|w| w.pain == 0).copied().reduce(both);
            let painful = ways.iter().filter(|w| w.pain > 0).copied().reduce(both);
            if free.is_some() || painful.is_some() {
                sources.push(Source { free, painful });
            }
        }
        if !sources.iter().any(|s| s.painful.is_some()) {
            sources.clear();
        }
        Self { sources, pool, life }
    }

    /// What the life is worth that paying `mana` takes, as far as the colours tell.
    pub(super) fn life_cost(&self, style: &Style, mana: i32, cost: Option<&ManaCost>) -> i32 {
        if self.sources.is_empty() || mana == 0 {
            return 0;
        }
        let lost = self.pain(mana, cost);
        if lost <= 0 {
            return 0;
        }
        let lost = style.life_lost(self.life, lost);
        if lost >= DECIDED { 20 * DECIDED } else { lost }
    }

    fn pain(&self, mana: i32, cost: Option<&ManaCost>) -> i32 {
        let free: i32 = self.sources.iter().filter_map(|s| s.free).map(|w| w.amount).sum::<i32>() + self.pool;
        let mut painful: SmallVec<[ManaOption; 8]> = self.sources.iter().filter_map(|s| s.painful).collect();
        painful.sort_by_key(|w| (w.pain * 60 / w.amount.max(1), w.pain));
        let (mut short, mut lost) = (mana - free, 0);
        for way in &painful {
            if short > 0 {
                short -= way.amount;
                lost += way.pain;
            }
        }
        // Colours that only painful sources make.
        let mut colored = 0;
        for mana in ManaType::ALL {
            let typed = |s: &&ManaSymbol| **s == ManaSymbol::Typed(mana);
            let needed = cost.map_or(0, |c| c.0.iter().filter(typed).count() as i32);
            if needed == 0 {
                continue;
            }
            let makes = |way: &ManaOption| way.types & mana.bit() != 0;
            let have: i32 = self.sources.iter().filter_map(|s| s.free).filter(makes).map(|w| w.amount).sum();
            let least = painful.iter().filter(|w| makes(w)).map(|w| w.pain).min().unwrap_or(0);
            colored += (needed - have - self.pool).max(0) * least;
        }
        lost.max(colored)
    }
}

/// Two ways of one source as one: the better amount, the lesser pain, the types of both.
fn both(a: ManaOption, b: ManaOption) -> ManaOption {
    ManaOption { amount: a.amount.max(b.amount), pain: a.pain.min(b.pain), types: a.types | b.types }
}

/// Whether a mana ability of a definition costs or does something besides.
pub(super) fn is_special(def: &Definition, cost: &Cost, body: &Body) -> bool {
    cost.0.len() > 1 || body.modes.iter().any(|m| def.programs[m.program as usize].len() > 1)
}

fn ways(view: &SeatView<'_>, abilities: &[AbilityInstance]) -> SmallVec<[ManaOption; 2]> {
    let table = view.table();
    let mut ways = SmallVec::new();
    for ability in abilities {
        let AbilityKind::Activated { is_mana: true, cost, body, .. } = &table.ability(ability.handle).kind else {
            continue;
        };
        if !cost.0.contains(&CostPart::Tap) {
            continue;
        }
        let mut way = ManaOption { amount: 0, pain: 0, types: 0 };
        for part in &cost.0 {
            if let CostPart::PayLife(Quantity::N(n)) = part {
                way.pain += n;
            }
        }
        for op in body.modes.iter().flat_map(|m| &table.def(ability.handle.def).programs[m.program as usize]) {
            let Op::Do(effect) = op else { continue };
            match effect.as_ref() {
                Instruction::AddMana { mana, .. } => {
                    way.amount += mana_amount(mana);
                    way.types |= super::lands::types(mana);
                }
                Instruction::Damage { amount: Quantity::N(n), to: Recipients::Players(Who::You), .. }
                | Instruction::LoseLife(Who::You, Quantity::N(n), _) => way.pain += n,
                _ => {}
            }
        }
        ways.push(way);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(sources: &[(i32, i32)], life: i32) -> ManaBudget {
        let source = |(amount, pain): &(i32, i32)| {
            let way = Some(ManaOption { amount: *amount, pain: *pain, types: 0x3f });
            if *pain == 0 { Source { free: way, painful: None } } else { Source { free: None, painful: way } }
        };
        ManaBudget { sources: sources.iter().map(source).collect(), pool: 0, life }
    }

    #[test]
    fn painless_mana_is_spent_first_and_the_last_life_never() {
        assert_eq!(budget(&[(1, 0), (2, 2)], 2).life_cost(&Style::MENDED, 1, None), 0);
        assert!(budget(&[(1, 0), (2, 2)], 2).life_cost(&Style::MENDED, 2, None) > DECIDED);
        let life_cost = budget(&[(1, 0), (2, 2)], 20).life_cost(&Style::MENDED, 2, None);
        assert!(life_cost > 0 && life_cost < DECIDED);
    }
}
