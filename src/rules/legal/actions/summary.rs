//! Whether a player has anything at all that could be used at some speed, whatever it costs.

use crate::cards::def::{CardTypes, CastBy, HandAction, Keyword, Rule, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, Traits};
use crate::model::ids::{NameId, ObjectId, Seat, StaticHandle};
use crate::model::object::{Characteristics, CopiableSource, Object, Restrictions};
use crate::model::zone::Zone;
use crate::rules::legal::Offers;
use crate::rules::legal::special::{companion, has_locked_half};
use crate::rules::legal::ways::waits_in_exile;
use crate::rules::reading::{Board, Live};
use crate::rules::work::{self, Work};

/// What a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Something for any time that the player has priority.
    instant: bool,
    /// Something for the player's main phases.
    sorcery: bool,
}

/// What a player could do something with, apart from the cards of the hand: in the order of the zones, each in its order.
///
/// A gate, so that a list of actions needs no look at the rest. It rests on this: a card of a graveyard, of exile or of the command
/// zone that no effect permits to be cast is cast by an ability of its own that works there, as an adventurer (CR 715.3d), after a special
/// action (702.143, 702.170), or as a commander; and what changes any of that changes what the summary reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Usable {
    /// Cards of the player's graveyard, of exile and of the command zone.
    pub(super) cards: Vec<(ObjectId, ZoneKind)>,
    /// Permanents with abilities that aren't mana abilities, and those that may lie face down.
    pub(super) permanents: Vec<ObjectId>,
}

impl Summary {
    /// Whether nothing can be done at this time.
    #[inline]
    pub(super) fn is_idle(self, sorcery_time: bool) -> bool {
        !(self.instant || sorcery_time && self.sorcery)
    }

