//! Reading of scenario files.

use super::def::{FORMAT, Scenario, Setup};
use super::error::{Mistake, ScenarioError, whole};
use super::include::{Included, Refused, Root, is_setup};
use super::place::{Starts, place_of_include};
use crate::cards::check;
use crate::cards::def::CardDef;
use crate::cards::printable::{self, shown};
use miette::NamedSource;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the format is explained.
const GUIDE: &str = "docs/scenarios.md";

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 256 * 1024;

/// The scenarios of one file.
#[derive(Debug)]
pub struct File {
    /// The path, as given.
    pub path: String,
    /// The text.
    pub text: String,
    /// The scenarios, in order.
    pub scenarios: Vec<Scenario>,
}

/// The scenario files of a path, sorted: itself, or all `.ron` files of a folder and its folders, but for shared parts
/// of set-ups.
///
/// # Errors
/// A path that isn't there or can't be read, a folder without any.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Box<ScenarioError>> {
    let meta = fs::metadata(path).map_err(|e| whole(path, e))?;
    if meta.is_file() || crate::cards::files::is_descriptor(path) {
        return Ok(vec![path.to_owned()]);
    }
    if !meta.is_dir() {
        return Err(whole(path, crate::cards::files::NOT_REGULAR));
    }
    let wanted = |path: &Path| path.extension().is_some_and(|e| e == "ron");
    let below = crate::cards::files::below(path, &wanted).map_err(|(folder, e)| whole(&folder, e))?;
    // Which links may be followed is the root's business; what isn't a regular file it refuses.
    let root = Root::of(path)?;
    let all = below.files.into_iter().chain(below.refused.into_iter().map(|(path, _)| path));
    let mut found: Vec<PathBuf> = all.filter(|path| !(root.lets(path) && is_setup_file(path))).collect();
    found.sort();
    if found.is_empty() {
        return Err(whole(path, "the folder has no scenario files (*.ron)"));
    }
    Ok(found)
}

/// Reads a file. What it includes must lie below the root.
///
/// # Errors
/// A file that can't be read, is too large, or isn't a list of scenarios (or one) of this format; what it can't include.
pub fn load(path: &Path, root: &Root) -> Result<File, Box<ScenarioError>> {
    let text = read(path)?;
    of_text(&shown(path), text, Included::new(Some((path, root))))
}

fn read(path: &Path) -> Result<String, Box<ScenarioError>> {
    match printable::read(path, MAX_FILE).map_err(|e| whole(path, e))? {
        Ok(text) => Ok(text),
        Err(_) => Err(whole(path, format!("the file has more than {MAX_FILE} bytes"))),
    }
}

/// Refuses a text that isn't safe to show, without showing it.
fn safe(path: &str, text: &str) -> Result<(), Box<ScenarioError>> {
    let Some((at, c)) = printable::first_unsafe(text) else { return Ok(()) };
    let mut error = ScenarioError::at(path, text, at, String::new(), printable::unsafe_message(c));
    (error.source_code, error.span) = (NamedSource::new(path, String::new()), None);
    Err(error)
}

/// Whether a file is a shared part of set-ups, not scenarios.
fn is_setup_file(path: &Path) -> bool {
    matches!(printable::read(path, MAX_FILE), Ok(Ok(text)) if is_setup(&text))
}

/// Reads a text: a list of scenarios, or a single one. It can't include files; `path` is what messages call it.
///
/// # Errors
/// Terms that don't exist or don't fit, another format, an `include`, with their place.
pub fn parse(path: &str, text: String) -> Result<File, Box<ScenarioError>> {
    of_text(path, text, Included::new(None))
}

