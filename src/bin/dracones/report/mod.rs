//! A report on a run of matches as a page for a browser: one file, without anything from elsewhere.
//!
//! | file | what |
//! | --- | --- |
//! | `model` | what the page shows, as the template wants it |
//! | `plots` | plots as SVG |
//! | `page/` | the template, its style, and a script that sorts tables and shows tooltips |
//!
//! Without the script everything is there, too.

mod model;
mod plots;

use dracones::cards::printable::many;
use dracones::tools::matches::{Manifest, Report, TrackPoint};
use minijinja::{Environment, Error, ErrorKind};
use model::Page;

const PAGE: &str = include_str!("page/report.html");
const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = include_str!("page/report.js");

/// The page of a run: its figures, the signature of the machines that played it, the way to the result, and how many games
/// had how many turns.
///
/// # Errors
/// A plot that can't be drawn, a mistake in the template.
pub(crate) fn page(
    report: &Report,
    manifest: &Manifest,
    signature: Option<&str>,
    track: &[TrackPoint],
    turns: &[(u32, u64)],
) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    environment.add_filter("percent", |rate: f64| format!("{:.1}", rate * 100.0));
    environment.add_filter("many", |number: u64, noun: &str| many(number, noun));
    environment.add_filter("places", |number: f64, places: usize| format!("{number:.places$}"));
    environment.add_filter("signed", |number: f64| format!("{:+.1}", number * 100.0));
    environment.add_template("report.html", PAGE)?;
    environment.add_global("style", minijinja::Value::from_safe_string(STYLE.to_owned()));
    environment.add_global("script", minijinja::Value::from_safe_string(SCRIPT.to_owned()));
    let page = Page::new(report, manifest, signature, track, turns)
        .map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    environment.get_template("report.html")?.render(minijinja::value::Serde(&page))
}
