//! What players can't untap, have to target, or skip; what untaps when others untap.

use crate::cards::oracle::grammar::help::{as_objects, n, one};
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn limit(count: &Quantity, noun: Filter) -> Option<StaticEffect> {
    match count {
        Quantity::N(most) => Some(StaticEffect::Rule(GameRule::UntapLimit(Who::EachPlayer, noun, *most))),
        _ => None,
    }
}

fn is_limit(def: AbilityDef, always: bool) -> Option<(Condition, Quantity, Filter)> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if,
            effect: StaticEffect::Rule(GameRule::UntapLimit(Who::EachPlayer, noun, most)),
            from: ZoneKind::Battlefield,
        }) if (only_if == Condition::Always) == always => Some((only_if, n(most), noun)),
        _ => None,
    }
}

/// It untaps while others untap theirs, too.
fn awake(what: Objects) -> AbilityDef {
    ability(affect(what, vec![Modification::Rule(ObjectRule::UntapsWithOthers)]), Condition::Always)
}

fn is_awake(def: &AbilityDef) -> Option<Objects> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(what, _), .. }) if *def == awake(what.clone()) => {
            Some(what.clone())
        }
        _ => None,
    }
}

/// The card itself is returned as its controller untaps their permanents next.
fn returning() -> Instruction {
    let returns = vec![Modification::Rule(ObjectRule::ReturnsAsUntaps)];
    Instruction::Continuous(affect(Objects::The(Obj::This), returns), Duration::NextUntapStep)
}

/// What a player skips next, said of the one who does.
fn skipped(context: &Context, whose: Who) -> bool {
    whose == context.doer
}

