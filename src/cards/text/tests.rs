//! All embedded cards in words: well formed, and nothing of what they say is lost.

use super::*;
use crate::cards::def::{KeywordAbility, TypeLine};
use crate::cards::{CardDb, Origin};
use expect_test::{Expect, expect};
use std::collections::BTreeMap;

/// A face: its name, its type line, its abilities.
type FaceOf<'d> = (&'d str, &'d TypeLine, &'d [AbilityDef]);

/// All faces of all embedded cards.
fn faces(db: &CardDb) -> Vec<FaceOf<'_>> {
    faces_of(db, |_| true)
}

/// The faces of the cards of which this is true of the name.
fn faces_of(db: &CardDb, wanted: impl Fn(&&str) -> bool) -> Vec<FaceOf<'_>> {
    let mut all = Vec::new();
    for definition in db.definitions().filter(|definition| wanted(&definition.source.name.as_str())) {
        let card = &definition.source;
        all.push((card.name.as_str(), &card.types, card.abilities.as_slice()));
        if let Some((_, other)) = &card.other {
            all.push((other.name.as_str(), &other.types, other.abilities.as_slice()));
        }
    }
    all
}

#[test]
fn every_ability_is_a_line_of_english() {
    let db = CardDb::embedded();
    for (name, types, abilities) in faces(&db) {
        let speaker = Speaker::of(types, abilities);
        for def in abilities {
            let line = ability(&speaker, def);
            let keyword = matches!(def, AbilityDef::Keywords(_) | AbilityDef::Keyword(_));
            assert!(line.ends_with(['.', '"']) || keyword, "{name}: {line}");
            assert!(!line.is_empty() && line.len() < 1300, "{name}: {line}");
            well_formed(name, &line);
        }
    }
}

fn well_formed(name: &str, line: &str) {
    for leftover in ["Some(", "None", "(You", "([", "  ", " ,", "..", " .", "\\", "nothing happens", "woulds"] {
        assert!(!line.contains(leftover), "{name}: `{leftover}` in: {line}");
    }
    for (open, close) in [('{', '}'), ('(', ')'), ('[', ']')] {
        assert_eq!(line.matches(open).count(), line.matches(close).count(), "{name}: {line}");
    }
    assert_eq!(line.matches('"').count() % 2, 0, "{name}: {line}");
    // Terms of the vocabulary are words run together.
    let bytes = line.as_bytes();
    let run_together = bytes.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    assert!(!run_together, "{name}: {line}");
    let first = line.chars().next().is_some_and(|c| c.is_uppercase() || "{[".contains(c));
    assert!(first, "{name}: {line}");
}

/// A parameter that isn't told would make two abilities alike. Compiled cards are told by the table that they were read with,
/// which a test of theirs reads back.
#[test]
fn abilities_that_differ_say_something_else() {
    let db = CardDb::embedded();
    let mut said: BTreeMap<String, (&str, &AbilityDef)> = BTreeMap::new();
    let by_hand = |card: &&str| db.origin(card) == Some(Origin::ByHand);
    for (name, types, abilities) in faces_of(&db, by_hand) {
        let speaker = Speaker::of(types, abilities);
        for def in abilities {
            let line = ability(&speaker, def);
            let (first, other) = *said.entry(line.clone()).or_insert((name, def));
            assert_eq!(other, def, "{first} and {name} both say: {line}");
        }
    }
}

/// What is compiled of a card says the same, keywords by their names.
#[test]
fn compiled_abilities_say_what_their_cards_say() {
    let db = CardDb::embedded();
    for definition in db.definitions() {
        assert_eq!(definition.abilities.len(), definition.texts.len());
        for text in &definition.texts {
            let speaker = &definition.speakers[usize::from(text.speaker)];
            // An event that ends something has no instructions.
            let ends = matches!(&text.def, AbilityDef::Triggered(t) if t.effects.is_empty() && t.modes.is_none());
            let empty = *text.printed() == AbilityDef::Keywords(Vec::new());
            if !ends && !empty {
                well_formed(&definition.name, &ability(speaker, text.printed()));
            }
            let spelt = text.def != AbilityDef::Keywords(Vec::new());
            if !ends && spelt && text.keyword.is_some() {
                well_formed(&definition.name, &ability(speaker, &text.def));
            }
        }
    }
}

