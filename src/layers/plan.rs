//! What one effect does in one stage, evaluated and not yet done.
//!
//! A plan holds the objects that the effect applies to and, modification by modification, the values that its words
//! have for each of them. It is what CR 613.8a compares: what an effect applies to, and what it does to them, but
//! never what they are like afterwards.

use super::pass::{CounterRow, Ctx, Instance, Item, Pass, What, Working};
use super::stages::{Hand, Stage, stage_of, text};
use super::{copiable, facets, values};
use crate::cards::AbilityKind;
use crate::cards::def::{
    AbilityDef, CardTypes, Color, Condition, KeywordSet, Modification, Objects, Quantity, StaticEffect, Subtype,
    SubtypeKind, Who,
};
use crate::effects::{Bindings, Value};
use crate::ids::{AbilityHandle, DefId, EffectId, Referent};
use crate::object::{Base, Characteristics};
use crate::reading::{self, Board};
use crate::zones::Zone;
use std::borrow::Cow;

/// What an effect does in a stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Plan {
    /// Whether it does anything: its ability is there, and its condition holds.
    pub applies: bool,
    /// Whether it gives abilities that could have effects.
    pub grants: bool,
    /// To which rows.
    pub set: Vec<u32>,
    /// The values, in the order of [`each`].
    pub values: Vec<i64>,
    /// The text that the objects have instead of their own (CR 612.6).
    pub text: Option<Box<Characteristics>>,
}

impl Plan {
    fn clear(&mut self) {
        self.applies = false;
        self.grants = false;
        self.set.clear();
        self.values.clear();
        self.text = None;
    }
}

/// Nothing: no player, no colour, no subtype.
const NONE: i64 = -1;

/// How many values a modification needs for each object, or `None` if it needs some for all of them together, the
/// first of which is how many.
const fn arity(m: &Modification) -> Option<usize> {
    use Modification as M;
    match m {
        M::SetPT(..) | M::ModifyPT(..) | M::ChangeWord(..) => Some(2),
        M::SetPower(_) | M::SetToughness(_) | M::Control(_) => Some(1),
        M::AddTypes(..)
        | M::SetCreatureTypes(_)
        | M::SetBasicLandTypes(_)
        | M::AddBasicLandTypes(_)
        | M::AddChosenSubtype
        | M::SetChosenSubtype
        | M::AllCreatureTypes
        | M::SetColorVar(_)
        | M::Gain(_)
        | M::GainAbilities(_)
        | M::ProtectionFromColorVar(_) => Some(1),
        M::GainActivatedOf(_) => None,
        _ => Some(0),
    }
}

/// How many numbers of a modification are fixed when an effect of a resolution begins (CR 611.2d).
const fn numbers(m: &Modification) -> usize {
    use Modification as M;
    match m {
        M::SetPT(..) | M::ModifyPT(..) => 2,
        M::SetPower(_) | M::SetToughness(_) | M::Control(_) => 1,
        _ => 0,
    }
}

/// Makes the plan of an item on a board.
pub(super) fn make(ctx: &Ctx<'_>, board: &Working<'_>, pass: &Pass, item: Item, stage: Stage, plan: &mut Plan) {
    plan.clear();
    let instance = match item.what {
        What::Counters(i) => {
            let CounterRow { row, .. } = pass.counters[i as usize];
            plan.applies = true;
            plan.set.push(row);
            return;
        }
        What::Effect(i) => &pass.instances[i as usize],
    };
    let StaticEffect::Affect(group, modifications) = &ctx.table.static_row(instance.handle).effect else { return };
    let bindings = words(board, instance);
    match (instance.key, instance.started) {
        // CR 613.6: what has started goes on.
        (Some(_), Some((start, end))) => plan.set.extend_from_slice(&pass.sets[start as usize..end as usize]),
        (Some(_), None) => {
            if !exists(ctx, board, instance, &bindings) {
                return;
            }
            members(board, &bindings, group, &mut plan.set);
        }
        // CR 611.2c: rules that a resolution made may affect others later; anything else was locked in.
        (None, _) if stage == Stage::Rules => members(board, &bindings, group, &mut plan.set),
        (None, _) => {
            let locked = ctx.effect(instance.id).locked.iter();
            plan.set.extend(locked.filter_map(|o| board.rows.find(*o)));
        }
    }
    plan.applies = true;
    let defining = instance.order.class == 0;
    for m in modifications.iter().filter(|m| stage_of(m, defining) == stage) {
        plan.grants |= matches!(m, Modification::GainAbilities(_) | Modification::GainActivatedOf(_));
        evaluate(ctx, board, instance, &bindings, modifications, m, plan);
    }
}

/// The words of an effect; of a static ability, "you" is who controls its object at this moment.
pub(super) fn words<'a>(board: &Working<'_>, instance: &'a Instance) -> Cow<'a, Bindings> {
    if instance.key.is_some() {
        let you = board.row(instance.source).controller;
        if you != instance.bindings.you {
            return Cow::Owned(Bindings { you, ..instance.bindings.clone() });
        }
    }
    Cow::Borrowed(&instance.bindings)
}

