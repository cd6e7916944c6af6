//! What a mana ability offers (CR 605): read from its cost and its program, without running it.

use super::bound::Barred;
use super::foreseen::{Makes, Reader, fixed};
use super::need::COLORS;
use super::rank;
use crate::cards::def::{
    ColorSet, Condition, CostPart, Instruction, ManaProduced, ManaSymbol, Obj, Objects, Quantity, Recipients, Who,
};
use crate::cards::{AbilityKind, Body, CardTable, Op, reads};
use crate::model::bindings::Bindings;
use crate::model::cast::TotalCost;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectId, ObjectRef, Origin, ProgramHandle, Seat};
use crate::model::mana::ManaTerms;
use crate::model::object::AbilityInstance;
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;

/// One mana ability as a means to pay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The ability.
    pub instance: AbilityInstance,
    /// For each mana that it makes, the types that it can have.
    pub makes: SmallVec<[u8; 4]>,
    /// How many of these, counted from the end, are made by abilities that trigger on it (CR 605.4a).
    pub added: u8,
    /// The mana that it costs.
    pub cost: SmallVec<[ManaSymbol; 2]>,
    /// The life that it costs.
    pub life: i32,
    /// How much it hurts.
    pub rank: u8,
    /// The source is tapped.
    pub tap: bool,
    /// The source leaves the battlefield.
    pub leaves: bool,
    /// Tapping is all of the cost, and mana is all that it does.
    pub direct: bool,
    /// What its mana can be spent on, by its place in [`Means::terms`](super::Means::terms), unless on everything.
    pub terms: Option<u8>,
    /// What is barred from its cost, if that is mana.
    pub barred: Barred,
    /// What is chosen to pay for it, by its place in [`Means::candidates`](super::Means::candidates).
    pub candidates: Option<u8>,
}

impl Offer {
    /// Whether it takes nothing that another offer could take, too.
    pub(super) fn takes_nothing(&self) -> bool {
        self.cost.is_empty() && self.life == 0 && self.candidates.is_none()
    }
}

/// What could be chosen to pay a part of a mana ability's cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostCandidates {
    /// How many are needed.
    pub n: u32,
    /// They are tapped; otherwise they leave where they are.
    pub taps: bool,
    /// Any of these, with whether it could make mana itself instead.
    pub options: SmallVec<[(ObjectId, bool); 8]>,
}

/// What the cost of a mana ability asks for, as far as the payer can pay it unasked.
struct CostSummary {
    mana: SmallVec<[ManaSymbol; 2]>,
    life: i32,
    tap: bool,
    leaves: bool,
    rank: u8,
    direct: bool,
    candidates: Option<Box<CostCandidates>>,
}

