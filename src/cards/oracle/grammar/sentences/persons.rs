//! What is done to oneself, to the other opponents, or one way or the other; what was sacrificed or discarded.

use crate::cards::oracle::grammar::help::{as_objects, n, one};
use crate::cards::oracle::grammar::nouns::references::was_paid;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// What deals damage is dealt it, too.
fn itself(source: Obj) -> Recipients {
    as_objects(source).into()
}

/// Damage to something, and to what deals it, at once.
fn recoiling(source: Obj, (amount, to): (Quantity, Recipients), more: Quantity) -> Instruction {
    if amount == more {
        let to = Recipients::Union(vec![to, itself(source)]);
        return Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None };
    }
    Instruction::Damage { amount, to, source, and: vec![(more, itself(source))], into: None, dealt_to: None }
}

fn is_recoiling(effect: &Instruction) -> Vec<(Obj, Quantity, Recipients, Quantity)> {
    let Instruction::Damage { amount, to, source, and, into: None, dealt_to: None } = effect else { return Vec::new() };
    let parts = match (to, and.as_slice()) {
        (to, [(more, _)]) => Some((to.clone(), more.clone())),
        (Recipients::Union(list), []) => list.first().map(|to| (to.clone(), amount.clone())),
        _ => None,
    };
    let made = parts.filter(|(to, more)| recoiling(*source, (amount.clone(), to.clone()), more.clone()) == *effect);
    made.map(|(to, more)| (*source, amount.clone(), to, more)).into_iter().collect()
}

/// Damage to the opponents other than the one who was dealt damage.
fn spread(context: &mut Context, what: &Objects) -> Option<Vec<Instruction>> {
    let source = one(what)?;
    let known = context.mentions.iter().any(|m| m.what == Referent::Player(Who::Event));
    (context.event && known).then_some(())?;
    let into = context.variable()?;
    let only = Condition::Not(Box::new(Condition::SamePlayer(Who::It, Who::Event)));
    let to = Recipients::Players(Who::Var(into));
    Some(vec![
        Instruction::KeepPlayers { from: Who::EachOpponent, only, into },
        Instruction::Damage { amount: Quantity::EventAmount, to, source, and: Vec::new(), into: None, dealt_to: None },
    ])
}

fn is_spread(context: &Context, effects: &[Instruction]) -> Vec<(Objects,)> {
    let [_, Instruction::Damage { source, .. }] = effects else { return Vec::new() };
    let what = as_objects(*source);
    let same = spread(&mut context.clone(), &what).as_deref() == Some(effects);
    if same { vec![(what,)] } else { Vec::new() }
}

/// Power and toughness change in one of two ways, as you choose.
fn one_way(what: &Objects, ways: [(Quantity, Quantity); 2], duration: &Duration) -> Vec<Instruction> {
    let change = |(power, toughness)| {
        let change = vec![Modification::ModifyPT(power, toughness)];
        vec![Instruction::Continuous(StaticEffect::Affect(what.clone(), change), duration.clone())]
    };
    vec![Instruction::ChooseOne(Who::You, ways.map(change).into())]
}

type Pair = (Quantity, Quantity);

