//! A recorded game with what else could have been answered.

use super::fail::CliError;
use dracones::agents::judge::{Judge, Judged};
use dracones::agents::stream;
use dracones::cards::printable::many;
use dracones::game::Game;
use dracones::game::client::Words;
use dracones::game::view::{Opening, SeatView};
use dracones::model::decision::{Answer, Decision};
use dracones::model::ids::Seat;
use dracones::tools::replay::{Given, Recording};
use std::io::Write;

/// What is known of the answers of a seat.
#[derive(Default)]
struct Count {
    judged: u32,
    marked: u32,
    given_up: f64,
}

/// Plays a recorded game again and prints each decision (of one seat, or of all) at which another answer was better by at
/// least a threshold, from 0 to 1, and by more than chance would do: two standard errors.
///
/// # Errors
/// The errors of `out`.
pub(super) fn tell(
    recording: &Recording,
    only: Option<Seat>,
    deals: u32,
    threshold: f64,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut game, mut again) = Recording::begin(recording.plan(), recording.index());
    let seats = recording.plan().seats() as u8;
    let of_seat = |seat: u8| {
        let mut judge = Judge::new(deals);
        judge.begin(&Opening::new(&game));
        (judge, stream(recording.plan().seed, recording.index(), Seat(seat)), Count::default())
    };
    let mut table: Vec<_> = (0..seats).map(of_seat).collect();
    for (number, given) in (1u32..).zip(recording.given()) {
        match given {
            Given::Concede(seat) => again.concede(&mut game, *seat).map_err(CliError::input)?,
            Given::Answer(answer) => {
                let decision = game.decision().cloned();
                if let Some(decision) = decision.filter(|d| only.is_none_or(|seat| d.decider == seat)) {
                    let (judge, random, count) = &mut table[decision.decider.index()];
                    let view = SeatView::new(game.world(), decision.decider);
                    let all = judge.judge(&view, &decision, Some(answer), random);
                    if let (Some(best), Some(own)) = (all.first(), all.iter().find(|one| one.answer == *answer)) {
                        count.judged += 1;
                        if own.behind >= threshold && own.behind > 2.0 * own.error {
                            count.marked += 1;
                            count.given_up += own.behind;
                            mark(&game, number, &decision, (own, best), out)?;
                        }
                    }
                }
                again.submit(&mut game, answer.clone()).map_err(CliError::input)?;
            }
        }
    }
    for (seat, (_, _, count)) in (0..seats).map(Seat).zip(&table).filter(|(seat, _)| only.is_none_or(|o| o == *seat)) {
        let (judged, marked) = (many(count.judged, "decision"), count.marked);
        writeln!(out, "{seat}: of {judged} with a choice {marked} marked, {:.1} % of a game", count.given_up * 100.0)?;
    }
    Ok(())
}

/// A decision at which another answer was better.
fn mark(
    game: &Game,
    number: u32,
    decision: &Decision,
    (own, best): (&Judged, &Judged),
    out: &mut impl Write,
) -> Result<(), CliError> {
    let words = Words::new(game.world());
    let turn = SeatView::new(game.world(), decision.decider).turn().number;
    let said = |answer: &Answer| words.answer(decision, answer);
    writeln!(
        out,
        "[{number}] turn {turn}, {} {}: {}",
        decision.decider,
        words.prompt(&decision.prompt),
        said(&own.answer)
    )?;
    let (less, error) = (own.behind * 100.0, own.error * 100.0);
    writeln!(
        out,
        "    {:.1} %; better by {less:.1} +- {error:.1}: {} ({:.1} %)",
        own.worth * 100.0,
        said(&best.answer),
        best.worth * 100.0
    )?;
    Ok(())
}
