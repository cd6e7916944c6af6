//! Definitions as the engine runs them, and the table of those that one game uses.
//!
//! A [`Definition`] is compiled once from its RON form by [`super::compile`]: abilities in one flat list (printed,
//! granted by quotation, delayed and reflexive ones), instructions as flat [programs](crate::cards::Op), static
//! effects in a list of their own, so that state refers to all of them by small `Copy` handles.

use super::def::{
    AbilityDef, CastBy, Color, Condition, Cost, Filter, Layout, OtherNumber, Quantity, StaticEffect, TargetDef,
    TargetKind, TriggerEvent, Unchosen, Who, ZoneKind,
};
use super::names::Names;
pub use super::traits::Traits;
use crate::cards::Op;
use crate::cards::text::Speaker;
use crate::model::fact::FactMask;
use crate::model::ids::{AbilityHandle, DefId, NameId, ProgramHandle, StaticHandle};
use crate::model::object::Characteristics;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A compiled definition of a card, a token or an emblem.
#[derive(Debug)]
pub struct Definition {
    /// Its name; of split cards both, with ` // ` between.
    pub name: String,
    /// Its faces; at least one. The first is what the card is in every zone but the stack unless something says
    /// otherwise: of a split card both halves together (CR 709.4), followed by each of them.
    pub faces: Vec<Face>,
    /// How two faces go together.
    pub layout: Option<Layout>,
    /// All abilities of all faces, then those that stand inside others.
    pub abilities: Vec<Ability>,
    /// What the abilities say, in the same order.
    pub texts: Vec<Text>,
    /// How texts speak of what they are on.
    pub speakers: Vec<Speaker>,
    /// All static effects: of static abilities and of instructions.
    pub statics: Vec<StaticRow>,
    /// All programs.
    pub programs: Vec<Vec<Op>>,
    /// Tokens and emblems that its abilities make.
    pub tokens: Vec<Arc<Definition>>,
    /// The RON form, for text-changing effects, display and checks.
    pub source: super::def::CardDef,
    /// The hash of [`Self::source`], once somebody has asked for it.
    pub fingerprint: OnceLock<u64>,
}

impl Definition {
    /// CR 712.4: whether it is a meld card, and a name is that of what it melds into with another card.
    pub fn is_melded_as(&self, name: &str) -> bool {
        self.layout == Some(Layout::Meld) && self.faces.get(1).is_some_and(|back| back.chars.name == NameId::of(name))
    }
    /// CR 702.140a, 730.2a: what a permanent is like with which a spell merges that this static effect of mutate changes.
    pub fn merges_by(&self, becomes: u16) -> Option<u16> {
        let mut rows = self.abilities.iter().filter_map(|ability| match ability.kind {
            AbilityKind::AlternativeCost { tag: Some(CastBy::Mutate), becomes, .. } => becomes,
            _ => None,
        });
        rows.any(|row| row == becomes).then_some(becomes + 1)
    }
    /// A hash of what the definition says: of the names of its terms as files write them.
    pub fn fingerprint(&self) -> u64 {
        let hash = || {
            let words = serde_json::to_vec(&self.source as &dyn erased_serde::Serialize)
                .expect("each term has a name in files");
            xxhash_rust::xxh3::xxh3_64(&words)
        };
        *self.fingerprint.get_or_init(hash)
    }
}

/// One face (or half) of a card.
#[derive(Clone, Debug)]
pub struct Face {
    /// Its name.
    pub name: String,
    /// Its printed characteristics with all printed abilities; the defining ones not yet applied.
    pub chars: Characteristics,
    /// What the face's abilities need the engine to look at.
    pub traits: Traits,
}

/// An ability as it was before it was compiled, for people.
#[derive(Clone, Debug)]
pub struct Text {
    /// The ability, spelt out if a keyword stands for it.
    pub def: AbilityDef,
    /// The keyword by whose name it goes, if one stands for it.
    pub keyword: Option<AbilityDef>,
    /// Who says it: a place among [`Definition::speakers`].
    pub speaker: u16,
}

