//! What a scenario file may include: files with a [`Setup`], below one folder. Nothing else is read, and of a file that
//! turns out to be something else nothing is repeated.

use super::def::{Scenario, Setup};
use super::error::{ScenarioError, whole};
use super::load::{MAX_FILE, setup};
use super::setup::{FORESTS, PlayerSetup};
use crate::cards::files::{self, NotRead, PlaceError};
use crate::cards::printable::{self, many, shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most files that one scenario includes.
pub const MAX_INCLUDES: usize = 16;

/// The most that the scenarios of one file include together, in bytes.
pub const MAX_INCLUDED: u64 = 1024 * 1024;

/// Why a file can't be included. Paths are as the scenario has them.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum IncludeError {
    /// The text isn't in a file: that of a replay's header, or one that a program has parsed.
    #[error("`{path}` can't be included: a scenario that isn't in a file of its own includes nothing")]
    NoFile {
        /// The path as it is written.
        path: String,
    },
    /// It isn't a relative path, or isn't written as one.
    #[error("`{path}` can't be included: expected {expected}")]
    NotAPath {
        /// The path as it is written.
        path: String,
        /// What a path must be like.
        expected: &'static str,
    },
    /// It lies outside of the root, by itself or by a symbolic link.
    #[error(
        "`{path}` can't be included: it is outside of {root}; `--root DIR` names another folder below which files are \
         included"
    )]
    Outside {
        /// The path as it is written.
        path: String,
        /// The folder below which it should be.
        root: String,
    },
    /// It isn't there, or can't be read.
    #[error("`{path}` can't be included: {reason}")]
    Unreadable {
        /// The path as it is written.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// It is a folder, a pipe, a device.
    #[error("`{path}` can't be included: it isn't a regular file")]
    NotAFile {
        /// The path as it is written.
        path: String,
    },
    /// It is larger than [`MAX_FILE`].
    #[error("`{path}` can't be included: it has more than {MAX_FILE} bytes")]
    TooLarge {
        /// The path as it is written.
        path: String,
    },
    /// It is something else than a set-up.
    #[error("`{path}` can't be included: expected a file with one `Setup(format: 1, ...)` (see docs/scenarios.md)")]
    NotASetup {
        /// The path as it is written.
        path: String,
    },
    /// It is for more players than the scenario has.
    #[error("{path} is for {}", many(*.players, "player"))]
    Players {
        /// The path as it is written.
        path: String,
        /// How many players it has.
        players: usize,
    },
    /// More than [`MAX_INCLUDES`].
    #[error("{count} files are included: at most {MAX_INCLUDES}")]
    TooMany {
        /// How many there are.
        count: usize,
    },
    /// More than [`MAX_INCLUDED`] for all scenarios of the file.
    #[error("`{path}` can't be included: the scenarios of one file include at most {MAX_INCLUDED} bytes together")]
    TooMuch {
        /// Where the limit is passed.
        path: String,
    },
}

/// The folder below which scenario files include others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root(files::Root);

impl Root {
    /// A folder.
    ///
    /// # Errors
    /// One that doesn't exist, or isn't a folder.
    pub fn new(folder: &Path) -> Result<Self, Box<ScenarioError>> {
        files::Root::new(folder).map(Self).map_err(|e| whole(folder, e))
    }

    /// The root of a file or folder that a user names, where no other is asked for: the current folder if the path lies
    /// below it, otherwise the folder itself or that of the file. The root of the file system is never taken as the
    /// current folder.
    ///
    /// # Errors
    /// A path that isn't there.
    pub fn of(path: &Path) -> Result<Self, Box<ScenarioError>> {
        files::Root::of(path).map(Self).map_err(|e| whole(path, e))
    }

    /// Checks a scenario file that was found in a folder: nobody has named it.
    ///
    /// # Errors
    /// If it isn't a regular file, or is a link to one outside of the root.
    pub fn check(&self, found: &Path) -> Result<(), Box<ScenarioError>> {
        match self.0.refuses(found) {
            None => Ok(()),
            Some(NotRead::LeadsOut) => {
                let name = self.0.name();
                let message = format!("it is a link to a file outside of {name}; `--root DIR` names another folder");
                Err(whole(found, message))
            }
            Some(why) => Err(whole(found, why)),
        }
    }

    /// Whether a file that was found in a folder may be read.
    pub(super) fn lets(&self, found: &Path) -> bool {
        self.0.refuses(found).is_none()
    }
}

/// What the scenarios of one file include.
pub(super) struct Included<'a> {
    /// The file and its root; `None` for a text that isn't in a file.
    from: Option<(&'a Path, &'a Root)>,
    /// The set-ups that have been read, each with its size.
    known: BTreeMap<PathBuf, (Setup, u64)>,
    /// How many bytes have been included.
    size: u64,
}

/// Why a set-up isn't there: it can't be included, or there are mistakes in it.
pub(super) enum Refused {
    Include(IncludeError),
    Setup(Box<ScenarioError>),
}

