//! Instructions that don't happen, because they require information about an illegal target (CR 608.2b).

use super::step::InstructionFlow;
use crate::cards::def::{Condition, Entry, Filter, Instruction, Quantity, StaticEffect, Walk};
use crate::cards::{CardTable, Op};
use crate::model::bindings::{Frame, Loop};
use crate::model::ids::StaticHandle;
use crate::rules::reading::{self, Unknown};
use crate::rules::state::ReadGame;
use derive_visitor::DriveMut;
use std::cell::Cell;

/// Where to continue if an instruction requires information about an illegal target. Conditions decide that themselves. What
/// only acts on such a target finds none.
pub(super) fn skip(world: &impl ReadGame, frame: &mut Frame, op: &Op) -> Option<InstructionFlow> {
    let bindings = &frame.bindings;
    let asks = |ask: &dyn Fn(&Unknown<'_>) -> bool| reading::of_illegal(bindings, ask);
    let step = match op {
        // Each amount and those to whom it is dealt are decided where it is dealt.
        Op::Do(effect) if matches!(**effect, Instruction::Damage { .. }) => None,
        Op::Do(effect) => asks(&|unknown| of_effect(effect, unknown)).then_some(InstructionFlow::Next),
        Op::Continuous(index, _) => {
            let handle = StaticHandle { def: frame.program.def, index: *index };
            let effect = &world.part::<CardTable>().static_row(handle).effect;
            asks(&|unknown| of_static(effect, unknown)).then_some(InstructionFlow::Next)
        }
        Op::CreateToken { count, counters, size, .. } => {
            let of_counters = |unknown: &Unknown<'_>| counters.iter().any(|(_, n)| unknown.quantity(n));
            let of_size = |unknown: &Unknown<'_>| size.iter().any(|(p, t)| unknown.quantity(p) || unknown.quantity(t));
            asks(&|unknown| unknown.quantity(count) || of_counters(unknown) || of_size(unknown))
                .then_some(InstructionFlow::Next)
        }
        Op::AskMay(who, _, end) => asks(&|unknown| unknown.who(*who)).then_some(InstructionFlow::Jump(*end)),
        Op::ChooseOne(who, _, end) => asks(&|unknown| unknown.who(*who)).then_some(InstructionFlow::Jump(*end)),
        // Whether there is somebody to face it is decided where the loop through them begins.
        Op::Face(..) | Op::Facings(_) => None,
        // What follows is decided where it is asked.
        Op::ChooseX(who, ..) => asks(&|unknown| unknown.who(*who)).then_some(InstructionFlow::Next),
        Op::AskPay(who, cost, _, end) => asks(&|unknown| unknown.who(*who) || inside(&mut cost.clone(), unknown))
            .then_some(InstructionFlow::Jump(*end)),
        Op::Each(group, _) if asks(&|unknown| unknown.recipients(group)) => {
            frame.loops.push(Loop::Each(Vec::new(), frame.bindings.it));
            return Some(InstructionFlow::Next);
        }
        Op::Times(count) if asks(&|unknown| unknown.quantity(count)) => {
            frame.loops.push(Loop::Times(0));
            return Some(InstructionFlow::Next);
        }
        Op::Each(..)
        | Op::Times(_)
        | Op::Jump(_)
        | Op::Again(_)
        | Op::Until(..)
        | Op::JumpUnless(..)
        | Op::UnlessDone(_)
        | Op::Next(_)
        | Op::Delayed(..)
        | Op::ExtraTurn(..)
        | Op::UnlessOver(..)
        | Op::Return(..)
        | Op::IfSpent(..)
        | Op::WhenSpent(..)
        | Op::Lasts(_)
        | Op::Except(_)
        | Op::Reflexive(_)
        | Op::Emblem(..) => None,
    };
    if let (Some(_), Op::CreateToken { into: Some(var), .. }) = (&step, op) {
        frame.bindings.clear(*var);
    }
    step
}

fn of_effect(effect: &Instruction, unknown: &Unknown<'_>) -> bool {
    inside(&mut effect.clone(), unknown)
}

/// Whether these words of an instruction require information about an illegal target.
pub(super) fn is_unknown(frame: &Frame, words: &(impl DriveMut + Clone)) -> bool {
    let illegal = frame.bindings.targets.iter().any(|target| !target.legal);
    illegal && reading::of_illegal(&frame.bindings, |unknown| inside(&mut words.clone(), unknown))
}

fn of_static(effect: &StaticEffect, unknown: &Unknown<'_>) -> bool {
    inside(&mut effect.clone(), unknown)
}

/// Whether a number, a quality, a condition or who controls what enters requires such information in these words.
fn inside(words: &mut impl DriveMut, unknown: &Unknown<'_>) -> bool {
    let found = Cell::new(false);
    let or_if = |so: bool| found.set(found.get() || so);
    words.each(|q: &mut Quantity| or_if(unknown.quantity(q)));
    words.each(|f: &mut Filter| or_if(unknown.filter(f)));
    words.each(|c: &mut Condition| or_if(unknown.condition(c)));
    words.each(|e: &mut Entry| or_if(e.under.is_some_and(|who| unknown.who(who))));
    found.get()
}
