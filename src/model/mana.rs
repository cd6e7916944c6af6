//! Mana pools, mana costs, and how they are paid (CR 106, 118).

use crate::cards::def::{ManaSymbol, ManaType};
use crate::model::ids::{AbilityKey, ObjectRef, ProgramHandle, Seat};
use crate::model::references::{ReferenceMut, ReferenceVisitor, References, references};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The mana symbols of a cost, X replaced, generic ones together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct ManaTotal {
    /// Generic mana.
    pub generic: u32,
    /// All other symbols, each one mana (or two generic, or life).
    #[serde(with = "symbols_as_cost")]
    pub symbols: SmallVec<[ManaSymbol; 6]>,
    /// How much of the generic mana is that of X, if only mana of some types can be spent on it, and the mask of these types.
    #[serde(default)]
    pub on_x: (u32, u8),
    /// CR 601.2f: how much less generic mana it costs, the way of each symbol being announced (601.2b).
    #[serde(default)]
    pub less: u32,
    /// CR 601.2f: how much less generic mana it costs, but not less than one mana by that.
    #[serde(default)]
    pub less_sparing: u32,
    /// CR 118.7b-d: how much less mana of each type it costs, in the order of [`ManaType::ALL`]; where there isn't that much of a
    /// type, the rest is generic mana.
    #[serde(default)]
    pub less_of: [u16; 6],
    /// CR 118.7e: one mana less for each of these, which is of one of the types of a mask.
    #[serde(default)]
    pub less_hybrid: SmallVec<[u8; 2]>,
    /// How much less mana of each type it costs, and nothing else.
    #[serde(default)]
    pub less_only: [u16; 6],
    /// CR 601.2f: how much mana it costs at least, after that.
    #[serde(default)]
    pub least: u32,
}

/// Mana symbols are written as a mana cost.
mod symbols_as_cost {
    use crate::cards::def::{ManaCost, ManaSymbol};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use smallvec::SmallVec;

    pub(crate) fn serialize<S: Serializer>(symbols: &SmallVec<[ManaSymbol; 6]>, s: S) -> Result<S::Ok, S::Error> {
        ManaCost(symbols.clone()).serialize(s)
    }
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<SmallVec<[ManaSymbol; 6]>, D::Error> {
        ManaCost::deserialize(d).map(|cost| cost.0)
    }
}

impl ManaTotal {
    /// Adds symbols, `x` for each X.
    pub fn add(&mut self, symbols: &[ManaSymbol], x: i32) {
        for symbol in symbols {
            match symbol {
                ManaSymbol::Generic(n) => self.generic = self.generic.saturating_add(u32::from(*n)),
                ManaSymbol::X => self.generic = self.generic.saturating_add(x.max(0) as u32),
                other => self.symbols.push(*other),
            }
        }
    }
    /// Whether no mana at all is needed.
    pub fn is_empty(&self) -> bool {
        self.generic == 0 && self.symbols.is_empty() && self.least == 0
    }
}

/// The mana that the payer of a cost wants a mana ability to make, by type, so that nobody is asked (CR 605.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlannedMana(Option<[u8; 6]>);

references! {
    struct PlannedMana(makes)
}

/// Nothing planned adds nothing to a hash: nearly all programs run without a plan.
impl Hash for PlannedMana {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if let Some(makes) = self.0 {
            makes.hash(hasher);
        }
    }
}

impl PlannedMana {
    /// A plan to make this much mana of each type, in the order of [`ManaType::ALL`].
    pub const fn new(makes: [u8; 6]) -> Self {
        Self(Some(makes))
    }
    /// The next mana to make, of a type in the mask `types`: one that is planned, or else the first of the mask. `None`
    /// if nothing has been planned; then the player is to be asked.
    pub fn next(self, types: u8) -> Option<ManaType> {
        let makes = self.0?;
        let mut possible = ManaType::ALL.into_iter().filter(|m| types & m.bit() != 0);
        possible.clone().find(|m| makes[*m as usize] > 0).or_else(|| possible.next())
    }
    /// How much mana of each type is planned, if anything is.
    pub const fn amounts(self) -> Option<[u8; 6]> {
        self.0
    }
    /// An N-th of what is planned.
    pub fn divided(self, n: u8) -> Self {
        Self(self.0.map(|makes| makes.map(|amount| amount / n.max(1))))
    }
    /// Nothing has been planned.
    pub const fn is_open(self) -> bool {
        self.0.is_none()
    }
    /// As [`PlannedMana::next`]; what it answers is crossed off.
    pub fn take(&mut self, types: u8) -> Option<ManaType> {
        let mana = self.next(types)?;
        let left = &mut self.0.as_mut()?[mana as usize];
        *left = left.saturating_sub(1);
        Some(mana)
    }
}

