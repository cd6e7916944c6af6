//! Legal targets (CR 115), protection (702.16), what can be attached to what (301.5, 303.4, 701.3).

use crate::cards::AbilityKind;
use crate::cards::def::{
    AbilitySort, CardTypes, Filter, Keyword, ObjectRule, Rule, TargetDef, TargetKind, Who, ZoneOf,
};
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::object::{Characteristics, Object, ObjectKind, Restrictions};
use crate::model::zone::Zone;
use crate::rules::legal::any_rule;
use crate::rules::reading::{self, Board, rules_of};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What can be chosen for an instance of "target" (CR 115.1, 601.2c): objects in zone order, then players. The same
/// thing can't be chosen twice for one instance (115.3).
pub fn target_options(
    board: &impl Board,
    bindings: &Bindings,
    def: &TargetDef,
    chosen: &[ChosenTarget],
) -> Vec<Referent> {
    let mut options = Vec::new();
    each_option(board, bindings, def, chosen, |target| {
        options.push(target);
        ControlFlow::Continue(())
    });
    options
}

/// Whether at least `count` things can be chosen for an instance of "target".
pub(crate) fn has_options(
    board: &impl Board,
    bindings: &Bindings,
    def: &TargetDef,
    chosen: &[ChosenTarget],
    count: usize,
) -> bool {
    let mut found = 0;
    each_option(board, bindings, def, chosen, |_| {
        found += 1;
        if found < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found >= count
}

/// Goes through [`target_options`] until `each` has enough.
fn each_option(
    board: &impl Board,
    bindings: &Bindings,
    def: &TargetDef,
    chosen: &[ChosenTarget],
    mut each: impl FnMut(Referent) -> ControlFlow<()>,
) {
    // Only alternatives may name the same thing twice.
    let alternatives = matches!(def.what, TargetKind::Or(_));
    let mut seen: SmallVec<[Referent; 4]> = SmallVec::new();
    let _ = candidates(board, bindings, &def.what, &mut |target| {
        let excluded = |c: &ChosenTarget| c.target == target && def.other_than.contains(&c.instance);
        if alternatives && seen.contains(&target) || chosen.iter().any(excluded) || !may_target(board, bindings, target)
        {
            return ControlFlow::Continue(());
        }
        if alternatives {
            seen.push(target);
        }
        each(target)
    });
}

/// Whether a target is legal for an instance of "target", now (CR 115.4, 608.2b).
pub fn is_legal_target(board: &impl Board, bindings: &Bindings, kind: &TargetKind, target: Referent) -> bool {
    fits(board, bindings, kind, target) && may_target(board, bindings, target)
}

/// Goes through what the words ask for until `each` has enough; alternatives one after the other.
fn candidates(
    board: &impl Board,
    bindings: &Bindings,
    kind: &TargetKind,
    each: &mut impl FnMut(Referent) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let zones = board.zones();
    let mut list = |ids: &[ObjectId]| {
        ids.iter().try_for_each(|id| {
            let object = board.object(*id);
            let target = Referent::Object(object.reference());
            if object_fits(board, bindings, kind, object) { each(target) } else { ControlFlow::Continue(()) }
        })
    };
    match kind {
        TargetKind::Permanent(_) | TargetKind::AnyTarget => list(&zones.battlefield)?,
        TargetKind::Spell(_) | TargetKind::Ability(_) => list(&zones.stack)?,
        TargetKind::Card(zone, _) => {
            let mut own = |who: Who, of: fn(Seat) -> Zone| {
                reading::seats(board, bindings, who).into_iter().try_for_each(|seat| list(zones.list(of(seat))))
            };
            match zone {
                ZoneOf::Battlefield => list(&zones.battlefield)?,
                ZoneOf::Stack => list(&zones.stack)?,
                ZoneOf::Exile => list(&zones.exile)?,
                ZoneOf::Command => list(&zones.command)?,
                ZoneOf::Hand(who) => own(*who, Zone::Hand)?,
                ZoneOf::Graveyard(who) => own(*who, Zone::Graveyard)?,
                ZoneOf::Library(who) => own(*who, Zone::Library)?,
                // CR 400.11c.
                ZoneOf::Outside(_) => {}
            }
        }
        TargetKind::Player(_) | TargetKind::PlayerWho(..) => {}
        TargetKind::Or(kinds) => {
            for kind in kinds {
                candidates(board, bindings, kind, &mut *each)?;
            }
        }
    }
    if matches!(kind, TargetKind::AnyTarget | TargetKind::Player(_) | TargetKind::PlayerWho(..)) {
        for seat in board.players().in_turn_order(board.turn().active) {
            let target = Referent::Player(seat);
            if fits(board, bindings, kind, target) {
                each(target)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether something is what the words ask for, by zone and quality.
fn fits(board: &impl Board, bindings: &Bindings, kind: &TargetKind, target: Referent) -> bool {
    match (kind, target) {
        (TargetKind::Or(kinds), _) => kinds.iter().any(|k| fits(board, bindings, k, target)),
        (TargetKind::AnyTarget, Referent::Player(seat)) => board.players().is_alive(seat),
        (TargetKind::Player(who), Referent::Player(seat)) => {
            board.players().is_alive(seat) && reading::player_matches(board, bindings, *who, seat)
        }
        (TargetKind::PlayerWho(who, condition), Referent::Player(seat)) => {
            board.players().is_alive(seat)
                && reading::player_matches(board, bindings, *who, seat)
                && reading::holds_for(board, bindings, condition, seat)
        }
        (_, Referent::Player(_)) => false,
        (kind, Referent::Object(object)) => {
            board.is_same(object) && object_fits(board, bindings, kind, board.object(object.id))
        }
    }
}

/// [`fits`] for an object that is there. CR 702.26b: what is phased out isn't.
fn object_fits(board: &impl Board, bindings: &Bindings, kind: &TargetKind, object: &Object) -> bool {
    let in_right_zone = match kind {
        TargetKind::AnyTarget | TargetKind::Permanent(_) => object.zone == Zone::Battlefield,
        TargetKind::Spell(_) => {
            object.zone == Zone::Stack && object.kind != ObjectKind::Ability && !is_itself(bindings, object.reference())
        }
        TargetKind::Ability(_) => {
            object.zone == Zone::Stack
                && object.kind == ObjectKind::Ability
                && bindings.stack != Some(object.reference())
        }
        TargetKind::Card(zone, _) => in_zone(board, bindings, *zone, object.zone),
        TargetKind::Player(_) | TargetKind::PlayerWho(..) | TargetKind::Or(_) => false,
    };
    if !in_right_zone || board.status(object.id).phased_out {
        return false;
    }
    let chars = board.chars(object.id);
    match kind {
        // CR 115.4.
        TargetKind::AnyTarget => chars.is(CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE),
        TargetKind::Permanent(filter)
        | TargetKind::Spell(filter)
        | TargetKind::Ability(filter)
        | TargetKind::Card(_, filter) => reading::matches_known(board, bindings, filter, object, chars),
        TargetKind::Player(_) | TargetKind::PlayerWho(..) | TargetKind::Or(_) => false,
    }
}

/// CR 115.5: whether it is the spell that would have the target. An ability is another object than its source.
fn is_itself(bindings: &Bindings, object: ObjectRef) -> bool {
    bindings.stack.unwrap_or(bindings.this) == object
}

fn in_zone(board: &impl Board, bindings: &Bindings, words: ZoneOf, zone: Zone) -> bool {
    let own = |who, seat| reading::player_matches(board, bindings, who, seat);
    match (words, zone) {
        (ZoneOf::Battlefield, Zone::Battlefield)
        | (ZoneOf::Stack, Zone::Stack)
        | (ZoneOf::Exile, Zone::Exile)
        | (ZoneOf::Command, Zone::Command) => true,
        (ZoneOf::Hand(who), Zone::Hand(seat))
        | (ZoneOf::Graveyard(who), Zone::Graveyard(seat))
        | (ZoneOf::Library(who), Zone::Library(seat)) => own(who, seat),
        _ => false,
    }
}

/// CR 702.11, 702.16b, 702.18: whether something can be the target of this spell or ability, whatever its words.
fn may_target(board: &impl Board, bindings: &Bindings, target: Referent) -> bool {
    let source = bindings.this;
    match target {
        Referent::Object(object) => {
            let (zone, chars) = (board.object(object.id).zone, board.chars(object.id));
            // Shroud, hexproof and protection are about permanents and players, not about spells or cards.
            if zone == Zone::Battlefield {
                let hidden = chars.has(Keyword::Shroud)
                    || hexproof(board, object, bindings)
                    || chars.restrictions.contains(Restrictions::PROTECTION)
                        && protected_from(board, object.id, source);
                if hidden {
                    return false;
                }
            }
            // Nearly always there are no such rules.
            if !chars.restrictions.contains(Restrictions::OTHER) {
                return true;
            }
            !rules_of(board, object.id).any(|(rule, b)| {
                matches!(rule, ObjectRule::CantBeTargetedBy(quality) if aims_with(board, b, quality, bindings))
            })
        }
        Referent::Player(seat) if player_protected_from(board, seat, source) => false,
        Referent::Player(seat) => {
            let hidden = any_rule(board, |b, rule| {
                let concerns = |who: &Who| reading::player_matches(board, b, *who, seat);
                match rule {
                    Rule::PlayerShroud(who) => concerns(who),
                    Rule::PlayerHexproof(who) => seat != bindings.you && concerns(who),
                    Rule::PlayerHexproofFrom(who, from) => {
                        seat != bindings.you && concerns(who) && aims_with(board, b, from, bindings)
                    }
                    _ => false,
                }
            });
            !hidden || !shrouded(board, seat) && despite(board, bindings.you, Referent::Player(seat))
        }
    }
}

/// CR 101.2, 701.6a: whether a spell or ability on the stack can be countered by the one that has these bindings.
pub(crate) fn can_be_countered(board: &impl Board, object: ObjectRef, by: &Bindings) -> bool {
    !board.chars(object.id).restrictions.contains(Restrictions::CANT_BE_COUNTERED)
        && !rules_of(board, object.id)
            .any(|(rule, b)| matches!(rule, ObjectRule::CantBeCounteredBy(quality) if aims_with(board, b, quality, by)))
}

/// CR 109.5, 702.11d: whether what would have a target has a quality. A quality is one of the spell or, for an ability, of its source; but who
/// controls it, and whether it is a spell or an ability of some sort, is asked of the spell or ability itself.
fn aims_with(board: &impl Board, own: &Bindings, quality: &Filter, aiming: &Bindings) -> bool {
    let is = |sort| aiming.key.is_some_and(|key| reading::is_sort(&board.table().ability(key.handle).kind, sort));
    let is_ability = || is(AbilitySort::Activated) || is(AbilitySort::Triggered);
    match quality {
        Filter::And(parts) => parts.iter().all(|part| aims_with(board, own, part, aiming)),
        Filter::Or(parts) => parts.iter().any(|part| aims_with(board, own, part, aiming)),
        Filter::Not(part) => !aims_with(board, own, part, aiming),
        Filter::Spell => !is_ability(),
        Filter::IsAbility(AbilitySort::Any) => is_ability(),
        Filter::IsAbility(sort) => is(*sort),
        Filter::IsKeyword(name) => aiming.key.is_some_and(|key| reading::is_called(board.table(), key.handle, *name)),
        Filter::AbilityOf(source) => is_ability() && reading::matches(board, own, source, aiming.this),
        Filter::Controlled(who) => reading::player_matches(board, own, *who, aiming.you),
        _ => reading::matches(board, own, quality, aiming.this),
    }
}

/// CR 702.18a: whether a player has shroud.
fn shrouded(board: &impl Board, seat: Seat) -> bool {
    any_rule(board, |b, rule| matches!(rule, Rule::PlayerShroud(who) if reading::player_matches(board, b, *who, seat)))
}

/// CR 702.11b, d: whether hexproof keeps a permanent from being the target of a spell or ability.
fn hexproof(board: &impl Board, object: ObjectRef, bindings: &Bindings) -> bool {
    let chars = board.chars(object.id);
    if chars.controller == bindings.you || !chars.has_form(Keyword::Hexproof) {
        return false;
    }
    let mut own = Bindings::new(chars.controller, object);
    let holds = chars.has(Keyword::Hexproof)
        || chars.abilities.iter().any(|instance| {
            let AbilityKind::HexproofFrom(from) = &board.table().ability(instance.handle).kind else { return false };
            board.note_granter(&mut own, instance.origin, instance.handle);
            aims_with(board, &own, from, bindings)
        });
    holds && !despite(board, bindings.you, Referent::Object(object))
}

/// CR 609.4, 702.11e: whether what a player controls can target something as though it didn't have hexproof.
fn despite(board: &impl Board, by: Seat, target: Referent) -> bool {
    any_rule(board, |b, rule| match (rule, target) {
        (Rule::TargetsDespiteHexproof(who, what), Referent::Object(object)) => {
            reading::player_matches(board, b, *who, by) && reading::matches(board, b, what, object)
        }
        (Rule::TargetsPlayersDespiteHexproof(who, whom), Referent::Player(seat)) => {
            reading::player_matches(board, b, *who, by) && reading::player_matches(board, b, *whom, seat)
        }
        _ => false,
    })
}

/// CR 702.16a, 613.10: whether a player has protection from a source.
pub fn player_protected_from(board: &impl Board, seat: Seat, source: ObjectRef) -> bool {
    any_rule(board, |b, rule| match rule {
        Rule::PlayerProtection(who, from) => {
            reading::player_matches(board, b, *who, seat) && reading::matches(board, b, from, source)
        }
        _ => false,
    })
}

/// CR 702.16a: whether an object has protection from a source.
pub fn protected_from(board: &impl Board, object: ObjectId, source: ObjectRef) -> bool {
    let chars = board.chars(object);
    if !chars.restrictions.contains(Restrictions::PROTECTION) {
        return false;
    }
    let mut bindings = Bindings::new(chars.controller, board.object(object).reference());
    chars.abilities.iter().any(|instance| {
        let AbilityKind::Protection { from, .. } = &board.table().ability(instance.handle).kind else { return false };
        board.note_granter(&mut bindings, instance.origin, instance.handle);
        reading::matches(board, &bindings, from, source)
    })
}

/// CR 702.16c, n: whether protection takes what is attached off a permanent.
fn takes_off(board: &impl Board, host: ObjectId, what: ObjectRef) -> bool {
    let chars = board.chars(host);
    if !chars.restrictions.contains(Restrictions::PROTECTION) {
        return false;
    }
    let mut bindings = Bindings::new(chars.controller, board.object(host).reference());
    chars.abilities.iter().any(|instance| {
        let AbilityKind::Protection { from, sparing } = &board.table().ability(instance.handle).kind else {
            return false;
        };
        board.note_granter(&mut bindings, instance.origin, instance.handle);
        reading::matches(board, &bindings, from, what)
            && !sparing.as_ref().is_some_and(|spared| reading::matches(board, &bindings, spared, what))
    })
}

/// CR 301.5, 301.6, 303.4, 702.16c: whether an Aura, Equipment or Fortification can be attached to something.
pub fn can_be_attached(board: &impl Board, what: ObjectRef, to: Referent) -> bool {
    attachable(board, what, to, protected_from)
}

/// Whether something that is already attached stays so (CR 704.5m-p).
pub fn stays_attached(board: &impl Board, what: ObjectRef, to: Referent) -> bool {
    attachable(board, what, to, takes_off)
}

fn attachable<B: Board>(
    board: &B,
    what: ObjectRef,
    to: Referent,
    protected: fn(&B, ObjectId, ObjectRef) -> bool,
) -> bool {
    let Some(v) = board.view(what) else { return false };
    let chars = v.chars;
    let named = |name| crate::cards::def::Subtype::named(name).is_some_and(|s| chars.subtypes.contains(s));
    // CR 301.5d, 303.4d: nothing is attached to itself; 303.4d, 301.5c: a creature isn't attached to anything, unless it stops
    // being one by that (702.151b).
    if to == Referent::Object(what) || chars.is_creature() && reconfigured(board, chars).is_none() {
        return false;
    }
    let bindings = Bindings::new(chars.controller, what);
    // CR 702.16c.
    if let Referent::Player(seat) = to
        && player_protected_from(board, seat, what)
    {
        return false;
    }
    if let Referent::Object(host) = to {
        if !board.is_current(host) {
            return false;
        }
        // CR 303.4a, 303.4i: an Aura can be attached to a card in another zone, if its ability says so. A card that isn't a
        // permanent has no protection from anything (702.16c).
        let permanent = board.object(host.id).zone == Zone::Battlefield;
        if !permanent && !named("Aura") {
            return false;
        }
        if permanent && protected(board, host.id, what)
            || rules_of(board, host.id).any(|(rule, b)| {
                matches!(rule, ObjectRule::CantBeAttachedBy(filter) if reading::matches(board, b, filter, what))
            })
        {
            return false;
        }
    }
    if named("Aura") {
        let mut enchants = chars.abilities.iter().filter_map(|a| match &board.table().ability(a.handle).kind {
            AbilityKind::Enchant(kind) => Some(kind),
            _ => None,
        });
        return enchants.clone().next().is_some() && enchants.all(|kind| fits(board, &bindings, kind, to));
    }
    match to {
        Referent::Object(host) if named("Equipment") => board.chars(host.id).is_creature(),
        Referent::Object(host) if named("Fortification") => board.chars(host.id).is_land(),
        _ => false,
    }
}

/// CR 702.151b: what changes an Equipment with reconfigure while it is attached to a creature.
pub(crate) fn reconfigured(board: &impl Board, chars: &Characteristics) -> Option<StaticHandle> {
    chars.abilities.iter().find_map(|ability| match board.table().ability(ability.handle).kind {
        AbilityKind::Reconfigure(index) => Some(StaticHandle { def: ability.handle.def, index }),
        _ => None,
    })
}
