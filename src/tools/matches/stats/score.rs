//! Win rates and scores with their intervals.

use super::z_of;
use serde::Serialize;

/// A rate with its interval, in parts of one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// The rate; one half if there is nothing to tell it from.
    pub rate: f64,
    /// The lower bound of its interval.
    pub low: f64,
    /// The upper bound of its interval.
    pub high: f64,
}

/// The Wilson score interval of a rate over `n` independent trials, which needn't be a whole number; the whole range
/// without any.
///
/// Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
pub fn wilson_of_rate(rate: f64, n: f64, confidence: f64) -> Rate {
    if n.is_nan() || n <= 0.0 {
        return Rate { rate: 0.5, low: 0.0, high: 1.0 };
    }
    let z = z_of(confidence);
    let scale = 1.0 + z * z / n;
    let center = (rate + z * z / (2.0 * n)) / scale;
    let half = z / scale * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    // A rate at the end of the range is in its interval, whatever is lost in the last digit.
    Rate { rate, low: (center - half).clamp(0.0, rate), high: (center + half).clamp(rate, 1.0) }
}

/// The difference in Elo that belongs to an expected score; infinite at 0 and 1.
///
/// Elo, "The Rating of Chessplayers", 1978, in the logistic form: 400 points are odds of ten to one.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / score - 1.0).log10()
}

/// How often pairs of games came out how: by the points of the first player, from none to four halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Counts a pair: 0 to 4 half points.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a pair, between 0 and 1; one half without any.
    pub fn mean(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            n => self.moment(0.0).0 / n as f64,
        }
    }

    /// The variance of a pair's score, with one more pair spread evenly over the five results: it is never 0, so
    /// that a handful of pairs that came out alike isn't taken for certainty.
    pub fn variance(&self) -> f64 {
        let (mean, square) = self.smoothed();
        square - mean * mean
    }

    /// The variance of a pair's score by that of two independent games with the same win rate: what is below 1 is what
    /// pairs save.
    pub fn variance_ratio(&self) -> f64 {
        let (mean, square) = self.smoothed();
        (square - mean * mean) / (mean * (1.0 - mean) / 2.0)
    }

    /// The mean score with its interval: Wilson's, for as many trials as would have the same variance (Kish, "Survey
    /// Sampling", 1965, section 8.2: the effective size of a sample of clusters).
    pub fn score(&self, confidence: f64) -> Rate {
        wilson_of_rate(self.mean(), self.trials(), confidence)
    }

    /// The probability, if both players were equal, of a mean score at least this far from one half, on either side: that of
    /// the score test whose inversion is Wilson's interval. So it is below 5 % exactly if one half lies outside of the 95 %
    /// interval of [`PairCounts::score`], and so for any other confidence.
    pub fn p_value(&self) -> f64 {
        // A trial of equal players has the variance 1/4.
        2.0 * super::cdf(-2.0 * (self.mean() - 0.5).abs() * self.trials().sqrt())
    }

    /// How many independent games would have the variance that the pairs have shown.
    fn trials(&self) -> f64 {
        // Two games a pair.
        2.0 * self.pairs() as f64 / self.variance_ratio()
    }

    /// The sums of scores and of their squares, with `more` pairs of each result.
    fn moment(&self, more: f64) -> (f64, f64) {
        let each = self.0.iter().enumerate().map(|(i, n)| (i as f64 / 4.0, *n as f64 + more));
        each.fold((0.0, 0.0), |(sum, square), (x, n)| (sum + n * x, square + n * x * x))
    }

    /// The means of scores and of their squares with one more pair.
    fn smoothed(&self) -> (f64, f64) {
        let n = self.pairs() as f64 + 1.0;
        let (sum, square) = self.moment(1.0 / 5.0);
        (sum / n, square / n)
    }
}

/// A rate over things that come in groups, such as copies of a card in a game: the members of a group share its result.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clustered {
    count: u64,
    squares: u64,
    groups: u64,
    scored: f64,
}

impl Clustered {
    /// Adds a group of `count` things with a score from 0 to 1.
    pub fn add(&mut self, count: u32, score: f64) {
        if count == 0 {
            return;
        }
        let count = u64::from(count);
        self.count += count;
        self.squares += count * count;
        self.groups += 1;
        self.scored += count as f64 * score;
    }

