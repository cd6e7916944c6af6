//! Scenarios: positions with a script and expectations.

use crate::cards::Cards;
use crate::errors::{OrRaise, ScenarioError, detached, raise};
use crate::game::Game;
use dracones::tools::scenario::{self, File, Root};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A position with a script and expectations (docs/scenarios.md).
#[pyclass(frozen, module = "dracones")]
pub(crate) struct Scenario {
    file: Arc<File>,
    place: usize,
}

fn all(file: File) -> Vec<Scenario> {
    let file = Arc::new(file);
    (0..file.scenarios.len()).map(|place| Scenario { file: Arc::clone(&file), place }).collect()
}

#[pymethods]
impl Scenario {
    /// The scenarios of a file; it may include set-ups below the root.
    ///
    /// Raises:
    ///     ScenarioError: with file, line and column.
    #[staticmethod]
    #[pyo3(signature = (path, *, root=None))]
    fn load(path: PathBuf, root: Option<PathBuf>) -> PyResult<Vec<Self>> {
        let root = match &root {
            Some(folder) => Root::new(folder),
            None => Root::of(&path),
        };
        let root = root.or_raise()?;
        Ok(all(scenario::load(&path, &root).or_raise()?))
    }

    /// The scenarios of a text; the file name only serves messages.
    ///
    /// Raises:
    ///     ScenarioError: with line and column.
    #[staticmethod]
    #[pyo3(signature = (text, *, file="scenario.ron"))]
    fn parse(text: &str, file: &str) -> PyResult<Vec<Self>> {
        Ok(all(scenario::parse(file, text.to_owned()).or_raise()?))
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.file.scenarios[self.place].title
    }

    /// The rules that it cites.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.file.scenarios[self.place].rules.clone()
    }

    /// Runs it with all of its variants.
    ///
    /// Raises:
    ///     ScenarioError: the first thing that doesn't happen as it says, with its place.
    #[pyo3(signature = (*, cards=None))]
    fn run(&self, py: Python<'_>, cards: Option<&Bound<'_, Cards>>) -> PyResult<()> {
        let db = Cards::or_embedded(cards);
        detached(py, || scenario::run(&self.file, self.place, &db))?.or_raise()
    }

    /// Runs it, and tells everything that is asked, answered or happens.
    #[pyo3(signature = (*, cards=None))]
    fn trace(&self, py: Python<'_>, cards: Option<&Bound<'_, Cards>>) -> PyResult<Vec<String>> {
        let db = Cards::or_embedded(cards);
        let mut lines = Vec::new();
        detached(py, || scenario::trace(&self.file, self.place, &db, &mut |line| lines.push(line.to_owned())))?
            .or_raise()?;
        Ok(lines)
    }

    /// The position at the end of the script.
    #[pyo3(signature = (*, variant=None, cards=None))]
    fn game(&self, py: Python<'_>, variant: Option<usize>, cards: Option<Bound<'_, Cards>>) -> PyResult<Game> {
        let db = Cards::or_embedded(cards.as_ref());
        let variants = self.file.scenarios[self.place].variants.len();
        if variant.is_some_and(|variant| variant >= variants) {
            return Err(raise!(
                ScenarioError,
                format_args!("there are {variants} variants, numbered from 0"),
                "variant"
            ));
        }
        let after = detached(py, || scenario::after(&self.file, self.place, variant, &db))?.or_raise()?;
        Ok(Game::of(after.game, db, cards.map(Bound::unbind)))
    }

    fn __repr__(&self) -> String {
        format!("Scenario({:?}, {})", self.title(), self.file.path)
    }
}
