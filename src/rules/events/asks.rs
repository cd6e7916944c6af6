//! The choices within a batch (CR 616.1, 614.12a, 615.7, 303.4f, 310.8a, 404.3, 508.4): what is asked, and what the answers do.

use super::run::BatchFlow;
use super::{applicable, apply, contained, drawn, entering, perform, replace, sagas};
use crate::cards::CardTable;
use crate::cards::def::Who;
use crate::model::agenda::Returned;
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::event::{Batch, BatchOption, BatchPhase, Event, ReplacementChoice};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::zone::Move;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// Takes the answer that the batch waits for.
pub(super) fn answered(world: &mut impl EditGame, batch: &mut Batch) -> BatchFlow {
    let answer = Returned::answer(world);
    let phase = std::mem::take(&mut batch.phase);
    let options = std::mem::take(&mut batch.options);
    let step = match (phase, answer) {
        (BatchPhase::Choosing, Answer::One(which)) => replace::chosen(world, batch, which as usize),
        (BatchPhase::Optional, Answer::Confirm(applies)) => {
            let choice = batch.open.pop().expect("an optional replacement is open");
            let i = batch.at as usize;
            if applies {
                apply::apply(world, batch, i, choice)
            } else {
                batch.events[i].applied.push(choice.key);
                None
            }
        }
        (BatchPhase::Copying, Answer::Some(chosen)) => {
            let choice = batch.open.pop().expect("what the copy is due to is open");
            let of = chosen.first().and_then(|c| object(&options, *c));
            apply::copy(world, batch, &choice, of);
            None
        }
        (BatchPhase::Enchanting, Answer::One(which)) => {
            if let Some(BatchOption::To(host)) = options.get(which as usize) {
                contained::set_host(batch, batch.at as usize, Some(*host));
            }
            None
        }
        (BatchPhase::Protecting, Answer::One(which)) => {
            if let (Some(BatchOption::To(Referent::Player(seat))), Some(Event::Move(Move { enter: Some(enter), .. }))) =
                (options.get(which as usize), &mut batch.events[batch.at as usize].event)
            {
                enter.protector = Some(*seat);
            }
            None
        }
        (BatchPhase::Reading, Answer::Number(chapter)) => {
            if let Some(Event::Move(Move { enter: Some(enter), .. })) = &mut batch.events[batch.at as usize].event {
                entering::add_counters(enter, *sagas::LORE, u32::try_from(chapter).unwrap_or(0));
            }
            None
        }
        (BatchPhase::Attacking, Answer::One(which)) => {
            if let (Some(BatchOption::To(to)), Some(Event::Move(Move { enter: Some(enter), .. }))) =
                (options.get(which as usize), &mut batch.events[batch.at as usize].event)
            {
                enter.attackable.clear();
                enter.attacking = Some(*to);
            }
            None
        }
        (BatchPhase::Shielding, Answer::Distribute(shares)) => {
            let choice = batch.open.pop().expect("the shield is open");
            let events = options.iter().filter_map(|option| match option {
                BatchOption::Event(j) => Some(*j as usize),
                BatchOption::To(_) | BatchOption::Ability(_) => None,
            });
            apply::shield_shares(world, batch, &choice, events.zip(shares));
            None
        }
        (BatchPhase::Revealing, Answer::Confirm(reveals)) => {
            drawn::answered(world, batch, options, reveals);
            None
        }
        (BatchPhase::Ordering, Answer::Order(order)) => {
            batch.phase = BatchPhase::Perform;
            perform::ordered(batch, &options, &order);
            None
        }
        (phase, answer) => panic!("{answer:?} isn't an answer to a batch in phase {phase:?}"),
    };
    step.unwrap_or(BatchFlow::Go)
}

fn object(options: &[BatchOption], place: u16) -> Option<ObjectRef> {
    match options.get(place as usize) {
        Some(BatchOption::To(Referent::Object(object))) => Some(*object),
        _ => None,
    }
}

