//! The vocabulary of card files: the guide stays readable and names every term, says of each what it reads of what is gone,
//! and errors say where and what.

use dracones::cards::check::{FileError, options, parse_card};
use dracones::cards::def::{CardDef, FORMAT};
use dracones::cards::{CardDb, CompileError};
use dracones::tools::scenario::{self, Root, Scenario};
use std::collections::BTreeSet;
use std::path::Path;

const GUIDE: &str = include_str!("../docs/cards.md");
const MEMORY: &str = include_str!("../docs/memory.md");

fn read(file: &str, text: &str) -> CardDef {
    parse_card(file, text).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> FileError {
    match parse_card("test.ron", text) {
        Ok(card) => panic!("this should be refused: {card:?}"),
        Err(error) => *error,
    }
}

/// A card with these lines after its type line.
fn card(lines: &[&str]) -> String {
    let start = "Card(\n    format: 1,\n    name: \"Test Card\",\n    types: \"Instant\",\n";
    let lines: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("{start}{})\n", lines.concat())
}

/// The blocks of the guide that are marked as RON, each with the line that it begins in.
fn blocks() -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (i, line) in GUIDE.lines().enumerate() {
        match &mut open {
            None if line == "```ron" => open = Some((i + 2, String::new())),
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    assert!(open.is_none(), "the last block of the guide has no end");
    blocks
}

#[test]
fn what_is_read_need_not_compile() {
    let db = CardDb::embedded();
    let copy =
        read("copy.ron", &card(&["abilities: [Spell(effects: [CreateToken(token: CopyOf(This, [SwitchPT]))])],"]));
    assert_eq!(db.compile(&copy).unwrap_err(), CompileError::Unsupported("SwitchPT inside CopyOf"));
    for term in ["ChooseOne", "FaceVillainousChoice"] {
        let none = read("none.ron", &card(&[&format!("abilities: [Spell(effects: [{term}(You, [])])],")]));
        let error = CompileError::Unsupported("a number of courses other than 1 to 255");
        assert_eq!(db.compile(&none).unwrap_err(), error);
    }
    let effect = r#"abilities: [Spell(effects: [CreateToken(token: Predefined("Zzyzx"))])],"#;
    let token = read("token.ron", &card(&[effect]));
    assert_eq!(db.compile(&token).unwrap_err(), CompileError::UnknownToken("Zzyzx".to_owned()));
}

#[test]
fn the_cards_of_the_guide_are_good() {
    let db = CardDb::embedded();
    let (mut whole, mut shipped) = (0, 0);
    for (line, text) in blocks() {
        let file = format!("docs/cards.md, block at line {line}");
        if !text.starts_with("Card(") {
            continue;
        }
        whole += 1;
        let card = read(&file, &text);
        if let Err(error) = db.compile(&card) {
            panic!("{file}: {}: {error}", card.name);
        }
        // What the guide shows of a card that is shipped is what is shipped.
        if let Some(definition) = db.get(&card.name) {
            shipped += 1;
            assert_eq!(card, definition.source, "{file}");
        }
    }
    assert!(whole >= 8 && shipped >= 7, "{whole} whole cards, {shipped} of them shipped");
}

#[test]
fn the_abilities_of_the_guide_are_good() {
    let db = CardDb::embedded();
    let abilities: Vec<_> = blocks().into_iter().filter(|(_, text)| !text.starts_with("Card(")).collect();
    assert!(!abilities.is_empty());
    for (line, text) in abilities {
        let file = format!("docs/cards.md, block at line {line}");
        let card = read(&file, &card(&[&format!("abilities: [{}],", text.trim_end())]));
        assert_eq!(card.abilities.len(), 1, "{file}");
        if let Err(error) = db.compile(&card) {
            panic!("{file}: {error}");
        }
    }
}

/// A term that doesn't exist makes the reader list those that do: the guide has to know them all.
#[test]
fn the_guide_names_every_term() {
    let effect = |text: &str| format!("abilities: [Spell(effects: [{text}])],");
    let fixed = |text: &str| format!("abilities: [Static(effect: {text})],");
    let probes = [
        "abilities: [Zz],".to_owned(),
        "abilities: [Keyword(Zz)],".to_owned(),
        "abilities: [Keywords([Zz])],".to_owned(),
        "abilities: [Spell(targets: [(what: Zz)])],".to_owned(),
        "abilities: [AdditionalCost([Zz])],".to_owned(),
        "abilities: [Triggered(when: Zz, effects: [])],".to_owned(),
        r#"other: (Zz, (name: "Test Half", types: "Instant")),"#.to_owned(),
        effect("Zz"),
        effect("Tap(Zz)"),
        effect("Tap(The(Zz))"),
        effect("Tap(In(Zz, Any))"),
        effect("Tap(All(Zz))"),
        effect("Tap(All(Zone(Zz)))"),
        effect("Tap(All(Power(Zz, N(1))))"),
        effect("Shuffle(Zz)"),
        effect("Scry(You, Zz)"),
        effect("If(cond: Zz, then: [])"),
        effect("If(cond: ThisTurn(Zz), then: [])"),
        effect("If(cond: During(Zz), then: [])"),
        effect("Damage(amount: X, to: Zz)"),
        effect("Move(what: Linked, to: Zz)"),
        effect("CreateToken(token: Zz)"),
        effect("AddMana(mana: Zz)"),
        effect("CastNow(what: Linked, cost: Zz)"),
        effect("Continuous(Zz, EndOfTurn)"),
        effect("Continuous(Affect(Linked, []), Zz)"),
        fixed("Affect(Linked, [Zz])"),
        fixed("Affect(Linked, [Rule(Zz)])"),
        fixed("Rule(Zz)"),
        fixed("Replace(event: Zz, with: Nothing)"),
        fixed("Replace(event: Draw(You), with: Zz)"),
    ];
    for probe in probes {
        for term in terms(&probe) {
            assert!(is_named(&term), "`{term}` isn't in docs/cards.md ({probe})");
        }
    }
}

/// What could stand where a line of a card is wrong. Messages for people name a few terms; those of RON list all.
fn expected(line: &str) -> Vec<String> {
    let error = options().from_str::<CardDef>(&card(&[line])).expect_err("there is no such term").code.to_string();
    let listed = error.split_once(", expected ").map_or("", |(_, listed)| listed);
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Where terms with fields stand, `Zz` being the term.
const WITH_FIELDS: [&str; 9] = [
    "abilities: [Zz],",
    "abilities: [Spell(effects: [Zz])],",
    "abilities: [Triggered(when: Zz, effects: [])],",
    "abilities: [Static(effect: Zz)],",
    "abilities: [Static(effect: Rule(Zz))],",
    "abilities: [Static(effect: Affect(Linked, [Rule(Zz)]))],",
    "abilities: [Static(effect: Replace(event: Zz, with: Nothing))],",
    "abilities: [Spell(effects: [Move(what: Linked, to: Zz)])],",
    "abilities: [Spell(effects: [CreateToken(token: Zz)])],",
];

/// The rows of the table of what fields take: the fields of the row that begins so.
fn row(takes: &str) -> &'static str {
    let start = format!("| {takes}");
    GUIDE.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("there is no row `{takes}`"))
}

/// The guide names every field, and says of each whether it takes one object, a group, recipients or players.
#[test]
fn the_guide_says_what_every_field_takes() {
    let (object, group) = (row("one object"), row("a group"));
    let (recipients, players) = (row("recipients"), row("players"));
    let (mut seen, mut missing) = (0, Vec::new());
    for place in WITH_FIELDS {
        for term in expected(place) {
            // An unknown field makes the reader list those that there are; a term by position has none.
            let fields = expected(&place.replace("Zz", &format!("{term}(zz: Zz)")));
            let with_fields = |f: &String| f.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            for field in fields.iter().filter(|f| with_fields(f)) {
                let (call, named) = (format!("`{term}({field}:)`"), [format!("{field}:"), format!("`{field}`")]);
                if !named.iter().any(|n| GUIDE.contains(n.as_str())) {
                    missing.push(format!("{call} isn't in docs/cards.md"));
                }
                let takes = expected(&place.replace("Zz", &format!("{term}({field}: Zz)")));
                let has = |word: &str| takes.iter().any(|t| t == word);
                let rows = match () {
                    () if has("Host") => object,
                    () if has("PaidWith") && has("The") => group,
                    () if has("Objects") && has("Players") && has("Union") => recipients,
                    () if has("EachOpponent") && field != "who" => players,
                    () => continue,
                };
                seen += 1;
                if !rows.contains(&call) {
                    missing.push(format!("{call} isn't in its row: {rows}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen > 12, "{seen}");
}

/// "`who` is `You`, and a count `N(1)`, unless said": of every instruction.
#[test]
fn who_and_how_many_have_the_defaults_of_the_guide() {
    let effect = "abilities: [Spell(effects: [Zz])],";
    let mut seen = 0;
    for term in expected(effect) {
        let fields = expected(&effect.replace("Zz", &format!("{term}(zz: Zz)")));
        for field in fields.iter().filter(|f| ["who", "count"].contains(&f.as_str())) {
            // All the other fields are there, one after the other, until this one is missing or the text is good.
            let mut text = String::new();
            let missing = loop {
                let line = effect.replace("Zz", &format!("{term}({text})"));
                let Err(error) = options().from_str::<CardDef>(&card(&[&line])) else { break None };
                let error = error.code.to_string();
                let name = error.split('`').nth(1).unwrap_or_default().to_owned();
                assert!(error.contains("missing") || error.contains("Missing"), "{line}: {error}");
                if name == *field {
                    break Some(error);
                }
                let values = [
                    "Linked",
                    "Any",
                    "N(1)",
                    "[]",
                    "\"x\"",
                    "This",
                    "You",
                    "Hand",
                    "Power",
                    "Always",
                    "Players(You)",
                    "Free",
                    "Creature",
                    "Fixed(\"{R}\")",
                    "Predefined(\"Blood\")",
                    "true",
                    "6",
                    "\"flying\"",
                    "(when: Draws(You))",
                ];
                let fits = |value: &&&str| {
                    let line = effect.replace("Zz", &format!("{term}({text}{name}: {value})"));
                    let error = options().from_str::<CardDef>(&card(&[&line])).err().map(|e| e.code.to_string());
                    error.is_none_or(|e| e.contains("missing") && !e.contains(&format!("`{name}`")))
                };
                let value = values.iter().find(fits).unwrap_or_else(|| panic!("{term}: what is `{name}`?"));
                text += &format!("{name}: {value}, ");
            };
            assert_eq!(missing, None, "`{field}` of `{term}` has no default");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
    let modes = "abilities: [Triggered(when: Draws(You), modes: (min: 1, max: 1, list: [(effects: [Draw()])]))],";
    read("modes.ron", &card(&[modes]));
}

/// All terms that could stand where a line of a card has one that doesn't exist.
fn terms(probe: &str) -> Vec<String> {
    let terms = expected(probe);
    assert!(terms.len() > 1, "{probe}: {terms:?}");
    terms
}

/// Whether the guide has a word as a term of RON, not only as a word of a sentence.
fn is_named(term: &str) -> bool {
    GUIDE.match_indices(term).any(|(at, _)| {
        GUIDE[..at].ends_with(['`', '(', '[', ' ']) && GUIDE[at + term.len()..].starts_with(['`', '(', ',', ')', ']'])
    })
}

/// What `docs/memory.md` says of one term.
struct Row<'a> {
    term: &'a str,
    reads: &'a str,
    rules: Vec<&'a str>,
    /// The file and the title of each scenario.
    fixtures: Vec<(&'a str, &'a str)>,
}

/// The rows of the section about a type of the vocabulary.
fn memory_of(kind: &str) -> Vec<Row<'static>> {
    let mut sections = MEMORY.split("\n## ").skip(1);
    let heading = format!("`{kind}`");
    let section = sections.find(|s| s.lines().next().is_some_and(|first| first.ends_with(&heading)));
    let section = section.unwrap_or_else(|| panic!("docs/memory.md has no section about {heading}"));
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let [term, reads, rules, fixtures] = cells[..] else { panic!("{kind}: four columns, not: {line}") };
            let fixture = |text: &'static str| {
                let named = text.strip_prefix('`').and_then(|text| text.split_once("`: "));
                named.unwrap_or_else(|| panic!("{kind}: a file and a title, not: {text}"))
            };
            Row {
                term: term.trim_matches('`'),
                reads,
                rules: rules.split(", ").collect(),
                fixtures: fixtures.split("; ").map(fixture).collect(),
            }
        })
        .collect()
}

/// The number of a rule or subrule: `608.2h`.
fn is_rule(text: &str) -> bool {
    let Some((rule, rest)) = text.split_once('.') else { return false };
    let number = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    rule.len() == 3 && digits(rule) && digits(number) && rest.len() - number.len() <= 1
}

/// Whether a text has a term as a word.
fn uses(text: &str, term: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(term)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + term.len()..].starts_with(is_part))
}

/// What is wrong with a row: its words, its rules, its scenarios.
fn wrong_with(row: &Row<'_>, words: &[&str], found: &mut BTreeSet<String>) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/memory");
    let mut wrong = Vec::new();
    if !words.iter().any(|word| row.reads.starts_with(word)) {
        wrong.push(format!("begins with none of {words:?}: {}", row.reads));
    }
    let (mut cited, mut used) = (BTreeSet::new(), false);
    for (file, title) in &row.fixtures {
        let root = Root::of(folder.parent().unwrap()).unwrap();
        let loaded = match scenario::load(&folder.join(file), &root) {
            Ok(loaded) => loaded,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        let Some(one) = loaded.scenarios.iter().find(|one| one.title == *title) else {
            wrong.push(format!("{file} has no scenario `{title}`"));
            continue;
        };
        found.insert(format!("{file}: {title}"));
        cited.extend(one.rules.iter().cloned());
        // What the scenario says itself, its cards included, but for its title and its reasons.
        let start = loaded.text.find(&format!("title: \"{title}\"")).expect("it was read from there");
        let body = loaded.text[start..].split("\n    Scenario(").next().expect("there is a first part");
        used |= body.lines().filter(|line| !line.trim_start().starts_with("why:")).skip(1).any(|l| uses(l, row.term));
    }
    if !used {
        wrong.push("no scenario uses it".to_owned());
    }
    for rule in &row.rules {
        if !is_rule(rule) {
            wrong.push(format!("`{rule}` isn't the number of a rule"));
        } else if !cited.contains(*rule) {
            wrong.push(format!("no scenario cites {rule}"));
        }
    }
    wrong
}

/// Each term has a row that says what it reads of what is gone, by which rule, and which scenario shows it; and each
/// scenario that was written for it stands there.
#[test]
fn the_guide_says_of_every_term_what_it_reads_of_what_is_gone() {
    let effect = |text: &str| terms(&format!("abilities: [Spell(effects: [{text}])],"));
    let kinds = [
        ("Obj", effect("Tap(The(Zz))")),
        ("Who", effect("Shuffle(Zz)")),
        ("Objects", effect("Tap(Zz)")),
        ("Recipients", effect("Damage(amount: X, to: Zz)")),
        ("Filter", effect("Tap(All(Zz))")),
        ("Quantity", effect("Scry(You, Zz)")),
        ("Condition", effect("If(cond: Zz, then: [])")),
        ("Fact", effect("If(cond: ThisTurn(Zz), then: [])")),
        ("Deed", effect("Tap(ThisTurn(Zz, Any))")),
    ];
    let legend = MEMORY.split("\n## ").next().expect("there is a first part");
    let words: Vec<&str> = legend.lines().filter_map(|line| line.strip_prefix("| **")?.split(" |").next()).collect();
    let words: Vec<String> = words.into_iter().map(|word| format!("**{word}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(words.len() > 3, "{words:?}");
    let (mut wrong, mut found) = (Vec::new(), BTreeSet::new());
    for (kind, terms) in kinds {
        let rows = memory_of(kind);
        let named: Vec<&str> = rows.iter().map(|row| row.term).collect();
        for term in &terms {
            match named.iter().filter(|name| *name == term).count() {
                0 => wrong.push(format!("{kind}: `{term}` has no row")),
                1 => {}
                n => wrong.push(format!("{kind}: `{term}` has {n} rows")),
            }
        }
        for row in &rows {
            if !terms.iter().any(|term| term == row.term) {
                wrong.push(format!("{kind}: unknown term `{}`", row.term));
            }
            let of_row = wrong_with(row, &words, &mut found).into_iter();
            wrong.extend(of_row.map(|what| format!("{kind}: `{}`: {what}", row.term)));
        }
    }
    assert!(wrong.is_empty(), "docs/memory.md:\n{}", wrong.join("\n"));
    assert!(found.len() > 100, "{} scenarios", found.len());
}

/// The guide to scenarios names every term, with the fields of each step, and no others.
#[test]
fn the_guide_to_scenarios_names_every_term_and_field() {
    const SCENARIOS: &str = include_str!("../docs/scenarios.md");
    let expected = |rest: &str| {
        let players = if rest.starts_with("players") { "" } else { "players: [()], " };
        let text = format!("Scenario(format: 1, title: \"t\", {players}{rest})");
        let error = options().from_str::<Scenario>(&text).expect_err(rest).code.to_string();
        let listed = error.split_once(", expected ").map_or(String::new(), |(_, listed)| listed.to_owned());
        listed.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let named = |word: &str, ends: &[&str]| {
        SCENARIOS.match_indices(word).any(|(at, _)| {
            SCENARIOS[..at].ends_with(['`', '(', '[', ' '])
                && ends.iter().any(|e| SCENARIOS[at + word.len()..].starts_with(e))
        })
    };
    let places = [
        "script: [Zz]",
        "script: [Legal(Zz)]",
        "script: [ResolveWith([Zz])]",
        "script: [ResolveWith([Die(Zz)])]",
        "script: [Expect([Zz])]",
        "players: [(status: [Zz])]",
    ];
    for place in places {
        let terms = expected(place);
        assert!(terms.len() > 1, "{place}");
        for term in &terms {
            assert!(named(term, &["(", "`", ",", ")"]), "`{term}` isn't in docs/scenarios.md ({place})");
        }
    }
    for term in expected("script: [Zz]") {
        for field in expected(&format!("script: [{term}(zz: Zz)]")) {
            let is_field = field.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            assert!(!is_field || named(&field, &[":", "`"]), "`{field}` of `{term}` isn't in docs/scenarios.md");
        }
    }
    for place in ["zz: 1", "players: [(zz: 1)]", "script: [], variants: [(zz: 1)]", "turn: (zz: 1)"] {
        for field in expected(place) {
            assert!(named(&field, &[":", "`"]), "the field `{field}` isn't in docs/scenarios.md");
        }
    }
}

#[test]
fn another_version_is_refused_before_its_terms() {
    let other = FORMAT + 1;
    let text = card(&["orbit: Elliptic(3),"]).replace("format: 1", &format!("format: {other}"));
    let error = refused(&text);
    assert!(error.message.contains(&format!("format {other}")), "{error}");
    assert!(error.message.contains(&format!("format {FORMAT}")), "{error}");
    assert_eq!((error.line, error.column), (2, 1), "{error}");
    let older = refused(&card(&[]).replace("format: 1", "format: 0"));
    assert!(older.message.contains("format 0") && older.message.contains(&format!("format {FORMAT}")), "{older}");
    // The same text in this version fails by its term.
    let error = refused(&card(&["orbit: Elliptic(3),"]));
    assert!(error.message.contains("`orbit`"), "{error}");
}

#[test]
fn errors_have_line_and_column() {
    let wrong: [(&[&str], (usize, usize), &str); 11] = [
        (&["orbit: 3,"], (5, 5), "`orbit`"),
        (&[r#"cost: "{1}{Q}","#], (5, 12), "`{Q}` is not a mana symbol"),
        (&["pt: (2, two),"], (5, 13), "expected a number"),
        (&["abilities: [", "    Spell(effects: [Darw()]),", "],"], (6, 25), "`Darw`"),
        (&["abilities: [", "    Spell(effects: [Draw(amount: N(2))]),", "],"], (6, 30), "`count`"),
        (
            &["abilities: [", "    Spell(effects: [Fight(This)]),", "],"],
            (6, 35),
            "expected 2 parts of `Fight`, found only 1",
        ),
        (&["abilities: [", "    Keywords([Swift]),", "],"], (6, 19), "`Swift`"),
        (
            &["abilities: [", "    Spell(effects: [Draw()]),", "    Spell(effects: [Tap(Targets(0))]),", "],"],
            (7, 29),
            "there is no 0",
        ),
        (
            &[
                "abilities: [",
                "    Spell(effects: [Tap(All(Any))]),",
                "    Spell(effects: [Reveal(Var(\"card\"))]),",
                "],",
            ],
            (7, 36),
            "\"card\" is read",
        ),
        (&["abilities: [Spell(modes: (min: 1, max: 2, list: [(effects: [])]))],"], (5, 23), "min <= max"),
        (&["abilities: ["], (6, 1), "expected"),
    ];
    for (lines, (line, column), part) in wrong {
        let error = refused(&card(lines));
        assert_eq!((error.line, error.column), (line, column), "{error}");
        assert!(error.to_string().starts_with(&format!("test.ron:{line}:{column}: ")), "{error}");
        assert!(error.message.to_lowercase().contains(&part.to_lowercase()), "`{part}` isn't in: {error}");
        let span = error.span.expect("an error with a place has a span");
        assert!(span.offset() < card(lines).len());
    }
}
