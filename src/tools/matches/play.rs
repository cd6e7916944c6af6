//! One match: a game, or two or three.

use super::detail::Watcher;
use super::row::{End, GameRow, MatchState, Replay, Side};
use super::tables::Table;
use crate::agents::stream;
use crate::game::Game;
use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::tools::replay::Recording;
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
            hash: format!("{:016x}", played.hash.value()),
            detail: detail.map(|of_seats| Box::new(sides(of_seats, swapped))),
            replay: (end == End::Error).then(|| {
                let row = recorded(plan, played.index).unwrap_or_else(|| played.row(plan));
                Box::new(Replay { header: plan.header(), row })
            }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{Agent, AgentMaker};
    use crate::cards::CardDb;
    use crate::model::rng::Stream;
    use crate::tools::matches::{Description, Manifest};
    use crate::tools::simulate::replay;

    /// Plays at random, and breaks the rules or itself at a decision.
    struct Breaking {
        left: u32,
        panics: bool,
    }

    impl Agent for Breaking {
        fn name(&self) -> &str {
            "breaking"
        }
        fn answer(&mut self, _: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
            self.left -= 1;
            assert!(self.left > 0 || !self.panics, "it breaks");
            if self.left == 0 { Answer::Order(vec![7; 90]) } else { decision.sample(rng) }
        }
    }

    #[test]
    fn a_game_that_breaks_is_a_row_with_a_replay() {
        let db = CardDb::embedded();
        let players = vec!["red".parse().unwrap(), "green".parse().unwrap()];
        let best_of = Some(3);
        let manifest = Manifest::of(&Description { players, best_of, ..Description::default() }, &db).unwrap();
        for panics in [false, true] {
            let mut table = Table::new(&manifest, 0, 1, &db).unwrap();
            table.play_with(&AgentMaker::new("breaking", move || Box::new(Breaking { left: 12, panics })));
            let one = MatchOf {
                table: &table,
                names: ["a", "b"],
                best_of: 3,
                detail: true,
                number: 0,
                pairing: 0,
                pair: 0,
                first: Side::A,
            };
            let mut pooled = None;
            let rows = one.play(&mut pooled, &|| false).unwrap();
            let [row] = &rows[..] else { panic!("the match continues: {rows:?}") };
            assert_eq!((row.end, row.winner), (End::Error, None));
            assert!(row.why.contains(if panics { "it breaks" } else { "answered illegally" }), "{}", row.why);
            let Replay { header, row } = row.replay.as_deref().unwrap();
            assert_eq!(row.end, "error");
            assert!(row.decisions >= 11, "{}", row.decisions);
            let mut log = Vec::new();
            let replayed = replay(header, row, 2, &db, false, &mut |line| {
                log.push(line.to_owned());
                Ok(())
            });
            // An illegal answer is the last one of the record, and refused there.
            assert_eq!(replayed.is_ok(), panics, "{replayed:?}");
            assert_eq!(pooled.is_some(), !panics);
        }
    }
}
