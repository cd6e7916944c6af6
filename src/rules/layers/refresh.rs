//! When a pass is due.
//!
//! The driver calls [`refresh`] before each task, so the common case must cost next to nothing: the inputs that have changed are compared with those that something on the board reads.

use super::copiable::matters;
use super::ctx::Ctx;
use super::pass::{Pass, Purpose, Row};
use super::table::LayerTable;
use super::{durations, facets, gather};
use crate::cards::Traits;
use crate::cards::def::{CardTypes, Duration, Obj, Objects, StaticEffect, ZoneKind};
use crate::model::continuous::ContinuousEffects;
use crate::model::dirt::{Dirt, Gates, LayerWatch, StateClass};
use crate::model::ids::{ContinuousEffectId, ObjectId, ObjectRef};
use crate::model::object::{CopiableSource, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::schedule::{Layers, run_kept};
use crate::rules::slots::effect;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::work::{self, Work};
use bevy_ecs::prelude::*;

/// From now on each pass that is skipped in this game is run all the same; see [`Gates::layers_checked`]. For tests.
pub fn check_skipped(world: &mut impl EditGame) {
    world.part_mut::<Gates>().layers_checked = true;
    world.part_mut::<Dirt>().layers_read = StateClass::all();
}

/// The inputs of the zones in which objects are only looked at if something reaches them.
pub(super) const ELSEWHERE: StateClass =
    StateClass::HANDS.union(StateClass::LIBRARIES).union(StateClass::GRAVEYARDS).union(StateClass::EXILE);

/// Whether abilities of some cards function elsewhere than on the battlefield and the stack.
fn anywhere(ctx: &Ctx<'_>) -> bool {
    ctx.table.0.traits.static_from & !(Traits::bit(ZoneKind::Battlefield) | Traits::bit(ZoneKind::Stack)) != 0
}

impl LayerWatch {
    /// The inputs at which a change is to be looked at.
    pub(super) fn reads(&self) -> StateClass {
        self.due | self.look
    }

    /// Whether all that could reach other zones is known.
    pub(super) fn is_current(&self, ctx: &Ctx<'_>) -> bool {
        self.valid && (self.known == ctx.objects.len() as u32 || !anywhere(ctx))
    }

    /// What there is to watch after a pass. `old`: before it; `reads`: what systems of others read.
    pub(super) fn after(ctx: &Ctx<'_>, old: &Self, pass: &Pass, reads: StateClass) -> Self {
        let known = ctx.objects.len() as u32;
        let now = |reacher: &ObjectRef| ctx.object(reacher.id).reference();
        let reachers = if old.is_current(ctx) { old.reachers.iter().map(now).collect() } else { gather::reachers(ctx) };
        let mut watch = Self {
            valid: true,
            due: StateClass::EFFECTS | StateClass::CHARACTERISTICS | reads,
            look: StateClass::BATTLEFIELD | StateClass::STACK | StateClass::COUNTERS,
            clock: ctx.zones.clock,
            counted: !pass.counters.is_empty(),
            conditional: false,
            sources: Vec::new(),
            elsewhere: pass.settled.clone(),
            settled: Vec::new(),
            reachers,
            known,
        };
        if pass.apart {
            let settles = |(place, row): &(u32, &Row)| {
                gather::is_apart(&row.state, ctx.status(row.object.id)) && gather::defines_itself(ctx, pass, *place)
            };
            let settled = (0..).zip(&pass.rows.list).filter(settles).map(|(_, row)| row.object);
            watch.settled = pass.settled.iter().copied().chain(settled).collect();
        }
        for instance in pass.instances.iter().filter(|i| !i.gone) {
            watch.due |= facets::inputs(ctx.table, instance);
            match instance.key {
                Some(key) => {
                    let others = affects_others(&ctx.table.static_row(instance.handle).effect);
                    watch.due |= if others { StateClass::BATTLEFIELD } else { StateClass::empty() };
                    let attaches = attaches(&pass.rows.list[instance.source as usize]);
                    watch.due |= if attaches { StateClass::ATTACHMENT } else { StateClass::empty() };
                    watch.sources.push(key.object);
                }
                None => watch.conditional |= matches!(ctx.effect(instance.id).duration, Duration::While(_)),
            }
        }
        if !pass.found.objects.is_empty() {
            // Rules about single objects end with these.
            watch.due |= StateClass::BATTLEFIELD;
        }
        let by_turn = |id: &ContinuousEffectId| durations::depends_on_turn(ctx.live.world_turn(), ctx.effect(*id));
        if ctx.list.order.iter().any(by_turn) {
            watch.due |= StateClass::TURN;
        }
        if watch.conditional {
            watch.due |= StateClass::all();
        }
        if anywhere(ctx) {
            watch.look |= ELSEWHERE;
        }
        if !watch.reachers.is_empty() {
            // One of them may be turned face up or down in exile.
            watch.due |= StateClass::EXILE;
        }
        if ctx.table.0.traits.static_from & Traits::bit(ZoneKind::Command) != 0 {
            watch.due |= StateClass::EXILE;
        }
        // CR 311.5: whose a plane is changes with the turn.
        if pass.rows.list.iter().any(|r| r.chars.is(CardTypes::PLANE)) {
            watch.due |= StateClass::TURN | StateClass::EXILE;
        }
        watch
    }

    /// Notes the objects in other zones that now differ from what they would be without any effect. The results of the pass
    /// must have been written.
    pub(super) fn note_elsewhere(&mut self, world: &impl ReadGame, pass: &Pass) {
        let there = |row: &Row| matches!(row.state.zone, Zone::Battlefield | Zone::Stack);
        let Some(first) = pass.rows.list.iter().position(|row| !there(row)) else { return };
        let ctx = Ctx::with_columns(world);
        let reached = pass.rows.list[first..].iter().filter(|row| !there(row));
        // A pass over all zones has nothing to undo in most of them.
        self.elsewhere.extend(reached.filter(|row| !is_printed(&ctx, row.object)).map(|row| row.object));
    }
}

/// Whether an effect may do something to objects that come to the battlefield besides the one that has the ability. A gate: what affects only
/// that one, or what it is attached to, doesn't care what else comes and goes, beyond what its words read ([`facets::inputs`]). It rests
/// on this: objects with effects that have come or gone are looked for ([`is_due`]), what leaves changes attachments, and what phases,
/// turns or changes its controller changes effects.
fn affects_others(effect: &StaticEffect) -> bool {
    matches!(effect, StaticEffect::Affect(group, _) if !matches!(group, Objects::The(Obj::This | Obj::Host)))
}

/// Whether an object may become attached to something: then it gets a new timestamp, and so do the effects of its abilities (CR 613.7a,
/// 613.7e). A gate: without such objects, what is attached to what matters only to effects that read it. It rests on this: only
/// permanents that are Auras, Equipment or Fortifications are ever attached (CR 301.5, 301.6, 303.4), and what becomes one does so in
/// a pass.
fn attaches(row: &Row) -> bool {
    row.state.zone == Zone::Battlefield && row.chars.subtypes.attaches()
}

/// Whether an object elsewhere shows what it would without any effect.
fn is_printed(ctx: &Ctx<'_>, object: ObjectRef) -> bool {
    let row = ctx.object(object.id);
    if super::values::is_blank(row, ctx.status(object.id)) {
        return false;
    }
    let chars = ctx.chars(object.id);
    if let CopiableSource::Def(def, 0) = row.base {
        return chars == ctx.table.printed(def, row.owner);
    }
    let mut base = super::values::starting(ctx.table, ctx.made, row.base);
    base.controller = row.owner;
    *chars == base
}

/// Makes the next [`refresh`] run a pass over everything. For new games and restored ones.
pub fn invalidate(world: &mut impl EditGame) {
    *world.part_mut::<LayerWatch>() = LayerWatch::default();
    let dirt = world.part_mut::<Dirt>();
    (dirt.layers, dirt.layers_read) = (StateClass::all(), StateClass::all());
}

/// A new game begins, in which cards have only been put where they start: they show what is printed on them. What starts in
/// the command zone may be somebody else's.
pub(crate) fn begin(world: &mut impl EditGame) {
    if world.part::<crate::model::zone::Zones>().command.is_empty() {
        begin_with(world, &[]);
    }
}

/// The next pass looks at everything, but of the cards elsewhere than on the battlefield and the stack it needs rows only for those
/// that an ability or an effect reaches, and for these: a gate. It rests on this: all others there show what is printed on them.
pub(crate) fn begin_with(world: &mut impl EditGame, changed: &[ObjectRef]) {
    let ctx = Ctx::with_columns(world);
    let (known, reachers) = (ctx.objects.len() as u32, gather::reachers(&ctx));
    let (everything, elsewhere) = (StateClass::all(), changed.to_vec());
    *world.part_mut::<LayerWatch>() = LayerWatch {
        valid: true,
        due: everything,
        look: everything,
        known,
        reachers,
        elsewhere,
        ..LayerWatch::default()
    };
}

/// The objects elsewhere than on the battlefield and the stack that may show something else than what they would without any
/// effect; `None` if they aren't known.
pub(crate) fn changed_elsewhere(world: &impl ReadGame) -> Option<Vec<ObjectRef>> {
    let watch = world.part::<LayerWatch>();
    watch.valid.then(|| watch.elsewhere.clone())
}

/// The next pass has a row for an object elsewhere than on the battlefield and the stack, too.
pub(crate) fn reach(world: &mut impl EditGame, object: ObjectRef) {
    let watch = world.part_mut::<LayerWatch>();
    watch.settled.retain(|settled| *settled != object);
    if !watch.elsewhere.contains(&object) {
        watch.elsewhere.push(object);
    }
}

/// CR 613.5: brings characteristics, effects of static abilities and rules in force up to date.
#[inline]
pub fn refresh(world: &mut World) {
    let dirt = world.part::<Dirt>();
    if dirt.layers.intersects(dirt.layers_read) {
        let changed = dirt.layers;
        look(world, changed);
    } else if cfg!(test) && !dirt.layers.is_empty() && settled(world) {
        expect_settled(check(world));
    }
}

/// Whether nothing has changed that the layers read. Within a task: whether it can go on reading, or must end first
/// ([`driver`](crate::rules::driver)).
#[inline]
pub fn is_fresh(world: &impl ReadGame) -> bool {
    let dirt = world.part::<Dirt>();
    !dirt.layers.intersects(dirt.layers_read)
}

/// The task that runs is about to read characteristics: they must be up to date.
#[inline]
#[track_caller]
pub(crate) fn expect_fresh(world: &impl ReadGame) {
    debug_assert!(is_fresh(world), "a task reads what it has changed itself");
}

/// Whether nothing that has changed has an effect here, as far as a look tells that needs no pass: then everything is up to
/// date. Effects that last as long as a condition holds need more than a look, and a world in which skipped passes are
/// checked ([`Gates::layers_checked`]) runs them all.
pub(crate) fn settles(world: &mut impl EditGame) -> bool {
    let Dirt { layers, layers_read, .. } = *world.part::<Dirt>();
    if cfg!(test) || layers_read.is_all() || world.part::<LayerWatch>().conditional || is_due(world, layers) {
        return false;
    }
    world.part_mut::<LayerWatch>().clock = world.part::<crate::model::zone::Zones>().clock;
    world.part_mut::<Dirt>().layers = StateClass::empty();
    true
}

fn look(world: &mut World, mut dirt: StateClass) {
    loop {
        if world.part::<Gates>().open || is_due(world, dirt) {
            run(world, Purpose::Publish);
        } else {
            world.part_mut::<LayerWatch>().clock = world.part::<crate::model::zone::Zones>().clock;
            if settled(world) {
                expect_settled(check(world));
            }
        }
        // CR 611.2b: what ends may change what others say; they only ever end, so this comes to an end.
        if !world.part::<LayerWatch>().conditional || !durations::end_conditional(world) {
            return;
        }
        dirt = StateClass::EFFECTS;
    }
}

/// Runs the schedule over the table of the world, and again whenever the game had to make definitions for text-changing
/// effects. The schedule can't be run from within itself, and no stage needs to: looking ahead is for tasks.
pub(super) fn run(world: &mut World, purpose: Purpose) {
    let mut again = true;
    while again {
        work::note(Work::LayerPass);
        world.resource_mut::<LayerTable>().pass().purpose = purpose;
        run_kept(world, Layers);
        again = world.resource_mut::<LayerTable>().pass().again;
    }
    let mut table = world.resource_mut::<LayerTable>();
    let pass = table.pass();
    (pass.purpose, pass.trial.count) = (Purpose::Publish, 0);
}

/// Notes that what has changed has no effect here; whether that is to be checked.
fn settled(world: &mut impl EditGame) -> bool {
    let Gates { layers_checked, .. } = *world.part::<Gates>();
    world.part_mut::<Dirt>().layers = StateClass::empty();
    cfg!(test) || layers_checked
}

/// # Panics
/// If a pass would have changed something.
fn expect_settled(found: Result<(), String>) {
    if let Err(stale) = found {
        panic!("a pass was skipped that would have changed {stale}");
    }
}

/// Whether a pass would change anything, as far as inputs tell.
fn is_due(world: &impl ReadGame, dirt: StateClass) -> bool {
    let watch = world.part::<LayerWatch>();
    if !watch.valid || dirt.intersects(watch.due) {
        return true;
    }
    let ctx = Ctx::new(world);
    // What an ability of a card elsewhere reads is among the inputs that are due; whether there is one changes as the card moves.
    let moved = |reacher: &ObjectRef| ctx.object(reacher.id).incarnation != reacher.incarnation;
    if dirt.intersects(ELSEWHERE)
        && anywhere(&ctx)
        && (ctx.objects.len() as u32 != watch.known || watch.reachers.iter().any(moved))
    {
        return true;
    }
    if dirt.contains(StateClass::BATTLEFIELD) {
        // Newcomers stand at the end, with timestamps later than all before.
        let newcomers = ctx.zones.battlefield.iter().rev().map(|id| ctx.object(*id));
        let mut newcomers = newcomers.take_while(|o| o.timestamp > watch.clock);
        let ended = |source: &ObjectRef| ctx.object(source.id).incarnation != source.incarnation;
        if newcomers.any(|o| !gather::is_plain(&ctx, o)) || watch.sources.iter().any(ended) {
            return true;
        }
    }
    if dirt.contains(StateClass::STACK) {
        let stack = ctx.zones.stack.iter().map(|id| ctx.object(*id));
        let mut spells = stack.filter(|o| o.kind != ObjectKind::Ability);
        let ended = |source: &ObjectRef| ctx.object(source.id).incarnation != source.incarnation;
        if spells.any(|o| !gather::is_plain(&ctx, o)) || watch.sources.iter().any(ended) {
            return true;
        }
    }
    let counters = |id: &ObjectId| ctx.counters(*id).0.iter().any(|(kind, ..)| matters(*kind));
    dirt.contains(StateClass::COUNTERS) && (watch.counted || ctx.zones.battlefield.iter().any(counters))
}

/// Runs everything on a table of its own and compares: what a pass would change, if anything. For tests and
/// invariants.
///
/// # Errors
/// Names the first difference between what is published and what a pass over all zones finds.
pub fn check(world: &mut World) -> Result<(), String> {
    run(world, Purpose::Inspect);
    let pass = world.resource_mut::<LayerTable>().take();
    let ctx = Ctx::new(world);
    let stale = pass.rows.list.iter().find_map(|row| {
        let published = ctx.chars(row.object.id);
        (*published != row.chars).then(|| format!("{}: {published:?}\ninto {:?}", row.object, row.chars))
    });
    let rules = (pass.found != *world.part::<crate::model::continuous::ActiveRules>())
        .then(|| format!("{:?}\ninto {:?}", world.part::<crate::model::continuous::ActiveRules>(), pass.found));
    let live = |id: &&crate::model::ids::ContinuousEffectId| effect(world, **id).key().is_some();
    let listed = world.part::<ContinuousEffects>().order.iter().filter(live).count();
    let found = pass.instances.iter().filter(|i| i.key.is_some() && !i.gone).count();
    let count = (listed != found).then(|| format!("{listed} effects of static abilities into {found}"));
    let kept = pass.instances.iter().filter(|i| i.key.is_some() && !i.gone && !i.fresh).find_map(|instance| {
        let old = effect(world, instance.id);
        let (old, new) = ((old.bindings.you, old.timestamp), (instance.bindings.you, instance.order.timestamp));
        (old != new).then(|| format!("{:?} of {:?}: {old:?} into {new:?}", instance.id, instance.key))
    });
    world.resource_mut::<LayerTable>().put_back(pass);
    stale.or(rules).or(count).or(kept).map_or(Ok(()), Err)
}
