//! What linked abilities remember (CR 607).

use crate::cards::def::{CardTypes, Color, Subtype};
use crate::model::by_field::clone_by_field;
use crate::model::ids::{DefId, NameId, ObjectRef, Seat};
use crate::model::rare::{Rare, blank};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What the linked abilities of an object remember for each other. Most objects have none.
pub type Linked = Rare<LinkedRecord>;

/// What the linked abilities of an object remember for each other. Reset by each change of zones.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LinkedRecord {
    /// What was chosen for it as it entered or later: "the chosen colour" and the like (CR 607.2d).
    pub chosen: Chosen,
    /// Cards that it exiled (CR 607.2a).
    pub cards: SmallVec<[ObjectRef; 2]>,
    /// By the abilities of which definition it exiled them, where that is known: abilities are linked to those that they
    /// came with (CR 607.5).
    pub by: SmallVec<[(ObjectRef, DefId); 1]>,
}

clone_by_field! {
    LinkedRecord { chosen; lists: cards, by }
}

blank!(LinkedRecord);

/// Values that were chosen for an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// A colour.
    pub color: Option<Color>,
    /// A subtype.
    pub subtype: Option<Subtype>,
    /// A card name.
    pub name: Option<NameId>,
    /// A player.
    pub player: Option<Seat>,
    /// A number.
    pub number: Option<i32>,
    /// A card type.
    pub card_type: Option<CardTypes>,
    /// By the abilities of which definition each of them was chosen, where that is known.
    pub by: [Option<DefId>; 6],
}

impl Chosen {
    /// What the abilities of a definition know: a choice that was made for others is none for them (CR 607.5a).
    pub fn known_to(self, def: Option<DefId>) -> Self {
        let known = |i: usize| self.by[i].is_none() || def.is_none() || self.by[i] == def;
        Self {
            color: self.color.filter(|_| known(0)),
            subtype: self.subtype.filter(|_| known(1)),
            name: self.name.filter(|_| known(2)),
            player: self.player.filter(|_| known(3)),
            number: self.number.filter(|_| known(4)),
            card_type: self.card_type.filter(|_| known(5)),
            by: self.by,
        }
    }
}
