//! A report as text.

use super::by_card::{CopyRate, ManaReport};
use super::report::{PairingReport, PlayerReport, Report};
use super::stats::{Rate, SprtState, Verdict};
use crate::cards::printable::many;
use std::fmt;

/// A rate in percent with its interval.
struct Percent(Rate);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rate { rate, low, high } = self.0;
        write!(f, "{:5.1} %  [{:.1}, {:.1}]", rate * 100.0, low * 100.0, high * 100.0)
    }
}

/// A number of Elo points: beyond 1,200 there is nothing to tell.
fn points(elo: f64) -> String {
    match elo.round() {
        // Without a sign of its own.
        0.0 => "+0".to_owned(),
        elo if elo.abs() <= 1200.0 => format!("{elo:+.0}"),
        elo => if elo > 0.0 { ">+1200" } else { "<-1200" }.to_owned(),
    }
}

fn rate(name: &str, of: &CopyRate, what: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match of.games {
        0 => writeln!(f, "{name:<13} no {what}s"),
        number => writeln!(f, "{name:<13} {}  {}", Percent(of.rate), many(number, what)),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.best_of == 1 { "games" } else { "matches" };
        let pairs = format!("{} of {of}", many(self.pairs_planned, "pair"));
        write!(f, "{}: {} of {pairs}, {}, seed {}", self.schedule, self.pairs, many(self.games, "game"), self.seed)?;
        match (self.shard, self.complete) {
            (Some(shard), _) => writeln!(f, ", part {shard}")?,
            (None, true) => writeln!(f)?,
            (None, false) => writeln!(f, ", not finished")?,
        }
        writeln!(f, "{:.0} % intervals over pairs; deal {}", self.confidence * 100.0, self.deal)?;
        match (&self.pairings[..], &self.players[..]) {
            ([one], [_, _]) => {
                let names = self.players.iter().zip(["A", "B"]);
                writeln!(f)?;
                names.into_iter().try_for_each(|(player, side)| writeln!(f, "{side}  {}", described(player)))?;
                writeln!(f)?;
                self.match_report(one, f)?;
            }
            _ => self.table(f)?,
        }
        if let Some(sprt) = &self.sprt {
            test(sprt, f)?;
        }
        writeln!(f)?;
        if self.by_mulligans.len() > 1 {
            for (mulligans, of) in &self.by_mulligans {
                rate(&many(*mulligans, "mulligan"), of, "hand", f)?;
            }
            writeln!(f)?;
        }
        self.of_cards(f)?;
        writeln!(f, "draws {}, inconclusive {}, errors {}", self.draws, self.inconclusive, self.errors)?;
        for (reason, count) in &self.ends {
            writeln!(f, "   {count:>7}  {reason}")?;
        }
        for (game, message) in &self.failures {
            writeln!(f, "error in game {game}: {message}")?;
        }
        writeln!(f, "turns a game      median {}, 9 in 10 at most {}", self.turns.median, self.turns.p90)?;
        writeln!(f, "decisions a game  median {}, 9 in 10 at most {}", self.decisions.median, self.decisions.p90)?;
        write!(f, "run {}, hash {}", self.manifest, self.hash)
    }
}

fn described(player: &PlayerReport) -> String {
    if player.deck == player.name {
        format!("{} ({})", player.name, player.agent)
    } else {
        format!("{} ({}, {})", player.name, player.deck, player.agent)
    }
}

fn test(sprt: &SprtState, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let what = match sprt.verdict {
        Verdict::Success => "p1 is accepted: A is better",
        Verdict::NoSuccess => "p0 is accepted: A isn't shown to be better",
        Verdict::Open => "not decided",
    };
    let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
    writeln!(f, "sprt          log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2}: {what}")?;
    if sprt.verdict == Verdict::Open {
        return Ok(());
    }
    writeln!(f, "              a score at which a test ends is on the whole a little too far from the middle")
}

