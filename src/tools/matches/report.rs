//! What a run came to, with intervals.

use super::by_card::{CardReport, CopyRate, LandDropReport, LandReport, ManaReport};
use super::manifest::Manifest;
use super::row::Shard;
use super::stats::{Clustered, PairCounts, Rate, SprtState, elo, holm, wilson_of_rate};
use super::tally::{PairingTally, Tally};
use crate::tools::simulate::Quantiles;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a run, or the part of it that has been played, came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The hash of the run.
    pub manifest: String,
    /// Which players play each other, in words.
    pub schedule: String,
    /// The seed of the run.
    pub seed: u64,
    /// What the games of a pair have in common.
    pub deal: String,
    /// How many games a match has at most.
    pub best_of: u8,
    /// Which part of the run this is.
    pub shard: Option<Shard>,
    /// Whether everything was played.
    pub complete: bool,
    /// How many pairs were planned, in this part of the run.
    pub pairs_planned: u64,
    /// How many were played.
    pub pairs: u64,
    /// How many games were played.
    pub games: u64,
    /// The number of games that broke off with an error.
    pub errors: u64,
    /// How many have no result by the rules.
    pub inconclusive: u64,
    /// How many were drawn by the rules.
    pub draws: u64,
    /// A hash over the run and every row.
    pub hash: String,
    /// The probability with which an interval has the true value in it, such as 0.95.
    pub confidence: f64,
    /// The players, in the order of the run.
    pub players: Vec<PlayerReport>,
    /// Who played whom, in the order of the schedule.
    pub pairings: Vec<PairingReport>,
    /// The sequential test.
    pub sprt: Option<SprtState>,
    /// How many games ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// Broken games, at most twenty: number and message.
    pub failures: Vec<(u64, String)>,
    /// Turns a game.
    pub turns: Quantiles,
    /// Decisions a game.
    pub decisions: Quantiles,
    /// Win rates by number of mulligans.
    pub by_mulligans: BTreeMap<u8, CopyRate>,
    /// Win rates by lands in the hand that was kept, if the run tells cards.
    pub by_lands: Vec<LandReport>,
    /// When lands were played, if the run tells cards.
    pub land_drops: Vec<LandDropReport>,
    /// What players did with their mana, if the run tells cards.
    pub mana: Vec<ManaReport>,
    /// Win rates by card, if the run tells cards.
    pub cards: Vec<CardReport>,
}

/// What a player came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// The deck.
    pub deck: String,
    /// The agent.
    pub agent: String,
    /// The share of the field.
    pub weight: f64,
    /// The score against the others, weighted by their shares of the field: of those who met all whom the schedule has.
    pub field: Option<Rate>,
    /// The game score when this player began.
    pub on_the_play: CopyRate,
    /// The game score when the other began.
    pub on_the_draw: CopyRate,
    /// Of a tournament: points, points of the opponents, and the place, from 1.
    pub standing: Option<(f64, f64, usize)>,
}

/// What two players' games came to. Scores are those of `a`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingReport {
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// How many pairs have a result.
    pub pairs: u64,
    /// How often `a` had 0, ½, 1, 1½ and 2 points of a pair.
    pub by_points: PairCounts,
    /// The mean score of `a`, from 0 to 1, with its interval.
    pub score: Rate,
    /// The difference in Elo; `null` is beyond every number.
    pub elo: Rate,
    /// The variance of pairs by that of independent games: what is below 1 is what pairs save.
    pub variance_ratio: f64,
    /// The probability of a score this far from one half between equals.
    pub p_value: f64,
    /// That probability adjusted for all pairings of the run together (Holm).
    pub p_adjusted: f64,
    /// Pairs without a result: a game of them was inconclusive or broke.
    pub void: u64,
    /// The score if `a` had lost, and if `a` had won all pairs without a result.
    pub bounds: (f64, f64),
    /// Games won by `a` and by `b`.
    pub won: [u64; 2],
    /// Games drawn.
    pub draws: u64,
    /// Matches won by `a`, drawn, won by `b`, without a result.
    pub matches: [u64; 4],
    /// The game score of `a` when `a` began.
    pub on_the_play: CopyRate,
    /// The game score of `a` when `b` began.
    pub on_the_draw: CopyRate,
    /// The game score of the player who began.
    pub who_begins: CopyRate,
    /// Mulligans of `a` and of `b`, a game.
    pub mulligans: [f64; 2],
}

impl Report {
    /// The report of what has been counted; `confidence` is that of all intervals.
    pub fn new(tally: &Tally, shard: Option<Shard>, confidence: f64) -> Self {
        let manifest = &tally.manifest;
        let counted = |all: &Clustered| CopyRate::of(all, confidence);
        let p: Vec<f64> = tally.pairings.iter().map(|pairing| pairing.pairs.p_value()).collect();
        let pairing = |(pairing, adjusted): (&PairingTally, f64)| {
            let (a, b) = pairing.players;
            PairingReport::new(manifest, (a, b), pairing, adjusted, confidence)
        };
        Self {
            manifest: manifest.id.clone(),
            schedule: manifest.schedule.to_string(),
            seed: manifest.seed,
            deal: manifest.deal.to_string(),
            best_of: manifest.best_of,
            shard,
            complete: tally.is_complete(),
            pairs_planned: tally.units(),
            pairs: tally.units_done(),
            games: tally.games,
            errors: tally.errors,
            inconclusive: tally.inconclusive,
            draws: tally.draws,
            hash: tally.hash(),
            confidence,
            players: players(tally, confidence),
            pairings: tally.pairings.iter().zip(holm(&p)).map(pairing).collect(),
            sprt: tally.sprt(),
            ends: tally.ends.clone(),
            failures: tally.failures.clone(),
            turns: Quantiles::of(&tally.turns),
            decisions: Quantiles::of(&tally.decisions),
            by_mulligans: tally.by_mulligans.iter().map(|(n, of)| (*n, counted(of))).collect(),
            by_lands: tally.cards.lands(&manifest.players, confidence),
            land_drops: tally.cards.drops(&manifest.players),
            mana: tally.cards.mana(&manifest.players),
            cards: tally.cards.report(&manifest.players, confidence),
        }
    }
}

