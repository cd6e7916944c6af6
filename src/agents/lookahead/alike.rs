//! What an answer is, whatever the game: options that differ only in which of several equal objects they name are the same,
//! and cards of hidden zones, whose numbers mean nothing, go by what they are.

use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision};
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::zone::Zone;
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3;

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Tells the options of a decision apart.
#[derive(Debug)]
pub(super) struct Alike {
    options: Vec<u64>,
}

impl Alike {
    /// The options of a decision as its player sees them.
    pub(super) fn new(view: &SeatView<'_>, decision: &Decision) -> Self {
        // What something is attached to.
        let hosts: Vec<ObjectRef> = view.battlefield().filter_map(|seen| seen.status.attached_to?.object()).collect();
        Self { options: decision.options().iter().map(|option| hash_of(&general(view, &hosts, option))).collect() }
    }

    /// What an answer comes to.
    pub(super) fn answer(&self, answer: &Answer) -> u64 {
        let option = |place: &u16| self.options.get(usize::from(*place)).copied().unwrap_or_default();
        match answer {
            Answer::One(place) => hash_of(&option(place)),
            Answer::Some(places) => {
                let mut options: Vec<u64> = places.iter().map(option).collect();
                options.sort_unstable();
                hash_of(&options)
            }
            Answer::Order(places) => hash_of(&places.iter().map(option).collect::<Vec<_>>()),
            Answer::Distribute(shares) => {
                let mut options: Vec<(u64, i32)> = self.options.iter().copied().zip(shares.iter().copied()).collect();
                options.sort_unstable();
                hash_of(&options)
            }
            Answer::Number(_) | Answer::Confirm(_) | Answer::Name(_) | Answer::Cancel => hash_of(answer),
        }
    }
}

/// The option with something that equal objects share in the place of each object.
fn general(view: &SeatView<'_>, hosts: &[ObjectRef], option: &Choice) -> Choice {
    let mut option = *option;
    let stand_in = |object: &mut ObjectRef| *object = kind_of(view, hosts, *object);
    match &mut option {
        Choice::PlayLand { object, .. }
        | Choice::Cast { object, .. }
        | Choice::HandAction { object, .. }
        | Choice::TurnFaceUp { object, .. }
        | Choice::Door { object, .. }
        | Choice::Object(object) => stand_in(object),
        Choice::Activate { key } => stand_in(&mut key.object),
        Choice::Attack { attacker, .. } => stand_in(attacker),
        // Who blocks which of two equal attackers differs as soon as another one blocks, too.
        Choice::Block { blocker, .. } => stand_in(blocker),
        Choice::Pass
        | Choice::RollPlanarDie
        | Choice::Player(_)
        | Choice::Mode(_)
        | Choice::Color(_)
        | Choice::CardType(_)
        | Choice::Counter { .. }
        | Choice::Subtype(_)
        | Choice::Number(_)
        | Choice::Trigger(_)
        | Choice::Replacement(_)
        | Choice::Way(_)
        | Choice::Mana(_)
        | Choice::Course(_)
        | Choice::Room { .. } => {}
    }
    option
}

/// What equal objects share, in the form of a reference.
fn kind_of(view: &SeatView<'_>, hosts: &[ObjectRef], object: ObjectRef) -> ObjectRef {
    let Some(seen) = view.object(object) else { return object };
    let (chars, status) = (seen.chars, seen.status);
    let hash = match seen.object.zone {
        zone @ (Zone::Hand(_) | Zone::Library(_)) => hash_of(&(zone, chars.name)),
        Zone::Battlefield if !hosts.contains(&object) => {
            let body =
                (chars.name, chars.controller, chars.power, chars.toughness, chars.abilities.len(), status.exerted);
            let damage = seen.this_turn.damage;
            let state = (status.tapped, status.face_down, damage, status.attached_to, status.controlled_since);
            let attacks = view.combat().attackers.iter().find(|a| a.object == object).map(|a| (a.target, a.blocked));
            hash_of(&(seen.object.owner, body, state, seen.counters, attacks, seen.linked.chosen, &seen.linked.cards))
        }
        _ => return object,
    };
    ObjectRef { id: ObjectId(hash as u32), incarnation: (hash >> 32) as u32 }
}