/// CR 604.2, 613.6: whether an effect exists: the object has the ability, and what it says holds.
pub(super) fn exists(ctx: &Ctx<'_>, board: &Working<'_>, instance: &Instance, bindings: &Bindings) -> bool {
    let Some(key) = instance.key else { return true };
    let has = board
        .row(instance.source)
        .abilities
        .iter()
        .any(|a| a.handle == key.handle && a.origin == key.origin && a.nth == key.nth);
    has && match &ctx.table.ability(key.handle).kind {
        AbilityKind::Static { only_if: Condition::Always, .. } => true,
        AbilityKind::Static { only_if, .. } => reading::holds(board, bindings, only_if),
        _ => false,
    }
}

/// The rows of a group.
fn members(board: &Working<'_>, bindings: &Bindings, group: &Objects, out: &mut Vec<u32>) {
    match group {
        Objects::The(obj) => {
            if let Some(row) = reading::object(board, bindings, *obj).and_then(|o| board.rows.find(o))
                && !out.contains(&row)
            {
                out.push(row);
            }
        }
        Objects::All(filter) => {
            let first = out.is_empty();
            for (i, row) in board.rows.list.iter().enumerate() {
                if row.state.zone != Zone::Battlefield {
                    break;
                }
                if !row.absent
                    && reading::matches(board, bindings, filter, row.object)
                    && (first || !out.contains(&(i as u32)))
                {
                    out.push(i as u32);
                }
            }
        }
        Objects::Union(parts) => parts.iter().for_each(|part| members(board, bindings, part, out)),
        _ => {
            for object in reading::objects(board, bindings, group) {
                if let Some(row) = board.rows.find(object)
                    && !out.contains(&row)
                {
                    out.push(row);
                }
            }
        }
    }
}

/// Evaluates one modification for all objects of the plan.
fn evaluate(
    ctx: &Ctx<'_>,
    board: &Working<'_>,
    instance: &Instance,
    bindings: &Bindings,
    all: &[Modification],
    m: &Modification,
    plan: &mut Plan,
) {
    use Modification as M;
    let numbers = numbers(m);
    if numbers > 0 && instance.key.is_none() {
        let effect = ctx.effect(instance.id);
        let before = all.iter().take_while(|other| !std::ptr::eq(*other, m)).map(self::numbers).sum::<usize>();
        let mut at = before * effect.locked.len();
        for object in &effect.locked {
            if board.rows.find(*object).is_some() {
                let fixed = effect.values.get(at..at + numbers).unwrap_or(&[0, 0][..numbers]);
                plan.values.extend(fixed.iter().map(|v| i64::from(*v)));
            }
            at += numbers;
        }
        return;
    }
    if let M::FullText(group, _) = m {
        plan.text = full_text(ctx, board, instance, bindings, all, group);
        return;
    }
    let Plan { set, values, .. } = plan;
    match m {
        M::SetPT(p, t) | M::ModifyPT(p, t) => quantities(board, bindings, &[p, t], set, values),
        M::SetPower(q) | M::SetToughness(q) => quantities(board, bindings, &[q], set, values),
        M::Control(who) => seats(board, bindings, *who, set, values),
        M::ChangeWord(old, new) => {
            let words = [old, new].map(|var| text::pack(bindings.var(*var)));
            set.iter().for_each(|_| values.extend(words));
        }
        M::Gain(keywords) => {
            let keywords = keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set());
            given(ctx, board, instance, keywords, set, values);
        }
        M::GainAbilities(abilities) => given(ctx, board, instance, quoted_keywords(abilities), set, values),
        M::GainActivatedOf(group) => {
            let count = values.len();
            values.push(0);
            for object in reading::objects(board, bindings, group) {
                for ability in board.view(object).iter().flat_map(|v| &v.chars.abilities) {
                    if matches!(ctx.table.ability(ability.handle).kind, AbilityKind::Activated { .. }) {
                        values.push(pack(ability.handle));
                    }
                }
            }
            values[count] = (values.len() - count - 1) as i64;
        }
        _ if arity(m) == Some(1) => values.extend(set.iter().map(|row| {
            let chars = board.row(*row);
            single(board, bindings, m, types_before(all, m, chars.types))
        })),
        _ => {}
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
    let mut chars = values::starting(ctx.table, ctx.made, board.view(object)?.object.base);
    let def = instance.handle.def;
    for index in quoted(all, &ctx.table.static_row(instance.handle).granted).1 {
        copiable::quote(ctx.table, &mut chars, AbilityHandle { def, index: *index });
    }
    Some(Box::new(chars))
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
        M::SetBasicLandTypes(_) | M::AddBasicLandTypes(_) => i64::from(types.contains(CardTypes::LAND)),
        M::AddChosenSubtype | M::SetChosenSubtype => {
            let chosen = chosen_subtype(board, bindings);
            chosen.filter(|s| allowed(types, *s)).map_or(NONE, |s| i64::from(s.0))
        }
        M::SetColorVar(var) | M::ProtectionFromColorVar(var) => {
            let color = match bindings.var(*var) {
                Some(Value::Color(color)) => Some(*color),
                _ => board.view(bindings.this).and_then(|v| v.status.chosen.color),
            };
            color.map_or(NONE, |c| c as i64)
        }
        _ => 0,
    }
}

