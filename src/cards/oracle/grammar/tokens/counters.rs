//! Counters of whatever kind (CR 122): what has them, how many there are, what is put, removed, moved and paid.

use crate::cards::oracle::grammar::costs::activating::is_yours;
use crate::cards::oracle::grammar::help::{self, as_objects, it, n, not, one};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// What an event has happened to, and its counters as it was then.
fn was(context: &Context) -> Option<Obj> {
    let this = |obj: Obj| if obj == Obj::This { Obj::Event } else { obj };
    it(context).filter(|_| context.event).map(this).filter(|obj| *obj == Obj::Event)
}

fn total(kind: Option<CounterKind>, on: Objects) -> Quantity {
    Quantity::CountersOn(kind, Box::new(on))
}

/// A number of counters of one sort, of a kind or of all, and on what.
fn of_total(quantity: Quantity) -> Option<(Option<CounterKind>, Objects)> {
    match quantity {
        Quantity::CountersOn(kind, on) => Some((kind, *on)),
        _ => None,
    }
}

/// What "that creature" is, as it was before it was moved.
fn that(context: &Context) -> Option<Objects> {
    match &context.that(Sort::CREATURE, false)?.what {
        Referent::Objects(objects) => Some(objects.clone()),
        _ => None,
    }
}

fn puts(who: Who, kind: Option<CounterKind>, on: Filter) -> TriggerEvent {
    TriggerEvent::PutsCounters(who, kind, on)
}

fn remove(who: Who, from: Objects, (min, max): (Quantity, Quantity)) -> Instruction {
    Instruction::RemoveAnyCounters { who, from: from.into(), min, max, into: None }
}

fn is_remove(effect: Instruction) -> Option<(Who, Objects, Quantity, Quantity)> {
    match effect {
        Instruction::RemoveAnyCounters { who, from, min, max, into: None } => {
            Some((who, from.into_objects()?, min, max))
        }
        _ => None,
    }
}

fn moved(
    from: &Objects,
    to: &Objects,
    kind: Option<CounterKind>,
    (min, max): (Quantity, Option<Quantity>),
) -> Option<Instruction> {
    let (from, to) = (one(from)?, one(to)?);
    (from != to).then_some(Instruction::MoveCounters { from, to, kind, min, max, into: None })
}

type Moving = (Option<CounterKind>, Objects, Objects, Quantity, Option<Quantity>);

fn is_moved(effect: &Instruction) -> Option<Moving> {
    match effect {
        Instruction::MoveCounters { from, to, kind, min, max, into: None } => {
            Some((*kind, as_objects(*from), as_objects(*to), min.clone(), max.clone()))
        }
        _ => None,
    }
}

/// One more counter of each kind on a target that may be a permanent or a player.
fn another(context: &mut Context) -> Option<Vec<Instruction>> {
    let on = nouns::targets::mixed(context, permanent_or_player(), 1, 1)?;
    Some(vec![Instruction::MoreOfEachKind { on, double: false }])
}

fn permanent_or_player() -> TargetKind {
    TargetKind::Or(vec![TargetKind::Permanent(Filter::Any), TargetKind::Player(Who::EachPlayer)])
}

fn is_another(context: &Context, effects: &[Instruction]) -> bool {
    match effects {
        [Instruction::MoreOfEachKind { on, double: false }] => {
            let wanted = nouns::targets::wanted_mixed(context, on);
            wanted.is_some_and(|def| def.what == permanent_or_player() && def.min == n(1) && def.max == n(1))
        }
        _ => false,
    }
}

/// As many counters as something has, or had: what was named before what gets them.
fn as_many(context: &Context, kind: Option<CounterKind>, on: Objects) -> Option<Instruction> {
    let of = it(&before(context, &on))?;
    Some(Instruction::PutCountersOf { of, kind, on })
}

/// What had been said before something was named in this clause.
fn before(context: &Context, on: &Objects) -> Context {
    let mut said = context.clone();
    let on = Referent::Objects(on.clone());
    said.mentions.retain(|m| m.clause != context.clause || m.what != on);
    said
}

