//! The stages of a pass, one file a layer.
//!
//! [`run`] applies what is pending in a stage, one item after the other in the order that [`super::order`] decides.
//! The systems in [`super::systems`] lend it the table and what it reads.

mod ability;
mod color;
pub(super) mod control;
mod copy;
pub(super) mod face_down;
mod power;
pub(super) mod text;
pub(super) mod types;

pub(super) use ability::gain;

use super::ctx::Ctx;
use super::pass::{Applicable, Application, Pass};
use super::plan::{self, Plan};
use super::{explain, gather, order};
use crate::cards::def::{CounterKind, Modification};
use crate::cards::{CardTable, StaticRow};
use crate::model::ids::{ContinuousEffectId, StaticHandle};
use crate::model::object::Characteristics;
use bitflags::bitflags;

/// A layer or sublayer in which effects apply (CR 613.1-613.4), and the rules after them (613.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Layer 1a: copiable values (CR 613.2a).
    Copy,
    /// Layer 2: control (CR 613.1b).
    Control,
    /// Layer 3: text (CR 613.1c).
    Text,
    /// Layer 4: types (CR 613.1d).
    Type,
    /// Layer 5: colours (CR 613.1e).
    Color,
    /// Layer 6: abilities (CR 613.1f).
    Ability,
    /// Layer 7a: power and toughness that a card defines (CR 613.4a).
    Define,
    /// Layer 7b: power and toughness that are set (CR 613.4b).
    Set,
    /// Layer 7c: changes of power and toughness (CR 613.4c).
    Modify,
    /// Layer 7d of the classic edition: counters. In the current edition they are part of 7c.
    Counters,
    /// Switching of power and toughness: layer 7d in the current edition (CR 613.4d).
    Switch,
    /// After the layers: effects on players and on the rules (CR 613.10, 613.11).
    Rules,
}

impl Stage {
    /// The stages in which characteristics change, in order.
    pub const ALL: [Self; 11] = [
        Self::Copy,
        Self::Control,
        Self::Text,
        Self::Type,
        Self::Color,
        Self::Ability,
        Self::Define,
        Self::Set,
        Self::Modify,
        Self::Counters,
        Self::Switch,
    ];

    /// The stage before, among those in which characteristics change.
    pub(super) fn before(self) -> Option<Self> {
        Self::ALL.into_iter().take_while(|stage| *stage < self).last()
    }
}

bitflags! {
    /// Several stages.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) struct StageSet: u16 {
        /// One bit each: [`StageSet::of`].
        const _ = !0;
    }
}

impl StageSet {
    pub(super) const fn of(stage: Stage) -> Self {
        Self::from_bits_truncate(1 << stage as u16)
    }
    pub(super) const fn has(self, stage: Stage) -> bool {
        self.intersects(Self::of(stage))
    }
}

/// CR 613.1-613.4: the one stage in which a modification applies. `defining`: a characteristic-defining ability
/// says it.
pub const fn stage_of(m: &Modification, defining: bool) -> Stage {
    use Modification as M;
    match m {
        M::CopyOf(..) => Stage::Copy,
        M::Control(_) => Stage::Control,
        M::Name(_) | M::ThisAbility | M::NoManaCost | M::ChangeWord(..) | M::FullText(..) | M::RulesText(_) => {
            Stage::Text
        }
        M::AddTypes(..)
        | M::SetTypes(..)
        | M::SetCreatureTypes(_)
        | M::SetBasicLandTypes(_)
        | M::AddBasicLandTypes(_)
        | M::AddEveryBasicLandType
        | M::AddChosenSubtype
        | M::SetChosenSubtype
        | M::AllCreatureTypes
        | M::RemoveTypes(_)
        | M::RemoveCreatureTypes
        | M::AddSupertypes(_)
        | M::RemoveSupertypes(_) => Stage::Type,
        M::SetColors(_) | M::SetColorVar(_) | M::AddColors(_) | M::AddChosenColor => Stage::Color,
        M::Gain(_)
        | M::GainAbilities(_)
        | M::ProtectionFromColorVar(_)
        | M::GainActivatedOf(_)
        | M::Lose(_)
        | M::LoseKeywords(_)
        | M::LoseAllAbilities
        | M::LoseAbilitiesBut(_)
        | M::CantHave(_) => Stage::Ability,
        M::SetPT(..) | M::SetPower(_) | M::SetToughness(_) => {
            if defining {
                Stage::Define
            } else {
                Stage::Set
            }
        }
        M::ModifyPT(..) => Stage::Modify,
        M::SwitchPT => Stage::Switch,
        M::Rule(_) => Stage::Rules,
    }
}

/// What the application of a modification to a row may look at.
#[derive(Clone, Copy)]
pub(super) struct ApplyContext<'a> {
    pub table: &'a CardTable,
    /// The effect.
    pub effect: ContinuousEffectId,
    pub handle: StaticHandle,
    pub row: &'a StaticRow,
    /// The copiable values that a copy effect gives.
    pub copied: Option<&'a Characteristics>,
}

