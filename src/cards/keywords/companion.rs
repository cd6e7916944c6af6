//! Companion (CR 702.139): what a starting deck must be like.
//!
//! The condition is about cards as they are before the game begins, so it is read from definitions: the first face, of a split card
//! both halves together (CR 709.4).

use crate::cards::def::{
    AbilityDef, AbilitySort, CardDef, CardTypes, DeckCondition, Filter, Keyword, KeywordAbility, Quantity, SubtypeKind,
};
use crate::cards::{AbilityKind, Definition};
use crate::model::ids::Origin;

/// The condition of a card's companion ability, if it has one.
pub(crate) fn condition(card: &CardDef) -> Option<&DeckCondition> {
    card.abilities.iter().find_map(|ability| match ability {
        AbilityDef::Keyword(KeywordAbility::Companion(condition)) => Some(condition),
        _ => None,
    })
}

/// CR 702.139a, b: whether a starting deck, commanders included, fulfils a condition. `fewest` is how many cards it must have.
pub(crate) fn is_fulfilled(condition: &DeckCondition, deck: &[&Definition], fewest: usize) -> bool {
    let those = |filter: &Filter| -> Vec<&Definition> {
        deck.iter().copied().filter(|card| matches(card, filter).unwrap_or(true)).collect()
    };
    match condition {
        DeckCondition::Each(of, is) => those(of).into_iter().all(|card| matches(card, is).unwrap_or(false)),
        DeckCondition::ManaValues(of, parity) => {
            those(of).into_iter().all(|card| parity.holds(card.faces[0].chars.mana_value(0)))
        }
        DeckCondition::DifferentSymbols(of) => those(of).into_iter().all(|card| {
            let symbols = card.faces[0].chars.cost.as_ref().map_or(&[][..], |cost| &cost.0);
            symbols.iter().enumerate().all(|(i, symbol)| !symbols[..i].contains(symbol))
        }),
        DeckCondition::DifferentNames(of) => {
            let mut names: Vec<&str> = those(of).into_iter().map(|card| card.name.as_str()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            names.len() == all
        }
        DeckCondition::SharedType(of) => {
            let shared = those(of).into_iter().fold(CardTypes::all(), |all, card| all & card.faces[0].chars.types);
            !shared.is_empty()
        }
        DeckCondition::Larger(more) => deck.len() >= fewest.saturating_add(*more as usize),
    }
}

/// What of a condition can't be asked of cards outside a game.
pub(in crate::cards) fn unsupported(condition: &DeckCondition) -> Option<&'static str> {
    let known = match condition {
        DeckCondition::Each(of, is) => is_known(of) && is_known(is),
        DeckCondition::ManaValues(of, _)
        | DeckCondition::DifferentSymbols(of)
        | DeckCondition::DifferentNames(of)
        | DeckCondition::SharedType(of) => is_known(of),
        DeckCondition::Larger(_) => true,
    };
    (!known).then_some("such a filter of the cards of a starting deck")
}

fn is_known(filter: &Filter) -> bool {
    match filter {
        Filter::And(all) | Filter::Or(all) => all.iter().all(is_known),
        Filter::Not(inner) => is_known(inner),
        Filter::Any | Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) => true,
        Filter::ManaValue(_, Quantity::N(_)) | Filter::HasAbility(AbilitySort::Activated) => true,
        _ => false,
    }
}

