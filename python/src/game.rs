//! One game.

use crate::cards::{Cards, DeckArg, playable};
use crate::errors::{EngineError, EnvError, OrRaise, ReplayError, SnapshotError};
use crate::errors::{IntoPyErr, caught, detached, engine, raise};
use crate::simulate::{agents, at_least_one, first};
use dracones::cards::CardDb;
use dracones::cards::def::ZoneKind;
use dracones::game::Game as Engine;
use dracones::game::GameSetup;
use dracones::game::client::{Question, Viewer};
use dracones::game::snapshot::Snapshot;
use dracones::game::view::{InformationSet, Opening, SeatView};
use dracones::model::decision::{Answer, Decision as Asked, Shape};
use dracones::model::ids::{Handle, NameId, Seat};
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::model::zone::Zone;
use dracones::tools::decks::DeckRules;
use dracones::tools::replay::{Recording, anybody};
use dracones::tools::simulate::Plan;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use serde::Serialize;
use std::mem::ManuallyDrop;

/// What makes a game again, and with what: its snapshot and its cards.
type Pickled<'py> = (Bound<'py, PyAny>, (String, Option<Bound<'py, Cards>>));

/// Something that serialises, as dictionaries and lists.
pub(crate) fn as_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(engine)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// One game. It stands still at a decision until that is answered.
///
/// Args:
///     decks: a deck a seat; one alone plays against itself.
///     seed: 64 bits.
///     number: with the seed, the randomness of the game.
///     first: who begins: random, alternate (by the number), or the letter of a seat.
///     cards: further cards.
///     format: the rules that decks must keep.
///     allow_small: accept decks of fewer than 40 cards.
///     max_turns: the game ends as inconclusive after this many turns.
///
/// Raises:
///     DeckError, SetupError: what is wrong with the decks or the arguments.
#[pyclass(module = "dracones")]
pub(crate) struct Game {
    /// `None` once something has panicked in it.
    engine: Option<Engine>,
    recording: Option<Recording>,
    db: CardDb,
    cards: Option<Py<Cards>>,
}

impl Game {
    pub(crate) fn of(engine: Engine, db: CardDb, cards: Option<Py<Cards>>) -> Self {
        Self { engine: Some(engine), recording: None, db, cards }
    }

    /// # Errors
    /// If something has panicked in it.
    pub(crate) fn engine(&self) -> PyResult<&Engine> {
        self.engine.as_ref().ok_or_else(broken)
    }

    /// A game of the same cards.
    fn beside(&self, py: Python<'_>, engine: Engine) -> Self {
        Self::of(engine, self.db.clone(), self.cards.as_ref().map(|cards| cards.clone_ref(py)))
    }

    /// The open decision.
    ///
    /// # Errors
    /// If the game is over, or broken.
    fn asked(&self) -> PyResult<&Asked> {
        self.engine()?.decision().ok_or_else(|| dracones::model::decision::AnswerError::Over.into_py_err())
    }

    /// An answer to the open decision, as Python gives it. It isn't checked.
    ///
    /// # Errors
    /// Another type than the decision wants.
    pub(crate) fn answer(&self, given: &Bound<'_, PyAny>) -> PyResult<Answer> {
        answer_of(self.asked()?, given)
    }

    /// Changes the game; what panics breaks it, and no other.
    fn change<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Engine, &mut Option<Recording>) -> T + Send,
    ) -> PyResult<T> {
        // A game that panicked may be in any state, so that even dropping it may panic: it is left alone.
        let mut kept = ManuallyDrop::new(self.engine.take().ok_or_else(broken)?);
        let recording = &mut self.recording;
        let done = detached(py, || work(&mut kept, recording))?;
        self.engine = Some(ManuallyDrop::into_inner(kept));
        Ok(done)
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        let seats = self.engine()?.seats();
        if seat < seats {
            return Ok(Seat(seat as u8));
        }
        Err(raise!(EnvError, format_args!("there is no seat {seat}: the game has {seats}, numbered from 0"), "seat"))
    }
}

