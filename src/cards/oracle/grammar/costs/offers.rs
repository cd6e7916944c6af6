//! What a player may pay and what follows: costs of two parts, of one of two, of X; limits of activations.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::quantities::letters::{floored, is_x};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn paying(cost: Cost, then: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::MayPay { who: Who::You, cost, then, otherwise: Vec::new() }]
}

fn is_paying(effects: &[Instruction]) -> Option<(Cost, Vec<Instruction>)> {
    match effects {
        [Instruction::MayPay { who: Who::You, cost, then, otherwise }] if otherwise.is_empty() => {
            Some((cost.clone(), then.clone()))
        }
        _ => None,
    }
}

/// X life may be paid; X is known before that.
fn pay_x(context: &mut Context, x: Quantity, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    let x = floored(&x);
    let mut effects = paying(Cost(vec![CostPart::PayLife(Quantity::X)]), then);
    for effect in &mut effects {
        effect.each(|q: &mut Quantity| {
            if *q == Quantity::X {
                *q = Quantity::Var(var);
            }
        });
    }
    effects.insert(0, Instruction::Set(var, x));
    context.targets.is_empty().then_some(effects)
}

fn is_pay_x(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Vec<Instruction>)> {
    let [Instruction::Set(..), Instruction::MayPay { .. }] = effects else { return Vec::new() };
    let parts = is_x(context, effects.to_vec()).into_iter().filter_map(|(paid, x)| {
        let (cost, then) = is_paying(&paid)?;
        (cost.0 == [CostPart::PayLife(Quantity::X)]).then_some((x, then))
    });
    parts.collect()
}

/// Either is done, as the player likes.
fn either(context: &mut Context, noun: Filter, cards: Filter) -> Instruction {
    let (who, count) = (Who::You, n(1));
    let into = context.variable();
    let sacrifice = Instruction::SacrificeChoice { who, filter: noun, count: count.clone(), into, any: false };
    let into = context.variable();
    let discard = Instruction::Discard { who, count, filter: cards, random: false, into };
    Instruction::ChooseOne(who, vec![vec![sacrifice], vec![discard]])
}

fn is_either(context: &Context, effect: &Instruction) -> Vec<(Filter, Filter)> {
    let Instruction::ChooseOne(Who::You, courses) = effect else { return Vec::new() };
    let [a, b] = courses.as_slice() else { return Vec::new() };
    match (a.as_slice(), b.as_slice()) {
        ([Instruction::SacrificeChoice { filter: noun, .. }], [Instruction::Discard { filter: cards, .. }])
            if *effect == either(&mut context.clone(), noun.clone(), cards.clone()) =>
        {
            vec![(noun.clone(), cards.clone())]
        }
        _ => Vec::new(),
    }
}

/// One of both may be done, and if either was, something follows.
fn if_either(verb: Instruction, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let Instruction::ChooseOne(Who::You, courses) = &verb else { return None };
    let did = |course: &Vec<Instruction>| match course.as_slice() {
        [only] => clauses::stored(only).map(Condition::Did),
        _ => None,
    };
    let cond = Condition::Or(courses.iter().map(did).collect::<Option<_>>()?);
    let then = vec![verb, Instruction::If { cond, then, otherwise: Vec::new() }];
    Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }])
}

fn is_if_either(effects: &[Instruction]) -> Vec<(Instruction, Vec<Instruction>)> {
    let Some((Who::You, all)) = clauses::may(effects) else { return Vec::new() };
    match all.as_slice() {
        [verb, Instruction::If { then, .. }] if if_either(verb.clone(), then.clone()).as_deref() == Some(effects) => {
            vec![(verb.clone(), then.clone())]
        }
        _ => Vec::new(),
    }
}

/// Fewer cards than that are in the hand, and as many are drawn as are missing.
fn refill(context: &mut Context, size: Quantity) -> (Condition, Vec<Instruction>) {
    let hand = Quantity::HandSize(Who::You);
    let count = Quantity::Minus(Box::new(size.clone()), Box::new(hand.clone()));
    let draw = Instruction::Draw { who: Who::You, count, into: context.variable() };
    (Condition::Compare(hand, Cmp::Lt, size), vec![draw])
}

fn is_refill(context: &Context, cond: &Condition, effects: &[Instruction]) -> Option<Quantity> {
    let Condition::Compare(_, Cmp::Lt, size) = cond else { return None };
    let (asked, drawn) = refill(&mut context.clone(), size.clone());
    (asked == *cond && drawn == effects).then(|| size.clone())
}