#[test]
fn instructions_are_found_in_their_words() {
    let db = CardDb::embedded();
    let card = &db.get("Impulse").expect("it is embedded").source;
    let speaker = Speaker::of(&card.types, &card.abilities);
    let chooses = |effect: &Instruction| matches!(effect, Instruction::Choose { .. });
    let found = instruction(&speaker, &card.abilities[0], 0, &chooses, 0).expect("it chooses");
    assert_eq!(found.text, "Choose one of those cards.");
    assert_eq!(instruction(&speaker, &card.abilities[0], 0, &chooses, 1), None);

    let card = &db.get("Liliana of the Veil").expect("it is embedded").source;
    let one = |effect: &Instruction| matches!(effect, Instruction::ChooseOne(..));
    let found = instruction(&speaker, &card.abilities[2], 0, &one, 0).expect("it has courses");
    assert_eq!(found.courses.len(), 2);
    assert!(found.courses.iter().all(|course| course.contains("sacrifice")), "{:?}", found.courses);
    assert_ne!(found.courses[0], found.courses[1]);
}

#[test]
fn parts_stand_alone() {
    let speaker = Speaker::default();
    let read = |text: &str| crate::cards::check::options().from_str::<Filter>(text).expect("a filter");
    let say = |text: &str| filter(&speaker, &read(text));
    assert_eq!(say("Any"), "permanent");
    assert_eq!(say("Not(Type(\"Creature Land\"))"), "noncreature, nonland permanent");
    assert_eq!(say("And([Type(\"Artifact\"), Type(\"Creature\"), Tapped])"), "tapped artifact creature");
    assert_eq!(say("And([Type(\"Creature\"), Has(Flying), Controlled(EachOpponent)])"), {
        "creature an opponent controls with flying"
    });
    assert_eq!(say("Or([Attacking, Blocking])"), "attacking or blocking permanent");
    assert_eq!(say("Not(Or([Color(Red), Has(Haste)]))"), "nonred permanent without haste");
    assert_eq!(cards(&speaker, &read("Not(Type(\"Land\"))")), "nonland card");
    let walk = AbilityDef::Keyword(KeywordAbility::Landwalk(read("And([Type(\"Land\"), Supertype(\"Snow\")])")));
    assert_eq!(ability(&speaker, &walk), "Snow landwalk");
}