/// CR 616.1: which of several effects applies first.
pub(super) fn which(world: &impl ReadGame, batch: &mut Batch) -> BatchFlow {
    let event = batch.events[batch.at as usize].event.as_ref().expect("only events are replaced");
    let subject = subject(event);
    // For an object that enters: the player under whose control it would enter; for everything else, its controller now.
    let seat = applicable::data(world, event).player.unwrap_or_else(|| replace::affected(world, subject));
    let options = (0..batch.open.len() as u16).map(Choice::Replacement).collect();
    batch.phase = BatchPhase::Choosing;
    BatchFlow::ask(Decision::new(seat, Prompt::Replacement(subject), Shape::ChooseOne(options)))
}

/// Whether an optional replacement applies; `None` if it isn't optional, or asks for itself.
pub(super) fn whether(world: &impl ReadGame, batch: &mut Batch, choice: &ReplacementChoice) -> Option<BatchFlow> {
    if choice.key == applicable::COMMANDER {
        let object = choice.bindings.this;
        let owner = Live::new(world).object(object.id).owner;
        batch.open.push(choice.clone());
        batch.phase = BatchPhase::Optional;
        return Some(BatchFlow::ask(Decision::new(owner, Prompt::CommandZone(object), Shape::Confirm)));
    }
    let table = world.part::<CardTable>();
    let rep = match choice.key {
        crate::model::event::ReplacementKey::Rule(_) => return None,
        _ => applicable::replacement(table, choice.handle)?,
    };
    let who = rep.optional?;
    if rep.with.is_copy() {
        return None;
    }
    let event = batch.events[batch.at as usize].event.as_ref().expect("only events are replaced");
    let seat = decides(world, choice, who, event);
    batch.open.push(choice.clone());
    batch.phase = BatchPhase::Optional;
    Some(BatchFlow::ask(Decision::new(seat, Prompt::ApplyReplacement(choice.bindings.this), Shape::Confirm)))
}

/// CR 615.7: how much of which damage a shield prevents, if it can't prevent all of it.
pub(super) fn which_damage(world: &impl ReadGame, batch: &mut Batch, target: Referent, left: i32) -> BatchFlow {
    let damage = |option: &BatchOption| match option {
        BatchOption::Event(j) => match batch.events[*j as usize].event {
            Some(Event::Damage { source, amount, .. }) => Some((Choice::Object(source), amount)),
            _ => None,
        },
        BatchOption::To(_) | BatchOption::Ability(_) => None,
    };
    let (options, most) = batch.options.iter().filter_map(damage).unzip();
    batch.phase = BatchPhase::Shielding;
    let seat = replace::affected(world, target);
    let shape =
        Shape::Distribute { options, total: left, min_each: 0, most, before_last: Vec::new(), lacks: Vec::new() };
    BatchFlow::ask(Decision::new(seat, Prompt::Replacement(target), shape))
}

/// CR 707.5: what it enters as a copy of, if anything; nothing to choose from leaves it as it is.
pub(super) fn copy_what(
    world: &impl ReadGame,
    batch: &mut Batch,
    i: usize,
    from: Vec<ObjectRef>,
    choice: ReplacementChoice,
) -> Option<BatchFlow> {
    let event = batch.events[i].event.as_ref()?;
    let Event::Move(Move { object, .. }) = event else { return None };
    // CR 614.13a: not itself, nor what enters at the same time; those are not on the battlefield yet.
    let from: Vec<ObjectRef> = from.into_iter().filter(|o| o != object).collect();
    if from.is_empty() {
        return None;
    }
    let seat = applicable::data(world, event).player.unwrap_or(Seat(0));
    let table = world.part::<CardTable>();
    let must = applicable::replacement(table, choice.handle).is_some_and(|rep| rep.optional.is_none());
    let prompt = Prompt::EnterAsCopy(*object);
    let options = from.iter().map(|o| Choice::Object(*o)).collect();
    batch.options = from.into_iter().map(|o| BatchOption::To(Referent::Object(o))).collect();
    batch.open.push(choice);
    batch.phase = BatchPhase::Copying;
    let shape = Shape::ChooseSome { options, min: u16::from(must), max: 1, rule: SetRule::default() };
    Some(BatchFlow::ask(Decision::new(seat, prompt, shape)))
}

