//! Scenario files and what can be wrong with them.

use super::def::{FORMAT, PlayerSetup, Scenario, Setup};
use super::problem::Difference;
use crate::cards::check;
use crate::cards::def::CardDef;
use crate::cards::printable::{self, shown};
use miette::{Diagnostic, NamedSource, SourceSpan};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where the format is explained.
const GUIDE: &str = "docs/scenarios.md";

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 256 * 1024;

/// A scenario that can't be read, or that doesn't happen as it says.
#[derive(Debug, Error, Diagnostic)]
#[error("{}: {title}{message}", self.place())]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column, from 1; 0 if the whole file is meant.
    pub column: usize,
    /// The scenario and the variant, as `title: `; empty if the file can't be read.
    pub title: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// What is otherwise than expected; empty if something else is wrong. The message has them, too.
    pub differences: Vec<Difference>,
    /// The text, for display.
    #[source_code]
    pub source_code: NamedSource<String>,
    /// Where.
    #[label("here")]
    pub span: Option<SourceSpan>,
}

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

impl ScenarioError {
    /// File, line and column; only the file if all of it is meant.
    pub fn place(&self) -> String {
        if self.line == 0 { self.file.clone() } else { format!("{}:{}:{}", self.file, self.line, self.column) }
    }
}

impl File {
    /// An error at a byte of the file.
    pub(super) fn error(path: &str, text: &str, offset: usize, title: String, message: String) -> Box<ScenarioError> {
        let offset = offset.min(text.len());
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let (text, offset) = printable::excerpt(text, offset);
        let message = printable::shorten(&message);
        Box::new(ScenarioError {
            file: path.to_owned(),
            line,
            column,
            title,
            message,
            differences: Vec::new(),
            source_code: NamedSource::new(path, text),
            span: Some(SourceSpan::new(offset.into(), 1)),
        })
    }
}

fn whole(path: &Path, message: impl std::fmt::Display) -> Box<ScenarioError> {
    let path = shown(path);
    Box::new(ScenarioError {
        source_code: NamedSource::new(&path, String::new()),
        file: path,
        line: 0,
        column: 0,
        title: String::new(),
        message: message.to_string(),
        differences: Vec::new(),
        span: None,
    })
}

/// The scenario files of a path, sorted: itself, or all `.ron` files of a folder and its folders, but for shared parts
/// of set-ups.
///
/// # Errors
/// A path that isn't there or can't be read, a folder without any.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Box<ScenarioError>> {
    let meta = fs::metadata(path).map_err(|e| whole(path, e))?;
    if meta.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let wanted = |path: &Path| path.extension().is_some_and(|e| e == "ron") && !is_setup(path);
    let found = crate::files::below(path, &wanted).map_err(|(folder, e)| whole(&folder, e))?;
    if found.is_empty() {
        return Err(whole(path, "the folder has no scenario files (*.ron)"));
    }
    Ok(found)
}

/// Reads a file.
///
/// # Errors
/// A file that can't be read, is too large, or isn't a list of scenarios (or one) of this format.
pub fn load(path: &Path) -> Result<File, Box<ScenarioError>> {
    let text = read(path)?;
    parse(&shown(path), text)
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
    let mut error = File::error(path, text, at, String::new(), printable::unsafe_message(c));
    (error.source_code, error.span) = (NamedSource::new(path, String::new()), None);
    Err(error)
}

/// Whether a file is a shared part of set-ups, not scenarios.
fn is_setup(path: &Path) -> bool {
    let start = |text: &str| {
        let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("//"));
        first.is_some_and(|line| line.starts_with("Setup"))
    };
    matches!(printable::read(path, MAX_FILE), Ok(Ok(text)) if start(&text))
}

