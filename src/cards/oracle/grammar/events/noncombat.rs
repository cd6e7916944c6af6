//! What triggers on damage that isn't combat damage (CR 120.2b).

use crate::cards::oracle::grammar::events::deals;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

const OPPONENT: DamageTo = DamageTo::Player(Who::EachOpponent);
const YOURS: Filter = Filter::Controlled(Who::You);

fn dealt(source: Filter, to: DamageTo) -> TriggerEvent {
    TriggerEvent::Damage { source, to, combat: Some(false) }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "a source you control deals noncombat damage to a opponent" () => |c| deals(c, YOURS, OPPONENT, Some(false)),
        |_, e: &_| if *e == dealt(YOURS, OPPONENT) { vec![()] } else { Vec::new() }; "a source you control deals noncombat damage to an opponent"),
    rule!(Event: "a opponent is dealt noncombat damage" () => |c| deals(c, Filter::Any, OPPONENT, Some(false)),
        |_, e: &_| if *e == dealt(Filter::Any, OPPONENT) { vec![()] } else { Vec::new() }; "an opponent is dealt noncombat damage"),
    rule!(Happening: "is dealt noncombat damage" (what: EventSubject) => |_, what| Some(dealt(Filter::Any, DamageTo::Object(what))),
        |_, e| match e { TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: Some(false) } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "deals noncombat damage to a opponent" (what: EventSubject) => |c, what| (what != YOURS).then(|| deals(c, what, OPPONENT, Some(false)))?,
        |_, e| match e { TriggerEvent::Damage { source, to: OPPONENT, combat: Some(false) } if source != YOURS && source != Filter::Any => vec![(source,)], _ => Vec::new() }; ""),
];
