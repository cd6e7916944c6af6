//! How fights between creatures end, as far as the board tells.

use super::future::is_fleeting;
use super::style::Style;
use super::value::Body;
use crate::cards::def::{DamageTo, Filter, Instruction, Keyword, Obj, Quantity, Recipients, TriggerEvent, Who};
use crate::cards::{AbilityKind, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{AbilityInstance, Characteristics, Restrictions};
use smallvec::SmallVec;

/// What a point of damage counts that carries over from a creature to its controller.
const BACKLASH: i32 = 30;

/// A creature in a fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    pub(super) object: ObjectRef,
    pub(super) controller: Seat,
    pub(super) body: Body,
    /// Marked damage.
    pub(super) damage: i32,
    pub(super) worth: i32,
    pub(super) tapped: bool,
    /// Nothing that it fights can damage it.
    pub(super) shielded: bool,
    /// Its controller is dealt the damage that it is dealt.
    pub(super) backlash: bool,
    /// The power and toughness that it can still give itself in a fight.
    pub(super) pump: (i32, i32),
    /// What it does for its controller as it deals combat damage to a player.
    pub(super) hit: i32,
}

impl Fighter {
    pub(super) fn of(view: &SeatView<'_>, style: &Style, seen: &Seen<'_>) -> Self {
        let triggered =
            |a: &AbilityInstance| matches!(view.table().ability(a.handle).kind, AbilityKind::Triggered { .. });
        // Both are triggered abilities, and most creatures have none.
        let triggers = seen.chars.abilities.iter().any(triggered);
        let fleeting = triggers && is_fleeting(view, seen.chars, seen.reference);
        Self {
            object: seen.reference,
            controller: seen.chars.controller,
            body: Body::of(seen.chars),
            damage: seen.this_turn.damage,
            worth: if fleeting { 0 } else { style.permanent(seen) },
            tapped: seen.status.tapped,
            shielded: false,
            backlash: triggers && backlash(view, seen.chars),
            pump: (0, 0),
            hit: 0,
        }
    }

    /// How much damage it takes to destroy it.
    pub(super) fn left(&self) -> i32 {
        (self.body.toughness - self.damage).max(0)
    }

    /// How much damage it deals.
    pub(super) fn strength(&self) -> i32 {
        self.body.strength()
    }

    /// How much damage it deals in a combat in which nothing stops it.
    pub(super) fn total_strength(&self) -> i32 {
        self.body.total_strength()
    }

    /// Whether an amount of damage by `by` destroys it.
    pub(super) fn dies_to(&self, amount: i32, by: &Self) -> bool {
        if amount <= 0 || self.shielded || self.body.has(Keyword::Indestructible) {
            return false;
        }
        amount >= self.left() || by.body.has(Keyword::Deathtouch)
    }

    /// Whether it is gone at the end of the turn anyway.
    pub(super) fn fleeting(&self) -> bool {
        self.worth == 0
    }

    /// Whether it may block at all.
    pub(super) fn may_block(&self) -> bool {
        !self.tapped && !self.body.restrictions.contains(Restrictions::CANT_BLOCK)
    }

    /// What it makes of itself.
    fn pumped(&self) -> Self {
        let (power, toughness) = (self.body.power + self.pump.0, self.body.toughness + self.pump.1);
        Self { body: Body { power, toughness, ..self.body }, pump: (0, 0), ..*self }
    }

    /// Whether it may attack in a turn of its controller.
    pub(super) fn may_attack_back(&self) -> bool {
        !self.body.has(Keyword::Defender) && !self.body.restrictions.contains(Restrictions::CANT_ATTACK)
    }

    fn strikes_first(&self) -> bool {
        self.body.has(Keyword::FirstStrike) || self.body.has(Keyword::DoubleStrike)
    }

    fn strikes_later(&self) -> bool {
        !self.body.has(Keyword::FirstStrike) || self.body.has(Keyword::DoubleStrike)
    }
}

/// Whether a creature may block at all, as [`Fighter::may_block`].
pub(super) fn may_block(seen: &Seen<'_>) -> bool {
    !seen.status.tapped && !seen.chars.restrictions.contains(Restrictions::CANT_BLOCK)
}

