//! Choices that aren't moves of their own: targets, modes, payments, options of instructions, hands.

use super::colors::mana_color;
use super::costs::available_mana;
use super::evaluator::{Evaluator, keeping_variables};
use super::from_hand::worth_of_half;
use super::guess;
use super::hands;
use super::lands::ManaNeeds;
use super::mutate;
use super::shares;
use super::spells::{self, Memory};
use super::style::Style;
use super::value::{DECIDED, LandCounts, keep, main_opponent};
use super::venture;
use super::votes;
use crate::cards::def::{Ballot, Cost, Instruction, Keyword, ReplacedEvent, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, Op};
use crate::game::view::{Followed, Pool, SeatView, Seen};
use crate::model::bindings::{Bindings, Value};
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::ids::{AbilityHandle, NameId, ObjectRef, SeatSet, StaticHandle};
use crate::model::rng::Stream;
use crate::rules::legal;
use crate::rules::reading::name_fits;
use std::cell::LazyCell;

/// Answers a decision that is neither about priority nor about combat.
pub(super) fn answer(
    (memory, pool): (&Memory, Option<&Pool>),
    style: &Style,
    view: &SeatView<'_>,
    decision: &Decision,
    rng: &mut Stream,
) -> Answer {
    let mut evaluator = Evaluator::new(view, style, memory.face);
    if let Prompt::Targets { .. } = decision.prompt {
        evaluator.times = times(&evaluator);
    }
    let options = decision.options();
    let lands = || evaluator.lands();
    match &decision.prompt {
        Prompt::Mulligan { taken } => {
            Answer::Confirm(match pool.and_then(|pool| pool.list(view.seat())).filter(|_| style.hands > 0) {
                Some(deck) => hands::keeps(view, deck, *taken, rng),
                None => hands::keeps_by_lands(evaluator.lands(), *taken),
            })
        }
        Prompt::MulliganBottom if style.hands > 0 => {
            hands::bottom(view, decision).unwrap_or_else(|| decision.sample(rng))
        }
        Prompt::MulliganBottom | Prompt::CleanupDiscard | Prompt::Discard(_) => {
            by_object(view, decision, |s| -keep(view, s, lands()))
        }
        Prompt::StartingPlayer => best(decision, |c| i32::from(*c == Choice::Player(view.seat()))),
        Prompt::Modes(_) => modes(&evaluator, decision),
        Prompt::OptionalCost(object, n) => optional_cost(&evaluator, decision, *object, *n),
        Prompt::ChooseX(_) => largest(decision),
        Prompt::Targets { of, .. } if mutate::is_mutating(view, *of) => mutate::host(&evaluator, decision, *of),
        Prompt::Targets { of, instance } => targets(&evaluator, decision, *of, *instance),
        Prompt::NewTargets(object) => new_targets(&evaluator, decision, *object),
        Prompt::Divide(_) => shares::divide(view, style, decision, false),
        Prompt::CombatDamage(source) => {
            let deathtouch = view.object(*source).is_some_and(|s| s.chars.has(Keyword::Deathtouch));
            shares::divide(view, style, decision, deathtouch)
        }
        // Of counters the one that is missed least goes.
        Prompt::PayWith(_) | Prompt::ChooseObjects(_)
            if options.iter().any(|c| matches!(c, Choice::Counter { .. })) =>
        {
            best(decision, |c| match c {
                Choice::Counter { of, kind } => -evaluator.counters(*kind, 1, *of),
                _ => 0,
            })
        }
        Prompt::PayWith(_) => shares::pay_with(&evaluator, decision),
        // The strongest creature; one that can't add anything isn't tapped.
        Prompt::Enlist(_) => by_object(view, decision, |s| s.chars.power),
        Prompt::Sacrifice(_) => by_object(view, decision, |s| -style.permanent(s) + i32::from(s.status.tapped)),
        Prompt::LegendRule => by_object(view, decision, |s| style.permanent(s)),
        Prompt::EnterAsCopy(_) => by_object(view, decision, |s| style.as_permanent(s.chars)),
        Prompt::EnchantWhat(object) => match view.object(*object) {
            Some(aura) => best(decision, |host| host.referent().map_or(0, |host| evaluator.on(&aura, host))),
            None => decision.sample(rng),
        },
        Prompt::Search(_) => {
            let needs = LazyCell::new(|| ManaNeeds::of(view));
            let score = |seen: &Seen<'_>| needs.land_score(view.table(), style, &seen.chars.abilities);
            by_object(view, decision, |s| found(style, s, lands(), score))
        }
        Prompt::Arrange(_) => by_object(view, decision, |s| if unwanted(s, lands()) { 1 } else { -1 }),
        Prompt::ManaColor(_) => mana_color(view, decision),
        Prompt::ChooseColor(_) => color(view, style, decision),
        Prompt::ChooseName(_, filter) => {
            let followed = view.followed();
            let own = followed.is_some_and(|f| guess::looks_at_own_hand(rest(view, &f)));
            let is_one = |name: &NameId| view.named(*name).is_some_and(|chars| name_fits(filter, &chars));
            let guessed = guess::name(view, style, filter, own).filter(is_one);
            guessed.map_or_else(|| decision.sample(rng), Answer::Name)
        }
        Prompt::ChooseCardType(_) => {
            let against = view.followed().is_some_and(|f| guess::is_against(view, f.program.def));
            best(decision, |c| match c {
                Choice::CardType(kind) => guess::card_type(view, *kind, against),
                _ => 0,
            })
        }
        Prompt::ChooseSubtype(_) => match view.followed() {
            Some(followed) => best(decision, |c| match c {
                Choice::Subtype(subtype) => guess::subtype(view, style, followed.program.def, *subtype),
                _ => 0,
            }),
            None => Answer::One(0),
        },
        Prompt::Venture => best(decision, |c| match c {
            Choice::Room { dungeon, room } => venture::room(&evaluator, *dungeon, *room),
            _ => 0,
        }),
        Prompt::MergeOver(spell) => mutate::over(view, style, *spell),
        Prompt::Piles(_) => shares::piles(view, style, decision),
        Prompt::May(_) | Prompt::MayPay(..) => may(&evaluator, decision),
        // A Saga is read from its first chapter (CR 702.155b).
        Prompt::ChooseNumber(object) if guess::is_read(view, *object) => Answer::Number(1),
        Prompt::ChooseObjects(_)
        | Prompt::ChoosePlayer(_)
        | Prompt::ChooseNumber(_)
        | Prompt::Course(_)
        | Prompt::Vote(_) => instruction(&evaluator, decision).unwrap_or_else(|| decision.sample(rng)),
        // What a card offers instead of a mulligan is taken where one would be.
        Prompt::OpeningHand if may_mulligan(view, options) => {
            let taken = view.player(view.seat()).mulligans;
            Answer::One(u16::from(!hands::keeps_by_lands(evaluator.lands(), taken)))
        }
        // What a card offers for nothing is taken.
        Prompt::OpeningHand => Answer::One(u16::from(options.len() > 1)),
        Prompt::AsUnblocked(_) => Answer::Confirm(true),
        // A turn isn't skipped for what can be had instead.
        Prompt::ApplyReplacement(object) if skips_turn(view, *object) => Answer::Confirm(false),
        Prompt::ApplyReplacement(_) | Prompt::RevealDrawn(..) | Prompt::CommandZone(_) => Answer::Confirm(true),
        Prompt::CastNow(_) => best(decision, |c| match c {
            Choice::Cast { object, way } => spells::free_cast(&evaluator, *object, *way),
            // A land more, which is there already.
            Choice::PlayLand { .. } => 60,
            _ => 0,
        }),
        _ => match &decision.shape {
            Shape::Order(_) => Answer::Order((0..options.len() as u16).collect()),
            Shape::ChooseOne(_) => Answer::One(0),
            Shape::ChooseSome { min: 0, rule, .. } if rule.check(&[]).is_ok() => Answer::Some(Vec::new()),
            Shape::Confirm => Answer::Confirm(false),
            _ => decision.sample(rng),
        },
    }
}

