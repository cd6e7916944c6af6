//! The working table of one pass, and boards that read it.

use super::plan::Plan;
use super::stages::{Stage, StageSet};
use super::{ActiveRules, EffectSlots, MadeValues};
use crate::cards::def::CounterKind;
use crate::cards::{CardTable, StaticHandle};
use crate::combat::Combat;
use crate::decision::{RulesEdition, Settings};
use crate::effects::Bindings;
use crate::events::History;
use crate::ids::{AbilityKey, EffectId, ObjectId, ObjectRef, Timestamp};
use crate::object::{Characteristics, Counters, LastKnownTable, Object, Slots, StackEntry, Status};
use crate::player::Players;
use crate::reading::{Board, Live};
use crate::turn::Turn;
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// The working table between the stages of a pass. Scratch: it is no part of the state of a game, and keeps its
/// memory from pass to pass.
#[derive(Resource, Default)]
pub struct LayerTable(pub(super) Option<Box<Pass>>);

/// How many passes have run in this world. Not part of the state of a game.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassCount(pub u64);

/// What stages read besides the working table.
#[derive(Clone, Copy)]
pub(super) struct Ctx<'w> {
    pub world: &'w World,
    pub live: Live<'w>,
    pub table: &'w CardTable,
    pub made: &'w MadeValues,
    pub effects: &'w EffectSlots,
    pub objects: &'w Slots,
    pub zones: &'w Zones,
    pub edition: RulesEdition,
}

impl<'w> Ctx<'w> {
    pub fn new(world: &'w World) -> Self {
        Self {
            world,
            live: Live::new(world),
            table: world.resource(),
            made: world.resource(),
            effects: world.resource(),
            objects: world.resource(),
            zones: world.resource(),
            edition: world.resource::<Settings>().edition,
        }
    }
    /// A component of an object.
    #[inline]
    pub fn get<C: Component>(&self, id: ObjectId) -> &'w C {
        self.world.get(self.objects.entity(id)).expect("every slot has every component of an object")
    }
    /// The component of an effect that is in use.
    #[inline]
    pub fn effect(&self, id: EffectId) -> &'w super::ContinuousEffect {
        self.world.get(self.effects.entity(id)).expect("effect slots hold effects")
    }
}

/// One object in the table.
pub(super) struct Row {
    /// The object.
    pub object: ObjectRef,
    /// What and where it is; no stage changes that.
    pub state: Object,
    /// Phased out: its abilities don't function, and nothing applies to it but what is locked on it (CR 702.26).
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
    pub fn clear(&mut self) {
        for row in &self.list {
            self.place[row.object.id.index()] = 0;
        }
        self.list.clear();
    }
    pub fn push(&mut self, row: Row) {
        let index = row.object.id.index();
        if self.place.len() <= index {
            self.place.resize(index + 1, 0);
        }
        self.list.push(row);
        self.place[index] = self.list.len() as u32;
    }
    /// The place of an object's row.
    #[inline]
    pub fn at(&self, id: ObjectId) -> Option<u32> {
        self.place.get(id.index()).and_then(|p| p.checked_sub(1))
    }
    /// The place of the row of exactly this object.
    #[inline]
    pub fn find(&self, object: ObjectRef) -> Option<u32> {
        self.at(object.id).filter(|i| self.list[*i as usize].object == object)
    }
}

/// When something is applied within a stage, smaller first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Order {
    /// CR 613.3: 0 for characteristic-defining abilities.
    pub class: u8,
    /// CR 613.7.
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
pub(super) struct Item {
    pub order: Order,
    pub what: What,
}

/// What applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// An effect, by its place in [`Pass::instances`].
    Effect(u32),
    /// Counters, by their place in [`Pass::counters`].
    Counters(u32),
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
    pub id: EffectId,
    /// It is new in this pass.
    pub fresh: bool,
    /// The static ability that it comes from.
    pub key: Option<AbilityKey>,
    /// The row of the object with that ability.
    pub source: u32,
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
    /// Everything that applies, in order.
    pub items: Vec<Item>,
    /// The objects of started effects: places of rows.
    pub sets: Vec<u32>,
    /// What has still to be applied in the stage that runs, the next one last.
    pub pending: Vec<Item>,
    /// The stages in which something applies.
    pub stages: StageSet,
    /// Slots in use, those of new effects included.
    pub used: Vec<bool>,
    /// By slot of an object, the first static effect in use that comes from it, plus one.
    pub first_of: Vec<u32>,
    /// By slot of an effect, the next one of the same object, plus one.
    pub next_of: Vec<u32>,
    /// By slot of an effect: its ability was there in this pass.
    pub seen: Vec<bool>,
    /// Copiable values that static copy effects take for good (CR 707.2c).
    pub taken: Vec<(EffectId, Characteristics)>,
    /// Rules in force, as found.
    pub found: ActiveRules,
    /// The plan that is being made.
    pub plan: Plan,
    /// Rows for the objects of all zones are wanted.
    pub full: bool,
    /// Definitions that the game has to make, and then the pass runs again.
    pub wanted: Vec<crate::cards::Reworded>,
    /// For dependencies.
    pub trial: super::depend::Trial,
    /// Notes for an explanation.
    pub record: Option<Box<super::explain::Record>>,
}

