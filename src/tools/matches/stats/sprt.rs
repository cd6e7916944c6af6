//! The sequential probability ratio test: a match that ends as soon as it has shown which of two scores is right.
//!
//! The ratio is that of the two scores with the variance that pairs have shown, the "generalized" test in its normal form:
//! Van den Bergh, "A practical introduction to the GSPRT" (Fishtest); the test itself is Wald's, "Sequential tests of
//! statistical hypotheses", Annals of Mathematical Statistics 16 (1945).
//!
//! The bounds are `ln(1/alpha)` and `ln(beta)`, which hold without neglecting how far the last pair goes beyond a bound, and a
//! quarter wider: the variance isn't known but estimated. With them about 0.04 is found where `alpha` is 0.05.

use super::PairCounts;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// How many pairs are played at least before a test is decided: fewer say nothing about their variance.
pub const MIN_PAIRS: u64 = 32;

/// How much wider the bounds are because the variance is estimated.
const MARGIN: f64 = 0.25;

/// A sequential test of two scores of the first player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The score that would be no success, such as 0.5.
    pub p0: f64,
    /// The score that would be one, above `p0`.
    pub p1: f64,
    /// How often at most `p1` is found although `p0` is right.
    pub alpha: f64,
    /// How often at most `p0` is found although `p1` is right.
    pub beta: f64,
}

/// What keeps four numbers from being a test.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// Not `p0=0.50,p1=0.53,alpha=0.05,beta=0.05`.
    #[error("`{0}` isn't `p0=0.50,p1=0.53,alpha=0.05,beta=0.05`")]
    Form(String),
    /// Scores that are out of range or in the wrong order.
    #[error("p0={p0}, p1={p1}: expected 0 < p0 < p1 < 1")]
    Scores {
        /// The lower score.
        p0: f64,
        /// The higher score.
        p1: f64,
    },
    /// Error rates that are out of range.
    #[error("alpha={alpha}, beta={beta}: both must be above 0 and below 0.5")]
    Errors {
        /// Of the first kind.
        alpha: f64,
        /// Of the second kind.
        beta: f64,
    },
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The score is nearer to `p1`.
    Success,
    /// The score is nearer to `p0`.
    NoSuccess,
    /// Neither hypothesis is accepted yet.
    Open,
}

/// A test as it stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The logarithm of the ratio of likelihoods: positive for `p1`.
    pub llr: f64,
    /// At this or below, `p0` is accepted.
    pub lower: f64,
    /// At this or above, `p1` is accepted.
    pub upper: f64,
    /// What it has come to.
    pub verdict: Verdict,
}