/// The answer with the best options: those that count for something, as many as allowed, and as many as required.
pub(super) fn top(decision: &Decision, scores: &[i32]) -> Answer {
    match &decision.shape {
        Shape::ChooseSome { min, max, rule, .. } => {
            let mut places: Vec<u16> = (0..scores.len() as u16).collect();
            places.sort_by_key(|i| (std::cmp::Reverse(scores[*i as usize]), *i));
            if !rule.is_plain() {
                places = together(rule, &places);
            }
            let good = places.iter().take_while(|i| scores[**i as usize] > 0).count();
            places.truncate(good.clamp(*min as usize, (*max as usize).max(*min as usize)));
            places.sort_unstable();
            Answer::Some(places)
        }
        Shape::Order(options) => Answer::Order((0..options.len() as u16).collect()),
        _ => {
            let best = (0..scores.len() as u16).max_by_key(|i| (scores[*i as usize], std::cmp::Reverse(*i)));
            Answer::One(best.unwrap_or(0))
        }
    }
}

/// Those of some places that can be chosen with the ones before them.
fn together(rule: &SetRule, places: &[u16]) -> Vec<u16> {
    let mut chosen = Vec::new();
    for place in places {
        chosen.push(*place);
        if !rule.may_begin_with(&chosen) {
            chosen.pop();
        }
    }
    chosen
}

