//! The floor plan of `src/`: six wings, each of which imports only those below it, and within `rules/` a ladder of folders.
//!
//! What is read are the paths that begin with `crate` or `super` in every file of the library, tests left out. What goes up
//! all the same stands in one of the tables below, with the reason; an entry that nothing needs any more is an error, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The wings, from the ground up. The program (`bin/`) is a crate of its own on top of them.
const WINGS: [&str; 6] = ["model", "cards", "rules", "game", "agents", "tools"];

/// The folders of `rules/`, from the ground up. Those of one floor may import each other.
const FLOORS: [&[&str]; 17] = [
    &["schedule", "slots", "state", "log", "work"],
    &["reading"],
    &["zones", "facts", "ending"],
    &["layers", "prepared"],
    &["legal", "mana"],
    &["driver"],
    &["snapshot"],
    &["events"],
    &["triggers"],
    &["resolving"],
    &["casting"],
    &["combat"],
    &["sba"],
    &["leaving"],
    &["turn"],
    &["variants"],
    &["plugins"],
];

/// What a wing may import of one above it: from where, of what, why.
const ALLOWED_WINGS: &[(&str, &str, &str)] =
    &[("model", "cards/def", "the vocabulary is plain data: colours, kinds of counters, costs, filters")];

/// What a folder of `rules/` imports of one above it: from where, of what, why.
const ALLOWED_RULES: &[(&str, &str, &str)] = &[
    ("state", "driver", "the parts of a game are listed in one place: what plugins do as steps begin"),
    ("state", "sba", "the parts of a game are listed in one place: the gates of state-based actions"),
    (
        "state",
        "legal",
        "the parts of a game are listed in one place: what players can do, and what plugins let them do",
    ),
    ("reading", "mana", "a filter asks which types of mana something could produce (106.7)"),
    ("events", "triggers", "facts are matched where they are recorded (603.2), looked back upon before (603.10)"),
    ("events", "resolving", "whether the program of an optional replacement can be chosen (608.2d)"),
    ("events", "casting", "what is unattached is no longer bestowed (702.103f)"),
    ("events", "combat", "what is regenerated leaves combat (701.19)"),
    ("triggers", "casting", "triggered abilities are put on the stack and choose targets like activated ones (603.3d)"),
    (
        "resolving",
        "casting",
        "instructions have players pay, cast, copy and choose new targets (118.12, 608.2g, 707.10)",
    ),
    ("resolving", "combat", "an instruction removes a permanent from combat (506.4)"),
];

/// There are to be no more pairs of folders of `rules/` that go up.
const MOST_UPWARD: usize = 15;

/// A path in the code of a file.
struct Import {
    file: PathBuf,
    line: usize,
    path: Vec<String>,
}

/// The files with code of a folder, tests left out, in order.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" && name != "bin" {
                files(&path, out);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            out.push(path);
        }
    }
}

