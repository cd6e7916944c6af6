//! What can't be done yet, for the compiler to refuse.

use crate::cards::def::{CardDef, CardTypes, Filter, Modification, StaticEffect, TokenDef, TriggerEvent, TypeLine};
use derive_visitor::{DriveMut, visitor_enter_fn_mut};

/// The name of a term that only the dungeons of the game itself have (CR 309), if a card has one: a dungeon of one's own would
/// never be ventured into.
pub(super) fn of_dungeons(card: &CardDef) -> Option<&'static str> {
    let is_dungeon = |types: &TypeLine| types.types.contains(CardTypes::DUNGEON);
    let mut dungeon = is_dungeon(&card.types) || card.other.iter().any(|(_, face)| is_dungeon(&face.types));
    let mut room = false;
    let others = card.other.iter().flat_map(|(_, face)| &face.abilities);
    for mut ability in card.abilities.iter().chain(others).cloned() {
        ability.drive_mut(&mut visitor_enter_fn_mut(|token: &mut TokenDef| dungeon |= is_dungeon(&token.types)));
        ability.drive_mut(&mut visitor_enter_fn_mut(|event: &mut TriggerEvent| {
            room |= matches!(event, TriggerEvent::EntersRoom { .. });
        }));
    }
    if dungeon { Some("the card type Dungeon") } else { room.then_some("EntersRoom") }
}

/// The name of a term that can't be applied yet, if the modification is one.
pub fn unsupported(m: &Modification) -> Option<&'static str> {
    match m {
        Modification::CopyOf(_, exceptions) => exceptions.iter().find_map(unsupported_exception),
        _ => None,
    }
}

/// Whether an effect asks which creatures are goaded: that is known after all characteristics only (CR 613.11).
pub(super) fn asks_goaded(effect: &StaticEffect) -> bool {
    let mut found = false;
    effect.clone().drive_mut(&mut visitor_enter_fn_mut(|filter: &mut Filter| found |= *filter == Filter::Goaded));
    found
}

/// The name of a term that can't be an exception of a copy effect (CR 707.9), if the modification is one.
pub fn unsupported_exception(m: &Modification) -> Option<&'static str> {
    use Modification as M;
    match m {
        M::CopyOf(..) => Some("CopyOf inside CopyOf"),
        M::ChangeWord(..) => Some("ChangeWord inside CopyOf"),
        M::FullText(..) => Some("FullText inside CopyOf"),
        M::Control(_) => Some("Control inside CopyOf"),
        M::ProtectionFromColorVar(_) => Some("ProtectionFromColorVar inside CopyOf"),
        M::GainActivatedOf(_) => Some("GainActivatedOf inside CopyOf"),
        M::Rule(_) => Some("Rule inside CopyOf"),
        M::SwitchPT => Some("SwitchPT inside CopyOf"),
        other => unsupported(other),
    }
}
