//! What shares a colour, a card type, a creature type or a name with something (CR 105.2, 201.2, 205.2, 205.3).

use crate::cards::oracle::grammar::help::{self, as_objects, it, not, one, permanent_kind};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Mention, Referent, Rule, rule};

/// What is compared with, as it was before it was moved (CR 608.2h). "It" is what was named last, also in the same clause.
fn before(context: &Context, what: &Objects) -> Option<Obj> {
    let earlier = context.it(false).filter(|m| context.now(m).as_ref() == Some(what));
    if earlier.is_some_and(|m| context.it(true).is_none_or(|last| last.what != m.what)) {
        return None;
    }
    let moved = |var: Var| context.mentioned().find(|m| m.moved == Some(var));
    match what {
        Objects::Var(var) => match moved(*var).map(|m| &m.what) {
            Some(Referent::Objects(was)) => one(was),
            Some(_) => None,
            None => Some(Obj::Var(*var)),
        },
        what => one(what),
    }
}

/// The words for one object, also for what it was moved as.
fn said(context: &Context, obj: Obj) -> Vec<Objects> {
    let own = as_objects(obj);
    let same = |m: &&Mention| m.what == Referent::Objects(own.clone());
    let moved = context.mentioned().find(same).and_then(|m| m.moved);
    moved.map(Objects::Var).into_iter().chain([own.clone()]).collect()
}

/// Whether a quality is shared with an object.
fn shared(filter: &Filter, with: Obj) -> bool {
    use Filter as F;
    matches!(filter, F::SharesColor(obj) | F::SharesCardType(obj) | F::SharesCreatureType(obj) | F::SameName(obj) if *obj == with)
}

/// Something and what else shares a quality with it.
fn alike(context: &mut Context, first: Objects, noun: Filter) -> Option<Objects> {
    let obj = one(&first)?;
    help::parts(noun.clone()).last().filter(|last| shared(last, obj))?;
    let kind = permanent_kind(&noun);
    let both = Objects::Union(vec![first, Objects::All(help::with(noun, not(Filter::Is(obj))))]);
    context.mention(Referent::Objects(both.clone()), kind, true);
    Some(both)
}

fn of_alike(objects: &Objects) -> Vec<(Objects, Filter)> {
    let Objects::Union(list) = objects else { return Vec::new() };
    let [first, Objects::All(filter)] = list.as_slice() else { return Vec::new() };
    let Some(obj) = one(first) else { return Vec::new() };
    let noun = help::without(filter, &not(Filter::Is(obj)));
    let noun = noun.filter(|noun| help::parts(noun.clone()).last().is_some_and(|last| shared(last, obj)));
    noun.map(|noun| (first.clone(), noun)).into_iter().collect()
}

macro_rules! quality {
    ($shares:ident, $with:literal, $not:literal, $cond:literal, $with_it:literal; $example:literal, $not_example:literal) => {
        &[
            rule!(CardPost: $with_it () => |c| it(c).map(Filter::$shares),
                |c, f: &_| if it(c).map(Filter::$shares).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
            rule!(CardPost: $with (what: Objs) => |c, what| before(c, &what).map(Filter::$shares),
                |c, f| match f { Filter::$shares(obj) => said(c, obj).into_iter().map(|o| (o,)).collect(), _ => Vec::new() }; $example),
            rule!(CardPost: $not (what: Objs) => |c, what| before(c, &what).map(Filter::$shares).map(not),
                |c, f| match f { Filter::Not(inner) => match *inner { Filter::$shares(obj) => said(c, obj).into_iter().map(|o| (o,)).collect(), _ => Vec::new() }, _ => Vec::new() }; $not_example),
            rule!(Cond: $cond (what: Objs) => |c, what| { let obj = it(c)?; Some(Condition::Is(obj, Filter::$shares(before(c, &what)?))) },
                |c, cond: &_| match cond { Condition::Is(obj, Filter::$shares(other)) if it(c) == Some(*obj) => said(c, *other).into_iter().map(|o| (o,)).collect(), _ => Vec::new() }; ""),
        ]
    };
}

/// The qualities.
pub(super) const QUALITIES: &[&[Rule]] = &[
    quality!(SharesColor, "that shares|share a color with {what}", "that doesn't|don't share a color with {what}", "it shares a color with {what}", "that shares|share a color with it";
        "that shares a color with this creature", "that doesn't share a color with this creature"),
    quality!(SharesCardType, "that shares|share a card type with {what}", "that doesn't|don't share a card type with {what}", "it shares a card type with {what}", "that shares|share a card type with it";
        "that shares a card type with this creature", "that doesn't share a card type with this creature"),
    quality!(SharesCreatureType, "that shares|share a creature type with {what}", "that doesn't|don't share a creature type with {what}", "it shares a creature type with {what}", "that shares|share a creature type with it";
        "that shares a creature type with this creature", "that doesn't share a creature type with this creature"),
    quality!(SameName, "with the same name as {what}", "that doesn't|don't have the same name as {what}", "it has the same name as {what}", "with the same name as it";
        "with the same name as this creature", "that doesn't have the same name as this creature"),
];

/// A card that is looked at, and if it shares a creature type with the card itself may be revealed for something (CR 207.2c).
fn kinship(context: &mut Context, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    kin(context.variable()?, then)
}

fn kin(into: Var, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let card = || Objects::Var(into);
    let mut shown = vec![Instruction::Reveal(card())];
    shown.extend(then);
    let may = Instruction::May { who: Who::You, then: shown, otherwise: Vec::new() };
    let cond = Condition::Is(Obj::Var(into), Filter::SharesCreatureType(Obj::This));
    let looked = vec![
        Instruction::Keep(into, Objects::Top(help::n(1), Who::You)),
        Instruction::Look(Who::You, card()),
        Instruction::If { cond, then: vec![may], otherwise: Vec::new() },
    ];
    Some(vec![Instruction::May { who: Who::You, then: looked, otherwise: Vec::new() }])
}

fn is_kinship(_: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>, Obj)> {
    let [Instruction::May { then, .. }] = effects else { return Vec::new() };
    let [Instruction::Keep(into, _), Instruction::Look(..), Instruction::If { then, .. }] = then.as_slice() else {
        return Vec::new();
    };
    let [Instruction::May { then, .. }] = then.as_slice() else { return Vec::new() };
    let [Instruction::Reveal(_), rest @ ..] = then.as_slice() else { return Vec::new() };
    let same = kin(*into, rest.to_vec()).as_deref() == Some(effects);
    if same { vec![(rest.to_vec(), Obj::This)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Np: "2: {first} and each other {noun.s}" (first: Target, noun: Noun) => |c, first, noun| alike(c, first, noun), |_, o: &_| of_alike(o);
        "target creature and each other creature that shares a color with it"),
    rule!(Plain: "you may look at the top card of your library . if it shares a creature type with {this} , you may reveal it . if you do , {then} ." (this: Self_, then: Clause)
        => |c, _, then| kinship(c, then),
        |c, e: &_| is_kinship(c, e).into_iter().map(|(then, this)| (this, then)).collect(); ""),
];
