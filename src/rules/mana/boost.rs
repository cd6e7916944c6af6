//! Triggered mana abilities (CR 605.1b): what is added when a permanent is tapped for mana (605.4a), as far as it can be
//! foreseen.

use super::foreseen::fixed;
use super::need::COLORS;
use super::offer::Offer;
use super::producible::{colors_among, types};
use crate::cards::def::{ColorSet, Filter, Instruction, ManaProduced, Obj, TriggerEvent};
use crate::cards::{AbilityKind, Op, Traits};
use crate::model::bindings::{Bindings, EventData};
use crate::model::commander;
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, Referent, Seat};
use crate::rules::mana::could_produce;
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;

/// An ability that adds mana when something is tapped for mana.
pub(super) struct Boost {
    handle: AbilityHandle,
    this: ObjectRef,
    you: Seat,
}

/// How much mana is foreseen of one instruction, at most.
const MOST: i32 = 16;

/// All such abilities on the battlefield.
pub(super) fn boosts(board: &impl Board) -> SmallVec<[Boost; 2]> {
    let mut all = SmallVec::new();
    let table = board.table();
    if !table.0.traits.boosts_mana {
        return all;
    }
    for &id in board.zones().battlefield.iter().filter(|id| !board.status(**id).phased_out) {
        let chars = board.chars(id);
        for instance in &chars.abilities {
            let ability = table.ability(instance.handle);
            if matches!(ability.kind, AbilityKind::Triggered { is_mana: true, .. })
                && ability.zones & Traits::bit(crate::cards::def::ZoneKind::Battlefield) != 0
            {
                all.push(Boost { handle: instance.handle, this: board.object(id).reference(), you: chars.controller });
            }
        }
    }
    all
}

/// Whether one of the abilities adds mana of a type that was produced, so that it matters which that is.
fn follow_type(board: &impl Board, boosts: &[Boost]) -> bool {
    let table = board.table();
    boosts.iter().any(|boost| {
        let AbilityKind::Triggered { body, .. } = &table.ability(boost.handle).kind else { return false };
        body.modes.iter().any(|mode| {
            let program = table.program(ProgramHandle { def: boost.handle.def, index: mode.program });
            program.iter().any(|op| {
                matches!(op, Op::Do(effect)
                    if matches!(**effect, Instruction::AddMana { mana: ManaProduced::TypeProduced, .. }))
            })
        })
    })
}

/// An offer becomes no more offers than these.
const MOST_WAYS: usize = 32;

/// For each choice of types that the mana of an offer has an offer without that choice: the first [`MOST_WAYS`] of them.
fn by_type(offer: &Offer) -> SmallVec<[Offer; 1]> {
    type Makes = SmallVec<[u8; 4]>;
    let mut ways: SmallVec<[Makes; 1]> = SmallVec::from_elem(SmallVec::new(), 1);
    for types in &offer.makes {
        let mut more: SmallVec<[Makes; 1]> = SmallVec::new();
        for bit in (0..6).map(|i| 1u8 << i).filter(|bit| types & bit != 0) {
            for before in &ways {
                let mut way = before.clone();
                way.push(bit);
                // In which order they come makes no difference.
                way.sort_unstable();
                if more.len() < MOST_WAYS && !more.contains(&way) {
                    more.push(way);
                }
            }
        }
        ways = more;
    }
    ways.into_iter().map(|makes| Offer { makes, ..offer.clone() }).collect()
}

/// Adds what triggered mana abilities add to the offers of a source, those from `first` on. Where that is of a type that is produced,
/// each choice of types of an offer becomes an offer of its own.
pub(super) fn boost(
    board: &impl Board,
    boosts: &[Boost],
    (seat, source): (Seat, ObjectRef),
    offers: &mut Vec<Offer>,
    first: usize,
) {
    if follow_type(board, boosts) {
        for offer in offers.split_off(first) {
            if offer.tap {
                offers.extend(by_type(&offer));
            } else {
                offers.push(offer);
            }
        }
    }
    for offer in offers[first..].iter_mut().filter(|o| o.tap) {
        let types = offer.makes.iter().fold(0, |all, mask| all | mask);
        let added = added(board, boosts, seat, (source, types));
        offer.added = added.len() as u8;
        offer.makes.extend(added);
    }
}

