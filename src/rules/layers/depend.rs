//! Dependency by trial application (CR 613.8).
//!
//! A depends on B if applying B to an overlay of the table changes whether A applies, to what, or what it does to
//! any of them: in short, if it changes A's [`Plan`]. On most boards cheaper questions leave nothing to try: does B
//! write a facet that A reads, and if A reads it only of its own object, does B apply to that one?

use super::ctx::Ctx;
use super::explain::Record;
use super::facets::{self, Access, Facets};
use super::pass::{Applicable, Application, Pass, Unapplied};
use super::plan::{self, Plan};
use super::stages::{self, Stage};
use super::working::{Overlay, Working};
use crate::cards::def::{Condition, CounterKind};
use crate::cards::{AbilityKind, Traits};
use crate::model::continuous::ContinuousEffect;
use crate::model::ids::AbilityKey;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;

/// Memory for trials, and what a stage's survey has found.
#[derive(Default)]
pub(super) struct Trial {
    /// Some pending effect reads what another one writes.
    pub possible: bool,
    /// How many effects have been tried.
    pub count: u64,
    overlay: Overlay,
    /// Which pending effect the overlay shows.
    shown: Option<usize>,
    after: Plan,
    /// Definitions that a trial has missed.
    wanted: Vec<crate::cards::Reworded>,
    /// How many classes of pending effects there are.
    classes: usize,
    /// Whether effects of the one class depend on those of the other, once known; a square.
    known: Vec<Option<Option<Through>>>,
    /// What of the square is known.
    answered: Vec<usize>,
}

/// What of an effect another one would change (CR 613.8a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Through {
    /// Whether it exists.
    Existence,
    /// The text that it gives.
    Text,
    /// What it applies to.
    Objects,
    /// What it does to any of them.
    Change,
}

impl fmt::Display for Through {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Existence => "whether it exists",
            Self::Text => "its text",
            Self::Objects => "what it applies to",
            Self::Change => "what it does",
        })
    }
}

/// What an item reads and writes in a stage.
pub(super) fn access(ctx: &Ctx<'_>, pass: &Pass, item: Application, stage: Stage) -> Access {
    let counters = |writes| Access { writes, ..Access::default() };
    match item.what {
        Applicable::Effect(i) => facets::of(ctx.table, &pass.instances[i as usize], stage),
        Applicable::Counters(i) => match pass.counters[i as usize].kind {
            CounterKind::Keyword(keyword) => counters(Facets::of_keywords(keyword.set())),
            _ => counters(Facets::POWER),
        },
    }
}

/// Looks for pairs of pending effects that could depend on one another.
pub(super) fn survey(ctx: &Ctx<'_>, pass: &mut Pass) {
    // Who reads what somebody else writes: for each facet, whether one or several write it.
    let (mut once, mut twice) = (Facets::empty(), Facets::empty());
    for Access { writes, .. } in pass.pending.iter().map(|p| p.access) {
        twice |= once & writes;
        once |= writes;
    }
    let could = |p: &Unapplied| p.access.is_affected_by((once - p.access.writes) | twice);
    pass.trial.possible = pass.pending.iter().any(could);
    pass.trial.classes = 0;
    if pass.trial.possible {
        classify(ctx, pass);
    }
}

/// Groups pending effects that do the same to the same objects: an ability that was activated many times leaves many
/// of them. All effects of a class depend on the same effects, so only one of each class has to be tried.
fn classify(ctx: &Ctx<'_>, pass: &mut Pass) {
    let mut first_of: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut classes = 0;
    for i in 0..pass.pending.len() {
        let twin = resolved(ctx, pass, i).and_then(|effect| {
            let same = first_of.entry(digest(effect)).or_default();
            let twin = same
                .iter()
                .copied()
                .find(|other| resolved(ctx, pass, *other).is_some_and(|o| says_the_same(o, effect)));
            if twin.is_none() {
                same.push(i);
            }
            twin
        });
        pass.pending[i].class = match twin {
            Some(twin) => pass.pending[twin].class,
            None => {
                classes += 1;
                classes - 1
            }
        };
    }
    pass.trial.classes = classes as usize;
}

