//! What the page shows, as the template wants it.

use super::plots::{self, Plot};
use dracones::cards::printable::many;
use dracones::tools::matches::stats::{Rate, Verdict};
use dracones::tools::matches::{CardReport, Manifest, PairingReport, Report, TrackPoint};
use serde::Serialize;

/// How many bars a plot of lengths has at most.
const BARS: u32 = 30;
/// The score that has the deepest colour is this far from one half.
const DEEPEST: f64 = 0.25;

/// All of a page.
#[derive(Debug, Serialize)]
pub(super) struct Page<'r> {
    title: String,
    lead: String,
    /// How sure intervals are, in percent.
    sure: String,
    report: &'r Report,
    manifest: &'r Manifest,
    manifest_json: String,
    signature: Option<&'r str>,
    /// The players, the best first.
    players: Vec<PlayerLine<'r>>,
    pairings: Vec<PairingLine<'r>>,
    /// Of a match of two players, its one pairing.
    duel: bool,
    matrix: Vec<MatrixLine<'r>>,
    convergence: Option<Plot>,
    test: Option<Plot>,
    verdict: &'static str,
    lengths: Option<Plot>,
    /// Turns from, to, and games.
    bars: Vec<(u32, u32, u64)>,
    cards: Vec<CardLine<'r>>,
}

/// A player in the table of players.
#[derive(Debug, Serialize)]
struct PlayerLine<'r> {
    #[serde(flatten)]
    of: &'r dracones::tools::matches::PlayerReport,
    /// The score over all pairs.
    score: Option<Rate>,
}

/// Two players in the table of pairings.
#[derive(Debug, Serialize)]
struct PairingLine<'r> {
    #[serde(flatten)]
    of: &'r PairingReport,
    elo_text: String,
    elo_value: f64,
    elo_range: String,
    /// Whether the difference holds for all comparisons together.
    holds: bool,
}

/// A player's scores against each of the others.
#[derive(Debug, Serialize)]
struct MatrixLine<'r> {
    name: &'r str,
    cells: Vec<Option<MatrixCell<'r>>>,
}

/// A player's score against another.
#[derive(Debug, Serialize)]
struct MatrixCell<'r> {
    other: &'r str,
    score: Rate,
    pairs: u64,
    elo: String,
    p: f64,
    holds: bool,
    /// How deep the colour is, in percent.
    depth: u32,
    side: &'static str,
}

/// A card, with the improvement as a place on a bar.
#[derive(Debug, Serialize)]
struct CardLine<'r> {
    #[serde(flatten)]
    of: &'r CardReport,
    /// The improvement with 0 in the middle, in parts of the bar.
    bar: Option<Rate>,
}

impl<'r> Page<'r> {
    /// The page of a run.
    ///
    /// # Errors
    /// A plot that can't be drawn.
    pub(super) fn new(
        report: &'r Report,
        manifest: &'r Manifest,
        signature: Option<&'r str>,
        track: &[TrackPoint],
        turns: &[(u32, u64)],
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let duel = matches!((&report.pairings[..], &report.players[..]), ([_], [_, _]));
        let names: Vec<String> = report.players.iter().map(|player| player.name.clone()).collect();
        let scores: Vec<Rate> = track.last().map(|point| point.scores.clone()).unwrap_or_default();
        let order = order(report, &scores);
        let title = title(report, duel);
        let (bars, width) = bars(turns);
        let lengths = plots::lengths(&bars, width, words_of_lengths(report))?;
        let convergence = match duel {
            true => plots::convergence_of_match(track, &names[0])?,
            false => plots::convergence_of_many(track, &names)?,
        };
        let test = report.sprt.as_ref().map(|sprt| plots::test(track, sprt)).transpose()?.flatten();
        Ok(Self {
            lead: lead(report, duel, &order),
            title,
            sure: trimmed(report.confidence * 100.0),
            report,
            manifest,
            manifest_json: serde_json::to_string_pretty(manifest)?,
            signature,
            players: order
                .iter()
                .map(|i| PlayerLine { of: &report.players[*i], score: scores.get(*i).copied() })
                .collect(),
            pairings: report.pairings.iter().map(|of| PairingLine::new(of, report.confidence)).collect(),
            duel,
            matrix: if duel { Vec::new() } else { matrix(report, &order) },
            convergence,
            test,
            verdict: match report.sprt.map(|sprt| sprt.verdict) {
                Some(Verdict::Success) => "p1 is accepted: the first player is better.",
                Some(Verdict::NoSuccess) => "p0 is accepted: the first player isn't shown to be better.",
                Some(Verdict::Open) | None => "The test isn't decided.",
            },
            lengths,
            bars: bars.iter().map(|(from, games)| (*from, from + width - 1, *games)).collect(),
            cards: report.cards.iter().map(CardLine::new).collect(),
        })
    }
}

/// A number without zeros at its end.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn title(report: &Report, duel: bool) -> String {
    if duel {
        return format!("{} against {}", report.players[0].name, report.players[1].name);
    }
    let schedule = report.schedule.split(':').next().unwrap_or_default();
    let mut letters = schedule.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{} of {} players", first.into_iter().collect::<String>(), letters.as_str(), report.players.len())
}

