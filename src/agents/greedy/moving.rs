//! What moving objects between zones is worth, and which objects would be chosen.

use super::assumptions::Change;
use super::danger::Danger;
use super::evaluator::{Evaluator, names_itself};
use super::value::keep;
use crate::cards::AbilityKind;
use crate::cards::def::{Destination, Keyword, Objects, TriggerEvent, Var, Who, ZoneKind};
use crate::game::view::Seen;
use crate::model::bindings::{Bindings, Value};
use crate::model::ids::ObjectRef;
use crate::model::object::{AbilityInstance, Restrictions};
use crate::model::zone::Zone;

/// What a permanent that is lost anyway is worth where it is.
const DOOMED: i32 = 5;

impl Evaluator<'_, '_> {
    /// Notes what would happen to an object, if that is wanted.
    pub(super) fn happens(&self, object: ObjectRef, note: impl FnOnce(&mut Danger)) {
        self.assumptions.borrow_mut().happens(object, note);
    }

    /// What it is worth that permanents are sacrificed.
    pub(super) fn sacrificed(&self, what: &Objects, bindings: &mut Bindings) -> i32 {
        self.sum(what, bindings, |evaluator, seen, _| {
            evaluator.happens(seen.reference, |danger| danger.gone = true);
            evaluator.removed(seen)
        })
    }

    /// What it is worth that permanents are sacrificed and objects are moved at the same time.
    pub(super) fn swapped(&self, gone: &Objects, (what, to): (&Objects, &Destination), bindings: &mut Bindings) -> i32 {
        let lost = self.sacrificed(gone, bindings);
        lost + self.sum(what, bindings, |evaluator, seen, bindings| evaluator.moved(seen, to, bindings))
    }

    /// What happens as an object enters the battlefield, by its own triggered abilities.
    pub(super) fn entering(&self, seen: &Seen<'_>, abilities: &[AbilityInstance]) -> i32 {
        let table = self.view.table();
        let mut bindings = Bindings::new(self.me, seen.reference);
        let own = abilities.iter().filter(|a| match &table.ability(a.handle).kind {
            AbilityKind::Triggered { when: TriggerEvent::Enters(filter), .. } => names_itself(filter),
            _ => false,
        });
        own.map(|a| self.ability(a.handle, &mut bindings)).sum()
    }

    /// What happens as a half of a permanent is unlocked, by its own triggered abilities (CR 709.5h).
    pub(super) fn unlocking(&self, seen: &Seen<'_>, abilities: &[AbilityInstance]) -> i32 {
        let table = self.view.table();
        let mut bindings = Bindings::new(self.me, seen.reference);
        let own = abilities.iter().filter(|a| {
            let kind = &table.ability(a.handle).kind;
            matches!(kind, AbilityKind::Triggered { when: TriggerEvent::UnlocksThisDoor(_), .. })
        });
        own.map(|a| self.ability(a.handle, &mut bindings)).sum()
    }

    /// What moving an object is worth; notes where it would be then.
    pub(super) fn moved(&self, seen: &Seen<'_>, to: &Destination, bindings: &Bindings) -> i32 {
        let from = self.assumptions.borrow().zone(seen.reference).unwrap_or(seen.object.zone.kind());
        let permanent = seen.object.zone == Zone::Battlefield && from == ZoneKind::Battlefield;
        let whose = if permanent { seen.chars.controller } else { seen.object.owner };
        let (zone, then) = match to {
            Destination::Hand => (ZoneKind::Hand, seen.object.owner),
            Destination::Graveyard => (ZoneKind::Graveyard, seen.object.owner),
            Destination::LibraryTop | Destination::LibraryTopBy(_) | Destination::LibraryTopRandom => {
                (ZoneKind::Library, seen.object.owner)
            }
            Destination::LibraryBottom
            | Destination::LibraryBottomRandom
            | Destination::LibraryAt(_)
            | Destination::LibraryUnder(_) => (ZoneKind::Outside, seen.object.owner),
            Destination::Exile | Destination::ExileFaceDown(_) => (ZoneKind::Exile, seen.object.owner),
            Destination::Command => (ZoneKind::Command, seen.object.owner),
            Destination::Battlefield(entry) => {
                let under = entry.under.and_then(|who| self.view.players_meant(bindings, who).first().copied());
                (ZoneKind::Battlefield, under.unwrap_or(seen.object.owner))
            }
        };
        self.assumptions.borrow_mut().moved.push((seen.reference, zone));
        if permanent && zone != ZoneKind::Battlefield {
            self.note(Change::Out(seen.reference));
            self.happens(seen.reference, |danger| danger.gone |= zone != ZoneKind::Hand);
        }
        // The viewer's own instructions save what is lost where it is.
        let saved = permanent && bindings.you == self.me && whose == self.me && self.is_doomed(seen);
        let here = if saved { DOOMED } else { self.lying(seen, from) };
        let there = if zone == ZoneKind::Battlefield && !permanent {
            let entering = if then == self.me { self.entering(seen, &seen.chars.abilities) } else { 0 };
            self.style.as_permanent(seen.chars) + self.ramp(seen.chars) + entering.clamp(-500, 500)
        } else if from == ZoneKind::Battlefield {
            self.style.in_zone(seen, zone)
        } else {
            self.lying(seen, zone)
        };
        (self.sign(then) * there).saturating_sub(self.sign(whose) * here)
    }

