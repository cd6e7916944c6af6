//! What agents share that look ahead in games dealt from what they know.
//!
//! | file | what |
//! | --- | --- |
//! | `asked` | which decisions are worth a search |
//! | `answers` | which answers are tried |
//! | `alike` | what an answer is, whatever the game: options of equal objects are the same |
//! | `deals` | games dealt from what a player knows |
//! | `playout` | a few turns of greedy play, and what the position after them is worth |
//! | `line` | greedy play with some answers of the turn exchanged |
//! | `numbers` | numbers of an agent that are exchanged by name |
//! | `spare` | games that nobody searches in any more |
//! | `trials` | lines that are tried in the same deals, and which of them is ahead |

mod alike;
mod answers;
mod asked;
mod deals;
mod line;
mod numbers;
mod playout;
mod spare;
mod trials;

pub(super) use answers::{kinds_of, plays_land};
pub(super) use asked::{is_opening, is_searched};
pub(super) use deals::Deals;
pub(super) use line::{Exchange, Exchanges, Line, Moment, Pilot};
pub use numbers::BadParams;
pub(super) use numbers::{Trying, exchange};
pub(super) use playout::{LEARNED, Table, Yardstick, play_out, turn_of};
pub(super) use trials::{Trial, Tries, rank};

use crate::game::Game;
use crate::game::view::{InformationSet, NotAsked, Opening, Pool, SeatView};
use crate::model::decision::{Questions, Settings};
use crate::model::ids::DefId;
use crate::rules::state::EditGame;

/// Has nobody asked in a dealt game where greedy play lets the moment pass without a look ([`Greedy::waits`](super::Greedy::waits)):
/// playouts are the same, and over sooner.
fn ask_less(game: &mut Game) {
    game.world_mut().part_mut::<Settings>().questions = Questions::Timely;
}

/// How often an agent answers otherwise than greedily in a turn, at most: what changes nothing could go on forever.
const MOST_OTHERWISE: u32 = 40;

/// How often an agent has answered otherwise than greedily in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Otherwise {
    turn: u32,
    count: u32,
}

impl Otherwise {
    /// Whether that was as often as it may in this turn.
    pub(super) fn is_spent(&mut self, turn: u32) -> bool {
        if self.turn != turn {
            *self = Self { turn, count: 0 };
        }
        self.count >= MOST_OTHERWISE
    }

    /// Notes whether it has done so once more.
    pub(super) fn note(&mut self, is_otherwise: bool) {
        self.count += u32::from(is_otherwise);
    }
}

/// What a player knows while it searches.
#[derive(Debug)]
pub(super) struct Known(Option<InformationSet>);

impl std::ops::Deref for Known {
    type Target = InformationSet;

    fn deref(&self) -> &InformationSet {
        self.0.as_ref().expect("it is taken when this is dropped")
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(|known| spare::put(known.into_game()));
    }
}

/// What a player takes the decks to be: deck lists if it was told of them, otherwise any cards that are in use.
#[derive(Debug, Default)]
pub(super) struct Belief(Option<Pool>);

impl Belief {
    /// What everybody knows as the game begins.
    pub(super) fn begin(&mut self, opening: &Opening<'_>) {
        self.0 = Some(opening.pool());
    }

    /// What the viewer knows.
    pub(super) fn known(&mut self, view: &SeatView<'_>) -> Result<Known, NotAsked> {
        let pool = self.pool(view);
        let known = match spare::take() {
            Some(used) => InformationSet::in_place_of(used, view, pool),
            None => InformationSet::new(view, pool),
        };
        Ok(Known(Some(known?)))
    }

    /// The cards that players began with.
    fn pool(&mut self, view: &SeatView<'_>) -> &Pool {
        self.0.get_or_insert_with(|| {
            let cards: Vec<DefId> = (0..view.table().0.cards as u16).map(DefId).collect();
            Pool::any(view.seats().count(), &cards)
        })
    }
}
