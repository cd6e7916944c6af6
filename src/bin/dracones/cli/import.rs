//! `dracones cards import`.

use super::fail::CliError;
use super::output::{OutFile, Replace, is_stdout};
use super::{ExitReason, thread_count};
use clap::Args;
use dracones::cards::def::CardDef;
use dracones::cards::import::{Entry, ImportError, Read, Record, Skip, read};
use dracones::cards::oracle::{self, Decline};
use dracones::cards::printable::{many, shown};
use dracones::cards::shipped::text::{self, Writer};
use dracones::cards::{CardDb, files};
use dracones::tools::coverage::key_of;
use dracones::tools::decks::formats;
use dracones::tools::in_order::in_order;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct ImportArgs {
    /// The file: `oracle_cards` of Scryfall, `AtomicCards` of MTGJSON, or JSON objects in the shape of either; also compressed
    /// by gzip.
    file: PathBuf,
    /// Write what became of each record to this file, as lines of JSON.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace the file of --report if it exists.
    #[arg(long, requires = "report")]
    force: bool,
    /// Write the definitions to this folder, a card a line, a file a letter, but for cards that are written by hand.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only compare the folder of --out with what would be written.
    #[arg(long, requires = "out")]
    check: bool,
    /// How many threads to use; all cores by default. The report and the files are the same on any number.
    #[arg(long)]
    threads: Option<usize>,
}

/// What becomes of a record: a line of the report.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    /// The line of the file.
    at: u64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    by_hand: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    place: Option<Place<'a>>,
}

/// Where and why a text was declined.
#[derive(Serialize)]
struct Place<'a> {
    face: &'a str,
    /// The line of the text, from 1; 0 if it isn't about the text.
    line: usize,
    /// The first and the last column in characters, from 1.
    columns: Option<(usize, usize)>,
    words: &'a str,
    expected: &'a [String],
    missing: Option<&'a str>,
    /// How many cards wait for the same, this one included.
    waiting: usize,
}

/// A record as a thread hands it over.
enum Judged {
    /// With its definition, if that is to be written: a thread puts away best what it has made itself.
    Card {
        record: Record,
        by_hand: bool,
        made: Result<Option<Box<CardDef>>, Box<Declined>>,
    },
    Skipped {
        name: String,
        line: u64,
        why: Skip,
    },
}

/// Why a card isn't accepted.
struct Declined {
    decline: Decline,
    columns: Option<(usize, usize)>,
    /// What other cards have that wait for the same.
    key: String,
}

/// What became of a record.
enum Verdict {
    Accepted,
    Declined(Box<Declined>),
    Skipped(Skip),
}

/// A record that has been dealt with.
struct Done {
    name: String,
    at: u64,
    by_hand: bool,
    verdict: Verdict,
}

/// All that the report and the files need.
#[derive(Default)]
struct Batch {
    accepted: usize,
    declined: usize,
    by_hand: usize,
    skipped: BTreeMap<&'static str, usize>,
    /// How many cards wait for the same.
    waiting: BTreeMap<String, usize>,
    rows: Vec<Done>,
    cards: Vec<text::Entry>,
    writer: Writer,
    /// How much is kept, in bytes.
    held: usize,
    failed: Option<CliError>,
}

/// The most that is kept for a report and for files, in bytes.
const MOST_HELD: usize = dracones::cards::import::MAX_HELD;

pub(super) fn run(args: &ImportArgs) -> Result<ExitReason, CliError> {
    // What can't be written is told before anything is read.
    let report = match &args.report {
        Some(place) => Some(OutFile::create(place, Replace::if_forced(args.force), [args.file.as_path()])?),
        None => None,
    };
    let before = args.out.as_deref().map(|folder| present(folder, args.check)).transpose()?;
    let threads = thread_count(args.threads)?;
    let mut batch = Batch::default();
    let db = CardDb::embedded();
    let end = in_order(
        threads,
        |entry| judge(entry, &db, args),
        |judged| batch.add(judged, args),
        |each| read(&args.file, each),
    );
    if let Some(failed) = batch.failed {
        return Err(failed);
    }
    let end: Read = end.map_err(|error: ImportError| CliError::diagnostic(error))?;
    if let Some(mut report) = report {
        for row in &batch.rows {
            report.line(&row.told(&batch.waiting))?;
        }
        report.finish()?;
    }
    // A report on standard output is for programs: the summary goes elsewhere.
    let to_stderr = args.report.as_deref().is_some_and(is_stdout);
    let mut out: Box<dyn Write> = if to_stderr { Box::new(io::stderr()) } else { Box::new(io::stdout().lock()) };
    batch.tell(&args.file, &end, &mut out)?;
    let mut reason = ExitReason::Done;
    if let (Some(folder), Some(before)) = (&args.out, before) {
        let as_of = end.as_of.as_deref().unwrap_or("an unknown date");
        let after = text::files(&batch.cards, as_of);
        if args.check {
            let differences = differences(&before, &after);
            if !differences.is_empty() {
                reason = ExitReason::Errors;
            }
            writeln!(out, "{}: {}", shown(folder), in_words(&differences))?;
            differences.iter().take(MOST_TOLD).try_for_each(|line| writeln!(out, "  {line}"))?;
        } else {
            replace(folder, &before, &after, &args.file)?;
            writeln!(out, "{} in {}", many(batch.cards.len(), "definition"), shown(folder))?;
        }
    }
    out.flush()?;
    Ok(reason)
}

