//! The normal distribution.

/// The probability of a value of at most `x`; fractional error below 1.2e-7.
///
/// Press et al., "Numerical Recipes", 2nd edition, section 6.2, the function `erfcc`.
pub fn cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    let series = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let tail = 0.5 * t * (-z * z + polynomial(&series, t)).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The value that is not exceeded with probability `p`; relative error below 1.15e-9. Infinite at 0 and 1.
///
/// Acklam, "An algorithm for computing the inverse normal cumulative distribution function", 2003.
pub fn quantile(p: f64) -> f64 {
    /// Below it, and above one less it, the tails are approximated.
    const TAIL: f64 = 0.024_25;
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let tail = |q: f64| {
        let above = [
            2.938_163_982_698_783,
            4.374_664_141_464_968,
            -2.549_732_539_343_734,
            -2.400_758_277_161_838,
            -3.223_964_580_411_365e-1,
            -7.784_894_002_430_293e-3,
        ];
        let below =
            [1.0, 3.754_408_661_907_416, 2.445_134_137_142_996, 3.224_671_290_700_398e-1, 7.784_695_709_041_462e-3];
        polynomial(&above, q) / polynomial(&below, q)
    };
    if p < TAIL {
        return tail((-2.0 * p.ln()).sqrt());
    }
    if p > 1.0 - TAIL {
        return -tail((-2.0 * (1.0 - p).ln()).sqrt());
    }
    let q = p - 0.5;
    let above = [
        2.506_628_277_459_239,
        -3.066_479_806_614_716e1,
        1.383_577_518_672_69e2,
        -2.759_285_104_469_687e2,
        2.209_460_984_245_205e2,
        -3.969_683_028_665_376e1,
    ];
    let below = [
        1.0,
        -1.328_068_155_288_572e1,
        6.680_131_188_771_972e1,
        -1.556_989_798_598_866e2,
        1.615_858_368_580_409e2,
        -5.447_609_879_822_406e1,
    ];
    q * polynomial(&above, q * q) / polynomial(&below, q * q)
}

/// A polynomial with its constant first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Abramowitz and Stegun, "Handbook of Mathematical Functions", tables 26.1 and 26.5.
    #[test]
    fn it_has_the_values_of_the_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.96, 0.975_002_105), (3.0, 0.998_650_102)] {
            assert!((cdf(x) - p).abs() < 2e-7, "{x}: {}", cdf(x));
            assert!((cdf(-x) - (1.0 - p)).abs() < 2e-7, "-{x}: {}", cdf(-x));
        }
        let quantiles = [(0.5, 0.0), (0.9, 1.281_551_566), (0.975, 1.959_963_985), (0.995, 2.575_829_304)];
        for (p, x) in quantiles.into_iter().chain([(0.999, 3.090_232_306), (0.01, -2.326_347_874)]) {
            assert!((quantile(p) - x).abs() < 1e-8, "{p}: {}", quantile(p));
        }
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_quantile_is_the_inverse() {
        for i in 1..200 {
            let p = f64::from(i) / 200.0;
            assert!((cdf(quantile(p)) - p).abs() < 3e-7, "{p}");
        }
    }
}
