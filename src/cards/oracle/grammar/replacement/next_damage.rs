//! Shields that prevent the next damage, up to an amount (CR 615.7), and abilities that others may activate, too.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Damage to this is prevented this turn, up to an amount in all.
fn shield(to: DamageTo, amount: Quantity) -> Instruction {
    let replacement = Replacement {
        event: ReplacedEvent::Damage { source: Filter::Any, to, combat: None },
        only_if: Condition::Always,
        with: ReplaceWith::Prevent(Some(amount)),
        optional: None,
    };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

/// One permanent or player: of several each would have a shield of its own.
fn only_one(context: &Context, to: &Recipients) -> Option<DamageTo> {
    match to {
        Recipients::Targets(n) => {
            let target = context.targets.get(usize::from(*n))?;
            (target.max == Quantity::N(1)).then_some(DamageTo::Target(*n))
        }
        Recipients::Players(Who::You) => Some(DamageTo::Player(Who::You)),
        Recipients::Objects(objects) => Some(DamageTo::Object(Filter::Is(help::one(objects)?))),
        _ => None,
    }
}

fn is_shield(effect: &Instruction) -> Option<(Quantity, Recipients)> {
    let Instruction::Continuous(StaticEffect::Replace(replacement), _) = effect else { return None };
    let Replacement { event: ReplacedEvent::Damage { to, .. }, with: ReplaceWith::Prevent(Some(amount)), .. } =
        replacement
    else {
        return None;
    };
    let whom = match to {
        DamageTo::Target(n) => Recipients::Targets(*n),
        DamageTo::Player(who) => Recipients::Players(*who),
        DamageTo::Object(Filter::Is(Obj::Var(var))) => Recipients::Objects(Objects::Var(*var)),
        DamageTo::Object(Filter::Is(object)) => Recipients::Objects(Objects::The(*object)),
        _ => return None,
    };
    (*effect == shield(to.clone(), amount.clone())).then(|| (amount.clone(), whom))
}

/// The next damage up to an amount is dealt to something else instead (CR 614.9).
fn diverted(context: &Context, to: &Recipients, amount: Quantity, other: Recipients) -> Option<Vec<Instruction>> {
    // What is enchanted when it resolves is meant, wherever the Aura goes.
    let to = only_one(context, to).filter(|to| *to != DamageTo::Object(Filter::Is(Obj::Host)))?;
    only_one(context, &other)?;
    let replacement = Replacement {
        event: ReplacedEvent::Damage { source: Filter::Any, to, combat: None },
        only_if: Condition::Always,
        with: ReplaceWith::RedirectUpTo(amount, other),
        optional: None,
    };
    Some(vec![Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)])
}

fn is_diverted(effects: &[Instruction]) -> Option<(Quantity, Recipients, Recipients)> {
    let [Instruction::Continuous(StaticEffect::Replace(Replacement { event, with, .. }), _)] = effects else {
        return None;
    };
    let (ReplacedEvent::Damage { to, .. }, ReplaceWith::RedirectUpTo(amount, other)) = (event, with) else {
        return None;
    };
    let whom = as_recipients(to)?;
    let plain = matches!(event, ReplacedEvent::Damage { source: Filter::Any, combat: None, .. });
    let made = Replacement { event: event.clone(), only_if: Condition::Always, with: with.clone(), optional: None };
    let same = [Instruction::Continuous(StaticEffect::Replace(made), Duration::EndOfTurn)];
    (plain && same == effects).then(|| (amount.clone(), whom, other.clone()))
}

/// Whether others may activate it, too, and what it is otherwise.
fn is_by_all(def: ActivatedDef) -> Vec<(ActivatedDef,)> {
    if def.by == Who::EachPlayer { vec![(ActivatedDef { by: Who::You, ..def },)] } else { Vec::new() }
}

/// A source of damage is chosen, and its next damage is replaced so (CR 609.7a).
fn circle(context: &mut Context, sort: Filter, to: DamageTo, with: ReplaceWith) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::Sources(Box::new(sort.clone()));
    let one = Quantity::N(1);
    let choose = help::choose(Who::You, from, (one.clone(), one), into);
    let chosen = Filter::In(Box::new(Objects::Var(into)));
    let source = if sort == Filter::Any { chosen } else { Filter::And(vec![chosen, sort]) };
    let event = ReplacedEvent::Damage { source, to, combat: None };
    let replacement = Replacement { event, only_if: Condition::Always, with, optional: None };
    Some(vec![choose, Instruction::Continuous(StaticEffect::Replace(replacement), Duration::OnceThisTurn)])
}

