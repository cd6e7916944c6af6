//! X, and what it is said to be after the clause that has it.

use crate::cards::def::*;
use crate::cards::oracle::grammar::nouns::targets::every;
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
    match quantity {
        Q::N(n) => *n >= 0,
        Q::Count(_)
        | Q::Players(_)
        | Q::PlayersWho(..)
        | Q::ManaValue(_)
        | Q::TotalManaValue(_)
        | Q::Differing(..)
        | Q::DifferentNames(_)
        | Q::Greatest(Measure::ManaValue, _)
        | Q::CardTypes(_)
        | Q::Supertypes(_)
        | Q::Subtypes(_)
        | Q::Colors(_)
        | Q::Counters(..)
        | Q::CountersOn(..)
        | Q::PlayerCounters(..)
        | Q::HandSize(_)
        | Q::EventAmount
        | Q::Prevented
        | Q::TimesPaid(_)
        | Q::ManaSpent(_)
        | Q::ManaSpentOn(_)
        | Q::ColoredSpentOn(_)
        | Q::ColorsSpentOn(_)
        | Q::Devotion(..)
        | Q::BasicLandTypes(_)
        | Q::Party(_)
        | Q::DrawnThisTurn(_)
        | Q::Attacked(_)
        | Q::SpellsThisTurn(_)
        | Q::SpellsThisGame(_)
        | Q::ThisTurn(..)
        | Q::Speed(_)
        | Q::CommanderColors(_)
        | Q::CommanderCasts(_) => true,
        Q::Sum(list) => list.iter().all(natural),
        Q::Times(a, b) => natural(a) && natural(b),
        Q::Half(a, _) => natural(a),
        _ => false,
    }
}

/// What X is in a change of power and toughness: never below zero (CR 107.1b).
pub(in crate::cards::oracle::grammar) fn floored(x: &Quantity) -> Quantity {
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
    if effects.iter().filter(|e| give(&mut (*e).clone(), x)).count() > 1 {
        let in_targets = context.targets.iter().any(|t| give(&mut t.clone(), x));
        if in_targets {
            return None;
        }
        let var = context.variable()?;
        let changes = effects.iter_mut().fold(false, |found, e| give_to_changes(e, &Quantity::Var(var)) | found);
        effects.iter_mut().for_each(|e| _ = give(e, &Quantity::Var(var)));
        let x = if changes { floored(x) } else { x.clone() };
        effects.insert(0, Instruction::Set(var, x));
        return Some(effects);
    }
    if effects.last().is_some_and(is_sized) {
        return None;
    }
    let floor = floored(x);
    let mut found = false;
    for effect in &mut effects {
        found |= give_to_changes(effect, &floor);
        found |= give(effect, x);
    }
    for target in context.targets.iter_mut() {
        found |= give(target, x);
    }
    found.then_some(effects)
}

/// Puts a number in the place of X; whether there was an X.
fn give(of: &mut impl DriveMut, x: &Quantity) -> bool {
    let mut giving = Giving { x, found: false };
    of.walk(&mut giving);
    giving.found
}

/// Puts a number in the place of X where that changes power and toughness, and doesn't set them; whether there was an X.
fn give_to_changes(of: &mut impl DriveMut, x: &Quantity) -> bool {
    let mut changing = Changing { x, found: false };
    of.walk(&mut changing);
    changing.found
}

#[derive(VisitorMut)]
#[visitor(Modification(enter))]
struct Changing<'a> {
    x: &'a Quantity,
    found: bool,
}

impl Changing<'_> {
    fn enter_modification(&mut self, modification: &mut Modification) {
        if let Modification::ModifyPT(power, toughness) = modification {
            self.found |= give(power, self.x) | give(toughness, self.x);
        }
    }
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
    let (floor, mut found) = (floored(x), false);
    for modification in &mut mods {
        found |= give_to_changes(modification, &floor);
        found |= give(modification, x);
    }
    found.then_some(mods)
}

/// Changes with X and what X may be.
pub(in crate::cards::oracle::grammar) fn is_mods_with_x(mods: &[Modification]) -> Vec<(Vec<Modification>, Quantity)> {
    let mut finding = Finding::default();
    mods.to_vec().iter_mut().for_each(|m| m.walk(&mut finding));
    let taken = |x: Quantity| {
        let mut mods = mods.to_vec();
        mods.iter_mut().for_each(|m| m.walk(&mut Taking { x: &x }));
        (mods, x)
    };
    finding.found.into_iter().map(taken).collect()
}

/// Numbers that X may be.
#[derive(VisitorMut, Default)]
#[visitor(Quantity(enter))]
struct Finding {
    found: Vec<Quantity>,
}

impl Finding {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        let floored = unfloored(quantity);
        let held = floored.is_none() && matches!(quantity, Quantity::Var(_));
        let x = floored.unwrap_or_else(|| quantity.clone());
        if !held && !matches!(x, Quantity::N(_) | Quantity::X) && !self.found.contains(&x) {
            self.found.push(x);
        }
    }
}

/// Says X for a number.
#[derive(VisitorMut)]
#[visitor(Quantity(enter))]
struct Taking<'a> {
    x: &'a Quantity,
}

impl Taking<'_> {
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        if *quantity == *self.x || unfloored(quantity).as_ref() == Some(self.x) {
            *quantity = Quantity::X;
        }
    }
}

/// The clause with X, and what X may be.
pub(in crate::cards::oracle::grammar) fn is_x(
    context: &Context,
    mut effects: Vec<Instruction>,
) -> Vec<(Vec<Instruction>, Quantity)> {
    if let Some(Instruction::Set(var, x)) = effects.first() {
        let (held, x) = (Quantity::Var(*var), unfloored(x).unwrap_or_else(|| x.clone()));
        // What the clause itself holds: it has X in one place.
        let mut own = effects.clone();
        own[0] = Instruction::Set(*var, Quantity::X);
        effects.remove(0);
        effects.iter_mut().for_each(|e| e.walk(&mut Taking { x: &held }));
        return vec![(effects, x.clone()), (own, x)];
    }
    let mut finding = Finding::default();
    effects.iter_mut().for_each(|e| e.walk(&mut finding));
    // What X is may also be how many targets there are.
    let all = |t: &&TargetDef| every(&t.what).as_ref() == Some(&t.max);
    for target in context.wanted.iter().skip(context.targets.len()).filter(|t| !all(t)) {
        for number in [&target.max].into_iter().chain(&target.divide) {
            finding.enter_quantity(&mut number.clone());
        }
    }
    let taken = |x: Quantity| {
        let mut effects = effects.clone();
        effects.iter_mut().for_each(|e| e.walk(&mut Taking { x: &x }));
        (effects, x)
    };
    finding.found.into_iter().map(taken).collect()
}
