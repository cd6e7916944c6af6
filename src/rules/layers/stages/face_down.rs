//! Layer 1b: face-down spells and permanents (CR 613.2b, 708.2).

use crate::model::zone::Zone;
use crate::rules::layers::ctx::Ctx;
use crate::rules::layers::pass::Pass;
use crate::rules::layers::values;

/// CR 613.2b, 708.2a. After this the rows hold copiable values (613.2c): abilities that are gone from them have no
/// effects.
pub(in crate::rules::layers) fn run(ctx: &Ctx<'_>, pass: &mut Pass) {
    for row in &mut pass.rows.list {
        if !matches!(row.state.zone, Zone::Battlefield | Zone::Stack) {
            continue;
        }
        let status = ctx.status(row.object.id);
        if status.face_down {
            row.chars = values::face_down(ctx.table, status.face_down_kind, row.chars.controller);
            row.rewritten = true;
        }
    }
    let rewritten: Vec<u32> = (0..).zip(&pass.rows.list).filter(|(_, r)| r.rewritten).map(|(i, _)| i).collect();
    pass.forget_lost(&rewritten);
}
