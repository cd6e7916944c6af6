//! Values in words, as scenario files have them.

use super::names::Labels;
use crate::cards::check;
use crate::cards::def::{ColorSet, KeywordSet, ManaType};
use crate::model::ids::{Referent, Seat};
use crate::model::mana::ManaPool;
use crate::model::object::Characteristics;
use bevy_ecs::prelude::*;
use erased_serde::Serialize;

/// A term of a file, in a line.
pub(super) fn terms(value: &dyn Serialize) -> String {
    let config = ron::ser::PrettyConfig::new().depth_limit(0).struct_names(true).new_line("");
    check::options().to_string_pretty(value, config).unwrap_or_else(|error| format!("({error})"))
}

/// A player: `P1`.
pub(super) fn seat(seat: Seat) -> String {
    format!("P{}", seat.0 + 1)
}

/// A player or an object, by label or name.
pub(super) fn referent(world: &World, labels: &Labels, what: Referent) -> String {
    match what {
        Referent::Player(who) => seat(who),
        Referent::Object(object) => labels.word(world, object.id),
    }
}

/// Power and toughness.
pub(super) fn pt(chars: &Characteristics) -> String {
    if chars.has_pt { format!("{}/{}", chars.power, chars.toughness) } else { "none".to_owned() }
}

/// Colours.
pub(super) fn colors(set: ColorSet) -> Vec<String> {
    set.colors().map(|c| format!("{c:?}")).collect()
}

/// Keywords without parameters.
pub(super) fn keywords(set: KeywordSet) -> Vec<String> {
    set.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect()
}

/// The mana of a pool: `{R}{R}`.
pub(super) fn pool(pool: &ManaPool) -> String {
    let one = |m: ManaType| format!("{{{}}}", m.letter()).repeat(usize::from(pool.amount[m as usize]));
    ManaType::ALL.map(one).concat()
}

/// A list, or that there is nothing.
pub(super) fn list(words: &[String]) -> String {
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}
