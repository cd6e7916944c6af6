//! The values of an effect: what its words mean for each object that it applies to (CR 611.2d, 613.8a).

use super::ctx::Ctx;
use super::pass::Instance;
use super::plan::Plan;
use super::stages::text;
use super::working::Working;
use super::{copiable, of_it, values};
use crate::cards::AbilityKind;
use crate::cards::def::{
    AbilityDef, CardTypes, Color, KeywordSet, Modification, Objects, Quantity, Subtype, SubtypeKind, Who,
};
use crate::model::bindings::{Bindings, Value};
use crate::model::ids::{AbilityHandle, DefId, Referent, Seat, StaticHandle};
use crate::model::object::{Characteristics, CopiableSource};
use crate::rules::reading::{self, Board};

/// Nothing: no player, no colour, no subtype.
const NONE: i64 = -1;

/// How many numbers of a modification are fixed when an effect of a resolution begins (CR 611.2d).
const fn numbers(m: &Modification) -> usize {
    use Modification as M;
    match m {
        M::SetPT(..) | M::ModifyPT(..) => 2,
        M::SetPower(_) | M::SetToughness(_) | M::Control(_) => 1,
        _ => 0,
    }
}

/// Evaluates one modification for all objects of the plan. Answers whether the values are the same for all of them;
/// then they stand there once.
pub(super) fn evaluate(
    ctx: &Ctx<'_>,
    board: &Working<'_>,
    instance: &Instance,
    bindings: &Bindings,
    all: &[Modification],
    m: &Modification,
    plan: &mut Plan,
) -> bool {
    use Modification as M;
    let Plan { set, values, .. } = plan;
    let numbers = numbers(m);
    if numbers > 0 && instance.key.is_none() {
        let effect = ctx.effect(instance.id);
        let before = all.iter().take_while(|other| !std::ptr::eq(*other, m)).map(self::numbers).sum::<usize>();
        let mut at = before * effect.locked.len();
        for object in &effect.locked {
            if board.rows.find(*object).is_some() {
                let fixed = effect.values.get(at..at + numbers).unwrap_or(&[0, 0][..numbers]);
                values.extend(fixed.iter().map(|v| i64::from(*v)));
            }
            at += numbers;
        }
        if matches!(m, M::Control(_)) {
            nobody_for_those_who_left(board, values);
        }
        return false;
    }
    match m {
        M::SetPT(p, t) => quantities(board, bindings, &[p, t], reading::value, set, values),
        M::ModifyPT(p, t) => quantities(board, bindings, &[p, t], bonus, set, values),
        M::SetPower(q) | M::SetToughness(q) => quantities(board, bindings, &[q], reading::value, set, values),
        M::Control(who) => {
            seats(board, bindings, *who, set, values);
            nobody_for_those_who_left(board, values);
            false
        }
        M::ChangeWord(old, new) => {
            values.extend([old, new].map(|var| text::pack(bindings.var(*var))));
            true
        }
        M::FullText(group, _) => {
            plan.text = full_text(ctx, board, instance, bindings, all, group);
            true
        }
        M::RulesText(var) => {
            if let Some(Value::Text(text)) = bindings.var(*var) {
                plan.text = Some(Box::new(values::starting(ctx.table, ctx.made, *text)));
            }
            true
        }
        M::Gain(keywords) => {
            let keywords = keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set());
            given(ctx, board, instance, keywords, set, values)
        }
        M::GainAbilities(abilities) => given(ctx, board, instance, quoted_keywords(abilities), set, values),
        M::GainActivatedOf(group) => {
            let mut objects = reading::objects(board, bindings, group);
            // Players come in turn order; whose turn it is doesn't matter here.
            objects.sort_by_key(|o| board.object(o.id).zone);
            for object in objects {
                for ability in board.view(object).iter().flat_map(|v| &v.chars.abilities) {
                    if matches!(ctx.table.ability(ability.handle).kind, AbilityKind::Activated { special: false, .. }) {
                        values.push(pack(ability.handle));
                    }
                }
            }
            true
        }
        M::SetColorVar(_) | M::AddChosenColor | M::ProtectionFromColorVar(_) => {
            values.push(single(board, bindings, m, CardTypes::empty()));
            true
        }
        M::AddTypes(_, subtypes) if subtypes.is_empty() => {
            values.push(0);
            true
        }
        M::AddTypes(..)
        | M::SetCreatureTypes(_)
        | M::SetBasicLandTypes(_)
        | M::AddBasicLandTypes(_)
        | M::AddEveryBasicLandType
        | M::AddChosenSubtype
        | M::SetChosenSubtype
        | M::AllCreatureTypes => {
            values.extend(set.iter().map(|row| {
                let types = types_before(all, m, board.row(*row).types);
                single(board, bindings, m, types)
            }));
            false
        }
        _ => true,
    }
}

