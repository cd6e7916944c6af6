//! The working table of one pass, and what applies to it.

use super::Copiable;
use super::ctx::Ctx;
use super::facets::{Access, Facets};
use super::plan::Plan;
use super::stages::{Stage, StageSet};
use super::working::Working;
use crate::cards::def::CounterKind;
use crate::model::bindings::Bindings;
use crate::model::continuous::ActiveRules;
use crate::model::decision::RulesEdition;
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, StaticHandle, Timestamp};
use crate::model::object::{Characteristics, Object};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// How many passes have run in this world. Not part of the state of a game.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassCount(pub u64);

/// How many effects the passes in this world have applied on trial, to see what depends on what (CR 613.8). Not part
/// of the state of a game.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrialCount(pub u64);

/// What a pass is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Purpose {
    /// What changed is published.
    #[default]
    Publish,
    /// To look ahead: this is on the battlefield, too. Effects apply to it, but it isn't counted yet (CR 614.12).
    LookAhead(ObjectId),
    /// To look at it: rows for the objects of all zones are wanted, and nothing is published.
    Inspect,
}

/// One object in the table.
pub(super) struct Row {
    /// The object.
    pub object: ObjectRef,
    /// What and where it is; no stage changes that.
    pub state: Object,
    /// Whether it is phased out: its abilities don't function, and nothing applies to it but what is locked on it (CR 702.26).
    pub absent: bool,
    /// A copy effect, its face or a text-changing effect has changed its text in this pass.
    pub rewritten: bool,
    /// What it is like so far.
    pub chars: Characteristics,
}

/// The objects of the table, in rules order.
#[derive(Default)]
pub(super) struct Rows {
    /// The rows.
    pub list: Vec<Row>,
    /// By slot, the place of its row plus one.
    place: Vec<u32>,
}

impl Rows {
    pub(super) fn clear(&mut self) {
        for row in &self.list {
            self.place[row.object.id.index()] = 0;
        }
        self.list.clear();
    }
    /// Adds the row of an object, whose characteristics are to be filled in.
    pub(super) fn add(&mut self, object: &Object, absent: bool) -> &mut Characteristics {
        let index = object.id.index();
        if self.place.len() <= index {
            self.place.resize(index + 1, 0);
        }
        self.place[index] = self.list.len() as u32 + 1;
        let chars = Characteristics::default();
        self.list.push(Row { object: object.reference(), state: *object, absent, rewritten: false, chars });
        &mut self.list.last_mut().expect("it was just added").chars
    }
    /// The place of an object's row.
    #[inline]
    pub(super) fn at(&self, id: ObjectId) -> Option<u32> {
        self.place.get(id.index()).and_then(|p| p.checked_sub(1))
    }
    /// The place of the row of exactly this object.
    #[inline]
    pub(super) fn find(&self, object: ObjectRef) -> Option<u32> {
        self.at(object.id).filter(|i| self.list[*i as usize].object == object)
    }
}

/// When something is applied within a stage, smaller first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Order {
    /// CR 613.3: 0 for characteristic-defining abilities.
    pub class: u8,
    /// Earlier ones apply first (CR 613.7).
    pub timestamp: Timestamp,
    /// CR 613.7a: among abilities of one object those that came later are later.
    pub granted: Timestamp,
    /// The row of the source, where several have one timestamp.
    pub row: u32,
    /// The place in the text.
    pub place: u16,
}

/// Something that applies in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Application {
    pub order: Order,
    pub what: Applicable,
}

/// What applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Applicable {
    /// An effect, by its place in [`Pass::instances`].
    Effect(u32),
    /// Counters, by their place in [`Pass::counters`].
    Counters(u32),
}

/// What has still to be applied in the stage that runs.
#[derive(Clone)]
pub(super) struct Unapplied {
    pub item: Application,
    /// What it reads and writes.
    pub access: Access,
    /// What it would do as things stand, once that is known.
    pub plan: Option<Box<Plan>>,
    /// What it would change as things stand, once it has been tried.
    pub changes: Option<Facets>,
    /// What it waited for when it was last looked at.
    pub waits_for: Option<Applicable>,
    /// Its class: effects that say the same of the same objects share one (see `depend::classify`).
    pub class: u32,
}

impl Unapplied {
    pub(super) fn new(item: Application, access: Access) -> Self {
        Self { item, access, plan: None, changes: None, waits_for: None, class: 0 }
    }
}

