//! What words for objects mean that don't say of which sort those are (CR 109.2).

use super::Board;
use crate::cards::def::{CardTypes, Filter};
use crate::model::ids::ObjectRef;
use crate::model::zone::Zone;

/// CR 109.2: whether an object is of the sort that words for targets mean: a permanent, unless they say of spells, cards, a zone or a
/// certain object what they mean.
pub(crate) fn is_meant(board: &impl Board, what: &Filter, object: ObjectRef) -> bool {
    fn says_where(filter: &Filter) -> bool {
        match filter {
            Filter::Spell
            | Filter::Card
            | Filter::Zone(_)
            | Filter::IsAbility(_)
            | Filter::IsKeyword(_)
            | Filter::AbilityOf(_)
            | Filter::In(_)
            | Filter::Is(_) => true,
            Filter::And(parts) | Filter::Or(parts) => parts.iter().any(says_where),
            Filter::Not(part) => !matches!(**part, Filter::Is(_)) && says_where(part),
            _ => false,
        }
    }
    says_where(what) || board.view(object).is_some_and(|view| view.object.zone == Zone::Battlefield)
}

/// CR 109.2: whether an object is of the sort that words for sources of damage mean. Where they name a card type or subtype that
/// permanents have, that is a permanent, as for targets; "a source you control" is any object.
pub(crate) fn is_meant_source(board: &impl Board, what: &Filter, object: ObjectRef) -> bool {
    fn names_type(filter: &Filter) -> bool {
        match filter {
            Filter::Type(types) => types.intersects(CardTypes::PERMANENT),
            Filter::Subtype(_) => true,
            Filter::And(parts) | Filter::Or(parts) => parts.iter().any(names_type),
            _ => false,
        }
    }
    !names_type(what) || is_meant(board, what, object)
}
