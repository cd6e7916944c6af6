//! Triggered mana abilities (CR 605.1b): what is added when a permanent is tapped for mana (605.4a), as far as it can be
//! foreseen.

use super::need::COLORS;
use super::offer::fixed;
use crate::cards::def::{ColorSet, Instruction, ManaProduced, TriggerEvent};
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

/// For each mana that is added for `seat` when `source` is tapped for mana, the types that it can have.
pub(super) fn added(board: &impl Board, boosts: &[Boost], seat: Seat, source: ObjectRef) -> SmallVec<[u8; 2]> {
    let mut makes = SmallVec::new();
    let table = board.table();
    for boost in boosts {
        let AbilityKind::Triggered { when: TriggerEvent::TappedForMana(what), only_if, body, .. } =
            &table.ability(boost.handle).kind
        else {
            continue;
        };
        let mut bindings = Bindings::new(boost.you, boost.this);
        if !reading::matches(board, &bindings, what, source) {
            continue;
        }
        let subject = Some(Referent::Object(source));
        bindings.event = Some(EventData { subject, moved_to: None, source: None, player: None, amount: 0 });
        let [mode] = body.modes.as_slice() else { continue };
        if !reading::holds(board, &bindings, only_if) {
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
                ManaProduced::CouldProduce(objects) => {
                    let objects = reading::objects(board, &bindings, objects);
                    let mask = objects.into_iter().fold(0, |m, o| m | could_produce(board, o));
                    if mask == 0 { SmallVec::new() } else { SmallVec::from_slice(&[mask]) }
                }
                // A choice of one colour for several mana, or one that isn't known yet.
                ManaProduced::AnyColor(_) | ManaProduced::Combination(..) | ManaProduced::ColorVar(_) => break,
            };
            for _ in 0..times {
                makes.extend(once.iter().copied());
            }
        }
    }
    makes
}
