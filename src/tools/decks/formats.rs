//! What a deck must be like before it is played.

use crate::cards::def::{AbilityDef, CardDef, ColorSet, Supertypes};
use crate::cards::printable::many;
use crate::cards::shipped::formats_as_of as shipped_formats_as_of;
use crate::cards::{CardDb, Definition};
use crate::game::Deck;
use crate::rules::variants::commander::color_identity;
use crate::rules::variants::partners;
use crate::tools::decks::shipped::UnusableDeck;
use crate::tools::decks::{DeckEntry, DeckList, Section};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The fewest cards of a deck, without `--allow-small` (CR 100.2b).
const SMALLEST: u32 = 40;

/// Rules for decks.
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[derive(Debug, Clone, Default)]
pub struct DeckRules {
    /// Check the decks for a format: constructed, limited, commander, or a constructed format by name.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORMAT"))]
    pub format: Option<String>,
    /// Accept decks of fewer than 40 cards.
    #[cfg_attr(feature = "cli", arg(long))]
    pub allow_small: bool,
}

/// How decks of a format are built.
struct Format {
    name: &'static str,
    /// The fewest cards, commanders included.
    min: u32,
    /// The most, commanders included.
    max: Option<u32>,
    /// The most copies of a card that isn't a basic land, all sections together.
    copies: Option<u32>,
    /// The largest sideboard.
    sideboard: Option<u32>,
    /// Whether only some cards are legal.
    listed: bool,
}

/// The format with commanders.
const COMMANDER: &str = "commander";

const fn constructed(name: &'static str, listed: bool) -> Format {
    // CR 100.2a, 100.4a.
    Format { name, min: 60, max: None, copies: Some(4), sideboard: Some(15), listed }
}

const FORMATS: [Format; 10] = [
    constructed("constructed", false),
    // CR 100.2b, 100.4b.
    Format { name: "limited", min: 40, max: None, copies: None, sideboard: None, listed: false },
    // CR 903.5.
    Format { name: COMMANDER, min: 100, max: Some(100), copies: Some(1), sideboard: Some(0), listed: true },
    constructed("standard", true),
    constructed("pioneer", true),
    constructed("modern", true),
    constructed("legacy", true),
    constructed("vintage", true),
    constructed("pauper", true),
    constructed("premodern", true),
];

/// Whether a name, in small letters, is that of a format of which the cards are listed.
pub fn is_listed(format: &str) -> bool {
    FORMATS.iter().any(|known| known.listed && known.name == format)
}

/// The formats in which a card is legal, if that is known.
pub fn formats_of<'a>(name: &str, db: &'a CardDb) -> Option<Vec<&'a str>> {
    // What a file of texts says is as new as that file.
    db.formats(name).or_else(|| Some(legalities().legal.get(name)?.iter().map(String::as_str).collect()))
}

impl DeckRules {
    /// Checks a deck whose cards are known.
    ///
    /// # Errors
    /// What is wrong with it, everything at once.
    pub fn check(&self, name: &str, deck: &DeckList, db: &CardDb) -> Result<(), UnusableDeck> {
        let cards = deck.count(Section::Main) + deck.count(Section::Commander);
        if cards < SMALLEST && !self.allow_small {
            return Err(UnusableDeck::input(format!(
                "the deck `{name}` has {}, fewer than {SMALLEST}; --allow-small accepts it",
                many(cards, "card")
            )));
        }
        let Some(format) = self.known()? else {
            // CR 100.2a.
            return match companion(deck, db, constructed("", false).min, None) {
                Some(problem) => Err(UnusableDeck::input(format!("the deck `{name}`: {problem}"))),
                None => Ok(()),
            };
        };
        let problems = format.problems(deck, db, self.allow_small);
        if problems.is_empty() {
            return Ok(());
        }
        Err(UnusableDeck::input(format!(
            "the deck `{name}` is illegal in {}:\n  {}",
            format.name,
            problems.join("\n  ")
        )))
    }

    /// What a user should know about the check, if something.
    ///
    /// # Errors
    /// An unknown format.
    pub fn note(&self) -> Result<Option<String>, UnusableDeck> {
        let Some(format) = self.known()?.filter(|f| f.listed) else { return Ok(None) };
        let (name, dates) = (format.name, [Some(legalities().as_of.as_str()), shipped_formats_as_of()]);
        let oldest = dates.into_iter().flatten().min().unwrap_or_default();
        Ok(Some(format!("note: which cards are legal in {name} is taken as of {oldest}")))
    }

