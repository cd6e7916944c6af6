//! One scenario of a file, one variant of a scenario: by number or title.

use super::def::Scenario;
use super::load::File;
use thiserror::Error;

/// Why a word doesn't say which one is meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PickError {
    /// There is none so called.
    #[error("{place} has no {what} `{word}`{list}")]
    None {
        /// The file or the scenario.
        place: String,
        /// `scenario` or `variant`.
        what: &'static str,
        /// What was asked for.
        word: String,
        /// What can be picked, a line each.
        list: String,
    },
    /// There are several.
    #[error("{place} has several {what}s that could be meant; say which by number or title{list}")]
    Several {
        /// The file or the scenario.
        place: String,
        /// `scenario` or `variant`.
        what: &'static str,
        /// What could be meant.
        list: String,
    },
}

impl File {
    /// The place of a scenario: by its number from 1, its title, or a part that no other title has; without a word the
    /// only one.
    ///
    /// # Errors
    /// If none or several could be meant.
    pub fn pick(&self, word: Option<&str>) -> Result<usize, PickError> {
        let titles: Vec<&str> = self.scenarios.iter().map(|s| s.title.as_str()).collect();
        pick(&self.path, "scenario", &titles, word)
    }
}

impl Scenario {
    /// The place of a variant: by its number from 1, its title, or a part that no other title has.
    ///
    /// # Errors
    /// If none or several could be meant.
    pub fn pick_variant(&self, word: &str) -> Result<usize, PickError> {
        let titles: Vec<&str> = self.variants.iter().map(|v| v.title.as_str()).collect();
        pick(&format!("`{}`", self.title), "variant", &titles, Some(word))
    }
}

fn pick(place: &str, what: &'static str, titles: &[&str], word: Option<&str>) -> Result<usize, PickError> {
    let all: Vec<usize> = (0..titles.len()).collect();
    let found: Vec<usize> = match word {
        None => all.clone(),
        Some(word) => {
            let with = |fits: &dyn Fn(usize) -> bool| all.iter().copied().filter(|i| fits(*i)).collect::<Vec<_>>();
            let number = word.parse::<usize>().ok();
            let folded = word.to_lowercase();
            // A title may be a number, too; it is told apart by what comes first here.
            [
                with(&|i| number == Some(i + 1)),
                with(&|i| titles[i] == word),
                with(&|i| titles[i].to_lowercase().contains(&folded)),
            ]
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
        }
    };
    let list = |some: &[usize]| match some {
        [] => String::new(),
        some => ":".to_owned() + &some.iter().map(|i| format!("\n  {}  {}", i + 1, titles[*i])).collect::<String>(),
    };
    let place = place.to_owned();
    match (found.as_slice(), word) {
        ([one], _) => Ok(*one),
        ([], word) => Err(PickError::None { place, what, word: word.unwrap_or_default().to_owned(), list: list(&all) }),
        (several, _) => Err(PickError::Several { place, what, list: list(several) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_number_title_or_part_of_it() {
        let titles = ["a bear", "a bear attacks", "a wolf"];
        let find = |word| pick("f", "scenario", &titles, Some(word)).ok();
        assert_eq!([find("2"), find("a bear"), find("ATTACKS"), find("wolf")], [Some(1), Some(0), Some(1), Some(2)]);
        assert_eq!([find("4"), find("0"), find("a"), find("elk")], [None; 4]);
        assert_eq!(pick("f", "scenario", &titles[..1], None), Ok(0));
        let several = pick("f", "scenario", &titles, None).unwrap_err().to_string();
        assert!(several.contains("2  a bear attacks"), "{several}");
    }
}
