//! Scenarios become files.

use super::def::Scenario;
use crate::cards::check;

/// The text of a scenario, with nothing left to include. Reading it gives the same scenario.
///
/// # Errors
/// If a term can't be written.
pub fn to_ron(scenario: &Scenario) -> Result<String, ron::Error> {
    let whole = Scenario { include: Vec::new(), ..scenario.clone() };
    // Fields a line each, lists and what is in them in a line.
    let config = ron::ser::PrettyConfig::new().struct_names(false).depth_limit(3);
    let text = check::options().to_string_pretty(&whole, config)?;
    Ok(format!("Scenario{text}"))
}
