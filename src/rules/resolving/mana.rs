//! Adding mana (CR 106.3-106.8).

use super::produced;
use super::step::{InstructionFlow, amount_for, board, place, seats};
use crate::cards::CardTable;
use crate::cards::def::{ManaProduced, ManaType, Quantity, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Answer, Choice, Prompt, Shape};
use crate::model::ids::{Referent, Seat};
use crate::rules::mana::producible::{ANY_COLOR, Part, mask_of, symbol, types};
use crate::rules::state::EditGame;
use crate::rules::{casting, mana};
use smallvec::SmallVec;

/// More than this is never added at once.
const MOST: i32 = 10_000;

/// CR 106.4: players add mana. What is open is chosen first, part by part; the scratch counts the parts added.
pub(super) fn add(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    mana: &ManaProduced,
    times: &Quantity,
) -> InstructionFlow {
    if frame.scratch.is_empty() {
        frame.scratch.push(Value::Number(0));
        produced::hold(world, frame);
    }
    let mut at = 0;
    for seat in seats(world, frame, who) {
        let times = amount_for(world, frame, times, Referent::Player(seat)).min(MOST);
        for part in parts(world, frame, seat, mana) {
            let (part, rounds) = match part.settled() {
                Part::Fixed(mana, n) => (Part::Fixed(mana, n.saturating_mul(times)), 1),
                other => (other, times),
            };
            for _ in 0..rounds {
                at += 1;
                if at <= frame.kept_number(0) {
                    continue;
                }
                if let Some(step) = add_part(world, frame, seat, &part) {
                    return step;
                }
                frame.scratch[0] = Value::Number(at);
            }
        }
        if let Some(step) = produced::release(world, frame, seat, at) {
            return step;
        }
    }
    InstructionFlow::Next
}

/// Adds one part, or takes the answer about it; `Some` is a step to wait for.
fn add_part(world: &mut impl EditGame, frame: &mut Frame, seat: Seat, part: &Part) -> Option<InstructionFlow> {
    let options: SmallVec<[ManaType; 6]> = match part {
        Part::Fixed(mana, n) => {
            give(world, frame, seat, *mana, *n);
            return None;
        }
        Part::OneOf(0, _) | Part::Combination(0, _) => return None,
        Part::TwoOr(mana) => SmallVec::from_slice(&[*mana, ManaType::C]),
        Part::OneOf(mask, _) | Part::Combination(mask, _) => types(*mask),
    };
    if frame.phase == 0 && settle_as_planned(world, frame, seat, part, &options) {
        return None;
    }
    if frame.phase == 0 {
        let choices = options.iter().map(|t| Choice::Mana(*t)).collect();
        let shape = match part {
            Part::Combination(_, n) => Shape::Distribute {
                options: choices,
                total: *n,
                min_each: 0,
                most: Vec::new(),
                before_last: Vec::new(),
                lacks: Vec::new(),
            },
            _ => Shape::ChooseOne(choices),
        };
        return Some(frame.ask(1, seat, Prompt::ManaColor(frame.subject()), shape));
    }
    frame.phase = 0;
    let answer = Returned::answer(world);
    match (part, &answer) {
        (Part::Combination(..), Answer::Distribute(shares)) => {
            options.iter().zip(shares).for_each(|(mana, n)| give(world, frame, seat, *mana, *n));
        }
        (Part::TwoOr(_), _) => {
            let chosen = place(&answer);
            give(world, frame, seat, options[chosen], 1 + chosen as i32);
        }
        (Part::OneOf(_, n), _) => give(world, frame, seat, options[place(&answer)], *n),
        (part, answer) => panic!("{answer:?} isn't an answer about {part:?}"),
    }
    None
}

/// CR 605.3: what the payer who activated the ability wants of it is not asked for. Whether it was planned.
fn settle_as_planned(
    world: &mut impl EditGame,
    frame: &mut Frame,
    seat: Seat,
    part: &Part,
    options: &[ManaType],
) -> bool {
    let mask = options.iter().fold(0, |mask, t| mask | t.bit());
    let times = match part {
        Part::Combination(_, n) => *n,
        _ => 1,
    };
    for _ in 0..times {
        let Some(wanted) = take_planned(world, frame, seat, mask) else { return false };
        let n = match part {
            Part::OneOf(_, n) => *n,
            Part::TwoOr(_) if wanted == ManaType::C => 2,
            _ => 1,
        };
        for _ in 1..n {
            let _ = take_planned(world, frame, seat, wanted.bit());
        }
        give(world, frame, seat, wanted, n);
    }
    true
}

