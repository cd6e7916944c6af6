//! Countering and copying.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Mention, Referent, Rule, rule};

/// Whether objects are on the stack.
fn on_stack(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            all.get(usize::from(*i)).is_some_and(|def| of_the_stack(&def.what))
        }
        Objects::The(Obj::Event) => true,
        Objects::The(Obj::EventSource) => {
            let source = Referent::Objects(objects.clone());
            context.mentions.iter().any(|m| m.what == source && m.kind.contains(Sort::SPELL))
        }
        _ => false,
    }
}

fn of_the_stack(what: &TargetKind) -> bool {
    match what {
        TargetKind::Spell(_) | TargetKind::Ability(_) => true,
        TargetKind::Or(list) => list.iter().all(of_the_stack),
        _ => false,
    }
}

/// Spells and abilities of opponents that target something.
fn aimed(noun: Filter) -> TargetKind {
    let which = Filter::And(vec![Filter::Controlled(Who::EachOpponent), Filter::Targets(Box::new(noun))]);
    TargetKind::Or(vec![TargetKind::Spell(which.clone()), TargetKind::Ability(which)])
}

fn is_aimed(what: &TargetKind) -> Option<Filter> {
    let TargetKind::Or(list) = what else { return None };
    let [TargetKind::Spell(Filter::And(which)), _] = list.as_slice() else { return None };
    match which.last() {
        Some(Filter::Targets(noun)) if *what == aimed((**noun).clone()) => Some((**noun).clone()),
        _ => None,
    }
}

/// If it is an ability of a permanent that is countered, that is destroyed.
fn uprooted(context: &mut Context, clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [Instruction::Counter { what: what @ Objects::Targets(_), to: None }] = clause.as_slice() else { return None };
    let there = Objects::Only(Box::new(what.clone()), Filter::Zone(ZoneKind::Stack));
    let source = Objects::Only(Box::new(Objects::SourcesOf(Box::new(what.clone()))), Filter::Permanent);
    let destroy = Instruction::Destroy { what: source, no_regeneration: false, into: context.variable() };
    let cond = Condition::Not(Box::new(Condition::Exists(there)));
    let mut all = clause;
    all.push(Instruction::If { cond, then: vec![destroy], otherwise: Vec::new() });
    Some(all)
}

fn is_uprooted(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    let clause = effects.first().map(|first| vec![first.clone()]).unwrap_or_default();
    let same = uprooted(&mut context.clone(), clause.clone()).as_deref() == Some(effects);
    if same { vec![(clause,)] } else { Vec::new() }
}

/// A player may copy the spell itself for another target.
fn may_copy(who: Who) -> Instruction {
    let copy = help::copy_spell(Obj::This, who, Quantity::N(1));
    Instruction::May { who, then: vec![copy], otherwise: Vec::new() }
}

/// A player may sacrifice one for such a copy.
fn chain(who: Who, noun: Filter) -> Instruction {
    let cost = Cost(vec![CostPart::Sacrifice(Quantity::N(1), noun)]);
    Instruction::MayPay { who, cost, then: vec![may_copy(who)], otherwise: Vec::new() }
}

/// A spell is exiled if it is countered, unless a player pays.
fn exiled(what: Objects, who: Who, cost: Cost) -> Instruction {
    let otherwise = vec![Instruction::Counter { what, to: Some(Destination::Exile) }];
    Instruction::MayPay { who, cost, then: Vec::new(), otherwise }
}

