//! Reading card files: every error with file, line, column and what was expected.

mod depth;
mod every;
mod expected;
mod words;

pub(crate) use every::read as read_ron;

use crate::cards::compile::{CompileError, MAX_DEPTH, Tokens};
use crate::cards::def::{CardDef, FORMAT, Subtype, TokenDef};
use crate::cards::files::{self, Below, NotRead};
use crate::cards::printable::{self, shown};
use miette::{Diagnostic, NamedSource, SourceSpan};
use ron::extensions::Extensions;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The largest card file that is read, in bytes.
pub const MAX_FILE: u64 = 256 * 1024;

/// The most mistakes of a file that are told.
pub const MOST_TOLD: usize = 20;

/// What is said of further mistakes.
pub(crate) fn more(count: usize) -> Option<String> {
    (count > MOST_TOLD).then(|| format!("... and {} more", count - MOST_TOLD))
}

/// What is wrong with a file. What else is wrong with it is in `others`.
#[derive(Debug, Error, Diagnostic)]
#[error("{}: {message}", self.place())]
pub struct FileError {
    /// The path of the file.
    pub file: String,
    /// The line, from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column, from 1; 0 if the whole file is meant.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// Further mistakes in the same file, in order; those have no others.
    #[related]
    pub others: Vec<FileError>,
    /// Of the last that is listed: how many more there are, in words; none if all are listed.
    #[help]
    pub more: Option<String>,
    /// The text, for display.
    #[source_code]
    pub source_code: NamedSource<String>,
    /// The place in the file.
    #[label("here")]
    pub span: Option<SourceSpan>,
}

impl FileError {
    /// File, line and column; only the file if all of it is meant.
    pub fn place(&self) -> String {
        if self.line == 0 { self.file.clone() } else { format!("{}:{}:{}", self.file, self.line, self.column) }
    }

    fn whole(file: &str, message: String) -> Box<Self> {
        Box::new(Self {
            file: file.to_owned(),
            line: 0,
            column: 0,
            message,
            others: Vec::new(),
            more: None,
            source_code: NamedSource::new(file, String::new()),
            span: None,
        })
    }

    /// One error for all of them, of which there are `count`; `None` if there are none.
    fn of_all(mut all: Vec<Self>, count: usize) -> Option<Box<Self>> {
        all.last_mut()?.more = more(count);
        let first = all.remove(0);
        Some(Box::new(Self { others: all, ..first }))
    }

    /// An error of compiling a card that was read.
    pub fn compile(path: &Path, card: &str, error: &CompileError) -> Self {
        *Self::whole(&shown(path), format!("{card}: {error}"))
    }

    /// A card that another file defines, too.
    pub fn twice(path: &Path, card: &str, other: &Path) -> Self {
        let message = format!("{card}: {} defines this card, too", shown(other));
        *Self::whole(&shown(path), message)
    }

    fn at_byte(file: &str, text: &str, offset: usize, message: String) -> Box<Self> {
        let before = &text[..text.floor_char_boundary(offset)];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Self::at(file, text, before.matches('\n').count() + 1, column, message)
    }

    fn at(file: &str, text: &str, line: usize, column: usize, message: String) -> Box<Self> {
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = text.get(start..).unwrap_or("");
        let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(0, |(i, _)| i);
        let offset = (start + within).min(text.len().saturating_sub(1));
        let (text, offset) = printable::excerpt(text, offset);
        let message = printable::shorten(&message);
        Box::new(Self {
            file: file.to_owned(),
            line,
            column,
            message,
            others: Vec::new(),
            more: None,
            source_code: NamedSource::new(file, text),
            span: Some(SourceSpan::new(offset.into(), 1)),
        })
    }
}

