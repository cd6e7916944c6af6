//! Votes (CR 701.38).

use super::choices::told_by;
use super::step::{InstructionFlow, named, objects, seat};
use crate::cards::def::{Ballot, Rule, Var, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::chosen::ChosenValue;
use crate::model::decision::{Choice, Prompt, SetRule, Shape};
use crate::model::ids::{Seat, SeatSet};
use crate::model::player::Players;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};

/// The phase in which the next vote is asked for, and the one in which it is taken.
const NEXT: u8 = 0;
const TAKE: u8 = 1;
// Places in the scratch: who has voted, the objects that can be voted for, and then the votes for each of these.
const DONE: usize = 0;
const OFFERED: usize = 1;
const VOTES: usize = 2;

/// CR 701.38a: each player votes, in turn order from one of them on. All votes of a player come one after another, before the
/// next player votes (701.38d). They are known at once: those for words are in the variables of these.
pub(super) fn vote(world: &mut impl EditGame, frame: &mut Frame, first: Who, among: &Ballot) -> InstructionFlow {
    if frame.scratch.is_empty() {
        begin(world, frame, among);
    }
    let Some(first) = seat(world, frame, first) else { return end(frame, among) };
    let voters: Vec<Seat> = world.part::<Players>().in_turn_order(first).collect();
    for voter in voters {
        if frame.kept_seats(DONE).contains(voter) {
            continue;
        }
        let (min, max) = votes_of(world, voter);
        let open = open(world, frame, among);
        match open.as_slice() {
            [] => return end(frame, among),
            [only] if frame.phase != TAKE => {
                (given_by(frame, among, voter)..min).for_each(|_| cast(frame, among, voter, *only));
            }
            _ => {
                if let Some(wait) = vote_of(world, frame, among, &open, voter, (min, max)) {
                    return wait;
                }
            }
        }
        frame.keep_seat(DONE, voter);
    }
    end(frame, among)
}

/// Nobody has voted yet.
fn begin(world: &mut impl EditGame, frame: &mut Frame, among: &Ballot) {
    let offered = match among {
        Ballot::Words(words) => {
            words.iter().for_each(|word| frame.bindings.clear(*word));
            Vec::new()
        }
        Ballot::Objects(from, _) => objects(world, frame, from),
    };
    let votes = vec![Value::Votes(Vec::new()); offered.len()];
    frame.scratch = vec![Value::Seats(SeatSet::NONE), Value::Objects(offered)];
    frame.scratch.extend(votes);
}

/// The places that can be voted for now: not those of objects that have left the game with a player since (CR 800.4a).
fn open(world: &mut impl EditGame, frame: &Frame, among: &Ballot) -> Vec<usize> {
    match among {
        Ballot::Words(words) => (0..words.len()).collect(),
        Ballot::Objects(from, _) => {
            let there = objects(world, frame, from);
            let offered = frame.kept(OFFERED);
            (0..offered.len()).filter(|place| there.contains(&offered[*place])).collect()
        }
    }
}

/// Takes the vote that a player was asked for, if one was, and asks for the next of theirs; `None` if they have no more.
fn vote_of(
    world: &mut impl EditGame,
    frame: &mut Frame,
    among: &Ballot,
    open: &[usize],
    voter: Seat,
    (min, max): (usize, usize),
) -> Option<InstructionFlow> {
    let choice = |place: &usize| match among {
        Ballot::Words(_) => Choice::Course(*place as u8),
        Ballot::Objects(..) => Choice::Object(frame.kept(OFFERED)[*place]),
    };
    let choices = open.iter().map(choice).collect();
    if frame.phase == TAKE {
        frame.phase = NEXT;
        // A player who may vote once more and doesn't is done.
        let place = named(open, &Returned::answer(world)).first().copied()?;
        cast(frame, among, voter, place);
        let what = match among {
            Ballot::Words(_) => ChosenValue::Course { program: frame.program, at: frame.pc, course: place as u16 },
            Ballot::Objects(..) => ChosenValue::Object(frame.kept(OFFERED)[place]),
        };
        told_by(world, frame, voter, what);
    }
    let given = given_by(frame, among, voter);
    if given >= max {
        return None;
    }
    let shape = if given < min {
        Shape::ChooseOne(choices)
    } else {
        Shape::ChooseSome { options: choices, min: 0, max: 1, rule: SetRule::default() }
    };
    Some(frame.ask(TAKE, voter, Prompt::Vote(frame.subject()), shape))
}

/// CR 701.38d: how many votes a player casts at least, and at most.
fn votes_of(world: &impl ReadGame, voter: Seat) -> (usize, usize) {
    let (mut must, mut may) = (1, 0);
    let of = |rule: &Rule| match rule {
        Rule::VotesAdditional { who, .. } => Some(*who),
        _ => None,
    };
    for (rule, _) in reading::rules_for(&Live::new(world), voter, of) {
        match rule {
            Rule::VotesAdditional { optional: true, .. } => may += 1,
            _ => must += 1,
        }
    }
    (must, must + may)
}

/// A vote is cast.
fn cast(frame: &mut Frame, among: &Ballot, voter: Seat, place: usize) {
    match among {
        Ballot::Words(words) => {
            let mut voters = votes_for(frame, words[place]);
            voters.push(voter);
            frame.bindings.set(words[place], Value::Votes(voters));
        }
        Ballot::Objects(..) => {
            if let Some(Value::Votes(voters)) = frame.scratch.get_mut(VOTES + place) {
                voters.push(voter);
            }
        }
    }
}

fn votes_for(frame: &Frame, word: Var) -> Vec<Seat> {
    match frame.bindings.var(word) {
        Some(Value::Votes(voters)) => voters.clone(),
        _ => Vec::new(),
    }
}

/// All votes so far.
fn given(frame: &Frame, among: &Ballot) -> Vec<Seat> {
    match among {
        Ballot::Words(words) => words.iter().flat_map(|word| votes_for(frame, *word)).collect(),
        Ballot::Objects(..) => frame.scratch.iter().skip(VOTES).flat_map(voters).copied().collect(),
    }
}

/// How many votes a player has cast so far.
fn given_by(frame: &Frame, among: &Ballot, voter: Seat) -> usize {
    given(frame, among).iter().filter(|seat| **seat == voter).count()
}

fn voters(votes: &Value) -> &[Seat] {
    match votes {
        Value::Votes(voters) => voters,
        _ => &[],
    }
}

/// All have voted: objects with the most votes, or tied for most votes, are stored.
fn end(frame: &mut Frame, among: &Ballot) -> InstructionFlow {
    let Ballot::Objects(_, into) = among else { return InstructionFlow::Next };
    let counts: Vec<usize> = frame.scratch.iter().skip(VOTES).map(|votes| voters(votes).len()).collect();
    let most = counts.iter().copied().max().filter(|most| *most > 0);
    let chosen = frame.kept(OFFERED).iter().zip(counts).filter(|(_, n)| Some(*n) == most).map(|(o, _)| *o).collect();
    frame.store(Some(*into), chosen);
    InstructionFlow::Next
}