pub(super) fn best(decision: &Decision, score: impl FnMut(&Choice) -> i32) -> Answer {
    let scores: Vec<i32> = decision.options().iter().map(score).collect();
    top(decision, &scores)
}

/// The best objects; what isn't one counts nothing.
pub(super) fn by_object(view: &SeatView<'_>, decision: &Decision, score: impl Fn(&Seen<'_>) -> i32) -> Answer {
    best(decision, |choice| match choice {
        Choice::Object(object) => view.object(*object).map_or(0, |s| score(&s)),
        _ => 0,
    })
}

fn largest(decision: &Decision) -> Answer {
    match &decision.shape {
        Shape::Number { max, .. } => Answer::Number(*max),
        _ => best(decision, |c| if let Choice::Number(n) = c { *n } else { 0 }),
    }
}

fn modes(evaluator: &Evaluator<'_, '_>, decision: &Decision) -> Answer {
    let Some(announced) = evaluator.view.announced() else { return top(decision, &vec![1; decision.options().len()]) };
    let table = evaluator.view.table();
    let mut bindings = announced.bindings.clone();
    best(decision, |choice| match choice {
        Choice::Mode(number) => legal::mode(table, announced.texts, *number)
            .map_or(0, |(text, row)| evaluator.mode(text, row, &mut bindings)),
        _ => 0,
    })
}

/// Optional costs are paid as often as possible, if they don't hurt; of several of which one has to be paid the cheapest is.
fn optional_cost(evaluator: &Evaluator<'_, '_>, decision: &Decision, object: ObjectRef, n: u8) -> Answer {
    let table = evaluator.view.table();
    let seen = evaluator.view.object(object);
    let costs = seen.iter().flat_map(|s| &s.chars.abilities).filter_map(|a| match &table.ability(a.handle).kind {
        // What may be cast now without it isn't worth it.
        AbilityKind::OptionalCost { flash: true, .. } => Some((None, false)),
        AbilityKind::OptionalCost { cost, either, .. } => Some((Some(cost), *either)),
        _ => None,
    });
    let mut costs = costs.skip(n as usize);
    let price = |cost: &Cost| evaluator.price(&cost.0, object, &Bindings::new(evaluator.me, object));
    let pays = match costs.next() {
        None => true,
        Some((None, _)) => false,
        Some((Some(cost), false)) => price(cost).penalty < 60,
        Some((Some(cost), true)) => {
            let worth = |cost: &Cost| {
                let price = price(cost);
                price.penalty + 10 * price.mana
            };
            let others = costs.filter(|(_, either)| *either).filter_map(|(cost, _)| cost.map(worth)).min();
            others.is_none_or(|others| worth(cost) <= others)
        }
    };
    match &decision.shape {
        Shape::Number { min, max } => Answer::Number(if pays { *max } else { *min }),
        Shape::Confirm => Answer::Confirm(pays),
        // An opponent who is given something: the one who is least dangerous.
        Shape::ChooseOne(options) => {
            let danger = |choice: &Choice| match choice {
                Choice::Player(seat) => evaluator.view.player(*seat).life,
                _ => i32::MAX,
            };
            let least = (0..options.len()).min_by_key(|at| danger(&options[*at])).unwrap_or(0);
            Answer::One(if pays { least } else { options.len().saturating_sub(1) } as u16)
        }
        _ => Answer::One(0),
    }
}

