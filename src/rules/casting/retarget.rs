//! Modes and targets of what is put on the stack by a rule (CR 603.3c-d); new targets (115.7).

use super::CastFlow;
use super::begin::transaction;
use super::modes::ask;
use super::targets::{as_target, aura_chars};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, NewTargets, Proposal, Transaction, Undo};
use crate::model::decision::{Choice, Prompt, Shape, chosen};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::StackEntry;
use crate::model::task::Task;
use crate::rules::driver::push;
use crate::rules::legal::instances::present_texts;
use crate::rules::legal::{self, Instance, instances};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// CR 603.3c-d: the controller of an ability on the stack chooses its modes, targets and division. Without legal
/// choices it is removed from the stack.
pub fn choose_targets_for(world: &mut impl EditGame, object: ObjectRef) {
    start(world, object, None);
}

/// CR 115.7d, 707.10c: `seat` may choose new targets for a spell or ability on the stack, each of which may stay. CR 115.7a: if
/// all change, each becomes another one, or all stay. CR 115.7b: if one becomes an object, the others stay.
pub fn choose_new_targets(world: &mut impl EditGame, object: ObjectRef, seat: Seat, new: NewTargets) {
    start(world, object, Some((seat, new)));
}

fn start(world: &mut impl EditGame, object: ObjectRef, chooser: Option<(Seat, NewTargets)>) {
    let live = Live::new(world);
    if !live.is_current(object) {
        return;
    }
    let entry: &StackEntry = live.stack_entry(object.id);
    let controller = live.chars(object.id).controller;
    let bindings = match &entry.bindings {
        Some(bindings) => (**bindings).clone(),
        None => Bindings::new(controller, object),
    };
    let (texts, gained) = (present_texts(&live, object.id), entry.gained);
    let (by, what) = match chooser {
        Some((seat, new)) => (seat, Proposal::Retarget { new }),
        None => (controller, Proposal::Placed),
    };
    let mut task = transaction(by, object, what, bindings, Undo::default());
    (task.texts, task.gained) = (texts, gained);
    task.step = match chooser {
        Some(_) => CastStep::Targets,
        None => CastStep::Modes,
    };
    // What the targets were, so that only new ones become targets.
    task.offered = task.bindings.targets.iter().map(|t| t.target.into()).collect();
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(task)))));
}

/// Goes through the targets; of each it is asked what it becomes, what it is coming first. Shares stay with their places
/// (CR 115.7f).
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if cast.asked {
        cast.asked = false;
        let answer = Returned::answer(world);
        let listed = listed(world, cast);
        become_target(cast, as_target(&chosen(&listed, &answer)));
    }
    while (cast.at as usize) < cast.bindings.targets.len() {
        let listed = listed(world, cast);
        if listed.len() > 1 {
            let prompt = Prompt::NewTargets(cast.object);
            return CastFlow::Ask(ask(world, cast, prompt, Shape::ChooseOne(listed)));
        }
        let only = listed.first().map(as_target);
        let now = cast.bindings.targets[cast.at as usize].target;
        become_target(cast, only.unwrap_or(now));
    }
    CastFlow::Next
}

/// The current target is settled.
fn become_target(cast: &mut Transaction, target: Referent) {
    let place = &mut cast.bindings.targets[cast.at as usize];
    if place.target != target {
        (place.target, place.legal) = (target, true);
    }
    cast.at += 1;
}

/// What the current target could become: whatever leaves a choice of the later ones with which the final set is legal.
fn listed(world: &impl ReadGame, cast: &Transaction) -> Vec<Choice> {
    let live = Live::new(world);
    let all = instances(live.table(), &cast.texts, cast.gained, aura_chars(&live, cast.object), &cast.bindings.modes);
    let old: SmallVec<[Referent; 4]> = cast.offered.iter().map(as_target).collect();
    let mut before = cast.bindings.clone();
    before.targets.iter_mut().zip(&old).for_each(|(place, old)| place.target = *old);
    let new = match cast.what {
        Proposal::Retarget { new } => new,
        _ => NewTargets::Any,
    };
    let must = new == NewTargets::All;
    let mut set = FinalSet { live, all: &all, old: &old, must, stood: SmallVec::new() };
    let stood = (0..old.len()).map(|i| set.is_legal(&before, i)).collect();
    set.stood = stood;
    let k = cast.at as usize;
    if let NewTargets::One(to) = new {
        return set.one_becomes(&cast.bindings, Referent::Object(to), k).into_iter().map(Choice::from).collect();
    }
    let mut trial = cast.bindings.clone();
    let mut works = |target: &Referent| {
        trial.targets[k].target = *target;
        let mut budget = BUDGET;
        set.can_be_completed(&mut trial, k + 1, &mut budget)
    };
    // CR 115.7a: where one has to change, so do all, as long as there is something for each.
    let changed = cast.bindings.targets.iter().zip(&old).take(k).all(|(now, old)| now.target != *old);
    let mut listed = if must && changed { Vec::new() } else { vec![old[k]] };
    if !must || changed {
        listed.extend(set.candidates(&cast.bindings, k));
    }
    listed.retain(|target| works(target));
    listed.into_iter().map(Choice::from).collect()
}

