//! How a run came to its result: the estimates after each number of pairs, thinned out to some hundred points.

use super::stats::{PairCounts, Rate};
use super::tally::Tally;
use serde::Serialize;

/// How many points are kept at most.
const POINTS: usize = 400;

/// The estimates after a number of pairs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrackPoint {
    /// How many pairs of the run were done.
    pub pairs: u64,
    /// The score of each player over all pairs so far, in the order of the run.
    pub scores: Vec<Rate>,
    /// The log-likelihood ratio of the sequential test.
    pub llr: Option<f64>,
}

impl TrackPoint {
    /// How a run stands.
    pub fn of(tally: &Tally, confidence: f64) -> Self {
        let mut counts = vec![PairCounts::default(); tally.manifest.players.len()];
        for pairing in &tally.pairings {
            let (a, b) = pairing.players;
            for (half_points, count) in pairing.pairs.0.iter().enumerate() {
                counts[a].0[half_points] += count;
                counts[b].0[4 - half_points] += count;
            }
        }
        Self {
            pairs: tally.units_done(),
            scores: counts.iter().map(|counts| counts.score(confidence)).collect(),
            llr: tally.sprt().map(|state| state.llr),
        }
    }
}

/// The way of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    confidence: f64,
    /// A point is kept each time this many pairs have been played.
    every: u64,
    points: Vec<TrackPoint>,
}

impl Track {
    /// A way that begins; `confidence` is that of all intervals.
    pub fn new(confidence: f64) -> Self {
        Self { confidence, every: 1, points: Vec::new() }
    }

    /// Takes in how a run stands; to be called after each row.
    pub fn see(&mut self, tally: &Tally) {
        let pairs = tally.units_done();
        if !tally.is_between_pairs() || pairs == 0 || !pairs.is_multiple_of(self.every) || self.has(pairs) {
            return;
        }
        self.points.push(TrackPoint::of(tally, self.confidence));
        if self.points.len() > POINTS {
            self.every *= 2;
            self.points.retain(|point| point.pairs % self.every == 0);
        }
    }

    /// The points, with that of the end.
    pub fn finish(mut self, tally: &Tally) -> Vec<TrackPoint> {
        let pairs = tally.units_done();
        if pairs > 0 && !self.has(pairs) {
            self.points.push(TrackPoint::of(tally, self.confidence));
        }
        self.points
    }

    fn has(&self, pairs: u64) -> bool {
        self.points.last().is_some_and(|last| last.pairs == pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::tools::matches::row::{End, GameRow, Side};
    use crate::tools::matches::{Description, Manifest};

    #[test]
    fn a_long_run_has_some_hundred_points_and_its_end() {
        let players = vec!["red".parse().unwrap(), "green".parse().unwrap()];
        let pairs = 2 * POINTS as u64 + 7;
        let description = Description { players, pairs: Some(pairs), ..Description::default() };
        let manifest = Manifest::of(&description, &CardDb::embedded()).unwrap();
        let (mut tally, mut track) = (Tally::new(&manifest, None), Track::new(0.95));
        for game in 0..pairs * 2 {
            let first = if game % 2 == 0 { Side::A } else { Side::B };
            let row = GameRow {
                game,
                match_number: game,
                pairing: 0,
                pair: game / 2,
                part: 0,
                a: "red".to_owned(),
                b: "green".to_owned(),
                first,
                winner: Some(if game % 10 < 5 { first } else { Side::A }),
                end: End::Win,
                why: String::new(),
                turns: 5,
                decisions: 9,
                life: [1, 0],
                mulligans: [0, 0],
                index: game / 2,
                hash: String::new(),
                detail: None,
                replay: None,
            };
            tally.add(&row, "").unwrap();
            track.see(&tally);
            track.see(&tally);
        }
        let points = track.finish(&tally);
        assert!((POINTS / 2..=POINTS).contains(&points.len()), "{}", points.len());
        assert!(points.is_sorted_by(|one, two| one.pairs < two.pairs));
        let last = points.last().unwrap();
        assert_eq!((last.pairs, last.llr), (pairs, None));
        let [red, green] = &last.scores[..] else { panic!("{last:?}") };
        assert!((red.rate + green.rate - 1.0).abs() < 1e-9 && red.rate > 0.5);
        assert!(points[0].scores[0].high - points[0].scores[0].low > red.high - red.low);
    }
}
