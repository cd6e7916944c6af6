//! What a mana ability offers (CR 605): read from its cost and its program, without running it.

use super::bound::{Barred, terms_at};
use super::need::{COLORS, TYPES};
use super::producible::{colors_among, types};
use super::rank;
use crate::cards::def::{
    Color, ColorSet, Condition, CostPart, Instruction, ManaCost, ManaProduced, ManaSymbol, ManaType, Obj, Objects,
    Quantity, Recipients, Var, Who,
};
use crate::cards::{AbilityKind, Body, CardTable, Op, reads};
use crate::model::bindings::{Bindings, Value};
use crate::model::cast::TotalCost;
use crate::model::commander;
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
    candidates: Option<CostCandidates>,
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
            CostPart::PayLife(q) => {
                sum.life = sum.life.saturating_add(reading::value(board, &bindings(), q).max(0));
                sum.rank = sum.rank.max(rank::PAINFUL);
            }
            CostPart::SacrificeThis | CostPart::ExileThis | CostPart::DiscardThis => {
                if !crate::rules::legal::part_payable(board, &bindings(), part, &[]) {
                    return None;
                }
                sum.leaves = true;
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::RemoveCounters(_, _, of) if **of == Objects::The(Obj::This) => {
                if !crate::rules::legal::part_payable(board, &bindings(), part, &[]) {
                    return None;
                }
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::PutCounters(..) | CostPart::Energy(_) | CostPart::ExertThis => {
                if !crate::rules::legal::part_payable(board, &bindings(), part, &[]) {
                    return None;
                }
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
                sum.candidates = Some(candidates(board, &bindings(), parts, part)?);
                sum.rank = sum.rank.max(rank::USED_UP);
            }
            CostPart::Untap
            | CostPart::Waterbend(_)
            | CostPart::Loyalty(_)
            | CostPart::LoyaltyX
            | CostPart::Mill(_)
            | CostPart::DiscardRandom(_)
            | CostPart::Reveal(..)
            | CostPart::Behold(..)
            | CostPart::PutOnBottom(..)
            | CostPart::RemoveCounters(..)
            | CostPart::RemoveAnyCounters(..)
            | CostPart::TapPower(..)
            | CostPart::ExileMaterials(..)
            | CostPart::SacrificeFor(..)
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

/// What is offered by tapping an object for one mana.
pub(super) fn tapping(instance: AbilityInstance, types: u8) -> Offer {
    Offer {
        instance,
        makes: SmallVec::from_slice(&[types]),
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
    if costs_more(board, seat, this) {
        return;
    }
    let AbilityKind::Activated { cost, body, .. } = &table.ability(instance.handle).kind else { return };
    let Some(sum) = summary(board, seat, this, &cost.0) else { return };
    let mut reader = Reader { board, seat, this, plain: true, terms: None, added: false };
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
        out(offer, sum.candidates.as_ref(), reader.terms);
    }
}

/// What a mana ability reads besides the permanents and the players: what it makes, and whether it can be used. Everything,
/// for abilities with other costs than tapping and mana, other effects, conditions and limits.
pub(super) fn reads(table: &CardTable, instance: AbilityInstance) -> StateClass {
    let AbilityKind::Activated { cost, body, only_if, per_turn, sorcery_speed, .. } =
        &table.ability(instance.handle).kind
    else {
        return StateClass::all();
    };
    let plain_use = *only_if == Condition::Always && per_turn.is_none() && !sorcery_speed;
    let ([mode], true) = (body.modes.as_slice(), plain_use) else { return StateClass::all() };
    let of_cost = cost.0.iter().fold(StateClass::empty(), |all, part| match part {
        CostPart::Tap | CostPart::Mana(_) => all,
        CostPart::TapOthers(n, filter) => all | reads::of_quantity(n) | reads::of_filter(filter),
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
            _ => StateClass::all(),
        },
        _ => StateClass::all(),
    })
}

/// Whether a rule in force adds to what activating abilities of an object costs: the payer leaves them alone then.
pub(super) fn costs_more(board: &impl Board, seat: Seat, this: ObjectRef) -> bool {
    if board.rules().rules.is_empty() {
        return false;
    }
    let mut more = TotalCost::default();
    crate::rules::legal::total::add_to_activation(board, &Bindings::new(seat, this), &mut more);
    !more.is_free()
}

type Makes = SmallVec<[u8; 4]>;

/// Foresees what a program adds.
struct Reader<'a, B: Board> {
    board: &'a B,
    seat: Seat,
    this: ObjectRef,
    /// Nothing but mana so far.
    plain: bool,
    /// What the mana so far can be spent on (CR 106.6), unless on everything.
    terms: Option<ManaTerms>,
    /// There is some.
    added: bool,
}

