//! What happened to players this turn: life, damage and cards; and how often an ability has resolved.

use crate::cards::oracle::grammar::conditions::spent::enters_with;
use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::lines::{nth_time, targets};
use crate::cards::oracle::grammar::nouns::players::their;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// At least this much of it.
fn enough(tally: Tally, who: Who, least: Quantity) -> Condition {
    Condition::Compare(Quantity::ThisTurn(tally, who), Cmp::Ge, least)
}

fn is_enough(cond: &Condition, tally: Tally, who: Who) -> Vec<(Quantity,)> {
    match cond {
        Condition::Compare(Quantity::ThisTurn(found, of), Cmp::Ge, least) if (*found, *of) == (tally, who) => {
            vec![(least.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// At least this much happened to one of several players alone.
fn of_one(who: Who, tally: Tally, least: Quantity) -> Condition {
    let one = enough(tally, Who::It, least);
    Condition::Compare(Quantity::PlayersWho(who, Box::new(one)), Cmp::Ge, n(1))
}

fn is_of_one(cond: &Condition, who: Who, tally: Tally) -> Vec<(Quantity,)> {
    match cond {
        Condition::Compare(Quantity::PlayersWho(of, one), Cmp::Ge, Quantity::N(1)) if *of == who => {
            is_enough(one, tally, Who::It)
        }
        _ => Vec::new(),
    }
}

/// A player to whom something happened, who was named before.
fn happened(fact: fn(Who) -> Fact, who: Option<Who>) -> Option<Condition> {
    who.map(|who| Condition::ThisTurn(fact(who)))
}

fn is_happened(cond: &Condition, fact: fn(Who) -> Fact, who: Option<Who>) -> Vec<()> {
    if happened(fact, who).as_ref() == Some(cond) { vec![()] } else { Vec::new() }
}

fn drawn(least: Quantity) -> Condition {
    Condition::Compare(Quantity::DrawnThisTurn(Who::You), Cmp::Ge, least)
}

/// A graveyard of one opponent alone got that many cards.
fn milled(least: Quantity) -> Condition {
    let cards = help::doers(Deed::Buried, Filter::Owned(Who::It), &[]);
    let one = Condition::Compare(Quantity::Count(Box::new(cards)), Cmp::Ge, least);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(one)), Cmp::Ge, n(1))
}

fn is_milled(cond: &Condition) -> Vec<(Quantity,)> {
    let Condition::Compare(Quantity::PlayersWho(_, one), ..) = cond else { return Vec::new() };
    match &**one {
        Condition::Compare(_, _, least) if milled(least.clone()) == *cond => vec![(least.clone(),)],
        _ => Vec::new(),
    }
}

fn no_library() -> Condition {
    let cards = Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any)));
    Condition::Compare(cards, Cmp::Eq, n(0))
}

/// An ability that can be activated only in one's own turn, and only if something holds.
fn in_own_turn(def: ActivatedDef, cond: Condition) -> Option<ActivatedDef> {
    Some(ActivatedDef { only_if: Condition::And(vec![Condition::TurnOf(Who::You), cond]), ..def })
}