/// The next mana that is planned, of a type in the mask: by who activated the ability, or by who pays with what triggered.
fn take_planned(world: &mut impl EditGame, frame: &mut Frame, seat: Seat, mask: u8) -> Option<ManaType> {
    if !frame.planned.is_open() {
        return frame.planned.take(mask);
    }
    casting::take_added(world, seat, mask)
}

/// CR 106.3: the source of the mana is the source of the ability, or the spell. It is held back, if something replaces it.
pub(super) fn give(world: &mut impl EditGame, frame: &mut Frame, seat: Seat, kind: ManaType, n: i32) {
    if n > 0 && !produced::keep(frame, kind, n) {
        casting::note_produced(world, kind);
        let (this, you) = (frame.bindings.this, frame.bindings.you);
        let table: &CardTable = world.part();
        let binds = table.0.traits.binds_mana;
        let terms = if binds { mana::terms_at(table, frame.program, frame.pc, this, you) } else { None };
        mana::produce(world, seat, this, (kind, n.min(MOST) as u16), terms);
    }
}

/// What an instruction adds for one player, once.
fn parts(world: &mut impl EditGame, frame: &mut Frame, seat: Seat, mana: &ManaProduced) -> SmallVec<[Part; 4]> {
    let mut number = |q: &Quantity| amount_for(world, frame, q, Referent::Player(seat)).min(MOST);
    match mana {
        ManaProduced::Fixed(cost) => cost.0.iter().filter_map(|s| symbol(*s, frame.bindings.x)).collect(),
        ManaProduced::OneOf(colors) => SmallVec::from_slice(&[Part::OneOf(mask_of(colors), 1)]),
        ManaProduced::AnyColor(count) => match number(count) {
            0 => SmallVec::new(),
            n => SmallVec::from_slice(&[Part::OneOf(ANY_COLOR, n)]),
        },
        ManaProduced::Combination(count, colors) => match number(count) {
            0 => SmallVec::new(),
            n => SmallVec::from_slice(&[Part::Combination(mask_of(colors), n)]),
        },
        // CR 106.5: mana of an undefined type isn't added.
        ManaProduced::ColorVar(var) => match frame.bindings.var(*var) {
            Some(Value::Color(color)) => SmallVec::from_slice(&[Part::Fixed(ManaType::of(*color), 1)]),
            _ => SmallVec::new(),
        },
        ManaProduced::ChosenColor(or) => {
            match mask_of(or) | crate::rules::mana::producible::chosen(&board(world), &frame.bindings) {
                0 => SmallVec::new(),
                mask => SmallVec::from_slice(&[Part::OneOf(mask, 1)]),
            }
        }
        // CR 903.4f, 106.5.
        ManaProduced::CommanderColor => {
            match crate::model::commander::identity(world.part(), frame.bindings.you).bits() {
                0 => SmallVec::new(),
                mask => SmallVec::from_slice(&[Part::OneOf(mask, 1)]),
            }
        }
        ManaProduced::CouldProduce(count, group) => match number(count) {
            0 => SmallVec::new(),
            n => {
                let mask = crate::rules::mana::producible::of_group(&board(world), &frame.bindings, group);
                SmallVec::from_slice(&[Part::OneOf(mask, n)])
            }
        },
        ManaProduced::CouldProduceColor(group) => {
            let mask = ANY_COLOR & crate::rules::mana::producible::of_group(&board(world), &frame.bindings, group);
            SmallVec::from_slice(&[Part::OneOf(mask, 1)])
        }
        ManaProduced::AnyColorAmong(group) => {
            match crate::rules::mana::producible::colors_among(&board(world), &frame.bindings, group) {
                0 => SmallVec::new(),
                mask => SmallVec::from_slice(&[Part::OneOf(mask, 1)]),
            }
        }
        ManaProduced::EachColorAmong(group) => {
            let mask = crate::rules::mana::producible::colors_among(&board(world), &frame.bindings, group);
            types(mask).into_iter().map(|mana| Part::Fixed(mana, 1)).collect()
        }
        // CR 106.5, 106.12a.
        ManaProduced::TypeProduced => match frame.bindings.event.map_or(0, |event| event.mana) {
            0 => SmallVec::new(),
            mask => SmallVec::from_slice(&[Part::OneOf(mask, 1)]),
        },
    }
}
