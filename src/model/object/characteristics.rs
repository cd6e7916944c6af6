//! Characteristics (CR 109.3) after the layers.

use crate::cards::def::{CardTypes, ColorSet, Keyword, KeywordSet, ManaCost, SubtypeSet, Supertypes};
use crate::model::by_field::clone_by_field;
use crate::model::ids::{AbilityHandle, AbilityKey, NameId, ObjectRef, Origin, Seat};
use bevy_ecs::prelude::*;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An ability that an object has, and where it has it from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// Its definition.
    pub handle: AbilityHandle,
    /// Where the object has it from.
    pub origin: Origin,
    /// Which of several equal instances of one origin.
    pub nth: u8,
}

impl AbilityInstance {
    /// Its key on an object.
    pub const fn key(self, object: ObjectRef) -> AbilityKey {
        AbilityKey { object, origin: self.origin, handle: self.handle, nth: self.nth }
    }
}

bitflags! {
    /// Rules that hold for an object (CR 613.11) and have no parameter. [`Restrictions::OTHER`] says that
    /// [`ActiveRules`](crate::model::continuous::ActiveRules) has more for it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Restrictions: u32 {
        /// Can't attack.
        const CANT_ATTACK = 1;
        /// Can't block.
        const CANT_BLOCK = 2;
        /// Attacks if able.
        const ATTACKS_IF_ABLE = 4;
        /// Blocks if able.
        const BLOCKS_IF_ABLE = 8;
        /// Doesn't untap during its controller's untap step.
        const DOESNT_UNTAP = 16;
        /// Its controller may choose not to untap it.
        const MAY_STAY_TAPPED = 32;
        /// Can't be regenerated.
        const CANT_BE_REGENERATED = 64;
        /// Can't be countered.
        const CANT_BE_COUNTERED = 128;
        /// Its activated abilities can't be activated unless they are mana abilities.
        const CANT_ACTIVATE = 256;
        /// Its mana abilities can't be activated either.
        const CANT_ACTIVATE_MANA = 512;
        /// Assigns combat damage by toughness.
        const DAMAGE_BY_TOUGHNESS = 1024;
        /// Can attack although it has defender.
        const ATTACKS_DESPITE_DEFENDER = 2048;
        /// Can't be sacrificed.
        const CANT_BE_SACRIFICED = 4096;
        /// Can't be turned face up.
        const CANT_BE_TURNED_FACE_UP = 1 << 14;
        /// Has protection from something: among its abilities are such.
        const PROTECTION = 8192;
        /// Untaps during the untap steps of others, too.
        const UNTAPS_WITH_OTHERS = 1 << 15;
        /// Assigns no combat damage.
        const ASSIGNS_NO_DAMAGE = 1 << 16;
        /// Returns to its owner's hand as its controller untaps their permanents.
        const RETURNS_AS_UNTAPS = 1 << 17;
        /// Its controller may exert it as it attacks.
        const MAY_BE_EXERTED = 1 << 18;
        /// Is goaded.
        const GOADED = 1 << 20;
        /// May assign its combat damage as though it weren't blocked.
        const MAY_ASSIGN_AS_UNBLOCKED = 1 << 21;
        /// Its abilities can be activated as though it had haste.
        const ACTIVATES_AS_HASTY = 1 << 23;
        /// Its loyalty abilities can be activated at instant speed.
        const LOYALTY_AS_INSTANT = 1 << 24;
        /// Its loyalty abilities can be activated twice each turn.
        const LOYALTY_TWICE = 1 << 27;
        /// Its boast abilities can be activated twice each turn.
        const BOASTS_TWICE = 1 << 28;
        /// Has hexproof from something: among its abilities are such.
        const HEXPROOF_FROM = 1 << 22;
        /// What stands for abilities among those that it has.
        const ABILITIES = Self::PROTECTION.bits() | Self::HEXPROOF_FROM.bits();
        /// An effect has taken all abilities from it (CR 613.1f).
        const LOST_ABILITIES = 1 << 25;
        /// An effect that sets basic land types has taken the abilities of its text (CR 305.7).
        const LOST_TEXT = 1 << 26;
        /// There are rules with parameters for it.
        const OTHER = 1 << 31;
    }
}

