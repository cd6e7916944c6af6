//! What conditions ask of objects, of zones and of the turn.

use crate::cards::oracle::cases::{solves, to_solve};
use crate::cards::oracle::grammar::clauses::at_next;
use crate::cards::oracle::grammar::conditions::spells::named;
use crate::cards::oracle::grammar::help::{n, one, type_kind, with};
use crate::cards::oracle::grammar::sentences::swaps::{number, numbers, take_unread};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

pub(in crate::cards::oracle::grammar) fn in_graveyard(cards: Filter) -> Objects {
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

/// The card on top of a library that was looked at or moved from there.
fn card_there(context: &mut Context) -> Option<Obj> {
    let found = context.it(true).filter(|m| matches!(m.what, Referent::Objects(Objects::Top(..))))?.clone();
    let now = context.now(&found)?;
    nouns::references::call_back(context, &found);
    one(&now)
}

/// CR 608.2h, 708.9: what has died is a card with such qualities now, whatever it was before.
fn lies_there(context: &Context, cards: Filter) -> Option<Condition> {
    let dead = help::it(context).filter(|obj| context.dies && matches!(obj, Obj::This | Obj::Event))?;
    let now = Objects::Became(Box::new(Objects::The(dead)));
    Some(Condition::Exists(Objects::Only(Box::new(now), cards)))
}

fn is_lying_there(context: &Context, cond: Condition) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(Objects::Only(now, cards))
            if lies_there(context, cards.clone())
                == Some(Condition::Exists(Objects::Only(now.clone(), cards.clone()))) =>
        {
            vec![(cards,)]
        }
        _ => Vec::new(),
    }
}

/// Whether "it" is the card itself, as it enters or has entered.
fn itself_cast(context: &Context) -> bool {
    if context.event {
        help::it(context) == Some(Obj::This)
    } else {
        !context.face.is_spell() && context.mentions.is_empty()
    }
}

/// What has just been put onto the battlefield.
fn entered(context: &Context) -> Option<Obj> {
    let (how, var) = context.done.iter().rfind(|(how, _)| *how == Participle::Entered)?;
    (*how == Participle::Entered).then_some(Obj::Var(*var))
}

/// A card is put onto the battlefield later, and something happens then if it has entered under your control.
fn later(verb: Instruction, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let Instruction::Move { to: Destination::Battlefield(_), into: Some(into), .. } = &verb else { return None };
    let cond = Condition::Is(Obj::Var(*into), arrived());
    let fixed = numbers(std::slice::from_ref(&verb)).is_empty() && numbers(&then).is_empty();
    let all = vec![verb, Instruction::If { cond, then, otherwise: Vec::new() }];
    fixed.then(|| vec![at_next(StepName::End, all)])
}

fn is_later(effects: &[Instruction]) -> Vec<(Instruction, Vec<Instruction>)> {
    let [Instruction::Delayed { ability, .. }] = effects else { return Vec::new() };
    match ability.effects.as_slice() {
        [verb, Instruction::If { then, .. }] if later(verb.clone(), then.clone()).as_deref() == Some(effects) => {
            vec![(verb.clone(), then.clone())]
        }
        _ => Vec::new(),
    }
}

const YOURS: Filter = Filter::Controlled(Who::You);

/// It is on the battlefield, under your control: what something else happened to hasn't entered.
fn arrived() -> Filter {
    Filter::And(vec![Filter::Permanent, YOURS])
}

/// Nothing was spent on a spell.
fn unpaid(obj: Obj) -> Condition {
    Condition::Compare(Quantity::ManaSpentOn(obj), Cmp::Eq, n(0))
}

/// No coloured mana was spent on a spell.
fn colorless(obj: Obj) -> Condition {
    Condition::Compare(Quantity::ColoredSpentOn(obj), Cmp::Eq, n(0))
}

const CAST: fn() -> Quantity = || Quantity::SpellsThisTurn(Who::It);
const DRAWN: fn() -> Quantity = || Quantity::DrawnThisTurn(Who::It);

/// One opponent alone has done something that often.
fn often(done: fn() -> Quantity, count: Quantity) -> Condition {
    let many = Condition::Compare(done(), Cmp::Ge, count);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(many)), Cmp::Ge, n(1))
}

fn is_often(done: fn() -> Quantity, cond: &Condition) -> Vec<(Quantity,)> {
    let Condition::Compare(Quantity::PlayersWho(_, many), ..) = cond else { return Vec::new() };
    match &**many {
        Condition::Compare(_, _, count) if often(done, count.clone()) == *cond => vec![(count.clone(),)],
        _ => Vec::new(),
    }
}

