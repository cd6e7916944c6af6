//! The types of mana that something could produce (CR 106.7): its abilities are followed without being carried out.

use super::instead;
use crate::cards::def::{
    Color, Condition, Instruction, ManaProduced, ManaSymbol, ManaType, Obj, Objects, Quantity, Var, Who,
};
use crate::cards::{AbilityKind, Op, parts_use_x};
use crate::model::bindings::{Bindings, Value};
use crate::model::commander;
use crate::model::ids::{ObjectId, ObjectRef};
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;

/// Objects that are being looked at: they add nothing by being asked once more.
pub(crate) type Seen = SmallVec<[ObjectId; 4]>;

/// No more instructions are followed in one ability.
const MOST_STEPS: u32 = 2_000;

/// CR 106.7: the types of mana that an object could produce, as a mask of [`ManaType::bit`]: what its abilities would
/// add if they resolved now. Whether they could be activated, and with what they would be paid, doesn't matter.
pub fn could_produce(board: &impl Board, object: ObjectRef) -> u8 {
    could(board, object, &mut Seen::new())
}

fn could(board: &impl Board, object: ObjectRef, seen: &mut Seen) -> u8 {
    // CR 608.2h: what is gone, as it last was.
    let Some(view) = board.view(object).filter(|_| !seen.contains(&object.id)) else { return 0 };
    seen.push(object.id);
    let chars = view.chars;
    let mut mask = 0;
    for instance in &chars.abilities {
        let (body, only_if, x) = match &board.table().ability(instance.handle).kind {
            // Its X could be chosen.
            AbilityKind::Activated { body, cost, .. } => (body, &Condition::Always, i32::from(parts_use_x(&cost.0))),
            AbilityKind::Triggered { body, only_if, .. } => (body, only_if, 0),
            _ => continue,
        };
        let programs = &board.table().def(instance.handle.def).programs;
        let adds = |op: &Op| matches!(op, Op::Do(effect) if matches!(**effect, Instruction::AddMana { .. }));
        if !body.modes.iter().any(|mode| programs[mode.program as usize].iter().any(adds)) {
            continue;
        }
        let mut bindings = Bindings::new(chars.controller, object);
        board.note_granter(&mut bindings, instance.origin, instance.handle);
        bindings.key = Some(instance.key(object));
        bindings.cast = view.stack.cast.clone();
        bindings.x = x;
        if !reading::holds(board, &bindings, only_if) {
            continue;
        }
        for mode in &body.modes {
            let program = &programs[mode.program as usize];
            let mut walk = Walk { board, program, seen: &mut *seen, mask: 0, amount: 0, steps: 0 };
            walk.follow(0, bindings.clone());
            // CR 106.7: what replaces it counts, in any order.
            mask |= match &board.table().ability(instance.handle).kind {
                AbilityKind::Activated { cost, .. } if instead::includes_tap(&cost.0) => {
                    let replacing = instead::replacing(board, chars.controller, object);
                    instead::types(&replacing, walk.mask, walk.amount)
                }
                _ => walk.mask,
            };
        }
    }
    mask
}

/// A program that is followed along all ways that it can take.
struct Walk<'a, B: Board> {
    board: &'a B,
    program: &'a [Op],
    seen: &'a mut Seen,
    mask: u8,
    /// How much mana there is of it, at most.
    amount: u16,
    steps: u32,
}