    fn known(&self) -> Result<Option<&'static Format>, UnusableDeck> {
        let Some(wanted) = &self.format else { return Ok(None) };
        let found = FORMATS.iter().find(|f| f.name.eq_ignore_ascii_case(wanted));
        let names: Vec<&str> = FORMATS.iter().map(|f| f.name).collect();
        let unknown = || UnusableDeck::input(format!("unknown format `{wanted}`: there are {}", names.join(", ")));
        found.map(Some).ok_or_else(unknown)
    }
}

/// CR 903.5c-d, 702.124c: the cards with a colour in their identity that the commanders together don't have.
fn outside_identity(deck: &DeckList, db: &CardDb) -> Vec<String> {
    let identity = |name: &str| db.get(name).map(|card| color_identity(&card.source)).unwrap_or_default();
    let allowed = identity_of(deck, db);
    let wrong = deck.main.iter().filter(|entry| identity(&entry.name) | allowed != allowed);
    wrong.map(|entry| format!("{} is not of the colours of the commander", entry.name)).collect()
}

/// CR 702.139a, b: what is wrong with the companion of a deck that must have `fewest` cards; with commanders, of which colours it
/// may be (903.11a).
fn companion(deck: &DeckList, db: &CardDb, fewest: u32, allowed: Option<ColorSet>) -> Option<String> {
    let entry = deck.companion()?;
    // Unknown cards are told elsewhere.
    let card = db.get(&entry.name)?;
    let cards = |entries: &[DeckEntry]| -> Vec<Arc<Definition>> {
        let known = entries.iter().filter_map(|entry| Some((db.get(&entry.name)?, entry.count as usize)));
        known.flat_map(|(card, count)| std::iter::repeat_n(Arc::clone(card), count)).collect()
    };
    let played = Deck {
        main: cards(&deck.main),
        commanders: cards(&deck.commanders),
        sideboard: vec![Arc::clone(card)],
        companion: Some(Arc::clone(card)),
    };
    if let Some(why) = played.refuses_companion(fewest as usize) {
        return Some(format!("{} can't be the companion: {why}", card.name));
    }
    let outside = allowed.is_some_and(|allowed| color_identity(&card.source) | allowed != allowed);
    outside.then(|| format!("{} is not of the colours of the commander", card.name))
}

/// CR 903.4, 702.124c: the colours of the commanders of a deck together.
fn identity_of(deck: &DeckList, db: &CardDb) -> ColorSet {
    let identity = |name: &str| db.get(name).map(|card| color_identity(&card.source)).unwrap_or_default();
    deck.commanders.iter().fold(ColorSet::default(), |all, entry| all | identity(&entry.name))
}

/// CR 903.3, 702.124: what is wrong with the commanders of a deck.
fn commanders(deck: &DeckList, db: &CardDb) -> Vec<String> {
    let copies = |entry: &DeckEntry| std::iter::repeat_n(entry.name.clone(), entry.count as usize);
    let names: Vec<String> = deck.commanders.iter().flat_map(copies).take(partners::MOST as usize + 1).collect();
    // Unknown cards are told elsewhere.
    let found: Option<Vec<&CardDef>> = names.iter().map(|name| db.get(name).map(|card| &card.source)).collect();
    match (names.as_slice(), found.as_deref()) {
        ([], _) => vec!["no commander: it stands under the heading `Commander`".to_owned()],
        ([_], Some([one])) if !partners::can_lead(one) => {
            vec![format!("{} can't be a commander: it isn't a legendary creature", one.name)]
        }
        ([_, _], Some([a, b])) if !partners::are_partners(a, b) => {
            vec![format!("{} and {} can't be commanders together: no partner ability allows it", a.name, b.name)]
        }
        ([_] | [_, _], _) => Vec::new(),
        _ => {
            let count = many(deck.count(Section::Commander), "commander");
            vec![format!("{count}, at most {} expected", partners::MOST)]
        }
    }
}

/// CR 100.2a, 903.5b: how many cards of a name a deck can have, where a format allows `most`: what the card itself says comes first. `None`
/// without a limit.
fn most_of(name: &str, most: u32, db: &CardDb) -> Option<u32> {
    let abilities = db.get(name).map(|card| card.source.abilities.as_slice()).unwrap_or_default();
    let own = abilities.iter().find_map(|ability| match ability {
        AbilityDef::MostInDeck(own) => Some(*own),
        _ => None,
    });
    own.unwrap_or(Some(most))
}

