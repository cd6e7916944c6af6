//! What can be wrong with scenario files, and where.

use super::include::IncludeError;
use super::problem::Difference;
use crate::cards::check;
use crate::cards::printable::{self, shown};
use miette::{Diagnostic, NamedSource, SourceSpan};
use std::path::Path;
use thiserror::Error;

/// A scenario that can't be read, or that doesn't happen as it says. What else is wrong with the file is in `others`.
#[derive(Debug, Error, Diagnostic)]
#[error("{}: {title}{message}", self.place())]
pub struct ScenarioError {
    /// The path of the file.
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
    /// Why a file can't be included, if that is what is wrong. The message says it, too.
    pub include: Option<IncludeError>,
    /// Further mistakes in the same file, in order; those have no others.
    #[related]
    pub others: Vec<ScenarioError>,
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

/// A mistake in a text, before it is told.
pub(super) struct Mistake {
    /// The place in the text, in bytes.
    pub offset: usize,
    /// The scenario and the variant, as `title: `.
    pub title: String,
    pub message: String,
    pub include: Option<IncludeError>,
}

impl ScenarioError {
    /// File, line and column; only the file if all of it is meant.
    pub fn place(&self) -> String {
        if self.line == 0 { self.file.clone() } else { format!("{}:{}:{}", self.file, self.line, self.column) }
    }

    /// One error for all of them, of which `count` there are; `None` if there are none.
    fn of_all(errors: impl Iterator<Item = Self>, count: usize) -> Option<Box<Self>> {
        let mut all: Vec<Self> = errors.take(check::MOST_TOLD).collect();
        all.last_mut()?.more = check::more(count);
        let first = all.remove(0);
        Some(Box::new(Self { others: all, ..first }))
    }

    /// One error for all mistakes in a text, of which `count` there are; `None` if there are none.
    pub(super) fn all(
        path: &str,
        text: &str,
        mistakes: impl Iterator<Item = Mistake>,
        count: usize,
    ) -> Option<Box<Self>> {
        let told = |Mistake { offset, title, message, include }| {
            let error = Self::at(path, text, offset, title, message);
            ScenarioError { include, ..*error }
        };
        ScenarioError::of_all(mistakes.map(told), count)
    }

    /// An error at a byte of the file.
    pub(super) fn at(path: &str, text: &str, offset: usize, title: String, message: String) -> Box<ScenarioError> {
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
            include: None,
            others: Vec::new(),
            more: None,
            source_code: NamedSource::new(path, text),
            span: Some(SourceSpan::new(offset.into(), 1)),
        })
    }
}

/// An error about a file or folder as a whole.
pub(super) fn whole(path: &Path, message: impl std::fmt::Display) -> Box<ScenarioError> {
    let path = shown(path);
    Box::new(ScenarioError {
        source_code: NamedSource::new(&path, String::new()),
        file: path,
        line: 0,
        column: 0,
        title: String::new(),
        message: message.to_string(),
        differences: Vec::new(),
        include: None,
        others: Vec::new(),
        more: None,
        span: None,
    })
}