/// Counters of one kind on one object that change it (CR 122.1a-b).
#[derive(Clone, Copy, Debug)]
pub(super) struct CounterRow {
    pub row: u32,
    pub kind: CounterKind,
    pub count: u32,
}

/// An effect within a pass.
pub(super) struct Instance {
    /// Its slot, perhaps not yet taken.
    pub id: ContinuousEffectId,
    /// Whether it is new in this pass.
    pub fresh: bool,
    /// The static ability that it comes from.
    pub key: Option<AbilityKey>,
    /// The row of the object with that ability.
    pub source: u32,
    /// The previous instance of the same object, plus one.
    pub before: u32,
    pub handle: StaticHandle,
    pub bindings: Bindings,
    pub order: Order,
    /// The stages in which it does something.
    pub stages: StageSet,
    /// CR 613.6: the objects that it applies to, as a range of [`Pass::sets`], once it has started to apply.
    pub started: Option<(u32, u32)>,
    /// A copy effect, the face or a text-changing effect has taken its ability away before it could do anything.
    pub gone: bool,
}

/// What a pass works on.
#[derive(Default)]
pub(super) struct Pass {
    pub rows: Rows,
    pub instances: Vec<Instance>,
    pub counters: Vec<CounterRow>,
    /// By row, the last instance of an ability of its object, plus one.
    last_of_row: Vec<u32>,
    /// By slot of an effect, its instance, plus one.
    instance_of: Vec<u32>,
    /// Everything that applies, in order once [`Pass::sort_items`] has seen to it.
    pub items: Vec<Application>,
    /// Whether some items may be out of order.
    disorder: bool,
    /// The objects of started effects: places of rows.
    pub sets: Vec<u32>,
    /// What has still to be applied in the stage that runs, the next one last.
    pub pending: Vec<Unapplied>,
    /// The stages in which something applies.
    pub stages: StageSet,
    /// Slots in use, those of new effects included.
    pub used: Vec<bool>,
    /// No slot below this one is free.
    first_free: usize,
    /// By slot of an object, the first static effect in use that comes from it, plus one.
    pub first_of: Vec<u32>,
    /// By slot of an effect, the next one of the same object, plus one.
    pub next_of: Vec<u32>,
    /// By slot of an effect: its ability was there in this pass.
    pub seen: Vec<bool>,
    /// Cards elsewhere that show what they define themselves, without rows in this pass.
    pub settled: Vec<ObjectRef>,
    /// Whether nothing reads or changes cards in hands, libraries and graveyards but what these define themselves.
    pub apart: bool,
    /// Copiable values that static copy effects take for good (CR 707.2c).
    pub taken: Vec<(ContinuousEffectId, Copiable)>,
    /// Rules in force, as found.
    pub found: ActiveRules,
    /// The plan that is being made.
    pub plan: Plan,
    /// What the pass is for.
    pub purpose: Purpose,
    /// Whether a row is face down, or has another text: layer 1b has something to do.
    pub veiled: bool,
    /// Rows that systems of others have written to since a stage last looked at them.
    pub touched: Vec<u32>,
    /// Definitions that the game has to make, and then the pass runs again.
    pub wanted: Vec<crate::cards::Reworded>,
    /// Whether they have been made.
    pub again: bool,
    /// Memory for the trials by which dependencies are found (CR 613.8a).
    pub trial: super::depend::Trial,
    /// Notes for an explanation.
    pub record: Option<Box<super::explain::Record>>,
}