/// The text with blanks for comments, strings and characters. Lines stay where they are.
fn code_of(text: &str) -> Vec<char> {
    let mut code: Vec<char> = text.chars().collect();
    let blank = |code: &mut Vec<char>, from: usize, to: usize| {
        for c in &mut code[from..to] {
            if *c != '\n' {
                *c = ' ';
            }
        }
    };
    let mut i = 0;
    while i < code.len() {
        let next = code.get(i + 1).copied();
        let from = i;
        match (code[i], next) {
            ('/', Some('/')) => {
                while i < code.len() && code[i] != '\n' {
                    i += 1;
                }
            }
            ('/', Some('*')) => {
                let mut depth = 0;
                loop {
                    match (code[i], code.get(i + 1)) {
                        ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
                        ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            ('r', Some('"' | '#')) if i == 0 || !is_word(code[i - 1]) || code[i - 1] == 'b' => {
                let hashes = code[i + 1..].iter().take_while(|c| **c == '#').count();
                if code.get(i + 1 + hashes) != Some(&'"') {
                    i += 1;
                    continue;
                }
                let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                i += 2 + hashes;
                while !code[i..].starts_with(&end) {
                    i += 1;
                }
                i += end.len();
            }
            ('"', _) => {
                i += 1;
                while code[i] != '"' {
                    i += if code[i] == '\\' { 2 } else { 1 };
                }
                i += 1;
            }
            // A character, not a lifetime.
            ('\'', Some('\\')) => {
                i += 3;
                while code[i] != '\'' {
                    i += 1;
                }
                i += 1;
            }
            ('\'', _) if code.get(i + 2) == Some(&'\'') => i += 3,
            _ => {
                i += 1;
                continue;
            }
        }
        blank(&mut code, from, i);
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Blanks what is compiled for tests only.
fn without_tests(code: &mut [char]) {
    let mark: Vec<char> = "#[cfg(test)]".chars().collect();
    let mut i = 0;
    while i + mark.len() <= code.len() {
        if !code[i..].starts_with(&mark) {
            i += 1;
            continue;
        }
        let from = i;
        let mut depth = 0;
        i += mark.len();
        while i < code.len() {
            match code[i] {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            i += 1;
            if depth == 0 && matches!(code[i - 1], ';' | '}') {
                break;
            }
        }
        for c in &mut code[from..i] {
            if *c != '\n' {
                *c = ' ';
            }
        }
    }
}

/// The word at a place, if there is one.
fn word(code: &[char], at: usize) -> Option<String> {
    let word: String = code[at..].iter().take_while(|c| is_word(**c)).collect();
    (!word.is_empty()).then_some(word)
}

fn skip_blanks(code: &[char], mut at: usize) -> usize {
    while code.get(at).is_some_and(|c| c.is_whitespace()) {
        at += 1;
    }
    at
}

/// Reads a path, with braces, from a place on; answers the place behind it.
fn read_path(code: &[char], mut at: usize, prefix: &[String], out: &mut Vec<(usize, Vec<String>)>) -> usize {
    let (begin, mut path) = (at, prefix.to_vec());
    loop {
        at = skip_blanks(code, at);
        match code.get(at) {
            Some('{') => {
                at = skip_blanks(code, at + 1);
                while code[at] != '}' {
                    at = read_path(code, at, &path, out);
                    // Another name, and the comma.
                    while !matches!(code[at], ',' | '}') {
                        at += 1;
                    }
                    if code[at] == ',' {
                        at = skip_blanks(code, at + 1);
                    }
                }
                return at + 1;
            }
            Some(c) if is_word(*c) => {
                let segment = word(code, at).expect("it begins with a letter");
                at += segment.chars().count();
                if segment != "self" {
                    path.push(segment);
                }
            }
            _ => break,
        }
        if !code[at..].starts_with(&[':', ':']) {
            break;
        }
        at += 2;
    }
    out.push((begin, path));
    at
}

/// The paths of a file that begin with `crate` or `super`, from the root of the crate.
fn imports(root: &Path, file: &Path) -> Vec<Import> {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut code = code_of(&text);
    without_tests(&mut code);
    let inside = file.strip_prefix(root).expect("it is below the root").with_extension("");
    let mut module: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let begins =
            is_word(code[at]) && (at == 0 || !is_word(code[at - 1]) && code[at - 1] != ':' && code[at - 1] != '$');
        let head = if begins { word(&code, at).unwrap_or_default() } else { String::new() };
        let behind = at + head.chars().count();
        if !matches!(head.as_str(), "crate" | "super") || !code[behind..].starts_with(&[':', ':']) {
            at += head.chars().count().max(1);
            continue;
        }
        let mut paths = Vec::new();
        at = read_path(&code, at, &[], &mut paths);
        for (place, path) in paths {
            let line = 1 + code[..place].iter().filter(|c| **c == '\n').count();
            let ups = path.iter().take_while(|segment| *segment == "super").count();
            let whole = match path.split_first() {
                Some((head, rest)) if head == "crate" => rest.to_vec(),
                _ => [&module[..module.len().saturating_sub(ups)], &path[ups..]].concat(),
            };
            found.push(Import { file: file.to_owned(), line, path: whole });
        }
    }
    found
}

/// The wing and the folder (or the file) in it to which a path leads.
fn place(root: &Path, path: &[String]) -> Option<(String, String)> {
    let shown = ["Game", "GameSetup", "Deck", "UnknownSeat"];
    let wing = match path.first()?.as_str() {
        name if shown.contains(&name) => "game",
        "RulesPlugins" => return Some(("rules".to_owned(), "plugins".to_owned())),
        wing => wing,
    };
    if !WINGS.contains(&wing) {
        return None;
    }
    let there =
        |name: &&String| root.join(wing).join(name).is_dir() || root.join(wing).join(format!("{name}.rs")).is_file();
    let folder = path.get(1).filter(there).cloned().unwrap_or_default();
    Some((wing.to_owned(), folder))
}

fn named((wing, folder): &(String, String)) -> String {
    if folder.is_empty() { wing.clone() } else { format!("{wing}/{folder}") }
}

/// Whether an entry of a table means a place: the place, or its wing.
fn means(entry: &str, place: &str) -> bool {
    entry == place || place.strip_prefix(entry).is_some_and(|rest| rest.starts_with('/'))
}

fn floor(folder: &str) -> usize {
    FLOORS.iter().position(|floor| floor.contains(&folder)).unwrap_or_else(|| panic!("rules/{folder} is on no floor"))
}

#[test]
fn imports_lead_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let wing_rank = |wing: &str| WINGS.iter().position(|w| *w == wing).expect("it is a wing");
    let mut upward: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for file in &all {
        for import in imports(&root, file) {
            let module: Vec<String> = file
                .strip_prefix(&root)
                .expect("it is below the root")
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            let (Some(from), Some(to)) = (place(&root, &module), place(&root, &import.path)) else { continue };
            let up = match wing_rank(&to.0).cmp(&wing_rank(&from.0)) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => {
                    from.0 == "rules"
                        && from.1 != to.1
                        && !from.1.is_empty()
                        && from.1 != "mod"
                        && !to.1.is_empty()
                        && floor(&to.1) > floor(&from.1)
                }
            };
            if up {
                let shown = import.file.strip_prefix(&root).expect("it is below the root").display().to_string();
                let line = format!("src/{shown}:{}: {}", import.line, import.path.join("::"));
                upward.entry((named(&from), named(&to))).or_default().push(line);
            }
        }
    }
    let entries: Vec<(String, String)> = ALLOWED_WINGS
        .iter()
        .map(|(from, to, _)| (from.to_string(), to.to_string()))
        .chain(ALLOWED_RULES.iter().map(|(from, to, _)| (format!("rules/{from}"), format!("rules/{to}"))))
        .collect();
    assert!(ALLOWED_RULES.len() <= MOST_UPWARD, "{} pairs of folders of rules/ go up", ALLOWED_RULES.len());
    let mut used = BTreeSet::new();
    let mut report = String::new();
    for ((from, to), lines) in &upward {
        let entry = entries.iter().find(|(a, b)| means(a, from) && means(b, to));
        if let Some(entry) = entry {
            used.insert(entry);
            continue;
        }
        let _ = writeln!(report, "{from} imports {to}, which is above it:");
        for line in lines {
            let _ = writeln!(report, "    {line}");
        }
    }
    for entry in &entries {
        if !used.contains(entry) {
            let _ = writeln!(report, "nothing needs the entry {} -> {} any more", entry.0, entry.1);
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// The code of the library, file by file: the path below `src/`, and the text without comments, strings and tests.
fn all_code() -> Vec<(String, Vec<char>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let mut code = code_of(&text);
        without_tests(&mut code);
        (file.strip_prefix(&root).expect("it is below the root").display().to_string(), code)
    };
    all.into_iter().map(read).collect()
}

/// Where empty zones are made: a game has no others, and a whole game is only replaced by another one.
const ZONES_MADE: &[&str] = &["game/setup.rs"];

/// The lists of zones are written to in one folder. They are read-only outside of the model, whatever path leads to them; this
/// finds calls of the one function that lends them for writing.
#[test]
fn zones_are_written_in_one_folder() {
    let (mut report, mut written) = (String::new(), 0);
    for (file, code) in all_code().into_iter().filter(|(file, _)| file != "model/zone.rs") {
        let code: String = code.into_iter().collect();
        for (i, line) in code.lines().enumerate() {
            let words: Vec<&str> = line.split(|c| !is_word(c)).collect();
            let writes = words.iter().any(|word| ["lists_mut", "list_mut"].contains(word));
            let made = words.contains(&"for_players") || words.windows(3).any(|w| w == ["Zones", "", "default"]);
            let as_a_whole = line.split("part_mut::<Zones>()").skip(1).any(|rest| !rest.starts_with('.'));
            if file.starts_with("rules/zones/") {
                written += usize::from(writes);
            } else if writes || as_a_whole || made && !ZONES_MADE.contains(&file.as_str()) {
                let _ = writeln!(report, "src/{file}:{}: {}", i + 1, line.trim());
            }
        }
    }
    assert!(written > 0, "nobody writes zones: this test looks for the wrong name");
    assert!(report.is_empty(), "zones are written to outside of rules/zones:\n{report}");
}

/// Who may say who knows a card, outside of `rules/zones`: the model, which has the field, and set-ups of positions.
const KNOWLEDGE: &[&str] = &["model/references/objects.rs", "model/object/mod.rs", "tools/scenario/status.rs"];

/// Who knows which card an object is, is written to in one folder: what players learn is logged there, and gets new handles.
#[test]
fn who_knows_a_card_is_written_in_one_folder() {
    let (mut report, mut written) = (String::new(), 0);
    for (file, code) in all_code() {
        let code: String = code.into_iter().collect();
        for (i, line) in code.lines().enumerate() {
            let writes = line.split("known_to").skip(1).any(|rest| {
                let rest = rest.strip_prefix(".0").unwrap_or(rest).trim_start();
                let rest = rest.trim_start_matches(['|', '&', '^']);
                rest.starts_with('=') && !rest.starts_with("==")
            });
            if file.starts_with("rules/zones/") {
                written += usize::from(writes);
            } else if writes && !KNOWLEDGE.contains(&file.as_str()) {
                let _ = writeln!(report, "src/{file}:{}: {}", i + 1, line.trim());
            }
        }
    }
    assert!(written > 0, "nobody writes it: this test looks for the wrong name");
    assert!(report.is_empty(), "who knows a card is written to outside of rules/zones:\n{report}");
}

/// How a game ends is written in one place (CR 104), so that what the rules do at its end is done however it ends.
#[test]
fn a_game_ends_in_one_place() {
    let writes = |line: &str| {
        let part = line.split("part_mut::<Outcome>").count() > 1 || line.contains("set_part(Outcome");
        let field = line.split(".outcome").skip(1).any(|rest| {
            let rest = rest.trim_start();
            rest.starts_with('=') && !rest.starts_with("==")
        });
        part || field && line.contains("Outcome::")
    };
    let mut found = Vec::new();
    for (file, code) in all_code() {
        let code: String = code.into_iter().collect();
        found.extend(code.lines().filter(|line| writes(line)).map(|line| format!("src/{file}: {}", line.trim())));
    }
    assert_eq!(found, ["src/rules/ending.rs: *world.part_mut::<Outcome>() = outcome;"]);
}

/// What everybody may ask the agenda: what is on top of it, and how long it is.
const OF_THE_AGENDA: &[&str] = &["top", "len", "is_empty", "push"];

/// Who asks the agenda more, outside of the driver: the file, the question, why. `all` is the agenda as a whole.
const AGENDA: &[(&str, &str, &str)] = &[
    ("game/client/build.rs", "transactions", "what was announced so far is shown"),
    ("game/client/feed.rs", "reason", "events are told with their reason"),
    ("game/view/deal/scrub.rs", "all", "what refers to cards of a hand is looked for in all of the state"),
    (
        "rules/casting/complete.rs",
        "transactions_mut",
        "mana is added deep in its instructions; what it belongs to may be any number of tasks below (106.12a)",
    ),
    (
        "rules/casting/kept.rs",
        "take_top",
        "the whole game goes back, and what is begun is the one task that doesn't (733.1)",
    ),
    (
        "rules/casting/kept.rs",
        "undos_mut",
        "a game is scrubbed for a seat: kept states tell what it may not see, and no task runs",
    ),
    (
        "rules/casting/kept.rs",
        "declarations_mut",
        "states are forgotten as those of what is cast are: a game is scrubbed, or a player leaves",
    ),
    (
        "rules/casting/pay_mana.rs",
        "payments_mut",
        "it is used up mana by mana, by abilities that other tasks follow (605.4a)",
    ),
    ("rules/casting/reverse.rs", "visit_mut", "all of the state is renamed, not a task (733.1)"),
    ("rules/casting/steps.rs", "lowest_cast", "what players who have left were casting is given up (800.4a)"),
    ("rules/casting/steps.rs", "cut", "what players who have left were casting is given up (800.4a)"),
    (
        "rules/casting/undo.rs",
        "transactions_mut",
        "a step of a change of zones: it has no task below it to return to (121.8)",
    ),
    (
        "rules/casting/undo.rs",
        "undos_mut",
        "the other one may be waiting below tasks of the mana ability's own, which would each have to hand it down",
    ),
    (
        "rules/events/drawn.rs",
        "transactions_mut",
        "a card that is drawn while something is begun is revealed once that is done, any number of tasks below (121.8)",
    ),
    ("rules/events/entering.rs", "batches", "whether an object is about to enter (614.13a)"),
    (
        "rules/events/entering.rs",
        "batches_mut",
        "the instructions that are followed change the event that they replace, one after the other, and read it (614.12a)",
    ),
    ("rules/events/perform/moves.rs", "transactions", "whether a card is discarded for its own cycling (702.29c)"),
    ("rules/events/run.rs", "all", "what can't happen after players have left is taken out (800.4)"),
    (
        "rules/layers/durations/mod.rs",
        "transactions",
        "what ends as something is announced ends once it can't be taken back (733.1)",
    ),
    (
        "rules/layers/durations/mod.rs",
        "transactions_mut",
        "and what waits for that is noted there: a refresh isn't a task",
    ),
    ("rules/reading/live.rs", "cause", "whose spell or ability causes an event that triggers something"),
    ("rules/leaving/stand_in.rs", "words", "whose words require a choice (800.4g)"),
    (
        "rules/triggers/delayed.rs",
        "trigger_tasks_mut",
        "the list is shortened whose first entries a waiting task counts (800.4d)",
    ),
    ("rules/triggers/fire.rs", "transactions", "the X of an activation that triggers something"),
    ("rules/triggers/fire.rs", "trigger_tasks", "a state trigger doesn't trigger again meanwhile (603.8)"),
    (
        "rules/resolving/turns.rs",
        "cut_to_end_of_step",
        "what was to be done in a step is given up as the turn or the combat phase ends (724.1)",
    ),
    ("rules/resolving/vote.rs", "take_top", "secret votes are hidden from a seat, and dealt again"),
    ("rules/combat/afford.rs", "take_top", "a declaration that was refused is kept with those before it (508.1)"),
    ("rules/turn/priority.rs", "take_top", "a client's door: no task runs, and the question is taken back"),
    ("tools/scenario/build.rs", "all", "a position begins with tasks of its own"),
    ("tools/scenario/play/declare.rs", "all", "a position continues with a declaration"),
    ("tools/soak/invariants.rs", "may_go_back", "whether the game may go back, to objects as they were (733.1)"),
];

/// Tasks don't look into each other: what is begun and waits answers a few questions, each asked in places that are listed.
#[test]
fn the_agenda_is_asked_in_listed_places() {
    let mut found = BTreeSet::new();
    for (file, code) in all_code().into_iter().filter(|(file, _)| !file.starts_with("rules/driver/")) {
        let code: String = code.into_iter().filter(|c| !c.is_whitespace()).collect();
        for ask in ["part::<Agenda>()", "part_mut::<Agenda>()"] {
            for rest in code.split(ask).skip(1) {
                let question: String = match rest.strip_prefix('.') {
                    Some(rest) => rest.chars().take_while(|c| is_word(*c)).collect(),
                    None => "all".to_owned(),
                };
                if !OF_THE_AGENDA.contains(&question.as_str()) {
                    found.insert((file.clone(), question));
                }
            }
        }
    }
    let listed: BTreeSet<(String, String)> = AGENDA.iter().map(|(f, q, _)| (f.to_string(), q.to_string())).collect();
    let news: Vec<_> = found.difference(&listed).collect();
    let unused: Vec<_> = listed.difference(&found).collect();
    assert!(news.is_empty() && unused.is_empty(), "not listed: {news:#?}\nnot asked any more: {unused:#?}");
}

/// Where a function takes the whole world, how many do, and why. All others take what they read and write, as parameters of
/// systems or as `&mut impl EditGame`.
const WORLDS: &[(&str, usize, &str)] = &[
    // The driver and what leaves its loan.
    ("rules/driver/mod.rs", 1, "the driver borrows the state for many tasks and gives it back"),
    ("rules/driver/runners.rs", 2, "what runs tasks is taken out of the world and put back"),
    ("rules/schedule.rs", 2, "a schedule is run, and one system does nothing"),
    ("rules/turn/loops.rs", 1, "whole positions are kept and compared (732)"),
    ("rules/events/entering.rs", 1, "the layers are run for what is about to enter (614.12)"),
    ("rules/sba/choose.rs", 1, "a schedule is run (704.3)"),
    ("rules/sba/check.rs", 1, "a schedule is run (704.3)"),
    ("rules/casting/kept.rs", 1, "a whole game is kept and restored (733.1)"),
    // Entities are made, or all of them are reset.
    ("rules/slots.rs", 1, "entities of objects are made"),
    ("rules/layers/slots.rs", 1, "entities of effects are made"),
    ("rules/facts.rs", 3, "messages and entity events are sent"),
    ("rules/state/registered.rs", 8, "components and resources of plugins are known by type alone"),
    ("rules/state/borrowed.rs", 1, "what borrows the state is made"),
    // The layers as a schedule.
    ("rules/layers/refresh.rs", 4, "the schedule of the layers is run"),
    ("rules/layers/publish.rs", 1, "components of many objects are written at once"),
    ("rules/layers/explain.rs", 1, "a client's door: the schedule of the layers is run"),
    ("rules/layers/lookahead.rs", 1, "the schedule of the layers is run"),
    // The facade.
    ("game/mod.rs", 2, "the facade over a world"),
    ("game/setup.rs", 3, "a world is dealt a new game"),
    ("rules/snapshot/columns.rs", 3, "whole games are copied and loaded"),
];

/// There are to be fewer functions that take the whole world.
const MOST_WORLDS: usize = 40;

/// The signatures in code: what stands between `fn name` and the body.
fn signatures(code: &[char]) -> Vec<String> {
    let text: String = code.iter().collect();
    let mut out = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        if text[..at].chars().next_back().is_none_or(|c| !is_word(c)) {
            let rest = &text[at..];
            let end = rest.find(['{', ';']).unwrap_or(rest.len());
            out.push(rest[..end].to_owned());
        }
    }
    out
}

/// Whether a signature has a world that may be changed, of any lifetime.
fn takes_world(signature: &str) -> bool {
    let of =
        |rest: &str| rest.split_once("mut World").map(|(between, after)| (between.trim().to_owned(), after.to_owned()));
    signature.split('&').skip(1).filter_map(of).any(|(lifetime, after)| {
        (lifetime.is_empty() || lifetime.starts_with('\'') && !lifetime.contains([' ', ',', ')']))
            && !after.starts_with(|c: char| is_word(c))
    })
}

/// The whole world is taken in listed places only.
#[test]
fn the_world_is_taken_in_listed_places() {
    let counts =
        all_code().into_iter().map(|(file, code)| (file, signatures(&code).iter().filter(|s| takes_world(s)).count()));
    let found: BTreeMap<String, usize> = counts.filter(|(_, taken)| *taken > 0).collect();
    let listed: BTreeMap<String, usize> = WORLDS.iter().map(|(file, n, _)| (file.to_string(), *n)).collect();
    assert_eq!(found, listed, "left is found, right is listed in WORLDS");
    let all: usize = found.values().sum();
    assert!(all < MOST_WORLDS, "{all} functions take the whole world");
}

/// Few entries at the top, so that the plan is seen at once.
#[test]
fn the_top_has_at_most_ten_entries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(root).expect("it is there").count();
    assert!(entries <= 10, "{entries} entries in src/");
}

/// What the reader of paths has to understand.
#[test]
fn paths_are_read_with_braces() {
    let text =
        "use crate::rules::{layers::{self, Pass}, legal}; // crate::no\nlet x = \"crate::no\"; crate::game::go::<u8>()";
    let code = code_of(text);
    let (mut at, mut found) = (0, Vec::new());
    while at < code.len() {
        if code[at..].starts_with(&['c', 'r', 'a', 't', 'e', ':']) {
            at = read_path(&code, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    let found: Vec<String> = found.into_iter().map(|(_, path)| path.join("::")).collect();
    let expected = ["crate::rules::layers", "crate::rules::layers::Pass", "crate::rules::legal", "crate::game::go"];
    assert_eq!(found, expected);
}
