//! Guesses: which card an opponent may hold, which colour to beware of, which colour of mana is needed.

use super::choices::best;
use super::evaluator::Evaluator;
use super::style::Style;
use super::value::main_opponent;
use crate::cards::Op;
use crate::cards::def::{
    AbilityDef, CardTypes, Color, Filter, Instruction, Keyword, KeywordAbility, ManaSymbol, ManaType, Modification,
    Objects, Quantity, Rule, StaticEffect, Subtype, Var, Who, ZoneKind, ZoneOf,
};
use crate::game::view::{Followed, SeatView, Seen};
use crate::model::bindings::{Bindings, Value};
use crate::model::decision::{Answer, Choice, Decision};
use crate::model::ids::{DefId, NameId, ObjectRef};
use crate::model::zone::Zone;
use crate::rules::reading::name_fits;

/// Whether instructions look at cards in the hand of their controller.
pub(super) fn looks_at_own_hand(ops: &[Op]) -> bool {
    let own = |objects: &Objects| matches!(objects, Objects::In(ZoneOf::Hand(Who::You), _));
    ops.iter().any(|op| match op {
        Op::Do(effect) => match effect.as_ref() {
            Instruction::Choose { from, .. } => own(from),
            Instruction::Reveal(what) => own(what),
            _ => false,
        },
        _ => false,
    })
}

impl Evaluator<'_, '_> {
    /// [`hostile_color`], found once for all that is judged at a moment.
    pub(super) fn hostile_color(&self) -> Color {
        *self.hostile.get_or_init(|| hostile_color(self.view, self.style))
    }

    /// [`name`], guessed once for all that is judged at a moment: no judgement changes what is there.
    pub(super) fn name(&self, filter: &Filter, own_hand: bool) -> Option<NameId> {
        let known =
            self.guessed.borrow().iter().find(|(of, own, _)| *own == own_hand && of == filter).map(|(.., name)| *name);
        known.unwrap_or_else(|| {
            let guessed = name(self.view, self.style, filter, own_hand);
            self.guessed.borrow_mut().push((filter.clone(), own_hand, guessed));
            guessed
        })
    }
}

/// The name of the likeliest card: in the viewer's hand, or in that of the main opponent.
pub(super) fn name(view: &SeatView<'_>, style: &Style, filter: &Filter, own_hand: bool) -> Option<NameId> {
    // CR 201.4: tokens and what an effect has renamed have no name of a card.
    let can_be_named = |name: NameId| view.named(name).is_some_and(|chars| name_fits(filter, &chars));
    if own_hand {
        let hand: Vec<NameId> = view.hand().map(|s| s.chars.name).filter(|name| can_be_named(*name)).collect();
        let count = |name: &NameId| hand.iter().filter(|n| *n == name).count();
        if let Some(best) = hand.iter().max_by_key(|n| (count(n), n.0)) {
            return Some(*best);
        }
    }
    let opponent = main_opponent(view)?;
    let known = view.zone(Zone::Hand(opponent)).filter(|s| s.object.owner == opponent && can_be_named(s.chars.name));
    if let Some(best) = known.max_by_key(|s| (style.in_zone(s, ZoneKind::Stack), s.chars.name.0)) {
        return Some(best.chars.name);
    }
    // What they have shown of: the deck has more of it, and the dearest is the likeliest still to be in hand.
    let public = [Zone::Graveyard(opponent), Zone::Battlefield, Zone::Exile];
    let mut seen: Vec<(NameId, u32, i32)> = Vec::new();
    for object in public.into_iter().flat_map(|zone| view.zone(zone)).filter(|s| s.object.owner == opponent) {
        match seen.iter_mut().find(|(name, ..)| *name == object.chars.name) {
            Some((_, count, _)) => *count += 1,
            None => seen.push((object.chars.name, 1, object.chars.mana_value(0))),
        }
    }
    seen.retain(|(name, ..)| can_be_named(*name));
    // All four copies of a card seldom show up: one or two are the best sign.
    let sign = |count: u32| match count {
        1 | 2 => 2,
        3 => 1,
        _ => 0,
    };
    let best = seen
        .iter()
        .filter(|(name, ..)| *name != NameId::NONE)
        .max_by_key(|(name, count, mana)| (sign(*count), *count, *mana, name.0));
    best.map(|(name, ..)| *name).or_else(|| view.names_fitting(filter).first().copied())
}

/// The colour of what opponents threaten with.
pub(super) fn hostile_color(view: &SeatView<'_>, style: &Style) -> Color {
    let mut weights = [0i32; 5];
    let threats = view.battlefield().filter(|s| s.chars.is_creature()).chain(view.zone(Zone::Stack));
    for seen in threats.filter(|s| s.chars.controller != view.seat()) {
        for color in seen.chars.colors.colors() {
            weights[color as usize] += style.in_zone(&seen, seen.object.zone.kind());
        }
    }
    let best = (0..5).max_by_key(|i| (weights[*i], std::cmp::Reverse(*i))).unwrap_or(0);
    Color::ALL[best]
}

