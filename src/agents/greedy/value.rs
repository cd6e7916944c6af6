//! What things are worth, in points: a card in hand is worth about 100.

use super::costs::available_mana;
use super::style::Style;
use crate::cards::AbilityKind;
use crate::cards::def::{CardTypes, CastBy, CounterKind, Keyword, KeywordSet, Supertypes, ZoneKind};
use crate::game::view::{SeatView, Seen};
use crate::model::ids::Seat;
use crate::model::object::{Characteristics, ObjectKind, Restrictions};
use crate::model::zone::Zone;

/// More than anything on a board is worth: winning, or not losing.
pub(super) const DECIDED: i32 = 1_000_000;

/// The parts of a creature that decide what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) power: i32,
    pub(super) toughness: i32,
    pub(super) keywords: KeywordSet,
    pub(super) restrictions: Restrictions,
}

impl Body {
    pub(super) fn of(chars: &Characteristics) -> Self {
        Self {
            power: chars.power,
            toughness: chars.toughness,
            keywords: chars.keywords,
            restrictions: chars.restrictions,
        }
    }

    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword.set())
    }

    /// How much damage it deals.
    pub(super) fn strength(&self) -> i32 {
        let by_toughness = self.restrictions.contains(Restrictions::DAMAGE_BY_TOUGHNESS);
        (if by_toughness { self.toughness } else { self.power }).max(0)
    }

    /// How much damage it deals in a combat in which nothing stops it.
    pub(super) fn total_strength(&self) -> i32 {
        self.strength() * if self.has(Keyword::DoubleStrike) { 2 } else { 1 }
    }
}

fn counters(seen: &Seen<'_>) -> i32 {
    if seen.counters.is_empty() {
        return 0;
    }
    // Counters on power and toughness are in the body already.
    let count = |kind| seen.counters.get(kind).min(20) as i32;
    35 * count(CounterKind::Loyalty) + defense_sign(seen) * DEFENSE * count(CounterKind::Defense)
}

/// What one more counter on a permanent is worth to its controller, if it isn't about power and toughness.
pub(super) fn of_counter(seen: &Seen<'_>, kind: CounterKind) -> i32 {
    match kind {
        CounterKind::Loyalty => 35,
        CounterKind::Defense => defense_sign(seen) * DEFENSE,
        CounterKind::Keyword(_) => 20,
        CounterKind::Shield => 30,
        CounterKind::Stun => -30,
        CounterKind::Finality => -5,
        // What is suspended comes later (CR 702.62a).
        CounterKind::Named(kind) if kind.text() == "time" && seen.object.zone == Zone::Exile => -20,
        _ => 5,
    }
}

/// What a defense counter of a battle counts for.
const DEFENSE: i32 = 15;

/// What becomes of a battle that is defeated.
const DEFEATED: i32 = 90;

/// 1 if the controller of a battle protects it and wants it to last, otherwise -1: that player wants it defeated.
fn defense_sign(seen: &Seen<'_>) -> i32 {
    if seen.status.protector == Some(seen.chars.controller) { 1 } else { -1 }
}

/// What damage to a permanent that isn't a creature costs its controller.
pub(super) fn harm(seen: &Seen<'_>, amount: i32) -> i32 {
    if seen.chars.is(CardTypes::BATTLE) { damage_to_battle(seen, amount) } else { 25 * amount }
}

/// What damage to a battle costs its controller; nothing but gain, if that player wants it defeated.
pub(super) fn damage_to_battle(seen: &Seen<'_>, amount: i32) -> i32 {
    let defense = seen.counters.get(CounterKind::Defense) as i32;
    let defeat = if amount >= defense && defense > 0 { DEFEATED } else { 0 };
    defense_sign(seen) * (DEFENSE * amount.clamp(0, defense) + defeat)
}

/// What life totals are worth for being low: the i-th point 200 / (i + 2).
static FEW: [i32; 61] = {
    let mut table = [0; 61];
    let mut i = 1;
    while i < table.len() {
        table[i] = table[i - 1] + 200 / (i as i32 + 2);
        i += 1;
    }
    table
};

