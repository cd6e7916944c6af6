//! Votes (CR 701.38).

use super::choices::told_by;
use super::step::{InstructionFlow, is_playing, named, objects, seat};
use crate::cards::def::{Ballot, Instruction, Rule, Var, Who};
use crate::cards::{CardTable, Op};
use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::{Frame, Value};
use crate::model::chosen::ChosenValue;
use crate::model::decision::{Answer, Choice, Prompt, SetRule, Shape};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, ProgramHandle, Seat, SeatSet};
use crate::model::player::Players;
use crate::model::rng::Stream;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::events::record;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};

/// The words of an instruction to vote.
#[derive(Clone, Copy)]
pub(super) struct Vote<'a> {
    /// Who votes first, unless it is secret.
    pub first: Who,
    /// What they vote for.
    pub among: &'a Ballot,
    /// Nobody sees a vote before all have voted.
    pub secret: bool,
    /// Players may vote for nothing.
    pub optional: bool,
}

/// The phase in which the next vote is asked for, the one in which it is taken, and the one in which a player has said whether
/// they vote once more, where another one chooses how.
const NEXT: u8 = 0;
const TAKE: u8 = 1;
const MORE: u8 = 2;
// Places in the scratch: who has voted, the objects or players that can be voted for, and then the votes for each of these.
const DONE: usize = 0;
const OFFERED: usize = 1;
const VOTES: usize = 2;

impl<'a> Vote<'a> {
    /// The words of an instruction, if it is one to vote.
    pub(super) const fn of(instruction: &'a Instruction) -> Option<Self> {
        match instruction {
            Instruction::Vote { first, among, secret, optional } => {
                Some(Self { first: *first, among, secret: *secret, optional: *optional })
            }
            _ => None,
        }
    }

    /// The words that are voted for, if their votes are known at once: these are in the variables of the words.
    fn open_words(self) -> Option<&'a [Var]> {
        match self.among {
            Ballot::Words(words) if !self.secret => Some(words),
            _ => None,
        }
    }

    /// How much can be voted for.
    fn places(self, frame: &Frame) -> usize {
        match self.among {
            Ballot::Words(words) => words.len(),
            Ballot::Objects(..) | Ballot::Each(..) => frame.kept(OFFERED).len(),
            Ballot::Players { .. } => candidates(frame).len(),
        }
    }

    /// The votes for one of the places.
    fn votes(self, frame: &Frame, place: usize) -> &[Seat] {
        let votes = match self.open_words() {
            Some(words) => frame.bindings.var(words[place]),
            None => frame.scratch.get(VOTES + place),
        };
        match votes {
            Some(Value::Votes(voters)) => voters,
            _ => &[],
        }
    }

    /// A vote is cast.
    fn cast(self, frame: &mut Frame, voter: Seat, place: usize) {
        let mut voters = self.votes(frame, place).to_vec();
        voters.push(voter);
        match self.open_words() {
            Some(words) => frame.bindings.set(words[place], Value::Votes(voters)),
            None => frame.scratch[VOTES + place] = Value::Votes(voters),
        }
    }

    /// How many votes a player has cast so far.
    fn given_by(self, frame: &Frame, voter: Seat) -> usize {
        let by = |place| self.votes(frame, place).iter().filter(|seat| **seat == voter).count();
        (0..self.places(frame)).map(by).sum()
    }

    /// What is voted for, as an option.
    fn choice(self, frame: &Frame, place: usize) -> Choice {
        match self.among {
            Ballot::Words(_) => Choice::Course(place as u8),
            Ballot::Objects(..) | Ballot::Each(..) => Choice::Object(frame.kept(OFFERED)[place]),
            Ballot::Players { .. } => Choice::Player(candidates(frame)[place]),
        }
    }

    /// All players get to know a vote.
    fn tell(self, world: &mut impl EditGame, frame: &Frame, voter: Seat, place: usize) {
        let what = match self.among {
            Ballot::Words(_) => ChosenValue::Course { program: frame.program, at: frame.pc, course: place as u16 },
            Ballot::Objects(..) | Ballot::Each(..) => ChosenValue::Object(frame.kept(OFFERED)[place]),
            Ballot::Players { .. } => ChosenValue::Player(candidates(frame)[place]),
        };
        told_by(world, frame, voter, what);
    }
}

/// The players who can be voted for.
fn candidates(frame: &Frame) -> &[Seat] {
    match frame.scratch.get(OFFERED) {
        Some(Value::Votes(seats)) => seats,
        other => panic!("players are voted for, not {other:?}"),
    }
}

