//! Decisions and answers as text for people: with the names of cards.

use crate::cards::CardTable;
use crate::decision::{Answer, Choice, Decision, Prompt};
use crate::ids::{NameId, ObjectRef, Referent};
use crate::object::{ObjectKind, Slots};
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;

/// What an object is called.
pub(super) fn object_text(world: &World, object: ObjectRef) -> String {
    let board = Live::new(world);
    let Some(view) = board.view(object) else {
        // What it was isn't remembered any more, but a card keeps its slot: this is what has become of it.
        let slots = world.resource::<Slots>().len() as u32;
        let known = (object.id.0 < slots).then(|| board.chars(object.id).name).and_then(|n| board.table().name(n));
        return known.map_or_else(|| format!("{object}"), |name| format!("{name} {object}"));
    };
    if view.object.kind == ObjectKind::Ability {
        let source = view.stack.ability.map(|key| key.object).filter(|source| *source != object);
        return match source {
            Some(source) => format!("an ability of {}", object_text(world, source)),
            None => "an ability".to_owned(),
        };
    }
    match board.table().name(view.chars.name) {
        Some(name) => format!("{name} {object}"),
        None if view.status.face_down => format!("a face-down card {object}"),
        None => format!("a nameless object {object}"),
    }
}

/// What an object or a player is called.
pub(super) fn referent_text(world: &World, referent: Referent) -> String {
    match referent {
        Referent::Object(object) => object_text(world, object),
        Referent::Player(seat) => format!("player {seat}"),
    }
}

fn name_text(world: &World, name: NameId) -> String {
    world.resource::<CardTable>().name(name).unwrap_or("no name").to_owned()
}

/// An option as text.
pub fn choice_text(world: &World, choice: &Choice) -> String {
    let object = |o: &ObjectRef| object_text(world, *o);
    match choice {
        Choice::Pass => "pass".to_owned(),
        Choice::PlayLand { object: o, .. } => format!("play {}", object(o)),
        Choice::Cast { object: o, way } => {
            let mut text = format!("cast {}", object(o));
            if way.face > 0 {
                text += &format!(", face {}", way.face + 1);
            }
            if way.alternative.is_some() {
                text += " for another cost";
            }
            if way.permit.is_some() {
                text += " by permission";
            }
            if way.face_down {
                text += " face down";
            }
            text
        }
        Choice::Activate { key } => format!("activate ability {} of {}", key.handle.index + 1, object(&key.object)),
        Choice::Object(o) => object(o),
        Choice::Player(seat) => format!("player {seat}"),
        Choice::Attack { attacker, target } => {
            format!("{} attacks {}", object(attacker), referent_text(world, *target))
        }
        Choice::Block { blocker, attacker } => format!("{} blocks {}", object(blocker), object(attacker)),
        Choice::Mode(mode) => format!("mode {}", mode + 1),
        Choice::Color(color) => format!("{color:?}").to_lowercase(),
        Choice::Subtype(subtype) => subtype.to_string(),
        Choice::Number(n) => n.to_string(),
        Choice::Trigger(n) => format!("trigger {}", n + 1),
        Choice::Replacement(n) => format!("effect {}", n + 1),
        Choice::Way(n) => format!("way {}", n + 1),
        Choice::Mana(mana) => format!("{{{}}}", mana.letter()),
        Choice::Course(n) => format!("course {}", n + 1),
    }
}

/// Why a decision is asked, as text.
pub fn prompt_text(world: &World, prompt: &Prompt) -> String {
    // The words are those of the variant, the objects those that it names.
    let debug = format!("{prompt:?}");
    let word = debug.split(['(', ' ', '{']).next().unwrap_or_default();
    let mut text = String::new();
    for (i, c) in word.char_indices() {
        if c.is_uppercase() && i > 0 {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    let about = match prompt {
        Prompt::CombatDamage(o)
        | Prompt::Modes(o)
        | Prompt::OptionalCost(o, _)
        | Prompt::ChooseX(o)
        | Prompt::Targets { of: o, .. }
        | Prompt::Divide(o)
        | Prompt::PayWith(o)
        | Prompt::PaySymbol(o)
        | Prompt::PayMana(o)
        | Prompt::ManaColor(o)
        | Prompt::May(o)
        | Prompt::MayPay(o, _)
        | Prompt::ChooseObjects(o)
        | Prompt::Discard(o)
        | Prompt::Sacrifice(o)
        | Prompt::Search(o)
        | Prompt::Arrange(o)
        | Prompt::OrderCards(o)
        | Prompt::Piles(o)
        | Prompt::Course(o)
        | Prompt::ChooseColor(o)
        | Prompt::ChooseName(o, _)
        | Prompt::ChooseSubtype(o)
        | Prompt::ChoosePlayer(o)
        | Prompt::ChooseNumber(o)
        | Prompt::EnterAsCopy(o)
        | Prompt::EnchantWhat(o)
        | Prompt::ApplyReplacement(o)
        | Prompt::CastNow(o)
        | Prompt::NewTargets(o) => Some(*o),
        _ => None,
    };
    if let Some(object) = about.filter(|o| *o != ObjectRef::NONE) {
        text = format!("{text} ({})", object_text(world, object));
    }
    text
}

/// An answer as text.
pub fn answer_text(world: &World, decision: &Decision, answer: &Answer) -> String {
    let options = decision.options();
    let one = |i: &u16| options.get(*i as usize).map_or_else(|| format!("option {i}"), |c| choice_text(world, c));
    let list = |texts: Vec<String>| if texts.is_empty() { "none".to_owned() } else { texts.join("; ") };
    match answer {
        Answer::One(i) => one(i),
        Answer::Some(places) => list(places.iter().map(one).collect()),
        Answer::Order(places) => format!("in this order: {}", list(places.iter().map(one).collect())),
        Answer::Distribute(shares) => {
            list(shares.iter().enumerate().map(|(i, n)| format!("{n} to {}", one(&(i as u16)))).collect())
        }
        Answer::Number(n) => n.to_string(),
        Answer::Confirm(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Answer::Name(name) => name_text(world, *name),
        Answer::Cancel => "take it back".to_owned(),
    }
}
