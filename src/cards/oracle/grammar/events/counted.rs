//! Events by their number: the n-th counter, how many attack, the first of each of somebody's turns.

use crate::cards::oracle::grammar::events::is_this;
use crate::cards::oracle::grammar::help::{all, n, other, parts, with, without, yours};
use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// There were fewer counters before, and there are as many or more now.
fn reached(kind: CounterKind, count: i32) -> Condition {
    let now = Quantity::Counters(kind, Obj::This);
    let before = Quantity::Minus(Box::new(now.clone()), Box::new(Quantity::EventAmount));
    Condition::And(vec![Condition::Compare(before, Cmp::Lt, n(count)), Condition::Compare(now, Cmp::Ge, n(count))])
}

/// The n-th counter of a kind is put on the card itself, also if others are put at the same time.
fn nth_counter(context: &mut Context, nth: i32, kind: CounterKind, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    let when = TriggerEvent::CountersPut(kind, Filter::Is(Obj::This));
    let def = whole(context, when, Condition::Always, effects)?;
    (nth > 1).then(|| TriggeredDef { provided: reached(kind, nth), ..def })
}

fn is_nth_counter(def: &TriggeredDef) -> Vec<(i32, CounterKind, Obj, Vec<Instruction>)> {
    let TriggerEvent::CountersPut(kind, what) = &def.when else { return Vec::new() };
    let Condition::And(list) = &def.provided else { return Vec::new() };
    let Some(Condition::Compare(_, _, Quantity::N(nth))) = list.first() else { return Vec::new() };
    let rest = TriggeredDef { provided: Condition::Always, ..def.clone() };
    let same = is_this(what) && def.provided == reached(*kind, *nth) && simple(&rest);
    if same { vec![(*nth, *kind, Obj::This, def.effects.clone())] } else { Vec::new() }
}

/// How many of them there are at the same time.
fn so_many(mut def: TriggeredDef, cmp: Cmp, count: Quantity) -> Option<TriggeredDef> {
    (def.provided == Condition::Always && matches!(count, Quantity::N(_))).then(|| {
        def.provided = Condition::Compare(Quantity::EventAmount, cmp, count);
        def
    })
}

fn is_so_many(mut def: TriggeredDef, wanted: Cmp) -> Option<(Filter, Quantity, Vec<Instruction>)> {
    let found = std::mem::replace(&mut def.provided, Condition::Always);
    let Condition::Compare(Quantity::EventAmount, cmp, count) = found else { return None };
    let TriggerEvent::OneOrMore(event) = &def.when else { return None };
    match &**event {
        TriggerEvent::Attacks(noun) if cmp == wanted && simple(&def) && def.only_if == Condition::Always => {
            Some((noun.clone(), count, def.effects))
        }
        _ => None,
    }
}

fn attack(context: &mut Context, noun: Filter) -> TriggerEvent {
    context.event = true;
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Attacks(noun)))
}

/// The card itself attacks, and as many of a sort do.
fn beside(context: &mut Context, count: i32, sort: Filter, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    if parts(sort.clone()).contains(&Filter::Type(CardTypes::CREATURE)) || parts(sort.clone()).len() > 2 {
        return None;
    }
    let mut list = parts(sort);
    list.extend([Filter::Attacking, Filter::Controlled(Who::You)]);
    if let Some(at) = list.iter().position(|f| *f == other()) {
        let last = list.remove(at);
        list.push(last);
    }
    let count = Condition::Compare(Quantity::Count(Box::new(Objects::All(all(list)))), Cmp::Ge, n(count));
    context.event = true;
    let def = whole(context, TriggerEvent::Attacks(Filter::Is(Obj::This)), Condition::Always, effects)?;
    Some(TriggeredDef { provided: count, ..def })
}

fn is_beside(context: &Context, def: &TriggeredDef) -> Option<(i32, Filter, Vec<Instruction>)> {
    let Condition::Compare(Quantity::Count(group), Cmp::Ge, Quantity::N(count)) = &def.provided else { return None };
    let Objects::All(found) = &**group else { return None };
    let kept = |f: &Filter| !matches!(f, Filter::Attacking | Filter::Controlled(_));
    let sort = all(parts(found.clone()).into_iter().filter(kept).collect());
    let made = beside(&mut context.clone(), *count, sort.clone(), def.effects.clone())?;
    (TriggeredDef { targets: def.targets.clone(), ..made } == *def).then(|| (*count, sort, def.effects.clone()))
}

/// The first such event of each turn of yours.
fn first_of_yours(context: &mut Context, event: TriggerEvent, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    context.event = true;
    let fits = matches!(event, TriggerEvent::GainsLife(_) | TriggerEvent::Draws(_) | TriggerEvent::LosesLife(_));
    let when = TriggerEvent::FirstTime(Box::new(event));
    let def = whole(context, when, Condition::Always, effects)?;
    fits.then_some(TriggeredDef { provided: Condition::TurnOf(Who::You), ..def })
}

