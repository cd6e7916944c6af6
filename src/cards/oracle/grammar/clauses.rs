//! Clauses and sentences.

use super::*;
use crate::cards::oracle::grammar::help::as_objects;
use crate::cards::oracle::grammar::quantities::letters::{is_x, with_x};
use crate::cards::oracle::grammar::sentences::held::{hold, is_held};
use crate::cards::oracle::grammar::sentences::several::{each_may, is_about_several, is_each_may, is_tied, may_do};
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// Which player an instruction is about, if that is said as its subject.
fn doer(effect: &Instruction) -> Option<Who> {
    match effect {
        // It belongs to putting something into the library of its owner.
        Instruction::Shuffle(Who::OwnerOf(_)) => None,
        Instruction::Draw { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::SacrificeChoice { who, .. }
        | Instruction::CreateToken { who, .. }
        | Instruction::AddMana { who, .. }
        | Instruction::Search { who, .. }
        | Instruction::Choose { who, .. }
        | Instruction::Scry(who, _)
        | Instruction::Surveil(who, _)
        | Instruction::GainLife(who, ..)
        | Instruction::LoseLife(who, ..)
        | Instruction::Shuffle(who)
        | Instruction::BecomeMonarch(who)
        | Instruction::Proliferate(who)
        | Instruction::TakeInitiative(who)
        | Instruction::Venture(who, _)
        | Instruction::SkipNext(who, _)
        | Instruction::LoseMana(who)
        | Instruction::ChooseNumber { who, .. }
        | Instruction::FlipCoin { who, .. }
        | Instruction::RollDice { who, .. }
        | Instruction::ChooseCardType { who, .. }
        | Instruction::ChooseSubtype { who, .. }
        | Instruction::Lose(who)
        | Instruction::Win(who)
        | Instruction::Emblem(who, _)
        | Instruction::SacrificeThese(who, _)
        | Instruction::ExileUntil { who, .. }
        | Instruction::RevealUntil { who, .. }
        | Instruction::ExtraTurnAfterNext(who)
        | Instruction::ExtraTurn(who) => Some(*who),
        // Who controls a player (CR 723).
        Instruction::Continuous(StaticEffect::Rule(crate::cards::def::Rule::ControlPlayers { .. }), _) => {
            Some(Who::You)
        }
        Instruction::DiscardThese(Objects::In(ZoneOf::Hand(who), _))
        | Instruction::Move { what: Objects::In(ZoneOf::Hand(who), _), to: Destination::LibraryBottom, .. } => {
            Some(*who)
        }
        Instruction::PutCounters { on: Recipients::Players(who), .. } => Some(*who),
        Instruction::Continuous(StaticEffect::Affect(_, mods), _) => match mods.as_slice() {
            [Modification::Control(who)] => Some(*who),
            _ => None,
        },
        _ => None,
    }
}

/// Which players move cards of their own, each of them.
fn mover(effect: &Instruction) -> Option<Who> {
    match effect {
        Instruction::Move { what: Objects::Top(_, who) | Objects::In(ZoneOf::Graveyard(who), _), .. } => {
            who.is_each().then_some(*who)
        }
        _ => None,
    }
}

/// Which objects an instruction is about.
fn subject(effect: &Instruction) -> Option<Objects> {
    match effect {
        Instruction::Damage { source, .. } => Some(as_objects(*source)),
        Instruction::Fight(one, _) => Some(as_objects(*one)),
        Instruction::PhaseOut(what)
        | Instruction::BecomeBlocked(what)
        | Instruction::Designate(what, Designation::Prepared | Designation::Saddled) => Some(what.clone()),
        // One goads it (CR 701.15a).
        Instruction::Continuous(StaticEffect::Affect(_, mods), Duration::UntilTurnOf(Who::You))
            if *mods == [Modification::Rule(ObjectRule::Goaded)] =>
        {
            None
        }
        Instruction::Continuous(StaticEffect::Affect(what, mods), _)
            if !mods.iter().any(|m| {
                matches!(m, Modification::Control(_) | Modification::SwitchPT | Modification::ChangeWord(..))
            }) =>
        {
            Some(what.clone())
        }
        _ => None,
    }
}

/// Whether "you" has to be said.
fn needs_you(effects: &[Instruction]) -> bool {
    let needs = |e: &Instruction| {
        let life = matches!(
            e,
            Instruction::GainLife(..)
                | Instruction::LoseLife(..)
                | Instruction::Lose(_)
                | Instruction::Win(_)
                | Instruction::Emblem(..)
                | Instruction::BecomeMonarch(_)
                | Instruction::TakeInitiative(_)
                | Instruction::SkipNext(..)
        );
        let controls =
            matches!(e, Instruction::Continuous(StaticEffect::Rule(crate::cards::def::Rule::ControlPlayers { .. }), _));
        life || controls || matches!(e, Instruction::PutCounters { on: Recipients::Players(_), .. })
    };
    effects.first().is_some_and(needs)
}

fn player_acts(effects: &[Instruction]) -> Vec<(Who, Vec<Instruction>)> {
    // A number that is kept first is said of the player whose it is.
    let first = effects.iter().find(|e| !matches!(e, Instruction::Set(..)));
    match first.and_then(|e| doer(e).or_else(|| mover(e))) {
        Some(who) if who != Who::You || needs_you(effects) => vec![(who, effects.to_vec())],
        _ => Vec::new(),
    }
}

fn objects_act(effects: &[Instruction]) -> Vec<(Objects, Vec<Instruction>)> {
    match effects.first().and_then(subject) {
        Some(what) => vec![(what, effects.to_vec())],
        None => Vec::new(),
    }
}

fn imperative(effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    let you = |e: &Instruction| doer(e).is_none_or(|who| who == Who::You) && subject(e).is_none();
    if effects.iter().all(you) && !needs_you(effects) { vec![(effects.to_vec(),)] } else { Vec::new() }
}

fn one(effects: &[Instruction]) -> Vec<(Instruction,)> {
    match effects {
        [one] => vec![(one.clone(),)],
        _ => Vec::new(),
    }
}

type Halves = Vec<(Vec<Instruction>, Vec<Instruction>)>;

fn splits(effects: &[Instruction]) -> Halves {
    (1..effects.len()).map(|i| (effects[..i].to_vec(), effects[i..].to_vec())).collect()
}

/// What was said first ends some time, what follows never: then the time was said of both, and these words don't say it.
fn outlasts(first: &[Instruction], second: &[Instruction]) -> bool {
    let forever = |e: &[Instruction]| match e {
        [Instruction::Continuous(StaticEffect::Affect(..), duration)] => Some(*duration == Duration::Forever),
        _ => None,
    };
    forever(first) == Some(false) && forever(second) == Some(true)
}

pub(super) fn join(mut a: Vec<Instruction>, b: Vec<Instruction>) -> Option<Vec<Instruction>> {
    a.extend(b);
    Some(a)
}

/// What follows the options of a villainous choice belongs to the last of them (CR 701.55a).
fn join_said(a: Vec<Instruction>, b: Vec<Instruction>) -> Option<Vec<Instruction>> {
    if matches!(a.last(), Some(Instruction::FaceVillainousChoice(..))) { None } else { join(a, b) }
}

/// What a player may do.
pub(super) fn may(effects: &[Instruction]) -> Option<(Who, Vec<Instruction>)> {
    match effects {
        [Instruction::May { who, then, otherwise }] if otherwise.is_empty() => Some((*who, then.clone())),
        _ => None,
    }
}

/// Whether several players do it, so that another one who pays isn't who is meant by "they".
fn of_several(effects: &[Instruction]) -> bool {
    effects.iter().any(|effect| doer(effect).is_some_and(Who::is_each))
}

/// Paying, and what then.
fn paid(effects: &[Instruction]) -> Option<(Who, Cost, Vec<Instruction>)> {
    match effects {
        [Instruction::MayPay { who, cost, then, otherwise }] if otherwise.is_empty() => {
            Some((*who, cost.clone(), then.clone()))
        }
        _ => None,
    }
}

/// Not paying, and what then.
fn unless(effects: &[Instruction]) -> Option<(Who, Cost, Vec<Instruction>)> {
    match effects {
        [Instruction::MayPay { who, cost, then, otherwise }] if then.is_empty() => {
            Some((*who, cost.clone(), otherwise.clone()))
        }
        _ => None,
    }
}

/// Whether "unless" is said of all of it: of two actions it may be said of the second one alone.
fn is_whole(effects: &[Instruction]) -> bool {
    matches!(effects, [_] | [Instruction::Choose { .. } | Instruction::SacrificeChoice { .. }, _])
}

pub(super) fn if_so(effects: &[Instruction]) -> Vec<(Condition, Vec<Instruction>)> {
    match effects {
        [Instruction::If { cond, then, otherwise }] if otherwise.is_empty() => vec![(cond.clone(), then.clone())],
        _ => Vec::new(),
    }
}

/// Instructions that are carried out if a condition doesn't hold.
fn unless_so(then: Vec<Instruction>, cond: Condition) -> Option<Vec<Instruction>> {
    let plain = !matches!(cond, Condition::Paid(_) | Condition::Not(_));
    plain.then(|| vec![Instruction::If { cond: Condition::Not(Box::new(cond)), then, otherwise: Vec::new() }])
}

fn is_unless_so(effects: &[Instruction]) -> Option<(Vec<Instruction>, Condition)> {
    match if_so(effects).pop()? {
        (Condition::Not(cond), then) => Some((then, *cond)),
        _ => None,
    }
}

/// Instructions that can be done for sure, so that those after "if you do" just follow.
fn certain(effects: &[Instruction]) -> bool {
    use Instruction as I;
    // What may be done is offered only if it is possible (CR 608.2d): to something that isn't tapped, or is.
    let turned = matches!(effects, [I::Tap(Objects::The(_)) | I::Untap(Objects::The(_))]);
    turned || matches!(effects, [I::Draw { .. } | I::CreateToken { .. }])
}

/// What can't be regenerated.
fn buried(effects: &[Instruction]) -> Vec<(Objects,)> {
    match effects {
        [Instruction::Destroy { what, no_regeneration: true, .. }] => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

fn bury(context: &mut Context, what: Objects) -> Option<Vec<Instruction>> {
    let destroy = Instruction::Destroy { what, no_regeneration: true, into: context.variable() };
    context.after(&destroy);
    Some(vec![destroy])
}

/// Whether it is several things, as far as the words show.
fn several(context: &Context, what: &Objects) -> bool {
    match what {
        Objects::Targets(n) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            all.get(usize::from(*n)).is_some_and(|t| t.max != Quantity::N(1))
        }
        Objects::The(_) | Objects::Var(_) => false,
        _ => true,
    }
}

/// What happens when such a step begins next.
pub(super) fn at_next(step: StepName, effects: Vec<Instruction>) -> Instruction {
    Instruction::Delayed { ability: Box::new(delayed(step, effects)), until: None }
}

fn delayed(step: StepName, effects: Vec<Instruction>) -> TriggeredDef {
    TriggeredDef {
        when: TriggerEvent::Beginning(step, Who::EachPlayer),
        provided: Condition::Always,
        only_if: Condition::Always,
        targets: Vec::new(),
        effects,
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    }
}

fn is_delayed(effects: &[Instruction], step: StepName) -> Vec<(Vec<Instruction>,)> {
    match effects {
        [Instruction::Delayed { ability, until: None }] if **ability == delayed(step, ability.effects.clone()) => {
            vec![(ability.effects.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// What happens when such a step begins next, to a target or not.
pub(super) fn later(effects: &[Instruction], step: StepName) -> Vec<(Instruction,)> {
    match is_held(effects, step) {
        Some(effect) => vec![(effect,)],
        None => is_delayed(effects, step).into_iter().flat_map(|(e,)| one(&e)).collect(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what players do
    rule!(Act: "{verb#}" (verb: Verb) => |_, verb| Some(vec![verb]), |_, e: &_| one(e); "draw a card"),
    rule!(Act: "{verbs#}" (verbs: Verbs) <=> {verbs}; ""),
    rule!(Act: "{verb#} at the beginning of the next end step" (verb: Verb) => |c, verb| hold(c, StepName::End, verb),
        |_, e: &_| later(e, StepName::End); "sacrifice this creature at the beginning of the next end step"),
    rule!(Act: "{verb#} at the beginning of the next turn 's upkeep" (verb: Verb) => |c, verb| (!of_target(&verb)).then(|| hold(c, StepName::Upkeep, verb))?,
        |_, e: &_| later(e, StepName::Upkeep); "draw a card at the beginning of the next turn's upkeep"),
    rule!(Act: "{verb#} at the beginning of the next cleanup step" (verb: Verb) => |c, verb| hold(c, StepName::Cleanup, verb),
        |_, e: &_| later(e, StepName::Cleanup); "return target creature to its owner's hand at the beginning of the next cleanup step"),
    rule!(Act: "{verb#} at end of combat" (verb: Verb) => |c, verb| (!matches!(verb, Instruction::FlipCoin { .. })).then(|| hold(c, StepName::EndCombat, verb))?,
        |_, e: &_| later(e, StepName::EndCombat); "sacrifice this creature at end of combat"),
    rule!(Acts: "{one#}" (one: Act) <=> {one}; "draw a card"),
    rule!(Acts: "{a#} , then {rest#}" (a: Act, rest: Acts) => |_, a, rest| join(a, rest), |_, e: &_| splits(e); "draw two cards, then discard a card"),
    rule!(Acts: "{a#} and {b#}" (a: Act, b: Act) => |_, a, b| join(a, b), |_, e: &_| splits(e); "draw a card and lose 1 life"),
    alternate!(Acts: "{a#} , {b#} , and {c#}" (a: Act, b: Act, c: Act) => |_, a, b, c| join(join(a, b)?, c); "draw a card, mill a card, and lose 1 life"),
    alternate!(Acts: "{a#} , {b#} , then {c#}" (a: Act, b: Act, c: Act) => |_, a, b, c| join(join(a, b)?, c); "draw a card, mill a card, then scry 1"),
    rule!(Preds: "{one#}" (one: Pred) => |_, one| Some(vec![one]), |_, e: &_| one(e); ""),
    rule!(Preds: "{a#} and {b#}" (a: Pred, b: Pred) => |_, a, b| Some(vec![a, b]),
        |_, e: &_| match e.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; ""),
    // ---- clauses with a subject
    rule!(Said: "{who#} {acts#}" (who: SubjPlayer, acts: Acts) => |c, who, acts| (!is_about_several(c, who, &acts)).then_some(acts), |_, e: &_| player_acts(e); "target player draws a card"),
    rule!(Said: "{what#} {preds#}" (what: SubjObjs, preds: Preds) => |_, _, preds| Some(preds), |_, e: &_| objects_act(e); "target creature gets +1/+1 until end of turn"),
    rule!(Said: "{who#} may {acts.p}" (who: SubjPlayer, acts: Acts) => |_, who, then| if who.is_each() { each_may(who, then) } else { may_do(who, then) },
        |_, e: &_| may(e).or_else(|| is_each_may(e)).into_iter().collect(); "you may draw a card"),
    alternate!(Said: "{dur} , {what#} {mods#}" (dur: Dur, what: SubjObjs, mods: Mods)
        => |_, dur, what, mods| Some(vec![Instruction::Continuous(StaticEffect::Affect(what, mods), dur)]); "until end of turn, target creature gets +1/+1"),
    rule!(Said: "you may have {what#} {preds.p}" (what: SubjObjs, preds: Preds) => |_, _, then| Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }]),
        |_, e: &_| may(e).filter(|(who, _)| *who == Who::You).map(|(_, then)| objects_act(&then)).unwrap_or_default(); ""),
    rule!(Said: "you may have {who#} {acts.p}" (who: SubjPlayer, acts: Acts) => |_, who, then| (who != Who::You).then(|| vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }]),
        |_, e: &_| may(e).filter(|(who, _)| *who == Who::You).map(|(_, then)| player_acts(&then)).unwrap_or_default(); ""),
    alternate!(Said: "{what.p} each {preds.p}" (what: SubjObjs, preds: Preds) => |_, what, preds| { let _ = what; Some(preds) }; "two target creatures each get +1/+1 until end of turn"),
    // ---- clauses
    rule!(Clause: "{acts.p}" (acts: Acts) => |_, acts| Some(acts), |_, e: &_| imperative(e); "draw a card"),
    rule!(Clause: "{said}" (said: Said) <=> {said}; "target player draws a card"),
    rule!(Clause: "{acts.p} and {said}" (acts: Acts, said: Said) => |_, acts, said| join(acts, said), |_, e: &_| splits(e); "draw a card and target player mills two cards"),
    alternate!(Clause: "{acts.p} , then {said}" (acts: Acts, said: Said) => |_, acts, said| join(acts, said); "draw a card, then target player mills two cards"),
    rule!(Clause: "{a} and {b}" (a: Said, b: Said) => |_, a, b| if outlasts(&a, &b) { None } else { join_said(a, b) }, |_, e: &_| splits(e); "target player loses 2 life and you gain 2 life"),
    alternate!(Clause: "{a} , then {b}" (a: Said, b: Said) => |_, a, b| join_said(a, b); "target player loses 2 life, then you gain 2 life"),
    alternate!(Clause: "{a} , and {b}" (a: Said, b: Said) => |_, a, b| join_said(a, b); "target player loses 2 life, and you gain 2 life"),
    rule!(Clause: "{acts.p} unless {cond}" (acts: Acts, cond: Cond) => |_, acts, cond| unless_so(acts, cond),
        |_, e: &_| is_unless_so(e).into_iter().flat_map(|(then, cond)| imperative(&then).into_iter().map(move |(then,)| (then, cond.clone()))).collect(); "draw a card unless you control an artifact"),
    rule!(Clause: "{said} unless {cond}" (said: Said, cond: Cond) => |_, said, cond| unless_so(said, cond), |_, e: &_| is_unless_so(e).into_iter().collect(); "target player draws a card unless you control an artifact"),
    // ---- sentences
    rule!(Plain: "{clause} ." (clause: Clause) => |_, clause| Some(clause), |_, e| vec![(e,)]; "draw a card."),
    rule!(Sentence: "if {cond} , {clause} ." (cond: Conds, clause: Clause) => |c, cond, then| when_paid(c, cond, then),
        |_, e: &_| if_so(e); "if you control an artifact, draw a card."),
    rule!(Proviso: "{cond}" (cond: Conds) <=> {cond}; "you control an artifact"),
    rule!(Plain: "{clause} if {cond} ." (clause: Clause, cond: Proviso) => |_, then, cond| late(cond, then),
        |_, e: &_| if_so(e).into_iter().filter(|(cond, _)| !matches!(cond, Condition::Paid(_))).map(|(cond, then)| (then, cond)).collect(); "draw a card if you control an artifact."),
    rule!(Plain: "{clause} unless {who#} {cost#} ." (clause: Clause, who: SubjPlayer, cost: Payment)
        => |_, otherwise, who, cost| (help::one_player(who) && is_whole(&otherwise) && !(of_several(&otherwise) && who != Who::You)).then(|| vec![Instruction::MayPay { who, cost, then: Vec::new(), otherwise }]),
        |_, e: &_| unless(e).map(|(who, cost, otherwise)| (otherwise, who, cost)).into_iter().collect(); "counter target spell unless its controller pays {2}."),
    rule!(Plain: "destroy {what} . it can't be regenerated ." (what: Objs) => |c, what| (!several(c, &what)).then(|| bury(c, what))?,
        |c, e: &_| buried(e).into_iter().filter(|(o,)| !several(c, o)).collect(); "destroy target creature. It can't be regenerated."),
    alternate!(Plain: "destroy {what} . that creature can't be regenerated ." (what: Objs) => |c, what| (!several(c, &what) && is_creature(c, &what)).then(|| bury(c, what))?; "destroy target creature. That creature can't be regenerated."),
    alternate!(Plain: "destroy {what} . creatures destroyed this way can't be regenerated ." (what: Objs) => |c, what| several(c, &what).then(|| bury(c, what))?; "destroy all creatures. Creatures destroyed this way can't be regenerated."),
    rule!(Said: "{what#} gains|gain protection from the color of your choice {dur}" (what: SubjObjs, dur: Dur) => |c, what, dur| protect(c, what, dur),
        |c, e: &_| match e.as_slice() {
            [Instruction::ChooseColor { .. }, Instruction::Continuous(StaticEffect::Affect(what, _), dur)] => {
                let same = protect(&mut c.clone(), what.clone(), dur.clone()).as_ref() == Some(e);
                if same { vec![(what.clone(), dur.clone())] } else { Vec::new() }
            }
            _ => Vec::new(),
        }; "target creature gains protection from the color of your choice until end of turn"),
    rule!(Plain: "destroy {what} . they can't be regenerated ." (what: Objs) => |c, what| several(c, &what).then(|| bury(c, what))?,
        |c, e: &_| buried(e).into_iter().filter(|(o,)| several(c, o)).collect(); "destroy all creatures. They can't be regenerated."),
    rule!(Plain: "you may {part.p} . if you do , {clause} ." (part: Part, clause: Clause)
        => |c, part, then| (!(c.dies && part == CostPart::ExileThis)).then(|| vec![Instruction::MayPay { who: Who::You, cost: Cost(vec![part]), then, otherwise: Vec::new() }]),
        |_, e: &_| paid(e).filter(|(who, cost, _)| *who == Who::You && cost.0.len() == 1).map(|(_, cost, then)| (cost.0[0].clone(), then)).into_iter().collect();
        "you may discard a card. If you do, draw a card."),
    rule!(Plain: "you may {act.p} . if you do , {clause} ." (act: Act, clause: Clause)
        => |_, act, then| certain(&act).then(|| vec![Instruction::May { who: Who::You, then: join(act, then).unwrap_or_default(), otherwise: Vec::new() }]),
        |_, e: &_| may(e).filter(|(who, then)| *who == Who::You && then.len() > 1 && certain(&then[..1])).map(|(_, then)| (then[..1].to_vec(), then[1..].to_vec())).into_iter().collect();
        "you may draw a card. If you do, discard a card."),
    // ---- what is named first, and what was done
    alternate!(Plain: "choose {target} ." (target: Target) => |_, _| Some(Vec::new()); ""),
    alternate!(Plain: "then {rest}" (rest: Plain) => |_, rest| Some(rest); ""),
    rule!(Plain: "{act.p} . if you do , {clause} ." (act: Act, clause: Clause) => |c, act, then| only_if_done(c, act, then),
        |_, e: &_| done_then(e).into_iter().filter(|(first, _)| first.first().and_then(doer).is_none_or(|who| who == Who::You)).collect(); ""),
    rule!(Plain: "you may {act.p} . if you do , {clause} ." (act: Act, clause: Clause)
        => |c, act, then| (!as_cost(c, &act)).then(|| Some(vec![Instruction::May { who: Who::You, then: only_if_done(c, act, then)?, otherwise: Vec::new() }]))?,
        |c, e: &_| may(e).filter(|(who, then)| *who == Who::You && !as_cost(c, then)).map(|(_, then)| done_then(&then)).unwrap_or_default(); ""),
    rule!(Gone: "sacrifice {this}" (this: Self_, into: Into) => |_, _, into| Some(own_sacrifice(into)),
        |_, e| match e { Instruction::SacrificeChoice { into, .. } if e == own_sacrifice(into) => vec![(Obj::This, into)], _ => Vec::new() }; ""),
    alternate!(Gone: "sacrifice it" (into: Into) => |c, into| (help::it(c) == Some(Obj::This)).then(|| own_sacrifice(into)); ""),
    rule!(Plain: "{gone} . if you do , {clause} ." (gone: Gone, clause: Clause) => |c, gone, then| only_if_done(c, vec![gone], then),
        |_, e: &_| done_then(e).into_iter().flat_map(|(first, then)| one(&first).into_iter().map(move |(first,)| (first, then.clone()))).collect(); ""),
    rule!(Sentence: "{plain}" (plain: Plain) <=> {plain}; "draw a card."),
    rule!(Begun: "{one}" (one: Plain) <=> {one}; "draw a card."),
    rule!(Begun: "{a} {rest}" (a: Plain, rest: Sentences) => |c, a, rest| if c.whole || is_tied(&a, &rest) { None } else { join(a, rest) }, |_, e: &_| splits(e); "draw a card. Scry 1."),
    rule!(Plain: "{clause} , where X is {n} ." (clause: Clause, n: Value_) => |c, clause, n| with_x(c, clause, &n), |c, e| is_x(c, e); "mill X cards, where X is the number of creatures you control."),
    rule!(Sentences: "{one}" (one: Sentence) <=> {one}; "draw a card."),
    rule!(Sentences: "{a} {rest}" (a: Sentence, rest: Sentences) => |c, a, rest| if c.whole { None } else { join(a, rest) }, |_, e: &_| splits(e); "draw a card. Scry 1."),
    // What is chosen first may be called by what nothing else calls it.
    rule!(Sentences: "choose {target} . {rest}" (target: Target, rest: Sentences) => |_, _, rest| Some(rest),
        |c, e: &_| unnamed(c).into_iter().map(|target| (target, e.clone())).collect(); ""),
];

/// A target that hasn't been named, as the first instruction speaks of something else.
fn unnamed(context: &Context) -> Option<Objects> {
    let next = u8::try_from(context.targets.len()).ok()?;
    (usize::from(next) < context.wanted.len()).then_some(Objects::Targets(next))
}

/// Where an instruction that may do nothing stores what it did.
pub(super) fn stored(effect: &Instruction) -> Option<Var> {
    match effect {
        Instruction::Move { into, .. }
        | Instruction::Destroy { into, .. }
        | Instruction::SacrificeChoice { into, .. }
        | Instruction::ExchangeControl { into, .. }
        | Instruction::Discard { into, .. } => *into,
        _ => None,
    }
}

/// Whether an instruction is one that is paid as a cost where a player may do it.
pub(super) fn as_cost(context: &Context, effects: &[Instruction]) -> bool {
    match effects.first() {
        // What has died isn't where costs are paid with it.
        Some(Instruction::Move { what: Objects::The(Obj::This), to: Destination::Exile, .. }) => !context.dies,
        Some(Instruction::Move { what, .. }) => *what == Objects::The(Obj::This),
        Some(Instruction::Destroy { .. }) => false,
        _ => true,
    }
}

/// "If you do": the second only if the first did something.
fn only_if_done(context: &mut Context, mut act: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [only] = act.as_slice() else { return None };
    // What is then done with the cards belongs to it, too.
    if matches!(then.last(), Some(Instruction::RevealUntil { .. } | Instruction::ExileUntil { .. })) {
        return None;
    }
    let cond = Condition::Did(stored(only)?);
    act.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(act)
}

fn done_then(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    match effects {
        [act, Instruction::If { cond: Condition::Did(var), then, otherwise }]
            if otherwise.is_empty() && stored(act) == Some(*var) =>
        {
            vec![(vec![act.clone()], then.clone())]
        }
        _ => Vec::new(),
    }
}

/// The card itself is sacrificed, if it can be.
pub(super) fn own_sacrifice(into: Option<Var>) -> Instruction {
    let (filter, count) = (Filter::Is(Obj::This), Quantity::N(1));
    Instruction::SacrificeChoice { who: Who::You, filter, count, into, any: false }
}

/// Whether it is the player of a target who does it: nothing that happens later knows the target.
fn of_target(effect: &Instruction) -> bool {
    matches!(doer(effect), Some(Who::Target(_) | Who::ControllerOf(Obj::Target(_))))
}

/// If a condition holds. Targets of a part that is carried out only if a cost was paid are there only then (CR 601.2c).
pub(super) fn when_paid(context: &mut Context, cond: Condition, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let before = context.unpaid.filter(|before| context.targets.len() > *before);
    match (&cond, before) {
        (Condition::Paid(_), Some(before)) if context.face.is_spell() => {
            for target in context.targets.iter_mut().skip(before) {
                target.min = if_paid(&cond, &target.min)?;
                target.max = if_paid(&cond, &target.max)?;
            }
        }
        (Condition::Paid(_), Some(_)) => return None,
        (Condition::Not(inner), Some(_)) if matches!(**inner, Condition::Paid(_)) => return None,
        _ => {}
    }
    Some(vec![Instruction::If { cond, then, otherwise: Vec::new() }])
}

fn if_paid(cond: &Condition, number: &Quantity) -> Option<Quantity> {
    let fixed = matches!(number, Quantity::N(_));
    fixed.then(|| Quantity::If(Box::new(cond.clone()), Box::new(number.clone()), Box::new(Quantity::N(0))))
}

/// The condition after what depends on it: nothing that a paid cost brings with it.
fn late(cond: Condition, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    (!matches!(cond, Condition::Paid(_))).then(|| vec![Instruction::If { cond, then, otherwise: Vec::new() }])
}

fn is_creature(context: &Context, what: &Objects) -> bool {
    let mention = context.mentions.iter().rfind(|m| m.what == Referent::Objects(what.clone()));
    mention.is_some_and(|m| m.kind.contains(Sort::CREATURE))
}

/// Protection from a colour that is chosen as it happens.
pub(super) fn protect(context: &mut Context, what: Objects, duration: Duration) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let change = vec![Modification::ProtectionFromColorVar(into)];
    let choose = Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into };
    Some(vec![choose, Instruction::Continuous(StaticEffect::Affect(what, change), duration)])
}
