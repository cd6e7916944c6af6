//! Why an object is what it is: the pass once more, with a recorder.
//!
//! An [`Explanation`] goes through the layers (CR 613.1) in order. For each one that changes the object it names the
//! effects that applied, in the order in which they did, why they stood there, and what the object was like afterwards.
//! Without a recorder a pass does the same without noting it.

use super::ctx::Ctx;
use super::depend::Through;
use super::pass::{Applicable, Application, Pass, Purpose};
use super::refresh;
use super::stages::{Stage, stage_of};
use super::table::LayerTable;
use crate::cards::CardTable;
use crate::cards::def::{Color, CounterKind, StaticEffect, TypeLine};
use crate::model::decision::{RulesEdition, Settings};
use crate::model::ids::{ObjectId, ObjectRef, Timestamp};
use crate::model::object::Characteristics;
use crate::rules::reading::Board;
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// How the layers make an object what it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The object.
    pub object: ObjectRef,
    /// The values that it starts with (CR 613.2): printed ones, or those of the effect that made it.
    pub start: Characteristics,
    /// The layers in which something happened to it, in order.
    pub layers: Vec<LayerStep>,
    /// What it is like in the end.
    pub end: Characteristics,
}

/// What one layer did to the object.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayerStep {
    /// The layer or sublayer, by its letter in the edition in force: `"6"`, `"7b"`.
    pub layer: &'static str,
    /// The effects that applied to the object, in order.
    pub applied: Vec<Applied>,
    /// What the object was like afterwards.
    pub after: Characteristics,
}

/// One effect that applied.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Applied {
    /// The effect that applied.
    pub effect: Named,
    /// What it does in this layer, as text.
    pub does: Vec<String>,
    /// Why it applied at this place in the order.
    pub why: Vec<Why>,
    /// What the object was like right afterwards.
    pub after: Characteristics,
}

/// An effect, for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The name of its source; of counters their kind.
    pub source: String,
    /// Its timestamp (CR 613.7).
    pub timestamp: Timestamp,
    /// Whether it comes from a static ability, a resolution, or counters.
    pub kind: NamedKind,
    /// Its source; counters have none.
    #[serde(skip)]
    pub object: Option<ObjectRef>,
}

/// Where an effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub enum NamedKind {
    /// A static ability (CR 611.3).
    Static,
    /// A spell or ability that has resolved (CR 611.2).
    Resolved,
    /// Counters (CR 122.1).
    Counters,
}

/// A reason for the place of an effect in the order of its layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub enum Why {
    /// CR 613.3: a characteristic-defining ability comes first.
    Defining,
    /// CR 613.8b: it waited for that one, on which it depends.
    DependsOn(Named, Through),
    /// CR 613.8b: it depends on that one, which depends on it in turn; so neither waits.
    Loop(Named, Through),
    /// CR 613.6: it has started to apply in an earlier layer, and continues with the same objects.
    Started,
    /// CR 613.7: by its timestamp.
    Timestamp,
}

/// What a pass notes for one object.
pub(super) struct Record {
    object: ObjectId,
    start: Option<Characteristics>,
    steps: Vec<(Stage, Applied)>,
    /// What the object was like after each stage that changed it.
    after: Vec<(Stage, Characteristics)>,
    /// Which effect waited for which in the stage that runs.
    pub waits: Vec<(Applicable, Applicable, Through)>,
    /// Which effects wait for each other.
    pub loops: Vec<(Applicable, Applicable, Through)>,
}

impl Record {
    fn chars<'a>(&self, pass: &'a Pass) -> Option<&'a Characteristics> {
        pass.rows.at(self.object).map(|i| &pass.rows.list[i as usize].chars)
    }
    fn last(&self) -> Option<&Characteristics> {
        self.after.last().map(|(_, chars)| chars).or(self.start.as_ref())
    }
}

/// The table is filled.
pub(super) fn start(pass: &mut Pass) {
    let Some(mut record) = pass.record.take() else { return };
    record.start = record.chars(pass).cloned();
    pass.record = Some(record);
}

/// A stage begins.
pub(super) fn begin(pass: &mut Pass) {
    if let Some(record) = &mut pass.record {
        record.waits.clear();
        record.loops.clear();
    }
}