/// Reads the text of a file: a list of scenarios, or a single one.
///
/// # Errors
/// Terms that don't exist or don't fit, another format, with their place.
pub fn parse(path: &str, text: String) -> Result<File, Box<ScenarioError>> {
    safe(path, &text)?;
    let options = check::options();
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("//"));
    let result = if first.is_some_and(|line| line.starts_with('[')) {
        options.from_str::<Vec<Scenario>>(&text)
    } else {
        options.from_str::<Scenario>(&text).map(|one| vec![one])
    };
    let mut scenarios = result.map_err(|error| spanned(path, &text, &error))?;
    if let Some(other) = scenarios.iter().find(|s| s.format != FORMAT) {
        let message = format!("the scenario has format {}; this build reads format {FORMAT}", other.format);
        return Err(File::error(path, &text, text.find("format").unwrap_or(0), format!("{}: ", other.title), message));
    }
    for (i, scenario) in scenarios.iter().enumerate() {
        // What stands before belongs to other scenarios, which may call their cards the same.
        let before = scenarios[..i].iter().filter(|other| other.title == scenario.title).count();
        let start = text.match_indices(&format!("{:?}", scenario.title)).nth(before).map_or(0, |(start, _)| start);
        let tokens = scenario.tokens.iter().map(|(name, token)| (name.as_str(), token.card()));
        if let Some((offset, message)) = faulty(&text, start, &scenario.cards, tokens) {
            return Err(File::error(path, &text, offset, format!("{}: ", scenario.title), message));
        }
    }
    for scenario in &mut scenarios {
        for included in scenario.include.clone() {
            let from = Path::new(path).with_file_name(&included);
            let setup = setup(&from)?;
            if setup.players.len() > scenario.players.len() {
                let message = format!("{included} is for {} players", setup.players.len());
                let place = text.find(&included).unwrap_or(0);
                return Err(File::error(path, &text, place, format!("{}: ", scenario.title), message));
            }
            include(scenario, setup);
        }
    }
    Ok(File { path: path.to_owned(), text, scenarios })
}