fn says(name: &str, expected: &Expect) {
    let db = CardDb::embedded();
    let definition = db.get(name).expect("it is embedded");
    let mut lines = card(&definition.source);
    if let Some((_, face)) = &definition.source.other {
        lines.push("//".to_owned());
        lines.extend(abilities(&Speaker::of(&face.types, &face.abilities), &face.abilities));
    }
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn cards_read_like_cards() {
    says(
        "Lightning Bolt",
        &expect![[r#"
            This spell deals 3 damage to any target.
        "#]],
    );
    says(
        "Force of Will",
        &expect![[r#"
            You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost.
            Counter target spell.
        "#]],
    );
    says(
        "Fact or Fiction",
        &expect![[r#"
            Reveal the top five cards of your library. Choose an opponent. The chosen player separates those cards into two piles. Choose one: put the first pile into your hand, then put the second pile into your graveyard; or put the second pile into your hand, then put the first pile into your graveyard.
        "#]],
    );
    says(
        "Sylvan Library",
        &expect![[r#"
            At the beginning of your draw step, you may draw two cards, then choose two cards that were drawn this turn in your hand. If you do, for each of the chosen cards, pay 4 life or put that card on top of your library.
        "#]],
    );
    says(
        "Banishing Light",
        &expect![[r#"
            When this enchantment enters, exile target nonland permanent an opponent controls until this enchantment leaves the battlefield.
        "#]],
    );
    says(
        "Rancor",
        &expect![[r#"
            Enchant creature
            Enchanted creature gets +2/+0 and has trample.
            When this Aura is put into a graveyard from the battlefield, return this card to its owner's hand.
        "#]],
    );
    says(
        "Inventor's Axe",
        &expect![[r#"
            Flash
            When this Equipment enters, you get {E}{E}.
            When this Equipment enters, attach this Equipment to target creature you control.
            Equipped creature gets +2/+0.
            Equip—Pay {E}{E}.
        "#]],
    );
    says(
        "Snuff Out",
        &expect![[r#"
            If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.
            Destroy target nonblack creature. It can't be regenerated.
        "#]],
    );
    says(
        "Goblin Bushwhacker",
        &expect![[r#"
            Kicker {R}
            When this creature enters, if this creature was kicked, creatures you control get +1/+0 and gain haste until end of turn.
        "#]],
    );
    says(
        "Blue Elemental Blast",
        &expect![[r#"
            Choose one — • Counter target red spell. • Destroy target red permanent.
        "#]],
    );
    says(
        "Liliana of the Veil",
        &expect![[r#"
            [+1]: Each player discards a card.
            [−2]: Target player sacrifices a creature.
            [−6]: Separate all permanents target player controls into two piles. That player chooses one: that player sacrifices the first pile or that player sacrifices the second pile.
        "#]],
    );
    says(
        "Gideon Jura",
        &expect![[r#"
            [+2]: Creatures target opponent controls attack this planeswalker if able during that player's next turn.
            [−2]: Destroy target tapped creature.
            [0]: This planeswalker becomes a 6/6 Human Soldier creature in addition to its other types until end of turn. Prevent all damage that would be dealt to this planeswalker this turn.
        "#]],
    );
    says(
        "Clone",
        &expect![[r#"
            You may have this creature enter as a copy of any creature.
        "#]],
    );
    says(
        "Isochron Scepter",
        &expect![[r#"
            When this artifact enters, you may choose an instant card with mana value 2 or less in your hand, then exile the chosen card.
            {2}, {T}: For each card exiled with this artifact, in any order, you may cast a copy of that card without paying its mana cost.
        "#]],
    );
    says(
        "Parallax Wave",
        &expect![[r#"
            Fading 5
            Remove a fade counter from this enchantment: Exile target creature.
            When this enchantment leaves the battlefield, put all cards exiled with this enchantment onto the battlefield under their owners' control.
        "#]],
    );
    says(
        "Mox Diamond",
        &expect![[r#"
            If this artifact would enter, instead you may discard a land card. If you do, put this artifact onto the battlefield under your control. If you don't, put this artifact into its owner's graveyard.
            {T}: Add one mana of any color.
        "#]],
    );
    says(
        "Opalescence",
        &expect![[r#"
            Other non-Aura enchantments are X/X creatures in addition to their other types, where X is each one's mana value.
        "#]],
    );
    says(
        "Blood Moon",
        &expect![[r#"
            Nonbasic lands are Mountains (instead of their other land types and abilities).
        "#]],
    );
    says(
        "Fireball",
        &expect![[r#"
            This spell costs {1} more to cast for each target beyond the first.
            This spell deals X damage divided evenly, rounded down, among any number of targets.
        "#]],
    );
    says(
        "Jace, Architect of Thought",
        &expect![[r#"
            [+1]: Until your next turn, whenever a creature an opponent controls attacks, that creature gets -1/-0 until end of turn.
            [−2]: Reveal the top three cards of your library. Choose an opponent. The chosen player separates those cards into two piles. Choose one: put the first pile into your hand, then put the second pile on the bottom of your library; or put the second pile into your hand, then put the first pile on the bottom of your library.
            [−8]: Look at all cards in all libraries. For each player, search that player's library for a nonland card. Exile the found cards. Each player shuffles. You may cast any number of the exiled cards still in exile without paying their mana costs.
        "#]],
    );
    says(
        "Intuition",
        &expect![[r#"
            Search your library for three cards. Reveal the found cards. Target opponent chooses one of the found cards. Put the chosen card into your hand. Put all of the found cards still in a library into your graveyard. Shuffle.
        "#]],
    );
    says(
        "Conspiracy",
        &expect![[r#"
            As this enchantment enters, choose a creature type.
            Creatures you control, creature spells you control or own, and creature cards you own that aren't on the battlefield or the stack are the chosen type.
        "#]],
    );
    says(
        "Ash Zealot",
        &expect![[r#"
            First strike, haste
            Whenever a player casts a spell from a graveyard, this creature deals 3 damage to that player.
        "#]],
    );
    says(
        "Incinerate",
        &expect![[r#"
            This spell deals 3 damage to any target. All creatures dealt damage this way can't be regenerated until end of turn.
        "#]],
    );
    says(
        "Fire // Ice",
        &expect![[r#"
            This spell deals 2 damage divided as you choose among one or two targets.
            //
            Tap target permanent. Draw a card.
        "#]],
    );
    says(
        "Mogg Fanatic",
        &expect![[r#"
            Sacrifice this creature: This creature deals 1 damage to any target.
        "#]],
    );
    says(
        "Sneaky Snacker",
        &expect![[r#"
            Flying
            Whenever you draw a card while you have drawn exactly three cards this turn, return this card to the battlefield tapped. This ability triggers only if this card is in your graveyard.
        "#]],
    );
    says(
        "Ninja of the Deep Hours",
        &expect![[r#"
            Ninjutsu {1}{U}
            Whenever this creature deals combat damage to a player, you may draw a card.
        "#]],
    );
    says(
        "Derevi, Empyrial Tactician",
        &expect![[r#"
            Flying
            When this creature enters or whenever a creature you control deals combat damage to a player, you may choose one: tap target permanent or untap that permanent.
            {1}{G}{W}{U}: Put this card onto the battlefield under its owner's control. Activate only if this card is in the command zone.
        "#]],
    );
    says(
        "Skullbriar, the Walking Grave",
        &expect![[r#"
            Haste
            Whenever this creature deals combat damage to a player, put a +1/+1 counter on this creature.
            This creature keeps its counters as it moves to a zone other than a hand or library.
        "#]],
    );
    says(
        "Pithing Needle",
        &expect![[r#"
            As this artifact enters, choose a card name.
            Players can't activate activated abilities of objects with the chosen name unless they're mana abilities.
        "#]],
    );
    says(
        "Vedalken Shackles",
        &expect![[r#"
            This artifact may be left tapped by its controller during its controller's untap step.
            {2}, {T}: Gain control of target creature with power less than or equal to the number of Islands you control for as long as this artifact is on the battlefield and is tapped.
        "#]],
    );
    says(
        "Sulfuric Vortex",
        &expect![[r#"
            At the beginning of each upkeep, this enchantment deals 2 damage to that player.
            If a player would gain life, that player gains no life instead.
        "#]],
    );
    says(
        "Path to Exile",
        &expect![[r#"
            Exile target creature. That creature's controller may search their library for a basic land card. If they do, put the found card onto the battlefield tapped under its owner's control. Then that creature's controller shuffles.
        "#]],
    );
}

#[test]
fn what_is_plain_is_said_once() {
    let speaker = Speaker::default();
    let say = |text: &str| {
        ability(&speaker, &crate::cards::check::options().from_str::<AbilityDef>(text).expect("an ability"))
    };
    let cheaper = say(r#"Static(effect: Rule(CostsLess(You, And([Type("Artifact"), Spell]), N(1))))"#);
    assert!(cheaper.starts_with("Artifact spells you cast cost {1} less"), "{cheaper}");
    // The targets are creatures, and no players.
    let gain = |what: &str| {
        say(&format!(
            "Spell(targets: [(what: {what})], effects: [ForEach(Targets(0), [GainLife(You, Toughness(It), None)])])"
        ))
    };
    let creatures = gain(r#"Permanent(Type("Creature"))"#);
    assert!(creatures.contains("that creature's toughness") && !creatures.contains("player"), "{creatures}");
    assert!(gain("AnyTarget").contains("that object or player"), "{}", gain("AnyTarget"));
}