/// Whether an ability deals the damage that a creature is dealt to its controller.
fn backlash(view: &SeatView<'_>, chars: &Characteristics) -> bool {
    let table = view.table();
    chars.abilities.iter().any(|ability| {
        let AbilityKind::Triggered { when: TriggerEvent::Damage { to: DamageTo::Object(filter), .. }, body, .. } =
            &table.ability(ability.handle).kind
        else {
            return false;
        };
        let ops = body.modes.iter().flat_map(|m| &table.def(ability.handle.def).programs[m.program as usize]);
        let hits = |effect: &Instruction| match effect {
            Instruction::Damage { amount, to: Recipients::Players(Who::You), .. } => *amount == Quantity::EventAmount,
            Instruction::LoseLife(Who::You, amount, _) => *amount == Quantity::EventAmount,
            _ => false,
        };
        let hits = |op: &Op| matches!(op, Op::Do(effect) if hits(effect));
        matches!(filter, Filter::Is(Obj::This)) && ops.into_iter().any(hits)
    })
}

/// How a fight ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Whether the one attacker dies.
    pub(super) attacker_dies: bool,
    /// What the blockers that die are worth.
    pub(super) blockers_lost: i32,
    /// What damage that carries over to the controllers of the damaged is worth to the defender.
    pub(super) backlash: i32,
    /// How much damage tramples over.
    pub(super) through: i32,
    /// The blockers that die.
    pub(super) dead: SmallVec<[ObjectRef; 2]>,
}

/// The fight of an attacker with all of its blockers, first strike included. The attacker kills what is worth most for
/// its damage.
pub(super) fn fight(attacker: &Fighter, blockers: &[Fighter]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut alive: SmallVec<[Fighter; 4]> = blockers.iter().map(Fighter::pumped).collect();
    let mut attacker = attacker.pumped();
    for first in [true, false] {
        if outcome.attacker_dies {
            break;
        }
        // A round in which nobody strikes.
        if first && !attacker.strikes_first() && !alive.iter().any(Fighter::strikes_first) {
            continue;
        }
        let takes_part = |f: &Fighter| if first { f.strikes_first() } else { f.strikes_later() };
        let mut to_attacker = 0;
        let mut deadly = false;
        for blocker in alive.iter().filter(|b| takes_part(b)) {
            to_attacker += blocker.strength();
            deadly |= attacker.dies_to(blocker.strength(), blocker);
        }
        if takes_part(&attacker) {
            let mut damage = attacker.strength();
            // The best of those that it can kill, then the next.
            alive.sort_by_key(|b| std::cmp::Reverse((b.worth, b.object.id)));
            let trample = attacker.body.has(Keyword::Trample);
            alive.retain(|blocker| {
                let needed = if attacker.body.has(Keyword::Deathtouch) { 1 } else { blocker.left().max(1) };
                let kills = damage >= needed && blocker.dies_to(needed, &attacker);
                if kills {
                    outcome.blockers_lost += blocker.worth;
                    outcome.dead.push(blocker.object);
                }
                // Damage that kills nothing is still assigned: a trampler must, before the rest goes through.
                if kills || (trample && damage >= needed) {
                    damage -= needed;
                    blocker.damage += needed;
                } else if trample {
                    blocker.damage += damage;
                    damage = 0;
                }
                !kills
            });
            if trample {
                outcome.through += damage.max(0);
            } else if let Some(blocker) = alive.first_mut() {
                blocker.damage += damage;
            }
        }
        attacker.damage += to_attacker;
        let by_sum = to_attacker > 0 && attacker.left() == 0 && !attacker.body.has(Keyword::Indestructible);
        outcome.attacker_dies = deadly || (by_sum && !attacker.shielded);
    }
    if attacker.backlash {
        outcome.backlash += BACKLASH * attacker.damage;
    }
    let stung = blockers.iter().filter(|b| b.backlash).count() as i32;
    outcome.backlash -= BACKLASH * attacker.strength() * stung;
    outcome
}

