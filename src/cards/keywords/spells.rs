//! Keywords of spells that are cast, and of Vehicles that are creatures in a turn.

use super::written::{Meaning, cost, number, plain};
use crate::cards::def::KeywordAbility;

pub(super) fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.60a.
        KeywordAbility::Ripple(n) => number(
            r#"[Triggered(when: Casts(who: You, what: Is(This)), effects: [May(then: [
                Keep("shown", Top(N($n), You)),
                Reveal(Var("shown")),
                Repeat(Var("shown"), [CastNow(what: Only(Var("shown"), SameName(This)), cost: Free)]),
                Move(what: Only(Var("shown"), Zone(Library)), to: LibraryBottom)])], from: Stack)]"#,
            *n,
        ),
        // CR 702.64a-b.
        KeywordAbility::Absorb(n) => number(
            r"[Static(effect: Replace(event: Damage(source: Any, to: Object(Is(This))), with: Prevent(Some(N($n)))))]",
            *n,
        ),
        // CR 702.144a.
        KeywordAbility::Demonstrate => plain(
            r#"[Triggered(when: Casts(who: You, what: Is(This)), effects: [May(then: [
                CopySpell(what: This, new_targets: true),
                ChoosePlayer(from: EachOpponent, into: "other"),
                CopySpell(what: This, who: Var("other"), new_targets: true)])], from: Stack)]"#,
        ),
        // CR 702.161a.
        KeywordAbility::LivingMetal => {
            plain(r#"[Static(effect: Affect(The(This), [AddTypes("Artifact Creature", [])]), only_if: TurnOf(You))]"#)
        }
        // CR 702.162a.
        KeywordAbility::MoreThanMeetsTheEye(price) => {
            cost(r"[AlternativeCost(cost: [$cost], by: MoreThanMeetsTheEye, transformed: true)]", price)
        }
        _ => return None,
    })
}
