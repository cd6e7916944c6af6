//! In which of its ways a card can be cast now, and what effects let players pay for spells instead of their mana costs (CR 118.9).

use super::as_spell::spell_chars;
use super::castable::{Attempt, castable};
use super::ways::{alternatives, own_ways};
use crate::cards::AbilityKind;
use crate::cards::def::{
    CastBy, Condition, Cost, Filter, Modification, Objects, Rule, StaticEffect, Who, ZoneKind, ZoneOf,
};
use crate::model::bindings::Bindings;
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::CastMethod;
use crate::model::ids::{AbilityHandle, AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Seat};
use crate::rules::legal::{Proposed, permit_of};
use crate::rules::mana::{LazyMeans, Means};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::ReadGame;
use smallvec::SmallVec;

/// What an effect lets players pay rather than the mana cost of a spell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostOffer<'w> {
    /// For which spells.
    spells: Spells<'w>,
    /// What its words refer to.
    bindings: &'w Bindings,
    /// What is paid.
    pub cost: &'w Cost,
    /// As though the spell had flash.
    pub flash: bool,
    /// The ability by which it is paid for only one spell each turn.
    pub once: Option<AbilityKey>,
    /// The keyword that the spell is given by the effect, if it is.
    pub by: Option<CastBy>,
    /// When that keyword lets it be paid.
    only_if: &'w Condition,
}

/// For which spells a cost is offered.
#[derive(Clone, Copy, Debug)]
enum Spells<'w> {
    /// Those of a player that match.
    Matching(Who, &'w Filter),
    /// The objects on the stack of a group, while a condition holds.
    Of(&'w Objects, &'w Condition),
}

impl CostOffer<'_> {
    /// Whether it is for a spell of a player on a board.
    pub(super) fn is_for(&self, board: &impl Board, spell: ObjectRef, seat: Seat) -> bool {
        if !reading::holds(board, &Bindings::new(seat, spell), self.only_if) {
            return false;
        }
        match self.spells {
            Spells::Matching(who, filter) => {
                reading::player_matches(board, self.bindings, who, seat)
                    && reading::matches(board, self.bindings, filter, spell)
            }
            Spells::Of(group, only_if) => {
                let source = board.view(self.bindings.this).map_or(self.bindings.you, |source| source.chars.controller);
                let bindings = Bindings { you: source, ..self.bindings.clone() };
                reading::holds(board, &bindings, only_if) && reading::objects(board, &bindings, group).contains(&spell)
            }
        }
    }
}

/// What an effect offers, whatever the spell; `None` if it offers nothing now. An effect that gives spells a keyword with a cost offers
/// that (CR 601.3e).
pub(crate) fn cost_offer<'w>(live: &Live<'w>, effect: ContinuousEffectId) -> Option<CostOffer<'w>> {
    let source = live.world_effect(effect);
    let (table, bindings) = (live.world_table(), &source.bindings);
    if !source.active {
        return None;
    }
    let row = table.static_row(source.handle);
    match &row.effect {
        StaticEffect::Rule(Rule::PayInstead { who, what, cost, flash, once }) => {
            let once = source.key().filter(|_| *once);
            let used = once.is_some_and(|key| live.history().uses_of(key) > 0);
            let spells = Spells::Matching(*who, what);
            let only_if = &Condition::Always;
            (!used).then_some(CostOffer { spells, bindings, cost, flash: *flash, once, by: None, only_if })
        }
        StaticEffect::Affect(group, _) => {
            let AbilityKind::Static { only_if: gives, .. } = &table.ability(source.key()?.handle).kind else {
                return None;
            };
            row.granted.iter().find_map(|index| {
                let handle = AbilityHandle { def: source.handle.def, index: *index };
                match &table.ability(handle).kind {
                    AbilityKind::AlternativeCost {
                        cost,
                        only_if,
                        from: ZoneKind::Hand,
                        exile_after: false,
                        transformed: false,
                        flash,
                        becomes: None,
                        tag,
                    } => {
                        let spells = Spells::Of(group, gives);
                        Some(CostOffer { spells, bindings, cost, flash: *flash, once: None, by: *tag, only_if })
                    }
                    _ => None,
                }
            })
        }
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => None,
    }
}