/// A pending effect of a resolution whose objects are locked in.
fn resolved<'a>(ctx: &Ctx<'a>, pass: &Pass, i: usize) -> Option<&'a ContinuousEffect> {
    let Applicable::Effect(instance) = pass.pending[i].item.what else { return None };
    let instance = &pass.instances[instance as usize];
    let effect = instance.key.is_none().then(|| ctx.effect(instance.id))?;
    (!effect.locked.is_empty()).then_some(effect)
}

/// Whether two effects have the same words, which mean the same, and the same objects. It doesn't matter
/// from which object on the stack they come.
fn says_the_same(one: &ContinuousEffect, other: &ContinuousEffect) -> bool {
    let (a, b) = (&one.bindings, &other.bindings);
    (one.handle, &one.locked) == (other.handle, &other.locked)
        && (a.you, a.this, a.granter, a.x, a.event, a.it) == (b.you, b.this, b.granter, b.x, b.event, b.it)
        && (&a.targets, &a.vars, &a.cast) == (&b.targets, &b.vars, &b.cast)
}

fn digest(effect: &ContinuousEffect) -> u64 {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    (effect.handle, &effect.locked).hash(&mut hash);
    hash.digest()
}

/// CR 613.8b: the earliest pending effect that waits for no other. Effects that wait for one another in a loop don't.
pub(super) fn first_free(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) -> usize {
    let mut pending = std::mem::take(&mut pass.pending);
    let mut trial = std::mem::take(&mut pass.trial);
    let count = pending.len();
    trial.shown = None;
    trial.answered.drain(..).for_each(|square| trial.known[square] = None);
    trial.known.resize(trial.known.len().max(trial.classes * trial.classes), None);
    let mut search = Search { ctx, pass, stage, pending: &mut pending, trial: &mut trial };
    // What is unapplied stands with the earliest last.
    let free = (0..count).rev().find(|a| search.is_free(*a)).unwrap_or(count - 1);
    if let Some(mut record) = pass.record.take() {
        let mut search = Search { ctx, pass, stage, pending: &mut pending, trial: &mut trial };
        search.note(free, &mut record);
        pass.record = Some(record);
    }
    pass.wanted.append(&mut trial.wanted);
    pass.trial = trial;
    pass.pending = pending;
    free
}

/// An effect has been applied to a set of rows: what is known of pending effects is forgotten where it may have changed.
pub(super) fn applied(ctx: &Ctx<'_>, pass: &mut Pass, done: &Unapplied, set: &[u32], stage: Stage) {
    // A copy effect may take its values only now.
    let tried = done.changes.filter(|_| stage != Stage::Copy);
    let changed = tried.unwrap_or(done.access.writes);
    let mut pending = std::mem::take(&mut pass.pending);
    for other in &mut pending {
        if other.access.is_affected_by(changed) && looks_at(ctx, pass, other.item, set) {
            other.plan = None;
            other.changes = None;
        } else if other.access.writes.intersects(changed) {
            other.changes = None;
        }
    }
    pass.pending = pending;
}

/// Whether an effect may read something of one of these rows, as far as it can be said from the zones that they are in.
fn looks_at(ctx: &Ctx<'_>, pass: &Pass, item: Application, set: &[u32]) -> bool {
    let Applicable::Effect(index) = item.what else { return true };
    let instance = &pass.instances[index as usize];
    let unconditional = |key: AbilityKey| match &ctx.table.ability(key.handle).kind {
        AbilityKind::Static { only_if, .. } => *only_if == Condition::Always,
        _ => true,
    };
    let zones = ctx.table.static_row(instance.handle).reads_zones.filter(|_| instance.key.is_some_and(unconditional));
    let Some(zones) = zones else { return true };
    let zone = |row: u32| Traits::bit(pass.rows.list[row as usize].state.zone.kind());
    set.iter().any(|row| *row == instance.source || zones & zone(*row) != 0)
}

/// The search for the effect that applies next.
struct Search<'a, 'w> {
    ctx: &'a Ctx<'w>,
    pass: &'a Pass,
    stage: Stage,
    pending: &'a mut [Unapplied],
    trial: &'a mut Trial,
}

