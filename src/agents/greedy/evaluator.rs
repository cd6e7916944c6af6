//! What following instructions would be worth: a dry run over their program with the choices bound, reading the board
//! through the seat's view. Nothing is forked and nothing is played; each thing that would be done counts by itself.

use super::assumptions::Assumptions;
use super::budget::ManaBudget;
use super::danger::Danger;
use super::guess;
use super::holdings::Holdings;
use super::lethal::LethalAttack;
use super::style::Style;
use super::value::{LandCounts, main_opponent};
use crate::cards::def::{Color, Filter, Instruction, Obj, Quantity, TargetDef};
use crate::cards::{AbilityKind, Body, ModeRow, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::{Bindings, ChosenTarget, Value};
use crate::model::ids::{AbilityHandle, NameId, ObjectRef, ProgramHandle, Referent, Seat};
use crate::model::object::Characteristics;
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell, RefCell};

/// How many instructions are looked at in one evaluation, at most.
const FUEL: u32 = 160;
/// How deep evaluations are nested at most: what a delayed ability does that returns what triggers.
const DEEP: u8 = 4;
/// How many objects of a loop are looked at, at most.
const ROUNDS: usize = 12;
/// How many options of a target are looked at, at most.
const OPTIONS: usize = 24;

/// What a judgement notes: the life that it takes from opponents and from the viewer, and assumptions.
type Notes = (i32, i32, Assumptions);

/// Looks with bindings that stay as they are: of them a program changes nothing but variables for good.
pub(super) fn keeping_variables<T>(bindings: &mut Bindings, look: impl FnOnce(&mut Bindings) -> T) -> T {
    // Nearly always there are none yet.
    let before = if bindings.vars.is_empty() { Vec::new() } else { bindings.vars.clone() };
    let found = look(bindings);
    bindings.vars = before;
    found
}

/// Judges what would be done, for the viewer.
pub(super) struct Evaluator<'a, 'w> {
    pub(super) view: &'a SeatView<'w>,
    pub(super) me: Seat,
    pub(super) style: &'a Style,
    /// It can be done later as well: what only helps in combat counts only in combat.
    pub(super) can_wait: bool,
    /// Damage to opponents themselves is what counts.
    pub(super) face: bool,
    /// They can't be killed by it now, so that what costs more than cards and mana is kept.
    pub(super) patient: bool,
    /// The life that the instructions looked at last take from opponents.
    pub(super) dealt: Cell<i32>,
    /// The life that they take from the viewer.
    pub(super) suffered: Cell<i32>,
    /// Life is only counted in `dealt` and `suffered`.
    pub(super) tally: Cell<bool>,
    /// How often what is judged can be done: damage that kills in that many times counts in parts.
    pub(super) times: i32,
    pub(super) assumptions: RefCell<Assumptions>,
    /// Numbers that are the same for all that is judged.
    pub(super) counted: RefCell<Vec<(Quantity, i32)>>,
    /// Names that are guessed, by what is asked for and whether the viewer's hand is looked at.
    pub(super) guessed: RefCell<Vec<(Filter, bool, Option<NameId>)>>,
    pub(super) holdings: OnceCell<Holdings>,
    pub(super) lands: OnceCell<LandCounts>,
    /// What keeping each card of the viewer's hand is worth, the least first.
    pub(super) hand: OnceCell<Vec<(i32, ObjectRef)>>,
    pub(super) budget: OnceCell<ManaBudget>,
    lethal: OnceCell<Option<LethalAttack>>,
    opponent: OnceCell<Option<Seat>>,
    pub(super) hostile: OnceCell<Color>,
    /// What a program with one target is worth with the main opponent as that, and what was noted.
    at_opponent: RefCell<Option<(i32, Notes)>>,
    /// What opponents' spells and abilities on the stack would do.
    pub(super) dangers: OnceCell<Vec<(ObjectRef, Danger)>>,
    /// Whether the dangers are being looked at.
    pub(super) looking: Cell<bool>,
    /// Whether a copy of something on the stack is being looked at.
    pub(super) copying: Cell<bool>,
    fuel: Cell<u32>,
    /// Whether a process is judged that is repeated once more.
    again: Cell<bool>,
    depth: Cell<u8>,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    pub(super) fn new(view: &'a SeatView<'w>, style: &'a Style, face: bool) -> Self {
        let (dealt, suffered, tally) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Self {
            view,
            me: view.seat(),
            style,
            can_wait: false,
            face,
            patient: false,
            dealt,
            suffered,
            tally,
            times: 1,
            assumptions: RefCell::default(),
            counted: RefCell::default(),
            guessed: RefCell::default(),
            holdings: OnceCell::new(),
            lands: OnceCell::new(),
            hand: OnceCell::new(),
            budget: OnceCell::new(),
            lethal: OnceCell::new(),
            opponent: OnceCell::new(),
            hostile: OnceCell::new(),
            at_opponent: RefCell::default(),
            dangers: OnceCell::new(),
            looking: Cell::new(false),
            copying: Cell::new(false),
            fuel: Cell::new(FUEL),
            again: Cell::new(false),
            depth: Cell::new(0),
        }
    }

