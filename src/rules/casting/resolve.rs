//! Resolving spells and abilities (CR 608).

use super::begin::cease;
use super::bestow;
use super::complete::on_stack;
use super::mutate;
use super::targets::aura_chars;
use crate::cards::def::{CardTypes, CastBy};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::model::cast::CastTask;
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Cause, Enter};
use crate::model::fact::{Fact, History};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::{ObjectKind, StackEntry};
use crate::model::task::Task;
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::driver::{self, Flow, push};
use crate::rules::events::{doors, propose};
use crate::rules::legal::instances::{first_gained, have_targets, present_texts, words};
use crate::rules::legal::{self, Instance, instances, mode, program};
use crate::rules::log::EventLog;
use crate::rules::reading::{self, Board, Live};
use crate::rules::resolving::attacked_by;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use smallvec::SmallVec;

/// CR 608.1: pushes the resolution of the top of the stack.
pub fn resolve_top(world: &mut impl EditGame) {
    push(world, Task::Cast(Box::new(CastTask::Resolve)));
}

/// CR 608.2a-c: checks the condition and the targets, then has the instructions followed.
pub(super) fn resolve(world: &mut impl EditGame) -> Flow {
    let Some(id) = world.part::<Zones>().stack.last().copied() else { return Flow::Continue };
    let live = Live::new(world);
    let object = live.object(id).reference();
    let entry = live.stack_entry(id);
    let texts = present_texts(&live, id);
    let is_ability = entry.ability.is_some();
    let mut bindings = match &entry.bindings {
        Some(bindings) => (**bindings).clone(),
        None => Bindings::new(live.chars(id).controller, object),
    };
    // An effect may have changed who controls it.
    bindings.you = live.chars(id).controller;
    if !intervening_if_holds(&live, &bindings, &texts) {
        cease(world, object);
        return Flow::Continue;
    }
    // A delayed ability without targets of its own still knows those of what made it, wherever they are now.
    let gained = entry.gained;
    let own = !instances(live.table(), &texts, gained, aura_chars(&live, object), &bindings.modes).is_empty();
    let had_targets = own && !bindings.targets.is_empty();
    if had_targets {
        check_targets(&live, &mut bindings, (&texts, gained), object);
        if bindings.targets.iter().all(|t| !t.legal) && !despite_illegal(&live, &bindings, (&texts, gained), object) {
            if bestow::cease(world, object) {
                // CR 702.103e, 608.3b: it continues to resolve as a creature spell.
                let entry = world.row_mut::<StackEntry>(id);
                entry.bindings.iter_mut().for_each(|b| b.targets.clear());
                resolve_top(world);
                return Flow::Continue;
            }
            // CR 608.2b, 608.3b.
            return leave(world, object, is_ability, Cause::NoTargets);
        }
    }
    let programs = programs(&live, &bindings, (&texts, gained));
    EventLog::aside(world, || Fact::Resolving { object });
    // What it asks about itself counts this time, too.
    if let Some(key) = bindings.key.filter(|_| world.part::<CardTable>().0.traits.counts_tallies) {
        world.part_mut::<History>().note_resolved(key);
        mark_dirty(world, StateClass::HISTORY);
    }
    push(world, Task::Cast(Box::new(CastTask::FinishResolving(object))));
    for (handle, first_target, gained) in programs.into_iter().rev() {
        driver::start(world, handle, words(&bindings, gained).into_owned(), first_target);
    }
    if had_targets && let Some(own) = &mut world.row_mut::<StackEntry>(id).bindings {
        own.targets = bindings.targets;
    }
    Flow::Continue
}

/// CR 608.2a, 603.4.
fn intervening_if_holds(live: &Live<'_>, bindings: &Bindings, texts: &[crate::model::ids::AbilityHandle]) -> bool {
    texts.iter().all(|text| match &live.table().ability(*text).kind {
        AbilityKind::Triggered { only_if, .. } => reading::holds(live, bindings, only_if),
        _ => true,
    })
}

/// Whether words of the spell or ability say that it resolves also if a target has become illegal.
fn despite_illegal(
    live: &Live<'_>,
    bindings: &Bindings,
    (texts, gained): (&[crate::model::ids::AbilityHandle], u8),
    object: ObjectRef,
) -> bool {
    let all = instances(live.table(), texts, gained, aura_chars(live, object), &bindings.modes);
    bindings.targets.iter().any(|t| all.get(usize::from(t.instance)).is_some_and(|i| i.def.despite_illegal))
}

/// CR 608.2b: marks which targets are still legal.
fn check_targets(
    live: &Live<'_>,
    bindings: &mut Bindings,
    (texts, gained): (&[crate::model::ids::AbilityHandle], u8),
    object: ObjectRef,
) {
    let modes = bindings.modes.clone();
    let all = instances(live.table(), texts, gained, aura_chars(live, object), &modes);
    let legal: SmallVec<[bool; 4]> = bindings
        .targets
        .iter()
        .map(|t| match all.get(t.instance as usize) {
            Some(instance) => {
                legal::is_legal_target(live, &words(bindings, instance.gained), &instance.def.what, t.target)
                    && stay_together(live, bindings, instance, t)
            }
            None => false,
        })
        .collect();
    bindings.targets.iter_mut().zip(legal).for_each(|(target, legal)| target.legal = legal);
}