    /// These and others together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            count: self.count + other.count,
            squares: self.squares + other.squares,
            groups: self.groups + other.groups,
            scored: self.scored + other.scored,
        }
    }

    /// These things with the scores of the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { scored: self.count as f64 - self.scored, ..*self }
    }

    /// How many things there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many groups there are.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// The rate by thing, with Wilson's interval for the effective number of groups: the square of the sum of their sizes by
    /// the sum of the squares (Kish 1965, section 11.7).
    pub fn rate(&self, confidence: f64) -> Rate {
        let count = self.count as f64;
        wilson_of_rate(self.scored / count.max(1.0), count * count / (self.squares as f64).max(1.0), confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(rate: Rate, want: (f64, f64), within: f64) {
        assert!((rate.low - want.0).abs() < within && (rate.high - want.1).abs() < within, "{rate:?} is not {want:?}");
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    #[test]
    fn wilson_has_known_values() {
        close(wilson_of_rate(81.0 / 263.0, 263.0, 0.95), (0.2553, 0.3662), 5e-5);
        close(wilson_of_rate(15.0 / 148.0, 148.0, 0.95), (0.0624, 0.1605), 5e-5);
        close(wilson_of_rate(0.0, 20.0, 0.95), (0.0, 0.1611), 5e-5);
        close(wilson_of_rate(1.0 / 29.0, 29.0, 0.95), (0.0061, 0.1718), 5e-5);
        close(wilson_of_rate(0.5, 0.0, 0.95), (0.0, 1.0), 0.0001);
    }

    /// Odds of ten to one are 400 points, by definition; FIDE's table gives 0.76 for 200 points.
    #[test]
    fn elo_has_known_values() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.76) - 200.0).abs() < 1.0);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn pairs_of_independent_games_have_the_interval_of_games() {
        let pairs = PairCounts([250, 0, 500, 0, 250]);
        let games = wilson_of_rate(0.5, 2000.0, 0.95);
        close(pairs.score(0.95), (games.low, games.high), 1e-4);
        assert!((pairs.variance_ratio() - 1.0).abs() < 0.01);
    }

    #[test]
    fn pairs_that_are_always_split_are_nearly_certain_and_few_pairs_never_are() {
        let even = PairCounts([0, 0, 1000, 0, 0]).score(0.95);
        assert!((even.rate - 0.5).abs() < 1e-12 && even.high - even.low < 0.002, "{even:?}");
        let few = PairCounts([0, 0, 0, 0, 3]).score(0.95);
        assert!(few.low < 0.75 && few.high > 0.999, "{few:?}");
        let none = PairCounts::default().score(0.95);
        assert_eq!((none.rate, none.low, none.high), (0.5, 0.0, 1.0));
    }

    #[test]
    fn pairs_with_opposite_luck_have_a_smaller_interval() {
        let luck = PairCounts([100, 0, 800, 0, 100]);
        let (with, without) = (luck.score(0.95), PairCounts([250, 0, 500, 0, 250]).score(0.95));
        assert!(with.high - with.low < 0.65 * (without.high - without.low));
        assert!((luck.variance_ratio() - 0.4).abs() < 0.01);
    }

    #[test]
    fn p_values_are_two_sided() {
        // 1,000 pairs with variance 1/8: a standard error of 0.01118, and 1.96 of them are 0.0219.
        let pairs = PairCounts([250, 0, 456, 0, 294]);
        let trials = 2000.0 / pairs.variance_ratio();
        let expected = 2.0 * crate::tools::matches::stats::cdf(-0.022 / (0.25 / trials).sqrt());
        assert!((pairs.p_value() - expected).abs() < 1e-9);
        assert!((0.04..0.06).contains(&pairs.p_value()), "{}", pairs.p_value());
        assert!((PairCounts([5, 0, 5, 0, 5]).p_value() - 1.0).abs() < 1e-6);
    }

    /// One half lies outside of an interval exactly if the p-value is below what its confidence leaves, for all counts of few
    /// pairs and for several confidences.
    #[test]
    fn interval_and_p_value_agree() {
        let few = |n: u64| (0..=n).map(move |rest| n - rest);
        let mut tried = [0, 0];
        for a in few(4) {
            for b in few(4) {
                for c in few(6) {
                    for d in few(4) {
                        for e in few(9) {
                            let counts = PairCounts([a, b, c, d, e]);
                            for confidence in [0.5, 0.8, 0.9, 0.95, 0.99, 0.999] {
                                let (rate, p) = (counts.score(confidence), counts.p_value());
                                // The distribution and its quantile are approximations.
                                if (p - (1.0 - confidence)).abs() < 1e-6 {
                                    continue;
                                }
                                let outside = rate.low > 0.5 || rate.high < 0.5;
                                let told = format!("{counts:?} at {confidence}: {rate:?}, p {p}");
                                assert_eq!(outside, p < 1.0 - confidence, "{told}");
                                tried[usize::from(outside)] += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(tried.iter().all(|n| *n > 1000), "{tried:?}");
    }

    #[test]
    fn copies_in_one_game_count_as_one_observation() {
        let mut single = Clustered::default();
        let mut fourfold = Clustered::default();
        for i in 0..100 {
            let score = f64::from(i % 2);
            single.add(1, score);
            fourfold.add(4, score);
        }
        assert_eq!((single.count(), fourfold.count(), fourfold.groups()), (100, 400, 100));
        assert_eq!(single.rate(0.95), fourfold.rate(0.95));
        assert_eq!(Clustered::default().rate(0.95).high, 1.0);
    }
}