impl Style {
    /// What a creature with this body is worth.
    pub(super) fn body(&self, body: &Body) -> i32 {
        let (p, t) = (body.power.clamp(0, 30), body.toughness.clamp(0, 30));
        let mut worth = self.body + self.might * p + self.tough * t;
        if body.keywords.is_empty() && body.restrictions.is_empty() {
            return worth.max(10);
        }
        let mut count = |keyword: Keyword, points: i32| {
            if body.has(keyword) {
                worth += points;
            }
        };
        count(Keyword::Flying, 10 + self.evade * p);
        count(Keyword::Shadow, 10 + 15 * p);
        count(Keyword::Horsemanship, 10 + 18 * p);
        count(Keyword::Fear, 10 * p);
        count(Keyword::Intimidate, 10 * p);
        count(Keyword::Skulk, 5 * p);
        count(Keyword::Menace, 8 * p);
        count(Keyword::Trample, 6 * p);
        count(Keyword::FirstStrike, 25);
        count(Keyword::DoubleStrike, 10 + 35 * p);
        count(Keyword::Deathtouch, 45);
        count(Keyword::Lifelink, 12 * p);
        count(Keyword::Infect, 20 * p);
        count(Keyword::Vigilance, 10);
        count(Keyword::Haste, 5);
        count(Keyword::Reach, 8);
        count(Keyword::Hexproof, 20);
        count(Keyword::Shroud, 15);
        count(Keyword::Indestructible, 90);
        if body.has(Keyword::Defender) || body.restrictions.contains(Restrictions::CANT_ATTACK) {
            worth -= 35 * p + 10;
        }
        if body.restrictions.contains(Restrictions::CANT_BLOCK) {
            worth -= 10 * t;
        }
        worth.max(10)
    }

    /// What an object is worth as a permanent, to who controls it.
    pub(super) fn permanent(&self, seen: &Seen<'_>) -> i32 {
        self.as_permanent(seen.chars) + counters(seen)
    }

    /// What a permanent with these characteristics is worth.
    pub(in crate::agents) fn as_permanent(&self, chars: &Characteristics) -> i32 {
        let mana_value = chars.mana_value(0).min(12);
        let abilities = self.able * chars.abilities.len().min(4) as i32;
        let mut worth = 0;
        if chars.is_creature() {
            worth += self.body(&Body::of(chars)) + self.dear * mana_value + abilities;
        }
        if chars.is_land() {
            worth += 90 + abilities / 2;
        } else if chars.is(CardTypes::PLANESWALKER) {
            worth += 120;
        } else if chars.is(CardTypes::BATTLE) {
            // What it does as it is defeated; its defense counts against that.
            worth += DEFEATED + 20 * mana_value;
        } else if !chars.is_creature() {
            worth += self.thing + self.costly * mana_value;
        }
        worth
    }

    /// What a life total is worth: each point more, the fewer there are.
    pub(super) fn life(&self, total: i32) -> i32 {
        let total = total.clamp(0, 60);
        self.each * total + FEW[total as usize] * self.few / 100
    }

    /// What losing `amount` of `total` life costs.
    pub(super) fn life_lost(&self, total: i32, amount: i32) -> i32 {
        if amount <= 0 {
            return self.life(total) - self.life(total.saturating_sub(amount));
        }
        if amount >= total { DECIDED } else { self.life(total) - self.life(total - amount) }
    }

    /// What an object is worth to its controller or owner where it is, or would be in another zone.
    pub(super) fn in_zone(&self, seen: &Seen<'_>, zone: ZoneKind) -> i32 {
        let real = seen.object.kind == ObjectKind::Card;
        match zone {
            ZoneKind::Battlefield => self.permanent(seen),
            ZoneKind::Stack => 40 + 35 * seen.chars.mana_value(0).min(12),
            ZoneKind::Hand if real => self.held + 5 * seen.chars.mana_value(0).min(8),
            ZoneKind::Library if real => 20,
            ZoneKind::Graveyard if real => 5,
            _ => 0,
        }
    }
}