/// One course or another.
/// Whether something was moved before the two courses: what neither of them has done is where it is then.
pub(in crate::cards::oracle::grammar) fn has_moved(
    context: &Context,
    then: &[Instruction],
    otherwise: &[Instruction],
) -> bool {
    let stores = |effect: &Instruction, var: Var| match effect {
        Instruction::Move { into, .. }
        | Instruction::Destroy { into, .. }
        | Instruction::SacrificeChoice { into, .. }
        | Instruction::Discard { into, .. }
        | Instruction::Mill { into, .. } => *into == Some(var),
        _ => false,
    };
    context.done.iter().any(|(_, var)| !then.iter().chain(otherwise).any(|effect| stores(effect, *var)))
}

pub(in crate::cards::oracle::grammar) fn course(
    cond: Condition,
    mut then: Vec<Instruction>,
    mut otherwise: Vec<Instruction>,
) -> Vec<Instruction> {
    // What is done only perhaps isn't called back.
    take_unread(&mut then);
    take_unread(&mut otherwise);
    vec![Instruction::If { cond, then, otherwise }]
}

pub(in crate::cards::oracle::grammar) fn is_course(
    context: &Context,
    effects: &[Instruction],
) -> Vec<(Condition, Vec<Instruction>, Vec<Instruction>)> {
    let [Instruction::If { cond, then, otherwise }] = effects else { return Vec::new() };
    if otherwise.is_empty() {
        return Vec::new();
    }
    // As they are read, each alone, they store what they did.
    let (mut then, mut otherwise, mut vars) = (then.clone(), otherwise.clone(), context.vars);
    number(&mut then, &mut vars);
    number(&mut otherwise, &mut vars);
    vec![(cond.clone(), then, otherwise)]
}

