//! Objects and options by label and name.

use super::build::seat;
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Agenda;
use crate::model::decision::{CastMethod, Choice};
use crate::model::ids::{AbilityKey, NameId, ObjectId, ObjectRef, Referent};
use crate::model::object::{AbilityInstance, Characteristics, CopiableSource, Object, ObjectKind, StackEntry, Status};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::trigger::PendingTriggers;
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::slots::Slots;
use crate::rules::state::{Column, ReadGame};
use bevy_ecs::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The objects of labels. A card keeps its slot wherever it goes, and so its label; a token or a copy of a spell has a
/// label, and here the incarnation that it had then, until it ceases to exist and its slot is another object's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels(pub BTreeMap<String, ObjectId>, BTreeMap<String, u32>);

/// How often an object that isn't a card changes zones, at most: a copy of a spell that becomes a permanent, and leaves.
const MOVES: u32 = 2;

/// A component of an object.
pub(super) fn get<C: Column>(world: &impl ReadGame, id: ObjectId) -> &C {
    world.row(id)
}

/// What an object is called: a card, token or copy by its name, an ability by the name of its source.
pub(super) fn name(world: &impl ReadGame, id: ObjectId) -> String {
    let table = world.part::<CardTable>();
    let object = get::<Object>(world, id);
    if object.kind == ObjectKind::Ability {
        return get::<StackEntry>(world, id).ability.map_or_else(String::new, |key| name_of_source(world, key));
    }
    called(table, object.kind, get(world, id))
}

/// What an ability is called: by the name of its source, or what an inherent ability is called, which has none (CR 725.2).
fn name_of_source(world: &impl ReadGame, key: AbilityKey) -> String {
    let inherent = world.part::<CardTable>().inherent(key);
    inherent.map_or_else(|| name_as_it_was(world, key.object), str::to_owned)
}

/// The name of something; an emblem has none (CR 114.3) and is called what it is.
fn called(table: &CardTable, kind: ObjectKind, chars: &Characteristics) -> String {
    let nameless = if kind == ObjectKind::Emblem { "Emblem" } else { "" };
    table.called(chars).map_or_else(|| nameless.to_owned(), Cow::into_owned)
}

/// Whether an object has this name: by what [`name`] says, or by one of the two names of a split card (CR 709.4a).
pub(super) fn is_called(world: &impl ReadGame, id: ObjectId, word: &str) -> bool {
    let is_card = get::<Object>(world, id).kind != ObjectKind::Ability;
    is_card && get::<Characteristics>(world, id).is_called(NameId::of(word)) || name(world, id) == word
}

/// What the card of an object is called: of split cards both halves.
pub(super) fn card(world: &impl ReadGame, id: ObjectId) -> String {
    let base = get::<Status>(world, id).own_face.unwrap_or(get::<Object>(world, id).base);
    match base {
        CopiableSource::Def(def, _) => world.part::<CardTable>().def(def).name.clone(),
        CopiableSource::Interned(_) => name(world, id),
    }
}

/// What an object is or was called: a card in a zone in which it isn't known any more is called by its card.
pub(super) fn name_as_it_was(world: &impl ReadGame, object: ObjectRef) -> String {
    use crate::rules::reading::{Board, Live};
    if object == ObjectRef::NONE {
        return String::new();
    }
    let board = Live::new(world);
    let seen = board.view(object).map(|v| (v.object.kind, v.chars));
    let (kind, chars) = seen.unwrap_or_else(|| (ObjectKind::Card, get(world, object.id)));
    called(world.part(), kind, chars)
}

impl Labels {
    /// Gives an object a label.
    ///
    /// # Errors
    /// If the label is that of another object.
    pub(super) fn insert(&mut self, world: &impl ReadGame, label: &str, id: ObjectId) -> Result<(), String> {
        if self.0.insert(label.to_owned(), id).is_some() {
            return Err(format!("the label `{label}` stands for two objects"));
        }
        let object = get::<Object>(world, id);
        if object.kind != ObjectKind::Card {
            self.1.insert(label.to_owned(), object.incarnation);
        }
        Ok(())
    }