impl PairingReport {
    fn new(
        manifest: &Manifest,
        (a, b): (usize, usize),
        tally: &PairingTally,
        p_adjusted: f64,
        confidence: f64,
    ) -> Self {
        let score = tally.pairs.score(confidence);
        let all = tally.pairs.pairs() + tally.void;
        let won = tally.pairs.mean() * tally.pairs.pairs() as f64;
        let bound = |more: f64| if all == 0 { more } else { (won + more * tally.void as f64) / all as f64 };
        let per_game = |n: u64| n as f64 / tally.games.max(1) as f64;
        Self {
            a: manifest.players[a].name.clone(),
            b: manifest.players[b].name.clone(),
            pairs: tally.pairs.pairs(),
            by_points: tally.pairs,
            score,
            elo: Rate { rate: elo(score.rate), low: elo(score.low), high: elo(score.high) },
            variance_ratio: tally.pairs.variance_ratio(),
            p_value: tally.pairs.p_value(),
            p_adjusted,
            void: tally.void,
            bounds: (bound(0.0), bound(1.0)),
            won: tally.won,
            draws: tally.draws,
            matches: tally.matches,
            on_the_play: CopyRate::of(&tally.begun[0], confidence),
            on_the_draw: CopyRate::of(&tally.begun[1], confidence),
            who_begins: CopyRate::of(&tally.begun[0].and(&tally.begun[1].turned()), confidence),
            mulligans: tally.mulligans.map(per_game),
        }
    }
}

fn players(tally: &Tally, confidence: f64) -> Vec<PlayerReport> {
    let manifest = &tally.manifest;
    let table = tally.standings.table();
    let swiss = super::schedule::rounds(manifest.schedule) > 1;
    // The first player's games by who began, and the other's.
    let begun = |i: usize, place: usize| {
        let of = tally.pairings.iter().map(|pairing| match pairing.players {
            (a, _) if a == i => pairing.begun[place],
            (_, b) if b == i => pairing.begun[1 - place].turned(),
            _ => Clustered::default(),
        });
        CopyRate::of(&of.fold(Clustered::default(), |all, one| all.and(&one)), confidence)
    };
    let player = |(i, player): (usize, &super::manifest::Player)| PlayerReport {
        name: player.name.clone(),
        deck: player.deck.clone(),
        agent: player.agent.clone(),
        weight: player.weight,
        field: if swiss { None } else { field(tally, i, confidence) },
        on_the_play: begun(i, 0),
        on_the_draw: begun(i, 1),
        standing: table
            .iter()
            .position(|standing| standing.player == i)
            .filter(|_| swiss)
            .map(|place| (table[place].points, table[place].opponents, place + 1)),
    };
    manifest.players.iter().enumerate().map(player).collect()
}

/// The score of a player against the others, weighted by their shares. Pairs of one number have the same randomness in all
/// pairings: the variance is that of the weighted mean over the pairings of each number, so that what they have in common
/// counts.
fn field(tally: &Tally, player: usize, confidence: f64) -> Option<Rate> {
    let manifest = &tally.manifest;
    let own = tally.pairings.iter().filter(|p| p.games > 0 && (p.players.0 == player || p.players.1 == player));
    let opponents: Vec<(f64, &PairingTally, bool)> = own
        .map(|p| {
            let first = p.players.0 == player;
            (manifest.players[if first { p.players.1 } else { p.players.0 }].weight, p, first)
        })
        .collect();
    // Only who meets everybody has a field.
    if opponents.len() + 1 < manifest.players.len() {
        return None;
    }
    let weights: f64 = opponents.iter().map(|(weight, ..)| weight).sum();
    let (_, shortest, _) = opponents.iter().min_by_key(|(_, p, _)| p.points.len())?;
    let at = |pair: &u64| -> Option<f64> {
        opponents.iter().try_fold(0.0, |sum, (weight, p, first)| {
            let points = f64::from(*p.points.get(pair)?) / 4.0;
            Some(sum + weight / weights * if *first { points } else { 1.0 - points })
        })
    };
    let scores: Vec<f64> = shortest.points.keys().filter_map(at).collect();
    if scores.is_empty() {
        return None;
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    // One more pair of independent games keeps the variance from being 0.
    let one_more: f64 = opponents.iter().map(|(weight, ..)| (weight / weights).powi(2) / 8.0).sum();
    let variance = (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() + one_more) / (n + 1.0);
    let spread = ((mean * n + 0.5) / (n + 1.0)).clamp(0.0, 1.0);
    Some(wilson_of_rate(mean, spread * (1.0 - spread) * n / variance, confidence))
}