/// Together they have at least that much power.
fn is_mighty(condition: Condition) -> Vec<(Filter, Quantity)> {
    match condition {
        Condition::Compare(Quantity::TotalPower(group), Cmp::Ge, least) => match *group {
            Objects::All(noun) => vec![(noun, least)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The creatures with which a player attacked this turn.
fn attackers() -> Quantity {
    let own = with(Filter::Type(CardTypes::CREATURE), Filter::Controlled(Who::You));
    Quantity::Count(Box::new(Objects::ThisTurn(Deed::Attacked, Box::new(own))))
}

/// No player has a card in hand.
fn all_empty_handed() -> Condition {
    let holds_some = Condition::Compare(Quantity::HandSize(Who::It), Cmp::Ge, n(1));
    Condition::Compare(Quantity::PlayersWho(Who::EachPlayer, Box::new(holds_some)), Cmp::Eq, n(0))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Line: "to solve \u{2014} {cond} ." (cond: Conds) => |_, cond| Some(vec![to_solve(cond)]),
        |_, list: &_| match list.as_slice() { [one] => solves(one).map(|cond| (cond,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Cond: "{noun.p} have total power {least} or greater" (noun: Noun, least: Amount)
        => |_, noun, least| Some(Condition::Compare(Quantity::TotalPower(Box::new(Objects::All(noun))), Cmp::Ge, least)),
        |_, c| is_mighty(c); "creatures you control have total power 8 or greater"),
    rule!(Cond: "you attacked with {count} or more creatures this turn" (count: Count) => |_, count| Some(Condition::Compare(attackers(), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(of, Cmp::Ge, count) if of == attackers() => vec![(count,)], _ => Vec::new() }; "you attacked with three or more creatures this turn"),
    rule!(Cond: "each player has no cards in hand" () => |_| Some(all_empty_handed()), |_, c: &_| if *c == all_empty_handed() { vec![()] } else { Vec::new() }; "each player has no cards in hand"),
    rule!(Cond: "there is a {a.s} and a {b.s} in your graveyard" (a: CardNoun, b: CardNoun) => |_, a, b| Some(both_there(a, b)),
        |_, c: &_| are_both_there(c); "there is a creature card and a land card in your graveyard"),
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
    rule!(Cond: "{count} or more mana was spent to cast that spell" (count: Count) => |c, count| Some(Condition::Compare(Quantity::ManaSpentOn(named(c, Sort::SPELL)?), Cmp::Ge, count)),
        |c, cond| match cond {
            Condition::Compare(Quantity::ManaSpentOn(obj), Cmp::Ge, count) if named(c, Sort::SPELL) == Some(obj) => vec![(count,)],
            _ => Vec::new(),
        }; ""),
    rule!(Cond: "no mana was spent to cast it" () => |c| Some(unpaid(help::it(c)?)), |c, cond: &_| if help::it(c).is_some_and(|obj| *cond == unpaid(obj)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "no colored mana was spent to cast it" () => |c| Some(colorless(help::it(c)?)), |c, cond: &_| if help::it(c).is_some_and(|obj| *cond == colorless(obj)) { vec![()] } else { Vec::new() }; ""),
    alternate!(Cond: "no mana was spent to cast that spell" () => |c| Some(unpaid(named(c, Sort::SPELL)?)); ""),
    rule!(Cond: "you controlled that {kind.s}" (kind: Type) => |c, kind| Some(Condition::Is(named(c, type_kind(kind))?, YOURS)),
        |_, c| match c { Condition::Is(_, f) if f == YOURS => CardTypes::PERMANENT.iter().map(|kind| (kind,)).collect(), _ => Vec::new() }; ""),
    rule!(Cond: "you controlled that permanent" () => |c| Some(Condition::Is(named(c, Sort::PERMANENT)?, YOURS)),
        |c, cond: &_| if named(c, Sort::PERMANENT).is_some_and(|obj| *cond == Condition::Is(obj, YOURS)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it entered under your control" () => |c| Some(Condition::Is(entered(c)?, arrived())),
        |c, cond: &_| if entered(c).is_some_and(|obj| *cond == Condition::Is(obj, arrived())) { vec![()] } else { Vec::new() }; ""),
    rule!(Plain: "at the beginning of the next end step , {verb.p} . if it entered under your control , {clause} ." (verb: Verb, clause: Clause) => |_, verb, clause| later(verb, clause),
        |_, e: &_| is_later(e); ""),
    rule!(Cond: "you cast it" () => |c| itself_cast(c).then_some(Condition::Cast(None)),
        |c, cond: &_| if itself_cast(c) && *cond == Condition::Cast(None) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it was a {cards.s}" (cards: CardNoun) => |c, cards| c.it(true)?.kind.contains(Sort::CARD).then(|| Some(Condition::Is(help::it(c)?, cards)))?,
        |c, cond| match cond { Condition::Is(obj, f) if help::it(c) == Some(obj) => vec![(f,)], _ => Vec::new() }; ""),
    rule!(Cond: "it's a {cards.s}" (cards: CardNoun) => |c, cards| Some(Condition::Is(card_there(c)?, cards)),
        |c, cond| match cond { Condition::Is(obj, f) if card_there(&mut c.clone()) == Some(obj) => vec![(f,)], _ => Vec::new() }; ""),
    rule!(Cond: "it's a {cards.s}" (cards: CardNoun) => |c, cards| lies_there(c, cards), |c, cond| is_lying_there(c, cond); ""),
    alternate!(Cond: "it's a {cards.s}" (cards: CardNoun)
        => |c, cards| (!c.dies && c.it(true)?.kind.contains(Sort::CARD)).then(|| Some(Condition::Is(help::it(c)?, cards)))?; ""),
    rule!(Cond: "it was a {kind.s}" (kind: Type) => |c, kind| { let card = c.it(true)?.kind.contains(Sort::CARD); (c.event && !card).then(|| Some(Condition::Is(help::it(c)?, Filter::Type(kind))))? },
        |c, cond| match cond { Condition::Is(obj, Filter::Type(kind)) if c.event && help::it(c) == Some(obj) => vec![(kind,)], _ => Vec::new() }; ""),
    alternate!(Cond: "it escaped" () => |c| (!c.face.is_spell()).then_some(Condition::CastBy(CastBy::Escape)); ""),
    rule!(Cond: "{this} escaped" (this: Self_) => |c, this| { nouns::references::this(c); (!c.face.is_spell()).then_some(())?; let _ = this; Some(Condition::CastBy(CastBy::Escape)) },
        |c, cond: &_| if !c.face.is_spell() && *cond == Condition::CastBy(CastBy::Escape) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // What has left did so as it last was: under somebody's control.
    alternate!(Cond: "a {noun.s} left the battlefield under your control this turn" (noun: Noun)
        => |_, noun| Some(Condition::Exists(Objects::ThisTurn(Deed::Left, Box::new(with(noun, YOURS))))); "a permanent left the battlefield under your control this turn"),
    rule!(Cond: "a opponent cast {count} or more spells this turn" (count: Count) => |_, count| Some(often(CAST, count)), |_, c: &_| is_often(CAST, c);
        "an opponent cast three or more spells this turn"),
    rule!(Cond: "a opponent has drawn {count} or more cards this turn" (count: Count) => |_, count| Some(often(DRAWN, count)), |_, c: &_| is_often(DRAWN, c);
        "an opponent has drawn three or more cards this turn"),
    // ---- one course or another
    rule!(Sentence: "if {cond} , {then} . otherwise , {otherwise} ." (cond: Conds, then: Clause, otherwise: Otherwise)
        => |c, cond, then, otherwise| (c.unpaid.is_none() && !has_moved(c, &then, &otherwise)).then(|| course(cond, then, otherwise)),
        |c, e: &_| is_course(c, e); "if you control an artifact, draw a card. Otherwise, scry 1."),
    rule!(Sentence: "if {cond} , {then} . otherwise , {otherwise} ." (cond: Conds, then: Clause, otherwise: Clause)
        => |c, cond, then, otherwise| (c.unpaid.is_none() && has_moved(c, &then, &otherwise)).then(|| course(cond, then, otherwise)),
        |c, e: &_| is_course(c, e); ""),
];