impl<B: Board> Walk<'_, B> {
    /// Follows the program from an instruction on. A round of a loop is followed by what comes after the loop.
    fn follow(&mut self, mut pc: usize, mut bindings: Bindings) {
        while let Some(op) = self.program.get(pc) {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return;
            }
            pc += 1;
            match op {
                Op::Do(effect) => match &**effect {
                    Instruction::ChooseColor { other_than, except, into, .. } => {
                        let not = other_than.and_then(|var| bindings.var(var).cloned());
                        let colors = Color::ALL.into_iter().filter(|color| !except.contains(color)).map(Value::Color);
                        for color in colors.filter(|c| Some(c) != not.as_ref()) {
                            let mut with = bindings.clone();
                            with.set(*into, color);
                            self.follow(pc, with);
                        }
                        return;
                    }
                    effect => self.effect(effect, &mut bindings),
                },
                // A round more makes no other mana.
                Op::Again(_) => return,
                Op::Until(..) => {}
                Op::Jump(to) => pc = usize::from(*to),
                Op::JumpUnless(condition, to, _) => {
                    let to = usize::from(*to);
                    if is_open(condition, &bindings) {
                        self.follow(to, bindings.clone());
                    } else if !reading::holds(self.board, &bindings, condition) {
                        pc = to;
                    }
                }
                Op::UnlessDone(to)
                | Op::AskMay(_, to, _)
                | Op::AskPay(_, _, to, _)
                | Op::ChooseX(_, _, to)
                | Op::UnlessOver(_, to) => {
                    self.follow(usize::from(*to), bindings.clone());
                }
                Op::ChooseOne(_, places, _) | Op::Face(_, places, _) => {
                    places.iter().for_each(|to| self.follow(usize::from(*to), bindings.clone()));
                    return;
                }
                // The first round begins after the `Next` that follows.
                Op::Each(group, _) => {
                    for it in reading::recipients(self.board, &bindings, group) {
                        let mut with = bindings.clone();
                        with.it = Some(it);
                        self.follow(pc + 1, with);
                    }
                }
                Op::Facings(_) => self.follow(pc + 1, bindings.clone()),
                Op::Times(count) => {
                    if self.is_some(count, &bindings) {
                        self.follow(pc + 1, bindings.clone());
                    }
                }
                // Back from a round, or past all of them.
                Op::Next(end) => pc = usize::from(*end),
                Op::Continuous(..)
                | Op::Delayed(..)
                | Op::ExtraTurn(..)
                | Op::Return(..)
                | Op::IfSpent(..)
                | Op::WhenSpent(..)
                | Op::Lasts(_)
                | Op::Except(_)
                | Op::Reflexive(_)
                | Op::CreateToken { .. }
                | Op::Emblem(..) => {}
            }
        }
    }

    /// What an instruction adds, and which variables it sets.
    fn effect(&mut self, effect: &Instruction, bindings: &mut Bindings) {
        match effect {
            Instruction::AddMana { who, mana, times, .. }
                if self.has_player(*who, bindings) && self.is_some(times, bindings) =>
            {
                self.mask |= self.producible(bindings, mana);
                let amount = self.how_much(mana, bindings).saturating_mul(self.number(times, bindings));
                self.amount = self.amount.saturating_add(amount);
            }
            Instruction::Set(var, n) if !is_open_number(n, bindings) => {
                bindings.set(*var, Value::Number(reading::value(self.board, bindings, n)));
            }
            Instruction::Keep(var, group) if !is_open_group(group, bindings) => {
                bindings.set(*var, Value::Objects(reading::objects(self.board, bindings, group)));
            }
            _ => {}
        }
    }

    /// Whether there is somebody who would get mana. Who is chosen on the way could be anybody.
    fn has_player(&self, who: Who, bindings: &Bindings) -> bool {
        matches!(who, Who::Target(_) | Who::TargetOrController(_) | Who::Var(_) | Who::Event | Who::It)
            || !reading::seats(self.board, bindings, who).is_empty()
    }

    /// Whether a number is at least one, or could be.
    fn is_some(&self, n: &Quantity, bindings: &Bindings) -> bool {
        is_open_number(n, bindings) || reading::value(self.board, bindings, n) > 0
    }

    /// A number; one, if it isn't known.
    fn number(&self, n: &Quantity, bindings: &Bindings) -> u16 {
        let known = !is_open_number(n, bindings);
        if known { u16::try_from(reading::value(self.board, bindings, n).max(0)).unwrap_or(u16::MAX) } else { 1 }
    }

    /// How much mana an instruction would add, at most.
    fn how_much(&self, mana: &ManaProduced, bindings: &Bindings) -> u16 {
        match mana {
            ManaProduced::Fixed(cost) => cost.0.iter().filter_map(|s| symbol(*s, bindings.x)).fold(0, |sum, part| {
                sum.saturating_add(match part {
                    Part::Fixed(_, n) => u16::try_from(n.max(0)).unwrap_or(u16::MAX),
                    Part::TwoOr(_) => 2,
                    Part::OneOf(..) | Part::Combination(..) => 1,
                })
            }),
            ManaProduced::AnyColor(n) | ManaProduced::Combination(n, _) | ManaProduced::CouldProduce(n, _) => {
                self.number(n, bindings)
            }
            ManaProduced::EachColorAmong(group) => colors_among(self.board, bindings, group).count_ones() as u16,
            ManaProduced::AnyColorAmong(_)
            | ManaProduced::OneOf(_)
            | ManaProduced::ColorVar(_)
            | ManaProduced::ChosenColor(_)
            | ManaProduced::CommanderColor
            | ManaProduced::CouldProduceColor(_)
            | ManaProduced::TypeProduced => 1,
        }
    }

    /// The types that an instruction would add.
    fn producible(&mut self, bindings: &Bindings, mana: &ManaProduced) -> u8 {
        match mana {
            ManaProduced::Fixed(cost) => cost.0.iter().filter_map(|s| symbol(*s, bindings.x)).fold(0, |mask, part| {
                mask | match part {
                    Part::Fixed(_, n) if n <= 0 => 0,
                    Part::Fixed(mana, _) => mana.bit(),
                    Part::TwoOr(mana) => mana.bit() | ManaType::C.bit(),
                    Part::OneOf(mask, _) | Part::Combination(mask, _) => mask,
                }
            }),
            ManaProduced::OneOf(colors) => mask_of(colors),
            ManaProduced::AnyColor(count) if self.is_some(count, bindings) => ANY_COLOR,
            ManaProduced::Combination(count, colors) if self.is_some(count, bindings) => mask_of(colors),
            ManaProduced::CouldProduce(count, group) if self.is_some(count, bindings) => {
                of_seen(self.board, bindings, group, self.seen)
            }
            ManaProduced::AnyColor(_) | ManaProduced::Combination(..) | ManaProduced::CouldProduce(..) => 0,
            ManaProduced::ColorVar(var) => match bindings.var(*var) {
                Some(Value::Color(color)) => ManaType::of(*color).bit(),
                Some(_) => 0,
                None => ANY_COLOR,
            },
            ManaProduced::ChosenColor(or) => mask_of(or) | chosen(self.board, bindings),
            ManaProduced::CommanderColor => commander::identity(self.board.players(), bindings.you).bits(),
            ManaProduced::CouldProduceColor(group) => ANY_COLOR & of_seen(self.board, bindings, group, self.seen),
            ManaProduced::AnyColorAmong(group) | ManaProduced::EachColorAmong(group) => {
                colors_among(self.board, bindings, group)
            }
            // What produces it has been tapped already: nothing follows what nobody has tapped yet.
            ManaProduced::TypeProduced => bindings.event.map_or(0, |event| event.mana),
        }
    }
}

