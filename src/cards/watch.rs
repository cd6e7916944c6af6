//! Which facts a trigger event can match, and whether it looks back in time; what else abilities ask that has to be noted as it happens: a
//! game in which no card asks it doesn't keep it.

use super::def::*;
use super::table::Traits;
use crate::model::fact::FactMask;

/// The kinds of facts that could match.
pub(super) fn watch(event: &TriggerEvent) -> FactMask {
    match event {
        TriggerEvent::Enters(_) | TriggerEvent::EntersUnplayed(_) => FactMask::ENTERED,
        TriggerEvent::Leaves(_) | TriggerEvent::Dies(_) | TriggerEvent::HauntedDies | TriggerEvent::Destroyed(_) => {
            FactMask::LEFT
        }
        TriggerEvent::ResolvesIntoGraveyard(_) | TriggerEvent::Moves { .. } | TriggerEvent::Mills(..) => {
            FactMask::MOVED
        }
        TriggerEvent::DealtExcess { .. } => FactMask::DAMAGED,
        TriggerEvent::Creates(..) => FactMask::ENTERED,
        TriggerEvent::BecomesAttached { .. } => FactMask::ENTERED | FactMask::OTHER,
        TriggerEvent::Casts { .. } => FactMask::CAST,
        TriggerEvent::Activates { .. } => FactMask::ACTIVATED,
        TriggerEvent::PlaysLand { .. } => FactMask::LAND,
        TriggerEvent::Attacks(_)
        | TriggerEvent::AttacksAlone(_)
        | TriggerEvent::Attacked { .. }
        | TriggerEvent::Blocks(_)
        | TriggerEvent::BlocksCreature { .. }
        | TriggerEvent::BecomesBlocked(_)
        | TriggerEvent::NotBlocked(_) => FactMask::COMBAT,
        TriggerEvent::BecomesBlockedBy { .. } => FactMask::COMBAT | FactMask::ENTERED,
        TriggerEvent::Damage { .. } => FactMask::DAMAGED,
        TriggerEvent::GainsLife(_) => FactMask::GAINED,
        TriggerEvent::LosesLife(_) => FactMask::LOST_LIFE,
        TriggerEvent::Draws(_) => FactMask::DREW,
        TriggerEvent::Discards(..) | TriggerEvent::Cycles(..) => FactMask::DISCARDED,
        TriggerEvent::Sacrifices(..) | TriggerEvent::Exploits { .. } => FactMask::SACRIFICED,
        TriggerEvent::Champions { .. } => FactMask::LEFT,
        TriggerEvent::BecomesTapped(_) | TriggerEvent::BecomesUntapped(_) => FactMask::TAPPED,
        TriggerEvent::TappedForMana(_) => FactMask::FOR_MANA,
        TriggerEvent::TurnedFaceUp(_) | TriggerEvent::TransformsInto(_) => FactMask::TURNED,
        TriggerEvent::ChaosEnsues
        | TriggerEvent::FinishVoting
        | TriggerEvent::RevealedAsDrawn
        | TriggerEvent::PlaneswalksTo(_)
        | TriggerEvent::SetInMotion(_)
        | TriggerEvent::EntersRoom { .. }
        | TriggerEvent::BecomesMonarch(_)
        | TriggerEvent::Expends(..)
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
        | TriggerEvent::Enlists { .. }
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
        TriggerEvent::Triggers { on: event, .. }
        | TriggerEvent::CausedBy(_, event)
        | TriggerEvent::OneOrMore(event)
        | TriggerEvent::FirstTime(event)
        | TriggerEvent::FirstTimeForIt(event) => watch(event),
        TriggerEvent::AnyOf(events) => events.iter().map(watch).fold(FactMask::empty(), FactMask::union),
    }
}

/// CR 607.1: why an event can't be where it is that stands for what its own ability permits.
pub(super) fn unsuitable_reveal(ability: &TriggeredDef) -> Option<&'static str> {
    let (mut event, mut inside) = (ability.when.clone(), false);
    let own = event == TriggerEvent::RevealedAsDrawn;
    event.each(|event: &mut TriggerEvent| {
        inside |= *event == TriggerEvent::RevealedAsDrawn && !own;
    });
    let elsewhere = own && ability.from != ZoneKind::Hand;
    match (inside, elsewhere) {
        (true, _) => Some("`RevealedAsDrawn` inside another event"),
        (_, true) => Some("`RevealedAsDrawn` anywhere but in the hand"),
        _ => None,
    }
}