fn targets(evaluator: &Evaluator<'_, '_>, decision: &Decision, of: ObjectRef, instance: u8) -> Answer {
    let options = decision.options();
    let worthless = || top(decision, &vec![0; options.len()]);
    let Some(announced) = evaluator.view.announced() else { return worthless() };
    let table = evaluator.view.table();
    let found = legal::mode_of_instance(table, announced.texts, &announced.bindings.modes, instance);
    let Some((text, row, first)) = found else {
        // An Aura spell (CR 303.4a).
        let Some(aura) = evaluator.view.object(of) else { return worthless() };
        return best(decision, |host| host.referent().map_or(0, |host| evaluator.on(&aura, host)));
    };
    let mut bound = announced.bindings.clone();
    bound.rebase_targets(first);
    bound.targets.iter_mut().for_each(|t| t.legal = true);
    let share = evaluator.share(&row.targets[(instance - first) as usize], &bound);
    let program = legal::program(text, row);
    if let AbilityKind::Activated { cost, .. } = &table.ability(text).kind {
        evaluator.pay_with_best(cost, text, &mut bound);
    } else if evaluator.style.paid > 0
        && let Some(spell) = evaluator.view.object(of)
    {
        evaluator.pay_spell_with_best(&spell.chars.abilities, text, &mut bound);
    }
    let scores: Vec<i32> = decision
        .options()
        .iter()
        .map(|choice| {
            let worth = |t| {
                evaluator.assumptions.borrow_mut().clear();
                let worth = evaluator.with_target(program, &mut bound, (instance - first, t, share));
                if evaluator.style.finish > 0 && evaluator.wins_by_attack() { worth.max(DECIDED / 2) } else { worth }
            };
            choice.referent().map_or(0, worth)
        })
        .collect();
    if share > 0 && evaluator.style.divided > 0 {
        return top(decision, &shares::worth_a_share(evaluator.view, evaluator.style, decision, share, scores));
    }
    top(decision, &scores)
}

/// How often the ability that is being activated can be used, its cost not paid yet.
fn times(evaluator: &Evaluator<'_, '_>) -> i32 {
    let Some(announced) = evaluator.view.announced() else { return 1 };
    let (table, bindings) = (evaluator.view.table(), announced.bindings);
    match announced.texts {
        [text] => match &table.ability(*text).kind {
            AbilityKind::Activated { cost, .. } => {
                evaluator.payable(&cost.0, bindings.this, bindings, available_mana(evaluator.view))
            }
            _ => 1,
        },
        _ => 1,
    }
}

/// New targets, one after another; the first option leaves it as it is.
fn new_targets(evaluator: &Evaluator<'_, '_>, decision: &Decision, object: ObjectRef) -> Answer {
    let Some(seen) = evaluator.view.object(object) else { return Answer::One(0) };
    let table = evaluator.view.table();
    let Some(bindings) = seen.stack.bindings.as_deref() else { return Answer::One(0) };
    let mode = bindings.modes.first().and_then(|m| legal::mode(table, &seen.stack.text, *m));
    let Some((text, row)) = mode else { return Answer::One(0) };
    let program = legal::program(text, row);
    let now = evaluator.on_stack(&seen);
    let mut bound = bindings.clone();
    bound.targets.retain(|t| t.instance != 0);
    best(decision, |choice| choice.referent().map_or(now, |t| evaluator.with_target(program, &mut bound, (0, t, 0))))
}

