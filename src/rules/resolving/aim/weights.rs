//! What single terms are to whom they happen to: above nothing if they help, below if they harm.

use super::Aim;
use crate::cards::def::{CardTypes, CounterKind, Destination, Keyword, Modification, ObjectRule, Quantity, ZoneKind};

/// The aim that a weight stands for.
pub(super) fn of(weight: i32) -> Option<Aim> {
    match weight {
        0 => None,
        n if n > 0 => Some(Aim::Help),
        _ => Some(Aim::Harm),
    }
}

/// Where something is that went there.
pub(super) fn arrives(to: &Destination) -> ZoneKind {
    match to {
        Destination::Hand => ZoneKind::Hand,
        Destination::Graveyard => ZoneKind::Graveyard,
        Destination::LibraryTop
        | Destination::LibraryTopBy(_)
        | Destination::LibraryTopRandom
        | Destination::LibraryBottom
        | Destination::LibraryBottomRandom
        | Destination::LibraryAt(_)
        | Destination::LibraryUnder(_) => ZoneKind::Library,
        Destination::Exile | Destination::ExileFaceDown(_) => ZoneKind::Exile,
        Destination::Battlefield(_) => ZoneKind::Battlefield,
        Destination::Command => ZoneKind::Command,
    }
}

/// What a move is to whose card it is: it is better to have it on the battlefield than in the hand, and there than anywhere
/// else.
pub(super) fn moved(from: ZoneKind, to: &Destination) -> i32 {
    // The best card is chosen, no matter which player gets it.
    if let (Destination::Battlefield(entry), true) = (to, from != ZoneKind::Battlefield)
        && entry.under.is_some()
    {
        return 0;
    }
    let worth = |zone: ZoneKind| match zone {
        ZoneKind::Battlefield | ZoneKind::Stack => 10,
        ZoneKind::Hand => 5,
        ZoneKind::Library => 2,
        ZoneKind::Graveyard => 1,
        ZoneKind::Command | ZoneKind::Exile | ZoneKind::Outside => 0,
    };
    worth(arrives(to)) - worth(from)
}

/// What a counter is to whose permanent it is on, or to who has it.
pub(super) const fn counter(kind: CounterKind) -> i32 {
    match kind {
        CounterKind::PowerToughness(power, toughness) => power as i32 + 2 * toughness as i32,
        CounterKind::Keyword(keyword) => gained(keyword),
        CounterKind::Loyalty | CounterKind::Shield => 5,
        CounterKind::Defense => -5,
        CounterKind::Stun => -5,
        CounterKind::Finality => -2,
        CounterKind::Poison => -6,
        CounterKind::Energy => 3,
        CounterKind::Rad => -4,
        CounterKind::Named(_) => 0,
    }
}

const fn gained(keyword: Keyword) -> i32 {
    match keyword {
        Keyword::Defender => -4,
        _ => 4,
    }
}

/// Which way a number goes, and how far.
fn amount(quantity: &Quantity) -> i32 {
    match quantity {
        Quantity::N(n) => (*n).clamp(-9, 9),
        Quantity::Minus(a, b) if **a == Quantity::N(0) => -amount(b),
        Quantity::Times(a, b) => amount(a).signum() * amount(b).signum(),
        _ => 1,
    }
}

