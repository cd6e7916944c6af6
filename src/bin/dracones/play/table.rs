//! The game at the table: what the person answers, what agents answer, what is taken back and saved.

use super::Message;
use super::worker::{Answered, Worker};
use crate::cli::{CliError, PlaySession, again, save_game};
use dracones::Game;
use dracones::agents::AgentMaker;
use dracones::agents::judge::{Judge, Judged};
use dracones::game::client::{Change, GameEvent, Remaining, View, Visibility, Words};
use dracones::game::view::{Opening, SeatView};
use dracones::model::decision::{Answer, AnswerError};
use dracones::model::ids::{Handle, Seat};
use dracones::model::rng::Stream;
use dracones::tools::replay::{Given, Timeline, Undo, UndoError};
use std::path::Path;
use std::sync::mpsc::Sender;

/// In how many deals of what the person doesn't know a hint tries answers.
pub(super) const HINT_DEALS: u32 = 12;

/// An answer of the person.
pub(super) struct Hint {
    /// The answer in words.
    pub(super) answer: String,
    /// What it comes to.
    pub(super) judged: Judged,
}

/// A game with those who play it.
pub(super) struct Table {
    game: Game,
    timeline: Timeline,
    /// Where the person sits.
    pub(super) me: Seat,
    /// What the decks are called, one a seat.
    pub(super) decks: Vec<String>,
    /// What the agent is called.
    pub(super) agent: String,
    worker: Worker,
    maker: AgentMaker,
    /// Where the worker's answers go.
    out: Sender<Message>,
    /// The number of the last task for an agent, and whether its answer is awaited.
    task: u64,
    waiting: bool,
    /// A copy to be used again.
    spare: Option<Game>,
    /// After how many answers the person decided something themselves, each time.
    own: Vec<usize>,
}

impl Table {
    /// Sits down: what has been answered before is played again, so that it can be told and taken back.
    ///
    /// # Errors
    /// If there can't be a thread for the agent.
    pub(super) fn new(session: PlaySession, out: Sender<Message>) -> Result<Self, CliError> {
        let PlaySession { recording, person, agent, file: _ } = session;
        let worker = Worker::begin(agent.clone(), &recording, out.clone())?;
        let (mut game, mut timeline) = Timeline::begin(recording.plan(), recording.index());
        game.follow(person).expect("the person has a seat");
        let mut own = Vec::new();
        for given in recording.given() {
            match given {
                Given::Answer(answer) => {
                    if game.decision().is_some_and(|decision| decision.decider == person) {
                        own.push(timeline.len());
                    }
                    timeline.submit(&mut game, answer.clone()).map_err(CliError::input)?;
                }
                Given::Concede(seat) => timeline.concede(&mut game, *seat).map_err(CliError::input)?,
            }
        }
        let (decks, name) = (recording.plan().names.clone(), agent.name().to_owned());
        Ok(Self {
            game,
            timeline,
            me: person,
            decks,
            agent: name,
            worker,
            maker: agent,
            out,
            task: 0,
            waiting: false,
            spare: None,
            own,
        })
    }

