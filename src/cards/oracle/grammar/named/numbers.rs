//! Numbers that are chosen, and mana values that are odd or even.

use crate::cards::oracle::grammar::help::{all, n, not, parts};
use crate::cards::oracle::grammar::statics::{choose, chosen};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Any number (CR 107.1c): no mana value, power or toughness is more than this.
const ANY_NUMBER: i32 = 1_000_000;

fn any_number(into: Var) -> Instruction {
    Instruction::ChooseNumber { who: Who::You, min: n(0), max: n(ANY_NUMBER), into }
}

/// Odd is one, even is zero.
fn odd_or_even(into: Var) -> Instruction {
    Instruction::ChooseNumber { who: Who::You, min: n(0), max: n(1), into }
}

fn of_chosen_quality() -> Filter {
    Filter::SameParity(Quantity::ChosenNumber)
}

fn with(noun: Filter, more: Filter) -> Filter {
    let mut list = parts(noun);
    list.push(more);
    all(list)
}

fn destroy(what: Objects) -> Instruction {
    Instruction::Destroy { what, no_regeneration: false, into: None }
}

fn exile(what: Objects) -> Instruction {
    Instruction::Move { what, to: Destination::Exile, into: None, linked: false, until: None }
}

/// Something happens to all whose mana value is odd or even, as is chosen.
fn of_parity(context: &mut Context, noun: Filter, act: fn(Objects) -> Instruction) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let what = Objects::All(with(noun, Filter::SameParity(Quantity::Var(into))));
    Some(vec![odd_or_even(into), act(what)])
}

fn is_of_parity(context: &Context, effects: &[Instruction], act: fn(Objects) -> Instruction) -> Vec<(Filter,)> {
    let [Instruction::ChooseNumber { into, .. }, done] = effects else { return Vec::new() };
    let (Instruction::Destroy { what: Objects::All(what), .. } | Instruction::Move { what: Objects::All(what), .. }) =
        done
    else {
        return Vec::new();
    };
    let Some(noun) = help::without(what, &Filter::SameParity(Quantity::Var(*into))) else { return Vec::new() };
    let made = of_parity(&mut context.clone(), noun.clone(), act);
    if made.as_deref() == Some(effects) { vec![(noun,)] } else { Vec::new() }
}

/// What has a chosen mana value is destroyed, and discarded by a player.
fn void(context: &mut Context, noun: Filter, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let of_it = Filter::ManaValue(Cmp::Eq, Quantity::Var(into));
    let nonland = all(vec![not(Filter::Type(CardTypes::LAND)), of_it.clone()]);
    let hand = |filter| Objects::In(ZoneOf::Hand(who), filter);
    Some(vec![
        any_number(into),
        destroy(Objects::All(with(noun, of_it))),
        Instruction::Reveal(hand(Filter::Any)),
        Instruction::DiscardThese(hand(nonland)),
    ])
}

fn is_void(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Who)> {
    let [
        Instruction::ChooseNumber { into, .. },
        Instruction::Destroy { what: Objects::All(what), .. },
        Instruction::Reveal(Objects::In(ZoneOf::Hand(who), _)),
        _,
    ] = effects
    else {
        return Vec::new();
    };
    let Some(noun) = help::without(what, &Filter::ManaValue(Cmp::Eq, Quantity::Var(*into))) else { return Vec::new() };
    let made = void(&mut context.clone(), noun.clone(), *who);
    if made.as_deref() == Some(effects) { vec![(noun, *who)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "as {this} enters , choose a number ." (this: Self_) => |c, _| choose(any_number, c), |_, d| chosen(d, any_number); ""),
    rule!(Static: "as {this} enters , choose odd or even ." (this: Self_) => |c, _| choose(odd_or_even, c), |_, d| chosen(d, odd_or_even); ""),
    rule!(Value_: "the chosen number" () => |_| Some(Quantity::ChosenNumber), |_, q: &_| if *q == Quantity::ChosenNumber { vec![()] } else { Vec::new() }; "the chosen number"),
    rule!(CardPost: "with mana value of the chosen quality" () => |_| Some(of_chosen_quality()), |_, f: &_| if *f == of_chosen_quality() { vec![()] } else { Vec::new() }; "with mana value of the chosen quality"),
    rule!(CardPost: "without mana value of the chosen quality" () => |_| Some(not(of_chosen_quality())), |_, f: &_| if *f == not(of_chosen_quality()) { vec![()] } else { Vec::new() }; "without mana value of the chosen quality"),
    rule!(Warded: "each mana value of the chosen quality" () => |_| Some(of_chosen_quality()), |_, f: &_| if *f == of_chosen_quality() { vec![()] } else { Vec::new() }; "each mana value of the chosen quality"),
    rule!(Plain: "choose odd or even . exile each {noun.s} with mana value of the chosen quality ." (noun: Noun) => |c, noun| of_parity(c, noun, exile), |c, e: &_| is_of_parity(c, e, exile);
        "choose odd or even. Exile each creature with mana value of the chosen quality."),
    rule!(Plain: "choose odd or even . destroy each {noun.s} with mana value of the chosen quality ." (noun: Noun) => |c, noun| of_parity(c, noun, destroy), |c, e: &_| is_of_parity(c, e, destroy);
        "choose odd or even. Destroy each creature with mana value of the chosen quality."),
    rule!(Plain: "choose a number . destroy all {noun.p} with mana value equal to that number . then {who.s} reveals their hand and discards all nonland cards with mana value equal to the number ." (noun: Noun, who: Other)
        => |c, noun, who| void(c, noun, who), |c, e: &_| is_void(c, e); "choose a number. Destroy all artifacts with mana value equal to that number. Then target player reveals their hand and discards all nonland cards with mana value equal to the number."),
];
