//! Planechase (CR 311, 901): the planar deck, the planar die, planeswalking, chaos.
//!
//! Planes lie in the command zone all the time (311.2). A player's planar deck are their face-down planes there, in the
//! order of that zone: its top is last. Face up, a plane is controlled by whose turn it is (311.5).
//!
//! | rule | where it applies |
//! | --- | --- |
//! | 113.6p, 901.7: abilities function in the command zone | `cards::compile` |
//! | 311.2: it stays there | `stays` |
//! | 311.5: whose it is | `reading::values` |
//! | 701.31, 901.11: planeswalking | `away`, `top`, `Instruction::Planeswalk` |
//! | 901.8, 901.9: the die, a special action | `may_roll`, `begin`, `roll` |

use crate::cards::CardTable;
use crate::cards::def::{CardTypes, Cost, CostPart, ManaCost, ManaSymbol};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, CastTask, TotalCost};
use crate::model::event::{Cause, Event, Place};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::object::Characteristics;
use crate::model::player::Players;
use crate::model::rng::{FixedOutcomes, GameRng, PlanarFace};
use crate::model::task::{Return, Task};
use crate::model::zone::{Move, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::events::record;
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use crate::rules::{casting, triggers};

/// CR 311.2, 314.2: what stays in the command zone whatever would move it.
pub(crate) fn stays(chars: &Characteristics) -> bool {
    chars.is(CardTypes::PLANE.union(CardTypes::SCHEME))
}

/// The cards of a type in the command zone, oldest first, with whether they lie face down.
fn cards<'a>(board: &'a impl Board, kind: CardTypes) -> impl Iterator<Item = (ObjectId, bool)> + 'a {
    let is = move |id: &ObjectId| match board.object(*id).base {
        crate::model::object::CopiableSource::Def(def, face) => {
            board.table().def(def).faces.get(usize::from(face)).is_some_and(|f| f.chars.is(kind))
        }
        crate::model::object::CopiableSource::Interned(_) => false,
    };
    let list = board.zones().command.iter().copied().filter(is);
    list.map(|id| (id, board.status(id).face_down))
}

/// Whether there are cards of a type in the command zone.
pub(super) fn has_cards(board: &impl Board, kind: CardTypes) -> bool {
    cards(board, kind).next().is_some()
}

/// The top card of a player's deck of that type.
pub(crate) fn top(board: &impl Board, kind: CardTypes, seat: Seat) -> Option<ObjectRef> {
    let own = cards(board, kind).filter(|(id, down)| *down && board.object(*id).owner == seat);
    own.last().map(|(id, _)| board.object(id).reference())
}

/// The face-up cards of a type.
pub(crate) fn face_up(board: &impl Board, kind: CardTypes) -> Vec<ObjectRef> {
    cards(board, kind).filter(|(_, down)| !down).map(|(id, _)| board.object(id).reference()).collect()
}

/// CR 701.31b, 314.6: the event that turns a card face down and puts it on the bottom of its owner's deck.
pub(crate) fn away(object: ObjectRef) -> Event {
    let request = Move::plain(object, Zone::Command, Cause::Effect);
    request.with_place(Place::Bottom).with_face_down(SeatSet::NONE).into()
}

/// CR 901.9: the cost of rolling the die once more this turn.
fn cost(board: &impl Board, seat: Seat) -> Cost {
    let rolls = board.players().get(seat).planar_rolls.min(u32::from(u8::MAX)) as u8;
    Cost(vec![CostPart::Mana(ManaCost([ManaSymbol::Generic(rolls)].into_iter().collect()))])
}

/// CR 901.9: whether a player may roll the planar die now. The time is that of a sorcery.
pub(crate) fn may_roll(live: &Live<'_>, means: &Means, seat: Seat) -> bool {
    if live.zones().command.is_empty() || face_up(live, CardTypes::PLANE).is_empty() {
        return false;
    }
    let bindings = Bindings::new(seat, ObjectRef::NONE);
    let mut total = TotalCost::default();
    total.add(live, &bindings, &cost(live, seat).0);
    crate::rules::legal::sorcery_time(live, seat)
        && crate::rules::legal::payable(live, means, &bindings, &total, AlternatePayment::default())
}

/// CR 901.9: the cost is paid, then the die is rolled.
pub(crate) fn begin(world: &mut impl EditGame, seat: Seat) -> Flow {
    let cost = cost(&Live::new(world), seat);
    push(world, Task::Cast(Box::new(CastTask::PlanarDie { seat, paid: true })));
    casting::pay(world, seat, ObjectRef::NONE, &cost, &Bindings::new(seat, ObjectRef::NONE));
    Flow::Continue
}

/// Continues after the payment.
pub(crate) fn paid(world: &mut impl EditGame, seat: Seat) -> Flow {
    if Returned::to_me(world) == Some(Return::Paid(true)) {
        let players = world.part_mut::<Players>();
        let player = players.get_mut(seat);
        player.planar_rolls = player.planar_rolls.saturating_add(1);
        roll(world, seat);
    }
    Flow::Continue
}

/// CR 901.9a-c: rolls the planar die.
pub(crate) fn roll(world: &mut impl EditGame, seat: Seat) {
    let by_chance = world.part_mut::<GameRng>().below(6);
    let fixed = world.part_mut::<FixedOutcomes>().faces.pop_front();
    let face = fixed.unwrap_or(match by_chance {
        0 => PlanarFace::Planeswalk,
        1 => PlanarFace::Chaos,
        _ => PlanarFace::Blank,
    });
    match face {
        PlanarFace::Blank => {}
        PlanarFace::Chaos => record(world, &[Fact::ChaosEnsued { seat }]),
        PlanarFace::Planeswalk => {
            // CR 901.8.
            let handle = world.part::<CardTable>().0.planeswalking;
            triggers::without_source(world, seat, handle);
        }
    }
}
