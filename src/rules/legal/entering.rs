//! What can't enter the battlefield (CR 614.17d).

use crate::cards::CardTable;
use crate::cards::def::{Rule, StaticEffect};
use crate::model::continuous::ActiveRules;
use crate::model::ids::ObjectRef;
use crate::model::object::FaceDown;
use crate::rules::legal::Proposed;
use crate::rules::reading::{self, Board, Live, values};
use crate::rules::slots;
use crate::rules::state::ReadGame;

/// CR 614.17d: whether a rule keeps an object where it is from entering the battlefield. `down`: it would enter face down, and is
/// judged as what it would be then (708.2).
pub(crate) fn kept_out(world: &impl ReadGame, object: ObjectRef, down: Option<FaceDown>) -> bool {
    let rules = &world.part::<ActiveRules>().rules;
    if rules.is_empty() {
        return false;
    }
    let (table, live) = (world.part::<CardTable>(), Live::new(world));
    let card = live.object(object.id);
    let zone = card.zone.kind();
    let turned = down.map(|down| Proposed::in_place(live, object.id, values::face_down(table, down, card.owner)));
    rules.iter().any(|row| match &table.static_row(row.handle).effect {
        StaticEffect::Rule(Rule::CantEnter { what, from }) if from.contains(&zone) => {
            let bindings = &slots::effect(world, row.effect).bindings;
            match &turned {
                Some(board) => reading::matches(board, bindings, what, object),
                None => reading::matches(&live, bindings, what, object),
            }
        }
        _ => false,
    })
}
