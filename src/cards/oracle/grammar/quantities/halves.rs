//! Numbers that older cards name: halves, what blocks beyond the first, the rest of what was counted.

use crate::cards::oracle::grammar::help::{done, it, n};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Rule, alternate, rule};

/// Half of the library is milled.
fn mill_half(context: &mut Context, who: Who, round: Round) -> Option<Instruction> {
    let library = Quantity::Count(Box::new(Objects::In(ZoneOf::Library(who), Filter::Any)));
    let count = help::half(library, round);
    help::one_player(who).then(|| Instruction::Mill { who, count, into: context.variable() })
}

fn is_mill_half(context: &Context, effect: &Instruction, round: Round) -> Vec<(Who,)> {
    match effect {
        Instruction::Mill { who, .. } if mill_half(&mut context.clone(), *who, round).as_ref() == Some(effect) => {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

/// How many creatures more than one block something (CR 702.23a).
fn beyond_first(obj: Obj) -> Quantity {
    let blockers = Quantity::Count(Box::new(Objects::All(Filter::BlockingWhat(Box::new(Filter::Is(obj))))));
    Quantity::Max(vec![n(0), Quantity::Minus(Box::new(blockers), Box::new(n(1)))])
}

pub(in crate::cards::oracle::grammar) fn graveyards(cards: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), cards)))
}

fn called(name: &str) -> Filter {
    Filter::Named(CardName::from(name.to_owned()))
}

fn with_name(token: TokenDef, name: String) -> Option<TokenDef> {
    token.name.is_none().then_some(TokenDef { name: Some(name), ..token })
}

fn is_named(token: &TokenDef) -> Option<(TokenDef, String)> {
    token.name.clone().map(|name| (TokenDef { name: None, ..token.clone() }, name))
}

/// Without its abilities.
fn bare(token: TokenDef) -> TokenDef {
    TokenDef { abilities: Vec::new(), ..token }
}

fn keywords(token: &TokenDef) -> Option<Vec<Keyword>> {
    match token.abilities.as_slice() {
        [AbilityDef::Keywords(k)] => Some(k.clone()),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Value_: "half {v} , rounded down" (v: Value_) => |_, v| Some(help::half(v, Round::Down)),
        |_, q| match q { Quantity::Half(v, Round::Down) => vec![(*v,)], _ => Vec::new() }; "half the number of creatures you control, rounded down"),
    rule!(Value_: "half {v} , rounded up" (v: Value_) => |_, v| Some(help::half(v, Round::Up)),
        |_, q| match q { Quantity::Half(v, Round::Up) => vec![(*v,)], _ => Vec::new() }; "half the number of creatures you control, rounded up"),
    rule!(Verb: "mills|mill half their|your library , rounded down" (who: Doer) => |c, who| mill_half(c, who, Round::Down), |c, e: &_| is_mill_half(c, e, Round::Down); "mill half your library, rounded down"),
    rule!(Verb: "mills|mill half their|your library , rounded up" (who: Doer) => |c, who| mill_half(c, who, Round::Up), |c, e: &_| is_mill_half(c, e, Round::Up); "mill half your library, rounded up"),
    rule!(Each: "creature|creatures blocking it beyond the first" () => |c| it(c).map(beyond_first),
        |c, q: &_| if it(c).is_some_and(|obj| *q == beyond_first(obj)) { vec![()] } else { Vec::new() }; ""),
    alternate!(Value_: "one plus the number of {each.p}" (each: Each) => |_, each| Some(Quantity::Sum(vec![n(1), each])); "one plus the number of cards in your hand"),
    alternate!(Each: "{cards#} in each graveyard" (cards: CardNoun) => |_, cards| Some(graveyards(cards)); "creature cards in each graveyard"),
    alternate!(Value_: "the mana value of the discarded card" () => |c| c.paid.is_some_and(|(how, _)| how == Participle::Discarded).then_some(Quantity::ManaValue(Obj::PaidWith)); ""),
    rule!(Amount: "X plus {m}" (m: Digits) => |_, m| Some(Quantity::Sum(vec![Quantity::X, n(m)])),
        |_, q| match q { Quantity::Sum(list) => match list.as_slice() { [Quantity::X, Quantity::N(m)] => vec![(*m,)], _ => Vec::new() }, _ => Vec::new() }; "X plus 3"),
    rule!(Cards: "as many cards as they discarded this way" () => |c| done(c, Participle::Discarded).map(Quantity::Var),
        |c, q| if done(c, Participle::Discarded).map(Quantity::Var) == Some(q) { vec![()] } else { Vec::new() }; ""),
    // ---- what is counted in conditions
    rule!(Cond: "you have {m} or more cards in your library" (m: Amount) => |_, m| Some(Condition::Compare(Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any))), Cmp::Ge, m)),
        |_, c| match c { Condition::Compare(Quantity::Count(objects), Cmp::Ge, m) if *objects == Objects::In(ZoneOf::Library(Who::You), Filter::Any) => vec![(m,)], _ => Vec::new() }; "you have 200 or more cards in your library"),
    rule!(Cond: "you have {count} or more {cards.p} in your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| (cards != Filter::Any).then(|| buried(count, cards)),
        |_, c| is_buried(c); "you have four or more creature cards in your graveyard"),
    alternate!(Cond: "{count} or more {cards.p} are in your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| Some(buried(count, cards)); "twenty or more creature cards are in your graveyard"),
    rule!(Cond: "{hue} is the most common color among all permanents or is tied for most common" (hue: Hue) => |_, hue| Some(most_common(hue)),
        |_, c| Color::ALL.into_iter().filter(|hue| most_common(*hue) == c).map(|hue| (hue,)).collect(); "black is the most common color among all permanents or is tied for most common"),
    // ---- creatures that share something
    rule!(Post: "that share a creature type with it" () => |c| it(c).map(Filter::SharesCreatureType), |c, f: &_| if it(c).is_some_and(|obj| *f == Filter::SharesCreatureType(obj)) { vec![()] } else { Vec::new() }; ""),
    rule!(Post: "that share a creature type with the sacrificed creature" () => |c| sacrificed(c).then_some(Filter::SharesCreatureType(Obj::PaidWith)),
        |c, f: &_| if sacrificed(c) && *f == Filter::SharesCreatureType(Obj::PaidWith) { vec![()] } else { Vec::new() }; ""),
    rule!(Post: "attached to it" () => |c| it(c).map(attached), |c, f: &_| if it(c).is_some_and(|obj| *f == attached(obj)) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "Aura|Auras and Equipment {post}" (post: Post) => |_, post| Some(auras_and_equipment(post)), |_, q: &_| is_auras_and_equipment(q).into_iter().collect();
        "Aura and Equipment attached to this creature"),
    // ---- names (CR 111.4, 201.2)
    rule!(TokenNoun: "{core#} named {name}" (core: TokenCore, name: Name) => |_, core, name| with_name(core, name),
        |_, t: &_| if t.abilities.is_empty() { is_named(t).into_iter().collect() } else { Vec::new() }; "3/1 red Beast creature token named Oakleaf"),
    rule!(TokenNoun: "{core#} with {k} named {name}" (core: TokenCore, k: KwList, name: Name) => |_, core, k, name| with_name(TokenDef { abilities: vec![AbilityDef::Keywords(k)], ..core }, name),
        |_, t| is_named(&t).and_then(|(t, name)| { let k = keywords(&t)?; Some((bare(t), k, name)) }).into_iter().collect(); "1/1 blue Bird creature token with flying named Oakleaf"),
    rule!(CardPost: "named {name}" (name: Name) => |c, name| (name != c.face.name).then(|| called(&name)),
        |c, f| match f { Filter::Named(name) if *name.text != *c.face.name => vec![(String::from(name),)], _ => Vec::new() }; "named Oakleaf"),
];