fn is_exiled(effects: &[Instruction]) -> Vec<(Objects, Who, Cost)> {
    let [only @ Instruction::MayPay { who, cost, otherwise, .. }] = effects else { return Vec::new() };
    match otherwise.as_slice() {
        [Instruction::Counter { what, .. }] if *only == exiled(what.clone(), *who, cost.clone()) => {
            vec![(what.clone(), *who, cost.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "counter {what} unless {who.s} {cost.s} . if that spell is countered this way , exile it instead of putting it into its owner 's graveyard ." (what: Target, who: Other, cost: Payment)
        => |c, what, who, cost| on_stack(c, &what).then(|| vec![exiled(what, who, cost)]), |_, e: &_| is_exiled(e);
        "counter target spell unless its controller pays {2}. If that spell is countered this way, exile it instead of putting it into its owner's graveyard."),
    rule!(Verb: "counters|counter {what}" (what: Objs) => |c, what| on_stack(c, &what).then_some(Instruction::Counter { what, to: None }),
        |_, e| match e { Instruction::Counter { what, to: None } => vec![(what,)], _ => Vec::new() }; "counter target spell"),
    rule!(Aim: "spell or ability|abilities a opponent controls that targets a {noun.s}" (noun: Noun) => |_, noun| Some(aimed(noun)),
        |_, k: &_| is_aimed(k).map(|noun| (noun,)).into_iter().collect(); "spell or ability an opponent controls that targets a creature you control"),
    rule!(Plain: "{clause} . if a permanent 's ability is countered this way , destroy that permanent ." (clause: Clause) => |c, clause| uprooted(c, clause),
        |c, e: &_| is_uprooted(c, e); "counter target spell or ability an opponent controls that targets a creature you control. If a permanent's ability is countered this way, destroy that permanent."),
    rule!(Plain: "{who.s} may copy this spell and may choose a new target for that copy ." (who: Other) => |_, who| Some(vec![may_copy(who)]),
        |_, e: &_| match e.as_slice() { [only @ Instruction::May { who, .. }] if *only == may_copy(*who) => vec![(*who,)], _ => Vec::new() }; "target player may copy this spell and may choose a new target for that copy."),
    rule!(Plain: "{who.s} may sacrifice a {noun.s} of their choice . if the player does , they may copy this spell and may choose a new target for that copy ." (who: Other, noun: Noun)
        => |_, who, noun| Some(vec![chain(who, noun)]),
        |_, e: &_| match e.as_slice() {
            [only @ Instruction::MayPay { who, cost, .. }] => match cost.0.as_slice() {
                [CostPart::Sacrifice(Quantity::N(1), noun)] if *only == chain(*who, noun.clone()) => vec![(*who, noun.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "target player may sacrifice a land of their choice. If the player does, they may copy this spell and may choose a new target for that copy."),
    rule!(Verb: "copy {what}" (what: Objs) => |c, what| (on_stack(c, &what) && is_spell(c, &what)).then(|| plain_copy(c, &what))?,
        |_, e| match e {
            Instruction::CopySpell { what, who: Who::You, count: Quantity::N(1), new_targets: false, without: None } => vec![(help::as_objects(what),)],
            _ => Vec::new(),
        }; "copy target artifact spell"),
    rule!(Verbs: "copies|copy {what} . you may choose new targets for the copy" (what: Objs)
        => |c, what| on_stack(c, &what).then(|| copy(c, &what))?,
        |_, e: &_| match e.as_slice() {
            [Instruction::CopySpell { what: Obj::Target(n), who: Who::You, count: Quantity::N(1), new_targets: true, without: None }] => vec![(Objects::Targets(*n),)],
            [Instruction::CopySpell { what: Obj::Event, who: Who::You, count: Quantity::N(1), new_targets: true, without: None }] => vec![(Objects::The(Obj::Event),)],
            _ => Vec::new(),
        }; "copy target instant spell. You may choose new targets for the copy"),
];

/// Whether it has been called a spell, or is a target.
fn is_spell(context: &Context, what: &Objects) -> bool {
    let called = |m: &Mention| m.what == Referent::Objects(what.clone()) && m.kind.contains(Sort::SPELL);
    matches!(what, Objects::Targets(_)) || context.mentioned().any(called)
}

/// A copy with the same targets, if it has any (CR 707.10c).
fn plain_copy(context: &Context, what: &Objects) -> Option<Instruction> {
    let what = help::one(what)?;
    let copy = Instruction::CopySpell { what, who: Who::You, count: Quantity::N(1), new_targets: false, without: None };
    (context.doer == Who::You).then_some(copy)
}

fn copy(context: &Context, what: &Objects) -> Option<Vec<Instruction>> {
    let copy = help::copy_spell(help::one(what)?, Who::You, Quantity::N(1));
    (context.doer == Who::You).then(|| vec![copy])
}