/// The type of mana of the colour that was chosen for the source; none if none was (CR 106.5).
pub(crate) fn chosen(board: &impl Board, bindings: &Bindings) -> u8 {
    reading::chosen(board, bindings).color.map_or(0, |color| ManaType::of(color).bit())
}

/// The colours of a group of objects, as a mask of [`ManaType::bit`].
pub(crate) fn colors_among(board: &impl Board, bindings: &Bindings, group: &Objects) -> u8 {
    let objects = reading::read_objects(board, bindings, group);
    objects.into_iter().filter_map(|o| board.view(o)).fold(0, |mask, view| mask | view.chars.colors.bits())
}

/// CR 106.7: the types that an instruction can add that names objects which could produce them.
pub(crate) fn of_group(board: &impl Board, bindings: &Bindings, group: &Objects) -> u8 {
    of_seen(board, bindings, group, &mut Seen::new())
}

/// CR 106.7: like [`of_group`], where `seen` have been looked at already.
fn of_seen(board: &impl Board, bindings: &Bindings, group: &Objects, seen: &mut Seen) -> u8 {
    let objects = reading::read_objects(board, bindings, group);
    objects.into_iter().fold(0, |mask, o| mask | could(board, o, seen))
}

/// Whether a variable isn't set: what an instruction on the way has chosen or done isn't known.
fn is_unset(var: Var, bindings: &Bindings) -> bool {
    bindings.var(var).is_none()
}

fn is_open(condition: &Condition, bindings: &Bindings) -> bool {
    match condition {
        Condition::Did(var) | Condition::Is(Obj::Var(var), _) => is_unset(*var, bindings),
        Condition::And(all) | Condition::Or(all) => all.iter().any(|c| is_open(c, bindings)),
        Condition::Not(inner) => is_open(inner, bindings),
        Condition::Compare(a, _, b) => is_open_number(a, bindings) || is_open_number(b, bindings),
        Condition::Exists(group) => is_open_group(group, bindings),
        _ => false,
    }
}

