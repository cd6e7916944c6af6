//! Winning now: attacks that a spell or ability makes lethal, and abilities used as often as their costs can be paid.

use super::assumptions::Change;
use super::block_search::BlockSearch;
use super::combat::{Fighter, may_block};
use super::evaluator::Evaluator;
use super::value::main_opponent;
use crate::cards::AbilityKind;
use crate::cards::def::{Cost, CostPart, Keyword, Quantity, StaticEffect, StepName};
use crate::game::view::Seen;
use crate::model::bindings::Bindings;
use crate::model::ids::{AbilityHandle, DefId, ObjectRef, Referent, Seat};
use crate::model::object::{AbilityInstance, Restrictions};
use smallvec::SmallVec;

/// How many pairs of attackers and blockers are looked at, at most.
const MOST_DUELS: usize = 64;
/// How many permanents are looked at that could be sacrificed for an ability, at most.
const MOST_FODDER: usize = 4;
/// How many of them are looked at, at most, by who chooses costs of spells for what the spells do.
const MOST_WEIGHED: usize = 12;
/// How often a cost is paid in a row, at most.
const MOST_TIMES: i32 = 20;

/// The attack that the viewer could declare this turn.
#[derive(Debug)]
pub(super) struct LethalAttack {
    attackers: Vec<Fighter>,
    blockers: Vec<Fighter>,
    life: i32,
}

impl LethalAttack {
    /// The attack on the main opponent, in the viewer's precombat main phase; `None` if it is lethal anyway.
    pub(super) fn of(evaluator: &Evaluator<'_, '_>) -> Option<Self> {
        let (view, turn) = (evaluator.view, evaluator.view.turn());
        if turn.active != evaluator.me || turn.step != StepName::PrecombatMain {
            return None;
        }
        let opponent = main_opponent(view)?;
        let (mut attackers, mut blockers) = (Vec::new(), Vec::new());
        for seen in view.battlefield().filter(|s| s.chars.is_creature()) {
            let controller = seen.chars.controller;
            if controller == evaluator.me && may_attack(evaluator, &seen) {
                attackers.push(Fighter::of(view, evaluator.style, &seen));
            } else if controller == opponent && may_block(&seen) {
                blockers.push(Fighter::of(view, evaluator.style, &seen));
            }
        }
        if attackers.is_empty() {
            return None;
        }
        let lethal = Self { attackers, blockers, life: view.player(opponent).life };
        (!lethal.kills(evaluator, &[])).then_some(lethal)
    }

    /// Whether an attack with everybody wins, with these changes.
    pub(super) fn kills(&self, evaluator: &Evaluator<'_, '_>, changes: &[Change]) -> bool {
        let mut attackers = self.attackers.clone();
        let mut evading: SmallVec<[ObjectRef; 8]> = SmallVec::new();
        let mut out: SmallVec<[ObjectRef; 8]> = SmallVec::new();
        for change in changes {
            match change {
                Change::Out(object) => out.push(*object),
                Change::Body(fighter, evades) => {
                    if let Some(old) = attackers.iter_mut().find(|a| a.object == fighter.object) {
                        if *evades {
                            evading.push(fighter.object);
                        }
                        old.body = fighter.body;
                    }
                }
            }
        }
        attackers.retain(|a| !out.contains(&a.object));
        attackers.truncate(64);
        let total = attackers.iter().map(Fighter::total_strength).sum::<i32>();
        if total < self.life {
            return false;
        }
        let blockers: Vec<Fighter> = self.blockers.iter().filter(|b| !out.contains(&b.object)).copied().collect();
        if attackers.len() * blockers.len() > MOST_DUELS {
            return false;
        }
        let search = BlockSearch::new(attackers, blockers, self.life, evaluator.style, |attacker, blocker| {
            let flies = attacker.body.has(Keyword::Flying);
            let reaches = !flies || blocker.body.has(Keyword::Flying) || blocker.body.has(Keyword::Reach);
            reaches && !evading.contains(&attacker.object) && evaluator.view.can_block(blocker.object, attacker.object)
        });
        let all = search.all();
        search.best_blocks(all).1.damage >= self.life
    }
}

/// Whether a creature of the viewer's can attack this turn.
fn may_attack(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>) -> bool {
    let (chars, status) = (seen.chars, seen.status);
    let sick = status.controlled_since >= evaluator.view.turn().number && !chars.has(Keyword::Haste);
    let able = !chars.has(Keyword::Defender) && !chars.restrictions.contains(Restrictions::CANT_ATTACK);
    !status.tapped && !sick && able
}

impl Evaluator<'_, '_> {
    /// Notes that something would be different in an attack.
    pub(super) fn note(&self, change: Change) {
        let turn = self.view.turn();
        if turn.active == self.me && turn.step == StepName::PrecombatMain {
            self.assumptions.borrow_mut().changes.push(change);
        }
    }

    /// Notes what the emblem of a player changes.
    pub(super) fn note_emblem(&self, emblem: DefId, seats: &[Seat], bindings: &Bindings) {
        let table = self.view.table();
        if !seats.contains(&self.me) {
            return;
        }
        for ability in &table.def(emblem).abilities {
            let AbilityKind::Static { index, .. } = ability.kind else { continue };
            if let effect @ StaticEffect::Affect(..) = &table.def(emblem).statics[index as usize].effect {
                self.lasting(effect, None, &mut bindings.clone());
            }
        }
    }