/// CR 612.6: the full text of the first object of a group, with the abilities that come besides.
fn full_text(
    ctx: &Ctx<'_>,
    board: &Working<'_>,
    instance: &Instance,
    bindings: &Bindings,
    all: &[Modification],
    group: &Objects,
) -> Option<Box<Characteristics>> {
    let object = reading::objects(board, bindings, group).first().copied()?;
    Some(Box::new(text_with(ctx, board.view(object)?.object.base, instance.handle, all)))
}

/// The values of a base with the abilities that an effect quotes besides.
pub(super) fn text_with(
    ctx: &Ctx<'_>,
    base: CopiableSource,
    handle: StaticHandle,
    all: &[Modification],
) -> Characteristics {
    let mut chars = values::starting(ctx.table, ctx.made, base);
    for index in quoted(all, &ctx.table.static_row(handle).granted).1 {
        copiable::quote(ctx.table, &mut chars, AbilityHandle { def: handle.def, index: *index });
    }
    chars
}

/// The card types that an object has once the modifications of the same effect that stand before have applied.
fn types_before(all: &[Modification], m: &Modification, mut types: CardTypes) -> CardTypes {
    for before in all.iter().take_while(|other| !std::ptr::eq(*other, m)) {
        match before {
            Modification::AddTypes(more, _) => types |= *more,
            Modification::SetTypes(only, _) => types = *only,
            Modification::RemoveTypes(gone) => types -= *gone,
            _ => {}
        }
    }
    types
}

/// The value of a modification of a type line or of colours for an object with these card types: what it would really
/// change.
pub(super) fn single(board: &impl Board, bindings: &Bindings, m: &Modification, types: CardTypes) -> i64 {
    use Modification as M;
    match m {
        M::AddTypes(more, subtypes) => {
            // CR 205.3d: only what goes with a card type that it has then is gained.
            let have = types | *more;
            let gained = subtypes.iter().enumerate().take(63).filter(|(_, s)| allowed(have, **s));
            gained.fold(0, |mask, (i, _)| mask | 1 << i)
        }
        M::SetCreatureTypes(_) | M::AllCreatureTypes => i64::from(types.intersects(SubtypeKind::Creature.card_types())),
        M::SetBasicLandTypes(_) | M::AddBasicLandTypes(_) | M::AddEveryBasicLandType => {
            i64::from(types.contains(CardTypes::LAND))
        }
        M::AddChosenSubtype | M::SetChosenSubtype => {
            let chosen = chosen_subtype(board, bindings);
            chosen.filter(|s| allowed(types, *s)).map_or(NONE, |s| i64::from(s.0))
        }
        M::SetColorVar(var) | M::ProtectionFromColorVar(var) => {
            let color = match bindings.var(*var) {
                Some(Value::Color(color)) => Some(*color),
                _ => reading::chosen(board, bindings).color,
            };
            color.map_or(NONE, |c| c as i64)
        }
        M::AddChosenColor => reading::chosen(board, bindings).color.map_or(NONE, |c| c as i64),
        _ => 0,
    }
}

/// CR 113.11: the keywords that each object is given, without those that it couldn't have when the effect began.
/// Answers whether they are the same for all.
fn given(
    ctx: &Ctx<'_>,
    board: &Working<'_>,
    instance: &Instance,
    keywords: KeywordSet,
    set: &[u32],
    values: &mut Vec<i64>,
) -> bool {
    let denied: &[_] = if instance.key.is_none() { &ctx.effect(instance.id).denied } else { &[] };
    if denied.is_empty() {
        values.push(keywords.bits() as i64);
        return true;
    }
    values.extend(set.iter().map(|row| {
        let object = board.rows.list[*row as usize].object;
        let without = denied.iter().filter(|(o, _)| *o == object).map(|(_, k)| *k);
        without.fold(keywords, KeywordSet::difference).bits() as i64
    }));
    false
}

/// CR 205.3d.
fn allowed(types: CardTypes, subtype: Subtype) -> bool {
    types.intersects(subtype.kind().card_types())
}

/// The subtype that was chosen by the effect, or for its source.
fn chosen_subtype(board: &impl Board, bindings: &Bindings) -> Option<Subtype> {
    let by_effect = bindings.vars.iter().rev().find_map(|(_, value)| match value {
        Value::Subtype(s) => Some(*s),
        _ => None,
    });
    by_effect.or_else(|| reading::chosen(board, bindings).subtype)
}

/// A handle as a value.
fn pack(handle: AbilityHandle) -> i64 {
    i64::from(handle.def.0) << 16 | i64::from(handle.index)
}

/// A value as a handle.
pub(super) fn unpack(value: i64) -> AbilityHandle {
    AbilityHandle { def: DefId((value >> 16) as u16), index: value as u16 }
}

/// A value as a colour.
pub(super) fn color(value: i64) -> Option<Color> {
    usize::try_from(value).ok().and_then(|i| Color::ALL.get(i).copied())
}

