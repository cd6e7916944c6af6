//! Cards that are judged where they lie: most cards of a hand, most of the time.

use super::actions::sorcery_time;
use crate::cards::def::{CardTypes, Keyword, ZoneKind};
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::cast::AlternatePayment;
use crate::model::decision::CastMethod;
use crate::model::ids::{ObjectId, Seat};
use crate::model::mana::{ManaTotal, SpendAs};
use crate::model::object::{AbilityInstance, Base, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::mana::{Means, Reserved};
use crate::rules::reading::{Board, Live};

/// What is looked at once for all cards of a hand.
///
/// A gate, which rests on this: while no rule is in force and no effect reaches spells, a card whose own abilities say nothing of
/// casting it is as a spell what it is in its hand (CR 601.3e). It can be cast in one way, without targets, at the time that its
/// type allows, for its mana cost (601.2f).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainCards {
    seat: Seat,
    sorcery_time: bool,
}

impl PlainCards {
    /// `None` if every card needs a closer look.
    pub(crate) fn now(live: &Live<'_>, seat: Seat) -> Option<Self> {
        let traits = &live.table().0.traits;
        let quiet = live.rules().rules.is_empty() && !traits.reaches_stack && !traits.shapes_itself;
        quiet.then(|| Self { seat, sorcery_time: sorcery_time(live, seat) })
    }

    /// Whether a card can be cast now, and how; `Err` if it needs a closer look.
    pub(crate) fn way(self, live: &Live<'_>, means: &Means, id: ObjectId) -> Result<Option<CastMethod>, CloserLook> {
        let (object, chars, table) = (live.object(id), live.chars(id), live.table());
        let Base::Def(def, face) = object.base else { return Err(CloserLook) };
        let own = object.zone == Zone::Hand(self.seat)
            && object.kind == ObjectKind::Card
            && object.owner == self.seat
            && chars.controller == self.seat;
        if !own || !chars.abilities.iter().all(|a| says_nothing_of_casting(table, a)) || table.def(def).layout.is_some()
        {
            return Err(CloserLook);
        }
        // CR 305.9: lands aren't cast. CR 118.6: without a mana cost it can't be paid for.
        let Some(cost) = chars.cost.as_ref().filter(|_| !chars.is(CardTypes::LAND) && !chars.types.is_empty()) else {
            return Ok(None);
        };
        // CR 307.1.
        if !self.sorcery_time && !chars.is(CardTypes::INSTANT) && !chars.has(Keyword::Flash) {
            return Ok(None);
        }
        if !means.unproven {
            if means.are_less_than(cost) && AlternatePayment::of(chars).is_none() {
                return Ok(None);
            }
            // CR 106.6: whether bound mana can be spent depends on the spell.
            if !means.terms.is_empty() || cost.x_count() > 0 || !AlternatePayment::of(chars).is_none() {
                return Err(CloserLook);
            }
            let mut total = ManaTotal::default();
            total.add(&cost.0, 0);
            if !means.can_pay(&total, &[], SpendAs::Itself, &Reserved::default(), &[], 0) {
                return Ok(None);
            }
        }
        Ok(Some(CastMethod { face, ..CastMethod::default() }))
    }
}

/// A card can't be judged where it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloserLook;

/// Whether an ability of a card changes neither how nor when the card is cast, nor what it costs.
fn says_nothing_of_casting(table: &CardTable, ability: &AbilityInstance) -> bool {
    let ability = table.ability(ability.handle);
    match ability.kind {
        AbilityKind::Activated { .. } | AbilityKind::Triggered { .. } => true,
        AbilityKind::Static { .. } => ability.zones & Traits::bit(ZoneKind::Stack) == 0,
        _ => false,
    }
}
