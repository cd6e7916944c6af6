//! The working table as systems see it, and how systems of others join.

use super::pass::Pass;
use super::stages::{self, Stage};
use crate::model::dirt::StateClass;
use crate::model::ids::ObjectRef;
use crate::model::object::{Characteristics, Object};
use crate::model::zone::Zone;
use crate::rules::schedule::{LayerSystems, Layers};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// The working table of the pass that runs: what a system of the [`Layers`] schedule reads and writes. Scratch: it isn't
/// part of the state of a game, means something only within the schedule, and keeps its memory from pass to pass.
#[derive(Resource, Default)]
pub struct LayerTable {
    pass: Option<Box<Pass>>,
    /// What systems of others read.
    reads: StateClass,
}

impl LayerTable {
    pub(super) fn pass(&mut self) -> &mut Pass {
        self.pass.get_or_insert_default()
    }
    pub(super) fn take(&mut self) -> Box<Pass> {
        self.pass.take().unwrap_or_default()
    }
    pub(super) fn put_back(&mut self, pass: Box<Pass>) {
        self.pass = Some(pass);
    }
    pub(super) fn reads(&self) -> StateClass {
        self.reads
    }
    /// Whether a stage has something to do.
    pub(super) fn is_due(&self, stage: Stage) -> bool {
        self.pass.as_ref().is_some_and(|pass| stages::is_due(pass, stage))
    }
    /// Whether layer 1b has something to do.
    pub(super) fn is_veiled(&self) -> bool {
        self.pass.as_ref().is_some_and(|pass| pass.veiled || !pass.touched.is_empty())
    }

    /// The objects on the battlefield and on the stack, with what they are like so far, in the order of their zones.
    /// Permanents that are phased out aren't among them; what is looked ahead to enter (CR 614.12) is. Abilities on the
    /// stack have no characteristics that effects could change.
    pub fn rows(&self) -> impl Iterator<Item = (&Object, &Characteristics)> {
        let rows = self.pass.iter().flat_map(|pass| &pass.rows.list);
        rows.filter(|row| !row.absent && is_in_sight(&row.state)).map(|row| (&row.state, &row.chars))
    }

    /// What an object of [`LayerTable::rows`] is like so far; `None` for others.
    pub fn chars(&self, object: ObjectRef) -> Option<&Characteristics> {
        let pass = self.pass.as_ref()?;
        let row = &pass.rows.list[pass.rows.find(object)? as usize];
        (!row.absent && is_in_sight(&row.state)).then_some(&row.chars)
    }

    /// As [`LayerTable::chars`], to write to. What differs from before is published when the pass ends. Static abilities
    /// that the object gains have effects in the layers that follow.
    pub fn chars_mut(&mut self, object: ObjectRef) -> Option<&mut Characteristics> {
        let pass = self.pass.as_mut()?;
        let at = pass.rows.find(object)?;
        let row = &mut pass.rows.list[at as usize];
        if row.absent || !is_in_sight(&row.state) {
            return None;
        }
        if !pass.touched.contains(&at) {
            pass.touched.push(at);
        }
        Some(&mut row.chars)
    }
}

/// Where every pass has a row for each object.
fn is_in_sight(object: &Object) -> bool {
    matches!(object.zone, Zone::Battlefield | Zone::Stack)
}

/// Adds continuous effects to the rules.
pub trait ContinuousEffectApp {
    /// Adds a continuous effect (CR 611): a system that writes to the [`LayerTable`]. It runs in every pass, right after
    /// what the rules do in `layer`, and after the systems that were added to it before.
    ///
    /// `reads` says which changes make a pass necessary, besides objects that come to the battlefield and the stack or
    /// leave them; without the right ones the system isn't run when it should. It must do the same to the same game each
    /// time: passes run also to look ahead, to explain and to check, and then nothing is published.
    ///
    /// # Panics
    /// If the rules aren't there yet: add [`RulesPlugins`](crate::RulesPlugins) first.
    fn add_continuous_effect<M>(
        &mut self,
        layer: LayerSystems,
        reads: StateClass,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self;
}

impl ContinuousEffectApp for App {
    fn add_continuous_effect<M>(
        &mut self,
        layer: LayerSystems,
        reads: StateClass,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        let table = self.world_mut().get_resource_mut::<LayerTable>();
        let mut table = table.expect("continuous effects need the rules: add `RulesPlugins` first");
        table.reads |= reads | StateClass::BATTLEFIELD | StateClass::STACK;
        let system: ScheduleConfigs<ScheduleSystem> = system.into_configs();
        self.add_systems(Layers, system.in_set(layer))
    }
}
