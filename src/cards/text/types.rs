//! Types, colours, zones, steps, counters, comparisons.

use super::grammar::{list, plural};
use crate::cards::def::*;

/// The card types of a set, in the order in which they are said.
pub(super) fn card_types(types: CardTypes) -> Vec<String> {
    types.iter_names().map(|(name, _)| name.to_lowercase()).filter(|name| name != "permanent").collect()
}

/// Where card types stand among others: "artifact creature".
pub(super) fn rank(types: CardTypes) -> u8 {
    const ORDER: [CardTypes; 6] = [
        CardTypes::KINDRED,
        CardTypes::ENCHANTMENT,
        CardTypes::ARTIFACT,
        CardTypes::LAND,
        CardTypes::CREATURE,
        CardTypes::PLANESWALKER,
    ];
    ORDER.iter().position(|t| types.intersects(*t)).map_or(20, |i| 10 + i as u8)
}

pub(super) fn supertypes(types: Supertypes) -> Vec<String> {
    types.iter_names().map(|(name, _)| name.to_lowercase()).collect()
}

/// Colours as a quality; none is colourless.
pub(super) fn colors(colors: &[Color], word: &str) -> String {
    if colors.is_empty() {
        return "colorless".to_owned();
    }
    let words: Vec<String> = colors.iter().map(|c| c.word().to_owned()).collect();
    list(&words, word)
}

/// The symbol of a colour's mana.
pub(super) fn symbol(color: Color) -> String {
    format!("{{{}}}", color.letter())
}

pub(super) const fn step(step: StepName) -> &'static str {
    match step {
        StepName::Untap => "untap step",
        StepName::Upkeep => "upkeep",
        StepName::Draw => "draw step",
        StepName::PrecombatMain => "precombat main phase",
        StepName::BeginCombat => "beginning of combat step",
        StepName::DeclareAttackers => "declare attackers step",
        StepName::DeclareBlockers => "declare blockers step",
        StepName::FirstStrikeDamage => "first-strike combat damage step",
        StepName::CombatDamage => "combat damage step",
        StepName::EndCombat => "end of combat step",
        StepName::PostcombatMain => "postcombat main phase",
        StepName::End => "end step",
        StepName::Cleanup => "cleanup step",
    }
}

pub(super) const fn zone(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "library",
        ZoneKind::Hand => "hand",
        ZoneKind::Battlefield => "battlefield",
        ZoneKind::Graveyard => "graveyard",
        ZoneKind::Stack => "stack",
        ZoneKind::Exile => "exile",
        ZoneKind::Command => "command zone",
        ZoneKind::Outside => "outside the game",
    }
}

/// Where something is: "in a graveyard".
pub(super) const fn in_zone(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "in a library",
        ZoneKind::Hand => "in a hand",
        ZoneKind::Battlefield => "on the battlefield",
        ZoneKind::Graveyard => "in a graveyard",
        ZoneKind::Stack => "on the stack",
        ZoneKind::Exile => "in exile",
        ZoneKind::Command => "in the command zone",
        ZoneKind::Outside => "outside the game",
    }
}

/// Where one's own card is: "in your graveyard".
pub(super) const fn in_your(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "in your library",
        ZoneKind::Hand => "in your hand",
        ZoneKind::Graveyard => "in your graveyard",
        ZoneKind::Battlefield => "on the battlefield",
        ZoneKind::Stack => "on the stack",
        ZoneKind::Exile => "in exile",
        ZoneKind::Command => "in the command zone",
        ZoneKind::Outside => "outside the game",
    }
}

/// From where: "from a graveyard".
pub(super) const fn from_zone(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "from a library",
        ZoneKind::Hand => "from a hand",
        ZoneKind::Battlefield => "from the battlefield",
        ZoneKind::Graveyard => "from a graveyard",
        ZoneKind::Stack => "from the stack",
        ZoneKind::Exile => "from exile",
        ZoneKind::Command => "from the command zone",
        ZoneKind::Outside => "from outside the game",
    }
}

/// One or several counters in words: "a +1/+1 counter".
pub(super) fn counters(kind: CounterKind, many: bool) -> String {
    let one = format!("{kind} counter");
    if many { plural(&one) } else { one }
}

/// The opposite.
pub(super) const fn opposite(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        Cmp::Lt => Cmp::Ge,
        Cmp::Le => Cmp::Gt,
        Cmp::Gt => Cmp::Le,
        Cmp::Ge => Cmp::Lt,
    }
}

/// How a number compares to one in words: "3 or less".
pub(super) fn compared(cmp: Cmp, number: &str, short: bool) -> String {
    match (cmp, short) {
        (Cmp::Eq, true) => number.to_owned(),
        (Cmp::Eq, false) => format!("equal to {number}"),
        (Cmp::Ne, true) => format!("other than {number}"),
        (Cmp::Ne, false) => format!("not equal to {number}"),
        (Cmp::Lt, _) => format!("less than {number}"),
        (Cmp::Gt, _) => format!("greater than {number}"),
        (Cmp::Le, true) => format!("{number} or less"),
        (Cmp::Le, false) => format!("less than or equal to {number}"),
        (Cmp::Ge, true) => format!("{number} or greater"),
        (Cmp::Ge, false) => format!("greater than or equal to {number}"),
    }
}

pub(super) const fn sort(sort: AbilitySort) -> &'static str {
    match sort {
        AbilitySort::Any => "ability",
        AbilitySort::Activated => "activated ability",
        AbilitySort::Mana => "mana ability",
        AbilitySort::NonMana => "activated ability that isn't a mana ability",
        AbilitySort::Triggered => "triggered ability",
        AbilitySort::Loyalty => "loyalty ability",
    }
}

/// Keywords as a list: "flying and haste".
pub(super) fn keywords(all: &[Keyword], word: &str) -> String {
    let words: Vec<String> = all.iter().map(|k| k.text().to_owned()).collect();
    list(&words, word)
}

/// A type of mana.
pub(super) fn mana(mana: ManaType) -> String {
    format!("{{{}}}", mana.letter())
}

/// Subtypes one after the other: "Goblin Warrior".
pub(super) fn subtypes(all: &[Subtype]) -> String {
    all.iter().map(|s| s.name()).collect::<Vec<_>>().join(" ")
}
