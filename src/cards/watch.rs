//! Which facts a trigger event can match, and whether it looks back in time.

use super::def::{
    Filter, Instruction, ReplaceWith, ReplacedEvent, Replacement, TokenSource, TriggerEvent, TriggeredDef, Who,
    ZoneKind,
};
use crate::model::fact::FactMask;
use derive_visitor::{DriveMut, visitor_enter_fn_mut};

/// The kinds of facts that could match.
pub(super) fn watch(event: &TriggerEvent) -> FactMask {
    match event {
        TriggerEvent::Enters(_) => FactMask::ENTERED,
        TriggerEvent::Leaves(_) | TriggerEvent::Dies(_) | TriggerEvent::Destroyed(_) => FactMask::LEFT,
        TriggerEvent::Moves { .. } | TriggerEvent::Mills(..) => FactMask::MOVED,
        TriggerEvent::DealtExcess { .. } => FactMask::DAMAGED,
        TriggerEvent::Creates(..) => FactMask::ENTERED,
        TriggerEvent::BecomesAttached { .. } => FactMask::ENTERED | FactMask::OTHER,
        TriggerEvent::Casts { .. } => FactMask::CAST,
        TriggerEvent::Activates { .. } => FactMask::ACTIVATED,
        TriggerEvent::PlaysLand(..) => FactMask::LAND,
        TriggerEvent::Attacks(_)
        | TriggerEvent::AttacksAlone(_)
        | TriggerEvent::Attacked { .. }
        | TriggerEvent::Blocks(_)
        | TriggerEvent::BlocksCreature { .. }
        | TriggerEvent::BecomesBlocked(_)
        | TriggerEvent::BecomesBlockedBy { .. }
        | TriggerEvent::NotBlocked(_) => FactMask::COMBAT,
        TriggerEvent::Damage { .. } => FactMask::DAMAGED,
        TriggerEvent::GainsLife(_) => FactMask::GAINED,
        TriggerEvent::LosesLife(_) => FactMask::LOST_LIFE,
        TriggerEvent::Draws(_) => FactMask::DREW,
        TriggerEvent::Discards(..) | TriggerEvent::Cycles(..) => FactMask::DISCARDED,
        TriggerEvent::Sacrifices(..) | TriggerEvent::Exploits { .. } => FactMask::SACRIFICED,
        TriggerEvent::BecomesTapped(_) | TriggerEvent::BecomesUntapped(_) => FactMask::TAPPED,
        TriggerEvent::TappedForMana(_) => FactMask::FOR_MANA,
        TriggerEvent::TurnedFaceUp(_) | TriggerEvent::TransformsInto(_) => FactMask::TURNED,
        TriggerEvent::ChaosEnsues
        | TriggerEvent::RevealedAsDrawn
        | TriggerEvent::PlaneswalksTo(_)
        | TriggerEvent::SetInMotion(_)
        | TriggerEvent::EntersRoom { .. }
        | TriggerEvent::BecomesMonarch(_)
        | TriggerEvent::TakesInitiative(_)
        | TriggerEvent::DayNightTurns(_)
        | TriggerEvent::RingTempts(_)
        | TriggerEvent::UnlocksThisDoor(_)
        | TriggerEvent::FullyUnlocks(..)
        | TriggerEvent::Becomes(..)
        | TriggerEvent::Copies(..)
        | TriggerEvent::Performs(..)
        | TriggerEvent::Does(..)
        | TriggerEvent::Exerts { .. }
        | TriggerEvent::Crews(..)
        | TriggerEvent::Saddles(..)
        | TriggerEvent::CompletesDungeon(_) => FactMask::OTHER,
        TriggerEvent::BecomesTarget { .. } | TriggerEvent::PlayerBecomesTarget { .. } => FactMask::TARGETED,
        TriggerEvent::CountersPut(..)
        | TriggerEvent::PutsCounters(..)
        | TriggerEvent::PutsEachCounter(..)
        | TriggerEvent::Chapters(_)
        | TriggerEvent::LastCounterRemoved(..) => FactMask::COUNTERS,
        TriggerEvent::Beginning(..) => FactMask::BEGAN,
        TriggerEvent::Unattached(_) => FactMask::LEFT | FactMask::OTHER,
        TriggerEvent::Countered(_) => FactMask::MOVED,
        TriggerEvent::LosesControl(..) => FactMask::LEFT | FactMask::OTHER,
        TriggerEvent::LosesGame(_) => FactMask::OTHER,
        TriggerEvent::State(_) => FactMask::STATE,
        TriggerEvent::CausedBy(_, event) | TriggerEvent::OneOrMore(event) | TriggerEvent::FirstTime(event) => {
            watch(event)
        }
        TriggerEvent::AnyOf(events) => events.iter().map(watch).fold(FactMask::empty(), FactMask::union),
    }
}

