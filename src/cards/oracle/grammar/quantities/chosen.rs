//! Numbers that are chosen, and mana values that are odd or even.

use crate::cards::oracle::grammar::help::{all, n, not, with};
use crate::cards::oracle::grammar::statics::{choose, chosen};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Any number (CR 107.1c): no mana value, power or toughness is more than this.
const ANY_NUMBER: i32 = 1_000_000;

fn any_number(into: Var) -> Instruction {
    Instruction::ChooseNumber { who: Who::You, min: n(0), max: n(ANY_NUMBER), random: false, into }
}

/// Odd is one, even is zero.
fn odd_or_even(into: Var) -> Instruction {
    Instruction::ChooseNumber { who: Who::You, min: n(0), max: n(1), random: false, into }
}

fn of_chosen_quality() -> Filter {
    Filter::SameParity(Quantity::ChosenNumber)
}

type Act = fn(Objects, Option<Var>) -> Instruction;

fn destroy(what: Objects, into: Option<Var>) -> Instruction {
    Instruction::Destroy { what, no_regeneration: false, into }
}

fn exile(what: Objects, into: Option<Var>) -> Instruction {
    Instruction::Move { what, to: Destination::Exile, into, linked: false, until: None }
}

/// What is chosen, and what something happens to.
type Stored = (Var, Option<Var>);

fn stores(context: &mut Context) -> Option<Stored> {
    Some((context.variable()?, context.variable()))
}

/// What the first two instructions store.
fn stored(effects: &[Instruction]) -> Option<(Stored, &Filter)> {
    match effects {
        [
            Instruction::ChooseNumber { into: number, .. },
            Instruction::Destroy { what: Objects::All(what), into, .. }
            | Instruction::Move { what: Objects::All(what), into, .. },
            ..,
        ] => Some(((*number, *into), what)),
        _ => None,
    }
}

/// Something happens to all whose mana value is odd or even, as is chosen.
fn of_parity((number, into): Stored, noun: Filter, act: Act) -> Vec<Instruction> {
    let what = Objects::All(with(noun, Filter::SameParity(Quantity::Var(number))));
    vec![odd_or_even(number), act(what, into)]
}

fn is_of_parity(effects: &[Instruction], act: Act) -> Vec<(Filter,)> {
    let Some((both, what)) = stored(effects) else { return Vec::new() };
    let Some(noun) = help::without(what, &Filter::SameParity(Quantity::Var(both.0))) else { return Vec::new() };
    if of_parity(both, noun.clone(), act) == effects { vec![(noun,)] } else { Vec::new() }
}

/// What has a chosen mana value is destroyed, and discarded by a player.
fn void((number, into): Stored, noun: Filter, who: Who) -> Vec<Instruction> {
    let of_it = Filter::ManaValue(Cmp::Eq, Quantity::Var(number));
    let nonland = all(vec![not(Filter::Type(CardTypes::LAND)), of_it.clone()]);
    let hand = |filter| Objects::In(ZoneOf::Hand(who), filter);
    vec![
        any_number(number),
        destroy(Objects::All(with(noun, of_it)), into),
        Instruction::Reveal(hand(Filter::Any)),
        Instruction::DiscardThese(hand(nonland)),
    ]
}

fn is_void(effects: &[Instruction]) -> Vec<(Filter, Who)> {
    let [_, _, Instruction::Reveal(Objects::In(ZoneOf::Hand(who), _)), _] = effects else { return Vec::new() };
    let Some((both, what)) = stored(effects) else { return Vec::new() };
    let of_it = Filter::ManaValue(Cmp::Eq, Quantity::Var(both.0));
    let Some(noun) = help::without(what, &of_it) else { return Vec::new() };
    if void(both, noun.clone(), *who) == effects { vec![(noun, *who)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "as {this} enters , choose a number ." (this: Self_) => |c, _| choose(any_number, c), |_, d: &_| chosen(d, any_number); ""),
    rule!(Static: "as {this} enters , choose odd or even ." (this: Self_) => |c, _| choose(odd_or_even, c), |_, d: &_| chosen(d, odd_or_even); ""),
    rule!(Value_: "the chosen number" () => |_| Some(Quantity::ChosenNumber), |_, q: &_| if *q == Quantity::ChosenNumber { vec![()] } else { Vec::new() }; "the chosen number"),
    rule!(CardPost: "with mana value of the chosen quality" () => |_| Some(of_chosen_quality()), |_, f: &_| if *f == of_chosen_quality() { vec![()] } else { Vec::new() }; "with mana value of the chosen quality"),
    rule!(CardPost: "without mana value of the chosen quality" () => |_| Some(not(of_chosen_quality())), |_, f: &_| if *f == not(of_chosen_quality()) { vec![()] } else { Vec::new() }; "without mana value of the chosen quality"),
    rule!(Warded: "each mana value of the chosen quality" () => |_| Some(of_chosen_quality()), |_, f: &_| if *f == of_chosen_quality() { vec![()] } else { Vec::new() }; "each mana value of the chosen quality"),
    rule!(Plain: "choose odd or even . exile each {noun.s} with mana value of the chosen quality ." (noun: Noun) => |c, noun| Some(of_parity(stores(c)?, noun, exile)), |_, e: &_| is_of_parity(e, exile);
        "choose odd or even. Exile each creature with mana value of the chosen quality."),
    rule!(Plain: "choose odd or even . destroy each {noun.s} with mana value of the chosen quality ." (noun: Noun) => |c, noun| Some(of_parity(stores(c)?, noun, destroy)), |_, e: &_| is_of_parity(e, destroy);
        "choose odd or even. Destroy each creature with mana value of the chosen quality."),
    rule!(Plain: "choose a number . destroy all {noun.p} with mana value equal to that number . then {who.s} reveals their hand and discards all nonland cards with mana value equal to the number ." (noun: Noun, who: Other)
        => |c, noun, who| Some(void(stores(c)?, noun, who)), |_, e: &_| is_void(e); "choose a number. Destroy all artifacts with mana value equal to that number. Then target player reveals their hand and discards all nonland cards with mana value equal to the number."),
];
