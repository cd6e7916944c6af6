//! Objects that are chosen together: what they have to be like as a group.

use super::quantity::{measured, value};
use super::{Board, View};
use crate::cards::def::{CardTypes, SubtypeKind, Together};
use crate::model::bindings::Bindings;
use crate::model::decision::{Group, Limit, SetRule};
use crate::model::ids::{NameId, Referent};
use crate::model::object::Characteristics;

/// The rule by which some of these can be chosen together. Leaves out what can't be chosen at all.
pub(crate) fn choosable_together(
    board: &impl Board,
    bindings: &Bindings,
    together: &[Together],
    options: &mut Vec<Referent>,
) -> SetRule {
    if together.is_empty() {
        return SetRule::default();
    }
    options.retain(|option| view(board, *option).is_some_and(|v| together.iter().all(|t| fits_alone(t, v))));
    let mut limits = limits(board, bindings, together, options);
    let allowed = |place: usize| limits.iter().all(|limit| limit.allows(&[place as u16]));
    let kept: Vec<bool> = (0..options.len()).map(allowed).collect();
    keep(options, &kept);
    limits.iter_mut().for_each(|limit| keep(&mut limit.each, &kept));
    SetRule { groups: apart(board, together, options), limits, ..SetRule::default() }
}

/// Whether objects that were chosen together may be a group, each as it is or last was (CR 608.2h).
pub(crate) fn go_together(board: &impl Board, bindings: &Bindings, together: &[Together], these: &[Referent]) -> bool {
    together.is_empty()
        || these.iter().all(|one| goes_with(board, together, *one, these))
            && is_within_limits(board, bindings, together, these)
}

/// Whether one of some objects goes with each of the others.
pub(crate) fn goes_with(board: &impl Board, together: &[Together], one: Referent, others: &[Referent]) -> bool {
    let Some(own) = view(board, one) else { return false };
    let may_be = |other: View<'_>| together.iter().all(|condition| may_both(condition, own, other));
    together.iter().all(|condition| fits_alone(condition, own))
        && others.iter().filter(|other| **other != one).filter_map(|other| view(board, *other)).all(may_be)
}

/// Whether objects don't come to more in all than they may.
pub(crate) fn is_within_limits(
    board: &impl Board,
    bindings: &Bindings,
    together: &[Together],
    these: &[Referent],
) -> bool {
    let all: Vec<u16> = (0..these.len() as u16).collect();
    limits(board, bindings, together, these).iter().all(|limit| limit.total(&all) <= limit.most)
}

fn keep<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next() == Some(&true));
}

fn view<B: Board>(board: &B, target: Referent) -> Option<View<'_>> {
    board.view(target.object()?)
}

fn limits(board: &impl Board, bindings: &Bindings, together: &[Together], options: &[Referent]) -> Vec<Limit> {
    let limit = |condition: &Together| match condition {
        Together::AtMost(measure, most) => {
            let count = |option: &Referent| view(board, *option).map_or(0, |v| measured(v, *measure));
            Some(Limit { each: options.iter().map(count).collect(), most: value(board, bindings, most) })
        }
        _ => None,
    };
    together.iter().filter_map(limit).collect()
}

/// Of options that exclude each other, at most one can be chosen: one group for as many as all exclude each other.
fn apart(board: &impl Board, together: &[Together], options: &[Referent]) -> Vec<Group> {
    let views: Vec<Option<View<'_>>> = options.iter().map(|option| view(board, *option)).collect();
    let excludes = |a: usize, b: usize| match (views[a], views[b]) {
        (Some(one), Some(other)) => !together.iter().all(|condition| may_both(condition, one, other)),
        _ => false,
    };
    let rivals: Vec<Vec<u16>> = (0..options.len())
        .map(|a| (0..options.len()).filter(|b| a == *b || excludes(a, *b)).map(|b| b as u16).collect())
        .collect();
    let mut groups = Vec::new();
    let mut add = |members: Vec<u16>| groups.push(Group { members, min: 0, max: 1, or_none: true });
    for (a, own) in rivals.iter().enumerate().filter(|(_, own)| own.len() > 1) {
        if own.iter().all(|b| rivals[usize::from(*b)] == *own) {
            if usize::from(own[0]) == a {
                add(own.clone());
            }
        } else {
            own.iter().filter(|b| usize::from(**b) > a).for_each(|b| add(vec![a as u16, *b]));
        }
    }
    groups
}

/// What one object has to be like whatever the others are.
fn fits_alone(condition: &Together, v: View<'_>) -> bool {
    match condition {
        // CR 201.2b: each has a name.
        Together::DifferentNames => v.chars.name != NameId::NONE || v.chars.second_name != NameId::NONE,
        _ => true,
    }
}

/// Whether two objects can be among those that are chosen.
fn may_both(condition: &Together, a: View<'_>, b: View<'_>) -> bool {
    match condition {
        Together::SameOwner => a.object.owner == b.object.owner,
        Together::DifferentControllers => a.chars.controller != b.chars.controller,
        Together::DifferentNames => !a.chars.shares_name(b.chars),
        Together::Different(measure) => measured(a, *measure) != measured(b, *measure),
        Together::ShareCardType => a.chars.types.intersects(b.chars.types),
        Together::SharePermanentType => a.chars.types.intersects(b.chars.types & CardTypes::PERMANENT),
        Together::ShareCreatureType => share_creature_type(a.chars, b.chars),
        Together::ShareNoCreatureType => !share_creature_type(a.chars, b.chars),
        Together::ShareLandType => share_subtype(a.chars, b.chars, SubtypeKind::Land),
        Together::AtMost(..) => true,
    }
}

/// Whether they share a creature type (CR 205.3m).
pub(crate) fn share_creature_type(a: &Characteristics, b: &Characteristics) -> bool {
    share_subtype(a, b, SubtypeKind::Creature)
}

/// Whether they share a subtype of a kind.
fn share_subtype(a: &Characteristics, b: &Characteristics, kind: SubtypeKind) -> bool {
    a.subtypes.iter().any(|s| s.kind() == kind && b.subtypes.contains(s))
}
