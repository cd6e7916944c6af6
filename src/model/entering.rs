//! What something would be like on the battlefield (CR 614.12): scratch, empty between tasks.

use crate::model::event::Enter;
use crate::model::ids::ObjectRef;
use crate::model::object::{Characteristics, Counters, Linked, Object, Status};
use crate::model::task::Preparation;
use crate::model::zone::Zones;

/// CR 614.12: what objects would be like on the battlefield if they entered in some way. A task that has to know says what
/// it wants, ends, and is run again when the world has looked ahead ([`Preparation::LookAhead`]). Empty unless a task waits
/// for that.
#[derive(Clone, Debug, Default)]
pub struct LookedAhead {
    pub(crate) known: Vec<(ObjectRef, Box<Enter>, Characteristics)>,
    wanted: Option<(ObjectRef, Box<Enter>)>,
    /// What the pass reads that looks ahead: there while it runs.
    pub(crate) entering: Option<Box<Entering>>,
}

/// An object where it would enter, and the zones without it: what a pass reads that looks ahead, in place of the game's.
#[derive(Clone, Debug)]
pub(crate) struct Entering {
    pub(crate) object: Object,
    pub(crate) status: Status,
    pub(crate) linked: Linked,
    pub(crate) counters: Counters,
    pub(crate) zones: Zones,
}

impl LookedAhead {
    /// What is known of an object that would enter like this; if nothing is, that is wanted.
    pub(crate) fn of(&mut self, object: ObjectRef, enter: &Enter) -> Option<Characteristics> {
        let known = self.known.iter().find(|(of, how, _)| *of == object && **how == *enter);
        if known.is_none() && self.wanted.is_none() {
            self.wanted = Some((object, Box::new(enter.clone())));
        }
        known.map(|(.., chars)| chars.clone())
    }
    /// What the task that runs wants to know before it is run again.
    pub(crate) fn wanted(&mut self) -> Option<Preparation> {
        let (object, enter) = self.wanted.take()?;
        Some(Preparation::LookAhead { object, enter })
    }
    /// The task has made use of what is known.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }
}