    /// Gives a label to the newest object of a name, outside of libraries, that has none.
    ///
    /// # Errors
    /// If there is none, or the label is that of another object.
    pub(super) fn label(&mut self, world: &impl ReadGame, label: &str, called: &str) -> Result<(), String> {
        let found = in_play(world).filter(|id| name(world, *id) == called && self.label_of(world, *id).is_none());
        match found.max_by_key(|id| (get::<Object>(world, *id).timestamp, *id)) {
            Some(id) => self.insert(world, label, id),
            None => Err(format!("there is no `{called}` without a label")),
        }
    }

    /// Whether a label stands for an object, as it is or was; `None` if the word isn't a label.
    fn is_label_of(&self, word: &str, object: ObjectRef) -> Option<bool> {
        let id = self.0.get(word)?;
        let first = self.1.get(word);
        Some(*id == object.id && first.is_none_or(|n| (*n..=n + MOVES).contains(&object.incarnation)))
    }

    /// The label of an object.
    fn label_of(&self, world: &impl ReadGame, id: ObjectId) -> Option<&String> {
        let object = get::<Object>(world, id).reference();
        self.0.keys().find(|label| self.is_label_of(label, object) == Some(true))
    }

    /// Whether a word stands for an object.
    pub(super) fn means(&self, world: &impl ReadGame, word: &str, id: ObjectId) -> bool {
        let object = get::<Object>(world, id).reference();
        self.is_label_of(word, object).unwrap_or_else(|| is_called(world, id, word))
    }

    /// Whether a word stands for the source of an ability, as it was.
    fn means_source(&self, world: &impl ReadGame, word: &str, source: ObjectRef) -> bool {
        self.is_label_of(word, source).unwrap_or_else(|| name_as_it_was(world, source) == word)
    }

    /// Whether a word stands for the source of an ability, or is what an inherent ability is called.
    fn means_source_of(&self, world: &impl ReadGame, word: &str, key: AbilityKey) -> bool {
        world.part::<CardTable>().inherent(key) == Some(word) || self.means_source(world, word, key.object)
    }

    /// Whether a word stands for what is on the stack: an ability is called by the label of its source, too.
    pub(super) fn means_on_stack(&self, world: &impl ReadGame, word: &str, id: ObjectId) -> bool {
        let source = get::<StackEntry>(world, id).ability.map(|key| key.object);
        let is_ability = get::<Object>(world, id).kind == ObjectKind::Ability;
        let of_source = |source| is_ability && self.is_label_of(word, source) == Some(true);
        self.means(world, word, id) || source.is_some_and(of_source)
    }

    /// The word of an object: its label, or what it is called.
    pub(super) fn word(&self, world: &impl ReadGame, id: ObjectId) -> String {
        self.label_of(world, id).cloned().unwrap_or_else(|| name(world, id))
    }

    /// The one object of a word: by its label, or by its name outside of libraries.
    pub(super) fn object(&self, world: &impl ReadGame, word: &str) -> Result<ObjectId, String> {
        if let Some(id) = self.0.get(word) {
            let there = self.means(world, word, *id);
            return if there { Ok(*id) } else { Err(format!("`{word}` has ceased to exist")) };
        }
        one(word, in_play(world).filter(|id| is_called(world, *id, word)).collect())
    }

    /// The first object of a word in any zone; of those in libraries only if there is no other.
    pub(super) fn somewhere(&self, world: &impl ReadGame, word: &str) -> Result<ObjectId, String> {
        let slots = world.part::<Slots>();
        let ids = (0..slots.len() as u32).map(ObjectId).filter(|id| slots.is_used(*id));
        let found = ids.filter(|id| self.means(world, word, *id));
        let in_library = |id: &ObjectId| matches!(get::<Object>(world, *id).zone, Zone::Library(_));
        found.min_by_key(in_library).ok_or_else(|| format!("there is no `{word}`"))
    }

    /// Whether a word stands for an object or a player.
    pub(super) fn is_known(&self, world: &impl ReadGame, word: &str) -> bool {
        player(world, word).is_some() || self.somewhere(world, word).is_ok()
    }

    /// The one permanent of a word.
    pub(super) fn permanent(&self, world: &impl ReadGame, word: &str) -> Result<ObjectId, String> {
        let field = &world.part::<Zones>().battlefield;
        one(word, field.iter().copied().filter(|id| self.means(world, word, *id)).collect())
    }