fn attached(obj: Obj) -> Filter {
    Filter::AttachedTo(Box::new(Filter::Is(obj)))
}

/// How many of both there are of which something is said.
fn auras_and_equipment(said: Filter) -> Quantity {
    let either =
        Filter::Or(["Aura", "Equipment"].into_iter().filter_map(Subtype::named).map(Filter::Subtype).collect());
    Quantity::Count(Box::new(Objects::All(Filter::And(vec![either, said]))))
}

fn is_auras_and_equipment(quantity: &Quantity) -> Option<(Filter,)> {
    let Quantity::Count(objects) = quantity else { return None };
    let Objects::All(Filter::And(list)) = &**objects else { return None };
    let said = list.get(1)?;
    (auras_and_equipment(said.clone()) == *quantity).then(|| (said.clone(),))
}

fn sacrificed(context: &Context) -> bool {
    context.paid.is_some_and(|(how, kind)| how == Participle::Sacrificed && kind.contains(Sort::CREATURE))
}

fn buried(count: Quantity, cards: Filter) -> Condition {
    let there = Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), cards)));
    Condition::Compare(there, Cmp::Ge, count)
}

fn is_buried(cond: Condition) -> Vec<(Quantity, Filter)> {
    match cond {
        Condition::Compare(Quantity::Count(objects), Cmp::Ge, count) => match *objects {
            Objects::In(ZoneOf::Graveyard(Who::You), cards) if cards != Filter::Any => vec![(count, cards)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// No other colour is that of more permanents (CR 105.2).
fn most_common(hue: Color) -> Condition {
    let count = |color| Quantity::Count(Box::new(Objects::All(Filter::Color(color))));
    let others = Color::ALL.into_iter().filter(|other| *other != hue);
    let mut all: Vec<Condition> = others.map(|other| Condition::Compare(count(hue), Cmp::Ge, count(other))).collect();
    all.insert(0, Condition::Exists(Objects::All(Filter::Color(hue))));
    Condition::And(all)
}
