//! The ways in which a card can be cast (CR 601.3): from which zone, with which face, by which permission, for which
//! cost before additions (118.9).

use crate::cards::AbilityKind;
use crate::cards::def::{
    CastBy, Cost, CostPart, Duration, Keyword, Layout, ManaCost, ManaSymbol, Rule, StaticEffect, ZoneKind,
};
use crate::model::bindings::Bindings;
use crate::model::decision::CastMethod;
use crate::model::ids::{
    AbilityHandle, AbilityKey, ContinuousEffectId, DefId, ObjectId, ObjectRef, Origin, Seat, StaticHandle,
};
use crate::model::mana::SpendAs;
use crate::model::object::{AbilityInstance, Characteristics, CopiableSource, FaceDown, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::legal::special::ways_since_action;
use crate::rules::legal::{BaseCost, Offers, cost_offer};
use crate::rules::prepared;
use crate::rules::reading::{self, Board, Live};
use crate::rules::{layers, slots};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The face of a fused split spell: both halves, as the card is outside the stack (CR 702.102b, 709.4).
pub const FUSED: u8 = 0;

/// CR 702.37c: what is paid for a card cast face down.
static FACE_DOWN_COST: LazyLock<Vec<CostPart>> =
    LazyLock::new(|| vec![CostPart::Mana(ManaCost(smallvec![ManaSymbol::Generic(3)]))]);

/// The characteristics that a card would have as a spell with a face, before effects on the stack.
pub fn face_chars<'w>(live: &Live<'w>, id: ObjectId, way: CastMethod) -> Cow<'w, Characteristics> {
    let published = live.world_chars(id);
    if way.face_down {
        return Cow::Owned(layers::face_down(live.table(), face_down_as(live, id, way), published.controller));
    }
    let CopiableSource::Def(def, face) = live.object(id).base else { return Cow::Borrowed(published) };
    if let Some((ability, row)) = becoming(live, id, way) {
        // CR 702.103d.
        let handle = StaticHandle { def: ability.handle.def, index: row };
        let bindings = Bindings::new(published.controller, live.object(id).reference());
        let own = layers::own_values(live, id).into_owned();
        return Cow::Owned(layers::with_effect(live, own, handle, &bindings));
    }
    if way.face == face {
        // CR 406.3b: a card that lies face down in exile is turned up for it.
        return layers::own_values(live, id);
    }
    let mut chars = layers::base_values(live, CopiableSource::Def(def, way.face));
    chars.controller = live.object(id).owner;
    Cow::Owned(chars)
}

/// The ability by which a card is cast in a way, and the static effect by which the spell is changed then (CR 702.103b).
pub(crate) fn becoming(live: &Live<'_>, id: ObjectId, way: CastMethod) -> Option<(AbilityInstance, u16)> {
    let ability = *live.chars(id).abilities.get(usize::from(way.alternative?))?;
    match live.table().ability(ability.handle).kind {
        AbilityKind::AlternativeCost { becomes: Some(row), .. } => Some((ability, row)),
        _ => None,
    }
}

/// The ability by which a card is cast in a way: of a card that lies face down in exile one that it has face up (CR 406.3a).
pub(crate) fn ability_of(live: &Live<'_>, id: ObjectId, way: CastMethod) -> Option<AbilityInstance> {
    layers::own_values(live, id).abilities.get(usize::from(way.alternative?)).copied()
}

/// CR 702.37c, 702.168b: what else a card is that is cast face down in a way.
pub(crate) fn face_down_as(live: &Live<'_>, id: ObjectId, way: CastMethod) -> FaceDown {
    let ability = way.alternative.and_then(|n| live.chars(id).abilities.get(usize::from(n)));
    let ward =
        ability.is_some_and(|a| matches!(live.table().ability(a.handle).kind, AbilityKind::Morph { ward: true, .. }));
    FaceDown { ward, manifested: false }
}