    /// Whether a word stands for what can be attacked or targeted.
    pub(super) fn refers(&self, world: &impl ReadGame, word: &str, what: Referent) -> bool {
        match what {
            Referent::Object(object) => self.means(world, word, object.id),
            Referent::Player(who) => player(world, word).is_some_and(|s| s == who),
        }
    }

    /// The object whose effect offers a cost of a way to cast, or permits it, by its label or name; `None` if no effect does.
    pub(super) fn permit(&self, world: &impl ReadGame, way: &CastMethod) -> Option<String> {
        Some(self.source(world, permitting(world, way).next()?))
    }

    /// Whether a word stands for an object whose effect offers a cost of a way to cast, or permits it.
    pub(super) fn is_permitted_by(&self, world: &impl ReadGame, word: &str, way: &CastMethod) -> bool {
        permitting(world, way).any(|source| self.means_source(world, word, source))
    }

    /// The source of a triggered ability that waits for its place in an order.
    pub(super) fn trigger(&self, world: &impl ReadGame, n: usize) -> Option<String> {
        let pending = world.part::<PendingTriggers>().0.get(n)?;
        Some(self.ability(world, pending.key))
    }

    /// What an ability is called: by the word of its source, or what an inherent one is called.
    pub(super) fn ability(&self, world: &impl ReadGame, key: AbilityKey) -> String {
        let inherent = world.part::<CardTable>().inherent(key);
        inherent.map_or_else(|| self.source(world, key.object), str::to_owned)
    }

    /// The source of one of the replacement effects among which the open decision chooses.
    pub(super) fn replacement(&self, world: &impl ReadGame, n: usize) -> Option<String> {
        Some(self.source(world, replacing(world, n)?))
    }

    /// The word of the source of an ability or effect, as it was.
    fn source(&self, world: &impl ReadGame, source: ObjectRef) -> String {
        let label = self.0.keys().find(|label| self.is_label_of(label, source) == Some(true));
        label.cloned().unwrap_or_else(|| name_as_it_was(world, source))
    }

    /// Whether a word stands for an option.
    pub(super) fn fits(&self, world: &impl ReadGame, word: &str, choice: &Choice) -> bool {
        let numbered = |kind: &str, n: usize| word == format!("{kind} {}", n + 1);
        match choice {
            Choice::Pass => word == "pass",
            Choice::RollPlanarDie => word == PLANAR_DIE,
            Choice::PlayLand { object, .. } | Choice::Cast { object, .. } | Choice::Door { object, .. } => {
                let half = half(world, choice);
                // `"x as Away"`: the half of a certain card.
                let both = word
                    .rsplit_once(" as ")
                    .is_some_and(|(card, part)| half.as_deref() == Some(part) && self.means(world, card, object.id));
                both || half.as_deref() == Some(word) || self.means(world, word, object.id)
            }
            Choice::Object(object) | Choice::TurnFaceUp { object, .. } | Choice::HandAction { object, .. } => {
                self.means(world, word, object.id)
            }
            Choice::Activate { key } => self.means(world, word, key.object.id),
            Choice::Player(who) => self.refers(world, word, Referent::Player(*who)),
            Choice::Attack { attacker, .. } => self.means(world, word, attacker.id),
            Choice::Block { blocker, .. } => self.means(world, word, blocker.id),
            Choice::Mode(n) => numbered("mode", usize::from(*n)),
            Choice::Color(color) => format!("{color:?}") == word,
            Choice::CardType(kind) => kind.to_string() == word,
            Choice::Counter { of, kind } => word
                .split_once(" of ")
                .is_some_and(|(known, what)| kind.to_string() == known && self.refers(world, what, *of)),
            Choice::Subtype(subtype) => subtype.name() == word,
            Choice::Number(n) => n.to_string() == word,
            Choice::Trigger(n) => {
                let pending = world.part::<PendingTriggers>().0.get(usize::from(*n));
                numbered("trigger", usize::from(*n))
                    || pending.is_some_and(|p| self.means_source_of(world, word, p.key))
            }
            Choice::Replacement(n) => {
                let source = replacing(world, usize::from(*n));
                numbered("replacement", usize::from(*n)) || source.is_some_and(|o| self.means_source(world, word, o))
            }
            Choice::Way(n) => numbered("way", usize::from(*n)),
            Choice::Mana(mana) => word == format!("{{{}}}", mana.letter()),
            Choice::Course(n) => numbered("course", usize::from(*n)),
            Choice::Room { dungeon, room } => crate::cards::dungeons::room_name(world.part(), *dungeon, *room) == word,
        }
    }
}

