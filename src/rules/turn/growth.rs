//! Positions but for what grows (CR 104.4b, 732.4): a loop that only adds to a number which nothing looks at doesn't end.
//!
//! Life totals and counters are taken out of a position and listed. A position that comes back, and each time with these
//! numbers changed by the same amount, repeats forever if nothing tells the numbers apart: no quantity, filter or condition of
//! any definition of the game, and no state-based action (704). A comparison with a fixed number that has been passed
//! for good tells nothing any more, nor does a fixed cost that can be paid. Cards drawn, spells cast and deeds of this
//! turn grow in the same way, if a definition asks how many they are. Other numbers of this turn are asked for only as a
//! yes or no.

use crate::cards::CardTable;
use crate::cards::def::{
    CardDef, CardTypes, Condition, CostPart, CounterKind, Deed, Filter, Instruction, ObjectRule, Objects, Quantity,
    Rule, Walk,
};
use crate::cards::keywords::with_meanings;
use crate::model::snapshot::Snapshot;
use crate::rules::state::ReadGame;

/// A group of what grows evenly has more than that after the returns that are waited for, or never gets any.
const FEW: i32 = 30;

/// A number that may grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growing {
    /// A life total.
    Life,
    /// Counters on a player.
    OnPlayer(CounterKind),
    /// Counters on an object with this power and toughness.
    OnObject(CounterKind, i32, i32),
    /// Cards that a player drew this turn.
    Drawn,
    /// Spells that a player cast this turn.
    Spells,
    /// Life that a player gained or lost this turn, or damage.
    Tally,
    /// Deeds of one kind this turn, by its place among them (CR 608.2i).
    Deeds(usize),
}

/// Takes the numbers that may grow out of a position.
pub(super) fn take_out(snapshot: &mut Snapshot) -> Vec<(Growing, i64)> {
    let mut taken = Vec::new();
    for player in &mut snapshot.resources.players.0 {
        taken.push((Growing::Life, i64::from(std::mem::take(&mut player.life))));
        for (kind, count, _) in &mut player.counters.0 {
            taken.push((Growing::OnPlayer(*kind), i64::from(std::mem::replace(count, 1))));
        }
    }
    for player in &mut snapshot.resources.players.0 {
        taken.push((Growing::Drawn, i64::from(std::mem::take(&mut player.drawn_this_turn))));
        taken.push((Growing::Drawn, i64::from(std::mem::take(&mut player.drawn_this_step))));
        taken.push((Growing::Spells, i64::from(std::mem::take(&mut player.spells_this_turn))));
        taken.push((Growing::Spells, i64::from(std::mem::take(&mut player.spells_this_game))));
        let damage = [&mut player.damaged, &mut player.noncombat_damage];
        for tally in [&mut player.gained_life, &mut player.lost_life].into_iter().chain(damage) {
            taken.push((Growing::Tally, i64::from(std::mem::take(tally))));
        }
    }
    let mut deeds = [0; Deed::COUNT];
    snapshot.resources.history.deeds.iter().for_each(|done| deeds[done.deed as usize] += 1);
    taken.extend(deeds.into_iter().enumerate().map(|(deed, count)| (Growing::Deeds(deed), count)));
    let battlefield = snapshot.resources.zones.battlefield.clone();
    for id in battlefield {
        let Some(row) = snapshot.objects.get_mut(id.index()) else { continue };
        let (power, toughness) = (row.chars.power, row.chars.toughness);
        for (kind, count, _) in &mut row.counters.0 {
            let count = std::mem::replace(count, 1);
            taken.push((Growing::OnObject(*kind, power, toughness), i64::from(count)));
            let shown = row.chars.types.intersects(CardTypes::CREATURE);
            if let (CounterKind::PowerToughness(p, t), true) = (kind, shown) {
                // As it would be with one of them.
                let more = i32::try_from(count).unwrap_or(i32::MAX).saturating_sub(1);
                row.chars.power = row.chars.power.saturating_sub(more.saturating_mul(i32::from(*p)));
                let (beyond_power, beyond_toughness) = &mut row.chars.beyond_base;
                *beyond_power = beyond_power.saturating_sub(more.saturating_mul(i32::from(*p)));
                *beyond_toughness = beyond_toughness.saturating_sub(more.saturating_mul(i32::from(*t)));
                row.chars.toughness = row.chars.toughness.saturating_sub(more.saturating_mul(i32::from(*t)));
            }
        }
    }
    taken
}

/// Whether nothing in the game tells the numbers apart from now on: what each is now, and how much it has changed.
pub(super) fn goes_unread(world: &impl ReadGame, numbers: &[(Growing, i64)], by: &[i64]) -> bool {
    let reads = Reads::of(world.part::<CardTable>());
    numbers.iter().zip(by).filter(|(_, by)| **by != 0).all(|((what, now), by)| reads.miss(*what, now - by, *by))
}

