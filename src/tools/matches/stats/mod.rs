//! Statistics: intervals, pairs, sequential tests, many comparisons. Pure functions of counts; no game is played here.
//!
//! | file | what | source |
//! | --- | --- | --- |
//! | `normal` | the normal distribution, its quantiles | Acklam 2003; Press et al., "Numerical Recipes", 6.2 |
//! | `score` | Wilson intervals, scores over pairs, Elo | Wilson 1927; Kish 1965; Elo 1978 |
//! | `sprt` | the sequential probability ratio test over pairs | Wald 1945; Van den Bergh, "GSPRT" |
//! | `several` | many comparisons at once | Holm 1979 |

mod normal;
mod score;
mod several;
mod sprt;

pub use normal::{cdf, quantile};
pub use score::{Clustered, PairCounts, Rate, elo, wilson_of_rate};
pub use several::holm;
pub use sprt::{MIN_PAIRS, Sprt, SprtError, SprtState, Verdict};

/// The probability with which an interval has the true value in it, unless a caller gives another one.
pub const CONFIDENCE: f64 = 0.95;

/// The quantile of the normal distribution that belongs to a two-sided interval.
///
/// # Examples
/// ```
/// use dracones::tools::matches::stats::z_of;
/// assert!((z_of(0.95) - 1.959964).abs() < 1e-6);
/// ```
pub fn z_of(confidence: f64) -> f64 {
    quantile(0.5 + confidence / 2.0)
}
