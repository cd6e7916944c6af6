//! What a script writes for what is offered.

use super::names::{self, Labels};
use super::text;
use crate::game::client::describe;
use crate::model::decision::{CastMethod, Choice, Decision, Prompt};
use crate::model::ids::ObjectId;
use crate::model::trigger::{PendingTrigger, PendingTriggers};
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;

/// What a script can write for each option of a decision: with priority steps, without who takes them; words otherwise.
pub(super) fn accepted(world: &World, labels: &Labels, decision: &Decision) -> Vec<String> {
    let options = decision.options();
    let one = |(place, choice)| match decision.prompt {
        Prompt::Priority => step(world, labels, options, place, choice),
        _ => word(world, labels, choice),
    };
    let mut words: Vec<String> = options.iter().enumerate().map(one).collect();
    tell_apart(world, labels, options, &mut words);
    words
}

/// Says of triggered abilities with the same source what they do, and of equal ones on what they have triggered.
fn tell_apart(world: &World, labels: &Labels, options: &[Choice], words: &mut [String]) {
    let waiting = &world.part::<PendingTriggers>().0;
    let of = |choice: &Choice| match choice {
        Choice::Trigger(n) => waiting.get(usize::from(*n)),
        _ => None,
    };
    let triggers: Vec<Option<&PendingTrigger>> = options.iter().map(of).collect();
    for (trigger, word) in triggers.iter().zip(words) {
        let Some(trigger) = trigger else { continue };
        let others = || triggers.iter().flatten().filter(|other| !std::ptr::eq(**other, *trigger));
        let name = |trigger: &PendingTrigger| labels.ability(world, trigger.key);
        if others().all(|other| name(other) != name(trigger)) {
            continue;
        }
        *word += &format!(": {}", describe::ability(world.part(), trigger.key.handle).trim_end_matches('.'));
        let event = |trigger: &PendingTrigger| trigger.bindings.event.map(|event| event.subject);
        let alike = others().any(|other| other.key == trigger.key && event(other) != event(trigger));
        if let Some(subject) = event(trigger).flatten().filter(|_| alike) {
            *word += &format!(" (on {})", text::referent(world, labels, subject));
        }
    }
}

/// An option as a step of a player with priority.
fn step(world: &World, labels: &Labels, options: &[Choice], place: usize, choice: &Choice) -> String {
    let name = |id: ObjectId| format!("{:?}", labels.word(world, id));
    // Abilities and ways to turn face up are counted among those of the same object.
    let count = |same: &dyn Fn(&Choice) -> bool| options[..place].iter().filter(|c| same(c)).count();
    let half = || names::one_of_several(world, choice).map_or_else(String::new, |half| format!(", half: {half:?}"));
    match choice {
        Choice::Pass => "Pass".to_owned(),
        Choice::RollPlanarDie => "RollPlanarDie".to_owned(),
        Choice::PlayLand { object, permit, .. } => {
            let way = CastMethod { permit: *permit, ..CastMethod::default() };
            let permit = labels.permit(world, &way).map_or_else(String::new, |source| format!(", permit: {source:?}"));
            format!("Play(card: {}{permit}{})", name(object.id), half())
        }
        Choice::Cast { object, way } if way.face_down => format!("CastFaceDown(card: {})", name(object.id)),
        Choice::Cast { object, way } => {
            let by = way.alternative.map_or_else(String::new, |n| format!(", way: {n}"));
            let permit = labels.permit(world, way).map_or_else(String::new, |source| format!(", permit: {source:?}"));
            format!("Cast(card: {}{by}{permit}{})", name(object.id), half())
        }
        Choice::HandAction { object, action, .. } => format!("{action:?}(card: {})", name(object.id)),
        Choice::TurnFaceUp { object, .. } => {
            let way = count(&|c| matches!(c, Choice::TurnFaceUp { object: o, .. } if o == object));
            let way = if way > 0 { format!(", way: {way}") } else { String::new() };
            format!("TurnFaceUp(what: {}{way})", name(object.id))
        }
        Choice::Door { object, .. } => format!("Unlock(what: {}{})", name(object.id), half()),
        Choice::Activate { key } => {
            let n = count(&|c| matches!(c, Choice::Activate { key: k } if k.object.id == key.object.id));
            let n = if n > 0 { format!(", ability: {n}") } else { String::new() };
            format!("Activate(of: {}{n})", name(key.object.id))
        }
        _ => word(world, labels, choice),
    }
}

/// An option as a word of an answer, or the pair of a declaration.
fn word(world: &World, labels: &Labels, choice: &Choice) -> String {
    let quoted = |word: &str| format!("{word:?}");
    let name = |id: ObjectId| quoted(&labels.word(world, id));
    let source = |word: String, source: Option<String>| match source {
        Some(name) => format!("{} ({name})", quoted(&word)),
        None => quoted(&word),
    };
    match choice {
        Choice::Pass => "nothing (Pick([]))".to_owned(),
        Choice::RollPlanarDie => quoted(names::PLANAR_DIE),
        Choice::PlayLand { object, .. } | Choice::Cast { object, .. } | Choice::Door { object, .. } => {
            match names::one_of_several(world, choice) {
                Some(half) => quoted(&half),
                None => name(object.id),
            }
        }
        Choice::Object(object) | Choice::TurnFaceUp { object, .. } | Choice::HandAction { object, .. } => {
            name(object.id)
        }
        Choice::Activate { key } => name(key.object.id),
        Choice::Player(who) => quoted(&text::seat(*who)),
        Choice::Attack { attacker, target } => {
            format!("({}, {})", name(attacker.id), quoted(&text::referent(world, labels, *target)))
        }
        Choice::Block { blocker, attacker } => format!("({}, {})", name(blocker.id), name(attacker.id)),
        Choice::Mode(n) => quoted(&format!("mode {}", n + 1)),
        Choice::Color(color) => quoted(&format!("{color:?}")),
        Choice::CardType(kind) => quoted(&kind.to_string()),
        Choice::Counter { of, kind } => quoted(&format!("{kind} of {}", text::referent(world, labels, *of))),
        Choice::Subtype(subtype) => quoted(subtype.name()),
        Choice::Number(n) => quoted(&n.to_string()),
        Choice::Trigger(n) => source(format!("trigger {}", n + 1), labels.trigger(world, usize::from(*n))),
        Choice::Replacement(n) => source(format!("replacement {}", n + 1), labels.replacement(world, usize::from(*n))),
        Choice::Way(n) => quoted(&format!("way {}", n + 1)),
        Choice::Mana(mana) => quoted(&format!("{{{}}}", mana.letter())),
        Choice::Course(n) => quoted(&format!("course {}", n + 1)),
        Choice::Room { dungeon, room } => quoted(&crate::cards::dungeons::room_name(world.part(), *dungeon, *room)),
    }
}