/// CR 603.3b: an ability that triggers as another one does has no other event.
pub(super) fn unsuitable_inside(event: &TriggerEvent) -> Option<&'static str> {
    let is_such = |event: &TriggerEvent| matches!(event, TriggerEvent::Triggers { .. });
    let (mut all, own) = (0, usize::from(is_such(event)));
    event.clone().each(|event: &mut TriggerEvent| all += usize::from(is_such(event)));
    (all > own).then_some("`Triggers` inside another event")
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
        TriggerEvent::FirstTime(inner) | TriggerEvent::FirstTimeForIt(inner) => (true, inner.as_ref().clone()),
        other => (false, other.clone()),
    };
    let each = matches!(event, TriggerEvent::FirstTimeForIt(_));
    let mut wrong = None;
    inner.each(|event: &mut TriggerEvent| match event {
        TriggerEvent::FirstTime(_) | TriggerEvent::FirstTimeForIt(_) => {
            wrong = Some("`FirstTime` inside another event");
        }
        // What happens to several at once isn't an event of each.
        TriggerEvent::OneOrMore(_) if each => wrong = Some("`OneOrMore` in `FirstTimeForIt`"),
        TriggerEvent::State(_) | TriggerEvent::CausedBy(..) | TriggerEvent::Chapters(_) if first => {
            wrong = Some("`FirstTime` of such an event");
        }
        _ => {}
    });
    wrong
}

/// CR 702.55c: the zones in which an ability can trigger because of its event, as bits: exile, if that is about a haunted creature.
pub(super) fn also_from(event: &TriggerEvent) -> u8 {
    match event {
        TriggerEvent::HauntedDies => Traits::bit(ZoneKind::Exile),
        TriggerEvent::CausedBy(_, event)
        | TriggerEvent::OneOrMore(event)
        | TriggerEvent::FirstTime(event)
        | TriggerEvent::FirstTimeForIt(event) => also_from(event),
        TriggerEvent::AnyOf(events) => events.iter().map(also_from).fold(0, |all, zones| all | zones),
        _ => 0,
    }
}

/// CR 113.6k, 702.29c: whether an ability triggers as its own card is discarded or cycled, in whatever zone that is then.
pub(crate) fn is_own_discard(event: &TriggerEvent) -> bool {
    match event {
        TriggerEvent::Cycles(_, Filter::Is(Obj::This)) | TriggerEvent::Discards(_, Filter::Is(Obj::This)) => true,
        TriggerEvent::CausedBy(_, event)
        | TriggerEvent::OneOrMore(event)
        | TriggerEvent::FirstTime(event)
        | TriggerEvent::FirstTimeForIt(event) => is_own_discard(event),
        TriggerEvent::AnyOf(events) => events.iter().any(is_own_discard),
        _ => false,
    }
}

/// Whether one of the keywords makes it day or night (CR 702.145d, g).
fn follows_day(keywords: &[Keyword]) -> bool {
    keywords.iter().any(|keyword| matches!(keyword, Keyword::Daybound | Keyword::Nightbound))
}