fn of_circle(context: &Context, effects: &[Instruction]) -> Option<(Filter, DamageTo, ReplaceWith)> {
    let [
        Instruction::Choose { from: Objects::Sources(sort), .. },
        Instruction::Continuous(
            StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { to, .. }, with, .. }),
            _,
        ),
    ] = effects
    else {
        return None;
    };
    let made = circle(&mut context.clone(), (**sort).clone(), to.clone(), with.clone());
    (made.as_deref() == Some(effects)).then(|| ((**sort).clone(), to.clone(), with.clone()))
}

/// To whom or what damage is dealt, as words say it.
fn as_recipients(to: &DamageTo) -> Option<Recipients> {
    Some(match to {
        DamageTo::Target(n) => Recipients::Targets(*n),
        DamageTo::Player(who) => Recipients::Players(*who),
        DamageTo::Object(Filter::Is(Obj::Var(var))) => Recipients::Objects(Objects::Var(*var)),
        DamageTo::Object(Filter::Is(object)) => Recipients::Objects(Objects::The(*object)),
        _ => return None,
    })
}

/// The next damage by something chosen to something is prevented.
fn guarded(context: &mut Context, sort: Filter, to: &Recipients) -> Option<Vec<Instruction>> {
    let to = only_one(context, to)?;
    circle(context, sort, to, ReplaceWith::Prevent(None))
}