/// For each mana that is added for `seat` when `source` is tapped for mana and produces mana of these types, a mask, the types
/// that it can have.
fn added(
    board: &impl Board,
    boosts: &[Boost],
    seat: Seat,
    (source, makes_types): (ObjectRef, u8),
) -> SmallVec<[u8; 2]> {
    let mut makes = SmallVec::new();
    let table = board.table();
    for boost in boosts {
        let AbilityKind::Triggered { when: TriggerEvent::TappedForMana(what), provided, only_if, body, .. } =
            &table.ability(boost.handle).kind
        else {
            continue;
        };
        let mut bindings = Bindings::new(boost.you, boost.this);
        if !reading::matches(board, &bindings, what, source) {
            continue;
        }
        let subject = Some(Referent::Object(source));
        bindings.event = Some(EventData { subject, mana: makes_types, ..EventData::default() });
        let [mode] = body.modes.as_slice() else { continue };
        if ![provided, only_if].into_iter().all(|condition| reading::holds(board, &bindings, condition)) {
            continue;
        }
        let program = table.program(ProgramHandle { def: boost.handle.def, index: mode.program });
        for op in program {
            let Op::Do(effect) = op else { break };
            let Instruction::AddMana { who, mana, times, only, .. } = &**effect else { break };
            // What can't be spent on everything is left to the player.
            if !only.is_empty() {
                break;
            }
            if reading::seats(board, &bindings, *who).as_slice() != [seat] {
                continue;
            }
            let times = reading::value(board, &bindings, times).clamp(0, MOST) as usize;
            let once: SmallVec<[u8; 4]> = match mana {
                ManaProduced::Fixed(cost) => fixed(cost),
                ManaProduced::OneOf(colors) => {
                    SmallVec::from_slice(&[colors.iter().copied().collect::<ColorSet>().bits()])
                }
                ManaProduced::AnyColor(n) if reading::value(board, &bindings, n) == 1 => {
                    SmallVec::from_slice(&[COLORS])
                }
                ManaProduced::ChosenColor(or) => {
                    let mask = or.iter().copied().collect::<ColorSet>().bits();
                    match mask | super::producible::chosen(board, &bindings) {
                        0 => SmallVec::new(),
                        mask => SmallVec::from_slice(&[mask]),
                    }
                }
                ManaProduced::CommanderColor => match commander::identity(board.players(), boost.you).bits() {
                    0 => SmallVec::new(),
                    mask => SmallVec::from_slice(&[mask]),
                },
                ManaProduced::CouldProduce(n, objects) if reading::value(board, &bindings, n) == 1 => {
                    let objects = reading::objects(board, &bindings, objects);
                    let mask = objects.into_iter().fold(0, |m, o| m | could_produce(board, o));
                    if mask == 0 { SmallVec::new() } else { SmallVec::from_slice(&[mask]) }
                }
                ManaProduced::CouldProduceColor(objects) => {
                    let objects = reading::objects(board, &bindings, objects);
                    let mask = COLORS & objects.into_iter().fold(0, |m, o| m | could_produce(board, o));
                    if mask == 0 { SmallVec::new() } else { SmallVec::from_slice(&[mask]) }
                }
                ManaProduced::AnyColorAmong(group) => match colors_among(board, &bindings, group) {
                    0 => SmallVec::new(),
                    mask => SmallVec::from_slice(&[mask]),
                },
                ManaProduced::EachColorAmong(group) => {
                    types(colors_among(board, &bindings, group)).iter().map(|mana| mana.bit()).collect()
                }
                ManaProduced::TypeProduced if makes_types == 0 => SmallVec::new(),
                ManaProduced::TypeProduced => SmallVec::from_slice(&[makes_types]),
                ManaProduced::AnyColor(n) | ManaProduced::CouldProduce(n, _)
                    if reading::value(board, &bindings, n) <= 0 =>
                {
                    SmallVec::new()
                }
                // A choice of one colour or type for several mana, or one that isn't known yet.
                ManaProduced::AnyColor(_)
                | ManaProduced::Combination(..)
                | ManaProduced::CouldProduce(..)
                | ManaProduced::ColorVar(_) => break,
            };
            for _ in 0..times {
                makes.extend(once.iter().copied());
            }
        }
    }
    makes
}

/// Whether the object itself suffers when it becomes tapped: an ability of its own that triggers on that.
pub(super) fn hurts_when_tapped(board: &impl Board, object: ObjectRef) -> bool {
    let about_itself = |f: &Filter| matches!(f, Filter::Is(Obj::This));
    board.chars(object.id).abilities.iter().any(|a| {
        matches!(
            &board.table().ability(a.handle).kind,
            AbilityKind::Triggered { when: TriggerEvent::BecomesTapped(f) | TriggerEvent::TappedForMana(f), is_mana: false, .. }
                if about_itself(f)
        )
    })
}