impl Text {
    /// The ability as its card has it.
    pub fn printed(&self) -> &AbilityDef {
        self.keyword.as_ref().unwrap_or(&self.def)
    }
}

/// A static effect, with the program and abilities that it contains.
#[derive(Debug)]
pub struct StaticRow {
    /// The effect.
    pub effect: StaticEffect,
    /// The program of `AsEnters`, `Instead`, `AndThen` and the like.
    pub program: Option<u16>,
    /// The abilities of `GainAbilities`, in order, as places in [`Definition::abilities`].
    pub granted: Vec<u16>,
    /// The static effect of the definition that begins for what is played by a permission, if that gains abilities.
    pub gained: Option<u16>,
    /// The replacement effects of `CopyWith`, in order, as places in [`Definition::statics`].
    pub also: Vec<u16>,
    /// What the effect reads, for dirt (see [`StateClass`](crate::model::dirt::StateClass)).
    pub reads: crate::model::dirt::StateClass,
    /// The zones of the objects that it reads besides its own, a bit each as in [`Traits::bit`], if that is known.
    pub reads_zones: Option<u8>,
}

/// A compiled ability.
#[derive(Debug)]
pub struct Ability {
    /// What sort, with its parts.
    pub kind: AbilityKind,
    /// The zones in which it functions (CR 113.6), a bit each as in [`Traits::bit`].
    pub zones: u8,
}

