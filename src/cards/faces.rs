//! How the faces of a card go together (CR 709, 710, 712, 715, 720, 722).

use super::compile::CompileError;
use super::def::{AbilityDef, CardTypes, KeywordAbility, Layout, TypeLine};
use super::table::Face;
use crate::model::object::Characteristics;

/// CR 709.5: a split card whose halves are permanents has one type line for both of them.
///
/// # Errors
/// If it has two.
pub(super) fn layout(written: Layout, first: &TypeLine, second: &TypeLine) -> Result<Layout, CompileError> {
    let permanent = |line: &TypeLine| line.types.intersects(CardTypes::PERMANENT);
    match written {
        Layout::Split if !permanent(first) && !permanent(second) => Ok(Layout::Split),
        Layout::Split if first == second => Ok(Layout::SharedTypeLine),
        Layout::Split => Err(CompileError::Unsupported("Split for permanents with two type lines")),
        // CR 722.2.
        Layout::Prepare if !permanent(first) || permanent(second) => {
            Err(CompileError::Unsupported("Prepare for anything but a permanent with an instant or sorcery"))
        }
        Layout::Meld if !permanent(first) || !permanent(second) => {
            Err(CompileError::Unsupported("Meld for anything but permanents"))
        }
        other => Ok(other),
    }
}

/// The faces of a card with this name, from those that its file writes: what it is outside the stack comes first.
pub(super) fn together(name: &str, layout: Layout, first: Face, mut second: Face) -> Vec<Face> {
    let front = &first.chars;
    match layout {
        // CR 709.4: outside the stack it is both halves.
        Layout::Split => return vec![both_halves(name, &first, &second), first, second],
        Layout::SharedTypeLine => {
            let mut both = both_halves(name, &first, &second);
            both.traits.halves = true;
            let neither = neither_half(&both);
            return vec![both, first, second, neither];
        }
        Layout::ModalDoubleFaced | Layout::Adventure | Layout::Omen | Layout::Prototype => {}
        Layout::Prepare => second.traits.prepares = true,
        // CR 202.3c: the mana value of the two together is known as they are melded.
        Layout::Meld => second.traits.components = true,
        // CR 202.3b: a back face has the mana value of the front.
        Layout::Transform => second.chars.front_value = front.mana_value(0).clamp(0, 255) as u8,
        // CR 710.1c: flipping doesn't change cost and colours.
        Layout::Flip => (second.chars.cost, second.chars.colors) = (front.cost.clone(), front.colors),
    }
    vec![first, second]
}

/// CR 718.2, 718.3b: what a card is as a prototyped spell, if it has prototype: its face with another cost, power and toughness, of
/// the colours of that cost.
pub(super) fn prototyped(abilities: &[AbilityDef], face: &Face) -> Option<Face> {
    let found = abilities.iter().find_map(|ability| match ability {
        AbilityDef::Keyword(KeywordAbility::Prototype(cost, power, toughness)) => Some((cost, *power, *toughness)),
        _ => None,
    });
    let (cost, power, toughness) = found?;
    let mut chars = face.chars.clone();
    (chars.cost, chars.colors) = (Some(cost.clone()), cost.colors());
    (chars.power, chars.toughness) = (power, toughness);
    Some(Face { name: format!("{} prototyped", face.name), chars, traits: face.traits })
}

/// CR 709.4: the combined characteristics of two halves.
fn both_halves(name: &str, left: &Face, right: &Face) -> Face {
    let (mut chars, other) = (left.chars.clone(), &right.chars);
    chars.second_name = other.name;
    chars.cost = match (&left.chars.cost, &other.cost) {
        (Some(left), Some(right)) => Some(left.combined(right)),
        (left, right) => left.as_ref().or(right.as_ref()).cloned(),
    };
    chars.colors |= other.colors;
    chars.supertypes |= other.supertypes;
    chars.types |= other.types;
    chars.subtypes = chars.subtypes.union(&other.subtypes);
    chars.keywords |= other.keywords;
    chars.restrictions |= other.restrictions;
    chars.abilities.extend(other.abilities.iter().copied());
    let mut traits = left.traits;
    traits.add(right.traits);
    Face { name: name.to_owned(), chars, traits }
}

/// CR 709.5: what a permanent with a shared type line is while both halves are locked. It has nothing but the type line.
fn neither_half(both: &Face) -> Face {
    let Characteristics { supertypes, types, subtypes, .. } = both.chars;
    let chars = Characteristics { supertypes, types, subtypes, ..Characteristics::default() };
    Face { name: both.name.clone(), chars, traits: both.traits }
}