impl Sprt {
    /// Checks the four numbers.
    ///
    /// # Errors
    /// Scores or error rates out of range.
    pub fn checked(self) -> Result<Self, SprtError> {
        let Self { p0, p1, alpha, beta } = self;
        if !(0.0 < p0 && p0 < p1 && p1 < 1.0) {
            return Err(SprtError::Scores { p0, p1 });
        }
        if ![alpha, beta].iter().all(|error| (0.0..0.5).contains(error) && *error > 0.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(self)
    }

    /// What the pairs played so far come to.
    pub fn state(&self, pairs: &PairCounts) -> SprtState {
        let n = pairs.pairs() as f64;
        let llr = n * (self.p1 - self.p0) * (2.0 * pairs.mean() - self.p0 - self.p1) / (2.0 * pairs.variance());
        let (lower, upper) = (self.beta.ln() - MARGIN, MARGIN - self.alpha.ln());
        let verdict = match llr {
            _ if pairs.pairs() < MIN_PAIRS => Verdict::Open,
            llr if llr >= upper => Verdict::Success,
            llr if llr <= lower => Verdict::NoSuccess,
            _ => Verdict::Open,
        };
        SprtState { llr, lower, upper, verdict }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let wrong = || SprtError::Form(text.chars().take(100).collect());
        let mut found: [Option<f64>; 4] = [None; 4];
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let place = ["p0", "p1", "alpha", "beta"].iter().position(|n| *n == name.trim()).ok_or_else(wrong)?;
            let value: f64 = value.trim().parse().map_err(|_| wrong())?;
            if found[place].replace(value).is_some() {
                return Err(wrong());
            }
        }
        let [Some(p0), Some(p1)] = [found[0], found[1]] else { return Err(wrong()) };
        Self { p0, p1, alpha: found[2].unwrap_or(0.05), beta: found[3].unwrap_or(0.05) }.checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rng::Stream;

    const TEST: Sprt = Sprt { p0: 0.50, p1: 0.53, alpha: 0.05, beta: 0.05 };

    /// Plays simulated pairs until the test is decided, 1,000 times: the share that it finds to be a success, and how many pairs
    /// it takes on average.
    fn simulated(sprt: Sprt, mut half_points: impl FnMut(&mut Stream) -> u8) -> (f64, f64) {
        let runs = 1000;
        let (mut found, mut all) = (0, 0);
        for run in 0..runs {
            let (mut stream, mut pairs) = (Stream::new(20_260_417, run), PairCounts::default());
            let verdict = loop {
                pairs.add(half_points(&mut stream));
                match sprt.state(&pairs).verdict {
                    Verdict::Open => assert!(pairs.pairs() < 200_000, "it never ends"),
                    verdict => break verdict,
                }
            };
            found += u32::from(verdict == Verdict::Success);
            all += pairs.pairs();
        }
        (f64::from(found) / runs as f64, all as f64 / runs as f64)
    }

    fn successes(sprt: Sprt, half_points: impl FnMut(&mut Stream) -> u8) -> f64 {
        simulated(sprt, half_points).0
    }

    /// Two independent games, won with a chance of `permille`.
    fn independent(permille: u32) -> impl FnMut(&mut Stream) -> u8 {
        move |stream| (0..2).map(|_| if stream.below(1000) < permille { 2 } else { 0 }).sum()
    }

    #[test]
    fn players_who_are_equal_are_rarely_found_to_differ() {
        assert!(successes(TEST, independent(500)) <= TEST.alpha);
        // Most pairs are split, as those of similar decks are.
        let split = |stream: &mut Stream| [2, 2, 2, 2, 2, 2, 0, 4, 1, 3][stream.below(10) as usize];
        assert!(successes(TEST, split) <= TEST.alpha);
        // A coarse test, which is decided after few pairs.
        assert!(successes(Sprt { p1: 0.65, ..TEST }, independent(500)) <= TEST.alpha);
    }

    #[test]
    fn a_player_who_is_better_is_found_to_be() {
        assert!(successes(TEST, independent(530)) >= 1.0 - TEST.beta);
    }

    /// How many pairs Wald expects: the ratio moves by its drift each pair until it has come to one of the bounds.
    fn expected(sprt: Sprt, score: f64, variance: f64, success: f64) -> f64 {
        let state = sprt.state(&PairCounts::default());
        let drift = (sprt.p1 - sprt.p0) * (2.0 * score - sprt.p0 - sprt.p1) / (2.0 * variance);
        if drift.abs() < 1e-9 {
            // Without drift it is the variance of the ratio that leads to a bound.
            return -state.lower * state.upper * variance / (sprt.p1 - sprt.p0).powi(2);
        }
        (success * state.upper + (1.0 - success) * state.lower) / drift
    }

    /// The curve of the guide: how often a score is found to be a success, and after how many pairs.
    #[test]
    fn the_number_of_pairs_is_the_expected_one() {
        let curve = [470, 485, 500, 515, 530, 545, 560].map(|permille| {
            let (success, pairs) = simulated(TEST, independent(permille));
            let score = f64::from(permille) / 1000.0;
            let wald = expected(TEST, score, score * (1.0 - score) / 2.0, success);
            assert!((0.9..1.15).contains(&(pairs / wald)), "{score}: {pairs} pairs, expected {wald}");
            (success, pairs)
        });
        assert!(curve.is_sorted_by(|(one, _), (two, _)| one <= two), "{curve:?}");
        // Between the two scores it takes longest, far from them it is short.
        assert!(curve[3].1 > curve[2].1 && curve[3].1 > curve[4].1 && curve[4].1 > curve[6].1, "{curve:?}");
        // Three points better: about 850 pairs of independent games; half the variance, half as many.
        let (success, pairs) = curve[4];
        assert!(success >= 1.0 - TEST.beta && (800.0..900.0).contains(&pairs), "{success} after {pairs}");
        let luck = |stream: &mut Stream| match stream.below(1000) {
            0..95 => 0,
            95..845 => 2,
            _ => 4,
        };
        let (success, pairs) = simulated(TEST, luck);
        assert!(success >= 1.0 - TEST.beta && pairs < 450.0, "{success} after {pairs}");
    }

    #[test]
    fn mirrors_end_a_test_without_success() {
        let state = TEST.state(&PairCounts([0, 0, MIN_PAIRS - 1, 0, 0]));
        assert_eq!(state.verdict, Verdict::Open, "{state:?}");
        assert_eq!(TEST.state(&PairCounts([0, 0, 60, 0, 0])).verdict, Verdict::NoSuccess);
    }

    /// The formula by hand: 400 pairs with mean 0.55, and their variance.
    #[test]
    fn the_ratio_is_that_of_the_formula() {
        let pairs = PairCounts([80, 0, 200, 0, 120]);
        let state = TEST.state(&pairs);
        let expected = 400.0 * 0.03 * (2.0 * 0.55 - 1.03) / (2.0 * pairs.variance());
        assert!((state.llr - expected).abs() < 1e-9);
        assert!((pairs.variance() - 0.1225).abs() < 1e-3, "{}", pairs.variance());
        assert!((state.upper - 3.2457).abs() < 1e-4 && (state.lower + 3.2457).abs() < 1e-4);
    }

    #[test]
    fn it_is_read_from_text() {
        assert_eq!("p0=0.50,p1=0.53,alpha=0.05,beta=0.05".parse(), Ok(TEST));
        assert_eq!("p0=0.5, p1=0.53".parse(), Ok(TEST));
        for wrong in ["", "p0", "p0=0.5", "p0=0.5,p1=x", "p0=0.5,p1=0.6,p1=0.7", "p0=0.5,p1=0.6,gamma=1"] {
            assert!(matches!(wrong.parse::<Sprt>(), Err(SprtError::Form(_))), "{wrong}");
        }
        assert!(matches!("p0=0.6,p1=0.5".parse::<Sprt>(), Err(SprtError::Scores { .. })));
        assert!(matches!("p0=0.5,p1=NaN".parse::<Sprt>(), Err(SprtError::Scores { .. })));
        assert!(matches!("p0=0.5,p1=0.6,alpha=0".parse::<Sprt>(), Err(SprtError::Errors { .. })));
    }
}