fn broken() -> PyErr {
    raise!(EngineError, "this game is broken: the engine has panicked in it; others aren't concerned")
}

/// An answer as Python gives it, by the shape of the decision.
///
/// # Errors
/// Another type than the decision wants.
fn answer_of(decision: &Asked, given: &Bound<'_, PyAny>) -> PyResult<Answer> {
    if given.is_none() {
        return Ok(Answer::Cancel);
    }
    let flag = given.is_instance_of::<PyBool>();
    let wants = |what: &str| {
        let found = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyErr::new::<PyTypeError, _>(format!("this decision is answered by {what}, not by {found}"))
    };
    let place = || if flag { None } else { given.extract::<u16>().ok() };
    Ok(match &decision.shape {
        Shape::ChooseOne(_) => Answer::One(place().ok_or_else(|| wants("the place of an option (an int)"))?),
        Shape::ChooseSome { .. } => {
            let mut places: Vec<u16> = given.extract().map_err(|_| wants("places of options (a list of ints)"))?;
            places.sort_unstable();
            Answer::Some(places)
        }
        Shape::Order(_) => {
            Answer::Order(given.extract().map_err(|_| wants("all places of options in an order (a list of ints)"))?)
        }
        Shape::Distribute { .. } => {
            Answer::Distribute(given.extract().map_err(|_| wants("an amount for each option (a list of ints)"))?)
        }
        Shape::Number { .. } if flag => return Err(wants("a number (an int)")),
        Shape::Number { .. } => Answer::Number(given.extract().map_err(|_| wants("a number (an int)"))?),
        Shape::Confirm if flag => Answer::Confirm(given.extract()?),
        Shape::Confirm => return Err(wants("yes or no (a bool)")),
        Shape::Name(_) => {
            let name: String = given.extract().map_err(|_| wants("the name of a card (a str)"))?;
            Answer::Name(NameId::of(&name))
        }
    })
}