/// CR 707.10d-e: whether each target of a spell or ability, which is or was on the stack, could be this one: as things are for its
/// controller, or for the player who would control a copy. What has no targets could target nothing.
pub fn could_target(world: &impl ReadGame, object: ObjectRef, copied_by: Option<Seat>, target: Referent) -> bool {
    let live = Live::new(world);
    let Some(view) = live.view(object) else { return false };
    let Some(bindings) = view.stack.bindings.as_deref().filter(|b| !b.targets.is_empty()) else { return false };
    let mut trial = Bindings { you: copied_by.unwrap_or(bindings.you), ..bindings.clone() };
    trial.targets.iter_mut().for_each(|place| place.target = target);
    let texts = if live.is_current(object) { present_texts(&live, object.id) } else { view.stack.text.clone() };
    let chars = view.stack.ability.is_none().then_some(view.chars);
    let all = instances(live.table(), &texts, view.stack.gained, chars, &trial.modes);
    let set = FinalSet { live, all: &all, old: &[], must: true, stood: SmallVec::new() };
    (0..trial.targets.len()).all(|i| set.is_legal(&trial, i))
}

/// How many partial choices are tried to see whether a target leaves a legal choice of the others.
const BUDGET: u32 = 1024;

/// The targets of an object with new targets: only all of them together are judged (CR 115.7e).
struct FinalSet<'a> {
    live: Live<'a>,
    all: &'a [Instance<'a>],
    /// What the targets were.
    old: &'a [Referent],
    /// Whether each of them has to become another one.
    must: bool,
    /// Which of them were legal.
    stood: SmallVec<[bool; 4]>,
}

impl FinalSet<'_> {
    /// CR 115.7b: what the `k`-th target can become where one of them becomes `to`: that, unless one of those before has, and what it
    /// was, unless that leaves none of the later ones.
    fn one_becomes(&self, bindings: &Bindings, to: Referent, k: usize) -> Vec<Referent> {
        let mut trial = bindings.clone();
        let mut works = |i: usize| {
            trial.targets.iter_mut().zip(self.old).for_each(|(place, old)| place.target = *old);
            trial.targets[i].target = to;
            self.old[i] != to && self.is_good(&trial)
        };
        if bindings.targets.iter().zip(self.old).take(k).any(|(now, old)| now.target != *old) || !works(k) {
            return vec![self.old[k]];
        }
        let later = (k + 1..self.old.len()).any(works);
        if later { vec![self.old[k], to] } else { vec![to] }
    }

    /// What else a target could become, whatever the later ones become.
    fn candidates(&self, bindings: &Bindings, k: usize) -> Vec<Referent> {
        let Some(instance) = self.all.get(usize::from(bindings.targets[k].instance)) else { return Vec::new() };
        let mut all = legal::target_options(&self.live, bindings, &instance.def, &[]);
        all.retain(|target| *target != self.old[k]);
        all
    }

    /// CR 115.3, 115.4: whether a target is legal among the others.
    fn is_legal(&self, bindings: &Bindings, i: usize) -> bool {
        let own = bindings.targets[i];
        let Some(instance) = self.all.get(usize::from(own.instance)) else { return false };
        let others = bindings.targets.iter().enumerate().filter(|(j, _)| *j != i);
        let mut equal = others.map(|(_, other)| other).filter(|other| other.target == own.target);
        let other_than = |n: u8| n >= instance.first && instance.def.other_than.contains(&(n - instance.first));
        let chosen = bindings.targets.iter().filter(|other| other.instance == own.instance);
        let chosen: SmallVec<[Referent; 4]> = chosen.map(|other| other.target).collect();
        !equal.any(|other| other.instance == own.instance || other_than(other.instance))
            && legal::instances::are_together(&self.live, bindings, instance, &chosen)
            && legal::is_legal_target(&self.live, bindings, &instance.def.what, own.target)
    }

    /// CR 115.7d: whether what has changed is legal, and what hasn't doesn't become illegal by that.
    fn is_good(&self, bindings: &Bindings) -> bool {
        (0..self.old.len()).all(|i| {
            let changed = bindings.targets[i].target != self.old[i];
            !changed && !self.stood[i] || self.is_legal(bindings, i)
        })
    }

    /// Whether the targets from the `k`-th on can stay or be changed so that the final set is good.
    fn can_be_completed(&self, bindings: &mut Bindings, k: usize, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if k >= self.old.len() {
            return self.is_good(bindings);
        }
        // What comes later counts as it was until then.
        bindings.targets[k].target = self.old[k];
        if !self.must && self.can_be_completed(bindings, k + 1, budget) {
            return true;
        }
        for candidate in self.candidates(bindings, k) {
            bindings.targets[k].target = candidate;
            if self.can_be_completed(bindings, k + 1, budget) {
                return true;
            }
        }
        bindings.targets[k].target = self.old[k];
        false
    }
}
