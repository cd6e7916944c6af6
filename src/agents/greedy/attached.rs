//! What is attached, and what permanents do for others as long as they are there.

use super::evaluator::Evaluator;
use crate::cards::def::{CostPart, Obj, Objects, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, Traits};
use crate::game::view::Seen;
use crate::model::bindings::Bindings;
use crate::model::ids::{AbilityHandle, ObjectRef, Referent, Seat};
use crate::model::object::AbilityInstance;
use crate::rules::resolving::{Aim, aim_of_attached};

/// What a granted ability is worth at most.
const MOST: i32 = 160;

impl Evaluator<'_, '_> {
    /// What attaching something to another host is worth.
    pub(super) fn attach(&self, what: &Objects, to: Obj, bindings: &mut Bindings) -> i32 {
        let Some(object) = self.view.objects(bindings, what).first().copied() else { return 0 };
        let Some(host) = self.view.objects(bindings, &Objects::The(to)).first().copied() else { return 0 };
        let Some(seen) = self.view.object(object) else { return 0 };
        match seen.status.attached_to {
            Some(Referent::Object(now)) if now == host => 0,
            Some(Referent::Object(now)) => self.on_host(&seen, host) - self.on_host(&seen, now) - 10,
            _ => self.on_host(&seen, host),
        }
    }

    /// What it is worth that an Aura or Equipment is attached to a host.
    pub(super) fn on_host(&self, seen: &Seen<'_>, host: ObjectRef) -> i32 {
        let Some(host) = self.view.object(host) else { return 0 };
        let table = self.view.table();
        let mut bindings = Bindings::new(seen.chars.controller, seen.reference);
        let mut total = 0;
        for ability in &seen.chars.abilities {
            let AbilityKind::Static { index, .. } = table.ability(ability.handle).kind else { continue };
            let row = &table.def(ability.handle.def).statics[index as usize];
            if let StaticEffect::Affect(Objects::The(Obj::Host), modifications) = &row.effect {
                let changed = self.change(&host, modifications, &mut bindings);
                total += self.for_good(&host, &changed);
                for granted in &row.granted {
                    total += self.granted(AbilityHandle { def: ability.handle.def, index: *granted }, &host);
                }
                // On an attacker it helps at once; on who can't attack for long it doesn't.
                if total > 0 && host.chars.is_creature() {
                    total += self.style.as_permanent(host.chars) / 20;
                }
            }
        }
        total
    }

    /// What it is worth that an Aura is attached to an object or a player.
    pub(super) fn on(&self, seen: &Seen<'_>, host: Referent) -> i32 {
        match host {
            Referent::Object(host) => self.on_host(seen, host),
            Referent::Player(seat) => self.on_player(seen, seat),
        }
    }

    /// What it is worth that an Aura enchants a player: as much as such a permanent, if it helps the right one.
    fn on_player(&self, seen: &Seen<'_>, seat: Seat) -> i32 {
        let worth = self.style.as_permanent(seen.chars);
        match aim_of_attached(self.view.table(), seen.chars) {
            Some(Aim::Help) if seat == self.me => worth,
            Some(Aim::Help) => -worth,
            Some(Aim::Harm) if seat == self.me => -worth,
            Some(Aim::Harm) => worth,
            None if seat == self.me => 0,
            None => worth / 3,
        }
    }

    /// What an ability is worth that a creature of the viewer's gains: of an activated one, what it does when it is used.
    fn granted(&self, handle: AbilityHandle, host: &Seen<'_>) -> i32 {
        if host.chars.controller != self.me {
            return 0;
        }
        match &self.view.table().ability(handle).kind {
            AbilityKind::Activated { is_mana: true, .. } => 15,
            AbilityKind::Activated { cost, .. } => {
                let mut bindings = Bindings::new(self.me, host.reference);
                let price = self.price(&cost.0, host.reference, &bindings);
                let use_now = self.ability(handle, &mut bindings).saturating_sub(price.penalty + 10 * price.mana);
                let worth = 10 + use_now.clamp(0, MOST);
                let turn = self.view.turn();
                let waits = host.status.tapped || host.status.controlled_since >= turn.number;
                if waits && cost.0.contains(&CostPart::Tap) { worth / 2 } else { worth }
            }
            AbilityKind::Triggered { .. } => 15,
            _ => 5,
        }
    }

    /// What the static abilities of a permanent that would enter do to others; `None` without such.
    pub(super) fn presence(&self, seen: &Seen<'_>, abilities: &[AbilityInstance]) -> Option<i32> {
        let table = self.view.table();
        let mut total = None;
        for ability in abilities {
            let compiled = table.ability(ability.handle);
            let AbilityKind::Static { index, .. } = compiled.kind else { continue };
            let effect = &table.def(ability.handle.def).statics[index as usize].effect;
            let here = compiled.zones & Traits::bit(ZoneKind::Battlefield) != 0;
            let rules = self.style.terms > 0 && here && matches!(effect, StaticEffect::Rule(_));
            if rules || matches!(effect, StaticEffect::Affect(Objects::All(_), _)) {
                let worth = self.lasting(effect, None, &mut Bindings::new(self.me, seen.reference));
                total = Some(total.unwrap_or(0) + worth);
            }
        }
        total
    }

    /// What giving up a permanent costs: nothing, if it is lost anyway.
    pub(super) fn parting(&self, seen: &Seen<'_>) -> i32 {
        let idle_land = || seen.chars.is_land() && !super::costs::mana_source(self.view, seen);
        match seen.object.zone {
            crate::model::zone::Zone::Battlefield if self.is_doomed(seen) => 0,
            // It doesn't even make mana.
            crate::model::zone::Zone::Battlefield if idle_land() => 30,
            crate::model::zone::Zone::Battlefield if seen.chars.is_land() => {
                // Lands pay for all that is still to come: the fewer there are, the more.
                self.style.in_zone(seen, ZoneKind::Battlefield) + self.style.land * (7 - self.lands().played).max(0)
            }
            crate::model::zone::Zone::Battlefield if self.style.used > 0 && self.is_used_up(seen) => 15,
            crate::model::zone::Zone::Battlefield => self.style.in_zone(seen, ZoneKind::Battlefield),
            _ => 5,
        }
    }

    /// Whether a permanent that isn't a creature is there for abilities that use it up.
    fn is_used_up(&self, seen: &Seen<'_>) -> bool {
        let table = self.view.table();
        let uses_up = |a: &AbilityInstance| match &table.ability(a.handle).kind {
            AbilityKind::Activated { cost, .. } => cost.0.contains(&CostPart::SacrificeThis),
            _ => false,
        };
        let lasts = |a: &AbilityInstance| match &table.ability(a.handle).kind {
            AbilityKind::Activated { cost, .. } => !cost.0.contains(&CostPart::SacrificeThis),
            AbilityKind::Static { .. } => true,
            _ => false,
        };
        let (chars, own) = (seen.chars, &seen.chars.abilities);
        !chars.is_creature() && own.iter().any(uses_up) && !own.iter().any(lasts)
    }
}
