//! What linked abilities remember (CR 607).

use crate::cards::def::{CardTypes, Color, Subtype};
use crate::model::by_field::clone_by_field;
use crate::model::ids::{ContinuousEffectId, DefId, NameId, ObjectRef, Seat};
use crate::model::object::{CopiableSource, ObjectKind};
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
    /// The other cards and tokens that represent it, if it is melded or merged (CR 701.42a, 730.2): what lies higher comes first, the
    /// other card of a meld pair last. They are objects in no zone meanwhile.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub components: SmallVec<[ObjectRef; 1]>,
    /// Those of its components that lie face down, itself being the one that has its slot, if it is merged (CR 730.2e).
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub down: SmallVec<[ObjectRef; 1]>,
    /// How it is merged with others.
    #[serde(default)]
    pub merged: Merged,
    /// Cards that it exiled (CR 607.2a).
    pub cards: SmallVec<[ObjectRef; 2]>,
    /// By the abilities of which definition it exiled them, where that is known: abilities are linked to those that they
    /// came with (CR 607.5).
    pub by: SmallVec<[(ObjectRef, DefId); 1]>,
}

clone_by_field! {
    LinkedRecord { chosen, merged; lists: components, down, cards, by }
}

blank!(LinkedRecord);

/// How a permanent is merged with other objects (CR 730.2). Its own component is the one that has its slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Merged {
    /// The effect that gives it the values of its components (CR 730.2a).
    pub effect: Option<ContinuousEffectId>,
    /// What its own component is by an effect for good that made it a copy before.
    pub own: Option<CopiableSource>,
    /// What sort of object its own component is; [`ObjectKind::Unused`] unless it has merged.
    pub kind: ObjectKind,
    /// How many of the other components lie above its own.
    pub above: u16,
    /// Its own component is a melded permanent, of which the last of the others is the other card.
    pub melded: bool,
    /// How many times it has mutated (CR 702.140d).
    pub times: u16,
}

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
