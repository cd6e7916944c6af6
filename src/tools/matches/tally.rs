//! What the games of a run come to, counted row by row in the order of their numbers.

use super::by_card::CardTally;
use super::manifest::Manifest;
use super::row::{End, GameRow, MatchState, Shard, Side};
use super::schedule::{self, Round};
use super::standings::Standings;
use super::stats::{Clustered, PairCounts, SprtState, Verdict};
use crate::tools::simulate::Histogram;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// How many failures are described; all are counted.
const DESCRIBED: usize = 20;

/// Two players' games so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PairingTally {
    /// The players, by place in the run.
    pub(super) players: (usize, usize),
    /// What pairs came to for the first player.
    pub(super) pairs: PairCounts,
    /// Half points of the first player by number of the pair.
    pub(super) points: BTreeMap<u64, u8>,
    /// Pairs without a result.
    pub(super) void: u64,
    /// Matches won by the first player, drawn, won by the other, without a result.
    pub(super) matches: [u64; 4],
    /// Games won, by player.
    pub(super) won: [u64; 2],
    /// Games that ended by the rules, with the score of the first player, by who began.
    pub(super) begun: [Clustered; 2],
    /// Drawn games.
    pub(super) draws: u64,
    /// Mulligans, by player.
    pub(super) mulligans: [u64; 2],
    /// All games.
    pub(super) games: u64,
}

/// The hash over the rows so far.
#[derive(Clone, Default)]
struct RowsHash(Xxh3);

impl RowsHash {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

impl std::fmt::Debug for RowsHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RowsHash({:016x})", self.0.digest())
    }
}

/// A count of the rows of a run.
#[derive(Clone, Debug)]
pub struct Tally {
    pub(super) manifest: Manifest,
    shard: Option<Shard>,
    hash: RowsHash,
    tables: u64,
    /// The pair that is expected next, or is under way.
    unit: u64,
    /// The match under way, and whether it is the second of its pair.
    state: Option<MatchState>,
    second: bool,
    /// What the first match of the pair came to, if it is over.
    first_half: Option<Option<u8>>,
    units_done: u64,
    rounds_begun: u64,
    pub(super) pairings: Vec<PairingTally>,
    pub(super) standings: Standings,
    pub(super) games: u64,
    pub(super) errors: u64,
    pub(super) inconclusive: u64,
    pub(super) draws: u64,
    pub(super) failures: Vec<(u64, String)>,
    pub(super) ends: BTreeMap<String, u64>,
    pub(super) turns: Histogram,
    pub(super) decisions: Histogram,
    /// By number of mulligans, scores of those who took them.
    pub(super) by_mulligans: BTreeMap<u8, Clustered>,
    pub(super) cards: CardTally,
    sprt: Option<SprtState>,
}

impl Tally {
    /// A count of nothing yet, for a run or a part of it.
    pub fn new(manifest: &Manifest, shard: Option<Shard>) -> Self {
        let players = manifest.players.len();
        let tables = schedule::units(manifest) / manifest.pairs / u64::from(schedule::rounds(manifest.schedule));
        let mut tally = Self {
            shard,
            hash: RowsHash::default(),
            tables,
            unit: 0,
            state: None,
            second: false,
            first_half: None,
            units_done: 0,
            rounds_begun: 0,
            pairings: Vec::new(),
            standings: Standings::new(players),
            games: 0,
            errors: 0,
            inconclusive: 0,
            draws: 0,
            failures: Vec::new(),
            ends: BTreeMap::new(),
            turns: Histogram::default(),
            decisions: Histogram::default(),
            by_mulligans: BTreeMap::new(),
            cards: CardTally::default(),
            sprt: manifest.sprt.map(|sprt| sprt.state(&PairCounts::default())),
            manifest: manifest.clone(),
        };
        tally.hash.update(manifest.id.as_bytes());
        tally.skip_others();
        tally
    }

    /// The hash over the run and the rows so far.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash.0.digest())
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many turns games had that ended by the rules.
    pub fn turns(&self) -> &Histogram {
        &self.turns
    }

    /// How many decisions games had that ended by the rules.
    pub fn decisions(&self) -> &Histogram {
        &self.decisions
    }

    /// How many games broke.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// How many pairs are done.
    pub fn units_done(&self) -> u64 {
        self.units_done
    }

    /// How many pairs there are to play, in this part of the run.
    pub fn units(&self) -> u64 {
        let all = schedule::units(&self.manifest);
        self.shard.map_or(all, |shard| (all + shard.of - shard.number) / shard.of)
    }

    /// The number of the next pair to play.
    pub fn next_unit(&self) -> u64 {
        self.unit
    }

    /// The test as it stands.
    pub fn sprt(&self) -> Option<SprtState> {
        self.sprt
    }

