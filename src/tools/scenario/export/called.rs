//! What a fixture calls each permanent: its entry in a list, and the word for it everywhere else.

use crate::cards::CardTable;
use crate::cards::def::TokenDef;
use crate::model::continuous::InternedValues;
use crate::model::ids::{DefId, ObjectId, Seat, Timestamp};
use crate::model::object::{Characteristics, CopiableSource, Linked, Object, ObjectKind, Status};
use crate::model::zone::{Zone, Zones};
use crate::rules::state::ReadGame;
use crate::tools::scenario::names::get;
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// A permanent of a fixture.
pub(super) struct Called {
    /// The object in the game.
    pub id: ObjectId,
    /// Its owner.
    pub owner: Seat,
    /// Its place in the list of permanents: `"bear 2 = Grizzly Bears"`.
    pub entry: String,
    /// What it is called everywhere else.
    pub word: String,
    /// The card that it is a copy of.
    pub copy_of: Option<String>,
    timestamp: Timestamp,
}

/// All permanents that a fixture can have.
pub(super) struct Calls {
    /// Owner by owner, the oldest first.
    pub permanents: Vec<Called>,
    /// The definitions of tokens.
    pub tokens: BTreeMap<String, TokenDef>,
    /// Permanents that it can't have, with the reason.
    pub missing: Vec<(ObjectId, &'static str)>,
    linked: Vec<ObjectId>,
}

/// What a card is without the copy as which it entered.
pub(super) fn card_base(world: &World, id: ObjectId) -> CopiableSource {
    get::<Status>(world, id).own_face.unwrap_or(get::<Object>(world, id).base)
}

/// The definition whose printed values these are.
fn printed(world: &World, base: CopiableSource) -> Option<DefId> {
    let table = world.part::<CardTable>();
    let row = match base {
        CopiableSource::Def(def, 0) => return Some(def),
        CopiableSource::Def(..) => return None,
        CopiableSource::Interned(row) => &world.part::<InternedValues>().0[usize::from(row)],
    };
    let same = |def: &DefId| Characteristics { controller: Seat(0), ..table.face(*def, 0) } == *row;
    (0..table.0.defs.len() as u16).map(DefId).find(same)
}

/// How a permanent stands in a list, without a label.
struct Kind {
    name: String,
    /// What its definition is called.
    own: String,
    copy_of: Option<String>,
}

impl Kind {
    /// Whether a name alone could mean it.
    fn answers_to(&self, name: &str) -> bool {
        self.own == name || self.copy_of.as_deref() == Some(name)
    }
}

/// # Errors
/// Why a fixture can't have it.
fn kind(world: &World, id: ObjectId, tokens: &mut BTreeMap<String, TokenDef>) -> Result<Kind, &'static str> {
    let table = world.part::<CardTable>();
    let (object, status) = (get::<Object>(world, id), get::<Status>(world, id));
    if status.face_down {
        return Err("it is face down");
    }
    if status.flipped {
        return Err("it is flipped");
    }
    if !get::<Linked>(world, id).components.is_empty() {
        return Err("several objects represent it");
    }
    if let CopiableSource::Def(_, 1..) = card_base(world, id) {
        return Err("another face than the first is up");
    }
    let seen = printed(world, object.base).ok_or("it is a copy with exceptions")?;
    let is_token = |def: DefId| usize::from(def.0) >= table.0.cards || table.def(def).source.cost.is_none();
    if object.kind == ObjectKind::Token {
        let definition = table.def(seen);
        if !is_token(seen) {
            let own = definition.name.clone();
            return Ok(Kind { name: format!("token {own}"), own, copy_of: None });
        }
        let token = TokenDef::of(&definition.source);
        let name = definition.name.to_lowercase();
        // CR 111.4: without subtypes it is just a Token.
        let plain = match name.strip_suffix(" token").unwrap_or(&name) {
            "" | "token" => "plain".to_owned(),
            plain => plain.to_owned(),
        };
        let key = (1..).map(|n| if n == 1 { plain.clone() } else { format!("{plain} {n}") });
        let fits = |key: &String| tokens.get(key).is_none_or(|known| *known == token);
        let key = key.into_iter().find(fits).unwrap_or(plain.clone());
        let name = format!("token {key}");
        tokens.insert(key, token);
        return Ok(Kind { name, own: definition.name.clone(), copy_of: None });
    }
    let CopiableSource::Def(own, _) = card_base(world, id) else { return Err("its card isn't known") };
    let copy_of = match status.own_face {
        Some(_) if usize::from(seen.0) >= table.0.cards => return Err("it is a copy of a token"),
        // By the name of its front face.
        Some(_) => Some(table.def(seen).source.name.clone()),
        None => None,
    };
    let own = table.def(own).name.clone();
    Ok(Kind { name: own.clone(), own, copy_of })
}

