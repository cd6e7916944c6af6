//! What can't enter the battlefield (CR 614.17d).

use crate::cards::CardTable;
use crate::cards::def::{Entry, Rule, StaticEffect, ZoneKind};
use crate::model::continuous::ActiveRules;
use crate::model::decision::CastMethod;
use crate::model::event::Enter;
use crate::model::ids::ObjectRef;
use crate::model::object::{CopiableSource, FaceDown};
use crate::rules::legal::{Proposed, face_chars};
use crate::rules::reading::{self, Board, Live, values};
use crate::rules::slots;
use crate::rules::state::ReadGame;

/// How something would enter the battlefield: by that it is judged.
#[derive(Clone, Copy)]
pub(crate) enum EntersLike {
    /// With one of its faces up, counted from 0.
    Face(u8),
    /// Face down (CR 708.2).
    Down(FaceDown),
}

impl EntersLike {
    /// As an instruction says.
    pub(crate) fn by(entry: &Entry) -> Self {
        if entry.is_face_down() { Self::Down(entry.into()) } else { Self::Face(entry.face()) }
    }
    /// As a change of zones says.
    pub(crate) fn of(enter: &Enter) -> Self {
        if enter.face_down { Self::Down(enter.down) } else { Self::Face(enter.face) }
    }
}

/// CR 614.17d: whether a rule keeps an object where it is from entering the battlefield.
pub(crate) fn kept_out(world: &impl ReadGame, object: ObjectRef, like: EntersLike) -> bool {
    let rules = &world.part::<ActiveRules>().rules;
    if rules.is_empty() {
        return false;
    }
    let (table, live) = (world.part::<CardTable>(), Live::new(world));
    let card = live.object(object.id);
    let zone = card.zone.kind();
    let other = match (like, card.base) {
        (EntersLike::Down(down), _) => Some(values::face_down(table, down, card.owner)),
        (EntersLike::Face(face), CopiableSource::Def(_, own)) if own != face && zone != ZoneKind::Stack => {
            let way = CastMethod { face, ..CastMethod::default() };
            Some(face_chars(&live, object.id, way).into_owned())
        }
        _ => None,
    };
    let turned = other.map(|chars| Proposed::in_place(live, object.id, chars));
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