    /// [`main_opponent`]: no judgement changes who it is.
    pub(super) fn opponent(&self) -> Option<Seat> {
        *self.opponent.get_or_init(|| main_opponent(self.view))
    }

    /// What the program that was judged last is worth with the main opponent as its only target, which is the judgement that is just
    /// done then; `None` if that hasn't been looked at.
    pub(super) fn judged_at_opponent(&self) -> Option<i32> {
        let (worth, mut notes) = self.at_opponent.take()?;
        self.exchange_notes(&mut notes);
        Some(worth)
    }

    /// The attack that can still be made lethal this turn.
    pub(super) fn lethal(&self) -> Option<&LethalAttack> {
        self.lethal.get_or_init(|| LethalAttack::of(self)).as_ref()
    }

    /// 1 for the viewer, -1 for opponents.
    pub(super) fn sign(&self, seat: Seat) -> i32 {
        if seat == self.me { 1 } else { -1 }
    }

    pub(super) fn controller_sign(&self, seen: &Seen<'_>) -> i32 {
        self.sign(seen.chars.controller)
    }

    /// What a program is worth from an instruction on. What is noted of a judgement inside of another is forgotten.
    pub(super) fn program(&self, program: ProgramHandle, from: u16, bindings: &mut Bindings) -> i32 {
        let depth = self.depth.get();
        if depth >= DEEP {
            return 0;
        }
        let outer = (depth > 0).then(|| (self.dealt.get(), self.suffered.get(), self.assumptions.borrow().clone()));
        if outer.is_none() {
            self.dealt.set(0);
            self.suffered.set(0);
            self.assumptions.borrow_mut().clear();
        }
        self.fuel.set(FUEL);
        self.depth.set(depth + 1);
        let worth = self.range(program, (from as usize, usize::MAX), bindings, 100);
        self.depth.set(depth);
        if let Some((dealt, suffered, assumptions)) = outer {
            self.dealt.set(dealt);
            self.suffered.set(suffered);
            *self.assumptions.borrow_mut() = assumptions;
        }
        worth
    }

    /// What a program is worth, its notes added to those that there are.
    pub(super) fn program_in_notes(&self, program: ProgramHandle, bindings: &mut Bindings) -> i32 {
        if self.depth.get() > DEEP {
            return 0;
        }
        self.fuel.set(FUEL);
        self.range(program, (0, usize::MAX), bindings, 100)
    }

    /// A judgement apart from the one under way, with its own notes.
    pub(super) fn apart<T>(&self, assumptions: Assumptions, look: impl FnOnce() -> T) -> (T, Assumptions) {
        let before = (self.dealt.get(), self.suffered.get(), self.fuel.get());
        let outer = self.assumptions.replace(assumptions);
        let depth = self.depth.get();
        self.depth.set(depth + 1);
        let answer = look();
        self.depth.set(depth);
        self.dealt.set(before.0);
        self.suffered.set(before.1);
        self.fuel.set(before.2);
        (answer, self.assumptions.replace(outer))
    }