/// How good it is to find a card; `land_score` says how much the mana of a land is missing.
fn found(style: &Style, seen: &Seen<'_>, lands: LandCounts, land_score: impl Fn(&Seen<'_>) -> i32) -> i32 {
    if seen.chars.is_land() {
        let short = if lands.played + lands.held < 4 { 200 } else { 20 };
        return short + land_score(seen).max(0);
    }
    100 + style.in_zone(seen, ZoneKind::Stack).min(200) - 30 * (seen.chars.mana_value(0) - lands.played - 2).max(0)
}

/// Whether a card from the top of the library is better put away.
fn unwanted(seen: &Seen<'_>, lands: LandCounts) -> bool {
    let sources = lands.played + lands.held;
    if seen.chars.is_land() { sources >= 5 } else { sources < 3 && seen.chars.mana_value(0) > 2 }
}

/// A colour for mana is the one that is needed, any other one that opponents threaten with.
fn color(view: &SeatView<'_>, style: &Style, decision: &Decision) -> Answer {
    let makes_mana = |op: &Op| matches!(op, Op::Do(e) if matches!(**e, Instruction::AddMana { .. }));
    let for_mana = view.followed().is_some_and(|f| rest(view, &f).iter().any(makes_mana));
    let (wanted, hostile) = (guess::wanted_mana(view), guess::hostile_color(view, style));
    best(decision, |choice| match choice {
        Choice::Color(color) if for_mana => wanted[*color as usize],
        Choice::Color(color) => i32::from(*color == hostile),
        _ => 0,
    })
}

/// The instructions after the one that asks.
fn rest<'w>(view: &SeatView<'w>, followed: &Followed) -> &'w [Op] {
    view.table().program(followed.program).get(followed.at as usize + 1..).unwrap_or_default()
}

/// Whether to do, or to pay, what instructions offer.
fn may(evaluator: &Evaluator<'_, '_>, decision: &Decision) -> Answer {
    let price = match &decision.prompt {
        Prompt::MayPay(object, cost) => {
            // What the instructions have settled counts: the value of X.
            let bindings = evaluator.view.followed().map(|followed| followed.bindings);
            let bindings = bindings.unwrap_or_else(|| Bindings::new(evaluator.me, *object));
            let price = evaluator.price(&cost.0, *object, &bindings);
            price.penalty + 10 * price.mana
        }
        _ => 0,
    };
    let Some(Followed { program, at, mut bindings }) = evaluator.view.followed() else {
        return Answer::Confirm(price < 60);
    };
    let mut from = |at: u16| keeping_variables(&mut bindings, |own| evaluator.program(program, at, own));
    match &evaluator.view.table().program(program)[at as usize] {
        Op::AskMay(_, to, _) | Op::AskPay(_, _, to, _) => {
            let (yes, no) = (from(at + 1), from(*to));
            Answer::Confirm(if price > 0 { yes.saturating_sub(price) > no } else { yes >= no })
        }
        _ => Answer::Confirm(price < 60),
    }
}

/// What is chosen of numbers that are compared with mana values.
const USUAL_NUMBER: i32 = 2;