fn of_text(path: &str, text: String, mut included: Included<'_>) -> Result<File, Box<ScenarioError>> {
    safe(path, &text)?;
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("//"));
    let mut scenarios = if first.is_some_and(|line| line.starts_with('[')) {
        read_ron::<Vec<Scenario>>(path, &text)?
    } else {
        vec![read_ron::<Scenario>(path, &text)?]
    };
    if let Some(other) = scenarios.iter().find(|s| s.format != FORMAT) {
        let message = format!("the scenario has format {}; this build reads format {FORMAT}", other.format);
        return Err(ScenarioError::at(
            path,
            &text,
            text.find("format").unwrap_or(0),
            format!("{}: ", other.title),
            message,
        ));
    }
    let (mut wrong, mut elsewhere) = (Vec::new(), None);
    let mut starts = Starts::new(&text);
    for scenario in &mut scenarios {
        let start = starts.next(&scenario.title);
        let title = || format!("{}: ", scenario.title);
        let tokens = scenario.tokens.iter().map(|(name, token)| (name.as_str(), token.card()));
        let faults = faulty(&text, start, &scenario.cards, tokens).into_iter();
        wrong.extend(faults.map(|(offset, message)| Mistake { offset, title: title(), message, include: None }));
        let title = title();
        for (word, refused) in included.apply(scenario) {
            match refused {
                Refused::Setup(error) => elsewhere = elsewhere.or(Some(error)),
                Refused::Include(error) => {
                    let (offset, message) = (place_of_include(&text, start, &word), error.to_string());
                    wrong.push(Mistake { offset, title: title.clone(), message, include: Some(error) });
                }
            }
        }
    }
    // A mistake in a set-up that several scenarios include is told once, after those of this file.
    let count = wrong.len();
    match (ScenarioError::all(path, &text, wrong.into_iter(), count), elsewhere) {
        (None, None) => Ok(File { path: path.to_owned(), text, scenarios }),
        (Some(error), None) | (None, Some(error)) => Err(error),
        (Some(mut error), Some(mut set_up)) => {
            let others = std::mem::take(&mut set_up.others);
            error.others.push(*set_up);
            error.others.extend(others);
            Err(error)
        }
    }
}

/// Reads a text in RON; all mistakes that can be told apart are in the error.
fn read_ron<T: for<'de> serde::Deserialize<'de>>(path: &str, text: &str) -> Result<T, Box<ScenarioError>> {
    check::read_ron(text, guide).map_err(|wrong| {
        let count = wrong.len();
        let mistake = |(offset, message)| Mistake { offset, title: String::new(), message, include: None };
        ScenarioError::all(path, text, wrong.into_iter().map(mistake), count).expect("there is a mistake")
    })
}

/// Where the terms of a type are explained: those of this format, or those of cards.
fn guide(outer: Option<&str>) -> &'static str {
    const OWN: [&str; 11] = [
        "Scenario",
        "Setup",
        "Variant",
        "PlayerSetup",
        "TurnSetup",
        "StatusSetup",
        "Step",
        "Action",
        "Reply",
        "Expectation",
        "PlanarFace",
    ];
    if outer.is_none_or(|outer| OWN.contains(&outer)) { GUIDE } else { check::GUIDE }
}

/// Reads the text of a part of a set-up; `name` is what messages call its file.
///
/// # Errors
/// As [`parse`].
pub(super) fn setup(name: &str, text: &str) -> Result<Setup, Box<ScenarioError>> {
    safe(name, text)?;
    let setup: Setup = read_ron(name, text)?;
    if setup.format != FORMAT {
        let message = format!("the set-up has format {}; this build reads format {FORMAT}", setup.format);
        return Err(ScenarioError::at(name, text, text.find("format").unwrap_or(0), String::new(), message));
    }
    let tokens = setup.tokens.iter().map(|(name, token)| (name.as_str(), token.card()));
    let faults = faulty(text, 0, &setup.cards, tokens);
    let count = faults.len();
    let wrong =
        faults.into_iter().map(|(offset, message)| Mistake { offset, title: String::new(), message, include: None });
    match ScenarioError::all(name, text, wrong, count) {
        Some(error) => Err(error),
        None => Ok(setup),
    }
}