/// How much mana is foreseen of one ability, at most: more is never needed one by one.
const MAX_MANA: i32 = 64;

impl<B: Board> Reader<'_, B> {
    /// The alternatives; `None` if they can't be foreseen.
    fn program(&mut self, table: &CardTable, instance: AbilityInstance, body: &Body) -> Option<SmallVec<[Makes; 1]>> {
        let [mode] = body.modes.as_slice() else { return None };
        let handle = ProgramHandle { def: instance.handle.def, index: mode.program };
        let program = table.program(handle);
        let mut alternatives: SmallVec<[Makes; 1]> = SmallVec::from_elem(SmallVec::new(), 1);
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
                Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) => {}
                // What begins then asks nothing and takes no mana away.
                Op::Continuous(..) | Op::Delayed(..) => self.plain = false,
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
                let bindings = Bindings::new(self.seat, self.this);
                if let ManaProduced::ColorVar(var) = mana {
                    self.of_chosen_color(*var, times, alternatives);
                    return Some(());
                }
                let times = reading::value(self.board, &bindings, times).clamp(0, MAX_MANA);
                self.mana(mana, times, alternatives)
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
        let bindings = Bindings::new(self.seat, self.this);
        match mana {
            ManaProduced::Fixed(cost) => {
                let once = fixed(cost);
                for makes in alternatives.iter_mut() {
                    for _ in 0..times {
                        makes.extend(once.iter().copied());
                    }
                }
            }
            ManaProduced::OneOf(colors) => {
                // Each time is a choice of its own.
                let mask = colors.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask, times);
            }
            ManaProduced::AnyColor(n) => {
                let n = reading::value(board, &bindings, n).clamp(0, MAX_MANA);
                for _ in 0..times {
                    same(alternatives, COLORS, n);
                }
            }
            ManaProduced::Combination(n, colors) => {
                let n = reading::value(board, &bindings, n).clamp(0, MAX_MANA);
                let mask = colors.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask, n.saturating_mul(times).min(MAX_MANA));
            }
            ManaProduced::ChosenColor(or) => {
                let mask = or.iter().copied().collect::<ColorSet>().bits();
                repeat(alternatives, mask | super::producible::chosen(board, &bindings), times);
            }
            ManaProduced::CommanderColor => {
                repeat(alternatives, commander::identity(board.players(), self.seat).bits(), times);
            }
            // Handled where the number is read.
            ManaProduced::ColorVar(_) => {}
            ManaProduced::CouldProduce(objects) | ManaProduced::CouldProduceColor(objects) => {
                let objects = reading::objects(board, &bindings, objects);
                let all = if matches!(mana, ManaProduced::CouldProduce(_)) { TYPES } else { COLORS };
                let mask = objects.into_iter().fold(0, |m, o| m | crate::rules::mana::could_produce(board, o));
                repeat(alternatives, mask & all, times);
            }
            ManaProduced::AnyColorAmong(group) => repeat(alternatives, colors_among(board, &bindings, group), times),
            ManaProduced::EachColorAmong(group) => {
                let mask = colors_among(board, &bindings, group);
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
        makes.extend((0..n).map(|_| mask));
    }
}

/// Adds `n` mana of one type among several: for more than one mana each type is an alternative.
fn same(alternatives: &mut SmallVec<[Makes; 1]>, mask: u8, n: i32) {
    if n == 1 || mask.count_ones() == 1 {
        return repeat(alternatives, mask, n);
    }
    if n < 1 {
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
