//! Backup (CR 702.165), which gives what stands below it on the card.

use super::{PLUS, this, when};
use crate::cards::def::*;

/// CR 702.165a: another creature gains the abilities that stand below, but for those with the keyword themselves.
pub(super) fn backup(n: u32, below: &[AbilityDef]) -> AbilityDef {
    let (mut gained, mut others) = (Vec::new(), Vec::new());
    for ability in below {
        match ability {
            AbilityDef::Keyword(KeywordAbility::Backup(_)) => {}
            AbilityDef::Keywords(keywords) => gained.push(Modification::Gain(keywords.clone())),
            other => others.push(other.clone()),
        }
    }
    if !others.is_empty() {
        gained.push(Modification::GainAbilities(others));
    }
    let counters = Instruction::PutCounters {
        kind: PLUS,
        count: Quantity::N(n as i32),
        and: Vec::new(),
        on: Recipients::Targets(0),
    };
    let gains = StaticEffect::Affect(Objects::Targets(0), gained);
    let other = Instruction::If {
        cond: Condition::Not(Box::new(Condition::Is(Obj::Target(0), this()))),
        then: vec![Instruction::Continuous(gains, Duration::EndOfTurn)],
        otherwise: Vec::new(),
    };
    let AbilityDef::Triggered(def) = when(TriggerEvent::Enters(this()), Condition::Always, vec![counters, other])
    else {
        unreachable!("`when` makes triggered abilities")
    };
    let targets = vec![TargetDef::new(TargetKind::Permanent(Filter::Type(CardTypes::CREATURE)))];
    AbilityDef::Triggered(TriggeredDef { targets, ..def })
}
