//! In which of its ways a card can be cast now, and what effects let players pay for spells instead of their mana costs (CR 118.9).

use super::as_spell::spell_chars;
use super::castable::{Attempt, castable};
use super::ways::{alternatives, own_ways};
use crate::cards::def::{Cost, Filter, Rule, StaticEffect};
use crate::model::bindings::Bindings;
use crate::model::decision::CastMethod;
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Seat};
use crate::rules::legal::{Proposed, permit_of};
use crate::rules::mana::Means;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::ReadGame;
use smallvec::SmallVec;

/// What an effect lets players pay rather than the mana cost of a spell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostOffer<'w> {
    /// What the spell must be like.
    what: &'w Filter,
    /// What its words refer to.
    bindings: &'w Bindings,
    /// What is paid.
    pub cost: &'w Cost,
    /// As though the spell had flash.
    pub flash: bool,
    /// The ability by which it is paid for only one spell each turn.
    pub once: Option<AbilityKey>,
}

impl CostOffer<'_> {
    /// Whether it is for a spell on a board.
    pub(super) fn is_for(&self, board: &impl Board, spell: ObjectRef) -> bool {
        reading::matches(board, self.bindings, self.what, spell)
    }
}

/// What an effect offers a player, whatever the spell; `None` if it offers them nothing now.
pub(crate) fn cost_offer<'w>(live: &Live<'w>, effect: ContinuousEffectId, seat: Seat) -> Option<CostOffer<'w>> {
    let source = live.world_effect(effect);
    let StaticEffect::Rule(Rule::PayInstead { who, what, cost, flash, once }) =
        &live.world_table().static_row(source.handle).effect
    else {
        return None;
    };
    let once = source.key().filter(|_| *once);
    let used = once.is_some_and(|key| live.history().uses_of(key) > 0);
    let offered = source.active && !used && reading::player_matches(live, &source.bindings, *who, seat);
    offered.then_some(CostOffer { what, bindings: &source.bindings, cost, flash: *flash, once })
}

/// The cost that an effect lets players pay rather than the mana cost of a spell, if it does.
pub(crate) fn offered_cost<'w>(live: &Live<'w>, effect: ContinuousEffectId) -> Option<&'w Cost> {
    match &live.world_table().static_row(live.world_effect(effect).handle).effect {
        StaticEffect::Rule(Rule::PayInstead { cost, .. }) => Some(cost),
        _ => None,
    }
}

/// Goes through a way to cast a card and those that differ from it in what an effect lets the player pay. There is one alternative cost
/// only (CR 118.9a).
fn with_offers(live: &Live<'_>, seat: Seat, way: CastMethod, each: &mut impl FnMut(CastMethod)) {
    each(way);
    let rules = &live.rules().rules;
    if rules.is_empty() || way.alternative.is_some() || way.face_down || way.plotted {
        return;
    }
    if way.permit.and_then(|effect| permit_of(live, effect)).is_some_and(|permit| permit.cost.is_some()) {
        return;
    }
    for row in rules {
        let is_offer =
            || matches!(live.table().static_row(row.handle).effect, StaticEffect::Rule(Rule::PayInstead { .. }));
        if is_offer() && cost_offer(live, row.effect, seat).is_some() {
            each(CastMethod { offer: Some(row.effect), ..way });
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
    let able = |way: &CastMethod| {
        castable(&live, &means, Attempt { seat, id: object.id, way: *way, instead, any_time: true, copy })
    };
    let mut all = Vec::new();
    for way in ways {
        match instead {
            None => with_offers(&live, seat, way, &mut |way| all.push(way)),
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
    means: &Means,
    seat: Seat,
    id: ObjectId,
    permitted: &[CastMethod],
    out: &mut impl FnMut(CastMethod),
) {
    let mut consider = |way: CastMethod| {
        with_offers(live, seat, way, &mut |way| {
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
