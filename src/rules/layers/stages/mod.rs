//! The stages of a pass, one file a layer.
//!
//! [`run`] applies what is pending in a stage, one item after the other in the order that [`super::order`] decides.
//! The systems of the schedule only lend it the table.

mod ability;
mod color;
mod control;
mod copy;
mod face_down;
mod power;
pub(super) mod text;
mod types;

pub(super) use ability::gain;

use super::pass::{Ctx, Item, LayerTable, Pass, What};
use super::plan::{self, Plan};
use super::{explain, gather, order, publish, rules};
use crate::cards::def::{CounterKind, Modification};
use crate::cards::{CardTable, StaticRow};
use crate::model::ids::{EffectId, StaticHandle};
use crate::model::object::Characteristics;
use crate::rules::schedule::{LayerSystems, Layers, strict};
use bevy_ecs::prelude::*;
use bitflags::bitflags;

/// A layer or sublayer in which effects apply (CR 613.1-613.4), and the rules after them (613.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// 613.2a.
    Copy,
    /// 613.1b.
    Control,
    /// 613.1c.
    Text,
    /// 613.1d.
    Type,
    /// 613.1e.
    Color,
    /// 613.1f.
    Ability,
    /// 613.4a.
    Define,
    /// 613.4b.
    Set,
    /// 613.4c.
    Modify,
    /// Counters in the classic edition.
    Counters,
    /// 613.4d.
    Switch,
    /// 613.10, 613.11.
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
}

bitflags! {
    /// Several stages.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) struct StageSet: u16 {
        const COPY = 1 << Stage::Copy as u16;
        const CONTROL = 1 << Stage::Control as u16;
        const TEXT = 1 << Stage::Text as u16;
        const TYPE = 1 << Stage::Type as u16;
        const COLOR = 1 << Stage::Color as u16;
        const ABILITY = 1 << Stage::Ability as u16;
        const DEFINE = 1 << Stage::Define as u16;
        const SET = 1 << Stage::Set as u16;
        const MODIFY = 1 << Stage::Modify as u16;
        const COUNTERS = 1 << Stage::Counters as u16;
        const SWITCH = 1 << Stage::Switch as u16;
        const RULES = 1 << Stage::Rules as u16;
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
        M::Name(_) | M::ChangeWord(..) | M::FullText(..) => Stage::Text,
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
        M::SetColors(_) | M::SetColorVar(_) | M::AddColors(_) => Stage::Color,
        M::Gain(_)
        | M::GainAbilities(_)
        | M::ProtectionFromColorVar(_)
        | M::GainActivatedOf(_)
        | M::Lose(_)
        | M::LoseAllAbilities
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
        M::Must(_) => Stage::Rules,
    }
}

/// What the application of a modification to a row may look at.
#[derive(Clone, Copy)]
pub(super) struct Hand<'a> {
    pub table: &'a CardTable,
    /// The effect.
    pub effect: EffectId,
    pub handle: StaticHandle,
    pub row: &'a StaticRow,
    /// The copiable values that a copy effect gives.
    pub copied: Option<&'a Characteristics>,
}

/// Does one modification to one row. `values` are what the plan has evaluated for the two.
pub(super) fn write(m: &Modification, hand: &Hand<'_>, values: &[i64], chars: &mut Characteristics) {
    use Modification as M;
    match m {
        M::CopyOf(..) | M::FullText(..) => copy::write(hand, chars),
        M::GainAbilities(_) | M::ProtectionFromColorVar(_) | M::GainActivatedOf(_) => {
            ability::write(m, hand, values, chars);
        }
        _ => write_plain(m, hand.table, values, chars),
    }
}

