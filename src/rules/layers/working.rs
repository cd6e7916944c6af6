//! Boards that read the working table of a pass, as it is or as it would be after a trial.

use super::pass::Rows;
use crate::model::ids::ObjectId;
use crate::model::object::{Characteristics, Object};
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
    #[inline]
    fn live(&self) -> &Live<'_> {
        &self.live
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
}
