//! The systems of the [`Layers`] schedule, in order.
//!
//! Each stage names what it reads and writes. `run_if` looks at the table alone, which costs some 15 ns; what a stage reads
//! ([`LayerReading`], the whole game, some 90 ns) is fetched only if the stage has something to do, which is true of two or
//! three in most passes.
//!
//! Where nobody has added a system, [`run_alone`] calls the same functions in the same order, which costs less than a schedule.
//!
//! Behind what the rules do in a stage is its set of [`LayerSystems`], open to others: those in it are ordered by arrival, see
//! [`strict_with_open`].

use super::ctx::{Ctx, LayerReading};
use super::pass::Pass;
use super::stages::{self, Stage, control, face_down, types};
use super::table::LayerTable;
use super::{explain, gather, publish, rules};
use crate::model::dirt::{Gates, LayerWatch, StateClass};
use crate::model::entering::LookedAhead;
use crate::rules::schedule::{LayerSystems, Layers, strict_with_open};
use crate::rules::state::{DerivedParts, GameState, ReadGame};
use crate::rules::work::{self, Work};
use bevy_ecs::prelude::*;

/// Whether a pass may run without the schedule: a gate. It rests on this: as long as nobody has added a system
/// ([`LayerTable::reads`]), the schedule calls what [`run_alone`] calls. A look ahead reads an object that would enter, which a world
/// doesn't show.
pub(super) fn are_alone(world: &World) -> bool {
    let alone = world.resource::<LayerTable>().reads().is_empty();
    alone && !world.part::<Gates>().open && world.part::<LookedAhead>().entering.is_none()
}

/// One pass, as the schedule runs it where nobody has added a system.
pub(super) fn run_alone(world: &mut World) {
    let mut pass = world.resource_mut::<LayerTable>().take();
    stages_alone(&Ctx::with_columns(world), &mut pass, world.part());
    publish::normalise(&mut pass);
    publish::end(world, &mut pass, StateClass::empty());
    world.resource_mut::<LayerTable>().put_back(pass);
}

/// Like [`run_alone`], with the borrowed state, until no definitions have to be made. Whether that was enough: not if there are no slots
/// for what begins. Nothing has been written then.
pub(super) fn run_within(state: &mut GameState<'_>) -> bool {
    if state.layer_scratch.others || state.gates.open || state.ahead.entering.is_some() {
        return false;
    }
    let mut pass = state.layer_scratch.pass.take().unwrap_or_default();
    let mut has_room = true;
    loop {
        work::note(Work::LayerPass);
        stages_alone(&Ctx::with_columns(&*state), &mut pass, state.part());
        publish::normalise(&mut pass);
        has_room &= publish::has_room(state, &pass);
        if has_room {
            publish::end(state, &mut pass, StateClass::empty());
        }
        if !has_room || !pass.again {
            break;
        }
    }
    pass.trial.count = 0;
    state.layer_scratch.pass = Some(pass);
    has_room
}

fn stages_alone(ctx: &Ctx<'_>, pass: &mut Pass, watch: &LayerWatch) {
    gather::gather(ctx, pass, watch);
    explain::start(pass);
    stages::run(ctx, pass, Stage::Copy);
    if pass.veiled {
        face_down::run(ctx, pass);
        explain::end(pass, Stage::Copy);
    }
    stages::run(ctx, pass, Stage::Control);
    control::settle(pass);
    explain::end(pass, Stage::Control);
    if pass.stages.has(Stage::Text) {
        stages::run(ctx, pass, Stage::Text);
        explain::end(pass, Stage::Text);
    }
    stages::run(ctx, pass, Stage::Type);
    types::settle(pass);
    explain::end(pass, Stage::Type);
    use Stage as S;
    for stage in [S::Color, S::Ability, S::Define, S::Set, S::Modify, S::Counters, S::Switch] {
        if pass.stages.has(stage) {
            stages::run(ctx, pass, stage);
            explain::end(pass, stage);
        }
    }
    if pass.stages.has(Stage::Rules) {
        rules::players(ctx, pass);
        rules::objects(ctx, pass);
    }
}

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
