//! Damage that is prevented to and by the same thing, or dealt to something else instead (CR 614.9, 615).

use crate::cards::oracle::grammar::replacement::damage::quality;
use crate::cards::oracle::grammar::statics::{replace, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const COMBAT: Option<bool> = Some(true);

/// One object, not several targets: of those a shield would be of the first alone.
fn single(context: &Context, what: &Objects) -> Option<Filter> {
    if let Objects::Targets(n) = what {
        let target = context.targets.get(usize::from(*n))?;
        (target.max == Quantity::N(1)).then_some(())?;
    }
    help::one(what).map(Filter::Is)
}

fn is_quality(filter: &Filter) -> Objects {
    match filter {
        Filter::Is(Obj::Target(n)) => Objects::Targets(*n),
        Filter::Is(Obj::Var(v)) => Objects::Var(*v),
        Filter::Is(obj) => Objects::The(*obj),
        group => Objects::All(group.clone()),
    }
}

fn to(filter: Filter, combat: Option<bool>) -> ReplacedEvent {
    ReplacedEvent::Damage { source: Filter::Any, to: DamageTo::Object(filter), combat }
}

fn by(source: Filter, combat: Option<bool>) -> ReplacedEvent {
    ReplacedEvent::Damage { source, to: DamageTo::Any, combat }
}

/// What damage is prevented to or by, if an event is nothing else.
fn of(event: &ReplacedEvent, made: fn(Filter, Option<bool>) -> ReplacedEvent, combat: Option<bool>) -> Option<Filter> {
    let ReplacedEvent::Damage { source, to, .. } = event else { return None };
    let named = match to {
        DamageTo::Object(filter) if *source == Filter::Any => filter,
        _ => source,
    };
    (*event == made(named.clone(), combat)).then(|| named.clone())
}

fn always(event: ReplacedEvent) -> AbilityDef {
    replace(event, ReplaceWith::Prevent(None))
}

fn is_always(
    def: &AbilityDef,
    made: fn(Filter, Option<bool>) -> ReplacedEvent,
    combat: Option<bool>,
) -> Vec<(Objects,)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, .. }), .. }) = def else {
        return Vec::new();
    };
    let found = of(event, made, combat).filter(|_| *def == always(event.clone()));
    found.map(|f| (is_quality(&f),)).into_iter().collect()
}

