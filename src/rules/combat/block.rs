//! Declaring blockers (CR 509.1).

use super::evasion::can_block;
use super::require::{Candidate, Demand, most_obeyed};
use super::rules::rules_of;
use super::{afford, alone, bands, tax};
use crate::cards::def::{CardTypes, CostPart, Keyword, ObjectRule};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::combat::{Blocker, Combat, CombatTask, DeclaredBlock};
use crate::model::decision::{Answer, Choice, Company, Decision, Group, Prompt, Requirement, SetRule, Shape};
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::object::Restrictions;
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, layers};

/// CR 509.1, 802.4: each defending player in APNAP order declares blockers, if they have any.
pub(crate) fn declare_blockers(world: &mut impl EditGame, mut done: SeatSet) -> Flow {
    layers::expect_fresh(world);
    let active = world.part::<Turn>().active;
    let players = world.part::<Players>();
    let seats: Vec<Seat> = players.in_turn_order(active).filter(|s| *s != active).collect();
    for seat in seats {
        if done.contains(seat) {
            continue;
        }
        done.insert(seat);
        if let Some(asked) = ask(world, done, seat, None) {
            return asked;
        }
    }
    declared(world);
    Flow::Continue
}

/// CR 509.1: a defending player declares blockers again, of which at most `most` block for a cost.
pub(super) fn declare(world: &mut impl EditGame, done: SeatSet, seat: Seat, most: Option<u16>) -> Flow {
    ask(world, done, seat, most).unwrap_or_else(|| declare_blockers(world, done))
}

/// A player who can block is asked which creatures do.
fn ask(world: &mut impl EditGame, done: SeatSet, seat: Seat, most: Option<u16>) -> Option<Flow> {
    let (options, rule) = blocks(world, seat, most)?;
    let max = options.len() as u16;
    push(world, Task::Combat(CombatTask::Blockers { done, asked: seat, options: options.clone() }));
    let shape = Shape::ChooseSome { options, min: 0, max, rule };
    Some(Flow::Ask(Box::new(Decision::new(seat, Prompt::DeclareBlockers, shape))))
}

/// The blockers are chosen; they are paid for, if they cost anything.
pub(super) fn chosen(world: &mut impl EditGame, done: SeatSet, seat: Seat, options: &[Choice]) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(places) = answer else { panic!("expected blocks, got {answer:?}") };
    let block = |i: u16| match options[usize::from(i)] {
        Choice::Block { blocker, attacker } => DeclaredBlock { blocker, attacker },
        ref other => panic!("only blocks are offered, not {other:?}"),
    };
    let blocks = places.into_iter().map(block).collect();
    tax::settle_blocks(world, done, seat, blocks)
}

/// CR 509.1g: those still controlled by the player become blocking creatures, then the next player declares.
pub(super) fn block(world: &mut impl EditGame, done: SeatSet, seat: Seat, blocks: &[DeclaredBlock]) -> Flow {
    let still = |block: &&DeclaredBlock| {
        let board = Live::new(world);
        board.is_current(block.blocker) && board.chars(block.blocker.id).controller == seat
    };
    let blocks: Vec<DeclaredBlock> = blocks.iter().filter(still).copied().collect();
    let combat = world.part_mut::<Combat>();
    for DeclaredBlock { blocker, attacker } in blocks {
        match combat.blockers.iter_mut().find(|b| b.object == blocker) {
            Some(row) => row.blocks.push(attacker),
            None => combat.blockers.push(Blocker { object: blocker, controller: seat, blocks: vec![attacker] }),
        }
    }
    declare_blockers(world, done)
}

/// CR 509.1h-i: attackers become blocked or unblocked, and what triggers on that does.
fn declared(world: &mut impl EditGame) {
    let mut facts = Vec::new();
    let combat = world.part_mut::<Combat>();
    let Combat { attackers, blockers, .. } = &mut *combat;
    bands::block_together(attackers, blockers);
    for row in blockers.iter() {
        facts.extend(row.blocks.iter().map(|a| Fact::Blocked { blocker: row.object, attacker: *a }));
    }
    for row in attackers.iter_mut().filter(|a| a.blocked.is_none()) {
        let attacker = row.object;
        let blocked = blockers.iter().any(|b| b.blocks.contains(&attacker));
        row.blocked = Some(blocked);
        facts.push(if blocked { Fact::BecameBlocked { attacker } } else { Fact::NotBlocked { attacker } });
    }
    mark_dirty(world, StateClass::COMBAT);
    if !facts.is_empty() {
        events::record(world, &facts);
    }
}