    /// Both together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self { instant: self.instant || other.instant, sorcery: self.sorcery || other.sorcery }
    }

    /// Looks at the cards that a player has in hand.
    pub(super) fn of_hand(live: &Live<'_>, seat: Seat) -> Self {
        work::note(Work::Summary);
        let mut summary = Self::default();
        for &id in &live.zones().own[seat.index()].hand {
            summary.hand(live, id);
        }
        summary
    }

    /// Looks at everything else that a player could use, and lists it.
    pub(super) fn elsewhere(live: &Live<'_>, seat: Seat, usable: &mut Usable) -> Self {
        work::note(Work::Summary);
        // CR 601.3d: an effect may give flash to what is cast.
        let mut summary = Self { instant: live.table().0.traits.quickens_spells, sorcery: false };
        for row in &live.rules().rules {
            if let StaticEffect::Rule(Rule::Flash(..) | Rule::Permit { .. } | Rule::PayInstead { flash: true, .. }) =
                live.table().static_row(row.handle).effect
            {
                summary.instant = true;
            }
        }
        let zones = live.zones();
        // A plugin may offer a special action.
        summary.sorcery |= !zones.command.is_empty() || companion(live, seat).is_some();
        let own = &zones.own[seat.index()];
        for &id in zones.command.iter().filter(|id| Offers::castable_from_command(live, seat, **id)) {
            summary.hand(live, id);
        }
        for &id in zones.exile.iter().filter(|id| waits_in_exile(live, seat, **id)) {
            summary.hand(live, id);
        }
        for &id in &zones.exile {
            if let Some(since) = live.cast_as(id).since_action.filter(|_| live.object(id).owner == seat) {
                summary.sorcery = true;
                // CR 702.143a: when a foretold card may be cast depends on what it is face up.
                summary.instant |= since.action == HandAction::Foretell;
            }
        }
        let Usable { cards, permanents } = usable;
        cards.clear();
        permanents.clear();
        if live.table().0.traits.used_from(ZoneKind::Graveyard) {
            let there = own.graveyard.iter().filter(|id| summary.abilities(live, seat, **id));
            cards.extend(there.map(|id| (*id, ZoneKind::Graveyard)));
        }
        for &id in &zones.exile {
            let castable = waits_in_exile(live, seat, id) || live.cast_as(id).since_action.is_some();
            if summary.abilities(live, seat, id) || castable {
                cards.push((id, ZoneKind::Exile));
            }
        }
        for &id in &zones.command {
            if summary.abilities(live, seat, id) || Offers::castable_from_command(live, seat, id) {
                cards.push((id, ZoneKind::Command));
            }
        }
        // Where no card of the game has such an ability, none is granted either.
        let traits = &live.table().0.traits;
        let some_act = traits.halves || traits.acts_from & Traits::bit(ZoneKind::Battlefield) != 0;
        let worth_a_look = |id: &ObjectId| {
            let chars = live.chars(*id);
            let may = chars.controller == seat || traits.acts_for_others;
            may && (some_act || chars.name == NameId::NONE)
        };
        let there = zones.battlefield.iter().copied().filter(worth_a_look);
        permanents.extend(there.filter(|id| summary.abilities(live, seat, *id)));
        summary
    }

    /// Adds what a card offers that can be cast. Who has something for any time needs no further look.
    fn hand(&mut self, live: &Live<'_>, id: ObjectId) {
        self.sorcery = true;
        if self.instant {
            return;
        }
        let chars = live.chars(id);
        if chars.is(CardTypes::INSTANT) || chars.has(Keyword::Flash) {
            self.instant = true;
            return;
        }
        if let CopiableSource::Def(def, _) = live.object(id).base {
            let definition = live.table().def(def);
            self.instant |= definition.faces.len() > 1 && definition.faces.iter().any(|f| f.traits.instant_speed);
        }
        let hand = Traits::bit(ZoneKind::Hand);
        self.instant |= may_have_flash(live, chars);
        self.instant |= chars.abilities.iter().any(|a| {
            let ability = live.table().ability(a.handle);
            match ability.kind {
                AbilityKind::Activated { is_mana: false, .. } => ability.zones & hand != 0,
                // CR 116.2h: in its player's turn, any time that they have priority.
                AbilityKind::AlternativeCost { flash, tag, .. } => flash || tag == Some(CastBy::Foretell),
                _ => false,
            }
        });
    }

    /// Adds what abilities of an object offer. Whether something could be done with it: by an activated ability that doesn't only make mana for
    /// costs, by casting it where it is, by turning it face up, or by unlocking a half of it.
    fn abilities(&mut self, live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
        let chars = live.chars(id);
        // CR 116.2b: any time that its controller has priority. What lies face down has no name (708.2a).
        let mut usable = chars.name == NameId::NONE;
        if usable && chars.controller == seat {
            self.instant |= live.status(id).face_down;
        }
        let object: &Object = live.object(id);
        if object.zone == Zone::Battlefield && has_locked_half(live, seat, id) {
            (usable, self.sorcery) = (true, true);
        }
        if chars.abilities.is_empty() {
            return usable;
        }
        let bit = Traits::bit(object.zone.kind());
        for instance in &chars.abilities {
            let ability = live.table().ability(instance.handle);
            match &ability.kind {
                AbilityKind::Triggered { .. } | AbilityKind::Static { .. } => {}
                AbilityKind::Activated { is_mana, instant_speed, sorcery_speed, is_loyalty, by, .. }
                    if !is_mana || *instant_speed || *sorcery_speed =>
                {
                    let may = chars.controller == seat || *by != crate::cards::def::Who::You;
                    if may && ability.zones & bit != 0 {
                        usable = true;
                        let any_time = *is_loyalty && chars.restrictions.contains(Restrictions::LOYALTY_AS_INSTANT);
                        let slow = (*sorcery_speed || *is_loyalty) && !any_time;
                        *if slow { &mut self.sorcery } else { &mut self.instant } = true;
                    }
                }
                AbilityKind::AlternativeCost { from, flash, .. }
                    if object.zone != Zone::Battlefield && *from == object.zone.kind() && object.owner == seat =>
                {
                    usable = true;
                    let slow = !flash && !chars.is(CardTypes::INSTANT) && !chars.has(Keyword::Flash);
                    let slow = slow && !may_have_flash(live, chars);
                    *if slow { &mut self.sorcery } else { &mut self.instant } = true;
                }
                _ => {}
            }
        }
        usable
    }
}

/// Whether abilities that a card has as it is cast may give it flash, or let it be cast as though it had flash (CR 601.3d).
fn may_have_flash(live: &Live<'_>, chars: &Characteristics) -> bool {
    chars.abilities.iter().any(|a| {
        let ability = live.table().ability(a.handle);
        let index = match ability.kind {
            AbilityKind::Static { is_cda: false, index, .. } => index,
            AbilityKind::OptionalCost { flash, .. } => return flash,
            _ => return false,
        };
        let handle = StaticHandle { def: a.handle.def, index };
        ability.zones & Traits::bit(ZoneKind::Stack) != 0
            && matches!(
                live.table().static_row(handle).effect,
                StaticEffect::Affect(..) | StaticEffect::Rule(Rule::Flash(..))
            )
    })
}
