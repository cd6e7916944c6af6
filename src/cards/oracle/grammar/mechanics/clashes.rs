//! Clashes (CR 701.30), tribute (702.104) and awaken (702.113), how often something was kicked, who has counters.

use crate::cards::oracle::grammar::help::{choose, n};
use crate::cards::oracle::grammar::verbs::actions::{same, spelt, var};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// CR 701.30b-d: both reveal the top card of their library; who wins is known before any card is put on the bottom.
fn clash() -> Option<Vec<Instruction>> {
    let (rival, mine, theirs) = (var("rival")?, var("mine")?, var("theirs")?);
    let (won, one, low) = (var("won")?, var("one")?, var("low")?);
    let top = |who| Objects::Top(n(1), who);
    let more = Condition::Compare(Quantity::ManaValue(Obj::Var(mine)), Cmp::Gt, Quantity::ManaValue(Obj::Var(theirs)));
    let wins = Condition::And(vec![
        Condition::Did(mine),
        Condition::Or(vec![Condition::Not(Box::new(Condition::Did(theirs))), more]),
    ]);
    let both = Recipients::Union(vec![Recipients::Players(Who::You), Recipients::Players(Who::Var(rival))]);
    let pick = vec![
        choose(Who::It, top(Who::It), (n(0), n(1)), one),
        Instruction::Keep(low, Objects::Union(vec![Objects::Var(low), Objects::Var(one)])),
    ];
    let bottom = Destination::LibraryBottom;
    Some(vec![
        help::choose_player(Who::EachOpponent, rival),
        Instruction::Keep(mine, top(Who::You)),
        Instruction::Keep(theirs, top(Who::Var(rival))),
        Instruction::Reveal(Objects::Union(vec![Objects::Var(mine), Objects::Var(theirs)])),
        Instruction::If { cond: wins, then: vec![Instruction::Set(won, n(1))], otherwise: Vec::new() },
        Instruction::ForEach(both, pick),
        Instruction::Move { what: Objects::Var(low), to: bottom, into: None, linked: false, until: None },
    ])
}

fn won() -> Option<Condition> {
    Some(Condition::Did(var("won")?))
}

/// CR 702.104b.
fn unpaid() -> Condition {
    Condition::Compare(Quantity::ChosenNumber, Cmp::Ne, n(1))
}

/// How many times it was kicked, with each of its kickers (CR 702.33c).
fn times(context: &Context) -> Quantity {
    if context.face.kickers.len() < 2 {
        return Quantity::TimesPaid(0);
    }
    Quantity::Sum((0..).zip(&context.face.kickers).map(|(place, _)| Quantity::TimesPaid(place)).collect())
}

/// Some opponent has that many counters.
fn opponent_has(count: Quantity, kind: CounterKind) -> Condition {
    let has = Condition::Compare(Quantity::PlayerCounters(kind, Who::It), Cmp::Ge, count);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(has)), Cmp::Ge, n(1))
}

fn is_opponent_has(cond: &Condition) -> Option<(Quantity, CounterKind)> {
    let Condition::Compare(Quantity::PlayersWho(_, inner), ..) = cond else { return None };
    match &**inner {
        Condition::Compare(Quantity::PlayerCounters(kind, _), _, count)
            if *cond == opponent_has(count.clone(), *kind) =>
        {
            Some((count.clone(), *kind))
        }
        _ => None,
    }
}

fn awaken(keyword: &KeywordAbility) -> Option<(i32, ManaCost)> {
    let KeywordAbility::Awaken(m, cost) = keyword else { return None };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] => Some((i32::try_from(*m).ok()?, mana.clone())),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "clash with a opponent" () => |c| (c.doer == Who::You).then(|| spelt(c, clash()))?, |_, e: &_| if same(clash(), e) { vec![()] } else { Vec::new() }; "clash with an opponent"),
    rule!(Cond: "you win" () => |_| won(), |_, c: &_| if Some(c) == won().as_ref() { vec![()] } else { Vec::new() }; "you win"),
    rule!(Param: "tribute {m}" (m: Digits) => |_, m| u32::try_from(m).ok().map(KeywordAbility::Tribute),
        |_, k: &_| match k { KeywordAbility::Tribute(m) => i32::try_from(*m).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; "tribute 2"),
    rule!(Cond: "tribute wasn't paid" () => |_| Some(unpaid()), |_, c: &_| if *c == unpaid() { vec![()] } else { Vec::new() }; "tribute wasn't paid"),
    rule!(Param: "awaken {m} \u{2014} {cost}" (m: Digits, cost: Mana) => |_, m, cost| Some(KeywordAbility::Awaken(u32::try_from(m).ok()?, Cost(vec![CostPart::Mana(cost)]))),
        |_, k: &_| awaken(k).into_iter().collect(); "awaken 4 \u{2014} {6}{R}"),
    rule!(Each: "time|times it was kicked" () => |c| Some(times(c)), |c, q: &_| if *q == times(c) { vec![()] } else { Vec::new() }; "time it was kicked"),
    alternate!(Each: "time|times {this} was kicked" (this: Self_) => |c, _| Some(times(c)); ""),
    alternate!(Each: "time|times he was kicked" () => |c| Some(times(c)); ""),
    rule!(Each: "{k} counter|counters you have" (k: Kind) => |_, k| Some(Quantity::PlayerCounters(k, Who::You)),
        |_, q: &_| match q { Quantity::PlayerCounters(k, Who::You) => vec![(*k,)], _ => Vec::new() }; "experience counter you have"),
    rule!(Cond: "a opponent has {count} or more {k} counters" (count: Count, k: Kind) => |_, count, k| Some(opponent_has(count, k)),
        |_, c: &_| is_opponent_has(c).into_iter().collect(); "an opponent has three or more poison counters"),
    rule!(Cond: "{who.s} has {count} or more {k} counters" (who: Other, count: Count, k: Kind) => |_, who, count, k| (help::another_player(who) && who != Who::It).then_some(Condition::Compare(Quantity::PlayerCounters(k, who), Cmp::Ge, count)),
        |_, c: &_| match c { Condition::Compare(Quantity::PlayerCounters(k, who), Cmp::Ge, count) if help::another_player(*who) && *who != Who::It => vec![(*who, count.clone(), *k)], _ => Vec::new() }; "target player has three or more poison counters"),
];