fn is_open_number(n: &Quantity, bindings: &Bindings) -> bool {
    let any = |list: &[Quantity]| list.iter().any(|q| is_open_number(q, bindings));
    match n {
        Quantity::Var(var) | Quantity::DevotionVar(var, _) => is_unset(*var, bindings),
        Quantity::Count(group)
        | Quantity::CardTypes(group)
        | Quantity::Supertypes(group)
        | Quantity::Subtypes(group)
        | Quantity::Colors(group)
        | Quantity::CountersOn(_, group)
        | Quantity::BasicLandTypes(group)
        | Quantity::Party(group)
        | Quantity::UnlockedDoors(group)
        | Quantity::UnlockedNames(group)
        | Quantity::TotalPower(group)
        | Quantity::Greatest(_, group)
        | Quantity::TotalToughness(group)
        | Quantity::TotalManaValue(group)
        | Quantity::Differing(_, group)
        | Quantity::DifferentNames(group)
        | Quantity::Devotion(_, group) => is_open_group(group, bindings),
        Quantity::Power(Obj::Var(var))
        | Quantity::Toughness(Obj::Var(var))
        | Quantity::BasePower(Obj::Var(var))
        | Quantity::BaseToughness(Obj::Var(var))
        | Quantity::ManaValue(Obj::Var(var)) => is_unset(*var, bindings),
        Quantity::Sum(list) | Quantity::Max(list) | Quantity::Min(list) => any(list),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => {
            is_open_number(a, bindings) || is_open_number(b, bindings)
        }
        Quantity::Half(inner, _) | Quantity::Fewest(_, inner) | Quantity::Most(_, inner) => {
            is_open_number(inner, bindings)
        }
        Quantity::PlayersWho(_, condition) => is_open(condition, bindings),
        Quantity::If(condition, a, b) => {
            is_open(condition, bindings) || is_open_number(a, bindings) || is_open_number(b, bindings)
        }
        _ => false,
    }
}

fn is_open_group(group: &Objects, bindings: &Bindings) -> bool {
    match group {
        Objects::Var(var) | Objects::The(Obj::Var(var)) => is_unset(*var, bindings),
        Objects::Only(inner, _) | Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => {
            is_open_group(inner, bindings)
        }
        Objects::Union(all) => all.iter().any(|g| is_open_group(g, bindings)),
        _ => false,
    }
}

/// The five colours as a mask of [`ManaType::bit`].
pub(crate) const ANY_COLOR: u8 = 0b1_1111;

/// A part of what is added.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Part {
    /// An amount of one type.
    Fixed(ManaType, i32),
    /// An amount of one of these types, a mask.
    OneOf(u8, i32),
    /// One of a type or two colourless (CR 106.8).
    TwoOr(ManaType),
    /// An amount in any combination of these types, a mask.
    Combination(u8, i32),
}

impl Part {
    /// Without the choice, if only one type is left to choose.
    pub(crate) fn settled(self) -> Self {
        match self {
            Self::OneOf(mask, n) | Self::Combination(mask, n) if mask.count_ones() == 1 => {
                Self::Fixed(types(mask)[0], n)
            }
            other => other,
        }
    }
}

/// The types of a mask.
pub(crate) fn types(mask: u8) -> SmallVec<[ManaType; 6]> {
    ManaType::ALL.into_iter().filter(|t| mask & t.bit() != 0).collect()
}

pub(crate) fn mask_of(colors: &[Color]) -> u8 {
    colors.iter().fold(0, |mask, c| mask | ManaType::of(*c).bit())
}

/// CR 106.8: what a symbol adds.
pub(crate) fn symbol(symbol: ManaSymbol, x: i32) -> Option<Part> {
    Some(match symbol {
        ManaSymbol::Typed(mana) => Part::Fixed(mana, 1),
        ManaSymbol::Generic(n) => Part::Fixed(ManaType::C, i32::from(n)),
        ManaSymbol::X => Part::Fixed(ManaType::C, x),
        ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => Part::OneOf(mask, 1),
        ManaSymbol::TwoOr(mana) => Part::TwoOr(mana),
        ManaSymbol::Snow => return None,
    })
}