    /// Goes through instructions; `chance` is how likely it is, in percent, that they do what they say.
    fn range(&self, program: ProgramHandle, range: (usize, usize), bindings: &mut Bindings, chance: i32) -> i32 {
        let table = self.view.table();
        let ops = table.program(program);
        let (mut pc, end) = (range.0, range.1.min(ops.len()));
        let (mut total, mut chance) = (0i32, chance);
        while pc < end {
            let Some(fuel) = self.fuel.get().checked_sub(1) else { break };
            self.fuel.set(fuel);
            let from = |place: usize, bindings: &mut Bindings| {
                let mark = self.assumptions.borrow().mark();
                let worth = keeping_variables(bindings, |own| self.range(program, (place, end), own, chance));
                self.assumptions.borrow_mut().back_to(mark);
                worth
            };
            let next = pc + 1;
            pc = match &ops[pc] {
                Op::Do(effect) => {
                    if let Instruction::ChooseName { filter, into, .. } = effect.as_ref()
                        && let Some(name) = self.name(filter, guess::looks_at_own_hand(&ops[next..]))
                    {
                        bindings.set(*into, Value::Name(name));
                    }
                    let worth = self.effect(effect, bindings, &mut chance);
                    total = total.saturating_add(worth.saturating_mul(chance) / 100);
                    next
                }
                Op::Jump(to) if (*to as usize) >= next => *to as usize,
                // The end of a round: the others are judged where the loop begins.
                Op::Jump(to) => match ops[*to as usize] {
                    Op::Next(after) => after as usize,
                    _ => end,
                },
                // One round more.
                Op::Again(_) if !self.again.get() => {
                    self.again.set(true);
                    let more = from(0, bindings);
                    self.again.set(false);
                    return total.saturating_add(more);
                }
                Op::Again(_) => end,
                Op::Next(after) => *after as usize,
                Op::JumpUnless(condition, to, _) => match self.view.holds(bindings, condition) {
                    Some(false) => *to as usize,
                    _ => next,
                },
                Op::UnlessDone(_) | Op::ChooseX(..) | Op::Until(..) => next,
                Op::AskMay(who, to, _) => {
                    let (yes, no) = (from(next, bindings), from(*to as usize, bindings));
                    return total.saturating_add(self.pick(self.view.players_meant(bindings, *who).first(), yes, no));
                }
                Op::AskPay(who, cost, to, _) => {
                    let payer = self.view.players_meant(bindings, *who).first().copied();
                    let no = from(*to as usize, bindings);
                    let able = payer.is_some_and(|p| p == self.me || self.could_pay(p, cost));
                    if !able {
                        return total.saturating_add(no);
                    }
                    let price = self.price(&cost.0, bindings.this, bindings);
                    let price = (price.penalty + 10 * price.mana) * payer.map_or(1, |p| self.sign(p));
                    let yes = from(next, bindings).saturating_sub(price);
                    return total.saturating_add(self.pick(payer.as_ref(), yes, no));
                }
                Op::ChooseOne(who, starts, _) | Op::Face(who, starts, _) => {
                    let mine = self.view.players_meant(bindings, *who).first() == Some(&self.me);
                    let courses = starts.iter().map(|start| from(*start as usize, bindings));
                    let best = if mine { courses.max() } else { courses.min() };
                    return total.saturating_add(best.unwrap_or(0));
                }
                Op::Each(group, _) => {
                    let each = self.view.recipients(bindings, group).into_iter().take(ROUNDS);
                    let (sum, after) = self.rounds(program, next, each, bindings, chance);
                    total = total.saturating_add(sum);
                    after
                }
                Op::Facings(_) => {
                    let (sum, after) = self.rounds(program, next, bindings.it.into_iter(), bindings, chance);
                    total = total.saturating_add(sum);
                    after
                }
                Op::Times(times) => {
                    let times = self.view.value(bindings, times).unwrap_or(1).clamp(0, 20);
                    let one = bindings.it.into_iter().chain([Referent::Player(self.me)]).take(1);
                    let (sum, after) = self.rounds(program, next, one, bindings, chance);
                    total = total.saturating_add(sum.saturating_mul(times));
                    after
                }
                Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) | Op::Except(_) => next,
                Op::Continuous(row, duration) => {
                    let row = &table.def(program.def).statics[*row as usize];
                    total += self.lasting(&row.effect, Some(duration), bindings) * chance / 100;
                    next
                }
                Op::Delayed(ability, _) | Op::Reflexive(ability) => {
                    let handle = AbilityHandle { def: program.def, index: *ability };
                    let fuel = self.fuel.get();
                    total += self.ability(handle, bindings) / 2;
                    self.fuel.set(fuel.saturating_sub(10));
                    next
                }
                Op::ExtraTurn(who, ability) => {
                    let handle = AbilityHandle { def: program.def, index: *ability };
                    let turn = Instruction::ExtraTurn(*who);
                    let worth =
                        self.effect(&turn, bindings, &mut chance).saturating_add(self.ability(handle, bindings));
                    total = total.saturating_add(worth * chance / 100);
                    next
                }
                Op::CreateToken { who, count, tokens, attacking, size, .. } => {
                    let count = self.view.value(bindings, count).unwrap_or(1).clamp(0, 20);
                    let count = count * self.attacked(*attacking, bindings);
                    let kinds = tokens.iter().map(|token| table.def(table.token(program.def, *token)));
                    let sized = |chars: &Characteristics| {
                        let (power, toughness) = size.as_ref()?;
                        let number = |quantity| self.view.value(bindings, quantity).unwrap_or(1).max(0);
                        Some(Characteristics { power: number(power), toughness: number(toughness), ..chars.clone() })
                    };
                    let one = |chars| {
                        sized(chars)
                            .map_or_else(|| self.style.as_permanent(chars), |sized| self.style.as_permanent(&sized))
                    };
                    let worth = kinds.map(|kind| one(&kind.faces[0].chars)).sum::<i32>() * count;
                    let seats = self.view.players_meant(bindings, *who);
                    total += seats.iter().map(|s| self.sign_of_tokens(*s) * worth).sum::<i32>() * chance / 100;
                    next
                }
                Op::UnlessOver(..) | Op::Return(..) => next,
                Op::Emblem(who, emblem) => {
                    let seats = self.view.players_meant(bindings, *who);
                    total += seats.iter().map(|s| 250 * self.sign(*s)).sum::<i32>();
                    self.note_emblem(table.token(program.def, *emblem), &seats, bindings);
                    next
                }
            };
        }
        total
    }

    /// What a player who chooses makes of it.
    fn pick(&self, who: Option<&Seat>, yes: i32, no: i32) -> i32 {
        if who.is_none_or(|seat| *seat == self.me) { yes.max(no) } else { yes.min(no) }
    }

    /// Goes through the rounds of a loop whose `Next` stands at `at`; answers the sum and where to continue.
    fn rounds(
        &self,
        program: ProgramHandle,
        at: usize,
        each: impl Iterator<Item = Referent>,
        bindings: &mut Bindings,
        chance: i32,
    ) -> (i32, usize) {
        let Some(Op::Next(after)) = self.view.table().program(program).get(at) else { return (0, usize::MAX) };
        let after = *after as usize;
        let before = bindings.it;
        let mut sum = 0i32;
        for it in each {
            bindings.it = Some(it);
            // The last instruction of the body jumps back.
            sum = sum.saturating_add(self.range(program, (at + 1, after - 1), bindings, chance));
        }
        bindings.it = before;
        (sum, after)
    }

    /// What an activated, triggered or spell ability is worth with the best modes and targets. The bindings stay as they are.
    pub(super) fn ability(&self, handle: AbilityHandle, bindings: &mut Bindings) -> i32 {
        match &self.view.table().ability(handle).kind {
            AbilityKind::Spell(body) | AbilityKind::Activated { body, .. } => self.body(handle, body, bindings),
            AbilityKind::Triggered { body, only_if, .. } => match self.view.holds(bindings, only_if) {
                Some(false) => 0,
                _ => self.body(handle, body, bindings),
            },
            _ => 0,
        }
    }

    /// The best of its modes.
    fn body(&self, handle: AbilityHandle, body: &Body, bindings: &mut Bindings) -> i32 {
        if let [only] = body.modes.as_slice() {
            return self.mode(handle, only, bindings);
        }
        let mut all: Vec<i32> = body.modes.iter().map(|row| self.mode(handle, row, bindings)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let most = body.instead.as_ref().map_or(body.max, |other| other.max.max(body.max));
        let counts = |i: usize, worth: i32| i < body.min as usize || (i < most as usize && worth > 0);
        all.into_iter().enumerate().filter(|(i, worth)| counts(*i, *worth)).map(|(_, worth)| worth).sum()
    }

    /// A mode with the best targets, chosen one instance after another. The bindings stay as they are.
    pub(super) fn mode(&self, handle: AbilityHandle, row: &ModeRow, bindings: &mut Bindings) -> i32 {
        let program = ProgramHandle { def: handle.def, index: row.program };
        let targets = std::mem::take(&mut bindings.targets);
        let worth = keeping_variables(bindings, |bound| match row.targets.as_slice() {
            [] => self.program(program, 0, bound),
            targets => self.mode_with(program, targets, bound),
        });
        bindings.targets = targets;
        worth
    }

    /// A program with targets, which are bound.
    fn mode_with(&self, program: ProgramHandle, targets: &[TargetDef], bound: &mut Bindings) -> i32 {
        let mut worth = None;
        // The best of the options of the only target, and whether what was noted as it was judged is kept: unless it is gone then.
        // Only for what isn't part of another judgement: those put back what is noted.
        let mut best: Option<(i32, bool)> = None;
        let mut notes = Notes::default();
        let alone = targets.len() == 1 && self.depth.get() == 0;
        if alone {
            self.at_opponent.replace(None);
        }
        for (instance, def) in targets.iter().enumerate() {
            let options = self.view.target_options(bound, def);
            let number = |quantity| self.view.value(bound, quantity).unwrap_or(1);
            let (least, most) = (number(&def.min), number(&def.max));
            let share = self.share(def, bound);
            let mut scores: SmallVec<[(i32, Referent); OPTIONS]> = SmallVec::new();
            for option in options.into_iter().take(OPTIONS) {
                let (score, gone) = self.aimed(program, bound, (instance as u8, option, share));
                if alone && option.player().is_some_and(|seat| Some(seat) == self.opponent()) {
                    let notes = (self.dealt.get(), self.suffered.get(), self.assumptions.borrow().clone());
                    self.at_opponent.replace(Some((score, notes)));
                }
                if alone && best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, !gone));
                    if !gone {
                        self.exchange_notes(&mut notes);
                    }
                }
                scores.push((score, option));
            }
            // What is divided is judged as if one target took it all.
            let most = if def.divide.is_some() { 1 } else { most.max(1) as usize };
            scores.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
            let before = worth.unwrap_or(0);
            for (n, (score, target)) in scores.iter().take(most).enumerate() {
                if (n as i32) < least || *score > before {
                    bound.targets.push(ChosenTarget { instance: instance as u8, target: *target, share, legal: true });
                    worth = Some(worth.map_or(*score, |w: i32| w.max(*score)));
                }
            }
        }
        // One target alone has been judged already: no more than what was noted then is taken up again.
        if let ([_], Some((score, true))) = (bound.targets.as_slice(), best) {
            self.exchange_notes(&mut notes);
            return score;
        }
        // The last target was judged with all before it; without targets, or for what is counted along, run it whole.
        let aimed = bound.targets.iter().map(|t| self.aimed_at(t.target, bound.this));
        let (aimed, gone) = aimed.fold((0, false), |(sum, any), (worth, gone)| (sum + worth, any || gone));
        let worth = self.program(program, 0, bound);
        if gone { worth.min(0).saturating_add(aimed) } else { worth.saturating_add(aimed) }
    }

    /// What is divided, were there one target.
    pub(super) fn share(&self, def: &TargetDef, bindings: &Bindings) -> i32 {
        def.divide.as_ref().map_or(0, |q| self.view.value(bindings, q).unwrap_or(1))
    }

    /// A program with one more target. The bindings stay as they are.
    pub(super) fn with_target(&self, program: ProgramHandle, bound: &mut Bindings, target: (u8, Referent, i32)) -> i32 {
        self.aimed(program, bound, target).0
    }

    /// A program with one more target, and whether that is gone by then. The bindings stay as they are.
    fn aimed(
        &self,
        program: ProgramHandle,
        bound: &mut Bindings,
        (instance, target, share): (u8, Referent, i32),
    ) -> (i32, bool) {
        let (aimed, gone) = self.aimed_at(target, bound.this);
        if gone {
            return (aimed, true);
        }
        bound.targets.push(ChosenTarget { instance, target, share, legal: true });
        let worth = keeping_variables(bound, |bound| self.program(program, 0, bound)).saturating_add(aimed);
        bound.targets.pop();
        (worth, false)
    }

    /// Exchanges what the judgement that is just done has noted for other notes.
    fn exchange_notes(&self, notes: &mut Notes) {
        notes.0 = self.dealt.replace(notes.0);
        notes.1 = self.suffered.replace(notes.1);
        std::mem::swap(&mut *self.assumptions.borrow_mut(), &mut notes.2);
    }
}

/// Whether a filter asks for the object itself.
pub(super) fn names_itself(filter: &Filter) -> bool {
    match filter {
        Filter::Is(Obj::This) => true,
        Filter::And(all) => all.iter().any(names_itself),
        _ => false,
    }
}