/// CR 608.2b: whether a target still goes with each of the others of its instance, and all of them don't come to too much. What
/// is gone is looked at as it last was.
fn stay_together(live: &Live<'_>, bindings: &Bindings, instance: &Instance<'_>, target: &ChosenTarget) -> bool {
    let together = &instance.def.together;
    if together.is_empty() {
        return true;
    }
    let all: SmallVec<[Referent; 4]> =
        bindings.targets.iter().filter(|t| t.instance == target.instance).map(|t| t.target).collect();
    reading::goes_with(live, together, target.target, &all)
        && reading::is_within_limits(live, &words(bindings, instance.gained), together, &all)
}

/// The programs of the chosen modes in order, each with the number of its first instance of "target", and whether it is
/// of a text that the object has gained.
fn programs(
    live: &Live<'_>,
    bindings: &Bindings,
    (texts, gained): (&[crate::model::ids::AbilityHandle], u8),
) -> SmallVec<[(crate::model::ids::ProgramHandle, u8, bool); 2]> {
    let table = live.table();
    let from = first_gained(table, texts, gained);
    let mut first_target = 0u8;
    let mut all = SmallVec::new();
    for number in &bindings.modes {
        let Some((text, row)) = mode(table, texts, *number) else { continue };
        all.push((program(text, row), first_target, *number >= from));
        first_target = first_target.saturating_add(row.targets.len() as u8);
    }
    all
}

/// CR 608.2n, 608.3: what becomes of the object when its instructions have been followed.
pub(super) fn finish(world: &mut impl EditGame, object: ObjectRef) -> Flow {
    if world.part::<CardTable>().0.traits.asks_resolved {
        note_resolved(world, object);
    }
    if !on_stack(world, object) {
        return Flow::Continue;
    }
    let live = Live::new(world);
    let is_ability = live.stack_entry(object.id).ability.is_some();
    let chars = live.chars(object.id);
    if is_ability || !chars.is(CardTypes::PERMANENT) {
        return leave(world, object, is_ability, Cause::Resolve);
    }
    // CR 608.3d.
    if mutate::target(world, object).is_some() {
        push(world, Task::Cast(Box::new(CastTask::Merge { spell: object, asked: false })));
        return Flow::Continue;
    }
    // CR 608.3a, c.
    let live = Live::new(world);
    let chars = live.chars(object.id);
    let entry = live.stack_entry(object.id);
    let target = entry.bindings.as_ref().and_then(|b| b.targets.iter().find(|t| t.legal).map(|t| t.target));
    let aura = aura_chars(&live, object).is_some() && !have_targets(live.table(), &entry.text);
    // CR 702.190b.
    let sneaks = entry.cast.by == Some(CastBy::Sneak);
    let returned = entry.cast.paid_with.first().copied().filter(|_| sneaks);
    let enter = Enter {
        controller: chars.controller,
        attach_to: target.filter(|_| aura),
        tapped: sneaks,
        attacking: returned.and_then(|creature| attacked_by(world, creature)),
        face_down: live.status(object.id).face_down,
        down: live.status(object.id).face_down_kind,
        unlocked: doors::cast_half(world, object.id),
        ..Enter::default()
    };
    let request = Move::plain(object, Zone::Battlefield, Cause::Resolve).with_reveal(!enter.face_down);
    push(world, Task::Cast(Box::new(CastTask::LeaveStack(object))));
    propose(world, Batch::of([request.with_enter(enter).into()]));
    Flow::Continue
}

/// A spell has resolved, also one that has left the stack meanwhile.
fn note_resolved(world: &mut impl EditGame, object: ObjectRef) {
    let live = Live::new(world);
    let view = live.view(object).filter(|view| view.object.kind != ObjectKind::Ability);
    let Some((seat, name)) = view.map(|view| (view.chars.controller, view.chars.name)) else { return };
    world.part_mut::<History>().note_resolved_spell(seat, name);
    mark_dirty(world, StateClass::HISTORY);
}

/// CR 608.3e: a permanent spell that is still on the stack after it should have entered goes to its owner's graveyard.
pub(super) fn stayed_off(world: &mut impl EditGame, object: ObjectRef) -> Flow {
    if on_stack(world, object) { leave(world, object, false, Cause::Resolve) } else { Flow::Continue }
}

/// It leaves the stack without becoming a permanent: abilities and copies cease to exist (CR 608.2n, 704.5e), cards
/// go to a graveyard, unless something sends them elsewhere instead.
fn leave(world: &mut impl EditGame, object: ObjectRef, is_ability: bool, cause: Cause) -> Flow {
    let row = *Live::new(world).object(object.id);
    if is_ability || row.kind == ObjectKind::Copy || row.kind == ObjectKind::Ability {
        cease(world, object);
        return Flow::Continue;
    }
    let request = Move::plain(object, Zone::Graveyard(row.owner), cause).with_reveal(true);
    propose(world, Batch::of([request.into()]));
    Flow::Continue
}