/// How card files are read: options and newtypes without wrapping, and at most 128 terms within each other.
pub fn options() -> ron::Options {
    let options = ron::Options::default().with_recursion_limit(MAX_DEPTH);
    options.with_default_extension(
        Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Whether terms of a definition are nested too deeply to be gone through by recursion. Writing stops at the limit, too. It
/// counts a little otherwise than reading, so that what could be read has some room.
pub(crate) fn is_too_deep(card: &CardDef) -> bool {
    // For each of them writing counts one or two.
    if depth::is_within(card, MAX_DEPTH) {
        return false;
    }
    let written = options().with_recursion_limit(2 * MAX_DEPTH).to_string(card as &dyn erased_serde::Serialize);
    matches!(written, Err(ron::Error::ExceededRecursionLimit))
}

fn parse<T: for<'de> Deserialize<'de>>(file: &str, text: &str) -> Result<T, Box<FileError>> {
    if let Some((at, c)) = printable::first_unsafe(text) {
        let before = &text[..at];
        let (line, column) =
            (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
        // The text isn't shown: it would do what it was made to do.
        let error = FileError::whole(file, printable::unsafe_message(c));
        return Err(Box::new(FileError { line, column, ..*error }));
    }
    every::read(text, |_| GUIDE).map_err(|wrong| {
        let count = wrong.len();
        let at = |(offset, message)| *FileError::at_byte(file, text, offset, message);
        let all = wrong.into_iter().take(MOST_TOLD).map(at).collect();
        FileError::of_all(all, count).expect("there is a mistake")
    })
}

/// Where the terms of cards are explained.
pub(crate) const GUIDE: &str = "docs/cards.md";

/// Reads one card.
///
/// # Errors
/// A term that doesn't exist, a value that doesn't fit, another version of the format: with its place.
pub fn parse_card(file: &str, text: &str) -> Result<CardDef, Box<FileError>> {
    /// Only the version, to refuse another one before its new terms look like errors.
    #[derive(Deserialize)]
    #[serde(rename = "Card")]
    struct Version {
        format: u16,
    }
    if let Ok(Version { format }) = parse::<Version>(file, text)
        && format != FORMAT
    {
        let line = text.lines().position(|l| l.contains("format")).map_or(1, |i| i + 1);
        let message = format!("the file has card format {format}; this build reads format {FORMAT}");
        return Err(FileError::at(file, text, line, 1, message));
    }
    let card: CardDef = parse(file, text)?;
    let faults = faults(&card);
    let count = faults.len();
    let all = faults.into_iter().take(MOST_TOLD).map(|Fault { path, message }| {
        let (line, column) = path.map_or((1, 1), |path| crate::cards::lint::place(text, &path));
        *FileError::at(file, text, line, column, message)
    });
    match FileError::of_all(all.collect(), count) {
        Some(error) => Err(error),
        None => Ok(card),
    }
}

/// What is wrong with a definition that could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// Where, if it isn't the definition as a whole.
    pub path: Option<crate::cards::lint::Path>,
    /// What is wrong, as a sentence for the author of the file.
    pub message: String,
}

/// All that is wrong with a definition, in whatever file it stands.
pub(crate) fn faults(card: &CardDef) -> Vec<Fault> {
    let whole = |message: String| vec![Fault { path: None, message }];
    if card.format != FORMAT {
        return whole(format!("the card has format {}; this build reads format {FORMAT}", card.format));
    }
    let mut all = Vec::new();
    if card.name.trim().is_empty() || card.name.len() > 200 || card.name.chars().any(char::is_control) {
        all = whole("a card's name has 1 to 200 printable characters".to_owned());
    }
    let problems = crate::cards::lint::problems(card).into_iter();
    all.extend(problems.map(|problem| Fault { message: problem.to_string(), path: Some(problem.path) }));
    all
}

/// Reads the list of predefined tokens.
///
/// # Errors
/// As [`parse_card`]; a token without a name and subtypes, or with the name or the subtypes of another one.
pub fn parse_tokens(file: &str, text: &str) -> Result<Tokens, Box<FileError>> {
    let list: Vec<TokenDef> = parse(file, text)?;
    let mut tokens = Tokens::new();
    for token in list {
        // Cards call them by their own names, or else by their subtypes (CR 111.4, 111.10).
        let subtypes: Vec<_> = token.types.subtypes.iter().map(Subtype::name).collect();
        let called = token.name.clone().unwrap_or_else(|| subtypes.join(" "));
        if called.is_empty() || tokens.insert(called, token).is_some() {
            return Err(FileError::whole(file, "a predefined token has a name or subtypes of its own".to_owned()));
        }
    }
    Ok(tokens)
}

/// The card files under a path: the file itself, or all `.ron` files of a folder and its folders.
///
/// # Errors
/// If the path can't be read.
pub fn card_files(path: &Path) -> Result<Below, Vec<FileError>> {
    let failed = |e: std::io::Error| vec![*FileError::whole(&shown(path), e.to_string())];
    if !path.is_dir() {
        std::fs::metadata(path).map_err(failed)?;
        return Ok(Below { files: vec![path.to_owned()], refused: Vec::new() });
    }
    let wanted = |path: &Path| path.extension().is_some_and(|e| e == "ron");
    let failed = |(folder, e): (PathBuf, std::io::Error)| vec![*FileError::whole(&shown(&folder), e.to_string())];
    files::below(path, &wanted).map_err(failed)
}

/// A card and its file.
pub type CardFile = (PathBuf, CardDef);

/// Reads all cards under a path; and what is wrong with those that can't be read.
///
/// # Errors
/// A path that can't be read or has no card files.
pub fn read_files(path: &Path) -> Result<(Vec<CardFile>, Vec<FileError>), Vec<FileError>> {
    let Below { files, refused } = card_files(path)?;
    if files.is_empty() && refused.is_empty() {
        let message = "there are no card files (.ron) in this folder".to_owned();
        return Err(vec![*FileError::whole(&shown(path), message)]);
    }
    let mut cards = Vec::new();
    let not_read = |(path, why): &(PathBuf, NotRead)| *FileError::whole(&shown(path), why.to_string());
    let mut errors: Vec<FileError> = refused.iter().map(not_read).collect();
    for file in files {
        let name = shown(&file);
        let text = match printable::read(&file, MAX_FILE) {
            Ok(Err(_)) => Err(format!("a card file has at most {MAX_FILE} bytes")),
            Ok(Ok(text)) => Ok(text),
            Err(e) => Err(e.to_string()),
        };
        match text.map_err(|message| FileError::whole(&name, message)).and_then(|text| parse_card(&name, &text)) {
            Ok(card) => cards.push((file, card)),
            Err(error) => errors.push(*error),
        }
    }
    Ok((cards, errors))
}
