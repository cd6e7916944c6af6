//! X, and what it is said to be after the clause that has it.

use crate::cards::def::*;
use crate::cards::oracle::syntax::Context;
use derive_visitor::{DriveMut, VisitorMut};

#[derive(VisitorMut)]
#[visitor(Quantity(enter))]
struct Giving<'a> {
    x: &'a Quantity,
    found: bool,
}

impl Giving<'_> {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        if *quantity == Quantity::X {
            *quantity = self.x.clone();
            self.found = true;
        }
    }
}

/// Numbers that are never negative, so that a change by them never turns around (CR 107.1b).
fn natural(quantity: &Quantity) -> bool {
    use Quantity as Q;
    matches!(
        quantity,
        Q::Count(_)
            | Q::Counters(..)
            | Q::HandSize(_)
            | Q::Players(_)
            | Q::ManaValue(_)
            | Q::CardTypes(_)
            | Q::BasicLandTypes(_)
    )
}

/// What X is in a change of power and toughness: never below zero (CR 107.1b).
fn floored(x: &Quantity) -> Quantity {
    if natural(x) { x.clone() } else { Quantity::Max(vec![x.clone(), Quantity::N(0)]) }
}

/// What X was before it was held above zero.
fn unfloored(x: &Quantity) -> Option<Quantity> {
    match x {
        Quantity::Max(list) => match list.as_slice() {
            [x, Quantity::N(0)] if !natural(x) => Some(x.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// What X is, said after the clause that has it.
pub(in crate::cards::oracle::grammar) fn with_x(
    context: &mut Context,
    mut effects: Vec<Instruction>,
    x: &Quantity,
) -> Option<Vec<Instruction>> {
    // Of several instructions with X each has the same, also if the first changes what is counted.
    let has_x = |e: &Instruction| {
        let mut giving = Giving { x, found: false };
        e.clone().drive_mut(&mut giving);
        giving.found
    };
    if effects.iter().filter(|e| has_x(e)).count() > 1 {
        let var = context.variable()?;
        let held = Quantity::Var(var);
        let mut giving = Giving { x: &held, found: false };
        effects.iter_mut().for_each(|e| e.drive_mut(&mut giving));
        let in_targets = context.targets.iter().any(|t| {
            let mut giving = Giving { x, found: false };
            t.clone().drive_mut(&mut giving);
            giving.found
        });
        if in_targets || effects.iter().any(|e| matches!(e, Instruction::Continuous(..))) && !natural(x) {
            return None;
        }
        effects.insert(0, Instruction::Set(var, x.clone()));
        return Some(effects);
    }
    if effects.last().is_some_and(is_sized) {
        return None;
    }
    let mut giving = Giving { x, found: false };
    let changes = effects.iter().any(|e| matches!(e, Instruction::Continuous(..)));
    if changes && !natural(x) {
        return None;
    }
    for effect in &mut effects {
        effect.drive_mut(&mut giving);
    }
    for target in context.targets.iter_mut() {
        target.drive_mut(&mut giving);
    }
    giving.found.then_some(effects)
}

/// Whether it creates tokens of which X is the size alone: what X is belongs to these words.
fn is_sized(effect: &Instruction) -> bool {
    match effect {
        Instruction::CreateToken { count, token: TokenSource::Sized(_, power, toughness), .. } => {
            matches!(count, Quantity::N(_)) && *power == Quantity::X && *toughness == Quantity::X
        }
        _ => false,
    }
}

/// Changes with X, and what X is.
pub(in crate::cards::oracle::grammar) fn mods_with_x(
    mut mods: Vec<Modification>,
    x: &Quantity,
) -> Option<Vec<Modification>> {
    let x = floored(x);
    let mut giving = Giving { x: &x, found: false };
    mods.iter_mut().for_each(|m| m.drive_mut(&mut giving));
    giving.found.then_some(mods)
}

/// Changes with X and what X is, where that can be negative: what can't is said as "for each" of it.
pub(in crate::cards::oracle::grammar) fn is_mods_with_x(
    mut mods: Vec<Modification>,
) -> Option<(Vec<Modification>, Quantity)> {
    let mut unfloor = Unfloor::default();
    mods.iter_mut().for_each(|m| m.drive_mut(&mut unfloor));
    Some((mods, unfloor.x.filter(|_| !unfloor.several)?))
}

#[derive(VisitorMut, Default)]
#[visitor(Quantity(enter))]
struct Unfloor {
    x: Option<Quantity>,
    several: bool,
}

impl Unfloor {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        let Some(x) = unfloored(quantity) else { return };
        self.several |= self.x.as_ref().is_some_and(|found| *found != x);
        self.x = Some(x);
        *quantity = Quantity::X;
    }
}

#[derive(VisitorMut)]
#[visitor(Quantity(enter))]
struct Back {
    held: Quantity,
}

impl Back {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        if *quantity == self.held {
            *quantity = Quantity::X;
        }
    }
}

#[derive(VisitorMut, Default)]
#[visitor(Quantity(enter))]
struct Taking {
    x: Option<Quantity>,
    several: bool,
}

impl Taking {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        let value = match quantity {
            Quantity::Minus(zero, x) if **zero == Quantity::N(0) => x.as_mut(),
            other => other,
        };
        if !natural(value) && !matches!(value, Quantity::Power(_) | Quantity::Toughness(_)) {
            return;
        }
        self.several |= self.x.as_ref().is_some_and(|x| x != value);
        self.x = Some(std::mem::replace(value, Quantity::X));
    }
}

/// The clause with X, and what X is: if there is one such number.
pub(in crate::cards::oracle::grammar) fn is_x(
    _: &Context,
    mut effects: Vec<Instruction>,
) -> Vec<(Vec<Instruction>, Quantity)> {
    if let Some(Instruction::Set(var, x)) = effects.first() {
        let (held, x) = (Quantity::Var(*var), x.clone());
        // What the clause itself holds: it has X in one place.
        let mut own = effects.clone();
        own[0] = Instruction::Set(*var, Quantity::X);
        let mut back = Back { held };
        effects.remove(0);
        effects.iter_mut().for_each(|e| e.drive_mut(&mut back));
        return vec![(effects, x.clone()), (own, x)];
    }
    let mut taking = Taking::default();
    for effect in &mut effects {
        effect.drive_mut(&mut taking);
    }
    match taking.x {
        Some(x) if !taking.several => vec![(effects, x)],
        _ => Vec::new(),
    }
}