/// An effect has been applied to rows.
pub(super) fn applied(ctx: &Ctx<'_>, pass: &mut Pass, item: Application, stage: Stage, started: bool, set: &[u32]) {
    let Some(mut record) = pass.record.take() else { return };
    if let Some(row) = pass.rows.at(record.object)
        && set.contains(&row)
    {
        let list = |pairs: &[(Applicable, Applicable, Through)], why: fn(Named, Through) -> Why| {
            let mine = pairs.iter().filter(|(a, ..)| *a == item.what);
            mine.map(|(_, b, through)| why(named(ctx, pass, *b), *through)).collect::<Vec<_>>()
        };
        let mut why = Vec::new();
        if item.order.class == 0 {
            why.push(Why::Defining);
        }
        why.extend(list(&record.waits, Why::DependsOn));
        why.extend(list(&record.loops, Why::Loop));
        if started {
            why.push(Why::Started);
        }
        if why.is_empty() {
            why.push(Why::Timestamp);
        }
        let effect = named(ctx, pass, item.what);
        let does = does(ctx, pass, item, stage);
        let after = pass.rows.list[row as usize].chars.clone();
        record.steps.push((stage, Applied { effect, does, why, after }));
    }
    pass.record = Some(record);
}

/// A stage is over.
pub(super) fn end(pass: &mut Pass, stage: Stage) {
    let Some(mut record) = pass.record.take() else { return };
    if let Some(chars) = record.chars(pass)
        && (record.last() != Some(chars) || record.steps.last().is_some_and(|(s, _)| *s == stage))
    {
        let chars = chars.clone();
        record.after.retain(|(s, _)| *s != stage);
        record.after.push((stage, chars));
    }
    pass.record = Some(record);
}

fn named(ctx: &Ctx<'_>, pass: &Pass, what: Applicable) -> Named {
    match what {
        Applicable::Counters(i) => {
            let counters = pass.counters[i as usize];
            let row = &pass.rows.list[counters.row as usize];
            let list = &ctx.counters(row.object.id).0;
            let timestamp = list.iter().find(|(kind, ..)| *kind == counters.kind).map_or(Timestamp(0), |c| c.2);
            Named {
                source: counter_text(counters.kind, counters.count),
                timestamp,
                kind: NamedKind::Counters,
                object: None,
            }
        }
        Applicable::Effect(i) => {
            let instance = &pass.instances[i as usize];
            let object = instance.key.map_or(instance.bindings.this, |key| key.object);
            let kind = if instance.key.is_some() { NamedKind::Static } else { NamedKind::Resolved };
            let timestamp = instance.order.timestamp;
            Named { source: name(ctx, pass, object), timestamp, kind, object: Some(object) }
        }
    }
}

fn counter_text(kind: CounterKind, count: u32) -> String {
    if count == 1 { format!("{kind} counter") } else { format!("{count} {kind} counters") }
}

fn name(ctx: &Ctx<'_>, pass: &Pass, object: ObjectRef) -> String {
    let name = pass.board(ctx).view(object).and_then(|v| ctx.table.called(v.chars));
    name.map_or_else(|| "something that is gone".to_owned(), Cow::into_owned)
}

/// What an effect does in a stage, in words.
fn does(ctx: &Ctx<'_>, pass: &Pass, item: Application, stage: Stage) -> Vec<String> {
    let Applicable::Effect(i) = item.what else {
        return vec![named(ctx, pass, item.what).source];
    };
    let instance = &pass.instances[i as usize];
    let StaticEffect::Affect(_, all) = &ctx.table.static_row(instance.handle).effect else { return Vec::new() };
    let here = all.iter().filter(|m| stage_of(m, item.order.class == 0) == stage);
    let speaker = ctx.table.def(instance.handle.def).speakers.first().cloned().unwrap_or_default();
    here.map(|m| crate::cards::text::modification(&speaker, m)).collect()
}

