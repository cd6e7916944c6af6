//! Lands played and noncombat damage of a turn, starting life totals, {X} in mana costs, mana of any color for some costs.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn lands(cmp: Cmp, count: i32) -> Condition {
    Condition::Compare(Quantity::ThisTurn(Tally::LandsPlayed, Who::You), cmp, n(count))
}

/// It was played after another land of the turn.
fn not_first(context: &Context) -> Option<Condition> {
    // The land is what the event is about.
    context.event.then(|| lands(Cmp::Gt, 1))
}

fn noncombat() -> Quantity {
    Quantity::ThisTurn(Tally::NoncombatDamage, Who::EachOpponent)
}

fn any_color(uses: Vec<SpendOn>) -> AbilityDef {
    game_rule(GameRule::SpendOnAsAnyColor(Who::You, uses))
}

fn is_any_color(def: &AbilityDef) -> Vec<(Vec<SpendOn>,)> {
    match is_rule(def) {
        Some(GameRule::SpendOnAsAnyColor(Who::You, uses)) => vec![(uses,)],
        _ => Vec::new(),
    }
}

/// A spell that only what pays instead of mana pays for.
fn without_mana() -> AbilityDef {
    let effect = StaticEffect::Rule(GameRule::CantSpendMana(Filter::Is(Obj::This)));
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Stack })
}

macro_rules! fixed {
    ($category:ident: $words:literal, $value:expr) => {
        rule!($category: $words () => |_| Some($value), |_, v: &_| if *v == $value { vec![()] } else { Vec::new() }; $words)
    };
}

const LIFE: Quantity = Quantity::Life(Who::You);
const START: Quantity = Quantity::StartingLife(Who::You);

fn compare(cmp: Cmp) -> Condition {
    Condition::Compare(LIFE, cmp, START)
}

/// N more than at the start, or more than that.
fn beyond(more: i32) -> Condition {
    Condition::Compare(LIFE, Cmp::Ge, Quantity::Sum(vec![START, n(more)]))
}

fn is_beyond(condition: &Condition) -> Vec<(i32,)> {
    let Condition::Compare(_, _, Quantity::Sum(list)) = condition else { return Vec::new() };
    match list.as_slice() {
        [_, Quantity::N(more)] if *condition == beyond(*more) => vec![(*more,)],
        _ => Vec::new(),
    }
}

/// Half of it or less: of an odd number the half isn't whole, and a life total is.
fn half() -> Condition {
    Condition::Compare(LIFE, Cmp::Le, Quantity::Half(Box::new(START), Round::Down))
}

fn reset() -> Vec<Instruction> {
    vec![Instruction::SetLife(Who::You, START)]
}

macro_rules! compares {
    ($words:literal, $cmp:ident) => {
        rule!(Cond: $words () => |_| Some(compare(Cmp::$cmp)), |_, c: &_| if *c == compare(Cmp::$cmp) { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    fixed!(Cond: "you've played a land this turn", lands(Cmp::Ge, 1)),
    alternate!(Cond: "you played a land this turn" () => |_| Some(lands(Cmp::Ge, 1)); "you played a land this turn"),
    fixed!(Cond: "you haven't played a land this turn", lands(Cmp::Eq, 0)),
    alternate!(Cond: "you didn't play a land this turn" () => |_| Some(lands(Cmp::Eq, 0)); "you didn't play a land this turn"),
    rule!(Cond: "it wasn't the first land you played this turn" () => |c| not_first(c), |c, cond: &_| if not_first(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    fixed!(Value_: "the total amount of noncombat damage dealt to your opponents this turn", noncombat()),
    fixed!(CardPost: "with {X} in its mana cost", Filter::CostHasX),
    alternate!(CardPost: "with {X} in their mana costs" () => |_| Some(Filter::CostHasX); "with {X} in their mana costs"),
    alternate!(CardPost: "with {X} in their mana cost" () => |_| Some(Filter::CostHasX); "with {X} in their mana cost"),
    rule!(Static: "you can't spend mana to cast this spell ." () => |_| Some(without_mana()), |_, d: &_| if *d == without_mana() { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "you may spend mana as though it were mana of any color {uses} ." (uses: Uses) => |_, uses| Some(any_color(uses)),
        |_, d: &_| is_any_color(d); "you may spend mana as though it were mana of any color to activate abilities of creatures you control."),
    // ---- life totals beside those at the start of the game
    compares!("your life total is greater than your starting life total", Gt),
    compares!("your life total is less than your starting life total", Lt),
    compares!("your life total is greater than or equal to your starting life total", Ge),
    rule!(Cond: "you have at least {m} life more than your starting life total" (m: Digits) => |_, m| Some(beyond(m)), |_, c: &_| is_beyond(c); "you have at least 5 life more than your starting life total"),
    alternate!(Cond: "your life total is at least {m} greater than your starting life total" (m: Digits) => |_, m| Some(beyond(m)); "your life total is at least 5 greater than your starting life total"),
    rule!(Cond: "your life total is less than or equal to half your starting life total" () => |_| Some(half()), |_, c: &_| if *c == half() { vec![()] } else { Vec::new() }; "your life total is less than or equal to half your starting life total"),
    rule!(Said: "your life total becomes equal to your starting life total" () => |_| Some(reset()), |_, e: &_| if *e == reset() { vec![()] } else { Vec::new() }; "your life total becomes equal to your starting life total"),
];