impl Calls {
    /// What a fixture of a game calls its permanents.
    pub(super) fn of(world: &World) -> Self {
        let (mut tokens, mut missing, mut found) = (BTreeMap::new(), Vec::new(), Vec::new());
        for id in &world.part::<Zones>().battlefield {
            match kind(world, *id, &mut tokens) {
                Ok(kind) => found.push((*get::<Object>(world, *id), kind)),
                Err(why) => missing.push((*id, why)),
            }
        }
        found.sort_by_key(|(object, _)| (object.owner, object.timestamp));
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let mut permanents = Vec::new();
        for (object, kind) in &found {
            let alone = found.iter().filter(|(_, other)| other.answers_to(&kind.own)).count() == 1;
            let plain = alone && object.kind == ObjectKind::Card && kind.copy_of.is_none();
            let simple = kind.name.strip_prefix("token ").unwrap_or(&kind.name);
            let number = seen.entry(simple.to_owned()).or_default();
            *number += 1;
            let label = format!("{simple} {number}");
            let split = simple.contains(" // ");
            let (entry, word) = match plain && !split {
                true => (kind.name.clone(), kind.name.clone()),
                false => (format!("{label} = {}", kind.name), label),
            };
            permanents.push(Called {
                id: object.id,
                owner: object.owner,
                entry,
                word,
                copy_of: kind.copy_of.clone(),
                timestamp: object.timestamp,
            });
        }
        let linked = found.iter().flat_map(|(object, _)| &get::<Linked>(world, object.id).cards);
        let there = |id: &ObjectId| get::<Object>(world, *id).zone == Zone::Exile;
        let linked = linked.map(|o| o.id).filter(there).collect();
        Self { permanents, tokens, missing, linked }
    }

    /// The word of a permanent.
    pub(super) fn word(&self, id: ObjectId) -> Option<&str> {
        self.permanents.iter().find(|c| c.id == id).map(|c| c.word.as_str())
    }

    /// All permanents in the order of their timestamps, if it isn't that of the lists.
    pub(super) fn timestamps(&self) -> Vec<String> {
        if self.permanents.is_sorted_by_key(|c| c.timestamp) {
            return Vec::new();
        }
        let mut all: Vec<&Called> = self.permanents.iter().collect();
        all.sort_by_key(|c| c.timestamp);
        all.into_iter().map(|c| c.word.clone()).collect()
    }

    /// The cards that a permanent has exiled by a linked ability, with their labels.
    pub(super) fn exiled(&self, world: &World, id: ObjectId) -> Vec<(ObjectId, String)> {
        let current = |o: &&crate::model::ids::ObjectRef| get::<Object>(world, o.id).reference() == **o;
        let linked = get::<Linked>(world, id).cards.iter().filter(current);
        linked.filter_map(|o| Some((o.id, self.label(o.id)?))).collect()
    }

    /// The label of a card in exile that something refers to.
    fn label(&self, id: ObjectId) -> Option<String> {
        self.linked.iter().position(|o| *o == id).map(|i| format!("exiled {}", i + 1))
    }

    /// The entries of a list of cards; equal ones that follow each other are counted.
    pub(super) fn runs(&self, world: &World, ids: &[ObjectId]) -> Vec<String> {
        let mut runs: Vec<(u32, String)> = Vec::new();
        for id in ids {
            let name = crate::tools::scenario::names::card(world, *id);
            let (entry, alone) = match self.label(*id) {
                Some(label) => (format!("{label} = {name}"), true),
                None => (name, false),
            };
            match runs.last_mut() {
                Some((count, last)) if *last == entry && !alone && *count < 100 => *count += 1,
                _ => runs.push((1, entry)),
            }
        }
        runs.into_iter().map(|(n, entry)| if n == 1 { entry } else { format!("{n} {entry}") }).collect()
    }
}
