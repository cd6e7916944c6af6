//! The order of things: conditions, options, payments, loops (CR 608.2c-g); effects that last (611.2, 603.7, 603.12).

use super::choices::told;
use super::possible::{is_possible, possible_courses};
use super::step::{InstructionFlow, amount, board, is_playing, named, place, seat};
use super::{illegal, leaf, phasing, tokens, turns};
use crate::cards::def::{Cost, Duration, Recipients, Rule, Who};
use crate::cards::{Op, RoundOrder, parts_filter_by_x};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Loop, Value};
use crate::model::chosen::ChosenValue;
use crate::model::decision::{Answer, Choice, Prompt, Shape};
use crate::model::entering::LookedAhead;
use crate::model::ids::{AbilityHandle, Referent, Seat, StaticHandle};
use crate::model::task::Return;
use crate::rules::reading::{self, Board};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{casting, layers, legal, triggers};

/// Performs an instruction, or continues it.
pub(super) fn perform(world: &mut impl EditGame, frame: &mut Frame, op: &Op) -> InstructionFlow {
    if frame.phase == 0
        && frame.bindings.targets.iter().any(|target| !target.legal)
        && let Some(step) = illegal::skip(world, frame, op)
    {
        return step;
    }
    match op {
        Op::Do(effect) => leaf::perform(world, frame, effect),
        Op::Jump(to) => InstructionFlow::Jump(*to),
        Op::JumpUnless(condition, to, end) => {
            match reading::holds_of_legal(&board(world), &frame.bindings, condition) {
                Some(true) => InstructionFlow::Next,
                Some(false) => InstructionFlow::Jump(*to),
                None => InstructionFlow::Jump(*end),
            }
        }
        Op::Until(condition, first) => match reading::holds_of_legal(&board(world), &frame.bindings, condition) {
            Some(false) => InstructionFlow::Jump(*first),
            Some(true) | None => InstructionFlow::Next,
        },
        Op::Again(vars) => {
            vars.iter().for_each(|var| frame.bindings.clear(*var));
            InstructionFlow::Jump(0)
        }
        Op::UnlessDone(to) => {
            let first = frame.bindings.key.is_none_or(|key| triggers::does_now(world, key));
            if first { InstructionFlow::Next } else { InstructionFlow::Jump(*to) }
        }
        Op::AskMay(who, otherwise, _) => may(world, frame, *who, *otherwise),
        Op::AskPay(who, cost, otherwise, _) => may_pay(world, frame, *who, cost, *otherwise),
        Op::ChooseX(who, cost, otherwise) => choose_x(world, frame, *who, cost, *otherwise),
        Op::ChooseOne(who, places, end) => choose_course(world, frame, *who, places, *end),
        Op::Face(who, places, end) => face(world, frame, *who, places, *end),
        Op::Facings(who) => {
            let rounds = facings(world, frame, *who);
            frame.loops.push(Loop::Times(rounds));
            InstructionFlow::Next
        }
        Op::Each(group, order) => begin_each(world, frame, group, *order),
        Op::Times(count) => {
            let rounds = amount(world, frame, count);
            frame.loops.push(Loop::Times(rounds));
            InstructionFlow::Next
        }
        Op::Next(end) => next_round(world, frame, *end),
        Op::Continuous(index, duration) => {
            let handle = StaticHandle { def: frame.program.def, index: *index };
            if matches!(duration, Duration::While(_)) && layers::has_lapsed(world, frame) {
                return InstructionFlow::Next;
            }
            let _ = layers::start_effect(world, handle, frame.bindings.clone(), duration.clone());
            InstructionFlow::Next
        }
        Op::Delayed(index, until) => {
            triggers::add_delayed(world, ability(frame, *index), frame.bindings.clone(), until.clone());
            InstructionFlow::Next
        }
        Op::ExtraTurn(who, index) => {
            turns::extra_turn_with(world, frame, *who, ability(frame, *index));
            InstructionFlow::Next
        }
        Op::UnlessOver(index, to) => {
            if triggers::is_over(world, ability(frame, *index), &frame.bindings) {
                InstructionFlow::Jump(*to)
            } else {
                InstructionFlow::Next
            }
        }
        Op::Return(index, var) => {
            if let Some(Value::Objects(now)) = frame.bindings.var(*var) {
                let moved: Vec<_> = frame.moved.iter().copied().filter(|(_, new)| now.contains(new)).collect();
                let out = phasing::waiting(world, now);
                let (handle, bindings) = (ability(frame, *index), frame.bindings.clone());
                match out {
                    Some(out) => triggers::wait_out(world, handle, bindings, out),
                    None => triggers::wait(world, handle, bindings, &moved),
                }
            }
            InstructionFlow::Next
        }
        Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) | Op::Except(_) => InstructionFlow::Next,
        Op::Reflexive(index) => {
            triggers::reflexive(world, ability(frame, *index), frame.bindings.clone());
            InstructionFlow::Next
        }
        Op::CreateToken { who, count, tokens: kinds, tapped, attacking, counters, host, size, into } => {
            let (tapped, attacking, host, size) = (*tapped, *attacking, *host, size.as_ref());
            let token = tokens::Printed { kinds, tapped, attacking, counters, host, size, into: *into };
            tokens::create_printed(world, frame, *who, count, token)
        }
        Op::Emblem(who, token) => tokens::emblem(world, frame, *who, *token),
    }
}