/// What is wrong with definitions inside a file, by the checks of card files, and where in bytes. Cards stand after `start`
/// under their names, tokens under the names that the file gives them.
fn faulty<'a>(
    text: &str,
    start: usize,
    cards: &[CardDef],
    tokens: impl Iterator<Item = (&'a str, CardDef)>,
) -> Vec<(usize, String)> {
    let place = |name: &str, words: &str| {
        let at = start + text[start..].find(&format!("{name:?}")).unwrap_or(0);
        at + text[at..].find(words).unwrap_or(0)
    };
    let mut found = Vec::new();
    let wrong = |found: &mut Vec<(usize, String)>, called: &str, card: &CardDef| {
        for check::Fault { path, message } in check::faults(card) {
            let words = path.as_ref().map_or("", |path| &path.words);
            // Those that aren't told have no place.
            let place = if found.len() < check::MOST_TOLD { place(called, words) } else { 0 };
            found.push((place, format!("{called}: {message}")));
        }
    };
    let mut names = BTreeSet::new();
    for card in cards {
        wrong(&mut found, &card.name, card);
        if !names.insert(card.name.to_ascii_lowercase()) {
            found.push((place(&card.name, ""), format!("{}: the card is defined twice", card.name)));
        }
    }
    tokens.into_iter().for_each(|(called, token)| wrong(&mut found, called, &token));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(cards: &str, tokens: &str) -> String {
        format!(
            "[\n    Scenario(\n        format: 1,\n        title: \"one\",\n        cards: [\n{cards}\n        ],\n        \
             tokens: {{{tokens}}},\n        players: [(), ()],\n        script: [],\n    ),\n]\n"
        )
    }

    fn card(name: &str, rest: &str) -> String {
        format!("            Card(format: 1, name: \"{name}\", {rest}),\n")
    }

    fn refused(text: &str) -> ScenarioError {
        match parse("test.ron", text.to_owned()) {
            Ok(_) => panic!("this should be refused: {text}"),
            Err(error) => *error,
        }
    }

    /// What `cards check` refuses in a file of its own is refused in a scenario, with its place.
    #[test]
    fn definitions_go_through_the_checks_of_card_files() {
        let trigger =
            r#"types: "Artifact", abilities: [Triggered(when: Enters(Is(This)), effects: [Tap(Targets(0))])]"#;
        // CR 602.5, 603.3d, 603.4.
        let early = |begins: &str| {
            let rest = "targets: [(what: Permanent(Any))], effects: [Draw()]";
            format!(r#"types: "Artifact", abilities: [{begins}, {rest})]"#)
        };
        let wrong: [(&str, &str, char); 17] = [
            (trigger, "there is no 0", 'T'),
            (r#"types: "Artifact", abilities: [Static(effect: Affect(The(Target(0)), [SwitchPT]))]"#, "no 0", 'T'),
            (r#"types: "Instant", abilities: [Spell(effects: [Reveal(Var("x"))])]"#, "\"x\" is read", '"'),
            (r#"types: "Instant", abilities: [Spell(modes: (min: 2, max: 1, list: [(effects: [])]))]"#, "modes", 'm'),
            (r#"types: "Creature - Bear""#, "power and toughness", 't'),
            (r#"types: "Enchantment - Aura""#, "Aura", 't'),
            (r#"types: "Land", abilities: [Spell(effects: [Draw()])]"#, "instants and sorceries", 'S'),
            (r#"types: "Instant", abilities: [Spell(targets: [(what: AnyTarget, other_than: [0])])]"#, "before", 'o'),
            (r#"types: "Instant", abilities: [Spell(effects: [Draw(count: TargetCount)])]"#, "no targets", 'T'),
            (&early("Activated(cost: [Tap], only_if: Is(Target(0), Any)"), "`only_if` is looked at before", 'T'),
            (&early("Activated(cost: [Tap], by: ControllerOf(Target(0))"), "`by` is looked at before", 'T'),
            (&early("Triggered(when: Dies(Any), only_if: Is(Target(0), Any)"), "`only_if` is looked at before", 'T'),
            (&early("Triggered(when: Dies(Any), provided: Is(Target(0), Any)"), "`provided` is looked at before", 'T'),
            (&early("Triggered(when: Dies(Is(Target(0)))"), "`when` is looked at before", 'T'),
            (
                &early("Triggered(when: Dies(Any), only_if: Compare(TargetCount, Ge, N(1))"),
                "`only_if` is looked at before",
                'T',
            ),
            (r#"types: "Instant", abilities: [Spell(effects: [Draw(count: Divided)])]"#, "divides nothing", 'D'),
            (
                r#"types: "Instant", abilities: [Spell(effects: [RollDice(sides: 0, into: "roll")])]"#,
                "a die has at least one",
                'R',
            ),
        ];
        for (rest, part, at) in wrong {
            let name = "Test Wrong";
            let error = refused(&scenario(&(card("Test Good", r#"types: "Artifact""#) + &card(name, rest)), ""));
            assert!(error.message.contains(part) && error.message.contains(name), "{part}: {error}");
            assert_eq!((error.line, error.title.as_str()), (7, "one: "), "{error}");
            let line = card(name, rest);
            assert_eq!(line.chars().nth(error.column - 1), Some(at), "{error}");
            let alone = format!("Card(format: 1, name: \"{name}\", {rest})");
            let alone = check::parse_card("alone.ron", &alone).expect_err("a file of its own is refused, too");
            assert!(error.message.contains(&alone.message), "{alone} and {error}");
        }
    }

    #[test]
    fn names_formats_doubles_and_tokens_are_checked() {
        let error = refused(&scenario(&card(" ", r#"types: "Artifact""#), ""));
        assert!(error.message.contains("printable characters"), "{error}");
        let twice = card("Test Twin", r#"types: "Artifact""#) + &card("test twin", r#"types: "Land""#);
        assert!(refused(&scenario(&twice, "")).message.contains("defined twice"));
        let older = card("Test Old", r#"types: "Artifact""#).replace("Card(format: 1", "Card(format: 0");
        assert!(refused(&scenario(&older, "")).message.contains("format 0"));
        let error = refused(&scenario("", r#""wisp": (types: "Creature - Spirit")"#));
        assert!(error.message.contains("wisp") && error.message.contains("power and toughness"), "{error}");
        let thrice =
            r#""twin": (types: "Artifact - Food", back: (types: "Artifact - Clue", back: (types: "Artifact")))"#;
        let error = refused(&scenario("", thrice));
        assert!(error.message.contains("a back face of its own"), "{error}");
        let good =
            scenario(&card("Test Good", r#"types: "Artifact""#), r#""wisp": (types: "Creature - Spirit", pt: (1, 1))"#);
        assert!(parse("test.ron", good).is_ok());
    }

    #[test]
    fn kinds_of_counters_with_rules_that_are_lacking_are_refused_by_name() {
        for kind in ["ticket", "decayed", "exalted", "hexproof from blue"] {
            let effect = format!(
                r#"types: "Instant", abilities: [Spell(effects: [PutCounters(kind: "{kind}", on: Players(You))])]"#
            );
            let part = format!("`{kind}` counters have rules");
            let error = refused(&scenario(&card("Test Kind", &effect), ""));
            assert!(error.message.contains(&part), "{error}");
            let alone = format!("Card(format: 1, name: \"Test Kind\", {effect})");
            let alone = check::parse_card("alone.ron", &alone).expect_err("so is a file of its own");
            assert!(alone.message.contains(&part), "{alone}");
            let set_up = scenario("", "").replace("[(), ()]", &format!("[(counters: [(\"{kind}\", 1)]), ()]"));
            assert!(refused(&set_up).message.contains(&part));
        }
        for kind in ["level", "shield", "stun", "finality", "rad", "flying", "time", "shroud", "+0/+1"] {
            let set_up = scenario("", "").replace("[(), ()]", &format!("[(counters: [(\"{kind}\", 1)]), ()]"));
            assert!(parse("test.ron", set_up).is_ok(), "{kind}");
        }
    }
}