fn is_one_way(effects: &[Instruction]) -> Vec<(Objects, Pair, Pair, Duration)> {
    let [Instruction::ChooseOne(Who::You, list)] = effects else { return Vec::new() };
    let parts = |list: &[Instruction]| match list {
        [Instruction::Continuous(StaticEffect::Affect(what, mods), duration)] => match mods.as_slice() {
            [Modification::ModifyPT(power, toughness)] => {
                Some((what.clone(), (power.clone(), toughness.clone()), duration.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let [first, second] = list.as_slice() else { return Vec::new() };
    match (parts(first), parts(second)) {
        (Some((what, a, until)), Some((other, b, to))) if what == other && until == to => vec![(what, a, b, until)],
        _ => Vec::new(),
    }
}

/// What it was.
fn was(obj: Obj, like: Filter) -> Condition {
    Condition::Is(obj, like)
}

macro_rules! was_paid {
    ($words:literal, $how:expr, $kind:expr) => {
        rule!(Cond: $words (like: Quality) => |c, like| was_paid(c, $how, $kind).then(|| was(Obj::PaidWith, like)),
            |c, cond| match cond { Condition::Is(Obj::PaidWith, like) if was_paid(c, $how, $kind) => vec![(like,)], _ => Vec::new() }; "")
    };
}

/// Up to a number of cards are discarded, and as many drawn.
fn rummage(context: &mut Context, most: Quantity) -> Option<Vec<Instruction>> {
    let who = context.doer;
    let into = context.variable()?;
    let choose = help::choose(who, Objects::In(ZoneOf::Hand(who), Filter::Any), (n(0), most), into);
    let drawn = context.variable();
    let draw = Instruction::Draw { who, count: Quantity::Var(into), into: drawn };
    (who == Who::You).then(|| vec![choose, Instruction::DiscardThese(Objects::Var(into)), draw])
}

fn is_rummage(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let Some(Instruction::Choose { max, .. }) = effects.first() else { return Vec::new() };
    let same = rummage(&mut context.clone(), max.clone()).as_deref() == Some(effects);
    if same { vec![(max.clone(),)] } else { Vec::new() }
}

/// Any number of cards are discarded, and as many drawn, or one more.
fn renewed(context: &mut Context) -> Option<Vec<Instruction>> {
    let most = Quantity::HandSize(context.doer);
    let mut effects = rummage(context, most)?;
    if let Some(Instruction::Draw { count, .. }) = effects.last_mut() {
        *count = Quantity::Sum(vec![count.clone(), n(1)]);
    }
    Some(effects)
}

/// Those of the opponents who discarded no such card lose life.
fn hurt_empty(context: &mut Context, who: Who, cards: Filter, life: Quantity) -> Option<Vec<Instruction>> {
    let (gone, into) = (context.variable()?, context.variable()?);
    let discard = Instruction::Discard { who, count: n(1), filter: Filter::Any, random: false, into: Some(gone) };
    let own = Objects::Only(Box::new(Objects::Var(gone)), help::with(cards, Filter::Owned(Who::It)));
    let only = Condition::Not(Box::new(Condition::Exists(own)));
    let keep = Instruction::KeepPlayers { from: Who::EachOpponent, only, into };
    Some(vec![discard, keep, Instruction::LoseLife(Who::Var(into), life, None)])
}

fn is_hurt_empty(context: &Context, effects: &[Instruction], of: Who) -> Vec<(Filter, Quantity)> {
    let [Instruction::Discard { who, .. }, Instruction::KeepPlayers { only: Condition::Not(only), .. }, last] = effects
    else {
        return Vec::new();
    };
    let (Condition::Exists(Objects::Only(_, cards)), Instruction::LoseLife(_, life, _)) = (&**only, last) else {
        return Vec::new();
    };
    let Some(cards) = help::without(cards, &Filter::Owned(Who::It)) else { return Vec::new() };
    let same = hurt_empty(&mut context.clone(), of, cards.clone(), life.clone()).as_deref() == Some(effects);
    if same && *who == of { vec![(cards, life.clone())] } else { Vec::new() }
}

macro_rules! hurt {
    ($who:expr, $cant:literal, $didnt:literal) => {
        &[
            rule!(Plain: $cant (life: Amount) => |c, life| hurt_empty(c, $who, Filter::Any, life),
                |c, e: &_| is_hurt_empty(c, e, $who).into_iter().filter(|(cards, _)| *cards == Filter::Any).map(|(_, life)| (life,)).collect(); ""),
            rule!(Plain: $didnt (cards: CardNoun, life: Amount) => |c, cards, life| (cards != Filter::Any).then(|| hurt_empty(c, $who, cards, life))?,
                |c, e: &_| is_hurt_empty(c, e, $who).into_iter().filter(|(cards, _)| *cards != Filter::Any).collect(); ""),
        ]
    };
}

/// Those who can't discard.
pub(super) const EMPTY: &[&[Rule]] = &[
    hurt!(
        Who::EachOpponent,
        "each opponent discards a card . each opponent who can't loses {life} life .",
        "each opponent discards a card , then each opponent who didn't discard a {cards.s} this way loses {life} life ."
    ),
    hurt!(
        Who::EachPlayer,
        "each player discards a card . each opponent who can't loses {life} life .",
        "each player discards a card , then each opponent who didn't discard a {cards.s} this way loses {life} life ."
    ),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Pred: "deals|deal {n} damage to {to} and {m} damage to itself" (source: Source, n: Amount, to: Recip, m: Amount) => |_, source, n, to, m| Some(recoiling(source, (n, to), m)),
        |_, e: &_| is_recoiling(e); ""),
    rule!(Pred: "deals|deal {n} damage to itself" (source: Source, n: Amount) => |_, source, amount| Some(Instruction::Damage { amount, to: itself(source), source, and: Vec::new(), into: None, dealt_to: None }),
        |_, e: &_| match e {
            Instruction::Damage { amount, to, source, and, into: None, dealt_to: None } if and.is_empty() && *to == itself(*source) => vec![(*source, amount.clone())],
            _ => Vec::new(),
        }; ""),
    rule!(Said: "{what.s} deals that much damage to each other opponent" (what: SubjObjs) => |c, what| spread(c, &what), |c, e: &_| is_spread(c, e); ""),
    rule!(Said: "{what.s} gets {a} or {b} {dur}" (what: SubjObjs, a: Pt, b: Pt, dur: Dur) => |_, what, a, b, dur| Some(one_way(&what, [a, b], &dur)),
        |_, e: &_| is_one_way(e); "target creature gets +1/-1 or -1/+1 until end of turn"),
    was_paid!("the sacrificed creature was {like.s}", Participle::Sacrificed, Sort::CREATURE),
    was_paid!("the sacrificed artifact was {like.s}", Participle::Sacrificed, Sort::ARTIFACT),
    was_paid!("the sacrificed land was {like.s}", Participle::Sacrificed, Sort::LAND),
    was_paid!("the sacrificed permanent was {like.s}", Participle::Sacrificed, Sort::PERMANENT),
    rule!(Cond: "the discarded card was {like}" (like: Adj) => |c, like| was_paid(c, Participle::Discarded, Sort::CARD).then(|| was(Obj::PaidWith, like)),
        |c, cond| match cond { Condition::Is(Obj::PaidWith, like) if was_paid(c, Participle::Discarded, Sort::CARD) => vec![(like,)], _ => Vec::new() }; ""),
    rule!(Verbs: "discard up to {most} cards , then draw that many cards" (most: Count) => |c, most| rummage(c, most), |c, e: &_| is_rummage(c, e); "discard up to two cards, then draw that many cards"),
    rule!(Verbs: "discard any number of cards , then draw that many cards plus one" () => |c| renewed(c), |c, e: &_| if renewed(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() };
        "discard any number of cards, then draw that many cards plus one"),
    rule!(Value_: "the greatest {measure} among other {noun.p}" (measure: Measured, noun: Noun)
        => |_, measure, noun| Some(Quantity::Greatest(measure, Box::new(Objects::All(help::with(noun, help::other()))))),
        |_, q| match q {
            Quantity::Greatest(measure, objects) => match *objects {
                Objects::All(filter) => help::without(&filter, &help::other()).map(|noun| (measure, noun)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "the greatest power among other creatures you control"),
    alternate!(Value_: "the mana value of that spell" () => |c| {
            let spell = c.that(Sort::SPELL, false)?;
            match &spell.what { Referent::Objects(objects) => Some(Quantity::ManaValue(one(objects)?)), _ => None }
        }; ""),
];
