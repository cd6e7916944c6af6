//! Mana that can't be spent on everything, or that does something as it is spent (CR 106.6).

use crate::cards::def::{Filter, Instruction, Quantity, SpendOn, Who};
use crate::cards::{AbilityKind, CardTable, Op};
use crate::model::bindings::Bindings;
use crate::model::cast::TotalCost;
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, Seat};
use crate::model::mana::{ManaTerms, ManaUntil, PaidFor, Purpose};
use crate::rules::reading::{self, Board};

/// The terms that don't allow that their mana is spent on a cost, by their places in a list, a bit each; or no mana can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Barred {
    terms: u64,
    all: bool,
}

/// Mana of terms at later places is never spent.
const MOST_TERMS: u32 = u64::BITS;

impl Barred {
    /// No mana can be spent.
    pub const ALL: Self = Self { terms: u64::MAX, all: true };
    /// Which of a list of terms aren't allowed for a cost.
    pub fn of<'a>(
        board: &impl Board,
        terms: impl Iterator<Item = &'a ManaTerms>,
        bindings: &Bindings,
        paid_for: PaidFor,
    ) -> Self {
        let bars = terms.take(MOST_TERMS as usize).enumerate();
        let barred = bars.filter(|(_, terms)| !allows(board, terms, bindings, paid_for));
        Self { terms: barred.fold(0, |all, (i, _)| all | 1 << i), all: false }
    }
    /// Those at these places.
    #[cfg(test)]
    pub(super) fn at(places: impl Iterator<Item = u8>) -> Self {
        Self { terms: places.fold(0, |all, place| all | 1 << place), all: false }
    }
    /// Whether none is.
    pub const fn is_empty(self) -> bool {
        self.terms == 0 && !self.all
    }
    /// Whether no mana can be spent.
    pub const fn is_all(self) -> bool {
        self.all
    }
    /// Whether mana of the terms at that place can be spent. Mana without terms can.
    #[inline]
    pub fn allows(self, place: Option<u8>) -> bool {
        !self.all && place.is_none_or(|place| u32::from(place) < MOST_TERMS && self.terms & (1 << place) == 0)
    }
}

/// What the mana of an instruction can be spent on; nothing, if it can be spent on everything.
fn only<'t>(table: &'t CardTable, terms: &ManaTerms) -> &'t [SpendOn] {
    match table.program(terms.program).get(usize::from(terms.at)) {
        Some(Op::Do(effect)) => match &**effect {
            Instruction::AddMana { only, .. } => only,
            _ => &[],
        },
        _ => &[],
    }
}

/// What happens as mana of an instruction is spent, and how long it lasts.
fn riders<'t>(table: &'t CardTable, terms: &ManaTerms) -> impl Iterator<Item = &'t Op> {
    let after = table.program(terms.program).iter().skip(usize::from(terms.at) + 1);
    after.take_while(|op| matches!(op, Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_)))
}

/// Until when mana of these terms isn't lost as steps end, if it isn't.
pub(super) fn lasts(table: &CardTable, terms: &ManaTerms) -> Option<ManaUntil> {
    riders(table, terms).find_map(|op| if let Op::Lasts(until) = op { Some(*until) } else { None })
}

/// CR 106.6: the terms of the mana that the instruction at a place of a program adds; `None` if it can be spent on everything,
/// and nothing happens because of that, and it is lost as a step ends.
pub fn terms_at(table: &CardTable, program: ProgramHandle, at: u16, this: ObjectRef, you: Seat) -> Option<ManaTerms> {
    let terms = ManaTerms { program, at, this, you };
    if !matches!(table.program(program).get(usize::from(at)), Some(Op::Do(_))) {
        return None;
    }
    let does = |op: &Op| !matches!(op, Op::Lasts(_));
    let (only, does_something) = (only(table, &terms), riders(table, &terms).any(does));
    let this = if !does_something && only.iter().all(stands_alone) { ObjectRef::NONE } else { this };
    (does_something || !only.is_empty() || lasts(table, &terms).is_some()).then_some(ManaTerms { this, ..terms })
}

/// The terms of the mana that an activated ability adds; `None` if it can be spent on everything.
pub fn terms_of(table: &CardTable, ability: AbilityHandle, this: ObjectRef, you: Seat) -> Option<ManaTerms> {
    if !table.0.traits.binds_mana {
        return None;
    }
    let AbilityKind::Activated { body, .. } = &table.ability(ability).kind else { return None };
    body.modes.iter().find_map(|mode| {
        let program = ProgramHandle { def: ability.def, index: mode.program };
        let places = 0..table.program(program).len() as u16;
        places.into_iter().find_map(|at| terms_at(table, program, at, this, you))
    })
}

