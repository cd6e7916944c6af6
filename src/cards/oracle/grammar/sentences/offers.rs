//! What a player may do, and what follows from it; what happens instead of a draw (CR 614.11).

use crate::cards::oracle::grammar::help::{it_is_this, n};
use crate::cards::oracle::grammar::statics::boards::{is_theirs, theirs};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn may(then: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }]
}

pub(super) fn join(mut a: Vec<Instruction>, b: Vec<Instruction>) -> Vec<Instruction> {
    a.extend(b);
    a
}

/// Damage by something, or a change that always happens: who may have it happen has had it happen.
fn sure(effects: &[Instruction]) -> bool {
    matches!(effects, [Instruction::Damage { .. } | Instruction::Continuous(StaticEffect::Affect(..), _)])
}

fn instead(clause: Vec<Instruction>) -> Instruction {
    let with = ReplaceWith::Instead(clause);
    let replacement =
        Replacement { event: ReplacedEvent::Draw(Who::You), only_if: Condition::Always, with, optional: None };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::OnceThisTurn)
}

/// A player may do what is paid for, and what follows, or something else does.
pub(super) fn pay(who: Who, cost: Cost, then: Vec<Instruction>, otherwise: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::MayPay { who, cost, then, otherwise }]
}

/// What each player does, of which each of them is "they".
fn each(who: Who, effects: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::ForEach(Recipients::Players(who), effects)]
}

/// Each of the players pays, or chooses what they sacrifice; then that is sacrificed all at once (CR 101.4).
fn spared(context: &mut Context, who: Who, noun: Filter, cost: Cost) -> Option<Vec<Instruction>> {
    let (one, all) = (context.variable()?, context.variable()?);
    let from = Objects::All(help::with(noun, Filter::Controlled(Who::It)));
    let choose = help::choose(Who::It, from, (n(1), n(1)), one);
    let keep = Instruction::Keep(all, Objects::Union(vec![Objects::Var(all), Objects::Var(one)]));
    let mut effects = each(who, pay(Who::It, cost, Vec::new(), vec![choose, keep]));
    effects.push(Instruction::SacrificeThese(who, Objects::Var(all)));
    Some(effects)
}

