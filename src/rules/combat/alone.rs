//! Creatures that can't attack or block alone, or only alone (CR 506.5, 508.1c, 509.1b).

use super::rules::rules_of;
use crate::cards::def::ObjectRule;
use crate::model::decision::{Choice, Company, Group, SetRule};
use crate::model::ids::{ObjectId, ObjectRef};
use crate::rules::state::ReadGame;

/// What ties a creature that could attack to the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tie {
    /// It can't attack alone.
    never: bool,
    /// It can only attack alone.
    only: bool,
}

/// What ties creatures together as they attack; empty if nothing does.
pub(super) fn ties(world: &impl ReadGame, attackers: &[ObjectRef]) -> Vec<Tie> {
    let of = |attacker: &ObjectRef| {
        rules_of(world, attacker.id).fold(Tie::default(), |tie, (rule, _)| Tie {
            never: tie.never || matches!(rule, ObjectRule::CantAttackAlone),
            only: tie.only || matches!(rule, ObjectRule::AttacksOnlyAlone),
        })
    };
    let ties: Vec<Tie> = attackers.iter().map(of).collect();
    if ties.iter().any(|tie| *tie != Tie::default()) { ties } else { Vec::new() }
}

/// The creature that an option is about.
fn of_option(option: &Choice) -> Option<ObjectRef> {
    match option {
        Choice::Attack { attacker, .. } => Some(*attacker),
        _ => None,
    }
}

/// The places of the options of each creature.
pub(super) fn places(attackers: &[ObjectRef], options: &[Choice]) -> Vec<Vec<u16>> {
    let of = |attacker: &ObjectRef| {
        let own = (0..options.len()).filter(|i| of_option(&options[*i]) == Some(*attacker));
        own.map(|i| i as u16).collect()
    };
    attackers.iter().map(of).collect()
}

/// CR 508.1c: what can't attack alone can't attack if nothing else could attack together with it.
pub(super) fn drop_lonely(attackers: &[ObjectRef], ties: &[Tie], options: &mut Vec<Choice>) {
    let places = places(attackers, options);
    let joins = |i: usize| !ties[i].only && !places[i].is_empty();
    let lonely = |i: usize| ties[i].never && (ties[i].only || !(0..ties.len()).any(|j| j != i && joins(j)));
    let gone: Vec<ObjectRef> = (0..ties.len()).filter(|i| lonely(*i)).map(|i| attackers[i]).collect();
    options.retain(|option| of_option(option).is_none_or(|attacker| !gone.contains(&attacker)));
}

/// CR 508.1c-d: ties creatures together. `free` is how many requirements each of them can obey where it attacks for nothing, `None`
/// if it can't.
pub(super) fn tie(attackers: &[ObjectRef], ties: &[Tie], options: &[Choice], free: &[Option<i32>], rule: &mut SetRule) {
    let places = places(attackers, options);
    let all = 0..ties.len();
    for i in all.clone().filter(|i| !places[*i].is_empty()) {
        let others = || all.clone().filter(|j| *j != i);
        if ties[i].never {
            let with = others().filter(|j| !ties[*j].only).flat_map(|j| places[j].clone()).collect();
            rule.company.push(Company { members: places[i].clone(), with });
        }
        if ties[i].only {
            for j in others().filter(|j| !places[*j].is_empty()) {
                let members = [places[i].clone(), places[j].clone()].concat();
                rule.groups.push(Group { members, min: 0, max: 1, or_none: true });
            }
        }
    }
    let obeys = |i: usize| {
        let helped = || all.clone().any(|j| j != i && !ties[j].only && free[j].is_some());
        free[i].filter(|_| !ties[i].never || helped()).unwrap_or(0)
    };
    let together: i32 = all.clone().filter(|i| !ties[*i].only).map(obeys).sum();
    let alone = all.clone().filter(|i| ties[*i].only).map(obeys).max().unwrap_or(0);
    rule.min_weight = together.max(alone);
}

/// CR 509.1b: whether a creature can't block unless another creature blocks, too.
pub(super) fn cant_block_alone(world: &impl ReadGame, blocker: ObjectId) -> bool {
    rules_of(world, blocker).any(|(rule, _)| matches!(rule, ObjectRule::CantBlockAlone))
}
