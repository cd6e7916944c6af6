//! Cards of a hand that are shown or looked at, and how many of them there are; what is drawn for what went back.

use crate::cards::oracle::grammar::cards::hands::hand;
use crate::cards::oracle::grammar::help::{done, n};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

fn count(objects: Objects) -> Quantity {
    Quantity::Count(Box::new(objects))
}

/// A player looks at another's hand, and a card of it is chosen: it is discarded.
fn peek(context: &mut Context, who: Who, filter: Filter, min: Quantity, max: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = help::choose(Who::You, hand(who, filter), (min, max), into);
    let look = Instruction::Look(Who::You, hand(who, Filter::Any));
    (context.doer == Who::You && who != Who::You)
        .then(|| vec![look, choose, Instruction::DiscardThese(Objects::Var(into))])
}

fn peeked(context: &Context, effects: &[Instruction]) -> Option<(Who, Filter, Quantity, Quantity)> {
    let [_, Instruction::Choose { from: Objects::In(ZoneOf::Hand(who), filter), min, max, .. }, _] = effects else {
        return None;
    };
    let made = peek(&mut context.clone(), *who, filter.clone(), min.clone(), max.clone());
    (made.as_deref() == Some(effects)).then(|| (*who, filter.clone(), min.clone(), max.clone()))
}

/// Any number of cards are chosen from your hand, and shown or discarded.
fn any_of(context: &mut Context, filter: Filter) -> Option<(Var, Instruction)> {
    let into = context.variable()?;
    let max = count(hand(Who::You, filter.clone()));
    let choose = help::choose(Who::You, hand(Who::You, filter), (n(0), max), into);
    (context.doer == Who::You).then_some((into, choose))
}

fn shown(context: &mut Context, filter: Filter) -> Option<Vec<Instruction>> {
    let (into, choose) = any_of(context, filter)?;
    context.done.push((Participle::Revealed, into));
    Some(vec![choose, Instruction::Reveal(Objects::Var(into))])
}

