//! A game that is played by clicks, with agents of the library at some of its seats.

use super::clicks::{Clicked, Draft, FEWEST};
use super::observe::{Buffers, Full, Scratch, observe};
use dracones::GameSetup;
use dracones::agents::{Agent, AgentMaker, stream};
use dracones::game::Game;
use dracones::game::view::{Opening, SeatView};
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::tools::simulate::First;

/// What all games of an environment have in common.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) setup: GameSetup,
    /// Who plays the seats that aren't played by clicks; without anybody, all are.
    pub(crate) opponent: Option<AgentMaker>,
    /// Which seat is played by clicks if there is an opponent; `None` is each in turn.
    pub(crate) learner: Option<Seat>,
    pub(crate) first: First,
    /// How many ids actions have.
    pub(crate) ids: usize,
    /// How many object tokens there are.
    pub(crate) tokens: usize,
}

/// What keeps an environment from being set up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unfit {
    #[error("{0} actions: at least {FEWEST} are needed")]
    Actions(usize),
    #[error(
        "{given} tokens: the decks have {cards} cards, and at least {needed} tokens are needed with what games make"
    )]
    Tokens { given: usize, cards: usize, needed: usize },
    #[error("{0} tokens: at most 9999 are possible")]
    ManyTokens(usize),
    #[error("there is no seat {0}: the game has {1}, numbered from 0")]
    Seat(u8, usize),
}

/// How many objects games may make beside the cards, at least.
const ROOM: usize = 32;

impl Table {
    /// Checks that everything fits. Games end as inconclusive before there are more objects than tokens.
    ///
    /// # Errors
    /// What doesn't fit.
    pub(crate) fn checked(mut self) -> Result<Self, Unfit> {
        let lists = [&self.setup.decks, &self.setup.commanders, &self.setup.sideboards];
        let cards: usize = lists.into_iter().flatten().map(Vec::len).sum();
        if self.ids < FEWEST {
            return Err(Unfit::Actions(self.ids));
        }
        if self.tokens < cards + ROOM {
            return Err(Unfit::Tokens { given: self.tokens, cards, needed: cards + ROOM });
        }
        if self.tokens > 9999 {
            return Err(Unfit::ManyTokens(self.tokens));
        }
        if let Some(seat) = self.learner.filter(|seat| seat.index() >= self.seats()) {
            return Err(Unfit::Seat(seat.0, self.seats()));
        }
        let settings = &mut self.setup.settings;
        settings.max_objects = settings.max_objects.min(self.tokens as u32);
        Ok(self)
    }

    pub(crate) fn seats(&self) -> usize {
        self.setup.decks.len()
    }

    /// Which seat is played by clicks in a game, if not all are. Each seat both begins and doesn't in turn.
    pub(crate) fn learner_of(&self, number: u64) -> Option<Seat> {
        self.opponent.as_ref()?;
        Some(self.learner.unwrap_or_else(|| Seat((number / self.seats() as u64 % self.seats() as u64) as u8)))
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Win(Seat),
    Draw,
    /// Without a result: not by the rules.
    Truncated,
}

impl End {
    /// What a seat gets for it.
    pub(crate) fn reward(self, seat: Seat) -> f32 {
        match self {
            Self::Win(winner) if winner == seat => 1.0,
            Self::Win(_) => -1.0,
            Self::Draw | Self::Truncated => 0.0,
        }
    }
}

/// One game.
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) draft: Draft,
    /// Which ids may be clicked; none once the game is over.
    pub(crate) mask: Vec<u8>,
    pub(crate) number: u64,
    pub(crate) end: Option<End>,
    /// How many clicks were made by those who click.
    pub(crate) clicks: u64,
    agents: Vec<Option<(Box<dyn Agent>, Stream)>>,
}

impl Play {
    /// Begins a game.
    pub(crate) fn new(table: &Table, seed: u64, number: u64) -> Result<Self, String> {
        let game = Game::new(&table.setup, seed, number);
        let mut play = Self::of(game, table.ids);
        play.begin(table, seed, number)?;
        Ok(play)
    }

    /// A game in which all seats click.
    pub(crate) fn of(game: Game, ids: usize) -> Self {
        Self { game, draft: Draft::default(), mask: vec![0; ids], number: 0, end: None, clicks: 0, agents: Vec::new() }
    }