/// The sorts of abilities, keywords spelt out.
#[derive(Debug)]
pub enum AbilityKind {
    /// What an instant or a sorcery does as it resolves (CR 113.3a).
    Spell(Body),
    /// A player pays a cost for it (CR 602).
    Activated {
        /// Before the colon.
        cost: Cost,
        /// After it.
        body: Body,
        /// Only as a sorcery.
        sorcery_speed: bool,
        /// Only as an instant: a mana ability that isn't activated while a cost is paid.
        instant_speed: bool,
        /// The condition under which it can be activated.
        only_if: Condition,
        /// The limit each turn.
        per_turn: Option<u8>,
        /// The limit is one of the whole game, as long as the object is the same one (CR 702.177a).
        once: bool,
        /// The players who may activate it.
        by: Who,
        /// The colours of the mana that can be spent on X; any if there are none.
        spend_on_x: Box<[Color]>,
        /// How much less generic mana it costs (CR 601.2f).
        less: Option<Box<Quantity>>,
        /// By how much mana it costs less as long as a condition holds (CR 118.7).
        less_by: Option<Box<(Condition, Cost)>>,
        /// The least that X can be.
        least_x: u8,
        /// A special action instead (CR 116.2d).
        special: bool,
        /// CR 605.1a: without targets, could add mana, not a loyalty ability.
        is_mana: bool,
        /// CR 606.1: a loyalty ability.
        is_loyalty: bool,
        /// The keyword that it comes from, for what refers to it ("equip abilities", "cycling").
        tag: Option<ActivatedTag>,
    },
    /// It happens by itself after an event (CR 603).
    Triggered {
        /// The trigger event.
        when: TriggerEvent,
        /// The facts that could match it.
        watch: FactMask,
        /// What must hold at the event, and only then.
        provided: Condition,
        /// The intervening "if".
        only_if: Condition,
        /// What it does as it resolves.
        body: Body,
        /// The limit each turn.
        per_turn: Option<u8>,
        /// Not any more once it has done this turn what it does only once each turn (CR 603.2h).
        once: bool,
        /// CR 605.1b: triggers on mana being made, has no target, could add mana.
        is_mana: bool,
    },
    /// It is true while the object is where it functions (CR 604).
    Static {
        /// The condition under which it holds ("as long as").
        only_if: Condition,
        /// Its place among the static effects of the definition.
        index: u16,
        /// CR 604.3: a characteristic-defining ability.
        is_cda: bool,
    },
    /// What matches can't damage, block or target it, or be attached to it (CR 702.16).
    Protection {
        /// What it has protection from.
        from: Filter,
        /// What stays attached all the same (CR 702.16n).
        sparing: Option<Filter>,
    },
    /// CR 702.11d: spells and abilities of opponents with such a source can't target it.
    HexproofFrom(Filter),
    /// CR 702.14: it can't be blocked while the defending player controls such a land.
    Landwalk(Filter),
    /// CR 702.5: what an Aura can enchant.
    Enchant(TargetKind),
    /// A cost to pay besides the mana cost.
    AdditionalCost(Cost),
    /// CR 601.3: it can be cast only while this holds.
    CastOnlyIf(Condition),
    /// A cost that may be paid besides the mana cost: kicker, multikicker, buyback. The n-th of a face is `Paid(n)`.
    OptionalCost {
        /// The cost.
        cost: Cost,
        /// Any number of times.
        multiple: bool,
        /// All modes are chosen then (CR 702.42a).
        all_modes: bool,
        /// The spell returns to its owner's hand as it resolves.
        buyback: bool,
        /// An opponent is chosen for it (CR 702.174a).
        opponent: bool,
        /// The spell may be cast as though it had flash if it is paid (CR 601.3c).
        flash: bool,
        /// Exactly one of those that are marked so is paid.
        either: bool,
    },
    /// Another way to cast it: an alternative cost, or from another zone.
    AlternativeCost {
        /// What is paid rather than the mana cost.
        cost: Cost,
        /// The condition under which it can be cast in this way.
        only_if: Condition,
        /// From which zone; hand unless a keyword says otherwise.
        from: ZoneKind,
        /// It is exiled as it leaves the stack (flashback).
        exile_after: bool,
        /// A card with two faces is cast with its other face up (CR 712.8c).
        transformed: bool,
        /// Any time its player could cast an instant.
        flash: bool,
        /// The spell that is cast so is changed by this static effect of the definition (CR 702.103b).
        becomes: Option<u16>,
        /// The keyword that it comes from, for what refers to it.
        tag: Option<CastBy>,
    },
    /// Its combat damage to a player also gives that many poison counters (CR 702.164).
    Toxic(u32),
    /// It can be exiled from the hand for this cost, and cast for nothing on a later turn (CR 702.170a).
    Plot(Cost),
    /// It can be exiled from the hand with time counters, and is cast after the last is removed (CR 702.62a).
    Suspend {
        /// What is paid to exile it.
        cost: Cost,
        /// With how many time counters.
        counters: u32,
    },
    /// It can be revealed from the hand to add its text to a spell (CR 702.47).
    Splice {
        /// Onto spells that match the filter.
        onto: Filter,
        /// The cost.
        cost: Cost,
    },
    /// CR 702.37, 702.168: it can be cast face down, and turned face up for a cost.
    Morph {
        /// The cost.
        cost: Cost,
        /// A +1/+1 counter is put on it as it is turned face up for that cost (702.37b).
        counter: bool,
        /// Face down it has ward {2} (702.168a).
        ward: bool,
    },
    /// CR 702.151b: while it is attached to a creature, this static effect of the definition changes it.
    Reconfigure(u16),
    /// CR 702.160a: it may be cast as its second face is.
    Prototype,
    /// CR 702.139a: its owner may put it into their hand from outside the game, if it is their companion.
    Companion,
    /// CR 113.6n: it changes how decks are built, and functions before the game begins only.
    DeckConstruction,
    /// CR 103.5b, 103.6: what can be done with it from an opening hand: its program, when, and whether before a mulligan.
    OpeningHand(u16, Condition, bool),
}