fn is_in_own_turn(def: &ActivatedDef) -> Vec<(ActivatedDef, Condition)> {
    match &def.only_if {
        Condition::And(list) => match list.as_slice() {
            [Condition::TurnOf(Who::You), cond] if !matches!(cond, Condition::During(_)) => {
                vec![(ActivatedDef { only_if: Condition::Always, ..def.clone() }, cond.clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn both(list: fn(Vec<Condition>) -> Condition) -> Condition {
    list([Fact::GainedLife(Who::You), Fact::LostLife(Who::You)].map(Condition::ThisTurn).into())
}

/// The ability resolves for the n-th time this turn.
fn time(nth: i32) -> Condition {
    Condition::Compare(Quantity::TimesResolved, Cmp::Eq, n(nth))
}

/// What an ability does the first, the second and the third time that it resolves.
fn each_time(all: Vec<Vec<Instruction>>) -> Vec<Instruction> {
    let one = |(cond, then)| Instruction::If { cond, then, otherwise: Vec::new() };
    (1..).map(time).zip(all).map(one).collect()
}

fn is_each_time(effects: &[Instruction]) -> Vec<Vec<Instruction>> {
    let then = |effect: &Instruction| match effect {
        Instruction::If { then, .. } => then.clone(),
        _ => Vec::new(),
    };
    let all: Vec<Vec<Instruction>> = effects.iter().map(then).collect();
    if each_time(all.clone()) == effects { all } else { Vec::new() }
}

/// The n-th spell of a sort that a player casts in a turn (CR 603.2).
fn nth_spell(context: &mut Context, nth: i32, spells: Filter, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    context.event = true;
    let count = Quantity::Count(Box::new(help::doers(Deed::Cast, spells.clone(), &[Filter::Controlled(Who::You)])));
    let when = TriggerEvent::Casts { who: Who::You, what: spells, from: None };
    let mut def = TriggeredDef { from: context.zone, ..nth_time(when, count, nth, targets(context), effects) };
    lines::knows_x(&mut def).then_some(def)
}

macro_rules! fixed {
    ($words:literal, $cond:expr) => {
        rule!(Cond: $words () => |_| Some($cond), |_, c: &_| if *c == $cond { vec![()] } else { Vec::new() }; $words)
    };
    (also $words:literal, $cond:expr) => {
        alternate!(Cond: $words () => |_| Some($cond); $words)
    };
}

macro_rules! enough {
    ($words:literal, $tally:ident, $who:ident; $example:literal) => {
        rule!(Cond: $words (least: Amount) => |_, least| Some(enough(Tally::$tally, Who::$who, least)), |_, c: &_| is_enough(c, Tally::$tally, Who::$who); $example)
    };
    (also $words:literal, $tally:ident, $who:ident; $example:literal) => {
        alternate!(Cond: $words (least: Amount) => |_, least| Some(enough(Tally::$tally, Who::$who, least)); $example)
    };
    (one $words:literal, $tally:ident, $who:ident; $example:literal) => {
        rule!(Cond: $words (least: Amount) => |_, least| Some(of_one(Who::$who, Tally::$tally, least)), |_, c: &_| is_of_one(c, Who::$who, Tally::$tally); $example)
    };
}

macro_rules! they {
    ($words:literal, $fact:ident) => {
        rule!(Cond: $words () => |c| happened(Fact::$fact, their(c)), |c, cond: &_| is_happened(cond, Fact::$fact, their(c)); "")
    };
    (also $words:literal, $fact:ident) => {
        alternate!(Cond: $words () => |c| happened(Fact::$fact, their(c)); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- life and damage
    enough!("you gained {least} or more life this turn", LifeGained, You; "you gained 3 or more life this turn"),
    enough!(also "you've gained {least} or more life this turn", LifeGained, You; "you've gained 3 or more life this turn"),
    enough!("you lost {least} or more life this turn", LifeLost, You; "you lost 3 or more life this turn"),
    enough!(also "you've lost {least} or more life this turn", LifeLost, You; "you've lost 3 or more life this turn"),
    enough!("you were dealt {least} or more damage this turn", DamageDealt, You; "you were dealt 4 or more damage this turn"),
    enough!(one "a opponent lost {least} or more life this turn", LifeLost, EachOpponent; "an opponent lost 3 or more life this turn"),
    enough!(one "a player lost {least} or more life this turn", LifeLost, EachPlayer; "a player lost 4 or more life this turn"),
    enough!(one "a opponent was dealt {least} or more damage this turn", DamageDealt, EachOpponent; "an opponent was dealt 7 or more damage this turn"),
    fixed!(also "you've gained life this turn", Condition::ThisTurn(Fact::GainedLife(Who::You))),
    fixed!("you lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::You))),
    fixed!(also "you've lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::You))),
    fixed!("you were dealt damage this turn", Condition::ThisTurn(Fact::DealtDamage(Who::You))),
    fixed!("a opponent was dealt damage this turn", Condition::ThisTurn(Fact::DealtDamage(Who::EachOpponent))),
    fixed!("a player lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::EachPlayer))),
    fixed!(also "a opponent has lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::EachOpponent))),
    fixed!("you gained and lost life this turn", both(Condition::And)),
    fixed!(also "you've gained and lost life this turn", both(Condition::And)),
    fixed!("you gained or lost life this turn", both(Condition::Or)),
    fixed!(also "you've gained or lost life this turn", both(Condition::Or)),
    fixed!("you've committed a crime this turn", Condition::ThisTurn(Fact::CommittedCrime(Who::You))),
    they!("they lost life this turn", LostLife),
    they!(also "that player lost life this turn", LostLife),
    they!("they were dealt damage this turn", DealtDamage),
    // ---- cards
    rule!(Cond: "a opponent had {least} or more cards put into their graveyard from anywhere this turn" (least: Count) => |_, least| Some(milled(least)), |_, c: &_| is_milled(c);
        "an opponent had three or more cards put into their graveyard from anywhere this turn"),
    fixed!("your library has no cards in it", no_library()),
    rule!(Cond: "you've drawn {least} or more cards this turn" (least: Count) => |_, least| Some(drawn(least)),
        |_, c| match c { Condition::Compare(Quantity::DrawnThisTurn(Who::You), Cmp::Ge, least) => vec![(least,)], _ => Vec::new() }; "you've drawn two or more cards this turn"),
    alternate!(Cond: "you drew {least} or more cards this turn" (least: Count) => |_, least| Some(drawn(least)); ""),
    fixed!(also "you've drawn more than one card this turn", drawn(n(2))),
    // ---- how often an ability has resolved
    fixed!("this is the first time this ability has resolved this turn", time(1)),
    fixed!(also "it's the first time this ability has resolved this turn", time(1)),
    rule!(Cond: "this is the {nth} time this ability has resolved this turn" (nth: Nth) => |_, nth| Some(time(nth)),
        |_, c| match c { Condition::Compare(Quantity::TimesResolved, Cmp::Eq, Quantity::N(nth)) => vec![(nth,)], _ => Vec::new() }; "this is the second time this ability has resolved this turn"),
    rule!(Plain: "{first} if this is the first time this ability has resolved this turn . if it's the second time , {second} . if it's the third time , {third} ." (first: Clause, second: Clause, third: Clause)
        => |_, a, b, c| Some(each_time(vec![a, b, c])), |_, e: &_| <[_; 3]>::try_from(is_each_time(e)).map(|[a, b, c]| (a, b, c)).into_iter().collect(); "you gain 4 life if this is the first time this ability has resolved this turn. If it's the second time, draw a card. If it's the third time, scry 2."),
    rule!(Sentence: "if this is the first time this ability has resolved this turn , {first} . if it's the second time , {second} ." (first: Clause, second: Clause)
        => |_, a, b| Some(each_time(vec![a, b])), |_, e: &_| <[_; 2]>::try_from(is_each_time(e)).map(|[a, b]| (a, b)).into_iter().collect(); "if this is the first time this ability has resolved this turn, draw a card. If it's the second time, scry 2."),
    alternate!(Sentence: "if it's the first time this ability has resolved this turn , {first} . if it's the second time , {second} ." (first: Clause, second: Clause)
        => |_, a, b| Some(each_time(vec![a, b])); ""),
    alternate!(Sentence: "if this is the first time this ability has resolved this turn , {first} . if it's the second time , {second} . if it's the third time , {third} ." (first: Clause, second: Clause, third: Clause)
        => |_, a, b, c| Some(each_time(vec![a, b, c])); ""),
    alternate!(Sentence: "if it's the first time this ability has resolved this turn , {first} . if it's the second time , {second} . if it's the third time , {third} ." (first: Clause, second: Clause, third: Clause)
        => |_, a, b, c| Some(each_time(vec![a, b, c])); ""),
    // ---- the n-th of a sort
    rule!(Trigger: "whenever you cast a spell , if it's the {nth} {spells.s} you cast this turn , {effects}" (nth: Nth, spells: SpellNoun, effects: Begun)
        => |c, nth, spells, effects| (spells != Filter::Any).then(|| nth_spell(c, nth, spells, effects))?,
        |c, d: &_| is_nth_spell(c, d); "whenever you cast a spell, if it's the second creature spell you cast this turn, draw a card."),
    alternate!(Trigger: "whenever you cast your {nth} {spells.s} each turn , {effects}" (nth: Nth, spells: SpellNoun, effects: Begun)
        => |c, nth, spells, effects| (spells != Filter::Any).then(|| nth_spell(c, nth, spells, effects))?; ""),
    // CR 505.1a: main phases after combat.
    rule!(When: "at the beginning of each of your main phases" () => |c| { c.event = true; Some(main_phases()) }, |_, e: &_| if *e == main_phases() { vec![()] } else { Vec::new() }; ""),
    rule!(When: "at the beginning of each of your postcombat main phases" () => |c| { c.event = true; Some(postcombat()) }, |_, e: &_| if *e == postcombat() { vec![()] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only during your turn and only if {cond} ." (def: Limit_, cond: Conds) => |_, def, cond| in_own_turn(def, cond), |_, d: &_| is_in_own_turn(d); ""),
    // ---- as it enters
    rule!(Static: "{this} enters with a {k} counter on it if {cond} ." (this: Self_, k: Kind, cond: Conds) => |_, _, k, cond| Some(enters_with(cond, k, n(1))),
        |_, d: &_| is_enters_with(d).filter(|(_, _, count)| *count == n(1)).map(|(cond, k, _)| (Obj::This, k, cond)).into_iter().collect(); ""),
    rule!(Static: "{this} enters with {count} {k} counters on it if {cond} ." (this: Self_, count: Count, k: Kind, cond: Conds) => |_, _, count, k, cond| (count != n(1)).then(|| enters_with(cond, k, count)),
        |_, d: &_| is_enters_with(d).filter(|(_, _, count)| *count != n(1)).map(|(cond, k, count)| (Obj::This, count, k, cond)).into_iter().collect(); ""),
];

/// CR 505.1.
fn main_phases() -> TriggerEvent {
    let phases = [StepName::PrecombatMain, StepName::PostcombatMain];
    TriggerEvent::AnyOf(phases.map(|phase| TriggerEvent::Beginning(phase, Who::You)).into())
}

fn postcombat() -> TriggerEvent {
    TriggerEvent::Beginning(StepName::PostcombatMain, Who::You)
}

fn is_nth_spell(context: &Context, def: &TriggeredDef) -> Vec<(i32, Filter, Vec<Instruction>)> {
    let TriggerEvent::Casts { what, .. } = &def.when else { return Vec::new() };
    let Condition::Compare(_, Cmp::Eq, Quantity::N(nth)) = &def.provided else { return Vec::new() };
    let mut fresh = context.clone();
    fresh.zone = def.from;
    let Some(made) = nth_spell(&mut fresh, *nth, what.clone(), def.effects.clone()) else { return Vec::new() };
    let same = *def == TriggeredDef { targets: def.targets.clone(), ..made };
    if same { vec![(*nth, what.clone(), def.effects.clone())] } else { Vec::new() }
}

fn is_enters_with(def: &AbilityDef) -> Option<(Condition, CounterKind, Quantity)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count)
            if replacement.only_if != Condition::Always
                && enters_with(replacement.only_if.clone(), *kind, count.clone()) == *def =>
        {
            Some((replacement.only_if.clone(), *kind, count.clone()))
        }
        _ => None,
    }
}