/// What the words of an ability ask that has to be noted as it happens. Of a keyword that it gives away the name stands there: what that
/// asks is added as it is spelt out.
pub(super) fn asks(ability: &mut AbilityDef) -> Traits {
    let mut asked = Traits::default();
    ability.each(|filter: &mut Filter| {
        asked.asks_attached |= matches!(filter, Filter::HasAttached(_) | Filter::AttachedTo(_) | Filter::Modified);
    });
    // An ability that resolves later finds what something was attached to.
    ability.each(|triggered: &mut TriggeredDef| {
        triggered.each(|obj: &mut Obj| asked.asks_attached |= *obj == Obj::Host);
    });
    ability.each(|m: &mut Modification| {
        asked.copies |= matches!(m, Modification::CopyOf(..));
        asked.battles |= matches!(m, Modification::AddTypes(types, _) | Modification::SetTypes(types, _)
            if types.contains(CardTypes::BATTLE));
        asked.takes_abilities |= matches!(m, Modification::LoseAllAbilities | Modification::LoseAbilitiesBut(_));
        asked.day_night |= matches!(m, Modification::Gain(keywords) if follows_day(keywords));
    });
    ability.each(|duration: &mut Duration| {
        asked.lasts_while |= matches!(duration, Duration::While(_));
    });
    ability.each(|group: &mut Objects| {
        if let Objects::ThisTurn(deed, _) = group {
            asked.deeds |= deed.bit();
        }
        asked.asks_events |= *group == Objects::Events;
    });
    ability.each(|who: &mut Who| asked.asks_events |= *who == Who::Events);
    ability.each(|quantity: &mut Quantity| {
        asked.counts_draws |= matches!(quantity, Quantity::DrawnThisTurn(_) | Quantity::DrawnThisStep(_));
        asked.counts_spells |=
            matches!(quantity, Quantity::SpellsThisTurn(_) | Quantity::SpellsThisGame(_) | Quantity::SpellsBefore);
        asked.last_turn |= matches!(quantity, Quantity::SpellsLastTurn(_));
        asked.counts_combats |= *quantity == Quantity::CombatsThisTurn;
        asked.asks_step |= *quantity == Quantity::CombatsThisTurn;
        asked.counts_tallies |= matches!(quantity, Quantity::ThisTurn(..) | Quantity::TimesResolved);
        asked.sums_damage |= matches!(quantity, Quantity::DamageBy(..));
    });
    ability.each(|condition: &mut Condition| {
        asked.asks_step |=
            matches!(condition, Condition::During(_) | Condition::MainPhase | Condition::BlockersDeclared);
        asked.day_night |= matches!(condition, Condition::ItIs(_));
        asked.asks_resolved |= matches!(condition, Condition::ResolvedBefore(_));
        asked.asks_cast |= matches!(condition, Condition::CastAnother(..));
        asked.crimes |= matches!(condition, Condition::ThisTurn(Fact::CommittedCrime(_)));
        if let Condition::ThisTurn(Fact::HurtBy(..)) = condition {
            asked.firsts |= FactMask::DAMAGED;
        }
    });
    ability.each(|effect: &mut Instruction| {
        asked.tempts |= matches!(effect, Instruction::RingTempts(_));
        asked.day_night |= matches!(effect, Instruction::ItBecomes(_));
        asked.speeds |= matches!(effect, Instruction::RaiseSpeed(_));
        asked.ventures |= matches!(effect, Instruction::TakeInitiative(_) | Instruction::Venture(..));
    });
    ability.each(|event: &mut TriggerEvent| {
        asked.asks_control |= matches!(event, TriggerEvent::LosesControl(..));
        asked.asks_excess |= matches!(event, TriggerEvent::DealtExcess { .. });
        asked.crimes |= matches!(event, TriggerEvent::Performs(_, KeywordAction::Crime));
        asked.counts_spent |= matches!(event, TriggerEvent::Expends(..));
        asked.asks_triggering |= matches!(event, TriggerEvent::Triggers { .. });
        if let TriggerEvent::FirstTime(event) | TriggerEvent::FirstTimeForIt(event) = event {
            asked.firsts |= watch(event);
        }
    });
    ability.each(|filter: &mut Filter| {
        if let Filter::DamagedBy(_) | Filter::DamagedUnder(_) = filter {
            asked.firsts |= FactMask::DAMAGED;
        }
        if let Filter::EnteredFrom(_) = filter {
            asked.asks_entered_from = true;
            asked.deeds |= Deed::Entered.bit();
        }
        if let Filter::GotCounters(..) = filter {
            asked.firsts |= FactMask::COUNTERS;
        }
    });
    ability.each(|keyword: &mut KeywordAbility| {
        asked.ascends |= *keyword == KeywordAbility::Ascend;
        asked.speeds |= *keyword == KeywordAbility::StartYourEngines;
    });
    ability.each(|rule: &mut Rule| {
        asked.counts_draws |= matches!(rule, Rule::DrawLimit(..));
        asked.ascends |= matches!(rule, Rule::Ascends(_));
        asked.speeds |= matches!(rule, Rule::StartsEngines(_));
        asked.lifts |= matches!(rule, Rule::Ignores(..));
        asked.forbids_counters |= matches!(rule, Rule::CantPutCounters(..));
        asked.counts_spells |= matches!(rule, Rule::SpellLimit(..));
        if matches!(rule, Rule::SpellLimitOf(..)) {
            asked.deeds |= Deed::Cast.bit();
        }
    });
    asked
}
