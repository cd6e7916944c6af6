//! What single instructions are worth to the viewer (see [`Evaluator`]).

use super::assumptions::Change;
use super::combat::{Fighter, in_combat};
use super::evaluator::Evaluator;
use super::from_hand::turning_lock;
use super::unseen::Unseen;
use super::value::{Body, DECIDED, harm, keep, of_counter};
use super::votes;
use crate::cards::def::{
    CounterKind, DayNight, Filter, Instruction, Keyword, ManaProduced, Obj, Objects, Quantity, Recipients, TokenSource,
    TurnPart, Who, ZoneKind, dealt,
};
use crate::game::view::Seen;
use crate::model::bindings::{Bindings, Value};
use crate::model::ids::{Referent, Seat};
use crate::model::zone::Zone;

impl Evaluator<'_, '_> {
    /// What one instruction is worth; it binds the variables that later ones read, and lowers `chance` if it only may
    /// lead to what they say.
    pub(super) fn effect(&self, effect: &Instruction, bindings: &mut Bindings, chance: &mut i32) -> i32 {
        match effect {
            Instruction::Set(var, quantity) => {
                let value = self.amount(quantity, bindings);
                bindings.set(*var, Value::Number(value));
                0
            }
            // What is lost is worth nothing, and so is half of what may be won.
            Instruction::FlipCoin { who: _, won, lost } => {
                [(won, 1), (lost, 0)].into_iter().for_each(|(var, n)| bindings.set(*var, Value::Number(n)));
                *chance /= 2;
                0
            }
            Instruction::RollDice { .. } => self.rolled(effect, bindings),
            Instruction::Vote { first, among, .. } => {
                votes::cast(self, *first, among, bindings, chance);
                0
            }
            Instruction::Keep(var, objects) => {
                self.hold(*var, self.unseen(objects, bindings));
                let objects = self.view.objects(bindings, objects);
                bindings.set(*var, Value::Objects(objects.into_vec()));
                0
            }
            Instruction::Choose { who, from, max, random, into, .. } => {
                let max = self.amount(max, bindings);
                self.choose(*who, from, max, (*random, *into), bindings, chance);
                0
            }
            Instruction::Piles { from, first, second, .. } => {
                self.piles(from, (*first, *second), bindings);
                0
            }
            Instruction::ChooseColor { into, .. } => {
                bindings.set(*into, Value::Color(self.hostile_color()));
                0
            }
            Instruction::Move { what, to, into, .. } => {
                let unseen = self.unseen_moved(what, to, bindings);
                let worth = self.sum(what, bindings, |evaluator, seen, bindings| evaluator.moved(seen, to, bindings));
                if let Some(into) = into {
                    self.hold(*into, self.unseen(what, bindings));
                    let objects = self.view.objects(bindings, what);
                    bindings.set(*into, Value::Objects(objects.into_vec()));
                }
                worth.saturating_add(unseen)
            }
            Instruction::Destroy { what, no_regeneration, .. } => self.sum(what, bindings, |evaluator, seen, _| {
                evaluator.happens(seen.reference, |danger| {
                    danger.destroyed = true;
                    danger.for_good |= no_regeneration;
                });
                if seen.chars.has(Keyword::Indestructible) { 0 } else { evaluator.removed(seen) }
            }),
            Instruction::Sacrifice(what) | Instruction::SacrificeThese(_, what) => self.sacrificed(what, bindings),
            Instruction::SacrificeAndMove { sacrificed: a, what, to, .. } => self.swapped(a, (what, to), bindings),
            Instruction::SacrificeChoice { any: true, .. } => 0,
            Instruction::SacrificeChoice { who, filter, count, .. } => {
                let count = self.amount(count, bindings).max(0) as usize;
                self.each_seat(*who, bindings, |evaluator, seat, bindings| {
                    evaluator.worst_permanents(seat, filter, count, bindings)
                })
            }
            Instruction::Draw { who, count, .. } => {
                let count = self.amount(count, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.drawing(seat, count))
            }
            Instruction::Discard { who, count, random, .. } => {
                let count = self.amount(count, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.discarding(seat, count, *random))
            }
            Instruction::DiscardThese(what) => {
                let known = self.sum(what, bindings, |evaluator, seen, _| {
                    let owner = seen.object.owner;
                    if owner == evaluator.me {
                        -keep(evaluator.view, seen, evaluator.lands())
                    } else {
                        60 + self.style.in_zone(seen, ZoneKind::Hand) / 2
                    }
                });
                known.saturating_add(self.unseen_discarded(what, bindings))
            }
            Instruction::Mill { who, count, .. } => {
                let count = self.amount(count, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.milled(seat, count))
            }
            Instruction::Search { who, of, max, .. } => {
                let more = 45 * (self.amount(max, bindings) - 1).clamp(0, 3);
                let libraries = self.view.players_meant(bindings, *of);
                let empty = libraries.iter().all(|s| self.view.count(Zone::Library(*s)) == 0);
                let worth = if empty { 0 } else { self.style.search + more };
                self.each_seat(*who, bindings, |evaluator, seat, _| worth * evaluator.sign(seat))
            }
            Instruction::Scry(who, n) | Instruction::Surveil(who, n) => {
                let n = self.amount(n, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| 12 * n * evaluator.sign(seat))
            }
            Instruction::Damage { amount, to, and, source, .. } => {
                let deadly = |bindings: &Bindings| {
                    the_one(self, *source, bindings).is_some_and(|s| s.chars.has(Keyword::Deathtouch))
                };
                let worth =
                    |(amount, to)| self.each(to, amount, bindings, |e, to, n, own| e.damage(to, n, || deadly(own)));
                dealt(amount, to, and).map(worth).sum()
            }
            Instruction::EachDamages { what, amount, to } => self.sum(what, bindings, |evaluator, seen, bindings| {
                let mut own = Bindings { it: Some(Referent::Object(seen.reference)), ..bindings.clone() };
                let n = evaluator.amount(amount, &own);
                let deathtouch = seen.chars.has(Keyword::Deathtouch);
                evaluator.each(to, &Quantity::N(n), &mut own, |e, to, n, _| e.damage(to, n, || deathtouch))
            }),
            Instruction::GainLife(who, n, _) => {
                let n = self.amount(n, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.life(seat, -n))
            }
            Instruction::LoseLife(who, n, _) => {
                let n = self.amount(n, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.life(seat, n))
            }
            Instruction::SetLife(who, n) => {
                let n = self.amount(n, bindings);
                let left = |evaluator: &Self, seat| evaluator.view.player(seat).life.saturating_sub(n);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.life(seat, left(evaluator, seat)))
            }
            Instruction::ExchangeLifeWith { who, of, measure } => self.exchanged_with(*who, (*of, *measure), bindings),
            Instruction::ExchangeLife(a, b) => self.exchanged_life(*a, *b, bindings),
            Instruction::Fight(a, b) => {
                let one = |obj| self.view.objects(bindings, &Objects::The(obj)).first().copied();
                let (Some(a), Some(b)) = (one(*a), one(*b)) else { return 0 };
                let power = |o| self.view.object(o).map_or(0, |s| s.chars.power);
                let hit = |hit, by| self.damage(Referent::Object(hit), power(by), || false);
                hit(a, b) + hit(b, a)
            }
            Instruction::AddMana { who, mana, .. } => {
                let n = mana_amount(mana);
                self.each_seat(*who, bindings, |evaluator, seat, _| 8 * n * evaluator.sign(seat))
            }
            Instruction::Tap(what) => self.sum(what, bindings, |evaluator, seen, _| {
                evaluator.note(Change::Out(seen.reference));
                if seen.status.tapped {
                    0
                } else {
                    -evaluator.controller_sign(seen) * (10 + 4 * seen.chars.power.max(0))
                }
            }),
            // What an unblocked attacker would have dealt isn't dealt.
            Instruction::BecomeBlocked(what) => self.sum(what, bindings, |evaluator, seen, _| {
                let combat = evaluator.view.combat();
                let unblocked = combat.attacker(seen.reference).is_some_and(|a| a.blocked == Some(false));
                let stopped = unblocked && !seen.chars.has(Keyword::Trample);
                let fighter = Fighter::of(evaluator.view, evaluator.style, seen);
                if stopped { -in_combat(evaluator.view, evaluator.style, &fighter).unwrap_or(0) } else { 0 }
            }),
            // It is back in its controller's next turn.
            Instruction::PhaseOut(what) => self.sum(what, bindings, |evaluator, seen, _| {
                evaluator.note(Change::Out(seen.reference));
                -evaluator.controller_sign(seen) * evaluator.style.permanent(seen) / 4
            }),
            Instruction::Untap(what) => self.sum(what, bindings, |evaluator, seen, _| {
                if seen.status.tapped {
                    evaluator.controller_sign(seen) * (10 + 4 * seen.chars.power.max(0))
                } else {
                    0
                }
            }),
            Instruction::PutCounters { kind, count, and, on } => {
                let all = std::iter::once((kind, count)).chain(and.iter().map(|(kind, count)| (kind, count)));
                let each = |(kind, count): (&CounterKind, &Quantity)| {
                    self.each(on, count, bindings, |evaluator, referent, n, _| evaluator.counters(*kind, n, referent))
                };
                all.map(each).sum()
            }
            Instruction::RemoveCounters { kind, count, from, .. } => {
                self.each(from, count, bindings, |evaluator, referent, n, _| -evaluator.counters(*kind, n, referent))
            }
            // What changes sides counts twice.
            Instruction::ExchangeControl { what, .. } => {
                let objects = self.view.objects(bindings, what);
                let seen: Vec<Seen<'_>> = objects.into_iter().filter_map(|o| self.view.object(o)).collect();
                match seen.as_slice() {
                    [a, b] if a.chars.controller != b.chars.controller => {
                        let side = self.controller_sign(a);
                        2 * side * (self.style.permanent(b) - self.style.permanent(a))
                    }
                    _ => 0,
                }
            }
            Instruction::ExchangeText { what, .. } => self.exchanged_text(what, bindings),
            Instruction::Proliferate(who) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.proliferated(seat))
            }
            Instruction::Attach(what, to) => self.attach(what, *to, bindings),
            Instruction::AttachToPlayer(_, who) => self.cursed(*who, bindings),
            Instruction::Regenerate(what) => self.sum(what, bindings, |evaluator, seen, _| evaluator.regenerated(seen)),
            // All of them, as far as the seat may say.
            Instruction::ChoosePlayers { from, only, into, .. } | Instruction::KeepPlayers { from, only, into } => {
                let all = self.players_for_whom(*from, only, bindings);
                bindings.set(*into, Value::Seats(all));
                0
            }
            Instruction::CreateToken { who, count, token, attacking, .. } => {
                let worth = match token {
                    TokenSource::CopyOf(of, _) => the_one(self, *of, bindings).map_or(0, |s| self.style.permanent(&s)),
                    TokenSource::CopiesOf(of, _) => self.sum(of, bindings, |_, seen, _| self.style.permanent(seen)),
                    TokenSource::New(_)
                    | TokenSource::Sized(..)
                    | TokenSource::Predefined(_)
                    | TokenSource::PredefinedOn(..)
                    | TokenSource::Several(_) => 0,
                };
                let n = self.amount(count, bindings).clamp(0, 20) * self.attacked(*attacking, bindings);
                self.each_seat(*who, bindings, |evaluator, seat, _| evaluator.sign_of_tokens(seat) * worth * n)
            }
            Instruction::Counter { what, .. } => self.sum(what, bindings, |evaluator, seen, _| {
                let doing = -evaluator.on_stack(seen);
                doing.max(-evaluator.controller_sign(seen) * evaluator.style.in_zone(seen, ZoneKind::Stack))
            }),
            Instruction::CopySpell { what, who, count, new_targets, .. } => {
                let count = if self.style.copies > 0 { self.amount(count, bindings).clamp(0, 20) } else { 1 };
                self.each_seat(*who, bindings, |evaluator, seat, bindings| {
                    if seat == evaluator.me && evaluator.style.copies > 0 {
                        evaluator.copied(*what, *new_targets, bindings).saturating_mul(count)
                    } else {
                        60 * evaluator.sign(seat)
                    }
                })
            }
            Instruction::BecomePlotted(what) => self.sum(what, bindings, |e, seen, _| 60 * e.controller_sign(seen)),
            // What is linked to something else gets abilities from that: more, the more it is worth.
            Instruction::Link(_, Obj::This) => 0,
            Instruction::Link(what, _) => self.sum(what, bindings, |evaluator, seen, _| {
                evaluator.controller_sign(seen) * (20 + evaluator.style.permanent(seen) / 10)
            }),
            Instruction::CastNow { who, .. } | Instruction::CopySpellFor { who, .. } => {
                self.each_seat(*who, bindings, |evaluator, seat, _| 60 * evaluator.sign(seat))
            }
            Instruction::SkipNext(who, part) => {
                let worth = if *part == TurnPart::Turn { 400 } else { 60 };
                self.each_seat(*who, bindings, |evaluator, seat, _| -worth * evaluator.sign(seat))
            }
            Instruction::ExtraTurn(who) | Instruction::ExtraTurnAfterNext(who) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| 400 * evaluator.sign(seat))
            }
            // A card each turn, for as long as nobody takes it.
            Instruction::BecomeMonarch(who) => self.each_seat(*who, bindings, |evaluator, seat, _| {
                let gained = !evaluator.view.player(seat).monarch;
                if gained { 90 * evaluator.sign(seat) } else { 0 }
            }),
            // It makes cards better for the rest of the game.
            Instruction::GetBlessing(who) => self.each_seat(*who, bindings, |evaluator, seat, _| {
                let gained = !evaluator.view.player(seat).blessing;
                if gained { 40 * evaluator.sign(seat) } else { 0 }
            }),
            Instruction::RaiseSpeed(who) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| 20 * evaluator.sign(seat))
            }
            // A room each turn, and one at once.
            Instruction::TakeInitiative(who) => self.each_seat(*who, bindings, |evaluator, seat, _| {
                let gained = !evaluator.view.player(seat).venture.initiative;
                (if gained { 140 } else { 60 }) * evaluator.sign(seat)
            }),
            // More each time, until the Ring has all of its abilities.
            Instruction::RingTempts(who) => self.each_seat(*who, bindings, |evaluator, seat, _| {
                let gains = evaluator.view.player(seat).venture.tempted < 4;
                (if gains { 45 } else { 15 }) * evaluator.sign(seat)
            }),
            Instruction::Venture(who, _) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| 50 * evaluator.sign(seat))
            }
            Instruction::ExtraCombat { .. } if self.style.terms > 0 => self.attacks_again(),
            Instruction::ExtraCombat { .. } | Instruction::Pair(..) => 100,
            Instruction::Win(who) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| DECIDED * evaluator.sign(seat))
            }
            Instruction::Lose(who) => {
                self.each_seat(*who, bindings, |evaluator, seat, _| -DECIDED * evaluator.sign(seat))
            }
            other if self.style.terms > 0 => self.rarer(other, bindings),
            _ => 0,
        }
    }

    /// What instructions are worth that the baseline doesn't know.
    fn rarer(&self, effect: &Instruction, bindings: &mut Bindings) -> i32 {
        match effect {
            Instruction::Designate(what, designation) => {
                self.sum(what, bindings, |evaluator, seen, _| evaluator.designated(seen, *designation))
            }
            Instruction::Transform(what) | Instruction::Flip(what) => {
                self.sum(what, bindings, |evaluator, seen, _| evaluator.turned_over(seen))
            }
            // CR 702.145c, f.
            Instruction::ItBecomes(one) if self.view.turn().day_night != Some(*one) => {
                let shown = if *one == DayNight::Night { Keyword::Daybound } else { Keyword::Nightbound };
                let turning = Objects::All(Filter::Has(shown));
                self.sum(&turning, bindings, |evaluator, seen, _| evaluator.turned_over(seen))
            }
            Instruction::Unlock(what) => {
                the_one(self, *what, bindings).map_or(0, |seen| turning_lock(self, &seen, true))
            }
            Instruction::Lock(what) => {
                the_one(self, *what, bindings).map_or(0, |seen| turning_lock(self, &seen, false))
            }
            Instruction::TurnFaceUp(what) => self.sum(what, bindings, |evaluator, seen, _| evaluator.turned_up(seen)),
            Instruction::TurnFaceDown(what) => {
                self.sum(what, bindings, |evaluator, seen, _| evaluator.turned_down(seen))
            }
            Instruction::RemoveFromCombat(what) => {
                self.sum(what, bindings, |evaluator, seen, _| evaluator.withdrawn(seen))
            }
            Instruction::ChangeTargets(who, what) if self.view.players_meant(bindings, *who).contains(&self.me) => {
                the_one(self, *what, bindings).map_or(0, |seen| self.turned_aside(&seen))
            }
            Instruction::RedirectSpell(what) | Instruction::RedirectTo(what, _) => {
                the_one(self, *what, bindings).map_or(0, |seen| self.turned_aside(&seen))
            }
            // The card that is found is one that was looked for.
            Instruction::ExileUntil { who, into: Some(into), .. }
            | Instruction::RevealUntil { who, into: Some(into), .. } => {
                let seat = self.view.players_meant(bindings, *who).first().copied();
                let found = seat.filter(|seat| self.view.count(Zone::Library(*seat)) > 0);
                self.hold(*into, found.map(|seat| Unseen { seat, zone: ZoneKind::Library, count: 1, picked: true }));
                0
            }
            other => self.of_any_kind(other, bindings),
        }
    }

    pub(super) fn sum<F>(&self, what: &Objects, bindings: &mut Bindings, worth: F) -> i32
    where
        F: Fn(&Self, &Seen<'_>, &Bindings) -> i32,
    {
        let mut objects = self.view.objects(bindings, what);
        if let Objects::Only(_, Filter::Zone(zone)) = what {
            let assumptions = self.assumptions.borrow();
            objects.retain(|o| assumptions.zone(*o).is_none_or(|now| now == *zone));
        }
        let seen = objects.into_iter().filter_map(|o| self.view.object(o).filter(|s| s.reference == o));
        seen.map(|s| worth(self, &s, bindings)).fold(0, i32::saturating_add)
    }

    fn each_seat(&self, who: Who, bindings: &Bindings, worth: impl Fn(&Self, Seat, &Bindings) -> i32) -> i32 {
        self.view
            .players_meant(bindings, who)
            .into_iter()
            .map(|s| worth(self, s, bindings))
            .fold(0, i32::saturating_add)
    }

    /// Goes through recipients, with the amount for each.
    pub(super) fn each(
        &self,
        to: &Recipients,
        amount: &Quantity,
        bindings: &mut Bindings,
        worth: impl Fn(&Self, Referent, i32, &Bindings) -> i32,
    ) -> i32 {
        let mut total = 0i32;
        for referent in self.view.recipients(bindings, to) {
            let before = bindings.it.replace(referent);
            let n = self.amount(amount, bindings);
            bindings.it = before;
            total = total.saturating_add(worth(self, referent, n, bindings));
        }
        total
    }

    /// A player loses life, or gains it if the number is negative.
    pub(super) fn life(&self, seat: Seat, amount: i32) -> i32 {
        let lost = self.style.life_lost(self.view.player(seat).life, amount);
        let taken = if seat == self.me { &self.suffered } else { &self.dealt };
        taken.set(taken.get() + amount.max(0));
        if self.tally.get() {
            return 0;
        }
        if seat == self.me {
            // More than any win: who loses too doesn't win.
            return if lost >= DECIDED { -20 * DECIDED } else { -lost * 9 / 10 };
        }
        let lost = if lost >= DECIDED { lost } else { lost * self.style.face / 100 };
        if self.face { lost.saturating_mul(10) } else { lost }
    }

    /// `deadly` says whether it kills whatever creature it is dealt to; of players that isn't asked.
    pub(super) fn damage(&self, to: Referent, amount: i32, deadly: impl Fn() -> bool) -> i32 {
        let object = match to {
            Referent::Player(seat) => return self.life(seat, amount.max(0)),
            Referent::Object(object) => object,
        };
        let Some(seen) = self.view.object(object).filter(|s| s.reference == object && amount > 0) else { return 0 };
        if !seen.chars.is_creature() {
            return -self.controller_sign(&seen) * harm(&seen, amount);
        }
        self.happens(object, |danger| {
            danger.damage += amount;
            danger.deadly |= deadly();
        });
        if seen.chars.has(Keyword::Indestructible) {
            return 0;
        }
        let left = seen.chars.toughness - seen.this_turn.damage;
        if amount >= left || deadly() {
            return self.removed(&seen);
        }
        let sign = self.controller_sign(&seen);
        // What dies of it if it is done again counts in parts.
        if sign < 0 && amount * self.times >= left {
            self.style.permanent(&seen) * amount / left
        } else {
            -sign * 2 * amount
        }
    }

    /// A permanent goes away for good.
    pub(super) fn removed(&self, seen: &Seen<'_>) -> i32 {
        self.note(Change::Out(seen.reference));
        -self.controller_sign(seen) * self.worth_removing(seen, seen.object.zone.kind())
    }

    fn worst_permanents(&self, seat: Seat, filter: &Filter, count: usize, bindings: &Bindings) -> i32 {
        let own = self.view.controlled_that(seat, bindings, filter);
        let mut worths: Vec<i32> = own.map(|s| self.style.permanent(&s)).collect();
        worths.sort_unstable();
        -self.sign(seat) * worths.into_iter().take(count).sum::<i32>()
    }

    pub(super) fn counters(&self, kind: CounterKind, n: i32, on: Referent) -> i32 {
        match on {
            Referent::Player(seat) => match kind {
                CounterKind::Poison => -100 * n * self.sign(seat),
                CounterKind::Rad => -20 * n * self.sign(seat),
                _ => 15 * n * self.sign(seat),
            },
            Referent::Object(object) => {
                let Some(seen) = self.view.object(object) else { return 0 };
                let each = match kind {
                    CounterKind::PowerToughness(p, t) if seen.chars.is_creature() => {
                        let body = Body::of(seen.chars);
                        let toughness = body.toughness + n * i32::from(t);
                        self.happens(object, |danger| danger.shrunk -= n * i32::from(t));
                        if toughness - seen.this_turn.damage <= 0 {
                            return self.removed(&seen);
                        }
                        let changed = Body { power: body.power + n * i32::from(p), toughness, ..body };
                        return self.controller_sign(&seen) * (self.style.body(&changed) - self.style.body(&body));
                    }
                    CounterKind::Keyword(keyword) if self.style.terms > 0 => {
                        return self.controller_sign(&seen) * self.with_keyword(&seen, keyword);
                    }
                    kind => of_counter(&seen, kind),
                };
                self.controller_sign(&seen) * each * n
            }
        }
    }
}

/// The one object that words refer to.
fn the_one<'s>(evaluator: &'s Evaluator<'_, '_>, obj: crate::cards::def::Obj, bindings: &Bindings) -> Option<Seen<'s>> {
    evaluator.view.object_meant(bindings, obj)
}

/// How much mana an instruction adds, about.
pub(super) fn mana_amount(mana: &ManaProduced) -> i32 {
    match mana {
        ManaProduced::Fixed(cost) => cost.mana_value(0),
        other => other.plain_number(),
    }
}