/// What the definitions of a game look at.
#[derive(Default, Debug)]
struct Reads {
    /// Life totals other than to compare them with these numbers.
    life: bool,
    lives: Vec<i64>,
    /// Power or toughness other than to compare them with these numbers.
    size: bool,
    sizes: Vec<i64>,
    /// Kinds of counters that are counted.
    counted: Vec<CounterKind>,
    /// Counters of whatever kind are counted, or chosen.
    all_counted: bool,
    /// Kinds of counters that costs are paid with, and how many of them.
    paid: Vec<(CounterKind, i64)>,
    /// Cards drawn this turn other than to compare them with these numbers.
    drawn: bool,
    draws: Vec<i64>,
    /// Spells cast this turn other than to compare them with these numbers.
    spells: bool,
    casts: Vec<i64>,
    /// Life gained or lost this turn, or damage, other than to compare it with these numbers.
    tally: bool,
    tallies: Vec<i64>,
    /// Whether deeds of a kind are asked for other than to compare them with a few.
    deeds: [bool; Deed::COUNT],
    /// Something limits how many counters there can be (CR 704.5r).
    limits: bool,
}

impl Reads {
    fn of(table: &CardTable) -> Self {
        // A Phyrexian symbol costs two life (CR 107.4f).
        let mut reads = Self { lives: vec![2], ..Self::default() };
        for definition in &table.0.defs {
            reads.add(&mut with_meanings(&definition.source));
        }
        reads
    }

    fn add(&mut self, source: &mut CardDef) {
        let (mut lives, mut compared, mut tallied) = (0, 0, 0);
        let (mut drawn, mut spells, mut deeds) = (0, 0, [0; Deed::COUNT]);
        source.each(|quantity: &mut Quantity| match quantity {
            Quantity::Life(_) => lives += 1,
            Quantity::DrawnThisTurn(_) | Quantity::DrawnThisStep(_) => drawn += 1,
            Quantity::SpellsThisTurn(_) | Quantity::SpellsThisGame(_) | Quantity::SpellsBefore => spells += 1,
            Quantity::ThisTurn(..) => tallied += 1,
            Quantity::Power(_) | Quantity::Toughness(_) | Quantity::BasePower(_) | Quantity::BaseToughness(_) => {
                self.size = true;
            }
            Quantity::Lethal(..)
            | Quantity::Greatest(..)
            | Quantity::TotalPower(_)
            | Quantity::TotalToughness(_)
            | Quantity::Differing(..) => {
                self.size = true;
            }
            Quantity::Counters(kind, _) | Quantity::PlayerCounters(kind, _) | Quantity::CountersOn(Some(kind), _) => {
                self.counted.push(*kind);
            }
            Quantity::CountersOn(None, _) => self.all_counted = true,
            _ => {}
        });
        source.each(|group: &mut Objects| {
            if let Objects::ThisTurn(deed, _) = group {
                deeds[*deed as usize] += 1;
            }
        });
        source.each(|condition: &mut Condition| match condition {
            Condition::Compare(quantity, _, Quantity::N(n)) | Condition::Compare(Quantity::N(n), _, quantity) => {
                let number = i64::from(*n);
                match quantity {
                    Quantity::Life(_) => {
                        compared += 1;
                        self.lives.push(number);
                    }
                    Quantity::DrawnThisTurn(_) | Quantity::DrawnThisStep(_) => {
                        drawn -= 1;
                        self.draws.push(number);
                    }
                    Quantity::SpellsThisTurn(_) | Quantity::SpellsThisGame(_) => {
                        spells -= 1;
                        self.casts.push(number);
                    }
                    Quantity::ThisTurn(..) => {
                        tallied -= 1;
                        self.tallies.push(number);
                    }
                    Quantity::Count(group) if *n < FEW => {
                        if let Objects::ThisTurn(deed, _) = &**group {
                            deeds[*deed as usize] -= 1;
                        }
                    }
                    _ => {}
                }
            }
            Condition::Exists(Objects::ThisTurn(deed, _)) => deeds[*deed as usize] -= 1,
            _ => {}
        });
        self.life |= lives != compared;
        self.drawn |= drawn != 0;
        self.spells |= spells != 0;
        self.tally |= tallied != 0;
        self.deeds.iter_mut().zip(deeds).for_each(|(asked, times)| *asked |= times != 0);
        source.each(|filter: &mut Filter| match filter {
            Filter::Power(_, Quantity::N(n)) | Filter::Toughness(_, Quantity::N(n)) => self.sizes.push(i64::from(*n)),
            Filter::Power(..) | Filter::Toughness(..) | Filter::Greatest(..) | Filter::Least(..) => self.size = true,
            _ => {}
        });
        source.each(|part: &mut CostPart| self.pay(part, false));
        source.each(|effect: &mut Instruction| match effect {
            Instruction::Fight(..) => self.size = true,
            // CR 608.2d: as an option it needs that many of them; otherwise all that there are go.
            Instruction::RemoveCounters { kind, count, .. } => self.pay_counters(*kind, count, false),
            Instruction::PutCountersOf { kind, .. } | Instruction::MoveCounters { kind, .. } => match kind {
                Some(kind) => self.counted.push(*kind),
                None => self.all_counted = true,
            },
            Instruction::MoreOfEachKind { .. }
            | Instruction::RemoveAnyCounters { .. }
            | Instruction::RemoveAllCounters { .. } => self.all_counted = true,
            // CR 119.5, 119.7: it gains or loses life.
            Instruction::SetLife(_, Quantity::N(n)) => self.lives.push(i64::from(*n)),
            Instruction::SetLife(..) | Instruction::ExchangeLife(..) | Instruction::ExchangeLifeWith { .. } => {
                self.life = true;
            }
            _ => {}
        });
        source.each(|rule: &mut Rule| match rule {
            Rule::DrawLimit(_, most) => self.draws.push(i64::from(*most)),
            Rule::SpellLimit(_, most) => self.casts.push(i64::from(*most)),
            _ => {}
        });
        source.each(|rule: &mut ObjectRule| {
            self.limits |= matches!(rule, ObjectRule::MostCounters(..));
        });
    }

