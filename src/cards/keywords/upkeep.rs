//! Cumulative upkeep for which something is done, instead of a cost that is paid (CR 702.24a).

use super::{when, word};
use crate::cards::def::*;

/// CR 702.24a: for each age counter the same is done again, or nothing at all.
pub(super) fn upkeep(acts: &[Instruction]) -> AbilityDef {
    let age = CounterKind::Named(word("age"));
    let grow = Instruction::PutCounters {
        kind: age,
        count: Quantity::N(1),
        and: Vec::new(),
        on: Recipients::Objects(Objects::The(Obj::This)),
    };
    let pay = Instruction::May {
        who: Who::You,
        then: vec![Instruction::Repeat(Quantity::Counters(age, Obj::This), acts.to_vec())],
        otherwise: vec![
            Instruction::Does(PermanentAction::GoUnpaid, Objects::The(Obj::This)),
            Instruction::Sacrifice(Objects::The(Obj::This)),
        ],
    };
    let here = Condition::Is(Obj::This, Filter::Zone(ZoneKind::Battlefield));
    when(TriggerEvent::Beginning(StepName::Upkeep, Who::You), here, vec![grow, pay])
}
