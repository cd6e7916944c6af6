//! What agents share that look ahead in games dealt from what they know.
//!
//! | file | what |
//! | --- | --- |
//! | `asked` | which decisions are worth a search |
//! | `answers` | which answers are tried |
//! | `alike` | what an answer is, whatever the game: options of equal objects are the same |
//! | `playout` | a few turns of greedy play, and what the position after them is worth |

mod alike;
mod answers;
mod asked;
mod playout;

pub(super) use answers::{candidates, kinds_of};
pub(super) use asked::{is_decisive, is_opening, is_searched};
pub(super) use playout::{Table, play_out, turn_of, worth};

use crate::game::Game;
use crate::game::view::{InformationSet, NotAsked, Opening, Pool, SeatView};
use crate::model::decision::{Questions, Settings};
use crate::model::ids::DefId;
use crate::rules::state::EditGame;

/// Has nobody asked in a dealt game where greedy play lets the moment pass without a look ([`Greedy::waits`](super::Greedy::waits)):
/// playouts are the same, and over sooner.
pub(super) fn ask_less(game: &mut Game) {
    game.world_mut().part_mut::<Settings>().questions = Questions::Timely;
}

/// What a player takes the decks to be: deck lists if it was told of them, otherwise any cards that are in use.
#[derive(Debug, Default)]
pub(super) struct Belief(Option<Pool>);

impl Belief {
    /// What everybody knows as the game begins.
    pub(super) fn begin(&mut self, opening: &Opening<'_>) {
        self.0 = Some(opening.pool());
    }

    /// What the viewer knows, in the place of what it knew before.
    pub(super) fn known(
        &mut self,
        view: &SeatView<'_>,
        used: Option<InformationSet>,
    ) -> Result<InformationSet, NotAsked> {
        let pool = self.pool(view);
        match used {
            Some(used) => InformationSet::in_place_of(used, view, pool),
            None => InformationSet::new(view, pool),
        }
    }

    /// The cards that players began with.
    fn pool(&mut self, view: &SeatView<'_>) -> &Pool {
        self.0.get_or_insert_with(|| {
            let cards: Vec<DefId> = (0..view.table().0.cards as u16).map(DefId).collect();
            Pool::any(view.seats().count(), &cards)
        })
    }
}