impl Format {
    fn problems(&self, deck: &DeckList, db: &CardDb, allow_small: bool) -> Vec<String> {
        let mut problems = Vec::new();
        let cards = deck.count(Section::Main) + deck.count(Section::Commander);
        if cards < self.min && !allow_small {
            problems.push(format!("{}, at least {} expected", many(cards, "card"), self.min));
        }
        if let Some(max) = self.max.filter(|max| cards > *max) {
            problems.push(format!("{}, at most {max} expected", many(cards, "card")));
        }
        // CR 903.5e, 702.139d: a companion enters a Commander game although it has no sideboards.
        let apart = u32::from(self.name == COMMANDER && deck.companion().is_some());
        let sideboard = deck.count(Section::Sideboard).saturating_sub(apart);
        if let Some(max) = self.sideboard.filter(|max| sideboard > *max) {
            problems.push(format!("{} in the sideboard, at most {max} expected", many(sideboard, "card")));
        }
        if self.listed {
            let mut names: Vec<&str> = deck.entries().map(|(_, entry)| entry.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            problems.extend(names.into_iter().filter_map(|name| self.legality(name, db)));
        }
        if self.name == COMMANDER {
            problems.extend(commanders(deck, db));
        }
        if !deck.commanders.is_empty() {
            problems.extend(outside_identity(deck, db));
        }
        let colors = (!deck.commanders.is_empty()).then(|| identity_of(deck, db));
        problems.extend(companion(deck, db, self.min, colors));
        let Some(most) = self.copies else { return problems };
        let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
        for (_, entry) in deck.entries() {
            // Several spellings are one card.
            let card = db.get(&entry.name);
            let basic = card.is_some_and(|c| c.faces[0].chars.supertypes.contains(Supertypes::BASIC));
            if !basic {
                *copies.entry(card.map_or(entry.name.as_str(), |c| c.name.as_str())).or_default() += entry.count;
            }
        }
        for (name, n) in copies {
            if let Some(most) = most_of(name, most, db).filter(|most| n > *most) {
                problems.push(format!("{} of {name}, at most {most} expected", many(n, "copy")));
            }
        }
        problems
    }

    /// Why a card can't be in a deck of the format.
    fn legality(&self, name: &str, db: &CardDb) -> Option<String> {
        let name = db.get(name).map_or(name, |card| card.name.as_str());
        match formats_of(name, db) {
            Some(formats) if formats.contains(&self.name) => None,
            Some(_) => Some(format!("{name} is not legal in {}", self.name)),
            None => Some(format!("whether {name} is legal in {} is not known", self.name)),
        }
    }
}

/// Where the shipped cards are legal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Legalities {
    /// The date of these lists, as year-month-day.
    as_of: String,
    /// The names of formats, by card.
    legal: BTreeMap<String, Vec<String>>,
}

