//! Events that are looked at as things were right before them (CR 603.10).

use crate::cards::def::{TriggerEvent, ZoneKind};
use crate::model::fact::Fact;

/// CR 603.10a: whether a fact is looked at as things were right before it: permanents that leave, sacrifices, cards that
/// leave a graveyard, what all could see put into a hand or library, what becomes unattached (603.10c), countered spells
/// (603.10e), control that is lost (603.10d) and players who lose (603.10f). Being put into a graveyard "from anywhere" is
/// not one of those (603.6c).
pub(super) fn looks_back(event: &TriggerEvent, fact: &Fact) -> bool {
    match (event, fact) {
        _ if always(event) => true,
        // CR 603.6a: what enters is looked at afterwards.
        (TriggerEvent::Moves { to: Some(ZoneKind::Battlefield), .. }, _) => false,
        (TriggerEvent::Moves { from: Some(ZoneKind::Battlefield | ZoneKind::Graveyard), .. }, _) => true,
        (TriggerEvent::Moves { to: Some(ZoneKind::Hand | ZoneKind::Library), .. }, Fact::Moved { from, .. }) => {
            from.is_public()
        }
        _ => false,
    }
}

/// CR 603.10a, c-f: whether such an event looks back whatever happened.
const fn always(event: &TriggerEvent) -> bool {
    matches!(
        event,
        TriggerEvent::Leaves(_)
            | TriggerEvent::Dies(_)
            | TriggerEvent::HauntedDies
            | TriggerEvent::Destroyed(_)
            | TriggerEvent::Sacrifices(..)
            | TriggerEvent::Exploits { .. }
            | TriggerEvent::Unattached(_)
            | TriggerEvent::Countered(_)
            | TriggerEvent::LosesControl(..)
            | TriggerEvent::LosesGame(_)
    )
}

/// Whether an ability has an event that may look back, or one that may not.
pub(super) fn may_look(event: &TriggerEvent, back: bool) -> bool {
    match event {
        TriggerEvent::AnyOf(events) => events.iter().any(|e| may_look(e, back)),
        TriggerEvent::CausedBy(_, event)
        | TriggerEvent::OneOrMore(event)
        | TriggerEvent::FirstTime(event)
        | TriggerEvent::FirstTimeForIt(event) => may_look(event, back),
        _ if always(event) => back,
        TriggerEvent::Moves { from, to, .. } => match (from, to) {
            (_, Some(ZoneKind::Battlefield)) => !back,
            (Some(ZoneKind::Battlefield | ZoneKind::Graveyard), _) => back,
            (_, Some(ZoneKind::Hand | ZoneKind::Library)) => true,
            _ => !back,
        },
        _ => !back,
    }
}
