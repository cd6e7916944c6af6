//! What plugins let players do with priority, beside what the rules offer.

use crate::model::decision::Choice;
use crate::model::ids::{ObjectId, Seat};
use crate::rules::mana::Means;
use crate::rules::reading::Live;
use crate::rules::state::GameWorld;
use bevy_app::App;

/// Whether a player may cast a card of the command zone.
type CanCast = fn(&Live<'_>, Seat, ObjectId) -> bool;

/// A special action (CR 116.2) that a player can take now.
type SpecialAction = fn(&Live<'_>, &Means, Seat) -> Option<Choice>;

/// What plugins let players do. No state of a game.
#[derive(Default, Debug)]
pub struct Offers {
    castable: Vec<CanCast>,
    actions: Vec<SpecialAction>,
}

impl Offers {
    /// Whether something lets a player cast a card of the command zone.
    pub(in crate::rules::legal) fn castable_from_command(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
        live.part::<Self>().castable.iter().any(|can_cast| can_cast(live, seat, id))
    }
    /// The special actions that a player can take now.
    pub(super) fn special_actions<'a>(
        live: &'a Live<'_>,
        means: &'a Means,
        seat: Seat,
    ) -> impl Iterator<Item = Choice> + 'a {
        live.part::<Self>().actions.iter().filter_map(move |action| action(live, means, seat))
    }
}

/// Adds to what players can do, while an app is built.
pub(crate) trait OffersApp {
    /// From now on players may cast such cards from the command zone.
    ///
    /// # Panics
    /// If the world has no rules yet.
    fn add_castable_from_command(&mut self, can_cast: CanCast) -> &mut Self;
    /// From now on players can take such a special action while there are cards in the command zone. The time is that of a sorcery.
    ///
    /// # Panics
    /// If the world has no rules yet.
    fn add_special_action(&mut self, action: SpecialAction) -> &mut Self;
}

fn offers(app: &mut App) -> &mut Offers {
    app.world_mut().get_part_mut::<Offers>().expect("CorePlugin comes first")
}

impl OffersApp for App {
    fn add_castable_from_command(&mut self, can_cast: CanCast) -> &mut Self {
        offers(self).castable.push(can_cast);
        self
    }
    fn add_special_action(&mut self, action: SpecialAction) -> &mut Self {
        offers(self).actions.push(action);
        self
    }
}
