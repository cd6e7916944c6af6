//! What is done until an event (CR 610.3): it is undone right after that.

use super::{here, with_entries};
use crate::cards::Op;
use crate::cards::compile::{CompileError, Compiler};
use crate::cards::def::{Filter, Instruction, TriggerEvent, Word};

/// `unless over, end; instruction; back as it comes; end:`
pub(super) fn compile(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    effect: &Instruction,
    event: &TriggerEvent,
) -> Result<(), CompileError> {
    if !matches!(event, TriggerEvent::Leaves(Filter::Is(_)) | TriggerEvent::BecomesMonarch(_)) {
        return Err(CompileError::Unsupported("`until` other than Leaves(Is(object)) or BecomesMonarch"));
    }
    let ability = c.at(event, &[])?;
    let mut first = effect.clone();
    if let Instruction::Move { until, .. } = &mut first {
        *until = None;
    }
    let (Instruction::Move { into, .. } | Instruction::PhaseOutUntil { into, .. }) = &mut first else {
        return Err(CompileError::Unsupported("such an instruction until an event"));
    };
    let var = *into.get_or_insert_with(|| Word::new("moved until").expect("it is a word"));
    let at = ops.len();
    ops.push(Op::Jump(0));
    ops.push(Op::Do(Box::new(with_entries(c, &first)?)));
    ops.push(Op::Return(ability, var));
    ops[at] = Op::UnlessOver(ability, here(ops));
    Ok(())
}