/// Does one modification to one row. `values` are what the plan has evaluated for the two.
pub(super) fn write(m: &Modification, context: &ApplyContext<'_>, values: &[i64], chars: &mut Characteristics) {
    use Modification as M;
    match m {
        M::CopyOf(..) | M::FullText(..) => copy::write(context, chars),
        M::RulesText(_) => text::write_rules(context.copied, chars),
        M::GainAbilities(_) | M::ProtectionFromColorVar(_) | M::GainActivatedOf(_) => {
            ability::write(m, context, values, chars);
        }
        _ => write_plain(m, context.table, values, chars),
    }
}

/// What a writer of a stage does with a modification that another one writes: nothing, and it is a mistake in the program.
/// [`stage_of`] and [`write`] say who writes what.
#[cold]
fn foreign(m: &Modification) {
    debug_assert!(false, "no stage writes {m:?}");
}

/// Like [`write`], for modifications that need nothing but the row.
pub(super) fn write_plain(m: &Modification, table: &CardTable, values: &[i64], chars: &mut Characteristics) {
    match stage_of(m, false) {
        Stage::Control => control::write(values, chars),
        Stage::Text => text::write(m, table, values, chars),
        Stage::Type => types::write(m, table, values, chars),
        Stage::Color => color::write(m, values, chars),
        Stage::Ability => ability::write_keywords(m, table, values, chars),
        Stage::Define | Stage::Set | Stage::Modify | Stage::Switch => power::write(m, values, chars),
        // What the stage of rules does, and what needs more than the row.
        Stage::Copy | Stage::Counters | Stage::Rules => {}
    }
}

/// CR 122.1a-b: what counters do to an object.
pub(super) fn write_counters(kind: CounterKind, count: u32, chars: &mut Characteristics) {
    match kind {
        CounterKind::Keyword(keyword) => gain(chars, keyword.set()),
        CounterKind::PowerToughness(power, toughness) => power::counters(power, toughness, count, chars),
        _ => {}
    }
}

/// Whether a stage has something to do.
#[inline]
pub(super) fn is_due(pass: &Pass, stage: Stage) -> bool {
    pass.stages.has(stage) || !pass.touched.is_empty()
}

/// What systems of others have written: abilities that objects have gained have effects from here on.
pub(super) fn pick_up(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
    if pass.touched.is_empty() {
        return;
    }
    if let Some(before) = stage.before() {
        explain::end(pass, before);
    }
    for row in std::mem::take(&mut pass.touched) {
        gather::abilities(ctx, pass, row);
    }
}

/// Runs one stage over the table.
pub(super) fn run(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
    pick_up(ctx, pass, stage);
    if !pass.stages.has(stage) {
        return;
    }
    explain::begin(pass);
    order::begin(ctx, pass, stage);
    let mut plan = std::mem::take(&mut pass.plan);
    while let Some(mut next) = order::next(ctx, pass, stage) {
        let item = next.item;
        match next.plan.take() {
            Some(known) => plan = *known,
            None => plan::make(ctx, &pass.board(ctx), pass, item, stage, &mut plan),
        }
        if plan.applies {
            let started = apply(ctx, pass, item, stage, &plan);
            order::applied(ctx, pass, &next, &plan.set, stage);
            explain::applied(ctx, pass, item, stage, started, &plan.set);
        }
    }
    pass.plan = plan;
}

/// Carries out a plan; answers whether its effect had started in an earlier stage.
fn apply(ctx: &Ctx<'_>, pass: &mut Pass, item: Application, stage: Stage, plan: &Plan) -> bool {
    let index = match item.what {
        Applicable::Counters(i) => {
            let counters = pass.counters[i as usize];
            write_counters(counters.kind, counters.count, &mut pass.rows.list[counters.row as usize].chars);
            return false;
        }
        Applicable::Effect(i) => i as usize,
    };
    let started = pass.instances[index].started.is_some();
    if !started {
        let start = pass.sets.len() as u32;
        pass.sets.extend_from_slice(&plan.set);
        pass.instances[index].started = Some((start, pass.sets.len() as u32));
    }
    if stage == Stage::Copy {
        copy::take(ctx, pass, index);
    }
    let Pass { rows, wanted, .. } = pass;
    plan::each(ctx, &pass.instances[index], &pass.taken, plan, |m, context, row, values| {
        let chars = &mut rows.list[row as usize].chars;
        if stage == Stage::Text {
            text::missing(context.table, m, values, chars, wanted);
        }
        write(m, context, values, chars);
    });
    match stage {
        Stage::Copy => {
            pass.veiled |= !plan.set.is_empty();
            for row in &plan.set {
                pass.rows.list[*row as usize].rewritten = true;
                gather::abilities(ctx, pass, *row);
            }
        }
        // CR 612: abilities of a new text have effects, those of the old one don't.
        Stage::Text => {
            for row in &plan.set {
                pass.rows.list[*row as usize].rewritten = true;
                gather::abilities(ctx, pass, *row);
            }
            pass.forget_lost(&plan.set);
        }
        // CR 613.6, 613.8c: an ability that was gained may have effects of its own, even in this layer.
        Stage::Ability if plan.grants => {
            let known = pass.instances.len();
            for row in &plan.set {
                gather::abilities(ctx, pass, *row);
            }
            if pass.instances.len() > known {
                order::join(ctx, pass, known, stage);
            }
        }
        _ => {}
    }
    started
}
