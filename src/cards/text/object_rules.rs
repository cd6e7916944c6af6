//! Rules for an object: "can't block", "attack each combat if able".

use super::Renderer;
use super::grammar::{a, list, number};
use super::nouns::Domain;
use super::types;
use crate::cards::def::{Condition, Filter, ObjectRule, Who};

impl Renderer<'_> {
    /// A rule for an object, with the verb of several.
    pub(super) fn must(&mut self, rule: &ObjectRule, many: bool) -> String {
        let its = if many { "their" } else { "its" };
        let it = if many { "they" } else { "it" };
        match rule {
            ObjectRule::CantAttack => "can't attack".to_owned(),
            ObjectRule::AttacksOnlyIf(condition) => {
                format!("can attack a player only if {}", self.condition(condition, true))
            }
            ObjectRule::CantAttackAlone => "can't attack alone".to_owned(),
            ObjectRule::AttacksOnlyAlone => "can attack only alone".to_owned(),
            ObjectRule::CantBlock => "can't block".to_owned(),
            ObjectRule::CantBlockAlone => "can't block alone".to_owned(),
            ObjectRule::BlocksOnly(filter) => format!("can block only {}", self.noun(filter, Domain::Creature).any()),
            ObjectRule::CantBeBlockedExceptBy(filter) => {
                format!("can't be blocked except by {}", self.noun(filter, Domain::Creature).any())
            }
            ObjectRule::CantBeBlockedBy(Filter::Any) => "can't be blocked".to_owned(),
            ObjectRule::CantBeBlockedBy(filter) => {
                format!("can't be blocked by {}", self.noun(filter, Domain::Creature).any())
            }
            ObjectRule::AttacksIfAble => "attack each combat if able".to_owned(),
            ObjectRule::AttacksThisTurnIfAble => "attack this turn if able".to_owned(),
            ObjectRule::AttacksObjectIfAble(obj) => format!("attack {} if able", self.object(*obj).text),
            ObjectRule::AttacksPlayerIfAble(who, condition) => {
                let (player, when) = match who {
                    Who::EachPlayer => ("a player".to_owned(), " each combat"),
                    Who::EachOpponent => ("an opponent".to_owned(), " each combat"),
                    _ => (self.player(*who).text, if *condition == Condition::Always { "" } else { " each combat" }),
                };
                let whom = match condition {
                    Condition::Always => String::new(),
                    condition => format!(" for whom {}", self.condition(condition, true)),
                };
                format!("attack {player}{whom}{when} if able")
            }
            ObjectRule::Goaded => format!("{} goaded", if many { "are" } else { "is" }),
            ObjectRule::BlocksIfAble => "block each combat if able".to_owned(),
            ObjectRule::BlocksObjectIfAble(obj) => format!("block {} if able", self.object(*obj).text),
            ObjectRule::BlockedIfAble(Filter::Any) => "must be blocked if able".to_owned(),
            ObjectRule::BlockedIfAble(filter) => {
                format!("must be blocked by {} if able", self.noun(filter, Domain::Creature).a())
            }
            ObjectRule::BlocksAdditional(1) => "can block an additional creature each combat".to_owned(),
            ObjectRule::BlocksAdditional(n) => {
                format!("can block {} additional creatures each combat", number(i32::from(*n)))
            }
            ObjectRule::BlocksAnyNumber => "can block any number of creatures".to_owned(),
            ObjectRule::MostBlockers(1) => "can't be blocked by more than one creature".to_owned(),
            ObjectRule::MostBlockers(n) => {
                format!("can't be blocked by more than {} creatures", number(i32::from(*n)))
            }
            ObjectRule::CantAttackPlayer { who, planeswalkers } => {
                let who = self.player(*who);
                let too = if *planeswalkers { format!(" or planeswalkers of {}", who.text) } else { String::new() };
                format!("can't attack {}{too}", who.text)
            }
            ObjectRule::AttacksDespiteDefender => format!("can attack as though {it} didn't have defender"),
            ObjectRule::DoesntUntap if many => "don't untap during their controllers' untap steps".to_owned(),
            ObjectRule::DoesntUntap => "don't untap during its controller's untap step".to_owned(),
            ObjectRule::UntapsWithOthers => "untap during each other player's untap step".to_owned(),
            ObjectRule::MayStayTapped => {
                format!("may be left tapped by {its} controller during {its} controller's untap step")
            }
            ObjectRule::CantBeRegenerated => "can't be regenerated".to_owned(),
            ObjectRule::CantBeCountered => "can't be countered".to_owned(),
            ObjectRule::CantBeCounteredBy(Filter::Any) => "can't be countered by spells or abilities".to_owned(),
            ObjectRule::CantBeCounteredBy(filter) => {
                format!("can't be countered by {}", self.noun(filter, Domain::OnStack).all())
            }
            ObjectRule::CantBeTargetedBy(Filter::Any) => "can't be the target of spells or abilities".to_owned(),
            ObjectRule::CantBeTargetedBy(filter) => {
                format!("can't be the target of {}", self.noun(filter, Domain::OnStack).any())
            }
            ObjectRule::CantActivate { mana_too: true } => format!("can't have {its} activated abilities activated"),
            ObjectRule::CantActivate { mana_too: false } => {
                format!("can't have {its} activated abilities activated unless they're mana abilities")
            }
            ObjectRule::FewestBlockers(n) => {
                format!("can't be blocked except by {} or more creatures", number(i32::from(*n)))
            }
            ObjectRule::AssignsNoDamage => "assign no combat damage".to_owned(),
            ObjectRule::DamageByToughness => {
                format!("assign combat damage equal to {its} toughness rather than {its} power")
            }
            ObjectRule::MayAssignAsUnblocked => {
                format!("may assign {its} combat damage as though {it} weren't blocked")
            }
            ObjectRule::CrewsAsStronger { by, saddles } => {
                format!("{} as though {its} power were {by} greater", crews(*saddles, many))
            }
            ObjectRule::CrewsByToughness { saddles } => {
                format!("{} using {its} toughness rather than {its} power", crews(*saddles, many))
            }
            ObjectRule::CantBeSacrificed => "can't be sacrificed".to_owned(),
            ObjectRule::MayBeExerted => format!("can be exerted as {it} {}", if many { "attack" } else { "attacks" }),
            ObjectRule::ReturnsAsUntaps => {
                "are returned to their owner's hand as their controller untaps their permanents".to_owned()
            }
            ObjectRule::ActivatesAsHasty => {
                let have = if many { "they had" } else { "it had" };
                format!("can have {its} abilities activated as though {have} haste")
            }
            ObjectRule::LoyaltyAsInstant => {
                format!("can have {its} loyalty abilities activated any time an instant could be cast")
            }
            ObjectRule::LoyaltyTwice => {
                format!("can have {its} loyalty abilities activated twice each turn rather than once")
            }
            ObjectRule::BoastsTwice => "can boast twice each turn rather than once".to_owned(),
            ObjectRule::LoyaltyMore(n) => {
                let times = if *n == 1 { "time".to_owned() } else { "times".to_owned() };
                format!(
                    "can have {its} loyalty abilities activated {} more {times} each turn by you",
                    number(i32::from(*n))
                )
            }
            ObjectRule::CantBeTurnedFaceUp => "can't be turned face up".to_owned(),
            ObjectRule::KeepsCounters { except } => {
                let zones: Vec<String> = except.iter().map(|z| types::zone(*z).to_owned()).collect();
                let except = match zones.as_slice() {
                    [] => String::new(),
                    _ => format!(" other than {}", a(&list(&zones, "or"))),
                };
                format!("keep {its} counters as {it} {} to a zone{except}", if many { "move" } else { "moves" })
            }
            ObjectRule::CantBeAttachedBy(filter) => {
                format!("can't be enchanted or equipped by {}", self.noun(filter, Domain::Permanent).any())
            }
            ObjectRule::MostCounters(kind, n) => {
                let count = number(i32::try_from(*n).unwrap_or(i32::MAX));
                format!(
                    "can't have more than {count} {} on {}",
                    types::counters(*kind, *n != 1),
                    if many { "them" } else { "it" }
                )
            }
        }
    }
}

/// What crews, and saddles, too; the first verb is put into the right number by the sentence.
fn crews(saddles: bool, many: bool) -> &'static str {
    match (saddles, many) {
        (false, _) => "crew Vehicles",
        (true, false) => "saddle Mounts and crews Vehicles",
        (true, true) => "saddle Mounts and crew Vehicles",
    }
}
