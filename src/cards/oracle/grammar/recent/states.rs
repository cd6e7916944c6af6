//! What conditions ask of objects, of zones and of the turn.

use crate::cards::oracle::grammar::help::{n, one, type_kind, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn in_graveyard(cards: Filter) -> Objects {
    Objects::In(ZoneOf::Graveyard(Who::You), cards)
}

/// Cards of both sorts, of which one card may be both.
fn both_there(a: Filter, b: Filter) -> Condition {
    Condition::And([a, b].map(|cards| Condition::Exists(in_graveyard(cards))).into())
}

fn are_both_there(cond: &Condition) -> Vec<(Filter, Filter)> {
    let Condition::And(list) = cond else { return Vec::new() };
    match list.as_slice() {
        [
            Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), a)),
            Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), b)),
        ] => vec![(a.clone(), b.clone())],
        _ => Vec::new(),
    }
}

/// What "it" is: an object that is still there, or what it has become.
fn it(context: &Context) -> Option<Obj> {
    let found = context.it(true)?;
    one(&context.now(found)?)
}

/// What something was before an instruction was done to it.
fn was(context: &Context, kind: Sort) -> Option<Obj> {
    match &context.that(kind, false)?.what {
        Referent::Objects(objects) => one(objects),
        _ => None,
    }
}

/// What "it" was before an instruction was done to it.
fn it_was(context: &Context) -> Option<Obj> {
    match &context.it(true)?.what {
        Referent::Objects(objects) => one(objects),
        _ => None,
    }
}

const YOURS: Filter = Filter::Controlled(Who::You);

/// One opponent alone has cast as many spells this turn.
fn cast_many(count: Quantity) -> Condition {
    let many = Condition::Compare(Quantity::SpellsThisTurn(Who::It), Cmp::Ge, count);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(many)), Cmp::Ge, n(1))
}

fn has_cast_many(cond: &Condition) -> Vec<(Quantity,)> {
    let Condition::Compare(Quantity::PlayersWho(_, many), ..) = cond else { return Vec::new() };
    match &**many {
        Condition::Compare(_, _, count) if cast_many(count.clone()) == *cond => vec![(count.clone(),)],
        _ => Vec::new(),
    }
}

/// One course or another.
fn course(cond: Condition, then: Vec<Effect>, otherwise: Vec<Effect>) -> Vec<Effect> {
    vec![Effect::If { cond, then, otherwise }]
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "there is a {a.s} and a {b.s} in your graveyard" (a: CardNoun, b: CardNoun) => |_, a, b| Some(both_there(a, b)),
        |_, c| are_both_there(&c); "there is a creature card and a land card in your graveyard"),
    alternate!(Cond: "there's a {a.s} and a {b.s} in your graveyard" (a: CardNoun, b: CardNoun) => |_, a, b| Some(both_there(a, b)); ""),
    rule!(Cond: "there are {count} or more {cards.p} in your graveyard" (count: Count, cards: CardNoun)
        => |_, count, cards| (cards != Filter::Any).then(|| Condition::Compare(Quantity::Count(Box::new(in_graveyard(cards))), Cmp::Ge, count)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(objects), Cmp::Ge, count) => match *objects {
                Objects::In(ZoneOf::Graveyard(Who::You), cards) if cards != Filter::Any => vec![(count, cards)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "there are three or more creature cards in your graveyard"),
    rule!(Cond: "it has mana value {c}" (c: Compared) => |c, (cmp, n)| Some(Condition::Is(it(c)?, Filter::ManaValue(cmp, n))),
        |c, cond| match cond { Condition::Is(obj, Filter::ManaValue(cmp, n)) if it(c) == Some(obj) => vec![((cmp, n),)], _ => Vec::new() }; ""),
    rule!(Cond: "you controlled that {kind.s}" (kind: Type) => |c, kind| Some(Condition::Is(was(c, type_kind(kind))?, YOURS)),
        |_, c| match c { Condition::Is(_, f) if f == YOURS => CardTypes::PERMANENT.iter().map(|kind| (kind,)).collect(), _ => Vec::new() }; ""),
    rule!(Cond: "you controlled that permanent" () => |c| Some(Condition::Is(was(c, Sort::PERMANENT)?, YOURS)),
        |c, cond| if was(c, Sort::PERMANENT).is_some_and(|obj| cond == Condition::Is(obj, YOURS)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it entered under your control" () => |c| {
            let found = c.it(true)?;
            Some(Condition::Is(found.moved.map(Obj::Var)?, YOURS))
        },
        |c, cond| if c.it(true).and_then(|m| m.moved).is_some_and(|var| cond == Condition::Is(Obj::Var(var), YOURS)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it was a {cards.s}" (cards: CardNoun) => |c, cards| c.it(true)?.kind.contains(Sort::CARD).then(|| Some(Condition::Is(it_was(c)?, cards)))?,
        |c, cond| match cond { Condition::Is(obj, f) if it_was(c) == Some(obj) => vec![(f,)], _ => Vec::new() }; ""),
    alternate!(Cond: "it escaped" () => |c| (!c.face.is_spell()).then_some(Condition::CastBy(CastBy::Escape)); ""),
    rule!(Cond: "{this} escaped" (this: Self_) => |c, this| { references::this(c); (!c.face.is_spell()).then_some(())?; let _ = this; Some(Condition::CastBy(CastBy::Escape)) },
        |c, cond| if !c.face.is_spell() && cond == Condition::CastBy(CastBy::Escape) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // What has left did so as it last was: under somebody's control.
    alternate!(Cond: "a {noun.s} left the battlefield under your control this turn" (noun: Noun)
        => |_, noun| Some(Condition::Exists(Objects::ThisTurn(Deed::Left, Box::new(with(noun, YOURS))))); "a permanent left the battlefield under your control this turn"),
    rule!(Cond: "a opponent cast {count} or more spells this turn" (count: Count) => |_, count| Some(cast_many(count)), |_, c| has_cast_many(&c);
        "an opponent cast three or more spells this turn"),
    // ---- one course or another
    rule!(Sentence: "if {cond} , {then} . otherwise , {otherwise} ." (cond: Conds, then: Clause, otherwise: Clause)
        => |c, cond, then, otherwise| c.unpaid.is_none().then(|| course(cond, then, otherwise)),
        |_, e| match e.as_slice() {
            [Effect::If { cond, then, otherwise }] if !otherwise.is_empty() => vec![(cond.clone(), then.clone(), otherwise.clone())],
            _ => Vec::new(),
        }; "if you control an artifact, draw a card. Otherwise, scry 1."),
];
