//! Layer 1a: copy effects (CR 613.2a, 707).

use super::ApplyContext;
use crate::cards::def::{Modification, StaticEffect};
use crate::model::ids::AbilityHandle;
use crate::model::object::Characteristics;
use crate::rules::layers::ctx::Ctx;
use crate::rules::layers::pass::Pass;
use crate::rules::layers::{Copiable, copiable, plan, values};
use crate::rules::reading;

/// CR 707.2: the object has the copied values instead of its own.
pub(super) fn write(context: &ApplyContext<'_>, chars: &mut Characteristics) {
    if let Some(copied) = context.copied {
        let controller = chars.controller;
        chars.clone_from(copied);
        chars.controller = controller;
    }
}

/// CR 707.2c: a copy effect of a static ability takes the values when it first applies, for good.
pub(super) fn take(ctx: &Ctx<'_>, pass: &mut Pass, index: usize) {
    let instance = &pass.instances[index];
    if !instance.fresh && ctx.effect(instance.id).copied.is_some() {
        return;
    }
    let row = ctx.table.static_row(instance.handle);
    let StaticEffect::Affect(_, modifications) = &row.effect else { return };
    for m in modifications {
        let Modification::CopyOf(of, exceptions) = m else { continue };
        let board = pass.board(ctx);
        let bindings = plan::words(&board, instance);
        let Some(object) = reading::object(&board, &bindings, *of) else { continue };
        // Within the pass it may have become a copy of something itself.
        let before = copiable::copiable_in(ctx, object);
        let current = board.rows.find(object).and_then(|i| {
            let chars = &board.rows.list[i as usize].chars;
            let status = ctx.status(object.id);
            let same = |before: &Characteristics| {
                before == &Characteristics { controller: before.controller, ..chars.clone() }
            };
            let turned = |before: &Copiable| status.flipped || before.has_halves();
            let known = before.as_ref().is_some_and(|before| turned(before) || same(&before.chars));
            match status.face_down {
                true => Some(Copiable::plain(values::face_down(ctx.table, status.face_down_kind, chars.controller))),
                false => (!known).then(|| Copiable::plain(chars.clone())),
            }
        });
        let Some(values) = current.or(before) else { continue };
        let def = instance.handle.def;
        let granted: Vec<_> = row.granted.iter().map(|index| AbilityHandle { def, index: *index }).collect();
        let values = values.single_faced();
        let values = values.map(|chars| copiable::excepted(ctx, chars, exceptions, &granted, &bindings));
        let id = instance.id;
        pass.taken.push((id, values));
        return;
    }
}
