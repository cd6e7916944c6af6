//! Hands that are revealed, and cards of them that are discarded or put back.

use crate::cards::oracle::grammar::help::{n, one_player};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

pub(super) fn hand(who: Who, cards: Filter) -> Objects {
    Objects::In(ZoneOf::Hand(who), cards)
}

/// A player shows their hand and discards all cards of a sort.
fn purge(who: Who, cards: Filter) -> Vec<Instruction> {
    vec![Instruction::Reveal(hand(who, Filter::Any)), Instruction::DiscardThese(hand(who, cards))]
}

fn is_purge(effects: &[Instruction]) -> Vec<(Who, Filter)> {
    match effects {
        [Instruction::Reveal(_), Instruction::DiscardThese(Objects::In(ZoneOf::Hand(who), cards))]
            if effects == purge(*who, cards.clone()) =>
        {
            vec![(*who, cards.clone())]
        }
        _ => Vec::new(),
    }
}

/// A player shows their hand, and you may have them discard a card of a sort.
fn may_strip(context: &mut Context, who: Who, cards: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = help::choose(Who::You, hand(who, cards), (n(0), n(1)), into);
    let discard = Instruction::DiscardThese(Objects::Var(into));
    one_player(who).then(|| vec![Instruction::Reveal(hand(who, Filter::Any)), choose, discard])
}

fn is_may_strip(context: &Context, effects: &[Instruction]) -> Vec<(Who, Filter)> {
    match effects {
        [_, Instruction::Choose { from: Objects::In(ZoneOf::Hand(who), cards), .. }, _]
            if may_strip(&mut context.clone(), *who, cards.clone()).as_deref() == Some(effects) =>
        {
            vec![(*who, cards.clone())]
        }
        _ => Vec::new(),
    }
}

/// A player puts a card of their hand on top of their library.
fn put_back(context: &mut Context, who: Who, cards: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = help::choose(who, hand(who, cards), (n(1), n(1)), into);
    let (what, to) = (Objects::Var(into), Destination::LibraryTop);
    let put = Instruction::Move { what, to, into: None, linked: false, until: None };
    (one_player(who) && who != Who::You).then(|| vec![choose, put])
}

fn is_put_back(context: &Context, effects: &[Instruction]) -> Vec<(Who, Filter)> {
    match effects {
        [Instruction::Choose { who, from: Objects::In(ZoneOf::Hand(_), cards), .. }, _]
            if put_back(&mut context.clone(), *who, cards.clone()).as_deref() == Some(effects) =>
        {
            vec![(*who, cards.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "{who.s} reveals their hand and discards all {cards.p}" (who: Other, cards: CardNoun) => |_, who, cards| one_player(who).then(|| purge(who, cards)),
        |_, e: &_| is_purge(e).into_iter().filter(|(who, _)| *who != Who::You).collect(); "target player reveals their hand and discards all nonland cards"),
    rule!(Plain: "{who.s} reveals their hand . you may choose a {cards.s} from it . if you do , that player discards that card ." (who: Other, cards: CardNoun) => |c, who, cards| may_strip(c, who, cards),
        |c, e: &_| is_may_strip(c, e); "target opponent reveals their hand. You may choose a nonland card from it. If you do, that player discards that card."),
    alternate!(Plain: "{who.s} reveals their hand . you may choose a {cards.s} from it . if you do , they discard that card ." (who: Other, cards: CardNoun) => |c, who, cards| may_strip(c, who, cards); ""),
    rule!(Said: "{who.s} puts a {cards.s} from their hand on top of their library" (who: Other, cards: CardNoun) => |c, who, cards| put_back(c, who, cards),
        |c, e: &_| is_put_back(c, e); "target opponent puts a card from their hand on top of their library"),
];