fn is_as_many(context: &Context, effect: &Instruction, kind: Option<CounterKind>) -> Vec<(Objects,)> {
    match effect {
        Instruction::PutCountersOf { on, .. } if as_many(context, kind, on.clone()).as_ref() == Some(effect) => {
            vec![(on.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn of_kind(kind: CounterKind, count: Quantity, from: Filter) -> Option<CostPart> {
    is_yours(&from).then(|| CostPart::RemoveCounters(kind, count, Box::new(Objects::All(from))))
}

fn of_any(count: Quantity, from: Filter) -> Option<CostPart> {
    is_yours(&from).then(|| CostPart::RemoveAnyCounters(count, Box::new(Objects::All(from))))
}

/// The kind, how many, and from among what, of the counters that a part takes.
fn is_taken(part: CostPart) -> Option<(Option<CounterKind>, Quantity, Filter)> {
    let (kind, count, from) = match part {
        CostPart::RemoveCounters(kind, count, from) => (Some(kind), count, from),
        CostPart::RemoveAnyCounters(count, from) => (None, count, from),
        _ => return None,
    };
    match *from {
        Objects::All(from) => Some((kind, count, from)),
        _ => None,
    }
}

fn this(context: &mut Context) {
    context.mention(Referent::Objects(Objects::The(Obj::This)), Sort::PERMANENT, false);
}

/// It enters with one of several counters, which is chosen as it does (CR 122.6, 614.12a).
fn enters_with(kinds: &[CounterKind]) -> AbilityDef {
    let course = |kind: &CounterKind| vec![help::put(*kind, n(1), Objects::The(Obj::This))];
    let choice = Instruction::ChooseOne(Who::You, kinds.iter().map(course).collect());
    statics::replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::AsEnters(vec![choice]))
}

fn entering(def: &AbilityDef) -> Option<Vec<CounterKind>> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let ReplaceWith::AsEnters(effects) = &replacement.with else { return None };
    let [Instruction::ChooseOne(Who::You, courses)] = effects.as_slice() else { return None };
    let kind = |course: &Vec<Instruction>| match course.as_slice() {
        [Instruction::PutCounters { kind, .. }] => Some(*kind),
        _ => None,
    };
    let kinds: Vec<CounterKind> = courses.iter().map(kind).collect::<Option<_>>()?;
    (enters_with(&kinds) == *def).then_some(kinds)
}

/// How many counters of a kind something has.
fn compared(kind: CounterKind, obj: Obj, cmp: Cmp, count: Quantity) -> Condition {
    Condition::Compare(Quantity::Counters(kind, obj), cmp, count)
}

/// Whether "it" is the card itself, which is called back.
fn itself(context: &mut Context) -> bool {
    let own = help::it(context) == Some(Obj::This);
    if own {
        context.references += 1;
        this(context);
    }
    own
}

pub(super) const RULES: &[Rule] = &[
    // ---- what has counters
    rule!(Post: "with a counter on it" () => |_| Some(Filter::AnyCounter), |_, f: &_| if *f == Filter::AnyCounter { vec![()] } else { Vec::new() }; "with a counter on it"),
    alternate!(Post: "with counters on it|them" () => |_| Some(Filter::AnyCounter); "with counters on it"),
    alternate!(Post: "with one or more counters on it|them" () => |_| Some(Filter::AnyCounter); "with one or more counters on it"),
    rule!(Post: "with no counters on it" () => |_| Some(not(Filter::AnyCounter)), |_, f: &_| if *f == not(Filter::AnyCounter) { vec![()] } else { Vec::new() }; "with no counters on it"),
    alternate!(Post: "with no counters on them" () => |_| Some(not(Filter::AnyCounter)); "with no counters on them"),
    rule!(Cond: "it had counters on it" () => |c| was(c).map(|obj| Condition::Is(obj, Filter::AnyCounter)),
        |c, cond: &_| if was(c).map(|obj| Condition::Is(obj, Filter::AnyCounter)).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it had a {k} counter on it" (k: Kind) => |c, k| was(c).map(|obj| Condition::Is(obj, Filter::Counter(k))),
        |c, cond: &_| match cond { Condition::Is(obj, Filter::Counter(k)) if was(c) == Some(*obj) => vec![(*k,)], _ => Vec::new() }; ""),
    alternate!(Cond: "it had one or more counters on it" () => |c| was(c).map(|obj| Condition::Is(obj, Filter::AnyCounter)); ""),
    alternate!(Cond: "it had a counter on it" () => |c| was(c).map(|obj| Condition::Is(obj, Filter::AnyCounter)); ""),
    rule!(Cond: "it had no counters on it" () => |c| was(c).map(|obj| Condition::Not(Box::new(Condition::Is(obj, Filter::AnyCounter)))),
        |c, cond: &_| if was(c).map(|obj| Condition::Not(Box::new(Condition::Is(obj, Filter::AnyCounter)))).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    alternate!(Cond: "{this} has {count} or more {k} counters on it" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { this(c); Some(compared(k, obj, Cmp::Ge, count)) }; "this creature has three or more charge counters on it"),
    alternate!(Cond: "{this} has {count} or more {k} counters on him" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { this(c); Some(compared(k, obj, Cmp::Ge, count)) }; ""),
    alternate!(Cond: "{this} has {count} or more {k} counters on her" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { this(c); Some(compared(k, obj, Cmp::Ge, count)) }; ""),
    rule!(Cond: "it has {count} or more {k} counters on it" (count: Count, k: Kind) => |c, count, k| { itself(c); Some(compared(k, it(c)?, Cmp::Ge, count)) },
        |c, cond| match cond { Condition::Compare(Quantity::Counters(k, obj), Cmp::Ge, count) if it(c) == Some(obj) => vec![(count, k)], _ => Vec::new() }; ""),
    alternate!(Cond: "there are {count} or more {k} counters on it" (count: Count, k: Kind) => |c, count, k| itself(c).then(|| compared(k, Obj::This, Cmp::Ge, count)); ""),
    rule!(Cond: "{this} has {count} or fewer {k} counters on it" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { this(c); Some(compared(k, obj, Cmp::Le, count)) },
        |_, cond| match cond { Condition::Compare(Quantity::Counters(k, Obj::This), Cmp::Le, count) => vec![(Obj::This, count, k)], _ => Vec::new() }; "this creature has two or fewer charge counters on it"),
    alternate!(Cond: "{this} has {count} or fewer {k} counters on him" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { this(c); Some(compared(k, obj, Cmp::Le, count)) }; ""),
    alternate!(Cond: "{this} has a {k} counter on him" (this: Self_, k: Kind) => |c, obj, k| { this(c); Some(Condition::Is(obj, Filter::Counter(k))) }; ""),
    alternate!(Cond: "{this} has a {k} counter on her" (this: Self_, k: Kind) => |c, obj, k| { this(c); Some(Condition::Is(obj, Filter::Counter(k))) }; ""),
    rule!(Cond: "{this} has a counter on it" (this: Self_) => |c, obj| { this(c); Some(Condition::Is(obj, Filter::AnyCounter)) },
        |_, c: &_| if *c == Condition::Is(Obj::This, Filter::AnyCounter) { vec![(Obj::This,)] } else { Vec::new() }; "this creature has a counter on it"),
    alternate!(Cond: "{this} has counters on it" (this: Self_) => |c, obj| { this(c); Some(Condition::Is(obj, Filter::AnyCounter)) }; "this creature has counters on it"),
    rule!(Cond: "{this} has no counters on it" (this: Self_) => |c, obj| { this(c); Some(Condition::Not(Box::new(Condition::Is(obj, Filter::AnyCounter)))) },
        |_, c: &_| if *c == Condition::Not(Box::new(Condition::Is(Obj::This, Filter::AnyCounter))) { vec![(Obj::This,)] } else { Vec::new() }; "this creature has no counters on it"),
    // ---- how many there are
    rule!(Each: "counter|counters on {this}" (this: Self_) => |_, this| Some(total(None, Objects::The(this))),
        |_, q| match of_total(q) { Some((None, Objects::The(Obj::This))) => vec![(Obj::This,)], _ => Vec::new() }; "counters on this creature"),
    rule!(Each: "counter|counters on it" () => |c| it(c).map(|obj| total(None, as_objects(obj))),
        |c, q: &_| if it(c).map(|obj| total(None, as_objects(obj))).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "counter|counters on that creature" () => |c| that(c).map(|on| total(None, on)),
        |c, q: &_| if that(c).map(|on| total(None, on)).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "counter|counters on {what}" (what: Target) => |_, what| Some(total(None, what)),
        |_, q| match of_total(q) { Some((None, on @ Objects::Targets(_))) => vec![(on,)], _ => Vec::new() }; "counters on target creature"),
    rule!(Each: "counter|counters among {noun.p}" (noun: Noun) => |_, noun| Some(total(None, Objects::All(noun))),
        |_, q| match of_total(q) { Some((None, Objects::All(noun))) => vec![(noun,)], _ => Vec::new() }; "counters among creatures you control"),
    alternate!(Each: "counter|counters on {noun.p}" (noun: Noun) => |_, noun| Some(total(None, Objects::All(noun))); "counters on creatures you control"),
    rule!(Each: "{k} counter|counters among {noun.p}" (k: Kind, noun: Noun) => |_, k, noun| Some(total(Some(k), Objects::All(noun))),
        |_, q| match of_total(q) { Some((Some(k), Objects::All(noun))) => vec![(k, noun)], _ => Vec::new() }; "+1/+1 counters among creatures you control"),
    alternate!(Each: "{k} counter|counters on {noun.p}" (k: Kind, noun: Noun) => |_, k, noun| Some(total(Some(k), Objects::All(noun))); "+1/+1 counters on lands you control"),
    // ---- who puts them
    rule!(Event: "{who#} puts|put one or more {k} counters on {what}" (who: EventPlayer, k: Kind, what: EventObj) => |_, who, k, what| Some(puts(who, Some(k), what)),
        |_, e| match e { TriggerEvent::PutsCounters(who, Some(k), what) => vec![(who, k, what)], _ => Vec::new() }; "you put one or more +1/+1 counters on this creature"),
    rule!(Event: "one or more counters are put on {what}" (what: EventObj) => |_, what| Some(puts(Who::EachPlayer, None, what)),
        |_, e| match e { TriggerEvent::PutsCounters(Who::EachPlayer, None, what) => vec![(what,)], _ => Vec::new() }; "one or more counters are put on this creature"),
    rule!(Event: "{who#} puts|put one or more counters on {what}" (who: EventPlayer, what: EventObj) => |_, who, what| (who != Who::EachPlayer).then(|| puts(who, None, what)),
        |_, e| match e { TriggerEvent::PutsCounters(who, None, what) if who != Who::EachPlayer => vec![(who, what)], _ => Vec::new() }; "you put one or more counters on this creature"),
    rule!(Event: "a {k} counter is put on {what}" (k: Kind, what: EventObj) => |_, k, what| Some(TriggerEvent::PutsEachCounter(Who::EachPlayer, Some(k), what)),
        |_, e| match e { TriggerEvent::PutsEachCounter(Who::EachPlayer, Some(k), what) => vec![(k, what)], _ => Vec::new() }; "a +1/+1 counter is put on this creature"),
    rule!(Event: "a counter is put on {what}" (what: EventObj) => |_, what| Some(TriggerEvent::PutsEachCounter(Who::EachPlayer, None, what)),
        |_, e| match e { TriggerEvent::PutsEachCounter(Who::EachPlayer, None, what) => vec![(what,)], _ => Vec::new() }; "a counter is put on this creature"),
    rule!(Event: "{who#} puts|put a {k} counter on {what}" (who: EventPlayer, k: Kind, what: EventObj) => |_, who, k, what| (who != Who::EachPlayer).then(|| TriggerEvent::PutsEachCounter(who, Some(k), what)),
        |_, e| match e { TriggerEvent::PutsEachCounter(who, Some(k), what) if who != Who::EachPlayer => vec![(who, k, what)], _ => Vec::new() }; "you put a +1/+1 counter on this creature"),
    rule!(Event: "{who#} puts|put a counter on {what}" (who: EventPlayer, what: EventObj) => |_, who, what| (who != Who::EachPlayer).then(|| TriggerEvent::PutsEachCounter(who, None, what)),
        |_, e| match e { TriggerEvent::PutsEachCounter(who, None, what) if who != Who::EachPlayer => vec![(who, what)], _ => Vec::new() }; "you put a counter on this creature"),
    // ---- more of each kind
    rule!(Verb: "double the number of each kind of counter on {what}" (what: Objs) => |_, what| Some(Instruction::MoreOfEachKind { on: Recipients::from(what), double: true }),
        |_, e| match e { Instruction::MoreOfEachKind { on, double: true } => on.into_objects().map(|what| (what,)).into_iter().collect(), _ => Vec::new() }; "double the number of each kind of counter on target creature"),
    rule!(Verb: "doubles|double the number of each kind of counter they|you have" (who: Doer) => |_, who| Some(Instruction::MoreOfEachKind { on: Recipients::Players(who), double: true }),
        |_, e| match e { Instruction::MoreOfEachKind { on: Recipients::Players(who), double: true } => vec![(who,)], _ => Vec::new() }; "double the number of each kind of counter you have"),
    rule!(Plain: "for each kind of counter on target permanent or player , give that permanent or player another counter of that kind ." () => |c| another(c),
        |c, e: &_| if is_another(c, e) { vec![()] } else { Vec::new() }; "for each kind of counter on target permanent or player, give that permanent or player another counter of that kind."),
    rule!(Verb: "put its counters on {what}" (what: Objs) => |c, what| as_many(c, None, what), |c, e: &_| is_as_many(c, e, None); ""),
    alternate!(Verb: "put those counters on {what}" (what: Objs) => |c, what| was(&before(c, &what)).and_then(|_| as_many(c, None, what)); ""),
    alternate!(Verb: "put the same number of each kind of counter on {what}" (what: Objs) => |c, what| as_many(c, None, what); ""),
    // ---- removed
    rule!(Verb: "removes|remove a counter from {what}" (who: Doer, what: Objs) => |_, who, what| Some(remove(who, what, (n(1), n(1)))),
        |_, e| is_remove(e).filter(|(.., min, max)| *min == n(1) && *max == n(1)).map(|(who, what, ..)| (who, what)).into_iter().collect(); "remove a counter from target creature"),
    rule!(Verb: "removes|remove {count} counters from {what}" (who: Doer, count: Count, what: Objs) => |_, who, count, what| Some(remove(who, what, (count.clone(), count))),
        |_, e| is_remove(e).filter(|(.., min, max)| *min != n(1) && min == max).map(|(who, what, _, count)| (who, count, what)).into_iter().collect(); "remove two counters from target creature"),
    rule!(Verb: "removes|remove up to {count} counters from {what}" (who: Doer, count: Count, what: Objs) => |_, who, count, what| Some(remove(who, what, (n(0), count))),
        |_, e| is_remove(e).filter(|(.., min, max)| *min == n(0) && *max != n(0)).map(|(who, what, _, count)| (who, count, what)).into_iter().collect(); "remove up to three counters from target permanent"),
    rule!(Verb: "remove all counters from {what}" (what: Objs) => |_, what| Some(Instruction::RemoveAllCounters { from: Recipients::from(what), into: None }),
        |_, e| match e { Instruction::RemoveAllCounters { from, into: None } => from.into_objects().map(|what| (what,)).into_iter().collect(), _ => Vec::new() }; "remove all counters from target creature"),
    // ---- moved
    rule!(Verb: "move a {k} counter from {a} onto {b}" (k: Kind, a: Objs, b: Objs) => |_, k, a, b| moved(&a, &b, Some(k), (n(1), Some(n(1)))),
        |_, e: &_| is_moved(e).filter(|(.., min, max)| *min == n(1) && *max == Some(n(1))).and_then(|(k, a, b, ..)| Some((k?, a, b))).into_iter().collect(); "move a +1/+1 counter from this creature onto target creature"),
    rule!(Verb: "move a counter from {a} onto {b}" (a: Objs, b: Objs) => |_, a, b| moved(&a, &b, None, (n(1), Some(n(1)))),
        |_, e: &_| is_moved(e).filter(|(k, _, _, min, max)| k.is_none() && *min == n(1) && *max == Some(n(1))).map(|(_, a, b, ..)| (a, b)).into_iter().collect(); "move a counter from target creature onto this creature"),
    rule!(Verb: "move {count} {k} counters from {a} onto {b}" (count: Count, k: Kind, a: Objs, b: Objs) => |_, count, k, a, b| moved(&a, &b, Some(k), (count.clone(), Some(count))),
        |_, e: &_| is_moved(e).filter(|(.., min, max)| *min != n(1) && max.as_ref() == Some(min)).and_then(|(k, a, b, min, _)| Some((min, k?, a, b))).into_iter().collect(); "move two +1/+1 counters from this creature onto target creature"),
    rule!(Verb: "move any number of {k} counters from {a} onto {b}" (k: Kind, a: Objs, b: Objs) => |_, k, a, b| moved(&a, &b, Some(k), (n(0), Some(total(Some(k), a.clone())))),
        |_, e: &_| is_moved(e).filter(|(.., min, max)| *min == n(0) && max.is_some()).and_then(|(k, a, b, ..)| Some((k?, a, b))).into_iter().collect(); "move any number of +1/+1 counters from this creature onto target creature"),
    rule!(Verb: "move all {k} counters from {a} onto {b}" (k: Kind, a: Objs, b: Objs) => |_, k, a, b| moved(&a, &b, Some(k), (n(1), None)),
        |_, e: &_| is_moved(e).filter(|(.., max)| max.is_none()).and_then(|(k, a, b, ..)| Some((k?, a, b))).into_iter().collect(); "move all +1/+1 counters from this creature onto target creature"),
    rule!(Verb: "move all counters from {a} onto {b}" (a: Objs, b: Objs) => |_, a, b| moved(&a, &b, None, (n(1), None)),
        |_, e: &_| is_moved(e).filter(|(k, .., max)| k.is_none() && max.is_none()).map(|(_, a, b, ..)| (a, b)).into_iter().collect(); "move all counters from this creature onto target creature"),
    // ---- chosen as something enters
    rule!(Static: "{this} enters with your choice of a {a} counter or a {b} counter on it ." (this: Self_, a: Kind, b: Kind) => |_, _, a, b| Some(enters_with(&[a, b])),
        |_, d: &_| match entering(d).as_deref() { Some([a, b]) => vec![(Obj::This, *a, *b)], _ => Vec::new() }; "this creature enters with your choice of a flying counter or a reach counter on it."),
];

pub(super) const COSTS: &[Rule] = &[
    rule!(Part: "2: remove a {k} counter from a {noun.s}" (k: Kind, noun: Noun) => |_, k, noun| of_kind(k, n(1), noun),
        |_, p| match is_taken(p) { Some((Some(k), Quantity::N(1), f)) if help::without(&f, &help::other()).is_none() => vec![(k, f)], _ => Vec::new() }; "remove a +1/+1 counter from a creature you control"),
    rule!(Part: "2: remove a {k} counter from another {noun.s}" (k: Kind, noun: Noun) => |_, k, noun| of_kind(k, n(1), help::with(noun, help::other())),
        |_, p| match is_taken(p) { Some((Some(k), Quantity::N(1), f)) => help::without(&f, &help::other()).map(|f| (k, f)).into_iter().collect(), _ => Vec::new() }; "remove a +1/+1 counter from another creature you control"),
    rule!(Part: "2: remove {count} {k} counters from among {noun.p}" (count: Count, k: Kind, noun: Noun) => |_, count, k, noun| of_kind(k, count, noun),
        |_, p| match is_taken(p) { Some((Some(k), count, f)) if count != n(1) => vec![(count, k, f)], _ => Vec::new() }; "remove two +1/+1 counters from among creatures you control"),
    rule!(Part: "2: remove a counter from {this}" (this: Self_) => |c, _| { this(c); Some(CostPart::RemoveAnyCounters(n(1), Box::new(Objects::The(Obj::This)))) },
        |_, p: &_| if *p == CostPart::RemoveAnyCounters(n(1), Box::new(Objects::The(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "remove a counter from this creature"),
    rule!(Part: "2: remove {count} counters from {this}" (count: Count, this: Self_) => |c, count, _| { this(c); Some(CostPart::RemoveAnyCounters(count, Box::new(Objects::The(Obj::This)))) },
        |_, p| match p { CostPart::RemoveAnyCounters(count, from) if *from == Objects::The(Obj::This) && count != n(1) => vec![(count, Obj::This)], _ => Vec::new() }; "remove two counters from this creature"),
    rule!(Part: "2: remove a counter from a {noun.s}" (noun: Noun) => |_, noun| of_any(n(1), noun),
        |_, p| match is_taken(p) { Some((None, Quantity::N(1), f)) if help::without(&f, &help::other()).is_none() => vec![(f,)], _ => Vec::new() }; "remove a counter from a permanent you control"),
    rule!(Part: "2: remove a counter from another {noun.s}" (noun: Noun) => |_, noun| of_any(n(1), help::with(noun, help::other())),
        |_, p| match is_taken(p) { Some((None, Quantity::N(1), f)) => help::without(&f, &help::other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "remove a counter from another permanent you control"),
    rule!(Part: "2: remove {count} counters from among {noun.p}" (count: Count, noun: Noun) => |_, count, noun| of_any(count, noun),
        |_, p| match is_taken(p) { Some((None, count, f)) if count != n(1) && help::without(&f, &help::other()).is_none() => vec![(count, f)], _ => Vec::new() }; "remove three counters from among creatures you control"),
    rule!(Part: "2: remove {count} counters from among other {noun.p}" (count: Count, noun: Noun) => |_, count, noun| of_any(count, help::with(noun, help::other())),
        |_, p| match is_taken(p) { Some((None, count, f)) if count != n(1) => help::without(&f, &help::other()).map(|f| (count, f)).into_iter().collect(), _ => Vec::new() }; "remove three counters from among other creatures you control"),
];
