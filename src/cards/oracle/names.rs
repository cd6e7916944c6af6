//! What categories of phrases are called in messages: names that a player understands.

/// Each category with its name.
const NAMES: &[(&str, &str)] = &[
    // ---- classes of words
    ("Sub", "a subtype"),
    ("Words", "a number in words"),
    ("Digits", "a number in digits"),
    ("Pt", "a change of power and toughness"),
    ("Body", "a power and toughness"),
    ("Mana", "mana symbols"),
    ("Energy", "energy symbols"),
    ("Loyal", "a loyalty cost"),
    ("Chapter", "the number of a chapter"),
    ("Kind", "a kind of counter"),
    ("Kw", "a keyword"),
    ("Made", "a kind of predefined token"),
    ("Role_", "a kind of role token"),
    ("Name", "a name"),
    ("WholeName", "a whole name"),
    // ---- what no word says
    ("Doer", "who does it"),
    ("Subject", "what it is about"),
    ("Source", "the source"),
    ("Into", "what is kept in mind"),
    // ---- noun phrases
    ("Type", "a card type"),
    ("Types", "card types"),
    ("TypeAdj", "a card type before a noun"),
    ("Super", "a supertype"),
    ("Hue", "a color"),
    ("HueOr", "a color or several"),
    ("SourceKind", "a source of damage to choose"),
    ("Head", "a noun or several"),
    ("HeadOne", "a noun"),
    ("CardHeadOne", "a type of card"),
    ("CardHead", "a type of card or several"),
    ("Adj", "an adjective"),
    ("Adjs", "adjectives"),
    ("Post", "a quality after the noun"),
    ("CardPost", "a quality of cards after the noun"),
    ("Posts", "qualities after the noun"),
    ("CardPosts", "qualities of cards after the noun"),
    ("Noun", "permanents of a sort"),
    ("CardNoun", "cards of a sort"),
    ("SpellNoun", "spells of a sort"),
    ("Awaited", "the next spell of a sort"),
    ("Exerted", "the card itself, exerted"),
    ("SourceNoun", "sources of a sort"),
    ("Sought", "cards to search for"),
    ("Aim", "what can be a target"),
    ("Whose", "whose it is"),
    ("Graves", "a graveyard"),
    ("MixedAim", "players or permanents as targets"),
    ("Objs", "an object or several"),
    ("Np", "objects"),
    ("SubjObjs", "objects that do it"),
    ("Poss", "an object's"),
    ("Target", "a target"),
    ("Targets_", "several targets"),
    ("Choice", "permanents to choose"),
    ("HandChoice", "cards to choose"),
    ("SubjPlayer", "a player who does it"),
    ("Player", "a player"),
    ("Other", "another player"),
    ("Recip", "what damage is dealt to"),
    ("RecipAnd", "all that damage is dealt to"),
    ("ToEach", "each player of several"),
    ("Self_", "the card itself"),
    ("EventObj", "an object that triggers"),
    // ---- numbers, conditions, durations
    ("Count", "how many"),
    ("Amount", "an amount"),
    ("Value_", "a value"),
    ("Compared", "a comparison"),
    ("Each", "what is counted"),
    ("Measured", "power, toughness or mana value"),
    ("Part_", "a part of a turn"),
    ("Cards", "how many cards"),
    ("Cond", "a condition"),
    ("Conds", "conditions"),
    ("Quality", "a quality"),
    ("Dur", "a duration"),
    ("Step", "a step"),
    ("Turn", "a step of a turn"),
    // ---- costs and events
    ("Part", "an action as a cost"),
    ("Symbol", "a symbol as a cost"),
    ("Piece", "part of a cost"),
    ("Price", "a cost"),
    ("Payment", "a payment"),
    ("Event", "an event"),
    ("EventSubject", "what the event is about"),
    ("EventPlayer", "a player who triggers"),
    ("Simple", "one of two events"),
    ("Happening", "what happens to it"),
    // ---- continuous effects
    ("Mod", "what it gets for a while"),
    ("Mods", "all that it gets for a while"),
    ("StaticMod", "what it has"),
    ("StaticMods", "all that it has"),
    ("KwList", "keywords"),
    ("KwAbility", "a keyword with a quality"),
    ("FormCore", "a power, toughness, color and type"),
    ("Form", "what it becomes"),
    ("Addition", "a type besides others"),
    ("Except", "an exception of a copy"),
    ("Excepts", "exceptions of a copy"),
    ("Cant", "a restriction"),
    ("TokenCore", "a token without abilities"),
    ("Quote", "an ability in quotes"),
    ("TokenNoun", "a token"),
    ("Hues", "colors"),
    ("Subs", "subtypes"),
    ("Adds", "mana to add"),
    ("Yield", "what is produced instead"),
    ("Use", "what mana can be spent on"),
    ("Uses", "all that mana can be spent on"),
    // ---- clauses
    ("Verb", "an instruction"),
    ("Verbs", "a series of instructions"),
    ("Act", "an action"),
    ("Acts", "actions"),
    ("Pred", "what an object does"),
    ("Preds", "all that an object does"),
    ("Gone", "a sacrifice of the card itself"),
    ("Said", "a clause with a subject"),
    ("Clause", "a clause"),
    ("Sentence", "a sentence"),
    ("Sentences", "sentences"),
    ("Plain", "a sentence without \"if\""),
    ("Rows", "a table of results"),
    ("Range", "results of dice"),
    ("Outcome", "what happens with a result"),
    ("Begun", "sentences of which the first is without \"if\""),
    ("Swap", "what happens instead"),
    // ---- lines
    ("Line", "a line"),
    ("Ability", "an ability"),
    ("Static", "a static ability"),
    ("KwItem", "a keyword of a line"),
    ("KwLine", "a line of keywords"),
    ("Warded", "what protection is from"),
    ("Param", "a keyword with a cost or a number"),
    ("Limit", "an activated ability"),
    ("Limit_", "an activated ability without a limit"),
    ("Less", "how much less an ability costs"),
    ("Chapters", "numbers of chapters"),
    ("Trigger", "a triggered ability"),
    ("Reflex", "an ability that triggers on what was just done"),
    ("Trigger_", "a triggered ability without a limit"),
    ("Nth", "which one of a turn"),
    ("When", "a trigger condition"),
    ("Extra", "an additional cost"),
    ("Modal", "a choice of modes"),
    ("Pick", "how many modes"),
    ("ModeList", "modes"),
    ("ModeItem", "a mode"),
    ("SpreeList", "modes with costs"),
    ("SpreeItem", "a mode with a cost"),
    ("SpellModes", "the modes of a spell"),
];

/// The name of a category in messages; empty if it has none, which a test doesn't let happen.
pub(super) fn plain(category: &str) -> &'static str {
    NAMES.iter().find(|(name, _)| *name == category).map_or("", |(_, plain)| plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::oracle::grammar::categories;
    use std::collections::BTreeSet;

    #[test]
    fn every_category_has_a_name_of_its_own_that_is_no_identifier() {
        let all = categories();
        assert_eq!(all.len(), NAMES.len(), "a row too many");
        let names: BTreeSet<&str> = all.iter().map(|c| c.name).collect();
        assert_eq!(names.len(), all.len(), "two categories have one name, or one has none");
        for name in names {
            let words = name.contains(' ') || name.chars().all(|c| c.is_ascii_lowercase());
            let small = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains('_');
            assert!(words && small && !name.chars().any(|c| c.is_ascii_uppercase()), "`{name}`");
        }
    }
}