/// The objects outside of libraries that aren't abilities.
fn in_play(world: &impl ReadGame) -> impl Iterator<Item = ObjectId> + '_ {
    let slots = world.part::<Slots>();
    let ids = (0..slots.len() as u32).map(ObjectId).filter(|id| slots.is_used(*id));
    ids.filter(|id| {
        let object = get::<Object>(world, *id);
        object.kind != ObjectKind::Ability && !matches!(object.zone, Zone::Library(_) | Zone::Outside)
    })
}

/// What the planar die is called.
pub(super) const PLANAR_DIE: &str = "planar die";

/// The source of one of the replacement effects among which the open decision chooses.
fn replacing(world: &impl ReadGame, n: usize) -> Option<ObjectRef> {
    match world.part::<Agenda>().top()? {
        Task::Batch(batch) => batch.open.get(n).map(|choice| choice.bindings.this),
        _ => None,
    }
}

/// The name of the face or half that is played, cast, locked or unlocked; both names of a card that is cast fused.
fn half(world: &impl ReadGame, choice: &Choice) -> Option<String> {
    let (object, face) = match choice {
        Choice::Door { object, door } => {
            let name = layers::half(world, *object, *door)?.name;
            return world.part::<CardTable>().name(name).map(str::to_owned);
        }
        Choice::PlayLand { object, face, .. } => (object, *face),
        Choice::Cast { object, way } => (object, way.face),
        _ => return None,
    };
    let CopiableSource::Def(def, _) = get::<Object>(world, object.id).base else { return None };
    Some(world.part::<CardTable>().def(def).faces.get(usize::from(face))?.name.clone())
}

/// The objects whose effects offer a cost of a way to cast, or permit it.
fn permitting(world: &impl ReadGame, way: &CastMethod) -> impl Iterator<Item = ObjectRef> {
    let source = |effect| crate::rules::slots::effect(world, effect).bindings.this;
    [way.offer, way.permit].map(|effect| effect.map(source)).into_iter().flatten()
}

/// The name of the face or half that is played, cast, locked or unlocked, of a card that has several.
pub(super) fn one_of_several(world: &impl ReadGame, choice: &Choice) -> Option<String> {
    if matches!(choice, Choice::Door { .. }) {
        return half(world, choice);
    }
    let (Choice::PlayLand { object, .. } | Choice::Cast { object, .. }) = choice else { return None };
    let CopiableSource::Def(def, _) = get::<Object>(world, object.id).base else { return None };
    world.part::<CardTable>().def(def).layout?;
    half(world, choice)
}

/// Whether this face or half is played, cast or unlocked, if one is asked for.
pub(super) fn is_half(world: &impl ReadGame, choice: &Choice, name: Option<&str>) -> bool {
    name.is_none_or(|name| half(world, choice).as_deref() == Some(name))
}

/// Which of the activated abilities of its object this is, without mana abilities, from 0.
pub(super) fn place_of_ability(world: &impl ReadGame, key: AbilityKey) -> Option<usize> {
    let table = world.part::<CardTable>();
    let is_one =
        |a: &&AbilityInstance| matches!(table.ability(a.handle).kind, AbilityKind::Activated { is_mana: false, .. });
    let abilities = &get::<Characteristics>(world, key.object.id).abilities;
    abilities.iter().filter(is_one).position(|a| a.key(key.object) == key)
}

/// The player of a word: `P1`.
pub(super) fn player(world: &impl ReadGame, word: &str) -> Option<crate::model::ids::Seat> {
    let number = word.strip_prefix('P')?.parse().ok()?;
    seat(number, usize::from(world.part::<Players>().seats())).ok()
}

fn one(word: &str, found: Vec<ObjectId>) -> Result<ObjectId, String> {
    match found.as_slice() {
        [id] => Ok(*id),
        [] => Err(format!("there is no `{word}`")),
        several => Err(format!("`{word}` could be any of {} objects: give them labels", several.len())),
    }
}
