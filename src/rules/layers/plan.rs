//! What one effect does in one stage, evaluated and not yet done.
//!
//! A plan holds the objects that the effect applies to and, modification by modification, the values that its words
//! have for each of them. It is what CR 613.8a compares: what an effect applies to, and what it does to them, but
//! never what they are like afterwards.

use super::ctx::Ctx;
use super::durations::fixes_rules;
use super::evaluate::evaluate;
use super::pass::{Applicable, Application, CounterRow, Instance, Pass};
use super::stages::{ApplyContext, Stage, stage_of};
use super::values::{self, Copiable};
use super::working::Working;
use crate::cards::AbilityKind;
use crate::cards::def::{Condition, Filter, Modification, Obj, Objects, StaticEffect, Who};
use crate::model::bindings::Bindings;
use crate::model::continuous::Side;
use crate::model::ids::ContinuousEffectId;
use crate::model::object::{Characteristics, CopiableSource, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::reading;
use smallvec::SmallVec;
use std::borrow::Cow;

/// What an effect does in a stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Plan {
    /// Whether it does anything: its ability is there, and its condition holds.
    pub applies: bool,
    /// Whether it gives abilities that could have effects.
    pub grants: bool,
    /// The rows of the objects that it applies to.
    pub set: Vec<u32>,
    /// Its modifications in this stage.
    pub parts: SmallVec<[Part; 2]>,
    /// Their values.
    pub values: Vec<i64>,
    /// The text that the objects have instead of their own (CR 612.6).
    pub text: Option<Box<Characteristics>>,
    /// Which sides the rows show of what has them, if it is about copies.
    pub sides: Vec<(u32, Side)>,
}

/// One modification of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Its place in the effect.
    which: u16,
    /// Its values are the same for all objects and stand there once; otherwise each object has as many.
    shared: bool,
    /// Its values, as a range of [`Plan::values`].
    values: (u32, u32),
}

impl Plan {
    fn clear(&mut self) {
        self.applies = false;
        self.grants = false;
        self.set.clear();
        self.parts.clear();
        self.values.clear();
        self.text = None;
        self.sides.clear();
    }
}

/// Makes the plan of an item on a board.
pub(super) fn make(ctx: &Ctx<'_>, board: &Working<'_>, pass: &Pass, item: Application, stage: Stage, plan: &mut Plan) {
    plan.clear();
    let instance = match item.what {
        Applicable::Counters(i) => {
            let CounterRow { row, .. } = pass.counters[i as usize];
            plan.applies = true;
            plan.set.push(row);
            return;
        }
        Applicable::Effect(i) => &pass.instances[i as usize],
    };
    let StaticEffect::Affect(group, modifications) = &ctx.table.static_row(instance.handle).effect else { return };
    let bindings = words(board, instance);
    match (instance.key, instance.started) {
        // CR 613.6: an effect that has started continues.
        (Some(_), Some((start, end))) => plan.set.extend_from_slice(&pass.sets[start as usize..end as usize]),
        (Some(_), None) => {
            if !exists(ctx, board, instance, &bindings) {
                return;
            }
            members(board, &bindings, group, &mut plan.set);
        }
        // CR 611.2c: rules that a resolution made may affect others later; anything else was locked in.
        (None, _) if stage == Stage::Rules && !fixes_rules(&ctx.effect(instance.id).duration, modifications) => {
            members(board, &bindings, group, &mut plan.set);
        }
        (None, _) => {
            let locked = ctx.effect(instance.id).locked.iter();
            plan.set.extend(locked.filter_map(|o| board.rows.find(*o)));
        }
    }
    plan.applies = true;
    if stage != Stage::Rules && ctx.table.0.traits.rules_abilities {
        // CR 113.1c.
        plan.set.retain(|row| board.rows.list[*row as usize].state.kind != ObjectKind::Ability);
    }
    if stage == Stage::Copy {
        for row in &plan.set {
            let state = &board.rows.list[*row as usize].state;
            let sides = values::sides(ctx.table, state.zone, ctx.status(state.id));
            plan.sides.extend(sides.map(|side| (*row, side)));
        }
    }
    let defining = instance.order.class == 0;
    for (which, m) in modifications.iter().enumerate().filter(|(_, m)| stage_of(m, defining) == stage) {
        plan.grants |= matches!(m, Modification::GainAbilities(_) | Modification::GainActivatedOf(_));
        let start = plan.values.len() as u32;
        let shared = evaluate(ctx, board, instance, &bindings, modifications, m, plan);
        plan.parts.push(Part { which: which as u16, shared, values: (start, plan.values.len() as u32) });
    }
}

/// What the words of an effect refer to. For a static ability, "you" is the player who controls its object at this moment.
pub(super) fn words<'a>(board: &Working<'_>, instance: &'a Instance) -> Cow<'a, Bindings> {
    if instance.key.is_some() {
        let you = board.row(instance.source).controller;
        if you != instance.bindings.you {
            return Cow::Owned(Bindings { you, ..instance.bindings.clone() });
        }
    }
    Cow::Borrowed(&instance.bindings)
}