fn shield(event: ReplacedEvent) -> Instruction {
    let replacement =
        Replacement { event, only_if: Condition::Always, with: ReplaceWith::Prevent(None), optional: None };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

fn is_shield(
    effect: &Instruction,
    made: fn(Filter, Option<bool>) -> ReplacedEvent,
    combat: Option<bool>,
) -> Option<Filter> {
    let Instruction::Continuous(StaticEffect::Replace(Replacement { event, .. }), _) = effect else { return None };
    of(event, made, combat).filter(|_| *effect == shield(event.clone()))
}

/// Damage goes elsewhere, by an ability or this turn.
fn moved(event: ReplacedEvent, to: Recipients) -> Replacement {
    Replacement { event, only_if: Condition::Always, with: ReplaceWith::Redirect(to), optional: None }
}

/// To whom damage would be dealt, as the event has it.
fn hurt(to: &Recipients) -> Option<DamageTo> {
    match to {
        Recipients::Players(Who::You) => Some(DamageTo::Player(Who::You)),
        Recipients::Objects(objects) => Some(DamageTo::Object(quality(objects)?)),
        _ => None,
    }
}

fn is_hurt(to: &DamageTo) -> Option<Recipients> {
    match to {
        DamageTo::Player(Who::You) => Some(Recipients::Players(Who::You)),
        DamageTo::Object(filter) => Some(Recipients::Objects(is_quality(filter))),
        _ => None,
    }
}

fn from_any(to: DamageTo) -> ReplacedEvent {
    ReplacedEvent::Damage { source: Filter::Any, to, combat: None }
}

macro_rules! standing {
    ($words:literal, $made:expr, $combat:expr, $example:literal) => {
        rule!(Static: $words (what: SubjObjs) => |c, what| still(c, &what).then(|| Some(always($made(quality(&what)?, $combat))))?,
            |_, d: &_| is_always(d, $made, $combat); $example)
    };
}

macro_rules! passing {
    ($words:literal, $made:expr, $combat:expr) => {
        alternate!(Verb: $words (what: Objs) => |c, what| Some(shield($made(single(c, &what)?, $combat))); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    standing!(
        "prevent all damage that would be dealt to {what#} .",
        to,
        None,
        "prevent all damage that would be dealt to creatures you control."
    ),
    standing!(
        "prevent all combat damage that would be dealt to {what#} .",
        to,
        COMBAT,
        "prevent all combat damage that would be dealt to creatures you control."
    ),
    standing!(
        "prevent all noncombat damage that would be dealt to {what#} .",
        to,
        Some(false),
        "prevent all noncombat damage that would be dealt to creatures you control."
    ),
    standing!(
        "prevent all damage that would be dealt by {what#} .",
        by,
        None,
        "prevent all damage that would be dealt by creatures you control."
    ),
    standing!(
        "prevent all combat damage that would be dealt by {what#} .",
        by,
        COMBAT,
        "prevent all combat damage that would be dealt by creatures you control."
    ),
    rule!(Line: "prevent all combat damage that would be dealt to and dealt by {what#} ." (what: SubjObjs) => |c, what| still(c, &what).then(|| Some(vec![always(to(quality(&what)?, COMBAT)), always(by(quality(&what)?, COMBAT))]))?,
        |_, list: &_| match list.as_slice() { [a, b] => is_always(a, to, COMBAT).into_iter().filter(|one| is_always(b, by, COMBAT).contains(one)).collect(), _ => Vec::new() };
        "prevent all combat damage that would be dealt to and dealt by creatures you control."),
    rule!(Line: "prevent all damage that would be dealt to and dealt by {what#} ." (what: SubjObjs) => |c, what| still(c, &what).then(|| Some(vec![always(to(quality(&what)?, None)), always(by(quality(&what)?, None))]))?,
        |_, list: &_| match list.as_slice() { [a, b] => is_always(a, to, None).into_iter().filter(|one| is_always(b, by, None).contains(one)).collect(), _ => Vec::new() };
        "prevent all damage that would be dealt to and dealt by creatures you control."),
    rule!(Verbs: "prevent all combat damage that would be dealt to and dealt by {what} this turn" (what: Objs) => |c, what| { let one = single(c, &what)?; Some(vec![shield(to(one.clone(), COMBAT)), shield(by(one, COMBAT))]) },
        |_, e: &_| match e.as_slice() {
            [a, b] => is_shield(a, to, COMBAT).filter(|f| matches!(f, Filter::Is(_)) && is_shield(b, by, COMBAT).as_ref() == Some(f)).map(|f| (is_quality(&f),)).into_iter().collect(),
            _ => Vec::new(),
        }; "prevent all combat damage that would be dealt to and dealt by target creature this turn"),
    passing!("prevent all combat damage {what} would deal this turn", by, COMBAT),
    passing!("prevent all damage {what} would deal this turn", by, None),
    passing!("prevent all combat damage that would be dealt this turn by {what}", by, COMBAT),
    passing!("prevent all damage that would be dealt this turn to {what}", to, None),
    alternate!(Verb: "prevent all combat damage {noun.p} would deal this turn" (noun: Noun) => |_, noun| Some(shield(by(noun, COMBAT))); "prevent all combat damage creatures would deal this turn"),
    rule!(Verb: "prevent all damage that would be dealt to {noun.p} this turn" (noun: Noun) => |_, noun| Some(shield(to(noun, None))),
        |_, e: &_| is_shield(e, to, None).filter(|f| !matches!(f, Filter::Is(_))).map(|f| (f,)).into_iter().collect(); "prevent all damage that would be dealt to creatures you control this turn"),
    alternate!(Verb: "prevent all damage that would be dealt this turn to {noun.p}" (noun: Noun) => |_, noun| Some(shield(to(noun, None))); "prevent all damage that would be dealt this turn to creatures you control"),
    rule!(Static: "prevent all damage that would be dealt to you by sources you don't control ." () => |_| Some(always(foreign())), |_, d: &_| if *d == always(foreign()) { vec![()] } else { Vec::new() }; "prevent all damage that would be dealt to you by sources you don't control."),
    // ---- elsewhere
    rule!(Static: "all damage that would be dealt to {a} is dealt to {b} instead ." (a: Recip, b: Recip) => |c, a, b| {
            (c.targets.is_empty() && c.zone == ZoneKind::Battlefield).then_some(())?;
            let effect = StaticEffect::Replace(moved(from_any(hurt(&a)?), b));
            Some(AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Battlefield }))
        },
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: StaticEffect::Replace(r @ Replacement { event: ReplacedEvent::Damage { to, .. }, with: ReplaceWith::Redirect(b), .. }), from: ZoneKind::Battlefield })
                if *r == moved(from_any(to.clone()), b.clone()) => is_hurt(to).map(|a| (a, b.clone())).into_iter().collect(),
            _ => Vec::new(),
        }; "all damage that would be dealt to you is dealt to this creature instead."),
    rule!(Plain: "all damage that would be dealt to {what} this turn is dealt to you instead ." (what: Objs) => |c, what| {
            let event = to(single(c, &what)?, None);
            Some(vec![Instruction::Continuous(StaticEffect::Replace(moved(event, Recipients::Players(Who::You))), Duration::EndOfTurn)])
        },
        |_, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Replace(r @ Replacement { event: event @ ReplacedEvent::Damage { .. }, with: ReplaceWith::Redirect(Recipients::Players(Who::You)), .. }), Duration::EndOfTurn)]
                if *r == moved(event.clone(), Recipients::Players(Who::You)) => of(event, to, None).filter(|f| matches!(f, Filter::Is(_))).map(|f| (is_quality(&f),)).into_iter().collect(),
            _ => Vec::new(),
        }; "all damage that would be dealt to target creature this turn is dealt to you instead."),
];

/// Damage to you by what others control.
fn foreign() -> ReplacedEvent {
    let source = help::not(Filter::Controlled(Who::You));
    ReplacedEvent::Damage { source, to: DamageTo::Player(Who::You), combat: None }
}
