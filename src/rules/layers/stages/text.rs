//! Layer 3: text-changing effects (CR 613.1c, 612).

use super::{Stage, foreign, stage_of, types};
use crate::cards::def::{Color, Modification, StaticEffect, Subtype};
use crate::cards::{CardTable, Reworded, TextWord};
use crate::model::bindings::Value;
use crate::model::event::Enter;
use crate::model::ids::{NameId, ObjectRef, Origin};
use crate::model::object::{Characteristics, Restrictions};
use crate::rules::layers::ctx::Ctx;
use crate::rules::layers::{copiable, evaluate, values};
use crate::rules::reading::{self, Board};
use crate::rules::state::ReadGame;
use crate::rules::zones;

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

/// CR 612.1, 701.12h: the rules text that an object has now, as changed by text-changing effects only; `entering` says how it would
/// enter, if it isn't there yet. `None` if nothing is known of it.
pub fn rules_text(world: &impl ReadGame, object: ObjectRef, entering: Option<&Enter>) -> Option<Characteristics> {
    let ctx = &Ctx::new(world);
    let (live, table) = (&ctx.live, ctx.table);
    let view = live.view(object)?;
    let mut chars = match entering {
        Some(enter) if enter.face_down => values::face_down(table, enter.down, enter.controller),
        Some(enter) => {
            let base = enter.copy.unwrap_or_else(|| zones::entering_base(view.object, enter));
            values::starting(table, ctx.made, base)
        }
        None if view.status.face_down => values::face_down(table, view.status.face_down_kind, view.chars.controller),
        None => {
            let base = copiable::latest_copy(world, object).unwrap_or(view.object.base);
            let shown = values::shown(table, ctx.made, base, (view.object.zone, view.status));
            values::starting(table, ctx.made, shown)
        }
    };
    change_text(ctx, object, &mut chars);
    let text = chars.abilities.into_iter().filter(|a| a.origin == Origin::Text).collect();
    let restrictions = chars.restrictions & Restrictions::ABILITIES;
    Some(Characteristics { keywords: chars.keywords, restrictions, abilities: text, ..Characteristics::default() })
}

/// What text-changing effects do to values of an object (CR 612.1), in the order of their timestamps.
pub(in crate::rules::layers) fn change_text(ctx: &Ctx<'_>, object: ObjectRef, chars: &mut Characteristics) {
    let (live, table) = (&ctx.live, ctx.table);
    for id in &ctx.list.order {
        let effect = ctx.effect(*id);
        let StaticEffect::Affect(_, all) = &table.static_row(effect.handle).effect else { continue };
        let mut changes = all.iter().filter(|m| stage_of(m, false) == Stage::Text).peekable();
        if changes.peek().is_none() || !copiable::applies_to(live, effect, object) {
            continue;
        }
        for m in changes {
            match m {
                Modification::ChangeWord(old, new) => {
                    let words = [old, new].map(|var| pack(effect.bindings.var(*var)));
                    write(m, table, &words, chars);
                }
                Modification::FullText(group, _) => {
                    let of = reading::objects(live, &effect.bindings, group).first().and_then(|of| live.view(*of));
                    if let Some(of) = of {
                        *chars = evaluate::text_with(ctx, of.object.base, effect.handle, all);
                    }
                }
                Modification::RulesText(var) => {
                    if let Some(Value::Text(text)) = effect.bindings.var(*var) {
                        write_rules(Some(&values::starting(table, ctx.made, *text)), chars);
                    }
                }
                _ => {}
            }
        }
    }
}

/// CR 612.5: other abilities and keywords instead of those of its own text. What a basic land type brings stays.
pub(in crate::rules::layers) fn write_rules(text: Option<&Characteristics>, chars: &mut Characteristics) {
    let Some(text) = text else { return };
    let others = chars.abilities.iter().copied().filter(|a| a.origin != Origin::Text);
    chars.abilities = text.abilities.iter().copied().chain(others).collect();
    chars.keywords = text.keywords;
    chars.restrictions = (chars.restrictions - Restrictions::ABILITIES) | (text.restrictions & Restrictions::ABILITIES);
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