/// The effects that may offer costs for spells.
fn offering(live: &Live<'_>) -> SmallVec<[ContinuousEffectId; 2]> {
    let table = live.table();
    let rules = live
        .rules()
        .rules
        .iter()
        .filter(|row| matches!(table.static_row(row.handle).effect, StaticEffect::Rule(Rule::PayInstead { .. })));
    let mut all: SmallVec<[ContinuousEffectId; 2]> = rules.map(|row| row.effect).collect();
    if table.0.traits.reaches_stack {
        let gives = |effect: &&ContinuousEffectId| match &table.static_row(live.world_effect(**effect).handle).effect {
            StaticEffect::Affect(Objects::In(ZoneOf::Stack, _), all) => {
                all.iter().any(|m| matches!(m, Modification::GainAbilities(_)))
            }
            _ => false,
        };
        all.extend(live.part::<ContinuousEffects>().order.iter().filter(gives).copied());
    }
    all
}

/// Goes through a way to cast a card and those that differ from it in what an effect lets the player pay. There is one alternative cost
/// only (CR 118.9a).
fn with_offers(live: &Live<'_>, way: CastMethod, each: &mut impl FnMut(CastMethod)) {
    each(way);
    if way.alternative.is_some() || way.face_down || way.plotted {
        return;
    }
    if way.permit.and_then(|effect| permit_of(live, effect)).is_some_and(|permit| permit.cost.is_some()) {
        return;
    }
    for effect in offering(live) {
        if cost_offer(live, effect).is_some() {
            each(CastMethod { offer: Some(effect), ..way });
        }
    }
}

/// The ways in which a player could now cast a card during a resolution (CR 608.2g), for `instead` or its own cost.
/// For its own cost, an alternative cost of its own can be paid instead, and it can be cast face down (CR 118.9, 702.37c).
/// With `copy`, a copy is cast that isn't there yet (CR 707.12). The layers must be up to date.
pub fn ways_during_resolution(
    world: &impl ReadGame,
    seat: Seat,
    object: ObjectRef,
    instead: Option<&Cost>,
    (copy, transformed): (bool, bool),
) -> Vec<CastMethod> {
    crate::rules::layers::expect_fresh(world);
    let live = Live::new(world);
    if !live.is_current(object) {
        return Vec::new();
    }
    let mut means = Means::default();
    means.rebuild(&live, seat);
    let mut ways: SmallVec<[CastMethod; 4]> = SmallVec::new();
    let faces = match transformed {
        true => crate::rules::legal::back(&live, object.id).into_iter().collect(),
        false => crate::rules::legal::faces(&live, object.id),
    };
    ways.extend(faces.into_iter().map(|face| CastMethod { face, ..CastMethod::default() }));
    if instead.is_none() && !transformed {
        // CR 118.9a: with its own cost open.
        alternatives(&live, object.id, CastMethod::default(), &mut |way| ways.push(way));
    }
    let means = LazyMeans::known(&means);
    let able = |way: &CastMethod| {
        castable(&live, &means, Attempt { seat, id: object.id, way: *way, instead, any_time: true, copy })
    };
    let mut all = Vec::new();
    for way in ways {
        match instead {
            None => with_offers(&live, way, &mut |way| all.push(way)),
            Some(_) => all.push(way),
        }
    }
    all.retain(able);
    all
}

/// Whether the spell that a card would become matches a filter (CR 601.3e), read with `bindings`.
pub fn would_match(
    world: &impl ReadGame,
    bindings: &Bindings,
    filter: &Filter,
    (seat, object, way): (Seat, ObjectRef, CastMethod),
) -> bool {
    let live = Live::new(world);
    let chars = || spell_chars(&live, object.id, way, seat);
    let spell = || Proposed::new(live, object.id, chars(), seat).lying(way.face_down);
    *filter == Filter::Any || reading::matches(&spell(), bindings, filter, object)
}

/// The ways to cast a card now, each of which can be completed.
pub(crate) fn ways_now(
    live: &Live<'_>,
    means: &LazyMeans<'_>,
    seat: Seat,
    id: ObjectId,
    permitted: &[CastMethod],
    out: &mut impl FnMut(CastMethod),
) {
    let mut consider = |way: CastMethod| {
        with_offers(live, way, &mut |way| {
            if castable(live, means, Attempt { seat, id, way, instead: None, any_time: false, copy: false }) {
                out(way);
            }
        });
    };
    own_ways(live, seat, id, &mut consider);
    for way in permitted {
        consider(*way);
    }
}