/// An ability of the definition that runs.
fn ability(frame: &Frame, index: u16) -> AbilityHandle {
    AbilityHandle { def: frame.program.def, index }
}

/// CR 608.2d: asks whether to do what follows.
fn may(world: &mut impl EditGame, frame: &mut Frame, who: Who, otherwise: u16) -> InstructionFlow {
    if frame.phase == 0 {
        let seat = seat(world, frame, who);
        let possible = seat.is_some() && is_possible(world, frame, frame.pc + 1..otherwise);
        if let Some(what) = world.part_mut::<LookedAhead>().wanted() {
            return InstructionFlow::Prepare(what);
        }
        world.part_mut::<LookedAhead>().forget();
        return match seat {
            Some(seat) if possible => frame.ask(1, seat, Prompt::May(frame.subject()), Shape::Confirm),
            _ => InstructionFlow::Jump(otherwise),
        };
    }
    if Returned::answer(world) == Answer::Confirm(true) {
        InstructionFlow::Next
    } else {
        InstructionFlow::Jump(otherwise)
    }
}

/// CR 118.12: asks whether to pay, if that is possible, and takes the payment.
fn may_pay(world: &mut impl EditGame, frame: &mut Frame, who: Who, cost: &Cost, otherwise: u16) -> InstructionFlow {
    match frame.phase {
        0 => {
            // CR 800.4f: one who has left pays nothing.
            let Some(seat) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else {
                return InstructionFlow::Jump(otherwise);
            };
            if !casting::can_pay(world, seat, frame.bindings.this, cost, &frame.bindings) {
                return InstructionFlow::Jump(otherwise);
            }
            frame.scratch.push(crate::model::bindings::Value::Number(i32::from(seat.0)));
            frame.ask(1, seat, Prompt::MayPay(frame.subject(), cost.clone()), Shape::Confirm)
        }
        1 => {
            if Returned::answer(world) != Answer::Confirm(true) {
                return InstructionFlow::Jump(otherwise);
            }
            frame.phase = 2;
            InstructionFlow::Pay(crate::model::ids::Seat(frame.kept_number(0) as u8), cost.clone())
        }
        _ => {
            if Returned::to_me(world) == Some(Return::Paid(true)) {
                InstructionFlow::Next
            } else {
                InstructionFlow::Jump(otherwise)
            }
        }
    }
}

/// CR 107.3f: the player who follows the instructions chooses X, of the values with which the one who may pay could do so.
fn choose_x(world: &mut impl EditGame, frame: &mut Frame, who: Who, cost: &Cost, otherwise: u16) -> InstructionFlow {
    if frame.phase == 0 {
        let Some(payer) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else {
            return InstructionFlow::Jump(otherwise);
        };
        let mut bindings = frame.bindings.clone();
        let this = bindings.this;
        let largest = legal::largest_x(parts_filter_by_x(&cost.0), |x| {
            bindings.x = x;
            casting::can_pay(world, payer, this, cost, &bindings)
        });
        let Some(max) = largest else { return InstructionFlow::Jump(otherwise) };
        let chooser = if is_playing(world, frame.bindings.you) { frame.bindings.you } else { payer };
        return frame.ask(1, chooser, Prompt::ChooseX(frame.subject()), Shape::Number { min: 0, max });
    }
    let Answer::Number(x) = Returned::answer(world) else { panic!("X is a number") };
    frame.bindings.x = x;
    InstructionFlow::Next
}