/// The result in two sentences.
fn lead(report: &Report, duel: bool, order: &[usize]) -> String {
    let percent = |rate: f64| format!("{:.1} %", rate * 100.0);
    let sure = trimmed(report.confidence * 100.0);
    if let ([one], true) = (&report.pairings[..], duel) {
        let Rate { rate, low, high } = one.score;
        let so = if low > 0.5 {
            format!("{} is better than {}.", one.a, one.b)
        } else if high < 0.5 {
            format!("{} is better than {}.", one.b, one.a)
        } else {
            "50 % lies in between: which of them is better is open.".to_owned()
        };
        return format!(
            "{} scored {} of the points of {}. With {sure} % certainty the true score lies between {} and {}. {so}",
            one.a,
            percent(rate),
            many(one.pairs, "pair"),
            percent(low),
            percent(high)
        );
    }
    let best = &report.players[order[0]];
    let held = report.pairings.iter().filter(|one| one.p_adjusted < 1.0 - report.confidence).count();
    format!(
        "{} comes out first of {} players. Of {} pairings, {held} have a difference that holds at {sure} % for all of them together.",
        best.name,
        report.players.len(),
        report.pairings.len()
    )
}

/// The players, the best first: by place in a tournament, else by their scores against the field or all pairs.
fn order(report: &Report, scores: &[Rate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    let score = |i: usize| {
        let all = scores.get(i).map_or(0.5, |score| score.rate);
        report.players[i].field.map_or(all, |field| field.rate)
    };
    let place = |i: usize| report.players[i].standing.map_or(usize::MAX, |(.., place)| place);
    if report.pairings.len() > 1 {
        order.sort_by(|a, b| place(*a).cmp(&place(*b)).then(score(*b).total_cmp(&score(*a))));
    }
    order
}

/// Numbers of turns in groups of one width, each with its games.
fn bars(turns: &[(u32, u64)]) -> (Vec<(u32, u64)>, u32) {
    let (Some((first, _)), Some((last, _))) = (turns.first(), turns.last()) else { return (Vec::new(), 1) };
    let width = (last - first + 1).div_ceil(BARS).max(1);
    let number = (last - first) / width + 1;
    let of = |bar: u32| {
        let range = first + bar * width..first + (bar + 1) * width;
        (range.start, turns.iter().filter(|(n, _)| range.contains(n)).map(|(_, games)| games).sum())
    };
    ((0..number).map(of).collect(), width)
}

fn words_of_lengths(report: &Report) -> String {
    let (median, most) = (report.turns.median, report.turns.p90);
    format!("How many games had how many turns. Half of them had at most {median}, nine in ten at most {most}.")
}

/// A number of Elo points: beyond 1,200 there is nothing to tell.
fn points(elo: f64) -> String {
    match elo.round() {
        elo if elo.abs() <= 1200.0 => format!("{:+.0}", elo + 0.0),
        elo => if elo > 0.0 { "> +1200" } else { "< -1200" }.to_owned(),
    }
}

impl<'r> PairingLine<'r> {
    fn new(of: &'r PairingReport, confidence: f64) -> Self {
        Self {
            of,
            elo_text: points(of.elo.rate),
            elo_value: of.elo.rate.clamp(-9999.0, 9999.0),
            elo_range: format!("{} to {}", points(of.elo.low), points(of.elo.high)),
            holds: of.p_adjusted < 1.0 - confidence,
        }
    }
}

impl<'r> CardLine<'r> {
    fn new(of: &'r CardReport) -> Self {
        // A bar from -50 to +50 points.
        let place = |rate: f64| (rate + 0.5).clamp(0.0, 1.0);
        let bar = |rate: Rate| Rate { rate: place(rate.rate), low: place(rate.low), high: place(rate.high) };
        Self { of, bar: of.improvement.map(bar) }
    }
}

fn matrix<'r>(report: &'r Report, order: &[usize]) -> Vec<MatrixLine<'r>> {
    let name = |i: usize| report.players[i].name.as_str();
    let cell = |row: usize, column: usize| {
        let (own, other) = (name(row), name(column));
        let found =
            report.pairings.iter().find(|one| (one.a == own && one.b == other) || (one.a == other && one.b == own))?;
        let turned = found.a != own;
        let turn = |rate: Rate, of: fn(f64) -> f64| match turned {
            true => Rate { rate: of(rate.rate), low: of(rate.high), high: of(rate.low) },
            false => rate,
        };
        let (score, elo) = (turn(found.score, |x| 1.0 - x), turn(found.elo, |x| -x));
        let off = score.rate - 0.5;
        (found.pairs > 0).then(|| MatrixCell {
            other,
            score,
            pairs: found.pairs,
            elo: points(elo.rate),
            p: found.p_adjusted,
            holds: found.p_adjusted < 1.0 - report.confidence,
            depth: ((off.abs() / DEEPEST).min(1.0) * 55.0).round() as u32,
            side: if off < 0.0 { "worse" } else { "better" },
        })
    };
    let line =
        |row: &usize| MatrixLine { name: name(*row), cells: order.iter().map(|column| cell(*row, *column)).collect() };
    order.iter().map(line).collect()
}
