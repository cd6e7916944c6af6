//! Cards that can be checked in the zone where they are, without building the spell: most cards of a hand, most of the time.

use super::actions::sorcery_time;
use super::castable::is_legendary_spell;
use crate::cards::def::{CardTypes, Cost, CostPart, Keyword, Rule, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::cast::AlternatePayment;
use crate::model::continuous::RuleRow;
use crate::model::decision::CastMethod;
use crate::model::ids::{ObjectId, Origin, Seat};
use crate::model::mana::{ManaTotal, SpendAs};
use crate::model::object::{AbilityInstance, CopiableSource, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::mana::{LazyMeans, Reserved};
use crate::rules::reading::{Board, Live};

/// What rules in force say of casting spells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum OnCasting {
    /// Nothing.
    Nothing,
    /// That some can't be cast, or not at this time, or that they cost more mana.
    Hinders,
    /// Perhaps that some can be cast at other times, cost less, or can be paid otherwise.
    Anything,
}

impl OnCasting {
    /// What all rules together say.
    pub(crate) fn now(live: &Live<'_>) -> Self {
        let said = |row: &RuleRow| match &live.table().static_row(row.handle).effect {
            StaticEffect::Rule(rule) => Self::of(rule),
            StaticEffect::Affect(..) | StaticEffect::Replace(_) => Self::Anything,
        };
        live.rules().rules.iter().map(said).max().unwrap_or(Self::Nothing)
    }

    fn of(rule: &Rule) -> Self {
        let only_mana = |cost: &Cost| cost.0.iter().all(|part| matches!(part, CostPart::Mana(_)));
        match rule {
            Rule::CantCast(..)
            | Rule::CantCastFrom { .. }
            | Rule::CastAsSorcery(..)
            | Rule::SpellLimit(..)
            | Rule::SpellLimitOf(..) => Self::Hinders,
            Rule::CostsMore(_, _, cost) if only_mana(cost) => Self::Hinders,
            _ if rule.is_about_casting() => Self::Anything,
            _ => Self::Nothing,
        }
    }
}

/// What is looked at once for all cards of a hand.
///
/// A gate, which rests on this: while no rule lets players cast more and no effect reaches spells, a card whose own abilities
/// say nothing of casting it is as a spell what it is in its hand (CR 601.3e). It can be cast in one way, at the time that its type
/// allows, for its mana cost (601.2f), or for more than that. If it has no targets and no choices, and no rule hinders, that is all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainCards {
    seat: Seat,
    sorcery_time: bool,
    /// Rules may forbid what could be cast, or make it cost more.
    hindered: bool,
}

impl PlainCards {
    /// `None` if every card needs a closer look.
    pub(crate) fn now(live: &Live<'_>, seat: Seat) -> Option<Self> {
        let rules = OnCasting::now(live);
        let quiet = !live.table().0.traits.reaches_stack && rules != OnCasting::Anything;
        let hindered = rules == OnCasting::Hinders;
        quiet.then(|| Self { seat, sorcery_time: sorcery_time(live, seat), hindered })
    }

    /// Whether a card can be cast now, and how; `Err` if it needs a closer look.
    pub(crate) fn way(
        self,
        live: &Live<'_>,
        means: &LazyMeans<'_>,
        id: ObjectId,
    ) -> Result<Option<CastMethod>, CloserLook> {
        let (object, chars, table) = (live.object(id), live.chars(id), live.table());
        let CopiableSource::Def(def, face) = object.base else { return Err(CloserLook) };
        let own = object.zone == Zone::Hand(self.seat)
            && object.kind == ObjectKind::Card
            && object.owner == self.seat
            && chars.controller == self.seat;
        if !own || table.def(def).layout.is_some() {
            return Err(CloserLook);
        }
        let mut is_plain = true;
        for ability in &chars.abilities {
            match asks_for(table, ability) {
                Asks::Nothing => {}
                Asks::Choices => is_plain = false,
                Asks::Anything => return Err(CloserLook),
            }
        }
        // CR 305.9: lands aren't cast. CR 118.6: without a mana cost it can't be paid for.
        let Some(cost) = chars.cost.as_ref().filter(|_| !chars.is(CardTypes::LAND) && !chars.types.is_empty()) else {
            return Ok(None);
        };
        // CR 307.1.
        if !self.sorcery_time && !chars.is(CardTypes::INSTANT) && !chars.has(Keyword::Flash) {
            return Ok(None);
        }
        if !means.unproven && means.are_less_than(cost) && AlternatePayment::of(chars).is_none() {
            return Ok(None);
        }
        // CR 205.4e.
        if !is_plain || self.hindered || is_legendary_spell(chars) {
            return Err(CloserLook);
        }
        if !means.unproven {
            // CR 106.6: whether bound mana can be spent depends on the spell.
            let several_ways = cost.x_count() > 0 || !AlternatePayment::of(chars).is_none();
            if several_ways || !means.terms.is_empty() {
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

/// What an ability of a card asks for as it is cast.
enum Asks {
    /// It changes neither how nor when the card is cast, nor what it costs.
    Nothing,
    /// Targets and modes may have to be chosen.
    Choices,
    /// It may change anything.
    Anything,
}

fn asks_for(table: &CardTable, ability: &AbilityInstance) -> Asks {
    let row = table.ability(ability.handle);
    match row.kind {
        AbilityKind::Activated { .. } | AbilityKind::Triggered { .. } => Asks::Nothing,
        AbilityKind::Static { .. } if row.zones & Traits::bit(ZoneKind::Stack) == 0 => Asks::Nothing,
        // CR 604.3: what it defines is defined in hand already.
        AbilityKind::Static { is_cda: true, .. } if ability.origin == Origin::Text => Asks::Nothing,
        AbilityKind::Spell(_) => Asks::Choices,
        _ => Asks::Anything,
    }
}
