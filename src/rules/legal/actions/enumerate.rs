//! All that a player with priority can do (CR 117.1a-c): lands, spells, activated abilities.

use super::abilities::activated;
use super::summary::Usable;
use super::timing::{sorcery_time, split_second};
use crate::cards::Traits;
use crate::cards::def::{CardTypes, Rule, StaticEffect, ZoneKind};
use crate::model::decision::{CastMethod, Choice, Settings};
use crate::model::dirt::Gates;
use crate::model::ids::{ContinuousEffectId, NameId, ObjectId, ObjectRef, Seat};
use crate::model::zone::Zone;
use crate::rules::legal::special::{can_act_with, can_turn_up, can_unlock, companion};
use crate::rules::legal::{
    EntersLike, Offers, PlainCards, Proposed, any_rule, face_chars, faces, kept_out, permit_of, permitted_ways,
    ways_now,
};
use crate::rules::mana::LazyMeans;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::ReadGame;
use smallvec::SmallVec;

/// Lists everything, zone by zone. `usable`: what is worth a look besides the hand; everything, if that isn't known.
pub(super) fn all(live: &Live<'_>, means: &LazyMeans<'_>, seat: Seat, usable: Option<&Usable>, out: &mut Vec<Choice>) {
    let frozen = split_second(live);
    let permitted = permitted_ways(live, seat);
    let by_hand = !live.part::<Settings>().auto_pay;
    let land = can_play_lands(live, seat);
    let plain = if permitted.is_empty() && !frozen { PlainCards::now(live, seat) } else { None };
    let plain = plain.filter(|_| !live.part::<Gates>().open);
    let look = Look { live, means, seat, frozen, by_hand, land, permitted: &permitted, plain };
    let zones = live.zones();
    let own = &zones.own[seat.index()];
    for &id in &own.hand {
        look.used(id, ZoneKind::Hand, out);
        if live.table().0.traits.hand_actions {
            let object = live.object(id).reference();
            can_act_with(live, means, seat, id, |action, by| out.push(Choice::HandAction { object, action, by }));
        }
    }
    if let Some(id) = companion(live, seat) {
        let object = live.object(id).reference();
        can_act_with(live, means, seat, id, |action, by| out.push(Choice::HandAction { object, action, by }));
    }
    match usable.filter(|_| permitted.is_empty()) {
        Some(usable) => usable.cards.iter().for_each(|(id, kind)| look.used(*id, *kind, out)),
        None => look.beyond_hand(out),
    }
    if !zones.command.is_empty() && sorcery_time(live, seat) {
        out.extend(Offers::special_actions(live, means, seat));
    }
    for &id in usable.map_or(&zones.battlefield, |usable| &usable.permanents) {
        let chars = live.chars(id);
        if !chars.abilities.is_empty() {
            activated(live, means, seat, (id, ZoneKind::Battlefield), (frozen, by_hand), out);
        }
        // CR 116.2b, 702.61b: split second doesn't matter.
        if chars.name == NameId::NONE && live.status(id).face_down {
            let object = live.object(id).reference();
            let ways = can_turn_up(live, means, seat, id);
            out.extend(ways.into_iter().map(|by| Choice::TurnFaceUp { object, by }));
        }
        if live.table().0.traits.halves {
            let object = live.object(id).reference();
            out.extend(can_unlock(live, means, seat, id).into_iter().map(|door| Choice::Door { object, door }));
        }
    }
}

/// What is needed to look at one object after the other.
struct Look<'a, 'm, 'w> {
    live: &'a Live<'w>,
    means: &'a LazyMeans<'m>,
    seat: Seat,
    /// CR 702.61a: nothing can be cast, and only mana abilities can be activated.
    frozen: bool,
    /// Mana abilities are offered, too.
    by_hand: bool,
    /// A land can be played now.
    land: bool,
    permitted: &'a [(ObjectId, CastMethod)],
    /// Cards can be judged where they lie.
    plain: Option<PlainCards>,
}

