//! Layer 5: colour-changing effects (CR 613.1e, 105.3).

use super::foreign;
use crate::cards::def::{ColorSet, Modification};
use crate::model::object::Characteristics;
use crate::rules::layers::evaluate;

/// CR 105.3: a colour replaces the former ones unless it comes in addition.
pub(super) fn write(m: &Modification, values: &[i64], chars: &mut Characteristics) {
    match m {
        Modification::SetColors(colors) => chars.colors = colors.iter().copied().collect(),
        Modification::AddColors(colors) => chars.colors |= colors.iter().copied().collect::<ColorSet>(),
        Modification::SetColorVar(_) => {
            if let Some(color) = values.first().and_then(|v| evaluate::color(*v)) {
                chars.colors = ColorSet::only(color);
            }
        }
        Modification::AddChosenColor => {
            if let Some(color) = values.first().and_then(|v| evaluate::color(*v)) {
                chars.colors |= ColorSet::only(color);
            }
        }
        _ => foreign(m),
    }
}
