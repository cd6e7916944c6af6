//! What is done with cards of opening hands, and any time a player could mulligan (CR 103.5b, 103.6).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn opens(effects: Vec<Instruction>, only_if: Condition, mulligan: bool) -> Vec<AbilityDef> {
    vec![AbilityDef::OpeningHand { effects, only_if, mulligan }]
}

fn is_opening(list: &[AbilityDef], condition: &Condition, at_mulligan: bool) -> Option<Vec<Instruction>> {
    match list {
        [AbilityDef::OpeningHand { effects, only_if, mulligan }]
            if only_if == condition && *mulligan == at_mulligan =>
        {
            Some(effects.clone())
        }
        _ => None,
    }
}

/// It begins the game with a counter on it.
fn begins(context: &mut Context, kind: CounterKind) -> Instruction {
    let entry = Entry { counters: vec![(kind, n(1))], ..Entry::default() };
    let (what, to) = (Objects::The(Obj::This), Destination::Battlefield(entry));
    Instruction::Move { what, to, into: context.variable(), linked: false, until: None }
}

fn is_beginning(effect: &Instruction) -> Vec<(Obj, CounterKind)> {
    let Instruction::Move {
        what: Objects::The(Obj::This),
        to: Destination::Battlefield(entry),
        linked: false,
        until: None,
        ..
    } = effect
    else {
        return Vec::new();
    };
    match entry.counters.as_slice() {
        [(kind, Quantity::N(1))] if *entry == (Entry { counters: entry.counters.clone(), ..Entry::default() }) => {
            vec![(Obj::This, *kind)]
        }
        _ => Vec::new(),
    }
}

fn second() -> Condition {
    Condition::Not(Box::new(Condition::StartingPlayer(Who::You)))
}

/// What begins the game, and what follows.
fn is_begun(list: &[AbilityDef]) -> Vec<(Instruction, Vec<Instruction>)> {
    let effects = is_opening(list, &second(), false).unwrap_or_default();
    match effects.split_first() {
        Some((first, then)) if !is_beginning(first).is_empty() => vec![(first.clone(), then.to_vec())],
        _ => Vec::new(),
    }
}

/// It is revealed, and something happens later.
fn revealed(when: TriggerEvent, effects: Vec<Instruction>) -> Vec<AbilityDef> {
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), effects));
    let later = Instruction::Delayed { ability, until: None };
    opens(vec![Instruction::Reveal(Objects::The(Obj::This)), later], Condition::Always, false)
}

fn is_revealed(list: &[AbilityDef], when: &TriggerEvent) -> Vec<(Vec<Instruction>,)> {
    match is_opening(list, &Condition::Always, false).as_deref() {
        Some([_, Instruction::Delayed { ability, until: None }])
            if *list == revealed(when.clone(), ability.effects.clone()) =>
        {
            vec![(ability.effects.clone(),)]
        }
        _ => Vec::new(),
    }
}

const fn upkeep(who: Who) -> TriggerEvent {
    TriggerEvent::Beginning(StepName::Upkeep, who)
}

const MAIN: TriggerEvent = TriggerEvent::Beginning(StepName::PrecombatMain, Who::You);

/// All cards of the hand are exiled, and as many are drawn.
fn new_hand(count: Var, exiled: Option<Var>, into: Option<Var>) -> Vec<Instruction> {
    let hand = Objects::In(ZoneOf::Hand(Who::You), Filter::Any);
    vec![
        Instruction::Set(count, Quantity::HandSize(Who::You)),
        Instruction::Move { what: hand, to: Destination::Exile, into: exiled, linked: false, until: None },
        Instruction::Draw { who: Who::You, count: Quantity::Var(count), into },
    ]
}

fn is_new_hand(effects: &[Instruction]) -> bool {
    match effects {
        [Instruction::Set(count, _), Instruction::Move { into: exiled, .. }, Instruction::Draw { into, .. }] => {
            *effects == new_hand(*count, *exiled, *into)
        }
        _ => false,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Start: "begin the game with {this} on the battlefield with a {k} counter on it" (this: Self_, k: Kind) => |c, _, k| Some(begins(c, k)), |_, e: &_| is_beginning(e); "begin the game with this creature on the battlefield with a charge counter on it"),
    rule!(Line: "if this card is in your opening hand and you're not the starting player , you may {start} . if you do , {clause} ." (start: Start, clause: Clause)
        => |_, start, clause| { let mut effects = vec![start]; effects.extend(clause); Some(opens(effects, second(), false)) },
        |_, list: &_| is_begun(list); "if this card is in your opening hand and you're not the starting player, you may begin the game with this creature on the battlefield with a charge counter on it. If you do, you lose 1 life."),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of the first upkeep , {effects}" (effects: Sentences) => |_, effects| Some(revealed(upkeep(Who::EachPlayer), effects)),
        |_, list: &_| is_revealed(list, &upkeep(Who::EachPlayer)); "you may reveal this card from your opening hand. If you do, at the beginning of the first upkeep, you gain 3 life."),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of your first upkeep , {effects}" (effects: Sentences) => |_, effects| Some(revealed(upkeep(Who::You), effects)),
        |_, list: &_| is_revealed(list, &upkeep(Who::You)); "you may reveal this card from your opening hand. If you do, at the beginning of your first upkeep, you gain 3 life."),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of your first main phase of the game , {effects}" (effects: Sentences) => |_, effects| Some(revealed(MAIN, effects)),
        |_, list: &_| is_revealed(list, &MAIN); "you may reveal this card from your opening hand. If you do, at the beginning of your first main phase of the game, add {G}."),
    rule!(Line: "any time you could mulligan and this card is in your hand , you may exile all the cards from your hand , then draw that many cards ." () => |c| { let effects = new_hand(c.variable()?, c.variable(), c.variable()); Some(opens(effects, Condition::Always, true)) },
        |_, list: &_| if is_opening(list, &Condition::Always, true).is_some_and(|effects| is_new_hand(&effects)) { vec![()] } else { Vec::new() }; "any time you could mulligan and this card is in your hand, you may exile all the cards from your hand, then draw that many cards."),
];
