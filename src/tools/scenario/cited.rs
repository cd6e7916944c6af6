//! Which rules scenarios cite: those of the CR, and lines of a specification.

use super::def::{Scenario, Step};
use super::error::ScenarioError;
use super::include::Root;
use super::load::{File, files, load};
use crate::cards::printable;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

/// What is cited, in the order of its numbers: lines of a specification before its scenarios, those before rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cited {
    /// `R045`.
    Line(u32, String),
    /// `S3-19`: a scenario of a specification.
    Scenario(u32, u32, String),
    /// `613.4b`: section, number, letter.
    Rule(u32, u32, String),
}

impl Cited {
    /// What a word cites; `None` for names of cards and the like.
    fn parse(word: &str) -> Option<Self> {
        let number = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let (digits, rest) = text.split_at(end);
            let letters = rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_lowercase());
            digits.parse().ok().filter(|_| letters).map(|n: u32| (n, rest.to_owned()))
        };
        if let Some(line) = word.strip_prefix('R') {
            return number(line).map(|(n, rest)| Self::Line(n, rest));
        }
        if let Some((group, rest)) = word.strip_prefix('S').and_then(|rest| rest.split_once('-')) {
            let two = rest.get(..2).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
            let (n, letter) = number(rest).filter(|_| two)?;
            return Some(Self::Scenario(group.parse().ok()?, n, letter));
        }
        let (section, rest) = word.split_once('.').unwrap_or((word, "0"));
        if section.len() != 3 || !section.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (number, letter) = number(rest)?;
        Some(Self::Rule(section.parse().ok()?, number, letter))
    }
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(n, letter) => write!(f, "R{n:03}{letter}"),
            Self::Scenario(group, n, letter) => write!(f, "S{group}-{n:02}{letter}"),
            Self::Rule(section, 0, _) => write!(f, "{section}"),
            Self::Rule(section, n, letter) => write!(f, "{section}.{n}{letter}"),
        }
    }
}

/// The scenarios that cite something, in the order in which they were read.
#[derive(Clone, Debug, Default)]
struct By {
    /// Around steps that would fail.
    steps: Vec<String>,
    /// In `rules` or `covers` alone.
    named: Vec<String>,
}

/// The list of lines that no scenario can cite, with the reasons: a table in a folder of scenarios.
const UNTESTABLE: &str = "UNTESTABLE.md";

/// The list of what tests of properties prove: tests of the program that no single position can replace.
const PROPERTIES: &str = "PROPERTIES.md";

/// The text of a list in a folder that may have none.
fn table(path: &Path) -> String {
    let text = if path.is_file() { printable::read(path, MAX_TABLE).ok() } else { None };
    text.and_then(Result::ok).unwrap_or_default()
}

/// The largest list that is read, in bytes.
const MAX_TABLE: u64 = 1024 * 1024;

/// A table of what scenarios cite. It shows as Markdown.
#[derive(Clone, Debug, Default)]
pub struct Citations {
    by: BTreeMap<Cited, By>,
    /// Rows of the tables of lines without a behaviour to test.
    untestable: Vec<String>,
}

impl Citations {
    /// What the scenario files under these paths cite, each path with the root of what its files include. Scenarios are
    /// called by their files, from the path on, and by their number where a file has several.
    ///
    /// # Errors
    /// A path or a file that can't be read.
    pub fn of(paths: &[(PathBuf, Root)]) -> Result<Self, Box<ScenarioError>> {
        let mut all = Self::default();
        for (path, root) in paths {
            // A folder may do without.
            let untestable = table(&path.join(UNTESTABLE));
            all.untestable.extend(untestable.lines().filter(|l| l.starts_with("| R")).map(str::to_owned));
            all.properties(&table(&path.join(PROPERTIES)));
            for place in files(path)? {
                if path.is_dir() {
                    root.check(&place)?;
                }
                let file = load(&place, root)?;
                all.file(&name(path, &place), &file);
            }
        }
        Ok(all)
    }