/// Keywords behind activated abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActivatedTag {
    /// Attaches an Equipment to a creature (CR 702.6).
    Equip,
    /// Attaches a Fortification to a land (CR 702.67).
    Fortify,
    /// Discards the card from the hand for another one (CR 702.29).
    Cycling,
    /// Is activated by a creature that attacked (CR 702.142).
    Boast,
}

/// What a spell or ability does: its modes. Without printed modes there is exactly one and nothing to choose.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// The fewest modes that are chosen.
    pub min: u8,
    /// The most.
    pub max: u8,
    /// Whether a mode may be chosen again.
    pub repeat: bool,
    /// How many are chosen instead under a condition.
    pub instead: Option<OtherNumber>,
    /// Only modes that haven't been chosen since then.
    pub unchosen: Option<Unchosen>,
    /// The modes.
    pub modes: Vec<ModeRow>,
}

/// One mode.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeRow {
    /// Its instances of "target".
    pub targets: Vec<TargetDef>,
    /// What it does: a place among the programs of the definition.
    pub program: u16,
    /// What is paid for choosing it (CR 700.2h).
    pub cost: Cost,
    /// For how many modes it counts (CR 700.2i).
    pub worth: u8,
}

impl Body {
    /// What of it can't be used.
    pub(crate) fn unsuitable(&self) -> Option<&'static str> {
        let ability_alone = self.repeat || self.instead.is_some() || self.modes.len() > 32;
        let worth = |fits: fn(u8) -> bool| self.modes.iter().any(|row| fits(row.worth));
        match () {
            () if self.repeat && self.instead.is_some() => Some("another number of modes that can be chosen again"),
            () if self.unchosen.is_some() && ability_alone => Some("`unchosen` of such modes"),
            () if worth(|worth| worth == 0) => Some("`worth: 0`"),
            () if worth(|worth| worth != 1) && (!self.repeat || self.max > 12) => Some("`worth` of such modes"),
            () => None,
        }
    }
    /// Whether modes can be added to some that are worth `have` together, so that all are worth as much as `(min, max)` says (CR
    /// 700.2i). `modes` are those that can be chosen, each as often as one likes.
    pub(crate) fn can_be_completed(&self, modes: &[u8], have: u8, (min, max): (u8, u8)) -> bool {
        if have > max {
            return false;
        }
        have >= min
            || modes.iter().any(|mode| {
                let worth = self.modes.get(usize::from(*mode)).map_or(0, |row| row.worth);
                worth > 0 && self.can_be_completed(modes, have.saturating_add(worth), (min, max))
            })
    }
    /// How much modes are worth together.
    pub(crate) fn worth(&self, modes: impl IntoIterator<Item = u8>) -> u8 {
        let worth = |mode: u8| self.modes.get(usize::from(mode)).map_or(0, |row| row.worth);
        modes.into_iter().map(worth).fold(0, u8::saturating_add)
    }
}

/// The definitions that one game uses. Shared by all games of a match and by their forks.
#[derive(Clone, Debug, Default)]
pub struct CardTable(pub Arc<CardTableData>);