/// An answer for Python.
fn answer_to<'py>(py: Python<'py>, game: &Engine, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    match answer {
        Answer::One(place) => place.into_bound_py_any(py),
        Answer::Some(places) | Answer::Order(places) => places.clone().into_bound_py_any(py),
        Answer::Distribute(amounts) => amounts.clone().into_bound_py_any(py),
        Answer::Number(number) => number.into_bound_py_any(py),
        Answer::Confirm(yes) => yes.into_bound_py_any(py),
        Answer::Name(name) => {
            let names = game.names();
            let text = names.into_iter().find(|text| NameId::of(text) == *name);
            text.unwrap_or_default().into_bound_py_any(py)
        }
        Answer::Cancel => Ok(py.None().into_bound(py)),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (*decks, seed=0, number=0, first="random", cards=None, format=None, allow_small=false,
        max_turns=None))]
    #[expect(clippy::too_many_arguments, reason = "all but the decks have defaults")]
    fn new(
        py: Python<'_>,
        decks: Vec<DeckArg<'_>>,
        seed: u64,
        number: u64,
        first: &str,
        cards: Option<Bound<'_, Cards>>,
        format: Option<String>,
        allow_small: bool,
        max_turns: Option<u32>,
    ) -> PyResult<Self> {
        at_least_one("turns", max_turns.unwrap_or(1).into())?;
        let db = Cards::or_embedded(cards.as_ref());
        let (names, lists) = playable(&decks, &db, &DeckRules { format, allow_small })?;
        let mut setup = GameSetup::new(&db, &lists).or_raise()?;
        setup.settings.max_turns = max_turns.unwrap_or(setup.settings.max_turns);
        let first = self::first(first, lists.len())?;
        let plan = Plan { names, games: number.saturating_add(1), seed, first, ..Plan::new(setup, &anybody("python")) };
        let (game, recording) = detached(py, || Recording::begin(&plan, number))?;
        let cards = cards.map(Bound::unbind);
        Ok(Self { engine: Some(game), recording: Some(recording), db, cards })
    }

    /// How many players began. Seats are numbered from 0.
    #[getter]
    fn seats(&self) -> PyResult<usize> {
        Ok(self.engine()?.seats())
    }

    /// How many decisions have been answered.
    #[getter]
    fn decisions(&self) -> PyResult<u32> {
        Ok(self.engine()?.decisions())
    }

    /// How many turns have begun.
    #[getter]
    fn turn(&self) -> PyResult<u32> {
        Ok(self.engine()?.seat_view(Seat(0)).or_raise()?.turn().number)
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> PyResult<bool> {
        Ok(self.engine()?.outcome().is_over())
    }

    /// running, win, draw or inconclusive.
    #[getter]
    fn outcome(&self) -> PyResult<&'static str> {
        Ok(match self.engine()?.outcome() {
            Outcome::Running => "running",
            Outcome::Win(_) => "win",
            Outcome::Draw => "draw",
            Outcome::Inconclusive(_) => "inconclusive",
        })
    }

    /// The seat that has won.
    #[getter]
    fn winner(&self) -> PyResult<Option<u8>> {
        Ok(match self.engine()?.outcome() {
            Outcome::Win(seat) => Some(seat.0),
            _ => None,
        })
    }

    /// How the losers lost, or which cap was reached.
    #[getter]
    fn why(&self) -> PyResult<Option<String>> {
        let game = self.engine()?;
        Ok(match game.outcome() {
            Outcome::Inconclusive(reason) => Some(reason.to_string()),
            Outcome::Win(_) | Outcome::Draw => {
                let view = game.seat_view(Seat(0)).or_raise()?;
                let lost = (0..game.seats() as u8).map(Seat).filter_map(|s| Some((s, view.player(s).lost?)));
                Some(lost.map(|(seat, reason)| format!("{seat} {reason}")).collect::<Vec<_>>().join(", "))
            }
            Outcome::Running => None,
        })
    }

    /// The seat that is asked; None if the game is over.
    #[getter]
    fn decider(&self) -> PyResult<Option<u8>> {
        Ok(self.engine()?.decision().map(|decision| decision.decider.0))
    }

    /// The open decision; None if the game is over.
    #[getter]
    fn decision(&self) -> PyResult<Option<Decision>> {
        let game = self.engine()?;
        let Some(asked) = game.decision() else { return Ok(None) };
        caught(|| Decision::of(game, asked)).map(Some)
    }

    /// All that a seat may know (docs/clients.md).
    fn view<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyAny>> {
        let (game, seat) = (self.engine()?, self.seat(seat)?);
        as_python(py, &detached(py, || game.view(seat))?)
    }

    /// All that everybody knows.
    fn spectator_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.engine()?;
        as_python(py, &detached(py, || game.spectator_view())?)
    }

    /// Answers the open decision and plays on to the next one.
    ///
    /// Raises:
    ///     AnswerError: an illegal answer. The game is unchanged.
    ///     TypeError: another type than the form of the decision wants.
    ///     EngineError: the engine panicked. This game is broken; others aren't concerned.
    fn submit(&mut self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let answer = answer_of(self.asked()?, answer)?;
        self.change(py, |game, recording| match recording {
            Some(recording) => recording.submit(game, answer),
            None => game.submit(answer),
        })?
        .or_raise()
    }

    /// Whether an answer is legal.
    ///
    /// Raises:
    ///     AnswerError: which rule it breaks.
    fn check(&self, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let decision = self.asked()?;
        decision.check(&answer_of(decision, answer)?).or_raise()
    }

    /// A random legal answer. It follows from the position, the seed and the number of decisions.
    #[pyo3(signature = (seed=0))]
    fn sample<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let (game, decision) = (self.engine()?, self.asked()?);
        let mut random = Stream::new(seed, game.decisions().into());
        answer_to(py, game, &caught(|| decision.sample(&mut random))?)
    }

    /// All legal answers but to cancel, in a fixed order; None if there are more than most.
    #[pyo3(signature = (most=1000))]
    fn answers<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let (game, decision) = (self.engine()?, self.asked()?);
        let all = detached(py, || decision.answers(most))?;
        all.map(|all| all.iter().map(|answer| answer_to(py, game, answer)).collect()).transpose()
    }

    /// What an agent would answer.
    #[pyo3(signature = (agent="greedy", seed=0))]
    fn advise<'py>(&self, py: Python<'py>, agent: &str, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let (game, decision) = (self.engine()?, self.asked()?);
        let maker = agents(&[agent.to_owned()], 1)?.remove(0);
        let answer = detached(py, || {
            let mut agent = maker.make();
            agent.begin(&Opening::new(game));
            let mut random = Stream::new(seed, game.decisions().into());
            agent.answer(&SeatView::new(game.world(), decision.decider), decision, &mut random)
        })?;
        answer_to(py, game, &answer)
    }

    /// Has agents play on, one for all seats or one a seat, to the end or for `decisions` decisions. Returns how many were answered.
    #[pyo3(signature = (agents, *, seed=0, decisions=None))]
    fn play(&mut self, py: Python<'_>, agents: Vec<String>, seed: u64, decisions: Option<u32>) -> PyResult<u32> {
        let makers = self::agents(&agents, self.engine()?.seats())?;
        self.change(py, |game, recording| {
            let mut seats = makers.iter().map(dracones::agents::AgentMaker::make).collect::<Vec<_>>();
            for agent in &mut seats {
                agent.begin(&Opening::new(game));
            }
            let mut random: Vec<Stream> = (0..seats.len() as u64).map(|seat| Stream::new(seed, seat)).collect();
            let mut given = 0;
            while let Some(decision) = game.decision() {
                if decisions.is_some_and(|most| given >= most) {
                    break;
                }
                let seat = decision.decider;
                let view = SeatView::new(game.world(), seat);
                let answer = seats[seat.index()].answer(&view, decision, &mut random[seat.index()]);
                match recording {
                    Some(recording) => recording.submit(game, answer)?,
                    None => game.submit(answer)?,
                }
                given += 1;
            }
            Ok(given)
        })?
        .map_err(|error: dracones::model::decision::AnswerError| error.into_py_err())
    }

    /// A player concedes (CR 104.3a).
    fn concede(&mut self, py: Python<'_>, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.change(py, |game, recording| match recording {
            Some(recording) => recording.concede(game, seat),
            None => game.concede(seat),
        })?
        .or_raise()
    }

    /// Keeps the events that a seat sees from now on.
    fn follow(&mut self, py: Python<'_>, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.change(py, |game, _| game.follow(seat))?.or_raise()
    }

    /// The events since they were last taken, as the seat sees them.
    fn take_events<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let events = self.change(py, |game, _| game.take_events(seat))?;
        as_python(py, &events)
    }

    /// A copy that goes its own way.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        let game = self.engine()?;
        let copy = caught(|| game.fork())?;
        Ok(self.beside(py, copy))
    }

    /// Makes another game a copy of this one; much cheaper than a new one.
    fn fork_into(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let game = self.engine()?;
        let mut other = other.try_borrow_mut()?;
        let used = other.engine.as_mut().ok_or_else(broken)?;
        caught(|| game.fork_into(used))?;
        other.recording = None;
        other.db = self.db.clone();
        other.cards = self.cards.as_ref().map(|cards| cards.clone_ref(py));
        Ok(())
    }

    /// A game that the seat, which has to be the one that is asked, may be in: what it doesn't know is dealt again.
    #[pyo3(signature = (seat, *, seed=0))]
    fn determinize(&self, py: Python<'_>, seat: usize, seed: u64) -> PyResult<Self> {
        let (game, seat) = (self.engine()?, self.seat(seat)?);
        let dealt = detached(py, || {
            let known = InformationSet::new(&SeatView::new(game.world(), seat), &Opening::new(game).pool())?;
            Ok(known.deal(&mut Stream::new(seed, game.decisions().into())))
        })?;
        let dealt = dealt.map_err(|error: dracones::game::view::NotAsked| raise!(EnvError, error, "seat"))?;
        Ok(self.beside(py, dealt))
    }

    /// The whole state as text, with a checksum.
    fn snapshot(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.engine()?;
        detached(py, || ron::to_string(&game.snapshot()))?.map_err(engine)
    }

    /// A game from a snapshot: it continues exactly as the one that was saved.
    ///
    /// Raises:
    ///     SnapshotError: damage, another format, other cards.
    #[staticmethod]
    #[pyo3(signature = (snapshot, *, cards=None))]
    fn restore(py: Python<'_>, snapshot: &str, cards: Option<Bound<'_, Cards>>) -> PyResult<Self> {
        let db = Cards::or_embedded(cards.as_ref());
        let game = detached(py, || {
            let read = ron::from_str::<Snapshot>(snapshot).map_err(|error| {
                let place = format!("{}:{}", error.span.start.line, error.span.start.col);
                raise!(SnapshotError, error.code, place)
            });
            Engine::restore(&read?, &db).or_raise()
        })??;
        Ok(Self::of(game, db, cards.map(Bound::unbind)))
    }

    /// The game as a replay file of two lines: header and answers. Forks and restored games have none.
    ///
    /// Raises:
    ///     ReplayError: the game isn't recorded.
    fn replay(&self) -> PyResult<String> {
        let game = self.engine()?;
        let Some(recording) = &self.recording else {
            return Err(raise!(
                ReplayError,
                "only games that were begun by decks are recorded: not forks and restored games"
            ));
        };
        let mut out = Vec::new();
        recording.write(game, &mut out).map_err(engine)?;
        String::from_utf8(out).map_err(engine)
    }

    /// Plays a replay file, answer by answer; of several games the one with a number.
    ///
    /// Raises:
    ///     ReplayError: where it differs.
    #[staticmethod]
    #[pyo3(signature = (replay, *, number=None, cards=None))]
    fn replayed(py: Python<'_>, replay: &str, number: Option<u64>, cards: Option<Bound<'_, Cards>>) -> PyResult<Self> {
        let db = Cards::or_embedded(cards.as_ref());
        let (game, recording) = detached(py, || Recording::read(replay.as_bytes(), number, &db))?.or_raise()?;
        let cards = cards.map(Bound::unbind);
        Ok(Self { engine: Some(game), recording: Some(recording), db, cards })
    }

    /// Which effects made an object what it is, layer by layer (CR 613); None for what the seat doesn't see. Handles are in views.
    #[pyo3(signature = (handle, seat=None))]
    fn explain<'py>(&self, py: Python<'py>, handle: u64, seat: Option<usize>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let game = self.engine()?;
        let viewer = seat.map_or(Ok(Viewer::Spectator), |seat| self.seat(seat).map(Viewer::Seat))?;
        let changes = detached(py, || game.changes(viewer, handle_of(handle)))?;
        changes.map(|changes| as_python(py, &changes)).transpose()
    }

    /// A hash of everything: equal for equal runs.
    #[getter]
    fn sync_hash(&self) -> PyResult<u64> {
        Ok(self.engine()?.sync_hash())
    }

    /// A hash of the position: equal for positions that differ only in history.
    #[getter]
    fn position_hash(&self) -> PyResult<u64> {
        Ok(self.engine()?.position_hash())
    }

    /// Panics as a mistake of the engine would: for the tests of what comes of that.
    fn _panic(&mut self, py: Python<'_>) -> PyResult<()> {
        self.change(py, |game, _| assert!(game.seats() == 0, "a panic on purpose"))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.fork(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.fork(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let py = slf.py();
        let this = slf.borrow();
        let restore = py.import("dracones")?.getattr("_restore")?;
        let cards = this.cards.as_ref().map(|cards| cards.bind(py).clone());
        Ok((restore, (this.snapshot(py)?, cards)))
    }

    fn __repr__(&self) -> PyResult<String> {
        let Some(game) = &self.engine else { return Ok("Game(broken)".to_owned()) };
        let view = game.seat_view(Seat(0)).or_raise()?;
        let life: Vec<String> = (0..game.seats() as u8).map(|s| view.player(Seat(s)).life.to_string()).collect();
        let now = match game.decision() {
            Some(decision) => format!("{} is asked: {}", decision.decider, decision.prompt.kind()),
            None => self.outcome()?.to_owned(),
        };
        let (turn, lands) = (view.turn(), view.count(Zone::of(ZoneKind::Battlefield, Seat(0))));
        Ok(format!("Game(turn {}, {:?}, life {}, {lands} permanents, {now})", turn.number, turn.step, life.join(":")))
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("dracones._html")?.call_method1("board", (self.spectator_view(py)?,))
    }
}

fn handle_of(number: u64) -> Handle {
    // Handles have 32 bits; a larger number is that of no object.
    Handle(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The open decision of a game. Answers count its options from 0.
#[pyclass(frozen, get_all, module = "dracones")]
pub(crate) struct Decision {
    /// The seat whose decision it is by the rules.
    player: u8,
    /// The seat that makes it.
    decider: u8,
    /// The sort of decision, such as DeclareAttackers.
    kind: &'static str,
    /// What is asked.
    sentence: String,
    /// How it is answered: one (an int), some (a list of ints), order (a list of all places), distribute (an amount for each
    /// option), number (an int), confirm (a bool), name (a str).
    form: &'static str,
    /// The options in words; of a name those that can be chosen.
    options: Vec<String>,
    /// The fewest and the most options of a set, or the least and the largest number.
    limits: Option<(i32, i32)>,
    /// What is divided.
    total: Option<i32>,
    /// Whether None takes back what is being cast or activated.
    cancellable: bool,
}

impl Decision {
    fn of(game: &Engine, asked: &Asked) -> Self {
        let question: Option<Question> = game.view(asked.decider).question;
        let mut options = vec![String::new(); asked.options().len()];
        let mut sentence = String::new();
        if let Some(question) = question {
            sentence = question.sentence;
            // The question may have its options in another order.
            let all = Answer::Order((0..question.options.len() as u16).collect());
            if let Ok(Answer::Order(places)) = game.in_places_of_decision(asked.decider, &all) {
                for (place, option) in places.into_iter().zip(question.options) {
                    if let Some(text) = options.get_mut(usize::from(place)) {
                        *text = option.text;
                    }
                }
            }
        }
        let (form, limits, total) = match &asked.shape {
            Shape::ChooseOne(_) => ("one", None, None),
            Shape::ChooseSome { min, max, .. } => ("some", Some((i32::from(*min), i32::from(*max))), None),
            Shape::Order(_) => ("order", None, None),
            Shape::Distribute { total, .. } => ("distribute", None, Some(*total)),
            Shape::Number { min, max } => ("number", Some((*min, *max)), None),
            Shape::Confirm => ("confirm", None, None),
            Shape::Name(_) => {
                options = game.names().into_iter().map(str::to_owned).collect();
                ("name", None, None)
            }
        };
        Self {
            player: asked.player.0,
            decider: asked.decider.0,
            kind: asked.prompt.kind().name(),
            sentence,
            form,
            options,
            limits,
            total,
            cancellable: asked.cancellable,
        }
    }
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        let (kind, decider) = (self.kind, Seat(self.decider));
        format!(
            "Decision({kind}, {decider} answers by {}, {} options: {})",
            self.form,
            self.options.len(),
            self.sentence
        )
    }

    /// All of it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("player", self.player)?;
        all.set_item("decider", self.decider)?;
        all.set_item("kind", self.kind)?;
        all.set_item("sentence", &self.sentence)?;
        all.set_item("form", self.form)?;
        all.set_item("options", &self.options)?;
        all.set_item("limits", self.limits)?;
        all.set_item("total", self.total)?;
        all.set_item("cancellable", self.cancellable)?;
        Ok(all)
    }
}