/// CR 303.4f: what an Aura enters attached to.
pub(super) fn enchant_what(batch: &mut Batch, object: ObjectRef, seat: Seat, hosts: Vec<Referent>) -> BatchFlow {
    let choices = hosts.iter().copied().map(Choice::from).collect();
    batch.options = hosts.into_iter().map(BatchOption::To).collect();
    batch.phase = BatchPhase::Enchanting;
    BatchFlow::ask(Decision::new(seat, Prompt::EnchantWhat(object), Shape::ChooseOne(choices)))
}

/// CR 310.8a: who protects a battle that enters.
pub(super) fn who_protects(batch: &mut Batch, object: ObjectRef, seat: Seat, protectors: Vec<Seat>) -> BatchFlow {
    let choices = protectors.iter().copied().map(Choice::Player).collect();
    batch.options = protectors.into_iter().map(|seat| BatchOption::To(Referent::Player(seat))).collect();
    batch.phase = BatchPhase::Protecting;
    BatchFlow::ask(Decision::new(seat, Prompt::ChoosePlayer(object), Shape::ChooseOne(choices)))
}

/// CR 702.155b: with which chapter a Saga begins that enters.
pub(super) fn which_chapter(batch: &mut Batch, object: ObjectRef, seat: Seat, last: u8) -> BatchFlow {
    batch.phase = BatchPhase::Reading;
    let shape = Shape::Number { min: 1, max: i32::from(last) };
    BatchFlow::ask(Decision::new(seat, Prompt::ChooseNumber(object), shape))
}

/// CR 508.4: what a permanent attacks that enters attacking.
pub(super) fn attack_what(batch: &mut Batch, object: ObjectRef, seat: Seat, options: Vec<Referent>) -> BatchFlow {
    let choices = options.iter().copied().map(Choice::from).collect();
    batch.options = options.into_iter().map(BatchOption::To).collect();
    batch.phase = BatchPhase::Attacking;
    BatchFlow::ask(Decision::new(seat, Prompt::ChooseObjects(object), Shape::ChooseOne(choices)))
}

/// The seat that an optional replacement asks.
pub(super) fn decides(world: &impl ReadGame, choice: &ReplacementChoice, who: Who, event: &Event) -> Seat {
    let seat = reading::seat(&Live::new(world), &choice.bindings, who);
    seat.unwrap_or_else(|| replace::affected(world, subject(event)))
}

/// What an event affects.
pub(super) fn subject(event: &Event) -> Referent {
    match event {
        Event::Move(Move { object, .. })
        | Event::Destroy { object, .. }
        | Event::Regenerate { object }
        | Event::Tap { object, .. }
        | Event::Untap { object }
        | Event::Find { object, .. }
        | Event::Attach { object, .. }
        | Event::Unattach { object }
        | Event::TurnFaceUp { object, .. }
        | Event::TurnFaceDown { object }
        | Event::Transform { object, .. } => Referent::Object(*object),
        Event::Damage { target, .. } | Event::PutCounters { target, .. } | Event::RemoveCounters { target, .. } => {
            *target
        }
        Event::Draw { seat }
        | Event::DrawCards { seat, .. }
        | Event::Discard { seat, .. }
        | Event::GainLife { seat, .. }
        | Event::LoseLife { seat, .. }
        | Event::CreateTokens { seat, .. }
        | Event::BeginTurn { seat, .. }
        | Event::Lose { seat, .. } => Referent::Player(*seat),
    }
}