fn spanned(path: &str, text: &str, error: &ron::error::SpannedError) -> Box<ScenarioError> {
    let start = error.span.start;
    let line: usize = text.split_inclusive('\n').take(start.line.saturating_sub(1)).map(str::len).sum();
    let within = text[line..].char_indices().nth(start.col.saturating_sub(1)).map_or(0, |(i, _)| i);
    File::error(path, text, line + within, String::new(), check::in_words(&error.code, guide))
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

/// Reads a part of a set-up.
fn setup(path: &Path) -> Result<Setup, Box<ScenarioError>> {
    let text = read(path)?;
    let name = shown(path);
    safe(&name, &text)?;
    let setup: Setup = check::options().from_str(&text).map_err(|error| spanned(&name, &text, &error))?;
    if setup.format != FORMAT {
        let message = format!("the set-up has format {}; this build reads format {FORMAT}", setup.format);
        return Err(File::error(&name, &text, text.find("format").unwrap_or(0), String::new(), message));
    }
    let tokens = setup.tokens.iter().map(|(name, token)| (name.as_str(), token.card()));
    if let Some((offset, message)) = faulty(&text, 0, &setup.cards, tokens) {
        return Err(File::error(&name, &text, offset, String::new(), message));
    }
    Ok(setup)
}

/// What is wrong with definitions inside a file, by the checks of card files, and where in bytes. Cards stand after `start`
/// under their names, tokens under the names that the file gives them.
fn faulty<'a>(
    text: &str,
    start: usize,
    cards: &[CardDef],
    tokens: impl Iterator<Item = (&'a str, CardDef)>,
) -> Option<(usize, String)> {
    let place = |name: &str, words: &str| {
        let at = start + text[start..].find(&format!("{name:?}")).unwrap_or(0);
        at + text[at..].find(words).unwrap_or(0)
    };
    let wrong = |called: &str, card: &CardDef| {
        let check::Fault { path, message } = check::fault(card)?;
        Some((place(called, path.as_ref().map_or("", |path| &path.words)), format!("{called}: {message}")))
    };
    for (i, card) in cards.iter().enumerate() {
        if let Some(found) = wrong(&card.name, card) {
            return Some(found);
        }
        if cards[..i].iter().any(|other| other.name.eq_ignore_ascii_case(&card.name)) {
            return Some((place(&card.name, ""), format!("{}: the card is defined twice", card.name)));
        }
    }
    tokens.into_iter().find_map(|(called, token)| wrong(called, &token))
}

/// Puts a shared part before a scenario's own.
fn include(scenario: &mut Scenario, setup: Setup) {
    scenario.cards.splice(0..0, setup.cards);
    for (name, token) in setup.tokens {
        scenario.tokens.entry(name).or_insert(token);
    }
    for (own, shared) in scenario.players.iter_mut().zip(setup.players) {
        let PlayerSetup { hand, library, graveyard, exile, battlefield, status, mana, energy, counters, .. } = shared;
        own.hand.splice(0..0, hand);
        own.library.splice(0..0, library);
        own.graveyard.splice(0..0, graveyard);
        own.exile.splice(0..0, exile);
        own.battlefield.splice(0..0, battlefield);
        own.status.splice(0..0, status);
        own.mana.insert_str(0, &mana);
        own.energy += energy;
        own.counters.splice(0..0, counters);
    }
}

/// Where, in bytes, a line of a script stands: the `step`-th of the `script`-th list called `script` in the text.
pub(super) fn place(text: &str, script: usize, step: usize) -> usize {
    let mut starts = words(text).filter(|(i, c)| *c == 's' && text[*i..].starts_with("script:"));
    let Some((start, _)) = starts.nth(script) else { return 0 };
    let (mut depth, mut seen) = (0usize, 0usize);
    let mut fresh = false;
    for (i, c) in words(&text[start..]) {
        let here = start + i;
        match c {
            '[' | '(' | '{' => {
                depth += 1;
                fresh |= depth == 1;
                if depth == 1 {
                    continue;
                }
            }
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => {
                seen += 1;
                fresh = true;
                continue;
            }
            _ => {}
        }
        if fresh && !c.is_whitespace() {
            fresh = false;
            if seen == step {
                return here;
            }
        }
    }
    start
}

/// Where, in bytes, something of a set-up stands: before the `script`-th list called `script`, and after the one before.
/// The text of an entry is looked for in quotes, anything else as a field; the title if it stands in a shared part.
pub(super) fn place_in_set_up(text: &str, script: usize, word: Option<&str>) -> usize {
    let starts = || words(text).filter(|(i, c)| *c == 's' && text[*i..].starts_with("script:")).map(|(i, _)| i);
    let begin = if script == 0 { 0 } else { starts().nth(script - 1).unwrap_or(0) };
    let end = starts().nth(script).unwrap_or(text.len());
    let within = &text[begin..end];
    let title = || within.find("title:");
    let field = |word: &str| words(within).find(|(i, _)| within[*i..].starts_with(&format!("{word}:")));
    let found = word
        .and_then(|word| within.rfind(&format!("\"{word}\"")).map(|i| i + 1).or_else(|| field(word).map(|(i, _)| i)));
    begin + found.or_else(title).unwrap_or(0)
}

/// The characters of a text that aren't in strings or comments.
fn words(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut string, mut comment, mut escaped, mut slash) = (false, false, false, false);
    text.char_indices().filter(move |(_, c)| {
        if comment {
            comment = *c != '\n';
            return false;
        }
        if string {
            string = *c != '"' || escaped;
            escaped = *c == '\\' && !escaped;
            return false;
        }
        comment = *c == '/' && slash;
        slash = *c == '/';
        string = *c == '"';
        !string && !comment
    })
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
        let wrong: [(&str, &str, char); 16] = [
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
            (&early("Triggered(when: Dies(Any), at_event: Is(Target(0), Any)"), "`at_event` is looked at before", 'T'),
            (&early("Triggered(when: Dies(Is(Target(0)))"), "`when` is looked at before", 'T'),
            (
                &early("Triggered(when: Dies(Any), only_if: Compare(TargetCount, Ge, N(1))"),
                "`only_if` is looked at before",
                'T',
            ),
            (r#"types: "Instant", abilities: [Spell(effects: [Draw(count: Divided)])]"#, "divides nothing", 'D'),
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
        let good =
            scenario(&card("Test Good", r#"types: "Artifact""#), r#""wisp": (types: "Creature - Spirit", pt: (1, 1))"#);
        assert!(parse("test.ron", good).is_ok());
    }

    #[test]
    fn kinds_of_counters_with_rules_that_are_lacking_are_refused_by_name() {
        for kind in ["lore", "level", "defense", "ticket", "decayed", "exalted", "hexproof from blue"] {
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
        for kind in ["shield", "stun", "finality", "rad", "flying", "time", "shroud", "+0/+1"] {
            let set_up = scenario("", "").replace("[(), ()]", &format!("[(counters: [(\"{kind}\", 1)]), ()]"));
            assert!(parse("test.ron", set_up).is_ok(), "{kind}");
        }
    }
}