    /// What an object is worth to its owner or controller in a zone: cards in the viewer's hand by how they are needed.
    fn lying(&self, seen: &Seen<'_>, zone: ZoneKind) -> i32 {
        if zone == ZoneKind::Hand && seen.object.owner == self.me && self.style.in_zone(seen, zone) > 0 {
            return keep(self.view, seen, self.lands());
        }
        self.worth_removing(seen, zone)
    }

    /// What an object is worth to its controller in a zone: one of an opponent that can't attack doesn't do much, and one that
    /// can't block, either, does nothing.
    pub(super) fn worth_removing(&self, seen: &Seen<'_>, zone: ZoneKind) -> i32 {
        let worth = self.style.in_zone(seen, zone);
        let there = zone == ZoneKind::Battlefield && seen.object.zone == Zone::Battlefield;
        if !there || seen.chars.controller == self.me {
            return worth;
        }
        if self.style.raze > 0 && seen.chars.is_land() {
            let owner = seen.chars.controller;
            let lands = self.view.controlled(owner).filter(|s| s.chars.is_land()).count();
            return worth + self.style.raze * (7 - lands as i32).max(0);
        }
        if self.style.idle == 0 || !seen.chars.is_creature() {
            return worth;
        }
        let can_t = |restriction| seen.chars.restrictions.contains(restriction);
        if can_t(Restrictions::CANT_ATTACK) && can_t(Restrictions::CANT_BLOCK) {
            worth / 5
        } else if can_t(Restrictions::CANT_ATTACK) || seen.chars.has(Keyword::Defender) {
            worth / 2
        } else {
            worth
        }
    }

    /// Binds what would be chosen, and notes unknown cards.
    pub(super) fn choose(
        &self,
        who: Who,
        from: &Objects,
        max: i32,
        (random, into): (bool, Var),
        bindings: &mut Bindings,
        chance: &mut i32,
    ) {
        let mut objects = self.view.objects(bindings, from);
        if objects.is_empty() {
            bindings.clear(into);
            self.pick_unseen(who, from, max, random, into, bindings);
            return;
        }
        let mine = self.view.players_meant(bindings, who).first() == Some(&self.me);
        if random && objects.len() > 1 {
            // The likeliest card, at its chance.
            let name = |o: &ObjectRef| self.view.object(*o).map(|s| s.chars.name);
            let same = |o: &ObjectRef| objects.iter().filter(|other| name(other) == name(o)).count();
            let best = objects.iter().copied().max_by_key(|o| (same(o), std::cmp::Reverse(o.id)));
            if let Some(best) = best {
                *chance = *chance * same(&best) as i32 / objects.len() as i32;
                objects = smallvec::smallvec![best];
            }
        } else {
            // The chooser takes the best of others' and the least of their own.
            let worth = |o: &ObjectRef| {
                self.view.object(*o).map_or(0, |s| {
                    let theirs = s.object.owner != self.me;
                    // What is out of play can only be got back.
                    let worth = match s.object.zone.kind() {
                        zone @ (ZoneKind::Battlefield | ZoneKind::Hand | ZoneKind::Stack) => {
                            self.style.in_zone(&s, zone)
                        }
                        _ => -self.style.as_permanent(s.chars),
                    };
                    if theirs == mine { -worth } else { worth }
                })
            };
            objects.sort_by_cached_key(|o| (worth(o), o.id));
            objects.truncate(max.max(1) as usize);
        }
        bindings.set(into, Value::Objects(objects.into_vec()));
    }
}