impl Look<'_, '_, '_> {
    fn is_permitted(&self, id: ObjectId) -> bool {
        self.permitted.iter().any(|(p, _)| *p == id)
    }

    /// All cards of graveyards, of exile and of the command zone, and what is permitted in hidden zones.
    fn beyond_hand(&self, out: &mut Vec<Choice>) {
        let zones = self.live.zones();
        let graveyards = self.live.table().0.traits.used_from(ZoneKind::Graveyard);
        for (i, other) in zones.own.iter().enumerate() {
            let mine = i == self.seat.index();
            let unused = self.permitted.is_empty() && !(mine && graveyards);
            for &id in other.graveyard.iter().filter(|_| !unused) {
                if mine {
                    self.used(id, ZoneKind::Graveyard, out);
                } else if self.is_permitted(id) {
                    self.card(id, out);
                }
            }
            if !self.permitted.is_empty() {
                let permitted = other.library.iter().rev().filter(|id| self.is_permitted(**id));
                permitted.for_each(|id| self.card(*id, out));
                // CR 400.11: cards that a player owns outside the game.
                other.sideboard.iter().filter(|id| self.is_permitted(**id)).for_each(|id| self.card(*id, out));
            }
            if !mine {
                for &id in other.hand.iter().filter(|id| self.is_permitted(**id)) {
                    self.card(id, out);
                }
            }
        }
        for (list, kind) in [(&zones.exile, ZoneKind::Exile), (&zones.command, ZoneKind::Command)] {
            list.iter().for_each(|id| self.used(*id, kind, out));
        }
    }

    /// Playing or casting a card, and its abilities that work where it is.
    fn used(&self, id: ObjectId, kind: ZoneKind, out: &mut Vec<Choice>) {
        self.card(id, out);
        self.abilities(id, kind, out);
    }

    /// Playing or casting one card.
    fn card(&self, id: ObjectId, out: &mut Vec<Choice>) {
        let live = self.live;
        let object = live.object(id).reference();
        if self.land {
            self.land(id, out);
        }
        if self.frozen {
            return;
        }
        if let Some(plain) = self.plain
            && let Ok(way) = plain.way(live, self.means, id)
        {
            out.extend(way.map(|way| Choice::Cast { object, way }));
            return;
        }
        let mut permitted: SmallVec<[CastMethod; 2]> = SmallVec::new();
        if !self.permitted.is_empty() {
            permitted.extend(self.permitted.iter().filter(|(p, _)| *p == id).map(|(_, way)| *way));
        }
        let mut add = |way| out.push(Choice::Cast { object, way });
        ways_now(live, self.means, self.seat, id, &permitted, &mut add);
    }

    /// CR 305.1, 116.2a, and permissions to play from elsewhere.
    fn land(&self, id: ObjectId, out: &mut Vec<Choice>) {
        let live = self.live;
        let card = live.object(id);
        let own = card.zone == Zone::Hand(self.seat)
            || card.zone == Zone::Exile && live.cast_as(id).adventurer == Some(self.seat);
        if !own && !self.is_permitted(id) {
            return;
        }
        // CR 712.12: what may be played is judged by the face that is played.
        let permits = |(p, way): &(ObjectId, CastMethod), face| {
            let permit = way.permit.and_then(|effect| permit_of(live, effect)).filter(|permit| !permit.cast_only);
            permit.filter(|_| *p == id && way.face == face && !way.face_down)
        };
        let plain = crate::rules::layers::own_values(live, id).is(CardTypes::LAND);
        for face in faces(live, id) {
            let is_land = if face == 0 { plain } else { face_chars(live, id, with_face(face)).is(CardTypes::LAND) };
            if !is_land || land_prohibited(live, self.seat, id, face) {
                continue;
            }
            let object = card.reference();
            let mut by: SmallVec<[Option<ContinuousEffectId>; 2]> = SmallVec::new();
            by.extend(own.then_some(None));
            for permit in self.permitted.iter().filter_map(|way| permits(way, face)) {
                let permit = permit.is_noted(live).then_some(permit.effect);
                if !by.contains(&permit) {
                    by.push(permit);
                }
            }
            by.sort_by_key(Option::is_some);
            out.extend(by.into_iter().map(|permit| Choice::PlayLand { object, face, permit }));
        }
    }

    /// A gate: where no card of the game has an ability that is activated from the zone, apart from mana abilities, none is granted
    /// either.
    fn abilities(&self, id: ObjectId, zone: ZoneKind, out: &mut Vec<Choice>) {
        let some_act = self.live.table().0.traits.acts_from & Traits::bit(zone) != 0;
        let worth_a_look = self.by_hand || some_act || self.live.part::<Gates>().open;
        if worth_a_look && !self.live.chars(id).abilities.is_empty() {
            activated(self.live, self.means, self.seat, (id, zone), (self.frozen, self.by_hand), out);
        }
    }
}

/// CR 305.2-305.3: whether it is the time to play a land, and the player may play one more.
fn can_play_lands(live: &Live<'_>, seat: Seat) -> bool {
    sorcery_time(live, seat) && lands_left(live, seat)
}

/// The faces with which a player could play a card as a land during a resolution: in their turn, if they may play one more (CR
/// 305.2b, 305.3). The layers must be up to date.
pub fn lands_during_resolution(world: &impl ReadGame, seat: Seat, object: ObjectRef) -> SmallVec<[u8; 2]> {
    let live = &Live::new(world);
    if !live.is_current(object) || live.turn().active != seat || !lands_left(live, seat) {
        return SmallVec::new();
    }
    let is_land = |face: &u8| face_chars(live, object.id, with_face(*face)).is(CardTypes::LAND);
    let may = |face: &u8| is_land(face) && !land_prohibited(live, seat, object.id, *face);
    faces(live, object.id).into_iter().filter(may).collect()
}

fn with_face(face: u8) -> CastMethod {
    CastMethod { face, ..CastMethod::default() }
}

/// CR 305.2: whether a player may play one more land this turn.
fn lands_left(live: &Live<'_>, seat: Seat) -> bool {
    let mut most = 1i32;
    for row in &live.rules().rules {
        let more = match &live.table().static_row(row.handle).effect {
            StaticEffect::Rule(Rule::ExtraLands(who, n)) => Some((*who, *n)),
            StaticEffect::Rule(Rule::AnyLands(who)) => Some((*who, i32::MAX)),
            _ => None,
        };
        if let Some((_, n)) = more.filter(|(who, _)| reading::player_matches(live, live.bindings_of(row), *who, seat)) {
            most = most.saturating_add(n);
        }
    }
    i32::from(live.players().get(seat).lands_played) < most
}

/// CR 305.1, 101.2: to play a land is to put it onto the battlefield. It is judged by the face that is played (712.12).
fn land_prohibited(live: &Live<'_>, seat: Seat, id: ObjectId, face: u8) -> bool {
    let card = live.object(id).reference();
    let board = || Proposed::in_place(*live, id, face_chars(live, id, with_face(face)).into_owned());
    let forbidden = any_rule(live, |bindings, rule| match rule {
        Rule::CantPlayLand(who, filter) => {
            reading::player_matches(live, bindings, *who, seat) && reading::matches(&board(), bindings, filter, card)
        }
        _ => false,
    });
    forbidden || kept_out(live, card, EntersLike::Face(face))
}
