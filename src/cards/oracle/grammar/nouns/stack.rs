//! Spells and abilities of yours as targets.

use crate::cards::oracle::grammar::help::{not, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

const YOURS: Filter = Filter::Controlled(Who::You);
const THEIRS: Filter = Filter::Controlled(Who::EachOpponent);
const TRIGGERED: Filter = Filter::IsAbility(AbilitySort::Triggered);
const ACTIVATED: Filter = Filter::IsAbility(AbilitySort::Activated);

/// The spells, if they are those of these players.
fn spells(kind: TargetKind, whose: &Filter) -> Vec<(Filter,)> {
    match kind {
        TargetKind::Spell(filter) => without(&filter, whose).map(|spells| (spells,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Spells of these players. Behind what a spell targets such words would be about that.
fn of(spells: Filter, whose: Filter) -> Option<TargetKind> {
    (!has_targets(&spells)).then(|| TargetKind::Spell(with(spells, whose)))
}

/// Whether it is said of a spell what it targets.
fn has_targets(spells: &Filter) -> bool {
    match spells {
        Filter::Targets(_) | Filter::TargetsOnly(_) | Filter::TargetsPlayer(_) => true,
        Filter::And(list) | Filter::Or(list) => list.iter().any(has_targets),
        _ => false,
    }
}

/// Abilities of a sort that you control, of sources of a sort.
fn ability(sort: &Filter, source: Option<Filter>) -> TargetKind {
    let list = [Some(sort.clone()), source.map(|source| Filter::AbilityOf(Box::new(source))), Some(YOURS)];
    let list = list.into_iter().flatten().filter(|part| *part != Filter::Any).collect();
    TargetKind::Ability(help::all(list))
}

fn is_ability(kind: &TargetKind, sort: &Filter) -> Vec<(Filter,)> {
    let TargetKind::Ability(filter) = kind else { return Vec::new() };
    let source = help::parts(filter.clone()).into_iter().find_map(|part| match part {
        Filter::AbilityOf(source) => Some(*source),
        _ => None,
    });
    match source {
        Some(source) if *kind == ability(sort, Some(source.clone())) => vec![(source,)],
        _ => Vec::new(),
    }
}

macro_rules! ability {
    ($words:literal, $from:literal, $sort:expr; $example:literal, $second:literal) => {
        &[
            rule!(Aim: $words () => |_| Some(ability(&$sort, None)), |_, k: &_| if *k == ability(&$sort, None) { vec![()] } else { Vec::new() }; $example),
            rule!(Aim: $from (source: SourceNoun) => |_, source| (source != Filter::Any).then(|| ability(&$sort, Some(source))), |_, k: &_| is_ability(k, &$sort); $second),
        ]
    };
}

/// Abilities.
pub(super) const ABILITIES: &[&[Rule]] = &[
    ability!("activated or triggered ability|abilities you control", "activated or triggered ability|abilities you control from a {source.s}", Filter::Any;
        "activated or triggered ability you control", "activated or triggered ability you control from an artifact source"),
    ability!("triggered ability|abilities you control", "triggered ability|abilities you control from a {source.s}", TRIGGERED;
        "triggered ability you control", "triggered ability you control from an artifact source"),
    ability!("activated ability|abilities you control", "activated ability|abilities you control from a {source.s}", ACTIVATED;
        "activated ability you control", "activated ability you control from an artifact source"),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Aim: "{spells#} you control" (spells: SpellNoun) => |_, spells| of(spells, YOURS), |_, k| spells(k, &YOURS); "instant spell you control"),
    rule!(Aim: "{spells#} a opponent controls" (spells: SpellNoun) => |_, spells| of(spells, THEIRS), |_, k| spells(k, &THEIRS); "instant spell an opponent controls"),
    rule!(Aim: "{spells#} you don't control" (spells: SpellNoun) => |_, spells| of(spells, not(YOURS)), |_, k| spells(k, &not(YOURS)); "instant spell you don't control"),
];