/// CR 607.1: why an event can't be where it is that stands for what its own ability permits.
pub(super) fn unsuitable_reveal(ability: &TriggeredDef) -> Option<&'static str> {
    let (mut event, mut inside) = (ability.when.clone(), false);
    let own = event == TriggerEvent::RevealedAsDrawn;
    event.drive_mut(&mut visitor_enter_fn_mut(|event: &mut TriggerEvent| {
        inside |= *event == TriggerEvent::RevealedAsDrawn && !own;
    }));
    let elsewhere = own && ability.from != ZoneKind::Hand;
    match (inside, elsewhere) {
        (true, _) => Some("`RevealedAsDrawn` inside another event"),
        (_, true) => Some("`RevealedAsDrawn` anywhere but in the hand"),
        _ => None,
    }
}

/// CR 614.12: what can't be asked of tokens that aren't there yet, or be created with them or instead of them.
pub(super) fn unsuitable_tokens(replacement: &Replacement) -> Option<&'static str> {
    fn can_be_asked(filter: &Filter) -> bool {
        match filter {
            Filter::And(list) | Filter::Or(list) => list.iter().all(can_be_asked),
            Filter::Not(inner) => can_be_asked(inner),
            Filter::Any | Filter::Token | Filter::Colorless | Filter::Permanent => true,
            Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) => true,
            _ => false,
        }
    }
    let event = match &replacement.event {
        ReplacedEvent::CreateTokens(_, filter) if !can_be_asked(filter) => {
            return Some("such a quality in `CreateTokens`");
        }
        event => matches!(event, ReplacedEvent::CreateTokens(..)),
    };
    let (ReplaceWith::TokensToo(effects) | ReplaceWith::TokensInstead(effects)) = &replacement.with else {
        return None;
    };
    let plain = match effects.as_slice() {
        [
            Instruction::CreateToken {
                who: Who::You, token, attacking: None, counters, into: None, tapped: false, ..
            },
        ] => {
            let fixed = matches!(token, TokenSource::New(_) | TokenSource::Predefined(_) | TokenSource::Several(_));
            fixed && counters.is_empty()
        }
        _ => false,
    };
    (!event || !plain).then_some("such tokens in `TokensToo` or `TokensInstead`")
}

/// What keeps the rules from telling whether such an event is the first one of a turn.
pub(super) fn unsuitable_first_time(event: &TriggerEvent) -> Option<&'static str> {
    let (first, mut inner) = match event {
        TriggerEvent::FirstTime(inner) => (true, inner.as_ref().clone()),
        other => (false, other.clone()),
    };
    let mut wrong = None;
    inner.drive_mut(&mut visitor_enter_fn_mut(|event: &mut TriggerEvent| match event {
        TriggerEvent::FirstTime(_) => wrong = Some("`FirstTime` inside another event"),
        TriggerEvent::State(_) | TriggerEvent::CausedBy(..) | TriggerEvent::Chapters(_) if first => {
            wrong = Some("`FirstTime` of such an event");
        }
        _ => {}
    }));
    wrong
}

/// CR 603.10a: leaves-the-battlefield abilities, sacrifices, cards that leave a graveyard, and objects that all
/// players can see put into a hand or library.
pub(super) fn looks_back(event: &TriggerEvent) -> bool {
    match event {
        TriggerEvent::Leaves(_)
        | TriggerEvent::Dies(_)
        | TriggerEvent::Destroyed(_)
        | TriggerEvent::Sacrifices(..)
        | TriggerEvent::Exploits { .. }
        | TriggerEvent::Unattached(_)
        | TriggerEvent::Countered(_)
        | TriggerEvent::LosesGame(_) => true,
        TriggerEvent::Moves { from, .. } => matches!(from, Some(ZoneKind::Battlefield | ZoneKind::Graveyard)),
        TriggerEvent::CausedBy(_, event) | TriggerEvent::OneOrMore(event) | TriggerEvent::FirstTime(event) => {
            looks_back(event)
        }
        TriggerEvent::AnyOf(events) => events.iter().any(looks_back),
        _ => false,
    }
}
