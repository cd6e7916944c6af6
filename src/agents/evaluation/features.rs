//! What is counted of what a player has.

use crate::agents::greedy::Style;
use crate::cards::def::{CardTypes, CounterKind, Instruction, Keyword, Quantity, ZoneKind};
use crate::cards::{AbilityKind, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::ids::Seat;
use crate::model::object::Restrictions;
use crate::model::zone::Zone;
use smallvec::SmallVec;

features! { Feature, NAMES, FEATURES;
    /// It is the player's turn.
    Turn,
    /// Life, as a logarithm: the last points count most.
    Life,
    /// How much of the last five points of life is lost.
    Danger,
    /// Every point of life.
    EachLife,
    /// Cards in hand, as a logarithm.
    Hand,
    /// Every card in hand.
    EachCard,
    /// Mana that cards of the hand can use next turn, as a part of what there will be.
    Use,
    /// Whether a land is held for the next turn, while there are fewer than five.
    Drop,
    /// Damage that spells of the hand can deal, as a part of the life of the opponent.
    Burn,
    /// Lands, as a logarithm.
    Lands,
    /// How many lands are missing to four.
    Short,
    /// Permanents besides lands that make mana.
    Sources,
    /// Creatures.
    Creatures,
    /// What creatures are worth, as greedy play counts it, in hundreds.
    Bodies,
    /// The power of creatures.
    Power,
    /// The toughness of creatures.
    Toughness,
    /// The power of creatures that few others can block.
    Evasion,
    /// What other permanents but lands are worth, in hundreds.
    Others,
    /// The loyalty of planeswalkers.
    Loyalty,
    /// Cards in the graveyard that can be cast or used from there.
    Again,
    /// The damage of the next attack that blockers can't stop, as a part of the life of the opponent.
    Clock,
    /// The clock in the player's turn, when it is as good as dealt.
    ClockNow,
    /// Whether the clock is enough to win.
    Lethal,
    /// Whether it is enough in the player's turn.
    LethalNow,
    /// How much the creatures that can attack next outweigh those that can block, in power against toughness, as a part of the
    /// life of the opponent.
    Force,
}

/// The features of a player.
pub type Features = [f64; FEATURES];

/// A creature, as far as attacks go.
#[derive(Clone, Copy)]
struct Attacker {
    power: i32,
    flies: bool,
}

/// The creatures of both sides.
#[derive(Default)]
struct Sides {
    attackers: SmallVec<[Attacker; 16]>,
    /// Blockers on the ground, and those that stop what flies.
    ground: usize,
    air: usize,
    /// The toughness of the blockers.
    wall: i32,
}

/// What is counted of the player of a view.
pub fn features(view: &SeatView<'_>) -> Features {
    let mut all = [0.0; FEATURES];
    let mut set = |feature: Feature, value: f64| all[feature as usize] = value;
    let me = view.seat();
    let active = view.turn().active == me;
    let life = f64::from(view.player(me).life.max(0));
    set(Feature::Turn, f64::from(u8::from(active)));
    set(Feature::Life, life.ln_1p());
    set(Feature::Danger, (5.0 - life).max(0.0) / 5.0);
    set(Feature::EachLife, life / 10.0);
    let held = view.count(Zone::Hand(me)) as f64;
    set(Feature::Hand, held.ln_1p());
    set(Feature::EachCard, held);

    let foe = view.opponents().min_by_key(|s| (view.player(*s).life, s.0));
    let mut own = Own::default();
    let mut sides = Sides::default();
    for seen in view.battlefield() {
        if seen.chars.controller == me {
            own.permanent(view, &seen);
            if seen.chars.is_creature() {
                sides.attacker(&seen);
            }
        } else if seen.chars.is_creature() && Some(seen.chars.controller) == foe {
            sides.blocker(&seen, active);
        }
    }
    set(Feature::Lands, own.lands.ln_1p());
    set(Feature::Short, (4.0 - own.lands).max(0.0));
    set(Feature::Sources, own.sources);
    set(Feature::Creatures, own.creatures);
    set(Feature::Bodies, own.bodies / 100.0);
    set(Feature::Power, own.power);
    set(Feature::Toughness, own.toughness);
    set(Feature::Evasion, own.evasion);
    set(Feature::Others, own.others / 100.0);
    set(Feature::Loyalty, own.loyalty);

    let hand = Hand::of(view);
    let mana = own.lands + own.sources + f64::from(u8::from(hand.lands > 0));
    set(Feature::Use, f64::from(hand.mana).min(mana) / mana.max(1.0));
    set(Feature::Drop, f64::from(u8::from(hand.lands > 0 && own.lands < 5.0)));
    set(Feature::Again, again(view, me));
    if let Some(foe) = foe {
        let their_life = f64::from(view.player(foe).life.max(1));
        let (through, force) = sides.attack();
        let clock = (f64::from(through) / their_life).min(1.0);
        let lethal = f64::from(u8::from(f64::from(through) >= their_life));
        set(Feature::Clock, clock);
        set(Feature::Lethal, lethal);
        set(Feature::Force, (f64::from(force) / their_life).clamp(-1.0, 1.0));
        set(Feature::Burn, (f64::from(hand.burn) / their_life).min(1.0));
        if active {
            set(Feature::ClockNow, clock);
            set(Feature::LethalNow, lethal);
        }
    }
    all
}

/// What a player's permanents come to.
#[derive(Default)]
struct Own {
    lands: f64,
    sources: f64,
    creatures: f64,
    bodies: f64,
    power: f64,
    toughness: f64,
    evasion: f64,
    others: f64,
    loyalty: f64,
}

impl Own {
    fn permanent(&mut self, view: &SeatView<'_>, seen: &Seen<'_>) {
        let chars = seen.chars;
        if chars.is_land() {
            self.lands += 1.0;
        } else if chars
            .abilities
            .iter()
            .any(|a| matches!(view.table().ability(a.handle).kind, AbilityKind::Activated { is_mana: true, .. }))
        {
            self.sources += 1.0;
        }
        if chars.is_creature() {
            let power = f64::from(chars.power.clamp(0, 20));
            self.creatures += 1.0;
            self.bodies += f64::from(Style::BASELINE.as_permanent(chars));
            self.power += power;
            self.toughness += f64::from(chars.toughness.clamp(0, 20));
            if flies(seen) {
                self.evasion += power;
            }
        } else if !chars.is_land() {
            self.others += f64::from(Style::BASELINE.as_permanent(chars));
        }
        if chars.is(CardTypes::PLANESWALKER) {
            self.loyalty += f64::from(seen.counters.get(CounterKind::Loyalty).min(20));
        }
    }
}

/// Whether few creatures can block one.
fn flies(seen: &Seen<'_>) -> bool {
    let evades = [Keyword::Flying, Keyword::Shadow, Keyword::Horsemanship, Keyword::Fear, Keyword::Intimidate];
    evades.into_iter().any(|keyword| seen.chars.has(keyword))
}

impl Sides {
    fn attacker(&mut self, seen: &Seen<'_>) {
        let chars = seen.chars;
        let stays = chars.has(Keyword::Defender) || chars.restrictions.contains(Restrictions::CANT_ATTACK);
        if chars.power > 0 && !stays {
            let power = chars.power * if chars.has(Keyword::DoubleStrike) { 2 } else { 1 };
            self.attackers.push(Attacker { power, flies: flies(seen) });
        }
    }

    /// `now`: before its controller untaps.
    fn blocker(&mut self, seen: &Seen<'_>, now: bool) {
        let chars = seen.chars;
        if (now && seen.status.tapped) || chars.restrictions.contains(Restrictions::CANT_BLOCK) {
            return;
        }
        self.wall += chars.toughness.max(0);
        if flies(seen) || chars.has(Keyword::Reach) {
            self.air += 1;
        } else {
            self.ground += 1;
        }
    }

    /// The damage of an attack with everything that blockers can't stop, and by how much it outweighs them.
    fn attack(&mut self) -> (i32, i32) {
        self.attackers.sort_by_key(|a| std::cmp::Reverse(a.power));
        let through = |flies: bool, blockers: usize| -> i32 {
            self.attackers.iter().filter(|a| a.flies == flies).skip(blockers).map(|a| a.power).sum()
        };
        let flying = self.attackers.iter().filter(|a| a.flies).count();
        let spare = self.air.saturating_sub(flying);
        let total: i32 = self.attackers.iter().map(|a| a.power).sum();
        (through(true, self.air) + through(false, self.ground + spare), total - self.wall)
    }
}

/// What a player's hand comes to.
struct Hand {
    lands: u32,
    /// What its spells cost.
    mana: i32,
    burn: i32,
}

impl Hand {
    fn of(view: &SeatView<'_>) -> Self {
        let mut hand = Self { lands: 0, mana: 0, burn: 0 };
        for seen in view.hand() {
            if seen.chars.is_land() {
                hand.lands += 1;
            } else {
                hand.mana += seen.chars.mana_value(0);
                hand.burn += burn(view, &seen);
            }
        }
        hand
    }
}

/// The fixed damage that a spell deals.
fn burn(view: &SeatView<'_>, seen: &Seen<'_>) -> i32 {
    let table = view.table();
    let damage = |op: &Op| match op {
        Op::Do(effect) => match effect.as_ref() {
            Instruction::Damage { amount: Quantity::N(n), .. } => *n,
            _ => 0,
        },
        _ => 0,
    };
    let spells = seen.chars.abilities.iter().filter_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::Spell(body) => Some((a.handle, body)),
        _ => None,
    });
    let modes = spells.flat_map(|(handle, body)| body.modes.iter().map(move |mode| (handle, mode.program)));
    modes
        .map(|(handle, program)| table.def(handle.def).programs[program as usize].iter().map(damage).max().unwrap_or(0))
        .max()
        .unwrap_or(0)
}

/// How many cards of a graveyard can be cast or used from there.
fn again(view: &SeatView<'_>, seat: Seat) -> f64 {
    let table = view.table();
    let can = |seen: &Seen<'_>| {
        seen.chars.abilities.iter().any(|a| match &table.ability(a.handle).kind {
            AbilityKind::AlternativeCost { from: ZoneKind::Graveyard, .. } => true,
            AbilityKind::Activated { .. } => {
                table.ability(a.handle).zones & crate::cards::Traits::bit(ZoneKind::Graveyard) != 0
            }
            _ => false,
        })
    };
    view.zone(Zone::Graveyard(seat)).filter(can).count().min(10) as f64
}