/// The faces with which a card may be cast or played (CR 709.3, 712.8, 715.3, 718.3, 720.3); both halves of a split card together
/// from hand only (702.102a).
pub(crate) fn faces(live: &Live<'_>, id: ObjectId) -> SmallVec<[u8; 3]> {
    let object = live.object(id);
    let CopiableSource::Def(def, face) = object.base else { return smallvec![0] };
    match live.table().def(def).layout {
        // CR 722.3: a prepare spell is never cast but as a copy of its own.
        None | Some(Layout::Transform | Layout::Flip | Layout::Meld | Layout::Prepare) => smallvec![face],
        // CR 709.3: one half; there is no way to cast both.
        Some(Layout::SharedTypeLine) => smallvec![1, 2],
        Some(Layout::ModalDoubleFaced | Layout::Adventure | Layout::Omen | Layout::Prototype) => smallvec![0, 1],
        Some(Layout::Split) => {
            // CR 702.127a.
            if !matches!(object.zone, Zone::Graveyard(_)) && has_aftermath(live, def) {
                return smallvec![1];
            }
            let fuse = matches!(object.zone, Zone::Hand(_)) && live.chars(id).has(Keyword::Fuse);
            if fuse { smallvec![1, 2, FUSED] } else { smallvec![1, 2] }
        }
    }
}

/// CR 712.11a: the back face with which a card can be cast transformed; none if it isn't such a double-faced card.
pub(crate) fn back(live: &Live<'_>, id: ObjectId) -> Option<u8> {
    let CopiableSource::Def(def, 0) = live.object(id).base else { return None };
    (live.table().def(def).layout == Some(Layout::Transform)).then_some(1)
}

/// CR 702.127a: whether the second half of a split card can be cast from a graveyard only.
fn has_aftermath(live: &Live<'_>, def: DefId) -> bool {
    let halves = &live.table().def(def).faces;
    let own = |ability: &AbilityInstance| &live.table().ability(AbilityHandle { def, ..ability.handle }).kind;
    halves.get(2).is_some_and(|half| {
        let mut abilities = half.chars.abilities.iter();
        abilities.any(|a| matches!(own(a), AbilityKind::AlternativeCost { tag: Some(CastBy::Aftermath), .. }))
    })
}

/// Whether an ability that a card has where it is belongs to a face of it: as part of its text, or granted to the whole
/// card.
fn is_of_face(live: &Live<'_>, id: ObjectId, face: u8, ability: &AbilityInstance) -> bool {
    let CopiableSource::Def(def, _) = live.object(id).base else { return true };
    let table = live.table();
    if ability.origin != Origin::Text || table.original(ability.handle.def) != table.original(def) {
        return true;
    }
    let face = table.def(def).faces.get(usize::from(face));
    face.is_some_and(|f| f.chars.abilities.iter().any(|a| a.handle.index == ability.handle.index))
}

/// The ways to cast a card by its n-th ability, an alternative cost: with each face that it belongs to (CR 118.9, 709.3).
fn with_alternative(live: &Live<'_>, id: ObjectId, n: usize, way: CastMethod, each: &mut impl FnMut(CastMethod)) {
    let ability = &live.chars(id).abilities[n];
    if let AbilityKind::AlternativeCost { transformed: true, .. } = live.table().ability(ability.handle).kind {
        // CR 712.8c: with its other face up.
        return each(CastMethod { face: 1, alternative: Some(n as u8), ..way });
    }
    for face in faces(live, id) {
        if is_of_face(live, id, face, ability) {
            each(CastMethod { face, alternative: Some(n as u8), ..way });
        }
    }
}

/// CR 118.9, 702.37c, 702.103a: goes through what can be paid instead of a card's mana cost wherever something allows casting
/// it for that: its alternative costs that need no zone of their own, bestow, and the cost of casting it face down.
pub(crate) fn alternatives(live: &Live<'_>, id: ObjectId, way: CastMethod, each: &mut impl FnMut(CastMethod)) {
    for (i, instance) in live.chars(id).abilities.iter().enumerate() {
        match live.table().ability(instance.handle).kind {
            AbilityKind::AlternativeCost { from: ZoneKind::Hand, .. } => with_alternative(live, id, i, way, each),
            AbilityKind::Morph { .. } => each(CastMethod { alternative: Some(i as u8), face_down: true, ..way }),
            _ => {}
        }
    }
}