/// How good it is to name a subtype for a permanent that does something to what has it: to the viewer's creatures, or
/// to those of opponents if that is bad for them.
pub(super) fn subtype(view: &SeatView<'_>, style: &Style, def: DefId, subtype: Subtype) -> i32 {
    let number = |quantity: &Quantity| if let Quantity::N(n) = quantity { *n } else { 0 };
    let gain = |modification: &Modification| match modification {
        Modification::ModifyPT(p, t) => number(p) + number(t),
        _ => 0,
    };
    let rows = view.table().def(def).statics.iter();
    let gains = rows.map(|row| match &row.effect {
        StaticEffect::Affect(_, modifications) => modifications.iter().map(gain).sum(),
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => 0,
    });
    let kind = if gains.sum::<i32>() < 0 { -1 } else { 1 };
    let has = |seen: &Seen<'_>| seen.chars.is_creature() && seen.chars.subtypes.contains(subtype);
    let there = view.battlefield().filter(has).map(|seen| {
        let sign = if seen.chars.controller == view.seat() { kind } else { -kind };
        sign * style.in_zone(&seen, ZoneKind::Battlefield)
    });
    let held = if kind > 0 { view.hand().filter(has).count() as i32 } else { 0 };
    there.sum::<i32>() + 40 * held
}

/// Whether a definition turns against what opponents have: it makes spells dearer or forbids them, or protects from them.
pub(super) fn is_against(view: &SeatView<'_>, def: DefId) -> bool {
    let protects = |modification: &Modification| {
        let Modification::GainAbilities(gained) = modification else { return false };
        gained.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Protection(_))))
    };
    view.table().def(def).statics.iter().any(|row| match &row.effect {
        StaticEffect::Rule(Rule::CantCast(..) | Rule::CostsMore(..) | Rule::PlayerProtection(..)) => true,
        StaticEffect::Affect(_, modifications) => modifications.iter().any(protects),
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => false,
    })
}

/// How good it is to name a card type: how many cards with it the viewer has in hand, graveyard and on the battlefield, or
/// how many of them opponents have shown.
pub(super) fn card_type(view: &SeatView<'_>, kind: CardTypes, against: bool) -> i32 {
    let of = |zone: Zone, worth: i32| {
        let such = view.zone(zone).filter(|seen| seen.chars.types.intersects(kind));
        such.map(|seen| if (seen.object.owner != view.seat()) == against { worth } else { 0 }).sum::<i32>()
    };
    let public = view.seats().map(|seat| of(Zone::Graveyard(seat), 2)).sum::<i32>() + of(Zone::Battlefield, 1);
    public + view.seats().map(|seat| of(Zone::Hand(seat), 3)).sum::<i32>()
}

/// How much each type of mana is wanted: by the symbols in the costs of the viewer's hand.
pub(super) fn wanted_mana(view: &SeatView<'_>) -> [i32; 6] {
    let mut wanted = [0; 6];
    let mut want = |mask: u8, weight: i32| {
        for mana in ManaType::ALL.iter().filter(|m| mask & m.bit() != 0) {
            wanted[*mana as usize] += weight;
        }
    };
    for cost in view.hand().filter_map(|s| s.chars.cost.as_ref()) {
        for symbol in &cost.0 {
            match symbol {
                ManaSymbol::Typed(mana) => want(mana.bit(), 4),
                ManaSymbol::TwoOr(mana) => want(mana.bit(), 2),
                ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => want(*mask, 2),
                ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => {}
            }
        }
    }
    wanted
}

/// The word to vote for: each is judged by what the instructions do with one vote more for it.
pub(super) fn vote(evaluator: &Evaluator<'_, '_>, decision: &Decision, followed: &Followed, words: &[Var]) -> Answer {
    let from = |mut bindings: Bindings| evaluator.program(followed.program, followed.at + 1, &mut bindings);
    let without = from(followed.bindings.clone());
    best(decision, |choice| match choice {
        Choice::Course(n) => words.get(usize::from(*n)).map_or(0, |word| {
            let mut bindings = followed.bindings.clone();
            let mut voters = match bindings.var(*word) {
                Some(Value::Votes(voters)) => voters.clone(),
                _ => Vec::new(),
            };
            voters.push(decision.player);
            bindings.set(*word, Value::Votes(voters));
            from(bindings).saturating_sub(without)
        }),
        _ => 0,
    })
}

/// Whether an object is a Saga with read ahead that enters (CR 702.155b).
pub(super) fn is_read(view: &SeatView<'_>, object: ObjectRef) -> bool {
    let enters = |seen: Seen<'_>| seen.object.zone != Zone::Battlefield && seen.chars.has(Keyword::ReadAhead);
    view.object(object).is_some_and(enters)
}