fn is_spared(effects: &[Instruction], whose: Who) -> Vec<(Filter, Cost)> {
    let [Instruction::ForEach(Recipients::Players(who), list), Instruction::SacrificeThese(..)] = effects else {
        return Vec::new();
    };
    match list.as_slice() {
        [Instruction::MayPay { who: Who::It, cost, then, otherwise }] if then.is_empty() && *who == whose => {
            match otherwise.as_slice() {
                [Instruction::Choose { who: Who::It, from: Objects::All(filter), .. }, Instruction::Keep(..)] => {
                    let noun = help::without(filter, &Filter::Controlled(Who::It));
                    noun.map(|noun| (noun, cost.clone())).into_iter().collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// CR 701.61a: exiling three cards from the graveyard or sacrificing a Food, and what then.
fn forage(then: Vec<Instruction>) -> Vec<Instruction> {
    let costs = [CostPart::Exile(n(3), ZoneKind::Graveyard, Filter::Any), CostPart::Sacrifice(n(1), help::sub("Food"))];
    let courses = costs.map(|part| pay(Who::You, Cost(vec![part]), then.clone(), Vec::new()));
    vec![Instruction::ChooseOne(Who::You, courses.into())]
}

fn is_forage(effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    let [Instruction::ChooseOne(Who::You, courses)] = effects else { return Vec::new() };
    match courses.first().map(Vec::as_slice) {
        Some([Instruction::MayPay { then, .. }]) if forage(then.clone()) == effects => vec![(then.clone(),)],
        _ => Vec::new(),
    }
}

fn is_reflex(then: &[Instruction]) -> Option<(TriggeredDef,)> {
    match then {
        [Instruction::Reflexive(reflex)] => Some(((**reflex).clone(),)),
        _ => None,
    }
}

macro_rules! forages {
    ($cat:ident) => {
        rule!($cat: "you may forage . {reflex}" (reflex: Reflex) => |c, reflex| (c.doer == Who::You).then(|| forage(vec![Instruction::Reflexive(Box::new(reflex))])),
            |_, e: &_| is_forage(e).iter().filter_map(|(then,)| is_reflex(then)).collect(); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "you may forage . if you do , {clause} ." (clause: Clause) => |c, clause| (c.targets.is_empty()).then(|| forage(clause)), |_, e: &_| is_forage(e); "you may forage. If you do, draw a card."),
    forages!(Sentences),
    forages!(Begun),
    rule!(Plain: "you may have {what#} {preds.p} . if you do , {clause} ." (what: SubjObjs, preds: Preds, clause: Clause) => |_, _, preds, clause| sure(&preds).then(|| may(join(preds, clause))),
        |_, e: &_| match e.as_slice() {
            [Instruction::May { who: Who::You, then, otherwise }] if otherwise.is_empty() && then.len() > 1 && sure(&then[..1]) => match &then[0] {
                Instruction::Damage { source, .. } => vec![(Objects::The(*source), then[..1].to_vec(), then[1..].to_vec())],
                Instruction::Continuous(StaticEffect::Affect(what, _), _) => vec![(what.clone(), then[..1].to_vec(), then[1..].to_vec())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
    alternate!(Part: "2: sacrifice it" () => |c| (c.targets.is_empty() && it_is_this(c)).then(|| { nouns::references::this(c); CostPart::SacrificeThis }); ""),
    alternate!(Plain: "you may sacrifice it . if you do , destroy {what} . it can't be regenerated ." (what: Target) => |c, what| {
            let destroy = Instruction::Destroy { what, no_regeneration: true, into: c.variable() };
            c.mentions.iter().any(|m| m.what == Referent::Objects(Objects::The(Obj::This))).then(|| pay(Who::You, Cost(vec![CostPart::SacrificeThis]), vec![destroy], Vec::new()))
        }; ""),
    rule!(Plain: "you may {part.p} . if you don't , {clause} ." (part: Part, clause: Clause) => |_, part, otherwise| Some(pay(Who::You, Cost(vec![part]), Vec::new(), otherwise)),
        |_, e: &_| match e.as_slice() {
            [Instruction::MayPay { who: Who::You, cost: Cost(list), then, otherwise }] if then.is_empty() => match list.as_slice() { [part] => vec![(part.clone(), otherwise.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "you may discard a card. If you don't, you lose 1 life."),
    rule!(Plain: "you may {part.p} . if you do , {a} . if you don't , {b} ." (part: Part, a: Clause, b: Clause) => |_, part, then, otherwise| Some(pay(Who::You, Cost(vec![part]), then, otherwise)),
        |_, e: &_| match e.as_slice() {
            [Instruction::MayPay { who: Who::You, cost: Cost(list), then, otherwise }] if !then.is_empty() && !otherwise.is_empty() => match list.as_slice() { [part] => vec![(part.clone(), then.clone(), otherwise.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "you may discard a card. If you do, draw a card. If you don't, you lose 1 life."),
    rule!(Plain: "{who.s} may {cost.p} . if the player does , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, then| help::one_player(who).then(|| pay(who, cost, then, Vec::new())), |_, e: &_| paid(e); "target player may pay {1}. If the player does, draw a card."),
    alternate!(Plain: "{who.s} may {cost.p} . if that player does , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, then| help::one_player(who).then(|| pay(who, cost, then, Vec::new())); "target player may pay {1}. If that player does, draw a card."),
    alternate!(Plain: "{who.s} may {cost.p} . if they do , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, then| help::one_player(who).then(|| pay(who, cost, then, Vec::new())); "target player may pay {1}. If they do, draw a card."),
    rule!(Plain: "{who.s} may {cost.p} . if they don't , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, otherwise| help::one_player(who).then(|| pay(who, cost, Vec::new(), otherwise)),
        |_, e: &_| match e.as_slice() {
            [Instruction::MayPay { who, cost, then, otherwise }] if then.is_empty() && *who != Who::You => vec![(*who, cost.clone(), otherwise.clone())],
            _ => Vec::new(),
        }; "target player may pay {1}. If they don't, draw a card."),
    alternate!(Plain: "{who.s} may {cost.p} . if that player doesn't , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, otherwise| help::one_player(who).then(|| pay(who, cost, Vec::new(), otherwise)); "target player may pay {1}. If that player doesn't, draw a card."),
    alternate!(Plain: "{who.s} may {cost.p} . if the player doesn't , {clause} ." (who: Other, cost: Payment, clause: Clause) => |_, who, cost, otherwise| help::one_player(who).then(|| pay(who, cost, Vec::new(), otherwise)); "target player may pay {1}. If the player doesn't, draw a card."),
    // ---- instead of a draw
    rule!(Plain: "the next time you would draw a card this turn , {clause} instead ." (clause: Clause) => |c, clause| (c.targets.is_empty()).then(|| vec![instead(clause)]),
        |_, e: &_| match e.as_slice() {
            [only @ Instruction::Continuous(StaticEffect::Replace(Replacement { with: ReplaceWith::Instead(clause), .. }), _)] if *only == instead(clause.clone()) => vec![(clause.clone(),)],
            _ => Vec::new(),
        }; "the next time you would draw a card this turn, you gain 5 life instead."),
    // ---- each of several players
    rule!(Said: "each player loses {m} life for each {noun.s} they control" (m: Amount, noun: Noun) => |_, m, noun| Some(each(Who::EachPlayer, vec![Instruction::LoseLife(Who::It, scaled(m, noun)?, None)])),
        |_, e: &_| match e.as_slice() {
            [Instruction::ForEach(Recipients::Players(Who::EachPlayer), list)] => match list.as_slice() { [Instruction::LoseLife(Who::It, q, None)] => is_scaled(q).into_iter().collect(), _ => Vec::new() },
            _ => Vec::new(),
        }; "each player loses 1 life for each creature they control"),
    rule!(Said: "each player creates a {token.s} for each {noun.s} they control" (token: TokenNoun, noun: Noun) => |c, token, noun| {
            let create = Instruction::CreateToken { who: Who::It, count: theirs(noun), token: TokenSource::New(Box::new(token)), tapped: false, attacking: None, counters: Vec::new(), into: c.variable() };
            Some(each(Who::EachPlayer, vec![create]))
        },
        |_, e: &_| match e.as_slice() {
            [Instruction::ForEach(Recipients::Players(Who::EachPlayer), list)] => match list.as_slice() {
                [Instruction::CreateToken { who: Who::It, count, token: TokenSource::New(token), tapped: false, attacking: None, counters, .. }] if counters.is_empty() => is_theirs(count).map(|noun| ((**token).clone(), noun)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "each player creates a 1/1 green Cat creature token for each untapped Forest they control"),
    rule!(Said: "each opponent sacrifices a {noun.s} of their choice unless they {cost.p}" (noun: Noun, cost: Payment) => |c, noun, cost| spared(c, Who::EachOpponent, noun, cost),
        |_, e: &_| is_spared(e, Who::EachOpponent); "each opponent sacrifices a permanent of their choice unless they pay {1}"),
    rule!(Said: "each player sacrifices a {noun.s} of their choice unless they {cost.p}" (noun: Noun, cost: Payment) => |c, noun, cost| spared(c, Who::EachPlayer, noun, cost),
        |_, e: &_| is_spared(e, Who::EachPlayer); "each player sacrifices a permanent of their choice unless they pay {1}"),
    rule!(Said: "each player discards their hand" () => |_| Some(vec![hands()]), |_, e: &_| if *e == [hands()] { vec![()] } else { Vec::new() }; "each player discards their hand"),
    rule!(Said: "each player discards their hand , then draws {cards}" (cards: Cards) => |c, cards| {
            (!matches!(cards, Quantity::HandSize(_))).then_some(())?;
            let draw = Instruction::Draw { who: Who::EachPlayer, count: cards, into: c.variable() };
            Some(vec![hands(), draw])
        },
        |_, e: &_| match e.as_slice() { [first, Instruction::Draw { who: Who::EachPlayer, count, .. }] if *first == hands() => vec![(count.clone(),)], _ => Vec::new() }; "each player discards their hand, then draws seven cards"),
    // Other than who was named before: only beside nobody else it is each opponent.
    alternate!(Other: "1: each other player" () => |c| { c.that(Sort::PLAYER, false).is_none().then_some(())?; c.mention(Referent::Player(Who::EachOpponent), Sort::PLAYER, true); Some(Who::EachOpponent) }; ""),
];

fn hands() -> Instruction {
    Instruction::DiscardThese(Objects::In(ZoneOf::Hand(Who::EachPlayer), Filter::Any))
}

fn scaled(amount: Quantity, noun: Filter) -> Option<Quantity> {
    match amount {
        Quantity::N(1) => Some(theirs(noun)),
        Quantity::N(m) if m > 1 => Some(Quantity::Times(Box::new(n(m)), Box::new(theirs(noun)))),
        _ => None,
    }
}

fn is_scaled(quantity: &Quantity) -> Option<(Quantity, Filter)> {
    match quantity {
        Quantity::Times(amount, each) => is_theirs(each).map(|noun| ((**amount).clone(), noun)),
        each => is_theirs(each).map(|noun| (n(1), noun)),
    }
}

fn paid(effects: &[Instruction]) -> Vec<(Who, Cost, Vec<Instruction>)> {
    match effects {
        [Instruction::MayPay { who, cost, then, otherwise }] if otherwise.is_empty() && *who != Who::You => {
            vec![(*who, cost.clone(), then.clone())]
        }
        _ => Vec::new(),
    }
}