/// CR 509.1h, 509.3c: those of the attacking creatures that aren't blocked become blocked by an effect, and what triggers on that does.
pub(crate) fn become_blocked(world: &mut impl EditGame, objects: &[ObjectRef]) {
    let combat = world.part_mut::<Combat>();
    let open = combat.attackers.iter_mut().filter(|a| a.blocked != Some(true) && objects.contains(&a.object));
    let facts: Vec<Fact> = open
        .map(|row| {
            row.blocked = Some(true);
            Fact::BecameBlocked { attacker: row.object }
        })
        .collect();
    if !facts.is_empty() {
        mark_dirty(world, StateClass::COMBAT);
        events::record(world, &facts);
    }
}

/// The blocks that a player can choose from and the rule for sets of them; `None` if there are none.
fn blocks(world: &impl ReadGame, seat: Seat, limit: Option<u16>) -> Option<(Vec<Choice>, SetRule)> {
    let attackers: Vec<ObjectRef> =
        world.part::<Combat>().attackers.iter().filter(|a| a.defender == seat).map(|a| a.object).collect();
    if attackers.is_empty() {
        return None;
    }
    let board = Live::new(world);
    let fewest: Vec<u16> = attackers.iter().map(|a| fewest(&board, a.id)).collect();
    let most: Vec<u16> = attackers.iter().map(|a| most(&board, a.id)).collect();
    let mut able: Vec<(ObjectRef, Candidate)> = board
        .zones()
        .battlefield
        .iter()
        .filter(|id| is_able(&board, **id, seat))
        .map(|id| candidate(world, board.object(*id).reference(), &attackers))
        .filter(|(_, candidate)| !candidate.blocks.is_empty())
        .collect();
    drop_hopeless(able.iter_mut().map(|(_, candidate)| candidate).collect(), &fewest, &most);
    able.retain(|(_, candidate)| !candidate.blocks.is_empty());
    let options: Vec<Choice> = able
        .iter()
        .flat_map(|(blocker, c)| c.blocks.iter().map(|a| Choice::Block { blocker: *blocker, attacker: attackers[*a] }))
        .collect();
    let demands = demands(&board, &attackers, &able);
    let candidates: Vec<Candidate> = able.into_iter().map(|(_, candidate)| candidate).collect();
    if options.is_empty() {
        return None;
    }
    let taxes = tax::of_options(world, &options);
    let free = unpaid(&candidates, &taxes, &fewest, &most);
    let mut rule = block_rule(&candidates, free.as_deref().unwrap_or(&candidates), &demands, &fewest, &most);
    let often = candidates.iter().map(|c| c.most.min(c.blocks.len())).max().unwrap_or(1) as u16;
    afford::limit(world, (seat, often), (&options, &taxes), limit, &mut rule);
    Some((options, rule))
}

/// Takes out what can't be blocked after all. What too few creatures could block, nothing can, nor what needs more blockers than it may
/// have (CR 702.111b); and what can't block alone can't block if nothing else can (509.1b).
fn drop_hopeless(mut able: Vec<&mut Candidate>, fewest: &[u16], most: &[u16]) {
    for (a, fewest) in fewest.iter().enumerate().filter(|(_, fewest)| **fewest > 1) {
        let enough = able.iter().filter(|c| c.blocks.contains(&a)).count() >= usize::from(*fewest);
        if !enough || most[a] < *fewest {
            able.iter_mut().for_each(|c| c.forget(a));
        }
    }
    able.retain(|candidate| !candidate.blocks.is_empty());
    if let [only] = able.as_mut_slice()
        && only.not_alone
    {
        only.blocks.clear();
        only.toward.clear();
    }
}

