//! Whether a card can be cast in some way, all the way through (CR 601.2-601.3).

use super::Bill;
use super::instances::{choices_exist, spell_texts};
use super::payable::{Help, largest_x, payable};
use super::proposed::Proposed;
use super::total::{BaseCost, total_cost};
use super::ways::{WayTerms, face_chars, own_ways, permits, terms};
use crate::cards::def::{CardTypes, Cost, CostPart, Filter, Keyword, ManaSymbol, Quantity, Rule, StaticEffect};
use crate::decision::CastWay;
use crate::effects::Bindings;
use crate::ids::{ObjectId, ObjectRef, Seat};
use crate::legal;
use crate::mana::Means;
use crate::object::Characteristics;
use crate::reading::{self, Board, Live};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A spell that could be cast.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// By whom.
    pub seat: Seat,
    /// The card.
    pub id: ObjectId,
    /// How.
    pub way: CastWay,
    /// For a cost of an instruction instead.
    pub instead: Option<&'a Cost>,
    /// During a resolution: timing doesn't matter (CR 608.2g).
    pub any_time: bool,
    /// A copy of the card is cast (CR 707.12).
    pub copy: bool,
}

/// Whether an attempt can be completed with the means at hand.
pub(crate) fn castable(live: &Live<'_>, means: &Means, attempt: Attempt<'_>) -> bool {
    let chars = face_chars(live, attempt.id, attempt.way);
    // CR 305.9, 601.3: lands aren't cast.
    if chars.is(CardTypes::LAND) || chars.types.is_empty() {
        return false;
    }
    let mut bindings = Bindings::new(attempt.seat, live.object(attempt.id).reference());
    bindings.stack = Some(bindings.this);
    bindings.cast.from = Some(live.object(attempt.id).zone.kind());
    let terms = terms(live, &bindings, &chars, attempt.id, attempt.way, attempt.instead);
    if !terms.allowed {
        return false;
    }
    let plain = matches!(chars, Cow::Borrowed(_))
        && live.rules().rules.is_empty()
        && live.object(attempt.id).owner == attempt.seat
        && !attempt.copy;
    if plain {
        check(live, means, attempt, &chars, &terms, &mut bindings)
    } else {
        let mut board = Proposed::new(*live, attempt.id, chars.clone().into_owned(), attempt.seat);
        if attempt.copy {
            board.as_copy();
        }
        check(&board, means, attempt, &chars, &terms, &mut bindings)
    }
}

fn check(
    board: &impl Board,
    means: &Means,
    attempt: Attempt<'_>,
    chars: &Characteristics,
    terms: &WayTerms<'_>,
    bindings: &mut Bindings,
) -> bool {
    if !attempt.any_time
        && !terms.flash
        && !is_instant_speed(board, bindings, chars)
        && !legal::sorcery_time(board, attempt.seat)
    {
        return false;
    }
    if prohibited(board, bindings) {
        return false;
    }
    let help = Help::of(chars);
    let texts = spell_texts(board.table(), &chars.abilities);
    let bill_at = |bindings: &mut Bindings, x: i32| -> Bill {
        bindings.x = x;
        let mut bill = total_cost(board, bindings, chars, terms.base, &[]);
        bill.spend_as = terms.spend_as;
        bill
    };
    if !uses_x(board, terms.base, chars) {
        let bill = bill_at(bindings, 0);
        return payable(board, means, bindings, &bill, help) && choices_exist(board, bindings, &texts, Some(chars));
    }
    let largest = largest_x(|x| {
        let bill = bill_at(bindings, x);
        payable(board, means, bindings, &bill, help)
    });
    let Some(largest) = largest else { return false };
    // Which targets are legal may depend on X: the largest is the most permissive one as a rule.
    (0..=largest).rev().take(64).any(|x| {
        bindings.x = x;
        choices_exist(board, bindings, &texts, Some(chars))
    })
}

/// CR 304.1, 702.8: whether a spell can be cast any time its player has priority.
pub(crate) fn is_instant_speed(board: &impl Board, bindings: &Bindings, chars: &Characteristics) -> bool {
    if chars.is(CardTypes::INSTANT) || chars.has(Keyword::Flash) {
        return true;
    }
    any_rule(board, |you, rule| match rule {
        Rule::Flash(who, filter) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
        }
        _ => false,
    })
}

/// CR 601.3: whether an effect prohibits the player from casting the spell.
pub(crate) fn prohibited(board: &impl Board, bindings: &Bindings) -> bool {
    any_rule(board, |you, rule| match rule {
        Rule::CantCast(who, filter) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
        }
        Rule::SpellLimit(who, n) => {
            reading::player_matches(board, you, *who, bindings.you)
                && i64::from(board.players().get(bindings.you).spells_this_turn) >= i64::from(*n)
        }
        _ => false,
    })
}

/// Whether some rule in force is so; its words are read with the bindings given.
pub(crate) fn any_rule(board: &impl Board, mut is_so: impl FnMut(&Bindings, &Rule) -> bool) -> bool {
    board.rules().rules.iter().any(|row| match &board.table().static_row(row.handle).effect {
        StaticEffect::Rule(rule) => is_so(&Bindings::new(row.you, row.this), rule),
        _ => false,
    })
}

