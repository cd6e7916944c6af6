//! Games that a seat may be in: what it doesn't know is dealt at random.
//!
//! An [`InformationSet`] holds a game as a seat sees it. Whatever the seat may not know is gone from it: which cards lie
//! in hands, libraries and face down, how they are numbered, what chance will bring. [`InformationSet::deal`] deals those
//! cards from a [`Pool`] and gives a full game that the seat can't tell from the true one, and in which its open
//! decision has the same options in the same places. [`determinize`] does both at once.
//!
//! What play has proven stays: cards that the seat knows, wherever they are; known places in libraries; that a card that
//! was cast face down has morph; and what the pool says isn't in a zone ([`Pool::without`]).
//!
//! | file | what |
//! | --- | --- |
//! | `pool` | the cards that players began with |
//! | `scrub` | out of a game goes what a seat may not know |
//! | `gaps` | the cards that aren't known, and which ones each of them can be |
//! | `rename` | other numbers for objects, in all state that refers to them |
//!
//! # Invariants
//! * What is dealt depends on the view, the pool and the stream alone: games that differ in nothing else than what the
//!   seat may not know give the same deals.

mod gaps;
mod pool;
mod rename;
mod scrub;

pub use pool::{Opening, Pool};

use super::SeatView;
use crate::cards::CardTable;
use crate::game::Game;
use crate::game::snapshot::invalidate;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{CopiableSource, LastKnownTable, Values};
use crate::model::rng::{GameRng, Stream};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, resolving};
use gaps::Gaps;

/// The seat isn't asked: only who makes the open decision, for themselves, knows what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seat {0} has no decision to make for itself")]
pub struct NotAsked(pub Seat);

/// A game that the seat of a view may be in, given what the players began with.
///
/// # Errors
/// If the open decision isn't one that the seat makes for itself.
pub fn determinize(view: &SeatView<'_>, pool: &Pool, rng: &mut Stream) -> Result<Game, NotAsked> {
    Ok(InformationSet::new(view, pool)?.deal(rng))
}

/// All that a seat knows at a decision, ready to deal the rest.
///
/// # Examples
/// ```
/// use dracones::game::view::{InformationSet, Pool};
/// use dracones::prelude::*;
///
/// let db = CardDb::embedded();
/// let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
/// let game = Game::new(&setup, 7, 0);
/// let asked = game.decision().unwrap().decider;
///
/// // Everybody knows the deck lists, and nobody the order of libraries.
/// let known = InformationSet::new(&game.seat_view(asked).unwrap(), &Pool::of_setup(&setup)).unwrap();
/// let mut random = Stream::new(1, 1);
/// let mut dealt = known.deal(&mut random);
/// assert_eq!(dealt.decision(), game.decision());
/// let answer = dealt.decision().unwrap().sample(&mut random);
/// dealt.submit(answer).unwrap();
/// ```
#[derive(Debug)]
pub struct InformationSet {
    /// The game without anything that the seat may not know.
    known: Game,
    /// The cards that it doesn't know.
    gaps: Gaps,
    /// Rows of last known information that follow from unknown cards, by their places, and whether characteristics do.
    remembered: Vec<(usize, ObjectId, bool)>,
    /// The objects elsewhere than on the battlefield and the stack that may show something else than is printed on them; `None`
    /// if that isn't known.
    changed: Option<Vec<ObjectRef>>,
}

impl InformationSet {
    /// What the seat of a view knows, given what the players began with.
    ///
    /// # Errors
    /// If the open decision isn't one that the seat makes for itself.
    pub fn new(view: &SeatView<'_>, pool: &Pool) -> Result<Self, NotAsked> {
        scrub::scrub(view, pool, None)
    }

    /// What the seat of a view knows, in the place of a used game. Much cheaper than [`InformationSet::new`].
    ///
    /// # Errors
    /// If the open decision isn't one that the seat makes for itself. The used game is lost then.
    pub fn in_place_of(used: Game, view: &SeatView<'_>, pool: &Pool) -> Result<Self, NotAsked> {
        scrub::scrub(view, pool, Some(used))
    }

    /// The game that the set was written into, for another one. Nothing can be played in it before that.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.known
    }

    /// A game that the seat may be in.
    #[must_use]
    pub fn deal(&self, rng: &mut Stream) -> Game {
        let mut game = self.known.fork();
        self.give_out(&mut game, rng);
        game
    }

    /// Deals into a used game. Much cheaper than [`InformationSet::deal`].
    pub fn deal_into(&self, game: &mut Game, rng: &mut Stream) {
        self.known.fork_into(game);
        self.give_out(game, rng);
    }

    /// How many cards aren't known.
    pub fn unknown(&self) -> usize {
        self.gaps.len()
    }

    fn give_out(&self, game: &mut Game, rng: &mut Stream) {
        let dealt = self.gaps.fill(rng);
        let world = game.world_mut();
        *world.part_mut::<GameRng>() = GameRng::new(rng.bits(), rng.bits());
        let table = world.part::<CardTable>().clone();
        world.with_state(|state| {
            for (gap, def) in &dealt {
                let object = state.objects.get_mut(gap.id);
                object.base = CopiableSource::Def(*def, 0);
                let owner = object.owner;
                if gap.shows_itself() {
                    state.chars.get_mut(gap.id).clone_from(table.printed(*def, owner));
                }
            }
        });
        for (place, id, whole) in &self.remembered {
            let Some((_, def)) = dealt.iter().find(|(gap, _)| gap.id == *id) else { continue };
            let row = &mut world.part_mut::<LastKnownTable>().0[*place];
            row.object.base = CopiableSource::Def(*def, 0);
            if *whole {
                row.values = Values::Printed(*def);
            }
        }
        self.gaps.mix(world, rng);
        // What was known of the game holds for other hidden cards.
        invalidate(world);
        if let Some(changed) = &self.changed {
            layers::begin_with(world, changed);
        }
        layers::refresh(world);
        resolving::guess_secret(world, rng);
        debug_assert_eq!(layers::check(world), Ok(()), "cards show something else than what is printed on them");
    }
}