fn is_guarded(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Recipients)> {
    match of_circle(context, effects) {
        Some((sort, to, ReplaceWith::Prevent(None))) => as_recipients(&to).map(|to| (sort, to)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The next damage by something chosen to you is prevented, and as much life is gained.
fn healed() -> ReplaceWith {
    ReplaceWith::PreventAndThen(vec![Instruction::GainLife(Who::You, Quantity::Prevented, None)])
}

/// All damage by something chosen is prevented this turn (CR 609.7).
fn muted(context: &mut Context, sort: Filter, to: DamageTo) -> Option<Vec<Instruction>> {
    let mut effects = circle(context, sort, to, ReplaceWith::Prevent(None))?;
    if let Some(Instruction::Continuous(_, duration)) = effects.last_mut() {
        *duration = Duration::EndOfTurn;
    }
    Some(effects)
}

fn is_muted(context: &Context, effects: &[Instruction]) -> Option<(Filter, DamageTo)> {
    let [
        Instruction::Choose { from: Objects::Sources(sort), .. },
        Instruction::Continuous(StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { to, .. }, .. }), _),
    ] = effects
    else {
        return None;
    };
    let made = muted(&mut context.clone(), (**sort).clone(), to.clone());
    (made.as_deref() == Some(effects)).then(|| ((**sort).clone(), to.clone()))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "prevent the next {n} damage that would be dealt to {to} this turn" (n: Amount, to: Recip)
        => |c, n, to| Some(shield(only_one(c, &to)?, n)),
        |_, e: &_| is_shield(e).into_iter().collect(); "prevent the next 2 damage that would be dealt to any target this turn"),
    rule!(Plain: "the next {n} damage that would be dealt to {to} this turn is dealt to {other} instead ." (n: Amount, to: Recip, other: Recip)
        => |c, n, to, other| diverted(c, &to, n, other),
        |_, e: &_| is_diverted(e).into_iter().collect(); "the next 1 damage that would be dealt to this creature this turn is dealt to target creature you control instead."),
    // ---- sources of damage that are chosen (CR 609.7)
    rule!(SourceKind: "source of your choice" () <=> {Filter::Any}; "source of your choice"),
    rule!(SourceKind: "{hues} source of your choice" (hues: HueOr) => |_, hues| Some(hues), |_, f| match &f { Filter::Color(_) | Filter::Or(_) => vec![(f,)], _ => Vec::new() }; "red source of your choice"),
    rule!(SourceKind: "{kind} source of your choice" (kind: TypeAdj) <=> {Filter::Type(kind)}; "artifact source of your choice"),
    rule!(SourceKind: "source of your choice of the chosen color" () <=> {Filter::ChosenColor}; "source of your choice of the chosen color"),
    rule!(SourceKind: "creature of your choice with {k}" (k: Kw) => |_, k| Some(Filter::And(vec![Filter::Type(CardTypes::CREATURE), Filter::Has(k), Filter::Permanent])),
        |_, f| match f { Filter::And(list) => match list.as_slice() { [Filter::Type(CardTypes::CREATURE), Filter::Has(k), Filter::Permanent] => vec![(*k,)], _ => Vec::new() }, _ => Vec::new() }; "creature of your choice with shadow"),
    rule!(Plain: "the next time a {sort} would deal damage to {to} this turn , prevent that damage ." (sort: SourceKind, to: Recip) => |c, sort, to| guarded(c, sort, &to),
        |c, e: &_| is_guarded(c, e); "the next time a red source of your choice would deal damage to you this turn, prevent that damage."),
    rule!(Plain: "the next time a {sort} would deal damage to {to} this turn , prevent half that damage , rounded down ." (sort: SourceKind, to: Recip) => |c, sort, to| { let to = only_one(c, &to)?; circle(c, sort, to, help::half_prevented(Round::Down)) },
        |c, e: &_| match of_circle(c, e) { Some((sort, to, with)) if with == help::half_prevented(Round::Down) => as_recipients(&to).map(|to| (sort, to)).into_iter().collect(), _ => Vec::new() }; "the next time a source of your choice would deal damage to you this turn, prevent half that damage, rounded down."),
    rule!(Plain: "the next time a {sort} would deal damage this turn , prevent that damage ." (sort: SourceKind) => |c, sort| circle(c, sort, DamageTo::Any, ReplaceWith::Prevent(None)),
        |c, e: &_| match of_circle(c, e) { Some((sort, DamageTo::Any, ReplaceWith::Prevent(None))) => vec![(sort,)], _ => Vec::new() }; "the next time a source of your choice would deal damage this turn, prevent that damage."),
    rule!(Plain: "the next time a {sort} would deal damage to you this turn , prevent that damage . you gain life equal to the damage prevented this way ." (sort: SourceKind) => |c, sort| circle(c, sort, DamageTo::Player(Who::You), healed()),
        |c, e: &_| match of_circle(c, e) { Some((sort, DamageTo::Player(Who::You), with)) if with == healed() => vec![(sort,)], _ => Vec::new() }; "the next time a source of your choice would deal damage to you this turn, prevent that damage. You gain life equal to the damage prevented this way."),
    rule!(Plain: "the next time a {sort} would deal damage to {to} this turn , that damage is dealt to {other} instead ." (sort: SourceKind, to: Recip, other: Recip) => |c, sort, to, other| { let to = only_one(c, &to)?; circle(c, sort, to, ReplaceWith::Redirect(other)) },
        |c, e: &_| match of_circle(c, e) { Some((sort, to, ReplaceWith::Redirect(other))) => as_recipients(&to).map(|to| (sort, to, other)).into_iter().collect(), _ => Vec::new() }; "the next time a source of your choice would deal damage to you this turn, that damage is dealt to target creature you control instead."),
    rule!(Plain: "prevent all damage a {sort} would deal this turn ." (sort: SourceKind) => |c, sort| muted(c, sort, DamageTo::Any),
        |c, e: &_| is_muted(c, e).filter(|(_, to)| *to == DamageTo::Any).map(|(sort, _)| (sort,)).into_iter().collect(); "prevent all damage a source of your choice would deal this turn."),
    rule!(Plain: "prevent all damage that would be dealt to {to} this turn by a {sort} ." (to: Recip, sort: SourceKind) => |c, to, sort| { let to = only_one(c, &to)?; muted(c, sort, to) },
        |c, e: &_| is_muted(c, e).and_then(|(sort, to)| Some((as_recipients(&to)?, sort))).into_iter().collect(); "prevent all damage that would be dealt to any target this turn by a source of your choice."),
    alternate!(Plain: "the next time a {sort} would deal damage to {to} this turn , that source deals that damage to {other} instead ." (sort: SourceKind, to: Recip, other: Recip) => |c, sort, to, other| { let to = only_one(c, &to)?; circle(c, sort, to, ReplaceWith::Redirect(other)) }; "the next time a source of your choice would deal damage to target creature this turn, that source deals that damage to you instead."),
    // CR 602.1b, 602.2.
    rule!(Limit: "{def} any player may activate this ability ." (def: Limit_) => |_, def| Some(ActivatedDef { by: Who::EachPlayer, ..def }),
        |_, d| is_by_all(d); ""),
    rule!(Limit: "{def} only your opponents may activate this ability ." (def: Limit_) => |_, def| Some(ActivatedDef { by: Who::EachOpponent, ..def }),
        |_, d| if d.by == Who::EachOpponent { vec![(ActivatedDef { by: Who::You, ..d },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} any player may activate this ability but only as a sorcery ." (def: Limit_)
        => |_, def| Some(ActivatedDef { by: Who::EachPlayer, sorcery_speed: true, ..def }),
        |_, d: &_| if d.sorcery_speed { is_by_all(ActivatedDef { sorcery_speed: false, ..d.clone() }) } else { Vec::new() }; ""),
];