    /// Sits down to the next game with the same decks, on the same side or the other.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub(super) fn again(&self, change_sides: bool) -> Result<Self, CliError> {
        let next = again(self.timeline.recording(), self.me, &self.maker, change_sides);
        let table = Self::new(next, self.out.clone())?;
        // What an agent still has to say about this game isn't taken for an answer in the next one.
        Ok(Self { task: self.task, ..table })
    }

    /// What the person's answers come to: the open decision in words, and each answer with what is known of it, the best first.
    /// Empty if they aren't asked, or if there is nothing to weigh.
    pub(super) fn hint(&self) -> Vec<Hint> {
        let Some(decision) = self.game.decision().filter(|decision| decision.decider == self.me) else {
            return Vec::new();
        };
        let plan = self.timeline.recording().plan();
        let mut judge = Judge::new(HINT_DEALS);
        judge.begin(&Opening::new(&self.game));
        let mut random = Stream::new(plan.seed, self.timeline.len() as u64);
        let all = judge.judge(&SeatView::new(self.game.world(), self.me), decision, None, &mut random);
        let words = Words::seen_by(Visibility::new(self.game.world(), self.me));
        all.into_iter().map(|judged| Hint { answer: words.answer(decision, &judged.answer), judged }).collect()
    }

    /// What may be left in the person's library.
    pub(super) fn remaining(&self) -> Vec<Remaining> {
        self.game.remaining(self.me)
    }

    pub(super) fn view(&self) -> View {
        self.game.view(self.me)
    }

    pub(super) fn events(&mut self) -> Vec<GameEvent> {
        self.game.take_events(self.me)
    }

    /// Why an object is what it is.
    pub(super) fn changes(&self, object: Handle) -> Option<Vec<Change>> {
        self.game.changes(self.me, object)
    }

    /// The names that can be chosen.
    pub(super) fn names(&self) -> Vec<String> {
        self.game.names().into_iter().map(str::to_owned).collect()
    }

    /// How many answers there have been.
    pub(super) fn answers(&self) -> usize {
        self.timeline.len()
    }

    /// Whether the engine makes the mana for costs.
    pub(super) fn auto_pay(&self) -> bool {
        self.timeline.recording().plan().setup.settings.auto_pay
    }

    /// Which cards are dealt, together with the decks.
    pub(super) fn seed(&self) -> u64 {
        self.timeline.recording().plan().seed
    }

    /// The person answers; `themselves` if it didn't go without saying.
    pub(super) fn reply(&mut self, answer: &Answer, themselves: bool) -> Result<(), AnswerError> {
        let at = self.timeline.len();
        self.timeline.reply(&mut self.game, self.me, answer)?;
        if themselves {
            self.own.push(at);
        }
        Ok(())
    }

    /// Lets an agent think if it is asked and doesn't yet.
    pub(super) fn go_on(&mut self) {
        let asked = self.game.decision().is_some_and(|decision| decision.decider != self.me);
        if !asked || self.waiting {
            return;
        }
        let copy = match self.spare.take() {
            Some(mut spare) => {
                self.game.fork_into(&mut spare);
                spare
            }
            None => self.game.fork(),
        };
        self.task += 1;
        self.waiting = true;
        self.worker.ask(self.task, copy);
    }

    /// An agent has answered. A broken one is replaced by chance, and its last words are returned.
    pub(super) fn answered(&mut self, answered: Answered) -> Option<String> {
        self.spare = Some(answered.game);
        if !self.waiting || answered.number != self.task {
            return None;
        }
        self.waiting = false;
        let (answer, words) = match answered.answer {
            Ok(answer) => (answer, None),
            Err(words) => {
                let mut random = Stream::new(self.seed(), self.task);
                (self.game.decision()?.sample(&mut random), Some(words))
            }
        };
        match self.timeline.submit(&mut self.game, answer) {
            Ok(()) => words,
            Err(error) => Some(error.to_string()),
        }
    }

    /// Forgets what an agent is thinking about.
    fn interrupt(&mut self) {
        self.waiting = false;
        self.task += 1;
    }

    pub(super) fn concede(&mut self) {
        self.timeline.concede(&mut self.game, self.me).expect("the person has a seat");
        self.interrupt();
    }

    /// Goes back to the last decision that the person made themselves. `None` if there is none.
    pub(super) fn undo(&mut self) -> Option<Result<(), UndoError>> {
        let to = *self.own.last()?;
        let done = self.timeline.undo(&mut self.game, to, Undo::OwnWithoutGain(self.me));
        if done.is_ok() {
            self.own.pop();
            self.interrupt();
        }
        Some(done)
    }

    /// Saves the game.
    pub(super) fn save(&self, place: &Path) -> Result<(), CliError> {
        save_game(place, self.timeline.recording(), &self.game)
    }
}
