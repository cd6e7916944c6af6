//! Layer 1b: face-down spells and permanents (CR 613.2b, 708.2).

use crate::layers::pass::{Ctx, Pass, What};
use crate::layers::values;
use crate::object::Status;
use crate::zones::Zone;

/// CR 613.2b, 708.2a. After this the rows hold copiable values (613.2c): abilities that are gone from them have no
/// effects.
pub(in crate::layers) fn run(ctx: &Ctx<'_>, pass: &mut Pass) {
    for row in &mut pass.rows.list {
        if matches!(row.zone, Zone::Battlefield | Zone::Stack) && ctx.get::<Status>(row.object.id).face_down {
            row.chars = values::face_down(row.chars.controller);
            row.rewritten = true;
        }
    }
    if !pass.rows.list.iter().any(|r| r.rewritten) {
        return;
    }
    let Pass { rows, instances, items, .. } = pass;
    for instance in instances.iter_mut() {
        let Some(key) = instance.key else { continue };
        let row = &rows.list[instance.source as usize];
        // CR 613.6: a copy effect of an ability that it overwrites goes on.
        instance.gone = row.rewritten
            && instance.started.is_none()
            && !row.chars.abilities.iter().any(|a| a.key(row.object) == key);
    }
    items.retain(|item| match item.what {
        What::Effect(i) => !instances[i as usize].gone,
        What::Counters(_) => true,
    });
}