/// What an instruction has someone choose: each option is judged by what the instructions after it do with it.
fn instruction(evaluator: &Evaluator<'_, '_>, decision: &Decision) -> Option<Answer> {
    let mut followed = evaluator.view.followed()?;
    let (program, next) = (followed.program, followed.at + 1);
    let from = |at: u16, bindings: &mut Bindings| evaluator.program(program, at, bindings);
    let op = evaluator.view.table().program(followed.program).get(followed.at as usize)?;
    let into = match op {
        Op::ChooseOne(_, starts, _) | Op::Face(_, starts, _) => {
            return Some(best(decision, |choice| match choice {
                Choice::Course(n) => starts
                    .get(*n as usize)
                    .map_or(0, |at| keeping_variables(&mut followed.bindings, |own| from(*at, own))),
                _ => 0,
            }));
        }
        Op::Do(effect) => match effect.as_ref() {
            Instruction::Unlock(_) | Instruction::Lock(_) => {
                let sign = if matches!(**effect, Instruction::Unlock(_)) { 1 } else { -1 };
                return Some(best(decision, |choice| match choice {
                    Choice::Door { object, door } => {
                        let seen = evaluator.view.object(*object);
                        seen.map_or(0, |seen| sign * worth_of_half(evaluator, &seen, *door))
                    }
                    _ => 0,
                }));
            }
            Instruction::Proliferate(_) => {
                return Some(best(decision, |choice| choice.referent().map_or(0, |r| evaluator.one_more_of_each(r))));
            }
            Instruction::Choose { into, .. }
            | Instruction::ChoosePlayer { into, .. }
            | Instruction::ChoosePlayers { into, .. }
            | Instruction::ChooseNumber { into, .. } => *into,
            Instruction::Vote { among: Ballot::Words(words), .. } => {
                return Some(guess::vote(evaluator, decision, &followed, words));
            }
            _ => votes::stored(effect)?,
        },
        _ => return None,
    };
    // What is only remembered is compared with mana values, most of which are small.
    let remembered = rest(evaluator.view, &followed)
        .first()
        .is_some_and(|op| matches!(op, Op::Do(effect) if matches!(**effect, Instruction::RememberChoice(_))));
    let mut with = |value: Option<Value>| {
        keeping_variables(&mut followed.bindings, |own| {
            match value {
                Some(value) => own.set(into, value),
                None => own.clear(into),
            }
            from(next, own)
        })
    };
    if let Shape::Number { min, max } = decision.shape {
        let (high, low) = (with(Some(Value::Number(max))), with(Some(Value::Number(min))));
        if high == low && remembered && max > USUAL_NUMBER {
            return Some(Answer::Number(USUAL_NUMBER.max(min)));
        }
        let better = high >= low;
        return Some(Answer::Number(if better { max } else { min }));
    }
    let votes = matches!(decision.prompt, Prompt::Vote(_));
    let opponent = main_opponent(evaluator.view);
    let nothing = with(None);
    Some(best(decision, |choice| match choice {
        Choice::Object(object) => {
            let worth = with(Some(Value::Objects(vec![*object]))).saturating_sub(nothing);
            // What the instructions don't say anything about goes by what it is.
            if worth == 0 { tie(evaluator, *object) } else { worth }
        }
        Choice::Player(seat) if votes => with(Some(Value::Votes(vec![*seat]))).saturating_sub(nothing),
        Choice::Player(seat) => with(Some(Value::Seats(SeatSet::only(*seat)))) * 2 + i32::from(Some(*seat) == opponent),
        _ => 0,
    }))
}

/// A small preference for opponents' best things and one's own worst.
fn tie(evaluator: &Evaluator<'_, '_>, object: ObjectRef) -> i32 {
    evaluator.view.object(object).map_or(0, |s| {
        let sign = if s.object.owner == evaluator.me { -1 } else { 1 };
        sign * evaluator.style.in_zone(&s, s.object.zone.kind()) / 100
    })
}

/// Whether what a card of a hand offers is offered because its owner could mulligan (CR 103.5b).
fn may_mulligan(view: &SeatView<'_>, options: &[Choice]) -> bool {
    let offers = |choice: &Choice| match choice {
        Choice::Activate { key } => {
            matches!(view.table().ability(key.handle).kind, AbilityKind::OpeningHand(.., true))
        }
        _ => false,
    };
    options.iter().any(offers)
}

/// Whether an object has its controller skip a turn if they want (CR 614.10).
fn skips_turn(view: &SeatView<'_>, object: ObjectRef) -> bool {
    let table = view.table();
    let skips = |handle: AbilityHandle| match table.ability(handle).kind {
        AbilityKind::Static { index, .. } => {
            let effect = &table.static_row(StaticHandle { def: handle.def, index }).effect;
            matches!(effect, StaticEffect::Replace(r) if matches!(r.event, ReplacedEvent::BeginsTurn { .. }))
        }
        _ => false,
    };
    view.object(object).is_some_and(|seen| seen.chars.abilities.iter().any(|a| skips(a.handle)))
}