fn is_shown(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::Choose { from: Objects::In(ZoneOf::Hand(Who::You), filter), .. }, _]
            if shown(&mut context.clone(), filter.clone()).as_deref() == Some(effects) =>
        {
            vec![(filter.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn thrown(context: &mut Context, filter: Filter) -> Option<Vec<Instruction>> {
    let (into, choose) = any_of(context, filter)?;
    context.done.push((Participle::Thrown, into));
    Some(vec![choose, Instruction::DiscardThese(Objects::Var(into))])
}

fn is_thrown(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::Choose { from: Objects::In(ZoneOf::Hand(Who::You), filter), .. }, _]
            if thrown(&mut context.clone(), filter.clone()).as_deref() == Some(effects) =>
        {
            vec![(filter.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// The hand goes into the library, and as many cards are drawn.
fn refilled(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let back = Instruction::Move {
        what: hand(who, Filter::Any),
        to: Destination::LibraryTop,
        into: Some(into),
        linked: false,
        until: None,
    };
    let draw = Instruction::Draw { who, count: Quantity::Var(into), into: context.variable() };
    (who == context.doer && help::one_player(who)).then(|| vec![back, Instruction::Shuffle(who), draw])
}

fn is_refilled(context: &Context, effects: &[Instruction]) -> Vec<()> {
    if refilled(&mut context.clone(), context.doer).as_deref() == Some(effects) { vec![()] } else { Vec::new() }
}

/// The whole hand is discarded, and as many cards are drawn.
fn renewed(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let number = context.variable()?;
    let draw = Instruction::Draw { who, count: Quantity::Var(number), into: context.variable() };
    (who == context.doer && help::one_player(who)).then(|| {
        vec![Instruction::Set(number, Quantity::HandSize(who)), Instruction::DiscardThese(hand(who, Filter::Any)), draw]
    })
}

fn is_renewed(context: &Context, effects: &[Instruction]) -> Vec<()> {
    if renewed(&mut context.clone(), context.doer).as_deref() == Some(effects) { vec![()] } else { Vec::new() }
}

/// A player shows a card of their hand that chance picks: it is what was mentioned last.
fn exposed(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    context.mention(Referent::Objects(Objects::Var(into)), Sort::CARD, false);
    context.done.push((Participle::Revealed, into));
    let choose = Instruction::Choose {
        who,
        from: hand(who, Filter::Any),
        min: n(1),
        max: n(1),
        random: true,
        together: Vec::new(),
        into,
    };
    help::one_player(who).then(|| vec![choose, Instruction::Reveal(Objects::Var(into))])
}

fn is_exposed(context: &Context, effects: &[Instruction]) -> Vec<(Who,)> {
    match effects {
        [Instruction::Choose { who, random: true, .. }, _]
            if exposed(&mut context.clone(), *who).as_deref() == Some(effects) =>
        {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "look at {whose} hand and choose a {cards.s} from it . that player discards that card ." (whose: Whose, cards: CardNoun) => |c, whose, cards| peek(c, whose, cards, n(1), n(1)),
        |c, e: &_| peeked(c, e).filter(|(_, _, min, max)| *min == n(1) && *max == n(1)).map(|(who, f, ..)| (who, f)).into_iter().collect(); "look at target player's hand and choose a card from it. That player discards that card."),
    alternate!(Plain: "look at {whose} hand and choose a {cards.s} from it . the player discards that card ." (whose: Whose, cards: CardNoun) => |c, whose, cards| peek(c, whose, cards, n(1), n(1)); "look at target player's hand and choose a card from it. The player discards that card."),
    rule!(Plain: "look at {whose} hand and choose {m} cards from it . that player discards those cards ." (whose: Whose, m: Count) => |c, whose, m| peek(c, whose, Filter::Any, m.clone(), m),
        |c, e: &_| peeked(c, e).filter(|(_, f, min, max)| min == max && *f == Filter::Any && *min != n(1)).map(|(who, _, m, _)| (who, m)).into_iter().collect(); "look at target player's hand and choose two cards from it. That player discards those cards."),
    rule!(Plain: "look at {whose} hand and choose up to {m} cards from it . that player discards those cards ." (whose: Whose, m: Count) => |c, whose, m| peek(c, whose, Filter::Any, n(0), m),
        |c, e: &_| peeked(c, e).filter(|(_, f, min, _)| *min == n(0) && *f == Filter::Any).map(|(who, _, _, m)| (who, m)).into_iter().collect(); "look at target player's hand and choose up to two cards from it. That player discards those cards."),
    rule!(Act: "reveal any number of {cards.p} in your hand" (cards: CardNoun) => |c, cards| shown(c, cards), |c, e: &_| is_shown(c, e); "reveal any number of black cards in your hand"),
    alternate!(Act: "reveal any number of {cards.p} from your hand" (cards: CardNoun) => |c, cards| shown(c, cards); "reveal any number of black cards from your hand"),
    rule!(Act: "discard any number of {cards.p}" (cards: CardNoun) => |c, cards| thrown(c, cards), |c, e: &_| is_thrown(c, e); "discard any number of creature cards"),
    rule!(Each: "card|cards revealed this way" () => |c| done(c, Participle::Revealed).map(Quantity::Var), |c, q| if done(c, Participle::Revealed).map(Quantity::Var) == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "card|cards discarded this way" () => |c| done(c, Participle::Thrown).map(Quantity::Var), |c, q| if done(c, Participle::Thrown).map(Quantity::Var) == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Verbs: "shuffles|shuffle the cards from their|your hand into their|your library , then draws|draw that many cards" () => |c| { let who = c.doer; refilled(c, who) }, |c, e: &_| is_refilled(c, e); "shuffle the cards from your hand into your library, then draw that many cards"),
    rule!(Verbs: "discards|discard all the cards in their|your hand , then draws|draw that many cards" () => |c| { let who = c.doer; renewed(c, who) }, |c, e: &_| is_renewed(c, e); "discard all the cards in your hand, then draw that many cards"),
    rule!(Plain: "{who.s} reveals a card at random from their hand ." (who: Other) => |c, who| exposed(c, who), |c, e: &_| is_exposed(c, e); "target opponent reveals a card at random from their hand."),
    alternate!(Poss: "the revealed card 's" () => |c| done(c, Participle::Revealed).map(Obj::Var); ""),
];