fn buried(cards: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), cards)))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Payment: "pays|pay {mana} and {n} life" (mana: Mana, n: Amount) => |_, mana, n| Some(Cost(vec![CostPart::Mana(mana), CostPart::PayLife(n)])),
        |_, Cost(list)| match list.as_slice() { [CostPart::Mana(mana), CostPart::PayLife(n)] => vec![(mana.clone(), n.clone())], _ => Vec::new() }; "pay {1} and 2 life"),
    rule!(Plain: "you may {cost.p} . if you do , {clause} ." (cost: Payment, clause: Clause) => |_, cost, then| (cost.0.len() == 2).then(|| paying(cost, then)),
        |_, e: &_| is_paying(e).filter(|(cost, _)| cost.0.len() == 2).into_iter().collect(); "you may pay {1} and 2 life. If you do, draw a card."),
    rule!(Plain: "you may pay X life , where X is {x} . if you do , {clause} ." (x: Value_, clause: Clause) => |c, x, clause| pay_x(c, x, clause), |c, e: &_| is_pay_x(c, e);
        "you may pay X life, where X is the number of creatures you control. If you do, draw X cards."),
    rule!(Verb: "sacrifice a {noun.s} or discard a {cards.s}" (noun: Noun, cards: CardNoun) => |c, noun, cards| (c.doer == Who::You).then(|| either(c, noun, cards)), |c, e: &_| is_either(c, e);
        "sacrifice a Goblin or discard a card"),
    rule!(Plain: "you may {verb.p} . if you do , {clause} ." (verb: Verb, clause: Clause) => |_, verb, clause| if_either(verb, clause), |_, e: &_| is_if_either(e);
        "you may sacrifice a Goblin or discard a card. If you do, draw a card."),
    alternate!(Part: "sacrifices|sacrifice a {a.s} or a {b.s}" (a: Noun, b: Noun) => |_, a, b| Some(CostPart::Sacrifice(n(1), Filter::Or(vec![a, b]))); "sacrifice a token or a land"),
    // ---- how many cards are missing
    rule!(Trigger: "{when} , if you have fewer than {size} cards in hand , draw cards equal to the difference ." (when: When, size: Count) => |c, when, size| {
            let (only_if, effects) = refill(c, size);
            lines::whole(c, when, only_if, effects)
        },
        |c, d: &_| if lines::simple(d) { is_refill(c, &d.only_if, &d.effects).map(|size| (d.when.clone(), size)).into_iter().collect() } else { Vec::new() }; ""),
    rule!(Sentence: "if you have fewer than {size} cards in hand , draw cards equal to the difference ." (size: Count) => |c, size| {
            let (cond, then) = refill(c, size);
            Some(vec![Instruction::If { cond, then, otherwise: Vec::new() }])
        },
        |c, e: &_| match e.as_slice() {
            [Instruction::If { cond, then, otherwise }] if otherwise.is_empty() => is_refill(c, cond, then).map(|size| (size,)).into_iter().collect(),
            _ => Vec::new(),
        }; "if you have fewer than seven cards in hand, draw cards equal to the difference."),
    alternate!(Sentence: "then if you have fewer than {size} cards in hand , draw cards equal to the difference ." (size: Count) => |c, size| {
            let (cond, then) = refill(c, size);
            Some(vec![Instruction::If { cond, then, otherwise: Vec::new() }])
        }; ""),
    rule!(Cond: "there are fewer than {count} {cards.p} in your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| Some(Condition::Compare(buried(cards), Cmp::Lt, count)),
        |_, cond| match cond {
            Condition::Compare(Quantity::Count(group), Cmp::Lt, count) => match *group { Objects::In(ZoneOf::Graveyard(Who::You), cards) => vec![(count, cards)], _ => Vec::new() },
            _ => Vec::new(),
        }; "there are fewer than six creature cards in your graveyard"),
    // ---- when
    alternate!(Limit: "{def} activate only if {cond} and only as a sorcery ." (def: Limit_, cond: Conds) => |_, def, only_if| Some(ActivatedDef { sorcery_speed: true, only_if, ..def }); ""),
    alternate!(Limit: "{def} activate only during combat and only if {cond} ." (def: Limit_, cond: Conds) => |_, def, cond| Some(ActivatedDef { only_if: Condition::And(vec![lines::in_combat(), cond]), ..def }); ""),
];
