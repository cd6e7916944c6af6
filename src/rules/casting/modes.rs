//! Choosing modes (CR 601.2b, 700.2).

use super::optional::{self, AllModes};
use super::{CastFlow, payment, variable};
use crate::cards::def::CostPart;
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::cast::{Proposal, Transaction};
use crate::model::decision::{Answer, Choice, Decision, Group, Prompt, SetRule, Shape, chosen};
use crate::rules::legal::instances::{bodies, choosable_modes, how_many, is_modal};
use crate::rules::legal::spell_texts;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// The spell abilities of a spell, as they are on the stack.
pub(super) fn read_texts(world: &impl ReadGame, cast: &mut Transaction) {
    let live = Live::new(world);
    if matches!(cast.what, Proposal::Spell { .. }) {
        cast.texts = spell_texts(live.table(), &live.chars(cast.object.id).abilities);
    }
}

/// Goes through the texts; for each that is modal its modes are chosen.
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if cast.asked {
        cast.asked = false;
        let answer = Returned::answer(world);
        if let Answer::Confirm(all) = answer {
            optional::entwine(world, cast, all);
        } else {
            if !take(world, cast, &answer) {
                // Of a text whose modes can be repeated another may follow.
                let decision = ask_again(world, cast);
                if let Some(decision) = decision {
                    return CastFlow::Ask(decision);
                }
            }
            cast.at += 1;
        }
    }
    loop {
        let table = world.part::<CardTable>();
        let Some((_, body, first)) = bodies(table, &cast.texts).nth(cast.at as usize) else {
            // CR 603.3c: a triggered ability of which no mode is chosen is removed from the stack.
            let none = cast.at > 0 && cast.bindings.modes.is_empty() && matches!(cast.what, Proposal::Placed);
            return if none { CastFlow::Illegal } else { CastFlow::Next };
        };
        if !is_modal(body) {
            cast.bindings.modes.push(first);
            cast.at += 1;
            continue;
        }
        // CR 700.2a, 601.2b: X is chosen later; a mode can be chosen if some X makes it possible.
        let values = variable::possible(world, cast);
        let live = Live::new(world);
        let Some((_, body, first)) = bodies(live.table(), &cast.texts).nth(cast.at as usize) else {
            return CastFlow::Next;
        };
        let x = cast.bindings.x;
        let mut modes = SmallVec::<[u8; 4]>::new();
        for value in values {
            cast.bindings.x = value;
            modes.extend(choosable_modes(&live, &mut cast.bindings, (&cast.texts, cast.gained), body, first));
            modes.sort_unstable();
            modes.dedup();
            if modes.len() == body.modes.len() {
                break;
            }
        }
        cast.bindings.x = x;
        let (min, max) = how_many(&live, &cast.bindings, body);
        let (repeat, whole) = (body.repeat, body.modes.len());
        let costs = body.modes.iter().any(|mode| !mode.cost.0.is_empty());
        let rule = if costs { affordable(world, cast, &mut modes) } else { SetRule::default() };
        let count = modes.len();
        if count == whole
            && let Some(all) = optional::all_modes(world, cast)
        {
            match all {
                AllModes::Open => {
                    let prompt = optional::prompt(world, cast);
                    return CastFlow::Ask(ask(world, cast, prompt, Shape::Confirm));
                }
                AllModes::Chosen => {
                    cast.bindings.modes.extend(modes);
                    cast.at += 1;
                    continue;
                }
                AllModes::Declined => {}
            }
        }
        if repeat {
            let Some(options) = repeatable(world, cast, &modes, (min, max)) else { return CastFlow::Illegal };
            if options.is_empty() {
                cast.at += 1;
                continue;
            }
            cast.offered = options;
            return CastFlow::Ask(question(world, cast, repeat, (min, max), rule));
        }
        if count == 0 || count < min as usize {
            return CastFlow::Illegal;
        }
        cast.offered = modes.iter().map(|m| Choice::Mode(*m)).collect();
        if count == min as usize {
            cast.bindings.modes.extend(modes);
            cast.at += 1;
            continue;
        }
        let max = payable_modes(world, cast, &modes, min, max);
        return CastFlow::Ask(question(world, cast, repeat, (min, max), rule));
    }
}

/// CR 601.4, 702.120a: how many modes can be paid for, if each costs something.
fn payable_modes(world: &mut impl EditGame, cast: &mut Transaction, modes: &[u8], min: u8, max: u8) -> u8 {
    let live = Live::new(world);
    let table = live.table();
    let counts = live.chars(cast.object.id).abilities.iter().any(|a| match &table.ability(a.handle).kind {
        AbilityKind::AdditionalCost(cost) => cost.0.iter().any(|part| matches!(part, CostPart::Times(..))),
        _ => false,
    });
    if !counts || !matches!(cast.what, Proposal::Spell { .. }) {
        return max;
    }
    let before = cast.bindings.modes.clone();
    let most = usize::from(max).min(modes.len());
    let found = (usize::from(min)..=most).rev().find(|n| {
        cast.bindings.modes.clone_from(&before);
        cast.bindings.modes.extend(modes.iter().take(*n).copied());
        payment::could_pay(world, cast)
    });
    cast.bindings.modes = before;
    found.map_or(min, |n| n as u8)
}