macro_rules! part {
    ($words:literal, $part:ident) => {
        rule!(Part_: $words () <=> {TurnPart::$part}; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "players can't untap more than {count} {noun.p} during their untap steps ." (count: Count, noun: Noun)
        => |_, count, noun| Some(AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: limit(&count, noun)?, from: ZoneKind::Battlefield })),
        |_, d| is_limit(d, true).filter(|(_, count, _)| *count != n(1)).map(|(_, count, noun)| (count, noun)).into_iter().collect(); "players can't untap more than two permanents during their untap steps."),
    rule!(Static: "players can't untap more than one {noun.s} during their untap steps ." (noun: Noun)
        => |_, noun| Some(AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: limit(&n(1), noun)?, from: ZoneKind::Battlefield })),
        |_, d| is_limit(d, true).filter(|(_, count, _)| *count == n(1)).map(|(.., noun)| (noun,)).into_iter().collect(); "players can't untap more than one artifact during their untap steps."),
    rule!(Static: "as long as {cond} , players can't untap more than {count} {noun.p} during their untap steps ." (cond: Conds, count: Count, noun: Noun)
        => |_, only_if, count, noun| Some(AbilityDef::Static(StaticDef { only_if, effect: limit(&count, noun)?, from: ZoneKind::Battlefield })),
        |_, d| is_limit(d, false).filter(|(_, count, _)| *count != n(1)).into_iter().collect(); ""),
    rule!(Static: "as long as {cond} , players can't untap more than one {noun.s} during their untap steps ." (cond: Conds, noun: Noun)
        => |_, only_if, noun| Some(AbilityDef::Static(StaticDef { only_if, effect: limit(&n(1), noun)?, from: ZoneKind::Battlefield })),
        |_, d| is_limit(d, false).filter(|(_, count, _)| *count == n(1)).map(|(cond, _, noun)| (cond, noun)).into_iter().collect(); ""),
    rule!(Static: "untap {this} during each other player 's untap step ." (this: Self_) => |_, this| Some(awake(Objects::The(this))),
        |_, d: &_| if is_awake(d) == Some(Objects::The(Obj::This)) { vec![(Obj::This,)] } else { Vec::new() }; "untap this artifact during each other player's untap step."),
    rule!(Static: "untap all {noun.p} during each other player 's untap step ." (noun: Noun) => |_, noun| Some(awake(Objects::All(noun))),
        |_, d: &_| match is_awake(d) { Some(Objects::All(noun)) => vec![(noun,)], _ => Vec::new() }; "untap all creatures you control during each other player's untap step."),
    rule!(Static: "while a opponent is choosing targets as part of casting a spell they control or activating a ability they control , that player must choose at least one {sub.s} on the battlefield if able ." (sub: Sub)
        => |_, sub| Some(game_rule(GameRule::TargetsIfAble(Who::EachOpponent, Filter::Subtype(sub)))),
        |_, d: &_| match is_rule(d) { Some(GameRule::TargetsIfAble(Who::EachOpponent, Filter::Subtype(sub))) => vec![(sub,)], _ => Vec::new() }; ""),
    // ---- parts of turns that are skipped
    part!("untap step", Untap),
    part!("draw step", Draw),
    part!("combat phase", Combat),
    part!("turn", Turn),
    rule!(Verb: "skips|skip {whose} next {part}" (whose: Whose, part: Part_) => |c, whose, part| skipped(c, whose).then_some(Instruction::SkipNext(whose, part)),
        |_, e| match e { Instruction::SkipNext(who, part) => vec![(who, part)], _ => Vec::new() }; "skip your next turn"),
    rule!(Said: "each opponent skips their next {part}" (part: Part_) => |_, part| Some(vec![Instruction::SkipNext(Who::EachOpponent, part)]),
        |_, e: &_| match e.as_slice() { [Instruction::SkipNext(Who::EachOpponent, part)] => vec![(*part,)], _ => Vec::new() }; "each opponent skips their next untap step"),
    rule!(Said: "each player skips their next {part}" (part: Part_) => |_, part| Some(vec![Instruction::SkipNext(Who::EachPlayer, part)]),
        |_, e: &_| match e.as_slice() { [Instruction::SkipNext(Who::EachPlayer, part)] => vec![(*part,)], _ => Vec::new() }; "each player skips their next untap step"),
    // ---- targets that are changed
    rule!(CardPost: "with a single target" () => |_| Some(Filter::TargetCount(Cmp::Eq, n(1))), |_, f: &_| if *f == Filter::TargetCount(Cmp::Eq, n(1)) { vec![()] } else { Vec::new() }; "with a single target"),
    rule!(Aim: "spell or ability|abilities with a single target" () => |_| Some(TargetKind::Or(vec![TargetKind::Spell(Filter::TargetCount(Cmp::Eq, n(1))), TargetKind::Ability(Filter::TargetCount(Cmp::Eq, n(1)))])),
        |_, k: &_| if *k == TargetKind::Or(vec![TargetKind::Spell(Filter::TargetCount(Cmp::Eq, n(1))), TargetKind::Ability(Filter::TargetCount(Cmp::Eq, n(1)))]) { vec![()] } else { Vec::new() }; "spell or ability with a single target"),
    rule!(Aim: "spell or ability|abilities" () => |_| Some(any_on_stack()), |_, k: &_| if *k == any_on_stack() { vec![()] } else { Vec::new() }; "spell or ability"),
    rule!(Verb: "change the target of {what}" (what: Target) => |c, what| (c.doer == Who::You).then(|| Some(Instruction::RedirectSpell(one(&what)?)))?,
        |_, e| match e { Instruction::RedirectSpell(Obj::Target(number)) => vec![(Objects::Targets(number),)], _ => Vec::new() }; "change the target of target spell with a single target"),
    rule!(Verb: "change a target of {what} to {to}" (what: Target, to: Objs) => |c, what, to| (c.doer == Who::You).then(|| Some(Instruction::RedirectTo(one(&what)?, one(&to)?)))?,
        |_, e| match e { Instruction::RedirectTo(Obj::Target(number), to) => vec![(Objects::Targets(number), as_objects(to))], _ => Vec::new() }; "change a target of target spell to this creature"),
    alternate!(Verb: "change the target of {what} to {to}" (what: Target, to: Objs) => |c, what, to| (c.doer == Who::You && single_target(c)).then(|| Some(Instruction::RedirectTo(one(&what)?, one(&to)?)))?; "change the target of target spell with a single target to this creature"),
    rule!(Pred: "phases|phase out" (what: Subject) <=> {Instruction::PhaseOut(what)}; ""),
    rule!(Plain: "during your next untap step , as you untap your permanents , return {this} to its owner 's hand ." (this: Self_) => |_, _| Some(vec![returning()]),
        |_, e: &_| if *e == [returning()] { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Pred: "assigns|assign no combat damage this turn" (what: Subject) => |_, what| Some(Instruction::Continuous(affect(what, vec![Modification::Rule(ObjectRule::AssignsNoDamage)]), Duration::EndOfTurn)),
        |_, e| match e {
            Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::EndOfTurn) if mods == [Modification::Rule(ObjectRule::AssignsNoDamage)] => vec![(what,)],
            _ => Vec::new(),
        }; ""),
    rule!(Cant: "can't be blocked except by {count} or more creatures" (count: Count) => |_, count| match count { Quantity::N(fewest) => Some(ObjectRule::FewestBlockers(u8::try_from(fewest).ok()?)), _ => None },
        |_, r| match r { ObjectRule::FewestBlockers(fewest) => vec![(n(i32::from(fewest)),)], _ => Vec::new() }; "can't be blocked except by three or more creatures"),
];

/// Whether what is a target has one target itself.
fn single_target(context: &Context) -> bool {
    let mut only = false;
    for target in context.targets.iter() {
        let mut target = target.clone();
        target.each(|filter: &mut Filter| {
            only |= *filter == Filter::TargetCount(Cmp::Eq, n(1));
        });
    }
    only
}

fn any_on_stack() -> TargetKind {
    TargetKind::Or(vec![TargetKind::Spell(Filter::Any), TargetKind::Ability(Filter::Any)])
}