/// CR 608.2d: a player chooses one of several courses.
fn choose_course(world: &mut impl EditGame, frame: &mut Frame, who: Who, places: &[u16], end: u16) -> InstructionFlow {
    if frame.phase == 0 {
        let Some(seat) = seat(world, frame, who) else { return InstructionFlow::Jump(end) };
        let courses = possible_courses(world, frame, places, end);
        if let Some(what) = world.part_mut::<LookedAhead>().wanted() {
            return InstructionFlow::Prepare(what);
        }
        world.part_mut::<LookedAhead>().forget();
        if let [only] = courses.as_slice()
            && places.len() > 1
        {
            return InstructionFlow::Jump(places[usize::from(*only)]);
        }
        return ask_for_course(frame, seat, courses);
    }
    follow_course(world, frame, who, places)
}

/// CR 701.55a-b: a player chooses one of several courses, also one of which nothing can be done.
fn face(world: &mut impl EditGame, frame: &mut Frame, who: Who, places: &[u16], end: u16) -> InstructionFlow {
    if frame.phase == 0 {
        return match seat(world, frame, who).filter(|s| is_playing(world, *s)) {
            Some(seat) => ask_for_course(frame, seat, (0..places.len() as u8).collect()),
            None => InstructionFlow::Jump(end),
        };
    }
    follow_course(world, frame, who, places)
}

/// CR 701.55c: how often a player faces one villainous choice.
fn facings(world: &mut impl EditGame, frame: &Frame, who: Who) -> i32 {
    let Some(seat) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else { return 0 };
    let of = |rule: &Rule| match rule {
        Rule::FacesAdditional(who) => Some(*who),
        _ => None,
    };
    1 + reading::rules_for(&board(world), seat, of).count() as i32
}

fn ask_for_course(frame: &mut Frame, seat: Seat, courses: Vec<u8>) -> InstructionFlow {
    // The answer names a place among those that are offered.
    frame.scratch = courses.iter().map(|n| Value::Number(i32::from(*n))).collect();
    let courses = courses.into_iter().map(Choice::Course).collect();
    frame.ask(1, seat, Prompt::Course(frame.subject()), Shape::ChooseOne(courses))
}

fn follow_course(world: &mut impl EditGame, frame: &Frame, who: Who, places: &[u16]) -> InstructionFlow {
    let chosen = frame.kept_number(place(&Returned::answer(world)));
    let course = ChosenValue::Course { program: frame.program, at: frame.pc, course: chosen as u16 };
    told(world, frame, who, course);
    InstructionFlow::Jump(places[chosen as usize])
}

/// The phase of a loop in which the order of rounds is asked for once more, after a player has left the game.
pub(super) const ORDER_AGAIN: u8 = 2;

/// CR 608.2f: begins a loop in APNAP order, or in the one that its words say; [`next_round`] decides about the first round.
/// If it matters which is first, the player who follows the instructions orders what belongs to the same player: them and
/// what they control; or its controller says before each round which is next.
fn begin_each(world: &mut impl EditGame, frame: &mut Frame, group: &Recipients, order: RoundOrder) -> InstructionFlow {
    let settled = if frame.phase == 0 {
        let all = reading::read_recipients(&board(world), &frame.bindings, group);
        if order == RoundOrder::Controllers {
            frame.loops.push(Loop::Chosen(all.into_vec(), frame.bindings.it));
            return InstructionFlow::Next;
        }
        let all = in_turn_order(world, frame, group.first(), all.into_vec());
        // The next one is the last.
        frame.loops.push(Loop::Each(all.into_iter().rev().collect(), frame.bindings.it));
        0
    } else if frame.phase == ORDER_AGAIN {
        frame.kept_number(0) as usize
    } else {
        let settled = frame.kept_number(0) as usize;
        let chosen = named(&rounds_of_one_player(world, frame, settled), &Returned::answer(world));
        let rest = rounds(frame);
        let end = rest.len() - settled;
        chosen.iter().zip(rest[..end].iter_mut().rev()).for_each(|(chosen, place)| *place = *chosen);
        settled + chosen.len()
    };
    if order == RoundOrder::Follower { order_rounds(world, frame, settled) } else { InstructionFlow::Next }
}

/// Asks for the order of the rounds after those that are settled, as long as several belong to the same player.
fn order_rounds(world: &mut impl EditGame, frame: &mut Frame, mut settled: usize) -> InstructionFlow {
    loop {
        let open = rounds_of_one_player(world, frame, settled);
        if open.is_empty() {
            return InstructionFlow::Next;
        }
        if open.len() > 1 {
            frame.scratch = vec![Value::Number(settled as i32)];
            let choices = open.into_iter().map(Choice::from).collect();
            return frame.ask(1, frame.bindings.you, Prompt::OrderRounds(frame.subject()), Shape::Order(choices));
        }
        settled += 1;
    }
}