/// Compiles a record.
fn judge(entry: Entry, db: &CardDb, args: &ImportArgs) -> Judged {
    match entry {
        Entry::Skipped { name, line, why } => Judged::Skipped { name, line, why },
        Entry::Card(record) => {
            let by_hand = db.is_by_hand(&record.text.name);
            let is_kept = args.out.is_some() && !by_hand;
            let kept = |card| is_kept.then(|| Box::new(card));
            let made = oracle::compile(&record.text).map(kept).map_err(|decline| {
                let (columns, key) = (columns(&decline), key_of(&decline));
                Box::new(Declined { decline, columns, key })
            });
            Judged::Card { record, by_hand, made }
        }
    }
}

impl Batch {
    fn add(&mut self, judged: Judged, args: &ImportArgs) -> ControlFlow<()> {
        let done = match judged {
            Judged::Skipped { name, line, why } => {
                *self.skipped.entry(why.kind()).or_default() += 1;
                Done { name, at: line, by_hand: false, verdict: Verdict::Skipped(why) }
            }
            Judged::Card { record, by_hand, made } => {
                self.by_hand += usize::from(by_hand);
                let verdict = match made {
                    Ok(card) => self.accept(&record, card.as_deref()),
                    Err(declined) => self.decline(declined),
                };
                Done { name: record.text.name, at: record.line, by_hand, verdict }
            }
        };
        if args.report.is_some() {
            self.held += done.size();
            self.rows.push(done);
        }
        let limit = self.held > MOST_HELD;
        if limit {
            let message = format!("{}: more cards than can be reported on at once", shown(&args.file));
            self.failed = Some(CliError::input(message));
        }
        if limit || self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn accept(&mut self, record: &Record, kept: Option<&CardDef>) -> Verdict {
        self.accepted += 1;
        if let Some(card) = kept {
            // The file says nothing of formats, or all of them.
            let legal = || record.legal().filter(|f| formats::is_listed(f)).map(str::to_owned).collect();
            let formats = (!record.formats.is_empty()).then(legal);
            match text::Entry::new(card, formats, &mut self.writer) {
                Ok(entry) => {
                    self.held += entry.size();
                    self.cards.push(entry);
                }
                Err(error) => self.failed = Some(CliError::input(format!("{}: {error}", card.name))),
            }
        }
        Verdict::Accepted
    }

    fn decline(&mut self, declined: Box<Declined>) -> Verdict {
        self.declined += 1;
        match self.waiting.get_mut(&declined.key) {
            Some(count) => *count += 1,
            None => {
                self.held += declined.key.len() + size_of::<(String, usize)>();
                self.waiting.insert(declined.key.clone(), 1);
            }
        }
        Verdict::Declined(declined)
    }

    fn tell(&self, file: &Path, read: &Read, out: &mut impl Write) -> io::Result<()> {
        let as_of = read.as_of.as_ref().map_or_else(String::new, |date| format!(", as of {date}"));
        writeln!(out, "{}: {}{as_of}", shown(file), many(read.records, "record"))?;
        writeln!(out, "{:8} accepted", self.accepted)?;
        writeln!(out, "{:8} declined", self.declined)?;
        for (kind, count) in &self.skipped {
            writeln!(out, "{count:8} skipped: {kind}")?;
        }
        if self.by_hand > 0 {
            writeln!(out, "{} with a definition that is written by hand", many(self.by_hand, "card"))?;
        }
        Ok(())
    }
}

/// The columns of a decline, first and last, from 1.
fn columns(decline: &Decline) -> Option<(usize, usize)> {
    let Range { start, end } = decline.columns;
    (decline.line > 0).then_some((start + 1, end.max(start + 1)))
}

impl Done {
    /// How much it takes to keep it, in bytes.
    fn size(&self) -> usize {
        let words = match &self.verdict {
            Verdict::Declined(declined) => {
                let Declined { decline: Decline { face, words, expected, .. }, key, .. } = &**declined;
                let expected = expected.iter().map(String::len).sum::<usize>();
                size_of::<Declined>() + face.len() + words.len() + expected + key.len()
            }
            _ => 0,
        };
        size_of::<Self>() + self.name.len() + words
    }

