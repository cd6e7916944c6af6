//! How one creature assigns its combat damage (CR 510.1a-d, 702.19), and which assignments keep the total of all of them
//! legal (510.1e). Creatures are asked one after the other; each may assign what those after it can
//! still complete to a legal total.

use super::bands::is_met_by_banding;
use super::removal::is_still_attackable;
use crate::cards::def::Keyword;
use crate::model::combat::{Assignment, Attacker};
use crate::model::decision::{Lack, least};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::Restrictions;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;

/// What a creature does with its damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// It assigns none.
    Nothing,
    /// It assigns all of it to one thing.
    All {
        /// The object or player that is dealt the damage.
        target: Referent,
        /// How much damage it is dealt.
        amount: i32,
    },
    /// A player divides it.
    Divide {
        /// Among these; for trample the last one is what it attacks.
        targets: Vec<Referent>,
        /// How much in all.
        total: i32,
        /// How much each needs before the last one may get any.
        before_last: Vec<i32>,
        /// How much of that others can still make up for.
        lacks: Vec<Lack>,
    },
}

/// CR 510.1: what an attacking or blocking creature can do with its damage, after these assignments of others and before
/// those of the `rest`.
pub(super) fn plan(world: &impl ReadGame, source: ObjectRef, assigned: &[Assignment], rest: &[ObjectRef]) -> Plan {
    let board = Live::new(world);
    let amount = damage(&board, source);
    if amount <= 0 {
        return Plan::Nothing;
    }
    let combat = board.combat();
    if let Some(attacker) = combat.attacker(source) {
        let attacked = attacked(&board, attacker);
        if attacker.blocked != Some(true) {
            // CR 510.1b.
            return attacked.map_or(Plan::Nothing, |target| Plan::All { target, amount });
        }
        let blockers: Vec<Referent> = combat.blockers_of(source).map(Referent::Object).collect();
        if !tramples(&board, source) || blockers.is_empty() {
            return match attacked.filter(|_| tramples(&board, source)) {
                // CR 702.19d.
                Some(target) => Plan::All { target, amount },
                None => divide(blockers, amount),
            };
        }
        let others = Others::of(&board, source, assigned, rest);
        if others.matter() {
            return together(&board, source, (blockers, attacked), amount, assigned, &others);
        }
        return match attacked {
            Some(target) => trample(&board, source, blockers, target, amount, assigned),
            None => divide(blockers, amount),
        };
    }
    // CR 510.1d.
    let blocks = combat.blocker(source).map(|b| b.blocks.iter().copied());
    divide(blocks.into_iter().flatten().map(Referent::Object).collect(), amount)
}

/// What a blocked attacker would assign, and to what, if it weren't blocked, as its controller may have it do (CR 510.1b-c).
pub(super) fn as_unblocked(board: &impl Board, source: ObjectRef) -> Option<(Referent, i32)> {
    let attacker = board.combat().attacker(source).filter(|attacker| attacker.blocked == Some(true))?;
    if !may_be_unblocked(board, source) {
        return None;
    }
    let amount = damage(board, source);
    attacked(board, attacker).map(|target| (target, amount)).filter(|_| amount > 0)
}

fn may_be_unblocked(board: &impl Board, source: ObjectRef) -> bool {
    board.chars(source.id).restrictions.contains(Restrictions::MAY_ASSIGN_AS_UNBLOCKED)
}

/// Whether an attacker has assigned all its damage to what it attacks, as though it weren't blocked.
fn is_as_unblocked(board: &impl Board, row: &Assignment, assigned: &[Assignment]) -> bool {
    let all = || assigned.iter().all(|other| other.source != row.source || other.target == row.target);
    may_be_unblocked(board, row.source) && all()
}

/// CR 510.1a: as much as its power, or its toughness if a rule says so.
fn damage(board: &impl Board, source: ObjectRef) -> i32 {
    let chars = board.chars(source.id);
    if chars.restrictions.contains(Restrictions::ASSIGNS_NO_DAMAGE) {
        return 0;
    }
    let by_toughness = chars.restrictions.contains(Restrictions::DAMAGE_BY_TOUGHNESS);
    if by_toughness { chars.toughness } else { chars.power }
}

