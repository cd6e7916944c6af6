//! Who has to attack whom, and what enters attacking.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::tokens::making::is_few;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// CR 701.15a.
fn goad(what: Objects, duration: Duration) -> Instruction {
    Instruction::Continuous(StaticEffect::Affect(what, vec![Modification::Rule(ObjectRule::Goaded)]), duration)
}

/// What is goaded for that long.
fn goaded(effect: Instruction, duration: &Duration) -> Vec<(Objects,)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, mods), lasts)
            if lasts == *duration && mods == [Modification::Rule(ObjectRule::Goaded)] =>
        {
            vec![(what,)]
        }
        _ => Vec::new(),
    }
}

const NEXT: Duration = Duration::UntilTurnOf(Who::You);

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "goads|goad {what}" (who: Doer, what: Objs) => |_, who, what| (who == Who::You).then(|| goad(what, NEXT)),
        |_, e| goaded(e, &NEXT).into_iter().map(|(what,)| (Who::You, what)).collect(); "goad target creature"),
    rule!(Pred: "is|are goaded for the rest of the game" (what: Subject) => |_, what| Some(goad(what, Duration::Forever)),
        |_, e| goaded(e, &Duration::Forever); ""),
    rule!(StaticMod: "is|are goaded" () => |_| Some(vec![Modification::Rule(ObjectRule::Goaded)]),
        |_, m: &_| if *m == [Modification::Rule(ObjectRule::Goaded)] { vec![()] } else { Vec::new() }; "is goaded"),
    rule!(Adj: "goaded" () <=> {Filter::Goaded}; "goaded"),
    // ---- proliferating
    rule!(Verb: "proliferates|proliferate" (who: Doer) <=> {Instruction::Proliferate(who)}; "proliferate"),
    rule!(Verb: "proliferates|proliferate twice" (who: Doer) => |_, who| Some(Instruction::Repeat(Quantity::N(2), vec![Instruction::Proliferate(who)])),
        |_, e| times(e).into_iter().filter(|(_, n)| *n == Quantity::N(2)).map(|(who, _)| (who,)).collect(); "proliferate twice"),
    rule!(Verb: "proliferates|proliferate {n} times" (who: Doer, n: Count) => |_, who, n| Some(Instruction::Repeat(n, vec![Instruction::Proliferate(who)])),
        |_, e| times(e).into_iter().filter(|(_, n)| *n != Quantity::N(2)).collect(); "proliferate three times"),
    // ---- tokens that enter attacking
    alternate!(Verb: "creates|create a tapped and attacking {token.s}" (who: Doer, token: TokenNoun, into: Into) => |_, who, token, into| Some(create((who, n(1)), token, TokenAttack::Any, into)); "create a tapped and attacking 1/1 white Soldier creature token"),
    alternate!(Verb: "creates|create {count} tapped and attacking {token.p}" (who: Doer, count: Count, token: TokenNoun, into: Into) => |_, who, count, token, into| (count != n(1)).then(|| create((who, count), token, TokenAttack::Any, into)); "create two tapped and attacking 1/1 white Soldier creature tokens"),
    rule!(Verb: "creates|create a {token.s} that's tapped and attacking" (who: Doer, token: TokenNoun, into: Into) => |_, who, token, into| Some(create((who, n(1)), token, TokenAttack::Any, into)),
        |_, e: &_| created(e, TokenAttack::Any).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, token, into)| (who, token, into)).into_iter().collect(); "create a 1/1 white Soldier creature token that's tapped and attacking"),
    rule!(Verb: "creates|create {count} {token.p} that are tapped and attacking" (who: Doer, count: Count, token: TokenNoun, into: Into) => |_, who, count, token, into| Some(create((who, count), token, TokenAttack::Any, into)),
        |_, e: &_| created(e, TokenAttack::Any).filter(|(_, count, ..)| *count != n(1) && is_few(count)).into_iter().collect(); "create two 1/1 white Soldier creature tokens that are tapped and attacking"),
    rule!(Verb: "creates|create a {token.s} that's tapped and attacking for each {each.s}" (who: Doer, token: TokenNoun, each: Each, into: Into) => |_, who, token, each, into| Some(create((who, each), token, TokenAttack::Any, into)),
        |_, e: &_| created(e, TokenAttack::Any).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, token, into)| (who, token, count, into)).into_iter().collect(); "create a 2/2 green Wolf creature token that's tapped and attacking for each creature card in your graveyard"),
    rule!(Said: "for each opponent , create a {token.s} that's tapped and attacking that player or a planeswalker they control" (token: TokenNoun, into: Into)
        => |_, token, into| Some(vec![create((Who::You, n(1)), token, EACH, into)]), |_, e: &_| for_each(e, EACH); "for each opponent, create a 1/1 white Human creature token that's tapped and attacking that player or a planeswalker they control"),
    rule!(Said: "for each opponent , create a {token.s} that's tapped and attacking that player" (token: TokenNoun, into: Into)
        => |_, token, into| Some(vec![create((Who::You, n(1)), token, EACH_PLAYER, into)]), |_, e: &_| for_each(e, EACH_PLAYER); "for each opponent, create a 1/1 white Human creature token that's tapped and attacking that player"),
    alternate!(Said: "for each opponent , create a {token.s} that's tapped and attacking that opponent" (token: TokenNoun, into: Into)
        => |_, token, into| Some(vec![create((Who::You, n(1)), token, EACH_PLAYER, into)]); "for each opponent, create a 1/1 white Human creature token that's tapped and attacking that opponent"),
    alternate!(Said: "for each opponent , you create a {token.s} that's tapped and attacking that opponent" (token: TokenNoun, into: Into)
        => |_, token, into| Some(vec![create((Who::You, n(1)), token, EACH_PLAYER, into)]); "for each opponent, you create a 1/1 white Human creature token that's tapped and attacking that opponent"),
];

const EACH: TokenAttack = TokenAttack::Each(Who::EachOpponent);
const EACH_PLAYER: TokenAttack = TokenAttack::EachPlayer(Who::EachOpponent);

/// Tokens enter tapped and attacking (CR 508.4).
fn create((who, count): (Who, Quantity), token: TokenDef, attacking: TokenAttack, into: Option<Var>) -> Instruction {
    let (token, attacking) = (TokenSource::New(Box::new(token)), Some(attacking));
    Instruction::CreateToken { who, count, token, tapped: true, attacking, counters: Vec::new(), into }
}

fn created(effect: &Instruction, attacking: TokenAttack) -> Option<(Who, Quantity, TokenDef, Option<Var>)> {
    match effect {
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::New(token),
            tapped: true,
            attacking: Some(how),
            counters,
            into,
        } if *how == attacking && counters.is_empty() => Some((*who, count.clone(), TokenDef::clone(token), *into)),
        _ => None,
    }
}

fn for_each(effects: &[Instruction], attacking: TokenAttack) -> Vec<(TokenDef, Option<Var>)> {
    match effects {
        [one] => created(one, attacking)
            .filter(|(who, count, ..)| *who == Who::You && *count == n(1))
            .map(|(_, _, token, into)| (token, into))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

/// Who proliferates how often.
fn times(effect: Instruction) -> Vec<(Who, Quantity)> {
    match effect {
        Instruction::Repeat(n, effects) => match effects.as_slice() {
            [Instruction::Proliferate(who)] => vec![(*who, n)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