/// CR 509.1c: what the creatures can block without paying for it, each at its place; `None` if nothing costs anything. Nobody has to
/// pay so that more requirements are obeyed.
fn unpaid(candidates: &[Candidate], taxes: &[Vec<CostPart>], fewest: &[u16], most: &[u16]) -> Option<Vec<Candidate>> {
    if taxes.iter().all(Vec::is_empty) {
        return None;
    }
    let mut free = candidates.to_vec();
    let mut taxes = taxes.iter();
    for (candidate, all) in free.iter_mut().zip(candidates) {
        for (attacker, tax) in all.blocks.iter().zip(&mut taxes) {
            if !tax.is_empty() {
                candidate.forget(*attacker);
            }
        }
    }
    drop_hopeless(free.iter_mut().collect(), fewest, most);
    Some(free)
}

/// CR 509.1c: the effects by which attackers are blocked if able, with the creatures that would obey each.
fn demands(board: &impl Board, attackers: &[ObjectRef], able: &[(ObjectRef, Candidate)]) -> Vec<Demand> {
    let mut demands = Vec::new();
    for (a, attacker) in attackers.iter().enumerate() {
        for (rule, bindings) in reading::rules_of(board, attacker.id) {
            let ObjectRule::BlockedIfAble(filter) = rule else { continue };
            let obeys = |(blocker, c): &(ObjectRef, Candidate)| {
                c.blocks.contains(&a) && reading::matches(board, bindings, filter, *blocker)
            };
            let by: Vec<usize> = (0..able.len()).filter(|i| obeys(&able[*i])).collect();
            if !by.is_empty() {
                demands.push(Demand { attacker: a, by });
            }
        }
    }
    demands
}

/// How many creatures it takes at least to block an attacker (CR 509.1b, 702.111b).
fn fewest(board: &impl Board, attacker: ObjectId) -> u16 {
    let menace = if board.chars(attacker).has(Keyword::Menace) { 2 } else { 1 };
    let ruled = crate::rules::reading::rules_of(board, attacker).map(|(rule, _)| match rule {
        ObjectRule::FewestBlockers(n) => u16::from(*n),
        _ => 1,
    });
    ruled.fold(menace, u16::max)
}

/// How many creatures can block an attacker at most (CR 509.1b).
fn most(board: &impl Board, attacker: ObjectId) -> u16 {
    let ruled = crate::rules::reading::rules_of(board, attacker).map(|(rule, _)| match rule {
        ObjectRule::MostBlockers(n) => u16::from(*n),
        _ => u16::MAX,
    });
    ruled.fold(u16::MAX, u16::min)
}

/// CR 509.1a: whether a creature could be chosen as a blocker at all.
fn is_able(board: &impl Board, id: ObjectId, seat: Seat) -> bool {
    let chars = board.chars(id);
    let creature = chars.is_creature() && !chars.is(CardTypes::BATTLE) && chars.controller == seat;
    if !creature || chars.restrictions.contains(Restrictions::CANT_BLOCK) {
        return false;
    }
    let status = board.status(id);
    !status.tapped && !status.phased_out
}

/// What one creature can block, and how many of them.
fn candidate(world: &impl ReadGame, blocker: ObjectRef, attackers: &[ObjectRef]) -> (ObjectRef, Candidate) {
    let additional = |rule: &ObjectRule| match rule {
        ObjectRule::BlocksAdditional(n) => usize::from(*n),
        ObjectRule::BlocksAnyNumber => attackers.len(),
        _ => 0,
    };
    let blocks: Vec<usize> = (0..attackers.len()).filter(|a| can_block(world, blocker, attackers[*a])).collect();
    let candidate = Candidate {
        toward: blocks.iter().map(|a| toward(world, blocker.id, attackers[*a])).collect(),
        blocks,
        most: 1 + rules_of(world, blocker.id).map(|(rule, _)| additional(rule)).sum::<usize>(),
        required: required(world, blocker.id),
        not_alone: alone::cant_block_alone(world, blocker.id),
    };
    (blocker, candidate)
}

/// CR 509.1c: how many effects require a creature to block if able.
fn required(world: &impl ReadGame, id: ObjectId) -> i32 {
    rules_of(world, id).filter(|(rule, _)| matches!(rule, ObjectRule::BlocksIfAble)).count() as i32
}