/// What an attacker attacks now: nothing if that has left combat (CR 506.4c) or the game (800.4e).
fn attacked(board: &impl Board, attacker: &Attacker) -> Option<Referent> {
    let there = match attacker.target {
        Referent::Player(seat) => board.players().is_alive(seat),
        Referent::Object(object) => !attacker.attacks_nothing && is_still_attackable(board, object, attacker),
    };
    there.then_some(attacker.target)
}

/// CR 510.1c-d: freely among all that it blocks or is blocked by.
fn divide(targets: Vec<Referent>, total: i32) -> Plan {
    match targets.as_slice() {
        [] => Plan::Nothing,
        [target] => Plan::All { target: *target, amount: total },
        _ => Plan::Divide { targets, total, before_last: Vec::new(), lacks: Vec::new() },
    }
}

/// CR 702.19b: what it attacks may get some once all blockers are assigned lethal damage.
fn trample(
    board: &impl Board,
    source: ObjectRef,
    blockers: Vec<Referent>,
    target: Referent,
    total: i32,
    assigned: &[Assignment],
) -> Plan {
    let lethal = |b: &Referent| b.object().map_or(0, |blocker| lethal(board, source, blocker, assigned));
    let before_last: Vec<i32> = blockers.iter().map(lethal).collect();
    let needed = before_last.iter().fold(0i32, |sum, n| sum.saturating_add(*n));
    if needed >= total {
        // Nothing is left over.
        return divide(blockers, total);
    }
    let mut targets = blockers;
    targets.push(target);
    Plan::Divide { targets, total, before_last, lacks: Vec::new() }
}

/// CR 702.19b: how much a blocker lacks to have been assigned lethal damage; of a source with deathtouch one is enough
/// (702.2c).
fn lethal(board: &impl Board, source: ObjectRef, blocker: ObjectRef, assigned: &[Assignment]) -> i32 {
    let needed = lacking(board, blocker, assigned);
    if deathtouch(board, source) { needed.min(1) } else { needed }
}

/// Like lethal damage without deathtouch, with the damage marked on it and what others assign in this step.
fn lacking(board: &impl Board, blocker: ObjectRef, assigned: &[Assignment]) -> i32 {
    let mut needed = board.chars(blocker.id).toughness.saturating_sub(board.this_turn(blocker.id).damage);
    for other in assigned.iter().filter(|a| a.amount > 0 && a.target == Referent::Object(blocker)) {
        if deathtouch(board, other.source) {
            return 0;
        }
        needed = needed.saturating_sub(other.amount);
    }
    needed.max(0)
}

fn deathtouch(board: &impl Board, object: ObjectRef) -> bool {
    board.chars(object.id).has(Keyword::Deathtouch)
}

/// CR 702.19b, 702.22j: whether its controller may have an attacker trample over: the defending player, who divides its
/// damage because of banding, may not.
fn tramples(board: &impl Board, attacker: ObjectRef) -> bool {
    board.chars(attacker.id).has(Keyword::Trample) && !is_met_by_banding(board, attacker)
}

/// The place of an attacker in the order in which damage is assigned: those that trample come last, for they reckon with
/// what others assign (CR 702.19b), of those the ones with deathtouch first. What the defending player divides comes
/// before anything that tramples.
pub(super) fn turn(board: &impl Board, attacker: ObjectRef) -> u8 {
    match (board.chars(attacker.id).has(Keyword::Trample), tramples(board, attacker)) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 3 - u8::from(deathtouch(board, attacker)),
    }
}

/// An attacker that still has to assign its damage and may trample over.
#[derive(Debug, PartialEq, Eq)]
struct Trampler {
    power: i32,
    deathtouch: bool,
    blockers: Vec<ObjectRef>,
}

/// What has to do with the assignment of one attacker that tramples.
#[derive(Debug, Default)]
struct Others {
    /// Those that share blockers with it, or have to help those that do, and assign their damage later.
    later: Vec<Trampler>,
    /// Blockers that have to be assigned lethal damage in the end, for an attacker that they block tramples over.
    owed: Vec<ObjectRef>,
}

/// How many later attackers are reckoned with, at most; the help of more isn't waited for.
const LATER: usize = 10;
/// How many blockers are tried in all combinations, at most.
const SHARED: usize = 8;

