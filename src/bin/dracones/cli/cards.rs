//! `dracones cards`.

use super::fail::CliError;
use super::{CardSource, ExitReason, coverage, thread_count};
use clap::Subcommand;
use dracones::cards::def::{AbilityDef, CardTypes, ManaCost};
use dracones::cards::import::is_bulk;
use dracones::cards::near::{near_matches, with_part};
use dracones::cards::oracle;
use dracones::cards::printable::{many, shown};
use dracones::cards::text::{self, Speaker};
use dracones::cards::{CardDb, Definition, Origin, check};
use dracones::model::ids::NameId;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Subcommand, Debug)]
pub(super) enum CardsCommand {
    /// Check card definitions: every error with file, line and column.
    Check {
        /// A file, or a folder with its folders.
        path: PathBuf,
    },
    /// Show a card: its characteristics, and its abilities in words.
    Show {
        /// Its name, or a part of it that no other card has.
        name: String,
        /// Its abilities as its file has them, defaults spelt out.
        #[arg(long)]
        ron: bool,
        #[command(flatten)]
        source: CardSource,
    },
    /// Report which cards of a deck, a list or a file of texts can be played, and what keeps the rest from it.
    Coverage {
        /// A deck in any format, a list of names, a folder of such files with its folders, or a file of texts of Scryfall or
        /// MTGJSON.
        path: PathBuf,
        /// With a file of texts: decks to count its cards in, a folder of deck files or of rows of decks (`.jsonl`).
        #[arg(long, value_name = "DIR")]
        decks: Option<PathBuf>,
        /// How many of the rows of a list are shown.
        #[arg(long, value_name = "N", default_value_t = 20)]
        top: usize,
        /// With a file of texts: how many threads to use; all cores by default.
        #[arg(long)]
        threads: Option<usize>,
        /// As JSON, one object a file.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        source: CardSource,
    },
    /// Compile the cards of a file of texts of Scryfall or MTGJSON, and report on each of them.
    Import(super::import::ImportArgs),
    /// Compile the cards of a file of texts that are written by hand, too, and compare: exact, equivalent, declined, different.
    Compare(super::compare::CompareArgs),
    /// List the names of all cards, one a line.
    List {
        #[command(flatten)]
        source: CardSource,
    },
}

pub(super) fn run(command: &CardsCommand) -> Result<ExitReason, CliError> {
    let mut out = io::stdout().lock();
    match command {
        CardsCommand::Check { path } => writeln!(out, "{}", check_all(path)?)?,
        CardsCommand::Show { name, ron, source } => {
            let db = source.load()?;
            // A part of a name that only one card has will do.
            let card = match db.get(name) {
                Some(card) => card,
                None => match with_part(name, db.spellings())[..] {
                    [only] => db.get(only).ok_or_else(|| unknown(&db, only))?,
                    _ => return Err(unknown(&db, name)),
                },
            };
            show(card, *ron, &mut out)?;
            writeln!(out, "({})", origin(db.origin(&card.name)))?;
        }
        CardsCommand::Coverage { path, decks, top, threads, json, source } => {
            let threads = thread_count(*threads)?;
            if path.is_file() && is_bulk(path).map_err(CliError::diagnostic)? {
                if source.cards.is_some() {
                    return Err(CliError::input("--cards is about decks; a file of texts is covered by itself"));
                }
                return super::survey::run(path, decks.as_deref(), *top, threads, *json, &mut out);
            }
            if decks.is_some() {
                let path = shown(path);
                return Err(CliError::input(format!("--decks needs a file of texts before it; `{path}` isn't one")));
            }
            coverage::run(path, *json, &source.load()?, &mut out)?;
        }
        CardsCommand::Import(args) => {
            drop(out);
            return super::import::run(args);
        }
        CardsCommand::Compare(args) => return super::compare::run(args, &mut out),
        CardsCommand::List { source } => {
            let db = source.load()?;
            let mut names: Vec<&str> = db.names().collect();
            names.sort_by_cached_key(|name| name.to_lowercase());
            names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        }
    }
    out.flush()?;
    Ok(ExitReason::Done)
}

/// Where a definition comes from, in words.
fn origin(origin: Option<Origin>) -> String {
    match origin {
        Some(Origin::ByHand) => "written by hand".to_owned(),
        Some(Origin::Compiled) => "compiled from its text".to_owned(),
        Some(Origin::Text(file)) => format!("compiled from its text in {}", shown(&file)),
        Some(Origin::File(file)) => format!("from {}", shown(&file)),
        Some(Origin::Given) | None => "given".to_owned(),
    }
}

