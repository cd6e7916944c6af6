//! Layer 7: power and toughness (CR 613.1g, 613.4).

use super::foreign;
use crate::cards::def::Modification;
use crate::model::object::Characteristics;

/// CR 613.4a-d. Numbers that would leave the range of the type stay at its end.
pub(super) fn write(m: &Modification, values: &[i64], chars: &mut Characteristics) {
    let number = |i: usize| values[i] as i32;
    match m {
        Modification::SetPT(..) => (chars.power, chars.toughness) = (number(0), number(1)),
        Modification::SetPower(_) => chars.power = number(0),
        Modification::SetToughness(_) => chars.toughness = number(0),
        Modification::ModifyPT(..) => add(chars, number(0), number(1)),
        Modification::SwitchPT => {
            let base = (chars.base_power(), chars.base_toughness());
            std::mem::swap(&mut chars.power, &mut chars.toughness);
            // CR 208.4b: what switches them sets neither of them.
            chars.beyond_base = (chars.power.saturating_sub(base.0), chars.toughness.saturating_sub(base.1));
        }
        _ => foreign(m),
    }
}

/// CR 122.1a.
pub(super) fn counters(power: i8, toughness: i8, count: u32, chars: &mut Characteristics) {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    add(chars, count.saturating_mul(power.into()), count.saturating_mul(toughness.into()));
}

fn add(chars: &mut Characteristics, power: i32, toughness: i32) {
    let (more_power, more_toughness) = &mut chars.beyond_base;
    *more_power = more_power.saturating_add(power);
    *more_toughness = more_toughness.saturating_add(toughness);
    chars.power = chars.power.saturating_add(power);
    chars.toughness = chars.toughness.saturating_add(toughness);
}