impl Pass {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.instances.clear();
        self.last_of_row.clear();
        self.instance_of.clear();
        self.counters.clear();
        self.items.clear();
        self.disorder = false;
        self.sets.clear();
        self.pending.clear();
        self.stages = StageSet::empty();
        self.used.clear();
        self.first_free = 0;
        self.first_of.clear();
        self.next_of.clear();
        self.seen.clear();
        self.settled.clear();
        self.apart = false;
        self.taken.clear();
        self.veiled = false;
        self.touched.clear();
        self.wanted.clear();
        self.again = false;
        self.found.rules.clear();
        self.found.objects.clear();
        self.found.replacements.clear();
    }

    /// Adds something that applies.
    pub(super) fn add_item(&mut self, item: Application, stages: StageSet) {
        self.stages |= stages;
        self.disorder |= self.items.last().is_some_and(|last| last.order > item.order);
        self.items.push(item);
    }

    /// Puts what applies in order.
    pub(super) fn sort_items(&mut self) {
        if std::mem::take(&mut self.disorder) {
            self.items.sort_by_key(|item| item.order);
        }
    }

    /// Adds an effect.
    pub(super) fn add_instance(&mut self, mut instance: Instance) {
        let at = self.instances.len() as u32;
        if instance.key.is_some() {
            let row = instance.source as usize;
            self.last_of_row.resize(self.last_of_row.len().max(row + 1), 0);
            instance.before = std::mem::replace(&mut self.last_of_row[row], at + 1);
        }
        let slot = instance.id.0 as usize;
        self.instance_of.resize(self.instance_of.len().max(slot + 1), 0);
        self.instance_of[slot] = at + 1;
        let (item, stages) = (Application { order: instance.order, what: Applicable::Effect(at) }, instance.stages);
        self.instances.push(instance);
        self.add_item(item, stages);
    }

    /// The first effect in use of the static abilities of an object in a slot.
    pub(super) fn first_static(&self, object: ObjectId) -> Option<ContinuousEffectId> {
        let first = self.first_of.get(object.index()).copied()?;
        first.checked_sub(1).map(ContinuousEffectId)
    }
    /// The next one of the same object.
    pub(super) fn next_static(&self, effect: ContinuousEffectId) -> Option<ContinuousEffectId> {
        self.next_of[effect.0 as usize].checked_sub(1).map(ContinuousEffectId)
    }

    /// The effect in a slot.
    pub(super) fn instance(&self, id: ContinuousEffectId) -> Option<&Instance> {
        let at = self.instance_of.get(id.0 as usize)?.checked_sub(1)?;
        Some(&self.instances[at as usize])
    }

    /// The effects of abilities of a row's object, by their places.
    pub(super) fn instances_of(&self, row: u32) -> impl Iterator<Item = usize> {
        let last = self.last_of_row.get(row as usize).copied().unwrap_or(0);
        let place = |next: u32| next.checked_sub(1).map(|i| i as usize);
        std::iter::successors(place(last), move |i| place(self.instances[*i].before))
    }

    /// Whether an ability of a row's object has an effect.
    pub(super) fn has_instance(&self, row: u32, key: AbilityKey) -> bool {
        self.instances_of(row).any(|i| self.instances[i].key == Some(key))
    }

    /// Takes the lowest free slot for a new effect.
    pub(super) fn take_slot(&mut self) -> ContinuousEffectId {
        let free = (self.first_free..self.used.len()).find(|i| !self.used[*i]).unwrap_or(self.used.len());
        self.used.resize(self.used.len().max(free + 1), false);
        self.used[free] = true;
        self.first_free = free + 1;
        ContinuousEffectId(free as u32)
    }

    /// The stages of an item.
    pub(super) fn stages_of(&self, item: Application, edition: RulesEdition) -> StageSet {
        match item.what {
            Applicable::Effect(i) => self.instances[i as usize].stages,
            Applicable::Counters(i) => match (self.counters[i as usize].kind, edition) {
                (CounterKind::Keyword(_), _) => StageSet::of(Stage::Ability),
                (_, RulesEdition::Current) => StageSet::of(Stage::Modify),
                (_, RulesEdition::Classic) => StageSet::of(Stage::Counters),
            },
        }
    }

    /// Abilities that are gone from these rewritten rows have no effects, but for those that have started (CR 613.6):
    /// a copy effect of an ability that it overwrites continues.
    pub(super) fn forget_lost(&mut self, rows: &[u32]) {
        let mut any = false;
        for row in rows {
            for i in self.instances_of(*row).collect::<SmallVec<[usize; 4]>>() {
                let Row { object, chars, .. } = &self.rows.list[*row as usize];
                let instance = &mut self.instances[i];
                let lost =
                    instance.started.is_none() && !chars.abilities.iter().any(|a| Some(a.key(*object)) == instance.key);
                instance.gone |= lost;
                any |= lost;
            }
        }
        if any {
            let Self { instances, items, .. } = self;
            items.retain(|item| match item.what {
                Applicable::Effect(i) => !instances[i as usize].gone,
                Applicable::Counters(_) => true,
            });
        }
    }

    /// CR 613.5: values as they are now.
    pub(super) fn board<'a>(&'a self, ctx: &Ctx<'a>) -> Working<'a> {
        Working { live: ctx.live, rows: &self.rows, over: None }
    }
}