/// An effect that permits casting or playing a card from where it is.
#[derive(Clone, Copy, Debug)]
pub struct Permit<'w> {
    /// The continuous effect that gives the permission.
    pub effect: ContinuousEffectId,
    /// Whether it is for casting only, not for playing lands.
    pub cast_only: bool,
    /// The cost to pay for it; `None` for its own.
    pub cost: Option<&'w Cost>,
    /// What is paid in addition to its other costs.
    pub more: &'w Cost,
    /// As though it had flash.
    pub flash: bool,
    /// As what mana can be spent.
    pub spend_as: SpendAs,
    /// It is exiled instead of going anywhere else from the stack.
    pub then_exile: bool,
    /// The ability by which only one card can be played or cast each turn.
    pub once: Option<AbilityKey>,
    /// It is over once a card has been played because of it.
    pub for_one: bool,
    /// Only by that keyword of the card.
    pub by: Option<CastBy>,
}

impl Permit<'_> {
    /// Whether it matters that a land is played by it.
    pub(crate) fn is_noted(&self, live: &Live<'_>) -> bool {
        let handle = slots::effect(live, self.effect).handle;
        self.once.is_some() || self.for_one || live.table().static_row(handle).gained.is_some()
    }
}

/// The permission of an effect, whatever the card.
pub fn permit_of<'w>(live: &Live<'w>, effect: ContinuousEffectId) -> Option<Permit<'w>> {
    let source = slots::effect(live, effect);
    let table = live.world_table();
    let StaticEffect::Rule(Rule::Permit {
        cast_only,
        cost,
        more,
        flash,
        any_mana,
        any_color,
        then_exile,
        once,
        by,
        ..
    }) = &table.static_row(source.handle).effect
    else {
        return None;
    };
    Some(Permit {
        effect,
        cast_only: *cast_only,
        cost: cost.as_ref(),
        more,
        flash: *flash,
        spend_as: match (any_mana, any_color) {
            (true, _) => SpendAs::AnyType,
            (_, true) => SpendAs::AnyColor,
            _ => SpendAs::Itself,
        },
        then_exile: *then_exile,
        once: source.key().filter(|_| *once),
        for_one: source.key().is_none() && (source.duration == Duration::OnceThisTurn || *once),
        by: *by,
    })
}

/// Goes through the ways to cast a card that its own text and its zone offer (CR 601.3, 118.9, 702.34, 702.138).
pub(crate) fn own_ways(live: &Live<'_>, seat: Seat, id: ObjectId, each: &mut impl FnMut(CastMethod)) {
    let object = live.object(id);
    let commanding = object.zone == Zone::Command && Offers::castable_from_command(live, seat, id);
    if object.zone == Zone::Hand(seat) || commanding {
        if matches!(object.kind, ObjectKind::Card | ObjectKind::Copy) {
            for face in faces(live, id) {
                each(CastMethod { face, ..CastMethod::default() });
            }
        }
        alternatives(live, id, CastMethod::default(), each);
    } else if object.zone == Zone::Exile && live.cast_as(id).adventurer == Some(seat) {
        // CR 715.3d: not as an Adventure.
        each(CastMethod::default());
        alternatives(live, id, CastMethod::default(), &mut |way| {
            if way.face == 0 {
                each(way);
            }
        });
    } else if is_prepared_for(live, seat, id) {
        // CR 722.3c.
        for face in faces(live, id) {
            each(CastMethod { face, ..CastMethod::default() });
        }
        alternatives(live, id, CastMethod::default(), each);
    } else if object.zone == Zone::Exile && live.cast_as(id).since_action.is_some() {
        return ways_since_action(live, seat, id, each);
    } else if object.owner != seat || matches!(object.zone, Zone::Library(_) | Zone::Battlefield | Zone::Stack) {
        return;
    }
    for (i, instance) in live.chars(id).abilities.iter().enumerate() {
        match live.table().ability(instance.handle).kind {
            AbilityKind::AlternativeCost { from, tag, .. }
                if from == object.zone.kind()
                    && from != ZoneKind::Hand
                    && !matches!(tag, Some(CastBy::Madness | CastBy::Foretell)) =>
            {
                with_alternative(live, id, i, CastMethod::default(), each);
            }
            _ => {}
        }
    }
}

/// CR 715.3d, 722.3c: whether a player may cast a card or copy from exile because of what has put it there.
pub(crate) fn waits_in_exile(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let known = live.cast_as(id);
    known.adventurer == Some(seat) && live.object(id).zone == Zone::Exile
        || known.prepared_by.is_some() && is_prepared_for(live, seat, id)
}