/// As what mana can be spent for something (CR 609.4b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum SpendAs {
    /// As what it is.
    #[default]
    Itself,
    /// As though it were of any colour.
    AnyColor,
    /// As though it were of any type, colourless included.
    AnyType,
}

/// How one symbol with several ways to pay is paid (CR 118.13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum SymbolPayment {
    /// With mana of its type.
    Mana,
    /// With two generic mana, or with 2 life.
    Other,
}

/// One mana ability to activate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activation {
    /// The mana ability.
    pub key: AbilityKey,
    /// The mana that it is to make, by type.
    pub makes: [u8; 6],
    /// The mana that triggered mana abilities are to add then, by type.
    #[serde(default)]
    pub added: [u8; 6],
    /// The mana of the pool that pays for it, by type.
    pub spend: [u8; 6],
    /// Tapping is all of its cost and mana all that it does.
    pub direct: bool,
}

/// For what a cost is paid (CR 601.2h, 602.2b): whether bound mana can be spent on it depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PaidFor {
    /// What is paid for.
    pub what: Purpose,
    /// The cost contains {X}.
    pub with_x: bool,
}

/// What a cost is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Purpose {
    /// What an instruction asks for, or a special action.
    #[default]
    Other,
    /// A spell.
    Spell,
    /// An activated ability.
    Ability,
    /// A permanent is turned face up (CR 116.2b).
    TurnFaceUp,
    /// A half of a permanent is unlocked (CR 116.2m).
    Unlock,
}

/// It follows from what is being cast or activated, and adds nothing to a hash.
impl Hash for PaidFor {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl References for PaidFor {
    fn visit(&self, _: &mut impl ReferenceVisitor) {}
    fn visit_mut(&mut self, _: &mut impl FnMut(ReferenceMut<'_>)) {}
}

/// By which instruction mana was added that can't be spent on everything (CR 106.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ManaTerms {
    /// The program of the instruction.
    pub program: ProgramHandle,
    /// Its place in the program.
    pub at: u16,
    /// The source of the mana, if its words refer to that; otherwise no object.
    pub this: ObjectRef,
    /// Who controlled the instruction.
    pub you: Seat,
}

/// Until when mana isn't lost as steps and phases end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ManaUntil {
    /// Until the combat phase ends.
    EndOfCombat,
    /// Until the turn ends.
    EndOfTurn,
}

/// Mana in a pool that can't be spent on everything (CR 106.6), that does something as it is spent, or that lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BoundMana {
    /// What it can be spent on.
    pub terms: ManaTerms,
    /// How much of each type.
    pub amount: [u16; 6],
    /// How much of each of these came from snow sources.
    pub snow: [u16; 6],
    /// Until when it isn't lost, if it lasts longer than a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<ManaUntil>,
}

/// Mana that was spent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpentMana {
    /// How much of each type.
    pub types: [u8; 6],
    /// Which of it was bound, and how much of each.
    pub bound: SmallVec<[(ManaTerms, u8); 1]>,
}

/// A player's unspent mana (CR 106.4), by type.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ManaPool {
    /// How much of each type, in the order of [`ManaType::ALL`](crate::cards::def::ManaType::ALL).
    pub amount: [u16; 6],
    /// How much of each of these came from snow sources.
    pub snow: [u16; 6],
    /// Which of it can't be spent on everything (CR 106.6), in the order in which it was added first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<BoundMana>,
}

references! {
    struct ManaTerms { program, at, this, you }
    enum ManaUntil { EndOfCombat, EndOfTurn }
    struct BoundMana { terms, amount, snow, until }
}

/// Nothing that is bound adds nothing to a hash.
impl Hash for ManaPool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { amount, snow, bound } = self;
        (amount, snow).hash(state);
        if !bound.is_empty() {
            bound.hash(state);
        }
    }
}

/// Nothing that is bound is nothing to a visitor.
impl References for ManaPool {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        let Self { amount, snow, bound } = self;
        amount.visit(visitor);
        snow.visit(visitor);
        if !bound.is_empty() {
            bound.visit(visitor);
        }
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self { amount: _, snow: _, bound } = self;
        bound.visit_mut(editor);
    }
}
