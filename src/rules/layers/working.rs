//! Boards that read the working table of a pass, as it is or as it would be after a trial.

use super::pass::Rows;
use crate::cards::CardTable;
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, RuleRow};
use crate::model::fact::History;
use crate::model::ids::{ObjectId, ObjectRef, Origin};
use crate::model::object::{
    CastAs, Characteristics, Counters, LastKnownTable, Linked, Object, StackEntry, Status, ThisTurn,
};
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::reading::{Board, Live};

/// Rows changed by a trial, in front of the table.
#[derive(Default)]
pub(super) struct Overlay {
    pub list: Vec<(u32, Characteristics)>,
    place: Vec<u32>,
}

impl Overlay {
    pub(super) fn clear(&mut self) {
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
    pub(super) fn touch(&mut self, rows: &Rows, row: u32) -> &mut Characteristics {
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
    pub(super) fn row(&self, row: u32) -> &Characteristics {
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
    fn this_turn(&self, id: ObjectId) -> &ThisTurn {
        self.live.this_turn(id)
    }
    fn cast_as(&self, id: ObjectId) -> &CastAs {
        self.live.cast_as(id)
    }
    fn linked(&self, id: ObjectId) -> &Linked {
        self.live.linked(id)
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
    fn delayed(&self) -> &DelayedTriggers {
        self.live.delayed()
    }
    fn granter(&self, origin: Origin) -> Option<ObjectRef> {
        self.live.granter(origin)
    }
    fn bindings_of(&self, row: &RuleRow) -> &Bindings {
        self.live.bindings_of(row)
    }
}