fn unknown(db: &CardDb, name: &str) -> CliError {
    if let Some(why) = db.declined(name) {
        return CliError::input(format!("`{name}` can't be played: {why}"));
    }
    let near = near_matches(name, db.spellings(), 3);
    if near.is_empty() {
        return CliError::input(format!("there is no card `{name}`"));
    }
    // A word that many cards have finds few of them here.
    let further = with_part(name, db.spellings()).into_iter().filter(|found| !near.contains(found)).count();
    let more = match further {
        0 => String::new(),
        1 => " 1 more card has a word like it".to_owned(),
        n => format!(" {n} more cards have a word like it"),
    };
    CliError::input(format!("there is no card `{name}` (did you mean {}?{more})", near.join(" or ")))
}

/// Checks every file, and reports all that have errors.
fn check_all(path: &Path) -> Result<String, CliError> {
    let errors = match CardDb::embedded().compile_files(path) {
        Ok(cards) if cards.len() == 1 => return Ok("1 card is good".to_owned()),
        Ok(cards) => return Ok(format!("{} are good", many(cards.len(), "card"))),
        Err(errors) => errors,
    };
    let count = errors.len();
    let CliError::Input(report) = CliError::files(errors) else { return Err(CliError::Closed) };
    Err(CliError::Input(format!(
        "{report}\nerror: {count} {} errors",
        if count == 1 { "file has" } else { "files have" }
    )))
}

/// One face of a card, as its file writes it.
struct FaceView<'a> {
    name: &'a str,
    cost: Option<&'a ManaCost>,
    abilities: &'a [AbilityDef],
}

fn show(card: &Definition, ron: bool, out: &mut impl Write) -> Result<(), CliError> {
    let source = &card.source;
    let mut views = vec![FaceView { name: &source.name, cost: source.cost.as_ref(), abilities: &source.abilities }];
    if let Some((_, other)) = &source.other {
        views.push(FaceView { name: &other.name, cost: other.cost.as_ref(), abilities: &other.abilities });
    }
    // CR 709.4: the first face of a split card is both halves together.
    let printed = card.faces.iter().filter(|f| f.chars.second_name == NameId::NONE);
    for (i, (view, face)) in views.iter().zip(printed).enumerate() {
        if let Some((layout, _)) = source.other.as_ref().filter(|_| i > 0) {
            writeln!(out, "\n// {layout:?}")?;
        }
        let types = dracones::cards::def::TypeLine {
            supertypes: face.chars.supertypes,
            types: face.chars.types,
            subtypes: face.chars.subtypes,
        };
        match view.cost {
            Some(cost) => writeln!(out, "{}  {cost}", view.name)?,
            None => writeln!(out, "{}", view.name)?,
        }
        // CR 204: what has no cost, or another colour than that of its cost.
        let indicator = if i == 0 {
            &source.color_indicator
        } else {
            &source.other.as_ref().expect("there are two").1.color_indicator
        };
        let colors: Vec<String> = indicator.iter().map(|color| format!("{color:?}").to_lowercase()).collect();
        match colors.as_slice() {
            [] => writeln!(out, "{types}")?,
            colors => writeln!(out, "({}) {types}", colors.join(", "))?,
        }
        if face.chars.has_pt {
            let pt = if i == 0 { source.pt } else { source.other.as_ref().and_then(|(_, other)| other.pt) };
            let part = |n: Option<i32>| n.map_or_else(|| "*".to_owned(), |n| n.to_string());
            let (power, toughness) = pt.unwrap_or((None, None));
            writeln!(out, "{}/{}", part(power), part(toughness))?;
        }
        if face.chars.loyalty > 0 {
            writeln!(out, "loyalty {}", face.chars.loyalty)?;
        }
        if face.chars.is(CardTypes::BATTLE) {
            writeln!(out, "defense {}", face.chars.defense)?;
        }
        if ron {
            abilities(view.abilities, out)?;
            continue;
        }
        let words = oracle::words(view.name, &types, view.abilities)
            .unwrap_or_else(|| text::abilities(&Speaker::of(&types, view.abilities), view.abilities));
        for line in words {
            writeln!(out, "{}", line.replace(" \u{2022}", "\n\u{2022}"))?;
        }
    }
    Ok(())
}

/// Keywords in words, all other abilities as the file has them.
fn abilities(abilities: &[AbilityDef], out: &mut impl Write) -> Result<(), CliError> {
    let pretty = ron::ser::PrettyConfig::new().indentor("    ".to_owned()).struct_names(false);
    for ability in abilities {
        if let AbilityDef::Keywords(keywords) = ability {
            let words: Vec<&str> = keywords.iter().map(|k| k.text()).collect();
            writeln!(out, "{}", words.join(", "))?;
        } else {
            let text = check::options().to_string_pretty(ability as &dyn erased_serde::Serialize, pretty.clone());
            writeln!(out, "{}", text.map_err(|e| CliError::input(format!("this ability can't be shown: {e}")))?)?;
        }
    }
    Ok(())
}
