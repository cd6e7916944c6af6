//! The ability that Sieges have by their battle type (CR 310.11b).

use super::{when, word};
use crate::cards::def::*;

/// CR 310.11b: as the last defense counter is removed it is exiled, and its controller may cast it transformed for nothing. What isn't
/// exiled any more, as it has left the battlefield meanwhile, isn't cast.
pub(in crate::cards) fn defeated(types: &TypeLine) -> Option<AbilityDef> {
    let siege = Subtype::named("Siege").filter(|siege| types.subtypes.contains(*siege));
    siege.filter(|_| types.types.contains(CardTypes::BATTLE))?;
    let exiled = word("siege");
    let exile = Instruction::Move {
        what: Objects::The(Obj::This),
        to: Destination::Exile,
        into: Some(exiled),
        linked: false,
        until: None,
    };
    let cast = Instruction::CastNow {
        who: Who::You,
        what: Objects::Var(exiled),
        spell: Filter::Any,
        cost: CastCost::Free,
        copies: false,
        lands: false,
        transformed: true,
        into: None,
    };
    let last = TriggerEvent::LastCounterRemoved(CounterKind::Defense, Filter::Is(Obj::This));
    Some(when(last, Condition::Always, vec![exile, cast]))
}