/// CR 509.1c: how many effects require a creature to block this attacker if able.
fn toward(world: &impl ReadGame, id: ObjectId, attacker: ObjectRef) -> i32 {
    let board = Live::new(world);
    let meant = |(rule, bindings): &(&ObjectRule, &Bindings)| match rule {
        ObjectRule::BlocksObjectIfAble(obj) => reading::object(&board, bindings, *obj) == Some(attacker),
        _ => false,
    };
    rules_of(world, id).filter(meant).count() as i32
}

/// The rule for sets of blocks: the number that each blocker may block, two or more or none for what has menace (CR 702.111b), no more
/// than an attacker may be blocked by, and as many requirements obeyed as possible (CR 509.1c). `free` are the blocks for which
/// nothing is paid: a creature that is paid for obeys no more than it could for nothing.
fn block_rule(
    candidates: &[Candidate],
    free: &[Candidate],
    demands: &[Demand],
    fewest: &[u16],
    most: &[u16],
) -> SetRule {
    let mut rule = SetRule::default();
    let unpaid = |demand: &Demand| {
        let by = demand.by.iter().copied().filter(|i| free[*i].blocks.contains(&demand.attacker)).collect();
        Demand { attacker: demand.attacker, by }
    };
    let (demands, unpaid): (Vec<&Demand>, Vec<Demand>) =
        demands.iter().map(|demand| (demand, unpaid(demand))).filter(|(_, unpaid)| !unpaid.by.is_empty()).unzip();
    if free.iter().any(Candidate::is_required) || !demands.is_empty() {
        rule.min_weight = most_obeyed(free, &unpaid, fewest, most);
    }
    if rule.min_weight > 0 {
        rule.once.extend(demands.iter().map(|_| Requirement { members: Vec::new(), weight: 1 }));
    }
    let mut first = 0u16;
    for (i, (candidate, free)) in candidates.iter().zip(free).enumerate() {
        for (demand, once) in demands.iter().zip(&mut rule.once).filter(|(demand, _)| demand.by.contains(&i)) {
            let place = candidate.blocks.iter().position(|a| *a == demand.attacker);
            once.members.extend(place.map(|place| first + place as u16));
        }
        let count = candidate.blocks.len() as u16;
        let members = || (first..first + count).collect::<Vec<u16>>();
        let max = (candidate.most as u16).min(count);
        if max < count {
            rule.groups.push(Group { members: members(), min: 1, max, or_none: true });
        }
        if rule.min_weight > 0 {
            // What can block several obeys with its first block: further ones don't count again.
            let required = if free.blocks.is_empty() { 0 } else { candidate.required };
            let several = required > 0 && max > 1;
            if several {
                rule.once.push(Requirement { members: members(), weight: required });
            }
            let each = if several { 0 } else { required };
            let most_free = free.toward.iter().copied().max().unwrap_or(0);
            rule.weights.extend(candidate.blocks.iter().zip(&candidate.toward).map(|(attacker, toward)| {
                each + if free.blocks.contains(attacker) { *toward } else { most_free.min(*toward) }
            }));
        }
        if candidate.not_alone {
            let all = 0..candidates.iter().map(|c| c.blocks.len() as u16).sum();
            let with = all.filter(|i| !(first..first + count).contains(i)).collect();
            rule.company.push(Company { members: members(), with });
        }
        first += count;
    }
    for (a, (fewest, most)) in fewest.iter().zip(most).enumerate() {
        let places = candidates.iter().flat_map(|c| c.blocks.iter()).enumerate().filter(|(_, b)| **b == a);
        let members: Vec<u16> = places.map(|(i, _)| i as u16).collect();
        let max = (members.len() as u16).min(*most);
        if *fewest > 1 && !members.is_empty() || usize::from(max) < members.len() {
            rule.groups.push(Group { members, min: *fewest, max, or_none: true });
        }
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where any number may block each attacker.
    fn block_rule(candidates: &[Candidate], fewest: &[u16]) -> SetRule {
        super::block_rule(candidates, candidates, &[], fewest, &vec![u16::MAX; fewest.len()])
    }

    fn candidate(blocks: &[usize], most: usize, required: bool) -> Candidate {
        let toward = vec![0; blocks.len()];
        Candidate { blocks: blocks.to_vec(), most, required: i32::from(required), toward, not_alone: false }
    }

    #[test]
    fn a_creature_that_has_to_block_one_attacker_blocks_that_one() {
        // CR 509.1c: it obeys by no other block.
        let lured = Candidate { toward: vec![0, 1], ..candidate(&[0, 1], 1, false) };
        let rule = block_rule(&[lured], &[1; 2]);
        assert!(rule.check(&[1]).is_ok());
        assert!(rule.check(&[0]).is_err() && rule.check(&[]).is_err());
    }

    #[test]
    fn a_required_blocker_needs_help_against_menace() {
        // CR 509.1c, example: both must block.
        let rule = block_rule(&[candidate(&[0], 1, true), candidate(&[0], 1, false)], &[2]);
        assert!(rule.check(&[0, 1]).is_ok());
        assert!(rule.check(&[]).is_err());
        assert!(rule.check(&[0]).is_err());
        assert!(rule.check(&[1]).is_err());
    }

    #[test]
    fn a_creature_blocks_one_attacker_unless_it_can_block_more() {
        let rule = block_rule(&[candidate(&[0, 1, 2], 1, false)], &[1; 3]);
        assert!(rule.check(&[1]).is_ok() && rule.check(&[]).is_ok());
        assert!(rule.check(&[0, 1]).is_err());
        let rule = block_rule(&[candidate(&[0, 1, 2], 2, false)], &[1; 3]);
        assert!(rule.check(&[0, 2]).is_ok());
        assert!(rule.check(&[0, 1, 2]).is_err());
    }

    #[test]
    fn blocking_twice_obeys_one_requirement_once() {
        let rule = block_rule(&[candidate(&[0, 1], 2, true), candidate(&[0, 1], 1, true)], &[1; 2]);
        // 0, 1: the first creature's blocks; 2, 3: the second one's.
        assert!(rule.check(&[0, 1]).is_err());
        assert!(rule.check(&[0, 1, 2]).is_ok());
        assert!(rule.check(&[0, 3]).is_ok());
        assert!(rule.check(&[3]).is_err());
    }

    #[test]
    fn who_blocks_twice_may_do_so_though_another_cannot_obey() {
        // The last two both have to block the attacker with menace, and only one of them could be helped.
        let blockers = [
            candidate(&[0, 1], 2, true),
            candidate(&[2], 1, true),
            candidate(&[3], 1, true),
            candidate(&[2, 3], 1, false),
        ];
        let rule = block_rule(&blockers, &[1, 1, 2, 2]);
        // 0, 1: the first creature; 2, 3: the required ones; 4, 5: the helper.
        assert!(rule.check(&[0, 1, 2, 4]).is_ok());
        assert!(rule.check(&[0, 1, 3, 5]).is_ok());
        assert!(rule.check(&[0, 1]).is_err());
        assert!(rule.check(&[2, 4]).is_err());
    }

    #[test]
    fn nobody_has_to_pay_to_obey() {
        // CR 509.1c: the second one blocks only for a cost.
        let required = [candidate(&[0], 1, true), candidate(&[0], 1, true)];
        let free = [candidate(&[0], 1, true), candidate(&[], 1, true)];
        let rule = super::block_rule(&required, &free, &[], &[1], &[u16::MAX]);
        assert!(rule.check(&[0]).is_ok() && rule.check(&[0, 1]).is_ok());
        assert!(rule.check(&[]).is_err() && rule.check(&[1]).is_err());
    }

    #[test]
    fn no_more_creatures_block_than_may() {
        // CR 509.1b, c: both have to block, and only one of them can.
        let blockers = [candidate(&[0], 1, true), candidate(&[0], 1, true)];
        let rule = super::block_rule(&blockers, &blockers, &[], &[1], &[1]);
        assert!(rule.check(&[0]).is_ok() && rule.check(&[1]).is_ok());
        assert!(rule.check(&[]).is_err() && rule.check(&[0, 1]).is_err());
    }
}
