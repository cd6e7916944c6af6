//! Which creature can block which (CR 509.1a-b): evasion abilities and other restrictions on pairs.

use crate::cards::AbilityKind;
use crate::cards::def::{CardTypes, ColorSet, Keyword, ObjectRule};
use crate::model::bindings::Bindings;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{Characteristics, Restrictions};
use crate::rules::legal;
use crate::rules::reading::{Board, Live, matches, rules_of};
use crate::rules::state::ReadGame;

/// CR 509.1b: whether no restriction keeps a creature from blocking an attacker. Different evasion abilities are
/// cumulative. The layers must be up to date.
pub fn can_block(world: &impl ReadGame, blocker: ObjectRef, attacker: ObjectRef) -> bool {
    can_block_on(&Live::new(world), blocker, attacker)
}

/// [`can_block`], for who asks about more than one pair.
pub(crate) fn can_block_on(board: &Live<'_>, blocker: ObjectRef, attacker: ObjectRef) -> bool {
    let (by, of) = (board.chars(blocker.id), board.chars(attacker.id));
    if !evaded(by, of) {
        return false;
    }
    // CR 702.16f.
    if of.restrictions.contains(Restrictions::PROTECTION) && legal::protected_from(board, attacker.id, blocker) {
        return false;
    }
    if walks(board, attacker, by.controller) {
        return false;
    }
    let stops = |rule: &ObjectRule, bindings: &_| match rule {
        ObjectRule::CantBeBlockedExceptBy(filter) => !matches(board, bindings, filter, blocker),
        ObjectRule::CantBeBlockedBy(filter) => matches(board, bindings, filter, blocker),
        _ => false,
    };
    let limits = |rule: &ObjectRule, bindings: &_| match rule {
        ObjectRule::BlocksOnly(filter) => !matches(board, bindings, filter, attacker),
        _ => false,
    };
    !rules_of(board, attacker.id).any(|(rule, bindings)| stops(rule, bindings))
        && !rules_of(board, blocker.id).any(|(rule, bindings)| limits(rule, bindings))
}

/// CR 702.14c: whether an attacker walks on a land of the defending player.
fn walks(board: &Live<'_>, attacker: ObjectRef, defending: Seat) -> bool {
    let chars = board.chars(attacker.id);
    chars.abilities.iter().any(|ability| {
        let AbilityKind::Landwalk(lands) = &board.table().ability(ability.handle).kind else { return false };
        let mut bindings = Bindings::new(chars.controller, attacker);
        board.note_granter(&mut bindings, ability.origin, ability.handle);
        let theirs = |id: &ObjectId| board.chars(*id).is_land() && board.chars(*id).controller == defending;
        let present = board.zones().battlefield.iter().copied().filter(|id| !board.status(*id).phased_out);
        let mut walked = present.filter(theirs).map(|id| board.object(id).reference());
        walked.any(|land| matches(board, &bindings, lands, land))
    })
}

/// Whether a creature like `by` gets past the evasion keywords of one like `of`.
fn evaded(by: &Characteristics, of: &Characteristics) -> bool {
    let artifact = by.is(CardTypes::ARTIFACT);
    // CR 702.9b, 702.17b.
    let flying = !of.has(Keyword::Flying) || by.has(Keyword::Flying) || by.has(Keyword::Reach);
    // CR 702.28b: both ways.
    let shadow = of.has(Keyword::Shadow) == by.has(Keyword::Shadow);
    // CR 702.31b.
    let horsemanship = !of.has(Keyword::Horsemanship) || by.has(Keyword::Horsemanship);
    // CR 702.36b.
    let fear = !of.has(Keyword::Fear) || artifact || by.colors.contains(ColorSet::BLACK);
    // CR 702.13b.
    let intimidate = !of.has(Keyword::Intimidate) || artifact || by.colors.intersects(of.colors);
    // CR 702.118b.
    let skulk = !of.has(Keyword::Skulk) || by.power <= of.power;
    flying && shadow && horsemanship && fear && intimidate && skulk
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(keywords: &[Keyword]) -> Characteristics {
        let keywords = keywords.iter().fold(Default::default(), |set, k| set | k.set());
        Characteristics { keywords, types: CardTypes::CREATURE, power: 2, toughness: 2, ..Default::default() }
    }

    #[test]
    fn evasion_keywords_restrict_pairs() {
        let plain = with(&[]);
        let flyer = with(&[Keyword::Flying]);
        assert!(!evaded(&plain, &flyer));
        assert!(evaded(&with(&[Keyword::Reach]), &flyer));
        assert!(evaded(&flyer, &plain));
        let shade = with(&[Keyword::Shadow]);
        assert!(!evaded(&plain, &shade) && !evaded(&shade, &plain) && evaded(&shade, &shade));
        // CR 509.1b: cumulative.
        assert!(!evaded(&flyer, &with(&[Keyword::Flying, Keyword::Shadow])));
        assert!(!evaded(&plain, &with(&[Keyword::Fear])));
        assert!(evaded(&Characteristics { types: CardTypes::ARTIFACT, ..plain.clone() }, &with(&[Keyword::Fear])));
        let sneak = with(&[Keyword::Skulk]);
        assert!(evaded(&plain, &sneak));
        assert!(!evaded(&Characteristics { power: 3, ..plain }, &sneak));
    }
}
