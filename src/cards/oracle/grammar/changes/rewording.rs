//! Words of a text that are replaced by others (CR 612).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// The word that is replaced and the one that replaces it, both chosen.
type Pair = fn(Var, Var) -> Vec<Instruction>;

fn colors(from: Var, to: Var) -> Vec<Instruction> {
    let color = |other_than, into| Instruction::ChooseColor { who: Who::You, other_than, except: Vec::new(), into };
    vec![color(None, from), color(Some(from), to)]
}

fn subtypes(kind: SubtypeWord, except: Vec<Subtype>, from: Var, to: Var) -> Vec<Instruction> {
    let first = help::choose_subtype(Who::You, kind, from);
    vec![
        first,
        Instruction::ChooseSubtype { who: Who::You, kind, other_than: Some(from), except, among: Vec::new(), into: to },
    ]
}

fn lands(from: Var, to: Var) -> Vec<Instruction> {
    subtypes(SubtypeWord::BasicLand, Vec::new(), from, to)
}

fn either(from: Var, to: Var) -> Vec<Instruction> {
    vec![Instruction::ChooseOne(Who::You, vec![colors(from, to), lands(from, to)])]
}

fn replace(what: Objects, mut chosen: Vec<Instruction>, from: Var, to: Var, duration: Duration) -> Vec<Instruction> {
    let change = vec![Modification::ChangeWord(from, to)];
    chosen.push(Instruction::Continuous(StaticEffect::Affect(what, change), duration));
    chosen
}

fn reword(context: &mut Context, what: Objects, pair: Pair, duration: Duration) -> Option<Vec<Instruction>> {
    let (from, to) = (context.variable()?, context.variable()?);
    Some(replace(what, pair(from, to), from, to, duration))
}

fn creatures(context: &mut Context, what: Objects, except: Subtype) -> Option<Vec<Instruction>> {
    let (from, to) = (context.variable()?, context.variable()?);
    let chosen = subtypes(SubtypeWord::Creature, vec![except], from, to);
    Some(replace(what, chosen, from, to, Duration::Forever))
}

/// What is reworded and for how long.
fn of(effects: &[Instruction]) -> Option<(Objects, Duration)> {
    match effects.last()? {
        Instruction::Continuous(StaticEffect::Affect(what, _), duration) => Some((what.clone(), duration.clone())),
        _ => None,
    }
}

fn reworded(context: &Context, effects: &[Instruction], pair: Pair, lasting: bool) -> Option<(Objects, Duration)> {
    let (what, duration) = of(effects)?;
    let same = reword(&mut context.clone(), what.clone(), pair, duration.clone()).as_deref() == Some(effects);
    (same && (duration == Duration::Forever) == lasting).then_some((what, duration))
}

fn exception(context: &Context, effects: &[Instruction]) -> Option<(Objects, Subtype)> {
    let [_, Instruction::ChooseSubtype { except, .. }, _] = effects else { return None };
    let [subtype] = except.as_slice() else { return None };
    let (what, _) = of(effects)?;
    let same = creatures(&mut context.clone(), what.clone(), *subtype).as_deref() == Some(effects);
    same.then_some((what, *subtype))
}

fn spell_or_permanent() -> TargetKind {
    TargetKind::Or(vec![TargetKind::Spell(Filter::Any), TargetKind::Permanent(Filter::Any)])
}

macro_rules! rewords {
    ($words:literal, $for_a_while:literal, $pair:expr) => {
        &[
            rule!(Verbs: $words (what: Target) => |c, what| reword(c, what, $pair, Duration::Forever), |c, e: &_| reworded(c, e, $pair, true).map(|(what, _)| (what,)).into_iter().collect(); ""),
            rule!(Verbs: $for_a_while (what: Target, dur: Dur) => |c, what, dur| reword(c, what, $pair, dur), |c, e: &_| reworded(c, e, $pair, false).into_iter().collect(); ""),
        ]
    };
}

pub(super) const PAIRS: &[&[Rule]] = &[
    rewords!(
        "change the text of {what} by replacing all instances of one color word with another",
        "change the text of {what} by replacing all instances of one color word with another {dur}",
        colors
    ),
    rewords!(
        "change the text of {what} by replacing all instances of one basic land type with another",
        "change the text of {what} by replacing all instances of one basic land type with another {dur}",
        lands
    ),
    rewords!(
        "change the text of {what} by replacing all instances of one color word with another or one basic land type with another",
        "change the text of {what} by replacing all instances of one color word with another or one basic land type with another {dur}",
        either
    ),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "change the text of {what} by replacing all instances of one creature type with another . the new creature type can't be {sub.s} ." (what: Target, sub: Sub) => |c, what, sub| creatures(c, what, sub),
        |c, e: &_| exception(c, e).into_iter().collect(); ""),
    rule!(Aim: "1: spell or permanent" () => |_| Some(spell_or_permanent()), |_, k: &_| if *k == spell_or_permanent() { vec![()] } else { Vec::new() }; "spell or permanent"),
];