/// What keeping a card in hand is worth to the viewer: the least is discarded first.
pub(super) fn keep(view: &SeatView<'_>, seen: &Seen<'_>, lands: LandCounts) -> i32 {
    let chars = seen.chars;
    let table = view.table();
    let mut worth = if chars.is_land() {
        match (lands.played, lands.held) {
            (played, held) if played + held <= 3 => 160,
            (played, 1) if played < 5 => 110,
            (played, held) if played + held <= 5 => 80,
            (played, _) if played < 7 => 35,
            _ => 12,
        }
    } else {
        let mana_value = chars.mana_value(0);
        let late = mana_value - lands.played - lands.held.min(2);
        let base = 80 + 8 * mana_value.min(8);
        if late > 0 { (base - 20 * late).max(30) } else { base }
    };
    for ability in &chars.abilities {
        match &table.ability(ability.handle).kind {
            // Discarding it casts it.
            AbilityKind::AlternativeCost { tag: Some(CastBy::Madness), cost, .. }
                if cost.mana_value() <= lands.mana(view) =>
            {
                worth = worth.min(5);
            }
            AbilityKind::AlternativeCost { from: ZoneKind::Graveyard, .. } => worth = worth.min(45),
            AbilityKind::Activated { .. }
                if table.ability(ability.handle).zones & crate::cards::Traits::bit(ZoneKind::Graveyard) != 0 =>
            {
                worth = worth.min(20);
            }
            _ => {}
        }
    }
    if chars.supertypes.contains(Supertypes::LEGENDARY) && controls_name(view, chars) {
        worth = worth.min(20);
    }
    worth
}

/// Whether the viewer controls a permanent of that name.
pub(super) fn controls_name(view: &SeatView<'_>, chars: &Characteristics) -> bool {
    view.controlled(view.seat()).any(|s| s.chars.name == chars.name)
}

/// How many lands the viewer has on the battlefield and in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandCounts {
    pub(super) played: i32,
    pub(super) held: i32,
    /// Whether it counts how much mana there is for what is cast as it is discarded.
    counts_mana: bool,
}

impl LandCounts {
    /// `played` are on the battlefield.
    pub(super) fn of(view: &SeatView<'_>, style: &Style, played: i32) -> Self {
        let held = view.hand().filter(|s| s.chars.is_land()).count() as i32;
        Self { played, held, counts_mana: style.madness > 0 }
    }

    /// How much mana there is for what is cast as it is discarded. Few cards ask.
    pub(super) fn mana(self, view: &SeatView<'_>) -> i32 {
        if self.counts_mana { available_mana(view) } else { i32::MAX }
    }
}

/// The opponent to look at first: with the least life.
pub(super) fn main_opponent(view: &SeatView<'_>) -> Option<Seat> {
    view.opponents().min_by_key(|s| (view.player(*s).life, s.0))
}

/// How many cards a player has in hand.
pub(super) fn hand_size(view: &SeatView<'_>, seat: Seat) -> i32 {
    view.count(Zone::Hand(seat)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bigger_bodies_and_lower_life_are_worth_more() {
        let style = Style::MENDED;
        let body = |power, toughness, keyword: Option<Keyword>| {
            let keywords = keyword.map_or(KeywordSet::empty(), Keyword::set);
            style.body(&Body { power, toughness, keywords, restrictions: Restrictions::empty() })
        };
        assert!(body(3, 3, None) > body(2, 2, None));
        assert!(body(2, 2, Some(Keyword::Flying)) > body(2, 2, None));
        assert!(body(2, 2, Some(Keyword::Defender)) < body(2, 2, None));
        assert!(style.life_lost(5, 3) > style.life_lost(20, 3));
        assert_eq!(style.life_lost(3, 3), DECIDED);
        assert!(style.life_lost(10, -3) < 0);
    }
}
