//! The agents think in a thread of their own, over copies of the game, so that the screen never waits for them.

use super::Message;
use dracones::Game;
use dracones::agents::{Agent, AgentMaker, stream};
use dracones::game::view::Opening;
use dracones::model::decision::Answer;
use dracones::model::ids::Seat;
use dracones::model::rng::Stream;
use dracones::tools::replay::Recording;
use dracones::tools::simulate::Plan;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

/// What the thread is called: a panic there doesn't end the program.
pub(super) const NAME: &str = "agent";

/// A decision for an agent.
struct Task {
    number: u64,
    game: Game,
}

/// What an agent answered.
pub(super) struct Answered {
    /// The number of the task.
    pub(super) number: u64,
    /// The copy, to be used again.
    pub(super) game: Game,
    /// The answer, in places of the decision's options; or how the agent broke.
    pub(super) answer: Result<Answer, String>,
}

/// The agents of all seats but one.
#[derive(Debug)]
pub(super) struct Worker {
    tasks: Sender<Task>,
}

impl Worker {
    /// Begins the thread. Agents are told what everybody knows as the game begins, also if it is resumed later.
    pub(super) fn begin(agent: AgentMaker, recording: &Recording, out: Sender<Message>) -> std::io::Result<Self> {
        let (tasks, inbox) = channel();
        let (plan, index, given) = (recording.plan().clone(), recording.index(), recording.given().len() as u64);
        // A game that was resumed has other chances for its agents than one that wasn't: they forgot what they had.
        let seed = plan.seed.wrapping_add(given);
        let work = move || {
            let agents = seats(&agent, &plan, index, seed);
            serve(&inbox, agents, &out);
        };
        Builder::new().name(NAME.to_owned()).spawn(work)?;
        Ok(Self { tasks })
    }

    /// Lets an agent think about the open decision of a game. Without a thread nobody answers.
    pub(super) fn ask(&self, number: u64, game: Game) {
        let _ = self.tasks.send(Task { number, game });
    }
}

type Player = (Box<dyn Agent>, Stream);

fn seats(agent: &AgentMaker, plan: &Plan, index: u64, seed: u64) -> Vec<Player> {
    let (game, _) = Recording::begin(plan, index);
    let player = |seat: usize| {
        let mut player = agent.make();
        player.begin(&Opening::new(&game));
        (player, stream(seed, index, Seat(seat as u8)))
    };
    (0..plan.seats()).map(player).collect()
}

fn serve(inbox: &Receiver<Task>, mut players: Vec<Player>, out: &Sender<Message>) {
    while let Ok(Task { number, game }) = inbox.recv() {
        let think = || {
            let decision = game.decision()?;
            let (agent, random) = players.get_mut(decision.decider.index())?;
            let answer = agent.answer(&game.seat_view(decision.decider).unwrap(), decision, random);
            Some(decision.check(&answer).map(|()| answer).map_err(|e| e.to_string()))
        };
        let answer = match catch_unwind(AssertUnwindSafe(think)) {
            Ok(Some(answer)) => answer,
            Ok(None) => Err("it wasn't asked anything".to_owned()),
            Err(panic) => Err(said(&*panic)),
        };
        if out.send(Message::Answered(Box::new(Answered { number, game, answer }))).is_err() {
            return;
        }
    }
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it panicked").to_owned()
}