/// An object's characteristics and controller. In the component they are those after all layers; the same type is
/// a row of the layers' working table and, before them, an object's copiable values.
#[derive(Component, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Characteristics {
    /// The name.
    pub name: NameId,
    /// Its second name: of a split card outside the stack (CR 709.4a); otherwise [`NameId::NONE`].
    pub second_name: NameId,
    /// The mana cost; `None` if it has none.
    pub cost: Option<ManaCost>,
    /// The mana value of the front face, if it is the back face of a card that transforms (CR 202.3b); otherwise 0.
    pub front_value: u8,
    /// The colours.
    pub colors: ColorSet,
    /// The supertypes.
    pub supertypes: Supertypes,
    /// The card types.
    pub types: CardTypes,
    /// The controller: of permanents by layer 2, of spells and abilities as put on the stack; elsewhere the owner.
    pub controller: Seat,
    /// Whether it has power and toughness.
    pub has_pt: bool,
    /// The subtypes.
    pub subtypes: SubtypeSet,
    /// The power; 0 without one (CR 208.1).
    pub power: i32,
    /// The toughness; 0 without one.
    pub toughness: i32,
    /// By how much power and toughness differ from the base power and toughness (CR 208.4b).
    #[serde(default)]
    pub beyond_base: (i32, i32),
    /// The loyalty that it enters with; 0 if it has none.
    pub loyalty: i32,
    /// The defense that it enters with as a battle; 0 if it has none.
    #[serde(default)]
    pub defense: i32,
    /// The keywords without parameters that it has.
    pub keywords: KeywordSet,
    /// Keywords that it can't have (CR 113.11).
    pub cant_have: KeywordSet,
    /// Rules that hold for it.
    pub restrictions: Restrictions,
    /// All other abilities.
    pub abilities: SmallVec<[AbilityInstance; 4]>,
}

clone_by_field! {
    Characteristics {
        name, second_name, cost, front_value, colors, supertypes, types, controller, has_pt, subtypes, power, toughness,
        beyond_base, loyalty, defense, keywords, cant_have, restrictions;
        lists: abilities
    }
}

impl Characteristics {
    /// Whether it has a card type.
    #[inline]
    pub const fn is(&self, types: CardTypes) -> bool {
        self.types.intersects(types)
    }
    /// Whether it has a keyword.
    #[inline]
    pub const fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword.set())
    }
    /// Whether it has a keyword or a variant of it: hexproof from something is hexproof, too (CR 702.11d, e).
    #[inline]
    pub fn has_form(&self, keyword: Keyword) -> bool {
        self.has(keyword) || keyword == Keyword::Hexproof && self.restrictions.contains(Restrictions::HEXPROOF_FROM)
    }
    /// Whether it is a creature.
    #[inline]
    pub const fn is_creature(&self) -> bool {
        self.types.contains(CardTypes::CREATURE)
    }
    /// Whether it is a land.
    #[inline]
    pub const fn is_land(&self) -> bool {
        self.types.contains(CardTypes::LAND)
    }
    /// CR 201.2, 709.4a: whether this is a name of it; what has no name isn't called anything.
    #[inline]
    pub fn is_called(&self, name: NameId) -> bool {
        name != NameId::NONE && (self.name == name || self.second_name == name)
    }
    /// CR 201.2a: whether it has a name in common with another object.
    pub fn shares_name(&self, other: &Self) -> bool {
        self.is_called(other.name) || self.is_called(other.second_name)
    }
    /// CR 208.4b: its power as characteristic-defining abilities and what sets it say, without what only modifies it.
    pub const fn base_power(&self) -> i32 {
        self.power.saturating_sub(self.beyond_base.0)
    }
    /// CR 208.4b: its toughness likewise.
    pub const fn base_toughness(&self) -> i32 {
        self.toughness.saturating_sub(self.beyond_base.1)
    }
    /// CR 202.3: its mana value with `x` for X.
    pub fn mana_value(&self, x: i32) -> i32 {
        self.cost.as_ref().map_or(i32::from(self.front_value), |c| c.mana_value(x))
    }
}
