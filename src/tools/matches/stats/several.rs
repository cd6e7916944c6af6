//! Many comparisons at once.

/// The p-values of several comparisons, adjusted so that all of them together are wrong as rarely as one alone would be, in
/// the order in which they came.
///
/// Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, i) in order.into_iter().enumerate() {
        least = least.max((p.len() - rank) as f64 * p[i]).min(1.0);
        adjusted[i] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of R's `p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm")`, and of another order.
    #[test]
    fn it_has_known_values() {
        let close = |got: Vec<f64>, want: [f64; 4]| {
            assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-12), "{got:?} is not {want:?}");
        };
        close(holm(&[0.01, 0.02, 0.03, 0.04]), [0.04, 0.06, 0.06, 0.06]);
        close(holm(&[0.5, 0.001, 0.9, 0.04]), [1.0, 0.004, 1.0, 0.12]);
        assert!(holm(&[]).is_empty());
    }
}
