//! The standings of a tournament, and who plays whom next (Swiss system).
//!
//! A round is won by the player with more points over its pairs: 1 for a win, one half for a draw, 1 for a bye. Ties are
//! broken by the points of the opponents, then by the points over all pairs, then by the order of the players.

use serde::Serialize;

/// A player's place in a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The player, by place in the run.
    pub player: usize,
    /// Rounds won, draws as one half.
    pub points: f64,
    /// The points of all opponents.
    pub opponents: f64,
    /// The sum of the scores of all pairs.
    pub score: f64,
    /// Whether the player has had a bye.
    pub bye: bool,
}

/// A tournament so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standings {
    players: usize,
    /// Results of rounds: two players, and the mean score of the first one.
    results: Vec<(usize, usize, f64)>,
    byes: Vec<usize>,
}

impl Standings {
    /// A tournament that begins.
    pub fn new(players: usize) -> Self {
        Self { players, ..Self::default() }
    }

    /// Takes in what two players' pairs of a round came to: the mean score of the first one, between 0 and 1.
    pub fn add(&mut self, a: usize, b: usize, score: f64) {
        self.results.push((a, b, score));
    }

    /// Notes who has no opponent in a round.
    pub fn add_bye(&mut self, player: usize) {
        self.byes.push(player);
    }

    /// The players, the best first.
    pub fn table(&self) -> Vec<Standing> {
        let mut points = vec![0.0; self.players];
        let mut scores = vec![0.0; self.players];
        for (a, b, score) in &self.results {
            let won = if *score > 0.5 {
                1.0
            } else if *score < 0.5 {
                0.0
            } else {
                0.5
            };
            points[*a] += won;
            points[*b] += 1.0 - won;
            scores[*a] += score;
            scores[*b] += 1.0 - score;
        }
        self.byes.iter().for_each(|player| points[*player] += 1.0);
        let mut opponents = vec![0.0; self.players];
        for (a, b, _) in &self.results {
            opponents[*a] += points[*b];
            opponents[*b] += points[*a];
        }
        let standing = |player: usize| Standing {
            player,
            points: points[player],
            opponents: opponents[player],
            score: scores[player],
            bye: self.byes.contains(&player),
        };
        let mut table: Vec<Standing> = (0..self.players).map(standing).collect();
        table.sort_by(|x, y| {
            let by = |f: fn(&Standing) -> f64| f(y).total_cmp(&f(x));
            by(|s| s.points).then(by(|s| s.opponents)).then(by(|s| s.score)).then(x.player.cmp(&y.player))
        });
        table
    }

    /// Who has no opponent in the next round: with an odd number of players, the last one who has had no bye.
    pub fn next_bye(&self) -> Option<usize> {
        if self.players.is_multiple_of(2) {
            return None;
        }
        let table = self.table();
        let free = table.iter().rev().find(|standing| !standing.bye).or(table.last());
        free.map(|standing| standing.player)
    }

    /// Who plays whom next: the best with the next best that they haven't met.
    pub fn next_round(&self) -> Vec<(usize, usize)> {
        let bye = self.next_bye();
        let open: Vec<usize> = self.table().iter().map(|s| s.player).filter(|p| Some(*p) != bye).collect();
        let mut steps = 100_000;
        // With many rounds and few players nobody may be left whom one hasn't met: then they meet again.
        self.pair_up(&open, &mut steps).unwrap_or_else(|| open.chunks_exact(2).map(|two| (two[0], two[1])).collect())
    }

    /// Pairs all of these up without a second meeting, if that is found in this number of steps.
    fn pair_up(&self, open: &[usize], steps: &mut u32) -> Option<Vec<(usize, usize)>> {
        let Some((first, rest)) = open.split_first() else { return Some(Vec::new()) };
        for (i, other) in rest.iter().enumerate() {
            *steps = steps.checked_sub(1)?;
            let two = (*first.min(other), *first.max(other));
            if self.results.iter().any(|(a, b, _)| (*a.min(b), *a.max(b)) == two) {
                continue;
            }
            let left: Vec<usize> = rest.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, p)| *p).collect();
            if let Some(mut others) = self.pair_up(&left, steps) {
                others.insert(0, two);
                return Some(others);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_an_opponent_twice() {
        for players in [4, 5, 7, 8] {
            let mut standings = Standings::new(players);
            let mut met = std::collections::BTreeSet::new();
            for round in 0..3 {
                let bye = standings.next_bye();
                assert_eq!(bye.is_some(), players % 2 == 1);
                let pairs = standings.next_round();
                assert_eq!(pairs.len(), players / 2);
                for (a, b) in &pairs {
                    assert!(a < b && met.insert((*a, *b)), "{players} players, round {round}: {a} and {b}");
                    assert!(Some(*a) != bye && Some(*b) != bye);
                }
                pairs.iter().for_each(|(a, b)| standings.add(*a, *b, 0.75));
                if let Some(bye) = bye {
                    standings.add_bye(bye);
                }
            }
            assert!(standings.byes.windows(2).all(|two| two[0] != two[1]));
        }
    }

    #[test]
    fn the_best_stand_first() {
        let mut standings = Standings::new(4);
        assert_eq!(standings.next_round(), [(0, 1), (2, 3)]);
        standings.add(0, 1, 0.4);
        standings.add(2, 3, 0.5);
        let table = standings.table();
        let order: Vec<usize> = table.iter().map(|s| s.player).collect();
        assert_eq!((order, table[0].points, table[1].points), (vec![1, 2, 3, 0], 1.0, 0.5));
        assert_eq!(standings.next_round(), [(1, 2), (0, 3)]);
    }
}