impl Report {
    /// A match of two.
    fn match_report(&self, one: &PairingReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "score of A    {}  {}", Percent(one.score), many(one.pairs, "pair"))?;
        let (low, high) = (points(one.elo.low), points(one.elo.high));
        writeln!(f, "elo           {:>5}    [{low}, {high}]", points(one.elo.rate))?;
        let [zero, half, even, most, two] = one.by_points.0;
        writeln!(f, "points of A   2 in {}, 1½ in {most}, 1 in {even}, ½ in {half}, 0 in {zero}", many(two, "pair"))?;
        writeln!(f, "variance      {:.2} of that of single games", one.variance_ratio)?;
        writeln!(f, "equal players would be this far apart with probability {:.3}", one.p_value)?;
        void(one, f)?;
        if self.best_of > 1 {
            let [won, drawn, lost, open] = one.matches;
            writeln!(f, "matches       A won {won}, B won {lost}, drawn {drawn}, without a result {open}")?;
        }
        writeln!(f, "games         A won {}, B won {}, drawn {}", one.won[0], one.won[1], one.draws)?;
        rate("A begins", &one.on_the_play, "game", f)?;
        rate("B begins", &one.on_the_draw, "game", f)?;
        rate("who begins", &one.who_begins, "game", f)?;
        writeln!(f, "mulligans     A {:.2}, B {:.2} a game", one.mulligans[0], one.mulligans[1])
    }

    /// Several pairings: a table of scores, then each with its interval.
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for (i, player) in self.players.iter().enumerate() {
            write!(f, "{:>3}  {}", i + 1, described(player))?;
            if let Some((points, opponents, place)) = player.standing {
                let noun = if points.to_bits() == 1_f64.to_bits() { "point" } else { "points" };
                write!(f, "; place {place}: {points} {noun}, opponents {opponents}")?;
            }
            if let Some(field) = player.field {
                write!(f, "; field {}", Percent(field))?;
            }
            writeln!(f)?;
        }
        if self.players.iter().any(|player| player.field.is_some()) {
            let even = self.players.iter().all(|p| (p.weight - self.players[0].weight).abs() < f64::EPSILON);
            let how = if even { "all alike" } else { "by their weights" };
            writeln!(f, "field: the score against the others, {how}; who plays the same deck isn't counted")?;
        }
        writeln!(f)?;
        let place = |name: &str| self.players.iter().position(|player| player.name == name).unwrap_or_default();
        for one in &self.pairings {
            let (a, b) = (place(&one.a) + 1, place(&one.b) + 1);
            let mark = if one.p_adjusted < 1.0 - self.confidence { "*" } else { " " };
            let (p, elo) = (one.p_adjusted, points(one.elo.rate));
            let (score, pairs) = (Percent(one.score), many(one.pairs, "pair"));
            writeln!(f, "{a:>3} - {b:<3} {score}{mark} elo {elo:>6}  p {p:.3}  {pairs}")?;
            void(one, f)?;
        }
        let n = self.pairings.len();
        let by_chance = n as f64 * (1.0 - self.confidence);
        let all = 100.0 * (1.0 - self.confidence);
        writeln!(
            f,
            "{n} comparisons: of equal players about {by_chance:.1} intervals would leave out 50 % by chance;"
        )?;
        writeln!(f, "p is adjusted for all of them (Holm), and what has a * holds at {all:.0} % for all together")
    }

    /// Win rates by card and by lands, if the run tells them.
    fn of_cards(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cards.is_empty() {
            return Ok(());
        }
        for player in &self.players {
            writeln!(f, "{}: score with copies of a card, and number of copies", player.name)?;
            let width = self.cards.iter().map(|card| card.card.chars().count()).max().unwrap_or_default();
            writeln!(
                f,
                "{:width$}  {:^26}  {:^26}  {:^26}  {:^26}",
                "", "in opening hand", "drawn", "either", "not drawn"
            )?;
            for card in self.cards.iter().filter(|card| card.player == player.name) {
                write!(f, "{:width$}", card.card)?;
                for of in [&card.opening, &card.drawn, &card.in_hand, &card.not_drawn] {
                    match of.copies {
                        0 => write!(f, "  {:>26}", "-")?,
                        n => write!(f, "  {:<19}{n:>7}", Percent(of.rate).to_string())?,
                    }
                }
                writeln!(f)?;
            }
            for hand in self.by_lands.iter().filter(|hand| hand.player == player.name) {
                rate(&many(hand.lands, "land"), &hand.of, "hand", f)?;
            }
            for drop in self.land_drops.iter().filter(|drop| drop.player == player.name) {
                let share = 100.0 * drop.games as f64 / drop.of.max(1) as f64;
                writeln!(f, "land {:<8} on turn {:.1}, in {share:.0} % of games", drop.number, drop.turn)?;
            }
            for mana in self.mana.iter().filter(|mana| mana.player == player.name) {
                let ManaReport { spent, lost, idle_lands, .. } = mana;
                writeln!(f, "mana a turn   {spent:.2} spent, {lost:.2} lost, {idle_lands:.2} lands idle")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Pairs without a result, and what they could have meant.
fn void(one: &PairingReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if one.void == 0 {
        return Ok(());
    }
    let (low, high) = (one.bounds.0 * 100.0, one.bounds.1 * 100.0);
    let have = if one.void == 1 { "has" } else { "have" };
    let more = many(one.void, "more pair");
    writeln!(f, "              {more} {have} no result: the score lies between {low:.1} and {high:.1} %")
}
