//! Layer 3: text-changing effects (CR 613.1c, 612).

use super::{foreign, types};
use crate::cards::def::{Color, Modification, Subtype};
use crate::cards::{CardTable, Reworded, TextWord};
use crate::model::bindings::Value;
use crate::model::ids::{NameId, Origin};
use crate::model::object::Characteristics;

/// A word as a value of a plan.
pub(in crate::rules::layers) fn pack(word: Option<&Value>) -> i64 {
    match word {
        Some(Value::Color(color)) => *color as i64,
        Some(Value::Subtype(subtype)) => i64::from(subtype.0) + FIRST_SUBTYPE,
        _ => -1,
    }
}

/// Values below are colours.
const FIRST_SUBTYPE: i64 = 16;

fn unpack(value: i64) -> Option<TextWord> {
    if value >= FIRST_SUBTYPE {
        return u16::try_from(value - FIRST_SUBTYPE).ok().map(|n| TextWord::Subtype(Subtype(n)));
    }
    usize::try_from(value).ok().and_then(|i| Color::ALL.get(i)).map(|c| TextWord::Color(*c))
}

/// The word that goes and the one that comes.
fn change(values: &[i64]) -> Option<(TextWord, TextWord)> {
    let [old, new] = values else { return None };
    unpack(*old).zip(unpack(*new)).filter(|(old, new)| old != new)
}

/// CR 612.3: the definitions of the abilities in the object's own text; what effects have granted stays.
fn own<'a>(chars: &'a Characteristics, words: (TextWord, TextWord)) -> impl Iterator<Item = Reworded> + 'a {
    let (old, new) = words;
    let texts = chars.abilities.iter().filter(|a| a.origin == Origin::Text);
    texts.map(move |a| Reworded { of: a.handle.def, old, new })
}

/// Notes the definitions that the game still has to make before a word can be replaced in an object's text.
pub(in crate::rules::layers) fn missing(
    table: &CardTable,
    m: &Modification,
    values: &[i64],
    chars: &Characteristics,
    wanted: &mut Vec<Reworded>,
) {
    if let (Modification::ChangeWord(..), Some(words)) = (m, change(values)) {
        wanted.extend(own(chars, words).filter(|r| table.find_reworded(*r).is_none()));
    }
}

/// CR 612.1, 612.2: replaces a word in rules text and type line, or gives a name.
pub(super) fn write(m: &Modification, table: &CardTable, values: &[i64], chars: &mut Characteristics) {
    match m {
        Modification::Name(name) => (chars.name, chars.second_name) = (name.id, NameId::NONE),
        // CR 202.1b.
        Modification::NoManaCost => chars.cost = None,
        // Only copy effects give it, with what they copy.
        Modification::ThisAbility => {}
        Modification::ChangeWord(..) => {
            let Some((old, new)) = change(values) else { return };
            for ability in chars.abilities.iter_mut().filter(|a| a.origin == Origin::Text) {
                let reworded = table.find_reworded(Reworded { of: ability.handle.def, old, new });
                ability.handle.def = reworded.unwrap_or(ability.handle.def);
            }
            if let (TextWord::Subtype(old), TextWord::Subtype(new)) = (old, new) {
                chars.subtypes.replace(old, new);
                types::sync_intrinsic(table, chars);
            }
        }
        _ => foreign(m),
    }
}