/// Sums up a cost; `None` if it can't be paid or foreseen: more than one part of it needs a choice.
fn summary(board: &impl Board, seat: Seat, this: ObjectRef, parts: &[CostPart]) -> Option<CostSummary> {
    let mut sum = CostSummary {
        mana: SmallVec::new(),
        life: 0,
        tap: false,
        leaves: false,
        rank: rank::FREE,
        direct: true,
        candidates: None,
    };
    let bindings = || Bindings::new(seat, this);
    let payable = |part| crate::rules::legal::part_payable(board, &bindings(), part, &[]).then_some(());
    for part in parts {
        sum.direct &= matches!(part, CostPart::Tap);
        match part {
            CostPart::Tap => {
                if board.status(this.id).tapped || crate::rules::legal::too_new(board, this.id) {
                    return None;
                }
                sum.tap = true;
            }
            CostPart::Mana(cost) => {
                if cost.x_count() > 0 {
                    return None;
                }
                sum.mana.extend(cost.0.iter().copied());
            }
            // CR 903.4f.
            CostPart::PayLife(q) if reading::is_undefined(board, &bindings(), q) => return None,
            CostPart::PayLife(q) => {
                sum.life = sum.life.saturating_add(reading::value(board, &bindings(), q).max(0));
                sum.rank = sum.rank.max(rank::PAINFUL);
            }
            CostPart::SacrificeThis | CostPart::ExileThis | CostPart::DiscardThis => {
                payable(part)?;
                sum.leaves = true;
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::RemoveCounters(_, _, of) if **of == Objects::The(Obj::This) => {
                payable(part)?;
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::PutCounters(..) | CostPart::Energy(_) | CostPart::ExertThis => {
                payable(part)?;
                sum.rank = sum.rank.max(rank::PAINFUL);
            }
            CostPart::Sacrifice(..)
            | CostPart::TapOthers(..)
            | CostPart::Discard(..)
            | CostPart::Exile(..)
            | CostPart::ReturnToHand(..)
            | CostPart::PutOnTop(..) => {
                if sum.candidates.is_some() {
                    return None;
                }
                sum.candidates = Some(Box::new(candidates(board, &bindings(), parts, part)?));
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::Untap
            | CostPart::Waterbend(_)
            | CostPart::Loyalty(_)
            | CostPart::LoyaltyX
            | CostPart::Mill(_)
            | CostPart::ExileTop(_)
            | CostPart::OpponentGainsLife(_)
            | CostPart::OthersGainLife(_)
            | CostPart::DiscardRandom(_)
            | CostPart::Reveal(..)
            | CostPart::Behold(..)
            | CostPart::PutOnBottom(..)
            | CostPart::RemoveCounters(..)
            | CostPart::RemoveAnyCounters(..)
            | CostPart::TapPower(..)
            | CostPart::ExileMaterials(..)
            | CostPart::SacrificeFor(..)
            | CostPart::SacrificeForCost(..)
            | CostPart::TapFor(..)
            | CostPart::PutCountersOn(..)
            | CostPart::SacrificeTotal(..)
            | CostPart::ExileTotal(..)
            | CostPart::ExileTypes(..)
            | CostPart::ManaCostOf(_)
            | CostPart::ManaCostLess(..)
            | CostPart::Times(..) => return None,
        }
    }
    Some(sum)
}

/// What could be chosen for a part; `None` if there isn't enough. The object itself is used last.
fn candidates(board: &impl Board, bindings: &Bindings, cost: &[CostPart], part: &CostPart) -> Option<CostCandidates> {
    let (n, options) = crate::rules::legal::part_options(board, bindings, part)?;
    let mut options: SmallVec<[(ObjectId, bool); 8]> = options.iter().map(|o| (o.id, false)).collect();
    let taps = matches!(part, CostPart::TapOthers(..));
    // What is tapped or leaves for another part of the cost can't be used again (CR 118.3).
    if uses_itself(cost, taps) {
        options.retain(|(id, _)| *id != bindings.this.id);
    }
    options.sort_by_key(|(id, _)| *id == bindings.this.id);
    (options.len() as u32 >= n).then_some(CostCandidates { n, taps, options })
}

/// Whether a cost taps the object itself, or makes it leave.
fn uses_itself(cost: &[CostPart], taps: bool) -> bool {
    cost.iter().any(|part| match part {
        CostPart::Tap => taps,
        CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis => !taps,
        _ => false,
    })
}

/// CR 305.6: what the mana ability of a basic land type makes, known without reading its program.
#[inline]
pub(super) fn of_basic_land_type(table: &CardTable, instance: AbilityInstance) -> Option<u8> {
    if instance.origin != Origin::BasicLandType {
        return None;
    }
    table.0.basic_mana.iter().position(|h| *h == instance.handle).map(|i| 1 << i)
}

/// What an ability offers that is activated by tapping its object, perhaps with mana besides, and always makes the same: most mana
/// abilities. `None` for others, which are read more closely.
pub(super) fn by_text(table: &CardTable, instance: AbilityInstance, cost: &[CostPart], body: &Body) -> Option<Offer> {
    let ([CostPart::Tap] | [CostPart::Mana(_), CostPart::Tap], [mode]) = (cost, body.modes.as_slice()) else {
        return None;
    };
    let program = table.program(ProgramHandle { def: instance.handle.def, index: mode.program });
    let [Op::Do(effect), besides @ ..] = program else { return None };
    let Instruction::AddMana { who: Who::You, mana, times: Quantity::N(1), only, .. } = &**effect else { return None };
    let makes = match mana {
        ManaProduced::Fixed(cost) => fixed(cost),
        ManaProduced::OneOf(colors) => SmallVec::from_slice(&[colors.iter().copied().collect::<ColorSet>().bits()]),
        ManaProduced::AnyColor(Quantity::N(1)) => SmallVec::from_slice(&[COLORS]),
        _ => return None,
    };
    if !only.is_empty() || makes.is_empty() || makes.contains(&0) || !besides.iter().all(hurts) {
        return None;
    }
    let mut offer = tapping(instance, makes);
    if let [CostPart::Mana(cost), _] = cost {
        if cost.x_count() > 0 {
            return None;
        }
        (offer.cost, offer.direct) = (SmallVec::from_slice(&cost.0), false);
    }
    if !besides.is_empty() {
        (offer.rank, offer.direct) = (rank::PAINFUL, false);
    }
    Some(offer)
}

/// Whether a player is hurt by it, and that is all.
fn hurts(op: &Op) -> bool {
    let Op::Do(effect) = op else { return false };
    matches!(**effect, Instruction::Damage { to: Recipients::Players(_), .. } | Instruction::LoseLife(..))
}

/// What is offered by tapping an object for mana.
pub(super) fn tapping(instance: AbilityInstance, makes: Makes) -> Offer {
    Offer {
        instance,
        makes,
        added: 0,
        cost: SmallVec::new(),
        life: 0,
        rank: rank::FREE,
        tap: true,
        leaves: false,
        direct: true,
        terms: None,
        barred: Barred::default(),
        candidates: None,
    }
}

/// What an activated mana ability of `this` offers to `seat` now. Alternatives between different amounts or between
/// several mana of one colour are offers of their own. Nothing, if the payer can't foresee it or it can't be activated.
/// Those of basic land types are read apart ([`of_basic_land_type`]).
pub(super) fn read(
    board: &impl Board,
    seat: Seat,
    this: ObjectRef,
    instance: AbilityInstance,
    out: &mut impl FnMut(Offer, Option<&CostCandidates>, Option<ManaTerms>),
) {
    let table = board.table();
    let AbilityKind::Activated { cost, body, .. } = &table.ability(instance.handle).kind else { return };
    let Some(sum) = summary(board, seat, this, &cost.0) else { return };
    let one_of = sum.candidates.as_ref().filter(|candidates| candidates.n == 1);
    let one_of = one_of.map_or(&[][..], |candidates| candidates.options.as_slice());
    let mut reader = Reader { board, seat, this, one_of, plain: true, terms: None, added: false };
    let Some(yields) = reader.program(table, instance, body) else { return };
    let direct = sum.direct && reader.plain;
    let rank = if reader.plain { sum.rank } else { sum.rank.max(rank::PAINFUL) };
    for makes in yields.into_iter().filter(|m| !m.is_empty()) {
        let offer = Offer {
            instance,
            makes,
            added: 0,
            cost: sum.mana.clone(),
            life: sum.life,
            rank,
            tap: sum.tap,
            leaves: sum.leaves,
            direct,
            terms: None,
            barred: Barred::default(),
            candidates: None,
        };
        out(offer, sum.candidates.as_deref(), reader.terms);
    }
}

/// What a mana ability reads besides the permanents, and whether its own is tapped: what it makes, and whether it can be used. Everything,
/// for abilities with other costs than tapping, mana, counters of the object and the object itself, other effects, conditions and limits.
/// Of what it does besides nothing is read ([`Reader`]).
pub(super) fn reads(table: &CardTable, instance: AbilityInstance) -> StateClass {
    let AbilityKind::Activated { cost, body, only_if, per_turn, sorcery_speed, .. } =
        &table.ability(instance.handle).kind
    else {
        return StateClass::all();
    };
    let plain_use = *only_if == Condition::Always && per_turn.is_none() && !sorcery_speed;
    let ([mode], true) = (body.modes.as_slice(), plain_use) else { return StateClass::all() };
    let of_cost = cost.0.iter().fold(StateClass::empty(), |all, part| match part {
        CostPart::Tap | CostPart::Mana(_) | CostPart::SacrificeThis | CostPart::ExileThis => all,
        CostPart::RemoveCounters(_, n, of) if **of == Objects::The(Obj::This) => {
            all | StateClass::COUNTERS | reads::of_quantity(n)
        }
        CostPart::TapOthers(n, filter) => all | StateClass::TAPPED | reads::of_quantity(n) | reads::of_filter(filter),
        _ => StateClass::all(),
    });
    let program = table.program(ProgramHandle { def: instance.handle.def, index: mode.program });
    program.iter().fold(of_cost, |all, op| match op {
        Op::Do(effect) => match &**effect {
            Instruction::AddMana { mana: ManaProduced::Fixed(_) | ManaProduced::OneOf(_), times, .. } => {
                all | reads::of_quantity(times)
            }
            Instruction::AddMana { mana: ManaProduced::AnyColor(n), times, .. } => {
                all | reads::of_quantity(n) | reads::of_quantity(times)
            }
            Instruction::Damage { to: Recipients::Players(_), .. }
            | Instruction::LoseLife(..)
            | Instruction::Draw { .. }
            | Instruction::PutCounters { .. }
            | Instruction::GainLife(..)
            | Instruction::Untap(_) => all,
            _ => StateClass::all(),
        },
        _ => StateClass::all(),
    })
}

/// Whether a rule in force adds to what activating abilities of an object costs: the payer leaves them alone then.
pub(super) fn costs_more(board: &impl Board, seat: Seat, this: ObjectRef) -> bool {
    let mut more = TotalCost::default();
    crate::rules::legal::total::add_to_activation(board, &Bindings::new(seat, this), &mut more);
    !more.is_free()
}