/// The last counter of a kind is removed from the card itself in exile (CR 702.62a).
fn last_in_exile(context: &mut Context, kind: CounterKind) -> TriggerEvent {
    context.event = true;
    context.zone = ZoneKind::Exile;
    context.mention(Referent::Objects(Objects::The(Obj::This)), Sort::CARD, false);
    TriggerEvent::LastCounterRemoved(kind, Filter::Is(Obj::This))
}

macro_rules! nth {
    ($($word:literal, $number:literal;)*) => {
        /// Which of several.
        pub(super) const NTH: &[Rule] = &[$(rule!(Nth: $word () <=> {$number}; ""),)*];
    };
}

nth! {
    "fourth", 4;
    "fifth", 5;
    "sixth", 6;
    "seventh", 7;
    "eighth", 8;
    "ninth", 9;
    "tenth", 10;
    "eleventh", 11;
    "twelfth", 12;
}

pub(super) const RULES: &[Rule] = &[
    rule!(Trigger: "when the {nth} {k} counter is put on {this} , {effects}" (nth: Nth, k: Kind, this: Exerted, effects: Begun)
        => |c, nth, k, _, effects| nth_counter(c, nth, k, effects), |_, d: &_| is_nth_counter(d); ""),
    // ---- how many attack
    rule!(Trigger: "whenever {count} or more {noun.p} attack , {effects}" (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
            let when = attack(c, noun);
            so_many(whole(c, when, Condition::Always, effects)?, Cmp::Ge, count)
        },
        |_, d| is_so_many(d, Cmp::Ge).filter(|(noun, ..)| without(noun, &Filter::Controlled(Who::You)).is_none()).map(|(noun, count, effects)| (count, noun, effects)).into_iter().collect(); ""),
    alternate!(Trigger: "when you attack with {count} or more {noun.p} , {effects}" (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
            let when = attack(c, yours(noun));
            so_many(whole(c, when, Condition::Always, effects)?, Cmp::Ge, count)
        }; ""),
    rule!(Trigger: "whenever you attack with exactly {count} {noun.p} , {effects}" (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
            let when = attack(c, yours(noun));
            so_many(whole(c, when, Condition::Always, effects)?, Cmp::Eq, count)
        },
        |_, d| is_so_many(d, Cmp::Eq).and_then(|(noun, count, effects)| Some((count, without(&noun, &Filter::Controlled(Who::You))?, effects))).into_iter().collect(); ""),
    alternate!(Trigger: "when you attack with exactly {count} {noun.p} , {effects}" (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
            let when = attack(c, yours(noun));
            so_many(whole(c, when, Condition::Always, effects)?, Cmp::Eq, count)
        }; ""),
    rule!(Trigger: "whenever {this} and at least one other {noun.s} attack , {effects}" (this: Self_, noun: Noun, effects: Begun) => |c, _, noun, effects| beside(c, 1, with(noun, other()), effects),
        |c, d: &_| is_beside(c, d).filter(|(count, ..)| *count == 1).and_then(|(_, sort, effects)| Some((Obj::This, without(&sort, &other())?, effects))).into_iter().collect(); ""),
    rule!(Trigger: "whenever {this} and at least {count} {noun.p} attack , {effects}" (this: Self_, count: Words, noun: Noun, effects: Begun) => |c, _, count, noun, effects| without(&noun, &other()).is_none().then(|| beside(c, count, noun, effects))?,
        |c, d: &_| is_beside(c, d).filter(|(count, sort, _)| *count > 1 && without(sort, &other()).is_none()).map(|(count, sort, effects)| (Obj::This, count, sort, effects)).into_iter().collect(); ""),
    // ---- the first and the last
    rule!(Trigger: "whenever {event} for the first time during each of your turns , {effects}" (event: Event, effects: Begun) => |c, event, effects| first_of_yours(c, event, effects),
        |_, d: &_| match &d.when {
            TriggerEvent::FirstTime(event) if d.provided == Condition::TurnOf(Who::You) && simple(&TriggeredDef { provided: Condition::Always, ..d.clone() }) => vec![((**event).clone(), d.effects.clone())],
            _ => Vec::new(),
        }; ""),
    rule!(Event: "the last {k} counter is removed from this card while it's exiled" (k: Kind) => |c, k| Some(last_in_exile(c, k)),
        |c, e| match e { TriggerEvent::LastCounterRemoved(k, what) if is_this(&what) && c.here == ZoneKind::Exile => vec![(k,)], _ => Vec::new() }; ""),
    rule!(Event: "the last {k} counter is removed from {what.s}" (k: Kind, what: EventObj) => |_, k, what| Some(TriggerEvent::LastCounterRemoved(k, what)),
        |c, e| match e { TriggerEvent::LastCounterRemoved(k, what) if c.here != ZoneKind::Exile => vec![(k, what)], _ => Vec::new() }; ""),
];
