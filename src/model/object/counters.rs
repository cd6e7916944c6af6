//! Counters (CR 122), each kind with the timestamp of those that were put last (CR 613.7c).

use crate::cards::def::CounterKind;
use crate::model::by_field::clone_by_field;
use crate::model::ids::Timestamp;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The counters on an object or a player: kind, how many, the timestamp of the last. Kinds in the order in which they came.
#[derive(Component, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Counters(pub SmallVec<[(CounterKind, u32, Timestamp); 2]>);

clone_by_field! {
    Counters[list]
}

impl Counters {
    /// How many counters of a kind there are.
    pub fn get(&self, kind: CounterKind) -> u32 {
        self.0.iter().find(|(k, ..)| *k == kind).map_or(0, |(_, n, _)| *n)
    }
    /// Puts `n` of a kind. CR 613.7c: a kind's timestamp is renewed when more are put.
    pub fn add(&mut self, kind: CounterKind, n: u32, now: Timestamp) {
        if n == 0 {
            return;
        }
        match self.0.iter_mut().find(|(k, ..)| *k == kind) {
            Some((_, have, since)) => {
                *have = have.saturating_add(n);
                *since = now;
            }
            None => self.0.push((kind, n, now)),
        }
    }
    /// Removes up to `n` of a kind; answers how many were there to remove.
    pub fn remove(&mut self, kind: CounterKind, n: u32) -> u32 {
        let Some(i) = self.0.iter().position(|(k, ..)| *k == kind) else { return 0 };
        let removed = n.min(self.0[i].1);
        self.0[i].1 -= removed;
        if self.0[i].1 == 0 {
            self.0.remove(i);
        }
        removed
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
