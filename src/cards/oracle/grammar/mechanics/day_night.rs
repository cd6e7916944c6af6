//! Day and night (CR 731), what transforms into what (701.27e), and how many spells were cast in the turn before.

use crate::cards::oracle::grammar::help::is;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

use DayNight::{Day, Night};

/// CR 731.1: it is neither day nor night.
fn neither() -> Condition {
    Condition::Not(Box::new(Condition::Or(vec![Condition::ItIs(Day), Condition::ItIs(Night)])))
}

/// It becomes day as the permanent enters, if it is neither.
fn dawns() -> AbilityDef {
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Replace(Replacement {
            event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
            only_if: neither(),
            with: ReplaceWith::AsEnters(vec![Instruction::ItBecomes(Day)]),
            optional: None,
        }),
        from: ZoneKind::Battlefield,
    })
}

/// Either way.
fn turns() -> TriggerEvent {
    TriggerEvent::AnyOf(vec![TriggerEvent::DayNightTurns(Night), TriggerEvent::DayNightTurns(Day)])
}

/// How many spells a player cast in the turn before, or all of them.
fn cast(who: Who, cmp: Cmp, count: Quantity) -> Condition {
    Condition::Compare(Quantity::SpellsLastTurn(who), cmp, count)
}

fn none_cast() -> Condition {
    cast(Who::EachPlayer, Cmp::Eq, help::n(0))
}

/// A single player cast as many.
fn one_cast(count: Quantity) -> Condition {
    let such = Box::new(cast(Who::It, Cmp::Ge, count));
    Condition::Compare(Quantity::PlayersWho(Who::EachPlayer, such), Cmp::Ge, help::n(1))
}

fn is_one_cast(condition: &Condition) -> Vec<(Quantity,)> {
    let Condition::Compare(Quantity::PlayersWho(_, such), ..) = condition else { return Vec::new() };
    match &**such {
        Condition::Compare(_, _, count) if *condition == one_cast(count.clone()) => vec![(count.clone(),)],
        _ => Vec::new(),
    }
}

/// CR 701.27e: the name of the face is a characteristic that it has once it is up.
fn turned(what: Filter) -> Option<TriggerEvent> {
    (what == Filter::Is(Obj::This)).then_some(TriggerEvent::TransformsInto(what))
}

fn is_turned(event: TriggerEvent) -> Vec<(Filter, Obj)> {
    match event {
        TriggerEvent::TransformsInto(what) if what == Filter::Is(Obj::This) => vec![(what, Obj::This)],
        _ => Vec::new(),
    }
}

macro_rules! of_the_game {
    ($it_becomes:literal, $it_is:literal, $turns:literal, $one:ident) => {
        &[
            rule!(Said: $it_becomes () => |_| Some(vec![Instruction::ItBecomes($one)]), |_, e| is(&e, &vec![Instruction::ItBecomes($one)]); $it_becomes),
            rule!(Cond: $it_is () => |_| Some(Condition::ItIs($one)), |_, c| is(&c, &Condition::ItIs($one)); $it_is),
            rule!(Event: $turns () => |_| Some(TriggerEvent::DayNightTurns($one)), |_, e| is(&e, &TriggerEvent::DayNightTurns($one)); $turns),
        ]
    };
}

pub(super) const DAY: &[Rule] = of_the_game!("it becomes day", "it's day", "night becomes day", Day);
pub(super) const NIGHT: &[Rule] = of_the_game!("it becomes night", "it's night", "day becomes night", Night);

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "day becomes night or night becomes day" () => |_| Some(turns()), |_, e: &_| is(e, &turns()); "day becomes night or night becomes day"),
    rule!(Static: "if it's neither day nor night , it becomes day as {this} enters ." (this: Self_) => |_, _| Some(dawns()),
        |_, d: &_| if *d == dawns() { vec![(Obj::This,)] } else { Vec::new() }; "if it's neither day nor night, it becomes day as this creature enters."),
    rule!(Happening: "transforms into {this}" (what: EventSubject, this: Self_) => |_, what, _| turned(what), |_, e| is_turned(e); ""),
    rule!(Simple: "transforms into {this}" (what: EventSubject, this: Self_) => |_, what, _| turned(what), |_, e| is_turned(e); ""),
    rule!(Cond: "no spells were cast last turn" () => |_| Some(none_cast()), |_, c: &_| is(c, &none_cast()); "no spells were cast last turn"),
    rule!(Cond: "a player cast {count} or more spells last turn" (count: Count) => |_, count| Some(one_cast(count)), |_, c: &_| is_one_cast(c); "a player cast two or more spells last turn"),
];