/// CR 107.1b: by how much something grows. A calculated number below zero counts as zero; only a number that is written as
/// negative, or as the negative of another one, is negative.
fn bonus<B: Board>(board: &B, bindings: &Bindings, quantity: &Quantity) -> i32 {
    let of = |q: &Quantity| reading::value(board, bindings, q).max(0);
    match quantity {
        Quantity::N(n) => *n,
        Quantity::Minus(zero, q) if **zero == Quantity::N(0) => -of(q),
        Quantity::Times(n, q) | Quantity::Times(q, n) if matches!(**n, Quantity::N(n) if n < 0) => {
            reading::value(board, bindings, n).saturating_mul(of(q))
        }
        Quantity::If(condition, then, otherwise) => {
            let chosen = if reading::holds(board, bindings, condition) { then } else { otherwise };
            bonus(board, bindings, chosen)
        }
        other => of(other),
    }
}

/// Numbers for each object; answers whether they are the same for all, and then they stand there once.
fn quantities<'a>(
    board: &Working<'a>,
    bindings: &Bindings,
    wanted: &[&Quantity],
    value: fn(&Working<'a>, &Bindings, &Quantity) -> i32,
    set: &[u32],
    values: &mut Vec<i64>,
) -> bool {
    if set.is_empty() {
        return true;
    }
    let start = values.len();
    values.extend(wanted.iter().map(|q| match q {
        q if of_it::quantity_uses_it(q) => 0,
        q => i64::from(value(board, bindings, q)),
    }));
    if !wanted.iter().any(|q| of_it::quantity_uses_it(q)) {
        return true;
    }
    let mut words = bindings.clone();
    for (i, row) in set.iter().enumerate() {
        words.it = Some(Referent::Object(board.rows.list[*row as usize].object));
        if i > 0 {
            values.extend_from_within(start..start + wanted.len());
        }
        let last = values.len() - wanted.len();
        for (j, q) in wanted.iter().enumerate().filter(|(_, q)| of_it::quantity_uses_it(q)) {
            values[last + j] = i64::from(value(board, &words, q));
        }
    }
    false
}

fn seats(board: &Working<'_>, bindings: &Bindings, who: Who, set: &[u32], values: &mut Vec<i64>) {
    let mut words = bindings.clone();
    for row in set {
        words.it = Some(Referent::Object(board.rows.list[*row as usize].object));
        values.push(reading::seat(board, &words, who).map_or(NONE, |s| i64::from(s.0)));
    }
}

/// CR 800.4a-b: effects that give control to a player end as that player leaves the game, and nobody who has left gains
/// control of anything.
fn nobody_for_those_who_left(board: &Working<'_>, values: &mut [i64]) {
    let left = |v: &i64| u8::try_from(*v).is_ok_and(|seat| !board.players().is_alive(Seat(seat)));
    values.iter_mut().filter(|v| left(v)).for_each(|v| *v = NONE);
}

/// CR 611.2d: the numbers of an effect of a resolution, evaluated on a board.
pub(super) fn fixed_values(
    board: &impl Board,
    bindings: &Bindings,
    modifications: &[Modification],
    locked: &[crate::model::ids::ObjectRef],
) -> Vec<i32> {
    use Modification as M;
    let mut words = bindings.clone();
    let mut values = Vec::new();
    for m in modifications.iter().filter(|m| numbers(m) > 0) {
        for object in locked {
            // Words of a loop keep their current object; other words mean the affected object.
            if bindings.it.is_none() {
                words.it = Some(Referent::Object(*object));
            }
            match m {
                M::SetPT(p, t) => values.extend([p, t].map(|q| reading::value(board, &words, q))),
                M::ModifyPT(p, t) => values.extend([p, t].map(|q| bonus(board, &words, q))),
                M::SetPower(q) | M::SetToughness(q) => values.push(reading::value(board, &words, q)),
                M::Control(who) => {
                    values.push(reading::seat(board, &words, *who).map_or(NONE as i32, |s| i32::from(s.0)));
                }
                _ => {}
            }
        }
    }
    values
}

/// The abilities that an effect gives by quotation, without the five of [`Modification::ProtectionFromColorVar`]
/// that stand before them.
pub(super) fn quoted<'a>(modifications: &[Modification], granted: &'a [u16]) -> (&'a [u16], &'a [u16]) {
    let colors = modifications.iter().any(|m| matches!(m, Modification::ProtectionFromColorVar(_)));
    granted.split_at(if colors { granted.len().min(5) } else { 0 })
}

/// The keywords among quoted abilities.
pub(super) fn quoted_keywords(abilities: &[AbilityDef]) -> KeywordSet {
    let sets = abilities.iter().map(|a| match a {
        AbilityDef::Keywords(keywords) => keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set()),
        _ => KeywordSet::empty(),
    });
    sets.fold(KeywordSet::empty(), KeywordSet::union)
}
