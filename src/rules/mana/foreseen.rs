//! What the program of a mana ability adds, as far as that can be foreseen without running it.

use super::bound::terms_at;
use super::need::{COLORS, TYPES};
use super::producible::{colors_among, types};
use crate::cards::def::{
    Color, ColorSet, Instruction, ManaCost, ManaProduced, ManaSymbol, ManaType, Quantity, Recipients, Var, Who,
};
use crate::cards::{Body, CardTable, Op};
use crate::model::bindings::{Bindings, Value};
use crate::model::commander;
use crate::model::ids::{ObjectId, ObjectRef, ProgramHandle, Seat};
use crate::model::mana::ManaTerms;
use crate::model::object::AbilityInstance;
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;

/// For each mana of an ability, the types that it can have.
pub(super) type Makes = SmallVec<[u8; 4]>;

/// Foresees what a program adds.
pub(super) struct Reader<'a, B: Board> {
    pub(super) board: &'a B,
    pub(super) seat: Seat,
    pub(super) this: ObjectRef,
    /// One of these pays for it; nothing, if none or several do.
    pub(super) one_of: &'a [(ObjectId, bool)],
    /// Nothing but mana so far.
    pub(super) plain: bool,
    /// What the mana so far can be spent on (CR 106.6), unless on everything.
    pub(super) terms: Option<ManaTerms>,
    /// There is some.
    pub(super) added: bool,
}

/// How much mana is foreseen of one ability, at most: more is never needed one by one.
const MAX_MANA: i32 = 64;

impl<B: Board> Reader<'_, B> {
    /// The alternatives; `None` if they can't be foreseen.
    pub(super) fn program(
        &mut self,
        table: &CardTable,
        instance: AbilityInstance,
        body: &Body,
    ) -> Option<SmallVec<[Makes; 1]>> {
        let [mode] = body.modes.as_slice() else { return None };
        let handle = ProgramHandle { def: instance.handle.def, index: mode.program };
        let program = table.program(handle);
        let mut alternatives: SmallVec<[Makes; 1]> = SmallVec::new();
        alternatives.push(Makes::new());
        let mut pc = 0usize;
        let mut steps = 0;
        while pc < program.len() {
            steps += 1;
            if steps > 200 {
                return None;
            }
            match &program[pc] {
                Op::Do(effect) => {
                    if table.0.traits.binds_mana && matches!(**effect, Instruction::AddMana { .. }) {
                        // Mana of two kinds isn't foreseen.
                        let terms = terms_at(table, handle, pc as u16, self.this, self.seat);
                        if self.added && terms != self.terms {
                            return None;
                        }
                        (self.terms, self.added) = (terms, true);
                    }
                    self.effect(effect, &mut alternatives)?;
                }
                Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) | Op::Except(_) => {}
                // What begins then asks nothing and takes no mana away.
                Op::Continuous(..) | Op::Delayed(..) | Op::ExtraTurn(..) => self.plain = false,
                Op::Jump(to) => {
                    pc = *to as usize;
                    continue;
                }
                Op::JumpUnless(condition, to, _) => {
                    if !reading::holds(self.board, &Bindings::new(self.seat, self.this), condition) {
                        pc = *to as usize;
                        continue;
                    }
                }
                _ => return None,
            }
            pc += 1;
        }
        Some(alternatives)
    }

    fn effect(&mut self, effect: &Instruction, alternatives: &mut SmallVec<[Makes; 1]>) -> Option<()> {
        match effect {
            Instruction::AddMana { who: Who::You, mana, times, .. } => {
                if let ManaProduced::ColorVar(var) = mana {
                    self.of_chosen_color(*var, times, alternatives);
                    return Some(());
                }
                self.mana(mana, self.least(times), alternatives)
            }
            Instruction::ChooseColor { who: Who::You, except, .. } if except.is_empty() => Some(()),
            Instruction::Damage { to: Recipients::Players(_), .. } | Instruction::LoseLife(..) => {
                self.plain = false;
                Some(())
            }
            // Anything that asks, or hands the mana to others, isn't foreseen.
            Instruction::Draw { .. }
            | Instruction::PutCounters { .. }
            | Instruction::GainLife(..)
            | Instruction::Untap(_) => {
                self.plain = false;
                Some(())
            }
            _ => None,
        }
    }

    /// A number of mana, whatever is chosen to pay for it: the least that it can be.
    fn least(&self, quantity: &Quantity) -> i32 {
        if let Quantity::N(n) = quantity {
            return (*n).clamp(0, MAX_MANA);
        }
        let value = |bindings: &Bindings| reading::value(self.board, bindings, quantity).clamp(0, MAX_MANA);
        let paid = self.one_of.iter().map(|(id, _)| {
            let mut bindings = Bindings::new(self.seat, self.this);
            bindings.cast.pay_with(&[self.board.object(*id).reference()], true);
            value(&bindings)
        });
        paid.min().unwrap_or_else(|| value(&Bindings::new(self.seat, self.this)))
    }

    /// Mana of a colour that was chosen just before, for all of it; how much may depend on which.
    fn of_chosen_color(&self, var: Var, times: &Quantity, alternatives: &mut SmallVec<[Makes; 1]>) {
        let counts = Color::ALL.map(|color| {
            let mut bindings = Bindings::new(self.seat, self.this);
            bindings.set(var, Value::Color(color));
            reading::value(self.board, &bindings, times).clamp(0, MAX_MANA)
        });
        if counts.iter().all(|n| *n == counts[0]) {
            return same(alternatives, COLORS, counts[0]);
        }
        let before = std::mem::take(alternatives);
        for makes in before {
            for (i, n) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
                let mut with = makes.clone();
                with.extend((0..*n).map(|_| 1u8 << i));
                alternatives.push(with);
            }
        }
    }

    fn mana(&self, mana: &ManaProduced, times: i32, alternatives: &mut SmallVec<[Makes; 1]>) -> Option<()> {
        let board = self.board;
        let bindings = || Bindings::new(self.seat, self.this);
        match mana {
            ManaProduced::Fixed(cost) => {
                let once = fixed(cost);
                for makes in alternatives.iter_mut() {
                    (0..times).for_each(|_| makes.extend_from_slice(&once));
                }
            }
            ManaProduced::OneOf(colors) => {
                // Each time is a choice of its own.
                let mask = colors.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask, times);
            }
            ManaProduced::AnyColor(n) => {
                let n = self.least(n);
                (0..times).for_each(|_| same(alternatives, COLORS, n));
            }
            ManaProduced::Combination(n, colors) => {
                let n = self.least(n);
                let mask = colors.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask, n.saturating_mul(times).min(MAX_MANA));
            }
            ManaProduced::ChosenColor(or) => {
                let mask = or.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask | super::producible::chosen(board, &bindings()), times);
            }
            ManaProduced::CommanderColor => {
                repeat(alternatives, commander::identity(board.players(), self.seat).bits(), times);
            }
            // Handled where the number is read.
            ManaProduced::ColorVar(_) => {}
            ManaProduced::CouldProduce(n, group) => {
                let n = self.least(n);
                let mask = super::producible::of_group(board, &bindings(), group);
                (0..times).for_each(|_| same(alternatives, mask, n));
            }
            ManaProduced::CouldProduceColor(group) => {
                repeat(alternatives, COLORS & super::producible::of_group(board, &bindings(), group), times);
            }
            ManaProduced::AnyColorAmong(group) => repeat(alternatives, colors_among(board, &bindings(), group), times),
            ManaProduced::EachColorAmong(group) => {
                let mask = colors_among(board, &bindings(), group);
                types(mask).iter().for_each(|mana| repeat(alternatives, mana.bit(), times));
            }
            // Nothing has been tapped yet.
            ManaProduced::TypeProduced => {}
        }
        Some(())
    }
}

