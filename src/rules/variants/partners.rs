//! What may be designated as a commander, and which two cards together (CR 903.3, 702.124).
//!
//! It holds before the game begins; what becomes of the abilities later changes nothing. During the game each of two commanders
//! has a tax and damage of its own (702.124d), which `commander` keeps by card.

use crate::cards::def::{
    AbilityDef, CardDef, CardTypes, KeywordAbility, PartnerAbility, Subtype, SubtypeKind, Supertypes,
};
use crate::model::ids::NameId;

/// The most commanders of a deck (CR 702.124g).
pub const MOST: u32 = 2;

/// CR 903.3, 903.3a: whether a card can be a commander by itself.
pub fn can_lead(card: &CardDef) -> bool {
    let has = |name| Subtype::named(name).is_some_and(|subtype| card.types.subtypes.contains(subtype));
    let leads = card.types.types.contains(CardTypes::CREATURE)
        || has("Vehicle")
        || has("Spacecraft") && card.pt.is_some()
        || card.abilities.contains(&AbilityDef::CanBeCommander);
    is_legendary(card) && leads && !is_background(card)
}

/// CR 702.124a: whether two cards can be the commanders of one deck.
pub fn are_partners(a: &CardDef, b: &CardDef) -> bool {
    if !is_legendary(a) || !is_legendary(b) {
        return false;
    }
    abilities(a).any(|ability| match ability {
        // CR 702.124h.
        PartnerAbility::Partner | PartnerAbility::Group(_) => {
            can_lead(a) && can_lead(b) && abilities(b).any(|other| other == ability)
        }
        // CR 702.124j.
        PartnerAbility::With(name) => {
            let back =
                |other: &PartnerAbility| matches!(other, PartnerAbility::With(name) if name.id == NameId::of(&a.name));
            can_lead(a) && can_lead(b) && name.id == NameId::of(&b.name) && abilities(b).any(back)
        }
        PartnerAbility::ChooseBackground => can_lead(a) && is_background(b),
        PartnerAbility::DoctorsCompanion => is_creature(a) && is_the_doctor(b),
    }) || abilities(b).any(|ability| match ability {
        PartnerAbility::ChooseBackground => can_lead(b) && is_background(a),
        PartnerAbility::DoctorsCompanion => is_creature(b) && is_the_doctor(a),
        // Both have the others, so that one look at them is enough.
        PartnerAbility::Partner | PartnerAbility::Group(_) | PartnerAbility::With(_) => false,
    })
}

fn abilities(card: &CardDef) -> impl Iterator<Item = &PartnerAbility> {
    card.abilities.iter().filter_map(|ability| match ability {
        AbilityDef::Keyword(KeywordAbility::Partner(partner)) => Some(partner),
        _ => None,
    })
}

fn is_legendary(card: &CardDef) -> bool {
    card.types.supertypes.contains(Supertypes::LEGENDARY)
}

fn is_creature(card: &CardDef) -> bool {
    card.types.types.contains(CardTypes::CREATURE)
}

/// CR 702.124k: a legendary Background enchantment.
fn is_background(card: &CardDef) -> bool {
    let background = Subtype::named("Background").is_some_and(|s| card.types.subtypes.contains(s));
    background && is_legendary(card) && card.types.types.contains(CardTypes::ENCHANTMENT)
}

/// CR 702.124m: a legendary Time Lord Doctor creature that has no other creature types.
fn is_the_doctor(card: &CardDef) -> bool {
    let types = card.types.subtypes.iter().filter(|s| s.kind() == SubtypeKind::Creature);
    let mut names: Vec<&str> = types.map(crate::cards::def::Subtype::name).collect();
    names.sort_unstable();
    is_legendary(card) && is_creature(card) && names == ["Doctor", "Time Lord"]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::check::parse_card;

    fn card(name: &str, types: &str, abilities: &str) -> CardDef {
        let pt = if types.contains("Creature") || types.contains("Vehicle") { "pt: (1, 1)," } else { "" };
        let text = format!(r#"Card(format: 1, name: "{name}", types: "{types}", {pt} abilities: [{abilities}])"#);
        parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}"))
    }

    fn legend(name: &str, partner: &str) -> CardDef {
        card(name, "Legendary Creature - Human", &format!("Keyword(Partner({partner}))"))
    }

    #[test]
    fn what_leads_alone() {
        let plain = |types: &str| can_lead(&card("A", types, ""));
        assert!(plain("Legendary Creature - Human") && plain("Legendary Artifact - Vehicle"));
        assert!(!plain("Creature - Human") && !plain("Legendary Planeswalker - Jace") && !plain("Artifact - Vehicle"));
        assert!(can_lead(&card("A", "Legendary Planeswalker - Jace", "CanBeCommander")));
        assert!(!can_lead(&card("A", "Planeswalker - Jace", "CanBeCommander")));
        // CR 702.124k: only beside one that chooses it.
        assert!(!plain("Legendary Enchantment - Background") && !plain("Legendary Enchantment Creature - Background"));
    }

    #[test]
    fn each_partner_ability_has_its_own_requirements() {
        let pair = |a: &CardDef, b: &CardDef| {
            assert_eq!(are_partners(a, b), are_partners(b, a), "{} and {}", a.name, b.name);
            are_partners(a, b)
        };
        let [a, b] = ["A", "B"].map(|name| legend(name, "Partner"));
        assert!(pair(&a, &b) && pair(&a, &a));
        assert!(!pair(&a, &card("C", "Legendary Creature - Human", "")));
        assert!(!pair(&a, &card("C", "Creature - Human", "Keyword(Partner(Partner))")));
        let [friend, other] = ["C", "D"].map(|name| legend(name, "Group(FriendsForever)"));
        assert!(pair(&friend, &other));
        // CR 702.124f: different ones can't be combined.
        assert!(!pair(&friend, &a) && !pair(&friend, &legend("E", "Group(Survivors)")));
        let (will, rowan) = (legend("W", r#"With("R")"#), legend("R", r#"With("W")"#));
        assert!(pair(&will, &rowan));
        assert!(!pair(&will, &a) && !pair(&will, &legend("R", "Partner")) && !pair(&will, &will));
        // CR 702.124g: with several abilities it is one of them that is used.
        let both =
            card("F", "Legendary Creature - Human", "Keyword(Partner(Partner)), Keyword(Partner(ChooseBackground))");
        let background = card("G", "Legendary Enchantment - Background", "");
        assert!(pair(&both, &a) && pair(&both, &background));
        assert!(!pair(&a, &background) && !pair(&background, &background));
        assert!(!pair(&both, &card("H", "Legendary Enchantment - Shrine", "")));
        assert!(!pair(&both, &card("H", "Enchantment - Background", "")));
        let companion = legend("I", "DoctorsCompanion");
        assert!(pair(&companion, &card("J", "Legendary Creature - Time Lord Doctor", "")));
        assert!(!pair(&companion, &card("J", "Legendary Creature - Human Time Lord Doctor", "")));
        assert!(!pair(&companion, &card("J", "Legendary Creature - Doctor", "")));
        assert!(!pair(&companion, &companion));
    }
}
