//! Counts, quantiles and intervals.

use std::collections::BTreeMap;

/// How often each number came up. Its size is bounded by the numbers that occur, not by how many games there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    counts: BTreeMap<u32, u64>,
    total: u64,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        *self.counts.entry(number).or_default() += 1;
        self.total += 1;
    }
    /// The smallest number that at least `percent` percent of all are not above; 0 without any.
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.total * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (number, count) in &self.counts {
            seen += count;
            if seen >= wanted {
                return *number;
            }
        }
        0
    }
    /// The numbers that came up, in order, and how often.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.counts.iter().map(|(number, count)| (*number, *count))
    }
    /// The sum of all.
    pub fn sum(&self) -> u64 {
        self.counts.iter().map(|(number, count)| u64::from(*number) * count).sum()
    }
    /// How many were counted.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// The 95 % Wilson score interval of a proportion; the whole range without any trial.
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    // The 97.5th percentile of the normal distribution.
    let z = 1.959_963_984_540_054_f64;
    let n = trials as f64;
    let p = successes as f64 / n;
    let scale = 1.0 + z * z / n;
    let center = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((center - half).max(0.0), (center + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let close = |got: (f64, f64), want: (f64, f64)| {
            assert!((got.0 - want.0).abs() < 5e-5 && (got.1 - want.1).abs() < 5e-5, "{got:?} is not {want:?}");
        };
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        close(wilson(81, 263), (0.2553, 0.3662));
        close(wilson(15, 148), (0.0624, 0.1605));
        close(wilson(0, 20), (0.0, 0.1611));
        close(wilson(1, 29), (0.0061, 0.1718));
        close(wilson(0, 0), (0.0, 1.0));
        close(wilson(10, 10), (0.7225, 1.0));
    }

    #[test]
    fn percentiles_are_numbers_that_occurred() {
        let mut h = Histogram::default();
        assert_eq!(h.percentile(50), 0);
        [5, 1, 3, 2, 4, 6, 10, 7, 9, 8].into_iter().for_each(|n| h.add(n));
        assert_eq!((h.percentile(50), h.percentile(90), h.percentile(100)), (5, 9, 10));
        assert_eq!((h.sum(), h.total()), (55, 10));
    }
}