/// Whether words say the same whatever object they stand on, so that mana needn't remember its source.
fn stands_alone(on: &SpendOn) -> bool {
    match on {
        SpendOn::Spell(filter)
        | SpendOn::SpellFrom(_, filter)
        | SpendOn::SpellNotFrom(_, filter)
        | SpendOn::Ability(filter)
        | SpendOn::TurnFaceUp(filter) => filter_stands_alone(filter),
        SpendOn::CostWithX | SpendOn::Unlock | SpendOn::NotSpells => true,
    }
}

fn filter_stands_alone(filter: &Filter) -> bool {
    match filter {
        Filter::And(list) | Filter::Or(list) => list.iter().all(filter_stands_alone),
        Filter::Not(inner) => filter_stands_alone(inner),
        Filter::ManaValue(_, n) => matches!(n, Quantity::N(_)),
        Filter::Owned(who) | Filter::Controlled(who) => matches!(who, Who::You | Who::EachOpponent),
        Filter::Any
        | Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Colorless
        | Filter::Multicolored
        | Filter::Has(_)
        | Filter::HasKeyword(_)
        | Filter::HasAbility(_)
        | Filter::CouldProduce(_)
        | Filter::Named(_)
        | Filter::Permanent
        | Filter::Spell
        | Filter::Token
        | Filter::Card
        | Filter::FaceDown
        | Filter::Commander => true,
        _ => false,
    }
}

/// CR 106.6: whether mana can be spent on a cost of what `bindings` are about.
fn allows(board: &impl Board, terms: &ManaTerms, bindings: &Bindings, paid_for: PaidFor) -> bool {
    is_among(board, only(board.table(), terms), &own(terms), bindings, paid_for)
}

/// With what the words of terms are read.
fn own(terms: &ManaTerms) -> Bindings {
    Bindings::new(terms.you, terms.this)
}

/// Whether a cost of what `bindings` are about is one of these, as words say it that are read with `own`; any is, if there is
/// nothing.
pub(crate) fn is_among(
    board: &impl Board,
    on: &[SpendOn],
    own: &Bindings,
    bindings: &Bindings,
    paid_for: PaidFor,
) -> bool {
    let spell = bindings.stack.unwrap_or(bindings.this);
    let casts = paid_for.what == Purpose::Spell;
    let is = |object, filter: &Filter| *filter == Filter::Any || reading::matches(board, own, filter, object);
    let fits = |on: &SpendOn| match on {
        SpendOn::Spell(filter) => casts && is(spell, filter),
        SpendOn::SpellFrom(zone, filter) => casts && bindings.cast.from == Some(*zone) && is(spell, filter),
        SpendOn::SpellNotFrom(zone, filter) => casts && bindings.cast.from != Some(*zone) && is(spell, filter),
        SpendOn::Ability(filter) => paid_for.what == Purpose::Ability && is(bindings.this, filter),
        SpendOn::CostWithX => paid_for.with_x,
        SpendOn::TurnFaceUp(filter) => paid_for.what == Purpose::TurnFaceUp && is(bindings.this, filter),
        SpendOn::Unlock => paid_for.what == Purpose::Unlock,
        SpendOn::NotSpells => !casts,
    };
    on.is_empty() || on.iter().any(fits)
}

/// CR 106.6: what happens because mana of these terms was spent on a cost of what `bindings` are about.
pub(crate) fn riders_for<'t>(
    board: &impl Board,
    table: &'t CardTable,
    terms: &ManaTerms,
    bindings: &Bindings,
    paid_for: PaidFor,
) -> Vec<&'t Op> {
    let applies = |op: &&Op| match op {
        Op::IfSpent(on, ..) | Op::WhenSpent(on, _) => is_among(board, on, &own(terms), bindings, paid_for),
        _ => false,
    };
    riders(table, terms).filter(applies).collect()
}

/// Which of a list of terms aren't allowed for a total cost.
pub(crate) fn barred(board: &impl Board, terms: &[ManaTerms], bindings: &Bindings, total: &TotalCost) -> Barred {
    if total.no_mana {
        return Barred::ALL;
    }
    if terms.is_empty() { Barred::default() } else { Barred::of(board, terms.iter(), bindings, total.paid_for) }
}
