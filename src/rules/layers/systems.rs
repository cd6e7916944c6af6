//! The systems of the [`Layers`] schedule, in order.
//!
//! Each stage names what it reads and writes. `run_if` looks at the table alone, which costs some 15 ns; what a stage reads
//! ([`LayerReading`], the whole game, some 90 ns) is fetched only if the stage has something to do, which is true of two or
//! three in most passes.
//!
//! The rules' systems stand in private sets. Behind each one is a set of [`LayerSystems`], open to others: those in it are
//! ordered by arrival, see [`strict_with_open`].

use super::ctx::LayerReading;
use super::stages::{self, Stage, control, face_down, types};
use super::table::LayerTable;
use super::{explain, gather, publish, rules};
use crate::rules::schedule::{LayerSystems, Layers, strict_with_open};
use crate::rules::state::DerivedParts;
use bevy_ecs::prelude::*;

fn gather(mut table: ResMut<LayerTable>, read: LayerReading, game: Single<&DerivedParts>) {
    let pass = table.pass();
    gather::gather(&read.ctx(), pass, &game.layers);
    explain::start(pass);
}

/// A stage of [`Stage`]; explanations note what has changed when it is over.
fn run(table: &mut LayerTable, read: &LayerReading<'_, '_>, stage: Stage) {
    let pass = table.pass();
    stages::run(&read.ctx(), pass, stage);
    explain::end(pass, stage);
}

fn copies(mut table: ResMut<LayerTable>, read: LayerReading) {
    stages::run(&read.ctx(), table.pass(), Stage::Copy);
}
fn faces(mut table: ResMut<LayerTable>, read: LayerReading) {
    let (ctx, pass) = (read.ctx(), table.pass());
    stages::pick_up(&ctx, pass, Stage::Copy);
    face_down::run(&ctx, pass);
    explain::end(pass, Stage::Copy);
}
fn controllers(mut table: ResMut<LayerTable>, read: LayerReading) {
    stages::run(&read.ctx(), table.pass(), Stage::Control);
}
/// After the open set of the layer, like all that looks at the layer as a whole.
fn settle_controllers(mut table: ResMut<LayerTable>) {
    let pass = table.pass();
    control::settle(pass);
    explain::end(pass, Stage::Control);
}
fn texts(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Text);
}
fn type_lines(mut table: ResMut<LayerTable>, read: LayerReading) {
    stages::run(&read.ctx(), table.pass(), Stage::Type);
}
/// After the open set of the layer.
fn settle_type_lines(mut table: ResMut<LayerTable>) {
    let pass = table.pass();
    types::settle(pass);
    explain::end(pass, Stage::Type);
}
fn colors(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Color);
}
fn abilities(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Ability);
}
fn define_power(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Define);
}
fn set_power(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Set);
}
fn modify_power(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Modify);
}
fn count_counters(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Counters);
}
fn switch_power(mut table: ResMut<LayerTable>, read: LayerReading) {
    run(&mut table, &read, Stage::Switch);
}
fn player_rules(mut table: ResMut<LayerTable>, read: LayerReading) {
    rules::players(&read.ctx(), table.pass());
}
fn object_rules(mut table: ResMut<LayerTable>, read: LayerReading) {
    rules::objects(&read.ctx(), table.pass());
}
fn normalise(mut table: ResMut<LayerTable>) {
    publish::normalise(table.pass());
}

/// Whether a stage has something to do.
fn due(stage: Stage) -> impl Fn(Res<LayerTable>) -> bool + Clone {
    move |table: Res<LayerTable>| table.is_due(stage)
}

fn some_are_veiled(table: Res<LayerTable>) -> bool {
    table.is_veiled()
}

/// The rules' part of a set of [`LayerSystems`]: before what others add to it.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Own(LayerSystems);

/// What follows a layer, after what others have added to it.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct After(LayerSystems);

/// The schedule of a pass.
pub(super) fn schedule() -> Schedule {
    use LayerSystems as S;
    let mut schedule = strict_with_open(Layers, S::ALL.iter().map(SystemSet::intern).collect());
    for set in S::ALL {
        schedule.configure_sets((Own(set), set, After(set)).chain());
    }
    for sets in S::ALL.windows(2) {
        schedule.configure_sets((After(sets[0]), Own(sets[1])).chain());
    }
    schedule.add_systems((
        gather.in_set(Own(S::Gather)),
        copies.run_if(due(Stage::Copy)).in_set(Own(S::L1aCopy)),
        faces.run_if(some_are_veiled).in_set(Own(S::L1bFaceDown)),
        controllers.run_if(due(Stage::Control)).in_set(Own(S::L2Control)),
        settle_controllers.in_set(After(S::L2Control)),
        texts.run_if(due(Stage::Text)).in_set(Own(S::L3Text)),
        type_lines.run_if(due(Stage::Type)).in_set(Own(S::L4Type)),
        settle_type_lines.in_set(After(S::L4Type)),
        colors.run_if(due(Stage::Color)).in_set(Own(S::L5Color)),
        abilities.run_if(due(Stage::Ability)).in_set(Own(S::L6Ability)),
    ));
    schedule.add_systems((
        define_power.run_if(due(Stage::Define)).in_set(Own(S::L7aDefine)),
        set_power.run_if(due(Stage::Set)).in_set(Own(S::L7bSet)),
        modify_power.run_if(due(Stage::Modify)).in_set(Own(S::L7cModify)),
        count_counters.run_if(due(Stage::Counters)).in_set(Own(S::L7dCounters)),
        switch_power.run_if(due(Stage::Switch)).in_set(Own(S::L7eSwitch)),
        player_rules.run_if(due(Stage::Rules)).in_set(Own(S::Players)),
        object_rules.run_if(due(Stage::Rules)).in_set(Own(S::Rules)),
        normalise.in_set(After(S::Rules)),
        publish::publish.in_set(Own(S::Publish)),
    ));
    schedule
}