fn legalities() -> &'static Legalities {
    static SHIPPED: LazyLock<Legalities> = LazyLock::new(|| {
        ron::from_str(include_str!("../../../assets/formats.ron")).expect("the shipped file is tested")
    });
    &SHIPPED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Origin;
    use crate::cards::check::parse_card;
    use crate::tools::decks::parse;

    /// What is wrong with the commanders of a deck, and with the colours of its cards.
    fn wrong_with(list: &str) -> Vec<String> {
        let legend = |name: &str, cost: &str, rest: &str| {
            let text = format!(r#"Card(format: 1, name: "{name}", cost: "{cost}", {rest})"#);
            parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}"))
        };
        let creature = r#"types: "Legendary Creature - Human", pt: (2, 2)"#;
        let with = |abilities: &str| format!("{creature}, abilities: [{abilities}]");
        let cards = [
            legend("Axe", "{R}", &with("Keyword(Partner(Partner))")),
            legend("Bow", "{G}", &with("Keyword(Partner(Partner))")),
            legend("Sun", "{W}", &with(r#"Keyword(Partner(With("Moon")))"#)),
            legend("Moon", "{B}", &with(r#"Keyword(Partner(With("Sun")))"#)),
            legend("Hero", "{U}", &with("Keyword(Partner(ChooseBackground))")),
            legend("Past", "{R}", r#"types: "Legendary Enchantment - Background""#),
            legend("Sage", "{U}", r#"types: "Legendary Planeswalker - Jace", loyalty: 3, abilities: [CanBeCommander]"#),
            legend("Walker", "{U}", r#"types: "Legendary Planeswalker - Jace", loyalty: 3"#),
        ];
        let db = CardDb::embedded().with_cards(&cards).unwrap();
        let deck = parse("deck.txt", list).unwrap();
        let mut problems = commanders(&deck, &db);
        problems.extend(outside_identity(&deck, &db));
        problems
    }

    #[test]
    fn two_commanders_need_a_partner_ability() {
        let deck = |commanders: &[&str], main: &str| {
            let lines: String = commanders.iter().map(|name| format!("1 {name}\n")).collect();
            wrong_with(&format!("Commander\n{lines}\nDeck\n1 {main}\n"))
        };
        let none = Vec::<String>::new();
        assert_eq!(deck(&["Axe", "Bow"], "Forest"), none);
        assert_eq!(deck(&["Sun", "Moon"], "Swamp"), none);
        assert_eq!(deck(&["Hero", "Past"], "Mountain"), none);
        assert_eq!(deck(&["Past", "Hero"], "Mountain"), none);
        assert_eq!(deck(&["Sage"], "Island"), none);
        let not =
            |a: &str, b: &str| vec![format!("{a} and {b} can't be commanders together: no partner ability allows it")];
        assert_eq!(deck(&["Axe", "Sun"], "Forest"), [not("Axe", "Sun"), outside("Forest")].concat());
        assert_eq!(deck(&["Axe", "Hero"], "Mountain"), not("Axe", "Hero"));
        assert_eq!(deck(&["Axe", "Bow", "Sun"], "Plains"), ["3 commanders, at most 2 expected"]);
        let alone = |name: &str| vec![format!("{name} can't be a commander: it isn't a legendary creature")];
        assert_eq!(deck(&["Past"], "Mountain"), alone("Past"));
        assert_eq!(deck(&["Walker"], "Island"), alone("Walker"));
        // CR 702.124c: the colours of both together, and no others.
        assert_eq!(deck(&["Axe", "Bow"], "Island"), outside("Island"));
    }

    #[test]
    fn a_card_can_say_how_many_of_its_name_a_deck_has() {
        let rat = |name: &str, most: &str| {
            let text = format!(
                r#"Card(format: 1, name: "{name}", cost: "{{B}}", types: "Creature - Rat", pt: (1, 1), abilities: [{most}])"#
            );
            parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}"))
        };
        let cards = [rat("Horde", "MostInDeck(None)"), rat("Nine", "MostInDeck(Some(9))"), rat("Rat", "")];
        let db = CardDb::embedded().with_cards(&cards).unwrap();
        let wrong = |format: &str, list: &str| {
            let deck = parse("deck.txt", list).unwrap();
            let known = FORMATS.iter().find(|f| f.name == format).unwrap();
            let mut problems = known.problems(&deck, &db, true);
            problems.retain(|problem| problem.contains("copies"));
            problems
        };
        assert!(wrong("constructed", "40 Horde\n9 Nine\n4 Rat\n").is_empty());
        let too_many = ["10 copies of Nine, at most 9 expected", "5 copies of Rat, at most 4 expected"];
        assert_eq!(wrong("constructed", "40 Horde\n6 Nine\n5 Rat\n\nSideboard\n4 Nine\n"), too_many);
        let singleton = "Commander\n1 Axe\n\nDeck\n40 Horde\n9 Nine\n2 Rat\n";
        assert_eq!(wrong("commander", singleton), ["2 copies of Rat, at most 1 expected"]);
    }

    fn outside(name: &str) -> Vec<String> {
        vec![format!("{name} is not of the colours of the commander")]
    }

    #[test]
    fn each_shipped_card_has_its_formats() {
        let db = CardDb::embedded();
        let names: Vec<&String> = legalities().legal.keys().collect();
        let is_by_hand = |name: &&str| db.origin(name) == Some(Origin::ByHand);
        assert_eq!(names, {
            let mut all: Vec<_> = db.names().filter(is_by_hand).collect();
            all.sort_unstable();
            all
        });
        for name in db.names().filter(|name| !is_by_hand(name)) {
            // Of a few nobody says.
            let formats = db.formats(name).unwrap_or_default();
            assert!(formats.iter().all(|format| is_listed(format)), "{name}: {formats:?}");
        }
        assert!(legalities().legal.values().flatten().all(|format| is_listed(format)));
    }
}