/// CR 107.3a-b: whether X is chosen for what is paid.
pub(super) fn uses_x(board: &impl Board, base: BaseCost<'_>, chars: &Characteristics) -> bool {
    let in_base = match base {
        BaseCost::Mana(cost) => cost.is_some_and(|c| c.x_count() > 0),
        BaseCost::Parts(parts) => parts_use_x(parts),
    };
    in_base
        || chars.abilities.iter().any(|a| match &board.table().ability(a.handle).kind {
            crate::cards::AbilityKind::AdditionalCost(cost) => parts_use_x(&cost.0),
            _ => false,
        })
}

/// Whether parts of a cost contain X.
pub fn parts_use_x(parts: &[CostPart]) -> bool {
    parts.iter().any(|part| match part {
        CostPart::Mana(cost) => cost.0.iter().any(|s| matches!(s, ManaSymbol::X)),
        CostPart::PayLife(n)
        | CostPart::Energy(n)
        | CostPart::Sacrifice(n, _)
        | CostPart::Discard(n, _)
        | CostPart::DiscardRandom(n)
        | CostPart::Exile(n, ..)
        | CostPart::ReturnToHand(n, _)
        | CostPart::TapOthers(n, _)
        | CostPart::PutOnTop(n, _)
        | CostPart::Reveal(n, _)
        | CostPart::RemoveCounters(_, n, _)
        | CostPart::PutCounters(_, n)
        | CostPart::Mill(n) => is_x(n),
        CostPart::Times(n, cost) => is_x(n) || parts_use_x(&cost.0),
        CostPart::Tap
        | CostPart::Untap
        | CostPart::SacrificeThis
        | CostPart::DiscardThis
        | CostPart::ExileThis
        | CostPart::Loyalty(_)
        | CostPart::ManaCostOf(_) => false,
    })
}

fn is_x(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::X => true,
        Quantity::Sum(all) | Quantity::Max(all) | Quantity::Min(all) => all.iter().any(is_x),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) | Quantity::If(_, a, b) => {
            is_x(a) || is_x(b)
        }
        Quantity::Half(a, _) => is_x(a),
        _ => false,
    }
}

/// The ways in which a player could now cast a card during a resolution (CR 608.2g), for `instead` or its own cost.
/// A card without a way of its own is cast with its front face from wherever it is. With `copy`, a copy is cast that
/// isn't there yet (CR 707.12).
pub fn ways_during_resolution(
    world: &mut World,
    seat: Seat,
    object: ObjectRef,
    instead: Option<&Cost>,
    copy: bool,
) -> Vec<CastWay> {
    crate::layers::refresh(world);
    let live = Live::new(world);
    if !live.is_current(object) {
        return Vec::new();
    }
    let mut means = Means::default();
    means.rebuild(&live, seat);
    let faces = super::ways::faces(&live, object.id);
    let ways = faces.into_iter().filter(|f| *f != super::ways::FUSED);
    let ways = ways.map(|face| CastWay { face, ..CastWay::default() });
    let able = |way: &CastWay| {
        castable(&live, &means, Attempt { seat, id: object.id, way: *way, instead, any_time: true, copy })
    };
    ways.filter(able).collect()
}

/// Whether the spell that a card would become is so (CR 601.3e), for the words of `bindings`.
pub fn would_match(
    world: &World,
    bindings: &Bindings,
    filter: &Filter,
    (seat, object, way): (Seat, ObjectRef, CastWay),
) -> bool {
    let live = Live::new(world);
    let spell = || Proposed::new(live, object.id, face_chars(&live, object.id, way).into_owned(), seat);
    *filter == Filter::Any || reading::matches(&spell(), bindings, filter, object)
}

/// The ways to cast a card now, each of which can be completed.
pub(crate) fn ways_now(
    live: &Live<'_>,
    means: &Means,
    seat: Seat,
    id: ObjectId,
    permitted: &[CastWay],
    out: &mut impl FnMut(CastWay),
) {
    let mut consider = |way: CastWay| {
        if castable(live, means, Attempt { seat, id, way, instead: None, any_time: false, copy: false }) {
            out(way);
        }
    };
    own_ways(live, seat, id, &mut consider);
    for way in permitted {
        consider(*way);
    }
}

/// For each card that effects permit a player to cast from where it is, the ways to do so.
pub(crate) fn permitted_ways(live: &Live<'_>, seat: Seat) -> SmallVec<[(ObjectId, CastWay); 2]> {
    let mut all = SmallVec::new();
    if live.rules().rules.is_empty() {
        return all;
    }
    for (permit, ids) in permits(live, seat) {
        for id in ids {
            let base = CastWay { permit: Some(permit.effect), ..CastWay::default() };
            for face in super::ways::faces(live, id) {
                if face != super::ways::FUSED {
                    all.push((id, CastWay { face, ..base }));
                }
            }
            if permit.cost.is_none() {
                // CR 118.9a: with its own cost open, another alternative cost of the card may be chosen.
                for (i, instance) in live.chars(id).abilities.iter().enumerate() {
                    if let crate::cards::AbilityKind::AlternativeCost { tag: None, .. } =
                        live.table().ability(instance.handle).kind
                    {
                        all.push((id, CastWay { alternative: Some(i as u8), ..base }));
                    }
                }
            }
        }
    }
    all
}