    /// Takes the rows of a list of properties: what is cited, and the test.
    fn properties(&mut self, text: &str) {
        for line in text.lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if let [_, word, test, ..] = cells.as_slice()
                && let Some(cited) = Cited::parse(word)
            {
                self.by.entry(cited).or_default().steps.push((*test).to_owned());
            }
        }
    }

    fn file(&mut self, name: &str, file: &File) {
        for (i, scenario) in file.scenarios.iter().enumerate() {
            let title = match file.scenarios.len() {
                1 => name.to_owned(),
                _ => format!("{name} ({})", i + 1),
            };
            self.scenario(&title, scenario);
        }
    }

    fn scenario(&mut self, title: &str, scenario: &Scenario) {
        let mut steps = BTreeSet::new();
        let scripts = scenario.variants.iter().map(|v| &v.script);
        [&scenario.script].into_iter().chain(scripts).for_each(|script| collect(script, &mut steps));
        let named = scenario.rules.iter().chain(&scenario.covers).filter_map(|word| Cited::parse(word));
        let named: BTreeSet<Cited> = named.filter(|cited| !steps.contains(cited)).collect();
        for cited in named {
            self.by.entry(cited).or_default().named.push(title.to_owned());
        }
        for cited in steps {
            self.by.entry(cited).or_default().steps.push(title.to_owned());
        }
    }
}

/// What steps cite.
fn collect(steps: &[Step], into: &mut BTreeSet<Cited>) {
    for step in steps {
        if let Step::Cite(words, inner) = step {
            into.extend(words.iter().filter_map(|word| Cited::parse(word)));
            collect(inner, into);
        }
    }
}

/// What a file is called: its path from the folder on, without its ending.
fn name(root: &Path, file: &Path) -> String {
    let within = file.strip_prefix(root).ok().filter(|p| !p.as_os_str().is_empty());
    let name = within.or_else(|| file.file_name().map(Path::new)).unwrap_or(file).with_extension("");
    // Paths are written alike on every system.
    let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/").replace('|', "\\|")
}

impl fmt::Display for Citations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("# What the scenarios cite\n\n")?;
        f.write_str("`Cite`: steps of the scenario would fail if the rule were broken. ")?;
        f.write_str("Named: only its `rules` or `covers` have it. Names in code type are tests of properties.\n")?;
        let all = |is: fn(&Cited) -> bool| self.by.iter().filter(|(c, _)| is(c)).collect::<Vec<_>>();
        for (title, head, rows) in [
            ("Lines of the specification", "line", all(|c| matches!(c, Cited::Line(..)))),
            ("Scenarios of the specification", "scenario", all(|c| matches!(c, Cited::Scenario(..)))),
            ("Comprehensive Rules", "rule", all(|c| matches!(c, Cited::Rule(..)))),
        ] {
            if rows.is_empty() && head == "scenario" {
                continue;
            }
            let proven = rows.iter().filter(|(_, by)| !by.steps.is_empty()).count();
            writeln!(f, "\n## {title}\n\n{} cited, {proven} of them by `Cite`.\n", rows.len())?;
            writeln!(f, "| {head} | `Cite` | named |\n| --- | --- | --- |")?;
            for (cited, by) in rows {
                writeln!(f, "| {cited} | {} | {} |", by.steps.join(", "), by.named.join(", "))?;
            }
        }
        if !self.untestable.is_empty() {
            writeln!(f, "\n## Lines without a behaviour to test\n\n| line | why |\n| --- | --- |")?;
        }
        self.untestable.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_from_names_and_sorted_by_number() {
        let words = [
            "613.10", "613.4b", "R100", "613.4", "Bear", "S3-19b", "S0-01", "R045", "100", "613.4a", "R", "60.1",
            "Rancor", "Sol-10", "S1-x",
        ];
        let mut cited: Vec<Cited> = words.iter().filter_map(|word| Cited::parse(word)).collect();
        cited.sort();
        let shown: Vec<String> = cited.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["R045", "R100", "S0-01", "S3-19b", "100", "613.4", "613.4a", "613.4b", "613.10"]);
    }

    #[test]
    fn tests_of_properties_are_listed_with_what_they_prove() {
        let mut all = Citations::default();
        all.properties("| scenario | test |\n| --- | --- |\n| S3-19 | `layers::x` | why |\n");
        let shown = all.to_string();
        assert!(shown.contains("\n| S3-19 | `layers::x` |  |\n"), "{shown}");
    }
}