/// What changes are to whose object it is.
pub(super) fn changed(modifications: &[Modification]) -> i32 {
    let becomes_creature = |m: &Modification| matches!(m, Modification::AddTypes(types, _) | Modification::SetTypes(types, _) if types.contains(CardTypes::CREATURE));
    let animates = modifications.iter().any(becomes_creature);
    // A creature of that size is worth having, or a weakling.
    let sized = |size: i32| if animates || size > 4 { 5 } else { -5 };
    let one = |modification: &Modification| match modification {
        // Its controller loses it, no matter who gets it.
        Modification::Control(_) => -8,
        Modification::SetTypes(..) | Modification::SetBasicLandTypes(_) => -4,
        Modification::AddBasicLandTypes(_) | Modification::AddEveryBasicLandType => 1,
        Modification::RemoveTypes(_) => -3,
        Modification::Gain(keywords) => keywords.iter().map(|k| gained(*k)).sum(),
        Modification::GainAbilities(_) | Modification::GainActivatedOf(_) => 3,
        Modification::ProtectionFromColorVar(_) => 5,
        Modification::Lose(_) | Modification::LoseKeywords(_) | Modification::CantHave(_) => -4,
        Modification::LoseAllAbilities => -8,
        Modification::LoseAbilitiesBut(_) => -4,
        Modification::SetPT(p, t) => sized(amount(p) + amount(t)),
        Modification::SetPower(n) | Modification::SetToughness(n) => sized(2 * amount(n)),
        Modification::ModifyPT(p, t) => amount(p) + 2 * amount(t),
        Modification::Rule(rule) => ruled(rule),
        Modification::CopyOf(..)
        | Modification::Name(_)
        | Modification::NoManaCost
        | Modification::ThisAbility
        | Modification::ChangeWord(..)
        | Modification::FullText(..)
        | Modification::RulesText(_)
        | Modification::AddTypes(..)
        | Modification::SetCreatureTypes(_)
        | Modification::AddChosenSubtype
        | Modification::SetChosenSubtype
        | Modification::AllCreatureTypes
        | Modification::RemoveCreatureTypes
        | Modification::AddSupertypes(_)
        | Modification::RemoveSupertypes(_)
        | Modification::SetColors(_)
        | Modification::SetColorVar(_)
        | Modification::AddColors(_)
        | Modification::AddChosenColor
        | Modification::SwitchPT => 0,
    };
    modifications.iter().map(one).sum()
}

/// What a rule for an object is to whose object it is.
const fn ruled(rule: &ObjectRule) -> i32 {
    match rule {
        ObjectRule::CantAttack | ObjectRule::DoesntUntap => -6,
        ObjectRule::AttacksOnlyIf(_) | ObjectRule::CantAttackPlayer { .. } => -3,
        ObjectRule::CantBlock | ObjectRule::CantActivate { .. } => -5,
        ObjectRule::CantBeTurnedFaceUp | ObjectRule::ReturnsAsUntaps => -3,
        ObjectRule::ActivatesAsHasty | ObjectRule::LoyaltyAsInstant => 2,
        ObjectRule::LoyaltyTwice | ObjectRule::LoyaltyMore(_) | ObjectRule::BoastsTwice => 2,
        ObjectRule::BlocksOnly(_)
        | ObjectRule::CantAttackAlone
        | ObjectRule::AttacksOnlyAlone
        | ObjectRule::CantBlockAlone
        | ObjectRule::AttacksIfAble
        | ObjectRule::AttacksThisTurnIfAble
        | ObjectRule::AttacksObjectIfAble(_)
        | ObjectRule::BlocksObjectIfAble(_)
        | ObjectRule::AttacksPlayerIfAble(..)
        | ObjectRule::Goaded
        | ObjectRule::BlocksIfAble
        | ObjectRule::CantBeRegenerated => -2,
        ObjectRule::MostCounters(..) => -1,
        ObjectRule::MayStayTapped | ObjectRule::KeepsCounters { .. } | ObjectRule::CantBeAttachedBy(_) => 0,
        ObjectRule::DamageByToughness | ObjectRule::CantBeSacrificed | ObjectRule::MayBeExerted => 1,
        ObjectRule::CrewsAsStronger { .. } | ObjectRule::CrewsByToughness { .. } => 1,
        ObjectRule::MayAssignAsUnblocked => 4,
        ObjectRule::AssignsNoDamage => -6,
        ObjectRule::BlocksAdditional(_) | ObjectRule::MostBlockers(_) => 2,
        ObjectRule::BlockedIfAble(_) => -1,
        ObjectRule::BlocksAnyNumber => 3,
        ObjectRule::UntapsWithOthers => 3,
        ObjectRule::AttacksDespiteDefender => 3,
        ObjectRule::CantBeCountered | ObjectRule::CantBeCounteredBy(_) => 4,
        ObjectRule::FewestBlockers(_)
        | ObjectRule::CantBeBlockedExceptBy(_)
        | ObjectRule::CantBeBlockedBy(_)
        | ObjectRule::CantBeTargetedBy(_) => 5,
    }
}