    /// A part of a cost; `times` an unknown number of times.
    fn pay(&mut self, part: &CostPart, times: bool) {
        let (kind, count) = match part {
            CostPart::PayLife(Quantity::N(n)) if !times => return self.lives.push(i64::from(*n)),
            CostPart::PayLife(_) => return self.life = true,
            CostPart::Energy(count) => (CounterKind::Energy, count),
            CostPart::RemoveCounters(kind, count, _) => (*kind, count),
            CostPart::RemoveAnyCounters(..) => return self.all_counted = true,
            CostPart::Loyalty(n) => return self.paid.push((CounterKind::Loyalty, -i64::from(*n))),
            CostPart::LoyaltyX => (CounterKind::Loyalty, &Quantity::X),
            CostPart::Times(_, cost) => return cost.0.iter().for_each(|part| self.pay(part, true)),
            _ => return,
        };
        self.pay_counters(kind, count, times);
    }

    /// Counters of a kind that are taken away.
    fn pay_counters(&mut self, kind: CounterKind, count: &Quantity, times: bool) {
        match count {
            Quantity::N(n) if !times => self.paid.push((kind, i64::from(*n))),
            _ => self.counted.push(kind),
        }
    }

    /// Whether a number that was `before`, and changes by that much each time, is told apart by nothing.
    fn miss(&self, what: Growing, before: i64, by: i64) -> bool {
        let passed = |all: &[i64], value: i64| all.iter().all(|n| if by > 0 { value > *n } else { value < *n });
        match what {
            // CR 704.5a: one that falls ends the game at 0, unless it is below that already.
            Growing::Life => !self.life && passed(&self.lives, before) && (by > 0 || before <= 0),
            Growing::Drawn => by > 0 && !self.drawn && passed(&self.draws, before),
            Growing::Spells => by > 0 && !self.spells && passed(&self.casts, before),
            Growing::Tally => by > 0 && !self.tally && passed(&self.tallies, before),
            Growing::Deeds(deed) => by > 0 && !self.deeds[deed],
            // CR 704.5c, 104.3d: ten poison counters.
            Growing::OnPlayer(CounterKind::Poison) => {
                by > 0 && before >= 10 && self.all_the_same(CounterKind::Poison, before)
            }
            Growing::OnPlayer(kind) => by > 0 && before > 0 && self.all_the_same(kind, before),
            Growing::OnObject(kind, power, toughness) => {
                let sized = match kind {
                    // CR 704.5f-g: a toughness that grows saves it, one that falls doesn't.
                    CounterKind::PowerToughness(p, t) => {
                        let (power, toughness) =
                            (i64::from(power) - by * i64::from(p), i64::from(toughness) - by * i64::from(t));
                        let grown =
                            (p == 0 || passed(&self.sizes, power)) && (t == 0 || passed(&self.sizes, toughness));
                        p >= 0 && t >= 0 && !self.size && grown
                    }
                    _ => true,
                };
                by > 0 && before > 0 && sized && !self.limits && self.all_the_same(kind, before)
            }
        }
    }

    /// Whether it makes no difference if there are `count` counters of a kind or more.
    fn all_the_same(&self, kind: CounterKind, count: i64) -> bool {
        !self.all_counted
            && !self.counted.contains(&kind)
            && self.paid.iter().all(|(paid, n)| *paid != kind || count >= *n)
    }
}
