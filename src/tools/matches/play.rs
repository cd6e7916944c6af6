//! One match: a game, or two or three.

use super::detail::Watcher;
use super::row::{End, GameRow, MatchState, Replay, Side};
use super::tables::Table;
use crate::agents::stream;
use crate::game::Game;
use crate::game::replay::Recording;
use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::tools::simulate::{Failure, Plan, Played, Row, catch, play_unless};
use std::cell::Cell;

/// A match of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchOf<'r> {
    pub(super) table: &'r Table,
    /// The names of the players.
    pub(super) names: [&'r str; 2],
    pub(super) best_of: u8,
    pub(super) detail: bool,
    /// Its number in the run.
    pub(super) number: u64,
    pub(super) pairing: u32,
    pub(super) pair: u64,
    /// Who begins its first game.
    pub(super) first: Side,
}

impl MatchOf<'_> {
    /// Plays it in a used game, if there is one; `None` if it was stopped.
    pub(super) fn play(&self, pooled: &mut Option<Game>, stopped: &dyn Fn() -> bool) -> Option<Vec<GameRow>> {
        let mut state = MatchState::new(self.best_of, self.first);
        let mut rows = Vec::new();
        while !state.is_over() {
            let row = self.game(state.games(), state.first(), pooled, stopped)?;
            state.add(row.end, row.winner);
            rows.push(row);
        }
        Some(rows)
    }

    /// Plays a game of it.
    pub(super) fn game(
        &self,
        part: u8,
        first: Side,
        pooled: &mut Option<Game>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<GameRow> {
        let plan = self.table.plan(self.first, part > 0, first);
        let index = self.pair * u64::from(self.best_of) + u64::from(part);
        let answered = Cell::new(0);
        let mut watcher = Watcher::default();
        let played = catch(|| {
            let game = pooled.get_or_insert_with(|| plan.pool(index));
            game.watch(self.detail);
            if !self.detail {
                return play_unless(game, plan, index, &answered, stopped, None);
            }
            let mut see = |game: &mut Game, decision: &Decision, answer: &Answer| watcher.see(game, decision, answer);
            play_unless(game, plan, index, &answered, stopped, Some(&mut see))
        });
        let played = match played {
            Ok(played) => played?,
            Err(message) => {
                let broken = pooled.take();
                // Its parts may be in any state, so that even dropping it may panic.
                let _ = catch(|| drop(broken));
                Played::failed(plan, Failure { index, decision: answered.get(), message })
            }
        };
        let detail = match pooled {
            Some(game) if self.detail => Some(watcher.finish(game, &plan.setup.table)),
            _ => None,
        };
        Some(self.row(part, first, plan, &played, detail))
    }

    fn row(
        &self,
        part: u8,
        first: Side,
        plan: &Plan,
        played: &Played,
        detail: Option<[super::row::Detail; 2]>,
    ) -> GameRow {
        let swapped = self.table.is_swapped(self.first);
        let side = |seat: Seat| if (seat.0 == 0) == swapped { Side::B } else { Side::A };
        /// What two seats have, for two players.
        fn sides<T>(mut of_seats: [T; 2], swapped: bool) -> [T; 2] {
            if swapped {
                of_seats.swap(0, 1);
            }
            of_seats
        }
        let end = match played.outcome {
            Outcome::Win(_) => End::Win,
            Outcome::Draw => End::Draw,
            Outcome::Inconclusive(_) => End::Inconclusive,
            Outcome::Running => End::Error,
        };
        let winner = if let Outcome::Win(seat) = played.outcome { Some(side(seat)) } else { None };
        let why = match (end, played.lost.iter().flatten().next()) {
            (End::Win, Some(reason)) => reason.to_string(),
            (End::Win, None) => "the other player won by an effect".to_owned(),
            (End::Draw, _) => String::new(),
            (End::Inconclusive | End::Error, _) => played.why(),
        };
        let row = played.row(plan);
        let two = |list: &[i32]| [list.first().copied().unwrap_or_default(), list.get(1).copied().unwrap_or_default()];
        let mulligans = [played.mulligans.first(), played.mulligans.get(1)].map(|n| n.copied().unwrap_or_default());
        GameRow {
            game: self.number * u64::from(self.best_of) + u64::from(part),
            match_number: self.number,
            pairing: self.pairing,
            pair: self.pair,
            part,
            a: self.names[0].to_owned(),
            b: self.names[1].to_owned(),
            first,
            winner,
            end,
            why,
            turns: played.turns,
            decisions: played.decisions,
            life: sides(two(&played.life), swapped),
            mulligans: sides(mulligans, swapped),
            index: played.index,
            hash: row.hash.clone(),
            detail: detail.map(|of_seats| Box::new(sides(of_seats, swapped))),
            replay: (end == End::Error)
                .then(|| Box::new(Replay { header: plan.header(), row: recorded(plan, played.index).unwrap_or(row) })),
        }
    }
}

/// Plays a game that broke again and records it, up to where it breaks; `None` if it doesn't break a second time.
fn recorded(plan: &Plan, index: u64) -> Option<Row> {
    catch(|| {
        let (mut game, mut recording) = Recording::begin(plan, index);
        let mut agents: Vec<_> = (0..plan.seats())
            .map(|seat| (plan.agents[seat].make(), stream(plan.seed, index, Seat(seat as u8))))
            .collect();
        for (agent, _) in &mut agents {
            agent.begin(&Opening::new(&game));
        }
        while let Some(decision) = game.decision().cloned() {
            let (agent, random) = &mut agents[decision.decider.index()];
            let answer = catch(|| agent.answer(&SeatView::new(game.world(), decision.decider), &decision, random));
            let broken = match answer {
                Err(message) => Some(Row { end: "error".to_owned(), why: message, ..recording.row(&game) }),
                Ok(answer) => {
                    let submitted =
                        catch(|| recording.submit(&mut game, answer.clone()).map_err(|error| error.to_string()));
                    submitted.and_then(|given| given).err().map(|message| recording.broken(&decision, answer, message))
                }
            };
            if let Some(row) = broken {
                // What is half done may panic once more as it is dropped.
                std::mem::forget(game);
                return Some(row);
            }
        }
        None
    })
    .unwrap_or_default()
}