impl From<IncludeError> for Refused {
    fn from(error: IncludeError) -> Self {
        Self::Include(error)
    }
}

impl<'a> Included<'a> {
    pub(super) fn new(from: Option<(&'a Path, &'a Root)>) -> Self {
        Self { from, known: BTreeMap::new(), size: 0 }
    }

    /// Puts the set-ups that a scenario includes before its own. Answers what can't be included, with the words of the
    /// scenario that are about it.
    pub(super) fn apply(&mut self, scenario: &mut Scenario) -> Vec<(String, Refused)> {
        let words = scenario.include.clone();
        if words.len() > MAX_INCLUDES {
            return vec![(words[0].clone(), IncludeError::TooMany { count: words.len() }.into())];
        }
        let mut refused = Vec::new();
        for word in words {
            match self.setup(&word) {
                Ok(setup) if setup.players.len() > scenario.players.len() => {
                    let error = IncludeError::Players { path: named(&word), players: setup.players.len() };
                    refused.push((word, error.into()));
                }
                Ok(setup) => include(scenario, setup),
                Err(error) => refused.push((word, error)),
            }
        }
        refused
    }

    fn setup(&mut self, word: &str) -> Result<Setup, Refused> {
        let path = named(word);
        let Some((file, root)) = self.from else { return Err(IncludeError::NoFile { path }.into()) };
        let place = place(file, root, word)?;
        let (found, size) = match self.known.get(&place) {
            Some((setup, size)) => (setup.clone(), *size),
            None => {
                let text = match printable::read(&place, MAX_FILE) {
                    Err(e) => return Err(IncludeError::Unreadable { path, reason: e.to_string() }.into()),
                    Ok(Err(_)) => return Err(IncludeError::TooLarge { path }.into()),
                    Ok(Ok(text)) => text,
                };
                let name = shown(&file.with_file_name(word));
                let found = match setup(&name, &text) {
                    Ok(found) => found,
                    Err(error) if is_setup(&text) => return Err(Refused::Setup(error)),
                    // What stands there is not for the eyes of those who see the message.
                    Err(_) => return Err(IncludeError::NotASetup { path }.into()),
                };
                self.known.insert(place, (found.clone(), text.len() as u64));
                (found, text.len() as u64)
            }
        };
        self.size += size;
        if self.size > MAX_INCLUDED {
            return Err(IncludeError::TooMuch { path }.into());
        }
        Ok(found)
    }
}

/// What a scenario calls a file, for messages.
fn named(word: &str) -> String {
    shown(Path::new(word))
}

/// The regular file below the root that a scenario file means by a word.
fn place(file: &Path, root: &Root, word: &str) -> Result<PathBuf, IncludeError> {
    let path = named(word);
    root.0.place(file, word).map_err(|error| match error {
        PlaceError::NotAPath(expected) => IncludeError::NotAPath { path, expected },
        PlaceError::Outside(root) => IncludeError::Outside { path, root },
        PlaceError::Unreadable(reason) => IncludeError::Unreadable { path, reason },
        PlaceError::NotAFile => IncludeError::NotAFile { path },
    })
}

/// Whether a text is a shared part of set-ups, or means to be.
pub(super) fn is_setup(text: &str) -> bool {
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("//"));
    first.and_then(|line| line.strip_prefix("Setup")).is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['(', '/'])
    })
}

/// Puts a shared part before a scenario's own: lists come first, numbers are added. A life total and a number of Forests
/// count if the scenario gives none.
fn include(scenario: &mut Scenario, setup: Setup) {
    scenario.cards.splice(0..0, setup.cards);
    for (name, token) in setup.tokens {
        scenario.tokens.entry(name).or_insert(token);
    }
    for (own, shared) in scenario.players.iter_mut().zip(setup.players) {
        let PlayerSetup {
            life,
            hand,
            library,
            forests,
            graveyard,
            exile,
            command,
            commanders,
            sideboard,
            companion,
            battlefield,
            status,
            mana,
            energy,
            counters,
            lands_played,
            monarch,
            blessing,
            speed,
        } = shared;
        own.life = own.life.or(life);
        own.hand.splice(0..0, hand);
        own.library.splice(0..0, library);
        if own.forests == FORESTS {
            own.forests = forests;
        }
        own.graveyard.splice(0..0, graveyard);
        own.exile.splice(0..0, exile);
        own.command.splice(0..0, command);
        own.commanders.splice(0..0, commanders);
        own.sideboard.splice(0..0, sideboard);
        own.companion = own.companion.take().or(companion);
        own.battlefield.splice(0..0, battlefield);
        own.status.splice(0..0, status);
        own.mana.insert_str(0, &mana);
        own.energy = own.energy.saturating_add(energy);
        own.counters.splice(0..0, counters);
        own.lands_played = own.lands_played.saturating_add(lands_played);
        own.monarch |= monarch;
        own.blessing |= blessing;
        own.speed = own.speed.max(speed);
    }
}