    /// The tournament as it stands.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Whether there is nothing left to play.
    pub fn is_complete(&self) -> bool {
        self.is_decided() || self.unit >= schedule::units(&self.manifest)
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.verdict != Verdict::Open)
    }

    /// Whether no pair is half done.
    pub fn is_between_pairs(&self) -> bool {
        self.state.is_none() && !self.second
    }

    /// A round of which some pairs have been counted, as it was begun.
    pub(super) fn round_begun(&self, number: u32) -> Round {
        let mut standings = Standings::new(self.manifest.players.len());
        // What has been counted of this round doesn't belong to what its pairings follow from.
        for round in self.pairings.chunks(self.tables as usize).take(number as usize) {
            if let Some(bye) = standings.next_bye() {
                standings.add_bye(bye);
            }
            round.iter().for_each(|tally| standings.add(tally.players.0, tally.players.1, tally.pairs.mean()));
        }
        schedule::round(&self.manifest, number, &standings)
    }

    /// Goes to the next pair of this part of the run.
    fn skip_others(&mut self) {
        while self.shard.is_some_and(|shard| !shard.has(self.unit)) {
            self.unit += 1;
        }
    }

    /// Takes a row in, with its line as it is in the file.
    ///
    /// # Errors
    /// A row that doesn't follow the one before, or isn't one of this run.
    pub fn add(&mut self, row: &GameRow, line: &str) -> Result<(), String> {
        let mut state = self.expected(row)?;
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
        self.count(row);
        state.add(row.end, row.winner);
        self.state = Some(state);
        if !state.is_over() {
            return Ok(());
        }
        self.state = None;
        let points = state.half_points();
        let pairing = &mut self.pairings[row.pairing as usize];
        pairing.matches[points.map_or(3, |points| 2 - usize::from(points))] += 1;
        if !self.second {
            (self.second, self.first_half) = (true, Some(points));
            return Ok(());
        }
        match (self.first_half.take().flatten(), points) {
            (Some(one), Some(two)) => {
                pairing.pairs.add(one + two);
                pairing.points.insert(row.pair, one + two);
            }
            _ => pairing.void += 1,
        }
        if pairing.pairs.pairs() + pairing.void == self.manifest.pairs {
            self.standings.add(pairing.players.0, pairing.players.1, pairing.pairs.mean());
        }
        self.sprt = self.manifest.sprt.map(|sprt| sprt.state(&pairing.pairs));
        self.second = false;
        self.units_done += 1;
        self.unit += 1;
        self.skip_others();
        Ok(())
    }

    /// The match that a row continues, if it is the row that comes next.
    fn expected(&mut self, row: &GameRow) -> Result<MatchState, String> {
        let (best_of, unit) = (self.manifest.best_of, self.unit);
        if self.is_complete() {
            return Err(format!("game {} comes after the end of the run", row.game));
        }
        let first = if self.second { Side::B } else { Side::A };
        let state = self.state.unwrap_or_else(|| MatchState::new(best_of, first));
        let match_number = unit * 2 + u64::from(self.second);
        let game = match_number * u64::from(best_of) + u64::from(state.games());
        if row.game != game || row.match_number != match_number {
            return Err(format!("game {} (match {}) stands where game {game} is expected", row.game, row.match_number));
        }
        let of_round = self.tables * self.manifest.pairs;
        let (round, within) = (unit / of_round, unit % of_round);
        let pairing = (round * self.tables + within % self.tables) as u32;
        let pair = round * self.manifest.pairs + within / self.tables;
        if (row.pairing, row.pair, row.part, row.first) != (pairing, pair, state.games(), state.first()) {
            return Err(format!("game {game} isn't the one that the schedule has there"));
        }
        if row.winner.is_some() != (row.end == End::Win) {
            return Err(format!("game {game} ends as `{}` and has a winner, or has none", row.end.word()));
        }
        let named = |name: &str| self.manifest.players.iter().position(|player| player.name == name);
        let (Some(a), Some(b)) = (named(&row.a), named(&row.b)) else {
            return Err(format!("game {game} has players that the run doesn't have"));
        };
        while self.rounds_begun <= round {
            if let Some(bye) = self.standings.next_bye() {
                self.standings.add_bye(bye);
            }
            self.rounds_begun += 1;
        }
        if self.pairings.len() <= pairing as usize {
            self.pairings.resize_with(pairing as usize + 1, PairingTally::default);
        }
        let tally = &mut self.pairings[pairing as usize];
        if tally.games == 0 {
            tally.players = (a, b);
        }
        if tally.players != (a, b) || a == b {
            return Err(format!("game {game} has other players than those of its pairing"));
        }
        Ok(state)
    }

    /// Counts a game.
    fn count(&mut self, row: &GameRow) {
        let pairing = &mut self.pairings[row.pairing as usize];
        self.games += 1;
        pairing.games += 1;
        let score = match (row.end, row.winner) {
            (End::Win, Some(side)) => {
                pairing.won[side.index()] += 1;
                *self.ends.entry(format!("win: a player {}", row.why)).or_default() += 1;
                if side == Side::A { 1.0 } else { 0.0 }
            }
            (End::Win | End::Draw, _) => {
                (self.draws, pairing.draws) = (self.draws + 1, pairing.draws + 1);
                *self.ends.entry("draw".to_owned()).or_default() += 1;
                0.5
            }
            (End::Inconclusive, _) => {
                self.inconclusive += 1;
                *self.ends.entry(format!("inconclusive: {}", row.why)).or_default() += 1;
                return;
            }
            (End::Error, _) => {
                self.errors += 1;
                *self.ends.entry("error".to_owned()).or_default() += 1;
                if self.failures.len() < DESCRIBED {
                    self.failures.push((row.game, row.why.clone()));
                }
                return;
            }
        };
        self.turns.add(row.turns);
        self.decisions.add(row.decisions);
        pairing.begun[row.first.index()].add(1, score);
        for (side, own) in [(Side::A, score), (Side::B, 1.0 - score)] {
            let mulligans = row.mulligans[side.index()];
            pairing.mulligans[side.index()] += u64::from(mulligans);
            self.by_mulligans.entry(mulligans).or_default().add(1, own);
        }
        if let Some(detail) = &row.detail {
            let (a, b) = pairing.players;
            let players = &self.manifest.players;
            self.cards.add(players, (a, b), row.part > 0, &detail[0], score);
            self.cards.add(players, (b, a), row.part > 0, &detail[1], 1.0 - score);
        }
    }
}
