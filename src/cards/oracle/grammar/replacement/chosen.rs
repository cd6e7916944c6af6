//! What is chosen or done as something enters (CR 614.12a).

use crate::cards::oracle::grammar::help::{choose_player, not};
use crate::cards::oracle::grammar::statics::{as_entering, choose, chosen, remembered, replace};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn as_enters(effects: Vec<Instruction>) -> AbilityDef {
    replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::AsEnters(effects))
}

fn is_as_enters(def: &AbilityDef) -> Option<&[Instruction]> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with, .. }), .. }) => match with {
            ReplaceWith::AsEnters(effects) if *def == as_enters(effects.clone()) => Some(effects),
            _ => None,
        },
        _ => None,
    }
}

fn player(into: Var) -> Instruction {
    choose_player(Who::EachPlayer, into)
}

fn land_type(into: Var) -> Instruction {
    help::choose_subtype(Who::You, SubtypeWord::Land, into)
}

fn name(filter: Filter) -> impl Fn(Var) -> Instruction {
    move |into| Instruction::ChooseName { who: Who::You, filter: filter.clone(), into }
}

fn nonbasic_land() -> Filter {
    Filter::And(vec![not(Filter::Supertype(Supertypes::BASIC)), Filter::Type(CardTypes::LAND)])
}

fn noncreature_nonland() -> Filter {
    Filter::And(vec![not(Filter::Type(CardTypes::CREATURE)), not(Filter::Type(CardTypes::LAND))])
}

fn named(context: &mut Context, filter: Filter) -> Option<AbilityDef> {
    let into = context.variable()?;
    Some(as_entering(name(filter)(into), into))
}

fn is_named(def: &AbilityDef, filter: Filter) -> Vec<(Obj,)> {
    let found = remembered(def).filter(|(choose, into)| **choose == name(filter.clone())(*into));
    found.map(|_| (Obj::This,)).into_iter().collect()
}

/// One of two subtypes.
fn either(context: &mut Context, a: Subtype, b: Subtype) -> Option<AbilityDef> {
    let into = context.variable()?;
    let land = |subtype: Subtype| Subtype::BASIC_LANDS.contains(&subtype);
    (a != b && land(a) && land(b)).then(|| as_entering(of(vec![a, b], into), into))
}

fn of(among: Vec<Subtype>, into: Var) -> Instruction {
    let (kind, except) = (SubtypeWord::BasicLand, Vec::new());
    Instruction::ChooseSubtype { who: Who::You, kind, other_than: None, except, among, into }
}