/// CR 601.4, 700.2h: leaves those modes that can be paid for; which of them can't be paid for together is the rule.
fn affordable(world: &mut impl EditGame, cast: &mut Transaction, modes: &mut SmallVec<[u8; 4]>) -> SetRule {
    let before = cast.bindings.modes.clone();
    let mut pays = |set: &[u8]| {
        cast.bindings.modes.clone_from(&before);
        cast.bindings.modes.extend_from_slice(set);
        let pays = payment::could_pay(world, cast);
        cast.bindings.modes.clone_from(&before);
        pays
    };
    modes.retain(|mode| pays(&[*mode]));
    let mut rule = SetRule::default();
    let mut beyond: SmallVec<[u16; 4]> = SmallVec::new();
    for mask in 1..1u16 << modes.len().min(MOST_WITH_COSTS) {
        let members: Vec<u16> = (0..modes.len() as u16).filter(|at| mask & (1 << at) != 0).collect();
        if members.len() < 2 || beyond.iter().any(|less| mask & less == *less) {
            continue;
        }
        let set: SmallVec<[u8; 4]> = members.iter().map(|at| modes[usize::from(*at)]).collect();
        if !pays(&set) {
            beyond.push(mask);
            let max = members.len() as u16 - 1;
            rule.groups.push(Group { members, min: 0, max, or_none: true });
        }
    }
    rule
}

/// How many modes with costs are looked at together, at most; what cannot be paid for beyond them is noticed as it is paid.
const MOST_WITH_COSTS: usize = 8;

fn question(
    world: &impl ReadGame,
    cast: &mut Transaction,
    repeat: bool,
    (min, max): (u8, u8),
    rule: SetRule,
) -> Box<Decision> {
    let options = cast.offered.clone();
    let shape = if repeat || (min == 1 && max == 1) {
        Shape::ChooseOne(options)
    } else {
        let max = u16::from(max).min(options.len() as u16);
        Shape::ChooseSome { options, min: u16::from(min), max, rule }
    };
    ask(world, cast, Prompt::Modes(cast.object), shape)
}

/// Takes the answer; `false` if more may be chosen.
fn take(world: &impl ReadGame, cast: &mut Transaction, answer: &Answer) -> bool {
    let number = |choice: &Choice| match choice {
        Choice::Mode(m) => Some(*m),
        _ => None,
    };
    match answer {
        Answer::Some(places) => {
            // Chosen modes are followed in the order of the text (CR 608.2c).
            let modes = places.iter().filter_map(|p| number(&cast.offered[*p as usize]));
            cast.bindings.modes.extend(modes);
            true
        }
        answer => match number(&chosen(&cast.offered, answer)) {
            Some(mode) => {
                cast.bindings.modes.push(mode);
                let table = world.part::<CardTable>();
                let body = bodies(table, &cast.texts).nth(cast.at as usize);
                !body.is_some_and(|(_, body, _)| body.repeat)
            }
            None => {
                cast.bindings.modes.sort_unstable();
                true
            }
        },
    }
}

/// CR 700.2d: asks for another mode of a text whose modes can be chosen more than once.
fn ask_again(world: &impl ReadGame, cast: &mut Transaction) -> Option<Box<Decision>> {
    let table = world.part::<CardTable>();
    let (_, body, _) = bodies(table, &cast.texts).nth(cast.at as usize)?;
    let number = |choice: &Choice| if let Choice::Mode(mode) = choice { Some(*mode) } else { None };
    let modes: SmallVec<[u8; 4]> = cast.offered.iter().filter_map(number).collect();
    let options = repeatable(world, cast, &modes, (body.min, body.max)).unwrap_or_default();
    if options.is_empty() || options == [Choice::Pass] {
        cast.bindings.modes.sort_unstable();
        return None;
    }
    cast.offered = options.clone();
    Some(ask(world, cast, Prompt::Modes(cast.object), Shape::ChooseOne(options)))
}

/// CR 700.2d, 700.2i: which of these modes can be chosen next, and whether no more need to be; `None` if no choice works.
fn repeatable(world: &impl ReadGame, cast: &Transaction, modes: &[u8], (min, max): (u8, u8)) -> Option<Vec<Choice>> {
    let table = world.part::<CardTable>();
    let (_, body, first) = bodies(table, &cast.texts).nth(cast.at as usize)?;
    let own = first..first.saturating_add(body.modes.len() as u8);
    let have = body.worth(cast.bindings.modes.iter().filter(|m| own.contains(m)).map(|mode| mode - first));
    let able: SmallVec<[u8; 4]> = modes.iter().map(|mode| mode - first).collect();
    let next = |mode: &&u8| {
        let more = have.saturating_add(body.worth([**mode - first]));
        more > have && body.can_be_completed(&able, more, (min, max))
    };
    let mut options: Vec<Choice> = modes.iter().filter(next).map(|mode| Choice::Mode(*mode)).collect();
    if have >= min {
        options.push(Choice::Pass);
    }
    (!options.is_empty()).then_some(options)
}

/// A question of a transaction. Players who pay by hand can take back what they propose (CR 733).
pub(super) fn ask(world: &impl ReadGame, cast: &mut Transaction, prompt: Prompt, shape: Shape) -> Box<Decision> {
    cast.asked = true;
    let mut decision = Decision::new(cast.seat, prompt, shape);
    let proposed = matches!(cast.what, Proposal::Spell { .. } | Proposal::Ability(_));
    decision.cancellable = proposed && !cast.nested && !world.part::<crate::model::decision::Settings>().auto_pay;
    Box::new(decision)
}
