//! Bands (CR 702.22): which attackers form them (508.1e), what else is blocked with one of a band, and who divides
//! damage because of banding.

use super::tax;
use crate::cards::def::Keyword;
use crate::model::agenda::Returned;
use crate::model::combat::{Attacker, Blocker, Combat, CombatTask, Declared};
use crate::model::decision::{Answer, Choice, Decision, Group, Prompt, SetRule, Shape};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::task::Task;
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;

/// CR 508.1e: asks for one more band, if there can be one among what attacks one thing (702.22d); `done` is what is
/// attacked by no more of them. Then the attackers become tapped.
pub(super) fn declare(world: &mut impl EditGame, attacks: Vec<Declared>, done: Vec<Referent>) -> Flow {
    let board = Live::new(world);
    let with = |a: &&Declared| board.chars(a.object.id).has(Keyword::Banding);
    let open = |a: &Declared| {
        let (free, target) = (free(&attacks, a.target), a.target);
        (a.band.is_none() && !done.contains(&target) && free.len() > 1 && free.iter().any(with)).then_some(target)
    };
    let Some(target) = attacks.iter().filter(with).find_map(open) else { return tax::settle(world, attacks) };
    let (mut options, mut without) = (Vec::new(), Vec::new());
    for (i, attack) in free(&attacks, target).iter().enumerate() {
        options.push(Choice::Object(attack.object));
        if !with(attack) {
            without.push(i as u16);
        }
    }
    let max = options.len() as u16;
    // CR 702.22c: any number with banding, and one without at most. One alone is as good as no band.
    let band = Group { members: (0..max).collect(), min: 2, max, or_none: true };
    let plain = Group { members: without, min: 0, max: 1, or_none: true };
    let rule = SetRule { groups: vec![plain, band], ..SetRule::default() };
    push(world, Task::Combat(CombatTask::Bands { attacks, done, asked: target }));
    let shape = Shape::ChooseSome { options, min: 0, max, rule };
    let active = world.part::<crate::model::turn::Turn>().active;
    Flow::Ask(Box::new(Decision::new(active, Prompt::DeclareBands(target), shape)))
}

/// Those who attack something and are in no band yet.
fn free(attacks: &[Declared], target: Referent) -> Vec<&Declared> {
    attacks.iter().filter(|a| a.target == target && a.band.is_none()).collect()
}

/// The chosen creatures form a band; without any there are no more.
pub(super) fn chosen(
    world: &mut impl EditGame,
    mut attacks: Vec<Declared>,
    mut done: Vec<Referent>,
    asked: Referent,
) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(places) = answer else { panic!("expected a band, got {answer:?}") };
    if places.is_empty() {
        done.push(asked);
    }
    let members: Vec<ObjectRef> = {
        let free = free(&attacks, asked);
        places.iter().map(|i| free[usize::from(*i)].object).collect()
    };
    let band = attacks.iter().filter_map(|a| a.band).max().map_or(0, |last| last + 1);
    for attack in attacks.iter_mut().filter(|a| members.contains(&a.object)) {
        attack.band = Some(band);
    }
    declare(world, attacks, done)
}

/// CR 702.22h: what blocks one of a band blocks all of it.
pub(super) fn block_together(attackers: &[Attacker], blockers: &mut [Blocker]) {
    if attackers.iter().all(|a| a.band.is_none()) {
        return;
    }
    for blocker in blockers {
        let blocked = |a: &&Attacker| blocker.blocks.contains(&a.object);
        let bands: Vec<u16> = attackers.iter().filter(blocked).filter_map(|a| a.band).collect();
        let rest = attackers.iter().filter(|a| !blocked(a) && a.band.is_some_and(|band| bands.contains(&band)));
        let rest: Vec<ObjectRef> = rest.map(|a| a.object).collect();
        blocker.blocks.extend(rest);
    }
}

/// CR 702.22j: whether the defending player divides the damage of an attacker: a creature with banding blocks it.
pub(super) fn is_met_by_banding(board: &impl Board, attacker: ObjectRef) -> bool {
    board.combat().blockers_of(attacker).any(|blocker| board.chars(blocker.id).has(Keyword::Banding))
}

/// CR 510.1c-d, 702.22j-k: who divides the damage of a creature: its controller, or the other side because of banding.
pub(super) fn divider(board: &impl Board, creature: ObjectRef) -> Seat {
    let combat: &Combat = board.combat();
    let own = board.chars(creature.id).controller;
    if let Some(attacker) = combat.attacker(creature) {
        return if is_met_by_banding(board, creature) { attacker.defender } else { own };
    }
    let mut blocked = combat.blocker(creature).into_iter().flat_map(|b| &b.blocks);
    if blocked.any(|a| board.chars(a.id).has(Keyword::Banding)) { board.turn().active } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::ObjectId;

    fn object(n: u32) -> ObjectRef {
        ObjectRef { id: ObjectId(n), incarnation: 1 }
    }

    fn attacker(n: u32, band: Option<u16>) -> Attacker {
        let target = Referent::Player(Seat(1));
        Attacker {
            object: object(n),
            target,
            defender: Seat(1),
            battle_of: None,
            attacks_nothing: false,
            blocked: None,
            band,
        }
    }

    #[test]
    fn a_band_is_blocked_as_a_whole_and_nothing_else_is() {
        let attackers = [attacker(1, Some(0)), attacker(2, Some(1)), attacker(3, Some(0)), attacker(4, None)];
        let blocker = |n, blocks| Blocker { object: object(n), controller: Seat(1), blocks };
        let mut blockers = [blocker(8, vec![object(3)]), blocker(9, vec![object(4)])];
        block_together(&attackers, &mut blockers);
        assert_eq!(blockers[0].blocks, [object(3), object(1)]);
        assert_eq!(blockers[1].blocks, [object(4)]);
    }
}
