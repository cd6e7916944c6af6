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

/// It begins the game with a counter, for something that follows.
fn begins(context: &mut Context, kind: CounterKind, then: Vec<Instruction>) -> Vec<Instruction> {
    let entry = Entry { counters: vec![(kind, n(1))], ..Entry::default() };
    let mut effects = vec![Instruction::Move {
        what: Objects::The(Obj::This),
        to: Destination::Battlefield(entry),
        into: context.variable(),
        linked: false,
        until: None,
    }];
    effects.extend(then);
    effects
}

fn second() -> Condition {
    Condition::Not(Box::new(Condition::StartingPlayer(Who::You)))
}

fn is_begun(list: &[AbilityDef]) -> Vec<(Obj, CounterKind, Vec<Instruction>)> {
    let Some(effects) = is_opening(list, &second(), false) else { return Vec::new() };
    match effects.as_slice() {
        [
            Instruction::Move {
                what: Objects::The(Obj::This),
                to: Destination::Battlefield(entry),
                linked: false,
                until: None,
                ..
            },
            then @ ..,
        ] => match entry.counters.as_slice() {
            [(kind, Quantity::N(1))] if *entry == (Entry { counters: entry.counters.clone(), ..Entry::default() }) => {
                vec![(Obj::This, *kind, then.to_vec())]
            }
            _ => Vec::new(),
        },
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
fn new_hand(context: &mut Context) -> Option<Vec<Instruction>> {
    let hand = Objects::In(ZoneOf::Hand(Who::You), Filter::Any);
    let (count, into) = (context.variable()?, context.variable());
    Some(vec![
        Instruction::Set(count, Quantity::HandSize(Who::You)),
        Instruction::Move { what: hand, to: Destination::Exile, into, linked: false, until: None },
        Instruction::Draw { who: Who::You, count: Quantity::Var(count), into: None },
    ])
}

pub(super) const RULES: &[Rule] = &[
    rule!(Line: "if this card is in your opening hand and you're not the starting player , you may begin the game with {this} on the battlefield with a {k} counter on it . if you do , {clause} ." (this: Self_, k: Kind, clause: Clause)
        => |c, _, k, clause| { let effects = begins(c, k, clause); Some(opens(effects, second(), false)) },
        |_, list: &_| is_begun(list); ""),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of the first upkeep , {effects}" (effects: Sentences) => |_, effects| Some(revealed(upkeep(Who::EachPlayer), effects)),
        |_, list: &_| is_revealed(list, &upkeep(Who::EachPlayer)); "you may reveal this card from your opening hand. If you do, at the beginning of the first upkeep, you gain 3 life."),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of your first upkeep , {effects}" (effects: Sentences) => |_, effects| Some(revealed(upkeep(Who::You), effects)),
        |_, list: &_| is_revealed(list, &upkeep(Who::You)); "you may reveal this card from your opening hand. If you do, at the beginning of your first upkeep, you gain 3 life."),
    rule!(Line: "you may reveal this card from your opening hand . if you do , at the beginning of your first main phase of the game , {effects}" (effects: Sentences) => |_, effects| Some(revealed(MAIN, effects)),
        |_, list: &_| is_revealed(list, &MAIN); "you may reveal this card from your opening hand. If you do, at the beginning of your first main phase of the game, add {G}."),
    rule!(Line: "any time you could mulligan and this card is in your hand , you may exile all the cards from your hand , then draw that many cards ." () => |c| { let effects = new_hand(c)?; Some(opens(effects, Condition::Always, true)) },
        |c, list: &_| match is_opening(list, &Condition::Always, true) { Some(effects) if new_hand(&mut c.clone()).as_ref() == Some(&effects) => vec![()], _ => Vec::new() }; ""),
];