/// Adds `n` mana, each of any of the types.
fn repeat(alternatives: &mut SmallVec<[Makes; 1]>, mask: u8, n: i32) {
    if mask == 0 {
        return;
    }
    for makes in alternatives.iter_mut() {
        (0..n).for_each(|_| makes.push(mask));
    }
}

/// Adds `n` mana of one type among several: for more than one mana each type is an alternative.
fn same(alternatives: &mut SmallVec<[Makes; 1]>, mask: u8, n: i32) {
    if n == 1 || mask.count_ones() == 1 {
        return repeat(alternatives, mask, n);
    }
    if n < 1 || mask == 0 {
        return;
    }
    let before = std::mem::take(alternatives);
    for makes in before {
        for bit in (0..6).map(|i| 1u8 << i).filter(|b| mask & b != 0) {
            let mut with = makes.clone();
            with.extend((0..n).map(|_| bit));
            alternatives.push(with);
        }
    }
}

/// CR 106.8-11: the mana that symbols stand for when they are added.
pub fn fixed(cost: &ManaCost) -> SmallVec<[u8; 4]> {
    let mut makes = SmallVec::new();
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::Typed(t) => makes.push(t.bit()),
            ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => makes.push(*mask & TYPES),
            ManaSymbol::TwoOr(t) => makes.push(t.bit()),
            ManaSymbol::Generic(n) => makes.extend((0..*n).map(|_| ManaType::C.bit())),
            ManaSymbol::Snow => makes.push(ManaType::C.bit()),
            ManaSymbol::X => {}
        }
    }
    makes
}
