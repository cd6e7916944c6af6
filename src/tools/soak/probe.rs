//! What must hold of a decision and its answer.

use crate::cards::CardDb;
use crate::game::Game;
use crate::game::snapshot::Snapshot;
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::model::player::Players;
use crate::model::rng::Stream;
use crate::rules::layers;
use crate::rules::state::ReadGame;

/// Something to try at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// Answers that aren't legal are refused and change nothing.
    Refused,
    /// A layer pass that was skipped would have changed nothing.
    Layers,
    /// A fork goes the same way.
    Fork,
    /// A game that is saved as RON and restored goes the same way.
    Resume,
    /// After somebody conceded (CR 104.3a) the others play on.
    Concede,
}

impl Probe {
    /// All of them, each with how rarely it is tried: once in that many decisions.
    pub const ALL: [(Self, u32); 5] =
        [(Self::Refused, 12), (Self::Layers, 12), (Self::Fork, 12), (Self::Resume, 60), (Self::Concede, 60)];

    /// Tries it.
    ///
    /// # Errors
    /// What doesn't hold.
    pub fn check(self, game: &mut Game, answer: &Answer, with: &mut Probes, rng: &mut Stream) -> Result<(), String> {
        let Some(decision) = game.decision().cloned() else { return Ok(()) };
        match self {
            Self::Refused => refused(game, &decision, rng),
            Self::Layers => layers_are_right(game, &mut with.scratch),
            Self::Fork => {
                game.fork_into(&mut with.scratch);
                same(game, &mut with.scratch, &mut with.other, answer, "a fork")
            }
            Self::Resume => resume(game, with, answer),
            Self::Concede => concede(game, &mut with.scratch, rng),
        }
    }
}

/// Used games to fork into, and the cards to restore games with.
#[derive(Debug)]
pub struct Probes {
    scratch: Game,
    other: Game,
    db: CardDb,
}

impl Probes {
    /// What probes of games with these cards need.
    pub fn new(game: &Game, db: &CardDb) -> Self {
        Self { scratch: game.fork(), other: game.fork(), db: db.clone() }
    }
}

fn refused(game: &mut Game, decision: &Decision, rng: &mut Stream) -> Result<(), String> {
    let places = [rng.below(9) as u16, rng.below(9) as u16, 60_000];
    let bad = [
        Answer::One(places[rng.below(3) as usize]),
        Answer::Some(places[..rng.below(4) as usize].to_vec()),
        Answer::Order(places[..rng.below(4) as usize].to_vec()),
        Answer::Distribute(vec![rng.below(5) as i32 - 1; rng.below(4) as usize]),
        Answer::Number(rng.below(30) as i32 - 5),
        Answer::Name(crate::model::ids::NameId(u64::from(rng.below(50)))),
        Answer::Cancel,
    ];
    let before = game.sync_hash();
    for answer in bad {
        if decision.check(&answer).is_ok() && !matches!(answer, Answer::Name(_)) {
            continue;
        }
        if game.submit(answer.clone()).is_ok() {
            return Err(format!("{answer:?} isn't an answer to {decision:?} and is accepted"));
        }
    }
    if game.sync_hash() != before { Err("a refused answer changed the game".to_owned()) } else { Ok(()) }
}

fn layers_are_right(game: &Game, scratch: &mut Game) -> Result<(), String> {
    // A fork has everything marked as changed, so that its first pass is a full one.
    game.fork_into(scratch);
    let before = scratch.snapshot();
    layers::refresh(scratch.world_mut());
    let after = scratch.snapshot();
    for (old, new) in before.objects.iter().zip(&after.objects) {
        if old.chars != new.chars {
            return Err(format!("a full layer pass changes {:?}: {:?} becomes {:?}", old.object, old.chars, new.chars));
        }
    }
    if let Some((old, new)) = before.effects.iter().zip(&after.effects).find(|(old, new)| old != new) {
        return Err(format!("a full layer pass changes an effect: {old:?} becomes {new:?}"));
    }
    if before.resources.effects != after.resources.effects {
        let (old, new) = (&before.resources.effects.order, &after.resources.effects.order);
        return Err(format!("a full layer pass changes which effects there are: {old:?} become {new:?}"));
    }
    Ok(())
}

/// Whether two games are in the same state, and are after the same answer. `one` stays as it is.
fn same(one: &Game, copy: &mut Game, other: &mut Game, answer: &Answer, what: &str) -> Result<(), String> {
    if one.sync_hash() != copy.sync_hash() {
        return Err(format!("{what} is in another state"));
    }
    one.fork_into(other);
    let (a, b) = (other.submit(answer.clone()), copy.submit(answer.clone()));
    if a != b || other.decision() != copy.decision() || other.sync_hash() != copy.sync_hash() {
        return Err(format!("{what} goes another way"));
    }
    Ok(())
}

fn resume(game: &Game, with: &mut Probes, answer: &Answer) -> Result<(), String> {
    let text = ron::to_string(&game.snapshot() as &dyn erased_serde::Serialize)
        .map_err(|e| format!("a snapshot can't be written: {e}"))?;
    let saved: Snapshot = ron::from_str(&text).map_err(|e| format!("a snapshot can't be read: {e}"))?;
    let mut resumed = Game::restore(&saved, &with.db).map_err(|e| format!("a snapshot can't be restored: {e}"))?;
    if resumed.position_hash() != game.position_hash() {
        return Err("a resumed game is in another position".to_owned());
    }
    same(game, &mut resumed, &mut with.other, answer, "a resumed game")
}

fn concede(game: &Game, scratch: &mut Game, rng: &mut Stream) -> Result<(), String> {
    game.fork_into(scratch);
    let seats = u32::from(game.world().part::<Players>().seats());
    scratch.concede(Seat(rng.below(seats) as u8)).map_err(|e| e.to_string())?;
    let mut incarnations = Vec::new();
    for _ in 0..30 {
        super::position(scratch, &mut incarnations).map_err(|e| format!("after somebody conceded {e}"))?;
        let Some(decision) = scratch.decision() else { return Ok(()) };
        let answer = decision.sample(rng);
        scratch.submit(answer.clone()).map_err(|e| format!("after somebody conceded {answer:?} was refused: {e}"))?;
    }
    Ok(())
}