/// CR 113.11: the keywords that each object is given, without those that it couldn't have when the effect began.
fn given(
    ctx: &Ctx<'_>,
    board: &Working<'_>,
    instance: &Instance,
    keywords: KeywordSet,
    set: &[u32],
    values: &mut Vec<i64>,
) {
    let denied: &[_] = if instance.key.is_none() { &ctx.effect(instance.id).denied } else { &[] };
    values.extend(set.iter().map(|row| {
        let object = board.rows.list[*row as usize].object;
        let without = denied.iter().filter(|(o, _)| *o == object).map(|(_, k)| *k);
        without.fold(keywords, KeywordSet::difference).bits() as i64
    }));
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
    by_effect.or_else(|| board.view(bindings.this).and_then(|v| v.status.chosen.subtype))
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

/// Numbers for each object. What doesn't depend on the object is evaluated once.
fn quantities(board: &Working<'_>, bindings: &Bindings, wanted: &[&Quantity], set: &[u32], values: &mut Vec<i64>) {
    let start = values.len();
    let mut each = None;
    for (i, row) in set.iter().enumerate() {
        for (j, quantity) in wanted.iter().enumerate() {
            let value = match quantity {
                Quantity::N(n) => *n,
                q if facets::quantity_uses_it(q) => {
                    let words = each.get_or_insert_with(|| bindings.clone());
                    words.it = Some(Referent::Object(board.rows.list[*row as usize].object));
                    reading::value(board, words, q)
                }
                _ if i > 0 => values[start + j] as i32,
                q => reading::value(board, bindings, q),
            };
            values.push(i64::from(value));
        }
    }
}

fn seats(board: &Working<'_>, bindings: &Bindings, who: Who, set: &[u32], values: &mut Vec<i64>) {
    let mut words = bindings.clone();
    for row in set {
        words.it = Some(Referent::Object(board.rows.list[*row as usize].object));
        values.push(reading::seat(board, &words, who).map_or(NONE, |s| i64::from(s.0)));
    }
}

/// CR 611.2d: the numbers of an effect of a resolution, evaluated on a board.
pub(super) fn fixed_values(
    board: &impl Board,
    bindings: &Bindings,
    modifications: &[Modification],
    locked: &[crate::ids::ObjectRef],
) -> Vec<i32> {
    use Modification as M;
    let mut words = bindings.clone();
    let mut values = Vec::new();
    for m in modifications.iter().filter(|m| numbers(m) > 0) {
        for object in locked {
            // Words of a loop keep the object in hand that they have; other words mean the affected object.
            if bindings.it.is_none() {
                words.it = Some(Referent::Object(*object));
            }
            match m {
                M::SetPT(p, t) | M::ModifyPT(p, t) => {
                    values.push(reading::value(board, &words, p));
                    values.push(reading::value(board, &words, t));
                }
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

/// Goes through a plan: each modification of the stage, each object, with its values.
pub(super) fn each(
    ctx: &Ctx<'_>,
    instance: &Instance,
    taken: &[(EffectId, Characteristics)],
    stage: Stage,
    plan: &Plan,
    mut f: impl FnMut(&Modification, &Hand<'_>, u32, &[i64]),
) {
    let row = ctx.table.static_row(instance.handle);
    let StaticEffect::Affect(_, modifications) = &row.effect else { return };
    let copied = copied(ctx, instance, taken);
    let defining = instance.order.class == 0;
    let hand = Hand {
        table: ctx.table,
        effect: instance.id,
        handle: instance.handle,
        row,
        copied: plan.text.as_deref().or(copied.as_deref()),
    };
    let mut at = 0;
    for m in modifications.iter().filter(|m| stage_of(m, defining) == stage) {
        let shared = match arity(m) {
            Some(_) => None,
            None => {
                let count = plan.values[at] as usize;
                at += 1 + count;
                Some(&plan.values[at - count..at])
            }
        };
        for place in &plan.set {
            let values = shared.unwrap_or_else(|| {
                let k = arity(m).unwrap_or(0);
                at += k;
                &plan.values[at - k..at]
            });
            f(m, &hand, *place, values);
        }
    }
}

/// The copiable values that a copy effect gives: taken when it began, or when it first applied (CR 707.2b-c).
fn copied<'a>(
    ctx: &Ctx<'a>,
    instance: &Instance,
    taken: &'a [(EffectId, Characteristics)],
) -> Option<Cow<'a, Characteristics>> {
    if let Some((_, chars)) = taken.iter().find(|(id, _)| *id == instance.id) {
        return Some(Cow::Borrowed(chars));
    }
    if instance.fresh {
        return None;
    }
    match ctx.effect(instance.id).copied? {
        Base::Made(i) => Some(Cow::Borrowed(&ctx.made.0[i as usize])),
        base @ Base::Def(..) => Some(Cow::Owned(values::starting(ctx.table, ctx.made, base))),
    }
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
