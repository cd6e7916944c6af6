//! As many cards as a number says, and costs of as much mana.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::verbs::{Dig, dig, is_dig};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// As many cards are looked at; one goes to the hand.
fn look(context: &mut Context, count: Quantity, rest: Destination) -> Option<Vec<Instruction>> {
    let (min, max, to) = (n(1), n(1), Destination::Hand);
    dig(context, Dig { count, reveal: false, filter: None, min, max, to, rest })
}

fn is_look(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<(Quantity,)> {
    let Some(found) = is_dig(context, effects) else { return Vec::new() };
    let by_number = !matches!(found.count, Quantity::N(_) | Quantity::X);
    let same = look(&mut context.clone(), found.count.clone(), rest.clone()).as_deref() == Some(effects);
    if by_number && same { vec![(found.count,)] } else { Vec::new() }
}

macro_rules! looks {
    ($words:literal, $rest:expr; $example:literal) => {
        rule!(Plain: $words (count: Value_) => |c, count| look(c, count, $rest), |c, e: &_| is_look(c, e, &$rest); $example)
    };
}

/// {1} that often.
fn so_much(count: Quantity) -> Option<Cost> {
    let one = Cost(vec![CostPart::Mana(help::mana(1)?)]);
    Some(Cost(vec![CostPart::Times(count, Box::new(one))]))
}

pub(super) const RULES: &[Rule] = &[
    looks!("look at the top X cards of your library , where X is {count} . put one of those cards into your hand and the rest on the bottom of your library in any order .", Destination::LibraryBottom;
        "look at the top X cards of your library, where X is the number of lands you control. Put one of those cards into your hand and the rest on the bottom of your library in any order."),
    looks!("look at the top X cards of your library , where X is {count} . put one of those cards into your hand and the rest on the bottom of your library in a random order .", Destination::LibraryBottomRandom;
        "look at the top X cards of your library, where X is the number of lands you control. Put one of those cards into your hand and the rest on the bottom of your library in a random order."),
    looks!("look at the top X cards of your library , where X is {count} . put one of those cards into your hand and the rest into your graveyard .", Destination::Graveyard;
        "look at the top X cards of your library, where X is the number of lands you control. Put one of those cards into your hand and the rest into your graveyard."),
    alternate!(Payment: "pays|pay \u{7b}X\u{7d} , where X is {count}" (count: Value_) => |_, count| so_much(count); "pays {X}, where X is the number of lands you control"),
];
