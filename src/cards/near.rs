//! Which names are near to one that nobody knows.

use crate::model::ids::fold_name;

/// The candidates nearest to a name, nearest first, at most `max`, equally near ones in
/// alphabetical order.
///
/// Case, accents and the kind of apostrophe don't count. A candidate is near if about one
/// letter in four differs at most, if one name is half of the other, or if the name is the
/// candidate's part before the comma: `Fire` finds `Fire // Ice` and the other way round,
/// `Teferi` finds `Teferi, Time Raveler`. Of a card with two faces each name counts, too. After those come candidates that
/// have the name as a word, then those with a word that begins like it.
pub fn near_matches<'a>(name: &str, candidates: impl Iterator<Item = &'a str>, max: usize) -> Vec<&'a str> {
    let candidates: Vec<Folded<'a>> = candidates.map(Folded::new).collect();
    nearest(name, &candidates, max)
}

/// A candidate with its name in the form that is compared.
pub(crate) struct Folded<'a> {
    pub(crate) name: &'a str,
    pub(crate) folded: String,
    pub(crate) length: usize,
    letters: Letters,
    /// Each half of a split name, or each face of a card.
    halves: Vec<Self>,
}

/// How often each letter occurs, with some letters counted together.
type Letters = [u8; 32];

fn letters(folded: &str) -> Letters {
    let mut letters = [0_u8; 32];
    for c in folded.chars() {
        let count = &mut letters[c as usize % 32];
        *count = count.saturating_add(1);
    }
    letters
}

/// A bound of the distance of two names from below: a letter that is missing must be put in or changed.
fn least_distance(a: &Letters, b: &Letters) -> usize {
    let missing =
        |a: &Letters, b: &Letters| -> usize { a.iter().zip(b).map(|(a, b)| usize::from(a.saturating_sub(*b))).sum() };
    missing(a, b).max(missing(b, a))
}

impl<'a> Folded<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        let halves = if name.contains(HALVES) { name.split(HALVES).map(Self::new).collect() } else { Vec::new() };
        let folded = fold_name(name);
        Self { name, length: folded.chars().count(), letters: letters(&folded), folded, halves }
    }

    /// How many letters differ, if they are few.
    fn distance(&self, other: &Self) -> Option<usize> {
        let limit = self.limit();
        // The cheap bounds spare the costly comparison for nearly all candidates.
        let near =
            self.length.abs_diff(other.length) <= limit && least_distance(&self.letters, &other.letters) <= limit;
        near.then(|| strsim::osa_distance(&self.folded, &other.folded)).filter(|distance| *distance <= limit)
    }

    /// How many letters may differ.
    fn limit(&self) -> usize {
        (self.length / 4).clamp(1, 8)
    }
}

/// What parts the halves of a split name, and the faces of a card.
const HALVES: &str = " // ";

pub(crate) fn nearest<'a>(name: &str, candidates: &[Folded<'a>], max: usize) -> Vec<&'a str> {
    let name = Folded::new(name);
    let limit = name.limit();
    let distance = |candidate: &Folded<'a>| {
        if is_part(&name.folded, &candidate.folded) || is_half(&candidate.folded, &name.folded) {
            return Some(1);
        }
        let faces = candidate.halves.iter().chain([candidate]);
        // What stands behind ` // ` in the name may be a comment.
        let wholes = || name.halves.first().into_iter().chain([&name]);
        let differ = faces.flat_map(|face| wholes().filter_map(move |name| name.distance(face))).min();
        match (differ, word_at(&name.folded, &candidate.folded)) {
            (Some(differ), _) if differ < limit => Some(differ),
            (_, Some(Word::Whole)) => Some(limit),
            (_, Some(Word::Begun)) => Some(limit + 1),
            (differ, None) => differ,
        }
    };
    let found: Vec<(usize, &Folded<'a>)> =
        candidates.iter().filter_map(|candidate| Some((distance(candidate)?, candidate))).collect();
    // A card is told, not what has a half that is called as it is.
    let is_whole = |half: &Folded<'_>| found.iter().any(|(_, other)| other.folded == half.folded);
    let own = found.iter().filter(|(_, candidate)| !candidate.halves.iter().any(is_whole));
    let mut scored: Vec<(usize, &'a str)> = own.map(|(distance, candidate)| (*distance, candidate.name)).collect();
    scored.sort_unstable();
    scored.dedup();
    scored.into_iter().take(max).map(|(_, name)| name).collect()
}

/// The candidates with a word that begins like a name, in their order: `ragav` finds `Ragavan, Nimble Pilferer`.
pub fn with_part<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = fold_name(name);
    candidates.filter(|candidate| word_at(&name, &fold_name(candidate)).is_some()).collect()
}

/// How a name occurs in a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Word {
    /// As a word, or some.
    Whole,
    /// As the beginning of one.
    Begun,
}

/// How a name of at least three letters occurs in a candidate where a word begins.
fn word_at(name: &str, candidate: &str) -> Option<Word> {
    let bytes = candidate.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let found = candidate.match_indices(name).filter(|(at, _)| *at == 0 || !is_letter(*at - 1));
    let words = found.map(|(at, _)| if is_letter(at + name.len()) { Word::Begun } else { Word::Whole });
    if name.len() >= 3 { words.min() } else { None }
}

/// Whether a name is one half of a candidate, or all of it before the comma.
fn is_part(name: &str, candidate: &str) -> bool {
    let title = candidate.split_once(", ").is_some_and(|(title, _)| title == name);
    title || is_half(name, candidate)
}

/// Whether a name is one side of a split name.
fn is_half(name: &str, split: &str) -> bool {
    split.contains(HALVES) && split.split(HALVES).any(|half| half == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_count_and_whole_words_come_first() {
        let known =
            ["Bolt Bend", "Boltwing Marauder", "Delver of Secrets // Insectile Aberration", "Lightning Bolt", "Opt"];
        let near = |name: &str| near_matches(name, known.into_iter(), 3);
        assert_eq!(near("Delver of Secrts"), [known[2]]);
        assert_eq!(near("Insectile Abberation"), [known[2]]);
        assert_eq!(near("Lightnig Bolt // all of it"), [known[3]]);
        assert_eq!(near("bolt"), [known[0], known[3], known[1]]);
        assert_eq!(with_part("bolt", known.into_iter()).len(), 3);
    }

    #[test]
    fn the_cheap_bound_is_one() {
        let names = ["lightning bolt", "lightnig blot", "fire // ice", "bolt", "", "lim-dul's vault", "zzzz", "ötzi"];
        for a in names {
            for b in names {
                let least = least_distance(&letters(a), &letters(b));
                assert!(least <= strsim::osa_distance(a, b), "{a}, {b}");
            }
        }
        assert_eq!(least_distance(&letters("bolt"), &letters("lobt")), 0);
        assert_eq!(least_distance(&letters("bolt"), &letters("bold")), 1);
    }
}