/// The content of a [`CardTable`].
#[derive(Clone, Debug, Default)]
pub struct CardTableData {
    /// By [`DefId`]: cards first, in the order of the decks, then tokens and emblems.
    pub defs: Vec<Arc<Definition>>,
    /// For each definition, the number of its first token.
    pub first_token: Vec<u16>,
    /// All names that can be chosen (CR 201.4): of all cards that the process knows, sorted.
    pub names: Arc<Names>,
    /// All facts that some triggered ability in the table could watch.
    pub watched: FactMask,
    /// All traits of all definitions together.
    pub traits: Traits,
    /// What each definition shows.
    pub printed: super::PrintedRows,
    /// How many of the definitions are cards.
    pub cards: usize,
    /// Definitions that this game has made of others by replacing a word (CR 612).
    pub reworded: Vec<(crate::model::snapshot::Reworded, DefId)>,
    /// Predefined tokens.
    pub tokens: Arc<super::compile::Tokens>,
    /// The five intrinsic mana abilities of basic land types (CR 305.6), in the order of `Subtype::BASIC_LANDS`.
    pub basic_mana: [AbilityHandle; 5],
    /// Ward {2}, which some face-down permanents and spells have (CR 702.168a, 701.58a).
    pub ward: AbilityHandle,
    /// The planeswalking ability, which has no source (CR 901.8).
    pub planeswalking: AbilityHandle,
    /// The ability of rad counters, which has no source (CR 728.1).
    pub radiation: AbilityHandle,
    /// The two abilities of the monarch, which have no source (CR 725.2): as their end step begins, and as they are dealt damage.
    pub monarch: [AbilityHandle; 2],
    /// The ability of who has speed, which has no source (CR 702.179d).
    pub racing: AbilityHandle,
    /// The dungeons that players can venture into (CR 309), if anything in the game has them do so.
    pub dungeons: Vec<DefId>,
    /// The three abilities of who has the initiative (CR 726.2), if anybody can: in their upkeep, as they are dealt damage or take it.
    pub initiative: Option<[AbilityHandle; 3]>,
    /// The emblem named The Ring (CR 701.54c), if the Ring can tempt anybody.
    pub ring: Option<DefId>,
}

impl CardTable {
    /// A definition.
    #[inline]
    pub fn def(&self, id: DefId) -> &Definition {
        &self.0.defs[id.0 as usize]
    }
    /// An ability.
    #[inline]
    pub fn ability(&self, handle: AbilityHandle) -> &Ability {
        &self.def(handle.def).abilities[handle.index as usize]
    }
    /// A program.
    #[inline]
    pub fn program(&self, handle: ProgramHandle) -> &[Op] {
        &self.def(handle.def).programs[handle.index as usize]
    }
    /// A static effect.
    #[inline]
    pub fn static_row(&self, handle: StaticHandle) -> &StaticRow {
        &self.def(handle.def).statics[handle.index as usize]
    }
    /// A hash of the definitions in the table, without those that a game has made by replacing words.
    pub fn definitions_hash(&self) -> String {
        let made: Vec<DefId> =
            self.0.reworded.iter().filter(|(r, made)| r.of != *made).map(|(_, made)| *made).collect();
        let first = made.iter().map(|id| usize::from(id.0)).min().unwrap_or(self.0.defs.len());
        let all: Vec<u8> = self.0.defs[..first].iter().flat_map(|def| def.fingerprint().to_le_bytes()).collect();
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&all))
    }
    /// The text of a name.
    pub fn name(&self, name: NameId) -> Option<&str> {
        self.name_of_face(name).or_else(|| self.0.names.text(name))
    }
    /// What the card with a name is, if it is a name that can be chosen (CR 201.4).
    pub(crate) fn named(&self, name: NameId) -> Option<Arc<Characteristics>> {
        self.0.names.single(name, || self.name_of_face(name))
    }
    /// The text of a name that some face in the table has.
    fn name_of_face(&self, name: NameId) -> Option<&str> {
        let is_it = |f: &&Face| f.chars.name == name && f.chars.second_name == NameId::NONE;
        // CR 709.5: without an unlocked half it has no name.
        let named = |d: &Definition| if d.layout == Some(Layout::SharedTypeLine) { 3 } else { usize::MAX };
        let face = self.0.defs.iter().flat_map(|d| d.faces.iter().take(named(d))).find(is_it);
        face.map(|f| f.name.as_str())
    }
    /// What something with these characteristics is called: by both names of a split card.
    pub fn called(&self, chars: &Characteristics) -> Option<Cow<'_, str>> {
        let name = self.name(chars.name)?;
        if chars.second_name == NameId::NONE {
            return Some(Cow::Borrowed(name));
        }
        Some(Cow::Owned(format!("{name} // {}", self.name(chars.second_name)?)))
    }
}