/// The letter of a stage in an edition (CR 613.1-613.4).
pub(super) fn letter(stage: Stage, edition: RulesEdition) -> &'static str {
    match (stage, edition) {
        (Stage::Copy, _) => "1",
        (Stage::Control, _) => "2",
        (Stage::Text, _) => "3",
        (Stage::Type, _) => "4",
        (Stage::Color, _) => "5",
        (Stage::Ability, _) => "6",
        (Stage::Define, _) => "7a",
        (Stage::Set, _) => "7b",
        (Stage::Modify, _) => "7c",
        (Stage::Counters, _) => "7d",
        (Stage::Switch, RulesEdition::Current) => "7d",
        (Stage::Switch, RulesEdition::Classic) => "7e",
        (Stage::Rules, _) => "rules",
    }
}

/// How the layers make an object what it is; `None` for what has no characteristics that layers could change
/// (abilities on the stack, free slots). Runs the schedule of the layers; nothing in the game changes.
pub fn explain(world: &mut World, object: ObjectId) -> Option<Explanation> {
    let record = Record { object, start: None, steps: vec![], after: vec![], waits: vec![], loops: vec![] };
    world.resource_mut::<LayerTable>().pass().record = Some(Box::new(record));
    refresh::run(world, Purpose::Inspect);
    let edition = world.part::<Settings>().edition;
    let mut table = world.resource_mut::<LayerTable>();
    let pass = table.pass();
    let record = *pass.record.take()?;
    let row = pass.rows.at(object).map(|i| &pass.rows.list[i as usize]);
    row.map(|row| {
        let layers = record.after.iter().map(|(stage, after)| LayerStep {
            layer: letter(*stage, edition),
            applied: record.steps.iter().filter(|(s, _)| s == stage).map(|(_, a)| a.clone()).collect(),
            after: after.clone(),
        });
        Explanation {
            object: row.object,
            layers: layers.collect(),
            end: row.chars.clone(),
            start: record.start.clone().unwrap_or_else(|| row.chars.clone()),
        }
    })
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defining => f.write_str("defines a characteristic, so it comes first"),
            Self::DependsOn(other, through) => {
                write!(f, "depends on {} ({}), which changes {through}", other.source, other.timestamp)
            }
            Self::Loop(other, through) => write!(
                f,
                "depends on {} ({}), which changes {through}, and the other way round: neither waits",
                other.source, other.timestamp
            ),
            Self::Started => f.write_str("has started in an earlier layer"),
            Self::Timestamp => f.write_str("by timestamp"),
        }
    }
}

/// An explanation as text, with one paragraph for each layer.
pub fn text_of(explanation: &Explanation, table: &CardTable) -> String {
    let mut out = format!("starts as      {}\n", summary(&explanation.start, table));
    let mut last = &explanation.start;
    for step in &explanation.layers {
        out.push_str(&format!("layer {}\n", step.layer));
        for applied in &step.applied {
            let Applied { effect, does, why, after } = applied;
            let why: Vec<String> = why.iter().map(ToString::to_string).collect();
            out.push_str(&format!("  {} ({}): {}\n", effect.source, effect.timestamp, does.join(", ")));
            out.push_str(&format!("    {}\n", why.join("; ")));
            let now = summary(after, table);
            if now != summary(last, table) {
                out.push_str(&format!("    now        {now}\n"));
            }
            last = after;
        }
        let now = summary(&step.after, table);
        if now != summary(last, table) {
            out.push_str(&format!("  by rule      {now}\n"));
        }
        last = &step.after;
    }
    out.push_str(&format!("ends as        {}\n", summary(&explanation.end, table)));
    out
}

/// An object as one line of text.
fn summary(chars: &Characteristics, table: &CardTable) -> String {
    let mut parts = vec![table.called(chars).map_or_else(|| "nameless".to_owned(), Cow::into_owned)];
    if let Some(cost) = &chars.cost {
        parts.push(cost.to_string());
    }
    let colors: Vec<&str> = chars.colors.colors().map(Color::word).collect();
    parts.push(if colors.is_empty() { "colourless".to_owned() } else { colors.join(" and ") });
    let line = TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes };
    parts.push(line.in_short());
    if chars.has_pt {
        parts.push(format!("{}/{}", chars.power, chars.toughness));
    }
    parts.extend(chars.keywords.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")));
    match chars.abilities.len() {
        0 => {}
        1 => parts.push("1 other ability".to_owned()),
        n => parts.push(format!("{n} other abilities")),
    }
    parts.push(format!("controlled by P{}", chars.controller.0 + 1));
    parts.join(", ")
}