impl Others {
    fn of(board: &impl Board, source: ObjectRef, assigned: &[Assignment], rest: &[ObjectRef]) -> Self {
        let combat = board.combat();
        let mut others = Self::default();
        for row in assigned.iter().filter(|row| row.amount > 0 && row.source != source) {
            let over = combat.attacker(row.source).filter(|a| a.target == row.target && a.blocked == Some(true));
            if over.is_some() && !is_as_unblocked(board, row, assigned) {
                others.owed.extend(combat.blockers_of(row.source));
            }
        }
        others.owed.sort_unstable();
        others.owed.dedup();
        others.owed.retain(|blocker| lacking(board, *blocker, assigned) > 0);
        let own: Vec<ObjectRef> = combat.blockers_of(source).collect();
        let mut matters = others.owed.iter().any(|b| own.contains(b));
        // The next one is last.
        for attacker in rest.iter().rev().filter(|o| combat.attacker(**o).is_some_and(|a| a.blocked == Some(true))) {
            let power = damage(board, *attacker);
            if power <= 0 || !tramples(board, *attacker) {
                continue;
            }
            let blockers: Vec<ObjectRef> = combat.blockers_of(*attacker).collect();
            let shares = blockers.iter().any(|b| own.contains(b));
            matters |= shares;
            if (shares || blockers.iter().any(|b| others.owed.contains(b))) && others.later.len() < LATER {
                others.later.push(Trampler { power, deathtouch: deathtouch(board, *attacker), blockers });
            }
        }
        if matters { others } else { Self::default() }
    }

    fn matter(&self) -> bool {
        !self.owed.is_empty() || !self.later.is_empty()
    }

    /// Which of those that come later a creature blocks, a bit each.
    fn blocked_by(&self, blocker: ObjectRef) -> u32 {
        let bit = |(i, t): (usize, &Trampler)| u32::from(t.blockers.contains(&blocker)) << i;
        self.later.iter().enumerate().map(bit).sum()
    }

    fn power(&self, of: u32, counts: impl Fn(&Trampler) -> bool) -> i32 {
        let those = self.later.iter().enumerate().filter(|(i, t)| of >> i & 1 == 1 && counts(t));
        those.fold(0i32, |sum, (_, t)| sum.saturating_add(t.power))
    }

    /// Whether those that come later can give each of these what it needs: how much, and whom it blocks. One damage of
    /// deathtouch is enough for any; the rest needs Hall's condition for every set of givers.
    fn can_give(&self, needs: &[(i32, u32)]) -> bool {
        let mut touches: Vec<i32> = self.later.iter().map(|t| if t.deathtouch { t.power } else { 0 }).collect();
        self.gives(needs, &mut touches, &mut Vec::new())
    }

    fn gives(&self, needs: &[(i32, u32)], touches: &mut [i32], plain: &mut Vec<(i32, u32)>) -> bool {
        let Some((first, more)) = needs.split_first() else {
            return (0..1u32 << self.later.len()).all(|set| {
                let only = plain.iter().filter(|(_, blocked)| blocked & !set == 0).map(|(need, _)| *need);
                only.fold(0i32, i32::saturating_add) <= self.power(set, |t| !t.deathtouch)
            });
        };
        for i in 0..touches.len() {
            if first.1 >> i & 1 == 1 && touches[i] > 0 {
                touches[i] -= 1;
                let enough = self.gives(more, touches, plain);
                touches[i] += 1;
                if enough {
                    return true;
                }
            }
        }
        plain.push(*first);
        let enough = self.gives(more, touches, plain);
        plain.pop();
        enough
    }
}

