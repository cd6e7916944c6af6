//! Rules with parameters that hold for one object (CR 613.11).

use crate::cards::CardTable;
use crate::cards::def::{Modification, ObjectRule, StaticEffect};
use crate::model::bindings::Bindings;
use crate::model::continuous::ActiveRules;
use crate::model::ids::ObjectId;
use crate::model::object::{Characteristics, Restrictions};
use crate::rules::slots;
use crate::rules::state::ReadGame;

/// The rules for an object that its [`Restrictions`] don't tell, with what their words refer to. The layers must be up
/// to date.
pub(super) fn rules_of(world: &impl ReadGame, id: ObjectId) -> impl Iterator<Item = (&ObjectRule, &Bindings)> {
    let chars = world.row::<Characteristics>(id);
    let other = chars.restrictions.contains(Restrictions::OTHER);
    let table = world.part::<CardTable>();
    let rows: &[_] = if other { &world.part::<ActiveRules>().objects } else { &[] };
    rows.iter().filter(move |(object, ..)| *object == id).filter_map(move |(_, row, which)| {
        let StaticEffect::Affect(_, modifications) = &table.static_row(row.handle).effect else { return None };
        match modifications.get(usize::from(*which))? {
            Modification::Rule(rule) => Some((rule, &slots::effect(world, row.effect).bindings)),
            _ => None,
        }
    })
}
