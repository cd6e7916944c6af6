//! Abilities that cost less to activate than they say (CR 601.2f, 602.2b), and those of cards in hand that are revealed (CR 702.57).

use crate::cards::oracle::grammar::help::{generic, mana, n};
use crate::cards::oracle::grammar::lines::{activated, plain, targets};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// N less for each of them.
fn scaled(number: i32, each: Quantity) -> Quantity {
    if number == 1 { each } else { Quantity::Times(Box::new(n(number)), Box::new(each)) }
}

fn is_scaled(less: Quantity) -> Vec<(ManaCost, Quantity)> {
    let (number, each) = match less {
        Quantity::N(_) | Quantity::If(..) => return Vec::new(),
        Quantity::Times(number, each) => match *number {
            Quantity::N(number) => (number, *each),
            _ => return Vec::new(),
        },
        each => (1, each),
    };
    mana(number).map(|mana| (mana, each)).into_iter().collect()
}

/// N less if a condition holds, else nothing less.
fn only_if(number: i32, cond: Condition) -> Quantity {
    Quantity::If(Box::new(cond), Box::new(n(number)), Box::new(n(0)))
}

fn is_only_if(less: Quantity) -> Vec<(ManaCost, Condition)> {
    match less {
        Quantity::If(cond, number, other) if *other == n(0) => match *number {
            Quantity::N(number) => mana(number).map(|mana| (mana, *cond)).into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Nothing that is chosen later: a cost is determined before what it asks for is known (CR 601.2c, f), and no ability is there yet.
fn settled(part: &(impl Clone + derive_visitor::DriveMut)) -> bool {
    let mut found = false;
    let mut part = part.clone();
    part.each(|obj: &mut Obj| {
        found |= !matches!(obj, Obj::This | Obj::It);
    });
    part.each(|objects: &mut Objects| {
        found |= matches!(objects, Objects::Targets(_) | Objects::Var(_) | Objects::PaidWith);
    });
    !found
}

fn cheaper(context: &mut Context, cost: Cost, effects: Vec<Instruction>, less: Quantity) -> Option<ActivatedDef> {
    let from = context.zone;
    settled(&less).then(|| ActivatedDef { from, less: Some(less), ..activated(cost, targets(context), effects) })
}

fn is_cheaper(def: ActivatedDef) -> Vec<(Cost, Vec<Instruction>, Quantity)> {
    match def.less.clone() {
        Some(less) if plain(&ActivatedDef { less: None, ..def.clone() }) => vec![(def.cost, def.effects, less)],
        _ => Vec::new(),
    }
}

/// Its X is at least 1.
fn not_zero(context: &mut Context, cost: Cost, effects: Vec<Instruction>) -> Option<ActivatedDef> {
    let has_x = crate::cards::parts_use_x(&cost.0);
    has_x.then(|| ActivatedDef { least_x: 1, from: context.zone, ..activated(cost, targets(context), effects) })
}

fn is_not_zero(def: ActivatedDef) -> Vec<(Cost, Vec<Instruction>)> {
    if def.least_x == 1 && plain(&ActivatedDef { least_x: 0, ..def.clone() }) {
        vec![(def.cost, def.effects)]
    } else {
        Vec::new()
    }
}

/// An ability of a card in hand that is discarded for it.
fn cheaper_channel(
    context: &mut Context,
    Cost(mut parts): Cost,
    effects: Vec<Instruction>,
    less: Quantity,
) -> Option<ActivatedDef> {
    parts.push(CostPart::DiscardThis);
    let def = cheaper(context, Cost(parts), effects, less)?;
    Some(ActivatedDef { from: ZoneKind::Hand, ..def })
}

fn is_cheaper_channel(def: ActivatedDef) -> Vec<(Cost, Vec<Instruction>, Quantity)> {
    if def.from != ZoneKind::Hand || def.cost.0.len() < 2 || def.cost.0.last() != Some(&CostPart::DiscardThis) {
        return Vec::new();
    }
    let mut all = is_cheaper(ActivatedDef { from: ZoneKind::Battlefield, ..def });
    all.iter_mut().for_each(|(cost, ..)| _ = cost.0.pop());
    all
}

/// CR 702.57b: in the upkeep of the card's owner, once a turn; the card is revealed.
fn forecast(context: &mut Context, Cost(mut parts): Cost, effects: Vec<Instruction>) -> ActivatedDef {
    parts.push(CostPart::Reveal(n(1), Filter::Is(Obj::This)));
    ActivatedDef {
        from: ZoneKind::Hand,
        only_if: Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(StepName::Upkeep)]),
        per_turn: Some(1),
        ..activated(Cost(parts), targets(context), effects)
    }
}

fn is_forecast(context: &Context, def: &ActivatedDef) -> Vec<(Cost, Vec<Instruction>)> {
    let Some((_, rest)) = def.cost.0.split_last() else { return Vec::new() };
    let cost = Cost(rest.to_vec());
    let made = forecast(&mut context.clone(), cost.clone(), def.effects.clone());
    let same = ActivatedDef { targets: def.targets.clone(), ..made } == *def;
    if same && !rest.is_empty() { vec![(cost, def.effects.clone())] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Less: "this ability costs {mana} less to activate for each {each.s} ." (mana: Mana, each: Each) => |_, mana, each| Some(scaled(generic(&mana)?, each)),
        |_, less| is_scaled(less); "this ability costs {1} less to activate for each artifact you control."),
    rule!(Less: "this ability costs {mana} less to activate if {cond} ." (mana: Mana, cond: Conds) => |_, mana, cond| Some(only_if(generic(&mana)?, cond)),
        |_, less| is_only_if(less); "this ability costs {2} less to activate if you control an artifact."),
    alternate!(Less: "this ability costs {mana} less to activate during your turn ." (mana: Mana) => |_, mana| Some(only_if(generic(&mana)?, Condition::TurnOf(Who::You))); ""),
    rule!(Less: "this ability costs {X} less to activate , where X is {n} ." (n: Value_) => |_, n| Some(n), |_, n| match n { Quantity::N(_) | Quantity::X => Vec::new(), n => vec![(n,)] };
        "this ability costs {X} less to activate, where X is the greatest power among creatures you control."),
    rule!(Limit: "{cost} : {effects} {less}" (cost: Price, effects: Sentences, less: Less) => |c, cost, effects, less| cheaper(c, cost, effects, less),
        |_, d| is_cheaper(d); ""),
    rule!(Limit_: "{cost} : {effects} {less}" (cost: Price, effects: Sentences, less: Less) => |c, cost, effects, less| cheaper(c, cost, effects, less),
        |_, d| is_cheaper(d); ""),
    rule!(Limit: "{cost} : {effects} X can't be 0 ." (cost: Price, effects: Sentences) => |c, cost, effects| not_zero(c, cost, effects),
        |_, d| is_not_zero(d); "{X}: draw X cards. X can't be 0."),
    rule!(Limit_: "{cost} : {effects} X can't be 0 ." (cost: Price, effects: Sentences) => |c, cost, effects| not_zero(c, cost, effects),
        |_, d| is_not_zero(d); ""),
    rule!(Limit: "{cost} , discard this card : {effects} {less}" (cost: Price, effects: Sentences, less: Less) => |c, cost, effects, less| cheaper_channel(c, cost, effects, less),
        |_, d| is_cheaper_channel(d); ""),
    rule!(Limit: "forecast \u{2014} {cost} , reveal this card from your hand : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| Some(forecast(c, cost, effects)),
        |c, d: &_| is_forecast(c, d); ""),
    alternate!(Limit: "forecast \u{2014} {cost} , reveal this creature from your hand : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| c.face.types.contains(CardTypes::CREATURE).then(|| forecast(c, cost, effects)); ""),
];