fn is_either(def: &AbilityDef) -> Vec<(Obj, Subtype, Subtype)> {
    match remembered(def) {
        Some((Instruction::ChooseSubtype { among, .. }, into)) => match among.as_slice() {
            [a, b] if *def == as_entering(of(vec![*a, *b], into), into) => vec![(Obj::This, *a, *b)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// An opponent's hand is looked at before something is chosen.
fn peeking(context: &mut Context, choose: impl Fn(Var) -> Instruction) -> Option<AbilityDef> {
    let (whose, into) = (context.variable()?, context.variable()?);
    let hand = Objects::In(ZoneOf::Hand(Who::Var(whose)), Filter::Any);
    Some(as_enters(vec![
        choose_player(Who::EachOpponent, whose),
        Instruction::Look(Who::You, hand),
        choose(into),
        Instruction::RememberChoice(into),
    ]))
}

fn is_peeking(context: &Context, def: &AbilityDef, choose: impl Fn(Var) -> Instruction) -> Vec<(Obj,)> {
    if peeking(&mut context.clone(), choose).as_ref() == Some(def) { vec![(Obj::This,)] } else { Vec::new() }
}

fn card_type(among: CardTypes) -> impl Fn(Var) -> Instruction {
    move |into| Instruction::ChooseCardType { who: Who::You, among, into }
}

fn peeking_type(context: &mut Context, but: CardTypes) -> Option<AbilityDef> {
    context.face.card_type.then_some(())?;
    peeking(context, card_type(CardTypes::IN_DECKS.difference(but)))
}

fn is_peeking_type(context: &Context, def: &AbilityDef) -> Vec<(Obj, CardTypes)> {
    let found = is_as_enters(def).and_then(|effects| match effects {
        [_, _, Instruction::ChooseCardType { among, .. }, _] => Some(CardTypes::IN_DECKS.difference(*among)),
        _ => None,
    });
    let found = found.filter(|but| peeking_type(&mut context.clone(), *but).as_ref() == Some(def));
    found.map(|but| (Obj::This, but)).into_iter().collect()
}

/// What can be done as it enters, with no choice that is remembered and nothing about the card itself.
fn done(context: &Context, effects: Vec<Instruction>) -> Option<AbilityDef> {
    let fits = context.targets.is_empty() && effects.iter().all(is_plain);
    fits.then(|| as_enters(effects))
}

fn is_plain(effect: &Instruction) -> bool {
    match effect {
        Instruction::Sacrifice(Objects::All(_)) => true,
        Instruction::Discard { who, .. } => *who == Who::You,
        Instruction::LoseLife(Who::You, ..) => true,
        _ => false,
    }
}

fn is_done(def: &AbilityDef) -> Vec<(Obj, Vec<Instruction>)> {
    let found = is_as_enters(def).filter(|effects| !effects.is_empty() && effects.iter().all(is_plain));
    found.map(|effects| (Obj::This, effects.to_vec())).into_iter().collect()
}

/// It enters tapped unless a card was revealed or a condition holds.
fn revealing(part: CostPart, cond: Condition) -> Option<AbilityDef> {
    let tap = vec![Instruction::Tap(Objects::The(Obj::This))];
    let tapped = Instruction::If { cond: Condition::Not(Box::new(cond)), then: tap, otherwise: Vec::new() };
    let cost = Cost(vec![part]);
    Some(as_enters(vec![Instruction::MayPay { who: Who::You, cost, then: Vec::new(), otherwise: vec![tapped] }]))
}

fn is_revealing(def: &AbilityDef) -> Option<(CostPart, Condition)> {
    let [Instruction::MayPay { cost, otherwise, .. }] = is_as_enters(def)? else { return None };
    let [Instruction::If { cond: Condition::Not(cond), .. }] = otherwise.as_slice() else { return None };
    let [part] = cost.0.as_slice() else { return None };
    (revealing(part.clone(), (**cond).clone()).as_ref() == Some(def)).then(|| (part.clone(), (**cond).clone()))
}

/// The cards that are revealed are of the kind that is named again.
fn reveals(part: &CostPart, kind: &Filter) -> bool {
    matches!(part, CostPart::Reveal(_, filter) if filter == kind)
}

fn revealed(part: &CostPart) -> Option<Filter> {
    match part {
        CostPart::Reveal(_, filter) => Some(filter.clone()),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "as {this} enters , choose a player ." (this: Self_) => |c, _| choose(player, c), |_, d: &_| chosen(d, player); ""),
    rule!(Static: "as {this} enters , choose a land type ." (this: Self_) => |c, _| choose(land_type, c), |_, d: &_| chosen(d, land_type); ""),
    rule!(Static: "as {this} enters , choose a nonbasic land card name ." (this: Self_) => |c, _| named(c, nonbasic_land()), |_, d: &_| is_named(d, nonbasic_land()); ""),
    rule!(Static: "as {this} enters , choose a noncreature , nonland card name ." (this: Self_) => |c, _| named(c, noncreature_nonland()), |_, d: &_| is_named(d, noncreature_nonland()); ""),
    rule!(Static: "as {this} enters , choose {a.s} or {b.s} ." (this: Self_, a: Sub, b: Sub) => |c, _, a, b| either(c, a, b), |_, d: &_| is_either(d); ""),
    rule!(Static: "as {this} enters , look at a opponent 's hand , then choose any card name ." (this: Self_) => |c, _| peeking(c, name(Filter::Any)), |c, d: &_| is_peeking(c, d, name(Filter::Any)); ""),
    rule!(Static: "as {this} enters , look at a opponent 's hand , then choose a card type other than {types} ." (this: Self_, types: Types) => |c, _, types| peeking_type(c, types), |c, d: &_| is_peeking_type(c, d); ""),
    rule!(Static: "as {this} enters , {clause} ." (this: Self_, clause: Clause) => |c, _, clause| done(c, clause), |_, d: &_| is_done(d); ""),
    rule!(Static: "as {this} enters , you may {part.p} . {that} enters tapped unless you revealed a {kind.s} this way or {cond} ." (this: Self_, part: Part, that: Self_, kind: CardNoun, cond: Cond)
        => |_, _, part, _, kind, cond| reveals(&part, &kind).then(|| revealing(part, cond))?,
        |_, d: &_| is_revealing(d).and_then(|(part, cond)| { let kind = revealed(&part)?; Some((Obj::This, part, Obj::This, kind, cond)) }).into_iter().collect(); ""),
];