/// CR 510.1e, 702.19b: an attacker with trample among others that share its blockers. What it attacks may get some if
/// what its blockers lack then can still be assigned by others; and what others rely on it has to assign.
fn together(
    board: &impl Board,
    source: ObjectRef,
    (blockers, attacked): (Vec<Referent>, Option<Referent>),
    total: i32,
    assigned: &[Assignment],
    others: &Others,
) -> Plan {
    let own: Vec<ObjectRef> = blockers.iter().filter_map(|b| b.object()).collect();
    let before_last: Vec<i32> = own.iter().map(|b| lethal(board, source, *b, assigned)).collect();
    let everything: Vec<ObjectRef> =
        own.iter().chain(others.owed.iter().filter(|b| !own.contains(b))).copied().collect();
    let row = |b: &ObjectRef| Demand {
        place: own.iter().position(|o| o == b),
        need: lacking(board, *b, assigned),
        blocked: others.blocked_by(*b),
    };
    let rules = |of: &[ObjectRef], always| {
        let demands: Vec<Demand> = of.iter().map(row).filter(|d| d.need > 0).collect();
        if deathtouch(board, source) { touched(others, &demands, always) } else { given(others, &demands, always) }
    };
    let mut lacks = rules(&others.owed, true).unwrap_or_default();
    let over = attacked.and_then(|target| {
        let all: Vec<Lack> = lacks.iter().cloned().chain(rules(&everything, false)?).collect();
        let order: Vec<usize> = (0..own.len()).collect();
        least(total, &before_last, &all, true, &order).map(|_| (target, all))
    });
    let mut targets = blockers;
    match over {
        Some((target, all)) => {
            targets.push(target);
            lacks = all;
            if lacks.is_empty() {
                // Others are sure to do enough.
                lacks.push(Lack { members: Vec::new(), most: 0, always: false });
            }
        }
        None if lacks.is_empty() => return divide(targets, total),
        None => {}
    }
    match targets.as_slice() {
        [target] => Plan::All { target: *target, amount: total },
        _ => Plan::Divide { targets, total, before_last, lacks },
    }
}

/// A blocker that has to be assigned lethal damage.
struct Demand {
    /// Its place among the blockers of the attacker in question, if it is one.
    place: Option<usize>,
    need: i32,
    /// Which of those that come later it blocks.
    blocked: u32,
}

/// What an attacker without deathtouch has to do so that those after it can do the rest; `None` if they can't. For every
/// set of them: what blocks nothing but those may lack no more than they have in all.
fn given(others: &Others, demands: &[Demand], always: bool) -> Option<Vec<Lack>> {
    let mut lacks: Vec<Lack> = Vec::new();
    for set in 0..1u32 << others.later.len() {
        let only = || demands.iter().filter(move |d| d.blocked & !set == 0);
        let foreign = only().filter(|d| d.place.is_none()).fold(0i32, |sum, d| sum.saturating_add(d.need));
        let members: Vec<u16> = only().filter_map(|d| d.place).map(|place| place as u16).collect();
        let most = others.power(set, |_| true).saturating_sub(foreign);
        if most < 0 {
            return None;
        }
        let needed = only().filter(|d| d.place.is_some()).fold(0i32, |sum, d| sum.saturating_add(d.need));
        if needed > most && !lacks.iter().any(|l| l.members == members && l.most <= most) {
            lacks.push(Lack { members, most, always });
        }
    }
    Some(lacks)
}

/// For an attacker with deathtouch, of which any damage is enough: of each smallest set of blockers that those after it
/// can't do enough to, one has to get some.
fn touched(others: &Others, demands: &[Demand], always: bool) -> Option<Vec<Lack>> {
    let foreign: Vec<(i32, u32)> = demands.iter().filter(|d| d.place.is_none()).map(|d| (d.need, d.blocked)).collect();
    if foreign.len() > SHARED || !others.can_give(&foreign) {
        return None;
    }
    let own: Vec<(u16, i32, u32)> = demands.iter().filter_map(|d| Some((d.place? as u16, d.need, d.blocked))).collect();
    if own.len() > SHARED {
        let each = own.iter().map(|(place, ..)| Lack { members: vec![*place], most: 0, always });
        return Some(each.collect());
    }
    let mut sets: Vec<u32> = (1..1u32 << own.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    let mut smallest: Vec<u32> = Vec::new();
    for set in sets {
        if smallest.iter().any(|small| set & small == *small) {
            continue;
        }
        let left = own.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, d)| (d.1, d.2));
        let needs: Vec<(i32, u32)> = foreign.iter().copied().chain(left).collect();
        if !others.can_give(&needs) {
            smallest.push(set);
        }
    }
    let members = |set: &u32| (0..own.len()).filter(|i| set >> i & 1 == 1).map(|i| own[i].0).collect::<Vec<u16>>();
    let lack = |set: &u32| Lack { members: members(set), most: set.count_ones() as i32 - 1, always };
    Some(smallest.iter().map(lack).collect())
}
