//! What rules in force are to those whom they are about.

use crate::cards::def::{OtherMana, Rule, Who};

/// Whom a rule is about, and what it is worth to them; `None` if it is about nobody.
pub(super) const fn of_rule(rule: &Rule) -> Option<(&Who, i32)> {
    Some(match rule {
        Rule::Permit { who, .. } | Rule::PayInstead { who, .. } => (who, 5),
        Rule::Flash(who, _) => (who, 3),
        Rule::CantCast(who, _) | Rule::CantCastFrom { who, .. } => (who, -6),
        Rule::CantPlayLand(who, _) => (who, -5),
        Rule::CantActivate(who, _) | Rule::CantActivateAbilities { who, .. } => (who, -5),
        Rule::CostsMore(who, ..) | Rule::AbilitiesCostMore(who, ..) | Rule::CastAsSorcery(who, _) => (who, -4),
        Rule::CostsLess(who, ..) | Rule::CostsLessOf { who, .. } | Rule::ActionCostsLess(who, ..) => (who, 4),
        Rule::ProducesInstead { who, with: OtherMana::Times(_), .. } => (who, 4),
        Rule::ProducesInstead { who, .. } => (who, -3),
        Rule::CostsAtLeast(who, ..) => (who, -3),
        Rule::SpendAsAnyColor(who, _) | Rule::SpendOnAsAnyColor(who, _) => (who, 2),
        Rule::SpendOnlyAs(who, ..) => (who, -2),
        Rule::ExtraLands(who, n) => (who, 4 * n.signum()),
        Rule::AnyLands(who) => (who, 5),
        Rule::NoMaximumHandSize(who) => (who, 3),
        Rule::MaximumHandSize(who, n) => (who, 3 * n.signum()),
        Rule::CantGainLife(who) => (who, -3),
        Rule::CantLoseLife(who) => (who, 9),
        Rule::CantPayLife(who) => (who, -2),
        Rule::CantLose(who) => (who, 10),
        Rule::CantWin(who) => (who, -3),
        Rule::CantGetCounters(who, _) => (who, -2),
        Rule::DrawLimit(who, _) => (who, -4),
        Rule::SpellLimit(who, _) => (who, -5),
        Rule::SpellLimitOf(who, ..) => (who, -4),
        Rule::CantSearch { who, .. } | Rule::SearchesTop(who, _) => (who, -3),
        Rule::RollsAdditional(who) | Rule::VotesAdditional { who, .. } => (who, 1),
        Rule::FacesAdditional(who) | Rule::ChoosesVotes(who) => (who, -2),
        Rule::ActivationCost { who, less: None, .. } => (who, -3),
        Rule::ActivationCost { who, .. } => (who, 3),
        Rule::PlayerHexproof(who) | Rule::PlayerShroud(who) | Rule::PlayerProtection(who, _) => (who, 5),
        Rule::PlayerHexproofFrom(who, _) => (who, 4),
        Rule::TargetsDespiteHexproof(who, _) | Rule::TargetsPlayersDespiteHexproof(who, _) => (who, 2),
        Rule::UntapLimit(who, ..) => (who, -5),
        Rule::AttackTax { who, .. } | Rule::AttackLimit { who: Some(who), .. } => (who, 4),
        Rule::TargetsIfAble(who, _) => (who, -3),
        Rule::SkipStep(who, _) => (who, -5),
        Rule::ManaStays(who) | Rule::Ascends(who) | Rule::StartsEngines(who) | Rule::Ignores(who, _) => (who, 2),
        Rule::LookAt(who, _) => (who, 1),
        Rule::ControlPlayers { who, .. } => (who, -8),
        Rule::SpendOnX(..)
        | Rule::CantSpendMana(_)
        | Rule::HandSizeIs(..)
        | Rule::DamageCantBePrevented
        | Rule::CombatDamageCantBePrevented(_)
        | Rule::CantEnter { .. }
        | Rule::BlockTax { .. }
        | Rule::CantPutCounters(..)
        | Rule::NoLegendRule(_)
        | Rule::AttackLimit { who: None, .. }
        | Rule::NoTriggers { .. }
        | Rule::NoKeywordTriggers(..)
        | Rule::TriggersMore { .. } => return None,
    })
}