    /// Begins a game in the place of this one.
    pub(crate) fn begin(&mut self, table: &Table, seed: u64, number: u64) -> Result<(), String> {
        let first = table.first.seat(table.seats(), seed, number);
        self.game.reset(&table.setup, seed, number, Some(first)).map_err(|error| error.to_string())?;
        (self.number, self.end, self.clicks) = (number, None, 0);
        let learner = table.learner_of(number);
        self.agents.clear();
        for seat in (0..table.seats() as u8).map(Seat) {
            let opponent = table.opponent.as_ref().filter(|_| learner != Some(seat));
            let agent = opponent.map(|maker| {
                let mut agent = maker.make();
                agent.begin(&Opening::new(&self.game));
                (agent, stream(seed, number, seat))
            });
            self.agents.push(agent);
        }
        self.draft.clear();
        self.settle()
    }

    /// Becomes a copy of another game, in which all seats click.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        other.game.fork_into(&mut self.game);
        self.draft.clone_from(&other.draft);
        self.mask.clone_from(&other.mask);
        (self.number, self.end, self.clicks) = (other.number, other.end, other.clicks);
        self.agents.clear();
    }

    /// Whose turn it is to click.
    pub(crate) fn decider(&self) -> Option<Seat> {
        if self.end.is_some() { None } else { self.game.decision().map(|decision| decision.decider) }
    }

    /// Clicks an id of the mask, and plays on to the next click that somebody has to make.
    ///
    /// # Errors
    /// If the game isn't over and yet nobody can click, which would be a mistake of ours.
    pub(crate) fn click(&mut self, id: usize) -> Result<(), String> {
        self.clicks += 1;
        self.take(id)?;
        self.settle()
    }

    fn take(&mut self, id: usize) -> Result<(), String> {
        let Some(decision) = self.game.decision() else { return Ok(()) };
        if let Clicked::Answer(answer) = self.draft.click(decision, id, self.mask.len() - 1) {
            self.draft.clear();
            self.game.submit(answer).map_err(|error| format!("a click led to an illegal answer: {error}"))?;
        }
        Ok(())
    }

    /// The click that an agent would make here; `None` if the game is over, or its answer doesn't begin with the clicks that
    /// were made.
    pub(crate) fn advise(&self, maker: &AgentMaker, seed: u64) -> Option<usize> {
        let decision = self.game.decision().filter(|_| self.end.is_none())?;
        let mut agent = maker.make();
        agent.begin(&Opening::new(&self.game));
        // For all clicks of an answer the agent has the same randomness.
        let mut random = Stream::new(seed ^ self.number.wrapping_mul(0x9E37_79B9), self.game.decisions().into());
        let answer = agent.answer(&SeatView::new(self.game.world(), decision.decider), decision, &mut random);
        let id = self.draft.toward(decision, &answer, self.mask.len() - 1)?;
        (self.mask[id] != 0).then_some(id)
    }

    /// Plays on until somebody has to choose between two clicks, or the game is over.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        loop {
            self.end = match self.game.outcome() {
                Outcome::Running => None,
                Outcome::Win(seat) => Some(End::Win(seat)),
                Outcome::Draw => Some(End::Draw),
                Outcome::Inconclusive(_) => Some(End::Truncated),
            };
            let Some(decision) = self.game.decision().filter(|_| self.end.is_none()) else {
                self.mask.fill(0);
                return Ok(());
            };
            let seat = decision.decider;
            if let Some(Some((agent, random))) = self.agents.get_mut(seat.index()) {
                let answer = agent.answer(&SeatView::new(self.game.world(), seat), decision, random);
                self.game.submit(answer).map_err(|error| format!("an agent answered illegally: {error}"))?;
                continue;
            }
            match self.draft.mask(decision, &mut self.mask) {
                0 => return Err(format!("no click leads to an answer of {decision:?}")),
                1 => {
                    let only = self.mask.iter().position(|on| *on != 0).unwrap_or_default();
                    self.take(only)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Writes what a seat may know. A game that has outgrown the tokens ends without a result.
    pub(crate) fn observe(&mut self, seat: Seat, scratch: &mut Scratch, mut out: Buffers<'_>) {
        let seen = observe(&self.game, seat, &self.draft, &self.mask, scratch, out.again());
        if let Err(Full) = seen {
            self.end = Some(End::Truncated);
            self.mask.fill(0);
            out.clear();
        }
    }
}