/// CR 701.38a: each player votes, in turn order from one of them on. All votes of a player come one after another, before the
/// next player votes (701.38d). They are known at once, unless players vote secretly: then all are asked in APNAP order
/// (101.4), and what they voted for is known as the last of them has voted.
pub(super) fn vote(world: &mut impl EditGame, frame: &mut Frame, vote: Vote<'_>) -> InstructionFlow {
    if frame.scratch.is_empty() {
        begin(world, frame, vote);
    }
    let first = if vote.secret { Some(world.part::<Turn>().active) } else { seat(world, frame, vote.first) };
    let Some(first) = first else { return end(world, frame, vote) };
    let voters: Vec<Seat> = world.part::<Players>().in_turn_order(first).collect();
    for voter in voters {
        if frame.kept_seats(DONE).contains(voter) {
            continue;
        }
        let (min, max) = votes_of(world, vote, voter);
        let open = open(world, frame, vote, voter);
        match open.as_slice() {
            [] => {}
            [only] if frame.phase == NEXT && min > 0 => {
                (vote.given_by(frame, voter)..min).for_each(|_| vote.cast(frame, voter, *only));
            }
            _ => {
                if let Some(wait) = vote_of(world, frame, vote, &open, voter, (min, max)) {
                    return wait;
                }
            }
        }
        frame.keep_seat(DONE, voter);
    }
    end(world, frame, vote)
}

/// Nobody has voted yet.
fn begin(world: &mut impl EditGame, frame: &mut Frame, vote: Vote<'_>) {
    let offered = match vote.among {
        Ballot::Words(words) => {
            words.iter().for_each(|word| frame.bindings.clear(*word));
            Value::Objects(Vec::new())
        }
        Ballot::Objects(from, _) | Ballot::Each(from, _) => Value::Objects(objects(world, frame, from)),
        Ballot::Players { from, .. } => {
            Value::Votes(reading::seats(&Live::new(world), &frame.bindings, *from).into_vec())
        }
    };
    frame.scratch = vec![Value::Seats(SeatSet::NONE), offered];
    let places = if vote.open_words().is_some() { 0 } else { vote.places(frame) };
    frame.scratch.resize(VOTES + places, Value::Votes(Vec::new()));
}

/// The places that a player can vote for now: not those of objects and players that have left the game since (CR 800.4a).
fn open(world: &mut impl EditGame, frame: &Frame, vote: Vote<'_>, voter: Seat) -> Vec<usize> {
    let all = 0..vote.places(frame);
    match vote.among {
        Ballot::Words(_) => all.collect(),
        Ballot::Objects(from, _) | Ballot::Each(from, _) => {
            let there = objects(world, frame, from);
            let offered = frame.kept(OFFERED);
            all.filter(|place| there.contains(&offered[*place])).collect()
        }
        Ballot::Players { others, .. } => {
            let seats = candidates(frame);
            let can_be = |seat| is_playing(world, seat) && !(*others && seat == voter);
            all.filter(|place| can_be(seats[*place])).collect()
        }
    }
}

/// Takes the vote that was asked for, if one was, and asks for the next one of the player; `None` if they have no more.
fn vote_of(
    world: &mut impl EditGame,
    frame: &mut Frame,
    vote: Vote<'_>,
    open: &[usize],
    voter: Seat,
    (min, max): (usize, usize),
) -> Option<InstructionFlow> {
    let chooser = chooser(world, voter);
    let choices: Vec<Choice> = open.iter().map(|place| vote.choice(frame, *place)).collect();
    let one = |frame: &mut Frame, choices| {
        Some(frame.ask(TAKE, chooser, Prompt::Vote(frame.subject()), Shape::ChooseOne(choices)))
    };
    match std::mem::replace(&mut frame.phase, NEXT) {
        TAKE => {
            // A player who may vote once more and doesn't is done.
            let place = named(open, &Returned::answer(world)).first().copied()?;
            vote.cast(frame, voter, place);
            if !vote.secret {
                vote.tell(world, frame, voter, place);
            }
        }
        MORE if Returned::answer(world) == Answer::Confirm(true) => return one(frame, choices),
        MORE => return None,
        _ => {}
    }
    let given = vote.given_by(frame, voter);
    if given >= max {
        None
    } else if given < min {
        one(frame, choices)
    } else if chooser != voter {
        Some(frame.ask(MORE, voter, Prompt::May(frame.subject()), Shape::Confirm))
    } else {
        let shape = Shape::ChooseSome { options: choices, min: 0, max: 1, rule: SetRule::default() };
        Some(frame.ask(TAKE, voter, Prompt::Vote(frame.subject()), shape))
    }
}

/// CR 701.38d: how many votes a player casts at least, and at most.
fn votes_of(world: &impl ReadGame, vote: Vote<'_>, voter: Seat) -> (usize, usize) {
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
    (if vote.optional { 0 } else { must }, must + may)
}

/// Who chooses how a player votes: by the newest effect that says so, if there is one.
fn chooser(world: &impl ReadGame, voter: Seat) -> Seat {
    let of = |rule: &Rule| match rule {
        Rule::ChoosesVotes(who) => Some(*who),
        _ => None,
    };
    let live = Live::new(world);
    let newest = reading::rules_for(&live, voter, of).map(|(_, bindings)| bindings.you).last();
    newest.filter(|seat| is_playing(world, *seat)).unwrap_or(voter)
}

