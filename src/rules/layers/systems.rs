//! The systems of the [`Layers`] schedule, in order.
//!
//! Each stage names what it reads and writes. `run_if` looks at the table alone, which costs some 15 ns; what a stage reads
//! ([`LayerReading`], the whole game, some 90 ns) is fetched only if the stage has something to do, which is true of two or
//! three in most passes.
//!
//! Behind what the rules do in a stage is its set of [`LayerSystems`], open to others: those in it are ordered by arrival, see
//! [`strict_with_open`].

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

/// The schedule of a pass. What the rules do in a stage comes before its open set, and what looks at the stage as a whole after it.
///
/// Systems are put beside the open sets, and not into sets of their own: what bevy does to build a schedule grows with the square of
/// the systems and sets that it has, and a process with one game waits for it.
pub(super) fn schedule() -> Schedule {
    use LayerSystems as S;
    let mut schedule = strict_with_open(Layers, S::ALL.iter().map(SystemSet::intern).collect());
    schedule.add_systems((
        gather.before(S::Gather),
        copies.run_if(due(Stage::Copy)).after(S::Gather).before(S::L1aCopy),
        faces.run_if(some_are_veiled).after(S::L1aCopy).before(S::L1bFaceDown),
        controllers.run_if(due(Stage::Control)).after(S::L1bFaceDown).before(S::L2Control),
        settle_controllers.after(S::L2Control),
        texts.run_if(due(Stage::Text)).after(settle_controllers).before(S::L3Text),
        type_lines.run_if(due(Stage::Type)).after(S::L3Text).before(S::L4Type),
        settle_type_lines.after(S::L4Type),
        colors.run_if(due(Stage::Color)).after(settle_type_lines).before(S::L5Color),
        abilities.run_if(due(Stage::Ability)).after(S::L5Color).before(S::L6Ability),
    ));
    schedule.add_systems((
        define_power.run_if(due(Stage::Define)).after(S::L6Ability).before(S::L7aDefine),
        set_power.run_if(due(Stage::Set)).after(S::L7aDefine).before(S::L7bSet),
        modify_power.run_if(due(Stage::Modify)).after(S::L7bSet).before(S::L7cModify),
        count_counters.run_if(due(Stage::Counters)).after(S::L7cModify).before(S::L7dCounters),
        switch_power.run_if(due(Stage::Switch)).after(S::L7dCounters).before(S::L7eSwitch),
        player_rules.run_if(due(Stage::Rules)).after(S::L7eSwitch).before(S::Players),
        object_rules.run_if(due(Stage::Rules)).after(S::Players).before(S::Rules),
        normalise.after(S::Rules),
        publish::publish.after(normalise).before(S::Publish),
    ));
    schedule
}