impl Search<'_, '_> {
    /// Notes what the earlier ones wait for, and which loops the one that is taken stands in.
    fn note(&mut self, free: usize, record: &mut Record) {
        for a in free..self.pending.len() {
            for b in 0..self.pending.len() {
                let Some(through) = self.dependency(a, b) else { continue };
                let list = if self.reaches(b, a) { &mut record.loops } else { &mut record.waits };
                let pair = (self.pending[a].item.what, self.pending[b].item.what, through);
                if !list.contains(&pair) {
                    list.push(pair);
                }
            }
        }
    }

    /// Whether nothing has to come before an effect: none that it depends on, but for those of a loop that it stands
    /// in, and of these no older one; for the members of a loop keep the order of their timestamps, whatever else they
    /// wait for.
    fn is_free(&mut self, a: usize) -> bool {
        let count = self.pending.len();
        // It mostly waits for what it waited for before.
        let before = self.pending[a].waits_for;
        let before = before.and_then(|what| self.pending.iter().position(|p| p.item.what == what));
        if before.is_some_and(|b| self.waits(a, b)) {
            return false;
        }
        if let Some(b) = (0..count).find(|b| self.waits(a, *b)) {
            self.pending[a].waits_for = Some(self.pending[b].item.what);
            return false;
        }
        // What it depends on still is younger, and in a loop with it: an older one may be in that, too.
        let loops = (0..count).any(|b| self.dependency(a, b).is_some());
        !loops || !(a + 1..count).any(|older| self.reaches(a, older) && self.reaches(older, a))
    }

    /// Whether an effect waits for another one that it depends on.
    fn waits(&mut self, a: usize, b: usize) -> bool {
        let older = b > a;
        self.dependency(a, b).is_some() && (older || !self.reaches(b, a))
    }

    /// Whether a chain of dependencies leads from one effect to another.
    fn reaches(&mut self, from: usize, to: usize) -> bool {
        let count = self.pending.len();
        let mut seen = vec![false; count];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            open.extend((0..count).filter(|next| self.dependency(at, *next).is_some()));
        }
        false
    }

    /// CR 613.8a.
    fn dependency(&mut self, a: usize, b: usize) -> Option<Through> {
        let (one, other) = (&self.pending[a], &self.pending[b]);
        // (c): neither is from a characteristic-defining ability, or both are.
        let same = (one.item.order.class == 0) == (other.item.order.class == 0);
        if a == b || !same || !one.access.is_affected_by(other.access.writes) {
            return None;
        }
        let square = one.class as usize * self.trial.classes + other.class as usize;
        if let Some(known) = self.trial.known[square] {
            return known;
        }
        let answer = self.changes(a, b);
        self.trial.known[square] = Some(answer);
        self.trial.answered.push(square);
        answer
    }

    /// (b): tries it, unless it is plain that the one would change nothing that the other one reads.
    fn changes(&mut self, a: usize, b: usize) -> Option<Through> {
        let Unapplied { access, item, .. } = self.pending[a];
        let Applicable::Effect(index) = item.what else { return None };
        let (ctx, pass) = (self.ctx, self.pass);
        let source = pass.instances[index as usize].source;
        let meets = access.reads.intersects(self.pending[b].access.writes);
        let plan = self.plan(b);
        if !plan.applies || !(meets && looks_at(ctx, pass, item, &plan.set)) && !plan.set.contains(&source) {
            return None;
        }
        if self.pending[b].changes.is_none() {
            self.show(b);
        }
        let minded = self.pending[b].changes.unwrap_or_default() & (access.reads | access.own);
        if minded.is_empty() {
            return None;
        }
        self.show(b);
        let now = self.pass.board(self.ctx);
        let then = Working { over: Some(&self.trial.overlay), ..now };
        if minded == Facets::LOSS && !access.reads.contains(Facets::LOSS) {
            let instance = &self.pass.instances[index as usize];
            let exists = |board| plan::exists(self.ctx, board, instance, &plan::words(board, instance));
            return (exists(&now) != exists(&then)).then_some(Through::Existence);
        }
        let mut after = std::mem::take(&mut self.trial.after);
        plan::make(self.ctx, &then, self.pass, item, self.stage, &mut after);
        let answer = difference(self.plan(a), &after);
        self.trial.after = after;
        answer
    }

    /// What an effect would do now.
    fn plan(&mut self, i: usize) -> &Plan {
        let Self { ctx, pass, stage, pending, .. } = self;
        let item = pending[i].item;
        pending[i].plan.get_or_insert_with(|| {
            let mut plan = Box::<Plan>::default();
            plan::make(ctx, &pass.board(ctx), pass, item, *stage, &mut plan);
            plan
        })
    }

    /// Applies an effect to the overlay, and notes what it changes.
    fn show(&mut self, b: usize) {
        if self.trial.shown.replace(b) == Some(b) {
            return;
        }
        self.trial.count += 1;
        let Self { ctx, pass: Pass { rows, instances, counters, taken, .. }, stage, pending, trial } = self;
        let Trial { overlay, wanted, .. } = &mut **trial;
        let Unapplied { item, plan, changes, access, .. } = &mut pending[b];
        overlay.clear();
        match (item.what, plan) {
            (Applicable::Effect(i), Some(plan)) => {
                plan::each(ctx, &instances[i as usize], taken, plan, |m, hand, row, values| {
                    let chars = overlay.touch(rows, row);
                    if *stage == Stage::Text {
                        stages::text::missing(hand.table, m, values, chars, wanted);
                    }
                    stages::write(m, hand, values, chars);
                });
            }
            (Applicable::Effect(_), None) => {}
            (Applicable::Counters(i), _) => {
                let counters = counters[i as usize];
                stages::write_counters(counters.kind, counters.count, overlay.touch(rows, counters.row));
            }
        }
        changes.get_or_insert_with(|| {
            let each = overlay.list.iter().map(|(row, chars)| facets::changed(&rows.list[*row as usize].chars, chars));
            each.fold(Facets::empty(), Facets::union) & access.writes
        });
    }
}

