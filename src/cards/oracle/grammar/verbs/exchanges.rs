//! Exchanges (CR 701.12).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Two objects, each of them named.
fn pair(a: Objects, b: Objects, into: Option<Var>) -> Instruction {
    Instruction::ExchangeControl { what: Objects::Union(vec![a, b]), into }
}

fn of_pair(effect: &Instruction) -> Vec<(Objects, Objects, Option<Var>)> {
    match effect {
        Instruction::ExchangeControl { what: Objects::Union(both), into } => match both.as_slice() {
            [a, b] => vec![(a.clone(), b.clone(), *into)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Two targets of one instance.
fn targets(context: &Context, what: Objects, into: Option<Var>) -> Option<Instruction> {
    let Objects::Targets(number) = what else { return None };
    let def = context.targets.get(usize::from(number))?;
    (def.min == n(2) && def.max == n(2)).then_some(Instruction::ExchangeControl { what, into })
}

/// "If you don't or can't make an exchange": an ability that resolves whether or not its target is legal.
fn or_else(context: &mut Context, pair: Instruction, otherwise: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let Instruction::ExchangeControl { into: Some(done), .. } = &pair else { return None };
    let cond = Condition::Not(Box::new(Condition::Did(*done)));
    let [target] = &mut *context.targets else { return None };
    target.despite_illegal = true;
    Some(vec![pair, Instruction::If { cond, then: otherwise, otherwise: Vec::new() }])
}

/// The two targets of one instance exchange life totals.
fn two_players(context: &Context, who: Who) -> Option<Instruction> {
    let Who::Target(number) = who else { return None };
    let def = context.targets.get(usize::from(number))?;
    (def.min == n(2) && def.max == n(2)).then_some(Instruction::ExchangeLife(who, who))
}

/// Two players who are one instance of "target" exchange life totals.
fn two_targets(context: &mut Context) -> Option<Vec<Instruction>> {
    let def = TargetDef { min: n(2), max: n(2), ..TargetDef::new(TargetKind::Player(Who::EachPlayer)) };
    let who = Who::Target(context.target(def)?);
    Some(vec![Instruction::ExchangeLife(who, who)])
}

fn are_two_targets(context: &Context, effects: &[Instruction]) -> bool {
    let [Instruction::ExchangeLife(Who::Target(number), _)] = effects else { return false };
    let number = usize::from(*number);
    let two = context.wanted.get(number).is_some_and(|def| def.min == n(2) && def.max == n(2));
    two && number == context.targets.len() && two_targets(&mut context.clone()).as_deref() == Some(effects)
}

macro_rules! zones {
    ($words:literal, $one:ident, $other:ident) => {
        rule!(Verb: $words (who: Doer) => |_, who| (who == Who::You).then_some(Instruction::ExchangeZones(who, ZoneKind::$one, ZoneKind::$other)),
            |_, e: &_| match e { Instruction::ExchangeZones(who, ZoneKind::$one, ZoneKind::$other) => vec![(*who,)], _ => Vec::new() }; $words)
    };
}

macro_rules! life_with {
    ($words:literal, $measure:ident, $example:literal) => {
        rule!(Verb: $words (whose: Whose, obj: Poss) => |_, who, of| Some(Instruction::ExchangeLifeWith { who, of, measure: Measure::$measure }),
            |_, e: &_| match e { Instruction::ExchangeLifeWith { who, of, measure: Measure::$measure } => vec![(*who, *of)], _ => Vec::new() }; $example)
    };
}

/// All of them are controlled by their owners (CR 108.3, 611.2d).
fn owned_again(noun: Filter) -> Vec<Instruction> {
    let owner = Modification::Control(Who::OwnerOf(Obj::It));
    vec![help::lasting(Objects::All(noun), vec![owner], Duration::Forever)]
}

fn are_owned_again(effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Affect(Objects::All(noun), _), _)]
            if owned_again(noun.clone()) == *effects =>
        {
            vec![(noun.clone(),)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "each player gains control of all {noun.p} they own" (noun: Noun) => |_, noun| Some(owned_again(noun)), |_, e: &_| are_owned_again(e);
        "each player gains control of all creatures they own"),
    zones!("exchange your hand and graveyard", Hand, Graveyard),
    zones!("exchange your hand and library", Hand, Library),
    zones!("exchange your graveyard and library", Graveyard, Library),
    life_with!(
        "exchange {whose} life total with {obj} power",
        Power,
        "exchange your life total with this creature's power"
    ),
    life_with!(
        "exchange {whose} life total with {obj} toughness",
        Toughness,
        "exchange target opponent's life total with this creature's toughness"
    ),
    rule!(Said: "two target players exchange life totals" () => |c| two_targets(c), |c, e: &_| if are_two_targets(c, e) { vec![()] } else { Vec::new() }; "two target players exchange life totals"),
    alternate!(Act: "have two target players exchange life totals" () => |c| two_targets(c); ""),
    rule!(Verb: "exchanges|exchange life totals with {other}" (who: Doer, other: Player) => |_, who, other| (who != other).then_some(Instruction::ExchangeLife(who, other)),
        |_, e| match e { Instruction::ExchangeLife(who, other) if who != other => vec![(who, other)], _ => Vec::new() }; "exchange life totals with target opponent"),
    rule!(Verb: "exchanges|exchange life totals" (who: Doer) => |c, who| two_players(c, who),
        |_, e| match e { Instruction::ExchangeLife(who, other) if who == other => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "exchange control of {a} and {b}" (a: Objs, b: Objs, into: Into) => |_, a, b, into| Some(pair(a, b, into)),
        |_, e: &_| of_pair(e); "exchange control of target artifact you control and target artifact an opponent controls"),
    rule!(Verb: "exchange control of {what}" (what: Targets_, into: Into) => |c, what, into| targets(c, what, into),
        |_, e| match e { Instruction::ExchangeControl { what: Objects::Targets(t), into } => vec![(Objects::Targets(t), into)], _ => Vec::new() }; "exchange control of two target creatures"),
    rule!(Plain: "exchange control of {a} and {b} . if you don't or can't make a exchange , {clause} . this ability still resolves if its target becomes illegal ." (a: Objs, b: Objs, into: Into, clause: Clause)
        => |c, a, b, into, clause| or_else(c, pair(a, b, into), clause),
        |_, e: &_| is_or_else(e); ""),
];

fn is_or_else(effects: &[Instruction]) -> Vec<(Objects, Objects, Option<Var>, Vec<Instruction>)> {
    match effects {
        [first, Instruction::If { cond: Condition::Not(cond), then, otherwise }] if otherwise.is_empty() => {
            let pairs = of_pair(first).into_iter();
            let same = pairs.filter(|(_, _, into)| into.is_some_and(|done| **cond == Condition::Did(done)));
            same.map(|(a, b, into)| (a, b, into, then.clone())).collect()
        }
        _ => Vec::new(),
    }
}