/// What the innermost loop has still to go through, the next one last.
fn rounds(frame: &mut Frame) -> &mut Vec<Referent> {
    match frame.loops.last_mut() {
        Some(Loop::Each(rest, _)) => rest,
        _ => unreachable!("the loop has begun"),
    }
}

/// The first of the rounds after those that are settled, and all others of the same player, in order.
fn rounds_of_one_player<G: EditGame>(world: &mut G, frame: &mut Frame, settled: usize) -> Vec<Referent> {
    let open: Vec<Referent> = rounds(frame).iter().rev().skip(settled).copied().collect();
    let whose = |world: &mut G, referent: &Referent| player_of(world, frame, *referent);
    let first = open.first().map(|referent| whose(world, referent));
    open.into_iter().take_while(|referent| Some(whose(world, referent)) == first).collect()
}

/// Players, and the objects of each, in turn order from one of them on: the active player, unless words say another one (CR 101.4).
fn in_turn_order(world: &mut impl EditGame, frame: &Frame, first: Who, mut all: Vec<Referent>) -> Vec<Referent> {
    let first = seat(world, frame, first);
    let board = board(world);
    let turns: Vec<Seat> = board.players().in_turn_order(first.unwrap_or(board.turn().active)).collect();
    let place = |seat| turns.iter().position(|turn| *turn == seat);
    all.sort_by_cached_key(|referent| place(player_of(world, frame, *referent)).unwrap_or(turns.len()));
    all
}

/// The player, or who controls the object.
fn player_of(world: &mut impl EditGame, frame: &Frame, referent: Referent) -> Seat {
    reading::player_of(&board(world), referent).unwrap_or(frame.bindings.you)
}

/// What the next round is about: players who have left the game since the loop began are passed over.
fn next_of(world: &impl ReadGame, rest: &mut Vec<Referent>) -> Option<Referent> {
    loop {
        let next = rest.pop()?;
        if next.player().is_none_or(|seat| is_playing(world, seat)) {
            return Some(next);
        }
    }
}

/// Begins the next round of the innermost loop, or ends it.
fn next_round(world: &mut impl EditGame, frame: &mut Frame, end: u16) -> InstructionFlow {
    match frame.loops.last_mut().expect("a next round belongs to a loop") {
        Loop::Each(rest, before) => match next_of(world, rest) {
            Some(it) => {
                frame.bindings.it = Some(it);
                return InstructionFlow::Next;
            }
            None => frame.bindings.it = *before,
        },
        Loop::Chosen(..) => return choose_round(world, frame, end),
        Loop::Times(left) if *left > 0 => {
            *left -= 1;
            return InstructionFlow::Next;
        }
        Loop::Times(_) => {}
    }
    frame.loops.pop();
    InstructionFlow::Jump(end)
}

/// CR 701.44d, 701.50d: of what is left, the first player in APNAP order who controls some of it, or last controlled it, chooses
/// what the next round is about.
fn choose_round(world: &mut impl EditGame, frame: &mut Frame, end: u16) -> InstructionFlow {
    let (left, before) = match frame.loops.last_mut() {
        Some(Loop::Chosen(left, before)) => (std::mem::take(left), *before),
        _ => unreachable!("the loop has begun"),
    };
    let mut left = in_turn_order(world, frame, Who::Active, left);
    let Some(first) = left.first().copied() else {
        frame.bindings.it = before;
        frame.loops.pop();
        return InstructionFlow::Jump(end);
    };
    let player = player_of(world, frame, first);
    let open: Vec<Referent> = left.iter().copied().take_while(|one| player_of(world, frame, *one) == player).collect();
    let mut at = 0;
    let asks = open.len() > 1 && is_playing(world, player);
    if asks && frame.phase == 1 {
        at = place(&Returned::answer(world));
    }
    let waits = asks && frame.phase == 0;
    if !waits {
        frame.bindings.it = Some(left.remove(at));
    }
    frame.loops.pop();
    frame.loops.push(Loop::Chosen(left, before));
    if waits {
        let choices = open.into_iter().map(Choice::from).collect();
        return frame.ask(1, player, Prompt::OrderRounds(frame.subject()), Shape::ChooseOne(choices));
    }
    InstructionFlow::Next
}