/// What the fight that a creature is in is worth to the viewer, were its body another; `None` if it is in none.
pub(super) fn in_combat(view: &SeatView<'_>, style: &Style, creature: &Fighter) -> Option<i32> {
    let combat = view.combat();
    let sign = |seat: Seat| if seat == view.seat() { 1 } else { -1 };
    let other =
        |object: ObjectRef| view.object(object).filter(|s| s.reference == object).map(|s| Fighter::of(view, style, &s));
    if let Some(attacker) = combat.attacker(creature.object) {
        let mine = sign(creature.controller);
        let face = |amount: i32| match attacker.target {
            Referent::Player(seat) => -sign(seat) * style.life_lost(view.player(seat).life, amount),
            Referent::Object(_) => mine * 25 * amount,
        };
        if attacker.blocked != Some(true) {
            return Some(face(creature.total_strength()));
        }
        let blockers: SmallVec<[Fighter; 4]> = combat.blockers_of(creature.object).filter_map(other).collect();
        let outcome = fight(creature, &blockers);
        let lost = if outcome.attacker_dies { creature.worth } else { 0 };
        return Some(mine * (outcome.blockers_lost - lost - outcome.backlash) + face(outcome.through));
    }
    let blocker = combat.blocker(creature.object)?;
    let attacker = blocker.blocks.iter().copied().find_map(other)?;
    let blockers: SmallVec<[Fighter; 4]> = combat
        .blockers_of(attacker.object)
        .filter_map(|b| if b == creature.object { Some(*creature) } else { other(b) })
        .collect();
    let outcome = fight(&attacker, &blockers);
    let won = if outcome.attacker_dies { attacker.worth } else { 0 };
    let mut total = sign(creature.controller) * (won - outcome.blockers_lost + outcome.backlash);
    if let Some(Referent::Player(seat)) = combat.attacker(attacker.object).map(|a| a.target) {
        total -= sign(seat) * style.life_lost(view.player(seat).life, outcome.through);
    }
    Some(total)
}

/// The damage that unblocked attackers are about to deal to a player.
pub(super) fn about_to_hit(view: &SeatView<'_>, seat: Seat) -> i32 {
    let combat = view.combat();
    let hits = combat.attackers.iter().filter(|a| a.target == Referent::Player(seat) && a.blocked == Some(false));
    hits.filter_map(|a| view.object(a.object)).map(|s| Body::of(s.chars).total_strength()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::KeywordSet;
    use crate::model::ids::ObjectId;

    fn creature(id: u32, power: i32, toughness: i32, keywords: KeywordSet) -> Fighter {
        let body = Body { power, toughness, keywords, restrictions: Restrictions::empty() };
        let object = ObjectRef { id: ObjectId(id), incarnation: 1 };
        let (controller, worth) = (Seat(0), Style::BASELINE.body(&body));
        Fighter {
            object,
            controller,
            body,
            damage: 0,
            worth,
            tapped: false,
            shielded: false,
            backlash: false,
            pump: (0, 0),
            hit: 0,
        }
    }

    #[test]
    fn fights_end_as_the_rules_say() {
        let none = KeywordSet::empty();
        let bear = creature(1, 2, 2, none);
        let trade = fight(&bear, &[creature(2, 2, 2, none)]);
        assert!(trade.attacker_dies && trade.blockers_lost > 0);
        let first = fight(&creature(1, 2, 2, KeywordSet::FIRST_STRIKE), &[creature(2, 2, 2, none)]);
        assert!(!first.attacker_dies && first.blockers_lost > 0);
        let gang = fight(&creature(1, 4, 4, none), &[creature(2, 2, 2, none), creature(3, 2, 2, none)]);
        assert!(gang.attacker_dies && gang.blockers_lost == 2 * bear.worth);
        let wall = fight(&bear, &[creature(2, 0, 4, none)]);
        assert!(!wall.attacker_dies && wall.blockers_lost == 0);
        let venom = fight(&creature(1, 1, 1, KeywordSet::DEATHTOUCH), &[creature(2, 5, 5, none)]);
        assert!(venom.attacker_dies && venom.blockers_lost > 0);
        let over = fight(&creature(1, 6, 1, KeywordSet::TRAMPLE), &[creature(2, 1, 2, none)]);
        assert!(over.attacker_dies && over.through == 4);
        let stung = Fighter { backlash: true, ..creature(1, 2, 1, none) };
        assert!(fight(&stung, &[creature(2, 3, 3, none)]).backlash > 0);
        assert!(fight(&creature(2, 3, 3, none), &[stung]).backlash < 0);
        let twice = fight(&creature(1, 2, 2, KeywordSet::DOUBLE_STRIKE), &[creature(2, 1, 3, none)]);
        assert!(!twice.attacker_dies && twice.blockers_lost > 0);
    }
}
