//! Proliferating (CR 701.34).

use super::library::performed;
use super::moving::{referent_of, value_of};
use super::step::{InstructionFlow, seat};
use crate::cards::def::{CounterKind, KeywordAction, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::Frame;
use crate::model::decision::{Answer, Choice, Prompt, SetRule, Shape};
use crate::model::event::Event;
use crate::model::ids::Referent;
use crate::model::player::Players;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 701.34a: a player chooses any number of permanents and players that have counters; each gets one more of each kind.
pub(super) fn proliferate(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    match frame.phase {
        0 => {
            let options = having_counters(world);
            // Nothing to choose from doesn't keep a player from proliferating.
            if options.is_empty() {
                return done(world, frame, who);
            }
            let Some(player) = seat(world, frame, who) else { return InstructionFlow::Next };
            // The answer names places: the options stay in the scratch, in their order.
            frame.scratch = options.iter().map(|r| value_of(*r)).collect();
            let max = options.len() as u16;
            let options = options.into_iter().map(Choice::from).collect();
            let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
            frame.ask(1, player, Prompt::ChooseObjects(frame.subject()), shape)
        }
        1 => {
            let places = match Returned::answer(world) {
                Answer::Some(places) => places,
                other => panic!("expected places, got {other:?}"),
            };
            let chosen: Vec<Referent> = places
                .iter()
                .filter_map(|place| frame.scratch.get(usize::from(*place)))
                .filter_map(referent_of)
                .collect();
            let Some(by) = seat(world, frame, who) else { return InstructionFlow::Next };
            let more = |target: Referent| {
                let kinds = kinds(world, target);
                kinds.into_iter().map(move |kind| Event::PutCounters { target, kind, count: 1, by })
            };
            let events: Vec<Event> = chosen.into_iter().flat_map(more).collect();
            if !events.is_empty() {
                return frame.propose(2, events);
            }
            done(world, frame, who)
        }
        _ => done(world, frame, who),
    }
}

/// CR 701.34a: the player has proliferated.
fn done(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    if let Some(player) = seat(world, frame, who) {
        performed(world, player, KeywordAction::Proliferate, 0);
    }
    InstructionFlow::Next
}

/// All permanents and players that have a counter.
fn having_counters(world: &impl ReadGame) -> Vec<Referent> {
    let board = Live::new(world);
    let there = board.zones().battlefield.iter().filter(|id| !board.status(**id).phased_out);
    let objects = there.filter(|id| !board.counters(**id).is_empty()).map(|id| board.object(*id).reference());
    let players = board.players().in_turn_order(board.turn().active);
    let players = players.filter(|seat| !board.players().get(*seat).counters.is_empty());
    objects.map(Referent::Object).chain(players.map(Referent::Player)).collect()
}

fn kinds(world: &impl ReadGame, target: Referent) -> Vec<CounterKind> {
    let board = Live::new(world);
    let counters = match target {
        Referent::Object(object) => board.counters(object.id),
        Referent::Player(seat) => &world.part::<Players>().get(seat).counters,
    };
    counters.0.iter().filter(|(_, n, _)| *n > 0).map(|(kind, ..)| *kind).collect()
}