    /// Whether what was judged last makes an attack lethal that otherwise isn't.
    pub(super) fn wins_by_attack(&self) -> bool {
        let assumptions = self.assumptions.borrow();
        if assumptions.changes.is_empty() {
            return false;
        }
        self.lethal().is_some_and(|lethal| lethal.kills(self, &assumptions.changes))
    }

    /// How often a cost can be paid in a row.
    pub(super) fn payable(&self, parts: &[CostPart], this: ObjectRef, bindings: &Bindings, mana: i32) -> i32 {
        let mut times = MOST_TIMES;
        let own = |object: &Seen<'_>| object.chars.controller == self.me;
        for part in parts {
            let each = |n: i32| n.max(1);
            times = times.min(match part {
                CostPart::Mana(cost) | CostPart::Waterbend(cost) => match cost.mana_value(0) {
                    0 => MOST_TIMES,
                    n => mana / n,
                },
                CostPart::PayLife(n) => (self.view.player(self.me).life - 1) / each(self.amount(n, bindings)),
                CostPart::Energy(_) => 1,
                CostPart::Sacrifice(n, filter) => {
                    // Who is about to hit is needed for that.
                    let combat = self.view.combat();
                    let hits = |s: &Seen<'_>| combat.attacker(s.reference).is_some_and(|a| a.blocked != Some(true));
                    let others = self.view.battlefield().filter(|s| own(s) && !hits(s));
                    let others = others.filter(|s| self.view.matches(bindings, filter, s.reference)).count() as i32;
                    others / each(self.amount(n, bindings))
                }
                CostPart::Discard(n, filter) => {
                    let cards = self.view.hand().filter(|s| self.view.matches(bindings, filter, s.reference));
                    cards.count() as i32 / each(self.amount(n, bindings))
                }
                CostPart::RemoveCounters(kind, n, _) => {
                    let counters = self.view.object(this).map_or(0, |s| s.counters.get(*kind) as i32);
                    counters / each(self.amount(n, bindings))
                }
                _ => 1,
            });
        }
        times.max(1)
    }

    /// Binds what a sacrifice pays for an ability with, if what it does depends on that: what makes the most of it.
    pub(super) fn pay_with_best(&self, cost: &Cost, handle: AbilityHandle, bindings: &mut Bindings) {
        let sacrificed = cost.0.iter().find_map(|part| match part {
            CostPart::Sacrifice(_, filter) => Some(filter),
            _ => None,
        });
        let Some(filter) = sacrificed else { return };
        let own = self.view.controlled_that(self.me, bindings, filter);
        let mut fodder: SmallVec<[(i32, ObjectRef); 8]> = own.map(|s| (self.parting(&s), s.reference)).collect();
        fodder.sort_unstable_by_key(|(worth, object)| (*worth, object.id));
        let mut best: Option<(i32, ObjectRef)> = None;
        let most = if self.style.paid > 0 { MOST_WEIGHED } else { MOST_FODDER };
        for (worth, object) in fodder.into_iter().take(most) {
            bindings.cast.paid_with = smallvec::smallvec![object];
            let score = self.ability(handle, bindings).saturating_sub(worth);
            if best.is_none_or(|(b, _)| score > b) {
                best = Some((score, object));
            }
        }
        bindings.cast.paid_with = best.map(|(_, object)| object).into_iter().collect();
    }

    /// Like [`Self::pay_with_best`], for a spell with these abilities; how much dearer what is sacrificed is than the least that
    /// could be.
    pub(super) fn pay_spell_with_best(
        &self,
        abilities: &[AbilityInstance],
        handle: AbilityHandle,
        bindings: &mut Bindings,
    ) -> i32 {
        let table = self.view.table();
        let costs = abilities.iter().filter_map(|ability| match &table.ability(ability.handle).kind {
            AbilityKind::AdditionalCost(cost) => Some(cost),
            _ => None,
        });
        for cost in costs {
            let [CostPart::Sacrifice(Quantity::N(1), filter)] = cost.0.as_slice() else { continue };
            self.pay_with_best(cost, handle, bindings);
            let paid = bindings.cast.paid_with.first().and_then(|object| self.view.object(*object));
            return paid.map_or(0, |s| self.parting(&s) - self.least_permanents(1, filter, bindings));
        }
        0
    }

    /// Whether a creature is an attacker that isn't blocked and has yet to deal its damage.
    pub(super) fn is_about_to_hit(&self, object: ObjectRef) -> bool {
        let before = matches!(self.view.turn().step, StepName::DeclareBlockers | StepName::FirstStrikeDamage);
        before && self.view.combat().attacker(object).is_some_and(|a| a.blocked == Some(false))
    }

    /// Whether using an ability `times` times wins by the damage of attackers that nobody blocks.
    pub(super) fn wins_by_boost(&self, times: i32) -> bool {
        let boost = self.assumptions.borrow().boost;
        let hit =
            |seat: Seat| super::combat::about_to_hit(self.view, seat) + times * boost >= self.view.player(seat).life;
        boost > 0 && main_opponent(self.view).is_some_and(hit)
    }

    /// Notes that an unblocked attacker deals more damage.
    pub(super) fn note_boost(&self, object: ObjectRef, more: i32) {
        let unblocked = self.view.combat().attacker(object).filter(|a| a.blocked == Some(false));
        if unblocked.is_some_and(|a| Some(a.target) == main_opponent(self.view).map(Referent::Player)) {
            self.assumptions.borrow_mut().boost += more;
        }
    }
}