/// CR 722.3c: whether it is the copy of a prepare spell in exile whose permanent this player controls.
fn is_prepared_for(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let of_theirs =
        |permanent: ObjectRef| prepared::is_prepared(live, permanent) && live.chars(permanent.id).controller == seat;
    live.object(id).zone == Zone::Exile && live.cast_as(id).prepared_by.is_some_and(of_theirs)
}

/// What a way of casting means for cost and timing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayTerms<'a> {
    /// What is paid before additions.
    pub base: BaseCost<'a>,
    /// What is paid in addition because of the permission (CR 118.8).
    pub more: Option<&'a Cost>,
    /// As what mana can be spent.
    pub spend_as: SpendAs,
    /// As though it had flash.
    pub flash: bool,
    /// It is exiled as it leaves the stack.
    pub exile_after: bool,
    /// Whether it is exiled instead of being put into a graveyard from the stack.
    pub exile_instead: bool,
    /// The keyword behind it.
    pub by: Option<CastBy>,
    /// Whether its condition holds.
    pub allowed: bool,
}

/// The terms of a way for a card with these characteristics (of its face), `instead` being a cost of an instruction. On
/// the board it is a spell: conditions of costs are asked once it has been put on the stack (CR 601.2b).
pub(crate) fn terms<'a>(
    live: &Live<'a>,
    board: &impl Board,
    bindings: &Bindings,
    chars: &'a Characteristics,
    id: ObjectId,
    way: CastMethod,
    instead: Option<&'a Cost>,
) -> WayTerms<'a> {
    let mut terms = WayTerms {
        base: BaseCost::Mana(chars.cost.as_ref()),
        more: None,
        spend_as: SpendAs::Itself,
        flash: false,
        exile_after: false,
        exile_instead: false,
        by: None,
        allowed: true,
    };
    if way.plotted {
        // CR 702.170d, 118.9: without paying its mana cost, and at sorcery speed whatever it is.
        terms.base = BaseCost::Parts(&[]);
        terms.allowed = crate::rules::legal::sorcery_time(live, bindings.you);
    }
    if way.alternative.is_some() {
        // The ability is one of the card where it is, perhaps granted to it there.
        match ability_of(live, id, way).map(|a| &live.world_table().ability(a.handle).kind) {
            Some(AbilityKind::AlternativeCost { cost, only_if, exile_after, tag, flash, .. }) => {
                terms.base = BaseCost::Parts(&cost.0);
                terms.flash = *flash;
                terms.by = *tag;
                terms.exile_after = *exile_after;
                terms.allowed = reading::holds(board, bindings, only_if);
            }
            Some(AbilityKind::Morph { .. }) if way.face_down => terms.base = BaseCost::Parts(&FACE_DOWN_COST),
            _ => terms.allowed = false,
        }
    }
    if let Some(effect) = way.permit
        && let Some(permit) = permit_of(live, effect)
    {
        terms.spend_as = permit.spend_as;
        terms.flash |= permit.flash;
        terms.exile_instead |= permit.then_exile;
        terms.more = Some(permit.more).filter(|more| !more.0.is_empty());
        if let Some(cost) = permit.cost {
            terms.base = BaseCost::Parts(&cost.0);
        }
    }
    if let Some(effect) = way.offer {
        match cost_offer(live, effect) {
            Some(offer) if offer.is_for(board, board.object(id).reference(), bindings.you) => {
                terms.base = BaseCost::Parts(&offer.cost.0);
                terms.flash |= offer.flash;
                terms.by = offer.by;
            }
            _ => terms.allowed = false,
        }
    }
    if let Some(cost) = instead {
        terms.base = BaseCost::Parts(&cost.0);
        if is_madness(live, id, cost) {
            terms.by = Some(CastBy::Madness);
        }
    }
    terms
}

/// CR 702.35b: whether the cost of an instruction is that of the madness of an exiled card.
fn is_madness(live: &Live<'_>, id: ObjectId, instead: &Cost) -> bool {
    live.object(id).zone == Zone::Exile
        && live.chars(id).abilities.iter().any(|instance| {
            matches!(&live.table().ability(instance.handle).kind,
                AbilityKind::AlternativeCost { tag: Some(CastBy::Madness), cost, .. } if cost == instead)
        })
}
