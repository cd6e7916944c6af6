//! Cards that are revealed as they are drawn (CR 121.9, 702.94).

use super::run::BatchFlow;
use super::{propose, record};
use crate::cards::def::TriggerEvent;
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Agenda;
use crate::model::decision::{Decision, Prompt, Shape};
use crate::model::event::{Batch, BatchOption, BatchPhase, Event};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, ObjectRef, Referent, Seat};
use crate::model::object::Status;
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 702.94a: whether the card that has just been drawn, if it is the first one this turn, may be revealed is looked at as soon
/// as it is known what it is like in the hand.
pub(super) fn first(world: &impl ReadGame, batch: &mut Batch, i: usize) -> Option<BatchFlow> {
    if !world.part::<CardTable>().0.traits.reveals_drawn {
        return None;
    }
    let Some(Event::Draw { seat }) = batch.events[i].event else { return None };
    let place = batch.events[i].place;
    let (_, card) = *batch.result.objects.last().filter(|(of, _)| *of == place)?;
    if world.part::<Players>().get(seat).drawn_this_turn == 1 {
        look_at(batch, card);
    }
    Some(BatchFlow::Go)
}

fn look_at(batch: &mut Batch, card: ObjectRef) {
    batch.options = vec![BatchOption::To(Referent::Object(card)), BatchOption::Ability(0)];
    batch.phase = BatchPhase::Drawn;
}

/// Offers the reveal of cards that were drawn while something was being cast or activated (CR 121.8), one after the other.
pub(crate) fn offer_to_reveal(world: &mut impl EditGame, cards: Vec<ObjectRef>) {
    for card in cards.into_iter().rev() {
        let mut batch = Batch { drawing: true, ..Batch::default() };
        look_at(&mut batch, card);
        propose(world, batch);
    }
}

/// The card, and the place of the next ability of it by which it may be revealed.
fn pending(options: &[BatchOption]) -> Option<(ObjectRef, usize)> {
    match options {
        [BatchOption::To(Referent::Object(card)), BatchOption::Ability(next)] => Some((*card, usize::from(*next))),
        _ => None,
    }
}

/// CR 702.94a: asks the player who has drawn the card, for each ability that permits it, whether they reveal it. The layers are up
/// to date.
pub(super) fn offer(world: &mut impl EditGame, batch: &mut Batch) -> BatchFlow {
    let asked = pending(&batch.options).and_then(|(card, next)| {
        if lies_unseen(world, card) {
            // CR 121.8: it is revealed once the spell is cast or the ability activated.
            let casting = world.part_mut::<Agenda>().transactions_mut().find(|cast| cast.undo.unseen.contains(&card));
            if let Some(cast) = casting {
                cast.undo.first.push(card);
            }
            return None;
        }
        let seat = drawer(world, card)?;
        permissions(world, card).nth(next).map(|_| (seat, card, next))
    });
    let Some((seat, card, next)) = asked else {
        batch.options.clear();
        batch.phase = BatchPhase::Replace;
        return BatchFlow::Go;
    };
    batch.phase = BatchPhase::Revealing;
    BatchFlow::ask(Decision::new(seat, Prompt::RevealDrawn(card, next as u16), Shape::Confirm))
}

/// Takes the answer; then the next ability is looked at.
pub(super) fn answered(world: &mut impl EditGame, batch: &mut Batch, options: Vec<BatchOption>, reveals: bool) {
    batch.phase = BatchPhase::Drawn;
    batch.options = options;
    let Some((card, next)) = pending(&batch.options) else { return };
    if let Some(BatchOption::Ability(n)) = batch.options.last_mut() {
        *n += 1;
    }
    let key = permissions(world, card).nth(next);
    if let Some(key) = key.filter(|_| reveals) {
        // CR 702.94b, 701.20a: what all have seen they know as long as it is there.
        crate::rules::resolving::reveal(world, &[card]);
        record::note(world, &[Fact::RevealedAsDrawn { card, key }], None);
    }
}

/// The player in whose hand the card still is.
fn drawer(world: &impl ReadGame, card: ObjectRef) -> Option<Seat> {
    let board = Live::new(world);
    match board.is_current(card).then(|| board.object(card.id).zone) {
        Some(Zone::Hand(seat)) => Some(seat),
        _ => None,
    }
}

fn lies_unseen(world: &impl ReadGame, card: ObjectRef) -> bool {
    Live::new(world).is_current(card) && world.row::<Status>(card.id).face_down
}

/// The triggered abilities of the card that are linked to a permission to reveal it, each of which is another ability.
fn permissions(world: &impl ReadGame, card: ObjectRef) -> impl Iterator<Item = AbilityKey> {
    let table = world.part::<CardTable>();
    let board = Live::new(world);
    let permits =
        |kind: &AbilityKind| matches!(kind, AbilityKind::Triggered { when: TriggerEvent::RevealedAsDrawn, .. });
    let abilities = if board.is_current(card) { &board.chars(card.id).abilities[..] } else { &[] };
    let found: Vec<AbilityKey> = abilities
        .iter()
        .filter(|instance| permits(&table.ability(instance.handle).kind))
        .map(|instance| instance.key(card))
        .collect();
    found.into_iter()
}
