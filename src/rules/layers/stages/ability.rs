//! Layer 6: abilities are added and removed (CR 613.1f, 113.10, 113.11).

use super::{ApplyContext, foreign};
use crate::cards::def::{Keyword, KeywordName, KeywordSet, Modification, StaticEffect};
use crate::cards::{AbilityKind, CardTable};
use crate::model::ids::{AbilityHandle, Origin};
use crate::model::object::{AbilityInstance, Characteristics, Restrictions};
use crate::rules::layers::evaluate;
use crate::rules::reading;

/// CR 113.11: gains keywords, but for those that it can't have.
pub(in crate::rules::layers) fn gain(chars: &mut Characteristics, keywords: KeywordSet) {
    chars.keywords |= keywords.difference(chars.cant_have);
}

fn set_of(keywords: &[Keyword]) -> KeywordSet {
    keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set())
}

/// Adds one ability, as one more instance if there is an equal one.
fn add(chars: &mut Characteristics, context: &ApplyContext<'_>, handle: AbilityHandle) {
    let origin = Origin::Effect(context.effect);
    let nth = chars.abilities.iter().filter(|a| a.handle == handle && a.origin == origin).count();
    if nth > usize::from(u8::MAX) {
        return;
    }
    let mark = context.table.ability(handle).kind.mark();
    // CR 113.11, 702.11d.
    if mark == Restrictions::HEXPROOF_FROM && chars.cant_have.contains(Keyword::Hexproof.set()) {
        return;
    }
    chars.restrictions |= mark;
    chars.abilities.push(AbilityInstance { handle, origin, nth: nth as u8 });
}

/// CR 113.10a: gains abilities that stand in a text.
pub(super) fn write(m: &Modification, context: &ApplyContext<'_>, values: &[i64], chars: &mut Characteristics) {
    let own = |index: &u16| AbilityHandle { def: context.handle.def, index: *index };
    let StaticEffect::Affect(_, all) = &context.row.effect else { return };
    let (colors, quoted) = evaluate::quoted(all, &context.row.granted);
    match m {
        Modification::GainAbilities(_) => {
            gain(chars, KeywordSet::from_bits_truncate(values[0] as u64));
            // All that the effect quotes comes with its first quotation.
            let first = all.iter().find(|other| matches!(other, Modification::GainAbilities(_)));
            if first.is_some_and(|first| std::ptr::eq(first, m)) {
                quoted.iter().for_each(|index| add(chars, context, own(index)));
            }
        }
        Modification::ProtectionFromColorVar(_) => {
            if let Some(index) = usize::try_from(values[0]).ok().and_then(|color| colors.get(color)) {
                add(chars, context, own(index));
            }
        }
        Modification::GainActivatedOf(_) => values.iter().for_each(|v| add(chars, context, evaluate::unpack(*v))),
        _ => foreign(m),
    }
}

/// CR 113.10b, 702.11e: loses keywords, and with hexproof each ability that is hexproof from something.
fn lose(chars: &mut Characteristics, table: &CardTable, keywords: KeywordSet) {
    chars.keywords -= keywords;
    if keywords.contains(Keyword::Hexproof.set()) && chars.restrictions.contains(Restrictions::HEXPROOF_FROM) {
        chars.abilities.retain(|a| !matches!(table.ability(a.handle).kind, AbilityKind::HexproofFrom(_)));
        chars.restrictions -= Restrictions::HEXPROOF_FROM;
    }
}

/// CR 113.10b: loses keyword abilities by their names, from whatever they come.
fn lose_named(chars: &mut Characteristics, table: &CardTable, names: &[KeywordName]) {
    chars.abilities.retain(|a| !names.iter().any(|name| reading::is_called(table, a.handle, *name)));
    let marks = chars.abilities.iter().map(|a| table.ability(a.handle).kind.mark());
    let marks = marks.fold(Restrictions::empty(), Restrictions::union);
    chars.restrictions -= (Restrictions::PROTECTION | Restrictions::HEXPROOF_FROM).difference(marks);
}

/// CR 113.10b, 113.11: keywords without parameters, and all abilities at once.
pub(super) fn write_keywords(m: &Modification, table: &CardTable, values: &[i64], chars: &mut Characteristics) {
    match m {
        Modification::Gain(_) => gain(chars, KeywordSet::from_bits_truncate(values[0] as u64)),
        Modification::Lose(keywords) => lose(chars, table, set_of(keywords)),
        Modification::LoseKeywords(names) => lose_named(chars, table, names),
        Modification::LoseAllAbilities => {
            chars.keywords = KeywordSet::empty();
            chars.abilities.clear();
            chars.restrictions -= Restrictions::ABILITIES;
            chars.restrictions |= Restrictions::LOST_ABILITIES;
        }
        Modification::LoseAbilitiesBut(sort) => {
            chars.keywords = KeywordSet::empty();
            chars.abilities.retain(|a| reading::is_sort(&table.ability(a.handle).kind, *sort));
            chars.restrictions -= Restrictions::ABILITIES;
            chars.restrictions |= Restrictions::LOST_ABILITIES;
        }
        Modification::CantHave(keywords) => {
            lose(chars, table, set_of(keywords));
            chars.cant_have |= set_of(keywords);
        }
        _ => foreign(m),
    }
}