/// All have voted: what was secret is known, what got votes is stored, and what triggers on the vote does.
fn end(world: &mut impl EditGame, frame: &mut Frame, vote: Vote<'_>) -> InstructionFlow {
    let votes: Vec<Vec<Seat>> = (0..vote.places(frame)).map(|place| vote.votes(frame, place).to_vec()).collect();
    if vote.secret {
        for (place, voters) in votes.iter().enumerate() {
            voters.iter().for_each(|voter| vote.tell(world, frame, *voter, place));
        }
    }
    store(frame, vote, &votes);
    let choices: Vec<SeatSet> = votes.iter().map(|voters| voters.iter().copied().collect()).collect();
    if choices.iter().any(|voters| !voters.is_empty()) {
        record(world, &[Fact::Voted { choices }]);
    }
    InstructionFlow::Next
}

fn store(frame: &mut Frame, vote: Vote<'_>, votes: &[Vec<Seat>]) {
    let times = || votes.iter().enumerate().flat_map(|(place, voters)| std::iter::repeat_n(place, voters.len()));
    match vote.among {
        Ballot::Words(words) if vote.secret => {
            let some = words.iter().zip(votes).filter(|(_, voters)| !voters.is_empty());
            some.for_each(|(word, voters)| frame.bindings.set(*word, Value::Votes(voters.clone())));
        }
        Ballot::Words(_) => {}
        Ballot::Objects(_, into) => {
            let most = votes.iter().map(Vec::len).max().filter(|most| *most > 0);
            let all = frame.kept(OFFERED).iter().zip(votes);
            let chosen = all.filter(|(_, voters)| Some(voters.len()) == most).map(|(object, _)| *object).collect();
            frame.store(Some(*into), chosen);
        }
        Ballot::Each(_, into) => {
            let all: Vec<ObjectRef> = times().map(|place| frame.kept(OFFERED)[place]).collect();
            frame.store(Some(*into), all);
        }
        Ballot::Players { into, .. } => {
            let all: Vec<Seat> = times().map(|place| candidates(frame)[place]).collect();
            frame.bindings.clear(*into);
            if !all.is_empty() {
                frame.bindings.set(*into, Value::Votes(all));
            }
        }
    }
}

/// Players who vote secretly: the secret votes of all but one seat, and those that it chose, are forgotten.
pub(crate) fn forget_secret(world: &mut impl EditGame, seat: Seat) {
    if secret(world).is_none() {
        return;
    }
    let hidden: Vec<Seat> =
        world.part::<Players>().in_turn_order(seat).filter(|s| chooser(world, *s) != seat).collect();
    with_secret(world, |frame, _| {
        for votes in &mut frame.scratch[VOTES..] {
            if let Value::Votes(voters) = votes {
                voters.retain(|voter| !hidden.contains(voter));
            }
        }
    });
}

/// Players who vote secretly: what has been forgotten is one of the choices, by chance.
pub(crate) fn guess_secret(world: &mut impl EditGame, rng: &mut Stream) {
    with_secret(world, |frame, vote| {
        for voter in frame.kept_seats(DONE).iter() {
            let own = |place: &usize| match vote.among {
                Ballot::Players { others: true, .. } => candidates(frame)[*place] == voter,
                _ => false,
            };
            let open: Vec<usize> = (0..vote.places(frame)).filter(|place| !own(place)).collect();
            if vote.given_by(frame, voter) > 0 || open.is_empty() || vote.optional && rng.coin() {
                continue;
            }
            vote.cast(frame, voter, open[rng.below(open.len() as u32) as usize]);
        }
    });
}

/// Where the instruction stands, if players vote secretly and somebody is asked for their vote.
fn secret(world: &impl ReadGame) -> Option<(ProgramHandle, usize)> {
    let Some(Task::Run(frame)) = world.part::<Agenda>().top() else { return None };
    let (program, pc) = (frame.program, usize::from(frame.pc));
    let Op::Do(effect) = world.part::<CardTable>().program(program).get(pc)? else { return None };
    let is_secret = !frame.scratch.is_empty() && Vote::of(effect).is_some_and(|vote| vote.secret);
    is_secret.then_some((program, pc))
}

/// Calls `f` if players vote secretly, and somebody is asked for their vote.
fn with_secret(world: &mut impl EditGame, f: impl FnOnce(&mut Frame, Vote<'_>)) {
    let Some((program, pc)) = secret(world) else { return };
    let table = world.part::<CardTable>().clone();
    let Some(Task::Run(mut frame)) = world.part_mut::<Agenda>().take_top() else { return };
    if let Some(Op::Do(effect)) = table.program(program).get(pc)
        && let Some(vote) = Vote::of(effect)
    {
        f(&mut frame, vote);
    }
    world.part_mut::<Agenda>().push(Task::Run(frame));
}
