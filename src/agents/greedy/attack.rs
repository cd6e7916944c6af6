//! Declaring attackers: lethal damage first, then what the defender's best blocks and the attack back leave worth it.

use super::block_search::{BlockSearch, Blocks};
use super::combat::{Fighter, may_block};
use super::pumps::{boost_in_hand, boosts_on_board, open_mana};
use super::style::Style;
use super::value::{DECIDED, damage_to_battle};
use crate::cards::def::{CardTypes, CounterKind, Keyword};
use crate::game::view::{SeatView, Seen};
use crate::model::decision::{Choice, Decision};
use crate::model::ids::{ObjectRef, Referent, Seat};

/// How many attackers are weighed one by one; more attack by their strength alone.
const WEIGHED: usize = 14;

/// The places of the attacks to declare. `reach` is the damage that can follow from the hand.
pub(super) fn declare(view: &SeatView<'_>, decision: &Decision, style: &Style, reach: i32) -> Vec<u16> {
    let options = decision.options();
    let Some(plan) = Plan::new(view, options, style, reach) else { return Vec::new() };
    let (set, worth) = plan.best();
    let lethal = worth >= DECIDED;
    let mut spent: Vec<(ObjectRef, i32)> = Vec::new();
    let mut places: Vec<u16> = Vec::new();
    for a in plan.search.members(set) {
        let attacker = plan.search.attackers[a].object;
        places.extend(plan.place(view, options, attacker, lethal, &mut spent));
    }
    places.sort_unstable();
    places
}

/// The places of the creatures that go in a band: all with banding, and the best one without. None of them that some
/// blocker can't block otherwise, for a band is blocked as a whole (CR 702.22h).
pub(super) fn band(view: &SeatView<'_>, decision: &Decision, style: &Style) -> Vec<u16> {
    let blockers = view.battlefield().filter(|s| s.chars.is_creature() && s.chars.controller != view.seat());
    let blockers: Vec<Fighter> = blockers.map(|s| Fighter::of(view, style, &s)).filter(Fighter::may_block).collect();
    let (mut places, mut best) = (Vec::new(), None);
    for (i, option) in decision.options().iter().enumerate() {
        let Choice::Object(object) = option else { continue };
        let Some(fighter) = view.object(*object).map(|s| Fighter::of(view, style, &s)) else { continue };
        if blockers.iter().any(|b| !view.can_block(b.object, *object)) {
            continue;
        }
        if fighter.body.has(Keyword::Banding) {
            places.push(i as u16);
        } else if best.is_none_or(|(worth, _)| worth < fighter.worth) {
            best = Some((fighter.worth, i as u16));
        }
    }
    places.extend(best.filter(|_| !places.is_empty()).map(|(_, i)| i));
    if places.len() < 2 {
        places.clear();
    }
    places.sort_unstable();
    places
}

/// The player who defends a permanent that can be attacked (CR 508.5).
fn defends(seen: &Seen<'_>) -> Option<Seat> {
    if seen.chars.is(CardTypes::BATTLE) { seen.status.protector } else { Some(seen.chars.controller) }
}

/// An attack on one player.
struct Plan<'a> {
    search: BlockSearch<'a>,
    style: &'a Style,
    defender: Seat,
    reach: i32,
    /// What an instant can add to the damage of an attacker that comes through.
    boost: i32,
    /// What abilities can add to one, each with the permanent that is tapped for it.
    aid: Vec<(i32, Option<ObjectRef>)>,
    my_life: i32,
    /// Creatures of the defender, strongest first: what attacks back.
    back: Vec<(i32, ObjectRef)>,
    /// How many creatures of mine can block then, whatever attacks.
    home: usize,
}

impl<'a> Plan<'a> {
    fn new(view: &SeatView<'_>, options: &[Choice], style: &'a Style, reach: i32) -> Option<Self> {
        let me = view.seat();
        let defender = options.iter().filter_map(|o| match o {
            Choice::Attack { target: Referent::Player(seat), .. } => Some(*seat),
            Choice::Attack { target: Referent::Object(object), .. } => defends(&view.object(*object)?),
            _ => None,
        });
        let defender = defender.min_by_key(|s| (view.player(*s).life, s.0))?;
        let mut attackers: Vec<Fighter> = Vec::new();
        let mana = |seat: Seat| if style.pump > 0 { open_mana(view, seat) } else { 0 };
        let (mine, theirs) = (mana(me), mana(defender));
        for option in options {
            if let Choice::Attack { attacker, .. } = option
                && !attackers.iter().any(|a| a.object == *attacker)
                && let Some(seen) = view.object(*attacker)
            {
                attackers.push(
                    Fighter::of(view, style, &seen).with_pumps(view, style, mine).with_stakes(view, style, defender),
                );
            }
        }
        attackers.truncate(64);
        let (mut blockers, mut back, mut home) = (Vec::new(), Vec::new(), 0);
        for seen in view.battlefield().filter(|s| s.chars.is_creature()) {
            if seen.chars.controller == defender {
                let fighter = Fighter::of(view, style, &seen);
                if style.back == 0 || fighter.may_attack_back() {
                    back.push((fighter.total_strength(), fighter.object));
                }
                if fighter.may_block() {
                    let fighter = fighter.with_pumps(view, style, theirs).with_tapping(view, style);
                    blockers.push(fighter.with_stakes(view, style, me));
                }
            } else if seen.chars.controller == me
                && may_block(&seen)
                && !attackers.iter().any(|a| a.object == seen.reference)
            {
                home += 1;
            }
        }
        back.sort_by_key(|(strength, _)| std::cmp::Reverse(*strength));
        let life = view.player(defender).life;
        let search = BlockSearch::new(attackers, blockers, life, style, |a, b| view.can_block(b.object, a.object));
        let boost = if style.boost > 0 { boost_in_hand(view) } else { 0 };
        let aid = if style.aid > 0 { boosts_on_board(view) } else { Vec::new() };
        Some(Self { search, style, defender, reach, boost, aid, my_life: view.player(me).life, back, home })
    }