/// CR 604.2, 613.6: whether an effect exists: the object has the ability, and its condition holds.
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
            let known = out.len();
            let battlefield = board.rows.list.iter().take_while(|row| row.state.zone == Zone::Battlefield);
            out.extend(battlefield.zip(0..).filter(|(row, _)| !row.absent).map(|(_, place)| place));
            match filter {
                Filter::And(terms) => terms.iter().for_each(|term| keep(board, bindings, term, out, known)),
                term => keep(board, bindings, term, out, known),
            }
            let (before, found) = out.split_at(known);
            if !before.is_empty() && found.iter().any(|row| before.contains(row)) {
                let before = before.to_vec();
                retain_from(out, known, |row| !before.contains(&row));
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

/// Leaves those of the rows from a place on that match a term of a filter. Terms are asked one after the other for all rows:
/// the common ones look at one field of each.
fn keep(board: &Working<'_>, bindings: &Bindings, term: &Filter, out: &mut Vec<u32>, from: usize) {
    let state = |row: u32| &board.rows.list[row as usize].state;
    match term {
        Filter::Type(types) => retain_from(out, from, |row| board.row(row).types.intersects(*types)),
        Filter::Subtype(subtype) => retain_from(out, from, |row| board.row(row).subtypes.contains(*subtype)),
        Filter::Has(keyword) => retain_from(out, from, |row| board.row(row).has_form(*keyword)),
        Filter::Controlled(Who::You) => retain_from(out, from, |row| board.row(row).controller == bindings.you),
        Filter::Not(other) if **other == Filter::Is(Obj::This) => {
            retain_from(out, from, |row| board.rows.list[row as usize].object != bindings.this);
        }
        _ => retain_from(out, from, |row| reading::matches_known(board, bindings, term, state(row), board.row(row))),
    }
}

/// Leaves those of the rows from a place on that are wanted, in order.
fn retain_from(rows: &mut Vec<u32>, from: usize, wanted: impl Fn(u32) -> bool) {
    let mut end = from;
    for at in from..rows.len() {
        let row = rows[at];
        rows[end] = row;
        end += usize::from(wanted(row));
    }
    rows.truncate(end);
}

/// Goes through a plan: each modification, each object, with its values.
pub(super) fn each(
    ctx: &Ctx<'_>,
    instance: &Instance,
    taken: &[(ContinuousEffectId, Copiable)],
    plan: &Plan,
    mut f: impl FnMut(&Modification, &ApplyContext<'_>, u32, &[i64]),
) {
    let row = ctx.table.static_row(instance.handle);
    let StaticEffect::Affect(_, modifications) = &row.effect else { return };
    let copied = copied(ctx, instance, taken);
    let context = ApplyContext {
        table: ctx.table,
        effect: instance.id,
        handle: instance.handle,
        row,
        copied: plan.text.as_deref().or(copied.as_deref()),
    };
    // CR 110.5c, 709.5: what is flipped or has locked halves shows that side of what it copies, if that has one.
    let mut sides: SmallVec<[(Side, Cow<'_, Characteristics>); 1]> = SmallVec::new();
    for (_, side) in &plan.sides {
        if !sides.iter().any(|(known, _)| known == side) {
            sides.extend(copied_side(ctx, instance, taken, *side).map(|values| (*side, values)));
        }
    }
    let of_side = |(side, values)| (side, ApplyContext { copied: Some(values), ..context });
    let of_sides: SmallVec<[(Side, ApplyContext<'_>); 1]> =
        sides.iter().map(|(side, values)| of_side((*side, &**values))).collect();
    let context = |place: &u32| {
        let shown = plan.sides.iter().filter(|(row, _)| row == place);
        let found = shown.filter_map(|(_, side)| of_sides.iter().find(|(known, _)| known == side)).next();
        found.map_or(&context, |(_, of_side)| of_side)
    };
    for part in &plan.parts {
        let m = &modifications[part.which as usize];
        let values = &plan.values[part.values.0 as usize..part.values.1 as usize];
        if part.shared {
            plan.set.iter().for_each(|place| f(m, context(place), *place, values));
        } else if !plan.set.is_empty() {
            let own = values.chunks_exact((values.len() / plan.set.len()).max(1));
            plan.set.iter().zip(own).for_each(|(place, values)| f(m, context(place), *place, values));
        }
    }
}

/// The copiable values that a copy effect gives: taken when it began, or when it first applied (CR 707.2b-c).
fn copied<'a>(
    ctx: &Ctx<'a>,
    instance: &Instance,
    taken: &'a [(ContinuousEffectId, Copiable)],
) -> Option<Cow<'a, Characteristics>> {
    if let Some((_, values)) = taken.iter().find(|(id, _)| *id == instance.id) {
        return Some(Cow::Borrowed(&values.chars));
    }
    if instance.fresh {
        return None;
    }
    Some(row_of(ctx, ctx.effect(instance.id).copied?))
}

/// CR 709.5b, 710.1b: another side of what a copy effect gives.
fn copied_side<'a>(
    ctx: &Ctx<'a>,
    instance: &Instance,
    taken: &'a [(ContinuousEffectId, Copiable)],
    side: Side,
) -> Option<Cow<'a, Characteristics>> {
    if let Some((_, values)) = taken.iter().find(|(id, _)| *id == instance.id) {
        let other = values.others.iter().find(|(known, _)| *known == side);
        return other.map(|(_, other)| Cow::Borrowed(other));
    }
    if instance.fresh {
        return None;
    }
    let other = values::other_side(ctx.table, ctx.made, ctx.effect(instance.id).copied?, side)?;
    Some(row_of(ctx, other))
}

fn row_of<'a>(ctx: &Ctx<'a>, base: CopiableSource) -> Cow<'a, Characteristics> {
    match base {
        CopiableSource::Interned(i) => Cow::Borrowed(&ctx.made.0[i as usize]),
        base @ CopiableSource::Def(..) => Cow::Owned(values::starting(ctx.table, ctx.made, base)),
    }
}