impl Pass {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.instances.clear();
        self.counters.clear();
        self.items.clear();
        self.sets.clear();
        self.pending.clear();
        self.stages = StageSet::empty();
        self.used.clear();
        self.first_of.clear();
        self.next_of.clear();
        self.seen.clear();
        self.taken.clear();
        self.wanted.clear();
        self.found.rules.clear();
        self.found.objects.clear();
        self.found.replacements.clear();
    }

    /// Adds something that applies, in its place.
    pub fn add_item(&mut self, item: Item, stages: StageSet) {
        self.stages |= stages;
        let later = self.items.iter().rev().take_while(|i| i.order > item.order).count();
        let at = self.items.len() - later;
        self.items.insert(at, item);
    }

    /// The stages of an item.
    pub fn stages_of(&self, item: Item, edition: RulesEdition) -> StageSet {
        match item.what {
            What::Effect(i) => self.instances[i as usize].stages,
            What::Counters(i) => match (self.counters[i as usize].kind, edition) {
                (CounterKind::Keyword(_), _) => StageSet::ABILITY,
                (_, RulesEdition::Current) => StageSet::MODIFY,
                (_, RulesEdition::Classic) => StageSet::COUNTERS,
            },
        }
    }

    /// What applies in a stage becomes pending.
    pub fn collect(&mut self, stage: Stage, edition: RulesEdition) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        pending.extend(self.items.iter().rev().filter(|i| self.stages_of(**i, edition).has(stage)));
        self.pending = pending;
    }

    /// Abilities that are gone from rewritten rows have no effects, but for those that have started (CR 613.6): a copy
    /// effect of an ability that it overwrites goes on.
    pub fn forget_lost(&mut self) {
        let Self { rows, instances, items, .. } = self;
        for instance in instances.iter_mut() {
            let Some(key) = instance.key else { continue };
            let row = &rows.list[instance.source as usize];
            instance.gone |= row.rewritten
                && instance.started.is_none()
                && !row.chars.abilities.iter().any(|a| a.key(row.object) == key);
        }
        items.retain(|item| match item.what {
            What::Effect(i) => !instances[i as usize].gone,
            What::Counters(_) => true,
        });
    }

    /// CR 613.5: values as they are now.
    pub fn board<'a>(&'a self, ctx: &Ctx<'a>) -> Working<'a> {
        Working { live: ctx.live, rows: &self.rows, over: None }
    }
}

/// Rows changed by a trial, in front of the table.
#[derive(Default)]
pub(super) struct Overlay {
    list: Vec<(u32, Characteristics)>,
    place: Vec<u32>,
}

impl Overlay {
    pub fn clear(&mut self) {
        for (row, _) in &self.list {
            self.place[*row as usize] = 0;
        }
        self.list.clear();
    }
    #[inline]
    fn get(&self, row: u32) -> Option<&Characteristics> {
        let at = self.place.get(row as usize)?.checked_sub(1)?;
        Some(&self.list[at as usize].1)
    }
    /// The row, copied from the table when it is first touched.
    pub fn touch(&mut self, rows: &Rows, row: u32) -> &mut Characteristics {
        let index = row as usize;
        if self.place.len() <= index {
            self.place.resize(rows.list.len().max(index + 1), 0);
        }
        if self.place[index] == 0 {
            self.list.push((row, rows.list[index].chars.clone()));
            self.place[index] = self.list.len() as u32;
        }
        &mut self.list[self.place[index] as usize - 1].1
    }
}

/// Values as they are within a pass, or would be after a trial.
#[derive(Clone, Copy)]
pub(super) struct Working<'a> {
    pub live: Live<'a>,
    pub rows: &'a Rows,
    pub over: Option<&'a Overlay>,
}

impl Working<'_> {
    /// One row's values.
    #[inline]
    pub fn row(&self, row: u32) -> &Characteristics {
        self.over.and_then(|o| o.get(row)).unwrap_or(&self.rows.list[row as usize].chars)
    }
}

impl Board for Working<'_> {
    fn table(&self) -> &CardTable {
        self.live.table()
    }
    #[inline]
    fn object(&self, id: ObjectId) -> &Object {
        match self.rows.at(id) {
            Some(row) => &self.rows.list[row as usize].state,
            None => self.live.object(id),
        }
    }
    #[inline]
    fn chars(&self, id: ObjectId) -> &Characteristics {
        match self.rows.at(id) {
            Some(row) => self.row(row),
            None => self.live.chars(id),
        }
    }
    fn status(&self, id: ObjectId) -> &Status {
        self.live.status(id)
    }
    fn counters(&self, id: ObjectId) -> &Counters {
        self.live.counters(id)
    }
    fn stack_entry(&self, id: ObjectId) -> &StackEntry {
        self.live.stack_entry(id)
    }
    fn zones(&self) -> &Zones {
        self.live.zones()
    }
    fn players(&self) -> &Players {
        self.live.players()
    }
    fn turn(&self) -> &Turn {
        self.live.turn()
    }
    fn combat(&self) -> &Combat {
        self.live.combat()
    }
    fn history(&self) -> &History {
        self.live.history()
    }
    fn last_known(&self) -> &LastKnownTable {
        self.live.last_known()
    }
    fn rules(&self) -> &ActiveRules {
        self.live.rules()
    }
}
