//! Tokens that the rules define (CR 111.10), for each of something, and abilities in quotes beside keywords.

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

fn created(effect: Instruction, as_tapped: bool) -> Option<(Who, String, Quantity, Option<Var>)> {
    match effect {
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::Predefined(made),
            tapped,
            attacking: None,
            counters,
            into,
        } if tapped == as_tapped && counters.is_empty() && !is_few(&count) => Some((who, made, count, into)),
        _ => None,
    }
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
    match courses.iter().map(made).collect::<Option<Vec<_>>>().as_deref() {
        Some([a, b]) if one_of(*who, a.clone(), b.clone()) == *effect => vec![(*who, a.clone(), b.clone())],
        _ => Vec::new(),
    }
}

/// Whether an ability in quotes is one that isn't said as a keyword.
fn quoted(ability: &AbilityDef) -> bool {
    !matches!(ability, AbilityDef::Keyword(_) | AbilityDef::Keywords(_))
}

/// Keywords, and an ability in quotes.
fn beside(k: Vec<Keyword>, quote: AbilityDef) -> Option<Vec<Modification>> {
    quoted(&quote).then(|| vec![Modification::Gain(k), Modification::GainAbilities(vec![quote])])
}

fn is_beside(mods: &[Modification]) -> Vec<(Vec<Keyword>, AbilityDef)> {
    match mods {
        [Modification::Gain(k), Modification::GainAbilities(list)] => match list.as_slice() {
            [quote] if quoted(quote) => vec![(k.clone(), quote.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Two abilities in quotes.
fn both(a: AbilityDef, b: AbilityDef) -> Option<Vec<Modification>> {
    (quoted(&a) && quoted(&b)).then(|| vec![Modification::GainAbilities(vec![a, b])])
}

fn are_both(mods: &[Modification]) -> Vec<(AbilityDef, AbilityDef)> {
    match mods {
        [Modification::GainAbilities(list)] => match list.as_slice() {
            [a, b] if quoted(a) && quoted(b) => vec![(a.clone(), b.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "creates|create a {made} token for each {each.s}" (who: Doer, made: Made, each: Each, into: Into) => |_, who, made, each, into| create(who, each, made, false, into),
        |_, e| created(e, false).into_iter().collect(); "create a Food token for each creature you control"),
    rule!(Verb: "creates|create a tapped {made} token for each {each.s}" (who: Doer, made: Made, each: Each, into: Into) => |_, who, made, each, into| create(who, each, made, true, into),
        |_, e| created(e, true).into_iter().collect(); "create a tapped Food token for each creature you control"),
    alternate!(Verb: "creates|create a number of {made} tokens equal to {count}" (who: Doer, made: Made, count: Value_, into: Into) => |_, who, made, count, into| create(who, count, made, false, into);
        "create a number of Food tokens equal to this creature's power"),
    alternate!(Verb: "creates|create a number of tapped {made} tokens equal to {count}" (who: Doer, made: Made, count: Value_, into: Into) => |_, who, made, count, into| create(who, count, made, true, into);
        "create a number of tapped Food tokens equal to this creature's power"),
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
    rule!(StaticMod: "has|have {k} and \" {quote} \"" (k: KwList, quote: Quote) => |_, k, quote| beside(k, quote), |_, m: &_| is_beside(m); ""),
    rule!(Mod: "gains|gain {k} and \" {quote} \"" (k: KwList, quote: Quote) => |_, k, quote| beside(k, quote), |_, m: &_| is_beside(m); ""),
    rule!(StaticMod: "has|have \" {a} \" and \" {b} \"" (a: Quote, b: Quote) => |_, a, b| both(a, b), |_, m: &_| are_both(m); ""),
    rule!(Mod: "gains|gain \" {a} \" and \" {b} \"" (a: Quote, b: Quote) => |_, a, b| both(a, b), |_, m: &_| are_both(m); ""),
];