    fn told<'a>(&'a self, waiting: &BTreeMap<String, usize>) -> Row<'a> {
        let (verdict, reason, place) = match &self.verdict {
            Verdict::Accepted => ("accepted", None, None),
            Verdict::Skipped(why) => ("skipped", Some(why.to_string()), None),
            Verdict::Declined(declined) => {
                let Declined { decline, columns, key } = &**declined;
                let place = Place {
                    face: &decline.face,
                    line: decline.line,
                    columns: *columns,
                    words: &decline.words,
                    expected: &decline.expected,
                    missing: decline.missing.as_deref(),
                    waiting: waiting.get(key).copied().unwrap_or(0),
                };
                ("declined", Some(decline.reason.to_string()), Some(place))
            }
        };
        Row { name: &self.name, at: self.at, verdict, by_hand: self.by_hand, reason, place }
    }
}

/// Whether a file of a folder of definitions is one that this command writes.
fn is_ours(name: &str) -> bool {
    let letter = name.strip_suffix(".ron").is_some_and(|stem| stem.len() == 1 || stem == "other");
    letter || name == "formats.txt"
}

/// The files of definitions that a folder has. A folder that isn't there has none, unless it must be.
fn present(folder: &Path, must: bool) -> Result<BTreeMap<String, String>, CliError> {
    let failed = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(folder)));
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !must => return Ok(BTreeMap::new()),
        Err(error) => return Err(failed(&error)),
    };
    let mut files = BTreeMap::new();
    for entry in entries {
        let entry = entry.map_err(|e| failed(&e))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_ours(&name) {
            continue;
        }
        // What isn't a regular file isn't waited for.
        let read = files::open(&entry.path()).and_then(io::read_to_string);
        let text = read.map_err(|e| failed(&format!("{name}: {e}")))?;
        // What somebody else has written is not replaced.
        let ours = ["Card(", "Face(", "as of "].iter().any(|begin| text.starts_with(begin)) || text.is_empty();
        if !ours {
            return Err(failed(&format!("{name} isn't a file of compiled definitions; it would be replaced")));
        }
        files.insert(name, text);
    }
    Ok(files)
}

/// Puts files into a folder: all of them, or none if one can't be written. Files that aren't needed any more go.
fn replace(
    folder: &Path,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    read: &Path,
) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|e| CliError::input(format!("can't make `{}`: {e}", shown(folder))))?;
    let mut begun = Vec::new();
    for (name, text) in after.iter().filter(|(name, text)| before.get(*name) != Some(text)) {
        let mut file = OutFile::create(&folder.join(name), Replace::Yes, [read])?;
        file.text(text)?;
        begun.push(file);
    }
    begun.into_iter().try_for_each(OutFile::finish)?;
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        let place = folder.join(name);
        fs::remove_file(&place).map_err(|e| CliError::input(format!("can't remove `{}`: {e}", shown(&place))))?;
    }
    Ok(())
}

/// The lines that are only in one of two folders.
fn differences(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut all = Vec::new();
    for name in names {
        let lines = |files: &BTreeMap<String, String>| -> Vec<String> {
            files.get(name).map_or_else(Vec::new, |text| text.lines().map(str::to_owned).collect())
        };
        let (old, new) = (lines(before), lines(after));
        let (in_old, in_new): (BTreeSet<_>, BTreeSet<_>) = (old.iter().collect(), new.iter().collect());
        all.extend(old.iter().filter(|line| !in_new.contains(line)).map(|line| format!("- {line}")));
        all.extend(new.iter().filter(|line| !in_old.contains(line)).map(|line| format!("+ {line}")));
        if all.is_empty() && old != new {
            all.push(format!("{name}: the lines are in another order"));
        }
    }
    all
}

fn in_words(differences: &[String]) -> String {
    match differences.len() {
        0 => "current".to_owned(),
        1 => "1 line differs".to_owned(),
        n => format!("{n} lines differ"),
    }
}

/// How many of the lines that differ are told.
const MOST_TOLD: usize = 20;