    /// What an attack with a set is worth.
    fn worth(&self, set: u64) -> i32 {
        if set == 0 {
            return 0;
        }
        let (blocks, result) = self.search.best_blocks(set);
        let life = self.search.life;
        let aid = if result.damage > 0 { self.aid_for(set) } else { 0 };
        let more = if result.damage > 0 { self.reach.max(self.boost) + aid } else { self.reach };
        if result.damage + more >= life {
            return DECIDED;
        }
        let hit = self.style.life_lost(life, result.damage + aid);
        self.style.pressure * hit / 10 - result.gain - self.risk(set, &blocks)
    }

    /// What abilities of permanents that don't attack with a set can add to its damage.
    fn aid_for(&self, set: u64) -> i32 {
        let attacks = |object: &ObjectRef| self.search.members(set).any(|a| self.search.attackers[a].object == *object);
        self.aid.iter().filter(|(_, tapped)| !tapped.as_ref().is_some_and(attacks)).map(|(power, _)| power).sum()
    }

    /// What the defender's attack back costs more than if everybody stays at home.
    fn risk(&self, set: u64, blocks: &Blocks) -> i32 {
        let stays = |a: &usize| !self.search.attackers[*a].fleeting();
        let tired = |a: &usize| !self.search.attackers[*a].body.has(Keyword::Vigilance) && stays(a);
        let tapped = self.search.members(set).filter(tired).count();
        let all = self.home + self.search.members(self.search.all()).filter(stays).count();
        let hit = |blockers: usize| self.back.iter().skip(blockers).map(|(n, _)| n).sum::<i32>();
        let (before, mut after) = (hit(all), hit(all - tapped));
        if self.style.back > 0 {
            let (lost, dead) = self.search.casualties(set, blocks);
            let lives = |object: &ObjectRef| !dead.contains(object);
            // Those of mine that stay and die, for they don't tire.
            let lost = lost.iter().filter(|a| stays(a) && !tired(a)).count();
            after = self.back.iter().filter(|(_, o)| lives(o)).skip(all - tapped - lost).map(|(n, _)| n).sum();
        }
        if after >= self.my_life && before < self.my_life {
            return DECIDED / 4;
        }
        (self.style.life_lost(self.my_life, after.min(self.my_life - 1))
            - self.style.life_lost(self.my_life, before.min(self.my_life - 1)))
        .max(0)
            * self.style.risk
            / 10
    }

    /// The best set and what it is worth: from nobody up and from everybody down, one attacker after another.
    fn best(&self) -> (u64, i32) {
        let all = self.search.all();
        let everybody = self.worth(all);
        if everybody >= DECIDED {
            return (all, everybody);
        }
        if self.search.attackers.len() > WEIGHED {
            return if everybody > 0 { (all, everybody) } else { (0, 0) };
        }
        let down = self.climb((all, everybody), |set| set);
        let up = self.climb((0, 0), |set| all & !set);
        if down.1 > up.1 { down } else { up }
    }

    /// Takes the best step as long as one makes it better: each changes whether one of some attackers attacks.
    fn climb(&self, from: (u64, i32), changing: impl Fn(u64) -> u64) -> (u64, i32) {
        let mut now = from;
        loop {
            let steps = self.search.members(changing(now.0)).map(|a| now.0 ^ 1 << a);
            match steps.map(|set| (set, self.worth(set))).max_by_key(|(_, worth)| *worth) {
                Some(next) if next.1 > now.1 => now = next,
                _ => return now,
            }
        }
    }

    /// The place of an attacker's attack: on the defender, or on a planeswalker or battle worth more than the damage, as far as
    /// those before it don't finish it, which `spent` notes. If the attack kills the defender, that is all it does.
    fn place(
        &self,
        view: &SeatView<'_>,
        options: &[Choice],
        attacker: ObjectRef,
        lethal: bool,
        spent: &mut Vec<(ObjectRef, i32)>,
    ) -> Option<u16> {
        let strength = self.search.attackers.iter().find(|a| a.object == attacker)?.total_strength();
        let worth = |target: Referent| match target {
            Referent::Player(seat) if seat == self.defender => {
                if lethal {
                    DECIDED
                } else {
                    self.style.life_lost(self.search.life, strength)
                }
            }
            Referent::Player(_) => 0,
            Referent::Object(object) => view.object(object).map_or(0, |s| {
                let before: i32 = spent.iter().filter(|(o, _)| *o == object).map(|(_, n)| n).sum();
                if s.chars.is(CardTypes::BATTLE) {
                    let sign = if s.chars.controller == view.seat() { -1 } else { 1 };
                    return sign * (damage_to_battle(&s, before + strength) - damage_to_battle(&s, before));
                }
                let loyalty = s.counters.get(CounterKind::Loyalty) as i32 - before;
                if loyalty <= 0 {
                    return 0;
                }
                30 * strength.min(loyalty) + if strength >= loyalty { 40 } else { 0 }
            }),
        };
        let targets = options.iter().enumerate().filter_map(|(i, o)| match o {
            Choice::Attack { attacker: a, target } if *a == attacker => Some((i as u16, *target)),
            _ => None,
        });
        let (place, target) = targets.max_by_key(|(i, target)| (worth(*target), std::cmp::Reverse(*i)))?;
        spent.extend(target.object().map(|object| (object, strength)));
        Some(place)
    }
}
