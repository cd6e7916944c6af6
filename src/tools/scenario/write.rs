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
    let text = check::options().to_string_pretty(&whole as &dyn erased_serde::Serialize, config)?;
    let lines: Vec<String> = text.lines().map(wrapped).collect();
    Ok(format!("Scenario{}", lines.join("\n")))
}

/// The longest line of a list.
const WIDTH: usize = 116;

/// A line, broken between terms where it gets too long.
fn wrapped(line: &str) -> String {
    if line.len() <= WIDTH {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len() + 4;
    let (mut out, mut width) = (String::new(), 0);
    for term in terms(line) {
        if width > indent && width + term.trim_end().len() > WIDTH {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            width = indent;
        }
        width += term.len();
        out.push_str(term);
    }
    out
}

/// The parts of a line between commas outside of strings, each with its comma and blank.
fn terms(line: &str) -> Vec<&str> {
    let (mut terms, mut start, mut string, mut escaped, mut comma) = (Vec::new(), 0, false, false, false);
    for (i, c) in line.char_indices() {
        if c == ' ' && comma {
            terms.push(&line[start..=i]);
            start = i + 1;
        }
        string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        comma = c == ',' && !string;
    }
    terms.push(&line[start..]);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_terms_only() {
        let words: Vec<String> = (0..30).map(|i| format!("\"a name, and {i}\"")).collect();
        let line = format!("    library: [{}],", words.join(", "));
        let text = wrapped(&line);
        assert!(text.lines().all(|l| l.len() <= WIDTH) && text.lines().count() > 3, "{text}");
        assert_eq!(text.replace("\n        ", " "), line);
    }
}