/// Tries all pairs the long way: a shorter way must give the same answer.
#[cfg(test)]
pub(super) fn check(ctx: &Ctx<'_>, pass: &Pass, stage: Stage) {
    let count = pass.pending.len();
    let mut pending = pass.pending.clone();
    let mut classes = pass.trial.classes;
    if classes == 0 {
        // Nothing could depend on anything, so nobody has looked.
        pending.iter_mut().enumerate().for_each(|(i, p)| p.class = i as u32);
        classes = count;
    }
    let mut trial = Trial { known: vec![None; classes * classes], classes, ..Trial::default() };
    let mut search = Search { ctx, pass, stage, pending: &mut pending, trial: &mut trial };
    let made = |board: &Working<'_>, item: Application| {
        let mut plan = Plan::default();
        plan::make(ctx, board, pass, item, stage, &mut plan);
        plan
    };
    for b in 0..count {
        let now = pass.board(ctx);
        let item = pass.pending[b].item;
        let mut alone =
            [Unapplied { plan: Some(Box::new(made(&now, item))), ..Unapplied::new(item, Access::default()) }];
        let mut scratch = Trial::default();
        Search { ctx, pass, stage, pending: &mut alone, trial: &mut scratch }.show(0);
        let then = Working { over: Some(&scratch.overlay), ..now };
        let applies = alone[0].plan.as_ref().is_some_and(|plan| plan.applies);
        for a in (0..count).filter(|a| *a != b) {
            let (one, other) = (pass.pending[a].item, pass.pending[b].item);
            let possible = applies && (one.order.class == 0) == (other.order.class == 0);
            let tried = if possible { difference(&made(&now, one), &made(&then, one)) } else { None };
            assert_eq!(search.dependency(a, b), tried, "{one:?} on {other:?} in {stage:?}");
        }
    }
}

fn difference(before: &Plan, after: &Plan) -> Option<Through> {
    if before.applies != after.applies {
        Some(Through::Existence)
    } else if before.text != after.text {
        Some(Through::Text)
    } else if before.set != after.set {
        Some(Through::Objects)
    } else if before != after {
        Some(Through::Change)
    } else {
        None
    }
}