/// Whether a card matches a filter that is known to be about cards outside a game.
fn matches(card: &Definition, filter: &Filter) -> Option<bool> {
    let chars = &card.faces[0].chars;
    Some(match filter {
        Filter::Any => true,
        Filter::And(all) => all.iter().map(|f| matches(card, f)).collect::<Option<Vec<_>>>()?.into_iter().all(|m| m),
        Filter::Or(all) => all.iter().map(|f| matches(card, f)).collect::<Option<Vec<_>>>()?.into_iter().any(|m| m),
        Filter::Not(inner) => !matches(card, inner)?,
        Filter::Type(types) => chars.types.intersects(*types),
        Filter::Supertype(supertypes) => chars.supertypes.intersects(*supertypes),
        // CR 702.73a: it works everywhere.
        Filter::Subtype(subtype) => {
            let every = chars.has(Keyword::Changeling) && subtype.kind() == SubtypeKind::Creature;
            every || chars.subtypes.contains(*subtype)
        }
        Filter::ManaValue(cmp, Quantity::N(n)) => cmp.holds(chars.mana_value(0), *n),
        Filter::HasAbility(AbilitySort::Activated) => chars.abilities.iter().any(|ability| {
            let own = card.abilities.get(usize::from(ability.handle.index));
            // CR 305.6.
            ability.origin == Origin::BasicLandType
                || own.is_some_and(|own| matches!(own.kind, AbilityKind::Activated { .. }))
        }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::cards::check::parse_card;

    /// Whether a deck of cards, each its lines of a definition, fulfils a condition.
    fn holds(condition: &str, cards: &[&str], fewest: usize) -> bool {
        let db = CardDb::embedded();
        let read = |(i, rest): (usize, &&str)| {
            let name = rest.split_once('|').map_or_else(|| format!("Card {i}"), |(name, _)| name.to_owned());
            let rest = rest.split_once('|').map_or(*rest, |(_, rest)| rest);
            let card = parse_card("test.ron", &format!(r#"Card(format: 1, name: "{name}", {rest})"#));
            db.compile(&card.unwrap_or_else(|e| panic!("{e}"))).unwrap()
        };
        let deck: Vec<_> = cards.iter().enumerate().map(read).collect();
        let deck: Vec<&Definition> = deck.iter().map(AsRef::as_ref).collect();
        let text = format!(
            r#"Card(format: 1, name: "Test", types: "Creature", pt: (1, 1), abilities: [Keyword(Companion({condition}))])"#
        );
        let companion = parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}"));
        db.compile(&companion).unwrap();
        is_fulfilled(super::condition(&companion).unwrap(), &deck, fewest)
    }

    const LAND: &str = r#"types: "Basic Land - Forest""#;
    const TWO: &str = r#"cost: "{1}{G}", types: "Creature - Bear", pt: (2, 2)"#;
    const THREE: &str = r#"cost: "{2}{G}", types: "Artifact Creature - Cat", pt: (2, 2)"#;
    const SPELL: &str = r#"cost: "{R}{R}", types: "Instant""#;
    const CHANGELING: &str = r#"cost: "{2}", types: "Creature - Elf", pt: (1, 1), abilities: [Keywords([Changeling])]"#;
    const PRESS: &str = r#"cost: "{1}", types: "Artifact", abilities: [Activated(cost: [Tap], effects: [Draw()])]"#;
    const CYCLER: &str = r#"cost: "{1}", types: "Artifact", abilities: [Keyword(Cycling([Mana("{2}")]))]"#;

    #[test]
    fn each_card_that_matches_a_filter_matches_another() {
        let cats = r#"Each(Type("Creature"), Subtype("Cat"))"#;
        assert!(holds(cats, &[LAND, THREE, SPELL, CHANGELING], 4) && !holds(cats, &[THREE, TWO], 2));
        let small = r#"Each(Type("Artifact Battle Creature Enchantment Land Planeswalker"), ManaValue(Le, N(2)))"#;
        assert!(holds(small, &[LAND, TWO, SPELL], 3) && !holds(small, &[LAND, THREE], 2));
        let large = r#"Each(Not(Type("Land")), ManaValue(Ge, N(3)))"#;
        assert!(holds(large, &[LAND, THREE], 2) && !holds(large, &[LAND, SPELL], 2));
        // CR 305.6, 702.29a: a land type and a keyword may stand for one.
        let activated =
            r#"Each(Type("Artifact Battle Creature Enchantment Land Planeswalker"), HasAbility(Activated))"#;
        assert!(holds(activated, &[LAND, PRESS, CYCLER, SPELL], 4) && !holds(activated, &[LAND, TWO], 2));
    }

    #[test]
    fn cards_are_compared_with_each_other_and_counted() {
        assert!(holds("ManaValues(Any, Even)", &[LAND, TWO, SPELL], 3) && !holds("ManaValues(Any, Even)", &[THREE], 1));
        let odd = r#"ManaValues(Not(Type("Land")), Odd)"#;
        assert!(holds(odd, &[LAND, THREE], 2) && !holds(odd, &[LAND, TWO], 2));
        // Symbols are compared as they are: one of two generic mana is one symbol, {X} and {X} are two.
        let twice = |cost: &str| format!(r#"cost: "{cost}", types: "Instant""#);
        let symbols = |cost: &str| holds("DifferentSymbols(Any)", &[&twice(cost)], 1);
        assert!(symbols("{2}{R}{G}") && symbols("{R/G}{R}{G}") && symbols("{X}{R}"));
        assert!(!symbols("{R}{R}") && !symbols("{X}{X}{R}") && !symbols("{R/G}{R/G}"));
        let named = |name: &str| format!("{name}|{TWO}");
        let different = r#"DifferentNames(Not(Type("Land")))"#;
        assert!(holds(different, &[&named("A"), &named("B"), LAND, LAND], 4));
        assert!(!holds(different, &[&named("A"), &named("A")], 2));
        let shared = r#"SharedType(Not(Type("Land")))"#;
        assert!(holds(shared, &[TWO, THREE, LAND], 3) && !holds(shared, &[TWO, THREE, PRESS], 3));
        assert!(holds("Larger(2)", &[LAND, LAND, LAND], 1) && !holds("Larger(2)", &[LAND, LAND], 1));
    }

    #[test]
    fn a_condition_about_a_game_is_refused() {
        let text =
            r#"Card(format: 1, name: "Test", types: "Artifact", abilities: [Keyword(Companion(Each(Any, Tapped)))])"#;
        let card = parse_card("test.ron", text).unwrap_or_else(|e| panic!("{e}"));
        let error = CardDb::embedded().compile(&card).unwrap_err().to_string();
        assert!(error.contains("such a filter of the cards of a starting deck"), "{error}");
    }
}
