//! Tokens that the rules define (CR 111.10), for each of something.

use crate::cards::oracle::grammar::tokens::making::is_few;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn create(who: Who, count: Quantity, made: String, tapped: bool, into: Option<Var>) -> Option<Instruction> {
    let token = TokenSource::Predefined(made);
    (!is_few(&count)).then(|| Instruction::CreateToken {
        who,
        count,
        token,
        tapped,
        attacking: None,
        counters: Vec::new(),
        into,
    })
}

fn token(who: Who, made: String) -> Vec<Instruction> {
    let token = TokenSource::Predefined(made);
    vec![Instruction::CreateToken {
        who,
        count: Quantity::N(1),
        token,
        tapped: false,
        attacking: None,
        counters: Vec::new(),
        into: None,
    }]
}

/// A token of one sort or of another, as the player chooses.
fn one_of(who: Who, a: String, b: String) -> Instruction {
    Instruction::ChooseOne(who, vec![token(who, a), token(who, b)])
}

fn is_one_of(effect: &Instruction) -> Vec<(Who, String, String)> {
    let Instruction::ChooseOne(who, courses) = effect else { return Vec::new() };
    let made = |course: &Vec<Instruction>| match course.as_slice() {
        [Instruction::CreateToken { token: TokenSource::Predefined(made), .. }] => Some(made.clone()),
        _ => None,
    };
    // Nothing calls it back.
    let mut plain = effect.clone();
    plain.each(|made: &mut Instruction| {
        if let Instruction::CreateToken { into, .. } = made {
            *into = None;
        }
    });
    match courses.iter().map(made).collect::<Option<Vec<_>>>().as_deref() {
        Some([a, b]) if one_of(*who, a.clone(), b.clone()) == plain => vec![(*who, a.clone(), b.clone())],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Plain: "for each {each.s} , create a {made} token ." (each: Each, made: Made, into: Into) => |_, each, made, into| Some(vec![create(Who::You, each, made, false, into)?]); ""),
    rule!(Verbs: "creates|create a {a} token or a {b} token" (a: Made, b: Made) => |c, a, b| (c.doer == Who::You && a != b).then(|| vec![one_of(Who::You, a, b)]),
        |_, e: &_| match e.as_slice() { [one] => is_one_of(one).into_iter().filter(|(who, ..)| *who == Who::You).map(|(_, a, b)| (a, b)).collect(), _ => Vec::new() }; "create a Food token or a Treasure token"),
    rule!(Plain: "counter {what} unless {who.s} {cost.s} . if they do , {then} ." (what: Target, who: Other, cost: Payment, then: Clause) => |_, what, who, cost, then| {
            help::one_player(who).then(|| vec![Instruction::MayPay { who, cost, then, otherwise: vec![Instruction::Counter { what, to: None }] }])
        },
        |_, e: &_| match e.as_slice() {
            [Instruction::MayPay { who, cost, then, otherwise }] if !then.is_empty() => match otherwise.as_slice() {
                [Instruction::Counter { what, to: None }] => vec![(what.clone(), *who, cost.clone(), then.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "counter target spell unless its controller pays {2}. If they do, draw a card."),
    // ---- quotes
];
