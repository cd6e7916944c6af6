//! Which names are near to one that nobody knows.

use crate::model::ids::fold_name;

/// The candidates nearest to a name, nearest first, at most `max`, equally near ones in
/// alphabetical order.
///
/// Case, accents and the kind of apostrophe don't count. A candidate is near if about one
/// letter in four differs at most, if one name is half of the other, or if the name is the
/// candidate's part before the comma: `Fire` finds `Fire // Ice` and the other way round,
/// `Teferi` finds `Teferi, Time Raveler`. After those come candidates with a word that begins like the name.
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
        let folded = fold_name(name);
        Self { name, length: folded.chars().count(), letters: letters(&folded), folded }
    }
}

pub(crate) fn nearest<'a>(name: &str, candidates: &[Folded<'a>], max: usize) -> Vec<&'a str> {
    let name = Folded::new(name);
    let limit = (name.length / 4).clamp(1, 8);
    let distance = |candidate: &Folded<'a>| {
        if is_part(&name.folded, &candidate.folded) || is_half(&candidate.folded, &name.folded) {
            return Some(1);
        }
        if begins_a_word(&name.folded, &candidate.folded) {
            return Some(limit);
        }
        // The cheap bounds spare the costly comparison for nearly all candidates.
        let near = name.length.abs_diff(candidate.length) <= limit
            && least_distance(&name.letters, &candidate.letters) <= limit;
        near.then(|| strsim::osa_distance(&name.folded, &candidate.folded)).filter(|distance| *distance <= limit)
    };
    let scored = candidates.iter().filter_map(|candidate| Some((distance(candidate)?, candidate.name)));
    let mut scored: Vec<(usize, &'a str)> = scored.collect();
    scored.sort_unstable();
    scored.dedup();
    scored.into_iter().take(max).map(|(_, name)| name).collect()
}

/// The candidates with a word that begins like a name, in their order: `kiki` finds `Kiki-Jiki, Mirror Breaker`.
pub fn with_part<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = fold_name(name);
    candidates.filter(|candidate| begins_a_word(&name, &fold_name(candidate))).collect()
}

/// Whether a word of a candidate begins like a name of at least three letters.
fn begins_a_word(name: &str, candidate: &str) -> bool {
    let at_word = |(at, _): (usize, &str)| at == 0 || !candidate.as_bytes()[at - 1].is_ascii_alphanumeric();
    name.len() >= 3 && candidate.match_indices(name).any(at_word)
}

/// Whether a name is one half of a candidate, or all of it before the comma.
fn is_part(name: &str, candidate: &str) -> bool {
    let title = candidate.split_once(", ").is_some_and(|(title, _)| title == name);
    title || is_half(name, candidate)
}

/// Whether a name is one side of a split name.
fn is_half(name: &str, split: &str) -> bool {
    split.contains(" // ") && split.split(" // ").any(|half| half == name)
}

#[cfg(test)]
mod tests {
    use super::*;

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