/// The same for modifications that are about nothing but the row.
pub(super) fn write_plain(m: &Modification, table: &CardTable, values: &[i64], chars: &mut Characteristics) {
    match stage_of(m, false) {
        Stage::Control => control::write(values, chars),
        Stage::Text => text::write(m, table, values, chars),
        Stage::Type => types::write(m, table, values, chars),
        Stage::Color => color::write(m, values, chars),
        Stage::Ability => ability::write_keywords(m, values, chars),
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

/// Runs one stage over the table.
pub(super) fn run(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
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
fn apply(ctx: &Ctx<'_>, pass: &mut Pass, item: Item, stage: Stage, plan: &Plan) -> bool {
    let index = match item.what {
        What::Counters(i) => {
            let counters = pass.counters[i as usize];
            write_counters(counters.kind, counters.count, &mut pass.rows.list[counters.row as usize].chars);
            return false;
        }
        What::Effect(i) => i as usize,
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
    plan::each(ctx, &pass.instances[index], &pass.taken, plan, |m, hand, row, values| {
        let chars = &mut rows.list[row as usize].chars;
        if stage == Stage::Text {
            text::missing(hand.table, m, values, chars, wanted);
        }
        write(m, hand, values, chars);
    });
    match stage {
        Stage::Copy => {
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

/// Everything from the beginning to the rules, for callers that have a table of their own.
pub(super) fn run_all(ctx: &Ctx<'_>, pass: &mut Pass) {
    gather::gather(ctx, pass);
    explain::start(pass);
    for stage in Stage::ALL {
        run(ctx, pass, stage);
        match stage {
            Stage::Copy => face_down::run(ctx, pass),
            Stage::Control => control::settle(pass),
            Stage::Type => types::settle(pass),
            _ => {}
        }
        explain::end(pass, stage);
    }
    rules::players(ctx, pass);
    rules::objects(ctx, pass);
    publish::normalise(pass);
}

/// Lends the table of the world to a stage.
fn with(world: &mut World, f: impl FnOnce(&Ctx<'_>, &mut Pass)) {
    let mut pass = world.resource_mut::<LayerTable>().0.take().unwrap_or_default();
    f(&Ctx::new(world), &mut pass);
    world.resource_mut::<LayerTable>().0 = Some(pass);
}

fn start(world: &mut World) {
    with(world, gather::gather);
}
fn copies(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Copy));
}
fn faces(world: &mut World) {
    with(world, face_down::run);
}
fn controllers(world: &mut World) {
    with(world, |ctx, pass| {
        run(ctx, pass, Stage::Control);
        control::settle(pass);
    });
}
fn texts(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Text));
}
fn type_lines(world: &mut World) {
    with(world, |ctx, pass| {
        run(ctx, pass, Stage::Type);
        types::settle(pass);
    });
}
fn colors(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Color));
}
fn abilities(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Ability));
}
fn define_power(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Define));
}
fn set_power(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Set));
}
fn modify_power(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Modify));
}
fn count_counters(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Counters));
}
fn switch_power(world: &mut World) {
    with(world, |ctx, pass| run(ctx, pass, Stage::Switch));
}
fn player_rules(world: &mut World) {
    with(world, rules::players);
}
fn object_rules(world: &mut World) {
    with(world, |ctx, pass| {
        rules::objects(ctx, pass);
        publish::normalise(pass);
    });
}

/// The schedule of a pass: one thin system a stage, all in one chain.
pub(super) fn schedule() -> Schedule {
    use LayerSystems as S;
    let mut schedule = strict(Layers);
    schedule.configure_sets(
        (
            (S::Gather, S::L1aCopy, S::L1bFaceDown, S::L2Control, S::L3Text, S::L4Type, S::L5Color, S::L6Ability)
                .chain(),
            (S::L7aDefine, S::L7bSet, S::L7cModify, S::L7dCounters, S::L7eSwitch, S::Players, S::Rules, S::Publish)
                .chain(),
        )
            .chain(),
    );
    schedule.add_systems((
        start.in_set(S::Gather),
        copies.in_set(S::L1aCopy),
        faces.in_set(S::L1bFaceDown),
        controllers.in_set(S::L2Control),
        texts.in_set(S::L3Text),
        type_lines.in_set(S::L4Type),
        colors.in_set(S::L5Color),
        abilities.in_set(S::L6Ability),
    ));
    schedule.add_systems((
        define_power.in_set(S::L7aDefine),
        set_power.in_set(S::L7bSet),
        modify_power.in_set(S::L7cModify),
        count_counters.in_set(S::L7dCounters),
        switch_power.in_set(S::L7eSwitch),
        player_rules.in_set(S::Players),
        object_rules.in_set(S::Rules),
        publish::publish.in_set(S::Publish),
    ));
    schedule
}
